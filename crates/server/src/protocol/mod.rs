//! The types of the wire, which are those of the page.

pub use plywood_page::protocol::*;

#[cfg(test)]
mod tests;
