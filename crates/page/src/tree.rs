//! Game trees for the page: a request becomes a plan, and the tree goes over the wire.

use std::sync::Arc;
use std::time::Duration;

use plywood_rules::options::split_name;
use plywood_rules::trace::{Playout, Span};
use plywood_rules::{Player, Run, Stop, Value};
use plywood_workshop::{
    AnyGame, Boards, TreeNode, TreeOptions, TreeReport, TreeView, Trouble, ValueScale, bound_text,
    default_search,
};

use crate::catalogue::Catalogue;
use crate::names::{SHORT_NAME, is_short_name};
use crate::problem::{Problem, RefusalCode};
use crate::protocol::{
    GrownTree, PlayoutView, SpanView, StrategyView, TreeNodeView, TreeProofView, TreeRequest, TreeSearchView,
    TreeViewRequest, WinnerView, WorthView,
};
use crate::view;

/// The time limit of a tree. After that a bot shows its tree so far, and everything else is cancelled.
pub const LONGEST: Duration = Duration::from_secs(2);
/// The time limit of solving the game for it; after that only values that follow from the nodes shown are known.
const SOLVING: Duration = Duration::from_secs(1);
/// The most nodes of one answer.
const MOST: usize = 3000;
/// Nodes of an answer by default.
const USUAL: usize = 300;
/// Plies below the root at most.
const DEEPEST: u32 = 200;
/// The longest list of moves, in bytes.
const LONGEST_MOVES: usize = 16 << 10;

/// A tree that has grown, with what there is to know besides.
pub struct TreeResult {
    game: Arc<dyn AnyGame>,
    family: String,
    board: crate::protocol::BoardView,
    /// The public name of its bot or its proof.
    name: Option<String>,
    report: TreeReport,
}

fn wrong<T>(text: String) -> Result<T, Problem> {
    Err(Problem::new(RefusalCode::Options, text))
}

/// Grows a tree, until `stop` is raised.
///
/// # Errors
/// If something in the wish is wrong or too much, does not go together, or the tree took too long.
pub fn grow(catalogue: &Catalogue, wish: &TreeRequest, stop: &Stop) -> Result<TreeResult, Problem> {
    let most = wish.most.unwrap_or(USUAL);
    if !(1..=MOST).contains(&most) {
        return wrong(format!("'most' has to be 1 to {MOST}"));
    }
    if wish.depth.is_some_and(|depth| !(1..=DEEPEST).contains(&depth)) {
        return wrong(format!("'depth' has to be 1 to {DEEPEST}"));
    }
    if wish.best == Some(0) {
        return wrong("'best' has to be 1 at least".to_string());
    }
    if wish.moves.len() > LONGEST_MOVES {
        return wrong(format!("'moves' may have {LONGEST_MOVES} characters at most"));
    }
    let game = catalogue.game(&wish.game)?;
    let views = views_of(catalogue, &game, wish)?;
    let session = game.session(wish.position.as_deref(), &wish.moves, 0).map_err(Problem::options)?;
    let solves =
        matches!(wish.view, TreeViewRequest::Full | TreeViewRequest::Coloured | TreeViewRequest::Decision);
    let (family, board) = (catalogue.family(&game.name()), view::board(session.playthrough()));
    let mut refusal = None;
    for (view, called) in views {
        let plan = TreeOptions {
            view,
            depth: wish.depth,
            merge: wish.merge,
            best: wish.best,
            along: wish.along,
            most,
            solving: solves.then_some(SOLVING),
        };
        match session.grow(&plan, &Run::until(stop)) {
            Ok(mut report) => {
                report.call(&wish.game);
                let name = called.clone();
                // Shows the public name of the bot, not the path of its brain.
                if let (Some(name), TreeView::Trace { bot, .. }) = (called, &mut report.view) {
                    bot.clone_from(&name);
                    if let Some(search) = &mut report.search {
                        search.bot = name;
                    }
                }
                return Ok(TreeResult { game, family, board, name, report });
            }
            Err(error) => {
                // Of several proofs, the first one's refusal is reported.
                let problem = refusal.take().unwrap_or_else(|| in_our_words(error, stop));
                if stop.is_raised() {
                    return Err(problem);
                }
                refusal = Some(problem);
            }
        }
    }
    Err(refusal.expect("there is one view at least"))
}

/// The trees that would do, the best first: those of several proofs, else one. With each the public name of its bot or its proof.
fn views_of(
    catalogue: &Catalogue,
    game: &Arc<dyn AnyGame>,
    wish: &TreeRequest,
) -> Result<Vec<(TreeView, Option<String>)>, Problem> {
    if wish.bot.is_some() && wish.view != TreeViewRequest::Trace {
        return wrong("'bot' goes with the view 'trace' only".to_string());
    }
    if wish.proof.is_some() && wish.view != TreeViewRequest::Proof {
        return wrong("'proof' goes with the view 'proof' only".to_string());
    }
    if wish.player.is_some() && !matches!(wish.view, TreeViewRequest::Decision | TreeViewRequest::Proof) {
        return wrong("'player' goes with the views 'decision' and 'proof' only".to_string());
    }
    let player = wish.player;
    let view = match wish.view {
        TreeViewRequest::Full => TreeView::Full,
        TreeViewRequest::Coloured => TreeView::Coloured,
        TreeViewRequest::Decision => TreeView::Decision(player),
        TreeViewRequest::Trace => {
            let usual = default_search(game.details().has_chance);
            let bot = wish.bot.as_deref().unwrap_or(usual);
            if split_name(bot).0 == "learner"
                && game.read_bot(bot).is_ok_and(|bot| bot.options().is("learn", "on"))
            {
                return wrong("a brain is shown without learning: leave out 'learn'".to_string());
            }
            let opponent = catalogue.opponent(game, bot)?;
            let view = TreeView::Trace { bot: opponent.made_by, seed: wish.seed };
            return Ok(vec![(view, Some(opponent.name))]);
        }
        TreeViewRequest::Proof => {
            if wish.proof.as_deref().is_some_and(|name| !is_short_name(name)) {
                return wrong(format!("'proof' is the short name of a proof on the server: {SHORT_NAME}"));
            }
            let proofs = catalogue.proofs().open(&game.name(), wish.proof.as_deref())?;
            let view = |(name, file)| (TreeView::Proof { file, player }, Some(name));
            return Ok(proofs.into_iter().map(view).collect());
        }
    };
    Ok(vec![(view, None)])
}

/// The reason why there is no tree.
fn in_our_words(error: Trouble, stop: &Stop) -> Problem {
    if stop.is_raised() {
        let seconds = LONGEST.as_secs();
        let text = format!(
            "the tree took more than {seconds} seconds; ask for a smaller 'depth', or begin further on in the game"
        );
        return Problem::new(RefusalCode::Options, text);
    }
    error.into()
}

impl TreeResult {
    /// The picture for print, an SVG of its own.
    pub fn svg(&self) -> String {
        let mut picture = self.report.picture(Boards::Auto);
        // How to see more is another matter here than in a terminal.
        let more = if self.report.left_out_more { "more than " } else { "" };
        picture.notes = match self.report.left_out {
            0 => Vec::new(),
            n => vec![format!("{more}{n} nodes below are left out.")],
        };
        picture.svg()
    }

    /// The tree as it goes over the wire.
    pub fn told(self) -> GrownTree {
        let TreeResult { game, family, board, name, report } = self;
        let scale = report.scale();
        GrownTree {
            game: report.game,
            family,
            players: game.details().players.map(str::to_string),
            board,
            position: report.position,
            left_out: report.left_out,
            left_out_more: report.left_out_more,
            cut_at: report.cut_at,
            solved: report.solved,
            strategy: report.strategy.map(|size| StrategyView {
                player: size.player,
                value: worth_view(size.value, scale),
                leaves: size.leaves,
                nodes: size.nodes,
            }),
            search: report.search.map(|search| TreeSearchView {
                bot: search.bot,
                best: search.best,
                value: search.value.map(|value| worth_view(value, scale)),
                nodes: search.nodes,
                stopped: search.stopped,
            }),
            playouts: report.playouts.into_iter().map(playout_view).collect(),
            proof: name.zip(report.proof).map(|(name, claim)| TreeProofView { name, claim }),
            nodes: report.nodes.into_iter().map(|node| node_view(node, scale)).collect(),
        }
    }
}

fn playout_view(playout: Playout) -> PlayoutView {
    let Playout { path, results, tallies, expanded, random } = playout;
    let tallies = tallies.into_iter().map(|tally| (tally.visits, tally.mean)).collect();
    PlayoutView { path, results, tallies, expanded, random }
}

fn worth_view(value: Value, scale: ValueScale) -> WorthView {
    WorthView {
        text: scale.text(value),
        // Minus nothing is nothing.
        points: value.points(scale.win_worth) + 0.0,
        plies: value.proved().and_then(|proved| proved.plies()),
    }
}

fn span_view(span: Span, scale: ValueScale) -> SpanView {
    let side = |value| WorthView { text: bound_text(value), ..worth_view(value, scale) };
    SpanView { alpha: span.alpha.map(side), beta: span.beta.map(side) }
}

fn node_view(node: TreeNode, scale: ValueScale) -> TreeNodeView {
    TreeNodeView {
        parent: node.parent,
        also: node.also,
        text: node.mv,
        ways: node.ways,
        probability: node.probability,
        position: node.position,
        turn: node.turn.into(),
        ply: node.ply,
        scene: view::scene(node.scene),
        order: node.order,
        depth: node.depth,
        window: node.window.map(|span| span_view(span, scale)),
        window_after: node
            .window_after
            .filter(|_| node.window_after != node.window)
            .map(|span| span_view(span, scale)),
        value: node.value.map(|value| worth_view(value, scale)),
        bound: node.bound,
        end: node.end,
        ends_by: node.ends_by,
        principal: node.principal,
        tally: node.tally.map(|tally| (tally.visits, tally.mean)),
        winner: node.winner.map(|winner| match winner {
            Some(Player::First) => WinnerView::First,
            Some(Player::Second) => WinnerView::Second,
            None => WinnerView::Draw,
        }),
        hidden: node.hidden,
        hidden_more: node.hidden_more,
    }
}
