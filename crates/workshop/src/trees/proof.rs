//! A proof as a tree: the prover's move, and all replies, opened only on request.
//!
//! Only the nodes shown are visited: the file was checked, and its claims for a position are looked up.

use std::collections::HashMap;
use std::path::Path;

use plywood_rules::trace::{Bound, End};
use plywood_rules::{Playable, Player, Position, Proved, Run, TextError, Turn, Value};
use plywood_verify::{CheckProgress, Goal, ProofCursor, ProofIndex, Way};

use crate::open_proofs::silence;
use crate::trouble::Trouble;
use crate::typed::TypedSession;

use super::grow::{incomplete, leave_open, meet};
use super::grown::{GROWN, Grown, GrownNode, NodePositions, moves_of, outcome_value};
use super::options::TreeOptions;
use super::report::{EndsBy, TreeProof};
use super::values::win_worth;

/// The tree of the proof in this file for the position of a session, for `player` if it has a claim for both.
pub(crate) fn walk<'a, G: Playable>(
    session: &'a TypedSession<G>,
    path: &Path,
    player: Option<Player>,
    plan: &TreeOptions,
    run: &Run<'_, u64>,
) -> Result<(Grown, NodePositions<'a, G>), Trouble> {
    let game = &**session.game();
    let checking = |so_far: CheckProgress| (run.progress)(so_far.positions);
    let guide = session
        .opened
        .shared
        .proofs
        .open(game, path, &run.with(&checking))
        .map_err(|error| error.at(path))?;
    if let Turn::Over(_) = game.turn(session.state()) {
        session.decider()?;
    }
    if let Some(player) = player
        && guide.positions(player) == 0
    {
        let claims = guide.checked().claims.iter().map(|claim| claim.to_string()).collect::<Vec<_>>();
        let what = format!(" says nothing for the {player} player: it proves that {}", claims.join(" and "));
        return Err(TextError::with_file("the proof ", path, &what).into());
    }
    if let Some(silence) = silence(&session.play, &guide, path, player) {
        return Err(silence.into());
    }
    let position = Position { state: session.state(), history: session.history(), clock: None };
    let mover = game.turn(session.state()).player().unwrap_or(Player::First);
    let wanted = player.map_or(vec![mover, mover.other()], |player| vec![player]);
    let track = wanted.into_iter().find_map(|player| guide.cursor(game, &position, player));
    let track = track.expect("it is not silent");
    let walk = ProofWalk {
        game,
        prover: track.claim().player,
        line: guide.line(game, &position),
        // Inside a line of threats, or under pairs, the tree follows them.
        root: std::mem::discriminant(&track.way()),
    };
    let tracks = [Some(track.clone()), guide.cursor(game, &position, walk.prover.other())];
    let (mut grown, positions) = walk.grow(session.state(), tracks, plan, run)?;
    grown.proof = Some(proof(&guide, &track));
    Ok((grown, positions))
}

fn proof<G: Playable>(guide: &ProofIndex<G>, track: &ProofCursor<'_, G>) -> TreeProof {
    let claim = track.claim();
    TreeProof {
        player: claim.player,
        wins: claim.goal == Goal::Wins,
        plies: track.plies(),
        positions: guide.positions(claim.player) as u64,
    }
}

/// A node's place in the proof of the prover's claim, and in that of the opponent's.
type Tracks<'a, G> = [Option<ProofCursor<'a, G>>; 2];

struct ProofWalk<'g, G: Playable> {
    game: &'g G,
    prover: Player,
    line: Vec<G::Move>,
    root: std::mem::Discriminant<Way<G::Move>>,
}

impl<'g, G: Playable> ProofWalk<'g, G> {
    fn grow<'a>(
        &self,
        start: &G::State,
        tracks: Tracks<'a, G>,
        plan: &TreeOptions,
        run: &Run<'_, u64>,
    ) -> Result<(Grown, NodePositions<'g, G>), Trouble> {
        let game = self.game;
        let (mut grown, mut positions) = NodePositions::plant(game, start, win_worth(game));
        let root = &mut grown.spots[0];
        root.principal = !self.line.is_empty();
        (root.value, root.bound) = self.value(root.turn, &tracks);
        // The positions that the proof continues from, and the distance of each node from the line.
        let mut met: HashMap<G::State, usize> = HashMap::new();
        let entered = |tracks: &Tracks<'a, G>| tracks[0].as_ref().and_then(|track| track.entered().cloned());
        met.extend(entered(&tracks).map(|key| (key, 0)));
        let (mut all_tracks, mut off) = (vec![tracks], vec![0]);
        let mut next = 0;
        while next < grown.spots.len() {
            let (ply, state) = (grown.spots[next].ply, positions.states[next].clone());
            if plan.ends_before(&mut grown, next) {
                break;
            }
            if next.is_multiple_of(1024) {
                run.report(grown.spots.len() as u64).map_err(incomplete)?;
            }
            let far = !grown.spots[next].principal && plan.along.is_some_and(|along| off[next] >= along);
            grown.spots[next].open = far && grown.spots[next].end == End::Searched;
            let is_leaf = grown.spots[next].end != End::Searched || far;
            let tracks = all_tracks[next].clone();
            let own = tracks[0].as_ref().filter(|_| !is_leaf);
            for (mv, probability) in own.map_or(Vec::new(), |own| self.moves(own, &state)) {
                let child = game.child(&state, mv);
                let mut spot = GrownNode::new(Some(next), game.turn(&child), ply + 1);
                spot.probability = probability;
                spot.principal = grown.spots[next].principal && self.line.get(ply as usize) == Some(&mv);
                let after = |track: &Option<ProofCursor<'a, G>>| track.as_ref()?.after(&child);
                let tracks = if spot.end == End::Over { [None, None] } else { tracks.each_ref().map(after) };
                (spot.value, spot.bound) = self.value(spot.turn, &tracks);
                if let Some(own) = &tracks[0] {
                    self.close(&mut spot, &child, own);
                }
                if let Some(key) = entered(&tracks) {
                    match met.get(&key) {
                        Some(&known) if plan.merge => {
                            meet(&mut grown, next, known, probability);
                            continue;
                        }
                        Some(&known) => {
                            let goes_round = std::iter::successors(Some(next), |&at| grown.spots[at].parent)
                                .any(|at| at == known);
                            spot.end = if goes_round { End::Repeated } else { End::Table };
                            spot.ends_by = Some(EndsBy::Elsewhere);
                        }
                        None => {
                            met.insert(key, grown.spots.len());
                        }
                    }
                }
                if grown.spots.len() >= GROWN {
                    grown.beyond = None;
                    grown.spots[next].open = true;
                    continue;
                }
                off.push(if spot.principal { 0 } else { off[next] + 1 });
                all_tracks.push(tracks);
                positions.push(&mut grown, spot, Some(mv), child);
            }
            next += 1;
        }
        leave_open(&mut grown, plan.depth, next);
        positions.cut(&grown);
        Ok((grown, positions))
    }

    /// The prover's move, or all moves of the opponent or of chance.
    fn moves(&self, own: &ProofCursor<'_, G>, state: &G::State) -> Vec<(G::Move, Option<f64>)> {
        match self.game.turn(state) {
            Turn::Decision(player) if player == self.prover => {
                own.answer().into_iter().map(|mv| (mv, None)).collect()
            }
            _ => moves_of(self.game, state),
        }
    }

    /// Ends a node at which the proof does not continue move by move.
    fn close(&self, spot: &mut GrownNode, state: &G::State, own: &ProofCursor<'_, G>) {
        let way = own.way();
        if std::mem::discriminant(&way) == self.root {
            return;
        }
        let text = |mv: G::Move| self.game.move_text(state, mv);
        let by = match way {
            Way::Moves => return,
            Way::Connections => EndsBy::Connections,
            Way::Threats => EndsBy::Threats { moves: self.threats(state, own.clone()) },
            Way::Pairs { pairs, weight } => {
                EndsBy::Pairs { pairs: pairs.into_iter().map(|(a, b)| [text(a), text(b)]).collect(), weight }
            }
        };
        (spot.end, spot.ends_by) = (End::Tactics, Some(by));
    }

    /// The moves of a line against the longest resistance.
    fn threats(&self, state: &G::State, mut track: ProofCursor<'_, G>) -> Vec<String> {
        let (game, mut state) = (self.game, state.clone());
        let mut texts = Vec::new();
        while let Turn::Decision(player) = game.turn(&state) {
            let mv = if player == self.prover { track.answer() } else { track.longest().map(|(mv, _)| mv) };
            let Some(mv) = mv else { break };
            texts.push(game.move_text(&state, mv));
            state = game.child(&state, mv);
            let Some(after) = track.after(&state) else { break };
            track = after;
        }
        texts
    }

    /// The known value of a position, for the first player.
    fn value(&self, turn: Turn, tracks: &Tracks<'_, G>) -> (Option<Value>, Bound) {
        if let Turn::Over(outcome) = turn {
            return (Some(outcome_value(outcome)), Bound::Exact);
        }
        let Some(own) = &tracks[0] else { return (None, Bound::Exact) };
        let win = |plies: u32| Value::Proved(Proved::Win { plies }).seen_by(self.prover);
        let draw = Some(Value::Proved(Proved::Draw));
        match (own.plies(), &tracks[1]) {
            (Some(plies), _) => (Some(win(plies)), Bound::Exact),
            (None, Some(_)) => (draw, Bound::Exact),
            (None, None) => (draw, Bound::Lower.seen_by(self.prover)),
        }
    }
}
