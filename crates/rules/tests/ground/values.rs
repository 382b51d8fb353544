//! The order of values, and stopping.

use std::cmp::Ordering;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::Duration;

use plywood_rules::{Outcome, Player, Proved, Stop, Value};
use proptest::prelude::*;

fn any_proved() -> impl Strategy<Value = Proved> {
    prop_oneof![
        Just(Proved::Draw),
        (0u32..6).prop_map(|plies| Proved::Win { plies }),
        (0u32..6).prop_map(|plies| Proved::Loss { plies }),
    ]
}

fn any_value() -> impl Strategy<Value = Value> {
    let points = || (-3i32..=3).prop_map(f64::from);
    prop_oneof![
        any_proved().prop_map(Value::Proved),
        points().prop_map(Value::Exact),
        points().prop_map(Value::Estimated)
    ]
}

proptest! {
    #[test]
    fn values_are_in_a_line(a in any_value(), b in any_value(), c in any_value()) {
        let order = a.compare(&b);
        prop_assert_eq!(b.compare(&a), order.reverse());
        prop_assert_eq!(a.reversed().compare(&b.reversed()), order.reverse());
        prop_assert_eq!(a.reversed().reversed(), a);
        if a.compare(&b).is_le() && b.compare(&c).is_le() {
            prop_assert!(a.compare(&c).is_le());
        }
        // The order is that of the points, where a win is worth more than any of them.
        if order != Ordering::Equal && a.points(9.0) != b.points(9.0) {
            prop_assert_eq!(a.points(9.0).partial_cmp(&b.points(9.0)), Some(order));
        }
        prop_assert_eq!(a.reversed().points(9.0), 0.0 - a.points(9.0));
    }

    #[test]
    fn proofs_are_ordered_like_values(a in any_proved(), b in any_proved()) {
        prop_assert_eq!(a.cmp(&b), Value::Proved(a).compare(&Value::Proved(b)));
        prop_assert_eq!(a.reversed().cmp(&b.reversed()), b.cmp(&a));
        prop_assert_eq!(a.cmp(&b) == Ordering::Equal, a == b);
    }
}

#[test]
fn proofs_tell_their_distance() {
    let cases = [
        (Proved::Win { plies: 3 }, "win", Some(3)),
        (Proved::Draw, "draw", None),
        (Proved::Loss { plies: 0 }, "loss", Some(0)),
    ];
    for (proved, word, plies) in cases {
        assert_eq!((proved.word(), proved.plies()), (word, plies));
        assert_eq!(Value::Proved(proved).proved(), Some(proved));
    }
    assert_eq!(Value::Exact(1.0).proved(), None);
}

#[test]
fn outcomes_are_seen_by_a_player() {
    let cases = [
        (Outcome::Win(Player::First), 1),
        (Outcome::Win(Player::Second), -1),
        (Outcome::Draw, 0),
        (Outcome::Payoff(0.5), 1),
        (Outcome::Payoff(-7.0), -1),
        (Outcome::Payoff(0.0), 0),
    ];
    for (outcome, first) in cases {
        assert_eq!(outcome.utility(Player::First), first, "{outcome:?}");
        assert_eq!(outcome.utility(Player::Second), -first, "{outcome:?}");
    }
}

#[test]
fn everyone_who_shares_a_stop_sees_it() {
    let flag = Arc::new(AtomicBool::new(false));
    let stop = Stop::on(Arc::clone(&flag));
    let limited = stop.within(Duration::from_secs(3600));
    assert!(!stop.is_raised() && !limited.is_raised());
    // The sooner end counts, and it is no cancellation.
    let ended = limited.within(Duration::ZERO).within(Duration::from_secs(3600));
    assert!(ended.is_raised() && !ended.is_cancelled() && !limited.is_raised());
    limited.raise();
    assert!(stop.is_raised() && stop.is_cancelled() && ended.is_cancelled());
    assert!(flag.load(std::sync::atomic::Ordering::Relaxed));
    assert!(!Stop::never().within(Duration::MAX).is_raised());
}
