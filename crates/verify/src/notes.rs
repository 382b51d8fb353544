//! The contents of a proof, noted while it is checked.

use std::ops::Range;

use plywood_rules::hints::connecting::ConnectionStep;
use plywood_rules::{Game, Playable};
use rustc_hash::FxHashMap;

use crate::claim::Claim;
use crate::head::Head;
use crate::watch::{LineStep, ProofVisitor};

/// Everything that a proof says for one claim.
pub struct ClaimIndex<G: Game> {
    pub claim: Claim,
    /// Positions are merged up to symmetry for this many plies after the start.
    pub merge: u32,
    /// Each position entered, by the representative of its images.
    notes: FxHashMap<G::State, Note<G::Move>>,
    /// The positions entered as another image than the representative.
    entered: FxHashMap<G::State, G::State>,
    pairs: Vec<(G::Move, G::Move)>,
    connections: Vec<ConnectionStep>,
    groups: Vec<ReplyGroup>,
    /// The replies and the steps of all groups.
    replies: Vec<u32>,
    steps: Vec<LineStep>,
}

/// The note of one position.
#[derive(Clone, Debug)]
pub struct Note<M> {
    pub decision: Decision<M>,
    /// Plies after the start when it was entered.
    pub ply: u32,
    /// The most plies that a win from there takes.
    pub plies: u32,
}

/// The decision at a position.
#[derive(Clone, Debug)]
pub enum Decision<M> {
    /// Any move of the opponent, or of chance: all positions after it were entered as well.
    Any,
    /// The prover's move.
    Play(M),
    /// By these pairs.
    Hold(Range<u32>),
    /// By these connections.
    Connect(Range<u32>),
    /// Any reply of the opponent; some replies are answered by these groups.
    Together(Range<u32>),
}

/// Replies that are answered by a line.
struct ReplyGroup {
    replies: Range<u32>,
    line: Range<u32>,
}

/// The part of a list; these numbers were its length once.
fn slice<'a, T>(list: &'a [T], range: &Range<u32>) -> &'a [T] {
    &list[range.start as usize..range.end as usize]
}

impl<G: Playable> ClaimIndex<G> {
    fn new(claim: Claim, merge: u32) -> ClaimIndex<G> {
        ClaimIndex {
            claim,
            merge,
            notes: FxHashMap::default(),
            entered: FxHashMap::default(),
            pairs: Vec::new(),
            connections: Vec::new(),
            groups: Vec::new(),
            replies: Vec::new(),
            steps: Vec::new(),
        }
    }

    /// The number of positions entered.
    pub fn len(&self) -> usize {
        self.notes.len()
    }

    /// The note on the position with this key.
    pub fn note(&self, key: &G::State) -> Option<&Note<G::Move>> {
        self.notes.get(key)
    }

    /// As which of its images that position was entered.
    pub fn entered<'s>(&'s self, key: &'s G::State) -> &'s G::State {
        self.entered.get(key).unwrap_or(key)
    }

    pub fn pairs(&self, range: &Range<u32>) -> &[(G::Move, G::Move)] {
        slice(&self.pairs, range)
    }

    pub fn connections(&self, range: &Range<u32>) -> &[ConnectionStep] {
        slice(&self.connections, range)
    }

    /// The line among those of these groups that answers the reply at `place`, if one does.
    pub fn line(&self, groups: &Range<u32>, place: usize) -> Option<&[LineStep]> {
        let answers =
            |group: &&ReplyGroup| slice(&self.replies, &group.replies).iter().any(|&at| at as usize == place);
        slice(&self.groups, groups).iter().find(answers).map(|group| slice(&self.steps, &group.line))
    }
}

/// Notes what a check reports.
pub struct Notes<G: Game> {
    claims: Vec<ClaimIndex<G>>,
    merge: u32,
    /// The positions that were entered and not left yet, by their representatives.
    open: Vec<G::State>,
}

impl<G: Playable> Notes<G> {
    /// For the proof file of these bytes.
    pub fn new(bytes: &[u8]) -> Notes<G> {
        let merge = Head::read(bytes).map_or(0, |head| head.merge);
        Notes { claims: Vec::new(), merge, open: Vec::new() }
    }

    /// The notes, by claim.
    pub fn claims(self) -> Vec<ClaimIndex<G>> {
        self.claims
    }

    /// Changes the note of the position entered last.
    fn note(&mut self, change: impl FnOnce(&mut ClaimIndex<G>) -> Decision<G::Move>) {
        if let (Some(index), Some(key)) = (self.claims.last_mut(), self.open.last()) {
            let decision = change(index);
            if let Some(note) = index.notes.get_mut(key) {
                note.decision = decision;
            }
        }
    }
}

/// Adds `more` to a list; returns its place there.
fn add<T>(list: &mut Vec<T>, more: impl IntoIterator<Item = T>) -> Range<u32> {
    let start = list.len() as u32;
    list.extend(more);
    start..list.len() as u32
}

impl<G: Playable> ProofVisitor<G> for Notes<G> {
    fn claim(&mut self, claim: Claim, _start: &G::State) {
        self.open.clear();
        self.claims.push(ClaimIndex::new(claim, self.merge));
    }

    fn enter(&mut self, state: &G::State, key: &G::State, ply: u32) {
        if let Some(index) = self.claims.last_mut() {
            index.notes.insert(key.clone(), Note { decision: Decision::Any, ply, plies: 0 });
            if key != state {
                index.entered.insert(key.clone(), state.clone());
            }
            self.open.push(key.clone());
        }
    }

    fn play(&mut self, mv: G::Move) {
        self.note(|_| Decision::Play(mv));
    }

    fn hold(&mut self, pairs: &[(G::Move, G::Move)]) {
        self.note(|index| Decision::Hold(add(&mut index.pairs, pairs.iter().copied())));
    }

    fn connect(&mut self, steps: &[ConnectionStep]) {
        self.note(|index| Decision::Connect(add(&mut index.connections, steps.iter().cloned())));
    }

    fn answer(&mut self, replies: &[usize], line: &[LineStep]) {
        let Some(key) = self.open.last() else { return };
        let Some(index) = self.claims.last_mut() else { return };
        let replies = add(&mut index.replies, replies.iter().map(|&place| place as u32));
        let line = add(&mut index.steps, line.iter().copied());
        let group = add(&mut index.groups, [ReplyGroup { replies, line }]);
        if let Some(note) = index.notes.get_mut(key) {
            // The groups of a position are reported one right after the other.
            let start =
                if let Decision::Together(groups) = &note.decision { groups.start } else { group.start };
            note.decision = Decision::Together(start..group.end);
        }
    }

    fn leave(&mut self, plies: u32) {
        if let (Some(key), Some(index)) = (self.open.pop(), self.claims.last_mut())
            && let Some(note) = index.notes.get_mut(&key)
        {
            note.plies = plies;
        }
    }
}
