//! Names of programs: settings and words.

use plywood_outside::{Program, Protocol};
use proptest::prelude::*;

use crate::common::rules;

#[test]
fn wrong_names_are_refused_with_the_reason() {
    for (name, reason) in [
        ("exec:", "bot 'exec' needs a command, such as 'exec:./program'"),
        ("ugi:[depth=3]", "bot 'ugi' needs a command, such as 'ugi:./program'"),
        (
            "ugi:[depth=3 ./x",
            "the settings of bot 'ugi' have no ']' at their end: ugi:[key=value,...] COMMAND",
        ),
        (
            "exec:[depth=3] ./x",
            "unknown option 'depth' of bot 'exec'; it takes memory, patience, start, shell",
        ),
        ("exec:[memory=0] ./x", "option 'memory' of bot 'exec' cannot be '0'; it has to be 1 to 1048576"),
        ("ugi:[option.=3] ./x", "'option.=3' of bot 'ugi' is not an option: option.NAME=VALUE"),
        ("ugi:[option.a=3,option.A=4] ./x", "option 'option.a' of bot 'ugi' is given twice"),
        ("exec:./x 'a", "the command './x 'a' has a quote without a second one"),
        ("exec:./x \\", "the command './x \\' ends with a backslash"),
        ("exec:''", "bot 'exec' needs a command, such as 'exec:./program'"),
    ] {
        assert_eq!(Program::named(name).unwrap_err().to_string(), reason, "{name}");
    }
}

#[test]
fn programs_and_games_are_checked_before_a_game() {
    let refused =
        |name: &str, game| Program::named(name).unwrap().check(&*rules(game)).unwrap_err().to_string();
    assert!(refused("exec:no-such-program x", "hex").contains("'no-such-program' is not in PATH"));
    assert!(refused("./no/such", "hex").contains("cannot find the program './no/such'"));
    assert!(refused("exec:/etc/passwd", "hex").contains("is not an executable program"));
    assert!(refused("exec:/tmp", "hex").contains("'/tmp' is a folder"));
    for (protocol, plays, refuses) in [
        (
            "gtp",
            &["hex", "hex:size=5,swap=on", "mnk:m=15,n=15,k=5"][..],
            &["nim", "mnk:m=4,n=3,k=3", "mnk:m=7,n=7,k=4,gravity=on"][..],
        ),
        (
            "gomocup",
            &["mnk:m=15,n=15,k=5", "mnk:m=19,n=19,k=5,exact=on"],
            &["hex", "mnk:m=15,n=15,k=5,misere=on", "mnk:m=15,n=15,k=6"],
        ),
        ("ugi", &["pig"], &[]),
    ] {
        let program = Program::named(&format!("{protocol}:sh")).unwrap();
        for game in plays {
            assert!(program.check(&*rules(game)).is_ok(), "{protocol} {game}");
        }
        for game in refuses {
            let reason = program.check(&*rules(game)).unwrap_err().to_string();
            assert!(
                reason.starts_with(&format!("bot '{protocol}' cannot play '{game}'; it plays")),
                "{reason}"
            );
        }
    }
}

#[test]
fn a_plain_command_is_exec() {
    let program = Program::named("python3 bot.py").unwrap();
    assert_eq!((program.protocol(), program.text()), (Protocol::Exec, "exec:python3 bot.py"));
    assert_eq!(Program::named("ugi: ./engine").unwrap().protocol(), Protocol::Ugi);
}

proptest! {
    #[test]
    fn no_name_panics(name in "(exec|ugi|gtp|gomocup)?:?\\[?[^\u{0}]{0,30}\\]?.{0,20}") {
        let _ = Program::named(&name);
    }
}
