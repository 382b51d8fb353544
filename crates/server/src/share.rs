//! Links that show a title and a picture of the board where people paste them.
//!
//! A server never sees what is after `#` in an address. `share/ROUTE` is a page of a few lines with the title and the picture of
//! `#/ROUTE`, which leads there at once; `picture/ROUTE` is that picture.

use std::collections::BTreeMap;
use std::fmt::Write;
use std::sync::OnceLock;

use axum::http::header::HOST;
use axum::http::{HeaderMap, Uri};
use plywood_draw::escape;
use plywood_erased::Playthrough;
use plywood_page::catalogue::Catalogue;
use plywood_page::play::{GameSnapshot, Seat};
use plywood_page::problem::{Problem, RefusalCode};
use plywood_rules::options::split_name;
use plywood_workshop::level_of;
use serde::Deserialize;

use crate::assets;
use crate::protocol::{RecordView, SeatView};

/// The query of a link: that of the route, and the language of the page that it was copied from.
#[derive(Debug, Default, Deserialize)]
pub struct ShareQuery {
    position: Option<String>,
    moves: Option<String>,
    ply: Option<usize>,
    #[serde(rename = "in")]
    language: Option<String>,
}

/// The part of a route that says what it is about.
#[derive(Debug, PartialEq, Eq)]
pub enum About<'a> {
    /// A live game, or its record once it is gone.
    Table(&'a str),
    /// A finished game.
    Record(&'a str),
    /// A game with its moves in the address.
    Game(&'a str),
}

impl About<'_> {
    /// Reads a decoded route.
    ///
    /// # Errors
    /// If no link leads there.
    pub fn read(route: &str) -> Result<About<'_>, Problem> {
        match route.split_once('/') {
            Some(("table" | "join", id)) if !id.contains('/') => Ok(About::Table(id)),
            Some(("record", id)) if !id.contains('/') => Ok(About::Record(id)),
            // A written tree may have fractions.
            _ if !route.is_empty() => Ok(About::Game(route)),
            _ => Err(Problem::new(RefusalCode::NotFound, "there is no such page")),
        }
    }
}

/// A game as a link shows it.
pub struct SharedGame {
    game: String,
    position: Option<String>,
    moves: Vec<String>,
    ply: usize,
    seats: Option<[SeatView; 2]>,
    /// The winner, if it is over; `None` in it for a draw.
    over: Option<Option<plywood_rules::Player>>,
}

impl SharedGame {
    /// A finished game.
    pub fn record(record: RecordView, options: &ShareQuery) -> SharedGame {
        let last = record.moves.len();
        SharedGame {
            game: record.line.game,
            position: record.position,
            ply: options.ply.unwrap_or(last).min(last),
            moves: record.moves,
            seats: Some(record.line.players),
            over: Some(record.line.winner),
        }
    }

    /// A live game.
    pub fn table(snapshot: GameSnapshot) -> SharedGame {
        let seats = snapshot.seats.map(|seat| match seat {
            Seat::Person { name, .. } => SeatView::Person { name, here: false },
            Seat::Bot(bot) => SeatView::Bot { bot },
            Seat::Open => SeatView::Open {},
        });
        let ply = snapshot.moves.len();
        let (game, position, moves) = (snapshot.game, snapshot.position, snapshot.moves);
        SharedGame { game, position, moves, ply, seats: Some(seats), over: None }
    }

    /// A game of this address.
    pub fn game(name: &str, options: &ShareQuery) -> SharedGame {
        let moves: Vec<String> =
            options.moves.iter().flat_map(|moves| moves.split_whitespace()).map(str::to_string).collect();
        let ply = options.ply.unwrap_or(moves.len()).min(moves.len());
        let position = options.position.clone();
        SharedGame { game: name.to_string(), position, moves, ply, seats: None, over: None }
    }

    /// The game at the ply.
    ///
    /// # Errors
    /// If the game, the position or a move is wrong.
    pub fn play(&self, catalogue: &Catalogue) -> Result<Box<dyn Playthrough>, Problem> {
        let game = catalogue.game(&self.game)?;
        // An address may have variations among its moves: plies are those of the game.
        let mut play =
            game.begin(self.position.as_deref(), &self.moves.join(" "), 0).map_err(Problem::options)?;
        while play.played().len() > self.ply {
            play.undo();
        }
        Ok(play)
    }

    /// The page that shows the link and leads on.
    ///
    /// # Errors
    /// If the game, the position or a move is wrong.
    pub fn page(
        &self,
        catalogue: &Catalogue,
        options: &ShareQuery,
        uri: &Uri,
        headers: &HeaderMap,
    ) -> Result<String, Problem> {
        let play = self.play(catalogue)?;
        let words = PageTexts::of(options.language.as_deref().unwrap_or("en"));
        let game = play.game();
        let family = split_name(&game).0;
        let key = catalogue.key_of(&game).map(|key| format!("game.{key}"));
        let name = words.get(&key.unwrap_or_else(|| format!("family.{family}")), family);
        let seats = self.seats.as_ref().map(|seats| seats.each_ref().map(|seat| words.seat(seat)));
        let title = match &seats {
            Some([first, second]) => format!("{name}: {first} – {second}"),
            None => name.to_string(),
        };
        let moves = words.moves(play.played().len());
        let text = match (self.over, &self.seats, &seats) {
            (Some(None), ..) => format!("{} · {moves}", words.get("end.draw", "Draw")),
            (Some(Some(winner)), _, Some(seats)) => {
                format!("{} · {moves}", words.say("end.wins", &[("player", &seats[winner.index()])]))
            }
            (_, Some(views), Some(seats)) if views.contains(&SeatView::Open {}) => {
                let open = usize::from(views[1] == SeatView::Open {});
                let english = play.player_names()[open];
                let player = words.get(&format!("player.{}", english.to_lowercase()), english);
                words.say("share.invited", &[("name", &seats[1 - open]), ("player", player)])
            }
            _ => moves,
        };
        // Queries of live games may have a token, which is for nobody else.
        let raw = uri.path().trim_start_matches("/share/");
        let query = uri.query().filter(|_| !raw.starts_with("table/") && !raw.starts_with("join/"));
        let query = query.map_or(String::new(), |query| format!("?{query}"));
        let up = "../".repeat(raw.matches('/').count() + 1);
        let base = base(headers);
        Ok(html(&words.language, &title, &text, &up, &base, raw, &query))
    }
}

fn html(language: &str, title: &str, text: &str, up: &str, base: &str, raw: &str, query: &str) -> String {
    let mut page = format!("<!doctype html>\n<html lang=\"{language}\">\n<head>\n<meta charset=\"utf-8\">\n");
    let (title, text) = (escape(title), escape(text));
    let _ = writeln!(page, "<title>{title} – Plywood</title>\n<meta name=\"robots\" content=\"noindex\">");
    let picture = format!("{base}/picture/{raw}{query}");
    let properties = [
        ("og:site_name", "Plywood"),
        ("og:type", "website"),
        ("og:title", &title),
        ("og:description", &text),
        ("og:url", &escape(&format!("{base}/share/{raw}{query}"))),
        ("og:image", &escape(&picture)),
    ];
    for (name, content) in properties {
        let _ = writeln!(page, "<meta property=\"{name}\" content=\"{content}\">");
    }
    let _ = writeln!(page, "<meta name=\"twitter:card\" content=\"summary_large_image\">");
    let (script, link) = (escape(&format!("{up}app/share.js")), escape(&format!("{up}#/{raw}{query}")));
    let _ = writeln!(page, "<script defer src=\"{script}\"></script>\n</head>");
    let _ = writeln!(page, "<body><p><a href=\"{link}\">{title}</a></p></body>\n</html>");
    page
}

/// The address under which the request came, as a proxy says. Pictures of links need whole addresses.
fn base(headers: &HeaderMap) -> String {
    let header = |name: &str| headers.get(name).and_then(|value| value.to_str().ok());
    let scheme = header("x-forwarded-proto").filter(|&it| it == "https").unwrap_or("http");
    let is_plain = |c: char| c.is_ascii_alphanumeric() || "/-_.~".contains(c);
    let prefix = header("x-forwarded-prefix").filter(|it| it.starts_with('/') && it.chars().all(is_plain));
    let prefix = prefix.unwrap_or_default().trim_end_matches('/');
    format!("{scheme}://{}{prefix}", header(HOST.as_str()).unwrap_or("localhost"))
}

/// The words of the page in a language.
struct PageTexts {
    language: String,
    words: BTreeMap<String, String>,
}

impl PageTexts {
    /// Those of English where the page does not speak it.
    fn of(language: &str) -> PageTexts {
        let known = language.len() == 2 && language.bytes().all(|byte| byte.is_ascii_lowercase());
        match assets::words(language).filter(|_| known) {
            Some(words) => PageTexts { language: language.to_string(), words },
            None => PageTexts { language: "en".to_string(), words: assets::words("en").unwrap_or_default() },
        }
    }

    fn get<'a>(&'a self, key: &str, otherwise: &'a str) -> &'a str {
        self.words.get(key).map_or(otherwise, String::as_str)
    }

    fn say(&self, key: &str, values: &[(&str, &str)]) -> String {
        let mut text = self.get(key, key);
        let mut said = String::new();
        // In one pass: names may have braces.
        while let Some((before, rest)) = text.split_once('{') {
            said.push_str(before);
            let (name, after) = rest.split_once('}').unwrap_or((rest, ""));
            said.push_str(values.iter().find(|(key, _)| *key == name).map_or("", |(_, value)| value));
            text = after;
        }
        said + text
    }

    fn moves(&self, count: usize) -> String {
        let form = match count {
            1 => "one",
            2..=4 if self.words.contains_key("count.moves.few") => "few",
            _ => "other",
        };
        self.say(&format!("count.moves.{form}"), &[("count", &count.to_string())])
    }

    fn bot(&self, bot: &str) -> String {
        let Some((number, even)) = level_of(bot) else {
            let name = split_name(bot).0;
            return self.get(&format!("botname.{name}"), name).to_string();
        };
        let level = self.say("bot.level", &[("n", &number.to_string())]);
        if even { format!("{} · {level}", self.get("option.level.even", "even")) } else { level }
    }

    fn seat(&self, seat: &SeatView) -> String {
        match seat {
            SeatView::Open {} => self.get("seat.open", "…").to_string(),
            SeatView::Person { name, .. } if name.is_empty() => self.get("seat.somebody", "…").to_string(),
            SeatView::Person { name, .. } => name.clone(),
            SeatView::Bot { bot } => self.bot(bot),
        }
    }
}

/// Paints the pictures of links.
#[derive(Default)]
pub struct Painter {
    fonts: OnceLock<Option<plywood_draw::raster::Fonts>>,
}

/// The picture where there is none of a board.
const GENERAL: &str = "icons/link.png";

impl Painter {
    /// The board as PNG; the general picture if it cannot be drawn.
    pub fn picture(&self, play: &dyn Playthrough) -> Vec<u8> {
        let general = || assets::get(GENERAL).map_or(Vec::new(), |file| file.contents().into_owned());
        self.board(play).unwrap_or_else(general)
    }

    fn board(&self, play: &dyn Playthrough) -> Option<Vec<u8>> {
        use plywood_draw::{board_picture, raster};

        let svg = board_picture(&play.scene(), &play.board(), (600.0, 315.0))?;
        let fonts = self.fonts.get_or_init(raster::Fonts::of_system);
        raster::png(&raster::read(&svg, fonts.as_ref()).ok()?, 2.0).ok()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_text_and_never_markup() {
        let name = "<script>alert('&\"')</script>{player}";
        let words = PageTexts::of("en");
        let said = words.say("share.invited", &[("name", name), ("player", "X")]);
        assert_eq!(said, format!("{name} invites you to play X."));
        let page = html("en", name, &said, "../", "http://host", "record/a", "?ply=1&\"<");
        let shown = "&lt;script&gt;alert(&#39;&amp;&quot;&#39;)&lt;/script&gt;{player}";
        assert!(page.contains(&format!("content=\"{shown}\"")), "{page}");
        assert_eq!(page.matches("<script").count(), 1, "{page}");
        assert!(page.contains("href=\"../#/record/a?ply=1&amp;&quot;&lt;\""), "{page}");
    }

    #[test]
    fn addresses_are_those_that_a_proxy_names() {
        let told = |pairs: &[(&'static str, &str)]| {
            let headers = pairs
                .iter()
                .map(|(name, value)| (axum::http::HeaderName::from_static(name), value.parse().unwrap()));
            base(&headers.collect())
        };
        assert_eq!(told(&[("host", "a.example:7777")]), "http://a.example:7777");
        let proxy =
            [("host", "a.example"), ("x-forwarded-proto", "https"), ("x-forwarded-prefix", "/games/")];
        assert_eq!(told(&proxy), "https://a.example/games");
        for wrong in ["//evil.example", "games", "/\"><script>"] {
            let told = told(&[("host", "a.example"), ("x-forwarded-prefix", wrong)]);
            assert!(told.starts_with("http://a.example") && !told.contains('"'), "{told}");
        }
    }

    #[test]
    fn routes_are_read() {
        assert_eq!(About::read("join/abc").unwrap(), About::Table("abc"));
        assert_eq!(About::read("record/abc").unwrap(), About::Record("abc"));
        assert_eq!(About::read("tree:{1/2 a:1}").unwrap(), About::Game("tree:{1/2 a:1}"));
        assert!(About::read("").is_err());
        let words = PageTexts::of("../en");
        assert_eq!((&*words.language, &*words.moves(1)), ("en", "1 move"));
        assert_eq!(PageTexts::of("sk").moves(3), "3 ťahy");
    }

    #[test]
    fn bots_have_their_names() {
        let words = PageTexts::of("en");
        let names = ["level:n=3", "level:n=5,even=on", "random"].map(|bot| words.bot(bot));
        assert_eq!(names, ["Level 3", "Even match · Level 5", "Random"]);
    }
}
