//! Searches that are stopped and continued.

use std::io::{self, Cursor, Read, Write};
use std::sync::atomic::{AtomicU32, Ordering::Relaxed};

use plywood_rules::{Playable, Player, Run, Stop};
use plywood_solve::proof::checkpoint::{CheckpointError, CheckpointStore};
use plywood_solve::proof::{ProofError, ProofProgress, ProofResult, prove, write};
use plywood_solve::table::checksum;
use plywood_verify::check;

use crate::common::{line, pikk_pakk};

const GAME: &str = "mnk:m=5,n=5,k=4";

/// Keeps in memory.
#[derive(Clone, Default)]
struct Shelf {
    kept: [Option<Vec<u8>>; 2],
    /// Bytes that there is room for, if not for all.
    room: Option<usize>,
}

impl CheckpointStore for Shelf {
    fn name(&self, attacker: Player) -> String {
        format!("shelf {attacker}")
    }

    fn read(&mut self, attacker: Player) -> io::Result<Option<Box<dyn Read>>> {
        Ok(self.kept[attacker.index()].clone().map(|bytes| Box::new(Cursor::new(bytes)) as _))
    }

    fn replace(
        &mut self,
        attacker: Player,
        write: &mut dyn FnMut(&mut dyn Write) -> io::Result<()>,
    ) -> io::Result<()> {
        let mut bytes = Vec::new();
        write(&mut bytes)?;
        if self.room.is_some_and(|room| bytes.len() > room) {
            return Err(io::ErrorKind::StorageFull.into());
        }
        self.kept[attacker.index()] = Some(bytes);
        Ok(())
    }
}

/// Proves a game with a shelf, until the search has reported `reports` times, and checks the proof if there
/// is one.
fn proves(name: &str, shelf: &mut Shelf, reports: u32) -> Result<ProofResult, ProofError> {
    proves_game(&line(name), shelf, reports)
}

fn proves_game<G: Playable>(game: &G, shelf: &mut Shelf, reports: u32) -> Result<ProofResult, ProofError> {
    let (start, stop, so_far) = (game.initial(), Stop::never(), AtomicU32::new(0));
    let progress = |progress: ProofProgress| {
        if matches!(progress, ProofProgress::Seeks(..)) && so_far.fetch_add(1, Relaxed) + 1 == reports {
            stop.raise();
        }
    };
    let run = Run { memory: 1 << 24, progress: &progress, ..Run::until(&stop) };
    let proved = prove(game, &start, true, Some(shelf), &run)?;
    if !proved.interrupted {
        let file = write::file(game, &start, proved.merge, &proved.parts);
        check(game, &file, &Run::default()).unwrap();
    }
    Ok(proved)
}

/// The checkpoint in the middle of the search.
fn stopped() -> Shelf {
    let mut shelf = Shelf::default();
    assert!(proves(GAME, &mut shelf, 3).unwrap().interrupted);
    shelf
}

fn reason(refused: Result<ProofResult, ProofError>) -> String {
    match refused {
        Err(ProofError::Checkpoint(trouble)) => trouble.to_string(),
        other => panic!("{other:?}"),
    }
}

#[test]
fn who_was_stopped_goes_on() {
    let whole = proves(GAME, &mut Shelf::default(), u32::MAX).unwrap();
    assert_eq!(whole.outcome(), Some(None));
    let (mut shelf, mut parts, mut nodes) = (Shelf::default(), 0, 0);
    let last = loop {
        parts += 1;
        let proved = proves(GAME, &mut shelf, 3).unwrap();
        nodes += proved.nodes;
        if !proved.interrupted {
            break proved;
        }
        assert!(proved.outcome().is_none());
    };
    assert!(parts > 4, "{parts}");
    assert_eq!(last.outcome(), Some(None));
    assert!(last.nodes < whole.nodes / 4 && nodes < 2 * whole.nodes, "{nodes} for {}", whole.nodes);
    // Known results are not searched again.
    let again = proves(GAME, &mut shelf, 3).unwrap();
    assert_eq!(again.outcome(), Some(None));
    assert!(again.nodes < whole.nodes / 100, "{}", again.nodes);
}

#[test]
fn what_is_kept_is_used_for_the_same_question_only() {
    let shelf = stopped();
    for other in ["mnk:m=5,n=4,k=4", "mnk:m=5,n=5,k=4,gravity=on"] {
        let told = reason(proves(other, &mut shelf.clone(), 3));
        assert!(told.contains("shelf first") && told.contains("another game"), "{told}");
    }
    let mut swapped = Shelf { kept: [None, shelf.kept[0].clone()], room: None };
    let told = reason(proves(GAME, &mut swapped, u32::MAX));
    assert!(told.contains("shelf second") && told.contains("another player"), "{told}");
    let mut foreign = Shelf { kept: [Some(b"To whom it may concern: nothing".to_vec()), None], room: None };
    assert!(reason(proves(GAME, &mut foreign, 3)).contains("none of Plywood's"));
}

#[test]
fn damage_is_seen() {
    let shelf = stopped();
    let whole = shelf.kept[0].clone().unwrap();
    let changed =
        |bytes: Vec<u8>| reason(proves(GAME, &mut Shelf { kept: [Some(bytes), None], room: None }, 3));
    for at in (0..whole.len()).step_by(whole.len() / 100).chain(whole.len() - 12..whole.len()) {
        let mut bytes = whole.clone();
        bytes[at] ^= 1 << (at % 8);
        changed(bytes);
        assert!(changed(whole[..at].to_vec()).contains("it was cut off"), "{at}");
    }
    assert!(changed([&*whole, b"!"].concat()).contains("something follows its end"));
}

/// Nonsense with correct checksums.
#[test]
fn numbers_that_cannot_be_are_refused() {
    let whole = stopped().kept[0].clone().unwrap();
    let block = whole.windows(2).position(|two| two == b"\n\n").unwrap() + 2;
    let head = &whole[..block];
    for (proof, disproof) in [(0, 0), (0, 1), (1, 0), (7, u32::MAX), (1, u32::MAX / 2)] {
        let one = [1u32.to_le_bytes(), [7; 4], [7; 4], u32::to_le_bytes(proof), disproof.to_le_bytes()];
        let one = [&one.concat()[..], &u64::MAX.to_le_bytes()].concat();
        let bytes = [head, &one, &checksum(&one).to_le_bytes()].concat();
        let told = reason(proves(GAME, &mut Shelf { kept: [Some(bytes), None], room: None }, 3));
        assert!(told.contains("numbers that cannot be"), "{proof} {disproof}: {told}");
    }
}

#[test]
fn a_full_disk_loses_nothing() {
    let mut shelf = stopped();
    let before = shelf.kept.clone();
    shelf.room = Some(100);
    let told = proves(GAME, &mut shelf, u32::MAX);
    assert!(matches!(told, Err(ProofError::Checkpoint(CheckpointError::Unwritten { .. }))), "{told:?}");
    assert_eq!(shelf.kept, before);
}

#[test]
fn nothing_is_kept_where_positions_recur() {
    let told = proves_game(&pikk_pakk("pikkpakk:size=3"), &mut Shelf::default(), u32::MAX);
    assert!(matches!(told, Err(ProofError::NotKept)), "{told:?}");
}
