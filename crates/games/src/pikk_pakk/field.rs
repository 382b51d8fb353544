//! The field: cells as bits of a `u128`, with tables for each size.
//!
//! Cell `rank * side + file`, both counted from 0, is a bit; the largest field, 11 x 11, takes 121 of the 128.
//! A line along a rank is cells 1 apart, a line along a file cells `side` apart, so code that shifts along one
//! axis serves the other with a longer shift.

/// The way a line is pushed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Direction {
    /// A file, towards rank 1.
    Down,
    /// A file, away from rank 1.
    Up,
    /// A rank, towards file a.
    Left,
    /// A rank, away from file a.
    Right,
}

impl Direction {
    /// All ways, in the order moves are listed.
    pub const ALL: [Direction; 4] = [Direction::Down, Direction::Up, Direction::Left, Direction::Right];

    /// The way along a file (else along a rank) that raises ranks or files (else lowers them).
    pub(super) fn new(along_file: bool, raises: bool) -> Direction {
        Direction::ALL[2 * usize::from(!along_file) + usize::from(raises)]
    }

    /// True if a file is pushed.
    pub fn is_along_file(self) -> bool {
        matches!(self, Direction::Down | Direction::Up)
    }

    /// True if the rank or file number increases: the `+` of the notation.
    pub fn raises(self) -> bool {
        matches!(self, Direction::Up | Direction::Right)
    }
}

/// The pushes by which balls may enclose the target, judged by the nine cells around it: bits that refer to the
/// entries of [`CHANCES`]. With three balls beside it a fourth may be pushed there from a corner, and the
/// target may be pushed between two at its corners with a third behind it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct EnclosureChances(u16);

impl EnclosureChances {
    /// All of them, if the cells do not decide.
    pub const ALL: EnclosureChances = EnclosureChances(0xFFF);
    /// None.
    pub const NONE: EnclosureChances = EnclosureChances(0);
    /// They have enclosed it.
    pub const ENCLOSED: EnclosureChances = EnclosureChances(1 << 15);

    pub fn count(self) -> u32 {
        self.0.count_ones()
    }

    pub fn is_none(self) -> bool {
        self.0 == 0
    }

    /// The way to push, and the ball to be pushed: the cell among the nine, rank by rank from the lowest.
    pub fn iter(self) -> impl Iterator<Item = (Direction, u8)> {
        let mut left = self.0;
        std::iter::from_fn(move || {
            let chance = CHANCES.get(left.trailing_zeros() as usize)?;
            left &= left - 1;
            Some((chance.1, chance.2))
        })
    }
}

/// Chances: the cells that have to be there, among the nine as an octal number; the way to push; the ball to push.
const CHANCES: [(usize, Direction, u8); 12] = [
    // The target itself.
    (0o205, Direction::Down, 4),
    (0o502, Direction::Up, 4),
    (0o141, Direction::Left, 4),
    (0o414, Direction::Right, 4),
    // A ball from a corner to the missing fourth place: below, left, right, above.
    (0o254, Direction::Left, 2),
    (0o251, Direction::Right, 0),
    (0o342, Direction::Down, 6),
    (0o243, Direction::Up, 0),
    (0o612, Direction::Down, 8),
    (0o216, Direction::Up, 2),
    (0o452, Direction::Left, 8),
    (0o152, Direction::Right, 6),
];

/// By the nine cells about the target.
static CHANCES_BY_CELLS: [EnclosureChances; 512] = {
    let mut all = [EnclosureChances(0); 512];
    let mut cells: usize = 0;
    while cells < 512 {
        let beside = cells & 0o252;
        let mut n = 0;
        while n < CHANCES.len() {
            if cells & CHANCES[n].0 == CHANCES[n].0 {
                all[cells].0 |= 1 << n;
            }
            n += 1;
        }
        if beside == 0o252 {
            all[cells] = EnclosureChances::ENCLOSED;
        }
        cells += 1;
    }
    all
};

/// The cells of a field, their neighbours and edges.
#[derive(Clone, Debug)]
pub(super) struct Field {
    /// Files, and ranks.
    pub side: usize,
    /// Balls in a full line, and the side of the middle square.
    pub run: usize,
    /// The middle square, the start of a game.
    pub middle: u128,
    /// By way: the cells where a ball pushed that way leaves the field.
    pub edge: [u128; 4],
    /// By way: how far bits rotate to the left when cells move one step.
    turns: [u32; 4],
    /// The full lines that begin on cell 0: along rank 1 and along file a.
    full: [u128; 2],
    /// By cell: the four cells that enclose it. No set of cells contains those of a cell on the edge.
    around: [u128; 128],
    /// By cell: the cells of the field beside it, those that touch it at a corner, those two steps on along its file and
    /// rank, and those a knight's move away.
    rings: Vec<[u128; 4]>,
    /// By cell, along its file and along its rank: the first cell of that line.
    line_begins: [[u8; 128]; 2],
    /// Along files and along ranks, of the line that begins on cell 0, by how many cells come before a full line: the
    /// cells before and after it, which have to be free.
    ends: [[u128; 3]; 2],
    /// By cell: where full lines through it can begin, along files (on the lowest ranks) and along ranks.
    begins_through: Vec<(u64, u128)>,
    /// By target: the cells of its file and the two beside it, and the same for ranks.
    near: Vec<[u128; 2]>,
    /// By rank distance: the cells this many files right of the long diagonal through a1.
    diagonals: Vec<u128>,
}

impl Field {
    pub fn new(side: usize, run: usize) -> Field {
        let where_ = |holds: &dyn Fn(usize, usize) -> bool| {
            (0..side * side)
                .filter(|cell| holds(cell % side, cell / side))
                .fold(0, |set, cell| set | bit(cell))
        };
        let margin = (side - run) / 2;
        let inside = |line: usize| (margin..margin + run).contains(&line);
        let mut around = [u128::MAX; 128];
        for rank in 1..side - 1 {
            for file in 1..side - 1 {
                let cell = rank * side + file;
                around[cell] = bit(cell - side) | bit(cell - 1) | bit(cell + 1) | bit(cell + side);
            }
        }
        let begins = |first: fn(usize, usize) -> usize| {
            std::array::from_fn(|cell| if cell < side * side { first(cell, side) as u8 } else { 0 })
        };
        let line_begins = [begins(|cell, side| cell % side), begins(|cell, side| cell - cell % side)];
        let ends = [side, 1].map(|step| {
            [0, 1, 2].map(|before: usize| {
                let cells = [before.checked_sub(1), Some(before + run).filter(|&after| after < side)];
                cells.into_iter().flatten().fold(0, |set, cell| set | bit(cell * step))
            })
        });
        let near = |cell: usize| {
            let (f, r) = (cell % side, cell / side);
            [where_(&|file, _| file.abs_diff(f) <= 1), where_(&|_, rank| rank.abs_diff(r) <= 1)]
        };
        let rings = |cell: usize| {
            [(0, 1), (1, 1), (0, 2), (1, 2)].map(|steps| {
                where_(&|file, rank| {
                    let (across, up) = (file.abs_diff(cell % side), rank.abs_diff(cell / side));
                    (across.min(up), across.max(up)) == steps
                })
            })
        };
        Field {
            side,
            run,
            middle: where_(&|file, rank| inside(file) && inside(rank)),
            edge: [
                where_(&|_, rank| rank == 0),
                where_(&|_, rank| rank == side - 1),
                where_(&|file, _| file == 0),
                where_(&|file, _| file == side - 1),
            ],
            rings: (0..side * side).map(rings).collect(),
            turns: [128 - side as u32, side as u32, 127, 1],
            full: [
                where_(&|file, rank| rank == 0 && file < run),
                where_(&|file, rank| file == 0 && rank < run),
            ],
            around,
            line_begins,
            ends,
            begins_through: (0..side * side)
                .map(|cell| {
                    let begins =
                        |step| (0..run).filter_map(move |n| cell.checked_sub(n * step).map(bit)).sum();
                    let (files, ranks): (u128, u128) = (begins(side), begins(1));
                    (files as u64, ranks & where_(&|_, rank| rank == cell / side))
                })
                .collect(),
            near: (0..side * side).map(near).collect(),
            diagonals: (0..side).map(|d| where_(&|file, rank| file == rank + d)).collect(),
        }
    }

    pub fn cells(&self) -> usize {
        self.side * self.side
    }

    pub fn centre(&self) -> usize {
        self.cells() / 2
    }

    pub fn cell(&self, file: usize, rank: usize) -> usize {
        rank * self.side + file
    }

    pub fn file(&self, cell: usize) -> usize {
        cell % self.side
    }

    pub fn rank(&self, cell: usize) -> usize {
        cell / self.side
    }

    /// The four cells around `cell`; for a cell on the edge a set that nothing contains.
    pub fn around(&self, cell: u8) -> u128 {
        self.around[usize::from(cell & 127)]
    }

    /// The cells of the field beside `cell`, those that touch it at a corner, those two steps on along its file and rank,
    /// and those a knight's move away.
    pub fn rings(&self, cell: u8) -> [u128; 4] {
        self.rings[usize::from(cell)]
    }

    pub fn is_on_edge(&self, cell: u8) -> bool {
        self.around(cell) == u128::MAX
    }

    /// The possible starts of full lines through `cell`: along files, on the lowest three ranks (and others),
    /// and along ranks.
    #[inline]
    pub fn begins_through(&self, cell: u8) -> (u64, u128) {
        self.begins_through[usize::from(cell)]
    }

    /// The cells of the target's file and the files next to it: only there can a push along a file change the
    /// cells beside `target`; then the same for ranks.
    #[inline]
    pub fn near(&self, target: u8) -> [u128; 2] {
        self.near[usize::from(target)]
    }

    /// The first cell of the full line through `cell` that has room to be pushed `way`, on a field where lines have
    /// room.
    pub fn full_line_through(&self, occupied: u128, way: Direction, cell: u8) -> Option<u8> {
        let along_rank = usize::from(!way.is_along_file());
        let begin = self.line_begins[along_rank][usize::from(cell)];
        // A line that leaves cells before it can be pushed back, one that leaves cells behind it on.
        let (from, to) = if way.raises() { (0, 2) } else { (1, 3) };
        (from..to).find_map(|before| {
            let first = begin + (before * self.step(way)) as u8;
            let run = self.full_line(way, first);
            let free = self.ends[along_rank][before] << begin;
            (run & !occupied == 0 && occupied & free == 0 && run & bit(usize::from(cell)) != 0)
                .then_some(first)
        })
    }

    /// `cells` shifted so that the cell below and left of `centre` is bit 0. If `centre` is on the edge, some
    /// bits come from elsewhere.
    #[inline]
    fn block(&self, cells: u128, centre: u8) -> u64 {
        cells.rotate_right((u32::from(centre) + 127 - self.side as u32) & 127) as u64
    }

    /// The pushes by which `cells` may enclose `target`, or a mark that they have; not reliable for a target on
    /// the edge. (And a line that rolls may bring a target in from the edge.)
    #[inline]
    pub fn chances(&self, cells: u128, target: u8) -> EnclosureChances {
        let block = self.block(cells, target);
        let ranks = (block & 7) | (block >> (self.side - 3) & 0o70) | (block >> (2 * self.side - 6) & 0o700);
        CHANCES_BY_CELLS[ranks as usize]
    }

    /// The cell at this place among the nine about `centre`, which is not on the edge.
    #[inline]
    pub fn cell_of_block(&self, centre: u8, place: u8) -> u8 {
        let side = self.side as u8;
        (centre + place / 3 * side + place % 3).wrapping_sub(side + 1)
    }

    /// The distance between neighbouring cells of a line that is pushed `way`.
    pub fn step(&self, way: Direction) -> usize {
        if way.is_along_file() { self.side } else { 1 }
    }

    /// All cells of the line through `cell` that is pushed `way`.
    pub fn line(&self, way: Direction, cell: usize) -> u128 {
        if way.is_along_file() {
            self.edge[Direction::Left as usize] << self.file(cell)
        } else {
            self.edge[Direction::Down as usize] << (self.rank(cell) * self.side)
        }
    }

    /// The cells from `first` to `last`, both included, of a line that is pushed `way`.
    pub fn span(&self, way: Direction, first: u8, last: u8) -> u128 {
        let comb = if way.is_along_file() { self.edge[Direction::Left as usize] } else { u128::MAX };
        (comb & (u128::MAX >> (127 - (last - first)))) << first
    }

    /// The cells of the full line that is pushed `way` and begins at `first`.
    #[inline]
    pub fn full_line(&self, way: Direction, first: u8) -> u128 {
        self.full[usize::from(way.is_along_file())] << first
    }

    /// `cells` one step on, those that leave the field gone.
    #[inline]
    pub fn shifted(&self, cells: u128, way: Direction) -> u128 {
        (cells & !self.edge[way as usize]).rotate_left(self.turns[way as usize])
    }

    /// The cell one step on from a cell that is not at that edge.
    #[inline]
    pub fn next(&self, cell: u8, way: Direction) -> u8 {
        ((u32::from(cell) + self.turns[way as usize]) & 127) as u8
    }

    /// The cells of `occupied` whose neighbour towards the beginning of the line is not occupied: the first
    /// balls (lowest or leftmost) of all runs.
    pub fn firsts(&self, occupied: u128, along_file: bool) -> u128 {
        occupied & !self.shifted(occupied, Direction::new(along_file, true))
    }

    /// The last ball (highest or rightmost) of the run that begins at `first`.
    pub fn last(&self, occupied: u128, along_file: bool, first: usize) -> usize {
        self.last_among(self.lasts(occupied, along_file), along_file, first)
    }

    /// The first and last balls of all runs.
    #[inline]
    pub fn runs(&self, occupied: u128, along_file: bool) -> impl Iterator<Item = (usize, usize)> {
        let lasts = self.lasts(occupied, along_file);
        let firsts = cells_of(self.firsts(occupied, along_file));
        firsts.map(move |first| (first, self.last_among(lasts, along_file, first)))
    }

    fn lasts(&self, occupied: u128, along_file: bool) -> u128 {
        occupied & !self.shifted(occupied, Direction::new(along_file, false))
    }

    #[inline]
    fn last_among(&self, lasts: u128, along_file: bool, first: usize) -> usize {
        // Along a rank the next last ball is the one; along a file it is the next of the same file.
        let line = if along_file { self.edge[Direction::Left as usize] } else { u128::MAX };
        first + ((lasts >> first) & line).trailing_zeros() as usize
    }

    /// The image of `cells` under one of the eight maps of the square: bit 2 of `map` exchanges files and
    /// ranks, after which bit 1 turns the ranks and bit 0 the files round.
    pub fn map(&self, mut cells: u128, map: usize) -> u128 {
        if map & 4 != 0 {
            cells = self.transposed(cells);
        }
        match map & 3 {
            0 => cells,
            1 => self.mirrored(cells),
            2 => self.half_turned(self.mirrored(cells)),
            _ => self.half_turned(cells),
        }
    }

    /// The images under all eight maps, which share most of the work.
    pub fn images(&self, cells: u128) -> [u128; 8] {
        let four = |cells| {
            let mirrored = self.mirrored(cells);
            [cells, mirrored, self.half_turned(mirrored), self.half_turned(cells)]
        };
        let ([a, b, c, d], [e, f, g, h]) = (four(cells), four(self.transposed(cells)));
        [a, b, c, d, e, f, g, h]
    }

    /// The image of one cell under [`Field::map`].
    pub fn map_cell(&self, cell: usize, map: usize) -> usize {
        let (mut file, mut rank) = (self.file(cell), self.rank(cell));
        if map & 4 != 0 {
            (file, rank) = (rank, file);
        }
        if map & 2 != 0 {
            rank = self.side - 1 - rank;
        }
        if map & 1 != 0 {
            file = self.side - 1 - file;
        }
        self.cell(file, rank)
    }

    /// A cell `d` files off the diagonal goes `d` ranks up and `d` files back.
    fn transposed(&self, cells: u128) -> u128 {
        let mut image = cells & self.diagonals[0];
        for (d, &right) in self.diagonals.iter().enumerate().skip(1) {
            let by = d * (self.side - 1);
            image |= (cells & right) << by | (cells >> by) & right;
        }
        image
    }

    /// Each file changes places with the one as far from the other edge.
    fn mirrored(&self, cells: u128) -> u128 {
        let (left, middle) = (self.edge[Direction::Left as usize], self.side / 2);
        (0..middle).fold(cells & (left << middle), |image, f| {
            let (file, by) = (left << f, self.side - 1 - 2 * f);
            image | (cells & file) << by | (cells >> by) & file
        })
    }

    fn half_turned(&self, cells: u128) -> u128 {
        cells.reverse_bits() >> (128 - self.cells())
    }
}

/// The set of one cell.
pub(super) fn bit(cell: usize) -> u128 {
    1 << cell
}

/// The cells of a set, from the lowest.
pub(super) fn cells_of(mut set: u128) -> impl Iterator<Item = usize> {
    std::iter::from_fn(move || {
        let cell = set.trailing_zeros();
        set &= set.wrapping_sub(1);
        (cell < 128).then_some(cell as usize)
    })
}
