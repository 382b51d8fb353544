//! The list of games.
//!
//! A game is named by a string, `name` or `name:key=value,...`; [`open`] reads it and hands the game to a
//! [`Visitor`], because games are of different types. A new game is one module and
//! its line in [`classic`], the games that share one type.

mod bits;
pub mod breakthrough;
mod cells;
pub mod classic;
mod coded;
pub mod dots_and_boxes;
pub mod einstein;
mod family;
pub mod hex;
pub mod kalah;
pub mod line;
pub mod morris;
pub mod nim;
pub mod othello;
pub mod pig;
pub mod pikk_pakk;
mod rows;
mod score_table;
mod searchers;
mod subsets;
mod ternary;
mod text;
pub mod ultimate;

use plywood_rules::TextError;
use plywood_rules::options::{Options, alternatives, split_name};

use self::classic::Classic;
pub use self::family::{Alias, Card, Family, Puzzles, Visitor};
use self::line::LineRules;

/// Families whose games have types of their own.
const OF_OWN_TYPES: &[Family] = &[line::MNK, line::CUBE];

/// All families of games.
pub fn families() -> impl Iterator<Item = &'static Family> {
    OF_OWN_TYPES.iter().chain(classic::FAMILIES)
}

/// Opens the game that `text` names and passes it to `visitor`.
///
/// # Errors
/// If there is no such game, or its options are invalid: names the part and what would work.
pub fn open<V: Visitor>(text: &str, visitor: V) -> Result<V::Output, TextError> {
    match rules(text)? {
        GameRules::Line(rules) => rules.visit(visitor),
        GameRules::Classic(game) => Ok(visitor.visit(*game)),
    }
}

/// [`open`] for boards of at most 64 cells, for which `visitor` is compiled for half as many types.
///
/// # Errors
/// As [`open`], and if the board is larger.
///
/// ```
/// use plywood_games::{Visitor, open_small};
/// use plywood_rules::Playable;
///
/// struct Name;
///
/// impl Visitor for Name {
///     type Output = String;
///     fn visit<G: Playable>(self, game: G) -> String {
///         game.name()
///     }
/// }
///
/// assert_eq!(open_small("tictactoe", Name).unwrap(), "mnk:m=3,n=3,k=3");
/// assert!(open_small("gomoku", Name).is_err());
/// ```
pub fn open_small<V: Visitor>(text: &str, visitor: V) -> Result<V::Output, TextError> {
    match rules(text)? {
        GameRules::Line(rules) => Ok(visitor.visit(rules.build::<1>()?)),
        GameRules::Classic(game) => Ok(visitor.visit(*game)),
    }
}

/// The rules of a game: lines on a board of any size, or those of the games that share one type.
enum GameRules {
    Line(LineRules),
    Classic(Box<Classic>),
}

/// The rules that `text` names.
fn rules(text: &str) -> Result<GameRules, TextError> {
    let (name, given) = split_name(text);
    let Some((family, options)) = find(name, given) else {
        let names = families().flat_map(|f| [f.name].into_iter().chain(f.aliases.iter().map(|a| a.name)));
        return Err(alternatives(name, names, "there are").after(format!("unknown game '{name}'; ")));
    };
    let options = Options::read(&format!("game '{name}'"), family.parameters, options.as_deref())?;
    Ok(match family.name {
        "mnk" => GameRules::Line(line::mnk_rules(&options)?),
        "cube" => GameRules::Line(line::cube_rules(&options)?),
        name => GameRules::Classic(Box::new(classic::from_options(name, &options)?)),
    })
}

/// The name that people use for the game with this full name: by an alias if it has one, with the options that it adds.
///
/// ```
/// use plywood_games::short_name;
///
/// assert_eq!(short_name("mnk:m=7,n=6,k=4,gravity=on"), "connect4");
/// assert_eq!(short_name("cube:n=3,d=3,centre=off"), "cube3:centre=off");
/// assert_eq!(short_name("mnk:m=5,n=4,k=4"), "mnk:m=5,n=4,k=4");
/// ```
pub fn short_name(full: &str) -> String {
    let (name, given) = split_name(full);
    let given = given.unwrap_or_default();
    let aliases = families().filter(|family| family.name == name).flat_map(|family| family.aliases);
    let found = aliases.filter_map(|alias| {
        let more = given.strip_prefix(alias.options)?;
        match more.strip_prefix(',') {
            Some(more) => Some(format!("{}:{more}", alias.name)),
            None => more.is_empty().then(|| alias.name.to_string()),
        }
    });
    found.min_by_key(String::len).unwrap_or_else(|| full.to_string())
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
