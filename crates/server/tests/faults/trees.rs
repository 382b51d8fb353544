//! Game trees, and their pictures.

use plywood_bench::load::ClientError;
use plywood_server::protocol::{
    Bound, End, GrownTree, Player, Problem, RefusalCode, TreeRequest, TreeViewRequest, WinnerView,
};

use super::Hall;

const LESSON: &str = "tree:(a:(b1:3 b2:12 b3:8) b:(c1:2 c2:4 c3:6) c:(d1:14 d2:5 d3:2))";

/// The usual wish.
pub fn tree_wish(game: &str, view: TreeViewRequest) -> TreeRequest {
    TreeRequest {
        game: game.to_string(),
        position: None,
        moves: String::new(),
        view,
        bot: None,
        proof: None,
        seed: 0,
        depth: None,
        merge: false,
        best: None,
        along: None,
        most: None,
        player: None,
    }
}

fn trace(game: &str, bot: &str) -> TreeRequest {
    TreeRequest { bot: Some(bot.to_string()), ..tree_wish(game, TreeViewRequest::Trace) }
}

async fn grown(hall: &Hall, wish: &TreeRequest) -> GrownTree {
    hall.address.post("/api/tree", wish).await.unwrap_or_else(|error| panic!("{wish:?}: {error}"))
}

async fn refused(hall: &Hall, wish: &TreeRequest) -> Problem {
    let told: Result<GrownTree, ClientError> = hall.address.post("/api/tree", wish).await;
    told.err().unwrap_or_else(|| panic!("{wish:?}: it is refused")).problem().unwrap().clone()
}

/// The textbook tree, as every textbook has it: 3 for the first player, and two ends that alpha-beta never sees.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn traces_say_windows_values_and_cuts() {
    let hall = Hall::new("traces").await;
    let tree = grown(&hall, &trace(LESSON, "alphabeta")).await;
    let search = tree.search.unwrap();
    assert_eq!((search.nodes, search.best.as_str(), search.value.unwrap().text.as_str()), (11, "a", "3"));
    let at = |path: &[&str]| {
        path.iter().fold(0, |from, &text| {
            let is = |(_, node): &(usize, &_)| {
                let node: &plywood_server::protocol::TreeNodeView = node;
                node.parent == Some(from) && node.text.as_deref() == Some(text)
            };
            tree.nodes.iter().enumerate().find(is).unwrap().0
        })
    };
    let b = &tree.nodes[at(&["b"])];
    assert_eq!((b.end, b.bound, b.order), (End::Cut, Bound::Upper, Some(6)));
    let window = b.window.as_ref().unwrap();
    assert_eq!((window.alpha.as_ref().unwrap().points, window.beta.as_ref()), (3.0, None));
    assert_eq!(b.window_after.as_ref().unwrap().beta.as_ref().unwrap().text, "2");
    for skipped in ["c2", "c3"] {
        let node = &tree.nodes[at(&["b", skipped])];
        assert_eq!((node.end, node.order, &node.value), (End::Skipped, None, &None));
    }
    assert!(tree.nodes[at(&["a", "b1"])].principal);
    let minimax = grown(&hall, &trace(LESSON, "minimax")).await;
    assert_eq!((minimax.nodes.len(), minimax.search.unwrap().nodes), (13, 13));
    hall.close().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn all_views_of_a_game() {
    let hall = Hall::new("views").await;
    let merged =
        TreeRequest { merge: true, depth: Some(2), ..tree_wish("tictactoe", TreeViewRequest::Coloured) };
    let tree = grown(&hall, &merged).await;
    assert_eq!((tree.nodes.len(), tree.solved, tree.family.as_str()), (1 + 3 + 12, true, "mnk"));
    assert!(tree.nodes.iter().filter(|node| node.ply < 2).all(|node| node.winner == Some(WinnerView::Draw)));
    assert_eq!(tree.nodes[0].scene.grids[0].len(), 3);
    let whole = grown(&hall, &tree_wish("tictactoe", TreeViewRequest::Full)).await;
    assert_eq!((whole.nodes.len(), whole.cut_at), (1 + 9 + 72, Some(2)));
    let strategy = TreeRequest {
        moves: "b2 b1".to_string(),
        merge: true,
        ..tree_wish("tictactoe", TreeViewRequest::Decision)
    };
    let size = grown(&hall, &strategy).await.strategy.unwrap();
    assert_eq!((size.player, size.value.text.starts_with('W')), (Player::First, true));
    // Larger than can be solved in a second: what follows from what is shown is all that is known.
    let large = TreeRequest { depth: Some(1), ..tree_wish("qubic", TreeViewRequest::Coloured) };
    let large = grown(&hall, &large).await;
    assert_eq!((large.nodes.len(), large.solved, large.nodes[1].winner), (65, false, None));
    let playouts = grown(&hall, &trace("connect4", "mcts:playouts=200")).await;
    assert_eq!(playouts.nodes[0].tally.unwrap().0, 200);
    // A search that would take minutes shows what it has by then.
    let long = grown(&hall, &trace("gomoku", "mcts:playouts=100000000")).await;
    assert!(long.search.unwrap().stopped);
    hall.close().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn what_a_brain_knows_names_no_file() {
    let hall = Hall::new("brain-trees").await;
    let none = refused(&hall, &trace("tictactoe", "learner")).await;
    assert!(none.text.contains("there is no brain 'house'"), "{}", none.text);
    let learning = refused(&hall, &trace("tictactoe", "learner:learn=on")).await;
    assert!(learning.text.contains("without learning"), "{}", learning.text);
    let (_, mut me) = hall.against("tictactoe", "learner:learn=on").await;
    super::play_out(&mut me).await;
    let tree = grown(&hall, &trace("tictactoe", "learner")).await;
    assert_eq!(tree.search.unwrap().bot, "learner:brain=house");
    let picture =
        hall.address.get("/api/tree.svg?game=tictactoe&view=trace&bot=learner").await.unwrap().text();
    assert!(picture.contains("learner:brain=house"), "{picture}");
    assert!(!picture.contains(&*hall.folder.to_string_lossy()));
    hall.close().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn wrong_wishes_say_what_would_do() {
    let hall = Hall::new("wrong-trees").await;
    let full = |game: &str| tree_wish(game, TreeViewRequest::Full);
    for (wish, words) in [
        (full("nothing"), "'nothing'"),
        (full("tree:(a:"), "tree"),
        (TreeRequest { moves: "b2 b2".into(), ..full("tictactoe") }, "b2"),
        (TreeRequest { moves: "b2 ".repeat(9000), ..full("tictactoe") }, "'moves' may have"),
        (TreeRequest { position: Some("xx".into()), ..full("tictactoe") }, "xx"),
        (TreeRequest { most: Some(0), ..full("tictactoe") }, "'most' has to be 1 to 3000"),
        (TreeRequest { most: Some(3001), ..full("tictactoe") }, "'most' has to be 1 to 3000"),
        (TreeRequest { depth: Some(0), ..full("tictactoe") }, "'depth' has to be"),
        (TreeRequest { best: Some(0), ..full("tictactoe") }, "'best' has to be"),
        (TreeRequest { best: Some(2), ..full("tictactoe") }, "best needs values"),
        (TreeRequest { bot: Some("minimax".into()), ..full("tictactoe") }, "the view 'trace' only"),
        (
            TreeRequest { player: Some(Player::First), ..full("tictactoe") },
            "the views 'decision' and 'proof' only",
        ),
        (TreeRequest { merge: true, ..trace("tictactoe", "minimax") }, "merge goes with"),
        (trace("tictactoe", "random"), "no tree to show"),
        (trace("tictactoe", "human"), "a bot is needed"),
        (trace("tictactoe", "engine:depth=0"), "depth"),
        (trace("tictactoe", "perfect:table=/etc/passwd"), "perfectly"),
        (trace("pig", "perfect:table=/etc/passwd"), "the server opens none"),
        (tree_wish("gomoku", TreeViewRequest::Decision), ""),
        (trace(&format!("tree:{}", "(".repeat(9000)), "minimax"), "at most"),
    ] {
        let problem = refused(&hall, &wish).await;
        assert!([RefusalCode::Options, RefusalCode::Bot].contains(&problem.code), "{problem:?}");
        assert!(problem.text.contains(words) && !problem.text.contains("--"), "{problem:?}");
    }
    for query in ["", "game=tictactoe", "game=tictactoe&view=side", "game=tictactoe&view=full&x=1"] {
        let answer = hall.address.get(&format!("/api/tree.svg?{query}")).await.unwrap();
        assert_eq!(
            (answer.status, answer.header("content-type")),
            (400, Some("application/json")),
            "{query}"
        );
    }
    hall.close().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn the_picture_is_a_file_to_keep() {
    let hall = Hall::new("pictures").await;
    let tree = LESSON.replace(' ', "%20");
    let path = format!("/api/tree.svg?game={tree}&view=trace&bot=alphabeta&most=3000&merge=false");
    let answer = hall.address.get(&path).await.unwrap();
    assert_eq!(answer.status, 200, "{}", answer.text());
    assert_eq!(answer.header("content-type"), Some("image/svg+xml"));
    assert!(answer.header("content-disposition").unwrap().starts_with("attachment"));
    let text = answer.text();
    assert!(text.starts_with("<svg") || text.starts_with("<?xml"), "{text}");
    assert!(text.contains("a written tree</title>") && text.contains("cut: 2 ≤ α 3"), "{text}");
    let cut =
        hall.address.get("/api/tree.svg?game=tictactoe&view=full&depth=3&most=50").await.unwrap().text();
    assert!(cut.contains("nodes below are left out.") && !cut.contains("--"), "{cut}");
    hall.close().await;
}
