//! The parts that all searching bots share.

use plywood_rules::{Game, Player};

/// Implements [`Bot`](plywood_rules::Bot) for a type that has
/// `search(&mut self, game, position, rng, stop, sink) -> (Report, sink)` and, if it is named, a field for its listener.
macro_rules! searching_bot {
    ($bot:ident: $bound:path $(, $more:path)* $(; $listener:ident)?) => {
        impl<G: $bound $(+ $more)* + ?Sized> plywood_rules::Bot<G> for $bot<G> {
            /// # Panics
            /// If no player decides in `position`.
            fn choose(
                &mut self,
                game: &G,
                position: plywood_rules::Position<'_, G>,
                rng: &mut dyn rand_core::Rng,
                stop: &plywood_rules::Stop,
            ) -> plywood_rules::Report<G::Move> {
                self.search(game, position, rng, stop, $crate::trace::Off).0
            }

            /// # Panics
            /// If no player decides in `position`.
            fn choose_traced(
                &mut self,
                game: &G,
                position: plywood_rules::Position<'_, G>,
                rng: &mut dyn rand_core::Rng,
                stop: &plywood_rules::Stop,
                trace: &mut plywood_rules::Trace<G::Move>,
            ) -> Option<plywood_rules::Report<G::Move>> {
                let search = |recorder| self.search(game, position, rng, stop, recorder);
                Some($crate::trace::record(trace, search))
            }

            fn winning_lead(&self, game: &G) -> Option<f64> {
                self.evaluation.winning_lead(game)
            }

            $(fn listen(&mut self, listener: Option<plywood_rules::Listener<G::Move>>) {
                self.$listener = listener;
            })?
        }
    };
}
pub(crate) use searching_bot;

/// The player who decides in `state`, and the legal moves.
///
/// # Panics
/// If no player decides there.
pub(crate) fn decision<G: Game + ?Sized>(game: &G, state: &G::State) -> (Player, Vec<G::Move>) {
    let player = game.turn(state).player().expect("a bot is asked where a player decides");
    let mut moves = Vec::new();
    game.legal_moves(state, &mut moves);
    (player, moves)
}
