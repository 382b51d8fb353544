//! Requests of the protocol over HTTP, one connection for many, and connections for requests that are none.

use std::net::SocketAddr;

use http_body_util::{BodyExt, Full};
use hyper::body::Bytes;
use hyper::client::conn::http1::{SendRequest, handshake};
use hyper::{HeaderMap, Request};
use hyper_util::rt::TokioIo;
use plywood_server::protocol::{Problem, SeatTaken, SitRequest, TableRequest};
use serde::Serialize;
use serde::de::DeserializeOwned;
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpStream;
use tokio::task::JoinHandle;
use tokio::time::timeout;

use super::{Client, ClientError, LIMIT};

/// An answer to a request.
#[derive(Clone, Debug)]
pub struct HttpResponse {
    /// The status.
    pub status: u16,
    /// The headers.
    pub headers: HeaderMap,
    /// The body.
    pub body: Bytes,
}

impl HttpResponse {
    /// The value of a header.
    pub fn header(&self, name: &str) -> Option<&str> {
        self.headers.get(name)?.to_str().ok()
    }

    /// The body as text.
    pub fn text(&self) -> String {
        String::from_utf8_lossy(&self.body).into_owned()
    }

    /// The body as a type of the protocol.
    ///
    /// # Errors
    /// If the server refused, or the answer cannot be read.
    pub fn read<T: DeserializeOwned>(&self) -> Result<T, ClientError> {
        let strange = |error: serde_json::Error| {
            ClientError::Strange(format!("status {}: {error} in {}", self.status, self.text()))
        };
        if self.status == 200 {
            return serde_json::from_slice(&self.body).map_err(strange);
        }
        let problem: Problem = serde_json::from_slice(&self.body).map_err(strange)?;
        Err(ClientError::Refused(problem))
    }
}

/// A connection for one request after the other.
pub struct HttpConnection {
    address: SocketAddr,
    sender: SendRequest<Full<Bytes>>,
    /// Ends when the connection does.
    connection: JoinHandle<()>,
}

impl HttpConnection {
    /// Connects.
    ///
    /// # Errors
    /// If there is no server.
    pub async fn open(address: SocketAddr) -> Result<HttpConnection, ClientError> {
        let stream = connect(address).await?;
        let (sender, connection) = handshake(TokioIo::new(stream)).await.map_err(ClientError::broken)?;
        // Errors are reported to the pending request.
        let connection = tokio::spawn(async { drop(connection.await) });
        Ok(HttpConnection { address, sender, connection })
    }

    /// Waits until the server closes the connection.
    ///
    /// # Errors
    /// If it is still open after the usual limit.
    pub async fn is_closed(&mut self) -> Result<(), ClientError> {
        timeout(LIMIT, &mut self.connection).await.map(drop).map_err(ClientError::broken)
    }

    /// Sends a request and returns the answer. `headers` are lines of `Name: value`.
    ///
    /// # Errors
    /// If the connection broke, or the answer cannot be read.
    pub async fn ask(
        &mut self,
        method: &str,
        path: &str,
        headers: &[&str],
        body: &[u8],
    ) -> Result<HttpResponse, ClientError> {
        let mut request = Request::builder().method(method).uri(path);
        if !headers.iter().any(|header| header.to_ascii_lowercase().starts_with("host:")) {
            request = request.header("Host", self.address.to_string());
        }
        for (name, value) in headers.iter().filter_map(|header| header.split_once(':')) {
            request = request.header(name, value.trim());
        }
        if !body.is_empty() {
            request = request.header("Content-Type", "application/json");
        }
        let request = request.body(Full::from(body.to_vec())).map_err(ClientError::broken)?;
        let answered = async {
            self.sender.ready().await?;
            let (head, body) = self.sender.send_request(request).await?.into_parts();
            let body = body.collect().await?.to_bytes();
            Ok(HttpResponse { status: head.status.as_u16(), headers: head.headers, body })
        };
        let answered: Result<HttpResponse, hyper::Error> =
            timeout(LIMIT, answered).await.map_err(ClientError::broken)?;
        answered.map_err(ClientError::broken)
    }

    /// Sends a `POST` with a body of the protocol.
    ///
    /// # Errors
    /// If the connection broke, or the answer cannot be read.
    pub async fn post(&mut self, path: &str, body: &impl Serialize) -> Result<HttpResponse, ClientError> {
        let body = serde_json::to_vec(body).expect("types of the protocol can be written");
        self.ask("POST", path, &[], &body).await
    }
}

async fn connect(address: SocketAddr) -> Result<TcpStream, ClientError> {
    let stream = timeout(LIMIT, TcpStream::connect(address)).await.map_err(ClientError::broken)?;
    let stream = stream.map_err(ClientError::broken)?;
    stream.set_nodelay(true).map_err(ClientError::broken)?;
    Ok(stream)
}

/// A connection that can send anything, even invalid HTTP.
pub struct RawConnection(TcpStream);

impl RawConnection {
    /// Connects.
    ///
    /// # Errors
    /// If there is no server.
    pub async fn open(address: SocketAddr) -> Result<RawConnection, ClientError> {
        connect(address).await.map(RawConnection)
    }

    /// Sends these bytes as they are.
    ///
    /// # Errors
    /// If the connection broke.
    pub async fn send(&mut self, bytes: &[u8]) -> Result<(), ClientError> {
        let sent = timeout(LIMIT, self.0.write_all(bytes)).await;
        sent.map_err(ClientError::broken)?.map_err(ClientError::broken)
    }

    /// Reads the head of an answer, and returns its status.
    ///
    /// # Errors
    /// If the connection broke, or the answer is no HTTP.
    pub async fn status(&mut self) -> Result<u16, ClientError> {
        let read = async {
            let mut head = Vec::new();
            while !head.ends_with(b"\r\n\r\n") {
                head.push(self.0.read_u8().await.map_err(ClientError::broken)?);
            }
            let head = String::from_utf8_lossy(&head);
            let status = head.strip_prefix("HTTP/1.1 ").and_then(|rest| rest.get(..3)?.parse().ok());
            status.ok_or_else(|| ClientError::Strange(format!("'{head}' is no HTTP")))
        };
        timeout(LIMIT, read).await.map_err(ClientError::broken)?
    }

    /// Waits until the server closes the connection; whatever comes before that is passed over.
    ///
    /// # Errors
    /// If it is still open after the usual limit.
    pub async fn is_closed(&mut self) -> Result<(), ClientError> {
        let read = async {
            let mut buffer = [0; 4096];
            while self.0.read(&mut buffer).await.is_ok_and(|read| read > 0) {}
        };
        timeout(LIMIT, read).await.map_err(ClientError::broken)
    }
}

/// The address of a server.
#[derive(Clone, Copy, Debug)]
pub struct ServerAddress(pub SocketAddr);

impl ServerAddress {
    /// Sends a `GET` over a connection of its own.
    ///
    /// # Errors
    /// If the connection broke, or the answer cannot be read.
    pub async fn get(self, path: &str) -> Result<HttpResponse, ClientError> {
        HttpConnection::open(self.0).await?.ask("GET", path, &[], &[]).await
    }

    /// Reads something of the protocol.
    ///
    /// # Errors
    /// If the server refuses, the connection broke, or the answer cannot be read.
    pub async fn read<T: DeserializeOwned>(self, path: &str) -> Result<T, ClientError> {
        self.get(path).await?.read()
    }

    /// Sends something of the protocol and reads the answer.
    ///
    /// # Errors
    /// If the server refuses, the connection broke, or the answer cannot be read.
    pub async fn post<T: DeserializeOwned>(
        self,
        path: &str,
        body: &impl Serialize,
    ) -> Result<T, ClientError> {
        HttpConnection::open(self.0).await?.post(path, body).await?.read()
    }

    /// Opens a table.
    ///
    /// # Errors
    /// If the server refuses or the connection broke.
    pub async fn make(self, wish: &TableRequest) -> Result<SeatTaken, ClientError> {
        self.post("/api/tables", wish).await
    }

    /// Takes an open seat.
    ///
    /// # Errors
    /// If the server refuses or the connection broke.
    pub async fn sit(self, table: &str, wish: &SitRequest) -> Result<SeatTaken, ClientError> {
        self.post(&format!("/api/tables/{table}/seats"), wish).await
    }

    /// Joins a game, with the token of a seat or to look on.
    ///
    /// # Errors
    /// If the server refuses or the connection broke.
    pub async fn join(self, table: &str, token: Option<&str>) -> Result<Client, ClientError> {
        Client::join(self.0, table, token).await
    }

    /// Opens a table and joins it with the token of its creator.
    ///
    /// # Errors
    /// If the server refuses or the connection broke.
    pub async fn play(self, wish: &TableRequest) -> Result<(SeatTaken, Client), ClientError> {
        let seat = self.make(wish).await?;
        let client = self.join(&seat.table, Some(&seat.token)).await?;
        Ok((seat, client))
    }
}
