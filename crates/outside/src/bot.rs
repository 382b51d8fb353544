//! A program as a bot: one side of one game.

use std::sync::Arc;
use std::time::{Duration, Instant};

use plywood_erased::{Call, Ending, Playthrough, TextAnswer, TextBot, TextTurn};
use plywood_rules::{Player, Stop};
use rand_core::Rng;

use crate::clients::{MoveQuestion, ProgramGame, soon};
use crate::failure::{FailureKind, ProgramFailure};
use crate::process::Wait;
use crate::program::Program;
use crate::programs::{Programs, Running};

/// The time by which an answer may be later than the clock, before the program has failed. Its loss on time is the business of
/// those who keep the clock.
const BEYOND_CLOCK: Duration = Duration::from_secs(1);

/// A program from outside on one side of one game.
pub struct OutsideBot {
    programs: Arc<Programs>,
    program: Arc<Program>,
    /// A failure to start it, for the next question.
    start: Option<ProgramFailure>,
    running: Option<Running>,
    game: Option<ProgramGame>,
    /// True if the running program knows the game.
    begun: bool,
    /// True if the game has begun with the next question.
    fresh: bool,
    player: Option<Player>,
    /// The lines exchanged with a program that failed.
    last_lines: Vec<String>,
    unasked: u64,
}

impl OutsideBot {
    /// A bot for one side of one game. When it is prepared or asked, it takes a program that is running without a game, or starts
    /// one.
    pub fn new(programs: &Arc<Programs>, program: &Arc<Program>) -> OutsideBot {
        OutsideBot {
            programs: Arc::clone(programs),
            program: Arc::clone(program),
            start: None,
            running: None,
            game: None,
            begun: false,
            fresh: false,
            player: None,
            last_lines: Vec::new(),
            unasked: 0,
        }
    }

    /// Asks the program for a move.
    ///
    /// # Errors
    /// If it fails; it is ended then, and the next question starts it anew. Also if `stop` is raised.
    pub fn ask(
        &mut self,
        turn: &TextTurn<'_>,
        rng: &mut dyn Rng,
        stop: &Stop,
    ) -> Result<TextAnswer, ProgramFailure> {
        if let Some(failure) = self.start.take() {
            return Err(failure);
        }
        self.get_ready(turn, rng, stop)?;
        let (Some(mut running), Some(player)) = (self.running.take(), self.player) else {
            return Err(ProgramFailure::no_answer("it is not running"));
        };
        let answer = self.ask_running(&mut running, turn, player, stop);
        match &answer {
            Err(failure) if failure.kind != FailureKind::Stopped || !running.client.survives_stop() => {
                self.lose(running);
            }
            _ => self.running = Some(running),
        }
        answer
    }

    /// Has a program running that has begun the game, for a question.
    fn get_ready(
        &mut self,
        turn: &TextTurn<'_>,
        rng: &mut dyn Rng,
        stop: &Stop,
    ) -> Result<(), ProgramFailure> {
        let player = turn.position.turn().player();
        let player = player.ok_or_else(|| ProgramFailure::no_answer("no player is to move"))?;
        self.player = Some(player);
        let game = self.game.get_or_insert_with(|| game_of(turn.position, rng.next_u32()));
        if self.begun {
            return Ok(());
        }
        let mut running = match self.running.take() {
            Some(running) => running,
            None => self.programs.take(&self.program)?,
        };
        let time = self.programs.limits().of(&self.program).start;
        let question = MoveQuestion { turn, player, wait: Wait::new(time, stop) };
        let Running { process, client, .. } = &mut running;
        let begun = process.begin_question().and_then(|()| client.new_game(process, game, &question));
        if let Err(failure) = begun {
            self.lose(running);
            return Err(failure.at_start(time));
        }
        self.running = Some(running);
        (self.begun, self.fresh) = (true, true);
        Ok(())
    }

    fn ask_running(
        &mut self,
        running: &mut Running,
        turn: &TextTurn<'_>,
        player: Player,
        stop: &Stop,
    ) -> Result<TextAnswer, ProgramFailure> {
        let Some(game) = &self.game else { return Err(ProgramFailure::no_answer("no game has begun")) };
        let time = match turn.clock {
            Some(clock) => clock.left + BEYOND_CLOCK,
            None => self.programs.limits().of(&self.program).patience,
        };
        let wait = Wait::new(time, stop);
        let Running { process, client, .. } = running;
        if !std::mem::take(&mut self.fresh) {
            process.begin_question()?;
        }
        client.ask(process, game, &MoveQuestion { turn, player, wait })
    }

    /// Ends a program that failed, and keeps its last lines.
    fn lose(&mut self, running: Running) {
        self.begun = false;
        self.unasked += running.process.unasked;
        self.last_lines = running.process.transcript.lines();
    }

    /// Ends the program because of its answer: the next question starts it anew.
    pub fn fail(&mut self) {
        if let Some(running) = self.running.take() {
            self.lose(running);
        }
    }

    /// The last lines that were exchanged with the program, or with the one that failed: `>` before those that it got, `<` before
    /// those that it wrote, `?` before those that nobody asked for.
    pub fn exchanged(&self) -> Vec<String> {
        match &self.running {
            Some(running) => running.process.transcript.lines(),
            None => self.last_lines.clone(),
        }
    }

    /// The number of lines that the program wrote without being asked.
    pub fn unasked(&self) -> u64 {
        self.unasked + self.running.as_ref().map_or(0, |running| running.process.unasked)
    }

    /// A remark on how the program uses its protocol, if there is one.
    pub(crate) fn remark(&self) -> Option<&'static str> {
        self.running.as_ref()?.client.remark()
    }

    /// Sends the end of the game, and gives the program back.
    fn end(&mut self, ending: Option<Ending>) {
        let Some(mut running) = self.running.take() else { return };
        let failed = |player| ending == Some(Ending::Called(Call::Failed(player)));
        if self.player.is_some_and(failed) {
            self.lose(running);
            return;
        }
        if let (Some(ending), Some(player), true) = (ending, self.player, self.begun) {
            let result = (ending.result(), ending.reason().unwrap_or("rules"));
            if running.client.end(&mut running.process, result, player, &soon()).is_err() {
                return;
            }
        }
        self.programs.keep(running);
    }
}

/// The game of a position, which begins with this question.
fn game_of(position: &dyn Playthrough, seed: u32) -> ProgramGame {
    let record = position.record(["", ""]);
    ProgramGame { name: position.game(), start: record.tag("Position").map(str::to_string), seed }
}

impl TextBot for OutsideBot {
    /// The move without a clock. A program that fails names none.
    fn choose(&mut self, position: &dyn Playthrough, rng: &mut dyn Rng, stop: &Stop) -> String {
        let turn = TextTurn { position, clock: None };
        self.answer(&turn, rng, stop).map(|answer| answer.mv).unwrap_or_default()
    }

    fn answer(&mut self, turn: &TextTurn<'_>, rng: &mut dyn Rng, stop: &Stop) -> Result<TextAnswer, String> {
        self.ask(turn, rng, stop).or_else(|failure| match (failure.kind, turn.position.moves().first()) {
            // A question that was taken back has no wrong answer.
            (FailureKind::Stopped, Some(any)) => Ok(TextAnswer::new(any)),
            _ => Err(failure.reason),
        })
    }

    fn prepare(&mut self, turn: &TextTurn<'_>, rng: &mut dyn Rng, stop: &Stop) -> Duration {
        let since = Instant::now();
        if self.start.is_none() {
            self.start = self.get_ready(turn, rng, stop).err();
        }
        since.elapsed()
    }

    fn is_ready(&self) -> bool {
        self.begun || self.start.is_some()
    }

    fn is_outside(&self) -> bool {
        true
    }

    fn game_over(&mut self, ending: Ending) {
        self.end(Some(ending));
    }
}

impl Drop for OutsideBot {
    fn drop(&mut self) {
        self.end(None);
    }
}
