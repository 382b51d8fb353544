//! Values of options that are more than a number or a word.

use std::time::Duration;

use plywood_rules::options::{Kind, Options, Parameter, parse_time};
use plywood_workshop::{Clock, Sprt, TunedOption, Weight};

/// The time for a game and what each move adds.
pub fn clock(text: &str) -> Result<Clock, String> {
    let (time, increment) = text.split_once('+').map_or((text, None), |(time, more)| (time, Some(more)));
    let read = || {
        let increment = increment.map_or(Some(Duration::ZERO), parse_time)?;
        Some(Clock { left: parse_time(time)?, increment })
    };
    read().ok_or_else(|| {
        "it has to be a time, and after a plus what each move adds: 10s or 10s+0.1s".to_string()
    })
}

/// A sequential test.
pub fn sprt(text: &str) -> Result<Sprt, String> {
    const ELO: Kind = Kind::Number { min: -2000.0, max: 2000.0 };
    const ERROR: Kind = Kind::Number { min: 0.000_001, max: 0.499_999 };
    const PARAMETERS: &[Parameter] = &[
        Parameter { key: "elo0", kind: ELO, default: "0", about: "the difference of the hypothesis H0" },
        Parameter { key: "elo1", kind: ELO, default: "10", about: "the difference of the hypothesis H1" },
        Parameter { key: "alpha", kind: ERROR, default: "0.05", about: "how likely H1 is accepted wrongly" },
        Parameter { key: "beta", kind: ERROR, default: "0.05", about: "how likely H0 is accepted wrongly" },
    ];
    let read = || {
        let options = Options::read("the sequential test", PARAMETERS, Some(text))?;
        let [elo0, elo1, alpha, beta] =
            ["elo0", "elo1", "alpha", "beta"].map(|key| options.number(key).expect("it has a default"));
        Sprt::new(elo0, elo1, alpha, beta)
    };
    read().map_err(|error| error.to_string())
}

/// An option of a program that is tuned.
pub fn tuned_option(text: &str) -> Result<TunedOption, String> {
    let read = || {
        let (name, rest) = text.split_once('=')?;
        let mut parts = rest.split(':');
        let (value, bounds, step) = (parts.next()?, parts.next()?, parts.next()?);
        let (min, max) = bounds.split_once("..")?;
        let number = |text: &str| text.parse::<i32>().ok();
        let [value, min, max, step] = [number(value)?, number(min)?, number(max)?, number(step)?];
        let fits = min <= value && value <= max && step >= 1 && parts.next().is_none();
        let is_name = !name.is_empty() && !name.contains([',', ']']);
        let weight = Weight { name: "", value, min, max, step };
        (fits && is_name).then(|| TunedOption { name: name.to_string(), weight })
    };
    read().ok_or_else(|| {
        "it has to be a name, a whole number within bounds, the bounds and a step of at least 1: Skill=10:0..20:2".to_string()
    })
}

/// The language of `play`, which earlier versions had a choice of.
pub fn english(text: &str) -> Result<String, String> {
    match text {
        "en" => Ok(text.to_string()),
        _ => Err("the terminal speaks English; the page of 'plywood serve' has five languages".to_string()),
    }
}

/// A length of time that is not nothing.
pub fn time(text: &str) -> Result<Duration, String> {
    parse_time(text)
        .filter(|time| !time.is_zero())
        .ok_or_else(|| "it has to be a time: 500ms, 10s, 2m".to_string())
}

/// The size of texts, in pixels.
pub fn font_size(text: &str) -> Result<f64, String> {
    let size = text.parse().ok().filter(|size| (4.0..=200.0).contains(size));
    size.ok_or_else(|| "it has to be a number from 4 to 200".to_string())
}

/// Width and height of a shape.
pub fn aspect(text: &str) -> Result<(f64, f64), String> {
    let side = |text: &str| text.parse().ok().filter(|side| (0.1..=1000.0).contains(side));
    let sides = text.split_once(':').and_then(|(width, height)| Some((side(width)?, side(height)?)));
    sides
        .filter(|(width, height)| (0.05..=20.0).contains(&(width / height)))
        .ok_or_else(|| "it has to be width and height with a colon between them: 16:9".to_string())
}
