//! The limits of a solver.

/// The limits of a solver, and the callback that receives its progress.
pub struct Limits<'a, P> {
    /// Bytes that it may hold, as its progress counts them.
    pub memory: u64,
    /// Receives the progress now and then; the solver continues while it returns true.
    pub go_on: &'a mut dyn FnMut(P) -> bool,
}
