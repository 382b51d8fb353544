//! GTP, the Go Text Protocol, version 2: commands, responses, colours and vertices.

use std::fmt;

use plywood_rules::{FlatCell, Player, StoneGoal};

/// The move of Hex that takes over the first stone: its vertex.
const SWAP: &str = "swap-pieces";

/// The letters of columns in Hex.
const LETTERS: &str = "abcdefghijklmnopqrstuvwxyz";

/// The letters of columns in the games of Go's board: none is called i.
const LETTERS_OF_GO: &str = "abcdefghjklmnopqrstuvwxyz";

/// A command of a controller.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct GtpCommand<'a> {
    /// The number before it, which the response repeats; may be empty.
    pub id: &'a str,
    /// Its name.
    pub name: &'a str,
    /// The words after it.
    pub arguments: Vec<&'a str>,
}

impl GtpCommand<'_> {
    /// The command of a line; `None` if the line is empty or a comment.
    pub fn read(line: &str) -> Option<GtpCommand<'_>> {
        let code = line.split('#').next().unwrap_or_default();
        let is_blank = |c: char| c.is_whitespace() || c.is_control();
        let mut words = code.split(is_blank).filter(|word| !word.is_empty()).peekable();
        let id = words.next_if(|word| word.bytes().all(|byte| byte.is_ascii_digit())).unwrap_or_default();
        Some(GtpCommand { id, name: words.next()?, arguments: words.collect() })
    }
}

/// The line, without its end.
impl fmt::Display for GtpCommand<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let GtpCommand { id, name, arguments } = self;
        let words = [*id, *name].into_iter().chain(arguments.iter().copied());
        f.write_str(&words.filter(|word| !word.is_empty()).collect::<Vec<_>>().join(" "))
    }
}

/// The response to a command.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct GtpResponse<'a> {
    /// The number of the command; may be empty.
    pub id: &'a str,
    /// The answer, or the reason of a refusal. An answer may have several lines.
    pub result: Result<String, String>,
}

impl GtpResponse<'_> {
    /// The first line of a response; `None` if the line begins none. Others follow until an empty one.
    pub fn read(line: &str) -> Option<GtpResponse<'_>> {
        let rest = line.strip_prefix(['=', '?'])?;
        let digits = rest.bytes().take_while(u8::is_ascii_digit).count();
        let (id, text) = rest.split_at(digits);
        let text = text.trim().to_string();
        Some(GtpResponse { id, result: if line.starts_with('=') { Ok(text) } else { Err(text) } })
    }
}

/// The lines, with the empty one at the end but without its end.
impl fmt::Display for GtpResponse<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (sign, text) = match &self.result {
            Ok(text) => ('=', text),
            Err(reason) => ('?', reason),
        };
        writeln!(f, "{}", format!("{sign}{} {text}", self.id).trim_end())
    }
}

/// The name of a player in commands.
pub fn colour(player: Player) -> &'static str {
    ["black", "white"][player.index()]
}

/// The player of a colour. Black, which is red in Hex, begins.
pub fn player(colour: &str) -> Option<Player> {
    match colour.to_ascii_lowercase().as_str() {
        "b" | "black" | "r" | "red" => Some(Player::First),
        "w" | "white" | "blue" => Some(Player::Second),
        _ => None,
    }
}

/// The letters of columns: in Hex all, elsewhere without i.
fn letters(goal: StoneGoal) -> &'static str {
    if matches!(goal, StoneGoal::Chain { .. }) { LETTERS } else { LETTERS_OF_GO }
}

/// The name of a column: after the last letter there are two.
pub fn column(goal: StoneGoal, column: usize) -> String {
    let letters = letters(goal);
    let letter = |place: usize| letters.get(place..=place).unwrap_or_default();
    match column.checked_sub(letters.len()) {
        None => letter(column).to_string(),
        Some(beyond) => letter(beyond / letters.len()).to_string() + letter(beyond % letters.len()),
    }
}

/// The vertex of a cell.
pub fn vertex(goal: StoneGoal, cell: FlatCell) -> String {
    format!("{}{}", column(goal, cell.column), cell.row + 1)
}

/// The cell of a vertex in letters of either case, on a board of any size.
pub fn read_vertex(goal: StoneGoal, vertex: &str) -> Option<FlatCell> {
    let letters = letters(goal);
    let small = vertex.to_ascii_lowercase();
    let (name, row) = small.split_at(small.bytes().take_while(u8::is_ascii_alphabetic).count());
    let places = name.chars().map(|letter| letters.find(letter)).collect::<Option<Vec<_>>>()?;
    let column = match *places.as_slice() {
        [one] => one,
        [first, second] => (first + 1) * letters.len() + second,
        _ => return None,
    };
    let row: usize = row.parse().ok().filter(|_| row.bytes().all(|byte| byte.is_ascii_digit()))?;
    Some(FlatCell { column, row: row.checked_sub(1)? })
}

/// A move of ours as GTP writes it. `None` if it has no name there.
pub fn to_gtp(goal: StoneGoal, mv: &str) -> Option<String> {
    match mv {
        "swap" => Some(SWAP.to_string()),
        mv => read_vertex(StoneGoal::Chain { swap: false }, mv).map(|cell| vertex(goal, cell)),
    }
}

/// Our name of a move of GTP.
pub fn from_gtp(goal: StoneGoal, text: &str) -> Option<String> {
    let is = |word: &str| text.eq_ignore_ascii_case(word);
    if matches!(goal, StoneGoal::Chain { .. }) && (is(SWAP) || is("swap")) {
        return Some("swap".to_string());
    }
    read_vertex(goal, text).map(|cell| cell.to_string())
}
