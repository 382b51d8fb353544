//! Descent: lines that are followed to the end of the game before each move of a training game, and the minimax of all of them as the
//! values to learn.
//!
//! Cohen-Solal, "Learning to Play Two-Player Perfect-Information Games without Knowledge" (arXiv 2008.01188): of the moves of a
//! position the best one by what is known so far is followed until the game is over, again and again; the ends correct what the
//! network says of the positions before them. All positions on the lines are learnt, not those that were played alone. Positions
//! whose value is known for sure are not followed again.

use plywood_rules::{Outcome, Playable, Player, Stop, Turn};
use rustc_hash::FxHashMap;

use crate::ntuple::{EncodedSides, Encoder, Network, Targets};

/// A network that values the positions of a game.
pub(crate) struct Valuer<'a, G: Playable> {
    pub game: &'a G,
    pub encoder: &'a Encoder<G>,
    pub network: &'a Network,
    /// The discount of a value for each decision.
    pub gamma: f32,
    /// Plies after which a line is worth a draw.
    pub max_plies: usize,
}

/// The positions on all lines of a training game.
pub(crate) struct DescentTree<G: Playable> {
    places: FxHashMap<G::State, usize>,
    nodes: Vec<DescentNode<G>>,
    moves: Vec<DescentMove<G::Move>>,
    /// The line under way: positions, and their moves.
    line: Vec<(usize, usize)>,
    legal: Vec<G::Move>,
    values: Vec<f32>,
}

struct DescentNode<G: Playable> {
    state: G::State,
    mover: Player,
    /// The place of its first move, and their number.
    first: usize,
    count: usize,
    /// The value of its best move.
    value: f32,
    known: Outlook,
}

struct DescentMove<M> {
    mv: M,
    /// For the player who moves.
    value: f32,
    known: Outlook,
    visits: u32,
}

/// The state of a value.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Outlook {
    /// Another line may change it.
    Open,
    /// This player wins.
    Won(Player),
    /// A draw, or points.
    Level,
}

impl Outlook {
    fn of(turn: Turn) -> Outlook {
        match turn {
            Turn::Over(Outcome::Win(player)) => Outlook::Won(player),
            Turn::Over(_) => Outlook::Level,
            _ => Outlook::Open,
        }
    }
}

impl<G: Playable> Default for DescentTree<G> {
    fn default() -> Self {
        let (places, nodes, moves, line) = Default::default();
        DescentTree { places, nodes, moves, line, legal: Vec::new(), values: Vec::new() }
    }
}

impl<G: Playable> DescentTree<G> {
    pub fn clear(&mut self) {
        self.places.clear();
        self.nodes.clear();
        self.moves.clear();
    }

    /// Follows `lines` lines from a decision, fewer if its value is known before, and puts the values of its legal moves for the
    /// mover into `values`.
    pub fn values(
        &mut self,
        valuer: &Valuer<'_, G>,
        state: &G::State,
        lines: u32,
        sight: &mut EncodedSides<G>,
        stop: &Stop,
        values: &mut Vec<f32>,
    ) {
        let root = self.node(valuer, state, sight);
        for _ in 0..lines {
            if self.nodes[root].known != Outlook::Open || stop.is_raised() {
                break;
            }
            self.follow(valuer, root, sight);
        }
        values.clear();
        values.extend(self.moves_of(root).iter().map(|mv| mv.value));
    }

    /// Everything on the lines, to be learnt with the values found.
    pub fn lesson(&self, valuer: &Valuer<'_, G>, sight: &mut EncodedSides<G>, targets: &mut Targets) {
        let Valuer { game, encoder, network, .. } = *valuer;
        for node in &self.nodes {
            encoder.look(game, network, &node.state, sight);
            let indices = sight.indices(node.mover);
            let value = network.value(node.mover, indices);
            targets.teach(node.mover, network.side_of(node.mover), value, indices, node.value);
        }
    }

    fn moves_of(&self, node: usize) -> &[DescentMove<G::Move>] {
        let DescentNode { first, count, .. } = self.nodes[node];
        &self.moves[first..first + count]
    }

    /// The node of a decision: with the values of the network if it is new.
    fn node(&mut self, valuer: &Valuer<'_, G>, state: &G::State, sight: &mut EncodedSides<G>) -> usize {
        if let Some(&known) = self.places.get(state) {
            return known;
        }
        let Valuer { game, encoder, network, .. } = *valuer;
        let mover = game.turn(state).player().expect("a line goes from decision to decision");
        let DescentTree { places, nodes, moves, legal, values, .. } = &mut *self;
        let (first, node) = (moves.len(), nodes.len());
        legal.clear();
        game.legal_moves(state, legal);
        encoder.values(game, network, (state, &[]), mover, legal, 1, sight, values);
        moves.extend(legal.iter().zip(values).map(|(&mv, &mut value)| {
            let known = Outlook::of(game.turn(&game.child(state, mv)));
            DescentMove { mv, value, known, visits: 0 }
        }));
        let count = moves.len() - first;
        let (state, known) = (state.clone(), Outlook::Open);
        nodes.push(DescentNode { state: state.clone(), mover, first, count, value: 0.0, known });
        places.insert(state, node);
        self.weigh(node);
        node
    }

    /// Follows one line to a position whose value is known, and carries that back.
    fn follow(&mut self, valuer: &Valuer<'_, G>, root: usize, sight: &mut EncodedSides<G>) {
        self.line.clear();
        let mut node = root;
        // A line that comes back to a position of its own, or takes too long, is worth a draw for now.
        let mut is_drawn = false;
        while self.nodes[node].known == Outlook::Open && !is_drawn {
            let at = self.most_promising(node);
            self.line.push((node, at));
            let child = valuer.game.child(&self.nodes[node].state, self.moves[at].mv);
            node = self.node(valuer, &child, sight);
            is_drawn =
                self.line.len() >= valuer.max_plies || self.line.iter().any(|&(before, _)| before == node);
        }
        let end = &self.nodes[node];
        let (mut value, mut known) = match is_drawn {
            true => (0.0, Outlook::Open),
            false => (end.mover.sign() as f32 * end.value, end.known),
        };
        while let Some((node, at)) = self.line.pop() {
            let sign = self.nodes[node].mover.sign() as f32;
            let here = &mut self.moves[at];
            (here.value, here.known, here.visits) = (valuer.gamma * sign * value, known, here.visits + 1);
            self.weigh(node);
            (value, known) = (sign * self.nodes[node].value, self.nodes[node].known);
        }
    }

    /// The place of the best move that is not known; of equal ones that of the one that was followed least.
    fn most_promising(&self, node: usize) -> usize {
        let DescentNode { first, count, .. } = self.nodes[node];
        let open = (first..first + count).filter(|&at| self.moves[at].known == Outlook::Open);
        let better = |a: usize, b: usize| {
            let [known, new] = [&self.moves[a], &self.moves[b]];
            let is_better = new.value > known.value || new.value == known.value && new.visits < known.visits;
            if is_better { b } else { a }
        };
        open.reduce(better).expect("what is not known has a move that is not")
    }

    /// Takes the value of a node from its moves.
    fn weigh(&mut self, node: usize) {
        let (mover, moves) = (self.nodes[node].mover, self.moves_of(node));
        let (wins, loses) = (Outlook::Won(mover), Outlook::Won(mover.other()));
        let value = moves.iter().map(|mv| mv.value).fold(f32::MIN, f32::max);
        let known = if moves.iter().any(|mv| mv.known == wins) {
            wins
        } else if moves.iter().any(|mv| mv.known == Outlook::Open) {
            Outlook::Open
        } else if moves.iter().all(|mv| mv.known == loses) {
            loses
        } else {
            Outlook::Level
        };
        let here = &mut self.nodes[node];
        (here.value, here.known) = (value, known);
    }
}
