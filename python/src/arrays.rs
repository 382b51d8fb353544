//! Many games at once, in NumPy arrays.

use std::sync::{Arc, Mutex, MutexGuard, TryLockError};

use numpy::{Element, PyArray1, PyArrayMethods, PyReadwriteArray1, ToPyArray, dtype};
use plywood_erased::{AnyPosition, Arrays, GameBatch as Games, SavedBatch};
use plywood_rules::{Player, TextError};
use pyo3::exceptions::{PyMemoryError, PyRuntimeError, PyValueError};
use pyo3::prelude::*;

use crate::running::{asked, wrong};
use crate::state::State;

/// An array that Python sees as views of another shape. Whatever is done to a view, this keeps its size and type.
pub struct Kept<T> {
    flat: Py<PyArray1<T>>,
    shape: Vec<usize>,
}

impl<T: Element> Kept<T> {
    /// Zeros, or Python's exception if there is no memory for them.
    pub fn zeros(py: Python<'_>, shape: &[usize]) -> PyResult<Kept<T>> {
        let size: usize = shape.iter().product();
        let made = py.import("numpy")?.call_method1("zeros", (size, dtype::<T>(py)))?;
        Ok(Kept { flat: made.cast_into::<PyArray1<T>>()?.unbind(), shape: shape.to_vec() })
    }

    /// The array in its shape.
    pub fn view<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        self.flat.bind(py).call_method1("reshape", (self.shape.clone(),))
    }

    /// The memory, to be written.
    pub fn write<'py>(&self, py: Python<'py>) -> PyResult<PyReadwriteArray1<'py, T>> {
        let array = self.flat.bind(py).try_readwrite()?;
        // A view leads to it.
        match array.as_slice()?.len() == self.shape.iter().product::<usize>() {
            true => Ok(array),
            false => Err(PyRuntimeError::new_err("the memory of the batch was changed from outside")),
        }
    }
}

/// The arrays of Python that [`Arrays`] are slices of.
struct ArrayMemory {
    observations: Kept<f32>,
    masks: Kept<bool>,
    rewards: Kept<f32>,
    dones: Kept<bool>,
    truncations: Kept<bool>,
    turns: Kept<u8>,
    final_observations: Kept<f32>,
    final_turns: Kept<u8>,
}

impl ArrayMemory {
    fn zeros(
        py: Python<'_>,
        count: usize,
        actions: usize,
        [planes, rows, columns]: [usize; 3],
    ) -> PyResult<ArrayMemory> {
        let seen = [count, planes, rows, columns];
        Ok(ArrayMemory {
            observations: Kept::zeros(py, &seen)?,
            masks: Kept::zeros(py, &[count, actions])?,
            rewards: Kept::zeros(py, &[count, 2])?,
            dones: Kept::zeros(py, &[count])?,
            truncations: Kept::zeros(py, &[count])?,
            turns: Kept::zeros(py, &[count])?,
            final_observations: Kept::zeros(py, &seen)?,
            final_turns: Kept::zeros(py, &[count])?,
        })
    }

    /// Works on the arrays without the interpreter's lock.
    fn with<T: Send>(&self, py: Python<'_>, work: impl FnOnce(&mut Arrays<'_>) -> T + Send) -> PyResult<T> {
        let mut observations = self.observations.write(py)?;
        let mut masks = self.masks.write(py)?;
        let mut rewards = self.rewards.write(py)?;
        let mut dones = self.dones.write(py)?;
        let mut truncations = self.truncations.write(py)?;
        let mut turns = self.turns.write(py)?;
        let mut final_observations = self.final_observations.write(py)?;
        let mut final_turns = self.final_turns.write(py)?;
        let mut arrays = Arrays {
            observations: observations.as_slice_mut()?,
            masks: masks.as_slice_mut()?,
            rewards: rewards.as_slice_mut()?,
            dones: dones.as_slice_mut()?,
            truncations: truncations.as_slice_mut()?,
            turns: turns.as_slice_mut()?,
            final_observations: final_observations.as_slice_mut()?,
            final_turns: final_turns.as_slice_mut()?,
        };
        Ok(py.detach(|| work(&mut arrays)))
    }

    fn all<'py>(&self, py: Python<'py>) -> [Bound<'py, PyAny>; 8] {
        [
            self.observations.flat.bind(py).as_any(),
            self.masks.flat.bind(py).as_any(),
            self.rewards.flat.bind(py).as_any(),
            self.dones.flat.bind(py).as_any(),
            self.truncations.flat.bind(py).as_any(),
            self.turns.flat.bind(py).as_any(),
            self.final_observations.flat.bind(py).as_any(),
            self.final_turns.flat.bind(py).as_any(),
        ]
        .map(Clone::clone)
    }
}

/// Many games at once. The arrays stay the same memory; every step overwrites it, and reads nothing from it.
#[pyclass(frozen, module = "plywood._plywood")]
pub struct Batch {
    games: Mutex<Box<dyn Games>>,
    count: usize,
    shape: [usize; 3],
    memory: ArrayMemory,
    /// True for rules that are written in Python: they may fail in the middle of a step.
    own: bool,
}

/// The most bytes of the arrays of a batch.
const MOST_BYTES: usize = 4 << 30;

/// Refuses so many games that their arrays would fill the memory.
pub fn check_size(count: usize, actions: usize, [planes, rows, columns]: [usize; 3]) -> PyResult<()> {
    let of_game = planes.saturating_mul(rows).saturating_mul(columns).saturating_mul(2 * size_of::<f32>());
    // Its state, its rewards and the rest.
    let of_game = of_game.saturating_add(actions).saturating_add(256);
    if count.saturating_mul(of_game) <= MOST_BYTES {
        return Ok(());
    }
    let most = MOST_BYTES / of_game;
    Err(PyMemoryError::new_err(format!(
        "{count} games are too many at once; at most {most} are possible here"
    )))
}

impl Batch {
    /// The arrays of these games, each of which has so many actions and an observation of this shape. `own` is true for rules that are
    /// written in Python.
    pub fn new(
        py: Python<'_>,
        games: Box<dyn Games>,
        actions: usize,
        shape: [usize; 3],
        own: bool,
    ) -> PyResult<Batch> {
        let count = games.count();
        let memory = ArrayMemory::zeros(py, count, actions, shape)?;
        let batch = Batch { games: Mutex::new(games), count, shape, memory, own };
        batch.reset(py, None)?;
        Ok(batch)
    }

    /// The games, unless they are being played: by another thread, or by the caller of rules that ask about their own batch.
    fn games(&self) -> PyResult<MutexGuard<'_, Box<dyn Games>>> {
        match self.games.try_lock() {
            Ok(games) => Ok(games),
            Err(TryLockError::Poisoned(games)) => Ok(games.into_inner()),
            Err(TryLockError::WouldBlock) => {
                Err(PyRuntimeError::new_err("another call of this batch is under way; let it return first"))
            }
        }
    }

    /// These games: their numbers and positions.
    pub fn chosen(&self, numbers: &[i64]) -> PyResult<Vec<(usize, Arc<dyn AnyPosition>)>> {
        let positions = self.games()?.positions(0);
        let chosen = |&number: &i64| {
            let number = usize::try_from(number).ok()?;
            Some((number, Arc::clone(positions.get(number)?)))
        };
        let chosen: Option<_> = numbers.iter().map(chosen).collect();
        chosen.ok_or_else(|| PyValueError::new_err("there is no such game"))
    }

    /// Changes all games, or none if something is wrong.
    fn change(
        &self,
        py: Python<'_>,
        work: impl FnOnce(&mut dyn Games, &mut Arrays<'_>) -> Result<(), TextError> + Send,
    ) -> PyResult<()> {
        let mut held = self.games()?;
        let games = &mut **held;
        if !self.own {
            return self.memory.with(py, |arrays| work(games, arrays))?.map_err(wrong);
        }
        let mut next = games.copied();
        let mut before = Vec::new();
        for array in self.memory.all(py) {
            before.push((array.call_method0("copy")?, array));
        }
        let done = asked(|| self.memory.with(py, |arrays| work(&mut *next, arrays))?.map_err(wrong));
        match done {
            Ok(()) => *held = next,
            Err(_) => {
                for (copy, array) in before {
                    py.import("numpy")?.call_method1("copyto", (array, copy))?;
                }
            }
        }
        done
    }
}

#[pymethods]
impl Batch {
    /// The number of games.
    fn __len__(&self) -> usize {
        self.count
    }

    /// Planes, rows and columns of what the player to move sees, for each game.
    #[getter]
    fn observations<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        self.memory.observations.view(py)
    }

    /// For each game and action whether it is a legal move.
    #[getter]
    fn masks<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        self.memory.masks.view(py)
    }

    /// For each game and player the reward of a game that the last step ended.
    #[getter]
    fn rewards<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        self.memory.rewards.view(py)
    }

    /// For each game whether the last step ended it, or whether it is over.
    #[getter]
    fn dones<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        self.memory.dones.view(py)
    }

    /// For each game whether the last step cut it.
    #[getter]
    fn truncations<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        self.memory.truncations.view(py)
    }

    /// For each game the player to move, 0 or 1.
    #[getter]
    fn turns<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        self.memory.turns.view(py)
    }

    /// The last observations of games that the last step ended.
    #[getter]
    fn final_observations<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        self.memory.final_observations.view(py)
    }

    /// The players of the last observations, 0 or 1.
    #[getter]
    fn final_turns<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        self.memory.final_turns.view(py)
    }

    /// The legal moves of all games as masks of their own.
    fn legal<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        let games = self.games()?;
        let masks = Kept::zeros(py, &self.memory.masks.shape)?;
        games.write_masks(masks.write(py)?.as_slice_mut()?);
        masks.view(py)
    }

    /// Begins games anew, all of them if no marks are given.
    #[pyo3(signature = (which=None))]
    fn reset(&self, py: Python<'_>, which: Option<&Bound<'_, PyArray1<bool>>>) -> PyResult<()> {
        let which = which.map(|which| PyResult::Ok(which.try_readonly()?.as_array().to_vec())).transpose()?;
        self.change(py, |games, arrays| match which {
            Some(which) => games.reset_some(&which, arrays),
            None => {
                games.reset(arrays);
                Ok(())
            }
        })
    }

    /// Goes on from these positions.
    fn set(&self, py: Python<'_>, positions: Vec<PyRef<'_, State>>) -> PyResult<()> {
        let positions: Vec<_> = positions.iter().map(|state| Arc::clone(state.position())).collect();
        self.change(py, |games, arrays| games.set(&positions, arrays))
    }

    /// The positions of all games; chance draws by this seed.
    fn positions(&self, seed: u64) -> PyResult<Vec<State>> {
        let positions = self.games()?.positions(seed);
        Ok(positions.into_iter().map(|position| State::new(position, self.shape, self.own)).collect())
    }

    /// A legal action for each game by a number from 0 up to but not including 1.
    fn pick<'py>(
        &self,
        py: Python<'py>,
        numbers: &Bound<'py, PyArray1<f64>>,
    ) -> PyResult<Bound<'py, PyArray1<i64>>> {
        let numbers = numbers.try_readonly()?.as_array().to_vec();
        Ok(self.games()?.pick(&numbers).to_pyarray(py))
    }

    /// The observations of these games by these players, 0 or 1.
    fn observed<'py>(&self, py: Python<'py>, views: Vec<(usize, u8)>) -> PyResult<Bound<'py, PyAny>> {
        let games = self.games()?;
        let view = |(number, player): (usize, u8)| {
            let player = Player::BOTH.get(usize::from(player)).copied();
            player.filter(|_| number < self.count).map(|player| (number, player))
        };
        let views: Option<Vec<_>> = views.into_iter().map(view).collect();
        let views = views.ok_or_else(|| PyValueError::new_err("there is no such game or player"))?;
        let [planes, rows, columns] = self.shape;
        let seen = Kept::zeros(py, &[views.len(), planes, rows, columns])?;
        asked(|| {
            games.observe(&views, seen.write(py)?.as_slice_mut()?);
            Ok(())
        })?;
        seen.view(py)
    }

    /// The games as they are, for `restore`.
    fn saved(&self) -> PyResult<String> {
        let games = self.games()?;
        let saved = asked(|| Ok(games.saved()))?;
        serde_json::to_string(&saved).map_err(|error| PyRuntimeError::new_err(error.to_string()))
    }

    /// Goes on from what `saved` gave of as many games of this kind.
    fn restore(&self, py: Python<'_>, saved: &str) -> PyResult<()> {
        let saved: SavedBatch = serde_json::from_str(saved)
            .map_err(|error| PyValueError::new_err(format!("no batch: {error}")))?;
        self.change(py, |games, arrays| games.restore(&saved, arrays))
    }

    /// Plays an action in every game, of those that are marked if marks are given.
    #[pyo3(signature = (actions, which=None))]
    fn step(
        &self,
        py: Python<'_>,
        actions: &Bound<'_, PyArray1<i64>>,
        which: Option<&Bound<'_, PyArray1<bool>>>,
    ) -> PyResult<()> {
        // Others may write into the arrays meanwhile.
        let actions = actions.try_readonly()?.as_array().to_vec();
        let which = which.map(|which| PyResult::Ok(which.try_readonly()?.as_array().to_vec())).transpose()?;
        self.change(py, |games, arrays| games.step(&actions, which.as_deref(), arrays))
    }
}
