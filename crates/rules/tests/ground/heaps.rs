//! A small game with everything in it, and many ways to be broken.
//!
//! Two heaps of stones; a move takes one or two stones from one of them, and the player who takes the last
//! stone wins. With three stones left, a coin decides the turn.

use std::sync::atomic::{AtomicU32, Ordering};

use plywood_rules::hints::holding::Holding;
use plywood_rules::hints::solver::{ExactSolver, ExactValue};
use plywood_rules::hints::{LastMoves, RootMoves};
use plywood_rules::playable::NamedEvaluation;
use plywood_rules::random::mix;
use plywood_rules::scene::{Grid, LineEnd, Piece, Side, Square};
use plywood_rules::{
    Canonical, Depict, Evaluate, Game, Interrupted, Notation, OrderingHints, Outcome, PairingHints, Playable,
    Player, Proved, ReplyEvaluator, Run, Scene, Specialists, Specialized, Stop, Symmetric, TacticalStatus,
    TextError, ThreatHints, Turn, Value, moves_or_outcomes,
};

/// The fault of the game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Fault {
    Nothing,
    NoMoves,
    SolverKnowsDrawsOnly,
    KeepsToLosses,
    WinsTooSoon,
    KeepsBackwards,
    RepeatedMove,
    OrderChanges,
    ClearsMoves,
    CountsTooMany,
    NthIsAnother,
    ProbabilitiesSumToMore,
    NegativeProbability,
    RepeatedOutcome,
    ClearsOutcomes,
    DeniesChance,
    OutcomesAtTheEnd,
    InfinitePayoff,
    ReadsMovesAtTheEnd,
    AmbiguousMoveText,
    BlankInMoveText,
    ReadsIllegalMoves,
    TextForgetsPlayer,
    TextForgetsAll,
    TextOfTwoLines,
    RefusesOwnText,
    KeyChanges,
    BytesForgetPlayer,
    BytesAreRefused,
    BytesReplaceOthers,
    DamagedBytesReadBadly,
    ChildForgetsTurn,
    MoveDoesNothing,
    MapsBoardNotMove,
    MapChangesTurn,
    MapZeroSwaps,
    CanonicalDoesNothing,
    OrbitAlwaysTwo,
    ExchangeKeepsTurn,
    ExchangeEmptiesHeap,
    ExchangeForgetsPlies,
    ExchangeEnds,
    StageFalls,
    StageEnds,
    EvaluationTooLarge,
    EvaluationIsNoNumber,
    EvaluationChanges,
    PayoffAboveWin,
    NeverEnds,
    BlankInName,
    PlayersCalledAlike,
    EvaluationsCalledAlike,
    SceneWithoutColumns,
    MarkForNoMove,
    ListsNothing,
    ListsBackwards,
    ClearsCandidates,
    ForgetsMoves,
    SaysWins,
    SaysLost,
    ListsQuickLoss,
    WinsNothing,
    WinsAtTheEnd,
    PromisesNoWins,
    ThreatensToLose,
    ThreatensAlways,
    ThreatensUnasked,
    ForgetsDefences,
    DefendsBackwards,
    CodesAlike,
    CodeTooLarge,
    CodeOfAnother,
    TableKeyForgetsPlayer,
    TableKeyIsNotMixed,
    OutcomeKeyForgetsHeap,
    PayoffSoFarIsMadeUp,
    TooFewPlies,
    PayoffTooSmall,
    LastMovesTooGood,
    DeniesDraws,
    MobilityOfOne,
    HoldsWithoutPairs,
    HoldsByMistake,
    AccumulatorForgetsMove,
    TallyIsIgnored,
    GuessForgetsMove,
    PlaceOfTheWorst,
    PromisesTooFew,
}

pub struct Heaps {
    pub start: [u8; 2],
    pub fault: Fault,
    calls: AtomicU32,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct State {
    heaps: [u8; 2],
    player: Player,
    tossing: bool,
    plies: u32,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Move {
    Take { heap: usize, stones: u8 },
    Stay,
    Swap,
}

impl Heaps {
    pub fn new(start: [u8; 2], fault: Fault) -> Heaps {
        Heaps { start, fault, calls: AtomicU32::new(0) }
    }

    fn is(&self, fault: Fault) -> bool {
        self.fault == fault
    }

    /// True if taking the last stone ends the game with a win, as it should.
    fn last_stone_wins(&self) -> bool {
        !matches!(
            self.fault,
            Fault::NeverEnds
                | Fault::InfinitePayoff
                | Fault::PayoffAboveWin
                | Fault::NoMoves
                | Fault::DeniesDraws
        )
    }

    /// Returns true if the opponent takes the last stone at once after this move.
    fn gives_away(&self, state: &State, mv: Move) -> bool {
        let child = self.child(state, mv);
        !child.tossing && self.winning_move(&child).is_some()
    }

    /// Different at every call.
    fn call(&self) -> u32 {
        self.calls.fetch_add(1, Ordering::Relaxed)
    }
}

impl Game for Heaps {
    type State = State;
    type Move = Move;

    fn initial(&self) -> State {
        State { heaps: self.start, player: Player::First, tossing: false, plies: 0 }
    }

    fn turn(&self, state: &State) -> Turn {
        if state.tossing {
            Turn::Chance
        } else if state.heaps != [0, 0] {
            Turn::Decision(state.player)
        } else {
            let winner = state.player.other();
            match self.fault {
                Fault::InfinitePayoff => Turn::Over(Outcome::Payoff(f64::INFINITY)),
                Fault::DeniesDraws => Turn::Over(Outcome::Draw),
                Fault::PayoffAboveWin => Turn::Over(Outcome::Payoff(2.0 * winner.sign())),
                _ => Turn::Over(Outcome::Win(winner)),
            }
        }
    }

    fn legal_moves(&self, state: &State, moves: &mut Vec<Move>) {
        if self.is(Fault::NoMoves) && state.heaps.iter().sum::<u8>() == 1 {
            return;
        }
        if self.is(Fault::ClearsMoves) {
            moves.clear();
        }
        let start = moves.len();
        for heap in 0..2 {
            moves.extend((1..=state.heaps[heap].min(2)).map(|stones| Move::Take { heap, stones }));
        }
        if self.is(Fault::RepeatedMove) {
            moves.push(moves[start]);
        }
        if self.is(Fault::OrderChanges) && self.call() % 2 == 1 {
            moves[start..].reverse();
        }
    }

    fn chance_outcomes(&self, state: &State, outcomes: &mut Vec<(Move, f64)>) {
        if self.is(Fault::ClearsOutcomes) {
            outcomes.clear();
        }
        if state.tossing || (self.is(Fault::OutcomesAtTheEnd) && state.heaps == [0, 0]) {
            let (stay, swap) = match self.fault {
                Fault::ProbabilitiesSumToMore => (0.5, 0.75),
                Fault::NegativeProbability => (1.5, -0.5),
                _ => (0.25, 0.75),
            };
            let second = if self.is(Fault::RepeatedOutcome) { Move::Stay } else { Move::Swap };
            outcomes.extend([(Move::Stay, stay), (second, swap)]);
        }
    }

    fn play(&self, state: &mut State, mv: Move) {
        if self.is(Fault::MoveDoesNothing) && state.heaps == [2, 2] {
            return;
        }
        state.plies += 1;
        match mv {
            Move::Stay => state.tossing = false,
            Move::Swap => (state.tossing, state.player) = (false, state.player.other()),
            Move::Take { heap, stones } => {
                state.heaps[heap] -= stones;
                state.player = state.player.other();
                state.tossing = state.heaps.iter().sum::<u8>() == 3;
                if self.is(Fault::NeverEnds) && state.heaps == [0, 0] {
                    state.heaps = [2, 2];
                }
            }
        }
    }

    fn child(&self, state: &State, mv: Move) -> State {
        let mut child = *state;
        self.play(&mut child, mv);
        if self.is(Fault::ChildForgetsTurn) {
            child.player = state.player;
        }
        child
    }

    fn key(&self, state: &State) -> u64 {
        let [a, b] = state.heaps.map(u64::from);
        let rest = u64::from(state.tossing) << 1 | state.player.index() as u64;
        let plies = if self.is(Fault::KeyChanges) { self.call() } else { state.plies };
        u64::from(plies) << 32 | a << 16 | b << 8 | rest
    }

    fn count_moves(&self, state: &State) -> usize {
        moves_or_outcomes(self, state).len() + usize::from(self.is(Fault::CountsTooMany))
    }

    fn nth_move(&self, state: &State, n: usize) -> Move {
        let moves = moves_or_outcomes(self, state);
        if self.is(Fault::NthIsAnother) { moves[moves.len() - 1 - n] } else { moves[n] }
    }

    fn stage(&self, state: &State) -> Option<u32> {
        match self.fault {
            Fault::StageFalls => Some(100 - state.plies),
            Fault::StageEnds => (state.plies < 2).then_some(state.plies),
            _ => Some(state.plies),
        }
    }
}

impl Notation for Heaps {
    fn move_text(&self, _: &State, mv: Move) -> String {
        match mv {
            Move::Take { stones, .. } if self.is(Fault::AmbiguousMoveText) => stones.to_string(),
            Move::Take { heap, stones } if self.is(Fault::BlankInMoveText) => format!("{stones} from {heap}"),
            Move::Take { heap, stones } => format!("{stones}@{heap}"),
            Move::Stay => "stay".to_string(),
            Move::Swap => "swap".to_string(),
        }
    }

    fn parse_move(&self, state: &State, text: &str) -> Result<Move, TextError> {
        let over = matches!(self.turn(state), Turn::Over(_));
        if (self.is(Fault::ReadsIllegalMoves) && !over) || (self.is(Fault::ReadsMovesAtTheEnd) && over) {
            for heap in 0..2 {
                for stones in 1..=2 {
                    let mv = Move::Take { heap, stones };
                    if self.move_text(state, mv) == text {
                        return Ok(mv);
                    }
                }
            }
        }
        let moves = moves_or_outcomes(self, state);
        let found = moves.into_iter().find(|&mv| self.move_text(state, mv) == text);
        found.ok_or_else(|| TextError::new("no such move"))
    }

    fn state_text(&self, state: &State) -> String {
        let [a, b] = state.heaps;
        let tossing = if state.tossing { "toss" } else { "move" };
        match self.fault {
            Fault::TextForgetsAll => "heaps".to_string(),
            Fault::TextForgetsPlayer => format!("{a} {b} first {tossing} {}", state.plies),
            Fault::TextOfTwoLines => format!("{a} {b}\n{} {tossing} {}", state.player, state.plies),
            _ => format!("{a} {b} {} {tossing} {}", state.player, state.plies),
        }
    }

    fn parse_state(&self, text: &str) -> Result<State, TextError> {
        let words: Vec<&str> = text.split_whitespace().collect();
        let refuse = || TextError::new("not a position");
        let [a, b, player, tossing, plies] = words[..] else { return Err(refuse()) };
        if self.is(Fault::RefusesOwnText) && tossing == "toss" {
            return Err(refuse());
        }
        let number = |word: &str| word.parse::<u8>().map_err(|_| refuse());
        let player = Player::BOTH.into_iter().find(|p| p.to_string() == player).ok_or_else(refuse)?;
        let plies = number(plies)?.into();
        Ok(State { heaps: [number(a)?, number(b)?], player, tossing: tossing == "toss", plies })
    }

    fn pack(&self, state: &State, bytes: &mut Vec<u8>) {
        if self.is(Fault::BytesReplaceOthers) {
            bytes.clear();
        }
        let [a, b] = state.heaps;
        let player = if self.is(Fault::BytesForgetPlayer) { Player::First } else { state.player };
        let flags = 2 * player.index() as u8 + u8::from(state.tossing);
        bytes.extend_from_slice(&[a, b, flags, state.plies as u8]);
    }

    fn unpack(&self, bytes: &[u8]) -> Result<State, TextError> {
        let &[a, b, flags, plies] = bytes else { return Err(TextError::new("not four bytes")) };
        if flags > 3 || (self.is(Fault::BytesAreRefused) && flags % 2 == 1) {
            return Err(TextError::new("not the flags of a position"));
        }
        // Where a heap is too large the player becomes another each time that it is read.
        let turned = self.is(Fault::DamagedBytesReadBadly) && a > 100;
        let player = Player::BOTH[usize::from((flags >= 2) != turned)];
        Ok(State { heaps: [a, b], player, tossing: flags % 2 == 1, plies: plies.into() })
    }
}

impl Symmetric for Heaps {
    fn symmetries(&self) -> usize {
        2
    }

    fn map_state(&self, state: &State, map: usize) -> State {
        let mut image = *state;
        if (map == 1) != self.is(Fault::MapZeroSwaps) {
            image.heaps.reverse();
            if self.is(Fault::MapChangesTurn) {
                image.player = image.player.other();
            }
        }
        image
    }

    fn map_move(&self, mv: Move, map: usize) -> Move {
        match mv {
            Move::Take { heap, stones } if map == 1 && !self.is(Fault::MapsBoardNotMove) => {
                Move::Take { heap: 1 - heap, stones }
            }
            mv => mv,
        }
    }

    fn exchanged(&self, state: &State) -> Option<State> {
        let mut image = State { player: state.player.other(), ..*state };
        match self.fault {
            Fault::ExchangeKeepsTurn => image.player = state.player,
            Fault::ExchangeEmptiesHeap => image.heaps[0] = 0,
            Fault::ExchangeForgetsPlies => image.plies = 0,
            Fault::ExchangeEnds if state.plies == 2 => return None,
            _ => {}
        }
        Some(image)
    }

    fn canonical(&self, state: &State) -> Canonical<State> {
        let image = self.map_state(state, 1);
        let least = image < *state && !self.is(Fault::CanonicalDoesNothing);
        let alone = state.heaps[0] == state.heaps[1] && !self.is(Fault::OrbitAlwaysTwo);
        Canonical {
            state: if least { image } else { *state },
            map: usize::from(least),
            orbit: if alone { 1 } else { 2 },
        }
    }
}

impl ThreatHints for Heaps {
    fn candidates(&self, state: &State, moves: &mut Vec<Move>) -> TacticalStatus {
        if self.is(Fault::ClearsCandidates) {
            moves.clear();
        }
        let mut all = Vec::new();
        self.legal_moves(state, &mut all);
        if let Some(mv) = self.winning_move(state) {
            moves.push(mv);
            return TacticalStatus::Wins;
        }
        let good: Vec<Move> = all.iter().copied().filter(|&mv| !self.gives_away(state, mv)).collect();
        match self.fault {
            Fault::SaysWins => moves.push(all[0]),
            Fault::SaysLost => moves.push(good.first().copied().unwrap_or(all[0])),
            Fault::ListsNothing => {}
            Fault::ListsBackwards => moves.extend(all.into_iter().rev()),
            Fault::ForgetsMoves => {
                moves.extend(good.iter().take(1).chain(all.iter().take(usize::from(good.is_empty()))))
            }
            Fault::ListsQuickLoss if good.is_empty() => moves.extend(all),
            _ if good.is_empty() => moves.push(all[0]),
            Fault::PromisesNoWins => moves.extend(all),
            _ => moves.extend(&good),
        }
        match self.fault {
            Fault::SaysWins => TacticalStatus::Wins,
            Fault::SaysLost => TacticalStatus::Lost,
            Fault::ListsNothing | Fault::ListsBackwards | Fault::ForgetsMoves => TacticalStatus::Open,
            _ if good.is_empty() => TacticalStatus::Lost,
            _ => TacticalStatus::Open,
        }
    }

    fn winning_move(&self, state: &State) -> Option<Move> {
        if self.is(Fault::WinsAtTheEnd) && state.heaps == [0, 0] {
            return Some(Move::Take { heap: 0, stones: 1 });
        }
        let most = if self.is(Fault::WinsNothing) { 3 } else { 2 };
        let take = |heap: usize| {
            let (stones, other) = (state.heaps[heap], state.heaps[1 - heap]);
            let last = other == 0 && (1..=most).contains(&stones);
            (last && self.last_stone_wins() && !state.tossing)
                .then_some(Move::Take { heap, stones: stones.min(2) })
        };
        (0..2).find_map(take)
    }

    fn leaves_no_winning_move(&self, _: &State) -> bool {
        matches!(self.fault, Fault::Nothing | Fault::PromisesNoWins)
    }

    /// Stones that can be taken at once are left to the opponent: there are no threats.
    fn threats(&self, state: &State, moves: &mut Vec<Move>) -> bool {
        match self.fault {
            Fault::ThreatensToLose => {
                let mut all = Vec::new();
                self.legal_moves(state, &mut all);
                moves.extend(all.into_iter().filter(|&mv| self.gives_away(state, mv)));
            }
            Fault::ThreatensAlways | Fault::ThreatensUnasked => {
                let start = moves.len();
                self.candidates(state, moves);
                let tossed = |mv: &Move| self.child(state, *mv).tossing;
                let quiet: Vec<Move> = moves.drain(start..).filter(|mv| !tossed(mv)).collect();
                moves.extend(quiet);
            }
            _ => {}
        }
        !self.is(Fault::ThreatensUnasked)
    }
}

impl PairingHints for Heaps {
    fn has_draws(&self) -> bool {
        false
    }

    fn payoff_bounds(&self, _: &State) -> (f64, f64) {
        let most = if self.is(Fault::PayoffTooSmall) { 1.0 } else { f64::INFINITY };
        (f64::NEG_INFINITY, most)
    }

    fn pairs_hold(&self, _: &State, _: Player, pairs: &[(Move, Move)]) -> bool {
        self.is(Fault::HoldsWithoutPairs) && pairs.is_empty()
    }
}

impl OrderingHints for Heaps {
    fn move_codes(&self) -> usize {
        6
    }

    fn move_code(&self, mv: Move) -> usize {
        match mv {
            Move::Take { stones, .. } if self.is(Fault::CodesAlike) => usize::from(stones),
            Move::Take { heap, stones } => 2 * heap + usize::from(stones) - 1,
            Move::Stay => 4,
            Move::Swap if self.is(Fault::CodeTooLarge) => 6,
            Move::Swap => 5,
        }
    }

    fn move_of_code(&self, state: &State, code: usize) -> Option<Move> {
        let moves = match self.turn(state) {
            Turn::Decision(_) => moves_or_outcomes(self, state),
            Turn::Chance | Turn::Over(_) => Vec::new(),
        };
        let code = if self.is(Fault::CodeOfAnother) { code / 2 } else { code };
        let mut of_code = moves.into_iter().filter(|&mv| self.move_code(mv) == code);
        of_code.next().filter(|_| of_code.next().is_none())
    }

    /// Heaps may change places.
    fn table_key(&self, state: &State) -> u64 {
        let mut state = *state;
        state.heaps.sort_unstable();
        if self.is(Fault::TableKeyForgetsPlayer) {
            state.player = Player::First;
        }
        let key = self.key(&state);
        if self.is(Fault::TableKeyIsNotMixed) { key } else { mix(key) }
    }

    fn outcome_key(&self, state: &State) -> u64 {
        let heaps = [state.heaps[0], 0];
        if self.is(Fault::OutcomeKeyForgetsHeap) {
            mix(self.key(&State { heaps, ..*state }))
        } else {
            self.table_key(state)
        }
    }

    fn payoff_so_far(&self, state: &State) -> f64 {
        if self.is(Fault::PayoffSoFarIsMadeUp) { state.heaps[0].into() } else { 0.0 }
    }

    /// A ply a stone, and one for the coin if it is still to be tossed.
    fn plies_left(&self, state: &State) -> Option<u32> {
        let stones = u32::from(state.heaps.iter().sum::<u8>());
        Some(match self.fault {
            Fault::TooFewPlies => stones / 2,
            _ => stones + u32::from(stones > 3 || state.tossing),
        })
    }

    fn mobility(&self, state: &State, player: Player) -> Option<u32> {
        let moves = state.heaps.iter().map(|&stones| u32::from(stones.min(2))).sum::<u32>();
        Some(moves + u32::from(self.is(Fault::MobilityOfOne) && player == Player::Second))
    }
}

impl Heaps {
    fn defences(&self, state: &State, _: usize, moves: &mut Vec<Move>) {
        let mut all = Vec::new();
        self.legal_moves(state, &mut all);
        match self.fault {
            Fault::ForgetsDefences => all.truncate(1),
            Fault::DefendsBackwards => all.reverse(),
            _ => {}
        }
        moves.extend(all);
    }
}

impl Heaps {
    /// The moves that take the last stone, if there are any, or, with the fault, those that do not.
    fn root_moves(&self, state: &State, _: u64, _: &Stop) -> Option<RootMoves<Move>> {
        let mut moves = Vec::new();
        self.legal_moves(state, &mut moves);
        let wins = |mv: &Move| self.turn(&self.child(state, *mv)) == Turn::Over(Outcome::Win(state.player));
        match self.fault {
            Fault::KeepsToLosses if moves.iter().any(wins) => {
                moves.retain(|mv| !wins(mv));
                Some(RootMoves { moves, wins: None })
            }
            Fault::WinsTooSoon => Some(RootMoves { moves, wins: Some(1) }),
            Fault::KeepsBackwards => {
                moves.reverse();
                Some(RootMoves { moves, wins: None })
            }
            _ => {
                moves.retain(wins);
                (!moves.is_empty()).then_some(RootMoves { moves, wins: Some(1) })
            }
        }
    }
}

impl Specialized for Heaps {
    fn specialists(&self) -> Specialists<Self> {
        let last_moves =
            LastMoves { bound: |_, _, level| Some((level + 1.0, 1)), scores: |_, _, _, _| false };
        Specialists {
            defences: Some(Heaps::defences),
            solver: self.is(Fault::SolverKnowsDrawsOnly).then_some(|_, _, _| Box::new(Mistaken)),
            holding: self.is(Fault::HoldsByMistake).then_some(|_, _, _| Some(Box::new(Mistaken))),
            root_moves: Some(Heaps::root_moves),
            last_moves: self.is(Fault::LastMovesTooGood).then_some(last_moves),
            ..Specialists::default()
        }
    }
}

/// A search that finds that everybody holds, by any move.
struct Mistaken;

impl ExactSolver<Heaps> for Mistaken {
    fn solve(&self, _: &State, _: &Run<'_, ExactValue>) -> ExactValue {
        ExactValue { value: Some(Value::Proved(Proved::Draw)), exact_plies: true, nodes: 1 }
    }

    fn is_at_most(&self, _: &State, value: Value, _: u64, _: &Run<'_, u64>) -> (Option<bool>, u64) {
        (Some(Value::Proved(Proved::Draw).compare(&value).is_le()), 1)
    }
}

impl Holding<Heaps> for Mistaken {
    fn holds(&mut self, _: &State, _: &Run<'_, u64>) -> Result<bool, Interrupted> {
        Ok(true)
    }

    fn holding_move(&mut self, state: &State, _: &Run<'_, u64>) -> Result<Option<Move>, Interrupted> {
        let taken = if state.heaps[0] > 0 {
            Move::Take { heap: 0, stones: 1 }
        } else {
            Move::Take { heap: 1, stones: 1 }
        };
        Ok(Some(taken))
    }
}

impl Depict for Heaps {
    fn scene(&self, state: &State) -> Scene {
        let most = self.start.into_iter().max().unwrap_or(0).max(2);
        let row = |heap: usize| {
            (0..most).map(move |i| {
                if i < state.heaps[heap] { Square::Taken(Piece::Neutral, 'o') } else { Square::Free }
            })
        };
        let may_take = |heap: &usize| matches!(self.turn(state), Turn::Decision(_)) && state.heaps[*heap] > 0;
        let mark = |heap| LineEnd {
            side: Side::Right,
            line: heap,
            mv: if self.is(Fault::MarkForNoMove) { "3@0".to_string() } else { format!("1@{heap}") },
        };
        let columns = if self.is(Fault::SceneWithoutColumns) { 0 } else { most };
        let ends: Vec<LineEnd> = match self.fault {
            Fault::AmbiguousMoveText | Fault::BlankInMoveText | Fault::NoMoves => Vec::new(),
            _ => (0..2).filter(may_take).map(mark).collect(),
        };
        let grid = Grid {
            title: String::new(),
            columns: (0..columns).map(|n| n.to_string()).collect(),
            rows: vec!["0".to_string(), "1".to_string()],
            squares: (0..2).map(|heap| row(heap).collect()).collect(),
            highlights: vec![(1, 1)],
            ends,
        };
        Scene { grids: vec![grid], ..Scene::default() }
    }

    fn player_names(&self) -> [&'static str; 2] {
        if self.is(Fault::PlayersCalledAlike) { ["one", "one"] } else { ["one", "two"] }
    }
}

/// Guesses that more stones are better, which is not the point here.
struct Stones;

impl Evaluate<Heaps> for Stones {
    fn evaluate(&self, game: &Heaps, state: &State) -> f64 {
        match game.fault {
            Fault::EvaluationTooLarge => -1.0,
            Fault::EvaluationIsNoNumber => f64::NAN,
            Fault::EvaluationChanges => f64::from(game.call() % 2) / 2.0,
            _ => self.accumulator(game, state) as f64 / 100.0,
        }
    }

    fn accumulator(&self, _: &Heaps, state: &State) -> i64 {
        i64::from(state.heaps[0] + state.heaps[1])
    }

    fn accumulator_after(&self, game: &Heaps, _: &State, accumulator: i64, mv: Move, _: &State) -> i64 {
        match mv {
            Move::Take { .. } if game.is(Fault::AccumulatorForgetsMove) => accumulator,
            Move::Take { stones, .. } => accumulator - i64::from(stones),
            Move::Stay | Move::Swap => accumulator,
        }
    }

    fn evaluate_accumulated(&self, game: &Heaps, state: &State, accumulator: i64) -> f64 {
        match game.fault {
            Fault::TallyIsIgnored => 0.0,
            Fault::EvaluationTooLarge => self.evaluate(game, state),
            _ => accumulator as f64 / 100.0,
        }
    }

    fn reply_evaluator(&self, _: &Heaps) -> Option<Box<dyn ReplyEvaluator<Heaps> + Send>> {
        Some(Box::new(StonesAfter))
    }

    fn win_worth(&self, _: &Heaps) -> f64 {
        1.0
    }
}

/// The evaluation after all replies that take stones.
struct StonesAfter;

impl ReplyEvaluator<Heaps> for StonesAfter {
    fn best(
        &mut self,
        game: &Heaps,
        state: &State,
        accumulator: i64,
        moves: &[Move],
        _: f64,
    ) -> Option<(f64, usize)> {
        let sign = game.turn(state).player()?.sign();
        let worth = |&mv: &Move| {
            let Move::Take { stones, .. } = mv else { return None };
            let left = match game.fault {
                Fault::GuessForgetsMove => accumulator,
                Fault::Nothing | Fault::PlaceOfTheWorst | Fault::PromisesTooFew => {
                    accumulator - i64::from(stones)
                }
                _ => return None,
            };
            Some(left as f64 / 100.0 * sign)
        };
        let worths: Vec<f64> = moves.iter().map(worth).collect::<Option<_>>()?;
        let most = worths.iter().copied().max_by(f64::total_cmp)?;
        let last = worths.len() - 1;
        let place =
            if game.is(Fault::PlaceOfTheWorst) { last } else { worths.iter().position(|&w| w == most)? };
        Some((most, place))
    }

    fn ordering_scores(&mut self, game: &Heaps, _: &State, moves: &[Move], ordering_scores: &mut Vec<i32>) {
        let forgotten = usize::from(game.is(Fault::PromisesTooFew));
        ordering_scores.extend(moves.iter().skip(forgotten).map(|_| 0));
    }
}

impl Playable for Heaps {
    fn name(&self) -> String {
        if self.is(Fault::BlankInName) { "two heaps".to_string() } else { "heaps".to_string() }
    }

    fn evaluations(&self) -> Vec<NamedEvaluation<Heaps>> {
        let stones =
            || NamedEvaluation { name: "stones", about: "Counts stones.", evaluation: Box::new(Stones) };
        if self.is(Fault::EvaluationsCalledAlike) { vec![stones(), stones()] } else { vec![stones()] }
    }

    fn has_chance(&self) -> bool {
        !self.is(Fault::DeniesChance)
    }
}
