//! Lines about a search: `info depth 5 score cp 34 wdl 560 0 440 nodes 1000 time 3 nps 333333 pv a1 b2`.

use plywood_erased::{Analysis, SearchInfo};
use plywood_outside::ugi::UgiInfo;
use plywood_rules::{Proved, Value};

use crate::protocols::bot_game::RefusalText;

/// The score of a win that is over; one of more plies is less by one for each.
const WIN: f64 = 30_000.0;

/// The greatest score of an estimate.
const MOST: f64 = 20_000.0;

/// The state of a search under way.
pub fn of_search(info: &SearchInfo) -> String {
    line(&UgiInfo {
        depth: info.depth,
        nodes: Some(info.nodes as f64),
        time: Some(1000.0 * info.seconds),
        per_second: info.nodes_per_second(),
        table_use: info.table_use.map(|share| 1000.0 * share),
        pv: info.pv.clone(),
        ..score(info.value, info.win_worth, info.winning_lead)
    })
}

/// The lines after a search: its result, and its value in words if that is proved; or the reason why there is none.
pub fn result(result: &Result<Analysis, RefusalText>) -> Vec<String> {
    let analysis = match result {
        Ok(analysis) => analysis,
        Err(refusal) => return vec![format!("info string {refusal}")],
    };
    let mut lines = Vec::new();
    if analysis.nodes > 0 || analysis.value.is_some() {
        lines.push(line(&UgiInfo {
            depth: analysis.depth,
            nodes: Some(analysis.nodes as f64),
            time: Some(1000.0 * analysis.seconds),
            per_second: analysis.nodes_per_second(),
            pv: analysis.pv.clone(),
            ..score(analysis.value, analysis.win_worth, analysis.winning_lead)
        }));
    }
    if let Some(value @ Value::Proved(_)) = analysis.value {
        lines.push(format!("info string {}", value.in_words(analysis.exact_plies)));
    }
    lines
}

fn line(info: &UgiInfo) -> String {
    format!("info{info}")
}

/// A value as managers know it, for the side to move: 100 centipawns for a lead that wins three games of four; wins, draws and losses
/// in a thousand games. An estimate says nothing of draws: they are half a win and half a loss.
fn score(value: Option<Value>, win_worth: f64, winning_lead: Option<f64>) -> UgiInfo {
    let Some(value) = value else { return UgiInfo::default() };
    let (centipawns, wdl) = match value {
        Value::Proved(Proved::Win { plies }) => (WIN - f64::from(plies.min(5_000)), [1000.0, 0.0, 0.0]),
        Value::Proved(Proved::Loss { plies }) => (f64::from(plies.min(5_000)) - WIN, [0.0, 0.0, 1000.0]),
        Value::Proved(Proved::Draw) => (0.0, [0.0, 1000.0, 0.0]),
        Value::Exact(_) | Value::Estimated(_) => {
            let chance = value.chance(win_worth, winning_lead);
            let lead = 100.0 * (chance / (1.0 - chance)).ln() / 3f64.ln();
            let wins = (1000.0 * chance).round();
            // A number that is rounded to 0 has no sign.
            (lead.clamp(-MOST, MOST).round() + 0.0, [wins, 0.0, 1000.0 - wins])
        }
    };
    UgiInfo { centipawns: Some(centipawns), wdl: Some(wdl), ..UgiInfo::default() }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn scores_are_for_the_mover() {
        let score = |value| score(Some(value), 1000.0, Some(8.0)).to_string();
        assert_eq!(score(Value::Estimated(8.0)), " score cp 100 wdl 750 0 250");
        assert_eq!(score(Value::Estimated(-16.0)), " score cp -200 wdl 100 0 900");
        assert_eq!(score(Value::Estimated(-0.001)), " score cp 0 wdl 500 0 500");
        assert_eq!(score(Value::Estimated(1e9)), " score cp 20000 wdl 1000 0 0");
        assert_eq!(score(Value::Exact(-1000.0)), " score cp -20000 wdl 0 0 1000");
        let win = |plies| score(Value::Proved(Proved::Win { plies }));
        assert_eq!(
            [win(0), win(7), win(u32::MAX)],
            [30_000, 29_993, 25_000].map(|cp| format!(" score cp {cp} wdl 1000 0 0"))
        );
        assert_eq!(score(Value::Proved(Proved::Loss { plies: 2 })), " score cp -29998 wdl 0 0 1000");
        assert_eq!(score(Value::Proved(Proved::Draw)), " score cp 0 wdl 0 1000 0");
    }
}
