//! Trees to be seen: their sizes are known, their values are those of the solver, and nothing is left out unsaid.

use std::sync::Arc;

use plywood_rules::{Player, Proved, Run, Stop, Turn, Value};
use plywood_workshop::{
    AnyGame, Boards, EndsBy, TreeNode, TreeOptions, TreeReport, TreeView, Trouble, Workshop, value_text,
};

fn plan(view: TreeView) -> TreeOptions {
    TreeOptions { view, depth: None, merge: false, best: None, along: None, most: 300, solving: None }
}

fn open(game: &str) -> Arc<dyn AnyGame> {
    Workshop::standard().open(game).unwrap_or_else(|error| panic!("{game}: {error}"))
}

fn try_grow(game: &str, moves: &str, plan: &TreeOptions) -> Result<TreeReport, Trouble> {
    let session = open(game).session(None, moves, 1).expect("the moves are legal");
    let report = session.grow(plan, &Run::default())?;
    check(&report, plan);
    Ok(report)
}

fn grow(game: &str, plan: &TreeOptions) -> TreeReport {
    try_grow(game, "", plan).unwrap_or_else(|error| panic!("{game}, {plan:?}: {error}"))
}

/// The properties of every tree.
fn check(report: &TreeReport, plan: &TreeOptions) {
    let nodes = &report.nodes;
    assert!(!nodes.is_empty() && nodes.len() <= plan.most);
    for (at, node) in nodes.iter().enumerate() {
        assert_eq!(node.parent.is_none(), at == 0);
        assert_eq!(node.mv.is_none(), at == 0);
        assert!(node.parent.is_none_or(|parent| parent < at && nodes[parent].ply + 1 == node.ply));
        assert!(node.also.iter().all(|&other| other < nodes.len()));
        assert!(plan.depth.is_none_or(|depth| node.ply <= depth));
    }
    // The nodes hidden below others are those left out, unless these could not be counted.
    let hidden: u64 = nodes.iter().map(|node| node.hidden).sum();
    assert!(report.left_out_more || hidden == report.left_out, "{hidden} and {}", report.left_out);
    for boards in [Boards::Auto, Boards::On, Boards::Off] {
        let picture = report.picture(boards);
        assert_eq!(picture.nodes().len(), nodes.len());
        assert!(picture.svg().ends_with("</svg>\n") && picture.dot().ends_with("}\n"));
    }
    assert_eq!(report.outline().lines().count(), nodes.len());
}

fn levels(report: &TreeReport) -> Vec<usize> {
    let deepest = report.nodes.iter().map(|node| node.ply).max().unwrap_or(0);
    (0..=deepest).map(|ply| report.nodes.iter().filter(|node| node.ply == ply).count()).collect()
}

fn values(report: &TreeReport) -> Vec<String> {
    report.nodes.iter().map(|node| node.value.map_or(String::new(), value_text)).collect()
}

fn children(report: &TreeReport, of: usize) -> Vec<&TreeNode> {
    report.nodes.iter().filter(|node| node.parent == Some(of)).collect()
}

const TEXTBOOK: &str = "tree:(a:(b1:3 b2:12 b3:8) b:(c1:2 c2:4 c3:6) c:(d1:14 d2:5 d3:2))";

#[test]
fn the_first_plies_of_tic_tac_toe_are_those_of_the_blackboard() {
    let full = grow("tictactoe", &TreeOptions { depth: Some(2), ..plan(TreeView::Full) });
    assert_eq!(levels(&full), [1, 9, 72]);
    let merged = grow("tictactoe", &TreeOptions { depth: Some(2), merge: true, ..plan(TreeView::Full) });
    assert_eq!(levels(&merged), [1, 3, 12]);
    let ways: Vec<u32> = children(&merged, 0).iter().map(|node| node.ways).collect();
    assert_eq!(ways, [4, 4, 1]);
    assert_eq!(merged.left_out, 0);
}

#[test]
fn tic_tac_toe_has_765_positions_and_is_a_draw() {
    let whole = TreeOptions { depth: Some(9), merge: true, most: 1000, ..plan(TreeView::Coloured) };
    let coloured = grow("tictactoe", &whole);
    assert_eq!(levels(&coloured), [1, 3, 12, 38, 108, 174, 204, 153, 57, 15]);
    assert_eq!(coloured.nodes.len(), 765);
    assert!(coloured.solved && coloured.nodes.iter().all(|node| node.winner.is_some()));
    assert_eq!(coloured.nodes[0].winner, Some(None));
    // Finished positions up to symmetry, as often published: 91 won by X, 44 by O, 3 drawn.
    let ends = |winner| {
        let over = coloured.nodes.iter().filter(|node| matches!(node.turn, Turn::Over(_)));
        over.filter(|node| node.winner == Some(winner)).count()
    };
    assert_eq!([ends(Some(Player::First)), ends(Some(Player::Second)), ends(None)], [91, 44, 3]);
    // With less room there are fewer levels, and the report says so.
    let less = grow("tictactoe", &TreeOptions { merge: true, ..plan(TreeView::Coloured) });
    assert_eq!((levels(&less).len(), less.cut_at, less.left_out), (5, Some(4), 0));
    let fewest = grow("tictactoe", &TreeOptions { depth: Some(9), merge: true, ..plan(TreeView::Coloured) });
    assert_eq!((fewest.nodes.len(), fewest.left_out), (300, 465));
}

/// Values in a tree follow from each other, in every view.
fn values_follow(report: &TreeReport) {
    for (at, node) in report.nodes.iter().enumerate() {
        let children = children(report, at);
        // Children that are shown elsewhere or not at all are missing here.
        let all = node.hidden == 0 && report.nodes.iter().all(|other| !other.also.contains(&at));
        let (Some(value), Turn::Decision(player)) = (node.value, node.turn) else { continue };
        if children.is_empty() || !all {
            continue;
        }
        let for_mover = |value: Value| if player == Player::First { value } else { value.reversed() };
        let best = children.iter().map(|child| for_mover(child.value.expect("all are known")));
        let best = best.reduce(|a, b| if b.compare(&a).is_gt() { b } else { a }).expect("there are children");
        let later = match best {
            Value::Proved(Proved::Win { plies }) => Value::Proved(Proved::Win { plies: plies + 1 }),
            Value::Proved(Proved::Loss { plies }) => Value::Proved(Proved::Loss { plies: plies + 1 }),
            value => value,
        };
        assert_eq!(for_mover(value), later, "{}", node.position);
    }
}

#[test]
fn coloured_trees_are_valued_from_the_leaves_up() {
    for (game, merge) in
        [("tictactoe", false), ("tictactoe", true), ("mnk:m=4,n=2,k=2", true), (TEXTBOOK, false)]
    {
        values_follow(&grow(
            game,
            &TreeOptions { merge, most: 2000, depth: Some(4), ..plan(TreeView::Coloured) },
        ));
    }
    let textbook = grow(TEXTBOOK, &plan(TreeView::Coloured));
    assert_eq!(values(&textbook)[..4], ["3", "3", "2", "2"].map(String::from));
    let line: Vec<&str> =
        textbook.nodes.iter().filter(|node| node.principal).filter_map(|node| node.mv.as_deref()).collect();
    assert_eq!(line, ["a", "b1"]);
    let mixed =
        grow("tree:(a:{1/2 heads:W 1/2 tails:L} b:{1/3 4 2/3 1} c:{0.5 W 0.5 W})", &plan(TreeView::Coloured));
    assert_eq!(values(&mixed)[..4], ["W2", "0", "2", "W1"].map(String::from));
    // An expectation has no winner.
    let winners: Vec<_> = mixed.nodes[..4].iter().map(|node| node.winner).collect();
    assert_eq!(winners, [Some(Some(Player::First)), None, None, Some(Some(Player::First))]);
}

#[test]
fn positions_that_recur_are_coloured_too() {
    let plan = TreeOptions { depth: Some(2), merge: true, ..plan(TreeView::Coloured) };
    let report = grow("pikkpakk:size=3", &plan);
    assert!(report.solved && report.nodes.iter().all(|node| node.winner.is_some()));
}

#[test]
fn large_games_are_coloured_as_far_as_can_be_seen() {
    let plan = TreeOptions { depth: Some(2), most: 2000, ..plan(TreeView::Coloured) };
    let session = open("cube3").session(None, "111 333 112 332", 1).expect("legal moves");
    let report = session.grow(&plan, &Run::default()).expect("it is grown");
    check(&report, &plan);
    assert!(!report.solved);
    // X completes a line at once.
    assert_eq!(report.nodes[0].value, Some(Value::Proved(Proved::Win { plies: 1 })));
    assert!(report.nodes.iter().any(|node| node.value.is_none()));
}

#[test]
fn a_strategy_has_one_move_of_its_own_and_all_of_the_other() {
    for (game, player, value) in [
        ("tictactoe", Player::First, Value::Proved(Proved::Draw)),
        ("tictactoe", Player::Second, Value::Proved(Proved::Draw)),
        ("mnk:m=4,n=3,k=3", Player::First, Value::Proved(Proved::Win { plies: 7 })),
    ] {
        let all = TreeOptions { depth: Some(12), most: 100_000, ..plan(TreeView::Decision(Some(player))) };
        let report = grow(game, &all);
        let size = report.strategy.expect("its size is told");
        let aims = |value: Value| value.proved().map(|proved| proved.word());
        assert_eq!((size.player, aims(size.value)), (player, aims(value)), "{game}");
        assert_eq!(size.nodes, report.nodes.len() as u64, "{game}");
        let leaves = report.nodes.iter().filter(|node| matches!(node.turn, Turn::Over(_)));
        assert_eq!(size.leaves, leaves.clone().count() as u64, "{game}");
        let holds = |node: &&TreeNode| match value {
            Value::Proved(Proved::Draw) => node.winner != Some(Some(player.other())),
            _ => node.winner == Some(Some(player)),
        };
        assert!(leaves.clone().all(|node| holds(&node)), "{game}");
        for (at, node) in report.nodes.iter().enumerate() {
            let below = children(&report, at).len();
            match node.turn {
                Turn::Decision(mover) if mover == player => assert_eq!(below, 1),
                Turn::Over(_) => assert_eq!(below, 0),
                _ => assert!(below >= 1),
            }
        }
    }
}

/// The fewest ends are those found by trying everything.
#[test]
fn no_strategy_has_fewer_ends() {
    // Left wins at once, right only later, and there is more to answer.
    let report =
        grow("tree:(a:(W W W) b:(x:L) c:(x:(W) y:(W)) d:(x:W y:W))", &plan(TreeView::Decision(None)));
    let size = report.strategy.expect("its size is told");
    assert_eq!((size.leaves, size.nodes), (2, 4));
    assert_eq!(report.nodes[1].mv.as_deref(), Some("d"));
    let payoffs = grow(TEXTBOOK, &plan(TreeView::Decision(Some(Player::Second))));
    let size = payoffs.strategy.expect("its size is told");
    assert_eq!((size.leaves, size.nodes, size.value), (3, 7, Value::Exact(3.0)));
    assert_eq!(children(&payoffs, 1)[0].mv.as_deref(), Some("b1"));
}

#[test]
fn what_cannot_be_shown_is_refused() {
    let refused = |game: &str, moves: &str, plan: &TreeOptions, word: &str| {
        let error = try_grow(game, moves, plan).expect_err(word).to_string();
        assert!(error.contains(word), "{error}");
    };
    let lost = plan(TreeView::Decision(Some(Player::Second)));
    refused("mnk:m=4,n=3,k=3", "", &lost, "loses");
    refused("cube3", "", &plan(TreeView::Decision(None)), "too many positions");
    refused("tictactoe", "", &plan(TreeView::Trace { bot: "random".into(), seed: 1 }), "no tree to show");
    refused("tictactoe", "", &plan(TreeView::Trace { bot: "nobody".into(), seed: 1 }), "unknown bot");
    refused("tictactoe", "", &TreeOptions { best: Some(2), ..plan(TreeView::Full) }, "--best");
    refused("tictactoe", "", &TreeOptions { along: Some(2), ..plan(TreeView::Full) }, "--along");
    let traced = plan(TreeView::Trace { bot: "minimax".into(), seed: 1 });
    refused("tictactoe", "", &TreeOptions { merge: true, ..traced }, "--merge");
}

#[test]
fn a_finished_game_is_a_tree_of_one_node() {
    for view in [TreeView::Full, TreeView::Coloured, TreeView::Decision(None)] {
        let report = try_grow("tictactoe", "a1 b1 a2 b2 a3", &plan(view)).expect("it is grown");
        assert_eq!(report.nodes.len(), 1);
    }
}

#[test]
fn dice_are_chance_nodes_with_their_probabilities() {
    let report =
        try_grow("pig", "", &TreeOptions { depth: Some(2), ..plan(TreeView::Full) }).expect("it is grown");
    assert_eq!(levels(&report), [1, 1, 6]);
    let dice = children(&report, 1);
    assert!(dice.iter().all(|node| node.probability.is_some_and(|p| (p - 1.0 / 6.0).abs() < 1e-12)));
    assert!(report.picture(Boards::Auto).text().contains("1/6"));
}

#[test]
fn only_the_best_and_only_along_the_line() {
    let best = TreeOptions { best: Some(2), depth: Some(3), ..plan(TreeView::Coloured) };
    let report = grow("tictactoe", &best);
    assert_eq!(levels(&report), [1, 2, 4, 8]);
    let along = TreeOptions { along: Some(0), depth: Some(9), ..plan(TreeView::Coloured) };
    let line = grow("tictactoe", &along);
    assert_eq!(levels(&line), [1; 10]);
    assert!(line.nodes.iter().all(|node| node.principal));
    let near = grow("tictactoe", &TreeOptions { along: Some(1), ..along });
    assert_eq!(levels(&near), [1, 9, 8, 7, 6, 5, 4, 3, 2, 1]);
}

#[test]
fn endless_trees_are_cut_and_counted() {
    let report = grow("pikkpakk", &TreeOptions { depth: Some(200), ..plan(TreeView::Full) });
    assert_eq!(report.nodes.len(), 300);
    assert!(report.left_out_more && report.notes()[0].contains("more than"));
    let stop = Stop::never();
    stop.raise();
    let session = open("pikkpakk").session(None, "", 1).expect("the opening");
    let stopped = session.grow(&plan(TreeView::Full), &Run::until(&stop));
    assert!(matches!(stopped, Err(Trouble::Failed(_))));
}

fn traced(bot: &str) -> TreeOptions {
    plan(TreeView::Trace { bot: bot.to_string(), seed: 1 })
}

#[test]
fn the_textbook_tree_is_cut_after_c1() {
    let report = grow(TEXTBOOK, &traced("alphabeta"));
    let search = report.search.as_ref().expect("a bot was asked");
    assert_eq!((search.best.as_str(), search.value, search.nodes), ("a", Some(Value::Exact(3.0)), 11));
    let lines: Vec<String> = report.outline().lines().map(str::to_string).collect();
    assert_eq!(lines[5], "├─  b: (6) min ≤2 [3, +∞] cut: 2 ≤ α 3");
    assert_eq!(lines[7..9], ["│  ├─  c2: not visited", "│  └─  c3: not visited"]);
    let svg = report.picture(Boards::Auto).svg();
    assert!(svg.contains("cut: 2 ≤ α 3") && svg.contains("The principal variation is a b1."));
    let all = grow(TEXTBOOK, &traced("minimax"));
    assert_eq!(
        all.nodes.iter().filter_map(|node| node.order).collect::<Vec<_>>(),
        (1..=13).collect::<Vec<u64>>()
    );
    // From the second player's turn on, values are still those of the first player.
    let session = open(TEXTBOOK).session(None, "b", 1).expect("a legal move");
    let below = session.grow(&traced("minimax"), &Run::default()).expect("it is grown");
    assert_eq!(
        (below.nodes[0].value, below.search.expect("a bot").value),
        (Some(Value::Exact(2.0)), Some(Value::Exact(2.0)))
    );
}

#[test]
fn every_bot_that_searches_has_a_tree_to_show() {
    for bot in [
        "minimax:depth=2",
        "alphabeta:depth=2",
        "expectiminimax:depth=2",
        "rules:depth=1",
        "mcts:playouts=200",
        "bestfirst:nodes=200",
    ] {
        let report = grow("tictactoe", &traced(bot));
        assert!(report.nodes.len() > 9, "{bot}");
        let best = report.nodes.iter().find(|node| node.parent == Some(0) && node.principal);
        let search = report.search.as_ref().expect("a bot was asked");
        assert_eq!(best.and_then(|node| node.mv.as_ref()), Some(&search.best), "{bot}");
        let again = grow("tictactoe", &traced(bot));
        assert_eq!(report.picture(Boards::On).svg(), again.picture(Boards::On).svg(), "{bot}");
    }
    // The nodes with the most visits are kept.
    let few = grow("connect4", &TreeOptions { most: 20, ..traced("mcts:playouts=500") });
    let visits = |node: &TreeNode| node.tally.map_or(0, |tally| tally.visits);
    assert_eq!(few.nodes.len(), 20);
    assert!(few.nodes.iter().all(|node| visits(node) > 0) && few.left_out > 100);
    assert_eq!(visits(&few.nodes[0]), few.nodes.iter().map(visits).max().expect("there are nodes"));
}

#[test]
fn dice_are_searched_by_their_probabilities() {
    let report = try_grow("pig", "", &traced("expectiminimax:depth=2")).expect("it is grown");
    let chance = report.nodes.iter().position(|node| node.turn == Turn::Chance).expect("one rolls");
    let sum: f64 = children(&report, chance).iter().filter_map(|node| node.probability).sum();
    assert!((sum - 1.0).abs() < 1e-9);
}

/// A file with a proof of the position after these moves, which is removed when it is dropped.
struct ProofFile(std::path::PathBuf);

impl ProofFile {
    fn of(game: &str, moves: &str) -> ProofFile {
        let session = open(game).session(None, moves, 1).expect("the moves are legal");
        let run = Run { memory: 1 << 24, ..Run::default() };
        let found = session.prove(true, None, &run).expect("it can be proved");
        let name: String = format!("{game}{moves}").chars().filter(char::is_ascii_alphanumeric).collect();
        let path = std::env::temp_dir().join(format!("plywood-{}-{name}.proof", std::process::id()));
        std::fs::write(&path, found.file.expect("something is sure")).expect("there is room");
        ProofFile(path)
    }

    fn plan(&self, player: Option<Player>) -> TreeOptions {
        plan(TreeView::Proof { file: self.0.clone(), player })
    }
}

impl Drop for ProofFile {
    fn drop(&mut self) {
        let _ = std::fs::remove_file(&self.0);
    }
}

#[test]
fn a_proof_is_walked_through_whatever_is_replied() {
    for (game, player, wins) in [
        ("mnk:m=4,n=3,k=3", Player::First, true),
        ("tictactoe", Player::First, false),
        ("tictactoe", Player::Second, false),
        ("connect4:m=4,n=4", Player::Second, false),
        ("pikkpakk:size=3", Player::First, false),
    ] {
        let file = ProofFile::of(game, "");
        for merge in [false, true] {
            let whole = TreeOptions { depth: Some(60), merge, most: 100_000, ..file.plan(Some(player)) };
            let report = grow(game, &whole);
            let proof = report.proof.expect("it is one");
            assert_eq!((proof.player, proof.wins, report.left_out), (player, wins, 0), "{game}");
            let mut ends = 0;
            for (at, node) in report.nodes.iter().enumerate() {
                let session = open(game).session(Some(&node.position), "", 1).expect("it is a position");
                let legal = session.moves().len();
                let below = children(&report, at);
                let led_to: usize = below.iter().map(|node| node.ways as usize).sum();
                let also = report.nodes.iter().filter(|other| other.also.contains(&at)).count();
                ends += usize::from(below.is_empty());
                match (&node.ends_by, node.turn) {
                    (Some(EndsBy::Elsewhere), _) => assert!(!merge && below.is_empty()),
                    (Some(_), turn) => assert!(below.is_empty() && matches!(turn, Turn::Decision(_))),
                    (None, Turn::Over(_)) => assert!(below.is_empty()),
                    (None, Turn::Decision(decider)) if decider == player => {
                        assert_eq!(led_to + also, 1, "{game}: {node:?}");
                    }
                    (None, _) if merge => assert!(led_to <= legal && below.len() + also > 0),
                    (None, _) => assert_eq!(below.len(), legal, "{game}: {node:?}"),
                }
                // For the player who follows the proof, values never get worse with depth, and a win comes
                // nearer.
                let value = node.value.expect("a proof says it").seen_by(player);
                match (wins, value) {
                    (true, Value::Proved(Proved::Win { plies })) => {
                        assert!(below.iter().all(
                            |child| match child.value.map(|value| value.seen_by(player)) {
                                Some(Value::Proved(Proved::Win { plies: later })) => later < plies,
                                _ => false,
                            }
                        ));
                    }
                    (false, value) => assert!(!matches!(value, Value::Proved(Proved::Loss { .. }))),
                    (true, value) => panic!("{game}: {value} in {node:?}"),
                }
            }
            assert!(ends > 0);
        }
    }
}

#[test]
fn lines_of_threats_are_told_and_walked_through() {
    let game = "mnk:m=4,n=3,k=3";
    let file = ProofFile::of(game, "");
    let report = grow(game, &file.plan(None));
    let threats: Vec<_> = report
        .nodes
        .iter()
        .filter_map(|node| match &node.ends_by {
            Some(EndsBy::Threats { moves }) => Some((node, moves)),
            _ => None,
        })
        .collect();
    assert!(!threats.is_empty());
    for (node, line) in threats {
        let session = open(game).session(Some(&node.position), &line.join(" "), 1).expect("it can be played");
        assert_eq!(session.ending().and_then(|ending| ending.winner()), Some(Player::First));
        // From there on it is walked through.
        let moves = format!("b2 {}", node.mv.as_deref().expect("it has one"));
        let below = try_grow(game, &moves, &file.plan(None)).expect("it is in the proof");
        assert!(below.nodes.iter().all(|node| node.ends_by.is_none()));
        let lost = below.nodes.iter().filter(|node| matches!(node.turn, Turn::Over(_)));
        assert!(lost.clone().count() > 1 && lost.clone().all(|node| value_text(node.value.unwrap()) == "W"));
    }
    // The principal variation extends to the last ply shown, and so do those near it.
    let along = grow(game, &TreeOptions { along: Some(0), ..file.plan(None) });
    assert_eq!(
        along.nodes.iter().map(|node| node.mv.as_deref()).collect::<Vec<_>>(),
        [None, Some("b2"), Some("a2")]
    );
    assert_eq!((along.left_out, along.left_out_more), (10, false));
}

#[test]
fn what_a_proof_says_nothing_of_is_refused() {
    let game = "mnk:m=4,n=3,k=3";
    let file = ProofFile::of(game, "");
    let refused = |game: &str, moves: &str, plan: &TreeOptions, told: &str| {
        let error = try_grow(game, moves, plan).expect_err("it is refused").to_string();
        assert!(error.contains(told), "{error}");
    };
    refused(game, "a1", &file.plan(None), "first plays b2 by it, and not a1");
    refused(game, "b2 a1 d3", &file.plan(None), "by it after b2 a1, and not d3");
    refused(game, "", &file.plan(Some(Player::Second)), "nothing for the second player");
    refused("tictactoe", "", &file.plan(None), "and not about mnk:m=3,n=3,k=3");
    let later = ProofFile::of(game, "a1 b2");
    refused(game, "", &later.plan(None), "it begins at '4/1o2/x3 x'");
    assert!(try_grow(game, "a1 b2", &later.plan(None)).is_ok());
    refused(game, "", &plan(TreeView::Proof { file: "no/such.proof".into(), player: None }), "cannot read");
    let stopped = Stop::never();
    stopped.raise();
    let session = open(game).session(None, "", 1).unwrap();
    let error = session.grow(&file.plan(None), &Run::until(&stopped)).expect_err("it is stopped").to_string();
    assert!(error.contains("stopped before"), "{error}");
}

#[test]
fn analysis_by_a_proof_knows_what_it_says_and_no_more() {
    let game = "mnk:m=4,n=3,k=3";
    let file = ProofFile::of(game, "");
    let bot = format!("perfect:proof={}", file.0.display());
    let ask = |moves: &str| {
        let session = open(game).session(None, moves, 1).unwrap();
        session.analyse(&bot, true, 1, &Stop::never())
    };
    let start = ask("").unwrap();
    assert_eq!((start.best.as_str(), start.value.map(value_text).as_deref()), ("b2", Some("W7")));
    assert_eq!((start.pv.len(), start.nodes, start.exact_plies), (7, 0, false));
    // An image of the best move is as good; of all others nothing is known.
    let known: Vec<_> = start.moves.iter().filter(|mv| mv.value.is_some()).map(|mv| mv.mv.as_str()).collect();
    assert_eq!(known, ["b2", "c2"]);
    let lost = ask("b2").unwrap();
    assert_eq!((lost.best.as_str(), lost.value.map(value_text).as_deref()), ("a2", Some("L6")));
    assert!(lost.moves.iter().all(|mv| mv.value.is_some()) && lost.pv.len() == 6);
    let error = ask("a1").expect_err("the proof is left").to_string();
    assert!(error.contains("first plays b2 by it, and not a1"), "{error}");
}

#[test]
fn proof_numbers_are_shown_what_took_most_work_first() {
    let numbers = |player, nodes| plan(TreeView::Numbers { player, nodes });
    let asked = grow("mnk:m=4,n=3,k=3", &numbers(None, 1_000_000));
    let question = asked.question.expect("it is one");
    assert_eq!((question.player, question.wins, question.stopped), (Player::First, Some(true), false));
    assert_eq!((asked.nodes[0].numbers, question.nodes > 0), (Some((0, u32::MAX)), true));
    let second = grow("tictactoe", &numbers(Some(Player::Second), 1_000_000));
    // The first player does not lose.
    assert_eq!(second.question.map(|question| question.wins), Some(Some(false)));
    assert_eq!(second.nodes[0].numbers, Some((0, u32::MAX)));
    let some = grow("tictactoe", &numbers(None, 100));
    let question = some.question.expect("it is one");
    assert!(question.wins.is_none() && (100..300).contains(&question.nodes) && !question.stopped);
    assert!(matches!(some.nodes[0].numbers, Some((1.., 1..))));
    // The principal variation follows the least numbers; `along: Some(0)` shows nothing else.
    let along = grow("tictactoe", &TreeOptions { along: Some(0), ..numbers(None, 1_000_000) });
    assert!(along.nodes.len() > 2 && along.nodes.iter().all(|node| node.principal));
    let best = grow("tictactoe", &TreeOptions { best: Some(2), most: 5000, ..numbers(None, 1_000_000) });
    assert!((0..best.nodes.len()).all(|at| children(&best, at).len() <= 2));
    let stop = Stop::never();
    stop.raise();
    let session = open("connect4").session(None, "", 1).unwrap();
    let stopped =
        session.grow(&numbers(None, 1_000_000_000), &Run::until(&stop)).expect("it keeps what it has");
    assert!(!stopped.nodes.is_empty());
    assert!(stopped.question.is_some_and(|question| question.stopped && question.wins.is_none()));
    for (game, told) in [("pikkpakk", "positions recur"), ("pig", "chance")] {
        let error = try_grow(game, "", &numbers(None, 100)).expect_err("it has none").to_string();
        assert!(error.contains(told), "{error}");
    }
    let merged = TreeOptions { merge: true, ..numbers(None, 100) };
    assert!(try_grow("tictactoe", "", &merged).is_err());
}
