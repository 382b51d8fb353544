//! What a store promises, and what it says when it cannot keep it.

use super::*;

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
}

impl Drop for Folder {
    fn drop(&mut self) {
        let _ = fs::remove_dir_all(&self.0);
    }
}

const CACHE: usize = 16 << 20;

fn about() -> Header {
    Header { game: "tictactoe".into(), rules: 7, settings: Settings::default() }
}

fn put(store: &Store, nodes: &[(&str, &str)]) -> Result<(), StoreError> {
    store.commit(&mut nodes.iter().map(|(key, value)| (key.as_bytes(), value.as_bytes())), &[])
}

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

#[test]
fn what_is_committed_is_there_after_reopening() {
    let folder = Folder::new("round");
    let path = folder.at("a.brain");
    let store = Store::create(&path, &about(), CACHE).unwrap();
    put(&store, &[("b", "2"), ("a", "1"), ("b", "3")]).unwrap();
    let early = store.reader().unwrap();
    store.commit(&mut std::iter::empty(), &[("games", Some(b"12")), ("none", None)]).unwrap();
    assert_eq!(early.note("games").unwrap(), None);
    drop(early);
    drop(store);

    let store = Store::open(&path, Access::Read, CACHE).unwrap();
    assert_eq!(*store.header(), about());
    assert_eq!(all(&store), [("a".into(), "1".into()), ("b".into(), "3".into())]);
    let reader = store.reader().unwrap();
    assert_eq!(reader.note("games").unwrap().as_deref(), Some(b"12".as_slice()));
    let mut value = b"left over".to_vec();
    assert!(!reader.get(b"c", &mut value).unwrap() && value.is_empty());
    assert!(reader.get(b"b", &mut value).unwrap() && value == b"3");
}
