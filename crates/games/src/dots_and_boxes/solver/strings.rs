//! Sets of chains and loops, numbered, each with its value as a game of its own ("simple loony endgames" in Buzzard and Ciere, "Playing
//! simple loony dots-and-boxes endgames optimally", 2013).

/// Points that a player who takes all but the last boxes of a chain gives up in order not to move next: two boxes go to the
/// opponent.
pub(super) const CHAIN_COST: i32 = 4;
/// The same for a loop.
pub(super) const LOOP_COST: i32 = 8;
/// The cost where there is no such choice.
pub(super) const NO_CHOICE: i32 = 1 << 20;

/// The least number of boxes of a loop.
const LEAST_LOOP: u32 = 4;

/// No set: it has more boxes than the board.
const NONE: u32 = u32::MAX;

/// A chain or a loop.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct BoxString {
    pub boxes: u32,
    pub is_loop: bool,
}

impl BoxString {
    /// The cost, for the player who takes it, of not moving next. The two boxes of a short chain are opened by the edge between them, which
    /// leaves no choice.
    pub fn cost(self) -> i32 {
        match (self.is_loop, self.boxes) {
            (true, _) => LOOP_COST,
            (false, ..3) => NO_CHOICE,
            (false, _) => CHAIN_COST,
        }
    }
}

/// The worth of a move for the player who makes it: the opponent takes `taken` boxes, and then either moves on or, at a `cost`, does not.
/// The rest of the board is worth `rest` for the player who moves next.
pub fn worth_of_giving(taken: i32, cost: i32, rest: i32) -> i32 {
    -(taken + rest).max(taken - cost - rest)
}

/// All sets of chains and loops that fit on a board. Number 0 is the empty one.
pub(super) struct StringSets {
    /// The chains and loops by their kinds.
    kinds: Vec<BoxString>,
    /// By set and kind: the sets with one more and with one fewer.
    with: Vec<u32>,
    without: Vec<u32>,
    values: Vec<i32>,
    boxes: Vec<u32>,
    /// The kinds that are chains: those of the first numbers.
    chains: u32,
}

impl StringSets {
    /// The sets of at most so many boxes.
    pub fn new(boxes: u32) -> StringSets {
        let chains = (1..=boxes).map(|boxes| BoxString { boxes, is_loop: false });
        let loops = (LEAST_LOOP..=boxes).step_by(2).map(|boxes| BoxString { boxes, is_loop: true });
        let kinds: Vec<BoxString> = chains.chain(loops).collect();
        let mut sets = StringSets {
            with: vec![NONE; kinds.len()],
            without: vec![NONE; kinds.len()],
            kinds,
            values: vec![0],
            boxes: vec![0],
            chains: boxes,
        };
        let mut lasts = vec![0];
        let mut by_boxes = vec![vec![0]];
        for boxes in 1..=boxes {
            let mut found = Vec::new();
            for kind in 0..sets.kinds.len() {
                let more = sets.kinds[kind].boxes;
                if more > boxes {
                    continue;
                }
                for &smaller in &by_boxes[(boxes - more) as usize] {
                    if lasts[smaller as usize] <= kind {
                        let set = sets.add(smaller, kind);
                        lasts.push(kind);
                        found.push(set);
                    }
                }
            }
            for &set in &found {
                sets.link(set, lasts[set as usize]);
            }
            by_boxes.push(found);
        }
        sets
    }

    fn place(&self, set: u32, kind: usize) -> usize {
        set as usize * self.kinds.len() + kind
    }

    /// Adds the set with one more of the last of its kinds.
    fn add(&mut self, smaller: u32, last: usize) -> u32 {
        let set = self.values.len() as u32;
        let place = self.place(smaller, last);
        self.with[place] = set;
        for all in [&mut self.with, &mut self.without] {
            all.resize(all.len() + self.kinds.len(), NONE);
        }
        let place = self.place(set, last);
        self.without[place] = smaller;
        self.values.push(0);
        self.boxes.push(self.boxes[smaller as usize] + self.kinds[last].boxes);
        set
    }

    /// Finds the sets without each of the other kinds, and the value.
    fn link(&mut self, set: u32, last: usize) {
        let fewer = self.without[self.place(set, last)];
        for kind in 0..last {
            let both = self.without[self.place(fewer, kind)];
            if both != NONE {
                let without = self.with[self.place(both, last)];
                let (here, back) = (self.place(set, kind), self.place(without, kind));
                self.without[here] = without;
                self.with[back] = set;
            }
        }
        let worth = |(string, rest): (BoxString, u32)| {
            worth_of_giving(string.boxes as i32, string.cost(), self.value(rest))
        };
        self.values[set as usize] = self.each(set).map(worth).max().unwrap_or(0);
    }

    /// The number of sets.
    pub fn count(&self) -> usize {
        self.values.len()
    }

    /// The set with one string more.
    pub fn with(&self, set: u32, BoxString { boxes, is_loop }: BoxString) -> u32 {
        let kind = if is_loop { self.chains + (boxes - LEAST_LOOP) / 2 } else { boxes - 1 };
        self.with[self.place(set, kind as usize)]
    }

    /// The boxes of a set.
    pub fn boxes(&self, set: u32) -> i32 {
        self.boxes[set as usize] as i32
    }

    /// The value for the player who moves next if nothing else is left.
    pub fn value(&self, set: u32) -> i32 {
        self.values[set as usize]
    }

    /// The different strings of a set, each with the set without it.
    pub fn each(&self, set: u32) -> impl Iterator<Item = (BoxString, u32)> {
        let without = &self.without[self.place(set, 0)..][..self.kinds.len()];
        self.kinds.iter().copied().zip(without.iter().copied()).filter(|&(_, rest)| rest != NONE)
    }
}
