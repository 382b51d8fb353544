//! The laws every game obeys, checked on games played at random.
//!
//! Run [`check`] on your own game before anything else: searches, matches and learners rely on these laws. Each
//! law reports how often it was checked, how often it failed, and its first failure.

mod checker;
mod pairs;
mod ranks;
mod scenes;
mod solver;
mod subject;
mod tactics;

use std::collections::HashSet;
use std::collections::hash_map::DefaultHasher;
use std::hash::{Hash, Hasher};

use rand_core::Rng;

use self::checker::{
    BYTES, CANONICAL, CHANCE, CHANGE, COMMUTES, COUNTING, Checker, DISTINCT_TEXT, ENDS, EVALUATION, EXCHANGE,
    IDENTITY, LAWS, LawCounts, MOVE_TEXT, MOVES, NAMES, OVER, PLAY, STAGE, STATE_TEXT, mirrored,
};
use self::subject::{CheckedGame, Move, State, TypedCheckedGame, shown, shown_outcomes};
use self::tactics::Along;
use crate::random::{below, part_seed};
use crate::{Canonical, Interrupted, Notation, Outcome, Playable, Run, Turn, moves_or_outcomes};

pub use self::checker::{Effort, Law};

/// The results of all laws for a game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Verdict {
    /// Every law.
    pub laws: Vec<Law>,
    /// Games played.
    pub games: u32,
    /// Games that were cut at the greatest number of plies without ending or recurring: it is unknown whether
    /// they end.
    pub cut: u32,
}

impl Verdict {
    /// True if no law failed.
    pub fn ok(&self) -> bool {
        self.laws.iter().all(|law| law.failed == 0)
    }
}

/// One line for every law that failed, with its example; one line if none did.
impl std::fmt::Display for Verdict {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        if self.ok() {
            return write!(f, "all {} laws hold in {} games", self.laws.len(), self.games);
        }
        for law in self.laws.iter().filter(|law| law.failed > 0) {
            writeln!(f, "broken {} of {} times: {}", law.failed, law.checked, law.law)?;
            writeln!(f, "  {}", law.example.as_deref().unwrap_or_default())?;
        }
        Ok(())
    }
}

/// Plays random games of `game` and checks every law at every position. Reports at every ply how many games are
/// done; a game that is stopped does not count.
pub fn check<G: Playable>(
    game: &G,
    effort: Effort,
    rng: &mut (impl Rng + ?Sized),
    run: &Run<'_, u32>,
) -> Verdict {
    check_subject(&TypedCheckedGame::new(game), effort, &mut { rng }, run)
}

/// [`check`], compiled once.
fn check_subject(game: &dyn CheckedGame, effort: Effort, rng: &mut dyn Rng, run: &Run<'_, u32>) -> Verdict {
    let laws = LAWS.iter().map(|law| Law { law, checked: 0, failed: 0, example: None }).collect();
    let ranking = game.ranking();
    let (board, opening) = (game.board(), game.scene(&game.initial()));
    let mut checker = Checker { game, laws, effort, board, opening, known: LawCounts::new(), ranking };
    checker.names();
    checker.board();
    checker.ranking();
    let (mut games, mut cut) = (0, 0);
    while games < effort.games {
        let Ok(ended) = checker.one_game(rng, &|| run.report(games)) else { break };
        cut += u32::from(!ended);
        games += 1;
    }
    // Some games may be too long to judge, but not all of them.
    if games > 0 && cut == games {
        checker.expect(ENDS, false, || {
            format!("no game of {games} ended or recurred in {} plies", effort.max_plies)
        });
    }
    checker.known_at_the_end();
    Verdict { laws: checker.laws, games, cut }
}

impl Checker<'_> {
    fn names(&mut self) {
        let name = self.game.name();
        let [first, second] = self.game.player_names();
        let good = !name.is_empty() && !name.contains(char::is_whitespace) && first != second;
        self.expect(NAMES, good, || format!("the name is '{name}', the players '{first}' and '{second}'"));
        for names in [self.game.evaluations(), self.game.own_bots()] {
            let good = names.iter().enumerate().all(|(i, name)| {
                !name.is_empty() && !name.contains([':', ',', '=', ' ']) && !names[..i].contains(name)
            });
            self.expect(NAMES, good, || format!("evaluations or bots are called {names:?}"));
        }
    }

    /// Plays one game; false if it was cut.
    fn one_game(
        &mut self,
        rng: &mut dyn Rng,
        look: &dyn Fn() -> Result<(), Interrupted>,
    ) -> Result<bool, Interrupted> {
        let game = self.game;
        let mut state = game.initial();
        let mut seen = HashSet::new();
        let mut texts = HashSet::new();
        let mut packed = HashSet::new();
        let mut played: Vec<String> = Vec::new();
        let mut before = Vec::new();
        let mut along = Along::new(game, &state);
        for _ in 0..=self.effort.max_plies {
            look()?;
            if seen.insert(state.clone()) {
                let text = game.state_text(&state);
                self.expect(DISTINCT_TEXT, texts.insert(text.clone()), || {
                    format!("two different positions of one game are both '{text}'")
                });
                let bytes = self.bytes(&state);
                self.expect(BYTES, packed.insert(bytes), || {
                    format!("'{text}' has the bytes of another position")
                });
                self.position(&state, rng);
                self.scene_after(&before, &state);
                self.moves_played(&state, &played, rng);
            }
            self.along(&mut along, &state);
            let moves = game.moves_or_outcomes(&state);
            match game.turn(&state) {
                Turn::Over(_) => {
                    self.expect(ENDS, true, String::new);
                    return Ok(true);
                }
                Turn::Decision(_) | Turn::Chance if moves.is_empty() => return Ok(true),
                Turn::Decision(_) | Turn::Chance => {}
            }
            let mv = moves[below(rng, moves.len())];
            played.push(game.move_text(&state, mv));
            let child = self.one_move(&state, mv);
            self.step(&mut along, &state, mv, &child);
            before.push(std::mem::replace(&mut state, child));
        }
        let recurs = seen.len() <= self.effort.max_plies as usize;
        if recurs {
            self.expect(ENDS, true, String::new);
        }
        Ok(recurs)
    }

    /// Checks the laws about one move from `state` and returns the next state.
    fn one_move(&mut self, state: &State, mv: Move) -> State {
        let game = self.game;
        let before = game.copied(state);
        let child = game.child(state, mv);
        let played = game.played(state, mv);
        self.expect(PLAY, played == child && before == *state, || {
            format!("{} with {}", game.state_text(&before), game.move_text(&before, mv))
        });
        if let Turn::Decision(_) = game.turn(state) {
            self.expect(CHANGE, child != *state, || {
                format!("{} is the same after {}", game.state_text(&before), game.move_text(&before, mv))
            });
        }
        if let Some(stage) = game.stage(state) {
            let after = game.stage(&child);
            self.expect(STAGE, after == Some(stage + 1), || {
                format!("{}: stage {stage} becomes {after:?}", game.state_text(&before))
            });
        }
        child
    }

    fn position(&mut self, state: &State, rng: &mut dyn Rng) {
        let game = self.game;
        let moves = game.moves_or_outcomes(state);
        let sound = match game.turn(state) {
            Turn::Decision(_) => self.decision(state, &moves),
            Turn::Chance => self.chance(state),
            Turn::Over(outcome) => self.over(state, outcome),
        };
        self.texts(state, &moves);
        self.symmetry(state, &moves, rng);
        self.exchange(state, &moves);
        self.evaluations(state);
        self.scenes(state, &moves);
        // Without moves in order there is nothing to compare the rest with.
        if sound {
            self.tactics(state, &moves);
            self.ranked(state);
            if let Turn::Decision(_) = game.turn(state) {
                self.race(state, &moves);
                self.solver(state, &moves);
                self.root_moves(state, &moves);
            }
        }
    }

    /// Checks the moves of a decision.
    fn decision(&mut self, state: &State, moves: &[Move]) -> bool {
        let game = self.game;
        let distinct = moves.iter().enumerate().all(|(i, mv)| !moves[..i].contains(mv));
        let mut twice = moves.to_vec();
        game.legal_moves(state, &mut twice);
        let at = self.at(state);
        let good = !moves.is_empty() && distinct && twice == [moves, moves].concat();
        self.expect(MOVES, good, || {
            format!("{at}: {:?}, appended to itself: {:?}", shown(game, moves), shown(game, &twice))
        });
        let count = game.count_moves(state);
        let agree = count == moves.len() && (0..count).all(|n| game.nth_move(state, n) == moves[n]);
        self.expect(COUNTING, agree, || format!("{at}: {count} counted, {} listed", moves.len()));
        good
    }

    /// Checks the outcomes of a chance node.
    fn chance(&mut self, state: &State) -> bool {
        let mut outcomes = Vec::new();
        self.game.chance_outcomes(state, &mut outcomes);
        let total: f64 = outcomes.iter().map(|outcome| outcome.1).sum();
        let positive = outcomes.iter().all(|outcome| outcome.1 > 0.0);
        let mut twice = outcomes.clone();
        self.game.chance_outcomes(state, &mut twice);
        let again = twice == [&outcomes[..], &outcomes[..]].concat();
        let distinct = outcomes.iter().enumerate().all(|(i, a)| !outcomes[..i].iter().any(|b| a.0 == b.0));
        let at = self.at(state);
        let known = self.game.has_chance();
        self.expect(CHANCE, known && again && positive && distinct && (total - 1.0).abs() < 1e-9, || {
            let denied = if known { "" } else { ", but the game says that it has no chance" };
            let [outcomes, twice] = [&outcomes, &twice].map(|outcomes| shown_outcomes(self.game, outcomes));
            format!("{at}: {outcomes:?}, appended to itself: {twice:?}, sum {total}{denied}")
        })
    }

    /// Checks the end of a game.
    fn over(&mut self, state: &State, outcome: Outcome) -> bool {
        let game = self.game;
        let mut outcomes = Vec::new();
        game.chance_outcomes(state, &mut outcomes);
        let number = !matches!(outcome, Outcome::Payoff(points) if !points.is_finite());
        let at = self.at(state);
        self.expect(OVER, number && outcomes.is_empty(), || {
            format!("{at}: {outcome:?}, {:?}", shown_outcomes(game, &outcomes))
        })
    }

    /// The moves played before are accepted now only if they are legal now, and at the end not at all.
    fn moves_played(&mut self, state: &State, played: &[String], rng: &mut dyn Rng) {
        let game = self.game;
        let Some(last) = played.last() else { return };
        let drawn: Vec<&String> = (0..3).map(|_| &played[below(rng, played.len())]).collect();
        let moves = game.moves_or_outcomes(state);
        let law = if game.turn(state).outcome().is_some() { OVER } else { MOVE_TEXT };
        let at = self.at(state);
        for text in [last].into_iter().chain(drawn) {
            let read = game.parse_move(state, text);
            self.expect(law, read.as_ref().map_or(true, |mv| moves.contains(mv)), || {
                let read = read.map(|mv| game.shown(mv));
                format!("{at}: '{text}' is read as {read:?}, which is not legal")
            });
        }
    }

    fn texts(&mut self, state: &State, moves: &[Move]) {
        let game = self.game;
        let at = self.at(state);
        for &mv in moves {
            let text = game.move_text(state, mv);
            let read = game.parse_move(state, &text);
            let blank = text.is_empty() || text.contains(char::is_whitespace);
            self.expect(MOVE_TEXT, !blank && read.as_ref() == Ok(&mv), || {
                let (mv, read) = (game.shown(mv), read.map(|mv| game.shown(mv)));
                format!("{at}: {mv:?} is written '{text}' and read as {read:?}")
            });
        }
        let text = game.state_text(state);
        let good = match game.parse_state(&text) {
            Ok(read) => {
                !text.contains('\n')
                    && read == *state
                    && game.key(&read) == game.key(state)
                    && hash_of(&read) == hash_of(state)
            }
            Err(_) => false,
        };
        self.expect(STATE_TEXT, good, || match game.parse_state(&text) {
            Ok(read) => format!("'{text}' reads back as {read:?} instead of {state:?}"),
            Err(error) => format!("'{text}' is refused: {error}"),
        });
        if let Some(board) = game.flat_board(state) {
            let read = game.parse_state(&board.to_string());
            self.expect(STATE_TEXT, read.as_ref() == Ok(state), || {
                format!("'{text}' has the stones '{board}'")
            });
        }
    }

    /// The bytes of `state`, which have to read back, as those of its canonical form and damaged ones do.
    fn bytes(&mut self, state: &State) -> Vec<u8> {
        let game = self.game;
        let bytes = self.bytes_of_one(state);
        if game.symmetries() <= 64 {
            self.bytes_of_one(&game.canonical(state).state);
        }
        // A number that depends on nothing drawn, so that the games played do not depend on this law.
        let number = part_seed(self.laws[BYTES].checked, 0);
        if let Ok(read) = game.unpack(&damaged(&bytes, number)) {
            self.bytes_of_one(&read);
        }
        bytes
    }

    fn bytes_of_one(&mut self, state: &State) -> Vec<u8> {
        let game = self.game;
        // Existing content has to be left alone.
        let mut twice = Vec::new();
        game.pack(state, &mut twice);
        let bytes = twice.clone();
        game.pack(state, &mut twice);
        let read = game.unpack(&bytes);
        let good = twice == [&bytes[..], &bytes[..]].concat() && read.as_ref() == Ok(state);
        let at = self.at(state);
        self.expect(BYTES, good, || {
            format!("{at}: {bytes:?}, appended to itself: {twice:?}, reads back as {read:?}")
        });
        bytes
    }

    fn exchange(&mut self, state: &State, moves: &[Move]) {
        let game = self.game;
        let Some(exchanged) = game.exchanged(state) else { return };
        let at = self.at(state);
        let mut outcomes = [Vec::new(), Vec::new()];
        game.chance_outcomes(state, &mut outcomes[0]);
        game.chance_outcomes(&exchanged, &mut outcomes[1]);
        let same = game.turn(&exchanged) == mirrored(game.turn(state))
            && game.moves_or_outcomes(&exchanged) == moves
            && outcomes[0] == outcomes[1]
            && game.exchanged(&exchanged).as_ref() == Some(state);
        if !self.expect(EXCHANGE, same, || {
            format!("{at}: the exchanged position is '{}'", game.state_text(&exchanged))
        }) {
            return;
        }
        self.bytes(&exchanged);
        for &mv in moves {
            let left = game.exchanged(&game.child(state, mv));
            let right = game.child(&exchanged, mv);
            self.expect(EXCHANGE, left.as_ref() == Some(&right), || {
                let (mv, right) = (game.move_text(state, mv), game.state_text(&right));
                let left = left.map_or("nothing".to_string(), |left| format!("'{}'", game.state_text(&left)));
                format!("{at}: {mv}, then exchanged, leads to {left} and not to '{right}'")
            });
        }
    }

    fn symmetry(&mut self, state: &State, moves: &[Move], rng: &mut dyn Rng) {
        let game = self.game;
        let count = game.symmetries();
        let at = self.at(state);
        let identity = count > 0
            && game.map_state(state, 0) == *state
            && moves.iter().all(|&mv| game.map_move(mv, 0) == mv);
        if !self.expect(IDENTITY, identity, || format!("{at}: map 0 changes the state or a move")) {
            return;
        }
        let maps: Vec<usize> = if count <= self.effort.maps {
            (1..count).collect()
        } else {
            (0..self.effort.maps).map(|_| 1 + below(rng, count - 1)).collect()
        };
        for map in maps {
            self.one_map(state, moves, map);
        }
        // The orbit is counted the slow way if that is cheap enough for every position.
        if count > 1 && count <= 64 {
            let Canonical { state: least, orbit, .. } = game.canonical(state);
            let images: HashSet<State> = (0..count).map(|map| game.map_state(state, map)).collect();
            let same = images.iter().all(|image| {
                let canonical = game.canonical(image);
                canonical.state == least && game.map_state(image, canonical.map) == least
            });
            self.expect(CANONICAL, same && images.len() == orbit, || {
                format!("{at}: {} images, the orbit is said to have {orbit}", images.len())
            });
        }
    }

    fn one_map(&mut self, state: &State, moves: &[Move], map: usize) {
        let game = self.game;
        let at = self.at(state);
        let image = game.map_state(state, map);
        let image_moves = game.moves_or_outcomes(&image);
        let kept = game.turn(&image) == game.turn(state)
            && image_moves.len() == moves.len()
            && moves.iter().all(|&mv| image_moves.contains(&game.map_move(mv, map)));
        if !self.expect(IDENTITY, kept, || {
            format!("{at}: map {map} leads to '{}' with other turn or moves", game.state_text(&image))
        }) {
            return;
        }
        for &mv in moves {
            let left = game.map_state(&game.child(state, mv), map);
            let right = game.child(&image, game.map_move(mv, map));
            self.expect(COMMUTES, left == right, || {
                format!(
                    "{at}: map {map} and move {}: '{}' is not '{}'",
                    game.move_text(state, mv),
                    game.state_text(&left),
                    game.state_text(&right)
                )
            });
        }
    }

    fn evaluations(&mut self, state: &State) {
        let game = self.game;
        let at = self.at(state);
        for (of, name) in game.evaluations().into_iter().enumerate() {
            let worth = game.win_worth(of);
            match game.turn(state) {
                Turn::Over(Outcome::Payoff(points)) => {
                    self.expect(EVALUATION, points.abs() <= worth, || {
                        format!("{at}: the payoff is {points}, but '{name}' says a win is {worth}")
                    });
                }
                Turn::Over(_) => {}
                Turn::Decision(_) | Turn::Chance => {
                    let points = game.evaluate(of, state);
                    let again = game.evaluate(of, state);
                    let good = worth.is_finite() && points.abs() < worth && points == again;
                    self.expect(EVALUATION, good, || {
                        format!("{at}: '{name}' says {points}, then {again}; a win is {worth}")
                    });
                }
            }
        }
    }
}

/// `bytes` with one of them changed and, every second time, the end cut off, as chosen by `number`.
fn damaged(bytes: &[u8], number: u64) -> Vec<u8> {
    let mut damaged = bytes.to_vec();
    let length = bytes.len().max(1) as u64;
    let place = (number >> 16) % length;
    if let Some(byte) = damaged.get_mut(place as usize) {
        *byte = number as u8;
    }
    if number >> 8 & 1 == 1 {
        damaged.truncate((number >> 32) as usize % (bytes.len() + 1));
    }
    damaged
}

fn hash_of(value: &impl Hash) -> u64 {
    let mut hasher = DefaultHasher::new();
    value.hash(&mut hasher);
    hasher.finish()
}

/// Reads `text` as a position and, if it is accepted, checks that it can be played on and printed: the property
/// for a fuzz test of a notation. Returns true if it was accepted.
///
/// # Panics
/// If an accepted position does not survive a round trip through its text and its bytes, or its moves cannot be
/// listed and played.
pub fn parse_holds<G: Notation>(game: &G, text: &str) -> bool {
    game.parse_state(text).is_ok_and(|state| {
        position_holds(game, &state);
        true
    })
}

/// [`parse_holds`] for bytes: reads them as a position and, if they are accepted, checks that it can be played
/// on, printed and packed. Returns true if they were accepted.
///
/// # Panics
/// If an accepted position does not survive a round trip through its text and its bytes, or its moves cannot be
/// listed and played.
pub fn unpack_holds<G: Notation>(game: &G, bytes: &[u8]) -> bool {
    game.unpack(bytes).is_ok_and(|state| {
        position_holds(game, &state);
        true
    })
}

/// Panics unless `state` and all that one move makes of it read back.
fn position_holds<G: Notation>(game: &G, state: &G::State) {
    reads_back(game, state);
    let moves = moves_or_outcomes(game, state);
    assert!(!matches!(game.turn(state), Turn::Decision(_)) || !moves.is_empty(), "{state:?} has no moves");
    moves.iter().for_each(|&mv| reads_back(game, &game.child(state, mv)));
}

fn reads_back<G: Notation>(game: &G, state: &G::State) {
    let printed = game.state_text(state);
    assert_eq!(game.parse_state(&printed).as_ref(), Ok(state), "it prints as '{printed}'");
    let mut bytes = Vec::new();
    game.pack(state, &mut bytes);
    assert_eq!(game.unpack(&bytes).as_ref(), Ok(state), "'{printed}' is packed as {bytes:?}");
}
