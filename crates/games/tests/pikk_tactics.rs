//! The hints of Pikk Pakk, against trying everything: two plies of every position of random games and of
//! scattered balls, in every size, variant and opening.

use std::collections::HashMap;

use plywood_games::pikk_pakk::{Colour, FieldSize, Opening, PikkPakk, Variant};
use plywood_rules::random::below;
use plywood_rules::{
    Game, MoveNumber, Notation, OrderingHints, Outcome, Playable, Player, Symmetric, TacticalStatus,
    ThreatHints, Turn, moves_or_outcomes,
};
use rand_chacha::ChaCha8Rng;
use rand_core::SeedableRng;

const SIZES: [FieldSize; 4] = [FieldSize::Three, FieldSize::Five, FieldSize::Seven, FieldSize::Nine];
const VARIANTS: [Variant; 5] =
    [Variant::Basic, Variant::TieWin, Variant::Capture, Variant::Rolling, Variant::RollingTieWin];

type State = <PikkPakk as Game>::State;

fn all_games() -> impl Iterator<Item = PikkPakk> {
    VARIANTS.into_iter().flat_map(|variant| {
        SIZES.into_iter().flat_map(move |size| {
            [Opening::Spiral, Opening::Placement].map(|opening| PikkPakk::new(size, variant, opening))
        })
    })
}

fn winner(game: &PikkPakk, state: &State) -> Option<Player> {
    game.turn(state).outcome().and_then(Outcome::winner)
}

/// The colour on all four sides of the target, cell by cell.
fn encloser(game: &PikkPakk, state: &State) -> Option<Colour> {
    let (side, target) = (game.side(), usize::from(state.target()));
    let (file, rank) = (target % side, target / side);
    if file == 0 || rank == 0 || file == side - 1 || rank == side - 1 {
        return None;
    }
    [Colour::Light, Colour::Dark].into_iter().find(|&colour| {
        [target - 1, target + 1, target - side, target + side]
            .into_iter()
            .all(|cell| state.balls(colour) >> cell & 1 == 1)
    })
}

/// Moves of `state` that enclose the target in the mover's colour.
fn enclosing(game: &PikkPakk, state: &State) -> Vec<MoveNumber> {
    let mut moves = moves_or_outcomes(game, state);
    moves.retain(|&mv| encloser(game, &game.child(state, mv)) == Some(state.mover()));
    moves
}

/// The same board with the other player to push.
fn passed(game: &PikkPakk, state: &State) -> Option<State> {
    let text = game.state_text(state);
    let (board, mover) = text.rsplit_once(' ')?;
    game.parse_state(&format!("{board} {}", if mover == "w" { "b" } else { "w" })).ok()
}

/// The cases that occurred, to see that all of them did.
#[derive(Default, Debug)]
struct Met {
    positions: u32,
    wins: u32,
    lost: u32,
    forced: u32,
    threats: u32,
}

/// Compares the tactics reported for a decision with the results of trying its moves.
fn compare(game: &PikkPakk, state: &State, met: &mut Met) {
    let at = format!("{} at '{}'", game.name(), game.state_text(state));
    let Turn::Decision(player) = game.turn(state) else { panic!("{at}: no decision") };
    let legal = moves_or_outcomes(game, state);
    met.positions += 1;

    // At once.
    let wins = enclosing(game, state);
    let winning = game.winning_move(state);
    assert!(
        winning.is_some() != wins.is_empty() && winning.is_none_or(|mv| wins.contains(&mv)),
        "{at}: {winning:?}"
    );

    // Within two plies.
    let mut codes: Vec<usize> = legal.iter().map(|&mv| game.move_code(mv)).collect();
    let (mut own_goals, mut refuted, mut safe) = (vec![], vec![], vec![]);
    for &mv in &legal {
        let child = game.child(state, mv);
        let next_is_opponent = game.turn(&child) == Turn::Decision(player.other());
        if winner(game, &child) == Some(player.other()) && encloser(game, &child).is_some() {
            own_goals.push(mv);
        } else if next_is_opponent && !enclosing(game, &child).is_empty() {
            refuted.push(mv);
        } else {
            safe.push(mv);
        }
    }
    let mut listed = vec![];
    let status = game.candidates(state, &mut listed);
    match status {
        TacticalStatus::Wins => assert!(listed.len() == 1 && wins.contains(&listed[0]), "{at}"),
        TacticalStatus::Lost => {
            assert!(safe.is_empty() && listed.len() == 1 && refuted.contains(&listed[0]), "{at}");
            met.lost += 1;
        }
        TacticalStatus::Open if !safe.is_empty() => assert_eq!(listed, safe, "{at}"),
        // An own goal only where there is nothing else.
        TacticalStatus::Open => {
            assert!(refuted.is_empty() && listed.len() == 1 && own_goals.contains(&listed[0]), "{at}");
        }
    }
    assert_eq!(status == TacticalStatus::Wins, !wins.is_empty(), "{at}");
    met.wins += u32::from(status == TacticalStatus::Wins);
    met.forced += u32::from(status == TacticalStatus::Open && listed.len() < legal.len());

    // Threats, by letting the opponent pass.
    if status == TacticalStatus::Open {
        let mut threats = vec![];
        assert!(game.threats(state, &mut threats));
        met.threats += threats.len() as u32;
        if state.is_placing() {
            assert!(threats.iter().all(|mv| listed.contains(mv)), "{at}");
        } else {
            listed.retain(|&mv| {
                let child = game.child(state, mv);
                let passed = passed(game, &child).filter(|_| winner(game, &child).is_none());
                passed.is_some_and(|passed| !enclosing(game, &passed).is_empty())
            });
            assert!(threats == listed || safe.is_empty(), "{at}: {threats:?} not {listed:?}");
        }
    }

    // Codes, and pushes of either player.
    codes.sort_unstable();
    assert!(codes.last().is_some_and(|&code| code < game.move_codes()), "{at}");
    codes.dedup();
    assert_eq!(codes.len(), legal.len(), "{at}: moves share a code");
    if state.is_placing() {
        assert_eq!(game.mobility(state, player), None, "{at}");
    } else {
        assert_eq!(game.mobility(state, player), Some(legal.len() as u32), "{at}");
        let others = passed(game, state).map_or(0, |state| moves_or_outcomes(game, &state).len() as u32);
        assert_eq!(game.mobility(state, player.other()), Some(others), "{at}");
    }
}

#[test]
fn what_is_told_of_random_games_is_true() {
    let mut rng = ChaCha8Rng::seed_from_u64(11);
    let mut met = Met::default();
    for game in all_games() {
        for _ in 0..2 {
            let mut state = game.initial();
            for _ in 0..120 {
                if winner(&game, &state).is_some() {
                    break;
                }
                compare(&game, &state, &mut met);
                // Mostly a move that does not lose at once, so that games last.
                let mut moves = vec![];
                if below(&mut rng, 8) == 0 {
                    game.legal_moves(&state, &mut moves);
                } else {
                    game.candidates(&state, &mut moves);
                }
                game.play(&mut state, moves[below(&mut rng, moves.len())]);
            }
        }
    }
    assert!(met.positions > 2000 && met.wins > 30 && met.forced > 150 && met.threats > 150, "{met:?}");
}

/// The cells about the target exchanged at random, so that much is near to enclosing it.
#[test]
fn what_is_told_of_scattered_balls_is_true() {
    let mut rng = ChaCha8Rng::seed_from_u64(12);
    let mut met = Met::default();
    for game in all_games().filter(|game| !game.initial().is_placing()) {
        let side = game.side();
        for round in 0..96 {
            let mut cells = board(&game, &game.initial());
            for _ in 0..4 + round / 6 {
                let near = |rng: &mut ChaCha8Rng, centre: usize| {
                    let from = centre.saturating_sub(2);
                    from + below(rng, (centre + 3).min(side) - from)
                };
                let target = cells.iter().position(|&cell| cell == 't').expect("a target");
                let a = near(&mut rng, target / side) * side + near(&mut rng, target % side);
                let b = below(&mut rng, cells.len());
                cells.swap(a, b);
            }
            let ranks: Vec<String> =
                cells.chunks(side).rev().map(|rank| digits(&rank.iter().collect::<String>())).collect();
            let text = format!("{} {}", ranks.join("/"), if round % 2 == 0 { 'w' } else { 'b' });
            let state = game.parse_state(&text).expect("a position");
            if winner(&game, &state).is_none() {
                compare(&game, &state, &mut met);
            }
        }
    }
    assert!(met.wins > 100 && met.lost > 5 && met.forced > 200, "{met:?}");
}

/// A letter a cell, rank by rank from the lowest; '.' is free.
fn board(game: &PikkPakk, state: &State) -> Vec<char> {
    (0..game.side() * game.side())
        .map(|cell| match () {
            () if state.balls(Colour::Light) >> cell & 1 == 1 => 'w',
            () if state.balls(Colour::Dark) >> cell & 1 == 1 => 'b',
            () if usize::from(state.target()) == cell => 't',
            () => '.',
        })
        .collect()
}

/// A rank with its runs of free cells as numbers.
fn digits(rank: &str) -> String {
    (1..=rank.len()).rev().fold(rank.to_string(), |text, n| text.replace(&".".repeat(n), &n.to_string()))
}

/// Different positions, who moves included, have different keys, and all bits of them vary.
#[test]
fn table_keys_tell_positions_apart() {
    let mut rng = ChaCha8Rng::seed_from_u64(13);
    for game in all_games() {
        let mut seen: HashMap<u64, State> = HashMap::new();
        let mut ones = [0u32; 64];
        for _ in 0..30 {
            let mut state = game.initial();
            for _ in 0..100 {
                let image = game.map_state(&state, below(&mut rng, 8));
                for state in [Some(state), Some(image), passed(&game, &state)].into_iter().flatten() {
                    let key = game.table_key(&state);
                    let old = seen.insert(key, state);
                    assert!(old.is_none_or(|old| old == state), "{}: {old:?} and {state:?}", game.name());
                    if old.is_none() {
                        (0..64).for_each(|bit| ones[bit] += (key >> bit & 1) as u32);
                    }
                }
                let moves = moves_or_outcomes(&game, &state);
                if moves.is_empty() {
                    break;
                }
                game.play(&mut state, moves[below(&mut rng, moves.len())]);
            }
        }
        if seen.len() > 1000 {
            let share = |ones: u32| f64::from(ones) / seen.len() as f64;
            assert!(ones.iter().all(|&ones| (0.4..0.6).contains(&share(ones))), "{}: {ones:?}", game.name());
        }
    }
}
