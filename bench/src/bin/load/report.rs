//! The report of a load test, for people and for programs.

use std::collections::BTreeMap;
use std::fmt::Write;
use std::sync::atomic::Ordering;

use comfy_table::{CellAlignment, Table};
use serde_json::{Value as Json, json};

use crate::args::Args;
use crate::tally::{Latencies, LoadPhase, LoadTally, Measured};
use crate::work::CpuTime;

/// The server's memory, in bytes.
#[derive(Clone, Copy)]
pub struct MemoryUse {
    /// The current use.
    pub now: u64,
    /// The peak.
    pub most: u64,
}

/// The results of a load test.
pub struct LoadReport {
    games: usize,
    deep: usize,
    interval: f64,
    version: String,
    /// The measurements, phase by phase.
    pub phases: Vec<(LoadPhase, Measured, Option<CpuTime>)>,
    /// The server's memory at named moments.
    pub memory: Vec<(&'static str, Option<MemoryUse>)>,
    /// Games in progress at the end.
    pub live: i64,
    moves: u64,
    finished: u64,
    deep_moves: u64,
    mishaps: BTreeMap<&'static str, u64>,
    told: Vec<String>,
}

const PERCENTILES: [f64; 4] = [50.0, 95.0, 99.0, 100.0];

fn rows(measured: &Measured) -> [(&'static str, &Latencies); 4] {
    [
        ("move to reply", &measured.reply),
        ("move to its acknowledgement", &measured.acknowledged),
        ("a new game", &measured.begin),
        ("the generator's own lag", &measured.own_lag),
    ]
}

impl LoadReport {
    pub fn new(args: &Args, version: &str) -> LoadReport {
        LoadReport {
            games: args.games,
            deep: args.deep,
            interval: args.interval,
            version: version.to_string(),
            phases: Vec::new(),
            memory: Vec::new(),
            live: 0,
            moves: 0,
            finished: 0,
            deep_moves: 0,
            mishaps: BTreeMap::new(),
            told: Vec::new(),
        }
    }

    pub fn finish(&mut self, tally: &LoadTally) {
        self.moves = tally.moves.load(Ordering::Relaxed);
        self.finished = tally.finished.load(Ordering::Relaxed);
        self.deep_moves = tally.deep_moves.load(Ordering::Relaxed);
        (self.mishaps, self.told) = tally.mishaps();
    }

    /// True if there were no errors.
    pub fn is_clean(&self) -> bool {
        self.mishaps.is_empty()
    }

    /// The 99th percentile of replies beside deep searches, relative to that without them.
    fn ratio(&self) -> Option<f64> {
        let of = |wanted: LoadPhase| {
            let (_, measured, _) = self.phases.iter().find(|(phase, ..)| *phase == wanted)?;
            measured.reply.percentile(99.0)
        };
        Some(of(LoadPhase::BesideDeep)? / of(LoadPhase::Alone)?)
    }

    pub fn to_text(&self) -> String {
        let mut text = format!(
            "{} games at once, each a move every {} s, against plywood {}\n",
            self.games, self.interval, self.version
        );
        for (phase, measured, work) in &self.phases {
            let rate = measured.reply.count() as f64 / measured.seconds;
            let beside =
                if *phase == LoadPhase::BesideDeep { format!(" ({})", self.deep) } else { String::new() };
            let _ = writeln!(
                text,
                "\n{}{beside}: {:.0} s, {rate:.0} moves a second",
                phase.name(),
                measured.seconds
            );
            let mut table = Table::new();
            table.load_style(comfy_table::presets::NOTHING);
            table.set_header(["milliseconds", "count", "p50", "p95", "p99", "max"]);
            for (name, times) in rows(measured) {
                let mut row = vec![name.to_string(), times.count().to_string()];
                row.extend(PERCENTILES.map(|percent| {
                    times.percentile(percent).map_or("-".to_string(), |millis| format!("{millis:.1}"))
                }));
                table.add_row(row);
            }
            for column in table.column_iter_mut().skip(1) {
                column.set_cell_alignment(CellAlignment::Right);
            }
            let _ = writeln!(text, "{table}");
            if let Some(CpuTime { house, own, used, all }) = work {
                let part = |of: f64| 100.0 * of / all;
                let _ = writeln!(
                    text,
                    "processors: {:.0} % the server, {:.0} % this program, {:.0} % others",
                    part(*house),
                    part(*own),
                    part((used - house - own).max(0.0))
                );
            }
        }
        if let Some(ratio) = self.ratio() {
            let _ =
                writeln!(text, "\np99 of the replies beside deep thinkers: {ratio:.2} times that without");
        }
        let _ = writeln!(text, "\nmemory of the server");
        for (when, memory) in &self.memory {
            let said = memory.map_or("unknown".to_string(), |it| {
                format!("{:.0} MB (at most {:.0})", it.now as f64 / 1e6, it.most as f64 / 1e6)
            });
            let _ = writeln!(text, "  {when}: {said}");
        }
        let _ = writeln!(
            text,
            "\n{} games live at the end, {} played to their end, {} moves answered, {} deep moves",
            self.live, self.finished, self.moves, self.deep_moves
        );
        if self.is_clean() {
            text += "no errors, no refusals, no lost or doubled moves\n";
        }
        for (kind, count) in &self.mishaps {
            let _ = writeln!(text, "{kind}: {count}");
        }
        for line in &self.told {
            let _ = writeln!(text, "  {line}");
        }
        text
    }

    pub fn to_json(&self) -> String {
        let times = |times: &Latencies| {
            let [p50, p95, p99, max] = PERCENTILES.map(|percent| times.percentile(percent));
            json!({ "count": times.count(), "p50": p50, "p95": p95, "p99": p99, "max": max })
        };
        let phases: Vec<Json> = self
            .phases
            .iter()
            .map(|(phase, measured, work)| {
                json!({
                    "phase": phase.name(),
                    "seconds": measured.seconds,
                    "reply_ms": times(&measured.reply),
                    "acknowledged_ms": times(&measured.acknowledged),
                    "new_game_ms": times(&measured.begin),
                    "own_lag_ms": times(&measured.own_lag),
                    "processor_seconds": work.map(|work| {
                        json!({ "house": work.house, "own": work.own, "used": work.used, "all": work.all })
                    }),
                })
            })
            .collect();
        let memory: Vec<Json> = self
            .memory
            .iter()
            .map(|(when, memory)| {
                json!({ "when": when, "bytes": memory.map(|it| it.now), "most": memory.map(|it| it.most) })
            })
            .collect();
        let report = json!({
            "version": self.version,
            "games": self.games,
            "deep": self.deep,
            "interval": self.interval,
            "phases": phases,
            "p99_ratio": self.ratio(),
            "memory": memory,
            "live": self.live,
            "finished": self.finished,
            "moves": self.moves,
            "deep_moves": self.deep_moves,
            "mishaps": self.mishaps,
            "told": self.told,
        });
        format!("{report}\n")
    }
}
