//! The question `solve`: its options, and the methods that answer it.

use std::path::PathBuf;
use std::time::Duration;

use plywood_rules::wording::ErrorPart;
use plywood_rules::{Instant, Player, Run, TextError, Turn};
use plywood_search::Limits;
use serde::{Deserialize, Serialize};
use serde_json::Value as Json;

use super::Question;
use super::finished::FinishedValue;
use super::folder::ProofFolder;
use crate::answers::SolveMethod::{self, Enumerate, Iterate, Proof, Race, Search, Within};
use crate::answers::{Solved, Solving};
use crate::enumeration::{EnumerationOptions, Team};
use crate::exact::{Peers, RaceOptions};
use crate::proof::ProofKeeper;
use crate::session::Session;
use crate::trouble::Trouble;
use crate::values::{Holder, Hosts, Tolerance, Whole};

const DEEPEST: u64 = Limits::DEEPEST as u64;
const MOST_MIB: u64 = u32::MAX as u64;

/// The exact value of a position if both sides play their best to the end, or a forced win within a number of plies.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
#[cfg_attr(feature = "args", derive(clap::Args))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Solve {
    /// Method: search (alpha-beta to the end of the game), enumerate (every position that can be reached, with its value),
    /// proof (a strategy that can be checked), race (dice, exactly) or iterate (any game, dice and payoffs included, between
    /// bounds) [default: race for dice races, else search]
    #[cfg_attr(feature = "args", arg(long, value_name = "METHOD"))]
    pub method: Option<SolveMethod>,
    /// Enumerate: write all positions with their values to this file (.csv, .parquet), or the table of all values, for the bot
    /// perfect:table=FILE (any other name); proof: write the proof, for 'verify' and the bot perfect:proof=FILE
    #[cfg_attr(feature = "args", arg(short = 'o', long, value_name = "FILE"))]
    pub out: Option<PathBuf>,
    /// Enumerate: write the table in parts to this folder, one for each worker, so that no process holds all of it: for the bot
    /// perfect:table=FOLDER, and 'table join' makes one file of them
    #[cfg_attr(feature = "args", arg(long, value_name = "FOLDER"))]
    pub parts: Option<PathBuf>,
    /// Enumerate: read the values from this table instead of solving
    #[cfg_attr(feature = "args", arg(long, value_name = "TABLE"))]
    pub from: Option<PathBuf>,
    /// Enumerate, iterate and proof: memory limit in MiB [default: 4096]
    #[cfg_attr(feature = "args", arg(long, value_name = "MIB"))]
    pub max_memory: Option<Whole<1, MOST_MIB>>,
    /// Enumerate: count symmetric positions as one, even if the start is not symmetric
    #[cfg_attr(feature = "args", arg(long))]
    pub merge: bool,
    /// Enumerate: threads that share the work
    #[cfg_attr(feature = "args", arg(long, value_name = "N"))]
    pub workers: Option<Whole<1, 256>>,
    /// Enumerate: the addresses of all processes that share the work: HOST:PORT,HOST:PORT
    #[cfg_attr(feature = "args", arg(long, value_name = "LIST"))]
    pub hosts: Option<Hosts>,
    /// Enumerate: the number of this process among the hosts, from 0
    #[cfg_attr(feature = "args", arg(long, value_name = "N"))]
    pub process: Option<usize>,
    /// Enumerate: seconds to wait for the other processes [default: 30]
    #[cfg_attr(feature = "args", arg(long, value_name = "SECONDS"))]
    pub patience: Option<Whole<1, 86_400>>,
    /// Enumerate: save finished levels to this folder, and continue after those in it; proof: save the search there
    /// every five minutes and when it is stopped, and continue it
    #[cfg_attr(feature = "args", arg(long, value_name = "FOLDER"))]
    pub checkpoint: Option<PathBuf>,
    /// Iterate: largest error of the value, where a win is worth 1 and a loss -1 [default: 1e-9]
    #[cfg_attr(feature = "args", arg(long, value_name = "E"))]
    pub error: Option<Tolerance>,
    /// Race: also print the best score against this bot, hold:at=N
    #[cfg_attr(feature = "args", arg(long, value_name = "BOT"))]
    pub against: Option<Holder>,
    /// Only find out if a side can force a win within N plies
    #[cfg_attr(feature = "args", arg(long, value_name = "N"))]
    pub within: Option<Whole<1, DEEPEST>>,
    /// Player whose win is in question, first or second [default: the side to move]
    #[cfg_attr(feature = "args", arg(long, value_name = "SIDE"))]
    #[cfg_attr(feature = "schema", schemars(with = "String", extend("enum" = ["first", "second"])))]
    pub side: Option<Player>,
    /// Search at most N plies ahead
    #[cfg_attr(feature = "args", arg(long, value_name = "N"))]
    pub depth: Option<Whole<1, DEEPEST>>,
    /// Threads [default: one for each processor for a proof, which does not depend on their number; else 1, because
    /// only one gives the same line every time]
    #[cfg_attr(feature = "args", arg(long, value_name = "N"))]
    pub threads: Option<Whole<1, 64>>,
    /// Largest size of the table of positions in MiB [default: 64]
    #[cfg_attr(feature = "args", arg(long, value_name = "MIB"))]
    pub table: Option<Whole<1, 65_536>>,
    /// Race: draw the least turn total at which to hold, over both scores, to this file (.svg, .png, .pdf)
    #[cfg_attr(feature = "args", arg(long, value_name = "FILE"))]
    pub surface: Option<PathBuf>,
}

/// The things that an option names or takes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum OptionUse {
    /// Part of the question: anyone may set it.
    Question,
    /// Time, memory or threads of this computer.
    Means,
    /// Files or other processes: for one position at a time.
    Files,
}

impl Solve {
    /// The methods that have an option, and the things that it names or takes. `method` itself has no methods.
    pub fn place_of(option: &str) -> (&'static [SolveMethod], OptionUse) {
        match option {
            "out" | "checkpoint" => (&[Enumerate, Proof], OptionUse::Files),
            "from" | "parts" | "hosts" | "process" | "patience" => (&[Enumerate], OptionUse::Files),
            "max_memory" => (&[Enumerate, Proof, Iterate], OptionUse::Means),
            "merge" => (&[Enumerate], OptionUse::Question),
            "workers" => (&[Enumerate], OptionUse::Means),
            "error" => (&[Iterate], OptionUse::Question),
            "against" => (&[Race], OptionUse::Question),
            "within" | "side" => (&[Within], OptionUse::Question),
            "depth" => (&[Search], OptionUse::Question),
            "threads" => (&[Search, Proof], OptionUse::Means),
            "table" => (&[Search, Within], OptionUse::Means),
            "surface" => (&[Race], OptionUse::Files),
            _ => (&[], OptionUse::Question),
        }
    }

    /// Pairs of options of which the first needs the other.
    const NEEDS: [(&str, &str); 3] = [("process", "hosts"), ("hosts", "process"), ("patience", "hosts")];

    /// Pairs of options that exclude each other.
    const EXCLUDES: [(&str, &str); 7] = [
        ("within", "method"),
        ("from", "workers"),
        ("from", "hosts"),
        ("from", "checkpoint"),
        ("from", "merge"),
        ("from", "parts"),
        ("out", "parts"),
    ];

    /// The names of the options that are set.
    pub fn given(&self) -> Vec<String> {
        // Names of files need not be text.
        let text =
            |path: &Option<PathBuf>| path.as_ref().map(|path| path.to_string_lossy().into_owned().into());
        let files = [&self.out, &self.parts, &self.from, &self.checkpoint, &self.surface].map(text);
        let [out, parts, from, checkpoint, surface] = files;
        let named = Solve { out, parts, from, checkpoint, surface, ..self.clone() };
        let Ok(Json::Object(options)) = serde_json::to_value(named) else { return Vec::new() };
        let is_set = |value: &Json| !matches!(value, Json::Null | Json::Bool(false));
        options.into_iter().filter(|(_, value)| is_set(value)).map(|(name, _)| name).collect()
    }

    /// The method: the one that is set, or the one that suits the game. `is_race` says if that is a dice race.
    ///
    /// # Errors
    /// If an option does not go with it or with another option.
    pub fn checked_method(&self, is_race: bool) -> Result<SolveMethod, TextError> {
        let method = match (self.method, self.within) {
            (Some(method), _) => method,
            (None, Some(_)) => Within,
            (None, None) if is_race => Race,
            (None, None) => Search,
        };
        let given = self.given();
        let has = |name: &str| given.iter().any(|it| it == name);
        if let Some((one, other)) = Solve::EXCLUDES.into_iter().find(|&(one, other)| has(one) && has(other)) {
            return Err(between(one, " cannot be used with ", other));
        }
        let fits = |name: &str| name == "method" || Solve::place_of(name).0.contains(&method);
        if let Some(other) = given.iter().find(|name| !fits(name)) {
            return Err(of_other_methods(other, method));
        }
        if let Some((one, other)) = Solve::NEEDS.into_iter().find(|&(one, other)| has(one) && !has(other)) {
            return Err(between(one, " needs ", other));
        }
        match (&self.hosts, self.process) {
            (Some(hosts), Some(process)) if process >= hosts.all().len() => {
                let count = hosts.all().len();
                let not_among = format!(" {process} is not among the {count} of ");
                let counted = ", which are counted from 0".into();
                Err(TextError::of([option("process"), not_among.into(), option("hosts"), counted]))
            }
            (Some(_), _) if self.out.is_some() => Err(TextError::of([
                option("out"),
                " cannot be used with ".into(),
                option("hosts"),
                ": no process has the whole table; write it with ".into(),
                option("parts"),
            ])),
            _ => Ok(method),
        }
    }

    /// Bytes that may be held.
    pub fn memory(&self) -> u64 {
        self.max_memory.map_or(4096, Whole::get) << 20
    }

    /// Bytes of the table of positions.
    pub(crate) fn table_bytes(&self) -> u64 {
        self.table.map_or(64, Whole::get) << 20
    }

    /// True if it asks for the value by a search to the end of the game.
    pub(crate) fn searches_to_the_end(&self) -> bool {
        matches!(self.method, None | Some(Search)) && self.within.is_none() && self.depth.is_none()
    }

    /// An option that names files or other processes, if one is set: those are for one position at a time.
    pub fn file_option(&self) -> Option<ErrorPart> {
        self.given().iter().find(|name| Solve::place_of(name).1 == OptionUse::Files).map(|name| option(name))
    }

    /// The other threads and processes that share the work, if any.
    fn team(&self) -> Option<Team> {
        let Solve { workers, hosts, process, patience, checkpoint, parts, .. } = self;
        if workers.is_none() && hosts.is_none() && checkpoint.is_none() && parts.is_none() {
            return None;
        }
        let peers = hosts.as_ref().zip(*process).map(|(hosts, process)| Peers {
            hosts: hosts.all().to_vec(),
            process,
            patience: Duration::from_secs(patience.map_or(30, Whole::get)),
        });
        Some(Team { peers, checkpoints: checkpoint.clone(), parts: parts.clone() })
    }
}

impl Question for Solve {
    type Answer = Solved;
    type Progress = Solving;

    const NAME: &'static str = "solve";

    fn ask(&self, at: &dyn Session, run: &Run<'_, Solving>) -> Result<Solved, Trouble> {
        let method = self.checked_method(at.is_race())?;
        if let Turn::Over(outcome) = at.turn() {
            let FinishedValue { side, value, .. } = FinishedValue::of(at, outcome)?;
            return Ok(Solved::finished(at.playthrough(), method, side, value));
        }
        let (started, tell) = (Instant::now(), run.progress);
        let memory = run.memory.min(self.memory());
        let solved = match method {
            Search => {
                let threads = self.threads.map_or(1, Whole::get) as usize;
                let depth = self.depth.map(|depth| depth.get() as u32);
                let run = Run { memory: self.table_bytes(), threads, ..run.with(&|()| ()) };
                Solved::by_search(at.playthrough(), at.solve(depth, &run)?)
            }
            Enumerate => {
                let team = self.team();
                let threads = match team {
                    Some(_) => self.workers.map_or(1, Whole::get) as usize,
                    None => run.threads,
                };
                let tell = |so_far| tell(Solving::Enumerates(so_far));
                let run = Run { memory, threads, ..run.with(&tell) };
                let found = match &self.from {
                    Some(table) => at.read_table(table)?,
                    None => at.enumerate(EnumerationOptions { merge: self.merge, team }, &run)?,
                };
                Solved::by_enumeration(at.playthrough(), found)
            }
            Proof => {
                let threads = self.threads.map_or(run.threads, |threads| threads.get() as usize);
                let tell = |so_far| tell(Solving::Proves(so_far));
                let run = Run { memory, threads, ..run.with(&tell) };
                let mut folder = self.checkpoint.as_deref().map(ProofFolder::open).transpose()?;
                let keeper = folder.as_mut().map(|folder| folder as &mut dyn ProofKeeper);
                Solved::by_proof(at.playthrough(), at.prove(self.out.is_some(), keeper, &run)?)
            }
            Race => {
                let options = RaceOptions { surface: self.surface.is_some(), against: self.against };
                at.solve_race(options, &run.with(&|(done, all)| tell(Solving::Races { done, all })))?
            }
            Iterate => {
                let tell = |so_far| tell(Solving::Iterates(so_far));
                let run = Run { memory, ..run.with(&tell) };
                at.iterate(self.error.map_or(1e-9, Tolerance::get), &run)?
            }
            Within => {
                let most = self.within.map_or(1, Whole::get) as u32;
                let tell = |found| tell(Solving::RulesOut(found));
                let run = Run { memory: self.table_bytes(), ..run.with(&tell) };
                Solved::within(at.playthrough(), at.wins_within(self.side, most, &run)?, most)
            }
        };
        Ok(Solved { seconds: started.elapsed().as_secs_f64(), ..solved })
    }
}

/// An option, by its name among those of the question.
fn option(name: &str) -> ErrorPart {
    ErrorPart::Option(name.replace('_', "-").into())
}

/// Two options with these words between them.
fn between(one: &str, words: &str, other: &str) -> TextError {
    TextError::of([option(one), words.into(), option(other)])
}

/// The error of an option that belongs to other methods than this one.
fn of_other_methods(name: &str, method: SolveMethod) -> TextError {
    let of = |method: SolveMethod| match method {
        Within => option("within"),
        method => ErrorPart::Choice("method", method.name()),
    };
    let methods = Solve::place_of(name).0;
    let mut parts = vec![option(name), " goes with ".into()];
    for (at, &method) in methods.iter().enumerate() {
        match at {
            0 => {}
            at if at + 1 == methods.len() => parts.push(" or ".into()),
            _ => parts.push(", ".into()),
        }
        parts.push(if at == 0 || method == Within { of(method) } else { method.name().into() });
    }
    parts.extend([" only, not with ".into(), of(method)]);
    TextError::of(parts)
}
