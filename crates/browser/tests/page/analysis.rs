//! The board to analyse on: positions of every family, both sides, side lines, the engine; and the costliest moves as puzzles.

use plywood_browser::page::{Page, Screen};
use serde_json::{Value, json};

use crate::shared::{Stage, random_moves};

/// A game of every family.
const GAMES: [&str; 14] = [
    "connect4",
    "cube3",
    "pikkpakk",
    "pig",
    "nim",
    "othello",
    "breakthrough",
    "hex",
    "kalah",
    "dotsandboxes",
    "einstein",
    "ultimate",
    "morris",
    "tree:(a:(b1:(e:1,f:2),b2:(g:3,h:4)),b:{1/2 heads:(i:5,j:6),1/2 tails:(k:7,l:8)},c:(m:9,n:W))",
];

/// The tree of moves as text, once it is the one on the board.
fn lines(page: &Page) -> String {
    let lines = page.session.run("return document.querySelector('.move-panel').dataset.lines", &[]);
    lines.as_str().unwrap().to_string()
}

/// The position on the board.
fn drawn(page: &Page) -> (usize, String) {
    let mark = page.mark();
    (mark.ply, lines(page))
}

/// Plays one of the moves that can be chosen on the board as a person does, and returns it.
fn play(page: &Page, number: usize) -> Option<String> {
    let before = drawn(page);
    // A move may take two steps on the board: what is chosen is the control of the last one.
    let choose = "const moves = [...document.querySelectorAll('main .board [data-move]')];
        const one = moves[arguments[0] % moves.length];
        one?.dispatchEvent(new MouseEvent('click', { bubbles: true, detail: 1 }));
        return moves.length";
    for number in number..number + 6 {
        if page.session.run(choose, &[json!(number)]) == json!(0) {
            return None;
        }
        for _ in 0..40 {
            if drawn(page) != before {
                return Some(drawn(page).1);
            }
            std::thread::sleep(std::time::Duration::from_millis(25));
        }
    }
    None
}

/// The text that the page would save as a file.
fn saved(page: &Page) -> String {
    let keep = "window.savedText = null;
        const make = URL.createObjectURL;
        URL.createObjectURL = (blob) => { blob.text().then((text) => (window.savedText = text)); return make(blob); };
        HTMLAnchorElement.prototype.click = () => {};";
    page.session.run(keep, &[]);
    page.click("[data-action=save]");
    let text = page.wait("it is saved", "return window.savedText", &[]);
    text.as_str().unwrap().to_string()
}

/// Waits until this is the tree of moves.
#[track_caller]
fn has_lines(page: &Page, wanted: &str) {
    let script = "return document.querySelector('.move-panel').dataset.lines === arguments[0]";
    page.wait(&format!("the moves are {wanted}"), script, &[json!(wanted)]);
}

fn address(page: &Page) -> String {
    page.session.run("return location.hash.slice(2)", &[]).as_str().unwrap().to_string()
}

/// Positions of each family from a link; with `PLYWOOD_THOROUGH=1` ten of each.
#[test]
fn slow_positions_of_every_family_are_analysed_on_both_sides() {
    let Some(stage) = Stage::open() else { return };
    let page = stage.page();
    let count = if std::env::var_os("PLYWOOD_THOROUGH").is_some() { 10 } else { 1 };
    page.open("about");
    for game in GAMES {
        for number in 0..count {
            analyse(&page, game, number);
        }
    }
    page.clean(&[]);
}

/// Two moves after a position, another one in the place of the second, and one in the place of the first; saved and opened again.
fn analyse(page: &Page, game: &str, number: usize) {
    let moves = random_moves(page, game, number % 4 + if game.starts_with("tree") { 0 } else { 2 });
    let name = game
        .replace('%', "%25")
        .replace('/', "%2F")
        .replace(':', "%3A")
        .replace(',', "%2C")
        .replace(' ', "%20");
    page.open("about");
    page.open(&format!(
        "{name}?moves={}&ply={}",
        moves.join(" ").replace('+', "%2B").replace(' ', "+"),
        moves.len()
    ));
    page.view("record");
    let start = moves.len();
    let from = |ply: usize| {
        page.press(&[&["Home"][..], &vec!["ArrowRight"; ply]].concat());
        page.ply(ply);
    };
    if page.mark().turn == "over" || play(page, 0).is_none() {
        return;
    }
    let _ = play(page, 0);
    for (ply, other) in [(start + 1, 1), (start, 1)] {
        from(ply.min(start + 1));
        if page.mark().turn != "over" {
            let _ = play(page, other);
        }
    }
    let tree = lines(page);
    // The address has the same tree, and so has the file.
    let (before, route) = (drawn(page), address(page));
    page.reload();
    assert_eq!(drawn(page), before, "{game}: {route}");
    let text = saved(page);
    page.open("records");
    let open = "const file = new File([arguments[0]], 'game.txt');
        const files = new DataTransfer();
        files.items.add(file);
        const field = document.querySelector('#record-file');
        field.files = files.files;
        field.dispatchEvent(new Event('change'))";
    page.session.run(open, &[json!(text)]);
    page.view("record");
    has_lines(page, &tree);
}

#[test]
fn side_lines_are_made_moved_and_taken_away() {
    let Some(stage) = Stage::open() else { return };
    let page = stage.page();
    // From the setup of a game to an empty board.
    page.open("new?game=connect4");
    page.click("[data-action=analyse]");
    page.view("record");
    for (ply, mv) in ["d", "d", "c"].iter().enumerate() {
        page.choose(mv);
        page.ply(ply + 1);
    }
    page.click(".moves [data-ply='2']");
    page.ply(2);
    page.choose("e");
    page.appears("main[data-branch=true]");
    page.choose("e");
    page.ply(4);
    page.click(".moves [data-ply='1']");
    page.ply(1);
    page.choose("a");
    page.appears(".side-line [data-side='2'][aria-current]");
    has_lines(&page, "d d (a) c (e e)");
    page.pictures("analysis-lines");
    page.click("[data-action=promote]");
    page.appears("main[data-branch=false]");
    has_lines(&page, "d a (d c (e e))");
    page.click(".side-line [data-side='4']");
    page.ply(4);
    page.click("[data-action=delete]");
    page.ply(2);
    has_lines(&page, "d a (d c)");
    // A link to a position in a side line.
    let route = address(&page);
    page.open("about");
    page.open(&route);
    assert_eq!(drawn(&page), (2, "d a (d c)".to_string()));
    page.appears(".side-line [data-side='2'][aria-current]");
    // A position by its text.
    page.click("[data-action=position]");
    page.appears("#position");
    let write = |text: &str| {
        page.session.run("document.querySelector('#position').value = arguments[0]", &[json!(text)]);
        page.click("[data-action=set]");
    };
    write("nonsense");
    page.appears("dialog .trouble:not([hidden])");
    write("7/7/7/7/3o3/3x3 x");
    page.goes("dialog[open]");
    page.wait("the position is there", "return location.hash.includes('position=')", &[]);
    page.view("record");
    page.appears(".board [data-move=d]");
    page.choose("d");
    page.ply(1);
    page.clean(&["400 (Bad Request)"]);
}

/// Side lines of a record stay in this browser.
#[test]
fn a_record_keeps_its_side_lines() {
    let Some(stage) = Stage::open() else { return };
    let page = stage.page();
    let id = crate::shared::record(&stage.house, &page);
    let route = format!("record/{id}?ply=1");
    page.open(&route);
    page.choose("a1");
    page.ply(2);
    let over = lines(&page);
    assert!(over.ends_with("(a1)") || over.ends_with("a1)"), "{over}");
    page.open("records");
    page.open(&route);
    has_lines(&page, &over);
    page.click("[data-action=share]");
    page.appears("dialog input");
    let link = page.session.run("return document.querySelector('dialog input').value", &[]);
    assert!(link.as_str().unwrap().contains("lines="), "{link}");
    page.press(&["Escape"]);
    page.goes("dialog[open]");
    // Who only gets the link sees them too.
    let other = stage.page();
    other.session.go(link.as_str().unwrap());
    other.view("record");
    has_lines(&other, &over);
    assert!(saved(&page).contains("(a1"), "the file has them");
    page.clean(&[]);
    other.clean(&[]);
}

/// Frames of the page in a second.
fn frames(page: &Page) -> f64 {
    let count = "return new Promise((done) => {
        const begun = performance.now();
        let frames = 0;
        const next = () => {
          frames += 1;
          const past = performance.now() - begun;
          if (past > 1000) done((frames * 1000) / past);
          else requestAnimationFrame(next);
        };
        requestAnimationFrame(next);
      })";
    page.session.run(count, &[]).as_f64().unwrap()
}

#[test]
fn the_engines_lines_grow_without_freezing() {
    let Some(stage) = Stage::open() else { return };
    let page = stage.page();
    page.open("othello?moves=f5+d6+c3+d3+c4&ply=5");
    page.session.cdp("Emulation.setCPUThrottlingRate", json!({"rate": 4}));
    page.click("[data-action=engine]");
    let nodes = |least: u32| {
        let script = "const { nodes } = document.querySelector('.engine').dataset;
            return nodes === 'all' || Number(nodes) >= arguments[0]";
        page.wait(&format!("{least} positions were visited"), script, &[json!(least)]);
    };
    nodes(2000);
    let place = |page: &Page| {
        page.session.run("return document.querySelector('.moves').getBoundingClientRect().top", &[])
    };
    let before = place(&page);
    let seen = frames(&page);
    assert!(seen > 30.0, "{seen} frames a second");
    nodes(20_000);
    assert_eq!(place(&page), before, "nothing moves");
    let count = "return document.querySelectorAll('.engine-lines li').length";
    assert_eq!(page.session.run(count, &[]), json!(3));
    page.pictures("analysis-engine");
    // A click plays a line, and the engine looks at the new position.
    page.session.run("document.querySelectorAll('.engine-lines li:first-child .move')[1].click()", &[]);
    page.ply(7);
    nodes(2000);
    // It stays on, and finds what is known exactly.
    page.open("tictactoe?moves=b2+b1&ply=2");
    page.appears(".engine[data-nodes=all]");
    assert!(page.text(".engine-facts").contains("exact"), "{}", page.text(".engine-facts"));
    page.appears(".board .tag, .board .judge");
    // Why a position is decided: a reply to each move into the connection, which comes first when that move is played.
    page.open("hex:size%3D5?moves=c3&ply=1");
    page.click("[data-action=replies]");
    page.appears(".replies[data-state=safe]");
    let aim = "const square = document.querySelector('.board [data-move=b4]');
        square.dispatchEvent(new PointerEvent('pointerenter'));
        const numbers = [...document.querySelectorAll('.board .pointed .note')].map(({ textContent }) => textContent);
        return [numbers.join(), document.querySelector('[data-tried=b4]').dataset.reply]";
    let aimed = page.session.run(aim, &[]);
    assert_eq!(aimed[0], json!("1,2"));
    let reply = aimed[1].as_str().unwrap().to_string();
    page.choose("b4");
    page.ply(2);
    page.appears(".replies[data-state=safe]");
    let words = page.text(".replies-said");
    assert!(words.contains(&format!("Light first plays {reply}.")), "{words}");
    page.clean(&[]);
}

#[test]
fn the_costliest_moves_become_puzzles() {
    let Some(stage) = Stage::open() else { return };
    let page = stage.page();
    page.open("tictactoe?moves=b2+a1+b3+b1+c1+c3+a3&ply=7&review=1");
    page.wait("the review is there", "return document.querySelector('main').dataset.review === 'ready'", &[]);
    page.click("[data-side=second] [data-action=puzzles]");
    page.view("puzzles");
    page.appears("main[data-puzzle=open]");
    assert!(
        page.text(".puzzle-task").contains("find a better move than c3"),
        "{}",
        page.text(".puzzle-task")
    );
    page.pictures("better-moves");
    page.choose("c2");
    page.appears("main[data-puzzle=wrong]");
    page.click("[data-action=again]");
    page.appears("main[data-puzzle=open]");
    page.ply(0);
    page.choose("a3");
    page.appears("main[data-puzzle=solved]");
    page.appears(".puzzle-list .puzzle-done");
    // On to the next one, or back to the game after the last.
    let count = page.session.run("return document.querySelectorAll('.puzzle-list li').length", &[]);
    for _ in 1..count.as_u64().unwrap() {
        page.click("[data-action=next]");
        page.appears("main[data-puzzle=open]");
    }
    page.click("[data-action=next]");
    page.view("record");
    // A puzzle can be analysed.
    page.open("puzzles/connect4?n=1");
    page.click("[data-action=analyse]");
    page.view("record");
    let moves = page.moves();
    page.choose(&moves[0]);
    page.ply(1);
    let position: Value = page.session.run("return location.hash.includes('position=')", &[]);
    assert_eq!(position, json!(true));
    page.clean(&[]);
}

#[test]
fn a_position_is_set_up_by_hand() {
    let Some(stage) = Stage::open() else { return };
    let page = stage.page();
    let text = |page: &Page| page.session.run("return document.querySelector('#position').value", &[]);
    let chosen =
        |name: &str, letter: &str| format!("label:has(input[name=arrange-{name}][value='{letter}'])");
    let square = |at: &str| format!(".arranged [data-move='{at}']");
    for (game, letters, free, expected) in [
        ("othello%3Asize%3D6", ["b", "w"], "5 5", "6/6/2xo2/2ox2/6/5o o"),
        ("hex%3Asize%3D4", ["w", "b"], "1 2", "1o2/4/4/4 o"),
        ("breakthrough%3Am%3D4%2Cn%3D5", ["w", "b"], "2 0", "bbbb/4/b3/4/wwww b"),
        ("tictactoe", ["x", "o"], "1 1", "3/1o1/3 o"),
    ] {
        page.open(&format!("{game}?moves=&ply=0"));
        page.view("record");
        page.click("[data-action=position]");
        page.click(&chosen("piece", letters[1]));
        page.click(&square(free));
        page.click(&chosen("side", letters[1]));
        page.click("dialog [data-action=set]");
        page.goes("dialog[open]");
        page.view("record");
        page.wait("it is the position", "return location.hash.includes('position=')", &[]);
        page.appears("main[data-turn=second]");
        page.click("[data-action=position]");
        page.appears(".arranged");
        assert_eq!(text(&page), expected, "{game}");
        page.press(&["Escape"]);
        page.goes("dialog[open]");
    }
    // Nothing hangs in the air: it is said, until the disc is taken away again.
    page.screen(Screen::Phone);
    page.open("connect4?moves=&ply=0");
    page.click("[data-action=position]");
    page.click(&square("0 3"));
    page.appears("dialog .trouble:not([hidden])");
    page.picture("arranged-390-light");
    page.click(&square("0 3"));
    page.appears("dialog .trouble[hidden]");
    // What is typed is drawn.
    page.session.run("const e = document.querySelector('#position'); e.value = '7/7/7/7/7/3x3 o'; e.dispatchEvent(new Event('input'))", &[]);
    page.appears(".arranged [data-cell='0,5,3'][aria-label*='Light']");
    page.press(&["Escape"]);
    page.goes("dialog[open]");
    // Positions of another form are texts only.
    page.screen(Screen::Desktop);
    page.open("kalah?moves=&ply=0");
    page.click("[data-action=position]");
    page.appears("dialog #position");
    assert!(!page.has(".arranged"));
    page.clean(&["400 (Bad Request)"]);
}

#[test]
fn moves_in_steps_have_values_and_a_free_choice_takes_one_press() {
    let Some(stage) = Stage::open() else { return };
    let page = stage.page();
    let badges = |page: &Page, count: usize| {
        let script = "return document.querySelectorAll('.play-area .badge').length === arguments[0]";
        page.wait(&format!("{count} squares have values"), script, &[json!(count)]);
    };
    page.open("othello%3Asize%3D6?moves=&ply=0");
    page.click("[data-action=engine]");
    badges(&page, 4);
    page.picture("values-othello-1280-light");
    // At a piece the best of its moves, and all of them once it is chosen.
    page.open("breakthrough%3Am%3D4%2Cn%3D5?moves=&ply=0");
    badges(&page, 4);
    page.click(".play-area .board [data-cell='0,4,1']");
    badges(&page, 3);
    page.picture("values-breakthrough-1280-light");
    page.open("kalah?moves=&ply=0");
    badges(&page, 6);
    page.picture("values-kalah-1280-light");
    page.click("[data-action=engine]");
    // The board that is to be chosen, and a square of it, which is wrong.
    let position = "oo2xo2o/xxo2oxx1/o3xoxxo/o1x1o1xox/xo1ooo1xo/xoxxxo2x/x2xx1x2/oxxoxooxx/ooxo1oo1x o any";
    page.open(&format!("ultimate?position={}&moves=&ply=0", position.replace('/', "%2F").replace(' ', "+")));
    page.click(".play-area .board [data-move='s']");
    page.ply(2);
    page.open("puzzles/ultimate?n=13");
    page.click(".play-area .board [data-move='s']");
    page.wait("both are chosen", "return document.querySelector('.puzzle-said code')?.textContent || document.querySelector('main').dataset.ply === '2'", &[]);
    page.clean(&[]);
}
