//! The report of a tournament: one file, opened from the disk.

use std::process::Command;

use plywood_browser::session::{BrowserSession, Driver};
use serde_json::json;
use tempfile::TempDir;

/// The elements on the board, and the ply in words.
fn board(browser: &BrowserSession) -> (u64, String) {
    let found = browser.run(
        "return [document.getElementById('board').children.length, document.getElementById('ply').textContent];",
        &[],
    );
    (found[0].as_u64().unwrap(), found[1].as_str().unwrap().to_string())
}

fn press(browser: &BrowserSession, key: &str) {
    let actions = ["keyDown", "keyUp"].map(|kind| json!({ "type": kind, "value": key }));
    browser.act(json!({ "type": "key", "id": "keys" }), &actions);
}

#[test]
fn a_game_of_a_report_is_replayed() {
    let Some(driver) = Driver::start() else { return };
    let folder = TempDir::with_prefix("plywood-report-").unwrap();
    let page = folder.path().join("report.html");
    // Two players whose games have no random choices: the first game always is the same.
    let done = Command::new(env!("CARGO_BIN_EXE_house"))
        .args("tournament --game tictactoe --player engine --player random --pairs 2 -o".split(' '))
        .arg(&page)
        .output()
        .unwrap();
    assert!(done.status.success(), "{}", String::from_utf8_lossy(&done.stderr));
    let browser = driver.browser();
    browser.go(&format!("file://{}#game-1", page.display()));
    let (empty, start) = board(&browser);
    assert!(start.starts_with("0 / "), "{start}");
    for _ in 0..3 {
        press(&browser, "\u{e014}");
    }
    let (elements, ply) = board(&browser);
    assert!(elements >= empty + 3 && ply.starts_with("3 / "), "{ply}: {elements} elements after {empty}");
    press(&browser, "\u{e012}");
    assert!(board(&browser).1.starts_with("2 / "));
    browser.run("document.querySelector('[data-go=first]').click();", &[]);
    assert_eq!(board(&browser), (empty, start));
    let wide = "return document.documentElement.scrollWidth <= window.innerWidth;";
    assert_eq!(browser.run(wide, &[]), json!(true), "the page is wider than its window");
    let errors = browser.log("browser");
    assert!(errors.is_empty(), "{errors:?}");
}
