//! A tournament as one page of HTML that needs nothing else: no network, no other files.
//!
//! The tables are markup, so that they can be read without scripts. The list of games and their boards are data, which the script of
//! the page shows; nothing in it is ever taken for markup but the elements of boards, which are our own.

mod tables;

use plywood_rules::TextError;
use serde_json::{Value as Json, json};

use super::data::TournamentData;
use super::film::Film;
use crate::html::{self, HtmlPage, filled, in_script};
use crate::output::counted;

const PARTS: &str = include_str!("../../../templates/report.html");
const SCRIPT: &str = include_str!("../../../templates/report.js");

/// The page.
///
/// # Errors
/// If a game cannot be played again: names the game, with the reason.
pub fn html(data: &TournamentData) -> Result<String, TextError> {
    let parts = filled(
        PARTS,
        &[
            ("ranking", tables::ranking(data)),
            ("bracket", tables::bracket(data)),
            ("crosstable", tables::crosstable(data)),
            ("pairs", tables::pairs(data)),
            ("sides", tables::sides(data)),
            ("openings", tables::openings(data)),
            ("time", tables::time(data)),
            ("failures", tables::failures(data)),
        ],
    );
    let scripts = format!(
        "<script type=\"application/json\" id=\"data\">{}</script>\n<script>\n{SCRIPT}\n</script>\n",
        in_script(&games(data)?)
    );
    let page = HtmlPage {
        title: &data.title,
        summary: &summary(data),
        parts: &parts,
        settings: html::settings(&data.settings),
        glossary: tables::STATISTICS.html(),
        scripts: &scripts,
    };
    Ok(page.html())
}

fn summary(data: &TournamentData) -> String {
    let (all, distinct) = (data.played.len() as u64, data.report.distinct_games as u64);
    let state = if data.is_complete { "" } else { " · <strong>not finished</strong>" };
    format!(
        "{} · {} · <a href=\"#distinct-games\">{} distinct</a>{state}",
        counted(data.players.len() as u64, "player"),
        counted(all, "game"),
        crate::output::grouped(distinct)
    )
}

/// The games for the script. Those that are identical share one replay.
fn games(data: &TournamentData) -> Result<Json, TextError> {
    let mut film = Film::default();
    let (mut replays, mut replay_of) = (Vec::new(), Vec::new());
    let mut games = Vec::new();
    for (place, played) in data.played.iter().enumerate() {
        let finished = &played.finished;
        let game = finished.scheduled.game;
        let original = data.report.originals[place];
        let replay = match replay_of.get(original) {
            Some(&replay) => replay,
            None => {
                let wrong = |error: TextError| {
                    TextError::new(format!("game {} cannot be replayed: {error}", place + 1))
                };
                let rules =
                    data.games.get(game).ok_or_else(|| wrong(TextError::new("its rules are unknown")))?;
                let mut session = rules.session(played.position.as_deref(), "", 0).map_err(wrong)?;
                replays.push(film.record(session.playthrough_mut(), &played.moves).map_err(wrong)?.json());
                replays.len() - 1
            }
        };
        replay_of.push(replay);
        let reason = finished.failure.as_deref().or(finished.ending.reason()).unwrap_or_default();
        games.push(json!([
            finished.round + 1,
            game,
            finished.scheduled.players[0],
            finished.scheduled.players[1],
            finished.utility(),
            reason,
            finished.plies,
            data.opening(game, finished.opening),
            replay,
        ]));
    }
    let rules: Vec<String> = (0..data.games.len()).map(|game| data.game_name(game)).collect();
    Ok(json!({
        "players": data.players,
        "rules": rules,
        "games": games,
        "replays": replays,
        "elements": film.into_elements(),
    }))
}
