//! Text from outside: without a byte order mark, and with `\n` at the ends of lines.
//!
//! Editors and shells put a mark before a text that nobody sees, and end lines by `\r\n`, or by `\r`. Everything that reads text
//! from a file, from standard input or from a person reads it through here, so that no grammar has to know of it.

use std::borrow::Cow;
use std::io::{self, BufRead, ErrorKind, Read};

/// The byte order mark in UTF-8.
const MARK: [u8; 3] = [0xEF, 0xBB, 0xBF];

/// The text without a byte order mark before it, and with `\n` for `\r\n` and `\r`.
pub fn cleaned(text: &str) -> Cow<'_, str> {
    let text = text.strip_prefix('\u{feff}').unwrap_or(text);
    match text.contains('\r') {
        true => text.replace("\r\n", "\n").replace('\r', "\n").into(),
        false => text.into(),
    }
}

/// Reads all text, in UTF-8 or, as its mark says, in UTF-16, and cleans it.
///
/// # Errors
/// If it cannot be read, or is neither.
pub fn read(mut from: impl Read) -> io::Result<String> {
    let mut bytes = Vec::new();
    from.read_to_end(&mut bytes)?;
    let wide = |bytes: &[u8], unit: fn([u8; 2]) -> u16| {
        let (units, rest) = bytes.as_chunks();
        let units = units.iter().map(|&bytes| unit(bytes));
        let text: Option<String> = char::decode_utf16(units).map(Result::ok).collect();
        text.filter(|_| rest.is_empty())
    };
    let text = match &bytes[..] {
        [0xFF, 0xFE, wide_bytes @ ..] => wide(wide_bytes, u16::from_le_bytes),
        [0xFE, 0xFF, wide_bytes @ ..] => wide(wide_bytes, u16::from_be_bytes),
        _ => String::from_utf8(bytes).ok(),
    };
    let text = text.ok_or_else(|| io::Error::new(ErrorKind::InvalidData, "it is no text in UTF-8"))?;
    Ok(cleaned(&text).into_owned())
}

/// Reads text as [`cleaned`] gives it. A line is complete at its `\r`, without waiting for what follows.
pub struct CleanReader<R> {
    inner: R,
    chunk: Vec<u8>,
    /// Bytes of the chunk that were consumed.
    taken: usize,
    ends: LineEnds,
}

impl<R: BufRead> CleanReader<R> {
    /// The text of `inner`, from its beginning.
    pub fn new(inner: R) -> CleanReader<R> {
        CleanReader { inner, chunk: Vec::new(), taken: 0, ends: LineEnds::default() }
    }
}

/// The state between two bytes.
#[derive(Default)]
struct LineEnds {
    /// Bytes of a mark at the beginning that were read; all of them after the beginning.
    mark: usize,
    /// True after `\r`.
    returned: bool,
}

impl LineEnds {
    fn add(&mut self, byte: u8, text: &mut Vec<u8>) {
        if MARK.get(self.mark) == Some(&byte) {
            self.mark += 1;
            return;
        }
        self.end_mark(text);
        let returned = std::mem::replace(&mut self.returned, byte == b'\r');
        match byte {
            b'\n' if returned => {}
            b'\r' => text.push(b'\n'),
            byte => text.push(byte),
        }
    }

    /// Adds the beginning of a mark that is none.
    fn end_mark(&mut self, text: &mut Vec<u8>) {
        let read = std::mem::replace(&mut self.mark, MARK.len());
        if read < MARK.len() {
            text.extend(&MARK[..read]);
        }
    }
}

impl<R: BufRead> BufRead for CleanReader<R> {
    fn fill_buf(&mut self) -> io::Result<&[u8]> {
        while self.taken == self.chunk.len() {
            self.chunk.clear();
            self.taken = 0;
            let bytes = self.inner.fill_buf()?;
            for &byte in bytes {
                self.ends.add(byte, &mut self.chunk);
            }
            let count = bytes.len();
            self.inner.consume(count);
            if count == 0 {
                self.ends.end_mark(&mut self.chunk);
                break;
            }
        }
        Ok(&self.chunk[self.taken..])
    }

    fn consume(&mut self, count: usize) {
        self.taken += count;
    }
}

impl<R: BufRead> Read for CleanReader<R> {
    fn read(&mut self, out: &mut [u8]) -> io::Result<usize> {
        let count = self.fill_buf()?.read(out)?;
        self.consume(count);
        Ok(count)
    }
}
