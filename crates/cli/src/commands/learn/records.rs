//! `learn --records`: learning from games that were played already.

use plywood_erased::{Call, Ending, Record};
use plywood_workshop::Workshop;
use serde_json::json;

use super::known;
use crate::args::LearnArgs;
use crate::commands::{note_variations, read_records};
use crate::output::{CommandResult, Failure, Output, counted};
use crate::progress::Control;

/// Learns the games of the files, each with one write. Games of other games are counted and skipped.
pub fn run(workshop: &Workshop, args: &LearnArgs, control: &Control) -> CommandResult {
    let game = workshop.open(&args.game.game)?;
    // All are read before any is learnt.
    let (mut games, mut other_games) = (Vec::new(), 0);
    for path in &args.records {
        let read = read_records(path)?;
        for (place, record) in read.records.iter().enumerate() {
            let opened = record.tag("Game").and_then(|name| workshop.open(name).ok());
            if opened.is_none_or(|opened| !read.may_be_of(&opened.name(), &game.name())) {
                other_games += 1;
                continue;
            }
            let played = game.session(record.tag("Position"), &record.moves.join(" "), 0);
            let played = played.map_err(|error| {
                Failure::Wrong(format!("{}, game {}: {error}", path.display(), place + 1))
            })?;
            note_variations(played.playthrough());
            let ending = played.ending().unwrap_or_else(|| ending(record));
            games.push((played.start(), played.played().to_vec(), ending));
        }
    }
    if games.is_empty() {
        let files: Vec<String> = args.records.iter().map(|path| format!("'{}'", path.display())).collect();
        return Err(Failure::Wrong(format!("no game in {} is of {}", files.join(", "), args.game.game)));
    }
    let learner = format!("learner:brain={},learn=on{}", args.brain.display(), settings(args));
    // The brain is made if there is none, and stays open from game to game.
    let _open = game.seat_bots([Some(&learner), None], None, 0)?;
    let progress = control.bar("learning", games.len() as u64);
    let mut learnt = 0;
    for (start, moves, ending) in &games {
        if control.is_raised() {
            break;
        }
        let mut seats = game.seat_bots([Some(&learner), None], start.as_deref(), 0)?;
        seats.follow(0, moves)?;
        seats.teach(*ending)?;
        learnt += 1;
        progress.step();
    }
    let complete = learnt == games.len() as u64;
    drop(progress);
    let counters = game.brain_counters(&args.brain)?;
    let output = Output::either(
        args.json.json,
        || {
            json!({
                "game": game.name(),
                "brain": args.brain,
                "records": games.len() as u64 + other_games,
                "learnt": learnt,
                "other_games": other_games,
                "games": counters.games,
                "nodes": counters.nodes,
                "edges": counters.edges,
                "complete": complete,
            })
        },
        || {
            let skipped = match other_games {
                0 => String::new(),
                n => format!("; {} of other games skipped", counted(n, "record")),
            };
            let learnt = counted(learnt, "game");
            format!("learnt {learnt}{skipped}\n{} {}\n", args.brain.display(), known(counters))
        },
    );
    Ok(if complete {
        output
    } else {
        output.incomplete(format!("stopped after {}, which are learnt", counted(learnt, "game")))
    })
}

/// The settings of the learner that the arguments name, as options of the bot.
fn settings(args: &LearnArgs) -> String {
    let named = [
        ("alpha", args.alpha.map(|value| value.to_string())),
        ("gamma", args.gamma.map(|value| value.to_string())),
        ("kind", args.kind.clone()),
        ("rate", args.rate.map(|value| value.to_string())),
        ("lambda", args.lambda.map(|value| value.to_string())),
        ("prove", args.prove.map(|value| value.to_string())),
        ("symmetry", args.symmetry.clone()),
        ("loops", args.loops.clone()),
    ];
    named.into_iter().filter_map(|(key, value)| Some(format!(",{key}={}", value?))).collect()
}

/// The end of a game that its rules did not end. Only a resignation says something about the position.
fn ending(record: &Record) -> Ending {
    let named = Ending::read(record.tag("Result").unwrap_or_default(), record.tag("Ending"));
    let resigned = named.filter(|ending| matches!(ending, Ending::Called(Call::Resigned(_))));
    resigned.unwrap_or(Ending::Called(Call::PlyLimit))
}
