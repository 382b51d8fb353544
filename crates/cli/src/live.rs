//! A bot's search under way, in one line.

use plywood_erased::SearchInfo;
use plywood_rules::Value;

use crate::output::rate;

/// `depth 9 · +12 · 3.1 M/s · table 12 % · d4 e5 ...`; unknown parts are left out.
pub fn line(thought: &SearchInfo) -> String {
    let value = thought.value.map(|value| match value {
        // Every value of a running search is an estimate, so the line does not say it.
        Value::Estimated(points) => Value::Exact(points).to_string(),
        value => value.in_words(thought.exact_plies),
    });
    let parts = [
        thought.depth.map(|depth| format!("depth {depth}")),
        value,
        thought.nodes_per_second().map(rate),
        thought.table_use.map(|share| format!("table {:.0} %", 100.0 * share)),
        Some(thought.pv.join(" ")).filter(|pv| !pv.is_empty()),
    ];
    parts.into_iter().flatten().collect::<Vec<_>>().join(" · ")
}

#[cfg(test)]
mod tests {
    use plywood_rules::Proved;

    use super::*;

    #[test]
    fn a_line_tells_what_there_is() {
        let pv = ["d4", "e5"].map(str::to_string).to_vec();
        let mut thought = SearchInfo {
            depth: Some(9),
            value: Some(Value::Estimated(12.0)),
            exact_plies: false,
            win_worth: 1000.0,
            winning_lead: None,
            nodes: 6_200_000,
            seconds: 2.0,
            table_use: Some(0.12),
            pv,
        };
        assert_eq!(line(&thought), "depth 9 · +12 · 3.1 M/s · table 12 % · d4 e5");
        thought.value = Some(Value::Proved(Proved::Loss { plies: 4 }));
        thought = SearchInfo { depth: None, table_use: None, seconds: 0.0, ..thought };
        assert_eq!(line(&thought), "loss in at most 4 plies · d4 e5");
    }
}
