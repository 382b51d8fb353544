//! Reading a tree from its text.

use super::build::{Children, Growth, check_points};
use super::efg;
use super::node::{Probability, WrittenBranch, WrittenKind};
use super::words::{MINUS, TreeError, number, probability};
use super::written::WrittenTree;
use crate::{Outcome, Player};

impl WrittenTree {
    /// Reads a tree from its text: in [this notation](super), as nested lists, or as a game in extensive form by Gambit.
    ///
    /// # Errors
    /// If the text does not follow the notation of [the module](super): gives the line and the column, the
    /// error and what would work.
    pub fn parse(text: &str) -> Result<WrittenTree, TreeError> {
        if efg::is_one(text) {
            return efg::parse(text);
        }
        let mut parser = Parser { tokens: Tokens::new(text), growth: Growth::default(), open: Vec::new() };
        match parser.tree() {
            Ok(()) => Ok(parser.growth.finish()),
            Err(error) => Err(about_brackets(text, &parser.open, error)),
        }
    }
}

/// The same error, and the bracket that is missing in the text, if one is: what is wrong with a label or a node may be due to that.
/// `open` are the brackets that were open where the error was found.
fn about_brackets(text: &str, open: &[Token<'_>], error: TreeError) -> TreeError {
    let mut tokens = Tokens::new(text);
    let mut stack: Vec<Token<'_>> = Vec::new();
    let missing = loop {
        let token = tokens.take();
        let Token { kind, at } = token;
        match kind {
            TokenKind::Sign('(' | '{' | '[') => stack.push(token),
            TokenKind::Sign(sign @ (')' | '}' | ']')) => {
                match stack.pop().map(|opened| (opened, closing(opened.kind))) {
                    Some((_, close)) if close == sign => {}
                    Some((opened, close)) => {
                        break format!(
                            "the {kind} of {at} cannot close the {} of {}, so that a '{close}' is missing between them, or another bracket",
                            opened.kind, opened.at
                        );
                    }
                    None => {
                        let opening =
                            BRACKETS.iter().find(|pair| pair[1] == sign).map_or('{', |pair| pair[0]);
                        break format!(
                            "the {kind} of {at} closes nothing, so that a '{opening}' is missing before it, or it is one too many"
                        );
                    }
                }
            }
            TokenKind::End => match (stack.is_empty(), open.last()) {
                (false, Some(open)) => {
                    break format!(
                        "a '{}' is missing, for the {} of {}",
                        closing(open.kind),
                        open.kind,
                        open.at
                    );
                }
                _ => return error,
            },
            _ => {}
        }
    };
    // Nothing has to be said twice.
    if error.message.contains("cannot close") || error.message.contains("is never closed") {
        return error;
    }
    TreeError { message: format!("{missing}; as it is, {}", error.message), ..error }
}

/// Brackets, and those that close them.
const BRACKETS: [[char; 2]; 3] = [['(', ')'], ['{', '}'], ['[', ']']];

/// The bracket that closes this one.
fn closing(open: TokenKind<'_>) -> char {
    BRACKETS.iter().find(|pair| open == TokenKind::Sign(pair[0])).map_or('}', |pair| pair[1])
}

struct Parser<'a> {
    tokens: Tokens<'a>,
    growth: Growth,
    /// The brackets that are open.
    open: Vec<Token<'a>>,
}

impl<'a> Parser<'a> {
    /// Reads the whole text.
    fn tree(&mut self) -> Result<(), TreeError> {
        let start = self.tokens.take();
        if start.kind == TokenKind::End {
            return start
                .at
                .error("there is no tree here; write a number, or moves in parentheses like (3 5)");
        }
        self.node(start, 0, Player::First)?;
        let rest = self.tokens.take();
        match rest.kind {
            TokenKind::End => Ok(()),
            kind => rest
                .at
                .error(format!("the tree ends before this {kind}; nothing but a comment may follow it")),
        }
    }

    /// Reads the node that begins with `start`; `expected` moves there unless the text names a player. The
    /// depth is limited, so the recursion is too.
    fn node(&mut self, start: Token<'a>, depth: u32, expected: Player) -> Result<u32, TreeError> {
        let at = start.at;
        let id = self.growth.open(depth).or_else(|reason| at.error(reason))?;
        let next = self.tokens.peek().kind;
        match start.kind {
            TokenKind::Word(sign) if next == TokenKind::Sign('(') && is_player(sign) => {
                let open = self.tokens.take();
                let player = if sign == "+" { Player::First } else { Player::Second };
                self.decision(id, open, depth, player)?;
            }
            TokenKind::Sign('(' | '[') => self.decision(id, start, depth, expected)?,
            TokenKind::Sign('{') => self.chance(id, start, depth, expected)?,
            TokenKind::Word(word) => {
                let outcome = leaf(word).or_else(|reason| at.error(reason))?;
                self.growth.leaf(id, outcome).or_else(|reason| at.error(reason))?;
                if next == TokenKind::Sign('~') {
                    let tilde = self.tokens.take();
                    return tilde.at.error("only an inner node takes a written value; a leaf is what it is");
                }
            }
            kind => return at.error(format!("a node is missing before this {kind}; {NODE_LOOKS_LIKE}")),
        }
        Ok(id)
    }

    fn decision(&mut self, id: u32, open: Token<'a>, depth: u32, player: Player) -> Result<(), TreeError> {
        let kind = WrittenKind::Decision(player);
        let mut children = Children::new(kind);
        self.open.push(open);
        while let Some(start) = self.inside(open)? {
            self.branch(&mut children, None, start, depth, player.other())?;
        }
        let written = self.written_value()?;
        self.growth.close(id, kind, children, written).or_else(|reason| open.at.error(reason))
    }

    fn chance(&mut self, id: u32, open: Token<'a>, depth: u32, expected: Player) -> Result<(), TreeError> {
        let mut children = Children::new(WrittenKind::Chance);
        self.open.push(open);
        while let Some(start) = self.inside(open)? {
            let found = match start.kind {
                TokenKind::Word(word) if self.tokens.peek().kind != TokenKind::Sign(':') => probability(word),
                _ => None,
            };
            let Some(probability) = found else {
                return start.at.error(format!(
                    "every outcome of a chance node begins with its probability, above 0 and at most 1, like 1/6 \
                     or 0.25 (nine decimals at most), not with this {}",
                    start.kind
                ));
            };
            let start = self.tokens.take();
            self.branch(&mut children, Some(probability), start, depth, expected)?;
        }
        let written = self.written_value()?;
        self.growth.close(id, WrittenKind::Chance, children, written).or_else(|reason| open.at.error(reason))
    }

    /// The first token of the next item within brackets, or `None` when they are closed.
    fn inside(&mut self, open: Token<'a>) -> Result<Option<Token<'a>>, TreeError> {
        let (token, close) = (self.tokens.take(), closing(open.kind));
        match token.kind {
            TokenKind::Sign(sign) if sign == close => {
                self.open.pop();
                Ok(None)
            }
            TokenKind::Sign(')' | '}' | ']') => token.at.error(format!(
                "this {} cannot close the {} of {}; '{close}' would",
                token.kind, open.kind, open.at
            )),
            TokenKind::End => {
                open.at.error(format!("this {} is never closed; a '{close}' is missing", open.kind))
            }
            _ => Ok(Some(token)),
        }
    }

    /// Reads a branch that begins with `start`: a label and a colon, if there are any, and a node.
    fn branch(
        &mut self,
        children: &mut Children,
        probability: Option<Probability>,
        start: Token<'a>,
        depth: u32,
        expected: Player,
    ) -> Result<(), TreeError> {
        let (given, node) = match start.kind {
            TokenKind::Word(word) if self.tokens.peek().kind == TokenKind::Sign(':') => {
                self.tokens.take();
                (Some(word), self.tokens.take())
            }
            _ => (None, start),
        };
        let label = children.label(given).or_else(|reason| start.at.error(reason))?;
        let child = self.node(node, depth + 1, expected)?;
        children.add(WrittenBranch { label, child, probability });
        Ok(())
    }

    /// Reads `~ number`, if it is there.
    fn written_value(&mut self) -> Result<Option<f64>, TreeError> {
        if self.tokens.peek().kind != TokenKind::Sign('~') {
            return Ok(None);
        }
        self.tokens.take();
        let token = self.tokens.take();
        match token.kind {
            TokenKind::Word(word) => match number(word) {
                Some(points) => check_points(points).map(Some).or_else(|reason| token.at.error(reason)),
                None => token.at.error(format!("a number has to follow '~', not this {}", token.kind)),
            },
            kind => token.at.error(format!("a number has to follow '~', not this {kind}")),
        }
    }
}

/// True for the sign before a decision that names its player.
fn is_player(sign: &str) -> bool {
    sign == "+" || sign.strip_prefix(MINUS) == Some("")
}

const NODE_LOOKS_LIKE: &str = "it is a number, W, L, =, or moves in ( ) or outcomes in { }";

fn leaf(word: &str) -> Result<Outcome, String> {
    Ok(match word {
        "W" => Outcome::Win(Player::First),
        "L" => Outcome::Win(Player::Second),
        "=" => Outcome::Draw,
        _ => Outcome::Payoff(
            number(word)
                .ok_or_else(|| format!("this {} is not a node; {NODE_LOOKS_LIKE}", TokenKind::Word(word)))?,
        ),
    })
}

/// A position in the text.
#[derive(Clone, Copy, Debug)]
struct TextPosition {
    line: usize,
    column: usize,
}

impl std::fmt::Display for TextPosition {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "line {}, column {}", self.line, self.column)
    }
}

impl TextPosition {
    fn error<T>(self, message: impl Into<String>) -> Result<T, TreeError> {
        Err(TreeError { line: self.line, column: self.column, message: message.into() })
    }
}

#[derive(Clone, Copy, Debug)]
struct Token<'a> {
    kind: TokenKind<'a>,
    at: TextPosition,
}

#[derive(Clone, Copy, Debug, PartialEq)]
enum TokenKind<'a> {
    /// One of `( ) { } : ~`, in nested lists also `[ ]`.
    Sign(char),
    /// A run of other characters.
    Word(&'a str),
    End,
}

/// As it is called in an error.
impl std::fmt::Display for TokenKind<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            TokenKind::Sign(sign) => write!(f, "'{sign}'"),
            TokenKind::Word(word) => match word.char_indices().nth(40) {
                Some((end, _)) => write!(f, "'{}...'", &word[..end]),
                None => write!(f, "'{word}'"),
            },
            TokenKind::End => f.write_str("end of the text"),
        }
    }
}

/// Cuts a text into tokens with their positions.
struct Tokens<'a> {
    rest: &'a str,
    at: TextPosition,
    next: Option<Token<'a>>,
    /// True if the text is of nested lists: then no label has brackets.
    lists: bool,
}

impl<'a> Tokens<'a> {
    fn new(text: &'a str) -> Tokens<'a> {
        let mut tokens =
            Tokens { rest: text, at: TextPosition { line: 1, column: 1 }, next: None, lists: false };
        tokens.skip_blanks();
        tokens.lists = tokens.rest.starts_with('[');
        tokens
    }

    /// The next token, without consuming it.
    fn peek(&mut self) -> Token<'a> {
        let token = self.take();
        *self.next.insert(token)
    }

    fn take(&mut self) -> Token<'a> {
        if let Some(token) = self.next.take() {
            return token;
        }
        self.skip_blanks();
        let at = self.at;
        let kind = match self.rest.chars().next() {
            None => TokenKind::End,
            Some(sign) if self.is_sign(sign) => {
                self.advance(sign.len_utf8());
                TokenKind::Sign(sign)
            }
            Some(_) => {
                let ends = |c: char| self.is_sign(c) || is_blank(c) || c == '#';
                TokenKind::Word(self.advance(self.rest.find(ends).unwrap_or(self.rest.len())))
            }
        };
        Token { kind, at }
    }

    fn is_sign(&self, c: char) -> bool {
        matches!(c, '(' | ')' | '{' | '}' | ':' | '~') || self.lists && matches!(c, '[' | ']')
    }

    fn skip_blanks(&mut self) {
        loop {
            let blanks = self.rest.find(|c| !is_blank(c)).unwrap_or(self.rest.len());
            self.advance(blanks);
            if !self.rest.starts_with('#') {
                return;
            }
            self.advance(self.rest.find('\n').unwrap_or(self.rest.len()));
        }
    }

    /// Moves on by this many bytes and returns them.
    fn advance(&mut self, bytes: usize) -> &'a str {
        let (passed, rest) = self.rest.split_at(bytes);
        self.rest = rest;
        for c in passed.chars() {
            if c == '\n' {
                self.at = TextPosition { line: self.at.line + 1, column: 1 };
            } else {
                self.at.column += 1;
            }
        }
        passed
    }
}

fn is_blank(c: char) -> bool {
    c.is_whitespace() || c == ','
}
