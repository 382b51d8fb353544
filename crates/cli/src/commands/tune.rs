//! `tune`: the weights of an evaluation, by games of a bot against itself.

use std::path::Path;
use std::time::{Duration, Instant};

use plywood_rules::Run;
use plywood_workshop::{
    AnyGame, GameReport, MatchReport, TunedOption, Tuning, TuningOptions, Weight, Workshop,
};
use serde_json::{Map, Value as Json, json};

use super::matches::{so_far, tested_json, tested_words};
use super::{jobs, table, table_text};
use crate::args::TuneArgs;
use crate::files;
use crate::output::{CommandResult, Failure, Output, counted, duration, grouped, number};
use crate::progress::Control;

/// The interval at which the weights are written to the file: a kill loses only the work since.
const WRITE_EVERY: Duration = Duration::from_secs(5);

/// Runs the command.
pub fn run(workshop: &Workshop, args: &TuneArgs, control: &Control) -> CommandResult {
    let game = workshop.open(&args.game)?;
    let plan = TuningOptions {
        evaluation: args.eval.clone(),
        options: args.option.clone(),
        bot: args.bot.clone(),
        iterations: args.iterations,
        pairs: args.pairs,
        openings: args.openings,
        seed: args.seed.seed,
        max_plies: args.max_plies,
    };
    let mut tuning = match (&args.resume, &args.test) {
        (Some(path), _) => read(&*game, path, None)?,
        (_, Some(path)) => read(&*game, path, Some(plan))?,
        _ => begin(&*game, plan, args.out.as_deref())?,
    };
    let out = args.resume.as_deref().or(args.out.as_deref());
    if let Some(out) = out {
        files::check_writable(out)?;
        // A tuning that is there already is continued, whatever its file is called.
        if !out.is_file() {
            files::check_kind(out, "JSON", &["json", "txt"])?;
        }
    }
    let started = Instant::now();
    if args.test.is_none() {
        tune(&mut tuning, args, out, control)?;
    }
    let tuned = args.test.is_some() || tuning.done() == tuning.plan().iterations;
    // What stayed as it was has nothing to prove.
    let changed = tuning.built_in() != tuning.values();
    let test = match tuned && changed && args.test_games > 0 && !control.is_raised() {
        true => Some(test(&*game, &tuning, args, control)?),
        false => None,
    };
    let seconds = started.elapsed().as_secs_f64();
    let whole = tuned && test.as_ref().is_none_or(|test| test.complete);
    let output = Output::either(
        args.json.json,
        || as_json(&tuning, test.as_ref(), whole, seconds),
        || words(&tuning, test.as_ref(), seconds),
    );
    Ok(match out {
        _ if whole => output,
        Some(path) if !tuned => output.incomplete(format!(
            "stopped before the tuning was done; go on with: plywood tune {} --resume {}",
            args.game,
            path.display()
        )),
        _ => output.incomplete("stopped before all was done"),
    })
}

/// A tuning from its beginning, or from where `out` has stopped it.
fn begin<'a>(game: &'a dyn AnyGame, plan: TuningOptions, out: Option<&Path>) -> Result<Tuning<'a>, Failure> {
    let new = Tuning::new(game, plan)?;
    let old = out.and_then(|path| files::read_text(path).ok());
    let old =
        old.and_then(|text| serde_json::from_str::<Json>(&text).ok()).filter(|old| old["exact"].is_object());
    let (Some(path), Some(old)) = (out, old) else { return Ok(new) };
    const PROGRESS: [&str; 3] = ["done", "weights", "exact"];
    let wanted = state_json(&new);
    let mut settings = wanted.as_object().into_iter().flatten();
    let differs =
        settings.find(|(key, value)| !PROGRESS.contains(&key.as_str()) && old[key.as_str()] != **value);
    match differs {
        None => read(game, path, None),
        Some((key, value)) => Err(Failure::Wrong(format!(
            "'{}' has another tuning: its {key} is {}, and now it is {value}; undo the change, or name another file",
            path.display(),
            old[key.as_str()]
        ))),
    }
}

/// Varies the weights until all iterations are done or the user stops.
fn tune(
    tuning: &mut Tuning<'_>,
    args: &TuneArgs,
    out: Option<&Path>,
    control: &Control,
) -> Result<(), Failure> {
    let write = |tuning: &Tuning<'_>| match out {
        None => Ok(()),
        Some(path) => files::write(path, |file| writeln!(file, "{:#}", state_json(tuning))),
    };
    let progress = control.bar("tuning", tuning.plan().iterations);
    progress.reach(tuning.done());
    let mut written = Instant::now();
    let run = Run { threads: jobs(args.jobs), ..control.run(&|_| ()) };
    while tuning.step(&run)? {
        progress.reach(tuning.done());
        progress.tell(tuning.named());
        if written.elapsed() >= WRITE_EVERY {
            write(tuning)?;
            written = Instant::now();
        }
    }
    write(tuning)
}

/// Plays the bot with the weights so far against the one with those that are built in.
fn test(
    game: &dyn AnyGame,
    tuning: &Tuning<'_>,
    args: &TuneArgs,
    control: &Control,
) -> Result<MatchReport, Failure> {
    let games = u64::from(args.test_games);
    let mut plan = tuning.comparison();
    plan.games = games;
    plan.sprt = Some(args.sprt);
    let progress = control.bar("testing", games);
    let on_game = |report: GameReport| {
        progress.step();
        progress.tell(so_far(&report));
    };
    let run = Run { threads: jobs(args.jobs), ..control.run(&on_game) };
    Ok(game.hold_match(&plan, &run)?)
}

/// The state from which `--resume` continues a tuning.
fn state_json(tuning: &Tuning<'_>) -> Json {
    let plan = tuning.plan();
    json!({
        "game": tuning.game(),
        "evaluation": tuning.evaluation(),
        "options": options_json(&plan.options),
        "bot": plan.bot,
        "iterations": plan.iterations,
        "pairs": plan.pairs,
        "openings": plan.openings,
        "max_plies": plan.max_plies,
        "seed": plan.seed,
        "done": tuning.done(),
        "weights": weights_json(tuning, &tuning.values()),
        "exact": weights_json(tuning, tuning.exact()),
    })
}

fn weights_json<T: Copy + Into<Json>>(tuning: &Tuning<'_>, values: &[T]) -> Json {
    let named = tuning.names().iter().zip(values);
    Json::Object(named.map(|(name, &value)| (name.clone(), value.into())).collect())
}

/// The options of a program that are tuned, by their names.
fn options_json(options: &[TunedOption]) -> Json {
    let one = |TunedOption { name, weight: Weight { value, min, max, step, .. } }: &TunedOption| {
        (name.clone(), json!([value, min, max, step]))
    };
    Json::Object(options.iter().map(one).collect())
}

/// Reads [`options_json`]; there is none in files of earlier versions.
fn options_of(json: &Json) -> Option<Vec<TunedOption>> {
    let Some(options) = json.as_object() else { return json.is_null().then(Vec::new) };
    let one = |(name, numbers): (&String, &Json)| {
        let number = |place: usize| i32::try_from(numbers[place].as_i64()?).ok();
        let [value, min, max, step] = [number(0)?, number(1)?, number(2)?, number(3)?];
        let fits = min <= value && value <= max && step >= 1;
        fits.then(|| TunedOption { name: name.clone(), weight: Weight { name: "", value, min, max, step } })
    };
    options.iter().map(one).collect()
}

/// The tuning of the file at `path`. With a plan, its weights are tested with that plan's bot and openings.
fn read<'a>(game: &'a dyn AnyGame, path: &Path, plan: Option<TuningOptions>) -> Result<Tuning<'a>, Failure> {
    let text = files::read_text(path)?;
    let wrong = |reason: &str| Failure::Wrong(format!("'{}' {reason}", path.display()));
    let Ok(state) = serde_json::from_str::<Json>(&text) else {
        return Err(wrong("is not a file of 'plywood tune --out': it is no JSON"));
    };
    let missing =
        |key: &str| wrong(&format!("is not a file of 'plywood tune --out': '{key}' is missing or wrong"));
    let number = |key: &str| state[key].as_u64().ok_or_else(|| missing(key));
    let word = |key: &str| state[key].as_str().map(str::to_string).ok_or_else(|| missing(key));
    if word("game")? != game.name() {
        return Err(wrong(&format!("is about {}, not about {}", word("game")?, game.name())));
    }
    let options = options_of(&state["options"]).ok_or_else(|| missing("options"))?;
    let evaluation = if options.is_empty() { Some(word("evaluation")?) } else { None };
    let (done, values_key, plan) = match plan {
        Some(plan) => (0, "weights", TuningOptions { evaluation, options, ..plan }),
        None => {
            let plan = TuningOptions {
                evaluation,
                options,
                bot: word("bot")?,
                iterations: number("iterations")?,
                pairs: number("pairs")?.clamp(1, 100_000),
                openings: u16::try_from(number("openings")?).map_err(|_| missing("openings"))?,
                seed: number("seed")?,
                max_plies: u32::try_from(number("max_plies")?).map_err(|_| missing("max_plies"))?,
            };
            (number("done")?, "exact", plan)
        }
    };
    let values = state[values_key].as_object().and_then(values_of).ok_or_else(|| missing(values_key))?;
    let tuning = Tuning::new(game, plan)?;
    tuning.resume(done, &values).map_err(|error| wrong(&format!("does not fit: {error}")))
}

/// The numbers of an object by their names; `None` if something else is among them.
fn values_of(object: &Map<String, Json>) -> Option<Vec<(String, f64)>> {
    object.iter().map(|(name, value)| Some((name.clone(), value.as_f64()?))).collect()
}

fn as_json(tuning: &Tuning<'_>, test: Option<&MatchReport>, complete: bool, seconds: f64) -> Json {
    let plan = tuning.plan();
    let test = test.map(|test| {
        let total = test.standing.total();
        let elo = total.elo();
        json!({
            "games": total.games(),
            "wins": total.wins,
            "draws": total.draws,
            "losses": total.losses,
            "pairs": test.standing.pairs.classes,
            "elo": elo.difference().map_or(Json::Null, number),
            "elo_margin": elo.margin().map_or(Json::Null, number),
            "sprt": test.tested.as_ref().map(tested_json),
        })
    });
    json!({
        "game": tuning.game(),
        "evaluation": tuning.evaluation(),
        "weights": weights_json(tuning, &tuning.values()),
        "built_in": weights_json(tuning, &tuning.built_in()),
        "eval": tuning.evaluation().map(|_| tuning.named().replacen("eval=", "", 1)),
        "option": tuning.named(),
        "bot": plan.bot,
        "iterations": tuning.done(),
        "games": 2 * plan.pairs * tuning.done(),
        "test": test,
        "complete": complete,
        "seed": plan.seed,
        "seconds": seconds,
    })
}

fn words(tuning: &Tuning<'_>, test: Option<&MatchReport>, seconds: f64) -> String {
    let mut rows = match tuning.evaluation() {
        Some(_) => table(&["weight", "built in", "tuned"]),
        None => table(&["option", "at first", "tuned"]),
    };
    for ((name, built_in), value) in tuning.names().iter().zip(tuning.built_in()).zip(tuning.values()) {
        rows.add_row([name.clone(), built_in.to_string(), value.to_string()]);
    }
    let mut text = format!("{}\n", table_text(&rows));
    if tuning.done() > 0 {
        let games = 2 * tuning.plan().pairs * tuning.done();
        text.push_str(&format!("{}, {}\n", counted(tuning.done(), "iteration"), counted(games, "game")));
    }
    if let Some(test) = test {
        let total = test.standing.total();
        text.push_str(&format!(
            "tuned against the values before: {}, {}, {}, Elo {:.1}\n",
            counted(total.wins, "win"),
            counted(total.draws, "draw"),
            if total.losses == 1 {
                "1 loss".to_string()
            } else {
                format!("{} losses", grouped(total.losses))
            },
            test.standing.pairs.elo(),
        ));
        text.push_str(&test.tested.as_ref().map(tested_words).unwrap_or_default());
    }
    text.push_str(&format!("took {}; play with it: {}\n", duration(seconds), tuning.named()));
    text
}

#[cfg(test)]
#[path = "../../../workshop/tests/common/mod.rs"]
mod sticks;

#[cfg(test)]
mod tests {
    use clap::Parser;

    use super::sticks::Sticks;
    use super::*;
    use crate::args::{Cli, Command};

    fn tune(words: &str, control: &Control) -> CommandResult {
        let workshop = Workshop::standard().with("sticks", "A heap.", &[], |_| Ok(Sticks(30)));
        let words = format!("plywood tune {words}");
        let Ok(Cli { command: Command::Tune(args), .. }) = Cli::try_parse_from(words.split_whitespace())
        else {
            panic!("wrong: {words}");
        };
        run(&workshop, &args, control)
    }

    fn json_of(words: &str) -> Json {
        let output = tune(&format!("{words} --json"), &Control::default()).unwrap();
        assert_eq!(output.incomplete, None);
        serde_json::from_str(&output.to_string()).unwrap()
    }

    /// A file in an empty folder of one test.
    fn file(name: &str) -> std::path::PathBuf {
        let folder = std::env::temp_dir().join(format!("plywood-tune-{name}-{}", std::process::id()));
        let _ = std::fs::remove_dir_all(&folder);
        std::fs::create_dir_all(&folder).unwrap();
        folder.join("weights.json")
    }

    const QUICK: &str = "--bot engine:depth=1,tie=random --iterations 40 --seed 3";

    #[test]
    fn weights_are_tuned_tested_and_written() {
        let path = file("whole");
        let out = path.display();
        let tuned = json_of(&format!("sticks {QUICK} --sprt elo0=0,elo1=50 --out {out}"));
        assert_eq!((&tuned["iterations"], &tuned["games"]), (&40.into(), &640.into()));
        assert_eq!(tuned["test"]["sprt"]["verdict"], "accepted H1", "{tuned}");
        let written: Json = serde_json::from_str(&std::fs::read_to_string(&path).unwrap()).unwrap();
        assert_eq!((&written["weights"], &written["done"]), (&tuned["weights"], &40.into()));
        // The weights of the file can be tested once more, by another bot.
        let test = json_of(&format!(
            "sticks --test {out} --bot engine:depth=2,tie=random --sprt elo0=-50,elo1=0 --test-games 2000"
        ));
        assert_eq!((&test["weights"], &test["iterations"]), (&tuned["weights"], &0.into()));
        assert!(test["test"]["games"].as_u64() > Some(0));
        let words =
            tune(&format!("sticks --test {out} --test-games 0"), &Control::default()).unwrap().to_string();
        assert!(words.contains("play with it: eval=remainders@none="), "{words}");
    }

    #[test]
    fn what_was_interrupted_is_kept_and_goes_on() {
        let path = file("half");
        let out = path.display();
        let control = Control::default();
        control.stop().raise();
        let cut = tune(&format!("sticks {QUICK} --test-games 0 --out {out}"), &control).unwrap();
        let advice =
            format!("stopped before the tuning was done; go on with: plywood tune sticks --resume {out}");
        assert_eq!(cut.incomplete, Some(advice));
        assert!(cut.to_string().contains("eval=remainders@none=0+one=0+two=0+three=0"), "{cut}");
        let resumed = json_of(&format!("sticks --resume {out} --test-games 0"));
        let whole = json_of(&format!("sticks {QUICK} --test-games 0 --jobs 1"));
        assert_eq!((&resumed["weights"], &resumed["seed"]), (&whole["weights"], &3.into()));
        // The same command goes on as well; another one is refused and changes nothing.
        control.stop().raise();
        tune(&format!("sticks {QUICK} --test-games 0 --out {out}.again.json"), &control).unwrap();
        let again = json_of(&format!("sticks {QUICK} --test-games 0 --out {out}.again.json"));
        assert_eq!(again["weights"], whole["weights"]);
        let kept = std::fs::read_to_string(&path).unwrap();
        let other = tune(&format!("sticks {QUICK} --pairs 3 --out {out}"), &Control::default());
        let expected = "its pairs is 8, and now it is 3";
        assert!(matches!(other, Err(Failure::Wrong(reason)) if reason.contains(expected)));
        assert_eq!(std::fs::read_to_string(&path).unwrap(), kept);
        let error = tune(&format!("pig --resume {out}"), &Control::default());
        assert!(
            matches!(error, Err(Failure::Wrong(reason)) if reason.contains("is about sticks, not about pig"))
        );
    }
}
