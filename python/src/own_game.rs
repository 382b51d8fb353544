//! Games whose rules are written in Python.
//!
//! Everything about a position is asked once, when it is made: searches then read it without the interpreter. An exception is kept
//! by the call that asked and stops its work; the position that could not be made counts as a draw until then, and nothing that
//! is found after it is kept.

use std::cmp::Ordering;
use std::collections::{BTreeSet, HashMap, HashSet};
use std::fmt;
use std::hash::{DefaultHasher, Hash, Hasher};
use std::sync::{Arc, Mutex, OnceLock};

use plywood_rules::playable::NamedEvaluation;
use plywood_rules::threads::{Caller as _, lock};
use plywood_rules::{
    Depict, Evaluate, Game, MoveNumber, NoHints, Notation, Outcome, Playable, Player, Scene, Symmetric,
    TextError, Turn, observation,
};
use pyo3::exceptions::{
    PyArithmeticError, PyAssertionError, PyAttributeError, PyLookupError, PyMemoryError, PyRecursionError,
    PySyntaxError, PyTypeError, PyValueError,
};
use pyo3::prelude::*;

use crate::running::PythonCall;

/// A name for as long as the program runs: lists of games and bots hold such names. Each different one is kept once.
pub fn interned(name: &str) -> PyResult<&'static str> {
    if name.is_empty() || !name.chars().all(|c| c.is_ascii_alphanumeric() || c == '_') {
        let message = format!("the name '{name}' has to be letters, digits and '_'");
        return Err(PyValueError::new_err(message));
    }
    Ok(kept(name))
}

fn kept(text: &str) -> &'static str {
    static TEXTS: OnceLock<Mutex<BTreeSet<&'static str>>> = OnceLock::new();
    let mut texts = lock(TEXTS.get_or_init(Mutex::default));
    if let Some(known) = texts.get(text) {
        return known;
    }
    let kept: &'static str = String::leak(text.to_string());
    texts.insert(kept);
    kept
}

/// The rules, an object with the methods of `plywood.Game`.
#[derive(Clone)]
pub struct OwnGame(Arc<OwnRules>);

struct OwnRules {
    name: &'static str,
    /// The first line of what the class says of itself.
    about: &'static str,
    object: Py<PyAny>,
    start: State,
    /// The moves that have numbers from the beginning.
    actions: usize,
    moves: Mutex<MoveTexts>,
    /// Hashes of the shorter texts that were packed: these are no wrong texts.
    short: Mutex<HashSet<u64>>,
    /// The positions that were packed as hashes of their texts.
    long: Mutex<HashMap<[u8; LONG], State>>,
    has_chance: bool,
    evaluates: bool,
    draws: bool,
    default_depth: Option<u32>,
    greatest_payoff: f64,
    /// The planes, rows and columns of observations: those of the opening.
    shape: [usize; 3],
}

/// Bytes of a text that is packed as it is; solvers take no more.
const SHORT: usize = 15;

/// Bytes of the hash of a longer text.
const LONG: usize = SHORT - 1;

/// The first byte of a packed hash: no text begins with it in UTF-8.
const IS_HASH: u8 = 0xff;

/// The same bytes for the same text in every process: FNV-1a of 128 bits (Fowler, Noll, Vo), of which 112 are kept.
fn hash_of(text: &str) -> [u8; LONG] {
    let step =
        |hash: u128, &byte: &u8| (hash ^ u128::from(byte)).wrapping_mul(0x0100_0000_0000_0000_0000_013b);
    let hash = text.as_bytes().iter().fold(0x6c62_272e_07bb_0142_62b8_2175_6295_c58d, step);
    let [_, _, kept @ ..] = hash.to_be_bytes();
    kept
}

fn short_hash(text: &str) -> u64 {
    let mut hasher = DefaultHasher::new();
    text.hash(&mut hasher);
    hasher.finish()
}

/// The texts of all moves met so far, and their numbers.
#[derive(Default)]
struct MoveTexts {
    texts: Vec<Arc<str>>,
    numbers: HashMap<Arc<str>, MoveNumber>,
}

impl MoveTexts {
    fn number(&mut self, text: &str) -> MoveNumber {
        if let Some(&number) = self.numbers.get(text) {
            return number;
        }
        let (text, number): (Arc<str>, _) = (text.into(), MoveNumber::from(self.texts.len()));
        self.texts.push(Arc::clone(&text));
        self.numbers.insert(text, number);
        number
    }
}

/// A position, known by its text.
#[derive(Clone)]
pub struct State(Arc<OwnPosition>);

struct OwnPosition {
    /// None for a position that could not be made.
    object: Option<Py<PyAny>>,
    text: String,
    turn: Turn,
    /// The side whose turn it is, or would be in a finished game.
    side: Player,
    /// The legal moves, or the outcomes of chance with their probabilities.
    moves: Vec<(MoveNumber, f64)>,
}

impl PartialEq for State {
    fn eq(&self, other: &State) -> bool {
        Arc::ptr_eq(&self.0, &other.0) || self.0.text == other.0.text
    }
}

impl Eq for State {}

impl PartialOrd for State {
    fn partial_cmp(&self, other: &State) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl Ord for State {
    fn cmp(&self, other: &State) -> Ordering {
        self.0.text.cmp(&other.0.text)
    }
}

impl Hash for State {
    fn hash<H: Hasher>(&self, hasher: &mut H) {
        self.0.text.hash(hasher);
    }
}

impl fmt::Debug for State {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0.text)
    }
}

fn player(word: &str) -> Option<Player> {
    Player::BOTH.into_iter().find(|player| player.to_string() == word)
}

/// A position that stands for one that could not be made.
fn broken() -> State {
    let (text, turn, side) = ("(error)".to_string(), Turn::Over(Outcome::Draw), Player::First);
    State(Arc::new(OwnPosition { object: None, text, turn, side, moves: Vec::new() }))
}

impl OwnRules {
    /// Asks everything about a position.
    fn state(&self, py: Python<'_>, object: Py<PyAny>) -> PyResult<State> {
        let rules = self.object.bind(py);
        let text: String = rules.call_method1("state_text", (&object,))?.extract()?;
        if text.is_empty() || text.contains(['\n', '\r']) {
            return Err(PyValueError::new_err("state_text() has to be a line of text"));
        }
        let turn = self.turn(rules, &object)?;
        // Rules may say in a finished state whose turn it would be, and may as well fail to.
        let side = turn.player().or_else(|| {
            let word: String = rules.call_method1("turn", (&object,)).ok()?.extract().ok()?;
            player(&word)
        });
        let mut moves = Vec::new();
        match turn {
            Turn::Over(_) => {}
            Turn::Decision(_) => {
                for text in rules.call_method1("legal_moves", (&object,))?.try_iter()? {
                    moves.push((self.move_of(&text?.extract::<String>()?)?, 1.0));
                }
            }
            Turn::Chance => {
                for outcome in rules.call_method1("chance_outcomes", (&object,))?.try_iter()? {
                    let (text, probability): (String, f64) = outcome?.extract()?;
                    moves.push((self.move_of(&text)?, probability));
                }
            }
        }
        let mut numbers: Vec<_> = moves.iter().map(|&(mv, _)| mv).collect();
        numbers.sort_unstable();
        numbers.dedup();
        if numbers.len() < moves.len() {
            return Err(PyValueError::new_err(format!("a move is listed twice in {text}")));
        }
        if moves.is_empty() && turn.outcome().is_none() {
            return Err(PyValueError::new_err(format!(
                "there is no move in {text}, and outcome() is None: the game neither goes on nor ends"
            )));
        }
        let side = side.unwrap_or(Player::First);
        Ok(State(Arc::new(OwnPosition { object: Some(object), text, turn, side, moves })))
    }

    fn turn(&self, rules: &Bound<'_, PyAny>, object: &Py<PyAny>) -> PyResult<Turn> {
        let outcome = rules.call_method1("outcome", (object,))?;
        if outcome.is_none() {
            let word: String = rules.call_method1("turn", (object,))?.extract()?;
            return match player(&word) {
                Some(player) => Ok(Turn::Decision(player)),
                None if word == "chance" => Ok(Turn::Chance),
                None => Err(PyValueError::new_err(format!(
                    "turn() is 'first', 'second' or 'chance', and not '{word}'"
                ))),
            };
        }
        if let Ok(word) = outcome.extract::<String>() {
            return match player(&word) {
                Some(player) => Ok(Turn::Over(Outcome::Win(player))),
                None if word == "draw" => Ok(Turn::Over(Outcome::Draw)),
                None => Err(PyValueError::new_err(format!(
                    "outcome() is 'first', 'second', 'draw', a payoff or None, and not '{word}'"
                ))),
            };
        }
        let payoff: f64 = outcome.extract()?;
        if !payoff.is_finite() || payoff.abs() > self.greatest_payoff {
            return Err(PyValueError::new_err(format!(
                "the payoff {payoff} is greater than greatest_payoff, {}",
                self.greatest_payoff
            )));
        }
        Ok(Turn::Over(Outcome::Payoff(payoff)))
    }

    /// The board, or nothing where the rules draw none.
    fn scene(&self, py: Python<'_>, state: &State) -> PyResult<Scene> {
        let Some(object) = state.0.object.as_ref().filter(|_| self.draws) else {
            return Ok(Scene::default());
        };
        let rows = self.object.bind(py).call_method1("rows", (object,))?.extract::<Vec<String>>()?;
        Ok(Scene::of_rows(&rows))
    }

    fn move_of(&self, text: &str) -> PyResult<MoveNumber> {
        if text.is_empty() || text.contains(char::is_whitespace) {
            return Err(PyValueError::new_err(format!("a move is a word without blanks, and not '{text}'")));
        }
        // Records number turns so, and readers of moves leave them out.
        let number = text.strip_suffix('.').unwrap_or_default();
        if !number.is_empty() && number.bytes().all(|byte| byte.is_ascii_digit()) {
            return Err(PyValueError::new_err(format!(
                "'{text}' is the number of a turn, and cannot be a move"
            )));
        }
        let number = lock(&self.moves).number(text);
        if self.actions > 0 && number.index() >= self.actions {
            return Err(PyValueError::new_err(format!("the move '{text}' is not in actions")));
        }
        Ok(number)
    }

    fn text_of(&self, mv: MoveNumber) -> Arc<str> {
        Arc::clone(&lock(&self.moves).texts[mv.index()])
    }
}

/// Asks the rules. Their exception is that of the call that this thread works for, which asks no more after it.
fn ask<T>(question: impl FnOnce(Python<'_>) -> PyResult<T>) -> Option<T> {
    let call = PythonCall::current();
    if call.as_ref().is_some_and(|call| call.has_failed()) {
        return None;
    }
    Python::attach(|py| {
        let error = match question(py) {
            Ok(answer) => return Some(answer),
            Err(error) => error,
        };
        match call {
            Some(call) => call.fail(error),
            None => error.write_unraisable(py, None),
        }
        None
    })
}

/// True for the kinds of exceptions that a wrong text leads to, in `parse_state` or in questions about what that has read.
fn is_of_text(py: Python<'_>, error: &PyErr) -> bool {
    error.is_instance_of::<PyValueError>(py)
        || error.is_instance_of::<PyTypeError>(py)
        || error.is_instance_of::<PySyntaxError>(py)
        || error.is_instance_of::<PyLookupError>(py)
        || error.is_instance_of::<PyAttributeError>(py)
        || error.is_instance_of::<PyArithmeticError>(py)
        || error.is_instance_of::<PyAssertionError>(py)
        || error.is_instance_of::<PyRecursionError>(py)
        || error.is_instance_of::<PyMemoryError>(py)
}

impl OwnGame {
    /// The game of these rules.
    pub fn new(name: &'static str, object: &Py<PyAny>) -> PyResult<OwnGame> {
        Python::attach(|py| {
            let bound = object.bind(py);
            let mut moves = MoveTexts::default();
            let actions: Option<Vec<String>> = bound.getattr("actions")?.extract()?;
            for text in actions.iter().flatten() {
                moves.number(text);
            }
            if actions.as_ref().is_some_and(|actions| moves.texts.len() < actions.len()) {
                return Err(PyValueError::new_err("a move is listed twice in actions"));
            }
            let about: Option<String> = bound.getattr("__class__")?.getattr("__doc__")?.extract()?;
            let about = about.as_deref().and_then(|about| about.trim().lines().next());
            let overrides =
                |method: &str| -> PyResult<bool> { bound.call_method1("_overrides", (method,))?.extract() };
            let mut rules = OwnRules {
                name,
                about: kept(about.filter(|about| !about.is_empty()).unwrap_or("A game written in Python.")),
                start: broken(),
                actions: moves.texts.len(),
                moves: Mutex::new(moves),
                short: Mutex::default(),
                long: Mutex::default(),
                has_chance: overrides("chance_outcomes")?,
                evaluates: overrides("evaluate")?,
                draws: overrides("rows")?,
                default_depth: bound.getattr("default_depth")?.extract()?,
                greatest_payoff: bound.getattr("greatest_payoff")?.extract()?,
                object: object.clone_ref(py),
                shape: [0, 1, 1],
            };
            if !(rules.greatest_payoff.is_finite() && rules.greatest_payoff >= 1.0) {
                return Err(PyValueError::new_err("greatest_payoff is a number of at least 1"));
            }
            let start = bound.call_method0("initial")?.unbind();
            rules.start = rules.state(py, start)?;
            rules.shape = observation::shape(&rules.scene(py, &rules.start)?, 0);
            Ok(OwnGame(Arc::new(rules)))
        })
    }

    /// The position of a text. A wrong text is no error of the rules, unless it is `sound`: then they wrote it.
    fn read(&self, text: &str, sound: bool) -> Result<State, TextError> {
        let read = ask(|py| {
            let object = self.0.object.bind(py).call_method1("parse_state", (text,));
            match object.and_then(|object| self.0.state(py, object.unbind())) {
                Err(error) if !sound && is_of_text(py, &error) => Ok(Err(TextError::new(error.to_string()))),
                read => read.map(Ok),
            }
        });
        read.unwrap_or_else(|| Err(TextError::new("the rules of the game failed")))
    }

    /// A sentence about it.
    pub fn about(&self) -> &'static str {
        self.0.about
    }

    /// Its name.
    pub fn short_name(&self) -> &'static str {
        self.0.name
    }
}

impl Game for OwnGame {
    type State = State;
    type Move = MoveNumber;

    fn initial(&self) -> State {
        self.0.start.clone()
    }

    fn turn(&self, state: &State) -> Turn {
        state.0.turn
    }

    fn legal_moves(&self, state: &State, moves: &mut Vec<MoveNumber>) {
        moves.extend(state.0.moves.iter().map(|&(mv, _)| mv));
    }

    fn chance_outcomes(&self, state: &State, outcomes: &mut Vec<(MoveNumber, f64)>) {
        outcomes.extend(&state.0.moves);
    }

    fn play(&self, state: &mut State, mv: MoveNumber) {
        let Some(object) = &state.0.object else { return };
        let text = self.0.text_of(mv);
        let child = ask(|py| {
            let child = self.0.object.bind(py).call_method1("child", (object, &*text))?;
            self.0.state(py, child.unbind())
        });
        *state = child.unwrap_or_else(broken);
    }

    fn count_moves(&self, state: &State) -> usize {
        state.0.moves.len()
    }

    fn nth_move(&self, state: &State, n: usize) -> MoveNumber {
        state.0.moves[n].0
    }

    fn greatest_payoff(&self) -> f64 {
        self.0.greatest_payoff
    }
}

impl Notation for OwnGame {
    fn move_text(&self, _: &State, mv: MoveNumber) -> String {
        self.0.text_of(mv).to_string()
    }

    fn state_text(&self, state: &State) -> String {
        state.0.text.clone()
    }

    fn side_to_move(&self, state: &State) -> Player {
        state.0.side
    }

    /// A text that is too long for solvers is packed as a hash, and the position is kept for [`Notation::unpack`].
    fn pack(&self, state: &State, bytes: &mut Vec<u8>) {
        let text = &state.0.text;
        if text.len() <= SHORT {
            lock(&self.0.short).insert(short_hash(text));
            return bytes.extend_from_slice(text.as_bytes());
        }
        let hash = hash_of(text);
        lock(&self.0.long).entry(hash).or_insert_with(|| state.clone());
        bytes.push(IS_HASH);
        bytes.extend_from_slice(&hash);
    }

    fn unpack(&self, bytes: &[u8]) -> Result<State, TextError> {
        if let [IS_HASH, hash @ ..] = bytes {
            let long = lock(&self.0.long);
            let known = <[u8; LONG]>::try_from(hash).ok().and_then(|hash| long.get(&hash).cloned());
            return known.ok_or_else(|| TextError::new("a position whose text was not met in this process"));
        }
        match std::str::from_utf8(bytes) {
            Ok(text) => self.read(text, lock(&self.0.short).contains(&short_hash(text))),
            Err(_) => Err(TextError::new("these bytes are no position: they are not UTF-8")),
        }
    }

    fn parse_state(&self, text: &str) -> Result<State, TextError> {
        self.read(text, false)
    }
}

impl Symmetric for OwnGame {}
impl NoHints for OwnGame {}

impl Depict for OwnGame {
    fn scene(&self, state: &State) -> Scene {
        let scene = ask(|py| self.0.scene(py, state)).unwrap_or_default();
        let facts = match scene.grids.is_empty() {
            true => vec![("position".to_string(), state.0.text.clone())],
            false => Vec::new(),
        };
        Scene { facts, ..scene }
    }

    fn observation_shape(&self) -> [usize; 3] {
        self.0.shape
    }

    fn numbers(&self, _: &State, _: Player) -> Vec<f32> {
        Vec::new()
    }

    fn observe(&self, state: &State, view: Player, observation: &mut [f32]) {
        let scene = ask(|py| {
            let scene = self.0.scene(py, state)?;
            let text = &state.0.text;
            let ([_, rows, columns], [_, first_rows, first_columns]) =
                (observation::shape(&scene, 0), self.0.shape);
            if scene.grids.iter().flat_map(|grid| &grid.squares).any(|row| row.len() != columns) {
                let message = format!("rows() has rows of different lengths in {text}");
                return Err(PyValueError::new_err(message));
            }
            if [rows, columns] != [first_rows, first_columns] {
                return Err(PyValueError::new_err(format!(
                    "rows() is a board of {rows} x {columns} in {text}, and of {first_rows} x {first_columns} in the opening"
                )));
            }
            Ok(scene)
        });
        if let Some(scene) = scene {
            observation::of_scene(&scene, &[], view, observation);
        }
    }
}

impl Playable for OwnGame {
    fn name(&self) -> String {
        self.0.name.to_string()
    }

    fn evaluations(&self) -> Vec<NamedEvaluation<OwnGame>> {
        let python = || NamedEvaluation::new("python", "The method evaluate() of the rules.", OwnEvaluation);
        self.0.evaluates.then(python).into_iter().collect()
    }

    fn actions(&self) -> usize {
        self.0.actions
    }

    fn action(&self, mv: MoveNumber) -> usize {
        mv.index()
    }

    fn default_depth(&self) -> Option<u32> {
        self.0.default_depth
    }

    fn has_chance(&self) -> bool {
        self.0.has_chance
    }
}

/// The method `evaluate` of the rules, in points.
struct OwnEvaluation;

impl Evaluate<OwnGame> for OwnEvaluation {
    fn evaluate(&self, game: &OwnGame, state: &State) -> f64 {
        let Some(object) = &state.0.object else { return 0.0 };
        let worth = self.win_worth(game);
        let estimate = ask(|py| {
            let estimate = game.0.object.bind(py).call_method1("evaluate", (object,))?.extract::<f64>()?;
            match estimate.abs() < worth {
                true => Ok(estimate),
                false => Err(PyTypeError::new_err(format!(
                    "evaluate() has to be a number between -{worth} and {worth}, and not {estimate}"
                ))),
            }
        });
        estimate.unwrap_or_default()
    }

    fn win_worth(&self, game: &OwnGame) -> f64 {
        game.greatest_payoff().max(1000.0)
    }
}
