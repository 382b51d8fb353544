//! `plywood compare`: searches side by side, and beside them what is counted and what theory says.

use crate::common::{Scratch, json_of, plywood};
use serde_json::Value as Json;

/// The nodes of a search of a comparison, depth by depth.
fn nodes(comparison: &Json, search: usize) -> Vec<u64> {
    let depths = comparison["searches"][search]["depths"].as_array().expect("depths");
    depths.iter().map(|step| step["nodes"].as_u64().expect("nodes")).collect()
}

#[test]
fn minimax_visits_the_whole_tree_and_alpha_beta_less() {
    for (game, depth) in [("tictactoe", "6"), ("connect4:m=4,n=4", "6"), ("pikkpakk:size=3", "4")] {
        let told = json_of(&["compare", game, "--depth", depth]);
        let whole: Vec<u64> = told["levels"].as_array().expect("levels")[1..]
            .iter()
            .map(|level| level["tree"].as_u64().expect("nodes of the tree"))
            .collect();
        assert!(told["levels"].as_array().expect("levels").iter().all(|level| level["counted"] == true));
        assert_eq!(nodes(&told, 0), whole, "{game}");
        let plain = nodes(&told, 1);
        assert!(plain.last() < whole.last(), "{game}");
        assert_eq!(told["searches"].as_array().expect("searches").len(), 4);
        // All find the same.
        let values: Vec<&Json> = (0..4)
            .map(|search| {
                &told["searches"][search]["depths"].as_array().expect("depths").last().expect("one")["value"]
            })
            .collect();
        assert!(values.iter().all(|value| *value == values[0]), "{game}: {values:?}");
    }
}

/// If all ends are the same, the side to move takes the first move for the best, and it is: no order could be better.
#[test]
fn the_least_is_what_alpha_beta_visits_in_the_best_order() {
    fn even(branching: usize, depth: u32) -> String {
        if depth == 0 {
            "0".to_string()
        } else {
            format!("({})", vec![even(branching, depth - 1); branching].join(" "))
        }
    }
    for (branching, depth) in [(2, 6), (3, 5), (4, 4)] {
        let game = format!("tree:{}", even(branching, depth));
        let told = json_of(&["compare", &game, "--bot", "alphabeta:order=natural", "--depth", "9"]);
        let steps = nodes(&told, 0);
        assert_eq!(steps.len(), depth as usize, "there is nothing below the ends");
        for (step, level) in steps.iter().zip(&told["levels"].as_array().expect("levels")[1..]) {
            assert_eq!(level["least"], *step, "{branching} moves, depth {depth}: {level}");
        }
    }
}

#[test]
fn dice_are_compared_by_their_prunings_and_have_no_least() {
    let told = json_of(&["compare", "pig", "--position", "20 47 14 first", "--depth", "5"]);
    let bots: Vec<&str> = told["searches"]
        .as_array()
        .expect("searches")
        .iter()
        .map(|it| it["bot"].as_str().expect("a name"))
        .collect();
    assert_eq!(
        bots,
        ["expectiminimax:prune=off", "expectiminimax:prune=star1", "expectiminimax:prune=star2"]
    );
    assert_eq!(told["levels"][5]["least"], Json::Null);
    let last = |search: usize| *nodes(&told, search).last().expect("a depth");
    assert!(last(1) < last(0), "{} of {}", last(1), last(0));
}

#[test]
fn large_trees_are_estimated() {
    let told = json_of(&["compare", "qubic", "--bot", "engine", "--depth", "5", "--time", "1500ms"]);
    let levels = told["levels"].as_array().expect("levels");
    let last = levels.last().expect("a level");
    assert!(levels.len() > 3);
    // 64 cells, one less each time: the sample cannot err.
    let exact: f64 = (0..levels.len() - 1).map(|ply| 64.0 - ply as f64).product();
    assert!((last["positions"].as_f64().expect("a number") / exact - 1.0).abs() < 1e-9, "{last}");
}

#[test]
fn plots_and_numbers_are_written() {
    let scratch = Scratch::new("compare");
    let file = |name: &str| scratch.file(name);
    let (svg, time, csv) = (file("a.svg"), file("b.svg"), file("c.csv"));
    for (path, more) in [(&svg, &[][..]), (&time, &["--plot", "time"]), (&csv, &[])] {
        let run = plywood(&[&["compare", "tictactoe", "--depth", "4", "-o", path], more].concat());
        assert_eq!(run.code, 0, "{}", run.stderr);
        for word in ["whole tree", "least", "effective branching", "minimax", "586", "3 610"] {
            assert!(run.stdout.contains(word), "{word} of {}", run.stdout);
        }
    }
    let read = |path: &str| std::fs::read_to_string(path).expect("it was written");
    let picture = read(&svg);
    assert!(picture.starts_with("<svg") && picture.contains("the least for alpha-beta"));
    assert!(read(&time).contains("seconds"));
    let csv = read(&csv);
    assert!(csv.contains("\n3,\"minimax\",586,") && csv.contains("\n3,whole tree,586,"), "{csv}");
}

#[test]
fn wrong_wishes_are_refused() {
    for (words, said) in [
        ("compare tictactoe --bot mcts", "has no option 'depth'"),
        ("compare tictactoe --bot engine:depth=3", "leave its own depth out"),
        ("compare tictactoe --bot engine:time=1s", "leave its 'time' out"),
        ("compare tictactoe --bot nobody", "nobody"),
        ("compare tictactoe --depth 0", "0"),
        ("compare tictactoe --time 0s", "500ms"),
        ("compare tictactoe --time soon", "500ms"),
        ("compare tictactoe -o plot.gif", ".svg, .png or .pdf"),
        ("compare tictactoe --plot time", "--out"),
        ("compare tictactoe --moves 'a1'", "a1"),
        ("compare pig --position 20-20", "20-20"),
    ] {
        let run = plywood(&words.split(' ').collect::<Vec<_>>());
        assert_eq!(run.code, 2, "{words}: {}", run.stdout);
        assert!(run.stderr.contains(said), "{words}: {}", run.stderr);
    }
}
