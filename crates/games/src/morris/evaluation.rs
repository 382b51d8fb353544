//! An estimate from men, mills, pairs that may become mills, and room to move.

use plywood_rules::{Evaluate, Player};

use super::game::{Morris, State};
use super::net::{is_pair, points_of};

/// The worth of a win; all men of a player are worth less.
const WIN: f64 = 10_000.0;

/// The evaluation `men`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Men;

/// The worth of a man.
const MAN: f64 = 100.0;
/// The worth of a closed mill: less than that of one that can be closed and not be stopped, so that mills are opened again.
const MILL: f64 = 20.0;

impl Morris {
    fn counted(&self, state: &State, player: Player) -> f64 {
        let [own, other] = [player, player.other()].map(|player| state.men[player.index()]);
        let free = self.net.full() & !own & !other;
        let mills = self.net.mills.iter().filter(|&&mill| own & mill == mill).count();
        let pairs = self.net.mills.iter().filter(|&&mill| is_pair(own, other, mill));
        let pairs: f64 = pairs.map(|&mill| self.worth_of_pair(state, player, mill)).sum();
        let room: u32 = points_of(own).map(|from| self.targets(own, free, from).count_ones()).sum();
        MAN * f64::from(state.total(player)) + MILL * mills as f64 + pairs + 2.0 * f64::from(room)
    }

    /// The worth of two men on a line whose third point is free.
    fn worth_of_pair(&self, state: &State, player: Player, mill: u32) -> f64 {
        let [own, other] = [player, player.other()].map(|player| state.men[player.index()]);
        let last = (mill & !own).trailing_zeros() as usize;
        let comes = |men: u32, of: u32, hand: u8| {
            hand > 0 || points_of(men).any(|from| self.targets(of, 1 << last, from) != 0)
        };
        let [hand, other_hand] = [player, player.other()].map(|player| state.hands[player.index()]);
        match (comes(own & !mill, own, hand), comes(other, other, other_hand)) {
            (true, false) => 45.0,
            (true, true) => 15.0,
            (false, _) => 5.0,
        }
    }
}

impl Evaluate<Morris> for Men {
    fn evaluate(&self, game: &Morris, state: &State) -> f64 {
        let [first, second] = Player::BOTH.map(|player| game.counted(state, player));
        // A move is worth a little.
        first - second + 5.0 * state.mover.sign()
    }

    fn win_worth(&self, _: &Morris) -> f64 {
        WIN
    }
}
