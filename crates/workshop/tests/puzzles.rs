//! Puzzles, made anew and as they come with the page: the solver values their moves again, and the search for forced wins, which shares no
//! code with it, counts the plies of their wins.

use std::collections::HashSet;
use std::path::Path;
use std::sync::Mutex;

use plywood_rules::threads::{beside, lock};
use plywood_rules::{Outcome, Player, Proved, Run, Stop, Turn, Value};
use plywood_workshop::{Puzzle, PuzzleGoal, PuzzleOptions, Session, Workshop, puzzles};

/// Puzzles of the page whose difficulty is checked: one in this many.
const SAMPLED: usize = 10;
/// Searches for that are no deeper.
const DEEPEST_SAMPLED: u32 = 6;

/// The fewest plies in which `side` wins, within `most`.
fn wins_in(session: &dyn Session, side: Player, most: u32) -> Option<u32> {
    match session.turn() {
        Turn::Over(outcome) => (outcome.winner() == Some(side)).then_some(0),
        _ => session.wins_within(Some(side), most, &Run::default()).unwrap().plies,
    }
}

/// The value of a position for `side`: 1 for a win, 0 for a draw, -1 for a loss.
fn value(session: &dyn Session, side: Player) -> i8 {
    let player = match session.turn() {
        Turn::Over(outcome) => return outcome.utility(side),
        turn => turn.player().unwrap(),
    };
    let for_mover = match session.solve(None, &Run::default()).unwrap().value {
        Some(Value::Proved(Proved::Win { .. })) => 1,
        Some(Value::Proved(Proved::Draw)) => 0,
        Some(Value::Proved(Proved::Loss { .. })) => -1,
        Some(Value::Exact(points)) => Outcome::Payoff(points).utility(Player::First),
        other => panic!("{} has no value: {other:?}", session.position()),
    };
    if player == side { for_mover } else { -for_mover }
}

/// The moves after which `holds`.
fn moves_where(session: &mut dyn Session, holds: impl Fn(&dyn Session) -> bool) -> Vec<String> {
    let mut moves = session.moves();
    moves.retain(|mv| {
        session.play(mv).unwrap();
        let kept = holds(session);
        session.undo();
        kept
    });
    moves
}

/// Checks everything that a puzzle says but its difficulty. Returns its position up to symmetry.
fn check(workshop: &Workshop, puzzle: &Puzzle) -> String {
    let Puzzle { version, game, position, side, goal, plies, solution, difficulty } = puzzle;
    let told = format!("{game} {position}");
    let mut session = workshop.open(game).unwrap().session(Some(position), "", 0).unwrap();
    assert_eq!((*version, session.game()), (Puzzle::VERSION, game.clone()), "{told}");
    assert_eq!(session.turn(), Turn::Decision(*side), "{told}");
    assert!((1..=Puzzle::DEEPEST + 1).contains(difficulty), "{told}");
    let worth = match goal {
        PuzzleGoal::Win => 1,
        PuzzleGoal::Draw => 0,
    };
    let keeping = moves_where(&mut *session, |after| value(after, *side) >= worth);
    assert_eq!(keeping, solution[..1], "{told}");
    assert_eq!(value(&*session, *side), worth, "{told}");
    let image = session.canonical_position();
    let Some(plies) = *plies else {
        assert_eq!(solution.len(), 1, "{told}");
        return image;
    };
    assert_eq!((solution.len(), wins_in(&*session, *side, plies)), (plies as usize, Some(plies)), "{told}");
    for (left, mv) in (0..plies).rev().zip(solution) {
        if session.turn() == Turn::Decision(*side) {
            let in_time = moves_where(&mut *session, |after| wins_in(after, *side, left).is_some());
            assert_eq!(&in_time, std::slice::from_ref(mv), "{told}");
        }
        session.play(mv).unwrap();
        assert_eq!(wins_in(&*session, *side, left), Some(left), "a reply that holds out: {told}");
    }
    image
}

/// Checks the difficulty of a puzzle.
fn check_difficulty(workshop: &Workshop, puzzle: &Puzzle) {
    let Puzzle { game, position, solution, difficulty, .. } = puzzle;
    let session = workshop.open(game).unwrap().session(Some(position), "", 0).unwrap();
    let finds = |depth: u32| {
        let analysis = session.analyse(&Puzzle::finder(depth), false, 0, &Stop::never()).unwrap();
        analysis.best == solution[0]
    };
    let shallower = difficulty - 1;
    assert!(shallower == 0 || shallower > DEEPEST_SAMPLED || !finds(shallower), "{game} {position}");
    assert!((*difficulty..=DEEPEST_SAMPLED).all(finds), "{game} {position}");
}

fn options(count: usize) -> PuzzleOptions {
    PuzzleOptions { count, seed: 5, nodes: 20_000 }
}

#[test]
fn a_seed_gives_the_same_puzzles_with_any_number_of_threads() {
    let game = Workshop::standard().open("connect4:m=5,n=5").unwrap();
    let make = |threads| puzzles(&game, &options(6), &Run { threads, ..Run::default() }).unwrap();
    let made = make(1);
    assert_eq!(made.puzzles.len(), 6);
    assert_eq!(made, make(3));
    let images: HashSet<String> =
        made.puzzles.iter().map(|puzzle| check(&Workshop::standard(), puzzle)).collect();
    assert_eq!(images.len(), 6, "two are the same up to symmetry");
}

#[test]
fn a_game_with_dice_has_none() {
    let game = Workshop::standard().open("pig").unwrap();
    let refused = puzzles(&game, &options(1), &Run::default()).unwrap_err();
    assert!(refused.to_string().contains("dice"), "{refused}");
}

#[test]
fn slow_each_puzzle_of_the_page_has_one_good_move() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../server/ui/puzzles");
    let mut files: Vec<_> = folder.read_dir().unwrap().map(|file| file.unwrap().path()).collect();
    files.sort();
    assert_eq!(files.len(), 5);
    let workshop = Workshop::standard();
    for file in files {
        let text = std::fs::read_to_string(&file).unwrap();
        let puzzles: Vec<Puzzle> = text.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
        assert_eq!(puzzles.len(), 200, "{}", file.display());
        assert!(puzzles.iter().all(|puzzle| puzzle.game == puzzles[0].game));
        assert!(puzzles.is_sorted_by_key(|puzzle| (puzzle.difficulty, puzzle.plies)));
        let at_once = puzzles.iter().filter(|puzzle| puzzle.plies == Some(1)).count();
        assert!(at_once <= 10, "{at_once} wins in one ply");
        let (todo, images) = (Mutex::new(puzzles.iter().enumerate()), Mutex::new(HashSet::new()));
        let work = || {
            while let Some((number, puzzle)) = lock(&todo).next() {
                let image = check(&workshop, puzzle);
                assert!(lock(&images).insert(image), "again, up to symmetry: {}", puzzle.position);
                if number % SAMPLED == 0 {
                    check_difficulty(&workshop, puzzle);
                }
            }
        };
        beside(1, &|_| work(), &mut || work());
    }
}
