//! The knowledge of a search by proof numbers, as a trace.

use std::collections::HashSet;

use plywood_rules::trace::{Bound, End, Visit, Waiting};
use plywood_rules::{Outcome, Player, Proved, Symmetric, Tactics, Trace, Turn, Value, moves_or_outcomes};

use super::numbers::ProofNumbers;
use super::search::ProofNumberSearch;

impl<G: Tactics + Symmetric + Sync> ProofNumberSearch<'_, G> {
    /// Records the results from `state` on, `plies` plies after the start: the part with the most work first,
    /// which is also kept if there is not room for all. A position that is elsewhere in the trace already, or
    /// an image of it, is not expanded. The order of nodes is that of their work; positions that the search has
    /// never visited, or dropped, have none.
    ///
    /// If the second player's wins are searched, the proof number of a node is that of their not winning. A win
    /// has the greatest possible number of plies of the game; that a player does not win is an upper or lower
    /// bound of a draw.
    pub fn show(&self, state: &G::State, plies: u32, trace: &mut Trace<G::Move>) {
        let game = self.game();
        trace.clear();
        let mut known = 0;
        let mut visit = |parent: Option<usize>, mv, probability, state: &G::State, plies| {
            let turn = game.turn(state);
            let (numbers, work) = self.known(state, plies).unzip();
            let (value, bound) = numbers.map_or((None, Bound::Exact), |numbers| self.value(state, numbers));
            let settled = numbers.is_some_and(ProofNumbers::is_settled);
            let order = numbers.is_some() || parent.is_none();
            known += u64::from(order);
            let visit = Visit {
                probability,
                order: order.then_some(known),
                value,
                bound,
                end: match turn {
                    Turn::Over(_) => End::Over,
                    _ if settled => End::Proved,
                    _ if numbers.is_some() => End::Horizon,
                    _ => End::Unvisited,
                },
                numbers: numbers.map(|numbers| self.for_first(numbers)),
                ..Visit::new(parent, mv, turn)
            };
            (visit, work)
        };
        let mut waiting = Waiting::new();
        let (root, _) = visit(None, None, None, state, plies);
        if let Some(at) = trace.push(root) {
            waiting.push(u32::MAX, at, (plies, state.clone()));
        }
        let mut seen = HashSet::new();
        while let Some((at, (plies, state))) = waiting.pop() {
            if !seen.insert(self.key(&state, plies)) {
                trace.node_mut(at).end = End::Table;
                continue;
            }
            let mut outcomes = Vec::new();
            if game.turn(&state) == Turn::Chance {
                game.chance_outcomes(&state, &mut outcomes);
            }
            let moves = moves_or_outcomes(game, &state);
            let below: Vec<_> = moves.into_iter().map(|mv| (mv, game.child(&state, mv))).collect();
            let is_known = |state: &G::State| self.known(state, plies + 1).is_some();
            if !below.iter().any(|(_, after)| is_known(after)) {
                continue;
            }
            trace.node_mut(at).end = End::Searched;
            for (place, (mv, after)) in below.into_iter().enumerate() {
                let probability = outcomes.get(place).map(|&(_, probability)| probability);
                let (node, work) = visit(Some(at), Some(mv), probability, &after, plies + 1);
                let is_over = node.end == End::Over;
                if let (Some(at), Some(work), false) = (trace.push(node), work, is_over) {
                    waiting.push(work, at, (plies + 1, after));
                }
            }
            if trace.left_out() > 0 {
                return;
            }
        }
    }

    /// Numbers from the first player's point of view, with the infinity of traces.
    fn for_first(&self, numbers: ProofNumbers) -> (u32, u32) {
        let never = |number: u32| if number >= ProofNumbers::NEVER { u32::MAX } else { number };
        let (proof, disproof) = (never(numbers.proof), never(numbers.disproof));
        if self.attacker() == Player::First { (proof, disproof) } else { (disproof, proof) }
    }

    /// The value of a position by settled numbers.
    fn value(&self, state: &G::State, numbers: ProofNumbers) -> (Option<Value>, Bound) {
        let attacker = self.attacker();
        let wins = |winner: Player, plies: u32| {
            let proved = Proved::Win { plies };
            Value::Proved(if winner == Player::First { proved } else { proved.reversed() })
        };
        match self.game().turn(state) {
            Turn::Over(Outcome::Win(winner)) => (Some(wins(winner, 0)), Bound::Exact),
            Turn::Over(Outcome::Payoff(points)) if points != 0.0 => {
                (Some(Value::Exact(points)), Bound::Exact)
            }
            Turn::Over(_) => (Some(Value::Proved(Proved::Draw)), Bound::Exact),
            _ if numbers.proof == 0 => {
                let plies = self.game().plies_left(state);
                (plies.map(|plies| wins(attacker, plies)), Bound::Exact)
            }
            _ if numbers.disproof == 0 => (Some(Value::Proved(Proved::Draw)), Bound::Upper.seen_by(attacker)),
            _ => (None, Bound::Exact),
        }
    }
}
