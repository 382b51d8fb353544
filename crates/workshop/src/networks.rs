//! Networks as evaluations: those of brains, and those of other programs.

use std::path::Path;
use std::sync::Arc;

use plywood_learn::{Access, MemoryLimits, NetworkEvaluation, OpenBrains};
use plywood_rules::options::{NetworkFile, network_file};
use plywood_rules::{Evaluate, Playable, TextError};

use crate::explanation::Explanation;
use crate::trouble::Trouble;

/// A network of another program for one game.
pub trait AnyNetwork: Send + Sync {
    /// The opinion of the network on a position; an empty one if no player is to move.
    ///
    /// # Errors
    /// If the position or a move is wrong, or the network has no answer.
    fn ask(&self, position: Option<&str>, moves: &str) -> Result<NetworkOpinion, Trouble>;
}

/// The opinion of a network of another program on a position.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct NetworkOpinion {
    /// The value, explained by the squares on which something stands.
    pub explanation: Option<Explanation>,
    /// Every legal move in its order, with its probability if the network has a policy.
    pub moves: Vec<(String, Option<f64>)>,
}

/// Opens a network of another program.
pub(crate) use onnx_files::open;

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
            Some(NetworkFile::Onnx(file)) => Some(onnx_files::named(game, Path::new(file))?),
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
mod onnx_files {
    use super::{AnyNetwork, Arc, NamedNetwork, Path, Playable, TextError};
    use crate::attention::TypedNetwork;
    use crate::onnx::OnnxNetwork;

    fn read<G: Playable>(game: &Arc<G>, path: &Path) -> Result<Arc<OnnxNetwork>, TextError> {
        Ok(Arc::new(OnnxNetwork::open(path, game.observation_shape(), game.actions())?))
    }

    pub(super) fn named<G: Playable>(game: &Arc<G>, path: &Path) -> Result<NamedNetwork<G>, TextError> {
        Ok(NamedNetwork::Onnx(read(game, path)?))
    }

    pub(crate) fn open<G: Playable>(game: &Arc<G>, path: &Path) -> Result<Arc<dyn AnyNetwork>, TextError> {
        Ok(Arc::new(TypedNetwork { game: Arc::clone(game), network: read(game, path)? }))
    }
}

#[cfg(not(feature = "onnx"))]
mod onnx_files {
    use super::{AnyNetwork, Arc, NamedNetwork, Path, Playable, TextError};

    fn refusal(path: &Path) -> TextError {
        let why =
            " is in the ONNX format, which this program was built without; build it with --features onnx";
        TextError::with_file("the network ", path, why)
    }

    pub(super) fn named<G: Playable>(_: &Arc<G>, path: &Path) -> Result<NamedNetwork<G>, TextError> {
        Err(refusal(path))
    }

    pub(crate) fn open<G: Playable>(_: &Arc<G>, path: &Path) -> Result<Arc<dyn AnyNetwork>, TextError> {
        Err(refusal(path))
    }
}
