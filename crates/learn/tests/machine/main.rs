//! The learning machine as those who use it meet it: what it learns from which games, and that it keeps it.

mod determinism;
mod exchanged;
mod invariants;
mod kit;
mod loops;
mod opponents;
mod proofs;
mod rule;
mod sharing;
mod shown;
mod targets;
mod texts;
mod ways;
