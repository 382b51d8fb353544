use plywood_games::pikk_pakk::{FieldSize, Opening, PikkPakk, Variant};
use plywood_rules::{Game, Player, Run};
use plywood_solve::proof::ProofGoal;
use plywood_solve::table::{self, Exact};

use super::settled;

/// The table of every position says the same of the first one.
#[test]
fn nobody_wins_on_the_smallest_board() {
    for variant in [Variant::Basic, Variant::TieWin, Variant::Rolling, Variant::RollingTieWin] {
        let game = PikkPakk::new(FieldSize::Three, variant, Opening::Spiral);
        let start = game.initial();
        let settled = settled(&game, &start);
        assert_eq!(settled.outcome(), Some(None), "{variant:?}");
        let claims: Vec<_> = settled.parts.iter().map(|part| (part.claim.player, part.claim.goal)).collect();
        assert_eq!(claims, [(Player::First, ProofGoal::Holds), (Player::Second, ProofGoal::Holds)]);
        let bytes: usize = settled.parts.iter().map(|part| part.bytes.len()).sum();
        assert!(bytes < 4000, "{variant:?} takes {bytes} bytes");

        let table = table::solve(&game, &start, true, &Run::default()).unwrap();
        let exact = table.lookup(&game, &start).unwrap().unwrap();
        assert!(matches!(exact, Exact::Draw | Exact::Endless), "{variant:?}: {exact:?}");
    }
}

/// Light, who pushes first, wins on the board of 25 balls, within 64 plies.
#[test]
fn the_first_player_wins_on_the_next_board() {
    let game = PikkPakk::new(FieldSize::Five, Variant::Basic, Opening::Spiral);
    let settled = settled(&game, &game.initial());
    assert_eq!(settled.outcome(), Some(Some(Player::First)));
    let [part] = settled.parts.as_slice() else { panic!("one proof, not {}", settled.parts.len()) };
    assert!(part.bytes.len() < 10_000, "it takes {} bytes", part.bytes.len());
}
