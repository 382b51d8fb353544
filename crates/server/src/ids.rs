//! Random names and secrets, and the time of day.

use std::time::{SystemTime, UNIX_EPOCH};

/// A secret that cannot be guessed: 128 random bits.
pub fn new_secret() -> String {
    random_bytes::<16>().iter().map(|byte| format!("{byte:02x}")).collect()
}

/// The name of a new table. It cannot be guessed, because every client that has it may watch.
pub fn new_id() -> String {
    const LETTERS: &[u8; 32] = b"abcdefghijkmnopqrstuvwxyz2345678";
    random_bytes::<16>().iter().map(|byte| char::from(LETTERS[usize::from(byte % 32)])).collect()
}

/// A seed for dice and bots.
pub fn new_seed() -> u64 {
    u64::from_le_bytes(random_bytes())
}

fn random_bytes<const N: usize>() -> [u8; N] {
    let mut bytes = [0; N];
    getrandom::fill(&mut bytes).expect("the system has random bytes");
    bytes
}

/// Microseconds since 1970. They stay exact in a page for another two hundred years.
pub fn now_micros() -> u64 {
    SystemTime::now().duration_since(UNIX_EPOCH).map_or(0, |since| since.as_micros() as u64)
}

/// Milliseconds since 1970.
pub fn now_millis() -> u64 {
    now_micros() / 1000
}
