//! `gtp`: the Go Text Protocol, version 2, for Hex and k in a row.

mod board;
mod times;

use std::fs::File;
use std::time::{Duration, Instant};

use plywood_erased::foreign::{game_name, read_games};
use plywood_outside::gtp::{self, GtpCommand, GtpResponse, colour, from_gtp, to_gtp};
use plywood_rules::ending::{Call, Ending};
use plywood_rules::text;
use plywood_rules::{FlatBoard, FlatRules, Player, StoneGoal, Turn};
use plywood_workshop::{AnyGame, Workshop};

use super::bot_game::{BotGame, RefusalText, in_a_line};
use super::{GRACE, say};
use crate::args::EngineArgs;
use crate::lines::InputLines;
use crate::output::{CommandResult, Failure, Output};
use crate::progress::Control;
use times::GtpTimes;

/// All commands, in the order of the list.
const COMMANDS: [&str; 25] = [
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
    "reg_genmove",
    "undo",
    "loadsgf",
    "showboard",
    "all_legal_moves",
    "final_score",
    "time_settings",
    "time_left",
    "gogui-rules_game_id",
    "gogui-rules_board",
    "gogui-rules_board_size",
    "gogui-rules_legal_moves",
    "gogui-rules_side_to_move",
    "gogui-rules_final_result",
];

/// Runs the command.
pub fn run(workshop: &Workshop, args: &EngineArgs, control: &Control) -> CommandResult {
    let game = BotGame::open(workshop, &args.game, args.bot.bot.as_deref(), args.bot.seed.seed)?;
    let rules = rules_of(&*game.game).map_err(Failure::Wrong)?;
    let (times, before) = (GtpTimes::default(), Vec::new());
    let mut engine = GtpEngine { workshop, game, rules, before, times, control };
    let lines = InputLines::stopping_after(control, GRACE);
    while let Some(line) = lines.next() {
        let Some(GtpCommand { id, name, arguments }) = GtpCommand::read(&line) else { continue };
        say(&GtpResponse { id, result: engine.obey(name, &arguments) }.to_string())?;
        if name == "quit" {
            break;
        }
    }
    Ok(Output::default())
}

/// The position that a game began with, unless it is the opening, and the moves from there.
type EarlierGame = (Option<String>, String);

struct GtpEngine<'a> {
    workshop: &'a Workshop,
    game: BotGame,
    rules: FlatRules,
    /// The games before each position in which the side to move was changed: their start and moves.
    before: Vec<EarlierGame>,
    times: GtpTimes,
    control: &'a Control,
}

impl GtpEngine<'_> {
    fn obey(&mut self, name: &str, arguments: &[&str]) -> Result<String, RefusalText> {
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
                self.before.clear();
                self.times.begin_anew();
                Ok(String::new())
            }
            // Points for the second player mean nothing in these games.
            ("komi", [_, ..]) => Ok(String::new()),
            ("play", [colour, vertex]) => self.play(colour, vertex).map(nothing),
            ("genmove", [colour]) => self.generate(colour),
            ("reg_genmove", [colour]) => self.suggest(colour),
            ("undo", _) => match self.undo()? {
                true => Ok(String::new()),
                false => Err("cannot undo: no move was played".to_string()),
            },
            ("loadsgf", [file]) => self.load(file, None).map(nothing),
            ("loadsgf", [file, number]) => {
                let before =
                    number.parse::<usize>().map_err(|_| format!("'{number}' is no number of a move"))?;
                self.load(file, Some(before)).map(nothing)
            }
            ("showboard", _) => Ok(format!("\n{}", board::drawn(&self.board()?))),
            ("all_legal_moves", []) => Ok(self.legal_moves()),
            ("all_legal_moves", [colour]) => {
                let player = player(colour)?;
                self.as_if_to_move(player, |engine| Ok(engine.legal_moves()))
            }
            ("final_score", _) => self.final_score(),
            ("gogui-rules_game_id", _) => Ok(board::title(self.rules.goal).to_string()),
            ("gogui-rules_board", _) => Ok(board::squared(&self.board()?)),
            ("gogui-rules_board_size", _) => Ok(self.rules.columns.max(self.rules.rows).to_string()),
            ("gogui-rules_legal_moves", _) => Ok(self.legal_moves()),
            ("gogui-rules_side_to_move", _) => match self.game.play.turn().player() {
                Some(player) => Ok(colour(player).to_string()),
                None => Err("the game is over".to_string()),
            },
            ("gogui-rules_final_result", _) => Ok(match self.game.play.ending() {
                None => "unknown".to_string(),
                Some(ending) => ending.winner().map_or("draw", colour).to_string(),
            }),
            ("time_settings", times) => {
                let [main, period, stones] = numbers(times)?;
                self.times = GtpTimes::new(seconds(main), seconds(period), stones);
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
    fn resize(&mut self, sides: &[&str]) -> Result<(), RefusalText> {
        let (columns, rows) = match *sides {
            [side] => (side, side),
            [columns, rows] => (columns, rows),
            _ => return Err("a board has a side, or columns and rows".to_string()),
        };
        let side = |text: &str| {
            text.parse().map_err(|_| format!("unacceptable size: '{text}' is no number of columns or rows"))
        };
        let rules = FlatRules { columns: side(columns)?, rows: side(rows)?, ..self.rules };
        if matches!(rules.goal, StoneGoal::Chain { .. }) && rules.columns != rules.rows {
            return Err(format!(
                "unacceptable size: the sides of Hex are equal, and not {columns} and {rows}"
            ));
        }
        let game = self.workshop.open(&game_name(&rules));
        let game = game.map_err(|error| format!("unacceptable size: {}", in_a_line(error)))?;
        self.game = BotGame::new(game, Some(self.game.bot()), self.game.seed()).map_err(in_a_line)?;
        self.rules = rules;
        self.before.clear();
        self.times.begin_anew();
        Ok(())
    }

    /// The stones of the position.
    fn board(&self) -> Result<FlatBoard, RefusalText> {
        let play = &self.game.play;
        play.flat_board(play.played().len()).ok_or_else(|| "the position has no board".to_string())
    }

    /// The vertex of a move.
    fn to_theirs(&self, mv: &str) -> String {
        to_gtp(self.rules.goal, mv).unwrap_or_else(|| mv.to_string())
    }

    fn play(&mut self, colour: &str, vertex: &str) -> Result<(), RefusalText> {
        let player = player(colour)?;
        if vertex.eq_ignore_ascii_case("resign") {
            return self.game.play.call(Call::Resigned(player)).map_err(in_a_line);
        }
        if vertex.eq_ignore_ascii_case("pass") {
            return Err("illegal move 'pass': a player has to move in this game".to_string());
        }
        let mv = from_gtp(self.rules.goal, vertex).ok_or_else(|| {
            format!("'{vertex}' is no cell; a cell is a letter of a column and the number of a row: b3")
        })?;
        let illegal = |error| format!("illegal move '{vertex}': {}", in_a_line(error));
        self.with_mover(player, |engine| engine.game.play.play(&mv).map_err(illegal))
    }

    fn generate(&mut self, colour: &str) -> Result<String, RefusalText> {
        let player = player(colour)?;
        let (limits, stop) = (self.times.limits(player), self.control.stop());
        let began = Instant::now();
        let analysis = self.with_mover(player, |engine| engine.game.search_and_play(&limits, &stop))?;
        self.times.spend(player, began.elapsed());
        Ok(self.to_theirs(&analysis.best))
    }

    /// The move that [`GtpEngine::generate`] would play. The position stays, and so do the clocks.
    fn suggest(&mut self, colour: &str) -> Result<String, RefusalText> {
        let player = player(colour)?;
        let (limits, stop) = (self.times.limits(player), self.control.stop());
        let analysis = self.as_if_to_move(player, |engine| engine.game.search(&limits, &stop))?;
        Ok(self.to_theirs(&analysis.best))
    }

    /// Goes to the end of the first game of a file, or before the move of this number, counted from 1.
    fn load(&mut self, file: &str, before: Option<usize>) -> Result<(), RefusalText> {
        let cannot = |reason: String| format!("cannot load file '{file}': {reason}");
        let text = File::open(file).and_then(text::read).map_err(|error| cannot(error.to_string()))?;
        let games = read_games(&text).map_err(|error| cannot(in_a_line(error)))?;
        let record = games.records.first().ok_or_else(|| cannot("it has no game".to_string()))?;
        let name = record.tag("Game").unwrap_or_default();
        let opened = self.workshop.open(name).map_err(|error| cannot(in_a_line(error)))?;
        let rules = rules_of(&*opened).map_err(cannot)?;
        let bot = Some(self.game.bot());
        let mut game =
            BotGame::new(opened, bot, self.game.seed()).map_err(|error| cannot(in_a_line(error)))?;
        let moves =
            &record.moves[..record.moves.len().min(before.map_or(usize::MAX, |n| n.saturating_sub(1)))];
        game.set_position(record.tag("Position"), &moves.join(" ")).map_err(cannot)?;
        (self.game, self.rules) = (game, rules);
        self.before.clear();
        self.times.begin_anew();
        Ok(())
    }

    fn undo(&mut self) -> Result<bool, RefusalText> {
        if self.game.play.undo() {
            return Ok(true);
        }
        let Some((start, moves)) = self.before.pop() else { return Ok(false) };
        self.game.set_position(start.as_deref(), &moves)?;
        Ok(self.game.play.undo())
    }

    /// Does something with this player to move. A player may move several times running, as when a controller sets up a position: the
    /// side to move is changed in the position then. If it fails, the position stays.
    fn with_mover<T>(
        &mut self,
        player: Player,
        work: impl FnOnce(&mut Self) -> Result<T, RefusalText>,
    ) -> Result<T, RefusalText> {
        match (self.game.play.ending(), self.game.play.turn()) {
            (Some(_), _) => return Err("the game is over".to_string()),
            (None, turn) if turn == Turn::Decision(player) => return work(self),
            _ => {}
        }
        let play = &self.game.play;
        let before = (play.start(), play.played().join(" "));
        let turn = format!("it is the turn of {}", colour(player.other()));
        let mut board = self.board()?;
        board.mover = player;
        self.game
            .set_position(Some(&board.to_string()), "")
            .map_err(|reason| format!("{turn}, and {reason}"))?;
        let done = work(self);
        match done {
            Ok(_) => self.before.push(before),
            Err(_) => self.game.set_position(before.0.as_deref(), &before.1)?,
        }
        done
    }

    /// The same, and the position stays in any case.
    fn as_if_to_move<T>(
        &mut self,
        player: Player,
        work: impl FnOnce(&mut Self) -> Result<T, RefusalText>,
    ) -> Result<T, RefusalText> {
        let changes = self.before.len();
        let done = self.with_mover(player, work);
        if self.before.len() > changes
            && let Some((start, moves)) = self.before.pop()
        {
            self.game.set_position(start.as_deref(), &moves)?;
        }
        done
    }

    /// The legal moves of the side to move; none when the game is over.
    fn legal_moves(&self) -> String {
        let play = &self.game.play;
        let moves = if play.ending().is_some() { Vec::new() } else { play.moves() };
        moves.iter().map(|mv| self.to_theirs(mv)).collect::<Vec<_>>().join(" ")
    }

    /// The result as in SGF. There are no points in these games.
    fn final_score(&self) -> Result<String, RefusalText> {
        let ending = self.game.play.ending().ok_or("cannot score: the game is not over")?;
        let resigned = if matches!(ending, Ending::Called(Call::Resigned(_))) { "R" } else { "" };
        Ok(match ending.winner() {
            Some(Player::First) => format!("B+{resigned}"),
            Some(Player::Second) => format!("W+{resigned}"),
            None => "0".to_string(),
        })
    }
}

/// The rules of a game that the protocol can play.
fn rules_of(game: &dyn AnyGame) -> Result<FlatRules, String> {
    let rules = game.flat_rules().filter(|rules| rules.goal != StoneGoal::Most);
    rules.ok_or_else(|| {
        let name = game.name();
        format!("the Go Text Protocol is for hex and k in a row without gravity, and not for '{name}'")
    })
}

fn player(colour: &str) -> Result<Player, RefusalText> {
    gtp::player(colour)
        .ok_or_else(|| format!("'{colour}' is no colour; there are black (or red) and white (or blue)"))
}

/// As many whole numbers as are needed.
fn numbers<const N: usize>(words: &[&str]) -> Result<[u64; N], RefusalText> {
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
