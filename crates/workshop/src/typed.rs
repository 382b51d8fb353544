//! A session of one game type.

use std::collections::HashMap;
use std::sync::Arc;

use plywood_erased::{
    Analysis, MoveValue, Playthrough, SearchInfo, SearchListener, TypedPlaythrough, line_in_text,
};
use plywood_rules::{
    Bot, Instant, Listener, Playable, Player, Position, Report, Stop, TextError, Thought, Turn, Value,
};
use rand_chacha::ChaCha8Rng;
use rand_core::SeedableRng;

use crate::shared::Opened;
use crate::trouble::Trouble;

/// A session of one game type.
pub(crate) struct TypedSession<G: Playable> {
    pub play: TypedPlaythrough<G>,
    /// The game, as its workshop opened it.
    pub opened: Opened<G>,
    pub listener: Option<SearchListener>,
}

impl<G: Playable> TypedSession<G> {
    pub fn game(&self) -> &Arc<G> {
        self.play.rules()
    }

    pub fn state(&self) -> &G::State {
        self.play.state()
    }

    /// The states before this one, oldest first.
    pub fn history(&self) -> &[G::State] {
        self.play.history()
    }

    pub fn in_text(&self, answer: BotAnswer<G::Move>) -> Analysis {
        let BotAnswer { report, winning_lead, seconds } = answer;
        let pv = line_in_text(&**self.game(), self.state(), &report.pv);
        let text = |mv| self.game().move_text(self.state(), mv);
        Analysis {
            best: text(report.best),
            random: report.random,
            value: report.value,
            exact_plies: report.exact_plies,
            win_worth: report.win_worth,
            winning_lead,
            pv,
            moves: report.moves.iter().map(|a| MoveValue { mv: text(a.mv), value: a.value }).collect(),
            depth: report.depth,
            nodes: report.nodes,
            seconds,
        }
    }

    /// The analysis by `bot` of the position, which must have a player to move.
    pub fn ask_about(&self, bot: &mut dyn Bot<G>, seed: u64, stop: &Stop) -> Result<Analysis, Trouble> {
        let mut rng = ChaCha8Rng::seed_from_u64(seed);
        let position = Position { state: self.state(), history: self.history(), clock: None };
        let mut answer = ask(self.game(), bot, position, self.listener.as_ref(), &mut rng, stop)?;
        self.align_images(&mut answer.report);
        Ok(self.in_text(answer))
    }

    /// Gives moves to positions that are the same up to symmetry the same value: the best founded one. A
    /// search may have searched deeper after one of them than after another.
    fn align_images(&self, report: &mut Report<G::Move>) {
        let rank = |value: Value| match value {
            Value::Proved(_) => 2,
            Value::Exact(_) => 1,
            Value::Estimated(_) => 0,
        };
        let game = &**self.game();
        let image = |mv| game.canonical(&game.child(self.state(), mv)).state;
        let mut known: HashMap<G::State, Value> = HashMap::new();
        // The value of the chosen move is that of the position.
        let best = report.moves.iter().position(|valued| valued.mv == report.best);
        let of_best = image(report.best);
        for at in best.into_iter().chain(0..report.moves.len()) {
            let Some(value) = report.moves[at].value else { continue };
            let image = image(report.moves[at].mv);
            let is_best = image == of_best;
            let entry = known.entry(image).or_insert(value);
            if rank(value) > rank(*entry) && !is_best {
                *entry = value;
            }
        }
        for valued in report.moves.iter_mut().filter(|valued| valued.value.is_some()) {
            valued.value = known.get(&image(valued.mv)).copied();
        }
    }

    /// Checks that the game is not over.
    pub fn not_over(&self) -> Result<(), TextError> {
        match self.play.turn() {
            Turn::Over(_) => Err(TextError::new("the game is over: there is no move to look for")),
            Turn::Decision(_) | Turn::Chance => Ok(()),
        }
    }

    /// The player to move.
    pub fn decider(&self) -> Result<Player, TextError> {
        self.not_over()?;
        match self.play.turn() {
            Turn::Decision(player) => Ok(player),
            Turn::Over(_) | Turn::Chance => Err(TextError::new(format!(
                "chance decides here: add an outcome to the moves ({})",
                self.play.moves().join(", ")
            ))),
        }
    }
}

/// A bot's answer.
pub(crate) struct BotAnswer<M> {
    pub report: Report<M>,
    /// As [`Bot::winning_lead`].
    pub winning_lead: Option<f64>,
    pub seconds: f64,
}

/// A bot's answer. `listener` receives the progress of the search.
pub(crate) fn ask<G: Playable>(
    game: &Arc<G>,
    bot: &mut dyn Bot<G>,
    position: Position<'_, G>,
    listener: Option<&SearchListener>,
    rng: &mut ChaCha8Rng,
    stop: &Stop,
) -> Result<BotAnswer<G::Move>, Trouble> {
    let started = Instant::now();
    let winning_lead = bot.winning_lead(game);
    bot.listen(
        listener
            .map(|listener| search_info_to(Arc::clone(game), position.state.clone(), winning_lead, listener)),
    );
    let report = bot.choose(game, position, rng, stop);
    let seconds = started.elapsed().as_secs_f64();
    bot.listen(None);
    match bot.trouble() {
        Some(reason) => Err(Trouble::Failed(reason)),
        None => Ok(BotAnswer { report, winning_lead, seconds }),
    }
}

/// Passes on the progress of a search of `state` in text, with the time since now.
fn search_info_to<G: Playable>(
    game: Arc<G>,
    state: G::State,
    winning_lead: Option<f64>,
    listener: &SearchListener,
) -> Listener<G::Move> {
    let (listener, started) = (Arc::clone(listener), Instant::now());
    Box::new(move |thought: &Thought<'_, G::Move>| {
        listener(&SearchInfo {
            depth: thought.depth,
            value: thought.value,
            exact_plies: thought.exact_plies,
            win_worth: thought.win_worth,
            winning_lead,
            nodes: thought.nodes,
            seconds: started.elapsed().as_secs_f64(),
            table_use: thought.table_use,
            pv: line_in_text(&*game, &state, thought.pv),
        });
    })
}
