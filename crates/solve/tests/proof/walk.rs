//! A checker of proofs as plain as can be: it follows the prover's moves through the rules.

use std::collections::HashMap;

use plywood_rules::{Playable, Player, Turn, moves_or_outcomes};
use plywood_solve::proof::ProofGoal;
use plywood_solve::proof::write::ClaimProof;

struct Walk<'a, G: Playable> {
    game: &'a G,
    prover: Player,
    goal: ProofGoal,
    merge: u32,
    bytes: &'a [u8],
    /// Positions visited, and true for each whose subtree was walked through.
    known: HashMap<G::State, bool>,
}

/// The remaining work, the next item last.
enum Task<S> {
    Visit(S, u32),
    Finish(S),
}

/// Checks that `part` proves what it claims.
pub fn check<G: Playable>(game: &G, start: &G::State, merge: u32, part: &ClaimProof) -> Result<(), String> {
    let (prover, goal) = (part.claim.player, part.claim.goal);
    let mut walk = Walk { game, prover, goal, merge, bytes: &part.bytes, known: HashMap::new() };
    walk.run(start)?;
    if !walk.bytes.is_empty() {
        return Err(format!("{} bytes are left over", walk.bytes.len()));
    }
    Ok(())
}

impl<G: Playable> Walk<'_, G> {
    fn run(&mut self, start: &G::State) -> Result<(), String> {
        if self.game.turn(start) == Turn::Decision(self.prover.other()) && self.number()? != 0 {
            return Err("sequences and pairs are not looked for".to_string());
        }
        let mut tasks = vec![Task::Visit(start.clone(), 0)];
        while let Some(task) = tasks.pop() {
            match task {
                Task::Finish(key) => {
                    self.known.insert(key, true);
                }
                Task::Visit(state, plies) => self.visit(&state, plies, &mut tasks)?,
            }
        }
        Ok(())
    }

    fn visit(&mut self, state: &G::State, plies: u32, tasks: &mut Vec<Task<G::State>>) -> Result<(), String> {
        let game = self.game;
        let turn = game.turn(state);
        if let Turn::Over(outcome) = turn {
            let least = if self.goal == ProofGoal::Wins { 1 } else { 0 };
            return if outcome.utility(self.prover) >= least {
                Ok(())
            } else {
                Err(format!("lost at {state:?}"))
            };
        }
        let key = if plies <= self.merge { game.canonical(state).state } else { state.clone() };
        match self.known.get(&key) {
            Some(false) if self.goal == ProofGoal::Wins => return Err(format!("it goes round at {state:?}")),
            Some(_) => return Ok(()),
            None => {}
        }
        self.known.insert(key.clone(), false);
        tasks.push(Task::Finish(key));
        let mut moves = moves_or_outcomes(game, state);
        if turn == Turn::Decision(self.prover) {
            let number = self.number()?;
            let place = number.checked_sub(1).ok_or("pairs are not looked for")?;
            if place % 3 != 0 {
                return Err("sequences and pairs are not looked for".to_string());
            }
            moves = vec![*moves.get(place as usize / 3).ok_or("there is no such move")?];
        }
        tasks.extend(moves.into_iter().rev().map(|mv| Task::Visit(game.child(state, mv), plies + 1)));
        Ok(())
    }

    fn number(&mut self) -> Result<u32, String> {
        let mut number = 0;
        for place in 0..5 {
            let (&byte, rest) = self.bytes.split_first().ok_or("it ends too early")?;
            self.bytes = rest;
            number |= u32::from(byte & 0x7f) << (7 * place);
            if byte & 0x80 == 0 {
                return Ok(number);
            }
        }
        Err("a number does not end".to_string())
    }
}
