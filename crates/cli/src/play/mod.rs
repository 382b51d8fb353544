//! `play`: a game at the terminal.

mod input;
mod learnt;
mod menu;
mod setup;

use std::sync::Arc;
use std::time::{SystemTime, UNIX_EPOCH};

use plywood_erased::{Analysis, Call, Ending};
use plywood_rules::{Player, Scene, Turn};
use plywood_workshop::{AnyGame, Session, Workshop, default_opponent};
use serde_json::json;

use crate::args::PlayArgs;
use crate::commands::{analyse, games, show};
use crate::draw;
use crate::output::{CommandResult, Failure, Output, print};
use crate::progress::{Interrupt, Progress};
use crate::save::append;
use input::Input;
use setup::{Setup, check_seat};

/// The end of a game at the terminal.
#[derive(PartialEq, Eq)]
enum Left {
    /// It is over.
    Over,
    /// The person wants no more.
    Quit,
}

const HELP: &str = "  Type a move as it is listed, or one of these:
    rules        how this game is played
    moves        every legal move
    hint         what a searching player would do here
    why          what the last bot move was based on (or, before one, the hint in full)
    undo, redo   take back your last move and the answers to it, or play them again
    save FILE    add the game so far to a file of records
    resign       give up
    show         draw the position again
    quit         leave the game
";

/// Runs the command.
pub fn run(workshop: &Workshop, args: PlayArgs, interrupt: &Interrupt) -> CommandResult {
    let setup = match &args.game {
        None => None,
        Some(name) => {
            let game = workshop.open(name)?;
            let opponent = default_opponent(game.details().has_chance);
            let human = || "human".to_string();
            let seats = match (&args.first, &args.second) {
                (None, None) => [human(), opponent.to_string()],
                (first, second) => [first, second].map(|seat| seat.clone().unwrap_or_else(human)),
            };
            for seat in &seats {
                check_seat(&*game, seat)?;
            }
            let (position, moves) = (args.position.clone(), args.moves.clone().unwrap_or_default());
            Some(Setup { name: name.clone(), game, position, moves, seats })
        }
    };
    let seed = args.seed.unwrap_or_else(seed_of_the_moment);
    if args.json {
        let setup = setup.expect("clap asks for a game with --json");
        return in_silence(&setup, &args, seed, interrupt);
    }
    let input = Input::new(interrupt);
    let mut seed = seed;
    let mut next = setup;
    loop {
        let setup = match next.take() {
            Some(setup) => setup,
            None => match menu::ask(workshop, &input)? {
                Some(setup) => setup,
                None => return Ok(Output::default()),
            },
        };
        let mut table = Table::new(&setup, seed, interrupt, &input)?;
        let left = table.play()?;
        if let Some(path) = &args.save {
            append(path, table.session.record())?;
            print(&format!("  saved to {}\n", path.display()))?;
        }
        let people = setup.seats.iter().any(|seat| seat == "human");
        if left == Left::Quit || !people {
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

enum Again {
    With(Box<Setup>),
    Asking,
    No,
}

fn ask_again(setup: Setup, input: &Input) -> Result<Again, Failure> {
    loop {
        let prompt = "\n  again, sides swapped, other settings, or quit? [a/s/o/q] > ";
        let Some(line) = input.ask(prompt)? else { return Ok(Again::No) };
        match line.as_str() {
            "a" | "again" | "" => return Ok(Again::With(Box::new(setup))),
            "s" | "swap" | "sides" | "sides swapped" => {
                let [first, second] = setup.seats;
                return Ok(Again::With(Box::new(Setup { seats: [second, first], ..setup })));
            }
            "o" | "other" | "other settings" => return Ok(Again::Asking),
            "q" | "quit" | "n" | "no" => return Ok(Again::No),
            _ => {}
        }
    }
}

/// Two bots, nothing said until the end.
fn in_silence(setup: &Setup, args: &PlayArgs, seed: u64, interrupt: &Interrupt) -> CommandResult {
    if setup.seats.iter().any(|seat| seat == "human") {
        return Err(Failure::Wrong(
            "--json plays without a person: name two bots with --first and --second".into(),
        ));
    }
    let mut session = seated(setup, seed)?;
    let progress = Progress::spinner("playing");
    let stop = interrupt.stop();
    while session.ending().is_none() && !interrupt.is_raised() {
        match session.turn() {
            Turn::Chance => {
                session.roll()?;
            }
            Turn::Decision(_) => {
                let best = session.think(None, &stop)?.expect("a bot sits there").best;
                session.play(&best)?;
            }
            Turn::Over(_) => unreachable!("it has an ending then"),
        }
        progress.tell(format!("playing, ply {}", session.played().len()));
    }
    let learnt = session.teach();
    drop(progress);
    // A game that could not be learnt was still played.
    if let Some(path) = &args.save {
        append(path, session.record())?;
    }
    let learnt = learnt?;
    let output = Output::json(json!({
        "game": session.game(),
        "position": session.position(),
        "outcome": session.ending().map(Ending::result),
        "moves": session.played(),
        "seed": seed,
        "learnt": learnt,
    }));
    Ok(if session.ending().is_some() {
        output
    } else {
        output.incomplete("stopped before the game was over")
    })
}

fn seated(setup: &Setup, seed: u64) -> Result<Box<dyn Session>, Failure> {
    let mut session = Arc::clone(&setup.game).session(setup.position.as_deref(), &setup.moves, seed)?;
    for (player, seat) in Player::BOTH.into_iter().zip(&setup.seats) {
        // Each seat has a stream of random choices of its own, apart from the dice.
        let own = plywood_rules::random::part_seed(seed, u64::MAX - player.index() as u64);
        session.seat(player, seat, own)?;
    }
    Ok(session)
}

fn seed_of_the_moment() -> u64 {
    SystemTime::now().duration_since(UNIX_EPOCH).map_or(0, |since| since.as_micros() as u64)
}

/// The last bot's report, and its ply.
struct Thought {
    analysis: Analysis,
    bot: String,
    position: String,
}

/// A game with the people and bots around it.
struct Table<'a> {
    session: Box<dyn Session>,
    names: [&'static str; 2],
    interrupt: &'a Interrupt,
    input: &'a Input<'a>,
    hint_bot: &'static str,
    game: Arc<dyn AnyGame>,
    last_thought: Option<Thought>,
    /// The position drawn last: differences from it are marked in the next picture.
    last_scene: Option<Scene>,
}

impl<'a> Table<'a> {
    fn new(
        setup: &Setup,
        seed: u64,
        interrupt: &'a Interrupt,
        input: &'a Input<'a>,
    ) -> Result<Table<'a>, Failure> {
        let session = seated(setup, seed)?;
        let names = session.player_names();
        let [first, second] = &setup.seats;
        print(&format!(
            "\n{}: {} ({first}) against {} ({second}), seed {seed}\n",
            setup.name, names[0], names[1]
        ))?;
        if setup.seats.iter().any(|seat| seat == "human") {
            print(&format!(
                "\n{}",
                games::how_to_play(&setup.game.details().how_to_play).trim_end_matches('\n')
            ))?;
            print("\n")?;
        }
        let hint_bot = default_opponent(setup.game.details().has_chance);
        let game = Arc::clone(&setup.game);
        Ok(Table { session, names, game, interrupt, input, hint_bot, last_thought: None, last_scene: None })
    }

    /// The position, with the piece that came last pointed out.
    fn picture(&mut self) -> String {
        let mut scene = self.session.scene();
        if let Some(before) = &self.last_scene {
            draw::mark_new_piece(before, &mut scene);
        }
        let picture = show::picture_of(self.session.as_ref(), &scene);
        self.last_scene = Some(scene);
        picture
    }

    /// The picture drawn last, once more.
    fn same_picture(&self) -> String {
        let scene = self.last_scene.as_ref();
        scene.map(|scene| show::picture_of(self.session.as_ref(), scene)).unwrap_or_default()
    }

    fn is_human(&self, player: Player) -> bool {
        self.session.seats()[player.index()] == "human"
    }

    fn play(&mut self) -> Result<Left, Failure> {
        let mut draw = true;
        loop {
            if draw {
                print(&self.picture())?;
            }
            if self.session.ending().is_some() {
                self.teach()?;
                return Ok(Left::Over);
            }
            if self.interrupt.is_raised() {
                return Ok(Left::Quit);
            }
            let changed = match self.session.turn() {
                Turn::Chance => {
                    let came = self.session.roll()?;
                    print(&format!("  chance: {came}\n"))?;
                    true
                }
                Turn::Decision(player) if self.is_human(player) => match self.ask_person(player)? {
                    Some(changed) => changed,
                    None => return Ok(Left::Quit),
                },
                Turn::Decision(player) => {
                    self.let_bot_move(player)?;
                    true
                }
                Turn::Over(_) => unreachable!("it has an ending then"),
            };
            // While the dice are in the air there is nothing new to see.
            draw = changed && self.session.turn() != Turn::Chance;
        }
    }

    fn let_bot_move(&mut self, player: Player) -> Result<(), Failure> {
        let name = self.names[player.index()];
        let progress = Progress::spinner(&format!("{name} is thinking"));
        let position = self.session.position();
        self.session.listen(Some(progress.listener()));
        let thought = self.session.think(None, &self.interrupt.stop())?.expect("a bot sits there");
        drop(progress);
        self.session.play(&thought.best)?;
        let opinion = thought.value.map_or(String::new(), |value| format!(", {value}"));
        print(&format!("\n  {name} plays {}{opinion}\n", thought.best))?;
        let bot = self.session.seats()[player.index()].to_string();
        self.last_thought = Some(Thought { analysis: thought, bot, position });
        Ok(())
    }

    /// Tells the bots that learn how it ended, and the people what they learnt from it. A game that could not be
    /// learnt is no reason to end the evening.
    fn teach(&mut self) -> Result<(), Failure> {
        match self.session.teach() {
            Ok(lessons) => lessons.iter().try_for_each(|lesson| print(&learnt::words(lesson, self.names))),
            Err(error) => print(&format!("\n  {error}\n")),
        }
    }

    /// The reasons of the last bot move, with the values of its alternatives; before any, those of the person to move.
    fn why(&mut self) -> Result<String, Failure> {
        let stop = self.interrupt.stop();
        let progress = Progress::spinner("comparing the moves");
        self.session.listen(Some(progress.listener()));
        let (summary, full) = match &self.last_thought {
            Some(thought) => {
                let mut session = Arc::clone(&self.game).session(Some(&thought.position), "", 1)?;
                session.listen(Some(progress.listener()));
                (analyse::summary(&thought.analysis), session.analyse(&thought.bot, true, 1, &stop)?)
            }
            None => {
                let full = self.session.analyse(self.hint_bot, true, 1, &stop)?;
                (analyse::summary(&full), full)
            }
        };
        drop(progress);
        Ok(format!("{summary}\n{}", analyse::alternatives(&full)))
    }

    /// Lets a person say something; `None` if they leave, else whether the position changed.
    fn ask_person(&mut self, player: Player) -> Result<Option<bool>, Failure> {
        let prompt = format!("\n{} > ", self.names[player.index()]);
        let Some(line) = self.input.ask(&prompt)? else { return Ok(None) };
        let (word, rest) = line.split_once(char::is_whitespace).unwrap_or((&line, ""));
        let reply = match (word, rest.trim()) {
            ("", _) => String::new(),
            ("help" | "?", "") => HELP.to_string(),
            ("rules", "") => games::how_to_play(&self.game.details().how_to_play),
            ("moves", "") => format!("  {}\n", self.session.moves().join(" ")),
            ("show" | "board", "") => self.same_picture(),
            ("hint", "") => {
                let hint = self.hint()?;
                let opinion = hint.value.map_or(String::new(), |value| format!(": {value}"));
                format!("  {}{opinion}\n", hint.best)
            }
            ("why", "") => self.why()?.lines().map(|line| format!("  {line}\n")).collect(),
            ("undo", "") => return self.undo(player).map(Some),
            ("redo", "") => return self.redo().map(Some),
            ("save", "") => "  save where? Type: save FILE\n".to_string(),
            ("save", file) => match append(file.as_ref(), self.session.record()) {
                Ok(()) => format!("  saved to {file}\n"),
                Err(Failure::Wrong(message) | Failure::Failed(message)) => format!("  {message}\n"),
                Err(Failure::ReaderGone) => return Err(Failure::ReaderGone),
            },
            ("resign", "") => {
                self.session.call(Call::Resigned(player))?;
                return Ok(Some(true));
            }
            ("quit" | "exit", "") => return Ok(None),
            _ => match self.session.play(&line) {
                Ok(()) => return Ok(Some(true)),
                Err(error) => format!("  {error}\n  ('help' lists what can be typed)\n"),
            },
        };
        print(&reply)?;
        Ok(Some(false))
    }

    fn hint(&mut self) -> Result<Analysis, Failure> {
        let progress = Progress::spinner("thinking");
        self.session.listen(Some(progress.listener()));
        let hint = self.session.analyse(self.hint_bot, false, 1, &self.interrupt.stop());
        drop(progress);
        Ok(hint?)
    }

    /// Takes moves back until `player` has to decide again.
    fn undo(&mut self, player: Player) -> Result<bool, Failure> {
        let mut taken = 0;
        while self.session.undo() {
            taken += 1;
            if self.session.turn() == Turn::Decision(player) {
                self.last_thought = None;
                return Ok(true);
            }
        }
        // There is no earlier decision of this player: everything stays as it was.
        for _ in 0..taken {
            self.session.redo();
        }
        print("  there is no move of yours to take back\n")?;
        Ok(false)
    }

    /// Plays moves again that were taken back, until a person has to decide.
    fn redo(&mut self) -> Result<bool, Failure> {
        if !self.session.redo() {
            print("  there is nothing to play again\n")?;
            return Ok(false);
        }
        while !self.session.turn().player().is_some_and(|player| self.is_human(player)) {
            if !self.session.redo() {
                break;
            }
        }
        Ok(true)
    }
}
