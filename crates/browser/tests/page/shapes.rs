//! Boards that are nothing but data: outlines, pieces and steps of a game that the page has never heard of.

use std::process::Command;

use crate::shared::Stage;

const HOUSE: &str = env!("CARGO_BIN_EXE_shapes-house");

const BOARDS: [&str; 4] = ["hex", "edges", "pits", "walk"];

#[test]
fn boards_as_data_obey_the_laws() {
    for board in BOARDS {
        let mut check = Command::new(HOUSE);
        let checked = check.args(["check", &format!("shapes:board={board}"), "--games", "20"]).output();
        let checked = checked.expect("it runs");
        assert!(checked.status.success(), "{board}: {}", String::from_utf8_lossy(&checked.stdout));
    }
}

#[test]
fn whole_games_are_played_on_boards_as_data() {
    let Some(stage) = Stage::open_with(HOUSE) else { return };
    let page = stage.page();
    for board in BOARDS {
        page.open(&stage.house.table(&format!("shapes:board={board}"), "random").route());
        page.pictures(&format!("shapes-{board}"));
        let mut plies = 0;
        while page.mark().turn != "over" {
            // All moves are made on the board itself: there are no buttons for them.
            assert!(!page.has(".choices:not([hidden])"), "{board}");
            for _ in 0..2 {
                page.click(".board [data-move]:not([data-chosen])");
                if !page.has(".board [data-chosen]") {
                    break;
                }
            }
            plies += 1;
            page.wait(
                "a move",
                &format!("return Number(document.querySelector('[data-ply]').dataset.ply) >= {plies}"),
                &[],
            );
            page.still();
            if plies == 4 {
                page.pictures(&format!("shapes-{board}-later"));
            }
        }
        assert!(plies > 2, "{board}");
        page.appears(".ending");
        page.pictures(&format!("shapes-{board}-end"));
    }
    page.clean(&[]);
}
