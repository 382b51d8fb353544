//! Many games at once, as arrays of numbers, for programs that learn.

use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex};

use plywood_rules::random::{chance_outcome, part_seed};
use plywood_rules::threads::{beside, lock};
use plywood_rules::{Outcome, Playable, Player, Run, TextError, Turn};
use rand_core::SeedableRng;
use rand_xoshiro::Xoshiro256PlusPlus;
use serde::{Deserialize, Serialize};

use crate::{AnyPosition, TypedPosition, typed_position};

/// The arrays that describe the games of a [`GameBatch`], row by row, a row for each game.
#[derive(Debug)]
pub struct Arrays<'a> {
    /// [Observations](plywood_rules::observation) by the player to move.
    pub observations: &'a mut [f32],
    /// For each action whether it is a legal move.
    pub masks: &'a mut [bool],
    /// For each of the two players the payoff of a game that this step ended, or +1, 0 or -1 if it has none: won, drawn or lost. 0 for a
    /// game that goes on, and for one that was cut.
    pub rewards: &'a mut [f32],
    /// True for each game that this step ended, by its rules or by a cut. If games begin again, observation, mask and turn are those of
    /// the new game in its place; else they are those of the end, the mask is empty, and this stays true.
    pub dones: &'a mut [bool],
    /// True for each game that this step cut: it had reached the most plies and was not over.
    pub truncations: &'a mut [bool],
    /// The player to move: 0 the first, 1 the second.
    pub turns: &'a mut [u8],
    /// The last observation of each game that this step ended, by the player whose turn it is or would be. Nothing is written for the others.
    pub final_observations: &'a mut [f32],
    /// The player of each final observation. Nothing is written for the others.
    pub final_turns: &'a mut [u8],
}

/// Many games of one kind that are played at once. Dice roll by themselves. A game that ends begins again, or stays as it is until
/// it is told to, as it was asked for when they began.
pub trait GameBatch: Send {
    /// The number of games.
    fn count(&self) -> usize;
    /// Begins all games anew and writes `arrays`. This is the first call.
    fn reset(&mut self, arrays: &mut Arrays<'_>);
    /// Begins these games anew and writes their rows.
    ///
    /// # Errors
    /// If there are not as many marks as games. Nothing changes then.
    fn reset_some(&mut self, which: &[bool], arrays: &mut Arrays<'_>) -> Result<(), TextError>;
    /// Plays an [action](plywood_rules::Playable::action) in every game that is not over, of those in `which` if it is given, and
    /// writes `arrays`. Reads none of them.
    ///
    /// # Errors
    /// If there are not as many actions or marks as games, or one is no legal move: names it. Nothing is played or written then.
    fn step(
        &mut self,
        actions: &[i64],
        which: Option<&[bool]>,
        arrays: &mut Arrays<'_>,
    ) -> Result<(), TextError>;
    /// Goes on from these positions, and writes `arrays`.
    ///
    /// # Errors
    /// If there are not as many as games, or one is of another game or over: names it. Nothing changes then.
    fn set(&mut self, positions: &[Arc<dyn AnyPosition>], arrays: &mut Arrays<'_>) -> Result<(), TextError>;
    /// The positions of all games, without the moves that led there. Chance draws by seeds that follow from `seed`.
    fn positions(&self, seed: u64) -> Vec<Arc<dyn AnyPosition>>;
    /// A legal action for each game by a number from 0 up to but not including 1; 0 where a game is over.
    fn pick(&self, numbers: &[f64]) -> Vec<i64>;
    /// Writes the observations of these games by these players, one after the other, into zeros.
    fn observe(&self, games: &[(usize, Player)], observations: &mut [f32]);
    /// Writes for each game and action whether it is a legal move.
    fn write_masks(&self, masks: &mut [bool]);
    /// The same games once more, with the same dice to come.
    fn copied(&self) -> Box<dyn GameBatch>;
    /// The games as they are, for [`GameBatch::restore`].
    fn saved(&self) -> SavedBatch;
    /// Goes on from what [`GameBatch::saved`] gave of as many games of this kind, and writes `arrays`, in which no game has ended.
    ///
    /// # Errors
    /// If it is not of such games. Nothing changes then.
    fn restore(&mut self, saved: &SavedBatch, arrays: &mut Arrays<'_>) -> Result<(), TextError>;
}

/// The games of a [`GameBatch`], with the dice to come.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct SavedBatch {
    /// The packed states and their plies.
    games: Vec<(Vec<u8>, u32)>,
    rng: Xoshiro256PlusPlus,
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
    /// The observation of a game that begins with a decision: games that end have two, of which only one is made anew.
    opening: Option<Vec<f32>>,
    /// The states and their plies.
    games: Vec<(G::State, u32)>,
    actions: usize,
    observation: usize,
    max_plies: u32,
    /// True if a game that ends begins again.
    again: bool,
    rng: Xoshiro256PlusPlus,
    /// The legal moves of all games, one game after the other, and the end of each game's. Masks are given away, these are not.
    legal: Vec<G::Move>,
    ends: Vec<usize>,
    /// Room for those of the next step.
    next: (Vec<G::Move>, Vec<usize>),
    /// The moves of a step, none where a game is left as it is.
    chosen: Vec<Option<G::Move>>,
    outcomes: Vec<(G::Move, f64)>,
}

impl<G: Playable> TypedBatch<G> {
    pub fn new(
        game: Arc<G>,
        count: usize,
        seed: u64,
        max_plies: u32,
        again: bool,
    ) -> Result<TypedBatch<G>, TextError> {
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
        let observation = game.observation_shape().iter().product();
        let opening = game.turn(&start).player().map(|mover| {
            let mut seen = vec![0.0; observation];
            game.observe(&start, mover, &mut seen);
            seen
        });
        Ok(TypedBatch {
            opening,
            games: vec![(start.clone(), 0); count],
            actions: game.actions(),
            observation,
            rng: Xoshiro256PlusPlus::seed_from_u64(seed),
            start,
            game,
            max_plies,
            again,
            legal: Vec::new(),
            ends: vec![0; count],
            next: Default::default(),
            chosen: Vec::new(),
            outcomes: Vec::new(),
        })
    }

    /// Rolls the dice of a game, ends it if it is over, writes its row and appends its legal moves.
    fn settle(&mut self, number: usize, arrays: &mut Arrays<'_>) {
        let row = number * self.observation..(number + 1) * self.observation;
        let (state, plies) = &mut self.games[number];
        let mut end = None;
        let mover = loop {
            match self.game.turn(state) {
                Turn::Decision(player) if *plies < self.max_plies => break Some(player),
                Turn::Chance if *plies < self.max_plies => {
                    let outcome = chance_outcome(&*self.game, state, &mut self.outcomes, &mut self.rng);
                    self.game.play(state, outcome);
                    *plies += 1;
                }
                turn => {
                    // Dice may end the next game before a player decides: only the end of the game that was played is reported.
                    if end.is_none() {
                        let view = turn.player().unwrap_or_else(|| self.game.side_to_move(state));
                        let last = &mut arrays.final_observations[row.clone()];
                        last.fill(0.0);
                        self.game.observe(state, view, last);
                        arrays.final_turns[number] = view.index() as u8;
                        end = Some(turn);
                    }
                    if !self.again {
                        break None;
                    }
                    (*state, *plies) = (self.start.clone(), 0);
                }
            }
        };
        let observation = &mut arrays.observations[row.clone()];
        match (&self.opening, mover) {
            (_, None) => observation.copy_from_slice(&arrays.final_observations[row]),
            (Some(seen), _) if end.is_some() && *plies == 0 => observation.copy_from_slice(seen),
            (_, Some(mover)) => {
                observation.fill(0.0);
                self.game.observe(state, mover, observation);
            }
        }
        let from = self.legal.len();
        if mover.is_some() {
            self.game.legal_moves(state, &mut self.legal);
        }
        self.ends.push(self.legal.len());
        let mask = &mut arrays.masks[number * self.actions..][..self.actions];
        write_mask(&*self.game, &self.legal[from..], mask);
        let outcome = end.and_then(Turn::outcome);
        let rewards = Player::BOTH.map(|player| outcome.map_or(0.0, |outcome| reward(outcome, player)));
        arrays.rewards[2 * number..][..2].copy_from_slice(&rewards);
        arrays.dones[number] = end.is_some();
        arrays.truncations[number] = end.is_some() && outcome.is_none();
        arrays.turns[number] = mover.map_or(arrays.final_turns[number], |mover| mover.index() as u8);
    }

    /// Settles all games that `change` changes. The others keep their legal moves, and their rows but for what the last step ended.
    fn change(
        &mut self,
        arrays: &mut Arrays<'_>,
        mut change: impl FnMut(&G, usize, &mut (G::State, u32)) -> bool,
    ) {
        let (next_legal, next_ends) = std::mem::take(&mut self.next);
        let legal = std::mem::replace(&mut self.legal, next_legal);
        let ends = std::mem::replace(&mut self.ends, next_ends);
        self.legal.clear();
        self.ends.clear();
        let mut from = 0;
        for (number, &end) in ends.iter().enumerate() {
            if change(&self.game, number, &mut self.games[number]) {
                self.settle(number, arrays);
            } else {
                self.legal.extend_from_slice(&legal[from..end]);
                self.ends.push(self.legal.len());
                arrays.rewards[2 * number..][..2].fill(0.0);
                if self.again {
                    arrays.dones[number] = false;
                    arrays.truncations[number] = false;
                }
            }
            from = end;
        }
        self.next = (legal, ends);
    }

    /// Writes all rows of games that begin or go on.
    fn begin(&mut self, arrays: &mut Arrays<'_>) {
        self.change(arrays, |_, _, _| true);
        if self.again {
            // No game ended: they began.
            arrays.dones.fill(false);
            arrays.truncations.fill(false);
        }
        arrays.rewards.fill(0.0);
    }

    fn check_count(&self, given: usize, what: &str) -> Result<(), TextError> {
        let games = self.games.len();
        match given == games {
            true => Ok(()),
            false => Err(TextError::new(format!("{given} {what} for {games} games; each game needs one"))),
        }
    }

    /// The legal moves of each game.
    fn legal(&self) -> impl Iterator<Item = &[G::Move]> {
        let mut from = 0;
        self.ends.iter().map(move |&end| &self.legal[std::mem::replace(&mut from, end)..end])
    }

    /// The moves of these actions; none in games that are over or not in `which`.
    fn choose(
        &self,
        actions: &[i64],
        which: Option<&[bool]>,
        chosen: &mut Vec<Option<G::Move>>,
    ) -> Result<(), TextError> {
        self.check_count(actions.len(), "actions")?;
        self.check_count(which.map_or(self.games.len(), <[bool]>::len), "marks")?;
        for (number, (legal, &action)) in self.legal().zip(actions).enumerate() {
            if legal.is_empty() || which.is_some_and(|which| !which[number]) {
                chosen.push(None);
                continue;
            }
            let wanted = usize::try_from(action).ok();
            let Some(&mv) = legal.iter().find(|&&mv| Some(self.game.action(mv)) == wanted) else {
                return Err(TextError::new(format!(
                    "action {action} of game {number} is no legal move there"
                )));
            };
            chosen.push(Some(mv));
        }
        Ok(())
    }
}

impl<G: Playable> GameBatch for TypedBatch<G> {
    fn count(&self) -> usize {
        self.games.len()
    }

    fn reset(&mut self, arrays: &mut Arrays<'_>) {
        let start = self.start.clone();
        self.games.fill((start, 0));
        self.begin(arrays);
    }

    fn reset_some(&mut self, which: &[bool], arrays: &mut Arrays<'_>) -> Result<(), TextError> {
        self.check_count(which.len(), "marks")?;
        let start = self.start.clone();
        self.change(arrays, |_, number, game| {
            if which[number] {
                *game = (start.clone(), 0);
            }
            which[number]
        });
        Ok(())
    }

    fn set(&mut self, positions: &[Arc<dyn AnyPosition>], arrays: &mut Arrays<'_>) -> Result<(), TextError> {
        self.check_count(positions.len(), "positions")?;
        let state = |(number, position): (usize, &Arc<dyn AnyPosition>)| {
            let position = typed_position(&self.game, &**position)
                .ok_or_else(|| TextError::new(format!("position {number} is of another game")))?;
            match position.outcome() {
                Some(_) => Err(TextError::new(format!("position {number} is over"))),
                None => Ok((position.state().clone(), position.plies())),
            }
        };
        self.games = positions.iter().enumerate().map(state).collect::<Result<_, TextError>>()?;
        self.begin(arrays);
        Ok(())
    }

    fn positions(&self, seed: u64) -> Vec<Arc<dyn AnyPosition>> {
        let position = |(number, (state, _)): (usize, &(G::State, u32))| -> Arc<dyn AnyPosition> {
            TypedPosition::new(Arc::clone(&self.game), state.clone(), part_seed(seed, number as u64))
        };
        self.games.iter().enumerate().map(position).collect()
    }

    fn pick(&self, numbers: &[f64]) -> Vec<i64> {
        let pick = |(legal, number): (&[G::Move], &f64)| {
            let mv = legal.get((number * legal.len() as f64) as usize);
            mv.map_or(0, |&mv| self.game.action(mv) as i64)
        };
        self.legal().zip(numbers).map(pick).collect()
    }

    fn observe(&self, games: &[(usize, Player)], observations: &mut [f32]) {
        for (&(number, view), row) in games.iter().zip(observations.chunks_exact_mut(self.observation)) {
            self.game.observe(&self.games[number].0, view, row);
        }
    }

    fn saved(&self) -> SavedBatch {
        let pack = |(state, plies): &(G::State, u32)| {
            let mut bytes = Vec::new();
            self.game.pack(state, &mut bytes);
            (bytes, *plies)
        };
        SavedBatch { games: self.games.iter().map(pack).collect(), rng: self.rng.clone() }
    }

    fn restore(&mut self, saved: &SavedBatch, arrays: &mut Arrays<'_>) -> Result<(), TextError> {
        let (given, games) = (saved.games.len(), self.games.len());
        if given != games {
            return Err(TextError::new(format!("{given} games were saved, and these are {games}")));
        }
        let unpack = |(bytes, plies): &(Vec<u8>, u32)| Ok((self.game.unpack(bytes)?, *plies));
        self.games = saved.games.iter().map(unpack).collect::<Result<_, TextError>>()?;
        self.rng = saved.rng.clone();
        self.begin(arrays);
        Ok(())
    }

    fn step(
        &mut self,
        actions: &[i64],
        which: Option<&[bool]>,
        arrays: &mut Arrays<'_>,
    ) -> Result<(), TextError> {
        let mut chosen = std::mem::take(&mut self.chosen);
        chosen.clear();
        let legal = self.choose(actions, which, &mut chosen);
        if legal.is_ok() {
            self.change(arrays, |game, number, (state, plies)| {
                let Some(mv) = chosen[number] else { return false };
                game.play(state, mv);
                *plies += 1;
                true
            });
        }
        self.chosen = chosen;
        legal
    }

    fn write_masks(&self, masks: &mut [bool]) {
        for (legal, mask) in self.legal().zip(masks.chunks_exact_mut(self.actions)) {
            write_mask(&*self.game, legal, mask);
        }
    }

    fn copied(&self) -> Box<dyn GameBatch> {
        Box::new(TypedBatch {
            game: Arc::clone(&self.game),
            start: self.start.clone(),
            opening: self.opening.clone(),
            games: self.games.clone(),
            rng: self.rng.clone(),
            legal: self.legal.clone(),
            ends: self.ends.clone(),
            next: Default::default(),
            chosen: Vec::new(),
            outcomes: Vec::new(),
            ..*self
        })
    }
}

/// The reward of an end: the payoff where there is one, else +1, 0 or -1.
fn reward(outcome: Outcome, player: Player) -> f32 {
    match (outcome, player) {
        (Outcome::Payoff(points), Player::First) => points as f32,
        (Outcome::Payoff(points), Player::Second) => (0.0 - points) as f32,
        _ => outcome.utility(player).into(),
    }
}

/// Marks the actions of the legal moves.
fn write_mask<G: Playable>(game: &G, legal: &[G::Move], mask: &mut [bool]) {
    mask.fill(false);
    for &mv in legal {
        mask[game.action(mv)] = true;
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

/// Games that a thread plays before it looks for more.
const AT_ONCE: u64 = 256;

/// Plays random games: at most `count`, each for at most `max_plies`.
pub(crate) fn playouts<G: Playable>(
    game: &G,
    (count, max_plies): (u64, u32),
    seed: u64,
    run: &Run<'_, ()>,
) -> Playouts {
    let (next, all) = (AtomicU64::new(0), Mutex::new(Playouts::default()));
    let start = game.initial();
    let work = || {
        let mut found = Playouts::default();
        while !run.stop.is_cancelled() {
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
    beside(run.threads.saturating_sub(1), &|_| work(), &mut || work());
    all.into_inner().unwrap_or_default()
}
