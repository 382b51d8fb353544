//! The grades for other programs (RFC 4180): a line for each player and phase.

use plywood_workshop::GradeFigures;

use super::data::Grades;
use crate::output::csv_line;

const HEADER: &str = "player,phase,unknown,moves,kept,kept_share,kept_low,kept_high,decisions,decisions_kept,decisions_share,\
decisions_low,decisions_high,regret,regret_low,regret_high,points_lost,longer_wins,won_to_drawn,drawn_to_lost,won_to_lost,failed,\
mean_seconds\r\n";

/// All lines.
pub fn rows(grades: &Grades) -> String {
    let mut text = HEADER.to_string();
    for player in &grades.report.players {
        let phases = player.phases.iter().flat_map(|phases| phases.named());
        for (phase, figures) in [("all", &player.all)].into_iter().chain(phases) {
            text += &row(&player.name, phase, figures);
        }
    }
    text
}

fn row(player: &str, phase: &str, figures: &GradeFigures) -> String {
    let number = |value: Option<f64>| value.map_or(String::new(), |value| format!("{value:.6}"));
    let GradeFigures { kept, decisions, regret, blunders, .. } = figures;
    let points = figures.regret_points.and_then(|points| points.mean);
    let kinds = match blunders {
        Some(kinds) => {
            [kinds.won_to_drawn, kinds.drawn_to_lost, kinds.won_to_lost].map(|count| count.to_string())
        }
        None => Default::default(),
    };
    let [won_to_drawn, drawn_to_lost, won_to_lost] = kinds;
    csv_line(&[
        player.to_string(),
        phase.to_string(),
        figures.unknown.to_string(),
        kept.of.to_string(),
        kept.right.to_string(),
        number(kept.share),
        number(Some(kept.low)),
        number(Some(kept.high)),
        decisions.of.to_string(),
        decisions.right.to_string(),
        number(decisions.share),
        number(Some(decisions.low)),
        number(Some(decisions.high)),
        number(regret.mean),
        number(regret.low),
        number(regret.high),
        number(points),
        number(figures.longer_wins.mean),
        won_to_drawn,
        drawn_to_lost,
        won_to_lost,
        figures.failed.to_string(),
        number(figures.mean_seconds),
    ])
}
