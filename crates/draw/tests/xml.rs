//! Pictures, read back as XML.

use roxmltree::{Document, Error, Node};

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

/// The elements in the order of their opening tags.
///
/// # Errors
/// If the document is not well-formed.
pub fn read(document: &str) -> Result<Vec<Element>, Error> {
    let document = Document::parse(document)?;
    let elements = document.descendants().filter(|node| node.is_element());
    let read = |node: Node<'_, '_>| Element {
        name: node.tag_name().name().into(),
        attributes: node.attributes().map(|it| (it.name().into(), it.value().into())).collect(),
        text: node.children().filter(|inner| inner.is_text()).filter_map(|inner| inner.text()).collect(),
    };
    Ok(elements.map(read).collect())
}
