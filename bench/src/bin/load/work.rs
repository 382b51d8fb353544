//! Processor time that a phase takes.

use plywood_bench::load::{Processor, processor, processor_of};

/// Processor time, in seconds.
#[derive(Clone, Copy)]
pub struct CpuTime {
    /// Of the server.
    pub house: f64,
    /// Of this program.
    pub own: f64,
    /// Of all processes.
    pub used: f64,
    /// Of all processes and of waiting.
    pub all: f64,
}

impl CpuTime {
    /// The time so far; `None` if the system does not report it, or the process of the server is not known.
    pub fn now(server: Option<u32>) -> Option<CpuTime> {
        let Processor { used, all } = processor()?;
        Some(CpuTime { house: processor_of(server?)?, own: processor_of(std::process::id())?, used, all })
    }

    /// The time between two moments.
    pub fn since(&self, before: &CpuTime) -> CpuTime {
        CpuTime {
            house: self.house - before.house,
            own: self.own - before.own,
            used: self.used - before.used,
            all: self.all - before.all,
        }
    }
}
