//! Two people at one screen, a friend who is invited, a network that is gone, and what a browser keeps of results.

use std::time::{Duration, Instant};

use plywood_browser::page::{Page, Screen};
use serde_json::json;

use crate::shared::{LOST, Stage};

/// After an event of the browser the page says within 1.5 s that the network is gone, and without one after 14 s. In between there is room
/// for a busy machine.
const SOON: Duration = Duration::from_secs(9);

/// The route in a link to hand on.
fn route(url: &str) -> &str {
    url.split_once("#/").or(url.split_once("/share/")).map_or("", |(_, route)| route)
}

#[test]
fn two_play_at_one_screen() {
    let Some(stage) = Stage::open() else { return };
    let page = stage.page();
    page.open("");
    page.click("[data-two=tictactoe]");
    page.view("table");
    for (ply, mv) in ["b2", "a1", "c3"].into_iter().enumerate() {
        page.ply(ply);
        page.choose(mv);
    }
    page.ply(3);
    page.pictures("one-screen");
    // Nobody is asked: the last move goes back at once.
    page.click("[data-action=undo]");
    page.ply(2);
    assert!(!page.has(".bar.offer"));
    // It goes on where it was when the page is loaded again.
    page.reload();
    page.ply(2);
    for (ply, mv) in [(2, "b1"), (3, "a2"), (4, "b3")] {
        page.ply(ply);
        page.choose(mv);
    }
    page.appears(".ending.over");
    assert!(page.text(".ending h2").starts_with('X'), "{}", page.text(".ending h2"));
    page.picture("one-screen-end-1280-light");
    page.click("[data-action=rematch]");
    page.wait("a new game begins", "return document.querySelector('main').dataset.ply === '0'", &[]);
    page.choose("b2");
    page.ply(1);
    page.click("[data-action=draw]");
    page.appears(".ending");
    // The same from the setup, where a game may begin differently.
    page.open("new?game=mnk:m=4,n=4,k=4");
    page.click("label:has(input[name=mode][value=here])");
    page.picture("setup-here-1280-light");
    page.click("[data-action=start]");
    page.view("table");
    page.choose("a1");
    page.ply(1);
    page.choose("a2");
    page.ply(2);
    page.clean(&[]);
}

#[test]
fn a_friend_is_invited_from_the_lobby() {
    let Some(stage) = Stage::open() else { return };
    let (ann, ben) = (stage.page(), stage.page());
    ann.open("");
    ann.click("[data-action=friend]");
    ann.appears("dialog[open] select");
    ann.pictures("friend");
    let pick = "const e = document.querySelector('#friend-game'); e.value = arguments[0]; return e.value";
    let game = ann.session.run(
        "return [...document.querySelector('#friend-game').options].find((e) => e.value.includes('gravity')).value",
        &[],
    );
    ann.session.run(pick, &[game]);
    ann.click("[data-action=friend-link]");
    ann.view("table");
    let drawn = "const e = document.querySelector('.qr'); return e && e.complete && e.naturalWidth > 0";
    ann.wait("the code of the link is drawn", drawn, &[]);
    ann.pictures("friend-link");
    let link = ann.wait("there is a link", "return document.querySelector('.link-row input').value", &[]);
    ben.open(route(link.as_str().unwrap_or_default()));
    ben.click(".join button[type=submit]");
    ben.wait("there is a seat", "return document.querySelector('main').dataset.you !== 'none'", &[]);
    ann.goes(".qr");
    let first = |page: &Page| page.mark().you == "first";
    assert_ne!(first(&ann), first(&ben));
    let mover = if first(&ann) { &ann } else { &ben };
    mover.turn(0);
    mover.choose("d");
    ann.ply(1);
    ben.ply(1);
    ann.clean(&[]);
    ben.clean(&[]);
}

#[test]
fn a_lost_network_is_said_and_the_move_that_waits_is_drawn() {
    let Some(stage) = Stage::open() else { return };
    let page = stage.page();
    page.open(&stage.house.table("tictactoe", "first").route());
    page.play("b2");
    stage.house.freeze();
    // The browser says that the network is gone.
    let off = "Object.defineProperty(navigator, 'onLine', {value: false, configurable: true}); dispatchEvent(new Event('offline'))";
    page.session.run(off, &[]);
    let begun = Instant::now();
    page.appears(".bar.offline");
    assert!(begun.elapsed() < SOON, "said after {:?}", begun.elapsed());
    assert!(page.text(".bar.offline").contains("offline"), "{}", page.text(".bar.offline"));
    page.choose("c3");
    page.appears(".board .judge > *");
    page.pictures("offline");
    page.screen(Screen::Phone);
    page.appears("[data-action=reconnect]");
    stage.house.thaw();
    page.session.run("Object.defineProperty(navigator, 'onLine', {value: true, configurable: true})", &[]);
    // It may be back before that.
    page.session.run("document.querySelector('[data-action=reconnect]')?.click()", &[]);
    let begun = Instant::now();
    page.goes(".bar.offline");
    assert!(begun.elapsed() < SOON, "it came back after {:?}", begun.elapsed());
    page.ply(4);
    page.goes(".board .judge > *");
    page.clean(LOST);
}

#[test]
fn results_find_the_level_and_who_held_out_is_kept() {
    let Some(stage) = Stage::open() else { return };
    let page = stage.page();
    page.open("");
    assert!(page.text("[data-game=tictactoe]").contains("Level 4"));
    page.click("[data-play=tictactoe]");
    page.view("table");
    page.play("b2");
    let resign = || {
        page.click("[data-action=resign]");
        page.click("[data-action=resign-yes]");
        page.appears(".outcome");
        page.text(".outcome")
    };
    assert_eq!(resign(), "Next game: level 3.");
    // The setup offers that level first, and levels with names.
    page.open("new?game=tictactoe");
    page.appears("input[name=opponent][value='level:n=3,even=on']:checked");
    page.pictures("levels");
    page.open("");
    assert!(page.text("[data-game=tictactoe]").contains("Level 3"), "{}", page.text("[data-game=tictactoe]"));
    // Four games are won by who moves first: one click begins.
    let count = page.session.run("return document.querySelectorAll('[data-hold]').length", &[]);
    assert_eq!(count, 4);
    assert!(!page.has("[data-action=holds]"));
    page.click("[data-hold=connect4]");
    page.view("table");
    let moves = page.turn(1).you;
    assert_eq!(moves, "second");
    page.choose("a");
    page.turn(3);
    assert_eq!(resign(), "You held out for 1 move. Your longest so far!");
    page.picture("held-1280-light");
    page.open("");
    assert!(page.text("[data-hold=connect4]").contains("1 move"));
    page.click("[data-action=holds]");
    page.appears("dialog[open] .holds li");
    page.pictures("holds");
    // A star for a level that was beaten.
    let beaten =
        "localStorage.setItem('plywood.levels', JSON.stringify({[arguments[0]]: {next: 6, best: 5}}))";
    let game = page.session.run(
        "return decodeURIComponent(document.querySelector('[data-game=tictactoe] a').href.split('game=')[1])",
        &[],
    );
    page.session.run(beaten, &[json!(game)]);
    page.press(&["Escape"]);
    page.reload();
    page.appears("[data-game=tictactoe] .stars");
    assert!(page.text("[data-game=tictactoe]").contains("★★☆"), "{}", page.text("[data-game=tictactoe]"));
    page.pictures("stars");
    page.clean(&[]);
}

/// The boards of the lobby play while the page stays nearly as quick as without motion, on a slow machine.
#[test]
fn slow_the_lobby_plays_on_a_slow_machine() {
    let Some(stage) = Stage::open() else { return };
    let page = stage.page();
    let frames = "return new Promise((done) => {
        let frames = 0; const end = performance.now() + 3000;
        const next = (now) => { frames += 1; now < end ? requestAnimationFrame(next) : done(frames); };
        requestAnimationFrame(next); })";
    let counted = || {
        [false, true].map(|moves| {
            page.session.cdp("Emulation.setCPUThrottlingRate", json!({"rate": 1}));
            page.motion(moves);
            page.open("about");
            page.open("");
            page.appears(".card .board");
            page.session.cdp("Emulation.setCPUThrottlingRate", json!({"rate": 4}));
            (0..3).filter_map(|_| page.session.run(frames, &[]).as_u64()).max().expect("frames are counted")
        })
    };
    // Other work may come in between: it has three tries.
    let is_quick = (0..3).any(|_| {
        let [still, moving] = counted();
        println!("{moving} frames in 3 s at a quarter of the speed, {still} without motion");
        3 * moving >= 2 * still
    });
    assert!(is_quick, "the lobby is slow");
    page.session.cdp("Emulation.setCPUThrottlingRate", json!({"rate": 1}));
    page.clean(&[]);
}
