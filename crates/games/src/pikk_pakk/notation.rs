//! Pushes (`e-`, `5+`), placements (`d4`) and positions as text, and positions as bytes.
//!
//! A push is its line and `+` (right or up) or `-` (left or down). In `capture`, if a line holds several runs,
//! `@` and the rank or file of the run's first ball, the lowest or leftmost, follow: `e-@3`, `5+@b`. Arrows and
//! capitals are accepted as well, and the `@` may be missing if only one run can move.
//!
//! A position is the ranks from the top, separated by `/` (`w`, `b`, `t`, and numbers for runs of empty cells),
//! and the side to move, `w` or `b`. While balls are placed there is a third word: `place`.

use plywood_rules::{MoveNumber, Notation, Player, TextError};

use super::field::{Direction, Field, bit, cells_of};
use super::game::{Colour, Move, PikkPakk, State, placement};
use super::options::{Opening, Variant};
use crate::ternary;

/// `a` for file 0.
pub(super) fn file_name(file: usize) -> String {
    char::from(b'a' + file as u8).to_string()
}

/// `1` for rank 0.
pub(super) fn rank_name(rank: usize) -> String {
    (rank + 1).to_string()
}

impl Notation for PikkPakk {
    fn move_text(&self, state: &State, mv: MoveNumber) -> String {
        match mv.into() {
            Move::Place { cell } => self.cell_name(usize::from(cell)),
            Move::Push { way, first, .. } => {
                let first = usize::from(first);
                let sign = if way.raises() { '+' } else { '-' };
                let several =
                    self.variant == Variant::Capture && self.runs(state, way, first).count_ones() > 1;
                let run = if several { format!("@{}", self.run_name(way, first)) } else { String::new() };
                format!("{}{sign}{run}", self.line_name(way, first))
            }
        }
    }

    fn parse_move(&self, state: &State, text: &str) -> Result<MoveNumber, TextError> {
        if state.winner.is_some() {
            return Err(TextError::new(format!("'{text}' cannot be played: the game is over")));
        }
        let read = if state.placing { self.parse_placing(state, text) } else { self.parse_push(state, text) };
        read.map_err(|reason| TextError::new(format!("'{text}' cannot be played: {reason}")))
    }

    fn state_text(&self, state: &State) -> String {
        let mut text = String::new();
        for rank in (0..self.field.side).rev() {
            let mut empty = 0;
            for file in 0..self.field.side {
                let cell = self.field.cell(file, rank);
                let letter = if cell == usize::from(state.target) {
                    't'
                } else if state.light & bit(cell) != 0 {
                    'w'
                } else if state.dark & bit(cell) != 0 {
                    'b'
                } else {
                    empty += 1;
                    continue;
                };
                if empty > 0 {
                    text += &empty.to_string();
                    empty = 0;
                }
                text.push(letter);
            }
            if empty > 0 {
                text += &empty.to_string();
            }
            if rank > 0 {
                text.push('/');
            }
        }
        let phase = if state.placing { " place" } else { "" };
        format!("{text} {}{phase}", state.mover.letter())
    }

    fn parse_state(&self, text: &str) -> Result<State, TextError> {
        let mut words = text.split_whitespace();
        let Some(board) = words.next() else {
            let example = self.state_text(&plywood_rules::Game::initial(self));
            return Err(TextError::new(format!("an empty position; one looks like '{example}'")));
        };
        let board = parse_board(&self.field, board)?;
        let mover = match words.next() {
            Some("w") => Colour::Light,
            Some("b") => Colour::Dark,
            Some(other) => {
                return Err(TextError::new(format!("the side to move is '{other}'; it has to be w or b")));
            }
            None => return Err(TextError::new("the side to move is missing: w or b after the board")),
        };
        let placing = match words.next() {
            None => false,
            Some("place") if self.opening == Opening::Placement => true,
            Some("place") => {
                return Err(TextError::new("'place' belongs only to games with opening=placement"));
            }
            Some(other) => {
                return Err(TextError::new(format!("'{other}' after the side to move is too much")));
            }
        };
        if let Some(other) = words.next() {
            return Err(TextError::new(format!("'{other}' at the end is too much")));
        }
        let target = self.check_target(board.target)?;
        self.checked(State {
            light: board.light,
            dark: board.dark,
            target,
            mover,
            placing,
            winner: None,
            pushes: [0; 2],
        })
    }

    fn side_to_move(&self, state: &State) -> Player {
        self.player(state.mover)
    }

    /// A byte for the target, the side to move and the placement phase, then the balls as digits to base 3,
    /// cell by cell: the rest follows from that.
    #[inline]
    fn pack(&self, state: &State, bytes: &mut Vec<u8>) {
        // While balls are placed the target is in the middle, so that this takes one number for each colour.
        let cell = if state.placing { self.field.cells() as u8 } else { state.target };
        bytes.push(2 * cell + u8::from(state.mover == Colour::Dark));
        let words = |balls: u128| [balls as u64, (balls >> 64) as u64];
        ternary::pack([&words(state.light), &words(state.dark)], self.field.cells(), bytes);
    }

    fn unpack(&self, bytes: &[u8]) -> Result<State, TextError> {
        let Some((&head, balls)) = bytes.split_first() else {
            return Err(TextError::new("a position of Pikk Pakk is not packed in 0 bytes"));
        };
        let cells = self.field.cells();
        let words: [[u64; 2]; 2] = ternary::unpack(balls, cells)?;
        let [light, dark] = words.map(|[low, high]| u128::from(low) | u128::from(high) << 64);
        let mover = if head % 2 == 0 { Colour::Light } else { Colour::Dark };
        let target = usize::from(head / 2);
        let placing = target == cells;
        if target > cells || (placing && self.opening != Opening::Placement) {
            return Err(TextError::new(format!("byte 0 of a packed position of this game cannot be {head}")));
        }
        let target = if placing { self.field.centre() } else { target };
        if (light | dark) & bit(target) != 0 {
            return Err(TextError::new("a packed position has a ball where the target is"));
        }
        let target = target as u8;
        self.checked(State { light, dark, target, mover, placing, winner: None, pushes: [0; 2] })
    }
}

impl PikkPakk {
    /// The state with its derived fields, if it is valid.
    fn checked(&self, mut state: State) -> Result<State, TextError> {
        if state.placing {
            self.check_placing(&state)?;
        } else {
            self.check_balls(&state)?;
        }
        self.settle(&mut state);
        Ok(state)
    }

    fn cell_name(&self, cell: usize) -> String {
        format!("{}{}", file_name(self.field.file(cell)), rank_name(self.field.rank(cell)))
    }

    /// The name of the line through `cell` that is pushed `way`: `e` or `5`.
    fn line_name(&self, way: Direction, cell: usize) -> String {
        if way.is_along_file() { file_name(self.field.file(cell)) } else { rank_name(self.field.rank(cell)) }
    }

    /// The start of a run of that line: `3` or `b`.
    fn run_name(&self, way: Direction, first: usize) -> String {
        if way.is_along_file() {
            rank_name(self.field.rank(first))
        } else {
            file_name(self.field.file(first))
        }
    }

    /// The first balls of all runs of the line through `cell`.
    fn runs(&self, state: &State, way: Direction, cell: usize) -> u128 {
        self.field.firsts(state.occupied(), way.is_along_file()) & self.field.line(way, cell)
    }

    /// `a to i`, `1 to 9`.
    fn names_of_lines(&self) -> (String, String) {
        let last = self.field.side - 1;
        (format!("a to {}", file_name(last)), format!("1 to {}", rank_name(last)))
    }

    fn parse_file(&self, text: &str) -> Option<usize> {
        let &[letter] = text.as_bytes() else { return None };
        let file = usize::from(letter.to_ascii_lowercase().checked_sub(b'a')?);
        (file < self.field.side).then_some(file)
    }

    fn parse_rank(&self, text: &str) -> Option<usize> {
        let rank = number(text)?;
        (1..=self.field.side).contains(&rank).then(|| rank - 1)
    }

    fn parse_placing(&self, state: &State, text: &str) -> Result<MoveNumber, String> {
        let cell = text.char_indices().nth(1).and_then(|(i, _)| {
            Some(self.field.cell(self.parse_file(&text[..i])?, self.parse_rank(&text[i..])?))
        });
        let Some(cell) = cell else {
            let (files, ranks) = self.names_of_lines();
            return Err(format!("a ball is placed on a cell, file {files} and rank {ranks}, such as d4"));
        };
        if self.field.middle & bit(cell) == 0 {
            let n = self.field.run;
            return Err(format!("balls are placed on the middle {n} x {n} cells"));
        }
        if state.occupied() & bit(cell) != 0 {
            let what = if cell == usize::from(state.target) { "the target" } else { "a ball" };
            return Err(format!("{what} is on {} already", self.cell_name(cell)));
        }
        Ok(placement(cell))
    }

    fn parse_push(&self, state: &State, text: &str) -> Result<MoveNumber, String> {
        let (push, run) = match text.split_once('@') {
            Some((push, run)) => (push, Some(run)),
            None => (text, None),
        };
        let (way, line) = self.parse_line(push)?;
        let cell = if way.is_along_file() { line } else { line * self.field.side };
        let first = match (self.variant, run) {
            (Variant::Capture, Some(run)) => self.parse_run(state, way, cell, run)?,
            (Variant::Capture, None) => self.only_run(state, way, cell)?,
            (_, None) => self.full_line_in(state, way, cell)?,
            (_, Some(_)) => return Err("runs are chosen with @ only in variant=capture".to_string()),
        };
        if self.pushes(state, state.mover).contains(way, first) {
            return Ok(self.push_of(state, way, first));
        }
        Err(self.refusal(state, way, first))
    }

    /// The way and the file or rank that `e-`, `5+`, `e↓` or `5→` names.
    fn parse_line(&self, text: &str) -> Result<(Direction, usize), String> {
        let (files, ranks) = self.names_of_lines();
        let Some((at, sign)) = text.char_indices().next_back().filter(|&(_, c)| "+-↑↓←→".contains(c))
        else {
            return Err(format!(
                "a push is a file {files} or a rank {ranks} and its direction, + or -, such as e- or 5+"
            ));
        };
        let name = &text[..at];
        let (along_file, line) = match (self.parse_file(name), self.parse_rank(name)) {
            (Some(file), _) => (true, file),
            (None, Some(rank)) => (false, rank),
            (None, None) => {
                return Err(format!("there is no line '{name}': files are {files}, ranks {ranks}"));
            }
        };
        let raises = match (sign, along_file) {
            ('+', _) | ('↑', true) | ('→', false) => true,
            ('-', _) | ('↓', true) | ('←', false) => false,
            (_, true) => return Err(format!("file {name} moves up or down")),
            (_, false) => return Err(format!("rank {name} moves left or right")),
        };
        Ok((Direction::new(along_file, raises), line))
    }

    /// `file e` or `rank 5`.
    fn line_words(&self, way: Direction, cell: usize) -> String {
        let kind = if way.is_along_file() { "file" } else { "rank" };
        format!("{kind} {}", self.line_name(way, cell))
    }

    /// The first ball of the run of the line through `cell` that is named by `run`.
    fn parse_run(&self, state: &State, way: Direction, cell: usize, run: &str) -> Result<usize, String> {
        let runs = self.runs(state, way, cell);
        let first = if way.is_along_file() {
            self.parse_rank(run).map(|rank| self.field.cell(self.field.file(cell), rank))
        } else {
            self.parse_file(run).map(|file| self.field.cell(file, self.field.rank(cell)))
        };
        first.filter(|&first| runs & bit(first) != 0).ok_or_else(|| {
            let line = self.line_words(way, cell);
            match self.run_names(way, runs).as_slice() {
                [] => format!("{line} is empty"),
                names => format!("no run of {line} begins at '{run}'; one begins at {}", names.join(", ")),
            }
        })
    }

    fn run_names(&self, way: Direction, runs: u128) -> Vec<String> {
        cells_of(runs).map(|first| self.run_name(way, first)).collect()
    }

    /// The first ball of the one run of the line through `cell`, or of the one that can be pushed.
    fn only_run(&self, state: &State, way: Direction, cell: usize) -> Result<usize, String> {
        let runs = self.runs(state, way, cell);
        let legal = runs & self.pushes(state, state.mover).0[way as usize];
        match (runs.count_ones(), legal.count_ones()) {
            (1, _) => Ok(runs.trailing_zeros() as usize),
            (_, 1) => Ok(legal.trailing_zeros() as usize),
            (0, _) => Err(format!("{} is empty", self.line_words(way, cell))),
            (_, 0) => {
                Err(format!("none of the runs of {} can be pushed that way", self.line_words(way, cell)))
            }
            _ => Err(format!(
                "{} has several runs; add @ and where the run begins, one of {}",
                self.line_words(way, cell),
                self.run_names(way, legal).join(", ")
            )),
        }
    }

    /// The first ball of the full line through `cell`.
    fn full_line_in(&self, state: &State, way: Direction, cell: usize) -> Result<usize, String> {
        let runs = self.runs(state, way, cell);
        let length = |first: usize| {
            let last = self.field.last(state.occupied(), way.is_along_file(), first);
            (last - first) / self.field.step(way) + 1
        };
        if let Some(first) = cells_of(runs).find(|&first| length(first) == self.field.run) {
            return Ok(first);
        }
        let line = self.line_words(way, cell);
        let balls = (state.occupied() & self.field.line(way, cell)).count_ones();
        let n = self.field.run;
        Err(match (balls as usize).cmp(&n) {
            std::cmp::Ordering::Less => format!("{line} has {balls} balls; a full line has {n}"),
            _ if runs.count_ones() > 1 => format!("{line} has a gap; a full line is {n} balls without one"),
            _ => format!("{line} has {balls} balls in a row; a full line has exactly {n}"),
        })
    }

    /// The reason why the run that begins at `first` cannot be pushed `way`.
    fn refusal(&self, state: &State, way: Direction, first: usize) -> String {
        let last = self.field.last(state.occupied(), way.is_along_file(), first);
        let run = self.field.span(way, first as u8, last as u8);
        let count = |colour| (state.balls(colour) & run).count_ones();
        let (own, other) = (count(state.mover), count(state.mover.other()));
        let what = match self.variant {
            Variant::Capture => format!("that run of {}", self.line_words(way, first)),
            _ => self.line_words(way, first),
        };
        let colour = state.mover.name();
        let edge = self.field.edge[way as usize];
        let foremost = if way.raises() { last } else { first };
        if self.variant != Variant::Capture && !self.has_room(way, first as u8, last as u8) {
            return format!("{what} is at that edge already, and no ball may leave the field");
        }
        if own > other {
            debug_assert!(bit(foremost) & edge & bit(usize::from(state.target)) != 0);
            return "the target may not be pushed over the edge".to_string();
        }
        if own == other && self.variant.wins_ties() {
            return format!(
                "{what} has as many {colour} balls as {}, so the push would have to win at once",
                state.mover.other().name()
            );
        }
        format!("{colour} has no majority in {what}: {own} against {other}")
    }

    /// The one target of a board, as the cell it is on.
    fn check_target(&self, targets: u128) -> Result<u8, TextError> {
        match targets.count_ones() {
            1 => Ok(targets.trailing_zeros() as u8),
            0 => Err(TextError::new("the target (t) is missing")),
            n => Err(TextError::new(format!("there are {n} targets (t) instead of one"))),
        }
    }

    /// Checks the number of balls after the placements.
    fn check_balls(&self, state: &State) -> Result<(), TextError> {
        let each = self.balls_each();
        for colour in [Colour::Light, Colour::Dark] {
            let (count, name, letter) = (state.balls(colour).count_ones(), colour.name(), colour.letter());
            let captures = self.variant == Variant::Capture;
            if count > each || (count < each && !captures) {
                let most = if captures { "at most " } else { "" };
                let hint = if count < each && self.opening == Opening::Placement {
                    "; while balls are placed, 'place' follows the side to move"
                } else {
                    ""
                };
                return Err(TextError::new(format!(
                    "there are {count} {name} balls ({letter}) instead of {most}{each}{hint}"
                )));
            }
        }
        Ok(())
    }

    /// Checks that the balls could have been placed in turn, dark first, and that some are still to come.
    fn check_placing(&self, state: &State) -> Result<(), TextError> {
        if usize::from(state.target) != self.field.centre() {
            return Err(TextError::new(format!(
                "while balls are placed the target is on {}",
                self.cell_name(self.field.centre())
            )));
        }
        if (state.light | state.dark) & !self.field.middle != 0 {
            let n = self.field.run;
            return Err(TextError::new(format!("balls are placed on the middle {n} x {n} cells only")));
        }
        let (light, dark) = (state.light.count_ones(), state.dark.count_ones());
        if light + dark == 2 * self.balls_each() {
            return Err(TextError::new("all balls are placed: leave out 'place'"));
        }
        let mover = match dark.wrapping_sub(light) {
            0 => Colour::Dark,
            1 => Colour::Light,
            _ => {
                return Err(TextError::new(format!(
                    "{light} light and {dark} dark balls cannot have been placed in turn, dark first"
                )));
            }
        };
        if state.mover != mover {
            return Err(TextError::new(format!(
                "with {light} light and {dark} dark balls placed it is {}'s turn ({})",
                mover.name(),
                mover.letter()
            )));
        }
        Ok(())
    }
}

/// The letters of a board, as sets of cells.
#[derive(Default)]
struct BoardLetters {
    light: u128,
    dark: u128,
    target: u128,
}

fn parse_board(field: &Field, text: &str) -> Result<BoardLetters, TextError> {
    let ranks: Vec<&str> = text.split('/').collect();
    if ranks.len() != field.side {
        return Err(TextError::new(format!(
            "the board has {} ranks instead of {}: ranks are separated by '/'",
            ranks.len(),
            field.side
        )));
    }
    let mut board = BoardLetters::default();
    for (row, text) in ranks.into_iter().enumerate() {
        let rank = field.side - 1 - row;
        let name = rank_name(rank);
        let mut file = 0;
        let mut rest = text;
        while let Some(letter) = rest.chars().next() {
            let digits = rest.len() - rest.trim_start_matches(|c: char| c.is_ascii_digit()).len();
            let (empty, after) = rest.split_at(digits);
            if digits > 0 {
                // A number that does not fit the field is treated as one that is one too large.
                let count = number(empty).filter(|&n| n > 0).ok_or_else(|| {
                    TextError::new(format!("rank {name}: '{empty}' is no number of empty cells"))
                })?;
                file += count;
                rest = after;
                continue;
            }
            let set = match letter {
                'w' => &mut board.light,
                'b' => &mut board.dark,
                't' => &mut board.target,
                _ => {
                    return Err(TextError::new(format!(
                        "rank {name}: '{letter}' is neither w (light), b (dark), t (target) nor a number of \
                         empty cells"
                    )));
                }
            };
            if file < field.side {
                *set |= bit(field.cell(file, rank));
            }
            file += 1;
            rest = &rest[1..];
        }
        if file != field.side {
            return Err(TextError::new(format!("rank {name} has {file} cells instead of {}", field.side)));
        }
    }
    Ok(board)
}

/// A whole number as the notation writes it: one or two digits, the first not 0.
fn number(text: &str) -> Option<usize> {
    let plain = !text.starts_with('0') && text.len() <= 2 && text.bytes().all(|b| b.is_ascii_digit());
    plain.then(|| text.parse().ok()).flatten()
}
