//! Retrograde analysis: finds every position that can be reached, then values them backwards from the ends.
//!
//! One round engine serves one worker or many. Each position belongs to one worker, by a fixed mixer of the first half of its bytes:
//! so many of its children belong to the same one. In a round every worker sends data about positions to their owners; the round is
//! over when all of it has arrived. Then all workers agree on how to continue. The transport between them is an [`Exchange`]:
//! `ThreadExchange` between the threads of a process, others between processes.
//!
//! Rounds give the same result in whatever order messages arrive. A [`RoundStore`] can therefore keep the
//! result of each round, and results stored in different attempts are compatible.

mod batch;
mod cyclic;
mod error;
mod exchange;
mod found;
mod graded;
mod level;
mod parents;
mod pool;
mod share;
mod store;
mod threads;
mod worker;

use plywood_rules::{Notation, Symmetric};

pub use self::error::RetrogradeError;
pub use self::exchange::{Exchange, Handler, Payload, RoundTally, Traffic};
pub(crate) use self::level::LevelSink;
pub use self::pool::WorkerPool;
pub(crate) use self::share::{SolvedLevel, WorkerShare};
pub use self::store::{FOUND, RoundStore, RoundWriter, STAGE, StoredRound, VALUED, VALUES};
pub(crate) use self::threads::{ThreadConnection, ThreadExchange};
pub(crate) use self::worker::WorkerContext;
use crate::values::Key;

/// Finds and values the positions of one worker, together with the others.
pub(crate) fn solve<G: Symmetric + Notation + ?Sized, K: Key>(
    worker: &mut WorkerContext<'_, '_, G, K>,
) -> Result<WorkerShare<K>, RetrogradeError> {
    let part = match worker.codec.game.stage(worker.start) {
        Some(_) => graded::solve(worker)?,
        None => cyclic::solve(worker)?,
    };
    worker.agree(RoundTally::default())?;
    Ok(part)
}
