//! The weights of a network: how they are found, and how they change.

use std::ops::Range;
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};

use plywood_rules::Player;
use plywood_rules::threads::{beside, lock};

use super::finder::Finder;
use super::shape::{Element, NetworkShape, OpeningTable};
use super::targets::Targets;

/// A value function: the hyperbolic tangent of the sum of one weight for each tuple.
pub(crate) struct Network {
    shape: NetworkShape,
    finder: Finder,
    /// The weights of the first player to move, then those of the second, unless they share them.
    pub(super) weights: Vec<f32>,
    /// For each weight the sum of the errors it was changed by, and of their sizes.
    pub(super) coherence: Vec<[f32; 2]>,
    /// The weights that differ from the file.
    pub changed: Changed,
    /// A buffer for each thread.
    wishes: Vec<ErrorTable>,
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

/// How fast weights learn.
#[derive(Clone, Copy, Debug)]
pub(crate) struct LearningRate {
    /// The part of an error that the weights of a position remove at first, all together.
    pub first: f32,
    /// The share of it that every weight keeps, however often its errors change their signs.
    pub least: f32,
}

/// While play changes, what a weight is to learn changes, too.
const LEAST_COHERENCE: f32 = 0.1;

/// After this many games of a run play changes ever less.
const CHANGING: u64 = 200_000;

impl LearningRate {
    /// The rate after `done` of the games of a run that begins with `first`. In the last fifth it falls, so that the weights settle.
    pub fn at(done: u64, games: u64, first: f32) -> LearningRate {
        let left = 1.0 - done as f32 / games as f32;
        let least = LEAST_COHERENCE * CHANGING as f32 / done.max(CHANGING) as f32;
        LearningRate { first: first * (5.0 * left).clamp(0.02, 1.0), least }
    }
}

impl Network {
    /// A network of this shape in which all weights are 0.
    pub fn new(shape: NetworkShape) -> Network {
        let finder = Finder::new(&shape);
        let weights = if shape.exchanged.is_some() { finder.side } else { 2 * finder.side };
        Network {
            finder,
            weights: vec![0.0; weights],
            coherence: vec![[0.0; 2]; weights],
            shape,
            changed: Changed::All,
            wishes: Vec::new(),
        }
    }

    /// Its shape.
    pub fn shape(&self) -> &NetworkShape {
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

    /// Writes for each tuple the index of its weight within a side, in a position after this many plies.
    pub fn find(&self, cells: &[u8], ply: Option<u32>, indices: &mut Vec<u32>) {
        self.finder.find(cells, ply, indices);
    }

    /// Changes indices from those of the contents `before` to those of `after`, in a position after this many plies.
    #[inline]
    pub fn follow(&self, indices: &mut [u32], before: &[u8], after: &[u8], ply: Option<u32>) {
        self.finder.follow(indices, before, after, ply);
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

    /// Learns these games together, on up to `jobs` threads. Each thread changes the weights of tables of its own, so that the
    /// result does not depend on their number.
    pub fn learn(&mut self, games: &[&Targets], rate: LearningRate, jobs: usize) {
        self.changed = Changed::All;
        let tuples = self.tuples();
        let mut wishes = std::mem::take(&mut self.wishes);
        wishes.resize_with(jobs, ErrorTable::default);
        let parts = self.parts(jobs).into_iter().zip(&mut wishes).map(Mutex::new);
        let parts: Vec<Mutex<(NetworkPart<'_>, &mut ErrorTable)>> = parts.collect();
        let next = AtomicUsize::new(0);
        let work = || {
            while let Some(part) = parts.get(next.fetch_add(1, Ordering::Relaxed)) {
                let (part, wishes) = &mut *lock(part);
                part.learn(games, tuples, rate, wishes);
            }
        };
        beside(jobs - 1, &|_| work(), &mut || work());
        drop(parts);
        self.wishes = wishes;
    }

    /// Learns a game of its own and notes which weights it changed.
    pub fn learn_one(&mut self, game: &Targets, rate: f32) {
        let before = std::mem::take(&mut self.changed);
        self.learn(&[game], LearningRate { first: rate, least: LEAST_COHERENCE }, 1);
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
    fn parts(&mut self, jobs: usize) -> Vec<NetworkPart<'_>> {
        let all = self.finder.first.len();
        let mut weights: Vec<_> = self.weights.chunks_mut(self.finder.side.max(1)).collect();
        let mut coherence: Vec<_> = self.coherence.chunks_mut(self.finder.side.max(1)).collect();
        let mut parts = Vec::new();
        let mut tables = self.shape.tables.iter().peekable();
        let (mut tuple, mut weight) = (0, 0);
        for job in 1..=jobs {
            let (mut own, first) = (Vec::new(), weight);
            while let Some(table) = tables.next_if(|_| tuple * jobs < all * job) {
                let tuples = tuple..tuple + table.tuples.len();
                tuple = tuples.end;
                let end = self.finder.first.get(tuple).map_or(self.finder.side, |&end| end as usize);
                let (first, len) = (weight as u32, end - weight);
                own.push(Own { tuples, first, len, openings: table.openings });
                weight = end;
            }
            parts.push(NetworkPart {
                tables: own,
                weights: split_off(&mut weights, weight - first),
                coherence: split_off(&mut coherence, weight - first),
            });
        }
        parts
    }
}

/// The first `len` of each of these slices, which lose them.
fn split_off<'a, T>(sides: &mut [&'a mut [T]], len: usize) -> Vec<&'a mut [T]> {
    sides.iter_mut().map(|side| side.split_off_mut(..len).expect("it is long enough")).collect()
}

/// Some of the tables.
struct NetworkPart<'a> {
    tables: Vec<Own>,
    /// Their weights, for each side.
    weights: Vec<&'a mut [f32]>,
    coherence: Vec<&'a mut [[f32; 2]]>,
}

/// A table of a part: its tuples, its first weight within a side, the number of its weights, and what it is if it is that of openings.
struct Own {
    tuples: Range<usize>,
    first: u32,
    len: usize,
    openings: Option<OpeningTable>,
}

/// The errors of games that are learnt together, for the weights of a table: a hash table, which stays in the cache.
#[derive(Default)]
struct ErrorTable {
    slots: Vec<WeightError>,
    /// The slots in use.
    used: Vec<u32>,
}

/// The errors that a weight is to remove: their number, their sum, and the sum of their sizes.
#[derive(Clone, Copy, Default)]
struct WeightError {
    weight: u32,
    times: u32,
    sum: f32,
    size: f32,
}

impl ErrorTable {
    /// Makes room for the errors of this many weights.
    fn reserve(&mut self, weights: usize) {
        let size = (2 * weights).next_power_of_two();
        if self.slots.len() < size {
            self.slots.resize(size, WeightError::default());
        }
    }

    #[inline]
    fn add(&mut self, weight: u32, error: f32) {
        let mask = self.slots.len() - 1;
        let mut place = (weight.wrapping_mul(0x9E37_79B1) >> 7) as usize & mask;
        while self.slots[place].times > 0 && self.slots[place].weight != weight {
            place = (place + 1) & mask;
        }
        let wish = &mut self.slots[place];
        if wish.times == 0 {
            self.used.push(place as u32);
            wish.weight = weight;
        }
        wish.times += 1;
        wish.sum += error;
        wish.size += error.abs();
    }
}

impl NetworkPart<'_> {
    /// Moves the weights of all positions of these games to remove a part of their errors. Each weight has a learning rate of its
    /// own, which falls while its errors change their signs: temporal coherence (Beal and Smith, "Temporal coherence and
    /// prediction decay in TD learning", IJCAI 1999).
    ///
    /// The errors are from before all these games. A weight of many positions goes as far toward their mean as if it were moved
    /// once for each, with an error that shrinks each time: their sum would throw it far beyond.
    fn learn(&mut self, games: &[&Targets], tuples: usize, rate: LearningRate, wishes: &mut ErrorTable) {
        let start = self.tables.first().map_or(0, |table| table.first);
        let decisions: usize = games.iter().map(|game| game.len()).sum();
        for Own { tuples: own, first, len, openings } in &self.tables {
            let share = match openings {
                // All its tuples have the same weight.
                Some(OpeningTable { percent: percent @ 1.., .. }) => {
                    0.01 * f32::from(*percent) / own.len() as f32
                }
                _ => 1.0 / tuples as f32,
            };
            wishes.reserve(own.len() * decisions);
            for game in games {
                game.each(tuples, &mut |side, indices, error| {
                    for &index in &indices[own.clone()] {
                        wishes.add(side as u32 * *len as u32 + (index - first), error);
                    }
                });
            }
            for place in wishes.used.drain(..) {
                let WeightError { weight, times, sum, size } =
                    std::mem::take(&mut wishes.slots[place as usize]);
                let (side, weight) = (weight as usize / len, weight as usize % len);
                if openings.is_some() && weight == 0 {
                    // That of all later positions.
                    continue;
                }
                let place = weight + (first - start) as usize;
                let [sums, sizes] = &mut self.coherence[side][place];
                let coherent = if *sizes > 0.0 { (sums.abs() / *sizes).max(rate.least) } else { 1.0 };
                let part = 1.0 - (1.0 - rate.first * coherent).powi(times as i32);
                self.weights[side][place] += share * part * sum / times as f32;
                *sums += sum;
                *sizes += size;
            }
        }
    }
}
