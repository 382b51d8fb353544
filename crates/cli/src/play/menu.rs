//! The menu of `play`: asks for a game and its players step by step.

use plywood_rules::options::{Kind, Parameter};
use plywood_workshop::{AnyGame, FamilyInfo, LEVELS, Level, Workshop};
use std::sync::Arc;

use super::input::Input;
use super::setup::{HUMAN, Setup, check_seat};
use crate::output::{Failure, print};

/// Asks for the game and the opponent, whose default is this level; `None` at the end of the input.
pub fn ask(workshop: &Workshop, level: Option<u32>, input: &Input) -> Result<Option<Setup>, Failure> {
    let Some((name, game)) = ask_game(workshop, input)? else { return Ok(None) };
    let level = level.unwrap_or(Level::MIDDLING);
    let Some(seats) = ask_seats(&*game, level, input)? else { return Ok(None) };
    Ok(Some(Setup { name, game, position: None, moves: String::new(), seats }))
}

/// A game to choose.
struct MenuGame {
    /// The name that opens it.
    name: String,
    /// Its name for people.
    title: String,
    about: String,
}

/// Games to choose from by number, without what needs a file.
fn choices(workshop: &Workshop) -> Vec<MenuGame> {
    let words = plywood_server::words("en").unwrap_or_default();
    let word = |key: String| words.get(&key).cloned();
    let mut choices = Vec::new();
    for family in workshop.families() {
        let opens = workshop.open(family.name).is_ok();
        let names = opens.then_some(family.name).into_iter();
        for name in names.chain(family.aliases.iter().map(|alias| alias.0)) {
            choices.push(MenuGame {
                name: name.to_string(),
                title: word(format!("game.{name}")).unwrap_or_else(|| title(name).to_string()),
                about: [name, family.name]
                    .iter()
                    .find_map(|name| word(format!("sentence.{name}")))
                    .unwrap_or_else(|| family.about.to_string()),
            });
        }
    }
    choices
}

/// The name of a game that the page does not offer by itself.
fn title(name: &str) -> &str {
    match name {
        "mnk" => "k in a row",
        "cube" => "Cube of any size",
        "reversi" => "Reversi",
        other => other,
    }
}

/// A game and the name it was asked for by.
type NamedGame = (String, Arc<dyn AnyGame>);

fn ask_game(workshop: &Workshop, input: &Input) -> Result<Option<NamedGame>, Failure> {
    let choices = choices(workshop);
    let widest = |text: fn(&MenuGame) -> &str| {
        choices.iter().map(|choice| text(choice).chars().count()).max().unwrap_or_default()
    };
    let [first, second] = [widest(|choice| &choice.title), widest(|choice| &choice.name)];
    let mut text = "\nWhat would you like to play?\n\n".to_string();
    for (place, MenuGame { name, title, about }) in (1..).zip(&choices) {
        text.push_str(&format!("  {place:2}  {title:first$}  {name:second$}  {about}\n"));
    }
    print(&text)?;
    loop {
        let prompt = "\nnumber, or a name such as mnk:m=5,n=4,k=4; q to leave > ";
        let Some(line) = answer(input, prompt)? else { return Ok(None) };
        let is_meant = |it: &&MenuGame| it.title.to_lowercase() == line.to_lowercase();
        let numbered = line.parse::<usize>().ok().and_then(|number| choices.get(number.checked_sub(1)?));
        let chosen = numbered.or_else(|| choices.iter().find(is_meant));
        let name = chosen.map_or_else(|| line.clone(), |choice| choice.name.clone());
        if name.is_empty() {
            continue;
        }
        let family = workshop.families().iter().find(|family| family.name == name);
        let name = match family {
            Some(family) => match ask_options(family, input)? {
                Some(name) => name,
                None => return Ok(None),
            },
            None => name,
        };
        match workshop.open(&name) {
            Ok(game) => return Ok(Some((name, game))),
            Err(error) => print(&format!("{error}\n"))?,
        }
    }
}

fn ask_options(family: &FamilyInfo, input: &Input) -> Result<Option<String>, Failure> {
    let mut given = Vec::new();
    if !family.parameters.is_empty() {
        print("\nOptions (Enter takes the value in brackets):\n")?;
    }
    for parameter in family.parameters {
        let Some(value) = ask_option(parameter, input)? else { return Ok(None) };
        if !value.is_empty() && value != parameter.default {
            given.push(format!("{}={value}", parameter.key));
        }
    }
    Ok(Some(match given.is_empty() {
        true => family.name.to_string(),
        false => format!("{}:{}", family.name, given.join(",")),
    }))
}

fn ask_option(parameter: &Parameter, input: &Input) -> Result<Option<String>, Failure> {
    let Parameter { about, kind, default, .. } = parameter;
    let prompt = format!("  {about}, {kind} [{default}] > ");
    loop {
        let Some(line) = answer(input, &prompt)? else { return Ok(None) };
        let line = match (kind, line.as_str()) {
            // Where there are only on and off, yes and no are understood as well.
            (Kind::Choice(values), "y" | "yes") if values.contains(&"on") => "on".to_string(),
            (Kind::Choice(values), "n" | "no") if values.contains(&"on") => "off".to_string(),
            _ => line,
        };
        if line.is_empty() || kind.accepts(&line) {
            return Ok(Some(line));
        }
        print(&format!("  '{line}' is not possible; it has to be {kind}\n"))?;
    }
}

/// Asks who plays the first player and who the second.
fn ask_seats(game: &dyn AnyGame, level: u32, input: &Input) -> Result<Option<[String; 2]>, Failure> {
    let names = game.details().players;
    let mut seats = [String::new(), String::new()];
    for (place, name) in names.iter().enumerate() {
        let whose = format!("{name} ({})", ["begins", "comes second"][place]);
        let default = if place == 0 { 0 } else { level };
        let Some(seat) = ask_seat(game, &whose, default, input)? else { return Ok(None) };
        seats[place] = seat;
    }
    Ok(Some(seats))
}

fn ask_seat(game: &dyn AnyGame, whose: &str, default: u32, input: &Input) -> Result<Option<String>, Failure> {
    let mut text = format!("\nWho plays {whose}?\n\n   0  you\n");
    for level in LEVELS {
        text.push_str(&format!("   {}  {}\n", level.number, level));
    }
    print(&text)?;
    loop {
        let prompt = format!("\nnumber, or a bot such as random or engine:depth=6 [{default}] > ");
        let Some(line) = answer(input, &prompt)? else { return Ok(None) };
        let number = if line.is_empty() { Ok(default) } else { line.parse::<u32>() };
        let seat = match number {
            Ok(0) => HUMAN.to_string(),
            Ok(number) => Level::of(number).map_or(line, Level::name),
            Err(_) => line,
        };
        match check_seat(game, &seat) {
            Ok(()) => return Ok(Some(seat)),
            Err(error) => print(&format!("{error}\n"))?,
        }
    }
}

/// An answer; `None` at the end of the input, or if the person would rather leave.
fn answer(input: &Input, prompt: &str) -> Result<Option<String>, Failure> {
    Ok(input.ask(prompt)?.filter(|line| !matches!(line.as_str(), "q" | "quit" | "exit")))
}
