//! Questions as programs ask them: JSON, read by the schema of the question's type. Programs write numbers, flags and lists as texts too,
//! and texts of digits as numbers.

use plywood_rules::options::alternatives;
use schemars::JsonSchema;
use schemars::generate::SchemaSettings;
use serde::de::DeserializeOwned;
use serde_json::{Map, Value as Json};

/// The options of a question by name, each with the schema of its values.
pub fn options<Q: JsonSchema>() -> Map<String, Json> {
    let settings = SchemaSettings::draft2020_12().with(|settings| settings.inline_subschemas = true);
    let mut schema = settings.into_generator().into_root_schema_for::<Q>().to_value();
    let Json::Object(mut options) = schema["properties"].take() else { return Map::new() };
    for option in options.values_mut().filter_map(Json::as_object_mut) {
        // An option that is left out is not null.
        if let Some(Json::Array(kinds)) = option.get_mut("type") {
            let kind = kinds.iter().find(|kind| *kind != "null").cloned();
            option.insert("type".to_string(), kind.unwrap_or_default());
        }
        if let Some(Json::Array(words)) = option.get_mut("enum") {
            words.retain(|word| !word.is_null());
        }
        for detail in ["default", "format"] {
            option.shift_remove(detail);
        }
        if let Some(Json::String(about)) = option.get_mut("description") {
            *about = about.replace('\n', " ");
        }
    }
    options
}

/// Reads a question from its options. Null is an option left out.
///
/// # Errors
/// If there is no such option, or a value is wrong: names it.
pub fn decode<Q: JsonSchema + DeserializeOwned>(given: Map<String, Json>) -> Result<Q, String> {
    let options = options::<Q>();
    let mut read = Map::new();
    for (name, value) in given.into_iter().filter(|(_, value)| !value.is_null()) {
        let schema = options.get(&name).ok_or_else(|| unknown("option", &name, options.keys()))?;
        let value = read_value(&name, schema, value)?;
        // Alone, so that the error is about this option.
        let alone = Map::from_iter([(name.clone(), value.clone())]);
        serde_json::from_value::<Q>(alone.into()).map_err(|error| format!("'{name}': {error}"))?;
        read.insert(name, value);
    }
    serde_json::from_value(read.into()).map_err(|error| error.to_string())
}

/// The error about an unknown name, with those that there are.
pub fn unknown<'a>(what: &str, name: &str, known: impl Iterator<Item = &'a String>) -> String {
    format!("unknown {what} '{name}'; {}", alternatives(name, known.map(String::as_str), "there are"))
}

/// Reads a value that is to be as `schema` says.
///
/// # Errors
/// If it is another one.
pub fn read_value(name: &str, schema: &Json, value: Json) -> Result<Json, String> {
    let text = match &value {
        Json::String(text) => Some(text.trim().to_string()),
        Json::Number(number) => Some(number.to_string()),
        _ => None,
    };
    let (read, kind) = match schema["type"].as_str() {
        Some("integer") => {
            let bound = |key: &str| schema[key].as_u64();
            let (min, max) = (bound("minimum").unwrap_or(0), bound("maximum").unwrap_or(u64::MAX));
            let number = text.and_then(|text| text.strip_suffix(".0").unwrap_or(&text).parse().ok());
            let within = number.filter(|n: &u64| (min..=max).contains(n));
            (within.map(Json::from), format!("a whole number from {min} to {max}"))
        }
        Some("number") => {
            let number = text.and_then(|text| text.parse::<f64>().ok());
            let within = number.filter(|n| schema["minimum"].as_f64().is_none_or(|min| *n >= min));
            (
                within.map(Json::from).filter(|read| !read.is_null()),
                "a number that is not below 0".to_string(),
            )
        }
        Some("boolean") => {
            let flag = value.as_bool().or_else(|| text?.to_lowercase().parse().ok());
            (flag.map(Json::from), "true or false".to_string())
        }
        Some("array") => (texts(&value).map(Json::from), "a list of texts".to_string()),
        _ => match schema["enum"].as_array() {
            Some(words) => {
                let names: Vec<&str> = words.iter().filter_map(Json::as_str).collect();
                let known = text.filter(|text| names.contains(&text.as_str()));
                let (last, others) = names.split_last().unwrap_or((&"", &[]));
                (known.map(Json::from), format!("{} or {last}", others.join(", ")))
            }
            None => (text.map(Json::from), "a text".to_string()),
        },
    };
    read.ok_or_else(|| format!("'{name}' has to be {kind}, and is {value}"))
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
