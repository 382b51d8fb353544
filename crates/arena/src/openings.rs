//! Openings: the moves a game begins with before the bots take over, so that two deterministic bots do not repeat the
//! same game.

use plywood_rules::random::{below, chance_outcome};
use plywood_rules::{Game, Notation, Turn, is_threefold, moves_or_outcomes};
use rand_chacha::ChaCha8Rng;
use rand_core::{Rng, SeedableRng};

/// The source of a match's openings. Both games of a pair get the same one.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub enum Openings<M> {
    /// No openings: every game starts at the start.
    #[default]
    None,
    /// These move sequences, used in turn and again from the beginning when there are more pairs. They
    /// include chance outcomes.
    List(Vec<Vec<M>>),
    /// This many random plies, different for each pair; fewer if the game would be over by then.
    Random {
        /// Moves and outcomes of chance together.
        plies: u16,
    },
}

impl<M: Copy + PartialEq> Openings<M> {
    /// Checks that every opening of a list can be played from `start` and leaves a game to play.
    pub(crate) fn check<G: Notation<Move = M>>(&self, game: &G, start: &G::State) -> Result<(), String> {
        let Openings::List(list) = self else { return Ok(()) };
        if list.is_empty() {
            return Err("the list of openings is empty".to_string());
        }
        for (i, opening) in list.iter().enumerate() {
            let number = i + 1;
            let mut past = Vec::new();
            let mut state = start.clone();
            for (ply, &mv) in opening.iter().enumerate() {
                if !moves_or_outcomes(game, &state).contains(&mv) {
                    return Err(format!(
                        "move {} of opening {number} is not legal at '{}'",
                        ply + 1,
                        game.state_text(&state)
                    ));
                }
                let next = game.child(&state, mv);
                past.push(std::mem::replace(&mut state, next));
            }
            if is_finished(game, &past, &state) {
                return Err(format!("opening {number} leaves nothing to play: the game is over after it"));
            }
        }
        Ok(())
    }

    /// The opening of pair number `pair`, which has a seed of its own.
    pub(crate) fn of_pair<G: Game<Move = M>>(
        &self,
        game: &G,
        start: &G::State,
        pair: u64,
        seed: u64,
    ) -> Vec<M> {
        match self {
            Openings::None => Vec::new(),
            Openings::List(list) => list[(pair % list.len() as u64) as usize].clone(),
            Openings::Random { plies } => {
                random_opening(game, start, usize::from(*plies), &mut ChaCha8Rng::seed_from_u64(seed))
            }
        }
    }
}

/// The number of attempts at an opening of the full length before a shorter one is taken.
const TRIES: u32 = 20;

/// An opening of `plies` random plies, or the longest that was found.
fn random_opening<G: Game>(
    game: &G,
    start: &G::State,
    plies: usize,
    rng: &mut (impl Rng + ?Sized),
) -> Vec<G::Move> {
    let mut longest = Vec::new();
    for _ in 0..TRIES {
        let walk = random_walk(game, start, plies, rng);
        if walk.len() == plies {
            return walk;
        }
        if walk.len() > longest.len() {
            longest = walk;
        }
    }
    longest
}

/// Returns up to `plies` random plies after which the game is not over.
fn random_walk<G: Game>(
    game: &G,
    start: &G::State,
    plies: usize,
    rng: &mut (impl Rng + ?Sized),
) -> Vec<G::Move> {
    let mut walk = Vec::new();
    let mut past = Vec::new();
    let mut state = start.clone();
    let mut outcomes = Vec::new();
    while walk.len() < plies {
        let mv = match game.turn(&state) {
            Turn::Over(_) => break,
            Turn::Chance => chance_outcome(game, &state, &mut outcomes, rng),
            Turn::Decision(_) => game.nth_move(&state, below(rng, game.count_moves(&state))),
        };
        let next = game.child(&state, mv);
        past.push(std::mem::replace(&mut state, next));
        if is_finished(game, &past, &state) {
            break;
        }
        walk.push(mv);
    }
    walk
}

/// Returns true if play ends in `state`.
fn is_finished<G: Game>(game: &G, past: &[G::State], state: &G::State) -> bool {
    matches!(game.turn(state), Turn::Over(_)) || is_threefold(game, past, state)
}
