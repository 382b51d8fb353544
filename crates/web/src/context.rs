//! The data that live games share: the catalogue, the records, and the work that was given away.

use std::collections::BTreeMap;
use std::sync::Arc;

use plywood_page::catalogue::Catalogue;
use plywood_page::play::{ConnectionId, GameSnapshot, Moment};
use plywood_page::protocol::RecordView;
use plywood_rules::Player;

use crate::messages::{EngineEvent, MessageId};
use crate::outside::Outside;
use crate::rows;
use crate::work::{LongTask, say, text};

/// Records that are kept, the newest ones.
const MOST_RECORDS: usize = 1000;

/// The purpose of work that was given away.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Purpose {
    /// The answer to a request.
    Request(MessageId),
    /// The move of a bot of this game.
    Move(String, Moment),
    /// A hint for a connection to this game.
    Hint(String, ConnectionId),
}

/// The data that live games share.
pub struct Context {
    pub outside: &'static dyn Outside,
    pub catalogue: Arc<Catalogue>,
    /// Finished games by their numbers.
    pub records: BTreeMap<MessageId, RecordView>,
    /// Work that was given away.
    pub given: BTreeMap<MessageId, Purpose>,
    /// The game and the side that the worker for searches follows, and the moment that it knows. `None` while it searches, and for
    /// a new worker.
    pub follows: Option<((String, Player), Moment)>,
    /// Games to be started.
    pub begun: Vec<GameSnapshot>,
    tasks: MessageId,
}

impl Context {
    pub fn new(outside: &'static dyn Outside, catalogue: Catalogue) -> Context {
        let (records, given) = (BTreeMap::new(), BTreeMap::new());
        Context {
            outside,
            catalogue: Arc::new(catalogue),
            records,
            given,
            follows: None,
            begun: Vec::new(),
            tasks: 0,
        }
    }

    /// Gives work to another worker.
    pub fn give(&mut self, purpose: Purpose, work: &LongTask) -> MessageId {
        self.tasks += 1;
        let task = self.tasks;
        self.given.insert(task, purpose);
        say(self.outside, &EngineEvent::Work { task, worker: work.worker(), work: text(work) });
        task
    }

    /// Takes back work that is not needed any more.
    pub fn cancel(&mut self, task: MessageId) {
        if self.given.remove(&task).is_some() {
            say(self.outside, &EngineEvent::Cancel { task });
        }
    }

    /// Takes back the work for this purpose, if it is under way.
    pub fn forget(&mut self, purpose: &Purpose) {
        let given = self.given.iter().find(|(_, known)| *known == purpose);
        if let Some(task) = given.map(|(task, _)| *task) {
            self.cancel(task);
        }
    }

    /// Keeps a finished game.
    pub fn record(&mut self, mut record: RecordView) {
        let number = self.records.last_key_value().map_or(0, |(number, _)| *number) + 1;
        record.line.number = number;
        rows::keep_record(self.outside, number, &record);
        self.records.insert(number, record);
        while self.records.len() > MOST_RECORDS {
            if let Some((number, _)) = self.records.pop_first() {
                rows::drop_record(self.outside, number);
            }
        }
    }
}
