//! The rules, on a set of nine bits for each player and board.

use plywood_rules::{
    Game, MoveNumber, OrderingHints, Outcome, PairingHints, Player, Specialized, Symmetric, ThreatHints, Turn,
};

use super::lines::{FULL, has_line, lines};
use crate::coded::coded;
use crate::rows::{bits, from_words, key, nth_bit};

/// Moves that put a mark; those that choose a board follow.
pub(super) const CELLS: usize = 81;

/// No board is active: the player to move chooses one.
pub(super) const ANY: u8 = 9;

/// Ultimate tic-tac-toe.
///
/// ```
/// use plywood_games::ultimate::Ultimate;
/// use plywood_rules::{Game, Notation};
///
/// let state = Ultimate.parse_state("9/9/9/9/4x4/9/9/9/9 o c")?;
/// assert_eq!(Ultimate.count_moves(&state), 8);
/// # Ok::<(), plywood_rules::TextError>(())
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Ultimate;

/// Marks, and the board to play in.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct State {
    /// The marks of each player on each board, cells as bits.
    pub(super) marks: [[u16; 9]; 2],
    /// The boards that each player has won.
    won: [u16; 2],
    /// The boards that are won or full.
    pub(super) closed: u16,
    /// The board to play in, or [`ANY`]; this also when the game is over.
    pub(super) active: u8,
    pub(super) mover: Player,
    /// True if the numbers of marks do not say whose turn it is: play cannot lead here from the opening.
    pub(super) composed: bool,
}

impl State {
    /// The marks of both players on a board.
    pub(super) fn marks_on(&self, board: usize) -> [u16; 2] {
        self.marks.map(|own| own[board])
    }

    /// The boards that a player has won.
    pub(super) fn won(&self, player: Player) -> u16 {
        self.won[player.index()]
    }

    /// The boards that a player has or may still win, for all that their marks say.
    fn within_reach(&self, player: Player) -> u16 {
        let other = self.marks[player.other().index()];
        let open = bits((!self.closed & FULL).into());
        open.filter(|&board| lines(other[board]).with[0] != u8::MAX)
            .fold(self.won(player), |reach, board| reach | 1 << board)
    }
}

impl Ultimate {
    /// The state with these marks; `active` is ignored if the game is over.
    pub(super) fn state(&self, marks: [[u16; 9]; 2], active: u8, mover: Player) -> State {
        let boards =
            |is: &dyn Fn(usize) -> bool| (0..9).filter(|&board| is(board)).map(|board| 1 << board).sum();
        let won = marks.map(|own| boards(&|board| has_line(own[board])));
        let composed = by_marks(&marks) != Some(mover);
        let full: u16 = boards(&|board| marks[0][board] | marks[1][board] == FULL);
        let state = State { marks, won, closed: won[0] | won[1] | full, active: ANY, mover, composed };
        if self.turn(&state).outcome().is_some() { state } else { State { active, ..state } }
    }

    /// The cells that can be played on the active board, or the boards that can be chosen.
    fn free(&self, state: &State) -> u16 {
        let taken = match state.active {
            ANY => state.closed,
            board => state.marks[0][usize::from(board)] | state.marks[1][usize::from(board)],
        };
        FULL & !taken
    }

    /// The move that [`Ultimate::free`] has a bit for.
    fn number(&self, state: &State, free: usize) -> MoveNumber {
        MoveNumber::from(9 * usize::from(state.active) + free)
    }

    /// True if the next mark may go to this board.
    pub(super) fn is_active(&self, state: &State, board: usize) -> bool {
        let may_choose = state.active == ANY && state.closed >> board & 1 == 0;
        self.turn(state).outcome().is_none() && (may_choose || usize::from(state.active) == board)
    }
}

impl Game for Ultimate {
    type State = State;
    type Move = MoveNumber;

    fn initial(&self) -> State {
        self.state([[0; 9]; 2], ANY, Player::First)
    }

    fn turn(&self, state: &State) -> Turn {
        let last = state.mover.other();
        if has_line(state.won(last)) {
            Turn::Over(Outcome::Win(last))
        } else if state.closed == FULL {
            Turn::Over(Outcome::Draw)
        } else {
            Turn::Decision(state.mover)
        }
    }

    fn legal_moves(&self, state: &State, moves: &mut Vec<MoveNumber>) {
        moves.extend(bits(self.free(state).into()).map(|free| self.number(state, free)));
    }

    fn play(&self, state: &mut State, mv: MoveNumber) {
        let (board, cell) = (mv.index() / 9, mv.index() % 9);
        if board == usize::from(ANY) {
            state.active = cell as u8;
            return;
        }
        let player = state.mover.index();
        state.marks[player][board] |= 1 << cell;
        let [x, o] = state.marks_on(board);
        if has_line(state.marks[player][board]) {
            state.won[player] |= 1 << board;
            state.closed |= 1 << board;
        } else if x | o == FULL {
            state.closed |= 1 << board;
        }
        let open = state.closed >> cell & 1 == 0 && !has_line(state.won[player]);
        state.active = if open { cell as u8 } else { ANY };
        state.mover = state.mover.other();
    }

    fn key(&self, state: &State) -> u64 {
        let [first, second] = state.marks.map(packed);
        let turn = if state.composed { 16 << state.mover.index() } else { 0 };
        key([first, second], u64::from(state.active) + 1 + turn)
    }

    fn count_moves(&self, state: &State) -> usize {
        self.free(state).count_ones() as usize
    }

    fn nth_move(&self, state: &State, n: usize) -> MoveNumber {
        self.number(state, nth_bit(self.free(state).into(), n))
    }
}

/// The player to move, or who would be, if the numbers of marks say it: the players take turns and the first one begins.
pub(super) fn by_marks(marks: &[[u16; 9]; 2]) -> Option<Player> {
    let [x, o] = marks.map(count);
    match x.checked_sub(o)? {
        0 => Some(Player::First),
        1 => Some(Player::Second),
        _ => None,
    }
}

/// The number of marks of a player.
pub(super) fn count(own: [u16; 9]) -> usize {
    own.iter().map(|marks| marks.count_ones() as usize).sum()
}

/// The marks of a player in one set: bit `9 * board + cell`.
pub(super) fn packed(marks: [u16; 9]) -> u128 {
    let low = marks[..7].iter().rev().fold(0, |set, &own| set << 9 | u64::from(own));
    let high = u64::from(marks[7]) | u64::from(marks[8]) << 9;
    from_words([low | high << 63, high >> 1])
}

/// The image of a cell of nine under a map: bit 0 of it mirrors the files, bit 1 the ranks, and then bit 2
/// exchanges the two.
fn image(cell: usize, map: usize) -> usize {
    let mirrored = |at: usize, bit: usize| if map >> bit & 1 == 1 { 2 - at } else { at };
    let (file, rank) = (mirrored(cell % 3, 0), mirrored(cell / 3, 1));
    if map & 4 == 0 { 3 * rank + file } else { 3 * file + rank }
}

/// The image of a set of cells.
fn image_of(set: u16, map: usize) -> u16 {
    bits(set.into()).fold(0, |mapped, cell| mapped | 1 << image(cell, map))
}

/// The turns and reflections of the square, which move boards and the cells of each board alike.
impl Symmetric for Ultimate {
    fn symmetries(&self) -> usize {
        8
    }

    fn map_state(&self, state: &State, map: usize) -> State {
        let mut mapped = *state;
        for board in 0..9 {
            let to = image(board, map);
            for (own, from) in mapped.marks.iter_mut().zip(state.marks) {
                own[to] = image_of(from[board], map);
            }
        }
        mapped.won = state.won.map(|boards| image_of(boards, map));
        mapped.closed = image_of(state.closed, map);
        if state.active != ANY {
            mapped.active = image(state.active.into(), map) as u8;
        }
        mapped
    }

    fn map_move(&self, mv: MoveNumber, map: usize) -> MoveNumber {
        let (board, cell) = (mv.index() / 9, mv.index() % 9);
        let board = if board == usize::from(ANY) { board } else { image(board, map) };
        MoveNumber::from(9 * board + image(cell, map))
    }
}

impl ThreatHints for Ultimate {
    /// A mark that completes a line on a board which completes a line of boards.
    fn winning_move(&self, state: &State) -> Option<MoveNumber> {
        let player = state.mover.index();
        if state.active == ANY || lines(state.won[player]).completing >> state.active & 1 == 0 {
            return None;
        }
        let own = state.marks[player][usize::from(state.active)];
        let wins = lines(own).completing & self.free(state);
        (wins != 0).then(|| self.number(state, wins.trailing_zeros() as usize))
    }
}

impl PairingHints for Ultimate {
    /// True while there is a line of boards each of which the player has or may still win.
    fn can_win(&self, state: &State, player: Player) -> bool {
        has_line(state.within_reach(player)) && !has_line(state.won(player.other()))
    }
}

impl OrderingHints for Ultimate {
    /// Marks that complete a line first, then those that keep the opponent from one; marks that let the opponent
    /// choose a board last.
    fn ordering_score(&self, state: &State, mv: MoveNumber) -> i32 {
        let (board, cell) = (mv.index() / 9, mv.index() % 9);
        if board == usize::from(ANY) {
            return i32::from(cell == 4);
        }
        let completes =
            |player: Player| i32::from(lines(state.marks[player.index()][board]).completing >> cell & 1);
        let sends_away = i32::from(state.closed >> cell & 1);
        8 * completes(state.mover) + 4 * completes(state.mover.other()) - 6 * sends_away
    }

    coded!(self, CELLS + 9);

    /// Every mark on an open board may take the choice of the board before it.
    fn plies_left(&self, state: &State) -> Option<u32> {
        if self.turn(state).outcome().is_some() {
            return Some(0);
        }
        let free = |board: usize| 9 - (state.marks[0][board] | state.marks[1][board]).count_ones();
        let left: u32 = bits((!state.closed & FULL).into()).map(free).sum();
        Some(2 * left - u32::from(state.active != ANY))
    }
}

impl Specialized for Ultimate {}
