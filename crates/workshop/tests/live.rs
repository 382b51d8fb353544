//! Reports of bots while they search, and their knowledge of their time.

use std::sync::{Arc, Mutex};
use std::time::Duration;

use crate::common::Sticks;
use plywood_erased::{SearchInfo, SearchListener};
use plywood_rules::{Stop, Value};
use plywood_workshop::{Clock, Workshop};

#[test]
fn thoughts_are_told_as_text_while_a_bot_thinks() {
    let workshop = Workshop::standard().with("sticks", "A heap.", &[], |_| Ok(Sticks(9)));
    let game = workshop.open("sticks").unwrap();
    let mut session = game.session(None, "2", 1).unwrap();
    let heard = Arc::new(Mutex::new(Vec::new()));
    let note = Arc::clone(&heard);
    let listener: SearchListener =
        Arc::new(move |thought: &SearchInfo| note.lock().unwrap().push(thought.clone()));
    session.listen(Some(Arc::clone(&listener)));
    let take = || std::mem::take(&mut *heard.lock().unwrap());

    session.analyse("chatty", false, 1, &Stop::never()).unwrap();
    let thoughts = take();
    assert_eq!(thoughts.iter().map(|thought| thought.depth).collect::<Vec<_>>(), [Some(1), Some(2)]);
    for thought in &thoughts {
        assert_eq!((thought.pv.as_slice(), thought.table_use), (&["1".into(), "2".into()][..], Some(0.5)));
        let expected = thought.nodes as f64 / thought.seconds;
        assert!(thought.nodes_per_second().is_none_or(|rate| (rate - expected).abs() <= 1e-6 * expected));
    }

    // A seated bot gets its clock, and wrappers forward the analysis of the bot inside.
    let mut bots = game.seat_bots([None, Some("chatty")], None, 1).unwrap();
    let clock = Clock { left: Duration::from_secs(7), increment: Duration::ZERO };
    bots.follow(0, &["2".to_string()]).unwrap();
    let found = bots.search(Some(clock), listener, &Stop::never()).unwrap();
    assert_eq!(found.best, "1");
    assert_eq!(take()[0].value, Some(Value::Exact(7.0)));

    session.listen(None);
    session.analyse("chatty", false, 1, &Stop::never()).unwrap();
    assert_eq!(take(), []);
}
