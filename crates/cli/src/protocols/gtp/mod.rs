//! `gtp`: the Go Text Protocol, version 2, for Hex and k in a row.

mod board;
mod times;

use std::time::{Duration, Instant};

use plywood_rules::ending::Call;
use plywood_rules::{Player, Turn};
use plywood_workshop::Workshop;

use super::bot_game::{BotGame, Refusal, in_a_line};
use super::limits::with_option;
use super::{GRACE, say};
use crate::args::EngineArgs;
use crate::lines::Lines;
use crate::output::{CommandResult, Failure, Output};
use crate::progress::Control;
use board::Board;
use times::Times;

/// All commands, in the order of the list.
const COMMANDS: [&str; 15] = [
    "protocol_version",
    "name",
    "version",
    "known_command",
    "list_commands",
    "quit",
    "boardsize",
    "clear_board",
    "komi",
    "play",
    "genmove",
    "undo",
    "showboard",
    "time_settings",
    "time_left",
];

/// Runs the command.
pub fn run(workshop: &Workshop, args: &EngineArgs, control: &Control) -> CommandResult {
    let game = BotGame::open(workshop, &args.game, args.bot.bot.as_deref(), args.bot.seed.seed)?;
    let board = Board::of(&game.game.name()).map_err(Failure::Wrong)?;
    let mut engine = Engine { workshop, game, board, times: Times::default(), control };
    let lines = Lines::stopping_after(control, GRACE);
    while let Some(line) = lines.next() {
        let (id, words) = command(&line);
        let Some((&name, arguments)) = words.split_first() else { continue };
        match engine.obey(name, arguments) {
            Ok(text) => say(&format!("{}\n", format!("={id} {text}").trim_end()))?,
            Err(refusal) => say(&format!("?{id} {refusal}\n"))?,
        }
        if name == "quit" {
            break;
        }
    }
    Ok(Output::default())
}

/// The number before a command, if it has one, and its words; none in a line that is empty or a comment.
fn command(line: &str) -> (&str, Vec<&str>) {
    let code = line.split('#').next().unwrap_or_default();
    let is_blank = |c: char| c.is_whitespace() || c.is_control();
    let mut words: Vec<&str> = code.split(is_blank).filter(|word| !word.is_empty()).collect();
    let is_number = |word: &&str| word.bytes().all(|byte| byte.is_ascii_digit());
    match words.first().copied().filter(is_number) {
        Some(id) => {
            words.remove(0);
            (id, words)
        }
        None => ("", words),
    }
}

struct Engine<'a> {
    workshop: &'a Workshop,
    game: BotGame,
    board: Board,
    times: Times,
    control: &'a Control,
}

impl Engine<'_> {
    fn obey(&mut self, name: &str, arguments: &[&str]) -> Result<String, Refusal> {
        let nothing = |()| String::new();
        match (name, arguments) {
            ("protocol_version", _) => Ok("2".to_string()),
            ("name", _) => Ok("Plywood".to_string()),
            ("version", _) => Ok(env!("CARGO_PKG_VERSION").to_string()),
            ("known_command", [name, ..]) => Ok(COMMANDS.contains(name).to_string()),
            ("list_commands", _) => Ok(COMMANDS.join("\n")),
            ("quit", _) => Ok(String::new()),
            ("boardsize", sides) => self.resize(sides).map(nothing),
            ("clear_board", _) => {
                self.game.begin_anew();
                self.times.begin_anew();
                Ok(String::new())
            }
            // Points for the second player mean nothing in these games.
            ("komi", [_, ..]) => Ok(String::new()),
            ("play", [colour, vertex]) => self.play(colour, vertex).map(nothing),
            ("genmove", [colour]) => self.generate(colour),
            ("undo", _) => match self.game.play.undo() {
                true => Ok(String::new()),
                false => Err("cannot undo: no move was played".to_string()),
            },
            ("showboard", _) => Ok(format!("\n{}", self.board.drawn(&self.game.play.position()))),
            ("time_settings", times) => {
                let [main, period, stones] = numbers(times)?;
                self.times = Times::new(seconds(main), seconds(period), stones);
                Ok(String::new())
            }
            ("time_left", [colour, times @ ..]) => {
                let [left, stones] = numbers(times)?;
                self.times.set_left(player(colour)?, seconds(left), stones);
                Ok(String::new())
            }
            (name, _) if COMMANDS.contains(&name) => Err(format!("'{name}' has other arguments")),
            (name, _) => Err(format!("unknown command '{name}'")),
        }
    }

    /// Another size of the board: a side, or columns and rows.
    fn resize(&mut self, sides: &[&str]) -> Result<(), Refusal> {
        let (columns, rows) = match *sides {
            [side] => (side, side),
            [columns, rows] => (columns, rows),
            _ => return Err("a board has a side, or columns and rows".to_string()),
        };
        let name =
            self.board.options(columns, rows).map_err(|error| format!("unacceptable size: {error}"))?;
        let name =
            name.iter().fold(self.game.game.name(), |name, (key, value)| with_option(&name, key, value));
        let game =
            self.workshop.open(&name).map_err(|error| format!("unacceptable size: {}", in_a_line(error)))?;
        self.game = BotGame::new(game, Some(self.game.bot()), self.game.seed()).map_err(in_a_line)?;
        self.board = Board::of(&self.game.game.name())?;
        self.times.begin_anew();
        Ok(())
    }

    fn play(&mut self, colour: &str, vertex: &str) -> Result<(), Refusal> {
        let player = player(colour)?;
        if vertex.eq_ignore_ascii_case("resign") {
            return self.game.play.call(Call::Resigned(player)).map_err(in_a_line);
        }
        self.check_turn(player)?;
        if vertex.eq_ignore_ascii_case("pass") {
            return Err("illegal move 'pass': a player has to move in this game".to_string());
        }
        let mv = self.board.to_ours(vertex)?;
        self.game.play.play(&mv).map_err(|error| format!("illegal move '{vertex}': {}", in_a_line(error)))
    }

    fn generate(&mut self, colour: &str) -> Result<String, Refusal> {
        let player = player(colour)?;
        self.check_turn(player)?;
        let began = Instant::now();
        let analysis = self.game.search_and_play(&self.times.limits(player), &self.control.stop())?;
        self.times.spend(player, began.elapsed());
        Ok(self.board.to_theirs(&analysis.best))
    }

    fn check_turn(&self, player: Player) -> Result<(), Refusal> {
        match (self.game.play.ending(), self.game.play.turn()) {
            (Some(_), _) => Err("the game is over".to_string()),
            (None, turn) if turn == Turn::Decision(player) => Ok(()),
            _ => {
                let mover = if player == Player::First { "white" } else { "black" };
                Err(format!("it is the turn of {mover}"))
            }
        }
    }
}

/// Black, which is red in Hex, begins.
fn player(colour: &str) -> Result<Player, Refusal> {
    match colour.to_ascii_lowercase().as_str() {
        "b" | "black" | "r" | "red" => Ok(Player::First),
        "w" | "white" | "blue" => Ok(Player::Second),
        _ => Err(format!("'{colour}' is no colour; there are black (or red) and white (or blue)")),
    }
}

/// As many whole numbers as are needed.
fn numbers<const N: usize>(words: &[&str]) -> Result<[u64; N], Refusal> {
    let mut numbers = [0; N];
    if words.len() != N {
        return Err(format!("{N} numbers of time are needed, and there are {}", words.len()));
    }
    for (number, word) in numbers.iter_mut().zip(words) {
        // Controllers may say that a time was overstepped.
        let value = word.parse::<f64>().ok().filter(|value| value.is_finite());
        *number = value.ok_or_else(|| format!("'{word}' is no number"))?.max(0.0) as u64;
    }
    Ok(numbers)
}

fn seconds(seconds: u64) -> Duration {
    // A day is as good as no limit.
    Duration::from_secs(seconds.min(86_400))
}
