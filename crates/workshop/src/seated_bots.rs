//! The bots in the seats of one game under way.

use plywood_erased::{Analysis, Ending, Learnt, NewChoice, Playthrough, SearchListener};
use plywood_rules::random::part_seed;
use plywood_rules::student::{Change, Lesson, tell};
use plywood_rules::{Bot, Clock, Playable, Player, Position, Stop};
use rand_chacha::ChaCha8Rng;
use rand_core::SeedableRng;

use crate::bots::{self, BotPurpose};
use crate::trouble::Trouble;
use crate::typed::{TypedSession, ask};

/// The bots in the seats of one game under way, with a copy of it that follows its moves.
pub trait SeatedBots: Send {
    /// Takes back every move from `ply` on, and plays these. Moves that it has already stay.
    ///
    /// # Errors
    /// If the copy has not come to that ply, or a move is wrong.
    fn follow(&mut self, ply: usize, moves: &[String]) -> Result<(), Trouble>;
    /// False if the bot of this player has a program to start, by [`SeatedBots::prepare`].
    fn is_ready(&self, player: Player) -> bool;
    /// Has the bot to move get ready for its search, with all that is on no clock.
    fn prepare(&mut self, clock: Option<Clock>, stop: &Stop);
    /// Asks the bot to move for its move. `clock` is the time that it has left, if the game is played with
    /// clocks; it has to keep within it. `listener` receives the progress of a long search.
    ///
    /// # Errors
    /// If it is not a bot's turn or the bot failed, with the reason.
    fn search(
        &mut self,
        clock: Option<Clock>,
        listener: SearchListener,
        stop: &Stop,
    ) -> Result<Analysis, Trouble>;
    /// Sends the finished game to the bots that learn, and returns their lessons. Each call is another game for them.
    ///
    /// # Errors
    /// If a learner failed, with the reason.
    fn teach(&mut self, ending: Ending) -> Result<Vec<Learnt>, Trouble>;
}

/// The seated bots of one game type.
pub(crate) struct TypedBots<G: Playable> {
    at: TypedSession<G>,
    /// `None` for a person.
    seats: [Option<SeatedBot<G>>; 2],
}

/// A bot and its random choices.
type SeatedBot<G> = (Box<dyn Bot<G>>, ChaCha8Rng);

impl<G: Playable> TypedBots<G> {
    /// Bots by their names, which follow a game from the position of `at`.
    pub fn new(at: TypedSession<G>, names: [Option<&str>; 2]) -> Result<TypedBots<G>, Trouble> {
        let mut seats = [None, None];
        for (place, name) in names.into_iter().enumerate() {
            let Some(name) = name else { continue };
            // Each seat has a stream of random choices of its own, apart from the dice.
            let seed = part_seed(at.play.seed(), u64::MAX - place as u64);
            seats[place] =
                Some((bots::build(&at.opened, name, BotPurpose::Move)?, ChaCha8Rng::seed_from_u64(seed)));
        }
        Ok(TypedBots { at, seats })
    }

    fn lesson_in_text(&self, lesson: Lesson<G::Move>) -> Learnt {
        let game = self.at.game();
        let change = |change: Change<G::Move>| {
            let state = &self.at.play.states()[change.ply];
            let text = |mv| game.move_text(state, mv);
            NewChoice {
                ply: change.ply,
                player: game.turn(state).player().expect("somebody decides there"),
                position: game.state_text(state),
                before: change.before.map(text),
                now: change.now.map(text),
            }
        };
        Learnt {
            games: lesson.games,
            new_positions: lesson.new_positions,
            new_moves: lesson.new_moves,
            changed_moves: lesson.changed_moves,
            changes: lesson.changes.into_iter().map(change).collect(),
            values: lesson.values,
        }
    }
}

impl<G: Playable> SeatedBots for TypedBots<G> {
    fn follow(&mut self, ply: usize, moves: &[String]) -> Result<(), Trouble> {
        let play: &mut dyn Playthrough = &mut self.at.play;
        let played = play.played();
        let Some(known) = played.get(ply..) else {
            return Err(Trouble::failed(format!(
                "the bots have {} plies of the game, not {ply}",
                played.len()
            )));
        };
        let (plies, same) = (known.len(), known.iter().zip(moves).take_while(|(a, b)| a == b).count());
        for _ in same..plies {
            play.undo();
        }
        Ok(moves[same..].iter().try_for_each(|text| play.play(text))?)
    }

    fn is_ready(&self, player: Player) -> bool {
        self.seats[player.index()].as_ref().is_none_or(|(bot, _)| bot.is_ready())
    }

    fn prepare(&mut self, clock: Option<Clock>, stop: &Stop) {
        let at = &self.at;
        let player = if at.play.ending().is_none() { at.play.turn().player() } else { None };
        if let Some((bot, rng)) = player.and_then(|player| self.seats[player.index()].as_mut()) {
            let position = Position { state: at.state(), history: at.history(), clock };
            bot.prepare(at.game(), position, rng, stop);
        }
    }

    fn search(
        &mut self,
        clock: Option<Clock>,
        listener: SearchListener,
        stop: &Stop,
    ) -> Result<Analysis, Trouble> {
        let at = &self.at;
        let seat = match at.play.ending() {
            Some(_) => None,
            None => at.play.turn().player().and_then(|player| self.seats[player.index()].as_mut()),
        };
        let (bot, rng) = seat.ok_or_else(|| Trouble::failed("no bot is to move here"))?;
        let position = Position { state: at.state(), history: at.history(), clock };
        ask(at.game(), &mut **bot, position, Some(&listener), rng, stop).map(|answer| at.in_text(answer))
    }

    fn teach(&mut self, ending: Ending) -> Result<Vec<Learnt>, Trouble> {
        let students = self.seats.each_ref().map(|seat| seat.as_ref()?.0.student());
        let play = &self.at.play;
        let lessons = tell(&**self.at.game(), play.states(), play.typed_moves(), ending.into(), students)
            .map_err(|(_, reason)| Trouble::Failed(reason.about("the game could not be learnt")))?;
        Ok(lessons.into_iter().map(|lesson| self.lesson_in_text(lesson)).collect())
    }
}
