//! Questions about a position of a live game: hints of bots, opinions of brains.

use std::sync::Arc;
use std::time::Duration;

use plywood_rules::Stop;
use plywood_rules::options::split_name;
use plywood_workshop::{Advice, AnyGame, KNOWS, MOMENT, adviser};
use serde::{Deserialize, Serialize};

use crate::catalogue::{BrainOpinion, Catalogue, RequestedBot};
use crate::play::LiveGame;
use crate::problem::{Problem, RefusalCode};
use crate::protocol::{OpinionView, ServerMessage};
use crate::view;

/// Positions that may be visited for an exact hint: a browser takes half a second for them.
const WORK: u64 = MOMENT / 4;
/// The seed of a hint, which chooses among equally good moves as `plywood analyse` does.
const SEED: u64 = 1;
/// The most time for a hint.
const HINT: Duration = Duration::from_millis(1500);

/// A position that a question is about.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct AskedPosition {
    start: Option<String>,
    moves: Vec<String>,
    revision: u32,
    seed: u64,
}

/// A hint that was asked for.
pub struct Hint {
    /// The bot that searches for it.
    pub opponent: RequestedBot,
    /// True if any other source is as good.
    pub any: bool,
    provers: Vec<RequestedBot>,
}

impl AskedPosition {
    /// The position of a game after `ply` plies.
    ///
    /// # Errors
    /// If no hints are given there.
    pub fn of(live: &LiveGame, ply: usize) -> Result<AskedPosition, Problem> {
        let (moves, snapshot) = (live.moves_before(ply)?.to_vec(), live.snapshot());
        Ok(AskedPosition {
            start: snapshot.position.clone(),
            moves,
            revision: snapshot.revision,
            // A seed of its own: the dice of the game stay secret.
            seed: snapshot.seed ^ 1,
        })
    }

    /// The hint of the bot with this name, or of any source.
    ///
    /// # Errors
    /// If there is no such bot, or it would learn from that.
    pub fn hint_of(
        &self,
        rules: &Arc<dyn AnyGame>,
        bot: Option<String>,
        catalogue: &Catalogue,
    ) -> Result<Hint, Problem> {
        let any = bot.is_none();
        let bot = bot.unwrap_or_else(|| adviser(&rules.details()).to_string());
        let learning =
            || Problem::new(RefusalCode::Options, "a hint does not teach a learner: leave out learn=on");
        // Before anything else: a learner is given a brain if it has none.
        let (_, options) = split_name(&bot);
        if options.unwrap_or_default().split(',').any(|option| option.trim() == "learn=on") {
            return Err(learning());
        }
        let opponent = catalogue.opponent(rules, &bot)?;
        if opponent.learns_into.is_some() {
            return Err(learning());
        }
        let provers = if any { catalogue.provers(&rules.name()) } else { Vec::new() };
        Ok(Hint { opponent, any, provers })
    }

    /// Searches for a hint, for `most` at most. `look` is the most time for the solution of the whole game, which the first question
    /// waits for; `None` for as long as it takes.
    ///
    /// # Errors
    /// If the game is over there, or the bot fails.
    pub fn hint(
        &self,
        rules: &Arc<dyn AnyGame>,
        hint: &Hint,
        most: Duration,
        look: Option<Duration>,
        stop: &Stop,
    ) -> Result<ServerMessage, Problem> {
        let session = rules
            .session(self.start.as_deref(), &self.moves.join(" "), self.seed)
            .map_err(Problem::options)?;
        let Some(player) = session.turn().player().filter(|_| session.ending().is_none()) else {
            return Err(Problem::new(RefusalCode::Over, "no player is to move here"));
        };
        let said = |bot: &str, analysis| {
            let view = view::thought(bot, self.moves.len(), self.revision, player, analysis);
            Ok(ServerMessage::Thought(view))
        };
        // Here, and not in the task of the table: the first question about a game may wait a second for it to be solved.
        let looking = look.map_or_else(|| stop.clone(), |look| stop.within(look));
        if hint.any
            && let Some(known) = session.look_up(&looking).map_err(Problem::of_bot)?
        {
            return said(KNOWS, known);
        }
        // Proofs were checked before; most of them know nothing of most positions.
        for prover in &hint.provers {
            if let Ok(known) = session.analyse(&prover.made_by, true, 0, stop)
                && known.value.is_some()
            {
                return said(&prover.name, known);
            }
        }
        let stop = stop.within(HINT.min(most));
        let RequestedBot { name, made_by, .. } = &hint.opponent;
        if !hint.any {
            return said(name, session.analyse(made_by, true, SEED, &stop).map_err(Problem::of_bot)?);
        }
        let Advice { bot, analysis } =
            session.advise(made_by, true, WORK, SEED, &stop).map_err(Problem::of_bot)?;
        said(if bot == KNOWS { KNOWS } else { name }, analysis)
    }

    /// Asks a brain.
    ///
    /// # Errors
    /// If there is no such brain, or it cannot be read.
    pub fn opinion(
        &self,
        rules: &Arc<dyn AnyGame>,
        brain: String,
        catalogue: &Catalogue,
    ) -> Result<ServerMessage, Problem> {
        let BrainOpinion { games, moves, explanation } =
            catalogue.ask_brain(rules, &brain, self.start.as_deref(), &self.moves)?;
        let explanation = explanation.map(view::explanation);
        let (ply, revision) = (self.moves.len(), self.revision);
        Ok(ServerMessage::Opinion(OpinionView { brain, games, ply, revision, moves, explanation }))
    }
}
