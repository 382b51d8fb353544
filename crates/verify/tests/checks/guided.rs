//! A player by a proof reaches its claim against any play.

use std::sync::Arc;

use plywood_games::{Visitor, open_small};
use plywood_rules::random::below;
use plywood_rules::{
    Bot, Playable, Player, Position, Proved, Report, Run, Stop, Turn, Value, moves_or_outcomes,
};
use plywood_verify::{Goal, ProofIndex, ProofPlayer, Refusal};
use rand_chacha::ChaCha8Rng;
use rand_core::SeedableRng;

use crate::plain::Truth;
use crate::proofs::whole;
use crate::writer::Means;

/// Plays games by proofs of a position against an opponent who plays at random.
struct Followed<'a> {
    position: Option<&'a str>,
    means: &'a [Means],
    games: u32,
    /// Games that go round in circles are given up then.
    plies: u32,
}

impl Visitor for Followed<'_> {
    type Output = ();

    fn visit<G: Playable>(self, game: G) {
        let start = self.position.map_or(game.initial(), |text| game.parse_state(text).unwrap());
        let truth = Truth::of(&game, &start);
        for &means in self.means {
            self.follow(&game, &start, &truth, means);
        }
    }
}

impl Followed<'_> {
    /// Follows a proof by these means.
    fn follow<G: Playable>(&self, game: &G, start: &G::State, truth: &Truth<G::State>, means: Means) {
        let bytes = whole(game, start, truth, means);
        let guide = Arc::new(ProofIndex::read(game, &bytes, &Run::default()).unwrap());
        let claims = guide.checked().claims.clone();
        let mut bot = ProofPlayer::new(Arc::clone(&guide));
        let mut rng = ChaCha8Rng::seed_from_u64(11);
        for number in 0..self.games {
            let claim = claims[number as usize % claims.len()];
            let maps = if *start == game.initial() { game.symmetries() } else { 1 };
            let mut states = vec![game.map_state(start, below(&mut rng, maps))];
            let mut most = u32::MAX;
            while let state = states.last().unwrap()
                && let Turn::Decision(player) = game.turn(state)
                && states.len() < self.plies as usize
            {
                let (history, at) = states.split_at(states.len() - 1);
                let position = Position { state: &at[0], history, clock: None };
                let covered = guide.covers(game, &position, player);
                let told = bot.choose(game, position, &mut rng, &Stop::never());
                all_true(game, truth, &at[0], &told);
                line_is_played(game, &at[0], &told);
                if player != claim.player && claim.goal == Goal::Wins {
                    assert!(
                        matches!(told.value, Some(Value::Proved(Proved::Loss { plies })) if plies < most)
                    );
                }
                let mv = if player == claim.player {
                    let text = || {
                        let texts = states.iter().map(|state| game.state_text(state));
                        format!(
                            "{} by {:?}, {claim}: {}",
                            game.name(),
                            means,
                            texts.collect::<Vec<_>>().join(", ")
                        )
                    };
                    assert!(covered, "{}", text());
                    match (claim.goal, told.value) {
                        (Goal::Wins, Some(Value::Proved(Proved::Win { plies }))) => {
                            assert!(plies < most, "{}: {plies} plies after {most}", text());
                            most = plies;
                        }
                        (Goal::Holds, None | Some(Value::Proved(Proved::Draw | Proved::Win { .. }))) => {}
                        (_, value) => panic!("{}: {value:?}", text()),
                    }
                    told.best
                } else {
                    let moves = moves_or_outcomes(game, state);
                    moves[below(&mut rng, moves.len())]
                };
                let child = game.child(state, mv);
                states.push(child);
            }
            let last = states.last().unwrap();
            let utility = game.turn(last).outcome().map(|outcome| outcome.utility(claim.player));
            match claim.goal {
                Goal::Wins => assert_eq!(utility, Some(1), "{} at '{}'", game.name(), game.state_text(last)),
                Goal::Holds => {
                    assert_ne!(utility, Some(-1), "{} at '{}'", game.name(), game.state_text(last))
                }
            }
        }
    }
}

/// Checks that the report about a position and its moves is true.
fn all_true<G: Playable>(game: &G, truth: &Truth<G::State>, state: &G::State, told: &Report<G::Move>) {
    let player = game.turn(state).player().unwrap();
    let is_true = |state: &G::State, value: Value| match value {
        Value::Proved(Proved::Win { .. }) => truth.is(state, player, true),
        Value::Proved(Proved::Loss { .. }) => truth.is(state, player.other(), true),
        Value::Proved(Proved::Draw) => Player::BOTH.into_iter().all(|player| truth.is(state, player, false)),
        _ => false,
    };
    assert!(told.value.is_none_or(|value| is_true(state, value)), "{state:?}: {told:?}");
    let false_one = told.moves.iter().find(|alternative| {
        alternative.value.is_some_and(|value| !is_true(&game.child(state, alternative.mv), value))
    });
    assert_eq!(false_one, None, "{state:?}: {told:?}");
    let best = told.moves.iter().find(|alternative| alternative.mv == told.best);
    assert!(told.moves.is_empty() || best.is_some_and(|best| best.value == told.value));
}

/// The line can be played, begins with the move, and where the value is a win or a loss ends with it in time.
fn line_is_played<G: Playable>(game: &G, state: &G::State, told: &Report<G::Move>) {
    assert!(told.pv.first().is_none_or(|&mv| mv == told.best));
    let mut state = state.clone();
    for &mv in &told.pv {
        assert!(moves_or_outcomes(game, &state).contains(&mv));
        state = game.child(&state, mv);
    }
    if let Some(Value::Proved(Proved::Win { plies } | Proved::Loss { plies })) = told.value {
        assert!(told.pv.len() <= plies as usize && matches!(game.turn(&state), Turn::Over(_)), "{told:?}");
    }
}

const ALL: [Means; 5] = [
    Means { merge: 0, lines: false, pairs: false },
    Means { merge: 2, lines: false, pairs: false },
    Means { merge: 1, lines: true, pairs: true },
    Means { merge: 100, lines: true, pairs: true },
    Means { merge: 0, lines: true, pairs: true },
];

#[test]
fn who_follows_a_proof_reaches_what_it_claims() {
    let follow = |name: &str, position, games| {
        open_small(name, Followed { position, means: &ALL, games, plies: 200 }).unwrap();
    };
    follow("tictactoe", None, 400);
    follow("tictactoe", Some("xo1/3/3 x"), 100);
    follow("tictactoe:misere=on", None, 100);
    follow("mnk:m=4,n=3,k=3", None, 400);
    follow("mnk:m=4,n=4,k=4", Some("x2o/1o2/2x1/x2o x"), 100);
    // By weight and by pairs.
    follow("mnk:m=4,n=4,k=4", Some("x2o/4/1x2/o3 x"), 50);
}

#[test]
fn who_follows_a_proof_may_go_round_for_ever() {
    let means = &[Means { merge: 3, lines: false, pairs: false }];
    open_small("pikkpakk:size=3", Followed { position: None, means, games: 40, plies: 120 }).unwrap();
}

/// Positions outside a proof are answered without a value.
struct Outside;

impl Visitor for Outside {
    type Output = ();

    fn visit<G: Playable>(self, game: G) {
        let start = game.parse_state("xo1/3/3 x").unwrap();
        let truth = Truth::of(&game, &start);
        let bytes = whole(&game, &start, &truth, Means { merge: 2, lines: true, pairs: true });
        let guide = Arc::new(ProofIndex::read(&game, &bytes, &Run::default()).unwrap());
        let mut bot = ProofPlayer::new(Arc::clone(&guide));
        let mut rng = ChaCha8Rng::seed_from_u64(1);
        let mut says = |text: &str| {
            let state = game.parse_state(text).unwrap();
            let report = bot.choose(&game, Position::new(&state), &mut rng, &Stop::never());
            assert_eq!(
                report.moves.len(),
                if report.value.is_some() { game.count_moves(&state) } else { report.moves.len() }
            );
            (game.move_text(&state, report.best), report.value)
        };
        assert!(matches!(says("xo1/3/3 x").1, Some(Value::Proved(Proved::Win { plies: 5 }))));
        // An image of it as well.
        assert!(matches!(says("3/3/1ox x").1, Some(Value::Proved(Proved::Win { plies: 5 }))));
        assert_eq!(says("3/3/3 x"), ("a3".to_string(), None));
        // The other one has lost.
        assert!(matches!(says("xo1/3/x2 o").1, Some(Value::Proved(Proved::Loss { plies: 2 | 4 })) | None));
        let state = game.parse_state("xo1/3/3 x").unwrap();
        assert!(guide.covers(&game, &Position::new(&state), Player::First));
        assert!(!guide.covers(&game, &Position::new(&state), Player::Second));
        assert_eq!(ProofIndex::read(&game, b"nothing", &Run::default()).err(), Some(Refusal::NoProof));
    }
}

#[test]
fn outside_of_a_proof_nothing_is_said() {
    open_small("tictactoe", Outside).unwrap();
}
