//! Games that are nothing but graphs, with chance, payoffs and every kind of circle.

use plywood_rules::random::below;
use plywood_rules::{Game, Outcome, Player, Turn};
use plywood_solve::iterate::{IteratedValues, half_width};
use proptest::prelude::*;
use rand_chacha::ChaCha8Rng;
use rand_core::SeedableRng;

use super::{payoff, solved};

/// Positions are numbers; each child has a weight, which is its probability where chance decides.
#[derive(Clone, Debug)]
struct Graph {
    turns: Vec<Turn>,
    children: Vec<Vec<(usize, f64)>>,
}

impl Game for Graph {
    type State = usize;
    type Move = usize;

    fn initial(&self) -> usize {
        0
    }

    fn turn(&self, state: &usize) -> Turn {
        self.turns[*state]
    }

    fn legal_moves(&self, state: &usize, moves: &mut Vec<usize>) {
        moves.extend(0..self.children[*state].len());
    }

    fn chance_outcomes(&self, state: &usize, outcomes: &mut Vec<(usize, f64)>) {
        outcomes.extend(self.children[*state].iter().map(|child| child.1).enumerate());
    }

    fn play(&self, state: &mut usize, mv: usize) {
        *state = self.children[*state][mv].0;
    }
}

const FIRST: Turn = Turn::Decision(Player::First);
const SECOND: Turn = Turn::Decision(Player::Second);

fn ends(points: f64) -> Turn {
    Turn::Over(Outcome::Payoff(points))
}

impl Graph {
    /// A graph of these positions; chance is fair.
    fn of(positions: &[(Turn, &[usize])]) -> Graph {
        let fair = |children: &[usize]| {
            children.iter().map(|&child| (child, 1.0 / children.len() as f64)).collect::<Vec<_>>()
        };
        Graph {
            turns: positions.iter().map(|it| it.0).collect(),
            children: positions.iter().map(|it| fair(it.1)).collect(),
        }
    }

    fn random(seed: u64, chance: bool) -> Graph {
        let mut rng = ChaCha8Rng::seed_from_u64(seed);
        let (size, busy) = (2 + below(&mut rng, 8), 1 + below(&mut rng, 3));
        // Some graphs have wins and losses only, some only values in favour of one player.
        let (least, points) = [(-1, 3), (-3, 7), (1, 4), (-4, 4)][below(&mut rng, 4)];
        let turn = |rng: &mut ChaCha8Rng| match below(rng, 10) {
            0..3 => ends(f64::from(least) + below(rng, points) as f64),
            3..5 if chance => Turn::Chance,
            3..7 => FIRST,
            _ => SECOND,
        };
        let mut turns: Vec<Turn> = (0..size).map(|_| turn(&mut rng)).collect();
        turns[0] = FIRST;
        let children = |rng: &mut ChaCha8Rng| {
            let weights: Vec<f64> = (0..1 + below(rng, busy)).map(|_| 1.0 + below(rng, 5) as f64).collect();
            let sum: f64 = weights.iter().sum();
            weights.into_iter().map(|weight| (below(rng, size), weight / sum)).collect()
        };
        Graph { children: (0..size).map(|_| children(&mut rng)).collect(), turns }
    }

    fn size(&self) -> usize {
        self.turns.len()
    }

    /// Every way in which this player could always play, or what `fixed` says where it says something.
    fn plans(&self, player: Player, fixed: &[Option<usize>]) -> Vec<Vec<usize>> {
        let mut plans = vec![Vec::new()];
        for (at, way) in fixed.iter().enumerate() {
            let ways = match (self.turns[at] == Turn::Decision(player), *way) {
                (true, Some(way)) => way..way + 1,
                (true, None) => 0..self.children[at].len(),
                (false, _) => 0..1,
            };
            let longer = |plan: &Vec<usize>| {
                let plan = plan.clone();
                ways.clone().map(move |way| [&plan[..], &[way]].concat())
            };
            plans = plans.iter().flat_map(longer).collect();
        }
        plans
    }

    /// The worth of each position to the first player under these plans: the equations of a Markov chain, solved.
    fn meet(&self, plans: [&[usize]; 2]) -> Vec<f64> {
        let size = self.size();
        let next = |at: usize| match self.turns[at] {
            Turn::Over(_) => Vec::new(),
            Turn::Chance => self.children[at].clone(),
            Turn::Decision(player) => vec![(self.children[at][plans[player.index()][at]].0, 1.0)],
        };
        // Where play never ends it is worth nothing.
        let mut ending: Vec<bool> = self.turns.iter().map(|turn| turn.outcome().is_some()).collect();
        for _ in 0..size {
            for at in 0..size {
                ending[at] |= next(at).iter().any(|child| ending[child.0]);
            }
        }
        let mut rows = vec![vec![0.0; size + 1]; size];
        for (at, row) in rows.iter_mut().enumerate() {
            row[at] = 1.0;
            match self.turns[at] {
                Turn::Over(outcome) => row[size] = payoff(outcome),
                _ if ending[at] => next(at).iter().for_each(|&(child, p)| row[child] -= p),
                _ => {}
            }
        }
        for column in 0..size {
            let pivot =
                (column..size).max_by(|&a, &b| rows[a][column].abs().total_cmp(&rows[b][column].abs()));
            rows.swap(column, pivot.unwrap());
            let pivot = rows[column].clone();
            for row in (0..size).filter(|&row| row != column) {
                let factor = rows[row][column] / pivot[column];
                for (cell, of_pivot) in rows[row].iter_mut().zip(&pivot) {
                    *cell -= factor * of_pivot;
                }
            }
        }
        (0..size).map(|at| rows[at][size] / rows[at][at]).collect()
    }

    /// The value that the best of these plans guarantees the first player against the worst of those.
    fn best_of(&self, own: &[Vec<usize>], others: &[Vec<usize>]) -> Vec<f64> {
        let mut best = vec![f64::NEG_INFINITY; self.size()];
        for plan in own {
            let mut worst = vec![f64::INFINITY; self.size()];
            for other in others {
                let met = self.meet([plan, other]);
                worst.iter_mut().zip(met).for_each(|(worst, met)| *worst = worst.min(met));
            }
            best.iter_mut().zip(worst).for_each(|(best, worst)| *best = best.max(worst));
        }
        best
    }
}

/// Reference numbers have some rounding of their own.
const SLACK: f64 = 1e-11;

/// Checks that all bounds hold the values, and that both players get the promised values by the moves it names.
fn check(graph: &Graph, values: &IteratedValues<usize>) -> Result<(), TestCaseError> {
    let free = vec![None; graph.size()];
    let plans = Player::BOTH.map(|player| graph.plans(player, &free));
    let exact = graph.best_of(&plans[0], &plans[1]);
    let named: Vec<Option<usize>> = (0..graph.size()).map(|at| values.best(graph, &at)).collect();
    let named = Player::BOTH.map(|player| graph.plans(player, &named));
    let first_gets = graph.best_of(&named[0], &plans[1]);
    let second_yields = graph.best_of(&plans[0], &named[1]);
    for at in 0..graph.size() {
        let Some((low, high)) = values.lookup(&at) else { continue };
        prop_assert!(
            low <= exact[at] + SLACK && exact[at] <= high + SLACK,
            "{at}: {} not in {low} to {high}: {graph:?}",
            exact[at]
        );
        prop_assert!(first_gets[at] >= low - SLACK, "{at}: {} < {low}: {graph:?}", first_gets[at]);
        prop_assert!(second_yields[at] <= high + SLACK, "{at}: {} > {high}: {graph:?}", second_yields[at]);
    }
    Ok(())
}

/// The ways in which two players can play are not too many to try.
fn can_be_tried(graph: &Graph) -> bool {
    let ways = |at: usize| graph.turns[at].player().map_or(1, |_| graph.children[at].len());
    (0..graph.size()).map(ways).product::<usize>() <= 1000
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 3000, failure_persistence: None, rng_seed: prop::test_runner::RngSeed::Fixed(8), ..ProptestConfig::default() })]

    /// All pairs of plans tell what every position of a small graph is worth.
    #[test]
    fn bounds_hold_the_values(seed: u64, chance: bool, rough: bool) {
        let graph = Graph::random(seed, chance);
        prop_assume!(can_be_tried(&graph));
        let error = if rough { 0.3 } else { 0.0 };
        let values = solved(&graph, error);
        check(&graph, &values)?;
        // The bounds meet with any cycles.
        prop_assert!(values.error() <= error.max(1e-9), "{}: {graph:?}", values.error());
        if graph.turns.iter().all(|turn| *turn != Turn::Chance) && !rough {
            prop_assert_eq!(values.error(), 0.0);
        }
    }
}

/// Circles that sweeps alone would never leave: each player could wait for ever for the best there is.
#[test]
fn circles_without_chance_have_bounds_that_meet() {
    // Both wait: neither player has to give in.
    let waiting = Graph::of(&[(FIRST, &[1, 2]), (SECOND, &[0, 3]), (ends(-1.0), &[]), (ends(2.0), &[])]);
    // The first player would rather wait than lose, the second has to take less than all of it.
    let pressed = Graph::of(&[(FIRST, &[1, 2]), (SECOND, &[0, 3]), (ends(-3.0), &[]), (ends(-1.0), &[])]);
    // To put off winning for ever is to win nothing.
    let winning = Graph::of(&[(FIRST, &[1, 2]), (SECOND, &[0]), (ends(1.0), &[])]);
    // No way out at all.
    let caught = Graph::of(&[(FIRST, &[1]), (SECOND, &[0])]);
    for (graph, value, best) in
        [(waiting, 0.0, Some(0)), (pressed, -1.0, Some(0)), (winning, 1.0, Some(1)), (caught, 0.0, Some(0))]
    {
        let values = solved(&graph, 0.0);
        assert_eq!((values.value(), values.error()), (value, 0.0), "{graph:?}");
        assert_eq!(values.best(&graph, &0), best, "{graph:?}");
        assert!(values.is_endless() && !values.is_decided());
        check(&graph, &values).unwrap();
    }
}

/// If chance ends the loop as rarely as this, values of finite precision stay far from the truth; the bounds
/// still hold it, and the error gives their distance.
#[test]
fn what_cannot_be_found_out_is_told_as_the_error() {
    let mut graph =
        Graph::of(&[(FIRST, &[1]), (Turn::Chance, &[0, 2, 3]), (ends(1.0), &[]), (ends(-1.0), &[])]);
    let rare = 1e-17;
    graph.children[1] = vec![(0, 1.0 - rare), (2, 0.75 * rare), (3, 0.25 * rare)];
    let values = solved(&graph, 1e-9);
    let (low, high) = values.lookup(&0).unwrap();
    assert!(low <= 0.5 && 0.5 <= high, "{low} {high}");
    assert!(values.error() > 0.1 && values.error() == half_width((low, high)));
    assert!(!values.was_stopped());
}
