//! Detection of repeated positions.

use crate::{Game, Turn};

/// True if `state` occurs for the third time; `past` holds the states before it, oldest first. Only the states
/// since the last chance event count: scores in a dice game may stay the same for long.
///
/// The rules of the games say nothing about repetition; the code that runs a game calls it a draw.
pub fn is_threefold<G: Game + ?Sized>(game: &G, past: &[G::State], state: &G::State) -> bool {
    let are_equal = |before: &&G::State| *before == state;
    game.stage(state).is_none() && is_twice_before(past.iter().rev(), are_equal, |before| game.turn(before))
}

/// The same for positions of any kind, the last one before first: true if two of them `are_equal` to the present one, and
/// neither they nor those since then are chance events.
pub fn is_twice_before<T>(
    mut past: impl Iterator<Item = T>,
    are_equal: impl Fn(&T) -> bool,
    turn: impl Fn(T) -> Turn,
) -> bool {
    let mut found = 0;
    past.any(|before| {
        found += u32::from(are_equal(&before));
        found == 2 || turn(before) == Turn::Chance
    }) && found == 2
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Player;

    /// Players wait or throw a die without numbers, both of which leads nowhere but to the other player.
    struct Idle {
        /// True if it claims to have stages, so that its states need not be compared at all.
        staged: bool,
    }

    const WAIT: u32 = 0;
    const THROW: u32 = 1;
    const BLANK: u32 = 2;

    impl Game for Idle {
        /// The side to move, and true if the die is about to be thrown.
        type State = (Player, bool);
        type Move = u32;

        fn initial(&self) -> (Player, bool) {
            (Player::First, false)
        }

        fn turn(&self, &(player, thrown): &(Player, bool)) -> Turn {
            if thrown { Turn::Chance } else { Turn::Decision(player) }
        }

        fn legal_moves(&self, _: &(Player, bool), moves: &mut Vec<u32>) {
            moves.extend([WAIT, THROW]);
        }

        fn play(&self, state: &mut (Player, bool), mv: u32) {
            *state = if mv == THROW { (state.0, true) } else { (state.0.other(), false) };
        }

        fn stage(&self, _: &(Player, bool)) -> Option<u32> {
            self.staged.then_some(0)
        }
    }

    fn is_threefold_after(game: &Idle, moves: &[u32]) -> bool {
        let mut past = vec![];
        let mut state = game.initial();
        for &mv in moves {
            past.push(state);
            game.play(&mut state, mv);
        }
        is_threefold(game, &past, &state)
    }

    #[test]
    fn only_players_make_repetitions() {
        let check = |moves: &[u32], expected: bool| {
            assert_eq!(is_threefold_after(&Idle { staged: false }, moves), expected, "{moves:?}");
        };
        check(&[], false);
        check(&[WAIT; 3], false);
        check(&[WAIT; 4], true);
        check(&[WAIT; 5], true);
        check(&[THROW, BLANK, WAIT, WAIT, WAIT], false);
        check(&[THROW, BLANK, WAIT, WAIT, WAIT, WAIT], true);
        check(&[WAIT, WAIT, THROW, BLANK, WAIT], false);
    }

    #[test]
    fn a_game_with_stages_has_no_repetitions() {
        assert!(!is_threefold_after(&Idle { staged: true }, &[WAIT; 9]));
    }
}
