//! The trace of the tree after a search.

use std::collections::HashMap;

use plywood_rules::trace::{End, Playout, Visit, VisitMean, Waiting};
use plywood_rules::{Report, Tactics, Trace, Turn, Value};

use super::node::{MctsNode, Mover, ROOT};
use super::tree::MctsTree;

impl<G: Tactics + ?Sized> MctsTree<G> {
    /// Records the tree, the most visited part first: that part is kept if there is not room for all. Siblings
    /// are in the order of the legal moves. After it the playouts of the `log`.
    pub fn write(&self, game: &G, report: &Report<G::Move>, log: &[Playout], trace: &mut Trace<G::Move>) {
        trace.clear();
        let orders = self.orders();
        let worth = report.win_worth;
        let Turn::Decision(player) = game.turn(&self.state) else { return };
        let mut root = self.visit(ROOT, None, game.turn(&self.state), orders[ROOT], worth);
        if let Some(value) = report.value {
            root.value = Some(value.seen_by(player));
        }
        let mut written = 1;
        let mut waiting = Waiting::new();
        let mut places = HashMap::new();
        if let Some(at) = trace.push(root) {
            places.insert(ROOT, at);
            waiting.push(u32::MAX, ROOT, (at, self.state.clone()));
        }
        let (mut moves, mut outcomes) = (Vec::new(), Vec::new());
        while let Some((parent, (at, state))) = waiting.pop()
            && trace.left_out() == 0
        {
            let children = self.nodes[parent].children();
            moves.clear();
            outcomes.clear();
            match game.turn(&state) {
                _ if children.is_empty() => continue,
                Turn::Decision(_) => game.legal_moves(&state, &mut moves),
                Turn::Chance => game.chance_outcomes(&state, &mut outcomes),
                Turn::Over(_) => continue,
            }
            let all = moves.iter().copied().chain(outcomes.iter().map(|&(mv, _)| mv));
            for mv in all {
                let after = game.child(&state, mv);
                let turn = game.turn(&after);
                let Some(node) = children.clone().find(|&child| self.nodes[child].mv == Some(mv)) else {
                    // The game saw that it does not help.
                    trace.push(Visit { end: End::Tactics, ..Visit::new(Some(at), Some(mv), turn) });
                    continue;
                };
                let MctsNode { visits, probability, .. } = self.nodes[node];
                let visit = Visit {
                    probability: (!outcomes.is_empty()).then_some(probability),
                    ..self.visit(node, Some(at), turn, orders.get(node).copied().flatten(), worth)
                };
                if let Some(at) = trace.push(visit) {
                    written += 1;
                    places.insert(node, at);
                    waiting.push(visits, node, (at, after));
                }
            }
        }
        let missing = (self.nodes.count() as u64).saturating_sub(written);
        trace.leave_out(missing.saturating_sub(trace.left_out()));
        trace.set_playouts(
            log.iter().map(|playout| playout.renumbered(|node| places.get(&node).copied())).collect(),
        );
    }

    /// By place the number of every node that was visited, as they came into the tree; siblings come together, in the order
    /// in which they are tried.
    fn orders(&self) -> Vec<Option<u64>> {
        let mut orders = Vec::new();
        let visited = self.nodes.iter().filter(|(place, node)| *place == ROOT || node.visits > 0);
        for (number, (place, _)) in (1..).zip(visited) {
            orders.resize(place, None);
            orders.push(Some(number));
        }
        orders
    }

    fn visit(
        &self,
        node: usize,
        parent: Option<usize>,
        turn: Turn,
        order: Option<u64>,
        worth: f64,
    ) -> Visit<G::Move> {
        let node = &self.nodes[node];
        let is_expanded = node.count > 0;
        let (visits, mean) = (u64::from(node.visits), node.mean);
        Visit {
            order,
            value: if node.is_settled() {
                Some(node.bounds.value(node.safe == [true, true]))
            } else if visits > 0 {
                Some(Value::Estimated(node.estimate(self.growth) * worth + 0.0))
            } else {
                None
            },
            end: match node.mover {
                Mover::None if turn.outcome().is_some() => End::Over,
                Mover::None => End::Repeated,
                _ if node.is_settled() => {
                    if is_expanded {
                        End::Proved
                    } else {
                        End::Tactics
                    }
                }
                _ if visits == 0 => End::Unvisited,
                _ => {
                    if is_expanded {
                        End::Searched
                    } else {
                        End::Horizon
                    }
                }
            },
            tally: (visits > 0).then_some(VisitMean { visits, mean }),
            ..Visit::new(parent, node.mv, turn)
        }
    }
}
