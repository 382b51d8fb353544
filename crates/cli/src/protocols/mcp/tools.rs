//! The tools and their work.

use std::ffi::OsString;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use plywood_erased::Playthrough;
use plywood_outside::ugi::SearchLimits;
use plywood_rules::options::{Parameter, alternatives};
use plywood_rules::{Player, Turn};
use plywood_workshop::{AnyGame, OptionUse, Question, Solve, Workshop};
use rmcp::model::ToolAnnotations;
use serde_json::{Map, Value as Json, json};

use super::arguments::{Argument, ArgumentKind, Arguments, ToolError, invalid};
use crate::commands::asked::{self, AskedQuestion};
use crate::commands::show;
use crate::output::{CommandResult, Output};
use crate::progress::Control;
use crate::protocols::bot_game::{BotGame, in_a_line};
use crate::questions;

/// A tool that an assistant may call.
pub struct Tool {
    pub name: &'static str,
    pub about: &'static str,
    required: &'static [Argument],
    optional: &'static [Argument],
    /// The options of the question that it asks, by name, each with its schema.
    options: fn() -> Map<String, Json>,
}

/// Those of a tool that asks no question.
const NO_OPTIONS: fn() -> Map<String, Json> = Map::new;

/// The options of `solve` that an assistant may set: none with files, and none that take more of this computer.
fn solve_options() -> Map<String, Json> {
    let mut options = questions::options::<Solve>();
    options.retain(|name, _| Solve::place_of(name).1 == OptionUse::Question);
    options
}

const GAME: Argument = Argument {
    name: "game",
    about: "the game: NAME or NAME:key=value,... as list_games describes them, such as connect4 or hex:size=7",
    kind: ArgumentKind::Text,
};
const POSITION: Argument = Argument {
    name: "position",
    about: "the position to start from, in the notation of the game; the opening if left out",
    kind: ArgumentKind::Text,
};
const MOVES: Argument = Argument {
    name: "moves",
    about: "the moves and the outcomes of dice played from there, in their order",
    kind: ArgumentKind::Texts,
};
const BOT: Argument = Argument {
    name: "bot",
    about: "the bot: NAME or NAME:key=value,... such as engine:time=2s, mcts or level:n=3",
    kind: ArgumentKind::Text,
};
const SEED: Argument = Argument {
    name: "seed",
    about: "the random seed, of dice too; 1 if left out",
    kind: ArgumentKind::Number(0, u64::MAX),
};

const BOTS: Argument = Argument {
    name: "bots",
    about: "the bots to grade, such as [\"engine:nodes=2000\", \"level:n=3\"]",
    kind: ArgumentKind::Texts,
};
const BASELINES: Argument = Argument {
    name: "baselines",
    about: "true to grade random, rules and the levels 1 to 5 beside them",
    kind: ArgumentKind::Flag,
};

const SAMPLE: Argument = Argument {
    name: "sample",
    about: "the number of positions; 100 if left out",
    kind: ArgumentKind::Number(1, 1000),
};
const PLY: Argument = Argument {
    name: "ply",
    about: "only positions after exactly this many plies",
    kind: ArgumentKind::Number(0, 1000),
};
const PLAYED_BY: Argument = Argument {
    name: "played_by",
    about: "positions of games of this bot with itself; of random play if left out",
    kind: ArgumentKind::Text,
};

/// Options of `grade` that keep a call and its answer short: an early position that takes longer is unknown, and few worst moves are shown.
const GRADE_LIMITS: [&str; 3] = ["--nodes=100000", "--worst=5", "--jobs=1"];

/// All tools.
pub const TOOLS: &[Tool] = &[
    Tool {
        name: "list_games",
        about: "Lists the games with their options, or describes one with its rules, bots and evaluations.",
        required: &[],
        optional: &[GAME],
        options: NO_OPTIONS,
    },
    Tool {
        name: "show_position",
        about: "Draws a position and says whose turn it is, the legal moves and the outcome.",
        required: &[GAME],
        optional: &[POSITION, MOVES],
        options: NO_OPTIONS,
    },
    Tool {
        name: "legal_moves",
        about: "Lists the legal moves of a position, or the outcomes where chance decides.",
        required: &[GAME],
        optional: &[POSITION, MOVES],
        options: NO_OPTIONS,
    },
    Tool {
        name: "play",
        about: "Plays a move and lets a bot answer it; without a move the bot plays for the side to move. Dice are rolled. Returns \
                the position after that and the replies. To go on, call it again with 'moves' set to the 'played' that it returned.",
        required: &[GAME],
        optional: &[
            POSITION,
            MOVES,
            Argument { name: "move", about: "your move", kind: ArgumentKind::Text },
            BOT,
            SEED,
        ],
        options: NO_OPTIONS,
    },
    Tool {
        name: "analyse",
        about: "Finds the best move and says why: its value (proved or estimated), the line expected, and the values of other moves.",
        required: &[GAME],
        optional: &[
            POSITION,
            MOVES,
            BOT,
            Argument {
                name: "all",
                about: "true to establish the value of every move, not only of the best",
                kind: ArgumentKind::Flag,
            },
            SEED,
        ],
        options: NO_OPTIONS,
    },
    Tool {
        name: "solve",
        about: "Finds the exact value of a position by searching to the end of the game, or with 'within' a forced win within that \
                many plies. Large games take too long: cancel, or ask with 'within' or 'depth'.",
        required: &[GAME],
        optional: &[POSITION, MOVES],
        options: solve_options,
    },
    Tool {
        name: "grade",
        about: "Measures how well bots play, against exact values: how many of their moves keep a win or a draw, what the others lose, \
                and the worst ones with the line that refutes each. Use it to compare bots or settings with numbers, or to say how \
                strong a level is. A sample of 100 positions takes some seconds.",
        required: &[GAME, BOTS],
        optional: &[SAMPLE, PLY, PLAYED_BY, SEED, BASELINES],
        options: NO_OPTIONS,
    },
    Tool {
        name: "verify_proof",
        about: "Checks a proof file by the rules of the game alone and says what it proves.",
        required: &[
            GAME,
            Argument {
                name: "file",
                about: "the name of the file, in the folder of proofs",
                kind: ArgumentKind::Text,
            },
        ],
        optional: &[],
        options: NO_OPTIONS,
    },
];

impl Tool {
    /// All arguments by name, each with the schema of its values.
    pub fn arguments(&self) -> Map<String, Json> {
        let arguments = self.required.iter().chain(self.optional);
        arguments
            .map(|argument| (argument.name.to_string(), argument.schema()))
            .chain((self.options)())
            .collect()
    }

    /// The tool as clients see it.
    pub fn described(&self) -> rmcp::model::Tool {
        let properties = self.arguments();
        let required: Vec<&str> = self.required.iter().map(|argument| argument.name).collect();
        let schema = [
            ("type", json!("object")),
            ("properties", properties.into()),
            ("required", required.into()),
            ("additionalProperties", false.into()),
        ];
        let schema: Map<String, Json> =
            schema.map(|(key, value)| (key.to_string(), value)).into_iter().collect();
        rmcp::model::Tool::new(self.name, self.about, schema)
            .with_annotations(ToolAnnotations::new().read_only(true).open_world(false))
    }
}

/// The tool of that name, or the reason why there is none.
pub fn tool(name: &str) -> Result<&'static Tool, String> {
    TOOLS.iter().find(|tool| tool.name == name).ok_or_else(|| {
        format!(
            "unknown tool '{name}'; {}",
            alternatives(name, TOOLS.iter().map(|tool| tool.name), "there are")
        )
    })
}

/// The answer to a call.
pub struct ToolAnswer {
    pub json: Json,
    /// The position drawn as text.
    pub drawing: Option<String>,
}

impl From<Json> for ToolAnswer {
    fn from(json: Json) -> ToolAnswer {
        ToolAnswer { json, drawing: None }
    }
}

/// Runs a command, given by its words, with `--json`.
pub type RunCommand = fn(&Workshop, Vec<OsString>, &Control) -> CommandResult;

/// The place where the tools work.
pub struct Toolset {
    /// Games that open no files.
    pub workshop: Workshop,
    /// The folder of proof files.
    pub proofs: PathBuf,
    pub command: RunCommand,
}

impl Toolset {
    /// Does what a call asks for; `control` stops it.
    pub fn call(
        &self,
        tool: &Tool,
        given: Map<String, Json>,
        control: &Control,
    ) -> Result<ToolAnswer, ToolError> {
        let arguments = Arguments::read(given, &tool.arguments())?;
        arguments.need(tool.required)?;
        let name = arguments.text(GAME.name);
        // The name of a game that opens is no option of the program.
        let game = name.map(|name| self.workshop.open(name)).transpose().map_err(invalid)?;
        let (Some(name), Some(game)) = (name, game) else {
            return self.json(vec!["games".to_string()], control).map(ToolAnswer::from);
        };
        let mut words = vec![name.to_string()];
        if let Some(position) = arguments.text(POSITION.name) {
            words.push(format!("--position={position}"));
        }
        let moves = arguments.line(MOVES.name);
        if !moves.is_empty() {
            words.push(format!("--moves={moves}"));
        }
        let command = |command: &str| [vec![command.to_string()], words].concat();
        match tool.name {
            "list_games" => self.json(command("games"), control).map(ToolAnswer::from),
            "show_position" => self.show(&game, &arguments, command("show"), control),
            "legal_moves" => {
                let shown = self.json(command("show"), control)?;
                let kept = |key: &str| (key.to_string(), shown[key].clone());
                Ok(Json::Object(["game", "position", "turn", "moves"].map(kept).into_iter().collect()).into())
            }
            "play" => self.play(&game, &arguments, command("show"), control),
            "analyse" => {
                let words = [command("analyse"), bot_words(&*game, &arguments)?].concat();
                self.json(words, control).map(ToolAnswer::from)
            }
            Solve::NAME => {
                let question = AskedQuestion {
                    name: Solve::NAME.to_string(),
                    game: name.to_string(),
                    position: arguments.text(POSITION.name).map(str::to_string),
                    moves,
                    options: arguments.only(&(tool.options)()),
                    ..AskedQuestion::default()
                };
                Ok(json_of(asked::run(&self.workshop, question, control)?).into())
            }
            "grade" => {
                let words = [command("grade"), grade_words(&*game, &arguments)?].concat();
                self.json(words, control).map(ToolAnswer::from)
            }
            _ => self.verify(name, arguments.text("file").unwrap_or_default(), control).map(ToolAnswer::from),
        }
    }

    /// The object that a command prints with `--json`, with the reason if it is not all that was asked for.
    fn json(&self, words: Vec<String>, control: &Control) -> Result<Json, ToolError> {
        let words = words.into_iter().map(OsString::from).collect();
        Ok(json_of((self.command)(&self.workshop, words, control)?))
    }

    fn show(
        &self,
        game: &Arc<dyn AnyGame>,
        arguments: &Arguments,
        words: Vec<String>,
        control: &Control,
    ) -> Result<ToolAnswer, ToolError> {
        let play =
            game.begin(arguments.text(POSITION.name), &arguments.line(MOVES.name), 1).map_err(invalid)?;
        Ok(ToolAnswer { json: self.json(words, control)?, drawing: Some(drawn(&*play)) })
    }

    /// Plays a move and the replies to it, and shows the position then.
    fn play(
        &self,
        game: &Arc<dyn AnyGame>,
        arguments: &Arguments,
        mut words: Vec<String>,
        control: &Control,
    ) -> Result<ToolAnswer, ToolError> {
        let bot = arguments.text(BOT.name);
        bot.map_or(Ok(()), |bot| check_bot(&**game, bot))?;
        let seed = arguments.number(SEED.name).unwrap_or(1);
        let mut table = BotGame::new(Arc::clone(game), bot, seed).map_err(invalid)?;
        table.set_position(arguments.text(POSITION.name), &arguments.line(MOVES.name)).map_err(ToolError)?;
        let you = match arguments.text("move") {
            Some(mv) => {
                let you = table.play.turn().player();
                let you =
                    you.ok_or_else(|| invalid("there is no move to make here: call it without 'move'"))?;
                table.play.play(mv).map_err(invalid)?;
                Some(you)
            }
            None => None,
        };
        let replies = replies(&mut table, you, control)?;
        words.retain(|word| !word.starts_with("--moves="));
        words.push(format!("--moves={}", table.play.played().join(" ")));
        let mut json = self.json(words, control)?;
        json["bot"] = table.bot().into();
        json["replies"] = replies;
        Ok(ToolAnswer { json, drawing: Some(drawn(&*table.play)) })
    }

    /// Checks a proof in the folder of proofs. Nothing is said about files outside, not even that they exist.
    fn verify(&self, game: &str, file: &str, control: &Control) -> Result<Json, ToolError> {
        let place = || -> Option<PathBuf> {
            let folder = self.proofs.canonicalize().ok()?;
            let place = folder.join(Path::new(file)).canonicalize().ok()?;
            (place.starts_with(&folder) && place.is_file()).then_some(place)
        };
        let missing = || invalid(format!("there is no file '{file}' in the folder of proofs"));
        let place =
            place().and_then(|place| place.into_os_string().into_string().ok()).ok_or_else(missing)?;
        self.json(vec!["verify".to_string(), game.to_string(), place], control)
    }
}

/// The object, with the reason if it is not all that was asked for.
fn json_of(output: Output) -> Json {
    let incomplete = output.incomplete.clone();
    let mut json = output.into_json().unwrap_or_default();
    if let Some(incomplete) = incomplete {
        json["incomplete"] = incomplete.into();
    }
    json
}

/// The bot's moves and the rolls of the dice until it is the turn of `you`, or until the bot has made one move for the side to move.
fn replies(table: &mut BotGame, mut you: Option<Player>, control: &Control) -> Result<Json, ToolError> {
    let mut replies = Vec::new();
    let stop = control.stop();
    while table.play.ending().is_none() {
        if control.is_raised() {
            return Err(ToolError("stopped".to_string()));
        }
        match table.play.turn() {
            Turn::Over(_) => break,
            Turn::Chance => {
                let came = table.play.roll().map_err(|error| ToolError(in_a_line(error)))?;
                replies.push(json!({ "by": "chance", "move": came }));
            }
            Turn::Decision(player) if you == Some(player) => break,
            Turn::Decision(player) => {
                you.get_or_insert(player.other());
                let found = table.search_and_play(&SearchLimits::default(), &stop).map_err(ToolError)?;
                let value = found.value.map(|value| value.in_words(found.exact_plies));
                replies.push(
                    json!({ "by": player.to_string(), "move": found.best, "value": value, "pv": found.pv }),
                );
            }
        }
    }
    Ok(replies.into())
}

/// The position without colours.
pub fn drawn(play: &dyn Playthrough) -> String {
    anstream::adapter::strip_str(&show::picture_of(play, &play.scene())).to_string()
}

/// Refuses bots that would read or write a file.
fn check_bot(game: &dyn AnyGame, bot: &str) -> Result<(), ToolError> {
    let named = game.read_bot(bot).map_err(invalid)?;
    let names_file =
        |it: &&Parameter| named.options().text(it.key).is_some_and(|value| it.kind.names_file(value));
    match named.info().parameters.iter().find(names_file) {
        Some(Parameter { key, .. }) => {
            Err(invalid(format!("option '{key}' of bot '{bot}' names a file, and tools open none")))
        }
        None => game.check_bot(bot).map_err(invalid),
    }
}

fn bot_words(game: &dyn AnyGame, arguments: &Arguments) -> Result<Vec<String>, ToolError> {
    let mut words = Vec::new();
    if let Some(bot) = arguments.text(BOT.name) {
        check_bot(game, bot)?;
        words.push(format!("--bot={bot}"));
    }
    words.extend(arguments.number(SEED.name).map(|seed| format!("--seed={seed}")));
    words.extend(arguments.flag("all").then(|| "--all".to_string()));
    Ok(words)
}

fn grade_words(game: &dyn AnyGame, arguments: &Arguments) -> Result<Vec<String>, ToolError> {
    let (bots, played_by) = (arguments.texts(BOTS.name), arguments.text(PLAYED_BY.name));
    if bots.is_empty() {
        return Err(ToolError(format!("'{}' is empty: name {}", BOTS.name, BOTS.about)));
    }
    bots.iter().copied().chain(played_by).try_for_each(|bot| check_bot(game, bot))?;
    let mut words: Vec<String> = bots.into_iter().chain(GRADE_LIMITS).map(str::to_string).collect();
    words.push(format!("--sample={}", arguments.number(SAMPLE.name).unwrap_or(100)));
    words.extend(arguments.number(PLY.name).map(|ply| format!("--ply={ply}")));
    words.extend(played_by.map(|bot| format!("--played-by={bot}")));
    words.extend(arguments.number(SEED.name).map(|seed| format!("--seed={seed}")));
    words.push(format!("--baselines={}", if arguments.flag(BASELINES.name) { "some" } else { "none" }));
    Ok(words)
}
