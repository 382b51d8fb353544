//! Brains as text and back, and two brains made into one.

use std::sync::Arc;

use plywood_learn::{Access, Brain, BrainError, LearnSettings, Loops, Opponent, Training, TrainingStage};
use plywood_rules::bot::Random;
use plywood_rules::{Playable, Player, Proved, Run, Stop};

use crate::kit::{
    Folder, MEMORY, ScratchBrain, TINY, edge, open, proof, q, settings, teach, teach_resigned, text_of,
    with_game,
};
use crate::ways::Ways;

fn trained<G: Playable>(game: &Arc<G>, games: u64, seed: u64, settings: LearnSettings) -> ScratchBrain<G> {
    let housed = ScratchBrain::new(game, settings);
    let training = Training {
        plan: "texts".into(),
        start: game.initial(),
        stages: vec![TrainingStage { games, opponent: Opponent::Bot(Box::new(|| Box::new(Random) as _)) }],
        seed,
        explore: 0.2,
        round: std::num::NonZeroUsize::MIN,
        max_plies: 40,
        search: 1,
        lines: 0,
        teacher: None,
    };
    training.begin(&housed.brain).run_until(games, &Run::default()).unwrap();
    housed
}

fn import<G: Playable>(game: &Arc<G>, folder: &Folder, text: &str) -> Result<Brain<G>, BrainError> {
    let read =
        Brain::import(Arc::clone(game), &folder.at("new"), &mut text.as_bytes(), MEMORY, &Stop::never());
    read.map(|brain| brain.expect("it was not stopped"))
}

#[test]
fn what_is_written_reads_back() {
    fn test<G: Playable>(game: Arc<G>) {
        for (alpha, symmetry, loops) in
            [(1.0, true, Loops::After), (0.3, true, Loops::AtOnce), (0.3, false, Loops::After)]
        {
            let told = LearnSettings { symmetry, loops, ..settings(alpha, 0.97, 1) };
            let ScratchBrain { brain, folder } = trained(&game, 300, 1, told);
            let text = text_of(&brain);
            for limits in [MEMORY, TINY] {
                let mut lines = text.as_bytes();
                let path = folder.at("copy");
                let copy = Brain::import(Arc::clone(&game), &path, &mut lines, limits, &Stop::never());
                let copy = copy.unwrap().unwrap();
                assert!(text_of(&copy) == text, "{} with {told}", game.name());
                assert_eq!((copy.counters(), copy.settings()), (brain.counters(), brain.settings()));
                assert_eq!(folder.names(), ["brain", "copy"]);
                drop(copy);
                std::fs::remove_file(path).unwrap();
            }
        }
    }
    with_game!("tictactoe", test);
    with_game!("pikkpakk:size=3", test);
}

#[test]
fn a_text_may_show_positions_from_any_side() {
    fn test<G: Playable>(game: Arc<G>) {
        let folder = Folder::new();
        let head = text_of(&ScratchBrain::new(&game, settings(1.0, 0.99, 1)).brain);
        let line = r#"{"position":"3/3/2x o","searched":1,"moves":[{"move":"a3","q":-0.5,"visits":7}]}"#;
        let brain = import(&game, &folder, &format!("{head}\n{line}\n\n")).unwrap();
        for (position, mv) in [("3/3/2x o", "a3"), ("3/3/x2 o", "c3"), ("x2/3/3 o", "c1")] {
            let known = edge(&brain, position, mv).unwrap();
            assert_eq!((known.q, known.visits), (-0.5, 7));
        }
        assert_eq!((brain.counters().nodes, brain.counters().edges), (1, 1));
    }
    with_game!("tictactoe", test);
}

#[test]
fn a_line_that_makes_no_sense_is_named_and_leaves_nothing() {
    fn test<G: Playable>(game: Arc<G>) {
        let ScratchBrain { brain, folder: _folder } = trained(&game, 5, 1, settings(1.0, 0.99, 1));
        let text = text_of(&brain);
        let (head, rest) = text.split_once('\n').unwrap();
        let with = |line: &str| format!("{head}\n{line}\n{rest}");
        let cases = [
            (String::new(), "line 1:"),
            (rest.to_string(), "line 1:"),
            ("a brain\n".to_string(), "line 1:"),
            (text.replacen("\"plywood-brain\":1", "\"plywood-brain\":5", 1), "line 1:"),
            (text.replacen("m=3,n=3,k=3", "m=4,n=3,k=3", 1), "mnk:m=4,n=3,k=3"),
            (text.replacen("\"alpha\":1.0", "\"alpha\":1.5", 1), "alpha"),
            (with("no json"), "line 2:"),
            (with(r#"{"position":"3/3/3 x"}"#), "line 2:"),
            (with(r#"{"position":"3/3/3 x","moves":[],"colour":"red"}"#), "line 2:"),
            (with(r#"{"position":"3/3/4 x","moves":[]}"#), "line 2:"),
            (with(r#"{"position":"xxx/oo1/3 o","moves":[]}"#), "line 2:"),
            (with(r#"{"position":"3/3/3 x","moves":[{"move":"d9","q":0.5}]}"#), "line 2:"),
            (with(r#"{"position":"3/3/x2 o","moves":[{"move":"a1","q":0.5}]}"#), "line 2:"),
            (with(r#"{"position":"3/3/3 x","moves":[{"move":"b2","q":1.5}]}"#), "line 2: q of 'b2'"),
            (with(r#"{"position":"3/3/3 x","moves":[{"move":"b2","q":1e99}]}"#), "line 2:"),
            (
                with(r#"{"position":"3/3/3 x","moves":[{"move":"b2","result":-2,"tries":1}]}"#),
                "line 2: result",
            ),
            (with(r#"{"position":"3/3/3 x","moves":[{"move":"b2","visits":-1}]}"#), "line 2:"),
            (with(r#"{"position":"3/3/3 x","moves":[{"move":"b2","proved":"win"}]}"#), "line 2:"),
            (with(r#"{"position":"3/3/3 x","moves":[{"move":"b2","proved":"won","plies":3}]}"#), "line 2:"),
            (format!("{text}{{"), &format!("line {}:", text.lines().count() + 1)),
        ];
        for (wrong, said) in cases {
            let folder = Folder::new();
            let error = import(&game, &folder, &wrong).err().expect("it makes no sense").to_string();
            assert!(error.contains(said), "'{said}' is not in: {error}");
            assert_eq!(folder.names(), [""; 0], "{error}");
        }
        let folder = Folder::new();
        std::fs::write(folder.at("new"), "something else").unwrap();
        assert!(import(&game, &folder, &text).is_err());
        assert_eq!(std::fs::read_to_string(folder.at("new")).unwrap(), "something else");
        // Stopped.
        let folder = Folder::new();
        let stop = Stop::never();
        stop.raise();
        let read = Brain::import(Arc::clone(&game), &folder.at("new"), &mut text.as_bytes(), MEMORY, &stop);
        assert!(read.unwrap().is_none());
        assert_eq!(folder.names(), [""; 0]);
    }
    with_game!("tictactoe", test);
}

/// A brain with no other owner, to be merged.
fn alone<G: Playable>(housed: ScratchBrain<G>) -> (Brain<G>, Folder) {
    let ScratchBrain { brain, folder } = housed;
    (Arc::into_inner(brain).expect("it is not shared"), folder)
}

#[test]
fn merging_adds_up() {
    let game = Arc::new(Ways::new("s 1: t u; t 2: draw win2 win1; u 2: draw win2 win1"));
    let new = || alone(ScratchBrain::new(&game, settings(1.0, 0.9, 0)));
    let ((left, _one), (right, _two)) = (new(), new());
    teach(&left, "t win2"); // s t: -0.9
    teach(&left, "t draw");
    teach(&left, "t win2");
    teach(&right, "t draw"); // s t: 0
    teach(&right, "u win1"); // s u: 0.9
    let merged = left.merge(&right, &Stop::never()).unwrap().unwrap();
    assert_eq!(merged.counters().games, 5);
    assert_eq!((merged.counters().nodes, merged.counters().edges), (3, 5));
    let visits = |position, mv| edge(&merged, position, mv).unwrap().visits;
    assert_eq!([visits("s", "t"), visits("s", "u"), visits("t", "win2"), visits("t", "draw")], [4, 1, 2, 2]);
    crate::kit::about(q(&merged, "s", "t"), -0.675); // (3 * -0.9 + 1 * 0) / 4
    crate::kit::about(q(&merged, "s", "u"), 0.9);
    crate::kit::about(q(&merged, "t", "win2"), 1.0);
}

#[test]
fn what_is_proved_in_either_stays_proved() {
    let game = Arc::new(Ways::new("s 1: t u; t 2: v win1; v 1: win2; u 2: draw"));
    let new = || alone(ScratchBrain::new(&game, settings(1.0, 0.9, 1)));
    for swapped in [false, true] {
        let ((knows, _one), (guesses, _two)) = (new(), new());
        teach(&knows, "t v win2");
        teach_resigned(&guesses, "t v", Player::First);
        teach_resigned(&guesses, "t", Player::First);
        assert_eq!((proof(&guesses, "s", "t"), q(&guesses, "s", "t")), (None, 1.0));
        let (into, from) = if swapped { (guesses, knows) } else { (knows, guesses) };
        let merged = into.merge(&from, &Stop::never()).unwrap().unwrap();
        assert_eq!(proof(&merged, "t", "v"), Some(Proved::Win { plies: 2 }));
        assert_eq!((proof(&merged, "s", "t"), q(&merged, "s", "t")), (Some(Proved::Loss { plies: 3 }), -1.0));
        assert_eq!(edge(&merged, "s", "t").unwrap().visits, 3);
    }
}

#[test]
fn merging_with_its_own_copy_doubles_the_visits() {
    fn test<G: Playable>(game: Arc<G>) {
        let housed = trained(&game, 200, 3, settings(0.5, 0.99, 1));
        let (before, summary) =
            (housed.brain.counters(), housed.brain.summary(&Stop::never()).unwrap().unwrap());
        let (brain, folder) = alone(housed);
        std::fs::copy(folder.at("brain"), folder.at("copy")).unwrap();
        let copy = open(&game, &folder.at("copy"), MEMORY);
        let merged = brain.merge(&copy, &Stop::never()).unwrap().unwrap();
        assert_eq!(merged.counters().games, 2 * before.games);
        assert_eq!((merged.counters().nodes, merged.counters().edges), (before.nodes, before.edges));
        let both = merged.summary(&Stop::never()).unwrap().unwrap();
        assert_eq!(both, plywood_learn::Summary { visits: 2 * summary.visits, ..summary });
        // All values are what they were: the average of a number with itself is the number.
        let values = |text: &str| -> Vec<String> {
            let rest = |line: &str| {
                line.split("\"q\":").map(|part| part.split(',').next().unwrap().into()).collect()
            };
            text.lines().skip(1).flat_map::<Vec<String>, _>(rest).collect()
        };
        assert!(values(&text_of(&merged)) == values(&text_of(&copy)));
        assert_eq!(folder.names(), ["brain", "copy"]);
    }
    with_game!("tictactoe", test);
}

#[test]
fn brains_that_do_not_fit_together_are_left_alone() {
    fn test<G: Playable>(game: Arc<G>) {
        let wanted = settings(1.0, 0.99, 1);
        for other in [settings(0.5, 0.99, 1), settings(1.0, 0.9, 1), settings(1.0, 0.99, 0)] {
            let (brain, folder) = alone(trained(&game, 20, 1, wanted));
            let ScratchBrain { brain: other, folder: _other } = trained(&game, 20, 2, other);
            let text = text_of(&brain);
            let error = brain.merge(&other, &Stop::never()).err().expect("they differ").to_string();
            assert!(error.contains("alpha"), "{error}");
            assert_eq!(folder.names(), ["brain"]);
            assert!(text_of(&open(&game, &folder.at("brain"), MEMORY)) == text);
        }
        // Stopped.
        let (brain, folder) = alone(trained(&game, 20, 1, wanted));
        let ScratchBrain { brain: other, folder: _other } = trained(&game, 20, 2, wanted);
        let text = text_of(&brain);
        let stop = Stop::never();
        stop.raise();
        assert!(brain.merge(&other, &stop).unwrap().is_none());
        assert_eq!(folder.names(), ["brain"]);
        assert!(text_of(&open(&game, &folder.at("brain"), MEMORY)) == text);
    }
    with_game!("tictactoe", test);
}

#[test]
fn a_brain_of_another_game_is_refused_by_name() {
    let (one, other) = ("s 1: t win1; t 2: win2", "s 1: t win2; t 2: win2");
    let game = Arc::new(Ways::new(one));
    let ScratchBrain { brain, folder } = ScratchBrain::new(&game, settings(1.0, 0.99, 1));
    teach(&brain, "t win2");
    drop(brain);
    let wrong = Brain::open(Arc::new(Ways::new(other)), &folder.at("brain"), Access::Write, MEMORY);
    let error = wrong.err().expect("another game").to_string();
    assert!(error.contains(one) && error.contains(other), "{error}");
    // The same name, but other rules.
    let changed = Ways::named(one, "s 1: t draw; t 2: win2");
    let wrong = Brain::open(Arc::new(changed), &folder.at("brain"), Access::Write, MEMORY);
    let error = wrong.err().expect("other rules").to_string();
    assert!(error.contains("other rules"), "{error}");
    assert_eq!(open(&game, &folder.at("brain"), MEMORY).counters().games, 1);
    // Merging says so too.
    let (brain, _folder) = alone(ScratchBrain::new(&game, settings(1.0, 0.99, 1)));
    let ScratchBrain { brain: wrong, folder: _other } =
        ScratchBrain::new(&Arc::new(Ways::new(other)), settings(1.0, 0.99, 1));
    let error = brain.merge(&wrong, &Stop::never()).err().expect("another game").to_string();
    assert!(error.contains(one) && error.contains(other), "{error}");
}

#[test]
fn games_with_dice_are_refused() {
    fn test<G: Playable>(game: Arc<G>) {
        let folder = Folder::new();
        let made = Brain::create(Arc::clone(&game), &folder.at("brain"), settings(1.0, 0.99, 1), MEMORY);
        assert!(matches!(made, Err(BrainError::Dice(_))));
        assert_eq!(folder.names(), [""; 0]);
    }
    with_game!("pig", test);
}
