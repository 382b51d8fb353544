//! From games as the workshop knows them to what goes over the wire.

use plywood_erased::{Analysis, Call, Ending, KnownMove, Learnt, Playthrough, SearchInfo};
use plywood_rules::scene::{Piece, Place, Square};
use plywood_rules::{Outcome, Player, Proved, Scene, Turn, Value};
use plywood_workshop::{Explanation, ReasonCell};

use crate::protocol::{
    BoardView, EndReason, EndView, ExplanationView, GridView, LearntView, MoveView, MoveWorth, NewChoiceView,
    OpinionMove, SceneView, StepView, ThinkingView, ThoughtView, TupleView, TurnView, ValueView,
};

impl From<Turn> for TurnView {
    fn from(turn: Turn) -> TurnView {
        match turn {
            Turn::Decision(Player::First) => TurnView::First,
            Turn::Decision(Player::Second) => TurnView::Second,
            Turn::Chance => TurnView::Chance,
            Turn::Over(_) => TurnView::Over,
        }
    }
}

/// The board of a game, from any of its positions.
pub fn board(game: &dyn Playthrough) -> BoardView {
    let scene = game.scene();
    let grids = scene.grids.into_iter();
    BoardView {
        grids: grids
            .map(|grid| GridView { title: grid.title, columns: grid.columns, rows: grid.rows })
            .collect(),
        across: scene.across,
        board: game.board(),
    }
}

/// The pieces and facts of a position.
pub fn scene(scene: Scene) -> SceneView {
    let mut pieces: Vec<(char, Piece)> = Vec::new();
    let mut marks = Vec::new();
    let mut counts = Vec::new();
    let mut grids = Vec::with_capacity(scene.grids.len());
    for (number, grid) in scene.grids.into_iter().enumerate() {
        let mut letter = |at: Place, square: &Square| match *square {
            Square::Hole => ' ',
            Square::Free => '.',
            Square::Counted(piece, count) => {
                counts.push((at, piece, count));
                '.'
            }
            Square::Taken(piece, letter) => {
                if !pieces.iter().any(|&(known, _)| known == letter) {
                    pieces.push((letter, piece));
                }
                letter
            }
        };
        let mut text = |(row, squares): (usize, &Vec<Square>)| {
            squares
                .iter()
                .enumerate()
                .map(|(column, square)| letter(Place { grid: number, row, column }, square))
                .collect()
        };
        grids.push(grid.squares.iter().enumerate().map(&mut text).collect());
        marks.extend(grid.highlights.into_iter().map(|(row, column)| Place { grid: number, row, column }));
    }
    let Scene { active, decided, tracks, scores, facts, node, .. } = scene;
    SceneView { grids, active, decided, marks, counts, pieces, tracks, scores, facts, node }
}

/// The position of a game and its last move.
pub fn step(game: &dyn Playthrough) -> StepView {
    let played = game.played();
    let over = game.ending().is_some();
    let turn = if over { TurnView::Over } else { game.turn().into() };
    let moves = if over { Vec::new() } else { game.moves().into_iter().zip(game.motions()).collect() };
    let last = played
        .last()
        .map(|text| MoveView { text: text.clone(), motion: game.last_motion().unwrap_or_default() });
    StepView {
        ply: played.len(),
        position: game.position(),
        turn,
        scene: scene(game.scene()),
        moves: moves.into_iter().map(|(text, motion)| MoveView { text, motion }).collect(),
        last,
        by: played.len().checked_sub(1).and_then(|ply| game.mover(ply)),
    }
}

/// The players who made the moves of a game, `None` for chance.
pub fn movers(game: &dyn Playthrough, plies: usize) -> Vec<Option<Player>> {
    (0..plies).map(|ply| game.mover(ply)).collect()
}

/// The reason why a game is over.
pub fn reason(ending: Ending) -> EndReason {
    match ending {
        Ending::Rules(_) => EndReason::Rules,
        Ending::Repetition => EndReason::Repetition,
        Ending::Called(Call::Resigned(_)) => EndReason::Resignation,
        Ending::Called(Call::OutOfTime(_)) => EndReason::Time,
        Ending::Called(Call::Left(_)) => EndReason::Absence,
        Ending::Called(Call::Failed(_)) => EndReason::Failure,
        Ending::Called(Call::Agreed) => EndReason::Agreement,
        Ending::Called(Call::Adjudicated(_)) => EndReason::Adjudication,
        Ending::Called(Call::PlyLimit) => EndReason::Plies,
    }
}

/// The end of a game, with the name of its record.
pub fn end(ending: Ending, record: Option<String>) -> EndView {
    EndView {
        winner: ending.winner(),
        reason: reason(ending),
        payoff: match ending {
            Ending::Rules(Outcome::Payoff(points)) => Some(points),
            _ => None,
        },
        record,
    }
}

fn proved(proved: Proved, exact: bool) -> ValueView {
    match proved {
        Proved::Win { plies } => ValueView::Win { plies: Some(plies), exact },
        Proved::Draw => ValueView::Draw {},
        Proved::Loss { plies } => ValueView::Loss { plies: Some(plies), exact },
    }
}

/// A value as the page shows it; with `exact_plies` the length of a win or a loss is exact. A share is from -1, a certain
/// loss, to 1, a certain win ([`Value::chance`]).
pub fn value(value: Value, exact_plies: bool, win_worth: f64, winning_lead: Option<f64>) -> ValueView {
    let share = 2.0 * value.chance(win_worth, winning_lead) - 1.0;
    match value {
        Value::Proved(it) => proved(it, exact_plies),
        Value::Exact(points) => ValueView::Exact { points, share },
        Value::Estimated(points) => ValueView::Estimate { points, share },
    }
}

/// The analysis of a position by a bot.
pub fn thought(bot: &str, ply: usize, revision: u32, side: Player, analysis: Analysis) -> ThoughtView {
    let known = |it| value(it, analysis.exact_plies, analysis.win_worth, analysis.winning_lead);
    ThoughtView {
        bot: bot.to_string(),
        ply,
        revision,
        side,
        exact: analysis.is_exact(),
        random: analysis.random,
        best: analysis.best,
        value: analysis.value.map(known),
        pv: analysis.pv,
        moves: analysis
            .moves
            .into_iter()
            .map(|mv| MoveWorth { text: mv.mv, value: mv.value.map(known) })
            .collect(),
        depth: analysis.depth,
        nodes: analysis.nodes,
        seconds: analysis.seconds,
    }
}

/// Moves of a principal variation that are sent while a bot searches.
const ALOUD: usize = 16;

/// The state of a search that is still running.
pub fn thinking(ply: usize, revision: u32, side: Player, thought: SearchInfo) -> ThinkingView {
    let SearchInfo { depth, nodes, seconds, mut pv, .. } = thought;
    pv.truncate(ALOUD);
    let known = |it| value(it, thought.exact_plies, thought.win_worth, thought.winning_lead);
    ThinkingView { ply, revision, side, value: thought.value.map(known), pv, depth, nodes, seconds }
}

/// The knowledge of a brain about a move.
pub fn opinion(known: KnownMove) -> OpinionMove {
    let (estimate, expected) = known.estimate.map(|it| (it.value, it.line)).unzip();
    match known.known {
        None => OpinionMove {
            text: known.mv,
            q: estimate,
            visits: 0,
            proved: None,
            line: expected.unwrap_or_default(),
            probability: None,
        },
        Some(it) => OpinionMove {
            text: known.mv,
            // A network knows more than the games in which the move was made, unless something is proved.
            q: estimate.filter(|_| it.proved.is_none()).or(Some(it.q)),
            visits: it.visits,
            // Among the moves that it has not tried there may be a quicker one.
            proved: it.proved.map(|it| proved(it, false)),
            line: it.line,
            probability: None,
        },
    }
}

/// The opinion of a network of another program on a move: its probability.
pub fn likely_move((text, probability): (String, Option<f64>)) -> OpinionMove {
    OpinionMove { text, q: None, visits: 0, proved: None, line: Vec::new(), probability }
}

/// The value of a position to a network, with the squares that count in it.
pub fn explanation(known: Explanation) -> ExplanationView {
    let tuple = |reason: plywood_workshop::Reason| {
        let mut tuple = TupleView { squares: Vec::new(), numbers: Vec::new(), share: reason.share };
        for cell in reason.cells {
            match cell {
                ReasonCell::Square { place, .. } => tuple.squares.push(place),
                ReasonCell::Number(number) => tuple.numbers.push(number),
            }
        }
        tuple
    };
    let Explanation { value, occlusion, reasons } = known;
    ExplanationView { value, occlusion, tuples: reasons.into_iter().map(tuple).collect() }
}

/// The lesson of a game.
pub fn learnt(brain: &str, learnt: Learnt) -> LearntView {
    LearntView {
        brain: brain.to_string(),
        games: learnt.games,
        new_positions: learnt.new_positions,
        new_moves: learnt.new_moves,
        changed_moves: learnt.changed_moves,
        changes: learnt
            .changes
            .into_iter()
            .map(|change| NewChoiceView {
                ply: change.ply,
                side: change.player,
                before: change.before,
                now: change.now,
            })
            .collect(),
        values: learnt.values,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A proved value has its plies to the end, an estimate its share of a win.
    #[test]
    fn thoughts_under_way_say_what_is_known() {
        let thought = |value| SearchInfo {
            depth: Some(3),
            value: Some(value),
            exact_plies: true,
            win_worth: 20.0,
            winning_lead: None,
            nodes: 1000,
            seconds: 0.5,
            table_use: Some(0.1),
            pv: vec!["a1".to_string(); 40],
        };
        let told = |value| thinking(7, 2, Player::Second, thought(value));
        let won = told(Value::Proved(Proved::Win { plies: 3 }));
        assert_eq!((won.ply, won.revision, won.side, won.pv.len()), (7, 2, Player::Second, ALOUD));
        assert_eq!(won.value, Some(ValueView::Win { plies: Some(3), exact: true }));
        let guess = told(Value::Estimated(5.0)).value;
        assert_eq!(guess, Some(ValueView::Estimate { points: 5.0, share: 0.25 }));
    }
}
