//! The pictures of the book that show the page.

use std::path::Path;

use serde_json::json;

use crate::shared::Stage;

/// A published example: light encloses the target within three plies, and the values say so.
#[test]
#[ignore = "it writes into the book: after changes of the page"]
fn the_pictures_of_the_book_are_made_anew() {
    let stage = Stage::open().expect("a browser makes them");
    let page = stage.page();
    let position = "9/1wbbbbbb1/1wbwwwww1/1wbwbbbw1/1wbwtwbw1/1wbbbwbw1/1wwwwwbw1/1bbbbbbw1/9 b";
    let example = json!({"position": position, "moves": ["e-"], "seats": ["me", {"bot": "level:n=3"}]});
    page.open(&stage.house.table_with("pikkpakk", example).route());
    page.click("#tab-think");
    page.click("[data-action=hint]");
    page.appears(".worths");
    page.still();
    let place = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../book/src/pictures/page.png");
    std::fs::write(&place, page.session.picture())
        .unwrap_or_else(|error| panic!("{}: {error}", place.display()));
}
