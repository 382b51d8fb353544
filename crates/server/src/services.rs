//! The parts of a server that its games use.

use std::sync::Arc;

use plywood_page::catalogue::Catalogue;

use crate::metrics::Metrics;
use crate::pool::Pool;
use crate::settings::ServerSettings;
use crate::store::GameStore;

/// The parts of a server that its games use.
pub struct Services {
    /// The limits.
    pub settings: ServerSettings,
    /// Games, bots, brains and proofs.
    pub catalogue: Arc<Catalogue>,
    /// Live games and records on disk.
    pub store: GameStore,
    /// The threads of the bots.
    pub pool: Arc<Pool>,
    /// The measurements.
    pub metrics: Metrics,
}
