//! Games that are nothing but graphs, with cycles of every kind.

use plywood_rules::random::below;
use plywood_rules::{Depict, Game, NoHints, Notation, Outcome, Playable, Player, Symmetric, TextError, Turn};
use rand_chacha::ChaCha8Rng;
use rand_core::SeedableRng;

/// A game that is just a graph: its positions are numbers, either player may move anywhere, any number of
/// times running.
#[derive(Clone, Debug)]
pub struct Graph {
    pub turns: Vec<Turn>,
    pub children: Vec<Vec<usize>>,
}

impl Graph {
    pub fn random(seed: u64) -> Graph {
        let mut rng = ChaCha8Rng::seed_from_u64(seed);
        let size = 2 + below(&mut rng, 30);
        let busy = 1 + below(&mut rng, 4);
        let turn = |rng: &mut ChaCha8Rng| match below(rng, 12) {
            0 => Turn::Over(Outcome::Draw),
            1 => Turn::Over(Outcome::Win(Player::First)),
            2 => Turn::Over(Outcome::Win(Player::Second)),
            3..7 => Turn::Decision(Player::First),
            _ => Turn::Decision(Player::Second),
        };
        let mut turns: Vec<Turn> = (0..size).map(|_| turn(&mut rng)).collect();
        turns[0] = Turn::Decision(Player::First);
        let children = |rng: &mut ChaCha8Rng| (0..1 + below(rng, busy)).map(|_| below(rng, size)).collect();
        Graph { turns, children: (0..size).map(|_| children(&mut rng)).collect() }
    }
}

impl Game for Graph {
    type State = usize;
    type Move = usize;

    fn initial(&self) -> usize {
        0
    }

    fn turn(&self, state: &usize) -> Turn {
        self.turns[*state]
    }

    fn legal_moves(&self, state: &usize, moves: &mut Vec<usize>) {
        moves.extend(0..self.children[*state].len());
    }

    fn play(&self, state: &mut usize, mv: usize) {
        *state = self.children[*state][mv];
    }
}

impl Notation for Graph {
    fn move_text(&self, _: &usize, mv: usize) -> String {
        mv.to_string()
    }

    fn state_text(&self, state: &usize) -> String {
        state.to_string()
    }

    fn parse_state(&self, text: &str) -> Result<usize, TextError> {
        text.parse().map_err(|_| TextError::new("no number"))
    }
}

impl Symmetric for Graph {}

impl NoHints for Graph {}

impl Depict for Graph {}

impl Playable for Graph {
    fn name(&self) -> String {
        "graph".to_string()
    }
}
