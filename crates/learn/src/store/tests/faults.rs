//! Disks that run full or fail: nothing that was committed is lost, and the store works on.

use std::io::ErrorKind;

use super::disk::FullDisk;
use super::*;

/// Opens the brain at `path` on a disk that fails on command.
fn open_on(path: &Path, fault: &Arc<FullDisk>) -> Result<Store, StoreError> {
    let mut store = Store::closed(path, about(), Access::Write, CACHE)?;
    store.fault = Some(Arc::clone(fault));
    store.opened()
}

/// Enough new nodes that the file has to grow now and then.
fn many(round: usize) -> Vec<(String, String)> {
    (0..3_000).map(|number| (format!("{:05}-{round:03}", number * 7919 % 3_000), "x".repeat(40))).collect()
}

#[test]
fn after_a_failed_commit_all_is_as_before_and_goes_on() {
    for kind in [ErrorKind::StorageFull, ErrorKind::Other] {
        let folder = Folder::new("full");
        let path = folder.at("a.brain");
        put(&create(&path), &[("a", "1")]).unwrap();
        let fault = FullDisk::new(u64::MAX, kind);
        let store = open_on(&path, &fault).unwrap();
        let mut rounds = 0;
        for attempt in 0..30_u64 {
            let before = all(&store);
            let nodes = many(rounds);
            let pairs = || nodes.iter().map(|(key, value)| (key.as_bytes(), value.as_bytes()));
            fault.set(1 + attempt * attempt * 400);
            let result = store.commit(&mut pairs(), &[("round", Some(&[1]))]);
            match result {
                Ok(()) => rounds += 1,
                Err(StoreError::Full { .. }) => assert_eq!(kind, ErrorKind::StorageFull),
                Err(StoreError::Io { .. }) => assert_eq!(kind, ErrorKind::Other),
                Err(error) => panic!("attempt {attempt}: {error:?}"),
            }
            // While there is still no room, looking things up works or the error is the same.
            match store.reader() {
                Ok(reader) => drop(reader),
                Err(StoreError::Full { .. } | StoreError::Io { .. }) => {}
                Err(error) => panic!("attempt {attempt}: {error:?}"),
            }
            fault.set(u64::MAX);
            if result.is_err() {
                assert_eq!(all(&store), before, "attempt {attempt}");
            } else {
                assert_eq!(all(&store).len(), before.len() + nodes.len());
            }
        }
        assert!((1..30).contains(&rounds), "{rounds}");
        drop(store);
        assert_eq!(all(&Store::open(&path, Access::Write, CACHE).unwrap()).len(), 1 + rounds * 3_000);
    }
}

#[test]
fn a_store_dropped_on_a_full_disk_leaves_a_good_file() {
    let folder = Folder::new("drop");
    let path = folder.at("a.brain");
    put(&create(&path), &[("a", "1")]).unwrap();
    for credit in [1, 1_000, 5_000, 20_000, 40_000] {
        let fault = FullDisk::new(u64::MAX, ErrorKind::StorageFull);
        let store = open_on(&path, &fault).unwrap();
        fault.set(credit);
        let _ = put(&store, &[("b", "2")]);
        drop(store);
        let store = Store::open(&path, Access::Read, CACHE).unwrap();
        assert!(["a1", "a1b2"].contains(&word(&store).as_str()));
    }
}

#[test]
fn making_a_brain_on_a_full_disk_leaves_nothing() {
    let folder = Folder::new("make");
    let path = folder.at("a.brain");
    let mut made = 0;
    for step in 0..40 {
        let mut store = Store::closed(&path, about(), Access::Write, CACHE).unwrap();
        store.fault = Some(FullDisk::new(1 + step * 2_000, ErrorKind::StorageFull));
        match store.made() {
            Ok(store) => {
                made += 1;
                drop(store);
                assert_eq!(*Store::open(&path, Access::Read, CACHE).unwrap().header(), about());
                fs::remove_file(&path).unwrap();
            }
            Err(StoreError::Full { .. }) => assert!(folder.names().is_empty(), "{:?}", folder.names()),
            Err(error) => panic!("step {step}: {error:?}"),
        }
    }
    assert!((1..40).contains(&made), "{made}");
}

#[test]
fn opening_and_compacting_on_a_failing_disk_loses_nothing() {
    let folder = Folder::new("compact");
    let path = folder.at("a.brain");
    let nodes = many(0);
    create(&path)
        .commit(&mut nodes.iter().map(|(key, value)| (key.as_bytes(), value.as_bytes())), &[])
        .unwrap();
    for step in 0..12 {
        let fault = FullDisk::new(1 + step * 6_000, ErrorKind::StorageFull);
        match open_on(&path, &fault) {
            Ok(store) => {
                fault.set(1 + step * 6_000);
                let _ = store.compact();
                fault.set(u64::MAX);
                assert_eq!(all(&store).len(), nodes.len());
            }
            Err(error) => assert!(matches!(error, StoreError::Full { .. }), "{error:?}"),
        }
        assert_eq!(all(&Store::open(&path, Access::Write, CACHE).unwrap()).len(), nodes.len());
    }
}
