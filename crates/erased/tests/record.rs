//! Records are written and read back.

use plywood_erased::{Record, RecordError, date};

/// The widest line of moves, in characters.
const WIDTH: usize = 100;

fn sample() -> Record {
    let mut record = Record::default();
    record.set_tag("Game", "mnk:m=4,n=3,k=3");
    record.set_tag("First", "a \"quoted\" \\ name");
    record.moves = (0..60).map(|n| format!("m{n}")).collect();
    record.numbered = (0..60).step_by(2).collect();
    record
}

#[test]
fn records_read_back() {
    let one = sample();
    let mut empty = Record::default();
    empty.set_tag("Game", "pig");
    let text = one.to_text() + &empty.to_text() + &one.to_text();
    assert!(text.lines().all(|line| line.len() <= WIDTH));
    assert_eq!(Record::read_all(&text), Ok(vec![one.clone(), empty, one]));
}

#[test]
fn numbers_comments_and_results_are_passed_over() {
    let text = "[Game \"x\"]\n\n1. a {why\nnot} b ; or not\n2... c 1/2-1/2\n";
    assert_eq!(Record::read_all(text).unwrap()[0].moves, ["a", "b", "c"]);
}

#[test]
fn moves_of_any_name_read_back() {
    let mut record = Record::default();
    record.set_tag("Game", "tree");
    record.moves = ["[", "\\", "1.", "*", "1-0", "a", "[x]", "...", ";", ";x"].map(String::from).into();
    assert_eq!(Record::read_all(&record.to_text()), Ok(vec![record]));
}

#[test]
fn what_is_wrong_is_named_with_its_line() {
    let cases = [
        ("[Game pig]", 1, "a tag is written [Name \"value\"]"),
        ("\nb2 a1", 2, "a record begins with its tags: [Game \"...\"]"),
        ("[Game \"x\"]\n[Game \"y\"]", 2, "tag 'Game' is given twice"),
        ("[Game \"x\"]\n\n1. a {no end", 3, "a comment begins here and never ends"),
    ];
    for (text, line, message) in cases {
        assert_eq!(Record::read_all(text), Err(RecordError { line, message: message.to_string() }), "{text}");
    }
    assert_eq!(Record::read_all(""), Ok(vec![]));
}

#[test]
fn days_have_their_dates() {
    let cases = [
        (0, "1970-01-01"),
        (951_782_400, "2000-02-29"),
        (1_709_251_200, "2024-03-01"),
        (1_795_219_200, "2026-11-21"),
    ];
    for (seconds, expected) in cases {
        assert_eq!(date(seconds), expected);
    }
}

proptest::proptest! {
    #[test]
    fn no_text_panics_and_what_is_read_reads_back(text in "(\\[[A-Z]{0,3} \"[a\\\\\"]{0,3}\"\\]|[a-c0-9.{} \n*\\\\]){0,12}") {
        if let Ok(records) = Record::read_all(&text) {
            let printed: String = records.iter().map(Record::to_text).collect();
            let again = Record::read_all(&printed).unwrap();
            proptest::prop_assert_eq!(
                again.iter().map(|r| (&r.tags, &r.moves)).collect::<Vec<_>>(),
                records.iter().map(|r| (&r.tags, &r.moves)).collect::<Vec<_>>()
            );
        }
    }
}
