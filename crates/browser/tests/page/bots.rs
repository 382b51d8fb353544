//! The machine plays itself, gives advice, learns.

use std::process::Command;

use plywood_browser::house::TestServer;
use plywood_browser::page::Page;
use plywood_browser::session::Driver;
use serde_json::json;

use crate::shared::{LOST, Stage};

#[test]
fn two_bots_are_watched() {
    let Some(stage) = Stage::open() else { return };
    let page = stage.page();
    let bots =
        json!({"seats": [{"bot": "random"}, {"bot": "random"}], "pace": {"paused": true, "millis": 3000}});
    page.open(&stage.house.table_with("connect4", bots).route());
    page.ply(0);
    page.pictures("watching-paused");
    let button = ".bar .button.main";
    let says = |page: &Page, same: bool, text: &str| {
        let script = "const e = document.querySelector(arguments[0]); return e && (e.innerText.trim() === arguments[1]) === arguments[2]";
        page.wait("the button says what it does", script, &[json!(button), json!(text), json!(same)]);
    };
    let go = page.text(button);
    page.click(button);
    page.wait("the bots play", "return Number(document.querySelector('main').dataset.ply) > 0", &[]);
    says(&page, false, &go);
    page.click(button);
    says(&page, true, &go);
    page.reload();
    let ply = page.mark().ply;
    page.reload();
    assert_eq!(page.mark().ply, ply, "they wait");
    // As fast as it goes, to the end.
    let speed = ".bar input[type=range]";
    page.session.run("document.querySelector(arguments[0]).focus()", &[json!(speed)]);
    page.press(&["End"]);
    page.click(button);
    page.wait("the game is over", "return document.querySelector('main').dataset.turn === 'over'", &[]);
    page.appears(".ending");
    assert!(!page.has("[data-action=rematch]"), "no player is left for a rematch");
    page.clean(&[]);
}

#[test]
fn advice_undo_resignation_and_a_rematch() {
    let Some(stage) = Stage::open() else { return };
    let page = stage.page();
    page.open(&stage.house.table("tictactoe", "engine:depth=9").route());
    page.play("a1");
    page.click("#tab-think");
    page.click("[data-action=hint]");
    page.appears(".worths .best");
    page.appears(".board .judge > *");
    page.appears(".ghost-board .board");
    page.pictures("think");
    // The expected line is played out on the small board, to its end.
    let last = "const moves = document.querySelectorAll('.line-moves .move');
        return moves.length > 1 && moves[moves.length - 1].hasAttribute('aria-current')";
    page.click(".expected .icon-button");
    page.wait("the line is played out", last, &[]);
    // Looking back, and on from there.
    page.click("#tab-moves");
    page.click(".moves [data-ply='1']");
    page.wait(
        "the first move is shown",
        "return document.querySelector('main').dataset.viewing === '1'",
        &[],
    );
    page.pictures("looking-back");
    page.press(&["Escape"]);
    page.wait("now is seen", "return document.querySelector('main').dataset.viewing === undefined", &[]);
    page.click("[data-action=undo]");
    assert_eq!(page.ply(0).you, "first");
    page.turn(0);
    page.play("b2");
    page.click("[data-action=resign]");
    page.click("[data-action=resign-yes]");
    page.appears(".ending.lost");
    page.click("[data-action=rematch]");
    page.wait("sides are swapped", "return document.querySelector('main').dataset.you === 'second'", &[]);
    page.turn(1);
    page.clean(&[]);
}

/// An explanation is of the move that was made, also where another one was advised, and claims no search where there was none.
#[test]
fn a_move_is_explained_as_it_was_made() {
    let Some(stage) = Stage::open() else { return };
    let page = stage.page();
    let said = |page: &Page| page.text("#panel-think .thought");
    let reply = |page: &Page| {
        page.click("#tab-moves");
        let text = page.text("#panel-moves [data-ply='2']");
        page.click("#tab-think");
        format!("Why {text}?")
    };
    let look_back = |page: &Page| {
        page.click("#tab-moves");
        page.click("#panel-moves [data-ply='1']");
        page.click("#tab-think");
        page.appears("main[data-viewing='1']");
    };
    // What the opponent says of its move; before its next one, it is the move to explain there too.
    for (bot, why) in [
        ("random", "Chosen at random: all legal moves were equally likely."),
        ("engine:depth=2,blunder=1", "A deliberate slip: this bot plays 100% of its moves at random."),
    ] {
        page.open(&stage.house.table("connect4", bot).route());
        page.click("#tab-think");
        page.play("d");
        page.wait("it is explained", "return document.querySelector('#panel-think .best')", &[]);
        let (title, words) = (reply(&page), said(&page));
        assert!(words.starts_with(&title), "{title}: {words}");
        assert!(words.contains(why) && !words.contains("position"), "{words}");
        assert!(!page.has("#panel-think .expected:not([hidden])"), "nothing is expected of it");
        look_back(&page);
        assert!(said(&page).starts_with(&title), "{title}: {}", said(&page));
        page.picture(&format!("why-{}-1280-light", &bot[..6]));
    }
    // Another move than the one that was advised, while the opponent searches for long.
    page.open(&stage.house.table("tictactoe", "mcts:time=60s").route());
    page.click("[data-action=hint]");
    let best =
        page.wait("there is advice", "return document.querySelector('.thought .best')?.dataset.best", &[]);
    let best = best.as_str().unwrap().to_string();
    let other = page.moves().into_iter().find(|text| *text != best).unwrap();
    page.choose(&other);
    page.ply(1);
    assert!(
        said(&page).starts_with(&format!("{other} was played; the advice was {best}.")),
        "{}",
        said(&page)
    );
    page.pictures("why-instead");
    page.clean(&[]);
}

/// Chooses the opponent whose value in the form is like that, and begins.
fn begin(page: &Page, value: &str) {
    page.click(&format!("label:has(input[name=opponent][value{value}])"));
    page.click("[data-action=start]");
    page.view("table");
    page.turn(0);
}

#[test]
fn the_learner_says_what_it_learnt() {
    let Some(stage) = Stage::open() else { return };
    let page = stage.page();
    page.open("new?game=tictactoe");
    page.pictures("new");
    begin(&page, "^=learner");
    page.click("#tab-brain");
    while page.mark().turn != "over" {
        let moves = page.moves();
        page.play(&moves[0]);
    }
    page.appears(".lesson");
    assert!(page.text(".lesson p").contains(char::is_numeric), "{}", page.text(".lesson"));
    // Even when moves come fast, the tab's own questions cause no error messages.
    assert!(!page.has(".toast"), "{}", page.text(".toast"));
    // Each move has its value before and after: nothing was known, and everything has one now.
    let rows = "return [...document.querySelectorAll('.lesson tbody tr')].map((row) => [row.dataset.changed, row.cells[1].innerText, /\\d/.test(row.cells[2].innerText)])";
    let rows = page.session.run(rows, &[]);
    assert_eq!(rows.as_array().map(Vec::len), Some(page.mark().ply), "{rows}");
    assert!(rows.as_array().unwrap().iter().all(|row| *row == json!(["1", "–", true])), "{rows}");
    page.appears(".lesson .review-graph .now");
    page.pictures("learnt");
    page.click(".lesson tbody tr:nth-child(3) button");
    page.wait(
        "the position before the move",
        "return document.querySelector('main').dataset.viewing === '2'",
        &[],
    );
    // It has an opinion on the next game.
    page.click("[data-action=rematch]");
    page.wait("sides are swapped", "return document.querySelector('main').dataset.you === 'second'", &[]);
    page.turn(1);
    page.appears("#panel-brain .opinion > *");
    page.clean(&[]);
}

#[test]
fn an_even_match_and_a_learner_of_your_own() {
    let Some(stage) = Stage::open() else { return };
    let page = stage.page();
    page.open("new?game=tictactoe");
    begin(&page, "*='even=on'");
    page.play("b2");
    page.click("[data-action=resign]");
    page.click("[data-action=resign-yes]");
    page.appears(".ending.lost");
    page.click("[data-action=rematch]");
    page.wait("sides are swapped", "return document.querySelector('main').dataset.you === 'second'", &[]);
    let name =
        "return document.querySelector('.plate[data-side=first] .plate-name').textContent.includes('3')";
    page.wait("it plays a level lower", name, &[]);
    page.pictures("even-match");

    // A brain that is made here learns as it is told.
    page.open("new?game=tictactoe");
    page.click("label:has(input[name=opponent][value=custom])");
    let set = "const field = document.querySelector(arguments[0]); field.value = arguments[1];
        field.dispatchEvent(new Event(field.tagName === 'SELECT' ? 'change' : 'input'))";
    let learn = |brain: &str, gamma: &str| {
        for (field, value) in
            [("#opponent-bot", "learner"), ("#option-learner-brain", brain), ("#option-learner-gamma", gamma)]
        {
            page.session.run(set, &[json!(field), json!(value)]);
        }
        page.click("[data-action=start]");
    };
    learn("house", "0.5");
    page.appears(".trouble:not([hidden])");
    assert!(page.text(".trouble").contains("a brain of your own"), "{}", page.text(".trouble"));
    page.pictures("own-learner");
    learn("mine", "0.5");
    page.view("table");
    // The refusal is in the log of the browser.
    page.clean(&["400"]);
}

#[test]
fn a_network_shows_what_counts() {
    let Some(stage) = Stage::open() else { return };
    let page = stage.page();
    page.open(&stage.house.table("tictactoe", "learner:brain=net,kind=ntuple,learn=on").route());
    page.play("b2");
    page.click("#tab-brain");
    page.click("[data-action=resign]");
    page.click("[data-action=resign-yes]");
    page.appears(".reasons button");
    let shown = "return document.querySelectorAll('.board .pointed > *').length";
    let pointed = |what: &str, squares: u32| {
        page.wait(what, &format!("{shown} === {squares}"), &[]);
    };
    pointed("nothing is pointed out", 0);
    let squares = page.text(".reasons button > span").split_whitespace().count() as u32;
    assert!(squares >= 3, "{}", page.text(".reasons"));
    page.click(".reasons button");
    pointed("the squares of the group", squares);
    page.pictures("what-counts");
    // A chosen one stays while others are looked at by the keyboard.
    page.press(&["Tab"]);
    let second =
        "return document.querySelectorAll('.reasons button')[1].firstChild.innerText.split(' ').length";
    pointed("the squares of the next group", page.session.run(second, &[]).as_u64().unwrap() as u32);
    page.click("#tab-moves");
    pointed("another tab points at nothing", 0);
    page.click("#tab-brain");
    pointed("the chosen group is there again", squares);
    page.session.run("document.activeElement.blur()", &[]);
    page.press(&["Home"]);
    pointed("and not in another position", 0);
    page.clean(&[]);
}

/// A brain that has a learning curve is trained further while one looks.
#[test]
fn the_house_trains_in_view() {
    let Some(driver) = Driver::start() else { return };
    let program = env!("CARGO_BIN_EXE_house");
    let mut stage = Stage { house: TestServer::start_as(program, &["--train=100%"], |_| ()), driver };
    let table = stage.house.table("tictactoe", "learner:brain=house,learn=on");
    stage.house.kill();
    let folders = std::fs::read_dir(stage.house.data().join("brains")).unwrap();
    let brain = folders.last().unwrap().unwrap().path().join("house.brain");
    let more = "--stage 400 random --every 100 --measure 20 --against random --against level:n=4";
    let learnt = Command::new(program)
        .args(["learn", "tictactoe", "--json", "--brain"])
        .arg(&brain)
        .args(more.split(' '))
        .output()
        .unwrap();
    assert!(learnt.status.success(), "{}", String::from_utf8_lossy(&learnt.stderr));
    stage.house.restart();
    let page = stage.page();
    page.open(&table.route());
    page.click("#tab-brain");
    page.appears("#panel-brain .curve .dot");
    let names = "return document.querySelectorAll('#panel-brain .curve-names li').length";
    assert_eq!(page.session.run(names, &[]), 2);
    page.pictures("curve");
    page.click("#panel-brain a[href='#/training']");
    page.view("training");
    page.appears(".training .board");
    page.appears(".training .curve .dot");
    let played = "return Number(document.querySelector('main').dataset.played) > 0";
    page.wait("games are learnt", played, &[]);
    page.pictures("training");
    page.clean(LOST);
}
