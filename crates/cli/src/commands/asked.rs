//! A question that a program asks with values instead of words: a tool of assistants, a function in Python.

use plywood_rules::Run;
use plywood_workshop::{AnyGame, Question, Solve, Workshop, Worth};
use serde_json::{Map, Value as Json};

use super::batch::{LineBatch, PositionTask};
use super::{check, jobs, solve};
use crate::args::{JsonArg, PlaceArgs};
use crate::output::{CommandResult, Failure};
use crate::progress::Control;
use crate::questions::decode;

/// A question about a position, or about many, as values.
#[derive(Clone, Debug, Default)]
pub struct AskedQuestion {
    /// The name of the question: `solve`.
    pub name: String,
    /// The name of the game.
    pub game: String,
    /// The position; `None` for the opening.
    pub position: Option<String>,
    /// The moves from there, separated by blanks.
    pub moves: String,
    /// Many positions instead, each in a line as `--batch` reads them.
    pub lines: Option<String>,
    /// The options of the question by name.
    pub options: Map<String, Json>,
    /// True if the laws of your own game are not checked first.
    pub unchecked: bool,
}

/// Answers the question.
pub fn run(workshop: &Workshop, asked: AskedQuestion, control: &Control) -> CommandResult {
    let AskedQuestion { name, game: typed, position, moves, lines, options, unchecked } = asked;
    let place = PlaceArgs { position, moves };
    let task = PositionTask::new(&place, JsonArg { json: true }, control);
    match &*name {
        Solve::NAME => {
            let question = decode::<Solve>(options).map_err(Failure::Wrong)?;
            if !unchecked {
                check::check_added(workshop, &typed, control)?;
            }
            let game = workshop.open(&typed)?;
            solve::answer(&game, &typed, &question, lines.map(LineBatch::of_text), task)
        }
        _ => Err(Failure::Wrong(format!("unknown question '{name}'"))),
    }
}

/// The values of positions of `game`, which is of `workshop`; `options` are those of the question `solve`.
pub fn values(
    workshop: &Workshop,
    game: &dyn AnyGame,
    options: Map<String, Json>,
    positions: &[String],
    unchecked: bool,
    control: &Control,
) -> Result<Vec<Worth>, Failure> {
    let question = decode::<Solve>(options).map_err(Failure::Wrong)?;
    if !unchecked {
        check::check_added(workshop, &game.name(), control)?;
    }
    let progress = control.bar("solving positions", positions.len() as u64);
    let tell = |done| progress.reach(done);
    let run = Run { threads: jobs(None), ..control.run(&tell) };
    game.position_values(&question, positions, &run).map_err(|(number, trouble)| {
        let failure = Failure::from(trouble);
        match number.and_then(|number| positions.get(number)) {
            Some(position) => failure.about(&format!("position '{position}'")),
            None => failure,
        }
    })
}
