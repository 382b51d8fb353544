//! All openings of a length.

use std::collections::HashSet;

use plywood_rules::TextError;

use crate::any_game::AnyGame;

/// The most openings that are listed.
const MOST: usize = 10_000;

/// A line of moves to each position that is `plies` plies after the start, up to symmetry, in the order of the moves. Games that
/// are over by then are left out.
///
/// # Errors
/// If the position or a move of the start is wrong, there are more than 10 000 such positions, or none.
pub fn all_openings(
    game: &dyn AnyGame,
    position: Option<&str>,
    moves: &str,
    plies: u16,
) -> Result<Vec<String>, TextError> {
    let mut lines = vec![String::new()];
    for ply in 1..=plies {
        let mut seen = HashSet::new();
        let mut longer = Vec::new();
        for line in &lines {
            let mut at = game.session(position, &joined(moves, line), 0)?;
            for mv in at.playthrough().moves() {
                at.playthrough_mut().play(&mv)?;
                if at.ending().is_none() && seen.insert(at.canonical_position()) {
                    longer.push(joined(line, &mv));
                }
                at.playthrough_mut().undo();
            }
            if longer.len() > MOST {
                return Err(TextError::new(format!(
                    "there are more than {MOST} openings of {ply} plies; ask for shorter ones, or for random:{plies}"
                )));
            }
        }
        lines = longer;
    }
    match lines.is_empty() {
        true => Err(TextError::new(format!("no game lasts for {plies} plies; ask for shorter openings"))),
        false => Ok(lines),
    }
}

fn joined(line: &str, more: &str) -> String {
    [line, more].into_iter().filter(|part| !part.is_empty()).collect::<Vec<_>>().join(" ")
}
