//! Pig as text and as bytes.
//!
//! `20 47 14 first` is the scores of the first and the second player, the turn total and the player to move,
//! followed by `rolling` at a chance node.
//!
//! The scores may be any that leave the game open: a head start is a fair way to begin. The turn total has to
//! be possible with the die. In a finished game the winner's score includes the last turn, the turn total is 0
//! and the winner is to move.

use plywood_rules::{Game, MoveNumber, Notation, Player, TextError, Turn};

use super::game::{Die, HOLD, Pig, ROLL, State};

impl Notation for Pig {
    /// `roll` and `hold`; a rolled face is its number, of a coin `tails` or `heads`.
    fn move_text(&self, _: &State, mv: MoveNumber) -> String {
        match mv {
            ROLL => "roll".to_string(),
            HOLD => "hold".to_string(),
            MoveNumber(face) if self.die == Die::COIN => {
                if face == u32::from(self.die.least) { "tails" } else { "heads" }.to_string()
            }
            MoveNumber(face) => face.to_string(),
        }
    }

    /// Also takes `r` and `y` for roll, `h` and `n` for hold: answers to "roll again?".
    fn parse_move(&self, state: &State, text: &str) -> Result<MoveNumber, TextError> {
        match self.turn(state) {
            Turn::Decision(_) => parse_decision(state, text),
            Turn::Chance => self.parse_face(text),
            Turn::Over(_) => Err(TextError::new(format!("'{text}' cannot be played: the game is over"))),
        }
    }

    fn state_text(&self, state: &State) -> String {
        let [first, second] = state.scores;
        let rolling = if state.rolling { " rolling" } else { "" };
        format!("{first} {second} {} {}{rolling}", state.total, state.player)
    }

    fn parse_state(&self, text: &str) -> Result<State, TextError> {
        let words: Vec<&str> = text.split_whitespace().collect();
        let (first, second, total, side, rolling) = match words[..] {
            [first, second, total, side] => (first, second, total, side, false),
            [first, second, total, side, "rolling"] => (first, second, total, side, true),
            [_, _, _, _, last] => {
                return Err(TextError::new(format!(
                    "'{last}' after the side to move; only rolling can stand there"
                )));
            }
            _ => {
                return Err(TextError::new(format!(
                    "'{text}' is not a position of Pig; it takes both scores, the turn total and the side to \
                     move, like 20 47 14 first"
                )));
            }
        };
        let scores = [self.points("the first score", first)?, self.points("the second score", second)?];
        let total = self.points("the turn total", total)?;
        let player = match side {
            "first" => Player::First,
            "second" => Player::Second,
            _ => {
                return Err(TextError::new(format!(
                    "the side to move cannot be '{side}'; it is first or second"
                )));
            }
        };
        let state = State { scores, total, player, rolling };
        self.could_be(&state)?;
        Ok(state)
    }

    fn side_to_move(&self, state: &State) -> Player {
        state.player
    }

    /// Scores, turn total, player and whether the die is in the air as the digits of one number, in as many
    /// bytes as the greatest such number needs: three in a game to 100.
    fn pack(&self, state: &State, bytes: &mut Vec<u8>) {
        let [first, second] = state.scores.map(u64::from);
        let points = self.different_points();
        let flags = 2 * state.player.index() as u64 + u64::from(state.rolling);
        let number = ((first * points + second) * points + u64::from(state.total)) * 4 + flags;
        bytes.extend_from_slice(&number.to_le_bytes()[..self.packed_length()]);
    }

    fn unpack(&self, bytes: &[u8]) -> Result<State, TextError> {
        let length = self.packed_length();
        if bytes.len() != length {
            return Err(TextError::new(format!(
                "a position of this game is packed in {length} bytes, not {}",
                bytes.len()
            )));
        }
        let number = bytes.iter().rev().fold(0, |number, &byte| number << 8 | u64::from(byte));
        let points = self.different_points();
        let (flags, rest) = (number % 4, number / 4);
        let (rest, total) = (rest / points, rest % points);
        let (first, second) = (rest / points, rest % points);
        if first >= points {
            return Err(TextError::new(format!("a packed position of this game cannot be number {number}")));
        }
        let state = State {
            scores: [first as u16, second as u16],
            total: total as u16,
            player: Player::BOTH[usize::from(flags >= 2)],
            rolling: flags % 2 == 1,
        };
        self.could_be(&state)?;
        Ok(state)
    }
}

fn parse_decision(state: &State, text: &str) -> Result<MoveNumber, TextError> {
    match text {
        "roll" | "r" | "y" => Ok(ROLL),
        "hold" | "h" | "n" if state.total > 0 => Ok(HOLD),
        "hold" | "h" | "n" => Err(TextError::new(format!(
            "'{text}' cannot be played: nothing has been rolled in this turn yet; roll first"
        ))),
        _ if state.total == 0 => {
            Err(TextError::new(format!("'{text}' is not a move here; a turn starts with roll")))
        }
        _ => Err(TextError::new(format!("'{text}' is not a move here; it has to be roll or hold"))),
    }
}

impl Pig {
    fn parse_face(&self, text: &str) -> Result<MoveNumber, TextError> {
        let Die { least, greatest } = self.die;
        if self.die == Die::COIN {
            return match text {
                "tails" => Ok(MoveNumber(least.into())),
                "heads" => Ok(MoveNumber(greatest.into())),
                _ => Err(TextError::new(format!(
                    "'{text}' is not a side of the coin; it has to be tails or heads"
                ))),
            };
        }
        let digits = text.bytes().all(|b| b.is_ascii_digit());
        let face =
            digits.then(|| text.parse().ok()).flatten().filter(|face| (least..=greatest).contains(face));
        face.map(|face| MoveNumber(face.into())).ok_or_else(|| {
            TextError::new(format!("'{text}' is not a face of the die; it has to be {least} to {greatest}"))
        })
    }

    /// The most that a winner can have: the last throw may go past the target.
    fn greatest_score(&self) -> u16 {
        self.target - 1 + u16::from(self.die.greatest)
    }

    /// The number of different scores that a player can have.
    fn different_points(&self) -> u64 {
        u64::from(self.greatest_score()) + 1
    }

    /// The bytes that a packed position takes, up to six.
    fn packed_length(&self) -> usize {
        let greatest = 4 * self.different_points().pow(3) - 1;
        greatest.ilog2() as usize / 8 + 1
    }

    /// Reads a number of points that some player could have.
    fn points(&self, what: &str, text: &str) -> Result<u16, TextError> {
        let most = self.greatest_score();
        let digits = text.bytes().all(|b| b.is_ascii_digit());
        digits.then(|| text.parse().ok()).flatten().filter(|&points| points <= most).ok_or_else(|| {
            TextError::new(format!("{what} cannot be '{text}'; it has to be a whole number from 0 to {most}"))
        })
    }

    /// Checks that a game can reach this state.
    fn could_be(&self, state: &State) -> Result<(), TextError> {
        let target = self.target;
        let refuse = |reason: String| Err(TextError::new(reason));
        let won = Player::BOTH.map(|player| state.score(player) >= target);
        match won {
            [true, true] => {
                return refuse(format!(
                    "both scores reach the target of {target}; only one player can have won"
                ));
            }
            [false, false] => {}
            [first_won, _] => {
                let winner = if first_won { Player::First } else { Player::Second };
                if state.player != winner || state.total != 0 || state.rolling {
                    return refuse(format!(
                        "the {winner} player has reached the target of {target}, so the game is over; it is \
                         written '{} {} 0 {winner}'",
                        state.scores[0], state.scores[1]
                    ));
                }
                return Ok(());
            }
        }
        if state.would_have() >= target {
            let mut scores = state.scores;
            scores[state.player.index()] = state.would_have().min(self.greatest_score());
            return refuse(format!(
                "score and turn total of the {} player reach the target of {target}, which wins at once; it is \
                 written '{} {} 0 {}'",
                state.player, scores[0], scores[1], state.player
            ));
        }
        match (self.die, state.total) {
            (Die { greatest: 2, .. }, total) if total % 2 == 1 => {
                refuse(format!("the turn total cannot be {total}: this die adds 2 at a time"))
            }
            (Die { least: 1, .. }, 1) => {
                refuse("the turn total cannot be 1: a 1 ends the turn, so it is 0 or at least 2".to_string())
            }
            _ => Ok(()),
        }
    }
}
