//! SGF of Hex and of k in a row: as HexGui writes it (`FF[4]GM[11]`, points like `a10`, `swap-pieces`, `resign`) and as Little
//! Golem does (letters in pairs; in Hex, White begins).
//!
//! Cells of Hex have the same names here and there. In pairs of letters the second one counts from the top: that is row 1 of
//! Hex, and the last rank of k in a row.

use std::fmt::Write as _;

use plywood_rules::{FlatBoard, FlatCell, FlatRules, Player, StoneGoal, TextError};

use super::flat::game_name;
use super::nodes::{MainLine, property};
use super::tags::{Sides, begin_record, end_record, refuse, result};
use crate::{Playthrough, Record};

/// The options of Hex and of k in a row that an SGF names in `RU`.
const SWAP: &str = "swap=on";
const EXACT: &str = "exact=on";

/// The rules that a file names.
fn rules_of(game: &MainLine<'_>, hex: bool) -> Result<FlatRules, TextError> {
    let size = game.value("SZ").unwrap_or(if hex { "11" } else { "15" });
    let (columns, rows) = size.split_once(':').unwrap_or((size, size));
    let number = |text: &str| text.trim().parse().ok().filter(|size| (1..=26).contains(size));
    let (Some(columns), Some(rows)) = (number(columns), number(rows)) else {
        return refuse!("the size of the board, SZ[{size}], is not read; it is a number from 1 to 26");
    };
    let written = game.value("RU").unwrap_or_default();
    let swaps = || game.properties().any(|(_, values)| values.iter().any(|value| is_swap(value)));
    let goal = match hex {
        true => StoneGoal::Chain { swap: written.contains(SWAP) || swaps() },
        false => StoneGoal::Row { length: 5, exact: written.contains(EXACT), misere: false },
    };
    Ok(FlatRules { columns, rows, goal })
}

fn is_hex(rules: &FlatRules) -> bool {
    matches!(rules.goal, StoneGoal::Chain { .. })
}

/// The cell of a point.
fn cell(rules: &FlatRules, point: &str) -> Result<FlatCell, TextError> {
    let letter = |c: u8| c.is_ascii_alphabetic().then(|| usize::from(c.to_ascii_lowercase() - b'a'));
    let cell = match *point.as_bytes() {
        [column, row] if row.is_ascii_alphabetic() => {
            letter(column).zip(letter(row)).and_then(|(column, row)| {
                let row = if is_hex(rules) { Some(row) } else { rules.rows.checked_sub(row + 1) };
                rules.cell(column, row?)
            })
        }
        _ => rules.find(point),
    };
    cell.ok_or_else(|| {
        TextError::new(format!(
            "'{point}' is no point of a board with {} columns and {} rows",
            rules.columns, rules.rows
        ))
    })
}

/// The point of a cell, as it is written.
fn point(rules: &FlatRules, cell: FlatCell) -> String {
    let letter = |number: usize| char::from(b'a' + number as u8);
    match is_hex(rules) {
        true => cell.to_string(),
        false => [letter(cell.column), letter(rules.rows - 1 - cell.row)].iter().collect(),
    }
}

fn is_swap(point: &str) -> bool {
    ["swap", "swap-pieces"].iter().any(|swap| point.trim().eq_ignore_ascii_case(swap))
}

/// Reads a game of Hex, or of five in a row.
pub(super) fn read(game: &MainLine<'_>, hex: bool) -> Result<Record, TextError> {
    let rules = rules_of(game, hex)?;
    let mut stones: Vec<(&str, FlatCell)> = Vec::new();
    let mut moves: Vec<(&str, &str)> = Vec::new();
    for (name, values) in game.properties() {
        match *name {
            "AB" | "AW" | "AE" if !moves.is_empty() => {
                return refuse!("stones that are put on the board after the first move are not read");
            }
            "AB" | "AW" => {
                for point in values {
                    stones.push((name, cell(&rules, point.trim())?));
                }
            }
            "AE" => return refuse!("cells that are emptied, AE, are not read"),
            "B" | "W" => moves.extend(values.first().map(|point| (*name, point.trim()))),
            _ => {}
        }
    }
    // Black is the first player; White is where he begins on an empty board, as on Little Golem.
    let begins = moves.first().map(|(color, _)| *color);
    let sides = Sides { white_first: stones.is_empty() && begins == Some("W") };
    let mut record = begin_record(game, game_name(&rules), &sides);
    let mut mover = match begins.or_else(|| game.value("PL").and_then(|color| color.get(..1))) {
        Some(color) => sides.player(color),
        None => Player::First,
    };
    if !stones.is_empty() {
        let mut board = FlatBoard::empty(rules, mover);
        stones.into_iter().for_each(|(color, cell)| board.put(cell, sides.player(&color[1..])));
        record.set_tag("Position", board.to_string());
    }
    let mut resigned = None;
    for (place, (color, point)) in moves.into_iter().enumerate() {
        let number = place + 1;
        let player = sides.player(color);
        if point.eq_ignore_ascii_case("resign") {
            resigned = Some(player);
            break;
        }
        if player != mover {
            return refuse!("move {number} ({color}[{point}]) is of the player who moved before");
        }
        record.moves.push(match point {
            _ if hex && is_swap(point) => "swap".to_string(),
            _ if point.eq_ignore_ascii_case("swap-sides") => {
                return refuse!("move {number}: swap-sides is not read; swap and swap-pieces are");
            }
            point => cell(&rules, point)
                .map_err(|error| TextError::new(format!("move {number}: {error}")))?
                .to_string(),
        });
        mover = mover.other();
    }
    end_record(&mut record, game.value("RE").unwrap_or_default(), &sides, resigned);
    Ok(record)
}

/// Writes a game of Hex as HexGui does, or of five in a row as Little Golem does.
pub(super) fn write(play: &dyn Playthrough, record: &Record) -> Result<String, TextError> {
    let start = play.flat_board(0).filter(|board| match board.rules.goal {
        StoneGoal::Row { length, misere, .. } => length == 5 && !misere,
        goal => goal != StoneGoal::Most,
    });
    let Some(start) = start.filter(|board| board.rules.columns.max(board.rules.rows) <= 26) else {
        return refuse!("SGF is for hex and five in a row (gomoku), and not for '{}'", play.game());
    };
    let rules = start.rules;
    let size = match rules.columns == rules.rows {
        true => rules.columns.to_string(),
        false => format!("{}:{}", rules.columns, rules.rows),
    };
    let (number, option) = match rules.goal {
        StoneGoal::Chain { swap } => ("11", swap.then_some(SWAP)),
        StoneGoal::Row { exact, .. } => ("4", exact.then_some(EXACT)),
        StoneGoal::Most => ("2", None),
    };
    let mut text = format!("(;FF[4]GM[{number}]AP[Plywood]SZ[{size}]");
    text += &option.map_or(String::new(), |option| property("RU", option));
    let colors = ["B", "W"];
    for (tag, name) in [("First", "PB"), ("Second", "PW"), ("Date", "DT"), ("Event", "EV")] {
        text += &record.tag(tag).map_or(String::new(), |value| property(name, value));
    }
    text += &result(play, record).map_or(String::new(), |result| property("RE", &result));
    let mut mover = Player::First;
    if play.start().is_some() {
        for player in Player::BOTH {
            let own = start.stones().filter(|(owner, _)| *owner == player);
            let own: String = own.map(|(_, cell)| format!("[{}]", point(&rules, cell))).collect();
            if !own.is_empty() {
                let _ = write!(text, "A{}{own}", colors[player.index()]);
            }
        }
        mover = start.mover;
        text += &property("PL", colors[mover.index()]);
    }
    text.push('\n');
    for mv in play.played() {
        let point = rules.find(mv).map_or("swap-pieces".to_string(), |cell| point(&rules, cell));
        let _ = write!(text, ";{}[{point}]", colors[mover.index()]);
        mover = mover.other();
    }
    Ok(text + ")\n")
}
