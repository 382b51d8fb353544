//! The questions that lead to a score: first for quick wins and losses, which take next to nothing, then for the winner, then
//! for the distance.

use crate::score_table::ScoreBounds;

/// The number of questions for quick wins and losses. Each adds four plies.
const EARLY: i32 = 6;

/// The questions about a position without a winning move.
pub(super) struct Questions {
    pub bounds: ScoreBounds,
    left: i32,
    asked: i32,
    /// True once the distance was asked for.
    refined: bool,
}

impl Questions {
    /// The questions about a position with `left` free cells.
    pub fn new(left: i32) -> Questions {
        Questions {
            bounds: ScoreBounds { least: -(left / 2), most: (left - 1) / 2 },
            left,
            asked: 0,
            refined: false,
        }
    }

    /// The next question: is the score at least this?
    pub fn next(&mut self) -> Option<i32> {
        let ScoreBounds { least, most } = self.bounds;
        if least >= most {
            return None;
        }
        let level = if self.asked < EARLY {
            self.asked += 1;
            let plies = 2 * self.asked;
            if self.asked % 2 == 1 { (self.left + 1) / 2 - plies } else { plies - self.left / 2 }
        } else if least <= 0 && most > 0 {
            1
        } else if least < 0 && most >= 0 {
            0
        } else if !self.refined {
            // Most wins of long games are late ones.
            self.refined = true;
            if least > 0 { least + 1 } else { most }
        } else {
            least + (most - least + 1) / 2
        };
        Some(level.clamp(least + 1, most))
    }

    /// Takes up the answer.
    pub fn answered(&mut self, level: i32, score: i32) {
        self.bounds = self.bounds.found(score, level);
    }
}
