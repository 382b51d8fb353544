//! Random names and secrets. The bytes come from the program.

/// Random bytes that cannot be guessed.
pub type RandomBytes = [u8; 16];

/// A secret that cannot be guessed: 128 random bits.
pub fn secret(bytes: RandomBytes) -> String {
    bytes.iter().map(|byte| format!("{byte:02x}")).collect()
}

/// The name of a new table. It cannot be guessed, because every client that has it may watch.
pub fn id(bytes: RandomBytes) -> String {
    const LETTERS: &[u8; 32] = b"abcdefghijkmnopqrstuvwxyz2345678";
    bytes.iter().map(|byte| char::from(LETTERS[usize::from(byte % 32)])).collect()
}

/// A seed for dice and bots.
pub fn seed(bytes: RandomBytes) -> u64 {
    u64::from_le_bytes(*bytes.first_chunk().expect("there are sixteen"))
}
