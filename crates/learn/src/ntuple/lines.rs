//! The weights of a network as lines of text.

use serde::{Deserialize, Serialize};

use super::network::{Changed, Network};
use super::shape::NetworkShape;

/// The weights of a line.
const A_LINE: usize = 256;

/// A line of a network.
#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "lowercase")]
pub(crate) enum NetworkLine {
    /// The shape; it comes first.
    Network(NetworkShape),
    /// Weights that were ever changed: the number of each, the weight, the sum of its errors and of their sizes.
    Weights(Vec<(u32, f32, f32, f32)>),
}

impl NetworkLine {
    /// True if a line of text is one of a network.
    pub fn is_one(line: &str) -> bool {
        ["{\"network\":", "{\"weights\":"].iter().any(|start| line.starts_with(start))
    }
}

impl Network {
    /// All lines.
    pub fn lines(&self) -> impl Iterator<Item = NetworkLine> + '_ {
        let learnt: Vec<u32> = (0..self.weights.len() as u32).filter(|&at| self.is_learnt(at)).collect();
        let chunks = learnt.len().div_ceil(A_LINE);
        let weight = |&number: &u32| {
            let at = number as usize;
            let [sum, size] = self.coherence[at];
            (number, self.weights[at], sum, size)
        };
        let lines = (0..chunks).map(move |chunk| {
            let end = learnt.len().min((chunk + 1) * A_LINE);
            NetworkLine::Weights(learnt[chunk * A_LINE..end].iter().map(weight).collect())
        });
        std::iter::once(NetworkLine::Network(self.shape().clone())).chain(lines)
    }

    /// True if a network of this shape can take its place: it reads the same cells, and nothing is lost.
    fn can_become(&self, shape: &NetworkShape) -> bool {
        shape.fits(&self.shape().contents) && shape.exchanged == self.shape().exchanged && self.size().1 == 0
    }

    fn is_learnt(&self, number: u32) -> bool {
        self.coherence[number as usize][1] > 0.0
    }

    /// Takes over the weights of a line.
    ///
    /// # Errors
    /// If it is the line of another network, or a number in it makes no sense.
    pub fn add_line(&mut self, line: NetworkLine) -> Result<(), String> {
        self.changed = Changed::All;
        match line {
            NetworkLine::Network(shape) if shape == *self.shape() => Ok(()),
            // It may be of a version that found other tuples.
            NetworkLine::Network(shape) if self.can_become(&shape) => {
                *self = Network::new(shape);
                Ok(())
            }
            NetworkLine::Network(_) => Err("the network is of a game with other cells".into()),
            NetworkLine::Weights(weights) => {
                for (number, weight, sum, size) in weights {
                    let at = number as usize;
                    if at >= self.weights.len() || ![weight, sum, size].iter().all(|it| it.is_finite()) {
                        return Err(format!("weight {number} makes no sense"));
                    }
                    self.weights[at] = weight;
                    self.coherence[at] = [sum, size];
                }
                Ok(())
            }
        }
    }

    /// Adds what another network of the same shape has learnt: weights are averaged by the sizes of the errors that made them.
    pub fn merge(&mut self, other: &Network) {
        self.changed = Changed::All;
        for (at, (&weight, &[sum, size])) in other.weights.iter().zip(&other.coherence).enumerate() {
            let [own_sum, own_size] = &mut self.coherence[at];
            if size > 0.0 {
                let all = *own_size + size;
                self.weights[at] += (weight - self.weights[at]) * (size / all);
                (*own_sum, *own_size) = (*own_sum + sum, all);
            }
        }
    }
}
