//! The command that somebody means who typed another: each suggestion is read and checked as if it had been typed, so that it works.

use std::ffi::OsString;
use std::path::Path;

use clap::ArgAction;
use plywood_outside::Protocol;
use plywood_rules::options::{nearest, split_name};
use plywood_workshop::{OpenError, Workshop};

use crate::args::{Cli, Command};
use crate::command_line;
use crate::output::quoted;

/// Commands as other programs call them.
const COMMANDS: &[(&str, &str)] = &[
    ("analyze", "analyse"),
    ("best", "analyse"),
    ("draw", "show"),
    ("board", "show"),
    ("evaluate", "eval"),
    ("list", "games"),
    ("train", "learn"),
    ("web", "serve"),
    ("server", "serve"),
    ("gui", "serve"),
    ("start", "serve"),
    ("league", "tournament"),
    ("benchmark", "bench"),
    ("version", "--version"),
];

/// Options as other programs call them. The first of ours that the command has is meant.
const OPTIONS: &[(&str, &[&str])] = &[
    ("--bot", &["--second", "--player"]),
    ("--opponent", &["--second", "--against"]),
    ("--against", &["--second", "--bot"]),
    ("--vs", &["--second", "--against"]),
    ("--engine", &["--bot", "--second"]),
    ("--difficulty", &["--level"]),
    ("--strength", &["--level"]),
    ("--black", &["--second"]),
    ("--white", &["--first"]),
    ("--fen", &["--position"]),
    ("--start", &["--position"]),
    ("--count", &["--games"]),
    ("--rounds", &["--games"]),
    ("--threads", &["--jobs"]),
    ("--file", &["--out", "--output", "--save"]),
    ("--out", &["--output", "--save"]),
    ("--output", &["--out", "--save"]),
    ("-o", &["--save"]),
    ("-n", &["--games", "--count"]),
    ("-j", &["--jobs"]),
    ("-s", &["--seed"]),
];

/// The options of searches that are taken for options of commands.
const LIMITS: [&str; 4] = ["depth", "nodes", "time", "playouts"];

/// A suggestion never changes more than this many things.
const MOST_CHANGES: usize = 3;
/// The most commands that are tried for one.
const MOST_TRIES: usize = 400;

/// The command, without the name of the program, that `typed` may mean, which cannot be read as it is.
pub fn suggest(workshop: &Workshop, typed: &[OsString]) -> Option<String> {
    let typed: Option<Vec<String>> = typed.iter().map(|word| word.to_str().map(str::to_string)).collect();
    let program = command_line::program();
    let mut row = vec![typed?];
    let mut tries = 0;
    for _ in 0..MOST_CHANGES {
        let changed: Vec<Vec<String>> =
            row.iter().flat_map(|words| CommandWords::read(&program, words).changes(workshop)).collect();
        for words in &changed {
            tries += 1;
            if tries > MOST_TRIES {
                return None;
            }
            if works(workshop, words) {
                return Some(words.iter().map(|word| quoted(word)).collect::<Vec<_>>().join(" "));
            }
        }
        row = changed;
    }
    None
}

/// True if the command can be read, there is such a game, and bots that are named play it.
fn works(workshop: &Workshop, words: &[String]) -> bool {
    if words == ["--version"] {
        return true;
    }
    let words = [OsString::from("plywood")].into_iter().chain(words.iter().map(OsString::from));
    let Ok(Cli { command, .. }) = command_line::read(words) else { return false };
    let (game, bots): (_, Vec<&String>) = match &command {
        Command::Match(args) => (Some(&*args.game.game), vec![&args.first_bot, &args.second_bot]),
        Command::Play(args) => (args.game.as_deref(), args.first.iter().chain(&args.second).collect()),
        Command::Analyse(args) => (Some(&*args.game.game), args.bot.iter().collect()),
        Command::Tree(args) => (Some(&*args.game.game), args.bot.iter().collect()),
        Command::Compare(args) => (Some(&*args.game.game), args.bots.iter().collect()),
        Command::Games(args) => (args.game.as_deref(), Vec::new()),
        Command::Bots(args) => (args.game.as_deref(), Vec::new()),
        Command::Perft(args) => (Some(&*args.game.game), Vec::new()),
        other => (other.played(), Vec::new()),
    };
    let place = match &command {
        Command::Play(args) => args.moves.as_deref().map(|moves| (args.position.as_deref(), moves)),
        Command::Show(args) => Some((args.place.position.as_deref(), &*args.place.moves)),
        Command::Analyse(args) => Some((args.game.place.position.as_deref(), &*args.game.place.moves)),
        Command::Solve(args) => Some((args.game.place.position.as_deref(), &*args.game.place.moves)),
        _ => None,
    };
    let Some(game) = game else { return true };
    let Ok(game) = workshop.open(game) else { return false };
    // Programs are not started for a suggestion.
    let plays = |bot: &&String| *bot == "human" || is_program(bot) || game.check_bot(bot).is_ok();
    bots.iter().all(plays) && place.is_none_or(|(position, moves)| game.begin(position, moves, 0).is_ok())
}

/// True for the name of a program from outside.
fn is_program(bot: &str) -> bool {
    let (protocol, command) = split_name(bot);
    command.is_some() && Protocol::named(protocol).is_some()
}

/// The words of a command by their places.
struct CommandWords<'a> {
    words: &'a [String],
    command: Option<&'a clap::Command>,
    /// The places of words that are neither options nor their values.
    positional: Vec<usize>,
    /// The places of options that the command does not have.
    unknown: Vec<usize>,
}

impl<'a> CommandWords<'a> {
    fn read(program: &'a clap::Command, words: &'a [String]) -> CommandWords<'a> {
        let command = words.first().and_then(|name| program.find_subcommand(name));
        let mut line = CommandWords { words, command, positional: Vec::new(), unknown: Vec::new() };
        let mut at = usize::from(command.is_some());
        while at < words.len() {
            if !words[at].starts_with('-') || words[at] == "-" {
                line.positional.push(at);
            } else if let Some(arg) = line.option(&words[at]) {
                let takes = matches!(arg.get_action(), ArgAction::Set | ArgAction::Append);
                let values = arg.get_num_args().map_or(1, |range| range.min_values().max(1));
                at += if takes && !words[at].contains('=') { values } else { 0 };
            } else {
                line.unknown.push(at);
            }
            at += 1;
        }
        line
    }

    /// The option of the command that a word names.
    fn option(&self, word: &str) -> Option<&'a clap::Arg> {
        let name = word.split('=').next().unwrap_or_default();
        let mut options = self.command?.get_arguments();
        match (name.strip_prefix("--"), name.strip_prefix('-').and_then(|name| name.chars().next())) {
            (Some(long), _) => options.find(|arg| arg.get_long() == Some(long)),
            (None, Some(short)) => options.find(|arg| arg.get_short() == Some(short)),
            (None, None) => None,
        }
    }

    fn has(&self, option: &str) -> bool {
        self.option(option).is_some()
    }

    fn is(&self, names: &[&str]) -> bool {
        names.contains(&self.words[0].as_str())
    }

    /// Other commands that differ in one thing from this.
    fn changes(&self, workshop: &Workshop) -> Vec<Vec<String>> {
        let Some(command) = self.command else { return self.commands(workshop) };
        let allowed = command.get_positionals().count();
        let mut all: Vec<_> = self.game_names(workshop).into_iter().collect();
        if let Some(&at) = self.unknown.first() {
            all.extend(self.known_options(workshop, at));
        }
        if let Some(&at) = self.positional.get(allowed) {
            all.extend(self.placed(workshop, at, allowed));
        }
        all.extend(self.levels());
        all.extend(self.nested(command));
        all.extend(self.completed());
        all.extend(self.joined());
        all
    }

    /// With a command before it or in place of the first word.
    fn commands(&self, workshop: &Workshop) -> Vec<Vec<String>> {
        let Some(first) = self.words.first() else { return Vec::new() };
        let mut all = Vec::new();
        if workshop.open(first).is_ok() || meant(workshop, first).is_some() {
            all.push([&["play".to_string()], self.words].concat());
        }
        let program = command_line::program();
        let names = program.get_subcommands().map(clap::Command::get_name);
        let elsewhere = COMMANDS.iter().find(|(other, _)| *other == first.to_lowercase());
        let other = elsewhere.map(|(_, ours)| *ours).or_else(|| nearest(first, names));
        all.extend(other.map(|name| self.replaced(0, 1, &[name])));
        all
    }

    /// With the game that is meant by an unknown one.
    fn game_names(&self, workshop: &Workshop) -> Option<Vec<String>> {
        let &at = self.positional.first()?;
        let game = meant(workshop, &self.words[at])?;
        Some(self.replaced(at, 1, &[&game]))
    }

    /// With options that the command has in place of the one at `at`.
    fn known_options(&self, workshop: &Workshop, at: usize) -> Vec<Vec<String>> {
        let word = &self.words[at];
        let (name, joined) =
            word.split_once('=').map_or((&**word, None), |(name, value)| (name, Some(value)));
        let next = self.words.get(at + 1).filter(|next| !next.starts_with('-')).map(String::as_str);
        let (value, length) = match (joined, next) {
            (Some(value), _) => (Some(value), 1),
            (None, Some(next)) => (Some(next), 2),
            (None, None) => (None, 1),
        };
        let key = name.trim_start_matches('-');
        if let ("learn", "games" | "n", Some(games)) = (&*self.words[0], key, value) {
            return vec![self.replaced(at, length, &["--stage", games, "self"])];
        }
        let mut all = Vec::new();
        let with = |option: &str| match joined {
            Some(value) => self.replaced(at, 1, &[&format!("{option}={value}")]),
            None => self.replaced(at, 1, &[option]),
        };
        let elsewhere = OPTIONS.iter().filter(|(other, _)| *other == name).flat_map(|(_, ours)| *ours);
        all.extend(elsewhere.filter(|ours| self.has(ours)).map(|ours| with(ours)));
        let longs =
            self.command.into_iter().flat_map(clap::Command::get_arguments).filter_map(clap::Arg::get_long);
        all.extend(nearest(key, longs).map(|long| with(&format!("--{long}"))));
        if let Some(value) = value {
            all.extend(self.limited(at, length, key, value));
            match key {
                "game" | "g" => all.push(self.with_game(at, length, value)),
                _ => all.extend(self.with_game_option(workshop, at, length, &format!("{key}={value}"))),
            }
        }
        all
    }

    /// With the limit of a search as an option of the bot that searches.
    fn limited(&self, at: usize, length: usize, key: &str, value: &str) -> Vec<Vec<String>> {
        if !LIMITS.contains(&key) {
            return Vec::new();
        }
        let is_bare = |value: &str| value.bytes().all(|byte| byte.is_ascii_digit());
        let value = if key == "time" && is_bare(value) { format!("{value}s") } else { value.to_string() };
        let search = if key == "playouts" { "mcts" } else { "engine" };
        let bot = format!("{search}:{key}={value}");
        let named = |option: &&&str| self.words.iter().position(|word| word == **option);
        let of_bots: Vec<&str> =
            ["--bot", "--second"].into_iter().filter(|option| self.has(option)).collect();
        let mut words = self.replaced(at, length, &[]);
        let mut places: Vec<usize> = of_bots.iter().filter_map(|option| Some(named(&option)? + 1)).collect();
        if self.is(&["match"]) {
            places.extend(self.positional.iter().skip(1).take(2));
        }
        // To the bots that are named already, else to one.
        places.retain(|&place| place < at);
        for &place in &places {
            let joint = if words[place].contains(':') { ',' } else { ':' };
            words[place] = format!("{}{joint}{key}={value}", words[place]);
        }
        if !places.is_empty() {
            return vec![words];
        }
        of_bots.into_iter().map(|option| self.replaced(at, length, &[option, &bot])).collect()
    }

    /// With the word at `at`, one too many, where it belongs.
    fn placed(&self, workshop: &Workshop, at: usize, allowed: usize) -> Vec<Vec<String>> {
        let word = &self.words[at];
        let mut all = Vec::new();
        let rest = &self.positional[allowed..];
        let rest_words = || rest.iter().map(|&at| self.words[at].as_str()).collect::<Vec<_>>();
        let (key, value) = word.split_once(['=', ':']).unwrap_or((word, ""));
        if self.has(&format!("--{key}")) {
            let option = format!("--{key}");
            all.push(if value.is_empty() {
                self.replaced(at, 1, &[&option])
            } else {
                self.replaced(at, 1, &[&option, value])
            });
        }
        if key.parse::<u32>().is_ok() {
            let counts = ["--level", "--games"].into_iter().filter(|option| self.has(option));
            all.extend(counts.map(|option| self.replaced(at, 1, &[option, key])));
        }
        if !value.is_empty() {
            all.extend(self.with_game_option(workshop, at, 1, &format!("{key}={value}")));
            all.extend(self.limited(at, 1, key, value));
        } else {
            // Numbers alone are the first options of a game: 5 4, 5x4.
            let numbers = rest_words().join("x").to_lowercase();
            let game = self.words[self.positional[0]].as_str();
            let keys =
                workshop.family(game).map_or(&[][..], |family| family.parameters).iter().map(|p| p.key);
            let given: Vec<String> =
                keys.zip(numbers.split('x')).map(|(key, n)| format!("{key}={n}")).collect();
            all.extend(self.with_game_option(workshop, at, rest.len(), &given.join(",")));
        }
        if self.is(&["tournament"]) {
            let players = rest_words().into_iter().flat_map(|bot| ["--player", bot]);
            let game = ["--game", self.words[self.positional[0]].as_str()];
            let named: Vec<&str> = game.into_iter().chain(players).collect();
            let mut words = self.replaced(at, rest.len(), &named);
            words.remove(self.positional[0]);
            all.push(words);
        }
        if self.is(&["tree", "compare", "puzzles", "tournament", "solve"])
            && Path::new(word).extension().is_some()
        {
            all.push(self.replaced(at, 1, &["-o", word]));
        }
        for option in
            ["--bot", "--second", "--player", "--game"].into_iter().filter(|option| self.has(option))
        {
            all.push(self.replaced(at, 1, &[option, word]));
        }
        // No command describes a single bot.
        if self.is(&["bots"]) && workshop.bots().any(|bot| bot.name == split_name(word).0) {
            all.push(self.replaced(at, 1, &[]));
        }
        if self.has("--moves") && rest.windows(2).all(|two| two[0] + 1 == two[1]) {
            all.push(self.replaced(at, rest.len(), &["--moves", &rest_words().join(" ")]));
        }
        all
    }

    /// With a number for a level that is a word, or missing.
    fn levels(&self) -> Option<Vec<String>> {
        let at = self.words.iter().position(|word| word == "--level").filter(|_| self.has("--level"))?;
        let number = match self.words.get(at + 1).map(String::as_str) {
            Some("easy" | "beginner" | "low") => "1",
            Some("medium" | "normal") | None => "4",
            Some("hard" | "strong" | "best" | "max" | "expert") => "8",
            Some(_) => return None,
        };
        Some(self.replaced(at, 2, &["--level", number]))
    }

    /// With the command of `brain` or `bot` that is missing, or its words where they belong.
    fn nested(&self, command: &clap::Command) -> Option<Vec<String>> {
        let words: Vec<&str> = self.words.iter().map(String::as_str).collect();
        match words[..] {
            ["brain", "show", game, file] => Some(vec!["brain", "show", game, "--brain", file]),
            ["bot", "new", language, folder] => Some(vec!["bot", "new", "--lang", language, folder]),
            ["bot", "check", program, argument, game] => {
                let command = [program, argument].join(" ");
                return Some(["bot", "check", &command, game].map(str::to_string).to_vec());
            }
            ["brain", _] if command.find_subcommand(words[1]).is_none() => {
                Some(vec!["brain", "stats", words[1]])
            }
            _ => None,
        }
        .map(|words| words.into_iter().map(str::to_string).collect())
    }

    /// With what is missing and has a usual value.
    fn completed(&self) -> Option<Vec<String>> {
        let game = self.positional.first().map(|&at| split_name(&self.words[at]).0);
        let added = match (self.words[0].as_str(), self.positional.len()) {
            ("match", 1) => vec!["engine", "random"],
            ("match", 2) => vec!["random"],
            ("perft", 1) => vec!["4"],
            ("learn", 1) => {
                let has = |option| self.words.iter().any(|word| word == option);
                let brain = format!("{}.brain", game?);
                let mut words = self.words.to_vec();
                if !has("--brain") {
                    words.extend(["--brain".to_string(), brain]);
                }
                if !has("--stage") && !has("--records") {
                    words.extend(["--stage", "20000", "self"].map(str::to_string));
                }
                return Some(words).filter(|words| words.len() > self.words.len());
            }
            _ => return None,
        };
        Some(self.words.iter().cloned().chain(added.into_iter().map(str::to_string)).collect())
    }

    /// With a program and its first argument as one word, which the shell took for two.
    fn joined(&self) -> Option<Vec<String>> {
        let at = self.words.iter().position(|word| is_program(word))?;
        let argument = self.words.get(at + 1)?;
        Some(self.replaced(at, 2, &[&format!("{} {argument}", self.words[at])]))
    }

    /// With the game as its first word, instead of at `at`.
    fn with_game(&self, at: usize, length: usize, game: &str) -> Vec<String> {
        let mut words = self.replaced(at, length, &[]);
        words.insert(1, game.to_string());
        words
    }

    /// With these options of the game behind its name, instead of at `at`.
    fn with_game_option(
        &self,
        workshop: &Workshop,
        at: usize,
        length: usize,
        options: &str,
    ) -> Option<Vec<String>> {
        let &place = self.positional.first().filter(|&&place| place < at)?;
        let game = &self.words[place];
        let joint = if game.contains(':') { ',' } else { ':' };
        let name = format!("{game}{joint}{options}");
        let name = if workshop.open(&name).is_ok() { name } else { meant(workshop, &name)? };
        let mut words = self.replaced(at, length, &[]);
        words[place] = name;
        Some(words)
    }

    /// With other words in place of `length` ones.
    fn replaced(&self, at: usize, length: usize, by: &[&str]) -> Vec<String> {
        let mut words = self.words.to_vec();
        words.splice(at..(at + length).min(words.len()), by.iter().map(|word| (*word).to_string()));
        words
    }
}

/// The game that an error about this name suggests, if it can be opened.
fn meant(workshop: &Workshop, name: &str) -> Option<String> {
    let Some(OpenError::Name(error)) = workshop.open(name).err() else { return None };
    let suggested = error.suggestion()?;
    // An option that is meant replaces the options; a game that is meant, the name.
    let whole = format!("{}:{suggested}", split_name(name).0);
    [suggested.to_string(), whole].into_iter().find(|name| workshop.open(name).is_ok())
}
