//! The rule of learning: a game is a path of edges, and its end is told to them back to front.
//!
//! ```text
//! q(s, a) <- (1 - alpha) q(s, a) + alpha * (-gamma * max over the known a' of s' of q(s', a'))
//! ```
//!
//! This is Q-learning (Watkins, 1989) with the sign of a game for two: the next position belongs to the opponent, and
//! what is best for them is worst for the mover. Where the mover moves again the sign stays.
//!
//! When a position recurs, the edges of the loop are told the same, and the loop is cut out of the path as if it had
//! never been walked: it would only dilute what comes before it. Whoever plays sees that at once. When the game is
//! learnt the path comes first and the loops after it: so they know how the game went on, and whatever came before a
//! loop learns exactly what it would have learnt without it.
//!
//! Beside q each edge that the machine itself played against somebody else keeps the practical result of that: the
//! other player is taken for a part of the world there, as they are, and not for somebody who plays the best move.
//! Among moves of equal q it tells what works.

use plywood_rules::{Outcome, Player};

use crate::decide::greedy;
use crate::graph::{About, NodeId, highest};
use crate::proof::{one_ply_earlier, proof_of};
use crate::settings::Settings;
use crate::store::StoreError;
use crate::view::View;

/// A move that was made.
#[derive(Clone, Copy, Debug)]
struct Passed {
    node: NodeId,
    mv: u16,
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
    /// Whether the game is over and to be learnt: then the graph changes in [`Walk::finish`] and not before.
    learns: bool,
    /// The loops that were cut out, one after the other: where each ends here, and the position it leads back to.
    loops: Vec<Passed>,
    closed: Vec<(usize, (NodeId, Player))>,
}

impl Walk {
    /// For games that are over and to be learnt.
    pub fn learning() -> Walk {
        Walk { learns: true, ..Walk::default() }
    }

    pub fn clear(&mut self) {
        self.path.clear();
        self.here = None;
        self.loops.clear();
        self.closed.clear();
    }

    /// Comes to a position where `mover` has to decide, with so many legal moves. A loop that closes here is cut out,
    /// and if this is a game under way it is told.
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
            view.own.set_about(node, About { legal, ..about });
        }
        if let Some(first) = self.path.iter().position(|passed| passed.node == node) {
            if self.learns {
                self.loops.extend(self.path.drain(first..));
                self.closed.push((self.loops.len(), (node, mover)));
            } else {
                tell(view, settings, &self.path[first..], (node, mover));
                self.path.truncate(first);
            }
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
        if !self.learns {
            view.enter(node, mv);
        }
        self.path.push(Passed { node, mv, mover });
    }

    /// The game is over: tells the whole path, and then the loops, the last one first. `machine` says in which seats
    /// the learning machine sat (0 is the first player's).
    pub fn finish(&mut self, view: &mut View<'_>, settings: &Settings, end: End, machine: [bool; 2]) {
        let for_first = match end {
            End::Outcome(_, points) => points,
            End::Resigned(winner) => winner.sign() as f32,
            End::Open => 0.0,
        };
        visit(view, &self.path);
        match (end, self.here, self.path.split_last()) {
            (End::Open, Some(here), _) => tell(view, settings, &self.path, here),
            (End::Outcome(..) | End::Resigned(_), _, Some((last, path))) => {
                tell_last(view, settings, last, end, for_first);
                tell(view, settings, path, (last.node, last.mover));
            }
            _ => {}
        }
        // Against itself the machine meets nobody whose habits could be learnt.
        if machine != [true, true] {
            self.tell_results(view, for_first, machine);
        }
        let mut rest = &self.loops[..];
        while let Some((_, back)) = self.closed.pop() {
            let first = self.closed.last().map_or(0, |&(end, _)| end);
            let (earlier, cut) = rest.split_at(first);
            visit(view, cut);
            tell(view, settings, cut, back);
            rest = earlier;
        }
        self.clear();
    }

    /// Tells the edges that the machine played what came of them: Q-learning with the other player as a part of the
    /// world. The more tries an edge has had, the less it moves: by the -0.8th power of their number, for which the
    /// method converges quickly (Even-Dar and Mansour, "Learning rates for Q-learning", JMLR 5, 2003).
    fn tell_results(&self, view: &mut View<'_>, for_first: f32, machine: [bool; 2]) {
        let mut came = Player::BOTH.map(|player| player.sign() as f32 * for_first);
        for passed in self.path.iter().rev() {
            let player = passed.mover.index();
            if !machine[player] {
                continue;
            }
            let place = view.enter(passed.node, passed.mv);
            let edge = view.own.edge_mut(passed.node, place);
            edge.tries = edge.tries.saturating_add(1);
            let rate = f32::from(edge.tries).powf(-0.8);
            edge.result = (edge.result + rate * (came[player] - edge.result)).clamp(-1.0, 1.0);
            // What it would play here from now on counts, not what it tried.
            let edges = view.own.edges(passed.node);
            let best = greedy(edges).map(|place| &edges[place]).filter(|best| best.tries > 0);
            came[player] = best.unwrap_or(&edges[place]).result;
        }
    }
}

/// Counts these moves, which may be new.
fn visit(view: &mut View<'_>, path: &[Passed]) {
    for passed in path {
        let place = view.enter(passed.node, passed.mv);
        let edge = view.own.edge_mut(passed.node, place);
        edge.visits = edge.visits.saturating_add(1);
    }
}

/// Tells the move after which the game was over how it ended.
fn tell_last(view: &mut View<'_>, settings: &Settings, last: &Passed, end: End, for_first: f32) {
    let points = last.mover.sign() as f32 * for_first + 0.0;
    let place = view.enter(last.node, last.mv);
    let edge = view.own.edge_mut(last.node, place);
    match end {
        End::Outcome(outcome, _) => match proof_of(outcome, last.mover) {
            Some(proof) if settings.prove > 0 => edge.prove(proof),
            _ => edge.q = points,
        },
        // Whoever gave up may have been wrong.
        End::Resigned(_) if edge.proof().is_none() => edge.q += settings.alpha * (points - edge.q),
        End::Resigned(_) | End::Open => {}
    }
}

/// Tells the moves of a path, which leads to `end`, what it led to.
fn tell(view: &mut View<'_>, settings: &Settings, path: &[Passed], end: (NodeId, Player)) {
    let (mut next, mut next_mover) = end;
    for passed in path.iter().rev() {
        let same = passed.mover == next_mover;
        let proof = view.own.proof(next).filter(|_| settings.prove > 0);
        let best = highest(view.own.edges(next)).unwrap_or(0.0);
        let place = view.enter(passed.node, passed.mv);
        let edge = view.own.edge_mut(passed.node, place);
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
