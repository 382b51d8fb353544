//! Positions as numbers, and the values of positions.

mod bytes;
mod code;
mod counts;
mod key;
mod progress;

pub use self::bytes::{checksum, put, put_keys, take, take_as, take_keys, take_length, take_word};
pub use self::code::{Code, Exact};
pub use self::counts::Counts;
pub use self::key::{Codec, Key, end_of, fits, level_of};
pub use self::progress::{Halt, Phase, SolveProgress, SolveWatch};
