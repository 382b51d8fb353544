//! Games that are over, and games begun in their middle.

use std::io::{Read, Write};
use std::net::TcpListener;
use std::time::{Duration, Instant};

use serde_json::json;

use crate::shared::Stage;

#[test]
fn a_record_is_replayed_and_gone_on_from() {
    let Some(stage) = Stage::open() else { return };
    let page = stage.page();
    page.open("records");
    page.pictures("records-none");
    page.open(&stage.house.table("tictactoe", "first").route());
    while page.mark().turn != "over" {
        let moves = page.moves();
        page.play(moves.last().expect("the game goes on"));
    }
    let plies = page.mark().ply;
    page.open("records");
    page.pictures("records");
    page.click("[data-record]");
    page.view("record");
    page.ply(0);
    // By keys, by slider, by clicks and by itself.
    page.press(&["ArrowRight", "ArrowRight"]);
    page.ply(2);
    page.pictures("replay");
    page.press(&["End"]);
    page.ply(plies);
    page.press(&["ArrowLeft"]);
    page.ply(plies - 1);
    page.press(&["Home"]);
    page.ply(0);
    page.session.run("document.querySelector('.moves-foot input[type=range]').focus()", &[]);
    page.press(&["ArrowRight", "ArrowRight", "ArrowRight"]);
    page.ply(3);
    page.click(".moves [data-ply='1']");
    page.ply(1);
    page.click("[data-action=play]");
    page.wait("it plays", "return Number(document.querySelector('main').dataset.ply) >= 2", &[]);
    page.click("[data-action=play]");
    // The address leads to the very ply.
    page.click(".moves [data-ply='2']");
    page.ply(2);
    page.reload();
    page.ply(2);
    // On from here, against somebody else.
    page.click("[data-action=playon]");
    page.view("new");
    page.pictures("new-from-record");
    page.click("label:has(input[name=opponent][value=random])");
    page.click("[data-action=start]");
    page.view("table");
    page.turn(2);
    assert!(page.mark().ply >= 2);
    let list = "return [...document.querySelectorAll('.moves [data-ply]')].length >= 2";
    page.wait("the moves before are listed", list, &[]);
    page.clean(&[]);
}

/// Both have to block once; then the second player overlooks a line of two.
#[test]
fn a_finished_game_is_reviewed() {
    let Some(stage) = Stage::open() else { return };
    let page = stage.page();
    page.open("tictactoe?moves=b2+a1+b3+b1+c1+c3+a3&ply=7");
    page.view("record");
    page.click("[data-action=review]");
    page.wait("the review is there", "return document.querySelector('main').dataset.review === 'ready'", &[]);
    let judged = "return [...document.querySelectorAll('.moves [data-judgement]')].map((move) => move.dataset.ply + move.dataset.judgement)";
    assert_eq!(page.session.run(judged, &[]), json!(["4only", "5only", "6mistake"]));
    page.click(".moves [data-ply='6']");
    page.ply(6);
    page.appears(".judged.mistake [data-action=again]");
    page.pictures("review");
    // The picture leads to a position, and from there one tries again.
    page.click(".judged [data-action=again]");
    page.view("new");
    page.clean(&[]);
}

/// A page of somebody else that frames these addresses.
fn page_with_frames(frames: &str) -> String {
    let listener = TcpListener::bind("127.0.0.1:0").unwrap();
    let address = format!("http://{}/", listener.local_addr().unwrap());
    let body = format!("<!doctype html><title>Elsewhere</title><body>{frames}</body>");
    std::thread::spawn(move || {
        for stream in listener.incoming() {
            let Ok(mut stream) = stream else { continue };
            let _ = stream.read(&mut [0; 4096]);
            let head = "HTTP/1.1 200 OK\r\nContent-Type: text/html\r\nConnection: close\r\n\r\n";
            let _ = stream.write_all(format!("{head}{body}").as_bytes());
        }
    });
    address
}

#[test]
fn a_position_is_shared_and_framed() {
    let Some(stage) = Stage::open() else { return };
    let page = stage.page();
    page.open("connect4?moves=d+d+c+e&ply=3");
    page.view("record");
    page.click("[data-action=share]");
    page.appears("dialog[open] .link-row + p + .link-row");
    page.pictures("share");
    let fields = "return [...document.querySelectorAll('dialog input')].map((field) => field.value)";
    let fields = page.session.run(fields, &[]);
    let [link, frame] = [0, 1].map(|at| fields[at].as_str().unwrap().to_string());
    assert_eq!(link, format!("{}share/connect4?moves=d+d+c+e&ply=3", stage.house.url()));
    page.session.go(&link);
    page.view("record");
    page.ply(3);
    page.clean(&[]);

    // In the page of somebody else the board is shown, and a game that could be played is not.
    let table = stage.house.table("tictactoe", "random");
    let live = format!("<iframe src=\"{}#/{}\"></iframe>", stage.house.url(), table.route());
    let other = stage.page();
    other.session.go(&page_with_frames(&format!("{frame}{live}")));
    let framed = || {
        let tree = other.session.cdp("DOM.getDocument", json!({"depth": -1, "pierce": true})).to_string();
        [tree.contains("embed-foot"), tree.contains("play-area")]
    };
    let begun = Instant::now();
    while !framed()[0] {
        assert!(begun.elapsed() < Duration::from_secs(20), "the board is not shown");
        std::thread::sleep(Duration::from_millis(50));
    }
    other.picture("framed-1280-light");
    assert!(!framed()[1], "a live game is framed");
    let log = other.session.log("browser");
    let refused =
        log.iter().filter(|line| line["message"].as_str().is_some_and(|it| it.contains("frame-ancestors")));
    assert_eq!(refused.count(), 1, "{log:?}");

    // By keys and buttons, up to the ends.
    let embedded = stage.page_at(&format!("{}embed.html", stage.house.url()));
    assert_eq!(embedded.open("connect4?moves=d+d+c+e&ply=3"), "embed");
    embedded.click("[data-action=next]");
    embedded.ply(4);
    embedded.click("[data-action=first]");
    embedded.ply(0);
    embedded.pictures("embed");
    assert!(!embedded.has("[data-move]"), "nothing can be played");
    let open = embedded.session.run("return document.querySelector('.embed-foot a').href", &[]);
    assert_eq!(open, format!("{}#/connect4?moves=d+d+c+e&ply=0", stage.house.url()));
    assert_eq!(embedded.open("table/aaaaaaaaaaaaaaaa"), "missing");
    embedded.clean(&["400 (Bad Request)"]);
}

#[test]
fn what_is_not_there_is_said_kindly() {
    let Some(stage) = Stage::open() else { return };
    let page = stage.page();
    assert_eq!(page.open("nowhere"), "missing");
    page.pictures("missing");
    assert_eq!(page.open("table/aaaaaaaaaaaaaaaa"), "missing");
    page.pictures("missing-table");
    page.open("record/aaaaaaaaaaaaaaaa");
    page.appears(".message");
    page.click(".message a[href='#/']");
    page.view("lobby");
    // A table that is over and gone is its record.
    let table = stage.house.table("tictactoe", "random");
    page.open(&table.route());
    page.play("b2");
    page.click("[data-action=resign]");
    page.click("[data-action=resign-yes]");
    page.appears(".ending");
    page.open("");
    page.open(&format!("record/{}", table.id));
    assert_eq!(page.ready(), "record");
    // What cannot be played is refused with the reason, before anything is begun.
    let replace = |selector: &str, text: &str| {
        page.session
            .run("const e = document.querySelector(arguments[0]); e.focus(); e.select()", &[json!(selector)]);
        page.write(text);
    };
    page.open("new?game=mnk");
    replace("#option-mnk-k", "0");
    page.goes("[data-action=start]:not(:disabled)");
    page.open("new?game=tree");
    replace("#tree", "(a:");
    page.appears(".trouble:not([hidden])");
    assert!(page.has("[data-action=start]:disabled"));
    page.pictures("new-refused");
    page.clean(&["404", "400 (Bad Request)"]);
}

#[test]
fn settings_are_kept() {
    let Some(stage) = Stage::open() else { return };
    let page = stage.page();
    page.open("");
    page.click(".site-tools .icon-button:last-child");
    page.appears("dialog[open]");
    page.pictures("settings");
    page.click("dialog label:has(input[name=theme][value=dark])");
    page.click("dialog label:has(input[name=marks][value=shapes])");
    page.click("dialog label:has(input[name=labels][value=off])");
    page.press(&["Escape"]);
    page.reload();
    assert_eq!(page.session.run("return document.documentElement.dataset.theme", &[]), "dark");
    let table = stage
        .house
        .table_with("tictactoe", json!({"moves": ["b2", "a1", "c1"], "seats": [{"bot": "first"}, "me"]}));
    page.open(&table.route());
    page.turn(3);
    page.picture("shapes-1280-dark");
    assert!(!page.has(".board .label"), "no coordinates are shown");
    page.clean(&[]);
}
