//! The opening of the published game: four arms that wind round the target.

use super::field::{Field, bit};

/// The light and the dark balls of the spiral.
///
/// Four arms start left of, above, right of and below the target and turn clockwise as they grow: 1 cell
/// outwards, then 2, 4, 6, ... cells, each after a turn to the right. An arm ends at the edge of the middle
/// square. Together they cover the square. The arms that start left and right are light.
pub(super) fn spiral(field: &Field) -> (u128, u128) {
    let (mut light, mut dark) = (0, 0);
    // Left, up, right, down: each a turn to the right after the one before, as files and ranks.
    let directions = [(-1, 0), (0, 1), (1, 0), (0, -1)];
    let centre = (field.side / 2) as isize;
    let reach = (field.run / 2) as isize;
    for start in 0..4 {
        let arm = if start % 2 == 0 { &mut light } else { &mut dark };
        let (mut file, mut rank) = (0isize, 0isize);
        let steps = (0..).flat_map(|segment: usize| std::iter::repeat_n(segment, (2 * segment).max(1)));
        for segment in steps {
            let (right, up) = directions[(start + segment) % 4];
            (file, rank) = (file + right, rank + up);
            if file.abs() > reach || rank.abs() > reach {
                break;
            }
            *arm |= bit(field.cell((centre + file) as usize, (centre + rank) as usize));
        }
    }
    (light, dark)
}
