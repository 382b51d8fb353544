//! Pages of HTML that need nothing else: no network, no other files.

use std::fmt::Write as _;

use plywood_draw::escape;
use serde_json::Value as Json;

/// A page. Its settings and definitions are at its end, and links to all headings that have an `id` at its beginning.
pub struct HtmlPage<'a> {
    /// The title, as plain text.
    pub title: &'a str,
    /// The line below it, as markup.
    pub summary: &'a str,
    /// The contents, as markup.
    pub parts: &'a str,
    /// Names with their values, from [`settings`].
    pub settings: String,
    /// The definitions, as markup.
    pub glossary: String,
    /// The data and the script, as elements; empty for none, which no browser runs then.
    pub scripts: &'a str,
}

impl HtmlPage<'_> {
    /// The page as HTML.
    pub fn html(self) -> String {
        let headings = self.parts.split("<h2 id=\"").skip(1).filter_map(|part| {
            let (anchor, rest) = part.split_once("\">")?;
            Some((anchor, rest.split_once("</h2>")?.0))
        });
        let ends = [("settings", "Settings"), ("definitions", "Definitions")];
        let links = headings.chain(ends).map(|(anchor, title)| format!("<a href=\"#{anchor}\">{title}</a>"));
        let allowed = if self.scripts.is_empty() { "" } else { "script-src 'unsafe-inline'; " };
        filled(
            include_str!("../templates/page.html"),
            &[
                ("title", escape(self.title)),
                ("style", include_str!("../templates/report.css").to_string()),
                ("allowed", allowed.to_string()),
                ("summary", self.summary.to_string()),
                ("links", links.collect()),
                ("parts", self.parts.to_string()),
                ("settings", self.settings),
                ("glossary", self.glossary),
                ("scripts", self.scripts.to_string()),
            ],
        )
    }
}

/// The template with each `{{name}}` replaced. Values are not searched for names.
pub fn filled(template: &str, values: &[(&str, String)]) -> String {
    let mut parts = template.split("{{");
    let mut text = parts.next().unwrap_or_default().to_string();
    for part in parts {
        let (name, rest) = part.split_once("}}").unwrap_or(("", part));
        let value = values.iter().find(|(known, _)| *known == name);
        text.push_str(value.map_or("", |(_, value)| value));
        text.push_str(rest);
    }
    text
}

/// JSON in which nothing ends a script or begins a comment of markup.
pub fn in_script(value: &Json) -> String {
    value.to_string().replace('<', "\\u003c").replace('>', "\\u003e").replace('&', "\\u0026")
}

/// A table in a box of its own, in which it can be scrolled. `header` and cells are markup; those in `texts` first columns are text.
pub fn table(class: &str, header: &[String], texts: usize, rows: &[Vec<String>]) -> String {
    let mut html = format!("<div class=\"box\" tabindex=\"0\"><table class=\"{class}\"><thead><tr>");
    for (column, cell) in header.iter().enumerate() {
        let class = if column < texts { " class=\"text\"" } else { "" };
        let _ = write!(html, "<th scope=\"col\"{class}>{cell}</th>");
    }
    html.push_str("</tr></thead><tbody>\n");
    for row in rows {
        html.push_str("<tr>");
        for (column, cell) in row.iter().enumerate() {
            let class = if column < texts { " class=\"text\"" } else { "" };
            let _ = write!(html, "<td{class}>{cell}</td>");
        }
        html.push_str("</tr>\n");
    }
    html + "</tbody></table></div>\n"
}

/// A list of names with their values, which are plain texts.
pub fn settings<K: AsRef<str>, V: AsRef<str>>(settings: &[(K, V)]) -> String {
    let lines = settings.iter().map(|(key, value)| {
        format!("<div><dt>{}</dt><dd>{}</dd></div>", escape(key.as_ref()), escape(value.as_ref()))
    });
    lines.collect::<Vec<_>>().join("\n")
}

/// The cells of plain texts.
pub fn plain(texts: &[&str]) -> Vec<String> {
    texts.iter().map(|text| escape(text)).collect()
}

/// A share in percent.
pub fn percent(share: f64) -> String {
    format!("{:.1} %", 100.0 * share)
}

/// The name of a player, a long word that may be broken between its options.
pub fn name(player: &str) -> String {
    escape(player).replace(':', ":<wbr>").replace(',', ",<wbr>")
}
