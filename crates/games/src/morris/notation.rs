//! Positions and moves as text and as bytes.
//!
//! A position is the ranks of the grid from the top, `w` for the men of the first player, who are light, `b` for dark ones and numbers
//! for runs of other cells; then the men in the hands of both players, and the side to move: `5/5/1w3/5/b4 5-5 w`. Capital letters
//! are read as well, and `x` and `o`. A move is the point for a new man, or both points of one that moves, and after an `x` the man
//! that it takes: `a1`, `a1-a3`, `a1-a3xd2`.

use plywood_rules::{MoveNumber, Notation, Player, TextError, moves_or_outcomes};

use super::game::{Morris, MorrisMove, State};
use super::net::points_of;
use crate::rows::side;
use crate::ternary;
use crate::text::{check_length, check_open, parts, refuse, side_of_byte, whole};

/// The letters of each player; the first one is written.
const LETTERS: [&str; 2] = ["wx", "bo"];

impl Notation for Morris {
    fn move_text(&self, _: &State, mv: MoveNumber) -> String {
        let MorrisMove { from, to, takes } = self.path(mv);
        let mut text = self.net.name(to);
        if let Some(from) = from {
            text = format!("{}-{text}", self.net.name(from));
        }
        if let Some(man) = takes {
            text = format!("{text}x{}", self.net.name(man));
        }
        text
    }

    /// The dash may be left out.
    fn parse_move(&self, state: &State, text: &str) -> Result<MoveNumber, TextError> {
        check_open(self, state, text)?;
        // A part may be empty.
        let point = |part: &str| self.point(if part.is_empty() { text } else { part });
        let (way, takes) = match text.split_once(['x', 'X']) {
            Some((way, man)) => (way, Some(point(man)?)),
            None => (text, None),
        };
        let middle = way.char_indices().skip(1).find(|(_, c)| !c.is_ascii_digit());
        let [from, to] = match middle {
            Some((at, sign)) => {
                [Some(point(&way[..at])?), Some(point(&way[at + usize::from(sign == '-')..])?)]
            }
            None => [None, Some(point(way)?)],
        };
        let to = to.unwrap_or_default();
        let moves: Vec<MorrisMove> =
            moves_or_outcomes(self, state).into_iter().map(|mv| self.path(mv)).collect();
        let path = MorrisMove { from, to, takes };
        if moves.contains(&path) {
            return Ok(self.number(path));
        }
        let [own, other] = state.seen();
        let has = |set: u32, point: usize| set >> point & 1 == 1;
        let name = |point: usize| self.net.name(point);
        let reason = if let Some(other_way) = moves.iter().find(|mv| (mv.from, mv.to) == (from, to)) {
            match (takes, other_way.takes) {
                (None, Some(man)) => {
                    format!("it closes a mill: write the man that it takes too, like {text}x{}", name(man))
                }
                (Some(_), None) => "it closes no mill, so it takes no man".to_string(),
                (Some(man), _) if has(other, man) => {
                    format!("the man on {} is in a mill, and others are not", name(man))
                }
                (Some(man), _) => format!("there is no man of the opponent on {}", name(man)),
                (None, None) => "it is not a move".to_string(),
            }
        } else {
            let in_hand = state.hands[state.mover.index()];
            match from {
                Some(_) if in_hand > 0 => format!("there are {in_hand} men to place first"),
                None if in_hand == 0 => "all men are placed: write both points, like a1-a3".to_string(),
                Some(from) if !has(own, from) => format!("you have no man on {}", name(from)),
                _ if has(own | other, to) => format!("there is a man on {} already", name(to)),
                _ => "a man moves along a line to the next point".to_string(),
            }
        };
        refuse!("'{text}' cannot be played: {reason}")
    }

    fn state_text(&self, state: &State) -> String {
        let owner = |cell: usize| {
            let point = self.net.cells.iter().position(|&at| at == cell)?;
            state.men.iter().position(|men| men >> point & 1 == 1)
        };
        let [first, second] = state.hands;
        let board = self.net.rows.text(owner, LETTERS);
        format!("{board} {first}-{second} {}", &LETTERS[state.mover.index()][..1])
    }

    fn parse_state(&self, text: &str) -> Result<State, TextError> {
        let form = "the board, the men in the hands and the side to move";
        let [board, hands, mover] = parts(self, text, "this game", form)?;
        let (mut men, mut hole) = ([0; 2], None);
        self.net.rows.parse(board, LETTERS, |cell, owner| {
            match self.net.cells.iter().position(|&at| at == cell) {
                Some(point) => men[owner] |= 1 << point,
                None => hole = Some(cell),
            }
        })?;
        if let Some(cell) = hole {
            return refuse!("there is no point at {}", self.net.rows.name(cell));
        }
        let number = |text: &str| whole(text, self.men.into()).map(|number| number as u8);
        let Some((Some(first), Some(second))) =
            hands.split_once('-').map(|(first, second)| (number(first), number(second)))
        else {
            return refuse!(
                "the men in the hands cannot be '{hands}'; they are two numbers up to {}, like 5-5",
                self.men
            );
        };
        self.checked(State { men, hands: [first, second], mover: side(mover, LETTERS)? })
    }

    fn side_to_move(&self, state: &State) -> Player {
        state.mover
    }

    fn pack(&self, state: &State, bytes: &mut Vec<u8>) {
        let [first, second] = state.men.map(|men| [u64::from(men)]);
        ternary::pack([&first, &second], self.net.points(), bytes);
        bytes.extend([state.hands[0], state.hands[1], state.mover.index() as u8]);
    }

    fn unpack(&self, bytes: &[u8]) -> Result<State, TextError> {
        let board = ternary::length(self.net.points());
        check_length(bytes, board + 3)?;
        let men = ternary::unpack(&bytes[..board], self.net.points())?.map(|[men]: [u64; 1]| men as u32);
        let hands = [bytes[board], bytes[board + 1]];
        self.checked(State { men, hands, mover: side_of_byte(bytes[board + 2])? })
    }
}

impl Morris {
    /// The point of this name.
    fn point(&self, text: &str) -> Result<usize, TextError> {
        let points = 0..self.net.points();
        match points.clone().find(|&point| self.net.name(point).eq_ignore_ascii_case(text)) {
            Some(point) => Ok(point),
            None => {
                let names: Vec<String> = points.map(|point| self.net.name(point)).collect();
                refuse!("'{text}' is not a point of this board, which has {}", names.join(", "))
            }
        }
    }

    /// The state, if the players can have placed their men in turn and the game was not over before.
    fn checked(&self, state: State) -> Result<State, TextError> {
        let (mover, other) = (state.mover, state.mover.other());
        let letter = |player: Player| &LETTERS[player.index()][..1];
        for player in Player::BOTH {
            let total = state.total(player);
            if total > self.men.into() || self.mill_wins() && total < self.men.into() {
                return refuse!("{} has {total} men, but the game begins with {}", letter(player), self.men);
            }
        }
        let [own_hand, other_hand] = [mover, other].map(|player| state.hands[player.index()]);
        if own_hand != other_hand && own_hand != other_hand + 1 {
            return refuse!(
                "with {} to move the hands cannot be {}-{}: the players place their men in turn",
                letter(mover),
                state.hands[0],
                state.hands[1]
            );
        }
        if state.total(other) < 3 {
            return refuse!("{} has lost already: two men are left", letter(other));
        }
        if self.mill_wins() && self.net.has_mill(state.men[mover.index()]) {
            return refuse!("{} has won already, so that {} would be to move", letter(mover), letter(other));
        }
        Ok(state)
    }

    /// The points of the mills that won the game.
    pub(super) fn winning_mills(&self, state: &State) -> Vec<usize> {
        let men = state.men[state.mover.other().index()];
        let won = self.net.mills.iter().filter(|&&mill| self.mill_wins() && men & mill == mill);
        points_of(won.fold(0, |all, mill| all | mill)).collect()
    }
}
