//! The assignment of a class: a TOML file, checked.

use std::fmt::Write as _;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use plywood_rules::options::parse_time;
use plywood_workshop::tournament::Entrant;
use plywood_workshop::{
    AnyGame, GRADING_NODES, GradePositions, OpeningBook, SampleOptions, TruthSource, Workshop,
};
use serde::{Deserialize, Serialize};

use super::isolation::{Isolation, WantedIsolation};
use crate::commands::grade::{add_file, sample_words};
use crate::commands::openings::OpeningSource;
use crate::files;
use crate::output::Failure;
use crate::progress::Control;

/// The assignment as it is written down.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
struct AssignmentFile {
    title: Option<String>,
    games: Vec<GameEntry>,
    #[serde(default)]
    seed: Option<u64>,
    references: Option<Vec<ReferenceEntry>>,
    #[serde(default)]
    check: CheckEntry,
    #[serde(default)]
    moves: MovesEntry,
    #[serde(default)]
    ladder: LadderEntry,
    #[serde(default)]
    limits: LimitsEntry,
    #[serde(default)]
    points: MostPoints,
}

/// A game as it is written down: its name, or a table.
#[derive(Debug, Deserialize)]
#[serde(
    untagged,
    deny_unknown_fields,
    expecting = "it has to be a game in quotes, or { game = \"...\", sample = ..., positions = \"...\", table = \"...\" }"
)]
enum GameEntry {
    Name(String),
    Table { game: String, sample: Option<u32>, positions: Option<PathBuf>, table: Option<PathBuf> },
}

/// A bot that is graded and plays beside the students.
#[derive(Debug, Deserialize)]
#[serde(
    untagged,
    deny_unknown_fields,
    expecting = "it has to be a bot in quotes, or { name = \"...\", bot = \"...\" }"
)]
enum ReferenceEntry {
    Bot(String),
    Named { name: String, bot: String },
}

#[derive(Debug, Deserialize)]
#[serde(default, deny_unknown_fields)]
struct CheckEntry {
    games: u32,
}

impl Default for CheckEntry {
    fn default() -> CheckEntry {
        CheckEntry { games: 9 }
    }
}

#[derive(Debug, Deserialize)]
#[serde(default, deny_unknown_fields, rename_all = "kebab-case")]
struct MovesEntry {
    sample: u32,
    in_ladder: bool,
    nodes: u64,
    worst: usize,
}

impl Default for MovesEntry {
    fn default() -> MovesEntry {
        MovesEntry { sample: 200, in_ladder: false, nodes: GRADING_NODES, worst: 10 }
    }
}

#[derive(Debug, Deserialize)]
#[serde(default, deny_unknown_fields, rename_all = "kebab-case")]
struct LadderEntry {
    pairs: u32,
    openings: Option<String>,
    max_plies: u32,
}

impl Default for LadderEntry {
    fn default() -> LadderEntry {
        LadderEntry { pairs: 1, openings: None, max_plies: 1000 }
    }
}

#[derive(Debug, Deserialize)]
#[serde(default, deny_unknown_fields)]
struct LimitsEntry {
    #[serde(rename = "move")]
    mv: String,
    start: String,
    memory: u32,
    isolation: WantedIsolation,
    readable: Vec<String>,
}

impl Default for LimitsEntry {
    fn default() -> LimitsEntry {
        LimitsEntry {
            mv: "5s".to_string(),
            start: "10s".to_string(),
            memory: 1024,
            isolation: WantedIsolation::default(),
            readable: Vec::new(),
        }
    }
}

/// The most points for each part.
#[derive(Clone, Copy, Debug, Deserialize, Serialize)]
#[serde(default, deny_unknown_fields)]
pub struct MostPoints {
    /// For a check without a fault.
    pub check: f64,
    /// For moves that keep the value.
    pub moves: f64,
    /// For the games of the ladder.
    pub ladder: f64,
}

impl Default for MostPoints {
    fn default() -> MostPoints {
        MostPoints { check: 20.0, moves: 60.0, ladder: 20.0 }
    }
}

/// The limits of each program, as its name as a bot has them.
#[derive(Clone, Debug)]
pub struct ProgramLimits {
    /// The time for a move.
    pub patience: String,
    /// The time to start.
    pub start: String,
    /// The memory, in MiB.
    pub memory: u32,
    /// The isolation.
    pub isolation: Isolation,
    /// Folders that isolated programs can read beside those of the system.
    pub readable: Vec<String>,
}

/// A game of the assignment.
pub struct AssignedGame {
    /// The rules.
    pub game: Arc<dyn AnyGame>,
    /// Its name as it was written.
    pub name: String,
    /// The positions at which moves are graded.
    pub positions: GradePositions,
    /// The source of these positions, in words.
    pub source: String,
    /// A table with the exact values.
    pub table: Option<PathBuf>,
    /// The openings of the ladder.
    pub openings: OpeningBook,
}

impl AssignedGame {
    /// A game as it is written down, with its positions and openings. The bots of the references have to play it.
    fn new(
        workshop: &Workshop,
        entry: GameEntry,
        (moves, seed): (&MovesEntry, u64),
        (references, openings): (&[Entrant], &OpeningSource),
        folder: &Path,
        control: &Control,
    ) -> Result<AssignedGame, Failure> {
        let (name, sample, file, table) = match entry {
            GameEntry::Name(game) => (game, None, None, None),
            GameEntry::Table { game, sample, positions, table } => (game, sample, positions, table),
        };
        let game = workshop.open(&name)?;
        for Entrant { name, bot } in references {
            let about = |error| Failure::from(error).about(&format!("reference '{name}'"));
            game.check_bot(bot).map_err(about)?;
        }
        let openings = openings.clone().of(workshop, &*game, None, "")?;
        let mut positions = GradePositions::default();
        let source = match (file, sample) {
            (Some(_), Some(_)) => {
                return Err(Failure::Wrong(format!(
                    "'{name}' has both sample and positions; write one of them"
                )));
            }
            (Some(file), None) => {
                add_file(&mut positions, &game, &folder.join(&file))?;
                format!("the positions of '{}'", file.display())
            }
            (None, sample) => {
                let count = sample.unwrap_or(moves.sample) as usize;
                let sample = SampleOptions { count, seed, ..SampleOptions::default() };
                sample_words(&sample, positions.add_sample(&game, &sample, &control.run(&|_| ()))?)
            }
        };
        positions.measure_phases(&game, &control.stop())?;
        let (name, table) = (name.trim().to_string(), table.map(|file| folder.join(file)));
        if let (Some(table), Some(first)) = (&table, positions.list().first()) {
            // A wrong table is reported before programs are tried for hours.
            let source = TruthSource { table: Some(table.clone()), nodes: moves.nodes };
            let moves = first.moves.join(" ");
            game.move_valuer(&source).values(first.start.as_deref(), &moves, &control.stop())?;
        }
        Ok(AssignedGame { game, name, positions, source, table, openings })
    }
}

/// An assignment, checked.
pub struct Assignment {
    /// The title of the reports.
    pub title: String,
    /// The games.
    pub games: Vec<AssignedGame>,
    /// Bots that are graded and play beside the students. Reports have their names only.
    pub references: Vec<Entrant>,
    /// Fixes all that is random.
    pub seed: u64,
    /// The games of each check.
    pub check_games: u32,
    /// True if the moves of the ladder's games are graded too.
    pub grades_ladder: bool,
    /// The positions that may be visited for the value of a move.
    pub nodes: u64,
    /// The worst moves that a report shows.
    pub worst: usize,
    /// The pairs of games of every two programs.
    pub pairs: u32,
    /// Plies after which a game of the ladder is a draw.
    pub max_plies: u32,
    /// The limits of each program.
    pub limits: ProgramLimits,
    /// The most points of each part.
    pub points: MostPoints,
}

/// The most memory of a program, in MiB.
const MOST_MEMORY: u32 = 1 << 20;
/// The most pairs of games of two programs.
const MOST_PAIRS: u32 = 1000;

impl Assignment {
    /// The assignment in a file.
    pub fn read(workshop: &Workshop, path: &Path, control: &Control) -> Result<Assignment, Failure> {
        const HINT: &str = "the line games = [\"connect4\"] is enough for it (see 'plywood class --help')";
        let written: AssignmentFile = files::read_toml(path).map_err(|failure| failure.if_missing(HINT))?;
        Assignment::new(workshop, written, path, control)
            .map_err(|failure| failure.about(&path.display().to_string()))
    }

    fn new(
        workshop: &Workshop,
        written: AssignmentFile,
        path: &Path,
        control: &Control,
    ) -> Result<Assignment, Failure> {
        let AssignmentFile { title, games, seed, references, check, moves, ladder, limits, points } = written;
        let folder = path.parent().unwrap_or(Path::new(""));
        let seed = seed.unwrap_or(1);
        let wrong = |text: String| Err(Failure::Wrong(text));
        if games.is_empty() {
            return wrong("games has no game; write games = [\"connect4\"]".to_string());
        }
        for (name, value) in [("check", check.games), ("max-plies", ladder.max_plies)] {
            if value == 0 {
                return wrong(format!("{name} cannot be 0; write at least 1"));
            }
        }
        if ladder.pairs > MOST_PAIRS {
            return wrong(format!("pairs cannot be {}; write 0 (no ladder) to {MOST_PAIRS}", ladder.pairs));
        }
        for (part, value) in [("check", points.check), ("moves", points.moves), ("ladder", points.ladder)] {
            if !value.is_finite() || value < 0.0 {
                return wrong(format!("points of {part} cannot be {value}; write 0 or more"));
            }
        }
        for (limit, time) in [("move", &limits.mv), ("start", &limits.start)] {
            if parse_time(time).is_none() {
                return wrong(format!("the limit {limit} cannot be '{time}'; write a time such as \"2s\""));
            }
        }
        if !(1..=MOST_MEMORY).contains(&limits.memory) {
            return wrong(format!("memory cannot be {}; write 1 to {MOST_MEMORY} MiB", limits.memory));
        }
        let isolation = Isolation::found(limits.isolation, control.program())?;
        if limits.memory < isolation.least_memory() {
            return wrong(format!(
                "memory cannot be {} with landlock; write {} MiB or more, or isolation = \"none\"",
                limits.memory,
                isolation.least_memory()
            ));
        }
        if let Some(path) = limits.readable.iter().find(|path| !Path::new(path).is_absolute()) {
            return wrong(format!("the readable folder '{path}' has no whole path; begin it with '/'"));
        }
        let references = references_of(references)?;
        let source = OpeningSource::read(ladder.openings.as_deref(), folder)?;
        let mut assigned: Vec<AssignedGame> = Vec::new();
        for entry in games {
            let game =
                AssignedGame::new(workshop, entry, (&moves, seed), (&references, &source), folder, control)?;
            if assigned.iter().any(|other| other.game.name() == game.game.name()) {
                return wrong(format!("the game '{}' is named twice", game.name));
            }
            assigned.push(game);
        }
        let stem = path
            .canonicalize()
            .ok()
            .and_then(|path| path.parent()?.file_name().map(|name| name.to_string_lossy().into_owned()));
        Ok(Assignment {
            title: title.or(stem).unwrap_or_else(|| "Class".to_string()),
            games: assigned,
            references,
            seed,
            check_games: check.games,
            grades_ladder: moves.in_ladder,
            nodes: moves.nodes,
            worst: moves.worst,
            pairs: ladder.pairs,
            max_plies: ladder.max_plies,
            limits: ProgramLimits {
                patience: limits.mv,
                start: limits.start,
                memory: limits.memory,
                isolation,
                readable: limits.readable,
            },
            points,
        })
    }

    /// All settings that the check and the answers of a program depend on.
    pub fn trial_settings(&self, game: &AssignedGame) -> String {
        let ProgramLimits { patience, start, memory, isolation, readable } = &self.limits;
        let mut text = format!(
            "game: {}\ncheck: {}\nseed: {}\nlimits: {patience} {start} {memory} {isolation:?} {readable:?}\n",
            game.game.name(),
            self.check_games,
            self.seed
        );
        for position in game.positions.list() {
            let start = position.start.as_deref().unwrap_or_default();
            let _ = writeln!(text, "position: {start} moves {}", position.moves.join(" "));
        }
        text
    }

    /// All settings that the games of the ladder depend on, but the players.
    pub fn ladder_settings(&self, game: &AssignedGame) -> String {
        let openings = match &game.openings {
            OpeningBook::None => "none".to_string(),
            OpeningBook::Random { plies } => format!("random:{plies}"),
            OpeningBook::Lines(lines) => lines.join(" / "),
        };
        let ProgramLimits { patience, start, memory, isolation, readable } = &self.limits;
        let text = format!(
            "format: round-robin\npairs: {}\ngame: {}\nopenings: {openings}\nclock: none\nmax-plies: {}\nmove: {patience}\n\
             start: {start}\nmemory: {memory} MiB\nisolation: {isolation:?} {readable:?}\nseed: {}\n",
            self.pairs,
            game.game.name(),
            self.max_plies,
            self.seed
        );
        // It is kept in a comment of a file of records, which a brace ends.
        text.replace('}', ")")
    }
}

/// The references, with different names.
fn references_of(written: Option<Vec<ReferenceEntry>>) -> Result<Vec<Entrant>, Failure> {
    let written = written.unwrap_or_else(|| vec![ReferenceEntry::Bot("random".to_string())]);
    let mut references: Vec<Entrant> = Vec::new();
    for entry in written {
        let (name, bot) = match entry {
            ReferenceEntry::Bot(bot) => (bot.clone(), bot),
            ReferenceEntry::Named { name, bot } => (name, bot),
        };
        if name.trim().is_empty() || name.contains(char::is_control) {
            return Err(Failure::Wrong(format!(
                "{name:?} cannot be the name of a reference; write a line of text"
            )));
        }
        if references.iter().any(|other| other.name == name) {
            return Err(Failure::Wrong(format!(
                "two references are called '{name}'; give each a name of its own"
            )));
        }
        references.push(Entrant { name, bot });
    }
    Ok(references)
}
