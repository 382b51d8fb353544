//! GGF, the game texts of Othello servers: `(;GM[Othello]...BO[8 ...]B[F5//0.5]W[D6];)`.
//!
//! Cells have the same names here and there. A board is a character a cell, row 1 first, which the game reads as it is.

use std::fmt::Write as _;

use plywood_rules::{FlatBoard, FlatRules, Player, StoneGoal, TextError};

use super::flat::game_name;
use super::nodes::{MainLine, property};
use super::tags::{Sides, begin_record, end_record, refuse, result};
use crate::{Playthrough, Record};

/// The letters of both players on a board, the first player's first.
const LETTERS: [char; 2] = ['*', 'O'];

/// Reads a game.
pub(super) fn read(game: &MainLine<'_>) -> Result<Record, TextError> {
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
    let rules = FlatRules { columns: size, rows: size, goal: StoneGoal::Most };
    let mut record = begin_record(game, game_name(&rules), &sides);
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

/// The board of a position, row 1 first, and the side to move.
fn written(board: &FlatBoard) -> String {
    let letter = |owner: &Option<Player>| owner.map_or('-', |owner| LETTERS[owner.index()]);
    let mut rows: Vec<String> = board.rows().map(|row| row.iter().map(letter).collect()).collect();
    rows.reverse();
    format!("{} {}", rows.join(" "), LETTERS[board.mover.index()])
}

/// Writes a game.
pub(super) fn write(play: &dyn Playthrough, record: &Record) -> Result<String, TextError> {
    let Some(start) = play.flat_board(0).filter(|board| board.rules.goal == StoneGoal::Most) else {
        return refuse!("GGF is for othello, and not for '{}'", play.game());
    };
    let size = start.rules.columns;
    let mut text = "(;GM[Othello]PC[Plywood]".to_string();
    for (tag, name) in [("Date", "DT"), ("First", "PB"), ("Second", "PW")] {
        text += &record.tag(tag).map_or(String::new(), |value| property(name, value));
    }
    text += &result(play, record).map_or(String::new(), |result| property("RE", &result));
    let _ = write!(text, "TY[{size}]BO[{size} {}]", written(&start));
    let mut mover = start.mover;
    for mv in play.played() {
        let point = if mv == "pass" { "PASS".to_string() } else { mv.to_uppercase() };
        let _ = write!(text, "{}[{point}]", ["B", "W"][mover.index()]);
        mover = mover.other();
    }
    Ok(text + ";)\n")
}
