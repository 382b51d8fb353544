//! `exec`: a line of JSON for each question, and one for each answer.

use plywood_erased::TextAnswer;
use plywood_rules::Player;
use serde_json::json;

use super::client::{Client, Game, Question};
use super::replies;
use crate::drawing::drawing;
use crate::failure::Failure;
use crate::process::{Process, Wait};

/// The number of the protocol, in the greeting.
const PROTOCOL: u32 = 1;

/// The client. A question says everything, so it remembers nothing.
pub(super) struct Exec;

impl Client for Exec {
    fn new_game(&mut self, process: &mut Process, game: &Game, wait: &Wait) -> Result<(), Failure> {
        let hello = json!({ "hello": {
            "protocol": PROTOCOL,
            "version": env!("CARGO_PKG_VERSION"),
            "seed": game.seed,
            "game": game.name,
        }});
        process.send(&format!("{hello}\n"), wait)
    }

    fn ask(
        &mut self,
        process: &mut Process,
        game: &Game,
        question: &Question<'_>,
    ) -> Result<TextAnswer, Failure> {
        let position = question.turn.position;
        let mut asked = json!({
            "game": game.name,
            "position": position.position(),
            "moves": position.moves(),
            "you": word(question.player),
            "history": position.played(),
            "time_ms": question.turn.clock.map(|clock| clock.left.as_millis() as u64),
            "drawing": drawing(&position.scene()),
        });
        if let Some(start) = &game.start {
            asked["start"] = start.as_str().into();
        }
        if let Some(clock) = question.turn.clock {
            asked["increment_ms"] = (clock.increment.as_millis() as u64).into();
        }
        process.send(&format!("{asked}\n"), &question.wait)?;
        replies::exec(&process.line(&question.wait)?).map_err(Failure::no_answer)
    }

    fn end(
        &mut self,
        process: &mut Process,
        (result, reason): (&str, &str),
        player: Player,
        wait: &Wait,
    ) -> Result<(), Failure> {
        let end = json!({ "end": { "result": result, "reason": reason, "you": word(player) } });
        process.send(&format!("{end}\n"), wait)
    }
}

/// The name of a player in the protocol.
fn word(player: Player) -> &'static str {
    match player {
        Player::First => "first",
        Player::Second => "second",
    }
}
