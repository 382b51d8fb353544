//! Limits: always a legal move, always the last finished search, never more than was allowed.

use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};

use crate::common::{Hashed, HashedGuess, TicTacToe, ask, bits};
use plywood_rules::evaluate::Nothing;
use plywood_rules::{Bot, Game, NoHints, Player, Position, Proved, Stop, Tactics, ThreatHints, Turn, Value};
use plywood_search::{
    AlphaBeta, Engine, EngineSettings, Limits, Minimax, Order, RuleBased, Selective, Settings, Tie,
};
use rand_chacha::ChaCha8Rng;
use rand_core::SeedableRng;

fn hashed(seed: u64) -> Hashed {
    let [chance, again] = [[0, 25][(seed / 2 % 2) as usize], [0, 30][(seed % 2) as usize]];
    let over = [12, 30][(seed / 4 % 2) as usize];
    Hashed { seed, longest: 7, chance, again, over, payoffs: 20, draws: 20, joins: false }
}

/// Two moves, three states, for ever.
struct Endless;

impl NoHints for Endless {}

impl Game for Endless {
    type State = (u8, Player);
    type Move = u8;

    fn initial(&self) -> (u8, Player) {
        (0, Player::First)
    }

    fn turn(&self, state: &(u8, Player)) -> Turn {
        Turn::Decision(state.1)
    }

    fn legal_moves(&self, _: &(u8, Player), moves: &mut Vec<u8>) {
        moves.extend([1, 2]);
    }

    fn play(&self, state: &mut (u8, Player), mv: u8) {
        *state = ((state.0 + mv) % 3, state.1.other());
    }
}

/// Every kind of bot with these limits.
fn bots<G: Tactics + 'static>(limits: Limits) -> Vec<Box<dyn Bot<G>>> {
    let settings = Settings { limits, ..Settings::default() };
    let promising = Settings { order: Order::Promising, tie: Tie::Random, all: true, ..settings };
    vec![
        Box::new(Minimax::new(Box::new(Nothing), settings)),
        Box::new(AlphaBeta::new(Box::new(Nothing), settings)),
        Box::new(AlphaBeta::new(Box::new(Nothing), promising)),
        Box::new(RuleBased::new(Box::new(Nothing), 8, Tie::First)),
    ]
}

/// Each legal move is visited, and nothing else, but where all moves are to be valued: there each of the others has the node again.
#[test]
fn one_node_and_a_raised_stop_are_enough_for_one_ply() {
    let stop = Stop::never();
    stop.raise();
    let (one_node, one_ply) = ([(10, None), (10, None), (18, Some(1))], [(9, None); 4]);
    let asked = [(Limits::nodes(1), Stop::never(), &one_node[..]), (Limits::default(), stop, &one_ply[..])];
    for (limits, stop, expected) in asked {
        for (mut bot, &(nodes, depth)) in bots(limits).into_iter().zip(expected) {
            let mut rng = ChaCha8Rng::seed_from_u64(0);
            let report = bot.choose(&TicTacToe, Position::new(&TicTacToe.initial()), &mut rng, &stop);
            assert_eq!(
                (report.value, report.nodes, report.depth),
                (Some(Value::Estimated(0.0)), nodes, depth)
            );
            assert_eq!((report.moves.len(), &report.pv[..]), (9, &[report.best][..]));
        }
    }
}

#[test]
fn time_and_stop_end_a_game_without_end() {
    let within = |time| Stop::never().within(Duration::from_millis(time));
    let cases = [
        (Limits::time(Duration::from_millis(1)), Stop::never()),
        (Limits::default(), within(20)),
        (Limits::depth(60), within(20)),
    ];
    for (limits, stop) in cases {
        for mut bot in bots(limits).into_iter().take(3) {
            let (mut rng, start) = (ChaCha8Rng::seed_from_u64(0), Instant::now());
            let report = bot.choose(&Endless, Position::new(&Endless.initial()), &mut rng, &stop);
            // A machine that does many things at once may be late, but not by as much as the search would take.
            assert!(start.elapsed() < Duration::from_secs(5), "{limits:?}");
            assert!([1, 2].contains(&report.best));
            assert!(matches!(report.value, None | Some(Value::Estimated(_))), "{:?}", report.value);
        }
    }
}

/// One move at a time, for ever: the deepest search there is fits the stack of any thread.
#[test]
fn the_deepest_search_fits_the_stack() {
    struct Corridor;
    impl NoHints for Corridor {}

    impl Game for Corridor {
        type State = [u64; 16];
        type Move = u8;
        fn initial(&self) -> [u64; 16] {
            [0; 16]
        }
        fn turn(&self, state: &[u64; 16]) -> Turn {
            if state[0] % 3 == 1 {
                Turn::Chance
            } else {
                Turn::Decision(Player::BOTH[(state[0] % 2) as usize])
            }
        }
        fn legal_moves(&self, _: &[u64; 16], moves: &mut Vec<u8>) {
            moves.push(0);
        }
        fn chance_outcomes(&self, _: &[u64; 16], outcomes: &mut Vec<(u8, f64)>) {
            outcomes.push((0, 1.0));
        }
        fn play(&self, state: &mut [u64; 16], _: u8) {
            state[0] += 1;
        }
    }
    for mut bot in bots(Limits::default()).into_iter().take(3) {
        let report = ask(&mut *bot, &Corridor, &Corridor.initial(), 0);
        assert_eq!((report.depth, report.value), (Some(Limits::DEEPEST), Some(Value::Estimated(0.0))));
    }
}

/// Repeated with growing depth, a search ends where one search of that depth would have.
#[test]
fn deepening_ends_where_one_search_does() {
    for seed in 0..4000 {
        let game = hashed(seed);
        let (tie, all) = (Tie::First, seed % 3 == 0);
        let order = if seed % 2 == 0 { Order::Natural } else { Order::Promising };
        let limits = Limits { depth: Some(1 + seed as u32 % 8), nodes: Some(u64::MAX), time: None };
        let settings = Settings { limits, tie, all, order, ..Settings::default() };
        let report = ask(&mut AlphaBeta::new(Box::new(HashedGuess), settings), &game, &game.initial(), 0);
        let slow = ask(&mut Minimax::new(Box::new(HashedGuess), settings), &game, &game.initial(), 0);
        let settings = Settings { limits: Limits::depth(report.depth.unwrap()), ..settings };
        let once = ask(&mut Minimax::new(Box::new(HashedGuess), settings), &game, &game.initial(), 0);
        assert_eq!((report.best, bits(report.value)), (once.best, bits(once.value)), "{game:?} {settings:?}");
        assert_eq!((report.best, bits(report.value)), (slow.best, bits(slow.value)), "{game:?} {settings:?}");
        for (found, expected) in report.moves.iter().zip(&once.moves) {
            if all || found.value.is_some() {
                assert_eq!(bits(found.value), bits(expected.value), "{game:?} {settings:?}");
            }
        }
        if let (0, Some(Value::Proved(Proved::Win { plies } | Proved::Loss { plies }))) =
            (game.chance, report.value)
        {
            assert_eq!(report.pv.len() as u32, plies, "{game:?} {settings:?}");
        }
    }
}

/// A request for the value of every move changes neither the move chosen nor its value, and no move is better than that.
#[test]
fn the_values_of_other_moves_are_no_better() {
    let mut valued = 0;
    for seed in 0..600 {
        let game = hashed(seed);
        let limits = [Limits::nodes(20 + seed % 300), Limits::depth(9)][(seed % 2) as usize];
        let one = Settings {
            limits,
            tie: [Tie::First, Tie::Random][(seed / 2 % 2) as usize],
            ..Settings::default()
        };
        let every = Settings { all: true, ..one };
        let engine = EngineSettings { selective: Selective::On, table: 1 << 18, ..EngineSettings::default() };
        let bots = |settings: Settings| -> [Box<dyn Bot<Hashed>>; 2] {
            [
                Box::new(Engine::new(Box::new(HashedGuess), settings, engine)),
                Box::new(AlphaBeta::new(Box::new(HashedGuess), settings)),
            ]
        };
        for (mut chooses, mut values) in bots(one).into_iter().zip(bots(every)) {
            let alone = ask(&mut *chooses, &game, &game.initial(), seed);
            let all = ask(&mut *values, &game, &game.initial(), seed);
            assert_eq!((all.best, bits(all.value)), (alone.best, bits(alone.value)), "{game:?} {one:?}");
            let Some(value) = all.value else { continue };
            for valued_move in &all.moves {
                let better = valued_move.value.is_some_and(|of_move| of_move.compare(&value).is_gt());
                assert!(!better, "{game:?} {one:?}: {valued_move:?} in {all:?}");
                valued += usize::from(valued_move.value.is_some());
            }
            let of_best = all.moves.iter().find(|it| it.mv == all.best).and_then(|it| it.value);
            assert!(
                of_best.is_some_and(|of_best| of_best.compare(&value).is_eq()),
                "{game:?} {one:?} {all:?}"
            );
        }
    }
    assert!(valued > 2000, "{valued}");
}

/// With any node limit, the report is of the last finished search, or of a better move of the next one. After a single ply it
/// may be of a block.
#[test]
fn an_interrupted_search_says_nothing_wrong() {
    let (mut kept, mut improved, mut blocked) = (0, 0, 0);
    for seed in 0..2000 {
        let game = hashed(seed);
        let nodes = 1 + seed * 7919 % 400;
        let settings = Settings { limits: Limits::nodes(nodes), ..Settings::default() };
        let report = ask(&mut AlphaBeta::new(Box::new(HashedGuess), settings), &game, &game.initial(), 0);
        assert_eq!(report.pv[0], report.best);
        // One ply is visited in any case.
        let more = if report.depth.is_none_or(|depth| depth == 1) { report.moves.len() as u64 } else { 0 };
        assert!(report.nodes <= nodes + more);
        let loses = |mv| loses_in_two(&game, mv);
        let all_lose = report.moves.iter().all(|m| loses(m.mv));
        let Some(depth) = report.depth else {
            assert!(all_lose || !loses(report.best), "{game:?} {nodes}");
            continue;
        };
        let at = |depth| {
            let settings = Settings { limits: Limits::depth(depth), ..Settings::default() };
            ask(&mut Minimax::new(Box::new(HashedGuess), settings), &game, &game.initial(), 0)
        };
        let finished = at(depth);
        if (report.best, bits(report.value)) == (finished.best, bits(finished.value)) {
            kept += 1;
        } else {
            let deeper = at(depth + 1);
            if depth == 1 && loses(finished.best) && (all_lose || !loses(report.best)) {
                blocked += 1;
                continue;
            }
            let of = |mv: u8| deeper.moves.iter().find(|m| m.mv == mv).unwrap().value.unwrap();
            assert!(report.value.unwrap().compare(&of(report.best)).is_eq());
            assert!(of(report.best).compare(&of(finished.best)).is_gt(), "{game:?} {nodes}");
            improved += 1;
        }
    }
    assert!(kept > 500 && improved > 20 && blocked > 5, "{kept} {improved} {blocked}");
}

/// Returns true if the game is lost after `mv`, or the opponent wins with the next move.
fn loses_in_two(game: &Hashed, mv: u8) -> bool {
    let child = game.child(&game.initial(), mv);
    match game.turn(&child) {
        Turn::Over(outcome) => outcome.winner() == Some(Player::Second),
        Turn::Decision(Player::Second) => game.winning_move(&child).is_some(),
        _ => false,
    }
}

#[test]
fn progress_is_told_of_every_depth() {
    let depths = Arc::new(Mutex::new(Vec::new()));
    let told = Arc::clone(&depths);
    let limits = Limits { depth: Some(5), nodes: Some(1_000_000), time: None };
    let settings = Settings { limits, ..Settings::default() };
    let mut bot = AlphaBeta::new(Box::new(Nothing), settings);
    bot.listen(Some(Box::new(move |thought| {
        let depth = thought.depth.unwrap();
        assert_eq!((thought.value, thought.pv.len()), (Some(Value::Estimated(0.0)), depth as usize));
        told.lock().unwrap().push((depth, thought.nodes));
    })));
    let report = ask(&mut bot, &TicTacToe, &TicTacToe.initial(), 0);
    let depths = depths.lock().unwrap();
    assert!(depths.iter().map(|&(depth, _)| depth).eq(1..=5), "{depths:?}");
    assert!(depths.is_sorted_by_key(|&(_, nodes)| nodes));
    assert_eq!(depths.last().unwrap().1, report.nodes);
}

/// One move, for ever.
struct Corridor;

impl NoHints for Corridor {}

impl Game for Corridor {
    type State = Player;
    type Move = u8;

    fn initial(&self) -> Player {
        Player::First
    }

    fn turn(&self, player: &Player) -> Turn {
        Turn::Decision(*player)
    }

    fn legal_moves(&self, _: &Player, moves: &mut Vec<u8>) {
        moves.push(1);
    }

    fn play(&self, player: &mut Player, _: u8) {
        *player = player.other();
    }
}

#[test]
fn the_only_move_is_not_thought_about_for_long() {
    let settings = Settings { limits: Limits::nodes(1_000_000), ..Settings::default() };
    let bots: [Box<dyn Bot<Corridor>>; 2] = [
        Box::new(Minimax::new(Box::new(Nothing), settings)),
        Box::new(AlphaBeta::new(Box::new(Nothing), settings)),
    ];
    for mut bot in bots {
        let report = ask(&mut *bot, &Corridor, &Player::First, 0);
        assert_eq!((report.best, report.depth), (1, Some(4)));
    }
    // The value of every move is that of the same search. A request for a depth is honoured.
    let all = Settings { all: true, ..settings };
    let deep = Settings { limits: Limits::depth(20), ..settings };
    for (settings, depth) in [(all, 4), (deep, 20)] {
        let report = ask(&mut AlphaBeta::new(Box::new(Nothing), settings), &Corridor, &Player::First, 0);
        assert_eq!(report.depth, Some(depth));
    }
}
