//! The page's types are those of this module.

use std::path::Path;

use ts_rs::{Config, TS};

use super::*;

macro_rules! declarations {
    ($($name:ident)*) => {{
        let config = Config::new().with_large_int("number");
        [$(<$name as TS>::decl(&config)),*]
    }};
}

/// All types, as the page sees them.
fn types() -> String {
    let all = declarations!(
        Player TurnView Piece Place Side BoardView Cell Outline Shape GridView SceneNode NodeKind SceneView Track Effect MoveView
        Motion Push Leader Steps StepView EndView EndReason SeatRequest SeatView TimeControl ClockView Offers Pace TableView State
        ValueView ThoughtView ThinkingView MoveWorth OpinionView OpinionMove ExplanationView TupleView LearntView NewChoiceView Revalued ClientMessage Offer
        ServerMessage Problem RefusalCode CatalogueView GameCard ChampionView PuzzlesView OpponentView FamilyView BotView LevelView ParameterView ValuesView GameView
        ProofView ProofStateView ClaimView
        LookRequest LookView TableRequest SeatTaken SitRequest TableLine RecordLine RecordView ReadRequest ReadRecord WriteRequest WrittenRecord
        LinesRequest LinesView LineView RepliesRequest RepliesView SafeView ReplyReason LinkRequest
        SetupView Sheet SheetItem SheetMade SolvedRequest SheetKey SheetResult
        ReviewRequest ReviewView JudgedMove ReviewedSide Share Judgement Puzzle PuzzleGoal TrainingView TrainingGameView CurveView CurvePoint
        TreeRequest TreeViewRequest GrownTree StrategyView TreeSearchView PlayoutView TreeProofView EndsBy WorthView SpanView Bound End WinnerView TreeNodeView
    );
    let mut text = String::from(
        "// Written from crates/page/src/protocol by a test of the server (UPDATE_TYPES=1 cargo test -p plywood-server).\n\n",
    );
    text += &format!("export const PROTOCOL: {PROTOCOL};\n\n");
    for declaration in all {
        text += &format!("export {declaration}\n\n");
    }
    text
}

#[test]
fn the_types_of_the_page_are_these() {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("ui-checks/protocol.d.ts");
    let types = types();
    if std::env::var_os("UPDATE_TYPES").is_some() {
        std::fs::write(&path, &types).unwrap();
    }
    let written = std::fs::read_to_string(&path).unwrap_or_default();
    assert!(
        written == types,
        "run UPDATE_TYPES=1 cargo test -p plywood-server protocol, and look at what changed"
    );
}
