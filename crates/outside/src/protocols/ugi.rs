//! `ugi`: the Universal Game Interface.

use plywood_erased::TextAnswer;

use super::client::{Client, DEFAULT_TIME, Game, Question, soon};
use super::replies::{self, Info, UgiOption};
use crate::failure::{Failure, FailureKind, quoted};
use crate::process::{Process, Wait};
use crate::program::Settings;

/// The most options that are kept of a program.
const MOST_OPTIONS: usize = 1000;

/// The client: the settings, and the options of the program.
pub(super) struct Ugi {
    settings: Settings,
    options: Vec<UgiOption>,
    /// True if the best move of a stopped search has not come yet.
    late: bool,
}

impl Ugi {
    pub fn new(settings: Settings) -> Ugi {
        Ugi { settings, options: Vec::new(), late: false }
    }

    fn option(&self, name: &str) -> Option<&UgiOption> {
        self.options.iter().find(|option| option.name.eq_ignore_ascii_case(name))
    }

    /// The line that sets an option of the program.
    fn set(&self, name: &str, value: &str) -> Result<String, Failure> {
        let refused = |reason: String| Failure::new(FailureKind::Start, reason);
        let Some(option) = self.option(name) else {
            let names: Vec<&str> = self.options.iter().map(|option| option.name.as_str()).collect();
            let has = if names.is_empty() { "no options".to_string() } else { names.join(", ") };
            return Err(refused(format!("it has no option '{name}'; it has {has}")));
        };
        let wrong =
            |form: String| refused(format!("its option '{name}' cannot be '{value}'; it has to be {form}"));
        match option.kind.as_str() {
            "spin" => {
                let [min, max] = [option.bounds[0].unwrap_or(i64::MIN), option.bounds[1].unwrap_or(i64::MAX)];
                if !value.parse().is_ok_and(|number: i64| (min..=max).contains(&number)) {
                    return Err(wrong(format!("a whole number from {min} to {max}")));
                }
            }
            "check" if !["true", "false"].contains(&value) => return Err(wrong("true or false".to_string())),
            "combo" if !option.values.iter().any(|it| it == value) => {
                return Err(wrong(option.values.join(" or ")));
            }
            _ => {}
        }
        Ok(format!("setoption name {} value {value}\n", option.name))
    }

    /// Waits until the program has done everything before.
    fn ready(&mut self, process: &mut Process, wait: &Wait) -> Result<(), Failure> {
        process.send("isready\n", wait)?;
        while replies::ugi(&process.line(wait)?) != replies::Ugi::ReadyOk {}
        self.late = false;
        Ok(())
    }

    /// The command that begins a search.
    fn go(&self, question: &Question<'_>) -> String {
        let mut go = "go".to_string();
        let millis = |time: std::time::Duration| time.as_millis().max(1);
        if let Some(clock) = question.turn.clock {
            // The other clock is not known here; most programs ask for their own only.
            let (left, increment) = (millis(clock.left), clock.increment.as_millis());
            go += &format!(" p1time {left} p2time {left} p1inc {increment} p2inc {increment}");
        } else if let Some(time) = self.settings.time {
            go += &format!(" movetime {}", millis(time));
        } else if self.settings.depth.is_none() && self.settings.nodes.is_none() {
            go += &format!(" movetime {}", millis(DEFAULT_TIME));
        }
        go.extend(self.settings.depth.map(|depth| format!(" depth {depth}")));
        go.extend(self.settings.nodes.map(|nodes| format!(" nodes {nodes}")));
        go
    }

    /// Reads until the best move.
    fn best_move(&self, process: &mut Process, wait: &Wait, info: &mut Info) -> Result<String, Failure> {
        loop {
            match replies::ugi(&process.line(wait)?) {
                replies::Ugi::BestMove(mv) => return Ok(mv),
                replies::Ugi::Info(more) => {
                    info.value = more.value.or(info.value);
                    if !more.pv.is_empty() {
                        info.pv = more.pv;
                    }
                }
                _ => {}
            }
        }
    }
}

impl Client for Ugi {
    fn start(&mut self, process: &mut Process, wait: &Wait) -> Result<(), Failure> {
        process.send("ugi\n", wait)?;
        loop {
            match replies::ugi(&process.line(wait)?) {
                replies::Ugi::UgiOk => break,
                replies::Ugi::Option(option) if self.options.len() < MOST_OPTIONS => {
                    self.options.push(option)
                }
                _ => {}
            }
        }
        let given = &self.settings.options;
        let set: String =
            given.iter().map(|(name, value)| self.set(name, value)).collect::<Result<_, _>>()?;
        process.send(&set, wait)?;
        self.ready(process, wait)
    }

    fn new_game(
        &mut self,
        process: &mut Process,
        game: &Game,
        question: &Question<'_>,
    ) -> Result<(), Failure> {
        let wait = &question.wait;
        let mut text = String::new();
        if self.option("Game").is_some() {
            text += &self.set("Game", &game.name)?;
        }
        let is_given = self.settings.options.iter().any(|(name, _)| name.eq_ignore_ascii_case("Seed"));
        if let (Some(seed), false) = (self.option("Seed"), is_given) {
            let [min, max] = [seed.bounds[0].unwrap_or(0), seed.bounds[1].unwrap_or(i64::from(u32::MAX))];
            // Within its bounds, all of them as likely.
            let span = i128::from(max) - i128::from(min) + 1;
            if span > 0 {
                let value = i128::from(min) + i128::from(game.seed) % span;
                text += &self.set("Seed", &value.to_string())?;
            }
        }
        process.send(&format!("{text}uginewgame\n"), wait)?;
        self.ready(process, wait)
    }

    fn ask(
        &mut self,
        process: &mut Process,
        game: &Game,
        question: &Question<'_>,
    ) -> Result<TextAnswer, Failure> {
        if self.late {
            self.ready(process, &question.wait)?;
        }
        let mut text = match &game.start {
            Some(position) => format!("position fen {position}"),
            None => "position startpos".to_string(),
        };
        let played = question.turn.position.played();
        if !played.is_empty() {
            text += &format!(" moves {}", played.join(" "));
        }
        process.send(&format!("{text}\n{}\n", self.go(question)), &question.wait)?;
        let mut info = Info::default();
        let mv = match self.best_move(process, &question.wait, &mut info) {
            Err(failure) if failure.kind == FailureKind::Stopped => {
                process.send("stop\n", &soon())?;
                // A program that is slow to stop is asked again after the next `readyok`.
                self.late = true;
                let found = self.best_move(process, &soon(), &mut info);
                self.late = found.is_err();
                found.map_err(|late| if late.kind == FailureKind::Silent { failure } else { late })?
            }
            found => found?,
        };
        if mv.is_empty() || mv == "(none)" || mv == "0000" {
            return Err(Failure::no_answer(format!("it answered {} instead of a move", quoted(&mv))));
        }
        Ok(TextAnswer { value: info.value, pv: info.pv, ..TextAnswer::new(mv) })
    }

    fn survives_stop(&self) -> bool {
        true
    }
}
