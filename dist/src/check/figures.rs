//! Figures that are the same on every machine.

use std::fs;
use std::path::Path;

use serde_json::Value as Json;

use super::program::BuiltProgram;
use crate::archive::digest;

/// Keys of answers that say how long something took.
const TIMES: &[&str] = &["seconds", "nodes_per_second", "mean_ms", "max_ms", "start_ms", "time"];

/// Questions whose answers hold no time.
const TEXTS: &[(&str, &str)] =
    &[("version", "--version"), ("board", "show connect4 --moves d"), ("games", "games"), ("bots", "bots")];

/// Questions of which the times are left out.
const ANSWERS: &[(&str, &str)] = &[
    ("perft of connect four", "perft connect4 6 --json"),
    ("perft of Othello", "perft othello 5 --json"),
    ("perft of Pikk Pakk", "perft pikkpakk 2 --json"),
    ("solve", "solve mnk:m=4,n=3,k=3 --json"),
    ("forced win", "solve tictactoe --position xox/o1o/x2 --within 3 --json"),
    ("analyse by Monte Carlo", "analyse connect4 --bot mcts:playouts=2000 --seed 3 --json"),
    ("match", "match tictactoe alphabeta random --games 200 --seed 7 --json"),
    ("match with dice", "match pig:target=30 hold:at=10 random --games 100 --seed 7 --json"),
    ("tree", "tree tictactoe --depth 2 --json"),
];

/// The figures of a program. The signature of the quick bench has to be the known one.
pub fn of(program: &BuiltProgram, signature: &str) -> Result<Vec<(&'static str, String)>, String> {
    let folder = program.folder("figures")?;
    let mut figures = Vec::new();
    for (name, question) in TEXTS {
        let words: Vec<&str> = question.split(' ').collect();
        figures.push((*name, program.text_in(&folder, &words)?));
    }
    for (name, question) in ANSWERS {
        let words: Vec<&str> = question.split(' ').collect();
        let answer = program.text_in(&folder, &words)?;
        let answer: Json = serde_json::from_str(&answer).map_err(|error| format!("'{question}': {error}"))?;
        figures.push((*name, without_times(answer).to_string()));
    }
    let bench = program.text_in(&folder, &["bench", "--quick", "--expect", signature, "--json"])?;
    let bench: Json = serde_json::from_str(&bench).map_err(|error| format!("bench: {error}"))?;
    figures.push(("bench", without_times(bench).to_string()));
    let run = |words: &str| program.text_in(&folder, &words.split(' ').collect::<Vec<_>>());
    run("solve hex:size=4 --method proof -o a.proof --threads 1")?;
    run("verify hex:size=4 a.proof")?;
    figures.push(("bytes of a proof", digest_of(&folder.join("a.proof"))?));
    run("solve tictactoe --method enumerate -o a.table")?;
    figures.push(("bytes of a table", digest_of(&folder.join("a.table"))?));
    run("tree tictactoe --depth 2 -o a.svg")?;
    figures.push(("bytes of a picture", digest_of(&folder.join("a.svg"))?));
    run("match tictactoe alphabeta random --games 20 --seed 7 --save a.games")?;
    figures.push(("bytes of records", digest_of(&folder.join("a.games"))?));
    run("learn tictactoe --brain a.brain --stage 1000 self --every 0")?;
    figures.push(("knowledge of a brain", digest(run("brain export a.brain")?.as_bytes())));
    Ok(figures)
}

fn digest_of(file: &Path) -> Result<String, String> {
    fs::read(file).map(|bytes| digest(&bytes)).map_err(|error| format!("{}: {error}", file.display()))
}

/// An answer without the values that say how long something took.
fn without_times(answer: Json) -> Json {
    match answer {
        Json::Object(map) => {
            let kept = map.into_iter().filter(|(key, _)| !TIMES.contains(&key.as_str()));
            Json::Object(kept.map(|(key, value)| (key, without_times(value))).collect())
        }
        Json::Array(values) => Json::Array(values.into_iter().map(without_times).collect()),
        other => other,
    }
}
