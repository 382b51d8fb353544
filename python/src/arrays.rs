//! Many games at once, in NumPy arrays.

use std::sync::Mutex;

use numpy::{PyArray1, PyArray2, PyArray4, PyArrayMethods, PyReadonlyArray1};
use plywood_erased::{Arrays, Batch as Games};
use plywood_rules::threads::lock;
use pyo3::exceptions::PyMemoryError;
use pyo3::prelude::*;

use crate::running::wrong;

/// Many games at once. The arrays stay the same objects; every step overwrites them.
#[pyclass(frozen, module = "plywood._plywood")]
pub struct Batch {
    games: Mutex<Box<dyn Games>>,
    /// Planes, rows and columns of what the player to move sees, for each game.
    #[pyo3(get)]
    observations: Py<PyArray4<f32>>,
    /// For each game and action whether it is a legal move.
    #[pyo3(get)]
    masks: Py<PyArray2<bool>>,
    /// For each game and player the reward of a game that the last step ended: 1, 0 or -1.
    #[pyo3(get)]
    rewards: Py<PyArray2<f32>>,
    /// For each game whether the last step ended it.
    #[pyo3(get)]
    dones: Py<PyArray1<bool>>,
    /// For each game the player to move, 0 or 1.
    #[pyo3(get)]
    turns: Py<PyArray1<u8>>,
}

/// The most bytes of the arrays of a batch.
const MOST_BYTES: usize = 4 << 30;

/// Refuses so many games that their arrays would fill the memory.
pub fn check_size(count: usize, actions: usize, [planes, rows, columns]: [usize; 3]) -> PyResult<()> {
    let of_game = planes.saturating_mul(rows).saturating_mul(columns).saturating_mul(size_of::<f32>());
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
    /// The arrays of these games, each of which has so many actions and an observation of this shape.
    pub fn new(
        py: Python<'_>,
        games: Box<dyn Games>,
        actions: usize,
        [planes, rows, columns]: [usize; 3],
    ) -> PyResult<Batch> {
        let count = games.count();
        let batch = Batch {
            games: Mutex::new(games),
            observations: PyArray4::zeros(py, [count, planes, rows, columns], false).unbind(),
            masks: PyArray2::zeros(py, [count, actions], false).unbind(),
            rewards: PyArray2::zeros(py, [count, 2], false).unbind(),
            dones: PyArray1::zeros(py, [count], false).unbind(),
            turns: PyArray1::zeros(py, [count], false).unbind(),
        };
        batch.reset(py)?;
        Ok(batch)
    }

    fn with<T: Send>(
        &self,
        py: Python<'_>,
        work: impl FnOnce(&mut dyn Games, &mut Arrays<'_>) -> T + Send,
    ) -> PyResult<T> {
        let mut observations = self.observations.bind(py).try_readwrite()?;
        let mut masks = self.masks.bind(py).try_readwrite()?;
        let mut rewards = self.rewards.bind(py).try_readwrite()?;
        let mut dones = self.dones.bind(py).try_readwrite()?;
        let mut turns = self.turns.bind(py).try_readwrite()?;
        let mut arrays = Arrays {
            observations: observations.as_slice_mut()?,
            masks: masks.as_slice_mut()?,
            rewards: rewards.as_slice_mut()?,
            dones: dones.as_slice_mut()?,
            turns: turns.as_slice_mut()?,
        };
        Ok(py.detach(|| {
            let mut games = lock(&self.games);
            work(&mut **games, &mut arrays)
        }))
    }
}

#[pymethods]
impl Batch {
    /// The number of games.
    fn __len__(&self) -> usize {
        lock(&self.games).count()
    }

    /// Begins all games anew.
    fn reset(&self, py: Python<'_>) -> PyResult<()> {
        self.with(py, |games, arrays| games.reset(arrays))
    }

    /// Plays an action in every game.
    fn step(&self, py: Python<'_>, actions: PyReadonlyArray1<'_, i64>) -> PyResult<()> {
        let actions = actions.as_slice()?;
        self.with(py, |games, arrays| games.step(actions, arrays))?.map_err(wrong)
    }
}
