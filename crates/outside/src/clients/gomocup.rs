//! `gomocup`: the protocol of the Gomocup, for five in a row.

use plywood_erased::TextAnswer;
use plywood_rules::StoneGoal;

use super::client::{DEFAULT_TIME, MoveQuestion, ProgramGame, ProtocolClient, board};
use crate::failure::{ProgramFailure, quoted};
use crate::gomocup::{GomocupCommand, GomocupPoint, GomocupReply, GomocupStone};
use crate::process::{Process, Wait};
use crate::program::ProgramSettings;

/// The client: the moves that the program knows.
pub(super) struct Gomocup {
    settings: ProgramSettings,
    /// `None` if the program does not know the position.
    known: Option<Vec<String>>,
}

impl Gomocup {
    pub fn new(settings: ProgramSettings) -> Gomocup {
        Gomocup { settings, known: None }
    }

    /// The times in milliseconds.
    fn times(&self, question: &MoveQuestion<'_>) -> String {
        let [turn, game, left] = match question.turn.clock {
            Some(clock) => [clock.left.as_millis().max(1); 3],
            // 0 for no limit, and the greatest number that the protocol has for no clock.
            None => [self.settings.time.unwrap_or(DEFAULT_TIME).as_millis().max(1), 0, i32::MAX as u128],
        };
        info("timeout_turn", turn) + &info("timeout_match", game) + &info("time_left", left)
    }

    /// The commands that ask for a move.
    fn commands(&self, game: &ProgramGame, question: &MoveQuestion<'_>) -> Result<String, ProgramFailure> {
        let position = question.turn.position;
        let moves = position.played();
        if moves.is_empty() && game.start.is_none() {
            return Ok(line("BEGIN", ""));
        }
        let board = board(question, 0)?;
        let unnamed = || ProgramFailure::no_answer("a move has no name in its protocol");
        let point = |mv: &String| Some(GomocupPoint::of(&board.rules, board.rules.find(mv)?));
        let knows_all_but_one =
            |known: &Vec<String>| moves.len() == known.len() + 1 && moves.starts_with(known);
        if let Some(last) = moves.last()
            && self.known.as_ref().is_some_and(knows_all_but_one)
        {
            return Ok(line("TURN", point(last).ok_or_else(unnamed)?));
        }
        let before = board.stones().map(|(player, cell)| (player, GomocupPoint::of(&board.rules, cell)));
        let mut stones: Vec<_> = before.collect();
        for (ply, mv) in moves.iter().enumerate() {
            stones.push(position.mover(ply).zip(point(mv)).ok_or_else(unnamed)?);
        }
        let stones = stones.into_iter().map(|(player, point)| {
            format!("{}\n", GomocupStone { point, is_own: player == question.player })
        });
        let stones: String = stones.collect();
        Ok(line("BOARD", "") + &stones + &line("DONE", ""))
    }

    /// The next line that is no message.
    fn reply(process: &mut Process, wait: &Wait) -> Result<Option<GomocupPoint>, ProgramFailure> {
        loop {
            let line = process.line(wait)?;
            let not =
                |end| Err(ProgramFailure::no_answer(format!("it answered {}{end}", quoted(line.trim()))));
            return match GomocupReply::read(&line) {
                GomocupReply::Message(_) => continue,
                GomocupReply::Ok => Ok(None),
                GomocupReply::Move(point) => Ok(Some(point)),
                GomocupReply::Error(_) | GomocupReply::Unknown(_) => not(""),
                GomocupReply::Other(_) => not(", which is no move"),
            };
        }
    }
}

/// The line of a command.
fn line(name: &str, rest: impl ToString) -> String {
    format!("{}\n", GomocupCommand { name, rest: &rest.to_string() })
}

/// The line of a value.
fn info(key: &str, value: u128) -> String {
    line("INFO", format!("{key} {value}"))
}

impl ProtocolClient for Gomocup {
    fn new_game(
        &mut self,
        process: &mut Process,
        _: &ProgramGame,
        question: &MoveQuestion<'_>,
    ) -> Result<(), ProgramFailure> {
        let wait = &question.wait;
        self.known = None;
        let rules = board(question, 0)?.rules;
        process.send(&line("START", rules.columns), wait)?;
        if let Some(point) = Gomocup::reply(process, wait)? {
            return Err(ProgramFailure::no_answer(format!("it answered {point} to START instead of OK")));
        }
        // 1: exactly five win.
        let exact = matches!(rules.goal, StoneGoal::Row { exact: true, .. });
        process.send(&(info("rule", exact.into()) + &info("game_type", 1)), wait)
    }

    fn ask(
        &mut self,
        process: &mut Process,
        game: &ProgramGame,
        question: &MoveQuestion<'_>,
    ) -> Result<TextAnswer, ProgramFailure> {
        let commands = self.commands(game, question)?;
        self.known = None;
        process.send(&format!("{}{commands}", self.times(question)), &question.wait)?;
        let Some(point) = Gomocup::reply(process, &question.wait)? else {
            return Err(ProgramFailure::no_answer("it answered OK instead of a move"));
        };
        let cell = point.cell(&board(question, 0)?.rules);
        let cell = cell.ok_or_else(|| {
            ProgramFailure::no_answer(format!("it answered {point}, which is off the board"))
        })?;
        let mut known = question.turn.position.played().to_vec();
        known.push(cell.to_string());
        self.known = Some(known);
        Ok(TextAnswer::new(cell.to_string()))
    }
}
