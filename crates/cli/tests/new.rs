//! `new`: crates to begin with. That they build and play is checked by `cargo xtask test`.

use crate::common::{Scratch, plywood};

#[test]
fn a_crate_with_a_game_or_a_bot() {
    let scratch = Scratch::new("new");
    for (words, has) in [(&["new"][..], "impl Game for"), (&["new", "--bot"], "impl TextBot for")] {
        let folder = scratch.file(&format!("mine-{}", words.len()));
        let run = plywood(&[words, &[&folder]].concat());
        assert_eq!(run.code, 0, "{}", run.stderr);
        let text = |name: &str| std::fs::read_to_string(format!("{folder}/{name}")).expect(name);
        assert!(text("src/main.rs").contains(has));
        assert!(text("Cargo.toml").contains(&format!("name = \"mine-{}\"", words.len())));
        assert!(text("Cargo.lock").contains("name = \"plywood\""));
        let again = plywood(&[words, &[&folder]].concat());
        assert!(again.code == 2 && again.stderr.contains("is there already"), "{}", again.stderr);
    }
    let wrong = plywood(&["new", &scratch.file("9 lives")]);
    assert!(wrong.code == 2 && wrong.stderr.contains("cannot be the name of a crate"), "{}", wrong.stderr);
}
