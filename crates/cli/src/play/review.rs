//! The figures of a game at its end, for the people who played it.

use std::time::Duration;

use plywood_page::play::GameSnapshot;
use plywood_rules::{Player, Run, Stop};
use plywood_workshop::{Review, ReviewOptions, Trouble, review};

use super::setup::Setup;
use crate::html::percent;

/// Positions searched for each position of the game, first and then, and at most for all of it.
const QUICK: u32 = 500;
const NODES: u32 = 5000;
const MOST: u32 = 200_000;
/// Positions searched for exact values, all together.
const EXACT: u64 = 200_000;
/// The most time for it.
const LONGEST: Duration = Duration::from_millis(500);

/// Two lines for each person, with the figures and the words of a review on the page; nothing where there is nothing to say, or if it was
/// stopped by `stop`. `names` are what the players are called.
///
/// # Errors
/// If the game cannot be played again.
pub fn figures(
    setup: &Setup,
    snapshot: &GameSnapshot,
    names: [&str; 2],
    stop: &Stop,
) -> Result<String, Trouble> {
    let moves = &snapshot.moves;
    if moves.is_empty() {
        return Ok(String::new());
    }
    let people = Player::BOTH.into_iter().filter(|&player| setup.bot(player).is_none());
    let each = MOST / (moves.len() as u32 + 1);
    let options =
        ReviewOptions { quick: QUICK.min(each), nodes: NODES.min(each), exact: EXACT, experts: &[] };
    let run = stop.within(LONGEST);
    let review = review(&setup.game, snapshot.position.as_deref(), moves, options, &Run::until(&run))?;
    let lines: String = people.filter_map(|player| lines(&review, player, names[player.index()])).collect();
    Ok(if lines.is_empty() || stop.is_raised() { String::new() } else { format!("\n{lines}") })
}

/// The lines for one player.
fn lines(review: &Review, player: Player, name: &str) -> Option<String> {
    let side = review.side(player);
    let mut parts = match (side.mistakes, side.inaccuracies, side.only) {
        _ if side.judged == 0 => return None,
        (Some(mistakes), Some(inaccuracies), Some(only)) => {
            vec![format!("mistakes {mistakes}, inaccuracies {inaccuracies}, only moves {only}")]
        }
        _ => vec![format!("judged {} of {} moves", side.judged, side.moves)],
    };
    if let Some(share) = side.decisions.share {
        parts.push(format!(
            "decisions kept: {} ({} of {})",
            percent(share),
            side.decisions.right,
            side.decisions.of
        ));
    }
    let mut lines = format!("  {name}: {}\n", parts.join("; "));
    if let Some(&index) = side.costliest.first() {
        let made = &review.moves[index];
        let about = if made.exact { "" } else { "about " };
        let cost = made.points.map_or_else(
            || percent(made.lost),
            |points| {
                // An estimate knows no fractions of a point.
                let points = match made.exact {
                    true => points,
                    false if points < 2.0 => (points * 10.0).round() / 10.0,
                    false => points.round(),
                };
                format!("{points} {}", if points == 1.0 { "point" } else { "points" })
            },
        );
        lines +=
            &format!("  {name}: costliest move {} (number {}), cost {about}{cost}\n", made.mv, index + 1);
    }
    Some(lines)
}
