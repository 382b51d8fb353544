//! Small games and bots for the tests of matches.

use plywood_arena::{Contestant, Match, Played};
use plywood_rules::bot::{FirstMove, Random};
use plywood_rules::{Bot, Game, Notation, Outcome, Player, Position, Report, Run, Stop, TextError, Turn};
use rand_core::Rng;

/// Take one to three stones from a heap; the player who takes the last one wins.
pub struct Nim(pub u32);

#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Heap {
    pub stones: u32,
    pub mover: Player,
}

impl Game for Nim {
    type State = Heap;
    type Move = u32;

    fn initial(&self) -> Heap {
        Heap { stones: self.0, mover: Player::First }
    }

    fn turn(&self, state: &Heap) -> Turn {
        match state.stones {
            0 => Turn::Over(Outcome::Win(state.mover.other())),
            _ => Turn::Decision(state.mover),
        }
    }

    fn legal_moves(&self, state: &Heap, moves: &mut Vec<u32>) {
        moves.extend(1..=state.stones.min(3));
    }

    fn play(&self, state: &mut Heap, mv: u32) {
        state.stones -= mv;
        state.mover = state.mover.other();
    }
}

/// Each turn a player either waits or throws a die with the faces from 0 up, and advances by what it shows.
/// The first player at the goal wins; waiting for ever is possible, and so is throwing nothing but zeros.
pub struct Race {
    pub goal: u32,
    pub faces: u32,
}

#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Track {
    pub places: [u32; 2],
    pub mover: Player,
    pub thrown: bool,
}

pub const WAIT: u32 = 100;
pub const THROW: u32 = 101;

impl Game for Race {
    type State = Track;
    type Move = u32;

    fn initial(&self) -> Track {
        Track { places: [0, 0], mover: Player::First, thrown: false }
    }

    fn turn(&self, state: &Track) -> Turn {
        match Player::BOTH.into_iter().find(|player| state.places[player.index()] >= self.goal) {
            Some(winner) => Turn::Over(Outcome::Win(winner)),
            None if state.thrown => Turn::Chance,
            None => Turn::Decision(state.mover),
        }
    }

    fn legal_moves(&self, _: &Track, moves: &mut Vec<u32>) {
        moves.extend([THROW, WAIT]);
    }

    fn chance_outcomes(&self, _: &Track, outcomes: &mut Vec<(u32, f64)>) {
        outcomes.extend((0..self.faces).map(|face| (face, 1.0 / f64::from(self.faces))));
    }

    fn play(&self, state: &mut Track, mv: u32) {
        if mv == THROW {
            state.thrown = true;
            return;
        }
        if mv != WAIT {
            state.places[state.mover.index()] += mv;
        }
        state.thrown = false;
        state.mover = state.mover.other();
    }
}

/// Text enough for error messages.
macro_rules! debug_notation {
    ($game:ty) => {
        impl Notation for $game {
            fn move_text(&self, _: &Self::State, mv: u32) -> String {
                mv.to_string()
            }

            fn state_text(&self, state: &Self::State) -> String {
                format!("{state:?}").to_lowercase()
            }

            fn parse_state(&self, text: &str) -> Result<Self::State, TextError> {
                Err(TextError::new(format!("'{text}' is of no use in these tests")))
            }
        }
    };
}
debug_notation!(Nim);
debug_notation!(Race);

/// A bot that plays by a function from game, position and stop flag to a move.
pub struct By<F>(pub F);

impl<G, F> Bot<G> for By<F>
where
    G: Game,
    F: FnMut(&G, &Position<'_, G>, &Stop) -> G::Move + Send,
{
    fn choose(
        &mut self,
        game: &G,
        position: Position<'_, G>,
        _: &mut dyn Rng,
        stop: &Stop,
    ) -> Report<G::Move> {
        Report::without_value((self.0)(game, &position, stop), [])
    }
}

/// Plays nim perfectly.
pub fn perfect<'a>() -> Contestant<'a, Nim> {
    by("perfect", |_: &Nim, position, _| match position.state.stones % 4 {
        0 => 1,
        extra => extra,
    })
}

/// The same function for every game.
pub fn by<'a, G: Game + 'static>(
    name: &str,
    choose: impl Fn(&G, &Position<'_, G>, &Stop) -> G::Move + Clone + Send + Sync + 'static,
) -> Contestant<'a, G> {
    Contestant::new(name, move || Box::new(By(choose.clone())))
}

pub fn random<'a, G: Game>() -> Contestant<'a, G> {
    Contestant::new("random", || Box::new(Random))
}

pub fn first<'a, G: Game>() -> Contestant<'a, G> {
    Contestant::new("first", || Box::new(FirstMove))
}

/// The conditions of a match on one thread whose games go to `hear`.
pub fn hearing<M>(hear: &(dyn Fn(Played<M>) + Sync)) -> Run<'_, Played<M>> {
    Run { progress: hear, ..Run::default() }
}

/// A match of `games` games, with two contestants.
pub fn a_match<'a, G: Notation + Sync>(
    game: &'a G,
    games: u64,
    bots: [Contestant<'a, G>; 2],
) -> Match<'a, G> {
    Match { games, ..Match::new(game, bots) }
}
