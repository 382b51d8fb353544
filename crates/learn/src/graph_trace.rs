//! The graph around a position as a trace.

use std::collections::HashSet;

use plywood_rules::trace::{End, Visit, VisitMean, Waiting};
use plywood_rules::{Playable, Player, Proved, Trace, Turn, Value};

use crate::chooser::Chooser;
use crate::graph::Edge;
use crate::place::Canonicalizer;
use crate::settings::LearnSettings;
use crate::store::StoreError;
use crate::view::GraphView;

/// Traces the graph from `state` on, the most played part first, because that is kept where there is no space for all. A
/// position that the trace has already, or one that is the same node, is not expanded again.
pub(crate) fn write<G: Playable>(
    places: &Canonicalizer<'_, G>,
    settings: &LearnSettings,
    chooser: &mut Chooser,
    view: &mut GraphView<'_>,
    state: &G::State,
    value: Option<Value>,
    trace: &mut Trace<G::Move>,
) -> Result<(), StoreError> {
    let game = places.game;
    trace.clear();
    let turn = game.turn(state);
    let value = value.map(|value| value.seen_by(turn.player().unwrap_or(Player::First)));
    let mut waiting = Waiting::new();
    if let Some(at) = trace.push(Visit { order: Some(1), value, ..Visit::new(None, None, turn) }) {
        waiting.push(u32::MAX, at, state.clone());
    }
    let (mut seen, mut played) = (HashSet::new(), 1);
    let mut moves = Vec::new();
    while let Some((at, state)) = waiting.pop() {
        let Turn::Decision(mover) = game.turn(&state) else { continue };
        let place = places.of(&state, mover);
        let node = place.node(view)?;
        chooser.look(places, settings, view, node, &place)?;
        let edges = view.edges(node);
        if edges.is_empty() {
            let end = &mut trace.node_mut(at).end;
            *end = if *end == End::Proved { End::Proved } else { End::Horizon };
            continue;
        }
        if !seen.insert(place.key.clone()) {
            trace.node_mut(at).end = End::Table;
            continue;
        }
        trace.node_mut(at).end = End::Searched;
        moves.clear();
        game.legal_moves(&state, &mut moves);
        for &mv in &moves {
            let after = game.child(&state, mv);
            let turn = game.turn(&after);
            let number = place.edge_of(game, mv);
            let edge = edges.iter().find(|edge| Some(edge.mv) == number);
            let mut visit = Visit { end: End::Unvisited, ..Visit::new(Some(at), Some(mv), turn) };
            if let Some(edge) = edge {
                visit = Visit { value: Some(value_after(edge, mover)), ..visit };
                visit.end = match turn {
                    Turn::Over(_) => End::Over,
                    _ if edge.proof().is_some() => End::Proved,
                    _ if edge.visits > 0 => End::Horizon,
                    _ => End::Unvisited,
                };
                if edge.visits > 0 {
                    played += 1;
                    visit.order = Some(played);
                    let mean = mover.sign() * f64::from(edge.q) + 0.0;
                    visit.tally = Some(VisitMean { visits: u64::from(edge.visits), mean });
                }
            }
            let is_known = edge.is_some_and(|edge| edge.visits > 0);
            if let Some(at) = trace.push(visit)
                && is_known
            {
                let visits = edge.map_or(0, |edge| edge.visits);
                waiting.push(visits, at, after);
            }
        }
        if trace.left_out() > 0 {
            break;
        }
    }
    Ok(())
}

/// The value of the position that an edge leads to, from the first player's point of view.
fn value_after(edge: &Edge, mover: Player) -> Value {
    let value = match edge.proof() {
        Some(Proved::Win { plies }) => Value::Proved(Proved::Win { plies: plies.saturating_sub(1) }),
        Some(Proved::Loss { plies }) => Value::Proved(Proved::Loss { plies: plies.saturating_sub(1) }),
        Some(Proved::Draw) => Value::Proved(Proved::Draw),
        None => Value::Estimated(f64::from(edge.q) + 0.0),
    };
    value.seen_by(mover)
}
