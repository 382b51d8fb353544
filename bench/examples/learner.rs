//! The learner and perfect play: its moves against the exact values of all positions.
//!
//! cargo run --release -p plywood-bench --example learner [-- --games N] [--print]
//!
//! Writes `book/src/benchmarks/learner.md`, or prints it. With `--games` training ends after at most N games. The same seed finds the
//! same numbers on every machine.

use std::collections::HashSet;
use std::fmt::Write;
use std::num::NonZeroUsize;
use std::path::PathBuf;
use std::sync::Arc;

use plywood_games::{Visitor, open};
use plywood_learn::{Aim, Brain, LearnSettings, Learner, MemoryLimits, Opponent, Training, TrainingStage};
use plywood_rules::bot::Random;
use plywood_rules::random::part_seed;
use plywood_rules::{Bot, Playable, Player, Position, Proved, Run, Stop, Turn, is_threefold};
use plywood_solve::table::{self, Tablebase};
use rand_core::SeedableRng;
use rand_xoshiro::Xoshiro256PlusPlus;

const SEED: u64 = 20;

/// The probability of a random move in training, as `plywood learn` has it.
const EXPLORE: f64 = 0.1;

/// Plies after which a game is a draw, in training and in measurements.
const MAX_PLIES: u32 = 400;

/// Games of a measurement against each opponent.
const MEASURED: u64 = 1000;

/// Games after which it is measured.
const TACTOE: &[u64] = &[0, 100, 300, 1_000, 3_000, 10_000, 30_000, 100_000];
const PIKK_PAKK: &[u64] = &[0, 1_000, 3_000, 10_000, 30_000, 100_000, 300_000, 1_000_000];

/// A game, and when the machine is measured at it.
const GAMES: [(&str, &[u64]); 2] = [("tictactoe", TACTOE), ("pikkpakk:size=3", PIKK_PAKK)];

/// Whom the machine trains against.
const TRAINERS: [&str; 2] = ["itself", "random"];

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let args: Vec<String> = std::env::args().skip(1).collect();
    let games = args.iter().position(|arg| arg == "--games").and_then(|at| args.get(at + 1));
    let most = games.map_or(Ok(u64::MAX), |games| games.parse())?;
    let mut rows = String::new();
    for (game, at) in GAMES {
        open(game, Curve { name: game, at, most, rows: &mut rows })?;
    }
    let text = text(&rows);
    if args.iter().any(|arg| arg == "--print") {
        print!("{text}");
        return Ok(());
    }
    Ok(std::fs::write(concat!(env!("CARGO_MANIFEST_DIR"), "/../book/src/benchmarks/learner.md"), text)?)
}

/// Trains at a game and measures, a row each time.
struct Curve<'a> {
    name: &'static str,
    at: &'static [u64],
    most: u64,
    rows: &'a mut String,
}

impl Visitor for Curve<'_> {
    type Output = ();

    fn visit<G: Playable>(self, game: G) {
        let game = Arc::new(game);
        let book = table::solve_packed(&*game, &game.initial(), false, &Run::default())
            .expect("a small game without chance");
        for trainer in TRAINERS {
            let pupil = Pupil::new(&game);
            let last = self.at.iter().copied().take_while(|&games| games <= self.most).last().unwrap_or(0);
            let opponent = match trainer {
                "itself" => Opponent::Itself,
                _ => Opponent::Bot(Box::new(|| Box::new(Random) as Box<dyn Bot<G>>)),
            };
            let training = Training {
                plan: trainer.to_string(),
                seed: SEED,
                explore: EXPLORE,
                round: NonZeroUsize::MIN,
                max_plies: MAX_PLIES,
                ..Training::new(game.initial(), vec![TrainingStage { games: last, opponent }])
            };
            let mut run = training.begin(&pupil.brain);
            for &games in self.at.iter().take_while(|&&games| games <= last) {
                run.run_until(games, &Run::default()).expect("a brain in the folder for temporary files");
                let row = format!("| {} | {trainer} | {games} | {}", self.name, pupil.row(&book, games));
                eprint!("{row}");
                self.rows.push_str(&row);
            }
        }
    }
}

/// A machine that is trained, its brain in the folder for temporary files.
struct Pupil<G: Playable> {
    game: Arc<G>,
    brain: Arc<Brain<G>>,
    path: PathBuf,
}

/// The worth of the machine's moves.
#[derive(Clone, Copy, Debug, Default)]
struct MoveStats {
    /// Positions it had to move in, each as often as it was met.
    met: u64,
    /// The different ones among them.
    different: usize,
    /// Positions in which the move keeps the value.
    kept: u64,
    /// Positions in which the move also wins as quickly, or loses as slowly, as possible.
    strict: u64,
    /// Positions in which some move gives the value away.
    tests: u64,
    /// Positions among `tests` in which the move keeps the value.
    passed: u64,
    /// Games won, drawn and lost by the machine.
    games: [u64; 3],
}

impl<G: Playable> Pupil<G> {
    fn new(game: &Arc<G>) -> Pupil<G> {
        let path = std::env::temp_dir().join(format!("plywood-learner-{}.brain", std::process::id()));
        let brain = Brain::create(Arc::clone(game), &path, LearnSettings::default(), MemoryLimits::default());
        Pupil { game: Arc::clone(game), brain: Arc::new(brain.expect("room for a brain")), path }
    }

    /// The rest of a row, after `games` games.
    fn row(&self, book: &Tablebase, games: u64) -> String {
        let random = self.measure(book, games, false);
        let itself = self.measure(book, games, true);
        // Rounded down: 100.0 says that there was no other.
        let share = |part: u64, all: u64| format!("{:.1}", (1000 * part / all.max(1)) as f64 / 10.0);
        let shares = |moves: MoveStats| {
            format!(
                "{} | {} | {} | {}",
                moves.different,
                share(moves.kept, moves.met),
                share(moves.passed, moves.tests),
                share(moves.strict, moves.met)
            )
        };
        let [wins, draws, losses] = random.games;
        format!(
            "{} | {} | +{wins} ={draws} -{losses} | {} |\n",
            self.brain.counters().nodes,
            shares(random),
            shares(itself),
        )
    }

    /// Plays games without learning and without exploring, against itself or at random, sides swapped, and checks every
    /// move that the learner makes.
    fn measure(&self, book: &Tablebase, trained: u64, against_itself: bool) -> MoveStats {
        let mut moves = MoveStats::default();
        let mut met = HashSet::new();
        let machine = || Learner::new(Arc::clone(&self.brain), Aim::Value, false, None);
        for number in 0..MEASURED {
            // The same dice for every trainer, others for every measurement.
            let seed = part_seed(part_seed(SEED, trained), 2 * number + u64::from(against_itself));
            let mut rng = Xoshiro256PlusPlus::seed_from_u64(seed);
            let (mut machine, mut other) = (machine(), machine());
            let own = Player::BOTH[number as usize % 2];
            let (mut state, mut history) = (self.game.initial(), Vec::new());
            let winner = loop {
                let player = match self.game.turn(&state) {
                    Turn::Decision(player) => player,
                    Turn::Over(outcome) => break outcome.winner(),
                    Turn::Chance => unreachable!("the machine learns no games with chance"),
                };
                if is_threefold(&*self.game, &history, &state) || history.len() >= MAX_PLIES as usize {
                    break None;
                }
                let position = Position { state: &state, history: &history, clock: None };
                let bot: &mut dyn Bot<G> = match (player == own, against_itself) {
                    (true, _) => &mut machine,
                    (false, true) => &mut other,
                    (false, false) => &mut Random,
                };
                let mv = bot.choose(&*self.game, position, &mut rng, &Stop::never()).best;
                if player == own || against_itself {
                    met.insert(state.clone());
                    moves.look_at(&*self.game, book, &state, player, mv);
                }
                let next = self.game.child(&state, mv);
                history.push(std::mem::replace(&mut state, next));
            };
            moves.games[winner.map_or(1, |winner| if winner == own { 0 } else { 2 })] += 1;
        }
        moves.different = met.len();
        moves
    }
}

impl<G: Playable> Drop for Pupil<G> {
    fn drop(&mut self) {
        let _ = std::fs::remove_file(&self.path);
    }
}

impl MoveStats {
    /// Looks at a move of `player` in `state`.
    fn look_at<G: Playable>(
        &mut self,
        game: &G,
        book: &Tablebase,
        state: &G::State,
        player: Player,
        mv: G::Move,
    ) {
        let worth = |state: &G::State| {
            book.lookup(game, state).ok().flatten().expect("every position is known").proved(player)
        };
        let value = worth(state);
        let after = |mv: G::Move| worth(&game.child(state, mv));
        let mut legal = Vec::new();
        game.legal_moves(state, &mut legal);
        let keeps = after(mv).word() == value.word();
        let in_time = match (value, after(mv)) {
            (Proved::Win { plies }, Proved::Win { plies: left })
            | (Proved::Loss { plies }, Proved::Loss { plies: left }) => left + 1 == plies,
            _ => keeps,
        };
        let test = legal.iter().any(|&mv| after(mv).word() != value.word());
        self.met += 1;
        self.kept += u64::from(keeps);
        self.strict += u64::from(keeps && in_time);
        self.tests += u64::from(test);
        self.passed += u64::from(test && keeps);
    }
}

fn text(rows: &str) -> String {
    let mut text = format!(
        "# The learner and perfect play\n\n\
         The learner is trained with its default settings (`{}`, exploring in {:.0} % of its moves, one game at a time, draws at\n\
         {MAX_PLIES} plies), once against itself and once against random play. After the stated number of games it plays {MEASURED} games against random play,\n\
         sides swapped, and as many against itself, without learning and without exploring. Every move it makes there is looked up in the table of all\n\
         positions (`plywood solve GAME --method enumerate`). Seed {SEED}.\n\n\
         *Different* is the number of positions in which it had to move. Of all positions met, each as often as it was met, percent (rounded down:\n\
         100.0 is all of them) in which its move\n\n\
         - *keeps*: keeps the value of the position, a win, a draw or a loss;\n\
         - *tested*: the same, only for positions in which some legal move does not;\n\
         - *strict*: also wins as quickly and loses as slowly as possible. Only the factor of 0.99 a ply makes it hurry.\n\n\
         *Known* is the number of positions in its brain, up to symmetry. An empty brain still looks one ply ahead for wins of both sides. Scores are\n\
         its wins, draws and losses against random play.\n\n",
        LearnSettings::default(),
        100.0 * EXPLORE,
    );
    text += NOTES;
    text += "\nWritten by `cargo run --release -p plywood-bench --example learner`; the numbers are the same on every machine.\n\n";
    text += "| game | trained against | games | known | against random: different | keeps | tested | strict | score | against itself: different | keeps | tested | strict |\n";
    let _ = writeln!(text, "|---|---|---|---|---|---|---|---|---|---|---|---|---|\n{}", rows.trim_end());
    text
}

/// The meaning of the numbers below.
const NOTES: &str = "\
What it shows:

- At tic-tac-toe the learner gives nothing away in any position that it meets, after 10000 games against itself, or after 300 against random play,
  which then meets far fewer positions. The learner trained against random play beats it more often (95 % and 88 % of the games), though both play
  without an error: it knows which drawing moves random play answers badly.
- At Pikk Pakk it is right in all positions that it meets against random play only after a million games against itself, and after a million
  against random play still not always. The first few thousand games make nearly all of the difference.
- Trained against random play, it does not win as soon, or lose as late, as possible in about one of 17 positions of Pikk Pakk, and a million games
  change little. Trained against itself, that is one of several hundred.
- Good figures against itself prove little: at Pikk Pakk it plays the same few lines again and again. Its brain holds only what it met, and an opponent
  who looks for gaps would find them.
- Progress is not steady. What is learnt of one position changes what is met next: after 1000 games against random play the learner meets 37 positions
  against itself, after 3000 games 2243, and gives the value away in one of eight moves.
";
