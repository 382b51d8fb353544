//! One game at the terminal: gives it what people type, and prints what comes of it.

use std::sync::Arc;
use std::time::Duration;

use plywood_erased::{Analysis, Ending, Learnt};
use plywood_page::driver::{self, GameDriver, Host, To, at_once};
use plywood_page::ids::RandomBytes;
use plywood_page::play::{
    BotSearch, ConnectionId, GameCommand, GameSnapshot, LiveConditions as Conditions, LiveGame, Moment, Now,
    Request, Seat,
};
use plywood_page::problem::{Problem, RefusalCode};
use plywood_page::protocol::ServerMessage;
use plywood_page::questions::AskedPosition;
use plywood_page::requests::GameQuestion;
use plywood_rules::{Player, Scene};
use plywood_workshop::{MOMENT, SeatedBots, Session, Trouble, adviser};

use super::input::Input;
use super::learnt;
use super::review::figures;
use super::setup::Setup;
use crate::commands::{analyse, games, note_variations, show};
use crate::draw;
use crate::output::{Failure, print};
use crate::progress::{Control, Progress};
use crate::save::{append, since_1970};

/// The commands inside a game.
const HELP: &str = "  Type a move as it is listed, or one of these:
    rules    how this game is played
    moves    every legal move
    hint     what a searching player would do here
    why      what the last bot move was based on (or, before one, the hint in full)
    undo     take back your last move and the answers to it
    redo     play them again
    save     add the game so far to a file of records (save FILE)
    resign   give up
    show     draw the position again
    help     this list
    quit     leave the game
";

/// The last bot's report, and the position.
struct BotReport {
    analysis: Analysis,
    bot: String,
    position: String,
}

/// A game with the people and bots around it.
pub struct TerminalGame<'a> {
    setup: &'a Setup,
    pub game: GameDriver,
    bots: Box<dyn SeatedBots>,
    /// The moment that the bots know.
    known: Moment,
    /// The names of the players.
    names: [&'static str; 2],
    control: &'a Control,
    hint_bot: &'static str,
    last_thought: Option<BotReport>,
    /// The moment drawn last.
    drawn: Option<(Moment, Option<Ending>)>,
    /// The position drawn last: differences from it are marked in the next picture.
    last_scene: Option<Scene>,
    /// The progress of a game of which nothing else is said.
    silent: Option<Progress>,
    /// The lessons of the bots that learnt the game.
    pub learnt: Result<Vec<Learnt>, Trouble>,
    /// The reason why the game cannot go on.
    failed: Option<Failure>,
}

impl<'a> TerminalGame<'a> {
    pub fn new(
        setup: &'a Setup,
        seed: u64,
        control: &'a Control,
        silent: Option<Progress>,
    ) -> Result<TerminalGame<'a>, Failure> {
        let position = setup.position.as_deref();
        let game = setup.game.begin(position, &setup.moves, seed)?;
        note_variations(&*game);
        let bots = Player::BOTH.map(|player| setup.bot(player));
        let seated = setup.game.seat_bots(bots, position, seed)?;
        let seat = |player: Player| match setup.bot(player) {
            Some(bot) => Seat::Bot(bot.to_string()),
            None => Seat::Person { name: String::new(), token: player.to_string() },
        };
        let mut snapshot = GameSnapshot::new(String::new(), game.game(), Player::BOTH.map(seat));
        snapshot.position.clone_from(&setup.position);
        snapshot.moves = game.played().to_vec();
        snapshot.seed = seed;
        let conditions = Conditions { learns: true, visited: true, ..Conditions::default() };
        let names = game.player_names();
        let game = GameDriver {
            live: LiveGame::new(game, snapshot, conditions, now())?,
            rules: Arc::clone(&setup.game),
            family: String::new(),
            brains: Vec::new(),
            catalogue: None,
            gone: false,
        };
        Ok(TerminalGame {
            setup,
            game,
            names,
            bots: seated,
            known: Moment::default(),
            control,
            hint_bot: adviser(&setup.game.details()),
            last_thought: None,
            drawn: None,
            last_scene: None,
            silent,
            learnt: Ok(Vec::new()),
            failed: None,
        })
    }

    /// Plays until the game is over or the person quits. Returns true if it is over.
    pub fn play(&mut self, input: &Input) -> Result<bool, Failure> {
        let Setup { name, seats: [one, two], .. } = self.setup;
        let seed = self.game.live.snapshot().seed;
        let [first, second] = self.names;
        print(&format!("\n{name}: {first} ({one}) against {second} ({two}), seed {seed}\n"))?;
        if self.setup.has_people() {
            print(&format!("\n{}\n", self.rules().trim_end_matches('\n')))?;
        }
        self.begin()?;
        while self.game.live.game().ending().is_none() {
            let Some(player) = self.game.live.game().turn().player().filter(|_| !self.control.is_raised())
            else {
                return Ok(false);
            };
            if !self.ask_person(player, input)? {
                return Ok(false);
            }
        }
        // A game that could not be learnt is no reason to end the evening.
        match &self.learnt {
            Ok(lessons) => {
                lessons.iter().try_for_each(|lesson| print(&learnt::report(lesson, self.names)))?
            }
            Err(error) => print(&format!("\n  {error}\n"))?,
        }
        if self.setup.has_people() {
            let snapshot = self.game.live.snapshot();
            let figures = figures(self.setup, snapshot, self.names, &self.control.stop());
            print(&or_reason(figures.map_err(Failure::from))?)?;
        }
        Ok(true)
    }

    /// Plays until a person has to decide, the game is over or Ctrl-C was pressed.
    pub fn begin(&mut self) -> Result<(), Failure> {
        for player in Player::BOTH {
            // A bot's place gets a spectator.
            let token = self.setup.bot(player).is_none().then(|| player.to_string());
            let joined = self.give(GameCommand::Join { connection: connection(player), token })?;
            joined.map_err(|problem| Failure::Failed(problem.text))?;
        }
        Ok(())
    }

    /// Gives the game a command, which it may refuse.
    fn give(&mut self, command: GameCommand) -> Result<Result<(), Problem>, Failure> {
        let given = at_once(driver::give(self, command));
        self.failed.take().map_or(Ok(given), Err)
    }

    fn choose(&mut self, player: Player) -> Result<Analysis, Failure> {
        let name = self.names[player.index()];
        let progress = match self.silent {
            Some(_) => Progress::hidden(),
            None => self.control.spinner(&format!("{name} is thinking…")),
        };
        self.keep_up()?;
        let position = self.game.live.game().position();
        let found = self.bots.search(None, progress.listener(), &self.control.stop());
        drop(progress);
        let bot = self.setup.seats[player.index()].clone();
        let analysis = found.map_err(|error| Failure::from(error).about(&format!("'{bot}'")))?;
        let opinion = analysis.value.map(|value| format!(", {value}")).unwrap_or_default();
        self.say(&format!("\n  {name} plays {}{opinion}\n", analysis.best))?;
        self.last_thought = Some(BotReport { analysis: analysis.clone(), bot, position });
        Ok(analysis)
    }

    /// The result of something that the game cannot go on without.
    fn needed<T>(&mut self, result: Result<T, Failure>) -> Option<T> {
        result.map_err(|failure| self.failed.get_or_insert(failure)).ok()
    }

    /// Plays the moves that the bots do not know yet in their copy of the game.
    fn keep_up(&mut self) -> Result<(), Trouble> {
        let new = self.game.live.moves_since(self.known);
        self.bots.follow(new.ply, &new.moves)?;
        self.known = new.moment;
        Ok(())
    }

    fn say(&self, text: &str) -> Result<(), Failure> {
        if self.silent.is_some() { Ok(()) } else { print(text) }
    }

    /// Draws the position if it is another one, with the piece that came last pointed out.
    fn draw(&mut self) -> Result<(), Failure> {
        let now = (self.game.live.moment(), self.game.live.game().ending());
        if self.drawn.replace(now) == Some(now) {
            return Ok(());
        }
        let game = self.game.live.game();
        if let Some(progress) = &self.silent {
            progress.tell(format!("playing, ply {}", game.played().len()));
            return Ok(());
        }
        let mut scene = game.scene();
        if let Some(before) = &self.last_scene {
            draw::mark_new_piece(before, &mut scene);
        }
        print(&show::picture_of(game, &scene))?;
        self.last_scene = Some(scene);
        Ok(())
    }

    /// The picture drawn last, once more.
    fn same_picture(&self) -> String {
        let scene = self.last_scene.as_ref();
        scene.map(|scene| show::picture_of(self.game.live.game(), scene)).unwrap_or_default()
    }

    /// The position, for questions about it.
    fn session(&self) -> Result<Box<dyn Session>, Failure> {
        let GameSnapshot { position, moves, seed, .. } = self.game.live.snapshot();
        Ok(self.setup.game.session(position.as_deref(), &moves.join(" "), *seed)?)
    }

    /// The best move and its value, by the question that [`TerminalGame::why`] asks too, so that the two agree.
    fn hint(&self) -> Result<String, Failure> {
        let progress = self.control.spinner("Thinking…");
        let mut session = self.session()?;
        session.listen(Some(progress.listener()));
        let hint = session.advise(self.hint_bot, true, MOMENT, 1, &self.control.stop())?.analysis;
        let opinion = hint.value.map(|value| format!(": {value}"));
        Ok(format!("  {}{}\n", hint.best, opinion.unwrap_or_default()))
    }

    /// The reasons of the last bot move, with the values of its alternatives; before any, those of the person to move.
    fn why(&self) -> Result<String, Failure> {
        let progress = self.control.spinner("Thinking…");
        let mut session = match &self.last_thought {
            Some(BotReport { position, .. }) => self.setup.game.session(Some(position), "", 1)?,
            None => self.session()?,
        };
        session.listen(Some(progress.listener()));
        let full = match &self.last_thought {
            Some(BotReport { bot, .. }) => session.analyse(bot, true, 1, &self.control.stop())?,
            None => session.advise(self.hint_bot, true, MOMENT, 1, &self.control.stop())?.analysis,
        };
        let chosen = self.last_thought.as_ref().map_or(&full, |thought| &thought.analysis);
        let text = format!("{}\n{}", analyse::summary(chosen), analyse::alternatives(&full, usize::MAX));
        Ok(text.lines().map(|line| format!("  {line}\n")).collect())
    }

    fn rules(&self) -> String {
        games::how_to_play(&self.setup.game.details().how_to_play)
    }

    /// Lets a person say something; false if they leave.
    fn ask_person(&mut self, player: Player, input: &Input) -> Result<bool, Failure> {
        let prompt = format!("\n{} > ", self.names[player.index()]);
        let Some(line) = input.ask(&prompt)? else { return Ok(false) };
        let (word, rest) = line.split_once(char::is_whitespace).unwrap_or((&line, ""));
        let moves = self.game.live.game().moves();
        let reply = match (&*word.to_lowercase(), rest.trim()) {
            // A turn of Pig: rolling is what people do most.
            ("", _) if moves == ["roll", "hold"] || moves == ["roll"] => self.play_move(player, "roll")?,
            ("", _) => String::new(),
            ("help" | "?", "") => HELP.to_string(),
            ("rules", "") => self.rules(),
            ("moves", "") => format!("  {}\n", moves.join(" ")),
            ("show" | "board", "") => self.same_picture(),
            ("hint", "") => or_reason(self.hint())?,
            ("why", "") => or_reason(self.why())?,
            ("undo", "") => self.undo(player)?,
            ("redo", "") => self.ask(player, Request::Redo)?,
            ("save", "") => "  save where? Type: save FILE\n".to_string(),
            ("save", file) => {
                let saved = append(file.as_ref(), self.game.live.record());
                or_reason(saved.map(|()| format!("  saved to {file}\n")))?
            }
            ("resign", "") => self.ask(player, Request::Resign)?,
            ("quit" | "exit", "") => return Ok(false),
            _ => self.play_move(player, &line)?,
        };
        print(&reply)?;
        Ok(true)
    }

    fn play_move(&mut self, player: Player, text: &str) -> Result<String, Failure> {
        self.ask(player, Request::Move { moment: self.game.live.moment(), text: text.to_string() })
    }

    /// Gives a player's request to the game. Returns why it is refused, or nothing.
    fn ask(&mut self, player: Player, request: Request) -> Result<String, Failure> {
        match self.give(GameCommand::Ask(connection(player), request))? {
            Ok(()) => Ok(String::new()),
            Err(refusal) => {
                let help = if refusal.code == RefusalCode::Illegal {
                    "  ('help' lists what can be typed)\n"
                } else {
                    ""
                };
                Ok(format!("  {}\n{help}", refusal.text))
            }
        }
    }

    fn undo(&mut self, player: Player) -> Result<String, Failure> {
        let mut reply = self.ask(player, Request::Undo)?;
        if self.game.live.snapshot().offers.undo.is_some() {
            // Two people at one terminal are of one mind.
            reply = self.ask(player.other(), Request::Undo)?;
        }
        if reply.is_empty() {
            self.last_thought = None;
        }
        Ok(reply)
    }
}

/// One thread does everything, and nothing is written before the game is over.
impl Host for TerminalGame<'_> {
    fn game(&mut self) -> &mut GameDriver {
        &mut self.game
    }

    fn now(&self) -> Now {
        now()
    }

    fn random(&self) -> Box<dyn Fn() -> RandomBytes> {
        Box::new(RandomBytes::default)
    }

    async fn write(&mut self, _finished: bool) -> Result<(), Problem> {
        Ok(())
    }

    async fn begin(&mut self, _rematch: GameSnapshot) -> Result<(), Problem> {
        Ok(())
    }

    async fn remove(&mut self) -> bool {
        true
    }

    fn search(&mut self, BotSearch { moment, player, .. }: BotSearch) -> Option<GameCommand> {
        if self.control.is_raised() || self.failed.is_some() {
            return None;
        }
        let chosen = self.choose(player);
        self.needed(chosen).map(|analysis| GameCommand::Chosen { moment, result: Ok(analysis) })
    }

    fn teach(&mut self, ending: Ending) -> Option<GameCommand> {
        self.learnt = self.keep_up().and_then(|()| self.bots.teach(ending));
        Some(GameCommand::Taught(self.learnt.clone().map_err(|error| error.to_string())))
    }

    fn send(&mut self, _: To, message: &ServerMessage) {
        if matches!(message, ServerMessage::Welcome { .. } | ServerMessage::State(_)) {
            let drawn = self.draw();
            self.needed(drawn);
        }
    }

    /// Here questions are commands: `hint` and `why`.
    fn answer(&mut self, _: ConnectionId, _: AskedPosition, _: GameQuestion) -> Result<(), Problem> {
        Ok(())
    }

    fn rolled(&mut self) {
        let came = self.game.live.game().played().last().map_or("", String::as_str);
        let said = self.say(&format!("  chance: {came}\n"));
        self.needed(said);
    }
}

/// The reply, or the reason why there is none: the game goes on.
fn or_reason(reply: Result<String, Failure>) -> Result<String, Failure> {
    match reply {
        Err(Failure::ReaderGone) => Err(Failure::ReaderGone),
        Err(failure) => Ok(format!("  {}\n", failure.message())),
        reply => reply,
    }
}

/// Each player is a connection.
fn connection(player: Player) -> ConnectionId {
    player.index() as ConnectionId
}

/// At the terminal there are no clocks, and people are always there: time is for dates only.
fn now() -> Now {
    Now { elapsed: Duration::ZERO, unix_ms: since_1970().as_millis() as u64 }
}
