//! Hex (Piet Hein, 1942; John Nash, 1948): who connects the own two sides of a rhombus of hexagons?
//!
//! The first player connects top and bottom, the second left and right. Stones never move, and the game cannot
//! end in a draw. The corner of a1 is an acute one: a1 touches only a2 and b1.
//!
//! With `swap=on` the second player may answer the first stone by `swap`: the stone is taken over and mirrored
//! on the long diagonal, so that a3 becomes c1.
//!
//! Moves are numbered by their cells, rank by rank from a1; the number after the last cell is the swap.

mod connecting;
mod evaluation;
mod lattice;
mod notation;
mod playable;
mod solver;

use plywood_rules::options::Options;
use plywood_rules::random::mix;
use plywood_rules::{
    Game, MoveNumber, OrderingHints, Outcome, PairingHints, Player, Specialists, Specialized, Symmetric,
    TacticalStatus, TextError, ThreatHints, Turn,
};

use crate::bits::Bits;
use crate::coded::coded;
use crate::family::{Card, Family, choice, number, size};
use crate::rows::Rows;
use crate::text::refuse;
use lattice::{Lattice, WORDS};

pub use evaluation::Bridges;

/// `hex`, the boards of all sizes.
pub const HEX: Family = Family {
    name: "hex",
    title: "Hex",
    about: "Connect your two sides of a rhombus of hexagons; there are no draws.",
    parameters: &[
        number("size", [2, 19], "11", "cells along each side"),
        choice("swap", &["off", "on"], "off", "the second player may take over the first stone"),
    ],
    aliases: &[],
    elsewhere: &[],
    cards: &[Card::new("hex", "hex", 28)],
    samples: &["hex:size=3", "hex:size=4,swap=on"],
    puzzles: None,
};

/// The game of these options, read with the parameters of [`HEX`].
///
/// # Errors
/// None for options that were read by these parameters.
pub fn from_options(options: &Options) -> Result<Hex, TextError> {
    let hex = Hex::new(size(options, "size")?)?;
    Ok(if options.is("swap", "on") { hex.with_swap() } else { hex })
}

/// The rules of Hex for one size.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Hex {
    lattice: Lattice<WORDS>,
    /// Words that a set of cells needs.
    words: usize,
    swap: bool,
}

/// A position: the stones, and whose turn it is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct State {
    stones: [Bits<WORDS>; 2],
    /// The player to move; in a finished game the one who would be.
    mover: Player,
    /// True if the other player has connected.
    won: bool,
}

impl State {
    /// The owner of the stone on a cell.
    fn owner(&self, cell: usize) -> Option<Player> {
        Player::BOTH.into_iter().find(|player| self.stones[player.index()].has(cell))
    }

    fn count(&self) -> usize {
        self.stones[0].len() + self.stones[1].len()
    }
}

/// Evaluates an expression with the lattice and the two sets of stones in as few words as the board needs.
macro_rules! narrowed {
    ($hex:expr, $state:expr, |$lattice:ident, $stones:ident| $value:expr) => {
        match $hex.words {
            1 => narrowed!(1, $hex, $state, $lattice, $stones, $value),
            2 => narrowed!(2, $hex, $state, $lattice, $stones, $value),
            3 => narrowed!(3, $hex, $state, $lattice, $stones, $value),
            4 => narrowed!(4, $hex, $state, $lattice, $stones, $value),
            5 => narrowed!(5, $hex, $state, $lattice, $stones, $value),
            _ => narrowed!(6, $hex, $state, $lattice, $stones, $value),
        }
    };
    ($words:literal, $hex:expr, $state:expr, $lattice:ident, $stones:ident, $value:expr) => {{
        let $lattice = $hex.lattice.narrowed::<$words>();
        let $stones = $state.stones.map(|stones| stones.resized::<$words>());
        $value
    }};
}
use narrowed;

impl Hex {
    /// The game on a rhombus with `side` cells along each side, 2 to 19, without swap.
    ///
    /// # Errors
    /// If there is no such size.
    ///
    /// ```
    /// use plywood_games::hex::Hex;
    /// use plywood_rules::Playable;
    ///
    /// assert_eq!(Hex::new(11).unwrap().name(), "hex");
    /// assert_eq!(Hex::new(5).unwrap().with_swap().name(), "hex:size=5,swap=on");
    /// assert!(Hex::new(1).is_err());
    /// ```
    pub fn new(side: usize) -> Result<Hex, TextError> {
        if !(2..=19).contains(&side) {
            return refuse!("the size of Hex cannot be {side}; it has to be 2 to 19");
        }
        Ok(Hex { lattice: Lattice::new(side), words: (side * side).div_ceil(64), swap: false })
    }

    /// The same with the second player's choice to swap.
    #[must_use]
    pub fn with_swap(self) -> Hex {
        Hex { swap: true, ..self }
    }

    /// Cells along each side.
    pub fn side(&self) -> usize {
        self.lattice.side
    }

    fn rows(&self) -> Rows {
        Rows { files: self.side(), ranks: self.side() }
    }

    fn cells(&self) -> usize {
        self.side() * self.side()
    }

    fn swap_move(&self) -> MoveNumber {
        MoveNumber::from(self.cells())
    }

    /// The cell mirrored on the long diagonal.
    fn mirrored(&self, cell: usize) -> usize {
        cell % self.side() * self.side() + cell / self.side()
    }

    fn free(&self, state: &State) -> Bits<WORDS> {
        self.lattice.cells - state.stones[0] - state.stones[1]
    }

    /// True if the first stone has just been placed and may be taken over.
    fn swaps_now(&self, state: &State) -> bool {
        self.swap && state.mover == Player::Second && state.stones.map(|stones| stones.len()) == [1, 0]
    }

    /// True if the swap is or may become legal.
    fn may_swap(&self, state: &State) -> bool {
        self.swaps_now(state) || self.swap && state.mover == Player::First && state.count() == 0
    }

    /// The cells with which `player` would win at once.
    fn winning_cells(&self, state: &State, player: Player) -> Bits<WORDS> {
        narrowed!(self, state, |lattice, stones| {
            let free = lattice.cells - stones[0] - stones[1];
            lattice.winning(stones[player.index()], free, lattice.edges[player.index()]).resized()
        })
    }
}

impl Game for Hex {
    type State = State;
    type Move = MoveNumber;

    fn initial(&self) -> State {
        State { stones: [Bits::EMPTY; 2], mover: Player::First, won: false }
    }

    #[inline]
    fn turn(&self, state: &State) -> Turn {
        if state.won { Turn::Over(Outcome::Win(state.mover.other())) } else { Turn::Decision(state.mover) }
    }

    /// The free cells, then the swap.
    #[inline]
    fn legal_moves(&self, state: &State, moves: &mut Vec<MoveNumber>) {
        moves.extend(self.free(state).cells().map(MoveNumber::from));
        if self.swaps_now(state) {
            moves.push(self.swap_move());
        }
    }

    #[inline]
    fn play(&self, state: &mut State, mv: MoveNumber) {
        let mover = state.mover.index();
        state.mover = state.mover.other();
        if mv == self.swap_move() {
            let taken = state.stones[0].first().map(|cell| self.mirrored(cell));
            state.stones = [Bits::EMPTY, Bits::from_cells(taken)];
            return;
        }
        let cell = mv.index();
        state.stones[mover].insert(cell);
        state.won = narrowed!(self, state, |lattice, stones| {
            lattice.connects(stones[mover], lattice.edges[mover], cell)
        });
    }

    fn key(&self, state: &State) -> u64 {
        let words = state.stones.iter().flat_map(|stones| &stones.words()[..self.words]);
        words.fold(0x9E37_79B9 + state.mover.index() as u64, |key, &word| mix(key.rotate_left(23) ^ word))
    }

    #[inline]
    fn count_moves(&self, state: &State) -> usize {
        self.cells() - state.count() + usize::from(self.swaps_now(state))
    }

    #[inline]
    fn nth_move(&self, state: &State, n: usize) -> MoveNumber {
        let free = self.free(state);
        if n == free.len() && self.swaps_now(state) { self.swap_move() } else { free.nth(n).into() }
    }

    /// Stones, and one more after a swap, which shows in whose turn it is.
    fn stage(&self, state: &State) -> Option<u32> {
        let stones = state.count();
        Some((stones + (stones + state.mover.index()) % 2) as u32)
    }
}

/// Half a turn keeps everything.
impl Symmetric for Hex {
    fn symmetries(&self) -> usize {
        2
    }

    fn map_state(&self, state: &State, map: usize) -> State {
        let turned = |stones: Bits<WORDS>| stones.turned(self.cells());
        if map == 0 { *state } else { State { stones: state.stones.map(turned), ..*state } }
    }

    fn map_move(&self, mv: MoveNumber, map: usize) -> MoveNumber {
        if map == 0 || mv == self.swap_move() { mv } else { (self.cells() - 1 - mv.index()).into() }
    }
}

impl ThreatHints for Hex {
    fn candidates(&self, state: &State, moves: &mut Vec<MoveNumber>) -> TacticalStatus {
        let of = |cell: usize| MoveNumber::from(cell);
        if self.swaps_now(state) {
            self.legal_moves(state, moves);
        } else if let Some(cell) = self.winning_cells(state, state.mover).first() {
            moves.push(of(cell));
            return TacticalStatus::Wins;
        } else {
            let threats = self.winning_cells(state, state.mover.other());
            if threats.is_empty() {
                self.legal_moves(state, moves);
            } else {
                moves.push(of(threats.nth(0)));
                if !threats.at_most_one() {
                    return TacticalStatus::Lost;
                }
            }
        }
        TacticalStatus::Open
    }

    fn winning_move(&self, state: &State) -> Option<MoveNumber> {
        if state.won { None } else { self.winning_cells(state, state.mover).first().map(MoveNumber::from) }
    }

    /// No stone of one player gives the other a winning cell.
    fn leaves_no_winning_move(&self, state: &State) -> bool {
        !self.may_swap(state)
    }

    fn wins_at_once(&self, state: &State) -> bool {
        self.winning_move(state).is_some()
    }
}

/// Bridges and other pairs of cells that connect groups with each other and with the edges.
impl PairingHints for Hex {
    fn has_draws(&self) -> bool {
        false
    }

    fn cannot_lose(&self, state: &State, player: Player) -> bool {
        self.pairing(state, player).is_some()
    }

    fn pairing(&self, state: &State, player: Player) -> Option<Vec<(MoveNumber, MoveNumber)>> {
        let pairs = narrowed!(self, state, |lattice, stones| {
            let free = lattice.cells - stones[0] - stones[1];
            lattice.linked(stones[player.index()], free, lattice.edges[player.index()])
        })?;
        (!self.may_swap(state)).then(|| pairs.into_iter().map(|[a, b]| (a.into(), b.into())).collect())
    }

    fn pairs_hold(&self, state: &State, player: Player, pairs: &[(MoveNumber, MoveNumber)]) -> bool {
        let free = self.free(state);
        let is_free = |cell: &usize| *cell < self.cells() && free.has(*cell);
        // Where a stone was placed, a pair is over.
        let pairs = pairs.iter().map(|&(a, b)| [a.index(), b.index()]);
        let pairs: Vec<[usize; 2]> = pairs.filter(|pair| pair.iter().all(is_free)).collect();
        let together = Bits::<WORDS>::from_cells(pairs.iter().flatten().copied());
        let disjoint = together.len() == 2 * pairs.len();
        disjoint
            && !self.may_swap(state)
            && narrowed!(self, state, |lattice, stones| {
                let pairs: Vec<_> = pairs.iter().map(|pair| Bits::from_cells(*pair)).collect();
                lattice.linked_by(stones[player.index()], lattice.edges[player.index()], &pairs)
            })
    }
}

impl OrderingHints for Hex {
    /// Near the middle.
    fn ordering_score(&self, _: &State, mv: MoveNumber) -> i32 {
        let off = |place: usize| (2 * place).abs_diff(self.side() - 1) as i32;
        if mv == self.swap_move() {
            0
        } else {
            -off(mv.index() % self.side()) - off(mv.index() / self.side())
        }
    }

    coded!(self, self.cells() + 1);

    fn table_key(&self, state: &State) -> u64 {
        mix(self.key(state).min(self.key(&self.map_state(state, 1))))
    }

    fn plies_left(&self, state: &State) -> Option<u32> {
        Some((self.cells() - state.count() + usize::from(self.may_swap(state))) as u32)
    }
}

impl Specialized for Hex {
    fn specialists(&self) -> Specialists<Hex> {
        Specialists {
            solver: self.solver(),
            connecting: Some(self.connecting()),
            root_moves: Some(Hex::root_moves),
            ..Specialists::default()
        }
    }
}
