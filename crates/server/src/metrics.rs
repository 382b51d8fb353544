//! The measurements of one server.
//!
//! Every server has a recorder of its own, so that two of them in one process do not count each other's moves. The handles
//! here are bound to it; each part of the server is given those that it needs.

use metrics::{Counter, Gauge, Histogram, counter, gauge, histogram};
use metrics_exporter_prometheus::{PrometheusBuilder, PrometheusHandle};

/// The measurements of one server.
#[derive(Clone)]
pub struct Metrics {
    recorder: PrometheusHandle,
    /// Live games.
    pub tables: Gauge,
    /// Games begun.
    pub tables_total: Counter,
    /// Moves played.
    pub moves: Counter,
    /// Open WebSockets.
    pub connections: Gauge,
    /// Messages refused because there were too many.
    pub refused: Counter,
    /// Searches that wait for a thread.
    pub searches_waiting: Gauge,
    /// Seconds that a search waited for a thread.
    pub search_wait: Histogram,
    /// Seconds that a search took.
    pub search: Histogram,
    /// Seconds that a long search was held back.
    pub search_held: Histogram,
    /// Seconds by which timers are late.
    pub lateness: Histogram,
    /// Seconds of a transaction of the store.
    pub commit: Histogram,
    /// Changes in a transaction of the store.
    pub commit_changes: Histogram,
}

impl Metrics {
    /// Measurements with a recorder of their own.
    pub fn new() -> Metrics {
        let recorder = PrometheusBuilder::new().build_recorder();
        metrics::with_local_recorder(&recorder, || Metrics {
            recorder: recorder.handle(),
            tables: gauge!("plywood_tables"),
            tables_total: counter!("plywood_tables_total"),
            moves: counter!("plywood_moves_total"),
            connections: gauge!("plywood_connections"),
            refused: counter!("plywood_refused_total", "code" => "busy"),
            searches_waiting: gauge!("plywood_thoughts_waiting"),
            search_wait: histogram!("plywood_thought_wait_seconds"),
            search: histogram!("plywood_thought_seconds"),
            search_held: histogram!("plywood_thought_held_seconds"),
            lateness: histogram!("plywood_lateness_seconds"),
            commit: histogram!("plywood_commit_seconds"),
            commit_changes: histogram!("plywood_commit_changes"),
        })
    }

    /// Sums up the samples so far; until then every one is kept in memory.
    pub fn run_upkeep(&self) {
        self.recorder.run_upkeep();
    }

    /// All measurements in the text format of Prometheus.
    pub fn render(&self) -> String {
        self.recorder.run_upkeep();
        self.recorder.render()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn two_servers_count_apart() {
        let (one, other) = (Metrics::new(), Metrics::new());
        one.moves.increment(3);
        other.moves.increment(4);
        assert!(one.render().contains("plywood_moves_total 3\n"), "{}", one.render());
        assert!(other.render().contains("plywood_moves_total 4\n"), "{}", other.render());
    }
}
