//! The page, which is in the program.

use std::borrow::Cow;
use std::collections::BTreeMap;
use std::hash::{DefaultHasher, Hash, Hasher};
use std::io::Read;

use axum::body::Body;
use axum::extract::Path;
use axum::http::header::{
    ACCEPT, ACCEPT_ENCODING, CACHE_CONTROL, CONTENT_ENCODING, CONTENT_TYPE, ETAG, HeaderValue, IF_NONE_MATCH,
    VARY,
};
use axum::http::{HeaderMap, StatusCode};
use axum::response::{IntoResponse, Redirect, Response};
use flate2::read::GzDecoder;

use plywood_page::problem::{Problem, RefusalCode};

use crate::refused::Refused;

/// The list that `build.rs` makes, by their paths in order.
const FILES: &[Asset] = include!(concat!(env!("OUT_DIR"), "/files.rs"));

/// The first file.
pub const INDEX: &str = "index.html";
/// The script that opens the page without a network.
pub const SERVICE_WORKER: &str = "service-worker.js";

/// A file of the page.
#[derive(Clone)]
pub struct Asset {
    /// Its path, without a slash in front.
    pub path: &'static str,
    /// Of its contents.
    hash: u64,
    held: Cow<'static, [u8]>,
    /// True if it is held compressed.
    gzip: bool,
}

impl Asset {
    /// A file of the same path with other contents.
    pub fn with(&self, text: String) -> Asset {
        let mut hasher = DefaultHasher::new();
        text.hash(&mut hasher);
        Asset { path: self.path, hash: hasher.finish(), held: text.into_bytes().into(), gzip: false }
    }

    /// The contents.
    pub fn contents(&self) -> Cow<'static, [u8]> {
        if !self.gzip {
            return self.held.clone();
        }
        let mut contents = Vec::new();
        GzDecoder::new(&*self.held).read_to_end(&mut contents).expect("the build compressed it");
        contents.into()
    }

    /// The contents of a file of text.
    pub fn text(&self) -> String {
        String::from_utf8_lossy(&self.contents()).into_owned()
    }

    fn answer(&self, headers: &HeaderMap) -> Response {
        // Weak, because it is sent compressed and not.
        let tag = format!("W/\"{:016x}\"", self.hash);
        // Asked for every time, and answered with nothing where it is still the same: a new program has a new page at once.
        let mut response = Response::builder().header(ETAG, &tag).header(CACHE_CONTROL, "no-cache");
        let listed = |name, is_it: &dyn Fn(&str) -> bool| {
            let list = headers.get(name).and_then(|list| list.to_str().ok());
            list.is_some_and(|list| list.split(',').any(|one| is_it(one.trim())))
        };
        if listed(IF_NONE_MATCH, &|one| one == tag) {
            return response
                .status(StatusCode::NOT_MODIFIED)
                .body(Body::empty())
                .expect("the headers are ours");
        }
        response = response.header(CONTENT_TYPE, kind(self.path));
        let as_held = self.gzip && listed(ACCEPT_ENCODING, &|one| one.eq_ignore_ascii_case("gzip"));
        if as_held {
            response = response.header(CONTENT_ENCODING, HeaderValue::from_static("gzip"));
            response = response.header(VARY, HeaderValue::from_static("accept-encoding"));
        }
        let body = Body::from(if as_held { self.held.clone() } else { self.contents() });
        response.body(body).expect("the headers are ours")
    }
}

/// The texts of the page by their keys in a language of it: `en`, `hu`, `sk`, `fi` or `et`.
pub fn words(language: &str) -> Option<BTreeMap<String, String>> {
    serde_json::from_slice(&get(&format!("i18n/{language}.json"))?.contents()).ok()
}

/// The first page.
pub async fn index(headers: HeaderMap) -> Response {
    answer(get(INDEX), &headers)
}

/// Any file of the page.
pub async fn asset(Path(path): Path<String>, headers: HeaderMap) -> Response {
    if path == SERVICE_WORKER {
        // The engine is for pages without a server.
        let files = all().filter(|file| !file.path.starts_with("engine/"));
        return answer(service_worker(files.cloned()).as_ref(), &headers);
    }
    let file = get(&path);
    let person =
        headers.get(ACCEPT).and_then(|it| it.to_str().ok()).is_some_and(|it| it.contains("text/html"));
    if file.is_none() && person {
        // The page says that there is no such place, and has a way on.
        let up = "../".repeat(path.matches('/').count());
        return Redirect::to(&format!("./{up}#/missing")).into_response();
    }
    answer(file, &headers)
}

/// All files of the page, by their paths in order.
pub fn all() -> impl Iterator<Item = &'static Asset> {
    FILES.iter()
}

/// The file of a path, if there is one.
pub fn get(path: &str) -> Option<&'static Asset> {
    FILES.binary_search_by(|file| file.path.cmp(path)).ok().map(|index| &FILES[index])
}

/// The service worker of a page of these files. It names them and a digest of them all, so that browsers see that it is another one
/// once any file is.
pub fn service_worker(files: impl Iterator<Item = Asset>) -> Option<Asset> {
    let mut hasher = DefaultHasher::new();
    let mut kept = Vec::new();
    for file in files {
        (file.path, file.hash).hash(&mut hasher);
        match file.path {
            SERVICE_WORKER => {}
            // By the address that people open.
            INDEX => kept.push(""),
            path => kept.push(path),
        }
    }
    let (digest, kept) = (format!("DIGEST = '{:016x}'", hasher.finish()), serde_json::json!(kept));
    let worker = get(SERVICE_WORKER)?;
    let text = worker.text().replacen("DIGEST = ''", &digest, 1);
    Some(worker.with(text.replacen("FILES = []", &format!("FILES = {kept}"), 1)))
}

/// The answer to a request for a file; `None` if there is none of its path.
pub fn answer(file: Option<&Asset>, headers: &HeaderMap) -> Response {
    match file {
        Some(file) => file.answer(headers),
        None => Refused(Problem::new(RefusalCode::NotFound, "there is no such page")).into_response(),
    }
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
