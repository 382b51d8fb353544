//! The classic rule-based player: win, else block, else look ahead.

use plywood_rules::trace::End;
use plywood_rules::{
    Bot, Evaluate, Game, Outcome, Player, Position, Proved, Report, Stop, Trace, Turn, Value,
};
use rand_core::Rng;

use crate::alphabeta::Searcher;
use crate::budget::{Budget, Stopped};
use crate::deepen::{self, Found};
use crate::root::{Root, Task};
use crate::score;
use crate::trace::{Off, Sink, record};
use crate::{ChancePruning, Limits, Order, Tie};

/// Wins at once if possible. Else, if the opponent could win at once after some of the moves but not after others,
/// thinks only of the others. Then looks a few plies ahead by alpha-beta, promising moves first.
///
/// A trace ([`Bot::choose_traced`]) shows that search, with the moves it does not think of beside it; or the moves that win
/// at once, and nothing else.
pub struct RuleBased<G: Game + ?Sized> {
    evaluation: Box<dyn Evaluate<G>>,
    depth: u32,
    tie: Tie,
}

impl<G: Game + ?Sized> RuleBased<G> {
    /// How far it looks ahead if nobody says how far.
    pub const DEPTH: u32 = 3;

    /// Looks `depth` plies ahead, at least 1, and asks `evaluation` about what lies beyond.
    pub fn new(evaluation: Box<dyn Evaluate<G>>, depth: u32, tie: Tie) -> RuleBased<G> {
        RuleBased { evaluation, depth, tie }
    }

    /// Chooses, and tells `sink` how.
    fn search<T: Sink<G::Move>>(
        &mut self,
        game: &G,
        position: Position<'_, G>,
        rng: &mut dyn Rng,
        stop: &Stop,
        sink: T,
    ) -> (Report<G::Move>, T) {
        let limits = Limits::depth(self.depth);
        let budget = Budget::new(limits, stop);
        let mut searcher =
            Searcher::new(game, &*self.evaluation, Order::Promising, ChancePruning::Star1, budget, sink);
        let mut moves = Vec::new();
        game.legal_moves(position.state, &mut moves);
        let player = game.turn(position.state).player().expect("a bot is asked where a player decides");
        let root = Root { state: position.state, player, moves: &moves };
        let mut best_so_far = None;
        let found = searcher.by_rules(&root, limits.plies(), self.tie, rng, &mut best_so_far).ok();
        let (win_worth, nodes) = (searcher.win_worth, searcher.budget.nodes());
        (deepen::report(&moves, found, best_so_far, win_worth, nodes), searcher.sink)
    }
}

impl<G: Game + ?Sized> Bot<G> for RuleBased<G> {
    /// Reports values as far as they were established: of a win at once, of moves that lose at once, and what the
    /// search found among the others. The value of the position is that of the best move it thought of.
    ///
    /// # Panics
    /// If nobody decides in `position`.
    fn choose(
        &mut self,
        game: &G,
        position: Position<'_, G>,
        rng: &mut dyn Rng,
        stop: &Stop,
    ) -> Report<G::Move> {
        self.search(game, position, rng, stop, Off).0
    }

    /// # Panics
    /// If nobody decides in `position`.
    fn choose_traced(
        &mut self,
        game: &G,
        position: Position<'_, G>,
        rng: &mut dyn Rng,
        stop: &Stop,
        trace: &mut Trace<G::Move>,
    ) -> Option<Report<G::Move>> {
        Some(record(trace, |recorder| self.search(game, position, rng, stop, recorder)))
    }
}

impl<G: Game + ?Sized, T: Sink<G::Move>> Searcher<'_, G, T> {
    /// Searches `root` by the rules. In `best_so_far` is the best move when it was stopped.
    fn by_rules(
        &mut self,
        root: &Root<'_, G>,
        depth: u32,
        tie: Tie,
        rng: &mut dyn Rng,
        best_so_far: &mut Option<usize>,
    ) -> Result<Found<G::Move>, Stopped> {
        let player = root.player;
        let threats = self.threats(root, tie)?;
        let mut values: Vec<Option<Value>> = threats.iter().map(|threat| threat.map(Value::Proved)).collect();
        let win = Some(Proved::Win { plies: 1 });
        let wins: Vec<usize> = (0..threats.len()).filter(|&at| threats[at] == win).collect();
        if !wins.is_empty() {
            let best = wins[deepen::pick(tie, wins.len(), rng)];
            let line = vec![root.moves[best]];
            let value = Value::Proved(Proved::Win { plies: 1 });
            self.tell_wins(root, &threats);
            return Ok(Found { value, best, values, line, depth: 1, settled: true });
        }
        let mut kept: Vec<usize> = (0..threats.len()).filter(|&at| threats[at].is_none()).collect();
        if kept.is_empty() {
            kept = (0..threats.len()).collect();
        }
        *best_so_far = Some(kept[0]);
        let kept_moves: Vec<G::Move> = kept.iter().map(|&at| root.moves[at]).collect();
        let task = Task { depth, undecided: 0, first: None, tie, all: false };
        let mut attempt = None;
        let within = Root { state: root.state, player, moves: &kept_moves };
        let found = self.root(&within, task, rng, &mut attempt).inspect_err(|_| {
            *best_so_far = attempt.map(|attempt| kept[attempt.best]).or(*best_so_far);
        })?;
        for at in (0..threats.len()).filter(|at| T::ON && !kept.contains(at)) {
            let value = values[at].map(|value| value.seen_by(player));
            let turn = self.game.turn(&self.game.child(root.state, root.moves[at]));
            self.sink.add(root.moves[at], turn, value, End::Tactics);
        }
        for (&at, value) in kept.iter().zip(found.values) {
            values[at] = value.or(values[at]);
        }
        Ok(Found { best: kept[found.best], values, ..found })
    }

    /// Tells of the moves that win at once. Nobody looks at the others then.
    fn tell_wins(&mut self, root: &Root<'_, G>, threats: &[Option<Proved>]) {
        if T::ON {
            self.sink.begin(Turn::Decision(root.player), 1, None);
            for (at, &mv) in root.moves.iter().enumerate() {
                let turn = self.game.turn(&self.game.child(root.state, mv));
                if threats[at] == Some(Proved::Win { plies: 1 }) {
                    self.sink.step(mv, at);
                    self.sink.enter(turn, 0, None);
                    self.sink.leave(score::for_first(score::WIN, root.player));
                } else {
                    self.sink.skip(mv, at, turn);
                }
            }
            let win = Value::Proved(Proved::Win { plies: 1 });
            self.sink.finish(win.seen_by(root.player));
        }
    }

    /// What each move decides at once: it wins, it loses, or (in two plies) it lets the opponent win. With
    /// [`Tie::First`] no further than the first win.
    fn threats(&mut self, root: &Root<'_, G>, tie: Tie) -> Result<Vec<Option<Proved>>, Stopped> {
        self.budget.visit()?;
        let mut threats = vec![None; root.moves.len()];
        for (at, &mv) in root.moves.iter().enumerate() {
            let child = self.game.child(root.state, mv);
            self.budget.visit()?;
            threats[at] = match self.game.turn(&child) {
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
            let child = self.game.child(root.state, mv);
            let opponent = root.player.other();
            if self.game.turn(&child) == Turn::Decision(opponent) && self.wins_at_once(&child, opponent)? {
                threats[at] = Some(Proved::Loss { plies: 2 });
            }
        }
        Ok(threats)
    }

    /// Whether `player`, who is to decide, has a move that wins the game.
    fn wins_at_once(&mut self, state: &G::State, player: Player) -> Result<bool, Stopped> {
        let mut moves = Vec::new();
        self.game.legal_moves(state, &mut moves);
        for mv in moves {
            self.budget.visit()?;
            if self.game.turn(&self.game.child(state, mv)) == Turn::Over(Outcome::Win(player)) {
                return Ok(true);
            }
        }
        Ok(false)
    }
}
