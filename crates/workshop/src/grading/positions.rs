//! The positions of a grade: from random play, from tables, from games, or one by one.

use std::collections::HashMap;
use std::path::Path;
use std::sync::Arc;

use plywood_erased::{Call, Ending, Playthrough, Record};
use plywood_games::short_name;
use plywood_rules::random::part_seed;
use plywood_rules::{Player, Run, Stop, TextError, Turn, one_by_one};
use serde::Serialize;

use super::game::{RANDOM_PLIES, play_game};
use crate::AnyGame;
use crate::matches::{GameReport, MatchOptions, OpeningBook};
use crate::position_judge::MadeMove;
use crate::trouble::Trouble;

/// Random games that show how long a game is.
const MEASURED: u64 = 100;
/// Bytes that the list of a table's positions may take.
const LISTED: u64 = 4 << 30;
/// Positions of a table that are listed at a time.
const AT_A_TIME: usize = 10_000;

/// A position to grade moves at.
#[derive(Clone, Debug, PartialEq)]
pub struct GradedPosition {
    /// The position that the game begins with; `None` for the opening.
    pub start: Option<String>,
    /// The moves from there.
    pub moves: Vec<String>,
    /// The plies played since the opening, if they are known.
    pub ply: Option<u32>,
    /// True if bots are asked for their moves.
    pub is_asked: bool,
    /// The moves that are known: the number of the player, and the move.
    pub made: Vec<(usize, MadeMove)>,
}

impl GradedPosition {
    /// The position that `play` is at, where bots are asked.
    ///
    /// # Errors
    /// If no player is to move there.
    pub fn of(play: &dyn Playthrough) -> Result<GradedPosition, TextError> {
        let why = match play.turn() {
            _ if play.ending().is_some() => "the game is over",
            Turn::Over(_) => "the game is over",
            Turn::Chance => "chance decides",
            Turn::Decision(_) => "",
        };
        if !why.is_empty() {
            return Err(TextError::new(format!("{why} in '{}': there is no move to grade", play.position())));
        }
        let start = play.start();
        let moves = play.played().to_vec();
        let ply = start.is_none().then_some(moves.len() as u32);
        Ok(GradedPosition { start, moves, ply, is_asked: true, made: Vec::new() })
    }
}

/// The plies with which the middle and the end of a game begin: a third and two thirds of the mean length of 100 random games.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct PhaseCut {
    /// The first ply of the middle.
    pub middle_from: u32,
    /// The first ply of the end.
    pub end_from: u32,
}

impl PhaseCut {
    /// 0 for the opening, 1 for the middle, 2 for the end.
    pub fn phase(self, ply: u32) -> usize {
        usize::from(ply >= self.middle_from) + usize::from(ply >= self.end_from)
    }

    fn of(game: &Arc<dyn AnyGame>, stop: &Stop) -> Result<PhaseCut, Trouble> {
        let mut plies = 0;
        for number in 0..MEASURED {
            plies += play_game(game, None, part_seed(0, number), stop, &mut |_, _| true)?;
        }
        let third = plies as f64 / MEASURED as f64 / 3.0;
        Ok(PhaseCut { middle_from: third.ceil() as u32, end_from: (2.0 * third).ceil() as u32 })
    }
}

/// The positions of a grade, each once.
#[derive(Clone, Debug, Default)]
pub struct GradePositions {
    list: Vec<GradedPosition>,
    places: HashMap<String, usize>,
    phases: Option<PhaseCut>,
}

impl GradePositions {
    /// The positions in their order.
    pub fn list(&self) -> &[GradedPosition] {
        &self.list
    }

    /// The plies at which the phases begin, if they were [measured](Self::measure_phases).
    pub fn phases(&self) -> Option<PhaseCut> {
        self.phases
    }

    /// Finds out where the phases of the game begin, if any position has a known ply.
    ///
    /// # Errors
    /// If the game fails.
    pub fn measure_phases(&mut self, game: &Arc<dyn AnyGame>, stop: &Stop) -> Result<(), Trouble> {
        if self.list.iter().any(|position| position.ply.is_some()) {
            self.phases = Some(PhaseCut::of(game, stop)?);
        }
        Ok(())
    }

    /// Adds a position, or its moves to the same one. `text` is the position as text. Returns true if it is new.
    pub fn add(&mut self, text: String, position: GradedPosition) -> bool {
        let place = *self.places.entry(text).or_insert(self.list.len());
        match self.list.get_mut(place) {
            Some(known) => {
                known.is_asked |= position.is_asked;
                known.made.extend(position.made);
                false
            }
            None => {
                self.list.push(position);
                true
            }
        }
    }

    /// Adds the answers of player number `player`, one for each position in their order.
    pub fn add_answers(&mut self, player: usize, answers: impl IntoIterator<Item = MadeMove>) {
        for (position, made) in self.list.iter_mut().zip(answers) {
            position.made.push((player, made));
        }
    }

    /// Adds all positions of a table in which there is a choice; without a table, of a game that is solved at once.
    ///
    /// # Errors
    /// If the table cannot be read or is of another game, or there is none.
    pub fn add_all(
        &mut self,
        game: &Arc<dyn AnyGame>,
        table: Option<&Path>,
        stop: &Stop,
    ) -> Result<(), Trouble> {
        let session = Arc::clone(game).session(None, "", 0)?;
        let known = match table {
            Some(path) => session.read_table(path)?,
            None => session.solved_at_once(stop).ok_or_else(|| {
                TextError::new(format!(
                    "the positions of {} cannot be listed without a table of them; take a sample",
                    short_name(&game.name())
                ))
            })?,
        };
        let mut positions = session.positions(&known, LISTED, false)?;
        loop {
            let batch = positions.next_batch(AT_A_TIME, stop)?;
            if batch.is_empty() {
                return Ok(());
            }
            for valued in
                batch.into_iter().filter(|valued| valued.turn.player().is_some() && valued.moves > 1)
            {
                let position = GradedPosition {
                    start: Some(valued.position.clone()),
                    moves: Vec::new(),
                    ply: Some(valued.ply),
                    is_asked: true,
                    made: Vec::new(),
                };
                self.add(valued.position, position);
            }
        }
    }

    /// Adds the moves that players made in a game: `players` has the numbers of the first and of the second, `None` for one who is
    /// not graded. Moves before `from` are not graded, and forced ones neither. With `is_asked` bots are asked there too.
    ///
    /// # Errors
    /// If the position or a move of the record is wrong.
    pub fn add_game(
        &mut self,
        game: &Arc<dyn AnyGame>,
        record: &Record,
        players: [Option<usize>; 2],
        from: usize,
        is_asked: bool,
    ) -> Result<(), Trouble> {
        let whole = Arc::clone(game).session(record.tag("Position"), &record.moves.join(" "), 0)?;
        let (start, moves) = (whole.start(), whole.played().to_vec());
        let mut session = Arc::clone(game).session(start.as_deref(), "", 0)?;
        for (ply, mv) in moves.iter().enumerate() {
            let player = session.turn().player().and_then(|player| players[player.index()]);
            let legal = session.moves();
            if let Some(player) = player.filter(|_| ply >= from && legal.len() > 1) {
                let made = MadeMove { mv: Ok(mv.clone()), seconds: None };
                let position = GradedPosition::of(session.playthrough())?;
                self.add(
                    session.position(),
                    GradedPosition { is_asked, made: vec![(player, made)], ..position },
                );
            }
            session.play(mv)?;
        }
        Ok(())
    }

    /// Plays games between a bot and an opponent, sides swapped every game, each pair after two random plies, and adds the moves of
    /// the bot as those of player number `player`. Returns the number of games.
    ///
    /// # Errors
    /// If a bot is wrong or fails in another way than a program from outside may.
    pub fn add_games_against(
        &mut self,
        game: &Arc<dyn AnyGame>,
        (player, bot): (usize, &str),
        opponent: &str,
        (games, seed): (u64, u64),
        run: &Run<'_, u64>,
    ) -> Result<u64, Trouble> {
        let plan = MatchOptions {
            bots: [bot.to_string(), opponent.to_string()],
            games,
            seed,
            openings: OpeningBook::Random { plies: RANDOM_PLIES },
            keep_records: true,
            ..MatchOptions::default()
        };
        let mut played = Vec::new();
        let on_game = |report: GameReport| {
            (run.progress)(report.number);
            played.push(report);
        };
        game.hold_match(&plan, &run.with(&one_by_one(on_game)))?;
        let count = played.len() as u64;
        for GameReport { number, record, plies, ending, failure, .. } in played {
            let Some(record) = record else { continue };
            // The bot named first begins the odd games.
            let side = if number % 2 == 1 { Player::First } else { Player::Second };
            let mut players = [None; 2];
            players[side.index()] = Some(player);
            self.add_game(game, &record, players, plies[1], false)?;
            if ending == Ending::Called(Call::Failed(side)) {
                let session = Arc::clone(game).session(record.tag("Position"), &record.moves.join(" "), 0)?;
                let reason = failure.unwrap_or_default();
                let made = vec![(player, MadeMove { mv: Err(reason), seconds: None })];
                let position = GradedPosition::of(session.playthrough())?;
                self.add(session.position(), GradedPosition { is_asked: false, made, ..position });
            }
        }
        Ok(count)
    }
}
