//! `exec`: a line of JSON for each question, and one for each answer.
//!
//! A greeting begins a game, and the program answers it once it is ready. Programs that were written before it could be answered
//! never do so, and cannot be told from those that are slow to start. So the first question of a game follows the greeting at once:
//! the first line of the answer is that the program is ready, and its clock starts; or it is its move, and all that time was its
//! start.

use plywood_erased::TextAnswer;
use plywood_rules::Player;

use super::client::{MoveQuestion, ProgramGame, ProtocolClient};
use crate::drawing::drawing;
use crate::exec::{ExecLine, ExecQuestion, ExecReply, word};
use crate::failure::{FailureKind, ProgramFailure};
use crate::process::{Process, Wait};

/// The client. A question says everything, so it remembers little.
#[derive(Default)]
pub(super) struct Exec {
    /// True for a program that has answered a question without having answered the greeting.
    ignores_greetings: bool,
    /// The first question of a game, which was sent when the game began, and the first line after it.
    asked: Option<(String, FirstLine)>,
}

/// The first line of a program in a game.
enum FirstLine {
    /// It is ready.
    Ready,
    /// This answer to the first question.
    Answer(String),
    /// None within the time to start: it may be a program that ignores greetings and searches.
    None(ProgramFailure),
}

impl Exec {
    /// The next line of the program; `None` if all that it says is that it is ready.
    fn line(process: &mut Process, wait: &Wait) -> Result<Option<String>, ProgramFailure> {
        let line = process.line(wait)?;
        // Few lines have to be parsed twice.
        let is_ready = line.contains("ready") && ExecReply::read(&line) == Ok(ExecReply::Ready);
        Ok((!is_ready).then_some(line))
    }

    /// The next answer.
    fn answer(process: &mut Process, wait: &Wait) -> Result<String, ProgramFailure> {
        loop {
            if let Some(answer) = Exec::line(process, wait)? {
                return Ok(answer);
            }
        }
    }
}

impl ProtocolClient for Exec {
    fn new_game(
        &mut self,
        process: &mut Process,
        game: &ProgramGame,
        question: &MoveQuestion<'_>,
    ) -> Result<(), ProgramFailure> {
        self.asked = None;
        let (seed, game_name) = (Some(game.seed.into()), game.name.clone());
        let hello = ExecLine::Hello { seed, game: game_name, asks_ready: true };
        process.send(&format!("{hello}\n"), &question.wait)?;
        if self.ignores_greetings {
            return Ok(());
        }
        let text = question_text(game, question);
        process.send(&text, &question.wait)?;
        let first = match Exec::line(process, &question.wait) {
            Ok(Some(answer)) => FirstLine::Answer(answer),
            Ok(None) => FirstLine::Ready,
            Err(failure) if failure.kind == FailureKind::Silent => FirstLine::None(failure),
            Err(failure) => return Err(failure),
        };
        self.ignores_greetings = matches!(first, FirstLine::Answer(_));
        self.asked = Some((text, first));
        Ok(())
    }

    fn ask(
        &mut self,
        process: &mut Process,
        game: &ProgramGame,
        question: &MoveQuestion<'_>,
    ) -> Result<TextAnswer, ProgramFailure> {
        let text = question_text(game, question);
        let answer = match self.asked.take() {
            Some((asked, first)) if asked == text => match first {
                FirstLine::Answer(answer) => answer,
                FirstLine::Ready => Exec::answer(process, &question.wait)?,
                FirstLine::None(silent) => {
                    let line = Exec::line(process, &question.wait);
                    let line = line.map_err(|failure| never_started(failure, &silent, question))?;
                    self.ignores_greetings = line.is_some();
                    line.map_or_else(|| Exec::answer(process, &question.wait), Ok)?
                }
            },
            other => {
                if let Some((_, FirstLine::Ready | FirstLine::None(_))) = other {
                    // The answer to another question comes first.
                    Exec::answer(process, &question.wait)?;
                }
                process.send(&text, &question.wait)?;
                Exec::answer(process, &question.wait)?
            }
        };
        match ExecReply::read(&answer).map_err(ProgramFailure::no_answer)? {
            ExecReply::Move(mv) => Ok(mv.into()),
            other => Err(ProgramFailure::no_answer(format!("it answered {other} instead of a move"))),
        }
    }

    fn end(
        &mut self,
        process: &mut Process,
        (result, reason): (&str, &str),
        player: Player,
        wait: &Wait,
    ) -> Result<(), ProgramFailure> {
        let end = ExecLine::End([result, reason, word(player)].map(str::to_string));
        process.send(&format!("{end}\n"), wait)
    }

    fn remark(&self) -> Option<&'static str> {
        self.ignores_greetings.then_some(
            "it does not answer the greeting with {\"ready\": true}: the time of its first move counts as its start",
        )
    }
}

/// The failure of a program that has written nothing at all: not within its time to start, and not until this failure.
fn never_started(
    failure: ProgramFailure,
    silent: &ProgramFailure,
    question: &MoveQuestion<'_>,
) -> ProgramFailure {
    // Where there is a clock, what stops the question is its end.
    let is_over = failure.kind == FailureKind::Stopped && question.turn.clock.is_some();
    match failure.kind == FailureKind::Silent || is_over {
        true => ProgramFailure::new(
            FailureKind::Start,
            format!(
                "{silent}, the time to start, nor in the time for its move after that; an answer has to be flushed"
            ),
        ),
        false => failure,
    }
}

/// The line that asks for a move.
fn question_text(game: &ProgramGame, question: &MoveQuestion<'_>) -> String {
    let position = question.turn.position;
    let asked = ExecLine::Question(Box::new(ExecQuestion {
        game: game.name.clone(),
        position: Some(position.position()),
        moves: position.moves(),
        you: word(question.player).to_string(),
        start: game.start.clone(),
        history: Some(position.played().to_vec()),
        clock: question.turn.clock,
        drawing: drawing(&position.scene()),
    }));
    format!("{asked}\n")
}
