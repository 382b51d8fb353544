//! Where in a proof a game stands.

use plywood_rules::{Playable, Position, Turn, moves_or_outcomes};

use super::notes::{Book, Note, Plan};
use crate::watch::Step;

/// A game that is followed through a proof, up to where it stands now.
pub struct Track<'a, G: Playable> {
    game: &'a G,
    book: &'a Book<G>,
    /// What turns the position of the game into the one that the proof is at: these maps, one after the other.
    maps: Vec<usize>,
    /// The position of the game, and that of the proof.
    actual: &'a G::State,
    state: G::State,
    stage: Stage<'a, G>,
}

/// What the proof says there.
enum Stage<'a, G: Playable> {
    /// It was entered.
    Entered(&'a Note<G::Move>),
    /// The prover is to go on with a line, unless what the last move threatened wins at once.
    Line { threat: Option<u32>, rest: &'a [Step] },
    /// The opponent is to answer a move of a line.
    Asked { threat: Option<u32>, rest: &'a [Step] },
    /// The prover holds by pairs; the opponent has just made this move.
    Pairs { pairs: &'a [(G::Move, G::Move)], asked: Option<G::Move> },
}

impl<'a, G: Playable> Track<'a, G> {
    /// Follows the game to `position`, if it comes to where the proof has something to say.
    pub fn to(game: &'a G, book: &'a Book<G>, position: &Position<'a, G>) -> Option<Track<'a, G>> {
        let mut track: Option<Track<'a, G>> = None;
        for state in position.history.iter().chain([position.state]) {
            let next = track.and_then(|track| track.step(state));
            track = next.or_else(|| Track::at(game, book, state));
        }
        track
    }

    /// The beginning of a track, where nothing is known of what was played before.
    fn at(game: &'a G, book: &'a Book<G>, state: &'a G::State) -> Option<Track<'a, G>> {
        let track = |key: &G::State| {
            Track { game, book, maps: Vec::new(), actual: state, state: state.clone(), stage: Stage::none() }
                .enter(key)
        };
        let merged = || if book.merge > 0 { track(&game.canonical(state).state) } else { None };
        track(state).or_else(merged)
    }

    /// Goes on to `actual`, where a move has led.
    fn step(mut self, actual: &'a G::State) -> Option<Track<'a, G>> {
        let (game, book) = (self.game, self.book);
        let after = self.maps.iter().fold(actual.clone(), |state, &map| game.map_state(&state, map));
        let before = std::mem::replace(&mut self.state, after);
        self.actual = actual;
        let led = |mv: &G::Move| game.child(&before, *mv) == self.state;
        let opponent = book.claim.player.other();
        self.stage = match self.stage {
            Stage::Entered(note) => {
                let moves = moves_or_outcomes(game, &before);
                let place = moves.iter().position(led)?;
                let line = match &note.plan {
                    Plan::Play(mv) if *mv != moves[place] => return None,
                    Plan::Together(groups) => book.line(groups, place),
                    Plan::Play(_) | Plan::Any => None,
                    Plan::Hold(pairs) => {
                        let asked = (game.turn(&before) == Turn::Decision(opponent)).then(|| moves[place]);
                        self.stage = Stage::Pairs { pairs: book.pairs(pairs), asked };
                        return Some(self);
                    }
                };
                match line {
                    Some(rest) => Stage::Line { threat: None, rest },
                    None => {
                        // As the check does: this is what the position was known as.
                        let merged = note.ply < book.merge;
                        let state = &self.state;
                        let key = if merged { game.canonical(state).state } else { state.clone() };
                        return self.enter(&key);
                    }
                }
            }
            Stage::Line { threat, rest } => {
                let (step, rest) = rest.split_first()?;
                let mv = game.move_of_code(&before, step.mv as usize)?;
                if !led(&mv) || self.wins_by(&before, threat).is_some() {
                    return None;
                }
                Stage::Asked { threat: step.threat, rest }
            }
            Stage::Asked { threat, rest } => Stage::Line { threat, rest },
            Stage::Pairs { pairs, .. } => {
                let replies = game.turn(&before) == Turn::Decision(opponent);
                let asked = || moves_or_outcomes(game, &before).into_iter().find(led);
                Stage::Pairs { pairs, asked: if replies { asked() } else { None } }
            }
        };
        Some(self)
    }

    /// Goes on from the image of the position that the proof has entered, if it has entered one.
    fn enter(mut self, key: &G::State) -> Option<Track<'a, G>> {
        let (game, book) = (self.game, self.book);
        let (note, entered) = (book.note(key)?, book.entered(key));
        if *entered != self.state {
            let map = (1..game.symmetries()).find(|&map| game.map_state(&self.state, map) == *entered)?;
            self.maps.push(map);
            self.state = entered.clone();
        }
        self.stage = Stage::Entered(note);
        Some(self)
    }

    /// What the prover, whose turn it is, plays in the position of the game, and the plies to a win at most, if the claim
    /// is to win.
    pub fn answer(&self) -> Option<(G::Move, u32)> {
        let game = self.game;
        let any = || moves_or_outcomes(game, &self.state).first().copied();
        let (mv, plies) = match &self.stage {
            Stage::Entered(Note { plan: Plan::Play(mv), plies, .. }) => (*mv, *plies),
            Stage::Entered(Note { plan: Plan::Hold(_), plies, .. }) => (any()?, *plies),
            Stage::Entered(_) | Stage::Asked { .. } => return None,
            Stage::Line { threat, rest } => match self.wins_by(&self.state, *threat) {
                Some(mv) => (mv, 1),
                None => {
                    let code = rest.first()?.mv as usize;
                    (game.move_of_code(&self.state, code)?, 2 * rest.len() as u32 - 1)
                }
            },
            Stage::Pairs { pairs, asked } => {
                let partner = |&(a, b): &(G::Move, G::Move)| match *asked {
                    Some(asked) if asked == a => Some(b),
                    Some(asked) if asked == b => Some(a),
                    _ => None,
                };
                let legal = moves_or_outcomes(game, &self.state);
                let partner = pairs.iter().find_map(partner).filter(|mv| legal.contains(mv));
                (partner.or_else(any)?, 0)
            }
        };
        let image = |mv: G::Move| self.maps.iter().fold(mv, |mv, &map| game.map_move(mv, map));
        let back = moves_or_outcomes(game, self.actual).into_iter().find(|&actual| image(actual) == mv)?;
        Some((back, plies))
    }

    /// The move of this code, if it wins at once.
    fn wins_by(&self, state: &G::State, code: Option<u32>) -> Option<G::Move> {
        let mv = self.game.move_of_code(state, code? as usize)?;
        let outcome = self.game.turn(&self.game.child(state, mv)).outcome()?;
        (outcome.utility(self.book.claim.player) == 1).then_some(mv)
    }
}

impl<G: Playable> Stage<'_, G> {
    /// Nothing is said yet.
    fn none() -> Self {
        Stage::Pairs { pairs: &[], asked: None }
    }
}
