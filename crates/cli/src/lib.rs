//! The command line of Plywood, for its own games and for anyone's: [`run`] takes a list of games and does what
//! the arguments of the process say.
//!
//! Each command is a function from its arguments to what is to be printed; only `play`, `serve` and the
//! protocols talk while they work. Arguments are read as typed by clap and turned into games, positions and bots at once, here.

mod address;
mod args;
mod command_line;
mod command_options;
mod commands;
mod digest;
mod draw;
mod files;
mod html;
mod lines;
mod live;
mod output;
mod parts;
mod pictures;
mod play;
mod progress;
mod protocols;
mod questions;
mod save;
mod suggest;
mod usage;

use std::ffi::{OsStr, OsString};
use std::panic;
use std::path::Path;
use std::process::ExitCode;

use plywood_erased::Playthrough;
use plywood_rules::TextError;
use plywood_workshop::{AnyGame, ProcessLimits, Programs, Workshop, Worth};

use args::Command;
pub use command_options::{CommandOption, OptionKind, command_options};
pub use commands::asked::AskedQuestion;
use output::{CommandResult, Failure};
use pictures::Picture;
pub use progress::{Control, ProgressEvent, ProgressListener};

/// Does what the arguments of the process ask for, with the games of `workshop`. The exit codes are those
/// of `plywood --help`.
pub fn run(workshop: Workshop) -> ExitCode {
    let mut words: Vec<OsString> = std::env::args_os().collect();
    // Help says the name as one types it.
    if let Some(name) = words.first_mut().filter(|_| cfg!(windows)) {
        let path = Path::new(name);
        if path.extension().is_some_and(|ending| ending.eq_ignore_ascii_case("exe")) {
            *name = path.with_extension("").into();
        }
    }
    #[cfg(target_os = "linux")]
    if let Some(code) = commands::class::landlock::run(&words) {
        return code;
    }
    let program = std::env::current_exe().ok().and_then(|path| path.into_os_string().into_string().ok());
    run_in(program, workshop, words)
}

/// The same for these words, the first of which is the name of the program.
pub fn run_words(workshop: Workshop, words: impl IntoIterator<Item = OsString>) -> ExitCode {
    run_in(None, workshop, words.into_iter().collect())
}

fn run_in(program: Option<String>, workshop: Workshop, words: Vec<OsString>) -> ExitCode {
    silence_redb();
    let cli = command_line::read(words.iter().cloned()).unwrap_or_else(|error| {
        if !error.use_stderr() {
            error.exit()
        }
        let error = usage::without_guesses(error);
        let text = usage::line(&error);
        match suggest::suggest(&workshop, words.get(1..).unwrap_or_default()) {
            Some(command) => {
                let meant = format!("did you mean: plywood {command}");
                output::print_error(2, &format!("{text}; {meant}"));
                // Without the tips and the usage of the parser.
                anstream::eprintln!("{}\n\n  {meant}", output::error_line(&text));
            }
            None => {
                output::print_error(2, &text);
                anstream::eprint!("{}", usage::at_terminal(&error));
            }
        }
        std::process::exit(2)
    });
    let control = Control::install().in_program(program);
    let (files, json) = cli.command.written_files();
    let aside = files.iter().any(|file| files::is_stdout(file));
    if aside && json {
        let message = "'-' and --json cannot both have standard output".to_string();
        return output::finish(Err(Failure::Wrong(message)), false, false);
    }
    let workshop = match cli.command {
        // Names of bots come from others there.
        Command::Serve(_) | Command::Mcp(_) => workshop,
        _ => workshop.with_programs(programs(&control)),
    };
    let result = commands::check::check_own(&workshop, &cli, &control).and_then(|()| {
        if let (Some(game), false) = (cli.command.played(), output::wants_json()) {
            commands::warn(&workshop, game);
        }
        if let Command::Tree(args) = &cli.command {
            // Not for programs, which may ask for the numbers first and draw them later.
            commands::tree::check_style(args)?;
        }
        match cli.command {
            Command::Serve(args) => commands::serve::run(workshop, args, &control),
            Command::Play(args) => play::run(&workshop, args, &control),
            Command::Ugi(args) => protocols::ugi::run(&workshop, &args, &control),
            Command::Gtp(args) => protocols::gtp::run(&workshop, &args, &control),
            Command::Gomocup(args) => protocols::gomocup::run(&workshop, &args, &control),
            Command::Exec(args) => protocols::exec::run(&workshop, &args, &control),
            Command::Mcp(args) => protocols::mcp::run(workshop, &args, &control, json_result),
            command => command_result(&workshop, command, &control),
        }
    });
    output::finish(result, aside, control.is_raised())
}

/// The programs from outside that a person at the terminal may name as bots.
fn programs(control: &Control) -> Programs {
    let programs = Programs::new(ProcessLimits::default()).stopped_by(control.stop());
    match std::env::var_os(BOT_LOGS).filter(|folder| !folder.is_empty()) {
        Some(folder) => programs.with_logs(folder),
        None => programs,
    }
}

/// The variable of the environment that names the folder for the logs of programs from outside.
const BOT_LOGS: &str = "PLYWOOD_BOT_LOGS";

/// The answer of a command to a program.
#[derive(Clone, Debug, PartialEq)]
pub struct CommandAnswer {
    /// The object that the command prints with `--json`; null if it has no result, or has written lines.
    pub json: serde_json::Value,
    /// The reason why this is not all that was asked for; `None` if it is.
    pub incomplete: Option<String>,
}

/// The reason why a command has no answer.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum CommandError {
    /// An argument, or a file that it names, is wrong.
    #[error("{0}")]
    Usage(TextError),
    /// A file does not exist.
    #[error("{0}")]
    NotFound(String),
    /// It could not be done.
    #[error("{0}")]
    Failed(String),
}

/// Does what `words` ask for, a command and its arguments, as a program would be told it with `--json`. Games and bots are those
/// of `workshop`.
///
/// ```
/// use plywood_cli::{Control, answer};
/// use plywood_workshop::Workshop;
///
/// let solved = answer(&Workshop::standard(), ["solve", "tictactoe"], &Control::default()).unwrap();
/// assert_eq!(solved.json["proved"], "draw");
/// ```
///
/// # Errors
/// If the words are wrong or it cannot be done. `play`, `serve`, protocols and commands that print texts have no answer.
pub fn answer<W: Into<OsString>>(
    workshop: &Workshop,
    words: impl IntoIterator<Item = W>,
    control: &Control,
) -> Result<CommandAnswer, CommandError> {
    answer_of(json_result(workshop, words.into_iter().map(Into::into).collect(), control))
}

/// Answers a question that is asked with values. Games are those of `workshop`.
///
/// ```
/// use plywood_cli::{AskedQuestion, Control, ask};
/// use plywood_workshop::Workshop;
///
/// let question = AskedQuestion { name: "solve".into(), game: "tictactoe".into(), ..AskedQuestion::default() };
/// let solved = ask(&Workshop::standard(), question, &Control::default()).unwrap();
/// assert_eq!(solved.json["proved"], "draw");
/// ```
///
/// # Errors
/// If the question is wrong or cannot be answered.
pub fn ask(
    workshop: &Workshop,
    question: AskedQuestion,
    control: &Control,
) -> Result<CommandAnswer, CommandError> {
    answer_of(commands::asked::run(workshop, question, control))
}

/// The values of positions of `game`, a game of `workshop`, found on all cores: with one table of positions, which the game keeps, if
/// it has a solver of its own. `options` are those of the question `solve`; the laws of your own game are checked first unless
/// `unchecked` is true.
///
/// ```
/// use plywood_cli::{Control, position_values};
/// use plywood_workshop::Workshop;
///
/// let workshop = Workshop::standard();
/// let game = workshop.open("tictactoe").unwrap();
/// let positions = ["xox/o1o/x2 x".to_string()];
/// let control = Control::default();
/// let values = position_values(&workshop, &*game, Default::default(), &positions, false, &control).unwrap();
/// assert_eq!((values[0].value, values[0].plies), (Some(1.0), Some(1)));
/// ```
///
/// # Errors
/// If an option or a position is wrong, or a position cannot be valued.
pub fn position_values(
    workshop: &Workshop,
    game: &dyn AnyGame,
    options: serde_json::Map<String, serde_json::Value>,
    positions: &[String],
    unchecked: bool,
    control: &Control,
) -> Result<Vec<Worth>, CommandError> {
    commands::asked::values(workshop, game, options, positions, unchecked, control).map_err(command_error)
}

/// Serves the page with the games of `workshop`, as `plywood serve` with these `words`, until `control` stops it. The lines that say where
/// go to the lines of `control`.
///
/// # Errors
/// If the words are wrong, or the server cannot start.
pub fn serve(workshop: Workshop, words: Vec<String>, control: &Control) -> Result<(), CommandError> {
    let words = ["plywood".to_string(), "serve".to_string()].into_iter().chain(words).map(OsString::from);
    let cli = command_line::read(words).map_err(|error| CommandError::Usage(usage::usage(&error)))?;
    let Command::Serve(args) = cli.command else { return Ok(()) };
    commands::serve::run(workshop, args, control).map(drop).map_err(command_error)
}

/// The board of a game as text, with whose turn it is and the position, as `plywood show` prints it.
pub fn drawing(game: &dyn Playthrough) -> String {
    let text = commands::show::picture_of(game, &game.scene());
    anstream::adapter::strip_str(&text).to_string()
}

/// A picture as the bytes of a file with this ending: `svg`, `png` or `pdf`.
///
/// # Errors
/// If there are no such pictures, it is too large, or this computer has no font.
pub fn picture_file(svg: String, ending: &str) -> Result<Vec<u8>, CommandError> {
    let kind = Picture::of(&Path::new("picture").with_extension(ending));
    let unknown = || format!("unknown file type '.{ending}': use .svg, .png or .pdf");
    let kind = kind.ok_or_else(|| CommandError::Usage(TextError::new(unknown())))?;
    kind.encoded(svg).map_err(command_error)
}

/// The answer to a program.
fn answer_of(result: CommandResult) -> Result<CommandAnswer, CommandError> {
    match result {
        Ok(output) => {
            let incomplete = output.incomplete.clone();
            Ok(CommandAnswer { json: output.into_json().unwrap_or_default(), incomplete })
        }
        Err(failure) => Err(command_error(failure)),
    }
}

/// A failure as the error of a program.
fn command_error(failure: Failure) -> CommandError {
    match failure {
        Failure::Wrong(message) => CommandError::Usage(TextError::new(message)),
        Failure::Refused(error) => CommandError::Usage(error),
        Failure::Missing(message) => CommandError::NotFound(message),
        failure => CommandError::Failed(failure.message()),
    }
}

/// The result of a command with `--json`.
fn json_result(workshop: &Workshop, words: Vec<OsString>, control: &Control) -> CommandResult {
    let words = [OsString::from("plywood")].into_iter().chain(words);
    let cli =
        command_line::read(words.chain([OsString::from("--json")])).map_err(|error| usage::usage(&error))?;
    commands::check::check_own(workshop, &cli, control)?;
    command_result(workshop, cli.command, control)
}

/// The result of a command that does not talk while it works.
fn command_result(workshop: &Workshop, command: Command, control: &Control) -> CommandResult {
    match command {
        Command::Games(args) => commands::games::run(workshop, &args),
        Command::Bots(args) => commands::bots::run(workshop, &args),
        Command::Show(args) => commands::show::run(workshop, &args, control),
        Command::Perft(args) => commands::perft::run(workshop, &args, control),
        Command::Count(args) => commands::count::run(workshop, &args, control),
        Command::Eval(args) => commands::eval::run(workshop, &args, control),
        Command::Analyse(args) => commands::analyse::run(workshop, &args, control),
        Command::Solve(args) => commands::solve::run(workshop, &args, control),
        Command::Grade(args) => commands::grade::run(workshop, &args, control),
        Command::Class(args) => commands::class::run(workshop, &args, control),
        Command::Puzzles(args) => commands::puzzles::run(workshop, &args, control),
        Command::Tree(args) => commands::tree::run(workshop, &args, control),
        Command::Compare(args) => commands::compare::run(workshop, &args, control),
        Command::Verify(args) => commands::verify::run(workshop, &args, control),
        Command::Match(args) => commands::matches::run(workshop, &args, control),
        Command::Tournament(args) => commands::tournament::run(workshop, &args, control),
        Command::Merge(args) => commands::merge::run(workshop, &args, control),
        Command::Tune(args) => commands::tune::run(workshop, &args, control),
        Command::Learn(args) if !args.records.is_empty() => {
            commands::learn::records::run(workshop, &args, control)
        }
        Command::Learn(args) => commands::learn::run(workshop, &args, control),
        Command::Brain(command) => commands::brain::run(workshop, &command, control),
        Command::Table(command) => commands::table::run(&command),
        Command::Check(args) => commands::check::run(workshop, &args, control),
        Command::Bench(args) => commands::bench::run(workshop, &args, control),
        Command::Site(args) => commands::site::run(&args, control),
        Command::New(args) => commands::new::run(&args),
        Command::Bot(command) => commands::bot::run(workshop, &command, control),
        Command::Completions { shell } => commands::manual::completions(shell),
        Command::Man { dir } => commands::manual::pages(&dir),
        Command::Serve(_)
        | Command::Play(_)
        | Command::Ugi(_)
        | Command::Gtp(_)
        | Command::Gomocup(_)
        | Command::Exec(_)
        | Command::Mcp(_) => {
            let message = "'serve', 'play' and the protocols talk while they work, and have no answer";
            Err(Failure::Wrong(message.to_string()))
        }
    }
}

/// Prints no panics of redb: on a damaged brain it may panic, and the brain reports that as an error.
fn silence_redb() {
    let print = panic::take_hook();
    panic::set_hook(Box::new(move |panic| {
        let is_redb =
            |part: &OsStr| part.to_str().is_some_and(|part| part == "redb" || part.starts_with("redb-"));
        if !panic.location().is_some_and(|place| Path::new(place.file()).iter().any(is_redb)) {
            print(panic);
        }
    }));
}
