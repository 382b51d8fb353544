//! The heaps, the moves and Bouton's theory.

use plywood_rules::random::mix;
use plywood_rules::{
    Canonical, Game, MoveNumber, OrderingHints, Outcome, PairingHints, Player, Specialized, Symmetric,
    TextError, ThreatHints, Turn,
};

use crate::coded::coded;
use crate::text::refuse;

/// Heaps at most.
pub(super) const MOST_HEAPS: usize = 8;
/// Objects in a heap at most.
const MOST_OBJECTS: u8 = 63;
/// Numbers from a move to the same move in the next heap.
const STRIDE: usize = 64;

/// The rules: the heaps at the beginning, and who wins in the end.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Nim {
    start: [u8; MOST_HEAPS],
    heaps: usize,
    pub(super) misere: bool,
}

/// The objects in each heap, and the side to move (in a finished game, the side that would be).
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct State {
    pub(super) heaps: [u8; MOST_HEAPS],
    pub(super) mover: Player,
}

impl Nim {
    /// Nim with 1 to 8 heaps of 0 to 63 objects, not all of them empty.
    ///
    /// ```
    /// use plywood_games::nim::Nim;
    /// use plywood_rules::{Game, Playable, Player};
    ///
    /// let nim = Nim::new(&[3, 4, 5])?;
    /// assert_eq!((nim.name(), nim.grundy(&nim.initial())), ("nim".to_string(), 2));
    /// let misere = Nim::new(&[1, 1])?.misere();
    /// assert_eq!(misere.name(), "nim:heaps=1-1,misere=on");
    /// assert_eq!(misere.winner(&misere.initial()), Player::First);
    /// # Ok::<(), plywood_rules::TextError>(())
    /// ```
    ///
    /// # Errors
    /// If there are other numbers of heaps or objects.
    pub fn new(heaps: &[u8]) -> Result<Nim, TextError> {
        if heaps.is_empty() || heaps.len() > MOST_HEAPS {
            return refuse!("there cannot be {} heaps; it has to be 1 to 8", heaps.len());
        }
        if let Some(heap) = heaps.iter().find(|&&heap| heap > MOST_OBJECTS) {
            return refuse!("a heap cannot have {heap} objects; it has to be 0 to 63");
        }
        if heaps.iter().all(|&heap| heap == 0) {
            return refuse!("all heaps are empty; at least one needs an object");
        }
        let mut start = [0; MOST_HEAPS];
        start[..heaps.len()].copy_from_slice(heaps);
        Ok(Nim { start, heaps: heaps.len(), misere: false })
    }

    /// The same game, in which the player who takes the last object loses.
    #[must_use]
    pub fn misere(self) -> Nim {
        Nim { misere: true, ..self }
    }

    /// The objects in each heap at the beginning.
    pub(super) fn start(&self) -> &[u8] {
        &self.start[..self.heaps]
    }

    /// The exclusive or of the heaps. Without misère this is the size of the single heap that the position is
    /// worth in a sum of games, and the side to move loses where it is 0.
    pub fn grundy(&self, state: &State) -> u8 {
        state.heaps.iter().fold(0, |sum, heap| sum ^ heap)
    }

    /// The player who wins if both play well: the side to move, unless the Grundy value is 0. In the misère game
    /// it is the other way round while no heap has more than one object.
    pub fn winner(&self, state: &State) -> Player {
        let turned = self.misere && state.heaps.iter().all(|&heap| heap < 2);
        if (self.grundy(state) != 0) != turned { state.mover } else { state.mover.other() }
    }

    /// The places from `place` on whose heaps began as heap `place` did. Maps exchange them.
    fn alike(&self, place: usize) -> impl Iterator<Item = usize> {
        let start = self.start;
        (place..self.heaps).filter(move |&other| start[other] == start[place])
    }

    /// The heap that each place gets under a map. The digits of the map, to the bases of [`Nim::alike`],
    /// choose a heap for one place after the other, from the heaps from there on.
    fn heap_at(&self, mut map: usize) -> [usize; MOST_HEAPS] {
        let mut heap_at = std::array::from_fn(|place| place);
        for place in 0..self.heaps {
            let count = self.alike(place).count();
            let other = self.alike(place).nth(map % count).unwrap_or(place);
            heap_at.swap(place, other);
            map /= count;
        }
        heap_at
    }
}

pub(super) fn number(heap: usize, taken: u8) -> MoveNumber {
    MoveNumber::from(STRIDE * heap + usize::from(taken))
}

/// The heap of a move, and the objects that it takes.
pub(super) fn heap_and_taken(mv: MoveNumber) -> (usize, u8) {
    (mv.index() / STRIDE, (mv.index() % STRIDE) as u8)
}

impl Game for Nim {
    type State = State;
    type Move = MoveNumber;

    fn initial(&self) -> State {
        State { heaps: self.start, mover: Player::First }
    }

    #[inline]
    fn turn(&self, state: &State) -> Turn {
        if state.heaps == [0; MOST_HEAPS] {
            Turn::Over(Outcome::Win(self.winner(state)))
        } else {
            Turn::Decision(state.mover)
        }
    }

    /// Heap by heap, one object first.
    fn legal_moves(&self, state: &State, moves: &mut Vec<MoveNumber>) {
        for (heap, &objects) in state.heaps.iter().enumerate() {
            moves.extend((1..=objects).map(|taken| number(heap, taken)));
        }
    }

    #[inline]
    fn play(&self, state: &mut State, mv: MoveNumber) {
        let (heap, taken) = heap_and_taken(mv);
        state.heaps[heap] -= taken;
        state.mover = state.mover.other();
    }

    /// Six bits a heap and one for the mover, mixed: different for all states.
    #[inline]
    fn key(&self, state: &State) -> u64 {
        mix(u64::from_le_bytes(state.heaps) | (state.mover.index() as u64) << 63)
    }

    #[inline]
    fn count_moves(&self, state: &State) -> usize {
        state.heaps.iter().map(|&objects| usize::from(objects)).sum()
    }

    #[inline]
    fn nth_move(&self, state: &State, mut n: usize) -> MoveNumber {
        let mut heap = 0;
        while n >= usize::from(state.heaps[heap]) {
            n -= usize::from(state.heaps[heap]);
            heap += 1;
        }
        number(heap, n as u8 + 1)
    }
}

/// Heaps that began alike may be exchanged, and so may the players.
impl Symmetric for Nim {
    fn symmetries(&self) -> usize {
        (0..self.heaps).map(|place| self.alike(place).count()).product()
    }

    fn map_state(&self, state: &State, map: usize) -> State {
        State { heaps: self.heap_at(map).map(|heap| state.heaps[heap]), ..*state }
    }

    fn map_move(&self, mv: MoveNumber, map: usize) -> MoveNumber {
        let (heap, taken) = heap_and_taken(mv);
        let place = self.heap_at(map).into_iter().position(|other| other == heap);
        number(place.unwrap_or(heap), taken)
    }

    fn exchanged(&self, state: &State) -> Option<State> {
        Some(State { mover: state.mover.other(), ..*state })
    }

    /// Heaps that began alike in ascending order, so that there is no need to try as many as 40320 maps.
    fn canonical(&self, state: &State) -> Canonical<State> {
        let mut least = *state;
        let (mut map, mut base, mut ways) = (0, 1, 1);
        for place in 0..self.heaps {
            let alike = || self.alike(place).enumerate();
            let (digit, other) = alike().min_by_key(|&(_, other)| least.heaps[other]).unwrap_or((0, place));
            least.heaps.swap(place, other);
            ways *= alike().filter(|&(_, other)| least.heaps[other] == least.heaps[place]).count();
            map += base * digit;
            base *= alike().count();
        }
        Canonical { state: least, map, orbit: base / ways }
    }
}

impl ThreatHints for Nim {
    /// Takes the last heap, unless that loses.
    fn winning_move(&self, state: &State) -> Option<MoveNumber> {
        let mut left = state.heaps.iter().enumerate().filter(|heap| *heap.1 > 0);
        let (heap, &objects) = left.next()?;
        (left.next().is_none() && !self.misere).then(|| number(heap, objects))
    }

    fn leaves_no_winning_move(&self, _: &State) -> bool {
        self.misere
    }

    fn wins_at_once(&self, state: &State) -> bool {
        self.winning_move(state).is_some()
    }
}

impl PairingHints for Nim {
    fn has_draws(&self) -> bool {
        false
    }

    fn cannot_lose(&self, state: &State, player: Player) -> bool {
        self.winner(state) == player
    }
}

impl OrderingHints for Nim {
    /// Moves that win first.
    fn ordering_score(&self, state: &State, mv: MoveNumber) -> i32 {
        i32::from(self.winner(&self.child(state, mv)) == state.mover)
    }

    coded!(self, STRIDE * self.heaps);

    /// The order of the heaps does not matter.
    fn outcome_key(&self, state: &State) -> u64 {
        let mut sorted = *state;
        sorted.heaps.sort_unstable();
        self.table_key(&sorted)
    }

    fn plies_left(&self, state: &State) -> Option<u32> {
        Some(self.count_moves(state) as u32)
    }
}

impl Specialized for Nim {}
