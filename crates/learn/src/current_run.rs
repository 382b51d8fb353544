//! A training run under way, and its place in the brain that it teaches.

use std::sync::{Arc, Weak};

use crate::error::BrainError;
use crate::knowledge::Knowledge;
use crate::memory::{BrainMemory, RecordedRun};

/// A training run under way. Several may teach one brain at once, each with a count of its own; the file keeps the run that was
/// begun last, which goes on after an interruption.
pub(crate) struct CurrentRun<'a> {
    knowledge: &'a Knowledge,
    run: RecordedRun,
    /// Known to the memory as long as this is the run begun last.
    token: Arc<()>,
}

impl<'a> CurrentRun<'a> {
    /// Begins a run of `games` games, or continues the run of the same `plan` in which this brain was interrupted.
    pub fn begin(knowledge: &'a Knowledge, plan: &str, games: u64) -> CurrentRun<'a> {
        let token = Arc::default();
        let mut memory = knowledge.write();
        // A run of the same plan that is under way was not interrupted.
        let is_idle = memory.run_owner.strong_count() == 0;
        let interrupted = memory.run.as_ref().filter(|run| is_idle && run.plan == plan && !run.finished);
        let run = interrupted.cloned().unwrap_or_else(|| RecordedRun {
            plan: plan.to_string(),
            done: 0,
            games,
            before: memory.counters.games,
            finished: false,
        });
        memory.run = Some(run.clone());
        memory.run_owner = Arc::downgrade(&token);
        CurrentRun { knowledge, run, token }
    }

    /// Games of it that are learnt.
    pub fn done(&self) -> u64 {
        self.run.done
    }

    /// Games the brain had learnt when it began.
    pub fn before(&self) -> u64 {
        self.run.before
    }

    /// Notes that `done` of its games are learnt.
    pub fn set_done(&mut self, memory: &mut BrainMemory, done: u64) {
        self.run.done = done;
        if let Some(kept) = self.kept(memory) {
            kept.done = done;
        }
    }

    /// Marks it as finished, on disk: the same plan then begins another one.
    pub fn finish(self) -> Result<(), BrainError> {
        let mut memory = self.knowledge.write();
        if let Some(kept) = self.kept(&mut memory) {
            kept.finished = true;
        }
        Ok(memory.flush(&[])?)
    }

    /// The record that goes into the file; `None` if another run was begun since, or the brain was emptied.
    fn kept<'m>(&self, memory: &'m mut BrainMemory) -> Option<&'m mut RecordedRun> {
        let is_last = Weak::as_ptr(&memory.run_owner) == Arc::as_ptr(&self.token);
        memory.run.as_mut().filter(|_| is_last)
    }
}
