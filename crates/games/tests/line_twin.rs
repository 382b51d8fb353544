//! A slow plain twin of the games of lines, written from their rules alone: cells with coordinates in a
//! vector, rows found by walking from cell to cell. Random games on many boards are played on both, and
//! whatever can be asked of a position has to be answered alike.

use std::collections::HashSet;

use plywood_games::{Visitor, open};
use plywood_rules::random::below;
use plywood_rules::{Outcome, Playable, Player, TacticalStatus, Turn, moves_or_outcomes};
use rand_chacha::ChaCha8Rng;
use rand_core::SeedableRng;

/// A game of lines in the plainest words.
#[derive(Clone, Debug, Default)]
struct Twin {
    /// The size of each coordinate; the last one runs along a row of the written board.
    sides: Vec<usize>,
    k: usize,
    /// True if cells are named by letter and number instead of by their coordinates.
    flat: bool,
    gravity: bool,
    misere: bool,
    exact: bool,
    no_centre: bool,
    closed_centre: bool,
    /// In reading order.
    cells: Vec<Option<Player>>,
    outcome: Option<Outcome>,
}

impl Twin {
    fn board(columns: usize, rows: usize, k: usize) -> Twin {
        let cells = vec![None; columns * rows];
        Twin { sides: vec![rows, columns], k, flat: true, cells, ..Twin::default() }
    }

    fn cube(side: usize, dimensions: u32) -> Twin {
        let sides = vec![side; dimensions as usize];
        Twin { sides, k: side, cells: vec![None; side.pow(dimensions)], ..Twin::default() }
    }

    fn mover(&self) -> Player {
        let taken = self.cells.iter().flatten().count();
        if taken.is_multiple_of(2) { Player::First } else { Player::Second }
    }

    fn place(&self, mut cell: usize) -> Vec<usize> {
        let mut place = vec![0; self.sides.len()];
        for axis in (0..self.sides.len()).rev() {
            place[axis] = cell % self.sides[axis];
            cell /= self.sides[axis];
        }
        place
    }

    /// The cell a number of steps away, if it is on the board.
    fn walk(&self, cell: usize, direction: &[isize], steps: isize) -> Option<usize> {
        let mut reached = 0;
        for ((&from, &by), &side) in self.place(cell).iter().zip(direction).zip(&self.sides) {
            let to = from as isize + by * steps;
            if to < 0 || to >= side as isize {
                return None;
            }
            reached = reached * side + to as usize;
        }
        Some(reached)
    }

    /// All directions but standing still; each of them and its opposite.
    fn directions(&self) -> Vec<Vec<isize>> {
        let mut all: Vec<Vec<isize>> = vec![vec![]];
        for _ in &self.sides {
            all = all.iter().flat_map(|start| [-1, 0, 1].map(|by| [&start[..], &[by]].concat())).collect();
        }
        all.retain(|direction| direction.iter().any(|&by| by != 0));
        all
    }

    fn owner(&self, cell: Option<usize>) -> Option<Player> {
        cell.and_then(|cell| self.cells[cell])
    }

    /// The number of marks of the same owner that follow a mark without a gap in a direction.
    fn run(&self, cell: usize, direction: &[isize]) -> usize {
        (1..).take_while(|&i| self.owner(self.walk(cell, direction, i)) == self.cells[cell]).count()
    }

    fn is_centre(&self, cell: usize) -> bool {
        cell == self.cells.len() / 2
    }

    fn legal(&self) -> Vec<usize> {
        if self.outcome.is_some() {
            return Vec::new();
        }
        let free = |&cell: &usize| self.cells[cell].is_none();
        if self.gravity {
            let (rows, columns) = (self.sides[0], self.sides[1]);
            return (0..columns)
                .filter_map(|column| (0..rows).rev().map(|row| row * columns + column).find(free))
                .collect();
        }
        let first = self.cells.iter().all(Option::is_none);
        let forbidden = |cell| self.is_centre(cell) && (self.no_centre || self.closed_centre && first);
        (0..self.cells.len()).filter(free).filter(|&cell| !forbidden(cell)).collect()
    }

    /// Returns true if the mark on this cell is part of a line.
    fn made(&self, cell: usize) -> bool {
        let opposite = |direction: &[isize]| direction.iter().map(|by| -by).collect::<Vec<_>>();
        self.directions().iter().any(|direction| {
            let row = 1 + self.run(cell, direction) + self.run(cell, &opposite(direction));
            // The first mark makes one in a row, even with `exact`.
            row == self.k || row > self.k && (!self.exact || self.k == 1)
        })
    }

    /// The cells where the next mark may go and would complete a line if it were this player's.
    fn winning(&self, player: Player) -> Vec<usize> {
        let mut board = self.clone();
        let mut completes = |&cell: &usize| {
            board.cells[cell] = Some(player);
            let made = board.made(cell);
            board.cells[cell] = None;
            made
        };
        self.legal().into_iter().filter(&mut completes).collect()
    }

    fn after(&self, cell: usize) -> Twin {
        let mut child = self.clone();
        child.play(cell);
        child
    }

    /// The moves that do not let the opponent complete a line next.
    fn safe(&self) -> Vec<usize> {
        let opponent = self.mover().other();
        self.legal().into_iter().filter(|&cell| self.after(cell).winning(opponent).is_empty()).collect()
    }

    fn play(&mut self, cell: usize) {
        let mover = self.mover();
        self.cells[cell] = Some(mover);
        let made = self.made(cell);
        let gone = |cell| self.no_centre && self.is_centre(cell);
        let full = (0..self.cells.len()).all(|cell| self.cells[cell].is_some() || gone(cell));
        if made {
            self.outcome = Some(Outcome::Win(if self.misere { mover.other() } else { mover }));
        } else if full {
            self.outcome = Some(Outcome::Draw);
        }
    }

    fn turn(&self) -> Turn {
        self.outcome.map_or(Turn::Decision(self.mover()), Turn::Over)
    }

    fn move_name(&self, cell: usize) -> String {
        let place = self.place(cell);
        if self.flat {
            let names = "a b c d e f g h i j k l m n o p q r s t u v w x y z aa ab ac ad ae af";
            let column = names.split(' ').nth(place[1]).unwrap();
            return if self.gravity {
                column.to_string()
            } else {
                format!("{column}{}", self.sides[0] - place[0])
            };
        }
        let numbers: Vec<String> = place.iter().map(|coordinate| (coordinate + 1).to_string()).collect();
        numbers.join(if self.sides[0] < 10 { "" } else { "." })
    }

    fn text(&self) -> String {
        let mut text = String::new();
        let length = *self.sides.last().unwrap();
        for (i, row) in self.cells.chunks(length).enumerate() {
            // As many axes as begin anew with this row.
            let new = self
                .place(i * length)
                .iter()
                .rev()
                .skip(1)
                .take_while(|&&coordinate| coordinate == 0)
                .count();
            text += match (i, self.flat, new) {
                (0, _, _) => "",
                (_, true, _) | (_, _, 0) => "/",
                (_, _, 1) => "|",
                (_, _, 2) => "||",
                (_, _, _) => "|||",
            };
            for part in row.chunk_by(|a, b| a.is_none() && b.is_none()) {
                match part[0] {
                    None => text += &part.len().to_string(),
                    Some(Player::First) => text += "x",
                    Some(Player::Second) => text += "o",
                }
            }
        }
        text + if self.mover() == Player::First { " x" } else { " o" }
    }

    /// The evaluation, line by line.
    fn points(&self) -> f64 {
        let mut points = 0;
        let mut directions = self.directions();
        // Each line once: from the end from which its first changing coordinate grows.
        directions.retain(|direction| direction.iter().find(|&&by| by != 0) == Some(&1));
        for (cell, direction) in
            (0..self.cells.len()).flat_map(|cell| directions.iter().map(move |direction| (cell, direction)))
        {
            let line: Option<Vec<usize>> =
                (0..self.k as isize).map(|i| self.walk(cell, direction, i)).collect();
            let Some(line) = line else { continue };
            if self.no_centre && line.iter().any(|&cell| self.is_centre(cell)) {
                continue;
            }
            for player in Player::BOTH {
                let count = |player| line.iter().filter(|&&cell| self.cells[cell] == Some(player)).count();
                let beside = [-1, self.k as isize].map(|i| self.owner(self.walk(cell, direction, i)));
                let too_long = self.exact && beside.contains(&Some(player));
                if count(player) > 0 && count(player.other()) == 0 && !too_long {
                    points += 25i64.pow((count(player) - 1).min(8) as u32) * player.sign() as i64;
                }
            }
        }
        if self.misere { -points as f64 } else { points as f64 }
    }
}

/// The twin searches all directions for all answers to all moves. Up to this many walks it does so at every
/// ply.
const LITTLE: usize = 4_000;

/// Up to this many walks it does so now and then, beyond that not at all.
const MOST: usize = 150_000;

/// Plays the same random games on the game and on its twin.
struct Compare {
    twin: Twin,
    games: u64,
    /// Compare the evaluations every `evaluate_every` plies.
    evaluate_every: usize,
}

impl Visitor for Compare {
    type Output = ();

    fn visit<G: Playable>(self, game: G) {
        let evaluation = game.evaluation(Some("lines")).unwrap().evaluation;
        let work = self.twin.cells.len().pow(2) * self.twin.directions().len();
        for seed in 0..self.games {
            let mut rng = ChaCha8Rng::seed_from_u64(seed);
            let (mut state, mut twin) = (game.initial(), self.twin.clone());
            for ply in 0.. {
                let legal = twin.legal();
                same(&game, &state, &twin, &legal);
                if legal.is_empty() {
                    break;
                }
                let mut threats = Vec::new();
                if work <= LITTLE || (work <= MOST && (ply + seed as usize) % 32 == 8) {
                    threats = tells_the_same(&game, &state, &twin, &legal);
                    let read = game.parse_state(&twin.text()).unwrap();
                    assert_eq!(tells_the_same(&game, &read, &twin, &legal), threats);
                }
                if ply % self.evaluate_every == 0 {
                    let points = evaluation.evaluate(&game, &state);
                    assert_eq!(points, twin.points(), "{}: {}", game.name(), twin.text());
                }
                // Threats are what random games lack.
                let n = match below(&mut rng, 2) {
                    0 if !threats.is_empty() => threats[below(&mut rng, threats.len())],
                    _ => below(&mut rng, legal.len()),
                };
                state = game.child(&state, moves_or_outcomes(&game, &state)[n]);
                twin.play(legal[n]);
            }
        }
    }
}

/// Compares what the game says of a position before any move is tried, and returns the places of the threats among
/// the legal moves.
fn tells_the_same<G: Playable>(game: &G, state: &G::State, twin: &Twin, legal: &[usize]) -> Vec<usize> {
    let at = format!("{}: {}", game.name(), twin.text());
    let moves = moves_or_outcomes(game, state);
    let (mut listed, mut threats) = (Vec::new(), Vec::new());
    let status = game.candidates(state, &mut listed);
    let cell_of = |mv: G::Move| legal[moves.iter().position(|&legal| legal == mv).unwrap()];
    let cells: Vec<usize> = listed.iter().map(|&mv| cell_of(mv)).collect();
    let winning = game.winning_move(state).map(cell_of);
    let own = twin.winning(twin.mover());
    if twin.exact && twin.k > 1 {
        assert_eq!((status, cells, winning), (TacticalStatus::Open, legal.to_vec(), None), "{at}");
        assert!(!game.threats(state, &mut threats));
        return Vec::new();
    }
    if twin.misere {
        let harmless: Vec<usize> = legal.iter().copied().filter(|cell| !own.contains(cell)).collect();
        let expected = if harmless.is_empty() { legal.to_vec() } else { harmless };
        assert_eq!((status, cells, winning), (TacticalStatus::Open, expected, None), "{at}");
        assert!(!game.threats(state, &mut threats));
        return Vec::new();
    }
    assert_eq!(winning, own.first().copied(), "{at}");
    if let Some(&cell) = own.first() {
        assert_eq!((status, cells), (TacticalStatus::Wins, vec![cell]), "{at}");
        return Vec::new();
    }
    let safe = twin.safe();
    if safe.is_empty() {
        assert_eq!((status, cells.len()), (TacticalStatus::Lost, 1), "{at}");
        return Vec::new();
    }
    assert_eq!((status, &cells), (TacticalStatus::Open, &safe), "{at}");
    assert!(game.threats(state, &mut threats));
    let threatens = |&cell: &usize| !twin.after(cell).winning(twin.mover()).is_empty();
    let expected: Vec<usize> = safe.into_iter().filter(threatens).collect();
    assert_eq!(threats.iter().map(|&mv| cell_of(mv)).collect::<Vec<_>>(), expected, "{at}");
    let place = |cell| legal.iter().position(|legal| legal == cell).unwrap();
    expected.iter().map(place).collect()
}

fn same<G: Playable>(game: &G, state: &G::State, twin: &Twin, legal: &[usize]) {
    let text = game.state_text(state);
    assert_eq!(text, twin.text(), "{}", game.name());
    assert_eq!(game.turn(state), twin.turn(), "{}: {text}", game.name());
    let moves: Vec<String> =
        moves_or_outcomes(game, state).iter().map(|&mv| game.move_text(state, mv)).collect();
    let expected: Vec<String> = legal.iter().map(|&cell| twin.move_name(cell)).collect();
    assert_eq!(moves, expected, "{}: {text}", game.name());
    assert_eq!(game.parse_state(&text).as_ref(), Ok(state), "{}: {text}", game.name());
}

fn check(name: &str, twin: Twin, games: u64, evaluate_every: usize) {
    open(name, Compare { twin, games, evaluate_every }).unwrap();
}

#[test]
fn boards_play_like_their_twins() {
    let board = Twin::board;
    check("tictactoe", board(3, 3, 3), 200, 1);
    check("mnk:m=1,n=1,k=1", board(1, 1, 1), 1, 1);
    check("mnk:m=4,n=2,k=1", board(4, 2, 1), 3, 99);
    check("mnk:m=1,n=12,k=2", board(1, 12, 2), 20, 1);
    check("mnk:m=12,n=2,k=13", board(12, 2, 13), 5, 1);
    check("mnk:m=4,n=3,k=3", board(4, 3, 3), 100, 1);
    check("mnk:m=4,n=4,k=4", board(4, 4, 4), 100, 1);
    check("mnk:m=8,n=8,k=5", board(8, 8, 5), 20, 1);
    check("mnk:m=11,n=11,k=4", board(11, 11, 4), 10, 5);
    check("mnk:m=13,n=10,k=4", board(13, 10, 4), 3, 1);
    check("gomoku", board(15, 15, 5), 4, 20);
    check("mnk:m=19,n=19,k=19", board(19, 19, 19), 1, 50);
    check("mnk:m=20,n=20,k=5", board(20, 20, 5), 1, 50);
    check("mnk:m=32,n=32,k=5", board(32, 32, 5), 1, 500);
    check("mnk:m=32,n=1,k=5", board(32, 1, 5), 5, 5);
    check("mnk:m=1,n=32,k=5", board(1, 32, 5), 5, 5);
}

#[test]
fn boards_with_options_play_like_their_twins() {
    let on = |columns, rows, k| Twin { gravity: true, ..Twin::board(columns, rows, k) };
    check("connect4", on(7, 6, 4), 100, 1);
    check("mnk:m=3,n=10,k=3,gravity=on", on(3, 10, 3), 20, 1);
    check("mnk:m=9,n=9,k=4,gravity=on", on(9, 9, 4), 20, 1);
    check("mnk:m=5,n=4,k=3,gravity=on,misere=on", Twin { misere: true, ..on(5, 4, 3) }, 50, 1);
    check("mnk:m=6,n=5,k=3,gravity=on,exact=on", Twin { exact: true, ..on(6, 5, 3) }, 50, 1);
    check("mnk:m=10,n=10,k=2,gravity=on,exact=on", Twin { exact: true, ..on(10, 10, 2) }, 20, 1);
    let off = Twin::board;
    check("mnk:m=3,n=3,k=3,misere=on", Twin { misere: true, ..off(3, 3, 3) }, 100, 1);
    check("mnk:m=5,n=1,k=1,exact=on", Twin { exact: true, ..off(5, 1, 1) }, 5, 99);
    check("mnk:m=6,n=6,k=3,exact=on", Twin { exact: true, ..off(6, 6, 3) }, 100, 1);
    check("mnk:m=7,n=5,k=2,exact=on,misere=on", Twin { exact: true, misere: true, ..off(7, 5, 2) }, 50, 1);
    check("mnk:m=19,n=19,k=5,exact=on", Twin { exact: true, ..off(19, 19, 5) }, 3, 50);
    check("mnk:m=19,n=19,k=12,exact=on", Twin { exact: true, ..off(19, 19, 12) }, 1, 50);
}

#[test]
fn cubes_play_like_their_twins() {
    let cube = Twin::cube;
    let removed = |side, dimensions| Twin { no_centre: true, ..cube(side, dimensions) };
    let closed = |side, dimensions| Twin { closed_centre: true, ..cube(side, dimensions) };
    check("cube3", cube(3, 3), 100, 1);
    check("cube:n=3,d=3,centre=off", removed(3, 3), 100, 1);
    check("cube:n=3,d=3,opening=nocentre", closed(3, 3), 100, 1);
    check("cube:n=3,d=2,centre=off", removed(3, 2), 20, 1);
    check("cube:n=5,d=2,opening=nocentre", closed(5, 2), 20, 1);
    check("cube:n=2,d=2", cube(2, 2), 10, 1);
    check("cube:n=2,d=5", cube(2, 5), 5, 1);
    check("qubic", cube(4, 3), 20, 3);
    check("cube:n=5,d=3", cube(5, 3), 5, 10);
    check("cube:n=3,d=4,centre=off", removed(3, 4), 5, 5);
    check("cube:n=10,d=2", cube(10, 2), 3, 5);
    check("tesseract", cube(4, 4), 2, 50);
    check("cube:n=3,d=5", cube(3, 5), 2, 20);
    check("cube:n=32,d=2", cube(32, 2), 1, 200);
    check("cube:n=4,d=5", cube(4, 5), 1, 500);
}

/// Follows every move of every position, each position once.
struct Exhaust(Twin);

impl Visitor for Exhaust {
    type Output = usize;

    fn visit<G: Playable>(self, game: G) -> usize {
        let mut seen = HashSet::from([self.0.text()]);
        let mut stack = vec![(game.initial(), self.0)];
        while let Some((state, twin)) = stack.pop() {
            let legal = twin.legal();
            same(&game, &state, &twin, &legal);
            for (mv, cell) in moves_or_outcomes(&game, &state).into_iter().zip(legal) {
                let mut child = twin.clone();
                child.play(cell);
                if seen.insert(child.text()) {
                    stack.push((game.child(&state, mv), child));
                }
            }
        }
        seen.len()
    }
}

#[test]
fn every_position_of_small_boards_is_the_same() {
    assert_eq!(open("tictactoe", Exhaust(Twin::board(3, 3, 3))).unwrap(), 5478);
    let exact = Twin { exact: true, ..Twin::board(5, 2, 2) };
    assert!(open("mnk:m=5,n=2,k=2,exact=on", Exhaust(exact)).unwrap() > 100);
    let gravity = Twin { gravity: true, misere: true, ..Twin::board(3, 4, 3) };
    assert!(open("mnk:m=3,n=4,k=3,gravity=on,misere=on", Exhaust(gravity)).unwrap() > 1000);
}
