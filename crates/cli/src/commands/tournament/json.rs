//! The figures of a tournament as JSON.

use plywood_arena::stats::Tally;
use plywood_arena::tournament::{Bracket, HeadToHead, PlayerStanding, SwissScore};
use serde_json::{Value as Json, json};

use super::data::{TournamentData, score};
use crate::output::number;

/// The figures.
pub fn json(data: &TournamentData) -> Json {
    let report = &data.report;
    let players: Vec<Json> = report.ranking.iter().map(|&player| player_json(data, player)).collect();
    let pairs: Vec<Json> = report.meetings.iter().map(|meeting| meeting_json(data, meeting)).collect();
    let sides = report.sides.iter().enumerate().map(|(game, (side, parameters))| {
        let (share, low, high) = score(side.distinct);
        json!({
            "game": data.game_name(game),
            "first": tally(side.all),
            "score": { "share": number(share), "low": number(low), "high": number(high) },
            "advantage": number(parameters.advantage),
            "advantage_low": number(parameters.advantage_interval.0),
            "advantage_high": number(parameters.advantage_interval.1),
            "draws_between_equals": number(parameters.draws),
        })
    });
    let openings = report.openings.iter().map(|(&(game, opening), side)| {
        json!({ "game": data.game_name(game), "opening": data.opening(game, opening), "first": tally(side.all) })
    });
    let failures = report.failures.iter().map(|failure| {
        json!({ "player": data.player(failure.player), "game": failure.game + 1, "reason": failure.reason })
    });
    json!({
        "title": data.title,
        "complete": data.is_complete,
        "games": data.played.len(),
        "distinct_games": report.distinct_games,
        "rounds": report.rounds,
        "players": players,
        "pairs": pairs,
        "sides": sides.collect::<Vec<_>>(),
        "openings": openings.collect::<Vec<_>>(),
        "failures": failures.collect::<Vec<_>>(),
        "bracket": report.bracket.as_ref().map(|bracket| bracket_json(data, bracket)),
        // Some settings are there several times: a player each.
        "settings": data.settings,
    })
}

fn tally(tally: Tally) -> Json {
    json!({ "wins": tally.wins, "draws": tally.draws, "losses": tally.losses })
}

fn player_json(data: &TournamentData, player: usize) -> Json {
    let standing: &PlayerStanding = &data.report.players[player];
    let swiss = data.report.swiss.as_ref().map(|scores| swiss_json(&scores[player]));
    json!({
        "name": data.player(player),
        "score": number(standing.points()),
        "games": standing.total().games(),
        "wins": standing.total().wins,
        "draws": standing.total().draws,
        "losses": standing.total().losses,
        "as_first": tally(standing.as_first),
        "as_second": tally(standing.as_second),
        "distinct_games": standing.distinct_games,
        "rating": number(standing.rating.elo),
        "low": number(standing.rating.low),
        "high": number(standing.rating.high),
        "los_to_next": standing.superiority_to_next.map_or(Json::Null, number),
        "swiss": swiss,
        "time_losses": standing.time_losses,
        "failures": standing.failures,
        "mean_ms": standing.spent.mean_seconds().map_or(Json::Null, |seconds| number(1000.0 * seconds)),
        "max_ms": number(1000.0 * standing.spent.longest.as_secs_f64()),
        "start_ms": number(1000.0 * standing.spent.start.as_secs_f64()),
    })
}

fn swiss_json(score: &SwissScore) -> Json {
    json!({
        "points": number(f64::from(score.halves) / 2.0),
        "buchholz": number(f64::from(score.buchholz_halves) / 2.0),
        "sonneborn_berger": number(f64::from(score.sonneborn_berger_quarters) / 4.0),
        "byes": score.byes,
    })
}

fn meeting_json(data: &TournamentData, meeting: &HeadToHead) -> Json {
    json!({
        "players": meeting.players.map(|player| data.player(player)),
        "wins": meeting.tally.wins,
        "draws": meeting.tally.draws,
        "losses": meeting.tally.losses,
        "pentanomial": meeting.pairs.classes,
        "los": number(meeting.superiority),
    })
}

fn bracket_json(data: &TournamentData, bracket: &Bracket) -> Json {
    let points = |halves: u32| number(f64::from(halves) / 2.0);
    let stages = bracket.stages.iter().map(|stage| {
        let ties = stage.iter().map(|tie| {
            json!({
                "players": (data.player(tie.players.0), tie.players.1.map(|player| data.player(player))),
                "points": (points(tie.halves[0]), points(tie.halves[1])),
                "rounds": tie.rounds,
                "winner": tie.winner.map(|player| data.player(player)),
                "by_seed": tie.is_by_seed(),
            })
        });
        ties.collect::<Vec<_>>()
    });
    stages.collect()
}
