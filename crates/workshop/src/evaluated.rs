//! Searches of many positions at once that are guided by an evaluator from outside, such as a neural network, as arrays of numbers.

use std::collections::HashMap;
use std::iter::successors;
use std::sync::Arc;

use plywood_erased::{AnyPosition, TypedPosition, typed_position};
use plywood_rules::{Playable, Player, TextError};
use plywood_search::{Descent, PuctSettings, PuctTree};

/// Searches of positions of one game. Each grows a tree of its own; their leaves are evaluated together.
pub trait EvaluatedSearch: Send {
    /// Begins to search these positions. A tree of an earlier search whose root led to one of them is kept.
    ///
    /// # Errors
    /// If one is of another game, or no player decides there: names it. Nothing changes then.
    fn begin(&mut self, positions: &[Arc<dyn AnyPosition>]) -> Result<(), TextError>;
    /// Grows each tree until it had so many visits since it began, and writes the next leaves to be evaluated, at most as many
    /// as there is room for: their observations by the player to move, and for each action whether it is a legal move. Returns
    /// their number: 0 when the search is complete.
    fn select(&mut self, visits: u32, observations: &mut [f32], masks: &mut [bool]) -> usize;
    /// Enters the evaluations of all leaves that were selected: the prior of each action, and for each leaf a value from -1
    /// to 1 for the player to move.
    ///
    /// # Errors
    /// If there are not as many, or one is no such number: names it. Nothing changes then.
    fn expand(&mut self, priors: &[f32], values: &[f32]) -> Result<(), TextError>;
    /// Mixes a share of noise into the priors of the roots, which have to be evaluated: for each action a number, of which those of
    /// legal moves are divided by their sum.
    fn mix(&mut self, share: f32, noise: &[f32]);
    /// Writes for each position the visits of each action, and the value for the player to move.
    fn results(&self, visits: &mut [u32], values: &mut [f32]);
    /// Forgets all trees: an evaluation failed.
    fn forget(&mut self);
}

/// The searches of one type of game.
pub(crate) struct TypedEvaluated<G: Playable> {
    game: Arc<G>,
    settings: PuctSettings,
    actions: usize,
    observation: usize,
    trees: Vec<GrowingTree<G>>,
    /// Trees of earlier searches, the latest first: a bot of many games is not asked about all of them each time.
    older: Vec<PuctTree<G>>,
    /// The tree of each leaf that is being evaluated, and its number there.
    leaves: Vec<(usize, u32)>,
}

struct GrowingTree<G: Playable> {
    tree: PuctTree<G>,
    /// Visits since it began, and those that are waiting for an evaluation.
    done: u32,
    waiting: u32,
}

/// Moves that may have been played since the last search.
const MOST_PLAYED: usize = 16;

/// Trees of earlier searches that are remembered.
const MOST_OLDER: usize = 256;

/// The part of the visits so far that may wait at the same time: what waits is not known to what is chosen meanwhile.
const WAITING_PART: u32 = 8;

impl<G: Playable> TypedEvaluated<G> {
    pub fn new(game: Arc<G>, settings: PuctSettings) -> TypedEvaluated<G> {
        let (actions, observation) = (game.actions(), game.observation_shape().iter().product());
        TypedEvaluated {
            game,
            settings,
            actions,
            observation,
            trees: Vec::new(),
            older: Vec::new(),
            leaves: Vec::new(),
        }
    }

    /// The tree of a position: what is kept of the one of `older` that led there, which has its number by its root.
    fn tree(
        &self,
        position: &TypedPosition<G>,
        known: &HashMap<(usize, G::State), usize>,
        used: &mut [bool],
    ) -> PuctTree<G> {
        let (mut at, mut moves) = (position, Vec::new());
        for _ in 0..=MOST_PLAYED {
            if let Some(&number) = known.get(&(at.plies() as usize, at.state().clone())) {
                moves.reverse();
                used[number] = true;
                if let Some(tree) = self.older[number].keep(&moves) {
                    return tree;
                }
                break;
            }
            let Some((before, mv)) = at.before() else { break };
            moves.push(mv);
            at = before;
        }
        let before = successors(position.before(), |(before, _)| before.before());
        let mut past: Vec<G::State> = before.map(|(before, _)| before.state().clone()).collect();
        past.reverse();
        PuctTree::new(&*self.game, position.state().clone(), past)
    }
}

#[cfg(feature = "onnx")]
impl<G: Playable> TypedEvaluated<G> {
    /// Begins to search this position, which came after those of `past`. The tree of the last search is kept if it led there.
    pub fn begin_at(&mut self, state: &G::State, past: &[G::State]) {
        let way = [past, std::slice::from_ref(state)].concat();
        let last = self.trees.pop().filter(|at| at.waiting == 0).map(|at| at.tree);
        let kept = last.filter(|tree| way.get(tree.past()) == Some(tree.root()));
        let kept = kept.and_then(|tree| tree.keep_along(&way[tree.past() + 1..]));
        let tree = kept.unwrap_or_else(|| PuctTree::new(&*self.game, state.clone(), past.to_vec()));
        self.trees = vec![GrowingTree { tree, done: 0, waiting: 0 }];
        self.leaves.clear();
    }

    /// The tree of the position that is searched, the first one.
    pub fn first_tree(&self) -> Option<&PuctTree<G>> {
        self.trees.first().map(|at| &at.tree)
    }
}

impl<G: Playable> EvaluatedSearch for TypedEvaluated<G> {
    fn begin(&mut self, positions: &[Arc<dyn AnyPosition>]) -> Result<(), TextError> {
        let typed = |(number, position)| {
            let position = typed_position(&self.game, position)
                .ok_or_else(|| TextError::new(format!("position {number} is of another game")))?;
            match (position.outcome(), position.turn().player()) {
                (Some(_), _) => Err(TextError::new(format!("position {number} is over"))),
                (None, None) => Err(TextError::new(format!("chance decides in position {number}; see roll"))),
                (None, Some(_)) => Ok(position),
            }
        };
        let typed: Vec<&TypedPosition<G>> =
            positions.iter().map(|position| &**position).enumerate().map(typed).collect::<Result<_, _>>()?;
        let done = self.trees.drain(..).filter(|at| at.waiting == 0).map(|at| at.tree);
        self.older.splice(0..0, done);
        let known = self.older.iter().enumerate().rev();
        let known = known.map(|(number, tree)| ((tree.past(), tree.root().clone()), number)).collect();
        let mut used = vec![false; self.older.len()];
        for position in typed {
            let tree = self.tree(position, &known, &mut used);
            self.trees.push(GrowingTree { tree, done: 0, waiting: 0 });
        }
        let mut used = used.into_iter();
        self.older.retain(|_| used.next() == Some(false));
        self.older.truncate(MOST_OLDER);
        self.leaves.clear();
        Ok(())
    }

    fn select(&mut self, visits: u32, observations: &mut [f32], masks: &mut [bool]) -> usize {
        let mut rows =
            observations.chunks_exact_mut(self.observation).zip(masks.chunks_exact_mut(self.actions));
        let most = rows.len();
        let growing = self.trees.iter().filter(|at| at.done < visits).count().max(1);
        let share = most.div_ceil(growing) as u32;
        let mut moves = Vec::new();
        'all: for (number, at) in self.trees.iter_mut().enumerate() {
            let share = share.min(1 + at.tree.visits() / WAITING_PART);
            while at.done + at.waiting < visits && at.waiting < share {
                if self.leaves.len() == most {
                    break 'all;
                }
                let leaf = match at.tree.descend(&*self.game, self.settings) {
                    Descent::Leaf(leaf) => leaf,
                    Descent::End => {
                        at.done += 1;
                        continue;
                    }
                    Descent::Taken => break,
                };
                let Some((seen, mask)) = rows.next() else { break 'all };
                let state = at.tree.state(leaf);
                let mover = self.game.turn(state).player().unwrap_or(Player::First);
                seen.fill(0.0);
                self.game.observe(state, mover, seen);
                moves.clear();
                self.game.legal_moves(state, &mut moves);
                mask.fill(false);
                moves.iter().for_each(|&mv| mask[self.game.action(mv)] = true);
                at.waiting += 1;
                self.leaves.push((number, leaf));
            }
        }
        self.leaves.len()
    }

    fn expand(&mut self, priors: &[f32], values: &[f32]) -> Result<(), TextError> {
        let (leaves, actions) = (self.leaves.len(), self.actions);
        if [priors.len(), values.len()] != [leaves * actions, leaves] {
            return Err(TextError::new(format!(
                "{} priors and {} values for {leaves} positions of {actions} actions",
                priors.len(),
                values.len()
            )));
        }
        // A value that is no number is in no range.
        let most = 1.0 + TOLERANCE;
        if let Some(place) = values.iter().position(|value| !(-most..=most).contains(value)) {
            let value = values[place];
            return Err(TextError::new(format!("value {value} of position {place} is not between -1 and 1")));
        }
        if let Some(place) = priors.iter().position(|prior| !prior.is_finite() || *prior < 0.0) {
            let (prior, action, position) = (priors[place], place % actions, place / actions);
            return Err(TextError::new(format!(
                "prior {prior} of action {action} in position {position} is no number of at least 0"
            )));
        }
        for ((&(number, leaf), priors), &value) in
            self.leaves.iter().zip(priors.chunks_exact(actions)).zip(values)
        {
            let at = &mut self.trees[number];
            at.tree.expand(&*self.game, leaf, value, |mv| priors[self.game.action(mv)]);
            at.done += 1;
            at.waiting -= 1;
        }
        self.leaves.clear();
        Ok(())
    }

    fn mix(&mut self, share: f32, noise: &[f32]) {
        for (at, noise) in self.trees.iter_mut().zip(noise.chunks_exact(self.actions)) {
            at.tree.mix(share, |mv| noise[self.game.action(mv)]);
        }
    }

    fn results(&self, visits: &mut [u32], values: &mut [f32]) {
        let rows = visits.chunks_exact_mut(self.actions).zip(values);
        for (at, (visits, value)) in self.trees.iter().zip(rows) {
            at.tree.moves().for_each(|(mv, count, _)| visits[self.game.action(mv)] = count);
            *value = at.tree.value();
        }
    }

    fn forget(&mut self) {
        self.trees.clear();
        self.older.clear();
        self.leaves.clear();
    }
}

/// Rounding may take a value of a network a little over 1.
const TOLERANCE: f32 = 1e-3;
