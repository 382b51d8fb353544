//! Drawing a tree, with values, windows and reasons in few characters.

use std::collections::HashMap;

use plywood_draw::{Fill, Node, NodeShape, TreePicture};
use plywood_rules::options::split_name;
use plywood_rules::trace::{Bound, End, Span};
use plywood_rules::{Player, Proved, Turn, Value};

use super::options::TreeView;
use super::report::{EndsBy, TreeNode, TreeReport};

/// Drawing of positions in the nodes.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Boards {
    /// If there are few enough nodes.
    #[default]
    Auto,
    /// If the game has a board.
    On,
    /// Never.
    Off,
}

/// The greatest number of nodes with boards drawn by default.
const BOARDS_UP_TO: usize = 60;

/// A search of this depth or more is unlimited.
const TO_THE_END: u32 = 400;

/// A level of a large coloured tree has moves and values if the widest one has this many times its nodes.
const LABELLED: usize = 3;

/// Trees with merged positions are packed from this number of nodes on.
const PACKED_FROM: usize = 300;

/// A number with at most three decimals, and none if it is large.
fn number(points: f64) -> String {
    let text = if points.abs() < 1000.0 { format!("{points:.3}") } else { format!("{points:.0}.0") };
    let text = text.trim_end_matches('0').trim_end_matches('.').replace('-', "−");
    if text == "−0" { "0".to_string() } else { text }
}

/// A short value, for the first player: `W`, `L` and `=` as in written trees, with the plies to a win or a loss
/// if there are any (`W3`), `3` for an exact value and `≈3` for an estimate.
pub fn value_text(value: Value) -> String {
    let plies = |plies: u32| if plies == 0 { String::new() } else { plies.to_string() };
    match value {
        Value::Proved(Proved::Win { plies: n }) => format!("W{}", plies(n)),
        Value::Proved(Proved::Loss { plies: n }) => format!("L{}", plies(n)),
        Value::Proved(Proved::Draw) => "=".to_string(),
        Value::Exact(points) => number(points),
        Value::Estimated(points) => format!("≈{}", number(points)),
    }
}

/// How the values of a tree are written.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct ValueScale {
    /// The worth of a win in the unit of the values.
    pub win_worth: f64,
    /// True if estimates are results of games, which are written as chances of winning.
    pub are_chances: bool,
}

impl ValueScale {
    /// A value as [`value_text`] writes it, or as a chance of winning.
    pub fn text(self, value: Value) -> String {
        match value {
            Value::Estimated(_) if self.are_chances => format!("≈{}", chance_text(value, self.win_worth)),
            value => value_text(value),
        }
    }
}

/// A mean of outcomes as the chance of winning.
fn chance_text(value: Value, win_worth: f64) -> String {
    format!("{:.0}%", 100.0 * value.chance(win_worth, None))
}

/// A value that something is compared with, as [`value_text`] writes it: that a bound may be a guess goes without saying.
pub fn bound_text(value: Value) -> String {
    value_text(value).replace('≈', "")
}

/// The sign before a bound: `≥` or `≤`.
pub fn bound_sign(bound: Bound) -> &'static str {
    match bound {
        Bound::Exact => "",
        Bound::Lower => "≥",
        Bound::Upper => "≤",
    }
}

/// A window: `[−∞, 3]`.
pub fn window_text(window: Span) -> String {
    let side = |value: Option<Value>, none: &str| value.map_or(none.to_string(), bound_text);
    format!("[{}, {}]", side(window.alpha, "−∞"), side(window.beta, "+∞"))
}

/// The bounds of a window that moved since it was entered, with their new values: `β → 3`.
fn moved_text(before: Option<Span>, after: Span) -> Option<String> {
    let before = before.unwrap_or_default();
    let side = |name: &str, was: Option<Value>, is: Option<Value>| {
        is.filter(|_| was != is).map(|is| format!("{name} → {}", bound_text(is)))
    };
    let moved = [side("α", before.alpha, after.alpha), side("β", before.beta, after.beta)];
    let texts: Vec<String> = moved.into_iter().flatten().collect();
    (!texts.is_empty()).then(|| texts.join(", "))
}

fn shape(turn: Turn) -> NodeShape {
    match turn {
        Turn::Decision(Player::First) => NodeShape::Max,
        Turn::Decision(Player::Second) => NodeShape::Min,
        Turn::Chance => NodeShape::Chance,
        Turn::Over(_) => NodeShape::Leaf,
    }
}

/// A probability as a fraction if it is a simple one: `1/6`, else as a number.
fn chance(probability: f64) -> String {
    let simple = (1..=36).find_map(|below: u32| {
        let above = probability * f64::from(below);
        ((above - above.round()).abs() < 1e-9 && above.round() >= 1.0).then(|| (above.round(), below))
    });
    match simple {
        Some((_, 1)) => "1".to_string(),
        Some((above, below)) => format!("{above}/{below}"),
        None => number(probability),
    }
}

impl TreeNode {
    /// The value with the sign of its bound; empty if there is none.
    fn worth(&self, report: &TreeReport) -> String {
        self.value
            .map_or(String::new(), |value| format!("{}{}", bound_sign(self.bound), report.value_text(value)))
    }

    /// The reason that the search stopped here, in a few words; may be empty.
    fn reason(&self) -> String {
        match &self.ends_by {
            Some(EndsBy::Threats { moves }) => return format!("by threats: {}", moves.join(" ")),
            Some(EndsBy::Pairs { pairs, weight }) => {
                let texts: Vec<String> = pairs.iter().map(|[a, b]| format!("{a}~{b}")).collect();
                return match (pairs.is_empty(), weight) {
                    (true, false) => "cannot be lost any more".to_string(),
                    (true, true) => "by weight".to_string(),
                    (false, false) => format!("by pairs: {}", texts.join(" ")),
                    (false, true) => format!("by weight and pairs: {}", texts.join(" ")),
                };
            }
            Some(EndsBy::Connections) => return "by connections".to_string(),
            Some(EndsBy::Elsewhere) if self.end == End::Repeated => return "goes round".to_string(),
            Some(EndsBy::Elsewhere) => return "continued elsewhere".to_string(),
            None => {}
        }
        let after = self.window_after.or(self.window).unwrap_or_default();
        let before = self.window.unwrap_or_default();
        match self.end {
            End::Chance if self.is_unvisited() => "cut by chances".to_string(),
            End::Cut | End::Chance => {
                let what = if self.end == End::Chance { "chance cut" } else { "cut" };
                let value = self.value.map(bound_text).unwrap_or_default();
                // The side of the window that it left: a lower bound leaves above, an upper bound below.
                let above = match self.bound {
                    Bound::Lower => true,
                    Bound::Upper => false,
                    Bound::Exact => self.turn.player() == Some(Player::First),
                };
                let bound = if above { before.beta.or(after.beta) } else { before.alpha.or(after.alpha) }
                    .map(bound_text);
                match (bound, above) {
                    (Some(bound), true) => format!("{what}: {value} ≥ β {bound}"),
                    (Some(bound), false) => format!("{what}: {value} ≤ α {bound}"),
                    (None, _) => what.to_string(),
                }
            }
            End::Table => "from the table".to_string(),
            End::Tactics if self.is_unvisited() => "of no use".to_string(),
            End::Tactics => "seen without a search".to_string(),
            End::Reduced => "reduced".to_string(),
            End::Repeated => "repeated".to_string(),
            End::Proved => "proved".to_string(),
            End::Searched | End::Over | End::Horizon | End::Skipped | End::Unvisited => String::new(),
        }
    }

    /// True if the search never visited it.
    fn is_unvisited(&self) -> bool {
        let passed_over = matches!(self.end, End::Tactics | End::Reduced | End::Chance);
        matches!(self.end, End::Skipped | End::Unvisited)
            || passed_over && self.order.is_none() && self.value.is_none()
    }

    /// The results of playouts and proofs, a line each.
    fn counts(&self) -> Vec<String> {
        let mut lines = Vec::new();
        if let Some(tally) = self.tally {
            lines.push(match tally.visits {
                1 => "1 visit".to_string(),
                visits => format!("{visits} visits"),
            });
            lines.push(format!("mean {}", chance_text(Value::Estimated(tally.mean), 1.0)));
        }
        if let Some((proof, disproof)) = self.numbers {
            let side = |n: u32| if n == u32::MAX { "∞".to_string() } else { n.to_string() };
            lines.push(format!("pn {} dn {}", side(proof), side(disproof)));
        }
        lines
    }

    /// All that is known of it, in words.
    fn in_words(&self, report: &TreeReport) -> String {
        let mut parts = Vec::new();
        parts.extend(self.mv.as_ref().map(|mv| format!("move {mv}")));
        parts.push(self.position.clone());
        parts.push(match self.turn {
            Turn::Decision(player) => format!("{player} to move"),
            Turn::Chance => "chance".to_string(),
            Turn::Over(_) => "the end".to_string(),
        });
        parts.extend(self.order.map(|order| format!("visit {order}")));
        parts.extend(self.depth.map(|depth| match depth {
            TO_THE_END.. => "to be searched to the end".to_string(),
            depth => format!("{} to be searched", plies(depth)),
        }));
        parts.extend(self.window.map(|window| format!("window {}", window_text(window))));
        parts.extend(self.window_after.map(|window| format!("left with {}", window_text(window))));
        if self.value.is_some() {
            parts.push(format!("value {}", self.worth(report)));
        }
        match self.end {
            End::Searched | End::Over => {}
            End::Skipped => parts.push("never visited: cut off".to_string()),
            End::Unvisited => parts.push("never visited".to_string()),
            End::Horizon => parts.push("as deep as the search went".to_string()),
            _ => parts.push(self.reason()),
        }
        parts.extend(self.counts());
        parts.join("; ")
    }

    fn drawn(&self, report: &TreeReport, colours: bool, boards: bool) -> Node {
        let fill = match (colours, self.winner) {
            (false, _) => Fill::Plain,
            (true, Some(Some(Player::First))) => Fill::Black,
            (true, Some(Some(Player::Second))) => Fill::White,
            (true, Some(None)) => Fill::Grey,
            // A number that is no win still is known.
            (true, None) if self.value.is_some() => Fill::Plain,
            (true, None) => Fill::Unknown,
        };
        // Cuts are highlighted; table hits are a note.
        let is_cut = matches!(self.end, End::Cut | End::Chance);
        let (mut notes, cut) = (self.counts(), if is_cut { self.reason() } else { String::new() });
        notes.extend(Some(self.reason()).filter(|reason| !is_cut && !reason.is_empty()));
        let mut windows: Vec<String> = self.window.map(window_text).into_iter().collect();
        if let Some(after) = self.window_after.filter(|_| self.window_after != self.window) {
            windows.extend(moved_text(self.window, after).filter(|_| !is_cut));
        }
        let mut weight: Vec<String> = self.probability.map(chance).into_iter().collect();
        if self.ways > 1 {
            weight.push(format!("×{}", self.ways));
        }
        Node {
            shape: shape(self.turn),
            fill,
            label: self.mv.clone().unwrap_or_default(),
            weight: weight.join(" "),
            value: self.worth(report),
            order: self.order,
            windows,
            notes,
            cut,
            principal: self.principal,
            skipped: self.is_unvisited(),
            hidden: self.hidden,
            hidden_more: self.hidden_more,
            also: self.also.clone(),
            scene: boards.then(|| self.scene.clone()),
            about: self.in_words(report),
        }
    }
}

/// The name of the search of a bot: `Alpha-beta search`. Its options are in the sentence below the title.
fn search_name(bot: &str) -> String {
    match split_name(bot).0 {
        "minimax" => "Minimax search".to_string(),
        "alphabeta" => "Textbook alpha-beta search".to_string(),
        "engine" => "Engine search".to_string(),
        "expectiminimax" => "Expectiminimax search".to_string(),
        "mcts" => "Monte Carlo tree search".to_string(),
        "bestfirst" => "Best-first minimax".to_string(),
        name => format!("Search by {name}"),
    }
}

/// `1 position` or `3 positions`.
fn positions(n: u64) -> String {
    if n == 1 { "1 position".to_string() } else { format!("{n} positions") }
}

/// `1 ply` or `3 plies`.
fn plies(n: u32) -> String {
    if n == 1 { "1 ply".to_string() } else { format!("{n} plies") }
}

impl TreeReport {
    /// The scale of its values.
    pub fn scale(&self) -> ValueScale {
        let are_chances = self.nodes.first().is_some_and(|root| root.tally.is_some());
        ValueScale { win_worth: self.win_worth, are_chances }
    }

    fn value_text(&self, value: Value) -> String {
        self.scale().text(value)
    }

    /// True if positions are drawn; with [`Boards::Auto`], if there are few of them.
    fn draws_boards(&self, boards: Boards) -> bool {
        match boards {
            Boards::On => true,
            Boards::Off => false,
            Boards::Auto => self.nodes.len() <= BOARDS_UP_TO,
        }
    }

    /// True if the windows of a search tell something: with dice all may be infinite.
    fn has_windows(&self) -> bool {
        let infinite = Span { alpha: None, beta: None };
        self.nodes
            .iter()
            .any(|node| node.window.or(node.window_after).is_some_and(|window| window != infinite))
    }

    /// The picture.
    pub fn picture(&self, boards: Boards) -> TreePicture {
        let colours = matches!(self.view, TreeView::Coloured | TreeView::Decision(_));
        let boards = self.draws_boards(boards);
        let mut tree = TreePicture::new(self.title());
        tree.about = self.about();
        if boards {
            tree.board = self.board.clone();
        }
        tree.notes = self.notes();
        tree.legend = self.legend();
        tree.packed = self.merged && self.nodes.len() > PACKED_FROM;
        // Moves and values would make the widest levels of a large tree too wide: colours are enough there.
        let is_large = colours && self.nodes.len() > 2 * BOARDS_UP_TO;
        // With dice most windows are infinite.
        let infinite = window_text(Span { alpha: None, beta: None });
        let has_chance = self.nodes.iter().any(|node| node.turn == Turn::Chance);
        let mut levels = HashMap::<u32, usize>::new();
        self.nodes.iter().for_each(|node| *levels.entry(node.ply).or_default() += 1);
        let widest = levels.values().max().copied().unwrap_or(0);
        for node in &self.nodes {
            let mut drawn = node.drawn(self, colours, boards);
            drawn.windows.retain(|window| !has_chance || *window != infinite);
            if is_large && LABELLED * levels[&node.ply] > widest && drawn.fill != Fill::Plain {
                (drawn.value, drawn.label, drawn.weight) = (String::new(), String::new(), String::new());
            }
            tree.push(node.parent, drawn);
        }
        if !self.has_windows() {
            tree.clear_windows();
        }
        tree
    }

    /// The tree as text: every node with its move and value, and no boards.
    pub fn outline(&self) -> String {
        let colours = matches!(self.view, TreeView::Coloured | TreeView::Decision(_));
        let mut tree = TreePicture::new("");
        for node in &self.nodes {
            let mut drawn = node.drawn(self, colours, false);
            if node.value.is_some_and(|value| value.proved().is_some()) {
                // The value shows it already.
                drawn.fill = Fill::Plain;
            }
            tree.push(node.parent, drawn);
        }
        if !self.has_windows() {
            tree.clear_windows();
        }
        tree.text()
    }

    /// The title of the tree, in a few words.
    pub fn title(&self) -> String {
        let game = &self.called;
        let tree = || match game.strip_prefix("a ") {
            Some(written) => format!("A {written}"),
            None => format!("The tree of {game}"),
        };
        match &self.view {
            TreeView::Full => tree(),
            TreeView::Coloured => format!("{}, coloured", tree()),
            TreeView::Decision(_) => match &self.strategy {
                Some(size) => format!("A strategy of the {} player in {game}", size.player),
                None => format!("A strategy in {game}"),
            },
            TreeView::Trace { bot, .. } => format!("{} of {game}", search_name(bot)),
            TreeView::Proof { .. } => match &self.proof {
                Some(proof) if proof.wins => format!("How the {} player wins {game}, proved", proof.player),
                Some(proof) => format!("How the {} player holds {game}, proved", proof.player),
                None => format!("A proof in {game}"),
            },
            TreeView::Numbers { .. } => match &self.question {
                Some(question) => format!("Does the {} player win {game}? Proof numbers", question.player),
                None => format!("Proof numbers in {game}"),
            },
        }
    }

    /// A description in a sentence or two.
    pub fn about(&self) -> String {
        let deepest = self.nodes.iter().map(|node| node.ply).max().unwrap_or(0);
        let count = match self.nodes.len() {
            1 => "1 node".to_string(),
            n => format!("{n} nodes"),
        };
        let merged = if self.merged { ", positions up to symmetry once" } else { "" };
        let mut text = format!("From {}: {count}, {} deep{merged}.", self.position, plies(deepest));
        if let Some(size) = &self.strategy {
            let gets = match size.value {
                Value::Proved(Proved::Draw) => "holds a draw at least".to_string(),
                Value::Proved(_) => "wins".to_string(),
                value => format!("gets {} for the first player", self.value_text(value)),
            };
            text.push_str(&format!(
                " It {gets}; with nothing merged its tree has {} ends and {} nodes, and none that gets as much has fewer ends.",
                size.leaves, size.nodes
            ));
        }
        if let Some(search) = &self.search {
            let value =
                search.value.map_or(String::new(), |value| format!(", worth {}", self.value_text(value)));
            // A bot that only looks positions up visits none.
            let nodes = Some(search.nodes).filter(|&nodes| nodes > 0);
            let nodes = nodes.map_or(String::new(), |nodes| format!(", after {}", positions(nodes)));
            text.push_str(&format!(" {} chose {}{value}{nodes}.", search.bot, search.best));
        }
        if let Some(proof) = &self.proof {
            let player = proof.player;
            let claim = match proof.plies {
                Some(n) => format!("The {player} player wins from here, in {} at most", plies(n)),
                None => format!("The {player} player does not lose from here"),
            };
            text.push_str(&format!(" {claim}; the whole proof goes through {}.", positions(proof.positions)));
        }
        if let Some(question) = &self.question {
            let player = question.player;
            let answer = match question.wins {
                Some(true) => format!("The {player} player wins"),
                Some(false) => format!("The {player} player does not win"),
                None => format!("Whether the {player} player wins is not known"),
            };
            text.push_str(&format!(" {answer} after {}.", positions(question.nodes)));
        }
        text
    }

    /// Notes: the omitted nodes, and how to show them.
    pub fn notes(&self) -> Vec<String> {
        let mut notes = Vec::new();
        if let Some(depth) = self.cut_at {
            let left = match (self.left_out, self.left_out_more) {
                (0, _) => String::new(),
                (1, false) => " (1 node below is left out)".to_string(),
                (n, false) => format!(" ({n} nodes below are left out)"),
                (n, true) => format!(" (more than {n} nodes below are left out)"),
            };
            notes.push(format!("Shown to a depth of {}{left}.", plies(depth)));
        } else if self.left_out > 0 || self.left_out_more {
            let more = if self.left_out_more { "more than " } else { "" };
            notes.push(match self.left_out {
                1 if !self.left_out_more => "1 node is left out.".to_string(),
                n => format!("{more}{n} nodes are left out."),
            });
        }
        if !self.solved {
            notes.push(
                "There are too many positions to solve the game at once: only what follows from what is shown is coloured."
                    .to_string(),
            );
        }
        if self.search.as_ref().is_some_and(|search| search.stopped)
            || self.question.is_some_and(|question| question.stopped)
        {
            notes.push("The search was stopped before it was done.".to_string());
        }
        notes
    }

    /// The legend of the signs of values that occur.
    pub fn legend(&self) -> Vec<String> {
        let any = |wanted: &dyn Fn(&TreeNode) -> bool| self.nodes.iter().any(wanted);
        let mut legend = Vec::new();
        if any(&|node| matches!(node.value, Some(Value::Proved(_)))) {
            let in_plies = if self.proof.is_some() || self.question.is_some() { "in at most" } else { "in" };
            legend.push(format!("W first wins, L second wins, = draw; W3: {in_plies} 3 plies"));
        }
        if any(&|node| matches!(node.value, Some(Value::Exact(_) | Value::Estimated(_)))) {
            legend.push("numbers are for the first player".to_string());
        }
        if any(&|node| matches!(node.value, Some(Value::Estimated(_)))) {
            legend.push("≈ an estimate".to_string());
        }
        if any(&|node| node.value.is_some() && node.bound != Bound::Exact) {
            legend.push("≥ at least, ≤ at most".to_string());
        }
        if any(&|node| node.ways > 1) {
            legend.push("×4: four moves that are the same up to symmetry".to_string());
        }
        if any(&|node| node.numbers.is_some()) {
            // If the question is the second player's win, the first player has to avoid a loss.
            let whether = match self.question {
                Some(question) if question.player == Player::Second => "does not lose",
                _ => "wins",
            };
            legend.push(format!(
                "pn, dn: positions that are still to be proved at least to prove, to disprove, that the first player {whether}; ∞ never"
            ));
        }
        if any(&|node| matches!(node.ends_by, Some(EndsBy::Threats { .. }))) {
            legend.push("by threats: this wins whatever is replied".to_string());
        }
        if any(&|node| matches!(&node.ends_by, Some(EndsBy::Pairs { pairs, .. }) if !pairs.is_empty())) {
            legend.push("by pairs: a move on one cell of a pair is answered on the other".to_string());
        }
        if any(&|node| matches!(node.ends_by, Some(EndsBy::Pairs { weight: true, .. }))) {
            legend.push("by weight: it is enough to mark the cell with the most open lines".to_string());
        }
        if any(&|node| node.ends_by == Some(EndsBy::Connections)) {
            legend.push("by connections: one move mends them, whatever is replied".to_string());
        }
        if any(&|node| node.ends_by == Some(EndsBy::Elsewhere)) {
            legend.push("elsewhere: continued there, from the same or a symmetric position".to_string());
        }
        legend
    }
}
