//! Only what is drawn is answered: clicks, fingers and keys at any moment never make a move in a position that was not on the screen.

use plywood_browser::page::Page;
use plywood_rules::random::below;
use rand_chacha::ChaCha8Rng;
use rand_core::{Rng, SeedableRng};
use serde_json::{Value, json};

use crate::shared::Stage;
use crate::site::Site;

/// Games of eight families that are soon over.
const GAMES: [&str; 8] = [
    "connect4",
    "kalah:houses=4",
    "othello:size=6",
    "pikkpakk:size=3",
    "breakthrough:m=4,n=5",
    "hex:size=4",
    "dotsandboxes:m=2,n=2",
    "pig:target=30",
];
/// The most plies of a game.
const PLIES: usize = 40;
/// Presses after each chosen move, within 0.4 s of it.
const MORE: usize = 4;

/// The kinds of input.
#[derive(Clone, Copy, Debug, PartialEq)]
enum Hand {
    Mouse,
    /// A mouse where nothing may move.
    Still,
    Finger,
    Keys,
}

/// The notes of `drawn.js` on a game.
#[derive(Debug, Default)]
struct Noted {
    moves: usize,
    /// Presses while a position was on its way.
    early: u64,
    /// The least time between a position on the screen and the press that was a move of it, in milliseconds.
    soonest: f64,
}

/// A page of which all is noted; `early` to choose moves before one's turn.
fn noted(page: Page, hand: Hand, early: bool) -> Page {
    let notes = json!({"source": format!("(() => {{ {} }})()", include_str!("drawn.js"))});
    page.session.cdp("Page.addScriptToEvaluateOnNewDocument", notes);
    page.motion(hand != Hand::Still);
    if hand == Hand::Finger {
        page.touch();
    }
    page.open("about");
    if early {
        page.session.run("localStorage.setItem('plywood.settings', '{\"premoves\": \"on\"}')", &[]);
        page.reload();
    }
    page
}

/// The middles of elements of the board.
fn points(page: &Page, selector: &str) -> Vec<(f64, f64)> {
    let script = "return [...document.querySelectorAll(arguments[0])].map((element) => {
        const box = element.getBoundingClientRect();
        return [box.left + box.width / 2, box.top + box.height / 2];
      }).filter(([x, y]) => x > 0 && y > 0 && x < innerWidth && y < innerHeight)";
    let found = page.session.run(script, &[json!(selector)]);
    let all = found.as_array().into_iter().flatten();
    all.filter_map(|at| Some((at[0].as_f64()?, at[1].as_f64()?))).collect()
}

/// Presses one thing that can be chosen now, and a few others at random moments of the next 0.4 s.
fn press(page: &Page, hand: Hand, rng: &mut ChaCha8Rng) {
    let pause = |rng: &mut ChaCha8Rng| json!({"type": "pause", "duration": below(rng, 400 / MORE)});
    if hand == Hand::Keys {
        let focus = "const all = document.querySelectorAll('.play-area .board [data-move]'); all[arguments[0] % all.length]?.focus()";
        // Outside the board an arrow key looks back.
        page.press(&["Escape"]);
        page.goes("main[data-viewing]");
        page.session.run(focus, &[json!(rng.next_u32())]);
        let mut actions = Vec::new();
        for number in 0..=MORE {
            let walk = ["\u{e012}", "\u{e013}", "\u{e014}", "\u{e015}"][below(rng, 4)];
            let keys = if number == 0 { vec!["\u{e007}"] } else { vec![walk, "\u{e007}"] };
            for key in keys {
                actions.extend(["keyDown", "keyUp"].map(|kind| json!({"type": kind, "value": key})));
            }
            actions.push(pause(rng));
        }
        return page.session.act(json!({"type": "key", "id": "keys"}), &actions);
    }
    let open = points(page, ".play-area .board [data-move]");
    let all = points(
        page,
        ".play-area .board [data-cell], .play-area .board [data-move], .play-area .board .thumbs button",
    );
    if open.is_empty() || all.is_empty() {
        return;
    }
    let mut actions = Vec::new();
    for number in 0..=MORE {
        let (x, y) = if number == 0 { open[below(rng, open.len())] } else { all[below(rng, all.len())] };
        actions.push(
            json!({"type": "pointerMove", "duration": 0, "x": x.round() as i64, "y": y.round() as i64}),
        );
        actions.push(json!({"type": "pointerDown", "button": 0}));
        actions.push(json!({"type": "pointerUp", "button": 0}));
        actions.push(pause(rng));
    }
    let kind = if hand == Hand::Finger { "touch" } else { "mouse" };
    page.session.act(json!({"type": "pointer", "id": kind, "parameters": {"pointerType": kind}}), &actions);
}

/// Plays what chance presses on a processor that is slowed six times, to the end or for some rounds. Every move that was sent is one of
/// the position on the board, and was pressed for when that was on the screen, unless it was chosen early; "Your move" was said of no
/// other position.
#[track_caller]
fn play(page: &Page, hand: Hand, early: bool, rounds: usize, rng: &mut ChaCha8Rng) -> Noted {
    // The browser slows a processor by keeping it busy: not while a page is opened, of which nothing is noted.
    let slow = |rate: u32| page.session.cdp("Emulation.setCPUThrottlingRate", json!({"rate": rate}));
    slow(6);
    for _ in 0..rounds {
        let ready = "const d = document.querySelector('main').dataset; return d.turn === 'over' || d.turn === d.you && d.sending === undefined";
        page.wait("it is one's turn", ready, &[]);
        if page.mark().turn == "over" {
            break;
        }
        press(page, hand, rng);
    }
    slow(1);
    let log = page.session.run("return window.log", &[]);
    assert_eq!(log["wrong"], json!([]), "{hand:?}");
    let moves = log["moves"].as_array().unwrap();
    assert!(moves.iter().all(|mv| mv["ply"] == mv["shown"]), "{hand:?}: {moves:?}");
    let after: Vec<f64> = moves.iter().map(|mv| mv["after"].as_f64().unwrap_or(f64::NEG_INFINITY)).collect();
    assert!(early || after.iter().all(|&after| after > 0.0), "{hand:?}: {moves:?}");
    let plies: Vec<&Value> = moves.iter().map(|mv| &mv["ply"]).collect();
    assert!(plies.windows(2).all(|pair| pair[0] != pair[1]), "a move is sent once: {moves:?}");
    // At the first position nothing had to be waited for.
    let soonest = after.into_iter().skip(1).filter(|_| !early).fold(f64::INFINITY, f64::min);
    Noted { moves: moves.len(), early: log["early"].as_u64().unwrap(), soonest }
}

/// Plays games one after the other: the number of each says how.
fn games(stage: &Stage, numbers: impl Iterator<Item = usize>, rounds: usize) -> Noted {
    let hands = [Hand::Mouse, Hand::Still, Hand::Finger, Hand::Keys];
    let mut all = Noted { soonest: f64::INFINITY, ..Noted::default() };
    let mut page = None;
    for number in numbers {
        let mut rng = ChaCha8Rng::seed_from_u64(number as u64);
        let (game, round) = (GAMES[number % GAMES.len()], number / GAMES.len());
        let how = (hands[round % hands.len()], round / hands.len() % 2 == 1);
        if page.as_ref().is_none_or(|(_, before)| *before != how) {
            page = Some((noted(stage.page(), how.0, how.1), how));
        }
        let Some((page, (hand, early))) = page.as_ref() else { unreachable!("it is opened above") };
        let bot = ["random", "first", "rules:depth=1"][below(&mut rng, 3)];
        let table = stage.house.table_with(game, json!({"seats": ["me", {"bot": bot}], "max_plies": PLIES}));
        page.open(&table.route());
        page.session.run("Object.assign(window.log, { seen: {}, moves: [], early: 0 })", &[]);
        let noted = play(page, *hand, *early, rounds, &mut rng);
        println!("{number}: {game} with {hand:?}, early {early}, against {bot}: {noted:?}");
        assert!(noted.moves > 0, "something was played");
        all.moves += noted.moves;
        all.early += noted.early;
        all.soonest = all.soonest.min(noted.soonest);
        page.clean(&[]);
    }
    assert!(all.early > 0, "some were pressed too early");
    all
}

/// With `PLYWOOD_THOROUGH=1` a hundred games to their ends.
#[test]
fn a_press_is_no_move_of_a_position_that_was_not_drawn() {
    let Some(stage) = Stage::open() else { return };
    if std::env::var_os("PLYWOOD_THOROUGH").is_some() {
        std::thread::scope(|scope| {
            let parts = [0..50, 50..100].map(|part| scope.spawn(|| games(&stage, part, PLIES)));
            parts.map(|part| println!("50 games: {:?}", part.join().expect("no press was a wrong move")))
        });
    } else {
        games(&stage, [0, 33].into_iter(), 3);
    }
}

#[test]
fn without_a_server_neither() {
    let Some(site) = Site::open() else { return };
    let page = noted(site.page(), Hand::Mouse, false);
    page.open("");
    page.click("[data-play=connect4]");
    page.view("table");
    play(&page, Hand::Mouse, false, 3, &mut ChaCha8Rng::seed_from_u64(1));
    page.clean(&[]);
}
