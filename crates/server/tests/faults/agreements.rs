//! Requests between players: undo, draw, another game; and resigning.

use plywood_bench::load::{Client, bot, wish};
use plywood_server::protocol::{
    ClientMessage, EndReason, Offer, Offers, Pace, Player, RefusalCode, SeatRequest, SeatTaken, SeatView,
    ServerMessage,
};

use super::{Hall, Two, play_out, resign};

async fn offered(two: &mut Two, offers: Offers) {
    two.a.until(|state| state.offers == offers).await.unwrap();
    two.b.until(|state| state.offers == offers).await.unwrap();
}

const NOTHING: Offers = Offers { draw: None, undo: None, rematch: None };

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn undo_is_agreed_on_between_people() {
    let hall = Hall::new("undo").await;
    let mut two = hall.two("tictactoe").await;
    assert_eq!(two.a.refused_to(&ClientMessage::Undo {}).await.unwrap(), RefusalCode::NothingToUndo);
    two.play("b2 a1").await;
    let asked = Offers { undo: Some(Player::First), ..NOTHING };
    // Asked, and refused; asked, and taken back; asked, and overtaken by a move.
    two.a.say(&ClientMessage::Undo {}).await.unwrap();
    offered(&mut two, asked).await;
    two.b.say(&ClientMessage::Decline { what: Offer::Undo }).await.unwrap();
    offered(&mut two, NOTHING).await;
    two.a.say(&ClientMessage::Undo {}).await.unwrap();
    offered(&mut two, asked).await;
    two.a.say(&ClientMessage::Decline { what: Offer::Undo }).await.unwrap();
    offered(&mut two, NOTHING).await;
    two.a.say(&ClientMessage::Undo {}).await.unwrap();
    offered(&mut two, asked).await;
    two.play("c3").await;
    offered(&mut two, NOTHING).await;
    assert_eq!((two.a.state.revision, two.a.state.played.len()), (0, 3));
    // Asking twice is not agreeing with oneself.
    for _ in 0..2 {
        two.b.say(&ClientMessage::Undo {}).await.unwrap();
    }
    offered(&mut two, Offers { undo: Some(Player::Second), ..NOTHING }).await;
    two.b.settle().await.unwrap();
    assert_eq!(two.b.state.revision, 0);
    // Agreed: the one who asked chooses anew.
    two.a.say(&ClientMessage::Undo {}).await.unwrap();
    two.b.until(|state| state.revision == 1).await.unwrap();
    assert_eq!(two.b.state.played, ["b2"]);
    two.a.until(|state| state.revision == 1).await.unwrap();
    two.play("c1").await;
    // It is still so after a restart of the server.
    let (table, token) = (two.table.clone(), two.tokens[0].clone());
    drop(two);
    let hall = hall.again().await;
    let me = hall.address.join(&table, Some(&token)).await.unwrap();
    assert_eq!((me.state.revision, me.state.played), (1, vec!["b2".to_string(), "c1".to_string()]));
    hall.close().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn bots_agree_to_every_undo() {
    let hall = Hall::new("undo-bot").await;
    let (_, mut me) = hall.against("connect4", "engine:depth=2").await;
    for line in 1..4 {
        assert_eq!(me.refused_to(&ClientMessage::Undo {}).await.unwrap(), RefusalCode::NothingToUndo);
        me.play("d").await.unwrap();
        me.my_turn().await.unwrap();
        me.play("c").await.unwrap();
        me.my_turn().await.unwrap();
        me.say(&ClientMessage::Undo {}).await.unwrap();
        me.until(|state| state.step.ply == 2).await.unwrap();
        // And once while the bot may be searching: its search is cancelled.
        me.play("e").await.unwrap();
        me.say(&ClientMessage::Undo {}).await.unwrap();
        me.until(|state| state.revision == 3 * line - 1).await.unwrap();
        assert_eq!(me.state.step.ply, 2);
        me.say(&ClientMessage::Undo {}).await.unwrap();
        me.until(|state| state.revision == 3 * line).await.unwrap();
        assert!(me.state.played.is_empty() && me.is_to_move());
    }
    play_out(&mut me).await;
    hall.close().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn draws_are_offered_declined_and_agreed_on() {
    let hall = Hall::new("draws").await;
    let mut two = hall.two("connect4").await;
    two.play("d").await;
    two.a.say(&ClientMessage::Draw {}).await.unwrap();
    offered(&mut two, Offers { draw: Some(Player::First), ..NOTHING }).await;
    // Asking twice is not agreeing with oneself. It has to be heard before the answer, or it is a new offer.
    two.a.say(&ClientMessage::Draw {}).await.unwrap();
    two.a.settle().await.unwrap();
    two.b.say(&ClientMessage::Decline { what: Offer::Draw }).await.unwrap();
    offered(&mut two, NOTHING).await;
    two.b.say(&ClientMessage::Draw {}).await.unwrap();
    offered(&mut two, Offers { draw: Some(Player::Second), ..NOTHING }).await;
    two.a.say(&ClientMessage::Draw {}).await.unwrap();
    for client in [&mut two.a, &mut two.b] {
        client.until(|state| state.end.is_some()).await.unwrap();
        let end = client.state.end.as_ref().unwrap();
        assert_eq!((end.winner, end.reason), (None, EndReason::Agreement));
        assert_eq!(end.record.as_deref(), Some(&*two.table));
    }
    // A bot without a value for the position declines, and so does one that is better.
    let (_, mut me) = hall.against("tictactoe", "random").await;
    me.play("b2").await.unwrap();
    me.my_turn().await.unwrap();
    assert_eq!(me.refused_to(&ClientMessage::Draw {}).await.unwrap(), RefusalCode::Declined);
    let (_, mut me) = hall.against("tictactoe", "engine:depth=9").await;
    me.play("b2").await.unwrap();
    me.my_turn().await.unwrap();
    // With b2 and best play it is a draw, and the bot knows.
    me.say(&ClientMessage::Draw {}).await.unwrap();
    me.until(|state| state.end.as_ref().is_some_and(|end| end.reason == EndReason::Agreement)).await.unwrap();
    hall.close().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn who_gives_up_loses() {
    let hall = Hall::new("resign").await;
    let wanted = wish("tictactoe", SeatRequest::Me, SeatRequest::Open);
    let (_, mut alone) = hall.address.play(&wanted).await.unwrap();
    assert_eq!(alone.refused_to(&ClientMessage::Resign {}).await.unwrap(), RefusalCode::NotOver);
    let mut two = hall.two("tictactoe").await;
    // Not being to move is no hindrance.
    resign(&mut two.b).await;
    two.a.until(|state| state.end.is_some()).await.unwrap();
    let end = two.a.state.end.clone().unwrap();
    assert_eq!((end.winner, end.reason, end.record), (Some(Player::First), EndReason::Resignation, None));
    let (_, mut me) = hall.against("gomoku", "engine:time=10s").await;
    me.play("h8").await.unwrap();
    resign(&mut me).await;
    let end = me.state.end.clone().unwrap();
    assert_eq!((end.winner, end.reason), (Some(Player::Second), EndReason::Resignation));
    assert_eq!(me.state.thinking, None);
    hall.close().await;
}

async fn rematch(client: &mut Client) -> (String, Option<Player>, Option<String>) {
    client
        .wait_for(|message| match message {
            ServerMessage::Rematch { table, seat, token } => Some((table.clone(), *seat, token.clone())),
            _ => None,
        })
        .await
        .unwrap()
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn two_people_play_again_with_sides_swapped() {
    let hall = Hall::new("rematch").await;
    let mut two = hall.two("tictactoe").await;
    let mut watcher = hall.address.join(&two.table, None).await.unwrap();
    assert_eq!(two.a.refused_to(&ClientMessage::Rematch {}).await.unwrap(), RefusalCode::NotOver);
    two.play("b2").await;
    resign(&mut two.b).await;
    two.a.until(|state| state.end.is_some()).await.unwrap();
    two.a.say(&ClientMessage::Rematch {}).await.unwrap();
    offered(&mut two, Offers { rematch: Some(Player::First), ..NOTHING }).await;
    two.b.say(&ClientMessage::Decline { what: Offer::Rematch }).await.unwrap();
    offered(&mut two, NOTHING).await;
    two.b.say(&ClientMessage::Rematch {}).await.unwrap();
    offered(&mut two, Offers { rematch: Some(Player::Second), ..NOTHING }).await;
    two.a.say(&ClientMessage::Rematch {}).await.unwrap();
    let (a, b, w) = (rematch(&mut two.a).await, rematch(&mut two.b).await, rematch(&mut watcher).await);
    assert!(a.0 == b.0 && b.0 == w.0 && a.0 != two.table);
    assert_eq!((a.1, b.1), (Some(Player::Second), Some(Player::First)));
    assert_eq!((w.1, w.2), (None, None), "tokens are for those who play");
    // Asked for again, it is the same one.
    two.a.say(&ClientMessage::Rematch {}).await.unwrap();
    assert_eq!(rematch(&mut two.a).await, a);
    let mut next = Two {
        a: hall.address.join(&b.0, b.2.as_deref()).await.unwrap(),
        b: hall.address.join(&a.0, a.2.as_deref()).await.unwrap(),
        table: a.0.clone(),
        tokens: [b.2.unwrap(), a.2.unwrap()],
    };
    assert_eq!((next.a.you, next.b.you), (Some(Player::First), Some(Player::Second)));
    assert!(next.tokens.iter().all(|token| !two.tokens.contains(token)));
    next.play("b2 a1").await;
    hall.close().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn bots_always_play_again() {
    let hall = Hall::new("rematch-bot").await;
    let (_, mut me) = hall.against("tictactoe", "random").await;
    me.play("b2").await.unwrap();
    resign(&mut me).await;
    me.say(&ClientMessage::Rematch {}).await.unwrap();
    let (table, seat, token) = rematch(&mut me).await;
    assert_eq!(seat, Some(Player::Second));
    let mut me = hall.address.join(&table, token.as_deref()).await.unwrap();
    assert_eq!(me.state.seats[0], SeatView::Bot { bot: "random".into() });
    play_out(&mut me).await;
    // Two bots: the person who asked for the first game controls the second, too.
    let mut wanted = wish("tictactoe", bot("random"), bot("rules"));
    wanted.pace = Some(Pace { paused: false, millis: 0 });
    let (seat, mut host) = hall.address.play(&wanted).await.unwrap();
    let mut watcher = hall.address.join(&seat.table, None).await.unwrap();
    host.until(|state| state.end.is_some()).await.unwrap();
    assert_eq!(watcher.refused_to(&ClientMessage::Rematch {}).await.unwrap(), RefusalCode::NoSeat);
    host.say(&ClientMessage::Rematch {}).await.unwrap();
    let (table, seat, token) = rematch(&mut host).await;
    assert_eq!((seat, rematch(&mut watcher).await.2), (None, None));
    let mut host = hall.address.join(&table, token.as_deref()).await.unwrap();
    assert!(host.host);
    host.until(|state| state.end.is_some()).await.unwrap();
    assert_eq!(
        host.state.seats,
        [SeatView::Bot { bot: "rules".into() }, SeatView::Bot { bot: "random".into() }]
    );
    hall.close().await;
}

/// A level that keeps a series even is another one in the next game, also if the server was stopped meanwhile.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn an_even_match_follows_its_results() {
    let mut hall = Hall::new("even").await;
    let (SeatTaken { mut table, token, .. }, _) = hall.against("tictactoe", "level:n=4,even=on").await;
    let mut token = Some(token);
    for (number, level) in [3, 2, 1, 1].into_iter().enumerate() {
        let mut me = hall.address.join(&table, token.as_deref()).await.unwrap();
        me.my_turn().await.unwrap();
        let mv = me.state.step.moves[0].text.clone();
        me.play(&mv).await.unwrap();
        resign(&mut me).await;
        hall = hall.again().await;
        let mut me = hall.address.join(&table, token.as_deref()).await.unwrap();
        me.say(&ClientMessage::Rematch {}).await.unwrap();
        (table, _, token) = rematch(&mut me).await;
        let next = hall.address.join(&table, token.as_deref()).await.unwrap();
        let first = number % 2 == 0;
        assert_eq!(
            next.state.seats[usize::from(!first)],
            SeatView::Bot { bot: format!("level:n={level},even=on") }
        );
        assert_eq!(next.table.score[usize::from(!first)], 2 * (number as u32 + 1));
    }
    hall.close().await;
}
