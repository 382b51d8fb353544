//! Whole games of the games that have no code of their own in the page, by clicking.

use plywood_browser::page::Screen;

use crate::games::WATCH;
use crate::shared::{Stage, play_on};

/// Small games, and marks of each on the board in the course of a game.
const GAMES: [(&str, &[&str]); 9] = [
    ("nim:heaps=1-2", &[".square"]),
    ("othello:size=4", &[".piece.second.disc"]),
    ("breakthrough:m=4,n=4", &["[data-last]"]),
    ("hex:size=3", &[".outlines .label"]),
    ("kalah:houses=2,seeds=2", &[".piece.heap .seed"]),
    ("dotsandboxes:m=1,n=1", &[".piece.first.filled", ".piece.second.filled"]),
    ("einstein:size=4", &[".tray .die .pip", ".piece.cube"]),
    ("ultimate", &[".lamp .active", ".verdict .piece"]),
    ("morris:men=3", &[".rules", ".pit", ".piece.second"]),
];

/// The name of a game without its options.
fn family(game: &str) -> &str {
    game.split(':').next().unwrap_or(game)
}

#[test]
fn whole_games_at_both_widths() {
    let Some(stage) = Stage::open() else { return };
    let page = stage.page();
    for (screen, width) in [(Screen::Desktop, 1280), (Screen::Phone, 390)] {
        page.screen(screen);
        for (game, marks) in GAMES {
            let name = family(game);
            page.open(&stage.house.table(game, "random").route());
            page.turn(0);
            let mut unseen = marks.to_vec();
            let mut look = || unseen.retain(|mark| !page.has(&format!(".board {mark}")));
            while page.mark().turn != "over" {
                look();
                play_on(&page);
            }
            look();
            assert!(unseen.is_empty(), "{game}: {unseen:?} were never seen");
            page.appears(".ending");
            page.picture(&format!("{name}-end-{width}-light"));
        }
    }
    page.clean(&[]);
}

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

#[test]
fn pictures_in_the_middle_of_a_game() {
    let Some(stage) = Stage::open() else { return };
    let page = stage.page();
    for game in GAMES.map(|(game, _)| family(game)) {
        // A game of Nim may be over after three moves; boxes and boards take more to be won.
        let moves = match game {
            "nim" => 1,
            "dotsandboxes" => 10,
            "ultimate" => 16,
            _ => 4,
        };
        page.open(&stage.house.table(game, "random").route());
        page.turn(0);
        for _ in 1..moves {
            play_on(&page);
        }
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
