//! Trees to show: of a game, its solution, a bot's search, a proof, and a search for one.
//!
//! A view (`options.rs`) is grown as an arena of positions (`grown.rs`): from the rules (`grow.rs`), from a
//! bot's trace (`traced.rs`), from a proof file (`proof.rs`) or from a proof-number search (`numbers.rs`). It
//! is valued if it is to be coloured (`values.rs`), thinned to one strategy on request (`strategy.rs`), and
//! reduced to the part that is shown (`pick.rs`). The result is a [`TreeReport`] (`report.rs`), all text, of
//! which `picture.rs` makes a [`plywood_draw::TreePicture`].

mod grow;
mod grown;
mod numbers;
mod options;
mod pick;
mod picture;
mod proof;
mod report;
mod strategy;
mod traced;
mod values;

use std::collections::HashMap;

use plywood_rules::trace::{Playout, Span};
use plywood_rules::wording::ErrorPart;
use plywood_rules::{Outcome, Playable, Player, Proved, Run, TextError, Turn, Value};

use crate::trouble::{COMPLETE, LEFT_OUT, Trouble};
use crate::typed::TypedSession;

pub use options::{TreeOptions, TreeView};
pub use picture::{Boards, ValueScale, bound_sign, bound_text, value_text, window_text};
pub use report::{
    EndsBy, StrategySize, TreeNode, TreeProof, TreeQuestion, TreeReport, TreeSearch, game_title,
};

use grow::incomplete;
use grown::{Described, Grown};
use pick::{Picked, pick};
use strategy::StrategyMoves;
use values::Oracle;

/// Shows the tree below the position of a session.
pub trait Grows {
    /// Grows the tree that the plan asks for. Reports the positions visited so far.
    ///
    /// # Errors
    /// If the plan does not fit the game (no strategy for a player who loses, a bot that has no tree to show,
    /// no values to choose the best by), or it was stopped.
    fn grow(&self, plan: &TreeOptions, run: &Run<'_, u64>) -> Result<TreeReport, Trouble>;
}

impl<G: Playable> Grows for TypedSession<G> {
    fn grow(&self, plan: &TreeOptions, run: &Run<'_, u64>) -> Result<TreeReport, Trouble> {
        check(plan)?;
        let game = &**self.game();
        let (mut grown, positions) = match &plan.view {
            TreeView::Trace { bot, seed } => traced::trace(self, bot, *seed, &run.stop)?,
            TreeView::Proof { .. } | TreeView::Numbers { .. } if !COMPLETE => {
                return Err(Trouble::failed(LEFT_OUT));
            }
            TreeView::Proof { file, player } => proof::walk(self, file, *player, plan, run)?,
            TreeView::Numbers { player, nodes } => numbers::ask(self, *player, *nodes, run)?,
            view => {
                let oracle = match view {
                    TreeView::Full => None,
                    _ => {
                        let stop =
                            plan.solving.map_or_else(|| run.stop.clone(), |time| run.stop.within(time));
                        Some(Oracle::of(game, self.state(), &Run { stop, ..run.clone() })?)
                    }
                };
                let strategy = match (view, &oracle) {
                    (TreeView::Decision(player), Some(oracle)) => {
                        Some(StrategyMoves::of(game, self.state(), oracle, *player)?)
                    }
                    _ => None,
                };
                let chosen = |state: &G::State| strategy.as_ref().and_then(|strategy| strategy.choice(state));
                let (mut grown, mut positions) =
                    grow::grow(game, self.state(), plan, &chosen, run).map_err(incomplete)?;
                grown.strategy = strategy.map(|strategy| strategy.size());
                if let Some(oracle) = oracle {
                    // If positions are merged, a missing move may lead to a node elsewhere.
                    let reach = if plan.merge { 0 } else { plan.depth.unwrap_or(u32::MAX) };
                    grown.solved = values::fill(&oracle, reach, &mut grown, &mut positions);
                }
                (grown, positions)
            }
        };
        if plan.along.is_some() && grown.spots.iter().filter(|spot| spot.principal).count() < 2 {
            let why = " needs a principal variation, and none is known here".into();
            return Err(TextError::of([ErrorPart::option("along"), why]).into());
        }
        let picked = pick(&grown, plan);
        // A cut at a depth that was not requested is reported.
        grown.cut_at = grown.cut_at.or(picked.cut_at);
        let nodes = nodes(plan, &grown, &picked, game.has_chance(), &|at| positions.describe(&grown, at));
        let left_out = (grown.spots.len() - nodes.len()) as u64;
        Ok(TreeReport {
            game: game.name(),
            board: game.board(),
            called: game.name(),
            position: game.state_text(self.state()),
            view: plan.view.clone(),
            nodes,
            left_out: left_out + grown.beyond.unwrap_or(0),
            left_out_more: grown.beyond.is_none(),
            cut_at: grown.cut_at,
            merged: plan.merge,
            strategy: grown.strategy,
            search: grown.search,
            playouts: playouts(&grown.playouts, &picked),
            proof: grown.proof,
            question: grown.question,
            win_worth: grown.win_worth,
            solved: grown.solved,
        })
    }
}

/// The error of an option without what it needs.
fn of_values(option: &'static str, needs: &str) -> TextError {
    TextError::of([
        ErrorPart::option(option),
        format!(" needs {needs}: it goes with ").into(),
        ErrorPart::Choice("view", "coloured"),
        " or numbers, a ".into(),
        ErrorPart::option("bot"),
        " or a ".into(),
        ErrorPart::option("proof"),
    ])
}

/// Rejects options that do not go together.
fn check(plan: &TreeOptions) -> Result<(), TextError> {
    let traced = matches!(plan.view, TreeView::Trace { .. } | TreeView::Numbers { .. });
    if plan.merge && traced {
        return Err(TextError::of([
            ErrorPart::option("merge"),
            " goes with a ".into(),
            ErrorPart::option("proof"),
            " and the views full, coloured and decision: a search visits what it visits".into(),
        ]));
    }
    let valued = traced || matches!(plan.view, TreeView::Coloured | TreeView::Proof { .. });
    if plan.best.is_some() && !valued {
        return Err(of_values("best", "values"));
    }
    if plan.along.is_some() && !valued {
        return Err(of_values("along", "a principal variation"));
    }
    Ok(())
}

/// The winner at a proved or exact value, if it has one: an expectation is no win.
fn winner(value: Value, has_chance: bool) -> Option<Option<Player>> {
    match value {
        Value::Proved(Proved::Win { .. }) => Some(Some(Player::First)),
        Value::Proved(Proved::Loss { .. }) => Some(Some(Player::Second)),
        Value::Proved(Proved::Draw) => Some(None),
        Value::Exact(_) if has_chance => None,
        Value::Exact(points) if points > 0.0 => Some(Some(Player::First)),
        Value::Exact(points) if points < 0.0 => Some(Some(Player::Second)),
        Value::Exact(_) => Some(None),
        Value::Estimated(_) => None,
    }
}

/// The playouts by the places of the picked nodes, each as far as they go.
fn playouts(all: &[Playout], picked: &Picked) -> Vec<Playout> {
    let places: HashMap<usize, usize> =
        picked.shown.iter().enumerate().map(|(to, &from)| (from, to)).collect();
    all.iter().map(|playout| playout.renumbered(|from| places.get(&from).copied())).collect()
}

/// The picked nodes as text.
fn nodes(
    plan: &TreeOptions,
    grown: &Grown,
    picked: &Picked,
    has_chance: bool,
    describe: &dyn Fn(usize) -> Described,
) -> Vec<TreeNode> {
    let mut place = vec![None; grown.spots.len()];
    picked.shown.iter().enumerate().for_each(|(to, &from)| place[from] = Some(to));
    // Where play ends with numbers, even is the number 0.
    let has_numbers = grown.spots.iter().any(|spot| matches!(spot.turn, Turn::Over(Outcome::Payoff(_))));
    let numbered = |value: Value, turn: Turn| match value {
        Value::Proved(Proved::Draw) if has_numbers && turn != Turn::Over(Outcome::Draw) => Value::Exact(0.0),
        value => value,
    };
    let numbered_sides = |window: Span, turn| Span {
        alpha: window.alpha.map(|value| numbered(value, turn)),
        beta: window.beta.map(|value| numbered(value, turn)),
    };
    let coloured = matches!(plan.view, TreeView::Coloured | TreeView::Decision(_));
    let nodes = picked.shown.iter().enumerate().map(|(to, &from)| {
        let spot = &grown.spots[from];
        let Described { mv, position, scene } = describe(from);
        TreeNode {
            parent: spot.parent.and_then(|parent| place[parent]),
            also: spot.also.iter().filter_map(|&other| place[other]).collect(),
            mv,
            ways: spot.ways,
            probability: spot.probability,
            position,
            turn: spot.turn,
            ply: spot.ply,
            scene,
            order: spot.order,
            depth: spot.depth,
            window: spot.window.map(|window| numbered_sides(window, spot.turn)),
            window_after: spot.window_after.map(|window| numbered_sides(window, spot.turn)),
            value: spot.value.map(|value| numbered(value, spot.turn)),
            bound: spot.bound,
            end: spot.end,
            ends_by: spot.ends_by.clone(),
            principal: spot.principal,
            tally: spot.tally,
            numbers: spot.numbers,
            winner: spot.value.filter(|_| coloured).and_then(|value| winner(value, has_chance)),
            hidden: picked.hidden[to],
            hidden_more: picked.hidden_more[to],
        }
    });
    nodes.collect()
}
