//! Choosing a move by the graph.

use std::convert::Infallible;
use std::rc::Rc;

use plywood_rules::forced::{ForcedGoal, can_force};
use plywood_rules::random::{below, unit};
use plywood_rules::{Playable, Proved, Turn};
use rand_core::Rng;

use crate::graph::{Edge, NodeInfo, StrategyNodeId, highest};
use crate::place::{CanonicalPosition, Canonicalizer};
use crate::proof::{one_ply_earlier, proof_of};
use crate::settings::LearnSettings;
use crate::store::StoreError;
use crate::view::GraphView;

/// The number that moves are chosen by where nothing is proved.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Aim {
    /// The value q, and among equal values the practical result. It never plays a move that it knows to be worse.
    #[default]
    Value,
    /// The practical result first: it takes risks that have succeeded against earlier opponents.
    Results,
}

/// A policy: the rule of choice.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(crate) struct Policy {
    pub aim: Aim,
    /// The probability of playing any move that is not known to lose, to find out about it.
    pub explore: f64,
    /// True to explore which of several proved draws has the best practical result.
    pub curious: bool,
}

/// Something proved while a game was played, to be entered when it is learnt.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Finding {
    pub key: Vec<u8>,
    pub legal: u16,
    /// The plies within which a forced win was searched for.
    pub searched: u8,
    pub proof: Option<(u16, Proved)>,
}

/// The rank of an edge: the greater the better, compared from left to right.
#[inline(always)]
fn merit(edge: &Edge, aim: Aim) -> (f32, f32, f32) {
    let distance = match edge.proof() {
        Some(Proved::Win { plies }) => -(plies as f32),
        Some(Proved::Loss { plies }) => plies as f32,
        Some(Proved::Draw) | None => 0.0,
    };
    let result = if edge.tries > 0 { edge.result } else { 0.0 };
    let sure = matches!(edge.proof(), Some(Proved::Win { .. } | Proved::Loss { .. }));
    match aim {
        _ if sure => (edge.q * 2.0, distance, 0.0),
        Aim::Value => (edge.q, 0.0, result),
        Aim::Results if edge.tries > 0 => (result, edge.q, 0.0),
        // The value of a move that was never tried counts only if it is bad.
        Aim::Results => (edge.q.min(0.0), edge.q, 0.0),
    }
}

/// The place of the best edge by value and result, the earliest of equal ones.
pub(crate) fn greedy(edges: &[Edge]) -> Option<usize> {
    let mut best: Option<(usize, (f32, f32, f32))> = None;
    for (place, edge) in edges.iter().enumerate() {
        let merit = merit(edge, Aim::Value);
        if best.is_none_or(|(_, greatest)| merit > greatest) {
            best = Some((place, merit));
        }
    }
    best.map(|(place, _)| place)
}

/// The places of all best edges by `aim`.
pub(crate) fn best_edges(edges: &[Edge], aim: Aim, best: &mut Vec<usize>) {
    best.clear();
    let mut greatest = None;
    for (place, edge) in edges.iter().enumerate() {
        let merit = merit(edge, aim);
        if greatest.is_none_or(|greatest| merit > greatest) {
            best.clear();
            greatest = Some(merit);
        }
        if greatest == Some(merit) {
            best.push(place);
        }
    }
}

/// Among the edges whose value is the highest, the place of the one with the best result that is not unlikely: the
/// fewer tries, the more is possible. This is the rule UCB1-tuned (Auer, Cesa-Bianchi and Fischer, "Finite-time analysis
/// of the multiarmed bandit problem", Machine Learning 47, 2002), with the variance that results of -1 and 1 would have.
fn most_promising(edges: &[Edge]) -> Option<usize> {
    let greatest = highest(edges)?;
    let equal = || edges.iter().enumerate().filter(move |(_, edge)| edge.q == greatest);
    let tries: f32 = equal().map(|(_, edge)| f32::from(edge.tries)).sum();
    let possible = |edge: &Edge| {
        let own = f32::from(edge.tries);
        let variance = 1.0 - edge.result * edge.result + 1.0 / own;
        if own > 0.0 { edge.result + (variance * tries.ln() / own).sqrt() } else { f32::INFINITY }
    };
    equal()
        .map(|(place, edge)| (place, possible(edge)))
        .max_by(|a, b| a.1.total_cmp(&b.1))
        .map(|(place, _)| place)
}

/// Asks another bot for a move in an unknown position.
pub(crate) type Beyond<'a> = &'a mut dyn FnMut(&mut dyn Rng) -> Option<u16>;

/// Chooses moves; the buffers are reused.
#[derive(Default)]
pub(crate) struct Chooser {
    best: Vec<usize>,
    open: Vec<u16>,
    /// Everything proved since this was last emptied.
    pub findings: Vec<Finding>,
}

/// A chosen move, and the position after it.
pub(crate) struct ChosenMove<G: Playable> {
    pub mv: u16,
    /// The position after it, if it was searched already.
    pub next: Option<Rc<CanonicalPosition<G>>>,
}

impl Chooser {
    /// Chooses a move in `place`, which is `node` of the view: a proved win; else the best edge, unless it is bad and
    /// there are moves left to try; where nothing is known, anything.
    ///
    /// With `prove` in the settings, the position after a move is searched for a forced win of the opponent before the move
    /// is chosen. Proofs are entered in the view and kept in `findings`.
    #[allow(clippy::too_many_arguments)]
    pub fn choose<G: Playable>(
        &mut self,
        places: &Canonicalizer<'_, G>,
        settings: &LearnSettings,
        view: &mut GraphView<'_>,
        node: StrategyNodeId,
        place: &CanonicalPosition<G>,
        policy: Policy,
        rng: &mut dyn Rng,
        mut beyond: Option<Beyond<'_>>,
    ) -> Result<ChosenMove<G>, StoreError> {
        if settings.prove > 0 {
            self.search(places.game, settings, view, node, place);
        }
        let mut exploring = policy.explore > 0.0 && unit(rng) < policy.explore;
        loop {
            let mv = self.candidate(view.edges(node), place, policy, exploring, rng, &mut beyond);
            exploring = false;
            let proved = view.place(node, mv).and_then(|edge| view.edges(node)[edge].proof());
            if settings.prove == 0 || proved.is_some() {
                return Ok(ChosenMove { mv, next: None });
            }
            let (proof, next) = self.after(places, settings, view, place, mv)?;
            let Some(proof) = proof else { return Ok(ChosenMove { mv, next }) };
            self.enter(view, node, place, mv, proof);
        }
    }

    /// Brings the proofs of a position up to date: wins that a search finds, and what the graph proves of the position after each known
    /// move, in whatever order of moves it was reached. Those who play from a brain and those who look into it see a position like this.
    pub fn look<G: Playable>(
        &mut self,
        places: &Canonicalizer<'_, G>,
        settings: &LearnSettings,
        view: &mut GraphView<'_>,
        node: StrategyNodeId,
        place: &CanonicalPosition<G>,
    ) -> Result<(), StoreError> {
        if settings.prove == 0 {
            return Ok(());
        }
        self.search(places.game, settings, view, node, place);
        for known in 0..view.edges(node).len() {
            let edge = view.edges(node)[known];
            if edge.proof().is_none() {
                self.prove(places, settings, view, node, place, edge.mv)?;
            }
        }
        Ok(())
    }

    /// The same for the unknown moves, which a player tries where no known one is good.
    pub fn look_at_unknown<G: Playable>(
        &mut self,
        places: &Canonicalizer<'_, G>,
        settings: &LearnSettings,
        view: &mut GraphView<'_>,
        node: StrategyNodeId,
        place: &CanonicalPosition<G>,
    ) -> Result<(), StoreError> {
        if settings.prove == 0 || highest(view.edges(node)).is_some_and(|best| best >= 0.0) {
            return Ok(());
        }
        for mv in 0..place.legal() {
            if view.place(node, mv).is_none() {
                self.prove(places, settings, view, node, place, mv)?;
            }
        }
        Ok(())
    }

    /// Enters what is proved of a move.
    fn prove<G: Playable>(
        &mut self,
        places: &Canonicalizer<'_, G>,
        settings: &LearnSettings,
        view: &mut GraphView<'_>,
        node: StrategyNodeId,
        place: &CanonicalPosition<G>,
        mv: u16,
    ) -> Result<(), StoreError> {
        if let (Some(proof), _) = self.after(places, settings, view, place, mv)? {
            self.enter(view, node, place, mv, proof);
        }
        Ok(())
    }

    /// The proof of a move by the position after it, and that position if a player decides there.
    #[allow(clippy::type_complexity)]
    fn after<G: Playable>(
        &mut self,
        places: &Canonicalizer<'_, G>,
        settings: &LearnSettings,
        view: &mut GraphView<'_>,
        place: &CanonicalPosition<G>,
        mv: u16,
    ) -> Result<(Option<Proved>, Option<Rc<CanonicalPosition<G>>>), StoreError> {
        let child = places.game.child(&place.state, place.moves[usize::from(mv)]);
        Ok(match places.game.turn(&child) {
            Turn::Over(outcome) => (proof_of(outcome, place.mover), None),
            Turn::Chance => (None, None),
            Turn::Decision(mover) => {
                let next = places.of(&child, mover);
                let node = next.node(view)?;
                self.search(places.game, settings, view, node, &next);
                let proof = view.proof(node);
                (proof.map(|proof| one_ply_earlier(proof, mover == place.mover)), Some(next))
            }
        })
    }

    /// The move to consider next.
    fn candidate<G: Playable>(
        &mut self,
        edges: &[Edge],
        place: &CanonicalPosition<G>,
        policy: Policy,
        exploring: bool,
        rng: &mut dyn Rng,
        beyond: &mut Option<Beyond<'_>>,
    ) -> u16 {
        best_edges(edges, policy.aim, &mut self.best);
        let best = self.best.first().map(|&place| &edges[place]);
        if let Some(best) = best
            && matches!(best.proof(), Some(Proved::Win { .. }))
        {
            return edges[self.best[below(rng, self.best.len())]].mv;
        }
        let all = 0..place.moves.len() as u16;
        if exploring {
            let lost = |mv: &u16| {
                edges.iter().any(|edge| edge.mv == *mv && matches!(edge.proof(), Some(Proved::Loss { .. })))
            };
            self.open.clear();
            self.open.extend(all.clone().filter(|mv| !lost(mv)));
            if !self.open.is_empty() {
                return self.open[below(rng, self.open.len())];
            }
        }
        let bad = best.is_none_or(|best| match policy.aim {
            Aim::Results if best.tries > 0 => best.result < 0.0,
            _ => best.q < 0.0,
        });
        if bad && edges.len() < place.moves.len() {
            let tried = |mv: u16| edges.iter().any(|edge| edge.mv == mv);
            if let Some(mv) = beyond.as_mut().and_then(|beyond| beyond(rng))
                && !tried(mv)
            {
                return mv;
            }
            self.open.clear();
            self.open.extend(all.filter(|&mv| !tried(mv)));
            return self.open[below(rng, self.open.len())];
        }
        let drawn = best.is_some_and(|best| best.proof() == Some(Proved::Draw));
        let promising = if policy.curious && drawn { most_promising(edges) } else { None };
        edges[promising.unwrap_or_else(|| self.best[below(rng, self.best.len())])].mv
    }

    /// Searches for a forced win of the mover within `prove` plies, once for each position.
    pub fn search<G: Playable>(
        &mut self,
        game: &G,
        settings: &LearnSettings,
        view: &mut GraphView<'_>,
        node: StrategyNodeId,
        place: &CanonicalPosition<G>,
    ) {
        let wanted = u8::try_from(settings.prove).unwrap_or(u8::MAX);
        let info = view.info(node);
        if info.searched >= wanted {
            return;
        }
        let info = NodeInfo { legal: place.moves.len() as u16, searched: wanted };
        view.set_info(node, info);
        self.findings.push(Finding {
            key: place.key.clone(),
            legal: info.legal,
            searched: wanted,
            proof: None,
        });
        let mut moves = Vec::new();
        for plies in 1..=settings.prove {
            for (mv, &played) in place.moves.iter().enumerate() {
                let child = game.child(&place.state, played);
                let visit = &mut || Ok::<(), Infallible>(());
                if can_force(game, &child, place.mover, ForcedGoal::Win, plies - 1, &mut moves, visit)
                    == Ok(true)
                {
                    self.enter(view, node, place, mv as u16, Proved::Win { plies });
                    return;
                }
            }
        }
    }

    fn enter<G: Playable>(
        &mut self,
        view: &mut GraphView<'_>,
        node: StrategyNodeId,
        place: &CanonicalPosition<G>,
        mv: u16,
        proof: Proved,
    ) {
        let edge = view.enter(node, mv);
        view.edge_mut(node, edge).prove(proof);
        self.findings.push(Finding {
            key: place.key.clone(),
            legal: place.moves.len() as u16,
            searched: view.info(node).searched,
            proof: Some((mv, proof)),
        });
    }
}

/// Enters proofs that were found while a game was played.
pub(crate) fn enter_findings(view: &mut GraphView<'_>, findings: &[Finding]) -> Result<(), StoreError> {
    for finding in findings {
        let node = view.node(&finding.key)?;
        let info = view.info(node);
        let searched = info.searched.max(finding.searched);
        view.set_info(node, NodeInfo { legal: finding.legal, searched });
        if let Some((mv, proof)) = finding.proof {
            let place = view.enter(node, mv);
            view.edge_mut(node, place).prove(proof);
        }
    }
    Ok(())
}
