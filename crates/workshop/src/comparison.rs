//! Searches side by side, a ply deeper each time: the effect of pruning and move ordering on a real tree.

use std::time::Duration;

use plywood_rules::levels::{self, TreeLevel};
use plywood_rules::{Run, Stop, TextError, Value};

use crate::any_game::AnyGame;
use crate::session::Session;
use crate::trouble::Trouble;

/// No tree is followed deeper than this.
const DEEPEST: u32 = 1000;
/// The number of random paths down if a level is too large to be counted.
const WAYS: u32 = 20_000;
/// The time for counting nodes of the tree if none is given.
const COUNTED_FOR: Duration = Duration::from_secs(2);

/// The searches to compare, and their limits.
#[derive(Clone, Debug)]
pub struct ComparisonOptions {
    /// The searches: bots that have an option `depth`, without it. Empty for those that a lesson would compare.
    pub bots: Vec<String>,
    /// The greatest depth.
    pub depth: Option<u32>,
    /// The time for each search, all its depths together; a depth under way at the end is abandoned. Without
    /// `time` and `depth`, two seconds.
    pub time: Option<Duration>,
    /// Fixes random choices.
    pub seed: u64,
}

/// Searches side by side.
#[derive(Clone, Debug)]
pub struct Comparison {
    /// The full name of the game.
    pub game: String,
    /// The position at the root.
    pub position: String,
    /// The tree itself, the root first, down to the greatest depth of any search.
    pub levels: Vec<TreeLevel>,
    /// The nodes of each level that alpha-beta must visit; `None` if there is no formula for that.
    pub least: Option<Vec<f64>>,
    /// The results of each search.
    pub searches: Vec<Deepening>,
    /// The worth of a win in the unit of the values.
    pub win_worth: f64,
    /// True if it was stopped early.
    pub stopped: bool,
}

/// The results of a search, depth by depth.
#[derive(Clone, Debug)]
pub struct Deepening {
    /// The bot's name with its options, but for the depth.
    pub bot: String,
    /// From 1 ply on.
    pub steps: Vec<DeepeningStep>,
}

/// The results of a search to one depth.
#[derive(Clone, Debug)]
pub struct DeepeningStep {
    /// The search depth.
    pub depth: u32,
    /// Positions visited, the root included; if a search deepens iteratively, those of lesser depths too.
    pub nodes: u64,
    /// Time taken, in seconds.
    pub seconds: f64,
    /// The root's value for the side to move.
    pub value: Option<Value>,
    /// The move it would make.
    pub best: String,
}

impl DeepeningStep {
    /// The number of moves in every node of an even tree of this depth that has as many nodes.
    pub fn effective_branching(&self) -> f64 {
        levels::effective_branching(self.nodes as f64, self.depth)
    }
}

impl Comparison {
    /// The nodes of the tree down to `depth`, the root included, and whether all of them were counted.
    pub fn whole(&self, depth: u32) -> (f64, bool) {
        let shown = &self.levels[..self.levels.len().min(depth as usize + 1)];
        let nodes = shown.iter().map(|level| level.nodes).sum();
        (nodes, shown.iter().all(|level| level.error.is_none()))
    }

    /// The minimum of nodes that alpha-beta must visit down to `depth`.
    pub fn least(&self, depth: u32) -> Option<f64> {
        Some(self.least.as_ref()?.iter().take(depth as usize + 1).sum())
    }

    /// The mean number of moves one ply above `depth`; `None` if there are none.
    pub fn branching(&self, depth: u32) -> Option<f64> {
        let above = self.levels.get((depth as usize).checked_sub(1)?)?.nodes;
        let nodes = self.levels.get(depth as usize)?.nodes;
        (nodes > 0.0).then(|| nodes / above)
    }

    /// The greatest depth that any search reached.
    pub fn depth(&self) -> u32 {
        self.searches
            .iter()
            .filter_map(|search| search.steps.last())
            .map(|step| step.depth)
            .max()
            .unwrap_or(0)
    }
}

/// The searches that a lesson would compare: the plain one, and one for each improvement.
fn usual(has_chance: bool) -> Vec<String> {
    let names: &[&str] = if has_chance {
        &["expectiminimax:prune=off", "expectiminimax:prune=star1", "expectiminimax:prune=star2"]
    } else {
        &["minimax", "alphabeta", "alphabeta:order=promising", "engine:selective=off"]
    };
    names.iter().map(|name| name.to_string()).collect()
}

/// The bot with its depth.
fn at_depth(bot: &str, depth: u32) -> String {
    format!("{bot}{}depth={depth}", if bot.contains(':') { ',' } else { ':' })
}

/// Checks that a bot can be run to one depth after the other.
fn check(game: &dyn AnyGame, bot: &str) -> Result<(), Trouble> {
    let named = game.read_bot(bot)?;
    let refuse = |why: &str| Err(TextError::new(format!("bot '{bot}' {why}")).into());
    if !named.info().parameters.iter().any(|parameter| parameter.key == "depth") {
        return refuse("has no option 'depth', so it cannot be compared depth by depth");
    }
    if named.options().text("depth").is_some_and(|depth| !depth.is_empty()) {
        return refuse("is asked for one depth after the other: leave its own depth out");
    }
    for key in ["time", "nodes"] {
        if named.options().text(key).is_some_and(|limit| !limit.is_empty()) {
            return refuse(&format!("is compared by depth: leave its '{key}' out"));
        }
    }
    game.check_bot(&at_depth(bot, 1))
}

/// Compares searches on the position of a session of `game`; reports each bot and depth.
///
/// # Errors
/// If the position has no player to move, or a bot does not fit the game or has no depth.
pub fn compare(
    game: &dyn AnyGame,
    session: &dyn Session,
    plan: &ComparisonOptions,
    run: &Run<'_, (String, u32)>,
) -> Result<Comparison, Trouble> {
    let bots = if plan.bots.is_empty() { usual(game.details().has_chance) } else { plan.bots.clone() };
    bots.iter().try_for_each(|bot| check(game, bot))?;
    let time = plan.time.or_else(|| plan.depth.is_none().then_some(COUNTED_FOR));
    let deepest = plan.depth.unwrap_or(DEEPEST).min(DEEPEST);
    let mut comparison = Comparison {
        game: session.game(),
        position: session.position(),
        levels: Vec::new(),
        least: None,
        searches: Vec::new(),
        win_worth: 1.0,
        stopped: false,
    };
    for bot in bots {
        let stop = time.map_or_else(|| run.stop.clone(), |time| run.stop.within(time));
        let mut steps: Vec<DeepeningStep> = Vec::new();
        for depth in 1..=deepest {
            (run.progress)((bot.clone(), depth));
            let found = session.analyse(&at_depth(&bot, depth), false, plan.seed, &stop)?;
            // An interrupted search gives no result for its depth.
            if stop.is_raised() {
                break;
            }
            comparison.win_worth = found.win_worth;
            let last = steps.last();
            // No more nodes were visited, and the value is proved or exact: there is nothing below.
            let sure = matches!(found.value, Some(Value::Proved(_) | Value::Exact(_)));
            if sure && last.is_some_and(|last| last.nodes == found.nodes) {
                break;
            }
            steps.push(DeepeningStep {
                depth,
                nodes: found.nodes,
                seconds: found.seconds,
                value: found.value,
                best: found.best,
            });
        }
        comparison.searches.push(Deepening { bot, steps });
    }
    comparison.levels =
        measure(session, comparison.depth(), plan.seed, time.unwrap_or(COUNTED_FOR), &run.stop);
    comparison.least = levels::least(&comparison.levels);
    comparison.stopped = run.stop.is_raised();
    Ok(comparison)
}

/// The levels of the tree: counted as deep as that can be done in this time, below that estimated.
fn measure(session: &dyn Session, depth: u32, seed: u64, time: Duration, stop: &Stop) -> Vec<TreeLevel> {
    let stop = stop.within(time);
    let mut counted = Vec::new();
    for depth in 0..=depth {
        match session.count_levels(depth, &stop) {
            Ok(levels) => counted = levels,
            Err(_) => break,
        }
    }
    let known = counted.len();
    if known <= depth as usize {
        counted.extend(session.estimate_levels(depth, WAYS, seed).into_iter().skip(known));
    }
    counted
}
