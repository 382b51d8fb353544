//! The trait of games that can be drawn and observed.

use crate::scene::{Board, Motion, Scene};
use crate::{Notation, Player, observation};

/// Drawing: positions as scenes, the board, and the motions of moves. The default shows [`Depict::rows`], or a position's text.
pub trait Depict: Notation {
    /// The board as rows of letters, as [`Scene::of_rows`] reads them: enough for a game without a scene of its own. Empty if
    /// there is no board.
    fn rows(&self, _state: &Self::State) -> Vec<String> {
        Vec::new()
    }

    /// The scene of `state`. In all scenes of a game the grids have the same titles and names of rows and
    /// columns, the number of tracks is the same, and a letter means pieces of one owner, never a dot or a
    /// blank.
    fn scene(&self, state: &Self::State) -> Scene {
        match &self.rows(state)[..] {
            [] => Scene { facts: vec![("position".to_string(), self.state_text(state))], ..Scene::default() },
            rows => Scene::of_rows(rows),
        }
    }

    /// The scene of `state` in a game that came to it through the states `before`, oldest first. It may show the owners of
    /// pieces that are neutral in the scene of the state alone, which does not know who took what; all else is the same, and
    /// so is the whole by default.
    fn scene_after(&self, _before: &[Self::State], state: &Self::State) -> Scene {
        self.scene(state)
    }

    /// The board, which stays the same all through a game. The default has no details.
    fn board(&self) -> Board {
        Board::default()
    }

    /// The motion of `mv`, a legal move or an outcome of chance, consistent with the scenes before and after.
    /// The default has no motion.
    fn motion(&self, _state: &Self::State, _mv: Self::Move) -> Motion {
        Motion::Choice
    }

    /// The planes, rows and columns of [observations](crate::observation), the same for all states.
    fn observation_shape(&self) -> [usize; 3] {
        let start = self.initial();
        observation::shape(&self.scene(&start), self.numbers(&start, Player::First).len())
    }

    /// Numbers that belong to `state` and are on none of its squares, as many in every state: the face of a die, points; those of
    /// `view` first. The default reads tracks and the node of a tree off the scene.
    fn numbers(&self, state: &Self::State, view: Player) -> Vec<f32> {
        observation::numbers(&self.scene(state), view)
    }

    /// Writes the [observation](crate::observation) of `state`, seen by `view`, into `observation`, which is all zeros and has
    /// the length of the [shape](Depict::observation_shape). The default reads it off the scene; a game that does so itself is faster.
    fn observe(&self, state: &Self::State, view: Player, observation: &mut [f32]) {
        observation::of_scene(&self.scene(state), &self.numbers(state, view), view, observation);
    }

    /// The names of the players in this game (`X`, `light`): the first, then the second.
    fn player_names(&self) -> [&'static str; 2] {
        ["first", "second"]
    }
}
