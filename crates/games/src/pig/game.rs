//! The die, the rules and their positions.

use plywood_rules::random::{chance_outcome, draw, playout};
use plywood_rules::{
    Game, MoveNumber, OrderingHints, Outcome, PairingHints, Player, Symmetric, ThreatHints, Turn,
};
use rand_core::Rng;

use super::race::RaceSpot;

/// A die: a fair choice among a run of whole numbers, the least of which ends the turn.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Die {
    pub(super) least: u8,
    pub(super) greatest: u8,
}

impl Die {
    /// Tails is 0 and ends the turn, heads is 1.
    pub const COIN: Die = Die { least: 0, greatest: 1 };

    /// The faces 1 to `faces`, clamped to 2 at least and 100 at most.
    pub fn with_faces(faces: u8) -> Die {
        Die { least: 1, greatest: faces.clamp(2, 100) }
    }

    /// The number of faces.
    pub fn faces(self) -> u8 {
        self.greatest - self.least + 1
    }
}

/// The rules of Pig for one target and one die.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Pig {
    pub(super) target: u16,
    pub(super) die: Die,
}

impl Pig {
    /// Pig to `target` points, clamped to 1 to 10000.
    ///
    /// ```
    /// use plywood_games::pig::{Die, Pig};
    /// use plywood_rules::Playable;
    ///
    /// assert_eq!(Pig::new(100, Die::with_faces(6)).name(), "pig");
    /// assert_eq!(Pig::new(10, Die::COIN).name(), "pig:target=10,die=coin");
    /// ```
    pub fn new(target: u16, die: Die) -> Pig {
        Pig { target: target.clamp(1, 10_000), die }
    }

    /// The points that win.
    pub fn target(&self) -> u16 {
        self.target
    }

    /// The die of this game.
    pub fn die(&self) -> Die {
        self.die
    }
}

/// The state of a game of Pig.
///
/// A finished game has the winner's turn total banked, and the winner still to move.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct State {
    pub(super) scores: [u16; 2],
    pub(super) total: u16,
    pub(super) player: Player,
    pub(super) rolling: bool,
}

impl State {
    /// The points that `player` has banked.
    pub fn score(&self, player: Player) -> u16 {
        self.scores[player.index()]
    }

    /// The points rolled in this turn and not banked yet.
    pub fn turn_total(&self) -> u16 {
        self.total
    }

    /// The player to move; the winner, when the game is over.
    pub fn player(&self) -> Player {
        self.player
    }

    /// True at a chance node: the die is about to be thrown.
    pub fn is_rolling(&self) -> bool {
        self.rolling
    }

    /// The scores when a player decides.
    pub fn spot(&self) -> RaceSpot {
        RaceSpot { mine: self.score(self.player), theirs: self.score(self.player.other()), total: self.total }
    }

    /// The player's score if the turn total were banked now.
    pub(super) fn would_have(&self) -> u16 {
        self.score(self.player) + self.total
    }
}

/// The move that throws the die.
pub const ROLL: MoveNumber = MoveNumber(256);

/// The move that banks the turn total and passes the die.
pub const HOLD: MoveNumber = MoveNumber(257);

impl Pig {
    /// A decision and the throw after it at a time, without branches, which nobody could predict.
    pub(super) fn random_game<R: Rng + ?Sized>(
        &self,
        state: &State,
        max_plies: u32,
        rng: &mut R,
    ) -> (Turn, u32) {
        let (mut state, mut plies) = (*state, 0);
        if state.rolling && max_plies > 0 {
            let face = chance_outcome(self, &state, &mut Vec::new(), rng);
            self.play(&mut state, face);
            plies = 1;
        }
        let State { mut scores, mut total, player, .. } = state;
        let mut mover = player.index();
        let [least, faces] = [self.die.least, self.die.faces()].map(u16::from);
        while max_plies - plies >= 3 && scores[mover] < self.target {
            let mut word = rng.next_u64();
            let holds = draw(&mut word, 2) as u16 & u16::from(total > 0);
            scores[mover] += total * holds;
            total *= 1 - holds;
            mover ^= usize::from(holds);
            let face = draw(&mut word, faces.into()) as u16;
            let loses = u16::from(face == 0);
            total = (total + least + face) * (1 - loses);
            mover ^= usize::from(loses);
            plies += 2 + u32::from(holds);
            if scores[mover] + total >= self.target {
                return (Turn::Over(Outcome::Win(Player::BOTH[mover])), plies);
            }
        }
        let rest = State { scores, total, player: Player::BOTH[mover], rolling: state.rolling };
        let (turn, more) = playout(self, &rest, max_plies - plies, rng);
        (turn, plies + more)
    }
}

impl Game for Pig {
    type State = State;
    /// [`ROLL`], [`HOLD`], or the face that came up (a coin: 0 for tails, 1 for heads).
    type Move = MoveNumber;

    fn initial(&self) -> State {
        State { scores: [0, 0], total: 0, player: Player::First, rolling: false }
    }

    fn turn(&self, state: &State) -> Turn {
        if state.rolling {
            Turn::Chance
        } else if state.score(state.player) >= self.target {
            Turn::Over(Outcome::Win(state.player))
        } else {
            Turn::Decision(state.player)
        }
    }

    /// Roll, then hold, which there is once something has been rolled.
    fn legal_moves(&self, state: &State, moves: &mut Vec<MoveNumber>) {
        moves.push(ROLL);
        if state.total > 0 {
            moves.push(HOLD);
        }
    }

    /// The faces from the least to the greatest, all equally likely; none unless the die is in the air.
    #[inline]
    fn chance_outcomes(&self, state: &State, outcomes: &mut Vec<(MoveNumber, f64)>) {
        if state.rolling {
            let probability = 1.0 / f64::from(self.die.faces());
            let faces = self.die.least..=self.die.greatest;
            outcomes.extend(faces.map(|face| (MoveNumber(face.into()), probability)));
        }
    }

    fn play(&self, state: &mut State, mv: MoveNumber) {
        match mv {
            ROLL => state.rolling = true,
            HOLD => {
                state.scores[state.player.index()] += state.total;
                state.total = 0;
                state.player = state.player.other();
            }
            MoveNumber(face) if face == u32::from(self.die.least) => {
                state.rolling = false;
                state.total = 0;
                state.player = state.player.other();
            }
            MoveNumber(face) => {
                state.rolling = false;
                state.total += face as u16;
                if state.would_have() >= self.target {
                    state.scores[state.player.index()] = state.would_have();
                    state.total = 0;
                }
            }
        }
    }

    /// All of the state in 64 bits, stirred by an odd factor: no two states share a key.
    fn key(&self, state: &State) -> u64 {
        let [first, second] = state.scores.map(u64::from);
        let whose = state.player.index() as u64;
        let packed = first
            | second << 16
            | u64::from(state.total) << 32
            | whose << 48
            | u64::from(state.rolling) << 49;
        packed.wrapping_mul(0x9E37_79B9_7F4A_7C15).rotate_left(32)
    }

    fn count_moves(&self, state: &State) -> usize {
        if state.total > 0 { 2 } else { 1 }
    }

    #[inline]
    fn nth_move(&self, state: &State, n: usize) -> MoveNumber {
        match n {
            0 => ROLL,
            1 if state.total > 0 => HOLD,
            _ => panic!("there is no move number {n} at turn total {}", state.total),
        }
    }
}

/// No map but the identity. Both players play by the same rules, though.
impl Symmetric for Pig {
    fn exchanged(&self, state: &State) -> Option<State> {
        let [first, second] = state.scores;
        Some(State { scores: [second, first], player: state.player.other(), ..*state })
    }
}

impl ThreatHints for Pig {}
impl PairingHints for Pig {}
impl OrderingHints for Pig {}
