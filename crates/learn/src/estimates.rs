//! Moves as a network values them, and what a game outside training teaches it.

use std::collections::BTreeMap;

use plywood_rules::scene::Place;
use plywood_rules::student::{Change, Finished, Lesson, Revalued};
use plywood_rules::{Playable, Player, Proved, Turn};
use rand_core::Rng;

use crate::brain::Brain;
use crate::chooser::Chooser;
use crate::error::BrainError;
use crate::graph::StrategyGraph;
use crate::memory::BrainMemory;
use crate::network_game::{GraphProofs, best_of};
use crate::ntuple::{EncodedSides, Followed, Network, Targets};
use crate::store::StoreError;

/// The values of the moves of a decision for its mover: what is proved, and else what the network expects.
#[derive(Clone, Debug, Default)]
pub(crate) struct Estimates {
    pub values: Vec<f32>,
    pub proofs: Vec<Option<Proved>>,
}

impl Estimates {
    /// The place of a best move, each as likely as the others. Of proved wins the quickest is the best, of losses the slowest.
    pub fn best(&self, rng: &mut (impl Rng + ?Sized)) -> usize {
        let merit = |(value, proof): (&f32, &Option<Proved>)| match proof {
            Some(Proved::Win { plies }) => 2.0 + 1.0 / (*plies as f32 + 1.0),
            Some(Proved::Loss { plies }) => -2.0 - 1.0 / (*plies as f32 + 1.0),
            Some(Proved::Draw) | None => *value,
        };
        let merits: Vec<f32> = self.values.iter().zip(&self.proofs).map(merit).collect();
        best_of(&merits, rng)
    }
}

/// The value of a position to a network, and the tuples that count most in it.
#[derive(Clone, Debug, PartialEq)]
pub struct NetworkExplanation {
    /// The value for the side to move, from -1 to 1.
    pub value: f32,
    /// The tuples, the largest share first.
    pub reasons: Vec<NetworkReason>,
}

/// A part of a network's value: a tuple of cells in a position. Tuples of the same cells are one.
#[derive(Clone, Debug, PartialEq)]
pub struct NetworkReason {
    /// For each cell the square that shows it, or `None` for a number beside the board; and its content.
    pub cells: Vec<(Option<Place>, u8)>,
    /// The share of the value. Those of all tuples add up to it; a single one may be larger.
    pub share: f32,
}

/// Buffers for finding them.
pub(crate) struct Thinking<G: Playable> {
    sight: EncodedSides<G>,
    graph: StrategyGraph,
    chooser: Chooser,
}

impl<G: Playable> Default for Thinking<G> {
    fn default() -> Self {
        Thinking {
            sight: EncodedSides::default(),
            graph: StrategyGraph::default(),
            chooser: Chooser::default(),
        }
    }
}

/// A decision of a game as the network sees it.
pub(crate) struct Reviewed<M> {
    ply: usize,
    /// The value of the move that was made, and the move that the network prefers.
    value: f32,
    best: M,
}

impl<G: Playable> Brain<G> {
    /// The values of these moves of `mover` in a position with its history, if this brain has a network.
    pub(crate) fn estimates(
        &self,
        memory: &BrainMemory,
        position: (&G::State, &[G::State]),
        mover: Player,
        legal: &[G::Move],
        thinking: &mut Thinking<G>,
    ) -> Result<Option<Estimates>, StoreError> {
        let (Some(encoder), Some(network)) = (self.encoder(), &memory.network) else { return Ok(None) };
        let Thinking { sight, graph, chooser } = thinking;
        let mut found = Estimates { values: Vec::new(), proofs: vec![None; legal.len()] };
        sight.clear();
        encoder.values(self.game(), network, position, mover, legal, 1, sight, &mut found.values);
        if self.settings().kind.has_graph() {
            let places = self.places();
            graph.clear();
            chooser.findings.clear();
            memory.look(graph, |view| {
                let place = places.of(position.0, mover);
                let node = place.node(view)?;
                chooser.look(&places, self.settings(), view, node, &place)?;
                let (values, proofs) = (&mut found.values, Some(&mut found.proofs[..]));
                GraphProofs { places: &places, view, chooser }
                    .prove(self.settings(), position.0, mover, legal, values, proofs)
                    .map(drop)
            })?;
        }
        Ok(Some(found))
    }

    /// The value of a position to the network, with up to `count` of the tuples that count most in it; `None` without a network, or
    /// where no player decides.
    pub fn explain(&self, state: &G::State, count: usize) -> Option<NetworkExplanation> {
        let (game, memory) = (self.game(), self.read());
        let (encoder, network) = (self.encoder()?, memory.network.as_ref()?);
        let mover = game.turn(state).player()?;
        let mut sight = EncodedSides::default();
        encoder.look(game, network, state, &mut sight);
        // A tuple that a symmetry turns into itself is there once for each order of its cells.
        let mut weights: BTreeMap<Vec<u16>, f32> = BTreeMap::new();
        for (tuple, weight) in network.weights_of(mover, sight.indices(mover)) {
            let mut cells: Vec<u16> = tuple.iter().map(|&(cell, _)| cell).collect();
            cells.sort_unstable();
            *weights.entry(cells).or_default() += weight;
        }
        let sum: f32 = weights.values().sum();
        let (value, places, contents) = (sum.tanh(), encoder.places(mover), sight.cells(mover));
        let mut largest: Vec<_> = weights.into_iter().filter(|(_, weight)| *weight != 0.0).collect();
        largest.sort_by(|(_, a), (_, b)| b.abs().total_cmp(&a.abs()));
        largest.truncate(count);
        let cell = |cell: u16| (places[usize::from(cell)], contents[usize::from(cell)]);
        let reason = |(cells, weight): (Vec<u16>, f32)| NetworkReason {
            cells: cells.into_iter().map(cell).collect(),
            share: if sum == 0.0 { weight } else { weight * (value / sum) },
        };
        Some(NetworkExplanation { value, reasons: largest.into_iter().map(reason).collect() })
    }

    /// Goes through a finished game, and notes what it teaches.
    fn review(
        &self,
        network: &Network,
        finished: &Finished<'_, G>,
        targets: &mut Targets,
    ) -> Result<Vec<Reviewed<G::Move>>, BrainError> {
        let Some(encoder) = self.encoder() else { return Ok(Vec::new()) };
        let game = self.game();
        let (mut sight, mut legal, mut values) = (EncodedSides::default(), Vec::new(), Vec::new());
        let mut reviewed = Vec::new();
        targets.clear();
        for (ply, (state, &mv)) in finished.states.iter().zip(finished.moves).enumerate() {
            let Turn::Decision(mover) = game.turn(state) else { continue };
            legal.clear();
            game.legal_moves(state, &mut legal);
            let position = (state, &finished.states[..ply]);
            encoder.values(game, network, position, mover, &legal, 1, &mut sight, &mut values);
            let played = legal.iter().position(|&known| known == mv).ok_or_else(|| {
                BrainError::Game(format!("move {} of the game is not legal where it was made", ply + 1))
            })?;
            let mut best = 0;
            (1..values.len())
                .for_each(|place| best = if values[place] > values[best] { place } else { best });
            let indices = sight.indices(mover);
            targets.push(mover, network.side_of(mover), network.value(mover, indices), indices);
            let followed = if values[played] < values[best] { Followed::Other } else { Followed::Best };
            targets.decide(values[best], followed);
            reviewed.push(Reviewed { ply, value: values[played], best: legal[best] });
        }
        let end = self.end(finished).for_first();
        targets.finish(self.settings(), end);
        Ok(reviewed)
    }

    /// Teaches a network a finished game, and returns its values as they were before.
    pub(crate) fn teach(
        &self,
        network: &mut Network,
        finished: &Finished<'_, G>,
    ) -> Result<Vec<Reviewed<G::Move>>, BrainError> {
        let mut targets = Targets::default();
        let before = self.review(network, finished, &mut targets)?;
        network.learn_one(&targets, self.settings().network.rate);
        Ok(before)
    }

    /// Compares the network's values in a game before and after it was learnt.
    pub(crate) fn compare_values(
        &self,
        lesson: &mut Lesson<G::Move>,
        finished: &Finished<'_, G>,
        before: &[Reviewed<G::Move>],
        network: &Network,
    ) -> Result<(), BrainError> {
        let after = self.review(network, finished, &mut Targets::default())?;
        lesson.changes.clear();
        lesson.values.clear();
        for (old, new) in before.iter().zip(&after) {
            let (before, now) = (Some(f64::from(old.value)), f64::from(new.value));
            lesson.values.push(Revalued { ply: new.ply, before, now });
            if old.best != new.best {
                lesson.changes.push(Change { ply: new.ply, before: Some(old.best), now: Some(new.best) });
            }
        }
        Ok(())
    }
}
