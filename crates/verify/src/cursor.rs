//! The place of a game within a proof.

use plywood_rules::hints::connecting::ConnectionStep;
use plywood_rules::hints::pairing::answer_by_pairs;
use plywood_rules::{Playable, Position, Turn, moves_or_outcomes};

use crate::claim::{Claim, Goal};
use crate::notes::{ClaimIndex, Decision, Note};
use crate::watch::LineStep;

/// The place of a game within what a proof says for one of its claims.
pub struct ProofCursor<'a, G: Playable> {
    game: &'a G,
    index: &'a ClaimIndex<G>,
    /// The maps that turn the position of the game into the one that the proof is at, one after the other.
    maps: Vec<usize>,
    /// The position of the game, and that of the proof.
    actual: G::State,
    state: G::State,
    stage: CursorStage<'a, G>,
}

/// The way in which a proof continues from a position.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Way<M> {
    /// Move by move: what follows was walked through as well.
    Moves,
    /// By a line of threats: whatever the opponent replies, the prover's next move of the line wins in the end.
    Threats,
    /// The prover holds by pairs of moves.
    Pairs {
        /// Both moves of each are legal now: if the opponent plays one, the answer is the other one. Pairs that share a move are a
        /// group, in which the prover answers by weight.
        pairs: Vec<(M, M)>,
        /// True if there are replies that no pair answers: against those the prover plays the move of the most weight.
        weight: bool,
    },
    /// The prover wins by connections: whatever the opponent plays, one move mends them.
    Connections,
}

/// The kind of place.
enum CursorStage<'a, G: Playable> {
    /// It was entered.
    Entered(&'a Note<G::Move>),
    /// The prover is to continue a line, unless the threat of its last move wins at once.
    Line { threat: Option<u32>, rest: &'a [LineStep] },
    /// The opponent is to answer a move of a line.
    Asked { threat: Option<u32>, rest: &'a [LineStep] },
    /// The prover holds by pairs; the opponent has just made this move.
    Pairs { pairs: &'a [(G::Move, G::Move)], asked: Option<G::Move> },
    /// The prover wins by connections.
    Connected(&'a [ConnectionStep]),
}

impl<'a, G: Playable> ProofCursor<'a, G> {
    /// Follows the game to `position`; `None` if the proof says nothing of it.
    pub(crate) fn to(
        game: &'a G,
        index: &'a ClaimIndex<G>,
        position: &Position<'_, G>,
    ) -> Option<ProofCursor<'a, G>> {
        let mut cursor: Option<ProofCursor<'a, G>> = None;
        for state in position.history.iter().chain([position.state]) {
            let next = cursor.and_then(|cursor| cursor.step(state));
            cursor = next.or_else(|| ProofCursor::at(game, index, state));
        }
        cursor
    }

    /// A cursor at a position of which the history is not known.
    pub(crate) fn at(game: &'a G, index: &'a ClaimIndex<G>, state: &G::State) -> Option<ProofCursor<'a, G>> {
        let cursor = |key: &G::State| {
            let (actual, state) = (state.clone(), state.clone());
            ProofCursor { game, index, maps: Vec::new(), actual, state, stage: CursorStage::none() }
                .enter(key)
        };
        let merged = || if index.merge > 0 { cursor(&game.canonical(state).state) } else { None };
        cursor(state).or_else(merged)
    }

    /// The cursor one move later, at `state`, where a player or chance decides. `None` if the proof says
    /// nothing of it: the prover played something else.
    pub fn after(&self, state: &G::State) -> Option<ProofCursor<'a, G>> {
        self.clone().step(state)
    }

    /// Continues to `actual`, the position after a move.
    fn step(mut self, actual: &G::State) -> Option<ProofCursor<'a, G>> {
        let (game, index) = (self.game, self.index);
        let after = self.maps.iter().fold(actual.clone(), |state, &map| game.map_state(&state, map));
        let before = std::mem::replace(&mut self.state, after);
        self.actual = actual.clone();
        let led = |mv: &G::Move| game.child(&before, *mv) == self.state;
        self.stage = match self.stage {
            CursorStage::Entered(note) => {
                let moves = moves_or_outcomes(game, &before);
                let place = moves.iter().position(led)?;
                let line = match &note.decision {
                    Decision::Play(mv) if *mv != moves[place] => return None,
                    Decision::Together(groups) => index.line(groups, place),
                    Decision::Play(_) | Decision::Any => None,
                    Decision::Hold(pairs) => return self.hold(index.pairs(pairs), &before),
                    Decision::Connect(steps) => return self.connect(index.connections(steps), &before),
                };
                match line {
                    Some(rest) => CursorStage::Line { threat: None, rest },
                    None => {
                        // As the check does: this is what the position was known as.
                        let merged = note.ply < index.merge;
                        let state = &self.state;
                        let key = if merged { game.canonical(state).state } else { state.clone() };
                        return self.enter(&key);
                    }
                }
            }
            CursorStage::Line { threat, rest } => {
                let (step, rest) = rest.split_first()?;
                let mv = game.move_of_code(&before, step.mv as usize)?;
                if !led(&mv) || self.wins_by(&before, threat).is_some() {
                    return None;
                }
                CursorStage::Asked { threat: step.threat, rest }
            }
            CursorStage::Asked { threat, rest } => CursorStage::Line { threat, rest },
            CursorStage::Pairs { pairs, .. } => return self.hold(pairs, &before),
            CursorStage::Connected(steps) => return self.connect(steps, &before),
        };
        Some(self)
    }

    /// Continues with these pairs after a move from `before`. The prover may have made any move after which
    /// the remaining pairs still hold.
    fn hold(mut self, pairs: &'a [(G::Move, G::Move)], before: &G::State) -> Option<ProofCursor<'a, G>> {
        let (game, prover) = (self.game, self.index.claim.player);
        let asked = if game.turn(before) == Turn::Decision(prover.other()) {
            moves_or_outcomes(game, before).into_iter().find(|mv| game.child(before, *mv) == self.state)
        } else if game.pairs_hold(&self.state, prover, pairs) {
            None
        } else {
            return None;
        };
        self.stage = CursorStage::Pairs { pairs, asked };
        Some(self)
    }

    /// Continues with these connections after a move from `before`. The prover has to have made the move that they ask for.
    fn connect(mut self, steps: &'a [ConnectionStep], before: &G::State) -> Option<ProofCursor<'a, G>> {
        if self.game.turn(before) == Turn::Decision(self.index.claim.player) {
            let asked = self.by_connections(steps, before)?;
            if self.game.child(before, asked) != self.state {
                return None;
            }
        }
        self.stage = CursorStage::Connected(steps);
        Some(self)
    }

    /// The move of the prover, who decides in `state`, by these connections.
    fn by_connections(&self, steps: &[ConnectionStep], state: &G::State) -> Option<G::Move> {
        (self.game.specialists().connecting?.answer)(self.game, state, (self.index.claim.player, steps))
    }

    /// Continues from the image of the position that the proof has entered, if it has entered one.
    fn enter(mut self, key: &G::State) -> Option<ProofCursor<'a, G>> {
        let (game, index) = (self.game, self.index);
        let (note, entered) = (index.note(key)?, index.entered(key));
        if *entered != self.state {
            let map = (1..game.symmetries()).find(|&map| game.map_state(&self.state, map) == *entered)?;
            self.maps.push(map);
            self.state = entered.clone();
        }
        self.stage = CursorStage::Entered(note);
        Some(self)
    }

    /// The claim.
    pub fn claim(&self) -> Claim {
        self.index.claim
    }

    /// The way in which the proof continues from here.
    pub fn way(&self) -> Way<G::Move> {
        let pairs = match &self.stage {
            CursorStage::Line { .. } | CursorStage::Asked { .. } => return Way::Threats,
            CursorStage::Entered(Note { decision: Decision::Hold(pairs), .. }) => self.index.pairs(pairs),
            CursorStage::Entered(Note { decision: Decision::Connect(_), .. }) | CursorStage::Connected(_) => {
                return Way::Connections;
            }
            CursorStage::Entered(_) => return Way::Moves,
            CursorStage::Pairs { pairs, .. } => pairs,
        };
        Way::Pairs {
            pairs: pairs.iter().filter_map(|&(a, b)| Some((self.back(a)?, self.back(b)?))).collect(),
            weight: self.by_weight(pairs),
        }
    }

    /// The position from which the proof continues move by move, for this position and all images merged with
    /// it; `None` where it does not continue in this way.
    pub fn entered(&self) -> Option<&G::State> {
        matches!(self.stage, CursorStage::Entered(_)).then_some(&self.state)
    }

    /// The plies after which the prover has won at the latest. `None` where the proof does not say that the prover wins.
    pub fn plies(&self) -> Option<u32> {
        match &self.stage {
            CursorStage::Line { threat, .. } if self.wins_by(&self.state, *threat).is_some() => Some(1),
            CursorStage::Line { rest, .. } => (2 * rest.len() as u32).checked_sub(1),
            CursorStage::Asked { rest, .. } => Some(2 * rest.len() as u32),
            CursorStage::Entered(note) if self.claim().goal == Goal::Wins => Some(note.plies),
            CursorStage::Connected(_) => self.game.plies_left(&self.state),
            CursorStage::Entered(_) | CursorStage::Pairs { .. } => None,
        }
    }

    /// The move of the prover, whose turn it is, in the position of the game.
    pub fn answer(&self) -> Option<G::Move> {
        let game = self.game;
        let by_pairs =
            |pairs, asked| answer_by_pairs(game, &self.state, self.index.claim.player, pairs, asked);
        let mv = match &self.stage {
            CursorStage::Entered(Note { decision: Decision::Play(mv), .. }) => *mv,
            CursorStage::Entered(Note { decision: Decision::Hold(pairs), .. }) => {
                by_pairs(self.index.pairs(pairs), None)?
            }
            CursorStage::Entered(Note { decision: Decision::Connect(steps), .. }) => {
                self.by_connections(self.index.connections(steps), &self.state)?
            }
            CursorStage::Entered(_) | CursorStage::Asked { .. } => return None,
            CursorStage::Line { threat, rest } => match self.wins_by(&self.state, *threat) {
                Some(mv) => mv,
                None => game.move_of_code(&self.state, rest.first()?.mv as usize)?,
            },
            CursorStage::Pairs { pairs, asked } => by_pairs(pairs, *asked)?,
            CursorStage::Connected(steps) => self.by_connections(steps, &self.state)?,
        };
        self.back(mv)
    }

    /// The longest defence that the proof knows for the opponent, whose turn it is, and what follows it.
    /// `None` where the proof does not say that the prover wins.
    pub fn longest(&self) -> Option<(G::Move, ProofCursor<'a, G>)> {
        self.plies()?;
        let mut longest: Option<(G::Move, ProofCursor<'a, G>)> = None;
        for mv in moves_or_outcomes(self.game, &self.actual) {
            if let Some(after) = self.after(&self.game.child(&self.actual, mv))
                && longest.as_ref().is_none_or(|(_, longest)| after.plies() > longest.plies())
            {
                longest = Some((mv, after));
            }
        }
        longest
    }

    /// Returns true if these pairs leave something to be held by weight, or make groups.
    fn by_weight(&self, pairs: &[(G::Move, G::Move)]) -> bool {
        let unpaired = self.game.specialists().unpaired;
        unpaired
            .and_then(|unpaired| unpaired(self.game, &self.state, self.index.claim.player, pairs))
            .is_some()
    }

    /// The move of the game that is this one of the proof's, if it is legal.
    fn back(&self, mv: G::Move) -> Option<G::Move> {
        let image = |mv: G::Move| self.maps.iter().fold(mv, |mv, &map| self.game.map_move(mv, map));
        moves_or_outcomes(self.game, &self.actual).into_iter().find(|&actual| image(actual) == mv)
    }

    /// The move of this code, if it wins at once.
    fn wins_by(&self, state: &G::State, code: Option<u32>) -> Option<G::Move> {
        let mv = self.game.move_of_code(state, code? as usize)?;
        let outcome = self.game.turn(&self.game.child(state, mv)).outcome()?;
        (outcome.utility(self.index.claim.player) == 1).then_some(mv)
    }
}

impl<G: Playable> CursorStage<'_, G> {
    /// Nothing is said yet.
    fn none() -> Self {
        CursorStage::Pairs { pairs: &[], asked: None }
    }
}

impl<G: Playable> Clone for ProofCursor<'_, G> {
    fn clone(&self) -> Self {
        let ProofCursor { game, index, maps, actual, state, stage } = self;
        ProofCursor {
            game,
            index,
            maps: maps.clone(),
            actual: actual.clone(),
            state: state.clone(),
            stage: *stage,
        }
    }
}

impl<G: Playable> Clone for CursorStage<'_, G> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<G: Playable> Copy for CursorStage<'_, G> {}
