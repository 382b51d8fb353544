//! The tree lab: step by step, folded, compared, asked about, edited, linked to and taken home.

use plywood_browser::page::{Page, Screen};
use serde_json::{Value, json};

use crate::shared::Stage;

/// Waits until `step` steps of the tree are shown.
#[track_caller]
fn step(page: &Page, step: usize) {
    let script = "return Number(document.querySelector('main').dataset.step) === arguments[0]";
    page.wait(&format!("step {step} is shown"), script, &[json!(step)]);
}

/// Waits until a tree of `nodes` nodes is shown.
#[track_caller]
pub fn tree(page: &Page, nodes: usize) {
    let script = "return Number(document.querySelector('main').dataset.tree) === arguments[0]";
    page.wait(&format!("a tree of {nodes} nodes"), script, &[json!(nodes)]);
}

/// The node that these moves lead to, as a selector.
pub fn node(path: &str) -> String {
    format!(".lab-pane:first-child [data-path='{path}']")
}

/// Waits until the name of a node, which says all that is known of it, contains something.
#[track_caller]
pub fn says(page: &Page, path: &str, words: &str) {
    let script =
        "return document.querySelector(arguments[0])?.getAttribute('aria-label').includes(arguments[1])";
    page.wait(&format!("{path} says '{words}'"), script, &[json!(node(path)), json!(words)]);
}

/// Writes something else into a field.
fn replace(page: &Page, selector: &str, text: &str) {
    page.session
        .run("const e = document.querySelector(arguments[0]); e.focus(); e.select()", &[json!(selector)]);
    page.write(text);
}

/// Which node has the focus.
pub fn focused(page: &Page) -> Value {
    page.session.run("return document.activeElement.dataset.path ?? null", &[])
}

#[test]
fn a_search_is_stepped_through_and_wound_back() {
    let Some(stage) = Stage::open() else { return };
    let page = stage.page();
    page.open("tree");
    page.view("tree");
    tree(&page, 13);
    // An example gives nothing away.
    step(&page, 0);
    page.pictures("lab-begin");
    // 11 visits, 10 values returned to a parent, and the end.
    page.click("[data-action=lab-last]");
    step(&page, 22);
    says(&page, "b", "value ≤2");
    page.pictures("lab");
    page.click("[data-action=lab-first]");
    step(&page, 0);
    says(&page, "a", "not yet visited");
    for _ in 0..4 {
        page.click("[data-action=lab-next]");
    }
    step(&page, 4);
    says(&page, "a", "window [−∞, +∞], β → 3");
    page.pictures("lab-step");
    page.session.run(
        "const e = document.querySelector('#lab-step'); e.value = 12; e.dispatchEvent(new Event('input'))",
        &[],
    );
    step(&page, 12);
    assert!(page.text(".lab-pane:first-child .lab-sentence").starts_with("c1 returns 2; b is at most 2"));
    page.click("[data-action=lab-previous]");
    step(&page, 11);
    // What will cut next is said of the node that one points at.
    page.hover(&node("b"));
    assert_eq!(page.text(".lab-next"), "A child worth 3 or less will cut the rest.");
    page.click("[data-action=lab-last]");
    step(&page, 22);
    // It plays by itself, from the start and to the end.
    page.session.run("const e = document.querySelector('#lab-speed'); e.selectedIndex = 3; e.dispatchEvent(new Event('change'))", &[]);
    page.click("[data-action=lab-play]");
    let playing = "return Number(document.querySelector('main').dataset.step) < 22";
    page.wait("it begins anew", playing, &[]);
    step(&page, 22);
    page.clean(&[]);
}

#[test]
fn what_is_shown_can_be_linked_to() {
    let Some(stage) = Stage::open() else { return };
    let page = stage.page();
    page.open("tree?step=22");
    tree(&page, 13);
    page.click(&format!("{} [data-fold]", node("a")));
    page.goes(&node("a b1"));
    says(&page, "a", "value 3");
    page.session.run(
        "const e = document.querySelector('#lab-step'); e.value = 12; e.dispatchEvent(new Event('input'))",
        &[],
    );
    page.click(&node("b c1"));
    let there = "const said = new URLSearchParams(location.hash.split('?')[1]);
        const id = document.querySelector(arguments[0]).dataset.node;
        return said.get('step') === '12' && said.has('folded') && said.get('node') === id";
    page.wait("the address says it", there, &[json!(node("b c1"))]);
    let before = page.session.run("return location.hash", &[]);
    page.reload();
    tree(&page, 13);
    step(&page, 12);
    assert!(!page.has(&node("a b1")), "it is still folded");
    let selected = format!("{}[aria-selected=true]", node("b c1"));
    page.appears(&selected);
    assert_eq!(page.session.run("return location.hash", &[]), before);
    page.click("[data-action=lab-link]");
    page.appears(".toast, .link-row:not([hidden]) input");
    // And open it again.
    page.click(&format!("{} [data-fold]", node("a")));
    page.appears(&node("a b1"));
    page.clean(&[]);
}

/// The address is written a little after an act: a click on a link just then must still win.
#[test]
fn leaving_at_once_is_leaving() {
    let Some(stage) = Stage::open() else { return };
    let page = stage.page();
    for _ in 0..3 {
        page.open("tree");
        page.view("tree");
        page.appears(&node("b"));
        // Both are due at once, and leaving is first: the address is to be written before one has left.
        let script = "delete document.body.dataset.ready;
            document.querySelector(arguments[0]).dispatchEvent(new MouseEvent('click', {bubbles: true}));
            setTimeout(() => (location.hash = '#/about'), 100);
            const begun = performance.now();
            while (performance.now() < begun + 300);";
        page.session.run(script, &[json!(node("b"))]);
        page.view("about");
        let at = page.session.run("return location.hash", &[]);
        assert_eq!(at, "#/about");
    }
    page.clean(&[]);
}

#[test]
fn hidden_parts_are_opened() {
    let Some(stage) = Stage::open() else { return };
    let page = stage.page();
    page.open("tree?game=tictactoe&view=full&depth=1");
    tree(&page, 10);
    page.session.run("document.querySelector(\"[data-path='b2']\").focus()", &[]);
    page.click(&node("b2"));
    page.press(&["Enter"]);
    tree(&page, 18);
    page.appears(&node("b2 a1"));
    page.wait("the address says it", "return location.hash.includes('open=')", &[]);
    page.reload();
    tree(&page, 18);
    page.appears(&node("b2 a1"));
    page.pictures("lab-full");
    // A search is asked for as a whole, with more room.
    page.open("tree?game=tictactoe&moves=b2+a1+c1&view=trace&bot=minimax%3Adepth%3D2&depth=1");
    tree(&page, 7);
    page.click(&node("a2"));
    page.press(&["Enter"]);
    tree(&page, 1 + 6 + 30);
    page.clean(&[]);
}

#[test]
fn large_trees_are_walked_and_stepped_through() {
    let Some(stage) = Stage::open() else { return };
    let page = stage.page();
    page.open("tree?game=tictactoe&view=full&depth=4&most=3000");
    tree(&page, 3000);
    let shown = "return document.querySelectorAll('.lab-node').length";
    assert_eq!(page.session.run(shown, &[]), 3000);
    page.press(&["b", "ArrowDown", "ArrowRight", "Enter"]);
    page.wait("a part is folded away", &format!("{shown} < 3000"), &[]);
    page.press(&["Home", ".", ".", "."]);
    step(&page, 3);
    page.click("[data-action=lab-larger]");
    page.press(&["b", "End"]);
    step(&page, 3000);
    page.pictures("lab-large");
    // What moved out of sight is brought back where one goes by keys.
    page.press(&["b", "ArrowDown", "ArrowDown"]);
    let inside = "const box = (e) => e.getBoundingClientRect(); const host = box(document.querySelector('.lab-host'));
        const node = box(document.activeElement); const x = (node.left + node.right) / 2; return x > host.left && x < host.right";
    page.wait("the node with the focus is in sight", inside, &[]);
    page.clean(&[]);
}

#[test]
fn two_searches_stand_side_by_side() {
    let Some(stage) = Stage::open() else { return };
    let page = stage.page();
    page.open("tree");
    page.click("[data-preset=alphabeta]");
    page.appears(".lab-pane:nth-child(2)");
    tree(&page, 11 + 2);
    assert_eq!(page.text(".lab-compared"), "Alpha-beta visits 11 positions, Minimax 13: 15.4% saved.");
    let counts = "return [...document.querySelectorAll('.lab-nodes-count')].map((e) => e.textContent)";
    assert_eq!(page.session.run(counts, &[]), json!(["Positions visited: 11.", "Positions visited: 13."]));
    // The same steps for both.
    page.click("[data-action=lab-first]");
    page.press(&["."]);
    step(&page, 1);
    let lit = "return document.querySelectorAll('.lab-node.current').length";
    assert_eq!(page.session.run(lit, &[]), 2);
    page.click("[data-action=lab-last]");
    step(&page, 26);
    page.pictures("lab-compare");
    page.screen(Screen::Phone);
    let below = "const [a, b] = [...document.querySelectorAll('.lab-pane')].map((e) => e.getBoundingClientRect()); return b.top >= a.bottom";
    assert_eq!(page.session.run(below, &[]), true, "one below the other on a phone");
    page.screen(Screen::Desktop);
    page.session.run("const e = document.querySelector('#lab-against'); e.value = ''; e.dispatchEvent(new Event('change'))", &[]);
    page.goes(".lab-pane:nth-child(2)");
    page.clean(&[]);
}

#[test]
fn a_quiz_says_right_and_wrong_and_why() {
    let Some(stage) = Stage::open() else { return };
    let page = stage.page();
    page.open("tree");
    page.click("[data-preset=quiz]");
    page.appears(".lab-quiz:not([hidden])");
    // The answer is not revealed anywhere.
    let told = "return document.querySelector(arguments[0]).getAttribute('aria-label').includes('value')";
    assert_eq!(page.session.run(told, &[json!(node("b"))]), false);
    page.click(&node("b"));
    page.click("#lab-answer-value");
    page.write("4");
    page.click("[data-action=lab-check]");
    assert_eq!(page.text(".lab-verdict.wrong"), "✗ Not quite. b is min; its children returned 2.");
    assert_eq!(page.text(".lab-score"), "Right: 0 of 1.");
    page.pictures("lab-quiz");
    replace(&page, "#lab-answer-value", "2");
    page.press(&["Enter"]);
    let why = page.text(".lab-verdict.right");
    assert!(why.contains("the best for min of 2") && why.contains("2 ≤ α 3"), "{why}");
    // By keys alone: to the node, to the answer, and back.
    page.click(&node("a"));
    page.press(&["Enter"]);
    page.write("3");
    page.press(&["Enter"]);
    page.wait(
        "it counts",
        "return document.querySelector('.lab-score').textContent === 'Right: 1 of 2.'",
        &[],
    );
    // Windows.
    page.open("tree?game=tree:(a:(b1:3 b2:12 b3:8) b:(c1:2 c2:4 c3:6) c:(d1:14 d2:5 d3:2))&view=trace&bot=alphabeta&quiz=windows");
    tree(&page, 13);
    page.click(&node("c"));
    replace(&page, "#lab-answer-alpha", "2");
    page.click("[data-action=lab-check]");
    assert!(page.text(".lab-verdict.wrong").contains("inherits the window that the root had"));
    replace(&page, "#lab-answer-alpha", "3");
    page.click("[data-action=lab-check]");
    assert!(page.text(".lab-verdict.right").contains("c is entered with [3, +∞]"));
    page.pictures("lab-quiz-windows");
    // Cuts: the whole tree is shown, and what is never visited is marked.
    page.session.run("const e = document.querySelector('#lab-quiz'); e.value = 'cuts'; e.dispatchEvent(new Event('change'))", &[]);
    page.wait("the branches can be marked", "return document.querySelector('.lab-quiz [data-action=lab-check]') && document.querySelector('main').dataset.tree === '13'", &[]);
    page.click(&node("b c2"));
    page.click(&node("a b3"));
    page.click("[data-action=lab-check]");
    let verdict = page.text(".lab-verdict.wrong");
    assert!(verdict.contains("Cuts found: 1 of 2.") && verdict.contains("b3 is visited"), "{verdict}");
    page.pictures("lab-quiz-cuts");
    page.click(&node("a b3"));
    page.click(&node("b c3"));
    page.click("[data-action=lab-check]");
    let verdict = page.text(".lab-verdict.right");
    assert!(verdict.contains("At b: 2 ≤ α 3."), "{verdict}");
    page.clean(&[]);
}

#[test]
fn a_written_tree_is_edited_and_taken_home() {
    let Some(stage) = Stage::open() else { return };
    let page = stage.page();
    page.open("tree");
    tree(&page, 13);
    replace(&page, "#tree", "(a:(x:1 y:9) b:(u:5 v:7))");
    tree(&page, 7);
    says(&page, "", "value 5");
    let edited = "return new URLSearchParams(location.hash.split('?')[1]).get('game') === 'tree:(a:(x:1 y:9) b:(u:5 v:7))'";
    page.wait("the address has the tree", edited, &[]);
    // The server names the place of the error, and the old tree stays.
    replace(&page, "#tree", "(a:(x:1 y:9) b:(u:5 v:))");
    page.appears("main[data-tree=refused]");
    let trouble = page.text(".trouble:not([hidden])");
    assert!(trouble.chars().any(|c| c.is_ascii_digit()), "no place is named: {trouble}");
    page.pictures("lab-refused");
    replace(&page, "#tree", "(hold:4 roll:{1/2 low:0 1/2 high:10})");
    tree(&page, 5);
    says(&page, "roll", "value 5");
    assert!(!page.has(".trouble:not([hidden])"));
    page.pictures("lab-dice");
    // The picture for print is a document of its own.
    let fetched = "const link = document.querySelector('[data-action=lab-download]');
        return (async () => {
          const answer = await fetch(link.href);
          const picture = new DOMParser().parseFromString(await answer.text(), 'image/svg+xml');
          return [answer.status, answer.headers.get('content-type'), picture.documentElement.tagName,
            picture.querySelector('title')?.textContent, picture.querySelector('parsererror') === null, link.download];
        })()";
    let found = page.session.run(fetched, &[]);
    assert_eq!(found[0], 200);
    assert_eq!((&found[1], &found[2]), (&json!("image/svg+xml"), &json!("svg")));
    assert!(found[3].as_str().is_some_and(|title| title.contains("a written tree")), "{found}");
    assert_eq!((&found[4], &found[5]), (&json!(true), &json!("plywood-tree.svg")));
    page.clean(&["400 (Bad Request)"]);
}

#[test]
fn the_keyboard_alone_will_do() {
    let Some(stage) = Stage::open() else { return };
    let page = stage.page();
    page.open("tree");
    tree(&page, 13);
    page.press(&["b"]);
    assert_eq!(focused(&page), "");
    page.press(&["ArrowDown", "ArrowRight", "ArrowDown", "ArrowRight", "ArrowRight"]);
    assert_eq!(focused(&page), "b c3");
    page.press(&["ArrowUp", "Enter"]);
    page.goes(&node("b c3"));
    assert_eq!(focused(&page), "b");
    let expanded = format!("{}[aria-expanded=false]", node("b"));
    page.appears(&expanded);
    page.press(&["Enter"]);
    page.appears(&node("b c3"));
    page.press(&["Home"]);
    step(&page, 0);
    page.press(&[".", ".", "PageDown", ",", "PageUp"]);
    step(&page, 1);
    page.press(&["End"]);
    step(&page, 22);
    page.press(&[" "]);
    page.appears("[data-action=lab-play][aria-label=Pause]");
    page.press(&[" "]);
    page.appears("[data-action=lab-play][aria-label=Play]");
    assert_eq!(focused(&page), "b", "the focus stays where it is");
    page.press(&["?"]);
    page.appears("dialog[open] kbd");
    page.press(&["Escape"]);
    page.clean(&[]);
}

#[test]
fn ways_in_from_games_and_records() {
    let Some(stage) = Stage::open() else { return };
    let page = stage.page();
    page.open(&stage.house.table("tictactoe", "first").route());
    page.play("b2");
    page.click("#tab-tree");
    page.click("#panel-tree a[href^='#/tree']");
    page.view("tree");
    let here = "return new URLSearchParams(location.hash.split('?')[1]).get('moves')?.startsWith('b2 ')";
    page.wait("it is the tree of that position", here, &[]);
    page.appears(".lab-node.first");
    page.pictures("lab-position");
    let record = crate::shared::record(&stage.house, &page);
    page.open(&format!("record/{record}?ply=2"));
    page.click("[data-action=tree]");
    page.view("tree");
    page.wait("it is the tree of that ply", "return location.hash.includes('moves=b2')", &[]);
    page.open("");
    page.click(".site nav a[href='#/tree']");
    page.view("tree");
    page.clean(&[]);
}

/// Pictures for print, as a browser sees them: documents with names, nothing in them too small to be read.
#[test]
fn pictures_of_trees_open_in_a_browser() {
    let Some(stage) = Stage::open() else { return };
    let page = stage.page();
    page.open("about");
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/../../book/src/pictures/course");
    let mut texts: Vec<(String, String)> = Vec::new();
    for file in std::fs::read_dir(folder).expect("the tour has pictures") {
        let path = file.expect("it is there").path();
        if path.extension().is_some_and(|end| end == "svg") {
            texts.push((path.display().to_string(), std::fs::read_to_string(&path).expect("it can be read")));
        }
    }
    assert!(texts.len() >= 5, "{texts:?}");
    for wish in [
        "game=connect4&view=trace&bot=mcts:playouts%3D200",
        "game=pig&moves=roll+3&view=full&depth=2",
        "game=pikkpakk:size%3D3&view=trace&bot=engine:depth%3D2&most=200",
        "game=cube3&view=coloured&depth=1",
        "game=tictactoe&view=coloured&merge=true&depth=3",
    ] {
        let script = "return (async () => (await fetch(`api/tree.svg?${arguments[0]}`)).text())()";
        let text = page.session.run(script, &[json!(wish)]);
        texts.push((wish.to_string(), text.as_str().unwrap_or_default().to_string()));
    }
    for (name, text) in texts {
        let found = page.session.run(OPENED, &[json!(text)]);
        assert_eq!(found["error"], Value::Null, "{name}: {found}");
        assert!(found["width"].as_f64().is_some_and(|wide| wide > 0.0), "{name}: {found}");
        for part in ["title", "desc"] {
            assert!(found[part].as_str().is_some_and(|text| text.len() > 10), "{name}: {found}");
        }
        assert!(found["smallest"].as_f64().is_some_and(|size| size >= 7.0), "{name}: {found}");
    }
    page.clean(&[]);
}

/// Opens a picture as an image and as a document, and answers what there is to say of it.
const OPENED: &str = "return (async (text) => {
    const picture = new DOMParser().parseFromString(text, 'image/svg+xml');
    if (picture.querySelector('parsererror')) return { error: picture.querySelector('parsererror').textContent };
    const image = new Image();
    image.src = URL.createObjectURL(new Blob([text], { type: 'image/svg+xml' }));
    try { await image.decode(); } catch (error) { return { error: String(error) }; }
    const inside = document.importNode(picture.documentElement, true);
    document.body.append(inside);
    const sizes = [...inside.querySelectorAll('text')].filter((e) => e.textContent.trim()).map((e) => parseFloat(getComputedStyle(e).fontSize));
    inside.remove();
    return { error: null, width: image.naturalWidth, smallest: Math.min(...sizes),
      title: picture.querySelector('svg > title')?.textContent ?? null, desc: picture.querySelector('svg > desc')?.textContent ?? null };
    })(arguments[0]);";

/// The file that is saved instead of a download: its name, its type, and its bytes as text, one character a byte.
const SAVED: &str = "
    let blob = null;
    const create = URL.createObjectURL;
    URL.createObjectURL = (what) => create.call(URL, (blob = what));
    HTMLAnchorElement.prototype.click = async function () {
      const bytes = new Uint8Array(await blob.arrayBuffer());
      window.saved = [this.download, blob.type, Array.from(bytes, (byte) => String.fromCharCode(byte)).join('')];
    };";

#[test]
fn a_lecture_is_given_by_remote_control() {
    let Some(stage) = Stage::open() else { return };
    let page = stage.page();
    page.open("tree");
    tree(&page, 13);
    page.click("[data-action=lab-first]");
    page.click("[data-action=lab-present]");
    page.appears(".presenting");
    assert!(page.has("[data-action=lab-present][aria-pressed=true]"));
    // The keys of a remote control, and arrows wherever the focus is.
    page.press(&["PageDown", "PageDown", "ArrowRight", "ArrowDown"]);
    step(&page, 4);
    page.press(&["PageUp"]);
    step(&page, 3);
    page.click(&node("a"));
    page.press(&["ArrowDown"]);
    step(&page, 4);
    // It is large, all of it is in sight, and nothing else is.
    let seen = "const [bench, host, code] = ['.presenting', '.lab-host', '.lab-code'].map((e) => document.querySelector(e).getBoundingClientRect());
        return [bench.width === innerWidth && bench.height === innerHeight, host.height > innerHeight / 2, host.bottom <= innerHeight && code.bottom <= innerHeight,
          document.querySelector('.lab-details').checkVisibility(), document.querySelector('.lab-form').getBoundingClientRect().height > 0]";
    page.still();
    // The tree has the shape of its place.
    let used = "const host = document.querySelector('.lab-host').getBoundingClientRect();
        const nodes = [...document.querySelectorAll('.lab-node .lab-shape')].map((e) => e.getBoundingClientRect());
        const span = (a, b) => Math.max(...nodes.map((r) => r[b])) - Math.min(...nodes.map((r) => r[a]));
        return [span('left', 'right') / host.width, span('top', 'bottom') / host.height]";
    let used = page.session.run(used, &[]);
    assert!(used[0].as_f64() > Some(0.8) && used[1].as_f64() > Some(0.6), "{used}");
    let size = page.session.run(seen, &[]);
    assert_eq!(
        (&size[0], &size[1], &size[2], &size[3]),
        (&json!(true), &json!(true), &json!(true), &json!(false))
    );
    page.pictures("lab-present");
    page.press(&["Escape"]);
    page.goes(".presenting");
    page.press(&["p"]);
    page.appears(".presenting");
    page.press(&["p"]);
    page.goes(".presenting");
    page.clean(&[]);
}

#[test]
fn a_tree_is_edited_by_clicking() {
    let Some(stage) = Stage::open() else { return };
    let page = stage.page();
    let text = |expected: &str| {
        let script = "return new URLSearchParams(location.hash.split('?')[1]).get('game') === arguments[0]";
        page.wait(&format!("the tree is {expected}"), script, &[json!(format!("tree:{expected}"))]);
    };
    page.open("tree?game=tree:(a:(x:1 y:9) b:(u:5 v:7))&view=trace&bot=minimax");
    tree(&page, 7);
    page.click(&node("a x"));
    replace(&page, "#lab-leaf", "6,5");
    page.press(&["Enter"]);
    text("(a:(x:6.5 y:9) b:(u:5 v:7))");
    says(&page, "", "value 6.5");
    // The node is still selected. A leaf with a child is a leaf no more.
    page.appears(&format!("{}[aria-selected=true]", node("a x")));
    page.click("[data-action=lab-add]");
    text("(a:(x:(a:6.5 b:0) y:9) b:(u:5 v:7))");
    tree(&page, 9);
    page.click(&node("b"));
    assert!(page.has(".lab-edit label[hidden]"), "inner nodes have no value of their own");
    page.click("[data-action=lab-add]");
    text("(a:(x:(a:6.5 b:0) y:9) b:(u:5 v:7 c:0))");
    tree(&page, 10);
    page.pictures("lab-edit");
    page.click(&node("a x"));
    page.click("[data-action=lab-remove]");
    text("(a:(y:9) b:(u:5 v:7 c:0))");
    tree(&page, 7);
    // The last child stays, as does the root.
    page.click(&node("a y"));
    page.appears("[data-action=lab-remove][hidden]");
    page.click(&node(""));
    page.appears("[data-action=lab-remove][hidden]");
    page.clean(&[]);
}

#[test]
fn pictures_are_taken_home() {
    let Some(stage) = Stage::open() else { return };
    let page = stage.page();
    page.open("tree");
    tree(&page, 13);
    page.click("[data-action=lab-first]");
    page.press(&[".", ".", "."]);
    page.session.run(SAVED, &[]);
    let saved = |action: &str| {
        page.session.run("window.saved = null", &[]);
        page.click(&format!("[data-action={action}]"));
        page.wait("it is saved", "return window.saved", &[])
    };
    let png = saved("lab-png");
    assert_eq!((&png[0], &png[1]), (&json!("plywood-tree.png"), &json!("image/png")));
    assert!(png[2].as_str().is_some_and(|bytes| bytes.starts_with("\u{89}PNG") && bytes.len() > 5000));
    let zip = saved("lab-frames");
    assert_eq!((&zip[0], &zip[1]), (&json!("plywood-tree.zip"), &json!("application/zip")));
    // The step that was shown is shown again.
    step(&page, 3);
    says(&page, "a b1", "value 3");
    says(&page, "b", "not yet visited");
    // Any program can unpack it: here Python's.
    let bytes: Vec<u8> = zip[2].as_str().unwrap().chars().map(|char| char as u8).collect();
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("frames.zip");
    std::fs::write(&file, bytes).unwrap();
    let script = "import sys, zipfile
with zipfile.ZipFile(sys.argv[1]) as frames:
    assert frames.testzip() is None
    names = frames.namelist()
    last = frames.read(names[-1]).decode()
    print(len(names), names[0], names[-1], last.count('<text'), 'β → 2' in frames.read(names[12]).decode(), 'class=' in last)";
    let output = std::process::Command::new("python3").args(["-c", script]).arg(&file).output().unwrap();
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    let told = String::from_utf8_lossy(&output.stdout);
    assert!(told.starts_with("23 step-00.svg step-22.svg ") && told.trim().ends_with("False"), "{told}");
    page.clean(&[]);
}

/// A step of the lab is one page of a PDF that the browser makes, whatever is around it on the screen.
#[test]
fn a_step_is_printed_on_one_page() {
    let Some(stage) = Stage::open() else { return };
    let page = stage.page();
    page.open("tree?game=tictactoe&view=trace&bot=engine:depth=2&step=20");
    step(&page, 20);
    page.dark(true);
    let printed = page.session.cdp("Page.printToPDF", json!({"preferCSSPageSize": true}));
    let count = r"return (atob(arguments[0]).match(/\/Type ?\/Page[^s]/g) ?? []).length";
    assert_eq!(page.session.run(count, &[printed["data"].clone()]), 1);
    page.session.cdp("Emulation.setEmulatedMedia", json!({"media": "print"}));
    page.picture("lab-print");
    page.clean(&[]);
}

/// The contents of the panel: the line that is lit and the variables, as `name = value`.
fn panel(page: &Page) -> (Value, Value) {
    let now = "return document.querySelector('.lab-lines [aria-current=step] code')?.textContent ?? null";
    let values = "return [...document.querySelectorAll('.lab-values:not([hidden]) > div')].map((pair) => `${pair.firstChild.textContent} = ${pair.lastChild.textContent}`)";
    (page.session.run(now, &[]), page.session.run(values, &[]))
}

#[test]
fn the_pseudocode_goes_with_the_tree() {
    let Some(stage) = Stage::open() else { return };
    let page = stage.page();
    page.open("tree");
    tree(&page, 13);
    page.press(&["Home"]);
    assert_eq!(panel(&page), (Value::Null, json!([])));
    page.press(&["."; 4]);
    let raised = json!(["node = a", "α = −∞", "β = 3", "v = 3", "best = 3"]);
    assert_eq!(panel(&page), (json!("β ← min(β, best)"), raised));
    page.pictures("lab-code");
    // The lines that ran in a step are lit as well.
    let lit = "return document.querySelectorAll('.lab-lines .ran code').length";
    assert!(page.session.run(lit, &[]).as_u64() > Some(1));
    // It stays folded.
    page.click(".lab-code summary");
    page.goes(".lab-code[open]");
    // The browser tells the page so a moment later.
    page.still();
    page.reload();
    tree(&page, 13);
    assert!(!page.has(".lab-code[open]"));
    page.click(".lab-code summary");
    page.appears(".lab-code[open] .now");
    // A quiz would be told the answer, and other searches are not those of the textbook.
    page.click("[data-preset=quiz]");
    page.appears(".lab-quiz:not([hidden])");
    page.goes(".lab-code:not([hidden])");
    page.open("tree?game=tictactoe&view=trace&bot=alphabeta:depth%3D3,plain%3Doff");
    page.appears(".lab-code:not([hidden]) > p:not([hidden])");
    page.clean(&[]);
}
