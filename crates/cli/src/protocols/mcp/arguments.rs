//! The arguments of a call, parsed once.

use plywood_rules::options::alternatives;
use serde_json::{Map, Value as Json, json};

use crate::output::Failure;
use crate::protocols::bot_game::in_a_line;

/// The reason why a call has no answer, for the assistant.
#[derive(Debug, PartialEq, Eq)]
pub struct ToolError(pub String);

impl From<Failure> for ToolError {
    fn from(failure: Failure) -> ToolError {
        match failure {
            Failure::Wrong(message) | Failure::Missing(message) | Failure::Failed(message) => {
                ToolError(message)
            }
            Failure::ReaderGone => ToolError("the output was closed".to_string()),
        }
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

    /// Reads a value. Assistants write numbers, flags and lists as texts too, and texts of digits as numbers.
    fn read(&self, value: Json) -> Result<Json, ToolError> {
        let text = match &value {
            Json::String(text) => Some(text.trim().to_string()),
            Json::Number(number) => Some(number.to_string()),
            _ => None,
        };
        let (read, kind) = match self.kind {
            Kind::Text => (text.map(Json::from), "a text".to_string()),
            Kind::Texts => (texts(&value).map(Json::from), "a list of texts".to_string()),
            Kind::Number(min, max) => {
                let number = text.and_then(|text| text.strip_suffix(".0").unwrap_or(&text).parse().ok());
                let within = number.filter(|n: &u64| (min..=max).contains(n));
                (within.map(Json::from), format!("a whole number from {min} to {max}"))
            }
            Kind::Flag => {
                let flag = value.as_bool().or_else(|| text?.to_lowercase().parse().ok());
                (flag.map(Json::from), "true or false".to_string())
            }
        };
        read.ok_or_else(|| ToolError(format!("'{}' has to be {kind}, and is {value}", self.name)))
    }
}

/// The texts of a list, or of a line of them.
fn texts(value: &Json) -> Option<Vec<String>> {
    match value {
        Json::Array(list) => list.iter().map(texts).collect::<Option<Vec<_>>>().map(|lists| lists.concat()),
        Json::Number(number) => Some(vec![number.to_string()]),
        Json::String(text) => match serde_json::from_str(text) {
            Ok(list @ Json::Array(_)) => texts(&list),
            _ => Some(text.split_whitespace().map(str::to_string).collect()),
        },
        _ => None,
    }
}

/// Arguments of the kinds that the tool takes.
pub struct Arguments(Map<String, Json>);

impl Arguments {
    /// Reads the arguments of a call. Null is an argument left out.
    pub fn read(
        given: Map<String, Json>,
        required: &[Argument],
        optional: &[Argument],
    ) -> Result<Arguments, ToolError> {
        let given = given.into_iter().filter(|(_, value)| !value.is_null());
        let mut read = Map::new();
        for (name, value) in given {
            let mut all = required.iter().chain(optional);
            let argument = all.clone().find(|argument| argument.name == name);
            let argument = argument.ok_or_else(|| {
                let known = alternatives(&name, all.by_ref().map(|argument| argument.name), "there are");
                ToolError(format!("unknown argument '{name}'; {known}"))
            })?;
            read.insert(name, argument.read(value)?);
        }
        if let Some(missing) = required.iter().find(|argument| !read.contains_key(argument.name)) {
            return Err(ToolError(format!("'{}' is missing: {}", missing.name, missing.about)));
        }
        Ok(Arguments(read))
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
