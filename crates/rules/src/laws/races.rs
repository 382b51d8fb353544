//! The law about races: throwing and stopping follow [`Race`](crate::Race).

use super::checker::{Checker, RACE};
use super::subject::{Move, State};
use crate::{Outcome, Race, RaceSpot, Turn};

impl Checker<'_> {
    /// Checks a decision of a game that is a race.
    pub(super) fn race(&mut self, state: &State, moves: &[Move]) {
        let (Some((race, roll, hold)), Some(spot)) = (self.game.race(), self.game.race_spot(state)) else {
            return;
        };
        let right = self.is_race(&race, [roll, hold], spot, state, moves);
        let at = self.at(state);
        self.expect(RACE, right, || format!("{at}: not what a race does at {spot:?}"));
    }

    fn is_race(
        &self,
        race: &Race,
        [roll, hold]: [Move; 2],
        spot: RaceSpot,
        state: &State,
        moves: &[Move],
    ) -> bool {
        let game = self.game;
        let Turn::Decision(player) = game.turn(state) else { return false };
        let RaceSpot { mine, theirs, total } = spot;
        let own = u32::from(mine) + u32::from(total);
        let sum: f64 = race.bust + race.gains.iter().map(|gain| gain.1).sum::<f64>();
        let sound = own < u32::from(race.target)
            && theirs < race.target
            && race.bust < 1.0
            && (sum - 1.0).abs() < 1e-9
            && race.gains.first().is_some_and(|gain| gain.0 > 0)
            && race.gains.is_sorted_by(|one, next| one.0 < next.0)
            && moves.contains(&roll)
            && moves.contains(&hold) == (total > 0)
            && moves.len() <= 2;
        if !sound {
            return false;
        }
        let next = RaceSpot { mine: theirs, theirs: mine, total: 0 };
        let passes = |after: &State, spot: RaceSpot| {
            game.turn(after) == Turn::Decision(player.other()) && game.race_spot(after) == Some(spot)
        };
        if total > 0 && !passes(&game.child(state, hold), RaceSpot { theirs: mine + total, ..next }) {
            return false;
        }
        let thrown = game.child(state, roll);
        let mut outcomes = Vec::new();
        game.chance_outcomes(&thrown, &mut outcomes);
        let mut seen = 0.0;
        for &(outcome, probability) in &outcomes {
            let after = game.child(&thrown, outcome);
            let is_gain = |&(gain, p): &(u16, f64)| {
                let won = own + u32::from(gain) >= u32::from(race.target);
                (p - probability).abs() < 1e-9
                    && match game.turn(&after) {
                        Turn::Over(outcome) => won && outcome == Outcome::Win(player),
                        Turn::Decision(next) => {
                            !won && next == player
                                && game.race_spot(&after) == Some(RaceSpot { total: total + gain, ..spot })
                        }
                        Turn::Chance => false,
                    }
            };
            if passes(&after, next) {
                seen += probability;
            } else if !race.gains.iter().any(is_gain) {
                return false;
            }
        }
        (seen - race.bust).abs() < 1e-9
    }
}
