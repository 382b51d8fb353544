//! Whole games, and the ways in which they end.

use std::sync::Arc;
use std::time::Duration;

use plywood_bench::load::{Client, bot, wish};
use plywood_rules::Turn;
use plywood_server::protocol::{
    ClientMessage, EndReason, EndView, Player, RecordView, RefusalCode, SeatRequest, SeatView, SitRequest,
    TableLine, TimeControl,
};
use plywood_workshop::{Session, Workshop};

use super::{Hall, play_out};

async fn end(client: &mut Client) -> EndView {
    client.until(|state| state.end.is_some()).await.unwrap();
    client.state.end.clone().unwrap()
}

/// A game of every family against a bot, from either side; its record is what was played.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn games_of_all_families() {
    let hall = Arc::new(Hall::new("families").await);
    let tree = "tree:(a:(b1:3,b2:12,b3:8),b:(c1:2,c2:4,c3:6),c:(d1:14,d2:5,d3:2))";
    let mut games = Vec::new();
    for (game, opponent) in [
        ("tictactoe", "rules"),
        ("connect4", "engine:depth=2"),
        ("cube3", "random"),
        ("tesseract", "rules"),
        ("pikkpakk:size=3", "engine:depth=2"),
        ("pikkpakk:size=3,variant=capture", "random"),
        ("pig:target=30", "hold"),
        (tree, "minimax"),
    ] {
        for we_begin in [true, false] {
            let hall = Arc::clone(&hall);
            games.push(tokio::spawn(async move {
                let (first, second) = match we_begin {
                    true => (SeatRequest::Me, bot(opponent)),
                    false => (bot(opponent), SeatRequest::Me),
                };
                let mut wanted = wish(game, first, second);
                wanted.max_plies = Some(60);
                let (seat, mut me) = hall.address.play(&wanted).await.unwrap();
                play_out(&mut me).await;
                let path = format!("/api/records/{}", seat.table);
                let record: RecordView = hall.address.read(&path).await.unwrap();
                assert_eq!((&record.moves, &record.movers), (&me.state.played, &me.state.movers), "{game}");
                assert_eq!(record.line.plies, record.moves.len());
                let end = me.state.end.as_ref().unwrap();
                assert_eq!((record.line.winner, record.line.reason), (end.winner, end.reason));
                let last = legal(&record.line.game, &record.moves);
                assert_eq!(last.position(), me.state.step.position);
            }));
        }
    }
    for game in games {
        game.await.unwrap();
    }
}

/// Plays the moves anew; panics where one is not legal.
fn legal(game: &str, moves: &[String]) -> Box<dyn Session> {
    Workshop::standard().without_files().open(game).unwrap().session(None, &moves.join(" "), 0).unwrap()
}

/// Two people by invitation, and a spectator who sees the same.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn two_people_and_a_spectator() {
    let hall = Hall::new("people").await;
    let mut wanted = wish("tictactoe", SeatRequest::Open, SeatRequest::Me);
    wanted.public = true;
    wanted.name = "Anna".to_string();
    let (mine, mut anna) = hall.address.play(&wanted).await.unwrap();
    let listed: Vec<TableLine> = hall.address.read("/api/tables").await.unwrap();
    assert_eq!(listed[0].id, mine.table);
    let sit = |seat, name: &str| SitRequest { seat, name: name.to_string() };
    let taken = hall.address.sit(&mine.table, &sit(Some(Player::Second), "Zoltán")).await.unwrap_err();
    assert_eq!(taken.problem().unwrap().code, RefusalCode::Taken);
    let long = hall.address.sit(&mine.table, &sit(None, &"x".repeat(99))).await.unwrap_err();
    assert_eq!(long.problem().unwrap().code, RefusalCode::Options);
    let his = hall.address.sit(&mine.table, &sit(None, "Zoltán")).await.unwrap();
    assert_eq!((his.seat, his.token == mine.token), (Some(Player::First), false));
    let full = hall.address.sit(&mine.table, &sit(None, "third")).await.unwrap_err();
    assert_eq!(full.problem().unwrap().code, RefusalCode::Taken);
    let mut zoltan = hall.address.join(&his.table, Some(&his.token)).await.unwrap();
    let mut watcher = hall.address.join(&his.table, None).await.unwrap();
    for text in ["b2", "a1", "b1", "c3", "b3"] {
        let mover = if zoltan.is_to_move() { &mut zoltan } else { &mut anna };
        mover.play(text).await.unwrap();
        let ply = mover.state.step.ply;
        for client in [&mut zoltan, &mut anna, &mut watcher] {
            client.until(|state| state.step.ply == ply).await.unwrap();
        }
        assert_eq!(watcher.state.step, anna.state.step);
    }
    for client in [&mut zoltan, &mut anna, &mut watcher] {
        let end = end(client).await;
        assert_eq!((end.winner, end.reason), (Some(Player::First), EndReason::Rules));
    }
    let names = ["Zoltán", "Anna"].map(|name| SeatView::Person { name: name.into(), here: true });
    assert_eq!(watcher.state.seats, names);
    let listed: Vec<TableLine> = hall.address.read("/api/tables").await.unwrap();
    assert!(listed.is_empty(), "what is over is not in the list");
    hall.close().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn time_runs_out() {
    let hall = Hall::with("clocks", |settings| settings.think = Duration::from_secs(60)).await;
    let mut wanted = wish("tictactoe", SeatRequest::Me, SeatRequest::Open);
    wanted.clock = Some(TimeControl { seconds: 3, increment: 0 });
    let (mine, mut me) = hall.address.play(&wanted).await.unwrap();
    let his = hall.address.sit(&mine.table, &SitRequest { seat: None, name: String::new() }).await.unwrap();
    let mut he = hall.address.join(&his.table, Some(&his.token)).await.unwrap();
    me.until(|state| !state.seats.contains(&SeatView::Open {})).await.unwrap();
    me.play("b2").await.unwrap();
    let clock = me.state.clock.unwrap();
    assert_eq!((clock.running, clock.increment), (Some(Player::Second), 0));
    // His clock runs while he is away.
    drop(he);
    let lost = end(&mut me).await;
    assert_eq!((lost.winner, lost.reason), (Some(Player::First), EndReason::Time));
    assert_eq!(me.state.clock.unwrap().left[1], 0);
    he = hall.address.join(&his.table, Some(&his.token)).await.unwrap();
    assert_eq!(end(&mut he).await.reason, EndReason::Time);
    // Bots keep within their clock, even with longer limits of their own and of the server. The clock suffices for a busy
    // machine on which a thread for long searches, which has the lowest priority, gets a hundredth of a processor.
    let mut wanted = wish("connect4", SeatRequest::Me, bot("engine:time=60s"));
    wanted.clock = Some(TimeControl { seconds: 40, increment: 0 });
    let (_, mut me) = hall.address.play(&wanted).await.unwrap();
    for _ in 0..2 {
        let text = me.state.step.moves[0].text.clone();
        me.play(&text).await.unwrap();
        me.my_turn().await.unwrap();
        assert!(me.state.end.is_none() && me.state.clock.unwrap().left[1] > 0);
    }
    for clock in [TimeControl { seconds: 0, increment: 0 }, TimeControl { seconds: 60, increment: 9999 }] {
        wanted.clock = Some(clock);
        let refused = hall.address.make(&wanted).await.unwrap_err();
        assert_eq!(refused.problem().unwrap().code, RefusalCode::Options);
    }
    hall.close().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn who_stays_away_loses_the_seat() {
    let hall = Hall::with("away", |settings| {
        settings.away = 1;
        settings.timeouts.visit = Duration::from_millis(300);
        settings.think = Duration::from_secs(60);
    })
    .await;
    // One of two people goes.
    let mut two = hall.two("tictactoe").await;
    two.play("b2").await;
    drop(two.b);
    two.a.until(|state| matches!(state.seats[1], SeatView::Person { here: false, .. })).await.unwrap();
    let lost = end(&mut two.a).await;
    assert_eq!((lost.winner, lost.reason), (Some(Player::First), EndReason::Absence));
    // Somebody leaves a bot that thinks for a minute: the bot stops, and has won.
    let (seat, mut me) = hall.against("gomoku", "engine:time=60s").await;
    me.play("h8").await.unwrap();
    drop(me);
    let mut watcher = hall.address.join(&seat.table, None).await.unwrap();
    assert_eq!(watcher.state.thinking, Some(Player::Second));
    let lost = end(&mut watcher).await;
    assert_eq!((lost.winner, lost.reason), (Some(Player::Second), EndReason::Absence));
    assert_eq!(watcher.state.thinking, None);
    // Its thread is free for others.
    let (_, mut me) = hall.against("tictactoe", "engine:depth=9").await;
    play_out(&mut me).await;
    // Two bots without a spectator, a game without an opponent, a table without any visitor.
    let (bots, host) = hall.address.play(&wish("gomoku", bot("engine"), bot("engine"))).await.unwrap();
    drop(host);
    let (open, me) = hall.address.play(&wish("tictactoe", SeatRequest::Me, SeatRequest::Open)).await.unwrap();
    drop(me);
    let unvisited = hall.address.make(&wish("tictactoe", SeatRequest::Me, bot("random"))).await.unwrap();
    for table in [unvisited, bots, open] {
        hall.is_gone(&table.table).await;
    }
    hall.close().await;
}

/// Four moves after which everything is as it was.
fn cycle(game: &str) -> Vec<String> {
    fn search(session: &mut dyn Session, start: &str, depth: usize, line: &mut Vec<String>) -> bool {
        if depth == 0 {
            return session.position() == start;
        }
        if !matches!(session.turn(), Turn::Decision(_)) || session.ending().is_some() {
            return false;
        }
        for text in session.moves() {
            session.play(&text).unwrap();
            line.push(text);
            let found = search(session, start, depth - 1, line);
            session.undo();
            if found {
                return true;
            }
            line.pop();
        }
        false
    }
    let mut session = Workshop::standard().open(game).unwrap().session(None, "", 0).unwrap();
    let (start, mut line) = (session.position(), Vec::new());
    assert!(search(&mut *session, &start, 4, &mut line), "{game} has a cycle of four plies");
    line
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn the_third_time_is_a_draw() {
    let hall = Hall::new("threefold").await;
    let cycle = cycle("pikkpakk:size=3").join(" ");
    let mut two = hall.two("pikkpakk:size=3").await;
    two.play(&cycle).await;
    assert_eq!(two.a.state.end, None);
    two.play(&cycle).await;
    let drawn = end(&mut two.b).await;
    assert_eq!((drawn.winner, drawn.reason), (None, EndReason::Repetition));
    let record: RecordView = hall.address.read(&format!("/api/records/{}", two.table)).await.unwrap();
    assert_eq!((record.line.reason, record.line.plies), (EndReason::Repetition, 8));
    hall.close().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn plies_are_limited() {
    let hall = Hall::with("plies", |settings| settings.most_plies = 20).await;
    let mut wanted = wish("connect4", SeatRequest::Me, bot("random"));
    for wrong in [0, 21] {
        wanted.max_plies = Some(wrong);
        let refused = hall.address.make(&wanted).await.unwrap_err();
        assert_eq!(refused.problem().unwrap().code, RefusalCode::Options);
    }
    wanted.max_plies = Some(3);
    let (_, mut me) = hall.address.play(&wanted).await.unwrap();
    play_out(&mut me).await;
    let drawn = end(&mut me).await;
    assert_eq!((drawn.winner, drawn.reason, me.state.played.len()), (None, EndReason::Plies, 3));
    // Pushing to and fro for ever ends at the server's limit.
    let (_, mut me) = hall.against("pikkpakk:size=9", "first").await;
    play_out(&mut me).await;
    assert!(me.state.played.len() <= 20);
    hall.close().await;
}

/// A game that begins where another one stood.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn games_begin_from_any_ply() {
    let hall = Hall::new("from-ply").await;
    let mut wanted = wish("tictactoe", SeatRequest::Me, bot("random"));
    wanted.moves = ["b2", "a1"].map(str::to_string).to_vec();
    let (_, mut me) = hall.address.play(&wanted).await.unwrap();
    assert_eq!((me.state.played.len(), me.is_to_move()), (2, true));
    let undo = plywood_server::protocol::ClientMessage::Undo {};
    assert_eq!(me.refused_to(&undo).await.unwrap(), RefusalCode::NothingToUndo);
    me.play("a2").await.unwrap();
    me.my_turn().await.unwrap();
    me.say(&undo).await.unwrap();
    me.until(|state| state.revision == 1).await.unwrap();
    assert_eq!(me.state.played, ["b2", "a1"]);
    play_out(&mut me).await;
    wanted.moves = Vec::new();
    wanted.position = Some("xox/o1o/x2 x".to_string());
    let (_, mut me) = hall.address.play(&wanted).await.unwrap();
    me.play("b2").await.unwrap();
    assert_eq!(end(&mut me).await.winner, Some(Player::First));
    let moves = |text: &str| text.split_whitespace().map(str::to_string).collect::<Vec<_>>();
    for (position, played) in [
        (Some("nonsense"), ""),
        (Some("xxx/oo1/3 o"), ""),
        (None, "b2 b2"),
        (None, "b2 a1 b1 a2 b3"),
        (None, "z9"),
    ] {
        wanted.position = position.map(str::to_string);
        wanted.moves = moves(played);
        let refused = hall.address.make(&wanted).await.unwrap_err();
        assert_eq!(refused.problem().unwrap().code, RefusalCode::Options, "{position:?} {played}");
    }
    wanted.moves = vec!["b2".to_string(); 6000];
    let refused = hall.address.make(&wanted).await.unwrap_err();
    assert_eq!(refused.problem().unwrap().code, RefusalCode::Options);
    // The person who asks needs a seat, and only one.
    for seats in [[SeatRequest::Open, SeatRequest::Open], [SeatRequest::Open, bot("random")]] {
        let [first, second] = seats;
        let refused = hall.address.make(&wish("tictactoe", first, second)).await.unwrap_err();
        assert_eq!(refused.problem().unwrap().code, RefusalCode::Options);
    }
    hall.close().await;
}

/// Two people at one screen: one connection moves for both, and nobody is asked.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn two_at_one_screen() {
    let hall = Hall::new("one screen").await;
    let both = wish("tictactoe", SeatRequest::Me, SeatRequest::Me);
    let (seat, mut host) = hall.address.play(&both).await.unwrap();
    assert_eq!((seat.seat, host.you, host.host, host.state.watching), (None, None, true, 0));
    let here = |seat: &SeatView| matches!(seat, SeatView::Person { here: true, .. });
    assert!(host.state.seats.iter().all(here), "{:?}", host.state.seats);
    for text in ["b2", "a1", "c3"] {
        host.play(text).await.unwrap();
    }
    // After a restart of the server it goes on.
    let hall = hall.again().await;
    let mut host = hall.address.join(&seat.table, Some(&seat.token)).await.unwrap();
    host.say(&ClientMessage::Undo {}).await.unwrap();
    host.until(|state| state.played.len() == 2).await.unwrap();
    for text in ["b1", "c1", "b3"] {
        host.play(text).await.unwrap();
    }
    assert_eq!(end(&mut host).await.winner, Some(Player::First));
    hall.close().await;
}
