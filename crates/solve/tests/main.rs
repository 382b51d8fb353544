//! Exact values: tables, proofs, bounds and races.

mod cluster;
mod common;
mod iterate;
mod perfect;
mod proof;
mod solver;
mod table;
