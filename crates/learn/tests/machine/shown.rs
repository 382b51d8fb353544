//! Traces of the strategy graph.

use std::sync::Arc;

use plywood_learn::{Aim, Learner};
use plywood_rules::trace::End;
use plywood_rules::{Bot, Game, Notation, Position, Stop, Trace, Value};

use crate::kit::{ScratchBrain, rng, settings, teach};
use crate::ways::Ways;

#[test]
fn the_known_moves_with_their_values_and_visits() {
    let game = Arc::new(Ways::new("s 1: t win2; t 2: u win2 draw; u 1: win1 win2 draw"));
    let ScratchBrain { brain, folder: _folder } = ScratchBrain::new(&game, settings(1.0, 0.9, 0));
    // The q of t is 0.81 then, that of t/u -0.9, that of u/win1 1 (see `rule.rs`); the first and third player is the first.
    teach(&brain, "t u win1");
    teach(&brain, "t u win2");
    let ask = |most: usize| {
        let mut trace = Trace::new(most);
        let mut bot = Learner::new(Arc::clone(&brain), Aim::Value, false, None);
        let state = game.initial();
        let plain = bot.choose(&game, Position::new(&state), &mut rng(7), &Stop::never());
        let report =
            bot.choose_traced(&game, Position::new(&state), &mut rng(7), &Stop::never(), &mut trace).unwrap();
        assert_eq!(report, plain);
        let mut states = vec![state];
        let mut lines = Vec::new();
        for node in trace.nodes() {
            let mut name = "root".to_string();
            if let (Some(parent), Some(mv)) = (node.parent, node.mv) {
                name = game.move_text(&states[parent], mv);
                states.push(game.child(&states[parent], mv));
            }
            let number = |value: Value| format!("{:.2}", value.points(1.0));
            let value = node.value.map_or("-".to_string(), number);
            let tally =
                node.tally.map_or("-".to_string(), |tally| format!("{}:{:.2}", tally.visits, tally.mean));
            let order = node.order.map_or("-".to_string(), |order| order.to_string());
            let principal = if node.principal { " !" } else { "" };
            let end = format!("{:?}", node.end).to_lowercase();
            lines.push(format!("{order} {name} {value} {tally} {end}{principal}"));
        }
        (lines, trace.left_out())
    };
    let expected = [
        "1 root 0.81 - searched !",
        "2 t 0.81 2:0.81 searched !",
        "- win2 - - unvisited",
        "3 u 0.90 2:0.90 searched !",
        "- win2 - - unvisited",
        "- draw - - unvisited",
        "4 win1 1.00 1:1.00 over !",
        "5 win2 -1.00 1:-1.00 over",
        "- draw - - unvisited",
    ];
    assert_eq!(ask(usize::MAX), (expected.map(String::from).to_vec(), 0));
    // Where there is no room, the rest of the graph is not shown.
    let (lines, left_out) = ask(4);
    let shorter = [expected[0], expected[1], expected[2], "3 u 0.90 2:0.90 horizon !"];
    assert_eq!((lines, left_out), (shorter.map(String::from).to_vec(), 2));
    // A position that is shown already is not expanded again; final positions are.
    assert!(expected.iter().all(|line| !line.contains("table")));
}

/// A position that several paths lead to, or a cycle, is shown once.
#[test]
fn a_graph_with_circles() {
    let game = Arc::new(Ways::new("s 1: t u; t 2: s win2; u 2: t win1"));
    let ScratchBrain { brain, folder: _folder } = ScratchBrain::new(&game, settings(1.0, 0.9, 0));
    for moves in ["t s u t win2", "u win1", "u t s t win2"] {
        teach(&brain, moves);
    }
    let mut trace = Trace::new(usize::MAX);
    let state = game.initial();
    let mut bot = Learner::new(Arc::clone(&brain), Aim::Value, false, None);
    bot.choose_traced(&game, Position::new(&state), &mut rng(7), &Stop::never(), &mut trace).unwrap();
    let ends = |end: End| trace.nodes().iter().filter(|node| node.end == end).count();
    assert_eq!((ends(End::Searched), ends(End::Table), trace.nodes().len()), (3, 2, 7));
}
