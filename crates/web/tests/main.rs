//! Two engines, as in two workers of the page: one with the games, and one that searches.

use std::path::PathBuf;
use std::sync::Mutex;
use std::time::Duration;

use plywood_web::{Outside, WorkerEngine};
use serde_json::{Value as Json, json};

/// Keeps nothing but events.
#[derive(Default)]
struct Page(Mutex<Vec<Json>>);

impl Outside for Page {
    fn say(&self, event: &str) {
        self.0.lock().unwrap().push(serde_json::from_str(event).unwrap());
    }

    fn keep(&self, _: &str, _: Option<&[u8]>) {}

    fn elapsed(&self) -> Duration {
        Duration::ZERO
    }

    fn unix_ms(&self) -> u64 {
        1_800_000_000_000
    }

    fn random(&self) -> [u8; 16] {
        [3; 16]
    }
}

/// An engine, and the events that it has said.
struct Worker(WorkerEngine, &'static Page);

impl Worker {
    fn new() -> Worker {
        let page: &'static Page = Box::leak(Box::default());
        Worker(WorkerEngine::new(page, PathBuf::from("brains")), page)
    }

    /// The events that follow from a message.
    fn hear(&mut self, message: &Json) -> Vec<Json> {
        self.0.hear(&message.to_string());
        std::mem::take(&mut self.1.0.lock().unwrap())
    }
}

/// A game against a bot, played by one connection.
struct Hall {
    host: Worker,
    searcher: Worker,
    /// The plies from which moves were handed on to the searches, and their numbers.
    handed: Vec<(u64, usize)>,
    state: Json,
}

impl Hall {
    fn new() -> Hall {
        let wish = json!({ "game": "tictactoe", "position": null, "moves": [], "seats": ["me", { "bot": "minimax:depth=1" }],
            "name": "", "public": false, "clock": null, "away": null, "max_plies": null, "pace": null });
        let mut host = Worker::new();
        let ask =
            json!({ "ask": { "id": 1, "path": "api/tables", "query": "{}", "body": wish.to_string() } });
        let answers = host.hear(&ask);
        let taken: Json = serde_json::from_str(answers[0]["text"].as_str().expect("a table")).unwrap();
        host.hear(&json!({ "join": { "connection": 5, "table": taken["table"] } }));
        let mut hall = Hall { host, searcher: Worker::new(), handed: Vec::new(), state: Json::Null };
        hall.say(&json!({ "type": "hello", "protocol": plywood_page::protocol::PROTOCOL, "token": taken["token"] }));
        hall
    }

    /// Says something, and does all work that follows.
    fn say(&mut self, message: &Json) {
        let mut events = self.host.hear(&json!({ "hear": { "connection": 5, "text": message.to_string() } }));
        while let Some(event) = events.pop() {
            if event["type"] == "work" {
                let work: Json = serde_json::from_str(event["work"].as_str().unwrap()).unwrap();
                let search = &work["search"];
                self.handed
                    .push((search["from"].as_u64().unwrap(), search["moves"].as_array().unwrap().len()));
                let done =
                    self.searcher.hear(&json!({ "work": { "task": event["task"], "work": event["work"] } }));
                let done = done.iter().find(|it| it["type"] == "done").expect("it is done");
                let done = json!({ "done": { "task": done["task"], "result": done["result"] } });
                events.extend(self.host.hear(&done));
            } else if event["type"] == "message" {
                let message: Json = serde_json::from_str(event["text"].as_str().unwrap()).unwrap();
                assert_ne!(message["type"], "refused", "{message}");
                let state = if message["type"] == "welcome" { message["state"].clone() } else { message };
                let newer = state["version"].as_u64() > self.state["version"].as_u64();
                if state["version"].is_u64() && newer {
                    self.state = state;
                }
            }
        }
        assert!(self.state["trouble"].is_null(), "{}", self.state);
    }

    fn play(&mut self, text: &str) {
        let (line, ply) = (self.state["line"].clone(), self.played());
        self.say(&json!({ "type": "move", "line": line, "ply": ply, "text": text }));
        assert_eq!(self.played(), ply + 2, "the bot answers: {}", self.state);
    }

    fn played(&self) -> usize {
        self.state["played"].as_array().map_or(0, Vec::len)
    }
}

#[test]
fn a_search_is_handed_the_moves_that_its_worker_does_not_know() {
    let mut hall = Hall::new();
    hall.play("b2");
    let free = |hall: &Hall| hall.state["step"]["moves"][0]["text"].as_str().unwrap().to_string();
    let next = free(&hall);
    hall.play(&next);
    assert_eq!(hall.handed, [(0, 1), (1, 2)]);
    hall.say(&json!({ "type": "undo" }));
    assert_eq!(hall.played(), 2);
    let next = free(&hall);
    hall.play(&next);
    assert_eq!(hall.handed[2..], [(0, 3)], "all of them after a takeback");
}
