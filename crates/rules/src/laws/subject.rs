//! The game under test, whatever its types: the laws are compiled once for all games.

use std::any::Any;
use std::cell::{OnceCell, RefCell};
use std::fmt::{self, Debug};
use std::hash::{Hash, Hasher};
use std::ops::Range;
use std::rc::Rc;

use crate::hints::pairing::answer_by_pairs;
use crate::hints::race::{SolvedRace, wins};
use crate::hints::solver::ExactSolver;
use crate::playable::NamedEvaluation;
use crate::{
    Board, Canonical, FlatBoard, Motion, Playable, Player, Ranked, Ranking, ReplyEvaluator, Run, Scene, Spot,
    Stop, TacticalStatus, TextError, Turn, Value, moves_or_outcomes,
};

/// A state of any game.
#[derive(Clone)]
pub(super) struct State(Rc<dyn AnyState>);

trait AnyState: Any + Debug {
    fn equals(&self, other: &dyn Any) -> bool;
    fn feed(&self, hasher: &mut dyn Hasher);
}

impl<S: Any + Debug + Eq + Hash> AnyState for S {
    fn equals(&self, other: &dyn Any) -> bool {
        other.downcast_ref() == Some(self)
    }

    fn feed(&self, mut hasher: &mut dyn Hasher) {
        self.hash(&mut hasher);
    }
}

impl PartialEq for State {
    fn eq(&self, other: &State) -> bool {
        self.0.equals(&*other.0)
    }
}

impl Eq for State {}

impl Hash for State {
    fn hash<H: Hasher>(&self, hasher: &mut H) {
        self.0.feed(hasher);
    }
}

impl Debug for State {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

/// A move of any game, as its number among all moves that were seen.
#[derive(Clone, Copy, PartialEq)]
pub(super) struct Move(usize);

/// A game of one type.
pub(super) struct TypedCheckedGame<'a, G: Playable> {
    game: &'a G,
    evaluations: Vec<NamedEvaluation<G>>,
    /// Of these evaluations, for the present game.
    replies: RefCell<Vec<Option<Box<dyn ReplyEvaluator<G> + Send>>>>,
    /// All moves that were seen, each once, and the place of the last one.
    seen: RefCell<(Vec<G::Move>, usize)>,
    /// The game's own solver, and the solution of a race, once a law has asked.
    solver: OnceCell<Option<Box<dyn ExactSolver<G>>>>,
    race: OnceCell<Option<Box<dyn SolvedRace<G>>>>,
}

/// Races to at most this many points are solved.
const SHORT_RACE: u16 = 200;

fn read<S: 'static>(state: &State) -> &S {
    let state: &dyn Any = &*state.0;
    state.downcast_ref().expect("a state of this game")
}

fn new<S: Any + Debug + Eq + Hash>(state: S) -> State {
    State(Rc::new(state))
}

impl<'a, G: Playable> TypedCheckedGame<'a, G> {
    pub fn new(game: &'a G) -> TypedCheckedGame<'a, G> {
        TypedCheckedGame {
            game,
            evaluations: game.evaluations(),
            replies: RefCell::default(),
            seen: RefCell::default(),
            solver: OnceCell::new(),
            race: OnceCell::new(),
        }
    }

    fn solver(&self) -> Option<&dyn ExactSolver<G>> {
        let new = || Some((self.game.specialists().solver?)(self.game, 1 << 16, 1));
        self.solver.get_or_init(new).as_deref()
    }

    fn race(&self) -> Option<&dyn SolvedRace<G>> {
        let short = || self.game.specialists().race.filter(|race| race.points <= SHORT_RACE);
        let solve = || (short()?.solve)(self.game, &Run::default()).ok();
        self.race.get_or_init(solve).as_deref()
    }

    #[inline(never)]
    fn typed(&self, mv: Move) -> G::Move {
        self.seen.borrow().0[mv.0]
    }

    #[inline(never)]
    fn seen(&self, mv: G::Move) -> Move {
        let (seen, last) = &mut *self.seen.borrow_mut();
        // Moves are listed in the same order each time: most often it is the next one.
        let mut order = (*last + 1..seen.len()).chain(0..seen.len());
        *last = order.find(|&place| seen[place] == mv).unwrap_or(seen.len());
        if *last == seen.len() {
            seen.push(mv);
        }
        Move(*last)
    }

    /// Calls `list`, which appends to the list.
    fn append<T>(&self, moves: &mut Vec<Move>, list: impl FnOnce(&mut Vec<G::Move>) -> T) -> T {
        let mut typed = self.all_typed(moves);
        let answer = list(&mut typed);
        *moves = self.all_seen(&typed);
        answer
    }

    #[inline(never)]
    fn all_seen(&self, moves: &[G::Move]) -> Vec<Move> {
        moves.iter().map(|&mv| self.seen(mv)).collect()
    }

    #[inline(never)]
    fn all_typed(&self, moves: &[Move]) -> Vec<G::Move> {
        moves.iter().map(|&mv| self.typed(mv)).collect()
    }

    #[inline(never)]
    fn typed_pairs(&self, pairs: &[(Move, Move)]) -> Vec<(G::Move, G::Move)> {
        pairs.iter().map(|&(one, other)| (self.typed(one), self.typed(other))).collect()
    }
}

/// Defines a trait with these methods, and implements it.
macro_rules! erased {
    (
        $(#[$about:meta])* trait $Trait:ident for $Typed:ty;

        $($(#[$says:meta])* fn $name:ident(&$this:ident $(, $arg:ident: $Type:ty)*) $(-> $Out:ty)? $body:block)*
    ) => {
        $(#[$about])*
        pub(super) trait $Trait {
            $($(#[$says])* fn $name(&self $(, $arg: $Type)*) $(-> $Out)?;)*
        }

        impl<G: Playable> $Trait for $Typed {
            $(fn $name(&$this $(, $arg: $Type)*) $(-> $Out)? $body)*
        }
    };
}

erased! {
    /// A game whose types are not known. Methods are those of the same names of the traits of games.
    trait CheckedGame for TypedCheckedGame<'_, G>;

    // Rules.
    fn initial(&self) -> State { new(self.game.initial()) }
    fn turn(&self, state: &State) -> Turn { self.game.turn(read(state)) }
    fn legal_moves(&self, state: &State, moves: &mut Vec<Move>) {
        self.append(moves, |moves| self.game.legal_moves(read(state), moves));
    }
    fn moves_or_outcomes(&self, state: &State) -> Vec<Move> {
        self.all_seen(&moves_or_outcomes(self.game, read(state)))
    }
    fn chance_outcomes(&self, state: &State, outcomes: &mut Vec<(Move, f64)>) {
        let mut typed = outcomes.iter().map(|&(mv, probability)| (self.typed(mv), probability)).collect();
        self.game.chance_outcomes(read(state), &mut typed);
        *outcomes = typed.into_iter().map(|(mv, probability)| (self.seen(mv), probability)).collect();
    }
    fn child(&self, state: &State, mv: Move) -> State { new(self.game.child(read(state), self.typed(mv))) }
    /// The state that a copy of this one becomes by `play`.
    fn played(&self, state: &State, mv: Move) -> State {
        let mut copy = read::<G::State>(state).clone();
        self.game.play(&mut copy, self.typed(mv));
        new(copy)
    }
    fn copied(&self, state: &State) -> State { new(read::<G::State>(state).clone()) }
    fn shown(&self, mv: Move) -> Box<dyn Debug> { Box::new(self.typed(mv)) }
    fn key(&self, state: &State) -> u64 { self.game.key(read(state)) }
    fn count_moves(&self, state: &State) -> usize { self.game.count_moves(read(state)) }
    fn nth_move(&self, state: &State, n: usize) -> Move { self.seen(self.game.nth_move(read(state), n)) }
    fn stage(&self, state: &State) -> Option<u32> { self.game.stage(read(state)) }

    // Text and bytes.
    fn move_text(&self, state: &State, mv: Move) -> String { self.game.move_text(read(state), self.typed(mv)) }
    fn parse_move(&self, state: &State, text: &str) -> Result<Move, TextError> {
        Ok(self.seen(self.game.parse_move(read(state), text)?))
    }
    fn state_text(&self, state: &State) -> String { self.game.state_text(read(state)) }
    fn parse_state(&self, text: &str) -> Result<State, TextError> { self.game.parse_state(text).map(new) }
    fn flat_board(&self, state: &State) -> Option<FlatBoard> { self.game.flat_board(read(state)) }
    fn side_to_move(&self, state: &State) -> Player { self.game.side_to_move(read(state)) }
    fn pack(&self, state: &State, bytes: &mut Vec<u8>) { self.game.pack(read(state), bytes); }
    fn unpack(&self, bytes: &[u8]) -> Result<State, TextError> { self.game.unpack(bytes).map(new) }

    // Symmetry.
    fn symmetries(&self) -> usize { self.game.symmetries() }
    fn map_state(&self, state: &State, map: usize) -> State { new(self.game.map_state(read(state), map)) }
    fn map_move(&self, mv: Move, map: usize) -> Move { self.seen(self.game.map_move(self.typed(mv), map)) }
    fn exchanged(&self, state: &State) -> Option<State> { self.game.exchanged(read(state)).map(new) }
    fn canonical(&self, state: &State) -> Canonical<State> {
        let Canonical { state, map, orbit } = self.game.canonical(read(state));
        Canonical { state: new(state), map, orbit }
    }

    // Pictures.
    fn scene(&self, state: &State) -> Scene { self.game.scene(read(state)) }
    fn scene_after(&self, before: &[State], state: &State) -> Scene {
        let before: Vec<G::State> = before.iter().map(|state| read::<G::State>(state).clone()).collect();
        self.game.scene_after(&before, read(state))
    }
    fn board(&self) -> Board { self.game.board() }
    fn motion(&self, state: &State, mv: Move) -> Motion { self.game.motion(read(state), self.typed(mv)) }
    fn player_names(&self) -> [&'static str; 2] { self.game.player_names() }

    // Hints for searches.
    fn candidates(&self, state: &State, moves: &mut Vec<Move>) -> TacticalStatus {
        self.append(moves, |moves| self.game.candidates(read(state), moves))
    }
    fn winning_move(&self, state: &State) -> Option<Move> {
        self.game.winning_move(read(state)).map(|mv| self.seen(mv))
    }
    fn leaves_no_winning_move(&self, state: &State) -> bool { self.game.leaves_no_winning_move(read(state)) }
    fn wins_at_once(&self, state: &State) -> bool { self.game.wins_at_once(read(state)) }
    fn threats(&self, state: &State, moves: &mut Vec<Move>) -> bool {
        self.append(moves, |moves| self.game.threats(read(state), moves))
    }
    /// The defences against the threat of this code, if the game lists them.
    fn defences(&self, state: &State, threat: usize) -> Option<Vec<Move>> {
        let (defences, mut moves) = (self.game.specialists().defences?, Vec::new());
        defences(self.game, read(state), threat, &mut moves);
        Some(self.all_seen(&moves))
    }
    fn mobility(&self, state: &State, player: Player) -> Option<u32> { self.game.mobility(read(state), player) }
    fn move_codes(&self) -> usize { self.game.move_codes() }
    fn move_code(&self, mv: Move) -> usize { self.game.move_code(self.typed(mv)) }
    fn move_of_code(&self, state: &State, code: usize) -> Option<Move> {
        self.game.move_of_code(read(state), code).map(|mv| self.seen(mv))
    }
    fn table_key(&self, state: &State) -> u64 { self.game.table_key(read(state)) }
    fn outcome_key(&self, state: &State) -> u64 { self.game.outcome_key(read(state)) }
    fn payoff_so_far(&self, state: &State) -> f64 { self.game.payoff_so_far(read(state)) }
    fn plies_left(&self, state: &State) -> Option<u32> { self.game.plies_left(read(state)) }
    fn payoff_bounds(&self, state: &State) -> (f64, f64) { self.game.payoff_bounds(read(state)) }
    fn last_moves(&self, state: &State, level: f64) -> Option<(f64, u64)> { (self.game.specialists().last_moves?.bound)(self.game, read(state), level) }
    fn has_draws(&self) -> bool { self.game.has_draws() }
    fn can_win(&self, state: &State, player: Player) -> bool { self.game.can_win(read(state), player) }
    fn cannot_lose(&self, state: &State, player: Player) -> bool { self.game.cannot_lose(read(state), player) }
    /// True if the game's own search finds within so many positions that the player holds, and a move for it.
    fn holds(&self, state: &State, player: Player, within: u64) -> bool {
        let new = self.game.specialists().holding;
        let Some(mut holding) = new.and_then(|new| new(self.game, player, 1 << 16)) else { return false };
        let stop = Stop::never();
        let enough = |nodes| {
            if nodes >= within {
                stop.raise();
            }
        };
        let run = Run { stop: stop.clone(), progress: &enough, ..Run::default() };
        let found = holding.holds(read(state), &run) == Ok(true);
        if found && self.game.turn(read(state)) == Turn::Decision(player) {
            let mv = holding.holding_move(read(state), &run).ok().flatten();
            let child = mv.map(|mv| self.game.child(read(state), mv));
            return child.is_some_and(|child| holding.holds(&child, &run) == Ok(true));
        }
        found
    }
    fn pairing(&self, state: &State, player: Player) -> Option<Vec<(Move, Move)>> {
        let pairs = self.game.pairing(read(state), player)?;
        Some(pairs.into_iter().map(|(one, other)| (self.seen(one), self.seen(other))).collect())
    }
    fn pairs_hold(&self, state: &State, player: Player, pairs: &[(Move, Move)]) -> bool {
        self.game.pairs_hold(read(state), player, &self.typed_pairs(pairs))
    }
    fn answer_by_pairs(
        &self, state: &State, player: Player, pairs: &[(Move, Move)], asked: Option<Move>
    ) -> Option<Move> {
        let (pairs, asked) = (self.typed_pairs(pairs), asked.map(|mv| self.typed(mv)));
        answer_by_pairs(self.game, read(state), player, &pairs, asked).map(|mv| self.seen(mv))
    }
    /// The value of a decision for the player who decides, by the game's own solver.
    fn solved(&self, state: &State) -> Option<Value> {
        self.solver()?.solve(read(state), &Run::default()).value
    }
    /// True if that solver finds that the value is at most this one.
    fn solved_at_most(&self, state: &State, value: Value) -> bool {
        self.solver().and_then(|solver| solver.is_at_most(read(state), value, u64::MAX, &Run::default()).0) == Some(true)
    }
    /// The moves to which a search of the decision keeps, found with so much work, and the plies within which they win.
    fn root_moves(&self, state: &State, work: u64) -> Option<(Vec<Move>, Option<u32>)> {
        let find = self.game.specialists().root_moves?;
        let found = find(self.game, read(state), work, &Stop::never())?;
        Some((self.all_seen(&found.moves), found.wins))
    }
    /// The moves of a decision with their probabilities to win, if the game is a race that is not long.
    fn race_moves(&self, state: &State) -> Option<Vec<(Move, f64)>> {
        let moves = self.race()?.moves(read(state));
        Some(moves.into_iter().map(|(mv, wins)| (self.seen(mv), wins)).collect())
    }
    fn race_wins(&self, state: &State, player: Player) -> Option<f64> { wins(self.game, self.race()?, read(state), player) }
    fn ranking(&self) -> Option<Box<dyn CheckedRanking>> {
        let ranking = (self.game.specialists().ranking?)(self.game, &self.game.initial());
        Some(Box::new(ranking?))
    }

    // Names and evaluations, which are numbered.
    fn name(&self) -> String { self.game.name() }
    fn has_chance(&self) -> bool { self.game.has_chance() }
    fn own_bots(&self) -> Vec<&'static str> { self.game.own_bots().iter().map(|bot| bot.name).collect() }
    fn evaluations(&self) -> Vec<&'static str> { self.evaluations.iter().map(|named| named.name).collect() }
    fn win_worth(&self, of: usize) -> f64 { self.evaluations[of].evaluation.win_worth(self.game) }
    fn evaluate(&self, of: usize, state: &State) -> f64 {
        self.evaluations[of].evaluation.evaluate(self.game, read(state))
    }
    fn accumulator(&self, of: usize, state: &State) -> i64 {
        self.evaluations[of].evaluation.accumulator(self.game, read(state))
    }
    fn accumulator_after(&self, of: usize, before: &State, accumulator: i64, mv: Move, after: &State) -> i64 {
        let (before, after, mv) = (read(before), read(after), self.typed(mv));
        self.evaluations[of].evaluation.accumulator_after(self.game, before, accumulator, mv, after)
    }
    fn evaluate_accumulated(&self, of: usize, state: &State, accumulator: i64) -> f64 {
        self.evaluations[of].evaluation.evaluate_accumulated(self.game, read(state), accumulator)
    }
    /// Makes the evaluators of replies anew, for the next game, and says which evaluations have one.
    fn renew_reply_evaluators(&self) -> Vec<bool> {
        let new = |named: &NamedEvaluation<G>| named.evaluation.reply_evaluator(self.game);
        let replies: Vec<_> = self.evaluations.iter().map(new).collect();
        let present = replies.iter().map(Option::is_some).collect();
        *self.replies.borrow_mut() = replies;
        present
    }
    /// The number of ordering scores of replies, and the best of them, if there is an evaluator of replies.
    fn replies(
        &self, of: usize, state: &State, accumulator: i64, moves: &[Move]
    ) -> Option<(usize, Option<(f64, usize)>)> {
        let mut evaluators = self.replies.borrow_mut();
        let (evaluator, moves) = (evaluators[of].as_mut()?, self.all_typed(moves));
        let mut ordering_scores = Vec::new();
        evaluator.ordering_scores(self.game, read(state), &moves, &mut ordering_scores);
        let best = evaluator.best(self.game, read(state), accumulator, &moves, f64::INFINITY);
        Some((ordering_scores.len(), best))
    }
}

erased! {
    /// The ranks of such a game, as [`Ranking`] has them.
    trait CheckedRanking for Box<dyn Ranking<G>>;

    fn stages(&self) -> Vec<Range<u64>> { (**self).stages() }
    fn images(&self) -> usize { (**self).images() }
    fn compose(&self, outer: usize, inner: usize) -> usize { (**self).compose(outer, inner) }
    fn exchanges(&self, image: usize) -> bool { (**self).exchanges(image) }
    fn place(&self, state: &State) -> Option<Ranked> { (**self).place(read(state)) }
    fn state(&self, rank: u64) -> Option<State> { (**self).state(rank).map(new) }
    fn mover(&self, rank: u64) -> Player { (**self).mover(rank) }
    fn moves(&self, rank: u64, children: &mut Vec<Ranked>) -> Option<Spot> { (**self).moves(rank, children) }
    fn before(&self, rank: u64, parents: &mut Vec<Ranked>) { (**self).before(rank, parents); }
}

/// Moves as their game prints them.
pub(super) fn shown(game: &dyn CheckedGame, moves: &[Move]) -> Vec<Box<dyn Debug>> {
    moves.iter().map(|&mv| game.shown(mv)).collect()
}

/// The same for moves in pairs.
pub(super) fn shown_pairs(
    game: &dyn CheckedGame,
    pairs: &[(Move, Move)],
) -> Vec<(Box<dyn Debug>, Box<dyn Debug>)> {
    pairs.iter().map(|&(one, other)| (game.shown(one), game.shown(other))).collect()
}

/// The same for outcomes of chance.
pub(super) fn shown_outcomes(game: &dyn CheckedGame, outcomes: &[(Move, f64)]) -> Vec<(Box<dyn Debug>, f64)> {
    outcomes.iter().map(|&(mv, probability)| (game.shown(mv), probability)).collect()
}
