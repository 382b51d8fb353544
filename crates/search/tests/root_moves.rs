//! The engine keeps to the moves that the game finds for its root.

use plywood_rules::evaluate::Nothing;
use plywood_rules::hints::RootMoves;
use plywood_rules::{
    Bot, Game, OrderingHints, Outcome, PairingHints, Player, Position, Proved, Report, Specialists,
    Specialized, Stop, ThreatHints, Turn, Value,
};
use plywood_search::{Engine, EngineSettings, Limits, Settings};
use rand_chacha::ChaCha8Rng;
use rand_core::SeedableRng;

/// Take one, two or three; the player who takes the last one wins.
struct Heap;

impl Game for Heap {
    type State = (u32, Player);
    type Move = u32;

    fn initial(&self) -> (u32, Player) {
        (4001, Player::First)
    }

    fn turn(&self, &(left, player): &(u32, Player)) -> Turn {
        if left == 0 { Turn::Over(Outcome::Win(player.other())) } else { Turn::Decision(player) }
    }

    fn legal_moves(&self, &(left, _): &(u32, Player), moves: &mut Vec<u32>) {
        moves.extend((1..=left.min(3)).rev());
    }

    fn play(&self, state: &mut (u32, Player), taken: u32) {
        *state = (state.0 - taken, state.1.other());
    }
}

impl ThreatHints for Heap {}
impl PairingHints for Heap {}
impl OrderingHints for Heap {}

impl Specialized for Heap {
    fn specialists(&self) -> Specialists<Heap> {
        Specialists { root_moves: Some(find), ..Specialists::default() }
    }
}

/// The move that leaves a multiple of four, in the time of ten positions. Another one is as good as lost, but not called a win.
fn find(_: &Heap, &(left, _): &(u32, Player), work: u64, _: &Stop) -> Option<RootMoves<u32>> {
    let (taken, wins) = if left > 2000 { (left % 4, Some(left)) } else { (2, None) };
    (work >= 10 && taken > 0).then(|| RootMoves { moves: vec![taken], wins })
}

fn ask(left: u32, settings: Settings) -> Report<u32> {
    let mut bot = Engine::new(Box::new(Nothing), settings, EngineSettings::default());
    let mut rng = ChaCha8Rng::seed_from_u64(1);
    bot.choose(&Heap, Position::new(&(left, Player::First)), &mut rng, &Stop::never())
}

/// The moves that have a value.
fn valued(report: &Report<u32>) -> Vec<(u32, bool)> {
    report.moves.iter().map(|listed| (listed.mv, listed.value.is_some())).collect()
}

#[test]
fn the_engine_keeps_to_the_moves_that_the_game_finds() {
    let time = Limits::time(std::time::Duration::from_secs(5));
    for limits in [Limits::nodes(1000), time] {
        let report = ask(4001, limits.into());
        assert_eq!((report.best, report.pv[0]), (1, 1));
        assert_eq!(report.value, Some(Value::Proved(Proved::Win { plies: 4001 })));
        assert!(!report.exact_plies);
        assert_eq!(valued(&report), [(3, false), (2, false), (1, true)]);
        // Moves that may win are no wins.
        let report = ask(1999, limits.into());
        assert_eq!(report.best, 2);
        assert!(matches!(report.value, Some(Value::Estimated(_))), "{report:?}");
        assert_eq!(valued(&report), [(3, false), (2, true), (1, false)]);
    }
}

/// Too little time for it, all values, and those of minimax.
#[test]
fn it_does_not_ask_where_it_may_not() {
    let all = Settings { all: true, ..Settings::from(Limits::nodes(1000)) };
    for settings in [Limits::nodes(39).into(), all, Limits::depth(6).into()] {
        let report = ask(4001, settings);
        assert!(matches!(report.value, Some(Value::Estimated(_))), "{report:?}");
    }
}
