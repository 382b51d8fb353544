//! Storage: one server a folder, no foreign file touched, nothing lost on a full disk.

use std::path::Path;
use std::time::Duration;

use plywood_bench::load::{Client, bot, wish};
use plywood_server::protocol::{Pace, RecordView, RefusalCode, SeatRequest, SeatTaken};
use plywood_server::{Server, ServerSettings};
use plywood_workshop::Workshop;

use super::{Hall, play_out, scratch, sheets};

async fn fails(folder: &Path) -> String {
    let opened =
        Server::open("127.0.0.1:0".parse().unwrap(), ServerSettings::new(folder), Workshop::standard()).await;
    opened.err().expect("it cannot be opened").to_string()
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn two_houses_do_not_share_a_folder() {
    let hall = Hall::new("shared").await;
    let (_, mut me) = hall.against("tictactoe", "random").await;
    let error = fails(&hall.folder).await;
    assert!(error.contains("another server is using it") && error.contains("--data"), "{error}");
    play_out(&mut me).await;
    // Nor do they share an address.
    let taken =
        Server::open(hall.address.0, ServerSettings::new(scratch("other")), Workshop::standard()).await;
    let error = taken.err().expect("the address is taken").to_string();
    assert!(error.contains(&hall.address.0.to_string()) && error.contains("--listen"), "{error}");
    assert!(!scratch("other").join("house.redb").exists());
    let folder = hall.close().await;
    Hall::open(&folder, |_| {}).await.close().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn files_of_others_are_left_alone() {
    let folder = scratch("foreign");
    let file = folder.join("house.redb");
    for bytes in [&b"something else entirely"[..], &[0; 100_000], b"redb\x1a\x0a\xa9\x0d\x0a and no more"] {
        std::fs::write(&file, bytes).unwrap();
        let error = fails(&folder).await;
        assert!(error.contains("house.redb"), "{error}");
        assert_eq!(std::fs::read(&file).unwrap(), bytes);
    }
    // One of ours, damaged.
    std::fs::remove_file(&file).unwrap();
    let hall = Hall::open(&folder, |_| {}).await;
    hall.against("tictactoe", "random").await;
    hall.close().await;
    let mut bytes = std::fs::read(&file).unwrap();
    bytes[..64].fill(0xa5);
    std::fs::write(&file, &bytes).unwrap();
    let error = fails(&folder).await;
    assert!(error.contains("house.redb"), "{error}");
    std::fs::write(&file, &bytes[..1000]).unwrap();
    fails(&folder).await;
    // What is no folder, and what is none of ours to name.
    let error = fails(&file).await;
    assert!(error.contains("house.redb"), "{error}");
    let error = fails(&folder.join("a,b")).await;
    assert!(error.contains("comma"), "{error}");
}

/// Everything is unchanged after a restart of the server.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn games_go_on_after_a_new_start() {
    let hall = Hall::new("go-on").await;
    let (against_bot, mut me) = hall.against("connect4", "engine:depth=2").await;
    me.play("d").await.unwrap();
    me.my_turn().await.unwrap();
    let kept = me.state.clone();
    let (over, mut winner) = hall.against("pig:target=10", "hold").await;
    play_out(&mut winner).await;
    let end = winner.state.clone();
    let open = hall.address.make(&wish("tictactoe", SeatRequest::Open, SeatRequest::Me)).await.unwrap();
    let hall = hall.again().await;
    assert_eq!(hall.house.lobby.table_count(), 3);
    let mut me = hall.address.join(&against_bot.table, Some(&against_bot.token)).await.unwrap();
    assert!(me.state.version > kept.version);
    assert_eq!((&me.state.played, &me.state.step), (&kept.played, &kept.step));
    play_out(&mut me).await;
    let winner = hall.address.join(&over.table, Some(&over.token)).await.unwrap();
    assert_eq!((winner.state.end, winner.state.played), (end.end, end.played));
    let sat = plywood_server::protocol::SitRequest { seat: None, name: String::new() };
    let other = hall.address.sit(&open.table, &sat).await.unwrap();
    hall.address.join(&open.table, Some(&other.token)).await.unwrap().play("b2").await.unwrap();
    hall.close().await;
}

const DISK: &str = "PLYWOOD_TEST_DISK";

/// Needs a file system of its own to fill, in a name space of its own, where it is gone when the test is.
#[cfg(target_os = "linux")]
#[test]
fn a_full_disk_loses_nothing() {
    let disk = scratch("disk");
    let script = r#"mount -t tmpfs -o size=8m none "$1" || exit 77
        exec "$2" --exact store::on_a_small_disk --ignored --nocapture"#;
    let mut shell = std::process::Command::new("unshare");
    shell.args(["-rm", "sh", "-c", script, "sh"]).arg(&disk).arg(std::env::current_exe().unwrap());
    let Ok(output) = shell.env(DISK, &disk).output() else {
        eprintln!("SKIPPED: this system has no 'unshare', and no disk can be filled");
        return;
    };
    let said = String::from_utf8_lossy(&output.stdout) + String::from_utf8_lossy(&output.stderr);
    if output.status.code() == Some(77) || output.stdout.is_empty() {
        eprintln!("SKIPPED: no disk can be filled here: {said}");
        return;
    }
    assert!(output.status.success() && said.contains("1 passed"), "{said}");
}

/// Run by [`a_full_disk_loses_nothing`], on a disk that it may fill.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
#[ignore = "needs a small disk"]
async fn on_a_small_disk() {
    let disk = std::path::PathBuf::from(std::env::var_os(DISK).expect("a small disk"));
    let data = disk.join("data");
    let hall = Hall::open(&data, |settings| settings.timeouts.retry = Duration::from_millis(50)).await;
    let (mine, mut me) = hall.against("gomoku", "random").await;
    me.play("h8").await.unwrap();
    me.my_turn().await.unwrap();
    let (doomed, mut loser) = hall.against("connect4", "random").await;
    loser.play("d").await.unwrap();
    let mut wanted = wish("pikkpakk:size=9", bot("random"), bot("random"));
    wanted.pace = Some(Pace { paused: false, millis: 0 });
    let (_, mut host) = hall.address.play(&wanted).await.unwrap();
    host.until(|state| state.step.ply > 3).await.unwrap();
    // Whatever room there is goes to somebody else, and to tables.
    let filler = disk.join("filler");
    fill(&filler);
    let mut made: Vec<SeatTaken> = Vec::new();
    let wanted = wish("tictactoe", SeatRequest::Me, bot("random"));
    let refused = loop {
        match hall.address.make(&wanted).await {
            Ok(seat) => made.push(seat),
            Err(error) => break error.problem().expect("it is refused").clone(),
        }
        assert!(made.len() < 100_000, "the disk gets full");
        fill(&filler);
    };
    assert_eq!(refused.code, RefusalCode::Store, "{}", refused.text);
    // Moves may still fit into the space of the file, until it is full.
    let mut acknowledged = me.state.played.clone();
    let refused = loop {
        if !me.my_turn().await.unwrap() {
            panic!("the disk is not full for {} plies", me.state.step.ply);
        }
        acknowledged.clone_from(&me.state.played);
        // Far from the stones before: five beside each other would end the game while there is room yet.
        let moves = &me.state.step.moves;
        let text = moves[37 * acknowledged.len() % moves.len()].text.clone();
        if let Err(error) = me.play(&text).await {
            break error.problem().expect("it is refused").clone();
        }
        acknowledged.clone_from(&me.state.played);
        fill(&filler);
        if me.my_turn_or_trouble().await {
            break plywood_server::protocol::Problem { code: RefusalCode::Store, text: String::new() };
        }
    };
    assert_eq!(refused.code, RefusalCode::Store, "{}", refused.text);
    let mut handed_out = Vec::new();
    let refused = loop {
        match sheets::make(hall.address, &sheets::large()).await {
            Ok(sheet) => handed_out.push(sheet),
            Err(error) => break error.problem().expect("it is refused").clone(),
        }
        fill(&filler);
    };
    assert_eq!(refused.code, RefusalCode::Store, "{}", refused.text);
    // What was refused did not happen.
    let again = hall.address.join(&mine.table, Some(&mine.token)).await.unwrap();
    assert_eq!(again.state.played, acknowledged);
    // There is room again, and everything continues: people by moving, bots by themselves.
    std::fs::remove_file(&filler).unwrap();
    let ply = host.state.step.ply;
    host.until(|state| state.step.ply > ply + 5 || state.end.is_some()).await.unwrap();
    if me.my_turn().await.unwrap() {
        let text = me.state.step.moves[1].text.clone();
        me.play(&text).await.unwrap();
    }
    super::resign(&mut loser).await;
    let record: RecordView = hall.address.read(&format!("/api/records/{}", doomed.table)).await.unwrap();
    assert_eq!(record.moves, loser.state.played);
    let played = me.state.played.clone();
    drop((me, again, host, loser));
    let hall = hall.again().await;
    for seat in &made {
        hall.house.lobby.table(&seat.table).unwrap_or_else(|problem| panic!("{}", problem.text));
    }
    for sheet in &handed_out {
        assert!(sheets::results(hall.address, sheet).await.unwrap().is_empty());
    }
    let me = hall.address.join(&mine.table, Some(&mine.token)).await.unwrap();
    assert!(me.state.played.starts_with(&played));
    hall.close().await;
}

/// Takes all the room there is.
fn fill(path: &Path) {
    use std::io::Write;
    let mut file = std::fs::File::options().create(true).append(true).open(path).unwrap();
    let mut size = 1 << 20;
    while size > 0 {
        if file.write_all(&vec![0; size]).is_err() {
            size /= 2;
        }
    }
}

trait Trouble {
    async fn my_turn_or_trouble(&mut self) -> bool;
}

impl Trouble for Client {
    /// Waits for the turn or for trouble; whether it is trouble.
    async fn my_turn_or_trouble(&mut self) -> bool {
        let first = self.you;
        self.until(|state| {
            state.trouble.is_some()
                || state.end.is_some()
                || (state.step.turn == plywood_server::protocol::TurnView::First) == first.is_some()
        })
        .await
        .unwrap();
        self.state.trouble.is_some()
    }
}
