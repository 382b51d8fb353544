//! The weights of a network: how they are found, and how they change.

use std::ops::Range;
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};

use plywood_rules::Player;
use plywood_rules::threads::{beside, lock};

use super::finder::Finder;
use super::shape::{Element, Shape};
use super::targets::Targets;

/// A value function: the hyperbolic tangent of the sum of one weight for each tuple.
pub(crate) struct Network {
    shape: Shape,
    finder: Finder,
    /// The weights of the first player to move, then those of the second, unless they share them.
    pub(super) weights: Vec<f32>,
    /// For each weight the sum of the errors it was changed by, and of their sizes.
    pub(super) coherence: Vec<[f32; 2]>,
    /// The weights that differ from the file.
    pub changed: Changed,
}

/// The weights of a network that differ from those in its file.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) enum Changed {
    /// None.
    #[default]
    Nothing,
    /// Some of these.
    Weights(Vec<u32>),
    /// Any.
    All,
}

impl Network {
    /// A network of this shape in which all weights are 0.
    pub fn new(shape: Shape) -> Network {
        let finder = Finder::new(&shape);
        let weights = if shape.exchanged.is_some() { finder.side } else { 2 * finder.side };
        Network {
            finder,
            weights: vec![0.0; weights],
            coherence: vec![[0.0; 2]; weights],
            shape,
            changed: Changed::All,
        }
    }

    /// Its shape.
    pub fn shape(&self) -> &Shape {
        &self.shape
    }

    /// The number of tuples.
    pub fn tuples(&self) -> usize {
        self.finder.first.len()
    }

    /// The weights of one side to move.
    pub fn side(&self) -> usize {
        self.finder.side
    }

    /// The number of weights, and of those that were ever changed.
    pub fn size(&self) -> (usize, usize) {
        (self.weights.len(), self.coherence.iter().filter(|[_, size]| *size > 0.0).count())
    }

    /// The number of the weights that value positions of this side to move: 0 or 1.
    #[inline]
    pub fn side_of(&self, mover: Player) -> usize {
        if self.shape.exchanged.is_some() { 0 } else { mover.index() }
    }

    /// Writes for each tuple the index of its weight within a side.
    pub fn find(&self, cells: &[u8], indices: &mut Vec<u32>) {
        self.finder.find(cells, indices);
    }

    /// Changes indices from those of the contents `before` to those of `after`.
    #[inline]
    pub fn follow(&self, indices: &mut [u32], before: &[u8], after: &[u8]) {
        self.finder.follow(indices, before, after);
    }

    /// The value for the side to move of a position with these indices, from -1 to 1.
    #[inline]
    pub fn value(&self, mover: Player, indices: &[u32]) -> f32 {
        let weights = &self.weights[self.side_of(mover) * self.finder.side..][..self.finder.side];
        // Four sums, so that additions do not wait for each other.
        let mut sums = [0.0f32; 4];
        let (fours, rest) = indices.as_chunks::<4>();
        for four in fours {
            for (sum, &index) in sums.iter_mut().zip(four) {
                *sum += weights[index as usize];
            }
        }
        let rest: f32 = rest.iter().map(|&index| weights[index as usize]).sum();
        (sums.iter().sum::<f32>() + rest).tanh()
    }

    /// The tuples of a position with these indices and their weights.
    pub fn weights_of(&self, mover: Player, indices: &[u32]) -> Vec<(&[Element], f32)> {
        let weights = &self.weights[self.side_of(mover) * self.finder.side..][..self.finder.side];
        let tuples = self.shape.tables.iter().flat_map(|table| &table.tuples);
        tuples.zip(indices).map(|(tuple, &index)| (&tuple[..], weights[index as usize])).collect()
    }

    /// Learns these games in their order, on up to `jobs` threads. Each thread changes the weights of tables of its own, so that
    /// the result does not depend on their number.
    pub fn learn(&mut self, games: &[&Targets], rate: f32, jobs: usize) {
        self.changed = Changed::All;
        let tuples = self.tuples();
        let rate = rate / tuples.max(1) as f32;
        let parts: Vec<Mutex<Part<'_>>> = self.parts(jobs).into_iter().map(Mutex::new).collect();
        let next = AtomicUsize::new(0);
        let work = || {
            while let Some(part) = parts.get(next.fetch_add(1, Ordering::Relaxed)) {
                let mut part = lock(part);
                for game in games {
                    game.each(tuples, &mut |side, indices, error| part.learn(rate, side, indices, error));
                }
            }
        };
        beside(jobs - 1, &|_| work(), &mut || work());
    }

    /// Learns a game of its own and notes which weights it changed.
    pub fn learn_one(&mut self, game: &Targets, rate: f32) {
        let before = std::mem::take(&mut self.changed);
        self.learn(&[game], rate, 1);
        let mut touched = Vec::new();
        game.each(self.tuples(), &mut |side, indices, _| {
            touched.extend(indices.iter().map(|index| (side * self.finder.side) as u32 + index));
        });
        touched.sort_unstable();
        touched.dedup();
        self.changed = match before {
            Changed::Nothing => Changed::Weights(touched),
            Changed::Weights(_) | Changed::All => Changed::All,
        };
    }

    /// The weights, divided into up to `jobs` parts of whole tables with about as many tuples.
    fn parts(&mut self, jobs: usize) -> Vec<Part<'_>> {
        let tuples = self.finder.first.len();
        let mut weights: Vec<_> = self.weights.chunks_mut(self.finder.side.max(1)).collect();
        let mut coherence: Vec<_> = self.coherence.chunks_mut(self.finder.side.max(1)).collect();
        let mut parts = Vec::new();
        let mut tables = self.shape.tables.iter().peekable();
        let (mut tuple, mut weight) = (0, 0);
        for job in 1..=jobs {
            let (first_tuple, first_weight) = (tuple, weight);
            while let Some(table) = tables.next_if(|_| tuple * jobs < tuples * job) {
                tuple += table.tuples.len();
                weight += table.len(&self.shape.contents);
            }
            let len = weight - first_weight;
            parts.push(Part {
                tuples: first_tuple..tuple,
                first: first_weight as u32,
                weights: weights
                    .iter_mut()
                    .map(|side| side.split_off_mut(..len).expect("it is long enough"))
                    .collect(),
                coherence: coherence
                    .iter_mut()
                    .map(|side| side.split_off_mut(..len).expect("it is long enough"))
                    .collect(),
            });
        }
        parts
    }
}

/// The weights of some of the tuples.
struct Part<'a> {
    tuples: Range<usize>,
    /// The index of its first weight within a side.
    first: u32,
    /// For each side.
    weights: Vec<&'a mut [f32]>,
    coherence: Vec<&'a mut [[f32; 2]]>,
}

impl Part<'_> {
    /// Moves the weights of a position with these indices to remove a part of its `error`. Each weight has a learning rate of its
    /// own, which falls while its errors change their signs: temporal coherence (Beal and Smith, "Temporal coherence and
    /// prediction decay in TD learning", IJCAI 1999).
    #[inline]
    fn learn(&mut self, rate: f32, side: usize, indices: &[u32], error: f32) {
        let (weights, coherence) = (&mut *self.weights[side], &mut *self.coherence[side]);
        for &index in &indices[self.tuples.clone()] {
            let place = (index - self.first) as usize;
            let [sum, size] = &mut coherence[place];
            let coherent = if *size > 0.0 { sum.abs() / *size } else { 1.0 };
            weights[place] += rate * coherent * error;
            *sum += error;
            *size += error.abs();
        }
    }
}
