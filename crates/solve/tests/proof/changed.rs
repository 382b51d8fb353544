//! A proof that was changed is refused, or still true.

use plywood_rules::random::below;
use plywood_rules::{Playable, Run};
use plywood_solve::proof::{prove, write};
use plywood_verify::{Refusal, check};
use rand_chacha::ChaCha8Rng;
use rand_core::SeedableRng;

use crate::common::line;

/// Changes the body of a proof in one place, fixes the sum, and counts the checker's verdicts: refused, and
/// still proved.
fn changes<G: Playable>(game: &G, times: usize) -> [u32; 2] {
    let start = game.initial();
    let run = Run { memory: 1 << 24, ..Run::default() };
    let proved = prove(game, &start, true, None, &run).unwrap();
    let whole =
        check(game, &write::file(game, &start, proved.merge, &proved.parts), &Run::default()).unwrap();
    let mut rng = ChaCha8Rng::seed_from_u64(3);
    let mut counts = [0; 2];
    for _ in 0..times {
        let mut parts = proved.parts.clone();
        let at = below(&mut rng, parts.len());
        let bytes = &mut parts[at].bytes;
        let place = below(&mut rng, bytes.len());
        match below(&mut rng, 4) {
            // Another move, another sequence, another number of replies.
            0 => bytes[place] = bytes[place].wrapping_add(1 + below(&mut rng, 127) as u8) & 0x7F,
            // A choice left out, one too many, the end cut off.
            1 => drop(bytes.remove(place)),
            2 => bytes.insert(place, below(&mut rng, 128) as u8),
            _ => bytes.truncate(place),
        }
        let file = write::file(game, &start, proved.merge, &parts);
        match check(game, &file, &Run::default()) {
            // Another good move, or a sequence that does as well: true, as the game has but one value.
            Ok(checked) => {
                assert_eq!(checked.claims, whole.claims);
                counts[1] += 1;
            }
            Err(Refusal::Interrupted | Refusal::Damaged) => {
                panic!("it was not interrupted, and the sum was mended")
            }
            Err(refusal) => {
                assert!(!refusal.to_string().is_empty());
                counts[0] += 1;
            }
        }
    }
    counts
}

#[test]
fn hundreds_of_changed_proofs_are_refused() {
    for name in
        ["tictactoe", "mnk:m=4,n=3,k=3", "mnk:m=6,n=5,k=4", "cube:n=3,d=3,centre=off", "mnk:m=4,n=4,k=4"]
    {
        let [refused, same] = changes(&line(name), 300);
        assert!(refused > 200, "{name}: {refused} refused, {same} as good");
    }
}
