//! Replies by which a player is safe in a position of a game that is not live.

use std::time::Duration;

use plywood_rules::{Instant, Run, Stop};
use plywood_workshop::{MoveMotion, SafeReplies};

use crate::catalogue::Catalogue;
use crate::problem::{Problem, RefusalCode};
use crate::protocol::{MoveView, RepliesRequest, RepliesView, SafeView};

/// The most time for an answer.
pub const LONGEST: Duration = Duration::from_secs(4);

/// The replies in the position of the wish, if they are found until `stop`.
///
/// # Errors
/// If the game, the position or a move is wrong, or no player is to move.
pub fn safe(catalogue: &Catalogue, wish: &RepliesRequest, stop: &Stop) -> Result<RepliesView, Problem> {
    Problem::if_too_long(&wish.moves)?;
    let game = catalogue.game(&wish.game)?;
    let session =
        game.session(wish.position.as_deref(), &wish.moves.join(" "), 0).map_err(Problem::options)?;
    if session.turn().player().is_none() || session.ending().is_some() {
        return Err(Problem::new(RefusalCode::Over, "no player is to move here"));
    }
    let started = Instant::now();
    let found = session.safe_replies(&Run::until(stop)).map_err(Problem::options)?;
    let cut = found.is_none() && stop.is_raised();
    let seconds = started.elapsed().as_secs_f64();
    Ok(RepliesView { safe: found.map(shown), cut, seconds })
}

fn shown(SafeReplies { side, wins, reason, first, replies }: SafeReplies) -> SafeView {
    let view = |(text, motion): MoveMotion| MoveView { text, motion };
    let replies = replies.into_iter().map(|two| two.map(view)).collect();
    SafeView { side, wins, reason, first: first.map(view), replies }
}

#[cfg(test)]
mod tests {
    use plywood_rules::Player;
    use plywood_workshop::Workshop;

    use super::*;
    use crate::protocol::ReplyReason;

    fn catalogue() -> Catalogue {
        Catalogue::new(Workshop::standard(), std::env::temp_dir(), 0)
    }

    fn ask(catalogue: &Catalogue, game: &str, moves: &str) -> RepliesView {
        let moves = moves.split_whitespace().map(str::to_string).collect();
        let wish = RepliesRequest { game: game.to_string(), position: None, moves };
        safe(catalogue, &wish, &Stop::never()).unwrap()
    }

    /// After each move of the opponent and its reply the player is still safe, and needs no other move first.
    fn holds(catalogue: &Catalogue, game: &str, moves: &str, side: Player, reason: ReplyReason) -> SafeView {
        let known = ask(catalogue, game, moves).safe.unwrap_or_else(|| panic!("{game} {moves}"));
        assert_eq!((known.side, known.reason), (side, reason), "{game} {moves}");
        let first = known.first.as_ref().map(|first| first.text.as_str()).unwrap_or_default();
        assert!(!known.replies.is_empty(), "{game} {moves}");
        for [tried, reply] in &known.replies {
            let line = format!("{moves} {first} {} {}", tried.text, reply.text);
            let over = catalogue.game(game).unwrap().begin(None, &line, 0).unwrap().ending();
            match over {
                Some(ending) => assert_ne!(ending.winner(), Some(side.other()), "{game} {line}"),
                None => {
                    let later = ask(catalogue, game, &line).safe;
                    let later = later.unwrap_or_else(|| panic!("{game} {line}"));
                    assert_eq!((later.side, later.first), (side, None), "{game} {line}");
                }
            }
        }
        known
    }

    #[test]
    fn each_move_into_a_connection_has_a_reply() {
        use ReplyReason::{Connections, Pairs};
        let catalogue = catalogue();
        // The opponent decides, here with cells that the player captures; the player does; and two bridges are pairs.
        let known = holds(&catalogue, "hex:size=5", "b2", Player::First, Connections);
        assert!(known.wins && known.first.is_none() && known.replies.len() > 8, "{known:?}");
        let known = holds(&catalogue, "hex:size=4", "a1", Player::Second, Connections);
        assert!(known.wins && known.first.is_some(), "{known:?}");
        let known = holds(&catalogue, "hex:size=3", "b2", Player::First, Pairs);
        assert!(known.wins && known.replies.len() == 4, "{known:?}");
    }

    #[test]
    fn pairs_of_a_game_of_lines_are_replies() {
        let catalogue = catalogue();
        let known = holds(&catalogue, "mnk:m=5,n=5,k=5", "", Player::Second, ReplyReason::Pairs);
        assert!(!known.wins, "{known:?}");
        assert!(ask(&catalogue, "connect4", "").safe.is_none());
        let knows = |game: &str| catalogue.game(game).unwrap().details().has_replies;
        assert!(knows("hex") && knows("mnk:m=5,n=5,k=5") && !knows("connect4") && !knows("othello"));
    }

    #[test]
    fn a_search_without_time_says_so() {
        let (catalogue, stop) = (catalogue(), Stop::never());
        stop.raise();
        let wish = RepliesRequest { game: "hex:size=7".into(), position: None, moves: vec!["a2".into()] };
        let answer = safe(&catalogue, &wish, &stop).unwrap();
        assert!(answer.cut && answer.safe.is_none(), "{answer:?}");
        let moves = "a1 b1 a2 b2 a3".split(' ').map(str::to_string).collect();
        let over = RepliesRequest { game: "hex:size=3".into(), position: None, moves };
        assert_eq!(safe(&catalogue, &over, &stop).unwrap_err().code, RefusalCode::Over);
    }
}
