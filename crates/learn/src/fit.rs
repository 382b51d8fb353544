//! The game that a brain is of, by its name and its rules.

use std::path::Path;

use plywood_rules::{Playable, fingerprint};

use crate::error::BrainError;
use crate::store::Header;

/// The fingerprint of a game's rules. Payoffs that have changed under the same name make another one.
pub(crate) fn rules_of<G: Playable>(game: &G) -> u64 {
    let change = |hash: u64, byte: u8| (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3);
    game.formerly().unwrap_or_default().bytes().fold(fingerprint(game), change)
}

/// Checks that a brain with this header is of this game and of its rules as they are now.
///
/// # Errors
/// If it is not: says of which game it is.
pub fn check_header<G: Playable>(game: &G, path: &Path, header: &Header) -> Result<(), BrainError> {
    fits(game, rules_of(game), path, header)
}

/// The same with the fingerprint of the rules.
pub(crate) fn fits<G: Playable>(
    game: &G,
    rules: u64,
    path: &Path,
    header: &Header,
) -> Result<(), BrainError> {
    check_name(game, path, &header.game, header.rules == rules)?;
    if header.rules != rules {
        return Err(BrainError::OtherRules { path: path.to_path_buf(), game: game.name() });
    }
    Ok(())
}

/// Checks that a brain at `path` with the game `named` is of this game. `is_of_today` says that it was made with the game's
/// payoffs as they are now: earlier ones are those of another game.
pub(crate) fn check_name<G: Playable>(
    game: &G,
    path: &Path,
    named: &str,
    is_of_today: bool,
) -> Result<(), BrainError> {
    let other = match (game.formerly(), game.former_name()) {
        (Some(former), _) if named == game.name() && !is_of_today => former,
        (_, Some(former)) if named == former && is_of_today => return Ok(()),
        _ if named == game.name() => return Ok(()),
        _ => named.to_string(),
    };
    Err(BrainError::OtherGame { path: path.to_path_buf(), other, wanted: game.name() })
}
