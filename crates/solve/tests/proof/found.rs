//! Proved values are those of plain minimax, and the proof is accepted.

use std::collections::HashMap;

use plywood_games::line::LineGame;
use plywood_games::pig::{Die, Pig};
use plywood_rules::random::below;
use plywood_rules::{Game, Playable, Player, Run, Turn};
use plywood_solve::proof::{ProofError, ProofResult, prove, write};
use plywood_verify::{Goal, check};
use rand_chacha::ChaCha8Rng;
use rand_core::SeedableRng;

use crate::common::{game, line, reported};

/// The result of perfect play, for the first player, by nothing but the rules.
pub fn value<G: Game>(game: &G, state: &G::State, known: &mut HashMap<G::State, i32>) -> i32 {
    if let Some(&value) = known.get(state) {
        return value;
    }
    let value = match game.turn(state) {
        Turn::Over(outcome) => i32::from(outcome.utility(Player::First)),
        Turn::Chance => unreachable!("these games have no dice"),
        Turn::Decision(player) => {
            let mut moves = Vec::new();
            game.legal_moves(state, &mut moves);
            let values = moves.iter().map(|&mv| value(game, &game.child(state, mv), known));
            if player == Player::First { values.max() } else { values.min() }.expect("a decision has moves")
        }
    };
    known.insert(state.clone(), value);
    value
}

fn told(proved: &ProofResult) -> i32 {
    match proved.outcome().expect("it was not stopped") {
        Some(player) => player.sign() as i32,
        None => 0,
    }
}

/// Proves all positions of random games with at most `most_plies` plies left. Returns the counts of wins, draws
/// and losses.
fn proves<G: Playable>(game: &G, games: usize, memory: u64, threads: usize, most_plies: u32) -> [u32; 3] {
    let mut rng = ChaCha8Rng::seed_from_u64(11);
    let mut known = HashMap::new();
    let mut counts = [0; 3];
    for _ in 0..games {
        let mut state = game.initial();
        while game.turn(&state).outcome().is_none() {
            if game.plies_left(&state).is_some_and(|plies| plies <= most_plies) {
                let expected = value(game, &state, &mut known);
                let run = Run { memory, threads, ..Run::default() };
                let proved = prove(game, &state, true, None, &run).unwrap();
                let place = game.state_text(&state);
                assert_eq!(told(&proved), expected, "{} '{place}'", game.name());
                let file = write::file(game, &state, proved.merge, &proved.parts);
                let checked = check(game, &file, &Run::default())
                    .unwrap_or_else(|refusal| panic!("{} '{place}': {refusal}", game.name()));
                let wins = checked.claims.iter().any(|claim| claim.goal == Goal::Wins);
                assert_eq!((wins, checked.claims.len()), (expected != 0, if expected == 0 { 2 } else { 1 }));
                counts[(1 - expected) as usize] += 1;
            }
            let mut moves = Vec::new();
            game.legal_moves(&state, &mut moves);
            state = game.child(&state, moves[below(&mut rng, moves.len())]);
        }
    }
    counts
}

#[test]
fn proofs_say_what_minimax_says() {
    for (name, games, most_plies) in [
        ("tictactoe", 30, 9),
        ("tictactoe:misere=on", 10, 9),
        ("mnk:m=4,n=3,k=3", 15, 12),
        ("mnk:m=4,n=4,k=3", 8, 13),
        ("mnk:m=4,n=4,k=4", 8, 12),
        ("mnk:m=5,n=4,k=4", 6, 11),
        ("mnk:m=4,n=4,k=3,exact=on", 5, 10),
        ("mnk:m=4,n=4,k=3,gravity=on", 15, 14),
        ("mnk:m=4,n=4,k=4,gravity=on", 10, 14),
    ] {
        let counts = proves(&line(name), games, 1 << 22, 1, most_plies);
        assert!(counts.iter().sum::<u32>() > 10 && counts[0] > 0 && counts[2] > 0, "{name}: {counts:?}");
    }
}

#[test]
fn several_threads_and_little_memory_prove_the_same() {
    for (memory, threads) in [(1 << 22, 3), (1, 1), (1, 2)] {
        for (name, most_plies) in
            [("mnk:m=4,n=4,k=3,gravity=on", 13), ("mnk:m=4,n=4,k=4", 11), ("tictactoe", 9)]
        {
            let counts = proves(&line(name), 4, memory, threads, most_plies);
            assert!(counts.iter().sum::<u32>() > 10, "{name}: {counts:?}");
        }
    }
}

/// Proves a whole game with this memory and number of threads. Returns the winner and the proof.
fn from_the_start<G: Playable>(game: &G, memory: u64, threads: usize) -> (Option<Player>, Vec<u8>) {
    let run = Run { memory, threads, ..Run::default() };
    let start = game.initial();
    let proved = prove(game, &start, true, None, &run).unwrap();
    let file = write::file(game, &start, proved.merge, &proved.parts);
    if let Err(refusal) = check(game, &file, &Run::default()) {
        panic!("{}: {refusal}", game.name());
    }
    (proved.outcome().unwrap(), file)
}

/// Published: 4,3,3 and 6,5,4 are won by the first player (Uiterwijk and van den Herik, "The advantage of the initiative",
/// Information Sciences 122, 2000), 3x3x3 by marking the centre; 5,5,4 and connect four on 5x4 are draws; Tromp's table of connect four
/// on other boards has 6x4 as a win of the second player. (7,7,5) is a draw (Hsu and others, Theoretical Computer Science 815, 2020),
/// and so is the smaller board. 7x7x7 is a draw (Cain, Raymond and Källersjö, "Cubic tic-tac-toe: A
/// matching-based approach", arXiv 2509.21494).
#[test]
fn whole_games_are_proved_in_little_room() {
    for (name, winner, most_bytes) in [
        ("mnk:m=4,n=3,k=3", Some(Player::First), 500),
        ("mnk:m=6,n=5,k=4", Some(Player::First), 5_000),
        ("cube:n=3,d=3", Some(Player::First), 1_000),
        ("cube:n=3,d=3,centre=off", Some(Player::First), 50_000),
        ("mnk:m=4,n=4,k=4", None, 200),
        ("mnk:m=6,n=6,k=5", None, 1_000),
        ("mnk:m=7,n=6,k=5", None, 20_000),
        ("mnk:m=5,n=4,k=4,gravity=on", None, 10_000),
        ("mnk:m=6,n=4,k=4,gravity=on", Some(Player::Second), 100_000),
    ] {
        let (told, file) = from_the_start(&line(name), 1 << 24, 1);
        assert_eq!(told, winner, "{name}");
        assert!(file.len() <= most_bytes, "{name}: {} bytes", file.len());
    }
    let (told, file) = from_the_start(&game::<LineGame<16>>("cube:n=7,d=3"), 1 << 24, 1);
    assert!(told.is_none() && file.len() <= 50_000, "{told:?} {} bytes", file.len());
}

/// Helping threads do not change the result, even if the memory is too small for it.
#[test]
fn the_number_of_threads_does_not_matter() {
    for name in ["mnk:m=5,n=5,k=4", "mnk:m=5,n=4,k=4,gravity=on", "cube:n=3,d=3,opening=nocentre"] {
        for memory in [1 << 24, 1 << 18] {
            let alone = from_the_start(&line(name), memory, 1);
            for threads in [2, 5] {
                assert_eq!(from_the_start(&line(name), memory, threads), alone, "{name} {memory} {threads}");
            }
        }
    }
}

#[test]
fn dice_are_refused() {
    let game = Pig::new(100, Die::with_faces(6));
    let refused = prove(&game, &game.initial(), false, None, &Run::default());
    assert!(matches!(refused, Err(ProofError::Chance)));
}

#[test]
fn who_is_stopped_says_what_is_sure() {
    let game = line("qubic");
    let run = Run { memory: 1 << 24, threads: 2, ..Run::default() };
    let (proved, _) = reported(&run, 5, |run| prove(&game, &game.initial(), true, None, run).unwrap());
    assert!(proved.interrupted && proved.claims.is_empty() && proved.outcome().is_none());
}
