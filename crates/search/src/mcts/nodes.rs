//! The nodes of a tree, in segments each as large as all before it together.
//!
//! A growing vector copies all of itself to memory that the system has to clear first. That took a tenth of a
//! second for half a million nodes, which a search of a few milliseconds does not have. Segments are never
//! moved.

use std::ops::{Index, IndexMut, Range};

use super::node::MctsNode;

/// The first segment has 2 to the power of this many nodes, as has the second.
const BITS: u32 = 12;

/// The nodes of a tree. The indices of siblings are consecutive; if a segment had no room for all of them, they
/// are in the next one and some indices are unused.
pub(super) struct Nodes<M> {
    segments: Vec<Vec<MctsNode<M>>>,
    count: usize,
}

/// The first place of a segment.
fn first_place(segment: usize) -> usize {
    ((1 << (BITS as usize + segment)) >> 1) & !((1 << BITS) - 1)
}

/// The segment of a place.
#[inline]
fn segment_of(place: usize) -> usize {
    (usize::BITS - (place >> BITS).leading_zeros()) as usize
}

impl<M> Nodes<M> {
    /// Nothing but a root, at place 0.
    pub fn new(root: MctsNode<M>) -> Nodes<M> {
        Nodes { segments: vec![vec![root]], count: 1 }
    }

    /// The number of nodes.
    pub fn count(&self) -> usize {
        self.count
    }

    /// All of them and their places, in the order in which they were added.
    pub fn iter(&self) -> impl Iterator<Item = (usize, &MctsNode<M>)> {
        let segments = self.segments.iter().enumerate();
        segments.flat_map(|(segment, nodes)| (first_place(segment)..).zip(nodes))
    }

    /// The place of the node that was added after the one at `place`.
    pub fn next(&self, place: usize) -> Option<usize> {
        let segment = segment_of(place);
        if place + 1 < first_place(segment) + self.segments[segment].len() {
            return Some(place + 1);
        }
        let next = (segment + 1..self.segments.len()).find(|&next| !self.segments[next].is_empty());
        next.map(first_place)
    }

    /// Adds `count` nodes, side by side, and returns the place of the first.
    pub fn add(&mut self, count: usize, nodes: impl Iterator<Item = MctsNode<M>>) -> usize {
        let mut last = self.segments.len() - 1;
        while first_place(last) + self.segments[last].len() + count > first_place(last + 1) {
            self.segments.push(Vec::new());
            last += 1;
        }
        let segment = &mut self.segments[last];
        if last > 0 && segment.is_empty() {
            // Memory that is never written to takes no physical memory.
            segment.reserve_exact(first_place(last + 1) - first_place(last));
        }
        let first = first_place(last) + segment.len();
        segment.extend(nodes.take(count));
        self.count += count;
        debug_assert_eq!(first_place(last) + segment.len(), first + count, "as many as were announced");
        first
    }
}

impl<M> Index<usize> for Nodes<M> {
    type Output = MctsNode<M>;

    #[inline]
    fn index(&self, place: usize) -> &MctsNode<M> {
        let segment = segment_of(place);
        &self.segments[segment][place - first_place(segment)]
    }
}

impl<M> IndexMut<usize> for Nodes<M> {
    #[inline]
    fn index_mut(&mut self, place: usize) -> &mut MctsNode<M> {
        let segment = segment_of(place);
        &mut self.segments[segment][place - first_place(segment)]
    }
}

/// Siblings, of which there may be none.
impl<M> Index<Range<usize>> for Nodes<M> {
    type Output = [MctsNode<M>];

    #[inline]
    fn index(&self, Range { start, end }: Range<usize>) -> &[MctsNode<M>] {
        if start == end {
            return &[];
        }
        let segment = segment_of(start);
        let first = first_place(segment);
        &self.segments[segment][start - first..end - first]
    }
}

#[cfg(test)]
mod tests {
    use plywood_rules::{Player, Turn};

    use super::*;

    fn node(number: usize) -> MctsNode<usize> {
        MctsNode::new(Some(number), Turn::Decision(Player::First), 1.0, 1.0)
    }

    #[test]
    fn segments_follow_each_other() {
        assert_eq!([0, 1, 2, 3].map(first_place), [0, 1 << BITS, 2 << BITS, 4 << BITS]);
        for segment in 0..20 {
            assert_eq!(segment_of(first_place(segment)), segment);
            assert_eq!(segment_of(first_place(segment + 1) - 1), segment);
        }
    }

    /// Families of all sizes, some of them larger than the segments before them.
    #[test]
    fn siblings_are_found_side_by_side_where_they_were_put() {
        let sizes =
            [1, 7, 0, 300, 4095, 2, 1 << 15, 3, 100_000, 1].into_iter().chain((0..2000).map(|n| n % 90));
        let mut nodes = Nodes::new(node(0));
        let (mut number, mut families) = (1, Vec::new());
        for size in sizes {
            let first = nodes.add(size, (number..).map(node));
            families.push((first..first + size, number));
            number += size;
        }
        assert_eq!(nodes.count(), number);
        for (places, number) in families {
            let siblings: Vec<_> = nodes[places.clone()].iter().map(|node| node.mv).collect();
            let alone: Vec<_> = places.clone().map(|place| nodes[place].mv).collect();
            let told: Vec<_> = (number..number + places.len()).map(Some).collect();
            assert_eq!((&siblings, &alone), (&told, &told));
        }
        let all: Vec<_> = nodes.iter().collect();
        assert!(all.iter().enumerate().all(|(number, (_, node))| node.mv == Some(number)));
        let places: Vec<_> = std::iter::successors(Some(0), |&place| nodes.next(place)).collect();
        assert_eq!(places, all.iter().map(|&(place, _)| place).collect::<Vec<_>>());
    }

    /// A place that there is not yet.
    #[test]
    fn there_may_be_no_siblings_behind_a_full_segment() {
        let mut nodes = Nodes::new(node(0));
        nodes.add((1 << BITS) - 1, (1..).map(node));
        let first = nodes.add(0, std::iter::empty());
        assert!(nodes[first..first].is_empty());
        assert_eq!(nodes.next(first - 1), None);
    }

    #[test]
    fn nodes_stay_where_they_are_when_others_are_added() {
        let mut nodes = Nodes::new(node(0));
        let first = nodes.add(3 << BITS, (1..).map(node));
        let at = &raw const nodes[first];
        nodes.add(1 << 18, (0..).map(node));
        assert_eq!(at, &raw const nodes[first]);
    }
}
