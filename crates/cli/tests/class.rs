//! `class`: good and hostile submissions, an interruption at any moment, and one changed file.
#![cfg(unix)]

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::Duration;

use serde_json::Value as Json;

use crate::common::{Scratch, interrupt, json_of, plywood, spawn, without_times};

/// A program for the shell that plays the move that it cuts out of the list of moves.
fn bot(cut: &str) -> String {
    format!(
        "#!/bin/sh\nwhile read -r line; do case $line in *'\"moves\"'*) list=${{line#*'\"moves\":['}}; list=${{list%%]*}}\n{cut}\n\
         echo \"{{\\\"move\\\":$move}}\";; esac; done\n"
    )
}

const FIRST: &str = "move=${list%%,*}";
const LAST: &str = "move=${list##*,}";

/// A folder for a class with an assignment, and no submissions yet.
fn class(scratch: &Scratch, more: &str) -> PathBuf {
    let folder = PathBuf::from(scratch.file("class"));
    fs::create_dir_all(folder.join("submissions")).unwrap();
    let assignment = format!(
        "title = \"Homework <1>\"\ngames = [\"tictactoe\"]\nreferences = [\"random\", {{ name = \"The house\", bot = \"perfect\" }}]\n\
         check.games = 1\nmoves.sample = 30\nlimits = {{ move = \"2s\", start = \"2s\", isolation = \"none\" }}\n{more}"
    );
    fs::write(folder.join("assignment.toml"), assignment).unwrap();
    folder
}

/// Writes a program.
fn submit(class: &Path, file: &str, text: &str) {
    use std::os::unix::fs::PermissionsExt as _;
    let path = class.join("submissions").join(file);
    fs::create_dir_all(path.parent().unwrap()).unwrap();
    fs::write(&path, text).unwrap();
    fs::set_permissions(&path, fs::Permissions::from_mode(0o755)).unwrap();
}

/// Three sound programs, one of them in a folder and one with a name of markup.
fn submit_good(class: &Path) {
    submit(class, "ada.sh", &bot(FIRST));
    submit(class, "<b>béla & co.sh", &bot(LAST));
    submit(class, "cili/run", &bot(FIRST));
    fs::write(class.join("submissions/cili/bot.toml"), "name = \"<script>\"\ncommand = \"./run\"\n").unwrap();
}

fn results(class: &Path) -> Json {
    without_times(json_of(&["class", class.to_str().unwrap()]))
}

fn student<'a>(results: &'a Json, name: &str) -> &'a Json {
    let students = results["students"].as_array().unwrap();
    students.iter().find(|student| student["name"] == name).unwrap_or_else(|| panic!("no {name}"))
}

/// The files of kept trials, and the number of games in the ladder.
fn kept(class: &Path) -> (BTreeSet<PathBuf>, usize) {
    let entries = fs::read_dir(class.join("results/kept")).into_iter().flatten();
    let files: Vec<PathBuf> = entries.map(|entry| entry.unwrap().path()).collect();
    let of_kind = |kind: &'static str| {
        files.iter().filter(move |path| path.extension().is_some_and(|ending| ending == kind))
    };
    let ladders = of_kind("games").map(|path| fs::read_to_string(path).unwrap().matches("[Game ").count());
    (of_kind("json").cloned().collect(), ladders.sum())
}

#[test]
fn hostile_programs_change_nobody_elses_results() {
    let scratch = Scratch::new("class-hostile");
    let folder = class(&scratch, "");
    submit_good(&folder);
    let good = results(&folder);
    let hostile = [
        (
            "crash",
            "echo 'out of luck' >&2; exit 3",
            "it ended (exit status: 3); its last line of errors: 'out of luck'",
        ),
        ("hang", "sleep 1000", "it did not answer within 2s, the time to start"),
        ("rubbish", "while read -r line; do echo rubbish; done", "it answered 'rubbish', which is not JSON"),
        ("cheat", "while read -r line; do echo '{\"move\":\"z9\"}'; done", "illegal move: "),
        ("flood", "yes | tr -d '\\n'", "it wrote a line of more than 1048576 bytes"),
    ];
    for (name, script, _) in hostile {
        submit(&folder, &format!("{name}.sh"), &format!("#!/bin/sh\n{script}\n"));
    }
    fs::create_dir(folder.join("submissions/empty")).unwrap();
    submit(&folder, "wrong/bot.toml", "comand = \"./run\"\n");
    fs::write(folder.join("submissions/essay.txt"), "A bot is").unwrap();
    std::os::unix::fs::symlink("nowhere", folder.join("submissions/gone.py")).unwrap();
    // Executable, as everything is on some disks.
    submit(&folder, "plain.py", "import sys\nsys.exit('no first line')\n");
    let all = results(&folder);
    for name in ["ada", "<b>béla & co", "cili"] {
        assert_eq!(student(&all, name), student(&good, name));
        assert_eq!(student(&all, name)["first_fault"], Json::Null);
    }
    assert_eq!(all["games"], good["games"]);
    let faults = [
        ("empty", "its folder has no bot.toml"),
        ("wrong", "bot.toml, line 1: unknown field `comand`"),
        ("gone", "'gone.py' cannot be read: No such file"),
        ("plain", "its last line of errors: 'no first line'"),
        ("essay", "'essay.txt' is no program that can be run; try 'chmod +x essay.txt'"),
    ];
    for (name, reason) in hostile.iter().map(|(name, _, reason)| (*name, *reason)).chain(faults) {
        let result = student(&all, name);
        let words = result["first_fault"]["words"].as_str().unwrap();
        assert!(words.contains(reason), "{name}: {words}");
        assert_eq!((&result["points"], &result["rank"]), (&0.0.into(), &4.into()), "{name}");
    }

    let read = |file: &str| fs::read_to_string(folder.join("results").join(file)).unwrap();
    let page = read("class.html");
    assert!(
        page.contains("students/%3Cb%3Eb%C3%A9la%20%26%20co.html") && page.contains("&lt;b&gt;béla &amp; co")
    );
    assert!(page.contains("isolation</dt>") || page.contains("none: programs could use the network"));
    let report = read("students/cili.html");
    assert!(report.contains("&lt;script&gt;") && report.contains("<svg class=\"board\""));
    assert!(read("students/crash.html").contains("out of luck"));
    for page in [&page, &report, &read("students/<b>béla & co.html")] {
        assert!(
            !page.contains("<script")
                && !page.contains("<b>b")
                && !page.contains("{{")
                && !page.contains("perfect")
        );
    }
    let ladder = read("ladder-1-tictactoe.html");
    assert!(ladder.contains("The house") && !ladder.contains("<b>b"));
    let json: Json = serde_json::from_str(&read("results.json")).unwrap();
    assert_eq!(without_times(json), all);

    // Gradescope's fields, and points that add up.
    let scores: Json = serde_json::from_str(&read("gradescope/ada.json")).unwrap();
    let tests = scores["tests"].as_array().unwrap();
    let sum: f64 = tests.iter().map(|test| test["score"].as_f64().unwrap()).sum();
    assert!((scores["score"].as_f64().unwrap() - sum).abs() < 1e-9);
    let names: Vec<&str> = tests.iter().map(|test| test["name"].as_str().unwrap()).collect();
    assert_eq!(names, ["tictactoe: check", "tictactoe: moves", "tictactoe: ladder"]);
    assert!(
        tests.iter().all(|test| test["max_score"].as_f64() > Some(0.0) && test["visibility"] == "visible")
    );
    assert_eq!(scores["leaderboard"][0]["name"], "Points");
}

#[test]
fn an_interrupted_class_goes_on_and_a_changed_program_alone_is_tried_again() {
    let scratch = Scratch::new("class-again");
    let folder = class(&scratch, "");
    submit_good(&folder);
    let mut before = kept(&folder);
    // In the trials, and in the ladder.
    for (trials, games) in [(1, 0), (3, 4)] {
        let mut run = spawn(&["class", folder.to_str().unwrap(), "--jobs", "1"]);
        while kept(&folder).0.len() < trials || kept(&folder).1 < games {
            std::thread::sleep(Duration::from_millis(2));
        }
        run.kill().unwrap();
        run.wait().unwrap();
        let now = kept(&folder);
        assert!(before.0.is_subset(&now.0) && before.1 <= now.1);
        before = now;
    }
    let again = results(&folder);
    assert!(before.0.is_subset(&kept(&folder).0));

    let other = Scratch::new("class-at-once");
    let at_once = class(&other, "");
    submit_good(&at_once);
    assert_eq!(again, results(&at_once));

    let (trials, games) = kept(&folder);
    // Five players, a pair of games each.
    assert_eq!((trials.len(), games), (3, 20));
    assert_eq!(results(&folder), again);
    assert_eq!(kept(&folder), (trials.clone(), games));

    submit(&folder, "cili/run", &bot(LAST));
    let changed = results(&folder);
    let (now, games) = kept(&folder);
    assert_eq!((now.intersection(&trials).count(), now.len(), games), (2, 3, 28));
    let kept_share =
        |results: &Json, name| student(results, name)["games"][0]["moves"]["all"]["kept"].clone();
    assert_eq!(kept_share(&changed, "ada"), kept_share(&again, "ada"));
    assert_eq!(kept_share(&changed, "cili"), kept_share(&changed, "<b>béla & co"));

    // Reports of a submission that is gone go as well, and nothing else.
    fs::write(folder.join("results/students/notes.html"), "mine").unwrap();
    fs::remove_file(folder.join("submissions/ada.sh")).unwrap();
    assert_eq!(results(&folder)["students"].as_array().unwrap().len(), 2);
    let has = |file: &str| folder.join("results").join(file).exists();
    assert!(!has("students/ada.html") && !has("gradescope/ada.json"));
    assert!(has("students/cili.html") && has("gradescope/cili.json") && has("students/notes.html"));
}

#[test]
fn ctrl_c_keeps_what_was_tried() {
    let scratch = Scratch::new("class-stopped");
    let folder = class(&scratch, "");
    submit(&folder, "ada.sh", &bot(FIRST));
    submit(&folder, "hang.sh", "#!/bin/sh\nsleep 1000\n");
    let mut run = spawn(&["class", folder.to_str().unwrap(), "--jobs", "1", "--json"]);
    while kept(&folder).0.is_empty() {
        std::thread::sleep(Duration::from_millis(2));
    }
    interrupt(&run);
    assert_eq!(run.wait().unwrap().code(), Some(130));
    let output = run.wait_with_output().unwrap();
    assert_eq!(String::from_utf8_lossy(&output.stdout), "{\"complete\":false}\n");
    assert!(String::from_utf8_lossy(&output.stderr).contains("the same command goes on"));
    assert_eq!(kept(&folder).0.len(), 1);
}

/// A program shows in the reason of its failure what it can see. Skipped if bubblewrap does not work.
#[test]
fn isolated_programs_see_no_files_of_others_and_no_network() {
    let works = Command::new("bwrap").args(["--ro-bind", "/", "/", "--unshare-all", "true"]).status();
    if !works.is_ok_and(|status| status.success()) {
        println!("skipped: bubblewrap does not work here");
        return;
    }
    let scratch = Scratch::new("class-isolated");
    let folder = class(&scratch, "");
    let assignment = folder.join("assignment.toml");
    let text = fs::read_to_string(&assignment).unwrap();
    fs::write(&assignment, text.replace("\"none\"", "\"bubblewrap\"")).unwrap();
    submit_good(&folder);
    let look = "for file in ../ada.sh ../../assignment.toml /root; do test -e $file && echo $file; done; \
                touch mine 2>/dev/null && echo mine; grep -c : /proc/net/dev";
    submit(&folder, "spy/run", &format!("#!/bin/sh\necho \"saw: $({look})\" | tr '\\n' ' ' >&2\nexit 1\n"));
    fs::write(folder.join("submissions/spy/bot.toml"), "command = \"./run\"\n").unwrap();
    let results = results(&folder);
    let words = student(&results, "spy")["first_fault"]["words"].as_str().unwrap();
    // The loopback alone.
    assert!(words.contains("'saw: 1'"), "{words}");
    assert!(results["isolation"].as_str().unwrap().starts_with("bubblewrap"));
    for name in ["ada", "cili"] {
        assert_eq!(student(&results, name)["first_fault"], Json::Null);
    }
}

/// A program shows in the reason of its failure what it could do. Skipped if the kernel has no Landlock.
#[cfg(target_os = "linux")]
#[test]
fn landlock_refuses_files_of_others_and_tcp() {
    use landlock::{ABI, Access, AccessFs, CompatLevel, Compatible, Ruleset, RulesetAttr};
    let ruleset = Ruleset::default().set_compatibility(CompatLevel::HardRequirement);
    if ruleset.handle_access(AccessFs::from_all(ABI::V1)).and_then(|ruleset| ruleset.create()).is_err() {
        println!("NOT tested: this kernel has no Landlock");
        return;
    }
    let scratch = Scratch::new("class-landlock");
    let folder = class(&scratch, "");
    submit_good(&folder);
    let (diary, out) = (scratch.file("diary"), scratch.file("out"));
    fs::write(&diary, "secret").unwrap();
    let listener = std::net::TcpListener::bind("127.0.0.1:0").unwrap();
    let port = listener.local_addr().unwrap().port();
    let tries = [
        format!("cat {diary} ../ada.sh >/dev/null && echo read"),
        "ls .. >/dev/null && echo list".to_string(),
        format!("echo x >{out} && echo write"),
        "echo x >mine && echo own".to_string(),
        format!("(exec 3<>/dev/tcp/127.0.0.1/{port}) && echo TCP"),
        format!("kill -0 {} && echo signals", std::process::id()),
        "file=$(mktemp) && echo x >$file && cat bot.toml >/dev/null && rm $file && echo temporary"
            .to_string(),
    ];
    let run = format!("#!/bin/bash\nsaw=$(\n{}\n)\necho \"saw: \"$saw >&2\nexit 1\n", tries.join("\n"));
    submit(&folder, "spy/run", &run);
    fs::write(folder.join("submissions/spy/bot.toml"), "command = \"./run\"\n").unwrap();
    let spied = |results: &Json, saw: &str| {
        let words = student(results, "spy")["first_fault"]["words"].as_str().unwrap();
        assert!(words.contains(&format!("'saw: {saw}'")), "{words}");
    };
    spied(&results(&folder), "read list write own TCP signals temporary");
    [PathBuf::from(&out), folder.join("submissions/spy/mine")]
        .iter()
        .for_each(|file| fs::remove_file(file).unwrap());

    let assignment = folder.join("assignment.toml");
    let text = fs::read_to_string(&assignment).unwrap().replace("\"none\"", "\"landlock\"");
    fs::write(&assignment, &text).unwrap();
    let isolated = results(&folder);
    let about = isolated["isolation"].as_str().unwrap();
    let (refused, _) = about.split_once("; not refused: ").unwrap();
    // Older kernels refuse less.
    let left: Vec<&str> = ["TCP", "signals"].into_iter().filter(|part| !refused.contains(part)).collect();
    spied(&isolated, [&left[..], &["temporary"]].concat().join(" ").as_str());
    assert!(about.starts_with("landlock, version ") && !PathBuf::from(out).exists());
    for name in ["ada", "cili"] {
        assert_eq!(student(&isolated, name)["first_fault"], Json::Null);
    }
    assert!(!folder.join("results/kept/written").exists());

    fs::write(&assignment, text.replace("limits = {", "limits = { memory = 63,")).unwrap();
    let small = plywood(&["class", folder.to_str().unwrap()]);
    assert!(small.code == 2 && small.stderr.contains("write 64 MiB or more"), "{}", small.stderr);
}

#[test]
fn what_is_wrong_with_a_class_is_named() {
    let scratch = Scratch::new("class-wrong");
    let folder = class(&scratch, "");
    let path = folder.to_str().unwrap();
    let failed = |part: &str| {
        let run = plywood(&["class", path]);
        assert_eq!(run.code, 2, "{}", run.stderr);
        assert!(run.stderr.contains(part), "{part}: {}", run.stderr);
    };
    failed("there is no submission in '");
    submit(&folder, "ada.sh", &bot(FIRST));
    submit(&folder, "Ada", &bot(FIRST));
    failed("as another has ('Ada')");
    fs::remove_file(folder.join("submissions/Ada")).unwrap();
    submit(&folder, "the house.sh", &bot(FIRST));
    failed("as a reference has ('The house')");
    fs::remove_file(folder.join("submissions/the house.sh")).unwrap();
    submit(&folder, "a\nb", &bot(FIRST));
    failed("the submission \"a\\nb\" has a name with signs that are no text; rename it");
    fs::remove_file(folder.join("submissions/a\nb")).unwrap();
    for (line, part) in [
        ("games = []", "games has no game"),
        ("games = [\"chess\"]", "assignment.toml: "),
        ("games = [\"tictactoe\", \"tictactoe\"]", "the game 'tictactoe' is named twice"),
        ("games = [\"tictactoe\"]\ngrade = 1", "assignment.toml, line 2: unknown field `grade`"),
        ("games = [\"tictactoe\"]\nlimits.move = \"soon\"", "the limit move cannot be 'soon'"),
        ("games = [\"tictactoe\"]\nlimits.memory = 0", "memory cannot be 0; write 1 to 1048576 MiB"),
        ("games = [\"tictactoe\"]\nreferences = [\"nobody\"]", "reference 'nobody': "),
        ("games = [{ game = \"tictactoe\", positions = \"none.txt\" }]", "none.txt"),
        ("games = [{ game = \"tictactoe\", table = \"none.table\" }]", "class/none.table'"),
        ("games = [\"tictactoe\"]\nladder.openings = \"none.txt\"", "class/none.txt'"),
        ("games = [\"tictactoe\"]\npoints.check = -1", "points of check cannot be -1"),
    ] {
        fs::write(folder.join("assignment.toml"), line).unwrap();
        failed(part);
    }
    assert!(!folder.join("results").exists(), "no program is tried before");
    let missing = plywood(&["class", &scratch.file("nowhere")]);
    assert_eq!(missing.code, 2);
    assert!(missing.stderr.contains("assignment.toml"), "{}", missing.stderr);
    assert!(missing.stderr.contains("the line games = [\"connect4\"] is enough"), "{}", missing.stderr);
    fs::create_dir(scratch.file("nowhere")).unwrap();
    fs::write(scratch.file("nowhere/assignment.toml"), "games = [\"connect4\"]").unwrap();
    let empty = plywood(&["class", &scratch.file("nowhere")]);
    assert!(empty.stderr.contains("it has the programs, a file or a folder each"), "{}", empty.stderr);
}
