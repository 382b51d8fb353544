//! Wins by forced replies, against what the rules say when every reply is tried.

use plywood_games::{Visitor, open};
use plywood_rules::hints::forcing::{Answers, Forced, Step};
use plywood_rules::random::below;
use plywood_rules::{Outcome, Playable, Player, Turn};
use rand_chacha::ChaCha8Rng;
use rand_core::SeedableRng;

struct Forcing {
    games: usize,
    seed: u64,
}

fn moves<G: Playable>(game: &G, state: &G::State) -> Vec<G::Move> {
    let mut moves = Vec::new();
    game.legal_moves(state, &mut moves);
    moves
}

fn is_won<G: Playable>(game: &G, state: &G::State, player: Player) -> bool {
    game.turn(state) == Turn::Over(Outcome::Win(player))
}

/// Returns true if the line wins for the player who decides, every reply tried.
fn works<G: Playable>(game: &G, state: &G::State, line: &[Step<G::Move>]) -> bool {
    let Turn::Decision(player) = game.turn(state) else { return false };
    let Some((step, rest)) = line.split_first() else { return false };
    if !moves(game, state).contains(&step.mv) {
        return false;
    }
    let after = game.child(state, step.mv);
    let Some(threat) = step.threat else { return is_won(game, &after, player) };
    moves(game, &after).into_iter().all(|reply| {
        let next = game.child(&after, reply);
        let wins = |mv| mv == threat && is_won(game, &game.child(&next, mv), player);
        moves(game, &next).into_iter().any(wins) || works(game, &next, rest)
    })
}

/// Returns true if the side to move wins by threatening with every move: only replies that leave no win at
/// once are searched further.
fn can_force<G: Playable>(game: &G, state: &G::State) -> bool {
    let Turn::Decision(player) = game.turn(state) else { return is_won(game, state, Player::First) };
    moves(game, state).into_iter().any(|mv| {
        let after = game.child(state, mv);
        if game.turn(&after).outcome().is_some() {
            return is_won(game, &after, player);
        }
        let replies: Vec<_> =
            moves(game, &after).into_iter().map(|reply| game.child(&after, reply)).collect();
        if replies.iter().any(|next| is_won(game, next, player.other())) {
            return false;
        }
        let wins_next = |next: &G::State| {
            moves(game, next).into_iter().any(|mv| is_won(game, &game.child(next, mv), player))
        };
        let open: Vec<_> = replies.iter().filter(|next| !wins_next(next)).collect();
        // Without a threat all replies are open.
        open.len() < replies.len() && open.iter().all(|next| can_force(game, next))
    })
}

impl Visitor for Forcing {
    type Output = [u32; 3];

    fn visit<G: Playable>(self, game: G) -> [u32; 3] {
        let mut rng = ChaCha8Rng::seed_from_u64(self.seed);
        let mut forcing =
            game.specialists().forcing.and_then(|new| new(&game)).expect("the game looks for forced wins");
        let mut counts = [0; 3];
        let check = |line: &Forced<G::Move>, state: &G::State| {
            assert!(works(&game, state, line), "{} '{}': {line:?}", game.name(), game.state_text(state));
        };
        for _ in 0..self.games {
            let mut state = game.initial();
            while game.turn(&state).outcome().is_none() {
                let found = forcing.wins(&state);
                let expected = can_force(&game, &state);
                assert_eq!(found.is_some(), expected, "{} '{}'", game.name(), game.state_text(&state));
                counts[usize::from(expected)] += 1;
                if let Some(line) = &found {
                    check(line, &state);
                }
                let all = moves(&game, &state);
                let each = forcing.answers_each(&state);
                let some = forcing.answers(&state);
                // Earlier queries make no difference to the replies that remain open.
                let open = |answers: Option<Answers<G::Move>>| answers.map(|answers| answers.open);
                let anew = game
                    .specialists()
                    .forcing
                    .and_then(|new| new(&game))
                    .expect("it did before")
                    .answers(&state);
                assert_eq!(open(anew), open(some.clone()));
                for answers in [Some(each), some].into_iter().flatten() {
                    let mut told = answers.open.clone();
                    for (line, replies) in &answers.answered {
                        assert!(!replies.is_empty());
                        for &reply in replies {
                            check(line, &game.child(&state, reply));
                            told.push(reply);
                            counts[2] += 1;
                        }
                    }
                    for &reply in &answers.open {
                        let child = game.child(&state, reply);
                        let mover = game.turn(&child).player();
                        assert!(mover.is_none() || !can_force(&game, &child), "{reply:?} is not open");
                    }
                    assert_eq!(told.len(), all.len());
                    assert!(all.iter().all(|mv| told.contains(mv)));
                }
                let mut ordered = all.clone();
                forcing.order(&state, &mut ordered);
                assert!(ordered.len() == all.len() && all.iter().all(|mv| ordered.contains(mv)));
                state = game.child(&state, all[below(&mut rng, all.len())]);
            }
        }
        counts
    }
}

#[test]
fn what_can_be_forced_is_found_and_nothing_else() {
    for (name, games) in [
        ("tictactoe", 200),
        ("mnk:m=4,n=4,k=3", 40),
        ("mnk:m=5,n=4,k=4", 40),
        ("mnk:m=5,n=5,k=4", 20),
        ("cube:n=3,d=3,centre=off", 5),
    ] {
        let [not, forced, answered] = open(name, Forcing { games, seed: 5 }).unwrap();
        assert!(not > 10 && forced > 20 && answered > 100, "{name}: {not} {forced} {answered}");
    }
}
