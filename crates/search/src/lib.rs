//! Choosing a move within limits: minimax, alpha-beta, expectiminimax, Monte Carlo tree search and the classic
//! rule-based player.
//!
//! - [`Minimax`] visits every position within its depth. It is the plain reference: never optimised, meant to
//!   be read, and the standard that every other search here is compared with.
//! - [`AlphaBeta`] finds the same values, to the last bit and with the same proofs and distances, but prunes
//!   what cannot matter. In games with dice it is [`Expectiminimax`], with Star1 and Star2 to prune rolls as
//!   well.
//! - [`Mcts`] searches by random games, needs no evaluation, proves what it can and keeps its tree between
//!   moves.
//!   Its tree can also grow by best-first minimax ([`TreeGrowth::BestFirst`]).
//! - [`PuctTree`] is Monte Carlo tree search for programs with an evaluator of their own, such as a neural network, which is asked
//!   about many positions at once.
//! - [`RuleBased`] wins at once, else avoids moves that let the opponent win at once, else searches a few plies
//!   ahead.
//!
//! All of them play any [`Game`](plywood_rules::Game): players may decide in any order and several times
//! running, and chance nodes may be anywhere. They search a tree: positions that recur are searched again, and
//! the history in [`Position`](plywood_rules::Position) is ignored, except by [`Mcts`], which scores
//! repetitions as draws.
//!
//! # The meaning of a value
//!
//! Every [`Value`](plywood_rules::Value) is proved, exact or estimated. Positions at the depth limit that are
//! not over are *unknown*: they might be a win or a loss, and the evaluation is only an estimate. A value is
//! exact if no unknown position could change it; a draw is proved if, besides, each player can avoid a loss
//! whatever the dice do. `minimax.rs` defines all this in code. Its proved wins are the quickest, and its
//! proved losses the slowest that can be forced: unknown positions are deeper than either. [`AlphaBeta`]
//! reports the same, and so does [`Engine`] unless its search is selective. [`AlphaBeta::textbook`]
//! finds the value alone, as a textbook's search does. A selective search and [`Mcts`]
//! accept any sure win: the distances that they report suffice for it, but there may be a quicker win
//! ([`Report::exact_plies`](plywood_rules::Report::exact_plies)).
//!
//! # No time
//!
//! A search that is stopped before it has searched two plies, by its limits or by [`Stop`](plywood_rules::Stop), has looked
//! at each legal move one ply deep: it wins at once, else blocks a win of the opponent, else follows the evaluation.
//! [`Report::nodes`](plywood_rules::Report::nodes) may exceed a limit by that.
//!
//! # Equal moves
//!
//! Among equally good moves [`Tie`] decides. If the value of the position is proved or exact, only the moves
//! that are proved or exact themselves count as equally good: a proved draw is never given away for a move that
//! is merely estimated to be level.
//!
//! # Example
//!
//! Take one, two or three from a heap; the player who takes the last one wins. A heap of four is lost for the
//! player to move.
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
mod one_ply;
mod puct;
mod rule_based;
mod score;
mod settings;
mod trace;
mod window;

pub use alpha_beta::{AlphaBeta, Expectiminimax};
pub use clock::allot;
pub use core::Techniques;
pub use engine::{Engine, EngineSettings, Selective};
pub use forced_win::{WinsWithin, wins_within};
pub use mcts::{Mcts, MctsSettings, TreeGrowth};
pub use minimax::Minimax;
pub use puct::{Descent, PuctSettings, PuctTree};
pub use rule_based::RuleBased;
pub use settings::{ChancePruning, Limits, Order, Settings, Tie};
