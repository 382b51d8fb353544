//! Values that bots call proved and equally good are just that, by exact values of the plainest solver; and the line of a
//! proved win ends with it.

use std::collections::{HashMap, HashSet};

use plywood_erased::{Analysis, Ending, MoveValue};
use plywood_games::Visitor;
use plywood_rules::random::{below, part_seed};
use plywood_rules::{Outcome, Playable, Player, Proved, Stop, Turn, Value};
use plywood_workshop::Workshop;
use rand_chacha::ChaCha8Rng;
use rand_core::SeedableRng;

/// The value of `state` for the player to decide there, everything played out. Remembers whole positions.
fn solve<G: Playable>(game: &G, state: &G::State, known: &mut HashMap<G::State, Proved>) -> Proved {
    if let Some(&value) = known.get(state) {
        return value;
    }
    let player = game.turn(state).player().expect("somebody decides");
    let mut moves = Vec::new();
    game.legal_moves(state, &mut moves);
    let best = moves.iter().map(|&mv| worth(game, state, player, mv, known)).max().expect("there is a move");
    known.insert(state.clone(), best);
    best
}

/// The value of `mv` for `player`, who makes it.
fn worth<G: Playable>(
    game: &G,
    state: &G::State,
    player: Player,
    mv: G::Move,
    known: &mut HashMap<G::State, Proved>,
) -> Proved {
    let child = game.child(state, mv);
    let value = match game.turn(&child) {
        Turn::Over(Outcome::Win(winner)) if winner == player => Proved::Win { plies: 0 },
        Turn::Over(Outcome::Win(_)) => Proved::Loss { plies: 0 },
        Turn::Over(_) => Proved::Draw,
        Turn::Decision(next) if next == player => solve(game, &child, known),
        Turn::Decision(_) => solve(game, &child, known).reversed(),
        Turn::Chance => unreachable!("no dice here"),
    };
    match value {
        Proved::Win { plies } => Proved::Win { plies: plies + 1 },
        Proved::Draw => Proved::Draw,
        Proved::Loss { plies } => Proved::Loss { plies: plies + 1 },
    }
}

/// Positions that are not over: all of them, or those of `games` random games (the first 60 plies of each)
/// from which play ends within `plies_left` plies, where that is known.
#[derive(Clone, Copy)]
enum Which {
    All,
    Random { games: u64, plies_left: u32 },
}

fn positions<G: Playable>(game: &G, which: Which) -> Vec<G::State> {
    let going_on = |state: &G::State| matches!(game.turn(state), Turn::Decision(_));
    let mut seen = HashSet::new();
    let mut found = Vec::new();
    let mut moves = Vec::new();
    match which {
        Which::All => {
            found.push(game.initial());
            let mut at = 0;
            while at < found.len() {
                moves.clear();
                game.legal_moves(&found[at], &mut moves);
                for &mv in &moves {
                    let child = game.child(&found[at], mv);
                    if seen.insert(child.clone()) && going_on(&child) {
                        found.push(child);
                    }
                }
                at += 1;
            }
        }
        Which::Random { games, plies_left } => {
            for number in 0..games {
                let mut rng = ChaCha8Rng::seed_from_u64(part_seed(17, number));
                let mut state = game.initial();
                for _ in 0..60 {
                    if !going_on(&state) {
                        break;
                    }
                    if game.plies_left(&state).is_none_or(|left| left <= plies_left)
                        && seen.insert(state.clone())
                    {
                        found.push(state.clone());
                    }
                    // Not to win leads to more of the game.
                    moves.clear();
                    game.legal_moves(&state, &mut moves);
                    moves.sort_by_key(|&mv| !going_on(&game.child(&state, mv)));
                    let quiet = moves.iter().filter(|&&mv| going_on(&game.child(&state, mv))).count();
                    let mv = moves[below(&mut rng, if quiet > 0 { quiet } else { moves.len() })];
                    state = game.child(&state, mv);
                }
            }
        }
    }
    found
}

/// Compares what each bot says of every move with the truth.
struct Compare<'a> {
    name: &'a str,
    which: Which,
    bots: &'a [&'a str],
    at_least: usize,
}

impl Visitor for Compare<'_> {
    type Output = ();

    fn visit<G: Playable>(self, game: G) {
        let open = Workshop::standard().open(self.name).unwrap();
        let positions = positions(&game, self.which);
        assert!(positions.len() >= self.at_least, "{}: {} positions", self.name, positions.len());
        let mut known = HashMap::new();
        for state in &positions {
            let text = game.state_text(state);
            let player = game.turn(state).player().unwrap();
            let mut moves = Vec::new();
            game.legal_moves(state, &mut moves);
            let truth: Vec<Proved> =
                moves.iter().map(|&mv| worth(&game, state, player, mv, &mut known)).collect();
            let session = open.session(Some(&text), "", 1).unwrap();
            for bot in self.bots {
                let found = session.analyse(bot, true, 1, &Stop::never()).unwrap();
                check(&found, &truth, &format!("{} at '{text}', {bot}", self.name));
            }
        }
    }
}

/// The values of all moves, and the move chosen, against the truth.
fn check(found: &Analysis, truth: &[Proved], context: &str) {
    let best = *truth.iter().max().unwrap();
    let chosen = found.moves.iter().position(|mv| mv.mv == found.best).unwrap();
    let values: Vec<Option<Proved>> = found.moves.iter().map(|mv| mv.value.and_then(Value::proved)).collect();
    if found.exact_plies {
        let expected: Vec<_> = truth.iter().copied().map(Some).collect();
        assert_eq!(values, expected, "{context}");
        assert_eq!(found.value.and_then(Value::proved), Some(best), "{context}");
        assert_eq!(truth[chosen], best, "{context}");
        let places = |is_best: &dyn Fn(usize) -> bool| (0..truth.len()).filter(|&at| is_best(at)).collect();
        let listed: Vec<usize> = places(&|at| equally_good(&found.moves[at], found));
        let real: Vec<usize> = places(&|at| truth[at] == best);
        assert_eq!(listed, real, "{context}: equally good moves");
        return;
    }
    // What is proved is true, though a win may be quicker than it says.
    for (value, real) in values.iter().zip(truth) {
        let Some(value) = value else { continue };
        assert_eq!(value.word(), real.word(), "{context}");
        assert!(value.plies() >= real.plies(), "{context}: {value:?} {real:?}");
    }
    if let Some(value) = found.value.and_then(Value::proved) {
        assert_eq!(value.word(), best.word(), "{context}");
        assert!(value.plies() >= best.plies(), "{context}: {value:?} {best:?}");
        assert_eq!(truth[chosen].word(), best.word(), "{context}");
    }
}

/// Returns true if a move is worth as much as the position.
fn equally_good(mv: &MoveValue, found: &Analysis) -> bool {
    mv.value == found.value
}

fn compare(name: &str, which: Which, bots: &[&str], at_least: usize) {
    plywood_games::open(name, Compare { name, which, bots, at_least }).unwrap();
}

const ALL: &[&str] = &[
    "alphabeta",
    "alphabeta:order=promising",
    "engine",
    "engine:selective=on",
    "minimax",
    "mcts:playouts=300",
    "bestfirst:nodes=2000",
];

#[test]
fn in_every_position_of_tic_tac_toe() {
    // 5478 positions, 958 of them finished.
    compare("tictactoe", Which::All, ALL, 4520);
    compare("tictactoe:misere=on", Which::Random { games: 40, plies_left: 8 }, ALL, 200);
}

#[test]
fn in_samples_of_other_games() {
    const FAST: &[&str] =
        &["engine:depth=20", "engine:depth=20,selective=on", "mcts:playouts=500", "bestfirst:nodes=3000"];
    let sample = |games, plies_left| Which::Random { games, plies_left };
    compare("mnk:m=4,n=3,k=3", sample(60, 10), FAST, 200);
    compare("mnk:m=4,n=4,k=3", sample(100, 10), FAST, 200);
    compare("mnk:m=4,n=4,k=4,gravity=on", sample(30, 11), FAST, 200);
    compare("cube3", sample(100, 15), FAST, 200);
}

/// Proved lines, played out: the winner that they claim has won, after as many plies as they claim.
struct Lines<'a> {
    name: &'a str,
    which: Which,
    bots: &'a [&'a str],
    at_least: usize,
}

impl Visitor for Lines<'_> {
    type Output = ();

    fn visit<G: Playable>(self, game: G) {
        let open = Workshop::standard().open(self.name).unwrap();
        let mut decided = 0;
        for state in positions(&game, self.which) {
            let text = game.state_text(&state);
            let player = game.turn(&state).player().unwrap();
            for bot in self.bots {
                let mut session = open.session(Some(&text), "", 1).unwrap();
                let found = session.analyse(bot, false, 1, &Stop::never()).unwrap();
                let (winner, plies) = match found.value {
                    Some(Value::Proved(Proved::Win { plies })) => (player, plies),
                    Some(Value::Proved(Proved::Loss { plies })) => (player.other(), plies),
                    _ => continue,
                };
                decided += 1;
                let context = format!("{} at '{text}', {bot}: {}", self.name, found.pv.join(" "));
                found.pv.iter().for_each(|mv| session.play(mv).unwrap());
                assert_eq!(session.ending(), Some(Ending::Rules(Outcome::Win(winner))), "{context}");
                let length = found.pv.len() as u32;
                assert!(length == plies || !found.exact_plies && length < plies, "{context}: {plies} plies");
            }
        }
        assert!(decided >= self.at_least, "{}: {decided}", self.name);
    }
}

#[test]
fn the_line_of_a_proved_win_ends_with_it() {
    let lines = |name, games, plies_left, bots, at_least| {
        let which = Which::Random { games, plies_left };
        plywood_games::open(name, Lines { name, which, bots, at_least }).unwrap();
    };
    const TO_THE_END: &[&str] = &["engine", "engine:selective=on", "engine:nodes=100000"];
    lines("tictactoe", 50, 9, TO_THE_END, 300);
    lines("mnk:m=4,n=3,k=3", 50, 12, TO_THE_END, 300);
    lines("mnk:m=5,n=5,k=4", 20, 18, TO_THE_END, 100);
    lines("cube3", 30, 27, TO_THE_END, 300);
    const TO_A_DEPTH: &[&str] = &["engine:depth=5", "engine:depth=9", "engine:depth=7,selective=on"];
    lines("pikkpakk:size=3", 30, 0, TO_A_DEPTH, 100);
    lines("pikkpakk:size=3,variant=rolling", 20, 0, TO_A_DEPTH, 10);
}

/// The worth of `state` to the first player, `depth` plies ahead: a win counts 1, the unknown 0.
fn expect<G: Playable>(game: &G, state: &G::State, depth: u32) -> f64 {
    match game.turn(state) {
        Turn::Over(outcome) => f64::from(outcome.utility(Player::First)),
        _ if depth == 0 => 0.0,
        Turn::Chance => {
            let mut outcomes = Vec::new();
            game.chance_outcomes(state, &mut outcomes);
            let part = |&(mv, probability): &(G::Move, f64)| {
                probability * expect(game, &game.child(state, mv), depth - 1)
            };
            outcomes.iter().map(part).sum()
        }
        Turn::Decision(player) => {
            let mut moves = Vec::new();
            game.legal_moves(state, &mut moves);
            let values = moves.iter().map(|&mv| expect(game, &game.child(state, mv), depth - 1));
            player.sign() * values.map(|value| player.sign() * value).fold(f64::NEG_INFINITY, f64::max)
        }
    }
}

/// Games with dice, to a depth, against the mean and the best of what can come.
struct Dice {
    name: &'static str,
    depth: u32,
}

impl Visitor for Dice {
    type Output = ();

    fn visit<G: Playable>(self, game: G) {
        let open = Workshop::standard().open(self.name).unwrap();
        let mut states = vec![game.initial()];
        let mut rng = ChaCha8Rng::seed_from_u64(5);
        let mut checked = 0;
        let as_good = |a: f64, b: f64| (a - b).abs() < 1e-12;
        while checked < 200 {
            let state = states.pop().unwrap_or_else(|| game.initial());
            let next = plywood_rules::moves_or_outcomes(&game, &state);
            if let Some(&mv) = (!next.is_empty()).then(|| &next[below(&mut rng, next.len())]) {
                states.push(game.child(&state, mv));
            }
            let Turn::Decision(player) = game.turn(&state) else { continue };
            checked += 1;
            let truth: Vec<f64> = next
                .iter()
                .map(|&mv| player.sign() * expect(&game, &game.child(&state, mv), self.depth - 1))
                .collect();
            let best = truth.iter().copied().fold(f64::NEG_INFINITY, f64::max);
            let text = game.state_text(&state);
            let session = open.session(Some(&text), "", 1).unwrap();
            for prune in ["off", "star1", "star2"] {
                let bot = format!("expectiminimax:depth={},eval=none,prune={prune}", self.depth);
                let found = session.analyse(&bot, true, 1, &Stop::never()).unwrap();
                let values: Vec<f64> =
                    found.moves.iter().map(|mv| mv.value.unwrap().points(found.win_worth)).collect();
                for (value, real) in values.iter().zip(&truth) {
                    assert!(as_good(*value, *real), "{} at '{text}', {bot}: {values:?} {truth:?}", self.name);
                }
                let top = found.value.unwrap().points(found.win_worth);
                for (value, real) in values.iter().zip(&truth) {
                    assert_eq!(
                        as_good(*value, top),
                        as_good(*real, best),
                        "{} at '{text}', {bot}",
                        self.name
                    );
                }
                let chosen = found.moves.iter().position(|mv| mv.mv == found.best).unwrap();
                assert!(as_good(truth[chosen], best), "{} at '{text}', {bot}", self.name);
            }
        }
    }
}

#[test]
fn with_dice_to_a_depth() {
    for (name, depth) in [("piglet:target=5", 8), ("pig:target=12,die=4", 6)] {
        plywood_games::open(name, Dice { name, depth }).unwrap();
    }
}

/// A solver of Hex that only knows who wins says so: its distances are bounds until the end is near.
#[test]
fn a_winner_without_a_distance_is_no_exact_distance() {
    let analyse = |moves| {
        let session = Workshop::standard().open("hex:size=5").unwrap().session(None, moves, 1).unwrap();
        session.analyse("perfect", false, 1, &Stop::never()).unwrap()
    };
    let bound = analyse("");
    assert_eq!((bound.value, bound.exact_plies), (Some(Value::Proved(Proved::Win { plies: 25 })), false));
    let near = analyse("a1 e1 a2 e2 a3 e3 a4 e4 b1 d1");
    assert_eq!((near.value, near.exact_plies), (Some(Value::Proved(Proved::Win { plies: 1 })), true));
}
