//! Monte Carlo tree search, and best-first minimax, on the real games.

use plywood_erased::Analysis;
use plywood_rules::{Proved, Stop, Value};
use plywood_workshop::Workshop;

use crate::sessions::played_by_bots;

const GAMES: &[&str] = &[
    "tictactoe",
    "tictactoe:misere=on",
    "mnk:m=1,n=1,k=1",
    "mnk:m=5,n=4,k=4,exact=on",
    "connect4",
    "gomoku",
    "mnk:m=19,n=19,k=5",
    "cube3",
    "cube3:centre=off",
    "cube3:opening=nocentre",
    "qubic",
    "tesseract",
    "pikkpakk",
    "pikkpakk:size=3",
    "pikkpakk:size=5,opening=placement",
    "pikkpakk:size=5,variant=capture",
    "pikkpakk:size=5,variant=rolling-tie-win",
    "pig:target=20",
    "piglet",
];

/// Against itself to the end, or for as long as a test may take: every move is legal, every value has its bounds.
#[test]
fn it_plays_every_game() {
    for name in GAMES {
        for bots in
            [["mcts:playouts=40,tie=random", "mcts:nodes=600,tree=1"], ["bestfirst:nodes=600,tree=1"; 2]]
        {
            played_by_bots(&Workshop::standard().open(name).unwrap(), bots, "", 60);
        }
    }
}

fn analyse(game: &str, position: Option<&str>, bot: &str, all: bool) -> Analysis {
    let session = Workshop::standard().open(game).unwrap().session(position, "", 1).unwrap();
    session.analyse(bot, all, 1, &Stop::never()).unwrap()
}

/// Piglet to 2 points: the probabilities of winning, from Neller and Presser (2004).
#[test]
fn piglet_is_worth_what_was_published() {
    let cases = [("0 0 1 first", 5.0 / 7.0), ("0 1 1 first", 3.0 / 5.0)];
    for (position, probability) in cases {
        let analysis = analyse("pig:target=2,die=coin", Some(position), "mcts:playouts=20000", false);
        let value = analysis.value.unwrap().points(analysis.win_worth) / analysis.win_worth;
        assert!((value - (2.0 * probability - 1.0)).abs() < 0.03, "{position}: {value} {probability}");
    }
}

/// At 0:0 rolling is better until about 20 points are at stake, and holding from about 25 on.
#[test]
fn pig_is_played_sensibly() {
    let best =
        |total: u32| analyse("pig", Some(&format!("0 0 {total} first")), "mcts:playouts=30000", false).best;
    assert_eq!(
        ["roll", "roll", "hold", "hold"],
        [best(3), best(10), best(40), best(70)].each_ref().map(String::as_str)
    );
}

/// (4,3,3) and 3x3x3 are wins of the first player, tic-tac-toe is a draw.
#[test]
fn published_values_are_proved() {
    let value = |game: &str| {
        let value = analyse(game, None, "mcts:playouts=200000", false).value;
        value.and_then(Value::proved).map(Proved::word)
    };
    assert_eq!(value("tictactoe"), Some("draw"));
    assert_eq!(value("mnk:m=4,n=3,k=3"), Some("win"));
    assert_eq!(value("cube3"), Some("win"));
}
