//! Games that were solved are not solved again.

use std::sync::{Arc, Barrier};
use std::time::Duration;

use plywood_rules::Stop;
use plywood_rules::threads::{Caller, working_for};
use plywood_workshop::{SolvedGames, Trouble};

/// Solved games are not solved again, and neither are those that could not be; attempts that were stopped are.
#[test]
fn games_are_tried_once() {
    let (kept, refused) = (8, 200);
    let (games, never) = (SolvedGames::default(), &Stop::never());
    let mut times = 0;
    let mut ask = |name: &str, result: Option<Result<u64, Trouble>>| {
        games.get(name.to_string(), never, || {
            times += 1;
            result
        })
    };
    let no = || Trouble::failed("too large");
    assert!(ask("stopped", None).is_none());
    assert_eq!(ask("stopped", Some(Ok(7))), Some(Ok(Arc::new(7))));
    assert_eq!(ask("stopped", None), Some(Ok(Arc::new(7))));
    assert_eq!(ask("large", Some(Err(no()))), Some(Err(no())));
    assert_eq!(ask("large", Some(Ok(1))), Some(Err(no())));
    assert_eq!(times, 3);
    // Refusals do not evict known results.
    for number in 0..2 * refused {
        assert_eq!(games.get::<u64>(format!("larger {number}"), never, || Some(Err(no()))), Some(Err(no())));
    }
    assert_eq!(games.get("stopped".to_string(), never, || None), Some(Ok(Arc::new(7u64))));
    for number in 0..kept {
        assert!(games.get(format!("small {number}"), never, || Some(Ok(()))).is_some());
    }
    assert!(!games.is_empty() && games.len() <= kept + refused);
    assert_eq!(games.get::<u64>("stopped".to_string(), never, || None), None);
}

#[test]
fn a_game_that_another_thread_solves_is_waited_for_until_the_stop() {
    let games = SolvedGames::default();
    let (begun, goes_on) = (Barrier::new(2), Barrier::new(2));
    let solve = || {
        begun.wait();
        goes_on.wait();
        Some(Ok(7u8))
    };
    std::thread::scope(|scope| {
        let solver = scope.spawn(|| games.get("game".to_string(), &Stop::never(), solve));
        begun.wait();
        let stop = Stop::never().within(Duration::from_millis(5));
        assert!(games.get::<u8>("game".to_string(), &stop, || panic!("one thread is enough")).is_none());
        goes_on.wait();
        assert_eq!(solver.join().unwrap(), Some(Ok(Arc::new(7))));
    });
}

/// An answer that failing rules led to is that of their own call alone.
#[test]
fn a_call_whose_rules_failed_leaves_nothing_behind() {
    struct Failed;
    impl Caller for Failed {
        fn has_failed(&self) -> bool {
            true
        }
    }
    let (games, never) = (SolvedGames::default(), &Stop::never());
    let wrong =
        working_for(Some(Arc::new(Failed)), || games.get("own".to_string(), never, || Some(Ok(1u64))));
    assert_eq!(wrong, Some(Ok(Arc::new(1))));
    assert_eq!(games.get("own".to_string(), never, || Some(Ok(2u64))), Some(Ok(Arc::new(2))));
    assert_eq!(games.get::<u64>("own".to_string(), never, || None), Some(Ok(Arc::new(2))));
}
