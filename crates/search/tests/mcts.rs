//! Monte Carlo tree search: its proofs are true, its estimates are near the truth, and it keeps to its
//! limits.

use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};

use crate::common::{Hashed, Marks, TicTacToe};
use plywood_rules::evaluate::NothingUpTo;
use plywood_rules::random::below;
use plywood_rules::{
    Bot, Clock, Evaluate, Game, NoHints, Outcome, Player, Position, Proved, Report, Stop, Tactics, Turn,
    Value,
};
use plywood_search::{Mcts, MctsSettings, Minimax, Settings, Tie, TreeGrowth};
use rand_chacha::ChaCha8Rng;
use rand_core::SeedableRng;

/// A game that offers a search nothing but its rules.
struct Plain<G>(G);

impl<G: Game> Game for Plain<G> {
    type State = G::State;
    type Move = G::Move;

    fn initial(&self) -> G::State {
        self.0.initial()
    }

    fn turn(&self, state: &G::State) -> Turn {
        self.0.turn(state)
    }

    fn legal_moves(&self, state: &G::State, moves: &mut Vec<G::Move>) {
        self.0.legal_moves(state, moves);
    }

    fn chance_outcomes(&self, state: &G::State, outcomes: &mut Vec<(G::Move, f64)>) {
        self.0.chance_outcomes(state, outcomes);
    }

    fn play(&self, state: &mut G::State, mv: G::Move) {
        self.0.play(state, mv);
    }
}

impl<G: Game> NoHints for Plain<G> {}

const TIC_TAC_TOE: Plain<TicTacToe> = Plain(TicTacToe);

/// The worth of a win in all these tests: more than any payoff.
const WIN_WORTH: f64 = 8.0;

fn bot<G: Tactics>(settings: MctsSettings) -> Mcts<G> {
    Mcts::new(Box::new(NothingUpTo(WIN_WORTH)), settings)
}

fn playouts(playouts: u64) -> MctsSettings {
    MctsSettings { playouts: Some(playouts), ..MctsSettings::default() }
}

fn ask_again<G: Game>(
    bot: &mut dyn Bot<G>,
    game: &G,
    position: Position<'_, G>,
    seed: u64,
) -> Report<G::Move> {
    bot.choose(game, position, &mut ChaCha8Rng::seed_from_u64(seed), &Stop::never())
}

/// The answer of a new bot in a game without a past.
fn ask<G: Tactics>(game: &G, state: &G::State, settings: MctsSettings, seed: u64) -> Report<G::Move> {
    ask_again(&mut bot(settings), game, Position::new(state), seed)
}

/// The value by minimax to the end of the game.
fn truth<G: Tactics>(game: &G, state: &G::State) -> Report<G::Move> {
    let settings = Settings { all: true, ..Settings::default() };
    let mut minimax = Minimax::new(Box::new(NothingUpTo(WIN_WORTH)), settings);
    ask_again(&mut minimax, game, Position::new(state), 0)
}

/// A true value: the same winner, or the same number.
fn assert_true(found: Value, truth: Value, place: &str) {
    match (found, truth) {
        (Value::Proved(found), Value::Proved(truth)) => {
            assert_eq!(found.word(), truth.word(), "{place}");
            // A proof need not be the shortest one.
            assert!(found.plies() >= truth.plies(), "{place}: {found:?} {truth:?}");
        }
        (Value::Estimated(_), _) => panic!("{place}: nothing was proved"),
        // A draw may be taken for a gamble that is worth nothing, never the other way round.
        (Value::Exact(points), truth) => {
            assert!((points - truth.points(WIN_WORTH)).abs() < 1e-9, "{place}: {points} {truth}");
            assert!(!matches!(truth, Value::Proved(Proved::Win { .. } | Proved::Loss { .. })), "{place}");
        }
        (found, truth) => panic!("{place}: {found}, in truth {truth}"),
    }
}

fn rng() -> ChaCha8Rng {
    ChaCha8Rng::seed_from_u64(0)
}

/// A stop flag that is already raised.
fn raised() -> Stop {
    let stop = Stop::never();
    stop.raise();
    stop
}

/// A position of tic-tac-toe after some random moves, unless it is over.
fn random_position(rng: &mut ChaCha8Rng, plies: usize) -> Option<<TicTacToe as Game>::State> {
    let mut state = TicTacToe.initial();
    for _ in 0..plies {
        TicTacToe.turn(&state).player()?;
        state =
            TicTacToe.child(&state, TicTacToe.nth_move(&state, below(rng, TicTacToe.count_moves(&state))));
    }
    TicTacToe.turn(&state).player().map(|_| state)
}

#[test]
fn slow_tic_tac_toe_is_proved() {
    let mut rng = ChaCha8Rng::seed_from_u64(5);
    let mut states = vec![TicTacToe.initial()];
    for plies in 1..9 {
        states.extend((0..40).filter_map(|_| random_position(&mut rng, plies)));
    }
    for state in states {
        let place = format!("{state:?}");
        let (report, truth) = (ask(&TIC_TAC_TOE, &state, playouts(15_000), 1), truth(&TIC_TAC_TOE, &state));
        assert_true(report.value.unwrap(), truth.value.unwrap(), &place);
        let chosen = truth.moves.iter().find(|alternative| alternative.mv == report.best).unwrap();
        let [held, best] =
            [chosen.value, truth.value].map(|value| value.and_then(Value::proved).unwrap().word());
        assert_eq!(held, best, "{place}: {}", report.best);
        assert_eq!(report.pv[0], report.best);
    }
}

/// Dice, payoffs, players who move again: small trees are solved completely.
#[test]
fn small_trees_are_settled() {
    for seed in 0..120 {
        let [chance, again] = [[0, 30][(seed / 2 % 2) as usize], [0, 30][(seed % 2) as usize]];
        let payoffs = [0, 50][(seed / 4 % 2) as usize];
        let game =
            Plain(Hashed { seed, longest: 6, chance, again, over: 12, payoffs, draws: 20, joins: false });
        let root = game.initial();
        let truth = truth(&game, &root);
        for growth in [TreeGrowth::Playouts, TreeGrowth::BestFirst] {
            let settings = MctsSettings { all: true, growth, ..MctsSettings::default() };
            let report = ask(&game, &root, settings, seed);
            assert_true(report.value.unwrap(), truth.value.unwrap(), &format!("seed {seed}"));
            for (found, truth) in report.moves.iter().zip(&truth.moves) {
                let place = format!("seed {seed} {growth:?} move {}", found.mv);
                assert_eq!(found.mv, truth.mv);
                assert_true(found.value.unwrap(), truth.value.unwrap(), &place);
            }
        }
    }
}

/// In trees too large to be solved, estimates come near the minimax values: chance is fair, and each side to
/// move picks its best move.
#[test]
fn estimates_converge() {
    let (mut off, mut estimates, mut regret) = (0.0, 0, 0.0);
    for seed in 0..40 {
        let [chance, again] = [[0, 35][(seed / 2 % 2) as usize], [0, 35][(seed % 2) as usize]];
        let game =
            Plain(Hashed { seed, longest: 10, chance, again, over: 3, payoffs: 90, draws: 20, joins: false });
        let root = game.initial();
        let truth = truth(&game, &root);
        let report = ask(&game, &root, playouts(4000), seed);
        let points = |value: Option<Value>| value.unwrap().points(WIN_WORTH);
        let chosen = truth.moves.iter().find(|alternative| alternative.mv == report.best).unwrap();
        regret += points(truth.value) - points(chosen.value);
        if matches!(report.value, Some(Value::Estimated(_))) {
            off += (points(report.value) - points(truth.value)).abs();
            estimates += 1;
        }
    }
    assert!(estimates > 10, "{estimates}");
    assert!(off / f64::from(estimates) < 0.4, "off by {off} in {estimates}");
    assert!(regret / 40.0 < 0.1, "regret {regret}");
}

/// Two moves, three states, for ever.
struct Endless;

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

#[test]
fn going_round_in_circles_is_a_draw() {
    for growth in [TreeGrowth::Playouts, TreeGrowth::BestFirst] {
        let settings = MctsSettings { growth, ..MctsSettings::default() };
        let report = ask(&Plain(Endless), &Endless.initial(), settings, 0);
        assert_eq!(report.value, Some(Value::Proved(Proved::Draw)));
    }
}

/// A counter that is moved up or down, in turn; at +3 the first player has won. The second can always go back.
struct TugOfWar;

impl Game for TugOfWar {
    type State = (i8, Player);
    type Move = i8;

    fn initial(&self) -> (i8, Player) {
        (0, Player::First)
    }

    fn turn(&self, &(at, player): &(i8, Player)) -> Turn {
        if at == 3 { Turn::Over(Outcome::Win(Player::First)) } else { Turn::Decision(player) }
    }

    fn legal_moves(&self, _: &(i8, Player), moves: &mut Vec<i8>) {
        moves.extend([1, -1]);
    }

    fn play(&self, state: &mut (i8, Player), mv: i8) {
        *state = ((state.0 + mv).max(-3), state.1.other());
    }
}

/// A position that occurred twice before in the game is a draw when it recurs; after one occurrence, play
/// continues.
#[test]
fn the_past_counts() {
    let game = Plain(TugOfWar);
    let states: Vec<_> = [(0, Player::First), (1, Player::Second)].into_iter().cycle().take(5).collect();
    let settings = MctsSettings { all: true, ..playouts(50) };
    let value_up = |history: &[(i8, Player)]| {
        let position = Position { state: &(0, Player::First), history, clock: None };
        ask_again(&mut bot(settings), &game, position, 0).moves[0].value
    };
    assert!(matches!(value_up(&[]), Some(Value::Estimated(_)) | Some(Value::Proved(Proved::Draw))));
    // The move up leads to what stood twice.
    assert_eq!(value_up(&states[..4]), Some(Value::Proved(Proved::Draw)));
}

/// Points for the first player by the place of the rope: half a win.
struct Place;

impl Evaluate<Plain<TugOfWar>> for Place {
    fn evaluate(&self, _: &Plain<TugOfWar>, state: &(i8, Player)) -> f64 {
        f64::from(state.0) * 2.0
    }

    fn win_worth(&self, _: &Plain<TugOfWar>) -> f64 {
        WIN_WORTH
    }
}

/// New positions are valued by the evaluation alone, with any seed. After one visit an estimate counts a third.
#[test]
fn leaves_are_evaluated_instead_of_played_out() {
    let settings = MctsSettings { playouts: Some(2), ..MctsSettings::of(TreeGrowth::Evaluations) };
    for seed in 0..5 {
        let mut bot = Mcts::new(Box::new(Place), settings);
        let report = ask_again(&mut bot, &Plain(TugOfWar), Position::new(&(1, Player::First)), seed);
        let values: Vec<_> = report.moves.iter().filter_map(|mv| mv.value).collect();
        assert_eq!(values, [Value::Estimated(4.0 / 3.0), Value::Estimated(0.0)]);
    }
}

/// Best-first minimax expands the move that looks best, and when its reply shows that it is not, another one.
#[test]
fn the_best_line_grows() {
    let settings =
        |nodes| MctsSettings { growth: TreeGrowth::BestFirst, nodes: Some(nodes), ..playouts(100) };
    let ask = |nodes| {
        let mut bot = Mcts::new(Box::new(Place), settings(nodes));
        ask_again(&mut bot, &Plain(TugOfWar), Position::new(&(0, Player::First)), 1)
    };
    // The root with its two moves, up and down, of which one is two points better. Nothing was searched behind it, so one ply chooses.
    assert_eq!(
        ask(3).moves.iter().map(|mv| mv.value).collect::<Vec<_>>(),
        [2.0, -2.0].map(Value::Estimated).map(Some)
    );
    // The reply leads back to level; then the other move is no better.
    let deeper = ask(5);
    assert_eq!((deeper.best, deeper.value, deeper.pv), (1, Some(Value::Estimated(0.0)), vec![1, -1]));
}

#[test]
fn a_seed_gives_the_same_answer_every_time() {
    let game = Plain(Hashed {
        seed: 3,
        longest: 12,
        chance: 20,
        again: 20,
        over: 4,
        payoffs: 50,
        draws: 20,
        joins: false,
    });
    let answer = |seed| {
        let mut bot = bot(playouts(500));
        let first = ask_again(&mut bot, &game, Position::new(&game.initial()), seed);
        (first, ask_again(&mut bot, &game, Position::new(&game.initial()), seed))
    };
    assert_eq!(answer(1), answer(1));
    assert_ne!(answer(1), answer(2));
}

/// However few playouts there were, and however they went.
#[test]
fn no_estimate_is_worth_as_much_as_a_win() {
    let (mut estimates, mut all_lost) = (0, 0);
    for seed in 0..100 {
        let (payoffs, draws) = (0, 0);
        let game =
            Plain(Hashed { seed, longest: 12, chance: 0, again: 20, over: 4, payoffs, draws, joins: false });
        let report = ask(&game, &game.initial(), playouts(4 + seed % 20), seed);
        for value in report.moves.iter().filter_map(|alternative| alternative.value).chain(report.value) {
            if let Value::Estimated(points) = value {
                assert!(points.abs() < WIN_WORTH, "{seed}");
                estimates += 1;
                // One lost playout, of three.
                all_lost += u32::from(points <= -WIN_WORTH / 3.0);
            }
        }
    }
    assert!(estimates > 100 && all_lost > 10, "{estimates} {all_lost}");
}

#[test]
fn every_limit_leaves_a_legal_move() {
    let position = || Position::new(&(0, Player::First));
    let report = bot(MctsSettings::default()).choose(&Plain(Endless), position(), &mut rng(), &raised());
    assert_eq!((report.best, report.value, report.moves.len()), (1, None, 2));
    assert_eq!((report.pv, report.nodes), (vec![1], 3));

    // One ply chooses. A lucky playout is no value beside that of a move without one.
    let one = ask(&TIC_TAC_TOE, &TicTacToe.initial(), playouts(1), 0);
    assert_eq!(one.value, one.moves.iter().find_map(|alternative| alternative.value));

    let nodes = MctsSettings { nodes: Some(500), ..MctsSettings::default() };
    let report = ask(&TIC_TAC_TOE, &TicTacToe.initial(), nodes, 0);
    assert!((500..509).contains(&report.nodes), "{}", report.nodes);
}

/// A row of counters too wide to be known.
struct Wide;

impl Game for Wide {
    type State = [u8; 12];
    type Move = u8;

    fn initial(&self) -> [u8; 12] {
        [0; 12]
    }

    fn turn(&self, state: &[u8; 12]) -> Turn {
        let total = state.iter().map(|&n| u32::from(n)).sum::<u32>();
        let player = Player::BOTH[(total % 2) as usize];
        if total < 60 {
            return Turn::Decision(player);
        }
        let high = state.iter().map(|&n| u32::from(n) * u32::from(n)).sum::<u32>();
        Turn::Over(Outcome::Win(Player::BOTH[(high / 7 % 2) as usize]))
    }

    fn legal_moves(&self, _: &[u8; 12], moves: &mut Vec<u8>) {
        moves.extend(0..12);
    }

    fn play(&self, state: &mut [u8; 12], mv: u8) {
        state[usize::from(mv)] += 1;
    }
}

#[test]
fn slow_a_full_tree_goes_on_without_growing() {
    let settings = MctsSettings { tree: 1, ..playouts(60_000) };
    let report = ask(&Plain(Wide), &Wide.initial(), settings, 0);
    assert!(report.nodes < (1 << 20) * 2 / 3 / 40, "{}", report.nodes);
    let again = ask(&Plain(Wide), &Wide.initial(), MctsSettings { tree: 64, ..settings }, 0);
    assert!(again.nodes > 2 * report.nodes, "{} {}", again.nodes, report.nodes);
    // A limit beyond the memory ends the search all the same.
    let beyond = MctsSettings { tree: 1, nodes: Some(u64::MAX), ..MctsSettings::default() };
    assert!(ask(&Plain(Wide), &Wide.initial(), beyond, 0).nodes < (1 << 20) * 2 / 3 / 40);
}

#[test]
fn time_is_kept() {
    let (time, none) = (Some(Duration::from_millis(20)), MctsSettings::default());
    let clock = |left| Some(Clock { left: Duration::from_millis(left), increment: Duration::from_millis(5) });
    for (settings, clock) in [(MctsSettings { time, ..none }, None), (none, clock(600)), (none, clock(0))] {
        let start = Instant::now();
        let position = Position { state: &Wide.initial(), history: &[], clock };
        let report = ask_again(&mut bot(settings), &Plain(Wide), position, 0);
        // A machine that does many things at once may be late, but not by as much as the search would take.
        assert!(start.elapsed() < Duration::from_secs(5));
        assert!(report.best < 12);
    }
}

/// Knowledge of the position that play has reached is not found out again.
#[test]
fn the_tree_is_kept() {
    let game = Plain(Wide);
    let mut bot = bot(playouts(20_000));
    let first = ask_again(&mut bot, &game, Position::new(&Wide.initial()), 0);
    let after = game.child(&Wide.initial(), first.pv[0]);
    let later = game.child(&after, first.pv[1]);
    let history = [Wide.initial(), after];
    bot.choose(&game, Position { state: &later, history: &history, clock: None }, &mut rng(), &raised());
    let position = || Position { state: &later, history: &history, clock: None };
    let kept = bot.choose(&game, position(), &mut rng(), &raised());
    assert!(kept.nodes > 100, "{}", kept.nodes);
    assert!(kept.moves.iter().all(|alternative| alternative.value.is_some()));
    // A new bot has no tree, nor does an old one for a position that is not below the last one.
    let fresh = self::bot(playouts(10)).choose(&game, position(), &mut rng(), &raised());
    assert_eq!(fresh.nodes, 13);
    let taken_back = Position { state: &history[1], history: &history[..1], clock: None };
    assert_eq!(bot.choose(&game, taken_back, &mut rng(), &raised()).nodes, 13);
}

/// A proof is not searched for a second time, whatever the opponent replied.
#[test]
fn proofs_are_kept() {
    let mut bot = bot(MctsSettings { tie: Tie::Random, ..playouts(30_000) });
    let (mut history, mut state) = (vec![], TicTacToe.initial());
    while TicTacToe.turn(&state).player().is_some() {
        let stop = if history.is_empty() { Stop::never() } else { raised() };
        let report = bot.choose(
            &TIC_TAC_TOE,
            Position { state: &state, history: &history, clock: None },
            &mut rng(),
            &stop,
        );
        assert_eq!(report.value, Some(Value::Proved(Proved::Draw)), "{history:?}");
        for mv in [Some(report.best), None] {
            if TicTacToe.turn(&state).player().is_some() {
                let mv = mv.unwrap_or_else(|| truth(&TIC_TAC_TOE, &state).best);
                let next = TicTacToe.child(&state, mv);
                history.push(std::mem::replace(&mut state, next));
            }
        }
    }
    assert_eq!(TicTacToe.turn(&state), Turn::Over(Outcome::Draw));
}

#[test]
fn equal_moves_are_tied() {
    // Neither player can win any more: all three moves draw.
    let state = Marks::read("xoxxoo.x.");
    assert_eq!(TicTacToe.turn(&state), Turn::Decision(Player::Second));
    let settings = MctsSettings { all: true, ..MctsSettings::default() };
    let equal: Vec<u8> = {
        let report = ask(&TIC_TAC_TOE, &state, settings, 0);
        let best = report.value.unwrap();
        let known = |value: Option<Value>| value.is_some_and(|value| value.compare(&best).is_eq());
        report.moves.iter().filter(|mv| known(mv.value)).map(|mv| mv.mv).collect()
    };
    let chosen = |tie, seed| ask(&TIC_TAC_TOE, &state, MctsSettings { tie, ..settings }, seed).best;
    assert!((0..20).all(|seed| chosen(Tie::First, seed) == equal[0]));
    assert!(equal.iter().all(|&mv| (0..50).any(|seed| chosen(Tie::Random, seed) == mv)));
}

#[test]
fn thoughts_are_told() {
    let told = Arc::new(Mutex::new(Vec::new()));
    let mut bot = bot(MctsSettings { time: Some(Duration::from_millis(600)), ..MctsSettings::default() });
    let sink = Arc::clone(&told);
    bot.listen(Some(Box::new(move |thought| {
        assert!(thought.table_use.is_some_and(|share| (0.0..=1.0).contains(&share)));
        assert!(thought.value.is_some() && !thought.pv.is_empty());
        sink.lock().unwrap().push(thought.nodes);
    })));
    ask_again(&mut bot, &Plain(Wide), Position::new(&Wide.initial()), 0);
    let nodes = told.lock().unwrap().clone();
    assert!((1..=5).contains(&nodes.len()), "{nodes:?}");
    assert!(nodes.is_sorted());
}
