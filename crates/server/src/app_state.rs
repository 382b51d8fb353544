//! The state behind the HTTP interface: all parts of a server.

use std::path::PathBuf;
use std::sync::Arc;

use plywood_page::catalogue::Catalogue;
use plywood_workshop::Workshop;

use crate::lobby::Lobby;
use crate::metrics::Metrics;
use crate::overload;
use crate::pool::Pool;
use crate::services::Services;
use crate::settings::ServerSettings;
use crate::store::{GameStore, GameStoreError};
use crate::training::ServerTraining;

/// The reason why a server cannot be opened, or stopped serving.
#[derive(Debug, thiserror::Error)]
pub enum ServerError {
    /// Its folder cannot be used.
    #[error("cannot use the folder '{}': {error}", path.display())]
    Folder {
        /// The folder.
        path: PathBuf,
        /// The error of the system.
        error: std::io::Error,
    },
    /// Its store cannot be opened.
    #[error(transparent)]
    Store(#[from] GameStoreError),
    /// Its threads cannot be started, or it cannot listen.
    #[error("{0}")]
    System(String),
}

/// All parts of a server.
pub struct AppState {
    /// The parts that games use.
    pub services: Arc<Services>,
    /// The live games.
    pub lobby: Arc<Lobby>,
    /// The training in idle time.
    pub training: ServerTraining,
}

impl AppState {
    /// Opens the folder of a server, with all the games that were going on when it was stopped.
    ///
    /// # Errors
    /// If the folder, the store or the threads cannot be had.
    pub async fn open(settings: ServerSettings, workshop: Workshop) -> Result<Arc<AppState>, ServerError> {
        let folder = settings.data.clone();
        let proofs_folder = settings.proofs_folder();
        for (folder, option) in [(&folder, "--data"), (&proofs_folder, "--proofs")] {
            if folder.display().to_string().contains(',') {
                // Brains and proofs are named in the options of bots, which commas separate.
                return Err(ServerError::System(format!(
                    "the folder '{}' has a comma in its name; name another one with {option}",
                    folder.display()
                )));
            }
        }
        let brains = folder.join("brains");
        std::fs::create_dir_all(&brains)
            .map_err(|error| ServerError::Folder { path: folder.clone(), error })?;
        let unreadable = |error| ServerError::Folder { path: proofs_folder.clone(), error };
        if settings.proofs.is_some() {
            // A folder named in the settings has to exist.
            std::fs::read_dir(&proofs_folder).map_err(unreadable)?;
        }
        let metrics = Metrics::new();
        let store = GameStore::open(&folder.join("house.redb"), settings.most_records, &metrics)?;
        let pool = Pool::start(settings.threads.0, settings.threads.1, &metrics)
            .map_err(|error| ServerError::System(format!("cannot start the threads of the bots: {error}")))?;
        let catalogue = Catalogue::new(workshop, brains, settings.most_brains);
        let catalogue = Arc::new(catalogue.with_proofs(&proofs_folder).map_err(unreadable)?);
        let pool = Arc::new(pool);
        tokio::spawn(overload::watch(
            Arc::downgrade(&pool),
            settings.train.is_some(),
            metrics.lateness.clone(),
        ));
        let services = Arc::new(Services { settings, catalogue, store, pool, metrics });
        let lobby = Lobby::new(Arc::clone(&services));
        let (checked, closing) = (Arc::downgrade(&services.catalogue), lobby.closing());
        std::thread::Builder::new()
            .name("proofs".to_string())
            .spawn(move || Catalogue::check_proofs(&checked, || !*closing.borrow()))
            .map_err(|error| {
                ServerError::System(format!("cannot start the thread that checks proofs: {error}"))
            })?;
        lobby.resume()?;
        let training = ServerTraining::start(&services).map_err(|error| {
            ServerError::System(format!("cannot start the thread of the training: {error}"))
        })?;
        Ok(Arc::new(AppState { services, lobby, training }))
    }

    /// Stops: all connections get a good-bye, searches are cancelled, and everything that waits is written.
    pub async fn close(self: &Arc<Self>) {
        self.lobby.begin_closing();
        self.training.close();
        self.services.pool.close();
        self.lobby.closed().await;
        let state = Arc::clone(self);
        let _ = tokio::task::spawn_blocking(move || {
            state.training.join();
            state.services.store.close();
            state.services.pool.join();
        })
        .await;
    }
}
