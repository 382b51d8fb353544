//! Traffic: nothing from elsewhere, little at first, all of it below the path of the page.

use plywood_browser::page::Page;
use plywood_browser::proxy::Proxy;
use serde_json::{Value, json};

use crate::shared::{LOST, Stage, page_in};

/// The most bytes of the first visit.
const FIRST_VISIT: f64 = 205_000.0;

/// The network events of the browser since the last call: the name of each and its details.
fn network(page: &Page) -> Vec<(String, Value)> {
    let lines = page.session.log("performance");
    let messages =
        lines.iter().filter_map(|line| serde_json::from_str::<Value>(line["message"].as_str()?).ok());
    let events = messages.map(|mut message| message["message"].take());
    events
        .map(|mut it| (it["method"].as_str().unwrap_or_default().to_string(), it["params"].take()))
        .collect()
}

/// The bytes that came for what the page at `url` asked for.
fn bytes(events: &[(String, Value)], url: &str) -> f64 {
    let of_page =
        |event: &Value| event["documentURL"].as_str().is_some_and(|document| document.starts_with(url));
    let asked = events.iter().filter(|(name, event)| name == "Network.requestWillBeSent" && of_page(event));
    let asked: Vec<&Value> = asked.map(|(_, event)| &event["requestId"]).collect();
    let came = events
        .iter()
        .filter(|(name, event)| name == "Network.loadingFinished" && asked.contains(&&event["requestId"]));
    came.filter_map(|(_, event)| event["encodedDataLength"].as_f64()).sum()
}

#[test]
fn the_first_visit_is_light() {
    let Some(stage) = Stage::open() else { return };
    let page = page_in(stage.driver.browser_with_network(), &stage.house.url());
    page.open("");
    page.appears(".card .board");
    page.still();
    let mut events = network(&page);
    let lobby = bytes(&events, &stage.house.url());
    println!("the lobby takes {:.1} kB", lobby / 1000.0);
    assert!(lobby > 20_000.0, "{lobby} bytes cannot be all");
    assert!(lobby < FIRST_VISIT, "{lobby} bytes for the lobby");
    page.click("[data-play=cube3]");
    page.view("table");
    events.extend(network(&page));
    let whole = bytes(&events, &stage.house.url());
    println!("with a first game {:.1} kB", whole / 1000.0);
    assert!(whole < FIRST_VISIT, "{whole} bytes up to the first board");
    page.clean(&[]);
}

#[test]
fn it_works_below_a_prefix_and_asks_nobody_else() {
    let Some(stage) = Stage::open() else { return };
    let proxy = Proxy::start(stage.house.address(), "/games/plywood/");
    let page = page_in(stage.driver.browser_with_network(), &proxy.url());
    page.open("");
    page.appears(".card .board");
    page.click("[data-play=tictactoe]");
    page.view("table");
    page.turn(0);
    while page.mark().turn != "over" {
        let moves = page.moves();
        page.play(&moves[0]);
    }
    page.click(".ending a[href*='#/record/']");
    page.view("record");
    page.appears("a[download]");
    let download = page.session.run("return document.querySelector('a[download]').href", &[]);
    assert!(download.as_str().is_some_and(|url| url.starts_with(&proxy.url())), "{download}");
    page.open("new?game=qubic");
    page.click("label:has(input[name=mode][value=link])");
    page.click("[data-action=start]");
    page.view("table");
    page.appears(".link-row input");
    let link = page.session.run("return document.querySelector('.link-row input').value", &[]);
    assert!(link.as_str().is_some_and(|url| url.starts_with(&proxy.url())), "{link}");
    page.open("records");
    page.open("about");
    assert_eq!(proxy.astray(), Vec::<String>::new(), "requests outside the prefix");

    // Every address that was asked for, sockets too.
    let socket = proxy.url().replace("http:", "ws:");
    let mut seen = 0;
    for (name, event) in network(&page) {
        // What the browser's own pages ask for is no concern of ours.
        let by_page = event["documentURL"].as_str().is_some_and(|document| document.starts_with("http"));
        let asked = name == "Network.requestWillBeSent" && by_page;
        if !asked && name != "Network.webSocketCreated" {
            continue;
        }
        let url = event["request"]["url"].as_str().or(event["url"].as_str()).unwrap_or_default();
        let ours = [&proxy.url(), &socket].iter().any(|here| url.starts_with(*here));
        assert!(
            ours || ["data:", "blob:"].iter().any(|kind| url.starts_with(kind)),
            "asked elsewhere: {url}"
        );
        seen += 1;
    }
    assert!(seen > 30, "only {seen} requests were seen");
    page.clean(&[]);
}

#[test]
fn scripts_in_the_page_are_not_run() {
    let Some(stage) = Stage::open() else { return };
    let page = stage.page();
    page.open("");
    // The policy is in force: what a hole would let in does not run, and the browser says why.
    let script = "
        const one = document.createElement('script');
        one.textContent = 'window.hacked = 1';
        document.body.append(one);
        const two = document.createElement('div');
        two.innerHTML = '<button onclick=\"window.hacked = 2\"></button>';
        document.body.append(two);
        two.firstChild.click();
        return window.hacked ?? null";
    assert_eq!(page.session.run(script, &[]), Value::Null);
    let log = page.session.log("browser");
    let refused = log
        .iter()
        .filter(|line| line["message"].as_str().is_some_and(|text| text.contains("Content Security Policy")));
    assert!(refused.count() >= 2, "{log:?}");
    // And the page itself has nothing inline.
    let inline = "return document.querySelectorAll('script:not([src])').length - 1 + document.querySelectorAll('style').length";
    assert_eq!(page.session.run(inline, &[]), 0);
}

/// A browser finds everything that it needs to offer an installation.
#[test]
fn it_can_be_installed_and_says_that_it_is_offline() {
    let Some(mut stage) = Stage::open() else { return };
    let page = stage.page();
    page.open("about");
    let manifest = page.session.cdp("Page.getAppManifest", json!({}));
    assert_eq!(manifest["errors"], json!([]), "{manifest}");
    let errors = page.session.cdp("Page.getInstallabilityErrors", json!({}));
    assert_eq!(errors["installabilityErrors"], json!([]));
    page.wait("the page is kept", "return navigator.serviceWorker.controller !== null", &[]);
    let engine = "return caches.match('engine/plywood.wasm.gz').then((found) => found === undefined)";
    assert_eq!(page.session.run(engine, &[]), true, "a page with a server needs no engine");
    // A worker has nothing to do with requests: they fail as they do without it.
    stage.house.kill();
    page.session.go(&format!("{}#/records", stage.house.url()));
    page.reload();
    assert_eq!(page.text(".message p"), "The server cannot be reached.");
    page.session.run("location.hash = '#/table/aaaaaaaaaaaaaaaa'; location.reload()", &[]);
    page.wait(
        "the game is waited for",
        "return document.querySelector('h1')?.innerText.includes('Reconnecting')",
        &[],
    );
    page.pictures("offline");
    stage.house.restart();
    page.view("missing");
    page.clean(&[LOST, &["404"]].concat());
}
