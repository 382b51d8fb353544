//! The strategies of a proof-number search.
//!
//! The search keeps numbers, not lines of play, and drops some of them. A strategy therefore queries it at
//! every decision: stored results cost a look-up, the rest is searched again.

use plywood_rules::hints::forcing::Forcing;
use plywood_rules::{Playable, Player, TacticalStatus, Turn};

use super::error::Interrupted;
use super::numbers::Numbers;
use super::search::Search;
use super::strategy::{Choice, Defence, Strategy};

/// The strategy by which the attacker of a search wins.
pub struct Attack<'s, 'g, G: Playable> {
    search: &'s Search<'g, G>,
    forcing: Option<Box<dyn Forcing<G> + Send + 'g>>,
    attacker: Player,
}

/// The strategy by which the attacker's opponent holds.
pub struct Hold<'s, 'g, G: Playable> {
    search: &'s Search<'g, G>,
    defender: Player,
}

impl<'s, 'g, G: Playable> Attack<'s, 'g, G> {
    /// For a search that has found that the attacker wins.
    pub fn new(game: &'g G, search: &'s Search<'g, G>) -> Attack<'s, 'g, G> {
        Attack { search, forcing: game.forcing(), attacker: search.attacker() }
    }
}

impl<'s, 'g, G: Playable> Hold<'s, 'g, G> {
    /// For a search that has found that the attacker does not win.
    pub fn new(search: &'s Search<'g, G>) -> Hold<'s, 'g, G> {
        Hold { search, defender: search.attacker().other() }
    }
}

/// A move with these numbers, as stored or found by a search. The first moves are preferred.
fn leading_to<G: Playable>(
    game: &G,
    search: &Search<'_, G>,
    state: &G::State,
    plies: u32,
    moves: &[G::Move],
    wanted: Numbers,
) -> Result<G::Move, Interrupted> {
    let known = |mv: &&G::Move| search.look(&game.child(state, **mv), plies + 1) == Some(wanted);
    if let Some(&mv) = moves.iter().find(known) {
        return Ok(mv);
    }
    // Stored results were dropped: the position itself is forgotten first, which leads to the right move
    // soonest.
    search.forget(state, plies);
    search.settle(state, plies)?;
    if let Some(&mv) = moves.iter().find(known) {
        return Ok(mv);
    }
    for &mv in moves {
        if search.settle(&game.child(state, mv), plies + 1)? == (wanted == Numbers::WON) {
            return Ok(mv);
        }
    }
    Ok(moves[0])
}

impl<G: Playable> Strategy<G> for Attack<'_, '_, G> {
    fn choose(&mut self, game: &G, state: &G::State, plies: u32) -> Result<Choice<G::Move>, Interrupted> {
        let mut moves = Vec::new();
        if game.candidates(state, &mut moves) == TacticalStatus::Wins {
            return Ok(Choice::Move(moves[0]));
        }
        if let Some(forcing) = &mut self.forcing {
            if let Some(line) = forcing.wins(state) {
                return Ok(Choice::Move(line[0].mv));
            }
            forcing.order(state, &mut moves);
        }
        leading_to(game, self.search, state, plies, &moves, Numbers::WON).map(Choice::Move)
    }

    fn defend(&mut self, game: &G, state: &G::State, _plies: u32) -> Result<Defence<G::Move>, Interrupted> {
        debug_assert_eq!(game.turn(state), Turn::Decision(self.attacker.other()));
        Ok(self
            .forcing
            .as_mut()
            .map_or(Defence::Each, |forcing| Defence::Answers(forcing.answers_each(state))))
    }
}

impl<G: Playable> Strategy<G> for Hold<'_, '_, G> {
    fn choose(&mut self, game: &G, state: &G::State, plies: u32) -> Result<Choice<G::Move>, Interrupted> {
        if let Some(pairs) = game.pairing(state, self.defender) {
            return Ok(Choice::Pairs(pairs));
        }
        let mut moves = Vec::new();
        if game.candidates(state, &mut moves) == TacticalStatus::Wins {
            return Ok(Choice::Move(moves[0]));
        }
        leading_to(game, self.search, state, plies, &moves, Numbers::FAILED).map(Choice::Move)
    }

    fn defend(&mut self, game: &G, state: &G::State, _plies: u32) -> Result<Defence<G::Move>, Interrupted> {
        Ok(game.pairing(state, self.defender).map_or(Defence::Each, Defence::Pairs))
    }
}
