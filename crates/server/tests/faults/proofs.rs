//! Proof files of the server: checked while it runs, used for play, and asked for explanations.

use std::path::Path;
use std::time::{Duration, Instant};

use plywood_bench::load::{Client, ClientError, bot, wish};
use plywood_rules::{Run, Stop};
use plywood_server::protocol::{
    ClaimView, ClientMessage, EndsBy, GrownTree, Player, Problem, ProofStateView, ProofView, RefusalCode,
    SeatRequest, ServerMessage, ThoughtView, TreeNodeView, TreeRequest, TreeViewRequest, TurnView, ValueView,
};
use plywood_workshop::Workshop;

use super::trees::tree_wish;
use super::{Hall, play_out, scratch};

const GAME: &str = "mnk:m=6,n=5,k=4";
const WIN: &str = "perfect:proof=win";
const DRAWN: &str = "tictactoe";

/// The bytes of a proof: that the first player wins, or that it is a draw.
fn proof(game: &str) -> Vec<u8> {
    let session = Workshop::standard().open(game).unwrap().session(None, "", 1).unwrap();
    let run = Run { memory: 1 << 26, ..Run::default() };
    session.prove(true, None, &run).unwrap().file.expect("it is proved")
}

/// The proofs of a game, once all files of the server were checked.
async fn all_checked(hall: &Hall, game: &str) -> Vec<ProofView> {
    let begun = Instant::now();
    loop {
        let proofs = hall.house.services.catalogue.describe(game).unwrap().proofs;
        if proofs.iter().all(|it| it.state != ProofStateView::Waits {}) {
            return proofs;
        }
        assert!(begun.elapsed() < plywood_bench::load::LIMIT);
        tokio::time::sleep(Duration::from_millis(10)).await;
    }
}

/// Waits until the one of this name was found good.
async fn is_offered(hall: &Hall, name: &str) {
    let begun = Instant::now();
    let offered =
        || hall.house.services.catalogue.describe(GAME).unwrap().opponents.iter().any(|it| it.bot == name);
    while !offered() {
        assert!(begun.elapsed() < plywood_bench::load::LIMIT);
        tokio::time::sleep(Duration::from_millis(10)).await;
    }
}

async fn why(client: &mut Client, bot: Option<&str>) -> ThoughtView {
    let ply = client.state.step.ply;
    client.say(&ClientMessage::Think { ply, bot: bot.map(str::to_string) }).await.unwrap();
    client
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
    let good = proof(GAME);
    let put = |name: &str, bytes: &[u8]| std::fs::write(proofs.join(name), bytes).unwrap();
    put("win.proof", &good);
    // Its sum is wrong, which the head does not tell.
    put("bad.proof", &[&good[..good.len() - 1], &[good[good.len() - 1] ^ 1]].concat());
    put("cut.proof", &good[..good.len() / 2]);
    put("Not A Name.proof", &good);
    put("read-me.txt", b"nothing");
    put("zz-draw.proof", &proof(DRAWN));
    folder
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn proofs_of_the_house_are_played_by_and_asked() {
    let folder = house_with_proofs("proofs");
    let hall = Hall::open(&folder, |_| {}).await;
    is_offered(&hall, WIN).await;
    let offered = hall.house.services.catalogue.describe(GAME).unwrap().opponents;
    assert_eq!(offered.iter().filter(|it| it.bot.starts_with("perfect")).count(), 1);
    // A player against it loses, and no answer reveals the file's folder.
    let (_, mut me) = hall.address.play(&wish(GAME, bot(WIN), SeatRequest::Me)).await.unwrap();
    assert!(!format!("{:?}", me.state).contains(&folder.display().to_string()));
    play_out(&mut me).await;
    assert_eq!(me.state.end.as_ref().unwrap().winner, Some(Player::First));
    // The explanation comes from the proof in its positions, and from a search elsewhere. The first question finds out that the
    // game is not solved at once, which takes a while on a busy machine: so the test finds that out before.
    let game = hall.house.services.catalogue.game(GAME).unwrap();
    let unsolved = tokio::task::spawn_blocking(move || {
        game.session(None, "", 1).unwrap().look_up(&Stop::never()).unwrap().is_none()
    });
    assert!(unsolved.await.unwrap());
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
async fn only_proofs_of_the_server_are_named() {
    let folder = house_with_proofs("proof-names");
    let hall = Hall::open(&folder, |_| {}).await;
    is_offered(&hall, WIN).await;
    let path = folder.join("proofs").join("win.proof");
    let game = hall.house.services.catalogue.game(GAME).unwrap();
    let refused = |bot: &str, told: &str| {
        let problem = hall.house.services.catalogue.opponent(&game, bot).unwrap_err();
        assert_eq!(problem.code, RefusalCode::Options);
        assert!(problem.text.contains(told), "{bot}: {}", problem.text);
    };
    refused(&format!("perfect:proof={}", path.display()), "the server has no proof");
    refused("perfect:proof=../proofs/win", "the server has no proof");
    refused("perfect:proof=none", "it has bad, win");
    refused("perfect:proof=cut", "the server has no proof 'cut'");
    refused("perfect:proof=bad", "was refused when it was checked");
    refused("perfect:proof=win,tie=random", "no other options");
    refused("perfect", "by its proofs");
    let other = hall.house.services.catalogue.game("connect4").unwrap();
    assert!(hall.house.services.catalogue.opponent(&other, WIN).unwrap_err().text.contains("it has none"));
    // A game by a proof continues after a restart of the server, even if the proof is not checked by then.
    let (seat, me) = hall.address.play(&wish(GAME, bot(WIN), SeatRequest::Me)).await.unwrap();
    drop(me);
    let hall = hall.again().await;
    let mut me = hall.address.join(&seat.table, Some(&seat.token)).await.unwrap();
    play_out(&mut me).await;
    assert_eq!(me.state.end.as_ref().unwrap().winner, Some(Player::First));
    hall.close().await;
    // What somebody names has to be there.
    let mut settings = plywood_server::ServerSettings::new(&folder);
    settings.proofs = Some(Path::new("no/such/folder").to_path_buf());
    let opened = plywood_server::AppState::open(settings, Workshop::standard()).await;
    assert!(opened.is_err_and(|error| error.to_string().contains("no/such/folder")));
}

fn walk(game: &str, moves: &str, depth: u32) -> TreeRequest {
    let moves = moves.to_string();
    TreeRequest { moves, depth: Some(depth), ..tree_wish(game, TreeViewRequest::Proof) }
}

async fn walked(hall: &Hall, wish: &TreeRequest) -> GrownTree {
    hall.address.post("/api/tree", wish).await.unwrap_or_else(|error| panic!("{wish:?}: {error}"))
}

fn below(tree: &GrownTree, parent: usize) -> Vec<&TreeNodeView> {
    tree.nodes.iter().filter(|node| node.parent == Some(parent)).collect()
}

/// Opened reply by reply, a proof is the prover's one move and all replies to it, down to where it ends by threats, and through them.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_proof_is_walked_through_as_far_as_it_is_opened() {
    let folder = house_with_proofs("proof-walk");
    let hall = Hall::open(&folder, |_| {}).await;
    let known = all_checked(&hall, GAME).await;
    assert_eq!(known.iter().map(|it| it.name.as_str()).collect::<Vec<_>>(), ["bad", "win"]);
    let first = ClaimView { player: Player::First, wins: true };
    assert_eq!(known[1].state, ProofStateView::Checked { claims: vec![first] });
    let ProofStateView::Refused { reason } = &known[0].state else { panic!("{known:?}") };
    assert!(!reason.is_empty() && !reason.contains(&folder.display().to_string()), "{reason}");
    let (mut moves, mut threats, mut plies) = (String::new(), 0, u32::MAX);
    loop {
        let tree = walked(&hall, &walk(GAME, &moves, 2)).await;
        let proof = tree.proof.as_ref().unwrap();
        assert_eq!((proof.name.as_str(), proof.claim.player, proof.claim.wins), ("win", Player::First, true));
        assert!(proof.claim.plies.is_some_and(|left| left < plies), "{moves}: {proof:?}");
        plies = proof.claim.plies.unwrap();
        assert_eq!(tree.nodes[0].value.as_ref().unwrap().plies, Some(plies));
        let [answer] = below(&tree, 0)[..] else { panic!("{moves}: one move of the prover's") };
        let wide = answer.text.as_deref().unwrap().len();
        assert_eq!(wide, 2);
        moves = format!("{moves} {}", answer.text.as_deref().unwrap());
        if answer.turn == TurnView::Over {
            break;
        }
        // One reply for each empty square.
        let replies = below(&tree, 1);
        assert_eq!(replies.len(), 30 - moves.split_whitespace().count(), "{moves}");
        threats += replies.iter().filter(|it| matches!(it.ends_by, Some(EndsBy::Threats { .. }))).count();
        let longest = replies.iter().max_by_key(|it| it.value.as_ref().unwrap().plies).unwrap();
        if let Some(EndsBy::Threats { moves: line }) = &longest.ends_by {
            assert_eq!(line.len() as u32, longest.value.as_ref().unwrap().plies.unwrap());
        }
        moves = format!("{moves} {}", longest.text.as_deref().unwrap());
    }
    assert!(threats > 0 && plies == 1, "{threats}, {plies}");
    // The picture for print is of the same tree, and neither reveals the file's folder.
    let picture = hall.address.get(&format!("/api/tree.svg?game={GAME}&view=proof&proof=win&depth=2")).await;
    let picture = picture.unwrap().text();
    assert!(picture.contains("How the first player wins"), "{picture}");
    assert!(!picture.contains(&folder.display().to_string()));
    hall.close().await;
}

/// A draw has a proof for either player: the side to move, unless the request names one.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_draw_is_walked_through_for_either_player() {
    let hall = Hall::open(&house_with_proofs("proof-draw"), |_| {}).await;
    let claims = Player::BOTH.map(|player| ClaimView { player, wins: false });
    let known = all_checked(&hall, DRAWN).await;
    let ProofStateView::Checked { claims: told } = &known[0].state else { panic!("{known:?}") };
    assert!(told.len() == 2 && claims.iter().all(|claim| told.contains(claim)), "{told:?}");
    for (player, replies) in [(None, 1), (Some(Player::First), 1), (Some(Player::Second), 9)] {
        let tree = walked(&hall, &TreeRequest { player, ..walk(DRAWN, "", 1) }).await;
        let proof = tree.proof.as_ref().unwrap();
        assert_eq!(
            (proof.claim.player, proof.claim.wins, proof.claim.plies),
            (player.unwrap_or(Player::First), false, None)
        );
        assert_eq!(below(&tree, 0).len(), replies);
    }
    // To hold by pairs is gone through as well.
    let deep =
        walked(&hall, &TreeRequest { player: Some(Player::Second), most: Some(3000), ..walk(DRAWN, "", 9) })
            .await;
    let path = |mut at: usize| {
        let mut path = Vec::new();
        while let Some(parent) = deep.nodes[at].parent {
            path.insert(0, deep.nodes[at].text.clone().unwrap());
            at = parent;
        }
        path.join(" ")
    };
    let by_pairs = deep
        .nodes
        .iter()
        .position(|it| matches!(&it.ends_by, Some(EndsBy::Pairs { pairs, .. }) if !pairs.is_empty()));
    let on = TreeRequest {
        player: Some(Player::Second),
        ..walk(DRAWN, &path(by_pairs.expect("there are pairs")), 1)
    };
    let on = walked(&hall, &on).await;
    assert!(!below(&on, 0).is_empty() && on.nodes[0].ends_by.is_none());
    hall.close().await;
}

/// Whatever there is not to see is refused with a sentence that says why, and what would do.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn what_proofs_do_not_say_is_refused_in_words() {
    let folder = house_with_proofs("proof-silent");
    let hall = Hall::open(&folder, |_| {}).await;
    all_checked(&hall, GAME).await;
    all_checked(&hall, DRAWN).await;
    let named = |name: &str| TreeRequest { proof: Some(name.to_string()), ..walk(GAME, "", 1) };
    let best = walked(&hall, &walk(GAME, "", 1)).await.nodes[1].text.clone().unwrap();
    for (wish, told) in [
        (walk("connect4", "", 1), "the server has no proof of this game".to_string()),
        (walk("mnk:m=6,n=5,k=4,misere=on", "", 1), "the server has no proof of this game".to_string()),
        (
            walk(GAME, "a1 b2", 1),
            format!("the proof 'win' says nothing of this position: first plays {best} by it, and not a1"),
        ),
        (walk(GAME, "a1 a1", 1), "a1".to_string()),
        (
            TreeRequest { player: Some(Player::Second), ..walk(GAME, "", 1) },
            "the proof 'win' says nothing for the second player".to_string(),
        ),
        (named("bad"), "the proof 'bad' was refused when it was checked: ".to_string()),
        (named("none"), "it has bad, win".to_string()),
        (named("../win"), "1 to 32 of a to z".to_string()),
        (named(&"a".repeat(50_000)), "1 to 32 of a to z".to_string()),
        (TreeRequest { view: TreeViewRequest::Full, ..named("win") }, "the view 'proof' only".to_string()),
        (TreeRequest { best: Some(0), ..walk(GAME, "", 1) }, "'best' has to be".to_string()),
        (walk(DRAWN, "b2 a1 c1 a3 a2 c2 b1 b3 c3", 1), "over".to_string()),
    ] {
        let answer: Result<GrownTree, ClientError> = hall.address.post("/api/tree", &wish).await;
        let error = answer.err().unwrap_or_else(|| panic!("{wish:?}: it is refused"));
        let Problem { code, text } = error.problem().unwrap();
        assert_eq!(*code, RefusalCode::Options, "{wish:?}: {text}");
        assert!(text.contains(&told), "{wish:?}: {text}");
        assert!(text.len() < 500 && !text.contains(&folder.display().to_string()), "{wish:?}: {text}");
    }
    hall.close().await;
}
