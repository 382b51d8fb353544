//! Reports of made-up tournaments.

use std::collections::BTreeMap;
use std::hash::{DefaultHasher, Hash, Hasher};
use std::sync::Arc;
use std::time::Duration;

use plywood_arena::tournament::{
    FinishedGame, Schedule, ScheduledGame, TournamentFormat, TournamentReport, complete_rounds,
};
use plywood_rules::ending::{Call, Ending};
use plywood_rules::{Player, random};
use plywood_workshop::{AnyGame, Spent, Workshop};

use super::data::{TournamentData, TournamentGame};
use super::{csv, json, report, words};

const SCRIPT: &str = "</script><script>alert('x')</script>";

/// A game of random moves, all of them by the numbers of the game.
fn play(rules: &dyn AnyGame, round: usize, scheduled: ScheduledGame, crash: bool) -> TournamentGame {
    let mut session = rules.session(None, "", 0).unwrap();
    let play = session.playthrough_mut();
    let mut hasher = DefaultHasher::new();
    (round, scheduled).hash(&mut hasher);
    let mut seed = hasher.finish();
    let mut ending = None;
    while ending.is_none() {
        seed = random::part_seed(seed, 0);
        let moves = play.moves();
        let mv = moves[(seed % moves.len() as u64) as usize].clone();
        play.play(&mv).unwrap();
        let failed = crash && play.played().len() == 5;
        ending = play.ending().or(failed.then_some(Ending::Called(Call::Failed(Player::First))));
    }
    let moves = play.played().to_vec();
    let mut hasher = DefaultHasher::new();
    moves.hash(&mut hasher);
    let time = Duration::from_millis(1 + seed % 9);
    let spent = Spent { moves: 9, total: 9 * time, longest: 3 * time, ..Spent::default() };
    let failure = crash.then(|| format!("it ended with exit code 1: {SCRIPT}"));
    let finished = FinishedGame {
        round,
        scheduled,
        ending: ending.unwrap(),
        failure,
        plies: moves.len(),
        spent: [spent, spent],
        opening: u64::from(scheduled.pair),
        key: hasher.finish(),
    };
    TournamentGame { finished, position: None, moves }
}

/// A tournament between these players, in which player 2 crashes at times.
fn tournament(format: TournamentFormat, players: &[&str], games: &[&str], pairs: u32) -> TournamentData {
    let workshop = Workshop::standard();
    let rules: Vec<Arc<dyn AnyGame>> = games.iter().map(|game| workshop.open(game).unwrap()).collect();
    let schedule = Schedule::new(format, players.len(), games.len(), pairs).unwrap();
    let (mut played, mut finished): (Vec<TournamentGame>, Vec<FinishedGame>) = (Vec::new(), Vec::new());
    loop {
        let rounds = complete_rounds(&schedule, &finished);
        let Some(round) = schedule.next_round(&rounds) else { break };
        for scheduled in schedule.games_of(&round) {
            let crash = scheduled.players[0] == 2 && scheduled.pair == 0;
            played.push(play(&*rules[scheduled.game], rounds.len(), scheduled, crash));
            finished.push(played.last().unwrap().finished.clone());
        }
    }
    TournamentData {
        title: "League".to_string(),
        settings: vec![("Time".to_string(), "1 s + 10 ms".to_string())],
        players: players.iter().map(|name| name.to_string()).collect(),
        games: rules,
        openings: BTreeMap::new(),
        report: TournamentReport::of(&schedule, &finished).unwrap(),
        played,
        is_complete: true,
    }
}

/// The data of the page's script.
fn data_of(page: &str) -> serde_json::Value {
    let (_, rest) = page.split_once("id=\"data\">").unwrap();
    serde_json::from_str(rest.split_once("</script>").unwrap().0).unwrap()
}

#[test]
fn names_and_reasons_are_text_and_never_markup() {
    let players = ["engine:depth=4", SCRIPT, "a bot & \"friends\""];
    let mut data = tournament(TournamentFormat::RoundRobin, &players, &["tictactoe"], 2);
    data.title = SCRIPT.to_string();
    data.settings.push((SCRIPT.to_string(), SCRIPT.to_string()));
    data.openings.insert((0, 0), SCRIPT.to_string());
    let page = report::html(&data).unwrap();
    assert!(!page.contains("<script>alert"), "a script from outside");
    // The data and the program are the only scripts, and both are closed.
    assert_eq!((page.matches("<script").count(), page.matches("</script>").count()), (2, 2));
    assert!(!page.contains("{{"), "every part of the template is filled");
    assert_eq!(data_of(&page)["players"][1], SCRIPT);
    assert_eq!(data.report.failures.len(), 2);
    assert!(page.contains("exit code 1: &lt;/script&gt;"));
}

#[test]
fn every_figure_leads_to_its_definition() {
    let data = tournament(TournamentFormat::Swiss { rounds: 2 }, &["a", "b", "c", "d"], &["tictactoe"], 1);
    let page = report::html(&data).unwrap();
    let mut links = 0;
    for part in page.split("href=\"#").skip(1) {
        let name = part.split_once('"').unwrap().0;
        let is_game = name.strip_prefix("game-").is_some_and(|number| number.parse::<usize>().is_ok());
        assert!(is_game || page.contains(&format!("id=\"{name}\"")), "no definition of '{name}'");
        links += 1;
    }
    assert!(links > 20, "{links}");
    for outside in ["http://", "https://", "src=\"", "@import", "url("] {
        assert!(!page.contains(outside), "the page needs '{outside}'");
    }
}

#[test]
fn every_game_is_there_once_and_can_be_replayed() {
    let mut data = tournament(TournamentFormat::RoundRobin, &["a", "b"], &["connect4", "pig"], 2);
    let page = data_of(&report::html(&data).unwrap());
    let (games, replays) = (page["games"].as_array().unwrap(), page["replays"].as_array().unwrap());
    assert_eq!((games.len(), replays.len()), (8, 8));
    let elements = page["elements"].as_array().unwrap();
    for (game, played) in games.iter().zip(&data.played) {
        let replay = &replays[game[8].as_u64().unwrap() as usize];
        assert_eq!(replay["moves"], played.moves.join(" "));
        // As the script of the page does it.
        let mut list: Vec<usize> = Vec::new();
        for changes in replay["changes"].as_array().unwrap() {
            let changes: Vec<usize> =
                changes.as_array().unwrap().iter().map(|n| n.as_u64().unwrap() as usize).collect();
            for change in changes.chunks(2) {
                match change[1] {
                    0 => _ = list.remove(change[0]),
                    number => list.insert(change[0], number - 1),
                }
            }
        }
        let rules = &data.games[played.finished.scheduled.game];
        let last = rules.session(None, &played.moves.join(" "), 0).unwrap();
        let shown: Vec<&str> = list.iter().map(|&number| elements[number].as_str().unwrap()).collect();
        assert_eq!(shown, plywood_draw::board_elements(&last.scene(), &last.board()));
    }
    // The same game again.
    data.played[2].moves = data.played[0].moves.clone();
    data.report.originals[2] = 0;
    let page = data_of(&report::html(&data).unwrap());
    assert_eq!((page["games"].as_array().unwrap().len(), page["replays"].as_array().unwrap().len()), (8, 7));
    data.played[5].moves.push("x".to_string());
    let error = report::html(&data).unwrap_err().to_string();
    assert!(error.starts_with("game 6 cannot be replayed: "), "{error}");
}

#[test]
fn a_page_of_a_thousand_games_stays_small() {
    let data = tournament(TournamentFormat::RoundRobin, &["a", "b", "c"], &["connect4"], 8);
    let page = report::html(&data).unwrap();
    let plies: usize = data.played.iter().map(|played| played.moves.len()).sum();
    let games = data_of(&page).to_string().len();
    // 1000 games of 40 plies are less than 2 MB at this rate, which is that of 48 games and falls with their number.
    assert!(games < 40 * plies, "{games} bytes for {plies} plies");
    assert!(page.len() - games < 60_000, "{} bytes besides games", page.len() - games);
}

#[test]
fn figures_are_the_same_in_all_forms() {
    let data = tournament(TournamentFormat::Knockout, &["a", "=b,c", "d", "e"], &["tictactoe"], 2);
    let value = json::json(&data);
    assert_eq!(value["games"], data.played.len());
    assert_eq!(value["distinct_games"], data.report.distinct_games);
    let players = value["players"].as_array().unwrap();
    assert_eq!(players.len(), 4);
    for player in players {
        for key in ["name", "score", "games", "rating", "low", "high"] {
            assert!(!player[key].is_null(), "no {key}");
        }
        assert!(player["low"].as_f64() < player["high"].as_f64());
    }
    let table = csv::players(&data);
    assert_eq!(table.lines().count(), 5);
    assert!(table.contains(",\"'=b,c\","), "{table}");
    let text = words::words(&data);
    let winner = data.player(data.report.ranking[0]);
    assert!(text.lines().nth(3).unwrap().contains(winner), "{text}");
    assert!(text.contains("lost game"), "{text}");
    assert!(report::html(&data).unwrap().contains("class=\"won\""));
}

#[test]
fn a_tournament_of_which_nothing_was_played_has_a_report() {
    let mut data = tournament(TournamentFormat::RoundRobin, &["a", "b"], &["tictactoe"], 1);
    let schedule = Schedule::new(TournamentFormat::RoundRobin, 2, 1, 1).unwrap();
    data.played.clear();
    data.report = TournamentReport::of(&schedule, &[]).unwrap();
    data.is_complete = false;
    let page = report::html(&data).unwrap();
    assert!(page.contains("not finished") && !page.contains("NaN"));
    assert_eq!(words::words(&data), "no game was finished\n");
    assert_eq!(json::json(&data)["players"][0]["rating"], 0);
}
