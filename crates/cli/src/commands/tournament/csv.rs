//! The final table of a tournament for other programs (RFC 4180).

use super::data::TournamentData;
use crate::output::csv_line;

/// The final table, a line for each player.
pub fn players(data: &TournamentData) -> String {
    let mut text =
        "rank,name,score,games,wins,draws,losses,rating,low,high,los_to_next,time_losses,failures,start_ms\r\n"
            .to_string();
    for (rank, &player) in (1..).zip(&data.report.ranking) {
        let standing = &data.report.players[player];
        let (total, rating) = (standing.total(), standing.rating);
        text.push_str(&csv_line(&[
            format!("{rank}"),
            data.player(player).to_string(),
            format!("{:.1}", standing.points()),
            total.games().to_string(),
            total.wins.to_string(),
            total.draws.to_string(),
            total.losses.to_string(),
            format!("{:.1}", rating.elo + 0.0),
            format!("{:.1}", rating.low + 0.0),
            format!("{:.1}", rating.high + 0.0),
            standing.superiority_to_next.map_or(String::new(), |los| format!("{los:.4}")),
            standing.time_losses.to_string(),
            standing.failures.to_string(),
            format!("{:.1}", 1000.0 * standing.spent.start.as_secs_f64()),
        ]));
    }
    text
}
