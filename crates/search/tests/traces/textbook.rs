//! The tree of many a textbook, spelled out.

use plywood_rules::Notation;
use plywood_rules::Player;
use plywood_rules::tree::Written;
use plywood_search::{AlphaBeta, Settings};

use super::*;

const TEXTBOOK: &str = "(a:(b1:3 b2:12 b3:8) b:(c1:2 c2:4 c3:6) c:(d1:14 d2:5 d3:2))";

#[test]
fn alpha_beta_cuts_after_c1() {
    let tree = WrittenTree::parse(TEXTBOOK).unwrap();
    let make =
        || Box::new(AlphaBeta::new(Box::new(Written), Settings::default())) as Box<dyn Bot<WrittenTree>>;
    let (report, trace) = traced(make, &tree, &tree.initial(), 0, TEXTBOOK);
    assert_eq!((report.value, report.nodes), (Some(Value::Exact(3.0)), 11));
    let show = |at: usize| {
        let node = &trace.nodes()[at];
        let mut state = tree.initial();
        let mut path = Vec::new();
        let mut place = at;
        while let Some(parent) = trace.nodes()[place].parent {
            path.push(trace.nodes()[place].mv.unwrap());
            place = parent;
        }
        let mut name = String::from("root");
        for mv in path.into_iter().rev() {
            name = tree.move_text(&state, mv);
            state = tree.child(&state, mv);
        }
        let side = |value: Option<Value>| value.map_or("*".to_string(), |value| value.to_string());
        let span =
            |span: Option<Span>| span.map_or("-".into(), |s| format!("{} {}", side(s.alpha), side(s.beta)));
        let order = node.order.map_or("-".to_string(), |order| order.to_string());
        let bound = match (node.value, node.bound) {
            (None, _) => "-",
            (_, Bound::Exact) => "=",
            (_, Bound::Lower) => ">=",
            (_, Bound::Upper) => "<=",
        };
        let (entry, exit) = (span(node.window), span(node.window_after));
        let principal = if node.principal { " !" } else { "" };
        let end = format!("{:?}", node.end).to_lowercase();
        format!("{order} {name} [{entry}] [{exit}] {bound} {} {end}{principal}", side(node.value))
    };
    let lines: Vec<String> = (0..trace.nodes().len()).map(show).collect();
    let expected = [
        "1 root [* *] [+3 *] = +3 searched !",
        "2 a [* *] [* +3] = +3 searched !",
        "3 b1 [* *] [* *] = +3 over !",
        "4 b2 [* +3] [* +3] = +12 over",
        "5 b3 [* +3] [* +3] = +8 over",
        "6 b [+3 *] [+3 +2] <= +2 cut",
        "7 c1 [+3 *] [+3 *] = +2 over",
        "- c2 [-] [-] - * skipped",
        "- c3 [-] [-] - * skipped",
        "8 c [+3 *] [+3 +2] = +2 searched",
        "9 d1 [+3 *] [+3 *] = +14 over",
        "10 d2 [+3 +14] [+3 +14] = +5 over",
        "11 d3 [+3 +5] [+3 +5] = +2 over",
    ];
    assert_eq!(lines, expected);
    assert_eq!(trace.nodes()[7].turn, Turn::Over(plywood_rules::Outcome::Payoff(4.0)));
    assert_eq!(trace.nodes()[6].parent, Some(5));
    assert_eq!(trace.nodes()[5].turn, Turn::Decision(Player::Second));
}

/// A trace keeps at most `most` nodes and counts the rest; the nodes kept are the same as in a full trace.
#[test]
fn a_trace_without_room_for_all() {
    let tree = WrittenTree::parse(TEXTBOOK).unwrap();
    let mut bot = AlphaBeta::new(Box::new(Written), Settings::default());
    for most in 0..=13 {
        let mut trace = Trace::new(most);
        let mut rng = ChaCha8Rng::seed_from_u64(0);
        let root = tree.initial();
        let position = Position::new(&root);
        let report = bot.choose_traced(&tree, position, &mut rng, &Stop::never(), &mut trace).unwrap();
        assert_eq!(report.nodes, 11);
        assert_eq!((trace.nodes().len(), trace.left_out()), (most, 13 - most as u64));
        if most > 5 {
            assert_eq!(
                (trace.nodes()[5].value, trace.nodes()[5].bound),
                (Some(Value::Exact(2.0)), Bound::Upper)
            );
        }
    }
}
