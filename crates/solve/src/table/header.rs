//! The lines that a table begins with.

use plywood_rules::{Playable, fingerprint};

use super::error::{FORMAT, TablebaseError, damaged};
use crate::values::{PositionCounts, ValueCode, checksum};

/// The first line of a table, up to the number of its format.
const FIRST: &[u8] = b"plywood table ";
/// No header has more bytes: a game that is spelled out may have a long name.
pub(super) const LONGEST: usize = 16 << 20;

/// The names of the counts, in the order of [`PositionCounts::numbers`].
const COUNTS: [&str; 8] =
    ["positions", "up-to-symmetry", "wins", "losses", "draws", "endless", "finished", "longest"];

/// The form of the positions after the header.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Form {
    Keys(ByKey),
    Ranks(ByRank),
}

/// Positions by key, by level.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct ByKey {
    /// The stage of the first level, or none if all positions are in one level.
    pub first_stage: Option<u32>,
    /// Levels.
    pub levels: u64,
}

/// Positions by rank.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct ByRank {
    /// A fingerprint of the way in which positions are numbered.
    pub numbering: u64,
    /// Ranks there are.
    pub ranks: u64,
    /// Ranks of which something is known.
    pub known: u64,
    /// The codes, indexed by the numbers of positions, from 0 on.
    pub codes: Vec<ValueCode>,
}

/// The share of a table that is in a file of its own: the positions that one of several workers owned.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct PartOf {
    /// Its number, from 0 on.
    pub number: usize,
    /// The number of all parts.
    pub parts: usize,
    /// The way in which positions belong to parts, as for [`owner_of`](crate::values::owner_of).
    pub by_whole_key: bool,
}

/// The header.
#[derive(Clone, Debug)]
pub(super) struct TableHeader {
    pub game: String,
    pub rules: u64,
    pub start: String,
    pub merged: bool,
    /// If this is a part of a table, and then all that follows is about that part.
    pub part: Option<PartOf>,
    pub counts: PositionCounts,
    pub form: Form,
    /// The bytes of the index, without the checksum.
    pub index: u64,
    /// The bytes of all blocks.
    pub bytes: u64,
    /// The bytes of the header itself, if it was read.
    pub length: usize,
}

impl TableHeader {
    /// The header of a table of `game` with nothing in it.
    pub fn new<G: Playable>(game: &G, start: &G::State, merged: bool, form: Form) -> TableHeader {
        let (counts, (index, bytes, length)) = (PositionCounts::default(), (0, 0, 0));
        let (name, rules, start) = (game.name(), fingerprint(game), game.state_text(start));
        TableHeader { game: name, rules, start, merged, part: None, counts, form, index, bytes, length }
    }

    /// Checks that it is of this game.
    ///
    /// # Errors
    /// If it is not.
    pub fn check_game<G: Playable>(&self, game: &G) -> Result<(), TablebaseError> {
        let (is, wanted) = (self.game.clone(), game.name());
        if is == wanted { Ok(()) } else { Err(TablebaseError::OtherGame { is, wanted }) }
    }

    /// The start, of a header of this game.
    ///
    /// # Errors
    /// If it was made with other rules, or is no position.
    pub fn start_in<G: Playable>(&self, game: &G) -> Result<G::State, TablebaseError> {
        if self.rules != fingerprint(game) {
            return Err(TablebaseError::OtherRules(game.name()));
        }
        game.parse_state(&self.start).map_err(|error| damaged(format!("its start: {error}")))
    }

    /// The same, with so many levels if it is by key.
    pub fn with_levels(mut self, number: u64) -> TableHeader {
        if let Form::Keys(ByKey { levels, .. }) = &mut self.form {
            *levels = number;
        }
        self
    }

    /// Its text.
    fn text(&self) -> String {
        let TableHeader { game, rules, start, part, counts, form, index, bytes, .. } = self;
        let merged = if self.merged { "yes" } else { "no" };
        let mut text = format!(
            "plywood table {FORMAT}\ngame {game}\nrules {rules:016x}\nstart {start}\nmerged {merged}\n"
        );
        if let Some(PartOf { number, parts, by_whole_key }) = part {
            let by = if *by_whole_key { WHOLE } else { HALF };
            text += &format!("{PART}{} of {parts} by {by}\n", number + 1);
        }
        for (kind, count) in COUNTS.iter().zip(counts.numbers()) {
            text += &format!("{kind} {count}\n");
        }
        text += &match form {
            Form::Keys(ByKey { first_stage, levels }) => {
                let stage = first_stage.map_or("none".to_string(), |stage| stage.to_string());
                format!("by key\nstage {stage}\nlevels {levels}\n")
            }
            Form::Ranks(ByRank { numbering, ranks, known, codes }) => {
                let codes: Vec<String> = codes.iter().map(|code| code.0.to_string()).collect();
                let codes = codes.join(" ");
                format!("by rank\nnumbering {numbering:016x}\nranks {ranks}\nknown {known}\ncodes {codes}\n")
            }
        };
        text + &format!("index {index}\nbytes {bytes}\n\n")
    }

    /// All bytes of a table but the blocks, which have `bytes` bytes: the header, the index and a checksum of both.
    pub fn head(self, mut index: Vec<u8>, bytes: u64) -> Vec<u8> {
        let mut head = TableHeader { index: index.len() as u64, bytes, ..self }.text().into_bytes();
        head.append(&mut index);
        let sum = checksum(&head);
        head.extend(sum.to_le_bytes());
        head
    }
}

/// The line of a part, up to its number.
const PART: &str = "part ";
/// The two ways in which positions belong to parts.
const HALF: &str = "half-key";
const WHOLE: &str = "whole-key";

/// Reads such a line.
fn part_of(line: &str) -> Option<PartOf> {
    let [number, "of", parts, "by", by] = line.strip_prefix(PART)?.split(' ').collect::<Vec<_>>()[..] else {
        return None;
    };
    let (number, parts) = (number.parse::<usize>().ok()?.checked_sub(1)?, parts.parse().ok()?);
    let by_whole_key = [HALF, WHOLE].iter().position(|way| *way == by)? == 1;
    (number < parts).then_some(PartOf { number, parts, by_whole_key })
}

/// The end of the header of a table in this format, if these bytes reach it.
///
/// # Errors
/// If they are not.
pub(super) fn end_of_header(bytes: &[u8]) -> Result<Option<usize>, TablebaseError> {
    let rest = bytes.strip_prefix(FIRST).ok_or(TablebaseError::Foreign)?;
    let line = rest.split(|&byte| byte == b'\n').next().unwrap_or_default();
    let format = std::str::from_utf8(line).ok().and_then(|number| number.parse().ok());
    match format.ok_or(TablebaseError::Foreign)? {
        FORMAT => Ok(bytes.windows(2).position(|two| two == b"\n\n").map(|end| end + 2)),
        other => Err(TablebaseError::Format(other)),
    }
}

impl TableHeader {
    /// Reads a header, which is all of `bytes`.
    pub fn read(bytes: &[u8]) -> Result<TableHeader, TablebaseError> {
        let text = std::str::from_utf8(bytes).map_err(|_| damaged("its header is no text"))?;
        let part_line = text.lines().skip(1).find(|line| line.starts_with(PART));
        let not_part = || damaged("the line of its header that says which part it is has another form");
        let part = part_line.map(|line| part_of(line).ok_or_else(not_part)).transpose()?;
        let mut lines = text.lines().skip(1).filter(|line| Some(*line) != part_line);
        let mut value = |key: &str| {
            let line =
                lines.next().and_then(|line| line.strip_prefix(key)).and_then(|line| line.strip_prefix(' '));
            line.ok_or_else(|| damaged(format!("its header does not say '{key}' where it should")))
        };
        fn number<N: std::str::FromStr>(key: &str, text: &str) -> Result<N, TablebaseError> {
            text.parse().map_err(|_| damaged(format!("'{key} {text}' in its header is no number")))
        }
        fn hash(key: &str, text: &str) -> Result<u64, TablebaseError> {
            u64::from_str_radix(text, 16).map_err(|_| damaged(format!("'{key}' in its header is no number")))
        }
        let game = value("game")?.to_string();
        let rules = hash("rules", value("rules")?)?;
        let start = value("start")?.to_string();
        let merged = match value("merged")? {
            "yes" => true,
            "no" => false,
            other => return Err(damaged(format!("'merged {other}' in its header is neither yes nor no"))),
        };
        let mut numbers = [0; COUNTS.len()];
        for (kind, count) in COUNTS.iter().zip(&mut numbers) {
            *count = number(kind, value(kind)?)?;
        }
        let counts =
            PositionCounts::of_numbers(numbers).ok_or_else(|| damaged("its longest win is too long"))?;
        let form = match value("by")? {
            "key" => Form::Keys(ByKey {
                first_stage: match value("stage")? {
                    "none" => None,
                    stage => Some(number("stage", stage)?),
                },
                levels: number("levels", value("levels")?)?,
            }),
            "rank" => Form::Ranks(ByRank {
                numbering: hash("numbering", value("numbering")?)?,
                ranks: number("ranks", value("ranks")?)?,
                known: number("known", value("known")?)?,
                codes: value("codes")?
                    .split(' ')
                    .map(|code| number("codes", code).map(ValueCode))
                    .collect::<Result<_, _>>()?,
            }),
            other => return Err(damaged(format!("'by {other}' in its header is neither key nor rank"))),
        };
        let mut next = |key: &str| number(key, value(key)?);
        let (index, bytes) = (next("index")?, next("bytes")?);
        Ok(TableHeader { game, rules, start, merged, part, counts, form, index, bytes, length: text.len() })
    }
}
