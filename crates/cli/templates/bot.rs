//! A bot of your own that plays every game, with every command of `plywood`:
//!
//! cargo run --release -- match tictactoe mine random
//! cargo run --release -- play connect4 --second mine

use plywood::erased::Playthrough;
use plywood::prelude::*;
use plywood::workshop::TextBot;

/// Wins at once if it can, otherwise plays any move.
struct Mine {
    games: Workshop,
}

impl Mine {
    /// Returns true if this move wins the game at once. The position is opened once more to play the move there.
    fn wins(&self, position: &dyn Playthrough, mv: &str) -> bool {
        let Turn::Decision(mover) = position.turn() else { return false };
        let Ok(game) = self.games.open(&position.game()) else { return false };
        let after = game.session(Some(&position.position()), mv, 1);
        after.is_ok_and(|after| after.turn() == Turn::Over(Outcome::Win(mover)))
    }
}

impl TextBot for Mine {
    fn choose(&mut self, position: &dyn Playthrough, rng: &mut dyn Rng, _: &Stop) -> String {
        let mut moves = position.moves();
        let winning = moves.iter().position(|mv| self.wins(position, mv));
        moves.swap_remove(winning.unwrap_or_else(|| below(rng, moves.len())))
    }
}

fn main() -> std::process::ExitCode {
    let about = "Wins at once if it can, otherwise plays any move.";
    let workshop = Workshop::standard()
        .with_bot("mine", about, &[], |_| Ok(Box::new(Mine { games: Workshop::standard() })));
    plywood::cli::run(workshop)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn it_takes_a_win() {
        let games = Workshop::standard();
        let position = games.open("tictactoe").unwrap().session(None, "a1 a2 b1 b2", 1).unwrap();
        let mut rng = Xoshiro256PlusPlus::seed_from_u64(1);
        assert_eq!(Mine { games }.choose(position.playthrough(), &mut rng, &Stop::never()), "c1");
    }
}
