//! Proofs, found by the search and checked by those who know the rules and nothing else.

mod changed;
mod found;
