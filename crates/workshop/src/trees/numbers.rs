//! The tree of a search by proof numbers.

use plywood_games::short_name;
use plywood_rules::trace::End;
use plywood_rules::{Playable, Player, Run, TextError, Trace, Turn};
use plywood_solve::proof;

use crate::trouble::Trouble;
use crate::typed::TypedSession;

use super::grown::{GROWN, Grown, NodePositions};
use super::report::{EndsBy, TreeQuestion};
use super::traced;

/// The memory of a search, in bytes.
const MEMORY: u64 = 1 << 30;

/// Searches for a win of `player`, or else of the side to move, within a number of positions, and shows the
/// result so far.
pub(crate) fn ask<'a, G: Playable>(
    session: &'a TypedSession<G>,
    player: Option<Player>,
    nodes: u64,
    run: &Run<'_, u64>,
) -> Result<(Grown, NodePositions<'a, G>), Trouble> {
    let (game, start) = (&**session.game(), session.state());
    let player = player.unwrap_or(session.decider()?);
    let mut trace = Trace::new(GROWN);
    let progress = |so_far: proof::search::SearchProgress| (run.progress)(so_far.nodes);
    let searching = Run { memory: MEMORY, ..run.with(&progress) };
    let sought = proof::show(game, start, player, nodes, &searching, &mut trace);
    let sought = sought.map_err(|unfit| {
        TextError::new(format!("there is no tree of proof numbers of {}: {unfit}", short_name(&game.name())))
    })?;
    let (mut grown, positions) = traced::replay(game, start, &trace, 1.0);
    // Nodes that it dropped or would have visited were not counted.
    grown.beyond = (trace.left_out() == 0).then_some(0);
    for spot in &mut grown.spots {
        spot.ends_by = (spot.end == End::Table).then_some(EndsBy::Elsewhere);
    }
    mark_line(&mut grown, player);
    grown.question = Some(TreeQuestion {
        player,
        wins: sought.wins,
        nodes: sought.nodes,
        stopped: sought.wins.is_none() && run.stop.is_raised(),
    });
    Ok((grown, positions))
}

/// Marks the line that the search would continue with, or that decided it: the attacker's moves with the least
/// number for the question, the defender's with the least against it.
fn mark_line(grown: &mut Grown, attacker: Player) {
    let children = grown.children();
    let mut at = 0;
    grown.spots[0].principal = true;
    loop {
        let decider = grown.spots[at].turn;
        // Numbers are for the first player's win, or not losing.
        let least = |child: usize| {
            let (proof, disproof) = grown.spots[child].numbers?;
            let (wins, fails) = if attacker == Player::First { (proof, disproof) } else { (disproof, proof) };
            Some(if decider == Turn::Decision(attacker) { (wins, fails) } else { (fails, wins) })
        };
        let known = children[at].iter().filter_map(|&child| Some((least(child)?, child)));
        let Some((_, next)) = known.min() else { return };
        at = next;
        grown.spots[at].principal = true;
    }
}
