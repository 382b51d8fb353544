//! The board as a set of edges, boxes by shifts, and turns of the board by turns of its bits.

use plywood_rules::random::mix;
use plywood_rules::{
    Game, MoveNumber, OrderingHints, Outcome, PairingHints, Player, Specialists, Specialized, Symmetric,
    TextError, ThreatHints, Turn,
};

use crate::coded::coded;
use crate::rows::{bits, nth_bit};
use crate::text::refuse;

/// Dots in a row of bits, and the bit of a dot above another.
pub(super) const STRIDE: u32 = 8;
/// The number of the first edge that goes up.
const UPRIGHT: u32 = 64;
/// One bit at the left end of each row.
const LEFT: u64 = 0x0101_0101_0101_0101;

/// The rules: how many boxes there are.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct DotsAndBoxes {
    columns: u32,
    rows: u32,
}

/// The edges that are drawn, who is ahead, and the side to move (in a finished game, the side that would be).
/// The owners of single boxes make no difference to play.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct State {
    pub(super) edges: Edges,
    pub(super) lead: i8,
    pub(super) mover: Player,
}

/// Edges by the numbers of their moves: those to the right in the lower half, those upwards in the upper half, by
/// their left or lower dots, each half being eight rows of eight dots.
pub(super) type Edges = u128;

/// The edge of a move.
pub(super) fn edge(mv: MoveNumber) -> Edges {
    1 << mv.0
}

/// The edges that go to the right and those that go up.
pub(super) fn halves(edges: Edges) -> [u64; 2] {
    [edges as u64, (edges >> UPRIGHT) as u64]
}

fn joined([across, up]: [u64; 2]) -> Edges {
    Edges::from(across) | Edges::from(up) << UPRIGHT
}

/// The four edges of each of these boxes.
pub(super) fn around(boxes: u64) -> Edges {
    joined([boxes | boxes << STRIDE, boxes | boxes << 1])
}

/// For every dot, the edges of the box above and to the right of it: bottom, top, left, right.
pub(super) fn of_boxes(edges: Edges) -> [u64; 4] {
    let [across, up] = halves(edges);
    [across, across >> STRIDE, up, up >> 1]
}

/// The boxes beyond the free edges of these boxes. Beyond the edge of the board there are bits of no box.
#[inline]
pub(super) fn next_to(free: Edges, boxes: u64) -> u64 {
    let [across, up] = halves(free);
    (boxes << STRIDE & across) | (boxes & across) >> STRIDE | (boxes << 1 & up) | (boxes & up) >> 1
}

/// Eight rows of eight bits as columns, by exchanging ever larger squares (Warren, Hacker's Delight).
fn transposed(mut bits: u64) -> u64 {
    for (shift, upper) in [(7, 0x00AA_00AA_00AA_00AA), (14, 0x0000_CCCC_0000_CCCC), (28, 0xF0F0_F0F0)] {
        let moved = (bits ^ (bits >> shift)) & upper;
        bits ^= moved ^ (moved << shift);
    }
    bits
}

impl State {
    /// The boxes of the first player minus those of the second.
    pub fn lead(&self) -> i8 {
        self.lead
    }

    /// The side to move; in a finished game, the side that would be.
    pub fn mover(&self) -> Player {
        self.mover
    }
}

impl DotsAndBoxes {
    /// A board of 1 to 7 by 1 to 7 boxes.
    ///
    /// ```
    /// use plywood_games::dots_and_boxes::DotsAndBoxes;
    /// use plywood_rules::{Game, Notation};
    ///
    /// let game = DotsAndBoxes::new(2, 1)?;
    /// assert_eq!(game.state_text(&game.initial()), "../.../.. 0-0 first");
    /// # Ok::<(), plywood_rules::TextError>(())
    /// ```
    ///
    /// # Errors
    /// If there are other numbers of boxes.
    pub fn new(columns: u32, rows: u32) -> Result<DotsAndBoxes, TextError> {
        if [columns, rows].iter().any(|boxes| !(1..=7).contains(boxes)) {
            return refuse!("there cannot be {columns} x {rows} boxes; it has to be 1 to 7 each way");
        }
        Ok(DotsAndBoxes { columns, rows })
    }

    /// The boxes in a row.
    pub fn columns(&self) -> u32 {
        self.columns
    }

    /// The rows of boxes.
    pub fn rows(&self) -> u32 {
        self.rows
    }

    /// The number of edges.
    pub(super) fn edges(&self) -> u32 {
        self.every_edge().count_ones()
    }

    /// All boxes, by their lower left dots.
    pub(super) fn boxes(&self) -> u64 {
        ((1 << self.columns) - 1) * (LEFT & (u64::MAX >> (64 - STRIDE * self.rows)))
    }

    /// All edges.
    pub(super) fn every_edge(&self) -> Edges {
        around(self.boxes())
    }

    pub(super) fn free(&self, state: &State) -> Edges {
        self.every_edge() & !state.edges
    }

    /// The boxes that are complete, by their lower left dots.
    pub(super) fn complete(&self, edges: Edges) -> u64 {
        of_boxes(edges).iter().fold(self.boxes(), |boxes, edges| boxes & edges)
    }

    /// The boxes with one of these free edges, those with two, and those with more.
    #[inline]
    pub(super) fn lacking(&self, free: Edges) -> [u64; 3] {
        let [mut none, mut one, mut two, mut more] = [self.boxes(), 0, 0, 0];
        for free in of_boxes(free) {
            more |= two & free;
            two = (two & !free) | (one & free);
            one = (one & !free) | (none & free);
            none &= !free;
        }
        [one, two, more]
    }

    /// The two edges at each corner that are of the same box and of no other: the one that goes to the right, and the one that goes up.
    pub(super) fn corners(&self) -> [[Edges; 2]; 4] {
        let (right, top) = (self.columns, STRIDE * self.rows);
        let corners =
            [(0, 0), (right - 1, right), (top, top - STRIDE), (top + right - 1, top - STRIDE + right)];
        corners.map(|(over, upright)| [1 << over, 1 << (UPRIGHT + upright)])
    }

    /// The same with one of two edges at a corner, if it goes up, exchanged for the other one.
    pub(super) fn settled(&self, edges: Edges) -> Edges {
        self.corners().into_iter().fold(edges, |edges, [across, up]| {
            if edges & (across | up) == up { edges ^ across ^ up } else { edges }
        })
    }

    /// The edges as they are under a map.
    pub(super) fn mapped(&self, edges: Edges, map: usize) -> Edges {
        let [mut across, mut up] = halves(edges);
        if map & 4 != 0 {
            (across, up) = (transposed(up), transposed(across));
        }
        // All bits are turned within their rows, or all rows, and then moved back to the corner.
        if map & 1 != 0 {
            let turned = |edges: u64, columns: u32| edges.reverse_bits().swap_bytes() >> (STRIDE - columns);
            (across, up) = (turned(across, self.columns), turned(up, self.columns + 1));
        }
        if map & 2 != 0 {
            let turned = |edges: u64, rows: u32| edges.swap_bytes() >> (STRIDE * (STRIDE - rows));
            (across, up) = (turned(across, self.rows + 1), turned(up, self.rows));
        }
        joined([across, up])
    }

    /// The boxes that the side to move can take one after the other, whatever they are worth in the end.
    pub(super) fn within_reach(&self, state: &State) -> u32 {
        let mut edges = state.edges;
        loop {
            let [one, ..] = self.lacking(!edges);
            if one == 0 {
                return (self.complete(edges) ^ self.complete(state.edges)).count_ones();
            }
            edges |= around(one);
        }
    }
}

impl Game for DotsAndBoxes {
    type State = State;
    type Move = MoveNumber;

    fn initial(&self) -> State {
        State { edges: 0, lead: 0, mover: Player::First }
    }

    #[inline]
    fn turn(&self, state: &State) -> Turn {
        if state.edges == self.every_edge() {
            Turn::Over(Outcome::Payoff(state.lead.into()))
        } else {
            Turn::Decision(state.mover)
        }
    }

    /// Row by row from the bottom, first the edges that go to the right.
    fn legal_moves(&self, state: &State, moves: &mut Vec<MoveNumber>) {
        moves.extend(bits(self.free(state)).map(MoveNumber::from));
    }

    #[inline]
    fn play(&self, state: &mut State, mv: MoveNumber) {
        let before = self.complete(state.edges);
        state.edges |= edge(mv);
        let taken = (self.complete(state.edges) ^ before).count_ones() as i8;
        match (taken, state.mover) {
            (0, mover) => state.mover = mover.other(),
            (_, Player::First) => state.lead += taken,
            (_, Player::Second) => state.lead -= taken,
        }
    }

    #[inline]
    fn key(&self, state: &State) -> u64 {
        let rest = (state.lead as u8 as u64) << 1 | state.mover.index() as u64;
        halves(state.edges).into_iter().fold(rest, |key, half| mix(key) ^ half)
    }

    #[inline]
    fn count_moves(&self, state: &State) -> usize {
        self.free(state).count_ones() as usize
    }

    #[inline]
    fn nth_move(&self, state: &State, n: usize) -> MoveNumber {
        MoveNumber::from(nth_bit(self.free(state), n))
    }

    fn greatest_payoff(&self) -> f64 {
        (self.columns * self.rows).into()
    }

    fn stage(&self, state: &State) -> Option<u32> {
        Some(state.edges.count_ones())
    }
}

/// The board may be turned by half and reflected, a square one in eight ways. Map 1 reflects left and right, 2 bottom
/// and top, 4 exchanges columns and rows, before the others. The players may be exchanged.
impl Symmetric for DotsAndBoxes {
    fn symmetries(&self) -> usize {
        if self.columns == self.rows { 8 } else { 4 }
    }

    fn map_state(&self, state: &State, map: usize) -> State {
        State { edges: self.mapped(state.edges, map), ..*state }
    }

    fn map_move(&self, mv: MoveNumber, map: usize) -> MoveNumber {
        MoveNumber(self.mapped(edge(mv), map).trailing_zeros())
    }

    fn exchanged(&self, state: &State) -> Option<State> {
        Some(State { lead: -state.lead, mover: state.mover.other(), ..*state })
    }
}

impl ThreatHints for DotsAndBoxes {}

impl PairingHints for DotsAndBoxes {
    /// All boxes that are left may go to either player.
    fn payoff_bounds(&self, state: &State) -> (f64, f64) {
        let left = (self.boxes() ^ self.complete(state.edges)).count_ones();
        let (lead, left) = (f64::from(state.lead), f64::from(left));
        (lead - left, lead + left)
    }
}

impl OrderingHints for DotsAndBoxes {
    /// Boxes first, then edges that give none away, then those that give few: the opponent takes a chain from its
    /// end on.
    fn ordering_score(&self, state: &State, mv: MoveNumber) -> i32 {
        let after = self.child(state, mv);
        let taken = i32::from(after.mover == state.mover);
        64 * taken - (1 - taken) * self.within_reach(&after) as i32
    }

    coded!(self, 2 * UPRIGHT as usize);

    /// The same for all images, for the two edges at a corner of the board, which are edges of the same box and of
    /// no other, and for all owners of the boxes so far.
    fn outcome_key(&self, state: &State) -> u64 {
        let images = (0..self.symmetries()).map(|map| self.settled(self.mapped(state.edges, map)));
        self.table_key(&State { edges: images.min().unwrap_or(state.edges), lead: 0, ..*state })
    }

    fn payoff_so_far(&self, state: &State) -> f64 {
        state.lead.into()
    }

    /// A box that lacks one edge is taken before anything else is done, if the box beyond that edge does not lack
    /// two. If it does and there is no other box to take, its other edge, which offers both boxes in exchange for
    /// the move, may be better. After anything else the opponent could take the box and be in the same position
    /// as if this player had, but for the box.
    fn drop_useless(&self, state: &State, moves: &mut Vec<MoveNumber>, from: usize) {
        let free = self.free(state);
        let [one, two, _] = self.lacking(free);
        for lacking in bits(one.into()).map(|dot| 1 << dot) {
            let last = around(lacking) & free;
            let beyond = two & next_to(free, lacking);
            if beyond == 0 || one == lacking {
                let kept = last | around(beyond) & free;
                let mut place = 0;
                moves.retain(|&mv| {
                    place += 1;
                    place <= from || kept & edge(mv) != 0
                });
                return;
            }
        }
    }

    fn plies_left(&self, state: &State) -> Option<u32> {
        Some(self.free(state).count_ones())
    }
}

impl Specialized for DotsAndBoxes {
    fn specialists(&self) -> Specialists<DotsAndBoxes> {
        Specialists { solver: self.solver(), ..Specialists::default() }
    }
}
