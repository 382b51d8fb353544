//! Networks as evaluations: those of brains, and those of other programs.

use std::path::Path;
use std::sync::Arc;

use plywood_learn::{Access, MemoryLimits, NetworkEvaluation, OpenBrains};
use plywood_rules::options::{NetworkFile, network_file};
use plywood_rules::{Evaluate, Playable, TextError};

use crate::trouble::Trouble;

/// A network that was read from a file.
pub(crate) enum NamedNetwork<G: Playable> {
    /// The n-tuple network of a brain.
    Brain(NetworkEvaluation<G>),
    /// A network in the ONNX format.
    #[cfg(feature = "onnx")]
    Onnx(Arc<crate::onnx::OnnxNetwork>),
}

impl<G: Playable> NamedNetwork<G> {
    /// Reads the network that an evaluation of this name is; `None` if it is none.
    ///
    /// # Errors
    /// If the file cannot be read, or has no network of this game.
    pub fn read(
        game: &Arc<G>,
        brains: &OpenBrains,
        evaluation: &str,
    ) -> Result<Option<NamedNetwork<G>>, Trouble> {
        Ok(match network_file(evaluation) {
            None => None,
            Some(NetworkFile::Brain(file)) => {
                Some(NamedNetwork::Brain(of_brain(game, brains, Path::new(file))?))
            }
            Some(NetworkFile::Onnx(file)) => Some(onnx(game, Path::new(file))?),
        })
    }

    /// The network as an evaluation of positions.
    pub fn evaluation(&self) -> Box<dyn Evaluate<G>> {
        match self {
            NamedNetwork::Brain(network) => Box::new(network.clone()),
            #[cfg(feature = "onnx")]
            NamedNetwork::Onnx(network) => Box::new(crate::onnx::OnnxEvaluation(Arc::clone(network))),
        }
    }

    /// Its kind, and a sentence about it.
    pub fn about(&self) -> (&'static str, &'static str) {
        match self {
            NamedNetwork::Brain(_) => ("ntuple", "The n-tuple network of a brain."),
            #[cfg(feature = "onnx")]
            NamedNetwork::Onnx(_) => ("onnx", "A network of another program."),
        }
    }
}

fn of_brain<G: Playable>(
    game: &Arc<G>,
    brains: &OpenBrains,
    path: &Path,
) -> Result<NetworkEvaluation<G>, Trouble> {
    let brain = brains.open(game, path, Access::Read, MemoryLimits::default())?;
    brain.evaluation().ok_or_else(|| {
        let why = " has no network; make one with kind=ntuple or kind=both";
        TextError::with_file("the brain ", path, why).into()
    })
}

#[cfg(feature = "onnx")]
fn onnx<G: Playable>(game: &Arc<G>, path: &Path) -> Result<NamedNetwork<G>, Trouble> {
    let network = crate::onnx::OnnxNetwork::open(path, game.observation_shape(), game.actions())?;
    Ok(NamedNetwork::Onnx(Arc::new(network)))
}

#[cfg(not(feature = "onnx"))]
fn onnx<G: Playable>(_: &Arc<G>, path: &Path) -> Result<NamedNetwork<G>, Trouble> {
    let why = " is in the ONNX format, which this program was built without; build it with --features onnx";
    Err(TextError::with_file("the network ", path, why).into())
}
