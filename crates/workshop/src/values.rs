//! Values of options that are more than a number or a word. Each is read in one way from an argument and from JSON.

use std::fmt;
use std::str::FromStr;

use serde::{Deserialize, Serialize};

/// Makes a type with `FromStr` and `Display` a text in JSON, with this schema.
macro_rules! text_in_json {
    ($name:ident, $schema:tt) => {
        impl TryFrom<String> for $name {
            type Error = String;

            fn try_from(text: String) -> Result<Self, String> {
                text.parse()
            }
        }

        impl From<$name> for String {
            fn from(value: $name) -> String {
                value.to_string()
            }
        }

        $crate::values::schema!($name, stringify!($name), $schema);
    };
}

/// Gives a type this schema.
macro_rules! schema {
    ($name:ty, $title:expr, $schema:tt $(, $($bounds:tt)*)?) => {
        #[cfg(feature = "schema")]
        impl $(<$($bounds)*>)? schemars::JsonSchema for $name {
            fn schema_name() -> std::borrow::Cow<'static, str> {
                $title.into()
            }

            fn inline_schema() -> bool {
                true
            }

            fn json_schema(_: &mut schemars::SchemaGenerator) -> schemars::Schema {
                schemars::json_schema!($schema)
            }
        }
    };
}

pub(crate) use {schema, text_in_json};

/// A whole number from `MIN` to `MAX`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(try_from = "u64", into = "u64")]
pub struct Whole<const MIN: u64, const MAX: u64>(u64);

impl<const MIN: u64, const MAX: u64> Whole<MIN, MAX> {
    /// The number.
    pub fn get(self) -> u64 {
        self.0
    }
}

impl<const MIN: u64, const MAX: u64> TryFrom<u64> for Whole<MIN, MAX> {
    type Error = String;

    fn try_from(number: u64) -> Result<Self, String> {
        match (MIN..=MAX).contains(&number) {
            true => Ok(Whole(number)),
            false => Err(format!("{number} is not in {MIN}..={MAX}")),
        }
    }
}

impl<const MIN: u64, const MAX: u64> From<Whole<MIN, MAX>> for u64 {
    fn from(whole: Whole<MIN, MAX>) -> u64 {
        whole.0
    }
}

impl<const MIN: u64, const MAX: u64> FromStr for Whole<MIN, MAX> {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        match text.parse::<i128>() {
            Ok(number) if number < 0 => Err(format!("{number} is not in {MIN}..={MAX}")),
            Ok(number) => Whole::try_from(u64::try_from(number).unwrap_or(u64::MAX)),
            Err(_) => Err("it has to be a whole number".to_string()),
        }
    }
}

schema!(Whole<MIN, MAX>, "Whole", { "type": "integer", "minimum": MIN, "maximum": MAX }, const MIN: u64, const MAX: u64);

/// An error that a value may have: a number that is not below 0.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(try_from = "f64", into = "f64")]
pub struct Tolerance(f64);

impl Tolerance {
    /// The largest error.
    pub fn get(self) -> f64 {
        self.0
    }
}

impl TryFrom<f64> for Tolerance {
    type Error = String;

    fn try_from(error: f64) -> Result<Tolerance, String> {
        match error >= 0.0 && error.is_finite() {
            true => Ok(Tolerance(error)),
            false => Err("it has to be a number that is not below 0".to_string()),
        }
    }
}

impl From<Tolerance> for f64 {
    fn from(error: Tolerance) -> f64 {
        error.0
    }
}

impl FromStr for Tolerance {
    type Err = String;

    fn from_str(text: &str) -> Result<Tolerance, String> {
        text.parse().unwrap_or(f64::NAN).try_into()
    }
}

schema!(Tolerance, "Tolerance", { "type": "number", "minimum": 0 });

/// The addresses of the processes that share the work.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(try_from = "String", into = "String")]
pub struct Hosts(Vec<String>);

impl Hosts {
    /// All of them, each as `HOST:PORT`.
    pub fn all(&self) -> &[String] {
        &self.0
    }
}

impl FromStr for Hosts {
    type Err = String;

    fn from_str(text: &str) -> Result<Hosts, String> {
        let hosts: Vec<String> = text.split(',').map(|host| host.trim().to_string()).collect();
        for (at, host) in hosts.iter().enumerate() {
            let port = host.rsplit_once(':').filter(|(name, _)| !name.is_empty());
            if !port.is_some_and(|(_, port)| port.parse::<u16>().is_ok_and(|port| port > 0)) {
                return Err(format!("'{host}' is no HOST:PORT"));
            }
            if hosts[..at].contains(host) {
                return Err(format!("'{host}' is there twice"));
            }
        }
        if hosts.len() > 256 {
            return Err("more than 256 processes cannot share the work".to_string());
        }
        Ok(Hosts(hosts))
    }
}

impl fmt::Display for Hosts {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0.join(","))
    }
}

text_in_json!(Hosts, { "type": "string" });

/// A player of a dice race who holds at a turn total.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(try_from = "String", into = "String")]
pub struct Holder {
    /// The turn total.
    pub at: u16,
}

impl FromStr for Holder {
    type Err = String;

    fn from_str(text: &str) -> Result<Holder, String> {
        let at = match text.strip_prefix("hold") {
            Some("") => Some(20),
            Some(rest) => rest.strip_prefix(":at=").and_then(|at| at.parse().ok()).filter(|&at| at > 0),
            None => None,
        };
        let at =
            at.ok_or("the exact best answer is known against 'hold' only, such as hold:at=20".to_string())?;
        Ok(Holder { at })
    }
}

impl fmt::Display for Holder {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "hold:at={}", self.at)
    }
}

text_in_json!(Holder, { "type": "string" });
