//! A reader for as much of XML as a picture uses, stricter than it need be: elements, attributes and text.

/// An element of the document.
#[derive(Debug)]
pub struct Element {
    pub name: String,
    pub attributes: Vec<(String, String)>,
    /// The text right inside it, without that of inner elements.
    pub text: String,
}

impl Element {
    pub fn get(&self, name: &str) -> Option<&str> {
        self.attributes.iter().find(|(key, _)| key == name).map(|(_, value)| value.as_str())
    }
}

/// The elements in the order of their opening tags, or what is wrong with the document.
pub fn read(document: &str) -> Result<Vec<Element>, String> {
    if let Some(c) =
        document.chars().find(|c| (c.is_control() && *c != '\n') || matches!(c, '\u{fffe}' | '\u{ffff}'))
    {
        return Err(format!("the character {c:?} is not allowed"));
    }
    let mut elements: Vec<Element> = Vec::new();
    let mut open: Vec<usize> = Vec::new();
    let mut rest = document;
    while !rest.is_empty() {
        let (text, tag) = rest.split_at(rest.find('<').unwrap_or(rest.len()));
        match open.last() {
            Some(inner) => elements[*inner].text.push_str(&unescape(text)?),
            None if text.trim().is_empty() => {}
            None => return Err(format!("text outside the document: {text}")),
        }
        if tag.is_empty() {
            break;
        }
        // Quoted or not, a > has to be escaped in these documents.
        let (tag, after) = tag[1..].split_once('>').ok_or("a tag without end")?;
        rest = after;
        if let Some(name) = tag.strip_prefix('/') {
            let inner = open.pop().ok_or("a closing tag too many")?;
            if elements[inner].name != name {
                return Err(format!("{} closed by {name}", elements[inner].name));
            }
            continue;
        }
        if open.is_empty() && !elements.is_empty() {
            return Err("a second root".into());
        }
        let (tag, is_empty) = tag.strip_suffix('/').map_or((tag, false), |tag| (tag, true));
        if !is_empty {
            open.push(elements.len());
        }
        elements.push(element(tag)?);
    }
    if open.is_empty() && !elements.is_empty() { Ok(elements) } else { Err("elements left open".into()) }
}

/// Name and attributes, each attribute once and after a space.
fn element(tag: &str) -> Result<Element, String> {
    let end = tag.find(' ').unwrap_or(tag.len());
    let (name, mut rest) = tag.split_at(end);
    if name.is_empty() || !name.chars().all(|c| c.is_ascii_alphanumeric()) {
        return Err(format!("{name:?} is not a name"));
    }
    let mut attributes: Vec<(String, String)> = Vec::new();
    while !rest.is_empty() {
        let error = || format!("attributes that cannot be read: {rest}");
        let (key, value) =
            rest.strip_prefix(' ').and_then(|rest| rest.split_once("=\"")).ok_or_else(error)?;
        let (value, after) = value.split_once('"').ok_or_else(error)?;
        if !key.chars().all(|c| c.is_ascii_alphanumeric() || c == '-')
            || attributes.iter().any(|(k, _)| k == key)
        {
            return Err(error());
        }
        attributes.push((key.into(), unescape(value)?));
        rest = after;
    }
    Ok(Element { name: name.into(), attributes, text: String::new() })
}

fn unescape(text: &str) -> Result<String, String> {
    let mut parts = text.split('&');
    let mut plain: String = parts.next().unwrap_or_default().into();
    for part in parts {
        let (name, after) = part.split_once(';').ok_or_else(|| format!("a bare & before {part}"))?;
        plain.push(match name {
            "amp" => '&',
            "lt" => '<',
            "gt" => '>',
            "quot" => '"',
            "#39" => '\'',
            _ => return Err(format!("the unknown character &{name};")),
        });
        plain.push_str(after);
    }
    Ok(plain)
}

#[test]
fn broken_documents_are_found() {
    for good in ["<a/>", "<a b=\"1\" c=\"&lt;\">x<b/>&amp;<c></c></a>\n"] {
        assert!(read(good).is_ok(), "{good}");
    }
    let bad = [
        "",
        "<a>",
        "</a>",
        "<a></b>",
        "<a/><b/>",
        "<a b=1/>",
        "<a b=\"1/>",
        "<a b=\"1\"c=\"1\"/>",
        "<a>&</a>",
    ];
    for bad in bad.into_iter().chain(["<a b=\"1\" b=\"2\"/>", "<a>\u{1}</a>", "x<a/>", "<a", "<a>&nbsp;</a>"])
    {
        assert!(read(bad).is_err(), "{bad}");
    }
}
