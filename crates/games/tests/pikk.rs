//! Pikk Pakk as its players meet it: published truths, the laws of games, moves and positions as text.

use plywood_games::pikk_pakk::{Colour, Opening, PIKK_PAKK, PikkPakk, Size, Variant, open};
use plywood_games::Visitor;
use plywood_rules::laws::{Effort, check, parse_holds};
use plywood_rules::options::Options;
use plywood_rules::perft::perft;
use plywood_rules::random::below;
use plywood_rules::scene::{LineEnd, Piece, Side, Square};
use plywood_rules::{
    Depict, Game, Notation, Outcome, Playable, Player, Symmetric, Turn, moves_or_outcomes,
};
use proptest::prelude::*;
use rand_chacha::ChaCha8Rng;
use rand_core::SeedableRng;

const SIZES: [Size; 4] = [Size::Three, Size::Five, Size::Seven, Size::Nine];
const VARIANTS: [Variant; 5] =
    [Variant::Basic, Variant::TieWin, Variant::Capture, Variant::Rolling, Variant::RollingTieWin];
const OPENING: &str =
    "9/1wbbbbbb1/1wbwwwww1/1wbwbbbw1/1wbwtwbw1/1wbbbwbw1/1wwwwwbw1/1bbbbbbw1/9 w";

type State = <PikkPakk as Game>::State;

fn basic() -> PikkPakk {
    PikkPakk::new(Size::Seven, Variant::Basic, Opening::Spiral)
}

fn all_games() -> impl Iterator<Item = PikkPakk> {
    VARIANTS.into_iter().flat_map(|variant| {
        SIZES.into_iter().flat_map(move |size| {
            [Opening::Spiral, Opening::Placement].map(|opening| PikkPakk::new(size, variant, opening))
        })
    })
}

/// The game that a name opens.
struct Name;

impl Visitor for Name {
    type Output = String;
    fn visit<G: Playable>(self, game: G) -> String {
        game.name()
    }
}

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
        let verdict = check(&game, Effort { games: 3, max_plies: 200, maps: 8 }, &mut rng, |_| true);
        assert!(verdict.ok(), "{}: {verdict}", game.name());
    }
}

#[test]
fn the_opening_and_its_perft_are_as_published() {
    let game = basic();
    assert_eq!(game.state_text(&game.initial()), OPENING);
    assert_eq!([1, 2, 3, 4].map(|depth| perft(&game, &game.initial(), depth)), [14, 180, 1948, 19240]);
    let small = PikkPakk::new(Size::Three, Variant::Basic, Opening::Spiral);
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
                // Whoever moves next has won, and not because the mover had no push: an own goal.
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
    // Dark has a majority in no full line: all of them lie in the light half.
    let game = PikkPakk::new(Size::Three, Variant::Capture, Opening::Spiral);
    let state = game.parse_state("5/5/2t2/w4/5 b").unwrap();
    assert_eq!(game.turn(&state), Turn::Over(Outcome::Win(Player::First)));
    assert!(game.parse_move(&state, "a+").unwrap_err().to_string().ends_with("the game is over"));
}

#[test]
fn variants_push_what_they_say() {
    let check = |size, variant, position: &str, mv: &str, expected: &str| {
        let game = PikkPakk::new(size, variant, Opening::Spiral);
        let state = game.parse_state(position).unwrap();
        let mv = game.parse_move(&state, mv).unwrap_or_else(|error| panic!("'{position}': {error}"));
        let state = game.child(&state, mv);
        assert_eq!(game.state_text(&state), expected);
        winner(&game, &state)
    };
    let first = Some(Player::First);
    // A line with one ball each beside the target, pushed because that encloses it.
    let tie = "5/1wbb1/1bwt1/1wbw1/3b1 b";
    let _ = tie;
    // Captures: the ball on the edge leaves; a run elsewhere moves only.
    assert_eq!(check(Size::Three, Variant::Capture, "5/5/2t2/5/wwb2 w", "1-", "5/5/2t2/5/wb3 b"), None);
    assert_eq!(check(Size::Three, Variant::Capture, "b4/5/2t2/5/w1wb1 b", "a-", "5/b4/2t2/5/w1wb1 w"), None);
    // Rolling: what goes out on one side comes in on the other, the target too.
    assert_eq!(check(Size::Three, Variant::Rolling, "wbb/wtw/bbw w", "2+", "wbb/wwt/bbw b"), None);
    assert_eq!(check(Size::Three, Variant::Rolling, "wbb/wwt/bbw w", "2+", "wbb/tww/bbw b"), None);
    assert_eq!(check(Size::Three, Variant::Rolling, "bwb/wtw/bwb w", "1-", "bwb/wtw/wbb b"), first);
}
