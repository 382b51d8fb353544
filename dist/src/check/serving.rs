//! A server: a request, a kill, a start again.

use std::io::{BufRead, BufReader, Read, Write};
use std::net::TcpStream;
use std::path::Path;
use std::process::Child;
use std::time::Duration;

use serde_json::Value as Json;

use super::program::BuiltProgram;

/// A server that is running. It is killed when this is dropped.
struct RunningServer {
    process: Child,
    /// Host and port.
    address: String,
}

impl RunningServer {
    fn start(program: &BuiltProgram, folder: &Path) -> Result<RunningServer, String> {
        let arguments = ["serve", "--json", "--listen", "127.0.0.1:0", "--data", "data", "--log", "off"];
        let mut process = program.spawn(folder, &arguments)?;
        let output = process.stdout.take().ok_or("the server has no output")?;
        let mut line = String::new();
        let read = BufReader::new(output).read_line(&mut line);
        let started: Json = read.ok().and_then(|_| serde_json::from_str(&line).ok()).unwrap_or_default();
        let url = started["url"].as_str().unwrap_or_default();
        let address = url.trim_start_matches("http://").trim_end_matches('/').to_string();
        if address.is_empty() {
            let _ = process.kill();
            return Err(format!("{}: the server does not start: {line}", program.name()));
        }
        Ok(RunningServer { process, address })
    }

    /// The answer to a request, headers and all.
    fn ask(&self, path: &str) -> Result<String, String> {
        let failed = |error: std::io::Error| format!("{path}: {error}");
        let mut stream = TcpStream::connect(&self.address).map_err(failed)?;
        stream.set_read_timeout(Some(Duration::from_secs(20))).map_err(failed)?;
        let request = format!("GET {path} HTTP/1.1\r\nHost: {}\r\nConnection: close\r\n\r\n", self.address);
        stream.write_all(request.as_bytes()).map_err(failed)?;
        let mut answer = Vec::new();
        stream.read_to_end(&mut answer).map_err(failed)?;
        Ok(String::from_utf8_lossy(&answer).into_owned())
    }
}

impl Drop for RunningServer {
    fn drop(&mut self) {
        let _ = self.process.kill();
        let _ = self.process.wait();
    }
}

/// Asks for the page, its health and the games, kills the server and starts it again in the same folder.
pub fn check(program: &BuiltProgram) -> Result<String, String> {
    let folder = program.folder("serving")?;
    for _ in 0..2 {
        let server = RunningServer::start(program, &folder)?;
        for (path, expected) in [("/", "<title>"), ("/healthz", "ok"), ("/api/house", "connect4")] {
            let answer = server.ask(path)?;
            if !answer.starts_with("HTTP/1.1 200") || !answer.contains(expected) {
                let beginning: String = answer.chars().take(500).collect();
                return Err(format!("{}: GET {path} answers\n{beginning}", program.name()));
            }
        }
        let healthy = ["serve", "--listen", &server.address, "--check"];
        program.text_in(&folder, &healthy)?;
        let address = server.address.clone();
        drop(server);
        program.refuses(&folder, &["serve", "--listen", &address, "--check"])?;
    }
    Ok("serves the page, is killed and serves it again".to_string())
}
