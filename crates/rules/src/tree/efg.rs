//! Games in extensive form by Gambit (`.efg`), of two players with full information whose payoffs always have the same sum.
//!
//! A prologue, `EFG 2 R "title" { "first" "second" }`, then the nodes in the order of a walk: `c` is chance, `p` a decision, `t` an
//! end. Payoffs come with outcomes, which may also be at inner nodes: those add up on the way.

use std::collections::{HashMap, HashSet};

use super::build::{Children, Growth};
use super::node::{Probability, WrittenBranch, WrittenKind};
use super::words::{TreeError, number, probability};
use super::written::WrittenTree;
use crate::{Outcome, Player};

/// Sums of payoffs that differ by less are the same.
const NEAR: f64 = 1e-9;

/// The most characters of a label.
const LONGEST: usize = 48;

/// The most moves of one name in a node.
const MOST_ALIKE: usize = 1000;

/// True if a text begins like one of these games.
pub(super) fn is_one(text: &str) -> bool {
    text.trim_start().strip_prefix("EFG").is_some_and(|rest| rest.starts_with(char::is_whitespace))
}

/// Reads such a game.
pub(super) fn parse(text: &str) -> Result<WrittenTree, TreeError> {
    let mut reader = EfgReader {
        words: EfgLexer { text, at: 0 },
        growth: Growth::default(),
        ends: Vec::new(),
        outcomes: HashMap::new(),
        chances: HashMap::new(),
        sets: HashSet::new(),
    };
    reader.prologue()?;
    reader.node(0, [0.0; 2])?;
    let rest = reader.words.take();
    if rest.part != EfgToken::Nothing {
        return reader.words.error(rest, "the tree ends before this, and nothing may follow it");
    }
    reader.finish()
}

/// The end of a line of play: its node, where it is in the text, and the payoffs.
struct EfgLeaf {
    id: u32,
    at: usize,
    payoffs: [f64; 2],
}

/// The outcomes of chance: their names and probabilities.
type ChanceOutcomes = Vec<(String, Probability)>;

struct EfgReader<'a> {
    words: EfgLexer<'a>,
    growth: Growth,
    ends: Vec<EfgLeaf>,
    /// Payoffs by the number of their outcome, which are written once.
    outcomes: HashMap<u32, [f64; 2]>,
    /// Outcomes of chance by the number of their set.
    chances: HashMap<u32, ChanceOutcomes>,
    /// The information sets of players so far.
    sets: HashSet<(u32, u32)>,
}

impl<'a> EfgReader<'a> {
    fn prologue(&mut self) -> Result<(), TreeError> {
        self.words.take();
        let version = self.words.take();
        if version.part != EfgToken::Word("2") {
            return self
                .words
                .error(version, "this is not version 2 of the format, which is written `EFG 2 R`");
        }
        let kind = self.words.take();
        if !matches!(kind.part, EfgToken::Word("R" | "D")) {
            return self.words.error(kind, "after `EFG 2` comes R or D, the kind of the numbers");
        }
        self.name()?;
        let open = self.words.take();
        let players = self.list(open)?.len();
        if players != 2 {
            return self.words.error(
                open,
                &format!("it is a game of {players} players; a tree has two, whose interests are opposed"),
            );
        }
        if matches!(self.words.peek().part, EfgToken::Name(_)) {
            self.words.take();
        }
        Ok(())
    }

    /// Reads a node on this ply; `paid` are the payoffs on the way.
    fn node(&mut self, depth: u32, paid: [f64; 2]) -> Result<u32, TreeError> {
        let kind = self.words.take();
        let id = self.growth.open(depth).or_else(|reason| self.words.error(kind, &reason))?;
        match kind.part {
            EfgToken::Word("t") => {
                self.name()?;
                let payoffs = self.outcome(paid)?;
                self.ends.push(EfgLeaf { id, at: kind.at, payoffs });
            }
            EfgToken::Word("c") => self.chance(id, kind, depth, paid)?,
            EfgToken::Word("p") => self.decision(id, kind, depth, paid)?,
            EfgToken::Nothing => {
                return self.words.error(kind, "the text ends where a node should be: c, p or t");
            }
            _ => return self.words.error(kind, "a node begins with c (chance), p (a player) or t (the end)"),
        }
        Ok(id)
    }

    fn chance(&mut self, id: u32, at: PlacedToken<'a>, depth: u32, paid: [f64; 2]) -> Result<(), TreeError> {
        self.name()?;
        let set = self.count()?;
        self.optional_name();
        let open = self.words.peek();
        if open.part == EfgToken::Open {
            self.words.take();
            let list = self.list(open)?;
            let mut chances = ChanceOutcomes::new();
            for pair in list.chunks(2) {
                let [
                    PlacedToken { part: EfgToken::Name(name), .. },
                    value @ PlacedToken { part: EfgToken::Word(word), .. },
                ] = pair
                else {
                    return self.words.error(
                        open,
                        "outcomes of chance are names with probabilities: { \"a\" 1/2 \"b\" 1/2 }",
                    );
                };
                let Some(probability) = probability(word) else {
                    let wrong =
                        "a probability is above 0 and at most 1, like 1/6 or 0.25 (nine decimals at most)";
                    return self.words.error(*value, wrong);
                };
                chances.push((plain(name), probability));
            }
            self.chances.insert(set, chances);
        }
        let paid = self.outcome(paid)?;
        let Some(chances) = self.chances.get(&set).cloned() else {
            return self.words.error(
                at,
                &format!("chance has no list of outcomes here, and none for its set {set} before"),
            );
        };
        let mut children = Children::new(WrittenKind::Chance);
        for (name, probability) in chances {
            self.branch(&mut children, &name, Some(probability), depth, paid)?;
        }
        self.growth
            .close(id, WrittenKind::Chance, children, None)
            .or_else(|reason| self.words.error(at, &reason))
    }

    fn decision(
        &mut self,
        id: u32,
        at: PlacedToken<'a>,
        depth: u32,
        paid: [f64; 2],
    ) -> Result<(), TreeError> {
        self.name()?;
        let (number, set) = (self.count()?, self.count()?);
        let player = match number {
            1 => Player::First,
            2 => Player::Second,
            _ => return self.words.error(at, &format!("there is no player {number}; there are 1 and 2")),
        };
        if !self.sets.insert((number, set)) {
            return self.words.error(
                at,
                &format!(
                    "player {number} does not know which node of information set {set} this is; only games with full \
                     information are trees here: each node needs a set of its own"
                ),
            );
        }
        self.optional_name();
        let open = self.words.take();
        let mut names = Vec::new();
        for word in self.list(open)? {
            let EfgToken::Name(name) = word.part else {
                return self.words.error(word, "moves are names in quotes: { \"left\" \"right\" }");
            };
            names.push(plain(name));
        }
        let paid = self.outcome(paid)?;
        let kind = WrittenKind::Decision(player);
        let mut children = Children::new(kind);
        for name in names {
            self.branch(&mut children, &name, None, depth, paid)?;
        }
        self.growth.close(id, kind, children, None).or_else(|reason| self.words.error(at, &reason))
    }

    fn branch(
        &mut self,
        children: &mut Children,
        name: &str,
        probability: Option<Probability>,
        depth: u32,
        paid: [f64; 2],
    ) -> Result<(), TreeError> {
        let at = self.words.peek();
        let label = label(children, name).or_else(|reason| self.words.error(at, &reason))?;
        let child = self.node(depth + 1, paid)?;
        children.add(WrittenBranch { label, child, probability });
        Ok(())
    }

    /// Reads a name, in quotes.
    fn name(&mut self) -> Result<(), TreeError> {
        let word = self.words.take();
        match word.part {
            EfgToken::Name(_) => Ok(()),
            _ => self.words.error(word, "a name in quotes should be here; it may be empty"),
        }
    }

    fn optional_name(&mut self) {
        if matches!(self.words.peek().part, EfgToken::Name(_)) {
            self.words.take();
        }
    }

    /// Reads a whole number.
    fn count(&mut self) -> Result<u32, TreeError> {
        let word = self.words.take();
        match word.part {
            EfgToken::Word(text) if text.bytes().all(|byte| byte.is_ascii_digit()) => {
                text.parse().or_else(|_| self.words.error(word, "this number is too large"))
            }
            _ => self.words.error(word, "a whole number should be here"),
        }
    }

    /// Reads a list that begins with `open`.
    fn list(&mut self, open: PlacedToken<'a>) -> Result<Vec<PlacedToken<'a>>, TreeError> {
        let mut list = Vec::new();
        if open.part != EfgToken::Open {
            return self.words.error(open, "a list in braces should be here");
        }
        loop {
            let word = self.words.take();
            match word.part {
                EfgToken::Close => return Ok(list),
                EfgToken::Open | EfgToken::Nothing => {
                    return self.words.error(open, "this list is never closed; a '}' is missing");
                }
                _ => list.push(word),
            }
        }
    }

    /// Reads an outcome and adds its payoffs to those on the way.
    fn outcome(&mut self, paid: [f64; 2]) -> Result<[f64; 2], TreeError> {
        let number_of_outcome = self.count()?;
        self.optional_name();
        let open = self.words.peek();
        if open.part == EfgToken::Open {
            self.words.take();
            let list = self.list(open)?;
            let mut values = Vec::new();
            for word in list {
                let value = if let EfgToken::Word(text) = word.part { amount(text) } else { None };
                let Some(value) = value else {
                    return self.words.error(word, "a payoff is a number, like -1, 2.5 or 1/3");
                };
                values.push(value);
            }
            let Ok(pair) = <[f64; 2]>::try_from(values) else {
                return self.words.error(open, "an outcome has two payoffs, one for each player");
            };
            self.outcomes.insert(number_of_outcome, pair);
        }
        match self.outcomes.get(&number_of_outcome) {
            Some(payoffs) => Ok([paid[0] + payoffs[0], paid[1] + payoffs[1]]),
            None if number_of_outcome == 0 => Ok(paid),
            None => {
                self.words.error(open, &format!("outcome {number_of_outcome} has no payoffs, here or before"))
            }
        }
    }

    /// Gives each end its payoff, now that the sum of all is known.
    fn finish(mut self) -> Result<WrittenTree, TreeError> {
        let sum_of = |end: &EfgLeaf| end.payoffs[0] + end.payoffs[1];
        let sum = self.ends.first().map_or(0.0, sum_of);
        for end in &self.ends {
            let at = PlacedToken { part: EfgToken::Nothing, at: end.at };
            if (sum_of(end) - sum).abs() > NEAR * (1.0 + sum.abs()) {
                return self.words.error(
                    at,
                    &format!(
                        "the payoffs here sum to {} and those of the first end to {sum}; the players of a tree are opposed: payoffs \
                         need the same sum at every end",
                        sum_of(end)
                    ),
                );
            }
            let payoff = Outcome::Payoff(end.payoffs[0] - sum / 2.0);
            self.growth.leaf(end.id, payoff).or_else(|reason| self.words.error(at, &reason))?;
        }
        Ok(self.growth.finish())
    }
}

/// A payoff: a number or a fraction.
fn amount(text: &str) -> Option<f64> {
    match text.split_once('/') {
        Some((above, below)) => Some(number(above)? / number(below)?).filter(|value| value.is_finite()),
        None => number(text),
    }
}

/// A name without the backslashes before its quotes and backslashes.
fn plain(name: &str) -> String {
    let mut plain = String::new();
    let mut letters = name.chars();
    while let Some(letter) = letters.next() {
        plain.push(if letter == '\\' { letters.next().unwrap_or(letter) } else { letter });
    }
    plain
}

/// A label for the move of this name: what a label cannot hold becomes a dash, and a number follows if there is one like it.
fn label(children: &mut Children, name: &str) -> Result<Box<str>, String> {
    let fits = |c: char| !c.is_whitespace() && !c.is_control() && !"(){}:,#/~".contains(c);
    let kept = name.trim().chars().take(LONGEST).map(|c| if fits(c) { c } else { '-' });
    let mut base: String = kept.collect();
    if base.is_empty() {
        if let Ok(label) = children.label(None) {
            return Ok(label);
        }
        base.push_str("move");
    }
    let mut refused = String::new();
    for number in 1..=MOST_ALIKE {
        let tried = if number == 1 { base.clone() } else { format!("{base}-{number}") };
        match children.label(Some(&tried)) {
            Ok(label) => return Ok(label),
            Err(reason) => refused = reason,
        }
    }
    Err(refused)
}

/// A part of the text, and where it begins.
#[derive(Clone, Copy, Debug, PartialEq)]
struct PlacedToken<'a> {
    part: EfgToken<'a>,
    at: usize,
}

#[derive(Clone, Copy, Debug, PartialEq)]
enum EfgToken<'a> {
    Open,
    Close,
    /// In quotes, with its backslashes.
    Name(&'a str),
    Word(&'a str),
    Nothing,
}

/// The parts of a text, one after the other.
struct EfgLexer<'a> {
    text: &'a str,
    at: usize,
}

impl<'a> EfgLexer<'a> {
    fn peek(&mut self) -> PlacedToken<'a> {
        let at = self.at;
        let word = self.take();
        self.at = at;
        word
    }

    fn take(&mut self) -> PlacedToken<'a> {
        let is_blank = |c: char| c.is_whitespace() || c == ',';
        let rest = &self.text[self.at..];
        let at = self.at + rest.find(|c| !is_blank(c)).unwrap_or(rest.len());
        let rest = &self.text[at..];
        let (part, length) = match rest.chars().next() {
            None => (EfgToken::Nothing, 0),
            Some('{') => (EfgToken::Open, 1),
            Some('}') => (EfgToken::Close, 1),
            Some('"') => {
                let mut escaped = false;
                let end = rest[1..].find(|c| {
                    let ends = c == '"' && !escaped;
                    escaped = c == '\\' && !escaped;
                    ends
                });
                let end = end.unwrap_or(rest.len() - 1);
                (EfgToken::Name(&rest[1..1 + end]), (end + 2).min(rest.len()))
            }
            Some(_) => {
                let end = rest.find(|c| is_blank(c) || "{}\"".contains(c)).unwrap_or(rest.len());
                (EfgToken::Word(&rest[..end]), end)
            }
        };
        self.at = at + length;
        PlacedToken { part, at }
    }

    /// An error at a part of the text.
    fn error<T>(&self, word: PlacedToken<'_>, message: &str) -> Result<T, TreeError> {
        let before = &self.text[..word.at];
        let line = before.rfind('\n').map_or(0, |end| end + 1);
        let (line, column) = (1 + before.matches('\n').count(), 1 + before[line..].chars().count());
        Err(TreeError { line, column, message: message.to_string() })
    }
}
