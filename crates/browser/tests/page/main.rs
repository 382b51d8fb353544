//! The page in a real browser. Each test has a house and browsers of its own, and waits for marks of the page, never for time.

mod games;
mod shared;
