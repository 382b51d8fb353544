//! The classic rule-based player: win, else block, else search.

use plywood_rules::trace::End;
use plywood_rules::{Evaluate, Game, Outcome, Player, Position, Proved, Report, Stop, Tactics, Turn, Value};
use rand_core::Rng;

use crate::bot::{decision, searching_bot};
use crate::budget::{Budget, Stopped};
use crate::clock::on_the_clock;
use crate::core::{Repetition, Root, RootTask, SearchPlan, Textbook};
use crate::deepen::{self, Attempt, DepthResult};
use crate::one_ply::{OnePly, StoppedChoice, StoppedSearch};
use crate::score::win_at;
use crate::trace::Sink;
use crate::{ChancePruning, Limits, Order, Settings, Tie};

/// Wins at once if possible. Otherwise, if the opponent could win at once after some of the moves but not after
/// others, considers only the others. Then searches a few plies ahead by alpha-beta, with move ordering.
///
/// It reports the values that it established: of a win at once, of moves that lose at once, and those of the
/// search among the others. The value of the position is that of the best move that it considered.
///
/// A trace ([`Bot::choose_traced`](plywood_rules::Bot::choose_traced)) shows that search, with the other moves
/// beside it; or only the moves that win at once.
pub struct RuleBased<G: Game + ?Sized> {
    evaluation: Box<dyn Evaluate<G>>,
    depth: u32,
    tie: Tie,
}

impl<G: Tactics + ?Sized> RuleBased<G> {
    /// The default search depth.
    pub const DEPTH: u32 = 3;

    /// Searches `depth` plies ahead, at least 1, with `evaluation` at the horizon.
    pub fn new(evaluation: Box<dyn Evaluate<G>>, depth: u32, tie: Tie) -> RuleBased<G> {
        RuleBased { evaluation, depth, tie }
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
        let plies_left = game.plies_left(position.state);
        let settings = Settings {
            limits: on_the_clock(Limits::depth(self.depth), position.clock, plies_left),
            tie: self.tie,
            order: Order::Promising,
            chance_pruning: ChancePruning::Star1,
            ..Settings::default()
        };
        let (player, moves) = decision(game, position.state);
        let plan = SearchPlan::textbook(game, &*self.evaluation, position.state, settings);
        let mut searcher = Textbook::new(plan, Budget::new(settings.limits, stop), Repetition::NONE, sink);
        let root = Root { node: searcher.node(position.state), player, moves: &moves };
        let (mut attempt, mut tried) = (None, Vec::new());
        let found = searcher.by_rules(&root, settings, rng, (&mut attempt, &mut tried));
        let (win_worth, nodes) = (searcher.win_worth, searcher.budget.nodes());
        let answer = match found {
            Ok(found) => StoppedChoice { found: Some(found), fallback: None, nodes: 0 },
            Err(Stopped) => {
                let (evaluation, state, tie) = (&*self.evaluation, position.state, self.tie);
                let at = OnePly { game, evaluation, state, player, moves: &moves, tie };
                at.answer(StoppedSearch { found: None, attempt, tried: &tried }, win_worth, rng)
            }
        };
        let report = deepen::report(&moves, answer.found, answer.fallback, win_worth, nodes + answer.nodes);
        (report, searcher.sink)
    }
}

searching_bot!(RuleBased: Tactics);

impl<G: Tactics + ?Sized, T: Sink<G::Move>> Textbook<'_, G, T> {
    /// Searches `root` by the rules. If it is stopped, `attempt` is the best move so far and `tried` what was searched.
    fn by_rules(
        &mut self,
        root: &Root<'_, G>,
        settings: Settings,
        rng: &mut dyn Rng,
        (attempt, tried): (&mut Option<Attempt<G::Move>>, &mut Vec<usize>),
    ) -> Result<DepthResult<G::Move>, Stopped> {
        let Settings { limits, tie, order, .. } = settings;
        let SearchPlan { game, evaluation, .. } = self.plan;
        let player = root.player;
        let threats = self.threats(root, tie)?;
        let mut values: Vec<Option<Value>> = threats.iter().map(|threat| threat.map(Value::Proved)).collect();
        let win = Some(Proved::Win { plies: 1 });
        let wins: Vec<usize> = (0..threats.len()).filter(|&at| threats[at] == win).collect();
        if !wins.is_empty() {
            let best = wins[deepen::pick(tie, wins.len(), rng)];
            let line = vec![root.moves[best]];
            let value = Value::Proved(Proved::Win { plies: 1 });
            self.trace_wins(root, &threats);
            return Ok(DepthResult { value, best, values, line, depth: 1, settled: true });
        }
        let mut kept: Vec<usize> = (0..threats.len()).filter(|&at| threats[at].is_none()).collect();
        if kept.is_empty() {
            kept = (0..threats.len()).collect();
        }
        let kept_moves: Vec<G::Move> = kept.iter().map(|&at| root.moves[at]).collect();
        let within = Root { node: self.node(&root.node.state), player, moves: &kept_moves };
        let mut order = within.order(game, evaluation, order);
        let task = RootTask::textbook(limits.plies(), tie, false);
        let mut attempts =
            |now: Attempt<G::Move>, _| *attempt = Some(Attempt { best: kept[now.best], ..now });
        let found = self.root(&within, task, &mut order, rng, &mut attempts);
        tried.extend(order[..self.tried].iter().map(|&at| kept[at]));
        let found = found?;
        for at in (0..threats.len()).filter(|at| T::ON && !kept.contains(at)) {
            let value = values[at].map(|value| value.seen_by(player));
            let turn = game.turn(&game.child(&root.node.state, root.moves[at]));
            self.sink.add(root.moves[at], turn, value, End::Tactics);
        }
        for (&at, value) in kept.iter().zip(found.values) {
            values[at] = value.or(values[at]);
        }
        Ok(DepthResult { best: kept[found.best], values, ..found })
    }

    /// Reports the moves that win at once. The others are not considered then.
    fn trace_wins(&mut self, root: &Root<'_, G>, threats: &[Option<Proved>]) {
        if T::ON {
            self.sink.begin(Turn::Decision(root.player), 1, None);
            for (at, &mv) in root.moves.iter().enumerate() {
                let turn = self.plan.game.turn(&self.plan.game.child(&root.node.state, mv));
                if threats[at] == Some(Proved::Win { plies: 1 }) {
                    self.sink.step(mv, at);
                    self.sink.enter(turn, 0, None);
                    self.sink.leave(root.player.sign() * win_at(0));
                } else {
                    self.sink.skip(mv, at, turn);
                }
            }
            let win = Value::Proved(Proved::Win { plies: 1 });
            self.sink.finish(win.seen_by(root.player));
        }
    }

    /// The result of each move that decides the game at once: it wins, it loses, or (in two plies) it lets the
    /// opponent win. With [`Tie::First`] it stops at the first win.
    fn threats(&mut self, root: &Root<'_, G>, tie: Tie) -> Result<Vec<Option<Proved>>, Stopped> {
        let game = self.plan.game;
        self.budget.visit()?;
        let mut threats = vec![None; root.moves.len()];
        for (at, &mv) in root.moves.iter().enumerate() {
            let child = game.child(&root.node.state, mv);
            self.budget.visit()?;
            threats[at] = match game.turn(&child) {
                Turn::Over(Outcome::Win(winner)) if winner == root.player => Some(Proved::Win { plies: 1 }),
                Turn::Over(Outcome::Win(_)) => Some(Proved::Loss { plies: 1 }),
                _ => None,
            };
            if tie != Tie::Random && threats[at] == Some(Proved::Win { plies: 1 }) {
                return Ok(threats);
            }
        }
        if threats.contains(&Some(Proved::Win { plies: 1 })) {
            return Ok(threats);
        }
        for (at, &mv) in root.moves.iter().enumerate() {
            let child = game.child(&root.node.state, mv);
            let opponent = root.player.other();
            if game.turn(&child) == Turn::Decision(opponent) && self.wins_at_once(&child, opponent)? {
                threats[at] = Some(Proved::Loss { plies: 2 });
            }
        }
        Ok(threats)
    }

    /// Returns true if `player`, who is to decide, has a move that wins the game.
    fn wins_at_once(&mut self, state: &G::State, player: Player) -> Result<bool, Stopped> {
        let mut moves = Vec::new();
        let game = self.plan.game;
        game.legal_moves(state, &mut moves);
        for mv in moves {
            self.budget.visit()?;
            if game.turn(&game.child(state, mv)) == Turn::Over(Outcome::Win(player)) {
                return Ok(true);
            }
        }
        Ok(false)
    }
}
