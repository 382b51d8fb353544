//! A browser, driven through thirtyfour: one command after the other, as tests are written.

use std::io::{BufRead, BufReader};
use std::path::PathBuf;
use std::process::{Child, Command as Process, Stdio};

use http::Method;
use serde_json::{Value, json};
use tempfile::TempDir;
use thirtyfour::common::command::{Command, FormatRequestData};
use thirtyfour::{Capabilities, RequestData, SessionId, WebDriver};

use crate::{program, skip, wait};

/// The browsers that the driver drives. The first two are the same without a window of their own: they start in half the time.
const BROWSERS: &[&str] =
    &["chrome-headless-shell", "chromium-headless-shell", "chromium", "chromium-browser", "google-chrome"];

/// Everything that is not the page is kept still; nothing is downloaded.
const FLAGS: &[&str] = &[
    "--headless",
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--disable-dev-shm-usage",
    "--lang=en",
    "--window-size=1280,900",
];

/// The driver, which starts browsers. Ends when dropped.
#[derive(Debug)]
pub struct Driver {
    process: Child,
    port: u16,
    browser: PathBuf,
}

impl Driver {
    /// Starts it; `None` if there is no browser and none is required.
    ///
    /// # Panics
    /// If a browser is required and missing, or does not start.
    #[must_use]
    pub fn start() -> Option<Driver> {
        let browser = program(BROWSERS);
        let driver = program(&["chromedriver"]);
        let (Some(browser), Some(driver)) = (browser, driver) else {
            skip("Chromium with its driver (packages chromium and chromium-driver)");
            return None;
        };
        // Drivers that start at the same moment may get the same port, and then one of them ends at once.
        let (process, port) = (0..5)
            .find_map(|_| {
                let mut process = Process::new(&driver)
                    .arg("--port=0")
                    .stdin(Stdio::null())
                    .stdout(Stdio::piped())
                    .stderr(Stdio::null())
                    .spawn()
                    .expect("the driver starts");
                let mut lines = BufReader::new(process.stdout.take().expect("it is piped")).lines();
                let port = lines.by_ref().map_while(Result::ok).find_map(|line| {
                    let (_, rest) = line.split_once("started successfully on port ")?;
                    rest.trim_end_matches('.').parse::<u16>().ok()
                });
                let Some(port) = port else {
                    let _ = process.kill();
                    let _ = process.wait();
                    return None;
                };
                // Drains the pipe: a process that writes into an unread pipe blocks.
                std::thread::spawn(move || lines.for_each(drop));
                Some((process, port))
            })
            .expect("the driver says its port");
        Some(Driver { process, port, browser })
    }

    /// Starts a browser with nothing in its memory.
    #[must_use]
    pub fn browser(&self) -> BrowserSession {
        self.browser_with(json!({"browser": "ALL"}))
    }

    /// The same, and its log `performance` has all that it asks of servers.
    #[must_use]
    pub fn browser_with_network(&self) -> BrowserSession {
        self.browser_with(json!({"browser": "ALL", "performance": "ALL"}))
    }

    fn browser_with(&self, logs: Value) -> BrowserSession {
        let profile = TempDir::with_prefix("plywood-browser-").expect("there is room for a profile");
        let mut flags: Vec<String> = FLAGS.iter().map(|flag| (*flag).to_string()).collect();
        flags.push(format!("--user-data-dir={}", profile.path().display()));
        let is_shell = self.browser.ends_with(BROWSERS[0]) || self.browser.ends_with(BROWSERS[1]);
        let wanted = json!({
            "browserName": if is_shell { BROWSERS[0] } else { "chrome" },
            "goog:chromeOptions": {"binary": self.browser, "args": flags},
            "goog:loggingPrefs": logs,
        });
        let Value::Object(wanted) = wanted else { unreachable!("it is written above") };
        let started =
            wait(WebDriver::new(format!("http://127.0.0.1:{}", self.port), Capabilities::from(wanted)));
        let driver = started.unwrap_or_else(|error| panic!("no browser: {error}"));
        BrowserSession { driver, _profile: profile }
    }
}

impl Drop for Driver {
    fn drop(&mut self) {
        let _ = self.process.kill();
        let _ = self.process.wait();
    }
}

/// A command of Chromium's driver alone: its path below the session, and its body.
#[derive(Debug)]
struct Extension(&'static str, Value);

impl FormatRequestData for Extension {
    fn format_request(&self, session: &SessionId) -> RequestData {
        RequestData::new(Method::POST, format!("session/{session}/{}", self.0)).add_body(self.1.clone())
    }
}

/// A browser. Ends when dropped.
#[derive(Debug)]
pub struct BrowserSession {
    driver: WebDriver,
    _profile: TempDir,
}

impl BrowserSession {
    /// Goes to an address.
    #[track_caller]
    pub fn go(&self, url: &str) {
        wait(self.driver.goto(url)).unwrap_or_else(|error| panic!("{url}: {error}"));
    }

    /// Runs the body of a function; a promise is waited for.
    ///
    /// # Errors
    /// If it throws; also while the page is being replaced by another.
    pub fn try_run(&self, script: &str, arguments: &[Value]) -> Result<Value, String> {
        let returned = wait(self.driver.execute(script, arguments));
        returned.map(|value| value.json().clone()).map_err(|error| error.to_string())
    }

    /// Runs the body of a function; a promise is waited for.
    #[track_caller]
    pub fn run(&self, script: &str, arguments: &[Value]) -> Value {
        self.try_run(script, arguments).unwrap_or_else(|error| panic!("{error}\nin: {script}"))
    }

    #[track_caller]
    fn extension(&self, path: &'static str, body: Value) -> Value {
        let answered = wait(async { self.driver.cmd(Extension(path, body)).await?.value() });
        answered.unwrap_or_else(|error| panic!("{path}: {error}"))
    }

    /// A command of the browser's own protocol.
    #[track_caller]
    pub fn cdp(&self, command: &str, parameters: Value) -> Value {
        self.extension("goog/cdp/execute", json!({"cmd": command, "params": parameters}))
    }

    /// Input, as a list of actions of one device.
    #[track_caller]
    pub fn act(&self, device: Value, actions: &[Value]) {
        let mut source = device;
        source["actions"] = json!(actions);
        let done = wait(self.driver.cmd(Command::PerformActions(json!([source]).into())));
        done.unwrap_or_else(|error| panic!("{source}: {error}"));
    }

    /// The messages of one of the browser's logs since the last call.
    #[track_caller]
    pub fn log(&self, which: &str) -> Vec<Value> {
        let lines = self.extension("se/log", json!({ "type": which }));
        lines.as_array().cloned().unwrap_or_default()
    }

    /// A picture of the window, as PNG.
    #[track_caller]
    pub fn picture(&self) -> Vec<u8> {
        wait(self.driver.screenshot_as_png()).unwrap_or_else(|error| panic!("{error}"))
    }
}

impl Drop for BrowserSession {
    fn drop(&mut self) {
        let _ = wait(self.driver.clone().quit());
    }
}
