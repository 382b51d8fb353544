//! The games and opponents of a server: names from outside become games and bots here, or a refusal.
//!
//! Names from outside never name a file. Written trees are taken literally; brains and proofs have short names and are in
//! folders of the server.

mod views;

use std::collections::HashMap;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, PoisonError, Weak};
use std::time::Duration;

use plywood_rules::options::{Kind, NetworkFile, Parameter, network_file, split_name};
use plywood_rules::{Instant, Run, Stop};
use plywood_workshop::{
    AnyGame, BrainError, Counters, CurvePoint, Explanation, NetworkOpinion, PlayedGame, Trouble, Workshop,
    brain_files,
};

use crate::names::{SHORT_NAME, is_short_name};
use crate::problem::{PageWords, Problem, RefusalCode};
use crate::proofs::{self, Proofs, State};
use crate::protocol::{BrainQuery, CurveView, OpinionMove};
use crate::view;

/// The longest name of a game, in bytes. Written trees are names.
const LONGEST_GAME: usize = 8192;
/// The longest name of a bot, in bytes.
const LONGEST_BOT: usize = 200;
/// The largest transposition table of a bot, in MiB.
const LARGEST_TABLE: u32 = 256;
/// Opened games that are kept.
const GAMES_KEPT: usize = 64;
/// The time for which the count of a brain's games is kept.
const COUNT_LASTS: Duration = Duration::from_secs(2);
/// The most symmetries of a game that the learner can play here: it normalises each position under all of them.
const MOST_SYMMETRIES: usize = 2000;
/// The tuples of a network's value that are named.
const MOST_TUPLES: usize = 5;
/// The brain that everybody plays with.
pub const HOUSE_BRAIN: &str = "house";

/// The options of a learner that are settings of a new brain.
const SETTINGS: [&str; 8] = ["alpha", "gamma", "prove", "symmetry", "loops", "kind", "rate", "lambda"];

/// A bot that was asked for, and can be made.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RequestedBot {
    /// Its name as everybody sees it.
    pub name: String,
    /// The name that makes it.
    pub made_by: String,
    /// Its brain, if it learns.
    pub learns_into: Option<String>,
}

/// The knowledge of a brain, or of a network of another program, about a position.
pub struct BrainOpinion {
    /// Games it has learnt.
    pub games: u64,
    /// Every legal move in its order.
    pub moves: Vec<OpinionMove>,
    /// The value of the position to its network, explained.
    pub explanation: Option<Explanation>,
}

/// Games, bots, brains and proofs.
pub struct Catalogue {
    workshop: Workshop,
    brains: PathBuf,
    most_brains: usize,
    proofs: Proofs,
    games: Mutex<HashMap<String, Arc<dyn AnyGame>>>,
    counts: Mutex<HashMap<PathBuf, (Instant, Option<u64>)>>,
}

impl Catalogue {
    /// The games of `workshop`, with brains in the folder `brains`.
    pub fn new(workshop: Workshop, brains: PathBuf, most_brains: usize) -> Catalogue {
        Catalogue {
            workshop: workshop.without_files(),
            brains,
            most_brains,
            proofs: Proofs::default(),
            games: Mutex::default(),
            counts: Mutex::default(),
        }
    }

    /// The same with the proofs in this folder; each can be used once it is checked.
    ///
    /// # Errors
    /// If the folder cannot be read.
    pub fn with_proofs(self, folder: &Path) -> std::io::Result<Catalogue> {
        Ok(Catalogue { proofs: Proofs::find(folder)?, ..self })
    }

    /// The proofs.
    pub fn proofs(&self) -> &Proofs {
        &self.proofs
    }

    /// Checks the proofs one after the other, as long as the catalogue is in use and `go_on` returns true.
    pub fn check_proofs(catalogue: &Weak<Catalogue>, go_on: impl Fn() -> bool + Sync) {
        while let Some(open) = catalogue.upgrade() {
            let Some((name, path)) = open.proofs.waiting() else { return };
            let game = open.game(&name);
            drop(open);
            let goes_on = || catalogue.strong_count() > 0 && go_on();
            let stop = Stop::never();
            let look = |_| {
                if !goes_on() {
                    stop.raise();
                }
            };
            let run = Run { progress: &look, ..Run::until(&stop) };
            let opened = match game {
                Ok(game) if game.name() == name => {
                    game.open_proof(&path, &run).map_err(|error| error.to_string())
                }
                Ok(_) => Err(format!("'{name}' is not the full name of a game")),
                Err(problem) => Err(problem.text),
            };
            let Some(open) = catalogue.upgrade().filter(|_| goes_on()) else { return };
            let state = match opened {
                Ok(proof) => {
                    tracing::info!(file = %path.display(), proves = proof.checked().to_string(), "a proof was checked");
                    State::Checked(proof)
                }
                Err(reason) => {
                    tracing::warn!(file = %path.display(), reason, "a proof is refused");
                    State::Refused(reason)
                }
            };
            open.proofs.settle(&path, state);
        }
    }

    /// The bots that play by the proofs of a game.
    pub fn provers(&self, game: &str) -> Vec<RequestedBot> {
        let prover = |name: &String| self.prover(game, name).ok();
        self.proofs.of(game).iter().filter_map(prover).collect()
    }

    /// The bot that plays by the proof of this name.
    fn prover(&self, game: &str, proof: &str) -> Result<RequestedBot, Problem> {
        let by = |place: &str| format!("{}:proof={place}", proofs::PLAYER);
        let file = self.proofs.file(game, proof)?;
        Ok(RequestedBot { name: by(proof), made_by: by(&file.display().to_string()), learns_into: None })
    }

    /// Opens a game. May take a moment for large ones.
    pub fn game(&self, name: &str) -> Result<Arc<dyn AnyGame>, Problem> {
        if name.len() > LONGEST_GAME {
            let text = format!("the name of a game has at most {LONGEST_GAME} characters");
            return Err(Problem::new(RefusalCode::Options, text));
        }
        if let Some(game) = self.games().get(name) {
            return Ok(Arc::clone(game));
        }
        let game = self
            .workshop
            .open(name)
            .map_err(|error| Problem::new(RefusalCode::Options, error.to_string()))?;
        let mut games = self.games();
        if games.len() >= GAMES_KEPT {
            games.clear();
        }
        games.insert(name.to_string(), Arc::clone(&game));
        Ok(game)
    }

    fn games(&self) -> std::sync::MutexGuard<'_, HashMap<String, Arc<dyn AnyGame>>> {
        self.games.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// The bot that `text` names, if it can play `game`. Makes the brain of a learner that is to learn.
    pub fn opponent(&self, game: &Arc<dyn AnyGame>, text: &str) -> Result<RequestedBot, Problem> {
        let refuse = |message: String| Problem::new(RefusalCode::Options, message);
        if text.len() > LONGEST_BOT {
            return Err(refuse(format!("the name of a bot has at most {LONGEST_BOT} characters")));
        }
        let (name, _) = split_name(text);
        if name == "human" {
            return Err(refuse("a bot is needed here, and 'human' is a person".to_string()));
        }
        let bot = game.read_bot(text).map_err(|error| refuse(error.worded(&PageWords)))?;
        let (parameters, options) = (bot.info().parameters, bot.options());
        if name == proofs::PLAYER
            && let Some(proof) = options.text("proof")
        {
            let alone = parameters
                .iter()
                .all(|it| it.key == "proof" || options.text(it.key).is_none_or(|value| value == it.default));
            if !alone {
                return Err(refuse(format!("bot '{name}' plays as its proof says: it has no other options")));
            }
            return self.prover(&game.name(), proof);
        }
        if name != "learner" {
            // Elsewhere its solution may take a second, in which no other request is answered.
            if name == proofs::PLAYER && !game.details().is_race {
                return Err(refuse(
                    "this server plays perfectly only in dice races, and by its proofs (proof=NAME)"
                        .to_string(),
                ));
            }
            let file = parameters
                .iter()
                .find(|it| options.text(it.key).is_some_and(|value| it.kind.names_file(value)));
            if let Some(Parameter { key, .. }) = file {
                return Err(refuse(format!(
                    "option '{key}' of bot '{name}' names a file; the server opens none"
                )));
            }
            let cores = std::thread::available_parallelism().map_or(1, usize::from) as u32;
            for (key, most) in [("threads", cores), ("table", LARGEST_TABLE)] {
                if options.integer(key).is_some_and(|wanted| wanted > most) {
                    return Err(refuse(format!(
                        "option '{key}' of bot '{name}' may be {most} at most on this server"
                    )));
                }
            }
            game.check_named(&bot).map_err(|error| refuse(error.worded(&PageWords)))?;
            return Ok(RequestedBot { name: text.to_string(), made_by: text.to_string(), learns_into: None });
        }
        let mut public = Vec::new();
        let mut private = Vec::new();
        let mut path = None;
        let mut brain = HOUSE_BRAIN.to_string();
        for parameter in parameters {
            let value = options.text(parameter.key);
            if parameter.kind == Kind::File {
                brain = value.unwrap_or(HOUSE_BRAIN).to_string();
                let file = self.brain_path(&**game, &brain)?;
                public.push(format!("{}={brain}", parameter.key));
                private.push(format!("{}={}", parameter.key, file.display()));
                path = Some(file);
            } else if let Some(value) = value.filter(|value| *value != parameter.default) {
                public.push(format!("{}={value}", parameter.key));
                private.push(format!("{}={value}", parameter.key));
            }
        }
        let path = path.expect("one of them is a file");
        if !can_learn(game) {
            return Err(refuse(format!(
                "bot '{name}' cannot play this game: it has dice, or too many symmetries to choose a move in time"
            )));
        }
        let learns = options.is("learn", "on");
        if !brain_files::exists(&path) {
            if !learns {
                let text = format!("there is no brain '{brain}' of this game yet; learn=on makes one");
                return Err(refuse(text));
            }
            if brain == HOUSE_BRAIN && SETTINGS.iter().any(|key| options.text(key).is_some()) {
                return Err(refuse(format!(
                    "the brain '{HOUSE_BRAIN}' learns with the usual settings; name a brain of your own to choose others"
                )));
            }
            self.make_room(&path)?;
        }
        let opponent = RequestedBot {
            name: format!("{name}:{}", public.join(",")),
            made_by: format!("{name}:{}", private.join(",")),
            learns_into: learns.then(|| brain.clone()),
        };
        game.check_bot(&opponent.made_by)?;
        Ok(opponent)
    }

    /// Makes the folder of a new brain, if there may be another one.
    fn make_room(&self, path: &Path) -> Result<(), Problem> {
        let folder = path.parent().expect("a brain is in a folder");
        let failed = |error: std::io::Error| {
            Problem::new(RefusalCode::Store, format!("the brain cannot be made: {}", error.kind()))
        };
        brain_files::make_folder(folder).map_err(failed)?;
        let mut brains = 0;
        for game in brain_files::list(&self.brains).map_err(failed)? {
            brains += brain_files::list(&game).map_or(0, |files| files.len());
        }
        if brains < self.most_brains {
            return Ok(());
        }
        Err(Problem::new(RefusalCode::Full, format!("the server has {brains} brains and keeps no more")))
    }

    /// The file of a brain.
    fn brain_path(&self, game: &dyn AnyGame, brain: &str) -> Result<PathBuf, Problem> {
        if !is_short_name(brain) {
            let text = format!("'{brain}' is no name for a brain: {SHORT_NAME}");
            return Err(Problem::new(RefusalCode::Options, text));
        }
        Ok(self.brains.join(folder_of(&game.kept_as())).join(format!("{brain}.brain")))
    }

    /// The brains of a game and the number of games each has learnt, [`HOUSE_BRAIN`] first.
    pub fn brains(&self, game: &Arc<dyn AnyGame>) -> Vec<(String, u64)> {
        let folder = self.brains.join(folder_of(&game.kept_as()));
        let Ok(files) = brain_files::list(&folder) else { return Vec::new() };
        let mut brains: Vec<(String, u64)> = files
            .iter()
            .filter_map(|file| {
                let name = file.file_name()?.to_str()?.strip_suffix(".brain")?.to_string();
                let games = self.games_learnt(game, &name)?;
                Some((name, games))
            })
            .collect();
        brains.sort_by_key(|(name, _)| (name != HOUSE_BRAIN, name.clone()));
        brains
    }

    /// The number of games that a brain has learnt; `None` if there is none of this name, or it cannot be read.
    pub fn games_learnt(&self, game: &Arc<dyn AnyGame>, brain: &str) -> Option<u64> {
        let path = self.brain_path(&**game, brain).ok().filter(|path| brain_files::exists(path))?;
        let counts = || self.counts.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(&(at, games)) = counts().get(&path)
            && at.elapsed() < COUNT_LASTS
        {
            return games;
        }
        let games = game.brain_counters(&path).map(|counters| counters.games).ok();
        counts().insert(path, (Instant::now(), games));
        games
    }

    /// Notes the number of games that a brain has learnt by now.
    pub fn note_games(&self, game: &str, brain: &str, games: u64) {
        if let Ok(path) = self.game(game).and_then(|game| self.brain_path(&*game, brain)) {
            let mut counts = self.counts.lock().unwrap_or_else(PoisonError::into_inner);
            counts.insert(path, (Instant::now(), Some(games)));
        }
    }

    /// The knowledge of a brain about a position, or that of the network of a program, which is called `onnx@` and the name of the
    /// program.
    ///
    /// # Errors
    /// If there is none of this name, a move is wrong, or it cannot be read or has no answer.
    pub fn ask_brain(
        &self,
        game: &Arc<dyn AnyGame>,
        brain: &str,
        position: Option<&str>,
        moves: &[String],
    ) -> Result<BrainOpinion, Problem> {
        let played = moves.join(" ");
        if let Some(NetworkFile::Onnx(program)) = network_file(brain) {
            let name = game.name();
            let mut networks = self.workshop.networks_for(&name);
            let (_, network) = networks.find(|(listed, _)| *listed == program).ok_or_else(|| {
                let text = format!("there is no network of a program '{program}' for this game");
                Problem::new(RefusalCode::NotFound, text)
            })?;
            let NetworkOpinion { explanation, moves } = network.ask(position, &played)?;
            let moves = moves.into_iter().map(view::likely_move).collect();
            return Ok(BrainOpinion { games: 0, moves, explanation });
        }
        let path = self.existing_brain(game, brain)?;
        let asked = || {
            let moves = game.ask_brain(&path, position, &played)?;
            Ok((moves, game.explain(&path, position, &played, MOST_TUPLES)?))
        };
        let (moves, explanation) = asked().map_err(|error: Trouble| Problem::from(error))?;
        let games = game.brain_counters(&path).map_or(0, |counters| counters.games);
        let moves = moves.into_iter().map(view::opinion).collect();
        Ok(BrainOpinion { games, moves, explanation })
    }

    /// A brain as text, as `plywood brain export` writes it.
    ///
    /// # Errors
    /// If there is none of this name, or it cannot be read.
    pub fn export_brain(&self, game: &Arc<dyn AnyGame>, brain: &str) -> Result<String, Problem> {
        let path = self.existing_brain(game, brain)?;
        let mut text = Vec::new();
        game.export_brain(&path, &mut text).map_err(Trouble::from)?;
        Ok(String::from_utf8_lossy(&text).into_owned())
    }

    /// The learning curve of a brain.
    ///
    /// # Errors
    /// If there is none of this name, or it cannot be read.
    pub fn curve(&self, asked: &BrainQuery) -> Result<CurveView, Problem> {
        let game = self.game(&asked.game)?;
        let path = self.existing_brain(&game, &asked.brain)?;
        let known = || Ok((game.brain_counters(&path)?.games, game.brain_curve(&path)?));
        let (games, points) = known().map_err(|error: BrainError| Trouble::from(error))?;
        Ok(CurveView { game: game.name(), brain: asked.brain.clone(), games, points })
    }

    /// The numbers of games, positions and moves that a brain has learnt.
    ///
    /// # Errors
    /// If there is none of this name, or it cannot be read.
    pub fn counters(&self, game: &Arc<dyn AnyGame>, brain: &str) -> Result<Counters, Problem> {
        let path = self.existing_brain(game, brain)?;
        Ok(game.brain_counters(&path).map_err(Trouble::from)?)
    }

    /// Lets a brain learn finished games, with one write for all of them.
    ///
    /// # Errors
    /// If there is none of this name, or it cannot be written.
    pub fn learn(
        &self,
        game: &Arc<dyn AnyGame>,
        brain: &str,
        games: &[PlayedGame],
    ) -> Result<Counters, Problem> {
        let path = self.existing_brain(game, brain)?;
        let counters = game.learn_games(&path, games)?;
        self.note_games(&game.name(), brain, counters.games);
        Ok(counters)
    }

    /// Adds measurements to the learning curve of a brain.
    ///
    /// # Errors
    /// If there is none of this name, or it cannot be written.
    pub fn add_to_curve(
        &self,
        game: &Arc<dyn AnyGame>,
        brain: &str,
        points: &[CurvePoint],
    ) -> Result<(), Problem> {
        let path = self.existing_brain(game, brain)?;
        Ok(game.add_to_curve(&path, points).map_err(Trouble::from)?)
    }

    /// The file of a brain that is there.
    fn existing_brain(&self, game: &Arc<dyn AnyGame>, brain: &str) -> Result<PathBuf, Problem> {
        let path = self.brain_path(&**game, brain)?;
        if brain_files::exists(&path) {
            return Ok(path);
        }
        Err(Problem::new(RefusalCode::NotFound, format!("there is no brain '{brain}' of this game yet")))
    }

    /// The family of a game by its full name.
    pub fn family(&self, game: &str) -> String {
        family_of(game).to_string()
    }
}

/// True if the learner can play a game here.
pub fn can_learn(game: &Arc<dyn AnyGame>) -> bool {
    !game.details().has_chance && game.symmetries() <= MOST_SYMMETRIES
}

/// The family that a full name begins with.
fn family_of(game: &str) -> &str {
    split_name(game).0
}

/// The folder of a game's brains: readable where the name is, and never the same for two games.
fn folder_of(game: &str) -> String {
    let mut readable: String = game
        .chars()
        .take(40)
        .map(|c| if c.is_ascii_alphanumeric() { c.to_ascii_lowercase() } else { '-' })
        .collect();
    // Letters of either case and cut names would meet otherwise. FNV-1a: fixed for ever, as these are names on disk.
    let hash = game
        .bytes()
        .fold(0xcbf2_9ce4_8422_2325_u64, |hash, byte| (hash ^ u64::from(byte)).wrapping_mul(0x100_0000_01b3));
    readable.push_str(&format!("-{hash:016x}"));
    readable
}

#[cfg(test)]
mod tests;
