//! Parts of notations that several games share.

use plywood_rules::{Game, Notation, Player, TextError};

/// An error whose message is written as in [`format!`].
macro_rules! refuse {
    ($($message:tt)*) => { Err(plywood_rules::TextError::new(format!($($message)*))) };
}
pub(crate) use refuse;

/// A whole number up to `most`, written in digits alone.
pub(crate) fn whole(text: &str, most: u32) -> Option<u32> {
    let digits = text.bytes().all(|b| b.is_ascii_digit());
    digits.then(|| text.parse().ok()).flatten().filter(|&number| number <= most)
}

/// Refuses the move `text` if the game is over.
pub(crate) fn check_open<G: Game>(game: &G, state: &G::State, text: &str) -> Result<(), TextError> {
    match game.turn(state).outcome() {
        Some(_) => refuse!("'{text}' cannot be played: the game is over"),
        None => Ok(()),
    }
}

/// The words of a position of the game called `name`, if there are as many as `form` lists.
pub(crate) fn parts<'a, G: Notation, const PARTS: usize>(
    game: &G,
    text: &'a str,
    name: &str,
    form: &str,
) -> Result<[&'a str; PARTS], TextError> {
    let words: Vec<&str> = text.split_whitespace().collect();
    words.try_into().or_else(|_| {
        let example = game.state_text(&game.initial());
        refuse!("'{text}' is not a position of {name}; it takes {form}, like {example}")
    })
}

/// Refuses packed positions of another length.
pub(crate) fn check_length(bytes: &[u8], length: usize) -> Result<(), TextError> {
    match bytes.len() {
        given if given == length => Ok(()),
        given => refuse!("a position of this game is packed in {length} bytes, not {given}"),
    }
}

/// Reads the side to move, `first` or `second`.
pub(crate) fn parse_side(text: &str) -> Result<Player, TextError> {
    match Player::BOTH.into_iter().find(|player| player.to_string().eq_ignore_ascii_case(text)) {
        Some(player) => Ok(player),
        None => refuse!("the side to move cannot be '{text}'; it is first or second"),
    }
}

/// The side to move that a byte of a packed position says: 0 for the first player, 1 for the second.
pub(crate) fn side_of_byte(byte: u8) -> Result<Player, TextError> {
    match byte {
        0 | 1 => Ok(Player::BOTH[usize::from(byte)]),
        _ => refuse!("the side to move of a packed position cannot be {byte}; it is 0 or 1"),
    }
}

/// The reason why play cannot lead to so many stones with this side to move.
pub(crate) fn alternation(x: usize, o: usize, side: impl std::fmt::Display) -> String {
    format!("{x} x and {o} o with {side} to move, but x begins and the players take turns")
}
