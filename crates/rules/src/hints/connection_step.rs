//! The steps by which connections are derived.

/// A step that derives a connection, by the rules of Anshelevich (2000). It needs stones, and cells that must not be the opponent's:
/// its carrier. Ends are cells, by the codes of moves, and the two edges of the player, by the two numbers after the last cell.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ConnectionStep {
    /// These ends, if they are cells, are stones beside each other, or one beside the edge.
    Touch([usize; 2]),
    /// The connections of these two steps meet in an end.
    And([usize; 2]),
    /// Moves to cells, each of which makes the connection of a step. All of these have the same ends.
    Or(Vec<(usize, usize)>),
    /// A connection without two stones that its owner captures: each of them makes the other useless. So the opponent gains nothing
    /// there, and both cells move to the carrier.
    Capture {
        /// The cells of the two stones.
        cells: [usize; 2],
        /// The step of the connection that needs them.
        of: usize,
        /// Further stones that it needs, because they join what is beside the two.
        stones: Vec<usize>,
    },
}
