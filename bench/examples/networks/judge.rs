//! A judge of connect four, who knows the exact values of moves.

use std::collections::HashMap;
use std::fmt::Write;
use std::io;
use std::num::NonZeroUsize;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use plywood_rules::hints::solver::ExactSolver;
use plywood_rules::random::below;
use plywood_rules::{Bot, Playable, Player, Position, Proved, Stop, Turn, Value};
use plywood_solve::perfect::{Perfect, PerfectKnowledge};
use rand_core::SeedableRng;
use rand_xoshiro::Xoshiro256PlusPlus;

use crate::brain::choose;

/// Exact values, each found once.
pub struct ExactJudge<G: Playable> {
    game: Arc<G>,
    perfect: Perfect<G>,
    known: HashMap<G::State, Vec<Proved>>,
    /// The file that keeps them.
    file: Option<PathBuf>,
}

impl<G: Playable> ExactJudge<G> {
    /// A judge who knows these positions, and those of a file of values.
    pub fn new(game: &Arc<G>, positions: &[G::State], file: Option<&Path>) -> io::Result<ExactJudge<G>> {
        let new = game.specialists().solver.expect("connect four has a solver");
        let solver: Arc<dyn ExactSolver<G>> = Arc::from(new(game, 1 << 30, 1));
        let perfect = || Perfect::new(PerfectKnowledge::Solver(Arc::clone(&solver)), false);
        let mut known = match file {
            Some(file) if file.exists() => read(&**game, &std::fs::read_to_string(file)?)?,
            _ => HashMap::new(),
        };
        let unknown: Vec<&G::State> = positions.iter().filter(|state| !known.contains_key(state)).collect();
        let cores = std::thread::available_parallelism().map_or(1, NonZeroUsize::get);
        known.extend(std::thread::scope(|scope| {
            let parts = unknown.chunks(unknown.len().div_ceil(cores).max(1)).map(|part| {
                let mut perfect = perfect();
                scope.spawn(move || {
                    let value = |state: &&G::State| ((*state).clone(), values(&**game, &mut perfect, state));
                    part.iter().map(value).collect::<Vec<_>>()
                })
            });
            let parts: Vec<_> = parts.collect();
            let solved = parts.into_iter().map(|part| part.join().expect("it does not panic"));
            solved.collect::<Vec<_>>().concat()
        }));
        let file = file.map(Path::to_path_buf);
        Ok(ExactJudge { game: Arc::clone(game), perfect: perfect(), known, file })
    }

    /// Writes what is known to the file.
    pub fn keep(&self) -> io::Result<()> {
        let Some(file) = &self.file else { return Ok(()) };
        let mut text = String::new();
        for (state, values) in &self.known {
            let numbers: Vec<String> = values.iter().map(|&value| number(value).to_string()).collect();
            writeln!(text, "{}|{}", self.game.state_text(state), numbers.join(" ")).expect("it is text");
        }
        std::fs::write(file, text)
    }

    /// The exact value of each move for the player who makes it.
    fn values(&mut self, state: &G::State) -> &[Proved] {
        let ExactJudge { game, perfect, known, .. } = self;
        known.entry(state.clone()).or_insert_with(|| values(&**game, perfect, state))
    }

    /// True if a move keeps the value of its position.
    pub fn keeps(&mut self, state: &G::State, mv: G::Move) -> bool {
        let mut moves = Vec::new();
        self.game.legal_moves(state, &mut moves);
        let place = moves.iter().position(|&known| known == mv).expect("it is legal");
        let values = self.values(state);
        let word = |value: &Proved| value.word();
        let best = values.iter().max().map(word);
        Some(word(&values[place])) == best
    }

    /// True if this bot, who begins, beats perfect play that holds out as long as it can.
    pub fn is_beaten_by(&mut self, bot: &mut dyn Bot<G>, rng: &mut Xoshiro256PlusPlus) -> bool {
        let game = Arc::clone(&self.game);
        let mut state = game.initial();
        loop {
            let mv = match game.turn(&state) {
                Turn::Over(outcome) => return outcome.winner() == Some(Player::First),
                Turn::Decision(Player::First) => {
                    let mv = choose(&*game, bot, &state, rng);
                    if !self.keeps(&state, mv) {
                        // Perfect play does not let the win come back.
                        return false;
                    }
                    mv
                }
                _ => {
                    let values = self.values(&state).to_vec();
                    let best = *values.iter().max().expect("there are moves");
                    let best: Vec<usize> = (0..values.len()).filter(|&at| values[at] == best).collect();
                    game.nth_move(&state, best[below(rng, best.len())])
                }
            };
            game.play(&mut state, mv);
        }
    }
}

/// The exact value of each move for the player who makes it.
fn values<G: Playable>(game: &G, perfect: &mut Perfect<G>, state: &G::State) -> Vec<Proved> {
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(1);
    let report =
        perfect.choose(game, Position { state, history: &[], clock: None }, &mut rng, &Stop::never());
    report.moves.iter().map(|known| known.value.and_then(Value::proved).expect("it is exact")).collect()
}

/// Reads a file of values: lines of a position and the value of each of its moves.
fn read<G: Playable>(game: &G, text: &str) -> io::Result<HashMap<G::State, Vec<Proved>>> {
    let line = |(number, line): (usize, &str)| {
        let wrong = || io::Error::other(format!("line {} of the file of values makes no sense", number + 1));
        let (position, values) = line.split_once('|').ok_or_else(wrong)?;
        let state = game.parse_state(position).map_err(|_| wrong())?;
        let values: Option<Vec<Proved>> =
            values.split(' ').map(|text| text.parse().ok().map(proved)).collect();
        let values = values.filter(|values| values.len() == game.count_moves(&state)).ok_or_else(wrong)?;
        Ok((state, values))
    };
    text.lines().enumerate().map(line).collect()
}

/// A value as a number: plies to a win, 0 for a draw, plies to a loss below 0.
fn number(value: Proved) -> i64 {
    match value {
        Proved::Win { plies } => i64::from(plies),
        Proved::Draw => 0,
        Proved::Loss { plies } => -i64::from(plies),
    }
}

fn proved(number: i32) -> Proved {
    match number {
        0 => Proved::Draw,
        1.. => Proved::Win { plies: number.unsigned_abs() },
        _ => Proved::Loss { plies: number.unsigned_abs() },
    }
}
