//! Plywood at the other end of a protocol: managers, controllers and programs that talk to it line by line.

mod exchange;
mod games;
mod mcp;
mod random_lines;
mod talk;
mod ugi;
