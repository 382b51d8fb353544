//! `show`: a position drawn.

use std::path::Path;

use plywood_erased::foreign::{GameFormat, write_game};
use plywood_erased::{Call, Ending, Playthrough, Record};
use plywood_rules::notation::abbreviated;
use plywood_rules::{Outcome, Player, Scene, Turn};
use plywood_workshop::{Session, Workshop};
use serde_json::{Value as Json, json};

use super::batch::{LineBatch, PositionTask, ask};
use super::{note_variations, open_at, read_records, turn_word};
use crate::args::{RecordFormat, ShowArgs};
use crate::draw;
use crate::output::{CommandResult, Failure, Output, counted, number};
use crate::progress::Control;

/// Runs the command.
pub fn run(workshop: &Workshop, args: &ShowArgs, control: &Control) -> CommandResult {
    let task = PositionTask::new(&args.place, args.json, control);
    match (&args.record, &args.game) {
        (Some(path), _) => {
            let mut games = from_record(workshop, path, args)?;
            if let Some(format) = args.format {
                return written(&games, format);
            }
            let (_, mut session) = games.swap_remove(0);
            let forced = forcedness(&mut *session);
            show(&*session, Some(forced), &task)
        }
        // clap gives up what an option requires where something conflicts with that.
        (None, Some(_)) if args.ply.is_some() || args.game_number.is_some() => Err(Failure::Wrong(
            "--ply and --game-number are for the games in a file: write --record FILE in place of the game"
                .to_string(),
        )),
        (None, Some(game)) => {
            let game = workshop.open(game)?;
            if let Some(format) = args.format {
                let session = open_at(game, &args.place, args.seed.seed)?;
                return written(&[(Record::default(), session)], format);
            }
            ask(&game, LineBatch::of(&args.batch)?, args.seed.seed, task, |session, task| {
                show(session, None, task)
            })
        }
        (None, None) => Err(Failure::Wrong("name a game, or --record FILE".to_string())),
    }
}

/// A player's choices in a game: how forced it was.
#[derive(Clone, Copy, Default)]
struct Choices {
    decisions: u64,
    /// The legal moves at all decisions together.
    moves: u64,
    /// Decisions with a single legal move.
    only_moves: u64,
}

impl Choices {
    fn mean_moves(self) -> Option<f64> {
        (self.decisions > 0).then(|| self.moves as f64 / self.decisions as f64)
    }

    fn json(self) -> Json {
        json!({
            "decisions": self.decisions,
            "mean_moves": self.mean_moves().map_or(Json::Null, number),
            "only_moves": self.only_moves,
        })
    }
}

/// The choices of each player in the game so far, the first player's first.
fn forcedness(session: &mut dyn Session) -> [Choices; 2] {
    let mut choices = [Choices::default(); 2];
    while session.undo() {
        if let Some(player) = session.turn().player() {
            let moves = session.moves().len() as u64;
            let own = &mut choices[player.index()];
            own.decisions += 1;
            own.moves += moves;
            own.only_moves += u64::from(moves == 1);
        }
    }
    while session.redo() {}
    choices
}

/// `X had 3.5 legal moves on average in 4 decisions, 1 only move`, a line a player.
fn forced_words(choices: [Choices; 2], names: [&str; 2]) -> String {
    let line = |(name, own): (&str, Choices)| {
        let mean = own.mean_moves()?;
        let (decisions, only) = (counted(own.decisions, "decision"), counted(own.only_moves, "only move"));
        Some(format!("  {name} had {mean:.1} legal moves on average in {decisions}, {only}\n"))
    };
    names.into_iter().zip(choices).filter_map(line).collect()
}

fn show(session: &dyn Session, forced: Option<[Choices; 2]>, task: &PositionTask<'_>) -> CommandResult {
    Ok(Output::either(
        task.json,
        || {
            let ending = session.ending();
            let mut shown = json!({
                "game": session.game(),
                "position": session.position(),
                "turn": if ending.is_some() { "over" } else { turn_word(session.turn()) },
                "outcome": ending.map(Ending::result),
                // A repetition ends the game where the rules alone would go on.
                "moves": if ending.is_some() { Vec::new() } else { session.moves() },
                "played": session.played(),
            });
            if let Some(reason) = session.composed() {
                shown["composed"] = reason.into();
            }
            if let Some([first, second]) = forced {
                shown["forcedness"] = json!({ "first": first.json(), "second": second.json() });
            }
            shown
        },
        || picture(session) + &forced.map_or(String::new(), |own| forced_words(own, session.player_names())),
    ))
}

/// A game with the record that it is from.
type Recorded = (Record, Box<dyn Session>);

/// The games that the arguments name in a file of records, each at its ply.
fn from_record(workshop: &Workshop, path: &Path, args: &ShowArgs) -> Result<Vec<Recorded>, Failure> {
    let records = read_records(path)?.records;
    let count = records.len();
    let number = args.game_number.or(args.format.is_none().then_some(1));
    let wrong = |message: String| Failure::Wrong(format!("{}: {message}", path.display()));
    let opened = |(place, record): (usize, Record)| {
        let about = |message: String| match count {
            1 => wrong(message),
            _ => wrong(format!("game {}: {message}", place + 1)),
        };
        let session = open_record(workshop, &record, args).map_err(about)?;
        Ok::<_, Failure>((record, session))
    };
    let named = |(place, _): &(usize, Record)| number.is_none_or(|number| place + 1 == number);
    let games: Vec<_> =
        records.into_iter().enumerate().filter(named).map(opened).collect::<Result<_, _>>()?;
    match (games.is_empty(), number) {
        (true, Some(number)) if count > 0 => {
            Err(wrong(format!("there is no game {number}; the file has {count}")))
        }
        (true, _) => Err(wrong("there is no game in it".to_string())),
        (false, _) => Ok(games),
    }
}

/// A recorded game at the ply that the arguments name.
fn open_record(workshop: &Workshop, record: &Record, args: &ShowArgs) -> Result<Box<dyn Session>, String> {
    let name = record.tag("Game").ok_or("the record has no tag 'Game'")?;
    let game = workshop.open(name).map_err(|error| error.to_string())?;
    let session = |moves: &str| {
        game.session(record.tag("Position"), moves, args.seed.seed).map_err(|error| error.to_string())
    };
    let whole = session(&record.moves.join(" "))?;
    note_variations(whole.playthrough());
    let Some(plies) = args.ply else { return Ok(whole) };
    match whole.played().get(..plies) {
        Some(moves) => session(&moves.join(" ")),
        None => Err(format!("there is no ply {plies}; the game has {}", whole.played().len())),
    }
}

/// The games in a format.
fn written(games: &[Recorded], format: RecordFormat) -> CommandResult {
    let format = match format {
        RecordFormat::Record => GameFormat::Record,
        RecordFormat::Sgf => GameFormat::Sgf,
        RecordFormat::Ggf => GameFormat::Ggf,
    };
    let mut text = String::new();
    for (record, session) in games {
        let played = session.record(session.player_names());
        // The names of moves are those of the game, and the end is that of the ply which is shown.
        let is_whole = session.played().len() >= record.moves.len() || session.ending().is_some();
        let mut whole = Record { moves: played.moves, numbered: played.numbered, ..record.clone() };
        if whole.tags.is_empty() {
            whole.tags = played.tags;
        } else if !is_whole {
            whole.tags.retain(|(tag, _)| tag != "Ending");
            whole.set_tag("Result", "*");
        }
        text += &write_game(format, session.playthrough(), &whole)?;
    }
    Ok(Output::text(text))
}

/// The position with what can be done in it.
fn picture(session: &dyn Session) -> String {
    picture_of(session.playthrough(), &session.scene())
}

/// The same with a scene that was prepared.
pub fn picture_of(game: &dyn Playthrough, scene: &Scene) -> String {
    let (names, moves) = (game.player_names(), game.moves());
    let state = match (game.ending(), game.turn()) {
        (Some(ending), _) => ending_in_words(ending, names),
        (None, Turn::Decision(player)) => {
            let (name, count) = (names[player.index()], counted(moves.len() as u64, "move"));
            format!("{name} to move, {count}: {}", abbreviated(&moves, 24))
        }
        (None, Turn::Chance) => format!("chance to come: {}", moves.join(" ")),
        (None, Turn::Over(outcome)) => ending_in_words(Ending::Rules(outcome), names),
    };
    format!("\n{}\n  {state}\n  position: {}\n", draw::scene(scene, &game.board()), game.position())
}

fn ending_in_words(ending: Ending, names: [&str; 2]) -> String {
    let name = |player: Player| names[player.index()];
    match (ending, ending.winner()) {
        (Ending::Called(Call::Resigned(loser)), Some(winner)) => {
            format!("{} resigned: {} wins", name(loser), name(winner))
        }
        (Ending::Rules(Outcome::Payoff(points)), Some(winner)) => {
            format!("the end: {points} for {}, {} wins", names[0], name(winner))
        }
        (_, Some(winner)) => format!("{} wins", name(winner)),
        (Ending::Repetition, None) => "a draw: the position is there for the third time".to_string(),
        (_, None) => "a draw".to_string(),
    }
}
