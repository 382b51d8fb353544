//! Lines about a search: `info depth 5 score cp 34 wdl 560 0 440 nodes 1000 time 3 nps 333333 pv a1 b2`.

use plywood_erased::{Analysis, SearchInfo};
use plywood_rules::{Proved, Value};

use crate::protocols::bot_game::Refusal;

/// The score of a win that is over; one of more plies is less by one for each.
const WIN: i64 = 30_000;

/// The greatest score of an estimate.
const MOST: f64 = 20_000.0;

/// The state of a search under way.
pub fn of_search(info: &SearchInfo) -> String {
    line(&Parts {
        depth: info.depth,
        score: info.value.map(|value| Score::of(value, info.win_worth, info.winning_lead)),
        nodes: info.nodes,
        seconds: info.seconds,
        per_second: info.nodes_per_second(),
        table_use: info.table_use,
        pv: &info.pv,
    })
}

/// The lines after a search: its result, and its value in words if that is proved; or the reason why there is none.
pub fn result(result: &Result<Analysis, Refusal>) -> Vec<String> {
    let analysis = match result {
        Ok(analysis) => analysis,
        Err(refusal) => return vec![format!("info string {refusal}")],
    };
    let mut lines = Vec::new();
    if analysis.nodes > 0 || analysis.value.is_some() {
        lines.push(line(&Parts {
            depth: analysis.depth,
            score: analysis.value.map(|value| Score::of(value, analysis.win_worth, analysis.winning_lead)),
            nodes: analysis.nodes,
            seconds: analysis.seconds,
            per_second: analysis.nodes_per_second(),
            table_use: None,
            pv: &analysis.pv,
        }));
    }
    if let Some(value @ Value::Proved(_)) = analysis.value {
        lines.push(format!("info string {}", value.in_words(analysis.exact_plies)));
    }
    lines
}

/// A value as managers know it, for the side to move.
#[derive(Debug, PartialEq)]
struct Score {
    /// 100 for a lead that wins three games of four.
    centipawns: i64,
    /// Wins, draws and losses in a thousand games. An estimate says nothing of draws: they are half a win and half a loss.
    wdl: [i64; 3],
}

impl Score {
    fn of(value: Value, win_worth: f64, winning_lead: Option<f64>) -> Score {
        match value {
            Value::Proved(Proved::Win { plies }) => {
                Score { centipawns: WIN - i64::from(plies.min(5_000)), wdl: [1000, 0, 0] }
            }
            Value::Proved(Proved::Loss { plies }) => {
                Score { centipawns: i64::from(plies.min(5_000)) - WIN, wdl: [0, 0, 1000] }
            }
            Value::Proved(Proved::Draw) => Score { centipawns: 0, wdl: [0, 1000, 0] },
            Value::Exact(_) | Value::Estimated(_) => {
                let chance = value.chance(win_worth, winning_lead);
                let lead = 100.0 * (chance / (1.0 - chance)).ln() / 3f64.ln();
                let wins = (1000.0 * chance).round() as i64;
                Score { centipawns: lead.clamp(-MOST, MOST).round() as i64, wdl: [wins, 0, 1000 - wins] }
            }
        }
    }
}

struct Parts<'a> {
    depth: Option<u32>,
    score: Option<Score>,
    nodes: u64,
    seconds: f64,
    per_second: Option<f64>,
    table_use: Option<f64>,
    pv: &'a [String],
}

fn line(parts: &Parts<'_>) -> String {
    let mut line = "info".to_string();
    if let Some(depth) = parts.depth {
        line += &format!(" depth {depth}");
    }
    if let Some(Score { centipawns, wdl: [wins, draws, losses] }) = parts.score {
        line += &format!(" score cp {centipawns} wdl {wins} {draws} {losses}");
    }
    line += &format!(" nodes {} time {:.0}", parts.nodes, 1000.0 * parts.seconds);
    if let Some(per_second) = parts.per_second {
        line += &format!(" nps {per_second:.0}");
    }
    if let Some(share) = parts.table_use {
        line += &format!(" hashfull {:.0}", 1000.0 * share);
    }
    if !parts.pv.is_empty() {
        line += &format!(" pv {}", parts.pv.join(" "));
    }
    line
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn scores_are_for_the_mover() {
        let score = |value| Score::of(value, 1000.0, Some(8.0));
        assert_eq!(score(Value::Estimated(8.0)), Score { centipawns: 100, wdl: [750, 0, 250] });
        assert_eq!(score(Value::Estimated(-16.0)), Score { centipawns: -200, wdl: [100, 0, 900] });
        assert_eq!(score(Value::Estimated(1e9)).centipawns, 20_000);
        assert_eq!(score(Value::Exact(-1000.0)), Score { centipawns: -20_000, wdl: [0, 0, 1000] });
        let win = |plies| score(Value::Proved(Proved::Win { plies })).centipawns;
        assert_eq!((win(0), win(7), win(u32::MAX)), (30_000, 29_993, 25_000));
        assert_eq!(score(Value::Proved(Proved::Loss { plies: 2 })).centipawns, -29_998);
        assert_eq!(score(Value::Proved(Proved::Draw)), Score { centipawns: 0, wdl: [0, 1000, 0] });
    }
}
