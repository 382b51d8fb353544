//! Dots and boxes as text and as bytes.
//!
//! `..../...../.-../.||../..../...../.... 0-0 first`: rows from the top, edges that go to the right (`-`) and
//! edges that go up (`|`) in turn, a dot for each that is not drawn; then the boxes of the first and of the second
//! player, and the side to move. An edge is `h` or `v` and its left or lower dot: `ha1`, `vb2`.
//!
//! Any division of the boxes that are complete is a position, either side being to move.

use plywood_rules::{MoveNumber, Notation, Player, TextError};

use super::game::{DotsAndBoxes, Edges, State, edge};
use crate::rows::Rows;
use crate::text::{check_length, check_open, parse_side, parts, refuse, side_of_byte, whole};

/// The dots of the largest board, by which edges are numbered.
const DOTS: Rows = Rows { files: 8, ranks: 8 };

/// The number of the first edge of a row: edges that go up come after all that go to the right.
fn first_of(up: bool, row: u32) -> u32 {
    64 * u32::from(up) + 8 * row
}

impl DotsAndBoxes {
    /// The boxes of each player.
    pub(super) fn scores(&self, state: &State) -> [i32; 2] {
        let (complete, lead) = (self.complete(state.edges).count_ones() as i32, i32::from(state.lead));
        [(complete + lead) / 2, (complete - lead) / 2]
    }

    /// The rows of edges from the top: if they go up, the row of dots at which they begin, and their number.
    fn rows_of_edges(&self) -> impl Iterator<Item = (bool, u32, u32)> {
        let (columns, rows) = (self.columns(), self.rows());
        (0..=2 * rows).rev().map(move |row| (row % 2 == 1, row / 2, columns + row % 2))
    }

    fn parse_edges(&self, text: &str) -> Result<Edges, TextError> {
        let rows: Vec<&str> = text.split('/').collect();
        let (given, count) = (rows.len(), self.rows_of_edges().count());
        if given != count {
            return refuse!("there are {given} rows of edges instead of {count}: they are separated by '/'");
        }
        let mut edges = 0;
        for ((place, text), (up, row, width)) in (1..).zip(rows).zip(self.rows_of_edges()) {
            let drawn = if up { '|' } else { '-' };
            if let Some(other) = text.chars().find(|&edge| edge != drawn && edge != '.') {
                return refuse!(
                    "row {place} from the top: '{other}' is neither {drawn} for an edge nor a dot for none"
                );
            }
            if text.len() != width as usize {
                let length = text.len();
                return refuse!("row {place} from the top has {length} edges instead of {width}");
            }
            let places = (first_of(up, row)..).zip(text.chars()).filter(|edge| edge.1 == drawn);
            edges |= places.fold(0, |bits, (place, _)| bits | 1 << place);
        }
        Ok(edges)
    }

    /// The state in which the first player has `first` boxes and the second has the others that are complete.
    fn state(&self, edges: Edges, scores: [u32; 2], mover: Player) -> Result<State, TextError> {
        let (complete, [first, second]) = (self.complete(edges).count_ones(), scores);
        if first + second != complete {
            return refuse!(
                "{complete} boxes are complete, and the players cannot have {first} and {second} of them"
            );
        }
        Ok(State { edges, lead: first as i8 - second as i8, mover })
    }

    fn parse_scores(&self, text: &str) -> Result<[u32; 2], TextError> {
        let number = |text: &str| whole(text, self.columns() * self.rows());
        let read = text.split_once('-').and_then(|(first, second)| Some([number(first)?, number(second)?]));
        match read {
            Some(scores) => Ok(scores),
            None => refuse!("the scores cannot be '{text}'; they are the boxes of both players, like 2-1"),
        }
    }
}

impl Notation for DotsAndBoxes {
    fn move_text(&self, _: &State, mv: MoveNumber) -> String {
        let (kind, dot) = if mv.0 < 64 { ('h', mv.0) } else { ('v', mv.0 - 64) };
        format!("{kind}{}", DOTS.name(dot as usize))
    }

    /// Takes capitals too.
    fn parse_move(&self, state: &State, text: &str) -> Result<MoveNumber, TextError> {
        check_open(self, state, text)?;
        let name = text.to_ascii_lowercase();
        let Some(mv) = (0..128).map(MoveNumber).find(|&mv| self.move_text(state, mv) == name) else {
            return refuse!("'{text}' is not a move; it is h or v and the left or lower dot, like ha1");
        };
        let edge = edge(mv);
        if edge & self.every_edge() == 0 {
            let last = DOTS.name((8 * self.rows() + self.columns()) as usize);
            return refuse!("there is no edge '{text}': the dots are a1 to {last}, h goes right and v up");
        }
        if edge & state.edges != 0 {
            return refuse!("'{text}' cannot be played: that edge is drawn");
        }
        Ok(mv)
    }

    fn state_text(&self, state: &State) -> String {
        let rows = self.rows_of_edges().map(|(up, at, width)| {
            let (row, drawn) = (state.edges >> first_of(up, at), if up { '|' } else { '-' });
            (0..width).map(|column| if row >> column & 1 == 1 { drawn } else { '.' }).collect()
        });
        let [first, second] = self.scores(state);
        format!("{} {first}-{second} {}", rows.collect::<Vec<String>>().join("/"), state.mover)
    }

    fn parse_state(&self, text: &str) -> Result<State, TextError> {
        let form = "the edges, the scores and the side to move";
        let [edges, scores, side] = parts(self, text, "dots and boxes", form)?;
        self.state(self.parse_edges(edges)?, self.parse_scores(scores)?, parse_side(side)?)
    }

    fn side_to_move(&self, state: &State) -> Player {
        state.mover
    }

    /// A byte for each row of edges, those that go to the right first, from the bottom, one for the boxes of the
    /// first player, and one for the side to move.
    fn pack(&self, state: &State, bytes: &mut Vec<u8>) {
        let (rows, edges) = (self.rows() as usize, state.edges.to_le_bytes());
        bytes.extend(&edges[..=rows]);
        bytes.extend(&edges[8..8 + rows]);
        bytes.extend([self.scores(state)[0] as u8, state.mover.index() as u8]);
    }

    fn unpack(&self, bytes: &[u8]) -> Result<State, TextError> {
        let (rows, length) = (self.rows() as usize, 2 * self.rows() as usize + 3);
        check_length(bytes, length)?;
        let mut edges = [0; 16];
        edges[..=rows].copy_from_slice(&bytes[..=rows]);
        edges[8..8 + rows].copy_from_slice(&bytes[rows + 1..=2 * rows]);
        let edges = Edges::from_le_bytes(edges);
        if edges & !self.every_edge() != 0 {
            return refuse!("a packed position has edges beyond the board");
        }
        let (complete, first) = (self.complete(edges).count_ones(), u32::from(bytes[length - 2]));
        let scores = [first, complete.saturating_sub(first)];
        self.state(edges, scores, side_of_byte(bytes[length - 1])?)
    }
}
