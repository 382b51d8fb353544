//! The messages of JSON-RPC 2.0, one a line.

use serde_json::{Map, Value as Json, json};

/// The codes of errors.
pub const NO_JSON: i32 = -32700;
pub const NO_REQUEST: i32 = -32600;
pub const NO_METHOD: i32 = -32601;
pub const WRONG_PARAMS: i32 = -32602;
pub const BROKEN: i32 = -32603;

/// The reason why a request has no result: a code and a sentence.
pub type Refusal = (i32, String);

/// A request, or a notification if it has no id.
pub struct Request {
    /// A text or a number.
    pub id: Option<Json>,
    pub method: String,
    pub params: Map<String, Json>,
}

impl Request {
    /// Reads a line. Batches are no requests: only one version of the protocol has them.
    pub fn read(line: &str) -> Result<Request, Refusal> {
        let wrong = |reason: &str| (NO_REQUEST, format!("this is no request: {reason}"));
        let message =
            serde_json::from_str(line).map_err(|error| (NO_JSON, format!("this is no JSON: {error}")))?;
        let Json::Object(mut message) = message else { return Err(wrong("it has to be an object")) };
        if message.get("jsonrpc").is_none_or(|version| version != "2.0") {
            return Err(wrong("'jsonrpc' has to be \"2.0\""));
        }
        let Some(Json::String(method)) = message.remove("method") else {
            return Err(wrong("'method' has to be a text"));
        };
        let id = message.remove("id");
        if id.as_ref().is_some_and(|id| !id.is_string() && !id.is_number()) {
            return Err(wrong("'id' has to be a text or a number"));
        }
        let params = match message.remove("params") {
            None => Map::new(),
            Some(Json::Object(params)) => params,
            Some(_) => return Err(wrong("'params' has to be an object")),
        };
        Ok(Request { id, method, params })
    }
}

/// The answer to a request. One that could not be read has the id null.
pub fn answer(id: &Json, result: Result<Json, Refusal>) -> Json {
    match result {
        Ok(result) => json!({ "jsonrpc": "2.0", "id": id, "result": result }),
        Err((code, message)) => {
            json!({ "jsonrpc": "2.0", "id": id, "error": { "code": code, "message": message } })
        }
    }
}
