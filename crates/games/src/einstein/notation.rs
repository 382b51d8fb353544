//! Moves and positions as text, and positions as bytes.
//!
//! A position is the cells of the first player's cubes 1 to 6, those of the second player's, the side to move
//! and the face of the die: `a1,b1,c1,a2,b2,a3 e5,d5,c5,e4,d4,e3 first 3`. A cube that is gone is a dash. Without
//! a face the die is to be rolled, or the game is over. Moves are `a1-b2`, with a capture `a1xb2`; faces are
//! `1` to `6`.

use plywood_rules::{Game, MoveNumber, Notation, Player, Symmetric, TextError, Turn, moves_or_outcomes};

use super::{CUBES, Einstein, FACES, GONE, OVER, State, TO_ROLL, WAYS};
use crate::text::{check_length, check_open, parse_side, parts, refuse};

impl Notation for Einstein {
    fn move_text(&self, state: &State, mv: MoveNumber) -> String {
        if let Some(face) = mv.index().checked_sub(FACES) {
            return (face + 1).to_string();
        }
        let [from, to] = self.ends(state, mv);
        let takes = self.cubes(state).any(|(_, _, cell)| cell == to);
        format!("{}{}{}", self.rows.name(from), if takes { 'x' } else { '-' }, self.rows.name(to))
    }

    /// A hyphen, a cross and nothing between the cells are all read alike; capitals are read too.
    fn parse_move(&self, state: &State, text: &str) -> Result<MoveNumber, TextError> {
        check_open(self, state, text)?;
        let turn = self.turn(state);
        let moves = moves_or_outcomes(self, state);
        let read = text.trim().to_ascii_lowercase();
        let is_read = |mv: MoveNumber| {
            let name = self.move_text(state, mv);
            let signs = ["-", "x", ""].iter().any(|sign| name.replace(['-', 'x'], sign) == read);
            name == read || signs && turn != Turn::Chance
        };
        if let Some(&mv) = moves.iter().find(|&&mv| is_read(mv)) {
            return Ok(mv);
        }
        if turn == Turn::Chance {
            return refuse!("'{text}' is not a face of the die; it has to be 1 to 6");
        }
        let names: Vec<String> = moves.iter().map(|&mv| self.move_text(state, mv)).collect();
        refuse!("'{text}' is not a move with a {}; one of these is: {}", state.die, names.join(" "))
    }

    fn state_text(&self, state: &State) -> String {
        let cell = |player: Player, cell: u8| match cell {
            GONE => "-".to_string(),
            _ => self.rows.name(self.seen(player, cell.into())),
        };
        let cubes = |player: Player| state.cubes[player.index()].map(|number| cell(player, number)).join(",");
        let [first, second] = Player::BOTH.map(cubes);
        let die = if matches!(state.die, TO_ROLL | OVER) { String::new() } else { format!(" {}", state.die) };
        format!("{first} {second} {}{die}", state.mover)
    }

    fn parse_state(&self, text: &str) -> Result<State, TextError> {
        let lower = text.to_ascii_lowercase();
        // The die may be missing.
        let (rest, die) = match lower.split_whitespace().nth(3) {
            Some(die) => (lower.trim_end().strip_suffix(die).unwrap_or(&lower), die),
            None => (&lower[..], ""),
        };
        let form = "the cells of both players' cubes, the side to move and, once it is rolled, the die";
        let [first, second, side] = parts(self, rest, "EinStein", form)?;
        let die = match (die, "123456".find(die)) {
            ("", _) => TO_ROLL,
            (_, Some(face)) if die.len() == 1 => face as u8 + 1,
            _ => return refuse!("the die cannot show '{die}'; it has to be 1 to 6"),
        };
        let cubes = [self.parse_cubes(Player::First, first)?, self.parse_cubes(Player::Second, second)?];
        self.checked(State { cubes, mover: parse_side(side)?, die })
    }

    fn side_to_move(&self, state: &State) -> Player {
        state.mover
    }

    /// A byte for each cell, and one for die and side to move.
    fn pack(&self, state: &State, bytes: &mut Vec<u8>) {
        bytes.extend(state.cubes.iter().flatten());
        bytes.push(state.die % OVER * 2 + state.mover.index() as u8);
    }

    fn unpack(&self, bytes: &[u8]) -> Result<State, TextError> {
        check_length(bytes, 2 * CUBES + 1)?;
        let (cells, rest) = (&bytes[..2 * CUBES], bytes[2 * CUBES]);
        let is_cell = |&cell: &u8| cell == GONE || usize::from(cell) <= self.goal();
        if rest >= 2 * OVER || !cells.iter().all(is_cell) {
            return refuse!("these bytes are no position of this game: there is no such cell or die");
        }
        let cubes = [0, CUBES].map(|from| std::array::from_fn(|cube| cells[from + cube]));
        self.checked(State { cubes, mover: Player::BOTH[usize::from(rest % 2)], die: rest / 2 })
    }
}

impl Einstein {
    /// A cell counted from the corner of `player`, counted from a1; and the other way round.
    pub(super) fn seen(&self, player: Player, cell: usize) -> usize {
        if player == Player::First { cell } else { self.goal() - cell }
    }

    /// The cells from which and to which the mover's move leads, counted from a1.
    pub(super) fn ends(&self, state: &State, mv: MoveNumber) -> [usize; 2] {
        let from = state.cubes[state.mover.index()][mv.index() / WAYS.len()];
        [from.into(), self.target(state, mv)].map(|cell| self.seen(state.mover, cell))
    }

    /// The cubes that are left: owner, number from 0, and cell counted from a1.
    pub(super) fn cubes(&self, state: &State) -> impl Iterator<Item = (Player, usize, usize)> {
        let all = Player::BOTH.into_iter().flat_map(|player| (0..CUBES).map(move |cube| (player, cube)));
        let cell = |(player, cube): (Player, usize)| (player, cube, state.cubes[player.index()][cube]);
        let left = all.map(cell).filter(|cube| cube.2 != GONE);
        left.map(|(player, cube, cell)| (player, cube, self.seen(player, cell.into())))
    }

    fn parse_cubes(&self, player: Player, text: &str) -> Result<[u8; CUBES], TextError> {
        let names: Vec<&str> = text.split(',').collect();
        let mut cubes = [GONE; CUBES];
        if names.len() != CUBES {
            let count = names.len();
            return refuse!(
                "'{text}' names {count} cells for the cubes of the {player} player; it takes 6, a dash for a cube \
                 that is gone"
            );
        }
        for (cell, name) in cubes.iter_mut().zip(names).filter(|(_, name)| *name != "-") {
            *cell = self.seen(player, self.rows.find(name)?) as u8;
        }
        Ok(cubes)
    }

    /// The player and the cube that cannot have come from its start, if there is one.
    fn gone_back(&self, state: &State) -> Option<(Player, usize, usize)> {
        self.cubes(state).find(|&(player, cube, cell)| {
            let (cell, start, side) = (self.seen(player, cell), self.start(cube), self.rows.files);
            cell % side < start % side || cell / side < start / side
        })
    }

    /// The position, if a game can reach it or its mirror image.
    fn checked(&self, state: State) -> Result<State, TextError> {
        let mut taken = 0u64;
        for (_, _, cell) in self.cubes(&state) {
            if taken >> cell & 1 == 1 {
                let name = self.rows.name(cell);
                return refuse!("two cubes are on {name}; a cube that comes there captures the other");
            }
            taken |= 1 << cell;
        }
        if let Some((player, cube, cell)) = self.gone_back(&state)
            && self.gone_back(&self.map_state(&state, 1)).is_some()
        {
            let [here, start] = [cell, self.seen(player, self.start(cube))].map(|cell| self.rows.name(cell));
            return refuse!(
                "cube {} of the {player} player cannot be on {here}: it comes from {start} and never goes back",
                cube + 1
            );
        }
        let won = |player: &Player| {
            let there = state.cubes[player.index()].contains(&(self.goal() as u8));
            there || !state.has_cubes(player.other())
        };
        let mut winners = Player::BOTH.into_iter().filter(won);
        let Some(winner) = winners.next() else { return Ok(state) };
        if winners.next().is_some() {
            return refuse!("both players have won; the game ends with the first");
        }
        if state.mover == winner || state.die != TO_ROLL {
            let loser = winner.other();
            return refuse!(
                "the {winner} player has won; a finished position ends with '{loser}', without a die"
            );
        }
        Ok(State { die: OVER, ..state })
    }
}
