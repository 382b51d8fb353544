//! Bytes that change or go missing behind the store's back.

use rand_chacha::ChaCha8Rng;
use rand_core::{Rng, SeedableRng};

use super::*;

/// A brain of some thousand nodes, closed, as bytes.
fn brain(folder: &Folder) -> Vec<u8> {
    let path = folder.at("whole.brain");
    let store = create(&path);
    for part in 0..3 {
        let keys: Vec<String> =
            (0..2_000).map(|number| format!("{:06}", number * 7919 % 6_000 + part)).collect();
        store
            .commit(&mut keys.iter().map(|key| (key.as_bytes(), key.as_bytes())), &[("part", Some(b"1"))])
            .unwrap();
    }
    drop(store);
    fs::read(path).unwrap()
}

/// Uses a brain in every way; whatever its contents, the result must be an error at most.
fn use_it(path: &Path, access: Access) -> Result<(), StoreError> {
    let store = Store::open(path, access, CACHE)?;
    let reader = store.reader()?;
    reader.each(&mut |_, _| true)?;
    for number in 0..100 {
        reader.get(format!("{:06}", number * 60).as_bytes(), &mut Vec::new())?;
    }
    reader.note("part")?;
    drop(reader);
    if access == Access::Write {
        put(&store, &[("000100", "changed"), ("zzz", "new")])?;
        store.compact()?;
        store.clear()?;
    }
    Ok(())
}

/// Returns true for an error that damage may cause.
fn fitting(error: &StoreError) -> bool {
    use StoreError as S;
    matches!(error, S::Damaged { .. } | S::NotABrain { .. } | S::Newer { .. } | S::Unrepaired { .. })
}

#[test]
fn files_cut_short_are_refused() {
    let folder = Folder::new("cut");
    let bytes = brain(&folder);
    let path = folder.at("a.brain");
    let mut random = ChaCha8Rng::seed_from_u64(1);
    let lengths = (0..10).map(|number| bytes.len() * number / 10).chain([1, 9, 100, 4_095, 4_096, 8_192]);
    let others: Vec<usize> = (0..60).map(|_| random.next_u64() as usize % bytes.len()).collect();
    for length in lengths.chain(others) {
        for access in [Access::Read, Access::Write] {
            fs::write(&path, &bytes[..length]).unwrap();
            match Store::open(&path, access, CACHE) {
                Ok(_) => panic!("{length} of {} bytes opened", bytes.len()),
                Err(error) => assert!(fitting(&error), "{length} bytes: {error:?}"),
            }
            assert!(fs::read(&path).unwrap() == bytes[..length], "{length} bytes stay as they are");
        }
    }
}

#[test]
fn changed_bytes_give_errors_and_never_more() {
    let folder = Folder::new("flip");
    let bytes = brain(&folder);
    let path = folder.at("a.brain");
    let mut random = ChaCha8Rng::seed_from_u64(2);
    let used: Vec<usize> = (0..bytes.len()).filter(|&place| bytes[place] != 0).collect();
    let mut refused = 0;
    for round in 0..300 {
        let mut changed = bytes.clone();
        // The first page says where everything is; it gets a third of the hits.
        let place = match round % 3 {
            0 => random.next_u64() as usize % 320,
            1 => used[random.next_u64() as usize % used.len()],
            _ => random.next_u64() as usize % bytes.len(),
        };
        for byte in changed[place..].iter_mut().take(1 + round % 5 * 3) {
            *byte ^= 1 << (random.next_u64() % 8);
        }
        fs::write(&path, &changed).unwrap();
        let access = if round % 4 == 1 { Access::Write } else { Access::Read };
        if let Err(error) = use_it(&path, access) {
            refused += 1;
            assert!(fitting(&error), "round {round}, byte {place}: {error:?}");
        }
    }
    assert!(refused > 30, "{refused}");
}
