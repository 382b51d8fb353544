//! What a game can tell searches that want to be fast and strong.
//!
//! Everything here has a default that is right for every game and costs nothing. A game that knows better says so
//! in a few bitboard operations; [`crate::laws`] checks what it says by trying all moves.

use crate::forcing::Forcing;
use crate::{Game, Outcome, Player, Turn, moves_or_outcomes};

/// What is known of a decision before any move is tried.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TacticalStatus {
    /// The one move listed wins the game at once ([`Outcome::Win`], a payoff is none).
    Wins,
    /// Lost in exactly two plies: after the one legal move listed the opponent decides next and wins at once, and so
    /// it is after every other move, unless that loses at once.
    Lost,
    /// Nothing is decided. All moves are listed but for some after which the game is lost at once or the opponent
    /// decides next and wins at once. At least one is listed.
    Open,
}

/// Shortcuts that a game offers to searches: they change how much has to be looked at, never what is true.
pub trait Tactics: Game {
    /// Appends the moves of a decision that are worth looking at, in the order of [`Game::legal_moves`], and says
    /// what is known without trying them. The default lists all moves.
    fn candidates(&self, state: &Self::State, moves: &mut Vec<Self::Move>) -> TacticalStatus {
        self.legal_moves(state, moves);
        TacticalStatus::Open
    }

    /// A move that wins the game at once, if the game sees one without trying. The default sees none.
    fn winning_move(&self, _state: &Self::State) -> Option<Self::Move> {
        None
    }

    /// Whether [`Tactics::winning_move`] sees none after any of the [`Tactics::candidates`] of `state`, if it is
    /// [`TacticalStatus::Open`]: then searches need not ask. The default, false, promises nothing.
    fn leaves_no_winning_move(&self, _state: &Self::State) -> bool {
        false
    }

    /// Whether the player who decides in `state` has a move that wins at once: exactly, however long it takes to
    /// see. The default tries what [`Tactics::winning_move`] says and then every move.
    fn wins_at_once(&self, state: &Self::State) -> bool {
        let Turn::Decision(mover) = self.turn(state) else { return false };
        let wins = |mv| self.turn(&self.child(state, mv)) == Turn::Over(Outcome::Win(mover));
        self.winning_move(state).is_some() || moves_or_outcomes(self, state).into_iter().any(wins)
    }

    /// Appends moves after which the mover threatens to win at once with the next move, so that the opponent has to
    /// answer them: where forced sequences begin. They are among the [`Tactics::candidates`] of a decision that is
    /// [`TacticalStatus::Open`], which alone is asked about. Returns false, the default, if the game does not look for
    /// such moves.
    fn threats(&self, _state: &Self::State, _moves: &mut Vec<Self::Move>) -> bool {
        false
    }

    /// A search for wins by forced replies, if the game brings one along. The default has none.
    fn forcing(&self) -> Option<Box<dyn Forcing<Self> + Send + '_>> {
        None
    }

    /// Different moves have different codes below this number wherever that can be had: searches keep statistics a
    /// move by its code. 1, the default, keeps none.
    fn move_codes(&self) -> usize {
        1
    }

    /// The code of a move or chance outcome, less than [`Tactics::move_codes`].
    fn move_code(&self, _mv: Self::Move) -> usize {
        0
    }

    /// The legal move of a decision that has this code, if there is exactly one. The default goes through all moves; a
    /// game that reads moves off their codes is faster.
    fn move_of_code(&self, state: &Self::State, code: usize) -> Option<Self::Move> {
        let Turn::Decision(_) = self.turn(state) else { return None };
        let mut moves = Vec::new();
        self.legal_moves(state, &mut moves);
        let mut of_code = moves.into_iter().filter(|&mv| self.move_code(mv) == code);
        of_code.next().filter(|_| of_code.next().is_none())
    }

    /// The key under which a search remembers `state`: the same for equal states, well mixed in all its bits. Where
    /// that costs less than searching twice, the same for positions that are images of each other under
    /// [`Symmetric`](crate::Symmetric). The default mixes [`Game::key`].
    fn table_key(&self, state: &Self::State) -> u64 {
        mix(self.key(state))
    }

    /// The same for a search that follows every line to the end of the game: positions may share a key if they are worth
    /// the same, distances included, when played out, for instance because they differ only in pieces that cannot
    /// matter any more. The default is [`Tactics::table_key`].
    fn outcome_key(&self, state: &Self::State) -> u64 {
        self.table_key(state)
    }

    /// Takes away from the moves of `state` at places from `from` on those that are never better, when played out, than
    /// one that stays; at least one stays. The default takes none away.
    fn drop_useless(&self, _state: &Self::State, _moves: &mut Vec<Self::Move>, _from: usize) {}

    /// No game goes on from `state` for more plies than this; `None` if there is no such number. It is at most 500.
    fn plies_left(&self, _state: &Self::State) -> Option<u32> {
        None
    }

    /// Whether `player` may still win, as far as that is quickly seen: false only if no play from `state` ends with a
    /// win of that player's. A game that says false of both players ends in a draw. The default rules out nothing.
    fn can_win(&self, _state: &Self::State, _player: Player) -> bool {
        true
    }

    /// Whether `player` can surely avoid to lose from `state`, whatever the opponent plays, as far as that is quickly
    /// seen; false says nothing. The default is that the opponent cannot win at all.
    fn cannot_lose(&self, state: &Self::State, player: Player) -> bool {
        !self.can_win(state, player.other())
    }

    /// Pairs of moves by which `player` does not lose from `state`, as far as they are quickly seen: whenever the
    /// opponent makes one move of a pair, `player` answers with the other one if that is legal, and else makes the move that
    /// [`Tactics::unpaired`] tells, or any. [`Tactics::pairs_hold`] agrees to them. None are needed where the opponent cannot win at all,
    /// which is all that the default sees; `None` says nothing.
    fn pairing(&self, state: &Self::State, player: Player) -> Option<Vec<(Self::Move, Self::Move)>> {
        self.pairs_hold(state, player, &[]).then(Vec::new)
    }

    /// Whether `player`, who answers by these pairs as [`Tactics::pairing`] says, does not lose from `state`, whatever
    /// the opponent plays. True only if it is sure: proofs rest on it. While `player` goes on in this way it stays true wherever the
    /// opponent is to move, of those pairs of which neither move was made. The default knows of opponents who cannot win, and of no pairs.
    fn pairs_hold(&self, state: &Self::State, player: Player, pairs: &[(Self::Move, Self::Move)]) -> bool {
        pairs.is_empty() && !self.can_win(state, player.other())
    }

    /// The move of `player`'s, whose turn it is, where these pairs hold and none of them asks for an answer; all are of moves that are
    /// legal. `None` if any move will do, as is the default.
    fn unpaired(
        &self,
        _state: &Self::State,
        _player: Player,
        _pairs: &[(Self::Move, Self::Move)],
    ) -> Option<Self::Move> {
        None
    }

    /// How much hangs on `mv` for either player, for searches to try what matters first: quickly found, and never
    /// wrong by more than the time it costs. The default finds all moves alike.
    fn ordering_score(&self, _state: &Self::State, _mv: Self::Move) -> i32 {
        0
    }

    /// How many moves `player` would have to choose from if it were their turn, where that is quickly counted and
    /// says how near `player` is to a win or to a loss; `None`, the default, where it is not.
    fn mobility(&self, _state: &Self::State, _player: Player) -> Option<u32> {
        None
    }
}

/// Spreads a number over all 64 bits, one to one: the finalizer of MurmurHash3 (Appleby) in the constants of Stafford's
/// variant 13.
#[inline]
pub fn mix(key: u64) -> u64 {
    let key = (key ^ (key >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
    let key = (key ^ (key >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
    key ^ (key >> 31)
}
