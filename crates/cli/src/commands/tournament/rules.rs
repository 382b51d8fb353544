//! The rules of a tournament: read from a file or from options, and checked.

use std::collections::HashSet;
use std::fmt::Write as _;
use std::path::Path;

use plywood_workshop::tournament::{
    Entrant, GameOfTournament, Schedule, TournamentFormat, TournamentOptions,
};
use plywood_workshop::{Adjudication, Workshop};
use serde::Deserialize;

use crate::args::{AdjudicateBy, FormatName, RulesArgs, TournamentArgs, clock};
use crate::commands::clock_text;
use crate::commands::openings::{OpeningSource, openings_text};
use crate::files;
use crate::output::Failure;

/// A tournament as it is written down.
#[derive(Clone, Debug, Default, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
struct TournamentFile {
    title: Option<String>,
    game: Option<String>,
    #[serde(default)]
    games: Vec<String>,
    #[serde(default)]
    players: Vec<PlayerEntry>,
    format: Option<FormatName>,
    heroes: Option<usize>,
    rounds: Option<usize>,
    pairs: Option<u32>,
    openings: Option<String>,
    clock: Option<String>,
    max_plies: Option<u32>,
    #[serde(default)]
    adjudicate: Vec<AdjudicateBy>,
    seed: Option<u64>,
}

/// A player as it is written down: its bot, or a table with name and bot.
#[derive(Clone, Debug, Deserialize)]
#[serde(
    untagged,
    deny_unknown_fields,
    expecting = "it has to be a bot in quotes, or { name = \"...\", bot = \"...\" }"
)]
enum PlayerEntry {
    Bot(String),
    Named { name: Option<String>, bot: String },
}

/// The rules of a tournament, checked.
pub struct TournamentRules {
    /// The title of the report.
    pub title: String,
    /// The games, the players and how they meet.
    pub options: TournamentOptions,
    /// All that the games depend on, a setting a line.
    pub description: String,
}

/// The most pairs of games of a pairing.
const MOST_PAIRS: u32 = 1_000_000;

/// The chance and the number of answers with which bots end games.
const AGREED: Adjudication = Adjudication { chance: 0.98, answers: 6 };

impl TournamentRules {
    /// The rules that the arguments name.
    pub fn of(workshop: &Workshop, args: &TournamentArgs) -> Result<TournamentRules, Failure> {
        match &args.file {
            Some(path) => TournamentRules::from_file(workshop, path),
            None => TournamentRules::from_args(workshop, &args.rules),
        }
    }

    /// The rules in a TOML file.
    pub fn from_file(workshop: &Workshop, path: &Path) -> Result<TournamentRules, Failure> {
        let written: TournamentFile = files::read_toml(path)?;
        let title = path.file_stem().map(|name| name.to_string_lossy().into_owned()).unwrap_or_default();
        TournamentRules::new(workshop, written, &title)
            .map_err(|failure| failure.about(&path.display().to_string()))
    }

    /// The rules that options give.
    pub fn from_args(workshop: &Workshop, args: &RulesArgs) -> Result<TournamentRules, Failure> {
        let player = |text: &String| match text.split_once('=') {
            Some((name, bot)) if !name.contains(':') && !name.is_empty() => {
                PlayerEntry::Named { name: Some(name.to_string()), bot: bot.to_string() }
            }
            _ => PlayerEntry::Bot(text.clone()),
        };
        let RulesArgs { title, game, format, heroes, rounds, pairs, openings, .. } = args.clone();
        let written = TournamentFile {
            title,
            game: None,
            games: game,
            players: args.player.iter().map(player).collect(),
            format,
            heroes,
            rounds,
            pairs,
            openings,
            clock: args.clock.clone(),
            max_plies: args.max_plies,
            adjudicate: args.adjudicate.clone(),
            seed: args.seed,
        };
        TournamentRules::new(workshop, written, "tournament")
    }

    fn new(workshop: &Workshop, written: TournamentFile, title: &str) -> Result<TournamentRules, Failure> {
        let entrants = entrants(&written.players)?;
        let names: Vec<&String> = written.game.iter().chain(&written.games).collect();
        let wanted = OpeningSource::read(written.openings.as_deref(), Path::new(""))?;
        let mut games = Vec::new();
        for name in names {
            let game = workshop.open(name)?;
            for entrant in &entrants {
                game.check_bot(&entrant.bot)
                    .map_err(|error| Failure::from(error).about(&format!("player '{}'", entrant.name)))?;
            }
            if games.iter().any(|it: &GameOfTournament| it.game.name() == game.name()) {
                return Err(Failure::Wrong(format!("the game '{name}' is named twice")));
            }
            let openings = wanted.clone().of(workshop, &*game, None, "")?;
            games.push(GameOfTournament { game, openings });
        }
        let pairs = written.pairs.unwrap_or(5);
        if pairs > MOST_PAIRS {
            return Err(Failure::Wrong(format!("pairs cannot be {pairs}; write 1 to {MOST_PAIRS}")));
        }
        let schedule = Schedule::new(format(&written, entrants.len())?, entrants.len(), games.len(), pairs)?;
        let max_plies = written.max_plies.unwrap_or(10_000);
        if max_plies == 0 {
            return Err(Failure::Wrong("max-plies cannot be 0; write at least 1".to_string()));
        }
        let read_clock = |text: &String| {
            clock(text).map_err(|reason| Failure::Wrong(format!("the clock cannot be '{text}'; {reason}")))
        };
        let options = TournamentOptions {
            entrants,
            games,
            schedule,
            seed: written.seed.unwrap_or(1),
            max_plies,
            clock: written.clock.as_ref().map(read_clock).transpose()?,
            adjudication: written.adjudicate.contains(&AdjudicateBy::Values).then_some(AGREED),
            use_solution: written.adjudicate.contains(&AdjudicateBy::Solution),
        };
        let description = describe(&options);
        let title = written.title.unwrap_or_else(|| title.to_string());
        Ok(TournamentRules { title, options, description })
    }
}

/// The players with their names, all different.
fn entrants(players: &[PlayerEntry]) -> Result<Vec<Entrant>, Failure> {
    let mut taken = HashSet::new();
    let mut entrants = Vec::new();
    for player in players {
        let (name, bot) = match player {
            PlayerEntry::Bot(bot) => (bot, bot),
            PlayerEntry::Named { name, bot } => (name.as_ref().unwrap_or(bot), bot),
        };
        let name = name.trim().to_string();
        if name.is_empty() || name.contains(['\n', '\r']) {
            return Err(Failure::Wrong(format!(
                "'{name}' cannot be the name of a player; write a line of text"
            )));
        }
        if !taken.insert(name.clone()) {
            return Err(Failure::Wrong(format!(
                "two players are called '{name}'; give each a name of its own"
            )));
        }
        entrants.push(Entrant { name, bot: bot.clone() });
    }
    Ok(entrants)
}

fn format(written: &TournamentFile, players: usize) -> Result<TournamentFormat, Failure> {
    let format = written.format.unwrap_or_default();
    let only = |name: &str, given: bool, kind: &str, fits: bool| match given && !fits {
        true => Err(Failure::Wrong(format!("'{name}' goes with the format {kind} only"))),
        false => Ok(()),
    };
    only("heroes", written.heroes.is_some(), "gauntlet", format == FormatName::Gauntlet)?;
    only("rounds", written.rounds.is_some(), "swiss", format == FormatName::Swiss)?;
    Ok(match format {
        FormatName::RoundRobin => TournamentFormat::RoundRobin,
        FormatName::Gauntlet => TournamentFormat::Gauntlet { heroes: written.heroes.unwrap_or(1) },
        FormatName::Swiss => {
            let enough = players.next_power_of_two().trailing_zeros() as usize;
            TournamentFormat::Swiss { rounds: written.rounds.unwrap_or(enough) }
        }
        FormatName::Knockout => TournamentFormat::Knockout,
    })
}

/// All settings that the games depend on, one a line.
fn describe(options: &TournamentOptions) -> String {
    let mut text = String::new();
    let format = match options.schedule.format() {
        TournamentFormat::RoundRobin => "round-robin".to_string(),
        TournamentFormat::Gauntlet { heroes } => format!("gauntlet, heroes {heroes}"),
        TournamentFormat::Swiss { rounds } => format!("swiss, rounds {rounds}"),
        TournamentFormat::Knockout => "knockout".to_string(),
    };
    let _ = writeln!(text, "format: {format}\npairs: {}", options.schedule.pairs());
    for GameOfTournament { game, openings } in &options.games {
        let _ = writeln!(text, "game: {}\nopenings: {}", game.name(), openings_text(openings));
    }
    for Entrant { name, bot } in &options.entrants {
        let _ = writeln!(text, "player: {name} = {bot}");
    }
    let adjudicate = [
        options.adjudication.map(|rule| format!("values, chance {}, answers {}", rule.chance, rule.answers)),
        options.use_solution.then(|| "solution".to_string()),
    ];
    let adjudicate = adjudicate.into_iter().flatten().collect::<Vec<_>>().join(", ");
    let _ = writeln!(text, "clock: {}\nmax-plies: {}", clock_text(options.clock), options.max_plies);
    let _ = writeln!(
        text,
        "adjudicate: {}\nseed: {}",
        if adjudicate.is_empty() { "none" } else { &adjudicate },
        options.seed
    );
    // It is kept in a comment of a file of records, which a brace ends.
    text.replace('}', ")")
}
