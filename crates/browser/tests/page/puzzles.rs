//! Puzzles: solved, failed and shown, the puzzle of the day; and the first steps of a game.

use std::path::Path;

use plywood_browser::page::Page;
use serde_json::{Value, json};

use crate::shared::Stage;

/// The puzzles of a file of the page.
pub fn puzzles(file: &str) -> Vec<Value> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../server/ui/puzzles");
    let text = std::fs::read_to_string(folder.join(format!("{file}.jsonl"))).unwrap();
    text.lines().map(|line| serde_json::from_str(line).unwrap()).collect()
}

/// The first puzzle of four in a row that is won with three moves: its place, and its solution.
fn three_moves() -> (usize, Vec<String>) {
    let all = puzzles("connect4");
    let at = all.iter().position(|puzzle| puzzle["plies"] == 5).unwrap();
    let solution = all[at]["solution"].as_array().unwrap();
    (at, solution.iter().map(|mv| mv.as_str().unwrap().to_string()).collect())
}

fn state(page: &Page, state: &str) {
    page.appears(&format!("main[data-puzzle={state}]"));
}

#[test]
fn a_puzzle_is_solved_move_by_move() {
    let Some(stage) = Stage::open() else { return };
    let page = stage.page();
    let (at, solution) = three_moves();
    let route = format!("puzzles/connect4?n={}", at + 1);
    page.open(&route);
    assert!(page.text(".puzzle-task").contains("win in 3 moves"), "{}", page.text(".puzzle-task"));
    state(&page, "open");
    page.picture("puzzle-1280-light");
    for (ply, mv) in solution.iter().enumerate().step_by(2) {
        page.ply(ply);
        page.choose(mv);
    }
    state(&page, "solved");
    page.ply(solution.len());
    assert!(page.text(".puzzle-said").contains(&solution.join(" ")), "{}", page.text(".puzzle-said"));
    assert!(page.text(".panel").contains("1 of 200"), "{}", page.text(".panel"));
    // The first of a row, and a result to hand on.
    page.appears("main[data-streak='1']");
    page.appears("[data-action=share-result]:not([hidden])");
    page.picture("puzzle-solved-1280-light");
    // It stays solved, and the next one is another.
    page.reload();
    page.appears(".puzzle-done");
    page.click("[data-action=next]");
    page.wait(
        "another puzzle is shown",
        "return document.querySelector('main').dataset.at !== arguments[0]",
        &[json!(at.to_string())],
    );
    page.open("");
    page.click("[data-puzzle=day]");
    page.view("puzzles");
    state(&page, "open");
    page.clean(&[]);
}

#[test]
fn a_wrong_move_is_refuted_and_the_solution_can_be_seen() {
    let Some(stage) = Stage::open() else { return };
    let page = stage.page();
    let (at, solution) = three_moves();
    page.open(&format!("puzzles/connect4?n={}", at + 1));
    let wrong = page.moves().into_iter().find(|mv| *mv != solution[0]).unwrap();
    page.choose(&wrong);
    state(&page, "wrong");
    // The reply to it is on the board, and why it does not win.
    page.ply(2);
    page.wait("it is said why", "return document.querySelector('.puzzle-said .soft')?.textContent", &[]);
    assert!(page.text(".puzzle-said code").starts_with(&wrong));
    page.picture("puzzle-wrong-1280-light");
    assert!(page.moves().is_empty(), "{:?}", page.moves());
    page.click("[data-action=again]");
    state(&page, "open");
    page.ply(0);
    page.click("[data-action=solution]");
    state(&page, "shown");
    page.ply(solution.len());
    assert!(page.text(".puzzle-said code").starts_with(&solution.join(" ")));
    page.reload();
    assert!(!page.has(".puzzle-done"), "it was not solved");
    page.clean(&[]);
}

#[test]
fn a_first_game_has_three_steps() {
    let Some(stage) = Stage::open() else { return };
    let page = stage.page();
    let seat = |game: &str| stage.house.table(game, "first").route();
    let step = |number: u32| page.appears(&format!(".first-steps[data-step='{number}']"));
    page.open(&seat("tictactoe"));
    page.turn(0);
    step(1);
    page.picture("steps-1280-light");
    page.play("b2");
    step(2);
    page.play("c3");
    step(3);
    page.click("[data-action=step]");
    page.goes(".first-steps");
    // They are done, also in the next game, and come back from how to play.
    page.open(&seat("tictactoe"));
    page.turn(0);
    assert!(!page.has(".first-steps"));
    page.click("[data-action=rules]");
    page.click("[data-action=steps]");
    step(1);
    // Another family has steps of its own, here by their button.
    page.open(&seat("hex:size=4"));
    page.turn(0);
    for number in 1..=3 {
        step(number);
        page.click("[data-action=step]");
    }
    page.goes(".first-steps");
    page.clean(&[]);
}
