//! The place of a position in the graph: one node for all positions that are the same up to symmetry.

use plywood_rules::{Canonical, Playable, Player, Turn};

/// A decision as the graph sees it: the one position that represents all its images.
pub(crate) struct Place<G: Playable> {
    /// That position.
    pub state: G::State,
    /// Its bytes: the key of the node.
    pub key: Vec<u8>,
    /// Its legal moves, one of those that lead to images of each other; edges name them by their index.
    pub moves: Vec<G::Move>,
    /// The other legal moves, with the edges that they share.
    twins: Vec<(G::Move, u16)>,
    /// The player who decides in `state`.
    pub mover: Player,
    /// True if the players are exchanged in `state`.
    pub exchanged: bool,
    /// The map from the position it was found for to `state`.
    map: usize,
}

impl<G: Playable> Place<G> {
    /// The edge of a move of the game under way; `None` if the move is not legal.
    pub fn edge_of(&self, game: &G, mv: G::Move) -> Option<u16> {
        let image = game.map_move(mv, self.map);
        let place = self.moves.iter().position(|&mv| mv == image).map(|place| place as u16);
        place.or_else(|| self.twins.iter().find(|(mv, _)| *mv == image).map(|&(_, edge)| edge))
    }

    /// The first move of the game under way that an edge represents; `legal` are the legal moves there.
    pub fn move_of(&self, game: &G, legal: &[G::Move], edge: u16) -> Option<G::Move> {
        let image = *self.moves.get(usize::from(edge))?;
        legal.iter().copied().find(|&mv| game.map_move(mv, self.map) == image)
    }

    /// The greatest number of edges.
    pub fn legal(&self) -> u16 {
        self.moves.len() as u16
    }
}

/// Finds places.
pub(crate) struct Places<'a, G> {
    pub game: &'a G,
    /// True if symmetric positions share a node.
    pub symmetry: bool,
}

impl<G: Playable> Places<'_, G> {
    /// The place of a state, where `mover` has to decide.
    pub fn of(&self, state: &G::State, mover: Player) -> Place<G> {
        let (canonical, exchanged) = self.representative(state);
        let Canonical { state, map, orbit } = canonical;
        let mut key = Vec::with_capacity(24);
        self.game.pack(&state, &mut key);
        let mut moves = Vec::with_capacity(16);
        self.game.legal_moves(&state, &mut moves);
        let mut twins = Vec::new();
        if self.symmetry && orbit < self.game.symmetries() {
            twins = self.take_twins(&state, &mut moves);
        }
        let mover = if exchanged { mover.other() } else { mover };
        Place { state, key, moves, twins, mover, exchanged, map }
    }

    /// The place of a state; `None` where no player has to decide.
    pub fn find(&self, state: &G::State) -> Option<Place<G>> {
        match self.game.turn(state) {
            Turn::Decision(mover) => Some(self.of(state, mover)),
            Turn::Chance | Turn::Over(_) => None,
        }
    }

    fn representative(&self, state: &G::State) -> (Canonical<G::State>, bool) {
        if !self.symmetry {
            return (Canonical { state: state.clone(), map: 0, orbit: 1 }, false);
        }
        let canonical = self.game.canonical(state);
        if let Some(exchanged) = self.game.exchanged(state) {
            let other = self.game.canonical(&exchanged);
            if other.state < canonical.state {
                return (other, true);
            }
        }
        (canonical, false)
    }

    /// Removes all but the first of moves that lead to images of each other, which the symmetries of the position itself
    /// exchange; returns the removed moves, each with the edge that it shares.
    fn take_twins(&self, state: &G::State, moves: &mut Vec<G::Move>) -> Vec<(G::Move, u16)> {
        let game = self.game;
        let own = (1..game.symmetries()).filter(|&map| game.map_state(state, map) == *state);
        let own: Vec<usize> = own.collect();
        let mut firsts: Vec<G::Move> = Vec::with_capacity(moves.len());
        let mut twins = Vec::new();
        for &mv in moves.iter() {
            let image = |first: &G::Move| own.iter().any(|&map| game.map_move(*first, map) == mv);
            match firsts.iter().position(image) {
                Some(edge) => twins.push((mv, edge as u16)),
                None => firsts.push(mv),
            }
        }
        *moves = firsts;
        twins
    }
}
