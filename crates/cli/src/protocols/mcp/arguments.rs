//! The arguments of a call, parsed once.

use serde_json::{Map, Value as Json, json};

use crate::output::Failure;
use crate::protocols::bot_game::in_a_line;

/// The reason why a call has no answer.
#[derive(Debug, PartialEq, Eq)]
pub enum ToolError {
    /// Its arguments are wrong.
    Invalid(String),
    /// It could not be done.
    Failed(String),
}

impl From<Failure> for ToolError {
    fn from(failure: Failure) -> ToolError {
        match failure {
            Failure::Wrong(message) | Failure::Missing(message) => ToolError::Invalid(message),
            Failure::Failed(message) => ToolError::Failed(message),
            Failure::ReaderGone => ToolError::Failed("the output was closed".to_string()),
        }
    }
}

/// Wrong arguments, with the reason.
pub fn invalid(error: impl ToString) -> ToolError {
    ToolError::Invalid(in_a_line(error))
}

/// An argument that a tool takes.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Argument {
    pub name: &'static str,
    pub about: &'static str,
    pub kind: Kind,
}

/// The values of an argument.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Kind {
    Text,
    /// A list of texts.
    Texts,
    /// A whole number within these bounds.
    Number(u64, u64),
    Flag,
}

impl Argument {
    /// The schema of its values.
    pub fn schema(&self) -> Json {
        let mut schema = match self.kind {
            Kind::Text => json!({ "type": "string" }),
            Kind::Texts => json!({ "type": "array", "items": { "type": "string" } }),
            Kind::Number(min, max) => json!({ "type": "integer", "minimum": min, "maximum": max }),
            Kind::Flag => json!({ "type": "boolean" }),
        };
        schema["description"] = self.about.into();
        schema
    }

    fn check(&self, value: &Json) -> Result<(), ToolError> {
        let (fits, kind) = match self.kind {
            Kind::Text => (value.is_string(), "a text".to_string()),
            Kind::Texts => (
                value.as_array().is_some_and(|list| list.iter().all(Json::is_string)),
                "a list of texts".to_string(),
            ),
            Kind::Number(min, max) => (
                value.as_u64().is_some_and(|n| (min..=max).contains(&n)),
                format!("a whole number from {min} to {max}"),
            ),
            Kind::Flag => (value.is_boolean(), "true or false".to_string()),
        };
        match fits {
            true => Ok(()),
            false => Err(ToolError::Invalid(format!("'{}' has to be {kind}, and is {value}", self.name))),
        }
    }
}

/// Arguments of the kinds that the tool takes.
pub struct Arguments(Map<String, Json>);

impl Arguments {
    /// Checks the arguments of a call. Null is an argument left out.
    pub fn read(
        mut given: Map<String, Json>,
        required: &[Argument],
        optional: &[Argument],
    ) -> Result<Arguments, ToolError> {
        given.retain(|_, value| !value.is_null());
        if let Some(missing) = required.iter().find(|argument| !given.contains_key(argument.name)) {
            return Err(ToolError::Invalid(format!("'{}' is missing: {}", missing.name, missing.about)));
        }
        for (name, value) in &given {
            let mut all = required.iter().chain(optional);
            let argument = all.find(|argument| argument.name == name).ok_or_else(|| {
                let names: Vec<&str> =
                    required.iter().chain(optional).map(|argument| argument.name).collect();
                ToolError::Invalid(format!("unknown argument '{name}'; there are {}", names.join(", ")))
            })?;
            argument.check(value)?;
        }
        Ok(Arguments(given))
    }

    pub fn text(&self, name: &str) -> Option<&str> {
        self.0.get(name)?.as_str()
    }

    /// The texts of a list, separated by blanks.
    pub fn line(&self, name: &str) -> String {
        let texts = self.0.get(name).and_then(Json::as_array);
        texts.into_iter().flatten().filter_map(Json::as_str).collect::<Vec<_>>().join(" ")
    }

    pub fn number(&self, name: &str) -> Option<u64> {
        self.0.get(name)?.as_u64()
    }

    pub fn flag(&self, name: &str) -> bool {
        self.0.get(name).and_then(Json::as_bool).unwrap_or(false)
    }
}
