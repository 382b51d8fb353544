//! With no time every search plays the move of one ply: it wins at once, or else leaves the opponent no win at once.

use std::sync::Arc;
use std::time::Duration;

use plywood_games::{Visitor, families};
use plywood_rules::random::{below, part_seed};
use plywood_rules::tree::WrittenTree;
use plywood_rules::{Outcome, Playable, Stop, Turn};
use plywood_workshop::{Clock, Workshop};
use rand_chacha::ChaCha8Rng;
use rand_core::SeedableRng;

/// Positions of each kind for a game.
const ENOUGH: usize = 12;

/// The games, each with the least numbers of positions to be found in which a move wins at once, and in which some moves but
/// not all let the opponent win at once.
const GAMES: &[(&str, usize, usize)] = &[
    ("tictactoe", 12, 12),
    ("tictactoe:misere=on", 0, 12),
    ("connect4", 12, 12),
    ("mnk:m=7,n=7,k=4", 12, 12),
    ("mnk:m=6,n=6,k=4,exact=on", 12, 12),
    ("cube3", 12, 12),
    ("pikkpakk:size=3", 12, 12),
    ("pig:target=12", 0, 0),
    ("nim:heaps=1-2-3", 12, 12),
    ("othello:size=4", 0, 0),
    ("breakthrough:m=5,n=5", 12, 12),
    ("hex:size=4", 12, 12),
    ("kalah:houses=3,seeds=2", 0, 0),
    ("dotsandboxes:m=2,n=2", 0, 0),
    ("einstein", 12, 0),
    ("ultimate", 12, 12),
];

/// Searches that are stopped before they begin, by a flag or an empty clock.
const STOPPED: &[&str] = &[
    "alphabeta",
    "alphabeta:tie=random",
    "alphabeta:order=promising",
    "engine",
    "engine:tie=random",
    "engine:selective=off",
    "minimax",
    "expectiminimax",
    "expectiminimax:prune=off",
    "rules",
    "rules:tie=first",
    "mcts",
    "bestfirst",
    "level:n=8",
];

/// Searches that may visit a single position.
const ONE_NODE: &[&str] = &[
    "alphabeta:nodes=1",
    "engine:nodes=1",
    "minimax:nodes=1",
    "expectiminimax:nodes=1",
    "mcts:nodes=1",
    "bestfirst:nodes=1",
    "mcts:playouts=1",
];

/// Plays random games and asks every bot where a move wins at once or blocks a win.
struct Ask<'a>(&'a str);

impl Visitor for Ask<'_> {
    /// The positions of each kind.
    type Output = [usize; 2];

    fn visit<G: Playable>(self, game: G) -> [usize; 2] {
        let mut found = [0; 2];
        for number in 0..400 {
            let mut rng = ChaCha8Rng::seed_from_u64(part_seed(53, number));
            let mut state = game.initial();
            for _ in 0..60 {
                let (mut moves, mut outcomes) = (Vec::new(), Vec::new());
                match game.turn(&state) {
                    Turn::Over(_) => break,
                    Turn::Chance => {
                        game.chance_outcomes(&state, &mut outcomes);
                        moves.extend(outcomes.into_iter().map(|(mv, _)| mv));
                    }
                    Turn::Decision(_) => {
                        game.legal_moves(&state, &mut moves);
                        let (kind, good) = good_moves(&game, &state, &moves);
                        let is_choice = !good.is_empty() && good.len() < moves.len();
                        if is_choice && found[kind] < ENOUGH {
                            found[kind] += 1;
                            self.ask(&game, &state, &good);
                        }
                    }
                }
                let going_on = |mv: &G::Move| game.turn(&game.child(&state, *mv)).outcome().is_none();
                let quiet: Vec<G::Move> = moves.iter().copied().filter(going_on).collect();
                let moves = if quiet.is_empty() { moves } else { quiet };
                state = game.child(&state, moves[below(&mut rng, moves.len())]);
            }
            if found == [ENOUGH; 2] {
                break;
            }
        }
        found
    }
}

/// The moves that win at once, of the kind 0; if there are none, those after which the opponent does not, of the kind 1.
fn good_moves<G: Playable>(game: &G, state: &G::State, moves: &[G::Move]) -> (usize, Vec<G::Move>) {
    let mover = game.turn(state).player().unwrap();
    let wins = |mv: &G::Move| game.turn(&game.child(state, *mv)) == Turn::Over(Outcome::Win(mover));
    let winning: Vec<G::Move> = moves.iter().copied().filter(wins).collect();
    if !winning.is_empty() {
        return (0, winning);
    }
    let holds = |mv: &G::Move| {
        let child = game.child(state, *mv);
        let lost = Turn::Over(Outcome::Win(mover.other()));
        let mut replies = Vec::new();
        if game.turn(&child) == Turn::Decision(mover.other()) {
            game.legal_moves(&child, &mut replies);
        }
        game.turn(&child) != lost
            && replies.iter().all(|&reply| game.turn(&game.child(&child, reply)) != lost)
    };
    (1, moves.iter().copied().filter(holds).collect())
}

impl Ask<'_> {
    fn ask<G: Playable>(&self, game: &G, state: &G::State, good: &[G::Move]) {
        let open = Workshop::standard().open(self.0).unwrap();
        let text = game.state_text(state);
        let good: Vec<String> = good.iter().map(|&mv| game.move_text(state, mv)).collect();
        let session = open.session(Some(&text), "", 1).unwrap();
        let (never, raised) = (Stop::never(), Stop::never());
        raised.raise();
        let stopped = STOPPED.iter().map(|bot| (bot, &raised));
        for (bot, stop) in stopped.chain(ONE_NODE.iter().map(|bot| (bot, &never))) {
            let best = session.analyse(bot, false, 1, stop).unwrap().best;
            assert!(good.contains(&best), "{} at '{text}': {bot} plays {best}, not {good:?}", self.0);
        }
        let clock = Some(Clock { left: Duration::ZERO, increment: Duration::ZERO });
        for bot in STOPPED {
            let mut seated = open.seat_bots([Some(bot), Some(bot)], Some(&text), 1).unwrap();
            let best = seated.search(clock, Arc::new(|_| {}), &never).unwrap().best;
            assert!(good.contains(&best), "{} at '{text}': {bot} plays {best} on an empty clock", self.0);
        }
    }
}

#[test]
fn every_search_wins_at_once_or_blocks() {
    for &(name, wins, blocks) in GAMES {
        let found = plywood_games::open(name, Ask(name)).unwrap();
        assert!(found[0] >= wins && found[1] >= blocks, "{name}: {found:?}");
    }
    let tree = WrittenTree::parse("(a:(L W) b:(= W) c:(W L) d:(L L))").unwrap();
    assert_eq!(Ask(&tree.name()).visit(tree)[1], ENOUGH);
    for name in families().flat_map(|family| family.samples) {
        plywood_games::open(name, Ask(name)).unwrap();
    }
}
