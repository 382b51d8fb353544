//! Search hints of line games, derived from the cells that complete lines.

use plywood_rules::{
    Game, OrderingHints, PairingHints, Player, Specialists, Specialized, TacticalStatus, ThreatHints,
};

use super::forcing::Forcer;
use super::game::{CellNumber, LineGame, LineState, Status, key_of, list};
use super::maker_breaker::DefenderSearch;
use crate::bits::Bits;

/// In games in which more than `k` in a row do not win, every move is a candidate: a mark beside a line spoils
/// it.
impl<const W: usize> ThreatHints for LineGame<W> {
    /// A cell that completes a line; else the cell where the opponent would, or none if there are more of them.
    /// If marks fall, no cell beneath one that completes a line of the opponent's. In misère games, no cell
    /// that completes one of the mover's lines if there is any other.
    #[inline]
    fn candidates(&self, state: &LineState<W>, moves: &mut Vec<CellNumber>) -> TacticalStatus {
        let Status::ToMove(mover) = state.status else { return TacticalStatus::Open };
        let open = self.open_cells(state);
        let own = state.completing[mover.index()];
        if self.plan.misere {
            let harmless = open - own;
            list(if harmless.is_empty() { open } else { harmless }, moves);
            return TacticalStatus::Open;
        }
        if let Some(cell) = (open & own).first() {
            moves.push(CellNumber(cell as u16));
            return TacticalStatus::Wins;
        }
        let others = state.completing[mover.other().index()];
        let beneath = self.beneath(others);
        let forced = open & others;
        if let Some(cell) = forced.first() {
            moves.push(CellNumber(cell as u16));
            let holds = forced.at_most_one() && (forced & beneath).is_empty();
            return if holds { TacticalStatus::Open } else { TacticalStatus::Lost };
        }
        let safe = open - beneath;
        match open.first() {
            Some(cell) if safe.is_empty() => {
                moves.push(CellNumber(cell as u16));
                TacticalStatus::Lost
            }
            _ => {
                list(safe, moves);
                TacticalStatus::Open
            }
        }
    }

    #[inline]
    fn winning_move(&self, state: &LineState<W>) -> Option<CellNumber> {
        let Status::ToMove(mover) = state.status else { return None };
        if self.plan.misere {
            return None;
        }
        let wins = self.open_cells(state) & state.completing[mover.index()];
        wins.first().map(|cell| CellNumber(cell as u16))
    }

    /// Cells that complete a line of the opponent's are taken, or nothing is marked beneath them; in other
    /// games no winning move is detected at all.
    #[inline]
    fn leaves_no_winning_move(&self, _: &LineState<W>) -> bool {
        true
    }

    #[inline]
    fn wins_at_once(&self, state: &LineState<W>) -> bool {
        if self.plan.misere || self.exact() {
            let Status::ToMove(mover) = state.status else { return false };
            let wins = |cell| self.child(state, CellNumber(cell as u16)).status == Status::Won(mover);
            return self.open_cells(state).cells().any(wins);
        }
        self.winning_move(state).is_some()
    }

    /// The moves after which some cell completes a line and can be marked next, if the opponent does not take it.
    fn threats(&self, state: &LineState<W>, moves: &mut Vec<CellNumber>) -> bool {
        if self.plan.misere || self.exact() {
            return false;
        }
        let Status::ToMove(mover) = state.status else { return true };
        let [own, others] = [mover, mover.other()].map(|player| state.marks[player.index()]);
        let open = self.open_cells(state);
        let completing = [mover, mover.other()].map(|player| state.completing[player.index()]);
        let forced = open & completing[1];
        let candidates = if forced.is_empty() { open - self.beneath(completing[1]) } else { forced };
        // A mark below a cell that completes a line makes that cell the next in its column.
        let below = self.beneath(completing[0]);
        let threats = self.masks.iter().fold(below, |threats, line| {
            let missing = *line - own;
            // Without branches, which would be hard to predict.
            let lacks_two = (*line & others).is_empty() & missing.is_pair();
            threats | self.threatening(missing, open).only_if(lacks_two)
        });
        list(threats & candidates, moves);
        true
    }
}

impl<const W: usize> PairingHints for LineGame<W> {
    /// True if some line holds no mark of the opponent's. In misère games the opponent must have one to fill.
    #[inline]
    fn can_win(&self, state: &LineState<W>, player: Player) -> bool {
        if self.exact() {
            return true;
        }
        let spoiler = if self.plan.misere { player } else { player.other() };
        let taken = state.marks[spoiler.index()];
        self.masks.iter().any(|line| (*line & taken).is_empty())
    }

    /// If an extra mark never hurts: true if the player has pairs against every line that the opponent could
    /// complete.
    #[inline]
    fn cannot_lose(&self, state: &LineState<W>, player: Player) -> bool {
        if self.marks_never_hurt() {
            self.has_pairs(state, player)
        } else {
            !self.can_win(state, player.other())
        }
    }

    /// Pairs of cells, if an extra mark never hurts; otherwise none, unless the opponent cannot win.
    fn pairing(&self, state: &LineState<W>, player: Player) -> Option<Vec<(CellNumber, CellNumber)>> {
        if self.marks_never_hurt() {
            self.pairs(state, player)
        } else {
            self.pairs_hold(state, player, &[]).then(Vec::new)
        }
    }

    /// If marks fall, a pair cannot be answered in any order, and if they may hurt, not at all: then this holds
    /// only against opponents who cannot win.
    fn pairs_hold(&self, state: &LineState<W>, player: Player, pairs: &[(CellNumber, CellNumber)]) -> bool {
        if self.marks_never_hurt() {
            self.are_pairs(state, player, pairs)
        } else {
            pairs.is_empty() && !self.can_win(state, player.other())
        }
    }
}

impl<const W: usize> OrderingHints for LineGame<W> {
    fn move_codes(&self) -> usize {
        self.cells
    }

    #[inline]
    fn move_code(&self, mv: CellNumber) -> usize {
        mv.number()
    }

    #[inline]
    fn move_of_code(&self, state: &LineState<W>, code: usize) -> Option<CellNumber> {
        let Status::ToMove(_) = state.status else { return None };
        (code < self.cells && self.open_cells(state).has(code)).then_some(CellNumber(code as u16))
    }

    #[inline]
    fn table_key(&self, state: &LineState<W>) -> u64 {
        key_of(&self.merged_marks(state)) ^ state.turn_key()
    }

    /// If an extra mark never hurts: a key of the live part of the board. While there are few marks, symmetric
    /// positions share a key instead.
    #[inline]
    fn outcome_key(&self, state: &LineState<W>) -> u64 {
        let marks = state.marks[0].len() + state.marks[1].len();
        if marks > 8 && self.marks_never_hurt() { self.live_key(state) } else { self.table_key(state) }
    }

    /// Moves to cells that do not matter any more.
    #[inline]
    fn drop_useless(&self, state: &LineState<W>, moves: &mut Vec<CellNumber>, from: usize) {
        if let Status::ToMove(mover) = state.status
            && self.marks_never_hurt()
        {
            let worthwhile = self.worthwhile(state, mover);
            let mut kept = from;
            for at in from..moves.len() {
                if worthwhile.has(moves[at].number()) {
                    moves[kept] = moves[at];
                    kept += 1;
                }
            }
            moves.truncate(kept.max(from + 1));
        }
    }

    /// The lines through the cell that only one player has marked so far: eight times as much for each mark there.
    #[inline]
    fn ordering_score(&self, state: &LineState<W>, mv: CellNumber) -> i32 {
        let [first, second] = state.marks;
        // Without branches, which would be hard to predict.
        let counts_for = |a: usize, b: usize| i32::from(a == 0 || b == 0) << (3 * (a + b).min(6));
        let mut sum = 0;
        let mut lines = 0;
        for together in self.through(mv.number()) {
            lines += together.len() as i32;
            for line in together {
                sum += counts_for(line.both(&first), line.both(&second));
            }
        }
        // Every cell counts as many lines as the cell with the most of them; the missing ones are lines of no
        // cells.
        let (a, b) = if self.exact() { (first.len(), second.len()) } else { (0, 0) };
        sum + (self.most_through as i32 - lines) * counts_for(a, b)
    }

    #[inline]
    fn plies_left(&self, state: &LineState<W>) -> Option<u32> {
        let left = (self.board - state.marks[0] - state.marks[1]).len() as u32;
        (left <= 500).then_some(left)
    }
}

impl<const W: usize> Specialized for LineGame<W> {
    fn specialists(&self) -> Specialists<Self> {
        Specialists {
            solver: self.solver(),
            forcing: Some(|game| Forcer::new(game).map(|forcer| Box::new(forcer) as _)),
            defences: Some(Self::defences),
            unpaired: self.marks_never_hurt().then_some(Self::heaviest),
            holding: Some(|game, defender, memory| {
                DefenderSearch::new(game, defender, memory).map(|holder| Box::new(holder) as _)
            }),
            ..Specialists::default()
        }
    }
}

impl<const W: usize> LineGame<W> {
    /// If the opponent's line lacks just one free cell: this cell, and those that complete a line of the mover's.
    fn defences(&self, state: &LineState<W>, threat: usize, moves: &mut Vec<CellNumber>) {
        let Status::ToMove(mover) = state.status else { return };
        let open = self.open_cells(state);
        let [own, others] = [mover, mover.other()].map(|player| open & state.completing[player.index()]);
        let is_real = !self.plan.misere && !self.exact() && threat < self.cells && others.has(threat);
        list(if is_real { own | Bits::from_cells([threat]) } else { open }, moves);
    }

    /// The cells right below these in their columns, if marks fall; else none.
    #[inline]
    pub(super) fn beneath(&self, cells: Bits<W>) -> Bits<W> {
        if self.falls { (cells - self.floor).lowered() } else { Bits::EMPTY }
    }

    /// Those of two cells after which the other cell is open, if marks fall, or both.
    #[inline]
    fn threatening(&self, pair: Bits<W>, open: Bits<W>) -> Bits<W> {
        if !self.falls {
            return pair;
        }
        let now = pair & open;
        (now & self.beneath(pair)) | pair.only_if(now == pair)
    }
}
