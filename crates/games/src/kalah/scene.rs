//! Drawing Kalah: two rows of pits, the first player's below, with a store at either end. Seeds are sown one by
//! one.

use plywood_rules::scene::{Cell, Effect, Grid, Outline, Piece, Place, Square, Steps};
use plywood_rules::{Board, Depict, Game, Motion, MoveNumber, Outcome, Player, Scene, Turn};

use super::board::{Last, State};
use super::game::Kalah;

impl Kalah {
    /// The place of a house or, after the last one, of the store. The second player's row is above and is
    /// counted from the right.
    pub(super) fn place(&self, player: Player, house: usize) -> Place {
        match player {
            Player::First => Place { grid: 1, row: 0, column: house },
            Player::Second => Place { grid: 0, row: 0, column: self.houses() - house },
        }
    }

    /// Houses and the store of a player, in the order in which they are drawn.
    fn pits(&self, player: Player) -> Vec<usize> {
        let pits = 0..=self.houses();
        if player == Player::First { pits.collect() } else { pits.rev().collect() }
    }

    fn row(&self, state: &State, player: Player) -> Grid {
        let owner = if player == Player::First { Piece::First } else { Piece::Second };
        let name = |pit: usize| if pit < self.houses() { (pit + 1).to_string() } else { "store".to_string() };
        let seeds =
            |pit: usize| if pit < self.houses() { state.house(player, pit) } else { state.store(player) };
        let square = |pit: usize| match seeds(pit) {
            0 => Square::Free,
            seeds => Square::Counted(owner, seeds.into()),
        };
        Grid {
            title: player.to_string(),
            columns: self.pits(player).into_iter().map(name).collect(),
            rows: vec![String::new()],
            squares: vec![self.pits(player).into_iter().map(square).collect()],
            ..Grid::default()
        }
    }
}

impl Depict for Kalah {
    fn scene(&self, state: &State) -> Scene {
        let grids = vec![self.row(state, Player::Second), self.row(state, Player::First)];
        let scores = match self.turn(state) {
            // The rest may not have been swept up.
            Turn::Over(Outcome::Payoff(lead)) => {
                let (total, lead) = (i32::from(self.total()), lead as i32);
                [total + lead, total - lead].map(|twice| twice.unsigned_abs() / 2)
            }
            _ => Player::BOTH.map(|player| state.store(player).into()),
        };
        let scores = Some(scores);
        Scene { grids, across: 1, scores, ..Scene::default() }
    }

    fn board(&self) -> Board {
        let cell = |player: Player, pit: usize| {
            let place = self.place(player, pit);
            let (x, y) = (place.column + place.grid, place.grid);
            let (y, outline) = match pit < self.houses() {
                true => (y as f64, Outline::Circle(0.9)),
                false => (0.5, Outline::Circle(0.95)),
            };
            Cell { place, centre: [x as f64, y], outline }
        };
        let row = |player: Player| self.pits(player).into_iter().map(move |pit| cell(player, pit));
        Board { cells: row(Player::Second).chain(row(Player::First)).collect(), ..Board::default() }
    }

    #[inline]
    fn observe(&self, state: &State, view: Player, observation: &mut [f32]) {
        let pits = self.houses() + 1;
        for player in Player::BOTH {
            // Two grids for each owner.
            let first = (2 * usize::from(player != view) + self.place(player, 0).grid) * pits;
            let row = &mut observation[first..first + pits];
            for house in 0..self.houses() {
                row[self.place(player, house).column] = state.house(player, house).into();
            }
            row[self.place(player, self.houses()).column] = state.store(player).into();
        }
    }

    fn motion(&self, state: &State, mv: MoveNumber) -> Motion {
        let (own, other) = (state.mover, state.mover.other());
        let (houses, from) = (self.houses(), self.place(own, mv.index()));
        let store = self.place(own, houses);
        let round = (0..=houses).map(|pit| (own, pit)).chain((0..houses).map(|pit| (other, pit)));
        let way = round.cycle().skip(mv.index() + 1).map(|(player, pit)| self.place(player, pit));
        let seeds = state.house(own, mv.index());
        let mut effects: Vec<Effect> = way.take(seeds.into()).map(|to| Effect::Slide(from, to)).collect();
        let mut all = |from: Place, to: Place, seeds: u8| {
            effects.extend((0..seeds).map(|_| Effect::Slide(from, to)));
        };
        let mut after = *state;
        if let Last::Own(house) = self.board.sow(&mut after, mv.index())
            && let Some((opposite, seeds)) = self.board.capture(&mut after, house)
        {
            all(self.place(own, house), store, 1);
            all(self.place(other, opposite), store, seeds);
        }
        if after.is_over() {
            for player in [own, other] {
                for pit in 0..houses {
                    all(self.place(player, pit), self.place(player, houses), after.house(player, pit));
                }
            }
        }
        Motion::Steps(Steps { touched: vec![from], effects })
    }
}
