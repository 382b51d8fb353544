//! Games that go round in circles: a win must not rest on itself, and who holds may go round for ever.

use plywood_rules::random::below;
use plywood_rules::{Game, Outcome, Player, Run};
use plywood_verify::{Checked, ProofFault, Refusal, check};
use rand_chacha::ChaCha8Rng;
use rand_core::SeedableRng;

use crate::loops::{Loops, Place, Road, succeeds};
use crate::plain::Truth;
use crate::writer::{Means, Part, file, part};

fn checked(game: &Loops, claim: (Player, bool), strategy: &[usize]) -> Result<Checked, Refusal> {
    let choice = |state: &u8| strategy[usize::from(*state)];
    let part = part(game, &0, claim, Means::default(), &choice);
    check(game, &file(game, &0, 0, &[part]), &Run::default())
}

/// First can move back and forth, or win; the win is found through a position that is on the way there as
/// well. There searches with a memory prove falsehoods (the graph history interaction).
#[test]
fn a_win_must_not_rest_on_itself() {
    use Place::{Decision, End};
    let (first, second) = (Player::First, Player::Second);
    let wins = |player| End(Outcome::Win(player));
    let game = Loops(vec![
        Decision(first, vec![1]),
        Decision(second, vec![2, 3]),
        Decision(first, vec![1, 4]),
        Decision(first, vec![2]),
        wins(first),
    ]);
    let strategy = |at_two| vec![0, 0, at_two, 0, 0];
    let circle = checked(&game, (first, true), &strategy(0)).unwrap_err();
    let Refusal::Unproved { place, fault: ProofFault::Circle, .. } = &circle else { panic!("{circle}") };
    assert_eq!((&place.moves[..], &*place.position), (&["to1", "to2", "to1"].map(String::from)[..], "1"));
    assert!(
        circle
            .to_string()
            .starts_with("it does not prove that first wins: after to1 to2 to1 (1), a position recurs")
    );
    // Going round is no loss either.
    assert!(checked(&game, (first, false), &strategy(0)).is_ok());
    let won = checked(&game, (first, true), &strategy(1)).unwrap();
    assert_eq!((won.plies, won.positions), (Some(4), 4));
    assert!(checked(&game, (second, false), &strategy(1)).is_err());
}

/// On any graph, with any strategy: exactly those that succeed are accepted, and their claims are true.
#[test]
fn exactly_the_strategies_that_succeed_are_accepted() {
    let mut rng = ChaCha8Rng::seed_from_u64(1);
    let mut accepted = [[0; 2]; 2];
    for _ in 0..6000 {
        let game = Loops::random(9, &mut rng);
        let strategy: Vec<usize> = (0..9)
            .map(|place| match game.count_moves(&place) {
                0 => 0,
                count => below(&mut rng, count),
            })
            .collect();
        let truth = Truth::of(&game, &0);
        for player in Player::BOTH {
            for wins in [false, true] {
                let expected = succeeds(&game, 0, (player, wins), &strategy);
                let found = checked(&game, (player, wins), &strategy);
                assert_eq!(found.is_ok(), expected, "{:?} {player} {wins} {strategy:?}: {found:?}", game.0);
                assert!(!expected || truth.is(&0, player, wins));
                accepted[usize::from(wins)][usize::from(expected)] += 1;
            }
        }
    }
    assert!(accepted.iter().flatten().all(|&count| count > 1000), "{accepted:?}");
}

/// A road of one move each: deeper than any stack would bear.
#[test]
fn depth_costs_no_stack() {
    let game = Road { length: 300_000 };
    let part = Part { claim: "first wins".to_string(), bytes: vec![1; 150_000] };
    let checked = check(&game, &file(&game, &0, 0, &[part]), &Run::default()).unwrap();
    assert_eq!((checked.plies, checked.positions), (Some(300_000), 300_000));
}
