//! `check`: the laws every game obeys.

use std::time::Duration;

use plywood_rules::Run;
use plywood_rules::laws::Effort;
use plywood_workshop::{Workshop, short_name};
use serde_json::json;

use super::{table, table_text};
use crate::args::{CheckArgs, Cli};
use crate::output::{CommandResult, Failure, Output, counted, grouped};
use crate::progress::Control;

/// Checks a game that does not come with Plywood for a second before a command that relies on its rules, unless `--unchecked` is
/// given.
///
/// # Errors
/// If a law is broken: names it, with its example.
pub fn check_own(workshop: &Workshop, cli: &Cli, control: &Control) -> Result<(), Failure> {
    cli.command
        .relies_on()
        .filter(|_| !cli.unchecked)
        .map_or(Ok(()), |game| check_added(workshop, game, control))
}

/// Checks this game, if it does not come with Plywood.
///
/// # Errors
/// Those of [`check_own`].
pub fn check_added(workshop: &Workshop, game: &str, control: &Control) -> Result<(), Failure> {
    const CHECKED_FOR: Duration = Duration::from_secs(1);
    if !workshop.is_added(game) {
        return Ok(());
    }
    let game = workshop.open(game)?;
    let run = Run::until(&control.stop().within(CHECKED_FOR));
    let verdict = game.check_laws(Effort::default(), 1, &run);
    match verdict.laws.iter().find(|law| law.failed > 0) {
        Some(law) => Err(Failure::Failed(format!(
            "{} breaks the law that {}\n  {}\nsee them all with 'plywood check'; --unchecked goes on all the same",
            short_name(&game.name()),
            law.law,
            law.example.as_deref().unwrap_or_default()
        ))),
        None => Ok(()),
    }
}

/// Runs the command.
pub fn run(workshop: &Workshop, args: &CheckArgs, control: &Control) -> CommandResult {
    let game = workshop.open(&args.game)?;
    let progress = control.bar("checking", u64::from(args.games));
    let effort = Effort { games: args.games, max_plies: args.max_plies, ..Effort::default() };
    let so_far = |done: u32| progress.reach(done.into());
    let verdict = game.check_laws(effort, args.seed.seed, &control.run(&so_far));
    drop(progress);
    let output = Output::either(
        args.json.json,
        || {
            json!({
                "game": game.name(),
                "ok": verdict.ok(),
                "games": verdict.games,
                "cut": verdict.cut,
                "laws": verdict.laws,
            })
        },
        || {
            let mut rows = table(&["", "law", "checked", "failed"]);
            for law in &verdict.laws {
                let sign = match (law.failed, law.checked) {
                    (0, 0) => "-",
                    (0, _) => "✓",
                    _ => "✗",
                };
                rows.add_row([sign.into(), law.law.to_string(), grouped(law.checked), grouped(law.failed)]);
            }
            let mut text = table_text(&rows);
            for law in verdict.laws.iter().filter(|law| law.failed > 0) {
                text.push_str(&format!("\n{}\n  {}\n", law.law, law.example.as_deref().unwrap_or_default()));
            }
            let cut = match verdict.cut {
                0 => String::new(),
                n => format!(", {n} of them cut at {}", counted(args.max_plies as u64, "ply")),
            };
            text.push_str(&format!(
                "\n{}: {}{cut}\n",
                short_name(&game.name()),
                counted(verdict.games as u64, "random game")
            ));
            text
        },
    );
    Ok(match (verdict.ok(), verdict.games == args.games) {
        (false, _) => output.incomplete(format!("{} breaks a law", short_name(&game.name()))),
        (true, false) => output.incomplete("stopped before all games were played"),
        (true, true) => output,
    })
}

#[cfg(test)]
mod tests {
    use clap::Parser as _;
    use plywood_rules::options::Options;
    use plywood_rules::{
        Depict, Game, NoHints, Notation, Outcome, Playable, Player, Symmetric, TextError, Turn,
    };

    use super::*;
    use crate::args::Command;

    /// Take one, two or three; all moves have the same name if it is true.
    struct Heap(bool);

    impl Game for Heap {
        type State = (u32, Player);
        type Move = u32;
        fn initial(&self) -> Self::State {
            (9, Player::First)
        }
        fn turn(&self, &(left, player): &Self::State) -> Turn {
            if left == 0 { Turn::Over(Outcome::Win(player.other())) } else { Turn::Decision(player) }
        }
        fn legal_moves(&self, state: &Self::State, moves: &mut Vec<u32>) {
            moves.extend(1..=state.0.min(3));
        }
        fn play(&self, state: &mut Self::State, taken: u32) {
            *state = (state.0 - taken, state.1.other());
        }
    }

    impl Notation for Heap {
        fn move_text(&self, _: &Self::State, taken: u32) -> String {
            if self.0 { "take".to_string() } else { taken.to_string() }
        }
        fn state_text(&self, (left, player): &Self::State) -> String {
            format!("{left} {player}")
        }
        fn parse_state(&self, text: &str) -> Result<Self::State, TextError> {
            let read = text.split_once(' ').and_then(|(left, name)| {
                Some((
                    left.parse().ok()?,
                    Player::BOTH.into_iter().find(|player| player.to_string() == name)?,
                ))
            });
            read.ok_or_else(|| TextError::new("write a position as '7 second'"))
        }
    }

    impl Symmetric for Heap {}
    impl NoHints for Heap {}
    impl Depict for Heap {}
    impl Playable for Heap {
        fn name(&self) -> String {
            if self.0 { "broken" } else { "heap" }.to_string()
        }
    }

    #[test]
    fn own_games_are_checked_first() {
        let workshop = Workshop::standard()
            .with("broken", "Not a game.", &[], |_: &Options| Ok(Heap(true)))
            .with("heap", "Take one to three.", &[], |_: &Options| Ok(Heap(false)));
        let check = |words: &str| {
            let cli = Cli::try_parse_from(["plywood"].into_iter().chain(words.split(' '))).expect(words);
            check_own(&workshop, &cli, &Control::default())
        };
        for words in [
            "solve broken",
            "count broken",
            "match broken random random",
            "learn broken --brain b --stage 9 random",
        ] {
            let Err(Failure::Failed(message)) = check(words) else { panic!("{words}: it breaks a law") };
            assert!(message.contains("text reads back") && message.contains("--unchecked"), "{message}");
            assert!(check(&format!("--unchecked {words}")).is_ok(), "{words}");
        }
        for words in ["show broken", "solve heap", "solve tictactoe", "solve tree:(a:1,b:2)"] {
            assert!(check(words).is_ok(), "{words}");
        }
    }

    /// The default depth would see no end of this game.
    #[test]
    fn a_game_without_an_evaluation_is_searched_as_deep_as_it_comes() {
        let workshop = Workshop::standard().with("heap", "Take one to three.", &[], |_| Ok(Heap(false)));
        let cli = Cli::try_parse_from(["plywood", "analyse", "heap"]).expect("that is a command");
        let Command::Analyse(args) = &cli.command else { panic!("another command") };
        let answer = super::super::analyse::run(&workshop, args, &Control::default()).expect("it answers");
        assert!(format!("{answer:?}").contains("1: win in"), "{answer:?}");
    }
}
