//! The laws of scenes, of their board, and of the motions of moves.
//!
//! Interfaces draw a game without knowing its rules and rely on all of this.

use std::collections::{HashMap, HashSet};

use super::checker::{BOARD, BRANCH, Checker, EFFECTS, MOTION, PUSH, PUT, SCENE};
use super::subject::{Move, State};
use crate::scene::{
    Effect, Grid, Leader, NodeKind, Outline, Piece, Place, Push, SceneNode, Side, Square, Steps,
};
use crate::{Board, Motion, Player, Scene, Turn};

/// The greatest number of moves whose motions are checked at a position.
const MOST_MOVES: usize = 24;

impl Checker<'_> {
    /// The laws about the board itself.
    pub(super) fn board(&mut self) {
        let Board { nodes, lines, faces, .. } = &self.board;
        let tree = if nodes.is_empty() { Ok(()) } else { check_nodes(nodes) };
        let at_root = nodes.is_empty() || self.opening.node == Some(0);
        let root = ensure(at_root, || "the game does not begin at the root".to_string());
        let different = faces.iter().collect::<HashSet<_>>().len() == faces.len();
        let die = ensure(different, || format!("{faces:?} are no faces of a die"));
        let lines = check_lines(lines);
        let cells = check_cells(&self.board, &self.opening);
        self.expect_ok(BOARD, "the board", tree.and(root).and(die).and(lines).and(cells));
    }

    /// The laws about the scene of `state`, and about the motions of its `moves`.
    pub(super) fn scenes(&mut self, state: &State, moves: &[Move]) {
        let game = self.game;
        let at = self.at(state);
        let scene = game.scene(state);
        let grids = check_active(&scene).and(check_decided(&scene));
        self.expect_ok(SCENE, &at, check_letters(&scene).and(grids));
        for grid in &scene.grids {
            self.grid(&at, state, grid);
        }
        let same = check_frames(&self.opening, &scene);
        let fits = check_board(&self.board, &scene, game.turn(state), moves.len());
        self.expect_ok(BOARD, &at, same.and(fits));
        let motions = self.motions(&at, state, &scene, moves);
        // Checking every move would take hundreds of scenes at each position of a large board. The selection
        // does not use the random numbers, so the games played do not depend on these laws.
        let stride = moves.len().div_ceil(MOST_MOVES).max(1);
        let first = self.laws[MOTION].checked as usize % stride;
        for (&mv, motion) in moves.iter().zip(&motions).skip(first).step_by(stride) {
            self.what_happens(&at, state, &scene, mv, motion.as_ref());
        }
    }

    /// The laws about the scene of `state` in the game that came to it through `before`.
    pub(super) fn scene_after(&mut self, before: &[State], state: &State) {
        let (alone, scene) = (self.game.scene(state), self.game.scene_after(before, state));
        let at = self.at(state);
        self.expect_ok(SCENE, &at, check_letters(&scene).and(check_owners(alone, scene)));
    }

    fn expect_ok(&mut self, law: usize, at: &str, result: Result<(), String>) {
        self.expect(law, result.is_ok(), || format!("{at}: {}", result.err().unwrap_or_default()));
    }

    fn grid(&mut self, at: &str, state: &State, grid: &Grid) {
        let (rows, columns) = (grid.rows.len(), grid.columns.len());
        let square = grid.squares.len() == rows && grid.squares.iter().all(|row| row.len() == columns);
        let inside = grid.highlights.iter().all(|&(row, column)| row < rows && column < columns);
        self.expect(SCENE, square && inside, || {
            format!("{at}: a grid of {rows} rows and {columns} columns does not hold all that is on it")
        });
        for end in &grid.ends {
            let lines = if is_row(end.side) { rows } else { columns };
            let good = end.line < lines && self.game.parse_move(state, &end.mv).is_ok();
            self.expect(SCENE, good, || {
                format!("{at}: the mark '{}' at line {} of {lines} is no move", end.mv, end.line)
            });
        }
    }

    /// The motions of all moves, without those that mention things that do not exist.
    fn motions(&mut self, at: &str, state: &State, scene: &Scene, moves: &[Move]) -> Vec<Option<Motion>> {
        let game = self.game;
        let chance = game.turn(state) == Turn::Chance;
        let mut seen = HashSet::new();
        let mut motions = Vec::new();
        for &mv in moves {
            let (text, motion) = (game.move_text(state, mv), game.motion(state, mv));
            let there = check_motion(&self.board, scene, chance, &text, &motion);
            let result = match there {
                Ok(()) if motion != Motion::Choice && !seen.insert(motion.clone()) => {
                    Err("another move does the same".to_string())
                }
                result => result,
            };
            motions.push(result.is_ok().then(|| motion.clone()));
            self.expect(MOTION, result.is_ok(), || {
                format!("{at}: {text} is {motion:?}: {}", result.err().unwrap_or_default())
            });
        }
        motions
    }

    /// Checks that the scene after a move shows the result of its motion.
    fn what_happens(&mut self, at: &str, state: &State, scene: &Scene, mv: Move, motion: Option<&Motion>) {
        let game = self.game;
        let owner = game.turn(state).player().map(|player| match player {
            Player::First => Piece::First,
            Player::Second => Piece::Second,
        });
        let (law, result) = match motion {
            None | Some(Motion::Choice | Motion::Face(_)) => return,
            Some(Motion::Put(place)) => {
                let falls = self.board.falls;
                (PUT, check_put(scene, &game.scene(&game.child(state, mv)), *place, owner, falls))
            }
            Some(Motion::Steps(steps)) => {
                (EFFECTS, check_effects(scene, &game.scene(&game.child(state, mv)), &steps.effects, owner))
            }
            Some(Motion::Grid(_)) => {
                (EFFECTS, check_effects(scene, &game.scene(&game.child(state, mv)), &[], owner))
            }
            Some(Motion::Push(push)) => {
                let moved = check_push(scene, &game.scene(&game.child(state, mv)), push);
                (PUSH, moved.and_then(|()| check_mark(scene, push, &game.move_text(state, mv))))
            }
            Some(Motion::Branch(node)) => {
                let stands = game.scene(&game.child(state, mv)).node;
                let leads = stands == Some(*node);
                (
                    BRANCH,
                    ensure(leads, || format!("it is said to lead to {node}, the scene is at {stands:?}")),
                )
            }
        };
        let text = game.move_text(state, mv);
        self.expect_ok(law, &format!("{at}: {text}"), result);
    }
}

fn ensure(holds: bool, reason: impl FnOnce() -> String) -> Result<(), String> {
    if holds { Ok(()) } else { Err(reason()) }
}

/// The square at a place, if there is one.
fn square_at(scene: &Scene, place: Place) -> Option<&Square> {
    let square = scene.grids.get(place.grid)?.squares.get(place.row)?.get(place.column)?;
    (*square != Square::Hole).then_some(square)
}

fn all_there(scene: &Scene, places: &[Place]) -> Result<(), String> {
    let missing = places.iter().find(|&&place| square_at(scene, place).is_none());
    missing.map_or(Ok(()), |place| Err(format!("there is no square at {place:?}")))
}

/// True if a line with its ends at this side is a row.
fn is_row(side: Side) -> bool {
    matches!(side, Side::Left | Side::Right)
}

fn opposite(side: Side) -> Side {
    match side {
        Side::Top => Side::Bottom,
        Side::Bottom => Side::Top,
        Side::Left => Side::Right,
        Side::Right => Side::Left,
    }
}

/// The place one step on, unless that is above or left of the grid.
fn next(place: Place, way: Side) -> Option<Place> {
    let Place { row, column, .. } = place;
    Some(match way {
        Side::Top => Place { row: row.checked_sub(1)?, ..place },
        Side::Bottom => Place { row: row + 1, ..place },
        Side::Left => Place { column: column.checked_sub(1)?, ..place },
        Side::Right => Place { column: column + 1, ..place },
    })
}

/// A letter identifies the owner of a piece; a dot or a blank means that there is none.
fn check_letters(scene: &Scene) -> Result<(), String> {
    let mut owners = HashMap::new();
    for square in scene.grids.iter().flat_map(|grid| grid.squares.iter().flatten()) {
        let Square::Taken(piece, letter) = *square else { continue };
        ensure(letter != '.' && !letter.is_whitespace(), || format!("'{letter}' stands for a piece"))?;
        let owner = *owners.entry(letter).or_insert(piece);
        ensure(owner == piece, || format!("'{letter}' stands for pieces of {owner:?} and of {piece:?}"))?;
    }
    Ok(())
}

/// Active grids exist and are named once, in order.
fn check_active(scene: &Scene) -> Result<(), String> {
    let active = &scene.active;
    let good = active.is_sorted_by(|one, next| one < next)
        && active.last().is_none_or(|&last| last < scene.grids.len());
    ensure(good, || format!("of {} grids {active:?} are active", scene.grids.len()))
}

/// Decided grids exist and are named once, in order, and none of them is active.
fn check_decided(scene: &Scene) -> Result<(), String> {
    let Scene { grids, active, decided, .. } = scene;
    let good = decided.is_sorted_by(|one, next| one.0 < next.0)
        && decided.iter().all(|(grid, _)| *grid < grids.len() && !active.contains(grid));
    ensure(good, || format!("of {} grids {decided:?} are decided and {active:?} active", grids.len()))
}

/// The scene of a game under way is that of its state `alone`, but for the owners of neutral pieces.
fn check_owners(mut alone: Scene, scene: Scene) -> Result<(), String> {
    let pairs =
        alone.grids.iter_mut().zip(&scene.grids).flat_map(|(grid, of_game)| {
            grid.squares.iter_mut().flatten().zip(of_game.squares.iter().flatten())
        });
    for (square, of_game) in pairs {
        if matches!((&*square, of_game), (Square::Taken(Piece::Neutral, _), Square::Taken(..))) {
            *square = of_game.clone();
        }
    }
    ensure(alone == scene, || {
        "the scene of the game shows another position than that of the state".to_string()
    })
}

fn check_lines(lines: &[Vec<Place>]) -> Result<(), String> {
    let mut seen = HashSet::new();
    for line in lines {
        let different = line.iter().collect::<HashSet<_>>().len() == line.len();
        ensure(different && !line.is_empty(), || format!("{line:?} is no line"))?;
        ensure(seen.insert(line), || format!("the line {line:?} is there twice"))?;
    }
    Ok(())
}

/// Cells have different places, which there are, and outlines that can be drawn.
fn check_cells(board: &Board, opening: &Scene) -> Result<(), String> {
    let mut seen = HashSet::new();
    for cell in &board.cells {
        let Place { grid, row, column } = cell.place;
        let square = opening.grids.get(grid).and_then(|grid| grid.squares.get(row)?.get(column));
        let drawn = match &cell.outline {
            Outline::Square(size) | Outline::Hexagon(size) | Outline::Circle(size) => *size > 0.0,
            Outline::Polygon(corners) => corners.len() > 2,
        };
        let good =
            square.is_some() && seen.insert(cell.place) && drawn && cell.centre.iter().all(|c| c.is_finite());
        ensure(good, || format!("there can be no cell {cell:?}"))?;
    }
    let loose =
        board.roads.iter().find(|[one, other]| one == other || !seen.contains(one) || !seen.contains(other));
    ensure(loose.is_none(), || format!("{loose:?} joins no two cells"))
}

fn check_nodes(nodes: &[SceneNode]) -> Result<(), String> {
    let mut labels = HashSet::new();
    for (place, node) in nodes.iter().enumerate() {
        let good = match node.parent {
            None => place == 0 && node.label.is_empty() && node.probability.is_none(),
            Some(parent) => {
                parent < place
                    && !node.label.is_empty()
                    && labels.insert((parent, &node.label))
                    && nodes[parent].kind != NodeKind::Leaf
                    && (nodes[parent].kind == NodeKind::Chance) == node.probability.is_some()
            }
        };
        ensure(good, || format!("node {place} cannot stand where it does: {node:?}"))?;
    }
    ensure(!nodes.is_empty(), || "the tree has no root".to_string())
}

/// The frames of grids and tracks are drawn once.
fn check_frames(opening: &Scene, scene: &Scene) -> Result<(), String> {
    let frame = |grid: &Grid| (grid.title.clone(), grid.columns.clone(), grid.rows.clone());
    let frames = |scene: &Scene| scene.grids.iter().map(frame).collect::<Vec<_>>();
    let same = opening.across == scene.across
        && frames(opening) == frames(scene)
        && opening.tracks.len() == scene.tracks.len();
    ensure(same, || "grids and tracks have not the frames they had in the opening".to_string())
}

/// Checks a scene against this board, with `moves` moves to choose from.
fn check_board(board: &Board, scene: &Scene, turn: Turn, moves: usize) -> Result<(), String> {
    for line in &board.lines {
        all_there(scene, line).map_err(|reason| format!("a line of the board: {reason}"))?;
    }
    let (grids, axes) = (scene.grids.len(), &board.axes);
    let regular = match &axes[..] {
        [] => true,
        [outer @ .., rows, columns] => {
            let is_level = |grid: &Grid| grid.rows.len() == *rows && grid.columns.len() == *columns;
            outer.iter().product::<usize>() == grids && scene.grids.iter().all(is_level)
        }
        [_] => false,
    };
    let fits = regular && (grids == 1 || !board.falls && !board.pushed);
    ensure(fits, || format!("{grids} grids do not fit axes of {axes:?}, falling or pushing"))?;
    match scene.node {
        None => Ok(()),
        Some(node) if board.nodes.is_empty() => Err(format!("it is at node {node} of no tree")),
        Some(node) => check_node(&board.nodes, node, turn, moves),
    }
}

/// Checks that a position with this turn and number of moves can be at the node.
fn check_node(nodes: &[SceneNode], place: usize, turn: Turn, moves: usize) -> Result<(), String> {
    let node = nodes.get(place).ok_or(format!("there is no node {place}"))?;
    let kind = match turn {
        Turn::Decision(Player::First) => NodeKind::First,
        Turn::Decision(Player::Second) => NodeKind::Second,
        Turn::Chance => NodeKind::Chance,
        Turn::Over(_) => NodeKind::Leaf,
    };
    let children = nodes.iter().filter(|child| child.parent == Some(place)).count();
    let good = node.kind == kind && children + node.hidden == moves;
    ensure(good, || {
        format!("{turn:?} with {moves} moves is not what {node:?} says, with {children} children")
    })
}

/// Checks that everything a motion mentions exists before the move.
fn check_motion(
    board: &Board,
    scene: &Scene,
    chance: bool,
    text: &str,
    motion: &Motion,
) -> Result<(), String> {
    match motion {
        Motion::Choice => Ok(()),
        Motion::Put(place) => all_there(scene, &[*place]),
        Motion::Push(push) => {
            ensure(!push.run.is_empty(), || "the run is empty".to_string())?;
            all_there(scene, &push.run)
        }
        Motion::Face(face) => {
            ensure(chance, || "nothing is left to chance here".to_string())?;
            ensure(board.faces.contains(face), || format!("the faces are {:?}", board.faces))
        }
        Motion::Steps(Steps { touched, .. }) => {
            ensure(!touched.is_empty(), || "there is no place to point at".to_string())?;
            all_there(scene, touched)
        }
        Motion::Grid(grid) => ensure(*grid < scene.grids.len(), || format!("there is no grid {grid}")),
        Motion::Branch(place) => {
            let nodes = &board.nodes;
            let node = nodes.get(*place).ok_or("there is no such node".to_string())?;
            let below = scene.node.is_some() && node.parent == scene.node;
            ensure(below && node.label == text, || format!("it leads from {:?} to {node:?}", scene.node))
        }
    }
}

/// Checks that a piece of `owner` (of either player, if chance decides) or a neutral piece was put on that
/// place.
fn check_put(
    before: &Scene,
    after: &Scene,
    place: Place,
    owner: Option<Piece>,
    falls: bool,
) -> Result<(), String> {
    let (then, now) = (square_at(before, place), square_at(after, place));
    let put = match now {
        Some(Square::Taken(piece, _)) => owner.is_none_or(|owner| [owner, Piece::Neutral].contains(piece)),
        _ => false,
    };
    ensure(put && then != now, || format!("at {place:?} was {then:?} and is {now:?}"))?;
    let below = next(place, Side::Bottom).and_then(|below| square_at(before, below));
    ensure(!falls || below != Some(&Square::Free), || format!("it does not fall from {place:?}"))
}

/// The run is one step on, and nothing else on that grid has changed.
fn check_push(before: &Scene, after: &Scene, push: &Push) -> Result<(), String> {
    let (Some(&tail), Some(&lead)) = (push.run.first(), push.run.last()) else { return Ok(()) };
    let one_line = push.run.windows(2).all(|two| next(two[0], push.way) == Some(two[1]));
    ensure(one_line, || format!("{:?} is no run that moves {:?}", push.run, push.way))?;
    let mut counts = [0; 2];
    let mut pieces = Vec::new();
    for &place in &push.run {
        let square = square_at(before, place);
        match square {
            Some(Square::Taken(Piece::First, _)) => counts[0] += 1,
            Some(Square::Taken(Piece::Second, _)) => counts[1] += 1,
            Some(Square::Taken(Piece::Neutral, _)) => {}
            _ => return Err(format!("no piece stands at {place:?}, which is pushed")),
        }
        pieces.extend(square);
    }
    ensure(counts == push.counts, || format!("{counts:?} pieces are pushed, not {:?}", push.counts))?;
    let beyond = |place: Place, way: Side| next(place, way).and_then(|place| square_at(before, place));
    let ahead = beyond(lead, push.way);
    let fills = ahead.is_none() && beyond(tail, opposite(push.way)).is_none();
    let room = match push.leader {
        Leader::Moves => ahead == Some(&Square::Free),
        Leader::Leaves => ahead.is_none(),
        Leader::Returns => fills,
    };
    ensure(room, || format!("{:?} cannot be: {ahead:?} is ahead", push.leader))?;
    let mut expected = before.grids[tail.grid].squares.clone();
    expected[tail.row][tail.column] = Square::Free;
    let ahead = match push.leader {
        Leader::Moves => next(lead, push.way),
        Leader::Leaves => None,
        Leader::Returns => Some(tail),
    };
    for (&place, &piece) in push.run[1..].iter().chain(&ahead).zip(&pieces) {
        expected[place.row][place.column] = piece.clone();
    }
    let moved = after.grids.get(tail.grid).is_some_and(|grid| grid.squares == expected);
    ensure(moved, || "the grid afterwards is not the one before with the run moved".to_string())
}

/// A push has one mark, at the end of its line that it moves to.
fn check_mark(scene: &Scene, push: &Push, text: &str) -> Result<(), String> {
    let Some(lead) = push.run.last() else { return Ok(()) };
    let line = if is_row(push.way) { lead.row } else { lead.column };
    let marks = scene.grids.iter().enumerate().flat_map(|(place, grid)| {
        let marks = grid.ends.iter().filter(|end| end.mv == text);
        marks.map(move |end| (place, end.side, end.line))
    });
    let marks: Vec<_> = marks.collect();
    ensure(marks == [(lead.grid, push.way, line)], || format!("its marks are {marks:?}"))
}

/// The effects, one after the other, lead from the scene before to the one after, and nothing else has changed.
fn check_effects(
    before: &Scene,
    after: &Scene,
    effects: &[Effect],
    owner: Option<Piece>,
) -> Result<(), String> {
    let mut scene = before.clone();
    for &effect in effects {
        let happens = apply(&mut scene, after, effect, owner);
        ensure(happens.is_some(), || format!("{effect:?} cannot be"))?;
    }
    let squares = |scene: &Scene| scene.grids.iter().map(|grid| grid.squares.clone()).collect::<Vec<_>>();
    ensure(squares(&scene) == squares(after), || "the board afterwards is another one".to_string())
}

/// Applies an effect; the letter of a new piece is read from the scene `after` the move. `None` if the effect
/// is impossible.
fn apply(scene: &mut Scene, after: &Scene, effect: Effect, owner: Option<Piece>) -> Option<()> {
    let now = |place| square_at(after, place).cloned();
    match effect {
        Effect::Put(place) => match (now(place)?, square_mut(scene, place)?) {
            (_, Square::Counted(_, count)) => *count += 1,
            (Square::Counted(whose, _), free @ Square::Free) => *free = Square::Counted(whose, 1),
            (Square::Taken(piece, letter), free @ Square::Free)
                if owner.is_none_or(|owner| [owner, Piece::Neutral].contains(&piece)) =>
            {
                *free = Square::Taken(piece, letter);
            }
            _ => return None,
        },
        Effect::Flip(place) => {
            let square = square_mut(scene, place)?;
            let (Square::Taken(then, _), Square::Taken(piece, letter)) = (&*square, now(place)?) else {
                return None;
            };
            if [*then, piece].contains(&Piece::Neutral) || *then == piece {
                return None;
            }
            *square = Square::Taken(piece, letter);
        }
        Effect::Remove(place) => {
            take_one(square_mut(scene, place)?)?;
        }
        Effect::Slide(from, to) => {
            let taken = take_one(square_mut(scene, from)?)?;
            let whose = if let Some(Square::Counted(whose, _)) = now(to) { whose } else { Piece::Neutral };
            match (taken, square_mut(scene, to)?) {
                (Square::Counted(..), Square::Counted(_, count)) => *count += 1,
                (Square::Counted(..), free @ Square::Free) => *free = Square::Counted(whose, 1),
                (piece @ Square::Taken(..), square @ (Square::Free | Square::Taken(..))) => *square = piece,
                _ => return None,
            }
        }
    }
    Some(())
}

fn square_mut(scene: &mut Scene, place: Place) -> Option<&mut Square> {
    let square = scene.grids.get_mut(place.grid)?.squares.get_mut(place.row)?.get_mut(place.column)?;
    (*square != Square::Hole).then_some(square)
}

/// Takes a piece (or one of several, if they are counted) from a square and returns what was there.
fn take_one(square: &mut Square) -> Option<Square> {
    let taken = square.clone();
    match square {
        Square::Counted(_, count) if *count > 1 => *count -= 1,
        Square::Taken(..) | Square::Counted(..) => *square = Square::Free,
        Square::Free | Square::Hole => return None,
    }
    Some(taken)
}
