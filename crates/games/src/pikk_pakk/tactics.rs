//! Search hints: pushes that enclose at once, forced replies, keys and codes.
//!
//! A push changes the surroundings of the target only on the three files and three ranks through it and beside
//! it. On the lines beside it the push brings in one neighbour, so three have to be there already; on the
//! target's own lines it moves the target between two balls that touch it at its corners now. Both show in the
//! nine cells around the target ([`Chances`]); if neither applies, nothing else needs to be checked.

use plywood_rules::random::fold;
use plywood_rules::{
    Game, MoveNumber, OrderingHints, PairingHints, Player, Specialists, Specialized, TacticalStatus,
    ThreatHints,
};

use super::field::{Direction, EnclosureChances, bit, cells_of};
use super::game::{Colour, Move, PikkPakk, PikkPakkBoard, State, placement};
use super::options::{Opening, Variant};
use super::ranks::PikkPakkRanking;

/// The opponent's immediate options at the target after a push.
enum Sequel {
    /// Nothing.
    Quiet,
    /// The push itself enclosed the target in the opponent's colour.
    OwnGoal,
    /// Enclose it.
    Refuted,
}

impl ThreatHints for PikkPakk {
    fn candidates(&self, state: &State, moves: &mut Vec<MoveNumber>) -> TacticalStatus {
        if let Some(mv) = self.winning_move(state) {
            moves.push(mv);
            return TacticalStatus::Wins;
        }
        if state.placing {
            let hole = self.hole(state, state.mover.other());
            // Balls are placed in turn until the last, and after the last no placement can enclose.
            let cells = if hole != 0 { hole } else { self.free_cells(state) };
            moves.extend(cells_of(cells).map(placement));
            return TacticalStatus::Open;
        }
        let (mut refuted, mut own_goal) = (None, None);
        let start = moves.len();
        let board = state.board(state.mover);
        let watch = self.watched(board.reversed());
        self.pushes(state, state.mover).each(self.field.side, |way, first| {
            let mv = self.push_of(state, way, usize::from(first));
            if !watch.contains(way, first) {
                moves.push(mv);
                return;
            }
            match self.sequel(board, mv) {
                Sequel::Quiet => moves.push(mv),
                Sequel::Refuted => refuted = refuted.or(Some(mv)),
                Sequel::OwnGoal => own_goal = own_goal.or(Some(mv)),
            }
        });
        if moves.len() > start {
            return TacticalStatus::Open;
        }
        // A loss in two plies is better than an own goal.
        moves.extend(refuted.or(own_goal));
        if refuted.is_some() { TacticalStatus::Lost } else { TacticalStatus::Open }
    }

    /// A move that encloses the target in the mover's colour. A push that leaves the opponent without one is
    /// only detected when it is played.
    fn winning_move(&self, state: &State) -> Option<MoveNumber> {
        if state.winner.is_some() {
            return None;
        }
        if state.placing {
            let hole = self.hole(state, state.mover);
            return (hole != 0).then(|| placement(hole.trailing_zeros() as usize));
        }
        let (way, first) = self.enclosing_push(state.board(state.mover))?;
        Some(self.push_of(state, way, usize::from(first)))
    }

    /// Returns true if the move encloses, or leaves the opponent without a push. A push along a file does not
    /// change the other files, and one along a rank the other ranks: an opponent with pushes along both keeps
    /// some.
    fn wins_at_once(&self, state: &State) -> bool {
        if state.winner.is_some() {
            return false;
        }
        if self.winning_move(state).is_some() {
            return true;
        }
        // Where runs are short, the opponent may have a push on the very line that is pushed.
        if !state.placing && self.variant != Variant::Capture {
            let theirs = state.board(state.mover.other());
            let pushes = (self.find)(&self.field, theirs.own, theirs.other, bit(usize::from(theirs.target)));
            if [Direction::Down, Direction::Left]
                .iter()
                .all(|&way| pushes.0[way as usize] | pushes.0[way as usize + 1] != 0)
            {
                return false;
            }
        }
        let mut moves = Vec::new();
        self.legal_moves(state, &mut moves);
        let wins = |mv| self.child(state, mv).winner == Some(state.mover);
        moves.into_iter().any(wins)
    }

    /// Pushes after which the mover could enclose the target if it were their turn again.
    fn threats(&self, state: &State, moves: &mut Vec<MoveNumber>) -> bool {
        let mover = state.mover;
        if state.placing {
            // The second last neighbour, if a last one remains and no other reply is forced.
            let holes = self.field.around(state.target) & self.free_cells(state);
            let own = (self.field.around(state.target) & state.balls(mover)).count_ones();
            if own == 2 && holes.count_ones() == 2 && self.free_cells(state).count_ones() > 2 {
                moves.extend(cells_of(holes).map(placement));
            }
            return true;
        }
        let board = state.board(mover);
        let (chances, dangers) = (self.watched(board), self.watched(board.reversed()));
        self.pushes(state, mover).each(self.field.side, |way, first| {
            if chances.contains(way, first) {
                let mv = self.push_of(state, way, usize::from(first));
                let sequel =
                    || if dangers.contains(way, first) { self.sequel(board, mv) } else { Sequel::Quiet };
                let after = self.after(board, mv);
                let threatens = self.enclosing_push(after).is_some() && matches!(sequel(), Sequel::Quiet);
                // (A push that leaves the opponent without one has won and threatens nothing.)
                if threatens && self.pushes_of(after.reversed()).count() > 0 {
                    moves.push(mv);
                }
            }
        });
        true
    }
}

impl PairingHints for PikkPakk {}

impl OrderingHints for PikkPakk {
    fn move_codes(&self) -> usize {
        let pushes =
            4 * self.field.cells() * if self.variant == Variant::Capture { self.field.side } else { 1 };
        pushes + if self.opening == Opening::Placement { self.field.cells() } else { 0 }
    }

    fn move_code(&self, mv: MoveNumber) -> usize {
        let cells = self.field.cells();
        match mv.into() {
            Move::Push { way, first, .. } if self.variant != Variant::Capture => {
                way as usize * cells + usize::from(first)
            }
            Move::Push { way, first, last } => {
                let balls_before_last = usize::from(last - first) / self.field.step(way);
                (balls_before_last * 4 + way as usize) * cells + usize::from(first)
            }
            Move::Place { cell } => self.move_codes() - cells + usize::from(cell),
        }
    }

    fn table_key(&self, state: &State) -> u64 {
        let words = |balls: u128| (balls as u64, (balls >> 64) as u64);
        let ((a, b), (c, d)) = (words(state.light), words(state.dark));
        let rest = u64::from(state.target) << 2 | (state.mover as u64) << 1 | u64::from(state.placing);
        // The highest seven bits of either half of a bitboard are never set.
        let light = fold(a ^ 0x2D35_8DCC_AA6C_78A5, b ^ rest << 57 ^ 0x8BB8_4B93_962E_ACC9);
        let dark = fold(c ^ 0x4B33_A62E_D433_D4A3, d ^ rest >> 7 << 57 ^ 0x4D5A_2DA5_1DE1_AA47);
        fold(light ^ 0x9E37_79B9_7F4A_7C15, dark ^ 0xD6E8_FEB8_6659_FD93)
    }

    /// The pushes of `player`; nothing while balls are placed.
    fn mobility(&self, state: &State, player: Player) -> Option<u32> {
        if state.placing {
            return None;
        }
        let colour = if player == self.player(Colour::Light) { Colour::Light } else { Colour::Dark };
        Some(u32::from(state.pushes_of(colour)))
    }
}

impl Specialized for PikkPakk {
    fn specialists(&self) -> Specialists<PikkPakk> {
        Specialists {
            ranking: Some(|game, start| Some(Box::new(PikkPakkRanking::new(game, start)?))),
            ..Specialists::default()
        }
    }
}

impl PikkPakk {
    /// The one free cell beside the target, as a set, if `colour` has the other three while balls are placed.
    fn hole(&self, state: &State, colour: Colour) -> u128 {
        let missing = self.field.around(state.target) & !state.balls(colour);
        if missing.count_ones() == 1 { missing & self.free_cells(state) } else { 0 }
    }

    /// The board after a push of its owner.
    #[inline]
    fn after(&self, board: PikkPakkBoard, mv: MoveNumber) -> PikkPakkBoard {
        match mv.into() {
            Move::Push { way, first, last } => self.pushed(board, way, first, last),
            Move::Place { .. } => board,
        }
    }

    /// The opponent's immediate options after a push by the owner of `board` that does not win.
    #[inline]
    fn sequel(&self, board: PikkPakkBoard, mv: MoveNumber) -> Sequel {
        let theirs = self.after(board, mv).reversed();
        let chances = self.chances(theirs);
        if chances.is_none() {
            Sequel::Quiet
        } else if chances == EnclosureChances::ENCLOSED {
            Sequel::OwnGoal
        } else if self.enclosing_among(theirs, chances).is_some() {
            Sequel::Refuted
        } else {
            Sequel::Quiet
        }
    }

    fn is_enclosed(&self, board: PikkPakkBoard) -> bool {
        self.field.around(board.target) & !board.own == 0
    }

    /// The pushes, of either player, after which the owner of `board` might enclose the target, or has: all if
    /// that is possible without a push, else those on lines where a push changes the surroundings of the
    /// target.
    fn watched(&self, board: PikkPakkBoard) -> Watched {
        let anywhere = !self.chances(board).is_none();
        Watched(if anywhere { [u128::MAX; 2] } else { self.field.near(board.target) })
    }

    /// By which pushes the owner of `board` may enclose the target.
    #[inline]
    pub(super) fn chances(&self, board: PikkPakkBoard) -> EnclosureChances {
        if self.field.is_on_edge(board.target) {
            // A line that rolls can bring the target in from the edge, no other can.
            return if self.variant.rolls() { EnclosureChances::ALL } else { EnclosureChances::NONE };
        }
        // Short runs come in along the target's own lines as well.
        if self.variant == Variant::Capture && (board.own & self.field.around(board.target)).count_ones() == 3
        {
            return EnclosureChances::ALL;
        }
        self.field.chances(board.own, board.target)
    }

    /// A push of the owner of `board` that would enclose the target in their colour if it were their turn.
    #[inline]
    fn enclosing_push(&self, board: PikkPakkBoard) -> Option<(Direction, u8)> {
        let chances = self.chances(board);
        if chances.is_none() { None } else { self.enclosing_among(board, chances) }
    }

    /// The same, where these are the chances.
    pub(super) fn enclosing_among(
        &self,
        board: PikkPakkBoard,
        chances: EnclosureChances,
    ) -> Option<(Direction, u8)> {
        match self.variant {
            Variant::Basic | Variant::TieWin => self.enclosing_full_line(board, chances),
            _ => self.enclosing_run(board),
        }
    }

    /// For full lines that do not roll: examines only the lines of the chances.
    fn enclosing_full_line(
        &self,
        board: PikkPakkBoard,
        chances: EnclosureChances,
    ) -> Option<(Direction, u8)> {
        let occupied = board.occupied();
        for (way, place) in chances.iter() {
            let cell = self.field.cell_of_block(board.target, place);
            // The ball before the target stays before it.
            if cell == board.target && board.other & bit(usize::from(self.field.next(cell, way))) != 0 {
                continue;
            }
            let Some(first) = self.field.full_line_through(occupied, way, cell) else { continue };
            let run = self.field.full_line(way, first);
            let (own, other) = ((board.own & run).count_ones(), (board.other & run).count_ones());
            let may_push = own > other || own == other && self.variant.wins_ties();
            if may_push && self.is_enclosed(self.pushed(board, way, first, first)) {
                return Some((way, first));
            }
        }
        None
    }

    /// The same for any rules.
    fn enclosing_run(&self, board: PikkPakkBoard) -> Option<(Direction, u8)> {
        let near = Watched(self.field.near(board.target));
        self.pushes_of(board).iter().map(|(way, first)| (way, first as u8)).find(|&(way, first)| {
            let last = self.last_of_run(board, way, usize::from(first));
            near.contains(way, first) && self.is_enclosed(self.pushed(board, way, first, last))
        })
    }
}

/// Lines to examine closely, as their cells: along files and along ranks.
struct Watched([u128; 2]);

impl Watched {
    #[inline]
    fn contains(&self, way: Direction, first: u8) -> bool {
        self.0[usize::from(!way.is_along_file())] >> first & 1 != 0
    }
}
