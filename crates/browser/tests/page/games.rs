//! Whole games of every family, by mouse, by finger and by keyboard.

use plywood_browser::page::{Page, Screen};
use serde_json::json;

use crate::shared::Stage;

/// Notes whether anything moves on the boards of the page from now on.
pub const WATCH: &str = "
    window.moved = [];
    new MutationObserver((changes) => {
      for (const { target } of changes) {
        window.moved.push([target.hasAttribute('data-moving'), document.getAnimations().length]);
      }
    }).observe(document.querySelector('main'), { subtree: true, attributes: true, attributeFilter: ['data-moving'] });";

/// Plays the legal moves of `wanted` in order, then the first legal move, until the game is over.
#[track_caller]
fn play_out(page: &Page, wanted: &[&str]) {
    let mut wanted = wanted.iter();
    while page.mark().turn != "over" {
        let moves = page.moves();
        let text = wanted.find(|text| moves.iter().any(|other| other == *text));
        page.play(text.map_or(&*moves[0], |text| *text));
    }
    page.appears(".ending");
}

#[test]
fn lines_from_the_lobby_in_two_clicks() {
    let Some(stage) = Stage::open() else { return };
    let page = stage.page();
    assert_eq!(page.open(""), "lobby");
    page.pictures("lobby");
    page.click("[data-play=tictactoe]");
    page.view("table");
    page.play("b2");
    page.pictures("tictactoe");
    play_out(&page, &[]);
    page.pictures("tictactoe-end");
    let table = stage.house.table("connect4", "first");
    page.open(&table.route());
    // The other one drops all into the first column.
    for expected in [2, 4, 6] {
        assert_eq!(page.play("d").ply, expected);
    }
    page.pictures("connect4");
    assert_eq!(page.play("d").turn, "over");
    assert_eq!(page.session.run("return document.querySelectorAll('.board [data-won]').length", &[]), 4);
    page.appears(".ending.won");
    page.pictures("connect4-end");
    let table = stage.house.table("gomoku", "random");
    page.open(&table.route());
    page.play("h8");
    page.pictures("gomoku");
    page.clean(&[]);
}

#[test]
fn pikk_pakk_is_pushed_and_slides() {
    let Some(stage) = Stage::open() else { return };
    let page = stage.page();
    page.open(&stage.house.table("pikkpakk", "random").route());
    page.pictures("pikkpakk");
    page.hover(".board [data-move='d-']");
    page.picture("pikkpakk-hover-1280-light");
    // Where the system asks for stillness nothing moves at all, the reply neither.
    page.session.run(WATCH, &[]);
    page.play("d-");
    assert_eq!(page.session.run("return window.moved", &[]), json!([]));
    page.motion(true);
    page.reload();
    page.turn(2);
    page.session.run(WATCH, &[]);
    let moves = page.moves();
    page.play(&moves[0]);
    page.still();
    let moved = page.session.run("return window.moved", &[]);
    assert_eq!(moved[0][0], true, "a push is seen: {moved}");
    assert!(moved[0][1].as_u64() > Some(5), "all balls of the run move: {moved}");
    // A click while something moves ends the movement and counts.
    page.turn(4);
    let before = page.mark().ply;
    let moves = page.moves();
    page.choose(&moves[0]);
    page.turn(before + 2);

    // The published example: once dark has pushed e-, light encloses the target within three plies.
    let position = "9/1wbbbbbb1/1wbwwwww1/1wbwbbbw1/1wbwtwbw1/1wbbbwbw1/1wwwwwbw1/1bbbbbbw1/9 b";
    let example = json!({"position": position, "moves": ["e-"], "seats": ["me", {"bot": "first"}]});
    page.open(&stage.house.table_with("pikkpakk", example).route());
    page.play("d-");
    assert_eq!(page.play("4+").turn, "over");
    page.appears(".ending.won");
    assert_eq!(page.session.run("return document.querySelectorAll('.board [data-won]').length", &[]), 4);
    page.motion(false);
    page.pictures("pikkpakk-enclosure");

    // A whole game on the small board, with the machine's advice on every move.
    page.open(
        &stage
            .house
            .table_with("pikkpakk:size=3", json!({"seats": ["me", {"bot": "random"}], "max_plies": 60}))
            .route(),
    );
    page.pictures("pikkpakk3");
    page.click("#tab-think");
    while page.mark().turn != "over" {
        let ply = page.mark().ply;
        page.click("[data-action=hint]");
        let script = "return document.querySelector('.thought .best')?.dataset.best";
        let best = page.wait("there is advice", script, &[]);
        page.play(best.as_str().unwrap_or_default());
        assert!(page.mark().ply > ply);
    }
    page.appears(".ending");
    page.pictures("pikkpakk3-end");
    page.clean(&[]);
}

#[test]
fn cubes_are_turned_and_covered_cells_chosen() {
    let Some(stage) = Stage::open() else { return };
    let page = stage.page();
    page.open(&stage.house.table("cube3", "first").route());
    page.pictures("cube3");
    let corner = "return document.querySelector(\".space [data-cell='0,0,0']\").getAttribute('transform')";
    let before = page.session.run(corner, &[]);
    let (x, y) = page.place(".space");
    page.drag(&[(x - 60.0, y - 40.0), (x - 20.0, y - 30.0), (x + 40.0, y - 10.0), (x + 70.0, y)]);
    page.wait("the cube is turned", "return document.querySelector(\".space [data-cell='0,0,0']\").getAttribute('transform') !== arguments[0]", &[before]);
    assert_eq!(page.mark().ply, 0, "turning is no move");
    // The centre has cells before and behind it from wherever one looks.
    page.hover(".space [data-move='222']");
    page.appears(".space .through");
    page.pictures("cube3-turned");
    page.click(".space [data-move='222']");
    assert_eq!(page.turn(2).ply, 2);
    let letter = page
        .session
        .run("return document.querySelector(\".space [data-cell='1,1,1']\").getAttribute('aria-label')", &[]);
    assert!(letter.as_str().is_some_and(|label| label.contains('X')), "{letter}");
    play_out(&page, &["212", "232"]);
    page.appears(".ending.won");
    page.pictures("cube3-end");

    page.open(&stage.house.table("qubic", "first").route());
    play_out(&page, &["444", "443", "442", "441"]);
    page.appears(".ending.won");
    page.pictures("qubic-end");

    page.open(&stage.house.table("tesseract", "random").route());
    page.click(".beside [data-move='2222']");
    page.turn(2);
    let moves = page.moves();
    page.play(moves.iter().find(|text| text.starts_with('3')).expect("most are free"));
    page.pictures("tesseract");
    page.clean(&[]);
}

#[test]
fn dice_and_trees() {
    let Some(stage) = Stage::open() else { return };
    let page = stage.page();
    page.motion(true);
    page.open(&stage.house.table("pig:target=20", "hold").route());
    page.session.run(WATCH, &[]);
    page.pictures("pig");
    // The die tumbles; then nothing has to.
    page.play("roll");
    page.still();
    let moved = page.session.run("return window.moved.length", &[]);
    assert!(moved.as_u64() > Some(0), "the die is seen to tumble");
    page.motion(false);
    let mut seen = false;
    while page.mark().turn != "over" {
        let hold = page.session.run("const total = document.querySelector('.race .total'); return total && parseInt(total.textContent) >= 8", &[]) == true;
        if hold && !seen {
            page.pictures("pig-stake");
            seen = true;
        }
        page.play(if hold { "hold" } else { "roll" });
    }
    page.pictures("pig-end");

    page.open("");
    page.click("[data-play=tree]");
    page.view("table");
    page.turn(0);
    page.pictures("tree");
    play_out(&page, &[]);
    page.pictures("tree-end");
    page.clean(&[]);
}

#[test]
fn a_game_nobody_has_heard_of_is_playable_at_once() {
    let Some(stage) = Stage::open_with(env!("CARGO_BIN_EXE_own-game")) else { return };
    let page = stage.page();
    page.open("");
    page.click("[data-play=sticks]");
    page.view("table");
    assert_eq!(page.turn(0).you, "first");
    assert_eq!(page.moves(), ["1", "2", "3"]);
    page.pictures("sticks");
    play_out(&page, &[]);
    page.pictures("sticks-end");
    page.clean(&[]);
}

#[test]
fn on_a_phone_by_finger() {
    let Some(stage) = Stage::open() else { return };
    let page = stage.page();
    page.screen(Screen::Phone);
    page.touch();
    page.open("");
    page.click("[data-play=connect4]");
    page.view("table");
    play_out(&page, &["d", "d", "d", "d"]);
    page.picture("phone-connect4-end");
    // The sheet from below opens and closes.
    assert!(!page.has(".panel.open"));
    page.click("#tab-moves");
    page.appears(".panel.open");
    page.picture("phone-sheet");
    page.click("#tab-moves");
    page.goes(".panel.open");

    page.open(
        &stage
            .house
            .table_with("pikkpakk:size=3", json!({"seats": ["me", {"bot": "random"}], "max_plies": 12}))
            .route(),
    );
    play_out(&page, &[]);
    page.open(&stage.house.table("cube3", "first").route());
    for _ in 0..3 {
        let ply = page.mark().ply;
        page.click(".beside [data-move]");
        page.turn(ply + 1);
    }
    page.picture("phone-cube3");
    page.clean(&[]);
}

#[test]
fn by_keyboard_alone() {
    let Some(stage) = Stage::open() else { return };
    let page = stage.page();
    page.open("");
    let focused = |selector: &str| {
        page.session.run("return document.activeElement.matches(arguments[0])", &[json!(selector)]) == true
    };
    let tab_to = |selector: &str| {
        for _ in 0..80 {
            page.press(&["Tab"]);
            if focused(selector) {
                return;
            }
        }
        panic!("Tab never comes to '{selector}'");
    };
    tab_to("[data-play=tictactoe]");
    page.press(&["Enter"]);
    page.view("table");
    page.turn(0);
    // One who starts a game is on the board, which is one stop of Tab; arrows walk on it.
    assert!(focused(".board *"), "after the start the focus is on the board");
    page.press(&["Tab"]);
    assert!(!focused(".board *"), "Tab leaves the board");
    tab_to(".board *");
    page.press(&["ArrowLeft", "ArrowDown", "ArrowRight", "ArrowUp"]);
    let here = "return document.activeElement.dataset.cell";
    assert_eq!(page.session.run(here, &[]), "0,1,1");
    page.press(&["Enter"]);
    page.turn(2);
    // With the answer the cursor is where it was; from there every square is walked to, until the game is over.
    let walk = [
        "Home",
        "ArrowUp",
        "ArrowLeft",
        "ArrowRight",
        "ArrowRight",
        "ArrowDown",
        "ArrowDown",
        "ArrowLeft",
        "ArrowLeft",
    ];
    for round in 0..3 {
        for key in walk {
            if page.mark().turn == "over" {
                break;
            }
            page.press(&[key]);
            assert!(focused(".board *"), "the cursor stays on the board (round {round}, {key})");
            let open =
                page.session.run("return document.activeElement.dataset.move !== undefined", &[]) == true;
            if open {
                let ply = page.mark().ply;
                page.press(&["Enter"]);
                page.turn(ply + 1);
            }
        }
    }
    assert_eq!(page.mark().turn, "over");
    // And again, from the keyboard too.
    page.appears(".ending");
    tab_to("[data-action=rematch]");
    let first = page.session.run("return location.hash", &[]);
    page.press(&["Enter"]);
    page.wait(
        "there is another table",
        "return location.hash !== arguments[0] && document.body.dataset.ready === 'table'",
        &[first],
    );
    page.turn(1);
    assert_eq!(page.mark().you, "second");
    // Pushes have keys of their own.
    page.open(&stage.house.table("pikkpakk", "random").route());
    page.press(&["b"]);
    page.wait(
        "an arrow has the focus",
        "return document.activeElement.closest('.board [data-move]') !== null",
        &[],
    );
    page.press(&["-"]);
    page.turn(2);
    // The keys are listed, and Escape comes back.
    page.press(&["?"]);
    page.appears("dialog[open] kbd");
    page.picture("keys-1280-light");
    page.press(&["Escape"]);
    page.goes("dialog[open]");
    page.clean(&[]);
}

/// The key that leads to a move that can be chosen, from where the focus is; Enter where it is there. From each square the ways that
/// were not tried yet come first, then those that lead nearer.
const NEXT_KEY: &str = "
    const at = document.activeElement;
    if (!at.closest('.play-area .board')) return 'b';
    const open = '.play-area .board [data-move]:not([data-chosen])';
    const begun = document.querySelector('.play-area .board [data-chosen]');
    const wanted = [...document.querySelectorAll(open)].filter((one) => !begun || one.dataset.move);
    if (wanted.includes(at)) {
      window.tried = new Map();
      return 'Enter';
    }
    const middle = (one) => { const box = one.getBoundingClientRect(); return [box.x + box.width / 2, box.y + box.height / 2]; };
    const [x, y] = middle(at);
    const ways = wanted.map(middle).map(([to, down]) => [to - x, down - y]).sort((a, b) => Math.hypot(...a) - Math.hypot(...b));
    const [dx, dy] = ways[0];
    const keys = { ArrowLeft: -dx, ArrowRight: dx, ArrowUp: -dy, ArrowDown: dy };
    window.tried ??= new Map();
    const tried = window.tried.get(at) ?? {};
    window.tried.set(at, tried);
    const [key] = Object.entries(keys).sort((a, b) => (tried[a[0]] ?? 0) - (tried[b[0]] ?? 0) || b[1] - a[1])[0];
    tried[key] = (tried[key] ?? 0) + 1;
    return key;";

/// Plays a whole game with one hand only: keys, from the opening to the end, or a finger on a phone.
#[track_caller]
fn play_whole(stage: &Stage, page: &Page, game: &str, keys: bool) {
    let table = stage.house.table_with(game, json!({"seats": ["me", {"bot": "random"}], "max_plies": 60}));
    page.open(&table.route());
    let ready = "const { turn, you, sending } = document.querySelector('main').dataset; return turn === 'over' || (turn === you && !sending)";
    let mut presses = 0;
    loop {
        page.wait("it is one's turn", ready, &[]);
        if page.mark().turn == "over" {
            break;
        }
        presses += 1;
        assert!(presses < 1000, "{game}: there is a way to every move");
        if keys {
            let key = page.session.run(NEXT_KEY, &[]);
            page.press(&[key.as_str().unwrap()]);
        } else if page.has(".play-area .board [data-chosen]") {
            page.click(".play-area .board [data-move]:not([data-move='']):not([data-chosen])");
        } else {
            page.click(".play-area .board [data-move]");
        }
    }
    page.appears(".ending");
}

/// With `PLYWOOD_THOROUGH=1` games of every family.
#[test]
fn whole_games_by_keys_alone_and_by_finger_alone() {
    let Some(stage) = Stage::open() else { return };
    let all = [
        "hex:size=3",
        "dotsandboxes:m=2,n=2",
        "breakthrough:m=4,n=5",
        "kalah:houses=3",
        "othello:size=4",
        "nim",
        "ultimate",
        "einstein",
        "morris",
        "connect4",
        "pikkpakk:size=3",
        "cube3",
        "pig:target=15",
        "tree:(a:(b:1,c:2),d:3)",
    ];
    let count = if std::env::var_os("PLYWOOD_THOROUGH").is_some() { all.len() } else { 3 };
    let (by_keys, by_finger) = (stage.page(), stage.page());
    by_finger.screen(Screen::Phone);
    by_finger.touch();
    for game in &all[..count] {
        play_whole(&stage, &by_keys, game, true);
        play_whole(&stage, &by_finger, game, false);
    }
    by_keys.clean(&[]);
    by_finger.clean(&[]);
}
