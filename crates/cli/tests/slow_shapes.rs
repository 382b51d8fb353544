//! The shape of `--json` in every family and command, by rules that hold for all of them.

use plywood_workshop::{FamilyInfo, Workshop};
use serde_json::Value as Json;

use crate::common::{json_of, plywood};

/// A small game of each family with positions: the opening, others, and finished ones. The last word says if the game ends in
/// points. Other families have their samples.
const GAMES: &[(&str, &[&str], bool)] = &[
    ("tictactoe", &["xox/o1o/x2 x", "xoo/ox1/x1x o"], false),
    ("cube:n=2,d=3", &[], false),
    ("pikkpakk:size=3", &[], false),
    ("pig:target=6", &["0 0 0 first rolling", "3 2 1 second rolling", "6 2 0 second"], false),
    ("piglet:target=3", &["1 0 1 second rolling"], false),
    ("nim:heaps=1-2", &["0-0 second"], false),
    ("othello:size=4", &["xxxx/xxxx/xxxx/xxx1 x", "xoxo/xoxo/xoxo/xoxo x"], true),
    ("breakthrough:m=3,n=3", &["bb1/w2/1ww b"], false),
    ("hex:size=2", &[], false),
    ("kalah:houses=2,seeds=1", &["0-0 2 0-0 2 first"], true),
    ("dotsandboxes:m=1,n=2", &["./.././../. 0-0 first"], true),
    ("einstein", &["-,-,-,-,-,d4 b2,-,-,-,-,- first", "-,-,-,-,-,d4 b2,-,-,-,-,- second 2"], false),
    ("ultimate", &[], false),
    ("tree:(a:3 b:(c:1 d:-5))", &["a", "b/d"], true),
    ("tree:(0 -5)", &[], true),
    ("tree:{1/2 W 1/2 (L =)}", &["b", "b/b"], false),
];

/// Games whose opening is too large for some of these questions.
const LARGE: &[&str] = &["einstein", "ultimate"];

/// The questions about a position.
const QUESTIONS: &[&str] = &[
    "show",
    "eval",
    "analyse --bot expectiminimax:depth=1 --all",
    "analyse --bot random",
    "solve",
    "solve --depth 1",
    "solve --within 2",
    "solve --within 2 --side second",
    "solve --method enumerate",
    "solve --method iterate",
    "solve --method proof",
    "solve --method race",
    "perft 1",
    "count --max 5000",
    "tree --bot minimax:depth=1",
];

const WORDS: [&str; 3] = ["win", "loss", "draw"];

/// Checks what holds for every object of an answer, whatever its command.
fn check_all(object: &Json, about: &str) {
    match object {
        Json::Array(items) => items.iter().for_each(|item| check_all(item, about)),
        Json::Object(fields) => {
            for (key, value) in fields {
                let is_right = match key.as_str() {
                    "error" => value["kind"].is_string() && value["message"].is_string(),
                    "proved" => value.is_null() || WORDS.iter().any(|word| value == word),
                    "side" => ["first", "second"].iter().any(|side| value == side),
                    "turn" => ["first", "second", "chance", "over"].iter().any(|turn| value == turn),
                    "plies" | "depth" | "nodes" | "positions" => {
                        value.is_null() || value.is_u64() || value.is_array() || value.is_object()
                    }
                    "win_probability" | "probability" => {
                        value.is_null() || value.as_f64().is_some_and(|p| (-1e-9..1.0 + 1e-9).contains(&p))
                    }
                    "error_bound" => value.is_null() || value.as_f64().is_some_and(|bound| bound >= 0.0),
                    "complete" | "ok" | "over" => value.is_boolean(),
                    _ => true,
                };
                assert!(is_right, "{about}: {key} is {value}");
                check_all(value, about);
            }
        }
        _ => {}
    }
}

/// Checks the answer of `solve`: one shape for all methods.
fn check_solved(answer: &Json, question: &str, is_of_points: bool, about: &str) {
    assert_eq!((&answer["format"], answer["moves"].is_array()), (&2.into(), true), "{about}: {answer}");
    for worth in std::iter::once(answer).chain(answer["moves"].as_array().unwrap()) {
        let [value, proved, plies, exact, chance, error] =
            ["value", "proved", "plies", "exact_plies", "win_probability", "error_bound"]
                .map(|key| &worth[key]);
        assert_eq!(value.is_null(), error.is_null(), "{about}: {worth}");
        assert_eq!(plies.is_null(), exact.is_null(), "{about}: {worth}");
        match proved.as_str() {
            Some(word) => {
                let numbers = [("win", 1), ("loss", -1), ("draw", 0)];
                assert!(numbers.iter().any(|(it, n)| *it == word && value == n), "{about}: {worth}");
            }
            None => assert!(plies.is_null(), "{about}: {worth}"),
        }
        if let (Some(chance), Some(value)) = (chance.as_f64(), value.as_f64()) {
            assert!((2.0 * chance - 1.0 - value).abs() < 1e-12, "{about}: {worth}");
        }
    }
    let (value, proved) = (&answer["value"], &answer["proved"]);
    let is_mean = ["iterate", "race"].contains(&answer["method"].as_str().unwrap());
    if question == "solve" && !value.is_null() && !is_mean {
        assert_eq!(proved.is_null(), is_of_points, "{about}: {answer}");
    }
}

#[test]
fn every_answer_has_the_shape_that_the_reference_says() {
    let mut solved = 0;
    let workshop = Workshop::standard();
    let is_of =
        |game: &str, family: &FamilyInfo| workshop.family(game).is_some_and(|of| of.name == family.name);
    let missing =
        workshop.families().iter().filter(|&family| !GAMES.iter().any(|(game, ..)| is_of(game, family)));
    let samples = missing.flat_map(|family| family.samples).map(|&sample| (sample, &[][..], false));
    for (game, positions, is_of_points) in GAMES.iter().copied().chain(samples) {
        for position in std::iter::once("").chain(positions.iter().copied()) {
            for &question in QUESTIONS {
                let is_large = position.is_empty() && LARGE.contains(&game);
                if is_large
                    && question.starts_with("solve")
                    && !question.contains("--depth")
                    && !question.contains("race")
                {
                    continue;
                }
                let mut words: Vec<&str> = question.split(' ').collect();
                words.insert(1, game);
                let position = format!("--position={position}");
                if position != "--position=" {
                    words.push(&position);
                }
                words.push("--json");
                let about = words.join(" ");
                let run = plywood(&words);
                assert_eq!(run.stdout.lines().count(), 1, "{about}: {}", run.stderr);
                let answer: Json = serde_json::from_str(&run.stdout).unwrap();
                check_all(&answer, &about);
                let says_no = answer.get("error").is_some()
                    || ["complete", "ok"].iter().any(|key| answer[*key] == false);
                assert_eq!(run.code != 0, says_no, "{about}: {answer}");
                if question.starts_with("solve") && answer.get("error").is_none() {
                    solved += 1;
                    check_solved(&answer, question, is_of_points, &about);
                }
            }
        }
    }
    assert!(solved > 100, "{solved}");
}

#[test]
fn where_chance_decides_values_have_a_side_and_are_means() {
    for (game, position) in [
        ("pig:target=12", "3 5 2 first rolling"),
        ("pig:target=12", "3 5 2 second rolling"),
        ("piglet:target=4", "1 2 1 second rolling"),
        ("einstein", "-,-,-,-,-,d4 b2,-,-,-,-,- first"),
        ("tree:{1/3 W 2/3 (L =)}", "root"),
    ] {
        let position = format!("--position={position}");
        let evaluated = json_of(&["eval", game, &position]);
        assert_eq!(evaluated["side"], "first", "{evaluated}");
        let mut methods = vec!["iterate"];
        if game.starts_with("pig") {
            methods.push("race");
        }
        for method in methods {
            let found = json_of(&["solve", game, &position, "--method", method]);
            let outcomes = found["moves"].as_array().unwrap();
            assert_eq!((&found["side"], &found["best"]), (&"first".into(), &Json::Null), "{found}");
            assert!(!outcomes.is_empty(), "{found}");
            let number = |value: &Json| value.as_f64().unwrap();
            let all: f64 = outcomes.iter().map(|it| number(&it["probability"])).sum();
            let mean: f64 = outcomes.iter().map(|it| number(&it["probability"]) * number(&it["value"])).sum();
            assert!((all - 1.0).abs() < 1e-9 && (mean - number(&found["value"])).abs() < 1e-8, "{found}");
            // The value of each outcome is that of the position behind it.
            for outcome in outcomes {
                let name = outcome["move"].as_str().unwrap();
                let behind = json_of(&["solve", game, &position, "--moves", name, "--method", method]);
                let value = number(&behind["value"]);
                let for_first = if behind["side"] == "first" { value } else { -value };
                assert!(
                    (number(&outcome["value"]) - for_first).abs() < 1e-8,
                    "{game} {name}: {outcome} {behind}"
                );
            }
        }
    }
    let words = plywood(&["solve", "pig:target=12", "--moves", "roll"]).stdout;
    assert!(
        words.starts_with("first wins with probability 0.") && words.contains("\nchance decides: 1 0."),
        "{words}"
    );
}

/// Methods that cannot solve games with chance say so, with advice that works.
#[test]
fn methods_without_chance_say_so() {
    let position = "--position=-,-,-,-,-,d4 b2,-,-,-,-,- first";
    for (method, expected) in [
        ("search", "has chance, and --method search solves only games without it; --method iterate"),
        ("enumerate", "has chance"),
        ("proof", "has chance"),
        ("race", "is no race"),
    ] {
        let run = plywood(&["solve", "einstein", position, "--method", method]);
        assert!(run.code != 0 && run.stderr.contains(expected), "{method}: {}", run.stderr);
    }
    let within = plywood(&["solve", "einstein", position, "--within", "2"]);
    assert!(within.stderr.contains("with --side first or second"), "{}", within.stderr);
    assert_eq!(plywood(&["solve", "einstein", position, "--within", "2", "--side", "first"]).code, 0);
}
