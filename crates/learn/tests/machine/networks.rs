//! N-tuple networks: what they learn, that the number of threads does not matter, and that nothing is lost.

use std::collections::{HashMap, HashSet};
use std::num::NonZeroUsize;
use std::sync::Arc;

use plywood_games::{Visitor, open_small};
use plywood_learn::{Access, Brain, LearnSettings, MemoryKind, Opponent, Training, TrainingStage};
use plywood_rules::cells::random_states;
use plywood_rules::scene::Place;
use plywood_rules::student::Finished;
use plywood_rules::{Evaluate, Game, Playable, Player, Run, Stop, Turn};

use crate::kit::{Folder, MEMORY, Played, ScratchBrain, open, text_of};

fn settings(kind: MemoryKind) -> LearnSettings {
    LearnSettings { kind, ..LearnSettings::default() }
}

/// Trains by self-play until game `until` of `games`.
fn train<G: Playable>(brain: &Brain<G>, games: [u64; 2], explore: f64, threads: usize) {
    descend(brain, games, explore, threads, 0);
}

/// The same, with so many lines before each move.
fn descend<G: Playable>(
    brain: &Brain<G>,
    [until, games]: [u64; 2],
    explore: f64,
    threads: usize,
    lines: u32,
) {
    let stages = vec![TrainingStage { games, opponent: Opponent::Itself }];
    let training = Training {
        plan: "a run".into(),
        round: NonZeroUsize::new(16).unwrap(),
        max_plies: 200,
        explore,
        lines,
        ..Training::new(brain.game().initial(), stages)
    };
    training.begin(brain).run_until(until, &Run { threads, ..Run::default() }).unwrap();
}

/// The values that a brain gives to the moves of random positions.
fn opinions<G: Playable>(brain: &Brain<G>) -> Vec<Option<f32>> {
    let known = |state| brain.known_moves(state).unwrap();
    random_states(brain.game(), 5, 60).iter().flat_map(known).map(|known| known.value).collect()
}

/// The value of every position that can be reached, for the first player.
fn solve<G: Game>(game: &G, state: &G::State, known: &mut HashMap<G::State, i8>) -> i8 {
    if let Some(&value) = known.get(state) {
        return value;
    }
    let value = match game.turn(state) {
        Turn::Over(outcome) => outcome.utility(Player::First),
        Turn::Decision(mover) => {
            let mut moves = Vec::new();
            game.legal_moves(state, &mut moves);
            let sign = mover.sign() as i8;
            sign * moves.iter().map(|&mv| sign * solve(game, &game.child(state, mv), known)).max().unwrap()
        }
        Turn::Chance => unreachable!("there are no dice"),
    };
    known.insert(state.clone(), value);
    value
}

/// Names a check of any game.
macro_rules! check {
    ($Name:ident, $game:ident => $body:expr) => {
        struct $Name;

        impl Visitor for $Name {
            type Output = ();

            fn visit<G: Playable>(self, game: G) {
                let $game = Arc::new(game);
                $body
            }
        }
    };
}

check!(LearnsPerfectly, game => {
    let mut exact = HashMap::new();
    solve(&*game, &game.initial(), &mut exact);
    // Descent looks at what is promising, and seldom at positions after bad moves of both sides.
    for (games, lines, most) in [(40_000, 0, 0), (3_000, 10, exact.len() / 100)] {
        let scratch = ScratchBrain::new(&game, settings(MemoryKind::Ntuple));
        descend(&scratch.brain, [games; 2], 0.5, 1, lines);
        let is_wrong = |&(state, &value): &(&G::State, &i8)| {
            let moves = scratch.brain.known_moves(state).unwrap();
            let best = moves.iter().max_by(|a, b| a.value.unwrap().total_cmp(&b.value.unwrap()));
            best.is_some_and(|best| exact[&game.child(state, best.mv)] != value)
        };
        let wrong: Vec<_> = exact.iter().filter(is_wrong).map(|(state, _)| game.state_text(state)).collect();
        assert!(wrong.len() <= most, "{lines} lines: {} are wrong: {wrong:?}", wrong.len());
    }
});

#[test]
fn tic_tac_toe_is_learnt_perfectly() {
    open_small("tictactoe", LearnsPerfectly).unwrap();
}

check!(SameOnAnyThreads, game => {
    for (kind, lines) in [(MemoryKind::Ntuple, 0), (MemoryKind::Both, 0), (MemoryKind::Both, 3)] {
        let brains = [1, 2, 3].map(|threads| {
            let scratch = ScratchBrain::new(&game, settings(kind));
            descend(&scratch.brain, [160; 2], 0.2, threads, lines);
            scratch
        });
        let [one, two, three] = brains.each_ref().map(|scratch| text_of(&scratch.brain));
        assert!(one == two && one == three, "they differ");
    }
});

#[test]
fn the_number_of_threads_does_not_matter() {
    open_small("mnk:m=4,n=4,k=3", SameOnAnyThreads).unwrap();
    open_small("pikkpakk:size=3", SameOnAnyThreads).unwrap();
}

check!(Resumes, game => {
    let whole = ScratchBrain::new(&game, settings(MemoryKind::Ntuple));
    train(&whole.brain, [320; 2], 0.2, 1);
    let folder = Folder::new();
    let path = folder.at("brain");
    drop(Brain::create(Arc::clone(&game), &path, settings(MemoryKind::Ntuple), MEMORY).unwrap());
    for until in [100, 170, 320] {
        train(&open(&game, &path, MEMORY), [until, 320], 0.2, 1);
    }
    assert!(text_of(&whole.brain) == text_of(&open(&game, &path, MEMORY)), "they differ");
});

#[test]
fn a_run_that_was_interrupted_ends_as_any_other() {
    open_small("connect4", Resumes).unwrap();
    open_small("pig:target=20", Resumes).unwrap();
}

check!(IsKept, game => {
    let scratch = ScratchBrain::new(&game, settings(MemoryKind::Ntuple));
    let path = scratch.folder.at("brain");
    let played = Played::of(&*game, "d a d a d a d");
    let mut brain = Some(scratch.brain);
    for _ in 0..3 {
        let lesson = played.teach(brain.as_ref().unwrap(), [true, false]);
        assert!(lesson.values.iter().any(|value| value.before != Some(value.now)), "nothing was learnt");
        let before = opinions(brain.as_ref().unwrap());
        drop(brain.take());
        brain = Some(Arc::new(open(&game, &path, MEMORY)));
        assert_eq!(opinions(brain.as_ref().unwrap()), before);
    }
});

#[test]
fn what_a_game_taught_is_on_disk() {
    open_small("connect4", IsKept).unwrap();
}

check!(LearnsAllOrNothing, game => {
    let scratch = ScratchBrain::new(&game, settings(MemoryKind::Ntuple));
    let played = Played::of(&*game, "d d d d a b a b a b a");
    let good = || Finished { states: &played.states, moves: &played.moves, ended: played.ended, own: [true; 2] };
    // The second mark in a column cannot be the first.
    let bad = Finished { moves: &played.moves[1..], ..good() };
    let before = text_of(&scratch.brain);
    assert!(scratch.brain.learn_all(&[good(), bad]).unwrap_err().to_string().contains("move 1"));
    assert!(text_of(&scratch.brain) == before, "a part was learnt");
    assert_eq!(scratch.brain.learn_all(&[good(), good()]).unwrap().games, 2);
    assert!(text_of(&scratch.brain) != before, "nothing was learnt");
});

#[test]
fn games_are_learnt_together_or_not_at_all() {
    open_small("connect4", LearnsAllOrNothing).unwrap();
}

check!(TextReadsBack, game => {
    let scratch = ScratchBrain::new(&game, settings(MemoryKind::Both));
    train(&scratch.brain, [64; 2], 0.2, 1);
    let text = text_of(&scratch.brain);
    assert!(text.starts_with("{\"plywood-brain\":4,"), "programs that know no networks refuse it");
    let other = scratch.folder.at("other");
    let read = Brain::import(Arc::clone(&game), &other, &mut text.as_bytes(), MEMORY, &Stop::never());
    assert!(text_of(&read.unwrap().unwrap()) == text, "it differs");
    let broken = text.replace("\"weights\":[[", "\"weights\":[[4000000000,0,0,0],[");
    let broken = Brain::import(Arc::clone(&game), &scratch.folder.at("b"), &mut broken.as_bytes(), MEMORY, &Stop::never());
    assert!(broken.err().unwrap().to_string().contains("weight 4000000000 makes no sense"));
});

#[test]
fn the_text_of_a_network_reads_back() {
    open_small("tictactoe", TextReadsBack).unwrap();
}

check!(KeepsTuples, game => {
    let scratch = ScratchBrain::new(&game, settings(MemoryKind::Ntuple));
    let text = text_of(&scratch.brain);
    let (patterns, openings) = text.split_once(",{\"tuples\":[[[0,0],[1,0],[2,0],[3,0],[4,0],[5,0],[6,0],[7,0],[8,0]").unwrap();
    assert!(openings.contains("\"openings\":{\"plies\":60,\"bits\":22,\"percent\":25}"), "the openings are not last");
    let older = format!("{patterns}]}}}}\n");
    let import = |name: &str, text: &str| {
        Brain::import(Arc::clone(&game), &scratch.folder.at(name), &mut text.as_bytes(), MEMORY, &Stop::never())
    };
    assert!(text_of(&import("older", &older).unwrap().unwrap()) == older, "its tuples are others");
    let of_images = text.replace(",\"percent\":25", "");
    assert!(of_images != text && text_of(&import("of images", &of_images).unwrap().unwrap()) == of_images, "its openings are others");
    let other = older.replace("\"contents\":[4,4", "\"contents\":[4,3");
    assert!(import("other", &other).err().unwrap().to_string().contains("other cells"));
});

#[test]
fn a_network_keeps_the_tuples_it_was_made_with() {
    open_small("connect4", KeepsTuples).unwrap();
}

check!(Searches, game => {
    let scratch = ScratchBrain::new(&game, settings(MemoryKind::Ntuple));
    train(&scratch.brain, [48; 2], 0.3, 1);
    let evaluation = scratch.brain.evaluation().unwrap();
    let mut replies = evaluation.reply_evaluator(&game);
    assert_eq!(replies.is_none(), game.has_chance());
    for state in random_states(&*game, 3, 60) {
        let Turn::Decision(mover) = game.turn(&state) else { continue };
        let (mut moves, mut points) = (Vec::new(), Vec::new());
        for known in scratch.brain.known_moves(&state).unwrap() {
            let child = game.child(&state, known.mv);
            if game.turn(&child).outcome().is_none() {
                let followed = evaluation.evaluate(&game, &child);
                assert_eq!(followed, scratch.brain.evaluation().unwrap().evaluate(&game, &child));
                // Its weights are rounded.
                let value = mover.sign() * f64::from(known.value.unwrap()) * evaluation.win_worth(&game);
                assert!((followed - value).abs() < 0.02 * evaluation.win_worth(&game), "{}: {followed} for {value}", game.name());
                moves.push(known.mv);
                points.push(mover.sign() * followed);
            }
        }
        let (Some(replies), Some(most)) = (&mut replies, points.iter().copied().reduce(f64::max)) else { continue };
        let (best, place) = replies.best(&game, &state, 0, &moves, f64::INFINITY).unwrap();
        assert_eq!((best, points[place]), (most, most), "{}", game.name());
        for &enough in &points {
            let (found, place) = replies.best(&game, &state, 0, &moves, enough).unwrap();
            assert_eq!(found, points[place], "{}", game.name());
            assert!(found >= enough, "{}: {found} for {enough}", game.name());
        }
    }
});

#[test]
fn an_evaluation_is_followed_from_position_to_position() {
    for name in [
        "connect4",
        "cube:n=3,d=3",
        "othello:size=4",
        "kalah:houses=3,seeds=3",
        "pikkpakk:size=3",
        "breakthrough:m=5,n=5",
        "pig:target=20",
    ] {
        open_small(name, Searches).unwrap_or_else(|error| panic!("{name}: {error}"));
    }
}

check!(SharesImages, game => {
    let scratch = ScratchBrain::new(&game, settings(MemoryKind::Ntuple));
    train(&scratch.brain, [48; 2], 0.3, 1);
    let evaluation = scratch.brain.evaluation().unwrap();
    let name = game.name();
    let near = |a: f64, b: f64| assert!((a - b).abs() < 1e-9, "{name}: {a} and {b}");
    for state in random_states(&*game, 5, 60) {
        let value = evaluation.evaluate(&game, &state);
        for map in 1..game.symmetries() {
            near(evaluation.evaluate(&game, &game.map_state(&state, map)), value);
        }
        if let Some(exchanged) = game.exchanged(&state) {
            near(evaluation.evaluate(&game, &exchanged), -value);
        }
    }
});

#[test]
fn images_have_one_value() {
    for name in
        ["connect4", "othello:size=4", "breakthrough:m=5,n=5", "kalah:houses=3,seeds=3", "pikkpakk:size=5"]
    {
        open_small(name, SharesImages).unwrap_or_else(|error| panic!("{name}: {error}"));
    }
}

check!(Explains, game => {
    let scratch = ScratchBrain::new(&game, settings(MemoryKind::Ntuple));
    train(&scratch.brain, [48; 2], 0.3, 1);
    let (brain, evaluation) = (&scratch.brain, scratch.brain.evaluation().unwrap());
    for state in random_states(&*game, 5, 40) {
        let explained = |count| brain.explain(&state, count);
        let Turn::Decision(mover) = game.turn(&state) else {
            assert_eq!(explained(5), None);
            continue;
        };
        let all = explained(usize::MAX).unwrap();
        let value = mover.sign() * evaluation.evaluate(&game, &state) / evaluation.win_worth(&game);
        assert!((f64::from(all.value) - value).abs() < 0.02, "{}: {} for {value}", game.name(), all.value);
        let sum: f32 = all.reasons.iter().map(|reason| reason.share).sum();
        assert!((sum - all.value).abs() < 1e-4, "{sum} for {}", all.value);
        assert!(all.reasons.is_sorted_by(|a, b| a.share.abs() >= b.share.abs()));
        // Images of a tuple that have its squares are one with it.
        let squares = |cells: &[(Option<Place>, u8)]| {
            let mut squares: Vec<_> = cells.iter().filter_map(|&(place, _)| place.map(<(usize, usize, usize)>::from)).collect();
            squares.sort_unstable();
            squares
        };
        let mut seen = HashSet::new();
        assert!(all.reasons.iter().map(|reason| squares(&reason.cells)).filter(|it| !it.is_empty()).all(|it| seen.insert(it)));
        assert_eq!(explained(3).unwrap().reasons, all.reasons[..3.min(all.reasons.len())]);
    }
});

#[test]
fn a_value_is_the_sum_of_what_its_tuples_add() {
    for name in ["tictactoe", "connect4", "breakthrough:m=5,n=5", "pig:target=20"] {
        open_small(name, Explains).unwrap_or_else(|error| panic!("{name}: {error}"));
    }
}

check!(Refuses, game => {
    let folder = Folder::new();
    let made = Brain::create(Arc::clone(&game), &folder.at("brain"), settings(MemoryKind::Both), MEMORY);
    assert!(made.err().unwrap().to_string().contains("dice"));
    let graph = Brain::open(game, &folder.at("brain"), Access::Read, MEMORY);
    assert!(graph.is_err());
});

#[test]
fn a_graph_cannot_learn_dice() {
    open_small("pig:target=20", Refuses).unwrap();
}
