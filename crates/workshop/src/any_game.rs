//! A game of any type with all its operations, behind one object-safe trait.

use std::io::{self, BufRead, Write};
use std::ops::Deref;
use std::path::Path;
use std::sync::Arc;

use plywood_erased::{AnyRules, KnownMove, TypedPlaythrough, TypedRules};
use plywood_learn::{Access, Brain, BrainError, Counters, CurvePoint, Header, MemoryLimits, check_header};
use plywood_rules::{Playable, Run, Stop, TextError};
use plywood_verify::{CheckProgress, Checked, Refusal};

use crate::answers::Worth;
use crate::bot_factory::{BotFactory, TypedFactory};
use crate::bots::{self, BotPurpose, NamedBot};
use crate::brains::{
    self, AnyBrain, ErasedBrain, PlayedGame, TrainingEvent, TrainingOptions, TrainingReport,
};
use crate::exact_moves::{MoveValuer, TruthSource, TypedMoveValuer};
use crate::explanation::{Explanation, explain};
use crate::matches::{self, GameReport, MatchOptions, MatchReport};
use crate::networks::{self, AnyNetwork};
use crate::open_proofs::{AnyProof, UnusableProof};
use crate::position_values::{PositionValuer, TypedValuer, position_values};
use crate::questions::Solve;
use crate::seated_bots::{SeatedBots, TypedBots};
use crate::session::Session;
use crate::shared::{Opened, SharedCaches};
use crate::trouble::{COMPLETE, LEFT_OUT, Trouble};
use crate::typed::TypedSession;

/// A game of any type. It dereferences to its rules, [`AnyRules`].
pub trait AnyGame: Send + Sync {
    /// The rules, to which it dereferences.
    fn rules(&self) -> &(dyn AnyRules + 'static);
    /// Starts a session at `position` (the opening if `None`) with `moves` played from there, as
    /// [`AnyRules::begin`] reads them. `seed` is the random seed of chance events.
    ///
    /// # Errors
    /// If the position or a move is wrong: names it, with the reason.
    fn session(&self, position: Option<&str>, moves: &str, seed: u64) -> Result<Box<dyn Session>, TextError>;
    /// The values of positions for their sides to move, in their order, as `question` asks for them. Where the game has a solver of its
    /// own, they share one table of positions, which is kept for later calls. The progress is the number of those that are done;
    /// those that were not when the run was stopped have no value.
    ///
    /// # Errors
    /// If the options of the question do not fit, with no number; the number of the first position that cannot be valued, and the
    /// reason.
    fn position_values(
        &self,
        question: &Solve,
        positions: &[String],
        run: &Run<'_, u64>,
    ) -> Result<Vec<Worth>, (Option<usize>, Trouble)>;
    /// Makes a finder of the exact values of the moves of many positions.
    fn move_valuer(&self, source: &TruthSource) -> Box<dyn MoveValuer>;
    /// Searches of many positions with an evaluator from outside. `exploration` is the weight of its priors.
    ///
    /// # Errors
    /// If moves have no numbers.
    #[cfg(feature = "arrays")]
    fn evaluated_search(&self, exploration: f32) -> Result<Box<dyn crate::EvaluatedSearch>, TextError>;
    /// Makes the bot of this name for many games at once.
    ///
    /// # Errors
    /// If moves have no numbers, there is no such bot, its options do not fit or it cannot be made.
    #[cfg(feature = "arrays")]
    fn batch_bot(&self, name: &str) -> Result<Box<dyn crate::BatchBot>, Trouble>;
    /// Makes the bots of these names (`None` for a person) for a game from `position` (the opening if `None`). Their random
    /// choices come from `seed`.
    ///
    /// # Errors
    /// If the position is wrong, there is no such bot, its options do not fit or it cannot be made.
    fn seat_bots(
        &self,
        names: [Option<&str>; 2],
        position: Option<&str>,
        seed: u64,
    ) -> Result<Box<dyn SeatedBots>, Trouble>;
    /// Makes the factory of the bots of this name, to ask them at many positions.
    ///
    /// # Errors
    /// If there is no such bot, its options do not fit or it cannot be made.
    fn bot_factory(&self, name: &str) -> Result<Box<dyn BotFactory>, Trouble>;
    /// Checks that a bot of this name can play the game.
    ///
    /// # Errors
    /// If not, with the reason.
    fn check_bot(&self, bot: &str) -> Result<(), Trouble> {
        self.check_named(&self.read_bot(bot)?)
    }
    /// Reads the name of a bot and its options, and makes nothing of it yet.
    ///
    /// # Errors
    /// If there is no bot of this name, or its options do not fit.
    fn read_bot(&self, bot: &str) -> Result<NamedBot, Trouble>;
    /// Checks that a bot whose name was parsed can play the game.
    ///
    /// # Errors
    /// If it cannot, with the reason.
    fn check_named(&self, bot: &NamedBot) -> Result<(), Trouble>;
    /// Checks a proof file, given as its bytes.
    ///
    /// # Errors
    /// If it is no valid proof for this game, with the reason.
    fn verify(&self, proof: &[u8], run: &Run<'_, CheckProgress>) -> Result<Checked, Refusal>;
    /// Opens a proof file, after checking it.
    ///
    /// # Errors
    /// If the file cannot be read or is no valid proof for this game, or it was stopped.
    fn open_proof(
        &self,
        path: &Path,
        run: &Run<'_, CheckProgress>,
    ) -> Result<Arc<dyn AnyProof>, UnusableProof>;
    /// Plays a match, as many games at the same time as the run has threads. The progress is each finished game, in their order.
    ///
    /// # Errors
    /// If a bot, the position or an opening is wrong, or a bot fails in a game.
    fn hold_match(&self, plan: &MatchOptions, run: &Run<'_, GameReport>) -> Result<MatchReport, Trouble>;
    /// Trains a brain until the plan is done or it is stopped; everything learnt until then is kept.
    ///
    /// # Errors
    /// If the plan is invalid, or the brain cannot be read or written.
    fn train(&self, plan: &TrainingOptions, run: &Run<'_, TrainingEvent>) -> Result<TrainingReport, Trouble>;
    /// Opens a brain of this game.
    ///
    /// # Errors
    /// If it cannot be opened or is not of this game.
    fn open_brain(&self, path: &Path, access: Access) -> Result<Box<dyn AnyBrain>, BrainError>;
    /// Checks that a brain with this header is of this game and its rules.
    ///
    /// # Errors
    /// If it is not: says of which it is.
    fn check_brain(&self, path: &Path, header: &Header) -> Result<(), BrainError>;
    /// A brain's counters. If the brain is already open in the workshop, that copy is used, even while it
    /// learns.
    ///
    /// # Errors
    /// If it cannot be opened or is not of this game.
    fn brain_counters(&self, path: &Path) -> Result<Counters, BrainError>;
    /// A brain's results against fixed opponents, in the order in which they were measured.
    ///
    /// # Errors
    /// If it cannot be opened or is not of this game.
    fn brain_curve(&self, path: &Path) -> Result<Vec<CurvePoint>, BrainError>;
    /// Adds measurements to the curve of a brain, on disk.
    ///
    /// # Errors
    /// If it cannot be opened or written.
    fn add_to_curve(&self, path: &Path, points: &[CurvePoint]) -> Result<(), BrainError>;
    /// A brain's knowledge of every legal move of a position, in their order, from the copy that is open in the
    /// workshop if there is one.
    ///
    /// # Errors
    /// If the position or a move is wrong, or the brain cannot be read.
    fn ask_brain(&self, path: &Path, position: Option<&str>, moves: &str) -> Result<Vec<KnownMove>, Trouble>;
    /// As [`AnyBrain::explain`], from the copy that is open in the workshop if there is one.
    ///
    /// # Errors
    /// If the position or a move is wrong, or the brain cannot be read.
    fn explain(
        &self,
        path: &Path,
        position: Option<&str>,
        moves: &str,
        count: usize,
    ) -> Result<Option<Explanation>, Trouble>;
    /// Opens a network of another program, a file in the ONNX format.
    ///
    /// # Errors
    /// If the file cannot be read or has no network of this game, or such files cannot be read here.
    fn open_network(&self, path: &Path) -> Result<Arc<dyn AnyNetwork>, TextError>;
    /// Lets a brain learn finished games in their order, with one write for all of them.
    ///
    /// # Errors
    /// If a move is wrong, or the brain cannot be opened or written; then none of them was learnt.
    fn learn_games(&self, path: &Path, games: &[PlayedGame]) -> Result<Counters, Trouble>;
    /// Writes a brain as text, from the copy that is open in the workshop if there is one.
    ///
    /// # Errors
    /// If the brain cannot be read or the text cannot be written.
    fn export_brain(&self, path: &Path, out: &mut dyn Write) -> Result<(), BrainError>;
    /// Makes a new brain from a text; `None` if it was stopped, and then there is no new file.
    ///
    /// # Errors
    /// If the text is wrong or the file cannot be made.
    fn import_brain(
        &self,
        path: &Path,
        text: &mut dyn BufRead,
        stop: &Stop,
    ) -> Result<Option<Counters>, BrainError>;
}

impl Deref for dyn AnyGame + '_ {
    type Target = dyn AnyRules;

    fn deref(&self) -> &Self::Target {
        self.rules()
    }
}

/// A game of one type as [`AnyGame`].
pub(crate) struct TypedGame<G: Playable> {
    rules: TypedRules<G>,
    opened: Opened<G>,
}

impl<G: Playable> TypedGame<G> {
    pub fn new(game: G, shared: &Arc<SharedCaches>) -> TypedGame<G> {
        let rules = Arc::new(game);
        let opened = Opened::new(Arc::clone(&rules), Arc::clone(shared));
        TypedGame { rules: TypedRules(rules), opened }
    }

    fn game(&self) -> &Arc<G> {
        &self.opened.rules
    }

    fn at(&self, position: Option<&str>, moves: &str, seed: u64) -> Result<TypedSession<G>, TextError> {
        let play = TypedPlaythrough::new(Arc::clone(self.game()), position, moves, seed)?;
        Ok(TypedSession { play, opened: self.opened.clone(), listener: None })
    }

    /// Checks that moves have numbers.
    #[cfg(feature = "arrays")]
    fn check_actions(&self) -> Result<(), TextError> {
        match self.game().actions() {
            0 => Err(TextError::new(format!("the moves of {} have no numbers", self.game().name()))),
            _ => Ok(()),
        }
    }

    /// The brain in this file.
    fn brain(&self, path: &Path, access: Access) -> Result<Arc<Brain<G>>, BrainError> {
        self.opened.shared.brains.open(self.game(), path, access, MemoryLimits::default())
    }
}

impl<G: Playable> AnyGame for TypedGame<G> {
    fn rules(&self) -> &(dyn AnyRules + 'static) {
        &self.rules
    }

    fn session(&self, position: Option<&str>, moves: &str, seed: u64) -> Result<Box<dyn Session>, TextError> {
        Ok(Box::new(self.at(position, moves, seed)?))
    }

    fn position_values(
        &self,
        question: &Solve,
        positions: &[String],
        run: &Run<'_, u64>,
    ) -> Result<Vec<Worth>, (Option<usize>, Trouble)> {
        let new = || -> Box<dyn PositionValuer> {
            Box::new(TypedValuer::new(self.opened.clone(), question.clone()))
        };
        position_values(&new, self.rules().details().is_race, question, positions, run)
    }

    fn move_valuer(&self, source: &TruthSource) -> Box<dyn MoveValuer> {
        Box::new(TypedMoveValuer::new(self.opened.clone(), source.clone()))
    }

    #[cfg(feature = "arrays")]
    fn evaluated_search(&self, exploration: f32) -> Result<Box<dyn crate::EvaluatedSearch>, TextError> {
        self.check_actions()?;
        let settings = plywood_search::PuctSettings { exploration };
        Ok(Box::new(crate::evaluated::TypedEvaluated::new(Arc::clone(self.game()), settings)))
    }

    #[cfg(feature = "arrays")]
    fn batch_bot(&self, name: &str) -> Result<Box<dyn crate::BatchBot>, Trouble> {
        self.check_actions()?;
        let factory = bots::factory(&self.opened, name, BotPurpose::Move)?;
        Ok(Box::new(crate::batch_bot::TypedBatchBot::new(Arc::clone(self.game()), factory)))
    }

    fn seat_bots(
        &self,
        names: [Option<&str>; 2],
        position: Option<&str>,
        seed: u64,
    ) -> Result<Box<dyn SeatedBots>, Trouble> {
        Ok(Box::new(TypedBots::new(self.at(position, "", seed)?, names)?))
    }

    fn bot_factory(&self, name: &str) -> Result<Box<dyn BotFactory>, Trouble> {
        Ok(Box::new(TypedFactory::new(&self.opened, name)?))
    }

    fn read_bot(&self, bot: &str) -> Result<NamedBot, Trouble> {
        bots::read(&self.opened, bot)
    }

    fn check_named(&self, bot: &NamedBot) -> Result<(), Trouble> {
        bots::factory_of(&self.opened, bot, BotPurpose::Move).map(drop)
    }

    fn verify(&self, proof: &[u8], run: &Run<'_, CheckProgress>) -> Result<Checked, Refusal> {
        if !COMPLETE {
            return Err(Refusal::NoProof);
        }
        plywood_verify::check(&**self.game(), proof, run)
    }

    fn open_proof(
        &self,
        path: &Path,
        run: &Run<'_, CheckProgress>,
    ) -> Result<Arc<dyn AnyProof>, UnusableProof> {
        if !COMPLETE {
            return Err(Refusal::NoProof.into());
        }
        Ok(self.opened.shared.proofs.open(&**self.game(), path, run)?)
    }

    fn hold_match(&self, plan: &MatchOptions, run: &Run<'_, GameReport>) -> Result<MatchReport, Trouble> {
        if !COMPLETE {
            return Err(Trouble::failed(LEFT_OUT));
        }
        matches::hold(&self.opened, plan, run)
    }

    fn train(&self, plan: &TrainingOptions, run: &Run<'_, TrainingEvent>) -> Result<TrainingReport, Trouble> {
        if !COMPLETE {
            return Err(Trouble::failed(LEFT_OUT));
        }
        brains::train(&self.opened, plan, run)
    }

    fn open_brain(&self, path: &Path, access: Access) -> Result<Box<dyn AnyBrain>, BrainError> {
        if !COMPLETE {
            return Err(io::Error::other(LEFT_OUT).into());
        }
        let brain = Brain::open(Arc::clone(self.game()), path, access, MemoryLimits::default())?;
        Ok(Box::new(ErasedBrain(brain)))
    }

    fn check_brain(&self, path: &Path, header: &Header) -> Result<(), BrainError> {
        check_header(&**self.game(), path, header)
    }

    fn brain_counters(&self, path: &Path) -> Result<Counters, BrainError> {
        Ok(self.brain(path, Access::Read)?.counters())
    }

    fn brain_curve(&self, path: &Path) -> Result<Vec<CurvePoint>, BrainError> {
        self.brain(path, Access::Read)?.curve()
    }

    fn add_to_curve(&self, path: &Path, points: &[CurvePoint]) -> Result<(), BrainError> {
        if !COMPLETE {
            return Err(io::Error::other(LEFT_OUT).into());
        }
        self.brain(path, Access::Write)?.add_to_curve(points)
    }

    fn ask_brain(&self, path: &Path, position: Option<&str>, moves: &str) -> Result<Vec<KnownMove>, Trouble> {
        brains::known_moves(&*self.brain(path, Access::Read)?, position, moves)
    }

    fn explain(
        &self,
        path: &Path,
        position: Option<&str>,
        moves: &str,
        count: usize,
    ) -> Result<Option<Explanation>, Trouble> {
        explain(&*self.brain(path, Access::Read)?, position, moves, count)
    }

    fn open_network(&self, path: &Path) -> Result<Arc<dyn AnyNetwork>, TextError> {
        networks::open(self.game(), path)
    }

    fn learn_games(&self, path: &Path, games: &[PlayedGame]) -> Result<Counters, Trouble> {
        if !COMPLETE {
            return Err(Trouble::failed(LEFT_OUT));
        }
        brains::learn_games(&*self.brain(path, Access::Write)?, games)
    }

    fn export_brain(&self, path: &Path, out: &mut dyn Write) -> Result<(), BrainError> {
        self.brain(path, Access::Read)?.export(out, &Stop::never()).map(drop)
    }

    fn import_brain(
        &self,
        path: &Path,
        text: &mut dyn BufRead,
        stop: &Stop,
    ) -> Result<Option<Counters>, BrainError> {
        if !COMPLETE {
            return Err(io::Error::other(LEFT_OUT).into());
        }
        brains::import(Arc::clone(self.game()), path, text, stop)
    }
}
