//! Choosing a move from what is known.

use plywood_rules::random::{below, unit};
use plywood_rules::{Game, Outcome, Playable, Player, Proved, Turn};
use rand_core::Rng;

use crate::graph::{About, Edge, NodeId, highest};
use crate::place::{Place, Places};
use crate::proof::{one_ply_earlier, proof_of};
use crate::settings::Settings;
use crate::store::StoreError;
use crate::view::View;

/// What the machine goes by where nothing is proved.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Aim {
    /// The value q, and among equal ones the practical result: never worse than it knows how to be.
    #[default]
    Value,
    /// The practical result first: takes risks against those who have let it get away with them.
    Results,
}

/// How to choose.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(crate) struct Manner {
    pub aim: Aim,
    /// The probability of playing any move that is not known to lose, to find out about it.
    pub explore: f64,
    /// Whether to find out which of several proved draws works best. Nothing else is left to learn about them.
    pub curious: bool,
}

/// Something proved while a game was played, to be entered when it is learnt.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Finding {
    pub key: Vec<u8>,
    pub legal: u16,
    /// How far forced wins were looked for.
    pub searched: u8,
    pub proof: Option<(u16, Proved)>,
}

/// How good an edge looks: the greater the better, compared from left to right.
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
        // What was never tried is believed as far as it is bad.
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

/// The places of all edges that are equally good and the best, by what the machine goes by.
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

/// What a bot says of a position that the machine knows nothing of: its move, if it has one to offer.
pub(crate) type Beyond<'a> = &'a mut dyn FnMut(&mut dyn Rng) -> Option<u16>;

/// Chooses moves, with the room it needs for that.
#[derive(Default)]
pub(crate) struct Chooser {
    best: Vec<usize>,
    open: Vec<u16>,
    /// Everything found out since this was emptied last.
    pub findings: Vec<Finding>,
}

/// A choice: the move, and where it leads unless the game is over then.
pub(crate) struct Choice<G: Playable> {
    pub mv: u16,
    /// The position after it, where it was looked at already.
    pub next: Option<Place<G>>,
}

impl Chooser {
    /// Chooses a move in `place`, which is `node` of the view: a proved win; else the best edge, unless it is bad and
    /// there are moves left to try; where nothing is known, anything.
    ///
    /// No move is chosen before the position after it has been looked at for a forced win of the opponent, if the
    /// settings want that; what is found is entered in the view and kept in `findings`.
    #[allow(clippy::too_many_arguments)]
    pub fn choose<G: Playable>(
        &mut self,
        places: &Places<'_, G>,
        settings: &Settings,
        view: &mut View<'_>,
        node: NodeId,
        place: &Place<G>,
        manner: Manner,
        rng: &mut dyn Rng,
        mut beyond: Option<Beyond<'_>>,
    ) -> Result<Choice<G>, StoreError> {
        let player = place.mover;
        if settings.prove > 0 {
            self.search(places.game, settings, view, node, place);
        }
        let mut exploring = manner.explore > 0.0 && unit(rng) < manner.explore;
        loop {
            let mv = self.candidate(view.own.edges(node), place, manner, exploring, rng, &mut beyond);
            exploring = false;
            let proved = view.own.place(node, mv).and_then(|edge| view.own.edges(node)[edge].proof());
            if settings.prove == 0 || proved.is_some() {
                return Ok(Choice { mv, next: None });
            }
            let child = places.game.child(&place.state, place.moves[usize::from(mv)]);
            let (proof, next) = match places.game.turn(&child) {
                Turn::Over(outcome) => (proof_of(outcome, player), None),
                Turn::Chance => (None, None),
                Turn::Decision(mover) => {
                    let next = places.of(&child, mover);
                    let next_node = view.node(&next.key)?;
                    self.search(places.game, settings, view, next_node, &next);
                    let proof = view.own.proof(next_node);
                    (proof.map(|proof| one_ply_earlier(proof, mover == player)), Some(next))
                }
            };
            let Some(proof) = proof else { return Ok(Choice { mv, next }) };
            self.enter(view, node, place, mv, proof);
        }
    }

    /// The move to try next, by what is known so far.
    fn candidate<G: Playable>(
        &mut self,
        edges: &[Edge],
        place: &Place<G>,
        manner: Manner,
        exploring: bool,
        rng: &mut dyn Rng,
        beyond: &mut Option<Beyond<'_>>,
    ) -> u16 {
        best_edges(edges, manner.aim, &mut self.best);
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
        let bad = best.is_none_or(|best| match manner.aim {
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
        let promising = if manner.curious && drawn { most_promising(edges) } else { None };
        edges[promising.unwrap_or_else(|| self.best[below(rng, self.best.len())])].mv
    }

    /// Looks for a forced win of the mover within as many plies as the settings say, once for each position.
    pub fn search<G: Playable>(
        &mut self,
        game: &G,
        settings: &Settings,
        view: &mut View<'_>,
        node: NodeId,
        place: &Place<G>,
    ) {
        let wanted = u8::try_from(settings.prove).unwrap_or(u8::MAX);
        let about = view.own.about(node);
        if about.searched >= wanted {
            return;
        }
        let about = About { legal: place.moves.len() as u16, searched: wanted };
        view.own.set_about(node, about);
        self.findings.push(Finding {
            key: place.key.clone(),
            legal: about.legal,
            searched: wanted,
            proof: None,
        });
        let mut moves = Vec::new();
        for plies in 1..=settings.prove {
            for (mv, &played) in place.moves.iter().enumerate() {
                let child = game.child(&place.state, played);
                if can_force(game, &child, place.mover, plies - 1, &mut moves) {
                    self.enter(view, node, place, mv as u16, Proved::Win { plies });
                    return;
                }
            }
        }
    }

    fn enter<G: Playable>(
        &mut self,
        view: &mut View<'_>,
        node: NodeId,
        place: &Place<G>,
        mv: u16,
        proof: Proved,
    ) {
        let edge = view.enter(node, mv);
        view.own.edge_mut(node, edge).prove(proof);
        self.findings.push(Finding {
            key: place.key.clone(),
            legal: place.moves.len() as u16,
            searched: view.own.about(node).searched,
            proof: Some((mv, proof)),
        });
    }
}

/// Enters what was found while a game was played.
pub(crate) fn enter_findings(view: &mut View<'_>, findings: &[Finding]) -> Result<(), StoreError> {
    for finding in findings {
        let node = view.node(&finding.key)?;
        let about = view.own.about(node);
        let searched = about.searched.max(finding.searched);
        view.own.set_about(node, About { legal: finding.legal, searched });
        if let Some((mv, proof)) = finding.proof {
            let place = view.enter(node, mv);
            view.own.edge_mut(node, place).prove(proof);
        }
    }
    Ok(())
}

/// Whether `player` can force a win within `plies` plies: the plainest search there is. Points are no win, and
/// nothing is forced through a throw of dice. `moves` is room to work in.
fn can_force<G: Game>(
    game: &G,
    state: &G::State,
    player: Player,
    plies: u32,
    moves: &mut Vec<G::Move>,
) -> bool {
    let decider = match game.turn(state) {
        Turn::Over(outcome) => return outcome == Outcome::Win(player),
        Turn::Decision(decider) if plies > 0 => decider,
        Turn::Decision(_) | Turn::Chance => return false,
    };
    // The player needs one good move, the opponent one good answer.
    let own = decider == player;
    let start = moves.len();
    game.legal_moves(state, moves);
    let mut forced = !own;
    for at in start..moves.len() {
        let child = game.child(state, moves[at]);
        if can_force(game, &child, player, plies - 1, moves) == own {
            forced = own;
            break;
        }
    }
    moves.truncate(start);
    forced
}
