//! Random play to the end of the game: the value of a position without other knowledge.

use plywood_rules::random::{below, chance_outcome};
use plywood_rules::{Outcome, TacticalStatus, Tactics, Turn};
use rand_xoshiro::Xoshiro256PlusPlus;

/// A game of this many plies is a draw. Random play in the games here ends much sooner; in others it might
/// never end.
const MAX_PLIES: u32 = 2000;

/// The value of an outcome for the first player, a win being 1.
pub(super) fn reward(outcome: Outcome, win_worth: f64) -> f64 {
    match outcome {
        Outcome::Win(player) => player.sign(),
        Outcome::Draw => 0.0,
        Outcome::Payoff(points) => (points / win_worth).clamp(-1.0, 1.0),
    }
}

/// The buffers of random play.
pub(super) struct PlayoutBuffers<M> {
    /// True if forced replies are played, too, and not only wins: in games without recurring positions. In
    /// others, play in which no threat is overlooked can last very long: a playout of Pikk Pakk takes 51 plies
    /// without and several hundred with it.
    pub forced: bool,
    /// The worth of a win in points.
    pub win_worth: f64,
    /// Room for the moves of a position.
    pub moves: Vec<M>,
    /// Room for the outcomes of a chance node.
    pub outcomes: Vec<(M, f64)>,
}

impl<M: Copy> PlayoutBuffers<M> {
    /// Plays on from `state`: moves are uniform except for wins and forced replies that the game's hints find
    /// (Teytaud and Teytaud, "On the Huge Benefit of Decisive Moves in Monte-Carlo Tree Search Algorithms", CIG
    /// 2010), chance outcomes follow their probabilities. Returns the result for the first player, from -1 to
    /// 1, and the number of plies.
    ///
    /// Repetitions do not end a playout: in random play they mean nothing.
    pub fn play_out<G: Tactics<Move = M> + ?Sized>(
        &mut self,
        game: &G,
        mut state: G::State,
        rng: &mut Xoshiro256PlusPlus,
    ) -> (f64, u32) {
        for ply in 0..MAX_PLIES {
            let mv = match game.turn(&state) {
                Turn::Over(outcome) => return (reward(outcome, self.win_worth), ply),
                Turn::Chance => chance_outcome(game, &state, &mut self.outcomes, rng),
                Turn::Decision(player) if self.forced => {
                    self.moves.clear();
                    match game.candidates(&state, &mut self.moves) {
                        TacticalStatus::Wins => return (player.sign(), ply + 1),
                        TacticalStatus::Lost => return (-player.sign(), ply + 2),
                        TacticalStatus::Open => self.moves[below(rng, self.moves.len())],
                    }
                }
                Turn::Decision(player) => {
                    if game.winning_move(&state).is_some() {
                        return (player.sign(), ply + 1);
                    }
                    game.nth_move(&state, below(rng, game.count_moves(&state)))
                }
            };
            game.play(&mut state, mv);
        }
        (game.turn(&state).outcome().map_or(0.0, |outcome| reward(outcome, self.win_worth)), MAX_PLIES)
    }
}
