//! The page in a real browser. Each test has its own server and browsers, and waits for marks of the page, never for time.

mod access;
mod analysis;
mod board;
mod book;
mod bots;
mod classics;
mod drawn;
mod games;
mod lab;
mod languages;
mod people;
mod proofs;
mod puzzles;
mod records;
mod report;
mod shapes;
mod shared;
mod sheets;
mod site;
mod together;
mod web;
