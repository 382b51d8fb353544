//! Positions of Pikk Pakk as numbers.

use std::collections::HashSet;

use plywood_games::pikk_pakk::{FieldSize, Opening, PikkPakk, Variant};
use plywood_rules::laws::{Effort, check};
use plywood_rules::random::below;
use plywood_rules::{Game, Notation, Playable, Ranked, Run, Specialized, Symmetric};
use rand_chacha::ChaCha8Rng;
use rand_core::SeedableRng;

fn small(variant: Variant) -> PikkPakk {
    PikkPakk::new(FieldSize::Three, variant, Opening::Spiral)
}

#[test]
fn ranks_obey_their_laws() {
    let mut rng = ChaCha8Rng::seed_from_u64(4);
    for variant in [Variant::Capture, Variant::Rolling] {
        let effort = Effort { games: 12, max_plies: 150, ..Effort::default() };
        let verdict = check(&small(variant), effort, &mut rng, &Run::default());
        assert!(verdict.ok(), "{variant:?}: {verdict}");
        let law = verdict.laws.iter().find(|law| law.law.starts_with("ranks lead back")).unwrap();
        assert!(law.checked > 100, "{law:?}");
    }
    for game in [small(Variant::Basic), PikkPakk::new(FieldSize::Five, Variant::Capture, Opening::Spiral)] {
        assert!((game.specialists().ranking.unwrap())(&game, &game.initial()).is_none(), "{}", game.name());
    }
}

/// Every position with this many balls has a rank of its own, and every rank is of the position that it
/// gives.
#[test]
fn all_positions_with_few_balls_have_their_ranks() {
    let game = small(Variant::Capture);
    for (start, light, dark) in [("5/5/1wtb1/5/5 w", 1u32, 1u32), ("5/5/1wtb1/2w2/5 b", 2, 1)] {
        let start = game.parse_state(start).unwrap();
        let ranking = (game.specialists().ranking.unwrap())(&game, &start).unwrap();
        let ranks = ranking.stages().last().unwrap().end;
        let mut positions = 0;
        for rank in 0..ranks {
            let (Some(state), Some(spot)) = (ranking.state(rank), ranking.moves(rank, &mut Vec::new()))
            else {
                assert_eq!((ranking.state(rank), ranking.moves(rank, &mut Vec::new())), (None, None));
                continue;
            };
            assert!(ranking.place(&state).is_some_and(|place| place.rank == rank));
            // Images of the position, the colours exchanged besides.
            let images: HashSet<_> = (0..8).map(|map| game.map_state(&state, map)).collect();
            assert_eq!(images.len() as u32, 8 / spot.fixed.count_ones());
            positions += 2 * images.len();
        }
        // Cells for the target, for light, and for dark, with either to move, of fewer balls too; and with the
        // colours exchanged.
        let ways = |own: u32, other: u32| {
            let choose = |of: u32, n: u32| (0..n).fold(1, |ways, i| ways * (of - i) / (i + 1));
            2 * 25 * choose(24, own) * choose(24 - own, other)
        };
        let comes = |a: u32, b: u32| a <= light && b <= dark || a <= dark && b <= light;
        let all: u32 = (0..5)
            .flat_map(|a| (0..5).map(move |b| (a, b)))
            .filter(|&(a, b)| comes(a, b))
            .map(|(a, b)| ways(a, b))
            .sum();
        assert_eq!(positions as u32, all);
    }
}

/// Includes positions that hardly occur in play, with all their balls.
#[test]
fn random_positions_are_found_backwards() {
    let game = small(Variant::Capture);
    let ranking = (game.specialists().ranking.unwrap())(&game, &game.initial()).unwrap();
    let ranks = ranking.stages().last().unwrap().end;
    let mut rng = ChaCha8Rng::seed_from_u64(9);
    let (mut positions, mut moves) = (0, 0);
    while positions < 3000 {
        let rank = (below(&mut rng, 1 << 30) as u64 * (1 << 30) + below(&mut rng, 1 << 30) as u64) % ranks;
        let (mut children, mut parents) = (Vec::new(), Vec::new());
        let Some(state) = ranking.state(rank) else { continue };
        let spot = ranking.moves(rank, &mut children).unwrap();
        assert_eq!(spot.turn, game.turn(&state));
        let mut legal = Vec::new();
        game.legal_moves(&state, &mut legal);
        let mut played: Vec<u64> =
            legal.iter().map(|&mv| ranking.place(&game.child(&state, mv)).unwrap().rank).collect();
        let mut said: Vec<u64> = children.iter().map(|child| child.rank).collect();
        played.sort_unstable();
        said.sort_unstable();
        assert_eq!(played, said, "{}", game.state_text(&state));
        for Ranked { rank: child, .. } in children {
            parents.clear();
            ranking.before(child, &mut parents);
            assert!(parents.iter().any(|parent| parent.rank == rank), "{}", game.state_text(&state));
            moves += 1;
        }
        parents.clear();
        ranking.before(rank, &mut parents);
        for parent in &parents {
            let mut onward = Vec::new();
            assert!(ranking.moves(parent.rank, &mut onward).unwrap().turn.player().is_some());
            assert!(onward.iter().any(|child| child.rank == rank), "{}", game.state_text(&state));
        }
        positions += 1;
    }
    assert!(moves > 10_000, "{moves}");
}
