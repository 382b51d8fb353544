use std::collections::HashSet;

use plywood_rules::random::below;
use plywood_rules::{Game, Notation, Outcome, Player, Symmetric, TextError, Turn};
use plywood_solve::table::{self, Exact, Limits};
use rand_chacha::ChaCha8Rng;
use rand_core::SeedableRng;

use super::{plain, winner};

/// A game that is nothing but a graph: its positions are numbers, anybody may move anywhere, any number of times running.
#[derive(Debug)]
struct Graph {
    turns: Vec<Turn>,
    children: Vec<Vec<usize>>,
}

impl Graph {
    fn random(seed: u64) -> Graph {
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

/// Whether play can go on for ever from `from` without leaving `among`: sooner or later a position comes back.
fn goes_on(graph: &Graph, from: usize, among: &HashSet<usize>, path: &mut Vec<usize>) -> bool {
    if path.contains(&from) {
        return true;
    }
    if !among.contains(&from) || graph.turns[from].outcome().is_some() {
        return false;
    }
    path.push(from);
    let on = graph.children[from].iter().any(|&child| goes_on(graph, child, among, path));
    path.pop();
    on
}

#[test]
fn cycles_of_every_kind_are_told_from_ends() {
    let mut kinds = [0; 4];
    for seed in 0..3000 {
        let graph = Graph::random(seed);
        let limits = Limits { memory: 1 << 30, go_on: &mut |_| true };
        let table = table::solve::<Graph, u64>(&graph, &0, false, limits).unwrap();
        let values = plain(&graph, &0);
        let draws: HashSet<usize> =
            values.iter().filter(|(_, value)| value.is_none()).map(|(at, _)| *at).collect();
        for (&at, &value) in &values {
            let found = table.lookup(&graph, &at).unwrap();
            assert_eq!(winner(found), value, "seed {seed} at {at}: {graph:?}");
            let endless = value.is_none() && goes_on(&graph, at, &draws, &mut Vec::new());
            assert_eq!(found == Exact::Endless, endless, "seed {seed} at {at}: {graph:?}");
            kinds[match found {
                Exact::Win { player: Player::First, .. } => 0,
                Exact::Win { .. } => 1,
                Exact::Draw => 2,
                Exact::Endless => 3,
            }] += 1;
        }
        assert_eq!(table.counts.positions, values.len() as u64);
    }
    assert!(kinds.iter().all(|&n| n > 1000), "{kinds:?}");
}
