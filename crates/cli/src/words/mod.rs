//! The languages of `play`: words of the page where it says the same, and a few of the terminal's own.

mod own;

use std::collections::BTreeMap;
use std::fmt::Display;
use std::sync::LazyLock;

use clap::ValueEnum;
use plywood_erased::{Call, Ending};
use plywood_play::Refusal;
use plywood_rules::options::Kind;
use plywood_rules::{Outcome, Player, Proved, Value};
use plywood_workshop::{AnyGame, Level, Workshop};

use crate::output::grouped;
use own::{COMMANDS, OWN};

/// A language that `play` speaks.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum Language {
    En,
    Hu,
    Sk,
    Fi,
    Et,
}

impl Language {
    /// The language of the environment: that of the first variable that is set, as in other programs; English if it is
    /// none of ours.
    pub fn of_environment(variable: impl Fn(&str) -> Option<String>) -> Language {
        let set = ["LC_ALL", "LC_MESSAGES", "LANG"].into_iter().filter_map(variable);
        let locale = set.into_iter().find(|value| !value.is_empty()).unwrap_or_default();
        let language = locale.split(['_', '.', '@', '-']).next().unwrap_or_default();
        Language::from_str(language, true).unwrap_or(Language::En)
    }

    fn code(self) -> &'static str {
        ["en", "hu", "sk", "fi", "et"][self as usize]
    }

    fn plural(self, count: u64) -> &'static str {
        match (self, count) {
            (_, 1) => "one",
            (Language::Sk, 2..=4) => "few",
            _ => "other",
        }
    }
}

/// The words of one language.
pub struct Words {
    language: Language,
    page: BTreeMap<String, String>,
}

/// Values to fill in.
type Values<'a> = [(&'a str, &'a dyn Display)];

/// The words of commands that speak English only.
pub static ENGLISH: LazyLock<Words> = LazyLock::new(|| Words::new(Language::En));

impl Words {
    pub fn new(language: Language) -> Words {
        Words { language, page: plywood_server::words(language.code()).unwrap_or_default() }
    }

    fn get(&self, key: &str) -> Option<&str> {
        let own = OWN.iter().find(|(own, _)| *own == key).map(|(_, texts)| texts[self.language as usize]);
        own.or_else(|| self.page.get(key).map(String::as_str))
    }

    /// The text of `key`.
    pub fn say(&self, key: &str, values: &Values<'_>) -> String {
        fill(self.get(key).unwrap_or(key), values)
    }

    /// The text of `key` for this number of things.
    pub fn count(&self, key: &str, count: u64, values: &Values<'_>) -> String {
        let text = self.say(&format!("{key}.{}", self.language.plural(count)), values);
        fill(&text, &[("count", &grouped(count))])
    }

    /// The text of the first of `keys` that there is, in place of an English text of a game or a bot. Those are not on the
    /// page in the same words, so that English takes them as they are.
    fn instead(&self, english: &str, keys: &[String]) -> String {
        let found = keys.iter().find_map(|key| self.get(key)).filter(|_| self.language != Language::En);
        found.unwrap_or(english).to_string()
    }

    pub fn player(&self, english: &str) -> String {
        self.instead(english, &[format!("player.{}", english.to_lowercase())])
    }

    /// The label of a fact beside a board.
    pub fn fact(&self, english: &str) -> String {
        self.instead(english, &[format!("fact.{english}")])
    }

    /// True for a fact without a translation: `turn`, which repeats the line below the board.
    pub fn leaves_out(&self, fact: &str) -> bool {
        fact == "turn" && self.language != Language::En
    }

    /// The name of the piece that no player owns.
    pub fn target(&self) -> String {
        self.instead("target", &["board.piece.target".to_string()])
    }

    /// The name of a game for people; the name that opens it if it has no other.
    pub fn title(&self, name: &str) -> String {
        self.get(&format!("game.{name}")).unwrap_or(name).to_string()
    }

    /// A sentence about a game of this family.
    pub fn sentence(&self, name: &str, family: &str, english: &str) -> String {
        let keys = [name, family].map(|key| format!("sentence.{key}"));
        keys.iter().find_map(|key| self.get(key)).unwrap_or(english).to_string()
    }

    /// The purpose of an option of a game.
    pub fn option(&self, family: &str, key: &str, english: &str) -> String {
        self.instead(english, &[format!("help.{family}.{key}"), format!("help.{key}")])
    }

    /// The form of an option's value.
    pub fn kind(&self, kind: &Kind) -> String {
        let bounds = |min: &u32, max: &u32| self.say("field.bounds", &[("min", min), ("max", max)]);
        match kind {
            _ if self.language == Language::En => kind.to_string(),
            Kind::Integer { min, max } => bounds(min, max),
            Kind::IntegerOr { min, max, words } => format!("{} / {}", bounds(min, max), words.join(" / ")),
            Kind::Choice(words) => words.join(" / "),
            Kind::File => self.say("option.file", &[]),
            Kind::Number { .. } | Kind::Time | Kind::Name | Kind::Evaluation => kind.to_string(),
        }
    }

    pub fn level(&self, level: Level) -> String {
        if self.language == Language::En {
            return level.to_string();
        }
        let key = if level.blunder == 0.0 { "bot.levelbest" } else { "bot.levelabout" };
        let share = format!("{} %", (level.blunder * 1000.0).round() / 10.0);
        let name = self.say("bot.level", &[("n", &level.number)]);
        format!("{name}: {}", self.count(key, level.nodes.into(), &[("share", &share)]))
    }

    /// The rules of a game, put together as on the page.
    pub fn how_to_play(&self, workshop: &Workshop, game: &dyn AnyGame) -> String {
        let details = game.details();
        let (name, options) = details.name.split_once(':').unwrap_or((&details.name, ""));
        let family = workshop.families().iter().find(|family| family.name == name);
        let Some(family) = family.filter(|_| self.language != Language::En) else {
            return details.how_to_play;
        };
        let given: BTreeMap<&str, &str> =
            options.split(',').filter_map(|option| option.split_once('=')).collect();
        let value = |key: &str, default| *given.get(key).unwrap_or(&default);
        let all: Vec<(&str, &str)> =
            family.parameters.iter().map(|p| (p.key, value(p.key, p.default))).collect();
        let values: Vec<(&str, &dyn Display)> =
            all.iter().map(|(key, value)| (*key, value as &dyn Display)).collect();
        let extra = all.iter().map(|(key, value)| format!("how.{name}.{key}.{value}"));
        // A coin has words of its own for all of the game.
        let base = (!all.contains(&("die", "coin"))).then(|| format!("how.{name}"));
        let keys = base.into_iter().chain(extra);
        let parts: Vec<String> = keys.filter_map(|key| Some(fill(self.get(&key)?, &values))).collect();
        if parts.is_empty() { details.how_to_play } else { parts.join("\n") }
    }

    /// The value of a position or a move for `player`. `names` are what the players are called.
    pub fn value(&self, value: Value, player: Player, names: &[String; 2]) -> String {
        let wins = |player: Player, plies: u32| {
            self.count("value.winsin", plies.into(), &[("player", &names[player.index()])])
        };
        let english = value.to_string();
        match value {
            _ if self.language == Language::En => english,
            Value::Proved(Proved::Win { plies }) => wins(player, plies),
            Value::Proved(Proved::Loss { plies }) => wins(player.other(), plies),
            Value::Proved(Proved::Draw) => self.say("draw", &[]),
            Value::Exact(_) => english,
            Value::Estimated(_) => {
                self.say("estimate", &[("points", &english.trim_end_matches(" (estimate)"))])
            }
        }
    }

    /// The reason why something that was typed is refused.
    pub fn refusal(&self, refusal: &Refusal, typed: &str) -> String {
        let code = serde_json::to_value(refusal.code).unwrap_or_default();
        let key = format!("problem.{}", code.as_str().unwrap_or_default());
        match self.language {
            Language::En => refusal.text.clone(),
            _ if typed.is_empty() => self.instead(&refusal.text, &[key]),
            _ => format!("'{typed}': {}", self.instead(&refusal.text, &[key])),
        }
    }

    /// The end of a game. `names` are what the players are called.
    pub fn ending(&self, ending: Ending, names: &[String; 2]) -> String {
        let name = |player: Player| &names[player.index()];
        match (ending, ending.winner()) {
            (Ending::Called(Call::Resigned(player)), Some(winner)) => {
                self.say("resigned", &[("loser", name(player)), ("winner", name(winner))])
            }
            (Ending::Rules(Outcome::Payoff(points)), Some(winner)) => {
                self.say("payoff", &[("points", &points), ("first", &names[0]), ("winner", name(winner))])
            }
            (_, Some(winner)) => self.say("end.wins", &[("player", name(winner))]),
            (Ending::Repetition, None) => self.say("repetition", &[]),
            (_, None) => self.say("draw", &[]),
        }
    }

    /// The English name of a command inside a game that was typed in English or in this language; anything else as it is.
    pub fn command<'a>(&self, typed: &'a str) -> &'a str {
        let lower = typed.to_lowercase();
        let known = COMMANDS.iter().find(|words| words[self.language as usize] == lower);
        known.map_or(typed, |words| words[0])
    }

    /// The help of the commands inside a game.
    pub fn help(&self) -> String {
        let typed = |words: &[&str; 5]| match self.language {
            Language::En => words[0].to_string(),
            language => format!("{}, {}", words[0], words[language as usize]),
        };
        let width = COMMANDS.iter().map(|words| typed(words).chars().count()).max().unwrap_or_default();
        let mut text = format!("  {}\n", self.say("commands", &[]));
        for words in COMMANDS {
            let about = self.say(&format!("command.{}", words[0]), &[]);
            text.push_str(&format!("    {:width$}   {about}\n", typed(words)));
        }
        text
    }

    /// The move that is called `typed` in this language, where the notation is a word.
    pub fn move_called<'a>(&self, typed: &str, moves: &'a [String]) -> Option<&'a str> {
        let lower = typed.to_lowercase();
        moves.iter().find(|mv| self.page.get(&format!("move.{mv}")) == Some(&lower)).map(String::as_str)
    }
}

fn fill(text: &str, values: &Values<'_>) -> String {
    values.iter().fold(text.to_string(), |text, (name, value)| {
        text.replace(&format!("{{{name}}}"), &value.to_string())
    })
}

#[cfg(test)]
mod tests;
