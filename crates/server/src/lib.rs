//! The playing house: live games over HTTP and WebSocket, and the page to play them on.
//!
//! [`AppState`] is what all games share: the [catalogue] of games and bots, the [store], the [pool] in which
//! bots think. Every live game is a [table], a task of its own. `http` and [`live`] turn requests and messages into
//! its commands; [`protocol`] has all types of the wire. The page is in `ui/`, and in the program.

mod app_state;
mod assets;
pub mod catalogue;
mod guard;
mod http;
mod ids;
mod limited_listener;
pub mod live;
mod lobby;
mod look;
mod metrics;
mod names;
mod overload;
pub mod pool;
mod problem;
mod proofs;
pub mod protocol;
mod services;
mod settings;
pub mod store;
pub mod table;
mod tree;
mod view;
mod wish;

use std::future::{Future, IntoFuture};
use std::net::SocketAddr;
use std::sync::Arc;
use std::time::Duration;

use tokio::net::TcpListener;
use tokio::sync::Semaphore;

pub use app_state::{AppState, ServerError};
use limited_listener::LimitedListener;
pub use settings::{Settings, Timeouts};

/// How long answers may take that are being read when the house is closed.
const GRACE: Duration = Duration::from_secs(3);
/// Connections beside those at tables: for the page, for lists.
const MORE_CONNECTIONS: usize = 1000;
/// How often what was measured is summed up, whether or not anybody asks for it: until then every single measurement
/// is kept in memory.
const SUMMING_UP: Duration = Duration::from_secs(5);

/// A house that listens.
pub struct Server {
    state: Arc<AppState>,
    listener: TcpListener,
    address: SocketAddr,
}

impl Server {
    /// Opens the house and its door. Port 0 takes any that is free.
    ///
    /// # Errors
    /// If the house cannot be opened, or the address cannot be had.
    pub async fn open(
        address: SocketAddr,
        settings: Settings,
        workshop: plywood_workshop::Workshop,
    ) -> Result<Server, ServerError> {
        // First the door: who cannot listen must not touch the games of the house that does.
        let listener = TcpListener::bind(address).await.map_err(|error| {
            ServerError::System(format!(
                "cannot listen on {address}: {error}; name another address with --listen"
            ))
        })?;
        let address = listener
            .local_addr()
            .map_err(|error| ServerError::System(format!("cannot listen on {address}: {error}")))?;
        let state = AppState::open(settings, workshop).await?;
        Ok(Server { state, listener, address })
    }

    /// Where it listens.
    pub fn address(&self) -> SocketAddr {
        self.address
    }

    /// All its parts.
    pub fn state(&self) -> &Arc<AppState> {
        &self.state
    }

    /// Serves until `stop` is ready; then everybody is told, and everything that is waiting is written.
    ///
    /// # Errors
    /// If the door breaks.
    pub async fn serve(self, stop: impl Future<Output = ()> + Send + 'static) -> Result<(), ServerError> {
        let Server { state, listener, .. } = self;
        let metrics = state.services.metrics.clone();
        let router = http::router(Arc::clone(&state));
        let settings = &state.services.settings;
        let most = settings.most_connections.saturating_add(MORE_CONNECTIONS).min(Semaphore::MAX_PERMITS);
        let door = LimitedListener::new(listener, most, settings.timeouts.silence);
        let closing = Arc::clone(&state);
        let (told, closed) = tokio::sync::oneshot::channel();
        let stopped = async move {
            stop.await;
            closing.close().await;
            let _ = told.send(());
        };
        let serving = axum::serve(door, router).with_graceful_shutdown(stopped).into_future();
        // Whoever is in the middle of reading an answer has a moment to finish.
        let timeouts = async {
            match closed.await {
                Ok(()) => tokio::time::sleep(GRACE).await,
                Err(_) => std::future::pending().await,
            }
        };
        let summing_up = async {
            loop {
                tokio::time::sleep(SUMMING_UP).await;
                metrics.run_upkeep();
            }
        };
        tokio::select! {
            () = summing_up => Ok(()),
            served = serving => served
                .map_err(|error| ServerError::System(format!("the house stopped listening: {error}"))),
            () = timeouts => Ok(()),
        }
    }
}
