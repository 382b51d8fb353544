//! The place of a position in the graph: one node for all positions that are the same up to symmetry.

use std::cell::{Cell, RefCell};
use std::hash::{Hash, Hasher};
use std::rc::Rc;

use plywood_rules::{Canonical, Playable, Player, Turn};
use rustc_hash::FxHasher;

use crate::graph::StrategyNodeId;
use crate::store::StoreError;
use crate::view::{FoundNode, GraphView};

/// A decision as the graph sees it: the one position that represents all its images.
pub(crate) struct CanonicalPosition<G: Playable> {
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
    /// The position it was found for.
    origin: G::State,
    /// The map from there to `state`.
    map: usize,
    /// Its node, if it was found in memory before.
    found: Cell<Option<FoundNode>>,
}

impl<G: Playable> CanonicalPosition<G> {
    /// Its node.
    #[inline]
    pub fn node(&self, view: &mut GraphView<'_>) -> Result<StrategyNodeId, StoreError> {
        let mut found = self.found.get();
        let node = view.node_found(&self.key, &mut found)?;
        self.found.set(found);
        Ok(node)
    }

    /// See [`View::node_found`].
    pub fn found(&self) -> Option<FoundNode> {
        self.found.get()
    }

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

/// A slot for states of the same hash, by its lowest bits.
struct Recent<G: Playable> {
    /// The hash of the state that was found here last. A state is kept when it is found twice in a row: to keep each of
    /// the many that are met once would take longer than to find them.
    last: u64,
    /// The hash of a state, and its place.
    kept: Option<(u64, Rc<CanonicalPosition<G>>)>,
}

/// The places that are kept: those of a small game, or of the opening of a large one.
const KEPT: usize = 1 << 12;

/// Finds places.
pub(crate) struct Canonicalizer<'a, G: Playable> {
    pub game: &'a G,
    /// True if symmetric positions share a node.
    symmetry: bool,
    /// The places found last, at the hash of the state; empty if none are kept.
    recent: RefCell<Vec<Recent<G>>>,
}

impl<'a, G: Playable> Canonicalizer<'a, G> {
    pub fn new(game: &'a G, symmetry: bool) -> Canonicalizer<'a, G> {
        Canonicalizer { game, symmetry, recent: RefCell::default() }
    }

    /// The same, for one who meets a position many times: to find its canonical form takes longer than to play a move.
    pub fn keeping(self) -> Canonicalizer<'a, G> {
        self.recent.borrow_mut().resize_with(KEPT, || Recent { last: 0, kept: None });
        self
    }

    /// The place of a state, where `mover` has to decide.
    pub fn of(&self, state: &G::State, mover: Player) -> Rc<CanonicalPosition<G>> {
        let mut recent = self.recent.borrow_mut();
        if recent.is_empty() {
            return Rc::new(self.place(state, mover));
        }
        let mut hasher = FxHasher::default();
        state.hash(&mut hasher);
        let hash = hasher.finish();
        let slot = &mut recent[hash as usize % KEPT];
        if let Some((kept, place)) = &slot.kept
            && *kept == hash
            && place.origin == *state
        {
            return Rc::clone(place);
        }
        let place = Rc::new(self.place(state, mover));
        if std::mem::replace(&mut slot.last, hash) == hash {
            slot.kept = Some((hash, Rc::clone(&place)));
        }
        place
    }

    fn place(&self, origin: &G::State, mover: Player) -> CanonicalPosition<G> {
        let (canonical, exchanged) = self.representative(origin);
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
        let (origin, found) = (origin.clone(), Cell::default());
        CanonicalPosition { state, key, moves, twins, mover, exchanged, origin, map, found }
    }

    /// The place of a state; `None` where no player has to decide.
    pub fn find(&self, state: &G::State) -> Option<Rc<CanonicalPosition<G>>> {
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
