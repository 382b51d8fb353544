//! One HTTP request over a connection of its own: enough for a driver and a house on this machine.

use std::io::{BufRead, BufReader, Write};
use std::net::{SocketAddr, TcpStream};
use std::time::Duration;

use serde_json::Value;

/// How long an answer may take. Starting a browser is the slowest thing that is ever asked for.
const PATIENCE: Duration = Duration::from_secs(60);

/// What was answered.
#[derive(Clone, Debug)]
pub struct Answer {
    /// The status.
    pub status: u16,
    /// The headers, names in lower case.
    pub headers: Vec<(String, String)>,
    /// The body.
    pub body: Vec<u8>,
}

impl Answer {
    /// The body as text.
    #[must_use]
    pub fn text(&self) -> String {
        String::from_utf8_lossy(&self.body).into_owned()
    }

    /// The body as JSON; null if it is none.
    #[must_use]
    pub fn json(&self) -> Value {
        serde_json::from_slice(&self.body).unwrap_or(Value::Null)
    }
}

/// Asks for `path`, with a body of JSON where there is one.
///
/// # Errors
/// If there is no connection, or what comes over it is not HTTP.
pub fn request(
    address: SocketAddr,
    method: &str,
    path: &str,
    body: Option<&Value>,
) -> std::io::Result<Answer> {
    let mut stream = TcpStream::connect(address)?;
    stream.set_read_timeout(Some(PATIENCE))?;
    stream.set_nodelay(true)?;
    let body = body.map(Value::to_string);
    let mut head = format!("{method} {path} HTTP/1.1\r\nHost: {address}\r\nConnection: close\r\n");
    if let Some(body) = &body {
        head += &format!("Content-Type: application/json\r\nContent-Length: {}\r\n", body.len());
    }
    stream.write_all(format!("{head}\r\n{}", body.unwrap_or_default()).as_bytes())?;
    read(&mut BufReader::new(stream))
}

fn read(from: &mut impl BufRead) -> std::io::Result<Answer> {
    let (start, headers) = head(from)?;
    let status = start.split(' ').nth(1).and_then(|status| status.parse().ok());
    let status = status.ok_or_else(|| wrong("an answer without a status"))?;
    let header = |name: &str| headers.iter().find(|(key, _)| key == name).map(|(_, value)| value.as_str());
    let mut body = Vec::new();
    if header("transfer-encoding").is_some_and(|value| value.eq_ignore_ascii_case("chunked")) {
        loop {
            let mut size = String::new();
            from.read_line(&mut size)?;
            let size = usize::from_str_radix(size.trim(), 16).map_err(|_| wrong("a chunk without a size"))?;
            let begun = body.len();
            body.resize(begun + size, 0);
            from.read_exact(&mut body[begun..])?;
            from.read_line(&mut String::new())?;
            if size == 0 {
                break;
            }
        }
    } else if let Some(length) = header("content-length") {
        body.resize(length.parse().map_err(|_| wrong("a length that is no number"))?, 0);
        from.read_exact(&mut body)?;
    } else {
        from.read_to_end(&mut body)?;
    }
    Ok(Answer { status, headers, body })
}

/// The first line of a message and its headers, names in lower case.
///
/// # Errors
/// If the connection ends before.
pub fn head(from: &mut impl BufRead) -> std::io::Result<(String, Vec<(String, String)>)> {
    let mut line = || -> std::io::Result<String> {
        let mut line = String::new();
        if from.read_line(&mut line)? == 0 {
            return Err(std::io::ErrorKind::UnexpectedEof.into());
        }
        Ok(line.trim_end().to_string())
    };
    let start = line()?;
    let mut headers = Vec::new();
    loop {
        let line = line()?;
        if line.is_empty() {
            return Ok((start, headers));
        }
        let (name, value) = line.split_once(':').ok_or_else(|| wrong("a header without a colon"))?;
        headers.push((name.to_ascii_lowercase(), value.trim().to_string()));
    }
}

fn wrong(what: &str) -> std::io::Error {
    std::io::Error::new(std::io::ErrorKind::InvalidData, what)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bodies_are_read_however_they_come() {
        let check = |text: &str| read(&mut text.as_bytes()).map(|answer| (answer.status, answer.text()));
        let good = |text: &str, status: u16, body: &str| {
            assert_eq!(check(text).unwrap(), (status, body.to_string()), "{text}");
        };
        good("HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nhi and more", 200, "hi");
        good(
            "HTTP/1.1 404 No\r\nTransfer-Encoding: chunked\r\n\r\n2\r\nhi\r\n1\r\n!\r\n0\r\n\r\n",
            404,
            "hi!",
        );
        good("HTTP/1.0 200 OK\r\n\r\nto the end", 200, "to the end");
        for bad in [
            "",
            "HTTP/1.1\r\n\r\n",
            "HTTP/1.1 200 OK\r\nContent-Length: 9\r\n\r\nshort",
            "HTTP/1.1 200 OK\r\nx\r\n\r\n",
        ] {
            assert!(check(bad).is_err(), "{bad}");
        }
    }
}
