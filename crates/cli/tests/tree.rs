//! `tree`: its views and formats, and refusals.

use crate::common::{Scratch, json_of, plywood};
use serde_json::Value as Json;

const TEXTBOOK: &str = "tree:(a:(b1:3 b2:12 b3:8) b:(c1:2 c2:4 c3:6) c:(d1:14 d2:5 d3:2))";

fn keys(object: &Json) -> Vec<&str> {
    object.as_object().expect("an object").keys().map(String::as_str).collect()
}

/// The number of nodes at each ply.
fn levels(tree: &Json) -> Vec<usize> {
    let plies: Vec<u64> =
        tree["nodes"].as_array().unwrap().iter().map(|node| node["ply"].as_u64().unwrap()).collect();
    (0..=*plies.iter().max().unwrap())
        .map(|ply| plies.iter().filter(|&&other| other == ply).count())
        .collect()
}

#[test]
fn tic_tac_toe_up_to_symmetry() {
    let first = json_of(&["tree", "tictactoe", "--merge", "--depth", "2"]);
    assert_eq!(
        keys(&first),
        [
            "game",
            "position",
            "view",
            "merged",
            "solved",
            "strategy",
            "search",
            "proof",
            "question",
            "shown",
            "left_out",
            "left_out_more",
            "cut_at",
            "nodes"
        ]
    );
    assert_eq!(levels(&first), [1, 3, 12]);
    assert_eq!(
        keys(&first["nodes"][1]),
        [
            "parent",
            "move",
            "turn",
            "ply",
            "position",
            "ways",
            "also",
            "probability",
            "order",
            "depth",
            "window",
            "window_after",
            "window_text",
            "value",
            "proved",
            "plies",
            "exact",
            "value_text",
            "bound",
            "end",
            "threats",
            "pairs",
            "by_weight",
            "by_connections",
            "elsewhere",
            "principal",
            "winner",
            "visits",
            "mean",
            "numbers",
            "hidden"
        ]
    );
    let whole = json_of(&["tree", "tictactoe", "--view", "coloured", "--merge", "--most", "1000"]);
    assert_eq!((&whole["shown"], &whole["left_out"]), (&765.into(), &0.into()));
    assert!(whole["nodes"].as_array().unwrap().iter().all(|node| node["winner"].is_string()));
}

#[test]
fn strategies_have_sizes() {
    for (game, player, proved) in
        [("tictactoe", "first", "draw"), ("tictactoe", "second", "draw"), ("mnk:m=4,n=3,k=3", "first", "win")]
    {
        let tree = json_of(&[
            "tree", game, "--view", "decision", "--player", player, "--depth", "12", "--most", "100000",
        ]);
        let strategy = &tree["strategy"];
        assert_eq!((&strategy["player"], &strategy["proved"]), (&player.into(), &proved.into()), "{game}");
        assert_eq!(strategy["nodes"], tree["shown"], "{game}");
        let leaves = tree["nodes"].as_array().unwrap().iter().filter(|node| node["turn"] == "over").count();
        assert_eq!(strategy["leaves"], leaves, "{game}");
    }
}

#[test]
fn files_are_written_as_their_endings_say() {
    let scratch = Scratch::new("tree-formats");
    for (name, begins) in [
        ("tree.svg", "<svg "),
        ("tree.dot", "digraph "),
        ("tree.gv", "digraph "),
        ("tree.txt", "A written tree"),
        ("tree.json", "{\"game\":"),
    ] {
        let file = scratch.file(name);
        let run = plywood(&["tree", TEXTBOOK, "--view", "coloured", "-o", &file]);
        assert_eq!(run.code, 0, "{name}: {}", run.stderr);
        assert!(run.stdout.contains(name) && run.stdout.contains("13 nodes"), "{}", run.stdout);
        let written = std::fs::read_to_string(&file).expect("it was written");
        assert!(written.starts_with(begins), "{name}: {written}");
    }
    let svg = std::fs::read_to_string(scratch.file("tree.svg")).unwrap();
    assert!(svg.contains("<title>") && svg.contains("<desc>") && !svg.contains("<script"));
    // A format is asked for where the ending says none, and with --json the words are JSON.
    let file = scratch.file("tree.graph");
    let told = json_of(&["tree", TEXTBOOK, "--format", "dot", "-o", &file]);
    assert_eq!(told["shown"], 13);
    assert!(std::fs::read_to_string(&file).unwrap().starts_with("digraph "));
    for (format, begins) in
        [("svg", "<svg "), ("dot", "digraph "), ("text", "A written tree"), ("json", "{\"game\":")]
    {
        let run = plywood(&["tree", TEXTBOOK, "--format", format]);
        assert!(run.code == 0 && run.stdout.starts_with(begins), "{format}: {}", run.stdout);
    }
}

#[test]
fn wrong_words_are_told() {
    for (words, told) in [
        ("tree", "required"),
        ("tree nogame", "unknown game"),
        ("tree tictactoe --view upside-down", "upside-down"),
        ("tree tictactoe --bot nobody", "unknown bot"),
        ("tree tictactoe --bot random", "no tree to show"),
        ("tree tictactoe --bot minimax --view full", "--view trace"),
        ("tree tictactoe --bot minimax:depth=2 --merge", "--merge"),
        ("tree tictactoe --player first", "--view decision"),
        ("tree tictactoe --view proof", "--proof FILE"),
        ("tree tictactoe --proof x.proof --view numbers", "--view proof"),
        ("tree tictactoe --proof x.proof --bot minimax", "cannot be used with"),
        ("tree tictactoe --nodes 100", "--view numbers"),
        ("tree tictactoe --view numbers --nodes 0", "--nodes"),
        ("tree tictactoe --view numbers --merge", "--merge"),
        ("tree pikkpakk --view numbers", "positions recur"),
        ("tree tictactoe --view decision --player third", "first or second"),
        ("tree tictactoe --best 2", "--best"),
        ("tree tictactoe --along 2", "--along"),
        ("tree tictactoe --most 0", "--most"),
        ("tree tictactoe -o tree.gif", ".svg, .png, .pdf, .dot, .txt or .json"),
        ("tree tictactoe --json --format svg", "-o"),
        ("tree tictactoe -o no/such/folder/tree.svg", "no/such/folder"),
        ("tree cube3 --view decision", "too many positions"),
        ("tree mnk:m=4,n=3,k=3 --view decision --player second", "--player first"),
        ("tree tree:(a:1", "tree"),
    ] {
        let run = plywood(&words.split_whitespace().collect::<Vec<_>>());
        assert_eq!(run.code, 2, "{words}: {}{}", run.stdout, run.stderr);
        let no_result = run.stdout.is_empty() || run.stdout.starts_with(r#"{"error":"#);
        assert!(run.stderr.contains(told) && no_result, "{words}: {}", run.stderr);
    }
}

#[test]
fn a_proof_is_a_tree() {
    let scratch = Scratch::new("tree-proof");
    let (game, file) = ("mnk:m=4,n=3,k=3", scratch.file("win.proof"));
    json_of(&["solve", game, "--method", "proof", "-o", &file]);
    let tree = json_of(&["tree", game, "--proof", &file]);
    assert_eq!((&tree["view"], levels(&tree)), (&"proof".into(), vec![1, 1, 11]));
    assert_eq!(tree["proof"]["claim"], "wins");
    assert_eq!((&tree["proof"]["player"], &tree["proof"]["plies"]), (&"first".into(), &7.into()));
    let node = &tree["nodes"][2];
    assert_eq!((&node["end"], node["threats"].as_array().map(Vec::len)), (&"tactics".into(), Some(3)));
    let words = plywood(&["tree", game, "--proof", &file, "--depth", "1"]);
    assert!(
        words.stdout.starts_with("How the first player wins mnk:m=4,n=3,k=3, proved\n"),
        "{}",
        words.stdout
    );
    // A draw is proved for both.
    let draw = scratch.file("draw.proof");
    json_of(&["solve", "tictactoe", "--method", "proof", "-o", &draw]);
    for player in ["first", "second"] {
        let tree = json_of(&["tree", "tictactoe", "--proof", &draw, "--player", player, "--depth", "9"]);
        assert_eq!((&tree["proof"]["player"], &tree["proof"]["claim"]), (&player.into(), &"holds".into()));
        assert!(tree["nodes"].as_array().unwrap().iter().any(|node| node["pairs"].is_array()));
    }
    let missing = plywood(&["tree", game, "--proof", "no-such.proof"]);
    assert!(missing.code == 2 && missing.stderr.contains("cannot read the proof 'no-such.proof'"));
    // What cannot be believed is not drawn.
    let whole = std::fs::read(&file).unwrap();
    std::fs::write(&file, &whole[..whole.len() - 1]).unwrap();
    let bot = format!("perfect:proof={file}");
    for (words, told) in [
        (["tree", game, "--proof", &file], "1 byte too early"),
        (["tree", game, "--proof", &draw], "and not about mnk:m=4,n=3,k=3"),
        (["analyse", game, "--bot", &bot], "1 byte too early"),
    ] {
        let run = plywood(&words);
        assert_eq!((run.code, run.stdout.as_str()), (2, ""), "{words:?}");
        assert!(run.stderr.contains(told), "{}", run.stderr);
    }
    std::fs::write(&file, &whole).unwrap();
    for command in [vec!["tree", game, "--proof", &file], vec!["analyse", game, "--bot", &bot]] {
        let run = plywood(&[&command[..], &["--moves", "a1"]].concat());
        assert_eq!((run.code, run.stdout.as_str()), (2, ""), "{command:?}");
        assert!(run.stderr.contains("first plays b2 by it, and not a1"), "{}", run.stderr);
    }
}

#[test]
fn a_search_by_proof_numbers_is_a_tree() {
    let tree = json_of(&["tree", "mnk:m=4,n=3,k=3", "--view", "numbers", "--most", "20"]);
    assert_eq!((&tree["question"]["player"], &tree["question"]["wins"]), (&"first".into(), &true.into()));
    assert_eq!(tree["nodes"][0]["numbers"], serde_json::json!([0, null]));
    assert!(tree["shown"].as_u64() <= Some(20) && tree["question"]["complete"] == true);
    let some = json_of(&["tree", "tictactoe", "--view", "numbers", "--nodes", "50"]);
    assert_eq!((&some["question"]["wins"], &some["question"]["complete"]), (&Json::Null, &true.into()));
    assert!(some["nodes"].as_array().unwrap().iter().any(|node| node["end"] == "unvisited"));
}

#[test]
fn a_picture_for_a_slide() {
    let scratch = Scratch::new("tree-slide");
    let file = scratch.file("slide.svg");
    let words = [
        "tree",
        TEXTBOOK,
        "--bot",
        "alphabeta",
        "--title",
        "My slide",
        "--aspect",
        "16:9",
        "--dark",
        "--font-size",
        "27",
        "--subtitle",
        "",
        "--windows",
        "off",
        "--no-legend",
        "-o",
        &file,
    ];
    let run = plywood(&words);
    assert_eq!(run.code, 0, "{}", run.stderr);
    let svg = std::fs::read_to_string(&file).expect("it was written");
    assert!(svg.contains("<title>My slide</title>") && svg.contains("fill=\"#15171b\""), "{svg}");
    assert!(!svg.contains("+∞]</text>") && !svg.contains("order of visits") && !svg.contains("\"#fff\""));
    let size = |name: &str| -> f64 {
        let rest = svg.split(&format!(" {name}=\"")).nth(1).expect("it has a size");
        rest.split('"').next().unwrap().parse().expect("a number")
    };
    assert!((size("width") / size("height") - 16.0 / 9.0).abs() < 0.01);
    // Twice as large as at 13.5.
    let view = svg.split("viewBox=\"").nth(1).and_then(|rest| rest.split('"').next()).expect("it has one");
    let wide: f64 = view.split(' ').nth(2).unwrap().parse().expect("a number");
    assert!((size("width") / wide - 2.0).abs() < 0.01, "{view}");
    assert!(!svg.contains("nodes, 2 plies deep"), "the subtitle is left out");
    for (option, value) in [("--aspect", "16"), ("--aspect", "0:1"), ("--font-size", "x")] {
        assert_eq!(plywood(&["tree", TEXTBOOK, option, value]).code, 2, "{option} {value}");
    }
}

#[test]
fn a_picture_a_step() {
    let scratch = Scratch::new("tree-frames");
    let folder = scratch.file("frames");
    let run = plywood(&["tree", "tree:(a:3 b:0)", "--bot", "minimax", "--frames", &folder]);
    assert_eq!(run.code, 0, "{}", run.stderr);
    let mut names: Vec<_> =
        std::fs::read_dir(&folder).unwrap().map(|file| file.unwrap().file_name()).collect();
    names.sort();
    // Three visits, the return to the root, and the principal variation.
    assert_eq!(names, ["0001.svg", "0002.svg", "0003.svg", "0004.svg", "0005.svg"]);
    let nodes = |name: &str| {
        let svg = std::fs::read_to_string(format!("{folder}/{name}")).unwrap();
        svg.matches("<g>").count()
    };
    assert_eq!(["0001.svg", "0002.svg", "0005.svg"].map(nodes), [1, 2, 3]);
    // The pictures of a longer run would end those of a shorter one.
    let shorter = plywood(&["tree", "tree:(a:3)", "--bot", "minimax", "--frames", &folder]);
    assert!(
        shorter.code == 2 && shorter.stderr.contains("0005.svg' is there from a longer run"),
        "{}",
        shorter.stderr
    );
    assert_eq!(nodes("0001.svg"), 1);
    assert!(
        plywood(&["tree", TEXTBOOK, "--frames", &folder, "--format", "dot"])
            .stderr
            .contains("svg, png or pdf")
    );
}

#[test]
fn leaves_have_their_values_and_zero_is_a_number() {
    let run = plywood(&["tree", "tree:(a:(3 0) b:=)"]);
    assert!(run.stdout.contains("a: 3\n") && run.stdout.contains("b: 0\n"), "{}", run.stdout);
    assert!(run.stdout.contains("b: =\n"), "{}", run.stdout);
    let run = plywood(&["tree", "tree:(a:(3 0) b:-1)", "--bot", "minimax"]);
    assert!(run.stdout.contains("max 0\n"), "{}", run.stdout);
}

#[test]
fn pictures_are_points_and_pages_too() {
    let scratch = Scratch::new("tree-points");
    let brain = scratch.file("a.brain");
    let commands: &[&[&str]] = &[
        &["tree", TEXTBOOK, "-o"],
        &["compare", "tictactoe", "--depth", "1", "-o"],
        &["learn", "tictactoe", "--brain", &brain, "--stage", "2", "random", "--curve"],
        &["solve", "piglet:target=5", "--surface"],
    ];
    for (command, (ending, begins)) in
        commands.iter().flat_map(|it| [(it, ("png", &b"\x89PNG"[..])), (it, ("pdf", b"%PDF"))])
    {
        let file = scratch.file(&format!("{}.{ending}", command[0]));
        let run = plywood(&[command, &[file.as_str()][..]].concat());
        assert_eq!(run.code, 0, "{}", run.stderr);
        assert!(std::fs::read(&file).unwrap().starts_with(begins), "{file}");
    }
}

#[test]
fn dice_have_no_infinite_windows() {
    let dice = "tree:(a:{0.5 3, 0.5 (b:1 c:7)} d:2)";
    for (tree, infinite) in [(TEXTBOOK, true), (dice, false)] {
        let run = plywood(&["tree", tree, "--bot", "alphabeta", "--format", "svg"]);
        assert_eq!((run.code, run.stdout.contains(">[−∞, +∞]<")), (0, infinite), "{tree}: {}", run.stderr);
    }
}
