//! Bots that are made of other bots.

use std::sync::Arc;

use plywood_rules::random::{below, unit};
use plywood_rules::trace::{End, Visit};
use plywood_rules::{Bot, Game, Listener, Playable, Position, Report, Stop, Student, Trace};
use plywood_search::{AlphaBeta, Engine};
use rand_core::Rng;

/// Where so few plies are left the textbook's search takes a moment, and its counts are those that lessons speak of.
const LESSON_PLIES: u32 = 9;

/// Alpha-beta as in the textbook at the end of a game and in the smallest games, else with all its means.
pub(crate) struct Lesson<G: Playable> {
    pub textbook: AlphaBeta<G>,
    pub engine: Engine<G>,
}

impl<G: Playable> Lesson<G> {
    /// Whether this position is one for the textbook.
    fn is_lesson(&self, game: &G, position: &Position<'_, G>) -> bool {
        let short = game.plies_left(position.state).is_some_and(|left| left <= LESSON_PLIES);
        short && position.clock.is_none()
    }
}

impl<G: Playable> Bot<G> for Lesson<G> {
    fn choose(
        &mut self,
        game: &G,
        position: Position<'_, G>,
        rng: &mut dyn Rng,
        stop: &Stop,
    ) -> Report<G::Move> {
        if self.is_lesson(game, &position) {
            self.textbook.choose(game, position, rng, stop)
        } else {
            self.engine.choose(game, position, rng, stop)
        }
    }

    fn choose_traced(
        &mut self,
        game: &G,
        position: Position<'_, G>,
        rng: &mut dyn Rng,
        stop: &Stop,
        trace: &mut Trace<G::Move>,
    ) -> Option<Report<G::Move>> {
        if self.is_lesson(game, &position) {
            self.textbook.choose_traced(game, position, rng, stop, trace)
        } else {
            self.engine.choose_traced(game, position, rng, stop, trace)
        }
    }

    fn listen(&mut self, listener: Option<Listener<G::Move>>) {
        self.engine.listen(listener);
    }
}

/// A bot that plays a random move now and then: a weaker level, honestly stated.
pub(crate) struct Blundering<G: Game> {
    pub rate: f64,
    pub bot: Box<dyn Bot<G>>,
}

impl<G: Game> Bot<G> for Blundering<G> {
    fn choose(
        &mut self,
        game: &G,
        position: Position<'_, G>,
        rng: &mut dyn Rng,
        stop: &Stop,
    ) -> Report<G::Move> {
        if unit(rng) >= self.rate {
            return self.bot.choose(game, position, rng, stop);
        }
        let mut moves = Vec::new();
        game.legal_moves(position.state, &mut moves);
        Report::without_value(moves[below(rng, moves.len())], moves)
    }

    /// Where it plays at random there is a root and its moves to see, and nothing was visited but the root.
    fn choose_traced(
        &mut self,
        game: &G,
        position: Position<'_, G>,
        rng: &mut dyn Rng,
        stop: &Stop,
        trace: &mut Trace<G::Move>,
    ) -> Option<Report<G::Move>> {
        if unit(rng) >= self.rate {
            return self.bot.choose_traced(game, position, rng, stop, trace);
        }
        let mut moves = Vec::new();
        game.legal_moves(position.state, &mut moves);
        let best = moves[below(rng, moves.len())];
        trace.clear();
        let root = Visit::new(None, None, game.turn(position.state));
        let root = trace.push(Visit { order: Some(1), principal: true, ..root });
        for &mv in &moves {
            let turn = game.turn(&game.child(position.state, mv));
            let visit = Visit::new(root, Some(mv), turn);
            trace.push(Visit { end: End::Unvisited, principal: mv == best, ..visit });
        }
        Some(Report::without_value(best, moves))
    }

    fn listen(&mut self, listener: Option<Listener<G::Move>>) {
        self.bot.listen(listener);
    }

    fn student(&self) -> Option<Arc<dyn Student<G>>> {
        self.bot.student()
    }

    fn trouble(&mut self) -> Option<String> {
        self.bot.trouble()
    }
}

#[cfg(test)]
mod tests {
    use plywood_rules::tree::{Written, WrittenTree};
    use plywood_search::{EngineSettings, Settings};
    use rand_chacha::ChaCha8Rng;
    use rand_core::SeedableRng;

    use super::*;

    fn lesson() -> Lesson<WrittenTree> {
        Lesson {
            textbook: AlphaBeta::new(Box::new(Written), Settings::default()),
            engine: Engine::new(Box::new(Written), Settings::default(), EngineSettings::default()),
        }
    }

    /// A short game, and one that is too long for the textbook.
    fn trees() -> [WrittenTree; 2] {
        let long = format!("{}(1 2){}", "(".repeat(12), ")".repeat(12));
        ["((3 12 8) (2 4 6) (14 5 2))", &long].map(|text| WrittenTree::parse(text).unwrap())
    }

    #[test]
    fn a_trace_changes_nothing() {
        for tree in trees() {
            for rate in [0.0, 0.5, 1.0] {
                for seed in 0..20 {
                    let state = tree.initial();
                    let rng = || ChaCha8Rng::seed_from_u64(seed);
                    let bot = || Blundering { rate, bot: Box::new(lesson()) };
                    let plain = bot().choose(&tree, Position::new(&state), &mut rng(), &Stop::never());
                    let mut trace = Trace::new(100);
                    let report = bot()
                        .choose_traced(&tree, Position::new(&state), &mut rng(), &Stop::never(), &mut trace)
                        .unwrap();
                    assert_eq!(report, plain);
                    assert_eq!(trace.nodes()[0].order, Some(1));
                    let marked = trace.nodes().iter().find(|node| node.principal && node.mv.is_some());
                    assert_eq!(marked.and_then(|node| node.mv), Some(report.best));
                    if report.value.is_none() {
                        assert!(trace.nodes()[1..].iter().all(|node| node.end == End::Unvisited));
                    }
                }
            }
        }
    }
}
