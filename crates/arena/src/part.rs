//! Parts of numbered work, which several processes or machines do without knowing of each other.

use std::fmt;
use std::str::FromStr;

use plywood_rules::TextError;

/// One of several parts of numbered items, such as the games of a match: of `of` parts, number `number` has the items `number - 1`,
/// `number - 1 + of` and so on, so that each part has early and late ones. Items do not depend on the number of parts.
///
/// ```
/// use plywood_arena::WorkPart;
///
/// let part: WorkPart = "2/3".parse().unwrap();
/// assert_eq!((0..8).filter(|&item| part.has(item)).collect::<Vec<_>>(), [1, 4, 7]);
/// assert_eq!((part.count(8), part.item(2)), (3, 7));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct WorkPart {
    of: u64,
    number: u64,
}

impl WorkPart {
    /// The only part of one.
    pub const WHOLE: WorkPart = WorkPart { of: 1, number: 1 };

    /// The most parts.
    pub const MOST: u64 = 1_000_000;

    /// All parts of a division into `of`.
    pub fn all(of: u64) -> impl Iterator<Item = WorkPart> {
        (1..=of).map(move |number| WorkPart { of, number })
    }

    /// Its number, from 1.
    pub fn number(self) -> u64 {
        self.number
    }

    /// The number of parts.
    pub fn of(self) -> u64 {
        self.of
    }

    /// True if the item of this number, from 0, belongs to the part.
    pub fn has(self, item: u64) -> bool {
        item % self.of == self.number - 1
    }

    /// The number of the item at this place in the part, from 0.
    pub fn item(self, place: u64) -> u64 {
        place.saturating_mul(self.of).saturating_add(self.number - 1)
    }

    /// The number of its items where there are `items` in all.
    pub fn count(self, items: u64) -> u64 {
        (items + self.of - self.number) / self.of
    }
}

/// `3/10`.
impl fmt::Display for WorkPart {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}/{}", self.number, self.of)
    }
}

impl FromStr for WorkPart {
    type Err = TextError;

    fn from_str(text: &str) -> Result<WorkPart, TextError> {
        let number = |text: &str| text.parse::<u64>().ok();
        let both = text.split_once('/').and_then(|(number_text, of)| number(number_text).zip(number(of)));
        match both {
            Some((number, of)) if (1..=of).contains(&number) && of <= WorkPart::MOST => {
                Ok(WorkPart { of, number })
            }
            _ => Err(TextError::new(format!(
                "'{text}' is no part; write I/N, such as 3/10, with I from 1 to N and N up to {}",
                WorkPart::MOST
            ))),
        }
    }
}
