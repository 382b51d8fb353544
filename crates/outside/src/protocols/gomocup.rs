//! `gomocup`: the protocol of the Gomocup, for five in a row.

use plywood_erased::TextAnswer;
use plywood_rules::Player;

use super::client::{Client, DEFAULT_TIME, Game, Question};
use super::replies;
use crate::board::{Cell, FlatBoard, Kind};
use crate::failure::{Failure, quoted};
use crate::process::{Process, Wait};
use crate::program::Settings;

/// The client: the moves that the program knows.
pub(super) struct Gomocup {
    settings: Settings,
    /// `None` if the program does not know the position.
    known: Option<Vec<String>>,
}

impl Gomocup {
    pub fn new(settings: Settings) -> Gomocup {
        Gomocup { settings, known: None }
    }

    /// The times in milliseconds.
    fn times(&self, question: &Question<'_>) -> String {
        match question.turn.clock {
            Some(clock) => {
                let left = clock.left.as_millis().max(1);
                format!("INFO timeout_turn {left}\nINFO timeout_match {left}\nINFO time_left {left}\n")
            }
            None => {
                let time = self.settings.time.unwrap_or(DEFAULT_TIME).as_millis().max(1);
                // 0 for no limit, and the greatest number that the protocol has for no clock.
                format!("INFO timeout_turn {time}\nINFO timeout_match 0\nINFO time_left 2147483647\n")
            }
        }
    }

    /// The command that asks for a move.
    fn command(&self, board: &FlatBoard, game: &Game, question: &Question<'_>) -> Option<String> {
        let position = question.turn.position;
        let moves = position.played();
        if moves.is_empty() && game.start.is_none() {
            return Some("BEGIN\n".to_string());
        }
        let point = |cell: Cell| format!("{},{}", cell.column, board.size - 1 - cell.row);
        let cell = |mv: &String| board.cell(mv);
        let knows_all_but_one =
            |known: &Vec<String>| moves.len() == known.len() + 1 && moves.starts_with(known);
        if self.known.as_ref().is_some_and(knows_all_but_one) {
            return Some(format!("TURN {}\n", point(cell(moves.last()?)?)));
        }
        let mut stones = match &game.start {
            Some(start) => board.stones(start)?,
            None => Vec::new(),
        };
        for (ply, mv) in moves.iter().enumerate() {
            stones.push((position.mover(ply)?, cell(mv)?));
        }
        let whose = |player: Player| if player == question.player { 1 } else { 2 };
        let lines = stones.into_iter().map(|(player, cell)| format!("{},{}\n", point(cell), whose(player)));
        Some(format!("BOARD\n{}DONE\n", lines.collect::<String>()))
    }

    /// The next line that is no message.
    fn reply(process: &mut Process, wait: &Wait) -> Result<replies::Gomocup, Failure> {
        loop {
            let line = process.line(wait)?;
            match replies::gomocup(&line) {
                replies::Gomocup::Message => {}
                replies::Gomocup::Refused(text) => {
                    return Err(Failure::no_answer(format!("it answered {}", quoted(&text))));
                }
                replies::Gomocup::Other => {
                    return Err(Failure::no_answer(format!(
                        "it answered {}, which is no move",
                        quoted(&line)
                    )));
                }
                reply => return Ok(reply),
            }
        }
    }
}

impl Client for Gomocup {
    fn new_game(
        &mut self,
        process: &mut Process,
        game: &Game,
        question: &Question<'_>,
    ) -> Result<(), Failure> {
        let wait = &question.wait;
        self.known = None;
        let board = game.board()?;
        process.send(&format!("START {}\n", board.size), wait)?;
        match Gomocup::reply(process, wait)? {
            replies::Gomocup::Ok => {}
            other => return Err(Failure::no_answer(format!("it answered {other:?} to START instead of OK"))),
        }
        // 1: exactly five win.
        let exact = matches!(board.kind, Kind::Row { exact: true, .. });
        process.send(&format!("INFO rule {}\nINFO game_type 1\n", u8::from(exact)), wait)
    }

    fn ask(
        &mut self,
        process: &mut Process,
        game: &Game,
        question: &Question<'_>,
    ) -> Result<TextAnswer, Failure> {
        let board = game.board()?;
        let unnamed = || Failure::no_answer("a move has no name in its protocol");
        let command = self.command(&board, game, question).ok_or_else(unnamed)?;
        self.known = None;
        process.send(&format!("{}{command}", self.times(question)), &question.wait)?;
        let (x, y) = match Gomocup::reply(process, &question.wait)? {
            replies::Gomocup::Move(x, y) => (x, y),
            other => return Err(Failure::no_answer(format!("it answered {other:?} instead of a move"))),
        };
        let cell = board
            .size
            .checked_sub(1)
            .and_then(|last| last.checked_sub(y))
            .and_then(|row| board.checked(x, row));
        let cell =
            cell.ok_or_else(|| Failure::no_answer(format!("it answered {x},{y}, which is off the board")))?;
        let mut known = question.turn.position.played().to_vec();
        known.push(cell.name());
        self.known = Some(known);
        Ok(TextAnswer::new(cell.name()))
    }
}
