//! The search of a bot, while it runs.

use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use plywood_erased::{SearchInfo, SearchListener};
use plywood_page::play::BotSearch;
use plywood_rules::Stop;
use tokio::time::Instant;

/// The time between two reports. Shorter searches are not reported before they end.
const EVERY: Duration = Duration::from_millis(250);

/// A search that runs, or waits for a thread. It is cancelled when this is dropped.
pub struct SearchTask {
    /// The search.
    pub search: BotSearch,
    /// Cancels it.
    pub stop: Stop,
    /// The last report of the bot. The bot never waits for the table, nor for slow readers.
    news: Arc<Mutex<Option<SearchInfo>>>,
    /// The time of the next report.
    pub next_report: Instant,
}

impl SearchTask {
    /// A search that begins now.
    pub fn new(search: BotSearch) -> SearchTask {
        let next_report = Instant::now() + EVERY;
        SearchTask { search, stop: Stop::never(), news: Arc::default(), next_report }
    }

    /// Receives the reports of the bot.
    pub fn listener(&self) -> SearchListener {
        let news = Arc::clone(&self.news);
        Arc::new(move |info: &SearchInfo| {
            *news.lock().unwrap_or_else(PoisonError::into_inner) = Some(info.clone());
        })
    }

    /// The report that is due, if there is anything new.
    pub fn report(&mut self) -> Option<SearchInfo> {
        let now = Instant::now();
        if now < self.next_report {
            return None;
        }
        self.next_report = now + EVERY;
        self.news.lock().unwrap_or_else(PoisonError::into_inner).take()
    }
}

impl Drop for SearchTask {
    fn drop(&mut self) {
        self.stop.raise();
    }
}
