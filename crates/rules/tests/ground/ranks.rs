//! A game with ranks, and many ways in which they can be wrong.

use std::ops::Range;

use plywood_rules::laws::{Effort, check};
use plywood_rules::{
    Depict, Game, Notation, OrderingHints, Outcome, PairingHints, Playable, Player, Ranked, Ranking, Run,
    Specialists, Specialized, Spot, Symmetric, TextError, ThreatHints, Turn,
};
use rand_chacha::ChaCha8Rng;
use rand_core::SeedableRng;

/// Cells of the track.
const CELLS: u8 = 10;

/// The fault of the ranks.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Fault {
    Nothing,
    StagesLeaveAGap,
    StagesTooShort,
    LeadsToLaterStage,
    NoImages,
    NoGroup,
    NobodyExchanged,
    NoPlace,
    OtherRank,
    OtherImage,
    NoPosition,
    OtherPosition,
    NotItself,
    OtherMover,
    OverEarly,
    ForgetsMove,
    AddsMove,
    ForgetsParent,
    AddsParent,
    AddsEnd,
}

/// Both push a stone along a track, by one cell either way: the first player wants it off one end, the second off the other.
#[derive(Clone, Copy, Debug)]
struct Track(Fault);

/// The cell of the stone, and who moves next.
type State = (u8, Player);

impl Game for Track {
    type State = State;
    type Move = bool;

    fn initial(&self) -> State {
        (4, Player::First)
    }

    fn turn(&self, &(cell, mover): &State) -> Turn {
        match cell {
            0 => Turn::Over(Outcome::Win(Player::First)),
            last if last == CELLS - 1 => Turn::Over(Outcome::Win(Player::Second)),
            _ => Turn::Decision(mover),
        }
    }

    fn legal_moves(&self, state: &State, moves: &mut Vec<bool>) {
        if self.turn(state).player().is_some() {
            moves.extend([false, true]);
        }
    }

    fn play(&self, (cell, mover): &mut State, up: bool) {
        *cell = if up { *cell + 1 } else { *cell - 1 };
        *mover = mover.other();
    }
}

impl Notation for Track {
    fn move_text(&self, _: &State, up: bool) -> String {
        if up { "up" } else { "down" }.to_string()
    }

    fn state_text(&self, (cell, mover): &State) -> String {
        format!("{cell} {mover}")
    }

    fn parse_state(&self, text: &str) -> Result<State, TextError> {
        let all = (0..CELLS).flat_map(|cell| Player::BOTH.map(|mover| (cell, mover)));
        all.into_iter()
            .find(|state| self.state_text(state) == text)
            .ok_or_else(|| TextError::new("a cell and a player"))
    }
}

impl Symmetric for Track {}

impl ThreatHints for Track {}
impl PairingHints for Track {}
impl OrderingHints for Track {}

impl Specialized for Track {
    fn specialists(&self) -> Specialists<Track> {
        Specialists { ranking: Some(|track, _| Some(Box::new(Ranks(track.0)))), ..Specialists::default() }
    }
}

impl Depict for Track {}

impl Playable for Track {
    fn name(&self) -> String {
        "track".to_string()
    }
}

/// The rank is the cell where the first player moves; where the second does the track is turned round.
struct Ranks(Fault);

fn ranked((cell, mover): State) -> Ranked {
    match mover {
        Player::First => Ranked { rank: cell.into(), image: 0 },
        Player::Second => Ranked { rank: (CELLS - 1 - cell).into(), image: 1 },
    }
}

impl Ranking<Track> for Ranks {
    fn stages(&self) -> Vec<Range<u64>> {
        let cells = u64::from(CELLS);
        match self.0 {
            Fault::StagesLeaveAGap => vec![0..4, 5..cells],
            Fault::StagesTooShort => std::iter::once(0..2).collect(),
            Fault::LeadsToLaterStage => vec![0..5, 5..cells],
            _ => std::iter::once(0..cells).collect(),
        }
    }

    fn images(&self) -> usize {
        if self.0 == Fault::NoImages { 0 } else { 2 }
    }

    fn compose(&self, outer: usize, inner: usize) -> usize {
        if self.0 == Fault::NoGroup { outer } else { outer ^ inner }
    }

    fn exchanges(&self, image: usize) -> bool {
        image == 1 && self.0 != Fault::NobodyExchanged
    }

    fn place(&self, state: &State) -> Option<Ranked> {
        let Ranked { rank, image } = ranked(*state);
        match self.0 {
            Fault::NoPlace => None,
            Fault::OtherRank => Some(Ranked { rank: u64::from(CELLS) - 1 - rank, image }),
            Fault::OtherImage => Some(Ranked { rank, image: 1 - image }),
            _ => Some(Ranked { rank, image }),
        }
    }

    fn state(&self, rank: u64) -> Option<State> {
        match self.0 {
            Fault::NoPosition => None,
            Fault::OtherPosition => Some((rank as u8 / 2, Player::First)),
            _ => Some((rank as u8, Player::First)),
        }
    }

    fn mover(&self, _: u64) -> Player {
        if self.0 == Fault::OtherMover { Player::Second } else { Player::First }
    }

    fn moves(&self, rank: u64, children: &mut Vec<Ranked>) -> Option<Spot> {
        let state = (rank as u8, Player::First);
        let turn = Track(self.0).turn(&state);
        if turn.player().is_some() {
            children.extend([rank - 1, rank + 1].map(|cell| ranked((cell as u8, Player::Second))));
            match self.0 {
                Fault::ForgetsMove => _ = children.pop(),
                Fault::AddsMove => children.push(ranked((5, Player::Second))),
                _ => {}
            }
        }
        Some(Spot {
            turn: if self.0 == Fault::OverEarly { Turn::Over(Outcome::Draw) } else { turn },
            fixed: if self.0 == Fault::NotItself { 0 } else { 1 },
        })
    }

    fn before(&self, rank: u64, parents: &mut Vec<Ranked>) {
        let decisions = |cell: &u64| (1..u64::from(CELLS) - 1).contains(cell);
        let cells = [rank.checked_sub(1), Some(rank + 1)].into_iter().flatten().filter(decisions);
        parents.extend(cells.map(|cell| ranked((cell as u8, Player::Second))));
        match self.0 {
            Fault::ForgetsParent => _ = parents.pop(),
            Fault::AddsParent => parents.push(ranked((5, Player::Second))),
            Fault::AddsEnd if rank == 8 => parents.push(ranked((9, Player::Second))),
            _ => {}
        }
    }
}

#[test]
fn ranks_obey_their_law_or_break_it() {
    use Fault::*;
    let broken = [
        StagesLeaveAGap,
        StagesTooShort,
        LeadsToLaterStage,
        NoImages,
        NoGroup,
        NobodyExchanged,
        NoPlace,
        OtherRank,
        OtherImage,
        NoPosition,
        OtherPosition,
        NotItself,
        OtherMover,
        OverEarly,
        ForgetsMove,
        AddsMove,
        ForgetsParent,
        AddsParent,
        AddsEnd,
    ];
    for fault in [Nothing].into_iter().chain(broken) {
        let effort = Effort { games: 30, max_plies: 200, ..Effort::default() };
        let verdict = check(&Track(fault), effort, &mut ChaCha8Rng::seed_from_u64(2), &Run::default());
        for law in &verdict.laws {
            let breaks = fault != Nothing && law.law.starts_with("ranks lead back");
            assert_eq!(law.failed > 0, breaks, "{fault:?}: {law:?}");
        }
        assert!(verdict.laws.iter().any(|law| law.law.starts_with("ranks lead back") && law.checked > 0));
    }
}
