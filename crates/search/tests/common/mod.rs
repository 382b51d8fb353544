//! Small games for the tests: trees hashed out of a seed, trees written down, and tic-tac-toe.
use plywood_rules::hints::LastMoves;
use plywood_rules::random::part_seed;
use plywood_rules::{
    Bot, Evaluate, Game, NoHints, OrderingHints, Outcome, PairingHints, Player, Position, Report,
    Specialists, Specialized, Stop, Symmetric, TacticalStatus, ThreatHints, Turn, Value,
};
use rand_chacha::ChaCha8Rng;
use rand_core::SeedableRng;

/// The report of a bot about a position, its random choices being those of `seed`.
pub fn ask<G: Game>(bot: &mut dyn Bot<G>, game: &G, state: &G::State, seed: u64) -> Report<G::Move> {
    let mut rng = ChaCha8Rng::seed_from_u64(seed);
    bot.choose(game, Position::new(state), &mut rng, &Stop::never())
}

/// Lets values be compared to the last bit, the sign of zero included.
pub fn bits(value: Option<Value>) -> (u8, u64, Option<Value>) {
    match value {
        Some(Value::Exact(points)) => (1, points.to_bits(), None),
        Some(Value::Estimated(points)) => (2, points.to_bits(), None),
        other => (0, 0, other),
    }
}

/// A game tree in which everything follows from a hash of the moves so far: who decides, how many moves there
/// are, where chance has a part and where it ends and how. The seed makes the game.
#[derive(Clone, Copy, Debug)]
pub struct Hashed {
    pub seed: u64,
    /// The longest game, in plies.
    pub longest: u32,
    /// Percentage of positions in which chance moves.
    pub chance: u64,
    /// Percentage of positions in which a player moves again.
    pub again: u64,
    /// Percentage of positions that end the game early.
    pub over: u64,
    /// Percentage of ends that are payoffs; the others are wins, losses and draws.
    pub payoffs: u64,
    /// Percentage of the other ends that are draws.
    pub draws: u64,
    /// True if lines meet again: a position only holds the sum of the moves so far.
    pub joins: bool,
}

/// A position of [`Hashed`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Spot {
    hash: u64,
    sum: u64,
    ply: u32,
    player: Player,
}

/// One of several independent numbers below `n` that belong to a hash.
fn draw(hash: u64, part: u64, n: u64) -> u64 {
    part_seed(hash, part) % n
}

impl Game for Hashed {
    type State = Spot;
    type Move = u8;

    fn initial(&self) -> Spot {
        Spot { hash: part_seed(self.seed, 0), sum: 0, ply: 0, player: Player::First }
    }

    fn turn(&self, state: &Spot) -> Turn {
        let hash = state.hash;
        if state.ply > 0 && (state.ply >= self.longest || draw(hash, 1, 100) < self.over) {
            return Turn::Over(if draw(hash, 2, 100) < self.payoffs {
                Outcome::Payoff([0.0, -1.0, 1.0, 2.5, -2.5][draw(hash, 3, 5) as usize])
            } else if draw(hash, 4, 100) < self.draws {
                Outcome::Draw
            } else {
                Outcome::Win(Player::BOTH[draw(hash, 5, 2) as usize])
            });
        }
        match state.ply > 0 && draw(hash, 6, 100) < self.chance {
            true => Turn::Chance,
            false => Turn::Decision(state.player),
        }
    }

    fn legal_moves(&self, state: &Spot, moves: &mut Vec<u8>) {
        moves.extend(0..1 + draw(state.hash, 7, 4) as u8);
    }

    fn chance_outcomes(&self, state: &Spot, outcomes: &mut Vec<(u8, f64)>) {
        let n = 1 + draw(state.hash, 7, 4) as u8;
        let weight = |mv| 1 + draw(state.hash, 10 + u64::from(mv), 9);
        let total: u64 = (0..n).map(weight).sum();
        outcomes.extend((0..n).map(|mv| (mv, weight(mv) as f64 / total as f64)));
    }

    fn play(&self, state: &mut Spot, mv: u8) {
        state.ply += 1;
        state.sum += u64::from(mv);
        state.hash = if self.joins {
            let whose = 2 * u64::from(state.ply) + state.player.index() as u64;
            part_seed(self.seed, 1000 * whose + state.sum)
        } else {
            part_seed(state.hash, 100 + u64::from(mv))
        };
        if draw(state.hash, 8, 100) >= self.again {
            state.player = state.player.other();
        }
    }
}

impl Symmetric for Hashed {}

/// Computes all hints by trying moves.
impl ThreatHints for Hashed {
    fn candidates(&self, state: &Spot, moves: &mut Vec<u8>) -> TacticalStatus {
        let Turn::Decision(mover) = self.turn(state) else {
            unreachable!("no player is to move in {state:?}")
        };
        if let Some(mv) = self.winning_move(state) {
            moves.push(mv);
            return TacticalStatus::Wins;
        }
        let start = moves.len();
        self.legal_moves(state, moves);
        let first = moves[start];
        let loses_at_once =
            |mv: u8| self.turn(&self.child(state, mv)) == Turn::Over(Outcome::Win(mover.other()));
        let hands_over = |mv: u8| {
            let child = self.child(state, mv);
            self.turn(&child) == Turn::Decision(mover.other()) && self.winning_move(&child).is_some()
        };
        let lost = moves[start..].iter().all(|&mv| hands_over(mv));
        let kept: Vec<u8> =
            moves[start..].iter().copied().filter(|&mv| !hands_over(mv) && !loses_at_once(mv)).collect();
        if lost {
            moves.truncate(start);
            moves.push(first);
            return TacticalStatus::Lost;
        }
        // If all is lost somehow, sooner or later, nothing is left out.
        if !kept.is_empty() {
            moves.truncate(start);
            moves.extend(kept);
        }
        TacticalStatus::Open
    }

    fn winning_move(&self, state: &Spot) -> Option<u8> {
        let Turn::Decision(mover) = self.turn(state) else { return None };
        let mut moves = Vec::new();
        self.legal_moves(state, &mut moves);
        moves.into_iter().find(|&mv| self.turn(&self.child(state, mv)) == Turn::Over(Outcome::Win(mover)))
    }

    /// After these, the mover would win at once were it not for the opponent: true if the opponent has but one
    /// answer after which the mover does not.
    fn threats(&self, state: &Spot, moves: &mut Vec<u8>) -> bool {
        let start = moves.len();
        self.candidates(state, moves);
        true_threats(self, state, moves, start);
        true
    }
}

impl PairingHints for Hashed {
    fn has_draws(&self) -> bool {
        self.payoffs > 0 || self.draws > 0
    }

    /// Known one ply before the longest game ends, if there are no draws: the line of a draw would end there.
    fn can_win(&self, state: &Spot, player: Player) -> bool {
        let mut moves = Vec::new();
        if !self.has_draws() && state.ply + 1 == self.longest && self.turn(state).player().is_some() {
            self.legal_moves(state, &mut moves);
        }
        let wins = |mv| match self.turn(&self.child(state, mv)) {
            Turn::Over(outcome) => outcome.winner() == Some(player),
            _ => true,
        };
        moves.is_empty() || moves.into_iter().any(wins)
    }

    /// The worth of the moves, one ply before the longest game ends.
    fn payoff_bounds(&self, state: &Spot) -> (f64, f64) {
        let mut moves = Vec::new();
        if state.ply + 1 == self.longest && self.turn(state).player().is_some() {
            self.legal_moves(state, &mut moves);
        }
        let payoff = |mv| match self.turn(&self.child(state, mv)) {
            Turn::Over(Outcome::Payoff(points)) => Some(points),
            Turn::Over(Outcome::Draw) => Some(0.0),
            _ => None,
        };
        let payoffs: Option<Vec<f64>> = moves.into_iter().map(payoff).collect();
        match payoffs {
            Some(payoffs) if !payoffs.is_empty() => (
                payoffs.iter().copied().fold(f64::INFINITY, f64::min),
                payoffs.iter().copied().fold(f64::NEG_INFINITY, f64::max),
            ),
            _ => (f64::NEG_INFINITY, f64::INFINITY),
        }
    }
}

impl OrderingHints for Hashed {
    fn move_codes(&self) -> usize {
        if self.seed.is_multiple_of(3) { 1 } else { 4 }
    }

    fn move_code(&self, mv: u8) -> usize {
        if self.seed.is_multiple_of(3) { 0 } else { usize::from(mv) }
    }

    fn plies_left(&self, state: &Spot) -> Option<u32> {
        (!self.seed.is_multiple_of(5)).then(|| self.longest - state.ply)
    }
}

impl Specialized for Hashed {
    fn specialists(&self) -> Specialists<Hashed> {
        let last_moves = LastMoves { bound: best_last_move, scores: last_ones_first };
        Specialists { last_moves: Some(last_moves), ..Specialists::default() }
    }
}

/// The best of the moves, one ply before the longest game ends.
fn best_last_move(game: &Hashed, state: &Spot, _: f64) -> Option<(f64, u64)> {
    let best = match (game.turn(state).player()?, game.payoff_bounds(state)) {
        (Player::First, (_, most)) => most,
        (Player::Second, (least, _)) => -least,
    };
    best.is_finite().then_some((best, 1))
}

fn last_ones_first(game: &Hashed, _: &Spot, moves: &[u8], scores: &mut Vec<i32>) -> bool {
    let gives = game.seed.is_multiple_of(2);
    scores.extend(moves.iter().filter(|_| gives).map(|&mv| i32::from(mv)));
    gives
}

/// Keeps the moves from place `start` on that leave the opponent to decide.
fn true_threats(game: &Hashed, state: &Spot, moves: &mut Vec<u8>, start: usize) {
    let Turn::Decision(mover) = game.turn(state) else { return };
    let kept: Vec<u8> = moves[start..]
        .iter()
        .copied()
        .filter(|&mv| game.turn(&game.child(state, mv)) == Turn::Decision(mover.other()))
        .collect();
    moves.truncate(start);
    moves.extend(kept);
}

/// Guesses by hash: few different numbers, so that many are equal.
pub struct HashedGuess;

impl Evaluate<Hashed> for HashedGuess {
    fn evaluate(&self, _: &Hashed, state: &Spot) -> f64 {
        [0.0, 1.0, -1.0, 2.5, -2.5, 3.7, -0.0][draw(state.hash, 9, 7) as usize]
    }

    fn win_worth(&self, _: &Hashed) -> f64 {
        7.3
    }

    fn ordering_score(&self, _: &Hashed, state: &Spot, mv: u8) -> i32 {
        draw(state.hash, 200 + u64::from(mv), 3) as i32
    }
}

/// A node of a tree that is written down.
#[derive(Clone, Debug)]
pub struct Node {
    pub turn: Turn,
    /// Its static evaluation.
    pub guess: f64,
    /// The children by its moves (or outcomes), with probabilities where chance moves.
    pub children: Vec<(f64, Node)>,
}

/// A finished game.
pub fn over(outcome: Outcome) -> Node {
    Node { turn: Turn::Over(outcome), guess: f64::NAN, children: Vec::new() }
}

/// The first player wins.
pub fn win() -> Node {
    over(Outcome::Win(Player::First))
}

/// The second player wins.
pub fn loss() -> Node {
    over(Outcome::Win(Player::Second))
}

/// No player wins.
pub fn level() -> Node {
    over(Outcome::Draw)
}

/// Points for the first player.
pub fn pay(points: f64) -> Node {
    over(Outcome::Payoff(points))
}

/// The first player decides.
pub fn first(children: impl IntoIterator<Item = Node>) -> Node {
    let children = children.into_iter().map(|child| (0.0, child)).collect();
    Node { turn: Turn::Decision(Player::First), guess: 0.0, children }
}

/// The second player decides.
pub fn second(children: impl IntoIterator<Item = Node>) -> Node {
    Node { turn: Turn::Decision(Player::Second), ..first(children) }
}

/// Chance decides.
pub fn chance(children: impl IntoIterator<Item = (f64, Node)>) -> Node {
    Node { turn: Turn::Chance, guess: 0.0, children: children.into_iter().collect() }
}

/// The second player would decide, and then win; the evaluation guesses otherwise.
pub fn guess(points: f64) -> Node {
    Node { guess: points, ..second([loss()]) }
}

/// A written tree as a game: a state is the path to it.
pub struct Written(pub Node);

impl Written {
    fn node(&self, path: &[u8]) -> &Node {
        path.iter().fold(&self.0, |node, &step| &node.children[usize::from(step)].1)
    }
}

impl NoHints for Written {}

impl Game for Written {
    type State = Vec<u8>;
    type Move = u8;

    fn initial(&self) -> Vec<u8> {
        Vec::new()
    }

    fn turn(&self, state: &Vec<u8>) -> Turn {
        self.node(state).turn
    }

    fn legal_moves(&self, state: &Vec<u8>, moves: &mut Vec<u8>) {
        moves.extend(0..self.node(state).children.len() as u8);
    }

    fn chance_outcomes(&self, state: &Vec<u8>, outcomes: &mut Vec<(u8, f64)>) {
        let children = self.node(state).children.iter();
        outcomes.extend(children.zip(0..).map(|(&(probability, _), mv)| (mv, probability)));
    }

    fn play(&self, state: &mut Vec<u8>, mv: u8) {
        state.push(mv);
    }
}

/// The guesses written at the nodes; a win counts 100.
pub struct WrittenGuess;

impl Evaluate<Written> for WrittenGuess {
    fn evaluate(&self, game: &Written, state: &Vec<u8>) -> f64 {
        let node = game.node(state);
        assert!(node.turn.outcome().is_none(), "a finished game is not to be guessed at");
        node.guess
    }

    fn win_worth(&self, _: &Written) -> f64 {
        100.0
    }
}

/// Tic-tac-toe; cells 0 to 8 row by row from the top left.
pub struct TicTacToe;

/// The eight lines: rows, columns, diagonals.
const LINES: [u16; 8] = [0o007, 0o070, 0o700, 0o111, 0o222, 0o444, 0o421, 0o124];

/// Cells taken by either player.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Default)]
pub struct Marks(pub [u16; 2]);

impl Marks {
    /// A position from nine characters: x, o or anything else.
    pub fn read(text: &str) -> Marks {
        let of = |mark| text.chars().enumerate().filter(|&(_, c)| c == mark).map(|(at, _)| 1 << at).sum();
        Marks([of('x'), of('o')])
    }

    fn player(self) -> Player {
        Player::BOTH[(self.0[0].count_ones() - self.0[1].count_ones()) as usize]
    }
}

impl NoHints for TicTacToe {}

impl Game for TicTacToe {
    type State = Marks;
    type Move = u8;

    fn initial(&self) -> Marks {
        Marks::default()
    }

    fn turn(&self, state: &Marks) -> Turn {
        let last = state.player().other();
        let marks = state.0[last.index()];
        if LINES.iter().any(|line| marks & line == *line) {
            Turn::Over(Outcome::Win(last))
        } else if state.0[0] | state.0[1] == 0o777 {
            Turn::Over(Outcome::Draw)
        } else {
            Turn::Decision(last.other())
        }
    }

    fn legal_moves(&self, state: &Marks, moves: &mut Vec<u8>) {
        moves.extend((0..9).filter(|cell| (state.0[0] | state.0[1]) >> cell & 1 == 0));
    }

    fn play(&self, state: &mut Marks, cell: u8) {
        state.0[state.player().index()] |= 1 << cell;
    }
}

/// Evaluates every position as equal, but orders cells by the number of lines through them.
pub struct ManyLines;

impl Evaluate<TicTacToe> for ManyLines {
    fn evaluate(&self, _: &TicTacToe, _: &Marks) -> f64 {
        0.0
    }

    fn win_worth(&self, _: &TicTacToe) -> f64 {
        1.0
    }

    fn ordering_score(&self, _: &TicTacToe, _: &Marks, cell: u8) -> i32 {
        LINES.iter().filter(|line| *line >> cell & 1 == 1).count() as i32
    }
}
