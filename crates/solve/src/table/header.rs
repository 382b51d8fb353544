//! The lines that a table begins with.

use std::fmt::Write as _;

use plywood_rules::{Playable, fingerprint};

use super::Counts;
use super::book::{BookError, damaged};
use super::known::Code;

/// The first lines of tables: of positions by key, and by rank.
const FORMATS: [&str; 2] = ["plywood table 1", "plywood table 2"];

/// What follows the header.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Form {
    /// Positions by key, in so many levels.
    Keys {
        /// The stage of the first level, or none where all positions are in one level.
        first_stage: Option<u32>,
        /// Levels.
        levels: u64,
    },
    /// Positions by rank.
    Ranks {
        /// A fingerprint of the way in which positions are numbered.
        numbering: u64,
        /// Ranks there are.
        ranks: u64,
        /// Ranks of which something is known.
        known: u64,
        /// What numbers of a position stand for, from 0 on.
        codes: Vec<Code>,
    },
}

/// What the header says.
pub(super) struct Header {
    pub rules: u64,
    pub start: String,
    pub merged: bool,
    pub counts: Counts,
    pub form: Form,
    /// How many bytes follow, without the checksum.
    pub bytes: u64,
    /// Where it ends.
    pub end: usize,
}

/// The game that these bytes are a table of.
///
/// # Errors
/// If they are no table.
pub fn game_of(bytes: &[u8]) -> Result<String, BookError> {
    let text = &bytes[..bytes.len().min(4096)];
    let line = format_of(text).and_then(|(_, rest)| rest.split(|&byte| byte == b'\n').next());
    let name =
        std::str::from_utf8(line.ok_or(BookError::Foreign)?).ok().and_then(|line| line.strip_prefix("game "));
    name.map(str::to_string).ok_or_else(|| damaged("its second line does not name a game"))
}

/// Which of [`FORMATS`] it is, and what follows that line.
fn format_of(bytes: &[u8]) -> Option<(usize, &[u8])> {
    let after = |format: &str| bytes.strip_prefix(format.as_bytes())?.strip_prefix(b"\n");
    FORMATS.iter().enumerate().find_map(|(at, format)| Some((at, after(format)?)))
}

/// The header of a table of `game` whose body has so many `bytes`.
pub(super) fn header<G: Playable>(
    game: &G,
    start: &G::State,
    merged: bool,
    counts: Counts,
    form: &Form,
    bytes: usize,
) -> String {
    let Counts { positions, up_to_symmetry, wins, losses, draws, endless, finished, longest } = counts;
    let merged = if merged { "yes" } else { "no" };
    let (format, first_stage) = match form {
        Form::Keys { first_stage, .. } => (FORMATS[0], *first_stage),
        Form::Ranks { .. } => (FORMATS[1], None),
    };
    let stage = first_stage.map_or("none".to_string(), |stage| stage.to_string());
    let mut text = format!("{format}\ngame {}\nrules {:016x}\n", game.name(), fingerprint(game));
    write!(
        text,
        "start {}\nmerged {merged}\nstage {stage}\npositions {positions}\nup-to-symmetry {up_to_symmetry}\nwins {wins}\nlosses \
         {losses}\ndraws {draws}\nendless {endless}\nfinished {finished}\nlongest {longest}\n",
        game.state_text(start)
    )
    .expect("a text takes everything");
    match form {
        Form::Keys { levels, .. } => writeln!(text, "levels {levels}"),
        Form::Ranks { numbering, ranks, known, codes } => {
            let codes: Vec<String> = codes.iter().map(|code| code.0.to_string()).collect();
            writeln!(
                text,
                "numbering {numbering:016x}\nranks {ranks}\nknown {known}\ncodes {}",
                codes.join(" ")
            )
        }
    }
    .expect("a text takes everything");
    text + &format!("bytes {bytes}\n\n")
}

impl Header {
    pub fn read(bytes: &[u8]) -> Result<Header, BookError> {
        let (format, _) = format_of(bytes).ok_or(BookError::Foreign)?;
        let end = bytes
            .windows(2)
            .position(|two| two == b"\n\n")
            .ok_or_else(|| damaged("its header has no end"))?;
        let text = std::str::from_utf8(&bytes[..end]).map_err(|_| damaged("its header is no text"))?;
        let mut lines = text.lines().skip(2);
        let mut value = |key: &str| {
            let line =
                lines.next().and_then(|line| line.strip_prefix(key)).and_then(|line| line.strip_prefix(' '));
            line.ok_or_else(|| damaged(format!("its header does not say '{key}' where it should")))
        };
        fn number<N: std::str::FromStr>(key: &str, text: &str) -> Result<N, BookError> {
            text.parse().map_err(|_| damaged(format!("'{key} {text}' in its header is no number")))
        }
        fn hash(key: &str, text: &str) -> Result<u64, BookError> {
            u64::from_str_radix(text, 16).map_err(|_| damaged(format!("'{key}' in its header is no number")))
        }
        let rules = hash("rules", value("rules")?)?;
        let start = value("start")?.to_string();
        let merged = match value("merged")? {
            "yes" => true,
            "no" => false,
            other => return Err(damaged(format!("'merged {other}' in its header is neither yes nor no"))),
        };
        let first_stage = match value("stage")? {
            "none" => None,
            stage => Some(number("stage", stage)?),
        };
        let mut next = |key: &str| number::<u64>(key, value(key)?);
        let counts = Counts {
            positions: next("positions")?,
            up_to_symmetry: next("up-to-symmetry")?,
            wins: next("wins")?,
            losses: next("losses")?,
            draws: next("draws")?,
            endless: next("endless")?,
            finished: next("finished")?,
            longest: u32::try_from(next("longest")?).map_err(|_| damaged("its longest win is too long"))?,
        };
        let form = match format {
            0 => Form::Keys { first_stage, levels: number("levels", value("levels")?)? },
            _ => Form::Ranks {
                numbering: hash("numbering", value("numbering")?)?,
                ranks: number("ranks", value("ranks")?)?,
                known: number("known", value("known")?)?,
                codes: value("codes")?
                    .split(' ')
                    .map(|code| number("codes", code).map(Code))
                    .collect::<Result<_, _>>()?,
            },
        };
        let bytes = number("bytes", value("bytes")?)?;
        Ok(Header { rules, start, merged, counts, form, bytes, end: end + 2 })
    }
}
