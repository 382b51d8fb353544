//! Bots: their pace, hints, what they learn, and whose the dice are.

use std::time::{Duration, Instant};

use plywood_bench::load::{Client, bot, wish};
use plywood_server::protocol::{
    ClientMessage, GameView, OpinionView, Pace, Place, Player, RefusalCode, SeatRequest, SeatView,
    ServerMessage, ThinkingView, ThoughtView, ValueView,
};

use super::{Hall, learnt, play_out, resign};

async fn thought(client: &mut Client) -> ThoughtView {
    client
        .wait_for(|message| match message {
            ServerMessage::Thought(thought) => Some(thought.clone()),
            _ => None,
        })
        .await
        .unwrap()
}

/// Asks for a hint about a ply, from the bot of this name or the best source, and waits for the answer. Analyses of the
/// bot at the table are skipped.
async fn why(client: &mut Client, ply: usize, bot: Option<&str>) -> ThoughtView {
    let seats = client.state.seats.clone();
    client.say(&ClientMessage::Think { ply, bot: bot.map(str::to_string) }).await.unwrap();
    loop {
        let thought = thought(client).await;
        if !seats.contains(&SeatView::Bot { bot: thought.bot.clone() }) {
            return thought;
        }
    }
}

async fn thinking(client: &mut Client) -> ThinkingView {
    client
        .wait_for(|message| match message {
            ServerMessage::Thinking(thinking) => Some(thinking.clone()),
            _ => None,
        })
        .await
        .unwrap()
}

/// While a bot searches, everybody at the table gets its reports; after its move or a stop there are no more.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn bots_think_aloud() {
    let hall = Hall::with("aloud", |settings| {
        settings.think = Duration::from_secs(60);
        settings.threads = (1, 1);
    })
    .await;
    let (seat, mut me) = hall.against("gomoku", "engine:time=60s").await;
    let mut watcher = hall.address.join(&seat.table, None).await.unwrap();
    let begun = Instant::now();
    me.play("h8").await.unwrap();
    for client in [&mut watcher, &mut me] {
        let heard = thinking(client).await;
        assert_eq!((heard.revision, heard.ply, heard.side), (0, 1, Player::Second));
        assert!(heard.nodes > 0 && heard.seconds > 0.0 && heard.depth.is_some() && !heard.pv.is_empty());
    }
    // Never more than four a second, whatever there is to say.
    let heard = me.listen(Duration::from_secs(1)).await.unwrap();
    let told = heard.iter().filter(|message| matches!(message, ServerMessage::Thinking(_))).count();
    assert!(told as f64 <= 4.0 * begun.elapsed().as_secs_f64(), "{told}");
    // It is given up, and its thread is free for others.
    me.say(&ClientMessage::Undo {}).await.unwrap();
    me.until(|state| state.revision == 1).await.unwrap();
    let heard = me.listen(Duration::from_millis(600)).await.unwrap();
    assert!(!heard.iter().any(|message| matches!(message, ServerMessage::Thinking(_))), "{heard:?}");
    let (_, mut other) = hall.against("tictactoe", "engine:depth=2").await;
    play_out(&mut other).await;
    me.play("h8").await.unwrap();
    assert_eq!(thinking(&mut me).await.revision, 1);
    resign(&mut me).await;
    let heard = me.listen(Duration::from_millis(600)).await.unwrap();
    assert!(!heard.iter().any(|message| matches!(message, ServerMessage::Thinking(_))), "{heard:?}");
    // Searches that end by themselves: each report is about the state before it.
    let (_, mut me) = hall.against("gomoku", "engine:time=700ms").await;
    me.play("h8").await.unwrap();
    loop {
        match me.next().await.unwrap() {
            ServerMessage::Thinking(thinking) => assert_eq!(thinking.ply, me.state.step.ply),
            ServerMessage::Thought(thought) => break assert_eq!(thought.ply, 1),
            _ => {}
        }
    }
    hall.close().await;
}

/// Only the person who asked for a game of two bots may pause it, slow it down and resume it.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn bots_wait_for_the_person_who_started_them() {
    let hall = Hall::new("pace").await;
    let mut wanted = wish("gomoku", bot("random"), bot("random"));
    wanted.pace = Some(Pace { paused: true, millis: 0 });
    let (seat, mut host) = hall.address.play(&wanted).await.unwrap();
    assert_eq!((host.you, host.host, seat.seat), (None, true, None));
    let mut watcher = hall.address.join(&seat.table, None).await.unwrap();
    let go = |paused, millis| ClientMessage::Pace(Pace { paused, millis });
    assert_eq!(watcher.refused_to(&go(false, 0)).await.unwrap(), RefusalCode::NoSeat);
    assert_eq!(host.refused_to(&go(false, 10_001)).await.unwrap(), RefusalCode::Options);
    host.settle().await.unwrap();
    assert_eq!((host.state.step.ply, host.state.thinking), (0, None));
    host.say(&go(false, 0)).await.unwrap();
    host.until(|state| state.step.ply >= 5).await.unwrap();
    host.say(&go(true, 0)).await.unwrap();
    host.until(|state| state.pace == Some(Pace { paused: true, millis: 0 })).await.unwrap();
    // What was under way when it was held is given up.
    host.settle().await.unwrap();
    let ply = host.state.step.ply;
    for _ in 0..20 {
        host.settle().await.unwrap();
    }
    assert_eq!(host.state.step.ply, ply);
    host.say(&go(false, 10_000)).await.unwrap();
    host.say(&go(false, 0)).await.unwrap();
    host.until(|state| state.end.is_some()).await.unwrap();
    watcher.until(|state| state.end.is_some()).await.unwrap();
    assert_eq!(watcher.state.played, host.state.played);
    // Games of people have no pace, and a wish for too slow a one is refused.
    let (_, mut me) = hall.against("tictactoe", "random").await;
    assert_eq!(me.refused_to(&go(true, 0)).await.unwrap(), RefusalCode::NoSeat);
    wanted.pace = Some(Pace { paused: false, millis: 10_001 });
    let refused = hall.address.make(&wanted).await.unwrap_err();
    assert_eq!(refused.problem().unwrap().code, RefusalCode::Options);
    hall.close().await;
}

/// Hints are for games against bots, and for games that are over.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn hints_are_not_for_two_people_who_play() {
    let hall = Hall::new("hints").await;
    let mut two = hall.two("tictactoe").await;
    assert!(!two.a.table.hints);
    two.play("b2").await;
    let hint = |ply, name: Option<&str>| ClientMessage::Think { ply, bot: name.map(str::to_string) };
    assert_eq!(two.a.refused_to(&hint(1, None)).await.unwrap(), RefusalCode::NoHints);
    resign(&mut two.b).await;
    two.a.until(|state| state.end.is_some()).await.unwrap();
    two.a.say(&hint(1, None)).await.unwrap();
    let told = thought(&mut two.a).await;
    assert_eq!((told.ply, told.side, told.moves.len()), (1, Player::Second, 8));
    // Against a bot, at any ply; the answer is for the one who asked.
    let (seat, mut me) = hall.against("tictactoe", "random").await;
    let mut watcher = hall.address.join(&seat.table, None).await.unwrap();
    assert!(me.table.hints);
    me.play("b2").await.unwrap();
    me.my_turn().await.unwrap();
    me.say(&hint(0, Some("engine:depth=9"))).await.unwrap();
    let told = thought(&mut me).await;
    // The bot's own analysis may have come first.
    let told = if told.bot == "random" { thought(&mut me).await } else { told };
    assert_eq!((told.ply, told.bot.as_str(), told.pv.is_empty()), (0, "engine:depth=9", false));
    watcher.settle().await.unwrap();
    for (message, code) in [
        (hint(99, None), RefusalCode::Stale),
        (hint(0, Some("nobody")), RefusalCode::Options),
        (hint(0, Some("human")), RefusalCode::Options),
        (hint(0, Some("learner:brain=new,learn=on")), RefusalCode::Options),
        (hint(0, Some("learner:brain=/etc/passwd")), RefusalCode::Options),
        (ClientMessage::Ask { ply: 0, brain: "../x".into() }, RefusalCode::Options),
        (ClientMessage::Ask { ply: 0, brain: "nosuch".into() }, RefusalCode::NotFound),
        (ClientMessage::Ask { ply: 99, brain: "house".into() }, RefusalCode::Stale),
    ] {
        // Each question waits for the answer to the one before.
        let refused = loop {
            match me.refused_to(&message).await.unwrap() {
                RefusalCode::Busy => me.settle().await.unwrap(),
                code => break code,
            }
        };
        assert_eq!(refused, code, "{message:?}");
    }
    let games = hall.folder.join("brains").read_dir().unwrap().flatten();
    let brains: Vec<_> = games.flat_map(|game| game.path().read_dir().unwrap().flatten()).collect();
    assert!(brains.is_empty(), "hints make no brains: {brains:?}");
    hall.close().await;
}

/// In a game that can be solved at once, the reasons are the exact values of all moves; otherwise a bot searches.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn the_why_is_exact_where_it_can_be() {
    let hall = Hall::new("why").await;
    let (_, mut me) = hall.against("tictactoe", "first").await;
    me.play("a1").await.unwrap();
    me.my_turn().await.unwrap();
    // The whole game played out says the same of all moves, plies included: of wins at ply 2, of losses before.
    let (mut wins, mut losses) = (0, 0);
    for ply in [1, 2] {
        let known = why(&mut me, ply, None).await;
        assert_eq!((known.ply, known.bot.as_str(), known.exact, known.nodes), (ply, "perfect", true, 0));
        let searched = why(&mut me, ply, Some("minimax:depth=9")).await;
        let moves = 9 - ply;
        assert_eq!((known.moves.len(), &known.moves, known.value), (moves, &searched.moves, searched.value));
        for it in known.moves {
            wins += usize::from(matches!(it.value, Some(ValueView::Win { plies: Some(_), exact: true })));
            losses += usize::from(matches!(it.value, Some(ValueView::Loss { plies: Some(_), exact: true })));
        }
    }
    assert!(wins > 0 && losses > 0);
    for game in ["pikkpakk:size=3", "pig"] {
        let (_, mut me) = hall.against(game, "first").await;
        let known = why(&mut me, 0, None).await;
        assert_eq!((known.bot.as_str(), known.exact), ("perfect", true), "{game}");
        assert!(known.moves.iter().all(|it| it.value.is_some()), "{game}");
    }
    // What was refused once is refused at once.
    let (_, mut me) = hall.against("gomoku", "first").await;
    for _ in 0..2 {
        let searched = why(&mut me, 0, None).await;
        assert_eq!((searched.bot.as_str(), searched.exact), ("engine:tie=random", false));
        assert!(searched.nodes > 0);
    }
    hall.close().await;
}

/// The opinion of a brain that was asked.
async fn opinion(client: &mut Client) -> OpinionView {
    client
        .wait_for(|message| match message {
            ServerMessage::Opinion(opinion) => Some(opinion.clone()),
            _ => None,
        })
        .await
        .unwrap()
}

/// Each finished game is learnt once, with or without visitors and after any number of restarts.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn games_are_learnt_once() {
    let hall = Hall::new("learning").await;
    let name = "learner:brain=anna,learn=on";
    for number in 1..=3 {
        let (_, mut me) = hall.against("tictactoe", name).await;
        assert_eq!(me.state.seats[1], SeatView::Bot { bot: name.to_string() });
        play_out(&mut me).await;
        let lessons = learnt(&mut me).await;
        assert_eq!(lessons.len(), 1);
        assert_eq!((lessons[0].brain.as_str(), lessons[0].games), ("anna", number));
    }
    // On both sides it is one brain that learns one game.
    let mut wanted = wish("tictactoe", bot(name), bot(name));
    wanted.pace = Some(Pace { paused: true, millis: 0 });
    let (_, mut host) = hall.address.play(&wanted).await.unwrap();
    host.say(&ClientMessage::Pace(Pace { paused: false, millis: 0 })).await.unwrap();
    let lessons = learnt(&mut host).await;
    assert_eq!(lessons.iter().map(|it| it.games).collect::<Vec<_>>(), [4]);
    // Given up, a game is learnt as lost.
    let (seat, mut me) = hall.against("tictactoe", name).await;
    me.play("b2").await.unwrap();
    resign(&mut me).await;
    assert_eq!(learnt(&mut me).await[0].games, 5);
    // A game without learning, and a game without moves.
    let (_, mut me) = hall.against("tictactoe", "learner:brain=anna").await;
    play_out(&mut me).await;
    let (_, mut me) = hall.against("tictactoe", name).await;
    resign(&mut me).await;
    drop(me);
    let hall = hall.again().await;
    let mut me = hall.address.join(&seat.table, Some(&seat.token)).await.unwrap();
    me.say(&ClientMessage::Ask { ply: 0, brain: "anna".into() }).await.unwrap();
    let opinion = opinion(&mut me).await;
    assert_eq!((opinion.games, opinion.ply, opinion.moves.len()), (5, 0, 9));
    assert!(opinion.moves.iter().any(|it| it.visits > 0));
    let game: GameView = hall.address.read("/api/game?name=tictactoe").await.unwrap();
    assert_eq!(game.brains, [("anna".to_string(), 5)]);
    hall.close().await;
}

/// A brain with a network says which squares count most.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_network_is_explained() {
    let hall = Hall::new("network").await;
    // A draw teaches a new network nothing: it is worth as much as what is not known.
    let mut me = loop {
        let (_, mut me) = hall.against("tictactoe", "learner:brain=net,kind=ntuple,learn=on").await;
        play_out(&mut me).await;
        learnt(&mut me).await;
        me.until(|state| state.end.is_some()).await.unwrap();
        if me.state.end.as_ref().is_some_and(|end| end.winner.is_some()) {
            break me;
        }
    };
    for (ply, explained) in [(0, true), (me.state.played.len(), false)] {
        me.say(&ClientMessage::Ask { ply, brain: "net".into() }).await.unwrap();
        let known = opinion(&mut me).await.explanation;
        assert_eq!(known.is_some(), explained, "after {ply} plies");
        let Some(known) = known else { continue };
        assert!(known.value.abs() <= 1.0 && (1..=5).contains(&known.tuples.len()), "{known:?}");
        let on_board = |&Place { grid, row, column }: &Place| grid == 0 && row < 3 && column < 3;
        for tuple in known.tuples {
            assert!(tuple.share != 0.0 && tuple.squares.len() >= 3 && tuple.numbers.is_empty(), "{tuple:?}");
            assert!(tuple.squares.iter().all(on_board), "{tuple:?}");
        }
    }
    hall.close().await;
}

/// The number of brains is limited.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn brains_are_counted() {
    let hall = Hall::with("brains", |settings| settings.most_brains = 2).await;
    for (number, full) in [(1, false), (2, false), (3, true), (4, true)] {
        let name = format!("learner:brain=b{number},learn=on");
        let made = hall.address.play(&wish("tictactoe", SeatRequest::Me, bot(&name))).await;
        if full {
            assert_eq!(made.err().unwrap().problem().unwrap().code, RefusalCode::Full);
            continue;
        }
        let (_, mut me) = made.unwrap();
        play_out(&mut me).await;
        learnt(&mut me).await;
    }
    hall.close().await;
}

/// The server rolls the dice of Pig, with the same result again after an undo.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn dice_come_from_the_house() {
    let hall = Hall::new("dice").await;
    let (_, mut me) = hall.against("pig", "hold").await;
    for wrong in ["6", "1", "roll 6", "hold"] {
        me.send_move(wrong).await.unwrap();
        assert_eq!(me.refused().await.unwrap(), RefusalCode::Illegal, "{wrong}");
    }
    me.play("roll").await.unwrap();
    me.until(|state| state.step.ply >= 2).await.unwrap();
    assert_eq!(me.state.movers[..2], [Some(Player::First), None]);
    let face = me.state.played[1].clone();
    assert!((1..=6).contains(&face.parse::<u32>().unwrap()));
    // Undoing a roll gives no better face.
    me.my_turn().await.unwrap();
    me.say(&ClientMessage::Undo {}).await.unwrap();
    me.until(|state| state.revision == 1).await.unwrap();
    me.play("roll").await.unwrap();
    me.until(|state| state.step.ply >= 2).await.unwrap();
    assert_eq!(me.state.played[1], face);
    play_out(&mut me).await;
    assert!(
        me.state
            .movers
            .iter()
            .zip(&me.state.played)
            .all(|(mover, text)| { mover.is_none() == text.parse::<u32>().is_ok() })
    );
    hall.close().await;
}
