//! All permutations of cells that map lines to lines.
//!
//! A board often has more symmetries than its turns and reflections: exchanging the two inner columns and the
//! two inner rows of a 4x4 board maps its ten lines to its ten lines. They are found from the lines alone.
//!
//! The group is described by a *base*, cells such that only the identity fixes all of them, and for each of
//! them a *transversal*: one permutation for each possible image of it while the base cells before it are fixed
//! (Sims 1970; Seress, "Permutation Group Algorithms", chapter 4). Every element of the group is one product of
//! one permutation from each transversal. The permutations come from a search that guesses the image of one
//! cell and then removes the candidates of all other cells that do not fit.

use std::collections::{HashMap, HashSet};

use super::geometry::Permutation;

/// The structure that automorphisms keep.
#[derive(Debug)]
pub(super) struct Structure {
    /// A colour for each cell: cells go to cells of the same colour.
    pub colours: Vec<u32>,
    /// Sets of cells, all different, each of a kind: they go to sets of the same kind.
    pub sets: Vec<(u32, Vec<usize>)>,
}

/// All permutations that keep the structure, the identity first; `None` if there are more than `most` or
/// finding them would take more than about `work` word operations.
pub(super) fn automorphisms(structure: &Structure, most: usize, work: u64) -> Option<Vec<Permutation>> {
    let mut finder = AutomorphismSearch::new(structure, work);
    let cells = structure.colours.len();
    let mut fixed = finder.start()?;
    let mut transversals = Vec::new();
    let mut order: usize = 1;
    while let Some(base) = fixed.narrowest() {
        let transversal = finder.transversal(&fixed, base, most / order)?;
        order *= transversal.len();
        transversals.push(transversal);
        let consistent = finder.assign(&mut fixed, base, base);
        debug_assert!(consistent, "the identity keeps everything");
    }
    let identity: Permutation = (0..cells as u16).collect();
    let mut all = vec![identity];
    for transversal in transversals.iter().rev() {
        all = transversal.iter().flat_map(|first| all.iter().map(|then| compose(first, then))).collect();
    }
    Some(all)
}

/// The permutation that does `inner`, then `outer`.
fn compose(outer: &Permutation, inner: &Permutation) -> Permutation {
    inner.iter().map(|&cell| outer[cell as usize]).collect()
}

/// The candidates for the image of each cell.
#[derive(Clone)]
struct Partial {
    /// A bitboard of `Finder::words` words for each cell.
    candidates: Vec<u64>,
    /// The number of bits of each of them.
    counts: Vec<u32>,
    /// The image of each cell that was already propagated.
    images: Vec<Option<u16>>,
    /// The bitboard of these images.
    taken: Vec<u64>,
    /// For each set, how many of its cells have no image yet.
    missing: Vec<u32>,
}

impl Partial {
    /// The cell with the fewest candidates among those with more than one: a wrong guess there fails soonest.
    fn narrowest(&self) -> Option<usize> {
        (0..self.counts.len()).filter(|&cell| self.counts[cell] > 1).min_by_key(|&cell| self.counts[cell])
    }
}

struct AutomorphismSearch<'a> {
    structure: &'a Structure,
    cells: usize,
    /// Words of a bitboard.
    words: usize,
    /// A finer colour for each cell, that every automorphism keeps as well.
    colours: Vec<u32>,
    /// For each pair of cells, its class: how many sets of each kind hold both. Automorphisms keep it.
    classes: Vec<u32>,
    class_count: usize,
    /// For each cell and class, the bitboard of the cells that are in this class with it.
    related: Vec<u64>,
    /// The sets that hold each cell.
    through: Vec<Vec<u32>>,
    known: HashSet<(u32, Vec<u16>)>,
    /// Word operations left.
    work: u64,
}

impl<'a> AutomorphismSearch<'a> {
    fn new(structure: &'a Structure, work: u64) -> AutomorphismSearch<'a> {
        let cells = structure.colours.len();
        let words = cells.div_ceil(64);
        let mut through = vec![Vec::new(); cells];
        let mut known = HashSet::new();
        let mut common: Vec<u64> = vec![0; cells * cells];
        for (index, (kind, set)) in structure.sets.iter().enumerate() {
            let mut sorted: Vec<u16> = set.iter().map(|&cell| cell as u16).collect();
            sorted.sort_unstable();
            known.insert((*kind, sorted));
            for &a in set {
                through[a].push(index as u32);
                for &b in set {
                    // Sixteen bits for the count of each kind: no pair is in as many as 65536 sets.
                    common[a * cells + b] += 1 << (16 * kind);
                }
            }
        }
        let mut numbers = HashMap::new();
        let mut classes = vec![0; cells * cells];
        for (class, count) in classes.iter_mut().zip(&common) {
            let next = numbers.len() as u32;
            *class = *numbers.entry(*count).or_insert(next);
        }
        let class_count = numbers.len();
        let mut related = vec![0; cells * class_count * words];
        for a in 0..cells {
            for b in 0..cells {
                let class = classes[a * cells + b] as usize;
                related[(a * class_count + class) * words + b / 64] |= 1 << (b % 64);
            }
        }
        let colours = refine(structure, &through);
        AutomorphismSearch {
            structure,
            cells,
            words,
            colours,
            classes,
            class_count,
            related,
            through,
            known,
            work,
        }
    }

    /// Every cell may be mapped to all cells of its colour, with the consequences of that. `None` if the work
    /// is used up.
    fn start(&mut self) -> Option<Partial> {
        let mut of_colour: HashMap<u32, Vec<u64>> = HashMap::new();
        for (cell, colour) in self.colours.iter().enumerate() {
            of_colour.entry(*colour).or_insert_with(|| vec![0; self.words])[cell / 64] |= 1 << (cell % 64);
        }
        let count = |colour| of_colour[colour].iter().map(|word| word.count_ones()).sum();
        let mut partial = Partial {
            candidates: self.colours.iter().flat_map(|colour| of_colour[colour].iter().copied()).collect(),
            counts: self.colours.iter().map(count).collect(),
            images: vec![None; self.cells],
            taken: vec![0; self.words],
            missing: self.structure.sets.iter().map(|(_, set)| set.len() as u32).collect(),
        };
        (0..self.cells)
            .all(|cell| partial.counts[cell] > 1 || self.assign(&mut partial, cell, cell))
            .then_some(partial)
    }

    /// One automorphism for each cell that `base` can go to with all that `fixed` has decided, the identity
    /// first. `None` if there are more than `most` or the work is used up.
    fn transversal(&mut self, fixed: &Partial, base: usize, most: usize) -> Option<Vec<Permutation>> {
        let identity: Permutation = (0..self.cells as u16).collect();
        let mut orbit = vec![base];
        let mut transversal = vec![identity];
        let mut generators: Vec<Permutation> = Vec::new();
        let mut refused: Vec<usize> = Vec::new();
        for candidate in self.candidates(fixed, base) {
            if orbit.contains(&candidate) || same_orbit(&generators, &refused, candidate) {
                continue;
            }
            let mut partial = fixed.clone();
            self.spend(partial.candidates.len());
            let found = match self.assign(&mut partial, base, candidate) {
                true => self.complete(partial),
                false => None,
            };
            if self.work == 0 {
                return None;
            }
            let Some(found) = found else {
                refused.push(candidate);
                continue;
            };
            generators.push(found);
            // Whatever the generators reach together needs no search.
            let mut next = 0;
            while next < orbit.len() {
                for generator in &generators {
                    let image = generator[orbit[next]] as usize;
                    if !orbit.contains(&image) {
                        orbit.push(image);
                        transversal.push(compose(generator, &transversal[next]));
                    }
                }
                if orbit.len() > most {
                    return None;
                }
                next += 1;
            }
        }
        Some(transversal)
    }

    fn candidates(&self, partial: &Partial, cell: usize) -> Vec<usize> {
        let row = &partial.candidates[cell * self.words..][..self.words];
        (0..self.cells).filter(|&image| row[image / 64] >> (image % 64) & 1 == 1).collect()
    }

    /// Some automorphism that agrees with `partial`, if there is one and the work lasts.
    fn complete(&mut self, partial: Partial) -> Option<Permutation> {
        let Some(cell) = partial.narrowest() else {
            return Some(partial.images.iter().map(|image| image.expect("all are decided")).collect());
        };
        // Leaving cells alone is the most likely to work out.
        let mut candidates = self.candidates(&partial, cell);
        candidates.sort_by_key(|&image| image != cell);
        for image in candidates {
            self.spend(partial.candidates.len());
            if self.work == 0 {
                return None;
            }
            let mut next = partial.clone();
            if self.assign(&mut next, cell, image)
                && let Some(found) = self.complete(next)
            {
                return Some(found);
            }
        }
        None
    }

    /// Decides that `cell` is mapped to `image` and draws the conclusions; false if they contradict each
    /// other.
    fn assign(&mut self, partial: &mut Partial, cell: usize, image: usize) -> bool {
        let mut queue = vec![(cell, image)];
        let words = self.words;
        partial.candidates[cell * words..][..words].fill(0);
        partial.candidates[cell * words + image / 64] |= 1 << (image % 64);
        partial.counts[cell] = 1;
        while let Some((cell, image)) = queue.pop() {
            if partial.images[cell].is_some() {
                continue;
            }
            if partial.taken[image / 64] >> (image % 64) & 1 == 1 {
                return false;
            }
            partial.images[cell] = Some(image as u16);
            partial.taken[image / 64] |= 1 << (image % 64);
            let mut work = self.cells / 8;
            // Cells with one candidate left are in the queue; the sets will show if they are right.
            for other in 0..self.cells {
                if partial.counts[other] == 1 {
                    continue;
                }
                let class = self.classes[cell * self.cells + other] as usize;
                let fitting = &self.related[(image * self.class_count + class) * words..][..words];
                let candidates = &mut partial.candidates[other * words..][..words];
                candidates.iter_mut().zip(fitting).for_each(|(candidate, fit)| *candidate &= fit);
                candidates[image / 64] &= !(1 << (image % 64));
                let count = candidates.iter().map(|word| word.count_ones()).sum();
                if count == 0 {
                    return false;
                }
                if count == 1 {
                    let word = candidates.iter().position(|&word| word != 0).expect("one candidate is left");
                    queue.push((other, 64 * word + candidates[word].trailing_zeros() as usize));
                }
                partial.counts[other] = count;
                work += words;
            }
            self.spend(work);
            if !self.sets_agree(partial, cell) || self.work == 0 {
                return false;
            }
        }
        true
    }

    /// Records that `cell` has got its image; false if this completes the image of a set that is no set.
    fn sets_agree(&mut self, partial: &mut Partial, cell: usize) -> bool {
        let mut spent = 0;
        let agree = self.through[cell].iter().all(|&index| {
            partial.missing[index as usize] -= 1;
            if partial.missing[index as usize] > 0 {
                return true;
            }
            let (kind, set) = &self.structure.sets[index as usize];
            spent += 8 * set.len();
            let mut image: Vec<u16> = set.iter().filter_map(|&cell| partial.images[cell]).collect();
            image.sort_unstable();
            self.known.contains(&(*kind, image))
        });
        self.spend(spent);
        agree
    }

    fn spend(&mut self, words: usize) {
        self.work = self.work.saturating_sub(words as u64);
    }
}

/// True if the group of the generators maps one of `cells` to `cell`.
fn same_orbit(generators: &[Permutation], cells: &[usize], cell: usize) -> bool {
    let mut orbit = vec![cell];
    let mut next = 0;
    while next < orbit.len() {
        if cells.contains(&orbit[next]) {
            return true;
        }
        for generator in generators {
            let image = generator[orbit[next]] as usize;
            if !orbit.contains(&image) {
                orbit.push(image);
            }
        }
        next += 1;
    }
    false
}

/// Refines colours: splits cells of one colour by the colours of the cells in their sets, until nothing
/// changes.
fn refine(structure: &Structure, through: &[Vec<u32>]) -> Vec<u32> {
    let mut colours = structure.colours.clone();
    let mut count = 0;
    loop {
        let of_set = numbered(structure.sets.iter().map(|(kind, set)| {
            let mut met: Vec<u32> = set.iter().map(|&cell| colours[cell]).collect();
            met.sort_unstable();
            met.push(*kind);
            met
        }));
        let finer = numbered(colours.iter().zip(through).map(|(colour, sets)| {
            let mut met: Vec<u32> = sets.iter().map(|&set| of_set[set as usize]).collect();
            met.sort_unstable();
            met.push(*colour);
            met
        }));
        colours = finer;
        let now = colours.iter().max().map_or(0, |most| most + 1);
        if now == count {
            return colours;
        }
        count = now;
    }
}

/// A number for each item, equal for equal ones.
fn numbered(items: impl Iterator<Item = Vec<u32>>) -> Vec<u32> {
    let mut numbers = HashMap::new();
    items
        .map(|item| {
            let next = numbers.len() as u32;
            *numbers.entry(item).or_insert(next)
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use plywood_rules::random::below;
    use rand_chacha::ChaCha8Rng;
    use rand_core::SeedableRng;

    use super::*;

    /// A few random sets of two kinds over a few cells of up to two colours.
    fn random_structure(cells: usize, rng: &mut ChaCha8Rng) -> Structure {
        let two_colours = below(rng, 3) == 0;
        let colours = (0..cells).map(|_| if two_colours { below(rng, 2) as u32 } else { 0 }).collect();
        let mut sets = BTreeSet::new();
        for _ in 0..below(rng, 8) {
            let size = 1 + below(rng, 3);
            let set: BTreeSet<usize> = (0..size).map(|_| below(rng, cells)).collect();
            sets.insert((below(rng, 2) as u32, set.into_iter().collect()));
        }
        Structure { colours, sets: sets.into_iter().collect() }
    }

    fn keeps(structure: &Structure, map: &Permutation) -> bool {
        let image = |set: &[usize]| set.iter().map(|&cell| usize::from(map[cell])).collect::<BTreeSet<_>>();
        let known: BTreeSet<(u32, BTreeSet<usize>)> =
            structure.sets.iter().map(|(kind, set)| (*kind, set.iter().copied().collect())).collect();
        let colours = &structure.colours;
        map.iter().zip(colours).all(|(&image, colour)| colours[usize::from(image)] == *colour)
            && structure.sets.iter().all(|(kind, set)| known.contains(&(*kind, image(set))))
    }

    fn all_maps(cells: usize) -> Vec<Permutation> {
        let mut all: Vec<Permutation> = vec![Vec::new()];
        for _ in 0..cells {
            let longer = |map: &Permutation| {
                let map = map.clone();
                let free = (0..cells as u16).filter(|cell| !map.contains(cell)).collect::<Vec<_>>();
                free.into_iter().map(move |cell| [&map[..], &[cell]].concat())
            };
            all = all.iter().flat_map(longer).collect();
        }
        all
    }

    #[test]
    fn all_maps_that_keep_a_structure_are_found_and_no_others() {
        let mut rng = ChaCha8Rng::seed_from_u64(3);
        let mut orders = BTreeSet::new();
        for round in 0..600 {
            let cells = 1 + round % 6;
            let structure = random_structure(cells, &mut rng);
            let mut expected = all_maps(cells);
            expected.retain(|map| keeps(&structure, map));
            let found = automorphisms(&structure, 720, u64::MAX).unwrap();
            assert!(found[0].is_sorted(), "the identity comes first");
            assert_eq!(found.len(), expected.len(), "{structure:?}");
            assert_eq!(found.iter().collect::<BTreeSet<_>>(), expected.iter().collect(), "{structure:?}");
            orders.insert(found.len());
        }
        assert!(orders.len() > 10, "the structures differ: {orders:?}");
    }

    /// The Fano plane: any two points share one line, so a test of pairs allows all 5040 maps, of which 168 map
    /// lines to lines.
    #[test]
    fn sets_decide_where_pairs_do_not() {
        let lines = (0..7).map(|i| (0, vec![i, (i + 1) % 7, (i + 3) % 7])).collect();
        let fano = Structure { colours: vec![0; 7], sets: lines };
        assert_eq!(automorphisms(&fano, 5040, u64::MAX).unwrap().len(), 168);
    }

    #[test]
    fn too_many_or_too_much_work_is_none() {
        let free = |cells| Structure { colours: vec![0; cells], sets: Vec::new() };
        assert_eq!(automorphisms(&free(5), 120, u64::MAX).unwrap().len(), 120);
        assert_eq!(automorphisms(&free(5), 119, u64::MAX), None);
        assert_eq!(automorphisms(&free(100), 1 << 14, u64::MAX), None);
        assert_eq!(automorphisms(&free(5), 120, 10), None);
    }
}
