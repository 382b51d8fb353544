//! Tests of the games of lines, through the list of games and as text.

mod asked;
mod facts;
mod forcing;
mod holding;
mod notation;
