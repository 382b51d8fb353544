//! Whole games of the games that have no code of their own in the page, by clicking.

use plywood_browser::page::{Page, Screen};

use crate::games::WATCH;
use crate::shared::Stage;

/// Small games, and a mark of each on the board in the middle of a game.
const GAMES: [(&str, &str); 8] = [
    ("nim:heaps=1-2", ".square"),
    ("othello:size=4", ".piece.second.disc"),
    ("breakthrough:m=4,n=4", "[data-last]"),
    ("hex:size=3", ".outlines .label"),
    ("kalah:houses=2,seeds=2", ".piece.heap .seed"),
    ("dotsandboxes:m=1,n=1", ".piece.neutral.filled"),
    ("einstein:size=4", ".tray .die .pip"),
    ("ultimate", ".lamp .active"),
];

/// The name of a game without its options.
fn family(game: &str) -> &str {
    game.split(':').next().unwrap_or(game)
}

/// Makes some move by pointing at the board, or by a button if there is nothing to point at.
fn play_on(page: &Page) {
    let ply = page.mark().ply;
    page.click(".board [data-move]");
    if page.has(".board [data-chosen]") {
        page.click(".board [data-move]:not([data-move=''])");
    }
    page.turn(ply + 1);
}

#[test]
fn whole_games_at_both_widths() {
    let Some(stage) = Stage::open() else { return };
    let page = stage.page();
    for (screen, width) in [(Screen::Desktop, 1280), (Screen::Phone, 390)] {
        page.screen(screen);
        for (game, mark) in GAMES {
            let name = family(game);
            page.open(&stage.house.table(game, "random").route());
            page.turn(0);
            let mut seen = false;
            while page.mark().turn != "over" {
                seen |= page.has(&format!(".board {mark}"));
                play_on(&page);
            }
            assert!(seen, "{game}: '{mark}' was never seen");
            page.appears(".ending");
            page.picture(&format!("{name}-end-{width}-light"));
        }
    }
    page.clean(&[]);
}

#[test]
fn pictures_in_the_middle_of_a_game() {
    let Some(stage) = Stage::open() else { return };
    let page = stage.page();
    for game in GAMES.map(|(game, _)| family(game)) {
        // A game of Nim may be over after three moves.
        let moves = if game == "nim" { 1 } else { 4 };
        page.motion(true);
        page.open(&stage.house.table(game, "random").route());
        page.turn(0);
        page.session.run(WATCH, &[]);
        for _ in 0..moves {
            play_on(&page);
        }
        page.still();
        let moved = page.session.run("return window.moved", &[]);
        assert_eq!(moved[0][0], true, "{game}: moves are seen: {moved}");
        page.motion(false);
        page.pictures(game);
    }
    page.clean(&[]);
}
