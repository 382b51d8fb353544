//! The WebAssembly module of the page without a server: `plywood-web`, whose functions it exports.
//!
//! A crate of its own, because all code is optimised together with the options of the last crate: for speed, as the searches need it,
//! though `web` itself is compiled for size.

use plywood_web as _;
