//! Exact values: tables, proofs, bounds and races.

mod cluster;
mod columns;
mod common;
mod iterate;
mod perfect;
mod proof;
mod race;
mod table;
