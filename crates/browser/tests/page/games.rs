//! Whole games.

use plywood_browser::page::Page;

use crate::shared::Stage;

/// Plays `wanted` in order, then anything, until the game is over.
fn play_out(page: &Page, wanted: &[&str]) {
    let mut wanted = wanted.iter();
    while page.mark().turn != "over" {
        let moves = page.moves();
        let text = wanted.find(|text| moves.iter().any(|other| other == *text)).map(ToString::to_string);
        page.play(&text.unwrap_or_else(|| moves[0].clone()));
    }
}

#[test]
fn lines() {
    let Some(stage) = Stage::open() else { return };
    let page = stage.page();
    assert_eq!(page.open(""), "lobby");
    page.pictures("lobby");
    page.click("[data-play=tictactoe]");
    page.view("table");
    page.pictures("tictactoe");
    play_out(&page, &["b2"]);
    page.pictures("tictactoe-end");
    page.clean(&[]);
}
