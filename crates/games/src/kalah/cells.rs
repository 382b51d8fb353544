//! Kalah as cells.

use plywood_rules::{Cells, Player};

use super::board::State;
use super::game::Kalah;
use crate::cells::{cells, numbers};

/// The content of a house with as many seeds or more.
const MOST: u8 = 15;

/// The houses of the first player from the left, then those of the second: their seeds, the last content being that many or
/// more. Then half the lead of the viewer's store, counted from the least lead there is: the seeds on the board say if the lead
/// is odd.
pub(super) fn of(kalah: &Kalah) -> Box<dyn Cells<Kalah>> {
    let total = u16::from(kalah.total());
    let houses = (0..kalah.houses()).map(|house| (Player::First, house));
    let houses = houses.clone().chain(houses.map(|(_, house)| (Player::Second, house)));
    let houses = houses.map(|(player, house)| (Some(kalah.place(player, house)), total.min(MOST.into()) + 1));
    cells(houses.chain(numbers([total + 1])), move |kalah: &Kalah, state: &State, view, cells| {
        let rows = cells.chunks_mut(kalah.houses()).zip(state.houses);
        for (row, seeds) in rows {
            row.iter_mut().zip(seeds.to_le_bytes()).for_each(|(cell, seeds)| *cell = seeds.min(MOST));
        }
        let [own, other] = [view, view.other()].map(|player| u16::from(state.store(player)));
        cells[2 * kalah.houses()] = ((total + own - other) / 2) as u8;
    })
}
