//! The truth by the rules alone: sets of positions that grow to a least fixed point.

use std::collections::HashMap;

use plywood_rules::{Playable, Player, Turn, moves_or_outcomes};

/// The player who can force a win in each position, and its distance.
pub struct Truth<S> {
    places: HashMap<S, usize>,
    /// For each player and position the rounds after which a win was found that the dice cannot prevent.
    wins: [Vec<Option<u32>>; 2],
    /// The same if the dice fall as that player wants.
    chances: [Vec<Option<u32>>; 2],
}

impl<S: Clone + Eq + std::hash::Hash> Truth<S> {
    /// The truth about all positions that can be reached from `start`.
    pub fn of<G: Playable<State = S>>(game: &G, start: &S) -> Truth<S> {
        let mut states = vec![start.clone()];
        let mut places = HashMap::from([(start.clone(), 0)]);
        let mut children: Vec<Vec<usize>> = Vec::new();
        while children.len() < states.len() {
            let state = states[children.len()].clone();
            let reached = moves_or_outcomes(game, &state).into_iter().map(|mv| {
                let child = game.child(&state, mv);
                *places.entry(child.clone()).or_insert_with(|| {
                    states.push(child);
                    states.len() - 1
                })
            });
            children.push(reached.collect());
        }
        let found = |player: Player, luck: bool| {
            let mut won: Vec<Option<u32>> = states
                .iter()
                .map(|state| {
                    let outcome = game.turn(state).outcome();
                    outcome.filter(|outcome| outcome.utility(player) == 1).map(|_| 0)
                })
                .collect();
            for round in 1.. {
                let before = won.clone();
                for (place, state) in states.iter().enumerate().filter(|(place, _)| before[*place].is_none())
                {
                    let mut below = children[place].iter().map(|&child| before[child].is_some());
                    let now = match game.turn(state) {
                        Turn::Decision(mover) if mover == player => below.any(|won| won),
                        Turn::Chance if luck => below.any(|won| won),
                        Turn::Decision(_) | Turn::Chance => below.all(|won| won),
                        Turn::Over(_) => false,
                    };
                    won[place] = now.then_some(round);
                }
                if won == before {
                    break;
                }
            }
            won
        };
        let [wins, chances] = [false, true].map(|luck| Player::BOTH.map(|player| found(player, luck)));
        Truth { places, wins, chances }
    }

    /// The rounds to a win of `player`, if there is one.
    pub fn win(&self, state: &S, player: Player) -> Option<u32> {
        self.wins[player.index()][self.places[state]]
    }

    /// Returns true if a claim is true.
    pub fn is(&self, state: &S, player: Player, wins: bool) -> bool {
        let lost = || self.chances[player.other().index()][self.places[state]].is_some();
        if wins { self.win(state, player).is_some() } else { !lost() }
    }

    /// The place of the move that a player who wins, or else holds, makes.
    pub fn best<G: Playable<State = S>>(&self, game: &G, state: &S, player: Player, wins: bool) -> usize {
        let moves = moves_or_outcomes(game, state);
        let children: Vec<S> = moves.into_iter().map(|mv| game.child(state, mv)).collect();
        let winning = |place: &usize| self.win(&children[*place], player).unwrap_or(u32::MAX);
        if wins {
            (0..children.len()).min_by_key(winning).expect("a decision has moves")
        } else {
            (0..children.len()).find(|&place| self.is(&children[place], player, false)).unwrap_or(0)
        }
    }
}
