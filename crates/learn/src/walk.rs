//! The rule of learning: a game is a path of edges, and its end is told to them back to front.
//!
//! ```text
//! q(s, a) <- (1 - alpha) q(s, a) + alpha * (-gamma * max over the known a' of s' of q(s', a'))
//! ```
//!
//! This is Q-learning (Watkins, 1989) with the sign of a game for two: the next position belongs to the opponent, and
//! what is best for them is worst for the mover. Where the mover moves again the sign stays.
//!
//! The moment a position recurs, the edges of the loop are told the same, and the loop is cut out of the path as if
//! it had never been walked: it would only dilute what comes before it.
//!
//! Beside q each edge that the machine itself played against somebody else keeps the practical result of that: the
//! other player is taken for a part of the world there, as they are, and not for somebody who plays the best move.
//! Among moves of equal q it tells what works.

use plywood_rules::{Outcome, Player, Proved};

use crate::Settings;
use crate::decide::greedy;
use crate::graph::{Graph, NodeId, worth};
use crate::store::StoreError;
use crate::view::View;

/// An edge that was passed.
#[derive(Clone, Copy, Debug)]
struct Passed {
    node: NodeId,
    place: usize,
    mover: Player,
}

/// How a path ends.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) enum End {
    /// By the rules. The number is what the first player gets, from -1 to 1.
    Outcome(Outcome, f32),
    /// Somebody gave up, and this player has won.
    Resigned(Player),
    /// Play was cut off in the position that was arrived at last.
    Open,
}

/// The path of a game while it is walked.
#[derive(Default)]
pub(crate) struct Walk {
    path: Vec<Passed>,
    /// The position arrived at, and who moves there.
    here: Option<(NodeId, Player)>,
}

impl Walk {
    pub fn clear(&mut self) {
        self.path.clear();
        self.here = None;
    }

    /// Comes to a position where `mover` has to decide, with so many legal moves. A loop that closes here is learnt
    /// and cut out.
    pub fn arrive(
        &mut self,
        view: &mut View<'_>,
        settings: &Settings,
        key: &[u8],
        legal: u16,
        mover: Player,
    ) -> Result<NodeId, StoreError> {
        let node = view.node(key)?;
        let about = view.own.about(node);
        if about.legal != legal {
            view.own.set_about(node, crate::graph::About { legal, ..about });
        }
        if let Some(first) = self.path.iter().position(|passed| passed.node == node) {
            self.tell(view.own, settings, first, (node, mover));
            self.path.truncate(first);
        }
        self.here = Some((node, mover));
        Ok(node)
    }

    /// Plays a move in the position arrived at.
    ///
    /// # Panics
    /// If there is none.
    pub fn pass(&mut self, view: &mut View<'_>, mv: u16) {
        let (node, mover) = self.here.take().expect("a move is played in a position");
        let place = view.enter(node, mv);
        let edge = view.own.edge_mut(node, place);
        edge.visits = edge.visits.saturating_add(1);
        self.path.push(Passed { node, place, mover });
    }

    /// The game is over: tells the whole path. `machine` says in which seats the learning machine sat (0 is the first
    /// player's).
    pub fn finish(&mut self, view: &mut View<'_>, settings: &Settings, end: End, machine: [bool; 2]) {
        let graph = &mut *view.own;
        let for_first = match end {
            End::Outcome(_, points) => points,
            End::Resigned(winner) => winner.sign() as f32,
            End::Open => 0.0,
        };
        let Some(last) = self.path.last().copied() else { return };
        let points = last.mover.sign() as f32 * for_first + 0.0;
        match (end, self.here) {
            (End::Open, Some(here)) => self.tell(graph, settings, 0, here),
            (End::Open, None) => {}
            (End::Resigned(_), _) => {
                let edge = graph.edge_mut(last.node, last.place);
                if edge.proof().is_none() {
                    edge.q += settings.alpha * (points - edge.q);
                }
            }
            (End::Outcome(outcome, _), _) => {
                let edge = graph.edge_mut(last.node, last.place);
                match proof_of(outcome, last.mover) {
                    Some(proof) if settings.prove > 0 => edge.prove(proof),
                    _ => edge.q = points,
                }
            }
        }
        if end != End::Open {
            self.path.pop();
            self.tell(graph, settings, 0, (last.node, last.mover));
            self.path.push(last);
        }
        // Against itself the machine meets nobody whose habits could be learnt.
        if machine != [true, true] {
            self.tell_results(graph, for_first, machine);
        }
        self.clear();
    }

    /// Tells the edges from place `first` of the path on, which leads to `end`.
    fn tell(&self, graph: &mut Graph, settings: &Settings, first: usize, end: (NodeId, Player)) {
        let (mut next, mut next_mover) = end;
        for passed in self.path[first..].iter().rev() {
            let same = passed.mover == next_mover;
            let proof = node_proof(graph, next).filter(|_| settings.prove > 0);
            let best = graph.edges(next).iter().map(|edge| edge.q).reduce(f32::max).unwrap_or(0.0);
            let edge = graph.edge_mut(passed.node, passed.place);
            if let Some(proof) = proof {
                edge.prove(one_ply_earlier(proof, same));
            } else if edge.proof().is_none() {
                let best = if same { best } else { -best };
                // Adding zero turns a negative zero into a positive one.
                edge.q = (1.0 - settings.alpha) * edge.q + settings.alpha * settings.gamma * best + 0.0;
            }
            (next, next_mover) = (passed.node, passed.mover);
        }
    }

    /// Tells the edges that the machine played what came of them: Q-learning with the other player as a part of the
    /// world. The more tries an edge has had, the less it moves: by the -0.8th power of their number, for which the
    /// method converges quickly (Even-Dar and Mansour, "Learning rates for Q-learning", JMLR 5, 2003).
    fn tell_results(&self, graph: &mut Graph, for_first: f32, machine: [bool; 2]) {
        let mut came = Player::BOTH.map(|player| player.sign() as f32 * for_first);
        for passed in self.path.iter().rev() {
            let player = passed.mover.index();
            if !machine[player] {
                continue;
            }
            let edge = graph.edge_mut(passed.node, passed.place);
            edge.tries = edge.tries.saturating_add(1);
            let rate = f32::from(edge.tries).powf(-0.8);
            edge.result = (edge.result + rate * (came[player] - edge.result)).clamp(-1.0, 1.0);
            // What it would play here from now on counts, not what it tried.
            let edges = graph.edges(passed.node);
            let best = greedy(edges).map(|place| &edges[place]).filter(|best| best.tries > 0);
            came[player] = best.unwrap_or(&edges[passed.place]).result;
        }
    }
}

/// What an outcome proves for this player. Points are no proof of a win.
pub(crate) fn proof_of(outcome: Outcome, player: Player) -> Option<Proved> {
    match outcome {
        Outcome::Win(winner) if winner == player => Some(Proved::Win { plies: 1 }),
        Outcome::Win(_) => Some(Proved::Loss { plies: 1 }),
        Outcome::Draw => Some(Proved::Draw),
        Outcome::Payoff(_) => None,
    }
}

/// What is proved of a move that leads to a position of which this is proved for its mover.
pub(crate) fn one_ply_earlier(proof: Proved, same_mover: bool) -> Proved {
    match if same_mover { proof } else { proof.reversed() } {
        Proved::Win { plies } => Proved::Win { plies: plies.saturating_add(1) },
        Proved::Draw => Proved::Draw,
        Proved::Loss { plies } => Proved::Loss { plies: plies.saturating_add(1) },
    }
}

/// What the edges of a node prove for its mover: one win is enough, anything else needs all legal moves.
pub(crate) fn node_proof(graph: &Graph, node: NodeId) -> Option<Proved> {
    let edges = graph.edges(node);
    let best = edges.iter().filter_map(|edge| edge.proof()).max()?;
    let all = edges.len() == usize::from(graph.about(node).legal);
    let proved =
        matches!(best, Proved::Win { .. }) || (all && edges.iter().all(|edge| edge.proof().is_some()));
    debug_assert!(worth(best).abs() <= 1.0);
    proved.then_some(best)
}
