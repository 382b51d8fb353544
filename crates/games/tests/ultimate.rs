//! Ultimate tic-tac-toe against a plain twin on strings, published numbers, and the laws.

use plywood_games::ultimate::Ultimate;
use plywood_rules::scene::Piece;
use plywood_rules::{Depict, Game, Motion, Notation, Outcome, Player, Turn, laws};
use proptest::prelude::*;

use crate::twin::{Twin, beats_random, composes, laws_hold, perft_holds, plays_alike, reads_moves, refuses};

const NAMES: [[&str; 3]; 3] = [["sw", "s", "se"], ["w", "c", "e"], ["nw", "n", "ne"]];

/// All cells in one square, by rank and file, and the board to play in, by its rank and file.
#[derive(Clone)]
struct Square {
    cells: [[char; 9]; 9],
    mover: char,
    board: Option<(usize, usize)>,
}

/// The player with three in a row in a square of letters.
fn winner(nine: [[char; 3]; 3]) -> Option<char> {
    let text: String = nine.iter().flatten().collect();
    let at = |places: &str| places.bytes().map(|b| &text[usize::from(b - b'0')..][..1]).collect::<String>();
    let lines = ["012", "345", "678", "036", "147", "258", "048", "246"].map(at);
    ['x', 'o'].into_iter().find(|letter| lines.contains(&letter.to_string().repeat(3)))
}

impl Square {
    fn new() -> Square {
        Square { cells: [['.'; 9]; 9], mover: 'x', board: None }
    }

    fn small(&self, rank: usize, file: usize) -> [[char; 3]; 3] {
        [0, 1, 2].map(|r| [0, 1, 2].map(|f| self.cells[3 * rank + r][3 * file + f]))
    }

    fn open(&self, rank: usize, file: usize) -> bool {
        let small = self.small(rank, file);
        winner(small).is_none() && small.iter().flatten().any(|&cell| cell == '.')
    }

    fn boards(&self) -> Vec<(usize, usize)> {
        let all = (0..9).map(|number| (number / 3, number % 3));
        all.filter(|&(rank, file)| self.open(rank, file)).collect()
    }

    fn outcome(&self) -> Option<Outcome> {
        let large = [0, 1, 2].map(|r| [0, 1, 2].map(|f| winner(self.small(r, f)).unwrap_or('.')));
        match winner(large) {
            Some('x') => Some(Outcome::Win(Player::First)),
            Some(_) => Some(Outcome::Win(Player::Second)),
            None => self.boards().is_empty().then_some(Outcome::Draw),
        }
    }
}

impl Twin for Square {
    fn text(&self) -> String {
        let ranks = self.cells.iter().rev().map(|rank| {
            let text = rank.iter().collect::<String>();
            (1..=9).rev().fold(text, |text, run| text.replace(&".".repeat(run), &run.to_string()))
        });
        let board = self.board.map_or("any", |(rank, file)| NAMES[rank][file]);
        format!("{} {} {board}", ranks.collect::<Vec<_>>().join("/"), self.mover)
    }

    fn turn(&self) -> Turn {
        let player = if self.mover == 'x' { Player::First } else { Player::Second };
        self.outcome().map_or(Turn::Decision(player), Turn::Over)
    }

    fn moves(&self) -> Vec<String> {
        if self.outcome().is_some() {
            return Vec::new();
        }
        let Some((rank, file)) = self.board else {
            return self.boards().iter().map(|&(rank, file)| NAMES[rank][file].to_string()).collect();
        };
        let cells = (0..9).map(|number| (3 * rank + number / 3, 3 * file + number % 3));
        let free = cells.filter(|&(rank, file)| self.cells[rank][file] == '.');
        free.map(|(rank, file)| format!("{}{}", char::from(b'a' + file as u8), rank + 1)).collect()
    }

    fn after(&self, mv: &str) -> Square {
        let mut after = self.clone();
        if let Some(number) = NAMES.iter().flatten().position(|name| *name == mv) {
            after.board = Some((number / 3, number % 3));
            return after;
        }
        let (file, rank) = (usize::from(mv.as_bytes()[0] - b'a'), usize::from(mv.as_bytes()[1] - b'1'));
        after.cells[rank][file] = self.mover;
        after.mover = if self.mover == 'x' { 'o' } else { 'x' };
        let (next, open) = ((rank % 3, file % 3), after.open(rank % 3, file % 3));
        after.board = Some(next).filter(|_| open && after.outcome().is_none());
        after
    }
}

#[test]
fn the_laws_hold() {
    laws_hold("ultimate", "ultimate", 15);
}

#[test]
fn random_games_agree_with_the_twin() {
    plays_alike(&Ultimate, Square::new, 63_000, 1);
}

/// The same in a second test, which can run beside the first.
#[test]
fn more_random_games_agree_with_the_twin() {
    plays_alike(&Ultimate, Square::new, 63_000, 2);
}

#[test]
fn perft_counts_are_those_of_the_file() {
    perft_holds(include_str!("perft/ultimate.txt"), |_| Square::new(), 10_000);
}

#[test]
fn one_ply_more_beats_random_play() {
    beats_random(&Ultimate, 3, 200, 0);
}

#[test]
fn positions_that_cannot_be_are_refused() {
    refuses(
        &Ultimate,
        &[
            ("", "takes the cells, the side to move and the board to play in, like 9/9/9/9/9/9/9/9/9 x any"),
            ("9/9/9/9/9/9/9/9/9 x", "takes the cells, the side to move"),
            ("9/9/9/9/4x4/9/9/9/9 o c n", "'n' is too much: one board at most is to be played in, or any"),
            ("9/9/9/9/9/9/9/9/9 y any", "the side to move cannot be 'y'; it has to be x or o"),
            (
                "9/9/9/9/9/9/9/9/9 x north",
                "the board to play in cannot be 'north'; it is any or one of sw, s,",
            ),
            ("9/9/9/9/9/9/9/9 x any", "has 8 rows instead of 9"),
            ("9/9/9/9/4z4/9/9/9/9 o c", "has 'z': a row is made of x, o, and . or numbers for empty cells"),
            ("xxx6/ooo6/9/9/9/9/9/9/9 x any", "both players have a line on board nw"),
            ("xxx6/3ooo3/xxx6/3oo1o2/9/9/9/9/9 x any", "no last mark can have made the lines on board nw"),
            ("xxx6/3oo4/9/9/9/9/9/9/o8 x nw", "board nw is won or full: the board to play in is another one"),
        ],
    );
    composes(
        &Ultimate,
        &[
            ("9/9/9/9/9/9/9/9/9 o any", "0 x and 0 o with o to move, but x begins"),
            ("9/9/9/9/4o4/9/9/9/9 x c", "0 x and 1 o with x to move, but x begins"),
            (
                "9/9/9/9/4x4/9/9/9/9 o any",
                "the last mark sent to an open board: the board to play in is one of c",
            ),
            ("9/9/9/9/4x4/9/9/9/9 o n", "no mark of x sends to board n; it is one of c"),
        ],
    );
    // x has three boards in a row.
    let cells = "xxxxxxxxx/9/9/9/9/9/9/1oo1oo1oo/1o1o5";
    refuses(
        &Ultimate,
        &[
            (&format!("{cells} o n"), "the game is over, so the board to play in is any"),
            ("xxxxxxxxx/9/9/9/9/9/9/1oo1oo1oo/1o1o1o3 x any", "x has three boards in a row and yet o"),
        ],
    );
    assert_eq!(
        Ultimate.turn(&Ultimate.parse_state(&format!("{cells} o any")).unwrap()),
        Turn::Over(Outcome::Win(Player::First))
    );
}

#[test]
fn moves_are_read_as_people_type_them() {
    reads_moves(
        &Ultimate,
        "9/9/9/9/9/9/9/9/9 X ANY",
        &[
            ("c", Ok("c")),
            ("NW", Ok("nw")),
            ("e5", Err("'e5' is not a board; choose one of sw s se w c e nw n ne first")),
        ],
    );
    reads_moves(
        &Ultimate,
        "9/9/9/9/4x4/9/9/9/9 o c",
        &[
            ("D4", Ok("d4")),
            ("e5", Err("'e5' cannot be played: the cell is taken")),
            ("a1", Err("'a1' cannot be played: the next mark goes to board c, d4 to f6")),
            ("n", Err("the board is c, and the move a cell of it")),
            ("k1", Err("'k1' is not a cell of this board, which has a1 to i9")),
        ],
    );
    let chosen = "xxxo5/4o4/9/9/9/9/9/9/o8 x any";
    let reason = Err("board 'nw' is won or full; choose one of sw s se w c e n ne");
    reads_moves(&Ultimate, chosen, &[("nw", reason), ("s", Ok("s"))]);
    let won = "xxxxxxxxx/9/9/9/9/9/9/1oo1oo1oo/1o1o5 o any";
    reads_moves(&Ultimate, won, &[("c", Err("the game is over")), ("a1", Err("the game is over"))]);
}

#[test]
fn the_scene_shows_where_to_play() {
    let scene = |text: &str| Ultimate.scene(&Ultimate.parse_state(text).unwrap());
    assert_eq!(scene("9/9/9/9/9/9/9/9/9 x any").active, [0, 1, 2, 3, 4, 5, 6, 7, 8]);
    assert_eq!(scene("9/9/9/9/4x4/9/9/9/9 o c").active, [4]);
    let shown = scene("9/9/9/9/5x3/9/9/9/9 o e");
    assert_eq!((shown.active, shown.across), (vec![5], 3));
    assert_eq!(shown.grids[5].columns, ["g", "h", "i"]);
    assert_eq!(shown.grids[5].rows, ["6", "5", "4"]);
    // A board that is won shows its line.
    let won = scene("9/9/9/9/9/9/xxx6/3o5/o8 o n");
    assert_eq!(won.grids[6].highlights, [(0, 0), (0, 1), (0, 2)]);
    assert_eq!(won.decided, [(6, Piece::First)]);
    let drawn = scene("9/9/9/xox6/xoo6/oxx6/9/9/9 o any");
    assert_eq!(drawn.decided, [(3, Piece::Neutral)]);
    let state = Ultimate.initial();
    assert_eq!(Ultimate.motion(&state, Ultimate.parse_move(&state, "ne").unwrap()), Motion::Grid(2));
}

proptest! {
    #[test]
    fn no_text_breaks_the_notation(text in "[0-9xo/ ]{0,60}|(9/){2}([xo1]{9}/){5}9/9 [xo] (any|c|nw|s)|(9/){6}([xo1-3]{3,9}/){2}9 [xo] (any|e|sw)") {
        laws::parse_holds(&Ultimate, &text);
        let _ = Ultimate.parse_move(&Ultimate.initial(), &text);
    }
}
