//! The layout of a tree: tidy, in linear time, with nodes of any width.
//!
//! After J. Q. Walker, *A node-positioning algorithm for general trees* (Software: Practice and Experience 20, 1990), in the way
//! of C. Buchheim, M. Jünger and S. Leipert, *Improving Walker's algorithm to run in linear time* (Graph Drawing 2002). Each node is
//! centred over its first and its last child, no two nodes of a level come nearer than the gap, and the subtrees between two
//! that push each other apart are spread evenly.
//!
//! Nodes are worked out from the last to the first, which is bottom up because children come after their parents; so a tree may be as
//! deep as it likes.

/// A tree from its root down: the children and the depth of each node.
#[derive(Clone, Debug, Default)]
pub struct Hierarchy {
    /// The children of each node, in their order.
    pub children: Vec<Vec<usize>>,
    /// The plies of each node from the root.
    pub depth: Vec<usize>,
}

impl Hierarchy {
    /// The family of these parents: `None` for the root, which comes first, and an earlier node for every other.
    pub fn of(parents: impl IntoIterator<Item = Option<usize>>) -> Hierarchy {
        let mut family = Hierarchy::default();
        for (node, parent) in parents.into_iter().enumerate() {
            family.children.push(Vec::new());
            family.depth.push(parent.map_or(0, |parent| family.depth[parent] + 1));
            if let Some(parent) = parent {
                family.children[parent].push(node);
            }
        }
        family
    }

    /// The number of levels.
    pub fn levels(&self) -> usize {
        self.depth.iter().max().map_or(0, |deepest| deepest + 1)
    }
}

/// The centre of every node from left to right, the leftmost edge being at 0. `gap` is what two neighbours of a level keep between
/// them: children of one node, and others.
pub fn centres(family: &Hierarchy, widths: &[f64], gap: (f64, f64)) -> Vec<f64> {
    let count = widths.len();
    let mut layout = Layout {
        family,
        widths,
        gap,
        places: vec![NodeLayout::default(); count],
        number: numbers(family),
        parent: parents(family),
    };
    for node in (0..count).rev() {
        layout.arrange_children(node);
    }
    layout.settle()
}

/// The index of each node among its siblings.
fn numbers(family: &Hierarchy) -> Vec<usize> {
    let mut numbers = vec![0; family.children.len()];
    for children in &family.children {
        children.iter().enumerate().for_each(|(number, &child)| numbers[child] = number);
    }
    numbers
}

fn parents(family: &Hierarchy) -> Vec<Option<usize>> {
    let mut parents = vec![None; family.children.len()];
    for (parent, children) in family.children.iter().enumerate() {
        children.iter().for_each(|&child| parents[child] = Some(parent));
    }
    parents
}

/// The numbers the algorithm keeps of a node, under the names of the paper.
#[derive(Clone, Copy, Debug, Default)]
struct NodeLayout {
    /// Its centre, before its ancestors are moved.
    prelim: f64,
    /// The shift that it passes on to its descendants.
    modifier: f64,
    /// The centre of its children, before it is moved.
    middle: f64,
    change: f64,
    shift: f64,
    /// The next node of a contour, where that is no child.
    thread: Option<usize>,
    /// The sibling whose subtree this node belongs to by its contours: 0 for the node itself, else one more than the sibling.
    ancestor: usize,
}

struct Layout<'a> {
    family: &'a Hierarchy,
    widths: &'a [f64],
    gap: (f64, f64),
    places: Vec<NodeLayout>,
    number: Vec<usize>,
    parent: Vec<Option<usize>>,
}

impl Layout<'_> {
    /// Puts the subtrees of the children of `node` beside each other; each of them is arranged in itself.
    fn arrange_children(&mut self, node: usize) {
        let family = self.family;
        let children = &family.children[node];
        let Some((&first, &last)) = children.first().zip(children.last()) else { return };
        let mut default_ancestor = first;
        for (number, &child) in children.iter().enumerate() {
            let middle = self.places[child].middle;
            match number.checked_sub(1).map(|left| children[left]) {
                Some(left) => {
                    let prelim = self.places[left].prelim + self.apart(left, child);
                    self.places[child].prelim = prelim;
                    self.places[child].modifier = prelim - middle;
                    default_ancestor = self.apportion(child, left, first, default_ancestor);
                }
                None => self.places[child].prelim = middle,
            }
        }
        self.execute_shifts(node);
        self.places[node].middle = (self.places[first].prelim + self.places[last].prelim) / 2.0;
    }

    /// The least distance between the centres of two neighbours.
    fn apart(&self, left: usize, right: usize) -> f64 {
        let gap = if self.parent[left] == self.parent[right] { self.gap.0 } else { self.gap.1 };
        (self.widths[left] + self.widths[right]) / 2.0 + gap
    }

    fn next_left(&self, node: usize) -> Option<usize> {
        self.family.children[node].first().copied().or(self.places[node].thread)
    }

    fn next_right(&self, node: usize) -> Option<usize> {
        self.family.children[node].last().copied().or(self.places[node].thread)
    }

    /// Moves the subtree of `node` away from those of its siblings to the left, level by level, and returns the new default ancestor.
    fn apportion(&mut self, node: usize, left: usize, first: usize, default_ancestor: usize) -> usize {
        // The inner and outer contours on the right (of the subtree) and on the left (of all before it), and their modifiers' sums.
        let (mut inner_right, mut outer_right, mut inner_left, mut outer_left) = (node, node, left, first);
        let modifier = |layout: &Self, at: usize| layout.places[at].modifier;
        let mut sums = [inner_right, outer_right, inner_left, outer_left].map(|at| self.places[at].modifier);
        let mut default_ancestor = default_ancestor;
        while let Some((l, r)) = self.next_right(inner_left).zip(self.next_left(inner_right)) {
            (inner_left, inner_right) = (l, r);
            // The outer contours reach at least as deep as the inner ones.
            outer_left = self.next_left(outer_left).unwrap_or(outer_left);
            outer_right = self.next_right(outer_right).unwrap_or(outer_right);
            self.places[outer_right].ancestor = node + 1;
            let [right_sum, outer_right_sum, left_sum, outer_left_sum] = sums;
            let needed = (self.places[inner_left].prelim + left_sum)
                - (self.places[inner_right].prelim + right_sum)
                + self.apart(inner_left, inner_right);
            let shift = needed.max(0.0);
            if needed > 0.0 {
                let from = self.ancestor_among(inner_left, node, default_ancestor);
                self.move_subtree(from, node, needed);
            }
            sums = [
                right_sum + shift + modifier(self, inner_right),
                outer_right_sum + shift + modifier(self, outer_right),
                left_sum + modifier(self, inner_left),
                outer_left_sum + modifier(self, outer_left),
            ];
        }
        let [right_sum, outer_right_sum, left_sum, outer_left_sum] = sums;
        if let Some(next) = self.next_right(inner_left).filter(|_| self.next_right(outer_right).is_none()) {
            self.places[outer_right].thread = Some(next);
            self.places[outer_right].modifier += left_sum - outer_right_sum;
        }
        if let Some(next) = self.next_left(inner_right).filter(|_| self.next_left(outer_left).is_none()) {
            self.places[outer_left].thread = Some(next);
            self.places[outer_left].modifier += right_sum - outer_left_sum;
            default_ancestor = node;
        }
        default_ancestor
    }

    /// The sibling of `node` whose subtree `of` belongs to.
    fn ancestor_among(&self, of: usize, node: usize, default_ancestor: usize) -> usize {
        let ancestor = self.places[of].ancestor.checked_sub(1).unwrap_or(of);
        if self.parent[ancestor] == self.parent[node] { ancestor } else { default_ancestor }
    }

    fn move_subtree(&mut self, from: usize, to: usize, shift: f64) {
        let between = (self.number[to] - self.number[from]).max(1) as f64;
        self.places[to].change -= shift / between;
        self.places[to].shift += shift;
        self.places[from].change += shift / between;
        self.places[to].prelim += shift;
        self.places[to].modifier += shift;
    }

    fn execute_shifts(&mut self, node: usize) {
        let (mut shift, mut change) = (0.0, 0.0);
        for &child in self.family.children[node].iter().rev() {
            let place = &mut self.places[child];
            place.prelim += shift;
            place.modifier += shift;
            change += place.change;
            shift += place.shift + change;
        }
    }

    /// The centres, with what all ancestors were moved, from 0 on.
    fn settle(&self) -> Vec<f64> {
        let mut moved = vec![0.0; self.places.len()];
        let mut centres = vec![0.0; self.places.len()];
        for node in 0..self.places.len() {
            let place = self.places[node];
            let parent = self.parent[node];
            let by = parent.map_or(0.0, |parent| moved[parent]);
            centres[node] = if parent.is_some() { place.prelim } else { place.middle } + by;
            moved[node] = by + if parent.is_some() { self.own_modifier(node) } else { 0.0 };
        }
        let left =
            centres.iter().zip(self.widths).map(|(x, width)| x - width / 2.0).fold(f64::INFINITY, f64::min);
        centres.iter().map(|x| x - left).collect()
    }

    /// The shift it passes on to its children. A leaf's modifier belongs to its thread.
    fn own_modifier(&self, node: usize) -> f64 {
        if self.family.children[node].is_empty() { 0.0 } else { self.places[node].modifier }
    }
}

/// The centre of every node of a packed tree: the widest level is filled without gaps, and those above and
/// below it follow it, each node as near to its parents and children as there is space. Children of one node are side by side, so
/// that no two lines of the tree cross. `also` are further parents of each node.
pub fn packed(family: &Hierarchy, also: &[&[usize]], widths: &[f64], gap: f64) -> Vec<f64> {
    let parent = parents(family);
    let mut levels: Vec<Vec<usize>> = vec![Vec::new(); family.levels()];
    levels.first_mut().into_iter().for_each(|root| root.push(0));
    for depth in 1..levels.len() {
        levels[depth] =
            levels[depth - 1].iter().flat_map(|&above| family.children[above].iter().copied()).collect();
    }
    // Whom each node hangs together with, above and below.
    let mut above: Vec<Vec<usize>> = parent.iter().map(|parent| parent.iter().copied().collect()).collect();
    let mut below = family.children.clone();
    for (node, others) in also.iter().enumerate() {
        for &other in others
            .iter()
            .filter(|&&other| other < widths.len() && family.depth[other] + 1 == family.depth[node])
        {
            above[node].push(other);
            below[other].push(node);
        }
    }
    let room = |level: &[usize]| level.iter().map(|&node| widths[node] + gap).sum::<f64>();
    let widest =
        (0..levels.len()).max_by(|&a, &b| room(&levels[a]).total_cmp(&room(&levels[b]))).unwrap_or(0);
    let mut centres = vec![0.0; widths.len()];
    let mean = |centres: &[f64], near: &[usize]| {
        let sum: f64 = near.iter().map(|&node| centres[node]).sum();
        (!near.is_empty()).then(|| sum / near.len() as f64)
    };
    let upwards = (0..widest).rev().map(|depth| (depth, &below));
    let downwards = (widest + 1..levels.len()).map(|depth| (depth, &above));
    // The widest level has nothing to follow.
    let order = levels.get(widest).into_iter().map(|_| (widest, &below)).chain(upwards).chain(downwards);
    for (depth, near) in order {
        let level = &levels[depth];
        let middle = room(&levels[widest]) / 2.0;
        let mut last = middle;
        let wanted: Vec<f64> = level
            .iter()
            .map(|&node| {
                let own = if depth == widest { None } else { mean(&centres, &near[node]) };
                last = own.unwrap_or(last);
                last
            })
            .collect();
        for (&node, x) in level.iter().zip(spread(level, &wanted, widths, gap)) {
            centres[node] = x;
        }
    }
    let left = centres.iter().zip(widths).map(|(x, width)| x - width / 2.0).fold(f64::INFINITY, f64::min);
    centres.iter().map(|x| x - left).collect()
}

/// Places for the nodes of a level, in their order and not too near to each other, as near as possible to the
/// wanted places (least squares, by pooling neighbours that are in each other's way).
fn spread(level: &[usize], wanted: &[f64], widths: &[f64], gap: f64) -> Vec<f64> {
    let mut offset = 0.0;
    let offsets: Vec<f64> = level
        .iter()
        .enumerate()
        .map(|(place, &node)| {
            if let Some(left) = place.checked_sub(1).map(|left| level[left]) {
                offset += (widths[left] + widths[node]) / 2.0 + gap;
            }
            offset
        })
        .collect();
    // Each pool is the sum of the wanted places of its nodes, and their number.
    let mut pools: Vec<(f64, usize)> = Vec::new();
    for (wanted, offset) in wanted.iter().zip(&offsets) {
        pools.push((wanted - offset, 1));
        while let [.., (a, n), (b, m)] = pools[..]
            && a / n as f64 >= b / m as f64
        {
            pools.truncate(pools.len() - 2);
            pools.push((a + b, n + m));
        }
    }
    let starts = pools.iter().flat_map(|&(sum, count)| std::iter::repeat_n(sum / count as f64, count));
    starts.zip(&offsets).map(|(start, offset)| start + offset).collect()
}
