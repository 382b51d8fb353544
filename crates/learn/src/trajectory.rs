//! The rule of learning: a game is a path of edges, which are updated from its end to its beginning.
//!
//! ```text
//! q(s, a) <- (1 - alpha) q(s, a) + alpha * (-gamma * max over the known a' of s' of q(s', a'))
//! ```
//!
//! This is Q-learning (Watkins, 1989) with the sign of a game for two: the next position belongs to the opponent, whose best
//! move is the mover's worst. If the mover moves again, the sign stays.
//!
//! When a position recurs, the edges of the loop are updated in the same way, and the loop is cut out of the path, because it
//! would only dilute the values before it. A game under way does that at once. When the game is learnt, the path is updated
//! first and the loops after it: the loops then learn from the rest of the game, and the edges before a loop learn exactly
//! what they would have learnt without it. With [`Loops::AtOnce`] learning does it at once as well.
//!
//! Each edge that the learner itself played against another player also keeps a practical result. There the
//! other player is a part of the environment, not an optimal opponent. It decides between moves of equal q.

use plywood_rules::{Outcome, Player};

use crate::chooser::greedy;
use crate::graph::{NodeInfo, StrategyNodeId, highest};
use crate::proof::{one_ply_earlier, proof_of};
use crate::settings::{LearnSettings, Loops};
use crate::view::GraphView;

/// A move that was made.
#[derive(Clone, Copy, Debug)]
struct Passed {
    node: StrategyNodeId,
    mv: u16,
    mover: Player,
}

/// The end of a game.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) enum EpisodeEnd {
    /// By the rules. The number is what the first player gets, from -1 to 1.
    Outcome(Outcome, f32),
    /// The other player gave up, and this player has won.
    Resigned(Player),
    /// Play was cut off in the last position.
    Open,
}

impl EpisodeEnd {
    /// The share of the first player, from -1 to 1.
    pub fn for_first(self) -> f32 {
        match self {
            EpisodeEnd::Outcome(_, points) => points,
            EpisodeEnd::Resigned(winner) => winner.sign() as f32,
            EpisodeEnd::Open => 0.0,
        }
    }
}

/// The path of a game through the graph.
#[derive(Default)]
pub(crate) struct Trajectory {
    path: Vec<Passed>,
    /// The current position, and its mover.
    here: Option<(StrategyNodeId, Player)>,
    /// True if the game is over and is learnt: then the graph changes only in [`Trajectory::finish`], and with
    /// [`Loops::AtOnce`] when a loop closes.
    learns: bool,
    /// The loops that were cut out, one after the other. `closed` has the end of each, and the position it leads back to.
    loops: Vec<Passed>,
    closed: Vec<(usize, (StrategyNodeId, Player))>,
}

impl Trajectory {
    /// A trajectory of a game that is over and is learnt.
    pub fn learning() -> Trajectory {
        Trajectory { learns: true, ..Trajectory::default() }
    }

    pub fn clear(&mut self) {
        self.path.clear();
        self.here = None;
        self.loops.clear();
        self.closed.clear();
    }

    /// Arrives at a position where `mover` has to decide between `legal` moves. A loop that closes here is
    /// cut out, and in a game under way it is updated at once, as it is with [`Loops::AtOnce`].
    pub fn arrive(
        &mut self,
        view: &mut GraphView<'_>,
        settings: &LearnSettings,
        node: StrategyNodeId,
        legal: u16,
        mover: Player,
    ) {
        let info = view.info(node);
        if info.legal != legal {
            view.set_info(node, NodeInfo { legal, ..info });
        }
        if let Some(first) = self.path.iter().position(|passed| passed.node == node) {
            if self.learns && settings.loops == Loops::After {
                self.loops.extend(self.path.drain(first..));
                self.closed.push((self.loops.len(), (node, mover)));
            } else {
                if self.learns {
                    visit(view, &self.path[first..]);
                }
                update(view, settings, &self.path[first..], (node, mover), 0);
                self.path.truncate(first);
            }
        }
        self.here = Some((node, mover));
    }

    /// Plays a move in the current position.
    ///
    /// # Panics
    /// If there is none.
    pub fn pass(&mut self, view: &mut GraphView<'_>, mv: u16) {
        let (node, mover) = self.here.take().expect("a move is played in a position");
        if !self.learns {
            view.enter(node, mv);
        }
        self.path.push(Passed { node, mv, mover });
    }

    /// Ends the game: updates the whole path, and then the loops, the last one first. `learner` is true for each player that
    /// the learner was (0 is the first player).
    pub fn finish(
        &mut self,
        view: &mut GraphView<'_>,
        settings: &LearnSettings,
        end: EpisodeEnd,
        learner: [bool; 2],
    ) {
        let for_first = end.for_first();
        match (end, self.here, self.path.split_last()) {
            (EpisodeEnd::Open, Some(here), _) => update(view, settings, &self.path, here, 1),
            (EpisodeEnd::Outcome(..) | EpisodeEnd::Resigned(_), _, Some((last, path))) => {
                update_last(view, settings, last, end, for_first);
                update(view, settings, path, (last.node, last.mover), 1);
            }
            _ => visit(view, &self.path),
        }
        // Against itself the learner has no other player, so it has no practical results.
        if learner != [true, true] {
            self.update_results(view, for_first, learner);
        }
        let mut rest = &self.loops[..];
        while let Some((_, back)) = self.closed.pop() {
            let first = self.closed.last().map_or(0, |&(end, _)| end);
            let (earlier, cut) = rest.split_at(first);
            visit(view, cut);
            update(view, settings, cut, back, 0);
            rest = earlier;
        }
        self.clear();
    }

    /// Updates the practical results of the edges that the learner played: Q-learning with the other player as a part of the
    /// environment. The learning rate is the -0.8th power of the number of tries, for which the method converges quickly
    /// (Even-Dar and Mansour, "Learning rates for Q-learning", JMLR 5, 2003).
    fn update_results(&self, view: &mut GraphView<'_>, for_first: f32, learner: [bool; 2]) {
        let mut results = Player::BOTH.map(|player| player.sign() as f32 * for_first);
        for passed in self.path.iter().rev() {
            let player = passed.mover.index();
            if !learner[player] {
                continue;
            }
            let place = view.enter(passed.node, passed.mv);
            let edge = view.edge_mut(passed.node, place);
            edge.tries = edge.tries.saturating_add(1);
            let rate = f32::from(edge.tries).powf(-0.8);
            edge.result = (edge.result + rate * (results[player] - edge.result)).clamp(-1.0, 1.0);
            // The result of the move that it would play from now on counts, not that of the move it tried.
            let edges = view.edges(passed.node);
            let best = greedy(edges).map(|place| &edges[place]).filter(|best| best.tries > 0);
            results[player] = best.unwrap_or(&edges[place]).result;
        }
    }
}

/// Counts these moves, which may be new. In a loop that is done first: its first move is one of those at its end.
fn visit(view: &mut GraphView<'_>, path: &[Passed]) {
    for passed in path {
        let place = view.enter(passed.node, passed.mv);
        let edge = view.edge_mut(passed.node, place);
        edge.visits = edge.visits.saturating_add(1);
    }
}

/// Counts the last move of a game, and updates it by the end.
fn update_last(
    view: &mut GraphView<'_>,
    settings: &LearnSettings,
    last: &Passed,
    end: EpisodeEnd,
    for_first: f32,
) {
    let points = last.mover.sign() as f32 * for_first + 0.0;
    let place = view.enter(last.node, last.mv);
    let edge = view.edge_mut(last.node, place);
    edge.visits = edge.visits.saturating_add(1);
    match end {
        EpisodeEnd::Outcome(outcome, _) => match proof_of(outcome, last.mover) {
            Some(proof) if settings.prove > 0 => edge.prove(proof),
            _ => edge.q = points,
        },
        // A player may resign by mistake, so this is no proof.
        EpisodeEnd::Resigned(_) if edge.proof().is_none() => edge.q += settings.alpha * (points - edge.q),
        EpisodeEnd::Resigned(_) | EpisodeEnd::Open => {}
    }
}

/// Updates the moves of a path from its `end` backwards, and counts each `visits` times.
fn update(
    view: &mut GraphView<'_>,
    settings: &LearnSettings,
    path: &[Passed],
    end: (StrategyNodeId, Player),
    visits: u32,
) {
    let (mut next, mut next_mover) = end;
    for passed in path.iter().rev() {
        let same = passed.mover == next_mover;
        let proof = view.proof(next).filter(|_| settings.prove > 0);
        let best = highest(view.edges(next)).unwrap_or(0.0);
        let place = view.enter(passed.node, passed.mv);
        let edge = view.edge_mut(passed.node, place);
        edge.visits = edge.visits.saturating_add(visits);
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
