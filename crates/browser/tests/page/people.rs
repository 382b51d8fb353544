//! People with each other, and what may happen to them.

use std::time::{Duration, Instant};

use plywood_browser::page::Page;
use serde_json::json;

use crate::shared::{LOST, Stage};

/// The value of a field that has to come.
#[track_caller]
fn value(page: &Page, selector: &str) -> String {
    let script = "const e = document.querySelector(arguments[0]); return e && e.value";
    let value = page.wait(&format!("'{selector}' has a value"), script, &[json!(selector)]);
    value.as_str().unwrap_or_default().to_string()
}

/// The route in an address of the page.
fn route(url: &str) -> &str {
    url.split_once("#/").or(url.split_once("/share/")).map_or("", |(_, route)| route)
}

#[test]
fn two_by_link_and_one_who_watches() {
    let Some(stage) = Stage::open() else { return };
    let (ann, ben, eve) = (stage.page(), stage.page(), stage.page());
    ann.open("new?game=tictactoe");
    ann.click("label:has(input[name=mode][value=link])");
    ann.click("[data-action=start]");
    ann.view("table");
    let link = value(&ann, ".link-row input");
    assert!(link.starts_with(&stage.house.url()), "{link}");
    ann.pictures("invitation");
    let join = route(&link).to_string();
    // The link is that of a page which leads on.
    assert!(link.ends_with(&format!("/share/{join}")), "{link}");
    ben.session.go(&link);
    ben.view("table");
    ben.click(".join button[type=submit]");
    ben.wait("there is a seat", "return document.querySelector('main').dataset.you === 'second'", &[]);
    eve.open(&join.replace("join/", "table/"));
    assert_eq!(eve.mark().you, "none");
    assert!(!eve.has("[data-action=resign]:not([hidden])"), "who watches cannot resign");

    // Everybody sees every move, and only who is to move can move.
    ann.turn(0);
    assert_eq!(ben.moves().len() + eve.moves().len(), 0);
    ann.choose("b2");
    for page in [&ann, &ben, &eve] {
        page.ply(1);
    }
    assert_eq!(ann.moves().len() + eve.moves().len(), 0);
    // What Eve presses is nothing to the game.
    eve.click(".board [data-cell='0,0,0']");
    ben.choose("a1");
    for page in [&ann, &ben, &eve] {
        page.ply(2);
    }
    assert_eq!(eve.session.run("return document.querySelectorAll('.moves [data-ply]').length", &[]), 2);
    // No hints between people.
    ann.click("#tab-think");
    ann.appears("[data-action=hint]:disabled");

    // Ann offers a draw, Ben would rather not.
    ann.click("[data-action=draw]");
    ben.appears(".bar.offer");
    ben.picture("offer-1280-light");
    assert!(!eve.has(".bar.offer"));
    ben.click(".bar.offer .button:not(.main)");
    ben.goes(".bar.offer");
    ann.wait("the offer is gone", "return !document.querySelector('.bars').childElementCount", &[]);
    // Ben takes his move back, if Ann lets him.
    ben.click("[data-action=undo]");
    ann.click(".bar.offer .button.main");
    for page in [&ann, &ben, &eve] {
        page.ply(1);
    }
    ben.turn(1);
    ben.choose("a3");
    ann.turn(2);

    // Ann loads the page again and is still Ann.
    ann.reload();
    assert_eq!(ann.turn(2).you, "first");
    ann.choose("a1");
    ben.turn(3);

    // Ben continues on another device.
    ben.click("[data-action=device]");
    let seat = value(&ben, "dialog input");
    ben.press(&["Escape"]);
    let phone = stage.page();
    phone.open(route(&seat));
    assert_eq!(phone.turn(3).you, "second");
    let address = phone.session.run("return location.href", &[]);
    assert!(
        !address.as_str().unwrap_or_default().contains("seat"),
        "the token stays out of the address: {address}"
    );
    phone.choose("b3");
    for page in [&ann, &ben, &phone, &eve] {
        page.ply(4);
    }
    ann.turn(4);
    ann.choose("c3");
    for page in [&ann, &ben, &phone, &eve] {
        page.ply(5);
        assert_eq!(page.mark().turn, "over");
        page.appears(".ending");
    }
    ann.appears(".ending.won");
    phone.appears(".ending.lost");
    ben.pictures("lost");
    eve.picture("watched-end-1280-light");

    // Once more, the other way round.
    ann.click("[data-action=rematch]");
    ben.appears(".bar.offer");
    ben.click(".bar.offer .button.main");
    ben.wait("sides are swapped", "return document.querySelector('main').dataset.you === 'first'", &[]);
    ann.wait("sides are swapped", "return document.querySelector('main').dataset.you === 'second'", &[]);
    eve.appears(".bar a[href*='#/table/']");
    // The score of the series goes along, with the sides swapped: Ann has won the first game.
    let points = |page: &Page| {
        page.session.run(
            "return [...document.querySelectorAll('.plate-series:not([hidden])')].map((e) => e.textContent)",
            &[],
        )
    };
    for page in [&ann, &ben] {
        page.appears(".plate-series:not([hidden])");
        page.ply(0);
    }
    // The own plate is below.
    assert_eq!((points(&ann), points(&ben)), (json!(["(0)", "(1)"]), json!(["(1)", "(0)"])));
    ben.choose("b2");
    ann.turn(1);
    ann.click("[data-action=draw]");
    ben.click(".bar.offer .button.main");
    ann.appears(".ending");
    ben.appears(".ending");
    assert_eq!((points(&ann), points(&ben)), (json!(["(½)", "(1½)"]), json!(["(1½)", "(½)"])));
    assert!(ann.text(".ending .series").contains("1½ : ½"), "{}", ann.text(".ending .series"));
    assert!(ben.text(".ending .series").contains("½ : 1½"), "{}", ben.text(".ending .series"));
    ann.pictures("series");
    ann.reload();
    ann.appears(".ending");
    assert_eq!(points(&ann), json!(["(½)", "(1½)"]));
    for page in [ann, ben, eve, phone] {
        page.clean(&[]);
    }
}

#[test]
fn the_house_is_killed_and_comes_back() {
    let Some(mut stage) = Stage::open() else { return };
    let page = stage.page();
    page.open(&stage.house.table("cube3", "first").route());
    let ply = page.play("333").ply;
    stage.house.kill();
    page.appears(".bar.offline");
    page.pictures("connection-lost");
    // A move made meanwhile is kept and sent when the server is back.
    page.choose("222");
    stage.house.restart();
    page.goes(".bar.offline");
    assert_eq!(page.turn(ply + 1).ply, ply + 2);
    // A server that is silent is noticed a few seconds after a move, and the move is not lost.
    let moves = page.moves();
    stage.house.freeze();
    page.choose(&moves[0]);
    let begun = Instant::now();
    page.appears(".bar.offline");
    assert!(begun.elapsed() < Duration::from_secs(8), "noticed after {:?}", begun.elapsed());
    stage.house.thaw();
    page.goes(".bar.offline");
    assert_eq!(page.turn(ply + 3).ply, ply + 4);
    let ply = ply + 2;
    // Without a move under way, the page reconnects by itself as well.
    stage.house.kill();
    page.appears(".bar.offline");
    stage.house.restart();
    page.goes(".bar.offline");
    let moves = page.moves();
    assert_eq!(page.play(&moves[0]).ply, ply + 4);
    page.clean(LOST);
}

#[test]
fn names_are_never_markup() {
    let Some(stage) = Stage::open() else { return };
    let name = "<img src=x onerror=hacked()>";
    let ann = stage.page();
    let open = |public: bool| {
        let wish = json!({"name": name, "public": public, "seats": ["me", "open"]});
        stage.house.table_with("tictactoe", wish)
    };
    let shown = |page: &Page, selector: &str| {
        let script = "return document.querySelector(arguments[0])?.innerText.includes(arguments[1])";
        page.wait("the name is shown as it is", script, &[json!(selector), json!(name)]);
        assert!(!page.has("img"), "a name became an element");
    };
    let table = open(true);
    ann.open("");
    shown(&ann, ".shelf");
    let ben = stage.page();
    ben.open(&format!("join/{}", table.id));
    shown(&ben, ".join");
    let id = json!({"seat": null, "name": name});
    stage.house.ask("POST", &format!("/api/tables/{}/seats", table.id), Some(&id));
    ann.open(&table.route());
    shown(&ann, ".plate.you");
    ann.turn(0);
    ann.choose("b2");
    ann.ply(1);
    ann.click("[data-action=resign]");
    ann.click("[data-action=resign-yes]");
    ann.appears(".ending");
    ann.open("records");
    shown(&ann, ".lines");
    ann.click("[data-record]");
    ann.view("record");
    shown(&ann, ".plates");
    // A written tree is a name too, and so are its moves.
    ann.open(&format!("new?game={}", "tree%3A(%3Cimg%3A1%20%3Cb%3E%3A2)"));
    assert!(!ann.has("main img"));
    // The text of a file is untrusted too.
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("game.txt");
    let text =
        format!("[Game \"tictactoe\"]\n[First \"{name}\"]\n[Second \"{name}\"]\n[Result \"*\"]\n\nb2 a1 *\n");
    std::fs::write(&file, text).expect("a file can be written");
    ann.open("records");
    ann.file("#record-file", &file);
    ann.view("record");
    shown(&ann, ".plates");
    ann.clean(&[]);
    ben.clean(&[]);
}

/// Two people at a table of connect four, and it is the first one's turn after a move of each.
fn two(stage: &Stage) -> (Page, Page) {
    let (ann, ben) = (stage.page(), stage.page());
    let table = stage.house.table_with("connect4", json!({"seats": ["me", "open"]}));
    ann.open(&table.route());
    ben.open(&format!("join/{}", table.id));
    ben.click(".join button[type=submit]");
    ben.wait("there is a seat", "return document.querySelector('main').dataset.you === 'second'", &[]);
    ann.turn(0);
    ann.choose("d");
    ben.turn(1);
    ben.choose("d");
    ann.turn(2);
    (ann, ben)
}

#[test]
fn moves_are_chosen_early() {
    let Some(stage) = Stage::open() else { return };
    let (ann, ben) = two(&stage);
    let early = |page: &Page, text: &str| page.click(&format!(".board.early [data-move='{text}']"));
    let chosen = |page: &Page| page.session.run("return document.querySelector('.status').textContent", &[]);
    ann.choose("c");
    ann.ply(3);
    // What was played just now cannot be chosen again.
    ann.appears(".board.early [data-move=e]");
    assert!(!ann.has(".board.early [data-move=c]"));
    early(&ann, "e");
    ann.appears(".board .judge > *");
    assert!(chosen(&ann).as_str().is_some_and(|text| text.starts_with("Next: e")), "{}", chosen(&ann));
    ann.pictures("premove");
    // It is played at once, also while one looks back.
    ann.click(".moves [data-ply='1']");
    ann.appears("main[data-viewing='1']");
    ben.turn(3);
    ben.choose("a");
    ann.ply(5);
    ann.press(&["Escape"]);
    ann.goes("main[data-viewing]");
    ben.turn(5);
    assert_eq!(ann.session.run("return document.querySelectorAll('.moves [data-ply]').length", &[]), 5);
    // Choosing it again cancels it, and so does Escape.
    early(&ann, "f");
    ann.appears(".board .judge > *");
    early(&ann, "f");
    ann.goes(".board .judge > *");
    early(&ann, "g");
    ann.appears(".board .judge > *");
    ann.press(&["Escape"]);
    ann.goes(".board .judge > *");
    ben.choose("f");
    ann.turn(6);
    for (page, ply, text) in [(&ann, 6, "d"), (&ben, 7, "d"), (&ann, 8, "d")] {
        page.turn(ply);
        page.choose(text);
    }
    ben.turn(9);
    ann.ply(9);
    ann.appears(".board.early [data-move=a]");
    ben.choose("a");
    ann.turn(10);
    ann.choose("a");
    ann.ply(11);
    // They are no choice for those who do not want them.
    ann.click(".site-tools .icon-button:last-child");
    ann.click("label:has(input[name=premoves][value=off])");
    ann.press(&["Escape"]);
    ben.turn(11);
    ben.choose("g");
    ann.turn(12);
    ann.choose("g");
    ann.ply(13);
    assert!(!ann.has(".board [data-move]"));
    ann.clean(&[]);
    ben.clean(&[]);
}

#[test]
fn what_became_illegal_is_not_played() {
    let Some(stage) = Stage::open() else { return };
    let (ann, ben) = (stage.page(), stage.page());
    let table = stage.house.table_with("tictactoe", json!({"seats": ["me", "open"]}));
    ann.open(&table.route());
    ben.open(&format!("join/{}", table.id));
    ben.click(".join button[type=submit]");
    ben.wait("there is a seat", "return document.querySelector('main').dataset.you === 'second'", &[]);
    ann.wait(
        "nobody is waited for",
        "return document.querySelector('main').innerText.includes('Guest')",
        &[],
    );
    ann.turn(0);
    ann.choose("b2");
    ann.ply(1);
    ann.click(".board.early [data-move=a1]");
    ann.appears(".board .judge > *");
    ben.turn(1);
    ben.choose("a1");
    ann.turn(2);
    // Without a word.
    ann.goes(".board .judge > *");
    assert_eq!(ann.mark().ply, 2);
    assert!(!ann.has(".toast"), "{}", ann.text(".toast"));
    // A takeback forgets it as well.
    ann.choose("c3");
    ann.ply(3);
    ann.click(".board.early [data-move=a3]");
    ann.appears(".board .judge > *");
    ann.click("[data-action=undo]");
    ben.click(".bar.offer .button.main");
    ann.turn(2);
    ann.goes(".board .judge > *");
    ann.clean(&[]);
    ben.clean(&[]);
}

#[test]
fn sounds_are_heard_on_request() {
    let Some(stage) = Stage::open() else { return };
    let page = stage.page();
    page.open(&stage.house.table("tictactoe", "first").route());
    let listen = "window.notes = []; const own = AudioContext.prototype.createOscillator;
        AudioContext.prototype.createOscillator = function () { const it = own.call(this); window.notes.push(it); return it; };";
    page.session.run(listen, &[]);
    let notes = || page.session.run("return window.notes.length", &[]).as_u64().unwrap();
    page.play("b2");
    assert_eq!(notes(), 0, "it is silent by default");
    page.click(".site-tools .icon-button:last-child");
    page.click("label:has(input[name=sound][value=on])");
    page.press(&["Escape"]);
    let moves = page.moves();
    page.play(&moves[0]);
    page.wait("moves are heard", "return window.notes.length >= 2", &[]);
    page.clean(&[]);
}
