//! Monte Carlo tree search that is guided by a network of another program.

use std::sync::Arc;
use std::time::Duration;

use plywood_rules::bot::Thought;
use plywood_rules::random::below;
use plywood_rules::{
    Alternative, Bot, Evaluate, Instant, Listener, Outcome, Playable, Player, Position, Report, Stop,
    TextError, Turn, Value, options::Options,
};
use plywood_search::{PuctSettings, PuctTree, RuleBased, Tie, allot};
use rand_core::Rng;

use crate::evaluated::{EvaluatedSearch, TypedEvaluated};
use crate::onnx::{OnnxEvaluation, OnnxNetwork, Opinions};

/// The bot `mcts` with a network that the options name; with `all` each move gets a value.
///
/// # Errors
/// If the moves of the game have no numbers.
pub(crate) fn bot<G: Playable>(
    game: &Arc<G>,
    network: &Arc<OnnxNetwork>,
    options: &Options,
    all: bool,
) -> Result<Box<dyn Bot<G>>, TextError> {
    if game.actions() == 0 {
        return Err(TextError::new(format!("the moves of {} have no numbers for a network", game.name())));
    }
    let limits = [options.integer("playouts"), options.integer("nodes")];
    let time = options.time("time");
    let visits = limits.into_iter().flatten().min();
    Ok(Box::new(Guided {
        search: TypedEvaluated::new(Arc::clone(game), PuctSettings::default()),
        visits: visits.unwrap_or(if time.is_some() { u32::MAX } else { DEFAULT_VISITS }),
        is_limited: visits.is_some() || time.is_some(),
        time,
        bytes: options.integer("tree").map_or(usize::MAX, |mib| (mib as usize) << 20),
        any_best: options.is("tie", "random"),
        all,
        observations: vec![0.0; AT_ONCE * game.observation_shape().iter().product::<usize>()],
        masks: vec![false; AT_ONCE * game.actions()],
        hasty: RuleBased::new(Box::new(OnnxEvaluation(Arc::clone(network))), 1, Tie::First),
        network: Arc::clone(network),
        listener: None,
        trouble: None,
    }))
}

/// The default number of positions that the network values for a move.
const DEFAULT_VISITS: u32 = 800;

/// The most positions of which the network is asked at once.
const AT_ONCE: usize = 32;

/// The visits between two looks at the clock, where nothing is left to be valued.
const STEP: u32 = 1024;

/// The time between two reports to the listener.
const TELL_EVERY: Duration = Duration::from_millis(125);

struct Guided<G: Playable> {
    network: Arc<OnnxNetwork>,
    search: TypedEvaluated<G>,
    /// Chooses where there was no time to visit each move.
    hasty: RuleBased<G>,
    /// The most positions that are valued for a move.
    visits: u32,
    /// False if a clock alone limits the search, where there is one.
    is_limited: bool,
    time: Option<Duration>,
    /// The most bytes of the tree.
    bytes: usize,
    /// True if any of the most visited moves may be chosen, and not the first.
    any_best: bool,
    /// True if moves that were not visited are valued as well, by the network alone.
    all: bool,
    observations: Vec<f32>,
    masks: Vec<bool>,
    listener: Option<Listener<G::Move>>,
    trouble: Option<TextError>,
}

impl<G: Playable> Guided<G> {
    /// Grows the tree of a position that was begun.
    fn grow(&mut self, visits: u32, stop: &Stop, win_worth: f64) -> Result<(), TextError> {
        let (mut told, mut goal) = (Instant::now(), 0);
        loop {
            let count = self.search.select(goal, &mut self.observations, &mut self.masks);
            if count == 0 && (goal == visits || stop.is_raised()) {
                return Ok(());
            }
            if count == 0 {
                // Where the tree is whole, a goal far away would be counted to without a look at the clock.
                goal = visits.min(goal.saturating_add(STEP));
                continue;
            }
            let numbers = self.observations.len() / AT_ONCE;
            let Opinions { values, policy } = self.network.ask(&self.observations[..count * numbers])?;
            let masks = &self.masks[..count * self.masks.len() / AT_ONCE];
            let priors =
                policy.map_or_else(|| vec![0.0; masks.len()], |logits| priors(&logits, masks, count));
            self.search.expand(&priors, &values)?;
            let tree = self.search.first_tree().expect("a search was begun");
            if stop.is_raised() || tree.bytes() >= self.bytes {
                return Ok(());
            }
            if let Some(listener) = &mut self.listener
                && told.elapsed() >= TELL_EVERY
            {
                told = Instant::now();
                let best = favourites(tree).first().copied();
                listener(&Thought {
                    depth: None,
                    value: Some(Value::Estimated(f64::from(tree.value()) * win_worth)),
                    exact_plies: false,
                    win_worth,
                    nodes: tree.positions() as u64,
                    table_use: None,
                    pv: &best.map_or_else(Vec::new, |best| tree.line(best)),
                });
            }
        }
    }

    /// The choice, if the search was worth more than a look at each move.
    fn report(&self, game: &G, win_worth: f64, rng: &mut dyn Rng) -> Option<Report<G::Move>> {
        let tree = self.search.first_tree().filter(|tree| tree.visits() as usize > tree.moves().count())?;
        let best = favourites(tree);
        let chosen = if self.any_best { below(rng, best.len()) } else { 0 };
        let best = *best.get(chosen)?;
        let estimate = |value: f32| Value::Estimated(f64::from(value) * win_worth + 0.0);
        let moves = tree.moves().map(|(mv, visits, value)| Alternative {
            mv,
            value: match visits {
                0 => self.all.then(|| self.guess(game, tree.root(), mv)),
                _ => Some(estimate(value)),
            },
        });
        let moves: Vec<_> = moves.collect();
        Some(Report {
            best,
            random: false,
            value: moves.iter().find(|of| of.mv == best).and_then(|of| of.value),
            exact_plies: false,
            win_worth,
            pv: tree.line(best),
            moves,
            depth: None,
            nodes: tree.positions() as u64,
        })
    }

    /// The value of a move by the network alone.
    fn guess(&self, game: &G, state: &G::State, mv: G::Move) -> Value {
        let sign = game.turn(state).player().map_or(1.0, Player::sign);
        let child = game.child(state, mv);
        let points = match game.turn(&child) {
            Turn::Over(Outcome::Payoff(points)) => points,
            Turn::Over(outcome) => f64::from(outcome.utility(Player::First)) * game.greatest_payoff(),
            _ => OnnxEvaluation(Arc::clone(&self.network)).evaluate(game, &child),
        };
        Value::Estimated(sign * points + 0.0)
    }
}

/// The most visited moves of a tree, those with the best value among them.
fn favourites<G: Playable>(tree: &PuctTree<G>) -> Vec<G::Move> {
    let most = tree.moves().map(|(_, visits, _)| visits).max().unwrap_or(0);
    let tried = || tree.moves().filter(|&(_, visits, _)| visits == most);
    let best = tried().map(|(_, _, value)| value).fold(f32::NEG_INFINITY, f32::max);
    tried().filter(|&(_, _, value)| value == best).map(|(mv, ..)| mv).collect()
}

/// The probabilities of legal moves by their logits, row by row (softmax).
pub(crate) fn priors(logits: &[f32], masks: &[bool], rows: usize) -> Vec<f32> {
    let actions = masks.len() / rows.max(1);
    let mut priors = vec![0.0; masks.len()];
    for ((row, logits), mask) in
        priors.chunks_mut(actions).zip(logits.chunks(actions)).zip(masks.chunks(actions))
    {
        let legal = || logits.iter().zip(mask).filter(|&(logit, &legal)| legal && logit.is_finite());
        let most = legal().map(|(&logit, _)| logit).fold(f32::NEG_INFINITY, f32::max);
        for ((prior, &logit), &legal) in row.iter_mut().zip(logits).zip(mask) {
            if legal && logit.is_finite() {
                *prior = (logit - most).exp();
            }
        }
    }
    priors
}

impl<G: Playable> Bot<G> for Guided<G> {
    fn choose(
        &mut self,
        game: &G,
        position: Position<'_, G>,
        rng: &mut dyn Rng,
        stop: &Stop,
    ) -> Report<G::Move> {
        let Position { state, history, clock } = position;
        let looked_at = Position::new(state);
        let win_worth = game.greatest_payoff();
        let allotted = clock.map(|clock| allot(clock, game.plies_left(state)).0);
        let time = [self.time, allotted].into_iter().flatten().min();
        let stop = time.map_or_else(|| stop.clone(), |time| stop.within(time));
        let visits = match game.count_moves(state) {
            // Its value is all there is to find.
            1 => 2,
            _ if allotted.is_some() && !self.is_limited => u32::MAX,
            _ => self.visits,
        };
        self.search.begin_at(state, history);
        if let Err(error) = self.grow(visits, &stop, win_worth) {
            self.search.forget();
            self.trouble = Some(error);
        }
        match self.report(game, win_worth, rng) {
            Some(report) => report,
            None => self.hasty.choose(game, looked_at, rng, &Stop::never()),
        }
    }

    fn listen(&mut self, listener: Option<Listener<G::Move>>) {
        self.listener = listener;
    }

    fn trouble(&mut self) -> Option<TextError> {
        self.trouble.take()
    }
}
