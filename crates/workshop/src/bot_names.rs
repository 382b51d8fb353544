//! Bots as earlier versions named them, when `alphabeta` was two searches.
//!
//! `plain=on` was the search of the textbook, which is `alphabeta` now; `plain=off` and `plain=auto` the one with every technique,
//! which is `engine` now.

use std::borrow::Cow;

use plywood_rules::options::split_name;

const ALPHA_BETA: &str = "alphabeta";
const ENGINE: &str = "engine";

/// The options that only the engine has, by their keys.
const OF_ENGINE: [&str; 5] = ["selective", "threads", "table", "disable", "without"];

/// The bot that `text` names, as it is written today. Options that change nothing, such as `order` of an engine, are dropped as they were
/// ignored before.
pub(crate) fn current_name(text: &str) -> Cow<'_, str> {
    let (name @ (ALPHA_BETA | ENGINE), Some(given)) = split_name(text) else { return text.into() };
    let options = || given.split(',').filter_map(|piece| piece.split_once('='));
    let has_order = options().any(|(key, _)| key == "order");
    let of_engine = options().any(|(key, _)| OF_ENGINE.contains(&key));
    let is_textbook = match options().find(|(key, _)| *key == "plain") {
        Some((_, "on")) => true,
        Some((_, "off")) => false,
        Some((_, "auto")) => has_order,
        // It is refused for its value.
        Some(_) => return text.into(),
        None => name == ALPHA_BETA && (has_order || !of_engine),
    };
    let is_dropped = |piece: &&str| match piece.split_once('=') {
        Some(("plain", _)) => true,
        Some(("order", _)) => !is_textbook,
        Some((key, _)) => is_textbook && OF_ENGINE.contains(&key),
        None => false,
    };
    let (mut without, mut kept): (Vec<&str>, Vec<&str>) = given
        .split(',')
        .filter(|piece| !is_dropped(piece))
        .partition(|piece| ["without=", "disable="].iter().any(|key| piece.starts_with(key)));
    // Both keys may be given: all techniques that they name are disabled.
    without.iter_mut().for_each(|piece| *piece = &piece["without=".len()..]);
    let disabled = format!("disable={}", without.join("-"));
    kept.extend((!without.is_empty()).then_some(&*disabled));
    let name = if is_textbook { ALPHA_BETA } else { ENGINE };
    let colon = if kept.is_empty() { "" } else { ":" };
    format!("{name}{colon}{}", kept.join(",")).into()
}

/// The bot that `text` names in a file of an earlier version, in which `alphabeta` was the engine unless its options said otherwise.
///
/// ```
/// use plywood_workshop::former_bot;
///
/// assert_eq!(former_bot("alphabeta:time=3s,tie=random"), "engine:time=3s,tie=random");
/// assert_eq!(former_bot("alphabeta:plain=on,depth=4"), "alphabeta:depth=4");
/// assert_eq!(former_bot("mcts:time=1s"), "mcts:time=1s");
/// ```
pub fn former_bot(text: &str) -> String {
    let (name, given) = split_name(text);
    let says = |piece: &str| piece.starts_with("plain=") || piece.starts_with("order=");
    match given {
        _ if name != ALPHA_BETA => text.to_string(),
        Some(given) if given.split(',').any(says) => current_name(text).into_owned(),
        Some(given) => current_name(&format!("{ENGINE}:{given}")).into_owned(),
        None => ENGINE.to_string(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_old_name_is_a_bot_of_today() {
        for (old, current) in [
            ("alphabeta", "alphabeta"),
            ("alphabeta:depth=4,tie=random", "alphabeta:depth=4,tie=random"),
            ("alphabeta:order=promising", "alphabeta:order=promising"),
            ("alphabeta:plain=on", "alphabeta"),
            ("alphabeta:plain=on,order=natural,depth=3", "alphabeta:order=natural,depth=3"),
            ("alphabeta:plain=on,threads=2", "alphabeta"),
            ("alphabeta:plain=off", "engine"),
            ("alphabeta:plain=off,selective=off", "engine:selective=off"),
            ("alphabeta:plain=auto,depth=3", "engine:depth=3"),
            ("alphabeta:depth=3,table=16", "engine:depth=3,table=16"),
            ("alphabeta:without=table-pvs", "engine:disable=table-pvs"),
            ("engine:disable=table,depth=3,without=pvs", "engine:depth=3,disable=table-pvs"),
            ("alphabeta:order=natural,selective=off", "alphabeta:order=natural"),
            ("engine", "engine"),
            ("engine:plain=on,depth=3", "alphabeta:depth=3"),
            ("engine:plain=auto,order=promising", "alphabeta:order=promising"),
            ("engine:order=promising,depth=3", "engine:depth=3"),
            ("engine:depth=3,threads=2", "engine:depth=3,threads=2"),
            // These are refused for what they say.
            ("alphabeta:plain=maybe", "alphabeta:plain=maybe"),
            ("alphabeta:plain", "alphabeta:plain"),
            ("alphabeta:", "alphabeta:"),
            ("minimax:plain=on", "minimax:plain=on"),
            ("", ""),
        ] {
            assert_eq!(current_name(old), current, "{old}");
        }
    }

    #[test]
    fn a_file_of_an_earlier_version_means_what_it_meant() {
        for (old, current) in [
            ("alphabeta", "engine"),
            ("alphabeta:nodes=5000", "engine:nodes=5000"),
            ("alphabeta:without=pvs", "engine:disable=pvs"),
            ("alphabeta:plain=on,time=1s", "alphabeta:time=1s"),
            ("alphabeta:order=promising", "alphabeta:order=promising"),
            ("engine:plain=on", "engine:plain=on"),
            ("level:n=4", "level:n=4"),
        ] {
            assert_eq!(former_bot(old), current, "{old}");
        }
    }
}
