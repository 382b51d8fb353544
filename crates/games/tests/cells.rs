//! Positions as cells, for value functions.

use std::collections::{HashMap, HashSet};

use plywood_games::{Visitor, open};
use plywood_rules::cells::random_states;
use plywood_rules::scene::{Piece, Square};
use plywood_rules::{Playable, Player, Turn, moves_or_outcomes};

use crate::twin::all_cards;

/// Checks the cells of positions of random games.
struct Check;

impl Visitor for Check {
    type Output = ();

    fn visit<G: Playable>(self, game: G) {
        let (name, cells) = (game.name(), game.cells());
        let (contents, places) = (cells.contents(), cells.places());
        assert_eq!(contents.len(), places.len(), "{name}");
        assert!(contents.iter().all(|contents| (1..=256).contains(contents)), "{name}");
        let squares: HashSet<_> = places.iter().flatten().collect();
        assert_eq!(squares.len(), places.iter().flatten().count(), "{name} has two cells on a square");

        let read = |state: &G::State, view: Player| {
            // Cells of earlier positions are not left over.
            let mut row = vec![u8::MAX; contents.len()];
            cells.read(&game, state, view, &mut row);
            let fits = row.iter().zip(contents).all(|(&content, &contents)| u16::from(content) < contents);
            assert!(fits, "{name}: {row:?} of {} {contents:?}", game.state_text(state));
            row
        };
        let states = random_states(&game, 30, 300);
        let step = (states.len() / 60).max(1);
        let some = || states.iter().step_by(step);

        // Positions that are over can be read, too.
        for state in states.iter().step_by(step.div_ceil(8)) {
            for mv in moves_or_outcomes(&game, state) {
                let after = game.child(state, mv);
                for view in Player::BOTH {
                    read(&after, view);
                }
            }
        }

        let mut shown = HashMap::new();
        let mut known: HashMap<_, &G::State> = HashMap::new();
        for state in &states {
            let scene = game.scene(state);
            for view in Player::BOTH {
                let row = read(state, view);
                for ((cell, &content), place) in row.iter().enumerate().zip(places) {
                    let Some(place) = place else { continue };
                    let square = seen(&scene.grids[place.grid].squares[place.row][place.column], view);
                    let first = shown.entry((cell, content)).or_insert(square);
                    assert_eq!(*first, square, "{name}: cell {cell} of {}", game.state_text(state));
                    if let (3 | 4, owner @ (1 | 2)) = (contents[cell], square.0) {
                        assert_eq!(content, owner, "{name}: cell {cell} of {}", game.state_text(state));
                    }
                }
                let side = (game.turn(state) == Turn::Chance, game.side_to_move(state), view);
                let first = known.entry((side, row)).or_insert(state);
                assert_eq!(*first, state, "{name}: two positions look the same");
            }
        }

        // A map moves contents from cells to other cells, the same ones in all positions.
        let columns = |rows: Vec<Vec<u8>>| {
            let column =
                |cell: usize| (contents[cell], rows.iter().map(|row| row[cell]).collect::<Vec<u8>>());
            let mut columns: Vec<_> = (0..contents.len()).map(column).collect();
            columns.sort_unstable();
            columns
        };
        let plain = Player::BOTH.map(|view| columns(some().map(|state| read(state, view)).collect()));
        for map in 0..game.symmetries() {
            let images =
                columns(some().map(|state| read(&game.map_state(state, map), Player::First)).collect());
            assert!(plain[0] == images, "{name}: map {map} is none of cells");
        }
        if let Some(exchanged) = some().map(|state| game.exchanged(state)).collect::<Option<Vec<_>>>() {
            let images = columns(exchanged.iter().map(|state| read(state, Player::First)).collect());
            assert!(plain[1] == images, "{name}: the exchanged players look different");
        }
    }
}

/// The part of a square that cells show: the owner of a piece as `view` sees it, and how many there are.
fn seen(square: &Square, view: Player) -> (u8, u32) {
    let owner = |piece: &Piece| match (piece, view) {
        (Piece::Neutral, _) => 3,
        (Piece::First, Player::First) | (Piece::Second, Player::Second) => 1,
        _ => 2,
    };
    match square {
        Square::Hole | Square::Free => (0, 0),
        Square::Taken(piece, _) => (owner(piece), 1),
        // Pits belong to the same player all through a game.
        Square::Counted(_, count) => (0, *count),
    }
}

/// Cells show what is on their squares, tell positions apart, and have the symmetries of the game. Where a content stands for
/// several numbers (Pig to more than 255 points, houses with more than 15 seeds) positions need not be told apart.
#[test]
fn cells_show_the_position() {
    // Of houses with many seeds not all are told apart.
    let cards = all_cards().filter(|&game| game != "kalah");
    let others = [
        "mnk:m=6,n=5,k=4",
        "cube3:centre=off",
        "othello:size=10",
        "breakthrough:m=5,n=6",
        "breakthrough:m=10,n=10",
        "kalah:houses=8,seeds=1",
        "pikkpakk:size=3,opening=placement",
        "pikkpakk:size=5,variant=capture,opening=placement",
        "pikkpakk:size=9,variant=rolling",
        "pig:target=255,die=100",
        "hex:size=5,swap=on",
        "hex:size=11",
        "dotsandboxes:m=7,n=7",
        "dotsandboxes:m=1,n=3",
        "einstein:size=7",
        "nim:heaps=0-2-2-63,misere=on",
    ];
    for name in cards.chain(others) {
        open(name, Check).unwrap_or_else(|error| panic!("{name}: {error}"));
    }
}
