//! Tournaments: the same games however often they are interrupted.

use std::collections::BTreeMap;

use plywood_erased::{Ending, Record};
use plywood_rules::{Player, Run, Stop, one_by_one};
use plywood_workshop::tournament::{
    Entrant, GameOfTournament, RecordedGame, RecordedPair, Schedule, ScheduledGame, Tournament,
    TournamentFormat, TournamentOptions, TournamentReport,
};
use plywood_workshop::{OpeningBook, Workshop, all_openings};

fn options(format: TournamentFormat, bots: &[&str]) -> TournamentOptions {
    let workshop = Workshop::standard();
    let game = |name| GameOfTournament {
        game: workshop.open(name).unwrap(),
        openings: OpeningBook::Random { plies: 2 },
    };
    let entrant = |bot: &&str| Entrant { name: format!("the {bot}"), bot: bot.to_string() };
    TournamentOptions {
        entrants: bots.iter().map(entrant).collect(),
        games: vec![game("tictactoe"), game("pig:target=10")],
        schedule: Schedule::new(format, bots.len(), 2, 3).unwrap(),
        seed: 5,
        max_plies: 200,
        clock: None,
        adjudication: None,
        use_solution: false,
    }
}

/// A game without the times of its moves.
type Game = (usize, Vec<String>, Ending);

fn games(tournament: &Tournament) -> Vec<Game> {
    let game = |game: &RecordedGame| (game.finished.round, game.record.moves.clone(), game.finished.ending);
    tournament.games().map(game).collect()
}

const BOTS: [&str; 4] = ["random", "first", "rules:depth=1", "expectiminimax:depth=1"];

#[test]
fn a_tournament_goes_on_where_it_stopped_with_the_same_games() {
    let formats = [
        TournamentFormat::RoundRobin,
        TournamentFormat::Gauntlet { heroes: 1 },
        TournamentFormat::Swiss { rounds: 2 },
        TournamentFormat::Knockout,
    ];
    for format in formats {
        let mut whole = Tournament::new(options(format, &BOTS), Vec::new()).unwrap();
        assert!(whole.run(&Run { threads: 2, ..Run::default() }).unwrap());
        // Only records are known after an interruption.
        let (mut records, mut stops) = (Vec::new(), 0);
        let again = loop {
            let mut tournament = Tournament::new(options(format, &BOTS), records.clone()).unwrap();
            let (stop, mut pairs) = (Stop::never(), 0);
            let on_pair = |pair: RecordedPair| {
                records.extend(pair.map(|game| game.record.clone()));
                pairs += 1;
                if pairs == 5 {
                    stop.raise();
                }
            };
            if tournament.run(&Run { progress: &one_by_one(on_pair), ..Run::until(&stop) }).unwrap() {
                break tournament;
            }
            stops += 1;
        };
        assert_eq!(games(&again), games(&whole), "{format:?}");
        assert!(stops > 1, "{format:?}");
        // In any order of the records, and as they are read back from text.
        records.reverse();
        let text: String = records.iter().map(Record::to_text).collect();
        let read = Tournament::new(options(format, &BOTS), Record::read_all(&text).unwrap()).unwrap();
        assert_eq!(games(&read), games(&whole));
        let report = |tournament: &Tournament| {
            let finished: Vec<_> = tournament.games().map(|game| game.finished.clone()).collect();
            TournamentReport::of(&tournament.options().schedule, &finished).unwrap()
        };
        let [read, whole] = [&read, &whole].map(report);
        assert_eq!((&read.ranking, &read.meetings), (&whole.ranking, &whole.meetings));
        assert!(read.distinct_games > 0 && read.players.iter().all(|player| player.total().games() > 0));
    }
}

#[test]
fn records_that_are_not_of_the_tournament_are_refused() {
    let format = TournamentFormat::Swiss { rounds: 2 };
    let mut whole = Tournament::new(options(format, &BOTS), Vec::new()).unwrap();
    assert!(whole.run(&Run::default()).unwrap());
    let records: Vec<Record> = whole.games().map(|game| game.record.clone()).collect();
    let refused =
        |records: Vec<Record>| Tournament::new(options(format, &BOTS), records).err().map(|e| e.to_string());
    let message = |number| Some(format!("record {number} does not belong to this tournament"));
    assert_eq!(refused(records.clone()), None);
    let twice = [&records[..], &records[..1]].concat();
    let again = format!("record {} is of a game that another record has already", records.len() + 1);
    assert_eq!(refused(twice), Some(again));
    for (tag, value) in
        [("First", "nobody"), ("Game", "hex:size=11"), ("Round", "0"), ("Pair", "0"), ("Opening", "99")]
    {
        let mut changed = records.clone();
        changed.last_mut().unwrap().set_tag(tag, value);
        assert_eq!(refused(changed), message(records.len()), "{tag}");
    }
}

#[test]
fn pairings_share_their_openings_and_records_name_the_players() {
    let options = options(TournamentFormat::RoundRobin, &BOTS[..3]);
    let mut openings: BTreeMap<(usize, u32), Vec<Vec<String>>> = BTreeMap::new();
    let mut tournament = Tournament::new(options, Vec::new()).unwrap();
    assert!(tournament.run(&Run::default()).unwrap());
    for RecordedGame { finished, record } in tournament.games() {
        let ScheduledGame { game, pair, players: [first, _], .. } = finished.scheduled;
        assert_eq!(record.tag("First"), Some(&*format!("the {}", BOTS[first])));
        assert_eq!((record.tag("Pair"), record.tag("Opening")), (Some(&*(pair + 1).to_string()), Some("2")));
        openings.entry((game, pair)).or_default().push(record.moves[..2].to_vec());
    }
    assert_eq!(openings.len(), 6);
    for same in openings.values() {
        assert!(same.len() == 6 && same.iter().all(|opening| *opening == same[0]), "{same:?}");
    }
    assert!(openings[&(0, 0)] != openings[&(0, 1)] || openings[&(0, 0)] != openings[&(0, 2)]);
}

#[test]
fn a_small_game_ends_when_its_solution_is_known() {
    let mut options = options(TournamentFormat::RoundRobin, &BOTS[..2]);
    options.use_solution = true;
    options.games.truncate(1);
    options.schedule = Schedule::new(TournamentFormat::RoundRobin, 2, 1, 20).unwrap();
    let mut tournament = Tournament::new(options, Vec::new()).unwrap();
    assert!(tournament.run(&Run::default()).unwrap());
    // The solution of tic-tac-toe is known from the opening on.
    assert!(tournament.games().all(|game| game.finished.plies == 2));
    assert!(tournament.games().any(|game| game.finished.ending.winner() == Some(Player::First)));
}

#[test]
fn all_openings_of_a_length_are_listed_once_up_to_symmetry() {
    let workshop = Workshop::standard();
    let lines = |game: &str, plies| all_openings(&*workshop.open(game).unwrap(), None, "", plies);
    assert_eq!(lines("tictactoe", 1).unwrap(), ["a3", "b3", "b2"]);
    assert_eq!(lines("tictactoe", 2).unwrap().len(), 12);
    assert_eq!(lines("connect4", 1).unwrap().len(), 4);
    let error = lines("tictactoe", 10).unwrap_err().to_string();
    assert_eq!(error, "no game lasts for 10 plies; ask for shorter openings");
    let error = lines("gomoku", 4).unwrap_err().to_string();
    assert!(error.starts_with("there are more than 10000 openings of"), "{error}");
}
