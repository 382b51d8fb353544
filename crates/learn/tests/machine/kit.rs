//! Shared by the tests: folders, brains, games given as words, and games played.

use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicU32, Ordering};

use plywood_learn::{Access, Brain, Edge, LearnSettings, MemoryLimits};
use plywood_rules::student::{Ended, Finished, Lesson};
use plywood_rules::{Bot, Game, Playable, Player, Position, Proved, Stop, Turn, is_threefold};
use rand_core::{Rng, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;

/// Does `$test` with the game of this name, whatever its type.
macro_rules! with_game {
    ($name:expr, $test:expr) => {{
        struct Visit;
        impl plywood_games::Visitor for Visit {
            type Output = ();
            fn visit<G: plywood_rules::Playable>(self, game: G) {
                $test(std::sync::Arc::new(game));
            }
        }
        plywood_games::open_small($name, Visit).unwrap();
    }};
}
pub(crate) use with_game;

/// A folder of its own for a test, gone when the test is over.
pub struct Folder(PathBuf);

impl Folder {
    pub fn new() -> Folder {
        static NEXT: AtomicU32 = AtomicU32::new(0);
        let number = NEXT.fetch_add(1, Ordering::Relaxed);
        let name = format!("machine-{}-{number}", std::process::id());
        let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join(name);
        let _ = std::fs::remove_dir_all(&folder);
        std::fs::create_dir_all(&folder).unwrap();
        Folder(folder)
    }

    pub fn at(&self, name: &str) -> PathBuf {
        self.0.join(name)
    }

    /// The names of all files in it, sorted.
    pub fn names(&self) -> Vec<String> {
        let name =
            |entry: std::io::Result<std::fs::DirEntry>| entry.unwrap().file_name().into_string().unwrap();
        let mut names: Vec<String> = std::fs::read_dir(&self.0).unwrap().map(name).collect();
        names.sort();
        names
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        let _ = std::fs::remove_dir_all(&self.0);
    }
}

/// Plenty for every test.
pub const MEMORY: MemoryLimits = MemoryLimits { graph: 256 << 20, pages: 8 << 20 };

/// Very little memory: everything learnt has to be written to disk at once and read again.
pub const TINY: MemoryLimits = MemoryLimits { graph: 4 << 10, pages: 1 << 20 };

/// Settings with these numbers, symmetry being used.
pub fn settings(alpha: f32, gamma: f32, prove: u32) -> LearnSettings {
    LearnSettings { alpha, gamma, prove, ..LearnSettings::default() }
}

/// A brain in a folder of its own, which goes with it.
pub struct ScratchBrain<G: Playable> {
    pub brain: Arc<Brain<G>>,
    pub folder: Folder,
}

impl<G: Playable> ScratchBrain<G> {
    pub fn new(game: &Arc<G>, settings: LearnSettings) -> ScratchBrain<G> {
        let folder = Folder::new();
        let brain = Brain::create(Arc::clone(game), &folder.at("brain"), settings, MEMORY).unwrap();
        ScratchBrain { brain: Arc::new(brain), folder }
    }
}

/// Opens a brain for writing.
pub fn open<G: Playable>(game: &Arc<G>, path: &Path, limits: MemoryLimits) -> Brain<G> {
    Brain::open(Arc::clone(game), path, Access::Write, limits).unwrap()
}

/// The whole brain as text.
pub fn text_of<G: Playable>(brain: &Brain<G>) -> String {
    let mut text = Vec::new();
    assert!(brain.export(&mut text, &Stop::never()).unwrap());
    String::from_utf8(text).unwrap()
}

pub fn rng(seed: u64) -> Xoshiro256PlusPlus {
    Xoshiro256PlusPlus::seed_from_u64(seed)
}

/// A game that was played.
pub struct Played<G: Game> {
    pub states: Vec<G::State>,
    pub moves: Vec<G::Move>,
    pub ended: Ended,
}

impl<G: Playable> Played<G> {
    /// The game with these moves from the opening; called off, if the rules do not end it there.
    pub fn of(game: &G, moves: &str) -> Played<G> {
        let mut played = Played { states: vec![game.initial()], moves: Vec::new(), ended: Ended::CalledOff };
        for text in moves.split_whitespace() {
            let state = played.states.last().unwrap();
            let mv = game.parse_move(state, text).unwrap();
            played.moves.push(mv);
            played.states.push(game.child(state, mv));
        }
        if let Turn::Over(outcome) = game.turn(played.states.last().unwrap()) {
            played.ended = Ended::Rules(outcome);
        }
        played
    }

    pub fn teach(&self, brain: &Brain<G>, own: [bool; 2]) -> Lesson<G::Move> {
        let Played { states, moves, ended } = self;
        brain.learn(&Finished { states, moves, ended: *ended, own }).unwrap()
    }

    /// +1, 0 or -1 for this player.
    pub fn result(&self, player: Player) -> i8 {
        match self.ended {
            Ended::Rules(outcome) => outcome.utility(player),
            Ended::Resigned { winner } => {
                if winner == player {
                    1
                } else {
                    -1
                }
            }
            Ended::CalledOff => 0,
        }
    }
}

/// Teaches the game with these moves, which other players played.
pub fn teach<G: Playable>(brain: &Brain<G>, moves: &str) -> Lesson<G::Move> {
    Played::of(brain.game(), moves).teach(brain, [false, false])
}

/// The same, given up after these moves.
pub fn teach_resigned<G: Playable>(brain: &Brain<G>, moves: &str, winner: Player) -> Lesson<G::Move> {
    let game = Played { ended: Ended::Resigned { winner }, ..Played::of(brain.game(), moves) };
    game.teach(brain, [false, false])
}

/// The edge of a move in a position, both given as words.
pub fn edge<G: Playable>(brain: &Brain<G>, position: &str, mv: &str) -> Option<Edge> {
    let game = brain.game();
    let state = game.parse_state(position).unwrap();
    let mv = game.parse_move(&state, mv).unwrap();
    brain.known_moves(&state).unwrap().into_iter().find(|known| known.mv == mv).and_then(|known| known.edge)
}

/// Its value.
#[track_caller]
pub fn q<G: Playable>(brain: &Brain<G>, position: &str, mv: &str) -> f32 {
    edge(brain, position, mv).expect("the move is known").q
}

/// The proof of it.
pub fn proof<G: Playable>(brain: &Brain<G>, position: &str, mv: &str) -> Option<Proved> {
    edge(brain, position, mv).and_then(|edge| edge.proof())
}

/// Checks a value up to the rounding of a few 32-bit operations.
#[track_caller]
pub fn about(is: f32, wanted: f32) {
    assert!((is - wanted).abs() < 1e-6, "{is} instead of {wanted}");
}

/// Plays a game from the opening: to its end, to a threefold repetition, or for 300 plies.
pub fn play<G: Playable>(game: &G, bots: [&mut dyn Bot<G>; 2], rng: &mut dyn Rng) -> Played<G> {
    let mut played = Played { states: vec![game.initial()], moves: Vec::new(), ended: Ended::CalledOff };
    loop {
        let (state, history) = played.states.split_last().unwrap();
        let player = match game.turn(state) {
            Turn::Over(outcome) => {
                played.ended = Ended::Rules(outcome);
                return played;
            }
            Turn::Decision(player) => player,
            Turn::Chance => panic!("no dice here"),
        };
        if played.moves.len() == 300 || is_threefold(game, history, state) {
            return played;
        }
        let mv = bots[player.index()]
            .choose(game, Position { state, history, clock: None }, rng, &Stop::never())
            .best;
        let next = game.child(state, mv);
        played.moves.push(mv);
        played.states.push(next);
    }
}

/// Puts two bots into their seats, the first one into that of `player`.
pub fn seats<'a, G: Game>(
    player: Player,
    bot: &'a mut dyn Bot<G>,
    other: &'a mut dyn Bot<G>,
) -> [&'a mut dyn Bot<G>; 2] {
    match player {
        Player::First => [bot, other],
        Player::Second => [other, bot],
    }
}
