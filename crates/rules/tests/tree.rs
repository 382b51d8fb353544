//! Written trees: their text, their rules, and trees drawn at random.

use plywood_rules::laws::{self, Effort};
use plywood_rules::perft::perft;
use plywood_rules::reach::reach;
use plywood_rules::tree::{self, Leaves, MAX_DEPTH, MAX_NODES, Probability, RandomTree, Tree, WrittenTree};
use plywood_rules::{Depict, Game, Notation, Outcome, Playable, Player, Run, Turn};
use proptest::prelude::*;
use rand_chacha::ChaCha8Rng;
use rand_core::SeedableRng;

const CLASSIC: &str = "(a:(b1:3 b2:12 b3:8) b:(c1:2 c2:4 c3:6) c:(d1:14 d2:5 d3:2))";

fn read(text: &str) -> WrittenTree {
    WrittenTree::parse(text).unwrap_or_else(|error| panic!("{text}: {error}"))
}

/// The value of a tree for the first player, wins counting `win`, by the definition.
fn minimax(tree: &WrittenTree, state: tree::NodeId, win: f64) -> f64 {
    let mut moves = Vec::new();
    tree.legal_moves(&state, &mut moves);
    let values = moves.iter().map(|&mv| minimax(tree, tree.child(&state, mv), win));
    match tree.turn(&state) {
        Turn::Over(Outcome::Payoff(points)) => points,
        Turn::Over(outcome) => f64::from(outcome.utility(Player::First)) * win,
        Turn::Decision(Player::First) => values.fold(f64::NEG_INFINITY, f64::max),
        Turn::Decision(Player::Second) => values.fold(f64::INFINITY, f64::min),
        Turn::Chance => {
            let mut outcomes = Vec::new();
            tree.chance_outcomes(&state, &mut outcomes);
            outcomes.iter().map(|&(mv, p)| p * minimax(tree, tree.child(&state, mv), win)).sum()
        }
    }
}

#[test]
fn values_are_those_of_the_text() {
    let cases = [
        (CLASSIC, 3.0),
        ("7", 7.0),
        ("W", 1.0),
        ("(L = L)", 0.0),
        ("((1 2) (3 4))", 3.0),
        ("-((1 2) (3 4))", 2.0),
        ("-(-(1 2) -(3 4))", 1.0),
        ("(+(1 2) (3 4))", 3.0),
        ("{1/2 6 1/2 -2}", 2.0),
        // The first player moved last before the die, so the second moves after it.
        ("({0.5 (1 2) 0.5 (3 4)})", 2.0),
        ("{0.5 (1 2) 0.5 (3 4)}", 3.0),
        ("({1 {1 (5 6)}} -9)", 5.0),
        ("({1/3 10 1/3 0 1/3 -1} 2.5)", 3.0),
    ];
    for (text, expected) in cases {
        let tree = read(text);
        let value = minimax(&tree, tree.initial(), 1.0);
        assert!((value - expected).abs() < 1e-12, "{text}: {value}");
    }
}

#[test]
fn the_classic_tree_reads_as_it_is_printed_in_books() {
    let tree = read(CLASSIC);
    assert_eq!((tree.node_count(), tree.depth()), (13, 2));
    assert_eq!(perft(&tree, &tree.initial(), 2), 9);
    let counted = reach(&tree, &tree.initial(), &Run::default());
    assert_eq!((counted.positions, counted.first, counted.by_ply), (13, 9, vec![1, 3, 9]));
    assert_eq!(tree.turn(&tree.initial()), Turn::Decision(Player::First));
    let b = tree.parse_state("b").unwrap();
    assert_eq!(tree.turn(&b), Turn::Decision(Player::Second));
    let c2 = tree.child(&b, tree.parse_move(&b, "c2").unwrap());
    assert_eq!(tree.state_text(&c2), "b/c2");
    assert_eq!(tree.turn(&c2), Turn::Over(Outcome::Payoff(4.0)));
    assert!(!tree.has_chance());
}

/// The text that is read, and the text that is printed: defaults are left out.
#[test]
fn trees_have_one_text() {
    let cases = [
        ("7", "7"),
        ("-0", "0"),
        ("+2.50", "2.5"),
        ("( W,L , = )", "(W L =)"),
        ("+(a:1 b:2)", "(1 2)"),
        ("(b:1 a:2)", "(b:1 a:2)"),
        ("-(+(1 2) +(3))", "-((1 2) (3))"),
        ("(+(1)-(2))", "(+(1) (2))"),
        ("(3(7 5)~6)~-1.5", "(3 (7 5)~6)~-1.5"),
        ("{ 0.25 W 3/4 L }~0", "{1/4 W 3/4 L}~0"),
        ("{1/6 1:1 2/6 six:6 1/2 3:0}", "{1/6 1 1/3 six:6 1/2 0}"),
        ("{1.0 5}", "{1 5}"),
        ("# a comment\n( 1 # one ( { \r\n\t2 )\n# the end", "(1 2)"),
        ("(left : 1 right\n:\n2)", "(left:1 right:2)"),
        ("(e-@3:W W:L =:= -1:5 ä:3 \"x\":2)", "(e-@3:W W:L =:= -1:5 ä:3 \"x\":2)"),
        (CLASSIC, "((b1:3 b2:12 b3:8) (c1:2 c2:4 c3:6) (d1:14 d2:5 d3:2))"),
    ];
    for (text, expected) in cases {
        let tree = read(text);
        assert_eq!(tree.to_string(), expected, "{text}");
        assert_eq!(read(expected), tree, "{text}");
        assert_eq!(read(tree.name().strip_prefix("tree:").unwrap()), tree, "{text}");
    }
    assert_ne!(read("(1 2)"), read("(1 3)"));
    assert_ne!(read("(1 2)"), read("-(1 2)"));
    assert_ne!(read("(1 2)"), read("(a:1 c:2)"));
    assert_ne!(read("(1 2)"), read("(1 2)~0"));
    assert_eq!(read("(1 2)").named("two"), read("(1 2)"));
    assert_eq!(read("(1 2)").named("tree:two.txt").name(), "tree:two.txt");
}

#[test]
fn moves_without_a_label_are_called_by_place() {
    let wide = read(&format!("({})", "0 ".repeat(705)));
    let mut moves = Vec::new();
    wide.legal_moves(&wide.initial(), &mut moves);
    for (place, label) in [(0, "a"), (25, "z"), (26, "aa"), (51, "az"), (52, "ba"), (701, "zz"), (702, "aaa")]
    {
        assert_eq!(wide.move_text(&wide.initial(), moves[place]), label);
    }
    let dice = read("{1/2 0 1/4 0 1/4 0}");
    assert_eq!(dice.parse_state("3").map(|state| dice.state_text(&state)).as_deref(), Ok("3"));
}

#[test]
fn errors_say_where_and_what() {
    let cases = [
        ("", 1, 1, "there is no tree here; write a number, or moves in parentheses like (3 5)"),
        ("  \n # nothing", 2, 11, "there is no tree here"),
        ("()", 1, 1, "a node needs at least one move"),
        ("{}", 1, 1, "a node needs at least one move or outcome"),
        ("(1 2", 1, 1, "this '(' is never closed; a ')' is missing"),
        ("(1\n  {1/2 3", 2, 3, "this '{' is never closed; a '}' is missing"),
        ("(1\n 2})", 2, 3, "this '}' cannot close the '(' of line 1, column 1; ')' would"),
        ("{1 2)", 1, 5, "this ')' cannot close the '{'"),
        (")", 1, 1, "a node is missing before this ')'"),
        ("(1 2) 3", 1, 7, "the tree ends before this '3'"),
        ("(1 2))", 1, 6, "the tree ends before this ')'"),
        (
            "(1 x)",
            1,
            4,
            "this 'x' is not a node; it is a number, W, L, =, or moves in ( ) or outcomes in { }",
        ),
        ("(ä:1 ü:ö)", 1, 8, "this 'ö' is not a node"),
        ("(1 w)", 1, 4, "this 'w' is not a node"),
        ("(1e5)", 1, 2, "this '1e5' is not a node"),
        ("(.5)", 1, 2, "this '.5' is not a node"),
        ("(5.)", 1, 2, "this '5.' is not a node"),
        ("(inf)", 1, 2, "this 'inf' is not a node"),
        ("(+)", 1, 2, "this '+' is not a node"),
        ("(a:)", 1, 4, "a node is missing before this ')'"),
        ("(a:", 1, 4, "a node is missing before this end of the text"),
        ("(:1)", 1, 2, "a node is missing before this ':'"),
        ("(1 2000000000000)", 1, 4, "it has to be from -10^12 to 10^12"),
        ("(a:1\n b:2 a:3)", 2, 6, "the label 'a' is used twice in this node"),
        ("(b:1 2)", 1, 6, "a move here without a label is called 'b', but so is another; give it a label"),
        ("(a/b:1)", 1, 2, "a label cannot contain '/'"),
        ("(root:1)", 1, 2, "no move can be called 'root': the first position is"),
        ("{1/2 1 1/3 2}", 1, 1, "they have to sum to 1"),
        ("{0.5 1 0.4 2}", 1, 1, "the probabilities of this chance node sum to 0.9; they have to sum to 1"),
        ("{W L}", 1, 2, "every outcome of a chance node begins with its probability"),
        ("{1/2 1 a:2}", 1, 8, "not with this 'a'"),
        ("{1/0 1}", 1, 2, "not with this '1/0'"),
        ("{0 1 1 2}", 1, 2, "not with this '0'"),
        ("{3/2 1}", 1, 2, "not with this '3/2'"),
        ("{-1/2 1}", 1, 2, "not with this '-1/2'"),
        ("{99999999999/99999999999 1}", 1, 2, "not with this '99999999999/99999999999'"),
        ("{0.1234567890 1}", 1, 2, "nine decimals at most"),
        ("{(1) 2}", 1, 2, "not with this '('"),
        ("{1}", 1, 3, "a node is missing before this '}'"),
        ("(1 2)~", 1, 7, "a number has to follow '~', not this end of the text"),
        ("(1 2)~W", 1, 7, "a number has to follow '~', not this 'W'"),
        ("(1~2)", 1, 3, "only an inner node takes a written value"),
        (
            "(a:(a:1 b:2 b:(a:3 b:4))",
            1,
            13,
            "a ')' is missing, for the '(' of line 1, column 4; as it is, the label 'b' is used twice",
        ),
        (
            "(a:3 5) b:(2 9))",
            1,
            9,
            "the ')' of line 1, column 16 closes nothing, so that a '(' is missing before it, or it is one too many; \
             as it is, the tree ends before this 'b'",
        ),
        (
            "(a:{1/2 5 1/2 4 b:2)",
            1,
            17,
            "the ')' of line 1, column 20 cannot close the '{' of line 1, column 4, so that a '}' is missing between",
        ),
    ];
    for (text, line, column, message) in cases {
        let error = WrittenTree::parse(text).expect_err(text);
        assert_eq!((error.line, error.column), (line, column), "{text}: {error}");
        assert!(error.message.contains(message), "{text}: {error}");
        assert!(error.to_string().starts_with(&format!("line {line}, column {column}: ")));
    }
    let label = "x".repeat(65);
    assert!(WrittenTree::parse(&format!("({label}:1)")).unwrap_err().message.contains("at most 64"));
    assert!(WrittenTree::parse(&format!("({}:1)", &label[1..])).is_ok());
}

#[test]
fn slow_size_is_limited() {
    let nested = |depth: usize| format!("{}1{}", "(".repeat(depth), ")".repeat(depth));
    let deepest = read(&nested(MAX_DEPTH as usize));
    assert_eq!(deepest.depth(), MAX_DEPTH);
    assert_eq!(read(&deepest.to_string()), deepest);
    let error = WrittenTree::parse(&nested(100_000)).unwrap_err();
    assert_eq!((error.line, error.column), (1, MAX_DEPTH as usize + 2));
    assert!(error.message.contains("at most 200 plies"), "{error}");

    let wide = |leaves: usize| format!("({})", "1 ".repeat(leaves));
    assert_eq!(read(&wide(MAX_NODES - 1)).node_count(), MAX_NODES);
    let error = WrittenTree::parse(&wide(MAX_NODES)).unwrap_err();
    assert!(error.message.contains("at most 1000000 nodes"), "{error}");
}

#[test]
fn positions_are_paths() {
    let tree = read(CLASSIC);
    for state in tree.states() {
        assert_eq!(tree.parse_state(&tree.state_text(&state)), Ok(state));
    }
    assert_eq!(tree.state_text(&tree.initial()), "root");
    assert_eq!(tree.parse_state(" b/c1 ").map(|state| tree.state_text(&state)).as_deref(), Ok("b/c1"));
    let refuse = |text: &str, reason: &str| {
        let error = tree.parse_state(text).unwrap_err().to_string();
        assert!(error.contains(reason), "'{text}': {error}");
    };
    refuse("", "'' is not a position of this tree; at 'root': '' is not a move here; one of these is: a b c");
    refuse("d", "'d' is not a move here; one of these is: a b c");
    refuse("a/c1", "at 'a': 'c1' is not a move here; one of these is: b1 b2 b3");
    refuse("a/b1/c", "at 'a/b1': 'c' cannot be played: the game is over");
    refuse("a/", "at 'a': ''");
    refuse("root/a", "'root' is not a move here");
}

#[test]
fn laws_hold() {
    let mut rng = ChaCha8Rng::seed_from_u64(1);
    let mut check = |tree: &WrittenTree| {
        let verdict = laws::check(tree, Effort { games: 20, ..Effort::default() }, &mut rng, &Run::default());
        assert!(verdict.ok(), "{tree}: {verdict}");
    };
    check(&read(CLASSIC));
    check(&read("=").named("tree:leaf"));
    check(&read("(safe:1 dare:{1/3 luck:W 2/3 bad:L}~-0.25)"));
    // A guess beyond every payoff stays below a win.
    check(&read("((1 2)~-50 W)"));
    for seed in 0..40 {
        let mut rng = ChaCha8Rng::seed_from_u64(seed);
        let shape = RandomTree {
            chance: seed % 2 == 0,
            repeat_movers: seed % 3 == 0,
            written: true,
            leaves: Leaves::Mixed { size: 5 },
            ..RandomTree::default()
        };
        check(&tree::random(&mut rng, shape));
    }
}

#[test]
fn written_values_are_the_evaluation() {
    let tree = read("((3 5)~4 (9 -2))");
    let evaluation = tree.evaluation(None).unwrap();
    assert_eq!(evaluation.name, "written");
    let at = |text: &str| evaluation.evaluation.evaluate(&tree, &tree.parse_state(text).unwrap());
    assert_eq!((at("a"), at("b"), at("root")), (4.0, 0.0, 0.0));
    let worth = |text: &str| {
        let tree = read(text);
        tree.evaluation(None).unwrap().evaluation.win_worth(&tree)
    };
    assert_eq!(worth("(3 -5)"), 5.0);
    assert_eq!(worth("(0.5 W)"), 1.0);
    assert_eq!(worth("(0.5 W)~1"), 2.0);
    assert_eq!(worth("(3 -5)~-5"), 6.0);
    assert_eq!(worth("(3 -5)~4"), 5.0);
}

#[test]
fn the_scene_shows_what_is_left() {
    let tree = read("(a:(x:1 y:+(2 3))~2 b:4)");
    let scene = tree.scene(&tree.parse_state("a").unwrap());
    let facts: Vec<(&str, &str)> = scene.facts.iter().map(|(a, b)| (a.as_str(), b.as_str())).collect();
    assert_eq!(facts, [("node", "a"), ("tree", "-(x:1 y:(2 3))~2"), ("written value", "2")]);
    let long = read(&format!("({})", "12 ".repeat(1000)));
    let shown = &long.scene(&long.initial()).facts[1].1;
    assert!(shown.starts_with("(12 12 ") && shown.ends_with(" ..."), "{shown}");
    assert!((150..180).contains(&shown.len()), "{shown}");
}

#[test]
fn trees_are_built_by_programs() {
    let sixth = Probability::new(2, 12).unwrap();
    let rest = Probability::new(5, 6).unwrap();
    let die = Tree::chance([(sixth, "", Tree::win(Player::Second)), (rest, "safe", Tree::payoff(-0.0))]);
    let moves = [("", Tree::draw()), ("roll", die.written(-0.5))];
    let tree = WrittenTree::new(Tree::decision(Player::Second, moves)).unwrap();
    assert_eq!(tree.to_string(), "-(= roll:{1/6 L 5/6 safe:0}~-0.5)");
    assert_eq!(read(&tree.to_string()), tree);
    assert!(tree.has_chance());

    let leaf = || Tree::payoff(1.0);
    let refuse = |tree: Tree, reason: &str| {
        let error = WrittenTree::new(tree).unwrap_err().to_string();
        assert!(error.contains(reason), "{error}");
    };
    let first = |moves: Vec<(&str, Tree)>| Tree::decision(Player::First, moves);
    refuse(first(vec![]), "at 'root': a node needs at least one move");
    refuse(first(vec![("x", leaf()), ("x", leaf())]), "at 'root': the label 'x' is used twice");
    refuse(first(vec![("x", first(vec![("y z", leaf())]))]), "at 'x': a label cannot contain ' '");
    refuse(first(vec![("a:(b", leaf())]), "a label cannot contain ':'");
    refuse(first(vec![("x", Tree::payoff(f64::NAN))]), "at 'x': the number NaN cannot be written");
    refuse(first(vec![("x", leaf())]).written(f64::INFINITY), "the number inf cannot be written");
    refuse(first(vec![("x", leaf().written(1.0))]), "at 'x': only an inner node takes a written value");
    refuse(Tree::chance([(sixth, "x", leaf())]), "have to sum to 1");
    let deep = (0..=MAX_DEPTH).fold(leaf(), |tree, _| first(vec![("a", tree)]));
    refuse(deep, "at most 200 plies");
    assert_eq!(Probability::new(0, 3), None);
    assert_eq!(Probability::new(4, 3), None);
    assert_eq!(Probability::new(0, 0), None);
}

/// Seeded tests elsewhere rest on these never changing.
#[test]
fn random_trees_never_change() {
    let check = |seed: u64, shape: RandomTree, expected: &str| {
        let tree = tree::random(&mut ChaCha8Rng::seed_from_u64(seed), shape);
        assert_eq!(tree.to_string(), expected);
    };
    let small = RandomTree { depth: 2, ..RandomTree::default() };
    let rich = RandomTree { chance: true, repeat_movers: true, written: true, depth: 3, ..small };
    check(1, small, "((-9 -6 2) (7))");
    check(12, rich, "{1 -((7 -2 2)~0 {1/5 -8 1/5 -2 3/5 4}~7)~-6}~3");
    check(8, RandomTree { leaves: Leaves::Mixed { size: 2 }, width: 4, ..small }, "(1 (0 0 L 1))");
}

#[test]
fn random_trees_have_the_shape_asked_for() {
    let (mut chance, mut repeats, mut early) = (0, 0, 0);
    for seed in 0..200 {
        let mut rng = ChaCha8Rng::seed_from_u64(seed);
        let plain =
            RandomTree { early_leaves: false, leaves: Leaves::Payoffs { size: 2 }, ..RandomTree::default() };
        let tree = tree::random(&mut rng, plain);
        assert!(!tree.has_chance() && !tree.to_string().contains(['+', '{', 'W', 'L', '=', '~']), "{tree}");
        for state in tree.states() {
            let depth = tree.stage(&state).unwrap();
            match tree.turn(&state) {
                Turn::Over(Outcome::Payoff(points)) => assert!(depth == 4 && points.abs() <= 2.0),
                Turn::Decision(player) => {
                    assert!((1..=3).contains(&tree.count_moves(&state)));
                    assert_eq!(player.index() as u32, depth % 2);
                }
                turn => panic!("{turn:?}"),
            }
        }
        let all = RandomTree {
            chance: true,
            repeat_movers: true,
            leaves: Leaves::Outcomes,
            ..RandomTree::default()
        };
        let tree = tree::random(&mut rng, all);
        let text = tree.to_string();
        chance += u32::from(tree.has_chance());
        repeats += u32::from(text.contains(['+', '-']));
        let is_early = |state| tree.stage(&state) < Some(4) && matches!(tree.turn(&state), Turn::Over(_));
        early += u32::from(tree.states().any(is_early));
    }
    assert!(chance > 100 && repeats > 100 && early > 50, "{chance} {repeats} {early}");
}

#[test]
fn a_random_tree_that_would_be_too_large_is_cut() {
    let shape = RandomTree { depth: 1000, width: 5000, early_leaves: false, ..RandomTree::default() };
    let tree = tree::random(&mut ChaCha8Rng::seed_from_u64(1), shape);
    assert!((MAX_NODES / 2..=MAX_NODES).contains(&tree.node_count()));
}

fn any_tree() -> impl Strategy<Value = Tree> {
    let label = prop_oneof![Just(String::new()), "[a-zA-Z0-9+=.!ő-]{1,5}"];
    let leaf = prop_oneof![
        (-1e12..1e12f64).prop_map(Tree::payoff),
        (-20i32..20).prop_map(|points| Tree::payoff(points.into())),
        Just(Tree::draw()),
        Just(Tree::win(Player::First)),
        Just(Tree::win(Player::Second)),
    ];
    leaf.prop_recursive(5, 60, 4, move |inner| {
        let children = prop::collection::vec((1u32..1000, label.clone(), inner), 1..5);
        (children, 0usize..3, prop::option::of(-100.0..100.0f64)).prop_map(|(children, kind, written)| {
            let sum = children.iter().map(|child| child.0).sum();
            let tree = match kind {
                0 => Tree::chance(
                    children
                        .into_iter()
                        .map(|(weight, label, tree)| (Probability::new(weight, sum).unwrap(), label, tree)),
                ),
                n => {
                    let moves = children.into_iter().map(|(_, label, tree)| (label, tree));
                    Tree::decision(Player::BOTH[n - 1], moves)
                }
            };
            match written {
                Some(points) => tree.written(points),
                None => tree,
            }
        })
    })
}

proptest! {
    /// A missing bracket is named, and only where one is missing.
    #[test]
    fn a_missing_bracket_is_named(tree in any_tree()) {
        let Ok(tree) = WrittenTree::new(tree) else { return Ok(()) };
        let text = tree.to_string();
        for (at, c) in text.char_indices() {
            let cut = format!("{}{}", &text[..at], &text[at + c.len_utf8()..]);
            let is_bracket = "(){}".contains(c);
            match WrittenTree::parse(&cut) {
                Ok(_) => prop_assert!(!is_bracket || cut.is_empty(), "{}", cut),
                Err(error) => {
                    let about = ["is missing, for the", "closes nothing", "cannot close", "is never closed"];
                    let named = about.iter().any(|about| error.message.contains(about));
                    prop_assert!(named == is_bracket || cut.is_empty(), "{}: {}", cut, error);
                }
            }
        }
    }

    #[test]
    fn text_gives_the_tree_back(tree in any_tree()) {
        // Labels that clash are refused, which is no tree to print.
        if let Ok(tree) = WrittenTree::new(tree) {
            prop_assert_eq!(&read(&tree.to_string()), &tree);
            prop_assert_eq!(read(&tree.to_string()).to_string(), tree.to_string());
            for state in tree.states() {
                prop_assert_eq!(tree.parse_state(&tree.state_text(&state)), Ok(state));
            }
        }
    }

    #[test]
    fn no_text_panics(text in "[(){}:~#,+/=.0-9aWLé\n -]{0,40}|.{0,40}") {
        match WrittenTree::parse(&text) {
            Ok(tree) => prop_assert_eq!(&read(&tree.to_string()), &tree),
            Err(error) => {
                // The place is in the text, or just behind it.
                let line = text.split('\n').nth(error.line - 1);
                prop_assert!(line.is_some_and(|line| (1..=line.chars().count() + 1).contains(&error.column)));
            }
        }
    }

    #[test]
    fn no_position_panics(text in ".{0,20}|[abc123/]{0,8}") {
        laws::parse_holds(&read(CLASSIC), &text);
    }
}
