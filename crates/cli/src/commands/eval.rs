//! `eval`: the static evaluation of a position and its children.

use plywood_workshop::{Session, Workshop};
use serde_json::{Value as Json, json};

use super::batch::{LineBatch, PositionTask, ask};
use super::{table, table_text};
use crate::args::EvalArgs;
use crate::output::{CommandResult, Output, number};
use crate::progress::Control;

/// Runs the command.
pub fn run(workshop: &Workshop, args: &EvalArgs, control: &Control) -> CommandResult {
    let game = workshop.open(&args.game.game)?;
    let task = PositionTask::new(&args.game.place, args.json, control);
    ask(&game, LineBatch::of(&args.batch)?, args.seed.seed, task, |session, task| {
        evaluate(session, args.eval.as_deref(), task)
    })
}

fn evaluate(session: &dyn Session, evaluation: Option<&str>, task: &PositionTask<'_>) -> CommandResult {
    let evaluated = session.evaluate(evaluation)?;
    Ok(Output::either(
        task.json,
        || {
            let children: Vec<Json> = evaluated
                .children
                .iter()
                .map(|(mv, value)| json!({ "move": mv, "value": number(*value) }))
                .collect();
            json!({
                "game": session.game(),
                "position": session.position(),
                "evaluation": evaluated.evaluation,
                "side": evaluated.view.to_string(),
                "value": number(evaluated.value),
                "children": children,
            })
        },
        || {
            let view = session.player_names()[evaluated.view.index()];
            let mut text = format!("{} by '{}', for {view}\n", points(evaluated.value), evaluated.evaluation);
            if !evaluated.children.is_empty() {
                let mut rows = table(&["move", "leads to"]);
                for (mv, value) in &evaluated.children {
                    rows.add_row([mv.clone(), points(*value)]);
                }
                text.push_str(&format!("\n{}", table_text(&rows)));
            }
            text
        },
    ))
}

fn points(value: f64) -> String {
    let text = format!("{value:+.4}");
    text.trim_end_matches('0').trim_end_matches('.').to_string()
}
