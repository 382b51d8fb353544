//! Sheets for classes: made by a teacher, worked on by a pupil with a phone, and opened without counting.

use plywood_browser::page::{Page, Screen};
use serde_json::json;

use crate::puzzles::puzzles;
use crate::shared::{SHEET, Stage};

/// Types into a field.
fn fill(page: &Page, selector: &str, text: &str) {
    page.click(selector);
    page.write(text);
}

/// Solves the puzzle that is shown, of four in a row.
fn solve(page: &Page, at: usize) {
    page.appears("main[data-puzzle=open]");
    let puzzle = &puzzles("connect4")[at];
    for (ply, mv) in puzzle["solution"].as_array().unwrap().iter().enumerate().step_by(2) {
        page.ply(ply);
        page.choose(mv.as_str().unwrap());
    }
    page.appears("main[data-puzzle=solved]");
}

#[test]
fn a_teacher_sees_who_solved_what() {
    let Some(stage) = Stage::open() else { return };
    let (teacher, pupil) = (stage.page(), stage.page());
    // A puzzle by its button, a quiz by its link, a board by sharing it.
    teacher.open("puzzles/connect4?n=150");
    teacher.click("[data-action=put]");
    teacher.view("sheet");
    assert!(teacher.has("[data-action=hand-out]:disabled"), "it has no title");
    fill(&teacher, "[data-field=title]", "Find the win");
    fill(&teacher, "#sheet-title", "Week 1");
    let quiz = "tree?game=tree:(a:(b:3 c:5) d:(e:2 f:9))&view=trace&bot=minimax&quiz=values";
    fill(&teacher, "#sheet-paste", "nothing that is here");
    teacher.click("[data-action=add]");
    teacher.appears(".trouble:not([hidden])");
    teacher.session.run(
        "document.querySelector('#sheet-paste').value = arguments[0]",
        &[json!(format!("{}#/{quiz}", stage.house.url()))],
    );
    teacher.click("[data-action=add]");
    teacher.appears(".sheet-items li:nth-child(2)");
    teacher.open("hex:size=4?moves=b2&ply=1");
    teacher.click("[data-action=share]");
    teacher.click("dialog [data-action=put]");
    teacher.appears(".sheet-items li:nth-child(3)");
    // The board comes before the quiz.
    teacher.click(".sheet-items li:nth-child(3) [data-action=up]");
    teacher.picture("sheet-made-1280-light");
    teacher.click("[data-action=hand-out]");
    teacher.appears("main[data-names='0']");
    let link = teacher.session.run("return document.querySelector('.handed input').value", &[]);
    let link = link.as_str().unwrap().split("#/").nth(1).unwrap().to_string();
    // The pupil has a phone.
    pupil.screen(Screen::Phone);
    pupil.touch();
    pupil.open(&link);
    fill(&pupil, "#sheet-pupil", "Žofia");
    pupil.click("[data-action=begin]");
    pupil.picture("sheet-390-light");
    pupil.click("[data-item='0']");
    pupil.view("puzzles");
    solve(&pupil, 149);
    pupil.appears(".sheet-tick .icon");
    pupil.picture("sheet-puzzle-390-light");
    teacher.appears("main[data-names='1']");
    pupil.click(".controls [data-action=next]");
    pupil.view("record");
    pupil.picture("sheet-board-390-light");
    pupil.click("[data-action=sheet-done]");
    pupil.appears(".sheet-tick .icon");
    pupil.click("[data-action=sheet-next]");
    pupil.view("tree");
    // All three inner nodes.
    for (path, value) in [("a", "3"), ("d", "2"), ("", "3")] {
        assert!(!pupil.has(".sheet-tick .icon"), "not all is said yet");
        pupil.click(&format!(".lab-node[data-path='{path}']"));
        fill(&pupil, "#lab-answer-value", value);
        pupil.press(&["Enter"]);
        pupil.appears(".lab-verdict.right");
    }
    pupil.appears(".sheet-tick .icon");
    pupil.picture("sheet-quiz-390-light");
    pupil.click("[data-action=sheet-list]");
    pupil.appears("main[data-solved='3']");
    let ticked = "return document.querySelectorAll('.sheet-results td .icon').length === 3";
    teacher.wait("the table has all three", ticked, &[]);
    teacher.picture("sheet-results-1280-light");
    teacher.screen(Screen::Phone);
    teacher.picture("sheet-results-390-light");
    // It is gone with all names.
    teacher.click("[data-action=drop]");
    teacher.click("[data-action=drop-sure]");
    teacher.view("sheet");
    teacher.goes(".lines .line");
    pupil.open(&link);
    assert!(pupil.session.run("return document.body.dataset.ready", &[]) != "sheet");
    teacher.clean(&[]);
    pupil.clean(&["404"]);
}

#[test]
fn a_sheet_in_a_link_is_ticked_in_the_browser() {
    let Some(stage) = Stage::open() else { return };
    let page = stage.page();
    page.open(SHEET);
    page.appears("main[data-solved='0']");
    page.click("[data-item='0']");
    solve(&page, 149);
    page.click("[data-action=sheet-list]");
    page.appears("main[data-solved='1']");
    page.open("sheet/link?data=nonsense");
    page.view("missing");
    page.clean(&[]);
}
