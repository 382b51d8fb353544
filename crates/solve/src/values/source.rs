//! Bytes that are read where they are.

use std::sync::Arc;
use std::{fmt, io};

/// A source of the bytes of a table that is not held in memory: usually a file.
pub trait ByteSource: fmt::Debug + Send + Sync {
    /// The number of bytes.
    ///
    /// # Errors
    /// If it is not available.
    fn size(&self) -> io::Result<u64>;

    /// Fills `bytes` with those from offset `at` on. Several threads may call it at once.
    ///
    /// # Errors
    /// If not all of them can be read.
    fn read(&self, bytes: &mut [u8], at: u64) -> io::Result<()>;
}

/// A whole file in memory.
impl ByteSource for Vec<u8> {
    fn size(&self) -> io::Result<u64> {
        Ok(self.len() as u64)
    }

    fn read(&self, bytes: &mut [u8], at: u64) -> io::Result<()> {
        let from = usize::try_from(at).ok();
        let own = from.and_then(|from| self.get(from..)?.get(..bytes.len()));
        bytes.copy_from_slice(own.ok_or(io::ErrorKind::UnexpectedEof)?);
        Ok(())
    }
}

/// A file for a while, which is gone when it is closed or the process ends.
pub trait ScratchFile: ByteSource {
    /// Adds bytes at its end; returns their place.
    ///
    /// # Errors
    /// If they cannot be written.
    fn append(&self, bytes: &[u8]) -> io::Result<u64>;
}

/// The place of blocks.
#[derive(Debug)]
pub enum BlockStorage {
    /// In memory, one by one.
    Held(Vec<Box<[u8]>>),
    /// Somewhere else, from this place on.
    At(Arc<dyn ByteSource>, u64),
}

impl BlockStorage {
    /// The bytes of block `number`, which are at `from`, counted from the beginning of the first block.
    ///
    /// # Errors
    /// If they cannot be read.
    pub fn read(&self, number: usize, from: u64, length: usize) -> io::Result<Vec<u8>> {
        match self {
            BlockStorage::Held(blocks) => Ok(blocks[number].to_vec()),
            BlockStorage::At(source, first) => {
                let mut bytes = vec![0; length];
                source.read(&mut bytes, first + from)?;
                Ok(bytes)
            }
        }
    }
}
