//! Puzzles: positions of played games in which exactly one move keeps the value.
//!
//! Bots of middling levels play each other, so that the positions look like those of people. A position is a puzzle
//! if the value of every move is proved and exactly one is better than all others: the only one that wins, or the only one
//! that draws. [`Puzzle`] is what is written; `book/src/reference/puzzle-files.md` describes it as a file.

mod candidates;
mod puzzle;

use std::collections::{BTreeMap, HashSet};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex};

use plywood_arena::WorkPart;
use plywood_rules::threads::{beside, lock};
use plywood_rules::{Run, TextError};
use serde::{Deserialize, Serialize};

use crate::AnyGame;
use crate::trouble::{COMPLETE, LEFT_OUT, Trouble};
use candidates::Candidate;

pub use puzzle::{Puzzle, PuzzleGoal, PuzzleOptions};

/// The puzzles that were made.
#[derive(Clone, Debug, PartialEq)]
pub struct PuzzleReport {
    /// The puzzles, the easiest first.
    pub puzzles: Vec<Puzzle>,
    /// Games played for them.
    pub games: usize,
}

/// Games that are played at most for each puzzle that is wanted.
const GAMES: usize = 20;
/// Games that are played before puzzles are chosen from them.
const AT_ONCE: usize = 16;

/// The puzzles in one game, from which some are chosen.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct PuzzleGame(Vec<Candidate>);

/// The games that puzzles are chosen from.
pub struct PuzzleGames<'a> {
    /// Those that count.
    pub part: WorkPart,
    /// Those that were played before, by their numbers from 0.
    pub known: &'a BTreeMap<u64, PuzzleGame>,
    /// Receives each one that is played now.
    pub on_game: &'a mut dyn FnMut(u64, &PuzzleGame),
}

/// Makes puzzles. Reports the number of puzzles and of games so far. If too few are found, or it is stopped, it returns
/// those found.
///
/// # Errors
/// If the game has dice.
pub fn puzzles(
    game: &Arc<dyn AnyGame>,
    options: &PuzzleOptions,
    run: &Run<'_, (usize, usize)>,
) -> Result<PuzzleReport, Trouble> {
    let known = BTreeMap::new();
    let games = PuzzleGames { part: WorkPart::WHOLE, known: &known, on_game: &mut |_, _| () };
    puzzles_from(game, options, games, run)
}

/// [`puzzles`] from certain games.
///
/// # Errors
/// If the game has dice.
pub fn puzzles_from(
    game: &Arc<dyn AnyGame>,
    options: &PuzzleOptions,
    PuzzleGames { part, known, on_game }: PuzzleGames<'_>,
    run: &Run<'_, (usize, usize)>,
) -> Result<PuzzleReport, Trouble> {
    if !COMPLETE {
        return Err(Trouble::failed(LEFT_OUT));
    }
    if game.details().has_chance {
        let text = format!("{} has dice, and a puzzle has one move that is best for sure", game.name());
        return Err(TextError::new(text).into());
    }
    let mut chosen = Chosen::new(options.count);
    let mut games = 0;
    while !chosen.is_full() && games < GAMES * options.count && !run.stop.is_raised() {
        let numbers: Vec<u64> = (games..games + AT_ONCE).map(|place| part.item(place as u64)).collect();
        for (number, played) in numbers.iter().zip(batch(game, options, &numbers, known, run)?) {
            if chosen.is_full() {
                break;
            }
            games += 1;
            // What a stopped search has not found may be there.
            if !run.stop.is_raised() && !known.contains_key(number) {
                on_game(*number, &played);
            }
            chosen.take_one(played.0);
        }
        (run.progress)((chosen.puzzles.len(), games));
    }
    chosen.puzzles.sort_by_key(|puzzle| (puzzle.difficulty, puzzle.plies));
    Ok(PuzzleReport { puzzles: chosen.puzzles, games })
}

/// The games of these numbers, in their order. Those that are under way when it is stopped have no puzzles.
fn batch(
    game: &Arc<dyn AnyGame>,
    options: &PuzzleOptions,
    numbers: &[u64],
    known: &BTreeMap<u64, PuzzleGame>,
    run: &Run<'_, (usize, usize)>,
) -> Result<Vec<PuzzleGame>, Trouble> {
    let results: Vec<_> = numbers.iter().map(|_| Mutex::new(Ok(PuzzleGame(Vec::new())))).collect();
    let next = AtomicUsize::new(0);
    let work = || {
        while let index = next.fetch_add(1, Ordering::Relaxed)
            && let Some(number) = numbers.get(index)
        {
            let played = match known.get(number) {
                Some(played) => Ok(played.clone()),
                None => candidates::of_game(game, options, *number, &run.stop).map(PuzzleGame),
            };
            *lock(&results[index]) = played;
        }
    };
    beside(run.threads - 1, &|_| work(), &mut || work());
    results.into_iter().map(|it| it.into_inner().expect("no thread panicked")).collect()
}

/// The puzzles chosen so far: of each difficulty only so many, and no two that are the same up to symmetry.
struct Chosen {
    count: usize,
    puzzles: Vec<Puzzle>,
    images: HashSet<String>,
    by_difficulty: BTreeMap<u32, usize>,
    at_once: usize,
}

impl Chosen {
    fn new(count: usize) -> Chosen {
        let (puzzles, images) = (Vec::new(), HashSet::new());
        Chosen { count, puzzles, images, by_difficulty: BTreeMap::new(), at_once: 0 }
    }

    fn is_full(&self) -> bool {
        self.puzzles.len() >= self.count
    }

    /// The number of puzzles of this difficulty.
    fn alike(&self, difficulty: u32) -> usize {
        self.by_difficulty.get(&difficulty).copied().unwrap_or_default()
    }

    /// Takes the candidate of a game that is most needed, if there is one.
    fn take_one(&mut self, mut candidates: Vec<Candidate>) {
        let most_alike = (3 * self.count).div_ceil(10);
        let most_at_once = self.count / 20;
        candidates.retain(|it| {
            let at_once = it.puzzle.plies == Some(1);
            !self.images.contains(&it.image)
                && self.alike(it.puzzle.difficulty) < most_alike
                && (!at_once || self.at_once < most_at_once)
        });
        let Some(best) = candidates.into_iter().min_by_key(|it| self.alike(it.puzzle.difficulty)) else {
            return;
        };
        self.images.insert(best.image);
        *self.by_difficulty.entry(best.puzzle.difficulty).or_default() += 1;
        self.at_once += usize::from(best.puzzle.plies == Some(1));
        self.puzzles.push(best.puzzle);
    }
}
