//! The bot that keeps the limits of a search.

use std::time::Duration;

use plywood_outside::ugi::SearchLimits;
use plywood_rules::options::{Kind, Parameter, split_name};
use plywood_workshop::Clock;

/// The options of bots that limit a search.
const LIMITING: [&str; 4] = ["depth", "nodes", "time", "playouts"];

/// The longest time that a bot can be given: a search that is stopped from outside.
const ENDLESS: &str = "86400s";

/// The time that is kept back, as an answer takes a while to be noticed: a tenth, but no more than this.
const RESERVE: Duration = Duration::from_millis(20);

/// The bot that keeps these limits: they replace those among its options, as far as bots of its kind have them. Without any, it searches
/// as its options say.
pub fn bot_within(limits: &SearchLimits, bot: &str, parameters: &[Parameter]) -> String {
    let SearchLimits { depth, nodes, time, infinite, clocks: _ } = *limits;
    if depth.is_none() && nodes.is_none() && time.is_none() && !infinite {
        return bot.to_string();
    }
    let deadline = (time.is_some() || infinite).then(|| ENDLESS.to_string());
    let number = |value: Option<u64>, key| {
        let parameter = parameters.iter().find(|parameter| parameter.key == key)?;
        let Kind::Integer { min, max } = parameter.kind else { return None };
        value.map(|value| value.clamp(min.into(), max.into()).to_string())
    };
    let given = [("depth", number(depth, "depth")), ("nodes", number(nodes, "nodes")), ("time", deadline)];
    let is_known = |key: &str| parameters.iter().any(|parameter| parameter.key == key);
    let given: Vec<_> = given
        .into_iter()
        .filter_map(|(key, value)| value.filter(|_| is_known(key)).map(|value| (key, value)))
        .collect();
    // A bot that knows none of these limits keeps its own.
    if given.is_empty() {
        return bot.to_string();
    }
    let free = LIMITING.iter().fold(bot.to_string(), |bot, key| without_option(&bot, key));
    given.iter().fold(free, |bot, (key, value)| with_option(&bot, key, value))
}

/// The time after which a search is stopped that has this time and this clock.
pub fn deadline(time: Option<Duration>, clock: Option<Clock>) -> Option<Duration> {
    let left = clock.map(|clock| clock.left);
    let time = time.into_iter().chain(left).min()?;
    Some(time.saturating_sub(RESERVE.min(time / 10)))
}

/// `name` with its option `key` set to `value`: of a game or a bot.
pub fn with_option(name: &str, key: &str, value: &str) -> String {
    let name = without_option(name, key);
    let joint = if name.contains(':') { ',' } else { ':' };
    format!("{name}{joint}{key}={value}")
}

fn without_option(name: &str, key: &str) -> String {
    let (name, given) = split_name(name);
    let is_other = |piece: &&str| piece.split('=').next() != Some(key) && !piece.is_empty();
    let kept: Vec<&str> = given.into_iter().flat_map(|given| given.split(',')).filter(is_other).collect();
    if kept.is_empty() { name.to_string() } else { format!("{name}:{}", kept.join(",")) }
}

#[cfg(test)]
mod tests {
    use super::*;

    const NUMBER: Kind = Kind::Integer { min: 1, max: 500 };
    const SEARCH: &[Parameter] = &[
        Parameter { key: "depth", kind: NUMBER, default: "", about: "" },
        Parameter { key: "time", kind: Kind::Time, default: "", about: "" },
    ];

    #[test]
    fn limits_replace_those_of_the_bot() {
        let limits = |depth, time| SearchLimits { depth, time, ..SearchLimits::default() };
        let bot = |limits: SearchLimits| bot_within(&limits, "engine:depth=4,eval=lines", SEARCH);
        assert_eq!(bot(SearchLimits::default()), "engine:depth=4,eval=lines");
        assert_eq!(bot(limits(Some(9), None)), "engine:eval=lines,depth=9");
        assert_eq!(bot(limits(Some(9000), None)), "engine:eval=lines,depth=500");
        assert_eq!(bot(limits(None, Some(Duration::from_secs(1)))), "engine:eval=lines,time=86400s");
        let nodes = SearchLimits { nodes: Some(7), ..SearchLimits::default() };
        assert_eq!(bot(nodes), "engine:depth=4,eval=lines");
        let endless = SearchLimits { infinite: true, ..SearchLimits::default() };
        assert_eq!(bot_within(&endless, "random", &[]), "random");
    }

    #[test]
    fn the_answer_comes_before_the_time_is_over() {
        let deadline = |time: u64, clock: Option<u64>| {
            let clock = clock.map(|ms| Clock { left: Duration::from_millis(ms), increment: Duration::ZERO });
            deadline(Some(Duration::from_millis(time)), clock)
        };
        assert_eq!(deadline(1000, None), Some(Duration::from_millis(980)));
        assert_eq!(deadline(1000, Some(50)), Some(Duration::from_millis(45)));
        assert_eq!(deadline(0, None), Some(Duration::ZERO));
    }

    #[test]
    fn options_are_set_once() {
        assert_eq!(with_option("hex", "size", "5"), "hex:size=5");
        assert_eq!(with_option("hex:size=5,swap=on", "size", "7"), "hex:swap=on,size=7");
    }
}
