//! The figures of small tournaments, and of those that were interrupted.

use std::time::Duration;

use plywood_rules::Outcome;

use super::super::schedule::ScheduledGame;
use super::*;

/// Plays a tournament in which the player with the lower number wins, but that `ending` says otherwise.
fn play(schedule: &Schedule, ending: &dyn Fn(ScheduledGame) -> Option<Ending>) -> Vec<FinishedGame> {
    let mut games: Vec<FinishedGame> = Vec::new();
    loop {
        let rounds = complete_rounds(schedule, &games);
        let Some(round) = schedule.next_round(&rounds) else { return games };
        for scheduled in schedule.games_of(&round) {
            let [first, second] = scheduled.players;
            let stronger = if first < second { Player::First } else { Player::Second };
            let time = Duration::from_millis(5);
            let spent = Spent { moves: 1, total: time, longest: time, ..Spent::default() };
            games.push(FinishedGame {
                round: rounds.len(),
                scheduled,
                ending: ending(scheduled).unwrap_or(Ending::Rules(Outcome::Win(stronger))),
                failure: None,
                plies: 9,
                spent: [spent, spent],
                opening: u64::from(scheduled.pair),
                key: games.len() as u64,
            });
        }
    }
}

fn tally(wins: u64, draws: u64, losses: u64) -> Tally {
    Tally { wins, draws, losses }
}

#[test]
fn a_round_robin_is_counted_from_all_sides() {
    let schedule = Schedule::new(TournamentFormat::RoundRobin, 3, 2, 2).unwrap();
    // 1 and 2 draw when 1 moves first.
    let games = play(&schedule, &|game| (game.players == [1, 2]).then_some(Ending::Rules(Outcome::Draw)));
    let report = TournamentReport::of(&schedule, &games).unwrap();
    assert_eq!((games.len(), report.distinct_games, report.rounds), (24, 24, 3));
    assert_eq!(report.ranking, [0, 1, 2]);
    let totals: Vec<Tally> = report.players.iter().map(PlayerStanding::total).collect();
    assert_eq!(totals, [tally(16, 0, 0), tally(4, 4, 8), tally(0, 4, 12)]);
    assert_eq!(report.players[1].as_first, tally(0, 4, 4));
    assert_eq!(report.players[1].points(), 6.0);
    assert_eq!(report.players[1].spent.moves, 16);
    let meeting = report.meeting(2, 1).unwrap();
    assert_eq!((meeting.tally, meeting.pairs.classes), (tally(0, 4, 4), [0, 4, 0, 0, 0]));
    assert!(meeting.superiority < 0.1 && report.meeting(1, 2).unwrap().superiority > 0.9);
    assert_eq!(report.sides[0].0.all, tally(4, 2, 6));
    assert_eq!(report.openings.len(), 4);
    assert_eq!(report.openings[&(1, 0)].all, tally(2, 1, 3));
    assert!(report.players[0].superiority_to_next.unwrap() > 0.9);
    assert_eq!(report.players[2].superiority_to_next, None);
    let ratings = report.players.iter().map(|player| player.rating.elo);
    assert!(ratings.sum::<f64>().abs() < 1e-9);
}

#[test]
fn identical_games_count_once() {
    let schedule = Schedule::new(TournamentFormat::RoundRobin, 2, 1, 50).unwrap();
    let mut games = play(&schedule, &|_| None);
    for game in &mut games {
        game.key = 7;
    }
    let report = TournamentReport::of(&schedule, &games).unwrap();
    // One with each side: 100 games are two.
    assert_eq!((report.distinct_games, report.players[0].distinct_games), (2, 2));
    assert_eq!(report.originals[..4], [0, 1, 0, 1]);
    assert_eq!(report.players[0].total(), tally(100, 0, 0));
    assert_eq!(report.meetings[0].pairs.classes, [0, 0, 0, 0, 1]);
    assert_eq!(report.sides[0].0, SideScore { all: tally(50, 0, 50), distinct: tally(1, 0, 1) });
    let short = Schedule::new(TournamentFormat::RoundRobin, 2, 1, 1).unwrap();
    let once = TournamentReport::of(&short, &games[..2]).unwrap();
    assert_eq!(once.players[0].rating, report.players[0].rating);
}

#[test]
fn failures_are_named_with_their_reasons() {
    let schedule = Schedule::new(TournamentFormat::Gauntlet { heroes: 1 }, 3, 1, 1).unwrap();
    let ending = |game: ScheduledGame| match game.players {
        [0, 2] => Some(Ending::Called(Call::OutOfTime(Player::First))),
        [1, 0] => Some(Ending::Called(Call::Failed(Player::First))),
        _ => None,
    };
    let mut games = play(&schedule, &ending);
    let crashed = games.iter().position(|game| game.scheduled.players == [1, 0]).unwrap();
    games[crashed].failure = Some("it ended with exit code 3".to_string());
    let report = TournamentReport::of(&schedule, &games).unwrap();
    let failure = |player, game, reason: &str| PlayerFailure { player, game, reason: reason.to_string() };
    assert_eq!(report.failures, [failure(1, 1, "it ended with exit code 3"), failure(0, 2, "time")]);
    let counts = |player: usize| (report.players[player].time_losses, report.players[player].failures);
    assert_eq!([counts(0), counts(1), counts(2)], [(1, 0), (0, 1), (0, 0)]);
}

#[test]
fn a_tournament_that_is_interrupted_goes_on_where_it_was() {
    for format in [TournamentFormat::Swiss { rounds: 4 }, TournamentFormat::Knockout] {
        let schedule = Schedule::new(format, 7, 1, 1).unwrap();
        let upset = |game: ScheduledGame| game.players.contains(&6).then_some(Ending::Repetition);
        let games = play(&schedule, &upset);
        let whole = complete_rounds(&schedule, &games);
        for cut in 0..games.len() {
            let some = complete_rounds(&schedule, &games[..cut]);
            let next = schedule.next_round(&some).unwrap();
            assert_eq!(some, whole[..some.len()]);
            let expected: Vec<_> = whole[some.len()].iter().map(|result| result.pairing).collect();
            assert_eq!(next.pairings, expected);
            let report = TournamentReport::of(&schedule, &games[..cut]).unwrap();
            assert_eq!(report.rounds, some.len());
            assert!(report.players.iter().all(|player| player.rating.low.is_finite()));
        }
        let report = TournamentReport::of(&schedule, &games).unwrap();
        assert_eq!(report.ranking[0], 0);
        if format == TournamentFormat::Knockout {
            assert_eq!(report.bracket.unwrap().winner(), Some(0));
        } else {
            let points: Vec<u32> =
                report.ranking.iter().map(|&at| report.swiss.as_ref().unwrap()[at].halves).collect();
            assert!(points.is_sorted_by(|a, b| a >= b), "{points:?}");
        }
    }
}
