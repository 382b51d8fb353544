//! Games in which positions recur: all positions and moves are found first, then values spread backwards from the ends, a
//! ply a round (retrograde analysis: Ströhlein 1970, Thompson 1986).
//!
//! A position is won for who moves there by one move to a position that player wins, and lost when all moves lead to
//! positions the other one wins. Because rounds go by plies, the first round that says so gives the distance. What no round
//! reaches is a draw. Among the draws the same is done again from the drawn ends: where all moves that give nothing away
//! lead to the end, play ends; elsewhere it may go on for ever.

use std::collections::HashMap;
use std::iter::repeat_n;

use plywood_rules::{Notation, Player, Symmetric, Turn};
use rustc_hash::FxBuildHasher;

use super::key::{Codec, Key};
use super::known::Code;
use super::parents::Parents;
use super::{Counts, Halt, Levels, Phase, Watch};

/// A position among all the others.
struct Place {
    /// Who moves there; at the end of the game it does not matter.
    mover: Player,
    /// Moves that are not known to lose.
    left: u16,
}

/// Finds all positions from `start` on and values them; sorted by key.
pub(super) fn solve<G: Symmetric + Notation + ?Sized, K: Key>(
    codec: &Codec<'_, G>,
    start: &G::State,
    watch: &mut Watch<'_>,
) -> Result<(Levels<K>, Counts), Halt> {
    let graph = Graph::<K>::find(codec, start, watch)?;
    let (codes, mut order) = (graph.value(watch)?, (0..graph.keys.len() as u32).collect::<Vec<_>>());
    let mut counts = Counts::default();
    let mut bytes = Vec::new();
    for (at, &code) in codes.iter().enumerate() {
        let (state, own_win) = codec.state(graph.keys[at], &mut bytes);
        counts.add(code, codec.game.turn(&state), own_win, codec.orbit(&state));
    }
    order.sort_unstable_by_key(|&at| graph.keys[at as usize]);
    let keys = order.iter().map(|&at| graph.keys[at as usize]).collect();
    let codes = order.iter().map(|&at| codes[at as usize]).collect();
    Ok((vec![(keys, codes)], counts))
}

struct Graph<K> {
    keys: Vec<K>,
    places: Vec<Place>,
    /// Ends, with what they are worth.
    ends: Vec<(u32, Code)>,
    parents: Parents<u32>,
}

impl<K: Key> Graph<K> {
    fn find<G: Symmetric + Notation + ?Sized>(
        codec: &Codec<'_, G>,
        start: &G::State,
        watch: &mut Watch<'_>,
    ) -> Result<Graph<K>, Halt> {
        let (mut bytes, mut moves) = (Vec::new(), Vec::new());
        let first = codec.key::<K>(start, false, &mut bytes)?;
        let mut known: HashMap<K, u32, FxBuildHasher> = HashMap::from_iter([(first, 0)]);
        let (mut keys, mut places, mut ends) = (vec![first], Vec::new(), Vec::new());
        // The children of all positions, one position's behind the other's.
        let mut children: Vec<u32> = Vec::new();
        let (mut level, mut level_ends, mut told) = (0, 1, 0);
        while places.len() < keys.len() {
            let at = places.len();
            let (state, _) = codec.state(keys[at], &mut bytes);
            let mut place = Place { mover: Player::First, left: 0 };
            match codec.game.turn(&state) {
                Turn::Over(outcome) => {
                    ends.push((at as u32, codec.end(outcome)?));
                }
                Turn::Decision(mover) => {
                    moves.clear();
                    codec.game.legal_moves(&state, &mut moves);
                    place = Place { mover, left: moves.len() as u16 };
                    for &mv in &moves {
                        let key = codec.child_key::<K>(&codec.game.child(&state, mv), mover, &mut bytes)?;
                        let child = *known.entry(key.position()).or_insert_with(|| {
                            keys.push(key);
                            keys.len() as u32 - 1
                        });
                        // Where both players come to the same end in as many plies, the lesser key is kept, whoever
                        // is found first.
                        if child as usize >= level_ends {
                            keys[child as usize] = keys[child as usize].min(key);
                        }
                        children.push(child);
                    }
                }
                Turn::Chance => return Err(codec.chance()),
            }
            places.push(place);
            if keys.len() > u32::MAX as usize / 2 || children.len() > u32::MAX as usize / 2 {
                return Err(Halt::TooMany);
            }
            if at % 4096 == 4095 {
                let room = keys.capacity() * (K::SIZE + size_of::<Place>())
                    + known.capacity() * (size_of::<(K, u32)>() + 1) * 8 / 7
                    + children.capacity() * 8;
                watch.moved((children.len() - told) as u64, codec.images());
                told = children.len();
                watch.look(4096, room as u64)?;
            }
            if places.len() == level_ends {
                watch.level_done(level)?;
                (level, level_ends) = (level + 1, keys.len());
            }
        }
        watch.look(places.len() as u64 % 4096, 0)?;
        drop(known);
        let begins = (0..).zip(&places).flat_map(|(at, place)| repeat_n(at, usize::from(place.left)));
        let parents = Parents::new(keys.len(), &children, begins);
        Ok(Graph { keys, places, ends, parents })
    }

    fn value(&self, watch: &mut Watch<'_>) -> Result<Vec<Code>, Halt> {
        watch.begin(Phase::Value);
        let mut codes = vec![Code::UNKNOWN; self.keys.len()];
        let mut left: Vec<u16> = self.places.iter().map(|place| place.left).collect();
        let (mut round, mut draws) = (Vec::new(), Vec::new());
        for &(end, code) in &self.ends {
            codes[end as usize] = code;
            if code == Code::DRAW { draws.push(end) } else { round.push(end) }
        }
        let mut plies = 0;
        while !round.is_empty() {
            watch.level_done(plies)?;
            watch.look(round.len() as u64, 0)?;
            plies += 1;
            if plies > Code::MOST_PLIES {
                return Err(Halt::TooLong);
            }
            let mut next = Vec::new();
            for &at in &round {
                let (winner, _) = codes[at as usize].winner().expect("only wins are spread");
                for &parent in self.parents.of(at) {
                    let parent_at = parent as usize;
                    if codes[parent_at] != Code::UNKNOWN {
                        continue;
                    }
                    if winner != self.places[parent_at].mover {
                        left[parent_at] -= 1;
                        if left[parent_at] > 0 {
                            continue;
                        }
                    }
                    codes[parent_at] = Code::win(winner, plies);
                    next.push(parent);
                }
            }
            round = next;
        }
        // What is left of a draw's moves are those to other draws.
        while let Some(at) = draws.pop() {
            for &parent in self.parents.of(at) {
                if codes[parent as usize] == Code::UNKNOWN {
                    left[parent as usize] -= 1;
                    if left[parent as usize] == 0 {
                        codes[parent as usize] = Code::DRAW;
                        draws.push(parent);
                    }
                }
            }
        }
        for code in codes.iter_mut().filter(|code| **code == Code::UNKNOWN) {
            *code = Code::ENDLESS;
        }
        watch.look(codes.iter().filter(|code| code.winner().is_none()).count() as u64, 0)?;
        Ok(codes)
    }
}
