//! The lines of text at the beginning of a proof file: the game, the position, the claims.

use std::ops::Range;

use plywood_rules::Player;

use crate::claim::{Claim, Goal};
use crate::refusal::Refusal;

/// The head of a proof file, read and in order. The length of the file was checked as well; the rest was not
/// read.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Head {
    /// The version of the format: 1, 2 with connections, or 3 with those that captures are part of.
    pub version: u32,
    /// The full name of the game, which opens it.
    pub game: String,
    /// The fingerprint of the rules it was proved by.
    pub rules: u64,
    /// The position it is about.
    pub position: String,
    /// Positions are merged up to symmetry for this many plies after that one, and only equal ones later on.
    pub merge: u32,
    /// The claims, each with the place of its part in the file.
    pub(crate) parts: Vec<(Claim, Range<usize>)>,
    /// The sum of all bytes after the head.
    pub(crate) sum: u64,
    /// The end of the head.
    pub(crate) end: usize,
}

/// The beginning of every proof file, before the number of its version.
const BEGINNING: &[u8] = b"plywood proof ";
const VERSIONS: [&str; 3] = ["1", "2", "3"];

impl Head {
    /// Reads the head of a proof file.
    ///
    /// # Errors
    /// If these are not the bytes of a whole proof file, or a line of its head is wrong.
    pub fn read(bytes: &[u8]) -> Result<Head, Refusal> {
        if !bytes.starts_with(BEGINNING) {
            // A beginning that is cut off can still be recognised.
            let cut = !bytes.is_empty() && BEGINNING.starts_with(bytes);
            return Err(if cut { Refusal::HeadEnds } else { Refusal::NoProof });
        }
        let mut lines = HeadLines { bytes, at: 0, number: 0 };
        let version = lines.next("plywood proof ")?;
        let Some(place) = VERSIONS.iter().position(|&known| known == version) else {
            return Err(Refusal::Version(version.chars().take(20).collect()));
        };
        let version = place as u32 + 1;
        let game = lines.next("game: ")?.to_string();
        let rules = lines.parsed("rules: ", "16 hexadecimal digits", hexadecimal)?;
        let position = lines.next("position: ")?.to_string();
        let merge = lines.parsed("merge: ", "a number of plies", decimal)?;
        const CLAIM: &str = "'first' or 'second', 'wins' or 'holds', and a number of bytes: first wins, 123";
        let mut claims = vec![lines.parsed("claim: ", CLAIM, claim)?];
        if lines.another("claim: ") {
            claims.push(lines.parsed("claim: ", CLAIM, claim)?);
            let players: Vec<Player> = claims.iter().map(|(claim, _)| claim.player).collect();
            if players[0] == players[1] || claims.iter().any(|(claim, _)| claim.goal == Goal::Wins) {
                return Err(lines.wrong(
                    "if there is a second claim, one has to be 'first holds' and one 'second holds'",
                ));
            }
        }
        let sum = lines.parsed("sum: ", "16 hexadecimal digits", hexadecimal)?;
        if !lines.next("")?.is_empty() {
            return Err(lines.wrong("an empty line has to follow the sum"));
        }
        let end = lines.at;
        let mut parts = Vec::new();
        let mut at = end;
        for (claim, length) in claims {
            let length = length as usize;
            let missing = || Refusal::Truncated { missing: length - (bytes.len() - at) };
            let after = at.checked_add(length).filter(|&after| after <= bytes.len()).ok_or_else(missing)?;
            parts.push((claim, at..after));
            at = after;
        }
        match bytes.len() - at {
            0 => Ok(Head { version, game, rules, position, merge, parts, sum, end }),
            extra => Err(Refusal::TooLong { extra }),
        }
    }

    /// The claims: one, or for a draw two.
    pub fn claims(&self) -> impl Iterator<Item = Claim> {
        self.parts.iter().map(|&(claim, _)| claim)
    }
}

/// Reads the head line by line.
struct HeadLines<'a> {
    bytes: &'a [u8],
    at: usize,
    /// Lines read so far.
    number: usize,
}

impl<'a> HeadLines<'a> {
    /// The text after `key` on the next line, which has to begin with it.
    fn next(&mut self, key: &str) -> Result<&'a str, Refusal> {
        let rest = &self.bytes[self.at..];
        let length = rest.iter().position(|&byte| byte == b'\n').ok_or(Refusal::HeadEnds)?;
        self.at += length + 1;
        self.number += 1;
        let line = std::str::from_utf8(&rest[..length]).map_err(|_| self.wrong("it has to be UTF-8"))?;
        line.strip_prefix(key).ok_or_else(|| self.wrong(&format!("it has to begin with '{key}'")))
    }

    /// The same, read by `parse`, or refused with the form that it must have.
    fn parsed<T>(&mut self, key: &str, what: &str, parse: fn(&str) -> Option<T>) -> Result<T, Refusal> {
        let text = self.next(key)?;
        parse(text).ok_or_else(|| self.wrong(&format!("after '{key}' there have to be {what}")))
    }

    /// Returns true if the next line begins with `key`.
    fn another(&self, key: &str) -> bool {
        self.bytes[self.at..].starts_with(key.as_bytes())
    }

    /// A refusal of the line read last.
    fn wrong(&self, what: &str) -> Refusal {
        Refusal::Head { line: self.number, what: what.to_string() }
    }
}

/// A number as it is printed, and in no other way.
fn decimal(text: &str) -> Option<u32> {
    text.parse().ok().filter(|number: &u32| number.to_string() == text)
}

/// 16 small digits.
fn hexadecimal(text: &str) -> Option<u64> {
    u64::from_str_radix(text, 16).ok().filter(|number| format!("{number:016x}") == text)
}

/// `first wins, 123`.
fn claim(text: &str) -> Option<(Claim, u32)> {
    let (words, length) = text.split_once(", ")?;
    Some((Claim::read(words)?, decimal(length)?))
}

#[cfg(test)]
mod tests {
    use super::*;

    const HEAD: &str = "plywood proof 1\ngame: tictactoe\nrules: 0123456789abcdef\nposition: 3/3/3 x\nmerge: 2\n\
                        claim: first holds, 3\nclaim: second holds, 0\nsum: 00000000000000ff\n\nabc";

    #[test]
    fn a_head_says_what_is_proved() {
        let head = Head::read(HEAD.as_bytes()).unwrap();
        assert_eq!((&*head.game, &*head.position, head.merge), ("tictactoe", "3/3/3 x", 2));
        assert_eq!((head.rules, head.sum), (0x0123_4567_89ab_cdef, 0xff));
        let claims: Vec<String> = head.claims().map(|claim| claim.to_string()).collect();
        assert_eq!(claims, ["first holds", "second holds"]);
        assert_eq!(&HEAD[head.parts[0].1.clone()], "abc");
    }

    #[test]
    fn a_head_that_is_wrong_is_refused_with_its_line() {
        let check = |from: &str, to: &str, expected: &str| {
            let changed = HEAD.replacen(from, to, 1);
            assert_ne!(changed, HEAD, "{from}");
            let refusal = Head::read(changed.as_bytes()).unwrap_err().to_string();
            assert!(refusal.contains(expected), "{from} -> {to}: {refusal}");
        };
        check("plywood", "Plywood", "no proof file");
        check("proof 1", "proof 4", "version '4'");
        check("game:", "Game:", "line 2 of its head is wrong: it has to begin with 'game: '");
        check("0123456789abcdef", "0123456789ABCDEF", "line 3");
        check("0123456789abcdef", "123456789abcdef", "line 3");
        check("0123456789abcdef", "+123456789abcdef", "line 3");
        check("merge: 2", "merge: 02", "line 5");
        check("merge: 2", "merge: +2", "line 5");
        check("merge: 2", "merge: 4294967296", "line 5");
        check("merge: 2\n", "", "line 5");
        check("first holds", "first draws", "line 6");
        check("first holds", "third holds", "line 6");
        check("first holds", "first wins", "line 7");
        check("first holds", "second holds", "line 7");
        check("holds, 3", "holds,3", "line 6");
        check("sum: ", "claim: second holds, 0\nsum: ", "line 8");
        check("ff\n\n", "ff\nx\n", "line 9");
        check("holds, 3", "holds, 4", "1 byte");
        check("holds, 3", "holds, 4294967295", "too early");
        check("holds, 3", "holds, 1", "2 bytes");
        check("holds, 3", "holds, 4294967296", "line 6");
    }

    #[test]
    fn a_head_that_is_cut_off_ends_too_early() {
        for length in 0..HEAD.len() {
            let refusal = Head::read(&HEAD.as_bytes()[..length]).unwrap_err();
            let expected = match length {
                0 => matches!(refusal, Refusal::NoProof),
                _ => matches!(refusal, Refusal::HeadEnds | Refusal::Truncated { .. }),
            };
            assert!(expected, "{length}: {refusal}");
        }
    }
}
