//! Games with clocks: the time that is reported to bots, and the result for a bot without time left.

use std::sync::{Arc, Mutex};
use std::time::Duration;

use crate::common::{Nim, a_match, by, hearing};
use plywood_arena::{Contestant, Match};
use plywood_rules::ending::{Call, Ending};
use plywood_rules::{Clock, Player, Run, Stop};

const fn ms(ms: u64) -> Duration {
    Duration::from_millis(ms)
}

/// Takes its time a move, and one stone.
fn taking<'a>(name: &str, time: Duration) -> Contestant<'a, Nim> {
    by(name, move |_: &Nim, _, _| {
        std::thread::sleep(time);
        1
    })
}

/// Searches until it is stopped.
fn endless<'a>() -> Contestant<'a, Nim> {
    by("endless", |_: &Nim, _, stop: &Stop| {
        while !stop.is_raised() {
            std::thread::sleep(ms(1));
        }
        1
    })
}

#[test]
fn who_has_no_time_left_has_lost() {
    // The player who begins at three stones wins if one is taken at a time.
    let clock = Some(Clock { left: ms(100), increment: Duration::ZERO });
    let played = Match { clock, ..a_match(&Nim(3), 4, [endless(), taking("quick", Duration::ZERO)]) };
    let standing = played
        .run(&hearing(&|played| {
            let loser = played.player_of_first_bot();
            assert_eq!(played.record.ending, Ending::Called(Call::OutOfTime(loser)));
            // What was answered too late is not played.
            let before = usize::from(loser == Player::Second);
            assert_eq!(played.record.moves.len(), before);
            let spent = played.spent[loser.index()];
            assert_eq!((spent.moves, spent.late), (1, 1));
            assert!(spent.longest >= ms(110) && spent.latest == spent.longest - ms(100), "{spent:?}");
        }))
        .unwrap();
    assert_eq!((standing.total().losses, standing.time_losses), (4, [4, 0]));
    let reversed = Match { clock, ..a_match(&Nim(3), 2, [taking("quick", Duration::ZERO), endless()]) };
    let standing = reversed.run(&Run::default()).unwrap();
    assert_eq!((standing.total().wins, standing.time_losses), (2, [0, 2]));
}

#[test]
fn bots_are_told_what_is_left_and_moves_earn_their_increment() {
    let seen = Arc::new(Mutex::new(Vec::new()));
    let told = Arc::clone(&seen);
    let watching = by("watching", move |_: &Nim, position, _: &Stop| {
        told.lock().unwrap().push(position.clock.unwrap());
        std::thread::sleep(ms(20));
        1
    });
    let clock = Clock { left: ms(60_000), increment: ms(5) };
    let played =
        Match { clock: Some(clock), ..a_match(&Nim(7), 1, [watching, taking("quick", Duration::ZERO)]) };
    played
        .run(&hearing(&|played| {
            assert_eq!(played.spent[0].moves, 4);
            assert!(played.spent[0].total >= ms(80) && played.spent[0].mean_seconds() >= Some(0.02));
            assert_eq!(played.spent[0].late, 0);
        }))
        .unwrap();
    let seen = seen.lock().unwrap();
    assert_eq!((seen.len(), seen[0]), (4, clock));
    for two in seen.windows(2) {
        assert!(two[1].left <= two[0].left - ms(15), "{two:?}");
        assert_eq!(two[1].increment, ms(5));
    }
}

#[test]
fn without_a_clock_nobody_is_told_of_one_and_times_are_measured_all_the_same() {
    let unhurried = by("unhurried", |_: &Nim, position, _: &Stop| {
        assert_eq!(position.clock, None);
        std::thread::sleep(ms(2));
        1
    });
    let played = a_match(&Nim(2), 1, [unhurried, taking("slow", ms(3))]);
    let standing = played.run(&hearing(&|played| {
        assert!(played.spent[0].longest >= ms(2) && played.spent[1].longest >= ms(3));
        assert_eq!(played.spent[1].latest, Duration::ZERO);
    }));
    assert_eq!(standing.unwrap().time_losses, [0, 0]);
}
