//! Numbers in the text of a tree, and what is wrong with one.

use super::node::Probability;
use crate::TextError;

/// An error in the text of a tree, with its position.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("line {line}, column {column}: {message}")]
pub struct TreeError {
    /// The line, from 1.
    pub line: usize,
    /// The character of the line, from 1.
    pub column: usize,
    /// The error, and what would work.
    pub message: String,
}

impl From<TreeError> for TextError {
    fn from(error: TreeError) -> TextError {
        TextError::new(error.to_string())
    }
}

/// The signs of negative numbers: that of keyboards, that of print and the dash that slides have instead.
pub(super) const MINUS: [char; 3] = ['-', '\u{2212}', '\u{2013}'];

/// Digits, perhaps with a sign before and decimals after: no exponents, no infinities.
pub(super) fn number(word: &str) -> Option<f64> {
    let negative = word.strip_prefix(MINUS);
    let unsigned = negative.or(word.strip_prefix('+')).unwrap_or(word);
    let (whole, decimals) = unsigned.split_once('.').unwrap_or((unsigned, "0"));
    let digits = |text: &str| !text.is_empty() && text.bytes().all(|b| b.is_ascii_digit());
    let points: f64 = if digits(whole) && digits(decimals) { unsigned.parse().ok()? } else { return None };
    Some(if negative.is_some() { -points } else { points })
}

/// `1/6` or `0.25`.
pub(super) fn probability(word: &str) -> Option<Probability> {
    let digits =
        |text: &str| text.bytes().all(|b| b.is_ascii_digit()).then(|| text.parse::<u32>().ok()).flatten();
    if let Some((numerator, denominator)) = word.split_once('/') {
        return Probability::new(digits(numerator)?, digits(denominator)?);
    }
    let (whole, decimals) = word.split_once('.').unwrap_or((word, "0"));
    if decimals.len() > 9 {
        return None;
    }
    let denominator = 10u32.pow(decimals.len() as u32);
    let numerator = digits(whole)?.checked_mul(denominator)?.checked_add(digits(decimals)?)?;
    Probability::new(numerator, denominator)
}
