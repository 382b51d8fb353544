//! What the rules tell searches: pushes that enclose at once, replies that are forced, keys and codes.
//!
//! A push changes what stands about the target only on the three files and three ranks through it and beside it. On
//! the lines beside it the push brings in one neighbour, so that three have to stand already; on the target's own
//! lines it moves the target between two balls that touch it at its corners now. Both are seen in the nine cells
//! about the target ([`Field::block`]), and where neither holds nothing else needs to be looked at.

use plywood_rules::{Player, Tactics, Urgency};

use super::field::cells_of;
use super::{Colour, Move, Opening, PikkPakk, State, Variant, Way};

/// What an opponent to whom a push was left can do about the target at once.
enum Sequel {
    /// Nothing.
    Quiet,
    /// The push itself enclosed the target in the opponent's colour.
    OwnGoal,
    /// Enclose it.
    Refuted,
}

impl Tactics for PikkPakk {
    fn candidates(&self, state: &State, moves: &mut Vec<Move>) -> Urgency {
        if let Some(mv) = self.winning_move(state) {
            moves.push(mv);
            return Urgency::Wins;
        }
        if state.placing {
            let hole = self.hole(state, state.mover.other());
            // Balls are placed in turn until the last, and after the last nobody encloses by placing.
            let cells = if hole != 0 { hole } else { self.free_cells(state) };
            moves.extend(cells_of(cells).map(|cell| Move::Place { cell: cell as u8 }));
            return Urgency::Open;
        }
        let (mut refuted, mut own_goal) = (None, None);
        let start = moves.len();
        let threatened = self.may_enclose(state, state.mover.other());
        for (way, first) in self.pushes(state, state.mover).iter() {
            let mv = self.push_of(state, way, first);
            if !threatened && !self.is_near(state, way, first) {
                moves.push(mv);
                continue;
            }
            match self.sequel(state, &self.pushed(state, mv)) {
                Sequel::Quiet => moves.push(mv),
                Sequel::Refuted => refuted = refuted.or(Some(mv)),
                Sequel::OwnGoal => own_goal = own_goal.or(Some(mv)),
            }
        }
        if moves.len() > start {
            return Urgency::Open;
        }
        // Where some pushes lose in two plies, one of those; own goals are over sooner.
        moves.extend(refuted.or(own_goal));
        if own_goal.is_none() { Urgency::Lost } else { Urgency::Open }
    }

    /// A move that encloses the target in the mover's colour. That a push leaves the opponent without one is seen
    /// when it is played.
    fn winning_move(&self, state: &State) -> Option<Move> {
        if state.placing {
            let hole = self.hole(state, state.mover);
            return (hole != 0).then(|| Move::Place { cell: hole.trailing_zeros() as u8 });
        }
        let (way, first) = self.enclosing_push(state, state.mover)?;
        Some(self.push_of(state, way, first))
    }

    /// Pushes after which the mover could enclose the target if it were their turn again.
    fn threats(&self, state: &State, moves: &mut Vec<Move>) -> bool {
        let (mover, other) = (state.mover, state.mover.other());
        if state.placing {
            // The second last neighbour, if a last one remains and no other reply is forced.
            let holes = self.field.around(state.target) & self.free_cells(state);
            let own = (self.field.around(state.target) & state.balls(mover)).count_ones();
            if own == 2 && holes.count_ones() == 2 && self.free_cells(state).count_ones() > 2 {
                moves.extend(cells_of(holes).map(|cell| Move::Place { cell: cell as u8 }));
            }
            return true;
        }
        let (threatens, threatened) = (self.may_enclose(state, mover), self.may_enclose(state, other));
        for (way, first) in self.pushes(state, mover).iter() {
            let near = self.is_near(state, way, first);
            if threatens || near {
                let mv = self.push_of(state, way, first);
                let after = self.pushed(state, mv);
                if self.enclosing_push(&after, mover).is_some()
                    && (!(threatened || near) || matches!(self.sequel(state, &after), Sequel::Quiet))
                {
                    moves.push(mv);
                }
            }
        }
        true
    }

    fn move_codes(&self) -> usize {
        let pushes =
            4 * self.field.cells() * if self.variant == Variant::Capture { self.field.side } else { 1 };
        pushes + if self.opening == Opening::Placement { self.field.cells() } else { 0 }
    }

    fn move_code(&self, mv: Move) -> usize {
        let cells = self.field.cells();
        match mv {
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

    /// Symmetric positions are kept apart: below a root whose own symmetric moves are left out none were found to
    /// meet.
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
    fn freedom(&self, state: &State, player: Player) -> Option<u32> {
        if state.placing {
            return None;
        }
        if player == self.player(state.mover) && state.winner.is_none() {
            return Some(u32::from(state.pushes));
        }
        let colour = if player == self.player(Colour::Light) { Colour::Light } else { Colour::Dark };
        Some(self.count_pushes(state, colour))
    }
}

/// Both halves of the product: what `wyhash` mixes by (Wang Yi, 2019).
#[inline]
fn fold(a: u64, b: u64) -> u64 {
    let product = u128::from(a) * u128::from(b);
    product as u64 ^ (product >> 64) as u64
}

impl PikkPakk {
    /// The one free cell beside the target, as a set, if `colour` stands on the other three while balls are placed.
    fn hole(&self, state: &State, colour: Colour) -> u128 {
        let missing = self.field.around(state.target) & !state.balls(colour);
        if missing.count_ones() == 1 { missing & self.free_cells(state) } else { 0 }
    }

    /// The board after a push; whose turn it is and how many pushes there are is as before.
    fn pushed(&self, state: &State, mv: Move) -> State {
        let mut after = *state;
        if let Move::Push { way, first, last } = mv {
            self.push(&mut after, way, first, last);
        }
        after
    }

    /// What the mover's opponent makes of the board `after` a push that did not win.
    fn sequel(&self, before: &State, after: &State) -> Sequel {
        let opponent = before.mover.other();
        if self.encloser(after) == Some(opponent) {
            Sequel::OwnGoal
        } else if self.enclosing_push(after, opponent).is_some() {
            Sequel::Refuted
        } else {
            Sequel::Quiet
        }
    }

    /// Whether the push runs along the target's file or rank or one next to it: no other changes its neighbours.
    fn is_near(&self, state: &State, way: Way, first: usize) -> bool {
        let target = usize::from(state.target);
        let lines = |cell| if way.is_along_file() { self.field.file(cell) } else { self.field.rank(cell) };
        lines(first).abs_diff(lines(target)) <= 1
    }

    /// False if `colour` cannot enclose the target with the next push, by the nine cells about it alone.
    fn may_enclose(&self, state: &State, colour: Colour) -> bool {
        // Lines that roll can bring the target in from the edge.
        let rolls_in = self.variant.rolls() && self.field.is_on_edge(state.target);
        rolls_in || self.field.may_be_enclosed(state.balls(colour), state.target)
    }

    /// A push of `colour` that would enclose the target in that colour if it were their turn.
    pub(super) fn enclosing_push(&self, state: &State, colour: Colour) -> Option<(Way, usize)> {
        if !self.may_enclose(state, colour) {
            return None;
        }
        self.pushes(state, colour).iter().find(|&(way, first)| {
            self.is_near(state, way, first)
                && self.encloser(&self.pushed(state, self.push_of(state, way, first))) == Some(colour)
        })
    }
}
