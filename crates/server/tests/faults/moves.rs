//! The right to move: players, times, moves.

use plywood_bench::load::ClientError;
use plywood_server::protocol::{ClientMessage, Offer, Pace, Player, RefusalCode, SeatRequest, ServerMessage};

use super::Hall;

fn mv(revision: u32, ply: usize, text: &str) -> ClientMessage {
    ClientMessage::Move { revision, ply, text: text.to_string() }
}

/// A seat belongs to its token alone.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn no_seat_without_its_token() {
    let hall = Hall::new("tokens").await;
    let two = hall.two("tictactoe").await;
    let other = hall.two("tictactoe").await;
    let wrong = |error: ClientError| error.problem().expect("it is refused").code;
    let joined =
        async |token: &str| hall.address.join(&two.table, Some(token)).await.map(|client| client.you);
    for token in ["", "x", &other.tokens[0], &two.table, &two.tokens[0][1..], &two.tokens[0].to_uppercase()] {
        // Hexadecimal digits may have no letters among them.
        if *token != two.tokens[0] {
            assert_eq!(wrong(joined(token).await.unwrap_err()), RefusalCode::Token, "'{token}'");
        }
    }
    assert_eq!(joined(&two.tokens[0]).await.unwrap(), Some(Player::First));
    assert_eq!(joined(&two.tokens[1]).await.unwrap(), Some(Player::Second));
    let (table, tokens) = (two.table.clone(), two.tokens.clone());
    drop((two, other));
    let hall = hall.again().await;
    for (token, side) in tokens.iter().zip(Player::BOTH) {
        assert_eq!(hall.address.join(&table, Some(token)).await.unwrap().you, Some(side));
    }
    let refused = hall.address.join(&table, Some("x")).await.err().unwrap();
    assert_eq!(wrong(refused), RefusalCode::Token);
    // Nothing that anybody can see has a token in it.
    let watcher = hall.address.join(&table, None).await.unwrap();
    let seen = serde_json::to_string(&(&watcher.table, &watcher.state)).unwrap();
    assert!(tokens.iter().all(|token| !seen.contains(token.as_str())));
    let refused = hall.address.join("nosuchtable", None).await.err().unwrap();
    assert_eq!(wrong(refused), RefusalCode::NotFound);
    hall.close().await;
}

/// Spectators can change nothing.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn those_who_look_on_only_look() {
    let hall = Hall::new("lookers").await;
    let mut two = hall.two("tictactoe").await;
    two.play("b2").await;
    let mut watcher = hall.address.join(&two.table, None).await.unwrap();
    assert_eq!((watcher.you, watcher.host), (None, false));
    for message in [
        mv(0, 1, "a1"),
        mv(0, 0, "b2"),
        ClientMessage::Resign {},
        ClientMessage::Draw {},
        ClientMessage::Undo {},
        ClientMessage::Rematch {},
        ClientMessage::Decline { what: Offer::Draw },
        ClientMessage::Pace(Pace { paused: true, millis: 0 }),
    ] {
        assert_eq!(watcher.refused_to(&message).await.unwrap(), RefusalCode::NoSeat, "{message:?}");
    }
    for message in
        [ClientMessage::Think { ply: 1, bot: None }, ClientMessage::Ask { ply: 1, brain: "house".into() }]
    {
        assert_eq!(watcher.refused_to(&message).await.unwrap(), RefusalCode::NoHints, "{message:?}");
    }
    assert_eq!(watcher.state.played, ["b2"]);
    two.play("a1").await;
    watcher.until(|state| state.played == ["b2", "a1"]).await.unwrap();
    hall.close().await;
}

/// Moves are played once, in turn, and by the rules.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn moves_are_played_once_and_in_turn() {
    let hall = Hall::new("turns").await;
    let wish = plywood_bench::load::wish("tictactoe", SeatRequest::Me, SeatRequest::Open);
    let (_, mut alone) = hall.address.play(&wish).await.unwrap();
    assert_eq!(alone.refused_to(&mv(0, 0, "b2")).await.unwrap(), RefusalCode::NotYourTurn);
    let mut two = hall.two("tictactoe").await;
    assert_eq!(two.b.refused_to(&mv(0, 0, "b2")).await.unwrap(), RefusalCode::NotYourTurn);
    // Sent five times, it is played once.
    for _ in 0..5 {
        two.a.say(&mv(0, 0, "b2")).await.unwrap();
    }
    two.a.settle().await.unwrap();
    assert_eq!(two.a.state.played, ["b2"]);
    two.b.until(|state| state.step.ply == 1).await.unwrap();
    for (message, code) in [
        (mv(0, 1, "b2"), RefusalCode::Illegal),
        (mv(0, 1, "z9"), RefusalCode::Illegal),
        (mv(0, 1, ""), RefusalCode::Illegal),
        (mv(0, 1, "a1 a2"), RefusalCode::Illegal),
        (mv(0, 1, &"a".repeat(3000)), RefusalCode::Illegal),
        (mv(0, 0, "b2"), RefusalCode::Stale),
        (mv(0, 0, "a1"), RefusalCode::Stale),
        (mv(0, 2, "a1"), RefusalCode::Stale),
        (mv(0, usize::MAX, "a1"), RefusalCode::Stale),
        (mv(1, 1, "a1"), RefusalCode::Stale),
        (mv(u32::MAX, 1, "a1"), RefusalCode::Stale),
    ] {
        assert_eq!(two.b.refused_to(&message).await.unwrap(), code, "{message:?}");
    }
    // The reason is in the refusal.
    two.b.say(&mv(0, 1, "b2")).await.unwrap();
    let reason = two
        .b
        .wait_for(|message| match message {
            ServerMessage::Refused(problem) => Some(problem.text.clone()),
            _ => None,
        })
        .await
        .unwrap();
    assert!(reason.contains("b2"), "{reason}");
    assert_eq!(two.b.state.played, ["b2"]);
    two.play("a1 b1 a2 b3").await;
    assert!(two.a.state.end.is_some());
    assert_eq!(two.b.refused_to(&mv(0, 5, "c3")).await.unwrap(), RefusalCode::Over);
    // Again the last one, as a page does that did not hear of it.
    two.a.say(&mv(0, 4, "b3")).await.unwrap();
    two.a.settle().await.unwrap();
    assert_eq!(two.a.state.played, ["b2", "a1", "b1", "a2", "b3"]);
    for message in [ClientMessage::Resign {}, ClientMessage::Draw {}, ClientMessage::Undo {}] {
        assert_eq!(two.a.refused_to(&message).await.unwrap(), RefusalCode::Over, "{message:?}");
    }
    hall.close().await;
}

/// After moves were taken back, a move that was meant for the old revision is not played.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn moves_for_another_line_are_stale() {
    let hall = Hall::new("lines").await;
    let (_, mut me) = hall.against("connect4", "random").await;
    me.play("d").await.unwrap();
    me.my_turn().await.unwrap();
    me.say(&ClientMessage::Undo {}).await.unwrap();
    me.until(|state| state.revision == 1).await.unwrap();
    assert_eq!(me.state.played, [""; 0]);
    assert_eq!(me.refused_to(&mv(0, 0, "d")).await.unwrap(), RefusalCode::Stale);
    me.play("c").await.unwrap();
    assert_eq!(me.state.played[0], "c");
    hall.close().await;
}
