//! Minimax, the plain reference: visits every position and prunes nothing. It is never optimised.
//!
//! Shannon, "Programming a Computer for Playing Chess", Philosophical Magazine 41 (1950); with means at chance
//! nodes, Michie's expectimax (1966). Everything in this file is from the *first* player's point of view, who
//! maximises while the second minimises; only the report is from the point of view of the player to move.
//!
//! Every position gets, besides its value, the values that it would have if all unknown positions (those at the
//! depth limit that are not over) were losses, and if all were wins. If these two agree, no unknown position
//! can change the value: it is exact.

use plywood_rules::trace::Bound;
use plywood_rules::{
    Evaluate, Game, Listener, Outcome, Player, Position, Proved, Report, Stop, Tactics, Turn, Value,
};
use rand_core::Rng;

use crate::Settings;
use crate::bot::{decision, searching_bot};
use crate::budget::{Budget, Stopped};
use crate::clock::on_the_clock;
use crate::deepen::{self, DepthResult};
use crate::one_ply::{OnePly, StoppedSearch};
use crate::trace::Sink;

/// Chooses by minimax (by expectation at chance nodes), without leaving anything out.
///
/// A trace ([`Bot::choose_traced`](plywood_rules::Bot::choose_traced)) shows all positions that it visits, each with its value
/// as it would be reported, of the last depth that was finished.
pub struct Minimax<G: Game + ?Sized> {
    evaluation: Box<dyn Evaluate<G>>,
    settings: Settings,
    listener: Option<Listener<G::Move>>,
}

impl<G: Tactics + ?Sized> Minimax<G> {
    /// Searches as `settings` say, with `evaluation` at the horizon.
    pub fn new(evaluation: Box<dyn Evaluate<G>>, settings: Settings) -> Minimax<G> {
        Minimax { evaluation, settings, listener: None }
    }

    /// Chooses, and reports to `sink` how.
    fn search<T: Sink<G::Move>>(
        &mut self,
        game: &G,
        position: Position<'_, G>,
        rng: &mut dyn Rng,
        stop: &Stop,
        sink: T,
    ) -> (Report<G::Move>, T) {
        let evaluation = &*self.evaluation;
        let win_worth = evaluation.win_worth(game);
        let mut settings = self.settings;
        settings.limits = on_the_clock(settings.limits, position.clock, game.plies_left(position.state));
        let budget = Budget::new(settings.limits, stop);
        let mut reference = Reference { game, evaluation, win_worth, budget, deepest: 0, sink };
        let (player, moves) = decision(game, position.state);
        let search = |depth, _: Option<&DepthResult<G::Move>>| {
            let found = reference.root(position.state, player, &moves, depth, settings, rng)?;
            Ok((found, reference.budget.nodes()))
        };
        let (mut found, stopped) =
            deepen::deepen(settings, moves.len(), win_worth, true, &mut self.listener, search);
        let mut nodes = reference.budget.nodes();
        if stopped {
            let (state, tie) = (position.state, settings.tie);
            let at = OnePly { game, evaluation, state, player, moves: &moves, tie };
            let answer = at.answer(StoppedSearch { found, attempt: None, tried: &[] }, win_worth, rng);
            (found, nodes) = (answer.found, nodes + answer.nodes);
        }
        (deepen::report(&moves, found, None, win_worth, nodes), reference.sink)
    }
}

searching_bot!(Minimax: Tactics; listener);

/// The knowledge of minimax about a position.
#[derive(Clone, Copy, Debug)]
struct MinimaxValue {
    /// Its value, with the evaluation's estimates for unknown positions.
    value: Value,
    /// Its value if all unknown positions were losses.
    worst: Value,
    /// Its value if all unknown positions were wins.
    best: Value,
    /// For the first and the second player: true if the player can avoid a loss whatever chance does.
    safe: [bool; 2],
}

impl MinimaxValue {
    /// A finished game.
    fn of_outcome(outcome: Outcome) -> MinimaxValue {
        let value = match outcome {
            Outcome::Win(Player::First) => Value::Proved(Proved::Win { plies: 0 }),
            Outcome::Win(Player::Second) => Value::Proved(Proved::Loss { plies: 0 }),
            Outcome::Draw => Value::Proved(Proved::Draw),
            Outcome::Payoff(points) => Value::Exact(points),
        };
        let safe = Player::BOTH.map(|player| outcome.utility(player) >= 0);
        MinimaxValue { value, worst: value, best: value, safe }
    }

    /// A position that is not over, at the depth limit: it takes at least one more ply to win or lose it.
    fn unknown(guess: f64) -> MinimaxValue {
        let [worst, best] = [Proved::Loss { plies: 1 }, Proved::Win { plies: 1 }].map(Value::Proved);
        MinimaxValue { value: Value::Estimated(guess), worst, best, safe: [false, false] }
    }

    /// The best of these alternatives, one ply away, for the player who decides.
    fn of_decision(player: Player, children: &[MinimaxValue]) -> MinimaxValue {
        let pick = |of: fn(&MinimaxValue) -> Value| {
            let values = children.iter().map(of).map(Value::one_ply_later);
            values.reduce(|a, b| if better(player, b, a) { b } else { a }).expect("a decision has moves")
        };
        let mut safe = Player::BOTH.map(|player| children.iter().all(|child| child.safe[player.index()]));
        safe[player.index()] = children.iter().any(|child| child.safe[player.index()]);
        MinimaxValue { value: pick(|w| w.value), worst: pick(|w| w.worst), best: pick(|w| w.best), safe }
    }

    /// The mean of these outcomes.
    fn of_chance(children: &[(f64, MinimaxValue)], win_worth: f64) -> MinimaxValue {
        let mean = |of: fn(&MinimaxValue) -> Value| {
            let values = children.iter().map(|(probability, child)| (*probability, of(child)));
            mean(&values.collect::<Vec<_>>(), win_worth).one_ply_later()
        };
        let safe = Player::BOTH.map(|player| children.iter().all(|(_, child)| child.safe[player.index()]));
        MinimaxValue { value: mean(|w| w.value), worst: mean(|w| w.worst), best: mean(|w| w.best), safe }
    }

    /// The value, and whether it is proved, exact or estimated.
    fn finding(&self, win_worth: f64) -> Value {
        if self.safe == [true, true] {
            return Value::Proved(Proved::Draw);
        }
        match self.value {
            Value::Proved(Proved::Win { .. } | Proved::Loss { .. }) => self.value,
            number if equal(self.worst, self.best) => Value::Exact(number.points(win_worth) + 0.0),
            number => Value::Estimated(number.points(win_worth) + 0.0),
        }
    }
}

/// Returns whether `a` is better than `b` for `player`.
fn better(player: Player, a: Value, b: Value) -> bool {
    match player {
        Player::First => a.compare(&b).is_gt(),
        Player::Second => a.compare(&b).is_lt(),
    }
}

/// Returns true if neither is better: a draw equals no points.
fn equal(a: Value, b: Value) -> bool {
    a.compare(&b).is_eq()
}

/// The mean of values with their probabilities. Wins alone make a win, in the greatest of their distances, and
/// losses alone a loss; else a win is as good as `win_worth` points.
fn mean(values: &[(f64, Value)], win_worth: f64) -> Value {
    let (mut wins, mut losses, mut farthest) = (true, true, 0);
    let mut sum = 0.0;
    for &(probability, value) in values {
        wins &= matches!(value, Value::Proved(Proved::Win { .. }));
        losses &= matches!(value, Value::Proved(Proved::Loss { .. }));
        farthest = farthest.max(value.proved().and_then(Proved::plies).unwrap_or(0));
        sum += probability * value.points(win_worth);
    }
    match (wins, losses) {
        (true, false) => Value::Proved(Proved::Win { plies: farthest }),
        (false, true) => Value::Proved(Proved::Loss { plies: farthest }),
        _ => Value::Exact(sum),
    }
}

/// One search.
struct Reference<'a, G: Game + ?Sized, T> {
    game: &'a G,
    evaluation: &'a dyn Evaluate<G>,
    win_worth: f64,
    budget: Budget,
    /// The greatest distance of a visited position from the root.
    deepest: u32,
    /// The receiver of the trace.
    sink: T,
}

impl<G: Game + ?Sized, T: Sink<G::Move>> Reference<'_, G, T> {
    /// The value of `state`, looking `depth` plies ahead, `ply` plies from the root; and the line expected from
    /// there to the first chance node.
    fn look_ahead(
        &mut self,
        state: &G::State,
        ply: u32,
        depth: u32,
    ) -> Result<(MinimaxValue, Vec<G::Move>), Stopped> {
        self.budget.visit()?;
        self.deepest = self.deepest.max(ply);
        if !T::ON {
            return self.look_below(state, ply, depth);
        }
        self.sink.enter(self.game.turn(state), depth, None);
        let (worth, line) = self.look_below(state, ply, depth)?;
        self.sink.leave_with(worth.finding(self.win_worth), Bound::Exact);
        Ok((worth, line))
    }

    /// The same for a position that was counted.
    #[inline(always)]
    fn look_below(
        &mut self,
        state: &G::State,
        ply: u32,
        depth: u32,
    ) -> Result<(MinimaxValue, Vec<G::Move>), Stopped> {
        match self.game.turn(state) {
            Turn::Over(outcome) => Ok((MinimaxValue::of_outcome(outcome), Vec::new())),
            _ if depth == 0 => {
                Ok((MinimaxValue::unknown(self.evaluation.evaluate(self.game, state)), Vec::new()))
            }
            Turn::Decision(player) => {
                let mut moves = Vec::new();
                self.game.legal_moves(state, &mut moves);
                let mut children = Vec::with_capacity(moves.len());
                let mut line = Vec::new();
                for &mv in &moves {
                    self.sink.step(mv, children.len());
                    let (worth, behind) = self.look_ahead(&self.game.child(state, mv), ply + 1, depth - 1)?;
                    if children.iter().all(|other: &MinimaxValue| better(player, worth.value, other.value)) {
                        line = vec![mv];
                        line.extend(behind);
                    }
                    children.push(worth);
                }
                Ok((MinimaxValue::of_decision(player, &children), line))
            }
            Turn::Chance => {
                let mut outcomes = Vec::new();
                self.game.chance_outcomes(state, &mut outcomes);
                if T::ON {
                    for &(mv, probability) in &outcomes {
                        self.sink.reserve(mv, Some(probability), self.game.turn(&self.game.child(state, mv)));
                    }
                }
                let mut children = Vec::with_capacity(outcomes.len());
                for &(mv, probability) in &outcomes {
                    self.sink.step(mv, children.len());
                    let (worth, _) = self.look_ahead(&self.game.child(state, mv), ply + 1, depth - 1)?;
                    children.push((probability, worth));
                }
                Ok((MinimaxValue::of_chance(&children, self.win_worth), Vec::new()))
            }
        }
    }

    /// The value of every move, and the choice among the best.
    fn root(
        &mut self,
        state: &G::State,
        player: Player,
        moves: &[G::Move],
        depth: u32,
        settings: Settings,
        rng: &mut dyn Rng,
    ) -> Result<DepthResult<G::Move>, Stopped> {
        self.budget.visit()?;
        self.deepest = 0;
        let mut children = Vec::new();
        let mut lines = Vec::new();
        self.sink.begin(Turn::Decision(player), depth, None);
        for (place, &mv) in moves.iter().enumerate() {
            self.sink.step(mv, place);
            let (worth, line) = self.look_ahead(&self.game.child(state, mv), 1, depth - 1)?;
            children.push(worth);
            lines.push(line);
        }
        let for_player = |value: Value| value.seen_by(player);
        let finding = |worth: &MinimaxValue| for_player(worth.finding(self.win_worth));
        let value = finding(&MinimaxValue::of_decision(player, &children));
        self.sink.finish(for_player(value));
        let values: Vec<Value> = children.iter().map(|worth| finding(worth).one_ply_later()).collect();
        let equal: Vec<usize> = (0..moves.len()).filter(|&i| as_good(values[i], value)).collect();
        let best = equal[deepen::pick(settings.tie, equal.len(), rng)];
        let mut line = vec![moves[best]];
        line.append(&mut lines[best]);
        let is_known = |value: &Value| !matches!(value, Value::Estimated(_));
        let settled = is_known(&value);
        let values = values.into_iter().map(Some).collect();
        Ok(DepthResult { value, best, values, line, depth: self.deepest, settled })
    }
}

/// Returns true if a move of this value is one of the best in a position of the value `best`: if that one is
/// known, then the value of the move must be known too.
fn as_good(value: Value, best: Value) -> bool {
    match best {
        Value::Proved(_) => value == best,
        Value::Exact(_) if matches!(value, Value::Estimated(_)) => false,
        _ => equal(value, best),
    }
}
