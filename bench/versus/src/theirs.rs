//! Plywood's games behind the traits of the crate `minimax`.
//!
//! Its `Game` is a type without a value, so each game here is a type that knows where its rules are ([`Here`]). Positions and
//! moves are Plywood's own, and every position carries what searches would otherwise find out again and again: the
//! running sum of the evaluation and the key. What there is to gain from bitboards and from evaluations that are
//! updated by the move is so gained by both sides, and what is compared is the search.

use std::any::Any;
use std::cell::OnceCell;
use std::marker::PhantomData;
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};
use std::sync::{Arc, Mutex, OnceLock};
use std::time::Duration;

use minimax::{Evaluation, Strategy, Winner};
use plywood_games::line::LineGame;
use plywood_games::pikk_pakk::PikkPakk;
use plywood_games::{Visitor, open};
use plywood_rules::random::mix;
use plywood_rules::{
    Bot, Evaluate, Game, OrderingHints, Outcome, Playable, Player, Position, Report, Stop, Tactics, Turn,
};
use rand_core::Rng;

/// Rules that there is one of in the process.
pub struct Rules<G> {
    /// The game.
    pub game: G,
    /// Its evaluation.
    pub evaluation: Box<dyn Evaluate<G>>,
}

/// A game that `minimax` can ask for without having it in hand.
pub trait Here: Send + Sync + 'static {
    /// Its type.
    type Game: Playable;
    /// The name that opens it.
    const NAME: &'static str;
    /// Its evaluation by name; `None` for the game's own.
    const EVALUATION: Option<&'static str> = None;
    /// The only one of it.
    fn rules() -> &'static Rules<Self::Game>;
}

struct Opened;

impl Visitor for Opened {
    type Output = Box<dyn Any>;
    fn visit<G: Playable>(self, game: G) -> Box<dyn Any> {
        Box::new(game)
    }
}

fn rules<H: Here>() -> Rules<H::Game> {
    let game = open(H::NAME, Opened).expect("a game of the list").downcast().expect("of this type");
    let game: H::Game = *game;
    let evaluation = game.evaluation(H::EVALUATION).expect("it has this one").evaluation;
    Rules { game, evaluation }
}

macro_rules! here {
    ($(#[$about:meta])* $name:ident, $game:ty, $text:literal $(, $evaluation:literal)?) => {
        $(#[$about])*
        pub struct $name;

        impl Here for $name {
            type Game = $game;
            const NAME: &'static str = $text;
            $(const EVALUATION: Option<&'static str> = Some($evaluation);)?
            fn rules() -> &'static Rules<$game> {
                static RULES: OnceLock<Rules<$game>> = OnceLock::new();
                RULES.get_or_init(rules::<$name>)
            }
        }
    };
}

here!(
    /// Connect four, 7x6.
    ConnectFour, LineGame<1>, "connect4"
);
here!(
    /// Four in a row on a board of 4x4, where only the end counts.
    FourByFour, LineGame<1>, "mnk:m=4,n=4,k=4", "none"
);
here!(
    /// Three in a line in a cube of 27 cells.
    Cube, LineGame<1>, "cube3"
);
here!(
    /// Four in a line in a cube of 64 cells.
    Qubic, LineGame<1>, "qubic"
);
here!(
    /// Pikk Pakk, 7x7.
    Pushes, PikkPakk, "pikkpakk"
);

/// A position for `minimax`.
pub struct State<H: Here> {
    /// The position.
    state: <H::Game as Game>::State,
    /// The side to move, or the one that would move if the game were not over.
    mover: Player,
    /// The running sum of the evaluation.
    accumulator: i64,
    /// The key for its table, different for each position.
    key: u64,
}

impl<H: Here> State<H> {
    /// A position in which a player decides.
    pub fn new(state: &<H::Game as Game>::State) -> State<H> {
        let Rules { game, evaluation } = H::rules();
        State {
            mover: game.turn(state).player().unwrap_or(Player::First),
            accumulator: evaluation.accumulator(game, state),
            key: mix(game.key(state)),
            state: state.clone(),
        }
    }
}

impl<H: Here> Clone for State<H> {
    fn clone(&self) -> State<H> {
        State { state: self.state.clone(), ..*self }
    }
}

/// Positions that each thread has visited.
static VISITED: Mutex<Vec<Arc<AtomicU64>>> = Mutex::new(Vec::new());

thread_local! {
    static MINE: OnceCell<Arc<AtomicU64>> = const { OnceCell::new() };
}

/// The moves made by all threads in games that count them, equal to the positions visited.
pub fn visited() -> u64 {
    VISITED.lock().expect("no thread panics with it").iter().map(|count| count.load(Relaxed)).sum()
}

/// Only its thread writes to a counter.
fn count() {
    MINE.with(|mine| {
        let mine = mine.get_or_init(|| {
            let new = Arc::new(AtomicU64::new(0));
            VISITED.lock().expect("no thread panics with it").push(Arc::clone(&new));
            new
        });
        mine.store(mine.load(Relaxed) + 1, Relaxed);
    });
}

/// A game for `minimax`. If it `COUNTS`, [`visited`] reports the number of moves made.
pub struct Theirs<H, const COUNTS: bool = false>(PhantomData<H>);

impl<H: Here, const COUNTS: bool> Theirs<H, COUNTS> {
    fn winner(state: &State<H>) -> Option<Winner> {
        match H::rules().game.turn(&state.state) {
            Turn::Over(Outcome::Win(winner)) if winner == state.mover => Some(Winner::PlayerToMove),
            Turn::Over(Outcome::Win(_)) => Some(Winner::PlayerJustMoved),
            Turn::Over(_) => Some(Winner::Draw),
            Turn::Decision(_) | Turn::Chance => None,
        }
    }
}

impl<H: Here, const COUNTS: bool> minimax::Game for Theirs<H, COUNTS> {
    type S = State<H>;
    type M = <H::Game as Game>::Move;

    fn generate_moves(state: &State<H>, moves: &mut Vec<Self::M>) -> Option<Winner> {
        let winner = Self::winner(state);
        if winner.is_none() {
            H::rules().game.legal_moves(&state.state, moves);
        }
        winner
    }

    fn apply(state: &mut State<H>, mv: Self::M) -> Option<State<H>> {
        if COUNTS {
            count();
        }
        let Rules { game, evaluation } = H::rules();
        let after = game.child(&state.state, mv);
        Some(State {
            accumulator: evaluation.accumulator_after(game, &state.state, state.accumulator, mv, &after),
            key: mix(game.key(&after)),
            mover: state.mover.other(),
            state: after,
        })
    }

    fn get_winner(state: &State<H>) -> Option<Winner> {
        Self::winner(state)
    }

    fn zobrist_hash(state: &State<H>) -> u64 {
        state.key
    }

    fn table_index(mv: Self::M) -> u16 {
        H::rules().game.move_code(mv) as u16
    }

    fn max_table_index() -> u16 {
        H::rules().game.move_codes().saturating_sub(1) as u16
    }
}

/// The same evaluation that Plywood's searches use, as the whole numbers that `minimax` reckons in. Beyond 30000, where
/// it would come near to what it takes for a win, all is alike.
pub struct Same<H, const COUNTS: bool = false>(PhantomData<H>);

impl<H, const COUNTS: bool> Same<H, COUNTS> {
    /// The evaluation of this game.
    #[allow(clippy::new_without_default)]
    pub fn new() -> Same<H, COUNTS> {
        Same(PhantomData)
    }
}

impl<H, const COUNTS: bool> Clone for Same<H, COUNTS> {
    fn clone(&self) -> Same<H, COUNTS> {
        Same(PhantomData)
    }
}

impl<H: Here, const COUNTS: bool> minimax::Evaluator for Same<H, COUNTS> {
    type G = Theirs<H, COUNTS>;

    fn evaluate(&self, state: &State<H>) -> Evaluation {
        let Rules { game, evaluation } = H::rules();
        let points = evaluation.evaluate_accumulated(game, &state.state, state.accumulator) * state.mover.sign();
        points.round().clamp(-30_000.0, 30_000.0) as Evaluation
    }
}

/// A strategy of `minimax` as a bot with so much time a move.
pub struct TheirBot<H, S> {
    strategy: S,
    here: PhantomData<H>,
}

impl<H: Here, S: Strategy<Theirs<H>>> TheirBot<H, S> {
    /// The strategy with this much time a move.
    pub fn new(mut strategy: S, time: Duration) -> TheirBot<H, S> {
        strategy.set_timeout(time);
        TheirBot { strategy, here: PhantomData }
    }
}

impl<H: Here, S: Strategy<Theirs<H>> + Send> Bot<H::Game> for TheirBot<H, S> {
    fn choose(
        &mut self,
        game: &H::Game,
        position: Position<'_, H::Game>,
        _: &mut dyn Rng,
        _: &Stop,
    ) -> Report<<H::Game as Game>::Move> {
        let mut moves = Vec::new();
        game.legal_moves(position.state, &mut moves);
        let best = self.strategy.choose_move(&State::new(position.state));
        // It has none if its time was over before it had looked one ply ahead.
        Report::without_value(best.unwrap_or(moves[0]), moves)
    }
}
