//! The report of what a learner learnt from a game.

use plywood_erased::{Learnt, NewChoice};

use crate::words::Words;

/// The most changed moves that are listed; the rest is counted.
const MOST: usize = 6;

/// For the people at the table. `names` are what the players are called.
pub fn report(learnt: &Learnt, words: &Words, names: &[String; 2]) -> String {
    let learner = words.say("botname.learner", &[]);
    let mut sentences = vec![words.count("bot.games", learnt.games, &[("name", &learner)]) + "."];
    let counts = [
        ("brain.newpositions", learnt.new_positions),
        ("brain.newmoves", learnt.new_moves),
        ("brain.changed", learnt.changed_moves),
    ];
    let some = counts.into_iter().filter(|(_, count)| *count > 0);
    sentences.extend(some.map(|(key, count)| words.count(key, count, &[])));
    if sentences.len() == 1 {
        sentences.push(words.say("brain.nothingnew", &[]));
    }
    let mut text = format!("\n  {}\n", sentences.join(" "));
    for change in learnt.changes.iter().take(MOST) {
        text += &format!("    {}\n", change_words(change, words, names));
    }
    if let Some(more) = learnt.changes.len().checked_sub(MOST).filter(|&more| more > 0) {
        text += &format!("    {}\n", words.count("think.more", more as u64, &[]));
    }
    text
}

fn change_words(change: &NewChoice, words: &Words, names: &[String; 2]) -> String {
    let choice = |mv: &Option<String>| mv.clone().unwrap_or_else(|| words.say("brain.anything", &[]));
    let after = words.say("brain.atply", &[("ply", &change.ply)]);
    let instead =
        words.say("brain.instead", &[("before", &choice(&change.before)), ("now", &choice(&change.now))]);
    format!("{after}, {}: {instead}", names[change.player.index()])
}

#[cfg(test)]
mod tests {
    use plywood_rules::Player;

    use super::*;
    use crate::words::Language;

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
        let report = |language| report(&learnt, &Words::new(language), &["X", "O"].map(String::from));
        let text = report(Language::En);
        assert!(
            text.contains("  Learner: 3 games learnt. 1 position was new. 4 moves were new.\n"),
            "{text}"
        );
        assert!(
            text.contains("After move 2, X: it would have played a1; now it would play any new move.\n"),
            "{text}"
        );
        assert!(text.ends_with("and 1 more\n"), "{text}");
        // Three kinds of number, where English has two.
        assert!(report(Language::Sk).contains("1 nová pozícia. 4 nové ťahy."));
    }
}
