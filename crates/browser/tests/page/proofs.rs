//! Proofs of the server, walked through in the tree lab: opened by clicks and keys, found from games, refused in words.

use plywood_browser::house::TestServer;
use plywood_browser::page::Page;
use plywood_browser::session::Driver;
use plywood_rules::Run;
use plywood_workshop::Workshop;
use serde_json::{Value, json};

use crate::lab::{focused, node, says, tree};
use crate::shared::Stage;

const GAME: &str = "mnk:m=6,n=5,k=4";
const DRAWN: &str = "tictactoe";

/// A server with proofs: `win` of a game that the first player wins, `spoilt` of the same, which is refused, and `draw` of
/// another one.
fn open() -> Option<Stage> {
    let driver = Driver::start()?;
    let house = TestServer::start_with(env!("CARGO_BIN_EXE_house"), |data| {
        let folder = data.join("proofs");
        std::fs::create_dir_all(&folder).expect("the folder can be made");
        let put =
            |name: &str, bytes: &[u8]| std::fs::write(folder.join(name), bytes).expect("it can be written");
        let win = proof(GAME);
        put("win.proof", &win);
        put("spoilt.proof", &[&win[..win.len() - 1], &[win[win.len() - 1] ^ 1]].concat());
        put("draw.proof", &proof(DRAWN));
    });
    let stage = Stage { house, driver };
    // They are checked one after the other.
    for game in [GAME, DRAWN] {
        while proofs(&stage.house, game).iter().any(|proof| proof["state"]["kind"] == "waits") {
            std::thread::sleep(std::time::Duration::from_millis(20));
        }
    }
    Some(stage)
}

fn proof(game: &str) -> Vec<u8> {
    let session = Workshop::standard().open(game).unwrap().session(None, "", 1).unwrap();
    let run = Run { memory: 1 << 26, ..Run::default() };
    session.prove(true, None, &run).unwrap().file.expect("it is proved")
}

fn proofs(house: &TestServer, game: &str) -> Vec<Value> {
    let known = house.ask("GET", &format!("/api/game?name={game}"), None);
    known["proofs"].as_array().cloned().expect("it is a list")
}

/// The place of a proof in the lab.
fn route(game: &str, more: &str) -> String {
    format!("tree?game={}&view=proof&depth=2{more}", game.replace('=', "%3D"))
}

/// The nodes that are shown.
fn count(page: &Page) -> usize {
    let shown = page.session.run("return document.querySelectorAll('.lab-node').length", &[]);
    shown.as_u64().expect("it is a number") as usize
}

/// The moves to the first visible node at least `plies` deep that is not opened, won by threats or not.
fn in_sight(page: &Page, plies: usize, by_threats: bool) -> String {
    let script = "const host = document.querySelector('.lab-host').getBoundingClientRect();
        const seen = (e) => { const b = e.querySelector('.lab-shape').getBoundingClientRect(); return b.left > host.left && b.right < host.right - 60 && b.bottom < Math.min(host.bottom, innerHeight); };
        return [...document.querySelectorAll('.lab-node')].find((e) => seen(e) && e.dataset.path.split(' ').length >= arguments[0]
          && e.getAttribute('aria-expanded') === 'false' && e.getAttribute('aria-label').includes('by threats') === arguments[1])?.dataset.path ?? null";
    let path = page.session.run(script, &[json!(plies), json!(by_threats)]);
    path.as_str().unwrap_or_else(|| panic!("no such node is in sight (by threats: {by_threats})")).to_string()
}

/// Chooses something of a list.
fn pick(page: &Page, list: &str, value: &str) {
    let script = "const e = document.querySelector(arguments[0]); e.value = arguments[1]; e.dispatchEvent(new Event('change'))";
    page.session.run(script, &[json!(list), json!(value)]);
}

#[test]
fn a_proof_is_opened_move_by_move() {
    let Some(stage) = open() else { return };
    let page = stage.page();
    page.open(&format!("tree?game={}&view=full&depth=1", GAME.replace('=', "%3D")));
    tree(&page, 31);
    // It is one of the kinds of trees of this game.
    page.appears("#lab-view option[value=proof]");
    pick(&page, "#lab-view", "proof");
    page.wait(
        "the move and all replies",
        "return document.querySelector('main').dataset.tree === '31' && document.querySelector('#lab-proof')",
        &[],
    );
    page.wait(
        "it says so",
        "return document.querySelector('.lab-sentence').textContent.includes('X wins from here in at most')",
        &[],
    );
    assert!(!page.has(".lab-steps:not([hidden])"), "a proof is no course of events");
    page.pictures("proof");
    // A reply that is not answered by threats alone is opened by a click: the answer, and all replies to it.
    let reply = in_sight(&page, 2, false);
    page.click(&node(&reply));
    tree(&page, 31 + 1 + 27);
    let next = page.text(".lab-next");
    assert!(next.starts_with("X plays "), "{next}");
    page.wait("the address says it", "return location.hash.includes('open=')", &[]);
    page.pictures("proof-open");
    page.reload();
    tree(&page, 31 + 1 + 27);
    // By keys: down to a reply, and open it.
    let before = count(&page);
    page.press(&["b", "ArrowUp", "ArrowUp", "ArrowDown", "ArrowDown"]);
    let here = focused(&page).as_str().expect("a node has the focus").to_string();
    assert_eq!(here.split(' ').count(), 2);
    page.press(&["Enter"]);
    page.wait(
        "there is more",
        &format!("return document.querySelectorAll('.lab-node').length > {before}"),
        &[],
    );
    // What is won by threats says the line, and can be walked through as well.
    page.press(&["b", "ArrowUp", "ArrowUp", "ArrowUp", "ArrowUp"]);
    page.click("[aria-label='The whole tree']");
    let line = in_sight(&page, 2, true);
    page.hover(&node(&line));
    let told = page.text(".lab-next");
    assert!(told.contains("wins by threats against any reply. Against the longest defence: "), "{told}");
    let before = count(&page);
    page.click(&node(&line));
    page.wait(
        "there is more",
        &format!("return document.querySelectorAll('.lab-node').length > {before}"),
        &[],
    );
    // The tree begins at a node, and a game does.
    page.click(&node(&reply));
    page.click("[data-action=lab-begin]");
    tree(&page, 1 + 1 + 27);
    let moves = "return new URLSearchParams(location.hash.split('?')[1]).get('moves')";
    page.wait("it is the tree of that position", &format!("{moves} === arguments[0]"), &[json!(reply)]);
    page.click("[data-action=lab-playon]");
    page.view("new");
    page.clean(&[]);
}

#[test]
fn a_draw_has_a_proof_for_either_player() {
    let Some(stage) = open() else { return };
    let page = stage.page();
    page.open(&route(DRAWN, ""));
    // The first player's move, and then it holds by pairs.
    tree(&page, 2);
    says(&page, "b2", "by a pairing strategy");
    page.appears("#lab-whose");
    pick(&page, "#lab-whose", "second");
    // Moves that are the same by symmetry are merged: a corner, an edge and the middle are answered.
    tree(&page, 1 + 9 + 3);
    page.wait(
        "it says so",
        "return document.querySelector('.lab-sentence').textContent.startsWith('O does not lose from here')",
        &[],
    );
    says(&page, "b2", "value =");
    page.pictures("proof-draw");
    // Another game has no such tree.
    page.open("tree?game=connect4&view=full&depth=1");
    tree(&page, 8);
    assert!(!page.has("#lab-view option[value=proof]"));
    page.clean(&[]);
}

#[test]
fn from_a_game_one_sees_where_it_stands_in_the_proof() {
    let Some(stage) = open() else { return };
    let page = stage.page();
    let table = stage.house.table_with(GAME, json!({"seats": [{"bot": "perfect:proof=win"}, "me"]}));
    page.open(&table.route());
    page.turn(1);
    page.click("#tab-think");
    page.appears("#panel-think option[value='perfect:proof=win']");
    pick(&page, "#panel-think select", "perfect:proof=win");
    page.click("[data-action=hint]");
    page.appears("#panel-think [data-action=proof]");
    page.click("#tab-tree");
    page.click("#panel-tree a[href*='view=proof']");
    page.view("tree");
    let here = "const asked = new URLSearchParams(location.hash.split('?')[1]); return asked.get('moves') && asked.get('proof') === 'win'";
    page.wait("it is the tree of that position", here, &[]);
    page.appears(".lab-node[data-path] .lab-shape");
    // A move outside the proof is refused with the move that the proof plays.
    page.open(&route(GAME, "&moves=a1+b2"));
    page.appears("main[data-tree=refused]");
    assert!(!page.has(".lab-bench:not([hidden])"), "there is no tree to be seen");
    let trouble = page.text(".trouble:not([hidden])");
    assert!(
        trouble.contains("the proof 'win' says nothing of this position: first plays ")
            && trouble.contains("and not a1"),
        "{trouble}"
    );
    page.pictures("proof-left");
    pick(&page, "#lab-proof", "spoilt");
    page.wait("it says so", "return document.querySelector('.trouble').textContent.includes(\"the proof 'spoilt' was refused when it was checked\")", &[]);
    // One is led back into it.
    pick(&page, "#lab-proof", "win");
    page.click("[data-action=lab-retreat]");
    page.click("[data-action=lab-retreat]");
    tree(&page, 31);
    assert!(!page.has(".trouble:not([hidden])"));
    page.open("tree?game=connect4&view=proof");
    page.appears("main[data-tree=refused]");
    assert_eq!(page.text(".trouble:not([hidden])"), "the server has no proof of this game");
    page.clean(&["400 (Bad Request)"]);
}
