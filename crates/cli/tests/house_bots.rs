//! The server with programs from outside as bots.
#![cfg(unix)]

use std::path::Path;

use crate::common::{Scratch, plywood};
use plywood_bench::load::{ServerProcess, bot, wish};
use plywood_server::protocol::{GameView, SeatRequest, TimeControl};
use tokio::runtime::Runtime;

const BOTS: &str = r#"
[[bots]]
name = "ada"
bot = 'exec:[shell=on] while read -r l; do case $l in *moves*) r=${l#*moves\":[\"}; echo "{\"move\": \"${r%%\"*}\"}";; esac; done'
games = ["tictactoe"]

[[bots]]
name = "crasher"
bot = "exec:[shell=on] exit 3"
"#;

#[test]
fn listed_programs_play_and_no_others_can_be_named() {
    let scratch = Scratch::new("house-bots");
    let (list, data, mark) = (scratch.file("bots.toml"), scratch.file("data"), scratch.file("mark"));
    std::fs::write(&list, BOTS).unwrap();
    let plywood = Path::new(env!("CARGO_BIN_EXE_plywood"));
    let house = ServerProcess::start(plywood, Path::new(&data), &["--log", "off", "--bots", &list]).unwrap();
    Runtime::new().unwrap().block_on(async {
        let address = house.address;
        let offered = |game: &'static str| async move {
            let view: GameView = address.read(&format!("/api/game?name={game}")).await.unwrap();
            view.opponents
                .into_iter()
                .map(|it| it.bot)
                .filter(|it| it == "ada" || it == "crasher")
                .collect::<Vec<_>>()
        };
        assert_eq!(offered("tictactoe").await, ["ada", "crasher"]);
        assert_eq!(offered("hex").await, ["crasher"]);
        let (_, mut person) = address.play(&wish("tictactoe", SeatRequest::Me, bot("ada"))).await.unwrap();
        person.play("b2").await.unwrap();
        let state = person.until(|state| state.played.len() == 2).await.unwrap();
        assert_eq!(state.played, ["b2", "a3"]);
        // One that fails says why, and the game waits.
        let (_, mut person) =
            address.play(&wish("tictactoe", SeatRequest::Me, bot("crasher"))).await.unwrap();
        person.send_move("b2").await.unwrap();
        let state = person.until(|state| state.trouble.is_some()).await.unwrap();
        assert!(state.trouble.as_ref().unwrap().contains("ended"), "{:?}", state.trouble);
        for name in [format!("exec:touch {mark}"), "ugi:sh".to_string(), "ada:x=1".to_string()] {
            assert!(address.make(&wish("tictactoe", SeatRequest::Me, bot(&name))).await.is_err(), "{name}");
        }
        assert!(address.make(&wish("connect4", SeatRequest::Me, bot("ada"))).await.is_err());
    });
    assert!(!Path::new(&mark).exists());
}

/// The start of a program is on no clock, and none of the time to search.
#[test]
fn slow_a_program_that_starts_slowly_loses_no_game_by_it() {
    let scratch = Scratch::new("house-bots-slow");
    let (list, data) = (scratch.file("bots.toml"), scratch.file("data"));
    let bot_line = r#"while read -r l; do case $l in *moves*) echo '{"move": "b2"}';; esac; done"#;
    let text = format!("[[bots]]\nname = 'ada'\nbot = '''exec:[shell=on] sleep 2.5; {bot_line}'''\n");
    std::fs::write(&list, text).unwrap();
    let plywood = Path::new(env!("CARGO_BIN_EXE_plywood"));
    let house = ServerProcess::start(plywood, Path::new(&data), &["--log", "off", "--bots", &list]).unwrap();
    Runtime::new().unwrap().block_on(async {
        let mut slow = wish("tictactoe", SeatRequest::Me, bot("ada"));
        slow.clock = Some(TimeControl { seconds: 2, increment: 0 });
        let (_, mut person) = house.address.play(&slow).await.unwrap();
        person.play("a3").await.unwrap();
        let state = person.until(|state| state.played.len() == 2 || state.end.is_some()).await.unwrap();
        assert_eq!(state.played, ["a3", "b2"], "its own move, and not just any: {state:?}");
        let left = state.clock.unwrap().left[1];
        assert!(left > 500, "{left} ms");
    });
}

#[test]
fn wrong_lists_of_bots_are_refused() {
    let scratch = Scratch::new("house-bots-wrong");
    let list = scratch.file("bots.toml");
    for (from, to, expected) in [
        ("name = \"ada\"", "name = \"Ada!\"", "'Ada!' cannot be the name of a bot"),
        ("name = \"ada\"", "name = \"random\"", "there is a bot 'random' already"),
        ("name = \"ada\"", "name = \"crasher\"", "there is a bot 'crasher' already"),
        ("name = \"ada\"", "nome = \"ada\"", "line 3: unknown field `nome`"),
        ("[\"tictactoe\"]", "[\"chess\"]", "unknown game 'chess'"),
        ("name = \"ada\"", "name = \"ada\"\nnetwork = \"no.onnx\"", "the network 'no.onnx' cannot be read"),
        ("name = \"crasher\"", "name = \"crasher\"\nnetwork = \"no.onnx\"", "has a network, and no games"),
        ("exec:[shell=on] exit 3", "exec:", "bot 'crasher': bot 'exec' needs a command"),
    ] {
        std::fs::write(&list, BOTS.replace(from, to)).unwrap();
        let run =
            plywood(&["serve", "--listen", "127.0.0.1:0", "--data", &scratch.file("data"), "--bots", &list]);
        assert_eq!(run.code, 2, "{to}: {}", run.stderr);
        assert!(run.stderr.contains(expected) && run.stderr.contains("bots.toml"), "{to}: {}", run.stderr);
    }
}
