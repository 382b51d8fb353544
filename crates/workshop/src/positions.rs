//! All positions of a solved game with their values, one after the other.

use std::path::Path;
use std::sync::atomic::{AtomicUsize, Ordering::Relaxed};
use std::sync::{Arc, Mutex, PoisonError};

use plywood_rules::threads::{self, lock};
use plywood_rules::wording::ErrorPart;
use plywood_rules::{Playable, Player, Proved, Stop, TextError, Turn, moves_or_outcomes};
use plywood_solve::perfect::PerfectKnowledge;
use plywood_solve::table::{ReachablePositions, Reached, SolveError, Tablebase};

use crate::enumeration::Enumeration;
use crate::knowledge::at_once;
use crate::tables::{AT_ONCE, halted, processors};
use crate::trouble::{COMPLETE, LEFT_OUT, Trouble};
use crate::typed::TypedSession;

/// A position with its exact value.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ValuedPosition {
    /// The position as text.
    pub position: String,
    /// The plies of the shortest way there.
    pub ply: u32,
    /// The side to move; `None` if the game is over.
    pub turn: Option<Player>,
    /// The value for the side to move; if the game is over, for the side whose turn it would be.
    pub value: Proved,
    /// The number of legal moves.
    pub moves: usize,
    /// The positions after the legal moves, in their order, if they were asked for.
    pub children: Vec<String>,
}

impl ValuedPosition {
    /// `first`, `second` or `over`.
    pub fn turn_word(&self) -> &'static str {
        match self.turn {
            Some(Player::First) => "first",
            Some(Player::Second) => "second",
            None => "over",
        }
    }

    /// The value as a number: 1 for a win, 0 for a draw, -1 for a loss.
    pub fn number(&self) -> i8 {
        match self.value {
            Proved::Win { .. } => 1,
            Proved::Draw => 0,
            Proved::Loss { .. } => -1,
        }
    }
}

/// Positions one after the other, each once, in the order of breadth-first search.
pub trait ValuedPositions: Send {
    /// The next positions, at most `most`: none at the end, and fewer once `stop` is raised.
    ///
    /// # Errors
    /// If they take too much memory, the table cannot be read, or it does not have a position.
    fn next_batch(&mut self, most: usize, stop: &Stop) -> Result<Vec<ValuedPosition>, Trouble>;
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
    /// If another process has the table.
    fn positions(
        &self,
        of: &Enumeration,
        memory: u64,
        children: bool,
    ) -> Result<Box<dyn ValuedPositions>, Trouble>;
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
        let table = of.table().ok_or_else(|| Trouble::failed("another process has the table"))?;
        let positions =
            ReachablePositions::new(Arc::clone(&game), self.state()).map_err(|halt| halted(&*game, halt))?;
        Ok(Box::new(ListedPositions { game, table, positions, memory, children }))
    }
}

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
        // Positions come one after the other, and their texts and values by all threads.
        let (listed, parts) = (&*self, reached.chunks(PART).collect::<Vec<_>>());
        let known: Vec<Mutex<ValuedPart>> = parts.iter().map(|_| Mutex::default()).collect();
        let next = AtomicUsize::new(0);
        let work = || {
            while let number = next.fetch_add(1, Relaxed)
                && let Some(part) = parts.get(number)
            {
                *lock(&known[number]) = Some(part.iter().map(|reached| listed.valued(reached)).collect());
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
}

impl<G: Playable> ListedPositions<G> {
    fn valued(&self, reached: &Reached<G::State>) -> Result<ValuedPosition, Trouble> {
        let (game, state) = (&*self.game, &reached.state);
        let position = game.state_text(state);
        let Some(exact) = self.table.lookup(game, state).map_err(failed)? else {
            return Err(missing(&position));
        };
        let turn = match game.turn(state) {
            Turn::Decision(player) => Some(player),
            Turn::Over(_) | Turn::Chance => None,
        };
        let value = exact.proved(turn.unwrap_or_else(|| game.side_to_move(state)));
        let mut children = Vec::new();
        if self.children && turn.is_some() {
            let moves = moves_or_outcomes(game, state);
            children.extend(moves.into_iter().map(|mv| game.state_text(&game.child(state, mv))));
        }
        Ok(ValuedPosition { position, ply: reached.ply, turn, value, moves: reached.moves, children })
    }
}
