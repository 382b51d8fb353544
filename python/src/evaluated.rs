//! Searches of many positions whose evaluator is a Python function of arrays.

use std::sync::{Arc, Mutex, MutexGuard, TryLockError};

use numpy::{PyArray1, PyArrayMethods};
use plywood_workshop::EvaluatedSearch;
use pyo3::exceptions::PyRuntimeError;
use pyo3::prelude::*;

use crate::arrays::Kept;
use crate::running::{asked, wrong};
use crate::state::State;

/// Searches of many positions, which ask for evaluations of their leaves.
#[pyclass(frozen, module = "plywood._plywood")]
pub struct GuidedSearch {
    search: Mutex<Box<dyn EvaluatedSearch>>,
    actions: usize,
    /// The leaves that are to be evaluated.
    observations: Kept<f32>,
    masks: Kept<bool>,
}

impl GuidedSearch {
    /// Searches whose leaves have so many actions and observations of this shape; at most `batch` are evaluated at once.
    pub fn new(
        py: Python<'_>,
        search: Box<dyn EvaluatedSearch>,
        batch: usize,
        actions: usize,
        [planes, rows, columns]: [usize; 3],
    ) -> PyResult<GuidedSearch> {
        let observations = Kept::zeros(py, &[batch, planes, rows, columns])?;
        let masks = Kept::zeros(py, &[batch, actions])?;
        Ok(GuidedSearch { search: Mutex::new(search), actions, observations, masks })
    }

    fn search(&self) -> PyResult<MutexGuard<'_, Box<dyn EvaluatedSearch>>> {
        match self.search.try_lock() {
            Ok(search) => Ok(search),
            Err(TryLockError::Poisoned(search)) => Ok(search.into_inner()),
            Err(TryLockError::WouldBlock) => {
                Err(PyRuntimeError::new_err("another call of this search is under way; let it return first"))
            }
        }
    }
}

#[pymethods]
impl GuidedSearch {
    /// The observations of leaves, by the player to move.
    #[getter]
    fn observations<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        self.observations.view(py)
    }

    /// For each leaf and action whether it is a legal move.
    #[getter]
    fn masks<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        self.masks.view(py)
    }

    /// Begins to search these positions. Trees of the last search that led to them are kept.
    fn begin(&self, py: Python<'_>, positions: Vec<PyRef<'_, State>>) -> PyResult<()> {
        let positions: Vec<_> = positions.iter().map(|state| Arc::clone(state.position())).collect();
        let mut search = self.search()?;
        let search = &mut **search;
        asked(|| py.detach(|| search.begin(&positions)).map_err(wrong))
    }

    /// Grows each tree to so many visits since it began, and writes the next leaves. Returns their number: 0 at the end.
    fn select(&self, py: Python<'_>, visits: u32) -> PyResult<usize> {
        let mut search = self.search()?;
        let search = &mut **search;
        let (mut observations, mut masks) = (self.observations.write(py)?, self.masks.write(py)?);
        let (observations, masks) = (observations.as_slice_mut()?, masks.as_slice_mut()?);
        asked(|| Ok(py.detach(|| search.select(visits, observations, masks))))
    }

    /// Enters the priors and the values of all leaves that were selected, row by row.
    fn expand(
        &self,
        py: Python<'_>,
        priors: &Bound<'_, PyArray1<f32>>,
        values: &Bound<'_, PyArray1<f32>>,
    ) -> PyResult<()> {
        let (priors, values) = (priors.try_readonly()?, values.try_readonly()?);
        let (priors, values) = (priors.as_slice()?, values.as_slice()?);
        let mut search = self.search()?;
        let search = &mut **search;
        asked(|| py.detach(|| search.expand(priors, values)).map_err(wrong))
    }

    /// Mixes a share of noise into the priors of the roots.
    fn mix(&self, share: f32, noise: &Bound<'_, PyArray1<f32>>) -> PyResult<()> {
        let noise = noise.try_readonly()?;
        self.search()?.mix(share, noise.as_slice()?);
        Ok(())
    }

    /// The visits of each action of the first `count` positions, and their values.
    fn results<'py>(
        &self,
        py: Python<'py>,
        count: usize,
    ) -> PyResult<(Bound<'py, PyAny>, Bound<'py, PyAny>)> {
        let (visits, values) = (Kept::zeros(py, &[count, self.actions])?, Kept::zeros(py, &[count])?);
        self.search()?.results(visits.write(py)?.as_slice_mut()?, values.write(py)?.as_slice_mut()?);
        Ok((visits.view(py)?, values.view(py)?))
    }

    /// Forgets all trees.
    fn forget(&self) -> PyResult<()> {
        self.search()?.forget();
        Ok(())
    }
}
