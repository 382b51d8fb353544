//! Connect four: what networks come to against perfect play, and which moves keep the exact value.

use std::error::Error;
use std::fmt::Write;
use std::sync::Arc;

use plywood_rules::Run;
use plywood_workshop::{AnyGame, GradePositions, MatchOptions, PlayerGrade, SampleOptions, Tally, Workshop};

use crate::brains::{Brains, TrainedBrain, grade, on_all_processors, once};

/// Games as the first player.
const GAMES: u64 = 200;

/// It holds out as long as it can, and takes any of the moves that are equally good: games differ.
const PERFECT: &str = "perfect:tie=random";

/// The positions that moves are graded at, and their seed.
const POSITIONS: usize = 5000;
const SEED: u64 = 7;

/// Nodes of the searches with the network.
const NODES: u64 = 1000;

/// Trains and measures; a part of the page.
pub fn connect4(brains: &Brains, games: u64) -> Result<String, Box<dyn Error>> {
    let game = Workshop::standard().open("connect4")?;
    let trained = brains.train(&game, (games, 0.1))?;
    let played =
        trained.iter().map(|brain| against_perfect_play(&game, brain)).collect::<Result<Vec<_>, _>>()?;
    let mut positions = GradePositions::default();
    let sample = SampleOptions { count: POSITIONS, seed: SEED, ..SampleOptions::default() };
    positions.add_sample(&game, &sample, &Run::default())?;
    let search = |brain: &TrainedBrain| format!("engine:nodes={NODES},eval=ntuple@{}", brain.path.display());
    let bots = trained.iter().flat_map(|brain| [brain.bot(), search(brain)]);
    let report = grade(&game, &positions, bots)?;
    Ok(format!(
        "## Connect four\n\n\
         {games} games of each brain against itself, with the default settings. *Won*, *drawn* and *lost* are {GAMES} games as the first player, who can win each of them, without searching, against perfect play that holds out as long as it can and \
         takes any of the moves that are equally good (`as_first` of the match). Seconds are those of the training alone.\n\n\
         ```text\n\
         plywood learn connect4 --brain c4.brain --kind ntuple --stage {games} self --seed {} --every 0\n\
         plywood match connect4 learner:brain=c4.brain {PERFECT} --games {} --seed {SEED} --json\n\
         plywood grade connect4 learner:brain=c4.brain engine:nodes={NODES},eval=ntuple@c4.brain --sample {POSITIONS} --seed {SEED} --baselines none\n\
         ```\n\n\
         The grades are those of one move in each of {POSITIONS} positions of random play, of which {} have values that are found in time, {} of them decisions ([all figures](../reference/grading.md)): \
         by the network alone and by searches of {NODES} positions with it, in per cent, with their 95 % intervals.\n\n{}\n",
        brains.seed,
        2 * GAMES,
        report.positions - report.unknown,
        report.decisions,
        table(&trained, &played, &report.players),
    ))
}

/// The games won, drawn and lost as the first player, of a match.
fn against_perfect_play(game: &Arc<dyn AnyGame>, brain: &TrainedBrain) -> Result<[u64; 3], Box<dyn Error>> {
    let play = || {
        let bots = [brain.bot(), PERFECT.to_string()];
        let options = MatchOptions { bots, games: 2 * GAMES, seed: SEED, ..MatchOptions::default() };
        let Tally { wins, draws, losses } =
            game.hold_match(&options, &on_all_processors())?.standing.as_first;
        Ok(serde_json::to_string(&[wins, draws, losses])?)
    };
    Ok(serde_json::from_str(&once(&brain.path.with_extension("games"), play)?)?)
}

/// A row for each brain, which has two grades: of the network alone, and of searches with it.
fn table(trained: &[TrainedBrain], played: &[[u64; 3]], grades: &[PlayerGrade]) -> String {
    let mut text = "| seed | seconds | won | drawn | lost | moves kept | decisions kept | with a search | decisions kept |\n\
                    |---|---|---|---|---|---|---|---|---|\n"
        .to_string();
    let mut counts: [Vec<u64>; 3] = Default::default();
    for ((brain, played), grades) in trained.iter().zip(played).zip(grades.chunks(2)) {
        counts.iter_mut().zip(played).for_each(|(counts, count)| counts.push(*count));
        let [won, drawn, lost] = played;
        let _ = write!(text, "| {} | {:.0} | {won} | {drawn} | {lost} |", brain.seed, brain.seconds);
        for share in grades.iter().flat_map(|grade| [grade.all.kept, grade.all.decisions]) {
            let [value, low, high] =
                [share.share.unwrap_or_default(), share.low, share.high].map(|share| 100.0 * share);
            let _ = write!(text, " {value:.1} ({low:.1} to {high:.1}) |");
        }
        text.push('\n');
    }
    counts.iter_mut().for_each(|counts| counts.sort_unstable());
    let median = |counts: &Vec<u64>| {
        let last = counts.len() - 1;
        (counts[last / 2] + counts[last.div_ceil(2)]) as f64 / 2.0
    };
    let [won, drawn, lost] = counts.each_ref().map(median);
    let _ = writeln!(text, "| median | | {won} | {drawn} | {lost} | | | | |");
    let [won, _, lost] = counts;
    let _ = writeln!(text, "| worst | | {} | | {} | | | | |", won[0], lost[lost.len() - 1]);
    text
}
