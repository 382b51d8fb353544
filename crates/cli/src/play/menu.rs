//! The menu of `play`: asks for a game and its players step by step.

use plywood_rules::options::{Kind, Parameter};
use plywood_workshop::{AnyGame, FamilyInfo, LEVELS, Level, Workshop};
use std::sync::Arc;

use super::input::Input;
use super::setup::{HUMAN, Setup, check_seat};
use crate::output::{Failure, print};
use crate::words::Words;

/// Asks for the game and the opponent, whose default is this level; `None` at the end of the input.
pub fn ask(
    workshop: &Workshop,
    level: Option<u32>,
    input: &Input,
    words: &Words,
) -> Result<Option<Setup>, Failure> {
    let Some((name, game)) = ask_game(workshop, input, words)? else { return Ok(None) };
    let level = level.unwrap_or(Level::MIDDLING);
    let Some(seats) = ask_seats(&*game, level, input, words)? else { return Ok(None) };
    Ok(Some(Setup { name, game, position: None, moves: String::new(), seats }))
}

/// A game to choose.
struct Choice {
    /// The name that opens it.
    name: String,
    /// Its name for people.
    title: String,
    about: String,
}

/// Games to choose from by number, without what needs a file.
fn choices(workshop: &Workshop, words: &Words) -> Vec<Choice> {
    let mut choices = Vec::new();
    for family in workshop.families() {
        let opens = workshop.open(family.name).is_ok();
        let names = opens.then_some(family.name).into_iter();
        for name in names.chain(family.aliases.iter().map(|alias| alias.0)) {
            choices.push(Choice {
                name: name.to_string(),
                title: words.title(name),
                about: words.sentence(name, family.name, family.about),
            });
        }
    }
    choices
}

/// A game and the name it was asked for by.
type NamedGame = (String, Arc<dyn AnyGame>);

fn ask_game(workshop: &Workshop, input: &Input, words: &Words) -> Result<Option<NamedGame>, Failure> {
    let choices = choices(workshop, words);
    let widest = |text: fn(&Choice) -> &str| {
        choices.iter().map(|choice| text(choice).chars().count()).max().unwrap_or_default()
    };
    let [first, second] = [widest(|choice| &choice.title), widest(|choice| &choice.name)];
    let mut text = format!("\n{}\n\n", words.say("ask.game", &[]));
    for (place, Choice { name, title, about }) in (1..).zip(&choices) {
        text.push_str(&format!("  {place:2}  {title:first$}  {name:second$}  {about}\n"));
    }
    print(&text)?;
    loop {
        let Some(line) = answer(input, &format!("\n{} > ", words.say("ask.game.prompt", &[])))? else {
            return Ok(None);
        };
        let is_meant = |it: &&Choice| it.title.to_lowercase() == line.to_lowercase();
        let numbered = line.parse::<usize>().ok().and_then(|number| choices.get(number.checked_sub(1)?));
        let chosen = numbered.or_else(|| choices.iter().find(is_meant));
        let name = chosen.map_or_else(|| line.clone(), |choice| choice.name.clone());
        if name.is_empty() {
            continue;
        }
        let family = workshop.families().iter().find(|family| family.name == name);
        let name = match family {
            Some(family) => match ask_options(family, input, words)? {
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

fn ask_options(family: &FamilyInfo, input: &Input, words: &Words) -> Result<Option<String>, Failure> {
    let mut given = Vec::new();
    if !family.parameters.is_empty() {
        print(&format!("\n{}\n", words.say("ask.options", &[])))?;
    }
    for parameter in family.parameters {
        let Some(value) = ask_option(family.name, parameter, input, words)? else { return Ok(None) };
        if !value.is_empty() && value != parameter.default {
            given.push(format!("{}={value}", parameter.key));
        }
    }
    Ok(Some(match given.is_empty() {
        true => family.name.to_string(),
        false => format!("{}:{}", family.name, given.join(",")),
    }))
}

fn ask_option(
    family: &str,
    parameter: &Parameter,
    input: &Input,
    words: &Words,
) -> Result<Option<String>, Failure> {
    let about = words.option(family, parameter.key, parameter.about);
    let kind = words.kind(&parameter.kind);
    let prompt = format!("  {about}, {kind} [{}] > ", parameter.default);
    loop {
        let Some(line) = answer(input, &prompt)? else { return Ok(None) };
        let line = match (&parameter.kind, line.as_str()) {
            // Where there are only on and off, yes and no are understood as well.
            (Kind::Choice(values), "y" | "yes") if values.contains(&"on") => "on".to_string(),
            (Kind::Choice(values), "n" | "no") if values.contains(&"on") => "off".to_string(),
            _ => line,
        };
        if line.is_empty() || parameter.kind.accepts(&line) {
            return Ok(Some(line));
        }
        print(&format!("  {}\n", words.say("option.wrong", &[("text", &line), ("kind", &kind)])))?;
    }
}

/// Asks who plays the first player and who the second.
fn ask_seats(
    game: &dyn AnyGame,
    level: u32,
    input: &Input,
    words: &Words,
) -> Result<Option<[String; 2]>, Failure> {
    let names = game.details().players;
    let mut seats = [String::new(), String::new()];
    for (place, name) in names.iter().enumerate() {
        let order = ["seat.begins", "seat.second"][place];
        let whose = words.say(order, &[("name", &words.player(name))]);
        let default = if place == 0 { 0 } else { level };
        let Some(seat) = ask_seat(game, &whose, default, input, words)? else { return Ok(None) };
        seats[place] = seat;
    }
    Ok(Some(seats))
}

fn ask_seat(
    game: &dyn AnyGame,
    whose: &str,
    default: u32,
    input: &Input,
    words: &Words,
) -> Result<Option<String>, Failure> {
    let question = words.say("ask.seat", &[("whose", &whose)]);
    let mut text = format!("\n{question}\n\n   0  {}\n", words.say("seat.person", &[]));
    for level in LEVELS {
        text.push_str(&format!("   {}  {}\n", level.number, words.level(level)));
    }
    print(&text)?;
    loop {
        let prompt = words.say("ask.seat.prompt", &[]);
        let Some(line) = answer(input, &format!("\n{prompt} [{default}] > "))? else { return Ok(None) };
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
