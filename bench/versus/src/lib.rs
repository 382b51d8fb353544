//! Nothing of its own: see the benchmark.
