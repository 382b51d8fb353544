//! Trees one can see: of a game, of its solution, of what a bot looked at, of a proof, and of a search for one.
//!
//! A view is grown as an arena of positions (`grow.rs` from the rules, `traced.rs` from what a bot wrote down, `proof.rs` from a proof
//! file, `numbers.rs` from a search by proof numbers), valued where it is to be
//! coloured (`values.rs`), thinned to one strategy where that is asked for (`strategy.rs`), and cut down to what one wants to see
//! (`pick.rs`). What is left is a [`TreeReport`], all text, of which `picture.rs` makes a [`plywood_draw::Tree`].

mod grow;
mod numbers;
mod pick;
mod picture;
mod proof;
mod strategy;
mod traced;
mod values;

use std::path::PathBuf;

use plywood_rules::trace::{Bound, End, Span, Tally};
use plywood_rules::{Playable, Player, Proved, Scene, Stop, TextError, Turn, Value};

use crate::error::BotError;
use crate::typed::Typed;

pub use picture::{Boards, bound_sign, bound_text, value_text, window_text};

use grow::{Growth, Spot};
use pick::{Limits, Picked, pick};
use strategy::Strategy;
use values::Oracle;

/// Which tree, and how much of it.
#[derive(Clone, Debug)]
pub struct TreeOptions {
    /// Which tree.
    pub view: TreeView,
    /// Plies below the position at most; `None` for as many whole levels as [`TreeOptions::most`] has room for.
    pub depth: Option<u32>,
    /// Whether positions that are the same up to symmetry stand once, with the number of moves that lead there.
    pub merge: bool,
    /// Only so many children of every node: the best by value, or the most visited where visits are counted.
    pub best: Option<usize>,
    /// Only the principal variation, and what is at most so many plies off it.
    pub along: Option<u32>,
    /// The most nodes that are shown, at least 1. Others are counted.
    pub most: usize,
}

/// The tree of what.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum TreeView {
    /// Of the game.
    Full,
    /// Of the game, with what every position is worth if both play their best to the end.
    Coloured,
    /// One strategy alone: a move for every position in which this player (whoever wins, or else is to move, if `None`) has to
    /// decide, and all moves of the other one's.
    Decision(Option<Player>),
    /// Of what a bot looked at.
    Trace {
        /// Its name with its options.
        bot: String,
        /// Fixes its random choices.
        seed: u64,
    },
    /// Of a proof: the prover's moves and all replies to them.
    Proof {
        /// Its file, which is checked first.
        file: PathBuf,
        /// For whom it says something; `None` for whoever is to move, or else for the other one.
        player: Option<Player>,
    },
    /// Of a search by proof numbers, what took most work first.
    Numbers {
        /// Whose win it looks for: whoever is to move if `None`.
        player: Option<Player>,
        /// How many positions it visits at most.
        nodes: u64,
    },
}

impl TreeView {
    /// `full`, `coloured`, `decision`, `trace`, `proof` or `numbers`.
    pub fn word(&self) -> &'static str {
        match self {
            TreeView::Full => "full",
            TreeView::Coloured => "coloured",
            TreeView::Decision(_) => "decision",
            TreeView::Trace { .. } => "trace",
            TreeView::Proof { .. } => "proof",
            TreeView::Numbers { .. } => "numbers",
        }
    }
}

/// A tree to be seen, all text. Values, windows and means are from the view of the first player.
#[derive(Clone, Debug)]
pub struct TreeReport {
    /// The full name of the game.
    pub game: String,
    /// What titles call it: the full name, unless somebody knows a shorter one.
    pub called: String,
    /// The position at the root.
    pub position: String,
    /// The tree of what.
    pub view: TreeView,
    /// What is shown, the root first, children after their parents.
    pub nodes: Vec<TreeNode>,
    /// Nodes of the view that are not shown: what the limits left out.
    pub left_out: u64,
    /// Whether there are even more of them, which nobody counted.
    pub left_out_more: bool,
    /// The depth that it was cut at because nobody asked for another.
    pub cut_at: Option<u32>,
    /// Whether positions that are the same up to symmetry stand once.
    pub merged: bool,
    /// Of one strategy alone: whose it is, what it gets, and how large it is.
    pub strategy: Option<StrategySize>,
    /// Of a bot's tree: what it chose and how many positions it visited.
    pub search: Option<TreeSearch>,
    /// Of a proof: what it says of the position.
    pub proof: Option<TreeProof>,
    /// Of a search by proof numbers: what it asked, and how far it came.
    pub question: Option<TreeQuestion>,
    /// What a win counts in the unit of the values.
    pub win_worth: f64,
    /// Whether its values are known for sure from the rules alone and not from what is shown: false where a game is too large.
    pub solved: bool,
}

impl TreeReport {
    /// Lets titles call the game as somebody typed it: that is shorter than its full name, unless a tree was typed.
    pub fn call(&mut self, typed: &str) {
        self.called = match typed {
            tree if tree.starts_with("tree:") && tree.contains(['(', '{']) => "a written tree".to_string(),
            name => name.to_string(),
        };
    }
}

/// One strategy, measured.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct StrategySize {
    /// Whose it is.
    pub player: Player,
    /// What the player gets by it at least, whatever the other one does.
    pub value: Value,
    /// The ends of its tree, in which nothing is merged: no strategy that gets as much has fewer.
    pub leaves: u64,
    /// All nodes of that tree.
    pub nodes: u64,
}

/// What a bot said of the position whose tree it walked.
#[derive(Clone, Debug, PartialEq)]
pub struct TreeSearch {
    /// Its name with its options.
    pub bot: String,
    /// The move that it chose.
    pub best: String,
    /// What the position is worth to the first player.
    pub value: Option<Value>,
    /// Positions visited, the root included.
    pub nodes: u64,
    /// Whether it was stopped before it was done.
    pub stopped: bool,
}

/// What a proof says of the position at the root.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TreeProof {
    /// Who plays by it.
    pub player: Player,
    /// Whether that one wins; else it is proved that this player does not lose.
    pub wins: bool,
    /// The plies that a win takes from here at most.
    pub plies: Option<u32>,
    /// The positions that the whole file goes through for it, from where it begins.
    pub positions: u64,
}

/// What a search by proof numbers was to find out, and how far it came.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TreeQuestion {
    /// Whether this player wins.
    pub player: Player,
    /// The answer, if it was found.
    pub wins: Option<bool>,
    /// Positions visited, those on forced sequences included.
    pub nodes: u64,
    /// Whether somebody stopped it before it had found the answer.
    pub stopped: bool,
}

/// By what a proof, or what is written down of a search, goes no further below a node where the game is not over.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum EndsBy {
    /// The prover wins by a line of threats; its moves with those of the other one's that hold out longest.
    Threats(Vec<String>),
    /// The prover holds by pairs of moves.
    Pairs {
        /// When the other one plays one of a pair, the prover plays the other one.
        pairs: Vec<[String; 2]>,
        /// Whether something is left that no pair answers: against that the prover plays the move of the most weight.
        weight: bool,
    },
    /// It goes on from the same position, or an image of it, that stands elsewhere in the tree.
    Elsewhere,
}

/// A node of a tree to be seen.
#[derive(Clone, Debug)]
pub struct TreeNode {
    /// The place of its parent; `None` for the root.
    pub parent: Option<usize>,
    /// The places of other nodes that lead here as well, where positions are merged.
    pub also: Vec<usize>,
    /// The move that leads here; `None` for the root.
    pub mv: Option<String>,
    /// How many moves of its parent lead here, up to symmetry.
    pub ways: u32,
    /// How likely it comes, below a chance node.
    pub probability: Option<f64>,
    /// The position.
    pub position: String,
    /// Who decides there.
    pub turn: Turn,
    /// Plies below the root.
    pub ply: u32,
    /// What there is to see.
    pub scene: Scene,
    /// Its number in the order of visits, the root being 1.
    pub order: Option<u64>,
    /// Plies that were to be looked ahead from here.
    pub depth: Option<u32>,
    /// The window on entry.
    pub window: Option<Span>,
    /// The window when it was left.
    pub window_after: Option<Span>,
    /// What it is worth.
    pub value: Option<Value>,
    /// How the value is to be read.
    pub bound: Bound,
    /// Why the search went no further, or did not come here.
    pub end: End,
    /// By what it goes no further, where `end` does not say it all.
    pub ends_by: Option<EndsBy>,
    /// Whether it is on the principal variation.
    pub principal: bool,
    /// Playouts or lessons that went through here.
    pub tally: Option<Tally>,
    /// Its proof number and disproof number for the first player's win.
    pub numbers: Option<(u32, u32)>,
    /// Who wins here, where that is asked and known: `Some(None)` is a draw.
    pub winner: Option<Option<Player>>,
    /// Nodes below that are not shown.
    pub hidden: u64,
    /// Whether there are even more of them, which nobody counted.
    pub hidden_more: bool,
}

/// The most positions that are grown before some of them are chosen. Beyond, nothing is counted any more.
pub(crate) const GROWN: usize = 200_000;

/// Shows the tree below the position of a session.
pub trait Grows {
    /// Grows the tree that the plan asks for; `progress` is told of the positions met so far.
    ///
    /// # Errors
    /// If the plan does not fit the game (no strategy for a player who loses, a bot that has no tree to show, nothing to choose the best
    /// by), or somebody raised `stop`. Where it only has a deadline, a game that is not solved by then is shown as one that is too large.
    fn grow(
        &self,
        plan: &TreeOptions,
        stop: &Stop,
        progress: &mut dyn FnMut(u64),
    ) -> Result<TreeReport, BotError>;
}

impl<G: Playable> Grows for Typed<G> {
    fn grow(
        &self,
        plan: &TreeOptions,
        stop: &Stop,
        progress: &mut dyn FnMut(u64),
    ) -> Result<TreeReport, BotError> {
        check(plan)?;
        let game = &**self.game();
        let mut grown = match &plan.view {
            TreeView::Trace { bot, seed } => traced::trace(self, bot, *seed, stop)?,
            TreeView::Proof { file, player } => proof::walk(self, file, *player, plan, stop, progress)?,
            TreeView::Numbers { player, nodes } => numbers::ask(self, *player, *nodes, stop, progress)?,
            view => {
                let oracle = match view {
                    TreeView::Full => None,
                    _ => Some(Oracle::of(game, self.state(), stop, progress)?),
                };
                let strategy = match (view, &oracle) {
                    (TreeView::Decision(player), Some(oracle)) => {
                        Some(Strategy::of(game, self.state(), oracle, *player)?)
                    }
                    _ => None,
                };
                let chosen = |state: &G::State| strategy.as_ref().and_then(|strategy| strategy.choice(state));
                let size = Growth::of(plan);
                let mut grown = grow::grow(game, self.state(), size, &chosen, &mut |found| {
                    progress(found);
                    !stop.is_cancelled()
                })
                .ok_or_else(|| BotError::Failed("stopped before the tree was complete".to_string()))?;
                grown.strategy = strategy.map(|strategy| strategy.size());
                if let Some(oracle) = oracle {
                    // Where positions are merged a move that is missing may lead to one that stands elsewhere.
                    let reach = if plan.merge { 0 } else { plan.depth.unwrap_or(u32::MAX) };
                    grown.solved = values::fill(game, &oracle, reach, &mut grown);
                }
                grown
            }
        };
        if plan.along.is_some() && grown.spots.iter().filter(|spot| spot.principal).count() < 2 {
            return Err(TextError::new("--along needs a principal variation, and none is known here").into());
        }
        let limits = Limits { depth: plan.depth, best: plan.best, along: plan.along, most: plan.most };
        let picked = pick(&grown, limits);
        // What is cut at a depth that nobody asked for is named.
        grown.cut_at = grown.cut_at.or(picked.cut_at);
        Ok(report(game, self.state(), plan, grown, &picked))
    }
}

/// What does not go together.
fn check(plan: &TreeOptions) -> Result<(), TextError> {
    let traced = matches!(plan.view, TreeView::Trace { .. } | TreeView::Numbers { .. });
    if plan.merge && traced {
        return Err(TextError::new(
            "--merge goes with a --proof and the views full, coloured and decision: a search visits what it visits",
        ));
    }
    let valued = traced || matches!(plan.view, TreeView::Coloured | TreeView::Proof { .. });
    if plan.best.is_some() && !valued {
        return Err(TextError::new(
            "--best needs values: it goes with --view coloured or numbers, a --bot or a --proof",
        ));
    }
    if plan.along.is_some() && !valued {
        return Err(TextError::new(
            "--along needs a principal variation: it goes with --view coloured or numbers, a --bot or a --proof",
        ));
    }
    Ok(())
}

/// What was grown of a view, before anything is left out.
pub(crate) struct Grown<G: Playable> {
    pub spots: Vec<Spot<G>>,
    /// Nodes that there was no room for; `None` if nobody counted them.
    pub beyond: Option<u64>,
    pub cut_at: Option<u32>,
    pub strategy: Option<StrategySize>,
    pub search: Option<TreeSearch>,
    pub proof: Option<TreeProof>,
    pub question: Option<TreeQuestion>,
    pub win_worth: f64,
    pub solved: bool,
}

impl<G: Playable> Grown<G> {
    pub fn new(spots: Vec<Spot<G>>, win_worth: f64) -> Grown<G> {
        Grown {
            spots,
            beyond: Some(0),
            cut_at: None,
            strategy: None,
            search: None,
            proof: None,
            question: None,
            win_worth,
            solved: true,
        }
    }

    /// The children of every node, in their order.
    pub fn children(&self) -> Vec<Vec<usize>> {
        let mut children = vec![Vec::new(); self.spots.len()];
        for (at, spot) in self.spots.iter().enumerate() {
            if let Some(parent) = spot.parent {
                children[parent].push(at);
            }
        }
        children
    }
}

/// Who wins where something is worth this, if that can be said: an expectation is no win.
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

/// What was picked, as text.
fn report<G: Playable>(
    game: &G,
    start: &G::State,
    plan: &TreeOptions,
    grown: Grown<G>,
    picked: &Picked,
) -> TreeReport {
    let mut place = vec![None; grown.spots.len()];
    picked.shown.iter().enumerate().for_each(|(to, &from)| place[from] = Some(to));
    let has_chance = game.has_chance();
    let coloured = matches!(plan.view, TreeView::Coloured | TreeView::Decision(_));
    let nodes = picked.shown.iter().enumerate().map(|(to, &from)| {
        let spot = &grown.spots[from];
        let mv = spot.parent.zip(spot.mv).map(|(parent, mv)| game.move_text(&grown.spots[parent].state, mv));
        TreeNode {
            parent: spot.parent.and_then(|parent| place[parent]),
            also: spot.also.iter().filter_map(|&other| place[other]).collect(),
            mv,
            ways: spot.ways,
            probability: spot.probability,
            position: game.state_text(&spot.state),
            turn: spot.turn,
            ply: spot.ply,
            scene: game.scene(&spot.state),
            order: spot.order,
            depth: spot.depth,
            window: spot.window,
            window_after: spot.window_after,
            value: spot.value,
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
    let nodes: Vec<TreeNode> = nodes.collect();
    let left_out = (grown.spots.len() - nodes.len()) as u64;
    TreeReport {
        game: game.name(),
        called: game.name(),
        position: game.state_text(start),
        view: plan.view.clone(),
        nodes,
        left_out: left_out + grown.beyond.unwrap_or(0),
        left_out_more: grown.beyond.is_none(),
        cut_at: grown.cut_at,
        merged: plan.merge,
        strategy: grown.strategy,
        search: grown.search,
        proof: grown.proof,
        question: grown.question,
        win_worth: grown.win_worth,
        solved: grown.solved,
    }
}
