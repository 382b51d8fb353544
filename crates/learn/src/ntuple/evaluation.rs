//! A network as a static evaluation, for searches.

use std::sync::Arc;

use plywood_rules::{Evaluate, Outcome, Playable, Player, Turn};

use super::encoder::Encoder;
use super::network::Network;
use super::shape::Element;
use crate::proof::points;

/// The weights are whole numbers, this many to 1, so that a sum does not depend on the order of its parts.
const UNIT: f64 = 2048.0;

/// The most cells of a game that is followed from position to position.
const MOST_CELLS: usize = 384;

/// The evaluation of positions by a network as it was when this was made: [`Evaluate::evaluate`] is the result that it expects, in
/// points.
///
/// Copies share the weights.
pub struct NetworkEvaluation<G: Playable>(Arc<Parts<G>>);

struct Parts<G: Playable> {
    encoder: Encoder<G>,
    weights: Frozen,
}

impl<G: Playable> Clone for NetworkEvaluation<G> {
    fn clone(&self) -> Self {
        NetworkEvaluation(Arc::clone(&self.0))
    }
}

/// The weights of a network, which do not change.
struct Frozen {
    tuples: Vec<Tuple>,
    elements: Vec<(Element, u32)>,
    /// The numbers of the tuples that each cell is in.
    of_cells: Vec<Vec<u32>>,
    /// The weights of the first player to move, then of the second.
    weights: Vec<i16>,
    /// The first weight of each side.
    sides: [usize; 2],
}

/// A tuple: its elements with the steps of its index, and its first index.
#[derive(Clone, Copy)]
struct Tuple {
    first: u32,
    start: u32,
    end: u32,
}

impl Frozen {
    fn new(network: &Network) -> Frozen {
        let shape = network.shape();
        let mut frozen = Frozen {
            tuples: Vec::new(),
            elements: Vec::new(),
            of_cells: vec![Vec::new(); shape.contents.len()],
            weights: network
                .weights
                .iter()
                .map(|weight| (f64::from(*weight) * UNIT).round() as i16)
                .collect(),
            sides: Player::BOTH.map(|player| network.side_of(player) * network.side()),
        };
        for (tuple, elements) in shape.tables.iter().flat_map(|table| &table.tuples).enumerate() {
            let start = frozen.elements.len() as u32;
            let steps = network.steps(elements);
            frozen.elements.extend(elements.iter().copied().zip(steps));
            let end = frozen.elements.len() as u32;
            frozen.tuples.push(Tuple { first: network.first(tuple), start, end });
            elements.iter().for_each(|&(cell, _)| frozen.of_cells[usize::from(cell)].push(tuple as u32));
        }
        frozen
    }

    /// The weight of a tuple in a position with these cells.
    #[inline]
    fn weight(&self, tuple: u32, side: usize, cells: &[u8]) -> i32 {
        let Tuple { first, start, end } = self.tuples[tuple as usize];
        let index =
            |&((cell, shift), step): &(Element, u32)| u32::from(cells[usize::from(cell)] >> shift) * step;
        let index: u32 = self.elements[start as usize..end as usize].iter().map(index).sum();
        i32::from(self.weights[side + (first + index) as usize])
    }

    fn sum(&self, side: usize, cells: &[u8]) -> i32 {
        (0..self.tuples.len() as u32).map(|tuple| self.weight(tuple, side, cells)).sum()
    }

    /// The difference that changed cells make to the sum.
    fn difference(&self, side: usize, before: &[u8], after: &[u8]) -> i32 {
        let mut difference = 0;
        let mut changed = [0u64; MOST_CELLS / 64];
        for (cell, _) in before.iter().zip(after).enumerate().filter(|(_, (old, new))| old != new) {
            for &tuple in &self.of_cells[cell] {
                // A tuple of several changed cells counts with the first of them.
                let Tuple { start, end, .. } = self.tuples[tuple as usize];
                let mut elements = self.elements[start as usize..end as usize].iter();
                let counted = |&((other, _), _): &(Element, u32)| {
                    usize::from(other) < cell && changed[usize::from(other) / 64] >> (other % 64) & 1 == 1
                };
                if !elements.any(counted) {
                    difference += self.weight(tuple, side, after) - self.weight(tuple, side, before);
                }
            }
            changed[cell / 64] |= 1 << (cell % 64);
        }
        difference
    }
}

impl<G: Playable> NetworkEvaluation<G> {
    pub(crate) fn new(encoder: Encoder<G>, network: &Network) -> NetworkEvaluation<G> {
        NetworkEvaluation(Arc::new(Parts { encoder, weights: Frozen::new(network) }))
    }

    fn cells(&self, game: &G, state: &G::State, mover: Player) -> ([u8; MOST_CELLS], usize) {
        let mut cells = [0; MOST_CELLS];
        let count = self.0.weights.of_cells.len();
        self.0.encoder.read(game, state, mover, &mut cells[..count]);
        (cells, count)
    }

    fn is_followed(&self) -> bool {
        self.0.weights.of_cells.len() <= MOST_CELLS
    }

    /// The points that a sum stands for, for the first player.
    fn points(&self, game: &G, mover: Player, sum: i32) -> f64 {
        let value = (f64::from(sum) / UNIT).tanh().clamp(-0.9999, 0.9999);
        mover.sign() * value * game.greatest_payoff()
    }
}

/// Two sums in one number: those of the first player to move and of the second.
fn both([first, second]: [i32; 2]) -> i64 {
    (i64::from(first) << 32) + i64::from(second)
}

fn of_both(sums: i64) -> [i32; 2] {
    let second = sums as i32;
    [((sums - i64::from(second)) >> 32) as i32, second]
}

impl<G: Playable> Evaluate<G> for NetworkEvaluation<G> {
    fn evaluate(&self, game: &G, state: &G::State) -> f64 {
        match game.turn(state) {
            Turn::Decision(mover) => {
                let mut cells = vec![0; self.0.weights.of_cells.len()];
                self.0.encoder.read(game, state, mover, &mut cells);
                self.points(game, mover, self.0.weights.sum(self.0.weights.sides[mover.index()], &cells))
            }
            Turn::Over(Outcome::Payoff(points)) => points,
            Turn::Over(outcome) => f64::from(points(game, outcome)) * game.greatest_payoff(),
            Turn::Chance => {
                let mut outcomes = Vec::new();
                game.chance_outcomes(state, &mut outcomes);
                let value = |&(mv, probability)| probability * self.evaluate(game, &game.child(state, mv));
                outcomes.iter().map(value).sum()
            }
        }
    }

    /// Half the way to a sure win: three games of four.
    fn winning_lead(&self, game: &G) -> Option<f64> {
        Some(game.greatest_payoff() / 2.0)
    }

    fn accumulator(&self, game: &G, state: &G::State) -> i64 {
        if !self.is_followed() {
            return 0;
        }
        both(Player::BOTH.map(|mover| {
            let (cells, count) = self.cells(game, state, mover);
            self.0.weights.sum(self.0.weights.sides[mover.index()], &cells[..count])
        }))
    }

    fn accumulator_after(
        &self,
        game: &G,
        before: &G::State,
        accumulator: i64,
        _mv: G::Move,
        after: &G::State,
    ) -> i64 {
        if !self.is_followed() {
            return 0;
        }
        let mut sums = of_both(accumulator);
        for (mover, sum) in Player::BOTH.into_iter().zip(&mut sums) {
            let ((old, count), (new, _)) = (self.cells(game, before, mover), self.cells(game, after, mover));
            *sum +=
                self.0.weights.difference(self.0.weights.sides[mover.index()], &old[..count], &new[..count]);
        }
        both(sums)
    }

    fn evaluate_accumulated(&self, game: &G, state: &G::State, accumulator: i64) -> f64 {
        match game.turn(state) {
            Turn::Decision(mover) if self.is_followed() => {
                self.points(game, mover, of_both(accumulator)[mover.index()])
            }
            _ => self.evaluate(game, state),
        }
    }
}
