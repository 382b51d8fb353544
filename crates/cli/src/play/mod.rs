//! `play`: a game at the terminal.

mod input;
mod learnt;
mod menu;
mod review;
mod setup;
mod table;

use plywood_erased::Ending;
use plywood_page::driver::GameDriver;
use plywood_workshop::{Level, Workshop};
use serde_json::json;

use crate::args::PlayArgs;
use crate::output::{CommandResult, Failure, Output, print};
use crate::progress::Control;
use crate::save::{append, append_all, since_1970};
use input::Input;
use setup::{HUMAN, Setup, check_seat};
use table::TerminalGame;

/// Runs the command.
pub fn run(workshop: &Workshop, args: PlayArgs, control: &Control) -> CommandResult {
    let setup = match &args.game {
        None => None,
        Some(name) => {
            let game = workshop.open(name)?;
            let seats = seats(&args)?;
            for seat in &seats {
                check_seat(&*game, seat)?;
            }
            let (position, moves) = (args.position.clone(), args.moves.clone().unwrap_or_default());
            Some(Setup { name: name.clone(), game, position, moves, seats })
        }
    };
    // A game must not be lost because its file cannot be written.
    if let Some(path) = &args.save {
        append_all(path, [])?;
    }
    let seed = args.seed.unwrap_or_else(|| since_1970().as_micros() as u64);
    if args.json {
        let setup = setup.expect("clap asks for a game with --json");
        return in_silence(&setup, &args, seed, control);
    }
    let input = Input::new(control);
    let mut seed = seed;
    let mut next = setup;
    loop {
        let setup = match next.take() {
            Some(setup) => setup,
            None => match menu::ask(workshop, args.level, &input)? {
                Some(setup) => setup,
                None => return Ok(Output::default()),
            },
        };
        let mut table = TerminalGame::new(&setup, seed, control, None)?;
        let played = table.play(&input);
        // A bot that fails ends the game; what was played of it is kept.
        if let Some(path) = &args.save {
            append(path, table.game.live.record())?;
            print(&format!("  saved to {}\n", path.display()))?;
        }
        let is_over = played?;
        if !is_over || !setup.has_people() {
            return Ok(Output::default());
        }
        seed = seed.wrapping_add(1);
        next = match ask_again(setup, &input)? {
            Again::With(setup) => Some(*setup),
            Again::Asking => None,
            Again::No => return Ok(Output::default()),
        };
    }
}

/// The players that the arguments name: a person against a level, unless they name others.
fn seats(args: &PlayArgs) -> Result<[String; 2], Failure> {
    let level = |number| Level::of(number).map_or_else(|| HUMAN.to_string(), Level::name);
    let (human, opponent) = (HUMAN.to_string(), args.level.map(level));
    // A level is the opponent of a person: beside a bot it would sit in the person's place.
    let has_room = |seat: &str| opponent.is_none() || seat == HUMAN;
    Ok(match (args.first.clone(), args.second.clone()) {
        (None, None) => [human, opponent.unwrap_or_else(|| level(Level::MIDDLING))],
        (Some(first), None) if has_room(&first) => [first, opponent.unwrap_or(human)],
        (None, Some(second)) if has_room(&second) => [opponent.unwrap_or(human), second],
        (Some(first), Some(second)) if opponent.is_none() => [first, second],
        _ => {
            return Err(Failure::Wrong(format!(
                "--level is for an opponent that is not named; leave it out, or name both players: --first BOT --second {}",
                opponent.unwrap_or_default()
            )));
        }
    })
}

enum Again {
    With(Box<Setup>),
    Asking,
    No,
}

fn ask_again(setup: Setup, input: &Input) -> Result<Again, Failure> {
    loop {
        let prompt = "\n  again, swap sides, other settings, or quit? [again] > ";
        let Some(line) = input.ask(prompt)? else { return Ok(Again::No) };
        match &*line.to_lowercase() {
            "a" | "again" | "redo" | "y" | "yes" | "" => return Ok(Again::With(Box::new(setup))),
            "s" | "swap" | "swap sides" | "sides" | "sides swapped" => {
                let [first, second] = setup.seats;
                return Ok(Again::With(Box::new(Setup { seats: [second, first], ..setup })));
            }
            "o" | "other" | "other settings" => return Ok(Again::Asking),
            "q" | "quit" | "n" | "no" => return Ok(Again::No),
            other => print(&format!("  '{other}' is none of these: write a, s, o or q\n"))?,
        }
    }
}

/// Two bots, nothing said until the end.
fn in_silence(setup: &Setup, args: &PlayArgs, seed: u64, control: &Control) -> CommandResult {
    if setup.has_people() {
        return Err(Failure::Wrong(
            "--json plays without a person: name two bots with --first and --second".into(),
        ));
    }
    let mut table = TerminalGame::new(setup, seed, control, Some(control.spinner("playing")))?;
    let begun = table.begin();
    let TerminalGame { game: GameDriver { live, .. }, learnt, .. } = table;
    // A game that failed or could not be learnt was still played.
    if let Some(path) = &args.save {
        append(path, live.record())?;
    }
    begun?;
    let (game, learnt) = (live.game(), learnt?);
    let output = Output::json(json!({
        "game": game.game(),
        "position": game.position(),
        "outcome": game.ending().map(Ending::result),
        "moves": game.played(),
        "seed": seed,
        "learnt": learnt,
    }));
    Ok(if game.ending().is_some() { output } else { output.incomplete("stopped before the game was over") })
}
