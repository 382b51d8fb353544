//! `grade`: how good the moves of players are, against exact values.

mod csv;
mod data;
mod page;
mod words;

use std::collections::BTreeSet;
use std::io;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Instant;

use plywood_rules::Run;
use plywood_rules::threads::lock;
use plywood_workshop::{
    AnyGame, GradeOptions, GradePositions, GradeReport, GradedPlayer, GradedPortion, GradedPosition, LEVELS,
    Level, SampleOptions, TruthSource, Workshop, game_title, grade, grade_part, merge_grades,
};

use super::batch::line_place;
use super::{jobs, open_at, read_records};
use crate::args::{Baselines, GradeArgs, MergeArgs};
use crate::digest::TextDigest;
use crate::files;
use crate::output::{CommandResult, Failure, Output, counted};
use crate::parts::{MergedParts, PartFile};
use crate::progress::Control;
use data::Grades;

pub use page::{GRADING, blunders, losses, worst_moves};
pub use words::{sample as sample_words, with_interval};

/// Positions of random play, if nothing else is asked for.
const SAMPLE: u32 = 1000;
/// Games against an opponent, if their number is not given.
const GAMES: u32 = 20;
/// The highest of the levels that are graded as baselines without being asked for.
const QUICK_LEVEL: u32 = 5;
/// The word before the name of a file of games, in place of a player.
const RECORDS: &str = "records:";
/// The kinds of report by the endings of their files. Standard output gets the first.
const REPORTS: [&str; 3] = ["html", "csv", "json"];

/// Runs the command.
pub fn run(workshop: &Workshop, args: &GradeArgs, control: &Control) -> CommandResult {
    args.output.iter().try_for_each(|path| check_report(path))?;
    let started = Instant::now();
    let work = GradeWork::of(workshop, args, control)?;
    let threads = jobs(args.jobs);
    if args.part.part.is_some() {
        return run_part(&work, args, threads, control);
    }
    let GradeWork { game, positions, options, .. } = &work;
    let progress = control.bar("grading positions", positions.list().len() as u64);
    let reach = |done| progress.reach(done);
    let report = grade(game, positions, options, &Run { threads, ..control.run(&reach) })?;
    drop(progress);
    written(work, report, args, (&args.output, args.json.json), (started, control))
}

/// Grades a part of the positions into its file.
fn run_part(work: &GradeWork, args: &GradeArgs, threads: usize, control: &Control) -> CommandResult {
    let GradeWork { game, positions, options, .. } = work;
    let Some(file) = PartFile::open(&args.part, &work.settings())? else { return Ok(Output::default()) };
    let (part, portions) = (file.part(), GradedPortion::count(positions));
    let before: BTreeSet<u64> = (0..portions).filter(|number| file.has(*number)).collect();
    let progress = control.bar("grading positions in portions", part.count(portions));
    let stop = control.stop().part();
    let file = Mutex::new(file);
    let wanted = |number: u64| part.has(number) && !before.contains(&number);
    let on_portion = |number: u64, portion: GradedPortion| {
        let mut file = lock(&file);
        file.add(number, &portion, &stop);
        progress.reach(file.len());
    };
    let graded =
        grade_part(game, positions, options, &wanted, &on_portion, &Run { threads, ..Run::until(&stop) });
    drop(progress);
    let file = file.into_inner().unwrap_or_else(PoisonError::into_inner);
    let is_whole = file.has_all(portions);
    file.finish(graded.map_err(Failure::from), is_whole, "portion", args.json.json)
}

/// The whole grade of these parts.
pub fn merge(
    workshop: &Workshop,
    args: &GradeArgs,
    parts: &MergedParts,
    merge: &MergeArgs,
    control: &Control,
) -> CommandResult {
    merge.output.iter().try_for_each(|path| check_report(path))?;
    let started = Instant::now();
    let work = GradeWork::of(workshop, args, control)?;
    let portions = parts.items(&work.settings(), GradedPortion::count(&work.positions))?;
    let run = Run { threads: jobs(args.jobs), ..control.run(&|_| ()) };
    let report =
        merge_grades(&work.game, &work.positions, &work.options, portions, &run).ok_or_else(|| {
            Failure::Wrong("a part has the grades of other positions; make it again".to_string())
        })?;
    written(work, report, args, (&merge.output, merge.json.json), (started, control))
}

/// Writes the reports, and returns the answer.
fn written(
    work: GradeWork,
    report: GradeReport,
    args: &GradeArgs,
    (output, is_json): (&[PathBuf], bool),
    (started, control): (Instant, &Control),
) -> CommandResult {
    let (is_complete, done) = (report.complete && !control.is_raised(), report.positions);
    let truth = match &args.table {
        Some(path) => format!("the table '{}'", path.display()),
        None => "solved".to_string(),
    };
    let seconds = started.elapsed().as_secs_f64();
    let (nodes, seed, format) = (args.nodes, args.seed.seed, 1);
    let GradeWork { game, source, .. } = work;
    let grades =
        Grades { format, report, title: game_title(&args.game), source, truth, nodes, seed, seconds };
    for path in output {
        let text = match &*files::ending(path) {
            "csv" => csv::rows(&grades),
            "json" => format!("{:#}\n", json(&grades)),
            _ => page::html(&game, &grades)?,
        };
        files::write(path, |out| out.write_all(text.as_bytes()))?;
    }
    let output = Output::either(is_json, || json(&grades), || words::words(&grades));
    Ok(match is_complete {
        true => output,
        false => output.incomplete(format!("stopped after {}", counted(done as u64, "position"))),
    })
}

/// The players and positions to be graded.
struct GradeWork {
    game: Arc<dyn AnyGame>,
    positions: GradePositions,
    options: GradeOptions,
    /// The source of the positions, in words.
    source: String,
}

impl GradeWork {
    /// The work that the arguments name.
    fn of(workshop: &Workshop, args: &GradeArgs, control: &Control) -> Result<GradeWork, Failure> {
        let game = workshop.open(&args.game)?;
        let mut collected = Collected::of_args(&game, args)?;
        collected.add_records(workshop, &game, args)?;
        let source = collected.add_places(&game, args, jobs(args.jobs), control)?;
        let Collected { mut positions, players } = collected;
        if positions.list().is_empty() && !control.is_raised() {
            return Err(Failure::Wrong("there is no position with a choice of moves".to_string()));
        }
        positions.measure_phases(&game, &control.stop())?;
        let options = GradeOptions {
            players,
            source: TruthSource { table: args.table.clone(), nodes: args.nodes },
            seed: args.seed.seed,
            worst: args.worst as usize,
        };
        Ok(GradeWork { game, positions, options, source })
    }

    /// All that the grades depend on, a setting a line.
    fn settings(&self) -> String {
        let GradeOptions { players, source, seed, .. } = &self.options;
        let mut digest = TextDigest::default();
        for position in self.positions.list() {
            let made: Vec<_> = position.made.iter().map(|(player, made)| (player, &made.mv)).collect();
            digest
                .add(format!("{:?}", (&position.start, &position.moves, position.is_asked, made)).as_bytes());
        }
        let players: String = players.iter().map(|player| format!("player: {}\n", player.name())).collect();
        let table = source.table.as_ref().map_or("none".to_string(), |path| path.display().to_string());
        format!(
            "grade of {}\n{players}positions: {} with the digest {}\ntable: {table}\nnodes: {}\nseed: {seed}\n",
            self.game.name(),
            self.positions.list().len(),
            digest.finish(),
            source.nodes
        )
    }
}

fn json(grades: &Grades) -> serde_json::Value {
    serde_json::to_value(grades).expect("its parts are texts, numbers and lists")
}

/// Checks a file to write a report to, before anything is graded.
fn check_report(path: &Path) -> Result<(), Failure> {
    if !files::is_stdout(path) {
        files::check_kind(path, "a report", &REPORTS)?;
    }
    files::check_writable(path)
}

/// The players and the positions so far.
struct Collected {
    positions: GradePositions,
    players: Vec<GradedPlayer>,
}

impl Collected {
    /// The bots that are named, and the baselines behind them.
    fn of_args(game: &Arc<dyn AnyGame>, args: &GradeArgs) -> Result<Collected, Failure> {
        let mut players: Vec<GradedPlayer> = Vec::new();
        let mut add = |name: &str| {
            let player = GradedPlayer::Bot(name.to_string());
            if !players.contains(&player) {
                players.push(player);
            }
        };
        for name in args.players.iter().filter(|name| !name.starts_with(RECORDS)) {
            game.check_bot(name)?;
            add(name);
        }
        let highest = match args.baselines {
            Baselines::None => None,
            Baselines::Some => Some(QUICK_LEVEL),
            Baselines::All => Some(Level::HIGHEST),
        };
        if let Some(highest) = highest {
            let levels = LEVELS.iter().filter(|level| level.number <= highest);
            let names = ["random".to_string(), "rules".to_string()].into_iter();
            // Some games have no bot by rules.
            names
                .chain(levels.map(|level| level.name()))
                .filter(|name| game.check_bot(name).is_ok())
                .for_each(|name| add(&name));
        }
        Ok(Collected { positions: GradePositions::default(), players })
    }

    /// Adds the players of records, and their moves.
    fn add_records(
        &mut self,
        workshop: &Workshop,
        game: &Arc<dyn AnyGame>,
        args: &GradeArgs,
    ) -> Result<(), Failure> {
        let is_asked = !args.has_place();
        for file in args.players.iter().filter_map(|name| name.strip_prefix(RECORDS)) {
            let path = Path::new(file);
            let read = read_records(path)?;
            let mut found = false;
            for (place, record) in read.records.iter().enumerate() {
                let opened = record.tag("Game").and_then(|name| workshop.open(name).ok());
                if opened.is_none_or(|opened| !read.may_be_of(&opened.name(), &game.name())) {
                    continue;
                }
                found = true;
                let players = ["First", "Second"].map(|tag| {
                    let name = record.tag(tag).filter(|name| !name.is_empty()).unwrap_or(tag);
                    Some(self.known_player(format!("{name} in {file}")))
                });
                self.positions.add_game(game, record, players, 0, is_asked).map_err(|error| {
                    Failure::from(error).about(&format!("{}, game {}", path.display(), place + 1))
                })?;
            }
            if !found {
                return Err(Failure::Wrong(format!("no game in '{file}' is of {}", args.game)));
            }
        }
        Ok(())
    }

    /// The number of a player whose moves are known. They come before the baselines.
    fn known_player(&mut self, name: String) -> usize {
        let player = GradedPlayer::Known(name);
        let known = self.players.iter().position(|known| *known == player);
        known.unwrap_or_else(|| {
            self.players.push(player);
            self.players.len() - 1
        })
    }

    /// Adds the positions at which bots are graded, and says in words which they are.
    fn add_places(
        &mut self,
        game: &Arc<dyn AnyGame>,
        args: &GradeArgs,
        threads: usize,
        control: &Control,
    ) -> Result<String, Failure> {
        let seed = args.seed.seed;
        if let Some(path) = &args.positions {
            add_file(&mut self.positions, game, path)?;
            return Ok(format!("the positions of '{}'", path.display()));
        }
        if args.all {
            self.positions.add_all(game, args.table.as_deref(), &control.stop())?;
            return Ok("all positions with a choice".to_string());
        }
        if let Some(opponent) = &args.against {
            game.check_bot(opponent)?;
            let games = u64::from(args.games.unwrap_or(GAMES));
            let bots: Vec<(usize, String)> = (0..)
                .zip(&self.players)
                .filter_map(|(number, player)| match player {
                    GradedPlayer::Bot(name) => Some((number, name.clone())),
                    GradedPlayer::Known(_) => None,
                })
                .collect();
            let progress = control.bar("playing games", games * bots.len() as u64);
            for (place, (number, bot)) in (0..).zip(&bots) {
                let reach = |done| progress.reach(place * games + done);
                let run = Run { threads, ..control.run(&reach) };
                self.positions.add_games_against(game, (*number, bot), opponent, (games, seed), &run)?;
            }
            return Ok(format!("{} of each bot against {opponent}", counted(games, "game")));
        }
        if !args.has_place() && !self.positions.list().is_empty() {
            return Ok("the positions of the records".to_string());
        }
        let count = args.sample.unwrap_or(SAMPLE) as usize;
        let sample = SampleOptions { count, seed, ply: args.ply, bot: args.played_by.clone() };
        if let Some(bot) = &sample.bot {
            game.check_bot(bot)?;
        }
        let progress = control.bar("sampling positions", count as u64);
        let reach = |found| progress.reach(found);
        let found = self.positions.add_sample(game, &sample, &Run { threads, ..control.run(&reach) })?;
        Ok(sample_words(&sample, found))
    }
}

/// Adds the positions of a file, a line each.
///
/// # Errors
/// If the file cannot be read or a line is wrong.
pub fn add_file(positions: &mut GradePositions, game: &Arc<dyn AnyGame>, path: &Path) -> Result<(), Failure> {
    let text = match files::is_stdout(path) {
        true => io::read_to_string(io::stdin()).map_err(|error| Failure::file("read", path, &error))?,
        false => files::read_text(path)?,
    };
    for (number, line) in (1..).zip(text.lines()) {
        let line = line.trim();
        if line.is_empty() || line.starts_with('#') {
            continue;
        }
        let wrong = |failure: Failure| failure.about(&format!("{}, line {number}", path.display()));
        let session = open_at(Arc::clone(game), &line_place(line), 0).map_err(wrong)?;
        let position = GradedPosition::of(session.playthrough()).map_err(|error| wrong(error.into()))?;
        positions.add(session.position(), position);
    }
    Ok(())
}

impl GradeArgs {
    /// True if it is said at which positions bots are graded.
    fn has_place(&self) -> bool {
        let is_sampled = self.sample.is_some() || self.ply.is_some() || self.played_by.is_some();
        self.positions.is_some() || is_sampled || self.all || self.against.is_some()
    }
}
