//! One strategy alone: of all that guarantee the same value, one whose tree has the fewest leaves.
//!
//! The tree of a strategy has one move at the player's decisions and all moves elsewhere. The number of leaves
//! below a position depends only on that position, so the fewest are found position by position: the least over
//! the moves that keep the value, the sum over the opponent's. Choosing such moves for each position separately
//! is sound because each of them keeps the value.

use std::collections::{HashMap, HashSet};

use plywood_games::short_name;
use plywood_rules::wording::ErrorPart;
use plywood_rules::{Playable, Player, Proved, TextError, Turn, Value, moves_or_outcomes};

use super::report::StrategySize;
use super::values::{Oracle, win_worth};

/// A strategy: the moves of its player.
pub(crate) struct StrategyMoves<G: Playable> {
    player: Player,
    value: Value,
    size: TreeSize,
    /// The chosen moves, by position.
    choices: HashMap<G::State, G::Move>,
}

/// Ends and nodes of a tree.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
struct TreeSize {
    leaves: u64,
    nodes: u64,
}

impl TreeSize {
    /// Of a finished game.
    const END: TreeSize = TreeSize { leaves: 1, nodes: 1 };
}

impl<G: Playable> StrategyMoves<G> {
    /// A strategy for `player`, or for the winner, or else for the side to move.
    ///
    /// # Errors
    /// If the value is not known, the player loses, or the strategy's tree has no end.
    pub fn of(
        game: &G,
        start: &G::State,
        oracle: &Oracle<G::State>,
        player: Option<Player>,
    ) -> Result<StrategyMoves<G>, TextError> {
        let value = oracle.value(game, start).ok_or_else(|| {
            TextError::new(format!(
                "{} has too many positions to be solved at once, and a decision tree is of what is solved; take a smaller game \
                 or a later position",
                short_name(&game.name())
            ))
        })?;
        let player = player.unwrap_or_else(|| match value {
            Value::Proved(Proved::Win { .. }) => Player::First,
            Value::Proved(Proved::Loss { .. }) => Player::Second,
            _ => game.turn(start).player().unwrap_or(Player::First),
        });
        let own = value.seen_by(player);
        if let Value::Proved(Proved::Loss { .. }) = own {
            let why = format!(
                "the {player} player loses here whatever is played: there is no strategy to show; try "
            );
            return Err(TextError::of([
                why.into(),
                ErrorPart::option("player"),
                format!(" {}", player.other()).into(),
            ]));
        }
        let graded = game.stage(start).is_some();
        if !graded && own.proved() == Some(Proved::Draw) {
            return Err(TextError::new(format!(
                "a draw of {} may go on for ever: a strategy that holds it has a tree without end",
                short_name(&game.name())
            )));
        }
        let mut search = StrategySearch {
            game,
            oracle,
            player,
            aim: own,
            graded,
            win_worth: win_worth(game),
            has_chance: game.has_chance(),
            known: HashMap::new(),
        };
        let size = search.size(start).ok_or_else(|| {
            TextError::new("no strategy was found that ends: this should not be, and is worth telling")
        })?;
        let known = std::mem::take(&mut search.known);
        let mut strategy = StrategyMoves { player, value: own, size, choices: HashMap::new() };
        strategy.collect(game, start, &search, &known);
        Ok(strategy)
    }

    pub fn size(&self) -> StrategySize {
        let value = self.value.seen_by(self.player);
        StrategySize { player: self.player, value, leaves: self.size.leaves, nodes: self.size.nodes }
    }

    /// The move played in `state`; `None` if the player does not decide there.
    pub fn choice(&self, state: &G::State) -> Option<G::Move> {
        self.choices.get(state).copied()
    }

    /// Collects the moves of all positions that the strategy leads to.
    fn collect(
        &mut self,
        game: &G,
        start: &G::State,
        search: &StrategySearch<'_, G>,
        known: &HashMap<G::State, TreeSize>,
    ) {
        let mut open = vec![start.clone()];
        let mut seen = HashSet::new();
        while let Some(state) = open.pop() {
            if !seen.insert(state.clone()) {
                continue;
            }
            let mut moves = moves_or_outcomes(game, &state);
            if game.turn(&state) == Turn::Decision(self.player) {
                let size = |mv: &G::Move| {
                    let child = game.child(&state, *mv);
                    if matches!(game.turn(&child), Turn::Over(_)) {
                        return Some(TreeSize::END);
                    }
                    known.get(&game.canonical(&child).state).copied()
                };
                let good = search.good_moves(&state).into_iter();
                let best =
                    good.filter_map(|mv| size(&mv).map(|size| (size, mv))).min_by_key(|&(size, _)| size);
                moves.clear();
                if let Some((_, mv)) = best {
                    self.choices.insert(state.clone(), mv);
                    moves.push(mv);
                }
            }
            open.extend(moves.into_iter().map(|mv| game.child(&state, mv)));
        }
    }
}

struct StrategySearch<'a, G: Playable> {
    game: &'a G,
    oracle: &'a Oracle<G::State>,
    player: Player,
    /// The value that the player is to get, from the player's point of view.
    aim: Value,
    /// True if every move raises the stage, so that no path is endless.
    graded: bool,
    win_worth: f64,
    has_chance: bool,
    /// By the representative of a position and its images.
    known: HashMap<G::State, TreeSize>,
}

impl<G: Playable> StrategySearch<'_, G> {
    /// The value of `state` for the player.
    fn value(&self, state: &G::State) -> Option<Value> {
        Some(self.oracle.value(self.game, state)?.seen_by(self.player))
    }

    /// The player's moves that give nothing away.
    fn good_moves(&self, state: &G::State) -> Vec<G::Move> {
        let Some(here) = self.value(state) else { return Vec::new() };
        let mut moves = moves_or_outcomes(self.game, state);
        moves.retain(|&mv| {
            let child = self.value(&self.game.child(state, mv));
            child.is_some_and(|value| self.keeps(here, value))
        });
        moves
    }

    /// True if moving from a position of value `here` to a child of value `value` gives nothing away.
    fn keeps(&self, here: Value, value: Value) -> bool {
        const SLACK: f64 = 1e-9;
        if self.has_chance {
            // A loss in one case cannot be made up in another: only the best value is enough.
            let (here, value) = (here.points(self.win_worth), value.points(self.win_worth));
            return value >= here - SLACK * here.abs().max(1.0);
        }
        match (self.aim, value) {
            (Value::Proved(Proved::Win { .. }), Value::Proved(Proved::Win { plies })) => {
                // A win has to come nearer if positions may recur.
                self.graded || here.proved().and_then(Proved::plies).is_some_and(|own| plies < own)
            }
            (Value::Proved(Proved::Win { .. }), _) => false,
            (Value::Proved(_), Value::Proved(value)) => !matches!(value, Proved::Loss { .. }),
            (aim, value) => value.points(self.win_worth) >= aim.points(self.win_worth) - SLACK,
        }
    }

    /// The fewest ends of a strategy's tree from here on, and its nodes. Calls itself as deep as the game is long.
    fn size(&mut self, state: &G::State) -> Option<TreeSize> {
        let turn = self.game.turn(state);
        if let Turn::Over(_) = turn {
            return Some(TreeSize::END);
        }
        let key = self.game.canonical(state).state;
        if let Some(&size) = self.known.get(&key) {
            return Some(size);
        }
        let mut whole: Option<TreeSize> = None;
        if turn == Turn::Decision(self.player) {
            for mv in self.good_moves(state) {
                let size = self.size(&self.game.child(state, mv))?;
                whole = Some(whole.map_or(size, |least| least.min(size)));
            }
        } else {
            for mv in moves_or_outcomes(self.game, state) {
                let size = self.size(&self.game.child(state, mv))?;
                let sum = whole.unwrap_or(TreeSize { leaves: 0, nodes: 0 });
                whole = Some(TreeSize {
                    leaves: sum.leaves.saturating_add(size.leaves),
                    nodes: sum.nodes.saturating_add(size.nodes),
                });
            }
        }
        let TreeSize { leaves, nodes } = whole?;
        let size = TreeSize { leaves, nodes: nodes.saturating_add(1) };
        self.known.insert(key, size);
        Some(size)
    }
}
