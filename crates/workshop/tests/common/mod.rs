//! A small game that can tell what the games of the list cannot.

use plywood_rules::options::Options;
use plywood_rules::playable::{NamedEvaluation, OwnBot};
use plywood_rules::{
    Bot, Depict, Evaluate, Game, Listener, NoHints, Notation, Outcome, Playable, Player, Position, Report,
    Stop, Symmetric, TextError, Thought, Tunable, Turn, Value, Weight,
};
use rand_core::Rng;

/// Take one to three sticks from a heap; the player who takes the last one wins. Leaving a multiple of four
/// wins.
pub struct Sticks(pub u32);

#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Heap {
    left: u32,
    to_move: Player,
}

impl Game for Sticks {
    type State = Heap;
    type Move = u32;

    fn initial(&self) -> Heap {
        Heap { left: self.0, to_move: Player::First }
    }

    fn turn(&self, heap: &Heap) -> Turn {
        match heap.left {
            0 => Turn::Over(Outcome::Win(heap.to_move.other())),
            _ => Turn::Decision(heap.to_move),
        }
    }

    fn legal_moves(&self, heap: &Heap, moves: &mut Vec<u32>) {
        moves.extend(1..=heap.left.min(3));
    }

    fn play(&self, heap: &mut Heap, taken: u32) {
        *heap = Heap { left: heap.left - taken, to_move: heap.to_move.other() };
    }
}

impl Notation for Sticks {
    fn move_text(&self, _: &Heap, taken: u32) -> String {
        taken.to_string()
    }

    fn state_text(&self, heap: &Heap) -> String {
        format!("{} {}", heap.left, heap.to_move)
    }

    fn parse_state(&self, text: &str) -> Result<Heap, TextError> {
        Err(TextError::new(format!("'{text}' is of no use in these tests")))
    }
}

impl Symmetric for Sticks {}
impl NoHints for Sticks {}
impl Depict for Sticks {}

/// Points for the player to move by the remainder of the sticks by four.
struct Remainders([i32; 4]);

impl Evaluate<Sticks> for Remainders {
    fn evaluate(&self, _: &Sticks, heap: &Heap) -> f64 {
        heap.to_move.sign() * f64::from(self.0[(heap.left % 4) as usize])
    }

    fn win_worth(&self, _: &Sticks) -> f64 {
        1000.0
    }
}

/// The built-in games have no such thing.
const WEIGHTS: [Weight; 4] = [weight("none"), weight("one"), weight("two"), weight("three")];

const fn weight(name: &'static str) -> Weight {
    Weight { name, value: 0, min: -100, max: 100, step: 10 }
}

/// Takes one stick, and says twice that it will.
#[derive(Default)]
struct Chatty(Option<Listener<u32>>);

impl Bot<Sticks> for Chatty {
    fn choose(
        &mut self,
        _: &Sticks,
        position: Position<'_, Sticks>,
        _: &mut dyn Rng,
        _: &Stop,
    ) -> Report<u32> {
        for depth in 1..=2 {
            if let Some(listener) = &mut self.0 {
                listener(&Thought {
                    depth: Some(depth),
                    value: position.clock.map(|clock| Value::Exact(clock.left.as_secs_f64())),
                    exact_plies: true,
                    win_worth: 1.0,
                    nodes: 10 * u64::from(depth),
                    table_use: Some(0.5),
                    pv: &[1, 2],
                });
            }
        }
        Report::without_value(1, [1])
    }

    fn listen(&mut self, listener: Option<Listener<u32>>) {
        self.0 = listener;
    }
}

impl Playable for Sticks {
    fn name(&self) -> String {
        "sticks".to_string()
    }

    fn evaluations(&self) -> Vec<NamedEvaluation<Sticks>> {
        let evaluation = Box::new(Remainders([0; 4]));
        vec![NamedEvaluation { name: "remainders", about: "Points by the remainder by four.", evaluation }]
    }

    fn tunable_evaluations(&self) -> Vec<Tunable<Sticks>> {
        let build = |_: &Sticks, weights: &[i32]| -> Box<dyn Evaluate<Sticks>> {
            Box::new(Remainders(weights.try_into().expect("four weights")))
        };
        vec![Tunable { name: "remainders", weights: WEIGHTS.to_vec(), build: Box::new(build) }]
    }

    fn own_bots(&self) -> Vec<OwnBot<Sticks>> {
        let build = |_: &Sticks, _: &Options| -> Result<Box<dyn Bot<Sticks>>, TextError> {
            Ok(Box::new(Chatty::default()))
        };
        vec![OwnBot { name: "chatty", about: "Takes one stick and talks.", parameters: &[], build }]
    }
}
