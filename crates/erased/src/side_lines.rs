//! Variations of a game, and the game with them in one list of moves.

/// A variation: moves in place of those of a line from one of them on.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct SideLine {
    /// The place of the move that its first move replaces, in the line that it leaves.
    pub instead: usize,
    /// Its moves, and outcomes of chance.
    pub moves: Vec<String>,
    /// The variations that leave it.
    pub side_lines: Vec<SideLine>,
}

/// The words of a list of moves with its variations, each in parentheses behind the move that it replaces; with each word the index in
/// `moves` if it is one of them.
pub(crate) fn words(moves: &[String], side_lines: &[SideLine]) -> Vec<(String, Option<usize>)> {
    let mut words = Vec::new();
    for (index, mv) in moves.iter().enumerate() {
        words.push((mv.clone(), Some(index)));
        for side in side_lines.iter().filter(|side| side.instead == index && !side.moves.is_empty()) {
            let inside = self::words(&side.moves, &side.side_lines);
            let last = inside.len() - 1;
            words.extend(inside.into_iter().enumerate().map(|(place, (word, _))| {
                let open = if place == 0 { "(" } else { "" };
                let close = if place == last { ")" } else { "" };
                (format!("{open}{word}{close}"), None)
            }));
        }
    }
    words
}

/// A list of moves with its variations: `d d (c e) c`. The lists that are read have this form.
pub fn moves_with_side_lines(moves: &[String], side_lines: &[SideLine]) -> String {
    let words: Vec<String> = words(moves, side_lines).into_iter().map(|(word, _)| word).collect();
    words.join(" ")
}
