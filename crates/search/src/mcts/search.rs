//! One playout after the other: down the tree, one ply beyond, a random game, and back up.

use plywood_rules::random::{below, unit};
use plywood_rules::trace::{Playout, VisitMean};
use plywood_rules::{Evaluate, Outcome, Player, Position, TacticalStatus, Tactics};
use rand_xoshiro::Xoshiro256PlusPlus;

use super::bounds::ProvedBounds;
use super::node::{MctsNode, Mover, ROOT};
use super::playout::PlayoutBuffers;
use super::repetition::PathHistory;
use super::settings::{MctsSettings, TreeGrowth};
use super::tree::MctsTree;

/// A position gets its children after one visit, and one more visit for every this many moves: on wide boards
/// children cost more time than a playout, and memory.
const MOVES_A_VISIT: usize = 32;

/// The playouts that are written down at most.
const LOGGED: usize = 1000;

/// One step down the tree.
pub(super) struct PathStep {
    pub node: usize,
    /// The value of the position, if a move of known value is better than the one that is tried here.
    pub instead: Option<f64>,
}

/// A search under way.
pub(super) struct MctsSearch<'a, G: Tactics + ?Sized> {
    pub game: &'a G,
    pub evaluation: &'a dyn Evaluate<G>,
    pub win_worth: f64,
    pub settings: &'a MctsSettings,
    pub tree: MctsTree<G>,
    /// The most nodes that the tree may have.
    room: usize,
    /// True if some position found no room for its children.
    pub is_full: bool,
    rng: Xoshiro256PlusPlus,
    pub line: Option<PathHistory<G::State>>,
    pub path: Vec<PathStep>,
    playouts: PlayoutBuffers<G::Move>,
    /// Room for the moves of a position.
    moves: Vec<G::Move>,
    /// Room for the outcomes of a chance node.
    outcomes: Vec<(G::Move, f64)>,
    /// Plies played so far, in the tree and in playouts.
    pub plies: u64,
    /// The first playouts by the places of nodes in the tree, if they are to be written down.
    pub log: Option<Vec<Playout>>,
}

impl<'a, G: Tactics + ?Sized> MctsSearch<'a, G> {
    pub fn new(
        game: &'a G,
        evaluation: &'a dyn Evaluate<G>,
        settings: &'a MctsSettings,
        tree: MctsTree<G>,
        room: usize,
        position: &Position<'_, G>,
        rng: Xoshiro256PlusPlus,
    ) -> MctsSearch<'a, G> {
        let (win_worth, line) = (evaluation.win_worth(game), PathHistory::new(game, position));
        let forced = line.is_none();
        let mut search = MctsSearch {
            game,
            evaluation,
            win_worth,
            settings,
            tree,
            room,
            is_full: false,
            rng,
            line,
            path: Vec::new(),
            playouts: PlayoutBuffers { forced, win_worth, moves: Vec::new(), outcomes: Vec::new() },
            moves: Vec::new(),
            outcomes: Vec::new(),
            plies: 0,
            log: None,
        };
        if search.tree.nodes[ROOT].count == 0 {
            let state = search.tree.state.clone();
            search.expand(ROOT, &state);
        }
        search
    }

    /// The part of its room that the tree takes, from 0 to 1.
    pub fn fullness(&self) -> f64 {
        (self.tree.nodes.count() as f64 / self.room as f64).min(1.0)
    }

    /// Returns true if the search is complete.
    pub fn is_finished(&self) -> bool {
        let root = &self.tree.nodes[ROOT];
        match self.settings.all {
            // There is nothing else to do for it.
            _ if self.is_full && self.settings.growth == TreeGrowth::BestFirst => true,
            true => self.tree.nodes[root.children()].iter().all(MctsNode::is_settled),
            false => root.is_settled(),
        }
    }

    /// Makes the tree one playout wiser. It must not be finished.
    pub fn playout(&mut self) {
        self.path.clear();
        let mut state = self.tree.state.clone();
        let mut node = ROOT;
        let (mut expanded, mut random) = (None, false);
        // 1. Down the tree, to a position that is new or known for sure.
        let reward = loop {
            self.path.push(PathStep { node, instead: None });
            let here = &self.tree.nodes[node];
            if here.is_settled() && node != ROOT {
                break here.mean;
            }
            // 2. A position that was visited before gets its children, some of which may settle it.
            if here.count == 0 {
                if !self.is_ripe(node, &state) || !self.expand(node, &state) {
                    // 3. A new one is evaluated, or played to the end at random.
                    if self.settings.growth == TreeGrowth::Evaluations {
                        let points = self.evaluation.evaluate(self.game, &state);
                        break (points / self.win_worth).clamp(-1.0, 1.0);
                    }
                    let (reward, plies) = self.playouts.play_out(self.game, state, &mut self.rng);
                    self.plies += u64::from(plies);
                    random = true;
                    break reward;
                }
                expanded = Some(self.path.len() - 1);
                self.settle_path();
                if self.tree.nodes[node].is_settled() && node != ROOT {
                    break self.tree.nodes[node].mean;
                }
            }
            let here = &self.tree.nodes[node];
            let child = match here.mover {
                Mover::Player(player) => {
                    let choice = self.select(node, player);
                    self.path.last_mut().expect("it was pushed above").instead = choice.instead;
                    choice.child
                }
                Mover::Chance => self.draw(node),
                Mover::None => unreachable!("what is over is settled"),
            };
            node = child;
            if self.goes_round(node, &mut state) {
                self.path.push(PathStep { node, instead: None });
                self.settle_path();
                break 0.0;
            }
        };
        let logs = self.log.as_ref().is_some_and(|log| log.len() < LOGGED);
        let mut playout = logs.then(|| Playout { expanded, random, ..Playout::default() });
        self.back_up(reward, playout.as_mut());
        if let Some(log) = &mut self.log {
            log.extend(playout);
        }
        if let Some(line) = &mut self.line {
            line.rewind();
        }
    }

    /// Plays the move that leads to `node`. Returns true if the position is there for the third time, which makes it a draw.
    pub(super) fn goes_round(&mut self, node: usize, state: &mut G::State) -> bool {
        let here = &mut self.tree.nodes[node];
        self.game.play(state, here.mv.expect("a child has a move"));
        self.plies += 1;
        let Some(line) = &mut self.line else { return false };
        let recurs = here.mover != Mover::None
            && line.push(self.game, state, here.mover == Mover::Chance, here.count == 0);
        if recurs {
            here.end(Outcome::Draw, self.win_worth);
        }
        recurs
    }

    /// The child of `node` to try, and a better known value, if there is one.
    ///
    /// UCB1 (Auer, Cesa-Bianchi and Fischer, "Finite-time Analysis of the Multiarmed Bandit Problem", Machine
    /// Learning 47, 2002) applied to trees (Kocsis and Szepesvári, "Bandit Based Monte-Carlo Planning", ECML
    /// 2006): the mean so far, plus a bonus that is greater the less the child was tried.
    fn select(&self, node: usize, player: Player) -> ChosenChild {
        let MctsSettings { exploration, first_play, all, .. } = *self.settings;
        let parent = &self.tree.nodes[node];
        let whole = node == ROOT && all;
        let least = parent.bounds.seen_by(player).low;
        let tries = f64::from(parent.visits.max(1)).ln();
        let status = player.sign() * parent.mean + first_play;
        let mut best = ChosenChild { child: ROOT, instead: None };
        let (mut most, mut known) = (f64::NEG_INFINITY, f64::NEG_INFINITY);
        for (child, here) in parent.children().zip(&self.tree.nodes[parent.children()]) {
            let bounds = here.bounds.seen_by(player);
            if here.is_settled() {
                known = known.max(if bounds.are_lost() { known } else { player.sign() * here.mean });
                continue;
            }
            if bounds.high <= least && !whole {
                // It can be no better than a value that is certain already.
                continue;
            }
            let score = match here.visits {
                0 => status,
                n => player.sign() * here.mean + exploration * (tries / f64::from(n)).sqrt(),
            };
            if score > most {
                (most, best.child) = (score, child);
            }
        }
        debug_assert_ne!(best.child, ROOT, "what is not settled has a child that is not");
        if known > most {
            // Visiting a position of known value gains nothing, so the time goes to the best of the others; but
            // the player would choose the known one, so its value is the value of this position for now.
            best.instead = Some(player.sign() * known);
        }
        best
    }

    /// One of the outcomes at `node`, by their probabilities.
    fn draw(&mut self, node: usize) -> usize {
        let children = self.tree.nodes[node].children();
        let mut left = unit(&mut self.rng);
        for child in children.clone() {
            left -= self.tree.nodes[child].probability;
            if left < 0.0 {
                return child;
            }
        }
        // Rounding can leave a sliver above the sum of the probabilities: it belongs to the last outcome.
        children.end - 1
    }

    /// Returns whether `node` was visited often enough to get its children.
    fn is_ripe(&self, node: usize, state: &G::State) -> bool {
        let MctsNode { mover, visits, .. } = self.tree.nodes[node];
        let moves = || if mover == Mover::Chance { 0 } else { self.game.count_moves(state) };
        visits > 0 && visits as usize > moves() / MOVES_A_VISIT
    }

    /// Creates the children of `node`, whose state is `state`. Returns false if there is no room for them.
    pub(super) fn expand(&mut self, node: usize, state: &G::State) -> bool {
        let mut lost = false;
        self.moves.clear();
        self.outcomes.clear();
        match self.tree.nodes[node].mover {
            Mover::Player(_) if node == ROOT && self.settings.all => {
                self.game.legal_moves(state, &mut self.moves);
            }
            Mover::Player(_) => lost = self.game.candidates(state, &mut self.moves) == TacticalStatus::Lost,
            Mover::Chance => self.game.chance_outcomes(state, &mut self.outcomes),
            Mover::None => {}
        }
        let count = self.moves.len() + self.outcomes.len();
        if self.tree.nodes.count() + count > self.room && node != ROOT {
            self.is_full = true;
            return false;
        }
        if let (true, Mover::Player(player)) = (lost, self.tree.nodes[node].mover) {
            let here = &mut self.tree.nodes[node];
            here.bounds = ProvedBounds::lost_in(player, 2);
            here.safe[player.other().index()] = true;
            here.mean = -player.sign();
            return true;
        }
        self.sort_moves(state);
        let evaluates = self.settings.growth == TreeGrowth::BestFirst;
        let accumulator = if evaluates { self.evaluation.accumulator(self.game, state) } else { 0 };
        let moves = self.moves.iter().map(|&mv| (mv, 1.0));
        let children = moves.chain(self.outcomes.iter().copied()).map(|(mv, probability)| {
            let child = self.game.child(state, mv);
            let mut node = MctsNode::new(Some(mv), self.game.turn(&child), probability, self.win_worth);
            if evaluates {
                (node.visits, self.plies) = (1, self.plies + 1);
                if !node.is_settled() {
                    let at = (state, accumulator);
                    node.mean = evaluated(self.game, self.evaluation, at, mv, &child) / self.win_worth;
                }
            }
            node
        });
        let first = self.tree.nodes.add(count, children);
        let here = &mut self.tree.nodes[node];
        (here.first, here.count) = (first as u32, count as u32);
        self.settle(node);
        true
    }

    /// Puts the moves of `state` in the order in which they are tried: at random, so that no direction is
    /// preferred, the promising ones first.
    fn sort_moves(&mut self, state: &G::State) {
        for n in (1..self.moves.len()).rev() {
            self.moves.swap(n, below(&mut self.rng, n + 1));
        }
        if self.settings.promising {
            self.moves
                .sort_by_cached_key(|&mv| -i64::from(self.evaluation.ordering_score(self.game, state, mv)));
        }
    }

    /// Updates the proved bounds of `node` from its children. Returns true if they changed.
    fn settle(&mut self, node: usize) -> bool {
        let here = &self.tree.nodes[node];
        let children = &self.tree.nodes[here.children()];
        let all_safe = |player: Player| children.iter().all(|child| child.safe[player.index()]);
        let mut safe = Player::BOTH.map(all_safe);
        let bounds = match here.mover {
            Mover::Player(player) => {
                safe[player.index()] = children.iter().any(|child| child.safe[player.index()]);
                ProvedBounds::of_decision(player, children.iter().map(|child| child.bounds))
            }
            Mover::Chance => {
                let outcomes = children.iter().map(|child| (child.probability, child.bounds));
                ProvedBounds::of_chance(outcomes, self.win_worth)
            }
            Mover::None => return false,
        };
        let here = &mut self.tree.nodes[node];
        let news = here.bounds != bounds || here.safe != safe;
        (here.bounds, here.safe) = (bounds, safe);
        if here.is_settled() {
            here.mean = bounds.points(self.win_worth) / self.win_worth;
        }
        news
    }

    /// Backs up the new bounds of the last position of the path towards the root, while they change anything.
    pub(super) fn settle_path(&mut self) {
        for step in (0..self.path.len().saturating_sub(1)).rev() {
            if !self.settle(self.path[step].node) {
                return;
            }
        }
    }

    /// Counts the visit at every position of the path, and writes it into `playout`, if there is one. `reward` is the result at the
    /// last position.
    fn back_up(&mut self, mut reward: f64, mut playout: Option<&mut Playout>) {
        while let Some(PathStep { node, instead }) = self.path.pop() {
            reward = instead.unwrap_or(reward);
            self.count(node, reward);
            if let Some(playout) = &mut playout {
                let MctsNode { visits, mean, .. } = self.tree.nodes[node];
                playout.path.push(node);
                playout.results.push(reward);
                playout.tallies.push(VisitMean { visits: u64::from(visits), mean });
            }
        }
        if let Some(playout) = playout {
            playout.path.reverse();
            playout.results.reverse();
            playout.tallies.reverse();
        }
    }

    /// Counts a visit with this result.
    fn count(&mut self, node: usize, reward: f64) {
        let here = &mut self.tree.nodes[node];
        here.visits = here.visits.saturating_add(1);
        if here.is_settled() {
            return;
        }
        here.mean += (reward - here.mean) / f64::from(here.visits);
        if here.mover == Mover::Chance && here.count > 0 {
            // The mean of the outcomes is nearer the truth than the mean of those that happened to be drawn.
            let outcomes = &self.tree.nodes[self.tree.nodes[node].children()];
            if outcomes.iter().all(|outcome| outcome.visits > 0 || outcome.is_settled()) {
                let mean = outcomes.iter().map(|outcome| outcome.probability * outcome.mean).sum();
                self.tree.nodes[node].mean = mean;
            }
        }
    }
}

/// The next move to follow.
struct ChosenChild {
    child: usize,
    /// The value of a move that is known and looks better than this one, from the first player's view.
    instead: Option<f64>,
}

/// The evaluation of `child`, which `mv` leads to from a state with this accumulator, in points for the first player.
fn evaluated<G: Tactics + ?Sized>(
    game: &G,
    evaluation: &dyn Evaluate<G>,
    (state, accumulator): (&G::State, i64),
    mv: G::Move,
    child: &G::State,
) -> f64 {
    let after = evaluation.accumulator_after(game, state, accumulator, mv, child);
    evaluation.evaluate_accumulated(game, child, after)
}
