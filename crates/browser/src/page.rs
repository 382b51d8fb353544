//! The page, read by the attributes that report its state: `data-ready` on the body, `data-ply`, `data-turn`,
//! `data-you` and `data-thinking` on a table's main part, `data-move` on every control that makes a move.
//! Nothing here relies on fixed delays.

use std::cell::RefCell;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use serde_json::{Value, json};

use crate::session::BrowserSession;

/// The time limit for an event, on a machine that is busy with other things.
const PATIENCE: Duration = Duration::from_secs(30);
/// The time between two checks.
const GLANCE: Duration = Duration::from_millis(15);

/// Asks a script again and again for a third of a second, until it answers something that holds: inside the page, because each
/// question from outside goes through three processes.
const WAIT: &str = "
    const ask = () => (function () { SCRIPT }).apply(null, arguments);
    return (async () => {
      const until = performance.now() + 300;
      for (;;) {
        const answer = await ask();
        if ((answer ?? false) !== false && answer !== '' || performance.now() > until) return answer;
        await new Promise((done) => setTimeout(done, 15));
      }
    })();";

/// Finds the first element of a selector that can be pressed: shown, not disabled, not covered and at rest for
/// two frames. Returns its middle, or the reason that there is none.
const FIND: &str = "
    return (async (selector) => {
    let why = 'there is none';
    for (const element of document.querySelectorAll(selector)) {
      const box = () => element.getBoundingClientRect();
      if (!box().width || !box().height || getComputedStyle(element).visibility === 'hidden') {
        why = 'it is not shown';
        continue;
      }
      if (element.matches(':disabled') || element.closest('[inert]')) { why = 'it is disabled'; continue; }
      const middle = () => [box().left + box().width / 2, box().top + box().height / 2];
      let [x, y] = middle();
      if (x < 0 || y < 0 || x >= innerWidth || y >= innerHeight || !element.contains(document.elementFromPoint(x, y))) {
        element.scrollIntoView({ block: 'center', inline: 'center', behavior: 'instant' });
        [x, y] = middle();
      }
      await new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)));
      if (String(middle()) !== String([x, y])) { why = 'it moves'; continue; }
      const hit = document.elementFromPoint(x, y);
      if (element.contains(hit)) return [x, y];
      why = 'it is covered by ' + (hit ? hit.outerHTML.slice(0, 120) : 'nothing: it is outside the window');
    }
    return why;
    })(arguments[0]);";

/// A size of the window.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Screen {
    /// 1280 by 900.
    Desktop,
    /// 390 by 844.
    Phone,
    /// Any size, the width first.
    Sized(u32, u32),
}

impl Screen {
    fn size(self) -> (u32, u32) {
        match self {
            Screen::Desktop => (1280, 900),
            Screen::Phone => (390, 844),
            Screen::Sized(width, height) => (width, height),
        }
    }
}

/// The system preferences that a page sees.
#[derive(Clone, Copy, Debug)]
struct Looks {
    screen: Screen,
    touch: bool,
    dark: bool,
    motion: bool,
}

/// The state of a game on the page.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Mark {
    /// Plies played.
    pub ply: usize,
    /// `first`, `second`, `chance` or `over`.
    pub turn: String,
    /// `first`, `second` or `none`.
    pub you: String,
}

/// A page in a browser of its own.
#[derive(Debug)]
pub struct Page {
    /// The browser.
    pub session: BrowserSession,
    url: String,
    pictures: PathBuf,
    looks: RefCell<Looks>,
}

impl Page {
    /// The page at `url` in a browser, without opening it yet. Nothing moves unless [`Page::motion`]
    /// allows it; pictures are stored in the folder `pictures`.
    #[must_use]
    pub fn new(session: BrowserSession, url: &str, pictures: &Path) -> Page {
        let looks = Looks { screen: Screen::Desktop, touch: false, dark: false, motion: false };
        let page = Page {
            session,
            url: url.to_string(),
            pictures: pictures.to_path_buf(),
            looks: RefCell::new(looks),
        };
        page.look(looks);
        page
    }

    fn look(&self, looks: Looks) {
        let (width, height) = looks.screen.size();
        let phone = width.min(height) < 500;
        let size = json!({"width": width, "height": height, "deviceScaleFactor": 1, "mobile": phone});
        self.session.cdp("Emulation.setDeviceMetricsOverride", size);
        let touch = json!({"enabled": looks.touch, "maxTouchPoints": 5});
        self.session.cdp("Emulation.setTouchEmulationEnabled", touch);
        let feature = |name: &str, value: &str| json!({"name": name, "value": value});
        let features = json!([
            feature("prefers-color-scheme", if looks.dark { "dark" } else { "light" }),
            feature("prefers-reduced-motion", if looks.motion { "no-preference" } else { "reduce" }),
        ]);
        self.session.cdp("Emulation.setEmulatedMedia", json!({"features": features}));
        *self.looks.borrow_mut() = looks;
    }

    fn change(&self, change: impl FnOnce(&mut Looks)) {
        let mut looks = *self.looks.borrow();
        change(&mut looks);
        self.look(looks);
    }

    /// Sets the size of the window.
    pub fn screen(&self, screen: Screen) {
        self.change(|looks| looks.screen = screen);
    }

    /// From now on touch input replaces the mouse.
    pub fn touch(&self) {
        self.change(|looks| looks.touch = true);
    }

    /// Sets the system preference for a dark theme.
    pub fn dark(&self, dark: bool) {
        self.change(|looks| looks.dark = dark);
    }

    /// Sets the system preference for motion.
    pub fn motion(&self, motion: bool) {
        self.change(|looks| looks.motion = motion);
    }

    /// Opens a route of the page (`table/ID`) and waits until its content is there. Returns the content.
    #[track_caller]
    pub fn open(&self, route: &str) -> String {
        let url = format!("{}#/{route}", self.url);
        let here = self.session.run("return location.href.split('#')[0]", &[]);
        if here == self.url.as_str() {
            // Addresses are compared as the browser writes them: opening the current one changes nothing.
            let script = "delete document.body.dataset.ready;
                const to = new URL(arguments[0], location.href).href;
                if (location.href === to) location.reload(); else location.href = to;";
            self.session.run(script, &[json!(url)]);
        } else {
            self.session.go(&url);
        }
        self.ready()
    }

    /// Loads the page again.
    #[track_caller]
    pub fn reload(&self) -> String {
        // What the old page still draws would be taken for the new one.
        self.session.run("window.isOld = true; location.reload()", &[]);
        self.wait("the page is loaded again", "return !window.isOld", &[]);
        self.ready()
    }

    /// Waits until the content of a view is there, and answers which view it is.
    #[track_caller]
    pub fn ready(&self) -> String {
        let name = self.wait("the view is there", "return document.body && document.body.dataset.ready", &[]);
        name.as_str().unwrap_or_default().to_string()
    }

    /// Waits until a view of this name is there.
    #[track_caller]
    pub fn view(&self, name: &str) {
        let script = "return document.body.dataset.ready === arguments[0]";
        self.wait(&format!("the view '{name}' is there"), script, &[json!(name)]);
    }

    /// Waits until a script answers something that holds, and answers that.
    #[track_caller]
    pub fn wait(&self, what: &str, script: &str, arguments: &[Value]) -> Value {
        let script = WAIT.replace("SCRIPT", script);
        let begun = Instant::now();
        let mut last = Value::Null;
        while begun.elapsed() < PATIENCE {
            // While one page gives way to another, scripts fail.
            match self.session.try_run(&script, arguments) {
                Ok(value) if !matches!(value, Value::Null | Value::Bool(false)) && value != "" => {
                    return value;
                }
                Ok(value) => last = value,
                Err(error) => last = Value::from(error),
            }
            std::thread::sleep(GLANCE);
        }
        panic!("waited in vain: {what} (the last answer was {last})\n{}", self.report());
    }

    /// Details for a failure message.
    fn report(&self) -> String {
        let picture = self.pictures.join("failure.png");
        let _ = std::fs::create_dir_all(&self.pictures)
            .and_then(|()| std::fs::write(&picture, self.session.picture()));
        let script = "return {at: location.href, ready: document.body.dataset.ready, ...document.querySelector('main').dataset,
            says: document.querySelector('main').innerText.slice(0, 600), toasts: document.querySelector('#toasts').innerText}";
        let state = self.session.try_run(script, &[]).unwrap_or_else(Value::from);
        let log: Vec<String> =
            self.session.log("browser").iter().map(|line| line["message"].to_string()).collect();
        format!("page: {state:#}\nlog: {log:#?}\npicture: {}", picture.display())
    }

    /// The middle of an element, once it can be pressed.
    #[track_caller]
    pub fn place(&self, selector: &str) -> (f64, f64) {
        let begun = Instant::now();
        loop {
            let found = self.session.try_run(FIND, &[json!(selector)]).unwrap_or_else(Value::from);
            if let (Some(x), Some(y)) = (found[0].as_f64(), found[1].as_f64()) {
                return (x, y);
            }
            if begun.elapsed() > PATIENCE {
                panic!("'{selector}' cannot be pressed: {found}\n{}", self.report());
            }
            std::thread::sleep(GLANCE);
        }
    }

    /// Presses the middle of an element as a person does, with the mouse or a finger.
    #[track_caller]
    pub fn click(&self, selector: &str) {
        self.click_at(self.place(selector));
    }

    /// Presses a point of the window.
    #[track_caller]
    pub fn click_at(&self, at: (f64, f64)) {
        self.drag(&[at]);
    }

    /// Presses the first point, goes along the others and lets go.
    #[track_caller]
    pub fn drag(&self, way: &[(f64, f64)]) {
        let kind = if self.looks.borrow().touch { "touch" } else { "mouse" };
        let to = |&(x, y): &(f64, f64)| json!({"type": "pointerMove", "duration": 0, "x": x.round() as i64, "y": y.round() as i64});
        let mut actions: Vec<Value> = way.iter().map(to).collect();
        actions.insert(1, json!({"type": "pointerDown", "button": 0}));
        actions.push(json!({"type": "pointerUp", "button": 0}));
        self.session
            .act(json!({"type": "pointer", "id": kind, "parameters": {"pointerType": kind}}), &actions);
    }

    /// Brings the mouse over an element.
    #[track_caller]
    pub fn hover(&self, selector: &str) {
        let (x, y) = self.place(selector);
        let there =
            json!({"type": "pointerMove", "duration": 0, "x": x.round() as i64, "y": y.round() as i64});
        self.session
            .act(json!({"type": "pointer", "id": "mouse", "parameters": {"pointerType": "mouse"}}), &[there]);
    }

    /// Presses keys one after the other, each by its name (`Tab`, `ArrowUp`) or as its character.
    #[track_caller]
    pub fn press(&self, keys: &[&str]) {
        let code = |key: &str| match key {
            "Tab" => "\u{e004}",
            "Enter" => "\u{e007}",
            "Shift" => "\u{e008}",
            "Escape" => "\u{e00c}",
            "PageUp" => "\u{e00e}",
            "PageDown" => "\u{e00f}",
            "End" => "\u{e010}",
            "Home" => "\u{e011}",
            "ArrowLeft" => "\u{e012}",
            "ArrowUp" => "\u{e013}",
            "ArrowRight" => "\u{e014}",
            "ArrowDown" => "\u{e015}",
            _ => "",
        };
        let code = |key: &str| if code(key).is_empty() { key.to_string() } else { code(key).to_string() };
        let both = |key: &&str| ["keyDown", "keyUp"].map(|kind| json!({"type": kind, "value": code(key)}));
        let actions: Vec<Value> = keys.iter().flat_map(both).collect();
        self.session.act(json!({"type": "key", "id": "keys"}), &actions);
    }

    /// Types text into the element with the focus.
    #[track_caller]
    pub fn write(&self, text: &str) {
        let keys: Vec<String> = text.chars().map(String::from).collect();
        self.press(&keys.iter().map(String::as_str).collect::<Vec<_>>());
    }

    /// Gives a file to a field that takes one.
    #[track_caller]
    pub fn file(&self, selector: &str, file: &Path) {
        let find = json!({"expression": format!("document.querySelector({})", json!(selector))});
        let found = self.session.cdp("Runtime.evaluate", find);
        let files = json!({"files": [file], "objectId": found["result"]["objectId"]});
        self.session.cdp("DOM.setFileInputFiles", files);
    }

    /// The state of the game, as the board has drawn it.
    #[track_caller]
    pub fn mark(&self) -> Mark {
        let script =
            "const { ply, turn, you } = document.querySelector('main').dataset; return [ply, turn, you]";
        let marks = self.session.run(script, &[]);
        let text = |i: usize| marks[i].as_str().unwrap_or_default().to_string();
        Mark { ply: text(0).parse().unwrap_or(0), turn: text(1), you: text(2) }
    }

    /// Waits until at least `ply` plies are drawn and it is this browser's turn, or the game is over, or no
    /// player is expected to answer.
    #[track_caller]
    pub fn turn(&self, ply: usize) -> Mark {
        let script = "const d = document.querySelector('main').dataset;
            return Number(d.ply) >= arguments[0] && (d.turn === 'over' || d.turn === d.you) && d.thinking === 'none'";
        self.wait(&format!("it is one's turn after ply {ply}"), script, &[json!(ply)]);
        self.mark()
    }

    /// Waits until exactly `ply` plies are drawn.
    #[track_caller]
    pub fn ply(&self, ply: usize) -> Mark {
        let script = "return Number(document.querySelector('main').dataset.ply) === arguments[0]";
        self.wait(&format!("ply {ply} is drawn"), script, &[json!(ply)]);
        self.mark()
    }

    /// The moves that can be chosen on the board, each once.
    #[track_caller]
    pub fn moves(&self) -> Vec<String> {
        let script = "return [...new Set([...document.querySelectorAll('.board:not(.early) [data-move]')].map((e) => e.dataset.move))]";
        let moves = self.session.run(script, &[]);
        moves.as_array().into_iter().flatten().filter_map(|text| Some(text.as_str()?.to_string())).collect()
    }

    /// Chooses a move on the board.
    #[track_caller]
    pub fn choose(&self, text: &str) {
        self.click(&format!(".board [data-move='{text}']"));
    }

    /// Chooses a move and waits for the moves of others after it.
    #[track_caller]
    pub fn play(&self, text: &str) -> Mark {
        let before = self.mark().ply;
        self.choose(text);
        self.turn(before + 1)
    }

    /// True if the page has such an element.
    #[track_caller]
    pub fn has(&self, selector: &str) -> bool {
        self.session.run("return document.querySelector(arguments[0]) !== null", &[json!(selector)]) == true
    }

    /// The text of an element that has to come.
    #[track_caller]
    pub fn text(&self, selector: &str) -> String {
        let script = "const e = document.querySelector(arguments[0]); return e && e.innerText.trim()";
        let text = self.wait(&format!("'{selector}' says something"), script, &[json!(selector)]);
        text.as_str().unwrap_or_default().to_string()
    }

    /// Waits until there is an element.
    #[track_caller]
    pub fn appears(&self, selector: &str) {
        let script = "return document.querySelector(arguments[0]) !== null";
        self.wait(&format!("there is '{selector}'"), script, &[json!(selector)]);
    }

    /// Waits until an element is gone.
    #[track_caller]
    pub fn goes(&self, selector: &str) {
        let script = "return document.querySelector(arguments[0]) === null";
        self.wait(&format!("'{selector}' is gone"), script, &[json!(selector)]);
    }

    /// Waits until all animations are over and the layout has settled.
    #[track_caller]
    pub fn still(&self) {
        self.goes("[data-moving]");
        let script = "return new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(() =>
            done(!document.getAnimations().some((one) => one instanceof CSSTransition)))))";
        self.wait("no transition is under way", script, &[]);
    }

    /// A picture of the window as it is.
    #[track_caller]
    pub fn picture(&self, name: &str) {
        self.still();
        let place = self.pictures.join(format!("{name}.png"));
        std::fs::create_dir_all(&self.pictures).expect("pictures can be kept");
        std::fs::write(&place, self.session.picture())
            .unwrap_or_else(|error| panic!("{}: {error}", place.display()));
    }

    /// Pictures of a view: light on a desktop and dark on a phone, or both themes on both screens if `PLYWOOD_THOROUGH` is set.
    #[track_caller]
    pub fn pictures(&self, name: &str) {
        let before = *self.looks.borrow();
        for (screen, width) in [(Screen::Desktop, "1280"), (Screen::Phone, "390")] {
            for (dark, theme) in [(false, "light"), (true, "dark")] {
                if dark == (screen == Screen::Desktop) && std::env::var_os("PLYWOOD_THOROUGH").is_none() {
                    continue;
                }
                self.look(Looks { screen, dark, ..before });
                self.picture(&format!("{name}-{width}-{theme}"));
                let script = "return document.documentElement.scrollWidth > innerWidth && document.documentElement.scrollWidth";
                let wide = self.session.run(script, &[]);
                assert_eq!(wide, false, "{name}: the page is wider than the window of {width} pixels");
            }
        }
        self.look(before);
    }

    /// Checks that the browser had nothing to complain about, but for messages that contain one of `expected`.
    ///
    /// # Panics
    /// If it had.
    #[track_caller]
    pub fn clean(&self, expected: &[&str]) {
        let lines = self.session.log("browser");
        let bad = lines
            .iter()
            .filter(|line| ["SEVERE", "WARNING"].contains(&line["level"].as_str().unwrap_or_default()));
        let bad: Vec<&str> = bad
            .filter_map(|line| line["message"].as_str())
            .filter(|message| !expected.iter().any(|part| message.contains(part)))
            .collect();
        assert!(bad.is_empty(), "the browser's log: {bad:#?}");
    }
}
