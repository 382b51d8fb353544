//! Lines of play that win against many replies alike: a move, and a threat to win at once with another.
//! Replies that do not prevent that have lost, and against the others the line continues.

use plywood_rules::hints::Defences;
use plywood_rules::{Game, Playable, Player, Turn};

use crate::refusal::{LineFault, ProofFault};
use crate::watch::LineStep;
use crate::work::{CheckRun, Unchecked};

/// Follows lines through all replies. It keeps its memory from one line to the next.
pub struct LineFollower<'a, G: Game> {
    game: &'a G,
    defences: Defences<G>,
    prover: Player,
    path: Vec<LinePosition<G>>,
    /// The replies of all positions on the path, one after the other.
    replies: Vec<G::Move>,
}

/// A position of the opponent's on the line. The line continues after as many steps as there are positions
/// before it.
struct LinePosition<G: Game> {
    state: G::State,
    /// The index of its first reply, and of the next one.
    first: usize,
    next: usize,
}

impl<'a, G: Playable> LineFollower<'a, G> {
    pub fn new(game: &'a G, prover: Player) -> LineFollower<'a, G> {
        let all: Defences<G> = |game, state, _, moves| game.legal_moves(state, moves);
        let defences = game.specialists().defences.unwrap_or(all);
        LineFollower { game, defences, prover, path: Vec::new(), replies: Vec::new() }
    }

    /// Checks that the line wins for the prover after this reply to `before`.
    pub fn check(
        &mut self,
        before: &G::State,
        reply: G::Move,
        line: &[LineStep],
        work: &mut CheckRun<'_>,
    ) -> Result<(), Unchecked<ProofFault>> {
        self.path.clear();
        self.replies.clear();
        let after = self.game.child(before, reply);
        self.walk(&after, line, work).map_err(|halt| match halt {
            Unchecked::Interrupted(interrupted) => Unchecked::Interrupted(interrupted),
            Unchecked::Fault(fault) => {
                let mut moves = vec![self.game.move_text(before, reply)];
                self.tell(&after, line, &mut moves);
                Unchecked::Fault(ProofFault::Line { moves, fault })
            }
        })
    }

    fn walk(
        &mut self,
        after: &G::State,
        line: &[LineStep],
        work: &mut CheckRun<'_>,
    ) -> Result<(), Unchecked<LineFault>> {
        self.play(after, line)?;
        while let Some(asked) = self.path.last_mut() {
            let Some(&reply) = self.replies.get(asked.next) else {
                self.replies.truncate(asked.first);
                self.path.pop();
                continue;
            };
            asked.next += 1;
            work.line_move()?;
            let child = self.game.child(&asked.state, reply);
            let depth = self.path.len();
            let threat = line[depth - 1].threat;
            if !threat.is_some_and(|threat| self.wins_at_once(&child, threat)) {
                self.play(&child, &line[depth..])?;
            }
        }
        Ok(())
    }

    /// Makes the first move of what is left of a line, and continues with the replies to it.
    fn play(&mut self, state: &G::State, rest: &[LineStep]) -> Result<(), LineFault> {
        let Some(step) = rest.first() else { return Err(LineFault::Ends) };
        if self.game.turn(state) != Turn::Decision(self.prover) {
            return Err(LineFault::NotToMove);
        }
        let mv = self.game.move_of_code(state, step.mv as usize).ok_or(LineFault::NoMove(step.mv))?;
        let child = self.game.child(state, mv);
        match self.game.turn(&child) {
            Turn::Over(outcome) if outcome.utility(self.prover) == 1 => Ok(()),
            Turn::Over(_) => Err(LineFault::NotWon),
            Turn::Decision(player) if player != self.prover => {
                let Some(threat) = step.threat else { return Err(LineFault::Ends) };
                let first = self.replies.len();
                (self.defences)(self.game, &child, threat as usize, &mut self.replies);
                self.path.push(LinePosition { state: child, first, next: first });
                Ok(())
            }
            Turn::Decision(_) | Turn::Chance => Err(LineFault::NoReply),
        }
    }

    /// Returns true if the prover wins with the move of this code.
    fn wins_at_once(&self, state: &G::State, code: u32) -> bool {
        self.game.turn(state) == Turn::Decision(self.prover)
            && self.game.move_of_code(state, code as usize).is_some_and(|mv| {
                let child = self.game.child(state, mv);
                self.game.turn(&child).outcome().is_some_and(|outcome| outcome.utility(self.prover) == 1)
            })
    }

    /// Adds the moves from `after` to where the walk stopped.
    fn tell(&self, after: &G::State, line: &[LineStep], moves: &mut Vec<String>) {
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

#[cfg(test)]
mod tests {
    use plywood_games::{Visitor, open};
    use plywood_rules::{hints::forcing, moves_or_outcomes};
    use rand_chacha::ChaCha8Rng;
    use rand_core::{Rng, SeedableRng};

    use super::*;

    /// True if the line wins in a position, as the format of files has it: through every legal reply.
    fn wins<G: Playable>(game: &G, state: &G::State, line: &[LineStep]) -> bool {
        let Turn::Decision(prover) = game.turn(state) else { return false };
        let after =
            |state: &G::State, code: u32| Some(game.child(state, game.move_of_code(state, code as usize)?));
        let won = |state: &G::State| game.turn(state).outcome().is_some_and(|end| end.utility(prover) == 1);
        let Some((step, rest)) = line.split_first() else { return false };
        let Some(child) = after(state, step.mv) else { return false };
        let holds = |reply| {
            let asked = game.child(&child, reply);
            game.turn(&asked) == Turn::Decision(prover)
                && step.threat.and_then(|threat| after(&asked, threat)).is_some_and(|end| won(&end))
                || wins(game, &asked, rest)
        };
        let decides = game.turn(&child) == Turn::Decision(prover.other());
        won(&child)
            || step.threat.is_some() && decides && moves_or_outcomes(game, &child).into_iter().all(holds)
    }

    /// Finds forced sequences in random games, and follows them after every reply.
    struct Followed {
        games: u32,
    }

    impl Visitor for Followed {
        /// The number of lines that won, and of those that did not.
        type Output = [u32; 2];

        fn visit<G: Playable>(self, game: G) -> [u32; 2] {
            let mut rng = ChaCha8Rng::seed_from_u64(21);
            let mut forcing =
                game.specialists().forcing.and_then(|new| new(&game)).expect("lines have forced sequences");
            let code = |mv: G::Move| game.move_code(mv) as u32;
            let mut counts = [0; 2];
            for _ in 0..self.games {
                let mut state = game.initial();
                while let Turn::Decision(player) = game.turn(&state) {
                    let moves = moves_or_outcomes(&game, &state);
                    let answers = forcing.answers(&state).map_or(Vec::new(), |answers| answers.answered);
                    for (line, _) in answers {
                        let step = |step: &forcing::Step<G::Move>| LineStep {
                            mv: code(step.mv),
                            threat: step.threat.map(code),
                        };
                        let line: Vec<LineStep> = line.iter().map(step).collect();
                        for &reply in &moves {
                            let expected = wins(&game, &game.child(&state, reply), &line);
                            let run = plywood_rules::Run::default();
                            let mut work = CheckRun::new(0, &run);
                            let checked = LineFollower::new(&game, player.other())
                                .check(&state, reply, &line, &mut work);
                            assert_eq!(checked.is_ok(), expected, "{}", game.state_text(&state));
                            counts[usize::from(!expected)] += 1;
                        }
                    }
                    state = game.child(&state, moves[rng.next_u32() as usize % moves.len()]);
                }
            }
            counts
        }
    }

    #[test]
    fn lines_win_as_if_every_reply_were_tried() {
        let [won, wrong] = open("qubic", Followed { games: 10 }).unwrap();
        assert!(won > 500 && wrong > 500, "{won} {wrong}");
    }
}
