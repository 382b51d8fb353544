//! Composed positions, to which play cannot lead: every way to solve them finds what a plain search by the rules finds.

use std::collections::HashMap;

use plywood_games::{Visitor, open};
use plywood_rules::random::below;
use plywood_rules::{Outcome, Playable, Player, Run, Stop, Turn, Value, moves_or_outcomes};
use plywood_workshop::{EnumerationOptions, Workshop};
use rand_chacha::ChaCha8Rng;
use rand_core::SeedableRng;

/// A game, how many of its positions are composed, and the greatest number of free cells.
const GAMES: &[(&str, usize, usize)] = &[
    ("tictactoe", 150, 9),
    ("tictactoe:misere=on", 100, 8),
    ("mnk:m=4,n=3,k=3,exact=on", 100, 8),
    ("mnk:m=4,n=4,k=3", 100, 8),
    ("mnk:m=4,n=4,k=4", 150, 8),
    ("mnk:m=4,n=4,k=4,gravity=on", 150, 9),
    ("mnk:m=5,n=4,k=4,gravity=on", 100, 9),
    ("cube:n=3,d=3,centre=off", 50, 7),
    ("hex:size=3", 100, 9),
    ("hex:size=4", 50, 8),
    ("hex:size=3,swap=on", 50, 7),
    ("breakthrough:m=3,n=4", 50, 8),
    ("othello:size=4", 50, 7),
];

/// Plain search by the rules alone: the points of the first player with best play.
struct Plain<G: Playable>(HashMap<G::State, f64>);

impl<G: Playable> Plain<G> {
    fn points(&mut self, game: &G, state: &G::State) -> f64 {
        let player = match game.turn(state) {
            Turn::Over(Outcome::Payoff(points)) => return points,
            Turn::Over(outcome) => return outcome.winner().map_or(0.0, Player::sign),
            turn => turn.player().unwrap(),
        };
        if let Some(&points) = self.0.get(state) {
            return points;
        }
        let moves = moves_or_outcomes(game, state);
        let each = moves.into_iter().map(|mv| self.points(game, &game.child(state, mv)));
        let best = each.map(|points| points * player.sign()).fold(f64::NEG_INFINITY, f64::max);
        self.0.insert(state.clone(), best * player.sign());
        best * player.sign()
    }
}

/// Finds composed positions with their values: text, points for the side to move.
struct Compose {
    count: usize,
    most_free: usize,
    seed: u64,
}

impl Visitor for Compose {
    type Output = Vec<(String, f64)>;

    fn visit<G: Playable>(self, game: G) -> Self::Output {
        let mut rng = ChaCha8Rng::seed_from_u64(self.seed);
        let text = game.state_text(&game.initial());
        let rows = text.split_whitespace().next().unwrap().split('/').count();
        let mut found = Vec::new();
        while found.len() < self.count {
            let text = random_text(&text, rows, self.most_free, &mut rng);
            let Ok(state) = game.parse_state(&text) else { continue };
            // The text and the bytes say everything.
            let mut packed = Vec::new();
            game.pack(&state, &mut packed);
            assert_eq!(game.parse_state(&game.state_text(&state)).unwrap(), state, "{text}");
            assert_eq!(game.unpack(&packed).unwrap(), state, "{text}");
            if game.composed(&state).is_some() && matches!(game.turn(&state), Turn::Decision(_)) {
                let points = Plain(HashMap::new()).points(&game, &state);
                found.push((game.state_text(&state), points * game.side_to_move(&state).sign()));
            }
        }
        found
    }
}

/// Any stones and either side to move, on the board of this position.
fn random_text(like: &str, rows: usize, most_free: usize, rng: &mut ChaCha8Rng) -> String {
    let board = like.split_whitespace().next().unwrap();
    let mut free = 1 + below(rng, most_free);
    let width = |row: &str| {
        row.split(|c: char| !c.is_ascii_digit()).filter_map(|run| run.parse::<usize>().ok()).sum::<usize>()
            + row.chars().filter(char::is_ascii_alphabetic).count()
    };
    let separators: Vec<&str> = board.split(|c| c != '/' && c != '|').filter(|s| !s.is_empty()).collect();
    let widths: Vec<usize> = board.split(['/', '|']).filter(|row| !row.is_empty()).map(width).collect();
    assert!(rows > 0 && separators.len() + 1 == widths.len());
    let cells: usize = widths.iter().sum();
    let mut letters: Vec<char> = (0..cells).map(|_| ['x', 'o'][below(rng, 2)]).collect();
    while free > 0 {
        letters[below(rng, cells)] = '.';
        free -= 1;
    }
    let mut text = String::new();
    let mut rest = letters.into_iter();
    for (number, width) in widths.into_iter().enumerate() {
        text.extend(number.checked_sub(1).map(|before| separators[before]));
        text.extend(rest.by_ref().take(width));
    }
    format!("{text} {}", ["x", "o"][below(rng, 2)])
}

#[test]
fn slow_composed_positions_are_worth_what_plain_search_finds() {
    let (workshop, mut total) = (Workshop::standard(), 0);
    for (seed, &(name, count, most_free)) in (1..).zip(GAMES) {
        let game = workshop.open(name).unwrap();
        for (position, points) in open(name, Compose { count, most_free, seed }).unwrap() {
            total += 1;
            let session = game.session(Some(&position), "", 1).unwrap();
            let of = |value: Option<Value>| value.map(|value| value.points(1.0));
            let solution = session.solve(None, &Run::default()).unwrap();
            assert_eq!(of(solution.value), Some(points), "{name} {position}: solve");
            let analysis = session.analyse("minimax:depth=30", false, 1, &Stop::never()).unwrap();
            assert_eq!(of(analysis.value), Some(points), "{name} {position}: minimax");
            if name.starts_with("othello") {
                continue;
            }
            let mover = session.turn().player().unwrap();
            let sign = |winner: Option<Player>| winner.map_or(0.0, |winner| winner.sign() * mover.sign());
            let plan = EnumerationOptions { merge: total % 2 == 0, team: None };
            let value = session.enumerate(plan, &Run::default()).unwrap().value;
            assert_eq!(
                of(Some(Value::Proved(value.proved(mover)))),
                Some(points),
                "{name} {position}: enumerate"
            );
            let run = Run { memory: 1 << 24, ..Run::default() };
            let proof = session.prove(true, None, &run).unwrap();
            assert_eq!(proof.outcome.map(sign), Some(points), "{name} {position}: proof");
            let checked = game.verify(&proof.file.unwrap(), &Run::default()).unwrap();
            assert_eq!(
                of(checked.value(mover).map(Value::Proved)),
                Some(points),
                "{name} {position}: verify"
            );
        }
    }
    assert!(total >= 1000);
}
