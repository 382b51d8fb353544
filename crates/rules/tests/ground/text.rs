//! Byte order marks and ends of lines.

use std::io::{BufReader, Read};

use plywood_rules::text::{CleanReader, cleaned};
use proptest::prelude::*;

fn read(text: &str, capacity: usize) -> String {
    let mut whole = String::new();
    let read =
        CleanReader::new(BufReader::with_capacity(capacity, text.as_bytes())).read_to_string(&mut whole);
    read.unwrap();
    whole
}

#[test]
fn marks_and_ends_of_lines_are_dropped() {
    for (text, clean) in [
        ("", ""),
        ("\u{feff}", ""),
        ("\u{feff}a\r\nb\rc\nd\r", "a\nb\nc\nd\n"),
        ("a\u{feff}\r\r\n\n", "a\u{feff}\n\n\n"),
        ("\u{feff}\u{feff}a", "\u{feff}a"),
        ("\u{fefe}a", "\u{fefe}a"),
    ] {
        assert_eq!(cleaned(text), clean);
        assert_eq!(read(text, 1), clean);
    }
}

#[test]
fn whole_texts_may_be_in_utf_16() {
    let text = "\u{feff}é\r\n𝄞";
    let wide = |bytes: fn(u16) -> [u8; 2]| text.encode_utf16().flat_map(bytes).collect::<Vec<u8>>();
    for bytes in [text.as_bytes().to_vec(), wide(u16::to_le_bytes), wide(u16::to_be_bytes)] {
        assert_eq!(plywood_rules::text::read(&bytes[..]).unwrap(), "é\n𝄞");
    }
    for wrong in [&b"a\xff"[..], b"\xff\xfea", b"\xff\xfe\x00\xd8"] {
        assert!(plywood_rules::text::read(wrong).is_err(), "{wrong:?}");
    }
}

proptest! {
    #[test]
    fn any_pieces_read_as_the_whole(text in "[\u{feff}\u{fefe}\r\na ]{0,20}", capacity in 1..8usize) {
        prop_assert_eq!(read(&text, capacity), cleaned(&text));
        prop_assert!(!cleaned(&text).contains('\r'));
    }
}
