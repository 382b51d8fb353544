//! A bot that plays by the values that a game's own solver finds.

use std::sync::{Mutex, PoisonError};

use plywood_rules::hints::solver::{ExactSolver, ExactValue};
use plywood_rules::threads::lock;
use plywood_rules::{
    Alternative, Bot, Game, Listener, Player, Position, Proved, Report, Run, Stop, Thought, Turn, Value,
};
use rand_core::Rng;

/// Positions whose work the line behind the best move may take, besides as many as its value took.
const MORE_FOR_LINE: u64 = 100_000;

/// The greatest length of a line in which neither side wins.
const DRAWN_LINE: usize = 8;

/// Plays the best move of a position that it solves: wins as quickly as can be, loses as slowly.
pub struct ExactPlayer<G: Game + ?Sized> {
    solver: Box<dyn ExactSolver<G>>,
    /// Positions after which it gives up.
    most: u64,
    listener: Option<Listener<G::Move>>,
}

impl<G: Game + ?Sized> ExactPlayer<G> {
    /// A player with this solver.
    pub fn new(solver: Box<dyn ExactSolver<G>>) -> ExactPlayer<G> {
        ExactPlayer { solver, most: u64::MAX, listener: None }
    }

    /// The same player, who gives up a position after the work of this many positions, or a little more; `None`: never.
    pub fn giving_up(self, after: Option<u64>) -> ExactPlayer<G> {
        ExactPlayer { most: after.map_or(u64::MAX, |after| after / self.solver.cost()), ..self }
    }

    /// The line of best play from `state`, which has this value: to the end, or as far as `stop` and this many positions let it
    /// be found.
    fn line(&self, game: &G, state: &G::State, mut value: Value, mut most: u64, stop: &Stop) -> Vec<G::Move> {
        let (mut line, mut state) = (Vec::new(), state.clone());
        while let Turn::Decision(_) = game.turn(&state)
            && (value.proved() != Some(Proved::Draw) || line.len() < DRAWN_LINE)
        {
            let Some((mv, nodes)) = self.move_of_value(game, &state, value, most, stop) else { break };
            let (before, knew_distance) = (game.turn(&state), self.solver.has_distance(&state));
            game.play(&mut state, mv);
            line.push(mv);
            most = most.saturating_sub(nodes);
            value = match game.turn(&state) {
                // From here on it is known.
                Turn::Decision(_) if !knew_distance && self.solver.has_distance(&state) => {
                    match self.solver.solve(&state, &Run::until(stop)).value {
                        Some(value) => value,
                        None => break,
                    }
                }
                turn => after(value, turn == before),
            };
        }
        line
    }

    /// A move that keeps the value of a position, and the positions searched for it: one for which no search is needed if there
    /// is one.
    fn move_of_value(
        &self,
        game: &G,
        state: &G::State,
        value: Value,
        most: u64,
        stop: &Stop,
    ) -> Option<(G::Move, u64)> {
        let mut moves = Vec::new();
        game.legal_moves(state, &mut moves);
        if matches!(value, Value::Proved(Proved::Loss { .. })) && !self.solver.has_distance(state) {
            // Any move may hold out as long as another one.
            return Some((moves[moves.len() / 2], 0));
        }
        if !self.solver.has_distance(state)
            && let Some(mv) = self.solver.winning_move(state, &Run::until(stop))
        {
            return Some((mv, 0));
        }
        let mover = game.turn(state).player()?;
        let mut nodes = 0;
        for limit in [0, most] {
            for &mv in &moves {
                let (keeps, searched) = self.keeps(game, &game.child(state, mv), (mover, value), limit, stop);
                nodes += searched;
                if keeps {
                    return Some((mv, nodes));
                }
            }
        }
        None
    }

    /// True if `mover`, who could have this value, still has it at `child`; and the positions searched.
    fn keeps(
        &self,
        game: &G,
        child: &G::State,
        (mover, value): (Player, Value),
        limit: u64,
        stop: &Stop,
    ) -> (bool, u64) {
        let run = Run::until(stop);
        match (game.turn(child), value) {
            (Turn::Over(outcome), _) => (outcome.value(mover).one_ply_later().compare(&value).is_ge(), 0),
            (Turn::Decision(next), Value::Exact(points)) if next == mover => {
                let (is_less, nodes) =
                    self.solver.is_at_most(child, Value::Exact(points.next_down()), limit, &run);
                (is_less == Some(false), nodes)
            }
            _ => {
                let (keeps, nodes) = self.solver.is_at_most(child, after(value, false), limit, &run);
                (keeps == Some(true), nodes)
            }
        }
    }
}

/// The value of a position after a move that keeps this value, for the player who decides there: the same one if it is `again` their turn.
fn after(value: Value, again: bool) -> Value {
    match value {
        _ if again => value,
        Value::Proved(Proved::Win { plies }) => {
            Value::Proved(Proved::Loss { plies: plies.saturating_sub(1) })
        }
        Value::Proved(Proved::Loss { plies }) => {
            Value::Proved(Proved::Win { plies: plies.saturating_sub(1) })
        }
        _ => value.reversed(),
    }
}

impl<G: Game + ?Sized> Bot<G> for ExactPlayer<G> {
    /// If it is stopped, it gives the value only if a side is known to win, and the distance is an upper bound.
    ///
    /// # Panics
    /// If no player decides in `position`.
    fn choose(
        &mut self,
        game: &G,
        position: Position<'_, G>,
        _rng: &mut dyn Rng,
        stop: &Stop,
    ) -> Report<G::Move> {
        let state = position.state;
        let mut moves = Vec::new();
        game.legal_moves(state, &mut moves);
        assert!(!moves.is_empty(), "a bot is asked where a player decides");
        let listener = Mutex::new(self.listener.take());
        let enough = stop.part();
        let progress = |so_far: ExactValue| {
            if so_far.nodes >= self.most {
                enough.raise();
            }
            if let Some(listener) = &mut *lock(&listener) {
                let ExactValue { value, exact_plies, nodes } = so_far;
                let (depth, table_use, pv) = (None, None, &[][..]);
                listener(&Thought { depth, value, exact_plies, win_worth: 1.0, nodes, table_use, pv });
            }
        };
        let ExactValue { value, exact_plies, nodes } =
            self.solver.solve(state, &Run { progress: &progress, ..Run::until(&enough) });
        self.listener = listener.into_inner().unwrap_or_else(PoisonError::into_inner);
        let line = value.map_or(Vec::new(), |value| {
            self.line(game, state, value, nodes.saturating_add(MORE_FOR_LINE / self.solver.cost()), stop)
        });
        // One in the middle is the best guess.
        let best = line.first().copied().unwrap_or(moves[moves.len() / 2]);
        let of_best = |mv| value.filter(|_| !line.is_empty() && mv == best);
        Report {
            moves: moves.iter().map(|&mv| Alternative { mv, value: of_best(mv) }).collect(),
            best,
            random: false,
            value,
            exact_plies,
            win_worth: 1.0,
            pv: if line.is_empty() { vec![best] } else { line },
            depth: None,
            nodes,
        }
    }

    fn listen(&mut self, listener: Option<Listener<G::Move>>) {
        self.listener = listener;
    }
}
