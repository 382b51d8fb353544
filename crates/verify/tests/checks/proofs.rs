//! Proofs that hold, of games whose worth is known.

use std::sync::Mutex;

use plywood_games::{Visitor, open_small};
use plywood_rules::random::below;
use plywood_rules::tree::WrittenTree;
use plywood_rules::{Game, Playable, Player, Run, Stop};
use plywood_verify::{Checked, Head, Refusal, check};
use rand_chacha::ChaCha8Rng;
use rand_core::SeedableRng;

use crate::loops::Road;
use crate::plain::Truth;
use crate::writer::{Means, Part, file, part};

/// A whole file about `start` that proves what is true of it: a win, or a draw by both claims.
pub fn whole<G: Playable>(game: &G, start: &G::State, truth: &Truth<G::State>, means: Means) -> Vec<u8> {
    let winner = Player::BOTH.into_iter().find(|&player| truth.is(start, player, true));
    let claims = match winner {
        Some(player) => vec![(player, true)],
        None => Player::BOTH.map(|player| (player, false)).to_vec(),
    };
    let parts: Vec<Part> = claims
        .into_iter()
        .map(|(player, wins)| {
            let strategy = |state: &G::State| truth.best(game, state, player, wins);
            part(game, start, (player, wins), means, &strategy)
        })
        .collect();
    file(game, start, means.merge, &parts)
}

/// Proves what is true of a position by all means, and checks each proof.
struct Proved<'a> {
    position: Option<&'a str>,
    lines: bool,
}

impl Visitor for Proved<'_> {
    type Output = Vec<(Checked, usize)>;

    fn visit<G: Playable>(self, game: G) -> Self::Output {
        let start = self.position.map_or(game.initial(), |text| game.parse_state(text).unwrap());
        let truth = Truth::of(&game, &start);
        let means = [(0, false, false), (3, false, true), (0, self.lines, true), (100, self.lines, true)];
        let checked = means.map(|(merge, lines, pairs)| {
            let file = whole(&game, &start, &truth, Means { merge, lines, pairs });
            let checked = check(&game, &file, &Run::default());
            (checked.unwrap_or_else(|refusal| panic!("{}: {refusal}", game.name())), file.len())
        });
        checked.to_vec()
    }
}

#[test]
fn what_is_true_is_proved() {
    let prove = |name: &str, position, lines| open_small(name, Proved { position, lines }).unwrap();
    let check = |name: &str, position, expected: &str| {
        for (checked, _) in prove(name, position, true) {
            assert_eq!(checked.to_string(), expected);
        }
    };
    check("tictactoe", None, "mnk:m=3,n=3,k=3 is a draw from the start.");
    check(
        "tictactoe",
        Some("xo1/3/3 x"),
        "The first player wins mnk:m=3,n=3,k=3 from 'xo1/3/3 x', in 5 plies at most.",
    );
    check(
        "tictactoe",
        Some("xo1/3/x2 o"),
        "The first player wins mnk:m=3,n=3,k=3 from 'xo1/3/x2 o', in 4 plies at most.",
    );
    check("tictactoe:misere=on", None, "mnk:m=3,n=3,k=3,misere=on is a draw from the start.");
    let pairs = prove("mnk:m=4,n=4,k=4", Some("x2o/1o2/2x1/x2o x"), true);
    assert!(pairs[1].1 < pairs[0].1, "pairs make it shorter: {pairs:?}");
    let small = prove("mnk:m=4,n=3,k=3", None, true);
    for (checked, size) in &small {
        let said = checked.to_string();
        assert!(said.starts_with("The first player wins mnk:m=4,n=3,k=3"), "{said}");
        let win = checked.value(Player::First).unwrap();
        // The quickest win takes 7, and what a line wins may take longer than it has to.
        assert!((7..=11).contains(&win.plies().unwrap()), "{said}");
        assert_eq!(checked.value(Player::Second), Some(win.reversed()));
        assert!(*size < 100_000);
    }
    assert!(small[3].1 < small[1].1, "lines make it shorter: {small:?}");
    assert!(small[0].0.line_moves == 0 && small[3].0.line_moves > 0);
    for (checked, _) in prove("mnk:m=4,n=4,k=3,gravity=on", Some("4/4/4/xo2 x"), false) {
        assert_eq!(checked.claims.len(), 1);
    }
}

/// Play continues for ever there, if neither player errs.
#[test]
fn pikk_pakk_is_held_by_both() {
    for (checked, _) in open_small("pikkpakk:size=3", Proved { position: None, lines: false }).unwrap() {
        assert_eq!(checked.to_string(), "pikkpakk:size=3 is a draw from the start.");
        assert!(checked.positions > 100);
    }
}

/// A random game played until `free` plies are left, proved from there.
struct NearEnd {
    free: u32,
}

impl Visitor for NearEnd {
    type Output = ();

    fn visit<G: Playable>(self, game: G) {
        let mut rng = ChaCha8Rng::seed_from_u64(3);
        let mut start = game.initial();
        while game.plies_left(&start).expect("marks fill the board") > self.free {
            let moves = game.count_moves(&start);
            start = game.child(&start, game.nth_move(&start, below(&mut rng, moves)));
            if game.turn(&start).outcome().is_some() {
                start = game.initial();
            }
        }
        let position = game.state_text(&start);
        for (checked, _) in (Proved { position: Some(&position), lines: true }).visit(game) {
            assert!(checked.value(Player::First).is_some(), "{checked}");
        }
    }
}

#[test]
fn cubes_are_proved_near_their_end() {
    open_small("cube3", NearEnd { free: 13 }).unwrap();
    open_small("cube3:centre=off", NearEnd { free: 11 }).unwrap();
    open_small("qubic", NearEnd { free: 11 }).unwrap();
}

#[test]
fn written_trees_and_dice_are_proved() {
    let check_tree = |text: &str, expected: &str| {
        let tree = WrittenTree::parse(text).unwrap().named("tree");
        let start = tree.initial();
        let file = whole(&tree, &start, &Truth::of(&tree, &start), Means::default());
        let checked = check(&tree, &file, &Run::default()).unwrap();
        assert_eq!(checked.to_string(), expected, "{text}");
    };
    let wins = "The first player wins tree from the start, in ";
    check_tree("(a:(b:W c:(d:L e:W)) f:L)", &format!("{wins}3 plies at most."));
    check_tree("(L {1/2 W 1/2 5})", &format!("{wins}2 plies at most."));
    check_tree("(L +(W L))", &format!("{wins}2 plies at most."));
    check_tree("-(W +(L 3) 2)", &format!("{wins}2 plies at most."));
    check_tree("({0.5 = 0.5 L} =)", "tree is a draw from the start.");
    check_tree("(L L)", "The second player wins tree from the start, in 1 ply at most.");
    check_tree("W", &format!("{wins}0 plies at most."));
    check_tree("=", "tree is a draw from the start.");
    // A die may fall badly for both.
    let tree = WrittenTree::parse("{0.5 W 0.5 L}").unwrap().named("tree");
    for claim in ["first wins", "first holds", "second wins", "second holds"] {
        let part = Part { claim: claim.to_string(), bytes: Vec::new() };
        let refused = check(&tree, &file(&tree, &tree.initial(), 0, &[part]), &Run::default());
        assert!(matches!(refused, Err(Refusal::Unproved { .. })), "{claim}: {refused:?}");
    }
}

#[test]
fn a_check_tells_how_far_it_is_and_can_be_stopped() {
    let game = Road { length: 20_000 };
    let bytes = file(&game, &0, 0, &[Part { claim: "first wins".to_string(), bytes: vec![1; 10_000] }]);
    assert_eq!(Head::read(&bytes).unwrap().game, "road");
    let asked = Mutex::new(Vec::new());
    let run = Run { progress: &|progress| asked.lock().unwrap().push(progress), ..Run::default() };
    assert!(check(&game, &bytes, &run).is_ok());
    let asked = asked.into_inner().unwrap();
    assert!(asked.len() > 5 && asked.windows(2).all(|two| two[0].read <= two[1].read));
    assert!(asked[1].positions < asked[2].positions && asked[1].bytes == 10_000);
    let stop = Stop::never();
    let run = Run { stop: stop.clone(), progress: &|_| stop.raise(), ..Run::default() };
    assert_eq!(check(&game, &bytes, &run), Err(Refusal::Interrupted));
}
