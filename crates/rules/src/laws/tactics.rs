//! The laws about the hints of a game ([`Tactics`](crate::Tactics)) and about accumulators. Hints are compared
//! with the results of trying the moves.

use super::checker::{
    ACCUMULATOR, CANDIDATES, CODES, Checker, DEFENCES, HOLDING, MOBILITY, OUTCOME_KEY, PAYOFF_BOUNDS,
    PLIES_LEFT, TABLE_KEY, THREATS, WINNING,
};
use super::subject::{CheckedGame, Move, State, shown};
use crate::{Outcome, Player, TacticalStatus, Turn};

/// The greatest number of moves that are tried at a position: the replies to all of them would be too many on a
/// large board. The selection does not use the random numbers, so the games played do not depend on these laws.
const MOST_MOVES: usize = 24;

/// The same where each of them costs an evaluation made afresh, or all answers to all replies.
pub(super) const FEW_MOVES: usize = 8;

/// The greatest number of table keys that are stored.
const MOST_KEYS: usize = 20_000;

/// The number of positions tried to refute a claim that a player cannot lose, and their depth.
pub(super) const HOLDING_TRIES: u32 = 400;
pub(super) const HOLDING_PLIES: u32 = 5;

/// The number of positions tried for the value of a position that shares its outcome key, or has few moves left.
const VALUE_TRIES: u32 = 500;

/// The fewest threats or keys from which statistics mean anything.
const ENOUGH: usize = 64;

/// Positions that a game's own search may visit to find whether a player holds.
const HELD_WITHIN: u64 = 1000;

/// An evaluation with its accumulator along one game.
#[derive(Clone, Copy)]
struct Carried {
    /// The number of the evaluation, and its name.
    of: usize,
    name: &'static str,
    /// Of the position reached.
    accumulator: i64,
    /// True if it evaluates replies.
    has_replies: bool,
}

impl Carried {
    /// The same after the move.
    fn after(self, game: &dyn CheckedGame, before: &State, mv: Move, after: &State) -> Carried {
        let accumulator = game.accumulator_after(self.of, before, self.accumulator, mv, after);
        Carried { accumulator, ..self }
    }
}

/// State carried along one game.
pub(super) struct Along {
    evaluations: Vec<Carried>,
    ply: u32,
    /// The latest ply at which the game is over, by all bounds so far.
    end: Option<u32>,
    /// The possible payoffs, by all bounds so far.
    payoffs: (f64, f64),
}

impl Along {
    pub(super) fn new(game: &dyn CheckedGame, state: &State) -> Along {
        let carried = |(of, (name, has_replies))| Carried {
            of,
            name,
            accumulator: game.accumulator(of, state),
            has_replies,
        };
        let named = game.evaluations().into_iter().zip(game.renew_reply_evaluators());
        let evaluations = named.enumerate().map(carried).collect();
        Along { evaluations, ply: 0, end: None, payoffs: (f64::NEG_INFINITY, f64::INFINITY) }
    }
}

/// The result of a move, as seen within two plies.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Fate {
    Wins,
    LosesAtOnce,
    /// The opponent decides next and can win at once.
    LosesNext,
    Open,
}

fn fate(game: &dyn CheckedGame, state: &State, mover: Player, mv: Move) -> Fate {
    let child = game.child(state, mv);
    match game.turn(&child) {
        Turn::Over(Outcome::Win(winner)) if winner == mover => Fate::Wins,
        Turn::Over(Outcome::Win(_)) => Fate::LosesAtOnce,
        Turn::Decision(next) if next != mover && wins_at_once(game, &child, next) => Fate::LosesNext,
        Turn::Decision(_) | Turn::Chance | Turn::Over(_) => Fate::Open,
    }
}

/// True if `player`, who decides in `state`, has a move that wins.
fn wins_at_once(game: &dyn CheckedGame, state: &State, player: Player) -> bool {
    let wins = |mv| game.turn(&game.child(state, mv)) == Turn::Over(Outcome::Win(player));
    game.moves_or_outcomes(state).into_iter().any(wins)
}

/// True if a win for `attacker` is found within `plies`. False once `tries` is used up.
pub(super) fn beats(
    game: &dyn CheckedGame,
    state: &State,
    attacker: Player,
    plies: u32,
    tries: &mut u32,
) -> bool {
    let turn = game.turn(state);
    if let Turn::Over(outcome) = turn {
        return outcome == Outcome::Win(attacker);
    }
    if plies == 0 || *tries == 0 || turn == Turn::Chance {
        return false;
    }
    *tries -= 1;
    let attacks = turn == Turn::Decision(attacker);
    let mut wins = |mv| beats(game, &game.child(state, mv), attacker, plies - 1, tries);
    let mut moves = game.moves_or_outcomes(state).into_iter();
    if attacks { moves.any(&mut wins) } else { moves.all(&mut wins) }
}

/// The payoff with which the game ends under best play, from the first player's point of view, a win by the plies it
/// takes. `None` if chance decides, or once `tries` is used up.
fn payoff(game: &dyn CheckedGame, state: &State, ply: u32, tries: &mut u32) -> Option<f64> {
    let player = match game.turn(state) {
        Turn::Over(Outcome::Win(winner)) => return Some(winner.sign() * (f64::MAX / f64::from(ply + 2))),
        Turn::Over(Outcome::Draw) => return Some(0.0),
        Turn::Over(Outcome::Payoff(points)) => return Some(points),
        Turn::Chance => return None,
        Turn::Decision(player) => player,
    };
    *tries = tries.checked_sub(1)?;
    let mut best = f64::NEG_INFINITY;
    for mv in game.moves_or_outcomes(state) {
        best = best.max(payoff(game, &game.child(state, mv), ply + 1, tries)? * player.sign());
    }
    Some(best * player.sign())
}

/// At most `most` of these, beginning with one that `number` chooses.
pub(super) fn some_of<T: Copy>(all: &[T], most: usize, number: u64) -> impl Iterator<Item = T> {
    let stride = all.len().div_ceil(most).max(1);
    all.iter().copied().skip(number as usize % stride).step_by(stride)
}

impl Checker<'_> {
    /// The laws about hints that apply to `state` before its `moves` are tried.
    pub(super) fn tactics(&mut self, state: &State, moves: &[Move]) {
        let game = self.game;
        let open = self.candidates(state, moves);
        self.winning_move(state, moves);
        if let Some(candidates) = open {
            self.threats(state, &candidates);
        }
        self.defences(state, moves);
        self.codes(state, moves);
        self.mobility(state, moves);
        self.holding(state);
        self.pairs(state);
        self.table_key(state);
        self.outcome_key(state);
        self.last_moves(state);
        // An accumulator has to be right as well for a state that was read from text.
        let text = game.state_text(state);
        if let Ok(read) = game.parse_state(&text)
            && read == *state
        {
            self.candidates(&read, moves);
            let same = game.table_key(&read) == game.table_key(state);
            self.expect(TABLE_KEY, same, || format!("'{text}' has another table key when it is read"));
        }
        if let maps @ 2.. = game.symmetries() {
            let map = 1 + self.laws[CANDIDATES].checked as usize % (maps - 1);
            let image = game.map_state(state, map);
            self.candidates(&image, &game.moves_or_outcomes(&image));
        }
    }

    /// Checks the candidates of a decision and returns them if nothing is decided.
    fn candidates(&mut self, state: &State, moves: &[Move]) -> Option<Vec<Move>> {
        let game = self.game;
        let Turn::Decision(mover) = game.turn(state) else { return None };
        let at = self.at(state);
        let mut listed = Vec::new();
        let status = game.candidates(state, &mut listed);
        let mut twice = listed.clone();
        let again = game.candidates(state, &mut twice);
        let mut rest = moves.iter();
        let good = again == status
            && twice == [&listed[..], &listed[..]].concat()
            && listed.iter().all(|mv| rest.any(|legal| legal == mv))
            && if status == TacticalStatus::Open { !listed.is_empty() } else { listed.len() == 1 };
        if !self.expect(CANDIDATES, good, || {
            let [listed, moves, twice] = [&listed, moves, &twice].map(|moves| shown(game, moves));
            format!("{at}: {status:?} {listed:?} of {moves:?}, appended to itself: {again:?} {twice:?}")
        }) {
            return None;
        }
        let others: Vec<Move> = moves.iter().copied().filter(|mv| !listed.contains(mv)).collect();
        let tried = some_of(&others, MOST_MOVES, self.laws[CANDIDATES].checked);
        let shown = match status {
            TacticalStatus::Wins => Some((listed[0], &[Fate::Wins][..])),
            TacticalStatus::Lost => Some((listed[0], &[Fate::LosesNext][..])),
            TacticalStatus::Open => None,
        };
        // Moves beside a winning one are not restricted.
        let left_out = tried.filter(|_| status != TacticalStatus::Wins);
        let left_out = left_out.map(|mv| (mv, &[Fate::LosesAtOnce, Fate::LosesNext][..]));
        for (mv, expected) in shown.into_iter().chain(left_out) {
            let fate = fate(game, state, mover, mv);
            self.expect(CANDIDATES, expected.contains(&fate), || {
                format!("{at}: {status:?}, but {} is {fate:?}", game.move_text(state, mv))
            });
        }
        if status == TacticalStatus::Open && game.leaves_no_winning_move(state) {
            for mv in some_of(&listed, MOST_MOVES, self.laws[WINNING].checked) {
                let seen = game.winning_move(&game.child(state, mv));
                self.expect(WINNING, seen.is_none(), || {
                    let (mv, seen) = (game.move_text(state, mv), seen.map(|mv| game.shown(mv)));
                    format!("{at}: {mv} leaves {seen:?}, and was said to leave none")
                });
            }
        }
        (status == TacticalStatus::Open).then_some(listed)
    }

    fn winning_move(&mut self, state: &State, moves: &[Move]) {
        let (game, at) = (self.game, self.at(state));
        if let Turn::Decision(mover) = game.turn(state) {
            let (said, shown) = (game.wins_at_once(state), wins_at_once(game, state, mover));
            self.expect(WINNING, said == shown, || format!("{at}: wins at once: {shown}, said: {said}"));
        }
        let Some(mv) = game.winning_move(state) else { return self.holds(WINNING) };
        let wins = |mover| fate(game, state, mover, mv) == Fate::Wins;
        let good = game.turn(state).player().is_some_and(|mover| moves.contains(&mv) && wins(mover));
        self.expect(WINNING, good, || format!("{at}: {:?} does not win", game.shown(mv)));
    }

    fn threats(&mut self, state: &State, candidates: &[Move]) {
        let game = self.game;
        let Turn::Decision(mover) = game.turn(state) else { return };
        let at = self.at(state);
        let mut threats = Vec::new();
        let looks = game.threats(state, &mut threats);
        let mut twice = threats.clone();
        let again = game.threats(state, &mut twice);
        let answered = |&mv: &Move| game.turn(&game.child(state, mv)) == Turn::Decision(mover.other());
        let good = (looks || threats.is_empty())
            && again == looks
            && twice == [&threats[..], &threats[..]].concat()
            && threats
                .iter()
                .enumerate()
                .all(|(i, mv)| !threats[..i].contains(mv) && candidates.contains(mv))
            && threats.iter().all(answered);
        if !self.expect(THREATS, good, || {
            let [threats, candidates, twice] = [&threats, candidates, &twice].map(|moves| shown(game, moves));
            format!("{at}: {looks} {threats:?} of {candidates:?}, appended to itself: {again} {twice:?}")
        }) {
            return;
        }
        for mv in some_of(&threats, 1, self.laws[THREATS].checked) {
            let child = game.child(state, mv);
            let replies = game.moves_or_outcomes(&child);
            if replies.len() > 1 {
                let mut tried = some_of(&replies, FEW_MOVES, self.laws[THREATS].checked);
                let loses = tried.any(|reply| fate(game, &child, mover.other(), reply) == Fate::LosesNext);
                self.known.threats[0] += 1;
                self.known.threats[1] += usize::from(loses);
            }
        }
    }

    /// Asks about the move that would win after some move, and about some other codes.
    fn defences(&mut self, state: &State, moves: &[Move]) {
        let game = self.game;
        let Turn::Decision(mover) = game.turn(state) else { return };
        let at = self.at(state);
        let wins_with = |mv: Move, code: usize| {
            let child = game.child(state, mv);
            let answer = game.move_of_code(&child, code).map(|answer| game.child(&child, answer));
            game.turn(&child) == Turn::Decision(mover.other())
                && answer.is_some_and(|end| game.turn(&end) == Turn::Over(Outcome::Win(mover.other())))
        };
        let number = self.laws[DEFENCES].checked;
        let after = some_of(moves, 1, number).map(|mv| game.child(state, mv));
        let winning = after.filter_map(|child| game.winning_move(&child)).map(|mv| game.move_code(mv));
        let codes: Vec<usize> = (0..=game.move_codes()).collect();
        for threat in winning.chain(some_of(&codes, FEW_MOVES, number)) {
            let Some(listed) = game.defences(state, threat) else { return };
            let mut rest = moves.iter();
            let in_order = listed.iter().all(|mv| rest.any(|legal| legal == mv));
            let others: Vec<Move> = moves.iter().copied().filter(|mv| !listed.contains(mv)).collect();
            let missed = some_of(&others, FEW_MOVES, number).find(|&mv| !wins_with(mv, threat));
            self.expect(DEFENCES, in_order && missed.is_none(), || {
                let missed = missed.map(|mv| game.move_text(state, mv));
                format!("{at}: against {threat} {:?} are listed, {missed:?} is not", shown(game, &listed))
            });
        }
    }

    fn codes(&mut self, state: &State, moves: &[Move]) {
        let game = self.game;
        let (most, at) = (game.move_codes(), self.at(state));
        let mut codes: Vec<usize> = moves.iter().map(|&mv| game.move_code(mv)).collect();
        codes.sort_unstable();
        let decision = game.turn(state).player().is_some();
        let different = !decision || most <= 1 || codes.windows(2).all(|pair| pair[0] < pair[1]);
        self.expect(CODES, different && codes.last().is_none_or(|&code| code < most), || {
            format!("{at}: the codes are {codes:?}, to be less than {most}")
        });
        self.moves_of_codes(state, moves, &codes);
    }

    /// Checks that a code leads back to the one move that has it; if there are many codes, only some are
    /// checked.
    fn moves_of_codes(&mut self, state: &State, moves: &[Move], codes: &[usize]) {
        let (game, at) = (self.game, self.at(state));
        let decision = game.turn(state).player().is_some();
        let all: Vec<usize> = (0..=game.move_codes()).chain([usize::MAX]).collect();
        let of_moves = some_of(codes, MOST_MOVES, self.laws[CODES].checked);
        let asked: Vec<usize> = some_of(&all, MOST_MOVES, self.laws[CODES].checked).chain(of_moves).collect();
        for code in asked {
            let mut having = moves.iter().copied().filter(|&mv| decision && game.move_code(mv) == code);
            let expected = having.next().filter(|_| having.next().is_none());
            let found = game.move_of_code(state, code);
            self.expect(CODES, found == expected, || {
                let [expected, found] = [expected, found].map(|mv| mv.map(|mv| game.shown(mv)));
                format!("{at}: code {code} is that of {expected:?}, and leads to {found:?}")
            });
        }
    }

    fn mobility(&mut self, state: &State, moves: &[Move]) {
        let game = self.game;
        let at = self.at(state);
        if let Turn::Decision(mover) = game.turn(state) {
            let count = game.mobility(state, mover);
            self.expect(MOBILITY, count.is_none_or(|count| count as usize == moves.len()), || {
                format!("{at}: {count:?} moves counted, {} listed", moves.len())
            });
        }
        if let Some(exchanged) = game.exchanged(state) {
            for player in Player::BOTH {
                let counts = (game.mobility(state, player), game.mobility(&exchanged, player.other()));
                self.expect(MOBILITY, counts.0 == counts.1, || {
                    format!(
                        "{at}: {player} has {:?}, and when the players are exchanged {:?}",
                        counts.0, counts.1
                    )
                });
            }
        }
    }

    fn holding(&mut self, state: &State) {
        let (game, at) = (self.game, self.at(state));
        for player in Player::BOTH {
            let attacker = player.other();
            let sure = !game.can_win(state, attacker);
            let held = game.cannot_lose(state, player) || !sure && game.holds(state, player, HELD_WITHIN);
            if held || sure {
                let beaten = beats(game, state, attacker, HOLDING_PLIES, &mut { HOLDING_TRIES });
                self.expect(HOLDING, held && !beaten, || {
                    format!("{at}: whether {player} can hold: {held}, whether {attacker} wins: {beaten}")
                });
            }
        }
    }

    fn table_key(&mut self, state: &State) {
        let game = self.game;
        let key = game.table_key(state);
        let Some(other) = self.known.keys.get(&key).cloned() else {
            if self.known.keys.len() < MOST_KEYS {
                self.known.keys.insert(key, state.clone());
                self.known.bits.iter_mut().enumerate().for_each(|(i, bit)| *bit += (key >> i & 1) as usize);
            }
            return self.holds(TABLE_KEY);
        };
        let same = other == *state || game.canonical(&other).state == game.canonical(state).state;
        self.expect(TABLE_KEY, same, || {
            let (one, other) = (game.state_text(state), game.state_text(&other));
            format!("'{one}' and '{other}' have the same table key, {key:#x}")
        });
    }

    /// Compares a position with another one of its outcome key, if both are near the end of the game.
    fn outcome_key(&mut self, state: &State) {
        let game = self.game;
        let so_far = game.payoff_so_far(state);
        let sound = so_far.is_finite() && (so_far == 0.0 || !game.has_chance());
        let key = game.outcome_key(state);
        let Some(other) = self.known.outcomes.get(&key).filter(|other| *other != state).cloned() else {
            if self.known.outcomes.len() < MOST_KEYS {
                self.known.outcomes.entry(key).or_insert_with(|| state.clone());
            }
            self.expect(OUTCOME_KEY, sound, || format!("the payoff so far is {so_far}"));
            return;
        };
        // From the point of view of the side to move.
        let to_come = |state: &State| {
            let payoff = payoff(game, state, 0, &mut { VALUE_TRIES })?;
            Some((payoff - game.payoff_so_far(state)) * game.side_to_move(state).sign())
        };
        let same = to_come(state).zip(to_come(&other)).is_none_or(|(one, other)| one == other);
        self.expect(OUTCOME_KEY, sound && same, || {
            let [one, other] = [state, &other].map(|state| {
                format!(
                    "'{}' is worth {:?}",
                    game.state_text(state),
                    payoff(game, state, 0, &mut { VALUE_TRIES })
                )
            });
            format!("{one} and {other}, for the first player, and they share their outcome key, {key:#x}")
        });
    }

    /// Checks what a game says of its last moves, if these are few.
    fn last_moves(&mut self, state: &State) {
        let (game, at) = (self.game, self.at(state));
        let Turn::Decision(player) = game.turn(state) else { return };
        for level in [-1.0, 0.0, 1.0] {
            let Some((bound, _)) = game.last_moves(state, level) else { return };
            let Some(payoff) = payoff(game, state, 0, &mut { VALUE_TRIES }) else { return };
            let payoff = payoff * player.sign();
            let holds = if bound > level { payoff >= bound } else { payoff <= bound };
            self.expect(PAYOFF_BOUNDS, holds, || {
                format!("{at}: {player} gets {payoff}, and {bound} was said to bound it, seen from {level}")
            });
        }
    }

    /// Checks that a game ends within the bounds of its payoff.
    fn payoff(&mut self, along: &mut Along, state: &State) {
        let (game, at) = (self.game, self.at(state));
        let (least, most) = game.payoff_bounds(state);
        along.payoffs = (along.payoffs.0.max(least), along.payoffs.1.min(most));
        let (least, most) = along.payoffs;
        let payoff = game.turn(state).outcome().map(|outcome| match outcome {
            Outcome::Win(player) => player.sign() * f64::INFINITY,
            Outcome::Draw => 0.0,
            Outcome::Payoff(points) => points,
        });
        let may_be = |payoff| (least..=most).contains(&payoff) && (payoff != 0.0 || game.has_draws());
        self.expect(PAYOFF_BOUNDS, least <= most && payoff.is_none_or(may_be), || {
            let draws = if game.has_draws() { "" } else { ", never a draw" };
            format!("{at}: the payoff is {payoff:?} and was said to be from {least} to {most}{draws}")
        });
    }

    /// The laws about accumulators along a game, at its present `state`.
    pub(super) fn along(&mut self, along: &mut Along, state: &State) {
        let game = self.game;
        let over = game.turn(state).outcome().is_some();
        let at = self.at(state);
        let left = game.plies_left(state);
        let end = left.map(|left| along.ply + left);
        along.end = along.end.into_iter().chain(end).min();
        let good = along.end.is_none_or(|end| if over { along.ply <= end } else { along.ply < end });
        self.payoff(along, state);
        let (ply, end) = (along.ply, along.end);
        self.expect(PLIES_LEFT, good, || {
            format!("{at}: after {ply} plies at most {left:?} are left; the game had to end by {end:?}")
        });
        for &carried in &along.evaluations {
            self.accumulator(carried, state);
            // The next position of the game is checked at its turn; these are the others.
            let moves = game.moves_or_outcomes(state);
            for mv in some_of(&moves, FEW_MOVES, self.laws[ACCUMULATOR].checked) {
                let child = game.child(state, mv);
                let after = carried.after(game, state, mv, &child);
                self.accumulator(after, &child);
                self.reply_evaluator(after, &child);
            }
            self.reply_evaluator(carried, state);
        }
    }

    /// Checks an evaluation of all replies against the evaluation of each.
    fn reply_evaluator(&mut self, carried: Carried, state: &State) {
        let (game, Carried { of, name, accumulator, has_replies }) = (self.game, carried);
        let (true, Turn::Decision(player)) = (has_replies, game.turn(state)) else { return };
        let mut moves = Vec::new();
        game.legal_moves(state, &mut moves);
        moves.retain(|&mv| game.turn(&game.child(state, mv)).outcome() != Some(Outcome::Win(player)));
        if moves.is_empty() {
            return;
        }
        let at = self.at(state);
        let Some((scores, told)) = game.replies(of, state, accumulator, &moves) else { return };
        self.expect(ACCUMULATOR, scores == moves.len(), || {
            format!("{at}: '{name}' has {scores} ordering scores for {} moves", moves.len())
        });
        let Some(told) = told else { return };
        // `None` of a position in which the game is over.
        let worth = |&mv: &Move| {
            let child = game.child(state, mv);
            let goes_on = game.turn(&child).outcome().is_none();
            goes_on.then(|| game.evaluate(of, &child) * player.sign())
        };
        let worths: Option<Vec<f64>> = moves.iter().map(worth).collect();
        let best = worths.and_then(|worths| {
            let most = worths.iter().copied().max_by(f64::total_cmp)?;
            Some((most, worths.iter().position(|&worth| worth == most)?))
        });
        self.expect(ACCUMULATOR, best == Some(told), || {
            format!("{at}: '{name}' says that the best reply is {told:?}, and it is {best:?}")
        });
    }

    /// Moves on to `after`, which `mv` reaches.
    pub(super) fn step(&self, along: &mut Along, before: &State, mv: Move, after: &State) {
        along.ply += 1;
        for carried in &mut along.evaluations {
            *carried = carried.after(self.game, before, mv, after);
        }
    }

    fn accumulator(&mut self, carried: Carried, state: &State) {
        let (game, Carried { of, name, accumulator, .. }) = (self.game, carried);
        if game.turn(state).outcome().is_some() {
            return;
        }
        let afresh = (game.accumulator(of, state), game.evaluate(of, state));
        let carried = (accumulator, game.evaluate_accumulated(of, state, accumulator));
        let at = self.at(state);
        self.expect(ACCUMULATOR, carried == afresh, || {
            format!("{at}: '{name}' carries {carried:?} and finds {afresh:?} afresh")
        });
    }

    /// The laws that no single position can check.
    pub(super) fn known_at_the_end(&mut self) {
        let [seen, real] = self.known.threats;
        if seen >= ENOUGH {
            self.expect(THREATS, 2 * real >= seen, || {
                format!("of {seen} threats {real} punish a reply that does not answer them")
            });
        }
        let keys = self.known.keys.len();
        if keys >= ENOUGH {
            // Random bits would be so far from one half, eight standard deviations, once in 10^15 times.
            let far = 4.0 * (keys as f64).sqrt();
            let even = |&bit: &usize| (bit as f64 - keys as f64 / 2.0).abs() < far;
            let uneven = self.known.bits.iter().position(|bit| !even(bit));
            let bits = self.known.bits;
            self.expect(TABLE_KEY, uneven.is_none(), || {
                format!("the bits of {keys} table keys are not mixed well; keys that have each bit: {bits:?}")
            });
        }
    }

    fn holds(&mut self, law: usize) {
        self.expect(law, true, String::new);
    }
}
