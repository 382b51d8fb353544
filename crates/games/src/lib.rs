//! The list of games.
//!
//! A game is named by a string, `name` or `name:key=value,...`; [`open`] reads it and hands the game to a
//! [`Visitor`], because games are of different types. A new game is one module and
//! its line in [`classic`], the games that share one type.

mod bits;
pub mod breakthrough;
pub mod classic;
mod coded;
pub mod dots_and_boxes;
pub mod einstein;
mod family;
pub mod hex;
pub mod kalah;
pub mod line;
pub mod nim;
pub mod othello;
pub mod pig;
pub mod pikk_pakk;
mod rows;
mod subsets;
mod ternary;
mod text;
pub mod ultimate;

use plywood_rules::TextError;
use plywood_rules::options::{Options, alternatives, split_name};

pub use self::family::{Alias, Family, Visitor};

/// Families whose games have types of their own.
const OF_OWN_TYPES: &[Family] = &[line::MNK, line::CUBE, pikk_pakk::PIKK_PAKK];

/// All families of games.
pub fn families() -> impl Iterator<Item = &'static Family> {
    OF_OWN_TYPES.iter().chain(classic::FAMILIES)
}

/// Opens the game that `text` names and passes it to `visitor`.
///
/// # Errors
/// If there is no such game, or its options are invalid: names the part and what would work.
pub fn open<V: Visitor>(text: &str, visitor: V) -> Result<V::Output, TextError> {
    let (name, given) = split_name(text);
    let Some((family, options)) = find(name, given) else {
        let names = families().flat_map(|f| [f.name].into_iter().chain(f.aliases.iter().map(|a| a.name)));
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
        name => Ok(visitor.visit(classic::from_options(name, &options)?)),
    }
}

/// The family called `name`, and its options, completed with those of an alias.
fn find(name: &str, given: Option<&str>) -> Option<(&'static Family, Option<String>)> {
    for family in families() {
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
