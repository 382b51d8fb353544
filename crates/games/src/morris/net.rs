//! The points of a board, their neighbours, its mills, and the maps of the board onto itself.
//!
//! Boards are squares one inside the other, of eight points each, or three rows of three points. Points are numbered rank by rank
//! from the bottom left, and called by the grid that they are on.

use plywood_rules::scene::Place;

use crate::rows::Rows;

/// Points at most.
pub(super) const POINTS: usize = 24;
/// Mills through a point at most.
const MILLS: usize = 4;
/// A set that is never part of another one.
const NO_MILL: u32 = u32::MAX;

/// The form of a board.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum NetForm {
    /// Three rows of three points, with both diagonals.
    Rows,
    /// Squares, joined at the middles of their sides and perhaps at their corners.
    Squares { count: i8, corners: bool },
}

/// A board.
#[derive(Clone, Debug)]
pub(super) struct Net {
    /// The grid that the points are on.
    pub rows: Rows,
    /// By point: its cell of the grid.
    pub cells: Vec<usize>,
    /// By point: its neighbours.
    pub near: Vec<u32>,
    /// All mills.
    pub mills: Vec<u32>,
    mills_of: Vec<[u32; MILLS]>,
    /// By map and point: its image.
    maps: Vec<Vec<u8>>,
    /// By map and eight points at a time: their images.
    images: Vec<[[u32; 256]; 3]>,
}

/// A point as a step from the middle: to the right and up, each -1 to 1, by so many cells.
type PointOffset = (i8, i8, i8);

impl Net {
    pub fn new(form: NetForm) -> Net {
        let (squares, side) = match form {
            NetForm::Rows => (1, 3),
            NetForm::Squares { count, .. } => (count, 2 * count + 1),
        };
        let has_middle = form == NetForm::Rows;
        let all = (1..=squares)
            .flat_map(|by| (-1..=1).flat_map(move |up| (-1..=1).map(move |right| (right, up, by))));
        let mut points: Vec<PointOffset> =
            all.filter(|&(right, up, by)| (right, up) != (0, 0) || has_middle && by == 1).collect();
        let at = |(right, up, by): PointOffset| (up * by + side / 2, right * by + side / 2);
        points.sort_by_key(|&step| at(step));
        let number = |step: PointOffset| points.iter().position(|&point| at(point) == at(step));
        let set = |steps: &[PointOffset]| {
            steps.iter().filter_map(|&step| number(step)).fold(0, |set, n| set | 1 << n)
        };

        let mut mills: Vec<u32> = Vec::new();
        for by in 1..=squares {
            for end in [-1, 1] {
                mills.push(set(&[-1, 0, 1].map(|along| (along, end, by))));
                mills.push(set(&[-1, 0, 1].map(|along| (end, along, by))));
            }
        }
        let mut lines: Vec<Vec<PointOffset>> = Vec::new();
        match form {
            NetForm::Rows => {
                for line in [(1, 0), (0, 1), (1, 1), (1, -1)] {
                    lines.push([-1, 0, 1].map(|by| (line.0 * by, line.1 * by, 1)).to_vec());
                }
            }
            NetForm::Squares { count, corners } => {
                for &(right, up, by) in
                    points.iter().filter(|&&(right, up, by)| by == 1 && (corners || right == 0 || up == 0))
                {
                    lines.push((0..count).map(|more| (right, up, by + more)).collect());
                }
            }
        }
        mills.extend(lines.iter().filter(|line| line.len() == 3).map(|line| set(line)));
        let mut near = vec![0; points.len()];
        for pair in lines.iter().flat_map(|line| line.windows(2)) {
            let [one, other] = [pair[0], pair[1]].map(|step| number(step).unwrap_or_default());
            near[one] |= 1 << other;
            near[other] |= 1 << one;
        }
        for (point, &(right, up, by)) in points.iter().enumerate() {
            // Along the sides of the squares.
            for (dx, dy) in [(1, 0), (-1, 0), (0, 1), (0, -1)] {
                let next = (right + dx, up + dy);
                let on_side = (next.0.abs().max(next.1.abs())) == 1 && (right, up) != (0, 0);
                if on_side && let Some(next) = number((next.0, next.1, by)) {
                    near[point] |= 1 << next;
                }
            }
        }
        let mills_of = (0..points.len())
            .map(|point| {
                let mut through = mills.iter().copied().filter(|mill| mill >> point & 1 == 1);
                std::array::from_fn(|_| through.next().unwrap_or(NO_MILL))
            })
            .collect();
        let exchanges = if squares > 1 { 2 } else { 1 };
        let maps: Vec<Vec<u8>> = (0..8 * exchanges)
            .map(|map| {
                let image = |&(right, up, by): &PointOffset| {
                    let (x, y) = if map & 4 == 0 { (right, up) } else { (up, right) };
                    let sign = |bit: usize| if map & bit == 0 { 1 } else { -1 };
                    let by = if map & 8 == 0 { by } else { squares + 1 - by };
                    number((sign(1) * x, sign(2) * y, by)).unwrap_or_default() as u8
                };
                points.iter().map(image).collect()
            })
            .collect();
        let images = maps
            .iter()
            .map(|map| {
                std::array::from_fn(|part| {
                    std::array::from_fn(|set| {
                        let of = (0..8).filter(|bit| set >> bit & 1 == 1);
                        of.filter_map(|bit| map.get(8 * part + bit)).fold(0, |image, &to| image | 1 << to)
                    })
                })
            })
            .collect();
        let side = side as usize;
        let cells = points.iter().map(|&step| at(step).0 as usize * side + at(step).1 as usize).collect();
        Net { rows: Rows { files: side, ranks: side }, cells, near, mills, mills_of, maps, images }
    }

    pub fn points(&self) -> usize {
        self.cells.len()
    }

    /// All points.
    pub fn full(&self) -> u32 {
        (1 << self.points()) - 1
    }

    /// The name of a point.
    pub fn name(&self, point: usize) -> String {
        self.rows.name(self.cells[point])
    }

    pub fn place(&self, point: usize) -> Place {
        self.rows.place(self.cells[point])
    }

    /// True if the man on `point` is in a mill of these men.
    #[inline]
    pub fn in_mill(&self, men: u32, point: usize) -> bool {
        self.mills_of[point].iter().any(|&mill| mill & !men == 0)
    }

    /// True if there is a mill of these men.
    #[inline]
    pub fn has_mill(&self, men: u32) -> bool {
        self.mills.iter().any(|&mill| mill & !men == 0)
    }

    /// The men that the opponent may take: those in no mill, or all if there are no others.
    #[inline]
    pub fn exposed(&self, men: u32) -> u32 {
        let in_mills = self.mills.iter().filter(|&&mill| men & mill == mill).fold(0, |all, mill| all | mill);
        if men == in_mills { men } else { men & !in_mills }
    }

    /// The mills through `point` that lack one of the men of `own`, on a free point.
    pub fn pairs_through(&self, own: u32, other: u32, point: usize) -> usize {
        self.mills.iter().filter(|&&mill| mill >> point & 1 == 1 && is_pair(own, other, mill)).count()
    }

    /// The number of maps of the board.
    pub fn maps(&self) -> usize {
        self.maps.len()
    }

    /// The image of a point.
    pub fn mapped(&self, point: usize, map: usize) -> usize {
        self.maps[map][point].into()
    }

    /// The image of a set of points.
    #[inline]
    pub fn image(&self, set: u32, map: usize) -> u32 {
        let [a, b, c] = &self.images[map];
        let eight = |from: u32| (set >> from & 255) as usize;
        a[eight(0)] | b[eight(8)] | c[eight(16)]
    }
}

/// True if a mill lacks one of the men of `own`, on a free point.
pub(super) fn is_pair(own: u32, other: u32, mill: u32) -> bool {
    (own & mill).count_ones() == 2 && other & mill == 0
}

/// The numbers of the points of a set.
pub(super) fn points_of(mut set: u32) -> impl Iterator<Item = usize> {
    std::iter::from_fn(move || {
        (set != 0).then(|| {
            let point = set.trailing_zeros() as usize;
            set &= set - 1;
            point
        })
    })
}
