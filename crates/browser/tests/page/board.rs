//! The board stays where it is, says who is who, and shows what can be done.

use plywood_browser::page::{Page, Screen};
use serde_json::{Value, json};

use crate::shared::{Stage, play_on};

/// A game of every family that is soon over, with a bot that answers at once, and marks that are on the board in its course.
const GAMES: [(&str, &[&str]); 14] = [
    ("tictactoe", &[]),
    ("connect4:m=4,n=4,k=3", &[]),
    ("cube3", &[]),
    ("pikkpakk:size=3", &[]),
    ("pig:target=20", &[]),
    ("nim:heaps=1-2-3", &[".square"]),
    ("othello:size=4", &[".piece.second.disc"]),
    ("breakthrough:m=4,n=4", &["[data-last]"]),
    ("hex:size=4", &[".outlines .label"]),
    ("kalah:houses=3,seeds=3", &[".piece.heap .seed"]),
    ("dotsandboxes:m=2,n=2", &[".piece.filled"]),
    ("einstein:size=4", &[".tray .die .pip", ".piece.cube"]),
    ("ultimate", &[".lamp .active", ".verdict .piece"]),
    ("morris:men=3", &[".rules", ".pit", ".piece.second"]),
];

/// Notes every layout shift that no press has asked for, and every place and size of the board.
const WATCH: &str = "
    window.shifts = [];
    window.boards = new Set();
    const rect = ({ x, y, width, height }) => [x, y, width, height].map(Math.round).join(' ');
    new PerformanceObserver((list) => {
      for (const { value, sources } of list.getEntries()) {
        const moved = sources.map(({ node, previousRect, currentRect }) => [node?.className, rect(previousRect), rect(currentRect)]);
        // A text that is written anew in the middle of its line counts as well, but nothing is elsewhere.
        if (moved.some(([, before, after]) => before !== after)) window.shifts.push([value, ...moved]);
      }
    }).observe({ type: 'layout-shift' });
    const look = () => {
      const stage = document.querySelector('.board-host .stage');
      if (stage) window.boards.add(rect(stage.getBoundingClientRect()));
      requestAnimationFrame(look);
    };
    look();";

/// From the first position to the bar that says how it ended, with the first steps and a clock, not a pixel of the page moves. Every
/// other family on a phone, with `PLYWOOD_THOROUGH=1` all of them on both.
#[test]
fn nothing_moves_in_a_whole_game_of_each_family() {
    let Some(stage) = Stage::open() else { return };
    let all = std::env::var_os("PLYWOOD_THOROUGH").is_some();
    for (turn, screen) in [Screen::Desktop, Screen::Phone].into_iter().enumerate() {
        let page = stage.page();
        page.screen(screen);
        for (number, (game, marks)) in GAMES.into_iter().enumerate() {
            if !all && number % 2 != turn {
                continue;
            }
            let wish = json!({"seats": ["me", {"bot": "random"}], "max_plies": 60, "clock": {"seconds": 3000, "increment": 0}});
            page.open(&stage.house.table_with(game, wish).route());
            page.turn(0);
            page.still();
            page.session.run(WATCH, &[]);
            let mut unseen = marks.to_vec();
            let mut look = || unseen.retain(|mark| !page.has(&format!(".board {mark}")));
            while page.mark().turn != "over" {
                look();
                play_on(&page);
            }
            look();
            assert!(unseen.is_empty(), "{game}: {unseen:?} were never seen");
            page.appears(".ending");
            page.still();
            let shifts = page.session.run("return window.shifts", &[]);
            assert_eq!(shifts, json!([]), "{game} at {screen:?}");
            let boards = page.session.run("return [...window.boards]", &[]);
            assert_eq!(boards.as_array().map(Vec::len), Some(1), "{game} at {screen:?}: {boards}");
            let (name, width) = (game.split(':').next().unwrap_or(game), [1280, 390][turn]);
            page.picture(&format!("{name}-end-{width}-light"));
        }
        page.clean(&[]);
    }
}

fn texts(page: &Page, selector: &str) -> Value {
    let script = "return [...document.querySelectorAll(arguments[0])].filter((e) => e.checkVisibility()).map((e) => e.textContent)";
    page.session.run(script, &[json!(selector)])
}

/// People are called "You" and by their names, sides by their pieces; scores are at the plates and at the end.
#[test]
fn everybody_is_called_by_one_name() {
    let Some(stage) = Stage::open() else { return };
    let page = stage.page();
    let near_end = json!({"seats": ["me", {"bot": "first"}], "moves": ["a2", "a1"]});
    page.open(&stage.house.table_with("othello:size=4", near_end).route());
    page.turn(2);
    assert_eq!(texts(&page, ".plate-name"), json!(["First legal move", "You"]));
    assert_eq!(texts(&page, ".moves-head span:not(:empty)"), json!(["You", "First legal move"]));
    assert_eq!(texts(&page, ".plate-score"), json!(["3", "3"]));
    assert_eq!(texts(&page, ".board .facts dd"), json!([]), "scores are said once");
    while page.mark().turn != "over" {
        play_on(&page);
    }
    let headline = page.text(".ending h2");
    let mut scores: Vec<u32> = headline.split(' ').filter_map(|word| word.parse().ok()).collect();
    assert_eq!((scores.len(), scores.iter().sum()), (2, 16), "{headline}");
    scores.reverse();
    let at_plates: Vec<String> = scores.iter().map(u32::to_string).collect();
    assert_eq!(texts(&page, ".plate-score"), json!(at_plates));
    assert!(!page.text(".ending").contains("Payoff"));

    // Discs are no crosses and rings, and no draw is offered where there is none.
    page.open(&stage.house.table("connect4", "first").route());
    page.turn(0);
    assert!(page.text(".plate.you .plate-about").starts_with("Light"));
    page.appears("[data-action=draw]:not([hidden])");
    page.open(&stage.house.table("hex:size=4", "first").route());
    page.turn(0);
    page.appears("[data-action=draw][hidden]");
    // Stones of a large board are stones.
    page.open(&stage.house.table("gomoku", "first").route());
    page.turn(0);
    page.appears(".board .field.points");
    assert!(page.text(".plate.you .plate-about").starts_with("Dark"));
    page.clean(&[]);
}

/// Places that may be pointed at have dots, the last move both its ends, and moves show what they will do.
#[test]
fn the_board_shows_what_can_be_done() {
    let Some(stage) = Stage::open() else { return };
    let page = stage.page();
    let count = |selector: &str| {
        page.session.run("return document.querySelectorAll(arguments[0]).length", &[json!(selector)])
    };
    page.open(&stage.house.table("othello", "first").route());
    page.turn(0);
    assert_eq!(count(".offers .dot"), 4);
    page.hover(".board [data-move]");
    assert_eq!(count(".foretold .piece"), 1, "one disc would turn");
    page.open(&stage.house.table("breakthrough", "first").route());
    page.turn(0);
    assert_eq!(count(".offers > *"), 0);
    page.click(".board [data-cell='0,6,3']");
    assert_eq!(count(".offers .dot"), 3);
    page.click(".board [data-cell='0,5,3']");
    page.turn(2);
    assert_eq!(count(".under .last.from"), 1);
    page.open(&stage.house.table("einstein", "first").route());
    page.turn(0);
    page.appears(".offers .ring");
    page.open(&stage.house.table("kalah", "first").route());
    page.turn(0);
    page.hover(".board [data-move='1']");
    assert_eq!((count(".foretold .note"), count(".foretold .end")), (json!(4), json!(1)));
    page.picture("kalah-hover-1280-light");
    page.open(&stage.house.table("nim:heaps=3-4-5", "first").route());
    page.turn(0);
    page.hover(".board [data-cell='0,1,1']");
    assert_eq!(count(".going"), 3);
    page.clean(&[]);
}

/// A refusal is at the board, in the language of the page, and gone with the next position; a small square is aimed at first.
#[test]
fn refusals_are_short_and_at_the_board() {
    let Some(stage) = Stage::open() else { return };
    let page = stage.page();
    page.open("about");
    page.session.run("localStorage.setItem('plywood.settings', '{\"language\": \"fi\"}')", &[]);
    page.reload();
    page.open(&stage.house.table("tictactoe", "first").route());
    page.turn(0);
    page.play("b2");
    page.click(".board [data-cell='0,1,1']");
    assert_eq!(page.text(".board-host .refusal"), "Ruutu on varattu.");
    assert!(!page.has(".toast"));
    let moves = page.moves();
    page.play(&moves[0]);
    page.goes(".refusal");
    page.screen(Screen::Phone);
    page.touch();
    page.open(&stage.house.table("gomoku", "first").route());
    page.turn(0);
    let tap = |cell: &str| {
        let (x, y) = page.place(&format!(".board [data-cell='{cell}']"));
        let down = json!({"type": "touchStart", "touchPoints": [{"x": x, "y": y}]});
        page.session.cdp("Input.dispatchTouchEvent", down);
        page.session.cdp("Input.dispatchTouchEvent", json!({"type": "touchEnd", "touchPoints": []}));
    };
    tap("0,7,7");
    page.appears(".offers .aim");
    assert_eq!(page.mark().ply, 0);
    tap("0,7,7");
    page.turn(2);
    page.clean(&[]);
}

/// A free choice of a board and of its cell is one press; in Hex an arrow key leads to the next row; what is not there says so.
#[test]
fn presses_and_keys_lead_where_they_point() {
    let Some(stage) = Stage::open() else { return };
    let page = stage.page();
    page.open(&stage.house.table("ultimate", "first").route());
    page.turn(0);
    page.click(".board [data-cell='4,1,1']");
    page.turn(3);
    let script = "return [...document.querySelectorAll('.moves [data-ply]')].map((e) => e.textContent)";
    assert_eq!(
        page.session.run(script, &[]).as_array().map(|moves| moves[..2].to_vec()),
        Some(vec![json!("c"), json!("e5")])
    );
    page.open(&stage.house.table("hex:size=5", "first").route());
    page.turn(0);
    page.session.run("document.querySelector(\".board [data-cell='0,2,3']\").focus()", &[]);
    page.press(&["ArrowDown", "ArrowDown"]);
    let cell = |page: &Page| page.session.run("return document.activeElement.dataset.cell", &[]);
    assert_eq!(cell(&page), "0,4,3");
    page.press(&["ArrowUp"]);
    assert_eq!(cell(&page), "0,3,3");
    page.open("new?game=chess");
    page.view("missing");
    assert!(page.text("main").contains("chess"));
    page.session.go(&format!("{}/nonsense/here", stage.house.url()));
    page.ready();
    page.view("missing");
    page.clean(&[]);
}
