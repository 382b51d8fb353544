//! Programs that play a game.

use std::sync::Arc;
use std::time::Duration;

use rand_core::Rng;

use crate::ending::Ending;
use crate::{Game, Stop, Student, TextError, Trace, Value};

/// A position in which a bot has to choose a move.
#[derive(Debug)]
pub struct Position<'a, G: Game + ?Sized> {
    /// The state to move in: a decision node.
    pub state: &'a G::State,
    /// The states of the game before this one, oldest first; empty if they are not known.
    pub history: &'a [G::State],
    /// The mover's clock, if the game is played with one.
    pub clock: Option<Clock>,
}

/// The time a player has for the rest of a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Clock {
    /// The time left, this move included.
    pub left: Duration,
    /// The time that every move made adds.
    pub increment: Duration,
}

impl<'a, G: Game + ?Sized> Position<'a, G> {
    /// A state without a past and without a clock.
    pub fn new(state: &'a G::State) -> Position<'a, G> {
        Position { state, history: &[], clock: None }
    }
}

/// A legal move with its value for the player who makes it.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Alternative<M> {
    /// The move.
    pub mv: M,
    /// Its value, if the search established it; `None` if the search only found that another move is at least
    /// as good (a bound left by a cut is not a value and is never shown as one).
    pub value: Option<Value>,
}

/// A bot's choice and why.
#[derive(Clone, Debug, PartialEq)]
pub struct Report<M> {
    /// The move chosen: always legal.
    pub best: M,
    /// True if it is any legal move, each as likely as the others: nothing was searched for it.
    pub random: bool,
    /// The position's value for the player to move, if the bot has an opinion.
    pub value: Option<Value>,
    /// True if the plies of the wins and losses are those under best play by both (and the worst dice);
    /// otherwise a win may be quicker than reported.
    pub exact_plies: bool,
    /// The worth of a win in the unit of the values here ([`crate::Evaluate::win_worth`]).
    pub win_worth: f64,
    /// The line the bot expects, beginning with `best`.
    pub pv: Vec<M>,
    /// All legal moves in their order.
    pub moves: Vec<Alternative<M>>,
    /// Plies that were searched completely, if the bot searches to a depth.
    pub depth: Option<u32>,
    /// Positions visited, the root included (0 if the bot does not search).
    pub nodes: u64,
}

impl<M: Copy> Report<M> {
    /// The choice of a bot that has no opinion about values.
    pub fn without_value(best: M, moves: impl IntoIterator<Item = M>) -> Report<M> {
        Report {
            best,
            random: false,
            value: None,
            exact_plies: false,
            win_worth: 1.0,
            pv: vec![best],
            moves: moves.into_iter().map(|mv| Alternative { mv, value: None }).collect(),
            depth: None,
            nodes: 0,
        }
    }

    /// Any of these moves, each as likely as the others.
    pub fn at_random(moves: Vec<M>, rng: &mut dyn Rng) -> Report<M> {
        let best = moves[crate::random::below(rng, moves.len())];
        Report { random: true, ..Report::without_value(best, moves) }
    }
}

/// Progress of a search that is still running.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Thought<'a, M> {
    /// Plies that were searched completely, if it searches to a depth.
    pub depth: Option<u32>,
    /// The position's value for the player to move, as known so far.
    pub value: Option<Value>,
    /// True if the length of a win or a loss is exact, as in [`Report::exact_plies`].
    pub exact_plies: bool,
    /// The worth of a win in the unit of the value ([`crate::Evaluate::win_worth`]).
    pub win_worth: f64,
    /// Positions visited so far.
    pub nodes: u64,
    /// The share of its table that is in use, from 0 to 1, if it has one.
    pub table_use: Option<f64>,
    /// The line expected, beginning with the best move so far.
    pub pv: &'a [M],
}

/// Receives the progress of a search while a bot chooses.
pub type Listener<M> = Box<dyn FnMut(&Thought<'_, M>) + Send>;

/// A program that chooses moves. It may keep things in mind between its moves; one bot plays one side of one
/// game at a time.
pub trait Bot<G: Game + ?Sized>: Send {
    /// Chooses a move for the player to decide in `position`, which is a decision node. When `stop` is raised
    /// it answers at once with the best it has, still a legal move. All its random choices come from `rng`.
    fn choose(
        &mut self,
        game: &G,
        position: Position<'_, G>,
        rng: &mut dyn Rng,
        stop: &Stop,
    ) -> Report<G::Move>;

    /// The move that [`Bot::choose`] would choose, with the same random choices, but without a report. `legal` are the legal
    /// moves in their order.
    fn choose_move(
        &mut self,
        game: &G,
        position: Position<'_, G>,
        _legal: &[G::Move],
        rng: &mut dyn Rng,
        stop: &Stop,
    ) -> G::Move {
        self.choose(game, position, rng, stop).best
    }

    /// True if [`Bot::choose_move`] is always too quick to be worth measuring.
    fn is_instant(&self) -> bool {
        false
    }

    /// Like [`Bot::choose`], and records the visited nodes in `trace` (of the last finished search, if it
    /// searches several times). The choice and the visits are the same as without a trace. `None`, without a
    /// choice, for a bot that has no tree to show.
    fn choose_traced(
        &mut self,
        _game: &G,
        _position: Position<'_, G>,
        _rng: &mut dyn Rng,
        _stop: &Stop,
        _trace: &mut Trace<G::Move>,
    ) -> Option<Report<G::Move>> {
        None
    }

    /// The lead, in the unit of its values, with which the side ahead wins three games of four
    /// ([`crate::Evaluate::winning_lead`]). `None`, the default, for a bot whose values are means of outcomes.
    fn winning_lead(&self, _game: &G) -> Option<f64> {
        None
    }

    /// Reports the progress of later searches to `listener`, or to none. By default nothing is reported.
    fn listen(&mut self, _listener: Option<Listener<G::Move>>) {}

    /// The learner that receives the finished game, if the bot has one. Each student receives a game once, even
    /// if it has a bot on both sides.
    fn student(&self) -> Option<Arc<dyn Student<G>>> {
        None
    }

    /// Takes the error of the last choice, if there was one (such as an unreadable brain). The move chosen was
    /// legal, but not the one that the bot would have chosen without the error.
    fn trouble(&mut self) -> Option<TextError> {
        None
    }

    /// True for a bot that a user wrote, such as a program from outside: in a match its [trouble](Bot::trouble) loses it the game.
    /// Trouble of any other bot is a defect, and ends the match.
    fn is_outside(&self) -> bool {
        false
    }

    /// False if [`Bot::prepare`] has something to start, which may take long.
    fn is_ready(&self) -> bool {
        true
    }

    /// Gets ready for the next question, which is about `position`: a program from outside is started, and begins the game. In a
    /// match this is not on the bot's clock. Returns the time that it took. By default there is nothing to do.
    fn prepare(
        &mut self,
        _game: &G,
        _position: Position<'_, G>,
        _rng: &mut dyn Rng,
        _stop: &Stop,
    ) -> Duration {
        Duration::ZERO
    }

    /// Receives the end of the game. By default nothing is done.
    fn game_over(&mut self, _ending: Ending) {}
}

/// Plays any legal move, each as likely as the others.
#[derive(Clone, Copy, Debug, Default)]
pub struct Random;

impl<G: Game + ?Sized> Bot<G> for Random {
    fn choose(
        &mut self,
        game: &G,
        position: Position<'_, G>,
        rng: &mut dyn Rng,
        _: &Stop,
    ) -> Report<G::Move> {
        let mut moves = Vec::new();
        game.legal_moves(position.state, &mut moves);
        Report::at_random(moves, rng)
    }

    fn choose_move(
        &mut self,
        _: &G,
        _: Position<'_, G>,
        legal: &[G::Move],
        rng: &mut dyn Rng,
        _: &Stop,
    ) -> G::Move {
        legal[crate::random::below(rng, legal.len())]
    }

    fn is_instant(&self) -> bool {
        true
    }
}

/// Plays the first legal move.
#[derive(Clone, Copy, Debug, Default)]
pub struct FirstMove;

impl<G: Game + ?Sized> Bot<G> for FirstMove {
    fn choose(&mut self, game: &G, position: Position<'_, G>, _: &mut dyn Rng, _: &Stop) -> Report<G::Move> {
        let mut moves = Vec::new();
        game.legal_moves(position.state, &mut moves);
        Report::without_value(moves[0], moves)
    }

    fn choose_move(
        &mut self,
        _: &G,
        _: Position<'_, G>,
        legal: &[G::Move],
        _: &mut dyn Rng,
        _: &Stop,
    ) -> G::Move {
        legal[0]
    }

    fn is_instant(&self) -> bool {
        true
    }
}
