//! The tree in memory: the children of a node side by side and after it.

use plywood_rules::{Game, Outcome, Player, Position, Turn};

use super::bounds::Bounds;
use super::nodes::Nodes;
use super::playout::reward;

/// Who decides at a node.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Mover {
    Player(Player),
    Chance,
    /// It is over.
    Nobody,
}

/// A position of the tree. All numbers are from the view of the first player.
#[derive(Clone, Debug)]
pub(super) struct Node<M> {
    /// The move or outcome that leads here; the root has none.
    pub mv: Option<M>,
    pub mover: Mover,
    /// Whether the first player, and whether the second, can make sure not to lose whatever chance does.
    pub safe: [bool; 2],
    /// Where its children begin, and how many there are: none before it is expanded.
    pub first: u32,
    pub count: u32,
    pub visits: u32,
    /// The mean of what came of the visits, from -1 (the second player wins) to 1; the true value once it is known.
    pub mean: f64,
    pub bounds: Bounds,
    /// The probability of an outcome of chance.
    pub probability: f64,
}

impl<M> Node<M> {
    /// A position nobody has looked at but to see whose turn it is.
    pub fn new(mv: Option<M>, turn: Turn, probability: f64, win_worth: f64) -> Node<M> {
        let mover = match turn {
            Turn::Decision(player) => Mover::Player(player),
            Turn::Chance => Mover::Chance,
            Turn::Over(_) => Mover::Nobody,
        };
        let mut node = Node {
            mv,
            mover,
            safe: [false; 2],
            first: 0,
            count: 0,
            visits: 0,
            mean: 0.0,
            bounds: Bounds::UNKNOWN,
            probability,
        };
        if let Turn::Over(outcome) = turn {
            node.end(outcome, win_worth);
        }
        node
    }

    /// From now on the game ends here.
    pub fn end(&mut self, outcome: Outcome, win_worth: f64) {
        self.mover = Mover::Nobody;
        self.bounds = Bounds::of_outcome(outcome);
        self.mean = reward(outcome, win_worth);
        self.safe = Player::BOTH.map(|player| outcome.utility(player) >= 0);
    }

    /// Where its children are.
    pub fn children(&self) -> std::ops::Range<usize> {
        self.first as usize..(self.first + self.count) as usize
    }

    /// Whether its value is known for sure.
    pub fn is_settled(&self) -> bool {
        self.bounds.are_settled()
    }
}

/// The place of the root.
pub(super) const ROOT: usize = 0;

/// Everything a search has found out, the root first.
pub(super) struct Tree<G: Game + ?Sized> {
    pub state: G::State,
    /// How many states of the game came before the root.
    ply: usize,
    pub nodes: Nodes<G::Move>,
}

/// How many plies to look for a position whose history is not known.
const UNKNOWN_PLIES: u32 = 2;

impl<G: Game + ?Sized> Tree<G> {
    /// Nothing but the root.
    pub fn new(game: &G, position: &Position<'_, G>, win_worth: f64) -> Tree<G> {
        let root = Node::new(None, game.turn(position.state), 1.0, win_worth);
        Tree { state: position.state.clone(), ply: position.history.len(), nodes: Nodes::new(root) }
    }

    /// The node of `position`, if it is the root or play went on from there to it.
    pub fn find(&self, game: &G, position: &Position<'_, G>) -> Option<usize> {
        let Position { state, history, .. } = *position;
        if history.is_empty() && self.ply == 0 {
            return self.search(game, ROOT, &self.state, state, UNKNOWN_PLIES);
        }
        let mut line = history.iter().chain([state]).skip(self.ply);
        if line.next() != Some(&self.state) {
            return None;
        }
        let mut before = &self.state;
        line.try_fold(ROOT, |node, after| {
            let found = self.search(game, node, before, after, 1)?;
            before = after;
            (found != node).then_some(found)
        })
    }

    /// The node of `wanted` at or at most `plies` below `node`, whose state is `state`.
    fn search(
        &self,
        game: &G,
        node: usize,
        state: &G::State,
        wanted: &G::State,
        plies: u32,
    ) -> Option<usize> {
        if state == wanted {
            return Some(node);
        }
        let below = |child: usize| {
            let after = game.child(state, self.nodes[child].mv?);
            self.search(game, child, &after, wanted, plies - 1)
        };
        if plies == 0 { None } else { self.nodes[node].children().find_map(below) }
    }

    /// What is known from `node` on, the node of `position`: as much as `room` nodes hold, the nearest positions
    /// first, and no more than there is time for, as `go_on` says.
    pub fn keep(
        &self,
        node: usize,
        position: &Position<'_, G>,
        room: usize,
        go_on: impl Fn() -> bool,
    ) -> Tree<G> {
        let mut nodes = Nodes::new(Node { mv: None, probability: 1.0, ..self.nodes[node].clone() });
        let mut next = Some(ROOT);
        let mut looked = 0;
        let mut has_time = true;
        while let Some(at) = next {
            let children = nodes[at].children();
            if nodes.count() - looked >= INTERVAL {
                looked = nodes.count();
                has_time = go_on();
            }
            if has_time && nodes.count() + children.len() <= room {
                let first = nodes.add(children.len(), self.nodes[children].iter().cloned());
                nodes[at].first = first as u32;
            } else {
                // It keeps what was found out about it, and may be expanded once more.
                (nodes[at].first, nodes[at].count) = (0, 0);
            }
            next = nodes.next(at);
        }
        Tree { state: position.state.clone(), ply: position.history.len(), nodes }
    }
}

/// Nodes kept between two looks at the clock.
const INTERVAL: usize = 4096;
