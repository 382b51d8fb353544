//! Questions to a game of whatever type, answered in types that all games share.

use plywood_games::{Visitor, open};
use plywood_rules::laws::{Effort, check as check_laws, parse_holds};
use plywood_rules::perft::perft;
use plywood_rules::reach::{Reach, every_position, reach};
use plywood_rules::{Depict, Game, Notation, Playable, Run, Scene, Turn, moves_or_outcomes};
use rand_chacha::ChaCha8Rng;
use rand_core::SeedableRng;

/// The questions of these tests to a game of any type. Positions are text; an empty one is the opening.
pub trait Asked {
    fn full_name(&self) -> String;
    fn lines(&self) -> usize;
    fn symmetry_count(&self) -> usize;
    fn depth(&self) -> Option<u32>;
    fn reach(&self) -> Reach;
    fn every_position(&self) -> Reach;
    fn perft(&self, depth: u32) -> u64;
    /// The number of ways to play from the opening to an end.
    fn games(&self) -> u64;
    fn laws(&self, games: u32) -> String;
    fn read(&self, position: &str) -> Result<String, String>;
    fn holds(&self, position: &str) -> bool;
    fn composed(&self, position: &str) -> Option<String>;
    fn turn(&self, position: &str) -> Turn;
    fn after(&self, position: &str, moves: &str) -> Result<String, String>;
    fn moves(&self, position: &str) -> String;
    fn points(&self, position: &str) -> f64;
    fn win_worth(&self) -> f64;
    fn ordering_scores(&self) -> Vec<i32>;
    fn scene(&self, position: &str) -> Scene;
}

fn state_of<G: Playable>(game: &G, position: &str) -> G::State {
    if position.is_empty() { game.initial() } else { game.parse_state(position).unwrap() }
}

impl<G: Playable> Asked for G {
    fn full_name(&self) -> String {
        self.name()
    }

    fn lines(&self) -> usize {
        self.board().lines.len()
    }

    fn symmetry_count(&self) -> usize {
        self.symmetries()
    }

    fn depth(&self) -> Option<u32> {
        self.default_depth()
    }

    fn reach(&self) -> Reach {
        reach(self, &self.initial(), &Run::default())
    }

    fn every_position(&self) -> Reach {
        every_position(self, &self.initial(), &Run::default())
    }

    fn perft(&self, depth: u32) -> u64 {
        perft(self, &self.initial(), depth)
    }

    fn games(&self) -> u64 {
        fn games_from<G: Playable>(game: &G, state: &G::State) -> u64 {
            let moves = moves_or_outcomes(game, state);
            if moves.is_empty() {
                return 1;
            }
            moves.into_iter().map(|mv| games_from(game, &game.child(state, mv))).sum()
        }
        games_from(self, &self.initial())
    }

    fn laws(&self, games: u32) -> String {
        let effort = Effort { games, ..Effort::default() };
        check_laws(self, effort, &mut ChaCha8Rng::seed_from_u64(5), &Run::default()).to_string()
    }

    fn read(&self, position: &str) -> Result<String, String> {
        let state = self.parse_state(position).map_err(|error| error.to_string())?;
        Ok(self.state_text(&state))
    }

    fn holds(&self, position: &str) -> bool {
        parse_holds(self, position)
    }

    fn composed(&self, position: &str) -> Option<String> {
        <Self as Notation>::composed(self, &state_of(self, position))
    }

    fn turn(&self, position: &str) -> Turn {
        Game::turn(self, &state_of(self, position))
    }

    fn after(&self, position: &str, moves: &str) -> Result<String, String> {
        let mut state = state_of(self, position);
        for text in moves.split(' ') {
            let mv = self.parse_move(&state, text).map_err(|error| error.to_string())?;
            self.play(&mut state, mv);
        }
        Ok(self.state_text(&state))
    }

    fn moves(&self, position: &str) -> String {
        let state = state_of(self, position);
        let moves = moves_or_outcomes(self, &state);
        moves.into_iter().map(|mv| self.move_text(&state, mv)).collect::<Vec<_>>().join(" ")
    }

    fn points(&self, position: &str) -> f64 {
        self.evaluation(Some("lines")).unwrap().evaluation.evaluate(self, &state_of(self, position))
    }

    fn win_worth(&self) -> f64 {
        self.evaluation(None).unwrap().evaluation.win_worth(self)
    }

    fn ordering_scores(&self) -> Vec<i32> {
        let evaluation = self.evaluation(None).unwrap().evaluation;
        let state = self.initial();
        moves_or_outcomes(self, &state)
            .into_iter()
            .map(|mv| evaluation.ordering_score(self, &state, mv))
            .collect()
    }

    fn scene(&self, position: &str) -> Scene {
        Depict::scene(self, &state_of(self, position))
    }
}

struct Boxed;

impl Visitor for Boxed {
    type Output = Box<dyn Asked>;

    fn visit<G: Playable>(self, game: G) -> Box<dyn Asked> {
        Box::new(game)
    }
}

pub fn game(name: &str) -> Box<dyn Asked> {
    open(name, Boxed).unwrap_or_else(|error| panic!("{name}: {error}"))
}

pub fn refusal(name: &str) -> String {
    open(name, Boxed).err().unwrap_or_else(|| panic!("{name} opens")).to_string()
}
