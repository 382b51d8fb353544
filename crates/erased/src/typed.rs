//! A game of one type behind the traits that hide it.

use std::sync::Arc;

use plywood_rules::ending::{Call, Ending};
use plywood_rules::laws::{Effort, Verdict, check};
use plywood_rules::random::{chance_outcome, part_seed};
use plywood_rules::wording::ErrorPart;
use plywood_rules::{
    Board, FlatBoard, FlatRules, Motion, Playable, Player, Run, Scene, TextError, Turn, is_threefold,
    moves_or_outcomes,
};
use rand_chacha::ChaCha8Rng;
use rand_core::SeedableRng;

#[cfg(feature = "arrays")]
use crate::arrays;
use crate::move_list::{PlaysMoves, Variations, play_list};
use crate::record::turn_starts;
use crate::{AnyRules, BotInfo, Details, EvaluationInfo, Playthrough, Record, SideLine};

/// The rules of a game of type `G`.
pub struct TypedRules<G: Playable>(pub Arc<G>);

impl<G: Playable> AnyRules for TypedRules<G> {
    fn name(&self) -> String {
        self.0.name()
    }

    fn flat_rules(&self) -> Option<FlatRules> {
        self.0.flat_board(&self.0.initial()).map(|board| board.rules)
    }

    fn details(&self) -> Details {
        let specialists = self.0.specialists();
        let tunable = self.0.tunable_evaluations();
        let weights = |name| {
            let of_name = tunable.iter().find(|tunable| tunable.name == name);
            of_name.map(|tunable| tunable.weights.clone()).unwrap_or_default()
        };
        let info = |named: &plywood_rules::playable::NamedEvaluation<G>| EvaluationInfo {
            name: named.name,
            about: named.about,
            weights: weights(named.name),
        };
        let own_bots = self.0.own_bots();
        Details {
            name: self.0.name(),
            how_to_play: self.0.how_to_play(),
            warning: self.0.warning(),
            players: self.0.player_names(),
            has_chance: self.0.has_chance(),
            has_points: self.0.greatest_payoff() > 1.0,
            is_race: specialists.race.is_some(),
            has_replies: specialists.connecting.is_some() || specialists.unpaired.is_some(),
            lines: Some(self.0.board().lines.len()).filter(|&lines| lines > 0),
            default_depth: self.0.default_depth(),
            evaluations: self.0.all_evaluations().iter().map(info).collect(),
            own_bots: own_bots
                .iter()
                .map(|own| BotInfo { name: own.name, about: own.about, parameters: own.parameters })
                .collect(),
        }
    }

    fn symmetries(&self) -> usize {
        self.0.symmetries()
    }

    fn kept_as(&self) -> String {
        let again = |_| format!("{} 2", self.0.name());
        self.0.former_name().or_else(|| self.0.formerly().map(again)).unwrap_or_else(|| self.0.name())
    }

    fn begin(
        &self,
        position: Option<&str>,
        moves: &str,
        seed: u64,
    ) -> Result<Box<dyn Playthrough>, TextError> {
        Ok(Box::new(TypedPlaythrough::new(Arc::clone(&self.0), position, moves, seed)?))
    }

    fn check_laws(&self, effort: Effort, seed: u64, run: &Run<'_, u32>) -> Verdict {
        if cfg!(target_family = "wasm") {
            // A browser checks none: the games that come with Plywood were checked.
            return Verdict { laws: Vec::new(), games: 0, cut: 0 };
        }
        check(&*self.0, effort, &mut ChaCha8Rng::seed_from_u64(seed), run)
    }

    #[cfg(feature = "arrays")]
    fn action_count(&self) -> usize {
        self.0.actions()
    }

    #[cfg(feature = "arrays")]
    fn greatest_payoff(&self) -> f64 {
        self.0.greatest_payoff()
    }

    #[cfg(feature = "arrays")]
    fn observation_shape(&self) -> [usize; 3] {
        self.0.observation_shape()
    }

    #[cfg(feature = "arrays")]
    fn opening(&self, seed: u64) -> Arc<dyn crate::AnyPosition> {
        crate::TypedPosition::new(Arc::clone(&self.0), self.0.initial(), seed)
    }

    #[cfg(feature = "arrays")]
    fn batch(
        &self,
        count: usize,
        seed: u64,
        max_plies: u32,
        again: bool,
    ) -> Result<Box<dyn crate::GameBatch>, TextError> {
        Ok(Box::new(arrays::TypedBatch::new(Arc::clone(&self.0), count, seed, max_plies, again)?))
    }

    #[cfg(feature = "arrays")]
    fn playouts(&self, count: u64, seed: u64, max_plies: u32, run: &Run<'_, ()>) -> crate::Playouts {
        arrays::playouts(&*self.0, (count, max_plies), seed, run)
    }
}

/// A game of type `G` being played.
pub struct TypedPlaythrough<G: Playable> {
    game: Arc<G>,
    /// All states from the start, those taken back included.
    states: Vec<G::State>,
    /// The moves between them, and their texts.
    moves: Vec<G::Move>,
    texts: Vec<String>,
    /// Moves that count: the others were taken back.
    done: usize,
    called: Option<Call>,
    /// Variations in the list of moves that it began with: how many, and those that can be played.
    variations: usize,
    side_lines: Vec<SideLine>,
    seed: u64,
}

impl<G: Playable> TypedPlaythrough<G> {
    /// Begins a game as [`AnyRules::begin`] does.
    ///
    /// # Errors
    /// If the position or a move is wrong: says which and why.
    pub fn new(
        game: Arc<G>,
        position: Option<&str>,
        moves: &str,
        seed: u64,
    ) -> Result<TypedPlaythrough<G>, TextError> {
        let start = read_position(&*game, position)?;
        let mut begun = TypedPlaythrough::at(game, start, seed);
        let Variations { count, side_lines } = play_list(&mut begun, moves)?;
        (begun.variations, begun.side_lines) = (count, side_lines);
        Ok(begun)
    }

    /// Begins a game at `start`.
    pub fn at(game: Arc<G>, start: G::State, seed: u64) -> TypedPlaythrough<G> {
        let (states, moves, texts) = (vec![start], Vec::new(), Vec::new());
        let side_lines = Vec::new();
        TypedPlaythrough {
            game,
            states,
            moves,
            texts,
            done: 0,
            called: None,
            variations: 0,
            side_lines,
            seed,
        }
    }

    /// A game that went through these states by these moves, of which there is one less.
    #[cfg(feature = "arrays")]
    pub(crate) fn of_states(
        game: Arc<G>,
        states: Vec<G::State>,
        moves: Vec<G::Move>,
        seed: u64,
    ) -> TypedPlaythrough<G> {
        let texts = states.iter().zip(&moves).map(|(state, &mv)| game.move_text(state, mv)).collect();
        let done = moves.len();
        TypedPlaythrough {
            states,
            moves,
            texts,
            done,
            ..TypedPlaythrough::at(game.clone(), game.initial(), seed)
        }
    }

    /// Takes back and plays moves until the states are `before` and then `last`. False if the start is another one, or no move leads
    /// from one of them to the next; the game is somewhere on the way then.
    pub fn follow(&mut self, before: &[G::State], last: &G::State) -> bool {
        let wanted = || before.iter().chain([last]);
        let common = self.states().iter().zip(wanted()).take_while(|(a, b)| a == b).count();
        if common == 0 {
            return false;
        }
        self.called = None;
        self.done = common - 1;
        wanted().skip(common).all(|next| {
            let moves = moves_or_outcomes(&*self.game, self.state());
            let leads_there = |&mv: &G::Move| self.game.child(self.state(), mv) == *next;
            let found = moves.into_iter().find(leads_there);
            found.map(|mv| self.push(mv)).is_some()
        })
    }

    /// The rules.
    pub fn rules(&self) -> &Arc<G> {
        &self.game
    }

    /// The current state.
    pub fn state(&self) -> &G::State {
        &self.states[self.done]
    }

    /// The states before this one, oldest first.
    pub fn history(&self) -> &[G::State] {
        &self.states[..self.done]
    }

    /// All states so far, the current one last.
    pub fn states(&self) -> &[G::State] {
        &self.states[..=self.done]
    }

    /// The moves so far.
    pub fn typed_moves(&self) -> &[G::Move] {
        &self.moves[..self.done]
    }

    /// The seed of the outcomes of chance.
    pub fn seed(&self) -> u64 {
        self.seed
    }

    fn push(&mut self, mv: G::Move) {
        let child = self.game.child(self.state(), mv);
        let text = self.game.move_text(self.state(), mv);
        self.states.truncate(self.done + 1);
        self.moves.truncate(self.done);
        self.texts.truncate(self.done);
        self.states.push(child);
        self.moves.push(mv);
        self.texts.push(text);
        self.done += 1;
    }
}

impl<G: Playable> Playthrough for TypedPlaythrough<G> {
    fn game(&self) -> String {
        self.game.name()
    }

    fn player_names(&self) -> [&'static str; 2] {
        self.game.player_names()
    }

    fn position(&self) -> String {
        self.game.state_text(self.state())
    }

    fn flat_board(&self, plies: usize) -> Option<FlatBoard> {
        self.game.flat_board(&self.states[plies])
    }

    fn turn(&self) -> Turn {
        self.game.turn(self.state())
    }

    fn composed(&self) -> Option<String> {
        self.game.composed(self.state())
    }

    fn explanation(&self) -> Option<String> {
        self.game.explanation(self.state()).filter(|_| self.turn().outcome().is_none())
    }

    fn ending(&self) -> Option<Ending> {
        if let Turn::Over(outcome) = self.turn() {
            return Some(Ending::Rules(outcome));
        }
        if let Some(call) = self.called {
            return Some(Ending::Called(call));
        }
        is_threefold(&*self.game, self.history(), self.state()).then_some(Ending::Repetition)
    }

    fn scene(&self) -> Scene {
        self.game.scene_after(self.history(), self.state())
    }

    fn board(&self) -> Board {
        self.game.board()
    }

    fn moves(&self) -> Vec<String> {
        let moves = moves_or_outcomes(&*self.game, self.state());
        moves.into_iter().map(|mv| self.game.move_text(self.state(), mv)).collect()
    }

    fn motions(&self) -> Vec<Motion> {
        let moves = moves_or_outcomes(&*self.game, self.state());
        moves.into_iter().map(|mv| self.game.motion(self.state(), mv)).collect()
    }

    fn last_motion(&self) -> Option<Motion> {
        let before = self.done.checked_sub(1)?;
        Some(self.game.motion(&self.states[before], self.moves[before]))
    }

    fn played(&self) -> &[String] {
        &self.texts[..self.done]
    }

    fn mover(&self, ply: usize) -> Option<Player> {
        self.game.turn(&self.states[ply]).player()
    }

    fn start(&self) -> Option<String> {
        let start = &self.states[0];
        (*start != self.game.initial()).then(|| self.game.state_text(start))
    }

    fn skipped_variations(&self) -> usize {
        self.variations
    }

    fn side_lines(&self) -> &[SideLine] {
        &self.side_lines
    }

    #[cfg(feature = "arrays")]
    fn shared(&self) -> Arc<dyn crate::AnyPosition> {
        let mut at = crate::TypedPosition::new(Arc::clone(&self.game), self.states[0].clone(), self.seed);
        for (&mv, state) in self.typed_moves().iter().zip(&self.states[1..]) {
            at = at.then(mv, state.clone());
        }
        at
    }

    fn play(&mut self, text: &str) -> Result<(), TextError> {
        match self.ending() {
            Some(Ending::Repetition) => {
                return Err(TextError::new("the game is over by threefold repetition"));
            }
            Some(Ending::Called(Call::Resigned(player))) => {
                return Err(TextError::new(format!("the game is over: the {player} player resigned")));
            }
            Some(Ending::Called(call)) => {
                return Err(TextError::new(format!("the game is over by {}", call.reason())));
            }
            Some(Ending::Rules(_)) => return Err(TextError::new("the game is over")),
            None => {}
        }
        let mv = self.game.parse_move(self.state(), text)?;
        self.push(mv);
        Ok(())
    }

    fn roll(&mut self) -> Result<String, TextError> {
        let mv = rolled(&*self.game, self.state(), self.seed, self.done)?;
        self.push(mv);
        Ok(self.texts[self.done - 1].clone())
    }

    fn call(&mut self, call: Call) -> Result<(), TextError> {
        if self.ending().is_some() {
            return Err(TextError::new("the game is over already"));
        }
        self.called = Some(call);
        Ok(())
    }

    fn undo(&mut self) -> bool {
        if self.called.take().is_some() {
            return true;
        }
        let undone = self.done > 0;
        self.done -= usize::from(undone);
        undone
    }

    fn redo(&mut self) -> bool {
        let redone = self.called.is_none() && self.done < self.moves.len();
        self.done += usize::from(redone);
        redone
    }

    fn record(&self, players: [&str; 2]) -> Record {
        let mut record = Record::default();
        record.set_tag("Game", self.game());
        if let Some(start) = self.start() {
            record.set_tag("Position", start);
        }
        record.set_tag("First", players[0]);
        record.set_tag("Second", players[1]);
        record.set_tag("Seed", self.seed.to_string());
        let ending = self.ending();
        record.set_tag("Result", ending.map_or("*", Ending::result));
        if let Some(reason) = ending.and_then(Ending::reason) {
            record.set_tag("Ending", reason);
        }
        record.moves = self.played().to_vec();
        record.numbered = turn_starts((0..self.done).map(|ply| self.mover(ply)));
        record
    }
}

/// The outcome that chance draws in a game of this seed after so many plies: always the same one.
pub(crate) fn rolled<G: Playable>(
    game: &G,
    state: &G::State,
    seed: u64,
    plies: usize,
) -> Result<G::Move, TextError> {
    if game.turn(state) != Turn::Chance {
        return Err(TextError::new("nothing is left to chance here"));
    }
    let mut rng = ChaCha8Rng::seed_from_u64(part_seed(seed, plies as u64));
    Ok(chance_outcome(game, state, &mut Vec::new(), &mut rng))
}

/// The text of moves that are played one after the other.
pub fn line_in_text<G: Playable>(game: &G, start: &G::State, line: &[G::Move]) -> Vec<String> {
    let mut state = start.clone();
    let mut texts = Vec::new();
    for &mv in line {
        texts.push(game.move_text(&state, mv));
        game.play(&mut state, mv);
    }
    texts
}

/// The state that `text` describes, the opening if there is none.
///
/// # Errors
/// If it is wrong: says how.
pub fn read_position<G: Playable>(game: &G, text: Option<&str>) -> Result<G::State, TextError> {
    match text {
        Some(text) => {
            let wrong = |error| {
                let are_moves =
                    play_line(game, &mut game.initial(), text).is_ok_and(|moves| !moves.is_empty());
                let wrong = format!("position '{text}': {error}");
                match are_moves {
                    true => TextError::of([
                        format!("{wrong}; these are moves: give them with ").into(),
                        ErrorPart::option("moves"),
                    ]),
                    false => TextError::new(wrong),
                }
            };
            game.parse_state(text).map_err(wrong)
        }
        None => Ok(game.initial()),
    }
}

impl<G: Playable> PlaysMoves for TypedPlaythrough<G> {
    fn play_text(&mut self, text: &str) -> Result<(), TextError> {
        self.play(text)
    }

    fn move_texts(&self) -> Vec<String> {
        self.moves()
    }

    fn plies(&self) -> usize {
        self.done
    }

    fn take_back(&mut self) -> Option<String> {
        self.undo().then(|| self.texts[self.done].clone())
    }

    fn game_name(&self) -> String {
        self.game.name()
    }
}

/// Moves that are played one after the other, without a game around them.
struct MoveLine<'a, G: Playable> {
    game: &'a G,
    state: &'a mut G::State,
    moves: Vec<G::Move>,
}

impl<G: Playable> PlaysMoves for MoveLine<'_, G> {
    fn play_text(&mut self, text: &str) -> Result<(), TextError> {
        let mv = self.game.parse_move(self.state, text)?;
        self.game.play(self.state, mv);
        self.moves.push(mv);
        Ok(())
    }

    fn move_texts(&self) -> Vec<String> {
        let moves = moves_or_outcomes(self.game, self.state);
        moves.into_iter().map(|mv| self.game.move_text(self.state, mv)).collect()
    }

    fn plies(&self) -> usize {
        self.moves.len()
    }

    fn take_back(&mut self) -> Option<String> {
        None
    }

    fn game_name(&self) -> String {
        self.game.name()
    }
}

/// Reads a list of moves, as [`AnyRules::begin`] does, and plays them.
///
/// # Errors
/// If one is wrong: says which and how.
pub fn play_line<G: Playable>(game: &G, state: &mut G::State, line: &str) -> Result<Vec<G::Move>, TextError> {
    let mut played = MoveLine { game, state, moves: Vec::new() };
    play_list(&mut played, line)?;
    Ok(played.moves)
}

/// The position that a line of moves reaches from one in text, or from the start of the game.
///
/// # Errors
/// Those of [`read_position`] and [`play_line`].
pub fn position_after<G: Playable>(game: &G, text: Option<&str>, line: &str) -> Result<G::State, TextError> {
    let mut state = read_position(game, text)?;
    play_line(game, &mut state, line)?;
    Ok(state)
}
