//! Tuning the weights of an evaluation by games of a bot against itself.

use std::num::NonZeroUsize;

use plywood_arena::Spsa;
use plywood_games::short_name;
use plywood_rules::{Stop, TextError, Weight};

use crate::any_game::AnyGame;
use crate::matches::{MatchError, MatchOptions, OpeningBook};

/// Options for tuning an evaluation.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TuningOptions {
    /// The evaluation; without it the first of the game's that can be tuned.
    pub evaluation: Option<String>,
    /// The bot that plays, with its option `eval` left open. Each move should be quick.
    pub bot: String,
    /// The number of iterations, in each of which the weights are varied.
    pub iterations: u64,
    /// Pairs of games each time, the two of a pair from the same opening.
    pub pairs: u64,
    /// Random plies that each pair of games begins with.
    pub openings: u16,
    /// Fixes everything random.
    pub seed: u64,
    /// Plies after which a game is a draw.
    pub max_plies: u32,
}

/// A tuning under way: simultaneous perturbation ([`Spsa`]), each measurement a small match.
pub struct Tuning<'a> {
    game: &'a dyn AnyGame,
    plan: TuningOptions,
    evaluation: &'static str,
    weights: Vec<Weight>,
    spsa: Spsa,
}

impl<'a> Tuning<'a> {
    /// A tuning that begins with the weights that are built in.
    ///
    /// # Errors
    /// If the game has no such evaluation, it cannot be tuned, or the bot does not fit.
    pub fn new(game: &'a dyn AnyGame, plan: TuningOptions) -> Result<Tuning<'a>, MatchError> {
        let evaluations = game.details().evaluations;
        let tunable: Vec<_> = evaluations.iter().filter(|it| !it.weights.is_empty()).collect();
        let names = tunable.iter().map(|it| it.name).collect::<Vec<_>>().join(", ");
        let wrong = |reason: String| MatchError::Wrong(TextError::new(reason));
        let Some(&default) = tunable.first() else {
            return Err(wrong(format!(
                "{} has no evaluation whose weights can be tuned",
                short_name(&game.name())
            )));
        };
        let chosen = match &plan.evaluation {
            None => default,
            Some(name) => tunable.iter().find(|it| it.name == name).ok_or_else(|| {
                wrong(format!(
                    "evaluation '{name}' of {} cannot be tuned; there is {names}",
                    short_name(&game.name())
                ))
            })?,
        };
        let spsa = Spsa::new(chosen.weights.clone(), plan.iterations, plan.seed);
        let tuning = Tuning { game, plan, evaluation: chosen.name, weights: chosen.weights.clone(), spsa };
        game.check_bot(&tuning.bot(&tuning.built_in()))?;
        Ok(tuning)
    }

    /// The same after `done` iterations that led to these values, one a weight by its name.
    ///
    /// # Errors
    /// If they are not the weights of this evaluation.
    pub fn resume(mut self, done: u64, values: &[(String, f64)]) -> Result<Tuning<'a>, TextError> {
        let value = |weight: &Weight| values.iter().find(|(name, _)| name == weight.name).map(|&(_, v)| v);
        let in_order: Option<Vec<f64>> = self.weights.iter().map(value).collect();
        let Some(in_order) = in_order.filter(|all| all.len() == values.len()) else {
            let names = self.weights.iter().map(|weight| weight.name).collect::<Vec<_>>().join(", ");
            return Err(TextError::new(format!("evaluation '{}' has the weights {names}", self.evaluation)));
        };
        self.spsa = self.spsa.resume(done, &in_order);
        Ok(self)
    }

    /// Plays the next iteration and learns from it. False if everything is done, or if `stop` was raised
    /// meanwhile: then the iteration is discarded.
    ///
    /// # Errors
    /// If a bot fails.
    pub fn step(&mut self, jobs: NonZeroUsize, stop: &Stop) -> Result<bool, MatchError> {
        let Some(probe) = self.spsa.probe() else { return Ok(false) };
        let plan = MatchOptions {
            bots: [&probe.plus, &probe.minus].map(|values| self.bot(values)),
            games: 2 * self.plan.pairs,
            seed: probe.seed,
            ..self.match_plan(jobs)
        };
        let report = self.game.hold_match(&plan, stop, &mut |_| ())?;
        if !report.complete {
            return Ok(false);
        }
        let total = report.standing.total();
        self.spsa.learn((total.wins as f64 - total.losses as f64) / total.games() as f64);
        Ok(true)
    }

    /// A match between the bot with the weights so far, named first, and the bot with the built-in ones. The
    /// caller sets all other options.
    pub fn comparison(&self, jobs: NonZeroUsize) -> MatchOptions {
        let bots = [&self.values(), &self.built_in()].map(|values| self.bot(values));
        // No opening of the tuning recurs.
        let seed = plywood_rules::random::part_seed(self.plan.seed, u64::MAX);
        MatchOptions { bots, seed, ..self.match_plan(jobs) }
    }

    fn match_plan(&self, jobs: NonZeroUsize) -> MatchOptions {
        MatchOptions {
            jobs,
            seed: self.plan.seed,
            openings: match self.plan.openings {
                0 => OpeningBook::None,
                plies => OpeningBook::Random { plies },
            },
            max_plies: self.plan.max_plies,
            ..MatchOptions::default()
        }
    }

    /// The full name of the game.
    pub fn game(&self) -> String {
        self.game.name()
    }

    /// The options of this run.
    pub fn plan(&self) -> &TuningOptions {
        &self.plan
    }

    /// The name of the evaluation.
    pub fn evaluation(&self) -> &'static str {
        self.evaluation
    }

    /// Its weights as they are built in.
    pub fn weights(&self) -> &[Weight] {
        &self.weights
    }

    /// Iterations done.
    pub fn done(&self) -> u64 {
        self.spsa.done()
    }

    /// The values so far.
    pub fn values(&self) -> Vec<i32> {
        self.spsa.values()
    }

    /// The values so far with their fractions, for [`Tuning::resume`].
    pub fn exact(&self) -> &[f64] {
        self.spsa.exact()
    }

    /// The name by which `eval` takes the weights so far.
    pub fn named(&self) -> String {
        self.name_of(&self.values())
    }

    fn name_of(&self, values: &[i32]) -> String {
        format!("{}@{}", self.evaluation, Weight::text(&self.weights, values))
    }

    fn built_in(&self) -> Vec<i32> {
        self.weights.iter().map(|weight| weight.value).collect()
    }

    /// The bot with these weights.
    fn bot(&self, values: &[i32]) -> String {
        let joint = if self.plan.bot.contains(':') { ',' } else { ':' };
        format!("{}{joint}eval={}", self.plan.bot, self.name_of(values))
    }
}
