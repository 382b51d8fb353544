//! The tree that a bot walked, as it wrote it down.

use plywood_rules::options::split_name;
use plywood_rules::{Playable, Position, Stop, TextError, Trace};
use rand_chacha::ChaCha8Rng;
use rand_core::SeedableRng;

use crate::bot_names::current_name;
use crate::bots::{self, BotPurpose};
use crate::trouble::Trouble;
use crate::typed::TypedSession;

use super::grown::{GROWN, Grown, GrownNode, NodePositions};
use super::report::TreeSearch;

/// Asks the bot for a move and for its trace.
pub(crate) fn trace<'a, G: Playable>(
    session: &'a TypedSession<G>,
    bot: &str,
    seed: u64,
    stop: &Stop,
) -> Result<(Grown, NodePositions<'a, G>), Trouble> {
    let player = session.decider()?;
    let game = &**session.game();
    let mut built = bots::build(&session.opened, bot, BotPurpose::Move)?;
    let position = Position { state: session.state(), history: session.history(), clock: None };
    let mut rng = ChaCha8Rng::seed_from_u64(seed);
    let mut trace = Trace::new(GROWN);
    let report = built.choose_traced(game, position, &mut rng, stop, &mut trace);
    if let Some(reason) = built.trouble() {
        return Err(Trouble::Failed(reason));
    }
    let report = report.filter(|_| !trace.nodes().is_empty()).ok_or_else(|| {
        TextError::new(format!(
            "bot '{}' has no tree to show here; minimax, alphabeta, engine, expectiminimax, rules, mcts, bestfirst and learner have",
            split_name(bot).0
        ))
    })?;
    let (mut grown, positions) = replay(game, session.state(), &trace, report.win_worth);
    grown.beyond = Some(trace.left_out());
    grown.playouts = trace.playouts().to_vec();
    grown.search = Some(TreeSearch {
        bot: current_name(bot).into_owned(),
        best: game.move_text(session.state(), report.best),
        value: report.value.map(|value| value.seen_by(player)),
        nodes: report.nodes,
        stopped: stop.is_raised(),
    });
    Ok((grown, positions))
}

/// The nodes of a trace from `start` on.
pub(crate) fn replay<'a, G: Playable>(
    game: &'a G,
    start: &G::State,
    trace: &Trace<G::Move>,
    win_worth: f64,
) -> (Grown, NodePositions<'a, G>) {
    let (mut grown, mut positions) = NodePositions::plant(game, start, win_worth);
    for visit in trace.nodes() {
        match visit.parent.zip(visit.mv) {
            Some((parent, mv)) => {
                let state = game.child(&positions.states[parent], mv);
                let spot = GrownNode::new(Some(parent), visit.turn, grown.spots[parent].ply + 1);
                let spot = GrownNode { visit: visit.without_move(), ..spot };
                positions.push(&mut grown, spot, Some(mv), state);
            }
            None => grown.spots[0].visit = visit.without_move(),
        }
    }
    (grown, positions)
}
