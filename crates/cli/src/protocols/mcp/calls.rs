//! The calls of tools, which work on threads: one a core, and the others wait.

use std::collections::HashMap;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::mpsc::{Receiver, Sender, channel};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::thread;

use serde_json::{Map, Value as Json, json};

use super::arguments::ToolError;
use super::message::{BROKEN, NO_REQUEST, Refusal, WRONG_PARAMS, answer};
use super::tools::{Answered, Bench};
use crate::output::Failure;
use crate::progress::Control;
use crate::protocols::say;

/// A call of a tool.
pub struct Call {
    pub id: Json,
    pub tool: String,
    pub arguments: Map<String, Json>,
}

/// The calls that have no answer yet.
pub struct Calls {
    waiting: Sender<(Call, Control)>,
    open: Arc<Open>,
}

/// The connections with the calls that wait or work, by the text of their id.
#[derive(Default)]
struct Open(Mutex<HashMap<String, Control>>);

impl Open {
    fn lock(&self) -> MutexGuard<'_, HashMap<String, Control>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Removes a call that is to be answered now; false if it was cancelled.
    fn close(&self, call: &Call, control: &Control) -> bool {
        let mut open = self.lock();
        // The id of a call that was cancelled may be that of another one by now.
        !control.is_raised() && open.remove(&call.id.to_string()).is_some()
    }
}

impl Calls {
    /// Starts as many threads. `program` is stopped if there is no reader of the answers any more.
    pub fn new(threads: usize, bench: Bench, program: &Control) -> Result<Calls, Failure> {
        let (waiting, calls) = channel();
        let (calls, bench, open) = (Arc::new(Mutex::new(calls)), Arc::new(bench), Arc::new(Open::default()));
        for _ in 0..threads {
            let (calls, bench) = (Arc::clone(&calls), Arc::clone(&bench));
            let (open, program) = (Arc::clone(&open), program.clone());
            let work = move || {
                while let Some((call, control)) = next(&calls) {
                    if control.is_raised() {
                        continue;
                    }
                    let result = result(&bench, &call, &control);
                    if open.close(&call, &control) && say(&answer(&call.id, result).to_string()).is_err() {
                        program.stop().raise();
                    }
                }
            };
            thread::Builder::new()
                .spawn(work)
                .map_err(|error| Failure::Failed(format!("cannot start a thread: {error}")))?;
        }
        Ok(Calls { waiting, open })
    }

    /// Answers a call as soon as a thread is free.
    pub fn begin(&self, call: Call) -> Result<(), Refusal> {
        let control = Control::quiet();
        let id = call.id.to_string();
        {
            let mut open = self.open.lock();
            if open.contains_key(&id) {
                return Err((NO_REQUEST, format!("a call with the id {id} has no answer yet")));
            }
            open.insert(id, control.clone());
        }
        // The threads end with the sender.
        self.waiting.send((call, control)).map_err(|_| (BROKEN, "no thread is left".to_string()))
    }

    /// Stops a call, which gets no answer.
    pub fn cancel(&self, id: &Json) {
        let mut open = self.open.lock();
        if let Some(control) = open.remove(&id.to_string()) {
            control.stop().raise();
        }
    }
}

/// At the end of the input all are cancelled.
impl Drop for Calls {
    fn drop(&mut self) {
        for (_, control) in self.open.lock().drain() {
            control.stop().raise();
        }
    }
}

/// The next call, once there is one; `None` at the end.
fn next(calls: &Mutex<Receiver<(Call, Control)>>) -> Option<(Call, Control)> {
    calls.lock().unwrap_or_else(PoisonError::into_inner).recv().ok()
}

/// Does what a call asks for.
fn result(bench: &Bench, call: &Call, control: &Control) -> Result<Json, Refusal> {
    let work = || bench.call(&call.tool, call.arguments.clone(), control);
    match catch_unwind(AssertUnwindSafe(work)) {
        Ok(Ok(Answered { json, drawing })) => {
            let texts: Vec<Json> = drawing.into_iter().chain([json.to_string()]).map(text).collect();
            Ok(json!({ "content": texts, "structuredContent": json, "isError": false }))
        }
        Ok(Err(ToolError::Invalid(message))) => Err((WRONG_PARAMS, message)),
        Ok(Err(ToolError::Failed(message))) => Ok(json!({ "content": [text(message)], "isError": true })),
        // A user's own game or bot panicked; the message is on standard error.
        Err(_) => Err((BROKEN, "the game or the bot panicked".to_string())),
    }
}

fn text(text: String) -> Json {
    json!({ "type": "text", "text": text })
}
