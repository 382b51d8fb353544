//! The program as its users meet it: what it prints, what it keeps, and how it ends.

mod batch;
mod bench;
mod brains;
mod common;
mod compare;
mod documents;
mod exact;
mod files;
mod house_bots;
mod house_kills;
mod kills;
mod new;
mod old_files;
mod outside;
mod play;
mod promises;
mod proof;
mod protocols;
mod serve;
mod shapes;
mod solve;
mod team;
mod tournament;
mod tree;
mod verify;
mod wrong_words;
