//! Where a position stands in the graph: one node for all that are the same up to symmetry.

use plywood_rules::{Playable, Player, Turn};

/// A decision as the graph sees it: the one position that stands for all its images.
pub(crate) struct Place<G: Playable> {
    /// That position.
    pub state: G::State,
    /// Its bytes: the key of the node.
    pub key: Vec<u8>,
    /// Its legal moves; edges go by their places here.
    pub moves: Vec<G::Move>,
    /// Whose decision it is in `state`.
    pub mover: Player,
    /// Whether the players are exchanged in `state`.
    pub exchanged: bool,
    /// The map from the position it was found for to `state`.
    map: usize,
}

impl<G: Playable> Place<G> {
    /// The edge of a move of the game under way; `None` if the move is not legal.
    pub fn edge_of(&self, game: &G, mv: G::Move) -> Option<u16> {
        let image = game.map_move(mv, self.map);
        self.moves.iter().position(|&mv| mv == image).map(|place| place as u16)
    }

    /// The move of the game under way that an edge stands for; `legal` are the legal moves there.
    pub fn move_of(&self, game: &G, legal: &[G::Move], edge: u16) -> Option<G::Move> {
        let image = *self.moves.get(usize::from(edge))?;
        legal.iter().copied().find(|&mv| game.map_move(mv, self.map) == image)
    }

    /// The number of legal moves.
    pub fn legal(&self) -> u16 {
        self.moves.len() as u16
    }
}

/// Finds places.
pub(crate) struct Places<'a, G> {
    pub game: &'a G,
    /// Whether symmetric positions share a node.
    pub symmetry: bool,
}

impl<G: Playable> Places<'_, G> {
    /// The place of a state, where `mover` has to decide.
    pub fn of(&self, state: &G::State, mover: Player) -> Place<G> {
        let (state, map, exchanged) = self.representative(state);
        let mut key = Vec::with_capacity(24);
        self.game.pack(&state, &mut key);
        let mut moves = Vec::with_capacity(16);
        self.game.legal_moves(&state, &mut moves);
        let mover = if exchanged { mover.other() } else { mover };
        Place { state, key, moves, mover, exchanged, map }
    }

    /// The same, if somebody has to decide there.
    pub fn find(&self, state: &G::State) -> Option<Place<G>> {
        match self.game.turn(state) {
            Turn::Decision(mover) => Some(self.of(state, mover)),
            Turn::Chance | Turn::Over(_) => None,
        }
    }

    fn representative(&self, state: &G::State) -> (G::State, usize, bool) {
        if !self.symmetry {
            return (state.clone(), 0, false);
        }
        let (least, map) = self.game.canonical(state);
        if let Some(exchanged) = self.game.exchanged(state) {
            let (other, other_map) = self.game.canonical(&exchanged);
            if other < least {
                return (other, other_map, true);
            }
        }
        (least, map, false)
    }
}
