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
}
