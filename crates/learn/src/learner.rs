//! The learner: a bot that plays from a brain.

use std::rc::Rc;
use std::sync::Arc;

use plywood_rules::random::below;
use plywood_rules::{
    Alternative, Bot, Playable, Position, Report, Stop, Student, TextError, Trace, Turn, Value,
};
use rand_core::Rng;

use crate::brain::Brain;
use crate::chooser::{Aim, Chooser, Policy};
use crate::estimates::Thinking;
use crate::graph::{Edge, StrategyGraph};
use crate::graph_trace;
use crate::known::LONGEST_LINE;
use crate::place::CanonicalPosition;
use crate::store::StoreError;
use crate::trajectory::Trajectory;
use crate::view::GraphView;

/// Plays the best known move of a brain; where nothing is known, or only bad moves, a new one.
///
/// A trace ([`Bot::choose_traced`]) shows the strategy graph from the position on.
pub struct Learner<G: Playable> {
    brain: Arc<Brain<G>>,
    aim: Aim,
    learns: bool,
    beyond: Option<Box<dyn Bot<G>>>,
    graph: StrategyGraph,
    chooser: Chooser,
    trajectory: Trajectory,
    thinking: Thinking<G>,
    trouble: Option<TextError>,
}

impl<G: Playable> Learner<G> {
    /// A bot that chooses by `aim`. If it `learns`, its brain is the student of its games. In unknown positions it plays the
    /// move of `beyond`, or a random one.
    pub fn new(brain: Arc<Brain<G>>, aim: Aim, learns: bool, beyond: Option<Box<dyn Bot<G>>>) -> Learner<G> {
        let (graph, chooser, trajectory) =
            (StrategyGraph::default(), Chooser::default(), Trajectory::default());
        let thinking = Thinking::default();
        Learner { brain, aim, learns, beyond, graph, chooser, trajectory, thinking, trouble: None }
    }

    /// Chooses a move by the network, if there is one.
    fn estimate(
        &mut self,
        game: &G,
        position: &Position<'_, G>,
        legal: &[G::Move],
        rng: &mut dyn Rng,
    ) -> Result<Option<Report<G::Move>>, StoreError> {
        let Turn::Decision(mover) = game.turn(position.state) else { return Ok(None) };
        let memory = self.brain.read();
        let at = (position.state, position.history);
        let Some(found) = self.brain.estimates(&memory, at, mover, legal, &mut self.thinking)? else {
            return Ok(None);
        };
        drop(memory);
        let value = |number: usize| match found.proofs[number] {
            Some(proof) => Value::Proved(proof),
            None => Value::Estimated(f64::from(found.values[number]) * game.greatest_payoff()),
        };
        let best = found.best(rng);
        let mut pv = vec![legal[best]];
        pv.extend(self.brain.expected_line(&game.child(position.state, legal[best]), LONGEST_LINE)?);
        let moves =
            legal.iter().enumerate().map(|(number, &mv)| Alternative { mv, value: Some(value(number)) });
        let moves = moves.collect();
        Ok(Some(Report { value: Some(value(best)), pv, moves, ..Report::without_value(legal[best], []) }))
    }

    /// Chooses a move in a position with these legal moves.
    fn think(
        &mut self,
        game: &G,
        position: &Position<'_, G>,
        legal: &[G::Move],
        rng: &mut dyn Rng,
        stop: &Stop,
    ) -> Result<InformedChoice<G>, StoreError> {
        let places = self.brain.places();
        let settings = self.brain.settings();
        let memory = self.brain.read();
        self.graph.clear();
        self.trajectory.clear();
        self.chooser.findings.clear();
        let mut view = GraphView::new(&mut self.graph, &*memory);
        // Of the game so far only its loops count.
        let loops = game.stage(position.state).is_none();
        for pair in position.history.windows(2).filter(|_| loops) {
            step(&mut self.trajectory, &mut view, &self.brain, &pair[0], &pair[1])?;
        }
        if let Some(last) = position.history.last().filter(|_| loops) {
            step(&mut self.trajectory, &mut view, &self.brain, last, position.state)?;
        }
        let place = places.find(position.state).expect("a bot is asked where somebody has to decide");
        let Turn::Decision(mover) = game.turn(position.state) else { unreachable!("it was found") };
        let node = place.node(&mut view)?;
        self.trajectory.arrive(&mut view, settings, node, place.legal(), mover);
        self.chooser.look(&places, settings, &mut view, node, &place)?;
        let policy = Policy { aim: self.aim, ..Policy::default() };
        let mut ask = self.beyond.as_mut().map(|beyond| {
            |rng: &mut dyn Rng| {
                let position =
                    Position { state: position.state, history: position.history, clock: position.clock };
                // Learning waits for the memory that is being read here.
                let stop = stop.without_gate();
                place.edge_of(game, beyond.choose(game, position, rng, &stop).best)
            }
        });
        let choice = self.chooser.choose(
            &places,
            settings,
            &mut view,
            node,
            &place,
            policy,
            rng,
            ask.as_mut().map(|ask| ask as _),
        )?;
        // Moves that lead to images of each other are one move in the graph; a random one of them makes games differ.
        let same = |mv: &&G::Move| place.edge_of(game, **mv) == Some(choice.mv);
        let count = legal.iter().filter(same).count();
        let mv = if count > 0 { below(rng, count) } else { 0 };
        let mv = *legal.iter().filter(same).nth(mv).unwrap_or(&legal[0]);
        let edges = view.edges(node).to_vec();
        Ok(InformedChoice { best: mv, place, edges })
    }
}

/// A choice, and the knowledge it was based on.
struct InformedChoice<G: Playable> {
    best: G::Move,
    place: Rc<CanonicalPosition<G>>,
    edges: Vec<Edge>,
}

/// Walks from one state of a game's history to the next.
fn step<G: Playable>(
    trajectory: &mut Trajectory,
    view: &mut GraphView<'_>,
    brain: &Brain<G>,
    from: &G::State,
    to: &G::State,
) -> Result<(), StoreError> {
    let game = brain.game();
    let Turn::Decision(mover) = game.turn(from) else { return Ok(()) };
    let place = brain.places().of(from, mover);
    let mut legal = Vec::new();
    game.legal_moves(from, &mut legal);
    let played = legal.into_iter().find(|&mv| game.child(from, mv) == *to);
    if let Some(edge) = played.and_then(|mv| place.edge_of(game, mv)) {
        let node = place.node(view)?;
        trajectory.arrive(view, brain.settings(), node, place.legal(), mover);
        trajectory.pass(view, edge);
    }
    Ok(())
}

/// The value of an edge's move.
pub(crate) fn value(edge: &Edge) -> Value {
    match edge.proof() {
        Some(proof) => Value::Proved(proof),
        None => Value::Estimated(f64::from(edge.q)),
    }
}

impl<G: Playable> Bot<G> for Learner<G> {
    fn choose(
        &mut self,
        game: &G,
        position: Position<'_, G>,
        rng: &mut dyn Rng,
        stop: &Stop,
    ) -> Report<G::Move> {
        let mut legal = Vec::new();
        game.legal_moves(position.state, &mut legal);
        match self.estimate(game, &position, &legal, rng) {
            Ok(None) => {}
            Ok(Some(report)) => return report,
            Err(error) => {
                self.trouble = Some(error.text());
                return Report::without_value(legal[0], legal);
            }
        }
        let thought = self.think(game, &position, &legal, rng, stop).and_then(
            |InformedChoice { best, place, edges }| {
                let known = |mv: G::Move| {
                    let number = place.edge_of(game, mv)?;
                    edges.iter().find(|edge| edge.mv == number).map(value)
                };
                let mut pv = vec![best];
                pv.extend(self.brain.expected_line(&game.child(position.state, best), LONGEST_LINE)?);
                let moves = legal.iter().map(|&mv| Alternative { mv, value: known(mv) }).collect();
                Ok(Report { value: known(best), pv, moves, ..Report::without_value(best, []) })
            },
        );
        thought.unwrap_or_else(|error| {
            self.trouble = Some(error.text());
            Report::without_value(legal[0], legal)
        })
    }

    /// Traces the strategy graph around the position as it was when the move was chosen: for each known move its value q or its
    /// proof, its visits, and q again as the mean. Moves are numbered by their visits; a move that was never played has no
    /// number.
    fn choose_traced(
        &mut self,
        game: &G,
        position: Position<'_, G>,
        rng: &mut dyn Rng,
        stop: &Stop,
        trace: &mut Trace<G::Move>,
    ) -> Option<Report<G::Move>> {
        let state = position.state.clone();
        let report = self.choose(game, position, rng, stop);
        let places = self.brain.places();
        let memory = self.brain.read();
        let mut view = GraphView::new(&mut self.graph, &*memory);
        if let Err(error) = graph_trace::write(
            &places,
            self.brain.settings(),
            &mut self.chooser,
            &mut view,
            &state,
            report.value,
            trace,
        ) {
            self.trouble = Some(error.text());
        }
        trace.mark(&report.pv);
        Some(report)
    }

    fn student(&self) -> Option<Arc<dyn Student<G>>> {
        self.learns.then(|| Arc::clone(&self.brain) as _)
    }

    fn trouble(&mut self) -> Option<TextError> {
        self.trouble.take()
    }
}
