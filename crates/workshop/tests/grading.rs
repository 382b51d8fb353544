//! Grades against exact values: compared with a plain minimax, which shares nothing with the solvers but the rules.

use std::collections::HashMap;
use std::sync::Arc;

use plywood_rules::{Outcome, Player, Run, Stop, Turn};
use plywood_workshop::{
    AnyGame, GradeOptions, GradePositions, GradeReport, GradedPlayer, GradedPosition, MadeMove, MatchOptions,
    PlayerGrade, SampleOptions, Session, TruthSource, Workshop, grade,
};

fn open(name: &str) -> Arc<dyn AnyGame> {
    Workshop::standard().open(name).unwrap()
}

fn options(bots: &[&str]) -> GradeOptions {
    let players = bots.iter().map(|bot| GradedPlayer::Bot(bot.to_string())).collect();
    GradeOptions { players, source: TruthSource { table: None, nodes: 1_000_000 }, seed: 1, worst: 5 }
}

fn graded(game: &Arc<dyn AnyGame>, positions: &GradePositions, bots: &[&str]) -> GradeReport {
    grade(game, positions, &options(bots), &Run { threads: 2, ..Run::default() }).unwrap()
}

/// Adds positions of random play, and returns the number found.
fn add_sample(positions: &mut GradePositions, game: &Arc<dyn AnyGame>, count: usize, seed: u64) -> usize {
    let sample = SampleOptions { count, seed, ..SampleOptions::default() };
    positions.add_sample(game, &sample, &Run::default()).unwrap()
}

/// The value of a position under best play: the points or 1, 0, -1 for the first player, and the plies to a win or a loss.
type PlainValue = (f64, u32);

/// All of a game by plain minimax: no windows, no symmetries, no order, each position once.
#[derive(Default)]
struct Plain(HashMap<String, PlainValue>);

impl Plain {
    fn value(&mut self, at: &mut dyn Session) -> PlainValue {
        let text = at.position();
        if let Some(&known) = self.0.get(&text) {
            return known;
        }
        let value = match at.turn() {
            Turn::Over(Outcome::Payoff(points)) => (points, 0),
            Turn::Over(outcome) => (f64::from(outcome.utility(Player::First)), 0),
            Turn::Chance => panic!("no dice here"),
            Turn::Decision(player) => {
                let values = self.moves(at).into_iter().map(|(_, value)| value);
                // Won soon, lost late.
                let better = |one: PlainValue, other: PlainValue| {
                    let (worth, rest) = (player.sign() * one.0, player.sign() * other.0);
                    let plies = if worth > 0.0 { one.1 < other.1 } else { worth < 0.0 && one.1 > other.1 };
                    worth > rest || worth == rest && plies
                };
                let best = values.reduce(|one, other| if better(other, one) { other } else { one });
                best.expect("there are moves")
            }
        };
        self.0.insert(text, value);
        value
    }

    /// Each move with the value of the position after it, a ply further off.
    fn moves(&mut self, at: &mut dyn Session) -> Vec<(String, PlainValue)> {
        let moves = at.moves();
        let one = |mv: String| {
            at.play(&mv).unwrap();
            let (worth, plies) = self.value(at);
            at.undo();
            (mv, (worth, plies + 1))
        };
        moves.into_iter().map(one).collect()
    }
}

/// A position by the plain minimax: for each move the worth for the mover, and the plies.
fn plain_moves(plain: &mut Plain, at: &mut dyn Session) -> Vec<(String, PlainValue)> {
    let player = at.turn().player().unwrap();
    let moves = plain.moves(at);
    moves.into_iter().map(|(mv, (worth, plies))| (mv, (player.sign() * worth, plies))).collect()
}

fn best_worth(moves: &[(String, PlainValue)]) -> f64 {
    moves.iter().map(|(_, (worth, _))| *worth).fold(f64::NEG_INFINITY, f64::max)
}

fn player<'a>(report: &'a GradeReport, name: &str) -> &'a PlayerGrade {
    report.players.iter().find(|player| player.name == name).unwrap()
}

#[test]
fn shares_of_simple_players_are_those_of_a_plain_enumeration() {
    let game = open("tictactoe");
    let mut positions = GradePositions::default();
    positions.add_all(&game, None, &Stop::never()).unwrap();
    positions.measure_phases(&game, &Stop::never()).unwrap();
    let mut plain = Plain::default();
    let (mut decisions, mut first_kept, mut first_decided, mut random_kept) = (0, 0, 0, 0.0);
    let mut kept_by_kind = [0; 3];
    for position in positions.list() {
        let mut at = Arc::clone(&game).session(position.start.as_deref(), "", 0).unwrap();
        let moves = plain_moves(&mut plain, &mut *at);
        let best = best_worth(&moves);
        let keeping = moves.iter().filter(|(_, (worth, _))| *worth == best).count();
        let keeps = moves[0].1.0 == best;
        let is_decision = keeping < moves.len();
        decisions += u64::from(is_decision);
        first_kept += u64::from(keeps);
        first_decided += u64::from(keeps && is_decision);
        kept_by_kind[(1.0 - best) as usize] += u64::from(keeps);
        random_kept += keeping as f64 / moves.len() as f64;
    }
    let report = graded(&game, &positions, &["perfect", "first", "random"]);
    let all = positions.list().len() as u64;
    assert!(report.complete && report.unknown == 0);
    assert_eq!((report.positions as u64, report.decisions as u64), (all, decisions));
    let perfect = player(&report, "perfect");
    assert_eq!((perfect.all.kept.share, perfect.all.decisions.share), (Some(1.0), Some(1.0)));
    assert_eq!((perfect.all.regret.mean, perfect.all.longer_wins.mean), (Some(0.0), Some(0.0)));
    assert!(perfect.worst.is_empty());
    let first = player(&report, "first");
    assert_eq!((first.all.kept.right, first.all.kept.of), (first_kept, all));
    assert_eq!((first.all.decisions.right, first.all.decisions.of), (first_decided, decisions));
    assert_eq!(first.worst.len(), 5);
    let random = player(&report, "random").all.kept;
    let expected = random_kept / all as f64;
    assert!(random.low < expected && expected < random.high, "{expected} and {random:?}");
    // Every ply is known, and all phases together are all moves.
    let phases = first.phases.as_ref().unwrap().named();
    assert_eq!(phases.iter().map(|(_, figures)| figures.kept.of).sum::<u64>(), all);
    // So is every value, and in a lost position no move is wrong.
    let kinds = first.kinds.as_ref().unwrap().named().map(|(_, figures)| figures);
    assert_eq!(kinds.map(|figures| figures.kept.right), kept_by_kind);
    assert_eq!(kinds.map(|figures| figures.kept.of).iter().sum::<u64>(), all);
    assert_eq!(kinds[2].decisions.of, 0);
}

/// Games that a plain minimax can walk through, each with enough random moves before.
const SMALL: [(&str, &str, usize); 5] = [
    ("tictactoe", "first", 0),
    ("connect4:m=4,n=4", "level:n=1", 4),
    ("othello:size=4", "random", 2),
    ("dotsandboxes:m=2,n=2", "first", 4),
    ("hex:size=3", "random", 0),
];

/// Random games of tic-tac-toe end as the published shares say: 737/1260 won by the first player, 121/420 lost, 8/63 drawn (Mathematics
/// Stack Exchange 4045893, by recursion).
#[test]
fn random_games_end_as_published() {
    let bots = ["random", "random"].map(str::to_string);
    let plan = MatchOptions { bots, games: 5_000, seed: 1, ..MatchOptions::default() };
    let played = open("tictactoe").hold_match(&plan, &Run::default()).unwrap().standing;
    let (one, other) = (played.as_first, played.as_second);
    let ends = [one.wins + other.losses, one.losses + other.wins, one.draws + other.draws];
    for (seen, share) in ends.into_iter().zip([737.0 / 1260.0, 121.0 / 420.0, 8.0 / 63.0]) {
        let deviation = (share * (1.0 - share) / 5_000.0_f64).sqrt();
        assert!((seen as f64 / 5_000.0 - share).abs() < 3.0 * deviation, "{ends:?}");
    }
}

#[test]
fn fifty_positions_are_graded_as_a_plain_minimax_grades_them() {
    for (name, bot, least) in SMALL {
        let game = open(name);
        let mut sampled = GradePositions::default();
        add_sample(&mut sampled, &game, 60, 5);
        let has_points = game.details().has_points;
        let mut plain = Plain::default();
        let mut checked = 0;
        for position in sampled.list().iter().filter(|position| position.moves.len() >= least).take(10) {
            let mut at = Arc::clone(&game).session(None, &position.moves.join(" "), 0).unwrap();
            let moves = plain_moves(&mut plain, &mut *at);
            let best = best_worth(&moves);
            let mut alone = GradePositions::default();
            alone.add(at.position(), GradedPosition::of(at.playthrough()).unwrap());
            let report = graded(&game, &alone, &[bot]);
            assert_eq!(report.unknown, 0, "{name}: {}", at.position());
            let is_decision = moves.iter().any(|(_, (worth, _))| *worth < best);
            assert_eq!(report.decisions, usize::from(is_decision), "{name}: {}", at.position());
            // Every single move, as if somebody had made it.
            for (mv, (worth, plies)) in &moves {
                let mut made = GradePositions::default();
                let known = GradedPosition {
                    is_asked: false,
                    made: vec![(0, MadeMove { mv: Ok(mv.clone()), seconds: None })],
                    ..GradedPosition::of(at.playthrough()).unwrap()
                };
                made.add(at.position(), known);
                let options =
                    GradeOptions { players: vec![GradedPlayer::Known("she".to_string())], ..options(&[]) };
                let report = grade(&game, &made, &options, &Run::default()).unwrap();
                let figures = &report.players[0].all;
                let about = format!("{name}: {mv} in {}", at.position());
                let chance = |worth: f64| {
                    if worth > 0.0 {
                        1.0
                    } else if worth < 0.0 {
                        0.0
                    } else {
                        0.5
                    }
                };
                assert_eq!(figures.kept.right, u64::from(*worth == best), "{about}");
                assert_eq!(figures.regret.mean, Some(chance(best) - chance(*worth)), "{about}");
                if has_points {
                    assert_eq!(figures.regret_points.unwrap().mean, Some(best - worth), "{about}");
                } else if best > 0.0 && *worth > 0.0 && figures.longer_wins.of > 0 {
                    let quickest =
                        moves.iter().filter(|(_, (worth, _))| *worth > 0.0).map(|(_, it)| it.1).min();
                    let longer = f64::from(plies - quickest.unwrap());
                    assert_eq!(figures.longer_wins.mean, Some(longer), "{about}");
                }
                let blunders = figures.blunders.unwrap();
                let kinds = [blunders.won_to_drawn, blunders.drawn_to_lost, blunders.won_to_lost];
                let kind = match (chance(best), chance(*worth)) {
                    (1.0, 0.5) => [1, 0, 0],
                    (0.5, 0.0) => [0, 1, 0],
                    (1.0, 0.0) => [0, 0, 1],
                    _ => [0, 0, 0],
                };
                assert_eq!(kinds, kind, "{about}");
            }
            checked += 1;
        }
        assert_eq!(checked, 10, "{name}");
    }
}

#[test]
fn lines_after_wrong_moves_are_best_play() {
    for (name, _, least) in SMALL {
        let game = open(name);
        let mut sampled = GradePositions::default();
        add_sample(&mut sampled, &game, 60, 5);
        let mut positions = GradePositions::default();
        for position in sampled.list().iter().filter(|position| position.moves.len() >= least) {
            let at = Arc::clone(&game).session(None, &position.moves.join(" "), 0).unwrap();
            positions.add(at.position(), position.clone());
        }
        let report = graded(&game, &positions, &["random", "first"]);
        let has_points = game.details().has_points;
        let mut plain = Plain::default();
        let mut plies = 0;
        for worst in report.players.iter().flat_map(|player| &player.worst) {
            let mut at = Arc::clone(&game).session(Some(&worst.position), "", 0).unwrap();
            at.play(worst.mv.as_ref().unwrap()).unwrap();
            for mv in &worst.line {
                let moves = plain_moves(&mut plain, &mut *at);
                let worth = best_worth(&moves);
                let soon = moves.iter().filter(|(_, value)| value.0 == worth).map(|(_, value)| value.1);
                let soon = if worth > 0.0 { soon.min() } else { soon.max() };
                let played = moves.iter().find(|(legal, _)| legal == mv).unwrap().1;
                assert_eq!(played.0, worth, "{name}: {mv} in {}", at.position());
                if !has_points && worth != 0.0 {
                    assert_eq!(Some(played.1), soon, "{name}: {mv} in {}", at.position());
                }
                at.play(mv).unwrap();
                plies += 1;
            }
            assert!(worst.line.len() == 6 || at.ending().is_some(), "{name}: {worst:?}");
        }
        assert!(plies >= 12, "{name}: {plies}");
    }
}

#[test]
fn dice_are_judged_by_the_chance_of_winning() {
    let game = open("pig:target=20");
    let mut positions = GradePositions::default();
    assert_eq!(add_sample(&mut positions, &game, 40, 3), 40);
    let report = graded(&game, &positions, &["perfect", "hold:at=6"]);
    assert_eq!(report.unknown, 0);
    assert_eq!(player(&report, "perfect").all.kept.share, Some(1.0));
    let holder = player(&report, "hold:at=6");
    assert!(holder.all.blunders.is_none() && holder.kinds.is_none() && holder.all.kept.share < Some(1.0));
    // The loss of each of its wrong moves is the difference of two probabilities of the solved race.
    for worst in &holder.worst {
        let at = Arc::clone(&game).session(Some(&worst.position), "", 0).unwrap();
        let solved = at.solve_race(Default::default(), &Run::default()).unwrap();
        let chance = |mv: &str| {
            solved.moves.iter().find(|known| known.mv == mv).unwrap().worth.win_probability.unwrap()
        };
        let lost = chance(&worst.best[0]) - chance(worst.mv.as_ref().unwrap());
        assert!((lost - worst.lost).abs() < 1e-9 && lost > 0.0, "{lost} in {worst:?}");
    }
}

#[test]
fn an_unknown_position_is_counted_and_not_guessed() {
    let game = open("connect4");
    let mut sampled = GradePositions::default();
    add_sample(&mut sampled, &game, 60, 1);
    let late = sampled.list().iter().find(|position| position.moves.len() >= 26).unwrap();
    let mut positions = GradePositions::default();
    for moves in ["", &late.moves.join(" ")] {
        let at = Arc::clone(&game).session(None, moves, 0).unwrap();
        positions.add(at.position(), GradedPosition::of(at.playthrough()).unwrap());
    }
    let options = GradeOptions { source: TruthSource { table: None, nodes: 100_000 }, ..options(&["first"]) };
    let report = grade(&game, &positions, &options, &Run::default()).unwrap();
    assert_eq!((report.positions, report.unknown), (2, 1));
    assert_eq!((report.players[0].all.unknown, report.players[0].all.kept.of), (1, 1));
}

#[test]
fn a_grade_does_not_depend_on_threads() {
    let game = open("connect4:m=5,n=4");
    let grades = [1, 3].map(|threads| {
        let mut positions = GradePositions::default();
        assert_eq!(add_sample(&mut positions, &game, 60, 9), 60);
        positions.measure_phases(&game, &Stop::never()).unwrap();
        let run = Run { threads, ..Run::default() };
        let mut report =
            grade(&game, &positions, &options(&["random", "level:n=2", "mcts:playouts=20"]), &run).unwrap();
        for player in &mut report.players {
            let (phases, kinds) = (player.phases.as_mut().unwrap(), player.kinds.as_mut().unwrap());
            let phases = [&mut player.all, &mut phases.opening, &mut phases.middle, &mut phases.end];
            for figures in phases.into_iter().chain([&mut kinds.won, &mut kinds.drawn, &mut kinds.lost]) {
                (figures.mean_seconds, figures.longest_seconds) = (None, None);
            }
        }
        report
    });
    assert_eq!(grades[0], grades[1]);
}

#[test]
fn moves_of_games_are_those_of_the_player_alone() {
    let game = open("tictactoe");
    let mut positions = GradePositions::default();
    let run = Run { threads: 2, ..Run::default() };
    let played =
        positions.add_games_against(&game, (0, "perfect:tie=random"), "random", (10, 1), &run).unwrap();
    assert_eq!(played, 10);
    let report = graded(&game, &positions, &["perfect:tie=random"]);
    let figures = &report.players[0].all;
    assert_eq!(figures.kept.right, figures.kept.of);
    // Two random plies come first; it moves at least once more in each game.
    assert!((10..=40).contains(&figures.kept.of), "{figures:?}");
}

#[test]
fn samples_are_of_the_ply_and_the_games_that_were_asked_for() {
    let game = open("connect4:m=5,n=4");
    let sampled = |count, ply, bot: Option<&str>, threads| {
        let mut positions = GradePositions::default();
        let sample = SampleOptions { count, seed: 4, ply, bot: bot.map(str::to_string) };
        let found = positions.add_sample(&game, &sample, &Run { threads, ..Run::default() }).unwrap();
        assert_eq!(positions.list().len(), found);
        positions.list().to_vec()
    };
    // All positions after a ply, and no more.
    assert_eq!(sampled(40, Some(1), None, 1).len(), 5);
    let played = sampled(30, None, Some("engine:depth=2"), 1);
    assert_eq!(sampled(30, None, Some("engine:depth=2"), 3), played);
    let late = sampled(10, Some(9), Some("engine:depth=2"), 2);
    assert_eq!((played.len(), late.len()), (30, 10));
    assert!(late.iter().all(|position| position.ply == Some(9)));
    // Each move after the first two is that of the bot.
    let bot = game.bot_factory("engine:depth=2").unwrap();
    for position in played.iter().chain(&late) {
        for (ply, mv) in position.moves.iter().enumerate().skip(2) {
            let found = bot.analyse(None, &position.moves[..ply].join(" "), 0, &Stop::never()).unwrap();
            assert_eq!(&found.best, mv, "{position:?}");
        }
    }
}
