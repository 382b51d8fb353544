//! Games that end before their rules end them: programs from outside that fail, and results that are known.

use std::sync::{Arc, Mutex};

use crate::common::{Heap, Nim, a_match, hearing, perfect};
use plywood_arena::{Adjudication, Contestant, Match, Played};
use plywood_rules::ending::{Call, Ending};
use plywood_rules::{Bot, Player, Position, Proved, Report, Stop, TextError, Value, one_by_one};
use rand_core::Rng;

/// A program from outside that takes one stone, and fails at a heap of `fails_at`. It keeps the ends of its games.
#[derive(Clone)]
struct Outside {
    fails_at: u32,
    trouble: Option<TextError>,
    ends: Arc<Mutex<Vec<Ending>>>,
}

impl Bot<Nim> for Outside {
    fn choose(&mut self, _: &Nim, position: Position<'_, Nim>, _: &mut dyn Rng, _: &Stop) -> Report<u32> {
        self.trouble = (position.state.stones == self.fails_at).then(|| TextError::new("it crashed"));
        Report::without_value(1, [])
    }

    fn trouble(&mut self) -> Option<TextError> {
        self.trouble.take()
    }

    fn is_outside(&self) -> bool {
        true
    }

    fn game_over(&mut self, ending: Ending) {
        self.ends.lock().unwrap().push(ending);
    }
}

#[test]
fn a_program_from_outside_that_fails_loses_that_game_and_plays_on() {
    let ends = Arc::default();
    let outside = Outside { fails_at: 7, trouble: None, ends: Arc::clone(&ends) };
    let bots = [Contestant::new("outside", move || Box::new(outside.clone())), perfect()];
    let mut failures = Vec::new();
    // At seven stones the first player is asked, who is the program from outside in every other game.
    let hear = |played: Played<_>| failures.push(played.failure);
    let standing = a_match(&Nim(7), 4, bots).run(&hearing(&one_by_one(hear)));
    let reason = Some("it crashed".to_string());
    assert_eq!(failures, [reason.clone(), None, reason, None]);
    assert_eq!(standing.unwrap().total().losses, 4);
    let ends = ends.lock().unwrap();
    let failed = Ending::Called(Call::Failed(Player::First));
    assert_eq!((ends.len(), ends.iter().filter(|&&ending| ending == failed).count()), (4, 2));
}

/// Takes one stone and says what it thinks of the position.
struct Opinionated(fn(&Heap) -> Value);

impl Bot<Nim> for Opinionated {
    fn choose(&mut self, _: &Nim, position: Position<'_, Nim>, _: &mut dyn Rng, _: &Stop) -> Report<u32> {
        Report { value: Some((self.0)(position.state)), ..Report::without_value(1, []) }
    }
}

fn opinionated(opinions: [fn(&Heap) -> Value; 2]) -> Vec<(Ending, usize)> {
    let [a, b] = opinions;
    let bots = [
        Contestant::new("a", move || Box::new(Opinionated(a)) as Box<dyn Bot<Nim>>),
        Contestant::new("b", move || Box::new(Opinionated(b)) as Box<dyn Bot<Nim>>),
    ];
    let rule = Adjudication { chance: 0.9, answers: 3 };
    let played = Match { adjudication: Some(rule), ..a_match(&Nim(20), 2, bots) };
    let mut ends = Vec::new();
    let hear = |game: Played<_>| ends.push((game.record.ending, game.record.moves.len()));
    played.run(&hearing(&one_by_one(hear))).unwrap();
    ends
}

#[test]
fn a_game_is_over_when_both_bots_agree_for_some_answers() {
    /// Sure that the first player wins.
    fn sure(heap: &Heap) -> Value {
        Value::Estimated(if heap.mover == Player::First { 0.9 } else { -0.9 })
    }
    /// Sure that the side to move wins.
    fn boasts(_: &Heap) -> Value {
        Value::Estimated(0.9)
    }
    fn drawn(_: &Heap) -> Value {
        Value::Proved(Proved::Draw)
    }
    let won = Ending::Called(Call::Adjudicated(Some(Player::First)));
    assert_eq!(opinionated([sure, sure]), [(won, 3); 2]);
    // Two that contradict each other play to the end, which the player of the last of twenty stones wins.
    assert!(
        opinionated([boasts, boasts])
            .iter()
            .all(|(ending, plies)| { matches!(ending, Ending::Rules(_)) && *plies == 20 })
    );
    assert_eq!(opinionated([drawn, drawn]), [(Ending::Called(Call::Adjudicated(None)), 3); 2]);
    assert!(opinionated([sure, drawn]).iter().all(|(ending, _)| matches!(ending, Ending::Rules(_))));
}

#[test]
fn a_judge_ends_games_that_are_known() {
    let judge = |heap: &Heap| {
        (heap.stones <= 8).then(|| match heap.stones % 4 {
            0 => Some(heap.mover.other()),
            _ => Some(heap.mover),
        })
    };
    let played = Match { judge: Some(Box::new(judge)), ..a_match(&Nim(20), 6, [perfect(), perfect()]) };
    let standing = played
        .run(&hearing(&|game| {
            // The side to move at 20 stones, a multiple of four, loses.
            assert_eq!(game.record.ending, Ending::Called(Call::Adjudicated(Some(Player::Second))));
            let left = 20 - game.record.moves.iter().sum::<u32>();
            assert!((5..=8).contains(&left), "{left}");
        }))
        .unwrap();
    assert_eq!((standing.total().wins, standing.total().losses), (3, 3));
}
