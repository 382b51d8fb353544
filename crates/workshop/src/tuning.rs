//! Tuning the weights of an evaluation, or the options of a program from outside, by games of a bot against itself.

use plywood_arena::Spsa;
use plywood_games::short_name;
use plywood_rules::wording::ErrorPart;
use plywood_rules::{Run, TextError, Weight, one_by_one};

use crate::any_game::AnyGame;
use crate::matches::{GameReport, MatchOptions, OpeningBook};
use crate::trouble::Trouble;

/// A number among the options of a program from outside.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TunedOption {
    /// Its name, as the program lists it.
    pub name: String,
    /// The value to begin with, the bounds and the first step. The name in it is not used.
    pub weight: Weight,
}

/// Options for tuning.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TuningOptions {
    /// The evaluation; without it the first of the game's that can be tuned.
    pub evaluation: Option<String>,
    /// The options of a program to tune instead of an evaluation.
    pub options: Vec<TunedOption>,
    /// The bot that plays, with what is tuned left open: its option `eval`, or those options of the program. Each move should
    /// be quick.
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
    /// `None` if the options of a program are tuned.
    evaluation: Option<&'static str>,
    names: Vec<String>,
    weights: Vec<Weight>,
    spsa: Spsa,
}

impl<'a> Tuning<'a> {
    /// A tuning that begins with the weights that are built in, or the values of the options.
    ///
    /// # Errors
    /// If the game has no such evaluation, it cannot be tuned, or the bot does not fit.
    pub fn new(game: &'a dyn AnyGame, plan: TuningOptions) -> Result<Tuning<'a>, Trouble> {
        let (evaluation, names, weights) = match plan.options.is_empty() {
            true => {
                let (name, weights) = tunable(game, plan.evaluation.as_deref())?;
                (Some(name), weights.iter().map(|weight| weight.name.to_string()).collect(), weights)
            }
            false => {
                let names = plan.options.iter().map(|option| option.name.clone()).collect();
                (None, names, plan.options.iter().map(|option| option.weight).collect())
            }
        };
        let spsa = Spsa::new(weights.clone(), plan.iterations, plan.seed);
        let tuning = Tuning { game, plan, evaluation, names, weights, spsa };
        if evaluation.is_none() && !tuning.plan.bot.starts_with("ugi:") {
            return Err(wrong(format!(
                "bot '{}' has no options to tune; that is for programs from outside that list them: ugi:COMMAND",
                tuning.plan.bot
            )));
        }
        if let Some(error) = tuning.named_twice() {
            return Err(Trouble::Wrong(error));
        }
        game.check_bot(&tuning.bot(&tuning.built_in()))?;
        Ok(tuning)
    }

    /// The error of a bot that has a value for what is tuned.
    fn named_twice(&self) -> Option<TextError> {
        let (bot, option) = (&self.plan.bot, if self.evaluation.is_some() { "eval" } else { "option" });
        let tuned = self.option(&self.built_in());
        let mut keys = tuned.split(',').filter_map(|option| Some(option.split_once('=')?.0));
        let key = keys.find(|key| {
            let mut options = bot.split([':', '[', ',']).filter_map(|option| option.split_once('='));
            options.any(|(other, _)| other.trim() == *key)
        })?;
        let message =
            format!("'{key}' of bot '{bot}' is what is tuned; leave it out there, and name it with ");
        Some(TextError::of([message.into(), ErrorPart::option(option)]))
    }

    /// The same after `done` iterations that led to these values, one a weight by its name.
    ///
    /// # Errors
    /// If they are not the weights of this evaluation or those options.
    pub fn resume(mut self, done: u64, values: &[(String, f64)]) -> Result<Tuning<'a>, TextError> {
        let value = |name: &String| values.iter().find(|(it, _)| it == name).map(|&(_, value)| value);
        let in_order: Option<Vec<f64>> = self.names.iter().map(value).collect();
        let Some(in_order) = in_order.filter(|all| all.len() == values.len()) else {
            let names = self.names.join(", ");
            return Err(TextError::new(match self.evaluation {
                Some(evaluation) => format!("evaluation '{evaluation}' has the weights {names}"),
                None => format!("the options that are tuned are {names}"),
            }));
        };
        self.spsa = self.spsa.resume(done, &in_order);
        Ok(self)
    }

    /// Plays the next iteration and learns from it. False if everything is done, or if it was stopped: then the iteration is
    /// discarded. The progress is each of its games.
    ///
    /// # Errors
    /// If a bot fails, a program from outside included.
    pub fn step(&mut self, run: &Run<'_, GameReport>) -> Result<bool, Trouble> {
        let Some(probe) = self.spsa.probe() else { return Ok(false) };
        let plan = MatchOptions {
            bots: [&probe.plus, &probe.minus].map(|values| self.bot(values)),
            games: 2 * self.plan.pairs,
            seed: probe.seed,
            ..self.match_plan()
        };
        let mut failure = None;
        let on_game = |game: GameReport| {
            failure = failure.take().or_else(|| game.failure.clone());
            (run.progress)(game);
        };
        let report = self.game.hold_match(&plan, &run.with(&one_by_one(on_game)))?;
        // A lost game would say nothing about the values.
        if let Some(reason) = failure {
            return Err(Trouble::failed(format!("the program '{}' failed: {reason}", self.plan.bot)));
        }
        if !report.complete {
            return Ok(false);
        }
        let total = report.standing.total();
        self.spsa.learn((total.wins as f64 - total.losses as f64) / total.games() as f64);
        Ok(true)
    }

    /// A match between the bot with the weights so far, named first, and the bot with the built-in ones. The
    /// caller sets all other options.
    pub fn comparison(&self) -> MatchOptions {
        let bots = [&self.values(), &self.built_in()].map(|values| self.bot(values));
        // No opening of the tuning recurs.
        let seed = plywood_rules::random::part_seed(self.plan.seed, u64::MAX);
        MatchOptions { bots, seed, ..self.match_plan() }
    }

    fn match_plan(&self) -> MatchOptions {
        MatchOptions {
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

    /// The name of the evaluation; `None` if the options of a program are tuned.
    pub fn evaluation(&self) -> Option<&'static str> {
        self.evaluation
    }

    /// The names of the weights or options.
    pub fn names(&self) -> &[String] {
        &self.names
    }

    /// The values to begin with: those of the weights that are built in, or of the options.
    pub fn built_in(&self) -> Vec<i32> {
        self.weights.iter().map(|weight| weight.value).collect()
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

    /// The option of the bot with the values so far: `eval=...`, or those of the program.
    pub fn named(&self) -> String {
        self.option(&self.values())
    }

    fn option(&self, values: &[i32]) -> String {
        match self.evaluation {
            Some(evaluation) => format!("eval={evaluation}@{}", Weight::text(&self.weights, values)),
            None => {
                let pairs = self.names.iter().zip(values);
                pairs.map(|(name, value)| format!("option.{name}={value}")).collect::<Vec<_>>().join(",")
            }
        }
    }

    /// The bot with these values.
    fn bot(&self, values: &[i32]) -> String {
        let (bot, option) = (&self.plan.bot, self.option(values));
        if self.evaluation.is_some() {
            let joint = if bot.contains(':') { ',' } else { ':' };
            return format!("{bot}{joint}{option}");
        }
        // The settings of a program are in brackets before its command.
        let (protocol, command) = bot.split_once(':').unwrap_or((bot, ""));
        match command.trim_start().strip_prefix('[') {
            Some(settings) => format!("{protocol}:[{option},{settings}"),
            None => format!("{protocol}:[{option}]{command}"),
        }
    }
}

fn wrong(reason: String) -> Trouble {
    Trouble::Wrong(TextError::new(reason))
}

/// The evaluation of this name with its weights, or the first that has some.
fn tunable(game: &dyn AnyGame, name: Option<&str>) -> Result<(&'static str, Vec<Weight>), Trouble> {
    let mut evaluations = game.details().evaluations;
    evaluations.retain(|it| !it.weights.is_empty());
    let names = evaluations.iter().map(|it| it.name).collect::<Vec<_>>().join(", ");
    let short = short_name(&game.name());
    if names.is_empty() {
        return Err(wrong(format!("{short} has no evaluation whose weights can be tuned")));
    }
    let chosen = evaluations.into_iter().find(|it| name.is_none_or(|name| it.name == name));
    let reason =
        || format!("evaluation '{}' of {short} cannot be tuned; there is {names}", name.unwrap_or_default());
    chosen.map(|it| (it.name, it.weights)).ok_or_else(|| wrong(reason()))
}
