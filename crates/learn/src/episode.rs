//! A training game after it was played, ready to be learnt: keys and edges, no states.

use plywood_rules::{Playable, Player};

use crate::chooser::{Finding, enter_findings};
use crate::ntuple::Targets;
use crate::place::CanonicalPosition;
use crate::settings::LearnSettings;
use crate::store::StoreError;
use crate::trajectory::{EpisodeEnd, Trajectory};
use crate::view::{FoundNode, GraphView};

#[derive(Clone, Copy, Debug)]
struct EpisodeStep {
    key_end: usize,
    legal: u16,
    mover: Player,
    found: Option<FoundNode>,
    /// The edge taken; `None` where play was cut off.
    edge: Option<u16>,
}

/// Everything about a finished game that learning needs.
#[derive(Default)]
pub(crate) struct Episode {
    keys: Vec<u8>,
    steps: Vec<EpisodeStep>,
    pub findings: Vec<Finding>,
    /// The decisions for the network to learn.
    pub targets: Targets,
    /// The end of the game; `None` if it was broken off and must not be learnt.
    pub end: Option<EpisodeEnd>,
    /// True for each player that the learner was.
    pub own: [bool; 2],
    /// Decisions of the learner.
    pub asked: u64,
    /// Those of them that were in known positions.
    pub known: u64,
}

impl Episode {
    pub fn clear(&mut self) {
        self.keys.clear();
        self.steps.clear();
        self.findings.clear();
        self.targets.clear();
        self.end = None;
        (self.asked, self.known) = (0, 0);
    }

    /// Adds a decision and the edge taken.
    pub fn push<G: Playable>(&mut self, place: &CanonicalPosition<G>, mover: Player, edge: Option<u16>) {
        self.keys.extend_from_slice(&place.key);
        let (key_end, legal, found) = (self.keys.len(), place.legal(), place.found());
        self.steps.push(EpisodeStep { key_end, legal, mover, found, edge });
    }

    /// Teaches the game to a graph.
    pub fn teach(
        &self,
        view: &mut GraphView<'_>,
        trajectory: &mut Trajectory,
        settings: &LearnSettings,
    ) -> Result<(), StoreError> {
        let Some(end) = self.end else { return Ok(()) };
        trajectory.clear();
        enter_findings(view, &self.findings)?;
        let mut start = 0;
        for step in &self.steps {
            let node = view.node_found(&self.keys[start..step.key_end], &mut { step.found })?;
            trajectory.arrive(view, settings, node, step.legal, step.mover);
            if let Some(edge) = step.edge {
                trajectory.pass(view, edge);
            }
            start = step.key_end;
        }
        trajectory.finish(view, settings, end, self.own);
        Ok(())
    }
}
