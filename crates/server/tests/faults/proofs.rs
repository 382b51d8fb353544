//! Proof files of the house: checked while it is open, played by, and asked for the why.

use std::path::Path;
use std::time::{Duration, Instant};

use plywood_rig::{Guest, bot, wish};
use plywood_server::protocol::{ClientMessage, Code, SeatWish, ServerMessage, Side, ThoughtView, ValueView};
use plywood_session::{ProofPlan, Registry};

use super::{Hall, play_out, scratch};

const GAME: &str = "mnk:m=6,n=5,k=4";
const WIN: &str = "perfect:proof=win";

/// The bytes of a proof that the first player wins.
fn proof() -> Vec<u8> {
    let session = Registry::standard().open(GAME).unwrap().session(None, "", 1).unwrap();
    let plan = ProofPlan { memory: 1 << 26, threads: 1, write: true };
    session.prove(plan, &mut |_| true).unwrap().file.expect("it is won")
}

/// Waits until all files were looked at, the one of this name being good.
async fn is_offered(hall: &Hall, name: &str) {
    let begun = Instant::now();
    let offered = || hall.house.catalogue.describe(GAME).unwrap().opponents.iter().any(|it| it.bot == name);
    while !offered() {
        assert!(begun.elapsed() < plywood_rig::LIMIT);
        tokio::time::sleep(Duration::from_millis(10)).await;
    }
}

async fn why(guest: &mut Guest, bot: Option<&str>) -> ThoughtView {
    let ply = guest.state.step.ply;
    guest.say(&ClientMessage::Think { ply, bot: bot.map(str::to_string) }).await.unwrap();
    guest
        .wait_for(|message| match message {
            ServerMessage::Thought(thought) if thought.ply == ply => Some(thought.clone()),
            _ => None,
        })
        .await
        .unwrap()
}

fn house_with_proofs(name: &str) -> std::path::PathBuf {
    let folder = scratch(name);
    let proofs = folder.join("proofs");
    std::fs::create_dir_all(&proofs).unwrap();
    let good = proof();
    let put = |name: &str, bytes: &[u8]| std::fs::write(proofs.join(name), bytes).unwrap();
    put("win.proof", &good);
    // Its sum is wrong, which the head does not tell.
    put("bad.proof", &[&good[..good.len() - 1], &[good[good.len() - 1] ^ 1]].concat());
    put("cut.proof", &good[..good.len() / 2]);
    put("Not A Name.proof", &good);
    put("read-me.txt", b"nothing");
    folder
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn proofs_of_the_house_are_played_by_and_asked() {
    let folder = house_with_proofs("proofs");
    let hall = Hall::open(&folder, |_| {}).await;
    is_offered(&hall, WIN).await;
    let offered = hall.house.catalogue.describe(GAME).unwrap().opponents;
    assert_eq!(offered.iter().filter(|it| it.bot.starts_with("perfect")).count(), 1);
    // Whoever plays against it loses, and nobody is told where it is.
    let (_, mut me) = hall.door.play(&wish(GAME, bot(WIN), SeatWish::Me)).await.unwrap();
    assert!(!format!("{:?}", me.state).contains(&folder.display().to_string()));
    play_out(&mut me).await;
    assert_eq!(me.state.end.as_ref().unwrap().winner, Some(Side::First));
    // The why is what the proof says as long as it says something, and searched for elsewhere.
    let (_, mut me) = hall.against(GAME, "first").await;
    let known = why(&mut me, None).await;
    assert_eq!((known.bot.as_str(), known.nodes, known.exact), (WIN, 0, false));
    assert!(matches!(known.value, Some(ValueView::Win { .. })) && known.pv.len() > 1);
    let bad = me.state.step.moves.iter().map(|mv| mv.text.clone()).find(|text| *text == "a1").unwrap();
    me.play(&bad).await.unwrap();
    me.my_turn().await.unwrap();
    let searched = why(&mut me, None).await;
    assert_ne!(searched.bot, WIN);
    let ply = me.state.step.ply;
    me.say(&ClientMessage::Think { ply, bot: Some(WIN.to_string()) }).await.unwrap();
    let refused = me
        .wait_for(|message| match message {
            ServerMessage::Refused(problem) => Some(problem.clone()),
            _ => None,
        })
        .await
        .unwrap();
    assert!(refused.text.contains("says nothing of this position"), "{}", refused.text);
    assert!(!refused.text.contains(&folder.display().to_string()), "{}", refused.text);
    hall.close().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn only_proofs_of_the_house_are_named() {
    let folder = house_with_proofs("proof-names");
    let hall = Hall::open(&folder, |_| {}).await;
    is_offered(&hall, WIN).await;
    let path = folder.join("proofs").join("win.proof");
    let game = hall.house.catalogue.game(GAME).unwrap();
    let refused = |bot: &str, told: &str| {
        let problem = hall.house.catalogue.opponent(&game, bot).unwrap_err();
        assert_eq!(problem.code, Code::Options);
        assert!(problem.text.contains(told), "{bot}: {}", problem.text);
    };
    refused(&format!("perfect:proof={}", path.display()), "the house has no proof");
    refused("perfect:proof=../proofs/win", "the house has no proof");
    refused("perfect:proof=none", "it has bad, win");
    refused("perfect:proof=cut", "the house has no proof 'cut'");
    refused("perfect:proof=bad", "was refused when it was checked");
    refused("perfect:proof=win,tie=random", "no other options");
    refused("perfect", "by proofs that it has");
    let other = hall.house.catalogue.game("tictactoe").unwrap();
    assert!(hall.house.catalogue.opponent(&other, WIN).unwrap_err().text.contains("it has none"));
    // A game by a proof goes on when the house is opened again, whether or not it is checked by then.
    let (seat, me) = hall.door.play(&wish(GAME, bot(WIN), SeatWish::Me)).await.unwrap();
    drop(me);
    let hall = hall.again().await;
    let mut me = hall.door.join(&seat.table, Some(&seat.token)).await.unwrap();
    play_out(&mut me).await;
    assert_eq!(me.state.end.as_ref().unwrap().winner, Some(Side::First));
    hall.close().await;
    // What somebody names has to be there.
    let mut settings = plywood_server::Settings::new(&folder);
    settings.proofs = Some(Path::new("no/such/folder").to_path_buf());
    let opened = plywood_server::House::open(settings, Registry::standard()).await;
    assert!(opened.is_err_and(|error| error.to_string().contains("no/such/folder")));
}
