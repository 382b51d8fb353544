//! The definitions of all figures, from the page of the book that has them.

use std::fmt::Write as _;

use plywood_draw::escape;

const PAGE: &str = include_str!("../../../../../../book/src/reference/statistics.md");

/// The sections of the page: the title and the paragraphs.
fn sections() -> impl Iterator<Item = (&'static str, &'static str)> {
    PAGE.split("\n## ").skip(1).filter_map(|section| section.split_once('\n'))
}

/// The name under which a section is found, in the book as here.
fn anchor(title: &str) -> String {
    title.to_lowercase().replace(' ', "-")
}

/// All definitions.
pub fn html() -> String {
    let mut html = String::new();
    for (title, text) in sections() {
        let _ = write!(html, "<section id=\"{}\"><h3>{}</h3>", anchor(title), escape(title));
        for paragraph in text.split("\n\n").map(str::trim).filter(|paragraph| !paragraph.is_empty()) {
            let _ = write!(html, "<p>{}</p>", emphasised(&paragraph.replace('\n', " ")));
        }
        html.push_str("</section>\n");
    }
    html
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

/// A text that leads to the definition of this title.
pub fn link(title: &str, text: &str) -> String {
    debug_assert!(sections().any(|(known, _)| known == title), "no definition of '{title}'");
    format!("<a href=\"#{}\">{}</a>", anchor(title), escape(text))
}
