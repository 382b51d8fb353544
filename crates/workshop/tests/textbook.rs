//! `alphabeta` is the alpha-beta of the textbook: the same value, move and count as the few lines here.

use plywood_games::Visitor;
use plywood_rules::random::{below, part_seed};
use plywood_rules::tree::{self, Leaves, RandomTree};
use plywood_rules::{Evaluate, Game, Outcome, Playable, Player, Stop, Turn};
use plywood_workshop::Workshop;
use rand_chacha::ChaCha8Rng;
use rand_core::SeedableRng;

/// The textbook, for the first player, who maximises. The worth of a win is `worth`.
struct Textbook<'a, G> {
    game: &'a G,
    evaluation: &'a dyn Evaluate<G>,
    worth: f64,
    nodes: u64,
}

impl<G: Game> Textbook<'_, G> {
    /// The value of `state`, and the first move that has it.
    fn search(
        &mut self,
        state: &G::State,
        depth: u32,
        mut alpha: f64,
        mut beta: f64,
    ) -> (f64, Option<G::Move>) {
        self.nodes += 1;
        let player = match self.game.turn(state) {
            Turn::Over(Outcome::Win(winner)) => return (winner.sign() * self.worth, None),
            Turn::Over(Outcome::Draw) => return (0.0, None),
            Turn::Over(Outcome::Payoff(points)) => return (points, None),
            _ if depth == 0 => return (self.evaluation.evaluate(self.game, state), None),
            Turn::Decision(player) => player,
            Turn::Chance => unreachable!("no dice here"),
        };
        let mut best = (-player.sign() * f64::INFINITY, None);
        let mut moves = Vec::new();
        self.game.legal_moves(state, &mut moves);
        for mv in moves {
            let (value, _) = self.search(&self.game.child(state, mv), depth - 1, alpha, beta);
            if player.sign() * value > player.sign() * best.0 {
                best = (value, Some(mv));
            }
            match player {
                Player::First => alpha = alpha.max(value),
                Player::Second => beta = beta.min(value),
            }
            if alpha >= beta {
                break;
            }
        }
        best
    }
}

/// Compares the bot with the textbook at positions of random games. Returns how many of them were won or lost.
struct Compare<'a> {
    name: &'a str,
    depth: u32,
    games: u64,
}

impl Visitor for Compare<'_> {
    type Output = usize;

    fn visit<G: Playable>(self, game: G) -> usize {
        let open = Workshop::standard().open(self.name).unwrap();
        let evaluation = game.evaluation(None).unwrap().evaluation;
        // More than any payoff.
        let worth = evaluation.win_worth(&game) + 1.0;
        let mut decided = 0;
        for number in 0..self.games {
            let mut rng = ChaCha8Rng::seed_from_u64(part_seed(11, number));
            let mut state = game.initial();
            while let Turn::Decision(player) = game.turn(&state) {
                let mut book = Textbook { game: &game, evaluation: &*evaluation, worth, nodes: 0 };
                let (value, best) = book.search(&state, self.depth, f64::NEG_INFINITY, f64::INFINITY);
                let text = game.state_text(&state);
                let session = open.session(Some(&text), "", 1).unwrap();
                let bot = format!("alphabeta:depth={}", self.depth);
                let found = session.analyse(&bot, false, 1, &Stop::never()).unwrap();
                let context = format!("{} at '{text}', depth {}", self.name, self.depth);
                assert_eq!(found.best, game.move_text(&state, best.unwrap()), "{context}");
                assert_eq!(found.value.unwrap().points(worth), player.sign() * value + 0.0, "{context}");
                assert_eq!(found.nodes, book.nodes, "{context}");
                if let Some(plies) = found.value.unwrap().proved().and_then(|proved| proved.plies()) {
                    decided += 1;
                    assert!(found.pv.len() as u32 <= plies && plies <= self.depth && !found.exact_plies);
                }
                let mut moves = Vec::new();
                game.legal_moves(&state, &mut moves);
                state = game.child(&state, moves[below(&mut rng, moves.len())]);
            }
        }
        decided
    }
}

fn compare(name: &str, depth: u32, games: u64, at_least: usize) {
    let decided = plywood_games::open(name, Compare { name, depth, games }).unwrap();
    assert!(decided >= at_least, "{name}: {decided}");
}

#[test]
fn in_small_games() {
    compare("tictactoe", 9, 1, 1);
    compare("tictactoe", 4, 5, 5);
    compare("tictactoe:misere=on", 5, 3, 1);
    compare("mnk:m=4,n=3,k=3", 6, 2, 3);
    compare("connect4", 4, 2, 2);
    compare("nim:heaps=1-2-3", 6, 5, 10);
    compare("hex:size=3", 5, 4, 5);
    compare("breakthrough:m=3,n=5", 5, 4, 5);
    compare("kalah:houses=3,seeds=2", 5, 2, 0);
    compare("dotsandboxes:m=2,n=2", 4, 2, 0);
    compare("pikkpakk:size=3", 3, 1, 1);
}

#[test]
fn in_random_trees() {
    let (mut trees, mut decided) = (0, 0);
    for seed in 0.. {
        let mut rng = ChaCha8Rng::seed_from_u64(seed);
        let (repeat_movers, leaves) = (seed % 3 == 0, Leaves::Mixed { size: 5 });
        let shape =
            RandomTree { depth: 5, repeat_movers, leaves, early_leaves: true, ..RandomTree::default() };
        let tree = tree::random(&mut rng, shape);
        if !matches!(tree.turn(&tree.initial()), Turn::Decision(_)) {
            continue;
        }
        let name = tree.name();
        for depth in [2, 20] {
            decided += Compare { name: &name, depth, games: 1 }.visit(tree.clone());
        }
        trees += 1;
        if trees == 200 {
            break;
        }
    }
    assert!(decided > 100, "{decided}");
}
