//! The engine of a worker: it hears messages and says events.

use std::collections::BTreeMap;
use std::path::PathBuf;

use plywood_page::catalogue::Catalogue;
use plywood_page::play::{ConnectionId, GameCommand, GameSnapshot};
use plywood_page::problem::{Problem, RefusalCode};
use plywood_page::protocol::ServerMessage;
use plywood_page::requests::{greeting, parse};
use plywood_workshop::Workshop;

use crate::context::{Context, Purpose};
use crate::messages::{EngineEvent, EngineMessage, MessageId, TaskOutcome};
use crate::outside::Outside;
use crate::requests::{self, RequestAnswer};
use crate::rows::{self, KeptRow};
use crate::table::WorkerGame;
use crate::work::{Worker, say, text};

/// Brains that are kept, at most.
const MOST_BRAINS: usize = 100;

/// A connection: its game, and true once it has said hello.
struct PageConnection {
    table: String,
    greeted: bool,
}

/// The engine of a worker.
pub struct WorkerEngine {
    context: Context,
    worker: Worker,
    tables: BTreeMap<String, WorkerGame>,
    connections: BTreeMap<ConnectionId, PageConnection>,
    /// Games of an earlier visit.
    resumed: Vec<GameSnapshot>,
}

impl WorkerEngine {
    /// An engine with brains in the folder `brains`.
    pub fn new(outside: &'static dyn Outside, brains: PathBuf) -> WorkerEngine {
        let catalogue = Catalogue::new(Workshop::standard(), brains, MOST_BRAINS);
        WorkerEngine {
            context: Context::new(outside, catalogue),
            worker: Worker::default(),
            tables: BTreeMap::new(),
            connections: BTreeMap::new(),
            resumed: Vec::new(),
        }
    }

    /// Puts back a row that was kept. All rows come before the first message.
    pub fn put_back(&mut self, key: &str, value: &[u8]) {
        match KeptRow::read(key, value) {
            Some(KeptRow::Table(snapshot)) => self.resumed.push(*snapshot),
            Some(KeptRow::Record(number, record)) => {
                self.context.records.insert(number, *record);
            }
            None => {}
        }
    }

    /// Hears a message, and says everything that follows from it.
    pub fn hear(&mut self, message: &str) {
        for snapshot in std::mem::take(&mut self.resumed) {
            // A game that cannot be opened stays for a program that understands it.
            let _ = self.start(snapshot, true);
        }
        match serde_json::from_str(message) {
            Ok(message) => self.take(message),
            Err(error) => say(self.context.outside, &EngineEvent::Failed { text: error.to_string() }),
        }
        while let Some(snapshot) = self.context.begun.pop() {
            let _ = self.start(snapshot, false);
        }
        self.tables.retain(|_, table| !table.is_gone());
        rows::keep_brains(self.context.outside);
        self.set_alarm();
    }

    fn start(&mut self, snapshot: GameSnapshot, visited: bool) -> Result<(), Problem> {
        rows::keep_table(self.context.outside, &snapshot);
        let table = WorkerGame::open(snapshot, visited, &mut self.context)?;
        self.tables.insert(table.id().to_string(), table);
        Ok(())
    }

    fn take(&mut self, message: EngineMessage) {
        match message {
            EngineMessage::Ask { id, path, query, body } => self.ask(id, &path, &query, body.as_deref()),
            EngineMessage::Forget { id } => self.context.forget(&Purpose::Request(id)),
            EngineMessage::Join { connection, table } => {
                self.connections.insert(connection, PageConnection { table, greeted: false });
            }
            EngineMessage::Hear { connection, text: said } => {
                if let Err((problem, ends)) = self.hear_connection(connection, &said) {
                    let message =
                        if ends { ServerMessage::Bye(problem) } else { ServerMessage::Refused(problem) };
                    say(self.context.outside, &EngineEvent::Message { connection, text: text(&message) });
                }
            }
            EngineMessage::Leave { connection } => {
                let left = self.connections.remove(&connection);
                if let Some(table) = left.and_then(|it| self.tables.get_mut(&it.table)) {
                    table.leave(connection, &mut self.context);
                }
            }
            EngineMessage::Alarm {} => {
                let now = self.context.outside.elapsed();
                for table in self.tables.values_mut() {
                    if table.alarm().is_some_and(|at| at <= now) {
                        let _ = table.give(GameCommand::Alarm, &mut self.context);
                    }
                }
            }
            EngineMessage::Work { task, work } => {
                let result = match serde_json::from_str(&work) {
                    Ok(work) => self.worker.work(task, work, &self.context.catalogue, self.context.outside),
                    Err(error) => {
                        TaskOutcome::Refused(Problem::new(RefusalCode::Internal, error.to_string()))
                    }
                };
                say(self.context.outside, &EngineEvent::Done { task, result: text(&result) });
            }
            EngineMessage::Thinking { task, text } => {
                if let Some(Purpose::Move(table, _)) = self.context.given.get(&task)
                    && let Some(table) = self.tables.get(table)
                {
                    table.thinking(task, &text, &self.context);
                }
            }
            EngineMessage::Done { task, result } => {
                let failed = || TaskOutcome::Refused(Problem::new(RefusalCode::Bot, "the bot failed"));
                let result = result.and_then(|text| serde_json::from_str(&text).ok());
                if let Some(purpose) = self.context.given.remove(&task) {
                    self.done(purpose, result.unwrap_or_else(failed));
                }
            }
        }
    }

    fn ask(&mut self, id: MessageId, path: &str, query: &str, body: Option<&str>) {
        match requests::answer(path, query, body, &mut self.context) {
            Ok(RequestAnswer::Known(text)) => say(self.context.outside, &EngineEvent::Answer { id, text }),
            Ok(RequestAnswer::Takes(work)) if work.stays() => {
                let done = self.worker.work(0, work, &self.context.catalogue, self.context.outside);
                self.done(Purpose::Request(id), done);
            }
            Ok(RequestAnswer::Takes(work)) => {
                self.context.give(Purpose::Request(id), &work);
            }
            Err(problem) => say(self.context.outside, &EngineEvent::Refused { id, problem }),
        }
    }

    /// Hears a message of a connection; the refusal says if it ends the connection.
    fn hear_connection(&mut self, connection: ConnectionId, text: &str) -> Result<(), (Problem, bool)> {
        let Some(open) = self.connections.get_mut(&connection) else { return Ok(()) };
        let context = &mut self.context;
        let Some(table) = self.tables.get_mut(&open.table) else {
            return Err((
                Problem::new(RefusalCode::NotFound, "there is no such game, or it was removed"),
                true,
            ));
        };
        if open.greeted {
            let heard = parse(text).and_then(|message| table.hear(connection, message, context));
            return heard.map_err(|problem| (problem, false));
        }
        let joined = greeting(text).and_then(|token| {
            open.greeted = true;
            table.join(connection, token, context)
        });
        joined.map_err(|problem| (problem, true))
    }

    /// Work is done.
    fn done(&mut self, purpose: Purpose, result: TaskOutcome) {
        let context = &mut self.context;
        match (purpose, result) {
            (Purpose::Request(id), TaskOutcome::Answer(text)) => {
                say(context.outside, &EngineEvent::Answer { id, text });
            }
            (Purpose::Request(id), TaskOutcome::Refused(problem)) => {
                say(context.outside, &EngineEvent::Refused { id, problem });
            }
            (Purpose::Hint(table, connection), result) => {
                if let Some(table) = self.tables.get_mut(&table) {
                    let said = match result {
                        TaskOutcome::Answer(text) => Ok(text),
                        TaskOutcome::Refused(problem) => Err(problem),
                        _ => Err(Problem::new(RefusalCode::Internal, "another answer was expected")),
                    };
                    table.answer(connection, said, context);
                }
            }
            (Purpose::Move(table, moment), result) => {
                if let Some(table) = self.tables.get_mut(&table) {
                    let result = match result {
                        TaskOutcome::Chosen(analysis) => Ok(analysis),
                        TaskOutcome::Refused(problem) => Err(problem.text),
                        _ => Err("another answer was expected".to_string()),
                    };
                    let _ = table.chosen(moment, result, context);
                }
            }
            (Purpose::Request(id), _) => {
                let problem = Problem::new(RefusalCode::Internal, "another answer was expected");
                say(context.outside, &EngineEvent::Refused { id, problem });
            }
        }
    }

    fn set_alarm(&self) {
        let now = self.context.outside.elapsed();
        if let Some(at) = self.tables.values().filter_map(WorkerGame::alarm).min() {
            let millis = at.saturating_sub(now).as_micros().div_ceil(1000) as u64;
            say(self.context.outside, &EngineEvent::Alarm { millis });
        }
    }
}
