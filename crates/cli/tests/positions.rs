//! All positions of a solved game as a file.

use std::fs::{self, File};
#[cfg(unix)]
use std::os::unix::fs::symlink;
use std::sync::{Arc, OnceLock};

use parquet::file::reader::{FileReader, SerializedFileReader};
use parquet::record::Field;
use plywood_cli::{Control, ProgressEvent, answer};
use plywood_rules::Stop;
use plywood_workshop::Workshop;

use crate::common::{Scratch, json_of, plywood};

/// The lines of a file of Parquet, as a file of CSV has them.
fn parquet_lines(path: &str) -> Vec<String> {
    let reader = SerializedFileReader::new(File::open(path).unwrap()).unwrap();
    let lines = reader.get_row_iter(None).unwrap().map(|row| {
        let row = row.unwrap();
        let values = row.get_column_iter().map(|(_, field)| match field {
            Field::Str(text) => text.clone(),
            Field::Null => String::new(),
            number => number.to_string(),
        });
        values.collect::<Vec<_>>().join(",")
    });
    lines.collect()
}

#[test]
fn both_formats_have_the_same_rows_also_from_a_table() {
    let scratch = Scratch::new("all-positions");
    let [csv, parquet, table, again] =
        ["a.csv", "a.parquet", "a.table", "again.CSV"].map(|name| scratch.file(name));
    let solve =
        |words: &[&str]| json_of(&[&["solve", "hex:size=3", "--method", "enumerate"], words].concat());
    let (written, other) = (solve(&["-o", &csv]), solve(&["-o", &parquet]));
    assert_eq!((&written["rows"], &other["rows"]), (&5514.into(), &written["positions"]));
    assert!(solve(&["-o", &table])["rows"].is_null());
    assert_eq!(solve(&["--from", &table, "-o", &again])["rows"], 5514);
    let text = fs::read_to_string(&csv).unwrap();
    assert_eq!(text, fs::read_to_string(&again).unwrap());
    let mut lines = text.split("\r\n");
    assert_eq!(lines.next(), Some("position,ply,turn,value,proved,plies,moves"));
    assert_eq!(lines.next(), Some("3/3/3 x,0,first,1,win,5,9"));
    let lines: Vec<&str> = text.trim_end().split("\r\n").skip(1).collect();
    assert_eq!(lines, parquet_lines(&parquet));
    assert!(lines.iter().any(|line| line.ends_with(",over,-1,loss,0,0")));
}

#[cfg(unix)]
#[test]
fn a_file_is_whole_or_not_there() {
    let scratch = Scratch::new("part-of-positions");
    let full = scratch.file("full.csv");
    symlink("/dev/full", &full).unwrap();
    let run = plywood(&["solve", "tictactoe", "--method", "enumerate", "-o", &full]);
    assert!(run.code == 1 && run.stderr.contains("No space left"), "{}", run.stderr);
    for name in ["a.csv", "a.parquet"] {
        let file = scratch.file(name);
        let stop: Arc<OnceLock<Stop>> = Arc::default();
        let raised = Arc::clone(&stop);
        let control = Control::reporting_to(Arc::new(move |event: &ProgressEvent| {
            if event.message == "writing positions" && event.done > 0 {
                raised.get().expect("it was set").raise();
            }
        }));
        stop.set(control.stop()).unwrap();
        let words = ["solve", "breakthrough:m=3,n=4", "--method", "enumerate", "-o", &file];
        let answer = answer(&Workshop::standard(), words, &control).unwrap();
        assert_eq!(answer.incomplete.as_deref(), Some("stopped before all positions were written"));
        assert_eq!((&answer.json["complete"], &answer.json["rows"]), (&false.into(), &().into()));
    }
    let left: Vec<_> =
        fs::read_dir(scratch.file("")).unwrap().map(|entry| entry.unwrap().file_name()).collect();
    assert_eq!(left, ["full.csv"]);
}

#[test]
fn wrong_words_say_what_would_do() {
    let scratch = Scratch::new("wrong-positions");
    let wrong = |words: &[&str]| {
        let run = plywood(&[&["solve", "tictactoe"], words].concat());
        assert_eq!(run.code, 2, "{words:?}");
        run.stderr
    };
    let arrow = wrong(&["--method", "enumerate", "-o", &scratch.file("a.arrow")]);
    assert!(arrow.contains("use .csv or .parquet or .table"), "{arrow}");
    let search = wrong(&["--from", "x.table"]);
    assert!(search.contains("--from goes with --method enumerate only"), "{search}");
    let gone = wrong(&["--method", "enumerate", "--from", &scratch.file("gone.table")]);
    assert!(gone.contains("cannot read"), "{gone}");
}
