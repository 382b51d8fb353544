//! Lists of moves as people and other programs write them.
//!
//! Moves with or without blanks or commas between them, numbers of turns (`1. d`, `1.d`, `1...d`), comments (`{...}`, and `;` to the end of
//! the line), results and variations in parentheses, which are counted and kept as [`SideLine`]s. A pass that is forced may be left
//! out. A word that is a legal move as it is written is that move, whatever else it could be.

use plywood_rules::TextError;

use crate::foreign::{is_tree, read_games};
use crate::record::is_result;
use crate::side_lines::SideLine;

/// A game in which the moves of a list are played.
pub(crate) trait PlaysMoves {
    /// Plays the legal move of this text.
    fn play_text(&mut self, text: &str) -> Result<(), TextError>;
    /// The texts of the legal moves.
    fn move_texts(&self) -> Vec<String>;
    /// The number of moves that were played.
    fn plies(&self) -> usize;
    /// Takes back the last move and returns its text; `None` where moves cannot be taken back.
    fn take_back(&mut self) -> Option<String>;
    /// The full name of the game.
    fn game_name(&self) -> String;
}

/// The longest move that is found in a word of several, in characters.
const LONGEST: usize = 16;

/// The moves without a digit that may stand among cells without blanks.
const SPECIAL: [&str; 4] = ["pass", "pa", "--", "swap"];

/// Variations inside each other that are read; deeper ones are skipped.
const DEEPEST: usize = 30;

/// The variations of a list of moves.
#[derive(Default)]
pub(crate) struct Variations {
    /// The number of all that do not stand in another one.
    pub count: usize,
    /// Those of legal moves.
    pub side_lines: Vec<SideLine>,
}

/// Plays the moves of a list and returns its variations. One that cannot be played is only counted.
///
/// # Errors
/// If a move is not legal, or a comment or a variation is never closed: says which and why.
pub(crate) fn play_list(game: &mut dyn PlaysMoves, list: &str) -> Result<Variations, TextError> {
    if !is_tree(list) {
        return play_words(game, list, 0);
    }
    let (moves, skipped) = only_game(list, &game.game_name())?;
    let variations = play_words(game, &moves, 0)?;
    Ok(Variations { count: variations.count + skipped, ..variations })
}

/// Plays a list of moves that is inside so many variations.
fn play_words(game: &mut dyn PlaysMoves, list: &str, depth: usize) -> Result<Variations, TextError> {
    let start = game.plies();
    let mut variations = Variations::default();
    let mut rest = list.trim_start();
    while let Some(first) = rest.chars().next() {
        rest = match first {
            '{' => after_comment(rest)?,
            '(' => {
                let after = after_variation(rest)?;
                let inside = &rest[1..rest.len() - after.len() - 1];
                variations.count += 1;
                if game.plies() > start && depth < DEEPEST {
                    variations.side_lines.extend(side_line(game, inside, start, depth));
                }
                after
            }
            ')' | '}' => return Err(TextError::new(format!("a '{first}' closes nothing in the moves"))),
            _ if plays_word(game, &mut rest) => rest,
            ',' => &rest[1..],
            ';' => rest.split_once('\n').map_or("", |(_, after)| after),
            _ => {
                let (word, after) = rest.split_at(end_of_word(rest, ";,"));
                play_word(game, word)?;
                after
            }
        }
        .trim_start();
    }
    Ok(variations)
}

/// The variation of these moves in place of the last one, if they can be played; the game is as before. `start` is the ply at which
/// the line that it leaves begins.
fn side_line(game: &mut dyn PlaysMoves, moves: &str, start: usize, depth: usize) -> Option<SideLine> {
    let last = game.take_back()?;
    let from = game.plies();
    let read = play_words(game, moves, depth + 1);
    let mut texts = Vec::new();
    while game.plies() > from {
        texts.push(game.take_back()?);
    }
    texts.reverse();
    game.play_text(&last).ok()?;
    let side_lines = read.ok()?.side_lines;
    (!texts.is_empty()).then_some(SideLine { instead: from - start, moves: texts, side_lines })
}

/// The moves of the game that a list in SGF or GGF has, and the number of its variations.
fn only_game(list: &str, wanted: &str) -> Result<(String, usize), TextError> {
    let games = read_games(list)?;
    let [record] = &games.records[..] else {
        return Err(TextError::new(format!(
            "a list of moves is one game, and this text has {}",
            games.records.len()
        )));
    };
    let name = record.tag("Game").unwrap_or_default();
    if !games.may_be_of(name, wanted) {
        return Err(TextError::new(format!("these moves are of {name}, and not of {wanted}")));
    }
    if let Some(position) = record.tag("Position") {
        return Err(TextError::new(format!("these moves begin at '{position}'; read the text as a record")));
    }
    Ok((record.moves.join(" "), games.variations))
}

/// The end of the first word, in bytes: before a blank, a bracket or one of these signs.
fn end_of_word(text: &str, signs: &str) -> usize {
    text.find(|c: char| c.is_whitespace() || "(){}".contains(c) || signs.contains(c)).unwrap_or(text.len())
}

/// Plays the first word of a list as it is and goes on after it, if it is a move.
fn plays_word(game: &mut dyn PlaysMoves, rest: &mut &str) -> bool {
    let (word, after) = rest.split_at(end_of_word(rest, ""));
    let played = game.play_text(word).is_ok();
    if played {
        *rest = after;
    }
    played
}

/// The list after the comment in braces that it begins with.
fn after_comment(list: &str) -> Result<&str, TextError> {
    let closed = list.split_once('}').map(|(_, after)| after);
    closed.ok_or_else(|| TextError::new("a comment begins in the moves with '{' and never ends"))
}

/// The list after the variation in parentheses that it begins with, and after those inside it.
fn after_variation(list: &str) -> Result<&str, TextError> {
    let mut open = 0;
    let mut rest = list;
    while let Some(at) = rest.find(['(', ')', '{']) {
        let (sign, after) = (rest.as_bytes()[at], &rest[at + 1..]);
        rest = if sign == b'{' { after_comment(&rest[at..])? } else { after };
        open += usize::from(sign == b'(');
        open -= usize::from(sign == b')');
        if open == 0 {
            return Ok(rest);
        }
    }
    Err(TextError::new("a variation begins in the moves with '(' and never ends"))
}

/// Plays a word that is no move as it is: after the number of its turn, one or several moves.
fn play_word(game: &mut dyn PlaysMoves, word: &str) -> Result<(), TextError> {
    let mut rest = without_number(word);
    if rest.is_empty() || is_result(word) {
        return Ok(());
    }
    let before = game.plies();
    let Err(error) = game.play_text(rest) else { return Ok(()) };
    // Numbers with dots may be a cell of a cube: `10.3.12`.
    let is_cell_of_cube = rest.starts_with(|c: char| c.is_ascii_digit());
    let named = if is_cell_of_cube { game.play_text(word).err().map(|error| (word, error)) } else { None };
    let (text, error) = named.unwrap_or((rest, error));
    let wrong = wrong_move(game, text, &error);
    let legal = game.move_texts();
    let single = !legal.is_empty() && legal.iter().all(|text| text.chars().count() == 1);
    while !rest.is_empty() {
        let played = match (single, rest.char_indices().nth(1)) {
            (true, next) => {
                let letter = &rest[..next.map_or(rest.len(), |(at, _)| at)];
                game.play_text(letter).map_err(|error| wrong_move(game, letter, &error))?;
                letter.len()
            }
            (false, _) => match play_first(game, rest) {
                Some(length) => length,
                // A word that is no list of moves is wrong as a whole.
                None if game.plies() < before + 2 => return Err(wrong),
                None => {
                    let error = game.play_text(rest).err();
                    return Err(error.map_or(wrong, |error| wrong_move(game, rest, &error)));
                }
            },
        };
        rest = without_number(&rest[played..]);
    }
    Ok(())
}

/// Plays the longest move that `rest` begins with, after a pass if only that is legal, and returns its length in bytes.
fn play_first(game: &mut dyn PlaysMoves, rest: &str) -> Option<usize> {
    let mut ends: Vec<usize> = rest.char_indices().map(|(at, c)| at + c.len_utf8()).take(LONGEST).collect();
    ends.retain(|&end| is_cell(&rest[..end]));
    let longest = |game: &mut dyn PlaysMoves| {
        ends.iter().copied().rev().find(|&end| game.play_text(&rest[..end]).is_ok())
    };
    let found = longest(game);
    if found.is_some() || ends.is_empty() || game.move_texts() != ["pass"] {
        return found;
    }
    game.play_text("pass").ok()?;
    longest(game)
}

/// True for what may be a move between others without blanks: letters and digits, or a pass or a swap.
fn is_cell(text: &str) -> bool {
    let has = |is: fn(&u8) -> bool| text.as_bytes().iter().any(is);
    has(u8::is_ascii_digit) && has(u8::is_ascii_alphabetic) || is_special(text)
}

fn is_special(text: &str) -> bool {
    SPECIAL.iter().any(|special| special.eq_ignore_ascii_case(text))
}

/// The word after the number of a turn, `1.` or `1...`, if it begins with one.
fn without_number(word: &str) -> &str {
    let after = word.trim_start_matches(|c: char| c.is_ascii_digit());
    if after.len() < word.len() && after.starts_with('.') { after.trim_start_matches('.') } else { word }
}

/// The error of the move after those that were played.
fn wrong_move(game: &dyn PlaysMoves, text: &str, error: &TextError) -> TextError {
    TextError::new(format!("move {} ('{text}'): {error}", game.plies() + 1))
}
