//! Anything at all, from anybody: it is always answered, and never breaks the game.

use std::sync::OnceLock;

use plywood_bench::load::{Client, ClientError, bot, wish};
use plywood_page::requests::parse;
use plywood_server::protocol::{
    ClientMessage, LookRequest, LookView, Offer, PROTOCOL, Pace, RefusalCode, SeatRequest, ServerMessage,
    SitRequest, State,
};
use plywood_workshop::Workshop;
use proptest::prelude::*;
use proptest::test_runner::{Config, TestRunner};
use tokio::runtime::Runtime;

use super::Hall;

/// One server for all cases.
fn place() -> &'static (Runtime, Hall) {
    static PLACE: OnceLock<(Runtime, Hall)> = OnceLock::new();
    PLACE.get_or_init(|| {
        let runtime =
            tokio::runtime::Builder::new_multi_thread().worker_threads(2).enable_all().build().unwrap();
        let hall = runtime.block_on(Hall::with("fuzz", |settings| {
            settings.think = std::time::Duration::from_millis(20);
            settings.most_tables = 100_000;
        }));
        (runtime, hall)
    })
}

/// The same cases in every run.
fn check<S: Strategy>(cases: u32, strategy: S, test: impl Fn(S::Value) -> Result<(), TestCaseError>) {
    let config = Config { cases, failure_persistence: None, ..Config::default() };
    let rng = proptest::test_runner::TestRng::deterministic_rng(config.rng_algorithm);
    TestRunner::new_with_rng(config, rng).run(&strategy, test).unwrap_or_else(|error| panic!("{error}"));
}

fn message() -> impl Strategy<Value = ClientMessage> {
    let texts = prop_oneof![
        3 => "[a-e][1-5]",
        2 => "[a-g][+-]?",
        1 => Just("roll".to_string()),
        1 => Just("hold".to_string()),
        1 => any::<String>(),
    ];
    let bots = prop_oneof![
        Just(None),
        Just(Some("random".to_string())),
        Just(Some("engine:depth=1".to_string())),
        Just(Some("learner:brain=house".to_string())),
        any::<String>().prop_map(Some),
    ];
    prop_oneof![
        6 => (0..3_u32, 0..8_usize, texts).prop_map(|(revision, ply, text)| ClientMessage::Move { revision, ply, text }),
        1 => (any::<u32>(), any::<usize>()).prop_map(|(revision, ply)| ClientMessage::Move { revision, ply, text: "b2".into() }),
        1 => (any::<u32>(), any::<Option<String>>()).prop_map(|(protocol, token)| ClientMessage::Hello { protocol, token }),
        1 => Just(ClientMessage::Resign {}),
        2 => Just(ClientMessage::Draw {}),
        3 => Just(ClientMessage::Undo {}),
        2 => Just(ClientMessage::Rematch {}),
        2 => prop_oneof![Just(Offer::Draw), Just(Offer::Undo), Just(Offer::Rematch)]
            .prop_map(|what| ClientMessage::Decline { what }),
        2 => (any::<bool>(), prop_oneof![0..3_u32, any::<u32>()])
            .prop_map(|(paused, millis)| ClientMessage::Pace(Pace { paused, millis })),
        1 => (prop_oneof![0..8_usize, any::<usize>()], bots).prop_map(|(ply, bot)| ClientMessage::Think { ply, bot }),
        1 => (prop_oneof![0..8_usize, any::<usize>()], prop_oneof![Just("house".to_string()), any::<String>()])
            .prop_map(|(ply, brain)| ClientMessage::Ask { ply, brain }),
        1 => Just(ClientMessage::Ping {}),
    ]
}

/// All messages read back as they were written.
#[test]
fn messages_read_back() {
    check(2000, message(), |message| {
        let text = serde_json::to_string(&message).unwrap();
        prop_assert_eq!(parse(&text).map_err(|problem| TestCaseError::fail(problem.text))?, message);
        Ok(())
    });
}

/// Any text is a message or refused, and what is accepted reads back.
#[test]
fn any_text_is_read_or_refused() {
    let broken = (message(), any::<prop::sample::Index>(), any::<prop::sample::Index>(), any::<char>())
        .prop_map(|(message, at, end, put)| {
            // A message with a piece taken out and something else put in.
            let mut text: Vec<char> = serde_json::to_string(&message).unwrap().chars().collect();
            let (at, end) = (at.index(text.len()), end.index(text.len()));
            text.splice(at.min(end)..at.max(end).min(at + 4), [put]);
            text.into_iter().collect::<String>()
        });
    let pieces = prop::collection::vec(
        prop::sample::select(vec![
            "{", "}", "[", "]", ":", ",", "\"", "type", "\"type\"", "\"move\"", "\"pace\"", "0", "-1",
            "1e999", "null", "true", "\\u0000", "\\ud800", "\"line\"", "\"ply\"", "\"text\"", " ",
        ]),
        0..40,
    );
    let texts = prop_oneof![any::<String>(), broken, pieces.prop_map(|pieces| pieces.concat())];
    check(5000, texts, |text| {
        match parse(&text) {
            Ok(message) => {
                let written = serde_json::to_string(&message).unwrap();
                prop_assert_eq!(parse(&written).ok(), Some(message));
            }
            Err(problem) => prop_assert_eq!(problem.code, RefusalCode::Malformed),
        }
        Ok(())
    });
}

/// The speaker: 0 and 1 are the seats, 2 is a spectator or the host.
type Said = (usize, ClientMessage);

async fn tell_all(hall: &Hall, game: &str, kind: usize, said: &[Said]) -> Result<(), ClientError> {
    let seats = match kind {
        0 => [SeatRequest::Me, SeatRequest::Open],
        2 if !game.starts_with("pig") => [bot("learner:brain=fuzz,learn=on"), SeatRequest::Me],
        3 => [bot("random"), bot("rules")],
        _ => [SeatRequest::Me, bot("random")],
    };
    let [first, second] = seats;
    let mut wanted = wish(game, first, second);
    wanted.max_plies = Some(40);
    let seat = hall.address.make(&wanted).await?;
    let mine = hall.address.join(&seat.table, Some(&seat.token)).await?;
    let other = match kind {
        0 => {
            let sit = SitRequest { seat: None, name: "other".into() };
            let taken = hall.address.sit(&seat.table, &sit).await?;
            hall.address.join(&seat.table, Some(&taken.token)).await?
        }
        _ => hall.address.join(&seat.table, Some(&seat.token)).await?,
    };
    let mut guests = [mine, other, hall.address.join(&seat.table, None).await?];
    for (who, message) in said {
        let client = &mut guests[*who];
        let message = match message {
            // Half of the moves are for the moment, and a legal one if there is any.
            ClientMessage::Move { text, ply, .. } if text.len() == 2 && ply % 2 == 0 => {
                let state = &client.state;
                let text = match state.step.moves.get(*ply) {
                    Some(legal) => legal.text.clone(),
                    None => text.clone(),
                };
                ClientMessage::Move { revision: state.revision, ply: state.step.ply, text }
            }
            other => other.clone(),
        };
        client.say(&message).await?;
        // It always answers; the client checks revisions.
        client.settle().await?;
        check_state(&client.table.game, &client.state)?;
    }
    for client in &mut guests {
        client.settle().await?;
        check_state(&client.table.game, &client.state)?;
    }
    Ok(())
}

/// The moves played are legal, and lead to the position shown.
fn check_state(game: &str, state: &State) -> Result<(), ClientError> {
    let strange = |text: String| ClientError::Strange(format!("{text}: {state:?}"));
    let game = Workshop::standard().without_files().open(game).map_err(|error| strange(error.to_string()))?;
    let session = game
        .session(None, &state.played.join(" "), 0)
        .map_err(|error| strange(format!("it cannot be replayed: {error}")))?;
    if session.position() != state.step.position || state.step.ply != state.played.len() {
        return Err(strange("it is another position".into()));
    }
    if session.ending().is_some() && state.end.is_none() {
        return Err(strange("it should be over".into()));
    }
    if state.end.is_some() != state.step.moves.is_empty() {
        return Err(strange("a game goes on where and only where there are moves".into()));
    }
    let movers: Vec<_> = (0..state.played.len()).map(|ply| session.mover(ply)).collect();
    if movers != state.movers {
        return Err(strange("others moved".into()));
    }
    match &state.trouble {
        None => Ok(()),
        Some(trouble) => Err(strange(trouble.clone())),
    }
}

#[test]
fn whatever_is_said_a_table_stays_in_order() {
    let games =
        prop::sample::select(vec!["tictactoe", "connect4", "pikkpakk:size=3", "pig:target=20", "cube3"]);
    let said = prop::collection::vec((0..3_usize, message()), 1..24);
    check(60, (games, 0..4_usize, said), |(game, kind, said)| {
        let (runtime, hall) = place();
        runtime
            .block_on(tell_all(hall, game, kind, &said))
            .map_err(|error| TestCaseError::fail(error.to_string()))
    });
}

/// RawConnection texts on a live connection: always an answer, and the connection stays.
#[test]
fn whatever_is_sent_is_answered() {
    let texts = prop::collection::vec(any::<String>(), 1..20);
    check(30, texts, |texts| {
        let (runtime, hall) = place();
        let sent = runtime.block_on(async {
            let (_, mut me): (_, Client) = hall.against("tictactoe", "random").await;
            for text in &texts {
                me.socket.text(text.clone()).await?;
                me.wait_for(|message| matches!(message, ServerMessage::Refused(_)).then_some(())).await?;
            }
            me.play("b2").await
        });
        sent.map_err(|error| TestCaseError::fail(error.to_string()))
    });
}

/// Any request to look at a game gives positions or a reason, and the server keeps running.
#[test]
fn anything_can_be_looked_at() {
    let names = prop_oneof![
        4 => prop::sample::select(vec![
            "tictactoe", "pig", "cube3", "pikkpakk:size=3,variant=capture", "tree:(a:1,b:2)", "connect4",
        ])
        .prop_map(str::to_string),
        1 => (0..30_u32, 0..30_u32, 0..30_u32).prop_map(|(m, n, k)| format!("mnk:m={m},n={n},k={k}")),
        1 => (0..9_u32, 0..9_u32).prop_map(|(n, d)| format!("cube:n={n},d={d}")),
        1 => "tree:[()a-c0-9:, {}.=-]{0,40}",
        1 => any::<String>(),
    ];
    let moves = prop::collection::vec(
        prop_oneof!["[a-d][1-4]", "[a-d][+-]", Just("roll".into()), any::<String>()],
        0..6,
    );
    let positions =
        prop_oneof![3 => Just(None), 1 => "[xow1-9/ .]{0,12}".prop_map(Some), 1 => any::<Option<String>>()];
    let wishes = (names, positions, moves, 0..10_usize, prop_oneof![0..61_usize, any::<usize>()]);
    check(250, wishes, |(game, position, moves, from, random)| {
        let (runtime, hall) = place();
        let wish = LookRequest { game, position, moves, from, random };
        match runtime.block_on(hall.address.post::<LookView>("/api/look", &wish)) {
            Ok(seen) => prop_assert!(seen.plies + 1 >= seen.steps.len() && seen.plies <= 66),
            Err(ClientError::Refused(problem)) => {
                prop_assert_eq!(problem.code, RefusalCode::Options, "{}", problem.text)
            }
            Err(error) => return Err(TestCaseError::fail(error.to_string())),
        }
        Ok(())
    });
    assert_eq!(PROTOCOL, 2, "the messages above are those of this protocol");
}
