//! Pikk Pakk as cells.

use plywood_rules::{Cells, Player};

use super::game::{Colour, PikkPakk, State};
use super::options::Opening;
use crate::cells::{cells, numbers, write_owners};

/// The content of the target's cell.
const TARGET: u8 = 3;

/// The balls beside the target at most, and the content of as many pushes or more.
const BESIDE: u8 = 4;
const PUSHES: u8 = 15;

/// The field: free, own, the opponent's, the target. Then, for the viewer and for the opponent, the balls beside the target
/// and the pushes that they would have if it were their turn, the last content being that many or more. With placement at last 1
/// while balls are placed.
pub(super) fn of(game: &PikkPakk) -> Box<dyn Cells<PikkPakk>> {
    let area = game.field.cells();
    let field = (0..area).map(|cell| (Some(game.place_of(cell)), u16::from(TARGET) + 1));
    let counts = [BESIDE, BESIDE, PUSHES, PUSHES].map(|most| u16::from(most) + 1);
    let placing = (game.opening == Opening::Placement).then_some(2);
    let list = field.chain(numbers(counts)).chain(numbers(placing));
    cells(list, move |game: &PikkPakk, state: &State, view, cells| {
        let (board, rest) = cells.split_at_mut(area);
        let own = if game.player(Colour::Light) == view { Colour::Light } else { Colour::Dark };
        let colours = [own, own.other()];
        let balls = colours.map(|colour| state.balls(colour));
        write_owners(board, balls, Player::First);
        board[usize::from(state.target)] = TARGET;
        let [beside, ..] = game.field.rings(state.target);
        let [own, other] = balls.map(|balls| (balls & beside).count_ones() as u8);
        let [pushes, replies] = colours.map(|colour| state.pushes_of(colour).min(PUSHES));
        let numbers = [own, other, pushes, replies, u8::from(state.placing)];
        rest.iter_mut().zip(numbers).for_each(|(cell, number)| *cell = number);
    })
}
