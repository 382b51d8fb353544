use plywood::prelude::*;

/// Take one, two or three from a heap; the player who takes the last one wins.
pub struct Heap(pub u32);

impl Game for Heap {
    type State = (u32, Player);
    type Move = u32;

    fn initial(&self) -> (u32, Player) {
        (self.0, Player::First)
    }

    fn turn(&self, &(left, player): &(u32, Player)) -> Turn {
        if left == 0 { Turn::Over(Outcome::Win(player.other())) } else { Turn::Decision(player) }
    }

    fn legal_moves(&self, &(left, _): &(u32, Player), moves: &mut Vec<u32>) {
        moves.extend(1..=left.min(3));
    }

    fn play(&self, (left, player): &mut (u32, Player), taken: u32) {
        *left -= taken;
        *player = player.other();
    }
}

impl Notation for Heap {
    fn move_text(&self, _: &(u32, Player), taken: u32) -> String {
        taken.to_string()
    }

    fn state_text(&self, (left, player): &(u32, Player)) -> String {
        format!("{left} {player}")
    }

    fn parse_state(&self, text: &str) -> Result<(u32, Player), TextError> {
        let wrong = || TextError::new("a position is the number left and the side to move: '7 second'");
        let (left, player) = text.split_once(' ').ok_or_else(wrong)?;
        let player = Player::BOTH.into_iter().find(|p| p.to_string() == player).ok_or_else(wrong)?;
        Ok((left.parse().map_err(|_| wrong())?, player))
    }
}

impl Symmetric for Heap {} // the same from another side: never
impl NoHints for Heap {} // hints for fast searches: none
impl Depict for Heap {} // a drawing: the text of the position

impl Playable for Heap {
    fn name(&self) -> String {
        format!("heap:n={}", self.0)
    }
}
