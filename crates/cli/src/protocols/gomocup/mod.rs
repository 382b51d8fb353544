//! `gomocup`: the protocol of Gomocup and the manager Piskvork, for five in a row.

mod cells;
mod times;

use plywood_workshop::Workshop;

use super::bot_game::{BotGame, Refusal, in_a_line};
use super::{GRACE, Next, say};
use crate::args::BotArgs;
use crate::lines::Lines;
use crate::output::{CommandResult, Failure, Output};
use crate::progress::Control;
use cells::{Board, Stone};
use times::{Rule, Times};

const NO_GAME: &str = "no game has begun; send START and the size of the board";

/// Runs the command.
pub fn run(workshop: &Workshop, args: &BotArgs, control: &Control) -> CommandResult {
    // A bot that does not play the game is a wrong argument, before anything is read.
    BotGame::open(workshop, "gomoku", args.bot.as_deref(), args.seed.seed)?;
    let (times, rule) = (Times::default(), Rule::default());
    let mut engine = Engine { workshop, args, control, table: None, times, rule, stones: None };
    let lines = Lines::stopping_after(control, GRACE);
    while let Some(line) = lines.next() {
        if engine.hear(&line)? == Next::End {
            break;
        }
    }
    Ok(Output::default())
}

struct Engine<'a> {
    workshop: &'a Workshop,
    args: &'a BotArgs,
    control: &'a Control,
    /// The board and the game on it, after START.
    table: Option<(Board, BotGame)>,
    times: Times,
    rule: Rule,
    /// The stones of a BOARD so far, until DONE.
    stones: Option<Result<Vec<Stone>, Refusal>>,
}

impl Engine<'_> {
    fn hear(&mut self, line: &str) -> Result<Next, Failure> {
        if let Some(stones) = self.stones.take() {
            if !line.eq_ignore_ascii_case("DONE") {
                self.stones = Some(stones.and_then(|stones| cells::with_stone(stones, line)));
                return Ok(Next::Line);
            }
            answer(stones.and_then(|stones| self.set_up(&stones)))?;
            return Ok(Next::Line);
        }
        let (word, rest) = line.split_once(char::is_whitespace).unwrap_or((line, ""));
        let rest = rest.trim();
        match word.to_ascii_uppercase().as_str() {
            "" => {}
            "START" => answer(self.start([rest, rest]))?,
            "RECTSTART" => answer(cells::pair(rest).and_then(|size| self.start(size)))?,
            "RESTART" => answer(self.restart())?,
            "BEGIN" => answer(self.begin())?,
            "TURN" => answer(self.turn(rest))?,
            "BOARD" => self.stones = Some(Ok(Vec::new())),
            "TAKEBACK" => answer(self.take_back(rest))?,
            "INFO" => {
                let (key, value) = rest.split_once(char::is_whitespace).unwrap_or((rest, ""));
                self.times.inform(key, value.trim());
                self.rule.inform(key, value.trim());
            }
            "ABOUT" => say(&format!(
                "name=\"Plywood\", version=\"{}\", author=\"the authors of Plywood\"",
                env!("CARGO_PKG_VERSION")
            ))?,
            "END" => return Ok(Next::End),
            _ => say(&format!("UNKNOWN command '{word}'"))?,
        }
        Ok(Next::Line)
    }

    fn table(&mut self) -> Result<(&Board, &mut BotGame), Refusal> {
        self.table.as_mut().map(|(board, game)| (&*board, game)).ok_or_else(|| NO_GAME.to_string())
    }

    fn start(&mut self, [width, height]: [&str; 2]) -> Result<String, Refusal> {
        let board = Board::new(width, height)?;
        let name = board.game(self.rule.is_exact()?);
        let game = self.workshop.open(&name).map_err(in_a_line)?;
        let game = BotGame::new(game, self.args.bot.as_deref(), self.args.seed.seed).map_err(in_a_line)?;
        self.table = Some((board, game));
        Ok("OK".to_string())
    }

    fn restart(&mut self) -> Result<String, Refusal> {
        let (board, _) = self.table()?;
        let [width, height] = board.sides().map(|side| side.to_string());
        self.start([&width, &height])
    }

    fn begin(&mut self) -> Result<String, Refusal> {
        if !self.table()?.1.play.played().is_empty() {
            return Err("there are stones on the board already; send TURN, BOARD or RESTART".to_string());
        }
        self.make_move()
    }

    fn turn(&mut self, cell: &str) -> Result<String, Refusal> {
        let (board, game) = self.table()?;
        let mv = board.to_ours(cell)?;
        game.play.play(&mv).map_err(|error| format!("'{cell}' cannot be played: {}", in_a_line(error)))?;
        let made = self.make_move();
        if made.is_err() {
            self.table()?.1.play.undo();
        }
        made
    }

    fn set_up(&mut self, stones: &[Stone]) -> Result<String, Refusal> {
        let (board, game) = self.table()?;
        let moves = board.in_order(stones)?;
        let before = game.play.played().join(" ");
        game.set_position(None, &moves)?;
        let made = self.make_move();
        if made.is_err() {
            self.table()?.1.set_position(None, &before)?;
        }
        made
    }

    fn take_back(&mut self, cell: &str) -> Result<String, Refusal> {
        let (board, game) = self.table()?;
        let mv = board.to_ours(cell)?;
        if game.play.played().last() != Some(&mv) {
            return Err(format!("'{cell}' is not the last stone"));
        }
        game.play.undo();
        Ok("OK".to_string())
    }

    /// Changes the game on the board if another rule came after the board.
    fn follow_rule(&mut self) -> Result<(), Refusal> {
        let workshop = self.workshop;
        let name =
            self.rule.is_exact().map(|is_exact| self.table().map(|(board, _)| board.game(is_exact)))??;
        let (_, game) = self.table()?;
        if game.game.name() != name {
            let opened = workshop.open(&name).map_err(in_a_line)?;
            let mut other = BotGame::new(opened, Some(game.bot()), game.seed()).map_err(in_a_line)?;
            other.set_position(None, &game.play.played().join(" "))?;
            *game = other;
        }
        Ok(())
    }

    /// Searches, plays and says the move.
    fn make_move(&mut self) -> Result<String, Refusal> {
        self.follow_rule()?;
        let (limits, stop) = (self.times.limits(), self.control.stop());
        let (board, game) = self.table()?;
        let analysis = game.search_and_play(&limits, &stop)?;
        Ok(board.to_theirs(&analysis.best))
    }
}

/// Writes the answer to a command.
fn answer(answer: Result<String, Refusal>) -> Result<(), Failure> {
    say(&answer.unwrap_or_else(|refusal| format!("ERROR {refusal}")))
}
