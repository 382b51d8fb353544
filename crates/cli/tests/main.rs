//! The program as its users meet it: what it prints, what it keeps, and how it ends.
// Tests of signals and rights are for Unix alone.
#![cfg_attr(not(unix), allow(unused_imports))]

mod batch;
mod bench;
mod brains;
mod class;
mod common;
mod compare;
mod documents;
mod exact;
mod files;
mod grade;
mod house_bots;
mod house_kills;
mod new;
mod old_files;
mod outside;
mod parts;
mod play;
mod positions;
mod proof;
mod protocols;
mod serve;
mod slow_kills;
mod slow_promises;
mod slow_shapes;
mod slow_team;
mod solve;
mod texts;
mod tournament;
mod tree;
mod verify;
mod wrong_words;
