//! Everything that comes from outside the module.

use std::time::Duration;

use plywood_page::ids::RandomBytes;
use plywood_page::play::Now;

/// The surroundings of an engine.
pub trait Outside: Send + Sync {
    /// Tells the page something, as JSON. Also called in the middle of a search.
    fn say(&self, event: &str);
    /// Keeps a row from now on, or (`None`) drops it. The rows of one message are kept all together or not at all.
    fn keep(&self, key: &str, value: Option<&[u8]>);
    /// The time since any fixed moment. Never falls.
    fn elapsed(&self) -> Duration;
    /// Milliseconds since 1970.
    fn unix_ms(&self) -> u64;
    /// Random bytes that cannot be guessed.
    fn random(&self) -> RandomBytes;
}

/// The time, for the state machine of a game.
pub fn now(outside: &dyn Outside) -> Now {
    Now { elapsed: outside.elapsed(), unix_ms: outside.unix_ms() }
}
