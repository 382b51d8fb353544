//! Writes a strategy to a proof file.
//!
//! The file holds the prover's choices in the order in which a checker that follows the rules needs them
//! (book/src/reference/proof-files.md). The walk here is therefore that of the checker, and queries a
//! [`Strategy`].

use plywood_rules::hints::connecting::ConnectionStep;
use plywood_rules::hints::forcing::{Answers, Step};
use plywood_rules::{Interrupted, Playable, Player, Run, Turn, fingerprint, moves_or_outcomes};
use rustc_hash::FxHashSet;

use super::claim::{ProofClaim, ProofGoal};
use super::strategy::{Choice, Defence, Strategy};
use crate::values::put;

/// A claim and the bytes that prove it.
#[derive(Clone, Debug)]
pub struct ClaimProof {
    /// The claim.
    pub claim: ProofClaim,
    /// The prover's choices.
    pub bytes: Vec<u8>,
    /// Positions that they are for.
    pub positions: u64,
    /// The version of the format.
    pub version: u32,
}

/// The result of a proof.
#[derive(Clone, Debug, Default)]
pub struct ProofResult {
    /// The claims proved: that a player wins; or that one or both hold, the latter a draw.
    pub claims: Vec<ProofClaim>,
    /// The proofs of these, if they were to be written down.
    pub parts: Vec<ClaimProof>,
    /// In them, positions at most this many plies after the start are merged up to symmetry.
    pub merge: u32,
    /// Positions visited, those on forced sequences included.
    pub nodes: u64,
    /// True if it was stopped before everything was known.
    pub interrupted: bool,
}

impl ProofResult {
    /// The outcome if both play their best, if that is known: the winner, or none for a draw.
    pub fn outcome(&self) -> Option<Option<Player>> {
        match self.claims[..] {
            [ProofClaim { player, goal: ProofGoal::Wins }] => Some(Some(player)),
            [_, _] => Some(None),
            _ => None,
        }
    }
}

/// Queries `strategy` for all parts of a proof of the claim. Positions at most `merge` plies after the start
/// are merged up to symmetry. Reports the number of positions.
///
/// # Errors
/// If it was stopped.
pub fn write<G: Playable>(
    game: &G,
    start: &G::State,
    claim: ProofClaim,
    merge: u32,
    strategy: &mut dyn Strategy<G>,
    run: &Run<'_, u64>,
) -> Result<ClaimProof, Interrupted> {
    let mut writer = Writer {
        game,
        prover: claim.player,
        merge,
        bytes: Vec::new(),
        known: FxHashSet::default(),
        left: Vec::new(),
        version: strategy.version(),
    };
    let start = Waypoint { state: start.clone(), plies: 0, map: 0 };
    if game.turn(&start.state) == Turn::Decision(claim.player.other()) {
        let start = writer.turned(start);
        writer.known.insert(writer.stands_for(&start));
        let defence = writer.ask_defence(&start, strategy);
        writer.number(kind_of(&defence));
        writer.defend(&start, defence);
    } else {
        writer.left.push(start);
    }
    let mut steps = 0u64;
    while let Some(stop) = writer.left.pop() {
        writer.visit(stop, strategy)?;
        steps += 1;
        if steps.is_multiple_of(256) {
            run.report(writer.known.len() as u64)?;
        }
    }
    let Writer { known, bytes, version, .. } = writer;
    Ok(ClaimProof { claim, positions: known.len() as u64, version, bytes })
}

/// A position on the way.
struct Waypoint<S> {
    state: S,
    /// After the start.
    plies: u32,
    /// The symmetry that maps to the position that the strategy is queried for. If positions are merged, it
    /// leads to the representative of the images; later positions are mapped in the same way, as a search that
    /// merges positions has searched only one of the images.
    map: usize,
}

struct Writer<'g, G: Playable> {
    game: &'g G,
    prover: Player,
    merge: u32,
    bytes: Vec<u8>,
    known: FxHashSet<G::State>,
    /// The positions left to visit, the next one last.
    left: Vec<Waypoint<G::State>>,
    version: u32,
}

/// The number in the file for the kind of defence.
fn kind_of<M>(defence: &Defence<M>) -> u32 {
    match defence {
        Defence::Answers(answers) if !answers.answered.is_empty() => 1,
        Defence::Each | Defence::Answers(_) => 0,
        Defence::Pairs(_) => 2,
        Defence::Connections(_) => 3,
    }
}

impl<G: Playable> Writer<'_, G> {
    fn is_merged(&self, plies: u32) -> bool {
        self.merge > 0 && plies <= self.merge
    }

    /// The position under which one is known.
    fn stands_for(&self, stop: &Waypoint<G::State>) -> G::State {
        if self.is_merged(stop.plies) { self.asked(stop) } else { stop.state.clone() }
    }

    /// The position that the strategy is queried for.
    fn asked(&self, stop: &Waypoint<G::State>) -> G::State {
        if stop.map == 0 { stop.state.clone() } else { self.game.map_state(&stop.state, stop.map) }
    }

    /// With its own symmetry if positions are merged.
    fn turned(&self, mut stop: Waypoint<G::State>) -> Waypoint<G::State> {
        if self.is_merged(stop.plies) {
            stop.map = self.game.canonical(&stop.state).map;
        }
        stop
    }

    fn after(&self, stop: &Waypoint<G::State>, mv: G::Move) -> Waypoint<G::State> {
        Waypoint { state: self.game.child(&stop.state, mv), plies: stop.plies + 1, map: stop.map }
    }

    /// The legal moves, each after its image in the queried position.
    fn images(&self, stop: &Waypoint<G::State>) -> Vec<(G::Move, G::Move)> {
        let mut moves = Vec::new();
        self.game.legal_moves(&stop.state, &mut moves);
        let image = |mv| if stop.map == 0 { mv } else { self.game.map_move(mv, stop.map) };
        moves.into_iter().map(|mv| (image(mv), mv)).collect()
    }

    fn ask_defence(&self, stop: &Waypoint<G::State>, strategy: &mut dyn Strategy<G>) -> Defence<G::Move> {
        let defence = strategy.defend(self.game, &self.asked(stop));
        if stop.map == 0 {
            return defence;
        }
        let images = self.images(stop);
        let back = |mv| original(&images, mv);
        match defence {
            Defence::Each | Defence::Connections(_) => Defence::Each,
            Defence::Pairs(pairs) => {
                Defence::Pairs(pairs.into_iter().map(|(a, b)| (back(a), back(b))).collect())
            }
            Defence::Answers(Answers { answered, open }) => {
                let line = |line: Vec<Step<G::Move>>| {
                    line.into_iter()
                        .map(|step| Step { mv: back(step.mv), threat: step.threat.map(back) })
                        .collect()
                };
                let all = |moves: Vec<G::Move>| moves.into_iter().map(back).collect();
                let answered =
                    answered.into_iter().map(|(steps, replies)| (line(steps), all(replies))).collect();
                Defence::Answers(Answers { answered, open: all(open) })
            }
        }
    }

    fn visit(&mut self, stop: Waypoint<G::State>, strategy: &mut dyn Strategy<G>) -> Result<(), Interrupted> {
        let game = self.game;
        let turn = game.turn(&stop.state);
        if turn.outcome().is_some() {
            return Ok(());
        }
        let stop = self.turned(stop);
        if !self.known.insert(self.stands_for(&stop)) {
            return Ok(());
        }
        if turn != Turn::Decision(self.prover) {
            self.leave(&stop, moves_or_outcomes(game, &stop.state));
            return Ok(());
        }
        let images = self.images(&stop);
        let mv = match strategy.choose(game, &self.asked(&stop), stop.plies)? {
            Choice::Pairs(pairs) => {
                let original = |(a, b)| (original(&images, a), original(&images, b));
                self.number(0);
                self.pairs(&pairs.into_iter().map(original).collect::<Vec<_>>());
                return Ok(());
            }
            Choice::Move(mv) => original(&images, mv),
        };
        let moves: Vec<_> = images.into_iter().map(|(_, mv)| mv).collect();
        let place = place_of(&moves, mv);
        let child = self.turned(self.after(&stop, mv));
        let known = self.stands_for(&child);
        if game.turn(&child.state) != Turn::Decision(self.prover.other()) || self.known.contains(&known) {
            self.play(place, 0);
            self.left.push(child);
            return Ok(());
        }
        let defence = self.ask_defence(&child, strategy);
        self.play(place, kind_of(&defence));
        self.known.insert(known);
        self.defend(&child, defence);
        Ok(())
    }

    /// Writes the answers to the opponent's moves.
    fn defend(&mut self, stop: &Waypoint<G::State>, defence: Defence<G::Move>) {
        let mut moves = Vec::new();
        self.game.legal_moves(&stop.state, &mut moves);
        match defence {
            Defence::Pairs(pairs) => self.pairs(&pairs),
            Defence::Connections(steps) => self.steps(&steps),
            Defence::Answers(answers) if !answers.answered.is_empty() => {
                let rest = self.answers(&moves, &answers);
                self.leave(stop, rest);
            }
            Defence::Each | Defence::Answers(_) => self.leave(stop, moves),
        }
    }

    /// Leaves the positions after these moves for later, in their order.
    fn leave(&mut self, stop: &Waypoint<G::State>, moves: Vec<G::Move>) {
        let stops: Vec<_> = moves.into_iter().rev().map(|mv| self.after(stop, mv)).collect();
        self.left.extend(stops);
    }

    /// Writes sequences and the replies that they answer; returns the open replies.
    fn answers(&mut self, moves: &[G::Move], answers: &Answers<G::Move>) -> Vec<G::Move> {
        self.number(answers.answered.len() as u32);
        let mut left: Vec<u32> = (0..moves.len() as u32).collect();
        for (line, replies) in &answers.answered {
            self.line(line);
            let mut these: Vec<u32> = replies.iter().map(|&mv| place_of(moves, mv)).collect();
            these.sort_unstable();
            let others: Vec<u32> =
                left.iter().copied().filter(|place| these.binary_search(place).is_err()).collect();
            if others.len() <= these.len() {
                self.number(2 * others.len() as u32);
                self.places(&others);
            } else {
                self.number(2 * these.len() as u32 + 1);
                self.places(&these);
            }
            left = others;
        }
        left.into_iter().map(|place| moves[place as usize]).collect()
    }

    fn line(&mut self, line: &[Step<G::Move>]) {
        self.number(line.len() as u32);
        for step in line {
            for mv in [Some(step.mv), step.threat].into_iter().flatten() {
                self.number(self.game.move_code(mv) as u32);
            }
        }
    }

    /// Ascending numbers: the first, then how many are left out before the next.
    fn places(&mut self, places: &[u32]) {
        let mut next = 0;
        for &place in places {
            self.number(place - next);
            next = place + 1;
        }
    }

    fn pairs(&mut self, pairs: &[(G::Move, G::Move)]) {
        self.number(pairs.len() as u32);
        for mv in pairs.iter().flat_map(|&(one, other)| [one, other]) {
            self.number(self.game.move_code(mv) as u32);
        }
    }

    /// The prover's move, and the way to answer the replies to it.
    fn play(&mut self, place: u32, way: u32) {
        let ways = if self.version == 1 { 3 } else { 4 };
        self.number(1 + ways * place + way);
    }

    fn steps(&mut self, steps: &[ConnectionStep]) {
        self.number(steps.len() as u32);
        for (at, step) in steps.iter().enumerate() {
            let numbers = match step {
                ConnectionStep::Touch([a, b]) => vec![0, *a, *b],
                ConnectionStep::And([a, b]) => vec![1, at - a, at - b],
                ConnectionStep::Capture { cells: [a, b], of, stones } => {
                    [2, *a, *b, at - of, stones.len()].into_iter().chain(stones.iter().copied()).collect()
                }
                ConnectionStep::Or(alternatives) => {
                    let moves = alternatives.iter().flat_map(|&(cell, earlier)| [cell, at - earlier]);
                    [alternatives.len() + 1].into_iter().chain(moves).collect()
                }
            };
            numbers.into_iter().for_each(|number| self.number(number as u32));
        }
    }

    fn number(&mut self, number: u32) {
        put(&mut self.bytes, number.into());
    }
}

/// The move with this image.
fn original<M: Copy + PartialEq>(images: &[(M, M)], mv: M) -> M {
    let found = images.iter().find(|(image, _)| *image == mv);
    found.expect("a strategy answers with legal moves").1
}

fn place_of<M: PartialEq>(moves: &[M], mv: M) -> u32 {
    moves.iter().position(|other| *other == mv).expect("a strategy answers with legal moves") as u32
}

/// The file with the whole proof.
pub fn file<G: Playable>(game: &G, start: &G::State, merge: u32, parts: &[ClaimProof]) -> Vec<u8> {
    let version = parts.iter().map(|part| part.version).max().unwrap_or(1);
    let mut text = format!(
        "plywood proof {version}\ngame: {}\nrules: {:016x}\nposition: {}\nmerge: {merge}\n",
        game.name(),
        fingerprint(game),
        game.state_text(start),
    );
    let mut body: Vec<u8> = Vec::new();
    for ClaimProof { claim, bytes, .. } in parts {
        let goal = if claim.goal == ProofGoal::Wins { "wins" } else { "holds" };
        text += &format!("claim: {} {goal}, {}\n", claim.player, bytes.len());
        body.extend(bytes);
    }
    let sum = body
        .iter()
        .fold(0xcbf2_9ce4_8422_2325u64, |sum, &byte| (sum ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3));
    text += &format!("sum: {sum:016x}\n\n");
    let mut file = text.into_bytes();
    file.extend(body);
    file
}
