//! `load`: thousands of games at once against a playing server, and the times of its answers.

mod args;
mod deep;
mod player;
mod report;
mod tally;
mod work;

use std::path::PathBuf;
use std::process::ExitCode;
use std::sync::Arc;
use std::time::Duration;

use args::Args;
use clap::Parser;
use plywood_bench::load::{ClientError, ServerAddress, ServerProcess, memory, more_files};
use plywood_server::protocol::CatalogueView;
use report::{LoadReport, MemoryUse};
use tally::{LoadPhase, LoadTally};
use tokio::sync::watch;
use tokio::time::{Instant, sleep};
use work::CpuTime;

/// The time for late answers after the measurement ends.
const LAST_WORDS: Duration = Duration::from_secs(5);

fn main() -> ExitCode {
    let args = Args::parse();
    more_files();
    let runtime = match tokio::runtime::Builder::new_multi_thread().enable_all().build() {
        Ok(runtime) => runtime,
        Err(error) => {
            anstream::eprintln!("cannot start: {error}");
            return ExitCode::FAILURE;
        }
    };
    match runtime.block_on(run(&args)) {
        Ok(report) => {
            anstream::print!("{}", if args.json { report.to_json() } else { report.to_text() });
            if report.is_clean() { ExitCode::SUCCESS } else { ExitCode::FAILURE }
        }
        Err(error) => {
            anstream::eprintln!("{error}");
            ExitCode::FAILURE
        }
    }
}

/// The server to play on, and its process if that is known.
struct LoadTarget {
    address: ServerAddress,
    id: Option<u32>,
    /// Killed and taken away at the end.
    own: Option<(ServerProcess, PathBuf)>,
}

impl LoadTarget {
    fn find(args: &Args) -> Result<LoadTarget, ClientError> {
        if let Some(address) = args.url {
            return Ok(LoadTarget { address: ServerAddress(address), id: args.pid, own: None });
        }
        let data = std::env::temp_dir().join(format!("plywood-load-{}", std::process::id()));
        let mut more = vec!["--log", "off"];
        more.extend(args.serve.iter().map(String::as_str));
        let plywood = args.plywood.as_deref().expect("either is required");
        let process = ServerProcess::start(plywood, &data, &more)?;
        Ok(LoadTarget { address: process.address, id: Some(process.id()), own: Some((process, data)) })
    }

    fn memory(&self) -> Option<MemoryUse> {
        let (now, most) = memory(self.id?)?;
        Some(MemoryUse { now, most })
    }

    /// Stops a server that was started here. An error if it did not stop cleanly.
    fn close(self) -> Result<(), ClientError> {
        let Some((mut process, data)) = self.own else { return Ok(()) };
        let status = process.stop();
        let _ = std::fs::remove_dir_all(data);
        match status? {
            status if status.success() => Ok(()),
            status => Err(ClientError::Strange(format!("the server ended with {status}"))),
        }
    }
}

async fn run(args: &Args) -> Result<LoadReport, ClientError> {
    let place = LoadTarget::find(args)?;
    let address = place.address;
    let house: CatalogueView = address.read("/api/house").await?;
    let mut report = LoadReport::new(args, &house.version);
    report.memory.push(("at the start", place.memory()));
    let tally = Arc::new(LoadTally::new());
    let (stop, stopped) = watch::channel(false);
    let begun = Instant::now();
    let mut tasks = Vec::new();
    for number in 0..args.games {
        let player = player::LoadPlayer {
            address,
            number,
            interval: Duration::from_secs_f64(args.interval),
            tally: Arc::clone(&tally),
            stopped: stopped.clone(),
        };
        // Starts are spread over time, and each game then keeps its own rhythm.
        let starts = begun + Duration::from_secs_f64(number as f64 / args.ramp);
        tasks.push(tokio::spawn(async move {
            tokio::time::sleep_until(starts).await;
            player.play().await;
        }));
    }
    let full = begun + Duration::from_secs_f64(args.games as f64 / args.ramp + 2.0 * args.interval);
    tokio::time::sleep_until(full).await;
    let heartbeat = tokio::spawn(tally::heartbeat(Arc::clone(&tally), stopped.clone()));
    report.memory.push(("all games begun", place.memory()));
    measure(args, &place, &tally, LoadPhase::Alone, &mut report).await;
    report.memory.push(("at the end of that", place.memory()));
    if args.deep > 0 {
        for number in 0..args.deep {
            let (tally, stopped) = (Arc::clone(&tally), stopped.clone());
            tasks.push(tokio::spawn(deep::watch(address, number, tally, stopped)));
        }
        // Until the first searches run.
        sleep(Duration::from_secs(3)).await;
        measure(args, &place, &tally, LoadPhase::BesideDeep, &mut report).await;
        report.memory.push(("with deep thinkers", place.memory()));
    }
    report.live = tally.live();
    stop.send_replace(true);
    let _ = tokio::time::timeout(LAST_WORDS, async {
        for task in tasks {
            let _ = task.await;
        }
    })
    .await;
    heartbeat.abort();
    report.finish(&tally);
    place.close()?;
    Ok(report)
}

/// Runs all games, and records the times of the answers.
async fn measure(
    args: &Args,
    place: &LoadTarget,
    tally: &LoadTally,
    phase: LoadPhase,
    report: &mut LoadReport,
) {
    let before = CpuTime::now(place.id);
    tally.begin(phase);
    sleep(Duration::from_secs_f64(args.seconds)).await;
    tally.begin(LoadPhase::Between);
    let work = before.zip(CpuTime::now(place.id)).map(|(before, after)| after.since(&before));
    report.phases.push((phase, tally.take(), work));
}
