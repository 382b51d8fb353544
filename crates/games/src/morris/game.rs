//! The rules, and hints for searches.

use plywood_rules::{
    Game, MoveNumber, OrderingHints, Outcome, PairingHints, Player, Symmetric, TextError, ThreatHints, Turn,
};

use super::net::{Net, NetForm, points_of};
use crate::coded::coded;
use crate::rows::key;
use crate::text::refuse;

/// The rules of morris for one number of men.
#[derive(Clone, Debug)]
pub struct Morris {
    pub(super) net: Net,
    pub(super) men: u8,
    pub(super) flying: bool,
}

/// The men on the board and in the hands of both players, and the player to move; when the game is over, the one who has lost.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct State {
    pub(super) men: [u32; 2],
    pub(super) hands: [u8; 2],
    pub(super) mover: Player,
}

impl State {
    /// The points with men of the player to move, and with those of the opponent.
    #[inline]
    pub(super) fn seen(&self) -> [u32; 2] {
        [self.men[self.mover.index()], self.men[self.mover.other().index()]]
    }

    /// The men that a player has, on the board and in the hand.
    #[inline]
    pub(super) fn total(&self, player: Player) -> u32 {
        self.men[player.index()].count_ones() + u32::from(self.hands[player.index()])
    }
}

/// The points of a move: a man from one of them, or from the hand, to another one, and the man that is taken.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct MorrisMove {
    pub from: Option<usize>,
    pub to: usize,
    pub takes: Option<usize>,
}

/// The fewest men with which a player goes on.
const FEWEST: u32 = 3;

impl Morris {
    /// Morris with `men` men for each player.
    ///
    /// ```
    /// use plywood_games::morris::Morris;
    /// use plywood_rules::{Game, Notation};
    ///
    /// let game = Morris::new(6)?;
    /// assert_eq!(game.state_text(&game.initial()), "5/5/5/5/5 6-6 w");
    /// # Ok::<(), plywood_rules::TextError>(())
    /// ```
    ///
    /// # Errors
    /// If the number of men is not 3, 4, 5, 6, 9 or 12.
    pub fn new(men: u8) -> Result<Morris, TextError> {
        let form = match men {
            3 => NetForm::Rows,
            4..=6 => NetForm::Squares { count: 2, corners: false },
            9 | 12 => NetForm::Squares { count: 3, corners: men == 12 },
            _ => return refuse!("morris cannot be played with {men} men; there are 3, 4, 5, 6, 9 or 12"),
        };
        Ok(Morris { net: Net::new(form), men, flying: false })
    }

    /// The same game where a player with three men left may move them to any free point.
    pub fn with_flying(self) -> Morris {
        Morris { flying: true, ..self }
    }

    /// True if the first mill wins: with three men there is none to take.
    pub(super) fn mill_wins(&self) -> bool {
        u32::from(self.men) == FEWEST
    }

    pub(super) fn number(&self, MorrisMove { from, to, takes }: MorrisMove) -> MoveNumber {
        let points = self.net.points();
        let or_none = |point: Option<usize>| point.map_or(0, |point| point + 1);
        MoveNumber::from((or_none(from) * points + to) * (points + 1) + or_none(takes))
    }

    pub(super) fn path(&self, mv: MoveNumber) -> MorrisMove {
        let points = self.net.points();
        let (rest, takes) = (mv.index() / (points + 1), mv.index() % (points + 1));
        let (from, to) = (rest / points, rest % points);
        MorrisMove { from: from.checked_sub(1), to, takes: takes.checked_sub(1) }
    }

    /// The points that the man on a point may move to.
    #[inline]
    pub(super) fn targets(&self, own: u32, free: u32, from: usize) -> u32 {
        if self.flying && own.count_ones() == FEWEST { free } else { free & self.net.near[from] }
    }

    /// True if the player to move, whose men are all on the board, cannot move any.
    fn is_blocked(&self, own: u32, other: u32) -> bool {
        let free = self.net.full() & !own & !other;
        points_of(own).all(|from| self.targets(own, free, from) == 0)
    }

    /// Lists the moves that bring a man to `to`, with every man that may be taken.
    #[inline]
    fn list(&self, [own, other]: [u32; 2], from: Option<usize>, to: usize, moves: &mut Vec<MoveNumber>) {
        let own = own & !from.map_or(0, |from| 1 << from) | 1 << to;
        let exposed =
            if !self.mill_wins() && self.net.in_mill(own, to) { self.net.exposed(other) } else { 0 };
        if exposed == 0 {
            moves.push(self.number(MorrisMove { from, to, takes: None }));
        }
        moves.extend(points_of(exposed).map(|man| self.number(MorrisMove { from, to, takes: Some(man) })));
    }
}

impl Game for Morris {
    type State = State;
    type Move = MoveNumber;

    fn initial(&self) -> State {
        State { men: [0; 2], hands: [self.men; 2], mover: Player::First }
    }

    fn turn(&self, state: &State) -> Turn {
        let [own, other] = state.seen();
        let lost = state.total(state.mover) < FEWEST
            || self.mill_wins() && self.net.has_mill(other)
            || state.hands[state.mover.index()] == 0 && self.is_blocked(own, other);
        if lost { Turn::Over(Outcome::Win(state.mover.other())) } else { Turn::Decision(state.mover) }
    }

    fn legal_moves(&self, state: &State, moves: &mut Vec<MoveNumber>) {
        let [own, other] = state.seen();
        let free = self.net.full() & !own & !other;
        if state.hands[state.mover.index()] > 0 {
            points_of(free).for_each(|to| self.list([own, other], None, to, moves));
            return;
        }
        for from in points_of(own) {
            for to in points_of(self.targets(own, free, from)) {
                self.list([own, other], Some(from), to, moves);
            }
        }
    }

    fn play(&self, state: &mut State, mv: MoveNumber) {
        let MorrisMove { from, to, takes } = self.path(mv);
        let (mover, other) = (state.mover.index(), state.mover.other().index());
        match from {
            Some(from) => state.men[mover] &= !(1 << from),
            None => state.hands[mover] -= 1,
        }
        state.men[mover] |= 1 << to;
        if let Some(man) = takes {
            state.men[other] &= !(1 << man);
        }
        state.mover = state.mover.other();
    }

    fn key(&self, state: &State) -> u64 {
        let [first, second] = state.hands.map(u64::from);
        key(state.men.map(u128::from), (first << 8 | second) << 1 | state.mover.index() as u64)
    }
}

/// The eight maps of the square, and the same with the outer and the inner square exchanged.
impl Symmetric for Morris {
    fn symmetries(&self) -> usize {
        self.net.maps()
    }

    fn map_state(&self, state: &State, map: usize) -> State {
        State { men: state.men.map(|men| self.net.image(men, map)), ..*state }
    }

    fn map_move(&self, mv: MoveNumber, map: usize) -> MoveNumber {
        let MorrisMove { from, to, takes } = self.path(mv);
        let image = |point: usize| self.net.mapped(point, map);
        self.number(MorrisMove { from: from.map(image), to: image(to), takes: takes.map(image) })
    }

    fn exchanged(&self, state: &State) -> Option<State> {
        let ([first, second], [one, other]) = (state.men, state.hands);
        Some(State { men: [second, first], hands: [other, one], mover: state.mover.other() })
    }
}

impl OrderingHints for Morris {
    /// Mills first, then points where the opponent would close one, then those with many neighbours.
    fn ordering_score(&self, state: &State, mv: MoveNumber) -> i32 {
        let MorrisMove { from, to, takes } = self.path(mv);
        let [own, other] = state.seen();
        let own = own & !from.map_or(0, |from| 1 << from);
        let at = 1 << to;
        let closes = self.net.in_mill(own | at, to);
        let stops = self.net.in_mill(other | at, to);
        // A man taken out of a pair that is about to close.
        let broken = takes.map_or(0, |man| self.net.pairs_through(other, own, man) as i32);
        100 * i32::from(closes) + 40 * i32::from(stops) + 10 * broken + self.net.near[to].count_ones() as i32
    }

    coded!(self, (self.net.points() + 1) * self.net.points() * (self.net.points() + 1));
}

impl ThreatHints for Morris {}
impl PairingHints for Morris {}
