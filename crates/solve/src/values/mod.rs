//! Positions as numbers, and the values of positions.

mod bytes;
mod code;
mod counts;
mod key;
mod progress;
mod rows;
mod source;

pub use self::bytes::{checksum, put, put_keys, take, take_as, take_keys, take_length, take_word};
pub use self::code::{Exact, ValueCode};
pub use self::counts::PositionCounts;
pub use self::key::{Codec, Key, end_of, fits, level_of, owner_of};
pub use self::progress::{Phase, SolveError, SolveProgress, SolveWatch};
pub use self::rows::{BLOCK, BlockHead, BlockRows, BlockSink, LevelsDraft, take_level};
pub use self::source::{BlockStorage, ByteSource, ScratchFile};
