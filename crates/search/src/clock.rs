//! Time management: the part of a clock that a move may take.

use std::time::Duration;

use plywood_rules::Clock;

use crate::Limits;

/// The time that stays on the clock whatever happens: an answer takes a while to be noticed.
const MARGIN: Duration = Duration::from_millis(10);

/// The greatest margin: a fiftieth of the time left, but no more than this.
const MOST_MARGIN: Duration = Duration::from_millis(500);

/// The number of moves that share the time left, unless the end of the game is nearer.
const MOVES: u32 = 30;

/// The time for a move with this clock, in a game that lasts at most `plies_left` plies: the target, and the
/// limit if the search needs more. The target is at most the limit, and the limit is less than the time left;
/// both are zero if almost nothing is left.
///
/// An equal share of the time left for every remaining move, and three quarters of the increment, which comes
/// only after the move and cannot prevent a loss on time.
pub fn allot(clock: Clock, plies_left: Option<u32>) -> (Duration, Duration) {
    let margin = MARGIN.max(MOST_MARGIN.min(clock.left / 50));
    let most = clock.left.saturating_sub(margin);
    let moves = plies_left.map_or(MOVES, |plies| plies.div_ceil(2)).clamp(1, MOVES);
    let share = (clock.left / moves).saturating_add(clock.increment.saturating_mul(3) / 4);
    let soft = share.min(most);
    // However hard the move is, one of the next ones may be as hard.
    let hard = if moves == 1 { most } else { soft.saturating_mul(4).min(soft.max(most / 2)) };
    (soft, hard)
}

/// The limits of a search with this clock, if there is one, that does no more about its time: an equal share for every move.
pub(crate) fn on_the_clock(limits: Limits, clock: Option<Clock>, plies_left: Option<u32>) -> Limits {
    let share = clock.map(|clock| allot(clock, plies_left).0);
    Limits { time: limits.time.into_iter().chain(share).min(), ..limits }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn millis(left: u64, increment: u64, plies_left: Option<u32>) -> (u128, u128) {
        let [left, increment] = [left, increment].map(Duration::from_millis);
        let (soft, hard) = allot(Clock { left, increment }, plies_left);
        (soft.as_millis(), hard.as_millis())
    }

    #[test]
    fn a_move_gets_its_share() {
        assert_eq!(millis(60_000, 0, None), (2_000, 8_000));
        assert_eq!(millis(60_000, 2_000, None), (3_500, 14_000));
        // Five moves are left to make, the last one has all there is.
        assert_eq!(millis(60_000, 0, Some(9)), (12_000, 29_750));
        assert_eq!(millis(60_000, 0, Some(1)), (59_500, 59_500));
        assert_eq!(millis(60_000, 0, Some(0)), (59_500, 59_500));
    }

    #[test]
    fn who_minds_no_clock_gets_an_equal_share_of_it() {
        let clock = Some(Clock { left: Duration::from_secs(60), increment: Duration::ZERO });
        let [short, long] = [1, 5].map(|seconds| Limits::time(Duration::from_secs(seconds)));
        let of = |limits, clock| on_the_clock(limits, clock, None).time.map(|time| time.as_millis());
        assert_eq!(
            [of(Limits::depth(4), clock), of(short, clock), of(long, clock)],
            [2000, 1000, 2000].map(Some)
        );
        assert_eq!([of(Limits::depth(4), None), of(long, None)], [None, Some(5000)]);
    }

    #[test]
    fn nobody_lives_on_increments_that_have_not_come() {
        assert_eq!(millis(1_000, 10_000, None), (980, 980));
        assert_eq!(millis(100, 1_000, None), (90, 90));
        assert_eq!(millis(10, 1_000, None), (0, 0));
        assert_eq!(millis(0, 1_000, Some(3)), (0, 0));
    }

    #[test]
    fn never_more_than_is_left() {
        let lefts = (0..200).chain((200..20_000).step_by(37)).chain([3_600_000, u64::MAX / 2]);
        for left in lefts {
            for increment in [0, 1, 100, 5_000, u64::MAX / 2] {
                for plies_left in [None, Some(0), Some(1), Some(2), Some(40), Some(500)] {
                    let case = (left, increment, plies_left);
                    let (soft, hard) = millis(left, increment, plies_left);
                    assert!(soft <= hard, "{case:?}: {soft} {hard}");
                    assert!(hard <= u128::from(left.saturating_sub(10)), "{case:?}: {hard}");
                }
            }
        }
    }

    /// A player who takes all the time given at every move never runs out of time.
    #[test]
    fn it_lasts_for_the_longest_game() {
        for increment in [0, 50] {
            let increment = Duration::from_millis(increment);
            let mut left = Duration::from_secs(10);
            for moves in (1..=300).rev() {
                let (_, hard) = allot(Clock { left, increment }, Some(2 * moves));
                left = left.checked_sub(hard).expect("there is enough") + increment;
                assert!(left >= Duration::from_millis(10));
            }
        }
    }
}
