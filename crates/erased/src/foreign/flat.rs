//! The games of stones by name.

use plywood_rules::{FlatRules, StoneGoal};

/// The name of the game with these rules.
pub fn game_name(rules: &FlatRules) -> String {
    let FlatRules { columns, rows, goal } = *rules;
    let options = match goal {
        StoneGoal::Row { length, .. } => format!("m={columns},n={rows},k={length}"),
        StoneGoal::Chain { .. } if columns == 11 => String::new(),
        StoneGoal::Most if columns == 8 => String::new(),
        _ => format!("size={columns}"),
    };
    let (family, switches) = match goal {
        StoneGoal::Chain { swap } => ("hex", [("swap=on", swap), ("", false)]),
        StoneGoal::Row { exact, misere, .. } => ("mnk", [("misere=on", misere), ("exact=on", exact)]),
        StoneGoal::Most => ("othello", [("", false); 2]),
    };
    let switches = switches.into_iter().filter(|(_, is_on)| *is_on).map(|(switch, _)| switch.to_string());
    let options: Vec<String> =
        [options].into_iter().filter(|options| !options.is_empty()).chain(switches).collect();
    if options.is_empty() { family.to_string() } else { format!("{family}:{}", options.join(",")) }
}
