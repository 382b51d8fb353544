//! Who plays by a proof reaches what it claims, against whatever is played.

use std::sync::Arc;

use plywood_games::{Visitor, open};
use plywood_rules::random::below;
use plywood_rules::{Bot, Playable, Player, Position, Proved, Stop, Turn, Value, moves_or_outcomes};
use plywood_verify::{Follower, Goal, Guide, Refusal};
use rand_chacha::ChaCha8Rng;
use rand_core::SeedableRng;

use crate::proofs::whole;
use crate::writer::Means;

/// Plays games by a proof of a position against an opponent who plays at random.
struct Followed<'a> {
    position: Option<&'a str>,
    means: Means,
    games: u32,
    /// Games that go round in circles are given up then.
    plies: u32,
}

impl Visitor for Followed<'_> {
    type Output = ();

    fn visit<G: Playable>(self, game: G) {
        let start = self.position.map_or(game.initial(), |text| game.parse_state(text).unwrap());
        let bytes = whole(&game, &start, self.means);
        let guide = Arc::new(Guide::read(&game, &bytes, &mut |_| true).unwrap());
        let claims = guide.checked().claims.clone();
        let mut bot = Follower::new(Arc::clone(&guide));
        let mut rng = ChaCha8Rng::seed_from_u64(11);
        for number in 0..self.games {
            let claim = claims[number as usize % claims.len()];
            let maps = if start == game.initial() { game.symmetries() } else { 1 };
            let mut states = vec![game.map_state(&start, below(&mut rng, maps))];
            let mut most = u32::MAX;
            while let state = states.last().unwrap()
                && let Turn::Decision(player) = game.turn(state)
                && states.len() < self.plies as usize
            {
                let (history, at) = states.split_at(states.len() - 1);
                let position = Position { state: &at[0], history, clock: None };
                let mv = if player == claim.player {
                    let text = || {
                        let texts = states.iter().map(|state| game.state_text(state));
                        format!(
                            "{} by {:?}, {claim}: {}",
                            game.name(),
                            self.means,
                            texts.collect::<Vec<_>>().join(", ")
                        )
                    };
                    assert!(guide.answer(&game, &position).is_some(), "{}", text());
                    let report = bot.choose(&game, position, &mut rng, &Stop::never());
                    match (claim.goal, report.value) {
                        (Goal::Wins, Some(Value::Proved(Proved::Win { plies }))) => {
                            assert!(plies < most, "{}: {plies} plies after {most}", text());
                            most = plies;
                        }
                        (Goal::Holds, None | Some(Value::Proved(Proved::Draw))) => {}
                        (_, value) => panic!("{}: {value:?}", text()),
                    }
                    report.best
                } else {
                    let moves = moves_or_outcomes(&game, state);
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
        for means in ALL {
            open(name, Followed { position, means, games, plies: 200 }).unwrap();
        }
    };
    follow("tictactoe", None, 400);
    follow("tictactoe", Some("xo1/3/3 x"), 100);
    follow("tictactoe:misere=on", None, 100);
    follow("mnk:m=4,n=3,k=3", None, 400);
    follow("mnk:m=4,n=4,k=4", Some("x2o/1o2/2x1/x2o x"), 100);
}

#[test]
fn who_follows_a_proof_may_go_round_for_ever() {
    let means = Means { merge: 3, lines: false, pairs: false };
    open("pikkpakk:size=3", Followed { position: None, means, games: 40, plies: 120 }).unwrap();
}

/// What a proof says nothing of is answered without a value.
struct Outside;

impl Visitor for Outside {
    type Output = ();

    fn visit<G: Playable>(self, game: G) {
        let start = game.parse_state("xo1/3/3 x").unwrap();
        let bytes = whole(&game, &start, Means { merge: 2, lines: true, pairs: true });
        let guide = Arc::new(Guide::read(&game, &bytes, &mut |_| true).unwrap());
        let mut bot = Follower::new(Arc::clone(&guide));
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
        assert_eq!(says("xo1/3/x2 o").1, None);
        let state = game.parse_state("xo1/3/3 x").unwrap();
        assert!(guide.covers(&game, &Position::new(&state), Player::First));
        assert!(!guide.covers(&game, &Position::new(&state), Player::Second));
        assert_eq!(Guide::read(&game, b"nothing", &mut |_| true).err(), Some(Refusal::NoProof));
    }
}

#[test]
fn outside_of_a_proof_nothing_is_said() {
    open("tictactoe", Outside).unwrap();
}
