//! The tree with an evaluator outside: it finds what the values say, gives leaves only once, and keeps what it knows.

use plywood_rules::{Game, Player, Tactics};
use plywood_search::{Descent, PuctSettings, PuctTree};

use crate::common::{Marks, TicTacToe, Written, chance, first, loss, pay, second, win};

/// Grows a tree by so many visits, of which up to `at_once` wait for their evaluation together: 0 for every position.
fn grow<G: Tactics>(game: &G, tree: &mut PuctTree<G>, visits: u32, at_once: usize) {
    let (mut done, mut leaves) = (0, Vec::new());
    while done < visits {
        while leaves.len() < at_once && done + (leaves.len() as u32) < visits {
            match tree.descend(game, PuctSettings::default()) {
                Descent::Leaf(leaf) => leaves.push(leaf),
                Descent::End => done += 1,
                Descent::Taken => break,
            }
        }
        assert!(leaves.windows(2).all(|two| two[0] != two[1]), "a leaf is given once");
        for leaf in leaves.drain(..) {
            tree.expand(game, leaf, 0.0, |_| 1.0);
            done += 1;
        }
    }
}

fn most_visited<G: Tactics>(tree: &PuctTree<G>) -> G::Move {
    tree.moves().max_by_key(|&(_, visits, _)| visits).expect("there are moves").0
}

#[test]
fn wins_are_taken_and_threats_blocked_however_many_wait() {
    for (position, best) in [("xx.oo....", 2), ("xx.o.....", 2), ("x...o..x.", 3)] {
        for at_once in [1, 7, 40] {
            let mut tree = PuctTree::new(&TicTacToe, Marks::read(position), Vec::new());
            grow(&TicTacToe, &mut tree, 2000, at_once);
            assert_eq!(most_visited(&tree), best, "{position} with {at_once} at once");
            assert_eq!(tree.visits(), 2000);
            // The root was visited once itself.
            assert_eq!(tree.moves().map(|(_, visits, _)| visits).sum::<u32>(), 1999);
        }
    }
}

#[test]
fn values_are_those_of_the_player_to_move() {
    let mut tree = PuctTree::new(&TicTacToe, Marks::read("xx.oo.x.."), Vec::new());
    grow(&TicTacToe, &mut tree, 500, 4);
    assert_eq!(TicTacToe.turn(tree.root()).player(), Some(Player::Second));
    assert!(tree.value() > 0.9, "{}", tree.value());
}

#[test]
fn chance_counts_by_its_probabilities() {
    // 0.75 - 0.25 = 0.5 against a sure 0.25.
    let dice = chance([(0.75, pay(1.0)), (0.25, second([pay(-1.0), win()]))]);
    let game = Written(first([pay(0.25), dice]));
    let mut tree = PuctTree::new(&game, game.initial(), Vec::new());
    grow(&game, &mut tree, 4000, 8);
    let visits: Vec<u32> = tree.moves().map(|(_, visits, _)| visits).collect();
    assert!(visits[1] > 3 * visits[0], "{visits:?}");
    assert!((tree.value() - 0.5).abs() < 0.05, "{}", tree.value());
}

#[test]
fn what_is_below_a_move_is_kept() {
    let mut tree = PuctTree::new(&TicTacToe, Marks::default(), Vec::new());
    grow(&TicTacToe, &mut tree, 3000, 16);
    let (mv, visits, _) = tree.moves().max_by_key(|&(_, visits, _)| visits).expect("there are moves");
    let mut kept = tree.keep(&[mv]).expect("it was visited");
    assert_eq!((kept.visits(), kept.past()), (visits, 1));
    assert_eq!(*kept.root(), TicTacToe.child(&Marks::default(), mv));
    let known: u32 = kept.moves().map(|(_, visits, _)| visits).sum();
    assert_eq!(known, visits - 1);
    grow(&TicTacToe, &mut kept, 100, 16);
    assert_eq!(kept.visits(), visits + 100);
    assert!(tree.keep(&[mv, mv]).is_none(), "it is no legal move");
}

#[test]
fn noise_changes_the_priors_of_the_root() {
    let game = Written(first([win(), loss(), loss(), loss()]));
    let mut tree = PuctTree::new(&game, game.initial(), Vec::new());
    grow(&game, &mut tree, 1, 1);
    tree.mix(1.0, |mv| if mv == 3 { 1.0 } else { 0.0 });
    grow(&game, &mut tree, 1, 1);
    assert_eq!(tree.moves().map(|(_, visits, _)| visits).collect::<Vec<_>>(), [0, 0, 0, 1]);
}
