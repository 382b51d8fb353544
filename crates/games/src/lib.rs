//! The list of games.
//!
//! A game is named by a string, `name` or `name:key=value,...`; [`open`] reads it and hands the game to a
//! [`Visitor`], because every game is a type of its own. A new game is one module and its entry in
//! [`FAMILIES`].

mod family;
pub mod line;
pub mod pig;
pub mod pikk_pakk;
mod subsets;
mod ternary;

use plywood_rules::TextError;
use plywood_rules::options::{Options, alternatives, split_name};

pub use self::family::{Alias, Family, Visitor};

/// All families of games.
pub const FAMILIES: &[Family] = &[line::MNK, line::CUBE, pikk_pakk::PIKK_PAKK, pig::PIG];

/// Opens the game that `text` names and passes it to `visitor`.
///
/// # Errors
/// If there is no such game, or its options are invalid: names the part and what would work.
pub fn open<V: Visitor>(text: &str, visitor: V) -> Result<V::Output, TextError> {
    let (name, given) = split_name(text);
    let Some((family, options)) = find(name, given) else {
        let names =
            FAMILIES.iter().flat_map(|f| [f.name].into_iter().chain(f.aliases.iter().map(|a| a.name)));
        return Err(TextError::new(format!(
            "unknown game '{name}'; {}",
            alternatives(name, names, "there are")
        )));
    };
    let options = Options::read(&format!("game '{name}'"), family.parameters, options.as_deref())?;
    match family.name {
        "mnk" => line::open_mnk(&options, visitor),
        "cube" => line::open_cube(&options, visitor),
        "pikkpakk" => pikk_pakk::open(&options, visitor),
        "pig" => pig::open(&options, visitor),
        name => unreachable!("'{name}' is listed without being opened here"),
    }
}

/// The family called `name`, and its options, completed with those of an alias.
fn find(name: &str, given: Option<&str>) -> Option<(&'static Family, Option<String>)> {
    for family in FAMILIES {
        if family.name == name {
            return Some((family, given.map(str::to_string)));
        }
        if let Some(alias) = family.aliases.iter().find(|alias| alias.name == name) {
            let is_given = |option: &str| {
                let key = option.split('=').next();
                given.into_iter().flat_map(|given| given.split(',')).any(|g| g.split('=').next() == key)
            };
            let kept = alias.options.split(',').filter(|option| !is_given(option));
            return Some((family, Some(kept.chain(given).collect::<Vec<_>>().join(","))));
        }
    }
    None
}
