//! The menu of `play`: asks for a game and its players step by step.

use plywood_rules::options::{Kind, Parameter};
use plywood_workshop::{AnyGame, FamilyInfo, LEVELS, Level, Workshop};
use std::sync::Arc;

use super::input::Input;
use super::setup::{HUMAN, Setup, check_seat};
use crate::output::{Failure, print};

/// Asks for the game and the opponent; `None` at the end of the input.
pub fn ask(workshop: &Workshop, input: &Input) -> Result<Option<Setup>, Failure> {
    let Some((name, game)) = ask_game(workshop, input)? else { return Ok(None) };
    let Some(seats) = ask_seats(&*game, input)? else { return Ok(None) };
    Ok(Some(Setup { name, game, position: None, moves: String::new(), seats }))
}

/// Games to choose from by number: short names first where a family has them, without what needs a file.
fn choices(workshop: &Workshop) -> Vec<(String, &'static str)> {
    let mut choices = Vec::new();
    for family in workshop.families() {
        if workshop.open(family.name).is_ok() {
            choices.push((family.name.to_string(), family.about));
        }
        for (alias, options) in &family.aliases {
            choices.push(((*alias).to_string(), *options));
        }
    }
    choices
}

/// A game and the name it was asked for by.
type NamedGame = (String, Arc<dyn AnyGame>);

fn ask_game(workshop: &Workshop, input: &Input) -> Result<Option<NamedGame>, Failure> {
    let choices = choices(workshop);
    let mut text = "\nWhat would you like to play?\n\n".to_string();
    for (place, (name, about)) in choices.iter().enumerate() {
        text.push_str(&format!("  {:2}  {name:11} {about}\n", place + 1));
    }
    print(&text)?;
    loop {
        let Some(line) = input.ask("\nnumber, or a name such as mnk:m=5,n=4,k=4 > ")? else {
            return Ok(None);
        };
        let name = match line.parse::<usize>() {
            Ok(n) if (1..=choices.len()).contains(&n) => choices[n - 1].0.clone(),
            _ => line,
        };
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
        print("\nIts options (Enter takes what stands in brackets):\n")?;
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
    loop {
        let prompt = format!("  {}, {} [{}] > ", parameter.about, parameter.kind, parameter.default);
        let Some(line) = input.ask(&prompt)? else { return Ok(None) };
        let line = match (&parameter.kind, line.as_str()) {
            // Where there are only on and off, yes and no are understood as well.
            (Kind::Choice(words), "y" | "yes") if words.contains(&"on") => "on".to_string(),
            (Kind::Choice(words), "n" | "no") if words.contains(&"on") => "off".to_string(),
            _ => line,
        };
        if line.is_empty() || parameter.kind.accepts(&line) {
            return Ok(Some(line));
        }
        print(&format!("  '{line}' will not do; it has to be {}\n", parameter.kind))?;
    }
}

/// Asks who plays the first player and who the second.
pub fn ask_seats(game: &dyn AnyGame, input: &Input) -> Result<Option<[String; 2]>, Failure> {
    let names = game.details().players;
    let mut seats = [String::new(), String::new()];
    for (place, name) in names.iter().enumerate() {
        let order = ["begins", "comes second"][place];
        let Some(seat) = ask_seat(game, &format!("{name} ({order})"), place, input)? else { return Ok(None) };
        seats[place] = seat;
    }
    Ok(Some(seats))
}

fn ask_seat(game: &dyn AnyGame, whose: &str, place: usize, input: &Input) -> Result<Option<String>, Failure> {
    let mut text = format!("\nWho plays {whose}?\n\n   0  you\n");
    for level in LEVELS {
        text.push_str(&format!("   {}  {level}\n", level.number));
    }
    print(&text)?;
    let default = if place == 0 { 0 } else { Level::MIDDLING };
    loop {
        let prompt = format!("\nnumber, or a bot such as random or alphabeta:depth=6 [{default}] > ");
        let Some(line) = input.ask(&prompt)? else { return Ok(None) };
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
