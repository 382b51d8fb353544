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
    // A review opens at the end.
    page.click(".ending [data-action=review]");
    page.view("record");
    page.ply(plies);
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

/// Two random players at Othello: the second loses by 14 to 50.
const LOST: &str = "c4+e3+f6+b4+f3+f4+e2+g7+e6+d6+g4+g2+c5+g3+a3+h4+h8+d3+c7+a4+f2+d2+e1+c6+d1+c3+h1+f5+h2+g5+\
    b2+g1+b7+c1+h5+d7+f1+a2+e7+c2+b1+b6+a7+h6+b5+d8+g6+g8+a5+b3+e8+f8+h7+b8+c8+f7+a8+a6+a1+pass+h3";

#[test]
fn a_review_says_what_moves_cost() {
    let Some(stage) = Stage::open() else { return };
    let page = stage.page();
    page.open(&format!("othello?moves={LOST}&ply=61&review=1"));
    page.view("record");
    page.wait("the review is there", "return document.querySelector('main').dataset.review === 'ready'", &[]);
    let costs = "return [...document.querySelectorAll('.review-sums [data-side]')].map((side) => \
         [...side.querySelectorAll('ol li')].filter((cost) => /−[0-9.]+ discs?$/.test(cost.textContent)).length)";
    assert_eq!(page.session.run(costs, &[]), json!([3, 3]));
    let grey =
        "return document.querySelectorAll('.review-graph .unknown, .moves [data-judgement=unknown]').length";
    assert_eq!(page.session.run(grey, &[]), json!(0), "all of it is judged");
    let counts = "return [...document.querySelectorAll('.review-sums [data-side]')].map((side) => \
         Number(side.textContent.match(/mistakes ([0-9]+)/)?.[1]))";
    let counts = page.session.run(counts, &[]);
    assert!(counts.as_array().unwrap().iter().all(|count| count.as_f64() > Some(3.0)), "{counts}");
    page.click(".review-sums [data-side=second] [data-cost]");
    page.appears(".judged [data-action=again]");
    page.pictures("review-points");
    page.clean(&[]);
}

/// Moves that a review had no time for are grey, and nothing beside them is counted.
#[test]
fn a_review_counts_nothing_that_it_did_not_judge() {
    let Some(stage) = Stage::open() else { return };
    let page = stage.page();
    page.open(&format!("othello?moves={LOST}&ply=5"));
    page.view("record");
    let cut = "const ask = window.fetch;
        window.fetch = async (path, options) => {
          const answer = await ask(path, options);
          if (!String(path).includes('api/review')) return answer;
          const view = await answer.json();
          view.cut = true;
          view.chances.fill(null, 0, 20);
          for (const move of view.moves.slice(0, 20)) Object.assign(move, { judged: false, judgement: null, lost: 0, points: null, best: null, best_value: null, value: null });
          for (const side of view.sides) Object.assign(side, { judged: side.judged - 10, mistakes: null, inaccuracies: null, only: null, costliest: side.costliest.filter((at) => at >= 20) });
          return Response.json(view);
        };";
    page.session.run(cut, &[]);
    page.click("[data-action=review]");
    page.wait("the review is there", "return document.querySelector('main').dataset.review === 'ready'", &[]);
    let words = "return document.querySelector('.review-sums').textContent";
    let words = page.session.run(words, &[]).as_str().unwrap().to_string();
    assert!(words.contains("judged 21 of 31 moves") && words.contains("judged 20 of 30 moves"), "{words}");
    assert!(!words.contains("mistakes"), "{words}");
    let grey = "return [document.querySelectorAll('.review-graph .unknown').length,
        [...document.querySelectorAll('.moves [data-judgement=unknown]')].length]";
    assert_eq!(page.session.run(grey, &[]), json!([1, 20]));
    page.appears(".judged.unknown");
    page.pictures("review-cut");
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
    page.click(".languages [lang=hu]");
    page.wait("it speaks Hungarian", "return document.documentElement.lang === 'hu'", &[]);
    page.reload();
    let kept = "return [document.documentElement.dataset.theme, document.documentElement.lang]";
    assert_eq!(page.session.run(kept, &[]), json!(["dark", "hu"]));
    let table = stage
        .house
        .table_with("tictactoe", json!({"moves": ["b2", "a1", "c1"], "seats": [{"bot": "first"}, "me"]}));
    page.open(&table.route());
    page.turn(3);
    page.picture("shapes-1280-dark");
    assert!(!page.has(".board .label"), "no coordinates are shown");
    page.clean(&[]);
}
