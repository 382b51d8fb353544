//! Races against published numbers, exact fractions, and a plain solver that knows nothing but the rules.

use std::collections::HashMap;
use std::sync::Mutex;

use plywood_games::pig::race::{Race, RacePolicy, RaceSolution, RaceSpot};
use plywood_games::pig::{Die, HOLD, Pig, ROLL, State};
use plywood_rules::hints::race::SolvedRace;
use plywood_rules::{Game, Interrupted, Notation, Outcome, Player, Run, Turn};

fn pig(target: u16) -> Race {
    Pig::new(target, Die::with_faces(6)).race()
}

fn optimal(race: &Race) -> RaceSolution {
    RaceSolution::optimal(race, &Run::default()).unwrap()
}

fn between(race: &Race, plans: [RacePolicy<'_>; 2]) -> RaceSolution {
    RaceSolution::between(race, plans, &Run::default()).unwrap()
}

/// The turn totals at which a player who plays their best stops.
fn stops(solution: &RaceSolution, mine: u16, theirs: u16) -> Vec<usize> {
    let choices = solution.choices(0, mine, theirs);
    (0..choices.len()).filter(|&total| choices[total].holds()).collect()
}

/// Neller and Presser, "Optimal Play of the Dice Game Pig", UMAP Journal 25(1), 2004.
#[test]
fn pig_to_100_is_as_published() {
    let solution = optimal(&pig(100));
    assert!((solution.first_wins() - 0.530592725).abs() < 5e-10, "{}", solution.first_wins());
    assert!(solution.error() < 1e-14, "{}", solution.error());
    assert_eq!(stops(&solution, 0, 0)[0], 21);
    // No number to stop at: at 41:49 one stops from 22 to 26 and throws at 27.
    let at = stops(&solution, 41, 49);
    assert_eq!(at[..6], [22, 23, 24, 25, 26, 28]);
}

/// The same paper's Piglet: a coin, two points.
#[test]
fn piglet_has_its_fractions() {
    let solution = optimal(&Pig::new(2, Die::COIN).race());
    let win = |mine, theirs, total| solution.choice(0, RaceSpot { mine, theirs, total }).best();
    for (found, exact) in [
        (win(0, 0, 0), 4.0 / 7.0),
        (win(0, 0, 1), 5.0 / 7.0),
        (win(0, 1, 0), 2.0 / 5.0),
        (win(0, 1, 1), 3.0 / 5.0),
        (win(1, 0, 0), 4.0 / 5.0),
        (win(1, 1, 0), 2.0 / 3.0),
    ] {
        assert!((found - exact).abs() < 1e-15, "{found} {exact}");
    }
}

/// Knizia and others: holding at 20 against itself; and who plays best against a plan does better than who plays best
/// against the best.
#[test]
fn plans_meet_each_other() {
    let race = pig(100);
    let best = optimal(&race);
    let stops: Vec<Vec<usize>> = (0..10_000).map(|at| stops(&best, at / 100, at % 100)).collect();
    let perfect = |spot: RaceSpot| {
        stops[usize::from(spot.mine) * 100 + usize::from(spot.theirs)].contains(&usize::from(spot.total))
    };
    let itself = between(&race, [RacePolicy::Fixed(&perfect); 2]);
    assert!((itself.first_wins() - best.first_wins()).abs() < 1e-13);
    for (at, against_itself) in [(20, 0.534698326), (25, 0.529755588)] {
        let hold = |spot: RaceSpot| spot.total >= at;
        let even = between(&race, [RacePolicy::Fixed(&hold); 2]).first_wins();
        assert!((even - against_itself).abs() < 5e-10, "{even}");
        let perfect = between(&race, [RacePolicy::Fixed(&perfect), RacePolicy::Fixed(&hold)]);
        let response = between(&race, [RacePolicy::Best, RacePolicy::Fixed(&hold)]);
        assert!(perfect.first_wins() > best.first_wins());
        assert!(response.first_wins() > perfect.first_wins());
        assert!(response.second_begins() < perfect.second_begins());
        // The seats are alike.
        let turned = between(&race, [RacePolicy::Fixed(&hold), RacePolicy::Best]);
        assert!((turned.first_wins() - response.second_begins()).abs() < 1e-14);
    }
}

/// Two best plans in tables of their own are the best plan in one.
#[test]
fn one_table_or_two_is_the_same() {
    for race in [pig(1), pig(2), pig(7), pig(30), Pig::new(20, Die::with_faces(2)).race()] {
        let (one, two) = (optimal(&race), between(&race, [RacePolicy::Best; 2]));
        for mine in 0..race.target {
            for theirs in 0..race.target {
                for player in 0..2 {
                    let pairs =
                        one.choices(0, mine, theirs).into_iter().zip(two.choices(player, mine, theirs));
                    for (a, b) in pairs {
                        assert!((a.best() - b.best()).abs() < 1e-13, "{a:?} {b:?}");
                    }
                }
            }
        }
    }
}

/// The rules alone: what every position is worth to the first player, swept over until nothing moves.
fn swept(game: &Pig) -> HashMap<State, f64> {
    let mut order = vec![game.initial()];
    let mut worth: HashMap<State, f64> = HashMap::from([(game.initial(), 0.5)]);
    let children = |state: &State| -> Vec<(State, f64)> {
        match game.turn(state) {
            Turn::Over(_) => Vec::new(),
            Turn::Chance => {
                let mut outcomes = Vec::new();
                game.chance_outcomes(state, &mut outcomes);
                outcomes.into_iter().map(|(mv, p)| (game.child(state, mv), p)).collect()
            }
            Turn::Decision(_) => {
                let mut moves = Vec::new();
                game.legal_moves(state, &mut moves);
                moves.into_iter().map(|mv| (game.child(state, mv), 1.0)).collect()
            }
        }
    };
    let mut at = 0;
    while at < order.len() {
        for (child, _) in children(&order[at]) {
            if worth.insert(child, 0.5).is_none() {
                order.push(child);
            }
        }
        at += 1;
    }
    loop {
        let mut moved: f64 = 0.0;
        for state in order.iter().rev() {
            let worths = || children(state).into_iter().map(|(child, p)| (worth[&child], p));
            let value = match game.turn(state) {
                Turn::Over(outcome) => f64::from(u8::from(outcome == Outcome::Win(Player::First))),
                Turn::Chance => worths().map(|(value, p)| value * p).sum(),
                Turn::Decision(Player::First) => worths().map(|it| it.0).fold(0.0, f64::max),
                Turn::Decision(Player::Second) => worths().map(|it| it.0).fold(1.0, f64::min),
            };
            moved = moved.max((value - worth[state]).abs());
            worth.insert(*state, value);
        }
        if moved < 1e-15 {
            return worth;
        }
    }
}

#[test]
fn every_position_is_worth_what_the_rules_say() {
    for (target, die) in [
        (1, Die::COIN),
        (10, Die::COIN),
        (12, Die::with_faces(2)),
        (15, Die::with_faces(6)),
        (15, Die::with_faces(4)),
        (20, Die::with_faces(100)),
    ] {
        let game = Pig::new(target, die);
        let solution = optimal(&game.race());
        for (state, value) in swept(&game) {
            let Turn::Decision(player) = game.turn(&state) else { continue };
            let found = solution.choice(0, state.spot()).best();
            let found = if player == Player::First { found } else { 1.0 - found };
            assert!((found - value).abs() < 1e-12, "{target} {die:?} {state:?}: {found}, not {value}");
        }
    }
}

#[test]
fn it_can_be_called_off_and_says_how_far_it_is() {
    let told = Mutex::new(Vec::new());
    let run: Run<'_, ()> = Run::default();
    let third = |progress| {
        told.lock().unwrap().push(progress);
        if told.lock().unwrap().len() == 3 {
            run.stop.raise();
        }
    };
    assert_eq!(RaceSolution::optimal(&pig(10), &run.with(&third)).err(), Some(Interrupted));
    assert_eq!(*told.lock().unwrap(), [(10, 55), (19, 55), (27, 55)]);
    let last = Mutex::new((0, 0));
    let progress = |progress| *last.lock().unwrap() = progress;
    let run = Run { progress: &progress, ..Run::default() };
    RaceSolution::between(&pig(10), [RacePolicy::Best; 2], &run).unwrap();
    assert_eq!(*last.lock().unwrap(), (100, 100));
}

/// The hint and the solution agree on every position.
#[test]
fn a_solved_race_says_when_to_stop() {
    let game = Pig::new(100, Die::with_faces(6));
    let solution = optimal(&game.race());
    let at = |text| game.parse_state(text).unwrap();
    // 41:49 again: from 22 to 26, not at 27.
    assert_eq!(solution.holds(&at("41 49 0 first"))[0], (22, 26));
    assert_eq!(solution.first_holds()[41][49], 22);
    assert_eq!(solution.holds(&at("0 49 5 second")), solution.holds(&at("49 0 0 first")));
    let moves: Vec<_> = solution.moves(&at("41 49 24 first")).into_iter().map(|(mv, _)| mv).collect();
    assert_eq!(moves, [ROLL, HOLD]);
    let [optimal, response, itself] = solution.against_hold(20, &Run::default()).unwrap();
    assert!(response.score > optimal.score && optimal.score > 0.5 && itself.score == 0.5);
}
