//! The page, which is in the program.

use std::collections::BTreeMap;

use axum::body::Body;
use axum::extract::Path;
use axum::http::header::{CACHE_CONTROL, CONTENT_TYPE, ETAG, IF_NONE_MATCH};
use axum::http::{HeaderMap, StatusCode};
use axum::response::{IntoResponse, Response};
use rust_embed::{EmbeddedFile, RustEmbed};

use plywood_page::problem::{Code, Problem};

use crate::refused::Refused;

#[derive(RustEmbed)]
#[folder = "ui/"]
struct Files;

/// The texts of the page by their keys in a language of it: `en`, `hu`, `sk`, `fi` or `et`.
pub fn words(language: &str) -> Option<BTreeMap<String, String>> {
    let file = Files::get(&format!("i18n/{language}.json"))?;
    serde_json::from_slice(&file.data).ok()
}

/// The first page.
pub async fn index(headers: HeaderMap) -> Response {
    file("index.html", &headers)
}

/// Any file of the page.
pub async fn asset(Path(path): Path<String>, headers: HeaderMap) -> Response {
    file(&path, &headers)
}

/// The paths of all files of the page.
pub fn paths() -> impl Iterator<Item = String> {
    Files::iter().map(String::from)
}

/// A file of the page.
pub fn get(path: &str) -> Option<EmbeddedFile> {
    // Only what is embedded can be had: names that climb out are no names of files here, in any build.
    let known = !path.split(['/', '\\']).any(|part| matches!(part, "" | "." | ".."));
    Files::get(path).filter(|_| known)
}

fn file(path: &str, headers: &HeaderMap) -> Response {
    answer(path, get(path), headers)
}

/// The answer to a request for a file; `None` if there is none of this path.
pub fn answer(path: &str, file: Option<EmbeddedFile>, headers: &HeaderMap) -> Response {
    let Some(file) = file else {
        return Refused(Problem::new(Code::NotFound, "there is no such page")).into_response();
    };
    let hash: String = file.metadata.sha256_hash()[..12].iter().map(|byte| format!("{byte:02x}")).collect();
    // Weak, because it may be compressed on the way.
    let tag = format!("W/\"{hash}\"");
    // Asked for every time, and answered with nothing where it is still the same: a new program has a new page at once.
    let mut response = Response::builder().header(ETAG, &tag).header(CACHE_CONTROL, "no-cache");
    let same = headers
        .get(IF_NONE_MATCH)
        .and_then(|tags| tags.to_str().ok())
        .is_some_and(|tags| tags.split(',').any(|one| one.trim() == tag));
    if same {
        response = response.status(StatusCode::NOT_MODIFIED);
    } else {
        response = response.header(CONTENT_TYPE, kind(path));
    }
    let body = if same { Body::empty() } else { Body::from(file.data.into_owned()) };
    response.body(body).expect("the headers are ours")
}

/// The type of a file that is compressed as it is.
pub const GZIP: &str = "application/gzip";

fn kind(path: &str) -> &'static str {
    match path.rsplit_once('.').map(|(_, end)| end) {
        Some("html") => "text/html; charset=utf-8",
        Some("js") => "text/javascript; charset=utf-8",
        Some("css") => "text/css; charset=utf-8",
        Some("json") => "application/json",
        Some("jsonl") => "application/jsonl; charset=utf-8",
        Some("svg") => "image/svg+xml",
        Some("png") => "image/png",
        Some("gz") => GZIP,
        Some("webmanifest") => "application/manifest+json",
        _ => "application/octet-stream",
    }
}
