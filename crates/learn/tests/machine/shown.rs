//! Positions as a brain shows them, and traces of the strategy graph.

use std::collections::HashMap;
use std::sync::Arc;

use plywood_learn::{Aim, Edge, LearnSettings, Learner, MemoryKind, Opponent, Training, TrainingStage};
use plywood_rules::bot::Random;
use plywood_rules::trace::End;
use plywood_rules::{Bot, Game, Notation, Playable, Position, Proved, Run, Stop, Trace, Value};
use serde_json::Value as Json;

use crate::invariants::Truth;
use crate::kit::{ScratchBrain, edge, rng, settings, teach, text_of, with_game};
use crate::ways::Ways;

fn value(edge: &Edge) -> Value {
    edge.proof().map_or(Value::Estimated(f64::from(edge.q)), Value::Proved)
}

/// In every position of a trained brain: what it shows of the moves is what its text says, what a learner plays by and
/// what that learner says of them, with the same lines; and what is proved is true.
fn check<G: Playable>(game: &Arc<G>, told: LearnSettings, games: u64, solvable: bool) -> u32 {
    let ScratchBrain { brain, folder: _folder } = ScratchBrain::new(game, told);
    let random = Opponent::Bot(Box::new(|| Box::new(Random) as _));
    let stages = vec![TrainingStage { games, opponent: random }];
    let training = Training { max_plies: 40, ..Training::new(game.initial(), stages) };
    training.run(&brain, &Run::default()).unwrap();
    let mut truth = Truth { game: &**game, known: HashMap::new() };
    let mut learner = Learner::new(Arc::clone(&brain), Aim::Value, false, None);
    let mut followed = 0;
    for line in text_of(&brain).lines().skip(1) {
        let line: Json = serde_json::from_str(line).unwrap();
        let Some(position) = line["position"].as_str() else { continue };
        let state = game.parse_state(position).unwrap();
        let shown = brain.known_moves(&state).unwrap();
        let edge_of = |mv: G::Move| shown.iter().find(|known| known.mv == mv).unwrap().edge;
        for written in line["moves"].as_array().unwrap() {
            let mv = game.parse_move(&state, written["move"].as_str().unwrap()).unwrap();
            let edge = edge_of(mv).unwrap();
            let plies = edge.proof().and_then(Proved::plies);
            assert_eq!(written["q"].as_f64().map(|q| q as f32), Some(edge.q), "{position}: {written}");
            assert_eq!(written["proved"].as_str(), edge.proof().map(Proved::word), "{position}: {written}");
            assert_eq!(written["plies"].as_u64(), plies.map(u64::from), "{position}: {written}");
            followed += u32::from(!written["learnt"].is_null());
        }
        let report = learner.choose(game, Position::new(&state), &mut rng(1), &Stop::never());
        let best = shown.iter().find(|known| known.mv == report.best).unwrap();
        for said in &report.moves {
            let known = shown.iter().find(|known| known.mv == said.mv).unwrap();
            match (said.value, &known.edge) {
                (None, edge) => assert!(edge.is_none_or(|edge| edge.visits == 0), "{position}: {said:?}"),
                (Some(said), Some(edge)) if known.value.is_none() || edge.proof().is_some() => {
                    assert_eq!(said, value(edge), "{position}");
                }
                (Some(said), _) => assert_eq!(said, Value::Estimated(f64::from(known.value.unwrap()))),
            }
        }
        // Of an unknown move nothing is shown.
        if best.edge.is_some() || best.value.is_some() {
            assert_eq!(report.pv, best.line, "{position}: the line it expects");
        }
        if let (Some(edge), None) = (&best.edge, best.value) {
            let better = |other: &Edge| {
                other.q > edge.q
                    || (other.q == edge.q && edge.proof().is_some() && other.proof() > edge.proof())
            };
            assert!(!shown.iter().filter_map(|known| known.edge).any(|other| better(&other)), "{position}");
        }
        let proved = shown.iter().filter_map(|known| Some((known.mv, known.edge?.proof()?)));
        for (mv, proof) in proved.filter(|_| solvable) {
            assert_eq!(
                truth.of_move(&state, mv).word(),
                proof.word(),
                "{position} {}",
                game.move_text(&state, mv)
            );
        }
    }
    followed
}

#[test]
fn a_brain_shows_what_it_plays_by() {
    fn test<G: Playable>(game: Arc<G>) {
        let solvable = !game.name().starts_with("pikkpakk");
        let followed: u32 =
            [1, 3].map(|prove| check(&game, settings(1.0, 0.99, prove), 80, solvable)).iter().sum();
        // So few games of the others do not meet in a position that one of them proves.
        let meets = game.name().starts_with("mnk");
        assert!(followed > 0 || !meets, "{}: no proof was reached by another order", game.name());
        check(&game, settings(0.5, 0.9, 0), 30, solvable);
        check(&game, LearnSettings { kind: MemoryKind::Both, ..settings(1.0, 0.99, 1) }, 30, solvable);
    }
    with_game!("tictactoe", test);
    with_game!("mnk:m=3,n=3,k=3,misere=on", test);
    with_game!("pikkpakk:size=3", test);
    with_game!("hex:size=3", test);
}

/// The last move of one game proves the position that another one came to before.
#[test]
fn a_proof_by_another_order_of_moves_is_seen_from_both() {
    let game = Arc::new(Ways::new("s 1: t u; t 2: v; u 2: v; v 1: w; w 2: win1"));
    let ScratchBrain { brain, folder: _folder } = ScratchBrain::new(&game, settings(1.0, 0.9, 1));
    teach(&brain, "t v"); // called off
    let q = |mv| edge(&brain, "s", mv).unwrap().q;
    assert_eq!((q("t"), edge(&brain, "t", "v").unwrap().proof()), (0.0, None));
    teach(&brain, "u v w win1");
    let lost = Some(Proved::Loss { plies: 3 });
    assert_eq!(
        (edge(&brain, "u", "v").unwrap().proof(), edge(&brain, "t", "v").unwrap().proof()),
        (lost, lost)
    );
    let line = text_of(&brain).lines().find(|line| line.contains(r#""position":"t""#)).unwrap().to_string();
    let wanted = r#""move":"v","q":-1.0,"visits":1,"proved":"loss","plies":3,"learnt":0.0"#;
    assert!(line.contains(wanted), "{line}");
}

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
