//! Texts about games: rules, notation and a drawing of each.

use std::sync::Arc;

use plywood_rules::Turn;
use plywood_workshop::{AnyGame, Workshop};
use rmcp::model::{ReadResourceResult, Resource, ResourceContents, ResourceTemplate};

use super::tools::drawn;
use crate::protocols::bot_game::in_a_line;

/// The beginning of every address.
const GAMES: &str = "plywood://games/";

/// A text about a game.
struct Text {
    /// The end of its address.
    name: &'static str,
    about: &'static str,
    write: fn(&Arc<dyn AnyGame>) -> Result<String, String>,
}

const TEXTS: [Text; 3] = [
    Text { name: "rules", about: "the rules, in a few sentences", write: |game| Ok(rules(game)) },
    Text { name: "notation", about: "how its moves and positions are written, by examples", write: notation },
    Text { name: "drawing", about: "its opening, drawn as text", write: drawing },
];

/// The texts about every game with its usual options.
pub fn all(workshop: &Workshop) -> Vec<Resource> {
    let mut all = Vec::new();
    // A written tree has no usual one.
    for name in workshop.names().filter(|name| workshop.open(name).is_ok()) {
        for text in &TEXTS {
            let resource =
                Resource::new(format!("{GAMES}{name}/{}", text.name), format!("{name} {}", text.name));
            let resource = resource.with_description(format!("{name}: {}", text.about));
            all.push(resource.with_mime_type("text/plain"));
        }
    }
    all
}

/// The same for games with options.
pub fn templates() -> Vec<ResourceTemplate> {
    let template = |text: &Text| {
        ResourceTemplate::new(format!("{GAMES}{{game}}/{}", text.name), text.name)
            .with_description(format!("a game, NAME or NAME:key=value,...: {}", text.about))
            .with_mime_type("text/plain")
    };
    TEXTS.iter().map(template).collect()
}

/// Reads the text at an address.
pub fn read(workshop: &Workshop, uri: &str) -> Result<ReadResourceResult, String> {
    let unknown = || {
        let names = TEXTS.map(|text| text.name).join(", ");
        format!("there is nothing at '{uri}'; addresses are {GAMES}GAME/TEXT, where TEXT is one of {names}")
    };
    let (game, name) = uri.strip_prefix(GAMES).and_then(|rest| rest.rsplit_once('/')).ok_or_else(unknown)?;
    let text = TEXTS.iter().find(|text| text.name == name).ok_or_else(unknown)?;
    let game = workshop.open(&decoded(game).ok_or_else(unknown)?).map_err(in_a_line)?;
    Ok(ReadResourceResult::new(vec![ResourceContents::text((text.write)(&game)?, uri)]))
}

/// A part of an address without its percent signs.
fn decoded(part: &str) -> Option<String> {
    let mut pieces = part.split('%');
    let mut bytes = pieces.next()?.as_bytes().to_vec();
    for piece in pieces {
        bytes.push(u8::from_str_radix(piece.get(..2)?, 16).ok()?);
        bytes.extend_from_slice(&piece.as_bytes()[2..]);
    }
    String::from_utf8(bytes).ok()
}

fn rules(game: &Arc<dyn AnyGame>) -> String {
    let details = game.details();
    let players = &details.players;
    format!("{}\n\n{}\n\nfirst: {}\nsecond: {}\n", details.name, details.how_to_play, players[0], players[1])
}

/// The moves and the position of the opening and of a few plies after it.
fn notation(game: &Arc<dyn AnyGame>) -> Result<String, String> {
    let mut play = game.begin(None, "", 1).map_err(in_a_line)?;
    let mut text = format!("{}\n", game.details().name);
    for plies in 0..=4 {
        let moves = play.moves();
        text.push_str(&format!("\nposition after '{}': {}\n", play.played().join(" "), play.position()));
        match (play.turn(), moves.get(moves.len() / 2)) {
            (Turn::Over(_), _) | (_, None) => break,
            (turn, Some(mv)) => {
                let made = if turn == Turn::Chance { "outcomes of chance" } else { "legal moves" };
                text.push_str(&format!("{made}: {}\n", moves.join(" ")));
                if plies < 4 {
                    play.play(mv).map_err(in_a_line)?;
                }
            }
        }
    }
    Ok(text)
}

fn drawing(game: &Arc<dyn AnyGame>) -> Result<String, String> {
    Ok(drawn(&*game.begin(None, "", 1).map_err(in_a_line)?))
}
