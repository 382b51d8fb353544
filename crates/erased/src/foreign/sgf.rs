//! SGF of Hex and of k in a row: as HexGui writes it (`FF[4]GM[11]`, points like `a10`, `swap-pieces`, `resign`) and as Little
//! Golem does (letters in pairs; in Hex, White begins).
//!
//! Cells of Hex have the same names here and there. In pairs of letters the second one counts from the top: that is row 1 of
//! Hex, and the last rank of k in a row.

use std::fmt::Write as _;

use plywood_rules::options::split_name;
use plywood_rules::{Player, TextError};

use super::nodes::{Nodes, property};
use super::tags::{Sides, begin_record, end_record, refuse, result};
use crate::{Playthrough, Record};

/// The rules that an SGF names in `RU`, as options of the game.
const RULES: [&str; 2] = ["swap=on", "exact=on"];

/// A board whose games are written as SGF.
struct Board {
    hex: bool,
    files: usize,
    ranks: usize,
    /// Options beside the size.
    rules: Vec<&'static str>,
}

impl Board {
    /// The board of a file.
    fn read(game: &Nodes<'_>, hex: bool) -> Result<Board, TextError> {
        let size = game.value("SZ").unwrap_or(if hex { "11" } else { "15" });
        let (files, ranks) = size.split_once(':').unwrap_or((size, size));
        let number = |text: &str| text.trim().parse().ok().filter(|size| (1..=26).contains(size));
        let (Some(files), Some(ranks)) = (number(files), number(ranks)) else {
            return refuse!("the size of the board, SZ[{size}], is not read; it is a number from 1 to 26");
        };
        let written = game.value("RU").unwrap_or_default();
        let mut rules: Vec<&str> = RULES.into_iter().filter(|rule| written.contains(rule)).collect();
        let swaps = game.properties().any(|(_, values)| values.iter().any(|value| is_swap(value)));
        if hex && swaps && !rules.contains(&RULES[0]) {
            rules.push(RULES[0]);
        }
        Ok(Board { hex, files, ranks, rules })
    }

    /// The board of the game with this full name.
    fn of(name: &str) -> Result<Board, TextError> {
        let (family, given) = split_name(name);
        let mut board = Board { hex: family == "hex", files: 0, ranks: 0, rules: Vec::new() };
        let default = if board.hex { 11 } else { 3 };
        (board.files, board.ranks) = (default, default);
        let mut line = if board.hex { 5 } else { 3 };
        for option in given.unwrap_or_default().split(',').filter(|option| !option.is_empty()) {
            let (key, value) = option.split_once('=').unwrap_or((option, ""));
            let number = value.parse().unwrap_or(0);
            match key {
                "size" => (board.files, board.ranks) = (number, number),
                "m" => board.files = number,
                "n" => board.ranks = number,
                "k" => line = number,
                _ => match RULES.iter().find(|rule| **rule == option) {
                    Some(rule) => board.rules.push(rule),
                    None => line = 0,
                },
            }
        }
        if !matches!(family, "hex" | "mnk") || line != 5 || board.files > 26 || board.ranks > 26 {
            return refuse!("SGF is for hex and five in a row (gomoku), and not for '{name}'");
        }
        Ok(board)
    }

    /// Our name of the game.
    fn name(&self) -> String {
        let (files, ranks) = (self.files, self.ranks);
        let size = match self.hex {
            true if files == 11 => None,
            true => Some(format!("size={files}")),
            false => Some(format!("m={files},n={ranks},k=5")),
        };
        let rules = self.rules.iter().map(|rule| (*rule).to_string());
        let options: Vec<String> = size.into_iter().chain(rules).collect();
        let family = if self.hex { "hex" } else { "mnk" };
        if options.is_empty() { family.to_string() } else { format!("{family}:{}", options.join(",")) }
    }

    /// Our name of a cell.
    fn cell(&self, point: &str) -> Result<String, TextError> {
        let small = point.to_ascii_lowercase();
        let place =
            |letter: Option<char>| letter.filter(char::is_ascii_lowercase).map(|c| c as usize - 'a' as usize);
        let mut letters = small.chars();
        let file = place(letters.next());
        let rest = letters.as_str();
        let rank = match place(rest.chars().next()).filter(|_| rest.len() == 1) {
            Some(row) if self.hex => Some(row + 1),
            Some(row) => self.ranks.checked_sub(row),
            None => rest.bytes().all(|b| b.is_ascii_digit()).then(|| rest.parse().ok()).flatten(),
        };
        match (file, rank) {
            (Some(file), Some(rank)) if file < self.files && (1..=self.ranks).contains(&rank) => {
                Ok(format!("{}{rank}", &small[..1]))
            }
            _ => refuse!(
                "'{point}' is no point of a board with {} columns and {} rows",
                self.files,
                self.ranks
            ),
        }
    }

    /// The point of a cell, as it is written.
    fn point(&self, cell: &str) -> String {
        match (self.hex, cell.split_at_checked(1)) {
            (false, Some((file, rank))) => {
                let row = self.ranks.saturating_sub(rank.parse().unwrap_or(1));
                format!("{file}{}", char::from(b'a' + row.min(25) as u8))
            }
            _ => cell.to_string(),
        }
    }

    /// The position with these stones.
    fn position(&self, stones: &[(Player, String)], mover: Player) -> String {
        let owner =
            |cell: &str| stones.iter().rev().find(|(_, stone)| stone == cell).map(|(player, _)| *player);
        let rows: Vec<String> = (1..=self.ranks)
            .rev()
            .map(|rank| {
                let cells = (b'a'..).take(self.files).map(|file| format!("{}{rank}", char::from(file)));
                cells.map(|cell| owner(&cell).map_or('.', letter)).collect()
            })
            .collect();
        format!("{} {}", rows.join("/"), letter(mover))
    }

    /// The stones of a position in our notation, and the side to move.
    fn stones(&self, position: &str) -> (Vec<(Player, String)>, Player) {
        let (board, mover) = position.split_once(' ').unwrap_or((position, "x"));
        let mut stones = Vec::new();
        for (row, rank) in board.split('/').zip((1..=self.ranks).rev()) {
            let (mut file, mut run) = (0, 0);
            for c in row.chars() {
                if let Some(digit) = c.to_digit(10) {
                    run = 10 * run + digit as usize;
                    continue;
                }
                file += std::mem::take(&mut run);
                let name = format!("{}{rank}", char::from(b'a' + file.min(25) as u8));
                stones.extend(
                    Player::BOTH.into_iter().find(|&player| letter(player) == c).map(|player| (player, name)),
                );
                file += 1;
            }
        }
        (stones, if mover == "o" { Player::Second } else { Player::First })
    }
}

/// The letter of a player in our positions.
fn letter(player: Player) -> char {
    ['x', 'o'][player.index()]
}

fn is_swap(point: &str) -> bool {
    ["swap", "swap-pieces"].iter().any(|swap| point.trim().eq_ignore_ascii_case(swap))
}

/// Reads a game of Hex, or of five in a row.
pub(super) fn read(game: &Nodes<'_>, hex: bool) -> Result<Record, TextError> {
    let board = Board::read(game, hex)?;
    let mut stones: Vec<(&str, String)> = Vec::new();
    let mut moves: Vec<(&str, &str)> = Vec::new();
    for (name, values) in game.properties() {
        match *name {
            "AB" | "AW" | "AE" if !moves.is_empty() => {
                return refuse!("stones that are put on the board after the first move are not read");
            }
            "AB" | "AW" => {
                for point in values {
                    stones.push((name, board.cell(point.trim())?));
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
    let mut record = begin_record(game, board.name(), &sides);
    let mut mover = match begins.or_else(|| game.value("PL").and_then(|color| color.get(..1))) {
        Some(color) => sides.player(color),
        None => Player::First,
    };
    if !stones.is_empty() {
        let stones: Vec<_> =
            stones.into_iter().map(|(color, cell)| (sides.player(&color[1..]), cell)).collect();
        record.set_tag("Position", board.position(&stones, mover));
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
            point => board.cell(point).map_err(|error| TextError::new(format!("move {number}: {error}")))?,
        });
        mover = mover.other();
    }
    end_record(&mut record, game.value("RE").unwrap_or_default(), &sides, resigned);
    Ok(record)
}

/// Writes a game of Hex as HexGui does, or of five in a row as Little Golem does.
pub(super) fn write(play: &dyn Playthrough, record: &Record) -> Result<String, TextError> {
    let board = Board::of(&play.game())?;
    let size = match board.files == board.ranks {
        true => board.files.to_string(),
        false => format!("{}:{}", board.files, board.ranks),
    };
    let number = if board.hex { "11" } else { "4" };
    let mut text = format!("(;FF[4]GM[{number}]AP[Plywood]SZ[{size}]");
    if !board.rules.is_empty() {
        text += &property("RU", &board.rules.join(","));
    }
    let colors = ["B", "W"];
    for (tag, name) in [("First", "PB"), ("Second", "PW"), ("Date", "DT"), ("Event", "EV")] {
        text += &record.tag(tag).map_or(String::new(), |value| property(name, value));
    }
    text += &result(play, record).map_or(String::new(), |result| property("RE", &result));
    let mut mover = Player::First;
    if let Some(start) = play.start() {
        let (stones, first) = board.stones(&start);
        for player in Player::BOTH {
            let own: Vec<String> = stones
                .iter()
                .filter(|(owner, _)| *owner == player)
                .map(|(_, cell)| format!("[{}]", board.point(cell)))
                .collect();
            if !own.is_empty() {
                let _ = write!(text, "A{}{}", colors[player.index()], own.concat());
            }
        }
        mover = first;
        text += &property("PL", colors[mover.index()]);
    }
    text.push('\n');
    for mv in play.played() {
        let point = if mv == "swap" { "swap-pieces".to_string() } else { board.point(mv) };
        let _ = write!(text, ";{}[{point}]", colors[mover.index()]);
        mover = mover.other();
    }
    Ok(text + ")\n")
}
