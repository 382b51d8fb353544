//! `ugi`: the Universal Game Interface, UCI for any game.

mod info;
mod options;

use std::sync::Arc;
use std::thread::{self, JoinHandle};
use std::time::{Duration, Instant};

use plywood_erased::SearchListener;
use plywood_outside::ugi::{NO_MOVE, SearchLimits, UgiPosition, setting, word};
use plywood_rules::{Player, Stop, Turn};
use plywood_workshop::Workshop;

use super::bot_game::{BotGame, FinishedSearch, RefusalText};
use super::{AfterLine, GRACE, say};
use crate::args::EngineArgs;
use crate::lines::InputLines;
use crate::output::{CommandResult, Failure, Output};
use crate::progress::Control;

/// The interval at which a search without an end checks if it was stopped after it found all there is to find.
const CHECKING: Duration = Duration::from_millis(5);

/// Runs the command.
pub fn run(workshop: &Workshop, args: &EngineArgs, control: &Control) -> CommandResult {
    let game = BotGame::open(workshop, &args.game, args.bot.bot.as_deref(), args.bot.seed.seed)?;
    let mut engine = UgiEngine { workshop, named: args.game.clone(), game, search: None };
    let lines = InputLines::new(control);
    while let Some(line) = lines.next() {
        if engine.hear(&line)? == AfterLine::End {
            engine.stop();
            return Ok(Output::default());
        }
    }
    engine.finish(control);
    Ok(Output::default())
}

/// The engine that a manager talks to.
struct UgiEngine<'a> {
    workshop: &'a Workshop,
    /// The game as it was named.
    named: String,
    game: BotGame,
    search: Option<UgiSearch>,
}

/// A search under way.
struct UgiSearch {
    stop: Stop,
    /// True if it goes on until it is stopped.
    infinite: bool,
    thread: JoinHandle<FinishedSearch>,
}

impl UgiEngine<'_> {
    /// Does what a line says. Lines that mean nothing are ignored.
    fn hear(&mut self, line: &str) -> Result<AfterLine, Failure> {
        let (word, rest) = word(line);
        match word {
            "isready" => say("readyok")?,
            "stop" => self.stop(),
            "quit" => return Ok(AfterLine::End),
            "ugi" | "setoption" | "uginewgame" | "position" | "query" | "go" => {
                // These are about the position, which a search must not lose.
                self.stop();
                self.change(word, rest)?;
            }
            _ => {}
        }
        Ok(AfterLine::Line)
    }

    fn change(&mut self, word: &str, rest: &str) -> Result<(), Failure> {
        let done = match word {
            "ugi" => return self.introduce(),
            "setoption" => self.set_option(rest),
            "uginewgame" => {
                self.game.begin_anew();
                Ok(())
            }
            "position" => match UgiPosition::read(rest)
                .and_then(|UgiPosition { start, moves }| self.game.set_position(start.as_deref(), &moves))
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

    fn set_option(&mut self, rest: &str) -> Result<(), RefusalText> {
        let (name, value) = setting(rest)?;
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
        let asked =
            SearchLimits::read(rest).and_then(|limits| Ok((self.game.ask(&limits, &stop)?, limits.infinite)));
        let (question, infinite) = match asked {
            Ok(asked) => asked,
            Err(refusal) => return no_move(&refusal),
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
            let best = answered.result.as_ref().map_or(NO_MOVE, |analysis| &analysis.best);
            let _ = say(&format!("bestmove {best}"));
            answered
        };
        let thread = thread::Builder::new().spawn(search);
        match thread {
            Ok(thread) => self.search = Some(UgiSearch { stop, infinite, thread }),
            Err(error) => return no_move(&format!("the system gives no thread: {error}")),
        }
        Ok(())
    }

    /// Ends the search under way, if there is one, and waits for its answer.
    fn stop(&mut self) {
        if let Some(UgiSearch { stop, thread, .. }) = self.search.take() {
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
        let goes_on = |search: &UgiSearch| !search.infinite && !search.thread.is_finished();
        while self.search.as_ref().is_some_and(goes_on) && ended.elapsed() < GRACE && !control.is_raised() {
            thread::sleep(CHECKING);
        }
        self.stop();
    }
}

/// Answers `go` where there is no move, with the reason.
fn no_move(reason: &str) -> Result<(), Failure> {
    say(&format!("info string {reason}\nbestmove {NO_MOVE}"))
}
