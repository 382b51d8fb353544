//! Bots that see games as text: they follow the game, and their opinions reach reports.

use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex};

use plywood_erased::{Ending, Playthrough};
use plywood_rules::random::below;
use plywood_rules::{Clock, Run, Stop, Value};
use plywood_workshop::{MatchOptions, OpeningBook, TextAnswer, TextBot, TextTurn, Workshop};
use rand_core::Rng;

/// Plays any move, and checks that the moves it is shown lead from the start to the position.
struct Watcher(Arc<AtomicUsize>);

impl TextBot for Watcher {
    fn choose(&mut self, position: &dyn Playthrough, rng: &mut dyn Rng, _: &Stop) -> String {
        let record = position.record(["", ""]);
        let game = Workshop::standard().open(&position.game()).unwrap();
        let again = game.session(record.tag("Position"), &record.moves.join(" "), 0).unwrap();
        assert_eq!(again.position(), position.position());
        self.0.fetch_max(record.moves.len(), Ordering::Relaxed);
        let mut moves = position.moves();
        moves.swap_remove(below(rng, moves.len()))
    }
}

#[test]
fn text_bots_see_the_start_and_all_moves() {
    for (game, position, longest) in [
        ("pig", None, 30),
        ("hex:size=4,swap=on", None, 5),
        ("pikkpakk:size=3", None, 6),
        ("connect4", Some("7/7/7/7/7/2xo3 x"), 7),
    ] {
        let seen = Arc::new(AtomicUsize::new(0));
        let sees = Arc::clone(&seen);
        let workshop = Workshop::standard()
            .with_bot("watcher", "Watches.", &[], move |_| Ok(Box::new(Watcher(Arc::clone(&sees)))));
        let plan = MatchOptions {
            bots: ["watcher", "random"].map(str::to_string),
            games: 4,
            seed: 5,
            position: position.map(str::to_string),
            openings: OpeningBook::Random { plies: 2 },
            max_plies: 60,
            ..MatchOptions::default()
        };
        let opened = workshop.open(game).unwrap();
        let played = opened.hold_match(&plan, &Run::default()).unwrap();
        assert_eq!(played.standing.total().games(), 4);
        assert!(seen.load(Ordering::Relaxed) >= longest, "{game}: {seen:?}");
    }
}

/// Has an opinion on its first move, and none, nor a move, on the second.
struct Sage(Arc<Mutex<Vec<String>>>, u32);

impl TextBot for Sage {
    fn choose(&mut self, position: &dyn Playthrough, _: &mut dyn Rng, _: &Stop) -> String {
        position.moves().swap_remove(0)
    }

    fn answer(&mut self, turn: &TextTurn<'_>, _: &mut dyn Rng, _: &Stop) -> Result<TextAnswer, String> {
        let saw = format!("{} {:?}", turn.position.played().join(" "), turn.clock.map(|clock| clock.left));
        self.0.lock().unwrap().push(saw);
        self.1 += 1;
        let pv = ["b2", "a1", "a1", "c3"].map(str::to_string).to_vec();
        match self.1 {
            1 => Ok(TextAnswer { value: Some(Value::Estimated(0.5)), pv, ..TextAnswer::new("b2") }),
            2 => Err("it has a headache".to_string()),
            _ => Ok(TextAnswer::new("z9")),
        }
    }

    fn game_over(&mut self, ending: Ending) {
        self.0.lock().unwrap().push(ending.result().to_string());
    }
}

#[test]
fn opinions_clocks_and_reasons_are_passed_on() {
    let seen = Arc::default();
    let sees = Arc::clone(&seen);
    let workshop = Workshop::standard()
        .with_bot("sage", "Knows.", &[], move |_| Ok(Box::new(Sage(Arc::clone(&sees), 0))));
    let mut bots = workshop.open("tictactoe").unwrap().seat_bots([Some("sage"), None], None, 1).unwrap();
    let second = std::time::Duration::from_secs(1);
    let clock = Some(Clock { left: second, increment: second });
    let mut ask = |moves: &[&str], clock| {
        let moves: Vec<String> = moves.iter().map(ToString::to_string).collect();
        bots.follow(0, &moves)?;
        bots.search(clock, Arc::new(|_: &_| ()), &Stop::never())
    };
    let first = ask(&[], clock).unwrap();
    assert_eq!((first.best.as_str(), first.value), ("b2", Some(Value::Estimated(0.5))));
    assert_eq!(first.pv, ["b2", "a1"], "the line ends where it is not legal");
    assert_eq!(ask(&["b2", "a1"], None).unwrap_err().to_string(), "it has a headache");
    let illegal = ask(&["b2", "c1"], None).unwrap_err().to_string();
    assert!(illegal.starts_with("illegal move: 'z9'"), "{illegal}");
    assert_eq!(*seen.lock().unwrap(), [" Some(1s)", "b2 a1 None", "b2 c1 None"]);
}
