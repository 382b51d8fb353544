use plywood_games::{Visitor, open};
use plywood_rules::Playable;
use plywood_solve::table::{self, Book, BookError, Limits};
use proptest::prelude::*;

use super::{plain, winner};

fn packed<G: Playable>(game: &G, start: &G::State) -> Book {
    table::solve_packed(game, start, false, Limits { memory: 1 << 30, go_on: &mut |_| true }).unwrap()
}

fn bytes_of(book: &Book) -> Vec<u8> {
    let mut bytes = Vec::new();
    book.write(&mut bytes).unwrap();
    assert_eq!(bytes.len() as u64, book.size());
    bytes
}

struct Bytes;

impl Visitor for Bytes {
    type Output = Vec<u8>;
    fn visit<G: Playable>(self, game: G) -> Vec<u8> {
        bytes_of(&packed(&game, &game.initial()))
    }
}

struct Read(Vec<u8>);

impl Visitor for Read {
    type Output = Result<Book, BookError>;
    fn visit<G: Playable>(self, game: G) -> Result<Book, BookError> {
        Book::read(&game, self.0)
    }
}

fn read(game: &str, bytes: Vec<u8>) -> Result<Book, BookError> {
    open(game, Read(bytes)).unwrap()
}

#[test]
fn a_book_knows_what_was_found_and_nothing_else() {
    struct Knows;
    impl Visitor for Knows {
        type Output = ();
        fn visit<G: Playable>(self, game: G) {
            let start = game.initial();
            let book = packed(&game, &start);
            let read = Book::read(&game, bytes_of(&book)).unwrap();
            assert_eq!(read.counts(), book.counts());
            assert_eq!(read.start(), game.state_text(&start));
            for (state, value) in plain(&game, &start) {
                for book in [&book, &read] {
                    assert_eq!(book.lookup(&game, &state).map(winner), Some(value));
                }
            }
            // From here fewer positions are reached, unless they recur.
            let mut moves = Vec::new();
            game.legal_moves(&start, &mut moves);
            let later = packed(&game, &game.child(&start, moves[0]));
            assert_eq!(later.lookup(&game, &start).is_none(), game.stage(&start).is_some());
        }
    }
    for name in ["tictactoe", "mnk:m=3,n=3,k=3,gravity=on", "pikkpakk:size=3,variant=rolling"] {
        open(name, Knows).unwrap();
    }
    // Keys of 128 bits.
    struct Wide;
    impl Visitor for Wide {
        type Output = ();
        fn visit<G: Playable>(self, game: G) {
            let late = game
                .parse_state("xoxoxoxo/xoxoxoxo/oxoxoxox/oxoxoxox/xoxoxoxo/xoxoxoxo/oxox4/4oxox x")
                .unwrap();
            let book = packed(&game, &late);
            for (state, value) in plain(&game, &late) {
                assert_eq!(book.lookup(&game, &state).map(winner), Some(value));
            }
        }
    }
    open("mnk:m=8,n=8,k=5", Wide).unwrap();
}

#[test]
fn what_is_no_book_of_the_game_is_refused_with_the_reason() {
    let bytes = open("tictactoe", Bytes).unwrap();
    let why = |bytes: &[u8]| read("tictactoe", bytes.to_vec()).unwrap_err().to_string();
    assert_eq!(why(b""), "this is no table of Plywood: it does not begin with 'plywood table 1'");
    assert_eq!(
        why(b"\x7fELF and so on"),
        "this is no table of Plywood: it does not begin with 'plywood table 1'"
    );
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
    assert_eq!(table::game_of(&bytes).unwrap(), "mnk:m=3,n=3,k=3");
}

proptest! {
    #[test]
    fn whatever_stands_in_a_file_nothing_panics(body in prop::collection::vec(any::<u8>(), 0..600), cut in 0usize..400) {
        let bytes = open("mnk:m=2,n=2,k=2", Bytes).unwrap();
        let mut wrong = bytes[..cut.min(bytes.len())].to_vec();
        wrong.extend(body);
        let whole = wrong == bytes;
        prop_assert_eq!(read("mnk:m=2,n=2,k=2", wrong).is_ok(), whole);
    }
}
