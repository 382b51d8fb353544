//! Games whose every position can be looked at: tic-tac-toe, 3x3x3 as the first player, and Pig.

use std::any::Any;
use std::collections::HashSet;
use std::sync::Arc;
use std::time::Instant;

use plywood_games::Visitor;
use plywood_games::classic::{Classic, State};
use plywood_games::pig::HOLD;
use plywood_games::pig::race::{RacePolicy, RaceSolution, RaceSpot};
use plywood_learn::{Aim, Learner};
use plywood_rules::{Game, MoveNumber, Playable, Player, Run, Turn, moves_or_outcomes};
use plywood_solve::iterate;
use rand_core::SeedableRng;
use rand_xoshiro::Xoshiro256PlusPlus;

use crate::brain::{begin, choose, on_all_processors};

/// A brain to be trained.
pub struct SmallBrain {
    pub seed: u64,
    pub games: u64,
    pub explore: f64,
    pub measure: Measurement,
}

/// A measurement of a brain.
#[derive(Clone, Copy)]
pub enum Measurement {
    /// The positions of a game in which it gives the value away.
    Everywhere,
    /// The ends that it reaches as the first player, whatever the second one does, and those of them that it wins.
    First,
    /// Its probability to win a race.
    Race,
}

impl Visitor for SmallBrain {
    type Output = String;

    /// Trains and measures; the seconds of training and the result as cells of a table.
    fn visit<G: Playable>(self, game: G) -> String {
        let game = Arc::new(game);
        let (brain, training, path) = begin(&game, self.seed, self.games, self.explore);
        let started = Instant::now();
        training.begin(&brain).run_until(self.games, &on_all_processors(&|_| ())).expect("room for a brain");
        let seconds = started.elapsed().as_secs_f64();
        let mut learner = Learner::new(brain, Aim::Value, false, None);
        let mut rng = Xoshiro256PlusPlus::seed_from_u64(self.seed);
        let choose = &mut |state: &G::State| choose(&*game, &mut learner, state, &mut rng);
        let result = match self.measure {
            Measurement::Everywhere => everywhere(&*game, choose),
            Measurement::First => first(&*game, choose),
            Measurement::Race => race(&*game, choose),
        };
        let _ = std::fs::remove_file(path);
        format!("{seconds:.2} | {result}")
    }
}

/// A brain's move in a position.
type ChooseMove<'a, G> = dyn FnMut(&<G as Game>::State) -> <G as Game>::Move + 'a;

/// The positions that can follow one.
fn followers<G: Game>(game: &G, state: &G::State) -> Vec<G::State> {
    moves_or_outcomes(game, state).into_iter().map(|mv| game.child(state, mv)).collect()
}

/// Visits each position once that `visit` names as one to go on to, from the opening on.
fn walk<G: Game>(game: &G, visit: &mut dyn FnMut(&G::State) -> Vec<G::State>) {
    let mut open = vec![game.initial()];
    let mut seen: HashSet<G::State> = open.iter().cloned().collect();
    while let Some(state) = open.pop() {
        open.extend(visit(&state).into_iter().filter(|state| seen.insert(state.clone())));
    }
}

fn everywhere<G: Playable>(game: &G, choose: &mut ChooseMove<'_, G>) -> String {
    let Ok(exact) = iterate::solve(game, &game.initial(), 0.0, &Run::default()) else {
        unreachable!("it is a small game")
    };
    let mut wrong = 0;
    walk(game, &mut |state| {
        if game.turn(state).player().is_some() {
            let child = game.child(state, choose(state));
            wrong += u32::from(exact.lookup(&child) != exact.lookup(state));
        }
        followers(game, state)
    });
    format!("value given away in {wrong} of {} positions", exact.positions())
}

fn first<G: Playable>(game: &G, choose: &mut ChooseMove<'_, G>) -> String {
    let (mut won, mut ends) = (0, 0);
    walk(game, &mut |state| match game.turn(state) {
        Turn::Over(outcome) => {
            ends += 1;
            won += u32::from(outcome.winner() == Some(Player::First));
            Vec::new()
        }
        Turn::Decision(Player::First) => vec![game.child(state, choose(state))],
        _ => followers(game, state),
    });
    format!("{won} of {ends} ends won")
}

fn race<G: Playable>(game: &G, choose: &mut ChooseMove<'_, G>) -> String {
    let Some(Classic::Pig(pig)) = (game as &dyn Any).downcast_ref() else { unreachable!("it is Pig") };
    let known = pig.race();
    let mut holds = HashSet::new();
    walk(game, &mut |state| {
        let place = game.turn(state) == Turn::Decision(Player::First);
        if let (true, Some(State::Pig(at))) = (place, (state as &dyn Any).downcast_ref())
            && (&choose(state) as &dyn Any).downcast_ref::<MoveNumber>() == Some(&HOLD)
        {
            holds.insert(at.spot());
        }
        followers(game, state)
    });
    let run = Run::default();
    let best = RaceSolution::optimal(&known, &run).expect("it is not stopped");
    let own = |spot: RaceSpot| holds.contains(&spot);
    let against = |plans| RaceSolution::between(&known, plans, &run).expect("it is not stopped");
    let first = against([RacePolicy::Fixed(&own), RacePolicy::Best]).first_wins();
    let second = 1.0 - against([RacePolicy::Best, RacePolicy::Fixed(&own)]).first_wins();
    format!(
        "wins {:.2} % as first and {:.2} % as second player against the best reply to it; optimal {:.2} % and {:.2} %",
        100.0 * first,
        100.0 * second,
        100.0 * best.first_wins(),
        100.0 * (1.0 - best.first_wins())
    )
}
