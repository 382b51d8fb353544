//! Choosing a move within limits: minimax, alpha-beta, expectiminimax, Monte Carlo tree search and the classic
//! rule-based player.
//!
//! - [`Minimax`] looks at everything within its depth. It is the plain reference: never optimised, meant to be
//!   read, and what every other search here is compared with.
//! - [`AlphaBeta`] finds the same values, to the last bit and with the same proofs and distances, while it
//!   leaves out what cannot matter. Where the game has dice it is [`Expectiminimax`], with Star1 and Star2 to
//!   leave out rolls as well.
//! - [`Mcts`] searches by random games, needs no evaluation, proves what it can and keeps its tree between moves.
//! - [`RuleBased`] wins at once, else does not hand the opponent a win at once, else looks a few plies ahead.
//!
//! All of them play any [`Game`](plywood_rules::Game): players may decide in any order and several times running,
//! and chance may stand anywhere. They search a tree: positions that recur are searched again, and the history
//! in [`Position`](plywood_rules::Position) is not looked at, but for [`Mcts`], to which going round in circles is a
//! draw.
//!
//! # What a value says
//!
//! Every [`Value`](plywood_rules::Value) is proved, exact or estimated. Positions at the depth limit that are not
//! over are *unknown*: they might be worth a win or a loss, and the evaluation is only a guess. A value is exact if
//! nothing that is unknown could change it; a draw is proved if, besides, each player can make sure not to lose
//! whatever the dice do. `minimax.rs` says all this in code. There a proved win is as quick, a proved loss as slow as
//! can be forced, for sure: what is unknown lies deeper than either. [`AlphaBeta`] tells the same, and so does
//! [`Engine`] unless its search is selective. A selective search and [`Mcts`] are content with any win that is sure: the
//! distances they tell are enough for it, but there may be a quicker one
//! ([`Report::exact_plies`](plywood_rules::Report::exact_plies)).
//!
//! # Equal moves
//!
//! Among equally good moves [`Tie`] decides. Where the value of the position is proved or exact, only the moves
//! that are proved or exact themselves count as equally good: a proved draw is never given away for a move that
//! is merely guessed to be level.
//!
//! # Example
//!
//! Take one, two or three from a heap; the player who takes the last one wins. Heaps of four are lost.
//!
//! ```
//! use plywood_rules::evaluate::Nothing;
//! use plywood_rules::{Bot, Game, Outcome, Player, Position, NoHints, Proved, Stop, Turn, Value};
//! use plywood_search::{AlphaBeta, Settings};
//! use rand_chacha::{ChaCha8Rng, rand_core::SeedableRng};
//!
//! struct Heap;
//!
//! impl Game for Heap {
//!     type State = (u32, Player);
//!     type Move = u32;
//!
//!     fn initial(&self) -> (u32, Player) {
//!         (6, Player::First)
//!     }
//!
//!     fn turn(&self, &(left, player): &(u32, Player)) -> Turn {
//!         match left {
//!             0 => Turn::Over(Outcome::Win(player.other())),
//!             _ => Turn::Decision(player),
//!         }
//!     }
//!
//!     fn legal_moves(&self, &(left, _): &(u32, Player), moves: &mut Vec<u32>) {
//!         moves.extend(1..=left.min(3));
//!     }
//!
//!     fn play(&self, state: &mut (u32, Player), taken: u32) {
//!         *state = (state.0 - taken, state.1.other());
//!     }
//! }
//!
//! impl NoHints for Heap {}
//!
//! let mut bot = AlphaBeta::new(Box::new(Nothing), Settings::default());
//! let mut rng = ChaCha8Rng::seed_from_u64(1);
//! let report = bot.choose(&Heap, Position::new(&Heap.initial()), &mut rng, &Stop::never());
//! assert_eq!(report.best, 2);
//! assert_eq!(report.value, Some(Value::Proved(Proved::Win { plies: 3 })));
//! ```

mod alpha_beta;
mod bot;
mod budget;
mod clock;
mod core;
mod deepen;
mod engine;
mod forced_win;
mod mcts;
mod minimax;
mod rule_based;
mod score;
mod settings;
mod trace;
mod window;

pub use alpha_beta::{AlphaBeta, Expectiminimax};
pub use core::Techniques;
pub use engine::{Engine, EngineSettings, Selective};
pub use forced_win::{Answer, wins_within};
pub use mcts::{Mcts, MctsSettings};
pub use minimax::Minimax;
pub use rule_based::RuleBased;
pub use settings::{ChancePruning, Limits, Order, Settings, Tie};
