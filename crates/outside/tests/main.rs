//! Programs from outside as their opponents meet them: small scripts that behave well and badly.
#![cfg(unix)]

mod bad;
mod checks;
mod common;
mod exec;
mod limits;
mod lines;
mod names;
mod protocols;
mod slow_starting;
mod speed;
