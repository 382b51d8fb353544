//! The lines of the protocols: what is read in them, that they read as they are written, and that none panics.

use std::time::Duration;

use plywood_erased::TextAnswer;
use plywood_outside::exec::{ExecLine, ExecReply};
use plywood_outside::gomocup::{GomocupCommand, GomocupPoint, GomocupReply, GomocupStone};
use plywood_outside::gtp::{GtpCommand, GtpResponse, from_gtp, to_gtp};
use plywood_outside::ugi::{SearchLimits, UgiInfo, UgiOption, UgiPosition, setting, word};
use plywood_rules::{Clock, FlatRules, StoneGoal, Value};
use proptest::prelude::*;

const ROW: StoneGoal = StoneGoal::Row { length: 5, exact: false, misere: false };
const CHAIN: StoneGoal = StoneGoal::Chain { swap: true };

fn exec(line: &str) -> Result<TextAnswer, String> {
    match ExecReply::read(line)? {
        ExecReply::Move(mv) => Ok(mv.into()),
        other => Err(other.to_string()),
    }
}

#[test]
fn answers_of_exec() {
    let full =
        exec(r#" {"move": "a1", "value": -0.5, "comment": "hm", "pv": ["a1", "b2"], "more": 1} "#).unwrap();
    assert_eq!((full.mv.as_str(), full.value), ("a1", Some(Value::Estimated(-0.5))));
    assert_eq!((full.comment.as_deref(), full.pv.len()), (Some("hm"), 2));
    assert_eq!(exec(r#"{"move": "a1", "value": 1e300}"#).unwrap().value, Some(Value::Estimated(1.0)));
    for line in [
        "",
        "a1",
        "{",
        "[]",
        "{\"move\": 3}",
        "{\"move\": 3, \"ready\": true}",
        "{\"ready\": 1}",
        "{\"move\": \"a\", \"value\": \"x\"}",
        "{\"move\": \"a\", \"pv\": [1]}",
        "{\"move\": \"a\", \"value\": NaN}",
        "{\"move\": \"a\", \"comment\": {}}",
    ] {
        assert!(ExecReply::read(line).is_err(), "{line}");
    }
}

#[test]
fn lines_of_ugi() {
    let option = |line: &str| UgiOption::read(word(line).1);
    assert_eq!(
        option("option name Hash min size type spin default 16 min 1 max 1024"),
        UgiOption {
            name: "Hash min size".into(),
            kind: "spin".into(),
            default: "16".into(),
            bounds: [Some(1), Some(1024)],
            values: vec![]
        }
    );
    let combo = option("option name Style type combo default Normal Play var Normal Play var Risky");
    assert_eq!(combo.values, ["Normal Play", "Risky"]);
    let info = |line: &str| {
        let info = UgiInfo::read(word(line).1);
        (info.value(), info.pv.join(" "))
    };
    let estimate = |points| Some(Value::Estimated(points));
    assert_eq!(info("info depth 3 score cp 0 nodes 5 pv a1 b2"), (estimate(0.0), "a1 b2".into()));
    assert_eq!(info("info wdl 700 200 100 score cp -5"), (estimate(0.6), String::new()));
    assert_eq!(info("info score mate -3"), (estimate(-1.0), String::new()));
    assert_eq!(info("info depth 2 string score cp 9 pv x"), (None, String::new()));
    assert_eq!(info("info multipv 2 score cp 9 pv x"), (None, String::new()));
    assert_eq!(info("info score cp nan wdl 0 0 0 pv score cp 1"), (None, "score cp 1".into()));
    assert_eq!(word(" bestmove\ta1 ponder b2 "), ("bestmove", "a1 ponder b2"));
    let go = |line: &str| SearchLimits::read(word(line).1);
    let clock = |left, increment| {
        Some(Clock { left: Duration::from_millis(left), increment: Duration::from_millis(increment) })
    };
    assert_eq!(go("go p1time 90 ponder p2time -5 p2inc 7").unwrap().clocks, [clock(90, 0), clock(0, 7)]);
    for wrong in ["go depth", "go depth x", "go depth 0", "go nodes -1", "go movetime soon", "go p1time"] {
        assert!(go(wrong).is_err(), "{wrong}");
    }
    assert!(UgiPosition::read("").is_err() && UgiPosition::read("moves a1").is_err());
    assert!(setting("").is_err() && setting("value 3").is_err());
    assert_eq!(setting("name A b value"), Ok(("A b", "")));
    assert_eq!(setting("name Hash size value 7 up"), Ok(("Hash size", "7 up")));
}

#[test]
fn lines_of_gtp_and_gomocup() {
    let gtp = |line| GtpResponse::read(line).map(|response| response.result);
    assert_eq!(gtp("= D4"), Some(Ok("D4".into())));
    assert_eq!(gtp("=12 a1"), Some(Ok("a1".into())));
    assert_eq!(gtp("? unknown command"), Some(Err("unknown command".into())));
    assert_eq!(gtp("thinking"), None);
    assert_eq!(GtpCommand::read("# nothing"), None);
    assert_eq!(GtpCommand::read("7").map(|command| command.name), None);
    assert_eq!(GomocupReply::read(" 7, 8 "), GomocupReply::Move(GomocupPoint { x: 7, y: 8 }));
    assert_eq!(GomocupReply::read("ok"), GomocupReply::Ok);
    assert_eq!(GomocupReply::read("MESSAGE 1,2"), GomocupReply::Message("1,2"));
    assert_eq!(GomocupReply::read("ERROR too small"), GomocupReply::Error("too small"));
    assert_eq!(GomocupReply::read("7,-8"), GomocupReply::Other("7,-8"));
    assert_eq!(GomocupCommand::read("info  rule 1 "), GomocupCommand { name: "info", rest: "rule 1" });
    for wrong in ["0,0,3", "0,0", "0,0,+1", "a,0,1", ""] {
        assert_eq!(GomocupStone::read(wrong), None, "{wrong}");
    }
}

/// Lines that one side writes are read by the other as they were meant.
#[test]
fn lines_read_as_they_are_written() {
    for line in [
        r#"{"hello":{"protocol":1,"version":"0.1.0","seed":7,"game":"hex","ready":"asked"}}"#,
        r#"{"game":"hex","position":"x x","moves":["a1","b2"],"you":"first","history":["c3"],"time_ms":50,"drawing":"a\n","start":"y x","increment_ms":5}"#,
        r#"{"game":"hex","position":"x x","moves":[],"you":"second","history":null,"time_ms":null,"drawing":""}"#,
        r#"{"end":{"result":"draw","reason":"rules","you":"first"}}"#,
    ] {
        assert_eq!(ExecLine::read(line).unwrap().to_string(), line);
    }
    for line in [
        r#"{"ready":true}"#,
        r#"{"move":"a1"}"#,
        r#"{"move":"a1","value":0.5,"comment":"hm","pv":["a1","b2"]}"#,
        r#"{"move":"a1","value":-1}"#,
    ] {
        assert_eq!(ExecReply::read(line).unwrap().to_string(), line);
    }
    for text in ["startpos", "startpos moves a1 b2", "fen 3/3/3 x moves a1"] {
        assert_eq!(UgiPosition::read(text).unwrap().to_string(), text);
    }
    for text in ["", " p1time 50 p2time 60 p1inc 0 p2inc 1 depth 3 nodes 9", " movetime 5 infinite"] {
        assert_eq!(SearchLimits::read(text).unwrap().to_string(), text);
    }
    for text in
        ["name Hash type spin default 16 min 1 max 64", "name Style type combo default a b var a b var c"]
    {
        assert_eq!(UgiOption::read(text).to_string(), text);
    }
    for text in [
        " depth 5 score cp 34 wdl 560 0 440 nodes 1000 time 3 nps 333333 hashfull 5 pv a1 b2",
        " score mate -3",
    ] {
        assert_eq!(UgiInfo::read(text).to_string(), text);
    }
    for line in ["START 15", "BEGIN", "INFO rule 1", "FLY"] {
        assert_eq!(GomocupCommand::read(line).to_string(), line);
    }
    for line in ["OK", "7,8", "ERROR no", "UNKNOWN command 'x'", "MESSAGE hm", "?"] {
        assert_eq!(GomocupReply::read(line).to_string(), line);
    }
    for line in ["7,8,1", "0,31,2"] {
        assert_eq!(GomocupStone::read(line).unwrap().to_string(), line);
    }
    for line in ["play b a1", "7 genmove white", "quit"] {
        assert_eq!(GtpCommand::read(line).unwrap().to_string(), line);
    }
    for line in ["= a1\n", "=7 a1\n", "? unknown\n", "=\n"] {
        assert_eq!(GtpResponse::read(line.trim_end()).unwrap().to_string(), line);
    }
}

#[test]
fn no_column_of_k_in_a_row_is_called_i() {
    for (goal, theirs, ours) in [
        (ROW, "h8", "h8"),
        (ROW, "j10", "i10"),
        (CHAIN, "i9", "i9"),
        (CHAIN, "swap-pieces", "swap"),
        (ROW, "z1", "y1"),
        (ROW, "aa1", "z1"),
        (ROW, "ag32", "af32"),
    ] {
        assert_eq!(from_gtp(goal, theirs).as_deref(), Some(ours));
        assert_eq!(from_gtp(goal, &theirs.to_uppercase()).as_deref(), Some(ours));
        assert_eq!(to_gtp(goal, ours).as_deref(), Some(theirs));
    }
    for wrong in ["i9", "", "9", "a", "a+1", "a0", "aaa1", "ai1", "é1", "swap", "a99999999999999999999999"] {
        assert_eq!(from_gtp(ROW, wrong), None, "{wrong}");
    }
}

#[test]
fn points_count_from_the_top() {
    let rules = FlatRules { columns: 15, rows: 10, goal: ROW };
    for (theirs, ours) in [("0,0", "a10"), ("14,9", "o1"), ("8,3", "i7")] {
        let point = GomocupPoint::read(theirs).unwrap();
        let cell = rules.find(ours).unwrap();
        assert_eq!((point.cell(&rules), GomocupPoint::of(&rules, cell)), (Some(cell), point));
    }
    for wrong in ["15,0", "0,10", "-1,0", "+1,0", "1", "1,2,3", "a,b", ",", "", "99999999999,0"] {
        assert_eq!(GomocupPoint::read(wrong).and_then(|point| point.cell(&rules)), None, "{wrong}");
    }
}

proptest! {
    #[test]
    fn no_line_panics(line in "(option|info|bestmove|go|position|=|\\?|[0-9]{1,12},|\\{\"move\": )?.{0,60}") {
        check(&line);
    }

    #[test]
    fn no_line_of_known_words_panics(words in proptest::collection::vec(
        prop_oneof![
            Just("option"), Just("info"), Just("name"), Just("type"), Just("spin"), Just("min"), Just("max"), Just("score"),
            Just("cp"), Just("mate"), Just("wdl"), Just("pv"), Just("string"), Just("multipv"), Just("bestmove"), Just("="),
            Just("-9999999999999999999999"), Just("1e999"), Just("nan"), Just("é"), Just("position"), Just("fen"), Just("go"),
            Just("setoption"), Just("INFO"), Just("TURN"),
        ],
        0..12,
    )) {
        check(&words.join(" "));
    }

    #[test]
    fn limits_and_positions_read_as_they_are_written(
        (left, each, depth) in (0..100_000u64, 0..1000u64, 1..100u64),
        moves in proptest::collection::vec("[a-z][0-9]", 0..5),
    ) {
        let clock = Clock { left: Duration::from_millis(left), increment: Duration::from_millis(each) };
        let limits = SearchLimits { clocks: [Some(clock); 2], depth: Some(depth), ..SearchLimits::default() };
        let position = UgiPosition { start: (left % 2 == 0).then(|| "3/3 x".to_string()), moves: moves.join(" ") };
        prop_assert_eq!(SearchLimits::read(&limits.to_string()), Ok(limits));
        prop_assert_eq!(UgiPosition::read(&position.to_string()), Ok(position));
    }
}

fn check(line: &str) {
    let _ = (GtpResponse::read(line), GtpCommand::read(line), ExecLine::read(line));
    let _ = (GomocupReply::read(line), GomocupCommand::read(line), GomocupStone::read(line));
    let rest = word(line).1;
    let _ = (SearchLimits::read(rest), UgiPosition::read(rest), UgiOption::read(rest), setting(rest));
    let _ = (from_gtp(ROW, line), to_gtp(CHAIN, line));
    if let Ok(answer) = exec(line) {
        assert!(is_sound(answer.value), "{line}");
    }
    assert!(is_sound(UgiInfo::read(rest).value()), "{line}");
}

/// Values are finite expectations.
fn is_sound(value: Option<Value>) -> bool {
    value.is_none_or(|value| matches!(value, Value::Estimated(points) if (-1.0..=1.0).contains(&points)))
}
