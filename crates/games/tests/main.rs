//! The games: laws, published truths and slow plain twins.

mod breakthrough;
mod bytes;
mod canonical;
mod cells;
mod dots_and_boxes;
mod dots_and_boxes_solver;
mod einstein;
mod hex;
mod kalah;
mod line;
mod line_twin;
mod morris;
mod nim;
mod notation;
mod observation;
mod othello;
mod pig;
mod pikk;
mod pikk_ranks;
mod pikk_tactics;
mod pikk_twin;
mod playout;
mod race;
mod stopping;
mod twin;
mod ultimate;
