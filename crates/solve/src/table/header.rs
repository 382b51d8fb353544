//! The lines that a table begins with.

use plywood_rules::{Playable, fingerprint};

use super::error::{FORMAT, TablebaseError, damaged};
use crate::values::{PositionCounts, ValueCode};

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

/// The header.
pub(super) struct TableHeader {
    pub game: String,
    pub rules: u64,
    pub start: String,
    pub merged: bool,
    pub counts: PositionCounts,
    pub form: Form,
    /// The bytes of the index, without the checksum.
    pub index: u64,
    /// The bytes of all blocks.
    pub bytes: u64,
    /// The bytes of the header itself.
    pub length: usize,
}

/// The header of a table of `game` with the given sizes of index and blocks.
pub(super) fn header<G: Playable>(
    game: &G,
    start: &G::State,
    merged: bool,
    counts: PositionCounts,
    form: &Form,
    (index, bytes): (u64, u64),
) -> String {
    let merged = if merged { "yes" } else { "no" };
    let (name, rules, start) = (game.name(), fingerprint(game), game.state_text(start));
    let mut text =
        format!("plywood table {FORMAT}\ngame {name}\nrules {rules:016x}\nstart {start}\nmerged {merged}\n");
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
        let mut lines = text.lines().skip(1);
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
        Ok(TableHeader { game, rules, start, merged, counts, form, index, bytes, length: text.len() })
    }
}
