//! The bot that somebody means who writes it otherwise.

use plywood_rules::options::{Parameter, nearest};

use crate::levels;

/// Names by which bots and strengths are known elsewhere, to suggest ours.
const OTHER_NAMES: &[(&str, &str)] = &[
    ("computer", "level"),
    ("ai", "level"),
    ("easy", "level:n=1"),
    ("beginner", "level:n=1"),
    ("medium", "level:n=4"),
    ("hard", "level:n=8"),
    ("strongest", "level:n=8"),
    ("person", "human"),
    ("monte carlo", "mcts"),
    ("ubfm", "bestfirst"),
    ("negamax", "alphabeta"),
    ("greedy", "rules:depth=1"),
];

/// The bot that `name`, which is none of `names`, may mean. The caller checks that there is one with these options.
pub(crate) fn guess(
    name: &str,
    names: &[&str],
    parameters: impl Fn(&str) -> Option<&'static [Parameter]>,
) -> Option<String> {
    if name.ends_with(".brain") {
        return Some(format!("learner:brain={name}"));
    }
    if name.contains('/') || [".py", ".js", ".exe"].iter().any(|ending| name.ends_with(ending)) {
        return Some(format!("exec:{name}"));
    }
    if name.parse::<u32>().is_ok() {
        return Some(format!("{}:{}={name}", levels::NAME, levels::NUMBER.key));
    }
    // A value for the first option that takes it: `level=3`, `level3`, `alphabeta-6`.
    let cut = name.find(|c: char| c.is_ascii_digit() || "=,- ".contains(c)).unwrap_or(name.len());
    let (before, after) = name.split_at(cut);
    let bot = names.iter().find(|known| **known == before).copied();
    let value = after.trim_start_matches(['=', ',', '-', ' ']);
    if let Some(bot) = bot.filter(|_| !value.is_empty()) {
        if value.contains('=') {
            return Some(format!("{bot}:{}", value.replace(' ', ",")));
        }
        let option = parameters(bot)?.iter().find(|option| option.kind.accepts(value))?;
        return Some(format!("{bot}:{}={value}", option.key));
    }
    if nearest(name, names.iter().copied()).is_some() {
        return None;
    }
    let found = nearest(name, OTHER_NAMES.iter().map(|(other, _)| *other))?;
    OTHER_NAMES.iter().find(|(other, _)| *other == found).map(|(_, bot)| (*bot).to_string())
}
