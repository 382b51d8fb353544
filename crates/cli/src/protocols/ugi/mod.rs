//! `ugi`: the Universal Game Interface, UCI for any game.

mod info;
mod options;
mod words;

use std::sync::Arc;
use std::thread::{self, JoinHandle};
use std::time::{Duration, Instant};

use plywood_erased::SearchListener;
use plywood_rules::{Player, Stop, Turn};
use plywood_workshop::Workshop;

use super::bot_game::{Answered, BotGame, Refusal};
use super::{GRACE, Next, say};
use crate::args::EngineArgs;
use crate::lines::Lines;
use crate::output::{CommandResult, Failure, Output};
use crate::progress::Control;
use words::{Position, limits, position};

/// The answer to `go` where there is no move to make.
const NO_MOVE: &str = "bestmove none";

/// The interval at which a search without an end checks if it was stopped after it found all there is to find.
const CHECKING: Duration = Duration::from_millis(5);

/// Runs the command.
pub fn run(workshop: &Workshop, args: &EngineArgs, control: &Control) -> CommandResult {
    let game = BotGame::open(workshop, &args.game, args.bot.bot.as_deref(), args.bot.seed.seed)?;
    let mut engine = Engine { workshop, named: args.game.clone(), game, search: None };
    let lines = Lines::new(control);
    while let Some(line) = lines.next() {
        if engine.hear(&line)? == Next::End {
            engine.stop();
            return Ok(Output::default());
        }
    }
    engine.finish(control);
    Ok(Output::default())
}

/// The engine that a manager talks to.
struct Engine<'a> {
    workshop: &'a Workshop,
    /// The game as it was named.
    named: String,
    game: BotGame,
    search: Option<Search>,
}

/// A search under way.
struct Search {
    stop: Stop,
    /// True if it goes on until it is stopped.
    infinite: bool,
    thread: JoinHandle<Answered>,
}

impl Engine<'_> {
    /// Does what a line says. Lines that mean nothing are ignored.
    fn hear(&mut self, line: &str) -> Result<Next, Failure> {
        let (word, rest) = line.split_once(char::is_whitespace).unwrap_or((line, ""));
        let rest = rest.trim();
        match word {
            "isready" => say("readyok")?,
            "stop" => self.stop(),
            "quit" => return Ok(Next::End),
            "ugi" | "setoption" | "uginewgame" | "position" | "query" | "go" => {
                // These are about the position, which a search must not lose.
                self.stop();
                self.change(word, rest)?;
            }
            _ => {}
        }
        Ok(Next::Line)
    }

    fn change(&mut self, word: &str, rest: &str) -> Result<(), Failure> {
        let done = match word {
            "ugi" => return self.introduce(),
            "setoption" => self.set_option(rest),
            "uginewgame" => {
                self.game.begin_anew();
                Ok(())
            }
            "position" => match position(rest)
                .and_then(|Position { start, moves }| self.game.set_position(start.as_deref(), &moves))
            {
                Ok(()) if self.game.play.skipped_variations() > 0 => {
                    return say("info string variations in the moves were skipped");
                }
                done => done,
            },
            "query" => return self.query(rest),
            _ => return self.go(rest),
        };
        done.or_else(|refusal| say(&format!("info string {refusal}")))
    }

    fn introduce(&self) -> Result<(), Failure> {
        say(&format!("id name Plywood {}", env!("CARGO_PKG_VERSION")))?;
        say("id author the authors of Plywood")?;
        for option in options::all(&self.named, &self.game) {
            say(&format!("option {option}"))?;
        }
        say("ugiok")
    }

    fn set_option(&mut self, rest: &str) -> Result<(), Refusal> {
        let (name, value) = words::option(rest)?;
        if name.eq_ignore_ascii_case("game") {
            self.game = options::other_game(self.workshop, &self.game, value)?;
            self.named = value.to_string();
            return Ok(());
        }
        options::set(&mut self.game, name, value)
    }

    fn query(&self, rest: &str) -> Result<(), Failure> {
        let play = &self.game.play;
        let answer = match rest {
            "p1turn" => (play.turn() == Turn::Decision(Player::First)).to_string(),
            "gameover" => play.ending().is_some().to_string(),
            "result" => match play.ending().map(|ending| ending.winner()) {
                None => "none",
                Some(None) => "draw",
                Some(Some(Player::First)) => "p1win",
                Some(Some(Player::Second)) => "p2win",
            }
            .to_string(),
            // A game that repetition ended has no moves either.
            "legalmoves" if play.ending().is_some() => String::new(),
            "legalmoves" => play.moves().join(" "),
            _ => {
                return say(&format!(
                    "info string unknown query '{rest}'; there are p1turn, gameover, result, legalmoves"
                ));
            }
        };
        say(format!("response {answer}").trim_end())
    }

    /// Begins a search, which answers by itself.
    fn go(&mut self, rest: &str) -> Result<(), Failure> {
        let stop = Stop::never();
        let asked = limits(rest, self.game.play.turn().player()).and_then(|limits| {
            let question = self.game.ask(&limits, &stop)?;
            Ok((question, limits.infinite))
        });
        let (question, infinite) = match asked {
            Ok(asked) => asked,
            Err(refusal) => {
                say(&format!("info string {refusal}"))?;
                return say(NO_MOVE);
            }
        };
        let raised = stop.clone();
        let search = move || {
            // If the manager is gone, the end of its lines ends the program.
            let listener: SearchListener = Arc::new(|info| drop(say(&info::of_search(info))));
            let answered = question.answer(listener);
            for line in info::result(&answered.result) {
                let _ = say(&line);
            }
            while infinite && !raised.is_raised() {
                thread::sleep(CHECKING);
            }
            let best = answered.result.as_ref().map(|analysis| format!("bestmove {}", analysis.best));
            let _ = say(&best.unwrap_or_else(|_| NO_MOVE.to_string()));
            answered
        };
        let thread = thread::Builder::new().spawn(search);
        match thread {
            Ok(thread) => self.search = Some(Search { stop, infinite, thread }),
            Err(error) => {
                say(&format!("info string the system gives no thread: {error}"))?;
                say(NO_MOVE)?;
            }
        }
        Ok(())
    }

    /// Ends the search under way, if there is one, and waits for its answer.
    fn stop(&mut self) {
        if let Some(Search { stop, thread, .. }) = self.search.take() {
            stop.raise();
            // The search itself has caught and reported a panic of its bot.
            if let Ok(answered) = thread.join() {
                let _ = self.game.answered(answered);
            }
        }
    }

    /// Gives the search under way its time after the end of the input, unless it has no end of its own.
    fn finish(&mut self, control: &Control) {
        let ended = Instant::now();
        let goes_on = |search: &Search| !search.infinite && !search.thread.is_finished();
        while self.search.as_ref().is_some_and(goes_on) && ended.elapsed() < GRACE && !control.is_raised() {
            thread::sleep(CHECKING);
        }
        self.stop();
    }
}
