//! The rules of any game behind one object-safe trait.

use std::io::BufRead;
use std::path::Path;
use std::sync::Arc;

use plywood_learn::{Access, Brain, BrainError, Counters, Room};
use plywood_rules::laws::{Effort, Verdict, check};
use plywood_rules::{Playable, Stop, TextError, Weight};
use plywood_verify::{Checked, Progress as CheckProgress, Refusal};
use rand_chacha::ChaCha8Rng;
use rand_core::SeedableRng;

use crate::bots::{self, Asked, BotError, BotInfo, NamedBot};
use crate::brains::{self, AnyBrain, ErasedBrain, KnownMove, TrainingEvent, TrainingPlan, TrainingReport};
use crate::guides::{self, AnyProof};
use crate::matches::{self, GameReport, MatchError, MatchPlan, MatchReport};
use crate::play::{Session, Typed};

/// What there is to know about a game.
#[derive(Clone, Debug, PartialEq)]
pub struct Details {
    /// The full name, which opens it again.
    pub name: String,
    /// The rules for somebody who is about to play, a sentence or two a line; may be empty.
    pub how_to_play: String,
    /// What the players are called in it.
    pub players: [&'static str; 2],
    /// Whether chance has a part.
    pub has_chance: bool,
    /// Whether it is a race with dice, which can be solved exactly.
    pub is_race: bool,
    /// Lines that win, in a game of lines.
    pub lines: Option<usize>,
    /// How deep a search goes when nobody says how deep; `None` for to the end.
    pub default_depth: Option<u32>,
    /// Its static evaluations, the default first.
    pub evaluations: Vec<EvaluationInfo>,
    /// Bots that only play this game.
    pub own_bots: Vec<BotInfo>,
}

/// An evaluation by name.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct EvaluationInfo {
    /// Its name.
    pub name: &'static str,
    /// What it looks at.
    pub about: &'static str,
    /// Its weights, if they can be tuned.
    pub weights: Vec<Weight>,
}

/// The rules of a game, whatever its type.
pub trait AnyGame: Send + Sync {
    /// The full name, which opens it again.
    fn name(&self) -> String;
    /// What there is to know about it.
    fn details(&self) -> Details;
    /// The number of its symmetries, the identity included. May take a moment to find.
    fn symmetries(&self) -> usize;
    /// Starts a session at `position` (the opening if `None`) with `moves` played from there, separated by
    /// blanks. `seed` fixes what chance does.
    ///
    /// # Errors
    /// If the position or a move is wrong: says which and why.
    fn session(
        self: Arc<Self>,
        position: Option<&str>,
        moves: &str,
        seed: u64,
    ) -> Result<Box<dyn Session>, TextError>;
    /// Whether a bot of this name could play it.
    ///
    /// # Errors
    /// If not, with the reason.
    fn check_bot(&self, bot: &str) -> Result<(), BotError> {
        self.check_named(&self.read_bot(bot)?)
    }
    /// Reads the name of a bot and its options, and makes nothing of it yet.
    ///
    /// # Errors
    /// If there is no bot of this name, or its options do not fit.
    fn read_bot(&self, bot: &str) -> Result<NamedBot, BotError>;
    /// Whether a bot whose name was read could play it.
    ///
    /// # Errors
    /// If not, with the reason.
    fn check_named(&self, bot: &NamedBot) -> Result<(), BotError>;
    /// Checks every law on games played at random; `go_on` is told how many are done.
    fn check_laws(&self, effort: Effort, seed: u64, go_on: &mut dyn FnMut(u32) -> bool) -> Verdict;
    /// Checks a proof file, given as its bytes. `go_on` is told how far it is, and stops the check by returning false.
    ///
    /// # Errors
    /// If it proves nothing of this game, with the reason.
    fn verify(&self, proof: &[u8], go_on: &mut dyn FnMut(CheckProgress) -> bool) -> Result<Checked, Refusal>;
    /// Opens a proof file, after it was checked. `go_on` is told how far that is, and stops it by returning false.
    ///
    /// # Errors
    /// If the file cannot be read or proves nothing of this game, or `go_on` stopped it.
    fn open_proof(
        &self,
        path: &Path,
        go_on: &mut dyn FnMut(CheckProgress) -> bool,
    ) -> Result<Arc<dyn AnyProof>, BotError>;
    /// Plays a match.
    ///
    /// # Errors
    /// If a bot, the position or an opening is wrong, or a bot fails in a game.
    fn hold_match(
        &self,
        plan: &MatchPlan,
        stop: &Stop,
        on_game: &mut dyn FnMut(GameReport),
    ) -> Result<MatchReport, MatchError>;
    /// Trains a brain until the plan is done or `stop` is raised; what was learnt until then is kept.
    ///
    /// # Errors
    /// If something about the plan is wrong, or the brain cannot be read or written.
    fn train(
        &self,
        plan: &TrainingPlan,
        stop: &Stop,
        on_event: &mut dyn FnMut(TrainingEvent),
    ) -> Result<TrainingReport, BotError>;
    /// Opens a brain of this game.
    ///
    /// # Errors
    /// If it cannot be opened or is not of this game.
    fn open_brain(&self, path: &Path, access: Access) -> Result<Box<dyn AnyBrain>, BrainError>;
    /// What a brain has lived through. If it is open in this process already, that one is asked, even while it learns.
    ///
    /// # Errors
    /// If it cannot be opened or is not of this game.
    fn brain_counters(&self, path: &Path) -> Result<Counters, BrainError>;
    /// What a brain knows of every legal move of a position, in their order, from the one that is open in this process
    /// if there is one.
    ///
    /// # Errors
    /// If the position or a move is wrong, or the brain cannot be read.
    fn ask_brain(&self, path: &Path, position: Option<&str>, moves: &str)
    -> Result<Vec<KnownMove>, BotError>;
    /// Makes a new brain from a text; `None` if `go_on` said no, and then there is no new file.
    ///
    /// # Errors
    /// If the text is wrong or the file cannot be made.
    fn import_brain(
        &self,
        path: &Path,
        text: &mut dyn BufRead,
        go_on: &mut dyn FnMut() -> bool,
    ) -> Result<Option<Counters>, BrainError>;
}

/// A game of one type as [`AnyGame`].
pub(crate) struct Erased<G: Playable>(Arc<G>);

impl<G: Playable> Erased<G> {
    pub(crate) fn new(game: G) -> Erased<G> {
        Erased(Arc::new(game))
    }
}

impl<G: Playable> AnyGame for Erased<G> {
    fn name(&self) -> String {
        self.0.name()
    }

    fn details(&self) -> Details {
        let evaluations = self.0.all_evaluations();
        let tunable = self.0.tunable_evaluations();
        let weights = |name| {
            let of_name = tunable.iter().find(|tunable| tunable.name == name);
            of_name.map(|tunable| tunable.weights.clone()).unwrap_or_default()
        };
        let own_bots = self.0.own_bots();
        Details {
            name: self.0.name(),
            how_to_play: self.0.how_to_play(),
            players: self.0.player_names(),
            has_chance: self.0.has_chance(),
            is_race: self.0.race().is_some(),
            lines: Some(self.0.board().lines.len()).filter(|&lines| lines > 0),
            default_depth: self.0.default_depth(),
            evaluations: evaluations
                .iter()
                .map(|named| EvaluationInfo {
                    name: named.name,
                    about: named.about,
                    weights: weights(named.name),
                })
                .collect(),
            own_bots: own_bots
                .iter()
                .map(|own| BotInfo { name: own.name, about: own.about, parameters: own.parameters })
                .collect(),
        }
    }

    fn symmetries(&self) -> usize {
        self.0.symmetries()
    }

    fn session(
        self: Arc<Self>,
        position: Option<&str>,
        moves: &str,
        seed: u64,
    ) -> Result<Box<dyn Session>, TextError> {
        Ok(Box::new(Typed::new(Arc::clone(&self.0), position, moves, seed)?))
    }

    fn read_bot(&self, bot: &str) -> Result<NamedBot, BotError> {
        bots::read(&*self.0, bot)
    }

    fn check_named(&self, bot: &NamedBot) -> Result<(), BotError> {
        bots::factory_of(&self.0, bot, Asked::Move).map(drop)
    }

    fn check_laws(&self, effort: Effort, seed: u64, go_on: &mut dyn FnMut(u32) -> bool) -> Verdict {
        check(&*self.0, effort, &mut ChaCha8Rng::seed_from_u64(seed), go_on)
    }

    fn verify(&self, proof: &[u8], go_on: &mut dyn FnMut(CheckProgress) -> bool) -> Result<Checked, Refusal> {
        plywood_verify::check(&*self.0, proof, go_on)
    }

    fn open_proof(
        &self,
        path: &Path,
        go_on: &mut dyn FnMut(CheckProgress) -> bool,
    ) -> Result<Arc<dyn AnyProof>, BotError> {
        guides::guide(&*self.0, path, go_on).map(|guide| guide as Arc<dyn AnyProof>)
    }

    fn hold_match(
        &self,
        plan: &MatchPlan,
        stop: &Stop,
        on_game: &mut dyn FnMut(GameReport),
    ) -> Result<MatchReport, MatchError> {
        matches::hold(&self.0, plan, stop, on_game)
    }

    fn train(
        &self,
        plan: &TrainingPlan,
        stop: &Stop,
        on_event: &mut dyn FnMut(TrainingEvent),
    ) -> Result<TrainingReport, BotError> {
        brains::train(&self.0, plan, stop, on_event)
    }

    fn open_brain(&self, path: &Path, access: Access) -> Result<Box<dyn AnyBrain>, BrainError> {
        let brain = Brain::open(Arc::clone(&self.0), path, access, Room::default())?;
        Ok(Box::new(ErasedBrain(brain)))
    }

    fn brain_counters(&self, path: &Path) -> Result<Counters, BrainError> {
        Ok(Brain::shared(&self.0, path, Access::Read, Room::default())?.counters())
    }

    fn ask_brain(
        &self,
        path: &Path,
        position: Option<&str>,
        moves: &str,
    ) -> Result<Vec<KnownMove>, BotError> {
        let brain = Brain::shared(&self.0, path, Access::Read, Room::default())?;
        brains::known_moves(&brain, position, moves)
    }

    fn import_brain(
        &self,
        path: &Path,
        text: &mut dyn BufRead,
        go_on: &mut dyn FnMut() -> bool,
    ) -> Result<Option<Counters>, BrainError> {
        brains::import(Arc::clone(&self.0), path, text, go_on)
    }
}
