//! Pig as a race that is solved.

use plywood_rules::hints::race::{DiceRace, Meeting, RaceProgress, SolvedRace};
use plywood_rules::{Interrupted, MoveNumber, Run, Specialists, Specialized};

use super::game::{HOLD, Pig, ROLL, State};
use super::race::{Race, RaceChoice, RacePolicy, RaceSolution, RaceSpot};

impl Pig {
    /// This game as a race.
    pub fn race(&self) -> Race {
        let probability = 1.0 / f64::from(self.die.faces());
        let gains = (self.die.least + 1..=self.die.greatest).map(|face| (u16::from(face), probability));
        Race { target: self.target, bust: probability, gains: gains.collect() }
    }
}

impl Specialized for Pig {
    fn specialists(&self) -> Specialists<Pig> {
        let race = DiceRace {
            points: self.target,
            solve: |game: &Pig, run| Ok(Box::new(RaceSolution::optimal(&game.race(), run)?)),
        };
        Specialists { race: Some(race), ..Specialists::default() }
    }
}

impl SolvedRace<Pig> for RaceSolution {
    fn moves(&self, state: &State) -> Vec<(MoveNumber, f64)> {
        let RaceChoice { roll, hold } = self.choice(0, state.spot());
        let hold = hold.map(|hold| (HOLD, hold));
        [(ROLL, roll)].into_iter().chain(hold).collect()
    }

    fn error(&self) -> f64 {
        self.error
    }

    fn turns(&self) -> u64 {
        self.turns
    }

    fn holds(&self, state: &State) -> Vec<(u16, u16)> {
        let RaceSpot { mine, theirs, .. } = state.spot();
        let mut runs: Vec<(u16, u16)> = Vec::new();
        for (total, choice) in (0..).zip(self.choices(0, mine, theirs)) {
            match runs.last_mut() {
                _ if !choice.holds() => {}
                Some((_, to)) if *to + 1 == total => *to = total,
                _ => runs.push((total, total)),
            }
        }
        runs
    }

    fn first_holds(&self) -> Vec<Vec<u16>> {
        let target = self.race.target;
        let first = |mine: u16, theirs: u16| {
            let choices = self.choices(0, mine, theirs);
            choices.iter().position(|choice| choice.holds()).map_or(target - mine, |total| total as u16)
        };
        (0..target).map(|mine| (0..target).map(|theirs| first(mine, theirs)).collect()).collect()
    }

    fn against_hold(&self, at: u16, run: &Run<'_, RaceProgress>) -> Result<[Meeting; 3], Interrupted> {
        let target = usize::from(self.race.target);
        let stops: Vec<Vec<bool>> = (0..target * target)
            .map(|pair| {
                let choices = self.choices(0, (pair / target) as u16, (pair % target) as u16);
                choices.into_iter().map(RaceChoice::holds).collect()
            })
            .collect();
        let optimal = |spot: RaceSpot| {
            stops[usize::from(spot.mine) * target + usize::from(spot.theirs)][usize::from(spot.total)]
        };
        let hold = |spot: RaceSpot| spot.total >= at;
        let meet = |one: RacePolicy<'_>| {
            let solution = RaceSolution::between(&self.race, [one, RacePolicy::Fixed(&hold)], run)?;
            let (begins, follows) = (solution.first_wins(), 1.0 - solution.second_begins());
            Ok(Meeting { begins, follows, score: f64::midpoint(begins, follows) })
        };
        Ok([meet(RacePolicy::Fixed(&optimal))?, meet(RacePolicy::Best)?, meet(RacePolicy::Fixed(&hold))?])
    }
}
