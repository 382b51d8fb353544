//! The learning machine through the program: training, looking into brains, and what happens when it cannot be done.

use std::path::Path;

use crate::common::{self, Scratch, exported, games_learnt, json_of, plywood, plywood_with_input};
use serde_json::Value as Json;

fn train(brain: &str, more: &[&str]) -> Json {
    json_of(&[&["learn", "tictactoe", "--brain", brain, "--every", "0"], more].concat())
}

/// Fails with this code, in a line or two that say this, and prints nothing else.
fn refused(args: &[&str], code: i32, expected: &[&str]) {
    let run = plywood(args);
    assert_eq!(run.code, code, "{args:?}: {}{}", run.stdout, run.stderr);
    assert_eq!(run.stdout, "", "{args:?}");
    for part in expected {
        assert!(run.stderr.contains(part), "{args:?}: '{part}' is missing in: {}", run.stderr);
    }
    assert!(!run.stderr.contains("panicked"), "{args:?} panics: {}", run.stderr);
    assert!(run.stderr.lines().count() <= 2, "{args:?} is brief: {}", run.stderr);
}

fn bytes(path: &str) -> Vec<u8> {
    std::fs::read(path).expect("the file is there")
}

#[test]
fn the_same_seed_makes_the_same_brain_on_any_number_of_threads() {
    let scratch = Scratch::new("same-seed");
    let make = |name: &str, more: &[&str]| {
        let brain = scratch.file(name);
        let stages = ["--stage", "150", "self", "--stage", "150", "rules:depth=1,tie=random"];
        train(&brain, &[&stages[..], more].concat());
        exported(&brain)
    };
    let one = make("a", &["--seed", "7"]);
    assert!(one.lines().count() > 50);
    assert_eq!(make("b", &["--seed", "7"]), one);
    let rounds = make("c", &["--seed", "7", "--round", "16", "--jobs", "1"]);
    assert_eq!(make("d", &["--seed", "7", "--round", "16", "--jobs", "2"]), rounds);
    assert_ne!(rounds, one, "games of a round do not know each other");
    assert_ne!(make("e", &["--seed", "8"]), one);
}

#[test]
fn training_is_added_to_training() {
    let scratch = Scratch::new("more-training");
    let brain = scratch.file("brain");
    for games in [40, 80] {
        let told = train(&brain, &["--stage", "40", "random"]);
        assert_eq!((&told["games"], &told["trained"]), (&games.into(), &40.into()));
    }
}

#[test]
fn the_curve_is_written_as_numbers_and_as_a_picture() {
    let scratch = Scratch::new("curve");
    let (brain, csv, svg) = (scratch.file("brain"), scratch.file("c.csv"), scratch.file("c.svg"));
    let words = "--stage 40 self --stage 20 random --every 20 --measure 10 --against random --against first";
    let told = json_of(
        &[
            &["learn", "tictactoe", "--brain", &brain, "--curve", &csv, "--curve", &svg],
            &words.split(' ').collect::<Vec<_>>()[..],
        ]
        .concat(),
    );
    let curve = told["curve"].as_array().unwrap();
    let games: Vec<u64> = curve.iter().map(|point| point["games"].as_u64().unwrap()).collect();
    assert_eq!(games, [0, 0, 20, 20, 40, 40, 60, 60]);
    let csv = String::from_utf8(bytes(&csv)).unwrap();
    assert_eq!(csv.lines().next().unwrap(), "games,opponent,wins,draws,losses,score,low,high");
    for (row, point) in csv.lines().skip(1).zip(curve) {
        let start = format!("{},{},{},", point["games"], point["opponent"], point["wins"]);
        assert!(row.starts_with(&start), "{row} is {point}");
    }
    assert_eq!(csv.lines().count(), 9);
    let svg = String::from_utf8(bytes(&svg)).unwrap();
    for part in ["<svg", "Learning curve", "first", "random", "</svg>"] {
        assert!(svg.contains(part), "{part}");
    }
    assert_eq!(json_of(&["brain", "stats", &brain])["curve"], told["curve"]);
    // A run without measurements shows none of an earlier one.
    let more = plywood(&["learn", "tictactoe", "--brain", &brain, "--stage", "10", "self", "--every", "0"]);
    assert!(more.stdout.contains("learnt 10 games") && !more.stdout.contains("against"), "{}", more.stdout);
}

#[test]
fn a_brain_goes_to_text_and_back() {
    let scratch = Scratch::new("text");
    let (brain, text, copy) = (scratch.file("brain"), scratch.file("text"), scratch.file("copy"));
    train(&brain, &["--stage", "200", "self", "--stage", "100", "random"]);
    assert_eq!(plywood(&["brain", "export", &brain, "-o", &text]).code, 0);
    assert_eq!(String::from_utf8(bytes(&text)).unwrap(), exported(&brain));
    assert_eq!(plywood(&["brain", "import", &copy, &text]).code, 0);
    assert_eq!(exported(&copy), exported(&brain));
    let piped = scratch.file("piped");
    assert_eq!(plywood_with_input(&["brain", "import", &piped], &exported(&brain)).code, 0);
    assert_eq!(exported(&piped), exported(&brain));
}

#[test]
fn a_position_is_shown_with_what_is_known_of_its_moves() {
    let scratch = Scratch::new("show");
    let brain = scratch.file("brain");
    train(&brain, &["--stage", "2000", "self"]);
    let run = plywood(&["brain", "show", "tictactoe", "--brain", &brain, "--position", "x2/1o1/2x o"]);
    assert_eq!(run.code, 0);
    for part in ["│ x │", "q", "played", "proved", "result", "expects", "loss in 4", "c3 ", "a1 "] {
        assert!(run.stdout.contains(part), "'{part}' is missing in {}", run.stdout);
    }
    let known = json_of(&["brain", "show", &brain, "--position", "x2/1o1/2x o", "--moves", "c3"]);
    assert_eq!(known["position"], "x1o/1o1/2x x");
    let must = known["moves"].as_array().unwrap().iter().find(|mv| mv["move"] == "a1").unwrap();
    assert_eq!((&must["proved"], &must["plies"], &must["q"]), (&"win".into(), &3.into(), &1.into()));
    assert_eq!(must["line"].as_array().unwrap().len(), 3);
    let over = json_of(&["brain", "show", &brain, "--moves", "a1 a2 b1 b2 c1"]);
    assert_eq!((&over["turn"], &over["moves"]), (&"over".into(), &Json::Array(vec![])));
}

/// The move is proved to lose by games that came to the position after it in another order.
#[test]
fn what_is_shown_is_what_it_plays_by() {
    let scratch = Scratch::new("shown");
    let brain = scratch.file("brain");
    train(&brain, &["--stage", "2000", "random"]);
    let lost = "o1x/3/x2 o";
    let shown = json_of(&["brain", "show", &brain, "--position", lost]);
    let learner = format!("learner:brain={brain}");
    let said = json_of(&["analyse", "tictactoe", "--bot", &learner, "--position", lost]);
    let line = exported(&brain).lines().find(|line| line.contains("\"learnt\":0.99")).unwrap().to_string();
    let written: Json = serde_json::from_str(&line).unwrap();
    let elsewhere = json_of(&["brain", "show", &brain, "--position", written["position"].as_str().unwrap()]);
    let find = |moves: &Json, mv: &str| {
        moves["moves"].as_array().unwrap().iter().find(|known| known["move"] == mv).unwrap().clone()
    };
    let (b2, analysed) = (find(&shown, "b2"), find(&said, "b2"));
    assert_eq!((&b2["q"], &b2["proved"], &b2["plies"]), (&(-1).into(), &"loss".into(), &4.into()));
    assert_eq!(
        (&analysed["proved"], &analysed["plies"], &said["pv"]),
        (&b2["proved"], &b2["plies"], &b2["line"])
    );
    for known in written["moves"].as_array().unwrap() {
        let shown = find(&elsewhere, known["move"].as_str().unwrap());
        assert_eq!((&shown["proved"], &shown["visits"]), (&known["proved"], &known["visits"]), "{known}");
    }
    let tree = plywood(&["tree", "tictactoe", "--bot", &learner, "--position", lost]);
    assert!(tree.stdout.contains("* b2: (2) max W3"), "{}", tree.stdout);
}

#[test]
fn merging_adds_and_resetting_forgets() {
    let scratch = Scratch::new("merge");
    let (a, b) = (scratch.file("a"), scratch.file("b"));
    train(&a, &["--stage", "30", "random"]);
    train(&b, &["--stage", "50", "self", "--seed", "2"]);
    let before = exported(&b);
    assert_eq!(json_of(&["brain", "merge", &a, &b])["games"], 80);
    assert_eq!(games_learnt(&a), 80);
    assert_eq!(exported(&b), before, "the other one stays as it is");
    assert_eq!(json_of(&["brain", "reset", &a, "--yes"])["nodes"], 0);
    assert_eq!(exported(&a).lines().count(), 1);
}

#[test]
fn wrong_words_change_nothing() {
    let scratch = Scratch::new("wrong-words");
    let (brain, four, none, csv) =
        (scratch.file("brain"), scratch.file("four"), scratch.file("none"), scratch.file("x.csv"));
    train(&brain, &["--stage", "50", "random"]);
    json_of(&["learn", "connect4", "--brain", &four, "--stage", "2", "random", "--every", "0"]);
    std::fs::write(&csv, "this is no brain\n").unwrap();
    let before = exported(&brain);
    let learner = |path: &str| format!("learner:brain={path}");
    let folder = Path::new(&brain).parent().unwrap().to_str().unwrap();
    let own = learner(&brain) + ",learn=on";
    let fresh = learner(&none) + ",learn=on";
    let gif = scratch.file("x.gif");
    let (wide, torn) = (scratch.file("wide"), scratch.file("torn"));
    std::fs::write(&wide, b"\xff\xfe{\0}\0").unwrap();
    std::fs::write(&torn, [before.lines().next().unwrap().as_bytes(), b"\n\xff\n"].concat()).unwrap();
    let learn = |more: &[&'static str]| [&["learn", "tictactoe", "--brain", "NONE"], more].concat();
    for (more, expected) in [
        (&["--stage", "x", "random"][..], "cannot be 'x'"),
        (&["--stage", "0", "random"], "cannot be '0'"),
        (&["--stage", "5", "nobody"], "unknown bot 'nobody'"),
        (&["--stage", "5", "human"], "person"),
        (&["--stage", "5", "random", "--against", "nobody"], "unknown bot 'nobody'"),
        (&["--stage", "5", "random", "--every", "0", "--against", "first"], "--every 0 makes none"),
        (&["--stage", "5", "random", "--explore", "2"], "from 0 to 1"),
        (&["--stage", "5", "random", "--alpha", "0"], "--alpha cannot be 0"),
        (&["--stage", "5", "random", "--gamma", "1.5"], "--gamma cannot be 1.5"),
        (&["--stage", "5", "random", "--moves", "a1 a1"], "move 2"),
        (&["--stage", "5", "random", "--moves", "a1 a2 b1 b2 c1"], "the game is over"),
        (&["--stage", "5", "random", "--teacher", "perfect"], "only a network learns from a teacher"),
        (&["--stage", "5", "random", "--teacher", "perfect", "--kind", "graph"], "kind=ntuple"),
        (&["--stage", "5", "self", "--descent", "3"], "only a network learns by descent"),
        (&["--stage", "5", "random", "--curve", "/no/dir/x.csv"], "cannot write '/no/dir/x.csv'"),
    ] {
        let mut args = learn(more);
        args[3] = &none;
        refused(&args, 2, &[expected]);
    }
    let cases: &[(&[&str], &[&str])] = &[
        (
            &["learn", "tictactoe", "--brain", &none, "--stage", "5", "random", "--curve", &gif],
            &[".csv", ".svg"],
        ),
        (&["learn", "tictactoe", "--brain", &none, "--stage", "5", &fresh], &["learn=on"]),
        (
            &["learn", "tictactoe", "--brain", &brain, "--stage", "5", "random", "--against", &fresh],
            &["learn=on"],
        ),
        (&["learn", "tictactoe", "--brain", &brain, "--stage", "5", &own], &["learn=on"]),
        (&["learn", "pig", "--brain", &none, "--stage", "5", "random", "--kind", "graph"], &["dice"]),
        (&["learn", "pig", "--brain", &none, "--stage", "5", "self", "--descent", "2"], &["without dice"]),
        (
            &["learn", "tictactoe", "--brain", &brain, "--stage", "5", "random", "--alpha", "0.5"],
            &["alpha=1", "alpha=0.5"],
        ),
        (
            &["learn", "connect4", "--brain", &brain, "--stage", "5", "random"],
            &["mnk:m=3,n=3,k=3", "mnk:m=7,n=6,k=4,gravity=on"],
        ),
        (&["learn", "tictactoe", "--brain", folder, "--stage", "5", "random"], &["folder"]),
        (&["match", "tictactoe", "learner", "random"], &["learner:brain=FILE"]),
        (&["match", "tictactoe", &learner(&none), "random"], &["there is no brain"]),
        (&["match", "tictactoe", &learner(&csv), "random"], &["is not a brain"]),
        (&["match", "tictactoe", &learner(folder), "random"], &["folder"]),
        (&["match", "pig", &learner(&brain), "random"], &["mnk:m=3,n=3,k=3", "pig"]),
        (
            &["match", "connect4", &learner(&brain), "random"],
            &["mnk:m=3,n=3,k=3", "mnk:m=7,n=6,k=4,gravity=on"],
        ),
        (&["match", "tictactoe", &format!("{},aim=luck", learner(&brain)), "random"], &["value or results"]),
        (&["match", "tictactoe", &format!("{},beyond=0", learner(&brain)), "random"], &["1 to 500"]),
        (&["analyse", "tictactoe", "--bot", &learner(&none)], &["there is no brain"]),
        (&["play", "tictactoe", "--second", &learner(&none)], &["there is no brain"]),
        (&["brain", "stats", &none], &["there is no brain"]),
        (&["brain", "stats", folder], &["folder"]),
        (&["brain", "show", &csv], &["is not a brain"]),
        (&["brain", "show", "tictactoe"], &["--brain FILE"]),
        (&["brain", "show", "connect4", "--brain", &brain], &["mnk:m=3,n=3,k=3"]),
        (&["brain", "show", "onnx@no.onnx"], &["does not say its game", "--brain onnx@no.onnx"]),
        (
            &["brain", "show", "tictactoe", "--brain", "onnx@no.onnx"],
            &["the network 'no.onnx' cannot be read"],
        ),
        (&["brain", "show", &brain, "--moves", "z9"], &["move 1"]),
        (&["brain", "export", &none], &["there is no brain"]),
        (&["brain", "import", &brain, &csv], &["x.csv", "line 1"]),
        (&["brain", "import", &none, &brain], &["line 1: this is no brain as text in UTF-8"]),
        (&["brain", "import", &none, &wide], &["line 1: this is no brain as text in UTF-8"]),
        (&["brain", "import", &none, &torn], &["line 2: it is no text in UTF-8"]),
        (&["brain", "import", &none, "/no/file"], &["cannot read '/no/file'"]),
        (&["brain", "merge", &brain, &brain], &["itself"]),
        (&["brain", "merge", &brain, &four], &["mnk:m=3,n=3,k=3", "mnk:m=7,n=6,k=4,gravity=on"]),
        (&["brain", "merge", &brain, &none], &["there is no brain"]),
        (&["brain", "reset", &brain], &["--yes"]),
    ];
    for (args, expected) in cases {
        refused(args, 2, expected);
    }
    assert!(!Path::new(&none).exists(), "no brain is made by mistake");
    let stage = plywood(&["learn", "tictactoe", "--brain", &none, "--stage", "5"]);
    assert!(stage.code == 2 && stage.stderr.contains("--stage <GAMES> <OPPONENT>"), "{}", stage.stderr);
    assert_eq!(exported(&brain), before);
}

#[test]
fn nothing_is_written_over_a_brain() {
    let scratch = Scratch::new("overwriting");
    let (brain, other) = (scratch.file("brain.csv"), scratch.file("other"));
    train(&brain, &["--stage", "50", "random"]);
    let text = exported(&brain);
    let copy = scratch.file("text");
    std::fs::write(&copy, &text).unwrap();
    train(&other, &["--stage", "5", "random"]);
    let (before, before_other) = (bytes(&brain), bytes(&other));
    let learner = format!("learner:brain={brain},learn=on");
    for args in [
        &["learn", "tictactoe", "--brain", &brain, "--stage", "5", "random", "--curve", &brain][..],
        &["learn", "tictactoe", "--brain", &other, "--stage", "5", "random", "--curve", &brain],
        &["brain", "export", &brain, "-o", &brain],
        &["brain", "export", &other, "-o", &brain],
        &["match", "tictactoe", &learner, "random", "--save", &brain],
        &["match", "tictactoe", "random", "random", "--save", &brain],
    ] {
        refused(args, 2, &[&brain, "is", "brain; write to another file"]);
    }
    refused(&["brain", "import", &brain, &copy], 2, &["exists already"]);
    let fresh = scratch.file("new.csv");
    let args = ["learn", "tictactoe", "--brain", &fresh, "--stage", "5", "random", "--curve", &fresh];
    refused(&args, 2, &["that is the brain"]);
    assert!(bytes(&brain) == before && bytes(&other) == before_other);
    let run = plywood_with_input(&["play", "tictactoe", "--second", &learner], &format!("save {brain}\n"));
    assert!(run.stdout.contains("is a brain"), "{}", run.stdout);
    assert_eq!(exported(&brain), text);
}

#[test]
fn damaged_and_protected_brains_stay_as_they_are() {
    let scratch = Scratch::new("damaged");
    let (brain, other) = (scratch.file("brain"), scratch.file("other"));
    let (cut, missing) = (scratch.file("cut"), scratch.file("no/such/brain"));
    train(&brain, &["--stage", "50", "random"]);
    let whole = bytes(&brain);
    std::fs::write(&cut, &whole[..whole.len() / 3]).unwrap();
    let (learner, at_cut) = (format!("learner:brain={brain},learn=on"), format!("learner:brain={cut}"));
    for args in [
        &["brain", "stats", &cut][..],
        &["brain", "export", &cut],
        &["brain", "reset", &cut, "--yes"],
        &["brain", "merge", &brain, &cut],
        &["learn", "tictactoe", "--brain", &cut, "--stage", "5", "random"],
        &["match", "tictactoe", &at_cut, "random"],
        &["play", "tictactoe", "--second", &at_cut],
    ] {
        refused(args, 1, &["cut", "damaged or cut short"]);
    }
    assert!(bytes(&cut) == whole[..whole.len() / 3]);
    refused(
        &["learn", "tictactoe", "--brain", &missing, "--stage", "5", "random"],
        1,
        &["its folder does not exist"],
    );
    train(&other, &["--stage", "5", "random"]);
    let text = exported(&brain);
    let mut rights = std::fs::metadata(&brain).unwrap().permissions();
    rights.set_readonly(true);
    std::fs::set_permissions(&brain, rights).unwrap();
    for args in [
        &["learn", "tictactoe", "--brain", &brain, "--stage", "5", "random"][..],
        &["match", "tictactoe", &learner, "random"],
        &["play", "tictactoe", "--second", &learner],
        &["brain", "reset", &brain, "--yes"],
        &["brain", "merge", &brain, &other],
    ] {
        refused(args, 1, &["may only be read"]);
    }
    let plays = json_of(&["match", "tictactoe", &format!("learner:brain={brain}"), "random", "--games", "4"]);
    assert_eq!(plays["games"], 4);
    assert_eq!(exported(&brain), text);
}

#[cfg(unix)]
#[test]
fn a_brain_in_use_is_left_alone() {
    let scratch = Scratch::new("in-use");
    let (brain, other, curve) = (scratch.file("brain"), scratch.file("other"), scratch.file("c.csv"));
    train(&other, &["--stage", "50", "random"]);
    let text = exported(&other);
    let copy = scratch.file("text");
    std::fs::write(&copy, &text).unwrap();
    let long = ["learn", "tictactoe", "--brain", &brain, "--stage", "100000000", "random"];
    let long = [&long[..], &["--every", "1000000", "--measure", "2", "--curve", &curve]].concat();
    let mut training = common::spawn(&long);
    while !Path::new(&curve).exists() {
        assert!(training.try_wait().unwrap().is_none(), "it goes on for long");
        std::thread::sleep(std::time::Duration::from_millis(5));
    }
    let learner = format!("learner:brain={brain}");
    for args in [
        &["learn", "tictactoe", "--brain", &brain, "--stage", "5", "random"][..],
        &["match", "tictactoe", &learner, "random"],
        &["match", "tictactoe", &format!("{learner},learn=on"), "random"],
        &["play", "tictactoe", "--second", &learner],
        &["brain", "stats", &brain],
        &["brain", "export", &brain],
        &["brain", "merge", &brain, &other],
        &["brain", "merge", &other, &brain],
        &["brain", "reset", &brain, "--yes"],
    ] {
        refused(args, 1, &["in use"]);
    }
    refused(&["brain", "import", &brain, &copy], 2, &["exists already"]);
    refused(&["brain", "export", &other, "-o", &brain], 2, &["is a brain"]);
    assert_eq!(exported(&other), text);
    common::interrupt(&training);
    let output = training.wait_with_output().unwrap();
    assert_eq!(output.status.code(), Some(130));
    assert!(games_learnt(&brain) > 0);
}

/// Needs a file system of its own to fill, in a name space of its own, where it is gone when the test is.
#[cfg(target_os = "linux")]
#[test]
fn a_full_disk_is_told_of_and_loses_nothing() {
    let scratch = Scratch::new("full");
    let script = r#"
        mount -t tmpfs -o size=200k none "$1" || exit 77
        cd "$1" || exit 77
        plywood="$2"
        "$plywood" match connect4 learner:brain=b,learn=on random --games 5000 --jobs 1 2>&1
        echo "code $?"
        "$plywood" brain export b > "$3/before" || exit 1
        "$plywood" learn connect4 --brain b --stage 20000 random --every 0 --memory 1 2>&1
        echo "code $?"
        "$plywood" brain export b > "$3/after" || exit 1
        head -c 300000 /dev/zero > filler 2>/dev/null
        for seed in $(seq 100); do
            "$plywood" play connect4 --first random --second learner:brain=b,learn=on --seed $seed > "$3/said"
            grep 'no room' "$3/said" && grep ' wins' "$3/said" && break
        done
        "$plywood" brain export b -o t 2>&1
        echo "code $?, and $(ls t.draft t 2>/dev/null | wc -l) files"
        "$plywood" brain export b > "$3/end" || exit 1
    "#;
    let disk = scratch.file("disk");
    std::fs::create_dir(&disk).unwrap();
    let folder = Path::new(&disk).parent().unwrap().to_str().unwrap();
    let mut shell = std::process::Command::new("unshare");
    shell.args(["-rm", "sh", "-c", script, "sh", &disk, env!("CARGO_BIN_EXE_plywood"), folder]);
    let Ok(output) = shell.output() else {
        eprintln!("SKIPPED: this system has no 'unshare', and no disk can be filled");
        return;
    };
    let said = String::from_utf8_lossy(&output.stdout);
    if output.status.code() == Some(77) || said.is_empty() {
        eprintln!("SKIPPED: no disk can be filled here: {}", String::from_utf8_lossy(&output.stderr));
        return;
    }
    assert!(output.status.success(), "{said}");
    assert_eq!(said.matches("there is no room to write the brain 'b'").count(), 3, "{said}");
    assert_eq!(said.matches("code 1\n").count(), 2, "{said}");
    assert!(said.ends_with("code 1, and 0 files\n"), "{said}");
    let text = |name: &str| String::from_utf8(bytes(&scratch.file(name))).unwrap();
    let games = |text: &str| {
        serde_json::from_str::<Json>(text.lines().next().unwrap()).unwrap()["games"].as_u64().unwrap()
    };
    assert!(games(&text("before")) > 10);
    assert!(games(&text("after")) >= games(&text("before")));
    assert!(games(&text("end")) >= games(&text("after")));
}

#[test]
fn games_that_were_played_are_learnt() {
    let scratch = Scratch::new("records");
    let (records, brain, other) =
        (scratch.file("games.txt"), scratch.file("brain"), scratch.file("other.brain"));
    for (game, games) in [("tictactoe", "30"), ("connect4", "2")] {
        let run = plywood(&["match", game, "random", "rules", "--games", games, "--save", &records]);
        assert_eq!(run.code, 0, "{}", run.stderr);
    }
    let learn = |brain: &str| {
        json_of(&["learn", "tictactoe", "--brain", brain, "--records", &records, "--gamma", "0.5"])
    };
    let told = learn(&brain);
    let numbers = ["records", "learnt", "other_games", "games"].map(|key| told[key].as_u64().unwrap());
    assert_eq!(numbers, [32, 30, 2, 30], "{told}");
    assert_eq!(json_of(&["brain", "stats", &brain])["gamma"], 0.5);
    learn(&other);
    assert_eq!(exported(&brain), exported(&other), "the same games teach the same");
    assert_eq!(learn(&brain)["games"], 60, "each call learns them anew");
    // Records and stages refuse settings that the brain does not have.
    for source in [&["--records", &records][..], &["--stage", "1", "self"]] {
        let words = [&["learn", "tictactoe", "--brain", &brain, "--gamma", "0.9"], source].concat();
        refused(&words, 2, &["gamma=0.5", "not with", "gamma=0.9"]);
    }
    assert_eq!(json_of(&["brain", "stats", &brain])["games"], 60);

    // A resignation counts, a game that was cut off teaches no end.
    let text = "[Game \"tictactoe\"]\n[Result \"first\"]\n[Ending \"resignation\"]\n\n1. b2 a1\n\n";
    std::fs::write(&records, text).unwrap();
    let resigned = scratch.file("resigned.brain");
    learn(&resigned);
    assert!(exported(&resigned).contains("-1"), "{}", exported(&resigned));

    std::fs::write(&records, text.replace("a1", "b2")).unwrap();
    let before = bytes(&resigned);
    let words = ["learn", "tictactoe", "--brain", &resigned, "--records", &records];
    refused(&words, 2, &["game 1", "b2"]);
    assert_eq!(bytes(&resigned), before);
    let nothing = ["learn", "qubic", "--brain", &scratch.file("q"), "--records", &records];
    refused(&nothing, 2, &["no game in", "is of qubic"]);
    assert!(!Path::new(&scratch.file("q")).exists());
    let neither = plywood(&["learn", "tictactoe", "--brain", &brain]);
    assert!(neither.code == 2 && neither.stderr.contains("--stage"), "{}", neither.stderr);
}

/// A curve that stays flat, a game too large for a memory of positions and wins of a new learner are explained; nothing is said
/// where nothing is to be said.
#[test]
fn learning_curves_are_explained() {
    let scratch = Scratch::new("learn-advice");
    let brain = |name: &str| scratch.file(name);
    let learn = |name: &str, game: &str, more: &[&str]| {
        let path = brain(name);
        let told = json_of(&[&["learn", game, "--brain", &path, "--measure", "60"], more].concat());
        let advice = told["advice"].as_array().unwrap().iter().map(|line| line.as_str().unwrap().to_string());
        advice.collect::<Vec<_>>().join("\n")
    };
    let stage = |games: &'static str| ["--stage", games, "self", "--every", games];
    let large = learn("large", "connect4", &stage("60"));
    for part in
        ["before its first game it had 9", "--prove 0", "is flat", "against random is flat", "--kind ntuple"]
    {
        assert!(large.contains(part), "{part}: {large}");
    }
    let network = learn("network", "connect4", &[&["--kind", "ntuple"][..], &stage("60")].concat());
    assert!(
        network.contains("a network sees which of its moves wins") && !network.contains("--kind"),
        "{network}"
    );
    let blind = learn("blind", "tictactoe", &[&["--prove", "0"][..], &stage("2000")].concat());
    assert_eq!(blind, "", "a curve that rises from a half");
}
