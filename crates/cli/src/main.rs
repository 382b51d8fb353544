//! The binary `plywood`.

use std::process::ExitCode;

use mimalloc::MiMalloc;

/// mimalloc gives every thread its own pages, so no thread waits for a lock of another. The system's allocator has such locks: a
/// server searches on threads of low priority, and one that is preempted while it holds a lock would delay threads of higher
/// priority.
#[global_allocator]
static ALLOCATOR: MiMalloc = MiMalloc;

fn main() -> ExitCode {
    plywood_cli::run(plywood_workshop::Workshop::standard())
}
