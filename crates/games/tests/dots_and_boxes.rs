//! Dots and boxes against a plain second writing of its rules, exact values of small boards, and the laws.

use std::collections::{HashMap, HashSet};

use plywood_games::dots_and_boxes::{DotsAndBoxes, State};
use plywood_rules::laws;
use plywood_rules::random::below;
use plywood_rules::scene::{Effect, Piece, Place, Scene, Square};
use plywood_rules::{
    Depict, Game, Motion, Notation, OrderingHints, Outcome, Playable, Player, Symmetric, Turn,
    moves_or_outcomes,
};
use proptest::prelude::*;
use rand_chacha::ChaCha8Rng;
use rand_chacha::rand_core::SeedableRng;

use crate::twin::{Twin, beats_random, laws_hold, perft_holds, plays_alike, reads_moves, refusal, refuses};

#[test]
fn the_laws_hold() {
    for (text, name, games) in [
        ("dotsandboxes", "dotsandboxes", 6),
        ("dotsandboxes:m=4,n=3", "dotsandboxes", 1),
        ("dotsandboxes:m=1,n=1", "dotsandboxes:m=1,n=1", 5),
        ("dotsandboxes:m=2,n=2", "dotsandboxes:m=2,n=2", 15),
        ("dotsandboxes:m=1,n=5", "dotsandboxes:m=1,n=5", 8),
        ("dotsandboxes:n=4", "dotsandboxes:n=4", 4),
        ("dotsandboxes:m=7", "dotsandboxes:m=7", 2),
        ("dotsandboxes:m=7,n=7", "dotsandboxes:m=7,n=7", 1),
    ] {
        laws_hold(text, name, games);
    }
}

#[test]
fn options_that_do_not_fit_are_refused() {
    for (text, part) in [
        ("dotsandboxes:m=0", "'m' of game 'dotsandboxes' cannot be '0'; it has to be 1 to 7"),
        ("dotsandboxes:n=8", "it has to be 1 to 7"),
        ("dotsandboxes:size=3", "it takes m, n"),
    ] {
        let error = refusal(text);
        assert!(error.contains(part), "{text}: {error}");
    }
    assert!(DotsAndBoxes::new(8, 1).unwrap_err().to_string().contains("there cannot be 8 x 1 boxes"));
}

/// The game as drawn on paper: the names of the edges drawn, and the initials in the boxes.
#[derive(Clone, Debug)]
struct Paper {
    size: (u8, u8),
    drawn: HashSet<String>,
    owners: HashMap<(u8, u8), char>,
    mover: char,
}

fn name(kind: char, column: u8, row: u8) -> String {
    format!("{kind}{}{}", char::from(b'a' + column), row + 1)
}

impl Paper {
    fn new(m: u8, n: u8) -> Paper {
        Paper { size: (m, n), drawn: HashSet::new(), owners: HashMap::new(), mover: 'A' }
    }

    fn named(name: &str) -> Paper {
        let value = |key: &str, default| {
            let rest = name.split([':', ',']).find_map(|part| part.strip_prefix(key));
            rest.map_or(default, |value| value.parse().unwrap())
        };
        Paper::new(value("m=", 4), value("n=", 3))
    }

    /// All edges, each with the row of the text in which it is.
    fn rows(&self) -> Vec<(char, Vec<String>)> {
        let (m, n) = self.size;
        let mut rows = vec![('-', (0..m).map(|column| name('h', column, 0)).collect())];
        for row in 0..n {
            rows.push(('|', (0..=m).map(|column| name('v', column, row)).collect()));
            rows.push(('-', (0..m).map(|column| name('h', column, row + 1)).collect()));
        }
        rows.reverse();
        rows
    }

    fn score(&self, initial: char) -> usize {
        self.owners.values().filter(|&&owner| owner == initial).count()
    }
}

impl Twin for Paper {
    fn text(&self) -> String {
        let edge = |edge: &String, sign: char| if self.drawn.contains(edge) { sign } else { '.' };
        let row = |(sign, row): &(char, Vec<String>)| row.iter().map(|name| edge(name, *sign)).collect();
        let rows: Vec<String> = self.rows().iter().map(row).collect();
        let side = if self.mover == 'A' { "first" } else { "second" };
        format!("{} {}-{} {side}", rows.join("/"), self.score('A'), self.score('B'))
    }

    fn turn(&self) -> Turn {
        if self.owners.len() == usize::from(self.size.0 * self.size.1) {
            return Turn::Over(Outcome::Payoff(self.score('A') as f64 - self.score('B') as f64));
        }
        Turn::Decision(if self.mover == 'A' { Player::First } else { Player::Second })
    }

    fn moves(&self) -> Vec<String> {
        let all = self.rows().into_iter().flat_map(|(_, row)| row);
        all.filter(|edge| !self.drawn.contains(edge)).collect()
    }

    fn after(&self, mv: &str) -> Paper {
        let mut after = self.clone();
        assert!(after.drawn.insert(mv.to_string()));
        let mut goes_on = false;
        for column in 0..self.size.0 {
            for row in 0..self.size.1 {
                let around = [
                    name('h', column, row),
                    name('h', column, row + 1),
                    name('v', column, row),
                    name('v', column + 1, row),
                ];
                let complete = around.iter().all(|edge| after.drawn.contains(edge));
                if complete && !after.owners.contains_key(&(column, row)) {
                    after.owners.insert((column, row), self.mover);
                    goes_on = true;
                }
            }
        }
        if !goes_on {
            after.mover = if self.mover == 'A' { 'B' } else { 'A' };
        }
        after
    }
}

#[test]
fn play_agrees_with_a_plain_twin() {
    for (m, n, positions) in [
        (4, 3, 45_000),
        (1, 1, 1000),
        (2, 2, 25_000),
        (1, 6, 15_000),
        (3, 4, 20_000),
        (5, 2, 15_000),
        (7, 7, 4000),
    ] {
        let game = DotsAndBoxes::new(m.into(), n.into()).unwrap();
        plays_alike(&game, || Paper::new(m, n), positions, 1);
    }
}

#[test]
fn perft_counts_are_those_of_the_file() {
    perft_holds(include_str!("perft/dots_and_boxes.txt"), Paper::named, 2000);
}

/// Gains by the edges drawn, and by the `outcome_key`; and how often that was known already.
#[derive(Default)]
struct Known {
    by_edges: HashMap<Vec<u8>, i32>,
    by_key: HashMap<u64, i32>,
    shared: u32,
}

/// The difference that the side to move still gains, by trying everything; checks at every position that the moves
/// which `drop_useless` leaves are as good as all, and that positions of one `outcome_key` gain the same.
fn gains(game: &DotsAndBoxes, state: &State, known: &mut Known) -> i32 {
    let Turn::Decision(mover) = game.turn(state) else { return 0 };
    let mut edges = Vec::new();
    game.pack(state, &mut edges);
    edges.truncate(edges.len() - 2);
    if let Some(&gains) = known.by_edges.get(&edges) {
        return gains;
    }
    let mut moves = moves_or_outcomes(game, state);
    let mut value = |mv| {
        let child = game.child(state, mv);
        let gained = i32::from((child.lead() - state.lead()).abs());
        let later = gains(game, &child, known);
        gained + if child.mover() == mover { later } else { -later }
    };
    let values: Vec<i32> = moves.iter().map(|&mv| value(mv)).collect();
    let best = values.into_iter().max().expect("a move");
    let text = game.state_text(state);
    let all = moves.len();
    game.drop_useless(state, &mut moves, 0);
    if moves.len() < all {
        assert_eq!(moves.iter().map(|&mv| value(mv)).max(), Some(best), "{text}: {moves:?}");
        // Moves before the given place stay.
        let mut twice = moves_or_outcomes(game, state);
        game.legal_moves(state, &mut twice);
        game.drop_useless(state, &mut twice, all);
        assert_eq!(twice[all..], moves);
    }
    known.by_edges.insert(edges, best);
    if let Some(other) = known.by_key.insert(game.outcome_key(state), best) {
        assert_eq!(other, best, "{text} shares its key");
        known.shared += 1;
    }
    best
}

/// All positions of small boards. Another program, a table over all sets of edges, gave the same values.
#[test]
fn small_boards_have_their_values_and_useless_moves_are_useless() {
    for (m, n, expected) in [(1, 1, -1), (2, 1, 0), (2, 2, 2), (1, 4, 0), (3, 2, -2)] {
        let game = DotsAndBoxes::new(m, n).unwrap();
        let mut known = Known::default();
        assert_eq!(gains(&game, &game.initial(), &mut known), expected, "{m} x {n}");
        assert!(known.shared as usize * 2 > known.by_edges.len(), "only {} share their keys", known.shared);
    }
}

#[test]
fn a_look_ahead_beats_random_moves() {
    beats_random(&DotsAndBoxes::new(4, 3).unwrap(), 2, 100, 0);
    beats_random(&DotsAndBoxes::new(7, 7).unwrap(), 1, 2, 0);
}

/// Searches count images as one position, so the evaluation has to.
#[test]
fn the_evaluation_counts_chains_and_is_the_same_for_all_images() {
    let game = DotsAndBoxes::new(3, 3).unwrap();
    let evaluation = game.evaluation(None).unwrap().evaluation;
    let points = |state: &State| evaluation.evaluate(&game, state);
    // Three chains of three: the player who opens the first one gets four of the boxes.
    let rows = game.parse_state("---/..../---/..../---/..../--- 0-0 first").unwrap();
    assert_eq!(points(&rows), -0.99);
    let mut rng = ChaCha8Rng::seed_from_u64(59);
    let mut state = game.initial();
    while let Turn::Decision(_) = game.turn(&state) {
        for map in 0..game.symmetries() {
            let image = game.map_state(&state, map);
            assert_eq!(points(&image), points(&state));
            assert_eq!(points(&game.exchanged(&image).unwrap()), -points(&state));
        }
        let moves = moves_or_outcomes(&game, &state);
        game.play(&mut state, moves[below(&mut rng, moves.len())]);
    }
}

#[test]
fn boxes_come_first_and_long_chains_last() {
    let game = DotsAndBoxes::new(4, 3).unwrap();
    let score = |text: &str, mv: &str| {
        let state = game.parse_state(text).unwrap();
        game.ordering_score(&state, game.parse_move(&state, mv).unwrap())
    };
    // The upper row is a chain of four boxes, and the box at the bottom right lacks its upper edge.
    let text = "----/...../----/...../..../...||/...- 0-0 first";
    assert!(score(text, "hd2") > score(text, "va1"));
    assert!(score(text, "va1") > score(text, "va3"), "a chain is given away");
    let text = "----/...../----/..|../..../...../.... 0-0 first";
    assert!(score(text, "hc2") > score(text, "va3"), "the shorter chain is given away first");
    assert!(score(text, "va1") > score(text, "hc2"));
}

/// The eight images of the only edge at the bottom left.
#[test]
fn a_square_is_turned_and_reflected() {
    let game = DotsAndBoxes::new(3, 3).unwrap();
    let mv = game.parse_move(&game.initial(), "ha1").unwrap();
    let images: HashSet<String> =
        (0..8).map(|map| game.move_text(&game.initial(), game.map_move(mv, map))).collect();
    let expected = ["ha1", "hc1", "ha4", "hc4", "va1", "vd1", "va3", "vd3"].map(str::to_string);
    assert_eq!(images, HashSet::from(expected));
}

#[test]
fn positions_that_cannot_be_are_refused() {
    let game = DotsAndBoxes::new(2, 1).unwrap();
    refuses(
        &game,
        &[
            ("", "it takes the edges, the scores and the side to move, like ../.../.. 0-0 first"),
            ("../.../.. first", "it takes the edges, the scores and the side to move"),
            ("../... 0-0 first", "there are 2 rows of edges instead of 3"),
            ("../..../.. 0-0 first", "row 2 from the top has 4 edges instead of 3"),
            ("../.-./.. 0-0 first", "row 2 from the top: '-' is neither | for an edge nor a dot for none"),
            ("|./.../.. 0-0 first", "row 1 from the top: '|' is neither - for"),
            ("-./||./-. 0-0 first", "1 boxes are complete, and the players cannot have 0 and 0 of them"),
            ("../.../.. 1-0 first", "0 boxes are complete"),
            ("../.../.. 0 first", "the scores cannot be '0'; they are the boxes of both players, like 2-1"),
            ("../.../.. 0-3 first", "the scores cannot be '0-3'"),
            ("../.../.. 0-+0 first", "the scores cannot be '0-+0'"),
            ("../.../.. 0-0 third", "the side to move cannot be 'third'"),
        ],
    );
    let read = game.parse_state("  -./||./-.\t01-0 First ").unwrap();
    assert_eq!((read.lead(), game.state_text(&read).as_str()), (1, "-./||./-. 1-0 first"));
}

#[test]
fn moves_that_cannot_be_are_refused() {
    let game = DotsAndBoxes::new(2, 1).unwrap();
    let state = game.parse_state("-./||./-. 1-0 first").unwrap();
    let cases = [
        ("", "is not a move; it is h or v and the left or lower dot, like ha1"),
        ("a1", "is not a move"),
        ("ha01", "is not a move"),
        ("hc1", "there is no edge 'hc1': the dots are a1 to c2, h goes right and v up"),
        ("va2", "there is no edge 'va2'"),
        ("hh8", "there is no edge 'hh8'"),
        ("ha1", "that edge is drawn"),
    ];
    reads_moves(&game, &game.state_text(&state), &cases.map(|(text, reason)| (text, Err(reason))));
    assert_eq!(game.parse_move(&state, "VC1"), game.parse_move(&state, "vc1"));
    let over = game.parse_state("--/|||/-- 1-1 first").unwrap();
    assert_eq!(game.turn(&over), Turn::Over(Outcome::Payoff(0.0)));
    assert!(game.parse_move(&over, "ha1").unwrap_err().to_string().ends_with("the game is over"));
}

/// An edge that completes two boxes fills both.
#[test]
fn boxes_are_filled_after_their_last_edge() {
    let game = DotsAndBoxes::new(2, 1).unwrap();
    let state = game.parse_state("--/|.|/-- 0-0 second").unwrap();
    let Motion::Steps(steps) = game.motion(&state, game.parse_move(&state, "vb1").unwrap()) else {
        panic!("an edge is drawn in steps")
    };
    let put = |column| Effect::Put(Place { grid: 0, row: 1, column });
    assert_eq!(steps.effects, [put(2), put(1), put(3)]);
    let facts = game.scene(&game.child(&state, game.parse_move(&state, "vb1").unwrap())).facts;
    let fact = |name: &str, value: &str| (name.to_string(), value.to_string());
    assert_eq!(facts, [fact("first boxes", "0"), fact("second boxes", "2")]);
}

/// Boxes have the colour of the player who took them, if that is known.
#[test]
fn boxes_of_a_game_have_owners() {
    let game = DotsAndBoxes::new(3, 1).unwrap();
    let mut states = vec![game.parse_state("-../||../-.. 1-0 first").unwrap()];
    for mv in ["hb1", "hc1", "hb2", "vc1", "hc2", "vd1"] {
        let state = states.last().unwrap();
        states.push(game.child(state, game.parse_move(state, mv).unwrap()));
    }
    let (last, before) = states.split_last().unwrap();
    let boxes = |scene: Scene| [1, 3, 5].map(|column| scene.grids[0].squares[1][column].clone());
    let [unknown, first, second] = [(Piece::Neutral, '#'), (Piece::First, '1'), (Piece::Second, '2')]
        .map(|(piece, letter)| Square::Taken(piece, letter));
    assert_eq!(boxes(game.scene(last)), [unknown.clone(), unknown.clone(), unknown.clone()]);
    assert_eq!(boxes(game.scene_after(before, last)), [unknown, second, first]);
}

proptest! {
    #[test]
    fn no_text_breaks_the_notation(
        text in "[0-9 a-z./|-]{0,30}|[.-]{2}/[.|]{3}/[.-]{2} [0-2]-[0-2] (first|second)|[hv][a-d][1-4]"
    ) {
        for game in [DotsAndBoxes::new(2, 1).unwrap(), DotsAndBoxes::new(4, 3).unwrap()] {
            laws::parse_holds(&game, &text);
            if let Ok(mv) = game.parse_move(&game.initial(), &text) {
                prop_assert_eq!(game.move_text(&game.initial(), mv), text.clone());
            }
        }
    }
}
