//! Ranks of the positions of the smaller boards.
//!
//! A rank is a mixed-radix number of: the men in the hands, the number of men of either player on the board, the player to move, the
//! points of the first player's men, and those of the second player's. Images are those of the board; the representative is the
//! one whose men are on the least sets of points. There are no other gaps, but about one rank in fifteen is a representative.

use std::collections::HashMap;
use std::ops::Range;

use plywood_rules::{Game, Player, Ranked, Ranking, Specialists, Specialized, Spot, Turn};

use super::game::{Morris, State};
use super::net::{POINTS, points_of};
use crate::subsets::{Subsets, choices, close_up, spread_out};

/// The positions with these numbers of men.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
struct MenCount {
    /// The men in both hands together: when all are placed, men move and are taken.
    in_hands: u8,
    /// The men of both players on the board.
    on_board: [u8; 2],
    mover: Player,
}

impl MenCount {
    fn of(state: &State) -> MenCount {
        let [first, second] = state.men.map(|men| men.count_ones() as u8);
        MenCount { in_hands: state.hands[0] + state.hands[1], on_board: [first, second], mover: state.mover }
    }

    /// The players place their men in turn.
    fn hands(self) -> [u8; 2] {
        let mut hands = [self.in_hands / 2; 2];
        hands[self.mover.index()] = self.in_hands.div_ceil(2);
        hands
    }

    /// The counts after a move: without a man that is taken, and with one.
    fn next(self, mill_wins: bool) -> Vec<MenCount> {
        let (mover, other) = (self.mover.index(), self.mover.other().index());
        if self.on_board[mover] + self.hands()[mover] < 3 {
            return Vec::new();
        }
        let mut after = MenCount { mover: self.mover.other(), ..self };
        if self.in_hands > 0 {
            after.in_hands -= 1;
            after.on_board[mover] += 1;
        }
        let mut all = vec![after];
        if after.on_board[mover] >= 3 && after.on_board[other] > 0 && !mill_wins {
            after.on_board[other] -= 1;
            all.push(after);
        }
        all
    }
}

struct MorrisRanking {
    game: Morris,
    /// The counts in the order of their ranks, each with its first one.
    parts: Vec<(MenCount, u64)>,
    part_of: HashMap<MenCount, usize>,
    ranks: u64,
    subsets: Subsets,
    /// By map: the one that leads back.
    inverse: Vec<u8>,
    /// The map that is the second, and then the first.
    composed: Vec<Vec<u8>>,
}

impl MorrisRanking {
    /// Ranks for the positions that may come after `start`.
    fn new(game: &Morris, start: &State) -> MorrisRanking {
        let mut counts = vec![MenCount::of(start)];
        let mut seen: HashMap<MenCount, usize> = HashMap::from([(counts[0], 0)]);
        let mut at = 0;
        while let Some(count) = counts.get(at).copied() {
            at += 1;
            for next in count.next(game.mill_wins()) {
                if seen.insert(next, 0).is_none() {
                    counts.push(next);
                }
            }
        }
        counts.sort_by_key(|count| (count.in_hands, count.on_board[0] + count.on_board[1], *count));
        let points = game.net.points();
        let mut ranks = 0;
        let parts: Vec<(MenCount, u64)> = counts
            .into_iter()
            .map(|count| {
                let from = ranks;
                let [first, second] = count.on_board.map(usize::from);
                ranks += u64::from(choices(points, first)) * u64::from(choices(points - first, second));
                (count, from)
            })
            .collect();
        let net = &game.net;
        let maps = 0..net.maps();
        let composed: Vec<Vec<u8>> = maps
            .clone()
            .map(|outer| {
                let both = |inner: usize, point: usize| net.mapped(net.mapped(point, inner), outer);
                let same =
                    |inner: usize, map: usize| (0..points).all(|at| net.mapped(at, map) == both(inner, at));
                let one = |inner: usize| {
                    maps.clone().find(|&map| same(inner, map)).expect("maps form a group") as u8
                };
                maps.clone().map(one).collect()
            })
            .collect();
        let undone = |map: usize| {
            composed.iter().position(|row| row[map] == 0).expect("every map can be undone") as u8
        };
        MorrisRanking {
            part_of: parts.iter().enumerate().map(|(at, &(count, _))| (count, at)).collect(),
            parts,
            ranks,
            subsets: Subsets::new(),
            inverse: maps.map(undone).collect(),
            composed,
            game: game.clone(),
        }
    }

    /// The rank of a position as it is, whether it represents its images or not.
    #[inline]
    fn rank(&self, state: &State) -> Option<u64> {
        let count = MenCount::of(state);
        if count.hands() != state.hands {
            return None;
        }
        let (_, from) = self.parts[*self.part_of.get(&count)?];
        let [first, second] = state.men;
        let left = self.game.net.points() - usize::from(count.on_board[0]);
        let ways = u64::from(choices(left, count.on_board[1].into()));
        let second = self.subsets.rank(close_up(second, first));
        Some(from + u64::from(self.subsets.rank(first)) * ways + u64::from(second))
    }

    /// The position of a rank; not all of them represent their images, or can be at all.
    #[inline]
    fn position(&self, rank: u64) -> Option<State> {
        let at = self.parts.partition_point(|&(_, from)| from <= rank).checked_sub(1)?;
        let (count, from) = self.parts[at];
        let [first, second] = count.on_board.map(usize::from);
        let ways = u64::from(choices(self.game.net.points() - first, second));
        let rest = rank - from;
        if rank >= self.ranks {
            return None;
        }
        let one = self.subsets.set((rest / ways) as u32, first);
        let other = spread_out(self.subsets.set((rest % ways) as u32, second), one);
        let state = State { men: [one, other], hands: count.hands(), mover: count.mover };
        self.can_be(&state).then_some(state)
    }

    /// False if the player to move had won before.
    fn can_be(&self, state: &State) -> bool {
        !(self.game.mill_wins() && self.game.net.has_mill(state.seen()[0]))
    }

    fn image(&self, state: &State, map: usize) -> [u32; 2] {
        state.men.map(|men| self.game.net.image(men, map))
    }

    #[inline]
    fn place_of(&self, state: &State) -> Option<Ranked> {
        let mut least = (state.men, 0);
        for map in 1..self.inverse.len() {
            let image = self.image(state, map);
            if image < least.0 {
                least = (image, map);
            }
        }
        let rank = self.rank(&State { men: least.0, ..*state })?;
        Some(Ranked { rank, image: self.inverse[least.1] })
    }

    /// Adds the positions in which the last man came to `to` from `from`, or from the hand, and took perhaps one.
    fn undo(&self, after: &State, from: Option<usize>, to: usize, parents: &mut Vec<Ranked>) {
        let net = &self.game.net;
        let (mover, other) = (after.mover.other().index(), after.mover.index());
        let mut before = State { mover: after.mover.other(), ..*after };
        before.men[mover] &= !(1 << to);
        match from {
            Some(from) => before.men[mover] |= 1 << from,
            None => before.hands[mover] += 1,
        }
        let takes = !self.game.mill_wins() && net.in_mill(after.men[mover], to);
        let mut add = |before: &State| {
            let decides = self.can_be(before) && matches!(self.game.turn(before), Turn::Decision(_));
            parents.extend(if decides { self.place_of(before) } else { None });
        };
        if !takes || before.men[other] == 0 {
            add(&before);
        }
        if takes {
            let free = net.full() & !before.men[0] & !before.men[1] & !(1 << to);
            for man in points_of(free) {
                let mut before = before;
                before.men[other] |= 1 << man;
                if net.exposed(before.men[other]) >> man & 1 == 1 {
                    add(&before);
                }
            }
        }
    }
}

impl Ranking<Morris> for MorrisRanking {
    /// Men that are placed or taken never come back; others move to and fro.
    fn stages(&self) -> Vec<Range<u64>> {
        let mut stages: Vec<(Range<u64>, MenCount)> = Vec::new();
        let ends = self.parts[1..].iter().map(|part| part.1).chain([self.ranks]);
        for (&(count, from), to) in self.parts.iter().zip(ends) {
            let count = MenCount { mover: Player::First, ..count };
            match stages.last_mut() {
                Some((ranks, same)) if *same == count => ranks.end = to,
                _ => stages.push((from..to, count)),
            }
        }
        stages.into_iter().map(|it| it.0).collect()
    }

    fn images(&self) -> usize {
        self.inverse.len()
    }

    fn compose(&self, outer: usize, inner: usize) -> usize {
        self.composed[outer][inner].into()
    }

    fn exchanges(&self, _: usize) -> bool {
        false
    }

    fn place(&self, state: &State) -> Option<Ranked> {
        self.place_of(state)
    }

    fn state(&self, rank: u64) -> Option<State> {
        let state = self.position(rank)?;
        (1..self.images()).all(|map| self.image(&state, map) >= state.men).then_some(state)
    }

    fn mover(&self, rank: u64) -> Player {
        let at = self.parts.partition_point(|&(_, from)| from <= rank);
        self.parts[at.saturating_sub(1)].0.mover
    }

    #[inline]
    fn moves(&self, rank: u64, children: &mut Vec<Ranked>) -> Option<Spot> {
        let state = self.position(rank)?;
        let mut fixed = 1;
        for map in 1..self.images() {
            let image = self.image(&state, map);
            if image < state.men {
                return None;
            }
            fixed |= u16::from(image == state.men) << map;
        }
        let turn = self.game.turn(&state);
        if turn.player().is_some() {
            let mut moves = Vec::new();
            self.game.legal_moves(&state, &mut moves);
            let places = moves.into_iter().map(|mv| self.place_of(&self.game.child(&state, mv)));
            children.extend(places.map(|place| place.expect("all counts after a start are listed")));
        }
        Some(Spot { turn, fixed })
    }

    fn before(&self, rank: u64, parents: &mut Vec<Ranked>) {
        let Some(after) = self.position(rank) else { return };
        let last = after.mover.other().index();
        let own = after.men[last];
        let free = self.game.net.full() & !after.men[0] & !after.men[1];
        for to in points_of(own) {
            self.undo(&after, None, to, parents);
            if after.hands == [0; 2] {
                for from in points_of(self.game.targets(own, free, to)) {
                    self.undo(&after, Some(from), to, parents);
                }
            }
        }
    }
}

/// The larger boards have too many positions.
impl Specialized for Morris {
    fn specialists(&self) -> Specialists<Morris> {
        let is_small = self.net.points() < POINTS;
        Specialists {
            ranking: is_small.then_some(|game, start| Some(Box::new(MorrisRanking::new(game, start)))),
            ..Specialists::default()
        }
    }
}
