//! The rules on bitboards.

use plywood_rules::hints::LastMoves;
use plywood_rules::random::mix;
use plywood_rules::{
    Game, MoveNumber, OrderingHints, Outcome, PairingHints, Player, Specialists, Specialized, Symmetric,
    TextError, ThreatHints, Turn,
};

use super::discs;
use super::empties::Empties;
use super::endgame::{Endgame, LAST_MOVES};
use crate::coded::coded;
use crate::rows::{Rows, bits, key, nth_bit};
use crate::text::refuse;

/// The rules of Othello on a board of one size.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Othello {
    pub(super) rows: Rows,
    /// All files but the first and the last.
    inner: u128,
    /// The image of each cell in a mirror on the diagonal from a1.
    transposed: Vec<u8>,
    /// The worth of each cell for the order of moves.
    worth: Vec<i8>,
    /// For searches to the end, if the board fits into one word.
    endgame: Option<Endgame>,
    pub(super) empties: Empties,
}

/// Discs, moves and the player to move; when the game is over, the player whose turn it would be.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct State {
    pub(super) discs: [u128; 2],
    /// The cells where the player to move can put a disc.
    moves: u128,
    pub(super) mover: Player,
    over: bool,
}

impl State {
    /// The discs of `player`: bit `size * rank + file`.
    pub fn discs(&self, player: Player) -> u128 {
        self.discs[player.index()]
    }

    /// The number of discs that the first player has more than the second.
    fn difference(&self) -> i32 {
        let [first, second] = self.discs.map(|own| own.count_ones() as i32);
        first - second
    }
}

impl Othello {
    /// Othello on a board of `size` by `size` cells.
    ///
    /// ```
    /// use plywood_games::othello::Othello;
    /// use plywood_rules::{Game, Notation};
    ///
    /// let game = Othello::new(8)?;
    /// assert_eq!(game.state_text(&game.initial()), "8/8/8/3xo3/3ox3/8/8/8 x");
    /// assert_eq!(game.count_moves(&game.initial()), 4);
    /// # Ok::<(), plywood_rules::TextError>(())
    /// ```
    ///
    /// # Errors
    /// If the size is not 4, 6, 8 or 10.
    pub fn new(size: usize) -> Result<Othello, TextError> {
        if !matches!(size, 4 | 6 | 8 | 10) {
            return refuse!("the size of an Othello board cannot be {size}; it has to be 4, 6, 8 or 10");
        }
        let rows = Rows { files: size, ranks: size };
        let outer = |file: usize| file == 0 || file + 1 == size;
        let inner = (0..rows.cells()).filter(|cell| !outer(cell % size)).map(|cell| 1 << cell).sum();
        let endgame = (size <= 8).then(|| Endgame::new(rows, inner));
        let transposed = (0..rows.cells()).map(|cell| (cell % size * size + cell / size) as u8).collect();
        let worth = (0..rows.cells()).map(|cell| {
            let mut edges = [cell % size, cell / size].map(|at| at.min(size - 1 - at));
            edges.sort_unstable();
            match edges {
                [0, 0] => 100,
                [0, 1] => -20,
                [1, 1] => -50,
                [0, _] => 5,
                _ => 0,
            }
        });
        Ok(Othello { rows, inner, transposed, worth: worth.collect(), endgame, empties: Empties::Winner })
    }

    /// The same game with another rule for the cells that are free at the end.
    pub fn with_empties(mut self, empties: Empties) -> Othello {
        self.empties = empties;
        self.endgame = self.endgame.map(|endgame| endgame.with_empties(empties));
        self
    }

    /// The move of a player who has no other.
    pub(super) fn pass(&self) -> MoveNumber {
        MoveNumber::from(self.rows.cells())
    }

    /// The cells where `player` could put a disc.
    pub(super) fn moves_of(&self, discs: &[u128; 2], player: Player) -> u128 {
        let pair = [discs[player.index()], discs[player.other().index()]];
        let size = self.rows.files as u32;
        if size <= 8 {
            let full = self.rows.full() as u64;
            discs::moves(size, self.inner, pair.map(|set| set as u64), full).into()
        } else {
            discs::moves(size, self.inner, pair, self.rows.full())
        }
    }

    /// The discs that turn over when the player to move puts one on `cell`.
    pub(super) fn flipped(&self, state: &State, cell: usize) -> u128 {
        let pair = [state.discs(state.mover), state.discs(state.mover.other())];
        let size = self.rows.files as u32;
        if size <= 8 {
            discs::flips(size, self.inner, pair.map(|set| set as u64), 1u64 << cell).into()
        } else {
            discs::flips(size, self.inner, pair, 1u128 << cell)
        }
    }

    /// The state with these discs and `mover` to move.
    pub(super) fn state(&self, discs: [u128; 2], mover: Player) -> State {
        let moves = self.moves_of(&discs, mover);
        let over = moves == 0 && self.moves_of(&discs, mover.other()) == 0;
        State { discs, moves, mover, over }
    }

    /// The number of free cells.
    fn free(&self, state: &State) -> u32 {
        self.rows.cells() as u32 - (state.discs[0] | state.discs[1]).count_ones()
    }

    /// The endgame, with the discs of the player to move and of the other, if the board fits into one word.
    fn endgame(&self, state: &State) -> Option<(&Endgame, [u64; 2])> {
        let discs = [state.discs(state.mover), state.discs(state.mover.other())].map(|set| set as u64);
        Some((self.endgame.as_ref()?, discs))
    }

    /// The image of a set of cells under map number `map`: bit 0 of it is half a turn, bit 1 a mirror on a
    /// diagonal.
    fn image(&self, set: u128, map: usize) -> u128 {
        let turned = if map & 1 == 1 { self.rows.turned(set) } else { set };
        if map & 2 == 0 {
            return turned;
        }
        bits(turned).map(|cell| 1 << self.transposed[cell]).fold(0, |image, cell: u128| image | cell)
    }
}

impl Game for Othello {
    type State = State;
    type Move = MoveNumber;

    fn initial(&self) -> State {
        let size = self.rows.files;
        let low = (size / 2 - 1) * (size + 1);
        let cells = |one: usize, other: usize| 1u128 << one | 1 << other;
        self.state([cells(low + 1, low + size), cells(low, low + size + 1)], Player::First)
    }

    fn turn(&self, state: &State) -> Turn {
        if state.over {
            let score = self.empties.score(state.difference(), self.free(state) as i32);
            Turn::Over(Outcome::Payoff(score.into()))
        } else {
            Turn::Decision(state.mover)
        }
    }

    fn legal_moves(&self, state: &State, moves: &mut Vec<MoveNumber>) {
        if state.moves == 0 {
            return moves.push(self.pass());
        }
        moves.extend(bits(state.moves).map(MoveNumber::from));
    }

    fn play(&self, state: &mut State, mv: MoveNumber) {
        let mut discs = state.discs;
        if mv != self.pass() {
            let flipped = self.flipped(state, mv.index());
            discs[state.mover.index()] |= flipped | 1 << mv.index();
            discs[state.mover.other().index()] ^= flipped;
        }
        *state = self.state(discs, state.mover.other());
    }

    fn key(&self, state: &State) -> u64 {
        key(state.discs, state.mover.index() as u64 + 1)
    }

    fn count_moves(&self, state: &State) -> usize {
        (state.moves.count_ones() as usize).max(1)
    }

    fn nth_move(&self, state: &State, n: usize) -> MoveNumber {
        if state.moves == 0 && n == 0 {
            return self.pass();
        }
        MoveNumber::from(nth_bit(state.moves, n))
    }

    fn greatest_payoff(&self) -> f64 {
        self.rows.cells() as f64
    }
}

/// The four maps that keep the opening. The others keep the rules as well, but never map a position of a game
/// to another one.
impl Symmetric for Othello {
    fn symmetries(&self) -> usize {
        4
    }

    fn map_state(&self, state: &State, map: usize) -> State {
        State {
            discs: state.discs.map(|own| self.image(own, map)),
            moves: self.image(state.moves, map),
            ..*state
        }
    }

    fn map_move(&self, mv: MoveNumber, map: usize) -> MoveNumber {
        let cells = self.rows.cells();
        if mv == self.pass() {
            return mv;
        }
        let turned = if map & 1 == 1 { cells - 1 - mv.index() } else { mv.index() };
        MoveNumber::from(if map & 2 == 0 { turned } else { self.transposed[turned].into() })
    }
}

impl OrderingHints for Othello {
    /// Corners first, cells beside them last, and of the rest those that leave the opponent few moves.
    fn ordering_score(&self, state: &State, mv: MoveNumber) -> i32 {
        if mv == self.pass() {
            return 0;
        }
        let replies = self.child(state, mv).moves.count_ones() as i32;
        i32::from(self.worth[mv.index()]) - 10 * replies
    }

    /// Images of a position have the same key near the opening, where they occur.
    fn outcome_key(&self, state: &State) -> u64 {
        if state.discs[0].count_ones() + state.discs[1].count_ones() > 8 {
            return self.table_key(state);
        }
        mix(self.key(&self.canonical(state).state))
    }

    fn mobility(&self, state: &State, player: Player) -> Option<u32> {
        Some(self.moves_of(&state.discs, player).count_ones().max(1))
    }

    coded!(self, self.rows.cells() + 1);

    /// Each disc may be followed by a pass, but two passes never follow each other.
    fn plies_left(&self, state: &State) -> Option<u32> {
        Some(if state.over { 0 } else { 2 * self.free(state) - u32::from(state.moves != 0) })
    }
}

impl Othello {
    /// By a search whose depth grows with the number of free cells, as far as it pays.
    fn endgame_scores(&self, state: &State, moves: &[MoveNumber], scores: &mut Vec<i32>) -> bool {
        let Some((endgame, discs)) = self.endgame(state).filter(|_| state.moves != 0) else { return false };
        let plies = match self.free(state) {
            ..12 => return false,
            12..15 => 1,
            15..17 => 2,
            17..20 => 3,
            20..23 => 4,
            _ => 5,
        };
        endgame.scores(discs, moves.iter().map(|mv| mv.index()), plies, scores);
        true
    }

    fn last_moves(&self, state: &State, level: f64) -> Option<(f64, u64)> {
        let (endgame, discs) = self.endgame(state).filter(|_| self.free(state) <= LAST_MOVES)?;
        let most = self.greatest_payoff();
        let mut nodes = 0;
        let score =
            endgame.exceeds(discs, state.moves as u64, level.floor().clamp(-most, most) as i32, &mut nodes);
        Some((score.into(), nodes))
    }
}

impl ThreatHints for Othello {}
impl PairingHints for Othello {}

impl Specialized for Othello {
    fn specialists(&self) -> Specialists<Othello> {
        let last_moves = LastMoves { bound: Othello::last_moves, scores: Othello::endgame_scores };
        Specialists { last_moves: Some(last_moves), ..Specialists::default() }
    }
}
