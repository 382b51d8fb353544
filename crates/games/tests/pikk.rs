//! Pikk Pakk as its players meet it: published truths, the laws of games, moves and positions as text.

use plywood_games::pikk_pakk::{Colour, FieldSize, Opening, PIKK_PAKK, PikkPakk, Variant, from_options};
use plywood_rules::laws::{Effort, check, parse_holds};
use plywood_rules::options::Options;
use plywood_rules::perft::perft;
use plywood_rules::random::below;
use plywood_rules::scene::{LineEnd, Piece, Side, Square};
use plywood_rules::{
    Depict, Game, Notation, Outcome, Playable, Player, Run, Symmetric, Turn, moves_or_outcomes,
};
use proptest::prelude::*;
use rand_chacha::ChaCha8Rng;
use rand_core::SeedableRng;

const SIZES: [FieldSize; 4] = [FieldSize::Three, FieldSize::Five, FieldSize::Seven, FieldSize::Nine];
const VARIANTS: [Variant; 5] =
    [Variant::Basic, Variant::TieWin, Variant::Capture, Variant::Rolling, Variant::RollingTieWin];
const OPENING: &str = "9/1wbbbbbb1/1wbwwwww1/1wbwbbbw1/1wbwtwbw1/1wbbbwbw1/1wwwwwbw1/1bbbbbbw1/9 w";

type State = <PikkPakk as Game>::State;

fn basic() -> PikkPakk {
    PikkPakk::new(FieldSize::Seven, Variant::Basic, Opening::Spiral)
}

fn all_games() -> impl Iterator<Item = PikkPakk> {
    VARIANTS.into_iter().flat_map(|variant| {
        SIZES.into_iter().flat_map(move |size| {
            [Opening::Spiral, Opening::Placement].map(|opening| PikkPakk::new(size, variant, opening))
        })
    })
}

/// The game that a name opens.
fn after(game: &PikkPakk, position: &str, moves: &[&str]) -> State {
    let mut state = game.parse_state(position).unwrap();
    for text in moves {
        let mv = game.parse_move(&state, text).unwrap();
        game.play(&mut state, mv);
    }
    state
}

fn winner(game: &PikkPakk, state: &State) -> Option<Player> {
    game.turn(state).outcome().and_then(Outcome::winner)
}

#[test]
fn every_game_obeys_the_laws() {
    let mut rng = ChaCha8Rng::seed_from_u64(1);
    for game in all_games() {
        let verdict = check(&game, Effort { games: 3, max_plies: 200, maps: 8 }, &mut rng, &Run::default());
        assert!(verdict.ok(), "{}: {verdict}", game.name());
    }
}

#[test]
fn the_opening_and_its_perft_are_as_published() {
    let game = basic();
    assert_eq!(game.state_text(&game.initial()), OPENING);
    assert_eq!([1, 2, 3, 4].map(|depth| perft(&game, &game.initial(), depth)), [14, 180, 1948, 19240]);
    let small = PikkPakk::new(FieldSize::Three, Variant::Basic, Opening::Spiral);
    assert_eq!(small.state_text(&small.initial()), "5/1wbb1/1wtw1/1bbw1/5 w");
}

/// Had dark pushed e- from the opening, light would win within three plies, beginning with d-.
#[test]
fn the_published_combination_wins() {
    let game = basic();
    let state = after(&game, &OPENING.replace(" w", " b"), &["e-", "d-"]);
    let replies = moves_or_outcomes(&game, &state);
    assert!(!replies.is_empty());
    for reply in replies {
        let replied = game.child(&state, reply);
        let wins = moves_or_outcomes(&game, &replied)
            .into_iter()
            .any(|mv| winner(&game, &game.child(&replied, mv)) == Some(Player::First));
        assert!(wins, "{} holds", game.move_text(&state, reply));
    }
    let end = after(&game, &OPENING.replace(" w", " b"), &["e-", "d-", "e+", "5-"]);
    assert_eq!(winner(&game, &end), Some(Player::First));
}

/// Balls never leave, a push moves n of them one step, and there are at most 24 pushes.
#[test]
fn random_games_keep_to_what_is_known() {
    let game = basic();
    let side = game.side() as u32;
    let sum = |state: &State| -> u32 {
        let occupied = state.balls(Colour::Light) | state.balls(Colour::Dark) | 1 << state.target();
        (0..side * side).filter(|cell| occupied >> cell & 1 == 1).map(|cell| cell % side + cell / side).sum()
    };
    let mut rng = ChaCha8Rng::seed_from_u64(2);
    let (games, mut wins, mut plies, mut own_goals) = (4000, [0, 0], 0, 0);
    for _ in 0..games {
        let mut state = game.initial();
        loop {
            let count = game.count_moves(&state);
            assert!(count <= 24, "{count} pushes in '{}'", game.state_text(&state));
            let child = game.child(&state, game.nth_move(&state, below(&mut rng, count)));
            assert_eq!(sum(&child).abs_diff(sum(&state)), 7);
            assert_eq!([Colour::Light, Colour::Dark].map(|c| child.balls(c).count_ones()), [24, 24]);
            plies += 1;
            if let Some(winner) = winner(&game, &child) {
                wins[winner.index()] += 1;
                // The side to move next has won, and not because the mover had no push: an own goal.
                own_goals += u32::from(winner == game.player(child.mover()));
                break;
            }
            state = child;
        }
    }
    let share = |n: u32| f64::from(n) / f64::from(games);
    assert!((0.47..0.53).contains(&share(wins[0])), "{wins:?}");
    assert!((46.0..57.0).contains(&share(plies)), "{}", share(plies));
    assert!((0.37..0.43).contains(&share(own_goals)), "{own_goals}");
}

#[test]
fn a_player_without_a_push_loses() {
    let check = |variant, position: &str, loser| {
        let game = PikkPakk::new(FieldSize::Three, variant, Opening::Spiral);
        let state = game.parse_state(position).unwrap();
        assert_eq!(winner(&game, &state).map(Player::other), Some(loser), "'{position}'");
        let refusal = game.parse_move(&state, "a+").unwrap_err().to_string();
        assert_eq!(refusal, "'a+' cannot be played: the game is over");
    };
    // No full line at all, then no ball that could be more than none.
    check(Variant::Basic, "w1w1w/5/b1t1b/5/wb2b w", Player::First);
    check(Variant::Basic, "w1w1w/5/b1t1b/5/wb2b b", Player::Second);
    check(Variant::Capture, "5/5/2t2/w4/5 b", Player::Second);
}

#[test]
fn variants_push_what_they_say() {
    let check = |size, variant, position: &str, mv: &str, expected: &str, expected_winner| {
        let game = PikkPakk::new(size, variant, Opening::Spiral);
        let state = after(&game, position, &[mv]);
        assert_eq!(game.state_text(&state), expected);
        assert_eq!(winner(&game, &state), expected_winner, "'{position}' {mv}");
    };
    let light = Some(Player::First);
    use FieldSize::{Five, Three};
    use Variant::{Basic, Capture, Rolling, RollingTieWin, TieWin};
    // Two against two beside the target, pushed because that encloses it.
    let (before, pushed) = ("7/1wwwww1/1bbbwb1/1bwtwb1/1bbbwb1/1wwwbb1/7 w", "2bwtwb/1bbbwb1/1wwwbb1/7 b");
    check(Five, TieWin, before, "4+", &format!("7/1wwwww1/1bbbwb1/{pushed}"), light);
    let (before, rolled) = ("wwwww/bwbbb/twbbw/bwbbb/wwwbb w", "wwwww/bwbbb/wtwbb/bwbbb/wwwbb b");
    check(Five, RollingTieWin, before, "3+", rolled, light);
    // The ball on the edge leaves; a run elsewhere only moves.
    check(Three, Capture, "5/5/2t2/5/wwb2 w", "1-", "5/5/2t2/5/wb3 b", None);
    check(Three, Capture, "b4/5/2t2/5/w1wb1 b", "a-@5", "5/b4/2t2/5/w1wb1 w", None);
    // A ball or target pushed out on one side re-enters on the other.
    check(Three, Rolling, "wbb/wtw/bbw w", "2+", "wbb/wwt/bbw b", None);
    check(Three, Rolling, "wbb/wwt/bbw w", "2+", "wbb/tww/bbw b", None);
    check(Three, Rolling, "btb/www/bwb w", "b-", "bwb/wtw/bwb b", light);
    // The player of that colour wins, even if the other one pushed.
    check(Three, Basic, "5/wbw2/1btb1/2b2/w3w w", "4+", "5/1wbw1/1btb1/2b2/w3w b", light.map(Player::other));
}

/// Dark places first and is the first player there; light places last and pushes first.
#[test]
fn placing_leads_to_pushing() {
    let game = PikkPakk::new(FieldSize::Three, Variant::Basic, Opening::Placement);
    assert_eq!(game.player_names(), ["dark", "light"]);
    assert_eq!(game.state_text(&game.initial()), "5/5/2t2/5/5 b place");
    let state = after(&game, "5/5/2t2/5/5 b place", &["b2", "B3", "c2", "d2", "b4", "c4", "d4"]);
    assert_eq!(game.state_text(&state), "5/1bwb1/1wt2/1bbw1/5 w place");
    assert_eq!(game.turn(&state), Turn::Decision(Player::Second));
    let state = after(&game, "5/1bwb1/1wt2/1bbw1/5 w place", &["d3"]);
    assert_eq!(game.state_text(&state), "5/1bwb1/1wtw1/1bbw1/5 w");
    assert_eq!(game.turn(&state), Turn::Decision(Player::Second));
    // Enclosed before all balls are placed: over, though there are free cells.
    let state = after(&game, "5/1wb2/1bt2/1wbw1/5 b place", &["d3"]);
    assert_eq!(game.state_text(&state), "5/1wb2/1btb1/1wbw1/5 w place");
    assert_eq!(winner(&game, &state), Some(Player::First));
    assert!(moves_or_outcomes(&game, &state).is_empty());
}

#[test]
fn moves_are_read_in_several_spellings() {
    let check = |variant, position: &str, text: &str, expected: &str| {
        let game = PikkPakk::new(
            if position.len() > 50 { FieldSize::Seven } else { FieldSize::Three },
            variant,
            Opening::Spiral,
        );
        let state = game.parse_state(position).unwrap();
        let mv = game.parse_move(&state, text).unwrap();
        assert_eq!(game.move_text(&state, mv), expected);
    };
    for (text, expected) in
        [("b-", "b-"), ("B-", "b-"), ("b↓", "b-"), ("b↑", "b+"), ("5→", "5+"), ("5←", "5-"), ("5+", "5+")]
    {
        check(Variant::Basic, OPENING, text, expected);
    }
    // Where a line holds one run, or only one that can move, its beginning need not be said.
    let position = "w4/5/2t2/5/w1b1w w";
    for (text, expected) in
        [("a-@1", "a-@1"), ("a+@5", "a+@5"), ("1+@A", "1+@a"), ("1+@e", "1+@e"), ("e+", "e+"), ("e+@1", "e+")]
    {
        check(Variant::Capture, position, text, expected);
    }
    check(Variant::Capture, "5/5/2t2/5/w1b2 w", "1+", "1+@a");
}

#[test]
fn wrong_moves_say_why() {
    let check = |game: &PikkPakk, state: &State, text: &str, expected: &str| {
        let error = game.parse_move(state, text).unwrap_err().to_string();
        assert_eq!(error, format!("'{text}' cannot be played: {expected}"));
    };
    let game = basic();
    let how = "a push is a file a to i or a rank 1 to 9 and its direction, + or -, such as e- or 5+";
    for (text, expected) in [
        ("", how),
        ("e", how),
        ("e4", how),
        ("-", "there is no line '': files are a to i, ranks 1 to 9"),
        ("z-", "there is no line 'z': files are a to i, ranks 1 to 9"),
        ("10+", "there is no line '10': files are a to i, ranks 1 to 9"),
        ("05+", "there is no line '05': files are a to i, ranks 1 to 9"),
        ("b→", "file b moves up or down"),
        ("5↑", "rank 5 moves left or right"),
        ("a-", "file a has 0 balls; a full line has 7"),
        ("c-", "light has no majority in file c: 1 against 6"),
        ("b-@2", "runs are chosen with @ only in variant=capture"),
    ] {
        check(&game, &game.initial(), text, expected);
    }
    let moved = after(&game, OPENING, &["b+", "c-"]);
    check(&game, &moved, "b+", "file b is at that edge already, and no ball may leave the field");
    check(&game, &moved, "2-", "rank 2 has 6 balls; a full line has 7");

    let small = |variant, position: &str, text: &str, expected: &str| {
        let game = PikkPakk::new(FieldSize::Three, variant, Opening::Spiral);
        check(&game, &game.parse_state(position).unwrap(), text, expected);
    };
    use Variant::{Basic, Capture, TieWin};
    small(Basic, "5/ww1w1/1btb1/1bwb1/5 b", "4+", "rank 4 has a gap; a full line is 3 balls without one");
    small(Basic, "5/wwww1/1btb1/1b1b1/5 b", "4+", "rank 4 has 4 balls in a row; a full line has exactly 3");
    small(Basic, "5/1wbb1/1wtb1/1bww1/5 w", "3+", "light has no majority in rank 3: 1 against 1");
    small(
        TieWin,
        "5/1wbb1/1wtb1/1bww1/5 w",
        "3+",
        "rank 3 has as many light balls as dark, so the push would have to win at once",
    );
    let runs = "b3t/4w/2b2/5/w1w1w w";
    small(Capture, runs, "1+", "rank 1 has several runs; add @ and where the run begins, one of a, c, e");
    small(Capture, runs, "1+@b", "no run of rank 1 begins at 'b'; one begins at a, c, e");
    small(Capture, runs, "b+", "file b is empty");
    small(Capture, runs, "e+@4", "the target may not be pushed over the edge");
    small(Capture, runs, "c+@3", "light has no majority in that run of file c: 0 against 1");
    small(Capture, runs, "5+", "none of the runs of rank 5 can be pushed that way");

    let game = PikkPakk::new(FieldSize::Seven, Variant::Basic, Opening::Placement);
    let how = "a ball is placed on a cell, file a to i and rank 1 to 9, such as d4";
    let placed = after(&game, "9/9/9/9/4t4/9/9/9/9 b place", &["d4"]);
    for (text, expected) in [
        ("e-", how),
        ("", how),
        ("é4", how),
        ("a1", "balls are placed on the middle 7 x 7 cells"),
        ("e5", "the target is on e5 already"),
        ("d4", "a ball is on d4 already"),
    ] {
        check(&game, &placed, text, expected);
    }
}

#[test]
fn wrong_positions_say_why() {
    let check = |game: PikkPakk, text: &str, expected: &str| {
        assert_eq!(game.parse_state(text).unwrap_err().to_string(), expected, "'{text}'");
    };
    let basic = || PikkPakk::new(FieldSize::Three, Variant::Basic, Opening::Spiral);
    for (text, expected) in [
        ("", "an empty position; one looks like '5/1wbb1/1wtw1/1bbw1/5 w'"),
        ("5/1wbb1/1wtw1/1bbw1 w", "the board has 4 ranks instead of 5: ranks are separated by '/'"),
        ("5/1wbb1/1wtw/1bbw1/5 w", "rank 3 has 4 cells instead of 5"),
        ("5/1wbb1/1wtwww/1bbw1/5 w", "rank 3 has 6 cells instead of 5"),
        ("5/1wbb1/1wtw1/1bbw1/50 w", "rank 1 has 50 cells instead of 5"),
        ("5/1wbb1/1wtw1/1bbw1/05 w", "rank 1: '05' is no number of empty cells"),
        ("5/1wbb1/1wtw1/1bbw1/999 w", "rank 1: '999' is no number of empty cells"),
        (
            "5/1wbb1/1wtx1/1bbw1/5 w",
            "rank 3: 'x' is neither w (light), b (dark), t (target) nor a number of empty cells",
        ),
        ("5/1wbb1/1w1w1/1bbw1/5 w", "the target (t) is missing"),
        ("5/1wbb1/1wtw1/1bbt1/5 w", "there are 2 targets (t) instead of one"),
        ("5/1wbb1/1wt2/1bbw1/5 w", "there are 3 light balls (w) instead of 4"),
        ("5/1wbb1/1wtw1/1bbw1/4b w", "there are 5 dark balls (b) instead of 4"),
        ("5/1wbb1/1wtw1/1bbw1/5", "the side to move is missing: w or b after the board"),
        ("5/1wbb1/1wtw1/1bbw1/5 x", "the side to move is 'x'; it has to be w or b"),
        ("5/1wbb1/1wtw1/1bbw1/5 w w", "'w' after the side to move is too much"),
        ("5/1wbb1/1wtw1/1bbw1/5 w place", "'place' belongs only to games with opening=placement"),
    ] {
        check(basic(), text, expected);
    }
    let capture = PikkPakk::new(FieldSize::Three, Variant::Capture, Opening::Spiral);
    check(capture, "5/1wbb1/1wtw1/1bbw1/4b w", "there are 5 dark balls (b) instead of at most 4");
    let placing = || PikkPakk::new(FieldSize::Three, Variant::Basic, Opening::Placement);
    for (text, expected) in [
        (
            "5/5/1wtb1/5/5 w",
            "there are 1 light balls (w) instead of 4; while balls are placed, 'place' follows the side to move",
        ),
        ("5/5/1t3/5/5 b place", "while balls are placed the target is on c3"),
        ("b4/5/2t2/5/5 w place", "balls are placed on the middle 3 x 3 cells only"),
        ("5/1wbb1/1wtw1/1bbw1/5 w place", "all balls are placed: leave out 'place'"),
        ("5/5/1wt2/5/5 b place", "1 light and 0 dark balls cannot have been placed in turn, dark first"),
        ("5/5/1bt2/5/5 b place", "with 0 light and 1 dark balls placed it is light's turn (w)"),
        ("5/5/1bt2/5/5 w place now", "'now' at the end is too much"),
    ] {
        check(placing(), text, expected);
    }
}

#[test]
fn scenes_show_the_field() {
    let game = basic();
    assert_eq!(game.player_names(), ["light", "dark"]);
    let scene = game.scene(&game.initial());
    let grid = &scene.grids[0];
    assert_eq!(
        (grid.columns.concat(), grid.rows.concat()),
        ("abcdefghi".to_string(), "987654321".to_string())
    );
    let taken = |piece, letter| Square::Taken(piece, letter);
    assert_eq!(grid.squares[4][4], taken(Piece::Neutral, 't'));
    assert_eq!((&grid.squares[1][1], &grid.squares[0][1]), (&taken(Piece::First, 'w'), &Square::Free));
    assert_eq!(grid.squares[1][2], taken(Piece::Second, 'b'));
    assert_eq!((grid.ends.len(), grid.highlights.len(), scene.facts.len()), (14, 0, 0));
    for (side, line, mv) in [(Side::Bottom, 1, "b-"), (Side::Top, 1, "b+"), (Side::Right, 4, "5+")] {
        assert!(grid.ends.contains(&LineEnd { side, line, mv: mv.to_string() }), "{mv}: {:?}", grid.ends);
    }

    let end = after(&game, &OPENING.replace(" w", " b"), &["e-", "d-", "e+", "5-"]);
    let grid = &game.scene(&end).grids[0];
    assert_eq!(grid.highlights.len(), 4);
    assert!(
        grid.highlights.iter().all(|&(row, column)| grid.squares[row][column] == taken(Piece::First, 'w'))
    );
    assert!(grid.ends.is_empty());

    let game = PikkPakk::new(FieldSize::Three, Variant::Basic, Opening::Placement);
    let scene = game.scene(&after(&game, "5/5/2t2/5/5 b place", &["b2"]));
    assert_eq!(scene.grids[0].squares[3][1], taken(Piece::First, 'b'));
    let fact = |name: &str, n: &str| (name.to_string(), n.to_string());
    assert_eq!(scene.facts, [fact("dark to place", "3"), fact("light to place", "4")]);
    let game = PikkPakk::new(FieldSize::Three, Variant::Capture, Opening::Spiral);
    let scene = game.scene(&game.parse_state("5/5/2t2/5/wwb2 w").unwrap());
    assert_eq!(scene.facts, [fact("light lost", "2"), fact("dark lost", "3")]);
}

#[test]
fn names_open_the_same_game_again() {
    for game in all_games() {
        let name = game.name();
        let given = name.strip_prefix("pikkpakk").unwrap().strip_prefix(':');
        let options = Options::read("game 'pikkpakk'", PIKK_PAKK.parameters, given).unwrap();
        assert_eq!(from_options(&options).unwrap().name(), name);
    }
    assert_eq!(basic().name(), "pikkpakk");
    let game = PikkPakk::new(FieldSize::Three, Variant::Capture, Opening::Placement);
    assert_eq!(game.name(), "pikkpakk:size=3,variant=capture,opening=placement");
}

/// Evaluations for both sides differ in sign alone, and turning the board changes nothing.
#[test]
fn evaluations_are_fair() {
    let mut rng = ChaCha8Rng::seed_from_u64(3);
    for (game, n) in all_games().flat_map(|game| [(game.clone(), 0), (game, 1)]) {
        let named = game.evaluations().swap_remove(n);
        let points = |state: &State| named.evaluation.evaluate(&game, state);
        let mut state = game.initial();
        for _ in 0..60 {
            let Turn::Decision(_) = game.turn(&state) else { break };
            for map in 1..8 {
                assert_eq!(points(&game.map_state(&state, map)), points(&state));
            }
            let text = game.state_text(&state);
            if !state.is_placing() {
                let (board, mover) = text.rsplit_once(' ').unwrap();
                let exchange: String = board
                    .chars()
                    .map(|c| match c {
                        'w' => 'b',
                        'b' => 'w',
                        c => c,
                    })
                    .collect();
                let mover = if mover == "w" { "b" } else { "w" };
                let exchanged = game.parse_state(&format!("{exchange} {mover}")).unwrap();
                assert_eq!(points(&exchanged), -points(&state), "'{text}'");
            }
            let moves = moves_or_outcomes(&game, &state);
            state = game.child(&state, moves[below(&mut rng, moves.len())]);
        }
    }
}

proptest! {
    #[test]
    fn no_text_of_a_position_panics(text in "[wbt1-9/]{0,40}( [wbx])?( place)?", game in 0usize..40) {
        let game = all_games().nth(game).unwrap();
        parse_holds(&game, &text);
    }

    /// Two characters of a good position exchanged, so that much of what comes out is accepted.
    #[test]
    fn positions_that_are_read_can_be_played(game in 0usize..40, swaps in prop::collection::vec(0usize..200, 0..12)) {
        let game = all_games().nth(game).unwrap();
        let mut letters: Vec<char> = game.state_text(&game.initial()).chars().collect();
        for pair in swaps.chunks_exact(2) {
            let count = letters.len();
            letters.swap(pair[0] % count, pair[1] % count);
        }
        parse_holds(&game, &letters.iter().collect::<String>());
    }

    #[test]
    fn no_text_of_a_move_panics(text in "\\PC{0,6}|[a-kA-K0-9]{1,2}[-+↑↓←→](@[a-k0-9]{1,2})?", game in 0usize..40) {
        let game = all_games().nth(game).unwrap();
        if let Ok(mv) = game.parse_move(&game.initial(), &text) {
            prop_assert!(moves_or_outcomes(&game, &game.initial()).contains(&mv));
        }
    }
}
