//! The search algorithms.
