//! The server: live games over HTTP and WebSocket, and the page to play them on.
//!
//! [`AppState`] is all parts of a server: the [catalogue](plywood_page::catalogue) of games and bots, the [store], the [pool] in which bots search, and the
//! lobby of live games. Every live game is a [table], a task that drives a [`plywood_page::play::LiveGame`]. `http` and [`live`] turn
//! requests and messages into its commands; [`protocol`] has all types of the wire. The page is in `ui/`, and in the program.

mod app_state;
mod assets;
mod guard;
mod http;
mod ids;
mod limited_listener;
pub mod live;
mod lobby;
mod metrics;
mod overload;
pub mod pool;
pub mod protocol;
mod qr;
mod refused;
mod services;
mod settings;
mod share;
mod sheets;
pub mod site;
pub mod store;
pub mod table;
mod training;

use std::future::{Future, IntoFuture};
use std::net::SocketAddr;
use std::sync::Arc;
use std::time::Duration;

use tokio::net::TcpListener;
use tokio::sync::Semaphore;

pub use app_state::{AppState, ServerError};
pub use assets::words;
use limited_listener::LimitedListener;
pub use settings::{ServerSettings, Timeouts};

/// The time for answers that are being read when the server stops.
const GRACE: Duration = Duration::from_secs(3);
/// Connections beside those at tables: for the page, for lists.
const MORE_CONNECTIONS: usize = 1000;
/// The period at which measurements are summed up. Until then every single one is kept in memory.
const SUMMING_UP: Duration = Duration::from_secs(5);

/// A server that listens.
pub struct Server {
    state: Arc<AppState>,
    listener: TcpListener,
    address: SocketAddr,
}

impl Server {
    /// Binds the address, and opens the folder. Port 0 takes any that is free.
    ///
    /// # Errors
    /// If the folder cannot be opened, or the address cannot be had.
    pub async fn open(
        address: SocketAddr,
        settings: ServerSettings,
        workshop: plywood_workshop::Workshop,
    ) -> Result<Server, ServerError> {
        // First the address: a server that cannot listen must not touch the games of the one that does.
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

    /// The listening address.
    pub fn address(&self) -> SocketAddr {
        self.address
    }

    /// All its parts.
    pub fn state(&self) -> &Arc<AppState> {
        &self.state
    }

    /// Serves until `stop` is ready; then all connections get a good-bye, and everything that waits is written.
    ///
    /// # Errors
    /// If the listener breaks.
    pub async fn serve(self, stop: impl Future<Output = ()> + Send + 'static) -> Result<(), ServerError> {
        let Server { state, listener, .. } = self;
        let metrics = state.services.metrics.clone();
        let router = http::router(Arc::clone(&state));
        let settings = &state.services.settings;
        let most = settings.most_connections.saturating_add(MORE_CONNECTIONS).min(Semaphore::MAX_PERMITS);
        let listener = LimitedListener::new(listener, most, settings.timeouts.silence);
        let closing = Arc::clone(&state);
        let (told, closed) = tokio::sync::oneshot::channel();
        let stopped = async move {
            stop.await;
            closing.close().await;
            let _ = told.send(());
        };
        let serving = axum::serve(listener, router).with_graceful_shutdown(stopped).into_future();
        // Clients that are reading an answer have a moment to finish.
        let grace = async {
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
                .map_err(|error| ServerError::System(format!("the server stopped listening: {error}"))),
            () = grace => Ok(()),
        }
    }
}
