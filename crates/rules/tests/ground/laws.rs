//! Every law fails for the games that break it, and for no others.

use plywood_rules::laws::{Effort, Verdict, check};
use plywood_rules::{Run, Stop};
use rand_chacha::ChaCha8Rng;
use rand_core::SeedableRng;

use crate::ground::heaps::{Fault, Heaps};

const MOVES: &str = "a decision has moves";
const COUNTING: &str = "the number of moves";
const CHANCE: &str = "chance outcomes differ";
const OVER: &str = "a finished game has no moves";
const MOVE_TEXT: &str = "a move's text reads back";
const STATE_TEXT: &str = "a position's text reads back";
const DISTINCT_TEXT: &str = "different positions of a game have different texts";
const BYTES: &str = "a position's bytes read back";
const PLAY: &str = "play and child agree";
const CHANGE: &str = "a move of a player";
const IDENTITY: &str = "map 0 is the identity";
const COMMUTES: &str = "map(play(s, m))";
const CANONICAL: &str = "all images of a position";
const EXCHANGE: &str = "exchanging the players";
const STAGE: &str = "every move raises the stage";
const EVALUATION: &str = "an evaluation is a number";
const ENDS: &str = "play ends or recurs";
const NAMES: &str = "the full name and the names";
const SCENE: &str = "a scene's grids";
const CANDIDATES: &str = "candidates are legal";
const WINNING: &str = "a winning move";
const THREATS: &str = "threats are candidates";
const DEFENCES: &str = "defences are legal";
const CODES: &str = "move codes";
const TABLE_KEY: &str = "only a position and its images share";
const OUTCOME_KEY: &str = "positions of one outcome key";
const PLIES_LEFT: &str = "no game lasts";
const PAYOFF_BOUNDS: &str = "the payoff is within all bounds";
const MOBILITY: &str = "mobility counts";
const HOLDING: &str = "a player who cannot lose";
const PAIRS: &str = "a player who holds by pairs";
const ACCUMULATOR: &str = "an evaluation updated";
const ROOT_MOVES: &str = "moves to which a search keeps";
const SOLVER: &str = "the value that the game's own solver finds";

fn verdict(fault: Fault) -> Verdict {
    let effort = Effort { games: 60, max_plies: 40, ..Effort::default() };
    check(&Heaps::new([6, 6], fault), effort, &mut ChaCha8Rng::seed_from_u64(1), &Run::default())
}

#[test]
fn a_sound_game_obeys_every_law() {
    let verdict = verdict(Fault::Nothing);
    assert!(verdict.ok(), "{verdict}");
    assert_eq!((verdict.games, verdict.cut), (60, 0));
    assert_eq!(verdict.to_string(), "all 42 laws hold in 60 games");
    // This game has no pieces that are put, no steps, no pushes and no branches: `pictures.rs` tests those
    // laws. Games of lines test pairs, solvers and positions that cannot be lost, Pig tests races,
    // `ranks.rs` tests ranks.
    let elsewhere = [
        "a piece that is put",
        "steps lead",
        "a push moves",
        "a branch leads",
        "a player who cannot lose",
        "a player who holds by pairs",
        SOLVER,
        "the probabilities of a solved race",
        "ranks lead back",
    ];
    for law in &verdict.laws {
        let checked = !elsewhere.iter().any(|beginning| law.law.starts_with(beginning));
        assert_eq!(law.checked > 0, checked, "{law:?}");
        assert!(law.failed == 0 && law.example.is_none(), "{law:?}");
    }
}

#[test]
fn slow_each_fault_breaks_its_laws() {
    let cases: &[(Fault, &[&str])] = &[
        (Fault::NoMoves, &[MOVES]),
        (Fault::SolverKnowsDrawsOnly, &[SOLVER]),
        (Fault::KeepsToLosses, &[ROOT_MOVES]),
        (Fault::WinsTooSoon, &[ROOT_MOVES]),
        (Fault::KeepsBackwards, &[ROOT_MOVES]),
        (Fault::RepeatedMove, &[MOVES]),
        (Fault::OrderChanges, &[MOVES, COUNTING, EXCHANGE]),
        (Fault::ClearsMoves, &[MOVES]),
        (Fault::CountsTooMany, &[COUNTING]),
        (Fault::NthIsAnother, &[COUNTING]),
        (Fault::ProbabilitiesSumToMore, &[CHANCE]),
        (Fault::NegativeProbability, &[CHANCE]),
        (Fault::RepeatedOutcome, &[CHANCE]),
        (Fault::ClearsOutcomes, &[CHANCE]),
        (Fault::DeniesChance, &[CHANCE]),
        (Fault::OutcomesAtTheEnd, &[OVER]),
        (Fault::InfinitePayoff, &[OVER, EXCHANGE, EVALUATION]),
        (Fault::ReadsMovesAtTheEnd, &[OVER]),
        (Fault::AmbiguousMoveText, &[MOVE_TEXT]),
        (Fault::BlankInMoveText, &[MOVE_TEXT]),
        (Fault::ReadsIllegalMoves, &[MOVE_TEXT]),
        (Fault::TextForgetsPlayer, &[STATE_TEXT]),
        (Fault::TextForgetsAll, &[STATE_TEXT, DISTINCT_TEXT]),
        (Fault::TextOfTwoLines, &[STATE_TEXT]),
        (Fault::RefusesOwnText, &[STATE_TEXT]),
        (Fault::KeyChanges, &[STATE_TEXT, TABLE_KEY]),
        (Fault::BytesForgetPlayer, &[BYTES]),
        (Fault::BytesAreRefused, &[BYTES]),
        (Fault::BytesReplaceOthers, &[BYTES]),
        (Fault::DamagedBytesReadBadly, &[BYTES]),
        (Fault::ChildForgetsTurn, &[PLAY, CANDIDATES, WINNING]),
        (Fault::MoveDoesNothing, &[CHANGE, STAGE, PLIES_LEFT, ACCUMULATOR]),
        (Fault::MapsBoardNotMove, &[IDENTITY, COMMUTES]),
        (Fault::MapChangesTurn, &[IDENTITY, CANONICAL, TABLE_KEY]),
        (Fault::MapZeroSwaps, &[IDENTITY, COMMUTES, TABLE_KEY]),
        (Fault::CanonicalDoesNothing, &[CANONICAL, TABLE_KEY]),
        (Fault::OrbitAlwaysTwo, &[CANONICAL]),
        (Fault::ExchangeKeepsTurn, &[EXCHANGE]),
        (Fault::ExchangeEmptiesHeap, &[EXCHANGE, MOBILITY]),
        (Fault::ExchangeForgetsPlies, &[EXCHANGE]),
        (Fault::ExchangeEnds, &[EXCHANGE]),
        (Fault::StageFalls, &[STAGE]),
        (Fault::StageEnds, &[STAGE]),
        (Fault::EvaluationTooLarge, &[EVALUATION]),
        (Fault::EvaluationIsNoNumber, &[EVALUATION, ACCUMULATOR]),
        (Fault::EvaluationChanges, &[EVALUATION, ACCUMULATOR]),
        (Fault::PayoffAboveWin, &[EVALUATION]),
        (Fault::NeverEnds, &[ENDS, PLIES_LEFT, ACCUMULATOR]),
        (Fault::BlankInName, &[NAMES]),
        (Fault::PlayersCalledAlike, &[NAMES]),
        (Fault::EvaluationsCalledAlike, &[NAMES]),
        (Fault::SceneWithoutColumns, &[SCENE]),
        (Fault::MarkForNoMove, &[SCENE]),
        (Fault::ListsNothing, &[CANDIDATES]),
        (Fault::ListsBackwards, &[CANDIDATES]),
        (Fault::ClearsCandidates, &[CANDIDATES]),
        (Fault::ForgetsMoves, &[CANDIDATES]),
        (Fault::SaysWins, &[CANDIDATES]),
        (Fault::SaysLost, &[CANDIDATES]),
        (Fault::ListsQuickLoss, &[CANDIDATES]),
        (Fault::WinsNothing, &[CANDIDATES, WINNING]),
        (Fault::WinsAtTheEnd, &[WINNING]),
        (Fault::PromisesNoWins, &[WINNING]),
        (Fault::ThreatensToLose, &[THREATS]),
        (Fault::ThreatensAlways, &[THREATS]),
        (Fault::ThreatensUnasked, &[THREATS]),
        (Fault::ForgetsDefences, &[DEFENCES]),
        (Fault::DefendsBackwards, &[DEFENCES]),
        (Fault::CodesAlike, &[CODES]),
        (Fault::CodeTooLarge, &[CODES]),
        (Fault::CodeOfAnother, &[CODES]),
        (Fault::TableKeyForgetsPlayer, &[TABLE_KEY, OUTCOME_KEY]),
        (Fault::TableKeyIsNotMixed, &[TABLE_KEY]),
        (Fault::OutcomeKeyForgetsHeap, &[OUTCOME_KEY]),
        (Fault::PayoffSoFarIsMadeUp, &[OUTCOME_KEY]),
        (Fault::TooFewPlies, &[PLIES_LEFT]),
        (Fault::PayoffTooSmall, &[PAYOFF_BOUNDS]),
        (Fault::LastMovesTooGood, &[PAYOFF_BOUNDS]),
        (Fault::DeniesDraws, &[PAYOFF_BOUNDS]),
        (Fault::MobilityOfOne, &[MOBILITY]),
        (Fault::HoldsWithoutPairs, &[PAIRS]),
        (Fault::HoldsByMistake, &[HOLDING]),
        (Fault::AccumulatorForgetsMove, &[ACCUMULATOR]),
        (Fault::TallyIsIgnored, &[ACCUMULATOR]),
        (Fault::GuessForgetsMove, &[ACCUMULATOR]),
        (Fault::PlaceOfTheWorst, &[ACCUMULATOR]),
        (Fault::PromisesTooFew, &[ACCUMULATOR]),
    ];
    let mut wrong = Vec::new();
    for &(fault, expected) in cases {
        let verdict = verdict(fault);
        let failed: Vec<&str> = verdict.laws.iter().filter(|law| law.failed > 0).map(|law| law.law).collect();
        let as_expected = failed.len() == expected.len()
            && failed.iter().zip(expected).all(|(law, beginning)| law.starts_with(beginning));
        if !as_expected {
            wrong.push(format!("{fault:?} should break {expected:?}:\n{verdict}"));
        }
        for law in &verdict.laws {
            assert_eq!(law.example.is_some(), law.failed > 0);
            assert!(law.failed <= law.checked);
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn a_check_can_be_stopped() {
    let mut rng = ChaCha8Rng::seed_from_u64(1);
    let stop = Stop::never();
    let seventh = |games| {
        if games == 7 {
            stop.raise();
        }
    };
    let run = Run { stop: stop.clone(), progress: &seventh, ..Run::default() };
    let verdict = check(&Heaps::new([4, 4], Fault::Nothing), Effort::default(), &mut rng, &run);
    assert_eq!(verdict.games, 7);
}

/// Games that are cut for their length are counted; they break a law only if all games are cut.
#[test]
fn cut_games_are_counted() {
    let mut rng = ChaCha8Rng::seed_from_u64(1);
    let effort = Effort { games: 50, max_plies: 6, ..Effort::default() };
    let verdict = check(&Heaps::new([4, 4], Fault::Nothing), effort, &mut rng, &Run::default());
    assert!((1..50).contains(&verdict.cut) && verdict.ok(), "{} cut: {verdict}", verdict.cut);
}
