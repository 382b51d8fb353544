//! Files of one program, continued by another; and a brain whose program was killed.

use std::fs;
use std::path::Path;
use std::process::Command;
use std::thread::sleep;
use std::time::Duration;

use serde_json::Value as Json;

use super::program::BuiltProgram;
use crate::shell;

/// A tournament; its records are all that it leaves behind.
const TOURNAMENT: &[&str] = &[
    "tournament",
    "--game",
    "tictactoe",
    "--player",
    "random",
    "--player",
    "alphabeta",
    "--player",
    "first",
    "--records",
    "league.games",
    "--json",
    "--jobs",
    "1",
    "--pairs",
];

/// Kills a program while it teaches, and opens the brain again.
pub fn killed(program: &BuiltProgram) -> Result<String, String> {
    let folder = program.folder("killed")?;
    let mut most = 0;
    for moment in [1500, 2200, 3000] {
        let lesson = "learn mnk:m=4,n=4,k=4 --brain k.brain --stage 10000000 self --every 100 --measure 2";
        let arguments: Vec<&str> = lesson.split(' ').collect();
        let mut teaching = program.spawn(&folder, &arguments)?;
        while !folder.join("k.brain").exists() {
            if teaching.try_wait().map_err(|error| error.to_string())?.is_some() {
                return Err(format!("{}: the lesson ends at once", program.name()));
            }
            sleep(Duration::from_millis(20));
        }
        sleep(Duration::from_millis(moment));
        teaching.kill().map_err(|error| format!("{}: cannot be killed: {error}", program.name()))?;
        let _ = teaching.wait();
        let known = games(program, &folder, "k.brain")?;
        if known < most {
            return Err(format!("{}: it had learnt {most} games and now {known}", program.name()));
        }
        most = known;
    }
    if most == 0 {
        return Err(format!("{}: nothing was learnt that survived", program.name()));
    }
    Ok(format!("a brain survives three kills, with {most} games"))
}

/// Presses Ctrl-C while a program teaches: it ends by itself, says so by its exit code, and keeps what it has learnt.
pub fn interrupted(program: &BuiltProgram) -> Result<String, String> {
    if cfg!(windows) {
        return Ok("Ctrl-C is NOT CHECKED: nothing here presses it for another program".to_string());
    }
    let folder = program.folder("interrupted")?;
    let lesson = "learn mnk:m=4,n=4,k=4 --brain i.brain --stage 100000000 self --every 0";
    let mut teaching = program.spawn(&folder, &lesson.split(' ').collect::<Vec<_>>())?;
    while !folder.join("i.brain").exists() {
        if teaching.try_wait().map_err(|error| error.to_string())?.is_some() {
            return Err(format!("{}: the lesson ends at once", program.name()));
        }
        sleep(Duration::from_millis(20));
    }
    sleep(Duration::from_secs(2));
    shell::output(Command::new("kill").args(["-INT", &teaching.id().to_string()]))?;
    let ended = teaching.wait_with_output().map_err(|error| error.to_string())?;
    let known = games(program, &folder, "i.brain")?;
    match (ended.status.code(), known) {
        (Some(130), 1..) => Ok(format!("Ctrl-C ends a lesson, and its {known} games are kept")),
        (code, known) => {
            Err(format!("{}: after Ctrl-C the code is {code:?}, and it knows {known} games", program.name()))
        }
    }
}

/// Has `two` go on with what `one` has begun: a brain, a table, a proof, a tournament.
pub fn check(one: &BuiltProgram, two: &BuiltProgram) -> Result<String, String> {
    let folder = &two.folder(&format!("after-{}", one.name()))?;
    brain(one, two, folder)?;
    one.text_in(folder, &["solve", "tictactoe", "--method", "enumerate", "-o", "t.table"])?;
    let asked = ["analyse", "tictactoe", "--moves", "b2", "--bot", "perfect:table=t.table", "--json"];
    let answers = [one, two].map(|program| program.text_in(folder, &asked).and_then(|text| best(&text)));
    same("the best move by a table", answers)?;
    one.text_in(folder, &["solve", "connect4:m=5,n=4", "--method", "proof", "-o", "p.proof"])?;
    two.text_in(folder, &["verify", "connect4:m=5,n=4", "p.proof"])?;
    let hold = |program: &BuiltProgram, pairs: &str| {
        program.text_in(folder, &[TOURNAMENT, &[pairs]].concat()).and_then(|text| standings(&text))
    };
    hold(one, "4")?;
    let both = hold(two, "9")?;
    let halves = fs::read(folder.join("league.games")).map_err(|error| format!("league.games: {error}"))?;
    fs::remove_file(folder.join("league.games")).map_err(|error| format!("league.games: {error}"))?;
    let alone = hold(two, "9")?;
    same("the standings of a tournament", [Ok(both), Ok(alone)])?;
    Ok(format!(
        "{} goes on with a brain, a table, a proof and a tournament ({} bytes) of {}",
        two.name(),
        halves.len(),
        one.name()
    ))
}

fn brain(one: &BuiltProgram, two: &BuiltProgram, folder: &Path) -> Result<(), String> {
    let teach = |program: &BuiltProgram, file: &str, seed: &str| {
        let lesson =
            ["learn", "tictactoe", "--brain", file, "--stage", "500", "self", "--every", "0", "--seed", seed];
        program.text_in(folder, &lesson).map(drop)
    };
    for (file, second) in [("both.brain", two), ("one.brain", one)] {
        teach(one, file, "1")?;
        teach(second, file, "2")?;
    }
    if games(two, folder, "both.brain")? != 1000 {
        return Err(format!("{}: games of {} are lost", two.name(), one.name()));
    }
    let known = ["both.brain", "one.brain"].map(|file| two.text_in(folder, &["brain", "export", file]));
    same("the knowledge of a brain", known)
}

/// The number of games that a brain has learnt.
fn games(program: &BuiltProgram, folder: &Path, file: &str) -> Result<u64, String> {
    let text = program.text_in(folder, &["brain", "stats", file, "--json"])?;
    let stats: Json = serde_json::from_str(&text).map_err(|error| format!("brain stats: {error}"))?;
    stats["games"].as_u64().ok_or_else(|| format!("brain stats: {text}"))
}

fn best(answer: &str) -> Result<String, String> {
    let answer: Json = serde_json::from_str(answer).map_err(|error| format!("analyse: {error}"))?;
    Ok(format!("{} {}", answer["best"], answer["proved"]))
}

/// Name and points of each player.
fn standings(answer: &str) -> Result<String, String> {
    let answer: Json = serde_json::from_str(answer).map_err(|error| format!("tournament: {error}"))?;
    let players = answer["players"].as_array().map_or(&[][..], Vec::as_slice);
    Ok(players
        .iter()
        .map(|player| format!("{} {} of {}\n", player["name"], player["score"], player["games"]))
        .collect())
}

fn same(what: &str, [one, two]: [Result<String, String>; 2]) -> Result<(), String> {
    let (one, two) = (one?, two?);
    if one == two && !one.is_empty() { Ok(()) } else { Err(format!("{what} differs:\n{one}\n{two}")) }
}
