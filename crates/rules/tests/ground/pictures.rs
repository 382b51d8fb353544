//! Games given picture by picture, to break the laws of scenes.

use plywood_rules::laws::{Effort, Verdict, check};
use plywood_rules::scene::{
    Cell, Effect, Grid, Leader, LineEnd, NodeKind, Outline, Piece, Place, Push, SceneNode, Side, Square,
    Steps, Track,
};
use plywood_rules::{
    Board, Depict, Game, Motion, NoHints, Notation, Outcome, Playable, Player, Run, Scene, Symmetric,
    TextError, Turn,
};
use rand_chacha::ChaCha8Rng;
use rand_core::SeedableRng;

/// A position: what there is to see, whose turn it is, and the moves: their names, what they do, and where they lead.
struct Picture {
    scene: Scene,
    turn: Turn,
    moves: Vec<(&'static str, Motion, usize)>,
}

struct Pictures {
    board: Board,
    pictures: Vec<Picture>,
    /// The scene of every position of a game under way, in place of its own.
    of_games: Option<Scene>,
}

impl Pictures {
    fn first(&mut self) -> &mut Picture {
        &mut self.pictures[0]
    }

    /// A grid of the scene at `picture`.
    fn grid(&mut self, picture: usize, grid: usize) -> &mut Grid {
        &mut self.pictures[picture].scene.grids[grid]
    }

    /// The push that is the first move.
    fn push(&mut self) -> &mut Push {
        match &mut self.first().moves[0].1 {
            Motion::Push(push) => push,
            motion => panic!("{motion:?} is no push"),
        }
    }

    /// The steps of a move of the first picture.
    fn steps(&mut self, mv: usize) -> &mut Steps {
        match &mut self.first().moves[mv].1 {
            Motion::Steps(steps) => steps,
            motion => panic!("{motion:?} are no steps"),
        }
    }

    fn nodes(&mut self) -> &mut Vec<SceneNode> {
        &mut self.board.nodes
    }
}

impl Game for Pictures {
    type State = usize;
    type Move = usize;

    fn initial(&self) -> usize {
        0
    }

    fn turn(&self, state: &usize) -> Turn {
        self.pictures[*state].turn
    }

    fn legal_moves(&self, state: &usize, moves: &mut Vec<usize>) {
        moves.extend(0..self.pictures[*state].moves.len());
    }

    fn chance_outcomes(&self, state: &usize, outcomes: &mut Vec<(usize, f64)>) {
        let Picture { turn: Turn::Chance, moves, .. } = &self.pictures[*state] else { return };
        outcomes.extend((0..moves.len()).map(|n| (n, 1.0 / moves.len() as f64)));
    }

    fn play(&self, state: &mut usize, mv: usize) {
        *state = self.pictures[*state].moves[mv].2;
    }
}

impl Notation for Pictures {
    fn move_text(&self, state: &usize, mv: usize) -> String {
        self.pictures[*state].moves[mv].0.to_string()
    }

    fn state_text(&self, state: &usize) -> String {
        state.to_string()
    }

    fn parse_state(&self, text: &str) -> Result<usize, TextError> {
        let known = text.parse().ok().filter(|&state| state < self.pictures.len());
        known.ok_or_else(|| TextError::new("no such picture"))
    }
}

impl Symmetric for Pictures {}
impl NoHints for Pictures {}

impl Depict for Pictures {
    fn scene(&self, state: &usize) -> Scene {
        self.pictures[*state].scene.clone()
    }

    fn scene_after(&self, _: &[usize], state: &usize) -> Scene {
        self.of_games.clone().unwrap_or_else(|| self.scene(state))
    }

    fn board(&self) -> Board {
        self.board.clone()
    }

    fn motion(&self, state: &usize, mv: usize) -> Motion {
        self.pictures[*state].moves[mv].1.clone()
    }
}

impl Playable for Pictures {
    fn name(&self) -> String {
        "pictures".to_string()
    }

    fn has_chance(&self) -> bool {
        self.pictures.iter().any(|picture| picture.turn == Turn::Chance)
    }
}

fn at(grid: usize, row: usize, column: usize) -> Place {
    Place { grid, row, column }
}

/// A grid of the first player's `x`, the second's `o`, neutral `t`, free places and holes.
fn grid(rows: &[&str]) -> Grid {
    let square = |letter| match letter {
        'x' => Square::Taken(Piece::First, 'x'),
        'o' => Square::Taken(Piece::Second, 'o'),
        't' => Square::Taken(Piece::Neutral, 't'),
        '.' => Square::Free,
        _ => Square::Hole,
    };
    let names = |count: usize| (0..count).map(|n| n.to_string()).collect();
    Grid {
        title: String::new(),
        columns: names(rows[0].len()),
        rows: names(rows.len()),
        squares: rows.iter().map(|row| row.chars().map(square).collect()).collect(),
        highlights: Vec::new(),
        ends: Vec::new(),
    }
}

fn grids(grids: impl IntoIterator<Item = Grid>) -> Scene {
    Scene { grids: grids.into_iter().collect(), ..Scene::default() }
}

fn decision(scene: Scene, moves: Vec<(&'static str, Motion, usize)>) -> Picture {
    Picture { scene, turn: Turn::Decision(Player::First), moves }
}

fn end(scene: Scene) -> Picture {
    Picture { scene, turn: Turn::Over(Outcome::Draw), moves: Vec::new() }
}

/// Marks that fall into a board with a hole at its bottom right.
fn falling() -> Pictures {
    let scenes = [["...", "o. "], ["x..", "o. "], ["...", "ox "], ["..t", "o. "]];
    let scene = |n: usize| grids([grid(&scenes[n])]);
    let put = |row, column| Motion::Put(at(0, row, column));
    let moves = vec![("a", put(0, 0), 1), ("b", put(1, 1), 2), ("c", put(0, 2), 3)];
    Pictures {
        of_games: None,
        board: Board {
            axes: vec![2, 3],
            falls: true,
            lines: vec![vec![at(0, 0, 0), at(0, 0, 1)], vec![at(0, 0, 0), at(0, 1, 1)]],
            ..Board::default()
        },
        pictures: vec![decision(scene(0), moves), end(scene(1)), end(scene(2)), end(scene(3))],
    }
}

/// Marks in a cube, which do not fall.
fn cube() -> Pictures {
    let scene = |one: &[&str], two: &[&str]| grids([grid(one), grid(two)]);
    let moves = vec![("put", Motion::Put(at(0, 0, 0)), 1), ("pass", Motion::Choice, 2)];
    let before = || scene(&["..", ".."], &[".o", ".."]);
    Pictures {
        of_games: None,
        board: Board { axes: vec![2, 2, 2], lines: vec![vec![at(0, 0, 0), at(1, 1, 1)]], ..Board::default() },
        pictures: vec![decision(before(), moves), end(scene(&["x.", ".."], &[".o", ".."])), end(before())],
    }
}

/// Three pushes, each with another end for its leader.
fn pushes() -> Pictures {
    let marked = |rows: &[&str], marked: bool| {
        let mut grid = grid(rows);
        let mark = |&(side, line, mv): &(Side, usize, &str)| LineEnd { side, line, mv: mv.to_string() };
        if marked {
            grid.ends = [(Side::Right, 1, "on"), (Side::Left, 1, "off"), (Side::Top, 0, "round")]
                .iter()
                .map(mark)
                .collect();
        }
        grids([grid])
    };
    let push = |run: &[(usize, usize)], way, counts, leader| {
        let run = run.iter().map(|&(row, column)| at(0, row, column)).collect();
        Motion::Push(Push { run, way, counts, leader })
    };
    let moves = vec![
        ("on", push(&[(1, 0), (1, 1), (1, 2)], Side::Right, [2, 0], Leader::Moves), 1),
        ("off", push(&[(1, 2), (1, 1), (1, 0)], Side::Left, [2, 0], Leader::Leaves), 2),
        ("round", push(&[(2, 0), (1, 0), (0, 0)], Side::Top, [1, 2], Leader::Returns), 3),
        ("put", Motion::Put(at(0, 2, 2)), 4),
    ];
    Pictures {
        of_games: None,
        board: Board { pushed: true, ..Board::default() },
        pictures: vec![
            decision(marked(&["o...", "xxt.", "o..x"], true), moves),
            end(marked(&["o...", ".xxt", "o..x"], false)),
            end(marked(&["o...", "xt..", "o..x"], false)),
            end(marked(&["x...", "oxt.", "o..x"], false)),
            end(marked(&["o...", "xxt.", "o.xx"], false)),
        ],
    }
}

/// A coin is tossed.
fn toss() -> Pictures {
    let track = Track { owner: Piece::First, label: "one".to_string(), reached: 0, at_stake: 0, goal: 1 };
    let scene = || Scene { tracks: vec![track.clone()], ..Scene::default() };
    let outcomes = vec![("tails", Motion::Face(0), 2), ("heads", Motion::Face(1), 3)];
    Pictures {
        of_games: None,
        board: Board { faces: vec![0, 1], ..Board::default() },
        pictures: vec![
            decision(scene(), vec![("toss", Motion::Choice, 1)]),
            Picture { scene: scene(), turn: Turn::Chance, moves: outcomes },
            end(scene()),
            end(scene()),
        ],
    }
}

/// Two leaves and a chance node, of whose outcomes one is hidden.
fn tree() -> Pictures {
    let node = |parent, label: &str, kind, probability, hidden| SceneNode {
        parent,
        label: label.to_string(),
        kind,
        value: String::new(),
        probability,
        hidden,
    };
    let scene = |node| Scene { node, ..Scene::default() };
    let moves = vec![("a", Motion::Branch(1), 1), ("b", Motion::Branch(2), 2), ("c", Motion::Branch(3), 3)];
    let outcomes = vec![("1", Motion::Branch(4), 4), ("2", Motion::Choice, 5)];
    Pictures {
        of_games: None,
        board: Board {
            nodes: vec![
                node(None, "", NodeKind::First, None, 0),
                node(Some(0), "a", NodeKind::Leaf, None, 0),
                node(Some(0), "b", NodeKind::Leaf, None, 0),
                node(Some(0), "c", NodeKind::Chance, None, 1),
                node(Some(3), "1", NodeKind::Leaf, Some(0.5), 0),
            ],
            ..Board::default()
        },
        pictures: vec![
            decision(scene(Some(0)), moves),
            end(scene(Some(1))),
            end(scene(Some(2))),
            Picture { scene: scene(Some(3)), turn: Turn::Chance, moves: outcomes },
            end(scene(Some(4))),
            end(scene(None)),
        ],
    }
}

/// Seeds that are sown, pieces that are put, flipped, taken and moved.
fn pits() -> Pictures {
    let scene = |seeds: [u32; 3], pieces: &str| {
        let mut board = grid(&["...", pieces]);
        for (square, count) in board.squares[0].iter_mut().zip(seeds) {
            *square = if count == 0 { Square::Free } else { Square::Counted(Piece::First, count) };
        }
        grids([board])
    };
    let (pit, cell) = (|column| at(0, 0, column), |column| at(0, 1, column));
    let steps = |touched: Vec<Place>, effects: Vec<Effect>| Motion::Steps(Steps { touched, effects });
    let moves = vec![
        ("sow", steps(vec![pit(0)], vec![Effect::Slide(pit(0), pit(1)), Effect::Slide(pit(0), pit(2))]), 1),
        ("eat", steps(vec![pit(1)], vec![Effect::Remove(pit(1)), Effect::Put(pit(2))]), 2),
        ("flip", steps(vec![cell(2)], vec![Effect::Put(cell(2)), Effect::Flip(cell(1))]), 3),
        ("take", steps(vec![cell(0), cell(1)], vec![Effect::Slide(cell(0), cell(1))]), 4),
        ("drop", steps(vec![cell(1)], vec![Effect::Remove(cell(1))]), 5),
    ];
    let pit_of =
        |place: Place| Cell { place, centre: [place.column as f64, 0.0], outline: Outline::Circle(0.9) };
    Pictures {
        of_games: None,
        board: Board { cells: (0..3).map(|column| pit_of(pit(column))).collect(), ..Board::default() },
        pictures: vec![
            decision(scene([2, 1, 0], "xo."), moves),
            end(scene([0, 2, 1], "xo.")),
            end(scene([2, 0, 1], "xo.")),
            end(scene([2, 1, 0], "xxx")),
            end(scene([2, 1, 0], ".x.")),
            end(scene([2, 1, 0], "x..")),
        ],
    }
}

const SCENE: &str = "a scene's grids";
const BOARD: &str = "every scene has the board's lines";
const MOTION: &str = "different moves have different motions";
const PUT: &str = "a piece that is put";
const PUSH: &str = "a push moves";
const BRANCH: &str = "a branch leads";
const EFFECTS: &str = "steps lead";

fn verdict(game: &Pictures) -> Verdict {
    let effort = Effort { games: 30, max_plies: 10, ..Effort::default() };
    check(game, effort, &mut ChaCha8Rng::seed_from_u64(1), &Run::default())
}

type Told = fn() -> Pictures;

#[test]
fn sound_pictures_break_no_law() {
    let cases: [(Told, &[&str]); 6] = [
        (falling, &[PUT]),
        (cube, &[PUT]),
        (pushes, &[PUT, PUSH]),
        (toss, &[]),
        (tree, &[BRANCH]),
        (pits, &[EFFECTS]),
    ];
    for (game, expected) in cases {
        let verdict = verdict(&game());
        assert!(verdict.ok(), "{verdict}");
        for beginning in [PUT, PUSH, BRANCH, EFFECTS] {
            let law = verdict.laws.iter().find(|law| law.law.starts_with(beginning)).unwrap();
            assert_eq!(law.checked > 0, expected.contains(&beginning), "{law:?}");
        }
    }
}

/// The fault in words; the sound pictures; and how they are spoilt.
type Fault = (&'static str, Told, fn(&mut Pictures));

#[test]
fn each_wrong_picture_breaks_its_law() {
    let faults: &[(&str, &[Fault])] = &[
        (
            SCENE,
            &[
                ("an active grid that is not there", falling, |game| game.first().scene.active = vec![1]),
                ("a decided grid that is not there", falling, |game| {
                    game.first().scene.decided = vec![(1, Piece::First)];
                }),
                ("a grid that is decided and active", falling, |game| {
                    game.first().scene.active = vec![0];
                    game.first().scene.decided = vec![(0, Piece::Neutral)];
                }),
                ("another scene in a game", falling, |game| {
                    game.of_games = Some(game.first().scene.clone());
                }),
                ("a letter for both", falling, |game| {
                    game.grid(1, 0).squares[0][1] = Square::Taken(Piece::Second, 'x');
                }),
                ("a dot for a piece", falling, |game| {
                    game.grid(1, 0).squares[0][1] = Square::Taken(Piece::Second, '.');
                }),
                ("a blank for a piece", falling, |game| {
                    game.grid(1, 0).squares[0][1] = Square::Taken(Piece::Second, ' ');
                }),
            ],
        ),
        (
            BOARD,
            &[
                ("a line over a hole", falling, |game| game.board.lines[0][1] = at(0, 1, 2)),
                ("a line beyond the edge", falling, |game| game.board.lines[0][1] = at(0, 0, 3)),
                ("a line on another grid", falling, |game| game.board.lines[0][1] = at(1, 0, 0)),
                ("a line of nothing", falling, |game| game.board.lines[0].clear()),
                ("a line back to itself", falling, |game| game.board.lines[0][1] = at(0, 0, 0)),
                ("a line twice", falling, |game| game.board.lines[1][1] = at(0, 0, 1)),
                ("a line where a hole opens", cube, |game| {
                    game.grid(1, 1).squares[1][1] = Square::Hole;
                }),
                ("two grids that are one", cube, |game| game.board.axes = vec![2, 2]),
                ("two grids to push on", cube, |game| game.board.pushed = true),
                ("too few levels", cube, |game| game.board.axes = vec![2, 2, 2, 2]),
                ("too small levels", cube, |game| game.board.axes = vec![2, 3, 3]),
                ("one axis", cube, |game| game.board.axes = vec![2]),
                ("a face twice", toss, |game| game.board.faces.push(1)),
                ("a cell of no square", pits, |game| game.board.cells[0].place.column = 3),
                ("two cells of one square", pits, |game| game.board.cells[0].place.column = 1),
                ("a cell without an outline", pits, |game| {
                    game.board.cells[0].outline = Outline::Polygon(vec![[0.0, 0.0], [1.0, 0.0]]);
                }),
                ("a title that changes", cube, |game| game.grid(1, 0).title = "later".to_string()),
                ("a column's name that changes", cube, |game| game.grid(1, 0).columns[0].push('!')),
                ("a row's name that changes", cube, |game| game.grid(1, 0).rows[0].push('!')),
                ("other grids side by side", cube, |game| game.pictures[1].scene.across = 1),
                ("a track that ends", toss, |game| game.pictures[2].scene.tracks.clear()),
                ("a node without a tree", toss, |game| game.pictures[2].scene.node = Some(0)),
                ("a node that is not there", tree, |game| game.pictures[5].scene.node = Some(5)),
                ("a beginning below the root", tree, |game| {
                    game.pictures[0].scene.node = None;
                    game.pictures[0].moves.iter_mut().for_each(|mv| mv.1 = Motion::Choice);
                }),
                ("a node of somebody else", tree, |game| game.nodes()[0].kind = NodeKind::Second),
                ("a leaf that goes on", tree, |game| game.nodes()[1].hidden = 1),
                ("children that are not hidden", tree, |game| game.nodes()[3].hidden = 0),
                ("an outcome without a probability", tree, |game| game.nodes()[4].probability = None),
                ("a move with a probability", tree, |game| game.nodes()[1].probability = Some(0.5)),
                ("a root with a name", tree, |game| game.nodes()[0].label.push('r')),
            ],
        ),
        (
            MOTION,
            &[
                ("a grid that is not there", falling, |game| game.first().moves[0].1 = Motion::Grid(1)),
                ("put into a hole", falling, |game| game.first().moves[0].1 = Motion::Put(at(0, 1, 2))),
                ("put beyond the edge", falling, |game| game.first().moves[0].1 = Motion::Put(at(0, 2, 0))),
                ("two moves that do the same", falling, |game| {
                    game.first().moves[0] = ("d", Motion::Put(at(0, 1, 1)), 2);
                }),
                ("a push of nothing", pushes, |game| game.push().run.clear()),
                ("a push beyond the edge", pushes, |game| game.push().run[2].column = 4),
                ("a face the coin has not", toss, |game| game.pictures[1].moves[1].1 = Motion::Face(2)),
                ("a face the die has not", toss, |game| game.board.faces = vec![1, 2]),
                ("a face that somebody chose", toss, |game| game.first().moves[0].1 = Motion::Face(1)),
                ("a face without a die", toss, |game| game.board.faces.clear()),
                ("steps without a place", pits, |game| game.steps(0).touched.clear()),
                ("steps beyond the edge", pits, |game| game.steps(0).touched[0].column = 3),
                ("a branch without a tree", falling, |game| game.first().moves[0].1 = Motion::Branch(0)),
                ("a branch to no node", tree, |game| game.first().moves[0].1 = Motion::Branch(5)),
                ("a branch over a node", tree, |game| game.first().moves[0].1 = Motion::Branch(4)),
                ("a branch of another name", tree, |game| game.first().moves[0].0 = "d"),
            ],
        ),
        (
            PUT,
            &[
                ("nothing comes", falling, |game| game.first().moves[0].2 = 2),
                ("the other's piece comes", cube, |game| {
                    game.grid(1, 0).squares[0][0] = Square::Taken(Piece::Second, 'o');
                }),
                ("it stood there before", cube, |game| {
                    game.grid(0, 0).squares[0][0] = Square::Taken(Piece::First, 'x');
                }),
                ("it floats", falling, |game| {
                    game.first().moves[1] = ("b", Motion::Put(at(0, 0, 1)), 2);
                    game.grid(2, 0).squares[0][1] = Square::Taken(Piece::First, 'x');
                }),
            ],
        ),
        (
            PUSH,
            &[
                ("the leader first", pushes, |game| game.push().run.reverse()),
                ("the other way", pushes, |game| game.push().way = Side::Left),
                ("one is left out", pushes, |game| {
                    game.push().run.remove(1);
                }),
                ("it is half a run", pushes, |game| {
                    game.push().run.pop();
                }),
                ("a free place is pushed", pushes, |game| game.push().run.push(at(0, 1, 3))),
                ("the target counts", pushes, |game| game.push().counts = [3, 0]),
                ("the other side is counted first", pushes, |game| game.push().counts = [0, 2]),
                ("it leaves where there is room", pushes, |game| game.push().leader = Leader::Leaves),
                ("it returns where there is room", pushes, |game| game.push().leader = Leader::Returns),
                ("it returns and leaves a gap", pushes, |game| {
                    let Motion::Push(push) = &mut game.first().moves[1].1 else { panic!("no push") };
                    push.leader = Leader::Returns;
                }),
                ("it moves over the edge", pushes, |game| {
                    let Motion::Push(push) = &mut game.first().moves[1].1 else { panic!("no push") };
                    push.leader = Leader::Moves;
                }),
                ("nothing moves", pushes, |game| {
                    game.grid(1, 0).squares = grid(&["o...", "xxt.", "o..x"]).squares
                }),
                ("the order changes", pushes, |game| {
                    game.grid(1, 0).squares = grid(&["o...", ".xtx", "o..x"]).squares;
                }),
                ("something else moves", pushes, |game| {
                    game.grid(1, 0).squares = grid(&[".o..", ".xxt", "o..x"]).squares;
                }),
                ("it has no mark", pushes, |game| {
                    game.grid(0, 0).ends.remove(0);
                }),
                ("its mark is at another end", pushes, |game| game.grid(0, 0).ends[0].side = Side::Left),
                ("its mark is at another line", pushes, |game| game.grid(0, 0).ends[0].line = 0),
                ("it has two marks", pushes, |game| {
                    let mark = game.grid(0, 0).ends[0].clone();
                    game.grid(0, 0).ends.push(mark);
                }),
            ],
        ),
        (
            EFFECTS,
            &[
                ("a piece comes when a grid is chosen", falling, |game| {
                    game.first().moves[0].1 = Motion::Grid(0);
                }),
                ("a seed is lost", pits, |game| {
                    game.steps(0).effects.pop();
                }),
                ("a seed too many", pits, |game| {
                    let last = game.steps(0).effects[1];
                    game.steps(0).effects.push(last);
                }),
                ("nothing to remove", pits, |game| game.steps(1).effects[0] = Effect::Remove(at(0, 0, 2))),
                ("something else changes", pits, |game| {
                    game.grid(2, 0).squares[1][2] = Square::Taken(Piece::First, 'x');
                }),
                ("the other's piece is put", pits, |game| {
                    game.grid(3, 0).squares[1][2] = Square::Taken(Piece::Second, 'o');
                }),
                ("one that stays is flipped", pits, |game| {
                    game.steps(2).effects.push(Effect::Flip(at(0, 1, 0)));
                }),
                ("it is not taken", pits, |game| game.steps(3).effects[0] = Effect::Put(at(0, 1, 1))),
            ],
        ),
        (
            BRANCH,
            &[
                ("it leads to its sibling", tree, |game| game.pictures[1].scene.node = Some(2)),
                ("it leads out of the tree", tree, |game| game.pictures[1].scene.node = None),
            ],
        ),
    ];
    let mut wrong = Vec::new();
    for &(law, faults) in faults {
        for &(name, game, fault) in faults {
            let mut game = game();
            fault(&mut game);
            let verdict = verdict(&game);
            let failed: Vec<&str> =
                verdict.laws.iter().filter(|law| law.failed > 0).map(|law| law.law).collect();
            if !matches!(failed[..], [one] if one.starts_with(law)) {
                wrong.push(format!("{name} should break '{law}' alone:\n{verdict}"));
            }
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}
