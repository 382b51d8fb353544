//! The learner as its users see it: the results of games, and that they are kept.
// Tests of links are for Unix alone.
#![cfg_attr(not(unix), allow(unused_imports))]

mod determinism;
mod exchanged;
mod invariants;
mod kit;
mod loops;
mod networks;
mod opponents;
mod proofs;
mod rule;
mod sharing;
mod shown;
mod targets;
mod texts;
mod ways;
