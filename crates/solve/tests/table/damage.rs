//! Tables that are read block by block: every answer is true or an error.

use std::io;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, LazyLock, Mutex};

use plywood_games::{Visitor, open_small};
use plywood_rules::random::below;
use plywood_rules::{Game, Playable};
use plywood_solve::table::{ByteSource, Exact, Tablebase, TablebaseError};
use proptest::prelude::*;
use rand_chacha::ChaCha8Rng;
use rand_core::SeedableRng;

use super::files::{Bytes, CAPTURE, FEW_BALLS, bytes_by_rank, bytes_of, line_of, opened, packed};
use super::plain;
use crate::common::line;

/// A file that can be changed while it is open, and counts the bytes read.
#[derive(Clone, Debug, Default)]
struct Shared {
    bytes: Arc<Mutex<Vec<u8>>>,
    read: Arc<AtomicU64>,
}

impl Shared {
    fn new(bytes: &[u8]) -> Shared {
        Shared { bytes: Arc::new(Mutex::new(bytes.to_vec())), ..Shared::default() }
    }

    fn change(&self, change: impl FnOnce(&mut Vec<u8>)) {
        change(&mut self.bytes.lock().unwrap());
    }

    /// Bytes read since the last call.
    fn read(&self) -> u64 {
        self.read.swap(0, Ordering::Relaxed)
    }
}

impl ByteSource for Shared {
    fn size(&self) -> io::Result<u64> {
        self.bytes.lock().unwrap().size()
    }

    fn read(&self, bytes: &mut [u8], at: u64) -> io::Result<()> {
        self.read.fetch_add(bytes.len() as u64, Ordering::Relaxed);
        self.bytes.lock().unwrap().read(bytes, at)
    }
}

/// The beginnings of blocks.
fn body(bytes: &[u8]) -> usize {
    let end = bytes.windows(2).position(|two| two == b"\n\n").unwrap() + 2;
    let index: usize = line_of(std::str::from_utf8(&bytes[..end]).unwrap(), "index").parse().unwrap();
    end + index + 8
}

/// All positions that are not over, with their values, in an order that does not change.
fn known<G: Playable>(game: &G, start: &G::State, book: &Tablebase) -> Vec<(G::State, Exact)> {
    let states = plain(game, start).into_keys().filter(|state| game.turn(state).player().is_some());
    let known = |state: G::State| (state.clone(), book.lookup(game, &state).unwrap().unwrap());
    let mut known: Vec<_> = states.map(known).collect();
    known.sort_by_cached_key(|(state, _)| game.state_text(state));
    known
}

/// A game from a position, and what to try with its table.
struct From<F>(&'static str, F);

trait Try {
    fn it<G: Playable>(&self, game: &G, bytes: &[u8], known: &[(G::State, Exact)]);
}

impl<F: Try> Visitor for From<F> {
    type Output = ();
    fn visit<G: Playable>(self, game: G) {
        let start = if self.0.is_empty() { game.initial() } else { game.parse_state(self.0).unwrap() };
        let book = packed(&game, &start);
        self.1.it(&game, &bytes_of(&book), &known(&game, &start, &book));
    }
}

fn with(game: &str, start: &'static str, what: impl Try) {
    open_small(game, From(start, what)).unwrap();
}

/// Looks up some positions: each has its value or an error. Returns the number of errors.
fn look_up<'a, G: Playable>(
    game: &G,
    book: &Tablebase,
    some: impl Iterator<Item = &'a (<G as Game>::State, Exact)>,
) -> usize
where
    G::State: 'a,
{
    let mut errors = 0;
    for (state, exact) in some {
        match book.lookup(game, state) {
            Ok(found) => assert_eq!(found, Some(*exact), "{}", game.state_text(state)),
            Err(TablebaseError::Damaged(why) | TablebaseError::Unreadable(why)) => {
                assert!(why.contains("is not what was written") || why == "it was cut off", "{why}");
                errors += 1;
            }
            Err(other) => panic!("{other}"),
        }
    }
    errors
}

/// A changed file is refused, or all its answers are true.
struct Changed {
    /// The distance between the bytes that are changed, and between the positions that are looked up.
    steps: (usize, usize),
}

impl Try for Changed {
    fn it<G: Playable>(&self, game: &G, bytes: &[u8], known: &[(G::State, Exact)]) {
        let body = body(bytes);
        let (bytes_apart, states_apart) = self.steps;
        let mut seen = 0;
        for place in (0..body).chain((body..bytes.len()).step_by(bytes_apart)) {
            let mut wrong = bytes.to_vec();
            wrong[place] ^= 1 << (place % 8);
            let book = opened(game, wrong);
            assert_eq!(book.is_ok(), place >= body, "byte {place}");
            let Ok(book) = book else { continue };
            let error = book.check().unwrap_err();
            assert!(matches!(error, TablebaseError::Damaged(_)), "{error}");
            let mut copy = Vec::new();
            assert!(book.write(&mut copy).is_err());
            seen += usize::from(
                look_up(game, &book, known.iter().skip(place % states_apart).step_by(states_apart)) > 0,
            );
        }
        assert!(seen > 10, "damage was met {seen} times only");
        for length in (0..body).chain((body..bytes.len()).step_by(bytes_apart)) {
            opened(game, bytes[..length].to_vec()).unwrap_err();
        }
    }
}

#[test]
fn slow_a_changed_byte_is_refused_or_met_as_an_error_and_never_as_a_value() {
    with("tictactoe", "", Changed { steps: (1, 40) });
    with(CAPTURE, FEW_BALLS, Changed { steps: (41, 4001) });
}

/// A file is queried through so small a cache that most blocks are read many times.
struct Little;

impl Try for Little {
    fn it<G: Playable>(&self, game: &G, bytes: &[u8], known: &[(G::State, Exact)]) {
        let file = Shared::new(bytes);
        let all = (bytes.len() - body(bytes)) as u64;
        for memory in [1, all / 8, all / 3, 1 << 30] {
            file.read();
            let book = Tablebase::open(game, Box::new(file.clone()), memory).unwrap();
            // The part before the blocks, and with the first bytes a little of them.
            let opening = file.read();
            assert!(opening <= body(bytes).max(4096) as u64, "{opening} bytes to open");
            // Several threads, each in an order of its own.
            std::thread::scope(|scope| {
                for seed in 0..3 {
                    let book = &book;
                    scope.spawn(move || {
                        let mut rng = ChaCha8Rng::seed_from_u64(seed);
                        let random = (0..4000).map(|_| &known[below(&mut rng, known.len())]);
                        assert_eq!(look_up(game, book, random), 0);
                    });
                }
            });
            let again = file.read();
            match memory > all {
                // Threads may read the same at the same time.
                true => assert!(again <= 3 * all, "{again} bytes of {all}"),
                false => assert!(again > 4 * all, "{again} bytes of {all}: they were all kept"),
            }
        }
    }
}

#[test]
fn a_table_larger_than_the_room_for_it_says_the_same() {
    with("mnk:m=4,n=3,k=3", "", Little);
    with(CAPTURE, "5/1w1b1/2w2/3t1/5 w", Little);
}

/// Writes to the file while it is open.
struct Underneath;

type Change<'a> = &'a dyn Fn(&mut Vec<u8>);

impl Try for Underneath {
    fn it<G: Playable>(&self, game: &G, bytes: &[u8], known: &[(G::State, Exact)]) {
        let file = Shared::new(bytes);
        let book = Tablebase::open(game, Box::new(file.clone()), 1).unwrap();
        let some = || known.iter().step_by(known.len() / 500);
        let (all, body) = (some().count(), body(bytes));
        assert_eq!(look_up(game, &book, some()), 0);
        // Other blocks after the same header, nothing but zeros, or a file that is still being written.
        let changes: [Change<'_>; 4] = [
            &|bytes| bytes[body..].rotate_left(1),
            &|bytes| bytes.fill(0),
            &|bytes| bytes.truncate(body),
            &|bytes| bytes.clear(),
        ];
        for change in changes {
            file.change(change);
            let errors = look_up(game, &book, some());
            // One block is still kept.
            assert!(errors > all / 2, "{errors} of {all}");
            assert!(book.check().is_err());
            file.change(|own| *own = bytes.to_vec());
            assert_eq!(look_up(game, &book, some()), 0);
            book.check().unwrap();
        }
    }
}

#[test]
fn slow_a_file_that_changes_underneath_is_noticed() {
    with("mnk:m=4,n=3,k=3", "", Underneath);
    with(CAPTURE, "5/1w1b1/2w2/3t1/5 w", Underneath);
}

/// Unreadable bytes are not taken for the end of a file.
#[test]
fn the_reason_is_told() {
    #[derive(Debug)]
    struct Broken;
    impl ByteSource for Broken {
        fn size(&self) -> io::Result<u64> {
            Ok(5000)
        }
        fn read(&self, _: &mut [u8], _: u64) -> io::Result<()> {
            Err(io::Error::other("the disk is gone"))
        }
    }
    let unread = Tablebase::open(&line("tictactoe"), Box::new(Broken), 1).unwrap_err();
    assert_eq!(unread.to_string(), "this table cannot be read: the disk is gone");
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(60))]

    /// An index that was changed, with its checksum fixed.
    #[test]
    fn whatever_an_index_says_nothing_panics(places in prop::collection::vec((0usize..400, any::<u8>()), 1..4), by_rank: bool) {
        struct Looked(Vec<u8>, &'static str);
        impl Visitor for Looked {
            type Output = ();
            fn visit<G: Playable>(self, game: G) {
                let Ok(book) = opened(&game, self.0) else { return };
                let _ = book.check();
                let mut state =
                    if self.1.is_empty() { game.initial() } else { game.parse_state(self.1).unwrap() };
                let mut moves = Vec::new();
                for _ in 0..5 {
                    let _ = book.lookup(&game, &state);
                    moves.clear();
                    game.legal_moves(&state, &mut moves);
                    let Some(&mv) = moves.last() else { break };
                    game.play(&mut state, mv);
                }
            }
        }
        const SMALL: &str = "mnk:m=3,n=2,k=2";
        static TABLES: LazyLock<[Vec<u8>; 2]> = LazyLock::new(|| [open_small(SMALL, Bytes).unwrap(), bytes_by_rank()]);
        let (game, start) = if by_rank { (CAPTURE, FEW_BALLS) } else { (SMALL, "") };
        let mut bytes = TABLES[usize::from(by_rank)].clone();
        let (end, body) = (bytes.windows(2).position(|two| two == b"\n\n").unwrap() + 2, body(&bytes));
        for (place, value) in places {
            bytes[end + place % (body - 8 - end)] = value;
        }
        let sum = plywood_solve::table::checksum(&bytes[..body - 8]);
        bytes[body - 8..body].copy_from_slice(&sum.to_le_bytes());
        open_small(game, Looked(bytes, start)).unwrap();
    }
}
