//! Learning one finished game outside training: one durable write, all or nothing.

use std::rc::Rc;

use plywood_rules::student::{Change, Ended, Finished, Lesson, Revalued};
use plywood_rules::{Playable, Player, Student, TextError, Turn};

use crate::brain::Brain;
use crate::chooser::{Chooser, greedy};
use crate::error::{BrainError, check_rules};
use crate::graph::{Edge, StrategyGraph};
use crate::memory::Counters;
use crate::place::CanonicalPosition;
use crate::proof::points;
use crate::trajectory::{EpisodeEnd, Trajectory};
use crate::view::{GraphView, NodeSource, StoredNode};

/// The edge that the learner would play; `None` if it would try a new move.
fn intention(edges: &[Edge], legal: usize) -> Option<u16> {
    let best = &edges[greedy(edges)?];
    (best.q >= 0.0 || edges.len() >= legal).then_some(best.mv)
}

/// A decision of a game: its position, the edge taken, and the player.
type LessonDecision<G> = (Rc<CanonicalPosition<G>>, Option<u16>, Player);

impl<G: Playable> Brain<G> {
    /// Learns a finished game; it is on disk when this returns.
    ///
    /// # Errors
    /// If the moves are not a game, or the file cannot be written; then nothing was learnt.
    pub fn learn(&self, finished: &Finished<'_, G>) -> Result<Lesson<G::Move>, BrainError> {
        let played = self.path(finished)?;
        // The file is written before memory changes. Others wait meanwhile, so that no update is lost.
        let mut memory = self.write();
        let mut graph = StrategyGraph::default();
        let mut view = GraphView::new(&mut graph, &*memory);
        self.enter(&mut view, &played, finished)?;
        let (new_positions, new_moves) = (view.new_nodes, view.new_edges);
        let counters = memory.counters.with(1, &view);
        let mut lesson = Lesson {
            games: counters.games,
            new_positions,
            new_moves,
            changed_moves: changed_moves(&graph, &*memory)?,
            changes: Vec::new(),
            values: Vec::new(),
        };
        self.compare(&mut lesson, &played, finished, &graph, &*memory)?;
        let mut before = None;
        check_rules()?;
        memory.write(&graph, counters, &mut |network| {
            before = Some(self.teach(network, finished)?);
            check_rules()
        })?;
        if let (Some(before), Some(network)) = (&before, &memory.network) {
            self.compare_values(&mut lesson, finished, before, network)?;
        }
        Ok(lesson)
    }

    /// Learns finished games in their order, with one write for all of them; they are on disk when this returns.
    ///
    /// # Errors
    /// As [`Brain::learn`]; then none of them was learnt.
    pub fn learn_all(&self, games: &[Finished<'_, G>]) -> Result<Counters, BrainError> {
        let paths = games.iter().map(|finished| self.path(finished)).collect::<Result<Vec<_>, _>>()?;
        let mut memory = self.write();
        let mut graph = StrategyGraph::default();
        let mut view = GraphView::new(&mut graph, &*memory);
        for (played, finished) in paths.iter().zip(games) {
            self.enter(&mut view, played, finished)?;
        }
        let counters = memory.counters.with(games.len() as u64, &view);
        check_rules()?;
        memory.write(&graph, counters, &mut |network| {
            games.iter().try_for_each(|finished| self.teach(network, finished).map(drop))?;
            check_rules()
        })?;
        Ok(counters)
    }

    /// Learns a game in memory.
    fn enter(
        &self,
        view: &mut GraphView<'_>,
        played: &[LessonDecision<G>],
        finished: &Finished<'_, G>,
    ) -> Result<(), BrainError> {
        let (mut trajectory, mut chooser) = (Trajectory::learning(), Chooser::default());
        for (place, mv, mover) in played {
            let node = place.node(view)?;
            trajectory.arrive(view, self.settings(), node, place.legal(), *mover);
            chooser.search(self.game(), self.settings(), view, node, place);
            if let Some(mv) = mv {
                trajectory.pass(view, *mv);
            }
        }
        trajectory.finish(view, self.settings(), self.end(finished), finished.own);
        Ok(())
    }

    /// The decisions of a game with the edges taken; the last has none if play was cut off in it.
    fn path(&self, finished: &Finished<'_, G>) -> Result<Vec<LessonDecision<G>>, BrainError> {
        if !self.settings().kind.has_graph() {
            return Ok(Vec::new());
        }
        let places = self.places();
        let mut path = Vec::with_capacity(finished.states.len());
        for (ply, state) in finished.states.iter().enumerate() {
            let Turn::Decision(mover) = self.game().turn(state) else { break };
            let place = places.of(state, mover);
            let edge = match finished.moves.get(ply) {
                None => None,
                Some(&mv) => Some(place.edge_of(self.game(), mv).ok_or_else(|| {
                    BrainError::Game(format!("move {} of the game is not legal where it was made", ply + 1))
                })?),
            };
            path.push((place, edge, mover));
        }
        Ok(path)
    }

    pub(crate) fn end(&self, finished: &Finished<'_, G>) -> EpisodeEnd {
        match finished.ended {
            Ended::Rules(outcome) => EpisodeEnd::Outcome(outcome, points(self.game(), outcome)),
            Ended::Resigned { winner } => EpisodeEnd::Resigned(winner),
            Ended::CalledOff => EpisodeEnd::Open,
        }
    }

    /// Lists the positions in which the learner will now play another move, and the values of the moves that were played.
    fn compare(
        &self,
        lesson: &mut Lesson<G::Move>,
        played: &[LessonDecision<G>],
        finished: &Finished<'_, G>,
        after: &StrategyGraph,
        before: &dyn NodeSource,
    ) -> Result<(), BrainError> {
        let mut node = StoredNode::default();
        let value =
            |edges: &[Edge], mv| edges.iter().find(|edge| edge.mv == mv).map(|edge| f64::from(edge.q));
        for (ply, (place, mv, _)) in played.iter().enumerate() {
            let repeated = played[..ply].iter().any(|(earlier, ..)| earlier.key == place.key);
            let Some(id) = after.find(&place.key).filter(|_| !repeated) else { continue };
            let known = before.load(&place.key, &mut node)?;
            let known = if known { &node.edges[..] } else { &[] };
            if let Some((mv, now)) = mv.and_then(|mv| Some((mv, value(after.edges(id), mv)?))) {
                lesson.values.push(Revalued { ply, before: value(known, mv), now });
            }
            let old = intention(known, place.moves.len());
            let new = intention(after.edges(id), place.moves.len());
            if old != new {
                let mut legal = Vec::new();
                self.game().legal_moves(&finished.states[ply], &mut legal);
                let mv = |edge: u16| place.move_of(self.game(), &legal, edge);
                lesson.changes.push(Change { ply, before: old.and_then(mv), now: new.and_then(mv) });
            }
        }
        Ok(())
    }
}

/// The number of known moves whose value changed.
fn changed_moves(after: &StrategyGraph, before: &dyn NodeSource) -> Result<u64, BrainError> {
    let mut node = StoredNode::default();
    let mut changed = 0;
    for id in after.changed() {
        if before.load(after.key(id), &mut node)? {
            let differs = |old: &&Edge| {
                after.edges(id).iter().any(|new| {
                    new.mv == old.mv && (new.q.to_bits() != old.q.to_bits() || new.code != old.code)
                })
            };
            changed += node.edges.iter().filter(differs).count() as u64;
        }
    }
    Ok(changed)
}

impl<G: Playable> Student<G> for Brain<G> {
    fn learn(&self, _game: &G, finished: &Finished<'_, G>) -> Result<Lesson<G::Move>, TextError> {
        Brain::learn(self, finished).map_err(|error| error.text())
    }
}
