//! `gtp`: the Go Text Protocol, version 2, for hex and k in a row.

use plywood_erased::TextAnswer;
use plywood_rules::{Player, StoneGoal};

use super::client::{DEFAULT_TIME, MoveQuestion, ProgramGame, ProtocolClient, board};
use crate::failure::{ProgramFailure, quoted};
use crate::gtp::{GtpResponse, from_gtp, to_gtp, vertex};
use crate::process::{Process, Wait};
use crate::program::ProgramSettings;

/// The client: the commands of the program, and the moves that it has been sent.
pub(super) struct Gtp {
    settings: ProgramSettings,
    commands: Vec<String>,
    played: Vec<String>,
}

impl Gtp {
    pub fn new(settings: ProgramSettings) -> Gtp {
        Gtp { settings, commands: Vec::new(), played: Vec::new() }
    }

    /// Sends a command, and returns the text of the response.
    fn command(&self, process: &mut Process, command: &str, wait: &Wait) -> Result<String, ProgramFailure> {
        process.send(&format!("{command}\n"), wait)?;
        let mut text = loop {
            match GtpResponse::read(&process.line(wait)?).map(|response| response.result) {
                Some(Ok(text)) => break text,
                Some(Err(reason)) => {
                    return Err(ProgramFailure::no_answer(format!(
                        "it refused the command '{command}': {}",
                        quoted(&reason)
                    )));
                }
                None => {}
            }
        };
        // A response ends with an empty line.
        loop {
            let line = process.line(wait)?;
            if line.trim().is_empty() {
                return Ok(text);
            }
            text += &format!("\n{line}");
        }
    }

    fn knows(&self, command: &str) -> bool {
        self.commands.iter().any(|known| known == command)
    }

    fn colour(&self, player: Player) -> &'static str {
        self.settings.colours[player.index()]
    }

    /// The text of a cell or a move. Columns of Go's board are written in capitals.
    fn text(goal: StoneGoal, text: String) -> String {
        if matches!(goal, StoneGoal::Chain { .. }) { text } else { text.to_uppercase() }
    }

    /// An empty board, and the stones of the start on it.
    fn set_up(&mut self, process: &mut Process, question: &MoveQuestion<'_>) -> Result<(), ProgramFailure> {
        let (board, wait) = (board(question, 0)?, &question.wait);
        self.played.clear();
        self.command(process, "clear_board", wait)?;
        for (player, cell) in board.stones() {
            let vertex = Gtp::text(board.rules.goal, vertex(board.rules.goal, cell));
            self.command(process, &format!("play {} {vertex}", self.colour(player)), wait)?;
        }
        Ok(())
    }

    /// Plays the moves that the program does not know yet.
    fn catch_up(&mut self, process: &mut Process, question: &MoveQuestion<'_>) -> Result<(), ProgramFailure> {
        let (position, wait) = (question.turn.position, &question.wait);
        let moves = position.played();
        if !moves.starts_with(&self.played) {
            self.set_up(process, question)?;
        }
        let goal = board(question, 0)?.rules.goal;
        for (ply, mv) in moves.iter().enumerate().skip(self.played.len()) {
            let (Some(player), Some(text)) = (position.mover(ply), to_gtp(goal, mv)) else {
                return Err(ProgramFailure::no_answer(format!(
                    "the move '{mv}' has no name in its protocol"
                )));
            };
            let text = Gtp::text(goal, text);
            self.command(process, &format!("play {} {text}", self.colour(player)), wait)?;
            self.played.push(mv.clone());
        }
        Ok(())
    }

    /// Sends the time left.
    fn send_time(&self, process: &mut Process, question: &MoveQuestion<'_>) -> Result<(), ProgramFailure> {
        if let (Some(clock), true) = (question.turn.clock, self.knows("time_left")) {
            let seconds = clock.left.as_secs();
            let command = format!("time_left {} {seconds} 0", self.colour(question.player));
            self.command(process, &command, &question.wait)?;
        }
        Ok(())
    }
}

impl ProtocolClient for Gtp {
    fn start(&mut self, process: &mut Process, wait: &Wait) -> Result<(), ProgramFailure> {
        let version = self.command(process, "protocol_version", wait)?;
        if version.trim() != "2" {
            return Err(ProgramFailure::no_answer(format!(
                "it speaks version {} of GTP, not 2",
                quoted(version.trim())
            )));
        }
        let commands = self.command(process, "list_commands", wait)?;
        self.commands = commands.split_whitespace().map(str::to_string).collect();
        Ok(())
    }

    fn new_game(
        &mut self,
        process: &mut Process,
        _: &ProgramGame,
        question: &MoveQuestion<'_>,
    ) -> Result<(), ProgramFailure> {
        let wait = &question.wait;
        let size = board(question, 0)?.rules.columns;
        self.command(process, &format!("boardsize {size}"), wait)?;
        if self.knows("time_settings") {
            // So many seconds for each move; a clock is sent before each of them.
            let seconds = self.settings.time.unwrap_or(DEFAULT_TIME).as_secs().max(1);
            self.command(process, &format!("time_settings 0 {seconds} 1"), wait)?;
        }
        self.set_up(process, question)
    }

    fn ask(
        &mut self,
        process: &mut Process,
        _: &ProgramGame,
        question: &MoveQuestion<'_>,
    ) -> Result<TextAnswer, ProgramFailure> {
        self.catch_up(process, question)?;
        self.send_time(process, question)?;
        let command = format!("genmove {}", self.colour(question.player));
        let answer = self.command(process, &command, &question.wait)?;
        let (answer, rules) = (answer.trim(), board(question, 0)?.rules);
        if answer.eq_ignore_ascii_case("resign") {
            return Err(ProgramFailure::no_answer("it resigned"));
        }
        let is_there = |mv: &String| mv == "swap" || rules.find(mv).is_some();
        let mv = from_gtp(rules.goal, answer).filter(is_there).ok_or_else(|| {
            ProgramFailure::no_answer(format!("it answered {}, which is no cell", quoted(answer)))
        })?;
        // The program has played it on its own board.
        self.played.push(mv.clone());
        Ok(TextAnswer::new(mv))
    }
}
