//! Games that were solved are not solved again.

use std::sync::Arc;

use plywood_workshop::{BotError, SolvedGames};

/// Solved games are not solved again, and neither are those that could not be; attempts that were stopped are.
#[test]
fn games_are_tried_once() {
    let (kept, refused) = (8, 200);
    let games = SolvedGames::default();
    let mut times = 0;
    let mut ask = |name: &str, result: Option<Result<u64, BotError>>| {
        games.get(name.to_string(), || {
            times += 1;
            result
        })
    };
    let no = || BotError::Failed("too large".to_string());
    assert!(ask("stopped", None).is_none());
    assert_eq!(ask("stopped", Some(Ok(7))), Some(Ok(Arc::new(7))));
    assert_eq!(ask("stopped", None), Some(Ok(Arc::new(7))));
    assert_eq!(ask("large", Some(Err(no()))), Some(Err(no())));
    assert_eq!(ask("large", Some(Ok(1))), Some(Err(no())));
    assert_eq!(times, 3);
    // Refusals do not evict known results.
    for number in 0..2 * refused {
        assert_eq!(games.get::<u64>(format!("larger {number}"), || Some(Err(no()))), Some(Err(no())));
    }
    assert_eq!(games.get("stopped".to_string(), || None), Some(Ok(Arc::new(7u64))));
    for number in 0..kept {
        assert!(games.get(format!("small {number}"), || Some(Ok(()))).is_some());
    }
    assert!(!games.is_empty() && games.len() <= kept + refused);
    assert_eq!(games.get::<u64>("stopped".to_string(), || None), None);
}
