//! One connection at a table.

use std::net::SocketAddr;
use std::time::Duration;

use futures_util::{SinkExt, StreamExt};
use plywood_server::protocol::{
    ClientMessage, Code, PROTOCOL, Problem, ServerMessage, Side, State, TableView, TurnView,
};
use tokio::net::TcpStream;
use tokio::time::{Instant, timeout_at};
use tokio_tungstenite::WebSocketStream;
use tokio_tungstenite::tungstenite::{Error, Message};

use crate::{LIMIT, RigError};

/// A WebSocket at a table, before anybody said who they are: for those who mean to misbehave.
pub struct Socket(WebSocketStream<TcpStream>);

impl Socket {
    /// Connects to a table.
    ///
    /// # Errors
    /// If nobody listens there, or the house does not want it.
    pub async fn open(address: SocketAddr, table: &str) -> Result<Socket, RigError> {
        let stream = TcpStream::connect(address).await.map_err(RigError::broken)?;
        Socket::over(stream, table).await
    }

    /// The same over a connection that is there already.
    ///
    /// # Errors
    /// If the connection broke, or the house does not want it.
    pub async fn over(stream: TcpStream, table: &str) -> Result<Socket, RigError> {
        stream.set_nodelay(true).map_err(RigError::broken)?;
        let address = stream.peer_addr().map_err(RigError::broken)?;
        let url = format!("ws://{address}/api/tables/{table}/live");
        let opened = tokio::time::timeout(LIMIT, tokio_tungstenite::client_async(url, stream)).await;
        match opened.map_err(RigError::broken)? {
            Ok((socket, _)) => Ok(Socket(socket)),
            Err(Error::Http(response)) => {
                let body = response.body().clone().unwrap_or_default();
                match serde_json::from_slice(&body) {
                    Ok(problem) => Err(RigError::Refused(problem)),
                    Err(_) => Err(RigError::Strange(format!("status {}", response.status()))),
                }
            }
            Err(error) => Err(RigError::broken(error)),
        }
    }

    /// Sends a frame.
    ///
    /// # Errors
    /// If the connection broke.
    pub async fn send(&mut self, message: Message) -> Result<(), RigError> {
        let sent = tokio::time::timeout(LIMIT, self.0.send(message)).await;
        sent.map_err(RigError::broken)?.map_err(RigError::broken)
    }

    /// Sends a text.
    ///
    /// # Errors
    /// If the connection broke.
    pub async fn text(&mut self, text: impl Into<String>) -> Result<(), RigError> {
        self.send(Message::text(text.into())).await
    }

    /// Says something.
    ///
    /// # Errors
    /// If the connection broke.
    pub async fn say(&mut self, message: &ClientMessage) -> Result<(), RigError> {
        self.text(serde_json::to_string(message).expect("messages can be written")).await
    }

    /// Says who is there.
    ///
    /// # Errors
    /// If the connection broke.
    pub async fn hello(&mut self, token: Option<&str>) -> Result<(), RigError> {
        self.say(&ClientMessage::Hello { protocol: PROTOCOL, token: token.map(str::to_string) }).await
    }

    /// What the house says next, if it does before `deadline`.
    ///
    /// # Errors
    /// If it does not, cannot be read, or the connection was closed or broke.
    pub async fn next_before(&mut self, deadline: Instant) -> Result<ServerMessage, RigError> {
        loop {
            let next = timeout_at(deadline, self.0.next()).await;
            match next.map_err(|_| RigError::Late("the house says nothing".into()))? {
                None => return Err(RigError::Closed(None)),
                Some(Ok(Message::Text(text))) => {
                    return serde_json::from_str(&text)
                        .map_err(|error| RigError::Strange(format!("{error} in {text}")));
                }
                Some(Ok(Message::Close(frame))) => {
                    return Err(RigError::Closed(frame.map(|frame| frame.code.into())));
                }
                Some(Ok(Message::Ping(_) | Message::Pong(_))) => {}
                Some(Ok(other)) => return Err(RigError::Strange(format!("{other:?}"))),
                Some(Err(error)) => return Err(RigError::broken(error)),
            }
        }
    }

    /// What the house says next.
    ///
    /// # Errors
    /// If it says nothing, cannot be read, or the connection was closed or broke.
    pub async fn next(&mut self) -> Result<ServerMessage, RigError> {
        self.next_before(Instant::now() + LIMIT).await
    }

    /// Waits for the house to show one the door, and returns why, if it says so.
    ///
    /// # Errors
    /// If it does not.
    pub async fn dismissed(&mut self) -> Result<Option<Problem>, RigError> {
        let mut why = None;
        loop {
            match self.next().await {
                Ok(ServerMessage::Bye(problem)) => why = Some(problem),
                Ok(_) => {}
                Err(RigError::Closed(_) | RigError::Broken(_)) => return Ok(why),
                Err(error) => return Err(error),
            }
        }
    }
}

/// Somebody at a table.
pub struct Guest {
    /// The connection.
    pub socket: Socket,
    /// What stays the same.
    pub table: TableView,
    /// One's own seat.
    pub you: Option<Side>,
    /// Whether one may set the pace.
    pub host: bool,
    /// Where the game stands, as far as was heard.
    pub state: State,
}

impl Guest {
    /// Joins a game, with the token of a seat or to look on.
    ///
    /// # Errors
    /// If the house refuses or the connection broke.
    pub async fn join(address: SocketAddr, table: &str, token: Option<&str>) -> Result<Guest, RigError> {
        let mut socket = Socket::open(address, table).await?;
        socket.hello(token).await?;
        Guest::welcomed(socket).await
    }

    /// Waits for the welcome over a connection on which one has said who one is.
    ///
    /// # Errors
    /// If the house refuses or the connection broke.
    pub async fn welcomed(mut socket: Socket) -> Result<Guest, RigError> {
        match socket.next().await? {
            ServerMessage::Welcome { protocol: PROTOCOL, table, you, host, state } => {
                Ok(Guest { socket, table: *table, you, host, state: *state })
            }
            ServerMessage::Bye(problem) => Err(RigError::Refused(problem)),
            other => Err(RigError::Strange(format!("{other:?}"))),
        }
    }

    /// Says something.
    ///
    /// # Errors
    /// If the connection broke.
    pub async fn say(&mut self, message: &ClientMessage) -> Result<(), RigError> {
        self.socket.say(message).await
    }

    /// Sends a move for the position last heard of.
    ///
    /// # Errors
    /// If the connection broke.
    pub async fn send_move(&mut self, text: &str) -> Result<(), RigError> {
        let (revision, ply) = (self.state.revision, self.state.step.ply);
        self.say(&ClientMessage::Move { revision, ply, text: text.to_string() }).await
    }

    /// What the house says next; where that is a state it is [`Guest::state`] from now on.
    ///
    /// # Errors
    /// If it says nothing, the connection was closed or broke, or the version of the state fell.
    pub async fn next(&mut self) -> Result<ServerMessage, RigError> {
        self.next_before(Instant::now() + LIMIT).await
    }

    /// The same, if it comes before `deadline`.
    ///
    /// # Errors
    /// As [`Guest::next`].
    pub async fn next_before(&mut self, deadline: Instant) -> Result<ServerMessage, RigError> {
        let message = self.socket.next_before(deadline).await?;
        if let ServerMessage::State(state) = &message {
            if state.version < self.state.version {
                let (old, new) = (self.state.version, state.version);
                return Err(RigError::Strange(format!("the version fell from {old} to {new}")));
            }
            self.state = (**state).clone();
        }
        Ok(message)
    }

    /// Waits for a message of this kind; all others are passed over.
    ///
    /// # Errors
    /// If it does not come, or as [`Guest::next`].
    pub async fn wait_for<T>(
        &mut self,
        mut wanted: impl FnMut(&ServerMessage) -> Option<T>,
    ) -> Result<T, RigError> {
        let deadline = Instant::now() + LIMIT;
        loop {
            let message = self.next_before(deadline).await?;
            if let Some(found) = wanted(&message) {
                return Ok(found);
            }
        }
    }

    /// Waits until the game stands so; at once if it does already.
    ///
    /// # Errors
    /// If it never comes to that, or as [`Guest::next`].
    pub async fn until(&mut self, mut so: impl FnMut(&State) -> bool) -> Result<&State, RigError> {
        let deadline = Instant::now() + LIMIT;
        while !so(&self.state) {
            match self.next_before(deadline).await {
                Err(RigError::Late(_)) => {
                    return Err(RigError::Late(format!("it still stands so: {:?}", self.state)));
                }
                other => drop(other?),
            }
        }
        Ok(&self.state)
    }

    /// Whether it is one's own turn.
    pub fn is_to_move(&self) -> bool {
        match self.you {
            Some(Side::First) => self.state.step.turn == TurnView::First,
            Some(Side::Second) => self.state.step.turn == TurnView::Second,
            None => false,
        }
    }

    /// Waits until it is one's own turn or the game is over; whether one is to move.
    ///
    /// # Errors
    /// If it never comes to that, or as [`Guest::next`].
    pub async fn my_turn(&mut self) -> Result<bool, RigError> {
        let you = self.you;
        self.until(|state| {
            state.end.is_some()
                || match state.step.turn {
                    TurnView::First => you == Some(Side::First),
                    TurnView::Second => you == Some(Side::Second),
                    TurnView::Chance | TurnView::Over => false,
                }
        })
        .await?;
        Ok(self.state.end.is_none())
    }

    /// Plays a move for the position last heard of, and waits until it is played.
    ///
    /// # Errors
    /// If the house refuses it, or as [`Guest::next`].
    pub async fn play(&mut self, text: &str) -> Result<(), RigError> {
        let ply = self.state.step.ply;
        self.send_move(text).await?;
        let deadline = Instant::now() + LIMIT;
        loop {
            match self.next_before(deadline).await? {
                ServerMessage::Refused(problem) => return Err(RigError::Refused(problem)),
                ServerMessage::State(state) if state.step.ply > ply => return Ok(()),
                _ => {}
            }
        }
    }

    /// Waits for a refusal.
    ///
    /// # Errors
    /// If none comes, or as [`Guest::next`].
    pub async fn refused(&mut self) -> Result<Code, RigError> {
        self.wait_for(|message| match message {
            ServerMessage::Refused(problem) => Some(problem.code),
            _ => None,
        })
        .await
    }

    /// Says something that is to be refused.
    ///
    /// # Errors
    /// If it is not refused, or as [`Guest::next`].
    pub async fn refused_to(&mut self, message: &ClientMessage) -> Result<Code, RigError> {
        self.say(message).await?;
        self.refused().await
    }

    /// Waits until the house has done all that was said so far.
    ///
    /// # Errors
    /// If it does not answer, or as [`Guest::next`].
    pub async fn settle(&mut self) -> Result<(), RigError> {
        self.say(&ClientMessage::Ping {}).await?;
        self.wait_for(|message| matches!(message, ServerMessage::Pong {}).then_some(())).await
    }

    /// Hears nothing but this for so long.
    ///
    /// # Errors
    /// If the connection was closed or broke.
    pub async fn listen(&mut self, time: Duration) -> Result<Vec<ServerMessage>, RigError> {
        let deadline = Instant::now() + time;
        let mut heard = Vec::new();
        loop {
            match self.next_before(deadline).await {
                Ok(message) => heard.push(message),
                Err(RigError::Late(_)) => return Ok(heard),
                Err(error) => return Err(error),
            }
        }
    }
}
