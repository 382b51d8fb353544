//! A live game as people see it.

use plywood_rules::Player;
use plywood_workshop::AnyGame;

use crate::play::{LiveGame, Seat};
use crate::protocol::{RecordLine, RecordView, SeatView, State, TableLine, TableView};
use crate::view;

/// The parts of a game that stay the same. Made anew for every newcomer: the lines of a large board take more room than all else
/// of a table.
pub fn frame(live: &LiveGame, rules: &dyn AnyGame, family: &str) -> TableView {
    let (snapshot, details) = (live.snapshot(), rules.details());
    TableView {
        id: snapshot.id.clone(),
        game: snapshot.game.clone(),
        family: family.to_string(),
        players: details.players.map(str::to_string),
        how_to_play: details.how_to_play,
        board: view::board(live.game()),
        start: snapshot.position.clone(),
        public: snapshot.public,
        hints: snapshot.allows_hints(),
        max_plies: snapshot.max_plies,
        away: snapshot.away,
        score: snapshot.score,
    }
}

/// The state of a game at this time.
pub fn state(live: &LiveGame, elapsed: std::time::Duration) -> State {
    let (snapshot, played) = (live.snapshot(), live.game().played().to_vec());
    State {
        version: live.version(),
        revision: snapshot.revision,
        movers: view::movers(live.game(), played.len()),
        seats: seats(live),
        clock: live.clock().view(elapsed),
        offers: snapshot.offers,
        thinking: live.thinking(),
        pace: snapshot.pace,
        watching: live.watching(),
        end: live.game().ending().map(|end| view::end(end, live.is_played().then(|| snapshot.id.clone()))),
        trouble: live.trouble().map(str::to_string),
        step: view::step(live.game()),
        played,
    }
}

fn seats(live: &LiveGame) -> [SeatView; 2] {
    Player::BOTH.map(|player| match &live.snapshot().seats[player.index()] {
        Seat::Person { name, .. } => SeatView::Person { name: name.clone(), here: live.is_here(player) },
        Seat::Bot(bot) => SeatView::Bot { bot: bot.clone() },
        Seat::Open => SeatView::Open {},
    })
}

/// The line of a game in the list of games; `None` if it is not listed.
pub fn line(live: &LiveGame, family: &str) -> Option<TableLine> {
    let snapshot = live.snapshot();
    (snapshot.public && snapshot.ended.is_none()).then(|| TableLine {
        id: snapshot.id.clone(),
        game: snapshot.game.clone(),
        family: family.to_string(),
        seats: seats(live),
        plies: snapshot.moves.len(),
        clock: snapshot.clock,
        begun: snapshot.begun,
    })
}

/// The record of a finished game; `None` if no move was played.
pub fn record(live: &LiveGame, family: &str) -> Option<RecordView> {
    let (snapshot, moves) = (live.snapshot(), live.game().played().to_vec());
    let ending = live.game().ending().filter(|_| live.is_played())?;
    let players = seats(live).map(|seat| match seat {
        SeatView::Person { name, .. } => SeatView::Person { name, here: false },
        other => other,
    });
    Some(RecordView {
        line: RecordLine {
            id: snapshot.id.clone(),
            number: 0,
            game: snapshot.game.clone(),
            family: family.to_string(),
            players,
            winner: ending.winner(),
            reason: view::reason(ending),
            plies: moves.len(),
            ended: snapshot.ended.unwrap_or_default(),
        },
        position: snapshot.position.clone(),
        movers: view::movers(live.game(), moves.len()),
        moves,
        text: live.record().to_text(),
        listed: snapshot.public || !snapshot.is_between_people(),
    })
}
