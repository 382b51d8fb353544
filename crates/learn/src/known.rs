//! The knowledge of a brain about the moves of a position, and the lines that it expects.

use std::rc::Rc;

use plywood_rules::{Playable, Turn};
use rand_core::SeedableRng;
use rand_xoshiro::Xoshiro256PlusPlus;

use crate::brain::Brain;
use crate::chooser::{Aim, Chooser, best_edges};
use crate::error::BrainError;
use crate::estimates::Thinking;
use crate::graph::{Edge, StrategyGraph};
use crate::place::{CanonicalPosition, Canonicalizer};
use crate::store::StoreError;
use crate::view::GraphView;

/// A legal move with the knowledge about it.
#[derive(Clone, Debug, PartialEq)]
pub struct LearntMove<M> {
    /// The move.
    pub mv: M,
    /// The knowledge about it, if there is any.
    pub edge: Option<Edge>,
    /// The value that the network gives it, for the player who makes it, if there is a network.
    pub value: Option<f32>,
    /// The expected line, beginning with the move; it ends in an unknown position.
    pub line: Vec<M>,
}

/// The greatest length of an expected line, in plies.
pub(crate) const LONGEST_LINE: usize = 40;

/// The greatest length of a line that a network expects: it goes on for ever.
const LONGEST_ESTIMATED: usize = 10;

impl<G: Playable> Brain<G> {
    /// The legal moves of a position, in their order, each with the knowledge about it; empty where no player decides.
    ///
    /// # Errors
    /// If the file cannot be read.
    pub fn known_moves(&self, state: &G::State) -> Result<Vec<LearntMove<G::Move>>, BrainError> {
        let Turn::Decision(mover) = self.game().turn(state) else { return Ok(Vec::new()) };
        let mut moves = Vec::new();
        self.game().legal_moves(state, &mut moves);
        let estimates =
            self.estimates(&self.read(), (state, &[]), mover, &moves, &mut Thinking::default())?;
        let places = self.places();
        let place = self.settings().kind.has_graph().then(|| places.of(state, mover));
        let edges = place.as_deref().map_or(Ok(Vec::new()), |place| self.edges_at(&places, place))?;
        let mut known = Vec::new();
        for (number, mv) in moves.into_iter().enumerate() {
            let edge = place.as_ref().and_then(|place| place.edge_of(self.game(), mv));
            let edge = edges.iter().find(|known| Some(known.mv) == edge).copied();
            let value = estimates.as_ref().map(|found| found.values[number]);
            let mut line = vec![mv];
            if edge.is_some() || value.is_some() {
                line.extend(self.expected_line(&self.game().child(state, mv), LONGEST_LINE)?);
            }
            known.push(LearntMove { mv, edge, value, line });
        }
        Ok(known)
    }

    /// The edges of a position as a learner plays by them.
    fn edges_at(
        &self,
        places: &Canonicalizer<'_, G>,
        place: &CanonicalPosition<G>,
    ) -> Result<Vec<Edge>, StoreError> {
        let (memory, settings) = (self.read(), self.settings());
        let (mut graph, mut chooser) = (StrategyGraph::default(), Chooser::default());
        let mut view = GraphView::new(&mut graph, &*memory);
        let node = place.node(&mut view)?;
        chooser.look(places, settings, &mut view, node, place)?;
        if !settings.kind.has_network() {
            chooser.look_at_unknown(places, settings, &mut view, node, place)?;
        }
        Ok(view.edges(node).to_vec())
    }

    /// The best known moves from a position on, up to `longest` of them. The line ends at an unknown or a repeated position.
    ///
    /// # Errors
    /// If the file cannot be read.
    pub fn expected_line(&self, state: &G::State, longest: usize) -> Result<Vec<G::Move>, StoreError> {
        if self.encoder().is_some() {
            return self.estimated_line(state, longest.min(LONGEST_ESTIMATED));
        }
        let places = self.places();
        let memory = self.read();
        let (mut state, mut line, mut seen) =
            (state.clone(), Vec::new(), Vec::<Rc<CanonicalPosition<G>>>::new());
        let (mut graph, mut chooser, mut best) = (StrategyGraph::default(), Chooser::default(), Vec::new());
        let mut view = GraphView::new(&mut graph, &*memory);
        while line.len() < longest {
            let Some(place) = places.find(&state) else { break };
            if seen.iter().any(|seen| seen.key == place.key) {
                break;
            }
            let node = place.node(&mut view)?;
            chooser.look(&places, self.settings(), &mut view, node, &place)?;
            best_edges(view.edges(node), Aim::Value, &mut best);
            let Some(&edge) = best.first() else { break };
            let mut legal = Vec::new();
            self.game().legal_moves(&state, &mut legal);
            let Some(mv) = place.move_of(self.game(), &legal, view.edges(node)[edge].mv) else { break };
            state = self.game().child(&state, mv);
            line.push(mv);
            seen.push(place);
        }
        Ok(line)
    }

    /// The same by a network: it ends where chance decides or the game is over.
    fn estimated_line(&self, state: &G::State, longest: usize) -> Result<Vec<G::Move>, StoreError> {
        let memory = self.read();
        let (mut thinking, mut history, mut line) = (Thinking::default(), Vec::new(), Vec::new());
        let mut state = state.clone();
        let mut rng = Xoshiro256PlusPlus::seed_from_u64(1);
        while line.len() < longest
            && let Turn::Decision(mover) = self.game().turn(&state)
        {
            let mut legal = Vec::new();
            self.game().legal_moves(&state, &mut legal);
            let found = self.estimates(&memory, (&state, &history), mover, &legal, &mut thinking)?;
            let Some(found) = found else { break };
            let mv = legal[found.best(&mut rng)];
            line.push(mv);
            let child = self.game().child(&state, mv);
            history.push(std::mem::replace(&mut state, child));
        }
        Ok(line)
    }
}
