//! All positions of a solved game with their values, one after the other.

use std::path::Path;
use std::sync::atomic::{AtomicUsize, Ordering::Relaxed};
use std::sync::{Arc, Mutex, PoisonError};
use std::vec::IntoIter;

use plywood_rules::threads::{self, lock};
use plywood_rules::wording::ErrorPart;
use plywood_rules::{Playable, Player, Proved, Run, Stop, TextError, Turn, Value, moves_or_outcomes};
use plywood_solve::iterate::{self, IterationProgress, in_view_of, middle};
use plywood_solve::perfect::PerfectKnowledge;
use plywood_solve::table::{ReachablePositions, Reached, SolveError, Tablebase};

use crate::enumeration::Enumeration;
use crate::knowledge::at_once;
use crate::tables::{AT_ONCE, halted, processors};
use crate::trouble::{COMPLETE, LEFT_OUT, Trouble};
use crate::typed::TypedSession;

/// A position with its exact value.
#[derive(Clone, Debug, PartialEq)]
pub struct ValuedPosition {
    /// The position as text.
    pub position: String,
    /// The plies of the shortest way there.
    pub ply: u32,
    /// Whose turn it is.
    pub turn: Turn,
    /// The value for the side to move; if the game is over, for the side whose turn it would be; where chance decides, for the first
    /// player. In games with dice or payoffs it is the mean under best play of the payoff, or of 1, 0 and -1.
    pub value: Value,
    /// The number of legal moves, or outcomes of chance.
    pub moves: usize,
    /// The positions after the legal moves, in their order, if they were asked for.
    pub children: Vec<String>,
}

impl ValuedPosition {
    /// `first`, `second`, `chance` or `over`.
    pub fn turn_word(&self) -> &'static str {
        match self.turn {
            Turn::Decision(Player::First) => "first",
            Turn::Decision(Player::Second) => "second",
            Turn::Chance => "chance",
            Turn::Over(_) => "over",
        }
    }

    /// The value as a number: 1 for a win, 0 for a draw, -1 for a loss.
    pub fn number(&self) -> f64 {
        match self.value {
            Value::Proved(Proved::Win { .. }) => 1.0,
            Value::Proved(Proved::Draw) => 0.0,
            Value::Proved(Proved::Loss { .. }) => -1.0,
            Value::Exact(number) | Value::Estimated(number) => number,
        }
    }

    /// The plies to the end under best play, if it is a win or a loss.
    pub fn plies(&self) -> Option<u32> {
        self.value.proved()?.plies()
    }
}

/// Positions one after the other, each once, in the order of breadth-first search.
pub trait ValuedPositions: Send {
    /// The next positions, at most `most`: none at the end, and fewer once `stop` is raised.
    ///
    /// # Errors
    /// If they take too much memory, the table cannot be read, or it does not have a position.
    fn next_batch(&mut self, most: usize, stop: &Stop) -> Result<Vec<ValuedPosition>, Trouble>;
    /// True if all values are wins, draws and losses.
    fn are_proved(&self) -> bool;
}

/// The positions of a solved game.
pub trait ListsPositions {
    /// The table in a file, which was made from the position of the session.
    ///
    /// # Errors
    /// If it cannot be read, or is of another game or position.
    fn read_table(&self, path: &Path) -> Result<Enumeration, Trouble>;

    /// The values of all positions of a game that is solved at once; `None` if this one is not, or `stop` was raised.
    fn solved_at_once(&self, stop: &Stop) -> Option<Enumeration>;

    /// All positions that can be reached from that of the session, with the values that were found. `memory` is how many bytes
    /// may be held besides the table. Each has its children if `children` is true.
    ///
    /// # Errors
    /// If the table is in parts.
    fn positions(
        &self,
        of: &Enumeration,
        memory: u64,
        children: bool,
    ) -> Result<Box<dyn ValuedPositions>, Trouble>;

    /// All positions of a game with dice or payoffs, which has no table, in the order of breadth-first search; `None` if it is no such game
    /// or takes too long, or `stop` was raised.
    fn iterated_at_once(&self, children: bool, stop: &Stop) -> Option<Box<dyn ValuedPositions>>;
}

impl<G: Playable> ListsPositions for TypedSession<G> {
    fn read_table(&self, path: &Path) -> Result<Enumeration, Trouble> {
        let table = self.opened.shared.tables.open(&**self.game(), path)?;
        let position = self.game().state_text(self.state());
        if table.start() != position {
            let start = table.start();
            let what = format!(
                " has the positions that come after '{start}', not those after '{position}'; ask for it with "
            );
            let parts = [ErrorPart::File(path.to_path_buf()), what.into(), ErrorPart::option("position")];
            return Err(TextError::of(parts).into());
        }
        let value = table.lookup(&**self.game(), self.state()).map_err(failed)?;
        value.map(|value| Enumeration::of_table(table, value)).ok_or_else(|| missing(&position))
    }

    fn solved_at_once(&self, stop: &Stop) -> Option<Enumeration> {
        let Some(Ok(PerfectKnowledge::Tablebase(table))) = at_once(&self.opened, AT_ONCE, stop) else {
            return None;
        };
        let value = table.lookup(&**self.game(), self.state()).ok()??;
        Some(Enumeration::of_table(table, value))
    }

    fn positions(
        &self,
        of: &Enumeration,
        memory: u64,
        children: bool,
    ) -> Result<Box<dyn ValuedPositions>, Trouble> {
        if !COMPLETE {
            return Err(Trouble::failed(LEFT_OUT));
        }
        let game = Arc::clone(self.game());
        let table = of.table().ok_or_else(|| Trouble::failed("the table is in parts"))?;
        let positions =
            ReachablePositions::new(Arc::clone(&game), self.state()).map_err(|halt| halted(&*game, halt))?;
        Ok(Box::new(ListedPositions { game, table, positions, memory, children }))
    }

    fn iterated_at_once(&self, children: bool, stop: &Stop) -> Option<Box<dyn ValuedPositions>> {
        let game = Arc::clone(self.game());
        if !COMPLETE || !(game.has_chance() || game.greatest_payoff() > 1.0) {
            return None;
        }
        let enough = stop.part();
        let progress = |so_far: IterationProgress| {
            if so_far.found > MOST_ITERATED {
                enough.raise();
            }
        };
        let run = Run { memory: MEMORY_ITERATED, progress: &progress, ..Run::until(&enough) };
        let values =
            iterate::solve(&*game, self.state(), 0.0, &run).ok().filter(|values| !values.was_stopped())?;
        let positions = values.into_positions().into_iter();
        Some(Box::new(IteratedPositions { game, positions, children }))
    }
}

/// Positions of a game with dice or payoffs that are valued at once.
const MOST_ITERATED: u64 = 4 * AT_ONCE;

/// The memory for that, in bytes.
const MEMORY_ITERATED: u64 = 2 << 30;

fn failed(error: impl ToString) -> Trouble {
    Trouble::failed(error.to_string())
}

fn missing(position: &str) -> Trouble {
    Trouble::failed(format!("the table does not have the position '{position}'"))
}

/// The positions of one game type.
struct ListedPositions<G: Playable> {
    game: Arc<G>,
    table: Arc<Tablebase>,
    positions: ReachablePositions<G>,
    memory: u64,
    children: bool,
}

/// Positions that one thread looks up at a time.
const PART: usize = 1024;

/// The rows of a part, once they are known.
type ValuedPart = Option<Result<Vec<ValuedPosition>, Trouble>>;

impl<G: Playable> ValuedPositions for ListedPositions<G> {
    fn next_batch(&mut self, most: usize, stop: &Stop) -> Result<Vec<ValuedPosition>, Trouble> {
        let fits = SolveError::beyond(self.memory, self.positions.bytes());
        fits.map_err(|halt| halted(&*self.game, halt))?;
        let mut reached = Vec::new();
        while reached.len() < most
            && !stop.is_raised()
            && let Some(next) = self.positions.next_position().map_err(|halt| halted(&*self.game, halt))?
        {
            reached.push(next);
        }
        in_parts(&reached, &|reached| self.valued(reached))
    }

    fn are_proved(&self) -> bool {
        true
    }
}

/// The rows of these positions: positions come one after the other, and their texts and values by all threads.
fn in_parts<T: Sync>(
    reached: &[T],
    valued: &(dyn Fn(&T) -> Result<ValuedPosition, Trouble> + Sync),
) -> Result<Vec<ValuedPosition>, Trouble> {
    let parts: Vec<&[T]> = reached.chunks(PART).collect();
    let known: Vec<Mutex<ValuedPart>> = parts.iter().map(|_| Mutex::default()).collect();
    let next = AtomicUsize::new(0);
    let work = || {
        while let number = next.fetch_add(1, Relaxed)
            && let Some(part) = parts.get(number)
        {
            *lock(&known[number]) = Some(part.iter().map(valued).collect());
        }
    };
    let helpers = processors().min(parts.len()).saturating_sub(1);
    threads::beside(helpers, &|_| work(), &mut || work());
    let mut batch = Vec::with_capacity(reached.len());
    for part in known {
        let part = part.into_inner().unwrap_or_else(PoisonError::into_inner);
        batch.append(&mut part.expect("all parts were done")?);
    }
    Ok(batch)
}

/// The texts of the positions after the moves, or the outcomes of chance.
fn children_in_text<G: Playable>(game: &G, state: &G::State) -> Vec<String> {
    let moves = moves_or_outcomes(game, state);
    moves.into_iter().map(|mv| game.state_text(&game.child(state, mv))).collect()
}

/// The positions of a game that was valued by iteration.
struct IteratedPositions<G: Playable> {
    game: Arc<G>,
    /// Those that were not given yet, with their plies and the bounds of their values.
    positions: IntoIter<(G::State, u32, (f64, f64))>,
    children: bool,
}

impl<G: Playable> ValuedPositions for IteratedPositions<G> {
    fn next_batch(&mut self, most: usize, stop: &Stop) -> Result<Vec<ValuedPosition>, Trouble> {
        let most = if stop.is_raised() { 0 } else { most };
        let reached: Vec<_> = self.positions.by_ref().take(most).collect();
        let (game, children) = (&*self.game, self.children);
        in_parts(&reached, &|(state, ply, bounds)| {
            let turn = game.turn(state);
            let view = match turn {
                Turn::Decision(player) => player,
                Turn::Chance => Player::First,
                Turn::Over(_) => game.side_to_move(state),
            };
            let moves = if turn.outcome().is_some() { 0 } else { moves_or_outcomes(game, state).len() };
            Ok(ValuedPosition {
                position: game.state_text(state),
                ply: *ply,
                turn,
                value: Value::Exact(middle(in_view_of(view, *bounds))),
                moves,
                children: if children && moves > 0 { children_in_text(game, state) } else { Vec::new() },
            })
        })
    }

    fn are_proved(&self) -> bool {
        false
    }
}

impl<G: Playable> ListedPositions<G> {
    fn valued(&self, reached: &Reached<G::State>) -> Result<ValuedPosition, Trouble> {
        let (game, state) = (&*self.game, &reached.state);
        let position = game.state_text(state);
        let Some(exact) = self.table.lookup(game, state).map_err(failed)? else {
            return Err(missing(&position));
        };
        let turn = game.turn(state);
        let value = exact.proved(turn.player().unwrap_or_else(|| game.side_to_move(state)));
        let children =
            if self.children && reached.moves > 0 { children_in_text(game, state) } else { Vec::new() };
        let (ply, moves) = (reached.ply, reached.moves);
        Ok(ValuedPosition { position, ply, turn, value: Value::Proved(value), moves, children })
    }
}
