//! Lines of play that win against many replies alike: a move, and a threat to win at once with another; whichever
//! replies do not prevent that have lost, and against the others the line goes on.

use plywood_rules::{Game, Playable, Player, Turn};

use crate::check::{Halt, Work};
use crate::refusal::{Fault, LineFault};
use crate::watch::Step;

/// Follows lines through all replies. It keeps its memory from one line to the next.
pub struct Lines<'a, G: Game> {
    game: &'a G,
    prover: Player,
    path: Vec<Asked<G>>,
    /// The replies of all positions on the path, one after the other.
    replies: Vec<G::Move>,
}

/// A position of the opponent's on the line, which goes on after as many steps as there are others before it.
struct Asked<G: Game> {
    state: G::State,
    /// Where its replies begin, and which one comes next.
    first: usize,
    next: usize,
}

impl<'a, G: Playable> Lines<'a, G> {
    pub fn new(game: &'a G, prover: Player) -> Lines<'a, G> {
        Lines { game, prover, path: Vec::new(), replies: Vec::new() }
    }

    /// Whether the line wins for the prover, `reply` having led from `before` to `after`.
    pub fn check(
        &mut self,
        before: &G::State,
        reply: G::Move,
        line: &[Step],
        work: &mut Work<'_>,
    ) -> Result<(), Halt> {
        self.path.clear();
        self.replies.clear();
        let after = self.game.child(before, reply);
        self.walk(&after, line, work).map_err(|halt| match halt {
            LineHalt::Interrupted => Halt::Interrupted,
            LineHalt::Fault(fault) => {
                let mut moves = vec![self.game.move_text(before, reply)];
                self.tell(&after, line, &mut moves);
                Halt::Fault(Fault::Line { moves, fault })
            }
        })
    }

    fn walk(&mut self, after: &G::State, line: &[Step], work: &mut Work<'_>) -> Result<(), LineHalt> {
        self.play(after, line)?;
        while let Some(asked) = self.path.last_mut() {
            let Some(&reply) = self.replies.get(asked.next) else {
                self.replies.truncate(asked.first);
                self.path.pop();
                continue;
            };
            asked.next += 1;
            if !work.line_move() {
                return Err(LineHalt::Interrupted);
            }
            let child = self.game.child(&asked.state, reply);
            let depth = self.path.len();
            let threat = line[depth - 1].threat;
            if !threat.is_some_and(|threat| self.wins_at_once(&child, threat)) {
                self.play(&child, &line[depth..])?;
            }
        }
        Ok(())
    }

    /// Makes the first move of what is left of a line, and goes on to the replies to it.
    fn play(&mut self, state: &G::State, rest: &[Step]) -> Result<(), LineFault> {
        let Some(step) = rest.first() else { return Err(LineFault::Ends) };
        if self.game.turn(state) != Turn::Decision(self.prover) {
            return Err(LineFault::NotToMove);
        }
        let mv = self.game.move_of_code(state, step.mv as usize).ok_or(LineFault::NoMove(step.mv))?;
        let child = self.game.child(state, mv);
        match self.game.turn(&child) {
            Turn::Over(outcome) if outcome.utility(self.prover) == 1 => Ok(()),
            Turn::Over(_) => Err(LineFault::NotWon),
            _ if step.threat.is_none() => Err(LineFault::Ends),
            Turn::Decision(player) if player != self.prover => {
                let first = self.replies.len();
                self.game.legal_moves(&child, &mut self.replies);
                self.path.push(Asked { state: child, first, next: first });
                Ok(())
            }
            Turn::Decision(_) | Turn::Chance => Err(LineFault::NoReply),
        }
    }

    /// Whether the prover wins with the move of this code.
    fn wins_at_once(&self, state: &G::State, code: u32) -> bool {
        self.game.turn(state) == Turn::Decision(self.prover)
            && self.game.move_of_code(state, code as usize).is_some_and(|mv| {
                let child = self.game.child(state, mv);
                self.game.turn(&child).outcome().is_some_and(|outcome| outcome.utility(self.prover) == 1)
            })
    }

    /// Adds the moves from `after` to where the walk stopped.
    fn tell(&self, after: &G::State, line: &[Step], moves: &mut Vec<String>) {
        let mut state = after.clone();
        for (asked, step) in self.path.iter().zip(line) {
            let Some(mv) = self.game.move_of_code(&state, step.mv as usize) else { return };
            moves.push(self.game.move_text(&state, mv));
            let reply = self.replies[asked.next - 1];
            moves.push(self.game.move_text(&asked.state, reply));
            state = self.game.child(&asked.state, reply);
        }
    }
}

/// Why a line was not followed to its end.
enum LineHalt {
    Fault(LineFault),
    Interrupted,
}

impl From<LineFault> for LineHalt {
    fn from(fault: LineFault) -> LineHalt {
        LineHalt::Fault(fault)
    }
}
