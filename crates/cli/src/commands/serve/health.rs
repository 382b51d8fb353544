//! `serve --check`: asks a server that is running if it is well. Containers without any other program ask so.

use std::io::{self, Read, Write};
use std::net::{Ipv4Addr, Ipv6Addr, SocketAddr, TcpStream};
use std::time::Duration;

use serde_json::json;

use crate::output::{CommandResult, Failure, Output};

/// The longest time for an answer, and for each part of it.
const PATIENCE: Duration = Duration::from_secs(3);
/// The longest answer that is read.
const MOST: u64 = 64 << 10;

/// Asks the server that listens at this address.
///
/// # Errors
/// If there is none, or it does not say that it is well.
pub fn check(listen: SocketAddr, json: bool) -> CommandResult {
    let address = reachable(listen);
    let url = format!("http://{address}/");
    let unwell = |why: String| Failure::Failed(format!("the server at {url} is not well: {why}"));
    let answer = ask(address).map_err(|error| unwell(error.to_string()))?;
    let status = answer.lines().next().unwrap_or_default();
    if status.split(' ').nth(1) != Some("200") {
        return Err(unwell(format!("it answers '{status}'")));
    }
    Ok(Output::either(
        json,
        || json!({ "url": url, "well": true }),
        || format!("the server at {url} is well\n"),
    ))
}

/// An address at which a server that listens everywhere can be asked.
fn reachable(listen: SocketAddr) -> SocketAddr {
    let mut address = listen;
    if address.ip().is_unspecified() {
        address.set_ip(match address {
            SocketAddr::V4(_) => Ipv4Addr::LOCALHOST.into(),
            SocketAddr::V6(_) => Ipv6Addr::LOCALHOST.into(),
        });
    }
    address
}

fn ask(address: SocketAddr) -> io::Result<String> {
    let mut stream = TcpStream::connect_timeout(&address, PATIENCE)?;
    stream.set_read_timeout(Some(PATIENCE))?;
    stream.set_write_timeout(Some(PATIENCE))?;
    let request = format!("GET /healthz HTTP/1.1\r\nHost: {address}\r\nConnection: close\r\n\r\n");
    stream.write_all(request.as_bytes())?;
    let mut answer = Vec::new();
    stream.take(MOST).read_to_end(&mut answer)?;
    Ok(String::from_utf8_lossy(&answer).into_owned())
}
