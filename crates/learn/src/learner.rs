//! The machine as a player.

use std::sync::Arc;

use plywood_rules::random::below;
use plywood_rules::{Alternative, Bot, Playable, Position, Report, Stop, Student, Trace, Turn, Value};
use rand_core::Rng;

use crate::brain::{Brain, LONGEST_LINE};
use crate::decide::{Aim, Chooser, Manner};
use crate::graph::{Edge, Graph};
use crate::place::Place;
use crate::shown;
use crate::store::StoreError;
use crate::view::View;
use crate::walk::Walk;

/// Plays from a brain: the best known move; where nothing is known, or only what is bad, something new.
///
/// A trace ([`Bot::choose_traced`]) shows the strategy graph from the position on.
pub struct Learner<G: Playable> {
    brain: Arc<Brain<G>>,
    aim: Aim,
    learns: bool,
    beyond: Option<Box<dyn Bot<G>>>,
    graph: Graph,
    chooser: Chooser,
    walk: Walk,
    trouble: Option<String>,
}

impl<G: Playable> Learner<G> {
    /// A player that goes by `aim`. If it `learns`, it wants to be told of its games. Where it knows nothing it plays
    /// what `beyond` says, or anything.
    pub fn new(brain: Arc<Brain<G>>, aim: Aim, learns: bool, beyond: Option<Box<dyn Bot<G>>>) -> Learner<G> {
        let (graph, chooser, walk) = (Graph::default(), Chooser::default(), Walk::default());
        Learner { brain, aim, learns, beyond, graph, chooser, walk, trouble: None }
    }

    /// Chooses a move in a position with these legal moves.
    fn think(
        &mut self,
        game: &G,
        position: &Position<'_, G>,
        legal: &[G::Move],
        rng: &mut dyn Rng,
        stop: &Stop,
    ) -> Result<Thought<G>, StoreError> {
        let places = self.brain.places();
        let settings = self.brain.settings();
        let memory = self.brain.read();
        self.graph.clear();
        self.walk.clear();
        self.chooser.findings.clear();
        let mut view = View::new(&mut self.graph, &*memory);
        // Loops of the game so far count already; nothing else of it does.
        let loops = game.stage(position.state).is_none();
        for pair in position.history.windows(2).filter(|_| loops) {
            step(&mut self.walk, &mut view, &self.brain, &pair[0], &pair[1])?;
        }
        if let Some(last) = position.history.last().filter(|_| loops) {
            step(&mut self.walk, &mut view, &self.brain, last, position.state)?;
        }
        let place = places.find(position.state).expect("a bot is asked where somebody has to decide");
        let Turn::Decision(mover) = game.turn(position.state) else { unreachable!("it was found") };
        let node = self.walk.arrive(&mut view, settings, &place.key, place.legal(), mover)?;
        let manner = Manner { aim: self.aim, ..Manner::default() };
        let mut ask = self.beyond.as_mut().map(|beyond| {
            |rng: &mut dyn Rng| {
                let position =
                    Position { state: position.state, history: position.history, clock: position.clock };
                // Whoever learns waits for the memory that is being read here.
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
            manner,
            rng,
            ask.as_mut().map(|ask| ask as _),
        )?;
        // Moves that lead to images of each other are one to the graph, and a game is more fun if they are not always
        // the same one.
        let same = |mv: &&G::Move| place.edge_of(game, **mv) == Some(choice.mv);
        let count = legal.iter().filter(same).count();
        let mv = if count > 0 { below(rng, count) } else { 0 };
        let mv = *legal.iter().filter(same).nth(mv).unwrap_or(&legal[0]);
        let edges = view.own.edges(node).to_vec();
        Ok(Thought { best: mv, place, edges })
    }
}

/// What the machine chose, and what it knew by then.
struct Thought<G: Playable> {
    best: G::Move,
    place: Place<G>,
    edges: Vec<Edge>,
}

/// Walks from one state of a game's history to the next.
fn step<G: Playable>(
    walk: &mut Walk,
    view: &mut View<'_>,
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
        walk.arrive(view, brain.settings(), &place.key, place.legal(), mover)?;
        walk.pass(view, edge);
    }
    Ok(())
}

/// What an edge says of its move.
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
        let thought =
            self.think(game, &position, &legal, rng, stop).and_then(|Thought { best, place, edges }| {
                let known = |mv: G::Move| {
                    let number = place.edge_of(game, mv)?;
                    edges.iter().find(|edge| edge.mv == number).map(value)
                };
                let mut pv = vec![best];
                pv.extend(self.brain.expected_line(&game.child(position.state, best), LONGEST_LINE)?);
                let moves = legal.iter().map(|&mv| Alternative { mv, value: known(mv) }).collect();
                Ok(Report { value: known(best), pv, moves, ..Report::without_value(best, []) })
            });
        thought.unwrap_or_else(|error| {
            self.trouble = Some(error.to_string());
            Report::without_value(legal[0], legal)
        })
    }

    /// Writes down the strategy graph around the position as the machine saw it when it chose: the value q of each known move,
    /// or what is proved of it, how often it was played, and its q again as the mean. The numbers tell which moves were
    /// played most, what was never played has none.
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
        let mut view = View::new(&mut self.graph, &*memory);
        if let Err(error) = shown::write(&places, &mut view, &state, report.value, trace) {
            self.trouble = Some(error.to_string());
        }
        trace.mark(&report.pv);
        Some(report)
    }

    fn student(&self) -> Option<Arc<dyn Student<G>>> {
        self.learns.then(|| Arc::clone(&self.brain) as _)
    }

    fn trouble(&mut self) -> Option<String> {
        self.trouble.take()
    }
}
