//! The strategy of a player who holds, by a game's own search for it.

use plywood_rules::hints::holding::Holding;
use plywood_rules::{Interrupted, Playable, Player, Run};

use super::strategy::{Choice, Defence, Strategy, obvious};

/// The strategy by which a player holds: by pairs, and by the search.
pub struct ByHolding<'s, G: Playable> {
    pub holding: &'s mut dyn Holding<G>,
    pub player: Player,
    /// Receives the positions visited by the search.
    pub run: &'s Run<'s, u64>,
}

impl<G: Playable> Strategy<G> for ByHolding<'_, G> {
    fn choose(&mut self, game: &G, state: &G::State, _: u32) -> Result<Choice<G::Move>, Interrupted> {
        obvious(game, state, self.defend(game, state)).or_else(|_| {
            let mv = self.holding.holding_move(state, self.run)?;
            mv.map(Choice::Move).ok_or(Interrupted)
        })
    }

    fn defend(&mut self, game: &G, state: &G::State) -> Defence<G::Move> {
        game.pairing(state, self.player).map_or(Defence::Each, Defence::Pairs)
    }
}
