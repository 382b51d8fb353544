//! Servers for tests: started on a free port, killed, and started again in the same place.

use std::net::SocketAddr;
use std::path::{Path, PathBuf};

use plywood_bench::load::{HttpConnection, ServerProcess};
use serde_json::{Value, json};
use tempfile::TempDir;

use crate::wait;

/// A running server with its own data. Stops when dropped.
#[derive(Debug)]
pub struct TestServer {
    program: PathBuf,
    process: ServerProcess,
    data: TempDir,
    more: Vec<String>,
}

/// A new table.
#[derive(Clone, Debug)]
pub struct NewTable {
    /// Its name.
    pub id: String,
    /// The token of the seat, or of the client that may set the pace.
    pub token: String,
}

impl NewTable {
    /// The way to the seat, on any device.
    #[must_use]
    pub fn route(&self) -> String {
        format!("table/{}?seat={}", self.id, self.token)
    }
}

impl TestServer {
    /// Starts `program serve` on a free port with an empty folder.
    #[must_use]
    pub fn start(program: &str) -> TestServer {
        TestServer::start_with(program, |_| ())
    }

    /// The same with a folder that `fill` prepares first.
    #[must_use]
    pub fn start_with(program: &str, fill: impl FnOnce(&Path)) -> TestServer {
        TestServer::start_as(program, &[], fill)
    }

    /// The same with more options of the program.
    #[must_use]
    pub fn start_as(program: &str, more: &[&str], fill: impl FnOnce(&Path)) -> TestServer {
        let program = PathBuf::from(program);
        let data = TempDir::with_prefix("plywood-house-").expect("there is room for data");
        fill(data.path());
        let more: Vec<String> = more.iter().map(ToString::to_string).collect();
        let process = serve(&program, "127.0.0.1:0", data.path(), &more);
        TestServer { program, process, data, more }
    }

    /// The listening address.
    #[must_use]
    pub fn address(&self) -> SocketAddr {
        self.process.address.0
    }

    /// The address of its page.
    #[must_use]
    pub fn url(&self) -> String {
        format!("http://{}/", self.address())
    }

    /// Kills it as a failing machine would: no chance to tidy up.
    pub fn kill(&mut self) {
        self.process.kill();
    }

    /// Stops it as a lost network would: connections stay open, and nothing is answered until [`TestServer::thaw`].
    pub fn freeze(&self) {
        self.signal("-STOP");
    }

    /// Lets it go on.
    pub fn thaw(&self) {
        self.signal("-CONT");
    }

    fn signal(&self, name: &str) {
        let id = self.process.id().to_string();
        let sent = std::process::Command::new("kill").args([name, &id]).status();
        assert!(sent.is_ok_and(|status| status.success()), "kill {name} {id}");
    }

    /// Restarts it after [`TestServer::kill`], on the same port with the same data.
    pub fn restart(&mut self) {
        self.process = serve(&self.program, &self.address().to_string(), self.data.path(), &self.more);
    }

    /// The folder of its data.
    #[must_use]
    pub fn data(&self) -> &Path {
        self.data.path()
    }

    /// The server's answer to a request that has to succeed.
    #[track_caller]
    pub fn ask(&self, method: &str, path: &str, body: Option<&Value>) -> Value {
        let body = body.map(Value::to_string).unwrap_or_default();
        let answer = wait(async {
            HttpConnection::open(self.address()).await?.ask(method, path, &[], body.as_bytes()).await
        });
        let answer = answer.expect("the server answers");
        assert_eq!(answer.status, 200, "{method} {path}: {}", answer.text());
        answer.read().expect("it is JSON")
    }

    /// Opens a table for a person, who moves first, and a bot.
    #[track_caller]
    pub fn table(&self, game: &str, bot: &str) -> NewTable {
        self.table_with(game, json!({"seats": ["me", {"bot": bot}]}))
    }

    /// Opens a table; `wishes` are parts of `TableRequest` that are not as usual.
    #[track_caller]
    pub fn table_with(&self, game: &str, wishes: Value) -> NewTable {
        let mut wish = json!({
            "game": game, "position": null, "moves": [], "seats": ["me", "open"], "name": "", "clock": null,
            "public": false, "max_plies": null, "away": null, "pace": null,
        });
        for (key, value) in wishes.as_object().into_iter().flatten() {
            wish[key] = value.clone();
        }
        let taken = self.ask("POST", "/api/tables", Some(&wish));
        let text = |key: &str| taken[key].as_str().expect("it is a text").to_string();
        NewTable { id: text("table"), token: text("token") }
    }
}

fn serve(program: &Path, listen: &str, data: &Path, more: &[String]) -> ServerProcess {
    let more: Vec<&str> = ["--log", "off"].into_iter().chain(more.iter().map(String::as_str)).collect();
    ServerProcess::start_at(program, listen, data, &more).expect("the server starts")
}
