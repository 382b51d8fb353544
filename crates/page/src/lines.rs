//! The best lines from a position of a game that is not live.

use std::time::Duration;

use plywood_rules::Stop;
use plywood_workshop::{BestLines, LinesOptions, best_lines};

use crate::catalogue::Catalogue;
use crate::problem::{Problem, RefusalCode};
use crate::protocol::{LineView, LinesRequest, LinesView, MoveWorth};
use crate::view;

/// Lines of one answer.
const MOST_LINES: usize = 5;
/// Positions to visit.
const LEAST_NODES: u32 = 100;
const MOST_NODES: u32 = 4_000_000;
/// The most time for an answer.
pub const LONGEST: Duration = Duration::from_secs(4);

/// The best lines from the position of the wish, as far as they are known until `stop`.
///
/// # Errors
/// If the game, the position or a move is wrong, something is too much, or no player is to move.
pub fn best(catalogue: &Catalogue, wish: &LinesRequest, stop: &Stop) -> Result<LinesView, Problem> {
    let wrong = |text| Err(Problem::new(RefusalCode::Options, text));
    Problem::if_too_long(&wish.moves)?;
    if !(1..=MOST_LINES).contains(&wish.lines) {
        return wrong(format!("'lines' has to be 1 to {MOST_LINES}"));
    }
    if !(LEAST_NODES..=MOST_NODES).contains(&wish.nodes) {
        return wrong(format!("'nodes' has to be {LEAST_NODES} to {MOST_NODES}"));
    }
    let game = catalogue.game(&wish.game)?;
    let provers = catalogue.provers(&game.name());
    let experts: Vec<String> = provers.iter().map(|prover| prover.made_by.clone()).collect();
    let has_chance = game.details().has_chance;
    let mut session =
        game.session(wish.position.as_deref(), &wish.moves.join(" "), 0).map_err(Problem::options)?;
    let Some(side) = session.turn().player().filter(|_| session.ending().is_none()) else {
        return Err(Problem::new(RefusalCode::Over, "no player is to move here"));
    };
    let options = LinesOptions { lines: wish.lines, nodes: wish.nodes, experts: &experts };
    let BestLines { bot, lines, analysis } =
        best_lines(&mut *session, options, has_chance, stop).map_err(Problem::of_bot)?;
    let shown = |it| view::value(it, analysis.exact_plies, analysis.win_worth, analysis.winning_lead);
    // The public name of an expert, not the path of its proof.
    let named = provers.into_iter().find(|prover| prover.made_by == bot);
    let worth =
        |it: &plywood_erased::MoveValue| MoveWorth { text: it.mv.clone(), value: it.value.map(shown) };
    Ok(LinesView {
        bot: named.map_or(bot, |prover| prover.name),
        side,
        exact: analysis.is_exact(),
        cut: stop.is_raised() && !analysis.is_exact(),
        moves: analysis.moves.iter().map(worth).collect(),
        lines: lines
            .into_iter()
            .map(|line| LineView { value: line.value.map(shown), moves: line.moves })
            .collect(),
        depth: analysis.depth,
        nodes: analysis.nodes,
        seconds: analysis.seconds,
    })
}

#[cfg(test)]
mod tests {
    use plywood_workshop::Workshop;

    use super::*;
    use crate::look;
    use crate::protocol::{ReadRequest, ValueView, WriteRequest};

    fn catalogue() -> Catalogue {
        Catalogue::new(Workshop::standard(), std::env::temp_dir(), 0)
    }

    fn wish(game: &str, moves: &str, lines: usize, nodes: u32) -> LinesRequest {
        let moves = moves.split_whitespace().map(str::to_string).collect();
        LinesRequest { game: game.to_string(), position: None, moves, lines, nodes }
    }

    /// Every line can be played, the values fall, and the first move of the first line is the best there is.
    #[test]
    fn lines_are_legal_and_in_order() {
        let catalogue = catalogue();
        for (game, moves) in [
            ("connect4", "d d c"),
            ("othello:size=6", ""),
            ("pig:target=20", "roll 4"),
            ("einstein", "4"),
            ("kalah", ""),
            ("dotsandboxes:m=2,n=2", ""),
            ("tree:(a:(b1:3,b2:12),b:{1/2 heads:5,1/2 tails:-4},c:W)", ""),
        ] {
            for nodes in [500, 3000] {
                let wish = wish(game, moves, 3, nodes);
                let found =
                    best(&catalogue, &wish, &Stop::never()).unwrap_or_else(|it| panic!("{game}: {it:?}"));
                assert!((1..=3).contains(&found.lines.len()), "{game}: {found:?}");
                let shares: Vec<f64> =
                    found.lines.iter().filter_map(|line| share(line.value.as_ref()?)).collect();
                assert!(shares.is_sorted_by(|one, other| one >= other), "{game}: {found:?}");
                for line in &found.lines {
                    let play = catalogue.game(game).unwrap();
                    let list = format!("{moves} {}", line.moves.join(" "));
                    play.begin(None, &list, 0).unwrap_or_else(|it| panic!("{game} {list}: {it}"));
                }
            }
        }
    }

    fn share(value: &ValueView) -> Option<f64> {
        match *value {
            ValueView::Win { .. } => Some(1.0),
            ValueView::Loss { .. } => Some(-1.0),
            ValueView::Draw {} => Some(0.0),
            ValueView::Exact { share, .. } | ValueView::Estimate { share, .. } => Some(share),
        }
    }

    #[test]
    fn what_is_known_is_exact() {
        let catalogue = catalogue();
        let found = best(&catalogue, &wish("tictactoe", "b2 b1", 5, 20_000), &Stop::never()).unwrap();
        assert!(found.exact && found.bot == "perfect", "{found:?}");
        assert!(matches!(found.lines[0].value, Some(ValueView::Win { exact: true, .. })), "{found:?}");
        // The line goes on to the end.
        assert!(found.lines[0].moves.len() >= 5, "{found:?}");
        for (game, moves, code) in [
            ("tictactoe", "b2 a1 b1 a2 b3", RefusalCode::Over),
            ("pig", "roll", RefusalCode::Over),
            ("nim", "z", RefusalCode::Options),
        ] {
            let refused = best(&catalogue, &wish(game, moves, 1, 1000), &Stop::never()).unwrap_err();
            assert_eq!(refused.code, code, "{game} {moves}");
        }
        for (lines, nodes) in [(0, 1000), (6, 1000), (1, 1), (1, MOST_NODES + 1)] {
            assert!(best(&catalogue, &wish("nim", "", lines, nodes), &Stop::never()).is_err());
        }
    }

    /// A search that is stopped at once still names moves.
    #[test]
    fn a_stopped_search_has_lines() {
        let stop = Stop::never();
        stop.raise();
        let found = best(&catalogue(), &wish("hex:size=5", "", 3, 100_000), &stop).unwrap();
        assert_eq!(found.lines.len(), 3);
    }

    #[test]
    fn a_record_is_written_with_its_side_lines_and_read_again() {
        let catalogue = catalogue();
        let moves = "d d (c e (f) g) c (c e)";
        let tags = [("First", "human"), ("Result", "*"), ("Game", "nim"), ("Position", "nowhere")];
        let tags = tags.map(|(tag, value)| (tag.to_string(), value.to_string())).to_vec();
        let wish = WriteRequest { game: "connect4".into(), position: None, moves: moves.into(), tags };
        let written = look::write(&catalogue, &wish).unwrap();
        let read = look::read(&catalogue, &ReadRequest { text: written.text }).unwrap();
        assert_eq!(read.side_lines.as_deref(), Some(moves));
        assert_eq!(read.moves.join(" "), "d d c");
        assert_eq!(read.tags[1..], wish.tags[..2], "{:?}", read.tags);
        let wrong = WriteRequest { tags: vec![("a b".into(), String::new())], ..wish };
        assert!(look::write(&catalogue, &wrong).is_err());
    }
}
