use std::collections::BTreeSet;

use super::*;

const LANGUAGES: [Language; 5] = [Language::En, Language::Hu, Language::Sk, Language::Fi, Language::Et];

/// The names in braces in a text.
fn values(text: &str) -> BTreeSet<&str> {
    text.split('{').skip(1).filter_map(|part| Some(part.split_once('}')?.0)).collect()
}

#[test]
fn own_words_fill_in_the_same_values_in_every_language() {
    for (key, texts) in OWN {
        for text in texts {
            assert_eq!(values(text), values(texts[0]), "{key}");
            assert!(!text.is_empty() && text.trim() == *text, "{key}: '{text}'");
        }
        assert!(!ENGLISH.page.contains_key(*key), "{key} is on the page too");
    }
}

/// The keys in all calls of a method in the sources that speak.
fn keys(call: &str) -> Vec<&'static str> {
    let sources = [
        include_str!("mod.rs"),
        include_str!("../draw.rs"),
        include_str!("../commands/show.rs"),
        include_str!("../play/mod.rs"),
        include_str!("../play/menu.rs"),
        include_str!("../play/table.rs"),
        include_str!("../play/learnt.rs"),
    ];
    let parts = sources.into_iter().flat_map(|source| source.split(call).skip(1));
    parts.filter_map(|part| Some(part.trim_start().strip_prefix('"')?.split_once('"')?.0)).collect()
}

#[test]
fn no_key_is_missing_in_any_language() {
    let mut says = keys(".say(");
    says.extend(["seat.begins", "seat.second"]);
    let commands: Vec<String> = COMMANDS.iter().map(|words| format!("command.{}", words[0])).collect();
    says.extend(commands.iter().map(String::as_str));
    let mut counts = keys(".count(");
    counts.extend([
        "brain.newpositions",
        "brain.newmoves",
        "brain.changed",
        "bot.levelbest",
        "bot.levelabout",
    ]);
    assert!(says.len() > 30 && counts.len() > 7, "{says:?} {counts:?}");
    for language in LANGUAGES {
        let words = Words::new(language);
        for key in &says {
            assert!(words.get(key).is_some(), "{language:?}: {key}");
        }
        for (key, count) in counts.iter().flat_map(|key| [(key, 1), (key, 2), (key, 5)]) {
            let key = format!("{key}.{}", language.plural(count));
            assert!(words.get(&key).is_some(), "{language:?}: {key}");
        }
    }
}

#[test]
fn the_games_of_this_program_have_rules_and_sentences_in_every_language() {
    let workshop = Workshop::standard();
    for words in LANGUAGES[1..].iter().map(|language| Words::new(*language)) {
        for family in workshop.families() {
            assert_ne!(words.sentence(family.name, family.name, family.about), family.about);
            for name in family.aliases.iter().map(|alias| alias.0).chain([family.name]) {
                let Ok(game) = workshop.open(name) else { continue };
                let rules = words.how_to_play(&workshop, &*game);
                assert!(rules != game.details().how_to_play && !rules.contains('{'), "{name}: {rules}");
            }
        }
    }
}

#[test]
fn the_first_variable_that_is_set_decides() {
    let language = |set: &[(&str, &str)]| {
        Language::of_environment(|name| {
            set.iter().find(|(key, _)| *key == name).map(|(_, value)| (*value).to_string())
        })
    };
    assert_eq!(language(&[]), Language::En);
    assert_eq!(language(&[("LANG", "hu_HU.UTF-8")]), Language::Hu);
    assert_eq!(language(&[("LC_ALL", ""), ("LC_MESSAGES", "sk"), ("LANG", "fi_FI")]), Language::Sk);
    assert_eq!(language(&[("LC_ALL", "C.UTF-8"), ("LANG", "fi_FI")]), Language::En);
    assert_eq!(language(&[("LANG", "de_DE@euro")]), Language::En);
}

#[test]
fn commands_are_understood_in_english_and_in_the_language() {
    let words = Words::new(Language::Hu);
    for typed in ["undo", "vissza", "Vissza"] {
        assert_eq!(words.command(typed), "undo");
    }
    assert_eq!(words.command("späť"), "späť");
    let moves = ["roll".to_string(), "hold".to_string()];
    assert_eq!((words.move_called("Dobás", &moves), words.move_called("b2", &moves)), (Some("roll"), None));
}
