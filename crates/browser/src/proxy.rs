//! A small reverse proxy that puts a server under a path prefix, as web servers do.

use std::io::{BufRead, BufReader, Read, Write, copy};
use std::net::{Shutdown, SocketAddr, TcpListener, TcpStream};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread;

/// A proxy. It runs until the process ends.
#[derive(Debug)]
pub struct Proxy {
    address: SocketAddr,
    prefix: String,
    astray: Arc<Mutex<Vec<String>>>,
}

impl Proxy {
    /// Starts a proxy on a free port that forwards everything below `prefix` (`/games/plywood/`) to the server at `house`.
    #[must_use]
    pub fn start(house: SocketAddr, prefix: &str) -> Proxy {
        let listener = TcpListener::bind("127.0.0.1:0").expect("there is a free port");
        let address = listener.local_addr().expect("it has an address");
        let astray = Arc::new(Mutex::new(Vec::new()));
        let (seen, way) = (Arc::clone(&astray), prefix.to_string());
        thread::spawn(move || {
            for stream in listener.incoming().map_while(Result::ok) {
                let (seen, way) = (Arc::clone(&seen), way.clone());
                thread::spawn(move || {
                    // A browser may hang up at any time; that is nothing to a proxy.
                    let _ = serve(stream, house, &way, &seen);
                });
            }
        });
        Proxy { address, prefix: prefix.to_string(), astray }
    }

    /// The address of the page behind it.
    #[must_use]
    pub fn url(&self) -> String {
        format!("http://{}{}", self.address, self.prefix)
    }

    /// Requests that came for something outside the prefix.
    #[must_use]
    pub fn astray(&self) -> Vec<String> {
        self.astray.lock().unwrap_or_else(PoisonError::into_inner).clone()
    }
}

/// One request. Connections are closed after each, so that nothing has to be known of bodies.
fn serve(
    browser: TcpStream,
    house: SocketAddr,
    prefix: &str,
    astray: &Mutex<Vec<String>>,
) -> std::io::Result<()> {
    let mut from_browser = BufReader::new(browser.try_clone()?);
    let mut head = Vec::new();
    for line in from_browser.by_ref().lines() {
        let line = line?;
        if line.is_empty() {
            break;
        }
        head.push(line);
    }
    let Some((start, headers)) = head.split_first() else { return Ok(()) };
    let mut to_browser = browser;
    let Some((method, rest)) =
        start.split_once(' ').and_then(|(method, rest)| Some((method, rest.strip_prefix(prefix)?)))
    else {
        astray.lock().unwrap_or_else(PoisonError::into_inner).push(start.clone());
        return to_browser
            .write_all(b"HTTP/1.1 404 Not Found\r\nContent-Length: 0\r\nConnection: close\r\n\r\n");
    };
    let is = |header: &str, name: &str| {
        header.split_once(':').is_some_and(|(own, _)| own.eq_ignore_ascii_case(name))
    };
    let upgrade = headers.iter().any(|header| is(header, "upgrade"));
    let mut head = format!("{method} /{rest}\r\n");
    for header in headers.iter().filter(|header| upgrade || !is(header, "connection")) {
        head += &format!("{header}\r\n");
    }
    if !upgrade {
        head += "connection: close\r\n";
    }
    let mut to_house = TcpStream::connect(house)?;
    to_house.write_all(format!("{head}\r\n").as_bytes())?;
    let mut from_house = to_house.try_clone()?;
    let back = thread::spawn(move || {
        let _ = copy(&mut from_house, &mut to_browser);
        let _ = to_browser.shutdown(Shutdown::Both);
    });
    let _ = copy(&mut from_browser, &mut to_house);
    let _ = to_house.shutdown(Shutdown::Write);
    let _ = back.join();
    Ok(())
}
