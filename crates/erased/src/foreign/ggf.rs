//! GGF, the game texts of Othello servers: `(;GM[Othello]...BO[8 ...]B[F5//0.5]W[D6];)`.
//!
//! Cells have the same names here and there. A board is a character a cell, row 1 first, which the game reads as it is.

use std::fmt::Write as _;

use plywood_rules::options::split_name;
use plywood_rules::{Player, TextError};

use super::nodes::{Nodes, property};
use super::tags::{Sides, begin_record, end_record, refuse, result};
use crate::{Playthrough, Record};

/// The letters of both players on a board, the first player's first.
const LETTERS: [char; 2] = ['*', 'O'];

/// Reads a game.
pub(super) fn read(game: &Nodes<'_>) -> Result<Record, TextError> {
    let kind = game.value("TY").unwrap_or_default();
    if kind.contains('a') {
        return refuse!("games of anti-Othello, TY[{kind}], are not read");
    }
    let Some((size, board)) = game.value("BO").and_then(|board| board.split_once(char::is_whitespace)) else {
        return refuse!("a game of Othello has no board, BO[8 ...]");
    };
    let number: Option<usize> = size.parse().ok().filter(|size| (2..=26).contains(size));
    let cells: String = board.split_whitespace().collect();
    let (Some(size), Some((mover, cells))) =
        (number, cells.chars().last().map(|last| (last, &cells[..cells.len() - last.len_utf8()])))
    else {
        return refuse!(
            "the board of a game, BO[{size} {board}], is not read; it is a size, the cells and the side to move"
        );
    };
    let sides = Sides { white_first: false };
    let name = if size == 8 { "othello".to_string() } else { format!("othello:size={size}") };
    let mut record = begin_record(game, name, &sides);
    if (cells, mover) != (&*opening(size).concat(), LETTERS[0]) {
        record.set_tag("Position", format!("{cells} {mover}"));
    }
    let mut side =
        if mover.eq_ignore_ascii_case(&LETTERS[1]) || mover == 'w' { Player::Second } else { Player::First };
    for (name, values) in game.properties() {
        let (&("B" | "W"), Some(value)) = (name, values.first()) else { continue };
        let point = value.split('/').next().unwrap_or_default().trim();
        // A pass may be left out.
        if sides.player(name) != side {
            record.moves.push("pass".to_string());
        }
        record.moves.push(match point.to_ascii_lowercase() {
            pass if matches!(&*pass, "pa" | "pass" | "--") => "pass".to_string(),
            cell => cell,
        });
        side = sides.player(name).other();
    }
    end_record(&mut record, game.value("RE").unwrap_or_default(), &sides, None);
    Ok(record)
}

/// The rows of the opening.
fn opening(size: usize) -> Vec<String> {
    let middle = size / 2;
    let is_middle = |place: usize| place == middle || place == middle + 1;
    let cell = |row: usize, column: usize| match is_middle(row) && is_middle(column) {
        true => LETTERS[usize::from(row == column)],
        false => '-',
    };
    (1..=size).map(|row| (1..=size).map(|column| cell(row, column)).collect()).collect()
}

/// The board of a position in our notation, row 1 first, and the side to move.
fn board(position: &str) -> String {
    let (board, mover) = position.split_once(' ').unwrap_or((position, "x"));
    let letter = |c: char| LETTERS[usize::from(c == 'o')];
    let mut rows: Vec<String> = Vec::new();
    for row in board.split('/') {
        let (mut cells, mut run) = (String::new(), 0);
        for c in row.chars() {
            match c.to_digit(10) {
                Some(digit) => run = 10 * run + digit as usize,
                None => {
                    cells += &"-".repeat(std::mem::take(&mut run));
                    cells.push(letter(c));
                }
            }
        }
        rows.push(cells + &"-".repeat(run));
    }
    rows.reverse();
    format!("{} {}", rows.join(" "), letter(mover.chars().next().unwrap_or('x')))
}

/// Writes a game.
pub(super) fn write(play: &dyn Playthrough, record: &Record) -> Result<String, TextError> {
    let name = play.game();
    let (family, given) = split_name(&name);
    if family != "othello" {
        return refuse!("GGF is for othello, and not for '{name}'");
    }
    let size =
        given.unwrap_or_default().split(',').find_map(|option| option.strip_prefix("size=")).unwrap_or("8");
    let mut text = "(;GM[Othello]PC[Plywood]".to_string();
    for (tag, name) in [("Date", "DT"), ("First", "PB"), ("Second", "PW")] {
        text += &record.tag(tag).map_or(String::new(), |value| property(name, value));
    }
    text += &result(play, record).map_or(String::new(), |result| property("RE", &result));
    let start = play.start();
    let (board, first) = match &start {
        Some(start) => (board(start), start.ends_with('o')),
        None => (format!("{} {}", opening(size.parse().unwrap_or(8)).join(" "), LETTERS[0]), false),
    };
    let _ = write!(text, "TY[{size}]BO[{size} {board}]");
    let mut white = first;
    for mv in play.played() {
        let point = if mv == "pass" { "PASS".to_string() } else { mv.to_uppercase() };
        let _ = write!(text, "{}[{point}]", if white { "W" } else { "B" });
        white = !white;
    }
    Ok(text + ";)\n")
}
