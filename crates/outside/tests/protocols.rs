//! UGI, GTP and Gomocup against small programs that write down what they get.

use std::time::{Duration, Instant};

use plywood_erased::{Ending, TextBot, TextTurn};
use plywood_outside::{FailureKind, OutsideBot};
use plywood_rules::{Clock, Outcome, Player, Stop, Value};
use rand_chacha::ChaCha8Rng;
use rand_core::SeedableRng;

use crate::common::{Scripts, ask, ask_until, position, rules};

/// A UGI program. The file `moves` has its moves, one a line.
const UGI: &str = r#"exec 3< $1/moves
while read -r line; do
  echo "$line" >> $1/got
  case $line in
    ugi) echo "id name Test"; echo "option name Hash type spin default 16 min 1 max 64"
         echo "option name Game type string default none"; echo "option name Seed type spin default 0 min 0 max 0"
         echo ugiok;;
    isready) echo readyok;;
    go*) read -r mv <&3
         case $mv in
           wait) ;;
           *) echo "info depth 2 score cp 0 pv $mv"; echo "info string hello"; echo "bestmove $mv";;
         esac;;
    stop) read -r mv <&3; case $mv in late*) sleep 0.2;; esac; echo "bestmove ${mv#late}";;
  esac
done"#;

fn ugi(scripts: &Scripts, settings: &str, moves: &str) -> OutsideBot {
    std::fs::write(scripts.path("moves"), moves).unwrap();
    scripts.bot(&scripts.program(&format!("ugi:{settings}"), UGI))
}

#[test]
fn ugi_gets_options_positions_dice_and_limits() {
    let scripts = Scripts::new();
    let mut bot = ugi(&scripts, "[depth=4,option.hash=32,time=50ms]", "roll\nhold\nroll\n");
    let pig = rules("pig").begin(None, "", 1).unwrap();
    let first = ask(&mut bot, &*pig).unwrap();
    assert_eq!(
        (first.mv.as_str(), first.value, first.pv.join(" ")),
        ("roll", Some(Value::Estimated(0.0)), "roll".into())
    );
    let pig = rules("pig").begin(None, "roll 5", 1).unwrap();
    let clock = Some(Clock { left: Duration::from_millis(1234), increment: Duration::from_millis(50) });
    let turn = TextTurn { position: &*pig, clock };
    bot.ask(&turn, &mut ChaCha8Rng::seed_from_u64(1), &Stop::never()).unwrap();
    bot.game_over(Ending::Rules(Outcome::Win(Player::First)));
    // The next game begins elsewhere, in the same process.
    let mut bot = scripts.bot(&scripts.program("ugi:[depth=4,option.hash=32,time=50ms]", UGI));
    ask(&mut bot, &*rules("pig").begin(Some("20 47 14 first"), "", 1).unwrap()).unwrap();
    let expected = [
        "ugi",
        "setoption name Hash value 32",
        "isready",
        "setoption name Game value pig",
        "setoption name Seed value 0",
        "uginewgame",
        "isready",
        "position startpos",
        "go movetime 50 depth 4",
        "position startpos moves roll 5",
        "go p1time 1234 p2time 1234 p1inc 50 p2inc 50 depth 4",
        "setoption name Game value pig",
        "setoption name Seed value 0",
        "uginewgame",
        "isready",
        "position fen 20 47 14 first",
        "go movetime 50 depth 4",
    ];
    assert_eq!(scripts.lines("got"), expected);
}

#[test]
fn ugi_options_are_checked() {
    for (settings, reason) in [
        ("[option.Cache=1]", "it has no option 'Cache'; it has Hash, Game, Seed"),
        ("[option.Hash=65]", "its option 'Hash' cannot be '65'; it has to be a whole number from 1 to 64"),
    ] {
        let scripts = Scripts::new();
        let failure = ask(&mut ugi(&scripts, settings, ""), &*position("nim", "")).unwrap_err();
        assert_eq!((failure.kind, failure.reason.as_str()), (FailureKind::Start, reason));
    }
}

#[test]
fn a_stopped_ugi_program_lives_on() {
    let scripts = Scripts::new();
    let mut bot = ugi(&scripts, "[patience=10s]", "wait\na1\nwait\nlatec3\nb2\n");
    let start = position("tictactoe", "");
    let stopped = |bot: &mut OutsideBot| {
        let (stop, asked) = (Stop::never().within(Duration::from_millis(50)), Instant::now());
        let answer = ask_until(bot, &*start, &stop);
        assert!(asked.elapsed() < Duration::from_millis(200), "{:?}", asked.elapsed());
        answer
    };
    assert_eq!(stopped(&mut bot).unwrap().mv, "a1", "it answers when it is stopped");
    assert_eq!(stopped(&mut bot).unwrap_err().kind, FailureKind::Stopped, "it is late");
    assert_eq!(ask(&mut bot, &*start).unwrap().mv, "b2", "and its late move is no answer");
    let got = scripts.lines("got");
    assert_eq!(got.iter().filter(|line| *line == "ugi").count(), 1, "{got:?}");
}

/// A GTP program.
const GTP: &str = r#"exec 3< $1/moves
while read -r line; do
  echo "$line" >> $1/got
  case $line in
    protocol_version) echo "= 2";;
    list_commands) echo "= play"; echo genmove; echo time_left; echo time_settings;;
    genmove*) read -r mv <&3; echo "= $mv";;
    boardsize*) echo "=";;
    *) echo "=1";;
  esac
  echo
done"#;

fn gtp(scripts: &Scripts, settings: &str, moves: &str) -> OutsideBot {
    std::fs::write(scripts.path("moves"), moves).unwrap();
    scripts.bot(&scripts.program(&format!("gtp:{settings}"), GTP))
}

#[test]
fn gtp_plays_hex_with_the_swap() {
    let scripts = Scripts::new();
    let mut bot = gtp(&scripts, "[colours=red-blue]", "swap-pieces\nB2\nresign\n");
    let hex = |moves| position("hex:size=5,swap=on", moves);
    assert_eq!(ask(&mut bot, &*hex("a3")).unwrap().mv, "swap");
    assert_eq!(ask(&mut bot, &*hex("a3 swap e5")).unwrap().mv, "b2");
    let failure = ask(&mut bot, &*hex("a3 swap e5 b2 e4")).unwrap_err();
    assert_eq!(failure.reason, "it resigned");
    let expected = [
        "protocol_version",
        "list_commands",
        "boardsize 5",
        "time_settings 0 1 1",
        "clear_board",
        "play red a3",
        "genmove blue",
        "play red e5",
        "genmove blue",
        "play red e4",
        "genmove blue",
    ];
    assert_eq!(scripts.lines("got"), expected);
}

#[test]
fn gtp_leaves_out_i_in_rows_and_begins_anywhere() {
    let scripts = Scripts::new();
    let mut bot = gtp(&scripts, "[time=3s]", "J9\nK10\nZ30\n");
    let start = "10/10/10/10/10/10/10/10/10/8x1 o";
    let at = |moves| rules("mnk:m=10,n=10,k=5").begin(Some(start), moves, 1).unwrap();
    assert_eq!(ask(&mut bot, &*at("")).unwrap().mv, "i9");
    assert_eq!(ask(&mut bot, &*at("i9 a1")).unwrap().mv, "j10");
    // Moves were taken back.
    let failure = ask(&mut bot, &*at("b1 b2")).unwrap_err();
    assert_eq!(failure.reason, "it answered 'Z30', which is no cell");
    let expected = [
        "protocol_version",
        "list_commands",
        "boardsize 10",
        "time_settings 0 3 1",
        "clear_board",
        "play black J1",
        "genmove white",
        "play black A1",
        "genmove white",
        "clear_board",
        "play black J1",
        "play white B1",
        "play black B2",
        "genmove white",
    ];
    assert_eq!(scripts.lines("got"), expected);
}

/// A Gomocup program.
const GOMOCUP: &str = r#"exec 3< $1/moves
while read -r line; do
  echo "$line" >> $1/got
  case $line in
    START*) echo "MESSAGE hello"; echo OK;;
    BEGIN|TURN*|DONE) read -r mv <&3; echo "$mv";;
  esac
done"#;

#[test]
fn gomocup_gets_turns_and_boards() {
    let scripts = Scripts::new();
    std::fs::write(scripts.path("moves"), "7,7\n8,7\n0,14\n15,0\n").unwrap();
    let mut bot = scripts.bot(&scripts.program("gomocup:[time=100ms]", GOMOCUP));
    let at = |moves| position("gomoku", moves);
    assert_eq!(ask(&mut bot, &*at("")).unwrap().mv, "h8");
    assert_eq!(ask(&mut bot, &*at("h8 h9")).unwrap().mv, "i8");
    assert_eq!(ask(&mut bot, &*at("a15 h9")).unwrap().mv, "a1", "moves were taken back");
    let off = ask(&mut bot, &*at("a15 h9 a1 a2")).unwrap_err();
    assert_eq!(off.reason, "it answered 15,0, which is off the board");
    let times = ["INFO timeout_turn 100", "INFO timeout_match 0", "INFO time_left 2147483647"];
    let expected = [
        &["START 15", "INFO rule 0", "INFO game_type 1"][..],
        &times,
        &["BEGIN"],
        &times,
        &["TURN 7,6"],
        &times,
        &["BOARD", "0,0,1", "7,6,2", "DONE"],
        &times,
        &["TURN 0,13"],
    ]
    .concat();
    assert_eq!(scripts.lines("got"), expected);
}
