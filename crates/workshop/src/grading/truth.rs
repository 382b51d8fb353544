//! The exact values of all moves of a position.

use std::path::Path;
use std::sync::Arc;

use plywood_erased::{Analysis, MoveValue};
use plywood_rules::hints::solver::{ExactSolver, ExactValue};
use plywood_rules::{Bot, Instant, Playable, Player, Position, Run, Stop, Turn, Value, moves_or_outcomes};
use plywood_solve::perfect::PerfectKnowledge;
use rand_chacha::ChaCha8Rng;
use rand_core::SeedableRng;

use crate::exact::Solves;
use crate::loss::is_sure;
use crate::review::values_of_all;
use crate::solve;
use crate::trouble::Trouble;
use crate::typed::{TypedSession, ask};

/// The value of a position for the side to move, true if its distance is that of best play, and the positions visited.
type Found = (Option<Value>, bool, u64);

/// Finds the value of a position for a player.
type Search<'a, State> = dyn FnMut(&State, Player) -> Result<Found, Trouble> + 'a;

impl<G: Playable> TypedSession<G> {
    /// As [`Solves::exact_moves`].
    pub fn exact(&self, table: Option<&Path>, work: u64, stop: &Stop) -> Result<Option<Analysis>, Trouble> {
        let player = self.decider()?;
        let game = &**self.game();
        if let Some(path) = table {
            let table = self.opened.shared.tables.open(game, path)?;
            return self.looked_up(PerfectKnowledge::Tablebase(table), stop);
        }
        if let Some(new) = game.specialists().solver {
            // A new one each time, so that the answer does not depend on the positions before.
            let solver = new(game, Run::<()>::default().table_bytes(), 1);
            return self.each_move(player, stop, &mut |state, _| Ok(solved(&*solver, state, work, stop)));
        }
        // A position to which play does not lead is unknown there, and left to the searches below.
        if let Some(known) = self.look_up(stop).unwrap_or_default() {
            return Ok(Some(known));
        }
        if game.has_chance() {
            let (all, _) = values_of_all(self, &format!("expectiminimax:nodes={work}"), stop)?;
            let is_known =
                all.value.is_some_and(is_sure) && all.moves.iter().all(|mv| mv.value.is_some_and(is_sure));
            return Ok(is_known.then_some(all));
        }
        if game.plies_left(self.state()).is_none() {
            return Ok(None);
        }
        let rules = self.opened.to_the_end(self.state(), stop);
        let mut search = solve::solver(&*rules, self.state(), None, &Run::until(stop), Some(work))?;
        self.each_move(player, stop, &mut |state, mover| searched(&rules, &mut *search, (state, mover), stop))
    }

    /// The values of all moves by a search of the positions that they lead to. `None` if one is not found.
    fn each_move(
        &self,
        player: Player,
        stop: &Stop,
        search: &mut Search<'_, G::State>,
    ) -> Result<Option<Analysis>, Trouble> {
        let (game, started) = (self.game(), Instant::now());
        let (mut moves, mut exact_plies, mut nodes) = (Vec::new(), true, 1);
        for mv in moves_or_outcomes(&**game, self.state()) {
            let child = game.child(self.state(), mv);
            let value = match game.turn(&child) {
                Turn::Over(outcome) => Some(solve::value_of(outcome, player)),
                Turn::Decision(mover) => {
                    let (value, exact, visited) = search(&child, mover)?;
                    (exact_plies, nodes) = (exact_plies && exact, nodes + visited);
                    value.map(|value| if mover == player { value } else { value.reversed() })
                }
                Turn::Chance => None,
            };
            if value.is_none() || stop.is_raised() {
                return Ok(None);
            }
            let mv = game.move_text(self.state(), mv);
            moves.push(MoveValue { mv, value: value.map(Value::one_ply_later) });
        }
        let best = moves.iter().rev().max_by(|one, other| match (one.value, other.value) {
            (Some(one), Some(other)) => one.compare(&other),
            _ => one.value.is_some().cmp(&other.value.is_some()),
        });
        let Some(MoveValue { mv: best, value }) = best.cloned() else { return Ok(None) };
        Ok(Some(Analysis {
            pv: vec![best.clone()],
            best,
            random: false,
            value,
            exact_plies,
            win_worth: 1.0,
            winning_lead: None,
            moves,
            depth: None,
            nodes,
            seconds: started.elapsed().as_secs_f64(),
        }))
    }
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
    (value.map(Value::Proved), exact_plies, nodes)
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
        return Ok((Some(solve::value_of(outcome, mover)), true, 1));
    }
    let mut rng = ChaCha8Rng::seed_from_u64(0);
    let answer = ask(rules, search, Position::new(state), None, &mut rng, stop)?;
    Ok((solve::known(answer.report.value, stop), answer.report.exact_plies, answer.report.nodes))
}
