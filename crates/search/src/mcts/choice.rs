//! Reading results off the tree: the move to make and its value.

use plywood_rules::{Alternative, Player, Report, Tactics, Value};
use rand_core::Rng;

use super::node::{MctsNode, Mover, ROOT};
use super::search::MctsSearch;
use super::settings::TreeGrowth;
use crate::deepen::pick;
use crate::one_ply::OnePly;

/// The merit of a move for the player who decides; more is better, the first number decides first.
type Merit = (f64, f64);

impl<G: Tactics + ?Sized> MctsSearch<'_, G> {
    /// The merits of the children of `node`, at which `player` decides.
    ///
    /// A known value of the position has to be kept for sure: by the quickest win, a proved draw, or the
    /// slowest loss. Otherwise the most visited move is the best (Chaslot and others, "Progressive Strategies
    /// for Monte-Carlo Tree Search", 2008: the robust child), unless a move has a better known value.
    fn merits(&self, node: usize, player: Player) -> Vec<Merit> {
        let here = &self.tree.nodes[node];
        let children = &self.tree.nodes[here.children()];
        let mean = |child: &MctsNode<G::Move>| player.sign() * child.mean;
        let bounds = here.bounds.seen_by(player);
        if bounds.are_lost() {
            return children.iter().map(|child| (child.bounds.seen_by(player).high, 0.0)).collect();
        }
        if here.is_settled() {
            return children.iter().map(|child| (child.bounds.seen_by(player).low, 0.0)).collect();
        }
        let open = children.iter().filter(|child| !child.is_settled() && child.visits > 0);
        let favourite = open.max_by(|a, b| a.visits.cmp(&b.visits).then(mean(a).total_cmp(&mean(b))));
        let hope = favourite.map_or(f64::NEG_INFINITY, mean);
        let merit = |child: &MctsNode<G::Move>| match child.is_settled() {
            true if child.bounds.seen_by(player).are_lost() => (f64::NEG_INFINITY, mean(child)),
            true if mean(child) >= hope => (f64::INFINITY, mean(child)),
            true => (-1.0, mean(child)),
            false => (f64::from(child.visits), mean(child)),
        };
        children.iter().map(merit).collect()
    }

    /// The children of `node` that are the best for `player`, who decides there.
    fn best_children(&self, node: usize, player: Player) -> Vec<usize> {
        let merits = self.merits(node, player);
        let best = merits.iter().copied().reduce(|a, b| if b > a { b } else { a });
        let children = self.tree.nodes[node].children();
        children.zip(merits).filter(|(_, merit)| Some(*merit) == best).map(|(child, _)| child).collect()
    }

    /// The line from `node` to a position that was not visited, or to a chance node.
    fn expected_line(&self, mut node: usize) -> Vec<G::Move> {
        let mut line = Vec::new();
        loop {
            line.extend(self.tree.nodes[node].mv);
            let Mover::Player(player) = self.tree.nodes[node].mover else { return line };
            let Some(&best) = self.best_children(node, player).first() else { return line };
            if self.tree.nodes[best].visits == 0 && !self.tree.nodes[best].is_settled() {
                return line;
            }
            node = best;
        }
    }

    /// The value of `node` for `player`, if it is known.
    fn value(&self, node: &MctsNode<G::Move>, player: Player) -> Option<Value> {
        if node.is_settled() {
            Some(node.bounds.seen_by(player).value(node.safe == [true, true]))
        } else if node.visits > 0 {
            Some(Value::Estimated(player.sign() * node.estimate(self.settings.growth) * self.win_worth + 0.0))
        } else {
            None
        }
    }

    /// The value of the root for `player`: known, or the guess for its best move.
    fn root_value(&self, best: Option<usize>, player: Player) -> Option<Value> {
        let root = &self.tree.nodes[ROOT];
        if root.is_settled() {
            return self.value(root, player);
        }
        let value = self.value(&self.tree.nodes[best?], player)?;
        Some(Value::Estimated(value.points(self.win_worth)))
    }

    /// The value of the root for `player` so far, and the line expected.
    pub fn opinion(&self, player: Player) -> (Option<Value>, Vec<G::Move>) {
        let best = self.best_children(ROOT, player).first().copied();
        (self.root_value(best, player), best.map_or_else(Vec::new, |best| self.expected_line(best)))
    }

    /// Returns whether the move that was visited most is also the one that does best, so that more playouts would hardly
    /// change the choice (Huang, Coulom and Lin, "Time Management for Monte-Carlo Tree Search Applied to the Game of
    /// Go", 2010).
    pub fn is_clear(&self) -> bool {
        let root = &self.tree.nodes[ROOT];
        let Mover::Player(player) = root.mover else { return true };
        let mean = |child: usize| player.sign() * self.tree.nodes[child].mean;
        let best = self.best_children(ROOT, player);
        let visited = |&child: &usize| self.tree.nodes[child].visits > 0;
        best.first()
            .is_some_and(|&best| root.children().filter(visited).all(|child| mean(child) <= mean(best)))
    }

    /// Returns true if the value is not known and one ply tells more: there were fewer playouts than moves, or no look at what follows
    /// one of the `best` ones.
    fn is_hasty(&self, best: &[usize]) -> bool {
        let root = &self.tree.nodes[ROOT];
        let is_edge = |node: &MctsNode<G::Move>| node.count == 0 && !node.is_settled();
        !root.is_settled()
            && match self.settings.growth {
                TreeGrowth::BestFirst => best.iter().any(|&child| is_edge(&self.tree.nodes[child])),
                TreeGrowth::Playouts | TreeGrowth::Evaluations => root.visits < root.count,
            }
    }

    /// The choice of `player`, who decides in `state`, the root.
    pub fn report(&self, state: &G::State, player: Player, rng: &mut dyn Rng) -> Report<G::Move> {
        let root = &self.tree.nodes[ROOT];
        let children = &self.tree.nodes[root.children()];
        let mut moves = Vec::new();
        self.game.legal_moves(state, &mut moves);
        let node_of =
            |mv: G::Move| Some(root.first as usize + children.iter().position(|n| n.mv == Some(mv))?);
        let nodes: Vec<Option<usize>> = moves.iter().map(|&mv| node_of(mv)).collect();
        let best = self.best_children(ROOT, player);
        // If no move was visited, because they all lose, any will do.
        let is_best = |node: &Option<usize>| best.is_empty() || node.is_some_and(|node| best.contains(&node));
        let equal: Vec<usize> = (0..moves.len()).filter(|&at| is_best(&nodes[at])).collect();
        let is_hasty = self.is_hasty(&best);
        let chosen = match is_hasty {
            true => {
                let (game, evaluation, tie) = (self.game, self.evaluation, self.settings.tie);
                OnePly { game, evaluation, state, player, moves: &moves, tie }.look(rng).best
            }
            false => equal[pick(self.settings.tie, equal.len(), rng)],
        };
        let value = self.root_value(nodes[chosen], player);
        // Against the look one ply ahead, a few lucky playouts are no better value of another move.
        let counts =
            |of_move: &Value| !is_hasty || value.is_some_and(|value| of_move.compare(&value).is_le());
        let value_of = |node: &Option<usize>| {
            let value = self.value(&self.tree.nodes[(*node)?], player)?;
            Some(value.one_ply_later()).filter(counts)
        };
        let moves_with_values = moves.iter().zip(&nodes);
        Report {
            best: moves[chosen],
            random: false,
            value,
            // The first win that is found will do.
            exact_plies: false,
            win_worth: self.win_worth,
            pv: nodes[chosen].map_or_else(|| vec![moves[chosen]], |node| self.expected_line(node)),
            moves: moves_with_values.map(|(&mv, node)| Alternative { mv, value: value_of(node) }).collect(),
            depth: None,
            nodes: self.tree.nodes.count() as u64,
        }
    }
}
