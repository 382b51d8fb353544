//! Games that have no code of their own in the page: their pictures, and what is large enough to be pressed.

use plywood_browser::page::Screen;
use serde_json::json;

use crate::games::WATCH;
use crate::shared::{Stage, play_on, random_moves};

/// A large board stands on a corner where it is larger that way, and its cells can be pressed.
#[test]
fn hexagons_are_large_enough_on_a_phone() {
    let Some(stage) = Stage::open() else { return };
    let page = stage.page();
    page.screen(Screen::Phone);
    page.open(&stage.house.table("hex", "random").route());
    page.turn(0);
    let size = page.session.run(
        "const { width, height } = document.querySelector('[data-move] .hit').getBoundingClientRect();
         return Math.min(width, height)",
        &[],
    );
    assert!(size.as_f64().is_some_and(|size| size >= 24.0), "{size}");
    page.clean(&[]);
}

/// Games, and how many plies at random come before the picture: boxes and boards take some to be won.
const MIDDLES: [(&str, usize); 9] = [
    ("nim", 1),
    ("othello", 8),
    ("breakthrough", 8),
    ("hex", 8),
    ("kalah", 8),
    ("dotsandboxes", 14),
    ("einstein", 8),
    ("ultimate", 24),
    ("morris", 8),
];

#[test]
fn pictures_in_the_middle_of_a_game() {
    let Some(stage) = Stage::open() else { return };
    let page = stage.page();
    page.open("about");
    for (game, plies) in MIDDLES {
        let wish = json!({"moves": random_moves(&page, game, plies), "seats": ["me", {"bot": "random"}]});
        page.open(&stage.house.table_with(game, wish).route());
        page.turn(plies);
        page.motion(true);
        page.session.run(WATCH, &[]);
        play_on(&page);
        page.still();
        let moved = page.session.run("return window.moved", &[]);
        assert_eq!(moved[0][0], true, "{game}: moves are seen: {moved}");
        page.motion(false);
        page.pictures(game);
    }
    page.clean(&[]);
}
