//! The games: laws, published truths and slow plain twins.

mod bytes;
mod canonical;
mod line;
mod line_twin;
mod pig;
mod pikk;
mod pikk_ranks;
mod pikk_tactics;
mod pikk_twin;
mod stopping;
