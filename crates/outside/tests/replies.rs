//! The lines that programs write: what is read in them, and that none panics.

use plywood_outside::replies::{self, Gomocup, Info, Ugi, UgiOption};
use plywood_rules::Value;
use proptest::prelude::*;

#[test]
fn answers_of_exec() {
    let full =
        replies::exec(r#" {"move": "a1", "value": -0.5, "comment": "hm", "pv": ["a1", "b2"], "more": 1} "#)
            .unwrap();
    assert_eq!((full.mv.as_str(), full.value), ("a1", Some(Value::Estimated(-0.5))));
    assert_eq!((full.comment.as_deref(), full.pv.len()), (Some("hm"), 2));
    assert_eq!(
        replies::exec(r#"{"move": "a1", "value": 1e300}"#).unwrap().value,
        Some(Value::Estimated(1.0))
    );
    for line in [
        "",
        "a1",
        "{",
        "[]",
        "{\"move\": 3}",
        "{\"move\": \"a\", \"value\": \"x\"}",
        "{\"move\": \"a\", \"pv\": [1]}",
        "{\"move\": \"a\", \"value\": NaN}",
        "{\"move\": \"a\", \"comment\": {}}",
    ] {
        assert!(replies::exec(line).is_err(), "{line}");
    }
}

#[test]
fn lines_of_ugi() {
    let option = |line| match replies::ugi(line) {
        Ugi::Option(option) => option,
        other => panic!("{line}: {other:?}"),
    };
    assert_eq!(
        option("option name Hash min size type spin default 16 min 1 max 1024"),
        UgiOption {
            name: "Hash min size".into(),
            kind: "spin".into(),
            bounds: [Some(1), Some(1024)],
            values: vec![]
        }
    );
    let combo = option("option name Style type combo default Normal Play var Normal Play var Risky");
    assert_eq!(combo.values, ["Normal Play", "Risky"]);
    let info = |line: &str| match replies::ugi(line) {
        Ugi::Info(Info { value, pv }) => (value, pv.join(" ")),
        other => panic!("{line}: {other:?}"),
    };
    let estimate = |points| Some(Value::Estimated(points));
    assert_eq!(info("info depth 3 score cp 0 nodes 5 pv a1 b2"), (estimate(0.0), "a1 b2".into()));
    assert_eq!(info("info wdl 700 200 100 score cp -5"), (estimate(0.6), String::new()));
    assert_eq!(info("info score mate -3"), (estimate(-1.0), String::new()));
    assert_eq!(info("info string score cp 9 pv x"), (None, String::new()));
    assert_eq!(info("info multipv 2 score cp 9 pv x"), (None, String::new()));
    assert_eq!(info("info score cp nan wdl 0 0 0 pv score cp 1"), (None, "score cp 1".into()));
    assert_eq!(replies::ugi("bestmove a1 ponder b2"), Ugi::BestMove("a1".into()));
    assert_eq!(replies::ugi("hello"), Ugi::Other);
}

#[test]
fn lines_of_gtp_and_gomocup() {
    assert_eq!(replies::gtp("= D4"), Some(Ok("D4".into())));
    assert_eq!(replies::gtp("=12 a1"), Some(Ok("a1".into())));
    assert_eq!(replies::gtp("? unknown command"), Some(Err("unknown command".into())));
    assert_eq!(replies::gtp("thinking"), None);
    assert_eq!(replies::gomocup(" 7, 8 "), Gomocup::Move(7, 8));
    assert_eq!(replies::gomocup("ok"), Gomocup::Ok);
    assert_eq!(replies::gomocup("MESSAGE 1,2"), Gomocup::Message);
    assert_eq!(replies::gomocup("ERROR too small"), Gomocup::Refused("ERROR too small".into()));
    assert_eq!(replies::gomocup("7,-8"), Gomocup::Other);
}

proptest! {
    #[test]
    fn no_line_panics(line in "(option|info|bestmove|=|\\?|[0-9]{1,12},|\\{\"move\": )?.{0,60}") {
        check(&line);
    }

    #[test]
    fn no_line_of_known_words_panics(words in proptest::collection::vec(
        prop_oneof![
            Just("option"), Just("info"), Just("name"), Just("type"), Just("spin"), Just("min"), Just("max"), Just("score"),
            Just("cp"), Just("mate"), Just("wdl"), Just("pv"), Just("string"), Just("multipv"), Just("bestmove"), Just("="),
            Just("-9999999999999999999999"), Just("1e999"), Just("nan"), Just("é"),
        ],
        0..12,
    )) {
        check(&words.join(" "));
    }
}

fn check(line: &str) {
    let _ = (replies::gtp(line), replies::gomocup(line));
    if let Ok(answer) = replies::exec(line) {
        assert!(is_sound(answer.value), "{line}");
    }
    if let Ugi::Info(info) = replies::ugi(line) {
        assert!(is_sound(info.value), "{line}");
    }
}

/// Values are finite expectations.
fn is_sound(value: Option<Value>) -> bool {
    value.is_none_or(|value| matches!(value, Value::Estimated(points) if (-1.0..=1.0).contains(&points)))
}
