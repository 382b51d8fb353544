//! The report of what a learner learnt from a game.

use plywood_erased::{Learnt, NewChoice};

use crate::output::grouped;

/// The most changed moves that are listed; the rest is counted.
const MOST: usize = 6;

/// For the people at the table. `names` are what the players are called.
pub fn report(learnt: &Learnt, names: [&str; 2]) -> String {
    let counted = |count, one: &str, many: &str| match count {
        1 => format!("1 {one}"),
        count => format!("{} {many}", grouped(count)),
    };
    let mut sentences = vec![format!("Learner: {} learnt.", counted(learnt.games, "game", "games"))];
    let counts = [
        (learnt.new_positions, "position was new.", "positions were new."),
        (learnt.new_moves, "move was new.", "moves were new."),
        (learnt.changed_moves, "move changed value.", "moves changed value."),
    ];
    let some = counts.into_iter().filter(|(count, ..)| *count > 0);
    sentences.extend(some.map(|(count, one, many)| counted(count, one, many)));
    if sentences.len() == 1 {
        sentences.push("It learnt nothing new.".to_string());
    }
    let mut text = format!("\n  {}\n", sentences.join(" "));
    for NewChoice { ply, player, before, now, .. } in learnt.changes.iter().take(MOST) {
        let [before, now] = [before, now].map(|mv| mv.as_deref().unwrap_or("any new move"));
        let name = names[player.index()];
        text += &format!(
            "    After move {ply}, {name}: it would have played {before}; now it would play {now}.\n"
        );
    }
    if let Some(more) = learnt.changes.len().checked_sub(MOST).filter(|&more| more > 0) {
        text += &format!("    and {more} more\n");
    }
    text
}

#[cfg(test)]
mod tests {
    use plywood_rules::Player;

    use super::*;

    #[test]
    fn a_lesson_reads_well() {
        let change = NewChoice {
            ply: 2,
            player: Player::First,
            position: String::new(),
            before: Some("a1".into()),
            now: None,
        };
        let learnt = Learnt {
            games: 3,
            new_positions: 1,
            new_moves: 4,
            changed_moves: 0,
            changes: vec![change; 7],
            values: Vec::new(),
        };
        let text = report(&learnt, ["X", "O"]);
        assert!(
            text.contains("  Learner: 3 games learnt. 1 position was new. 4 moves were new.\n"),
            "{text}"
        );
        assert!(
            text.contains("After move 2, X: it would have played a1; now it would play any new move.\n"),
            "{text}"
        );
        assert!(text.ends_with("and 1 more\n"), "{text}");
    }
}
