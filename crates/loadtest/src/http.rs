//! Plain HTTP/1.1, as far as the house needs it.

use std::net::SocketAddr;

use plywood_server::protocol::{Problem, SeatTaken, SitWish, TableWish};
use serde::Serialize;
use serde::de::DeserializeOwned;
use tokio::io::{AsyncBufReadExt, AsyncReadExt, AsyncWriteExt, BufReader};
use tokio::net::TcpStream;
use tokio::time::timeout;

use crate::{Guest, LIMIT, RigError};

/// What came back.
#[derive(Clone, Debug)]
pub struct Answer {
    /// The status.
    pub status: u16,
    /// Names in lower case, and values.
    pub headers: Vec<(String, String)>,
    /// The body.
    pub body: Vec<u8>,
}

impl Answer {
    /// The value of a header.
    pub fn header(&self, name: &str) -> Option<&str> {
        self.headers.iter().find(|(own, _)| own == name).map(|(_, value)| value.as_str())
    }

    /// The body as text.
    pub fn text(&self) -> String {
        String::from_utf8_lossy(&self.body).into_owned()
    }

    /// The body as a type of the protocol, or what the house says is wrong.
    ///
    /// # Errors
    /// If the house refused, or answered what cannot be read.
    pub fn read<T: DeserializeOwned>(&self) -> Result<T, RigError> {
        let strange = |error: serde_json::Error| {
            RigError::Strange(format!("status {}: {error} in {}", self.status, self.text()))
        };
        if self.status == 200 {
            return serde_json::from_slice(&self.body).map_err(strange);
        }
        let problem: Problem = serde_json::from_slice(&self.body).map_err(strange)?;
        Err(RigError::Refused(problem))
    }
}

/// A connection for one request after the other.
pub struct Line {
    stream: BufReader<TcpStream>,
}

impl Line {
    /// Connects.
    ///
    /// # Errors
    /// If nobody listens there.
    pub async fn open(address: SocketAddr) -> Result<Line, RigError> {
        let stream = timeout(LIMIT, TcpStream::connect(address)).await.map_err(RigError::broken)?;
        let stream = stream.map_err(RigError::broken)?;
        stream.set_nodelay(true).map_err(RigError::broken)?;
        Ok(Line { stream: BufReader::new(stream) })
    }

    /// Sends these bytes as they are.
    ///
    /// # Errors
    /// If the connection broke.
    pub async fn send(&mut self, bytes: &[u8]) -> Result<(), RigError> {
        let sent = timeout(LIMIT, self.stream.get_mut().write_all(bytes)).await;
        sent.map_err(RigError::broken)?.map_err(RigError::broken)
    }

    /// The next answer.
    ///
    /// # Errors
    /// If the connection broke, or the answer cannot be read.
    pub async fn answer(&mut self) -> Result<Answer, RigError> {
        timeout(LIMIT, self.read_answer()).await.map_err(RigError::broken)?
    }

    async fn read_answer(&mut self) -> Result<Answer, RigError> {
        let strange = |line: &str| RigError::Strange(format!("'{line}' is no HTTP"));
        let first = self.read_line().await?;
        let status = first.strip_prefix("HTTP/1.1 ").and_then(|rest| rest.get(..3)?.parse().ok());
        let status = status.ok_or_else(|| strange(&first))?;
        let mut headers = Vec::new();
        loop {
            let line = self.read_line().await?;
            if line.is_empty() {
                break;
            }
            let (name, value) = line.split_once(':').ok_or_else(|| strange(&line))?;
            headers.push((name.to_ascii_lowercase(), value.trim().to_string()));
        }
        let mut answer = Answer { status, headers, body: Vec::new() };
        let length = answer.header("content-length").and_then(|length| length.parse().ok());
        // Nothing of ours is sent in chunks, and an answer without a body says nothing of its length.
        answer.body = vec![0; length.unwrap_or(0)];
        self.stream.read_exact(&mut answer.body).await.map_err(RigError::broken)?;
        Ok(answer)
    }

    async fn read_line(&mut self) -> Result<String, RigError> {
        let mut line = String::new();
        match self.stream.read_line(&mut line).await {
            Ok(0) => Err(RigError::Closed(None)),
            Ok(_) => Ok(line.trim_end().to_string()),
            Err(error) => Err(RigError::broken(error)),
        }
    }

    /// Whether the house closes the connection without another word; whatever comes before that is passed over.
    ///
    /// # Errors
    /// If it is still open after the usual limit.
    pub async fn is_closed(&mut self) -> Result<(), RigError> {
        let read = async {
            let mut buffer = [0; 4096];
            while self.stream.read(&mut buffer).await.is_ok_and(|read| read > 0) {}
        };
        timeout(LIMIT, read).await.map_err(RigError::broken)
    }

    /// Asks for something and returns the answer. `headers` are lines of `Name: value`.
    ///
    /// # Errors
    /// If the connection broke, or the answer cannot be read.
    pub async fn ask(
        &mut self,
        method: &str,
        path: &str,
        headers: &[&str],
        body: &[u8],
    ) -> Result<Answer, RigError> {
        let address = self.stream.get_ref().peer_addr().map_err(RigError::broken)?;
        let mut text = format!("{method} {path} HTTP/1.1\r\n");
        if !headers.iter().any(|header| header.to_ascii_lowercase().starts_with("host:")) {
            text += &format!("Host: {address}\r\n");
        }
        for header in headers {
            text += &format!("{header}\r\n");
        }
        if !body.is_empty() {
            text += &format!("Content-Type: application/json\r\nContent-Length: {}\r\n", body.len());
        }
        let mut bytes = (text + "\r\n").into_bytes();
        bytes.extend_from_slice(body);
        self.send(&bytes).await?;
        self.answer().await
    }

    /// Asks for something by `POST` with a body of the protocol.
    ///
    /// # Errors
    /// If the connection broke, or the answer cannot be read.
    pub async fn post(&mut self, path: &str, body: &impl Serialize) -> Result<Answer, RigError> {
        let body = serde_json::to_vec(body).expect("types of the protocol can be written");
        self.ask("POST", path, &[], &body).await
    }
}

/// Where a house listens.
#[derive(Clone, Copy, Debug)]
pub struct Door(pub SocketAddr);

impl Door {
    /// Asks for something over a connection of its own.
    ///
    /// # Errors
    /// If the connection broke, or the answer cannot be read.
    pub async fn get(self, path: &str) -> Result<Answer, RigError> {
        Line::open(self.0).await?.ask("GET", path, &[], &[]).await
    }

    /// Asks for something of the protocol.
    ///
    /// # Errors
    /// If the house refuses, the connection broke, or the answer cannot be read.
    pub async fn read<T: DeserializeOwned>(self, path: &str) -> Result<T, RigError> {
        self.get(path).await?.read()
    }

    /// Sends something of the protocol and reads the answer.
    ///
    /// # Errors
    /// If the house refuses, the connection broke, or the answer cannot be read.
    pub async fn post<T: DeserializeOwned>(self, path: &str, body: &impl Serialize) -> Result<T, RigError> {
        Line::open(self.0).await?.post(path, body).await?.read()
    }

    /// Makes a table.
    ///
    /// # Errors
    /// If the house refuses or the connection broke.
    pub async fn make(self, wish: &TableWish) -> Result<SeatTaken, RigError> {
        self.post("/api/tables", wish).await
    }

    /// Sits down at an open seat.
    ///
    /// # Errors
    /// If the house refuses or the connection broke.
    pub async fn sit(self, table: &str, wish: &SitWish) -> Result<SeatTaken, RigError> {
        self.post(&format!("/api/tables/{table}/seats"), wish).await
    }

    /// Joins a game, with the token of a seat or to look on.
    ///
    /// # Errors
    /// If the house refuses or the connection broke.
    pub async fn join(self, table: &str, token: Option<&str>) -> Result<Guest, RigError> {
        Guest::join(self.0, table, token).await
    }

    /// Makes a table and joins it, as whoever made it.
    ///
    /// # Errors
    /// If the house refuses or the connection broke.
    pub async fn play(self, wish: &TableWish) -> Result<(SeatTaken, Guest), RigError> {
        let seat = self.make(wish).await?;
        let guest = self.join(&seat.table, Some(&seat.token)).await?;
        Ok((seat, guest))
    }
}
