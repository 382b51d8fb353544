//! Lines of a picture, and the texts of squares.

use anstyle::{AnsiColor, Style};
use plywood_rules::scene::{Piece, Square};

pub const DIM: Style = Style::new().dimmed();

/// A line of text and how many columns it takes on the screen.
pub struct TextLine {
    pub text: String,
    pub width: usize,
}

impl TextLine {
    pub fn new() -> TextLine {
        TextLine { text: String::new(), width: 0 }
    }

    pub fn plain(text: &str) -> TextLine {
        TextLine { text: text.to_string(), width: text.chars().count() }
    }

    pub fn push(&mut self, text: &str) {
        self.text.push_str(text);
        self.width += text.chars().count();
    }

    pub fn push_styled(&mut self, style: Style, text: &str) {
        self.text.push_str(&format!("{style}{text}{style:#}"));
        self.width += text.chars().count();
    }

    pub fn append(&mut self, other: &TextLine) {
        self.text.push_str(&other.text);
        self.width += other.width;
    }

    pub fn pad_to(&mut self, width: usize) {
        while self.width < width {
            self.push(" ");
        }
    }
}

pub fn style_of(piece: Piece) -> Style {
    match piece {
        Piece::First => AnsiColor::BrightYellow.on_default().bold(),
        Piece::Second => AnsiColor::BrightCyan.on_default().bold(),
        Piece::Neutral => AnsiColor::BrightRed.on_default().bold(),
    }
}

/// The character of a piece: discs where the game has light and dark balls, else its letter.
pub fn symbol(piece: Piece, letter: char) -> char {
    match (piece, letter) {
        (_, 'w') => '○',
        (_, 'b') => '●',
        (Piece::Neutral, 't') => '◆',
        (_, letter) => letter,
    }
}

/// The text of a square.
pub fn content(square: &Square) -> (Style, String) {
    match *square {
        Square::Hole => (Style::new(), " ".to_string()),
        Square::Free => (DIM, "·".to_string()),
        Square::Taken(piece, letter) => (style_of(piece), symbol(piece, letter).to_string()),
        Square::Counted(piece, count) => (style_of(piece), count.to_string()),
    }
}
