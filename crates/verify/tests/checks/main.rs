//! Proofs that hold and proofs that do not, written by a program that knows nothing of the checker but the format.

mod changed;
mod circles;
mod guided;
mod loops;
mod plain;
mod proofs;
mod writer;
