//! The ladder: a tournament for each game, of which only pairs with a changed program are played again.

use std::path::Path;
use std::sync::Arc;

use plywood_erased::Record;
use plywood_workshop::tournament::{
    Entrant, GameOfTournament, Schedule, Tournament, TournamentFormat, TournamentOptions,
};

use super::assignment::{AssignedGame, Assignment};
use super::submissions::Submission;
use super::trial::Trials;
use crate::commands::tournament::{GamesFile, TournamentData, data_of, play};
use crate::digest::TextDigest;
use crate::output::Failure;
use crate::progress::Control;

/// A ladder that was played.
pub struct Ladder {
    /// The tournament. Its players are named as in reports.
    pub data: TournamentData,
    /// The numbers of the submissions among the players, in their order; the references come after them.
    pub students: Vec<usize>,
    /// The games, each with the numbers of its players.
    pub records: Vec<(Record, [usize; 2])>,
}

impl Ladder {
    /// The number of a submission as a player.
    pub fn player(&self, submission: usize) -> Option<usize> {
        self.students.iter().position(|&student| student == submission)
    }
}

/// Plays the ladder of game number `number`. Returns `Ok(None)` if there are no two players or no ladder is wanted, and an incomplete
/// one if it was stopped.
///
/// # Errors
/// If the games cannot be kept, or a bot of Plywood fails.
pub fn played(
    assignment: &Assignment,
    (number, game): (usize, &AssignedGame),
    submissions: &[Submission],
    trials: &Trials,
    kept: &Path,
    (threads, control): (usize, &Control),
) -> Result<Option<Ladder>, Failure> {
    let mut students = Vec::new();
    let (mut names, mut entrants) = (Vec::new(), Vec::new());
    for (place, submission) in submissions.iter().enumerate() {
        let is_sound = trials[place][number].as_ref().is_some_and(|trial| trial.moves.is_some());
        if let (true, Ok(program)) = (is_sound, &submission.program) {
            students.push(place);
            names.push(submission.name.clone());
            // The games of a program that has changed have another name, and count no longer.
            let name = format!("{}#{}", submission.name, program.digest);
            entrants.push(Entrant { name, bot: program.bot.clone() });
        }
    }
    for Entrant { name, bot } in &assignment.references {
        names.push(name.clone());
        entrants.push(Entrant {
            name: format!("{name}#{}", TextDigest::of(["reference", bot])),
            bot: bot.clone(),
        });
    }
    if entrants.len() < 2 || assignment.pairs == 0 {
        return Ok(None);
    }
    let schedule = Schedule::new(TournamentFormat::RoundRobin, entrants.len(), 1, assignment.pairs)?;
    let description = assignment.ladder_settings(game);
    let path = kept.join(format!("ladder-{}.games", TextDigest::of([&*description])));
    let (mut file, mut records) = GamesFile::open(&path, &description)?;
    let is_here = |name: Option<&str>| entrants.iter().any(|entrant| Some(&*entrant.name) == name);
    records.retain(|record| is_here(record.tag("First")) && is_here(record.tag("Second")));
    let options = TournamentOptions {
        entrants,
        games: vec![GameOfTournament { game: Arc::clone(&game.game), openings: game.openings.clone() }],
        schedule,
        seed: assignment.seed,
        max_plies: assignment.max_plies,
        clock: None,
        adjudication: None,
        use_solution: false,
    };
    let mut tournament = Tournament::new(options, records)?;
    let is_complete = play(&mut tournament, Some(&mut file), threads, control)?;
    let title = format!("{}: {}", assignment.title, game.name);
    let mut data = data_of(&tournament, title, &description, is_complete)?;
    data.players = names;
    let records = tournament.games().map(|game| (game.record.clone(), game.finished.scheduled.players));
    Ok(Some(Ladder { data, students, records: records.collect() }))
}
