//! A brain as text: a line of JSON for its header, and a line for each position.
//!
//! ```text
//! {"plywood-brain":1,"game":"mnk:m=3,n=3,k=3","settings":{"alpha":1.0,...},"games":20,"nodes":3,"edges":4}
//! {"position":"3/3/3 x","searched":1,"moves":[{"move":"b2","q":0.5,"visits":3,"tries":2,"result":1.0}, ...]}
//! ```
//!
//! A network follows as its shape and lines of weights ([`NetworkLine`]).
//!
//! Values are those of [`Edge`], for the player to move, as a learner plays by them. `proved` (`win`, `draw`, `loss`) and `plies` are
//! there if something is proved; numbers that are 0 may be missing. `learnt` is there if the proof is not stored with the move but
//! follows from the position after it: then it is the value that is stored, and what is read back. A position represents all that are the same up to symmetry:
//! reading accepts any of them.

use std::fs;
use std::io::{BufRead, ErrorKind, Write};
use std::path::Path;
use std::sync::Arc;

use plywood_rules::{Playable, Proved, Stop};
use serde::{Deserialize, Serialize};

use crate::brain::Brain;
use crate::chooser::Chooser;
use crate::draft::DraftFile;
use crate::error::{BrainError, check_rules};
use crate::fit::check_name;
use crate::graph::{Edge, NodeInfo, StrategyGraph};
use crate::knowledge::MemoryLimits;
use crate::memory::{BrainMemory, damaged};
use crate::ntuple::NetworkLine;
use crate::settings::LearnSettings;
use crate::store::{Access, FORMAT, StoreError, format_of};
use crate::view::{GraphView, StoredNode};

/// The first line.
#[derive(Serialize, Deserialize)]
struct TextHead {
    #[serde(rename = "plywood-brain")]
    format: u32,
    game: String,
    settings: LearnSettings,
    games: u64,
    nodes: u64,
    edges: u64,
    /// The payoffs of the game are those of today; earlier ones had the same name. Only where they have changed.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    rules: Option<String>,
}

#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct PositionLine {
    position: String,
    #[serde(default)]
    searched: u8,
    moves: Vec<MoveEntry>,
}

#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct MoveEntry {
    #[serde(rename = "move")]
    mv: String,
    #[serde(default)]
    q: f32,
    #[serde(default)]
    visits: u32,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    proved: Option<ResultWord>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    plies: Option<u32>,
    #[serde(default, skip_serializing_if = "is_zero")]
    tries: u16,
    #[serde(default, skip_serializing_if = "is_nothing")]
    result: f32,
    /// The value that was learnt, where the position after the move proves another one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    learnt: Option<f32>,
}

/// Buffers for looking at positions.
#[derive(Default)]
struct LookupBuffers {
    graph: StrategyGraph,
    chooser: Chooser,
}

#[derive(Clone, Copy, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
enum ResultWord {
    Win,
    Draw,
    Loss,
}

fn is_zero(n: &u16) -> bool {
    *n == 0
}

fn is_nothing(result: &f32) -> bool {
    *result == 0.0
}

impl MoveEntry {
    /// A move as a learner sees it, and as it is stored.
    fn of(mv: String, edge: &Edge, stored: &Edge) -> MoveEntry {
        let proof = edge.proof();
        MoveEntry {
            mv,
            q: edge.q,
            visits: edge.visits,
            proved: proof.map(|proof| match proof {
                Proved::Win { .. } => ResultWord::Win,
                Proved::Draw => ResultWord::Draw,
                Proved::Loss { .. } => ResultWord::Loss,
            }),
            plies: proof.and_then(Proved::plies),
            tries: edge.tries,
            result: edge.result,
            learnt: (stored.proof().is_none() && proof.is_some()).then_some(stored.q),
        }
    }

    /// The edge, without the number of its move.
    fn edge(&self) -> Result<Edge, String> {
        for (name, value) in
            [("q", self.q), ("result", self.result), ("learnt", self.learnt.unwrap_or_default())]
        {
            if !(-1.0..=1.0).contains(&value) {
                return Err(format!("{name} of '{}' cannot be {value}; it has to be -1 to 1", self.mv));
            }
        }
        let mut edge = Edge { q: self.q, visits: self.visits, tries: self.tries, ..Edge::default() };
        edge.result = if self.tries > 0 { self.result } else { 0.0 };
        let plies = self.plies.filter(|&plies| plies > 0);
        let proof = match (self.proved, plies) {
            (None, _) => None,
            (Some(ResultWord::Draw), _) => Some(Proved::Draw),
            (Some(ResultWord::Win), Some(plies)) => Some(Proved::Win { plies }),
            (Some(ResultWord::Loss), Some(plies)) => Some(Proved::Loss { plies }),
            (Some(_), None) => {
                return Err(format!("'{}' is proved, but in how many plies is not said", self.mv));
            }
        };
        match (self.learnt, proof) {
            // The proof is that of another position, and is found there.
            (Some(learnt), _) => edge.q = learnt,
            (None, Some(proof)) => edge.prove(proof),
            (None, None) => {}
        }
        Ok(edge)
    }
}

impl<G: Playable> Brain<G> {
    /// Writes the whole brain as text; returns false if it was stopped.
    ///
    /// # Errors
    /// If the brain cannot be read or the text cannot be written.
    pub fn export(&self, out: &mut dyn Write, stop: &Stop) -> Result<bool, BrainError> {
        let memory = self.read();
        let counters = memory.counters;
        let head = TextHead {
            format: format_of(self.settings()),
            game: self.header().game.clone(),
            settings: *self.settings(),
            games: counters.games,
            nodes: counters.nodes,
            edges: counters.edges,
            rules: self.game().formerly().map(|_| format!("{:016x}", self.header().rules)),
        };
        write_line(out, &head)?;
        let (mut failed, mut sight) = (Ok(()), LookupBuffers::default());
        let done = memory.each(&mut |key, node| {
            failed =
                self.position_line(&memory, &mut sight, key, node).and_then(|line| write_line(out, &line));
            failed.is_ok() && !stop.is_raised()
        })?;
        failed?;
        let lines = memory.network.iter().filter(|_| done).flat_map(|network| network.lines());
        for line in lines {
            write_line(out, &line)?;
            if stop.is_raised() {
                return Ok(false);
            }
        }
        out.flush()?;
        Ok(done)
    }

    /// A position with its moves, as a learner plays by them.
    fn position_line(
        &self,
        memory: &BrainMemory,
        sight: &mut LookupBuffers,
        key: &[u8],
        stored: &StoredNode,
    ) -> Result<PositionLine, BrainError> {
        let (game, places, settings) = (self.game(), self.places(), self.settings());
        let damaged = || damaged(memory.store(), "a position");
        let state = game.unpack(key).map_err(|_| damaged())?;
        let place = places.find(&state).ok_or_else(damaged)?;
        sight.graph.clear();
        sight.chooser.findings.clear();
        let mut view = GraphView::new(&mut sight.graph, memory);
        let node = place.node(&mut view)?;
        sight.chooser.look(&places, settings, &mut view, node, &place)?;
        let mut moves = Vec::with_capacity(stored.edges.len());
        for old in &stored.edges {
            let mv = *place.moves.get(usize::from(old.mv)).ok_or_else(damaged)?;
            let seen = view.place(node, old.mv).map_or(*old, |edge| view.edges(node)[edge]);
            moves.push(MoveEntry::of(game.move_text(&state, mv), &seen, old));
        }
        Ok(PositionLine { position: game.state_text(&state), searched: stored.info.searched, moves })
    }

    /// Makes a new brain at `path` from the text of [`Brain::export`]. The file appears when it is complete.
    ///
    /// # Errors
    /// If there is a file of this name, it cannot be written, or a line of the text makes no sense; then there is no
    /// new file.
    pub fn import(
        game: Arc<G>,
        path: &Path,
        text: &mut dyn BufRead,
        limits: MemoryLimits,
        stop: &Stop,
    ) -> Result<Option<Brain<G>>, BrainError> {
        if path.exists() {
            return Err(StoreError::Exists { path: path.to_path_buf() }.into());
        }
        let draft = DraftFile::beside(path);
        let done = read_text(Arc::clone(&game), &draft.0, text, limits, stop)?;
        if !done {
            return Ok(None);
        }
        // A link does not replace a file that was made there meanwhile. Some file systems have none.
        match fs::hard_link(&draft.0, path) {
            Err(_) if fs::symlink_metadata(path).is_err() => fs::rename(&draft.0, path)?,
            linked => linked?,
        }
        drop(draft);
        Brain::open(game, path, Access::Write, limits).map(Some)
    }
}

fn write_line(out: &mut dyn Write, line: &impl Serialize) -> Result<(), BrainError> {
    serde_json::to_writer(&mut *out, line).map_err(std::io::Error::from)?;
    Ok(out.write_all(b"\n")?)
}

/// The full name of the game that a text is about, from its first line.
///
/// # Errors
/// If it is no brain as text.
pub fn game_of_text(first_line: &str) -> Result<String, BrainError> {
    Ok(read_head(first_line)?.game)
}

fn read_head(line: &str) -> Result<TextHead, BrainError> {
    let wrong = |reason: String| BrainError::Text { line: 1, reason };
    let head: TextHead = serde_json::from_str(line).map_err(|error| {
        wrong(format!("this is no brain as text in UTF-8, as brain export makes it ({error})"))
    })?;
    if head.format > FORMAT {
        return Err(wrong(format!("the text has format {}, and this program knows {FORMAT}", head.format)));
    }
    Ok(head)
}

/// Fills a new brain at `path` from text.
fn read_text<G: Playable>(
    game: Arc<G>,
    path: &Path,
    text: &mut dyn BufRead,
    limits: MemoryLimits,
    stop: &Stop,
) -> Result<bool, BrainError> {
    let mut lines = text.lines();
    let head = read_head(&lines.next().transpose()?.unwrap_or_default())?;
    check_name(&*game, Path::new("the text"), &head.game, head.rules.is_some() == game.formerly().is_some())?;
    let brain = Brain::create(Arc::clone(&game), path, head.settings, limits)?;
    for (number, line) in (2..).zip(lines) {
        let wrong = |reason: String| BrainError::Text { line: number, reason };
        let line = line.map_err(|error| match error.kind() {
            ErrorKind::InvalidData => wrong("it is no text in UTF-8".into()),
            _ => error.into(),
        })?;
        if line.trim().is_empty() {
            continue;
        }
        if NetworkLine::is_one(&line) {
            let line: NetworkLine = serde_json::from_str(&line).map_err(|error| wrong(error.to_string()))?;
            let mut memory = brain.write();
            let network = memory.network.as_mut().ok_or_else(|| wrong("this brain has no network".into()))?;
            network.add_line(line).map_err(wrong)?;
            continue;
        }
        let line: PositionLine = serde_json::from_str(&line).map_err(|error| wrong(error.to_string()))?;
        brain.add_line(&line).map_err(|error| match error {
            BrainError::Game(reason) => wrong(reason),
            other => other,
        })?;
        if stop.is_raised() {
            return Ok(false);
        }
    }
    check_rules()?;
    let mut memory = brain.write();
    memory.counters.games = head.games;
    memory.flush(&[])?;
    Ok(true)
}

impl<G: Playable> Brain<G> {
    fn add_line(&self, line: &PositionLine) -> Result<(), BrainError> {
        let game = self.game();
        let wrong = |reason: String| BrainError::Game(reason);
        let state = game
            .parse_state(&line.position)
            .map_err(|error| wrong(format!("position '{}': {error}", line.position)))?;
        let place = self
            .places()
            .find(&state)
            .ok_or_else(|| wrong(format!("no player is to move at '{}'", line.position)))?;
        let mut edges = Vec::with_capacity(line.moves.len());
        for entry in &line.moves {
            let mv = game.parse_move(&state, &entry.mv).map_err(|error| wrong(error.to_string()))?;
            let number = place.edge_of(game, mv).ok_or_else(|| wrong("a move without an image".into()))?;
            edges.push(Edge { mv: number, ..entry.edge().map_err(wrong)? });
        }
        let info = NodeInfo { legal: place.legal(), searched: line.searched };
        self.add(&place.key, info, &edges)
    }
}
