//! The browser, by the few commands of WebDriver that tests need.

use std::io::{BufRead, BufReader};
use std::net::SocketAddr;
use std::path::PathBuf;
use std::process::{Child, Command, Stdio};

use serde_json::{Value, json};

use crate::folder::Folder;
use crate::{http, program, skip};

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
    address: SocketAddr,
    browser: PathBuf,
}

impl Driver {
    /// Starts it; `None` where there is no browser and none is required.
    ///
    /// # Panics
    /// If a browser is required and missing, or does not start.
    #[must_use]
    pub fn start() -> Option<Driver> {
        let browser = program(&["chromium", "chromium-browser", "google-chrome"]);
        let driver = program(&["chromedriver"]);
        let (Some(browser), Some(driver)) = (browser, driver) else {
            skip("Chromium with its driver (packages chromium and chromium-driver)");
            return None;
        };
        // Drivers that start at the same moment may be given the same port, and then one of them ends at once.
        let (process, port) = (0..5)
            .find_map(|_| {
                let mut process = Command::new(&driver)
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
                // Whoever writes into a pipe that nobody reads waits for ever.
                std::thread::spawn(move || lines.for_each(drop));
                Some((process, port))
            })
            .expect("the driver says its port");
        Some(Driver { process, address: SocketAddr::from(([127, 0, 0, 1], port)), browser })
    }

    /// Starts a browser with nothing in its memory.
    #[must_use]
    pub fn browser(&self) -> Session {
        let profile = Folder::new("browser");
        let mut flags: Vec<String> = FLAGS.iter().map(|flag| (*flag).to_string()).collect();
        flags.push(format!("--user-data-dir={}", profile.path().display()));
        let wish = json!({"capabilities": {"alwaysMatch": {
            "browserName": "chrome",
            "goog:chromeOptions": {"binary": self.browser, "args": flags},
            "goog:loggingPrefs": {"browser": "ALL", "performance": "ALL"},
        }}});
        let answer =
            http::request(self.address, "POST", "/session", Some(&wish)).expect("the driver answers");
        let value = &answer.json()["value"];
        let id = value["sessionId"].as_str().unwrap_or_else(|| panic!("no browser: {}", answer.text()));
        Session { driver: self.address, path: format!("/session/{id}"), _profile: profile }
    }
}

impl Drop for Driver {
    fn drop(&mut self) {
        let _ = self.process.kill();
        let _ = self.process.wait();
    }
}

/// A browser. Ends when dropped.
#[derive(Debug)]
pub struct Session {
    driver: SocketAddr,
    path: String,
    _profile: Folder,
}

impl Session {
    /// A command of WebDriver, or what is wrong with it.
    fn try_command(&self, method: &str, path: &str, body: Option<&Value>) -> Result<Value, String> {
        let answer = http::request(self.driver, method, &format!("{}{path}", self.path), body)
            .map_err(|error| format!("the driver does not answer: {error}"))?;
        let value = answer.json()["value"].take();
        if answer.status == 200 {
            return Ok(value);
        }
        let message = value["message"].as_str().map_or_else(|| answer.text(), str::to_string);
        Err(message.split("\nStacktrace").next().unwrap_or_default().to_string())
    }

    #[track_caller]
    fn post(&self, path: &str, body: Value) -> Value {
        self.try_command("POST", path, Some(&body)).unwrap_or_else(|error| panic!("{path}: {error}"))
    }

    /// Goes to an address.
    #[track_caller]
    pub fn go(&self, url: &str) {
        self.post("/url", json!({ "url": url }));
    }

    /// Runs the body of a function; a promise is waited for.
    ///
    /// # Errors
    /// If it throws; also while the page is being replaced by another.
    pub fn try_run(&self, script: &str, arguments: &[Value]) -> Result<Value, String> {
        let body = json!({"script": script, "args": arguments});
        self.try_command("POST", "/execute/sync", Some(&body))
    }

    /// Runs the body of a function; a promise is waited for.
    #[track_caller]
    pub fn run(&self, script: &str, arguments: &[Value]) -> Value {
        self.try_run(script, arguments).unwrap_or_else(|error| panic!("{error}\nin: {script}"))
    }

    /// A command of the browser's own protocol.
    #[track_caller]
    pub fn cdp(&self, command: &str, parameters: Value) -> Value {
        self.post("/goog/cdp/execute", json!({"cmd": command, "params": parameters}))
    }

    /// Input, as a list of actions of one device.
    #[track_caller]
    pub fn act(&self, device: Value, actions: &[Value]) {
        let mut source = device;
        source["actions"] = json!(actions);
        self.post("/actions", json!({ "actions": [source] }));
    }

    /// What was written to one of the browser's logs since it was last asked for.
    #[track_caller]
    pub fn log(&self, which: &str) -> Vec<Value> {
        let value = self.post("/se/log", json!({ "type": which }));
        value.as_array().cloned().unwrap_or_default()
    }

    /// A picture of the window, as PNG.
    #[track_caller]
    pub fn picture(&self) -> Vec<u8> {
        let value = self.try_command("GET", "/screenshot", None).unwrap_or_else(|error| panic!("{error}"));
        from_base64(value.as_str().unwrap_or_default())
    }
}

impl Drop for Session {
    fn drop(&mut self) {
        let _ = http::request(self.driver, "DELETE", &self.path, None);
    }
}

/// The bytes that a text in base 64 stands for; anything else in it is passed over.
fn from_base64(text: &str) -> Vec<u8> {
    let digit = |c: u8| match c {
        b'A'..=b'Z' => Some(c - b'A'),
        b'a'..=b'z' => Some(c - b'a' + 26),
        b'0'..=b'9' => Some(c - b'0' + 52),
        b'+' => Some(62),
        b'/' => Some(63),
        _ => None,
    };
    let digits: Vec<u8> = text.bytes().filter_map(digit).collect();
    let mut bytes = Vec::with_capacity(digits.len() * 3 / 4);
    for four in digits.chunks(4) {
        let bits = four.iter().enumerate().fold(0, |bits, (i, &d)| bits | u32::from(d) << (18 - 6 * i));
        bytes.extend(&bits.to_be_bytes()[1..four.len()]);
    }
    bytes
}

#[cfg(test)]
mod tests {
    use super::from_base64;

    #[test]
    fn base64_is_read() {
        for (text, bytes) in
            [("", ""), ("YQ==", "a"), ("YWI=", "ab"), ("YWJj", "abc"), ("YW\nJjZA==", "abcd")]
        {
            assert_eq!(from_base64(text), bytes.as_bytes(), "{text}");
        }
        assert_eq!(from_base64("+/+/"), [0xfb, 0xff, 0xbf]);
    }
}
