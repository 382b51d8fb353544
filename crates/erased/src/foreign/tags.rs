//! The facts about a game that both formats have: its players, its date and its result.

use plywood_rules::{FlatBoard, Outcome, Player, StoneGoal};

use super::nodes::MainLine;
use crate::{Call, Ending, Playthrough, Record};

macro_rules! refuse {
    ($($message:tt)*) => { Err(plywood_rules::TextError::new(format!($($message)*))) };
}
pub(super) use refuse;

/// The players that Black and White are.
pub(super) struct Sides {
    pub white_first: bool,
}

impl Sides {
    /// The player of a colour, `B` or `W`.
    pub fn player(&self, color: &str) -> Player {
        let white = color.eq_ignore_ascii_case("w");
        if white == self.white_first { Player::First } else { Player::Second }
    }
}

/// A record with the tags that a game says about itself.
pub(super) fn begin_record(game: &MainLine<'_>, name: String, sides: &Sides) -> Record {
    let mut record = Record::default();
    record.set_tag("Game", name);
    let [first, second] = if sides.white_first { ["PW", "PB"] } else { ["PB", "PW"] };
    for (tag, property) in [("First", first), ("Second", second), ("Date", "DT"), ("Event", "EV")] {
        if let Some(value) = game.value(property).filter(|value| !value.is_empty()) {
            record.set_tag(tag, value);
        }
    }
    record
}

/// Adds the result of a game, as its text has it or as a player resigned, and numbers its moves.
pub(super) fn end_record(record: &mut Record, written: &str, sides: &Sides, resigned: Option<Player>) {
    let written = written.to_ascii_lowercase();
    let points = written.split(':').next().unwrap_or_default().parse::<f64>().ok();
    let winner = match (resigned, points, written.chars().next()) {
        (Some(player), ..) => Some(player.other()),
        (None, Some(points), _) if points != 0.0 => Some(sides.player(if points > 0.0 { "b" } else { "w" })),
        (None, None, Some('b')) => Some(sides.player("b")),
        (None, None, Some('w')) => Some(sides.player("w")),
        _ => None,
    };
    let reason =
        written.split_once(if points.is_some() { ':' } else { '+' }).map_or("", |(_, reason)| reason);
    let called = winner.map(Player::other).and_then(|loser| match reason.chars().next() {
        _ if resigned.is_some() => Some(Call::Resigned(loser)),
        Some('r') => Some(Call::Resigned(loser)),
        Some('t') => Some(Call::OutOfTime(loser)),
        Some('f') => Some(Call::Left(loser)),
        _ => None,
    });
    let draw = winner.is_none() && (points == Some(0.0) || written.starts_with('d'));
    let result = match winner {
        Some(Player::First) => "first",
        Some(Player::Second) => "second",
        None if draw => "draw",
        None => "*",
    };
    record.set_tag("Result", result);
    if let Some(call) = called {
        record.set_tag("Ending", Ending::Called(call).reason().unwrap_or_default());
    }
    record.numbered = (0..record.moves.len()).step_by(2).collect();
}

/// The result of a game in the words of SGF and GGF: `B+`, `W+R`, `+12`, `Draw`; `None` before its end.
pub(super) fn result(play: &dyn Playthrough, record: &Record) -> Option<String> {
    let written = || Ending::read(record.tag("Result")?, record.tag("Ending"));
    let ending = play.ending().or_else(written)?;
    let board = play.flat_board(play.played().len());
    let board = board.filter(|board| board.rules.goal == StoneGoal::Most);
    let reason = match ending {
        Ending::Called(Call::Resigned(_)) => "R",
        Ending::Called(Call::OutOfTime(_)) => "T",
        Ending::Called(Call::Left(_)) => "F",
        _ => "",
    };
    Some(match (ending.winner(), board) {
        (None, Some(_)) => "0".to_string(),
        (None, None) => "Draw".to_string(),
        (Some(winner), Some(board)) => {
            let points = points(&board, ending).unwrap_or(if winner == Player::First { 64.0 } else { -64.0 });
            let reason =
                if reason.is_empty() { String::new() } else { format!(":{}", reason.to_lowercase()) };
            format!("{points:+}{reason}")
        }
        (Some(winner), None) => format!("{}+{reason}", ["B", "W"][winner.index()]),
    })
}

/// The discs by which the first player is ahead at the end of a game of Othello.
fn points(board: &FlatBoard, ending: Ending) -> Option<f64> {
    if let Ending::Rules(Outcome::Payoff(points)) = ending {
        return Some(points);
    }
    matches!(ending, Ending::Rules(_)).then(|| board.stones().map(|(owner, _)| owner.sign()).sum())
}
