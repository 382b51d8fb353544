//! Morris, or mill: men are placed and moved along lines, and three of them in a line take one of the opponent's.
//!
//! Both players first place their men in turn on free points; then they move one along a line to a free neighbouring point. A player
//! who closes a mill, three men on a line of three points, takes a man of the opponent's that is in no mill, or any if all are in
//! mills; two mills at once take one man. A player with two men left, or who must move and cannot, loses. With three men each there
//! are none to take: the first mill wins.
//!
//! Four to six men have two squares with 16 points, nine and twelve have three with 24, and twelve have diagonals at the corners too.
//! Positions may recur. Ending such a game is up to the code that runs it.
//!
//! A move is a number of the point that a man comes from (0 for the hand), the one that it goes to, and the one of the man it takes.

mod evaluation;
mod game;
mod net;
mod notation;
mod ranks;

use plywood_rules::options::Options;
use plywood_rules::playable::NamedEvaluation;
use plywood_rules::scene::{Cell, Effect, Outline, Piece, Place, Square, Steps};
use plywood_rules::{Board, Cells, Depict, Motion, MoveNumber, Playable, Player, Scene, TextError};

pub use self::game::{Morris, State};

use self::evaluation::Men;
use self::game::MorrisMove;
use self::net::points_of;
use crate::cells::{cells, numbers, write_words};
use crate::family::{Alias, Card, Family, choice};

/// Morris, by its options.
pub const MORRIS: Family = Family {
    name: "morris",
    title: "six men's morris",
    about: "Place and move men on points; three in a line take one of the opponent's.",
    parameters: &[
        choice("men", &["3", "4", "5", "6", "9", "12"], "6", "men of each player"),
        choice(
            "flying",
            &["off", "on"],
            "off",
            "a player with three men left may move them to any free point",
        ),
    ],
    aliases: &[Alias { name: "mill", title: "nine men's morris", options: "men=9,flying=on" }],
    elsewhere: &[("malom", "mill"), ("muehle", "mill"), ("merels", "mill"), ("ninemensmorris", "mill")],
    cards: &[Card::new("morris", "morris", 10), Card::new("mill", "mill", 16)],
    samples: &["morris:men=3", "morris:men=3,flying=on"],
    puzzles: None,
};

/// The game of these options, read with the parameters of [`MORRIS`].
///
/// # Errors
/// None for options that were read by these parameters.
pub fn from_options(options: &Options) -> Result<Morris, TextError> {
    let men = options.integer("men").and_then(|men| u8::try_from(men).ok()).unwrap_or(6);
    let game = Morris::new(men)?;
    Ok(if options.is("flying", "on") { game.with_flying() } else { game })
}

impl Depict for Morris {
    /// The men on their points, and those in the hands as facts; a mill that won the game is pointed out.
    fn scene(&self, state: &State) -> Scene {
        let square = |cell: usize| {
            let Some(point) = self.net.cells.iter().position(|&at| at == cell) else { return Square::Hole };
            match state.men.map(|men| men >> point & 1 == 1) {
                [true, _] => Square::Taken(Piece::First, 'w'),
                [_, true] => Square::Taken(Piece::Second, 'b'),
                _ => Square::Free,
            }
        };
        let mut grid = self.net.rows.grid(square);
        grid.highlights = self
            .winning_mills(state)
            .into_iter()
            .map(|point| self.net.place(point))
            .map(|at| (at.row, at.column))
            .collect();
        let in_hand = |player: Player| {
            let name = self.player_names()[player.index()];
            (format!("{name} in hand"), state.hands[player.index()].to_string())
        };
        Scene { grids: vec![grid], facts: Player::BOTH.map(in_hand).to_vec(), ..Scene::default() }
    }

    fn board(&self) -> Board {
        let cell = |point: usize| {
            let place = self.net.place(point);
            Cell { place, centre: [place.column as f64, place.row as f64], outline: Outline::Circle(SIZE) }
        };
        let pairs = (0..self.net.points())
            .flat_map(|one| points_of(self.net.near[one] >> one << one).map(move |other| [one, other]));
        Board {
            cells: (0..self.net.points()).map(cell).collect(),
            lines: if self.mill_wins() {
                self.net
                    .mills
                    .iter()
                    .map(|&mill| points_of(mill).map(|point| self.net.place(point)).collect())
                    .collect()
            } else {
                Vec::new()
            },
            roads: pairs.map(|pair| pair.map(|point| self.net.place(point))).collect(),
            ..Board::default()
        }
    }

    fn motion(&self, _: &State, mv: MoveNumber) -> Motion {
        let MorrisMove { from, to, takes } = self.path(mv);
        let [from, takes] = [from, takes].map(|point| point.map(|point| self.net.place(point)));
        let to = self.net.place(to);
        let comes = from.map_or(Effect::Put(to), |from| Effect::Slide(from, to));
        Motion::Steps(Steps {
            touched: from.into_iter().chain([to]).chain(takes).collect(),
            effects: [comes].into_iter().chain(takes.map(Effect::Remove)).collect(),
        })
    }

    fn numbers(&self, state: &State, view: Player) -> Vec<f32> {
        [view, view.other()]
            .map(|player| f32::from(state.hands[player.index()]) / f32::from(self.men))
            .to_vec()
    }

    #[inline]
    fn observe(&self, state: &State, view: Player, observation: &mut [f32]) {
        let [rows, columns] = [self.net.rows.ranks, self.net.rows.files];
        let cells = rows * columns;
        for (plane, player) in [view, view.other()].into_iter().enumerate() {
            for point in points_of(state.men[player.index()]) {
                let Place { row, column, .. } = self.net.place(point);
                observation[plane * cells + row * columns + column] = 1.0;
            }
            let in_hand = f32::from(state.hands[player.index()]) / f32::from(self.men);
            observation[(3 + plane) * cells..][..cells].fill(in_hand);
        }
    }

    fn player_names(&self) -> [&'static str; 2] {
        ["light", "dark"]
    }
}

/// The size of a point on the board, where cells of a grid are 1 wide.
const SIZE: f64 = 0.62;

impl Playable for Morris {
    fn name(&self) -> String {
        let flying = if self.flying { "on" } else { "off" };
        MORRIS.full_name(&[("men", self.men.to_string()), ("flying", flying.to_string())])
    }

    fn how_to_play(&self) -> String {
        let mut text = format!(
            "First both players place their {} men in turn, each on a free point.\n\
             Then move one of your men along a line to a free point beside it.\n",
            self.men
        );
        if self.flying {
            text.push_str("With three men left you may move to any free point.\n");
        }
        text.push_str(if self.mill_wins() {
            "Three of your men on a line are a mill, and win. A player who cannot move loses.\n"
        } else {
            "Three of your men on a line of three points are a mill: closing one takes a man of the opponent's, not one in a \
             mill unless all are.\n\
             A player with two men left, or who cannot move, loses.\n"
        });
        text.push_str("Moves are points: a1 places, a1-a3 moves");
        text.push_str(if self.mill_wins() { "." } else { ", and a1-a3xc5 takes as well." });
        text
    }

    fn evaluations(&self) -> Vec<NamedEvaluation<Morris>> {
        let about = "Counts men, mills, pairs that may become mills, and room to move.";
        vec![NamedEvaluation::new("men", about, Men)]
    }

    /// The points: free, own, the opponent's. Then the men in the viewer's hand and in the opponent's.
    fn cells(&self) -> Box<dyn Cells<Morris>> {
        let points: Vec<_> = (0..self.net.points()).map(|point| (Some(self.net.place(point)), 3)).collect();
        let hand = u16::from(self.men) + 1;
        cells(points.into_iter().chain(numbers([hand; 2])), |game: &Morris, state, view, cells| {
            let (points, hands) = cells.split_at_mut(game.net.points());
            let [first, second] = state.men.map(|men| [u64::from(men)]);
            write_words(points, [&first, &second], view);
            hands.copy_from_slice(&[view, view.other()].map(|player| state.hands[player.index()]));
        })
    }

    fn default_depth(&self) -> Option<u32> {
        Some(if self.net.points() > 16 { 4 } else { 6 })
    }
}
