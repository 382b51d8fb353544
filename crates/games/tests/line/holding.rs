//! Who is said to hold does not lose, and it is said where it should be.

use std::collections::HashMap;

use plywood_games::{Visitor, open};
use plywood_rules::random::below;
use plywood_rules::{Game, Outcome, Playable, Player, Tactics, Turn};
use rand_chacha::ChaCha8Rng;
use rand_core::SeedableRng;

/// The result of perfect play from `state`, for the first player, by nothing but the rules.
fn value<G: Game>(game: &G, state: &G::State, known: &mut HashMap<G::State, i32>) -> i32 {
    if let Some(&value) = known.get(state) {
        return value;
    }
    let value = match game.turn(state) {
        Turn::Over(Outcome::Win(Player::First)) => 1,
        Turn::Over(Outcome::Win(Player::Second)) => -1,
        Turn::Over(_) => 0,
        Turn::Chance => unreachable!("these games have no dice"),
        Turn::Decision(player) => {
            let mut moves = Vec::new();
            game.legal_moves(state, &mut moves);
            let values = moves.iter().map(|&mv| value(game, &game.child(state, mv), known));
            if player == Player::First { values.max() } else { values.min() }.expect("a decision has moves")
        }
    };
    known.insert(state.clone(), value);
    value
}

struct Holding {
    /// Positions with at most so many free cells are solved.
    free: u32,
    games: u32,
}

impl Visitor for Holding {
    /// How often somebody was said to hold, and how often somebody did.
    type Output = [u32; 2];

    fn visit<G: Playable>(self, game: G) -> [u32; 2] {
        let mut rng = ChaCha8Rng::seed_from_u64(7);
        let mut counts = [0; 2];
        for _ in 0..self.games {
            let mut known = HashMap::new();
            let mut state = game.initial();
            while matches!(game.turn(&state), Turn::Decision(_)) {
                if Tactics::plies_left(&game, &state).expect("marks fill the board") <= self.free {
                    let first = value(&game, &state, &mut known);
                    for (player, value) in [(Player::First, first), (Player::Second, -first)] {
                        let said = game.can_hold(&state, player);
                        assert!(
                            !said || value >= 0,
                            "{} at '{}': {player} loses",
                            game.name(),
                            game.state_text(&state)
                        );
                        let pairs = game.pairing(&state, player);
                        assert_eq!(pairs.is_some(), said, "{} at '{}'", game.name(), game.state_text(&state));
                        let hold = pairs.is_some_and(|pairs| game.pairs_hold(&state, player, &pairs));
                        assert_eq!(hold, said, "{} at '{}': {player}", game.name(), game.state_text(&state));
                        counts[0] += u32::from(said);
                        counts[1] += u32::from(value >= 0);
                    }
                }
                let moves = game.count_moves(&state);
                let mv = game.nth_move(&state, below(&mut rng, moves));
                state = game.child(&state, mv);
            }
        }
        counts
    }
}

#[test]
fn who_is_said_to_hold_does_not_lose() {
    let games = [
        ("tictactoe", 9, 20),
        ("mnk:m=4,n=3,k=3", 10, 4),
        ("mnk:m=4,n=4,k=4", 11, 150),
        ("mnk:m=5,n=4,k=4", 11, 100),
        ("mnk:m=5,n=5,k=4", 10, 20),
        ("mnk:m=5,n=5,k=5", 10, 1),
        ("mnk:m=4,n=4,k=3,misere=on", 9, 0),
        ("mnk:m=4,n=4,k=4,gravity=on", 11, 0),
        ("mnk:m=5,n=4,k=4,exact=on", 9, 0),
    ];
    for (name, free, least) in games {
        let [said, did] = open(name, Holding { free, games: 20 }).unwrap();
        assert!(did > 50, "{name}: {did}");
        assert!(said >= least, "{name}: said {said} times of {did}");
    }
}

/// Asks whether pairs hold, the cells of each by name.
struct Pairs<'a> {
    position: &'a str,
    player: Player,
    pairs: &'a [(&'a str, &'a str)],
}

impl Visitor for Pairs<'_> {
    type Output = bool;

    fn visit<G: Playable>(self, game: G) -> bool {
        let state = game.parse_state(self.position).unwrap();
        let mut moves = Vec::new();
        game.legal_moves(&game.initial(), &mut moves);
        let cell = |name: &str| {
            let named = |&&mv: &&G::Move| game.move_text(&game.initial(), mv) == name;
            *moves.iter().find(named).unwrap_or_else(|| panic!("{name} is no cell"))
        };
        let pairs: Vec<_> = self.pairs.iter().map(|&(a, b)| (cell(a), cell(b))).collect();
        game.pairs_hold(&state, self.player, &pairs)
    }
}

#[test]
fn pairs_have_to_be_free_apart_and_on_every_line() {
    let holds = |game: &str, position, player, pairs| open(game, Pairs { position, player, pairs }).unwrap();
    let position = "x2/1o1/2x o";
    let check = |pairs, expected| {
        assert_eq!(holds("tictactoe", position, Player::First, pairs), expected, "{pairs:?}");
    };
    // The middle row, the middle column and the other diagonal are left to O.
    check(&[("a2", "c2"), ("b1", "b3"), ("a1", "c3")], true);
    check(&[("c2", "a2"), ("b3", "b1"), ("c3", "a1")], true);
    check(&[("a2", "c2"), ("b1", "b3")], false);
    check(&[("a2", "c2"), ("b1", "b3"), ("a1", "a1")], false);
    check(&[("a2", "c2"), ("b1", "b3"), ("a1", "b2")], false);
    check(&[("a2", "c2"), ("b1", "b3"), ("a1", "c3"), ("a1", "c3")], false);
    check(&[("a2", "b1"), ("c2", "b3"), ("a1", "c3")], false);
    // Where marks hurt nobody trusts in pairs.
    let pairs: &[_] = &[("a2", "c2"), ("b1", "b3"), ("a1", "c3")];
    assert!(!holds("tictactoe:misere=on", position, Player::First, pairs));
}
