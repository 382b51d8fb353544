//! The promises of a store, and its errors.

mod damage;
mod faults;
mod slow_kills;

use std::panic::{AssertUnwindSafe, catch_unwind};

use redb::ReadableDatabase;

use super::*;
use crate::kind::MemoryKind;

/// A folder of its own for a test, gone when the test is over.
struct Folder(PathBuf);

impl Folder {
    fn new(name: &str) -> Folder {
        let folder = std::env::temp_dir().join(format!("plywood-store-{name}-{}", std::process::id()));
        let _ = fs::remove_dir_all(&folder);
        fs::create_dir_all(&folder).unwrap();
        Folder(folder)
    }

    fn at(&self, name: &str) -> PathBuf {
        self.0.join(name)
    }

    /// The names in it, sorted.
    fn names(&self) -> Vec<String> {
        let name = |entry: std::io::Result<fs::DirEntry>| entry.unwrap().file_name().into_string().unwrap();
        let mut names: Vec<String> = fs::read_dir(&self.0).unwrap().map(name).collect();
        names.sort();
        names
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        let _ = fs::remove_dir_all(&self.0);
    }
}

const CACHE: usize = 16 << 20;

fn about() -> Header {
    Header { game: "tictactoe".into(), rules: 7, settings: LearnSettings::default() }
}

fn create(path: &Path) -> Store {
    Store::create(path, &about(), CACHE).unwrap()
}

fn put(store: &Store, nodes: &[(&str, &str)]) -> Result<(), StoreError> {
    store.commit(&mut nodes.iter().map(|(key, value)| (key.as_bytes(), value.as_bytes())), &[])
}

/// Keys and values in the order in which they are handed out.
fn all(store: &Store) -> Vec<(String, String)> {
    let text = |bytes: &[u8]| String::from_utf8(bytes.to_vec()).unwrap();
    let mut all = Vec::new();
    let reader = store.reader().unwrap();
    reader
        .each(&mut |key, value| {
            all.push((text(key), text(value)));
            true
        })
        .unwrap();
    assert_eq!(reader.len().unwrap(), all.len() as u64);
    all
}

/// The same, as one word.
fn word(store: &Store) -> String {
    all(store).into_iter().map(|(key, value)| key + &value).collect()
}

/// The error with which this did not open.
fn refusal(path: &Path, access: Access) -> StoreError {
    Store::open(path, access, CACHE).err().unwrap_or_else(|| panic!("{} opened", path.display()))
}

fn set_readonly(path: &Path, readonly: bool) {
    let mut permissions = fs::metadata(path).unwrap().permissions();
    #[cfg(unix)]
    {
        use std::os::unix::fs::PermissionsExt;
        permissions.set_mode(if readonly { 0o444 } else { 0o644 });
    }
    #[cfg(not(unix))]
    permissions.set_readonly(readonly);
    fs::set_permissions(path, permissions).unwrap();
}

#[test]
fn what_is_committed_is_there_after_reopening() {
    let folder = Folder::new("round");
    let path = folder.at("a.brain");
    let store = create(&path);
    put(&store, &[("b", "2"), ("a", "1"), ("b", "3")]).unwrap();
    let early = store.reader().unwrap();
    store.commit(&mut std::iter::empty(), &[("games", Some(b"12")), ("none", None)]).unwrap();
    assert_eq!(early.note("games").unwrap(), None);
    drop(early);
    drop(store);

    let store = Store::open(&path, Access::Read, CACHE).unwrap();
    assert_eq!((store.header(), store.path(), store.access()), (&about(), path.as_path(), Access::Read));
    assert_eq!(word(&store), "a1b3");
    let reader = store.reader().unwrap();
    assert_eq!(reader.note("games").unwrap().as_deref(), Some(b"12".as_slice()));
    let mut value = b"left over".to_vec();
    assert!(!reader.get(b"c", &mut value).unwrap() && value.is_empty());
    assert!(reader.get(b"b", &mut value).unwrap() && value == b"3");
    assert_eq!(folder.names(), ["a.brain"]);
}

#[test]
fn nodes_in_any_order_end_up_the_same() {
    let folder = Folder::new("order");
    let store = create(&folder.at("a.brain"));
    // Beyond the end, equal to the end, before it, beyond it again, and replacing what is there.
    put(&store, &[("b", "1"), ("d", "2"), ("d", "3"), ("c", "4"), ("e", "5"), ("b", "6")]).unwrap();
    assert_eq!(word(&store), "b6c4d3e5");
    put(&store, &[("f", "1"), ("g", "2"), ("g", "")]).unwrap();
    put(&store, &[("", "0"), ("e", "7")]).unwrap();
    assert_eq!(word(&store), "0b6c4d3e7f1g");
    let mut seen = 0;
    let count = &mut |_: &[u8], _: &[u8]| {
        seen += 1;
        seen < 3
    };
    store.reader().unwrap().each(count).unwrap();
    assert_eq!(seen, 3);
}

#[test]
fn clearing_keeps_what_the_brain_is_of() {
    let folder = Folder::new("clear");
    let path = folder.at("a.brain");
    let store = create(&path);
    let nodes: Vec<String> = (0..50_000).map(|number| format!("{number:09}")).collect();
    let pairs = || nodes.iter().map(|key| (key.as_bytes(), key.as_bytes()));
    store.commit(&mut pairs(), &[("games", Some(b"1"))]).unwrap();
    let full = store.file_bytes();
    store.clear().unwrap();
    let reader = store.reader().unwrap();
    assert!(reader.is_empty().unwrap() && reader.note("games").unwrap().is_none());
    assert!(matches!(store.compact(), Err(StoreError::BeingRead { .. })));
    drop(reader);
    store.compact().unwrap();
    assert!(store.file_bytes() < full / 10, "{} of {full}", store.file_bytes());
    store.commit(&mut pairs(), &[]).unwrap();
    drop(store);
    let store = Store::open(&path, Access::Write, CACHE).unwrap();
    assert_eq!((store.header(), store.reader().unwrap().len().unwrap()), (&about(), 50_000));
}

#[test]
fn readers_live_on_through_commits_and_end_with_the_store() {
    fn shared<T: Send + Sync + 'static>(_: &T) {}
    let folder = Folder::new("readers");
    let store = create(&folder.at("a.brain"));
    put(&store, &[("a", "1")]).unwrap();
    let reader = store.reader().unwrap();
    shared(&store);
    shared(&reader);
    // A commit may look things up in the brain while it gathers what it writes.
    let keys = [b"a", b"b"].into_iter().filter(|key| {
        let mut value = Vec::new();
        !store.reader().unwrap().get(key.as_slice(), &mut value).unwrap()
    });
    store.commit(&mut keys.map(|key| (key.as_slice(), b"2".as_slice())), &[]).unwrap();
    assert_eq!(word(&store), "a1b2");
    assert_eq!(reader.len().unwrap(), 1);
    drop(store);
    assert!(matches!(reader.each(&mut |_, _| true), Err(StoreError::Closed { .. }) | Ok(())));
    assert!(matches!(reader.get(b"zz", &mut Vec::new()), Err(StoreError::Closed { .. }) | Ok(false)));
}

#[test]
fn threads_write_in_turn() {
    let folder = Folder::new("threads");
    let store = create(&folder.at("a.brain"));
    std::thread::scope(|scope| {
        for thread in 0..4_u8 {
            let store = &store;
            scope.spawn(move || {
                for round in 0..5_u8 {
                    store
                        .commit(&mut std::iter::once(([thread, round].as_slice(), b"1".as_slice())), &[])
                        .unwrap();
                    assert!(store.reader().unwrap().get(&[thread, round], &mut Vec::new()).unwrap());
                }
            });
        }
    });
    assert_eq!(store.reader().unwrap().len().unwrap(), 20);
}

#[test]
fn a_panic_of_the_caller_passes_and_writes_nothing() {
    let folder = Folder::new("panic");
    let store = create(&folder.at("a.brain"));
    let mut nodes =
        (0..2).map(|number| if number == 0 { (b"a".as_slice(), b"1".as_slice()) } else { panic!("mine") });
    let caught = catch_unwind(AssertUnwindSafe(|| store.commit(&mut nodes, &[])));
    assert_eq!(caught.unwrap_err().downcast_ref(), Some(&"mine"));
    put(&store, &[("b", "2")]).unwrap();
    let reader = store.reader().unwrap();
    let caught = catch_unwind(AssertUnwindSafe(|| reader.each(&mut |_, _| panic!("mine"))));
    assert_eq!(caught.unwrap_err().downcast_ref(), Some(&"mine"));
    assert_eq!(word(&store), "b2");
}

#[test]
fn a_new_brain_never_replaces_anything() {
    let folder = Folder::new("exists");
    let path = folder.at("a.brain");
    fs::write(&path, "mine").unwrap();
    assert!(matches!(Store::create(&path, &about(), CACHE), Err(StoreError::Exists { .. })));
    assert_eq!(fs::read(&path).unwrap(), b"mine");
    assert!(matches!(Store::create(&folder.0, &about(), CACHE), Err(StoreError::Exists { .. })));
    let error = Store::create(&folder.at("no/a.brain"), &about(), CACHE).err().unwrap();
    assert!(error.to_string().contains("its folder does not exist"), "{error}");
    // The second one to publish loses, and the file that is there stays.
    let (_, temporary) = disk::temporary(&folder.at("b"), &folder.at("b")).unwrap();
    assert!(matches!(disk::publish(&path, &temporary, &path), Err(StoreError::Exists { .. })));
    assert_eq!(fs::read(&path).unwrap(), b"mine");
}

#[test]
fn of_many_that_make_the_same_brain_one_succeeds() {
    let folder = Folder::new("race");
    let path = folder.at("a.brain");
    // Left by a killed process that had the same number.
    for number in 0..40 {
        fs::write(folder.at(&format!(".a.brain.{}-{number}.new", std::process::id())), "half").unwrap();
    }
    let made: Vec<_> = std::thread::scope(|scope| {
        let threads: Vec<_> = (0..4).map(|_| scope.spawn(|| Store::create(&path, &about(), CACHE))).collect();
        threads.into_iter().map(|thread| thread.join().unwrap()).collect()
    });
    assert_eq!(made.iter().filter(|made| made.is_ok()).count(), 1);
    assert!(
        made.iter()
            .flat_map(|made| made.as_ref().err())
            .all(|error| matches!(error, StoreError::Exists { .. }))
    );
    drop(made);
    assert_eq!(*Store::open(&path, Access::Write, CACHE).unwrap().header(), about());
    let left = folder.names();
    assert!(
        left.iter().all(|name| name == "a.brain" || fs::read(folder.at(name)).unwrap() == b"half"),
        "{left:?}"
    );
}

#[test]
fn one_writes_or_many_read() {
    let folder = Folder::new("shared");
    let path = folder.at("a.brain");
    let store = create(&path);
    for access in [Access::Read, Access::Write] {
        assert!(matches!(refusal(&path, access), StoreError::InUse { .. }));
    }
    drop(store);
    let readers = [(); 3].map(|()| Store::open(&path, Access::Read, CACHE).unwrap());
    let error = refusal(&path, Access::Write);
    assert!(
        error.to_string().contains("a.brain' is in use by another program, or elsewhere in this one"),
        "{error}"
    );
    for store in &readers {
        assert!(matches!(put(store, &[("a", "1")]), Err(StoreError::ReadOnly { .. })));
        assert!(matches!(store.clear(), Err(StoreError::ReadOnly { .. })));
        assert!(matches!(store.compact(), Err(StoreError::ReadOnly { .. })));
        assert!(store.reader().unwrap().is_empty().unwrap());
    }
    drop(readers);
    put(&Store::open(&path, Access::Write, CACHE).unwrap(), &[("a", "1")]).unwrap();
}

#[test]
fn permissions_are_honoured_even_for_those_they_do_not_bind() {
    let folder = Folder::new("permissions");
    let path = folder.at("a.brain");
    put(&create(&path), &[("a", "1")]).unwrap();
    set_readonly(&path, true);
    let error = refusal(&path, Access::Write);
    assert!(matches!(error, StoreError::ReadOnly { .. }), "{error}");
    assert_eq!(word(&Store::open(&path, Access::Read, CACHE).unwrap()), "a1");
    set_readonly(&path, false);
}

#[test]
fn what_is_no_brain_is_told_so() {
    let folder = Folder::new("foreign");
    let missing = refusal(&folder.at("a.brain"), Access::Write);
    assert!(missing.to_string().starts_with("there is no brain '"), "{missing}");
    assert!(folder.names().is_empty());

    for content in ["", "r", "sixteen bytes or so of something else\n"] {
        fs::write(folder.at("text"), content).unwrap();
        for access in [Access::Read, Access::Write] {
            let error = refusal(&folder.at("text"), access);
            let expected = if content == "r" { "is damaged or cut short" } else { "is not a brain: it " };
            assert!(error.to_string().contains(expected), "{error}");
            assert!(matches!(refusal(&folder.0, access), StoreError::NotABrain { .. }));
        }
        assert_eq!(fs::read_to_string(folder.at("text")).unwrap(), content);
    }

    drop(Database::create(folder.at("other")).unwrap());
    for access in [Access::Read, Access::Write] {
        let error = refusal(&folder.at("other"), access);
        assert!(matches!(error, StoreError::NotABrain { .. }), "{error}");
    }
}

/// A file of the same store whose records about the brain are these.
fn with_records(path: &Path, records: &[(&str, &[u8])]) {
    let database = Database::create(path).unwrap();
    let transaction = begin(&database).unwrap();
    {
        let mut table = transaction.open_table(ABOUT).unwrap();
        for &(key, value) in records {
            table.insert(key, value).unwrap();
        }
    }
    transaction.commit().unwrap();
}

#[test]
fn a_later_format_is_not_guessed_at() {
    let folder = Folder::new("format");
    let header = serde_json::to_vec(&about()).unwrap();
    with_records(&folder.at("newer"), &[(FORMAT_KEY, &[5, 0, 0, 0]), (HEADER_KEY, b"new ways")]);
    let error = refusal(&folder.at("newer"), Access::Read);
    assert!(matches!(error, StoreError::Newer { found: 5, known: 4, .. }), "{error}");
    with_records(&folder.at("no format"), &[(HEADER_KEY, &header)]);
    with_records(&folder.at("short format"), &[(FORMAT_KEY, &[1]), (HEADER_KEY, &header)]);
    with_records(&folder.at("no header"), &[(FORMAT_KEY, &[1, 0, 0, 0])]);
    with_records(&folder.at("no tables"), &[(FORMAT_KEY, &[1, 0, 0, 0]), (HEADER_KEY, &header)]);
    for name in ["no format", "short format", "no header"] {
        assert!(matches!(refusal(&folder.at(name), Access::Write), StoreError::Damaged { .. }), "{name}");
    }
    let store = Store::open(&folder.at("no tables"), Access::Read, CACHE).unwrap();
    assert!(matches!(store.reader(), Err(StoreError::Damaged { .. })));
}

/// Programs that know no networks open brains without one as before, and refuse the others.
#[test]
fn a_network_needs_a_later_format() {
    let folder = Folder::new("formats");
    for (kind, expected) in [(MemoryKind::Graph, 1u32), (MemoryKind::Ntuple, 4), (MemoryKind::Both, 4)] {
        let header = Header { settings: LearnSettings { kind, ..LearnSettings::default() }, ..about() };
        let path = folder.at(&kind.to_string());
        drop(Store::create(&path, &header, CACHE).unwrap());
        assert_eq!(Store::open(&path, Access::Write, CACHE).unwrap().header(), &header);
        let about = Database::open(&path).unwrap().begin_read().unwrap().open_table(ABOUT).unwrap();
        assert_eq!(about.get(FORMAT_KEY).unwrap().unwrap().value(), expected.to_le_bytes(), "{kind}");
    }
}
