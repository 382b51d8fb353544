//! Training in idle time: what it takes, what comes of it, and who may watch.

use std::time::Duration;

use plywood_server::protocol::{CurveView, RefusalCode, TrainingView};

use super::{Hall, learnt, resign};

/// A training thread runs only when nobody else wants to.
const PATIENCE: Duration = Duration::from_secs(120);

async fn training(hall: &Hall) -> TrainingView {
    hall.address.read("/api/training").await.unwrap()
}

/// Waits until the training is as wanted.
async fn until(hall: &Hall, wanted: impl Fn(&TrainingView) -> bool) -> TrainingView {
    let waiting = async {
        loop {
            let view = training(hall).await;
            if wanted(&view) {
                return view;
            }
            tokio::time::sleep(Duration::from_millis(100)).await;
        }
    };
    tokio::time::timeout(PATIENCE, waiting).await.expect("it trains")
}

/// Two people play, and their game is learnt; from then on their game is trained, within the share.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn the_house_learns_from_people_and_from_itself() {
    let share = 0.25;
    let hall = Hall::with("training", |settings| settings.train = Some(share)).await;
    assert_eq!(training(&hall).await.share, Some(share));
    let curve = "/api/curve?game=tictactoe&brain=house";
    let missing = hall.address.read::<CurveView>(curve).await.unwrap_err();
    assert_eq!(missing.problem().unwrap().code, RefusalCode::NotFound);

    let mut two = hall.two("tictactoe").await;
    two.play("b2 a1 a2 c2 b3 b1 c1 a3 c3").await;
    for client in [&mut two.a, &mut two.b] {
        let lessons = learnt(client).await;
        assert_eq!((lessons.len(), &*lessons[0].brain, lessons[0].games), (1, "house", 1));
    }
    let view = until(&hall, |view| view.played > 100).await;
    let game = view.game.unwrap();
    assert_eq!(game.game, "mnk:m=3,n=3,k=3");
    assert!(game.players.iter().any(|player| player.starts_with("learner:brain=house")), "{game:?}");
    // All that it does is followed by a rest; a part in ten is for what a busy machine measures.
    assert!(view.used > 0.0 && view.used < 1.1 * share, "{}", view.used);

    let curve: CurveView = hall.address.read(curve).await.unwrap();
    assert!(curve.games > 100);
    let opponents: Vec<&str> = curve.points.iter().map(|point| &*point.opponent).collect();
    assert_eq!(opponents[..2], ["random", "level:n=4"]);
    assert!(curve.points.iter().all(|point| point.wins + point.draws + point.losses == 40));

    // Once each, and not those without a move.
    let mut empty = hall.two("tictactoe").await;
    resign(&mut empty.a).await;
    let hall = hall.again().await;
    assert_eq!(training(&hall).await, TrainingView { share: None, used: 0.0, played: 0, game: None });
    let learnt_by_then: CurveView = hall.address.read("/api/curve?game=tictactoe&brain=house").await.unwrap();
    let mut two = hall.two("tictactoe").await;
    two.play("b2 a1 a2 c2 b3 b1 c1 a3 c3").await;
    two.a.settle().await.unwrap();
    let after: CurveView = hall.address.read("/api/curve?game=tictactoe&brain=house").await.unwrap();
    assert_eq!(after, learnt_by_then, "a server that does not train does not learn from people");
    hall.close().await;
}
