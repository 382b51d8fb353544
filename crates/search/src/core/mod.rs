//! The depth-first searcher: alpha-beta with every technique of the field, each of which can be switched off.
//!
//! [`AlphaBeta`](crate::AlphaBeta) and [`Engine`](crate::Engine) are settings of it ([`Plan`]): the textbook
//! has no technique, and its scores ignore the length of a win. `search.rs` is the recursion, a list of
//! numbered steps; `root.rs` chooses among the moves of the root. Each other file holds one part:
//!
//! | file | part |
//! |---|---|
//! | `searcher.rs` | the data of a search: plan, node, buffers |
//! | `leaf.rs` | finished games and the horizon |
//! | `chance.rs`, `range.rs` | chance nodes, Star1 and Star2 |
//! | `order.rs`, `history.rs` | the order of moves, killers and history |
//! | `table.rs` | the transposition table |
//! | `threat_search.rs` | forced wins by threats |
//! | `repetition.rs` | positions that recur |
//! | `exact.rs`, `value_basis.rs` | known values and estimates |
//! | `distance.rs` | the length of a win, if scores ignore it |
//! | `principal_variation.rs` | the line of a proved win, to its end |
//! | `traced.rs` | reports to a trace |

mod candidate;
mod chance;
mod distance;
mod exact;
mod history;
mod leaf;
mod order;
mod principal_variation;
mod range;
mod repetition;
mod root;
mod search;
mod searcher;
mod table;
mod techniques;
mod threat_search;
mod traced;
mod value_basis;

pub(crate) use candidate::{Root, RootTask, best_first};
pub(crate) use principal_variation::MOST as MOST_FOR_LINE;
pub(crate) use repetition::Repetition;

pub(crate) use searcher::{Enhanced, SearchNode, SearchPlan, Textbook};
pub(crate) use table::TranspositionTable;
pub use techniques::Techniques;
