//! Tournaments: the same games however often they are interrupted.

use std::collections::BTreeMap;
use std::num::NonZeroUsize;

use plywood_rules::{Player, Stop};
use plywood_workshop::tournament::{
    Entrant, GameOfTournament, PairId, PlayedPair, Schedule, Tournament, TournamentFormat, TournamentOptions,
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

/// The moves of both games of each pair.
type Games = BTreeMap<PairId, [Vec<String>; 2]>;

/// Plays on until `most` pairs are finished, and adds their games.
fn play(tournament: &mut Tournament, jobs: usize, most: usize, games: &mut Games) -> bool {
    let on_pair = &mut |pair: PlayedPair| {
        let moves = pair.games.map(|game| game.record.unwrap().moves);
        assert_eq!(games.insert(pair.id, moves), None);
        games.len() < most
    };
    tournament.run(NonZeroUsize::new(jobs).unwrap(), &Stop::never(), on_pair).unwrap()
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
        let (mut whole, mut games) = (Tournament::new(options(format, &BOTS)), Games::new());
        assert!(play(&mut whole, 2, usize::MAX, &mut games));
        let mut again = Games::new();
        let mut stops = 0;
        loop {
            // Only what was written down is known after an interruption.
            let mut tournament = Tournament::new(options(format, &BOTS));
            for id in again.keys() {
                tournament.count(*id, whole.points(*id).unwrap());
            }
            let most = again.len() + 5;
            if play(&mut tournament, 1, most, &mut again) && again.len() < most {
                break;
            }
            stops += 1;
        }
        assert_eq!(again, games, "{format:?}");
        assert!(stops > 2, "{format:?}");
    }
}

#[test]
fn pairings_share_their_openings_and_records_name_the_players() {
    let options = options(TournamentFormat::RoundRobin, &BOTS[..3]);
    let mut openings: BTreeMap<(usize, u32), Vec<Vec<String>>> = BTreeMap::new();
    let mut tournament = Tournament::new(options);
    let on_pair = &mut |pair: PlayedPair| {
        for (place, game) in pair.games.into_iter().enumerate() {
            let record = game.record.unwrap();
            assert_eq!(game.plies, [record.moves.len(), 2]);
            let first = pair.id.players[place];
            assert_eq!(record.tag("First"), Some(&*format!("the {}", BOTS[first])));
            assert_eq!(record.tag("Pair"), Some(&*(pair.id.pair + 1).to_string()));
            openings.entry((pair.id.game, pair.id.pair)).or_default().push(record.moves[..2].to_vec());
        }
        true
    };
    assert!(tournament.run(NonZeroUsize::MIN, &Stop::never(), on_pair).unwrap());
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
    let mut wins = 0;
    let on_pair = &mut |pair: PlayedPair| {
        for game in &pair.games {
            // The solution of tic-tac-toe is known from the opening on.
            assert_eq!(game.plies, [2, 2]);
            wins += u32::from(game.ending.winner() == Some(Player::First));
        }
        true
    };
    assert!(Tournament::new(options).run(NonZeroUsize::MIN, &Stop::never(), on_pair).unwrap());
    assert!(wins > 0);
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
