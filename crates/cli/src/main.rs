//! The binary `plywood`.

use std::process::ExitCode;

use mimalloc::MiMalloc;

/// Every thread has pages of its own, and nobody waits for a lock that somebody else holds. The system's allocator has
/// such locks: a house thinks long thoughts on threads that give way to all others, and one that is put aside while it holds
/// a lock keeps those waiting that were to go first.
#[global_allocator]
static ALLOCATOR: MiMalloc = MiMalloc;

fn main() -> ExitCode {
    plywood_cli::run(plywood_workshop::Registry::standard())
}
