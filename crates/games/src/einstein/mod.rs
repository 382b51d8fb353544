//! EinStein würfelt nicht! (Ingo Althöfer, 2004): a race of numbered cubes, steered by a die.
//!
//! Each player has the cubes 1 to 6 in a corner: the first player on 1 2 3 along the lowest rank from a1, 4 5
//! above them and 6 above those, the second the same turned by half a turn. The die is rolled; the player moves
//! the cube of that number or, if it is gone, the nearest lower or the nearest higher one that is left. A cube
//! goes one step away from its own corner, along the rank, along the file or diagonally, and captures whatever
//! is there, of either colour. Reaching the opposite corner or capturing all enemy cubes wins.
//!
//! Moves are numbered from the mover's own point of view, so that they stay the same when the players are
//! exchanged: `3 * cube + way`, cubes from 0, and the ways along the rank (0), diagonally (1), along the file
//! (2). Numbers 18 to 23 are the faces of the die.

mod cells;
mod notation;
mod playable;

use plywood_rules::options::Options;
use plywood_rules::random::mix;
use plywood_rules::{
    Game, MoveNumber, OrderingHints, Outcome, PairingHints, Player, Specialized, Symmetric, TextError,
    ThreatHints, Turn,
};

use crate::coded::coded;
use crate::family::{Card, Family, number, size};
use crate::rows::Rows;
use crate::text::refuse;

/// The cubes of a player, and the faces of the die.
const CUBES: usize = 6;
/// The ways in which a cube goes: steps along the rank and along the file.
const WAYS: [[usize; 2]; 3] = [[1, 0], [1, 1], [0, 1]];
/// The first outcome of the die.
const FACES: usize = CUBES * WAYS.len();
/// The cell of a cube that was captured.
const GONE: u8 = u8::MAX;
/// In place of a face: the die is to be rolled, the game is over.
const TO_ROLL: u8 = 0;
const OVER: u8 = 7;

/// `einstein`, the boards of all sizes.
pub const EINSTEIN: Family = Family {
    name: "einstein",
    title: "EinStein",
    about: "Run across the board with the cube that the die chooses, or with a neighbour of it.",
    parameters: &[number("size", [4, 7], "5", "cells along each side")],
    aliases: &[],
    elsewhere: &[],
    cards: &[Card::new("einstein", "einstein", 6)],
    samples: &["einstein:size=4"],
    puzzles: None,
};

/// The game of these options, read with the parameters of [`EINSTEIN`].
///
/// # Errors
/// None for options that were read by these parameters.
pub fn from_options(options: &Options) -> Result<Einstein, TextError> {
    Einstein::new(size(options, "size")?)
}

/// The rules of EinStein würfelt nicht! for one size.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Einstein {
    rows: Rows,
}

/// A position: the cells of all cubes, the side to move and the die.
///
/// Each player counts cells from the own corner, rank by rank: the last cell is the goal of both.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct State {
    cubes: [[u8; CUBES]; 2],
    /// The player to roll or to move; in a finished game the loser.
    mover: Player,
    /// 1 to 6 once it is rolled.
    die: u8,
}

impl State {
    fn has_cubes(&self, player: Player) -> bool {
        self.cubes[player.index()] != [GONE; CUBES]
    }
}

/// The cubes of these that `face`, counted from 0, lets move: the lower one first.
fn movable(cubes: &[u8; CUBES], face: usize) -> [Option<usize>; 2] {
    if cubes[face] != GONE {
        return [Some(face), None];
    }
    let is_left = |&cube: &usize| cubes[cube] != GONE;
    [(0..face).rev().find(is_left), (face + 1..CUBES).find(is_left)]
}

impl Einstein {
    /// The game on a board with `side` cells along each side, 4 to 7.
    ///
    /// # Errors
    /// If there is no such size.
    ///
    /// ```
    /// use plywood_games::einstein::Einstein;
    /// use plywood_rules::Playable;
    ///
    /// assert_eq!(Einstein::new(5).unwrap().name(), "einstein");
    /// assert_eq!(Einstein::new(4).unwrap().name(), "einstein:size=4");
    /// assert!(Einstein::new(3).is_err());
    /// ```
    pub fn new(side: usize) -> Result<Einstein, TextError> {
        if !(4..=7).contains(&side) {
            return refuse!("the size of EinStein cannot be {side}; it has to be 4 to 7");
        }
        Ok(Einstein { rows: Rows { files: side, ranks: side } })
    }

    /// The goal, counted from the own corner.
    fn goal(&self) -> usize {
        self.rows.cells() - 1
    }

    /// The cell on which a cube begins, counted from the own corner.
    fn start(&self, cube: usize) -> usize {
        [0, 1, 2, self.rows.files, self.rows.files + 1, 2 * self.rows.files][cube]
    }

    /// Steps that a cube has left along its rank and along its file.
    fn steps_left(&self, cell: u8) -> [usize; 2] {
        let cell = usize::from(cell);
        [self.rows.files - 1 - cell % self.rows.files, self.rows.files - 1 - cell / self.rows.files]
    }

    /// The cell that the mover's move leads to.
    fn target(&self, state: &State, mv: MoveNumber) -> usize {
        let [right, up] = WAYS[mv.index() % WAYS.len()];
        usize::from(state.cubes[state.mover.index()][mv.index() / WAYS.len()]) + right + up * self.rows.files
    }

    /// True if the mover's move captures an enemy's cube.
    fn captures(&self, state: &State, mv: MoveNumber) -> bool {
        let target = (self.goal() - self.target(state, mv)) as u8;
        state.cubes[state.mover.other().index()].contains(&target)
    }

    /// The moves of each cube that may move.
    #[inline]
    fn moves(&self, state: &State) -> impl Iterator<Item = MoveNumber> {
        let cubes =
            movable(&state.cubes[state.mover.index()], usize::from(state.die) - 1).into_iter().flatten();
        cubes.flat_map(move |cube| {
            let [right, up] = self.steps_left(state.cubes[state.mover.index()][cube]);
            let ways = (0..WAYS.len()).filter(move |&way| WAYS[way][0] <= right && WAYS[way][1] <= up);
            ways.map(move |way| (WAYS.len() * cube + way).into())
        })
    }

    fn wins(&self, state: &State, mv: MoveNumber) -> bool {
        let enemies = state.cubes[state.mover.other().index()];
        let is_last = enemies.iter().filter(|&&cell| cell != GONE).count() == 1;
        self.target(state, mv) == self.goal() || is_last && self.captures(state, mv)
    }
}

impl Game for Einstein {
    type State = State;
    type Move = MoveNumber;

    fn initial(&self) -> State {
        let cubes = std::array::from_fn(|cube| self.start(cube) as u8);
        State { cubes: [cubes; 2], mover: Player::First, die: TO_ROLL }
    }

    #[inline]
    fn turn(&self, state: &State) -> Turn {
        match state.die {
            TO_ROLL => Turn::Chance,
            OVER => Turn::Over(Outcome::Win(state.mover.other())),
            _ => Turn::Decision(state.mover),
        }
    }

    #[inline]
    fn legal_moves(&self, state: &State, moves: &mut Vec<MoveNumber>) {
        self.moves(state).for_each(|mv| moves.push(mv));
    }

    /// All six faces, also those that let the same cubes move.
    #[inline]
    fn chance_outcomes(&self, state: &State, outcomes: &mut Vec<(MoveNumber, f64)>) {
        if state.die == TO_ROLL {
            outcomes.extend((FACES..FACES + CUBES).map(|face| (face.into(), 1.0 / CUBES as f64)));
        }
    }

    #[inline]
    fn play(&self, state: &mut State, mv: MoveNumber) {
        if let Some(face) = mv.index().checked_sub(FACES) {
            state.die = face as u8 + 1;
            return;
        }
        let target = self.target(state, mv);
        let enemy = state.mover.other();
        for (player, there) in [(state.mover, target), (enemy, self.goal() - target)] {
            let cubes = state.cubes[player.index()].iter_mut();
            cubes.filter(|cell| usize::from(**cell) == there).for_each(|cell| *cell = GONE);
        }
        state.cubes[state.mover.index()][mv.index() / WAYS.len()] = target as u8;
        state.mover = enemy;
        state.die = if target == self.goal() || !state.has_cubes(enemy) { OVER } else { TO_ROLL };
    }

    fn key(&self, state: &State) -> u64 {
        let [a, b] = state.cubes.map(|[a, b, c, d, e, f]| u64::from_le_bytes([a, b, c, d, e, f, 0, 0]));
        let rest = u64::from(state.die) << 48 | (state.mover.index() as u64) << 56;
        mix(mix(a | rest).wrapping_add(b))
    }

    fn count_moves(&self, state: &State) -> usize {
        self.moves(state).count()
    }
}

/// The board mirrored on the diagonal of the goals; and the players may be exchanged.
impl Symmetric for Einstein {
    fn symmetries(&self) -> usize {
        2
    }

    fn map_state(&self, state: &State, map: usize) -> State {
        let side = self.rows.files as u8;
        let mirrored = |cell: u8| if cell == GONE { GONE } else { cell % side * side + cell / side };
        let cubes = || state.cubes.map(|cubes| cubes.map(mirrored));
        if map == 0 { *state } else { State { cubes: cubes(), ..*state } }
    }

    fn map_move(&self, mv: MoveNumber, map: usize) -> MoveNumber {
        let (cube, way) = (mv.index() / WAYS.len(), mv.index() % WAYS.len());
        if map == 0 || mv.index() >= FACES { mv } else { (WAYS.len() * cube + 2 - way).into() }
    }

    fn exchanged(&self, state: &State) -> Option<State> {
        let [first, second] = state.cubes;
        Some(State { cubes: [second, first], mover: state.mover.other(), ..*state })
    }
}

impl ThreatHints for Einstein {
    fn winning_move(&self, state: &State) -> Option<MoveNumber> {
        let decides = matches!(self.turn(state), Turn::Decision(_));
        decides.then(|| self.moves(state).find(|&mv| self.wins(state, mv))).flatten()
    }

    fn wins_at_once(&self, state: &State) -> bool {
        self.winning_move(state).is_some()
    }
}

impl PairingHints for Einstein {
    fn has_draws(&self) -> bool {
        false
    }
}
impl Specialized for Einstein {}

impl OrderingHints for Einstein {
    /// Captures of enemies, then diagonal steps.
    fn ordering_score(&self, state: &State, mv: MoveNumber) -> i32 {
        if mv.index() >= FACES {
            return 0;
        }
        let wins = self.wins(state, mv);
        let [right, up] = WAYS[mv.index() % WAYS.len()];
        8 * i32::from(wins) + 2 * i32::from(self.captures(state, mv)) + (right + up) as i32
    }

    coded!(self, FACES + CUBES);

    /// A roll and a move for each step that some cube has left.
    fn plies_left(&self, state: &State) -> Option<u32> {
        if state.die == OVER {
            return Some(0);
        }
        let cubes = state.cubes.iter().flatten().filter(|&&cell| cell != GONE);
        let steps: usize = cubes.map(|&cell| self.steps_left(cell).into_iter().sum::<usize>()).sum();
        Some(2 * steps as u32 - u32::from(state.die != TO_ROLL))
    }
}
