//! `new`: crates to begin with. That they build and play is checked by `cargo xtask test`.

use crate::common::{Scratch, plywood};

#[test]
fn a_crate_with_a_game_or_a_bot() {
    let scratch = Scratch::new("new");
    for (words, name, has) in [
        (&["new"][..], "two-step", "impl Game for TwoStep {"),
        (&["new"], "chomp", "with(\"chomp\", about, &[], |_: &Options| Ok(Chomp))"),
        (&["new", "--bot"], "mine", "impl TextBot for"),
    ] {
        let folder = scratch.file(name);
        let run = plywood(&[words, &[&folder]].concat());
        assert_eq!(run.code, 0, "{}", run.stderr);
        let text = |name: &str| std::fs::read_to_string(format!("{folder}/{name}")).expect(name);
        assert!(text("src/main.rs").contains(has));
        assert!(text("src/main.rs").lines().count() < 80);
        let manifest: toml::Table = text("Cargo.toml").parse().unwrap();
        assert_eq!(manifest["package"]["name"].as_str(), Some(name));
        // The flags of Plywood itself, for the libraries of others too.
        let profile = &manifest["profile"];
        let release = &profile["release"];
        assert_eq!(release["codegen-units"].as_integer(), Some(1));
        assert_eq!(release["package"][name]["codegen-units"].as_integer(), Some(16));
        assert_eq!(profile["dev"]["package"]["clap_builder"]["opt-level"].as_integer(), Some(0));
        assert!(profile.get("web").is_none() && profile["dev"]["package"].get("plywood-bench").is_none());
        let config: toml::Table = text(".cargo/config.toml").parse().unwrap();
        assert!(config["build"]["target-dir"].as_str().unwrap().ends_with("target"));
        // Inside the checkout cargo would join the flags of both.
        assert!(config.get("target").is_none());
        assert!(text("Cargo.lock").contains("name = \"plywood\""));
        let again = plywood(&[words, &[&folder]].concat());
        assert!(again.code == 2 && again.stderr.contains("is there already"), "{}", again.stderr);
    }
}

#[test]
fn a_crate_elsewhere_is_compiled_with_the_flags_of_the_checkout() {
    let folder = std::env::temp_dir().join(format!("my-chomp-{}", std::process::id()));
    let run = plywood(&["new", folder.to_str().unwrap()]);
    assert_eq!(run.code, 0, "{}", run.stderr);
    let config = std::fs::read_to_string(folder.join(".cargo/config.toml")).unwrap();
    std::fs::remove_dir_all(&folder).unwrap();
    let config: toml::Table = config.parse().unwrap();
    assert!(config["target"]["cfg(target_arch = \"x86_64\")"]["rustflags"].is_array());
}

#[test]
fn a_crate_inside_a_checkout_is_a_member_of_its_workspace() {
    let scratch = Scratch::new("new-member");
    let checkout = scratch.file("checkout");
    std::fs::create_dir_all(format!("{checkout}/crates/plywood")).unwrap();
    std::fs::write(format!("{checkout}/crates/plywood/Cargo.toml"), "").unwrap();
    std::fs::write(format!("{checkout}/Cargo.toml"), "[workspace]\nmembers = [\"crates/*\"]\n").unwrap();
    let folder = format!("{checkout}/mine/chomp");
    let run = plywood(&["new", &folder, "--plywood", &checkout]);
    assert_eq!(run.code, 0, "{}", run.stderr);
    assert!(run.stdout.contains("nothing of Plywood is compiled again"), "{}", run.stdout);
    let text = |place: &str| std::fs::read_to_string(format!("{checkout}/{place}")).expect(place);
    assert_eq!(text("Cargo.toml"), "[workspace]\nmembers = [\"mine/chomp\", \"crates/*\"]\n");
    let manifest: toml::Table = text("mine/chomp/Cargo.toml").parse().unwrap();
    assert!(manifest.get("workspace").is_none() && manifest.get("profile").is_none());
    // The profiles of a member stand in its configuration.
    let config: toml::Table = text("mine/chomp/.cargo/config.toml").parse().unwrap();
    assert_eq!(config["profile"]["release"]["package"]["chomp"]["codegen-units"].as_integer(), Some(16));
    assert!(!std::path::Path::new(&format!("{folder}/Cargo.lock")).exists());
}

#[test]
fn names_that_cannot_be_say_which_could() {
    let scratch = Scratch::new("new-names");
    for (name, reason) in [
        ("9-lives", "a letter first; use my-9-lives"),
        ("my game", "a letter first; use my-mygame"),
        ("-", "a letter first; use my-game"),
        ("match", "a word that Rust keeps for itself; use my-match"),
        ("plywood", "the name of a part of Plywood; use my-game"),
        ("turn", "the name of a part of Plywood's library; use my-turn"),
        ("Othello", "'othello' is a game of Plywood already; use my-othello"),
        ("tictactoe", "is a game of Plywood already; use my-tictactoe"),
    ] {
        let run = plywood(&["new", "--", &scratch.file(name)]);
        assert!(run.code == 2 && run.stderr.contains(reason), "{name}: {}", run.stderr);
        assert!(!std::path::Path::new(&scratch.file(name)).exists());
    }
}
