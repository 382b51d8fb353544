//! Positions in which a player is safe, with a reply to each move of the opponent that touches the reason.

use plywood_rules::hints::pairing::answer_by_pairs;
use plywood_rules::{Motion, Playable, Player, Run, Turn, moves_or_outcomes};
use serde::{Deserialize, Serialize};

/// The greatest table of a game's own solver, in bytes.
const TABLE: usize = 1 << 24;

/// A player who is safe whatever the opponent does, and why: a reply to each move of the opponent's that needs one.
#[derive(Clone, Debug, PartialEq)]
pub struct SafeReplies {
    /// The player.
    pub side: Player,
    /// True if the player wins; otherwise the player does not lose.
    pub wins: bool,
    /// The kind of the reason.
    pub reason: ReplyReason,
    /// The move that comes first, if it is the turn of the player.
    pub first: Option<MoveMotion>,
    /// Moves of the opponent after that, each with the reply. Any reply will do to others.
    pub replies: Vec<[MoveMotion; 2]>,
}

/// A move as text, and what it does on the board.
pub type MoveMotion = (String, Motion);

/// The kind of reason why a player is safe.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub enum ReplyReason {
    /// Connections that cannot be broken.
    Connections,
    /// Pairs of moves: each answers the other. Without any the opponent can no longer win.
    Pairs,
}

/// The replies by which a player is safe in `state`, where `mover` decides: by pairs, or by connections that the game's own solver
/// finds. `None` if there are none, or the run was stopped.
pub(crate) fn safe_replies<G: Playable>(
    game: &G,
    state: &G::State,
    mover: Player,
    run: &Run<'_, u64>,
) -> Option<SafeReplies> {
    by_pairs(game, state, mover, mover.other())
        .or_else(|| by_pairs(game, state, mover, mover))
        .or_else(|| by_connections(game, state, mover, run))
}

fn by_pairs<G: Playable>(game: &G, state: &G::State, mover: Player, side: Player) -> Option<SafeReplies> {
    let pairs = game.pairing(state, side)?;
    let first = if mover == side {
        let begun = pairs.first().map(|pair| pair.0);
        let unpaired = unpaired(game, state, side, &pairs);
        let moves = moves_or_outcomes(game, state);
        Some(unpaired.or(begun).filter(|mv| moves.contains(mv)).unwrap_or(*moves.first()?))
    } else {
        None
    };
    let after = first.map(|mv| game.child(state, mv));
    let at = after.as_ref().unwrap_or(state);
    let pairs = if first.is_some() { game.pairing(at, side)? } else { pairs };
    let is_paired = |mv| pairs.iter().any(|&(a, b)| a == mv || b == mv);
    let replies = replies(game, at, side, moves_or_outcomes(game, at), |child, asked| {
        let asks = is_paired(asked) || unpaired(game, child, side, &pairs).is_some();
        asks.then(|| answer_by_pairs(game, child, side, &pairs, Some(asked)))?
    });
    let first = first.map(|mv| shown(game, state, mv));
    Some(SafeReplies { side, wins: !game.has_draws(), reason: ReplyReason::Pairs, first, replies })
}

fn by_connections<G: Playable>(
    game: &G,
    state: &G::State,
    mover: Player,
    run: &Run<'_, u64>,
) -> Option<SafeReplies> {
    let connecting = game.specialists().connecting?;
    let solver = (connecting.prover)(game, run.table_bytes().min(TABLE))?;
    let first = solver.winning_move(state, run);
    let side = if first.is_some() { mover } else { mover.other() };
    let after = first.map(|mv| game.child(state, mv));
    let at = after.as_ref().unwrap_or(state);
    let replies = if let Turn::Decision(_) = game.turn(at) {
        let steps = solver.connections(at, run)?;
        let connections = (side, &steps[..]);
        if !(connecting.holds)(game, at, connections) {
            return None;
        }
        let asked = (connecting.intrusions)(game, at, connections);
        replies(game, at, side, asked, |child, _| (connecting.answer)(game, child, connections))
    } else {
        // The first move has won.
        Vec::new()
    };
    let first = first.map(|mv| shown(game, state, mv));
    Some(SafeReplies { side, wins: true, reason: ReplyReason::Connections, first, replies })
}

/// The answer of a player who holds by these pairs where none of them asks for one.
fn unpaired<G: Playable>(
    game: &G,
    state: &G::State,
    side: Player,
    pairs: &[(G::Move, G::Move)],
) -> Option<G::Move> {
    game.specialists().unpaired.and_then(|unpaired| unpaired(game, state, side, pairs))
}

/// The replies of `side` to these moves, where the game goes on and it is their turn.
fn replies<G: Playable>(
    game: &G,
    state: &G::State,
    side: Player,
    asked: Vec<G::Move>,
    answer: impl Fn(&G::State, G::Move) -> Option<G::Move>,
) -> Vec<[MoveMotion; 2]> {
    let reply = |mv| {
        let child = game.child(state, mv);
        let reply = (game.turn(&child) == Turn::Decision(side)).then(|| answer(&child, mv))??;
        Some([shown(game, state, mv), shown(game, &child, reply)])
    };
    asked.into_iter().filter_map(reply).collect()
}

fn shown<G: Playable>(game: &G, state: &G::State, mv: G::Move) -> MoveMotion {
    (game.move_text(state, mv), game.motion(state, mv))
}
