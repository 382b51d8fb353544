//! The page without a server: a folder of files for any static host, in which a worker does what the server does.

use std::future::{Future, IntoFuture};
use std::io;
use std::net::SocketAddr;
use std::path::Path;

use axum::http::HeaderMap;
use axum::middleware::from_fn;
use axum::response::Response;
use axum::{Router, extract, routing};
use tokio::net::TcpListener;
use tower_http::compression::predicate::NotForContentType;
use tower_http::compression::{CompressionLayer, DefaultPredicate, Predicate as _};

use crate::app_state::ServerError;
use crate::assets::{Asset, INDEX, SERVICE_WORKER};
use crate::{assets, guard};

/// The file without which a folder is no such page.
const ENGINE: &str = "engine/plywood.wasm.gz";

/// An error if this program was built without the module of the page.
fn require_module() -> io::Result<()> {
    let text = "this program was built without the page's module: take a release, or run 'cargo xtask web' in the clone and \
                build the program again";
    assets::get(ENGINE).map(|_| ()).ok_or_else(|| io::Error::new(io::ErrorKind::Unsupported, text))
}

/// A file of the page, as it is without a server.
fn file(file: &'static Asset) -> Option<Asset> {
    match file.path {
        SERVICE_WORKER => assets::service_worker(assets::all().map(plain)),
        _ => Some(plain(file)),
    }
}

/// The same for a file that does not name the others.
fn plain(file: &'static Asset) -> Asset {
    if file.path.ends_with(".html") { file.with(alone(&file.text())) } else { file.clone() }
}

/// A document of the page, which says that there is no server and what it may do: nothing but what is in its own folder.
fn alone(text: &str) -> String {
    let policy = format!("<meta http-equiv=\"Content-Security-Policy\" content=\"{}\">", guard::SITE_POLICY);
    // The largest file first.
    let engine = format!("<link rel=\"preload\" href=\"{ENGINE}\" as=\"fetch\" crossorigin>");
    text.replacen("<html lang=\"en\">", "<html lang=\"en\" data-engine>", 1).replacen(
        "<meta charset=\"utf-8\">",
        &format!("<meta charset=\"utf-8\">\n{policy}\n{engine}"),
        1,
    )
}

/// Writes all files into a folder, which is made if it is missing. Returns their number and their bytes.
///
/// # Errors
/// If this program was built without the module of the page, the folder has other files and no such page, or a file cannot be
/// written.
pub fn write(folder: &Path) -> io::Result<(usize, u64)> {
    require_module()?;
    let mut files: Vec<Asset> = assets::all().filter_map(file).collect();
    std::fs::create_dir_all(folder)?;
    if folder.read_dir()?.next().is_some() && !folder.join(ENGINE).is_file() {
        let text = "the folder has other files; name a new one";
        return Err(io::Error::new(io::ErrorKind::AlreadyExists, text));
    }
    // The first file comes after the others: until then visitors of an older page have all of that. The service worker comes last,
    // because browsers fetch all files again once it is another one.
    files.sort_by_key(|file| [INDEX, SERVICE_WORKER].iter().position(|last| file.path == *last));
    let mut bytes = 0;
    for file in &files {
        let contents = file.contents();
        let path = folder.join(file.path);
        std::fs::create_dir_all(path.parent().expect("it is in the folder"))?;
        // A file is replaced as a whole.
        let unfinished = path.with_extension("unfinished");
        std::fs::write(&unfinished, &contents)?;
        std::fs::rename(&unfinished, &path)?;
        bytes += contents.len() as u64;
    }
    Ok((files.len(), bytes))
}

/// Serves the files until `stop` is ready. `listens` is told the address.
///
/// # Errors
/// If this program was built without the module of the page, the address cannot be had, or `listens` fails.
pub async fn serve(
    address: SocketAddr,
    listens: impl FnOnce(SocketAddr) -> Result<(), ServerError>,
    stop: impl Future<Output = ()> + Send,
) -> Result<(), ServerError> {
    require_module().map_err(|error| ServerError::System(error.to_string()))?;
    let failed = |error: io::Error| ServerError::System(format!("cannot listen on {address}: {error}"));
    let listener = TcpListener::bind(address).await.map_err(failed)?;
    listens(listener.local_addr().map_err(failed)?)?;
    let router: Router = Router::new()
        .route("/", routing::get(async |headers: HeaderMap| answer(INDEX, &headers)))
        .route(
            "/{*path}",
            routing::get(async |extract::Path(path): extract::Path<String>, headers: HeaderMap| {
                answer(&path, &headers)
            }),
        )
        // The module is compressed already.
        .layer(
            CompressionLayer::new()
                .gzip(true)
                .compress_when(DefaultPredicate::new().and(NotForContentType::const_new(assets::GZIP))),
        )
        .layer(from_fn(guard::guard_site));
    tokio::select! {
        served = axum::serve(listener, router).into_future() => served.map_err(failed),
        () = stop => Ok(()),
    }
}

fn answer(path: &str, headers: &HeaderMap) -> Response {
    assets::answer(assets::get(path).and_then(file).as_ref(), headers)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_first_file_says_that_there_is_no_server() {
        let index = file(assets::get(INDEX).unwrap()).unwrap().text();
        assert!(index.contains("<html lang=\"en\" data-engine>"), "{index}");
        assert!(index.contains(&format!("content=\"{}\"", guard::SITE_POLICY)), "{index}");
        if let Some(module) = assets::get(ENGINE) {
            assert!(module.contents().starts_with(b"\x1f\x8b"), "it is compressed");
        }
    }
}
