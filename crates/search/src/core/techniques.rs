//! The techniques that make the engine fast and strong. Each can be switched off.

/// The techniques that a search uses, all of them by default.
///
/// Those up to [`Techniques::sequences`] are sound: they change the number of nodes and never the value. The
/// others are only used in selective searches. `book/src/benchmarks/worth.md` measures the gain of each.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Techniques {
    /// A transposition table: positions that several lines lead to are searched once (Greenblatt 1967).
    pub table: bool,
    /// Images of a position share an entry of the table, if the game says that it pays.
    pub merging: bool,
    /// Principal variation search: a null window tests if a later move is better (Marsland and Campbell 1982).
    pub pvs: bool,
    /// Aspiration: the window of the root is narrow, around the value of the depth before.
    pub aspiration: bool,
    /// Wins, losses and forced replies that the game sees without a search.
    pub tactics: bool,
    /// Draws and bounds if the game says that a player cannot lose any more, or which payoffs are still possible.
    pub bounds: bool,
    /// Moves that cut off a sibling are tried early (Akl and Newborn 1977).
    pub killers: bool,
    /// Moves that have cut off often, anywhere, are tried early (Schaeffer 1989).
    pub history: bool,
    /// Moves with a high ordering score are tried early.
    pub promise: bool,
    /// Wins by threats that each allow one answer (Allis 1993).
    pub sequences: bool,
    /// Late move reductions: late moves are searched less deeply first. Selective.
    pub reductions: bool,
    /// Forced replies are searched a ply deeper. Selective.
    pub extensions: bool,
    /// Positions that occur for the third time, or for the second time since the root, are draws. Selective.
    pub repetition: bool,
}

impl Techniques {
    /// All of them.
    pub const ALL: Techniques = Techniques {
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

    /// None of them: the alpha-beta of the textbook.
    pub const NONE: Techniques = Techniques {
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

    /// The techniques for a search that follows every line to the end of the game. Cutoffs elsewhere predict
    /// less there than the importance of a move in its position: (5,5,4) takes 4 million positions without
    /// killers and history and more than 20 million with them. A reduction would turn a known draw into an
    /// estimate.
    pub(crate) fn to_play_out(self) -> Techniques {
        Techniques { killers: false, history: false, sequences: false, reductions: false, ..self }
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

impl Default for Techniques {
    fn default() -> Techniques {
        Techniques::ALL
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_technique_has_its_switch() {
        let mut techniques = Techniques::ALL;
        for name in Techniques::NAMES {
            let before = techniques;
            *techniques.switch(name).unwrap() = false;
            assert_ne!(techniques, before, "{name}");
        }
        assert_eq!(techniques, Techniques::NONE);
        assert_eq!(techniques.switch("magic"), None);
    }
}
