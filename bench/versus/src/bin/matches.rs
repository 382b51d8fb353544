//! Writes the third part of `book/src/benchmarks/versus.md`: games with a fixed time a move, one after the other on a machine that has
//! nothing else to do.
//!
//! cargo run --release --manifest-path bench/versus/Cargo.toml --bin matches [-- GAMES [MILLISECONDS]]

use std::time::Duration;

use minimax::{IterativeOptions, IterativeSearch, MCTSOptions, MonteCarloTreeSearch};
use plywood_arena::{Contestant, Match, Openings, Played, Spent};
use plywood_rules::{Bot, Player, Run, one_by_one};
use plywood_search::{Engine, EngineSettings, Limits, Mcts, MctsSettings, Settings};
use plywood_versus::depths::{TABLE, evaluation};
use plywood_versus::report;
use plywood_versus::theirs::{ConnectFour, Here, Qubic, Same, TheirBot};

/// Random plies that games begin with.
const OPENING: u16 = 4;

fn main() -> std::io::Result<()> {
    let number = |arg: String| {
        arg.parse::<u64>()
            .map_err(|_| std::io::Error::other(format!("'{arg}' is no number: [GAMES [MILLISECONDS]]")))
    };
    let numbers = std::env::args().skip(1).map(number).collect::<Result<Vec<_>, _>>()?;
    let games = numbers.first().copied().unwrap_or(100);
    let time = Duration::from_millis(numbers.get(1).copied().unwrap_or(50));
    let mut text = format!(
        "{games} games each, {} ms a move, one thread, sides swapped, {OPENING} random plies to begin with. Elo with its \
         95 % interval, from pairs of games; what moves took is the mean and the longest.\n\n| game | plywood | minimax \
         | won | drawn | lost | Elo | plywood's moves | minimax's moves |\n|---|---|---|---|---|---|---|---|---|\n",
        time.as_millis()
    );
    text += &pairings::<ConnectFour>("connect four", games, time);
    text += &pairings::<Qubic>("Qubic", games, time);
    println!("{text}");
    report::write("matches", text.trim_end())
}

type Build<H> = Box<dyn Fn() -> Box<dyn Bot<<H as Here>::Game>> + Sync>;

fn ours<H: Here>(time: Duration) -> [(&'static str, Build<H>); 2] {
    let engine = move || {
        let settings = Settings { limits: Limits::time(time), ..Settings::default() };
        let engine = EngineSettings { table: TABLE, ..EngineSettings::default() };
        Box::new(Engine::new(evaluation::<H>(), settings, engine)) as Box<dyn Bot<H::Game>>
    };
    let mcts = move || {
        let settings = MctsSettings { time: Some(time), ..MctsSettings::default() };
        Box::new(Mcts::new(evaluation::<H>(), settings)) as Box<dyn Bot<H::Game>>
    };
    [("Engine", Box::new(engine)), ("Mcts", Box::new(mcts))]
}

fn theirs<H: Here>(time: Duration) -> [(&'static str, Build<H>); 2]
where
    <H::Game as plywood_rules::Game>::Move: 'static,
{
    let iterative = move || {
        let options = IterativeOptions::new().with_table_byte_size(TABLE).with_countermove_history();
        let search = IterativeSearch::new(Same::<H>::new(), options);
        Box::new(TheirBot::<H, _>::new(search, time)) as Box<dyn Bot<H::Game>>
    };
    let mcts = move || {
        let search = MonteCarloTreeSearch::new(MCTSOptions::default().with_num_threads(1));
        Box::new(TheirBot::<H, _>::new(search, time)) as Box<dyn Bot<H::Game>>
    };
    [("IterativeSearch", Box::new(iterative)), ("MonteCarloTreeSearch", Box::new(mcts))]
}

fn pairings<H: Here>(title: &str, games: u64, time: Duration) -> String {
    let mut text = String::new();
    for (our_name, our) in &ours::<H>(time) {
        for (their_name, their) in &theirs::<H>(time) {
            eprintln!("{title}: {our_name} against {their_name}");
            let bots = [Contestant::new(*our_name, || our()), Contestant::new(*their_name, || their())];
            let mut hold = Match::new(&H::rules().game, bots);
            (hold.games, hold.seed) = (games, 1);
            hold.openings = Openings::Random { plies: OPENING };
            let mut spent = [Spent::default(); 2];
            let hear = |played: Played<_>| {
                let we_are_first = played.player_of_first_bot() == Player::First;
                let [first, second] = played.spent;
                spent[0] += if we_are_first { first } else { second };
                spent[1] += if we_are_first { second } else { first };
            };
            let told = hold.run(&Run { progress: &one_by_one(hear), ..Run::default() });
            let standing = told.expect("both play by the rules");
            let total = standing.total();
            let [our_time, their_time] = spent.map(|spent| {
                let mean = spent.mean_seconds().unwrap_or(0.0);
                format!("{}, {}", report::seconds(mean), report::seconds(spent.longest.as_secs_f64()))
            });
            text += &format!(
                "| {title} | {our_name} | {their_name} | {} | {} | {} | {} | {our_time} | {their_time} |\n",
                total.wins,
                total.draws,
                total.losses,
                standing.pairs.elo(),
            );
        }
    }
    text
}
