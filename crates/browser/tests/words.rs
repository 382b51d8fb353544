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

/// English texts that another language may share: names, and words that are the same there.
const SHARED: &[&str] = &[
    "Bot",
    "EinStein würfelt nicht!",
    "EinStein würfelt nicht! {size}×{size}",
    "Expectiminimax",
    "Gomoku",
    "Hex",
    "Hex {size}×{size}",
    "Max",
    "Min",
    "Minimax",
    "Monte Carlo",
    "Nim",
    "Nim {heaps}",
    "Othello",
    "Othello {size}×{size}",
    "Pig",
    "Piglet",
    "Pikk Pakk",
    "Pikk Pakk {size}×{size}",
    "Plywood {version}",
    "Qubic 4×4×4",
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
    let path = format!("{UI}/i18n/{language}.json");
    let text = std::fs::read_to_string(&path).unwrap_or_else(|error| panic!("{path}: {error}"));
    serde_json::from_str(&text).unwrap_or_else(|error| panic!("{path}: {error}"))
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
        wrong.extend(left.map(|(key, text)| format!("{language}: {key} is '{text}'")));
    }
    assert!(wrong.is_empty(), "{wrong:#?}");
}

/// All scripts of the page.
fn scripts(folder: &Path, found: &mut Vec<PathBuf>) {
    for entry in std::fs::read_dir(folder).expect("the folder can be read") {
        let path = entry.expect("it is there").path();
        if path.is_dir() {
            scripts(&path, found);
        } else if path.extension().is_some_and(|end| end == "js") {
            found.push(path);
        }
    }
}

#[test]
fn every_key_that_is_asked_for_has_words() {
    let english = words("en");
    let known = keys(&english);
    let (mut files, mut asked, mut wrong) = (Vec::new(), 0, Vec::new());
    scripts(Path::new(UI), &mut files);
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
