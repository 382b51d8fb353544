//! Many at once teach one brain, and nothing is lost.

use std::sync::Arc;

use plywood_learn::{
    Access, Aim, Brain, Learner, Loops, OpenBrains, Opponent, Training, TrainingStage, WantedSettings,
};
use plywood_rules::bot::Random;
use plywood_rules::student::Finished;
use plywood_rules::{Playable, Player, Run, Stop};

use crate::kit::{MEMORY, Played, ScratchBrain, edge, open, play, rng, seats, settings, text_of, with_game};

const TEACHERS: u64 = 4;
const GAMES: u64 = 25;

#[test]
fn what_many_teach_at_once_adds_up() {
    fn test<G: Playable>(game: Arc<G>) {
        let ScratchBrain { brain, folder } = ScratchBrain::new(&game, settings(1.0, 0.99, 1));
        // A node is passed once for each of its edges' visits, and loops do not occur in this game.
        let teach = |teacher: u64| -> u64 {
            let own = if teacher.is_multiple_of(2) { Player::First } else { Player::Second };
            let mut rng = rng(teacher);
            let mut machine = Learner::new(Arc::clone(&brain), Aim::Value, true, None);
            let mut moves = 0;
            for _ in 0..GAMES {
                let played: Played<G> = play(&*game, seats(own, &mut machine, &mut Random), &mut rng);
                moves += played.moves.len() as u64;
                played.teach(&brain, Player::BOTH.map(|player| player == own));
            }
            moves
        };
        let moves: u64 = std::thread::scope(|scope| {
            let teachers: Vec<_> = (0..TEACHERS).map(|teacher| scope.spawn(move || teach(teacher))).collect();
            teachers.into_iter().map(|teacher| teacher.join().unwrap()).sum()
        });
        let check = |brain: &Brain<G>| {
            let summary = brain.summary(&Stop::never()).unwrap().unwrap();
            assert_eq!(brain.counters().games, TEACHERS * GAMES);
            assert_eq!(summary.visits, moves);
            let start = brain.known_moves(&game.initial()).unwrap();
            // A corner, a side and the centre: the other moves are images of these.
            let kinds = || start.iter().take(2).chain(&start[4..5]).filter_map(|known| known.edge);
            assert_eq!(u64::from(kinds().map(|edge| edge.visits).sum::<u32>()), TEACHERS * GAMES);
            assert_eq!(u64::from(kinds().map(|edge| edge.tries).sum::<u16>()), TEACHERS / 2 * GAMES);
        };
        check(&brain);
        let text = text_of(&brain);
        drop(brain);
        let brain = open(&game, &folder.at("brain"), MEMORY);
        check(&brain);
        assert!(text_of(&brain) == text);
    }
    with_game!("tictactoe", test);
}

#[test]
fn a_brain_in_use_is_opened_once() {
    fn test<G: Playable>(game: Arc<G>) {
        let folder = crate::kit::Folder::new();
        let path = folder.at("brain");
        let open = OpenBrains::default();
        assert!(open.open(&game, &path, Access::Read, MEMORY).is_err());
        let brains: Vec<Arc<Brain<G>>> = std::thread::scope(|scope| {
            let ask = || open.open_or_create(&game, &path, WantedSettings::default(), MEMORY).unwrap();
            let asked: Vec<_> = (0..4).map(|_| scope.spawn(ask)).collect();
            asked.into_iter().map(|asked| asked.join().unwrap()).collect()
        });
        assert!(brains.iter().all(|brain| Arc::ptr_eq(brain, &brains[0])));
        crate::kit::teach(&brains[0], "b2 a1");
        assert_eq!(edge(&brains[3], "3/3/3 x", "b2").unwrap().visits, 1);
        drop(brains);
        let again = open.open(&game, &path, Access::Read, MEMORY).unwrap();
        assert_eq!(again.counters().games, 1);
        // Open for reading, until a user wants to learn.
        let to_learn = open.open(&game, &path, Access::Write, MEMORY).unwrap();
        assert!(Arc::ptr_eq(&again, &to_learn));
        crate::kit::teach(&again, "b2 a1");
        assert_eq!(to_learn.counters().games, 2);
    }
    with_game!("tictactoe", test);
}

/// The last user of a brain closes its file while another one asks for it.
#[test]
fn a_brain_that_is_just_being_closed_is_waited_for() {
    fn test<G: Playable>(game: Arc<G>) {
        let folder = crate::kit::Folder::new();
        let path = folder.at("brain");
        let open = OpenBrains::default();
        let visits = || {
            for _ in 0..20 {
                let brain = open.open_or_create(&game, &path, WantedSettings::default(), MEMORY).unwrap();
                crate::kit::teach(&brain, "b2 a1");
            }
        };
        std::thread::scope(|scope| (0..3).for_each(|_| drop(scope.spawn(visits))));
        let brain = open.open(&game, &path, Access::Read, MEMORY).unwrap();
        assert_eq!(brain.counters().games, 60);
    }
    with_game!("tictactoe", test);
}

/// A brain keeps the settings that it was made with; only those that are asked for are compared.
#[test]
fn a_brain_refuses_other_settings() {
    fn test<G: Playable>(game: Arc<G>) {
        let folder = crate::kit::Folder::new();
        let path = folder.at("brain");
        let open = OpenBrains::default();
        let ask = |wanted| open.open_or_create(&game, &path, wanted, MEMORY).map(|brain| *brain.settings());
        let none = WantedSettings::default();
        let own = WantedSettings { gamma: Some(0.5), prove: Some(2), ..none };
        let made = settings(1.0, 0.5, 2);
        for same in [own, none, own, WantedSettings { gamma: Some(0.5), ..none }] {
            assert_eq!(ask(same).unwrap(), made);
        }
        for (other, named) in [
            (WantedSettings { gamma: Some(0.9), ..none }, "gamma=0.9, prove=2"),
            (WantedSettings { alpha: Some(0.1), ..own }, "alpha=0.1, gamma=0.5"),
            (WantedSettings { symmetry: Some(false), ..none }, "symmetry=off"),
            (WantedSettings { loops: Some(Loops::AtOnce), ..none }, "loops=at-once"),
        ] {
            let error = ask(other).unwrap_err();
            assert!(error.is_mistake() && error.to_string().contains(named), "{error}");
        }
    }
    with_game!("tictactoe", test);
}

/// A run of its own in every thread, and games that others teach meanwhile: all of them are learnt.
#[test]
fn runs_that_teach_one_brain_at_once_count_their_own_games() {
    fn test<G: Playable>(game: Arc<G>) {
        let ScratchBrain { brain, folder } = ScratchBrain::new(&game, settings(1.0, 0.99, 1));
        let (one, other) = ([150, 40], 70);
        let train = |games: u64, plan: &str| {
            let stages = vec![TrainingStage { games, opponent: Opponent::Itself }];
            let training = Training { plan: plan.to_string(), ..Training::new(game.initial(), stages) };
            let mut run = training.begin(&brain);
            assert_eq!(run.done(), 0, "a run that is under way was not interrupted");
            // In parts, as it is between measurements.
            for until in (0..=games).step_by(10) {
                run.run_until(until, &Run::default()).unwrap();
                assert_eq!(run.done(), until);
            }
            run.finish().unwrap();
        };
        std::thread::scope(|scope| {
            // Two of them have the same plan.
            one.into_iter().for_each(|games| drop(scope.spawn(move || train(games, "a plan"))));
            scope.spawn(|| train(other, "another plan"));
            scope.spawn(|| (0..25).for_each(|_| drop(crate::kit::teach(&brain, "b2 a1"))));
        });
        let all = one.iter().sum::<u64>() + other + 25;
        assert_eq!(brain.counters().games, all);
        assert!(brain.run().unwrap().finished || brain.run().unwrap().done > 0);
        drop(brain);
        assert_eq!(open(&game, &folder.at("brain"), MEMORY).counters().games, all);
    }
    with_game!("tictactoe", test);
}

/// The run that was begun last goes on after an interruption; one that it took the place of begins anew.
#[test]
fn the_file_keeps_the_run_that_was_begun_last() {
    fn test<G: Playable>(game: Arc<G>) {
        let ScratchBrain { brain, folder: _folder } = ScratchBrain::new(&game, settings(1.0, 0.99, 1));
        let training = |plan: &str| Training {
            plan: plan.to_string(),
            ..Training::new(game.initial(), vec![TrainingStage { games: 30, opponent: Opponent::Itself }])
        };
        let (first, second) = (training("first"), training("second"));
        let (mut early, mut late) = (first.begin(&brain), second.begin(&brain));
        for until in [10, 20] {
            early.run_until(until + 1, &Run::default()).unwrap();
            late.run_until(until, &Run::default()).unwrap();
        }
        assert_eq!((early.done(), late.done(), brain.counters().games), (21, 20, 41));
        early.finish().unwrap();
        let kept = brain.run().unwrap();
        assert_eq!((kept.plan.as_str(), kept.done, kept.finished), ("second", 20, false));
        drop(late);
        assert_eq!((second.begin(&brain).done(), first.begin(&brain).done()), (20, 0));
    }
    with_game!("tictactoe", test);
}

/// A brain has one writer, under whatever name its file is opened; a file that takes its name is another brain.
#[cfg(unix)]
#[test]
fn the_file_counts_and_not_its_name() {
    fn test<G: Playable>(game: Arc<G>) {
        let folder = crate::kit::Folder::new();
        let path = folder.at("brain");
        let (open, elsewhere) = (OpenBrains::default(), OpenBrains::default());
        let ask = |open: &OpenBrains, path: &std::path::Path| {
            open.open_or_create(&game, path, WantedSettings::default(), MEMORY)
        };
        let brain = ask(&open, &path).unwrap();
        std::os::unix::fs::symlink(&path, folder.at("link")).unwrap();
        std::fs::hard_link(&path, folder.at("name")).unwrap();
        for name in ["link", "name", "./brain"] {
            assert!(Arc::ptr_eq(&ask(&open, &folder.at(name)).unwrap(), &brain), "{name}");
            let error = ask(&elsewhere, &folder.at(name)).err().unwrap().to_string();
            assert!(error.contains("in use"), "{error}");
        }
        crate::kit::teach(&brain, "b2 a1");
        // A file that lost its name learns nothing more; what has the name now is opened instead.
        std::fs::rename(&path, folder.at("old")).unwrap();
        let played = Played::of(&*game, "b2 a1");
        let learn = |brain: &Brain<G>| {
            let Played { states, moves, ended } = &played;
            brain.learn(&Finished { states, moves, ended: *ended, own: [false; 2] }).map(drop)
        };
        let error = learn(&brain).unwrap_err().to_string();
        assert!(error.contains("brain'") && error.contains("removed or replaced"), "{error}");
        let new = ask(&open, &path).unwrap();
        assert!(!Arc::ptr_eq(&new, &brain));
        learn(&new).unwrap();
        assert!(learn(&brain).is_err());
        assert_eq!(new.counters().games, 1);
        drop(brain);
        assert_eq!(ask(&open, &folder.at("name")).unwrap().counters().games, 1);
    }
    with_game!("tictactoe", test);
}
