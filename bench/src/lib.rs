//! Helpers of the benchmarks: games opened by name, the work that is measured, and a client of the server.

pub mod learning;
pub mod load;

use std::hint::black_box;

use plywood_games::{Visitor, open};
use plywood_rules::Stop;
use plywood_rules::bot::{Bot, Position};
use plywood_rules::random::below;
use plywood_rules::reach::{Reach, every_position, reach};
use plywood_rules::{Game, Playable, Run, moves_or_outcomes, perft::perft};
use plywood_search::{AlphaBeta, Settings};
use rand_core::SeedableRng;
use rand_xoshiro::Xoshiro256PlusPlus;

/// Work on a game that can be done again and again.
pub trait Workload {
    /// Plays `games` random games and returns how many plies they took together.
    fn random_games(&mut self, games: u32) -> u64;
    /// Counts the move paths of `depth` plies from the opening.
    fn perft(&self, depth: u32) -> u64;
    /// Counts the positions that can be reached, using symmetry where possible.
    fn reach(&self) -> Reach;
    /// Counts the positions that can be reached, one by one.
    fn every_position(&self) -> Reach;
    /// Searches the opening by plain alpha-beta to `depth` plies (`None`: to the end); returns positions
    /// visited.
    fn alphabeta(&self, depth: Option<u32>) -> u64;
    /// Plays random games until they had `count` positions, which the next two work on.
    fn collect(&mut self, count: usize);
    /// Packs every collected position, each into an empty vector; returns the bytes they take together.
    fn pack(&self) -> usize;
    /// Reads the bytes of every collected position; returns how many there are.
    fn unpack(&self) -> usize;
    /// Finds the canonical form of every collected position; returns the sum of the numbers of the maps.
    fn canonical(&self) -> usize;
}

/// The work on the game that `name` names.
///
/// # Panics
/// If there is no such game.
pub fn workload(name: &str) -> Box<dyn Workload> {
    open(name, NewWorkload).expect("a game of the list")
}

struct NewWorkload;

impl Visitor for NewWorkload {
    type Output = Box<dyn Workload>;
    fn visit<G: Playable>(self, game: G) -> Box<dyn Workload> {
        Box::new(GameWorkload {
            rng: Xoshiro256PlusPlus::seed_from_u64(1),
            positions: vec![],
            packed: vec![],
            game,
        })
    }
}

struct GameWorkload<G: Game> {
    game: G,
    rng: Xoshiro256PlusPlus,
    positions: Vec<G::State>,
    packed: Vec<Vec<u8>>,
}

/// Plies after which a random game is cut; hardly one in a million gets there.
const LONGEST_GAME: u32 = 100_000;

impl<G: Playable> Workload for GameWorkload<G> {
    fn random_games(&mut self, games: u32) -> u64 {
        let opening = self.game.initial();
        (0..games).map(|_| u64::from(self.game.playout(&opening, LONGEST_GAME, &mut self.rng).1)).sum()
    }

    fn perft(&self, depth: u32) -> u64 {
        perft(&self.game, &self.game.initial(), depth)
    }

    fn reach(&self) -> Reach {
        reach(&self.game, &self.game.initial(), &Run::default())
    }

    fn every_position(&self) -> Reach {
        every_position(&self.game, &self.game.initial(), &Run::default())
    }

    fn alphabeta(&self, depth: Option<u32>) -> u64 {
        let mut settings = Settings::default();
        settings.limits.depth = depth;
        let evaluation = self.game.evaluation(None).expect("there is a default").evaluation;
        let opening = self.game.initial();
        let mut rng = Xoshiro256PlusPlus::seed_from_u64(1);
        let mut bot = AlphaBeta::new(evaluation, settings);
        bot.choose(&self.game, Position::new(&opening), &mut rng, &Stop::never()).nodes
    }

    fn collect(&mut self, count: usize) {
        self.positions.clear();
        let mut state = self.game.initial();
        while self.positions.len() < count {
            self.positions.push(state.clone());
            let moves = moves_or_outcomes(&self.game, &state);
            match moves.len() {
                0 => state = self.game.initial(),
                n => self.game.play(&mut state, moves[below(&mut self.rng, n)]),
            }
        }
        let packed = |state| {
            let mut bytes = Vec::new();
            self.game.pack(state, &mut bytes);
            bytes
        };
        self.packed = self.positions.iter().map(packed).collect();
    }

    fn pack(&self) -> usize {
        let mut bytes = Vec::with_capacity(256);
        let mut total = 0;
        for state in &self.positions {
            bytes.clear();
            self.game.pack(state, &mut bytes);
            total += black_box(&bytes).len();
        }
        total
    }

    fn unpack(&self) -> usize {
        self.packed.iter().filter(|bytes| black_box(self.game.unpack(bytes)).is_ok()).count()
    }

    fn canonical(&self) -> usize {
        self.positions.iter().map(|state| black_box(self.game.canonical(state)).map).sum()
    }
}
