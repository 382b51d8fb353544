//! The reason why a learning curve is as it is, and what to change.

use plywood_workshop::{CurvePoint, TrainingReport, wilson};

use crate::output::{counted, grouped};

/// A score from which on there is little left to learn against an opponent.
const NEARLY_ALL: f64 = 0.9;
/// A score that a learner without games only has because it looks ahead.
const AHEAD: f64 = 0.58;
/// A memory of positions helps little if fewer of its decisions than this are in positions that it knows.
const FEW_KNOWN: f64 = 0.5;

/// Sentences about a training run with this curve, `known` of whose latest decisions were in known positions.
pub fn advice(
    report: &TrainingReport,
    curve: &[CurvePoint],
    known: Option<f64>,
    has_chance: bool,
) -> Vec<String> {
    let mut all = Vec::new();
    let mut opponents: Vec<&str> = curve.iter().map(|point| &*point.opponent).collect();
    opponents.sort_unstable();
    opponents.dedup();
    let curves = opponents.into_iter().map(|opponent| {
        let points = curve.iter().filter(|point| point.opponent == opponent);
        points.collect::<Vec<_>>()
    });
    let curves: Vec<Vec<&CurvePoint>> = curves.collect();
    all.extend(curves.iter().find_map(|points| before_learning(points[0], report, has_chance)));
    all.extend(curves.iter().filter_map(|points| flat(points)));
    if let Some(known) = known.filter(|&known| known < FEW_KNOWN && !report.settings.kind.has_network()) {
        all.push(format!(
            "{:.0} % of the last decisions were in positions that it knew: the game is large for a memory of positions. \
             A new brain with --kind ntuple learns patterns instead, which are the same in many positions",
            100.0 * known
        ));
    }
    all
}

/// A learner that has learnt nothing wins already where it looks ahead.
fn before_learning(first: &CurvePoint, report: &TrainingReport, has_chance: bool) -> Option<String> {
    let (_, score, _) = score(first);
    if first.games > 0 || score < AHEAD || has_chance {
        return None;
    }
    let prove = report.settings.prove;
    let reason = match (report.settings.kind.has_graph(), prove) {
        (true, 1..) => format!(
            "it wins at once where it can, and makes no move that loses at once: it looks ahead for forced wins of {} \
             (--prove 0: none)",
            counted(prove.into(), "ply")
        ),
        (false, _) => "a network sees which of its moves wins at once".to_string(),
        (true, 0) => return None,
    };
    Some(format!("before its first game it had {:.0} % against {}: {reason}", 100.0 * score, first.opponent))
}

/// A curve whose last point is within the interval of its first, or below.
fn flat(points: &[&CurvePoint]) -> Option<String> {
    let ([first, .., last], opponent) = (points, &points[0].opponent) else { return None };
    let (_, before, (_, high)) = score(first);
    let (_, after, _) = score(last);
    if after > high {
        return None;
    }
    let advice = match before.min(after) >= NEARLY_ALL {
        true => {
            "there is little left to learn from it; measure against a stronger bot, such as --against rules:depth=2"
        }
        false => "measure with more games (--measure) or learn more of them",
    };
    Some(format!(
        "the curve against {opponent} is flat, {:.0} % and {:.0} % after {} games: {advice}",
        100.0 * before,
        100.0 * after,
        grouped(last.games - first.games),
    ))
}

/// Games, score and its 95 % interval: a draw counts half.
pub fn score(point: &CurvePoint) -> (u64, f64, (f64, f64)) {
    let games = point.wins + point.draws + point.losses;
    let score = (point.wins as f64 + 0.5 * point.draws as f64) / games.max(1) as f64;
    (games, score, wilson(score, games as f64))
}
