//! Statistics of moves that cut off: killers and history.

use plywood_rules::Player;

use super::techniques::Techniques;

/// The largest weight that history can have.
const MOST_HISTORY: i32 = 1 << 14;

/// The moves that did well so far, and the buffers to sort moves.
#[derive(Debug)]
pub(super) struct MoveStatistics<M> {
    /// For each ply two moves that cut off there, the newer one first (Akl and Newborn 1977). Empty if not wanted.
    pub killers: Vec<[Option<M>; 2]>,
    /// For each player and move code how well that move has done (Schaeffer 1989): from -[`MOST_HISTORY`] to
    /// [`MOST_HISTORY`]. Empty if not wanted or if moves have no codes.
    pub history: [Vec<i32>; 2],
    /// For each move of [`Searcher::moves`](super::searcher::Searcher) that has been weighed its weight, and below it its
    /// place, the first one highest: no two of a node are equal, and of equal moves the one listed first comes first.
    pub weights: Vec<i64>,
    /// The ordering scores of the moves that are being weighed.
    pub ordering_scores: Vec<i32>,
    /// Moves that are being sorted, with their weights.
    pub sorting: Vec<(i64, M)>,
    has_killers: bool,
}

impl<M: Copy + PartialEq> MoveStatistics<M> {
    /// Nothing is known yet of moves with codes below `codes`.
    pub fn new(techniques: Techniques, codes: usize) -> MoveStatistics<M> {
        let codes = if codes > 1 && techniques.history { codes } else { 0 };
        MoveStatistics {
            killers: Vec::new(),
            history: [vec![0; codes], vec![0; codes]],
            weights: Vec::new(),
            ordering_scores: Vec::new(),
            sorting: Vec::new(),
            has_killers: techniques.killers,
        }
    }

    /// Makes room for the killers of `plies` plies.
    pub fn make_room(&mut self, plies: usize) {
        if self.has_killers && self.killers.len() < plies {
            self.killers.resize(plies, [None; 2]);
        }
    }

    /// Records that `mv` caused a cutoff at this ply.
    pub fn add_killer(&mut self, mv: M, ply: u32) {
        if let Some(killers) = self.killers.get_mut(ply as usize)
            && killers[0] != Some(mv)
        {
            *killers = [Some(mv), killers[0]];
        }
    }

    /// Records that the move with this code caused a cutoff with `depth` plies left, after the `others` had
    /// not.
    pub fn reward(&mut self, player: Player, code: usize, others: impl Iterator<Item = usize>, depth: u32) {
        let history = &mut self.history[player.index()];
        let bonus = (depth * depth).min(1024) as i32;
        adjust(&mut history[code], bonus);
        for other in others {
            adjust(&mut history[other], -bonus);
        }
    }
}

/// Moves `weight` towards its bound, the more slowly the nearer it is.
fn adjust(weight: &mut i32, bonus: i32) {
    *weight += bonus - *weight * bonus.abs() / MOST_HISTORY;
}
