//! The rules on bitboards, and hints about wins at once.

use plywood_rules::{
    Game, MoveNumber, OrderingHints, Outcome, PairingHints, Player, Specialized, Symmetric, TacticalStatus,
    TextError, ThreatHints, Turn,
};

use crate::coded::coded;
use crate::rows::{Rows, bits, key, nth_bit};
use crate::text::refuse;

/// The rules of Breakthrough on a board of one size.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Breakthrough {
    pub(super) rows: Rows,
    /// The cells of the first file, and of the last.
    edges: [u128; 2],
}

/// The pieces of both players, each seen from their own side, and the player to move; when the game is over,
/// the one whose turn it would be.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct State {
    pub(super) pieces: [u128; 2],
    pub(super) mover: Player,
}

impl Breakthrough {
    /// Breakthrough on a board of `m` columns and `n` rows. Each player fills two rows, or one if there are fewer
    /// than six.
    ///
    /// ```
    /// use plywood_games::breakthrough::Breakthrough;
    /// use plywood_rules::{Game, Notation};
    ///
    /// let game = Breakthrough::new(5, 6)?;
    /// assert_eq!(game.state_text(&game.initial()), "bbbbb/bbbbb/5/5/wwwww/wwwww w");
    /// # Ok::<(), plywood_rules::TextError>(())
    /// ```
    ///
    /// # Errors
    /// If a size is not 3 to 10.
    pub fn new(m: usize, n: usize) -> Result<Breakthrough, TextError> {
        if let Some(size) = [m, n].into_iter().find(|size| !(3..=10).contains(size)) {
            return refuse!("a Breakthrough board cannot have {size} rows or columns; it has 3 to 10");
        }
        let rows = Rows { files: m, ranks: n };
        let edges = [0, m - 1].map(|file| (0..n).map(|rank| 1 << (m * rank + file)).sum());
        Ok(Breakthrough { rows, edges })
    }

    /// The pieces that each player begins with.
    pub(super) fn filled(&self) -> u128 {
        let filled = if self.rows.ranks < 6 { 1 } else { 2 };
        (1 << (self.rows.files * filled)) - 1
    }

    /// The pieces of both players as the first player sees them.
    pub(super) fn pieces(&self, state: &State) -> [u128; 2] {
        self.seen(state, Player::First)
    }

    /// The pieces of `player` and those of the opponent, seen by the player.
    pub(super) fn seen(&self, state: &State, player: Player) -> [u128; 2] {
        [state.pieces[player.index()], self.rows.turned(state.pieces[player.other().index()])]
    }

    /// The cells of a rank.
    pub(super) fn rank(&self, rank: usize) -> u128 {
        ((1 << self.rows.files) - 1) << (self.rows.files * rank)
    }

    /// The cells that pieces reach by a step to the left, straight ahead and to the right, on a board without
    /// others.
    fn steps(&self, set: u128) -> [u128; 3] {
        let files = self.rows.files;
        [(set & !self.edges[0]) << (files - 1), set << files, (set & !self.edges[1]) << (files + 1)]
    }

    /// All cells that an enemy's piece on one of these can reach, with these themselves.
    pub(super) fn reach(&self, mut enemies: u128) -> u128 {
        let files = self.rows.files;
        for _ in 1..self.rows.ranks {
            let [left, right] = self.edges.map(|edge| enemies & !edge);
            enemies |= enemies >> files | left >> (files + 1) | right >> (files - 1);
        }
        enemies
    }

    /// The cells that the steps of the player to move lead to.
    fn targets(&self, [own, other]: [u128; 2]) -> [u128; 3] {
        let [left, straight, right] = self.steps(own);
        [left & !own, straight & !(own | other), right & !own]
    }

    /// The same without steps after which the opponent wins at once: only captures of the piece that is about to
    /// reach the last rank. None are left if there are two such pieces.
    fn sensible(&self, seen: [u128; 2]) -> [u128; 3] {
        let [left, straight, right] = self.targets(seen);
        let about_to_win = seen[1] & self.rank(1);
        match about_to_win.count_ones() {
            0 => [left, straight, right],
            1 => [left & about_to_win, 0, right & about_to_win],
            _ => [0; 3],
        }
    }

    /// The move that leads to `target` by step number `step`.
    fn number(&self, target: usize, step: usize) -> MoveNumber {
        MoveNumber::from(3 * (target + 1 - self.rows.files - step) + step)
    }

    fn list(&self, targets: [u128; 3], moves: &mut Vec<MoveNumber>) {
        for (step, set) in targets.into_iter().enumerate() {
            moves.extend(bits(set).map(|target| self.number(target, step)));
        }
    }

    /// The start and the end of a move of `player`, as the first player sees it.
    pub(super) fn path(&self, player: Player, mv: MoveNumber) -> [usize; 2] {
        let [from, to] = self.own_path(mv);
        let last = self.rows.cells() - 1;
        if player == Player::First { [from, to] } else { [last - from, last - to] }
    }

    /// The start and the end of a move, as its player sees it.
    fn own_path(&self, mv: MoveNumber) -> [usize; 2] {
        let (from, step) = (mv.index() / 3, mv.index() % 3);
        [from, from + self.rows.files + step - 1]
    }

    /// True if `player` has won: by reaching the far rank or by capturing all.
    pub(super) fn has_won(&self, state: &State, player: Player) -> bool {
        let far = state.pieces[player.index()] >> (self.rows.files * (self.rows.ranks - 1));
        far != 0 || state.pieces[player.other().index()] == 0
    }

    /// The cell of the same rank, counted from the other end.
    fn mirrored(&self, cell: usize) -> usize {
        cell - cell % self.rows.files + self.rows.files - 1 - cell % self.rows.files
    }
}

impl Game for Breakthrough {
    type State = State;
    type Move = MoveNumber;

    fn initial(&self) -> State {
        State { pieces: [self.filled(); 2], mover: Player::First }
    }

    fn turn(&self, state: &State) -> Turn {
        let last = state.mover.other();
        if self.has_won(state, last) { Turn::Over(Outcome::Win(last)) } else { Turn::Decision(state.mover) }
    }

    /// First all steps to the left, then straight ahead, then to the right.
    fn legal_moves(&self, state: &State, moves: &mut Vec<MoveNumber>) {
        self.list(self.targets(self.seen(state, state.mover)), moves);
    }

    fn play(&self, state: &mut State, mv: MoveNumber) {
        let [from, to] = self.own_path(mv);
        state.pieces[state.mover.index()] ^= 1 << from | 1 << to;
        state.mover = state.mover.other();
        state.pieces[state.mover.index()] &= !(1 << (self.rows.cells() - 1 - to));
    }

    fn key(&self, state: &State) -> u64 {
        key(state.pieces, state.mover.index() as u64 + 1)
    }

    fn count_moves(&self, state: &State) -> usize {
        let targets = self.targets(self.seen(state, state.mover));
        targets.into_iter().map(|set| set.count_ones() as usize).sum()
    }

    fn nth_move(&self, state: &State, mut n: usize) -> MoveNumber {
        for (step, set) in self.targets(self.seen(state, state.mover)).into_iter().enumerate() {
            let count = set.count_ones() as usize;
            if n < count {
                return self.number(nth_bit(set, n), step);
            }
            n -= count;
        }
        panic!("there are not that many moves")
    }
}

/// The mirror that exchanges left and right.
impl Symmetric for Breakthrough {
    fn symmetries(&self) -> usize {
        2
    }

    fn map_state(&self, state: &State, map: usize) -> State {
        if map == 0 {
            return *state;
        }
        let mirrored = |set| bits(set).fold(0, |image, cell| image | 1 << self.mirrored(cell));
        State { pieces: state.pieces.map(mirrored), ..*state }
    }

    fn map_move(&self, mv: MoveNumber, map: usize) -> MoveNumber {
        if map == 0 {
            return mv;
        }
        MoveNumber::from(3 * self.mirrored(mv.index() / 3) + 2 - mv.index() % 3)
    }

    fn exchanged(&self, state: &State) -> Option<State> {
        let [first, second] = state.pieces;
        Some(State { pieces: [second, first], mover: state.mover.other() })
    }
}

impl ThreatHints for Breakthrough {
    /// While an enemy is one step from the last rank, only its capture is worth a search.
    fn candidates(&self, state: &State, moves: &mut Vec<MoveNumber>) -> TacticalStatus {
        if let Some(mv) = self.winning_move(state) {
            moves.push(mv);
            return TacticalStatus::Wins;
        }
        let targets = self.sensible(self.seen(state, state.mover));
        if targets == [0; 3] {
            moves.push(self.nth_move(state, 0));
            return TacticalStatus::Lost;
        }
        self.list(targets, moves);
        TacticalStatus::Open
    }

    /// A step to the far rank, or the capture of the last enemy.
    fn winning_move(&self, state: &State) -> Option<MoveNumber> {
        if self.has_won(state, state.mover.other()) {
            return None;
        }
        let seen = self.seen(state, state.mover);
        let last_enemy = if seen[1].is_power_of_two() { seen[1] } else { 0 };
        let wins = self.rank(self.rows.ranks - 1) | last_enemy;
        let won = self.targets(seen).map(|set| set & wins);
        let step = won.iter().position(|&set| set != 0)?;
        Some(self.number(won[step].trailing_zeros() as usize, step))
    }

    fn wins_at_once(&self, state: &State) -> bool {
        self.winning_move(state).is_some()
    }

    /// Steps to the rank before the last.
    fn threats(&self, state: &State, moves: &mut Vec<MoveNumber>) -> bool {
        let near = self.rank(self.rows.ranks - 2);
        self.list(self.sensible(self.seen(state, state.mover)).map(|set| set & near), moves);
        true
    }
}

impl OrderingHints for Breakthrough {
    /// Captures first, of those furthest ahead; then the pieces that are furthest ahead.
    fn ordering_score(&self, state: &State, mv: MoveNumber) -> i32 {
        let [_, to] = self.own_path(mv);
        let rank = (to / self.rows.files) as i32;
        let captures = state.pieces[state.mover.other().index()] >> (self.rows.cells() - 1 - to) & 1 == 1;
        if captures { 40 + 10 * (self.rows.ranks as i32 - rank) } else { rank }
    }

    coded!(self, 3 * self.rows.cells());

    /// Each piece may go to the rank before the last, and one of them further.
    fn plies_left(&self, state: &State) -> Option<u32> {
        if self.turn(state).outcome().is_some() {
            return Some(0);
        }
        let steps = |set: u128| {
            let last = self.rows.ranks - 2;
            (0..last).map(|rank| (set & self.rank(rank)).count_ones() * (last - rank) as u32).sum::<u32>()
        };
        Some(state.pieces.into_iter().map(steps).sum::<u32>() + 1)
    }
}

impl PairingHints for Breakthrough {
    fn has_draws(&self) -> bool {
        false
    }
}
impl Specialized for Breakthrough {}
