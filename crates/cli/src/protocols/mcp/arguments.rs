//! The arguments of a call, parsed once.

use plywood_rules::wording::Wording;
use serde_json::{Map, Value as Json, json};

use crate::output::Failure;
use crate::protocols::bot_game::in_a_line;
use crate::questions::{read_value, unknown};

/// The reason why a call has no answer, for the assistant.
#[derive(Debug, PartialEq, Eq)]
pub struct ToolError(pub String);

/// The names that a tool has for its arguments.
struct ArgumentNames;

impl Wording for ArgumentNames {
    fn option(&self, name: &str) -> String {
        format!("'{}'", name.replace('-', "_"))
    }
}

impl From<Failure> for ToolError {
    fn from(failure: Failure) -> ToolError {
        ToolError(failure.worded(&ArgumentNames))
    }
}

/// Wrong arguments, with the reason.
pub fn invalid(error: impl ToString) -> ToolError {
    ToolError(in_a_line(error))
}

/// An argument that a tool takes.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Argument {
    pub name: &'static str,
    pub about: &'static str,
    pub kind: ArgumentKind,
}

/// The values of an argument.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum ArgumentKind {
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
            ArgumentKind::Text => json!({ "type": "string" }),
            ArgumentKind::Texts => json!({ "type": "array", "items": { "type": "string" } }),
            ArgumentKind::Number(min, max) => json!({ "type": "integer", "minimum": min, "maximum": max }),
            ArgumentKind::Flag => json!({ "type": "boolean" }),
        };
        schema["description"] = self.about.into();
        schema
    }
}

/// Arguments of the kinds that the tool takes.
pub struct Arguments(Map<String, Json>);

impl Arguments {
    /// Reads the arguments of a call to a tool that has `all` of these, each with its schema. Null is an argument left out.
    pub fn read(given: Map<String, Json>, all: &Map<String, Json>) -> Result<Arguments, ToolError> {
        let mut read = Map::new();
        for (name, value) in given.into_iter().filter(|(_, value)| !value.is_null()) {
            let schema = all.get(&name).ok_or_else(|| ToolError(unknown("argument", &name, all.keys())))?;
            let value = read_value(&name, schema, value).map_err(ToolError)?;
            read.insert(name, value);
        }
        Ok(Arguments(read))
    }

    /// Refuses a call without one of the arguments that it needs.
    pub fn need(&self, required: &[Argument]) -> Result<(), ToolError> {
        match required.iter().find(|argument| !self.0.contains_key(argument.name)) {
            Some(missing) => Err(ToolError(format!("'{}' is missing: {}", missing.name, missing.about))),
            None => Ok(()),
        }
    }

    /// The arguments that are options of a question.
    pub fn only(&self, options: &Map<String, Json>) -> Map<String, Json> {
        let given = self.0.iter().filter(|(name, _)| options.contains_key(*name));
        given.map(|(name, value)| (name.clone(), value.clone())).collect()
    }

    pub fn text(&self, name: &str) -> Option<&str> {
        self.0.get(name)?.as_str()
    }

    pub fn texts(&self, name: &str) -> Vec<&str> {
        let texts = self.0.get(name).and_then(Json::as_array);
        texts.into_iter().flatten().filter_map(Json::as_str).collect()
    }

    /// The texts of a list, separated by blanks.
    pub fn line(&self, name: &str) -> String {
        self.texts(name).join(" ")
    }

    pub fn number(&self, name: &str) -> Option<u64> {
        self.0.get(name)?.as_u64()
    }

    pub fn flag(&self, name: &str) -> bool {
        self.0.get(name).and_then(Json::as_bool).unwrap_or(false)
    }
}
