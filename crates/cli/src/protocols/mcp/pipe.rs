//! The messages of JSON-RPC 2.0, one a line of standard input and output.

use std::collections::HashSet;
use std::future::{pending, ready};
use std::{io, thread};

use rmcp::model::{ErrorData, JsonRpcMessage, ProtocolVersion, RequestId};
use rmcp::service::{RoleServer, RxJsonRpcMessage, TxJsonRpcMessage};
use rmcp::transport::Transport;
use serde_json::{Value as Json, json};
use tokio::sync::mpsc::{Receiver, channel};
use tokio::sync::watch;

use crate::lines::InputLines;
use crate::output::Failure;
use crate::progress::Control;
use crate::protocols::say;

/// The requests without an answer at which no further line is read.
const MOST_OPEN: usize = 4096;

/// Standard input and output as a client's connection. It lasts until every request that came before the end of the input is
/// answered: the connections of `rmcp` end with their input, and with them the work under way.
pub struct Pipe {
    lines: Receiver<String>,
    control: Control,
    /// The requests that have no answer yet.
    open: HashSet<RequestId>,
    ended: watch::Sender<bool>,
}

impl Pipe {
    /// Begins to read. `ended` becomes true at the end of the input; `control` is stopped if the answers have no reader.
    pub fn new(control: &Control, ended: watch::Sender<bool>) -> Result<Pipe, Failure> {
        let (sender, lines) = channel(1);
        let reader = control.clone();
        let read = move || {
            let lines = InputLines::new(&reader);
            while let Some(line) = lines.next() {
                if sender.blocking_send(line).is_err() {
                    return;
                }
            }
        };
        let thread = thread::Builder::new().spawn(read);
        thread.map_err(|error| Failure::Failed(format!("cannot start a thread: {error}")))?;
        Ok(Pipe { lines, control: control.clone(), open: HashSet::new(), ended })
    }

    /// Reads a line, and counts a request as open.
    fn message(&mut self, line: &str) -> Result<RxJsonRpcMessage<RoleServer>, ErrorData> {
        let message = parsed(line)?;
        match &message {
            JsonRpcMessage::Request(request) if !self.open.insert(request.id.clone()) => {
                let id = request.id.clone().into_json_value();
                return Err(no_request(format!("a call with the id {id} has no answer yet")));
            }
            JsonRpcMessage::Notification(notification) => {
                use rmcp::model::ClientNotification::CancelledNotification;
                // A request that is cancelled gets no answer.
                if let CancelledNotification(cancelled) = &notification.notification {
                    self.answered(cancelled.params.request_id.as_ref());
                }
            }
            _ => {}
        }
        Ok(message)
    }

    fn answered(&mut self, id: Option<&RequestId>) {
        if let Some(id) = id {
            self.open.remove(id);
        }
    }

    fn write(&self, message: &Json) -> io::Result<()> {
        say(&message.to_string()).map_err(|_| {
            self.control.stop().raise();
            io::ErrorKind::BrokenPipe.into()
        })
    }
}

impl Transport<RoleServer> for Pipe {
    type Error = io::Error;

    /// Writes at once, so that messages keep their order.
    fn send(
        &mut self,
        message: TxJsonRpcMessage<RoleServer>,
    ) -> impl Future<Output = io::Result<()>> + Send + 'static {
        match &message {
            JsonRpcMessage::Response(answer) => self.answered(Some(&answer.id)),
            JsonRpcMessage::Error(answer) => self.answered(answer.id.as_ref()),
            _ => {}
        }
        ready(serde_json::to_value(&message).map_err(io::Error::other).and_then(|json| self.write(&json)))
    }

    async fn receive(&mut self) -> Option<RxJsonRpcMessage<RoleServer>> {
        // It is asked again after each answer.
        while self.open.len() < MOST_OPEN {
            let Some(line) = self.lines.recv().await else {
                self.ended.send_replace(true);
                if self.open.is_empty() {
                    return None;
                }
                break;
            };
            if line.is_empty() {
                continue;
            }
            match self.message(&line) {
                Ok(message) => return Some(message),
                Err(error) => {
                    let id = open_id(&line);
                    self.write(&json!({ "jsonrpc": "2.0", "id": id, "error": error })).ok()?;
                }
            }
        }
        pending().await
    }

    async fn close(&mut self) -> io::Result<()> {
        Ok(())
    }
}

fn no_request(reason: String) -> ErrorData {
    ErrorData::invalid_request(reason, None)
}

/// The id of a request that repeats one without an answer; null of lines that are no requests.
fn open_id(line: &str) -> Option<RequestId> {
    match parsed(line) {
        Ok(JsonRpcMessage::Request(request)) => Some(request.id),
        _ => None,
    }
}

/// Reads a request or a notification. Batches are neither: only one version of the protocol has them.
fn parsed(line: &str) -> Result<RxJsonRpcMessage<RoleServer>, ErrorData> {
    let wrong = |reason: &str| no_request(format!("this is no request: {reason}"));
    let message = serde_json::from_str(line)
        .map_err(|error| ErrorData::parse_error(format!("this is no JSON: {error}"), None))?;
    let Json::Object(mut message) = message else { return Err(wrong("it has to be an object")) };
    if message.get("jsonrpc").is_none_or(|version| version != "2.0") {
        return Err(wrong("'jsonrpc' has to be \"2.0\""));
    }
    if !message.get("method").is_some_and(Json::is_string) {
        return Err(wrong("'method' has to be a text"));
    }
    if message.get("id").is_some_and(|id| !id.is_string() && !id.is_i64()) {
        return Err(wrong("'id' has to be a text or a whole number"));
    }
    if message.get("params").is_some_and(|params| !params.is_object()) {
        return Err(wrong("'params' has to be an object"));
    }
    if message["method"] == "initialize" {
        introduce(&mut message["params"]);
    }
    serde_json::from_value(message.into()).map_err(|error| no_request(format!("this is no request: {error}")))
}

/// Adds to an introduction what older clients and people leave out.
fn introduce(params: &mut Json) {
    let usual = [
        ("protocolVersion", json!(ProtocolVersion::LATEST_WITH_INITIALIZE)),
        ("capabilities", json!({})),
        ("clientInfo", json!({ "name": "", "version": "" })),
    ];
    for (key, value) in usual {
        if params[key].is_null() {
            params[key] = value;
        }
    }
}
