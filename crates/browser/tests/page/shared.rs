//! Helpers for all tests.

use std::path::Path;

use plywood_browser::house::TestServer;
use plywood_browser::page::Page;
use plywood_browser::session::{BrowserSession, Driver};
use serde_json::{Value, json};

/// Log entries of browsers while a server is away.
pub const LOST: &[&str] =
    &["WebSocket connection to", "net::ERR_", "Failed to load resource", "occurred when fetching the script"];

/// A server and a browser driver.
pub struct Stage {
    pub house: TestServer,
    pub driver: Driver,
}

impl Stage {
    /// `None` where there is no browser and none is required.
    pub fn open() -> Option<Stage> {
        Stage::open_with(env!("CARGO_BIN_EXE_house"))
    }

    /// The same with the server of another program.
    pub fn open_with(program: &str) -> Option<Stage> {
        let driver = Driver::start()?;
        Some(Stage { house: TestServer::start(program), driver })
    }

    /// A browser at the server's address.
    pub fn page(&self) -> Page {
        self.page_at(&self.house.url())
    }

    /// A browser at an address that leads to the server.
    pub fn page_at(&self, url: &str) -> Page {
        page_in(self.driver.browser(), url)
    }
}

/// A page in a browser.
pub fn page_in(browser: BrowserSession, url: &str) -> Page {
    let pictures = Path::new(env!("CARGO_TARGET_TMPDIR")).join("../screenshots");
    Page::new(browser, url, &pictures)
}

/// The languages of the page.
pub const LANGUAGES: &[&str] = &["en", "hu", "sk", "fi", "et"];

/// Makes some move of the position that is drawn, by pointing at the board, or by a button if there is nothing to point at.
pub fn play_on(page: &Page) {
    let ply = page.mark().ply;
    page.click(".play-area .board [data-move]");
    while page.has(".board [data-chosen]") {
        page.click(".play-area .board [data-move]:not([data-move='']):not([data-chosen])");
    }
    page.turn(ply + 1);
}

/// The moves of a game played at random.
pub fn random_moves(page: &Page, game: &str, plies: usize) -> Vec<String> {
    let look = "return fetch('api/look', { method: 'POST', headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ game: arguments[0], position: null, moves: [], from: 0, random: arguments[1] }) })
        .then((answer) => answer.json()).then((view) => view.moves)";
    let moves = page.session.run(look, &[json!(game), json!(plies)]);
    moves.as_array().unwrap().iter().map(|mv| mv.as_str().unwrap().to_string()).collect()
}

/// The faults of the layout or the contrast of the page as it is now.
pub fn measure(page: &Page, part: &str) -> Vec<String> {
    let script = format!("return (function () {{ {} }}).apply(null, arguments)", include_str!("measure.js"));
    let faults = page.session.run(&script, &[json!(part)]);
    faults.as_array().into_iter().flatten().filter_map(Value::as_str).map(str::to_string).collect()
}

/// A view of the page in some state, for tests that look at all of them.
pub struct Stop {
    /// Its name.
    pub name: String,
    route: String,
    /// The control to press once it is there.
    press: &'static [&'static str],
    /// The elements of the complete view.
    then: &'static str,
}

impl Stop {
    /// Goes there.
    pub fn go(&self, page: &Page) {
        page.open(&self.route);
        // A game that was ended on an earlier tour is still over.
        if !page.has(self.then) {
            for selector in self.press {
                page.click(selector);
                page.still();
                // What is still being fetched moves what is pressed next.
                page.goes("[aria-busy]");
            }
        }
        page.appears(self.then);
        page.still();
    }

    /// Closes what may be open.
    pub fn leave(&self, page: &Page) {
        if page.has("dialog[open]") {
            page.press(&["Escape"]);
            page.goes("dialog[open]");
        }
    }
}

/// The elements of a board on which somebody is to move.
const BOARD: &str = ".board [data-move]";

/// A quiz on what a search cuts off.
pub const LAB_CUTS: &str = "tree?game=tree:(a:(b1:3 b2:12 b3:8) b:(c1:2 c2:4 c3:6) c:(d1:14 d2:5 d3:2))&view=trace\
                            &bot=alphabeta&quiz=cuts";

/// A sheet for a class with a puzzle, a quiz and a board, as a link.
pub const SHEET: &str = "sheet/link?data=bc1NS8NAEMbxrzLMISSwWFPbgwNLbt48exAPm2Rqhu5LzW5eS767qGARvD3wh-d3xVPonUlIpcIkyTISvjCfoUSFkthFpNfrb0KF\
     ieeEhE_iW0gdwyRegfEtRLPA1C0gCSR-p-DtAsHzHSq04s9IeBnW1XLcNcF7btKh8ro83uOmbsazeHFmhnqBzvj2Rt5eUs9cvRvH\
     -mtRbiiv6QEaOhbQUs60hxM9FkU2Ck869abhrA5Ju5_r7GOQVY_GDhz_0P9ZHc8UZWV9qFwYOep6n13sokvc3rZP";

/// Every view, with every kind of board.
pub fn tour(house: &TestServer, page: &Page) -> Vec<Stop> {
    let stop = |name: &str, route: &str, press: &'static [&'static str], then: &'static str| Stop {
        name: name.to_string(),
        route: route.to_string(),
        press,
        then,
    };
    let finish = json!({"moves": ["a1", "b2", "a2", "b3"], "seats": ["me", {"bot": "first"}]});
    let won = house.table_with("tictactoe", finish);
    let seat = |game: &str, bot: &str| house.table(game, bot).route();
    let open =
        house.table_with("tictactoe", json!({"public": true, "clock": {"seconds": 300, "increment": 2}}));
    let played = house.table_with(
        "pig",
        json!({"moves": ["roll", "4", "roll", "1", "roll", "5", "hold"], "seats": ["me", {"bot": "hold"}]}),
    );
    let bots =
        json!({"seats": [{"bot": "random"}, {"bot": "first"}], "pace": {"paused": true, "millis": 500}});
    let mut stops = vec![
        stop("lobby", "", &[], ".cards .card"),
        stop("about", "about", &[], ".prose"),
        stop(
            "settings",
            "about",
            &[".site-tools .icon-button:last-child"],
            "dialog[open] form, dialog[open] .form",
        ),
        stop("friend", "", &["[data-action=friend]"], "dialog[open] select"),
        stop("keys", "about", &[".site-tools .icon-button:first-child"], "dialog[open] kbd"),
        stop("share", "connect4?moves=d+d+c&ply=2", &["[data-action=share]"], "dialog[open] .link-row + p"),
        stop(
            "analysis",
            "connect4?moves=d+d+(c+e+(f)+g)+c+(c+e)&ply=2",
            &["[data-action=engine]"],
            ".engine-lines .move",
        ),
        stop("analysis of chance", "pig?moves=roll+4+(2+roll)+roll&ply=3", &[], ".choices [data-move='6']"),
        stop("position", "othello?moves=f5&ply=1", &["[data-action=position]"], "dialog[open] textarea"),
        stop(
            "better moves",
            "puzzles/game?game=connect4&moves=d+d+d+d+c+a+e&plies=6",
            &[],
            "main[data-puzzle=open]",
        ),
        stop("training", "training", &[], ".page-head"),
        stop("puzzle", "puzzles/connect4?n=150", &[], BOARD),
        stop(
            "puzzle of the day",
            "puzzles/day?on=20783",
            &["[data-action=solution]"],
            "main[data-puzzle=shown]",
        ),
        stop("sheet being made", "puzzles/connect4?n=150", &["[data-action=put]"], ".sheet-items textarea"),
        stop("sheet", SHEET, &[], ".sheet-items [data-item='2']"),
        stop("sheet, a quiz", &format!("{SHEET}&item=2"), &[], ".sheet-bar + main .lab-quiz"),
        stop("sheet, a board", &format!("{SHEET}&item=3"), &[], ".sheet-bar + main .board [data-move]"),
        stop("results", &results(house), &[], ".sheet-results td .icon"),
        stop("records", "records", &[], ".page-head"),
        stop("missing", "nowhere", &[], ".message"),
        stop("missing table", "table/aaaaaaaaaaaaaaaa", &[], ".message"),
        stop("invitation", &open.route(), &[], ".link-row"),
        stop("join", &format!("join/{}", open.id), &[], ".bar"),
        stop("two bots", &house.table_with("connect4", bots).route(), &[], ".bar .button.main"),
        stop("moves", &played.route(), &["#tab-moves"], "#panel-moves:not([hidden]) .move"),
        stop("advice", &seat("tictactoe", "first"), &["#tab-think", "[data-action=hint]"], ".worths"),
        stop(
            "brain",
            &seat("tictactoe", "learner:brain=house,learn=on"),
            &["#tab-brain"],
            "#panel-brain .opinion > *",
        ),
        stop(
            "rules",
            &seat("pikkpakk:variant=capture", "random"),
            &["[data-action=rules]"],
            "dialog[open] p",
        ),
        stop("sure", &seat("tictactoe", "first"), &["[data-action=resign]"], "[data-action=resign-yes]"),
        stop("tree tab", &seat("tictactoe", "first"), &["#tab-tree"], "#panel-tree a"),
        stop("lab", "tree?step=22", &[], ".lab-node.principal"),
        stop(
            "lab compared",
            "tree",
            &["[data-preset=alphabeta]", "[data-action=lab-last]"],
            ".lab-pane:nth-child(2) .lab-node.principal",
        ),
        stop("lab quiz", "tree", &["[data-preset=quiz]", ".lab-node[data-path=b]"], "#lab-answer-value"),
        stop("lab cuts", LAB_CUTS, &[".lab-node[data-path='b c2']"], ".lab-node.marked"),
        stop(
            "lab coloured",
            "tree?game=tictactoe&view=coloured&merge=1&depth=2",
            &[".lab-form summary"],
            ".lab-board-host .board",
        ),
        stop("lab dice", "tree", &["[data-preset=dice]"], ".lab-node.chance"),
        stop(
            "lab options",
            "tree?game=tictactoe&view=trace&bot=engine:depth=1&against=mcts:playouts=50",
            &[".lab-form summary", "[data-part=bot] summary", "[data-part=against] summary"],
            "#option-mcts-playouts",
        ),
        stop("won", &won.route(), &[".board [data-move=a3]"], ".ending"),
        stop(
            "resigned",
            &seat("pig", "hold"),
            &["[data-action=resign]", "[data-action=resign-yes]"],
            ".ending",
        ),
    ];
    let games = [
        "tictactoe",
        "connect4",
        "mnk:m=5,n=4,k=4,misere=on",
        "gomoku",
        "cube3",
        "cube3:opening=nocentre",
        "qubic",
        "tesseract",
        "pikkpakk",
        "pikkpakk:size=3,variant=capture",
        "pikkpakk:size=3,opening=placement",
        "pig",
        "pig:target=10,die=coin",
        "nim",
        "othello:size=6",
        "breakthrough:m=5,n=5",
        "hex:size=4,swap=on",
        "kalah",
        "dotsandboxes:m=2,n=2",
        "einstein",
        "ultimate",
        "tree:(a:(b1:3,b2:12),b:{1/2 heads:5,1/2 tails:-4},c:W)",
    ];
    for game in games {
        stops.push(stop(game, &seat(game, "random"), &[], BOARD));
    }
    for game in ["tictactoe", "cube3", "pikkpakk", "pig", "tree"] {
        stops.push(stop(
            &format!("new {game}"),
            &format!("new?game={game}"),
            &["label:has(input[name=opponent][value=custom])"],
            "#opponent-bot",
        ));
    }
    stops.push(stop("record", &format!("record/{}?ply=2", record(house, page)), &[], ".moves [data-ply]"));
    // A new table waits two minutes for its first visitor, which is less than a tour may take.
    for stop in stops.iter().filter(|stop| stop.route.contains("?seat=")) {
        page.open(&stop.route);
    }
    stops
}

/// A sheet with results: the address for its teacher.
fn results(house: &TestServer) -> String {
    let items: Vec<Value> =
        (1..=12).map(|number| json!({"link": format!("puzzles/connect4?n={number}")})).collect();
    let made = house.ask("POST", "/api/sheets", Some(&json!({"title": "Week 1", "items": items})));
    let id = made["id"].as_str().unwrap();
    for (name, items) in [("Žofia Kováčová-Horváthová", json!([0, 1, 2, 11])), ("Béla", json!([3]))] {
        let solved = json!({"name": name, "items": items});
        house.ask("POST", &format!("/api/sheets/{id}/solved"), Some(&solved));
    }
    format!("sheet/{id}?key={}", made["key"].as_str().unwrap())
}

/// A game that is over, because it was resigned.
pub fn record(house: &TestServer, page: &Page) -> String {
    let table = house.table("tictactoe", "first");
    page.open(&table.route());
    page.play("b2");
    page.click("[data-action=resign]");
    page.click("[data-action=resign-yes]");
    page.appears(".ending");
    table.id
}
