//! The exact values of all moves of a position.

use std::path::PathBuf;
use std::sync::Arc;

use plywood_erased::{Analysis, MoveValue, TypedPlaythrough};
use plywood_rules::hints::solver::{ExactSolver, ExactValue};
use plywood_rules::{
    Bot, Instant, Playable, Player, Position, Proved, Run, Stop, Turn, Value, moves_or_outcomes,
};
use plywood_solve::perfect::PerfectKnowledge;
use rand_chacha::ChaCha8Rng;
use rand_core::SeedableRng;

use crate::exact::Solves;
use crate::loss::is_sure;
use crate::session::Session;
use crate::shared::Opened;
use crate::solve;
use crate::trouble::Trouble;
use crate::typed::{TypedSession, ask};

/// Bytes for the table of a game's own solver: about as much as the caches of a processor serve well.
const SOLVER_TABLE: usize = 32 << 20;

/// Depths to search to if a search knows too little at the end of its positions: shortly before the end of a game it does not
/// deepen, and may come to nothing.
const SHALLOW: [u32; 3] = [6, 3, 1];

/// The positions that may be visited for the value of a move of a player who is graded, where nobody says how many.
pub const GRADING_NODES: u64 = 500_000;

/// The source of exact values.
#[derive(Clone, Debug)]
pub struct TruthSource {
    /// A table of the game, which has all values; `None` to search for them.
    pub table: Option<PathBuf>,
    /// The positions that may be visited for the value of a move.
    pub nodes: u64,
}

/// The exact values of the moves of a position.
#[derive(Clone, Debug)]
pub struct ExactMoves {
    /// The values. The distance of the best one is that of best play if it says so.
    pub all: Analysis,
    /// True if the distances of losses are those of best play, like that of the best move.
    pub exact_losses: bool,
}

/// Finds the exact values of the moves of many positions: what the game's own solver found at one helps at those after it.
pub trait MoveValuer {
    /// The exact values of all moves after `moves` from `position`, the opening if `None`: those of the table; of the game as a whole, if it is solved at once; by the game's own solver, or a
    /// search to the end of the game. The history does not matter.
    ///
    /// `None` if one of them is not found with the work allowed, or `stop` was raised.
    ///
    /// # Errors
    /// If the position is wrong or has no player to move, or the table cannot be read or is of another game.
    fn values(
        &mut self,
        position: Option<&str>,
        moves: &str,
        stop: &Stop,
    ) -> Result<Option<ExactMoves>, Trouble>;

    /// The best move there by these values: the quickest win or the slowest loss, as far as the source knows how soon they come. In a lost
    /// position that takes more work than the values.
    ///
    /// `None` if it is not found with the work allowed, or `stop` was raised.
    ///
    /// # Errors
    /// Those of [`values`](Self::values).
    fn best_move(
        &mut self,
        position: Option<&str>,
        moves: &str,
        stop: &Stop,
    ) -> Result<Option<String>, Trouble>;
}

/// The values of one game type.
pub(crate) struct TypedMoveValuer<G: Playable> {
    opened: Opened<G>,
    source: TruthSource,
    solver: Option<Box<dyn ExactSolver<G>>>,
}

/// The value of a position for the side to move, true if its distance is that of best play, and the positions visited.
type Found = (Option<Value>, bool, u64);

/// Finds the value of a position for a player.
type Search<'a, State> = dyn FnMut(&State, Player) -> Result<Found, Trouble> + 'a;

impl<G: Playable> TypedMoveValuer<G> {
    pub fn new(opened: Opened<G>, source: TruthSource) -> TypedMoveValuer<G> {
        let new = opened.rules.specialists().solver.filter(|_| source.table.is_none());
        let solver = new.map(|new| new(&opened.rules, SOLVER_TABLE, 1));
        TypedMoveValuer { opened, source, solver }
    }

    fn session(&self, position: Option<&str>, moves: &str) -> Result<TypedSession<G>, Trouble> {
        let play = TypedPlaythrough::new(Arc::clone(&self.opened.rules), position, moves, 0)?;
        Ok(TypedSession { play, opened: self.opened.clone(), listener: None })
    }
}

impl<G: Playable> MoveValuer for TypedMoveValuer<G> {
    fn values(
        &mut self,
        position: Option<&str>,
        moves: &str,
        stop: &Stop,
    ) -> Result<Option<ExactMoves>, Trouble> {
        let session = self.session(position, moves)?;
        match &self.solver {
            Some(solver) => session.exact_by_solver(&**solver, self.source.nodes, stop),
            None => session.exact(&self.source, stop),
        }
    }

    fn best_move(
        &mut self,
        position: Option<&str>,
        moves: &str,
        stop: &Stop,
    ) -> Result<Option<String>, Trouble> {
        let Some(ExactMoves { all, exact_losses }) = self.values(position, moves, stop)? else {
            return Ok(None);
        };
        let is_lost = matches!(all.value, Some(Value::Proved(Proved::Loss { .. })));
        let Some(solver) = self.solver.as_deref().filter(|_| is_lost && !exact_losses) else {
            return Ok(Some(all.best));
        };
        let work = self.source.nodes / solver.cost();
        let session = self.session(position, moves)?;
        let distance = &mut |state: &G::State, _| Ok(solved(solver, state, work, stop));
        let found = session.each_move(session.decider()?, stop, distance, None)?;
        Ok(found.map(|found| found.all.best))
    }
}

impl<G: Playable> TypedSession<G> {
    /// By a table, the game as a whole, or searches to the end.
    fn exact(&self, source: &TruthSource, stop: &Stop) -> Result<Option<ExactMoves>, Trouble> {
        let whole = |all: Analysis| ExactMoves { exact_losses: all.exact_plies, all };
        let player = self.decider()?;
        let game = &**self.game();
        let work = source.nodes;
        if let Some(path) = &source.table {
            let table = self.opened.shared.tables.open(game, path)?;
            return Ok(self.looked_up(PerfectKnowledge::Tablebase(table), stop)?.map(whole));
        }
        // A position to which play does not lead is unknown there, and left to the searches below.
        if let Some(known) = self.look_up(stop).unwrap_or_default() {
            return Ok(Some(whole(known)));
        }
        if game.has_chance() {
            let (all, _) = values_of_all(self, &format!("expectiminimax:nodes={work}"), stop)?;
            let is_known =
                all.value.is_some_and(is_sure) && all.moves.iter().all(|mv| mv.value.is_some_and(is_sure));
            return Ok(is_known.then(|| whole(all)));
        }
        if game.plies_left(self.state()).is_none() {
            return Ok(None);
        }
        let rules = self.opened.to_the_end(self.state(), stop);
        let mut search = solve::solver(&*rules, self.state(), None, &Run::until(stop), Some(work))?;
        let search = &mut |state: &G::State, mover| searched(&rules, &mut *search, (state, mover), stop);
        self.each_move(player, stop, search, None)
    }

    /// By the game's own solver. Without points: first who wins after each move, which is most of what a grade needs, and then how soon,
    /// after those that win.
    fn exact_by_solver(
        &self,
        solver: &dyn ExactSolver<G>,
        work: u64,
        stop: &Stop,
    ) -> Result<Option<ExactMoves>, Trouble> {
        let (game, work) = (&**self.game(), work / solver.cost());
        let distance = &mut |state: &G::State, _| Ok(solved(solver, state, work, stop));
        if solver.counts_points() {
            return self.each_move(self.decider()?, stop, distance, None);
        }
        let outcome = &mut |state: &G::State, _| Ok(outcome(game, solver, state, work, stop));
        self.each_move(self.decider()?, stop, outcome, Some(distance))
    }

    /// The values of all moves by a search of the positions that they lead to, and by `distance` of those that win. `None` if one is not
    /// found.
    fn each_move(
        &self,
        player: Player,
        stop: &Stop,
        search: &mut Search<'_, G::State>,
        distance: Option<&mut Search<'_, G::State>>,
    ) -> Result<Option<ExactMoves>, Trouble> {
        let (game, started) = (self.game(), Instant::now());
        let seen = |value: Value, mover| if mover == player { value } else { value.reversed() };
        let (mut found, mut nodes) = (Vec::new(), 1);
        for mv in moves_or_outcomes(&**game, self.state()) {
            let child = game.child(self.state(), mv);
            let (value, exact, visited) = match game.turn(&child) {
                Turn::Over(outcome) => (Some(outcome.value(player)), true, 0),
                Turn::Decision(mover) => {
                    let (value, exact, visited) = search(&child, mover)?;
                    (value.map(|value| seen(value, mover)), exact, visited)
                }
                Turn::Chance => (None, false, 0),
            };
            nodes += visited;
            let Some(value) = value.filter(|_| !stop.is_raised()) else { return Ok(None) };
            found.push((mv, child, value, exact));
        }
        if let Some(distance) = distance {
            for (_, child, value, exact) in
                found.iter_mut().filter(|(_, _, value, exact)| is_win(*value) && !exact)
            {
                let Turn::Decision(mover) = game.turn(child) else { continue };
                let (better, is_exact, visited) = distance(child, mover)?;
                (*value, *exact) = (better.map_or(*value, |better| seen(better, mover)), is_exact);
                nodes += visited;
            }
        }
        // The first of the best ones.
        let best = found.iter().rev().max_by(|one, other| one.2.compare(&other.2));
        let Some(&(best, _, value, _)) = best else { return Ok(None) };
        let is_like_best = |other: Value| other == value || is_win(other) == is_win(value);
        let exact_plies = found.iter().all(|&(_, _, other, exact)| exact || !is_like_best(other));
        let exact_losses = found.iter().all(|&(.., exact)| exact);
        let text = |mv| game.move_text(self.state(), mv);
        let all = Analysis {
            pv: vec![text(best)],
            best: text(best),
            random: false,
            value: Some(value.one_ply_later()),
            exact_plies,
            win_worth: 1.0,
            winning_lead: None,
            moves: found
                .iter()
                .map(|&(mv, _, value, _)| MoveValue { mv: text(mv), value: Some(value.one_ply_later()) })
                .collect(),
            depth: None,
            nodes,
            seconds: started.elapsed().as_secs_f64(),
        };
        Ok(Some(ExactMoves { all, exact_losses }))
    }
}

fn is_win(value: Value) -> bool {
    matches!(value, Value::Proved(Proved::Win { .. }))
}

/// The winner by the game's own solver, if there is one; each of the two questions gives up after this work.
fn outcome<G: Playable>(
    game: &G,
    solver: &dyn ExactSolver<G>,
    state: &G::State,
    work: u64,
    stop: &Stop,
) -> Found {
    let run = Run::until(stop);
    // The players move in turn: a win takes an odd number of plies, a loss an even one.
    let most = game.plies_left(state).unwrap_or(u32::MAX - 1);
    let [win, loss] = [most - (most + 1) % 2, most - most % 2];
    let loss = Value::Proved(Proved::Loss { plies: loss });
    let (is_no_win, nodes) = solver.is_at_most(state, Value::Proved(Proved::Draw), work, &run);
    if is_no_win != Some(true) {
        return (is_no_win.map(|_| Value::Proved(Proved::Win { plies: win })), false, nodes);
    }
    let (is_loss, more) = solver.is_at_most(state, loss, work, &run);
    let value = is_loss.map(|is_loss| if is_loss { loss } else { Value::Proved(Proved::Draw) });
    (value, is_loss == Some(false), nodes + more)
}

/// The value by the game's own solver, which gives up after this work.
fn solved<G: Playable>(solver: &dyn ExactSolver<G>, state: &G::State, work: u64, stop: &Stop) -> Found {
    let enough = stop.part();
    let progress = |so_far: ExactValue| {
        if so_far.nodes >= work {
            enough.raise();
        }
    };
    let ExactValue { value, exact_plies, nodes } =
        solver.solve(state, &Run { progress: &progress, ..Run::until(&enough) });
    (value, exact_plies, nodes)
}

/// The value by a search to the end of the game.
fn searched<G: Playable>(
    rules: &Arc<G>,
    search: &mut dyn Bot<G>,
    (state, mover): (&G::State, Player),
    stop: &Stop,
) -> Result<Found, Trouble> {
    // With a table of the last positions, this one may be over.
    if let Turn::Over(outcome) = rules.turn(state) {
        return Ok((Some(outcome.value(mover)), true, 1));
    }
    let mut rng = ChaCha8Rng::seed_from_u64(0);
    let answer = ask(rules, search, Position::new(state), None, &mut rng, stop)?;
    Ok((solve::known(answer.report.value, stop), answer.report.exact_plies, answer.report.nodes))
}

/// The values of all moves by a search of a number of positions, and what it said itself. A search that was broken off in the middle of a
/// depth may know one move alone, or none: all of them are known at the depth before.
pub(crate) fn values_of_all(
    at: &dyn Session,
    search: &str,
    stop: &Stop,
) -> Result<(Analysis, Analysis), Trouble> {
    let found = at.analyse(search, true, 0, stop)?;
    let before = found.depth.filter(|&depth| depth > 0);
    let mut all = found.clone();
    for depth in before.into_iter().chain(SHALLOW) {
        let is_whole = all.value.is_some() && all.moves.iter().all(|mv| mv.value.is_some());
        if is_whole || stop.is_raised() {
            break;
        }
        all = at.analyse(&format!("{search},depth={depth}"), true, 0, stop)?;
    }
    Ok((all, found))
}
