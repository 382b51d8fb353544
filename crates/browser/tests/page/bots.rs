//! The machine plays itself, gives advice, learns.

use plywood_browser::page::Page;
use serde_json::json;

use crate::shared::Stage;

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
    page.open(&stage.house.table("tictactoe", "alphabeta:depth=9").route());
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

#[test]
fn the_learner_says_what_it_learnt() {
    let Some(stage) = Stage::open() else { return };
    let page = stage.page();
    page.open("new?game=tictactoe");
    page.pictures("new");
    page.click("label:has(input[name=opponent][value^=learner])");
    page.click("[data-action=start]");
    page.view("table");
    page.turn(0);
    page.click("#tab-brain");
    while page.mark().turn != "over" {
        let moves = page.moves();
        page.play(&moves[0]);
    }
    page.appears(".lesson");
    assert!(page.text(".lesson p").contains(char::is_numeric), "{}", page.text(".lesson"));
    // Even when moves come fast, the tab's own questions cause no error messages.
    assert!(!page.has(".toast"), "{}", page.text(".toast"));
    page.pictures("learnt");
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
    page.click("label:has(input[name=opponent][value*='even=on'])");
    page.click("[data-action=start]");
    page.view("table");
    page.turn(0);
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
