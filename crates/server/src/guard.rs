//! Protection from other web pages: checks of every request, security headers of every answer.
//!
//! Any web page can make a browser ask for `http://localhost`, and any name can be made to mean this machine. So a
//! request has to come for a name of this server, and if a browser says which page it comes from, that has to be a page of
//! this server.

use std::net::IpAddr;
use std::sync::Arc;

use axum::extract::{Request, State};
use axum::http::header::{
    CONTENT_SECURITY_POLICY, CONTENT_TYPE, HOST, HeaderName, HeaderValue, ORIGIN, REFERRER_POLICY,
    X_CONTENT_TYPE_OPTIONS,
};
use axum::http::{HeaderMap, Method};
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};

use plywood_page::problem::{Problem, RefusalCode};

use crate::refused::Refused;

/// Everything comes from this server, nothing is inline, and no page may frame it.
const POLICY: &str = "default-src 'self'; img-src 'self' data: blob:; object-src 'none'; base-uri 'none'; \
                      form-action 'none'; frame-ancestors 'none'";

/// The same for a board in the pages of others, which has neither seats nor commands.
const EMBEDDED_POLICY: &str = "default-src 'self'; img-src 'self' data: blob:; object-src 'none'; base-uri 'none'; \
                               form-action 'none'; frame-ancestors *";

/// A board for the pages of others.
pub const EMBEDDED: &str = "/embed.html";

/// The same for the page without a server. It is in the page itself, where nothing can be said of frames; the answers of a host
/// cannot be relied on.
pub const SITE_POLICY: &str = "default-src 'self'; script-src 'self' 'wasm-unsafe-eval'; img-src 'self' data: blob:; \
                               object-src 'none'; base-uri 'none'; form-action 'none'";

/// The name in `name:port` or `[address]:port`.
fn name_of(authority: &str) -> &str {
    if let Some(rest) = authority.strip_prefix('[') {
        return rest.split_once(']').map_or(rest, |(address, _)| address);
    }
    authority.rsplit_once(':').map_or(authority, |(name, _)| name)
}

/// True if `authority` is a name of this server. A plain address cannot be made to mean another machine.
fn is_ours(authority: &str, hosts: &[String]) -> bool {
    let name = name_of(authority);
    name.eq_ignore_ascii_case("localhost")
        || name.parse::<IpAddr>().is_ok()
        || hosts.iter().any(|host| host.eq_ignore_ascii_case(name) || host.eq_ignore_ascii_case(authority))
}

/// Checks that a request may be answered.
///
/// # Errors
/// If it came for another name, or from another page.
pub fn check(headers: &HeaderMap, hosts: &[String]) -> Result<(), Problem> {
    let refuse = |text: &str| Err(Problem::new(RefusalCode::Origin, text));
    let host = headers.get(HOST).and_then(|host| host.to_str().ok());
    let Some(host) = host.filter(|host| is_ours(host, hosts)) else {
        return refuse("the server does not answer to this name; start it with --host NAME to add it");
    };
    let Some(origin) = headers.get(ORIGIN) else { return Ok(()) };
    let page = origin.to_str().ok().and_then(|origin| origin.split_once("://"));
    let ours = page.is_some_and(|(scheme, page)| {
        matches!(scheme, "http" | "https")
            && (page.eq_ignore_ascii_case(host)
                || hosts.iter().any(|known| {
                    known.eq_ignore_ascii_case(page) || known.eq_ignore_ascii_case(name_of(page))
                }))
    });
    if ours { Ok(()) } else { refuse("the request comes from a page of somebody else") }
}

/// Checks every request, and says to browsers what they may do with the answer.
pub async fn guard(State(hosts): State<Arc<[String]>>, request: Request, next: Next) -> Response {
    guarded(&hosts, POLICY, request, next).await
}

/// The same for the page without a server.
pub async fn guard_site(request: Request, next: Next) -> Response {
    guarded(&[], SITE_POLICY, request, next).await
}

async fn guarded(hosts: &[String], policy: &'static str, request: Request, next: Next) -> Response {
    // Monitors ask by any address, and learn nothing about people.
    let path = request.uri().path();
    let watched = request.method() == Method::GET && matches!(path, "/healthz" | "/metrics");
    let (policy, elsewhere) = match path {
        EMBEDDED if policy == POLICY => (EMBEDDED_POLICY, "cross-origin"),
        // Chats show it in pages of their own.
        path if path.starts_with("/picture/") => (policy, "cross-origin"),
        _ => (policy, "same-origin"),
    };
    let mut response = match check(request.headers(), hosts) {
        Err(problem) if !watched => Refused(problem).into_response(),
        _ => next.run(request).await,
    };
    let headers = response.headers_mut();
    // A policy and an opener are a document's. Scripts and styles are under those of the page that loads them, and a first visit
    // is nearly a hundred of them.
    let is_part = headers.get(CONTENT_TYPE).is_some_and(|kind| {
        [b"text/javascript".as_slice(), b"text/css"].iter().any(|part| kind.as_bytes().starts_with(part))
    });
    let mut say = |name: HeaderName, value: &'static str| {
        headers.insert(name, HeaderValue::from_static(value));
    };
    if !is_part {
        say(CONTENT_SECURITY_POLICY, policy);
        say(HeaderName::from_static("cross-origin-opener-policy"), "same-origin");
    }
    say(X_CONTENT_TYPE_OPTIONS, "nosniff");
    say(REFERRER_POLICY, "no-referrer");
    say(HeaderName::from_static("cross-origin-resource-policy"), elsewhere);
    response
}

#[cfg(test)]
mod tests {
    use super::*;

    fn ask(host: &str, origin: Option<&str>) -> bool {
        let mut headers = HeaderMap::new();
        headers.insert(HOST, host.parse().unwrap());
        if let Some(origin) = origin {
            headers.insert(ORIGIN, origin.parse().unwrap());
        }
        check(&headers, &["games.example".to_string(), "other.example:8443".to_string()]).is_ok()
    }

    #[test]
    fn only_our_names_and_our_pages() {
        for host in
            ["localhost:7777", "LOCALHOST", "127.0.0.1:1", "[::1]:7777", "10.0.0.7", "games.example:80"]
        {
            assert!(ask(host, None), "{host}");
        }
        for host in [
            "evil.example",
            "localhost.evil.example:7777",
            "127.0.0.1.evil.example",
            "",
            "games.example.evil",
        ] {
            assert!(!ask(host, None), "{host}");
        }
        assert!(ask("localhost:7777", Some("http://localhost:7777")));
        assert!(ask("127.0.0.1:7777", Some("https://games.example")));
        assert!(ask("other.example:8443", Some("https://other.example:8443")));
        for origin in [
            "null",
            "http://evil.example",
            "http://localhost:8888",
            "http://localhost",
            "http://127.0.0.1:7777",
            "file://localhost:7777",
            "http://localhost:7777.evil.example",
            "http://games.example.evil",
        ] {
            assert!(!ask("localhost:7777", Some(origin)), "{origin}");
        }
        assert!(check(&HeaderMap::new(), &[]).is_err());
    }
}
