//! The lines that show why the worst moves are wrong.

use std::cmp::Reverse;
use std::collections::BTreeMap;
use std::sync::atomic::{AtomicUsize, Ordering::Relaxed};
use std::sync::{Arc, Mutex};

use plywood_rules::Run;
use plywood_rules::threads::{beside, lock};

use super::report::{PlayerGrade, WorstMove};
use crate::AnyGame;
use crate::exact_moves::{MoveValuer, TruthSource};

/// Plies of a line at most.
const PLIES: usize = 6;
/// Lines that share what the game's own solver finds: always the same ones, so that they do not depend on threads.
const PORTION: usize = 20;

/// A move to refute: the plies before it if they are known, the last ones first because they are the cheapest and help with those before,
/// the position and the move.
type Refuted = (Reverse<Option<u32>>, String, String);

/// Gives each worst move its line. A move of several players is refuted once.
pub fn add_lines(
    game: &Arc<dyn AnyGame>,
    players: &mut [PlayerGrade],
    source: &TruthSource,
    run: &Run<'_, u64>,
) {
    let refuted = |worst: &WorstMove| -> Option<Refuted> {
        worst.mv.clone().map(|mv| (Reverse(worst.ply), worst.position.clone(), mv))
    };
    let moves = players.iter().flat_map(|player| &player.worst).filter_map(refuted);
    let mut lines: BTreeMap<Refuted, Vec<String>> = moves.map(|mv| (mv, Vec::new())).collect();
    let mut all: Vec<(&Refuted, &mut Vec<String>)> = lines.iter_mut().collect();
    let portions: Vec<Mutex<_>> = all.chunks_mut(PORTION).map(Mutex::new).collect();
    let next = AtomicUsize::new(0);
    let work = || {
        while let Some(portion) = portions.get(next.fetch_add(1, Relaxed)) {
            let mut valuer = game.move_valuer(source);
            for ((_, position, mv), line) in lock(portion).iter_mut() {
                **line = best_play(&mut *valuer, (position, mv), run);
            }
        }
    };
    beside(run.threads.min(portions.len()).saturating_sub(1), &|_| work(), &mut || work());
    drop(portions);
    for worst in players.iter_mut().flat_map(|player| &mut player.worst) {
        worst.line = refuted(worst).and_then(|mv| lines.get(&mv).cloned()).unwrap_or_default();
    }
}

/// The moves of best play after a move, up to the end of the game, to dice or to values that are not found.
fn best_play(valuer: &mut dyn MoveValuer, (position, mv): (&str, &str), run: &Run<'_, u64>) -> Vec<String> {
    let mut played = vec![mv.to_string()];
    // An error is one of the position: it has no player to move. A table that is gone when parts are merged costs the lines alone.
    while played.len() <= PLIES
        && let Ok(Some(best)) = valuer.best_move(Some(position), &played.join(" "), &run.stop)
    {
        played.push(best);
    }
    played.split_off(1)
}
