//! The results of a class: the points of each student and their reasons, and the first fault.

use std::sync::Arc;

use plywood_rules::{Run, TextError};
use plywood_workshop::tournament::Entrant;
use plywood_workshop::{GradeOptions, GradeReport, GradedPlayer, PlayerGrade, TruthSource, grade};
use serde::Serialize;
use serde_json::Value as Json;

use super::assignment::{AssignedGame, Assignment};
use super::ladder::Ladder;
use super::submissions::Submission;
use super::trial::{FinishedCheck, Trial, Trials};
use crate::commands::grade::with_interval;
use crate::commands::tournament;
use crate::output::{Failure, counted};
use crate::progress::Control;

/// The results of a class.
#[derive(Debug, Serialize)]
pub struct ClassResults {
    /// The version of this shape.
    pub format: u32,
    /// The title of the assignment.
    pub title: String,
    /// The isolation of programs.
    pub isolation: String,
    /// The games.
    pub games: Vec<GameResults>,
    /// The students by their points.
    pub students: Vec<StudentResult>,
    /// The time taken by this run.
    pub seconds: f64,
}

/// The results of a game.
#[derive(Debug, Serialize)]
pub struct GameResults {
    /// The name.
    pub game: String,
    /// The source of the positions, in words.
    pub source: String,
    /// The number of positions.
    pub positions: usize,
    /// Those without values, which are part of no figure.
    pub unknown: usize,
    /// Those in which at least one legal move throws value away.
    pub decisions: usize,
    /// The grades of the references.
    pub references: Vec<PlayerGrade>,
    /// The ladder; null if there was none.
    pub ladder: Option<Json>,
}

/// The results of a student.
#[derive(Debug, Serialize)]
pub struct StudentResult {
    /// The rank by points; those with the same points share it.
    pub rank: usize,
    /// The name of the submission.
    pub name: String,
    /// The name that the program gives itself.
    pub title: Option<String>,
    /// The points.
    pub points: f64,
    /// The most points that are possible.
    pub of: f64,
    /// The parts of the points.
    pub parts: Vec<PointsPart>,
    /// The first fault.
    pub first_fault: Option<FirstFault>,
    /// The results of each game.
    pub games: Vec<StudentGame>,
}

/// A part of the points.
#[derive(Debug, Serialize)]
pub struct PointsPart {
    /// `check`, `moves` or `ladder`.
    pub part: &'static str,
    /// The game.
    pub game: String,
    /// The points.
    pub points: f64,
    /// The most points that are possible.
    pub of: f64,
    /// The reason in words.
    pub words: String,
}

/// The first fault.
#[derive(Debug, Serialize)]
pub struct FirstFault {
    /// The fault, in words.
    pub words: String,
    /// The last lines exchanged before it.
    pub exchanged: Vec<String>,
}

/// The results of a student at a game.
#[derive(Debug, Serialize)]
pub struct StudentGame {
    /// The name of the game.
    pub game: String,
    /// The check; null if the submission has no program for this game.
    pub check: Option<FinishedCheck>,
    /// The grade of its moves; null if it plays no further after the check.
    pub moves: Option<PlayerGrade>,
    /// The place in the ladder; null if it did not play there.
    pub ladder: Option<LadderPlace>,
}

/// The place of a program in a ladder.
#[derive(Clone, Debug, Serialize)]
pub struct LadderPlace {
    /// The rank among all players, references included.
    pub rank: usize,
    /// The number of players.
    pub players: usize,
    /// A win counts one, a draw half of one.
    pub score: f64,
    /// The number of games.
    pub games: u64,
    /// Games won.
    pub wins: u64,
    /// Games drawn.
    pub draws: u64,
    /// Games lost.
    pub losses: u64,
    /// Games lost by an answer that was no legal move.
    pub failures: u64,
    /// The Elo rating, and the ends of its interval.
    pub rating: f64,
    /// The lower end of the interval.
    pub low: f64,
    /// The upper end.
    pub high: f64,
}

/// A game that is graded and played.
pub struct GradedGame {
    /// The grades: of the students whose numbers are in `students`, in their order, and of the references.
    pub report: GradeReport,
    /// The numbers of the submissions that have grades.
    pub students: Vec<usize>,
    /// The ladder.
    pub ladder: Option<Ladder>,
}

impl GradedGame {
    /// The grade of a submission.
    pub fn grade(&self, submission: usize) -> Option<&PlayerGrade> {
        let place = self.students.iter().position(|&student| student == submission)?;
        self.report.players.get(place)
    }

    /// The grades of the references.
    pub fn references(&self) -> &[PlayerGrade] {
        self.report.players.get(self.students.len()..).unwrap_or_default()
    }
}

/// Grades the moves of all students at a game, and those of the references. The values of positions are found once for all.
///
/// # Errors
/// If a table is of another game, or a reference fails.
pub fn graded(
    assignment: &Assignment,
    (number, game): (usize, &AssignedGame),
    submissions: &[Submission],
    trials: &Trials,
    ladder: Option<Ladder>,
    (threads, control): (usize, &Control),
) -> Result<GradedGame, Failure> {
    let mut positions = game.positions.clone();
    let (mut players, mut students) = (Vec::new(), Vec::new());
    for (place, submission) in submissions.iter().enumerate() {
        if let Some(Trial { moves: Some(moves), .. }) = &trials[place][number] {
            positions.add_answers(players.len(), moves.iter().cloned());
            players.push(GradedPlayer::Known(submission.name.clone()));
            students.push(place);
        }
    }
    players.extend(assignment.references.iter().map(|Entrant { bot, .. }| GradedPlayer::Bot(bot.clone())));
    if assignment.grades_ladder
        && let Some(ladder) = &ladder
    {
        for (record, players) in &ladder.records {
            // Both lists have the students that play further, and then the references.
            let opening = record.tag("Opening").and_then(|plies| plies.parse().ok()).unwrap_or(0);
            positions.add_game(&game.game, record, players.map(Some), opening, false)?;
        }
    }
    let options = GradeOptions {
        players,
        source: TruthSource { table: game.table.clone(), nodes: assignment.nodes },
        seed: assignment.seed,
        worst: assignment.worst,
    };
    let progress = control.bar("grading positions", positions.list().len() as u64);
    let reach = |done| progress.reach(done);
    let mut report = grade(&game.game, &positions, &options, &Run { threads, ..control.run(&reach) })?;
    drop(progress);
    // The bots behind the names of references are hidden.
    let references = report.players.iter_mut().skip(students.len());
    for (player, Entrant { name, .. }) in references.zip(&assignment.references) {
        player.name.clone_from(name);
    }
    Ok(GradedGame { report, students, ladder })
}

/// The results of all, of which these games are graded and played.
///
/// # Errors
/// If a position cannot be read again.
pub fn results(
    assignment: &Assignment,
    submissions: &[Submission],
    trials: &Trials,
    games: &[GradedGame],
    seconds: f64,
) -> Result<ClassResults, TextError> {
    let mut students = Vec::new();
    for (number, submission) in submissions.iter().enumerate() {
        students.push(student(assignment, (number, submission), &trials[number], games)?);
    }
    students.sort_by(|one, other| other.points.total_cmp(&one.points).then(one.name.cmp(&other.name)));
    for place in 0..students.len() {
        let is_tied = place > 0 && students[place].points == students[place - 1].points;
        students[place].rank = if is_tied { students[place - 1].rank } else { place + 1 };
    }
    let games = assignment.games.iter().zip(games).map(|(assigned, graded)| GameResults {
        game: assigned.name.clone(),
        source: assigned.source.clone(),
        positions: graded.report.positions,
        unknown: graded.report.unknown,
        decisions: graded.report.decisions,
        references: graded.references().to_vec(),
        ladder: graded.ladder.as_ref().map(|ladder| tournament::json(&ladder.data)),
    });
    Ok(ClassResults {
        format: 1,
        title: assignment.title.clone(),
        isolation: assignment.limits.isolation.about(),
        games: games.collect(),
        students,
        seconds,
    })
}

fn student(
    assignment: &Assignment,
    (number, submission): (usize, &Submission),
    trials: &[Option<Trial>],
    games: &[GradedGame],
) -> Result<StudentResult, TextError> {
    let mut parts = Vec::new();
    let mut first_fault = submission
        .program
        .as_ref()
        .err()
        .map(|fault| FirstFault { words: fault.clone(), exchanged: Vec::new() });
    let mut of_games = Vec::new();
    for ((assigned, trial), graded) in assignment.games.iter().zip(trials).zip(games) {
        let ladder = graded.ladder.as_ref().and_then(|ladder| place(ladder, ladder.player(number)?));
        let grade = graded.grade(number);
        let share = assignment.games.len() as f64;
        let mut add = |part, most: f64, (share_of, words): (f64, String)| {
            let of = most / share;
            parts.push(PointsPart { part, game: assigned.name.clone(), points: share_of * of, of, words });
        };
        let check = trial.as_ref().map(|trial| &trial.check);
        add("check", assignment.points.check, of_check(trial.as_ref(), assignment.check_games));
        // Positions of which nothing is known give nobody points.
        if graded.report.unknown < graded.report.positions {
            add("moves", assignment.points.moves, of_moves(grade));
        }
        if graded.ladder.is_some() {
            add("ladder", assignment.points.ladder, of_ladder(ladder.as_ref()));
        }
        if first_fault.is_none() {
            first_fault = fault_at(assigned, trial.as_ref(), graded, number)?;
        }
        of_games.push(StudentGame {
            game: assigned.name.clone(),
            check: check.cloned(),
            moves: grade.cloned(),
            ladder,
        });
    }
    Ok(StudentResult {
        rank: 0,
        name: submission.name.clone(),
        title: submission.title.clone(),
        points: parts.iter().map(|part| part.points).sum(),
        of: parts.iter().map(|part| part.of).sum(),
        parts,
        first_fault,
        games: of_games,
    })
}

/// The share of the points for a check, and the reason.
fn of_check(trial: Option<&Trial>, wanted: u32) -> (f64, String) {
    let Some(Trial { check, moves, .. }) = trial else {
        return (0.0, "no program for this game".to_string());
    };
    let words = match check.faults.len() {
        0 => format!("{} without a fault", counted(check.games.into(), "game")),
        faults => format!("{} in {}", counted(faults as u64, "fault"), counted(check.games.into(), "game")),
    };
    let end = if moves.is_none() { "; nothing more was played" } else { "" };
    (f64::from(check.sound_games()) / f64::from(wanted), words + end)
}

/// The share of the points for moves, and the reason.
fn of_moves(grade: Option<&PlayerGrade>) -> (f64, String) {
    let Some(grade) = grade else { return (0.0, "not asked".to_string()) };
    // Where no move can be wrong, all are right.
    let figure = if grade.all.decisions.of > 0 { &grade.all.decisions } else { &grade.all.kept };
    let failed = match grade.all.failed {
        0 => String::new(),
        failed => format!("; {} without a legal move", counted(failed, "answer")),
    };
    let decisions = counted(figure.of, "decision");
    (figure.share.unwrap_or(0.0), format!("{} of {decisions} kept{failed}", with_interval(figure)))
}

/// The share of the points for the ladder, and the reason.
fn of_ladder(place: Option<&LadderPlace>) -> (f64, String) {
    let Some(place) = place else { return (0.0, "did not play".to_string()) };
    let LadderPlace { rank, players, score, games, failures, .. } = place;
    let lost = match failures {
        0 => String::new(),
        failures => format!("; {} lost by a failure", counted(*failures, "game")),
    };
    let words = format!("{score} of {}, rank {rank} of {players}{lost}", counted(*games, "game"));
    (if *games > 0 { score / *games as f64 } else { 0.0 }, words)
}

fn place(ladder: &Ladder, player: usize) -> Option<LadderPlace> {
    let report = &ladder.data.report;
    let standing = &report.players[player];
    let total = standing.total();
    Some(LadderPlace {
        rank: report.ranking.iter().position(|&ranked| ranked == player)? + 1,
        players: report.players.len(),
        score: standing.points(),
        games: total.games(),
        wins: total.wins,
        draws: total.draws,
        losses: total.losses,
        failures: standing.failures,
        rating: standing.rating.elo,
        low: standing.rating.low,
        high: standing.rating.high,
    })
}

/// The first fault at a game: in the check, then at the positions, then in the ladder.
fn fault_at(
    game: &AssignedGame,
    trial: Option<&Trial>,
    graded: &GradedGame,
    submission: usize,
) -> Result<Option<FirstFault>, TextError> {
    let Some(Trial { check, moves, .. }) = trial else { return Ok(None) };
    if let Some(fault) = check.faults.first() {
        let words = format!("{}, game {} of the check: {}", game.name, fault.game, fault.reason);
        return Ok(Some(FirstFault { words, exchanged: fault.exchanged.clone() }));
    }
    let without = |words| Ok(Some(FirstFault { words, exchanged: Vec::new() }));
    let answers = game.positions.list().iter().zip(moves.iter().flatten());
    if let Some((position, reason)) =
        answers.filter_map(|(at, made)| Some((at, made.mv.as_ref().err()?))).next()
    {
        let session =
            Arc::clone(&game.game).session(position.start.as_deref(), &position.moves.join(" "), 0)?;
        return without(format!("{}, at the position '{}': {reason}", game.name, session.position()));
    }
    if let Some(ladder) = &graded.ladder
        && let Some(player) = ladder.player(submission)
        && let Some(failure) = ladder.data.report.failures.iter().find(|failure| failure.player == player)
    {
        return without(format!(
            "{}, game {} of the ladder: {}",
            game.name,
            failure.game + 1,
            failure.reason
        ));
    }
    Ok(None)
}
