//! `--part` and `merge`: the parts say together what one run says, whatever happened to them.

use std::fs;
use std::sync::{Arc, Mutex};

use plywood_cli::{Control, answer};
use plywood_rules::random::part_seed;
use plywood_workshop::Workshop;
use serde_json::Value as Json;

use crate::common::{Scratch, kills, plywood, without_times};
use crate::documents::{read, root};

/// Choices that are the same in every run.
struct Choices(u64);

impl Choices {
    fn below(&mut self, end: usize) -> usize {
        self.0 = part_seed(self.0, 0);
        (self.0 % end as u64) as usize
    }

    fn of<'a>(&mut self, all: &[&'a str]) -> &'a str {
        all[self.below(all.len())]
    }

    fn shuffle<T>(&mut self, list: &mut [T]) {
        (1..list.len()).rev().for_each(|place| list.swap(place, self.below(place + 1)));
    }
}

/// The answer to these words, and the lines that it printed.
fn run(words: &[String]) -> Result<(Json, String), String> {
    let lines = Arc::new(Mutex::new(String::new()));
    let sink = Arc::clone(&lines);
    let control = Control::reporting_to(Arc::new(|_| ())).with_lines(move |line| {
        let mut lines = sink.lock().unwrap();
        *lines += line;
        lines.push('\n');
    });
    let answer = answer(&Workshop::standard(), words, &control).map_err(|error| error.to_string())?;
    let lines = lines.lock().unwrap().clone();
    match answer.incomplete {
        Some(reason) => Err(format!("{reason}\n{lines}")),
        None => Ok((without_times(answer.json), lines)),
    }
}

fn words(command: &[&str], more: &[&str]) -> Vec<String> {
    [command, more].concat().into_iter().map(str::to_string).collect()
}

/// The files of all parts of a command in any order: one of them made twice, another one from what a kill had left of it.
fn parts(scratch: &Scratch, command: &[&str], of: usize, choices: &mut Choices) -> Vec<String> {
    let make = |number: usize, file: &str| {
        let part = format!("{}/{of}", number + 1);
        let (done, lines) = run(&words(command, &["--part", &part, "--part-file", file])).unwrap();
        assert_eq!((&done["complete"], &*lines), (&true.into(), ""), "{done}");
    };
    let mut files: Vec<String> = (0..of).map(|number| scratch.file(&format!("{number}-of-{of}"))).collect();
    files.iter().enumerate().for_each(|(number, file)| make(number, file));
    let (twice, killed) = (choices.below(of), choices.below(of));
    let again = scratch.file(&format!("again-of-{of}"));
    make(twice, &again);
    let whole = fs::read(&files[killed]).unwrap();
    let left = choices.below(whole.len());
    fs::write(&files[killed], &whole[..left]).unwrap();
    let merge: Vec<&str> = ["merge"].into_iter().chain(files.iter().map(String::as_str)).collect();
    let error = run(&words(&merge, &[])).unwrap_err();
    assert!(
        error.contains("make it again") || error.contains(&format!("--part {}/{of}", killed + 1)),
        "{error}"
    );
    make(killed, &files[killed]);
    files.push(again);
    choices.shuffle(&mut files);
    files
}

/// Merges files with these further words.
fn merged(files: &[String], more: &[&str]) -> (Json, String) {
    let files: Vec<&str> = files.iter().map(String::as_str).collect();
    run(&words(&["merge"], &[&files[..], more].concat())).unwrap()
}

/// Records without the times of moves.
fn timeless(records: &str) -> String {
    let is_time = |line: &&str| ["[FirstTime", "[SecondTime"].iter().any(|tag| line.starts_with(tag));
    records.lines().filter(|line| !is_time(line)).map(|line| format!("{line}\n")).collect()
}

#[test]
fn parts_of_a_tournament_are_the_tournament() {
    for seed in 0..u64::from(kills(2)) {
        let (scratch, mut choices) = (Scratch::new("parts-tournament"), Choices(seed));
        let league = scratch.file("league.toml");
        let text = format!(
            "game = \"{}\"\nopenings = \"{}\"\npairs = {}\nseed = {seed}\nformat = \"{}\"\nplayers = [\"random\", \"first\", \
             \"rules:depth=1\", \"engine:depth=1,tie=random\"]\n",
            choices.of(&["tictactoe", "nim", "pig:target=20"]),
            choices.of(&["random:2", "random:1"]),
            1 + choices.below(3),
            choices.of(&["round-robin", "gauntlet"]),
        );
        let text = if text.contains("pig") {
            text.replace("rules:depth=1", "hold:at=5")
                .replace("engine:depth=1,tie=random", "expectiminimax:depth=1")
        } else {
            text
        };
        fs::write(&league, text).unwrap();
        let (whole, _) = run(&words(&["tournament", &league, "--jobs", "1"], &[])).unwrap();
        let games = fs::read_to_string(scratch.file("league.games")).unwrap();
        for of in [1, 2, 7] {
            let files = parts(&scratch, &["tournament", &league], of, &mut choices);
            let reports =
                ["games", "json", "csv", "html"].map(|ending| scratch.file(&format!("merged.{ending}")));
            let [merged_games, ..] = &reports;
            let output: Vec<&str> = reports.iter().flat_map(|path| ["-o", path]).collect();
            assert_eq!(merged(&files, &output).0, whole);
            assert_eq!(timeless(&fs::read_to_string(merged_games).unwrap()), timeless(&games), "{of} parts");
            // A run on the merged games plays nothing, and its reports have the same bytes, times included.
            let again = scratch.file("again.toml");
            fs::copy(&league, &again).unwrap();
            let title = fs::read_to_string(&again).unwrap() + "title = \"league\"\n";
            fs::write(&again, title).unwrap();
            let others = ["json", "csv", "html"].map(|ending| scratch.file(&format!("again.{ending}")));
            let output: Vec<&str> = others.iter().flat_map(|path| ["-o", path]).collect();
            run(&words(&["tournament", &again, "--records", merged_games], &output)).unwrap();
            for (one, other) in reports[1..].iter().zip(&others) {
                assert!(fs::read(one).unwrap() == fs::read(other).unwrap(), "{one}");
            }
        }
    }
}

#[test]
fn parts_of_a_match_are_the_match() {
    for seed in 0..u64::from(kills(2)) {
        let (scratch, mut choices) = (Scratch::new("parts-match"), Choices(seed));
        let games = (1 + choices.below(30)).to_string();
        let seed = seed.to_string();
        let game = choices.of(&["tictactoe", "nim"]);
        let command = [
            "match",
            game,
            "random",
            "rules:depth=1",
            "--games",
            &games,
            "--seed",
            &seed,
            "--openings",
            "random:1",
        ];
        let saved = scratch.file("whole.txt");
        let (whole, _) = run(&words(&command, &["--save", &saved])).unwrap();
        for of in [1, 2, 7] {
            let files = parts(&scratch, &command, of, &mut choices);
            let path = scratch.file("merged.txt");
            assert_eq!(merged(&files, &["-o", &path]).0, whole);
            assert_eq!(fs::read_to_string(&path).unwrap(), fs::read_to_string(&saved).unwrap(), "{of} parts");
        }
    }
}

#[test]
fn parts_of_a_grade_are_the_grade() {
    for seed in 0..u64::from(kills(1)) {
        let (scratch, mut choices) = (Scratch::new("parts-grade"), Choices(seed));
        let sample = (200 + choices.below(800)).to_string();
        let seed = seed.to_string();
        let game = choices.of(&["tictactoe", "mnk:m=4,n=3,k=3", "pig:target=12"]);
        let command =
            ["grade", game, "random", "first", "--baselines", "none", "--sample", &sample, "--seed", &seed];
        let path = scratch.file("grades.json");
        // The numbers as they are written, without times.
        let written = || -> Vec<String> {
            let text = fs::read_to_string(&path).unwrap();
            text.lines().filter(|line| !line.contains("seconds\": ")).map(str::to_string).collect()
        };
        run(&words(&command, &["-o", &path])).unwrap();
        let whole = written();
        for of in [1, 2, 7] {
            let files = parts(&scratch, &command, of, &mut choices);
            merged(&files, &["-o", &path]);
            assert_eq!(written(), whole, "{of} parts");
        }
    }
}

#[test]
fn parts_of_a_batch_are_the_batch() {
    let (folder, mut choices) = (Scratch::new("parts-batch"), Choices(1));
    let lines = folder.file("lines.txt");
    let positions: Vec<String> = (0..20)
        .map(|number| match number {
            3 => "# a comment\n\nno position".to_string(),
            _ => format!("moves {} {}", ["a1", "b2", "c3"][number % 3], ["a2", "b1", "c1", "a3"][number % 4]),
        })
        .collect();
    fs::write(&lines, positions.join("\n")).unwrap();
    for command in [
        vec!["solve", "tictactoe"],
        vec!["analyse", "tictactoe", "--bot", "engine:depth=2"],
        vec!["eval", "tictactoe"],
    ] {
        let scratch = Scratch::new(&format!("parts-batch-{}", command[0]));
        let command = [&command[..], &["--batch", &lines]].concat();
        let without_times = |answers: &str| -> Vec<String> {
            let json = |line: &str| without_times(serde_json::from_str(line).unwrap()).to_string();
            answers.lines().filter(|line| line.starts_with('{')).map(json).collect()
        };
        // A line is wrong, and says so in all ways.
        let whole = run(&words(&command, &[])).unwrap_err();
        assert!(whole.starts_with("1 of 20 lines failed; the first is line 6: "), "{whole}");
        for of in [1, 2, 7] {
            let files = parts(&scratch, &command, of, &mut choices);
            let path = scratch.file("merged.jsonl");
            let files: Vec<&str> = files.iter().map(String::as_str).collect();
            let printed = run(&words(&["merge"], &files)).unwrap_err();
            assert_eq!(printed.lines().next(), whole.lines().next());
            assert_eq!(without_times(&printed), without_times(&whole));
            run(&words(&["merge", "-o", &path], &files)).unwrap_err();
            assert_eq!(without_times(&fs::read_to_string(&path).unwrap()), without_times(&whole));
        }
    }
}

#[test]
fn slow_parts_of_puzzles_are_the_puzzles() {
    let (scratch, mut choices) = (Scratch::new("parts-puzzles"), Choices(1));
    let command = ["puzzles", "connect4:m=4,n=4", "--count", "3", "--nodes", "1000"];
    let out = scratch.file("whole.jsonl");
    let (whole, _) = run(&words(&command, &["-o", &out])).unwrap();
    for of in [2, 3] {
        let files = parts(&scratch, &command, of, &mut choices);
        let path = scratch.file("merged.jsonl");
        assert_eq!(merged(&files, &["-o", &path]).0, whole);
        assert_eq!(fs::read_to_string(&path).unwrap(), fs::read_to_string(&out).unwrap(), "{of} parts");
    }
}

#[test]
fn parts_that_do_not_belong_together_are_refused() {
    let scratch = Scratch::new("parts-wrong");
    let [one, two, other, seven] = ["one", "two", "other", "seven"].map(|name| scratch.file(name));
    let command = ["match", "tictactoe", "random", "first", "--games", "8"];
    let part = |part: &str, file: &str, more: &[&str]| {
        run(&words(&command, &[&["--part", part, "--part-file", file], more].concat()))
    };
    part("1/2", &one, &[]).unwrap();
    let merge = |files: &[&str]| run(&words(&["merge"], files)).unwrap_err();
    // What is missing, and the command for it.
    let error = merge(&[&one]);
    assert_eq!(
        error,
        "part 2/2 is missing; make it with: plywood match tictactoe random first --games 8 --json --part 2/2"
    );
    part("1/7", &seven, &[]).unwrap();
    let error = merge(&[&seven]);
    assert!(error.starts_with("parts 2/7, 3/7, 4/7, 5/7, 6/7, 7/7 are missing or not complete; "), "{error}");
    let before = fs::read(&one).unwrap();
    assert!(merge(&[&one, "-o", &one]).contains("one' is read here; write to another file"));
    assert_eq!(fs::read(&one).unwrap(), before);
    assert!(merge(&[&one, &seven]).contains("are parts of different work: '2 parts' and '7 parts'"));
    // Other settings.
    part("2/2", &other, &["--seed", "2"]).unwrap();
    let error = merge(&[&one, &other]);
    assert!(error.contains("are parts of different work: 'seed: 1' and 'seed: 2' differ"), "{error}");
    let error = part("2/2", &other, &[]).unwrap_err();
    assert!(
        error.contains("has a part of other work: 'seed: 2' and 'seed: 1' differ; name another file"),
        "{error}"
    );
    let error = part("2/2", &one, &[]).unwrap_err();
    assert!(error.contains("'part: 1/2' and 'part: 2/2' differ"), "{error}");
    // Other rules, and another start.
    for (game, more, expected) in [
        ("tictactoe:misere=on", vec![], "'match of mnk:m=3,n=3,k=3' and 'match of mnk:m=3,n=3,k=3,misere"),
        (
            "tictactoe",
            vec!["--position", "3/1x1/3 o"],
            "'position: the opening' and 'position: 3/1x1/3 o' differ",
        ),
    ] {
        fs::remove_file(&other).unwrap();
        let command = [
            "match",
            game,
            "random",
            "first",
            "--games",
            "8",
            "--part",
            "2/2",
            "--part-file",
            other.as_str(),
        ];
        run(&words(&command, &more)).unwrap();
        let error = merge(&[&one, &other]);
        assert!(error.contains(&format!("are parts of different work: {expected}")), "{error}");
    }
    // Another version, damage, and what is no part at all.
    part("2/2", &two, &[]).unwrap();
    let text = fs::read_to_string(&two).unwrap();
    for (from, to, expected) in [
        (env!("CARGO_PKG_VERSION"), "9.9.9", "it was made by Plywood 9.9.9, and this is "),
        ("\n1 ", "\n0 ", "line 2 is damaged"),
        ("\n1 ", "\n9 ", "item 1 is missing in the parts"),
        ("\n1 [", "\n1 {", "item 1 is damaged"),
        ("{\"plywood", "[\"plywood", "it is no part of the work of a command"),
    ] {
        assert!(text.contains(from), "{from}");
        fs::write(&two, text.replacen(from, to, 1)).unwrap();
        let error = merge(&[&one, &two]);
        assert!(error.contains(expected), "{error}");
    }
    let head = text.lines().next().unwrap().as_bytes();
    fs::write(&two, [head, b"\n\xff\n"].concat()).unwrap();
    assert!(merge(&[&one, &two]).contains("line 2 is damaged"));
    for kept in [&b"a diary"[..], b"a diary\n", b"\xff\n"] {
        fs::write(&other, kept).unwrap();
        assert!(part("2/2", &other, &[]).unwrap_err().contains("it is no part"), "{kept:?}");
        assert_eq!(fs::read(&other).unwrap(), kept);
    }
    // A file that a setting comes from has changed.
    let openings = scratch.file("openings.txt");
    fs::write(&openings, "a1\nb2\n").unwrap();
    part("1/1", &seven.replace("seven", "eight"), &["--openings", &openings]).unwrap();
    fs::write(&openings, "a1\nc3\n").unwrap();
    let error = merge(&[&seven.replace("seven", "eight")]);
    assert!(error.contains("'openings: a1 / b2' and 'openings: a1 / c3' differ"), "{error}");
}

#[test]
fn work_without_parts_says_why() {
    for (command, reason) in [
        ("match tictactoe random first --sprt elo0=0,elo1=10", "a sequential test has no parts, because"),
        (
            "tournament --game nim --player random --player first --format swiss",
            "a Swiss tournament and a knockout have no parts",
        ),
        (
            "tournament --game nim --player random --player first --format knockout",
            "because who meets whom follows",
        ),
        ("solve tictactoe", "one position has no parts; leave out --part"),
        ("analyse tictactoe --batch -", "standard input has no parts"),
        ("grade tictactoe first --against random", "cannot be used with"),
        ("match tictactoe random first --save games.txt", "cannot be used with"),
        ("tournament --game nim --player random --player first -o a.html", "cannot be used with"),
    ] {
        let command: Vec<&str> = command.split(' ').collect();
        let error = run(&words(&command, &["--part", "1/2"])).unwrap_err();
        assert!(error.contains(reason), "{error}");
    }
    for wrong in ["0/2", "3/2", "2", "1/0", "1/x", "1/1000001"] {
        let run = plywood(&["match", "tictactoe", "random", "first", "--part", wrong]);
        assert_eq!(run.code, 2);
        assert!(run.stderr.contains("is no part; write I/N, such as 3/10"), "{}", run.stderr);
    }
}

/// The file may not grow beyond a limit, which has the effect of a full disk.
#[cfg(unix)]
#[test]
fn a_part_on_a_full_disk_says_so_and_goes_on_later() {
    let scratch = Scratch::new("parts-full");
    let file = scratch.file("part");
    let command = ["match", "tictactoe", "random", "first", "--games", "400"];
    let part = words(&command, &["--part", "1/1", "--part-file", &file]);
    let script = format!("trap '' XFSZ; ulimit -f 8; exec {} \"$@\"", env!("CARGO_BIN_EXE_plywood"));
    let full =
        crate::common::run(std::process::Command::new("sh").args(["-c", &script, "sh"]).args(&part), "");
    assert_eq!((full.code, full.stdout.as_str()), (1, ""), "{}", full.stderr);
    assert!(full.stderr.contains(&format!("cannot save to '{file}'")), "{}", full.stderr);
    let kept = fs::metadata(&file).unwrap().len();
    assert!((1..=8 << 10).contains(&kept), "{kept} bytes");
    let error = run(&words(&["merge", &file], &[])).unwrap_err();
    assert!(error.contains("--part 1/1"), "{error}");
    run(&part).unwrap();
    assert_eq!(merged(&[file], &[]).0, run(&words(&command, &[])).unwrap().0);
}

/// The block of code of the chapter that begins like this.
fn block(beginning: &str) -> String {
    let chapter = read(&root().join("book/src/how-to/many-machines.md"));
    let blocks = chapter.split("```").skip(1).step_by(2).filter_map(|block| block.split_once('\n'));
    let found = blocks.map(|(_, text)| text).find(|text| text.starts_with(beginning));
    found.unwrap_or_else(|| panic!("no block '{beginning}'")).to_string()
}

/// The recipes of the chapter, each in 3 parts, with the other programs played by scripts of a line.
#[cfg(unix)]
#[test]
fn recipes_make_the_tournament() {
    use std::os::unix::fs::PermissionsExt;

    let scratch = Scratch::new("parts-recipes");
    fs::create_dir_all(scratch.file("bin")).unwrap();
    fs::create_dir_all(scratch.file("league")).unwrap();
    for (name, text) in [
        ("ssh", "shift 2; exec sh -c \"$*\""),
        ("srun", "exec \"$@\""),
        // One task after the other, as a job array has them.
        (
            "sbatch",
            "for SLURM_ARRAY_TASK_ID in 1 2 3; do export SLURM_ARRAY_TASK_ID SLURM_CPUS_PER_TASK=1; sh \"$2\"; done >&2; echo 7",
        ),
    ] {
        let path = scratch.file(&format!("bin/{name}"));
        fs::write(&path, format!("#!/bin/sh\n{text}\n")).unwrap();
        fs::set_permissions(&path, fs::Permissions::from_mode(0o755)).unwrap();
    }
    let league = "game = \"tictactoe\"\npairs = 1\nplayers = [\"random\", \"first\", \"rules:depth=1\"]\n";
    let folder = scratch.file("");
    let binaries = std::path::Path::new(env!("CARGO_BIN_EXE_plywood")).parent().unwrap().display();
    let path = format!("{}/bin:{binaries}:{}", folder, std::env::var("PATH").unwrap());
    let shell = |script: &str, folder: &str| {
        let mut command = std::process::Command::new("sh");
        command.args(["-ec", script]).current_dir(folder).env("PATH", &path);
        let run = crate::common::run(&mut command, "");
        assert_eq!(run.code, 0, "{script}: {}{}", run.stdout, run.stderr);
        run.stdout
    };
    let few = |text: &str| {
        text.replace("-of-30", "-of-3")
            .replace("/30", "/3")
            .replace("1-30", "1-3")
            .replace("seq 4", "seq 3")
            .replace("{}/4", "{}/3")
            .replace("-of-4", "-of-3")
    };
    let begin = |name: &str| {
        let folder = scratch.file(name);
        fs::create_dir_all(&folder).unwrap();
        fs::write(format!("{folder}/league.toml"), league).unwrap();
        folder
    };
    let whole_in = begin("whole");
    let whole = timeless_table(&shell("plywood tournament league.toml", &whole_in));
    let merge = "plywood merge *-of-3.part";

    let laptop = begin("laptop");
    assert_eq!(timeless_table(&shell(&few(&block("seq 4")), &laptop)), whole);

    let lab = begin("lab/league");
    let lab = lab.strip_suffix("/league").unwrap().to_string();
    fs::write(format!("{lab}/machines"), "ada\nbert\ncleo\n").unwrap();
    let (ssh, merging) =
        block("nl machines").split_once('\n').map(|(one, two)| (few(one), few(two))).unwrap();
    shell(&ssh, &lab);
    assert_eq!(timeless_table(&shell(&merging, &format!("{lab}/league"))), whole);

    let slurm = begin("slurm");
    fs::write(format!("{slurm}/parts.sh"), few(&block("#!/bin/sh\n#SBATCH"))).unwrap();
    let submit = block("tasks=").lines().next().unwrap().to_string();
    shell(&submit, &slurm);
    assert_eq!(timeless_table(&shell(merge, &slurm)), whole);

    let pods = begin("pods");
    let manifest = block("apiVersion");
    let line = manifest.lines().find_map(|line| line.trim().strip_prefix("command: ")).unwrap();
    let command: Vec<String> = serde_json::from_str(line).unwrap();
    assert_eq!(&command[..2], ["sh", "-c"]);
    for index in 0..3 {
        shell(&format!("export JOB_COMPLETION_INDEX={index}\n{}", few(&command[2])), &pods);
    }
    assert_eq!(timeless_table(&shell(merge, &pods)), whole);
    assert!(manifest.contains("completions: 30\n") && manifest.contains("completionMode: Indexed\n"));
}

/// The table of a tournament without what was printed before it and its last column, the time of a move.
#[cfg(unix)]
fn timeless_table(text: &str) -> String {
    let text = &text[text.find("league\n").unwrap()..];
    let line = |line: &str| line.rsplit_once("  ").map_or(line, |(kept, _)| kept).trim_end().to_string();
    text.lines().map(line).collect::<Vec<_>>().join("\n")
}
