//! Random names and secrets, and the time of day.

use std::time::{SystemTime, UNIX_EPOCH};

use plywood_page::ids;

/// Random bytes of the system.
pub fn random() -> ids::RandomBytes {
    let mut bytes = ids::RandomBytes::default();
    getrandom::fill(&mut bytes).expect("the system has random bytes");
    bytes
}

/// A secret that cannot be guessed.
pub fn new_secret() -> String {
    ids::secret(random())
}

/// A seed for dice and bots.
pub fn new_seed() -> u64 {
    ids::seed(random())
}

/// Microseconds since 1970. They stay exact in a page for another two hundred years.
pub fn now_micros() -> u64 {
    SystemTime::now().duration_since(UNIX_EPOCH).map_or(0, |since| since.as_micros() as u64)
}

/// Milliseconds since 1970.
pub fn now_millis() -> u64 {
    now_micros() / 1000
}
