//! Lines of play that win against many replies alike: a move, and a threat to win at once with another.
//! Replies that do not prevent that have lost, and against the others the line continues.

use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, AtomicU64, AtomicUsize, Ordering};

use plywood_rules::{Game, Playable, Player, Turn, threads};

use crate::refusal::{Fault, LineFault};
use crate::watch::Step;
use crate::work::{Halt, Work};

/// The estimated number of moves to follow from which on they are shared: some ten milliseconds. On a busy
/// machine the wait for the helping threads takes about as long, so that with 10 000 Qubic was checked in 12
/// s instead of 4.
const WORTH_SHARING: usize = 200_000;

/// Follows lines through all replies. It keeps its memory from one line to the next.
pub struct Lines<'a, G: Game> {
    game: &'a G,
    prover: Player,
    processors: usize,
    /// Usually [`WORTH_SHARING`].
    shared_from: usize,
    path: Vec<Asked<G>>,
    /// The replies of all positions on the path, one after the other.
    replies: Vec<G::Move>,
}

/// A position of the opponent's on the line. The line continues after as many steps as there are positions
/// before it.
struct Asked<G: Game> {
    state: G::State,
    /// The index of its first reply, and of the next one.
    first: usize,
    next: usize,
}

impl<'a, G: Playable> Lines<'a, G> {
    pub fn new(game: &'a G, prover: Player) -> Lines<'a, G> {
        let processors = std::thread::available_parallelism().map_or(1, usize::from);
        Lines { processors, ..Lines::alone(game, prover) }
    }

    /// One that shares nothing.
    fn alone(game: &'a G, prover: Player) -> Lines<'a, G> {
        let (path, replies) = (Vec::new(), Vec::new());
        Lines { game, prover, processors: 1, shared_from: WORTH_SHARING, path, replies }
    }

    /// Checks that the line wins for the prover after each of these replies to `before`. Replies are independent, so all
    /// processors share them. The fault returned is that of the first faulty reply, however they were shared.
    pub fn check(
        &mut self,
        before: &G::State,
        replies: &[G::Move],
        line: &[Step],
        work: &mut Work<'_>,
    ) -> Result<(), Halt> {
        let (game, prover) = (self.game, self.prover);
        let job = Job { before, replies, line, next: AtomicUsize::new(0), wrong: Mutex::new(None) };
        let guess = replies.len().saturating_mul(replies.len()).saturating_mul(line.len());
        let helpers = if guess < self.shared_from { 0 } else { self.processors.min(replies.len()) - 1 };
        let (followed, stopped) = (AtomicU64::new(0), AtomicBool::new(false));
        let help = |_| {
            let mut count = 0;
            let mut lines = Lines::alone(game, prover);
            let _: bool = lines.share(&job, || {
                count += 1;
                !stopped.load(Ordering::Relaxed)
            });
            followed.fetch_add(count, Ordering::Relaxed);
        };
        threads::beside(helpers, &help, &mut || {
            if !self.share(&job, || work.line_move()) {
                stopped.store(true, Ordering::Relaxed);
            }
        });
        work.progress.line_moves += followed.into_inner();
        if stopped.into_inner() {
            return Err(Halt::Interrupted);
        }
        let wrong = threads::lock(&job.wrong).take();
        wrong.map_or(Ok(()), |(_, fault)| Err(fault.into()))
    }

    /// Takes one reply after the other, until none are left or something is wrong. Calls `go_on` at each move
    /// of the opponent's; returns false if it returns false.
    fn share(&mut self, job: &Job<'_, G>, mut go_on: impl FnMut() -> bool) -> bool {
        loop {
            let at = job.next.fetch_add(1, Ordering::Relaxed);
            let Some(&reply) = job.replies.get(at) else { return true };
            match self.follow(job.before, reply, job.line, &mut go_on) {
                Ok(()) => {}
                Err(Halt::Interrupted) => return false,
                Err(Halt::Fault(fault)) => {
                    // Other threads have taken all replies before this one; those after it do not matter any
                    // more.
                    job.next.store(job.replies.len(), Ordering::Relaxed);
                    let mut wrong = threads::lock(&job.wrong);
                    if wrong.as_ref().is_none_or(|(first, _)| at < *first) {
                        *wrong = Some((at, fault));
                    }
                    return true;
                }
            }
        }
    }

    fn follow(
        &mut self,
        before: &G::State,
        reply: G::Move,
        line: &[Step],
        go_on: &mut impl FnMut() -> bool,
    ) -> Result<(), Halt> {
        self.path.clear();
        self.replies.clear();
        let after = self.game.child(before, reply);
        self.walk(&after, line, go_on).map_err(|halt| match halt {
            LineHalt::Interrupted => Halt::Interrupted,
            LineHalt::Fault(fault) => {
                let mut moves = vec![self.game.move_text(before, reply)];
                self.tell(&after, line, &mut moves);
                Halt::Fault(Fault::Line { moves, fault })
            }
        })
    }

    fn walk(
        &mut self,
        after: &G::State,
        line: &[Step],
        go_on: &mut impl FnMut() -> bool,
    ) -> Result<(), LineHalt> {
        self.play(after, line)?;
        while let Some(asked) = self.path.last_mut() {
            let Some(&reply) = self.replies.get(asked.next) else {
                self.replies.truncate(asked.first);
                self.path.pop();
                continue;
            };
            asked.next += 1;
            if !go_on() {
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

    /// Makes the first move of what is left of a line, and continues with the replies to it.
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

    /// Returns true if the prover wins with the move of this code.
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

/// Replies that a line is to win against.
struct Job<'j, G: Game> {
    before: &'j G::State,
    replies: &'j [G::Move],
    line: &'j [Step],
    /// The place of the first reply that no thread has taken.
    next: AtomicUsize,
    /// The place of the first reply against which the line does not win, and the fault there.
    wrong: Mutex<Option<(usize, Fault)>>,
}

/// The reason why a line was not followed to its end.
enum LineHalt {
    Fault(LineFault),
    Interrupted,
}

impl From<LineFault> for LineHalt {
    fn from(fault: LineFault) -> LineHalt {
        LineHalt::Fault(fault)
    }
}

#[cfg(test)]
mod tests {
    use plywood_games::{Visitor, open};
    use plywood_rules::{hints::forcing, moves_or_outcomes};
    use rand_chacha::ChaCha8Rng;
    use rand_core::{Rng, SeedableRng};

    use super::*;
    use crate::work::CheckProgress;

    type Forced<G> = forcing::Step<<G as Game>::Move>;

    /// Finds forced sequences in random games, and follows them: after the replies that they answer, and
    /// after all.
    struct Shared {
        games: u32,
    }

    impl Visitor for Shared {
        /// The number of lines that won, and of those that did not.
        type Output = [u32; 2];

        fn visit<G: Playable>(self, game: G) -> [u32; 2] {
            let mut rng = ChaCha8Rng::seed_from_u64(21);
            let mut forcing = game.forcing().expect("lines have forced sequences");
            let code = |mv: G::Move| game.move_code(mv) as u32;
            let mut counts = [0; 2];
            for _ in 0..self.games {
                let mut state = game.initial();
                while let Turn::Decision(player) = game.turn(&state) {
                    let moves = moves_or_outcomes(&game, &state);
                    for (line, replies) in
                        forcing.answers(&state).map_or(Vec::new(), |answers| answers.answered)
                    {
                        let step =
                            |step: &Forced<G>| Step { mv: code(step.mv), threat: step.threat.map(code) };
                        let line: Vec<Step> = line.iter().map(step).collect();
                        for replies in [&replies, &moves] {
                            let told = [1, 3].map(|processors| {
                                follow(&game, player.other(), processors, &state, replies, &line)
                            });
                            assert_eq!(told[0].0, told[1].0, "{}", game.state_text(&state));
                            // Where something is wrong, others may have been followed for nothing.
                            assert!(told[0].0.is_some() || told[0].1 == told[1].1);
                            counts[usize::from(told[0].0.is_some())] += 1;
                        }
                    }
                    state = game.child(&state, moves[rng.next_u32() as usize % moves.len()]);
                }
            }
            counts
        }
    }

    /// The fault of a line, and the number of moves followed.
    fn follow<G: Playable>(
        game: &G,
        prover: Player,
        processors: usize,
        before: &G::State,
        replies: &[G::Move],
        line: &[Step],
    ) -> (Option<Fault>, u64) {
        let mut lines = Lines { processors, shared_from: 0, ..Lines::alone(game, prover) };
        let mut go_on = |_: CheckProgress| true;
        let mut work = Work::new(0, &mut go_on);
        let wrong = match lines.check(before, replies, line, &mut work) {
            Ok(()) => None,
            Err(Halt::Fault(fault)) => Some(fault),
            Err(Halt::Interrupted) => unreachable!("it was not stopped"),
        };
        (wrong, work.progress.line_moves)
    }

    #[test]
    fn shared_or_not_the_same_is_told() {
        let [won, wrong] = open("qubic", Shared { games: 40 }).unwrap();
        assert!(won > 50 && wrong > 50, "{won} {wrong}");
    }
}
