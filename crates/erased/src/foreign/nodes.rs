//! The grammar that SGF and GGF share: trees of nodes, each with properties that have values in square brackets.

use plywood_rules::TextError;

/// A property of a node, `SZ[11]`: its name and its values.
pub(super) type Property<'a> = (&'a str, Vec<String>);

/// The nodes of a game's main line.
#[derive(Default)]
pub(super) struct MainLine<'a> {
    pub nodes: Vec<Vec<Property<'a>>>,
}

impl<'a> MainLine<'a> {
    /// The properties in their order.
    pub fn properties(&self) -> impl Iterator<Item = &Property<'a>> {
        self.nodes.iter().flatten()
    }

    /// The first value of the first property of this name.
    pub fn value(&self, name: &str) -> Option<&str> {
        let (_, values) = self.properties().find(|(property, _)| *property == name)?;
        Some(values.first()?.trim())
    }
}

/// The games of a text and the number of variations in it, which are skipped.
///
/// # Errors
/// If the text does not follow the grammar: says where.
pub(super) fn read(text: &str) -> Result<(Vec<MainLine<'_>>, usize), TextError> {
    let mut games: Vec<MainLine<'_>> = Vec::new();
    let mut variations = 0;
    // The number of lines that go on from each tree that is open, and the tree whose line is skipped.
    let mut open: Vec<u32> = Vec::new();
    let mut skipped: Option<usize> = None;
    let mut rest = text;
    while let Some(first) = rest.chars().next() {
        let at = text.len() - rest.len();
        let wrong = |what: &str| {
            let line = text[..at].matches('\n').count() + 1;
            TextError::new(format!("line {line}: {what}"))
        };
        rest = &rest[first.len_utf8()..];
        match first {
            '(' => {
                match open.last_mut() {
                    None => games.push(MainLine::default()),
                    Some(lines) => {
                        *lines += 1;
                        if *lines > 1 && skipped.is_none() {
                            skipped = Some(open.len());
                            variations += 1;
                        }
                    }
                }
                open.push(0);
            }
            ')' => {
                open.pop().ok_or_else(|| wrong("a ')' closes nothing"))?;
                skipped = skipped.filter(|&depth| depth < open.len());
            }
            // What stands between games, such as their number, means nothing.
            _ if open.is_empty() || first.is_whitespace() => {}
            ';' if open.last().is_some_and(|&lines| lines > 0) && skipped.is_none() => {
                return Err(wrong("a node cannot follow a variation"));
            }
            ';' => {
                if let (None, Some(game)) = (skipped, games.last_mut()) {
                    game.nodes.push(Vec::new());
                }
            }
            'A'..='Z' | 'a'..='z' => {
                let text = &text[at..];
                let (name, after) =
                    text.split_at(text.find(|c: char| !c.is_ascii_alphabetic()).unwrap_or(text.len()));
                let (values, after) =
                    values(after).ok_or_else(|| wrong("a value in square brackets never ends"))?;
                if values.is_empty() {
                    return Err(wrong(&format!("'{name}' has no value in square brackets")));
                }
                if let (None, Some(node)) = (skipped, games.last_mut().and_then(|game| game.nodes.last_mut()))
                {
                    node.push((name, values));
                }
                rest = after;
            }
            _ => return Err(wrong(&format!("'{first}' is no part of a game"))),
        }
    }
    match open.is_empty() {
        true => Ok((games, variations)),
        false => Err(TextError::new("a game begins with '(' and never ends")),
    }
}

/// The values at the beginning of a text, and what follows; `None` if one never ends.
fn values(text: &str) -> Option<(Vec<String>, &str)> {
    let mut values = Vec::new();
    let mut rest = text;
    while let Some(inside) = rest.trim_start().strip_prefix('[') {
        let mut value = String::new();
        let mut chars = inside.char_indices();
        loop {
            match chars.next()? {
                (_, '\\') => value.extend(chars.next().map(|(_, c)| c).filter(|&c| c != '\n')),
                (_, ']') => break,
                (_, c) => value.push(c),
            }
        }
        values.push(value);
        rest = chars.as_str();
    }
    Some((values, rest))
}

/// A property with one value, as text.
pub(super) fn property(name: &str, value: &str) -> String {
    format!("{name}[{}]", value.replace('\\', "\\\\").replace(']', "\\]"))
}
