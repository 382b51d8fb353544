//! Comparisons of a game with a slow plain twin, and with files of perft numbers.

use plywood_games::{Visitor, families, open};
use plywood_rules::laws::{self, Effort};
use plywood_rules::perft::perft;
use plywood_rules::random::below;
use plywood_rules::{Evaluate, Outcome, Playable, Player, Run, Turn, moves_or_outcomes};
use rand_chacha::ChaCha8Rng;
use rand_core::SeedableRng;

/// The games of the lobby and the samples of all families.
pub fn all_cards() -> impl Iterator<Item = &'static str> {
    let games = families()
        .flat_map(|family| family.cards.iter().map(|card| card.game).chain(family.samples.iter().copied()));
    // Boards of 256 cells and four dimensions take long.
    games.filter(|game| !["gomoku", "tesseract"].contains(game))
}

/// A position of a second implementation of a game, with the rules to continue.
pub trait Twin: Sized {
    /// The position in the notation of the game.
    fn text(&self) -> String;
    /// The side to move or the outcome.
    fn turn(&self) -> Turn;
    /// The names of all moves, in any order; none when the game is over.
    fn moves(&self) -> Vec<String>;
    /// The position after the move of this name.
    fn after(&self, mv: &str) -> Self;

    /// The number of paths of `depth` moves.
    fn perft(&self, depth: u32) -> u64 {
        match depth {
            0 => 1,
            1 => self.moves().len() as u64,
            _ => self.moves().iter().map(|mv| self.after(mv).perft(depth - 1)).sum(),
        }
    }
}

/// Plays random games until a quarter of `positions` positions were compared, or all of them if `PLYWOOD_THOROUGH` is set.
pub fn plays_alike<G: Playable, T: Twin>(game: &G, start: impl Fn() -> T, positions: usize, seed: u64) {
    let positions = positions / if std::env::var_os("PLYWOOD_THOROUGH").is_some() { 1 } else { 4 };
    let mut rng = ChaCha8Rng::seed_from_u64(seed);
    let mut compared = 0;
    while compared < positions {
        let (mut state, mut twin) = (game.initial(), start());
        loop {
            compared += 1;
            assert_eq!(game.state_text(&state), twin.text(), "{}", game.name());
            let at = format!("{} at '{}'", game.name(), twin.text());
            assert_eq!(game.turn(&state), twin.turn(), "{at}");
            let moves = moves_or_outcomes(game, &state);
            let named = |&mv| (game.move_text(&state, mv), mv);
            let mut named: Vec<(String, G::Move)> = moves.iter().map(named).collect();
            named.sort_by(|one, other| one.0.cmp(&other.0));
            let mut expected = twin.moves();
            expected.sort();
            assert!(named.iter().map(|(text, _)| text).eq(&expected), "{at}: {named:?}, not {expected:?}");
            if named.is_empty() {
                break;
            }
            let (text, mv) = &named[below(&mut rng, named.len())];
            game.play(&mut state, *mv);
            twin = twin.after(text);
        }
    }
}

/// Checks lines `game;depth;count` of a file. The twin counts again what has at most `most` paths.
pub fn perft_holds<T: Twin>(file: &str, twin: impl Fn(&str) -> T, most: u64) {
    struct Count(u32);
    impl Visitor for Count {
        type Output = (String, u64);
        fn visit<G: Playable>(self, game: G) -> (String, u64) {
            (game.name(), perft(&game, &game.initial(), self.0))
        }
    }
    let mut again = 0;
    for line in file.lines().filter(|line| !line.starts_with('#')) {
        let [name, depth, count] = line.split(';').collect::<Vec<_>>()[..] else { panic!("'{line}'") };
        let (depth, count): (u32, u64) = (depth.parse().expect(line), count.parse().expect(line));
        assert_eq!(open(name, Count(depth)), Ok((name.to_string(), count)), "{line}");
        if count <= most {
            assert_eq!(twin(name).perft(depth), count, "{line}");
            again += 1;
        }
    }
    assert!(again > 3, "the twin counted only {again} times");
}

/// Checks the laws of the game called `text` in `games` random games, and that its full name is `name` and opens
/// it again.
pub fn laws_hold(text: &str, name: &str, games: u32) {
    struct Check(u32);
    impl Visitor for Check {
        type Output = String;
        fn visit<G: Playable>(self, game: G) -> String {
            let mut rng = ChaCha8Rng::seed_from_u64(1);
            let effort = Effort { games: self.0, ..Effort::default() };
            let verdict = laws::check(&game, effort, &mut rng, &Run::default());
            assert!(verdict.ok(), "{}: {verdict}", game.name());
            game.name()
        }
    }
    assert_eq!(open(text, Check(games)).as_deref(), Ok(name), "{text}");
    assert_eq!(open(name, Check(0)).as_deref(), Ok(name), "{name}");
}

/// The error of opening the game called `text`.
pub fn refusal(text: &str) -> String {
    struct Ignore;
    impl Visitor for Ignore {
        type Output = ();
        fn visit<G: Playable>(self, _: G) {}
    }
    open(text, Ignore).expect_err(text).to_string()
}

/// Texts that are no positions, with a part of the reason.
pub fn refuses<G: Playable>(game: &G, cases: &[(&str, &str)]) {
    for (text, reason) in cases {
        match game.parse_state(text) {
            Err(error) => assert!(error.to_string().contains(reason), "{}: '{text}': {error}", game.name()),
            Ok(_) => panic!("{}: '{text}' is read", game.name()),
        }
    }
}

/// Composed positions that are read and written as they are, with a part of the reason why play cannot lead there.
pub fn composes<G: Playable>(game: &G, cases: &[(&str, &str)]) {
    for &(text, reason) in cases {
        let state =
            game.parse_state(text).unwrap_or_else(|error| panic!("{}: '{text}': {error}", game.name()));
        let (mut packed, composed) = (Vec::new(), game.composed(&state).unwrap_or_default());
        game.pack(&state, &mut packed);
        assert!(!reason.is_empty() && composed.contains(reason), "{}: '{text}': {composed}", game.name());
        assert_eq!((game.state_text(&state).as_str(), game.unpack(&packed).as_ref()), (text, Ok(&state)));
    }
}

/// The moves that texts are read as at a position: their names, or parts of the reasons why not.
pub fn reads_moves<G: Playable>(game: &G, position: &str, cases: &[(&str, Result<&str, &str>)]) {
    let state = game.parse_state(position).unwrap_or_else(|error| panic!("{position}: {error}"));
    for (text, expected) in cases {
        match (game.parse_move(&state, text), expected) {
            (Ok(mv), Ok(name)) => assert_eq!(game.move_text(&state, mv), *name, "'{text}'"),
            (Err(error), Err(reason)) => assert!(error.to_string().contains(reason), "'{text}': {error}"),
            (read, _) => panic!("{} at '{position}': '{text}' is read as {read:?}", game.name()),
        }
    }
}

/// Plays games against a random player. A player that searches `depth` plies with the default evaluation, as
/// either side, may fail to win `most` of them. With chance only for a `depth` of 1.
pub fn beats_random<G: Playable>(game: &G, depth: u32, games: u64, most: usize) {
    let mut failed = Vec::new();
    let evaluation = game.evaluation(None).expect("there is one").evaluation;
    for seed in 0..games {
        let mut rng = ChaCha8Rng::seed_from_u64(seed);
        let mut state = game.initial();
        let searcher = Player::BOTH[seed as usize % 2];
        let outcome = loop {
            let moves = moves_or_outcomes(game, &state);
            let mv = match game.turn(&state) {
                Turn::Over(outcome) => break outcome,
                Turn::Decision(player) if player == searcher => {
                    let worth =
                        |mv| value(game, &*evaluation, &game.child(&state, mv), depth - 1) * player.sign();
                    let best = moves.iter().map(|&mv| (mv, worth(mv)));
                    best.reduce(|best, next| if next.1 > best.1 { next } else { best }).expect("a move").0
                }
                _ => moves[below(&mut rng, moves.len())],
            };
            game.play(&mut state, mv);
        };
        if outcome.winner() != Some(searcher) {
            failed.push(game.state_text(&state));
        }
    }
    assert!(failed.len() <= most, "{}: {failed:?}", game.name());
}

/// The value for the first player by plain minimax.
fn value<G: Playable>(game: &G, evaluation: &dyn Evaluate<G>, state: &G::State, depth: u32) -> f64 {
    match game.turn(state) {
        Turn::Over(Outcome::Payoff(points)) => points,
        Turn::Over(outcome) => f64::from(outcome.utility(Player::First)) * evaluation.win_worth(game),
        Turn::Decision(player) if depth > 0 => {
            let moves = moves_or_outcomes(game, state).into_iter();
            let values =
                moves.map(|mv| value(game, evaluation, &game.child(state, mv), depth - 1) * player.sign());
            values.fold(f64::NEG_INFINITY, f64::max) * player.sign()
        }
        _ => evaluation.evaluate(game, state),
    }
}
