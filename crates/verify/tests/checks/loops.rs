//! A game on a graph of a few places, with circles: a move goes along an edge, and each end is a win, a loss
//! or a draw.

use plywood_rules::random::below;
use plywood_rules::{
    Depict, Game, NoHints, Notation, OrderingHints, Outcome, PairingHints, Playable, Player, Specialized,
    Symmetric, TextError, ThreatHints, Turn, moves_or_outcomes,
};
use rand_core::Rng;

/// The kind of a place.
#[derive(Clone, Debug)]
pub enum Place {
    End(Outcome),
    Decision(Player, Vec<u8>),
    Chance(Vec<u8>),
}

pub struct Loops(pub Vec<Place>);

impl Loops {
    /// About a third of the places are ends; edges go anywhere.
    pub fn random(places: u8, rng: &mut impl Rng) -> Loops {
        let place = |number: u8, rng: &mut dyn FnMut(usize) -> usize| {
            let ends = [Outcome::Win(Player::First), Outcome::Win(Player::Second), Outcome::Draw];
            if number > 0 && rng(3) == 0 {
                return Place::End(ends[rng(3)]);
            }
            let mut edges: Vec<u8> = (0..1 + rng(3)).map(|_| rng(places.into()) as u8).collect();
            edges.sort_unstable();
            edges.dedup();
            match rng(9) {
                0 => Place::Chance(edges),
                n => Place::Decision(Player::BOTH[n % 2], edges),
            }
        };
        let mut draw = |n: usize| below(rng, n);
        Loops((0..places).map(|number| place(number, &mut draw)).collect())
    }
}

impl Game for Loops {
    type State = u8;
    type Move = u8;

    fn initial(&self) -> u8 {
        0
    }

    fn turn(&self, state: &u8) -> Turn {
        match self.0[usize::from(*state)] {
            Place::End(outcome) => Turn::Over(outcome),
            Place::Decision(player, _) => Turn::Decision(player),
            Place::Chance(_) => Turn::Chance,
        }
    }

    fn legal_moves(&self, state: &u8, moves: &mut Vec<u8>) {
        if let Place::Decision(_, edges) = &self.0[usize::from(*state)] {
            moves.extend(edges);
        }
    }

    fn chance_outcomes(&self, state: &u8, outcomes: &mut Vec<(u8, f64)>) {
        if let Place::Chance(edges) = &self.0[usize::from(*state)] {
            outcomes.extend(edges.iter().map(|&to| (to, 1.0 / edges.len() as f64)));
        }
    }

    fn play(&self, state: &mut u8, mv: u8) {
        *state = mv;
    }
}

impl Notation for Loops {
    fn move_text(&self, _: &u8, mv: u8) -> String {
        format!("to{mv}")
    }

    fn state_text(&self, state: &u8) -> String {
        state.to_string()
    }

    fn parse_state(&self, text: &str) -> Result<u8, TextError> {
        let place = text.parse().ok().filter(|&place| usize::from(place) < self.0.len());
        place.ok_or_else(|| TextError::new(format!("'{text}' is no place")))
    }
}

impl Symmetric for Loops {}

impl ThreatHints for Loops {}

impl PairingHints for Loops {}

impl OrderingHints for Loops {
    fn move_codes(&self) -> usize {
        256
    }

    fn move_code(&self, mv: u8) -> usize {
        mv.into()
    }
}

impl Specialized for Loops {}

impl Depict for Loops {}

impl Playable for Loops {
    fn name(&self) -> String {
        "loops".to_string()
    }

    fn has_chance(&self) -> bool {
        (0..self.0.len()).any(|place| self.turn(&(place as u8)) == Turn::Chance)
    }
}

/// Returns true if the prover reaches the goal by always playing `strategy`, computed as a least fixed point.
pub fn succeeds(game: &Loops, start: u8, (player, wins): (Player, bool), strategy: &[usize]) -> bool {
    let children = |state: u8| -> Vec<u8> {
        let moves = moves_or_outcomes(game, &state);
        match game.turn(&state) {
            Turn::Decision(mover) if mover == player => vec![moves[strategy[usize::from(state)]]],
            _ => moves,
        }
    };
    let mut reached = vec![start];
    for at in 0.. {
        let Some(&state) = reached.get(at) else { break };
        for child in children(state) {
            if !reached.contains(&child) {
                reached.push(child);
            }
        }
    }
    let utility = |state: u8| game.turn(&state).outcome().map(|outcome| outcome.utility(player));
    if !wins {
        return reached.iter().all(|&state| utility(state) != Some(-1));
    }
    // Positions from which every play ends, and well.
    let mut sure: Vec<u8> = Vec::new();
    loop {
        let now = reached.iter().copied().find(|&state| {
            let all = || children(state).iter().all(|child| sure.contains(child));
            !sure.contains(&state) && utility(state).map_or_else(all, |utility| utility == 1)
        });
        match now {
            Some(state) => sure.push(state),
            None => return sure.contains(&start),
        }
    }
}

/// A game of one move everywhere; the first player wins at the end of the road.
pub struct Road {
    pub length: u32,
}

impl Game for Road {
    type State = u32;
    type Move = ();

    fn initial(&self) -> u32 {
        0
    }

    fn turn(&self, state: &u32) -> Turn {
        if *state == self.length {
            Turn::Over(Outcome::Win(Player::First))
        } else {
            Turn::Decision(Player::BOTH[*state as usize % 2])
        }
    }

    fn legal_moves(&self, _: &u32, moves: &mut Vec<()>) {
        moves.push(());
    }

    fn play(&self, state: &mut u32, (): ()) {
        *state += 1;
    }
}

impl Notation for Road {
    fn move_text(&self, _: &u32, (): ()) -> String {
        "on".to_string()
    }

    fn state_text(&self, state: &u32) -> String {
        state.to_string()
    }

    fn parse_state(&self, text: &str) -> Result<u32, TextError> {
        text.parse().map_err(|_| TextError::new("no milestone"))
    }
}

impl Symmetric for Road {}
impl NoHints for Road {}
impl Depict for Road {}

impl Playable for Road {
    fn name(&self) -> String {
        "road".to_string()
    }
}
