//! `ugi`: the Universal Game Interface.

use std::time::Duration;

use plywood_erased::TextAnswer;
use plywood_rules::Clock;

use super::client::{DEFAULT_TIME, MoveQuestion, ProgramGame, ProtocolClient, soon};
use crate::failure::{FailureKind, ProgramFailure, quoted};
use crate::process::{Process, Wait};
use crate::program::ProgramSettings;
use crate::ugi::{NO_MOVE, SearchLimits, UgiInfo, UgiOption, UgiPosition, word};

/// The most options that are kept of a program.
const MOST_OPTIONS: usize = 1000;

/// The client: the settings, and the options of the program.
pub(super) struct Ugi {
    settings: ProgramSettings,
    options: Vec<UgiOption>,
    /// True if the best move of a stopped search has not come yet.
    late: bool,
}

impl Ugi {
    pub fn new(settings: ProgramSettings) -> Ugi {
        Ugi { settings, options: Vec::new(), late: false }
    }

    fn option(&self, name: &str) -> Option<&UgiOption> {
        self.options.iter().find(|option| option.name.eq_ignore_ascii_case(name))
    }

    /// The line that sets an option of the program.
    fn set(&self, name: &str, value: &str) -> Result<String, ProgramFailure> {
        let refused = |reason: String| ProgramFailure::new(FailureKind::Start, reason);
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
    fn ready(&mut self, process: &mut Process, wait: &Wait) -> Result<(), ProgramFailure> {
        process.send("isready\n", wait)?;
        while word(&process.line(wait)?).0 != "readyok" {}
        self.late = false;
        Ok(())
    }

    /// The limits of a search.
    fn limits(&self, question: &MoveQuestion<'_>) -> SearchLimits {
        let some = |time: Duration| time.max(Duration::from_millis(1));
        let clock = question.turn.clock.map(|clock| Clock { left: some(clock.left), ..clock });
        let ProgramSettings { depth, nodes, time, .. } = self.settings;
        let is_limited = clock.is_some() || depth.is_some() || nodes.is_some();
        SearchLimits {
            // The other clock is not known here; most programs ask for their own only.
            clocks: [clock; 2],
            time: time.or((!is_limited).then_some(DEFAULT_TIME)).filter(|_| clock.is_none()).map(some),
            depth: depth.map(u64::from),
            nodes: nodes.map(u64::from),
            infinite: false,
        }
    }

    /// Reads until the best move.
    fn best_move(
        &self,
        process: &mut Process,
        wait: &Wait,
        info: &mut UgiInfo,
    ) -> Result<String, ProgramFailure> {
        loop {
            let line = process.line(wait)?;
            match word(&line) {
                ("bestmove", rest) => return Ok(word(rest).0.to_string()),
                ("info", rest) => {
                    let more = UgiInfo::read(rest);
                    let pv = if more.pv.is_empty() { std::mem::take(&mut info.pv) } else { more.pv.clone() };
                    *info = if more.value().is_some() { more } else { std::mem::take(info) };
                    info.pv = pv;
                }
                _ => {}
            }
        }
    }
}

impl ProtocolClient for Ugi {
    fn start(&mut self, process: &mut Process, wait: &Wait) -> Result<(), ProgramFailure> {
        process.send("ugi\n", wait)?;
        loop {
            let line = process.line(wait)?;
            match word(&line) {
                ("ugiok", _) => break,
                ("option", rest) if self.options.len() < MOST_OPTIONS => {
                    self.options.push(UgiOption::read(rest));
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
        game: &ProgramGame,
        question: &MoveQuestion<'_>,
    ) -> Result<(), ProgramFailure> {
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
        game: &ProgramGame,
        question: &MoveQuestion<'_>,
    ) -> Result<TextAnswer, ProgramFailure> {
        if self.late {
            self.ready(process, &question.wait)?;
        }
        let moves = question.turn.position.played().join(" ");
        let position = UgiPosition { start: game.start.clone(), moves };
        let limits = self.limits(question);
        process.send(&format!("position {position}\ngo{limits}\n"), &question.wait)?;
        let mut info = UgiInfo::default();
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
        if mv.is_empty() || mv == NO_MOVE || mv == "(none)" || mv == "0000" {
            return Err(ProgramFailure::no_answer(format!("it answered {} instead of a move", quoted(&mv))));
        }
        Ok(TextAnswer { value: info.value(), pv: info.pv, ..TextAnswer::new(mv) })
    }

    fn survives_stop(&self) -> bool {
        true
    }
}
