//! Matches: fair pairs, the same games whatever the number of threads, and how a match ends early.

use std::collections::HashSet;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

use crate::common::{By, Nim, Race, THROW, WAIT, a_match, by, first, perfect, random};
use plywood_arena::{
    Contestant, Elo, Match, MatchFailure, Openings, Played, Sprt, SprtVerdict, Standing, Tally,
};
use plywood_rules::bot::Random;
use plywood_rules::ending::{Call, Ending};
use plywood_rules::{Game, Notation, Outcome, Player, Run, Stop, one_by_one};

/// Plays a match and returns its games, in the order in which they were handed over, without their times, which are
/// never the same.
fn games<G: Notation<Move: 'static> + Sync>(a_match: &Match<'_, G>) -> (Vec<Played<G::Move>>, Standing) {
    games_on(1, a_match)
}

/// The same on this many threads.
fn games_on<G: Notation<Move: 'static> + Sync>(
    threads: usize,
    a_match: &Match<'_, G>,
) -> (Vec<Played<G::Move>>, Standing) {
    let mut games = Vec::new();
    let hear = |played| games.push(Played { spent: Default::default(), ..played });
    let standing = a_match.run(&Run { threads, progress: &one_by_one(hear), ..Run::default() }).unwrap();
    (games, standing)
}

/// The conditions of a match in which no game may be played.
fn unplayed<M>() -> Run<'static, Played<M>> {
    Run { progress: &|_| panic!("a game was played"), ..Run::default() }
}

const RACE: Race = Race { goal: 12, faces: 4 };

#[test]
fn games_depend_on_the_seed_and_not_on_the_number_of_threads() {
    let play = |seed, threads| {
        let openings = Openings::Random { plies: 5 };
        games_on(threads, &Match { seed, openings, ..a_match(&RACE, 101, [random(), random()]) })
    };
    let alone = play(7, 1);
    assert_eq!(alone, play(7, 2));
    assert_eq!(alone, play(7, 5));
    assert_ne!(alone.0, play(8, 1).0);
    let numbers: Vec<u64> = alone.0.iter().map(|played| played.number).collect();
    assert_eq!(numbers, (0..101).collect::<Vec<_>>());
    // A hundred equal games would be a match of one game. (A few of these are short, and so alike by chance.)
    let different: HashSet<_> = alone.0.iter().map(|played| &played.record.moves).collect();
    assert!(different.len() > 90, "{}", different.len());
}

#[test]
fn sides_are_swapped_every_game() {
    // The player who begins at five stones wins, if both know how.
    let (games, standing) = games(&a_match(&Nim(5), 7, [perfect(), perfect()]));
    for played in &games {
        let expected = if played.number % 2 == 0 { Player::First } else { Player::Second };
        assert_eq!(played.player_of_first_bot(), expected);
        assert_eq!(played.record.ending, Ending::Rules(Outcome::Win(Player::First)));
    }
    assert_eq!(standing.as_first, Tally { wins: 4, draws: 0, losses: 0 });
    assert_eq!(standing.as_second, Tally { wins: 0, draws: 0, losses: 3 });
    assert_eq!(standing.pairs.classes, [0, 0, 3, 0, 0]);
    assert_eq!(standing.plies, games.iter().map(|played| played.record.moves.len() as u64).sum());
}

#[test]
fn the_stronger_bot_wins_from_both_sides() {
    let (_, standing) = games(&a_match(&Nim(21), 200, [random(), perfect()]));
    assert!(standing.as_first.losses > 90 && standing.as_second.losses > 90, "{standing:?}");
    assert!(standing.total().elo().difference().is_none_or(|elo| elo < -400.0));
}

#[test]
fn the_games_of_a_pair_share_their_dice() {
    let (games, _) = games(&a_match(&RACE, 40, [first(), first()]));
    let moves: Vec<_> = games.iter().map(|played| &played.record.moves).collect();
    for pair in moves.chunks(2) {
        assert_eq!(pair[0], pair[1]);
    }
    assert!((1..20).all(|pair| moves[0] != moves[2 * pair]));
}

#[test]
fn the_games_of_a_pair_share_their_opening() {
    let (random_openings, _) =
        games(&Match { openings: Openings::Random { plies: 6 }, ..a_match(&RACE, 20, [random(), random()]) });
    for pair in random_openings.chunks(2) {
        let opening = |played: &Played<u32>| played.record.moves[..played.record.opening].to_vec();
        assert_eq!(opening(&pair[0]).len(), 6);
        assert_eq!(opening(&pair[0]), opening(&pair[1]));
    }
    let list = vec![vec![], vec![1], vec![3, 2]];
    let openings = Openings::List(list.clone());
    let (listed, _) = games(&Match { openings, ..a_match(&Nim(20), 14, [random(), random()]) });
    for played in listed {
        let expected = &list[(played.pair() % 3) as usize];
        assert_eq!(played.record.moves[..played.record.opening], **expected, "game {}", played.number);
    }
}

#[test]
fn a_random_opening_leaves_a_game_to_play() {
    for stones in 1..6 {
        let openings = Openings::Random { plies: 50 };
        let (games, _) = games(&Match { openings, ..a_match(&Nim(stones), 100, [random(), random()]) });
        assert!(games.iter().all(|played| played.record.opening < played.record.moves.len()));
        // The longest game takes its stones one by one; all but its last ply can be an opening.
        let longest = games.iter().map(|played| played.record.opening).max();
        assert_eq!(longest, Some(stones as usize - 1));
    }
}

#[test]
fn an_opening_that_cannot_be_played_is_refused() {
    let cases: [(Vec<Vec<u32>>, &str); 4] = [
        (vec![], "the list of openings is empty"),
        (
            vec![vec![1], vec![1, 4]],
            "move 2 of opening 2 is not legal at 'heap { stones: 4, mover: second }'",
        ),
        (vec![vec![3, 2]], "opening 1 leaves nothing to play: the game is over after it"),
        (vec![vec![3, 2, 1]], "move 3 of opening 1 is not legal at 'heap { stones: 0, mover: first }'"),
    ];
    for (list, expected) in cases {
        let openings = Openings::List(list);
        let played = Match { openings, ..a_match(&Nim(5), 2, [random(), random()]) };
        let error = played.run(&unplayed()).unwrap_err();
        assert_eq!(error.to_string(), expected);
    }
    let played = a_match(&Nim(0), 2, [random(), random()]);
    let error = played.run(&Run::default()).unwrap_err();
    assert_eq!(
        error.to_string(),
        "there is nothing to play: 'heap { stones: 0, mover: first }' is a finished game"
    );
}

/// Plays a match in which the bot named first does `fails` in game 5 (which has opening 3 of 3, for the first
/// time with that bot to move) and checks that this is what is reported, after games 0 to 4.
fn check_failure(fails: fn(u32) -> u32, expected: &str) {
    for threads in [1, 2, 5] {
        let bad =
            by("bad", move |_: &Nim, position, _| match (position.history.len(), position.state.stones) {
                (1, 17) => fails(17),
                _ => 1,
            });
        let played = Match {
            openings: Openings::List(vec![vec![1], vec![2], vec![3]]),
            ..a_match(&Nim(20), 1000, [bad, perfect()])
        };
        let mut seen = Vec::new();
        let hear = |played: Played<u32>| seen.push(played.number);
        let error = played.run(&Run { threads, progress: &one_by_one(hear), ..Run::default() }).unwrap_err();
        assert_eq!(error.to_string(), expected);
        assert!(matches!(error, MatchFailure::Bot { number: 5, player: Player::Second, plies: 1, .. }));
        assert_eq!(seen, [0, 1, 2, 3, 4]);
    }
}

#[test]
fn a_bot_that_panics_is_named() {
    check_failure(
        |_| panic!("out of ideas"),
        "bot 'bad', playing second in game 6, panicked (out of ideas) at 'heap { stones: 17, mover: second }', \
         ply 2",
    );
}

#[test]
fn a_bot_that_moves_illegally_is_named() {
    check_failure(
        |stones| stones + 1,
        "bot 'bad', playing second in game 6, answered with the illegal move 18 at \
         'heap { stones: 17, mover: second }', ply 2",
    );
}

#[test]
fn a_bot_that_cannot_be_made_is_named() {
    let broken = Contestant::new("broken", || panic!("no brain"));
    let error = a_match(&Nim(5), 2, [random(), broken]).run(&Run::default()).unwrap_err();
    assert_eq!(
        error.to_string(),
        "bot 'broken', playing second in game 1, panicked (no brain) at 'heap { stones: 5, mover: first }', \
         ply 1"
    );
}

#[test]
fn a_fresh_bot_plays_each_game_and_is_told_its_past() {
    let made = AtomicU64::new(0);
    let counting = Contestant::new("counting", || {
        made.fetch_add(1, Ordering::Relaxed);
        let mut moves = 0;
        Box::new(By(move |game: &Nim, position: &plywood_rules::Position<'_, Nim>, _: &Stop| {
            // Each side has made as many moves, or the other one one more.
            assert_eq!(position.history.len() / 2, moves);
            moves += 1;
            let past = position.history.iter().chain([position.state]).collect::<Vec<_>>();
            assert_eq!(*past[0], game.initial());
            assert!(past.windows(2).all(|two| (1..=3).contains(&(two[0].stones - two[1].stones))));
            1
        }))
    });
    let (_, standing) = games(&a_match(&Nim(30), 10, [counting, random()]));
    assert_eq!((standing.total().games(), made.into_inner()), (10, 10));
}

#[test]
fn a_match_can_be_stopped() {
    for threads in [1, 4] {
        let stop = Stop::on(Arc::default());
        let endless = a_match(&RACE, u64::MAX, [random(), random()]);
        let mut numbers = Vec::new();
        let mut last = Standing::default();
        let hear = |played: Played<_>| {
            numbers.push(played.number);
            last = played.standing;
            if numbers.len() == 10 {
                stop.raise();
            }
        };
        let standing = endless.run(&Run { threads, progress: &one_by_one(hear), ..Run::until(&stop) });
        assert!(numbers.len() >= 10 && numbers.is_sorted());
        assert_eq!(standing, Ok(last));
        assert_eq!(last.total().games(), numbers.len() as u64);
        assert_eq!(endless.run(&Run { stop, ..unplayed() }), Ok(Standing::default()));
    }
}

#[test]
fn a_game_in_which_the_match_was_stopped_is_not_counted() {
    let stop = Stop::on(Arc::default());
    // Ends the game at once, but was stopped while it was choosing.
    let hasty = by("hasty", |_: &Nim, position, stop: &Stop| {
        if position.history.is_empty() && position.state.stones == 3 {
            stop.raise();
        }
        position.state.stones.min(3)
    });
    let standing = a_match(&Nim(3), 10, [random(), hasty]).run(&Run::until(&stop)).unwrap();
    // Game 0 has random first, who may need two moves; game 1 is the one that was stopped.
    assert_eq!(standing.total().games(), 1);
}

#[test]
fn games_that_do_not_end_are_drawn() {
    // Both wait: after two plies the opening is back, after four once more.
    let wait = || by("wait", |_: &Race, _, _| WAIT);
    let throw = || by("throw", |_: &Race, _, _| THROW);
    let (repeated, standing) = games(&a_match(&RACE, 2, [wait(), wait()]));
    assert_eq!(repeated[0].record.moves, [WAIT; 4]);
    assert_eq!(repeated[0].record.ending, Ending::Repetition);
    assert_eq!((standing.total().draws, standing.repetitions, standing.ply_limits), (2, 2, 0));

    // Nothing but zeros are thrown: positions recur, but that was chance.
    let blank = Race { goal: 1, faces: 1 };
    let limited = Match { max_plies: 51, ..a_match(&blank, 2, [throw(), throw()]) };
    let (cut, standing) = games(&limited);
    assert_eq!((cut[0].record.moves.len(), cut[0].record.ending), (51, Ending::Called(Call::PlyLimit)));
    assert_eq!((standing.total().draws, standing.repetitions, standing.ply_limits), (2, 0, 2));

    // The limit counts the plies after the opening.
    let openings = Openings::List(vec![vec![THROW, 0, WAIT]]);
    let (cut, _) = games(&Match { max_plies: 51, openings, ..a_match(&blank, 1, [throw(), throw()]) });
    assert_eq!((cut[0].record.moves.len(), cut[0].record.opening), (54, 3));
}

#[test]
fn no_games_are_an_empty_standing() {
    let standing = a_match(&RACE, 0, [random(), Contestant::new("other", || Box::new(Random))])
        .run(&unplayed())
        .unwrap();
    assert_eq!(standing, Standing::default());
    assert_eq!(standing.total().elo(), Elo::Unknown);
}

#[test]
fn a_sequential_test_ends_the_match_after_the_same_game_on_any_number_of_threads() {
    let sprt = Sprt::new(0.0, 100.0, 0.05, 0.05).unwrap();
    let tested =
        |threads, bots| games_on(threads, &Match { sprt: Some(sprt), ..a_match(&Nim(21), 10_000, bots) });
    let (played, better) = tested(1, [perfect(), random()]);
    assert_eq!(sprt.verdict(&better.pairs.classes), SprtVerdict::Upper);
    assert!(played.len() < 100 && played.len().is_multiple_of(2), "{} games", played.len());
    // It was not decided a pair before.
    let mut before = Standing::default();
    played[..played.len() - 2].iter().for_each(|played| {
        before.count(played.number, played.record.moves.len(), played.record.ending);
    });
    assert_eq!(sprt.verdict(&before.pairs.classes), SprtVerdict::Undecided);
    for threads in [2, 5] {
        assert_eq!(tested(threads, [perfect(), random()]), (played.clone(), better));
    }
    let (_, worse) = tested(2, [random(), perfect()]);
    assert_eq!(sprt.verdict(&worse.pairs.classes), SprtVerdict::Lower);
}
