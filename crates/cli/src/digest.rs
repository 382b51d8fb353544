//! Hashes of texts and files, by which a changed one is known.

use sha2::{Digest as _, Sha256};

/// A hash of texts, each with its length.
#[derive(Default)]
pub struct TextDigest(Sha256);

impl TextDigest {
    /// The hash of these texts.
    pub fn of<'a>(texts: impl IntoIterator<Item = &'a str>) -> String {
        let mut digest = TextDigest::default();
        texts.into_iter().for_each(|text| digest.add(text.as_bytes()));
        digest.finish()
    }

    /// Adds a text.
    pub fn add(&mut self, bytes: &[u8]) {
        self.0.update((bytes.len() as u64).to_le_bytes());
        self.0.update(bytes);
    }

    /// Half of the hash in hexadecimal digits: enough, and short in names of files.
    pub fn finish(self) -> String {
        self.0.finalize().iter().take(16).map(|byte| format!("{byte:02x}")).collect()
    }
}
