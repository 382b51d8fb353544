//! Several workers produce the same bytes as a single one, whatever happens in between.

use std::collections::HashMap;
use std::net::TcpListener;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU32, AtomicU64, Ordering};
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};
use std::{fs, io};

use plywood_games::{Visitor, open_small};
use plywood_rules::{Playable, Run};
use plywood_solve::cluster::{ClusterOptions, Peers, solve};
use plywood_solve::retrograde::RetrogradeError;
use plywood_solve::table::{
    self, ByteSource, GatheredSolution, ReachablePositions, RoundStore, RoundWriter, ScratchFile, ShareUse,
    SolveError, SolveProgress, StoredRound, TableParts, Tablebase, TablebaseError, part_name,
};

/// A folder of its own, which is gone afterwards.
struct Folder(PathBuf);

impl Folder {
    fn new() -> Folder {
        static NUMBER: AtomicU32 = AtomicU32::new(0);
        let number = NUMBER.fetch_add(1, Ordering::Relaxed);
        let path = std::env::temp_dir().join(format!("plywood-cluster-{}-{number}", std::process::id()));
        let _ = fs::remove_dir_all(&path);
        fs::create_dir_all(&path).unwrap();
        Folder(path)
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        let _ = fs::remove_dir_all(&self.0);
    }
}

/// The work of a process.
#[derive(Default)]
struct Plan {
    options: ClusterOptions,
    run: Run<'static, SolveProgress>,
}

fn plan(workers: usize) -> Plan {
    Plan { run: Run { threads: workers, ..Run::default() }, ..Plan::default() }
}

impl Plan {
    fn with(mut self, set: impl FnOnce(&mut ClusterOptions)) -> Plan {
        set(&mut self.options);
        self
    }

    fn in_memory(mut self, bytes: u64) -> Plan {
        self.run.memory = bytes;
        self
    }

    fn keeping(self, folder: &Folder) -> Plan {
        self.with(|options| options.checkpoints = Some(folder.0.clone()))
    }

    fn parting(self, folder: &Folder) -> Plan {
        self.with(|options| options.parts = Some(folder.0.clone()))
    }

    fn beside(self, peers: Option<Peers>) -> Plan {
        self.with(|options| options.peers = peers)
    }
}

fn bytes(book: &Tablebase) -> Vec<u8> {
    let mut bytes = Vec::new();
    book.write(&mut bytes).unwrap();
    bytes
}

/// Solves a game.
struct By(Plan);

impl Visitor for By {
    type Output = Result<GatheredSolution, RetrogradeError>;
    fn visit<G: Playable>(self, game: G) -> Result<GatheredSolution, RetrogradeError> {
        let start = game.initial();
        solve(&Arc::new(game), &start, &self.0.options, &self.0.run)
    }
}

fn by(game: &str, plan: Plan) -> Result<GatheredSolution, RetrogradeError> {
    open_small(game, By(plan)).unwrap()
}

/// The table of one worker alone.
struct Alone(bool);

impl Visitor for Alone {
    type Output = Tablebase;
    fn visit<G: Playable>(self, game: G) -> Tablebase {
        table::solve_packed(&game, &game.initial(), self.0, &Run::default()).unwrap()
    }
}

fn alone(game: &str, merge: bool) -> Tablebase {
    open_small(game, Alone(merge)).unwrap()
}

fn check(game: &str, solved: &GatheredSolution, alone: &Tablebase) {
    assert_eq!(solved.counts, alone.counts(), "{game}");
    let book = solved.tablebase.as_ref().expect("threads hold the table");
    assert!(bytes(book) == bytes(alone), "{game}: other bytes");
}

#[test]
fn slow_as_many_workers_as_may_be_come_to_the_same_bytes() {
    for (game, merge) in [
        ("tictactoe", false),
        ("mnk:m=4,n=3,k=3", false),
        ("mnk:m=4,n=4,k=4,gravity=on", false),
        ("pikkpakk:size=3", false),
        ("pikkpakk:size=3", true),
        ("pikkpakk:size=3,variant=rolling", false),
    ] {
        let alone = alone(game, merge);
        for workers in [1, 2, 5] {
            let solved = by(game, plan(workers).with(|options| options.merge = merge)).unwrap();
            check(game, &solved, &alone);
            assert_eq!(solved.traffic.messages == 0, workers == 1, "{game}");
            assert_eq!(solved.resumed, 0);
        }
    }
}

/// A position of a large board, a few plies before the end: its keys have 128 bits.
struct Late;

impl Visitor for Late {
    type Output = ();
    fn visit<G: Playable>(self, game: G) {
        let mut start = game.initial();
        let mut moves = Vec::new();
        for ply in 0..28 {
            moves.clear();
            game.legal_moves(&start, &mut moves);
            // These moves give neither player five in a row so soon.
            start = game.child(&start, moves[(ply * ply + ply) % moves.len()]);
        }
        let mut packed = Vec::new();
        game.pack(&start, &mut packed);
        assert!(packed.len() > 7, "{} bytes", packed.len());
        let alone = table::solve_packed(&game, &start, false, &Run::default()).unwrap();
        assert!(alone.counts().positions > 1000, "{:?}", alone.counts());
        let name = game.name();
        check(&name, &solve(&Arc::new(game), &start, &plan(3).options, &plan(3).run).unwrap(), &alone);
    }
}

#[test]
fn long_keys_are_sent_as_well() {
    open_small("mnk:m=6,n=6,k=5", Late).unwrap();
}

/// Addresses on this machine that were free a moment ago.
fn hosts(number: usize) -> Vec<String> {
    let held: Vec<TcpListener> = (0..number).map(|_| TcpListener::bind("127.0.0.1:0").unwrap()).collect();
    held.iter().map(|listener| listener.local_addr().unwrap().to_string()).collect()
}

fn peers(hosts: &[String], process: usize) -> Option<Peers> {
    Some(Peers { hosts: hosts.to_vec(), process, patience: Duration::from_secs(20) })
}

/// All processes of these plans, as threads here.
fn together(game: &str, plans: Vec<Plan>) -> Vec<Result<GatheredSolution, RetrogradeError>> {
    std::thread::scope(|scope| {
        let threads: Vec<_> = plans.into_iter().map(|plan| scope.spawn(move || by(game, plan))).collect();
        threads.into_iter().map(|thread| thread.join().unwrap()).collect()
    })
}

#[test]
fn slow_processes_that_talk_over_sockets_come_to_the_same_bytes() {
    for game in ["mnk:m=4,n=4,k=4,gravity=on", "pikkpakk:size=3"] {
        let alone = alone(game, false);
        let (hosts, folders) = (hosts(3), [0; 3].map(|_| Folder::new()));
        let plan = |process: usize| plan(2).parting(&folders[process]).beside(peers(&hosts, process));
        let solved = together(game, (0..3).map(plan).collect());
        let mut parts = Vec::new();
        for (process, solved) in solved.into_iter().enumerate() {
            let solved = solved.unwrap();
            assert!(solved.tablebase.is_none(), "no process has the table");
            assert_eq!(solved.counts, alone.counts(), "{game}");
            assert_eq!(files(&folders[process].0), [0, 1].map(|own| part_name(2 * process + own, 6)));
            parts.extend(parts_in(&folders[process].0));
        }
        check_joined(game, parts, &alone);
    }
}

/// The parts of a folder, with their names.
fn parts_in(folder: &Path) -> Vec<(String, Vec<u8>)> {
    files(folder).into_iter().map(|name| (name.clone(), fs::read(folder.join(name)).unwrap())).collect()
}

fn open_parts(parts: Vec<(String, Vec<u8>)>) -> Result<TableParts, TablebaseError> {
    let source = |bytes| Box::new(bytes) as Box<dyn ByteSource>;
    TableParts::open(parts.into_iter().map(|(name, bytes)| (name, source(bytes))).collect(), 1 << 14)
}

/// Compares every position of a table in parts with the table of one worker.
struct SameValues<'a>(TableParts, &'a Tablebase);

impl Visitor for SameValues<'_> {
    type Output = ();
    fn visit<G: Playable>(self, game: G) {
        let table = Tablebase::of_parts(&game, self.0).unwrap();
        assert_eq!(table.counts(), self.1.counts());
        let game = Arc::new(game);
        let mut positions = ReachablePositions::new(Arc::clone(&game), &game.initial()).unwrap();
        for _ in 0..3000 {
            let Some(position) = positions.next_position().unwrap() else { break };
            let value = table.lookup(&*game, &position.state).unwrap();
            assert!(value.is_some());
            assert_eq!(value, self.1.lookup(&*game, &position.state).unwrap());
        }
    }
}

/// Checks that these parts are one table, the same as that of one worker alone.
fn check_joined(game: &str, parts: Vec<(String, Vec<u8>)>, alone: &Tablebase) {
    let parts = open_parts(parts).unwrap();
    parts.check().unwrap();
    let mut joined = Vec::new();
    assert_eq!(parts.write(&mut joined).unwrap(), alone.size());
    assert!(joined == bytes(alone), "{game}: other bytes");
    open_small(game, SameValues(parts, alone)).unwrap();
}

#[test]
fn parts_are_together_the_table_of_one_worker() {
    for game in ["tictactoe", "mnk:m=4,n=3,k=3", "pikkpakk:size=3,variant=rolling"] {
        let alone = alone(game, false);
        for workers in [1, 2, 7] {
            let folder = Folder::new();
            let solved = by(game, plan(workers).parting(&folder)).unwrap();
            assert!(solved.tablebase.is_none());
            assert_eq!(solved.counts, alone.counts());
            check_joined(game, parts_in(&folder.0), &alone);
        }
    }
}

/// Opens a part as if it were a table.
struct PartAsTable(Vec<u8>);

impl Visitor for PartAsTable {
    type Output = Result<Tablebase, TablebaseError>;
    fn visit<G: Playable>(self, game: G) -> Result<Tablebase, TablebaseError> {
        Tablebase::open(&game, Box::new(self.0), 1 << 14)
    }
}

#[test]
fn parts_that_are_not_one_table_are_refused() {
    let made = |game: &str, workers: usize, merge: bool| {
        let folder = Folder::new();
        let plan = plan(workers).parting(&folder).with(|options| options.merge = merge);
        by(game, plan).unwrap();
        parts_in(&folder.0)
    };
    let whole = made("tictactoe", 3, false);
    let refused = |parts: Vec<(String, Vec<u8>)>| open_parts(parts).unwrap_err().to_string();
    let with = |number: usize, other: (String, Vec<u8>)| {
        let mut parts = whole.clone();
        parts[number] = other;
        refused(parts)
    };
    assert!(refused(Vec::new()).contains("there is no part of a table"));
    let one_missing = refused(whole[..2].to_vec());
    assert!(one_missing.contains("1 of 3 parts are missing: copy 'part-3-of-3.table' here"), "{one_missing}");
    let copied = [whole.clone(), vec![("part-9-of-9.table".to_string(), whole[1].1.clone())]].concat();
    let twice = refused(copied);
    assert!(twice.contains("'part-2-of-3.table' and 'part-9-of-9.table' are the same part"), "{twice}");
    for (other, why) in [
        (made("tictactoe:misere=on", 3, false), "with the games mnk:m=3,n=3,k=3"),
        (made("tictactoe", 2, false), "with numbers of parts 3 and 2"),
    ] {
        let text = with(1, other[1].clone());
        assert!(text.contains("are parts of different tables") && text.contains(why), "{text}");
    }
    // Under another name a part is still itself.
    assert!(open_parts(vec![whole[2].clone(), whole[0].clone(), whole[1].clone()]).is_ok());
    // Cut off anywhere, or changed anywhere: said when it is opened or when its blocks are read.
    let (name, part) = &whole[1];
    for at in (0..part.len()).step_by(7) {
        let cut_off = with(1, (name.clone(), part[..at].to_vec()));
        assert!(cut_off.starts_with(&**name), "{cut_off}");
        let mut changed = part.clone();
        changed[at] ^= 16;
        let mut parts = whole.clone();
        parts[1].1 = changed;
        let said = open_parts(parts).and_then(|parts| parts.check()).unwrap_err().to_string();
        assert!(said.starts_with(&**name), "{at}: {said}");
    }
    // A part is no table.
    let opened = open_small("tictactoe", PartAsTable(part.clone())).unwrap();
    assert!(matches!(opened, Err(TablebaseError::Foreign)), "{opened:?}");
}

#[test]
fn a_folder_that_cannot_take_the_parts_is_refused_before_the_work() {
    let folder = Folder::new();
    by("tictactoe", plan(2).parting(&folder)).unwrap();
    let before = parts_in(&folder.0);
    let refused = |workers: usize, folder: &Path| {
        let plan = plan(workers).with(|options| options.parts = Some(folder.to_path_buf()));
        match by("tictactoe", plan) {
            Err(RetrogradeError::Part(text)) => text,
            other => panic!("{other:?}"),
        }
    };
    let other = refused(3, &folder.0);
    assert!(
        other.contains("'part-1-of-2.table' of another run") || other.contains("'part-2-of-2.table'"),
        "{other}"
    );
    let file = refused(2, &folder.0.join("part-1-of-2.table"));
    assert!(file.contains("cannot write parts to"), "{file}");
    // Again, over what a killed process left.
    fs::write(folder.0.join("part-2-of-2.new"), b"plywood table part 1 and no more").unwrap();
    by("tictactoe", plan(2).parting(&folder)).unwrap();
    assert_eq!(parts_in(&folder.0), before);
    // Another process is writing it.
    let lock = fs::File::create(folder.0.join("part-2-of-2.new")).unwrap();
    lock.lock().unwrap();
    assert!(refused(2, &folder.0).contains("another process is writing it"));
    drop(lock);
    assert_eq!(parts_in(&folder.0)[..1], before[..1]);
}

fn files(folder: &Path) -> Vec<String> {
    let names = fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().file_name().into_string().unwrap());
    let mut names: Vec<String> = names.filter(|name| !name.ends_with(".lock")).collect();
    names.sort();
    names
}

#[test]
fn slow_work_goes_on_after_the_last_round_that_all_have_written_down() {
    for game in ["mnk:m=4,n=4,k=4,gravity=on", "pikkpakk:size=3"] {
        let alone = alone(game, false);
        let folder = Folder::new();
        let with = || plan(3).keeping(&folder);
        check(game, &by(game, with()).unwrap(), &alone);
        let all = files(&folder.0);
        let again = by(game, with()).unwrap();
        check(game, &again, &alone);
        assert!(again.resumed > 10, "{game}: {}", again.resumed);
        // One worker has lost its last values, then all values, then some of what it found.
        let of_one = |kinds: [&'static str; 2]| {
            let is = move |name: &&String| kinds.iter().any(|kind| name.starts_with(kind));
            all.iter().filter(is).filter(|name| name.contains("worker-1-"))
        };
        let (found, valued) = (["found", "stage"], ["valued", "values"]);
        let mut before = again.resumed;
        let lost = [
            of_one(valued).next_back().into_iter().collect::<Vec<_>>(),
            of_one(valued).collect(),
            of_one(found).skip(5).take(1).collect(),
        ];
        for lost in lost {
            assert!(!lost.is_empty());
            for name in lost {
                let _ = fs::remove_file(folder.0.join(name));
            }
            // Where older values are not kept, losing the last ones means that all have to be found again.
            let resumed = by(game, with());
            let Ok(resumed) = resumed else {
                panic!("{game}: {}", resumed.unwrap_err());
            };
            check(game, &resumed, &alone);
            assert!(resumed.resumed < before, "{game}: {} of {before}", resumed.resumed);
            before = resumed.resumed + 1;
        }
        assert_eq!(files(&folder.0), all, "{game}");
    }
}

/// A board whose stages are too large for the memory that its levels are allowed here.
const LARGE: &str = "mnk:m=4,n=4,k=4,gravity=on";

#[test]
fn stages_that_do_not_fit_go_to_disk_in_pieces() {
    let alone = alone(LARGE, false);
    for workers in [1, 2] {
        let (levels, folder) = (Folder::new(), Folder::new());
        // The packed levels of all workers together take more.
        let refused = by(LARGE, plan(workers).in_memory(LITTLE));
        assert!(matches!(refused, Err(RetrogradeError::Halt(SolveError::Memory { .. }))), "{refused:?}");
        let little = || plan(workers).in_memory(workers as u64 * LITTLE);
        let solved = by(LARGE, little().keeping(&levels)).unwrap();
        check(LARGE, &solved, &alone);
        // What is there is taken, and the parts are made of it.
        by(LARGE, little().keeping(&levels).parting(&folder)).unwrap();
        check_joined(LARGE, parts_in(&folder.0), &alone);
        assert!(files(&levels.0).iter().all(|name| name.ends_with(".part")));
    }
}

/// Memory for one worker, with which [`LARGE`] takes several pieces a stage.
const LITTLE: u64 = 220 << 10;

#[test]
fn finished_levels_are_packed() {
    let positions = alone(LARGE, false).counts().up_to_symmetry;
    by(LARGE, plan(1).in_memory(16 * positions)).unwrap();
}

/// A disk of one worker, with room for some bytes.
#[derive(Debug, Default)]
struct SmallDisk {
    rounds: Arc<Mutex<HashMap<(String, u64), WrittenRound>>>,
    room: Arc<AtomicU64>,
    /// Pieces of stages that were written.
    pieces: Arc<AtomicU64>,
}

/// The blocks of a round, and its end.
type WrittenRound = (Vec<u8>, Vec<u8>);

fn take_room(room: &AtomicU64, bytes: usize) -> io::Result<()> {
    let taken =
        room.fetch_update(Ordering::Relaxed, Ordering::Relaxed, |room| room.checked_sub(bytes as u64));
    taken.map(drop).map_err(|_| io::Error::other("the small disk is full"))
}

struct SmallFile {
    disk: Arc<Mutex<HashMap<(String, u64), WrittenRound>>>,
    name: (String, u64),
    room: Arc<AtomicU64>,
    blocks: Vec<u8>,
}

impl RoundWriter for SmallFile {
    fn write(&mut self, block: &[u8]) -> io::Result<()> {
        take_room(&self.room, block.len())?;
        self.blocks.extend(block);
        Ok(())
    }

    fn finish(self: Box<Self>, end: &[u8]) -> io::Result<()> {
        take_room(&self.room, end.len())?;
        self.disk.lock().unwrap().insert(self.name, (self.blocks, end.to_vec()));
        Ok(())
    }
}

#[derive(Debug)]
struct SmallScratch {
    bytes: Mutex<Vec<u8>>,
    room: Arc<AtomicU64>,
    pieces: Arc<AtomicU64>,
}

impl ByteSource for SmallScratch {
    fn size(&self) -> io::Result<u64> {
        self.bytes.lock().unwrap().size()
    }

    fn read(&self, bytes: &mut [u8], at: u64) -> io::Result<()> {
        self.bytes.lock().unwrap().read(bytes, at)
    }
}

impl ScratchFile for SmallScratch {
    fn append(&self, block: &[u8]) -> io::Result<u64> {
        take_room(&self.room, block.len())?;
        self.pieces.fetch_add(1, Ordering::Relaxed);
        let mut bytes = self.bytes.lock().unwrap();
        bytes.extend(block);
        Ok((bytes.len() - block.len()) as u64)
    }
}

impl RoundStore for SmallDisk {
    fn rounds(&self) -> Result<u64, RetrogradeError> {
        Ok(self.rounds.lock().unwrap().keys().map(|(_, round)| round + 1).max().unwrap_or(0))
    }

    fn save(&self, _: &str, _: u64, _: &[u8]) -> Result<(), RetrogradeError> {
        panic!("rounds of stages are written block by block")
    }

    fn load(&self, _: &str, _: u64) -> Result<Vec<u8>, RetrogradeError> {
        panic!("rounds of stages are written block by block")
    }

    fn create(&self, kind: &str, round: u64) -> Result<Box<dyn RoundWriter>, RetrogradeError> {
        let (disk, room) = (Arc::clone(&self.rounds), Arc::clone(&self.room));
        Ok(Box::new(SmallFile { disk, name: (kind.to_string(), round), room, blocks: Vec::new() }))
    }

    fn open(&self, kind: &str, round: u64) -> Result<Option<StoredRound>, RetrogradeError> {
        let rounds = self.rounds.lock().unwrap();
        let stored = |(blocks, end): &WrittenRound| StoredRound {
            name: format!("round {round}"),
            blocks: Arc::new(blocks.clone()),
            end: end.clone(),
        };
        Ok(rounds.get(&(kind.to_string(), round)).map(stored))
    }

    fn scratch(&self) -> Result<Arc<dyn ScratchFile>, RetrogradeError> {
        let (room, pieces) = (Arc::clone(&self.room), Arc::clone(&self.pieces));
        Ok(Arc::new(SmallScratch { bytes: Mutex::default(), room, pieces }))
    }

    fn remove(&self, _: &str, _: u64) {}
}

/// Solves a game with these disks, one for each worker.
struct OnDisks<'a>(&'a [SmallDisk], u64);

impl Visitor for OnDisks<'_> {
    type Output = Result<GatheredSolution, RetrogradeError>;
    fn visit<G: Playable>(self, game: G) -> Result<GatheredSolution, RetrogradeError> {
        let stores: Vec<&dyn RoundStore> = self.0.iter().map(|disk| disk as &dyn RoundStore).collect();
        let run = Run { threads: stores.len(), memory: self.1, ..Run::default() };
        table::solve_by_threads(&game, &game.initial(), false, &stores, ShareUse::Hold, &run)
    }
}

#[test]
fn a_disk_that_is_full_in_the_middle_of_a_piece_or_level_ends_the_work_and_it_goes_on_later() {
    let alone = alone(LARGE, false);
    let disks = [SmallDisk::default(), SmallDisk::default()];
    let (mut refused, mut rounds) = (0, 0);
    let solved = loop {
        disks.iter().for_each(|disk| disk.room.store((refused + 1) * (20 << 10), Ordering::Relaxed));
        match open_small(LARGE, OnDisks(&disks, 2 * LITTLE)).unwrap() {
            Ok(solved) => break solved,
            Err(error) => assert_eq!(error.to_string(), "the small disk is full"),
        }
        refused += 1;
        let now = disks.iter().map(|disk| disk.rounds.lock().unwrap().len()).sum::<usize>();
        assert!(now >= rounds && refused < 50);
        rounds = now;
    };
    check(LARGE, &solved, &alone);
    assert!(refused > 3 && solved.resumed > 10, "{refused} times full, {} rounds", solved.resumed);
    assert!(disks.iter().all(|disk| disk.pieces.load(Ordering::Relaxed) > 10), "{disks:?}");
}

#[test]
fn a_stopped_worker_says_so_and_goes_on_later() {
    let game = "mnk:m=4,n=4,k=4,gravity=on";
    let alone = alone(game, false);
    let folder = Folder::new();
    let with = || plan(2).keeping(&folder);
    let plan_of_stopped = with();
    plan_of_stopped.run.stop.raise();
    let stopped = by(game, plan_of_stopped);
    assert!(matches!(stopped, Err(RetrogradeError::Halt(SolveError::Stopped))), "{stopped:?}");
    assert!(files(&folder.0).iter().all(|name| name.ends_with(".part")));
    check(game, &by(game, with()).unwrap(), &alone);
    let little = by(game, plan(2).in_memory(1 << 16));
    assert!(matches!(little, Err(RetrogradeError::Halt(SolveError::Memory { .. }))), "{little:?}");
    assert!(matches!(by("pig", plan(2)), Err(RetrogradeError::Halt(SolveError::Unfit(_)))));
    // If one process of two fails, the other one gets the reason.
    let hosts = hosts(2);
    let told = together(
        "pikkpakk:size=3",
        vec![plan(1).beside(peers(&hosts, 0)), plan(1).beside(peers(&hosts, 1)).in_memory(1 << 16)],
    );
    assert!(matches!(told[1], Err(RetrogradeError::Halt(SolveError::Memory { .. }))), "{:?}", told[1]);
    let heard = told[0].as_ref().unwrap_err().to_string();
    assert!(heard.starts_with(&format!("process 1 ({}): ", hosts[1])) && heard.contains("MiB"), "{heard}");
}

#[test]
fn a_missing_process_is_missed_in_time() {
    let hosts = hosts(3);
    let begun = Instant::now();
    let patience = Duration::from_secs(1);
    let missed = by("tictactoe", plan(1).beside(Some(Peers { hosts: hosts.clone(), process: 1, patience })));
    let text = missed.unwrap_err().to_string();
    assert!(text.contains(&format!("process 0 ({})", hosts[0])) && text.contains(&hosts[2]), "{text}");
    assert!(begun.elapsed() >= patience && begun.elapsed() < Duration::from_secs(10));
}

#[test]
fn processes_that_want_different_things_do_not_begin() {
    let before = before("pikkpakk");
    let rolling = "pikkpakk:size=3,variant=rolling";
    for (one, other) in [
        (("tictactoe", plan(1)), ("mnk:m=4,n=3,k=3", plan(1))),
        (("tictactoe", plan(1)), ("tictactoe", plan(2))),
        (("pikkpakk:size=3", plan(1)), ("pikkpakk:size=3", plan(1).with(|options| options.merge = true))),
        ((rolling, plan(1).keeping(&before)), (rolling, plan(1))),
    ] {
        let hosts = hosts(2);
        let short =
            |process| Some(Peers { patience: Duration::from_secs(2), ..peers(&hosts, process).unwrap() });
        let ends = std::thread::scope(|scope| {
            let (first, second) = (short(0), short(1));
            let first = scope.spawn(move || by(one.0, one.1.beside(first)));
            let second = scope.spawn(move || by(other.0, other.1.beside(second)));
            [first.join().unwrap(), second.join().unwrap()]
        });
        let texts = ends.map(|end| end.unwrap_err().to_string());
        assert!(texts.iter().any(|text| text.contains("something else")), "{texts:?}");
    }
}

#[test]
fn checkpoints_that_are_not_whole_or_not_of_this_game_are_refused() {
    let folder = Folder::new();
    let with = |workers| plan(workers).keeping(&folder);
    let solved = by("tictactoe", with(2)).unwrap();
    let refused = |game: &str, workers: usize| match by(game, with(workers)) {
        Err(RetrogradeError::Checkpoint(text)) => text,
        other => panic!("{game}: {other:?}"),
    };
    assert!(refused("tictactoe", 3).contains("of 2 workers, and now there are 3"));
    assert!(refused("tictactoe:misere=on", 2).contains("another game"));
    let name = files(&folder.0).into_iter().find(|name| name.starts_with("values-00014")).unwrap();
    let path = folder.0.join(&name);
    let whole = fs::read(&path).unwrap();
    for at in [0, 20, whole.len() / 2, whole.len() - 1] {
        let mut damaged = whole.clone();
        damaged[at] ^= 1;
        fs::write(&path, damaged).unwrap();
        let text = refused("tictactoe", 2);
        assert!(text.contains(&name), "{text}");
        fs::write(&path, &whole[..at]).unwrap();
        assert!(refused("tictactoe", 2).contains(&name));
    }
    let other = name.replace("values-00014", "values-00015");
    fs::copy(folder.0.join(other), &path).unwrap();
    assert!(refused("tictactoe", 2).contains("not its own"));
    fs::write(&path, &whole).unwrap();
    check("tictactoe", &by("tictactoe", with(2)).unwrap(), solved.tablebase.as_ref().unwrap());
    // Another process uses the folder.
    let lock = fs::File::open(folder.0.join("process-0.lock")).unwrap();
    lock.lock().unwrap();
    assert!(refused("tictactoe", 2).contains("another process works with the checkpoints"));
}

/// Checkpoints of the version before (`data/cluster/README.md`).
fn before(name: &str) -> Folder {
    let folder = Folder::new();
    let data = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/data/cluster").join(name);
    for file in files(&data) {
        fs::copy(data.join(&file), folder.0.join(&file)).unwrap();
    }
    folder
}

#[test]
fn checkpoints_of_the_version_before_are_resumed() {
    for (game, name, workers, rounds) in
        [("tictactoe", "tictactoe", 1, 20), ("pikkpakk:size=3,variant=rolling", "pikkpakk", 2, 4)]
    {
        let folder = before(name);
        let solved = by(game, plan(workers).keeping(&folder)).unwrap();
        check(game, &solved, &alone(game, false));
        assert!(solved.resumed >= rounds, "{game}: {} rounds", solved.resumed);
    }
}
