//! The page without a server and a plain file server: it plays, learns and keeps, and answers as the program does.

use std::io::{Write, stderr};
use std::net::TcpListener;
use std::process::{Child, Command, Stdio};
use std::sync::Mutex;
use std::time::{Duration, Instant};

use plywood_browser::page::Page;
use plywood_browser::session::Driver;
use plywood_browser::skip;
use plywood_web::{Outside, WorkerEngine};
use plywood_workshop::Workshop;
use serde_json::{Value, json};
use tempfile::TempDir;

use crate::shared::page_in;

/// A folder of the page, behind a plain file server.
pub struct Site {
    folder: TempDir,
    server: Child,
    port: u16,
    driver: Driver,
}

impl Site {
    /// `None` where there is no browser or no file server, and none is required.
    pub fn open() -> Option<Site> {
        let driver = Driver::start()?;
        let folder = TempDir::with_prefix("plywood-site-").unwrap();
        let written =
            Command::new(env!("CARGO_BIN_EXE_house")).arg("site").arg(folder.path()).output().unwrap();
        if !written.status.success() {
            // `cargo xtask test` builds the module before the tests, and says where it cannot.
            let reason = String::from_utf8_lossy(&written.stderr);
            assert!(reason.contains("without the page's module"), "{reason}");
            let _ = writeln!(stderr(), "SKIPPED: the page without a server was not tested: {reason}");
            return None;
        }
        let port = TcpListener::bind("127.0.0.1:0").unwrap().local_addr().unwrap().port();
        let server = Command::new("python3")
            .args(["-m", "http.server", "--bind", "127.0.0.1", &port.to_string()])
            .current_dir(folder.path())
            .stdout(Stdio::null())
            .stderr(Stdio::null())
            .spawn();
        let Ok(server) = server else {
            skip("python3");
            return None;
        };
        let begun = Instant::now();
        while std::net::TcpStream::connect(("127.0.0.1", port)).is_err() {
            assert!(begun.elapsed() < Duration::from_secs(20), "the file server does not answer");
            std::thread::sleep(Duration::from_millis(20));
        }
        Some(Site { folder, server, port, driver })
    }

    pub fn page(&self) -> Page {
        page_in(self.driver.browser(), &format!("http://127.0.0.1:{}/", self.port))
    }
}

impl Drop for Site {
    fn drop(&mut self) {
        let _ = self.server.kill();
        let _ = self.server.wait();
    }
}

/// The answer of the program, as JSON.
#[track_caller]
fn plywood(arguments: &[&str]) -> Value {
    let output = Command::new(env!("CARGO_BIN_EXE_house")).args(arguments).output().unwrap();
    let (text, errors) = (String::from_utf8_lossy(&output.stdout), String::from_utf8_lossy(&output.stderr));
    assert!(output.status.success(), "{arguments:?}: {text}{errors}");
    serde_json::from_str(&text).unwrap_or_else(|error| panic!("{arguments:?}: {error}: {text}"))
}

/// Asks the engine behind the page.
fn ask(page: &Page, path: &str, request: Value) -> Value {
    let script = "return import(new URL('app/transport/index.js', document.baseURI))
        .then(({ transport }) => transport.ask(arguments[0], arguments[1]))
        .catch((error) => ({ code: error.code, text: String(error) }));";
    page.session.run(script, &[json!(path), request])
}

#[test]
fn it_plays_learns_and_keeps() {
    let Some(site) = Site::open() else { return };
    let page = site.page();
    assert_eq!(page.open(""), "lobby");
    page.appears(".card .board");
    let board = page.session.run("return performance.now()", &[]);
    page.pictures("site-lobby");
    page.click("[data-play=connect4]");
    page.view("table");
    let begun = Instant::now();
    page.play("d");
    println!("first board within {board} ms, first move answered in {:?}", begun.elapsed());
    page.pictures("site-connect4");
    // There is no way to play another person.
    page.open("new?game=tictactoe");
    assert!(!page.has("input[name=mode][value=link]") && page.has("input[name=mode][value=bot]"));
    page.click("label:has(input[value^='learner'])");
    page.click("[data-action=start]");
    page.view("table");
    let route = page.session.run("return location.hash.slice(2)", &[]);
    let route = route.as_str().unwrap();
    let first = page.moves()[0].clone();
    let ply = page.play(&first).ply;
    // A game goes on where it was when the page is loaded again.
    page.reload();
    assert_eq!(page.mark().ply, ply);
    while page.mark().turn != "over" {
        let moves = page.moves();
        page.play(&moves[0]);
    }
    page.appears(".ending");
    page.pictures("site-learner");
    let game = ask(&page, "api/game", json!({"query": {"name": "tictactoe"}}));
    assert_eq!(game["brains"], json!([["house", 1]]), "{route}");
    page.reload();
    let kept = ask(&page, "api/game", json!({"query": {"name": "tictactoe"}}));
    assert_eq!(kept["brains"], game["brains"]);
    let records = ask(&page, "api/records", json!({}));
    assert_eq!(records[0]["game"], game["game"]);
    // The program reads what the browser learnt.
    let text = ask(&page, "api/brain", json!({"query": {"game": "tictactoe", "brain": "house"}}));
    let path = |name: &str| site.folder.path().join(name).display().to_string();
    std::fs::write(path("brain.txt"), text.as_str().unwrap()).unwrap();
    let imported = plywood(&["brain", "import", &path("mine.brain"), &path("brain.txt"), "--json"]);
    assert_eq!(imported["games"], 1, "{imported}");

    page.clean(&[]);
}

#[test]
fn an_address_has_a_game_with_its_moves() {
    let Some(site) = Site::open() else { return };
    let page = site.page();
    page.open("connect4?moves=d+d+c&ply=2");
    page.view("record");
    assert_eq!(page.session.run("return document.querySelector('main').dataset.ply", &[]), "2");
    page.press(&["ArrowRight"]);
    page.wait("the next ply", "return document.querySelector('main').dataset.ply === '3'", &[]);
    let hash = page.session.run("return location.hash", &[]);
    assert!(
        hash.as_str().is_some_and(|hash| hash.contains("moves=d+d+c") && hash.contains("ply=3")),
        "{hash}"
    );
    assert_eq!(page.open("nothing?moves=a"), "missing");
    page.clean(&[]);
}

#[test]
fn a_search_ends_at_once() {
    let Some(site) = Site::open() else { return };
    let page = site.page();
    page.open("");
    // A long search is begun; giving up ends the game while it runs, and another search begins at once.
    let script = "
        return (async () => {
          const { transport } = await import(new URL('app/transport/index.js', document.baseURI));
          const wish = { game: 'gomoku', position: null, moves: [], seats: ['me', { bot: 'engine:time=5s' }], name: '', clock: null, public: false, max_plies: null, away: null, pace: null };
          const play = (undo) => new Promise(async (done) => {
            const { table, token } = await transport.ask('api/tables', { body: wish });
            const live = transport.connect(table);
            let begun = 0;
            let thought = 0;
            live.onopen = () => live.send({ type: 'hello', protocol: 2, token });
            live.onmessage = (message) => {
              if (message.type === 'welcome') live.send({ type: 'move', line: message.state.line, ply: 0, text: 'h8' });
              if (message.type === 'thinking' && !begun) {
                thought = message.nodes;
                begun = performance.now();
                live.send({ type: 'undo' });
              }
              if (message.type === 'state' && begun && message.step.ply === 0) done([performance.now() - begun, thought]);
            };
          });
          return [await play(), await play()];
        })();";
    let ended = page.session.run(script, &[]);
    println!("searches ended after (milliseconds, nodes): {ended}");
    for one in ended.as_array().unwrap() {
        assert!(one[0].as_f64() < Some(1000.0) && one[1].as_u64() > Some(0), "{ended}");
    }
    page.clean(&[]);
}

/// Waits until a service worker answers for the page, and no other one is on its way.
fn kept(page: &Page) {
    let script = "return (async () => {
        const { active, waiting, installing } = await navigator.serviceWorker.ready;
        return active.state === 'activated' && !waiting && !installing && navigator.serviceWorker.controller === active;
      })()";
    page.wait("the page is kept", script, &[]);
}

#[test]
fn it_opens_without_a_network_and_is_never_old() {
    let Some(mut site) = Site::open() else { return };
    let page = site.page();
    page.open("about");
    kept(&page);
    let caches = "return caches.keys()";
    let first = page.session.run(caches, &[]);
    assert_eq!(first.as_array().map(Vec::len), Some(1), "{first}");
    // A new file is seen at once, whatever is kept.
    let replace = |file: &str, old: &str, new: &str| {
        let path = site.folder.path().join(file);
        let text = std::fs::read_to_string(&path).unwrap();
        assert!(text.contains(old), "{file} has no '{old}'");
        std::fs::write(&path, text.replacen(old, new, 1)).unwrap();
    };
    let words: Value =
        serde_json::from_slice(&std::fs::read(site.folder.path().join("i18n/en.json")).unwrap()).unwrap();
    replace("i18n/en.json", words["about.title"].as_str().unwrap(), "Second edition");
    page.reload();
    assert_eq!(page.text("h1"), "Second edition");
    // So is another digest, after which nothing of the old one is left.
    replace("service-worker.js", "DIGEST = '", "DIGEST = '2");
    page.reload();
    let renewed = "return caches.keys().then((names) => names.length === 1 && names[0] !== arguments[0])";
    page.wait("the new page is kept", renewed, &[first[0].clone()]);
    kept(&page);

    site.server.kill().unwrap();
    site.server.wait().unwrap();
    page.reload();
    assert_eq!(page.text("h1"), "Second edition");
    page.open("");
    page.click("[data-play=connect4]");
    page.view("table");
    page.play("d");
    // Loaded for the first time.
    page.open("tree?step=22");
    page.appears(".lab-node.principal");
    page.clean(crate::shared::LOST);
}

/// The surroundings of an engine here.
struct Here(Mutex<Vec<Value>>, Instant);

impl Outside for Here {
    fn say(&self, event: &str) {
        self.0.lock().unwrap().push(serde_json::from_str(event).unwrap());
    }

    fn keep(&self, _: &str, _: Option<&[u8]>) {}

    fn elapsed(&self) -> Duration {
        self.1.elapsed()
    }

    fn unix_ms(&self) -> u64 {
        0
    }

    fn random(&self) -> [u8; 16] {
        [7; 16]
    }
}

/// The analysis that an engine here gives for work.
fn native(engine: &mut WorkerEngine, here: &Here, work: &str) -> Value {
    engine.hear(&json!({"work": {"task": 1, "work": work}}).to_string());
    let said = here.0.lock().unwrap().drain(..).find(|event| event["type"] == "done");
    said.expect("work is done")["result"].clone()
}

/// Does work in a worker of the page, with the module at `arguments[1]`.
const WORK: &str = "
    return (async (works, module) => {
      const unpacked = (await fetch(module)).body.pipeThrough(new DecompressionStream('gzip'));
      const compiled = await WebAssembly.compile(await new Response(unpacked).arrayBuffer());
      const worker = new Worker(new URL('engine/worker.js', document.baseURI), { type: 'module' });
      const results = [];
      worker.postMessage({ role: 'helper', module: compiled });
      for (const [task, work] of works.entries()) {
        worker.postMessage({ type: 'work', task, work });
        results.push(await new Promise((done, failed) => {
          worker.onerror = (event) => failed(new Error(event.message));
          worker.onmessage = ({ data }) => data.type === 'done' && done(data.result);
        }));
      }
      worker.terminate();
      return results;
    })(arguments[0], arguments[1]);";

/// The message that is the result of work, or the refusal.
fn said(result: &Value) -> Value {
    let result: Value = serde_json::from_str(result.as_str().unwrap()).unwrap();
    result["answer"].as_str().map_or(result.clone(), |text| serde_json::from_str(text).unwrap())
}

/// Rounds all numbers: the last digit of a hyperbolic tangent is that of the library of the system.
fn round(value: &mut Value) {
    match value {
        Value::Number(number) if number.is_f64() => {
            *value = json!((number.as_f64().unwrap() * 1e12).round() / 1e12);
        }
        Value::Array(all) => all.iter_mut().for_each(round),
        Value::Object(all) => all.values_mut().for_each(round),
        _ => {}
    }
}

/// An analysis without its work.
fn timeless(result: &Value) -> Value {
    let mut said = said(result);
    if let Some(fields) = said.as_object_mut() {
        fields.remove("seconds");
        // Keys of positions differ between words of 32 and of 64 bits, and so does what a full table forgets.
        fields.remove("nodes");
    }
    round(&mut said);
    said
}

fn hint(game: &str, moves: &[String], bot: &str) -> String {
    let position = json!({"start": null, "moves": moves, "revision": 0, "seed": 1});
    json!({"hint": {"game": game, "position": position, "bot": bot}}).to_string()
}

/// Positions of all games of the lobby, each with work about it: `each` of every game.
fn works(each: u64) -> Vec<String> {
    let workshop = Workshop::standard();
    let mut works = Vec::new();
    for family in workshop.families().iter().filter(|family| family.name != "tree") {
        let game = workshop.open(family.name).unwrap();
        let bots: &[&str] = if game.details().has_chance {
            &["expectiminimax:depth=2", "mcts:playouts=300"]
        } else {
            // In a selective search what a full table forgets decides values.
            &["engine:depth=2,selective=off", "mcts:playouts=200", "alphabeta:depth=2", "minimax:depth=1"]
        };
        for number in 0..each {
            let mut play = game.begin(None, "", number).unwrap();
            for ply in 0..3 * number {
                if play.ending().is_some() {
                    break;
                }
                match play.turn().player() {
                    Some(_) => {
                        let moves = play.moves();
                        let seed = plywood_rules::random::part_seed(number, ply) as usize;
                        play.play(&moves[seed % moves.len()]).unwrap();
                    }
                    None => drop(play.roll().unwrap()),
                }
            }
            while play.ending().is_some() {
                play.undo();
            }
            while play.ending().is_none() && play.turn().player().is_none() {
                play.roll().unwrap();
            }
            if play.ending().is_none() {
                works.push(hint(family.name, play.played(), bots[number as usize % bots.len()]));
            }
        }
    }
    works
}

/// The module of the page answers as the program does.
#[test]
fn it_answers_as_the_program_does() {
    let Some(site) = Site::open() else { return };
    let here: &'static Here = Box::leak(Box::new(Here(Mutex::default(), Instant::now())));
    let mut engine = WorkerEngine::new(here, site.folder.path().join("brains"));
    let works = works(9);
    assert!(works.len() >= 100, "{}", works.len());
    let expected: Vec<Value> = works.iter().map(|work| timeless(&native(&mut engine, here, work))).collect();
    let page = site.page();
    page.open("");
    let results = page.session.run(WORK, &[json!(works), json!("engine/plywood.wasm.gz")]);
    for ((work, expected), result) in works.iter().zip(&expected).zip(results.as_array().unwrap()) {
        assert_eq!(timeless(result), *expected, "{work}; 'cargo xtask web' builds the module anew");
    }
    page.clean(&[]);
}

/// Nodes a second in the browser and in this process, by turns. Run it in a release build.
#[test]
#[ignore = "a measurement: cargo test --release -p plywood-browser --test page -- --ignored --nocapture half"]
fn half_of_the_nodes_a_second() {
    let Some(site) = Site::open() else { return };
    let here: &'static Here = Box::leak(Box::new(Here(Mutex::default(), Instant::now())));
    let mut engine = WorkerEngine::new(here, site.folder.path().join("brains"));
    let page = site.page();
    page.open("");
    let rate = |result: &Value| {
        let said = said(result);
        said["nodes"].as_f64().unwrap() / said["seconds"].as_f64().unwrap()
    };
    let workshop = Workshop::standard();
    let mut worst = f64::INFINITY;
    for family in workshop.families().iter().filter(|family| family.name != "tree") {
        let game = workshop.open(family.name).unwrap();
        let mut play = game.begin(None, "", 1).unwrap();
        // A die is rolled first: only a player can be given a hint.
        while play.turn().player().is_none() {
            play.roll().unwrap();
        }
        let bots: &[&str] = if game.details().has_chance {
            &["expectiminimax:time=500ms", "mcts:time=500ms"]
        } else {
            &["engine:time=500ms", "mcts:time=500ms"]
        };
        for bot in bots {
            let work = hint(family.name, play.played(), bot);
            // The first one warms up.
            let browser =
                page.session.run(WORK, &[json!([work, work, work]), json!("engine/plywood.wasm.gz")]);
            let browser = browser.as_array().unwrap().iter().skip(1).map(rate).fold(0.0, f64::max);
            let native = (0..2).map(|_| rate(&native(&mut engine, here, &work))).fold(0.0, f64::max);
            worst = worst.min(browser / native);
            println!(
                "{:14} {bot:28} browser {browser:10.0} native {native:10.0}  {:.2}",
                family.name,
                browser / native
            );
        }
    }
    println!("the least share is {worst:.2}");
}
