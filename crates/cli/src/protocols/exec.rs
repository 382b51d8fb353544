//! `exec`: questions and answers as lines of JSON, the protocol of bots that are programs of their own.

use plywood_erased::Analysis;
use plywood_outside::exec::{ExecLine, ExecMove, ExecQuestion, ExecReply};
use plywood_outside::ugi::SearchLimits;
use plywood_rules::Value;
use plywood_workshop::{Trouble, Workshop};

use super::bot_game::{BotGame, RefusalText, in_a_line};
use super::{GRACE, say};
use crate::args::BotArgs;
use crate::lines::InputLines;
use crate::output::{CommandResult, Output};
use crate::progress::Control;

/// Runs the command.
pub fn run(workshop: &Workshop, args: &BotArgs, control: &Control) -> CommandResult {
    if let Some(bot) = &args.bot {
        check_bot(workshop, bot)?;
    }
    let mut program = ExecEngine { workshop, args, control, seed: args.seed.seed, table: None };
    let lines = InputLines::stopping_after(control, GRACE);
    while let Some(line) = lines.next() {
        if line.is_empty() {
            continue;
        }
        let answer = match ExecLine::read(&line) {
            // A greeting begins a game, and its random choices. It is answered if that is asked for; the end of a game never is.
            Ok(ExecLine::Hello { seed, asks_ready, .. }) => {
                program.table = None;
                program.seed = seed.unwrap_or(args.seed.seed);
                asks_ready.then_some(ExecReply::Ready)
            }
            Ok(ExecLine::End(_)) => None,
            Ok(ExecLine::Question(question)) => {
                Some(program.answer(&question).unwrap_or_else(ExecReply::Error))
            }
            Err(refusal) => Some(ExecReply::Error(refusal)),
        };
        if let Some(answer) = answer {
            say(&answer.to_string())?;
        }
    }
    Ok(Output::default())
}

/// Checks the name of a bot, and its options, before the first question says for which game.
///
/// # Errors
/// If it is a bot of no game: those of the first game.
fn check_bot(workshop: &Workshop, bot: &str) -> Result<(), Trouble> {
    let mut checks =
        workshop.names().filter_map(|name| Some(workshop.open(name).ok()?.read_bot(bot).map(drop)));
    let first = checks.next().unwrap_or(Ok(()));
    if first.is_err() && checks.any(|check| check.is_ok()) { Ok(()) } else { first }
}

struct ExecEngine<'a> {
    workshop: &'a Workshop,
    args: &'a BotArgs,
    control: &'a Control,
    /// Fixes all random choices.
    seed: u64,
    /// The game of the last question, as it was named there.
    table: Option<(String, BotGame)>,
}

impl ExecEngine<'_> {
    fn answer(&mut self, question: &ExecQuestion) -> Result<ExecReply, RefusalText> {
        let name = &question.game;
        let table = match self.table.take().filter(|(named, _)| named == name) {
            Some(table) => table,
            None => {
                let game = self.workshop.open(name).map_err(in_a_line)?;
                let game = BotGame::new(game, self.args.bot.as_deref(), self.seed);
                (name.clone(), game.map_err(in_a_line)?)
            }
        };
        let (_, game) = self.table.insert(table);
        match &question.history {
            // The game as it went, which tells of repetitions and keeps what the bot found out before.
            Some(moves) => game.set_position(question.start.as_deref(), &moves.join(" "))?,
            None => game.set_position(question.position.as_deref(), "")?,
        }
        let limits = SearchLimits { clocks: [question.clock; 2], ..SearchLimits::default() };
        game.search(&limits, &self.control.stop()).map(|analysis| ExecReply::Move(move_of(analysis)))
    }
}

/// The move, its value from -1 for a loss to 1 for a win, and the line expected.
fn move_of(analysis: Analysis) -> ExecMove {
    let chance = |value: Value| value.chance(analysis.win_worth, analysis.winning_lead);
    let proved = analysis.value.filter(|value| matches!(value, Value::Proved(_)));
    ExecMove {
        value: analysis.value.map(|value| 2.0 * chance(value) - 1.0),
        comment: proved.map(|value| value.in_words(analysis.exact_plies)),
        mv: analysis.best,
        pv: analysis.pv,
    }
}
