//! `cannot_lose` is true, and detects the positions that it should.

use std::collections::HashMap;

use plywood_games::{Visitor, open};
use plywood_rules::hints::holding::Holding;
use plywood_rules::random::below;
use plywood_rules::{Game, OrderingHints, Outcome, Playable, Player, Run, Turn};
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

/// A few pairs of legal moves; in half of the lists a move may be in several of them.
fn some_pairs<G: Game>(game: &G, state: &G::State, rng: &mut ChaCha8Rng) -> Vec<(G::Move, G::Move)> {
    let mut moves = Vec::new();
    game.legal_moves(state, &mut moves);
    let mut pairs = Vec::new();
    let grouped = below(rng, 2) == 0;
    let mut used = Vec::new();
    for _ in 0..below(rng, 1 + moves.len() / 2) {
        let [a, mut b] = [(); 2].map(|()| moves.swap_remove(below(rng, moves.len())));
        if grouped && !used.is_empty() && below(rng, 4) > 0 {
            moves.push(std::mem::replace(&mut b, used[below(rng, used.len())]));
        }
        pairs.push((a, b));
        used.extend([a, b]);
    }
    pairs
}

/// True if the search finds that the player, for whom the game has this value, holds. Where the player has no line left, that is exact.
fn searched<G: Playable>(
    game: &G,
    search: &mut (dyn Holding<G> + Send),
    state: &G::State,
    player: Player,
    value: i32,
) -> bool {
    let at = format!("{} at '{}': {player}", game.name(), game.state_text(state));
    let run = Run::default();
    let found = search.holds(state, &run).expect("it is not stopped");
    assert!(value >= 0 || !found, "{at} loses");
    assert!(value < 0 || found || game.can_win(state, player), "{at} holds");
    if game.turn(state) == Turn::Decision(player) {
        let mv = search.holding_move(state, &run).expect("it is not stopped");
        assert_eq!(mv.is_some(), found, "{at}");
        let child = mv.map(|mv| game.child(state, mv));
        assert!(
            child.is_none_or(|child| search.holds(&child, &run) == Ok(true)),
            "{at} does not after {mv:?}"
        );
    }
    found
}

struct Solved {
    /// Positions with at most this many free cells are solved.
    free: u32,
    games: u32,
}

impl Visitor for Solved {
    /// Counts of players that cannot lose at a glance, that hold by pairs and weight, by the game's own search, and that do not lose.
    type Output = [u32; 4];

    fn visit<G: Playable>(self, game: G) -> [u32; 4] {
        let mut rng = ChaCha8Rng::seed_from_u64(7);
        // A generator of its own, so that the games are the same whatever it is used for.
        let mut pairs_rng = ChaCha8Rng::seed_from_u64(8);
        let mut counts = [0; 4];
        // With so little room that results are dropped.
        let mut searches =
            Player::BOTH.map(|player| game.specialists().holding.and_then(|new| new(&game, player, 1 << 16)));
        for _ in 0..self.games {
            let mut known = HashMap::new();
            let mut state = game.initial();
            while matches!(game.turn(&state), Turn::Decision(_)) {
                if OrderingHints::plies_left(&game, &state).expect("marks fill the board") <= self.free {
                    let first = value(&game, &state, &mut known);
                    for (player, value) in [(Player::First, first), (Player::Second, -first)] {
                        let at = format!("{} at '{}': {player}", game.name(), game.state_text(&state));
                        let said = game.cannot_lose(&state, player);
                        let pairs = game.pairing(&state, player);
                        assert!(value >= 0 || !said && pairs.is_none(), "{at} loses");
                        if let Some(pairs) = &pairs {
                            assert!(game.pairs_hold(&state, player, pairs), "{at} by {pairs:?}");
                        }
                        // Nor do other pairs hold wrongly.
                        let pairs_at_random = some_pairs(&game, &state, &mut pairs_rng);
                        if game.pairs_hold(&state, player, &pairs_at_random) {
                            assert!(value >= 0, "{at} loses by {pairs_at_random:?}");
                        }
                        let search = searches[player.index()].as_deref_mut();
                        let found =
                            search.is_some_and(|search| searched(&game, search, &state, player, value));
                        counts[0] += u32::from(said);
                        counts[1] += u32::from(pairs.is_some());
                        counts[2] += u32::from(found);
                        counts[3] += u32::from(value >= 0);
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
        ("tictactoe", 9, [20, 60, 150]),
        ("mnk:m=4,n=3,k=3", 10, [4, 12, 40]),
        ("mnk:m=4,n=4,k=3", 10, [0, 0, 2]),
        ("mnk:m=4,n=4,k=4", 11, [150, 280, 300]),
        ("mnk:m=5,n=4,k=4", 11, [100, 180, 200]),
        ("mnk:m=5,n=5,k=4", 10, [20, 45, 70]),
        ("mnk:m=5,n=5,k=5", 10, [1, 340, 340]),
        ("mnk:m=4,n=4,k=3,misere=on", 9, [0; 3]),
        ("mnk:m=4,n=4,k=4,gravity=on", 11, [0; 3]),
        ("mnk:m=5,n=4,k=4,exact=on", 9, [0; 3]),
    ];
    for (name, free, least) in games {
        let [said, paired, found, did] = open(name, Solved { free, games: 20 }).unwrap();
        assert!(did > 50, "{name}: {did}");
        let counts = [said, paired, found];
        assert!(
            counts.iter().zip(least).all(|(&count, least)| count >= least),
            "{name}: {counts:?} of {did}"
        );
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
    // Each of these lines weighs a quarter; O is to move, and would double one of them.
    check(&[("a2", "c2"), ("b1", "b3")], true);
    check(&[("a2", "c2")], true);
    check(&[], false);
    check(&[("a2", "c2"), ("b1", "b3"), ("a1", "a1")], false);
    check(&[("a2", "c2"), ("b1", "b3"), ("a1", "a3")], true);
    check(&[("a2", "c2"), ("b1", "b3"), ("a3", "a1"), ("a1", "a2")], false);
    check(&[("a2", "c2"), ("b1", "b3"), ("a1", "c3"), ("a1", "c3")], false);
    check(&[("a2", "b1"), ("c2", "b3"), ("a1", "c3")], false);
    // Where marks hurt, pairs prove nothing.
    let pairs: &[_] = &[("a2", "c2"), ("b1", "b3"), ("a1", "c3")];
    assert!(!holds("tictactoe:misere=on", position, Player::First, pairs));
}

/// Pairs for ten lines would need 20 cells; there are 16.
#[test]
fn groups_hold_by_the_weight_of_their_lines() {
    let cells: Vec<String> =
        (0..16).map(|cell| format!("{}{}", ["a", "b", "c", "d"][cell % 4], 1 + cell / 4)).collect();
    let chain = |cells: &[String]| -> Vec<(String, String)> {
        cells.windows(2).map(|pair| (pair[0].clone(), pair[1].clone())).collect()
    };
    let holds = |position, player, pairs: &[(String, String)]| {
        let pairs: Vec<(&str, &str)> = pairs.iter().map(|(a, b)| (&a[..], &b[..])).collect();
        open("mnk:m=4,n=4,k=4", Pairs { position, player, pairs: &pairs }).unwrap()
    };
    // 10/16, and 3/16 through a cell of a diagonal.
    let all = chain(&cells);
    assert!(holds("4/4/4/4 x", Player::Second, &all));
    // After a mark there, 13/16 and 6/16: the second player has to answer in this group.
    assert!(holds("4/4/1x2/4 o", Player::Second, &all));
    // After one more 15/16. An answer that leaves a quarter through one cell of the 12/16 that remain is not enough.
    assert!(holds("4/1x2/1x2/2o1 o", Player::Second, &all));
    assert!(!holds("4/1x2/1x2/2oo x", Player::Second, &all));
    // The lines of the upper rows meet both groups and count in both, with one or two cells in each.
    let halves = [chain(&cells[..8]), chain(&cells[8..])].concat();
    assert!(!holds("4/4/4/4 x", Player::Second, &halves));
    // Pairs in a ring say the same twice.
    let ring = [&all[..], &[(cells[15].clone(), cells[0].clone())]].concat();
    assert!(!holds("4/4/4/4 x", Player::Second, &ring));
}

/// Ten lines of four cells weigh 10/16, and through no cell go more than three of them.
#[test]
fn few_lines_are_held_by_their_weight() {
    let holds = |game: &str, position, player| open(game, Pairs { position, player, pairs: &[] }).unwrap();
    let empty = "4/4/4/4 x";
    assert!(holds("mnk:m=4,n=4,k=4", empty, Player::Second));
    assert!(holds("mnk:m=4,n=4,k=4", empty, Player::First));
    for options in ["misere=on", "gravity=on"] {
        assert!(!holds(&format!("mnk:m=4,n=4,k=4,{options}"), empty, Player::Second), "{options}");
    }
    // Four lines through one cell weigh 4/32: 16/16 with the mark that is to come is too much.
    assert!(!holds("tictactoe", "3/3/3 x", Player::Second));
    assert!(!holds("tictactoe", "3/1x1/3 o", Player::Second));
}
