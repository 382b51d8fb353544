//! Playing at the terminal, as a person types.

use crate::common::{self, Scratch, games_learnt, json_of, plywood_with_input};

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

/// a2 lets X win; b1 comes too late for a draw.
#[test]
fn people_get_figures_at_the_end() {
    let moves = ["a1", "a2", "b2", "b1", "c3", "q"];
    let text = play(&["tictactoe", "--second", "human"], &moves);
    let figures = [
        "\n  X: mistakes 0, inaccuracies 0, only moves 0; decisions kept: 100.0 % (2 of 2)\n",
        "  O: mistakes 1, inaccuracies 0, only moves 0; decisions kept: 0.0 % (0 of 1)\n",
        "  O: costliest move a2 (number 2), cost 50.0 %\n",
    ];
    has(&text, &["X wins", &figures.concat(), "again"]);
    let against_bot = play(&["tictactoe", "--second", "first"], &["b2", "a1", "c1", "b3", "q"]);
    assert!(against_bot.contains("  X: mistakes ") && !against_bot.contains("  O: "), "{against_bot}");
    let resigned = play(&["tictactoe", "--second", "human"], &["resign", "q"]);
    let bots = play(&["tictactoe", "--first", "first", "--second", "first"], &[]);
    assert!(![resigned, bots].concat().contains("mistakes"));
}

#[test]
fn a_wrong_move_is_explained_and_asked_for_again() {
    let text = play(&["tictactoe", "--second", "human"], &["b9", "b2", "b2", "quit"]);
    has(&text, &["X >", "b9", "X >", "O >", "b2", "O >"]);
}

#[test]
fn words_of_help_are_understood() {
    let text = play(
        &["tictactoe", "--second", "engine"],
        &["help", "moves", "hint", "why", "show", "", "nonsense", "b2", "why", "quit"],
    );
    has(
        &text,
        &["every legal move", "a3 b3 c3", "draw", "expects", "9 moves", "nonsense", "O plays", "draw"],
    );
}

#[test]
fn hint_and_why_are_one_answer() {
    let text = play(&["tictactoe", "--second", "human", "--moves", "a1 b1"], &["hint", "why", "quit"]);
    let answers: Vec<&str> = text.lines().filter_map(|line| line.strip_prefix("X >   ")).collect();
    assert_eq!(answers, ["a2: win in 5 plies"; 2], "{text}");
    assert!(text.contains("   a2    win in 5 plies"), "{text}");
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
fn two_people_take_back_and_play_again_without_asking_each_other() {
    let text = play(&["tictactoe", "--second", "human"], &["b2", "undo", "a1", "undo", "redo", "b1", "quit"]);
    has(
        &text,
        &[
            "position: 3/1x1/3 o",
            "there is no move of yours to take back",
            "position: 3/1x1/o2 x",
            "position: 3/3/3 x",
            "X > ",
            "position: 3/1x1/3 o",
            "O > ",
            "position: 3/1x1/1o1 x",
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
fn an_empty_line_rolls_in_pig() {
    let text = play(&["pig:die=coin,target=4", "--second", "hold:at=2", "--seed", "1"], &["", "quit"]);
    has(&text, &["first to move, 1 move: roll", "chance: "]);
}

#[test]
fn the_terminal_speaks_english_only() {
    has(&play(&["tictactoe", "--language", "en"], &["quit"]), &["X to move"]);
    let run = common::plywood(&["play", "tictactoe", "--language", "hu"]);
    assert_eq!(run.code, 2);
    has(&run.stderr, &["'hu'", "plywood serve", "five languages"]);
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
    // Moves may be copied out of a record, and a file that cannot be written is refused before the game.
    let copied = json_of(&["show", "connect4", "--moves", "1. d f 2. c"]);
    assert_eq!(copied["played"].to_string(), r#"["d","f","c"]"#);
    let run = common::plywood(&["play", "tictactoe", "--save", "/no/dir/x"]);
    assert_eq!((run.code, run.stdout.as_str()), (2, ""), "{}", run.stderr);
}

#[cfg(unix)]
#[test]
fn a_bot_that_fails_is_named_and_costs_no_record() {
    let scratch = Scratch::new("play-failing");
    let [script, file] = ["bot.sh", "saved.txt"].map(|name| scratch.file(name));
    let text = "read -r hello; read -r question; echo '{\"move\":\"a1\"}'; read -r question; exit 3\n";
    std::fs::write(&script, text).unwrap();
    let bot = format!("exec:sh {script}");
    let run = plywood_with_input(&["play", "tictactoe", "--second", &bot, "--save", &file], "b2\nb1\nquit\n");
    assert_eq!(run.code, 1, "{}", run.stderr);
    has(&run.stderr, &[&format!("'{bot}': it ended (exit status: 3)")]);
    assert_eq!(json_of(&["show", "--record", &file])["played"].to_string(), r#"["b2","a1","b1"]"#);
}

#[test]
fn resigning_loses() {
    has(
        &play(&["connect4", "--second", "random"], &["d", "resign", "q"]),
        &["X resigned: O wins", "again, swap sides"],
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
            "X (human) against O (level:n=1)",
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
            "Options (Enter",
            "'4' is not possible",
            "Who plays light",
            "Who plays dark",
            "unknown bot '9'",
            "light (human) against dark (random)",
        ],
    );
}

/// The menu has names for people, which can be typed too; each opens its game.
#[test]
fn the_menu_has_names_and_the_opponent_has_a_level() {
    let text = play(&["--level", "2"], &["Four in a row", "", "", "quit"]);
    has(&text, &["Tic-tac-toe", "tictactoe", "Four in a row", "connect4", "Drop discs into seven columns"]);
    has(&text, &["[2] >", "connect4: X (human) against O (level:n=2)"]);
    assert!(!text.contains("m=7,n=6"), "{text}");
    for (args, expected) in [
        (&[][..], "X (human) against O (level:n=4)"),
        (&["--level", "1"], "X (human) against O (level:n=1)"),
        (&["--first", "human", "--level", "2"], "X (human) against O (level:n=2)"),
        (&["--second", "human", "--level", "2"], "X (level:n=2) against O (human)"),
        (&["--first", "random"], "X (random) against O (human)"),
    ] {
        has(&play(&[&["tictactoe"], args].concat(), &["quit"]), &[expected]);
    }
    for named in
        [&["--first", "human", "--second", "random"][..], &["--first", "random"], &["--second", "random"]]
    {
        let run = common::plywood(&[&["play", "nim", "--level", "2"], named].concat());
        assert_eq!(run.code, 2);
        has(&run.stderr, &["--level is for an opponent that is not named", "--second level:n=2"]);
    }
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

/// A person who answers whatever the machine does with the first of these moves that can be played.
const RIGID: [&str; 9] = ["a1", "b2", "c3", "a2", "a3", "b1", "b3", "c1", "c2"];

fn result_of(text: &str) -> &str {
    ["X wins", "O wins", "a draw"]
        .into_iter()
        .find(|result| text.contains(&format!("\n  {result}\n")))
        .unwrap_or_else(|| panic!("the game ends: {text}"))
}

#[test]
fn the_machine_learns_to_answer_a_person_who_always_plays_the_same() {
    let scratch = Scratch::new("rigid");
    let brain = scratch.file("brain");
    let bot = format!("learner:brain={brain}");
    let game = |bot: &str| play(&["tictactoe", "--second", bot, "--seed", "3"], &RIGID);
    // A machine that knows nothing and learns nothing loses again and again.
    json_of(&["learn", "tictactoe", "--brain", &brain, "--stage", "1", "random", "--every", "0"]);
    json_of(&["brain", "reset", &brain, "--yes"]);
    for _ in 0..3 {
        assert_eq!(result_of(&game(&bot)), "X wins");
    }
    let learning = bot + ",learn=on";
    let first = game(&learning);
    assert_eq!(result_of(&first), "X wins");
    has(&first, &["Learner: 1 game learnt.", "were new.", "it would have played"]);
    let games: Vec<String> = (2..=8).map(|_| game(&learning)).collect();
    assert!(games[3..].iter().all(|text| result_of(text) != "X wins"), "{}", games[3]);
    has(&games[6], &["8 games learnt."]);
    assert_eq!(games_learnt(&brain), 8);
}

#[test]
fn a_game_is_learnt_once_and_only_when_it_is_over() {
    let scratch = Scratch::new("learnt-once");
    let brain = scratch.file("brain");
    let bot = format!("learner:brain={brain},learn=on");
    // Left in the middle, taken back, resigned, and again with sides swapped.
    assert!(!play(&["tictactoe", "--second", &bot], &["b2", "quit"]).contains("game learnt"));
    assert_eq!(games_learnt(&brain), 0);
    let text = play(&["tictactoe", "--second", &bot], &["b2", "undo", "a1", "resign", "s", "resign", "q"]);
    has(&text, &["O wins", "1 game learnt", "X (learner", "X wins", "2 games learnt", "again"]);
    assert_eq!(games_learnt(&brain), 2);
    let args = ["play", "tictactoe", "--first", &bot, "--second", &bot, "--seed", "1"];
    let told = json_of(&args);
    let lessons = told["learnt"].as_array().unwrap();
    assert_eq!((lessons.len(), &lessons[0]["games"]), (1, &3.into()), "{told}");
    for key in ["new_positions", "new_moves", "changed_moves", "changes"] {
        assert!(lessons[0].get(key).is_some(), "{key}");
    }
    assert_eq!(games_learnt(&brain), 3);
    let told = json_of(&["play", "tictactoe", "--first", "random", "--second", "random"]);
    assert_eq!(told["learnt"].to_string(), "[]");
}

#[cfg(unix)]
#[test]
fn ctrl_c_loses_nothing_that_was_learnt() {
    use std::io::{Read, Write};
    let scratch = Scratch::new("play-interrupted");
    let brain = scratch.file("brain");
    let mut child =
        common::spawn(&["play", "tictactoe", "--second", &format!("learner:brain={brain},learn=on")]);
    let mut person = child.stdin.take().unwrap();
    person.write_all(b"b2\nresign\na\nb2\n").unwrap();
    let (mut said, mut screen) = (Vec::new(), child.stdout.take().unwrap());
    // Until the machine has answered in the second game.
    while String::from_utf8_lossy(&said).matches("O plays").count() < 2 {
        let mut some = [0; 4096];
        let n = screen.read(&mut some).unwrap();
        assert!(n > 0, "it goes on: {}", String::from_utf8_lossy(&said));
        said.extend_from_slice(&some[..n]);
    }
    common::interrupt(&child);
    screen.read_to_end(&mut said).unwrap();
    assert_eq!(child.wait().unwrap().code(), Some(0));
    assert_eq!(games_learnt(&brain), 1);
}
