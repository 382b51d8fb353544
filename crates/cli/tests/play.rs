//! Playing at the terminal, as a person types.

mod common;

use common::{json_of, plywood_with_input};

/// Types these lines into `plywood play` and returns what it prints; it has to end well.
fn play(args: &[&str], lines: &[&str]) -> String {
    let run = plywood_with_input(&[&["play"], args].concat(), &(lines.join("\n") + "\n"));
    assert_eq!(run.code, 0, "{args:?} {lines:?}\n{}{}", run.stdout, run.stderr);
    run.stdout
}

fn has(text: &str, parts: &[&str]) {
    let mut rest = text;
    for part in parts {
        match rest.find(part) {
            Some(place) => rest = &rest[place + part.len()..],
            None => panic!("'{part}' is missing (in this order) in:\n{text}"),
        }
    }
}

#[test]
fn two_people_play_to_the_end() {
    let moves = ["a1", "a2", "b1", "b2", "c1", "q"];
    has(&play(&["tictactoe", "--second", "human"], &moves), &["X to move", "O to move", "X wins", "again"]);
}

#[test]
fn a_wrong_move_is_explained_and_asked_for_again() {
    let text = play(&["tictactoe", "--second", "human"], &["b9", "b2", "b2", "quit"]);
    has(&text, &["X >", "b9", "X >", "O >", "b2", "O >"]);
}

#[test]
fn words_of_help_are_understood() {
    let text = play(
        &["tictactoe", "--second", "alphabeta"],
        &["help", "moves", "hint", "why", "show", "", "nonsense", "b2", "why", "quit"],
    );
    has(
        &text,
        &["every legal move", "a3 b3 c3", "draw", "expects", "9 moves", "nonsense", "O plays", "draw"],
    );
}

#[test]
fn the_piece_that_came_last_is_marked_and_stays_so() {
    let text = play(&["tictactoe", "--second", "human"], &["b2", "show", "a1", "quit"]);
    assert_eq!((text.matches("[x]").count(), text.matches("[o]").count()), (2, 1), "{text}");
}

#[test]
fn undo_takes_back_the_answer_too_and_redo_plays_both_again() {
    let text = play(&["tictactoe", "--second", "first"], &["b2", "undo", "undo", "redo", "undo", "quit"]);
    has(
        &text,
        &[
            "position: 3/3/3 x",
            "O plays a3",
            "position: o2/1x1/3 x",
            "position: 3/3/3 x",
            "there is no move of yours to take back",
            "position: o2/1x1/3 x",
            "position: 3/3/3 x",
        ],
    );
}

#[test]
fn pig_understands_yes_and_no() {
    let answers: Vec<&str> = ["y", "n"].into_iter().cycle().take(120).collect();
    let text = play(&["pig:die=coin,target=4", "--second", "hold:at=2", "--seed", "1"], &answers);
    has(&text, &["first to move", "chance:", "wins"]);
}

#[test]
fn a_game_is_saved_and_shown_again() {
    let file = std::path::Path::new(env!("CARGO_TARGET_TMPDIR")).join("saved.txt");
    let _ = std::fs::remove_file(&file);
    let file = file.to_str().unwrap();
    let text = play(
        &["cube3", "--second", "human"],
        &["222", "111", &format!("save {file}"), "save", "save /no/dir/x", "quit"],
    );
    has(&text, &["saved to", "save where?", "cannot save"]);
    assert_eq!(json_of(&["show", "--record", file])["played"].to_string(), r#"["222","111"]"#);
}

#[test]
fn resigning_loses() {
    has(
        &play(&["connect4", "--second", "random"], &["d", "resign", "q"]),
        &["X resigned: O wins", "again, sides swapped"],
    );
}

#[test]
fn the_next_game_swaps_sides_or_asks_anew() {
    let text = play(
        &["tictactoe", "--second", "first", "--seed", "3"],
        &["resign", "s", "resign", "o", "tictactoe", "0", "1", "resign", "q"],
    );
    has(
        &text,
        &[
            "X (human) against O (first)",
            "X (first) against O (human)",
            "What would you like to play?",
            "X (human) against O (random)",
        ],
    );
}

#[test]
fn without_a_game_it_asks_for_game_options_players_and_strength() {
    let text = play(&[], &["nothing", "pikkpakk", "4", "3", "", "", "0", "9", "random", "quit"]);
    has(
        &text,
        &[
            "What would you like to play?",
            "unknown game 'nothing'",
            "options",
            "'4' will not do",
            "Who plays light",
            "Who plays dark",
            "unknown bot '9'",
            "light (human) against dark (random)",
        ],
    );
}

#[test]
fn two_bots_play_by_themselves() {
    has(
        &play(&["pikkpakk:size=3", "--first", "random", "--second", "rules", "--seed", "2"], &[]),
        &["light plays"],
    );
    let over = json_of(&["play", "pig", "--first", "random", "--second", "hold:at=20", "--seed", "2"]);
    assert!(over["outcome"] == "first" || over["outcome"] == "second", "{over}");
}

#[test]
fn the_input_may_end_anywhere() {
    for lines in [&[][..], &["tictactoe"], &["tictactoe", "0"], &["tictactoe", "0", "0", "b2"]] {
        play(&[], lines);
    }
}
