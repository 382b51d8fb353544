//! Hints about immediate wins and threats.

use crate::{Game, Outcome, Turn, moves_or_outcomes};

/// Knowledge about a decision before any move is tried.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TacticalStatus {
    /// The one move listed wins the game at once ([`Outcome::Win`], a payoff is none).
    Wins,
    /// Lost in exactly two plies: after the one legal move listed the opponent decides next and wins at once.
    /// Every other move also loses that way, or at once.
    Lost,
    /// Undecided. All moves are listed except some after which the game is lost at once or the opponent decides
    /// next and wins at once. At least one is listed.
    Open,
}

/// Hints about immediate wins and threats, found without trying moves.
pub trait ThreatHints: Game {
    /// Appends the moves of a decision that deserve a search, in the order of [`Game::legal_moves`], and
    /// returns the status known without trying them. The default lists all moves.
    fn candidates(&self, state: &Self::State, moves: &mut Vec<Self::Move>) -> TacticalStatus {
        self.legal_moves(state, moves);
        TacticalStatus::Open
    }

    /// A move that wins the game at once, if one is found without trying moves. The default finds none.
    fn winning_move(&self, _state: &Self::State) -> Option<Self::Move> {
        None
    }

    /// True only if [`ThreatHints::winning_move`] finds none after any of the [`ThreatHints::candidates`] of
    /// `state`, if it is [`TacticalStatus::Open`]; searches then need not ask. The default, false, promises
    /// nothing.
    fn leaves_no_winning_move(&self, _state: &Self::State) -> bool {
        false
    }

    /// True if the player who decides in `state` has a move that wins at once. Exact, however slow. The default
    /// tries [`ThreatHints::winning_move`] and then every move.
    fn wins_at_once(&self, state: &Self::State) -> bool {
        let Turn::Decision(mover) = self.turn(state) else { return false };
        let wins = |mv| self.turn(&self.child(state, mv)) == Turn::Over(Outcome::Win(mover));
        self.winning_move(state).is_some() || moves_or_outcomes(self, state).into_iter().any(wins)
    }

    /// Appends moves after which the mover threatens to win at once with the next move, so that the opponent
    /// has to answer: the first moves of forced sequences. They are among the [`ThreatHints::candidates`] of a
    /// decision. It is called only for a decision that is [`TacticalStatus::Open`]. Returns false, the default,
    /// if the game does not look for such moves.
    fn threats(&self, _state: &Self::State, _moves: &mut Vec<Self::Move>) -> bool {
        false
    }
}
