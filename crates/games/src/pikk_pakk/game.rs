//! Positions and the rules.

use plywood_rules::{Game, MoveNumber, Outcome, Player, Turn};

use super::field::{Direction, Field, bit, cells_of};
use super::opening;
use super::options::{FieldSize, Opening, Variant};
use super::pushes::{Count, Find, Pushes, capturing_runs, count_full_lines, full_lines, rolling_lines};

/// The colour of a ball, and of the player who wants to enclose the target in it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Colour {
    /// Light, `w` in texts: pushes first.
    Light,
    /// Dark, `b` in texts: places first.
    Dark,
}

impl Colour {
    /// The other colour.
    pub const fn other(self) -> Colour {
        match self {
            Colour::Light => Colour::Dark,
            Colour::Dark => Colour::Light,
        }
    }

    /// `light` or `dark`.
    pub const fn name(self) -> &'static str {
        match self {
            Colour::Light => "light",
            Colour::Dark => "dark",
        }
    }

    /// `w` or `b`.
    pub const fn letter(self) -> char {
        match self {
            Colour::Light => 'w',
            Colour::Dark => 'b',
        }
    }
}

/// A choice of the player to move.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Move {
    /// Place a ball of the mover's colour.
    Place {
        /// The cell: its rank times the side of the field plus its file, both counted from 0.
        cell: u8,
    },
    /// Push a run one step along itself.
    Push {
        /// The direction.
        way: Direction,
        /// The cell of the run's first ball, the lowest or leftmost.
        first: u8,
        /// The cell of its last ball.
        last: u8,
    },
}

/// Set in the numbers of moves that place a ball.
const PLACES: u32 = 1 << 16;

impl From<Move> for MoveNumber {
    #[inline]
    fn from(mv: Move) -> MoveNumber {
        MoveNumber(match mv {
            Move::Place { cell } => PLACES | u32::from(cell),
            // A cell has seven bits.
            Move::Push { way, first, last } => (way as u32) << 14 | u32::from(first) << 7 | u32::from(last),
        })
    }
}

impl From<MoveNumber> for Move {
    #[inline]
    fn from(MoveNumber(number): MoveNumber) -> Move {
        let cell = |shift: u32| (number >> shift & 0x7F) as u8;
        if number & PLACES != 0 {
            return Move::Place { cell: cell(0) };
        }
        Move::Push { way: Direction::ALL[(number >> 14 & 3) as usize], first: cell(7), last: cell(0) }
    }
}

/// A position: the balls and the side to move.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct State {
    pub(super) light: u128,
    pub(super) dark: u128,
    pub(super) target: u8,
    pub(super) mover: Colour,
    /// True if balls are still being placed (or were when the game ended).
    pub(super) placing: bool,
    /// Follows from the rest, as `pushes` does: the winner once the game is over.
    pub(super) winner: Option<Colour>,
    /// The number of pushes that light and dark would have if it were their turn; 0 while balls are placed and
    /// when the target is enclosed. (None has more than 160: four for each of forty balls.)
    pub(super) pushes: [u8; 2],
}

/// Derived fields are left out.
impl std::hash::Hash for State {
    fn hash<H: std::hash::Hasher>(&self, hasher: &mut H) {
        hasher.write_u128(self.light);
        hasher.write_u128(self.dark);
        hasher.write_u32(u32::from_le_bytes([self.target, self.mover as u8, u8::from(self.placing), 0]));
    }
}

impl State {
    /// The balls of a colour, as bits: cell `rank * side + file`, counted from 0.
    pub fn balls(&self, colour: Colour) -> u128 {
        match colour {
            Colour::Light => self.light,
            Colour::Dark => self.dark,
        }
    }

    /// The cell of the target.
    pub fn target(&self) -> u8 {
        self.target
    }

    /// The side to move, or that would be if the game were not over.
    pub fn mover(&self) -> Colour {
        self.mover
    }

    /// True if balls are being placed, or were when the game ended.
    pub fn is_placing(&self) -> bool {
        self.placing
    }

    /// The number of pushes that the player of `colour` would have if it were their turn: none once the target
    /// is enclosed, and none while balls are placed.
    pub fn pushes_of(&self, colour: Colour) -> u8 {
        self.pushes[colour as usize]
    }

    pub(super) fn occupied(&self) -> u128 {
        self.light | self.dark | bit(usize::from(self.target))
    }

    /// The balls as the player of `colour` sees them.
    pub(super) fn board(&self, colour: Colour) -> PikkPakkBoard {
        PikkPakkBoard { own: self.balls(colour), other: self.balls(colour.other()), target: self.target }
    }
}

/// The balls of a player, those of the opponent, and the target.
#[derive(Clone, Copy, Debug)]
pub(super) struct PikkPakkBoard {
    pub(super) own: u128,
    pub(super) other: u128,
    pub(super) target: u8,
}

impl PikkPakkBoard {
    /// The same as the other player sees it.
    pub(super) fn reversed(self) -> PikkPakkBoard {
        PikkPakkBoard { own: self.other, other: self.own, ..self }
    }

    pub(super) fn occupied(&self) -> u128 {
        self.own | self.other | bit(usize::from(self.target))
    }
}

/// The rules of one game of the family.
#[derive(Clone, Debug)]
pub struct PikkPakk {
    pub(super) variant: Variant,
    pub(super) opening: Opening,
    pub(super) field: Field,
    pub(super) find: Find,
    /// Counts the pushes of both players, where that is quicker than finding them.
    count: Option<Count>,
}

impl PikkPakk {
    /// The game with these options.
    ///
    /// ```
    /// use plywood_games::pikk_pakk::{FieldSize, Opening, PikkPakk, Variant};
    /// use plywood_rules::Game;
    ///
    /// let game = PikkPakk::new(FieldSize::Seven, Variant::Basic, Opening::Spiral);
    /// assert_eq!(game.count_moves(&game.initial()), 14);
    /// ```
    pub fn new(size: FieldSize, variant: Variant, opening: Opening) -> PikkPakk {
        let run = size as usize;
        let basic = matches!(variant, Variant::Basic | Variant::TieWin);
        let (find, count): (Find, Option<Count>) = match size {
            _ if variant == Variant::Capture => (capturing_runs, None),
            FieldSize::Three if basic => (full_lines::<5, 3>, Some(count_full_lines::<5, 3>)),
            FieldSize::Five if basic => (full_lines::<7, 5>, Some(count_full_lines::<7, 5>)),
            FieldSize::Seven if basic => (full_lines::<9, 7>, Some(count_full_lines::<9, 7>)),
            FieldSize::Nine if basic => (full_lines::<11, 9>, Some(count_full_lines::<11, 9>)),
            FieldSize::Three => (rolling_lines::<3>, None),
            FieldSize::Five => (rolling_lines::<5>, None),
            FieldSize::Seven => (rolling_lines::<7>, None),
            FieldSize::Nine => (rolling_lines::<9>, None),
        };
        let side = if variant.rolls() { run } else { run + 2 };
        PikkPakk { variant, opening, field: Field::new(side, run), find, count }
    }

    /// Files of the field, and ranks.
    pub fn side(&self) -> usize {
        self.field.side
    }

    /// The player who has this colour.
    pub fn player(&self, colour: Colour) -> Player {
        let first = match self.opening {
            Opening::Spiral => Colour::Light,
            Opening::Placement => Colour::Dark,
        };
        if colour == first { Player::First } else { Player::Second }
    }

    /// Balls of each colour that a game begins with or places.
    pub(super) fn balls_each(&self) -> u32 {
        (self.field.run * self.field.run / 2) as u32
    }

    /// The cells where a ball can be placed.
    pub(super) fn free_cells(&self, state: &State) -> u128 {
        self.field.middle & !state.occupied()
    }

    /// The runs that the player of `colour` could push if it were their turn.
    pub(super) fn pushes(&self, state: &State, colour: Colour) -> Pushes {
        self.pushes_of(state.board(colour))
    }

    /// The runs that the owner of `board` could push if it were their turn.
    pub(super) fn pushes_of(&self, board: PikkPakkBoard) -> Pushes {
        let PikkPakkBoard { own, other, target } = board;
        let mut pushes = (self.find)(&self.field, own, other, bit(usize::from(target)));
        if self.variant.wins_ties() && (own & self.field.around(target)).count_ones() >= 2 {
            self.add_winning_ties(board, &mut pushes);
        }
        pushes
    }

    /// The number of pushes that light and dark would have if it were their turn, without regard to balls still
    /// to be placed.
    fn count_pushes(&self, state: &State) -> [u8; 2] {
        match self.count.filter(|_| !self.variant.wins_ties()) {
            Some(count) => count(&self.field, state.light, state.dark, bit(usize::from(state.target))),
            None => [Colour::Light, Colour::Dark].map(|colour| self.pushes(state, colour).count()),
        }
        .map(|count| count as u8)
    }

    /// Adds the full lines without a majority whose push encloses the target in the owner's colour. They hold
    /// the target, because an odd number of balls is never shared equally. (As they keep two of its neighbours,
    /// the caller checks for these first; on the edge, where a line can roll, every cell counts as having
    /// them.)
    fn add_winning_ties(&self, board: PikkPakkBoard, pushes: &mut Pushes) {
        for way in Direction::ALL {
            let Some((first, last)) = self.full_line(&board, way) else { continue };
            let run = self.field.span(way, first, last);
            let own = (board.own & run).count_ones();
            if own == (self.field.run / 2) as u32 && self.has_room(way, first, last) {
                let after = self.pushed(board, way, first, last);
                if self.field.around(after.target) & !after.own == 0 {
                    pushes.0[way as usize] |= bit(usize::from(first));
                }
            }
        }
    }

    /// The first and last cell of the run through the target along `way`, if it is a full line.
    fn full_line(&self, board: &PikkPakkBoard, way: Direction) -> Option<(u8, u8)> {
        let occupied = board.occupied();
        let upto_target = u128::MAX >> (127 - board.target);
        let firsts = self.field.firsts(occupied, way.is_along_file());
        let firsts = firsts & self.field.line(way, usize::from(board.target)) & upto_target;
        let first = 127 - firsts.leading_zeros() as usize;
        let last = self.field.last(occupied, way.is_along_file(), first);
        (last - first == (self.field.run - 1) * self.field.step(way)).then_some((first as u8, last as u8))
    }

    /// True if the full line from `first` to `last` can move `way` without leaving the field.
    pub(super) fn has_room(&self, way: Direction, first: u8, last: u8) -> bool {
        let foremost = if way.raises() { last } else { first };
        self.variant.rolls() || self.field.edge[way as usize] & bit(usize::from(foremost)) == 0
    }

    /// The push of the run that begins at `first`, a run that can be pushed.
    #[inline]
    pub(super) fn push_of(&self, state: &State, way: Direction, first: usize) -> MoveNumber {
        let last = self.last_of_run(state.board(Colour::Light), way, first);
        Move::Push { way, first: first as u8, last }.into()
    }

    /// The last ball of the run that begins at `first`, a run that can be pushed.
    #[inline]
    pub(super) fn last_of_run(&self, board: PikkPakkBoard, way: Direction, first: usize) -> u8 {
        let last = match self.variant {
            Variant::Capture => self.field.last(board.occupied(), way.is_along_file(), first),
            _ => first + (self.field.run - 1) * self.field.step(way),
        };
        last as u8
    }

    /// Adds a ball of the mover, and nothing else.
    pub(super) fn place(&self, state: &mut State, cell: u8) {
        match state.mover {
            Colour::Light => state.light |= bit(usize::from(cell)),
            Colour::Dark => state.dark |= bit(usize::from(cell)),
        }
    }

    /// Moves the balls, and nothing else.
    #[inline]
    pub(super) fn push(&self, state: &mut State, way: Direction, first: u8, last: u8) {
        let board = self.pushed(state.board(Colour::Light), way, first, last);
        (state.light, state.dark, state.target) = (board.own, board.other, board.target);
    }

    /// The board after a push.
    #[inline]
    pub(super) fn pushed(&self, board: PikkPakkBoard, way: Direction, first: u8, last: u8) -> PikkPakkBoard {
        let run = match self.variant {
            Variant::Capture => self.field.span(way, first, last),
            _ => self.field.full_line(way, first),
        };
        let moved = |balls: u128| (balls & !run) | self.field.shifted(balls & run, way);
        let (mut own, mut other, mut target) = (moved(board.own), moved(board.other), board.target);
        if bit(usize::from(target)) & run != 0 {
            target = self.field.next(target, way);
        }
        if self.variant.rolls() {
            // The one ball over the edge re-enters at the other end of the line.
            let (out, back) = if way.raises() { (last, first) } else { (first, last) };
            let (out, at_back) = (bit(usize::from(out)), bit(usize::from(back)));
            if board.own & out != 0 {
                own |= at_back;
            } else if board.other & out != 0 {
                other |= at_back;
            } else {
                target = back;
            }
        }
        PikkPakkBoard { own, other, target }
    }

    /// The colour that is all around the target.
    pub(super) fn encloser(&self, state: &State) -> Option<Colour> {
        let around = self.field.around(state.target);
        if around & !state.light == 0 {
            Some(Colour::Light)
        } else if around & !state.dark == 0 {
            Some(Colour::Dark)
        } else {
            None
        }
    }

    /// Sets the derived fields from the board and the mover.
    pub(super) fn settle(&self, state: &mut State) {
        state.pushes = [0; 2];
        state.winner = self.encloser(state);
        if state.winner.is_none() && !state.placing {
            state.pushes = self.count_pushes(state);
            if state.pushes_of(state.mover) == 0 {
                state.winner = Some(state.mover.other());
            }
        }
    }
}

/// The move that places a ball on a cell.
pub(super) fn placement(cell: usize) -> MoveNumber {
    Move::Place { cell: cell as u8 }.into()
}

impl Game for PikkPakk {
    type State = State;
    type Move = MoveNumber;

    fn initial(&self) -> State {
        let (light, dark, mover) = match self.opening {
            Opening::Spiral => {
                let (light, dark) = opening::spiral(&self.field);
                (light, dark, Colour::Light)
            }
            Opening::Placement => (0, 0, Colour::Dark),
        };
        let mut state = State {
            light,
            dark,
            target: self.field.centre() as u8,
            mover,
            placing: self.opening == Opening::Placement,
            winner: None,
            pushes: [0; 2],
        };
        self.settle(&mut state);
        state
    }

    fn turn(&self, state: &State) -> Turn {
        match state.winner {
            Some(colour) => Turn::Over(Outcome::Win(self.player(colour))),
            None => Turn::Decision(self.player(state.mover)),
        }
    }

    /// Pushes down, up, left, right; of each way by the cell of the first ball, rank by rank from a1. Cells to
    /// place a ball on in that order too.
    fn legal_moves(&self, state: &State, moves: &mut Vec<MoveNumber>) {
        if state.winner.is_some() {
            return;
        }
        if state.placing {
            moves.extend(cells_of(self.free_cells(state)).map(placement));
        } else {
            let pushes = self.pushes(state, state.mover);
            moves.reserve(pushes.count() as usize);
            pushes
                .each(self.field.side, |way, first| moves.push(self.push_of(state, way, usize::from(first))));
        }
    }

    fn play(&self, state: &mut State, mv: MoveNumber) {
        match mv.into() {
            Move::Place { cell } => {
                self.place(state, cell);
                // Light places the last ball and pushes first.
                state.placing = self.free_cells(state) != 0;
                if state.placing {
                    state.mover = state.mover.other();
                }
            }
            Move::Push { way, first, last } => {
                self.push(state, way, first, last);
                state.mover = state.mover.other();
            }
        }
        self.settle(state);
    }

    fn count_moves(&self, state: &State) -> usize {
        if state.placing && state.winner.is_none() {
            return self.free_cells(state).count_ones() as usize;
        }
        if state.winner.is_some() { 0 } else { usize::from(state.pushes_of(state.mover)) }
    }

    fn nth_move(&self, state: &State, n: usize) -> MoveNumber {
        if state.placing {
            let cell = cells_of(self.free_cells(state)).nth(n).expect("fewer free cells than that");
            return placement(cell);
        }
        let (way, first) = self.pushes(state, state.mover).nth(n).expect("fewer pushes than that");
        self.push_of(state, way, first)
    }
}
