//! One connection at a table.

use std::net::SocketAddr;
use std::time::Duration;

use futures_util::{SinkExt, StreamExt};
use plywood_server::protocol::{
    ClientMessage, PROTOCOL, Player, Problem, RefusalCode, ServerMessage, State, TableView, TurnView,
};
use tokio::net::TcpStream;
use tokio::time::{Instant, timeout_at};
use tokio_tungstenite::WebSocketStream;
use tokio_tungstenite::tungstenite::{Error, Message};

use super::{ClientError, LIMIT};

/// A WebSocket at a table, before the hello: for clients that mean to misbehave.
pub struct Socket(WebSocketStream<TcpStream>);

impl Socket {
    /// Connects to a table.
    ///
    /// # Errors
    /// If there is no server, or it refuses.
    pub async fn open(address: SocketAddr, table: &str) -> Result<Socket, ClientError> {
        let stream = TcpStream::connect(address).await.map_err(ClientError::broken)?;
        Socket::over(stream, table).await
    }

    /// The same over an open connection.
    ///
    /// # Errors
    /// If the connection broke, or the server refuses.
    pub async fn over(stream: TcpStream, table: &str) -> Result<Socket, ClientError> {
        stream.set_nodelay(true).map_err(ClientError::broken)?;
        let address = stream.peer_addr().map_err(ClientError::broken)?;
        let url = format!("ws://{address}/api/tables/{table}/live");
        let opened = tokio::time::timeout(LIMIT, tokio_tungstenite::client_async(url, stream)).await;
        match opened.map_err(ClientError::broken)? {
            Ok((socket, _)) => Ok(Socket(socket)),
            Err(Error::Http(response)) => {
                let body = response.body().clone().unwrap_or_default();
                match serde_json::from_slice(&body) {
                    Ok(problem) => Err(ClientError::Refused(problem)),
                    Err(_) => Err(ClientError::Strange(format!("status {}", response.status()))),
                }
            }
            Err(error) => Err(ClientError::broken(error)),
        }
    }

    /// Sends a frame.
    ///
    /// # Errors
    /// If the connection broke.
    pub async fn send(&mut self, message: Message) -> Result<(), ClientError> {
        let sent = tokio::time::timeout(LIMIT, self.0.send(message)).await;
        sent.map_err(ClientError::broken)?.map_err(ClientError::broken)
    }

    /// Sends a text.
    ///
    /// # Errors
    /// If the connection broke.
    pub async fn text(&mut self, text: impl Into<String>) -> Result<(), ClientError> {
        self.send(Message::text(text.into())).await
    }

    /// Says something.
    ///
    /// # Errors
    /// If the connection broke.
    pub async fn say(&mut self, message: &ClientMessage) -> Result<(), ClientError> {
        self.text(serde_json::to_string(message).expect("messages can be written")).await
    }

    /// Sends the hello.
    ///
    /// # Errors
    /// If the connection broke.
    pub async fn hello(&mut self, token: Option<&str>) -> Result<(), ClientError> {
        self.say(&ClientMessage::Hello { protocol: PROTOCOL, token: token.map(str::to_string) }).await
    }

    /// The server's next message, if it comes before `deadline`.
    ///
    /// # Errors
    /// If no message comes in time, it cannot be read, or the connection was closed or broke.
    pub async fn next_before(&mut self, deadline: Instant) -> Result<ServerMessage, ClientError> {
        loop {
            let next = timeout_at(deadline, self.0.next()).await;
            match next.map_err(|_| ClientError::Late("the server sends nothing".into()))? {
                None => return Err(ClientError::Closed(None)),
                Some(Ok(Message::Text(text))) => {
                    return serde_json::from_str(&text)
                        .map_err(|error| ClientError::Strange(format!("{error} in {text}")));
                }
                Some(Ok(Message::Close(frame))) => {
                    return Err(ClientError::Closed(frame.map(|frame| frame.code.into())));
                }
                Some(Ok(Message::Ping(_) | Message::Pong(_))) => {}
                Some(Ok(other)) => return Err(ClientError::Strange(format!("{other:?}"))),
                Some(Err(error)) => return Err(ClientError::broken(error)),
            }
        }
    }

    /// The server's next message.
    ///
    /// # Errors
    /// If no message comes, it cannot be read, or the connection was closed or broke.
    pub async fn next(&mut self) -> Result<ServerMessage, ClientError> {
        self.next_before(Instant::now() + LIMIT).await
    }

    /// Waits for the server to end the connection, and returns the reason, if there is one.
    ///
    /// # Errors
    /// If it does not.
    pub async fn dismissed(&mut self) -> Result<Option<Problem>, ClientError> {
        let mut why = None;
        loop {
            match self.next().await {
                Ok(ServerMessage::Bye(problem)) => why = Some(problem),
                Ok(_) => {}
                Err(ClientError::Closed(_) | ClientError::Broken(_)) => return Ok(why),
                Err(error) => return Err(error),
            }
        }
    }
}

/// A player or a spectator at a table.
pub struct Client {
    /// The connection.
    pub socket: Socket,
    /// The constant data of the table.
    pub table: TableView,
    /// The client's seat.
    pub you: Option<Player>,
    /// True if the client may set the pace.
    pub host: bool,
    /// The state of the game that was received last.
    pub state: State,
}

impl Client {
    /// Joins a game, with the token of a seat or as a spectator.
    ///
    /// # Errors
    /// If the server refuses or the connection broke.
    pub async fn join(address: SocketAddr, table: &str, token: Option<&str>) -> Result<Client, ClientError> {
        let mut socket = Socket::open(address, table).await?;
        socket.hello(token).await?;
        Client::welcomed(socket).await
    }

    /// Waits for the welcome over a connection after the hello.
    ///
    /// # Errors
    /// If the server refuses or the connection broke.
    pub async fn welcomed(mut socket: Socket) -> Result<Client, ClientError> {
        match socket.next().await? {
            ServerMessage::Welcome { protocol: PROTOCOL, table, you, host, state } => {
                Ok(Client { socket, table: *table, you, host, state: *state })
            }
            ServerMessage::Bye(problem) => Err(ClientError::Refused(problem)),
            other => Err(ClientError::Strange(format!("{other:?}"))),
        }
    }

    /// Says something.
    ///
    /// # Errors
    /// If the connection broke.
    pub async fn say(&mut self, message: &ClientMessage) -> Result<(), ClientError> {
        self.socket.say(message).await
    }

    /// Sends a move for the position last heard of.
    ///
    /// # Errors
    /// If the connection broke.
    pub async fn send_move(&mut self, text: &str) -> Result<(), ClientError> {
        let (revision, ply) = (self.state.revision, self.state.step.ply);
        self.say(&ClientMessage::Move { revision, ply, text: text.to_string() }).await
    }

    /// The server's next message; a state is stored in [`Client::state`].
    ///
    /// # Errors
    /// If no message comes, the connection was closed or broke, or the version of the state fell.
    pub async fn next(&mut self) -> Result<ServerMessage, ClientError> {
        self.next_before(Instant::now() + LIMIT).await
    }

    /// The same, if it comes before `deadline`.
    ///
    /// # Errors
    /// As [`Client::next`].
    pub async fn next_before(&mut self, deadline: Instant) -> Result<ServerMessage, ClientError> {
        let message = self.socket.next_before(deadline).await?;
        if let ServerMessage::State(state) = &message {
            if state.version < self.state.version {
                let (old, new) = (self.state.version, state.version);
                return Err(ClientError::Strange(format!("the version fell from {old} to {new}")));
            }
            self.state = (**state).clone();
        }
        Ok(message)
    }

    /// Waits for a message of this kind; all others are passed over.
    ///
    /// # Errors
    /// If it does not come, or as [`Client::next`].
    pub async fn wait_for<T>(
        &mut self,
        mut wanted: impl FnMut(&ServerMessage) -> Option<T>,
    ) -> Result<T, ClientError> {
        let deadline = Instant::now() + LIMIT;
        loop {
            let message = self.next_before(deadline).await?;
            if let Some(found) = wanted(&message) {
                return Ok(found);
            }
        }
    }

    /// Waits until the state fulfils a condition; returns at once if it does already.
    ///
    /// # Errors
    /// If it never does, or as [`Client::next`].
    pub async fn until(&mut self, mut so: impl FnMut(&State) -> bool) -> Result<&State, ClientError> {
        let deadline = Instant::now() + LIMIT;
        while !so(&self.state) {
            match self.next_before(deadline).await {
                Err(ClientError::Late(_)) => {
                    return Err(ClientError::Late(format!("it still stands so: {:?}", self.state)));
                }
                other => drop(other?),
            }
        }
        Ok(&self.state)
    }

    /// True if it is the client's turn.
    pub fn is_to_move(&self) -> bool {
        match self.you {
            Some(Player::First) => self.state.step.turn == TurnView::First,
            Some(Player::Second) => self.state.step.turn == TurnView::Second,
            None => false,
        }
    }

    /// Waits until it is the client's turn or the game is over. True if the client is to move.
    ///
    /// # Errors
    /// If neither happens, or as [`Client::next`].
    pub async fn my_turn(&mut self) -> Result<bool, ClientError> {
        let you = self.you;
        self.until(|state| {
            state.end.is_some()
                || match state.step.turn {
                    TurnView::First => you == Some(Player::First),
                    TurnView::Second => you == Some(Player::Second),
                    TurnView::Chance | TurnView::Over => false,
                }
        })
        .await?;
        Ok(self.state.end.is_none())
    }

    /// Plays a move in the position received last, and waits until it is played.
    ///
    /// # Errors
    /// If the server refuses it, or as [`Client::next`].
    pub async fn play(&mut self, text: &str) -> Result<(), ClientError> {
        let ply = self.state.step.ply;
        self.send_move(text).await?;
        let deadline = Instant::now() + LIMIT;
        loop {
            match self.next_before(deadline).await? {
                ServerMessage::Refused(problem) => return Err(ClientError::Refused(problem)),
                ServerMessage::State(state) if state.step.ply > ply => return Ok(()),
                _ => {}
            }
        }
    }

    /// Waits for a refusal.
    ///
    /// # Errors
    /// If none comes, or as [`Client::next`].
    pub async fn refused(&mut self) -> Result<RefusalCode, ClientError> {
        self.wait_for(|message| match message {
            ServerMessage::Refused(problem) => Some(problem.code),
            _ => None,
        })
        .await
    }

    /// Says something that is to be refused.
    ///
    /// # Errors
    /// If it is not refused, or as [`Client::next`].
    pub async fn refused_to(&mut self, message: &ClientMessage) -> Result<RefusalCode, ClientError> {
        self.say(message).await?;
        self.refused().await
    }

    /// Waits until the server has handled everything sent so far.
    ///
    /// # Errors
    /// If it does not answer, or as [`Client::next`].
    pub async fn settle(&mut self) -> Result<(), ClientError> {
        self.say(&ClientMessage::Ping {}).await?;
        self.wait_for(|message| matches!(message, ServerMessage::Pong {}).then_some(())).await
    }

    /// Returns the messages that arrive within `time`.
    ///
    /// # Errors
    /// If the connection was closed or broke.
    pub async fn listen(&mut self, time: Duration) -> Result<Vec<ServerMessage>, ClientError> {
        let deadline = Instant::now() + time;
        let mut heard = Vec::new();
        loop {
            match self.next_before(deadline).await {
                Ok(message) => heard.push(message),
                Err(ClientError::Late(_)) => return Ok(heard),
                Err(error) => return Err(error),
            }
        }
    }
}
