//! The HTTP interface.

use std::sync::Arc;
use std::sync::atomic::AtomicUsize;
use std::time::Duration;

use axum::extract::rejection::{JsonRejection, QueryRejection};
use axum::extract::{DefaultBodyLimit, FromRequest, Path, Query, Request, State, WebSocketUpgrade};
use axum::http::header::{CACHE_CONTROL, CONTENT_DISPOSITION, CONTENT_TYPE};
use axum::http::{HeaderMap, StatusCode, Uri};
use axum::middleware::from_fn_with_state;
use axum::response::{IntoResponse, Response};
use axum::routing::{get, post};
use axum::{Json, Router};
use plywood_page::catalogue::Catalogue;
use plywood_page::problem::{Problem, RefusalCode};
use plywood_page::{lines, look, replies, review, tree};
use plywood_rules::Stop;
use serde::de::DeserializeOwned;
use tokio::sync::{Semaphore, oneshot};
use tower_http::compression::CompressionLayer;
use tower_http::compression::predicate::SizeAbove;

use crate::app_state::AppState;
use crate::ids::new_seed;
use crate::live::Permit;
use crate::protocol::{
    BrainQuery, CatalogueView, CurveView, GameQuery, GameView, GrownTree, LONGEST_MESSAGE, LinesRequest,
    LinesView, LinkRequest, LookRequest, LookView, RECORDS, ReadRecord, ReadRequest, RecordLine, RecordView,
    RecordsQuery, RepliesRequest, RepliesView, ReviewRequest, ReviewView, SeatTaken, Sheet, SheetKey,
    SheetMade, SheetResult, SitRequest, SolvedRequest, TableLine, TableRequest, TrainingView, TreeRequest,
    WriteRequest, WrittenRecord,
};
use crate::refused::Refused;
use crate::services::Services;
use crate::share::{About, Painter, ShareQuery, SharedGame};
use crate::store::{GameStore, Write};
use crate::table::TableCommand;
use crate::{assets, guard, live, qr, sheets};

/// The largest body that is taken, in bytes.
const LARGEST_BODY: usize = 128 << 10;
/// Short requests that are worked on at the same time; others wait.
const LOOKERS: usize = 2;
/// Trees and reviews at the same time; others wait, and are refused after a while.
const STUDIES: usize = 2;
const STUDIES_WAIT: Duration = Duration::from_secs(10);
/// Tables that are made at the same time; others wait.
const MAKERS: usize = 8;

/// The state of all handlers.
pub struct App {
    state: Arc<AppState>,
    connections: Arc<AtomicUsize>,
    lookers: Semaphore,
    studies: Semaphore,
    makers: Semaphore,
    painter: Arc<Painter>,
}

/// All routes.
pub fn router(state: Arc<AppState>) -> Router {
    let hosts: Arc<[String]> = state.services.settings.hosts.as_slice().into();
    let app = Arc::new(App {
        state,
        connections: Arc::default(),
        lookers: Semaphore::new(LOOKERS),
        studies: Semaphore::new(STUDIES),
        makers: Semaphore::new(MAKERS),
        painter: Arc::default(),
    });
    let api = Router::new()
        .route("/house", get(house_view))
        .route("/game", get(game_view))
        .route("/look", post(look_view))
        .route("/review", post(reviewed))
        .route("/lines", post(best_lines))
        .route("/replies", post(safe_replies))
        .route("/tree", post(grown_tree))
        .route("/tree.svg", get(tree_picture))
        .route("/tables", get(tables).post(make_table))
        .route("/tables/{id}/seats", post(sit))
        .route("/tables/{id}/live", get(live_game))
        .route("/records", get(records))
        .route("/records/read", post(read_record))
        .route("/records/write", post(write_record))
        .route("/records/{id}", get(record))
        .route("/records/{id}/text", get(record_text))
        .route("/training", get(training))
        .route("/curve", get(curve))
        .route("/qr", post(qr_code))
        .route("/sheets", post(make_sheet))
        .route("/sheets/{id}", get(sheet))
        .route("/sheets/{id}/solved", post(solve_items))
        .route("/sheets/{id}/results", post(sheet_results))
        .route("/sheets/{id}/drop", post(drop_sheet))
        .fallback(async || Refused(Problem::new(RefusalCode::NotFound, "unknown request")));
    Router::new()
        .nest("/api", api)
        .route("/share/{*route}", get(shared_link))
        .route("/picture/{*route}", get(shared_picture))
        .route("/healthz", get(healthz))
        .route("/metrics", get(show_metrics))
        .route("/", get(assets::index))
        .route("/{*path}", get(assets::asset))
        .layer(CompressionLayer::new().gzip(true).compress_when(SizeAbove::new(600)))
        .layer(DefaultBodyLimit::max(LARGEST_BODY))
        .layer(from_fn_with_state(hosts, guard::guard))
        .with_state(app)
}

type SharedApp = State<Arc<App>>;
type JsonResult<T> = Result<Json<T>, Refused>;

/// A body that is read into a type, or refused with a problem of ours.
struct JsonBody<T>(T);

impl<T: DeserializeOwned, S: Send + Sync> FromRequest<S> for JsonBody<T> {
    type Rejection = Refused;

    async fn from_request(request: Request, state: &S) -> Result<JsonBody<T>, Refused> {
        match Json::<T>::from_request(request, state).await {
            Ok(Json(body)) => Ok(JsonBody(body)),
            Err(JsonRejection::BytesRejection(error)) if error.status() == StatusCode::PAYLOAD_TOO_LARGE => {
                let text = format!("the request is longer than {LARGEST_BODY} bytes");
                Err(Problem::new(RefusalCode::TooLong, text).into())
            }
            Err(error) => Err(Problem::new(RefusalCode::Malformed, error.body_text()).into()),
        }
    }
}

fn query<T>(query: Result<Query<T>, QueryRejection>) -> Result<T, Problem> {
    query.map(|Query(query)| query).map_err(|error| Problem::new(RefusalCode::Malformed, error.body_text()))
}

impl App {
    /// Does something that takes a moment on a thread for blocking work, a few at a time.
    async fn work<T: Send + 'static>(
        &self,
        act: impl FnOnce(&Services) -> Result<T, Problem> + Send + 'static,
    ) -> Result<T, Problem> {
        let _turn = self.lookers.acquire().await.expect("it is never closed");
        let services = Arc::clone(&self.state.services);
        apart(move || act(&services)).await
    }

    /// Does something that takes seconds, in a queue of its own: short requests need not wait for it. It is stopped after the
    /// `longest` time, and when the client is gone.
    async fn study<T: Send + 'static>(
        &self,
        longest: Duration,
        act: impl FnOnce(&Catalogue, &Stop) -> Result<T, Problem> + Send + 'static,
    ) -> Result<T, Problem> {
        let waiting = tokio::time::timeout(STUDIES_WAIT, self.studies.acquire()).await;
        let _turn = waiting
            .map_err(|_| {
                Problem::new(
                    RefusalCode::Busy,
                    "others grow trees or review games here; try again in a moment",
                )
            })?
            .expect("it is never closed");
        let stop = Stop::never();
        let _given_up = Raised(stop.clone());
        let (catalogue, limit) = (Arc::clone(&self.state.services.catalogue), stop.clone());
        let studying = apart(move || act(&catalogue, &stop));
        tokio::pin!(studying);
        tokio::select! {
            found = &mut studying => return found,
            () = tokio::time::sleep(longest) => limit.raise(),
        }
        studying.await
    }

    /// Writes what was decided about the sheets; the answer comes once it is on disk.
    async fn write<T: Send + 'static>(
        &self,
        decide: impl FnOnce(&Services) -> Result<(Vec<Write>, T), Problem> + Send + 'static,
    ) -> JsonResult<T> {
        let (writes, answer) = self.work(decide).await?;
        self.state.services.store.write(writes).await.map_err(Problem::from)?;
        Ok(Json(answer))
    }

    async fn grow<T: Send + 'static>(
        &self,
        wish: TreeRequest,
        tell: impl FnOnce(tree::TreeResult) -> T + Send + 'static,
    ) -> Result<T, Problem> {
        self.study(tree::LONGEST, move |catalogue, stop| tree::grow(catalogue, &wish, stop).map(tell)).await
    }
}

/// Raises a stop when it goes.
struct Raised(Stop);

impl Drop for Raised {
    fn drop(&mut self) {
        self.0.raise();
    }
}

/// Does something that takes a moment on a thread for blocking work.
async fn apart<T: Send + 'static>(
    act: impl FnOnce() -> Result<T, Problem> + Send + 'static,
) -> Result<T, Problem> {
    let done = tokio::task::spawn_blocking(act).await;
    done.map_err(|_| Problem::new(RefusalCode::Internal, "the request failed inside the server"))?
}

async fn house_view(State(app): SharedApp) -> JsonResult<CatalogueView> {
    Ok(Json(app.work(|it| Ok(it.catalogue.house(it.settings.think))).await?))
}

async fn game_view(
    State(app): SharedApp,
    asked: Result<Query<GameQuery>, QueryRejection>,
) -> JsonResult<GameView> {
    let name = query(asked)?.name;
    Ok(Json(app.work(move |it| it.catalogue.describe(&name)).await?))
}

async fn look_view(State(app): SharedApp, JsonBody(wish): JsonBody<LookRequest>) -> JsonResult<LookView> {
    Ok(Json(app.work(move |it| look::look(&it.catalogue, &wish, new_seed())).await?))
}

async fn grown_tree(State(app): SharedApp, JsonBody(wish): JsonBody<TreeRequest>) -> JsonResult<GrownTree> {
    Ok(Json(app.grow(wish, tree::TreeResult::told).await?))
}

async fn reviewed(State(app): SharedApp, JsonBody(wish): JsonBody<ReviewRequest>) -> JsonResult<ReviewView> {
    let judge = move |catalogue: &Catalogue, stop: &Stop| review::judged(catalogue, &wish, stop);
    Ok(Json(app.study(review::LONGEST, judge).await?))
}

async fn best_lines(State(app): SharedApp, JsonBody(wish): JsonBody<LinesRequest>) -> JsonResult<LinesView> {
    let find = move |catalogue: &Catalogue, stop: &Stop| lines::best(catalogue, &wish, stop);
    Ok(Json(app.study(lines::LONGEST, find).await?))
}

async fn safe_replies(
    State(app): SharedApp,
    JsonBody(wish): JsonBody<RepliesRequest>,
) -> JsonResult<RepliesView> {
    let find = move |catalogue: &Catalogue, stop: &Stop| replies::safe(catalogue, &wish, stop);
    Ok(Json(app.study(replies::LONGEST, find).await?))
}

async fn tree_picture(
    State(app): SharedApp,
    asked: Result<Query<TreeRequest>, QueryRejection>,
) -> Result<Response, Refused> {
    let text = app.grow(query(asked)?, |grown| grown.svg()).await?;
    let headers =
        [(CONTENT_TYPE, "image/svg+xml"), (CONTENT_DISPOSITION, "attachment; filename=\"plywood-tree.svg\"")];
    Ok((headers, text).into_response())
}

async fn tables(State(app): SharedApp) -> Json<Vec<TableLine>> {
    Json(app.state.lobby.list())
}

async fn make_table(State(app): SharedApp, JsonBody(wish): JsonBody<TableRequest>) -> JsonResult<SeatTaken> {
    let _turn = app.makers.acquire().await.expect("it is never closed");
    Ok(Json(app.state.lobby.make(wish).await?))
}

async fn sit(
    State(app): SharedApp,
    Path(id): Path<String>,
    JsonBody(wish): JsonBody<SitRequest>,
) -> JsonResult<SeatTaken> {
    let table = app.state.lobby.table(&id)?;
    let gone = || Problem::new(RefusalCode::NotFound, "the game was removed");
    let (reply, told) = oneshot::channel();
    table.commands.send(TableCommand::Sit { wish, reply }).await.map_err(|_| gone())?;
    Ok(Json(told.await.map_err(|_| gone())??))
}

async fn live_game(
    State(app): SharedApp,
    Path(id): Path<String>,
    upgrade: WebSocketUpgrade,
) -> Result<Response, Refused> {
    let table = app.state.lobby.table(&id)?;
    let services = Arc::clone(&app.state.services);
    let counted =
        Permit::count(&app.connections, services.settings.most_connections, &services.metrics.connections)
            .ok_or_else(|| Problem::new(RefusalCode::Full, "too many connections; try again later"))?;
    let closing = app.state.lobby.closing();
    Ok(upgrade
        .max_message_size(LONGEST_MESSAGE)
        .max_frame_size(LONGEST_MESSAGE)
        // Not the 128 kB that are usual: messages are short, and there are thousands of connections.
        .read_buffer_size(LONGEST_MESSAGE)
        .write_buffer_size(4 << 10)
        .max_write_buffer_size(1 << 20)
        .on_upgrade(move |socket| live::serve(socket, services, closing, table, counted)))
}

async fn records(
    State(app): SharedApp,
    asked: Result<Query<RecordsQuery>, QueryRejection>,
) -> JsonResult<Vec<RecordLine>> {
    let RecordsQuery { before, game } = query(asked)?;
    let found =
        app.work(move |it| Ok(it.store.records(before.unwrap_or(u64::MAX), game.as_deref(), RECORDS)?));
    Ok(Json(found.await?.into_iter().map(|record| record.line).collect()))
}

fn find_record(store: &GameStore, id: &str) -> Result<RecordView, Problem> {
    store.record(id)?.ok_or_else(Problem::no_record)
}

async fn record(State(app): SharedApp, Path(id): Path<String>) -> JsonResult<RecordView> {
    Ok(Json(app.work(move |it| find_record(&it.store, &id)).await?))
}

async fn record_text(State(app): SharedApp, Path(id): Path<String>) -> Result<Response, Refused> {
    let record = app.work(move |it| find_record(&it.store, &id)).await?;
    let headers = [
        (CONTENT_TYPE, "text/plain; charset=utf-8"),
        (CONTENT_DISPOSITION, "attachment; filename=\"plywood-game.txt\""),
    ];
    Ok((headers, record.text).into_response())
}

/// The game of a link.
async fn shown(app: &App, route: &str, options: &ShareQuery) -> Result<SharedGame, Problem> {
    let id = match About::read(route)? {
        About::Game(name) => return Ok(SharedGame::game(name, options)),
        About::Record(id) => id,
        About::Table(id) => {
            let (reply, told) = oneshot::channel();
            if let Ok(table) = app.state.lobby.table(id)
                && table.commands.send(TableCommand::Show(reply)).await.is_ok()
                && let Ok(snapshot) = told.await
            {
                return Ok(SharedGame::table(snapshot));
            }
            id
        }
    };
    let id = id.to_string();
    let record = app.work(move |it| find_record(&it.store, &id)).await?;
    Ok(SharedGame::record(record, options))
}

async fn shared_link(
    State(app): SharedApp,
    Path(route): Path<String>,
    uri: Uri,
    asked: Result<Query<ShareQuery>, QueryRejection>,
    headers: HeaderMap,
) -> Result<Response, Refused> {
    let options = query(asked)?;
    let shown = shown(&app, &route, &options).await?;
    let page = app.work(move |it| shown.page(&it.catalogue, &options, &uri, &headers)).await?;
    Ok(([(CONTENT_TYPE, "text/html; charset=utf-8"), (CACHE_CONTROL, "no-cache")], page).into_response())
}

async fn shared_picture(
    State(app): SharedApp,
    Path(route): Path<String>,
    asked: Result<Query<ShareQuery>, QueryRejection>,
) -> Result<Response, Refused> {
    let shown = shown(&app, &route, &query(asked)?).await?;
    let painter = Arc::clone(&app.painter);
    let picture = app.work(move |it| Ok(painter.picture(&*shown.play(&it.catalogue)?))).await?;
    // A live game has another picture soon.
    Ok(([(CONTENT_TYPE, "image/png"), (CACHE_CONTROL, "public, max-age=60")], picture).into_response())
}

async fn read_record(State(app): SharedApp, JsonBody(wish): JsonBody<ReadRequest>) -> JsonResult<ReadRecord> {
    Ok(Json(app.work(move |it| look::read(&it.catalogue, &wish)).await?))
}

async fn write_record(
    State(app): SharedApp,
    JsonBody(wish): JsonBody<WriteRequest>,
) -> JsonResult<WrittenRecord> {
    Ok(Json(app.work(move |it| look::write(&it.catalogue, &wish)).await?))
}

async fn training(State(app): SharedApp) -> Json<TrainingView> {
    Json(app.state.training.view())
}

async fn curve(
    State(app): SharedApp,
    asked: Result<Query<BrainQuery>, QueryRejection>,
) -> JsonResult<CurveView> {
    let asked: BrainQuery = query(asked)?;
    Ok(Json(app.work(move |it| it.catalogue.curve(&asked)).await?))
}

async fn qr_code(JsonBody(wish): JsonBody<LinkRequest>) -> JsonResult<String> {
    Ok(Json(qr::svg(&wish.link)?))
}

async fn make_sheet(State(app): SharedApp, JsonBody(wish): JsonBody<Sheet>) -> JsonResult<SheetMade> {
    app.write(move |it| sheets::make(&it.store, it.settings.most_sheets, wish)).await
}

async fn sheet(State(app): SharedApp, Path(id): Path<String>) -> JsonResult<Sheet> {
    Ok(Json(app.work(move |it| Ok(sheets::find(&it.store, &id)?.sheet)).await?))
}

async fn solve_items(
    State(app): SharedApp,
    Path(id): Path<String>,
    JsonBody(wish): JsonBody<SolvedRequest>,
) -> JsonResult<SheetResult> {
    app.write(move |it| sheets::solve(&it.store, &id, &wish)).await
}

async fn sheet_results(
    State(app): SharedApp,
    Path(id): Path<String>,
    JsonBody(wish): JsonBody<SheetKey>,
) -> JsonResult<Vec<SheetResult>> {
    Ok(Json(app.work(move |it| sheets::results(&it.store, &id, &wish.key)).await?))
}

async fn drop_sheet(
    State(app): SharedApp,
    Path(id): Path<String>,
    JsonBody(wish): JsonBody<SheetKey>,
) -> JsonResult<()> {
    app.write(move |it| Ok((sheets::drop_sheet(&it.store, &id, &wish.key)?, ()))).await
}

async fn healthz() -> &'static str {
    "ok\n"
}

async fn show_metrics(State(app): SharedApp) -> Response {
    let metrics = &app.state.services.metrics;
    metrics.tables.set(app.state.lobby.table_count() as f64);
    let headers = [(CONTENT_TYPE, "text/plain; version=0.0.4"), (CACHE_CONTROL, "no-store")];
    (headers, metrics.render()).into_response()
}
