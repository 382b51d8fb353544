//! Reviews of games: mistakes where the exact values fall, and nowhere else.

use std::sync::Arc;
use std::time::Duration;

use plywood_rules::random::{below, part_seed};
use plywood_rules::{Outcome, Player, Proved, Run, Stop, Turn, Value};
use plywood_workshop::{
    AnyGame, GradeOptions, GradePositions, GradedPlayer, GradedPosition, Judgement, MadeMove, Review,
    ReviewOptions, Session, TruthSource, Workshop, grade, review,
};
use rand_chacha::ChaCha8Rng;
use rand_core::SeedableRng;

/// For games that are known as a whole: a search is not needed.
const KNOWN: ReviewOptions<'_> = ReviewOptions { quick: 50, nodes: 50, exact: 1, experts: &[] };
/// For games that are known by search alone.
const SEARCHED: ReviewOptions<'_> = ReviewOptions { quick: 100, nodes: 100_000, exact: 0, experts: &[] };
/// As on the page.
const OPTIONS: ReviewOptions<'_> =
    ReviewOptions { quick: 1000, nodes: 20_000, exact: 1_000_000, experts: &[] };

fn reviewed(game: &Arc<dyn AnyGame>, moves: &str, options: ReviewOptions<'_>) -> Review {
    let moves: Vec<String> = moves.split_whitespace().map(str::to_string).collect();
    review(game, None, &moves, options, &Run::default()).unwrap()
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
fn slow_mistakes_are_moves_that_lose_a_class_of_value() {
    for (name, games, options) in
        [("tictactoe", 20, KNOWN), ("connect4:m=4,n=4,k=3", 20, KNOWN), ("cube3", 8, SEARCHED)]
    {
        let game = Workshop::standard().open(name).unwrap();
        for number in 0..games {
            let mut rng = ChaCha8Rng::seed_from_u64(part_seed(7, number));
            let mut session = Arc::clone(&game).session(None, "", 0).unwrap();
            let mut falls = Vec::new();
            while session.ending().is_none() {
                let solve = |at: &dyn Session| at.solve(None, &Run::default()).unwrap().value.unwrap();
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
            let review = reviewed(&game, &session.played().join(" "), options);
            let marked: Vec<bool> =
                review.moves.iter().map(|made| made.judgement == Some(Judgement::Mistake)).collect();
            assert_eq!(marked, falls, "{name} {:?}", session.played());
        }
    }
}

/// A review and a grade say the same of each side where all values are known.
#[test]
fn decisions_are_those_of_a_grade() {
    for name in ["tictactoe", "connect4:m=4,n=4,k=3"] {
        let game = Workshop::standard().open(name).unwrap();
        for number in 0..5 {
            let moves = random_game(&game, number);
            let review = reviewed(&game, &moves.join(" "), KNOWN);
            let mut positions = GradePositions::default();
            let mut at = Arc::clone(&game).session(None, "", 0).unwrap();
            for mv in &moves {
                let player = at.turn().player().unwrap().index();
                let made = vec![(player, MadeMove { mv: Ok(mv.clone()), seconds: None })];
                let position = GradedPosition::of(at.playthrough()).unwrap();
                positions.add(at.position(), GradedPosition { is_asked: false, made, ..position });
                at.play(mv).unwrap();
            }
            let players = ["first", "second"].map(|name| GradedPlayer::Known(name.to_string())).to_vec();
            let options = GradeOptions {
                players,
                source: TruthSource { table: None, nodes: 100_000 },
                seed: 1,
                worst: 0,
            };
            let grades = grade(&game, &positions, &options, &Run::default()).unwrap();
            for player in Player::BOTH {
                let graded = grades.players[player.index()].all.decisions;
                assert_eq!(review.side(player).decisions, graded, "{name} {moves:?}");
            }
        }
    }
}

#[test]
fn nothing_is_said_of_decisions_where_values_are_estimates() {
    let game = Workshop::standard().open("gomoku").unwrap();
    let review = reviewed(&game, "h8 a1 h9 a3", ReviewOptions { nodes: 0, exact: 0, ..OPTIONS });
    assert!(Player::BOTH.iter().all(|&player| review.side(player).decisions.share.is_none()));
}

#[test]
fn the_only_move_is_marked_and_a_blunder_names_a_better_one() {
    let game = Workshop::standard().open("tictactoe").unwrap();
    // b1 has to stop b2 b3, and c3 overlooks that c1 b2 threatens a3.
    let review = reviewed(&game, "b2 a1 b3 b1 c1 c3 a3", OPTIONS);
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
    let options = ReviewOptions { nodes: 2000, ..OPTIONS };
    let review = reviewed(&game, "h8 a1 h9 a3 h10 a5 h11 a7 h12", options);
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
    let review = reviewed(&game, &session.played().join(" "), OPTIONS);
    assert!(review.chances.iter().all(Option::is_some), "{:?}", review.chances);
    assert!(review.moves.iter().all(|made| made.by.is_some() || made.judgement.is_none()));
}

/// A game of random moves.
fn random_game(game: &Arc<dyn AnyGame>, number: u64) -> Vec<String> {
    let mut rng = ChaCha8Rng::seed_from_u64(part_seed(11, number));
    let mut session = Arc::clone(game).session(None, "", 0).unwrap();
    while session.ending().is_none() {
        let moves = session.moves();
        session.play(&moves[below(&mut rng, moves.len())]).unwrap();
    }
    session.played().to_vec()
}

/// Reviews until that many questions were answered.
fn reviewed_until(
    game: &Arc<dyn AnyGame>,
    moves: &[String],
    most: usize,
    options: ReviewOptions<'_>,
) -> Review {
    let stop = Stop::never();
    let count = |done| {
        if done == most {
            stop.raise();
        }
    };
    review(game, None, moves, options, &Run { progress: &count, ..Run::until(&stop) }).unwrap()
}

/// The counts of a review say no more than it looked at.
fn is_truthful(review: &Review) {
    for player in Player::BOTH {
        let made = || review.moves.iter().filter(|made| made.by == Some(player));
        let side = review.side(player);
        let judged = made().filter(|made| made.is_judged()).count();
        assert_eq!((side.moves, side.judged), (made().count(), judged));
        for (count, judgement) in [
            (side.mistakes, Judgement::Mistake),
            (side.inaccuracies, Judgement::Inaccuracy),
            (side.only, Judgement::Only),
        ] {
            let alike = made().filter(|made| made.judgement == Some(judgement)).count();
            assert_eq!(count, (judged == made().count()).then_some(alike));
        }
        assert!(side.costliest.iter().all(|&index| review.moves[index].is_judged()));
    }
    for (made, chance) in review.moves.iter().zip(&review.chances) {
        assert_eq!(made.analysis.is_some(), chance.is_some(), "{}: grey where it is not known", made.mv);
        assert!(made.is_judged() || (made.judgement, made.lost, made.points) == (None, 0.0, None));
    }
}

/// The first pass alone judges every move: no position waits for exact values of another.
#[test]
fn every_position_is_judged_before_any_exact_value_is_sought() {
    let options = ReviewOptions { quick: 300, nodes: 300, exact: u64::MAX, experts: &[] };
    for name in ["breakthrough", "kalah", "dotsandboxes", "othello", "hex:size=5", "connect4", "ultimate"] {
        let game = Workshop::standard().open(name).unwrap();
        let moves = random_game(&game, 0);
        let review = reviewed_until(&game, &moves, moves.len(), options);
        is_truthful(&review);
        for player in Player::BOTH {
            let side = review.side(player);
            assert_eq!(side.judged, side.moves, "{name} {player:?}");
        }
        assert!(review.chances.iter().all(Option::is_some), "{name}: {:?}", review.chances);
    }
}

#[test]
fn a_review_that_is_stopped_counts_what_it_judged() {
    let options = ReviewOptions { quick: 100, nodes: 400, exact: 4000, experts: &[] };
    for name in ["breakthrough:m=4,n=5", "kalah:houses=3,seeds=2", "dotsandboxes:m=2,n=2", "tictactoe"] {
        let game = Workshop::standard().open(name).unwrap();
        let moves = random_game(&game, 1);
        for most in [1, 2, 5, moves.len(), moves.len() + 3] {
            let review = reviewed_until(&game, &moves, most, options);
            is_truthful(&review);
            let judged = review.moves.iter().filter(|made| made.is_judged()).count();
            assert_eq!(judged, most.min(moves.len()), "{name} {most}");
            assert!(
                review.moves[moves.len() - judged..].iter().all(|made| made.is_judged()),
                "the last ones"
            );
        }
    }
}

/// The value of a position in points for the first player, from a solver that knows nothing of reviews.
fn points(game: &Arc<dyn AnyGame>, moves: &[String]) -> f64 {
    let session = Arc::clone(game).session(None, &moves.join(" "), 0).unwrap();
    let Turn::Decision(player) = session.turn() else {
        return match session.turn() {
            Turn::Over(Outcome::Payoff(points)) => points,
            turn => panic!("{turn:?} is no end in points"),
        };
    };
    let value = session.solve(None, &Run::default()).unwrap().value.unwrap();
    player.sign() * value.points(0.0)
}

/// Compares what the moves from one on cost with the solver; returns how many are known exactly.
fn exact_costs(game: &Arc<dyn AnyGame>, moves: &[String], review: &Review, from: usize) -> usize {
    let values: Vec<f64> = (from..=moves.len()).map(|ply| points(game, &moves[..ply])).collect();
    let known = review.moves[from..].iter().zip(values.windows(2)).filter(|(made, _)| made.exact);
    known
        .map(|(made, pair)| {
            let cost = made.by.unwrap().sign() * (pair[0] - pair[1]);
            assert_eq!(made.points, Some(cost), "{} of {moves:?}", made.mv);
            assert!(cost < 6.0 || made.judgement == Some(Judgement::Mistake), "{} costs {cost}", made.mv);
        })
        .count()
}

/// Games that are lost by far: chances say nothing of most moves, and points do.
#[test]
fn slow_in_games_of_points_moves_cost_points() {
    for (name, last, exact) in [("othello", 6, 6), ("kalah", 0, 0), ("dotsandboxes", 8, 8)] {
        let game = Workshop::standard().open(name).unwrap();
        for number in 0..2 {
            let moves = random_game(&game, number);
            let options = ReviewOptions { quick: 100, nodes: 400, exact: 80_000, experts: &[] };
            let review = review(&game, None, &moves, options, &Run::default()).unwrap();
            is_truthful(&review);
            let known = exact_costs(&game, &moves, &review, moves.len() - last);
            assert!(known >= exact, "{name}: {known} of {last} in {moves:?}");
            for player in Player::BOTH {
                let side = review.side(player);
                let cost = |&index: &usize| review.moves[index].points.unwrap();
                let costs: Vec<f64> = side.costliest.iter().map(cost).collect();
                assert_eq!(costs.len(), 3, "{name} {player:?}");
                assert!(costs.is_sorted_by(|one, other| one >= other), "{costs:?}");
                let made = review.moves.iter().enumerate().filter(|(_, made)| made.by == Some(player));
                let mut others = made.filter(|(index, _)| !side.costliest.contains(index));
                assert!(others.all(|(index, _)| cost(&index) <= costs[2]), "{name} {player:?}");
            }
        }
    }
}

/// Small games are known as a whole, and so is what each move costs.
#[test]
fn all_moves_of_a_small_game_cost_what_the_solver_says() {
    for name in ["kalah:houses=2,seeds=2", "dotsandboxes:m=2,n=2", "othello:size=4"] {
        let game = Workshop::standard().open(name).unwrap();
        for number in 0..4 {
            let moves = random_game(&game, number);
            let options = ReviewOptions { quick: 200, nodes: 5000, exact: 400_000, experts: &[] };
            let review = review(&game, None, &moves, options, &Run::default()).unwrap();
            assert_eq!(exact_costs(&game, &moves, &review, 0), moves.len(), "{name}");
        }
    }
}

/// Two random players at Othello: the second loses by 14 to 50.
const LOST: &str = "c4 e3 f6 b4 f3 f4 e2 g7 e6 d6 g4 g2 c5 g3 a3 h4 h8 d3 c7 a4 f2 d2 e1 c6 d1 c3 h1 f5 h2 g5 \
    b2 g1 b7 c1 h5 d7 f1 a2 e7 c2 b1 b6 a7 h6 b5 d8 g6 g8 a5 b3 e8 f8 h7 b8 c8 f7 a8 a6 a1 pass h3";

#[test]
fn a_game_lost_by_far_has_mistakes() {
    let game = Workshop::standard().open("othello").unwrap();
    let options = ReviewOptions { quick: 500, nodes: 0, exact: 0, experts: &[] };
    let review = reviewed(&game, LOST, options);
    let sides = Player::BOTH.map(|player| review.side(player));
    assert!(sides.iter().all(|side| side.mistakes > Some(3) && side.costliest.len() == 3), "{sides:?}");
}

/// A stop that is over by its time stops a review, and what it holds is counted as it is.
#[test]
fn a_review_has_a_deadline() {
    let game = Workshop::standard().open("kalah").unwrap();
    let moves = random_game(&game, 0);
    let stop = Stop::never().within(Duration::ZERO);
    let review = review(&game, None, &moves, OPTIONS, &Run::until(&stop)).unwrap();
    is_truthful(&review);
    assert!(review.moves.iter().all(|made| !made.is_judged()));
    let session = Arc::clone(&game).session(None, "", 0).unwrap();
    assert_eq!(session.look_up(&stop).unwrap(), None);
}
