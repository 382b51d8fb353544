//! Reading positions of a game with a network.

use plywood_rules::scene::Place;
use plywood_rules::{Cells, Playable, Player, Turn};

use super::choice::tuples;
use super::network::Network;
use super::shape::{MOST_EXCHANGED, NetworkShape};
use crate::proof::points;

/// Reads the positions of a game as the contents of cells.
pub(crate) struct Encoder<G: Playable> {
    cells: Box<dyn Cells<G>>,
    /// As in [`Shape`].
    exchanged: Option<Vec<u16>>,
    /// The discount of a value for each decision.
    gamma: f32,
    /// The stage at which games begin, if the game counts its plies.
    start: Option<u32>,
}

/// A position as a network sees it: the contents of its cells, and the index of each tuple.
#[derive(Clone, Default)]
pub(crate) struct EncodedPosition {
    cells: Vec<u8>,
    pub indices: Vec<u32>,
}

/// A position as a network sees it when the first player is to move and when the second one is, and buffers for those after it.
pub(crate) struct EncodedSides<G: Playable> {
    seen: [EncodedPosition; 2],
    next: EncodedPosition,
    outcomes: Vec<Vec<(G::Move, f64)>>,
}

impl<G: Playable> Default for EncodedSides<G> {
    fn default() -> Self {
        EncodedSides { seen: Default::default(), next: EncodedPosition::default(), outcomes: Vec::new() }
    }
}

impl<G: Playable> EncodedSides<G> {
    /// Forgets the position, so that another network can look at one.
    pub fn clear(&mut self) {
        self.seen.iter_mut().for_each(|seen| seen.cells.clear());
    }

    /// The indices of the position for a side to move.
    pub fn indices(&self, mover: Player) -> &[u32] {
        &self.seen[mover.index()].indices
    }

    /// The contents of its cells for a side to move.
    pub fn cells(&self, mover: Player) -> &[u8] {
        &self.seen[mover.index()].cells
    }
}

impl<G: Playable> Encoder<G> {
    /// The shape of a new network for a game.
    pub fn shape(game: &G) -> NetworkShape {
        let cells = game.cells();
        NetworkShape::new(game, &*cells, &tuples(game, &*cells))
    }

    /// An encoder for networks of this shape, whose values are discounted by `gamma`; `None` if the game's cells are others now.
    pub fn new(game: &G, shape: &NetworkShape, gamma: f32) -> Option<Encoder<G>> {
        let cells = game.cells();
        let start = game.stage(&game.initial());
        shape.fits(cells.contents()).then(|| Encoder {
            cells,
            exchanged: shape.exchanged.clone(),
            gamma,
            start,
        })
    }

    /// For each cell the square that shows it to this side to move.
    pub fn places(&self, mover: Player) -> Vec<Option<Place>> {
        let own = self.cells.places();
        match &self.exchanged {
            Some(places) if mover == Player::Second => {
                let mut exchanged = vec![None; own.len()];
                own.iter().zip(places).for_each(|(&place, &at)| exchanged[usize::from(at)] = place);
                exchanged
            }
            _ => own.to_vec(),
        }
    }

    /// Reads the cells of `state` for a side to move.
    pub fn read(&self, game: &G, state: &G::State, mover: Player, cells: &mut [u8]) {
        match &self.exchanged {
            Some(places) if mover == Player::Second => {
                let mut own = [0; MOST_EXCHANGED];
                let own = &mut own[..cells.len()];
                self.cells.read(game, state, Player::Second, own);
                own.iter().zip(places).for_each(|(&content, &place)| cells[usize::from(place)] = content);
            }
            _ => self.cells.read(game, state, Player::First, cells),
        }
    }

    /// The number of plies before `state`, if the game counts them.
    #[inline]
    pub fn ply(&self, game: &G, state: &G::State) -> Option<u32> {
        Some(game.stage(state)?.saturating_sub(self.start?))
    }

    /// Looks at a position, whose followers are valued next. It is followed from what `sight` saw before, by the same network.
    pub fn look(&self, game: &G, network: &Network, state: &G::State, sight: &mut EncodedSides<G>) {
        let EncodedSides { seen, next, .. } = sight;
        let (count, ply) = (self.cells.contents().len(), self.ply(game, state));
        // Both players see the same if they cannot be exchanged.
        let views = if self.exchanged.is_some() { &Player::BOTH[..] } else { &[Player::First] };
        for (&mover, seen) in views.iter().zip(&mut *seen) {
            next.cells.resize(count, 0);
            self.read(game, state, mover, &mut next.cells);
            if seen.cells.len() == count {
                network.follow(&mut seen.indices, &seen.cells, &next.cells, ply);
            } else {
                network.find(&next.cells, ply, &mut seen.indices);
            }
            std::mem::swap(&mut seen.cells, &mut next.cells);
        }
        if self.exchanged.is_none() {
            let [first, second] = seen;
            second.clone_from(first);
        }
    }

    /// Values each of the moves `legal` of a decision for its `mover`, by searches of `depth` plies; 1 is the network alone. Returning
    /// to a position of `history` is worth a draw, which it becomes when it is repeated.
    #[allow(clippy::too_many_arguments)]
    pub fn values(
        &self,
        game: &G,
        network: &Network,
        position: (&G::State, &[G::State]),
        mover: Player,
        legal: &[G::Move],
        depth: u32,
        sight: &mut EncodedSides<G>,
        values: &mut Vec<f32>,
    ) {
        let (state, history) = position;
        let recurs = game.stage(state).is_none();
        let bounds = [f32::NEG_INFINITY; 2];
        self.look(game, network, state, sight);
        values.clear();
        values.extend(legal.iter().map(|&mv| {
            let child = game.child(state, mv);
            if recurs && history.contains(&child) && matches!(game.turn(&child), Turn::Decision(_)) {
                return 0.0;
            }
            self.gamma
                * mover.sign() as f32
                * self.search(game, network, &child, depth.max(1) - 1, bounds, sight)
        }));
    }

    /// The value for the first player of `state`, which comes soon after the position of `sight`: what a player decides by the
    /// network, the end of the game as it is, chance by the mean over its outcomes.
    pub fn value(&self, game: &G, network: &Network, state: &G::State, sight: &mut EncodedSides<G>) -> f32 {
        match game.turn(state) {
            Turn::Over(outcome) => points(game, outcome),
            Turn::Decision(mover) => {
                let EncodedSides { seen, next, .. } = sight;
                let from = &seen[mover.index()];
                next.cells.resize(from.cells.len(), 0);
                self.read(game, state, mover, &mut next.cells);
                next.indices.clear();
                next.indices.extend_from_slice(&from.indices);
                network.follow(&mut next.indices, &from.cells, &next.cells, self.ply(game, state));
                mover.sign() as f32 * network.value(mover, &next.indices)
            }
            Turn::Chance => {
                let mut outcomes = sight.outcomes.pop().unwrap_or_default();
                outcomes.clear();
                game.chance_outcomes(state, &mut outcomes);
                let value = |&(outcome, probability): &(G::Move, f64)| {
                    probability as f32 * self.value(game, network, &game.child(state, outcome), sight)
                };
                let mean = outcomes.iter().map(value).sum();
                sight.outcomes.push(outcomes);
                mean
            }
        }
    }

    /// The value for the first player of `state` by a search of `depth` plies of decisions: 0 is [`Encoder::value`]. `bounds` are
    /// what the first player and the second have already.
    pub fn search(
        &self,
        game: &G,
        network: &Network,
        state: &G::State,
        depth: u32,
        bounds: [f32; 2],
        sight: &mut EncodedSides<G>,
    ) -> f32 {
        let Turn::Decision(mover) = game.turn(state) else { return self.value(game, network, state, sight) };
        if depth == 0 {
            return self.value(game, network, state, sight);
        }
        let mut bounds = bounds.map(|bound| bound / self.gamma);
        let (own, sign) = (mover.index(), mover.sign() as f32);
        let mut best = f32::NEG_INFINITY;
        let mut moves = Vec::new();
        game.legal_moves(state, &mut moves);
        for mv in moves {
            let value = self.search(game, network, &game.child(state, mv), depth - 1, bounds, sight);
            best = best.max(sign * value);
            bounds[own] = bounds[own].max(best);
            if bounds[0] >= -bounds[1] {
                break;
            }
        }
        self.gamma * sign * best
    }
}
