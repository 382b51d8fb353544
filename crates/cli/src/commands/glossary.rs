//! The definitions of the figures of a report, from the page of the book that has them.

use std::fmt::Write as _;

use plywood_draw::escape;

/// A page of the book, whose sections are definitions.
#[derive(Clone, Copy)]
pub struct Glossary(pub &'static str);

/// The name under which a section is found, in the book as here.
fn anchor(title: &str) -> String {
    title.to_lowercase().replace(' ', "-")
}

/// A paragraph whose parts between stars are emphasised.
fn emphasised(text: &str) -> String {
    let parts = text.split('*').enumerate();
    let parts = parts.map(|(place, part)| match place % 2 {
        0 => escape(part),
        _ => format!("<em>{}</em>", escape(part)),
    });
    parts.collect()
}

impl Glossary {
    /// The sections: the title and the paragraphs.
    fn sections(self) -> impl Iterator<Item = (&'static str, &'static str)> {
        self.0.split("\n## ").skip(1).filter_map(|section| section.split_once('\n'))
    }

    /// All definitions.
    pub fn html(self) -> String {
        let mut html = String::new();
        for (title, text) in self.sections() {
            let _ = write!(html, "<section id=\"{}\"><h3>{}</h3>", anchor(title), escape(title));
            for paragraph in text.split("\n\n").map(str::trim).filter(|paragraph| !paragraph.is_empty()) {
                let _ = write!(html, "<p>{}</p>", emphasised(&paragraph.replace('\n', " ")));
            }
            html.push_str("</section>\n");
        }
        html
    }

    /// A text that leads to the definition of this title.
    pub fn link(self, title: &str, text: &str) -> String {
        debug_assert!(self.sections().any(|(known, _)| known == title), "no definition of '{title}'");
        format!("<a href=\"#{}\">{}</a>", anchor(title), escape(text))
    }
}
