use plywood_games::line::LineGame;
use plywood_games::pig::{Die, Pig};
use plywood_rules::{Game, Playable, Player, Run, Turn, is_symmetric};
use plywood_solve::table::{self, Exact, Phase, PositionCounts, SolveError};

use super::{plain, solved, winner};
use crate::common::{game, line, pikk_pakk, reported};

/// Solves a game from its start or this position, compares every position with the plain solver, and returns the counts
/// and the value of the start.
fn compare<G: Playable>(game: &G, start: Option<&str>) -> (PositionCounts, Exact) {
    let start = start.map_or(game.initial(), |text| game.parse_state(text).unwrap());
    let table = solved(game, &start, false);
    let (mut counts, mut longest) = ([0; 3], 0);
    let values = plain(game, &start);
    for (state, value) in &values {
        let found = table.lookup(game, state).unwrap().map(winner);
        assert_eq!(found, Some(*value), "{} at {}", game.name(), game.state_text(state));
        // Here only the player who moved last can have won a finished game, or else the players' moves
        // alternate anyway.
        let kind = match (value, game.turn(state)) {
            (None, _) => 2,
            (Some((winner, _)), Turn::Decision(player)) => usize::from(*winner != player),
            (Some((winner, _)), _) => usize::from(last_mover(game, state) == *winner),
        };
        counts[kind] += 1;
        longest = longest.max(value.map_or(0, |it| it.1));
    }
    let of = table.counts();
    assert_eq!([of.wins, of.losses, of.draws], counts, "{}", game.name());
    assert_eq!((of.positions, of.longest), (values.len() as u64, longest));
    // Images of each other are worth the same, whether they can be reached or not.
    let merged = solved(game, &start, true);
    let all = merged.counts();
    assert!(all.up_to_symmetry <= of.positions && all.positions >= of.positions);
    for (state, value) in &values {
        assert_eq!(merged.lookup(game, state).unwrap().map(winner), Some(*value));
    }
    (of, table.lookup(game, &start).unwrap().unwrap())
}

/// The player who made the last move of a finished game: the text of a position names the side to move.
fn last_mover<G: Playable>(game: &G, state: &G::State) -> Player {
    let text = game.state_text(state);
    match text.split_whitespace().nth(1) {
        Some("x" | "w") => Player::Second,
        Some("o" | "b") => Player::First,
        other => panic!("whose turn is it in '{text}'? {other:?}"),
    }
}

#[test]
fn boards_are_what_they_are_known_to_be() {
    let (counts, value) = compare(&line("tictactoe"), None);
    assert_eq!((counts.positions, counts.up_to_symmetry), (5478, 765));
    assert_eq!((counts.finished, counts.draws, counts.endless), (958, 1068, 0));
    assert_eq!(value, Exact::Draw);
    let (counts, value) = compare(&line("mnk:m=4,n=3,k=3"), None);
    assert_eq!(counts.positions, 111_973);
    assert_eq!(value, Exact::Win { player: Player::First, plies: 7 });
    let (counts, value) = compare(&line("mnk:m=4,n=4,k=4,gravity=on"), None);
    assert_eq!(counts.positions, 161_029);
    assert_eq!(value, Exact::Draw);
}

#[test]
fn a_larger_board_has_as_many_positions_as_published() {
    let game = line("mnk:m=4,n=4,k=4");
    let table = solved(&game, &game.initial(), false);
    let (counts, value) = (table.counts(), table.lookup(&game, &game.initial()).unwrap());
    assert_eq!((counts.positions, value), (9_722_011, Some(Exact::Draw)));
    assert_eq!(counts.positions, counts.wins + counts.losses + counts.draws);
}

#[test]
fn pikk_pakk_of_size_three_is_what_a_plain_program_finds() {
    for (variant, positions, longest) in
        [("basic", 349_034, 40), ("tie-win", 349_034, 40), ("rolling", 1260, 1), ("rolling-tie-win", 1260, 1)]
    {
        let (counts, value) = compare(&pikk_pakk(&format!("pikkpakk:size=3,variant={variant}")), None);
        assert_eq!(
            (counts.positions, counts.longest, value),
            (positions, longest, Exact::Endless),
            "{variant}"
        );
    }
    // With all its balls this variant has too many positions for a plain program.
    let capture = pikk_pakk("pikkpakk:size=3,variant=capture");
    let (counts, _) = compare(&capture, Some("5/1w3/2w1b/3t1/5 w"));
    assert!(counts.positions > 10_000 && counts.wins > 1000 && counts.losses > 1000, "{counts:?}");
}

/// It reports its progress, can be stopped at any moment, and stays within its memory limit.
#[test]
fn it_is_watched() {
    fn is_watched<G: Playable>(game: &G) {
        let start = game.initial();
        let solve = |run: &Run<'_, _>| table::solve(game, &start, false, run);
        let (table, looks) = reported(&Run::default(), usize::MAX, solve);
        let counts = table.unwrap().counts();
        let last = looks.last().unwrap();
        assert_eq!(last.phase, Phase::Value);
        assert_eq!((last.found, last.valued), (counts.up_to_symmetry, counts.up_to_symmetry));
        // Most positions have several moves, and each of these leads to a position and all its images.
        let sides = if is_symmetric(game, &start) { game.symmetries() as u64 } else { 1 };
        assert_eq!(last.images % sides, 0);
        assert!(last.images / sides > counts.up_to_symmetry);
        for stop_at in [1, looks.len() / 2, looks.len() - 1] {
            assert_eq!(reported(&Run::default(), stop_at, solve).0.unwrap_err(), SolveError::Stopped);
        }
        let halt = solve(&Run { memory: 1 << 20, ..Run::default() }).unwrap_err();
        assert!(matches!(halt, SolveError::Memory { limit: 1, .. }), "{halt}");
    }
    is_watched(&line("mnk:m=4,n=4,k=3"));
    is_watched(&pikk_pakk("pikkpakk:size=3"));
}

#[test]
fn what_does_not_fit_is_refused() {
    fn refusal<G: Playable>(game: &G) -> String {
        table::solve(game, &game.initial(), false, &Run::default()).unwrap_err().to_string()
    }
    assert_eq!(
        refusal(&Pig::new(10, Die::with_faces(6))),
        "it has chance, and a table holds wins, losses and draws"
    );
    assert_eq!(
        refusal(&game::<LineGame<4>>("tesseract")),
        "a position takes 52 bytes, and a table holds 15 at most"
    );
}
