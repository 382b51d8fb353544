//! The report of what a learner learnt from a game.

use plywood_erased::{Learnt, NewChoice};

use crate::output::grouped;

/// The most changed moves that are listed; the rest is counted.
const MOST: usize = 6;

/// For the people at the table. `names` are what the players are called.
pub fn words(learnt: &Learnt, names: [&str; 2]) -> String {
    let count = |n: u64, one: &str, many: &str| format!("{} {}", grouped(n), if n == 1 { one } else { many });
    let mut text = format!(
        "\n  The machine has learnt this game, its {}: {} and {} were new to it",
        ordinal(learnt.games),
        count(learnt.new_positions, "position", "positions"),
        count(learnt.new_moves, "move", "moves"),
    );
    text += &match learnt.changed_moves {
        0 => ".\n".to_string(),
        n => format!(",\n  and it changed its mind about {} it knew.\n", count(n, "move", "moves")),
    };
    for change in learnt.changes.iter().take(MOST) {
        text += &format!("    {}\n", change_words(change, names));
    }
    if let Some(more) = learnt.changes.len().checked_sub(MOST).filter(|&more| more > 0) {
        text += &format!("    and {}\n", count(more as u64, "more such position", "more such positions"));
    }
    text
}

fn change_words(change: &NewChoice, names: [&str; 2]) -> String {
    let name = names[change.player.index()];
    let after = match change.ply {
        0 => "at the start".to_string(),
        1 => "after the first move".to_string(),
        ply => format!("after {ply} moves"),
    };
    match (&change.before, &change.now) {
        (Some(before), Some(now)) => format!("{after}, as {name}, it will play {now} instead of {before}"),
        (None, Some(now)) => format!("{after}, as {name}, it will play {now}"),
        (Some(before), None) => format!("{after}, as {name}, it will try something new instead of {before}"),
        (None, None) => format!("{after}, as {name}, it will try something new"),
    }
}

fn ordinal(n: u64) -> String {
    let ending = match (n % 10, n % 100) {
        (1, 11) | (2, 12) | (3, 13) => "th",
        (1, _) => "st",
        (2, _) => "nd",
        (3, _) => "rd",
        _ => "th",
    };
    format!("{}{ending}", grouped(n))
}

#[cfg(test)]
mod tests {
    use plywood_rules::Player;

    use super::*;

    #[test]
    fn a_lesson_reads_well() {
        assert_eq!(
            [1, 2, 3, 4, 11, 12, 13, 21, 112, 1003].map(ordinal),
            ["1st", "2nd", "3rd", "4th", "11th", "12th", "13th", "21st", "112th", "1 003rd"]
        );
        let change = NewChoice {
            ply: 2,
            player: Player::First,
            position: String::new(),
            before: Some("a1".into()),
            now: None,
        };
        let learnt =
            Learnt { games: 3, new_positions: 1, new_moves: 4, changed_moves: 0, changes: vec![change; 7] };
        let text = words(&learnt, ["X", "O"]);
        assert!(text.contains("its 3rd: 1 position and 4 moves were new to it"), "{text}");
        assert!(text.contains("after 2 moves, as X, it will try something new instead of a1\n"), "{text}");
        assert!(text.ends_with("and 1 more such position\n"), "{text}");
    }
}
