//! Pages of HTML that need nothing else: no network, no other files.

use std::fmt::Write as _;

use plywood_draw::escape;
use serde_json::Value as Json;

/// The style of all such pages.
pub const STYLE: &str = include_str!("../templates/report.css");

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
