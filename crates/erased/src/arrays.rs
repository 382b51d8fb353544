//! Many games at once, as arrays of numbers, for programs that learn.

use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex};

use plywood_rules::random::{chance_outcome, part_seed};
use plywood_rules::threads::{beside, lock};
use plywood_rules::{Outcome, Playable, Player, Stop, TextError, Turn};
use rand_core::SeedableRng;
use rand_xoshiro::Xoshiro256PlusPlus;

/// The arrays that describe the games of a [`Batch`], row by row, a row for each game.
#[derive(Debug)]
pub struct Arrays<'a> {
    /// [Observations](plywood_rules::observation) by the player to move.
    pub observations: &'a mut [f32],
    /// For each action whether it is a legal move.
    pub masks: &'a mut [bool],
    /// For each of the two players +1, 0 or -1 for a game that this step ended won, drawn or lost, and 0 for one that goes on.
    pub rewards: &'a mut [f32],
    /// True for each game that this step ended. The other arrays describe the new game that began in its place.
    pub dones: &'a mut [bool],
    /// The player to move: 0 the first, 1 the second.
    pub turns: &'a mut [u8],
}

/// Many games of one kind that are played at once. Dice roll by themselves, and a game that ends begins again.
pub trait Batch: Send {
    /// The number of games.
    fn count(&self) -> usize;
    /// Begins all games anew and writes `arrays`.
    fn reset(&mut self, arrays: &mut Arrays<'_>);
    /// Plays an [action](plywood_rules::Playable::action) in every game. `arrays` are those that the last call wrote.
    ///
    /// # Errors
    /// If there are not as many actions as games, or one is no legal move: names it. Nothing is played then.
    fn step(&mut self, actions: &[i64], arrays: &mut Arrays<'_>) -> Result<(), TextError>;
}

/// The ends of games that were played at random.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Playouts {
    /// The games.
    pub games: u64,
    /// The games that the first and the second player won.
    pub wins: [u64; 2],
    /// The plies of all games together, rolls of dice included.
    pub plies: u64,
}

/// A batch of games of one type.
pub(crate) struct TypedBatch<G: Playable> {
    game: Arc<G>,
    start: G::State,
    /// The states and their plies.
    games: Vec<(G::State, u32)>,
    actions: usize,
    observation: usize,
    max_plies: u32,
    rng: Xoshiro256PlusPlus,
    moves: Vec<G::Move>,
    outcomes: Vec<(G::Move, f64)>,
}

impl<G: Playable> TypedBatch<G> {
    pub fn new(game: Arc<G>, count: usize, seed: u64, max_plies: u32) -> Result<TypedBatch<G>, TextError> {
        let start = game.initial();
        if game.actions() == 0 {
            return Err(TextError::new(format!("the moves of {} have no numbers", game.name())));
        }
        // Games that end before a player decides would begin again for ever.
        if !leads_to_a_decision(&*game, &start, max_plies) {
            return Err(TextError::new(format!(
                "no player decides in {} within {max_plies} plies",
                game.name()
            )));
        }
        Ok(TypedBatch {
            games: vec![(start.clone(), 0); count],
            actions: game.actions(),
            observation: game.observation_shape().iter().product(),
            rng: Xoshiro256PlusPlus::seed_from_u64(seed),
            start,
            game,
            max_plies,
            moves: Vec::new(),
            outcomes: Vec::new(),
        })
    }

    /// Rolls the dice of a game, ends it if it is over, and writes its row.
    fn settle(&mut self, number: usize, arrays: &mut Arrays<'_>) {
        let (state, plies) = &mut self.games[number];
        let (mut ended, mut rewards) = (false, [0.0; 2]);
        let mover = loop {
            match self.game.turn(state) {
                Turn::Decision(player) if *plies < self.max_plies => break player,
                Turn::Chance if *plies < self.max_plies => {
                    let outcome = chance_outcome(&*self.game, state, &mut self.outcomes, &mut self.rng);
                    self.game.play(state, outcome);
                    *plies += 1;
                }
                end => {
                    let outcome = end.outcome().unwrap_or(Outcome::Draw);
                    rewards = Player::BOTH.map(|player| f32::from(outcome.utility(player)));
                    ended = true;
                    (*state, *plies) = (self.start.clone(), 0);
                }
            }
        };
        let observation = &mut arrays.observations[number * self.observation..][..self.observation];
        observation.fill(0.0);
        self.game.observe(state, mover, observation);
        let mask = &mut arrays.masks[number * self.actions..][..self.actions];
        mask.fill(false);
        self.moves.clear();
        self.game.legal_moves(state, &mut self.moves);
        for &mv in &self.moves {
            mask[self.game.action(mv)] = true;
        }
        arrays.rewards[2 * number..][..2].copy_from_slice(&rewards);
        arrays.dones[number] = ended;
        arrays.turns[number] = mover.index() as u8;
    }
}

impl<G: Playable> Batch for TypedBatch<G> {
    fn count(&self) -> usize {
        self.games.len()
    }

    fn reset(&mut self, arrays: &mut Arrays<'_>) {
        let start = self.start.clone();
        self.games.fill((start, 0));
        for number in 0..self.games.len() {
            self.settle(number, arrays);
        }
        // No game ended: they began.
        arrays.dones.fill(false);
        arrays.rewards.fill(0.0);
    }

    fn step(&mut self, actions: &[i64], arrays: &mut Arrays<'_>) -> Result<(), TextError> {
        if actions.len() != self.games.len() {
            let (given, games) = (actions.len(), self.games.len());
            return Err(TextError::new(format!("{given} actions for {games} games; each game needs one")));
        }
        let is_legal = |number: usize, action: i64| {
            usize::try_from(action)
                .is_ok_and(|action| action < self.actions && arrays.masks[number * self.actions + action])
        };
        if let Some((number, action)) =
            actions.iter().copied().enumerate().find(|&(number, action)| !is_legal(number, action))
        {
            return Err(TextError::new(format!(
                "action {action} of game {number} is no legal move there; masks[{number}] has the legal ones"
            )));
        }
        for (number, &action) in actions.iter().enumerate() {
            let (state, plies) = &mut self.games[number];
            let mv = move_of_action(&*self.game, state, action as usize, &mut self.moves);
            self.game.play(state, mv);
            *plies += 1;
            self.settle(number, arrays);
        }
        Ok(())
    }
}

/// Returns true if a player decides in at least one of a hundred games of at most `plies` plies.
fn leads_to_a_decision<G: Playable>(game: &G, start: &G::State, plies: u32) -> bool {
    let (mut rng, mut outcomes) = (Xoshiro256PlusPlus::seed_from_u64(0), Vec::new());
    (0..100).any(|_| {
        let mut state = start.clone();
        for _ in 0..plies {
            match game.turn(&state) {
                Turn::Decision(_) => return true,
                Turn::Over(_) => return false,
                Turn::Chance => {
                    let outcome = chance_outcome(game, &state, &mut outcomes, &mut rng);
                    game.play(&mut state, outcome);
                }
            }
        }
        false
    })
}

/// The legal move of an action.
fn move_of_action<G: Playable>(
    game: &G,
    state: &G::State,
    action: usize,
    moves: &mut Vec<G::Move>,
) -> G::Move {
    moves.clear();
    game.legal_moves(state, moves);
    let found = moves.iter().copied().find(|&mv| game.action(mv) == action);
    found.expect("the masks hold legal moves only")
}

/// Games that a thread plays before it looks for more.
const AT_ONCE: u64 = 256;

/// Plays random games: at most `count`, each for at most `max_plies`.
pub(crate) fn playouts<G: Playable>(
    game: &G,
    (count, max_plies): (u64, u32),
    seed: u64,
    jobs: usize,
    stop: &Stop,
) -> Playouts {
    let (next, all) = (AtomicU64::new(0), Mutex::new(Playouts::default()));
    let start = game.initial();
    let work = || {
        let mut found = Playouts::default();
        while !stop.is_cancelled() {
            let part = next.fetch_add(1, Ordering::Relaxed);
            let games = AT_ONCE.min(count.saturating_sub(part.saturating_mul(AT_ONCE)));
            if games == 0 {
                break;
            }
            let mut rng = Xoshiro256PlusPlus::seed_from_u64(part_seed(seed, part));
            for _ in 0..games {
                let (end, plies) = game.playout(&start, max_plies, &mut rng);
                if let Some(winner) = end.outcome().and_then(Outcome::winner) {
                    found.wins[winner.index()] += 1;
                }
                found.plies += u64::from(plies);
            }
            found.games += games;
        }
        let mut all = lock(&all);
        all.games += found.games;
        all.plies += found.plies;
        all.wins = [all.wins[0] + found.wins[0], all.wins[1] + found.wins[1]];
    };
    beside(jobs.saturating_sub(1), &|_| work(), &mut || work());
    all.into_inner().unwrap_or_default()
}
