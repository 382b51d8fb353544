//! The strength of players, measured by games. All seeded.

use plywood_rules::{Player, Run, Stop};
use plywood_workshop::{MatchOptions, MatchReport, OpeningBook, Workshop};

use crate::sessions::played_by_bots;

fn hold(game: &str, bots: [&str; 2], games: u64, openings: OpeningBook) -> MatchReport {
    let plan = MatchOptions {
        bots: bots.map(str::to_string),
        games,
        seed: 11,
        openings,
        max_plies: 2000,
        ..MatchOptions::default()
    };
    Workshop::standard().open(game).unwrap().hold_match(&plan, &Run { threads: 2, ..Run::default() }).unwrap()
}

#[test]
fn alphabeta_never_loses_at_tic_tac_toe() {
    let report = hold("tictactoe", ["alphabeta:tie=random", "random"], 1000, OpeningBook::None);
    assert_eq!(report.standing.total().losses, 0);
    assert_eq!(report.standing.total().games(), 1000);
    let selves = hold("tictactoe", ["alphabeta:tie=random", "minimax"], 20, OpeningBook::None);
    assert_eq!(selves.standing.total().draws, 20, "perfect play is a draw");
}

#[test]
fn the_engine_never_loses_at_tic_tac_toe() {
    for bot in ["engine", "engine:selective=on,tie=random"] {
        let report = hold("tictactoe", [bot, "random"], 1000, OpeningBook::None);
        assert_eq!(report.standing.total().losses, 0, "{bot}");
        assert_eq!(report.standing.total().games(), 1000, "{bot}");
    }
}

/// The lower end of the 95 % interval of the score (draws count half) is above one half.
fn clearly_better(game: &str, bots: [&str; 2], games: u64, openings: OpeningBook) {
    let total = hold(game, bots, games, openings).standing.total();
    let (low, high) = total.wilson();
    assert!(low > 0.5, "{game} {bots:?}: {total:?}, {low} to {high}");
}

#[test]
fn evaluations_are_better_than_none() {
    let random = |plies| OpeningBook::Random { plies };
    let against_none = |game: &str, games| {
        let bots = ["engine:depth=2,tie=random", "engine:depth=2,tie=random,eval=none"];
        clearly_better(game, bots, games, random(2));
    };
    against_none("mnk:m=7,n=7,k=4", 100);
    against_none("connect4", 200);
    against_none("qubic", 60);
    against_none("pikkpakk:size=5", 200);
    against_none("pikkpakk", 100);
}

#[test]
fn searching_beats_holding_at_pig() {
    clearly_better("pig", ["expectiminimax", "hold:at=21"], 1500, OpeningBook::None);
    clearly_better("pig", ["hold:at=21", "random"], 200, OpeningBook::None);
    let none = ["expectiminimax:depth=3,tie=random", "expectiminimax:depth=3,tie=random,eval=none"];
    clearly_better("pig", none, 400, OpeningBook::None);
}

#[test]
fn deeper_search_beats_shallower() {
    let openings = || OpeningBook::Random { plies: 2 };
    let bots = ["engine:depth=3,tie=random", "engine:depth=1,tie=random"];
    clearly_better("pikkpakk:size=5", bots, 100, openings());
    clearly_better("connect4", ["rules:depth=3,tie=random", "random"], 100, openings());
}

/// The 3x3x3 program of 2018 found that the player who gets the centre wins.
#[test]
fn in_cube3_the_owner_of_the_centre_wins() {
    let workshop = Workshop::standard();
    let game = workshop.open("cube3").unwrap();
    for opening in game.session(None, "", 1).unwrap().moves() {
        let play = played_by_bots(&game, ["rules:depth=3"; 2], &opening, 27);
        let centre = play.played().iter().position(|mv| mv == "222").unwrap();
        let owner = if centre % 2 == 0 { Player::First } else { Player::Second };
        assert_eq!(play.ending().unwrap().winner(), Some(owner), "after the opening {opening}");
    }
}

#[test]
fn the_reply_to_a_corner_in_cube3_is_the_centre() {
    let game = Workshop::standard().open("cube3").unwrap();
    let session = game.session(None, "111", 1).unwrap();
    let analysis = session.analyse("rules:depth=5", false, 1, &Stop::never()).unwrap();
    assert_eq!(analysis.best, "222");
}
