//! The types of the wire: the bodies of the HTTP interface and the messages of a live game.
//!
//! The page knows no rules. It gets what stays the same all through a game ([`BoardView`]) and, after every change,
//! the state of the game ([`State`]): what is on the board, the legal moves and what each does, clocks, seats, offers,
//! and how it ended. book/src/reference/protocol.md says the same in prose; the page's types (`ui-checks/protocol.d.ts`) are written from
//! this module, and a test fails where they differ.
//!
//! Types of the lower crates go over the wire as they are, and are only listed here. A type of this module adds something to one of
//! them, hides something, or is of the server alone; its first sentence says which.
//!
//! Everything that comes in is read into these types at the edge, unknown fields refused; what they cannot express (a
//! seat that does not exist, a negative ply) cannot be asked for.

/// The version of the protocol. It changes when an older page could misunderstand a newer server.
pub const PROTOCOL: u32 = 2;

/// The longest message that is taken from a client, in bytes.
pub const LONGEST_MESSAGE: usize = 4096;

/// Makes types of the wire: they can be written, read and compared, and have a declaration for the page.
macro_rules! wire {
    ($($(#[$meta:meta])* $kind:ident $name:ident $body:tt)*) => {$(
        #[derive(Clone, Debug, PartialEq, serde::Serialize, serde::Deserialize)]
        #[cfg_attr(feature = "ts", derive(ts_rs::TS))]
        $(#[$meta])*
        pub $kind $name $body
    )*};
}

mod analysis;
mod board;
mod live;
mod lobby;
mod review;
mod sheets;
mod training;
mod tree;

pub use analysis::*;
pub use board::*;
pub use live::*;
pub use lobby::*;
pub use review::*;
pub use sheets::*;
pub use training::*;
pub use tree::*;
