//! Work that takes long: searches, hints and trees, done by a worker that can be terminated.

use std::collections::HashSet;
use std::sync::{Arc, Mutex};
use std::time::Duration;

use plywood_erased::SearchInfo;
use plywood_page::bots::Bots;
use plywood_page::catalogue::Catalogue;
use plywood_page::play::{GameSnapshot, Moment, NewMoves, Seat};
use plywood_page::problem::{Problem, RefusalCode};
use plywood_page::protocol::{LinesRequest, RepliesRequest, ReviewRequest, ServerMessage, TreeRequest};
use plywood_page::questions::AskedPosition;
use plywood_page::{lines, replies, review, tree, view};
use plywood_rules::options::split_name;
use plywood_rules::threads::lock;
use plywood_rules::{Clock, Player, Stop};
use serde::{Deserialize, Serialize};

use crate::messages::{EngineEvent, MessageId, TaskOutcome};
use crate::outside::Outside;

/// The most time that a bot may use for a move.
pub const THINK: Duration = Duration::from_secs(5);
/// The most time for work that cannot be given away, because it needs a brain.
pub const BRIEF: Duration = Duration::from_secs(1);
/// The most time for the first hint in a game to solve the whole game, and for those after it, which find the solution if there is one.
const LOOK: Duration = Duration::from_millis(400);
const LOOK_AGAIN: Duration = Duration::from_millis(20);
/// The time between two reports of a search. Shorter searches are not reported before they end.
const EVERY: Duration = Duration::from_millis(250);

/// Work that takes long.
#[derive(Debug, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum LongTask {
    /// The search of a bot for its move.
    Search {
        /// The game, without its moves.
        snapshot: Box<GameSnapshot>,
        /// The ply of the first of the moves that the worker does not know.
        from: usize,
        /// These moves.
        moves: Vec<String>,
        /// The number of takebacks.
        revision: u32,
        /// The ply.
        ply: usize,
        /// The side to move.
        player: Player,
        /// Its clock, in milliseconds: the time left, and the increment.
        clock: Option<(u64, u64)>,
        /// The most time, in milliseconds.
        limit: u64,
    },
    /// A hint.
    Hint {
        /// The game.
        game: String,
        /// The position.
        position: AskedPosition,
        /// The bot to ask; `None` for any source.
        bot: Option<String>,
    },
    /// A tree.
    Tree {
        /// The wish.
        wish: TreeRequest,
        /// True for a picture of it.
        picture: bool,
    },
    /// A review of a game.
    Review {
        /// The wish.
        wish: ReviewRequest,
    },
    /// The best lines of a position.
    Lines {
        /// The wish.
        wish: LinesRequest,
    },
    /// Replies by which a player is safe.
    Replies {
        /// The wish.
        wish: RepliesRequest,
    },
}

/// True if a bot plays from a brain, which only the host has.
pub fn needs_brain(bot: &str) -> bool {
    split_name(bot).0 == "learner"
}

impl LongTask {
    /// The kind of worker for it.
    pub fn worker(&self) -> &'static str {
        match self {
            LongTask::Search { .. } => "search",
            LongTask::Hint { .. } => "hint",
            LongTask::Tree { .. } | LongTask::Review { .. } | LongTask::Replies { .. } => "tree",
            LongTask::Lines { .. } => "lines",
        }
    }

    /// The bot that does it, if one is named.
    fn bot(&self) -> Option<&str> {
        match self {
            LongTask::Search { snapshot, player, .. } => match &snapshot.seats[player.index()] {
                Seat::Bot(name) => Some(name),
                _ => None,
            },
            LongTask::Hint { bot, .. } => bot.as_deref(),
            LongTask::Tree { wish, .. } => wish.bot.as_deref(),
            LongTask::Review { .. } | LongTask::Lines { .. } | LongTask::Replies { .. } => None,
        }
    }

    /// True if it is for the host itself, because it needs a brain. Learners search little.
    pub fn stays(&self) -> bool {
        self.bot().is_some_and(needs_brain)
    }
}

/// Does work, one piece after the other. Bots stay from one move of a game to the next.
#[derive(Default)]
pub struct Worker {
    seated: Option<(String, Arc<Bots>)>,
    /// The games whose solution was looked for.
    looked: HashSet<String>,
}

impl Worker {
    /// Does a piece of work. `task` names reports of its progress.
    pub fn work(
        &mut self,
        task: MessageId,
        work: LongTask,
        catalogue: &Catalogue,
        outside: &'static dyn Outside,
    ) -> TaskOutcome {
        let most = if work.stays() { BRIEF } else { THINK };
        self.done(task, work, most, catalogue, outside).unwrap_or_else(TaskOutcome::Refused)
    }

    fn done(
        &mut self,
        task: MessageId,
        work: LongTask,
        most: Duration,
        catalogue: &Catalogue,
        outside: &'static dyn Outside,
    ) -> Result<TaskOutcome, Problem> {
        match work {
            LongTask::Search { snapshot, from, moves, revision, ply, player, clock, limit } => {
                let bots = self.bots(&snapshot, player, catalogue)?;
                let clock = clock.map(|(left, increment)| Clock {
                    left: Duration::from_millis(left),
                    increment: Duration::from_millis(increment),
                });
                let stop = Stop::never().within(Duration::from_millis(limit).min(most));
                let told = Mutex::new(outside.elapsed());
                let listener = Arc::new(move |info: &SearchInfo| {
                    let mut told = lock(&told);
                    let now = outside.elapsed();
                    if now.saturating_sub(*told) >= EVERY {
                        *told = now;
                        let view = view::thinking(ply, revision, player, info.clone());
                        let text = text(&ServerMessage::Thinking(view));
                        say(outside, &EngineEvent::Thinking { task, text });
                    }
                });
                let new = NewMoves { ply: from, moves, moment: Moment { revision, ply } };
                let chosen = bots.search(&new, clock, listener, &stop);
                chosen.map(TaskOutcome::Chosen).map_err(|reason| Problem::new(RefusalCode::Bot, reason))
            }
            LongTask::Hint { game, position, bot } => {
                let game = catalogue.game(&game)?;
                let hint = position.hint_of(&game, bot, catalogue)?;
                // A browser takes seconds to find that a game is too large to be solved at once: that is not tried again.
                let look = if self.looked.insert(game.name()) { LOOK } else { LOOK_AGAIN };
                let said = position.hint(&game, &hint, most, Some(look), &Stop::never())?;
                Ok(TaskOutcome::Answer(text(&said)))
            }
            LongTask::Tree { wish, picture } => {
                let grown = tree::grow(catalogue, &wish, &Stop::never().within(tree::LONGEST.min(most)))?;
                Ok(TaskOutcome::Answer(if picture { text(&grown.svg()) } else { text(&grown.told()) }))
            }
            LongTask::Review { wish } => {
                let told =
                    review::judged(catalogue, &wish, &Stop::never().within(review::LONGEST.min(most)))?;
                Ok(TaskOutcome::Answer(text(&told)))
            }
            LongTask::Lines { wish } => {
                let found = lines::best(catalogue, &wish, &Stop::never().within(lines::LONGEST.min(most)))?;
                Ok(TaskOutcome::Answer(text(&found)))
            }
            LongTask::Replies { wish } => {
                let found =
                    replies::safe(catalogue, &wish, &Stop::never().within(replies::LONGEST.min(most)))?;
                Ok(TaskOutcome::Answer(text(&found)))
            }
        }
    }

    /// The bots of a game: those of the last move, if it is the same game.
    fn bots(
        &mut self,
        snapshot: &GameSnapshot,
        player: Player,
        catalogue: &Catalogue,
    ) -> Result<Arc<Bots>, Problem> {
        let name = format!("{} {player:?}", snapshot.id);
        if let Some((seated, bots)) = &self.seated
            && *seated == name
        {
            return Ok(Arc::clone(bots));
        }
        let (bots, _) = Bots::of(snapshot, &catalogue.game(&snapshot.game)?, catalogue)?;
        self.seated = Some((name, Arc::clone(&bots)));
        Ok(bots)
    }
}

/// Anything as JSON.
pub fn text(thing: &impl Serialize) -> String {
    serde_json::to_string(thing).expect("it can always be written")
}

/// Tells the page something.
pub fn say(outside: &dyn Outside, event: &EngineEvent) {
    outside.say(&text(event));
}
