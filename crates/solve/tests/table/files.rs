use plywood_games::{Visitor, open_small};
use plywood_rules::{Game, Notation, Playable, Run};
use plywood_solve::table::{self, Tablebase, TablebaseError, checksum};
use proptest::prelude::*;

use super::{plain, winner};
use crate::common::{line, pikk_pakk};

pub fn packed<G: Playable>(game: &G, start: &G::State) -> Tablebase {
    table::solve_packed(game, start, false, &Run::default()).unwrap()
}

pub fn bytes_of(book: &Tablebase) -> Vec<u8> {
    let mut bytes = Vec::new();
    book.write(&mut bytes).unwrap();
    assert_eq!(bytes.len() as u64, book.size());
    bytes
}

/// The file of a table of all positions.
pub struct Bytes;

impl Visitor for Bytes {
    type Output = Vec<u8>;
    fn visit<G: Playable>(self, game: G) -> Vec<u8> {
        bytes_of(&packed(&game, &game.initial()))
    }
}

/// Opens a book in memory of which a few pages are kept, so that most of them are read again and again.
pub fn opened<G: Playable>(game: &G, bytes: Vec<u8>) -> Result<Tablebase, TablebaseError> {
    Tablebase::open(game, Box::new(bytes), 1 << 16)
}

struct Read(Vec<u8>);

impl Visitor for Read {
    type Output = Result<Tablebase, TablebaseError>;
    fn visit<G: Playable>(self, game: G) -> Result<Tablebase, TablebaseError> {
        let book = opened(&game, self.0)?;
        book.check().map(|()| book)
    }
}

fn read(game: &str, bytes: Vec<u8>) -> Result<Tablebase, TablebaseError> {
    open_small(game, Read(bytes)).unwrap()
}

#[test]
fn a_book_knows_what_was_found_and_nothing_else() {
    fn knows<G: Playable>(game: &G) {
        let start = game.initial();
        let book = packed(game, &start);
        let read = opened(game, bytes_of(&book)).unwrap();
        assert_eq!(read.counts(), book.counts());
        assert_eq!(read.start(), game.state_text(&start));
        for (state, value) in plain(game, &start) {
            for book in [&book, &read] {
                assert_eq!(book.lookup(game, &state).unwrap().map(winner), Some(value));
            }
        }
        // From here fewer positions are reached, unless they recur.
        let mut moves = Vec::new();
        game.legal_moves(&start, &mut moves);
        let later = packed(game, &game.child(&start, moves[0]));
        assert_eq!(later.lookup(game, &start).unwrap().is_none(), game.stage(&start).is_some());
    }
    knows(&line("tictactoe"));
    knows(&line("mnk:m=3,n=3,k=3,gravity=on"));
    knows(&pikk_pakk("pikkpakk:size=3,variant=rolling"));
    // Keys of 128 bits.
    let game = line("mnk:m=8,n=8,k=5");
    let late =
        game.parse_state("xoxoxoxo/xoxoxoxo/oxoxoxox/oxoxoxox/xoxoxoxo/xoxoxoxo/oxox4/4oxox x").unwrap();
    let book = packed(&game, &late);
    for (state, value) in plain(&game, &late) {
        assert_eq!(book.lookup(&game, &state).unwrap().map(winner), Some(value));
    }
}

#[test]
fn what_is_no_book_of_the_game_is_refused_with_the_reason() {
    let bytes = open_small("tictactoe", Bytes).unwrap();
    let why = |bytes: &[u8]| read("tictactoe", bytes.to_vec()).unwrap_err().to_string();
    for foreign in
        [&b""[..], b"\x7fELF and so on", b"plywood table", b"plywood table three\n", b"plywood part 1\n"]
    {
        assert_eq!(
            why(foreign),
            "this is no table of Plywood: it does not begin with 'plywood table' and a number"
        );
    }
    for other in [1, 2, 4] {
        let mut old = bytes.clone();
        old[14] = b'0' + other;
        assert_eq!(
            why(&old),
            format!("this table has format {other}, and this program reads format 3: solve the game again")
        );
    }
    assert_eq!(
        read("connect4", bytes.clone()).unwrap_err().to_string(),
        "this is a table of mnk:m=3,n=3,k=3, not of mnk:m=7,n=6,k=4,gravity=on"
    );
    let has = bytes.len();
    assert_eq!(
        why(&bytes[..has - 1]),
        format!(
            "this table should have {has} bytes and has {}: it was cut off, or something was added",
            has - 1
        )
    );
    for length in 0..has {
        read("tictactoe", bytes[..length].to_vec()).unwrap_err();
    }
    for place in 0..has {
        for bit in [0, 3, 7] {
            let mut wrong = bytes.clone();
            wrong[place] ^= 1 << bit;
            read("tictactoe", wrong).unwrap_err();
        }
    }
}

proptest! {
    #[test]
    fn whatever_stands_in_a_file_nothing_panics(body in prop::collection::vec(any::<u8>(), 0..600), cut in 0usize..400) {
        let bytes = open_small("mnk:m=2,n=2,k=2", Bytes).unwrap();
        let mut wrong = bytes[..cut.min(bytes.len())].to_vec();
        wrong.extend(body);
        let whole = wrong == bytes;
        prop_assert_eq!(read("mnk:m=2,n=2,k=2", wrong).is_ok(), whole);
    }
}

pub const CAPTURE: &str = "pikkpakk:size=3,variant=capture";
pub const FEW_BALLS: &str = "5/1w3/2w1b/3t1/5 w";

/// The value of a key in the header.
pub fn line_of<'a>(header: &'a str, key: &str) -> &'a str {
    header.lines().find_map(|line| line.strip_prefix(key)?.strip_prefix(' ')).unwrap()
}

/// Returns true if this is a line of the header.
fn says(bytes: &[u8], line: &str) -> bool {
    let end = bytes.windows(2).position(|two| two == b"\n\n").unwrap();
    std::str::from_utf8(&bytes[..end]).unwrap().lines().any(|own| own == line)
}

/// The file of a table by rank.
pub fn bytes_by_rank() -> Vec<u8> {
    let game = pikk_pakk(CAPTURE);
    bytes_of(&packed(&game, &game.parse_state(FEW_BALLS).unwrap()))
}

#[test]
fn a_book_by_rank_knows_what_one_by_key_does() {
    let game = pikk_pakk(CAPTURE);
    let start = game.parse_state(FEW_BALLS).unwrap();
    let by_key = super::solved(&game, &start, false);
    let by_rank = packed(&game, &start);
    let (bytes, keys) = (bytes_of(&by_rank), bytes_of(&by_key));
    assert!(says(&bytes, "by rank") && says(&keys, "by key"));
    assert!(20 * bytes.len() < keys.len(), "{} bytes by rank, {} by key", bytes.len(), keys.len());
    let read = opened(&game, bytes).unwrap();
    assert_eq!((read.counts(), by_rank.counts()), (by_key.counts(), by_key.counts()));
    assert_eq!(read.start(), game.state_text(&start));
    for (state, value) in plain(&game, &start) {
        let known = by_key.lookup(&game, &state);
        assert_eq!(known.clone().unwrap().map(winner), Some(value));
        assert_eq!(by_rank.lookup(&game, &state), known);
        assert_eq!(read.lookup(&game, &state), known);
    }
    // Nothing is known of positions with more balls.
    assert_eq!(read.lookup(&game, &game.initial()), Ok(None));
}

#[test]
fn a_damaged_book_by_rank_is_refused() {
    let bytes = bytes_by_rank();
    assert!(read(CAPTURE, bytes.clone()).is_ok());
    let body = bytes.windows(2).position(|two| two == b"\n\n").unwrap() + 2;
    for place in (0..body).chain((body..bytes.len()).step_by(97)) {
        let mut wrong = bytes.clone();
        wrong[place] ^= 1 << (place % 8);
        read(CAPTURE, wrong).unwrap_err();
        read(CAPTURE, bytes[..place].to_vec()).unwrap_err();
    }
    let why = |game: &str, bytes: Vec<u8>| read(game, bytes).unwrap_err().to_string();
    assert_eq!(
        why("pikkpakk:size=3", bytes.clone()),
        "this is a table of pikkpakk:size=3,variant=capture, not of pikkpakk:size=3"
    );
    // Changes with the checksum fixed as well.
    let text = String::from_utf8(bytes[..body].to_vec()).unwrap();
    let changed = |from: &str, to: &str| {
        assert!(text.contains(from), "{text}");
        let index: usize = line_of(&text, "index").parse().unwrap();
        let mut wrong = text.replace(from, to).into_bytes();
        wrong.extend(&bytes[body..body + index]);
        let sum = checksum(&wrong);
        wrong.extend(sum.to_le_bytes());
        wrong.extend(&bytes[body + index + 8..]);
        why(CAPTURE, wrong)
    };
    let line = |key: &str| text.lines().find(|line| line.starts_with(key)).unwrap();
    assert_eq!(
        changed(line("rules"), "rules 0"),
        "this table was made with other rules of pikkpakk:size=3,variant=capture than this program has: solve the game again"
    );
    let numbered = "this table is damaged: positions are numbered in another way than this program does: solve the game again";
    assert_eq!(changed(line("numbering"), "numbering 0"), numbered);
    assert_eq!(changed(line("ranks"), "ranks 82000"), numbered);
    let fewer = "this table is damaged: it does not have as many positions as it says";
    assert_eq!(changed(line("known"), "known 5"), fewer);
    assert_eq!(changed(line("known"), "known 18446744073709551615"), fewer);
    assert_eq!(changed(line("codes"), "codes 0 3 4"), "this table is damaged: its codes are not in order");
    assert_eq!(changed(line("codes"), "codes 4 3"), "this table is damaged: its codes are not in order");
    assert_eq!(changed(line("codes"), "codes 3 4"), fewer);
    assert!(changed(line("codes"), "codes three").contains("no number"));
    assert!(changed("5/1w3/2w1b/3t1/5 w", "5/5/5/5/5 w").contains("its start"));
}
