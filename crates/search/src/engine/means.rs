//! The ideas that make the engine fast and strong, each of which can be switched off.

/// Which ideas a search uses. All of them by default.
///
/// Those up to [`Means::sequences`] are sound: they change how much is looked at and never what is found. The rest is
/// only used where a search is selective.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Means {
    /// A transposition table: positions that several lines lead to are searched once.
    pub table: bool,
    /// Positions that are images of each other are one in the table, where the game says that it pays.
    pub merging: bool,
    /// Principal variation search: all moves but the first are only asked whether they are better.
    pub pvs: bool,
    /// Aspiration: the root's value is expected near that of the depth before.
    pub aspiration: bool,
    /// Wins, losses and forced replies that the game sees without trying moves.
    pub tactics: bool,
    /// Draws and bounds where the game says that somebody cannot win any more.
    pub bounds: bool,
    /// Moves that cut off a sister position are tried early.
    pub killers: bool,
    /// Moves that have cut off often, anywhere, are tried early.
    pub history: bool,
    /// Moves that the evaluation finds promising are tried early.
    pub promise: bool,
    /// Wins by sequences of threats that each allow one answer.
    pub sequences: bool,
    /// Late moves are searched less deeply first. Selective.
    pub reductions: bool,
    /// Forced replies are searched a ply deeper. Selective.
    pub extensions: bool,
    /// Positions that stand for the third time, or for the second time since the root, are draws. Selective.
    pub repetition: bool,
}

impl Means {
    /// All of them.
    pub const ALL: Means = Means {
        table: true,
        merging: true,
        pvs: true,
        aspiration: true,
        tactics: true,
        bounds: true,
        killers: true,
        history: true,
        promise: true,
        sequences: true,
        reductions: true,
        extensions: true,
        repetition: true,
    };

    /// None of them: plain alpha-beta, deepening ply by ply.
    pub const NONE: Means = Means {
        table: false,
        merging: false,
        pvs: false,
        aspiration: false,
        tactics: false,
        bounds: false,
        killers: false,
        history: false,
        promise: false,
        sequences: false,
        reductions: false,
        extensions: false,
        repetition: false,
    };

    /// Their names.
    pub const NAMES: [&'static str; 13] = [
        "table",
        "merging",
        "pvs",
        "aspiration",
        "tactics",
        "bounds",
        "killers",
        "history",
        "promise",
        "sequences",
        "reductions",
        "extensions",
        "repetition",
    ];

    /// What is of use where every line is followed to the end of the game: what has cut off elsewhere, or threatens much, says
    /// less there than what hangs on a move just now. (5,5,4) takes 4 million positions without killers and history
    /// and more than 20 million with them. And a line that is cut short by a reduction makes a guess of what is a draw.
    pub(super) fn to_play_out(self) -> Means {
        Means { killers: false, history: false, sequences: false, reductions: false, ..self }
    }

    /// The switch of this name, if there is one.
    pub fn switch(&mut self, name: &str) -> Option<&mut bool> {
        Some(match name {
            "table" => &mut self.table,
            "merging" => &mut self.merging,
            "pvs" => &mut self.pvs,
            "aspiration" => &mut self.aspiration,
            "tactics" => &mut self.tactics,
            "bounds" => &mut self.bounds,
            "killers" => &mut self.killers,
            "history" => &mut self.history,
            "promise" => &mut self.promise,
            "sequences" => &mut self.sequences,
            "reductions" => &mut self.reductions,
            "extensions" => &mut self.extensions,
            "repetition" => &mut self.repetition,
            _ => return None,
        })
    }
}

impl Default for Means {
    fn default() -> Means {
        Means::ALL
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_idea_has_its_switch() {
        let mut means = Means::ALL;
        for name in Means::NAMES {
            let before = means;
            *means.switch(name).unwrap() = false;
            assert_ne!(means, before, "{name}");
        }
        assert_eq!(means, Means::NONE);
        assert_eq!(means.switch("magic"), None);
    }
}
