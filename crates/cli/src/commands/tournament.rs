//! `tournament`: many games between many bots, and a report of them.

pub mod csv;
pub mod data;
mod film;
pub mod json;
pub mod report;
#[cfg(test)]
mod tests;
pub mod words;
