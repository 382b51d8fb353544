//! Reviews of games: mistakes where the exact values fall, and nowhere else.

use std::sync::Arc;

use plywood_rules::random::{below, part_seed};
use plywood_rules::{Player, Proved, Stop, Value};
use plywood_workshop::{AnyGame, Judgement, Review, ReviewOptions, Session, SolveOptions, Workshop, review};
use rand_chacha::ChaCha8Rng;
use rand_core::SeedableRng;

/// As on the page for a short game.
const OPTIONS: ReviewOptions<'_> = ReviewOptions { nodes: 100_000, experts: &[] };

fn reviewed(game: &Arc<dyn AnyGame>, moves: &str) -> Review {
    let moves: Vec<String> = moves.split_whitespace().map(str::to_string).collect();
    review(game, None, &moves, OPTIONS, &Stop::never(), &mut |_| {}).unwrap()
}

/// Win 1, draw 0, loss -1.
fn class(value: Value) -> i8 {
    match value {
        Value::Proved(Proved::Win { .. }) => 1,
        Value::Proved(Proved::Draw) => 0,
        Value::Proved(Proved::Loss { .. }) => -1,
        other => panic!("{other:?} is no outcome"),
    }
}

/// The solver knows nothing of reviews: it solves the position before each move and after it.
#[test]
fn mistakes_are_moves_that_lose_a_class_of_value() {
    for (name, games) in [("tictactoe", 20), ("connect4:m=4,n=4,k=3", 20), ("cube3", 20)] {
        let game = Workshop::standard().open(name).unwrap();
        for number in 0..games {
            let mut rng = ChaCha8Rng::seed_from_u64(part_seed(7, number));
            let mut session = Arc::clone(&game).session(None, "", 0).unwrap();
            let mut falls = Vec::new();
            while session.ending().is_none() {
                let plan = SolveOptions { depth: None, threads: 1, table: 16 << 20 };
                let solve = |at: &dyn Session| at.solve(plan, &Stop::never()).unwrap().value.unwrap();
                let before = class(solve(&*session));
                let player = session.turn().player().unwrap();
                let moves = session.moves();
                session.play(&moves[below(&mut rng, moves.len())]).unwrap();
                let after = match session.ending() {
                    Some(ending) => ending.winner().map_or(0, |winner| if winner == player { 1 } else { -1 }),
                    None => -class(solve(&*session)),
                };
                falls.push(after < before);
            }
            let review = reviewed(&game, &session.played().join(" "));
            let marked: Vec<bool> =
                review.moves.iter().map(|made| made.judgement == Some(Judgement::Mistake)).collect();
            assert_eq!(marked, falls, "{name} {:?}", session.played());
        }
    }
}

#[test]
fn the_only_move_is_marked_and_a_blunder_names_a_better_one() {
    let game = Workshop::standard().open("tictactoe").unwrap();
    // b1 has to stop b2 b3, and c3 overlooks that c1 b2 threatens a3.
    let review = reviewed(&game, "b2 a1 b3 b1 c1 c3 a3");
    let judgements: Vec<Option<Judgement>> = review.moves.iter().map(|made| made.judgement).collect();
    assert_eq!(judgements[3], Some(Judgement::Only), "{judgements:?}");
    assert_eq!(judgements[5], Some(Judgement::Mistake), "{judgements:?}");
    assert_eq!(review.moves[5].analysis.as_ref().unwrap().best, "a3");
    assert_eq!(review.chances.len(), 8);
    assert_eq!((review.chances[0], review.chances[7]), (Some(0.5), Some(1.0)));
}

#[test]
fn a_win_that_the_end_proves_counts_for_the_moves_before() {
    let game = Workshop::standard().open("gomoku").unwrap();
    let review = reviewed(&game, "h8 a1 h9 a3 h10 a5 h11 a7 h12");
    assert_eq!(review.moves[3].by, Some(Player::Second));
    assert!(review.chances[6..].iter().all(|&chance| chance == Some(1.0)), "{:?}", review.chances);
}

/// At the dice the chances are those of the throw, and chance makes no mistakes.
#[test]
fn dice_are_not_judged() {
    let game = Workshop::standard().open("piglet").unwrap();
    let mut session = Arc::clone(&game).session(None, "", 3).unwrap();
    while session.ending().is_none() {
        match session.turn().player() {
            None => drop(session.roll().unwrap()),
            Some(_) => session.play("roll").unwrap(),
        }
    }
    let review = reviewed(&game, &session.played().join(" "));
    assert!(review.chances.iter().all(Option::is_some), "{:?}", review.chances);
    assert!(review.moves.iter().all(|made| made.by.is_some() || made.judgement.is_none()));
}

#[test]
fn a_stopped_review_keeps_what_it_has() {
    let game = Workshop::standard().open("gomoku").unwrap();
    let stop = Stop::never();
    let moves: Vec<String> = ["h8", "a1", "h9", "a3"].map(str::to_string).to_vec();
    let review = review(&game, None, &moves, OPTIONS, &stop, &mut |done| {
        if done == 2 {
            stop.raise();
        }
    })
    .unwrap();
    assert_eq!(review.moves.iter().filter(|made| made.value.is_some()).count(), 1);
    assert!(review.chances[4].is_some() && review.chances[0].is_none());
}
