//! The weights of a network: how they are found, and how they change.

use std::ops::Range;
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};

use plywood_rules::Player;
use plywood_rules::threads::{beside, lock};

use super::shape::{Element, Shape, values};
use super::targets::Targets;

/// A cell's part in a tuple.
#[derive(Clone, Copy)]
struct Member {
    tuple: u32,
    /// The difference of two indices whose contents differ by one.
    step: u32,
    /// The lowest bits of the content that are left out.
    shift: u8,
}

/// A value function: the hyperbolic tangent of the sum of one weight for each tuple.
pub(crate) struct Network {
    shape: Shape,
    /// The tuples of each cell: `starts[cell]..starts[cell + 1]` of `members`.
    starts: Vec<u32>,
    members: Vec<Member>,
    /// For each tuple the index that it has if all its contents are 0.
    first: Vec<u32>,
    /// The number of weights of one side to move.
    side: usize,
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
        let contents = &shape.contents;
        let mut of_cells: Vec<Vec<Member>> = vec![Vec::new(); contents.len()];
        let (mut first, mut side) = (Vec::new(), 0);
        for table in &shape.tables {
            for tuple in &table.tuples {
                let mut step = 1;
                for &(cell, shift) in tuple {
                    let member = Member { tuple: first.len() as u32, step: step as u32, shift };
                    of_cells[usize::from(cell)].push(member);
                    step *= values(contents, (cell, shift));
                }
                first.push(side as u32);
            }
            side += table.len(contents);
        }
        let mut starts = vec![0];
        starts.extend(of_cells.iter().scan(0, |end, members| {
            *end += members.len() as u32;
            Some(*end)
        }));
        let weights = if shape.exchanged.is_some() { side } else { 2 * side };
        Network {
            starts,
            members: of_cells.concat(),
            first,
            side,
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
        self.first.len()
    }

    /// The weights of one side to move.
    pub fn side(&self) -> usize {
        self.side
    }

    /// The steps of a tuple's index: what one more in the content of each of its cells adds.
    pub fn steps(&self, tuple: &[Element]) -> Vec<u32> {
        let mut step = 1;
        let next = |&element: &Element| {
            let own = step as u32;
            step *= values(&self.shape.contents, element);
            own
        };
        tuple.iter().map(next).collect()
    }

    /// The index that a tuple has if all its contents are 0.
    pub fn first(&self, tuple: usize) -> u32 {
        self.first[tuple]
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
        indices.clear();
        indices.extend_from_slice(&self.first);
        for (cell, &content) in cells.iter().enumerate().filter(|(_, content)| **content > 0) {
            self.shift(indices, cell, 0, content);
        }
    }

    /// Changes indices from those of the contents `before` to those of `after`.
    #[inline]
    pub fn follow(&self, indices: &mut [u32], before: &[u8], after: &[u8]) {
        for (cell, (&old, &new)) in before.iter().zip(after).enumerate() {
            if old != new {
                self.shift(indices, cell, old, new);
            }
        }
    }

    #[inline]
    fn shift(&self, indices: &mut [u32], cell: usize, old: u8, new: u8) {
        for member in self.of_cell(cell) {
            let by = u32::from(new >> member.shift).wrapping_sub(u32::from(old >> member.shift));
            let index = &mut indices[member.tuple as usize];
            *index = index.wrapping_add(member.step.wrapping_mul(by));
        }
    }

    #[inline]
    fn of_cell(&self, cell: usize) -> &[Member] {
        &self.members[self.starts[cell] as usize..self.starts[cell + 1] as usize]
    }

    /// The value for the side to move of a position with these indices, from -1 to 1.
    #[inline]
    pub fn value(&self, mover: Player, indices: &[u32]) -> f32 {
        let weights = &self.weights[self.side_of(mover) * self.side..][..self.side];
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
        let weights = &self.weights[self.side_of(mover) * self.side..][..self.side];
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
            touched.extend(indices.iter().map(|index| (side * self.side) as u32 + index));
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
        let tuples = self.first.len();
        let mut weights: Vec<_> = self.weights.chunks_mut(self.side.max(1)).collect();
        let mut coherence: Vec<_> = self.coherence.chunks_mut(self.side.max(1)).collect();
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
