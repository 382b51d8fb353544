//! Games whose every position can be looked at: tic-tac-toe, 3x3x3 as the first player, and Pig.

use std::any::Any;
use std::collections::HashSet;
use std::error::Error;
use std::fmt::Write;
use std::path::Path;
use std::sync::Arc;

use plywood_games::classic::{Classic, State};
use plywood_games::pig::HOLD;
use plywood_games::pig::race::{RacePolicy, RaceSolution, RaceSpot};
use plywood_games::{Visitor, open};
use plywood_learn::{Access, Aim, Brain, BrainError, Learner, MemoryLimits};
use plywood_rules::{Bot, Game, MoveNumber, Playable, Player, Position, Run, Stop, Turn, moves_or_outcomes};
use plywood_workshop::{GradePositions, Workshop};
use rand_core::SeedableRng;
use rand_xoshiro::Xoshiro256PlusPlus;

use crate::brains::{Brains, TrainedBrain, grade};

/// Trains and measures; a part of the page.
pub fn small_games(brains: &Brains) -> Result<String, Box<dyn Error>> {
    let mut text = "## Games looked at as a whole\n\n\
                    | game | games | explore | seed | seconds | result |\n\
                    |---|---|---|---|---|---|\n"
        .to_string();
    let workshop = Workshop::standard();
    for (name, games, explore) in [("tictactoe", 80_000, 0.5), ("cube3", 60_000, 0.1), ("pig", 200_000, 0.1)]
    {
        let game = workshop.open(name)?;
        let trained = brains.train(&game, (games, explore))?;
        let results: Vec<String> = if name == "tictactoe" {
            let mut positions = GradePositions::default();
            positions.add_all(&game, None, &Stop::never())?;
            let report = grade(&game, &positions, trained.iter().map(TrainedBrain::bot))?;
            let kept = report.players.iter().map(|player| player.all.kept);
            kept.map(|kept| format!("value kept in {} of {} positions with a choice", kept.right, kept.of))
                .collect()
        } else {
            let measured = |brain: &TrainedBrain| -> Result<String, Box<dyn Error>> {
                Ok(open(name, SmallBrain(&brain.path))??)
            };
            trained.iter().map(measured).collect::<Result<_, _>>()?
        };
        for (TrainedBrain { seed, seconds, .. }, result) in trained.iter().zip(results) {
            writeln!(text, "| `{name}` | {games} | {explore} | {seed} | {seconds:.2} | {result} |")?;
        }
    }
    Ok(text)
}

/// A brain of 3x3x3 or Pig, which is measured by every answer that it gives.
struct SmallBrain<'a>(&'a Path);

impl Visitor for SmallBrain<'_> {
    type Output = Result<String, BrainError>;

    fn visit<G: Playable>(self, game: G) -> Self::Output {
        let game = Arc::new(game);
        let brain = Brain::open(Arc::clone(&game), self.0, Access::Read, MemoryLimits::default())?;
        let mut learner = Learner::new(Arc::new(brain), Aim::Value, false, None);
        let mut rng = Xoshiro256PlusPlus::seed_from_u64(1);
        let choose = &mut |state: &G::State| {
            let position = Position { state, history: &[], clock: None };
            learner.choose(&*game, position, &mut rng, &Stop::never()).best
        };
        Ok(if game.has_chance() { race(&*game, choose) } else { first(&*game, choose) })
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

/// The ends that it reaches as the first player, whatever the second one does, and those of them that it wins.
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

/// Its probability to win a race.
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
