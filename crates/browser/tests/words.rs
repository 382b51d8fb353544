//! The words of the page: the same keys with the same values to fill in, in every language, and none that is missing.

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};

const UI: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../server/ui");

/// The languages with the plural forms that each needs; the first is what the others are compared with.
const LANGUAGES: &[(&str, &[&str])] = &[
    ("en", &["one", "other"]),
    ("hu", &["one", "other"]),
    ("sk", &["one", "few", "other"]),
    ("fi", &["one", "other"]),
    ("et", &["one", "other"]),
];

/// All that a plural may be split into.
const FORMS: &[&str] = &["zero", "one", "two", "few", "many", "other"];

/// Keys of names of games, which may be the same everywhere.
const NAMES: &[&str] = &["game.", "family.", "sized."];

/// English texts that another language may share: words that are the same there.
const SHARED: &[&str] = &[
    "Bot",
    "Expectiminimax",
    "Max",
    "Min",
    "Minimax",
    "Monte Carlo",
    "Plywood {version}",
    "Star1",
    "Star2",
    "Variant",
    "max",
    "maximum",
    "min",
    "minimum",
    "pass",
    "{minutes} min + {increment} s",
];

type Words = BTreeMap<String, String>;

fn words(language: &str) -> Words {
    let mut all = Words::new();
    for path in files(language) {
        let path = path.display();
        let text =
            std::fs::read_to_string(path.to_string()).unwrap_or_else(|error| panic!("{path}: {error}"));
        let words: Words = serde_json::from_str(&text).unwrap_or_else(|error| panic!("{path}: {error}"));
        for (key, text) in words {
            assert_eq!(all.insert(key.clone(), text), None, "{path}: {key} has words elsewhere");
        }
    }
    all
}

/// The files of words of a language: the page's and one for each game.
fn files(language: &str) -> Vec<PathBuf> {
    let mut files = Vec::new();
    list(Path::new(&format!("{UI}/i18n/{language}")), "json", &mut files);
    files.sort();
    files
}

/// The key without its plural form, if it is one of a plural: then there is `.one` and `.other`.
fn plural<'a>(words: &Words, key: &'a str) -> Option<(&'a str, &'a str)> {
    let (base, form) = key.rsplit_once('.')?;
    let is = |form: &str| words.contains_key(&format!("{base}.{form}"));
    (FORMS.contains(&form) && is("one") && is("other")).then_some((base, form))
}

/// Keys without plural forms; of plurals the forms.
fn keys(words: &Words) -> BTreeMap<&str, BTreeSet<&str>> {
    let mut keys: BTreeMap<&str, BTreeSet<&str>> = BTreeMap::new();
    for key in words.keys() {
        match plural(words, key) {
            Some((base, form)) => keys.entry(base).or_default().insert(form),
            None => keys.entry(key).or_default().insert(""),
        };
    }
    keys
}

/// The names in braces in a text.
fn values(text: &str) -> BTreeSet<&str> {
    text.split('{').skip(1).filter_map(|part| Some(part.split_once('}')?.0)).collect()
}

#[test]
fn all_languages_have_the_same_keys() {
    let english = words("en");
    let wanted = keys(&english);
    let mut wrong = Vec::new();
    for (language, forms) in LANGUAGES {
        let words = words(language);
        let found = keys(&words);
        wrong.extend(
            wanted.keys().filter(|key| !found.contains_key(*key)).map(|key| format!("{language}: no {key}")),
        );
        wrong.extend(
            found
                .keys()
                .filter(|key| !wanted.contains_key(*key))
                .map(|key| format!("{language}: {key} is in no other")),
        );
        for (key, has) in found.iter().filter(|(_, has)| !has.contains("")) {
            let missing = forms.iter().filter(|form| !has.contains(*form));
            wrong.extend(missing.map(|form| format!("{language}: {key} has no form '{form}'")));
        }
    }
    assert!(wrong.is_empty(), "{wrong:#?}");
}

#[test]
fn all_languages_fill_in_the_same_values() {
    let english = words("en");
    let mut wrong = Vec::new();
    for (language, _) in LANGUAGES {
        for (key, text) in &words(language) {
            if text.trim() != text || text.is_empty() {
                wrong.push(format!("{language}: {key} is empty or has blanks at its ends: '{text}'"));
            }
            let base = key.rsplit_once('.').map_or(key.as_str(), |(base, _)| base);
            let Some(other) = english.get(key).or_else(|| english.get(&format!("{base}.other"))) else {
                continue;
            };
            let (mut found, mut wanted) = (values(text), values(other));
            if plural(&english, &format!("{base}.other")).is_some() {
                // "One move" need not say the number.
                found.remove("count");
                wanted.remove("count");
            }
            if found != wanted {
                wrong.push(format!("{language}: {key} fills in {found:?}, and English {wanted:?}"));
            }
        }
    }
    assert!(wrong.is_empty(), "{wrong:#?}");
}

/// True if a text has a word of two letters or more besides the names in braces.
fn has_word(text: &str) -> bool {
    let outside = text.split('{').map(|part| part.split_once('}').map_or(part, |(_, rest)| rest));
    outside.flat_map(|part| part.split(|c: char| !c.is_alphabetic())).any(|word| word.chars().count() > 1)
}

#[test]
fn no_text_is_left_in_english() {
    let english = words("en");
    let mut wrong = Vec::new();
    for (language, _) in &LANGUAGES[1..] {
        let left = words(language).into_iter().filter(|(key, text)| english.get(key) == Some(text));
        let left = left.filter(|(_, text)| has_word(text) && !SHARED.contains(&text.as_str()));
        let left = left.filter(|(key, _)| !NAMES.iter().any(|name| key.starts_with(name)));
        wrong.extend(left.map(|(key, text)| format!("{language}: {key} is '{text}'")));
    }
    assert!(wrong.is_empty(), "{wrong:#?}");
}

/// All files below a folder that end like this.
fn list(folder: &Path, ending: &str, found: &mut Vec<PathBuf>) {
    for entry in std::fs::read_dir(folder).expect("the folder can be read") {
        let path = entry.expect("it is there").path();
        if path.is_dir() {
            list(&path, ending, found);
        } else if path.extension().is_some_and(|end| end == ending) {
            found.push(path);
        }
    }
}

#[test]
fn every_key_that_is_asked_for_has_words() {
    let english = words("en");
    let known = keys(&english);
    let (mut files, mut asked, mut wrong) = (Vec::new(), 0, Vec::new());
    list(Path::new(UI), "js", &mut files);
    for file in &files {
        let text = std::fs::read_to_string(file).expect("a script can be read");
        for (at, call) in text.match_indices("t('") {
            let before = text[..at].chars().next_back();
            if before.is_some_and(|c| c.is_alphanumeric() || c == '_' || c == '$') {
                continue;
            }
            let Some((key, _)) = text[at + call.len()..].split_once('\'') else { continue };
            asked += 1;
            if !known.contains_key(key) {
                wrong.push(format!("{}: t('{key}')", file.display()));
            }
        }
    }
    assert!(wrong.is_empty(), "{wrong:#?}");
    assert!(asked > 100, "only {asked} keys were found in {} scripts", files.len());
}

/// The names of all families and their aliases.
fn names_of_games() -> BTreeSet<&'static str> {
    plywood::games::families()
        .flat_map(|family| family.aliases.iter().map(|alias| alias.name).chain([family.name]))
        .collect()
}

#[test]
fn every_game_has_a_file_of_words_in_every_language() {
    let mut wanted: Vec<String> =
        plywood::games::families().map(|family| format!("{}.json", family.name)).collect();
    wanted.push("page.json".to_string());
    wanted.sort();
    for (language, _) in LANGUAGES {
        let found =
            files(language).into_iter().filter_map(|path| path.file_name()?.to_str().map(str::to_string));
        assert_eq!(found.collect::<Vec<_>>(), wanted, "{language}");
    }
    let english = words("en");
    let mut missing = Vec::new();
    for family in plywood::games::families() {
        let wanted = |key: String| (!english.contains_key(&key)).then_some(key);
        for card in family.cards {
            missing.extend(["game", "sentence"].map(|kind| wanted(format!("{kind}.{}", card.key))));
        }
        missing.extend([1, 2, 3].map(|step| wanted(format!("lesson.{}.{step}", family.name))));
    }
    let missing: Vec<String> = missing.into_iter().flatten().collect();
    assert!(missing.is_empty(), "{missing:#?}");
}

/// Words of the page that are names of games too: the shape of a piece.
const ALSO_WORDS: &[&str] = &["cube"];

/// The trees that the tree lab offers are positions of certain games.
const EXAMPLES: &str = "lab/presets.js";

#[test]
fn no_script_names_a_game() {
    let names: BTreeSet<&str> = names_of_games();
    let (mut paths, mut wrong) = (Vec::new(), Vec::new());
    for ending in ["js", "css", "html"] {
        list(Path::new(UI), ending, &mut paths);
    }
    for path in paths.iter().filter(|path| !path.ends_with(EXAMPLES)) {
        let text = std::fs::read_to_string(path).expect("a file of the page can be read");
        let found = text.split(|c: char| !c.is_alphanumeric() && c != '_' && c != '-');
        let found = found.filter(|word| names.contains(word) && !ALSO_WORDS.contains(word));
        wrong.extend(found.map(|word| format!("{}: {word}", path.display())));
    }
    assert!(wrong.is_empty(), "{wrong:#?}");
}
