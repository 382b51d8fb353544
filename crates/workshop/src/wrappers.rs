//! Bots that wrap other bots.

use std::sync::Arc;

use plywood_rules::random::{below, unit};
use plywood_rules::trace::{End, Visit};
use plywood_rules::{
    Alternative, Bot, Game, Listener, Position, Report, Stop, Student, TextError, Trace, Value,
};
use rand_core::Rng;

/// A bot of which the value of every move is asked: it chooses as it always does, and another of its kind values the moves that it did
/// without.
pub struct Valuing<G: Game> {
    /// The bot that chooses.
    pub chooser: Box<dyn Bot<G>>,
    /// The same with the settings that value all moves.
    pub valuer: Box<dyn Bot<G>>,
}

impl<G: Game> Bot<G> for Valuing<G> {
    fn choose(
        &mut self,
        game: &G,
        position: Position<'_, G>,
        rng: &mut dyn Rng,
        stop: &Stop,
    ) -> Report<G::Move> {
        let Position { state, history, .. } = position;
        let mut report = self.chooser.choose(game, Position { state, history, clock: None }, rng, stop);
        let is_guess = |value: Option<Value>| matches!(value, None | Some(Value::Estimated(_)));
        let (best, value) = (report.best, report.value);
        // Once the value of the position is known, the others are guesses that were not made to the end.
        let is_open = |valued: &Alternative<G::Move>| {
            valued.mv != best && if is_guess(value) { valued.value.is_none() } else { is_guess(valued.value) }
        };
        if report.moves.iter().any(is_open) {
            let found = self.valuer.choose(game, position, rng, stop);
            let no_better = |found: &Value| {
                !is_guess(Some(*found)) || value.is_none_or(|value| !found.compare(&value).is_gt())
            };
            let pairs = report.moves.iter_mut().zip(found.moves);
            for (valued, found) in pairs.filter(|(valued, _)| is_open(valued)) {
                valued.value = found.value.filter(no_better);
            }
            report.nodes += found.nodes;
        }
        report
    }

    fn winning_lead(&self, game: &G) -> Option<f64> {
        self.chooser.winning_lead(game)
    }

    fn listen(&mut self, listener: Option<Listener<G::Move>>) {
        self.chooser.listen(listener);
    }
}

/// A bot that plays a random move now and then: a weaker level, honestly stated.
pub struct Blundering<G: Game> {
    /// The share of its moves that are random, from 0 to 1.
    pub rate: f64,
    /// The bot that chooses the others.
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
        Report::at_random(moves, rng)
    }

    fn choose_move(
        &mut self,
        game: &G,
        position: Position<'_, G>,
        legal: &[G::Move],
        rng: &mut dyn Rng,
        stop: &Stop,
    ) -> G::Move {
        if unit(rng) >= self.rate {
            return self.bot.choose_move(game, position, legal, rng, stop);
        }
        legal[below(rng, legal.len())]
    }

    fn is_instant(&self) -> bool {
        self.bot.is_instant()
    }

    /// A random move is traced as the root and its moves, with only the root visited.
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
        let report = Report::at_random(moves, rng);
        trace.clear();
        let root = Visit::new(None, None, game.turn(position.state));
        let root = trace.push(Visit { order: Some(1), principal: true, ..root });
        for &Alternative { mv, .. } in &report.moves {
            let turn = game.turn(&game.child(position.state, mv));
            let visit = Visit::new(root, Some(mv), turn);
            trace.push(Visit { end: End::Unvisited, principal: mv == report.best, ..visit });
        }
        Some(report)
    }

    fn winning_lead(&self, game: &G) -> Option<f64> {
        self.bot.winning_lead(game)
    }

    fn listen(&mut self, listener: Option<Listener<G::Move>>) {
        self.bot.listen(listener);
    }

    fn student(&self) -> Option<Arc<dyn Student<G>>> {
        self.bot.student()
    }

    fn trouble(&mut self) -> Option<TextError> {
        self.bot.trouble()
    }
}
