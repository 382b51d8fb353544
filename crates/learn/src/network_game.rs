//! A training game of a network, against itself or against a bot.

use std::rc::Rc;

use plywood_rules::random::{below, chance_outcome, unit};
use plywood_rules::{Bot, Playable, Player, Position, Proved, Stop, TextError, Turn, is_threefold};
use rand_core::Rng;
use rand_xoshiro::Xoshiro256PlusPlus;

use crate::chooser::Chooser;
use crate::descent::{DescentTree, Valuer};
use crate::episode::Episode;
use crate::error::BrainError;
use crate::ntuple::{EncodedSides, Encoder, Followed, Network};
use crate::place::{CanonicalPosition, Canonicalizer};
use crate::proof::{points, proved_value};
use crate::settings::LearnSettings;
use crate::store::StoreError;
use crate::trajectory::EpisodeEnd;
use crate::view::GraphView;

/// How the games of a run are played.
pub(crate) struct NetworkPlay<'a, G: Playable> {
    pub game: &'a G,
    pub encoder: &'a Encoder<G>,
    pub settings: &'a LearnSettings,
    pub start: &'a G::State,
    /// Plies of the searches whose values are learnt; 1 for the moves alone.
    pub search: u32,
    /// Lines that are followed to the end of the game before each move; 0 for none.
    pub lines: u32,
    pub max_plies: u32,
}

/// The proofs of the strategy graph.
pub(crate) struct GraphProofs<'a, 'b, 'c, G: Playable> {
    pub places: &'a Canonicalizer<'b, G>,
    pub view: &'a mut GraphView<'c>,
    pub chooser: &'a mut Chooser,
}

/// The buffers of a thread, reused from game to game.
pub(crate) struct NetworkBuffers<G: Playable> {
    sight: EncodedSides<G>,
    tree: DescentTree<G>,
    legal: Vec<G::Move>,
    values: Vec<f32>,
    outcomes: Vec<(G::Move, f64)>,
    history: Vec<G::State>,
}

impl<G: Playable> Default for NetworkBuffers<G> {
    fn default() -> Self {
        let (sight, tree, legal, values) = Default::default();
        NetworkBuffers { sight, tree, legal, values, outcomes: Vec::new(), history: Vec::new() }
    }
}

impl<G: Playable> NetworkPlay<'_, G> {
    /// Plays a game against itself, or against a bot as the player named with it, and notes it in `episode`. A move is random
    /// with the probability `explore`. With lines that are followed, all positions on them are to have the values found. With a teacher, positions are to have the values that it gives.
    #[allow(clippy::too_many_arguments)]
    pub fn play(
        &self,
        network: &Network,
        mut graph: Option<GraphProofs<'_, '_, '_, G>>,
        mut opponent: Option<(Box<dyn Bot<G>>, Player)>,
        mut teacher: Option<&mut (dyn Bot<G> + 'static)>,
        explore: f64,
        mut rng: Xoshiro256PlusPlus,
        buffers: &mut NetworkBuffers<G>,
        episode: &mut Episode,
        stop: &Stop,
    ) -> Result<(), BrainError> {
        let NetworkPlay { game, encoder, max_plies, lines, .. } = *self;
        let NetworkBuffers { sight, tree, legal, values, outcomes, history } = buffers;
        let max_plies = max_plies as usize;
        let valuer = Valuer { game, encoder, network, gamma: self.settings.gamma, max_plies };
        tree.clear();
        episode.own = Player::BOTH.map(|player| opponent.as_ref().is_none_or(|(_, own)| *own == player));
        history.clear();
        sight.clear();
        let mut state = self.start.clone();
        loop {
            let mover = match game.turn(&state) {
                Turn::Decision(mover) => mover,
                Turn::Over(outcome) => {
                    episode.end = Some(EpisodeEnd::Outcome(outcome, points(game, outcome)));
                    break;
                }
                Turn::Chance => {
                    let outcome = chance_outcome(game, &state, outcomes, &mut rng);
                    let child = game.child(&state, outcome);
                    history.push(std::mem::replace(&mut state, child));
                    continue;
                }
            };
            if history.len() >= max_plies || is_threefold(game, history, &state) {
                if let Some(graph) = &graph {
                    episode.push(&graph.places.of(&state, mover), mover, None);
                }
                episode.end = Some(EpisodeEnd::Open);
                break;
            }
            legal.clear();
            game.legal_moves(&state, legal);
            if lines > 0 {
                tree.values(&valuer, &state, lines, sight, stop, values);
                if stop.is_raised() {
                    return Ok(());
                }
            } else {
                encoder.values(game, network, (&state, history), mover, legal, self.search, sight, values);
            }
            let place = match &mut graph {
                Some(graph) => Some(graph.prove(self.settings, &state, mover, legal, values, None)?),
                None => None,
            };
            if lines == 0 {
                let indices = sight.indices(mover);
                episode.targets.push(mover, network.side_of(mover), network.value(mover, indices), indices);
            }
            let best = best_of(values, &mut rng);
            let (chosen, otherwise) = match &mut opponent {
                Some((bot, own)) if mover != *own => {
                    let position = Position { state: &state, history, clock: None };
                    let Some(mv) = opponents_move(&mut **bot, game, position, &mut rng, stop)? else {
                        return Ok(());
                    };
                    let chosen = legal.iter().position(|&known| known == mv);
                    (chosen.ok_or_else(|| BrainError::illegal_answer(game, &state, mv))?, Followed::Other)
                }
                _ => {
                    episode.asked += 1;
                    episode.known += 1;
                    let random = explore > 0.0 && unit(&mut rng) < explore;
                    (if random { below(&mut rng, legal.len()) } else { best }, Followed::Random)
                }
            };
            let followed = if values[chosen] < values[best] { otherwise } else { Followed::Best };
            if lines == 0 {
                episode.targets.decide(values[best], followed);
            }
            if let Some(teacher) = &mut teacher {
                let position = Position { state: &state, history, clock: None };
                let value = teacher.choose(game, position, &mut rng, stop).value;
                if stop.is_raised() {
                    return Ok(());
                }
                let value = value.ok_or_else(|| no_value(&game.state_text(&state)))?;
                let points = value.points(game.greatest_payoff()) / game.greatest_payoff();
                episode.targets.decide((points as f32).clamp(-1.0, 1.0), Followed::Random);
            }
            if let Some(place) = place {
                episode.push(&place, mover, place.edge_of(game, legal[chosen]));
            }
            let child = game.child(&state, legal[chosen]);
            history.push(std::mem::replace(&mut state, child));
        }
        tree.lesson(&valuer, sight, &mut episode.targets);
        let end = episode.end.map_or(0.0, EpisodeEnd::for_first);
        episode.targets.finish(self.settings, end);
        Ok(())
    }
}

/// The move of an opponent; `None` if it was stopped, because a search that is stopped answers at once, and that is not learnt.
pub(crate) fn opponents_move<G: Playable>(
    bot: &mut dyn Bot<G>,
    game: &G,
    position: Position<'_, G>,
    rng: &mut dyn Rng,
    stop: &Stop,
) -> Result<Option<G::Move>, BrainError> {
    let state = position.state;
    let mv = bot.choose(game, position, rng, stop).best;
    match bot.trouble() {
        _ if stop.is_raised() => Ok(None),
        Some(reason) => Err(BrainError::Game(format!(
            "the opponent has no legal answer at '{}': {reason}",
            game.state_text(state)
        ))),
        None => Ok(Some(mv)),
    }
}

fn no_value(state: &str) -> BrainError {
    let reason =
        format!("the teacher gives no value at '{state}'; name a bot that does, such as perfect:table=FILE");
    BrainError::Settings(TextError::new(reason))
}

impl<G: Playable> GraphProofs<'_, '_, '_, G> {
    /// Puts proved values in the place of the values of moves, and the proofs into `proofs`.
    pub fn prove(
        &mut self,
        settings: &LearnSettings,
        state: &G::State,
        mover: Player,
        legal: &[G::Move],
        values: &mut [f32],
        mut proofs: Option<&mut [Option<Proved>]>,
    ) -> Result<Rc<CanonicalPosition<G>>, StoreError> {
        let GraphProofs { places, view, chooser } = self;
        let place = places.of(state, mover);
        let node = place.node(view)?;
        if settings.prove > 0 {
            chooser.search(places.game, settings, view, node, &place);
        }
        for (number, &mv) in legal.iter().enumerate() {
            let edge = place.edge_of(places.game, mv).and_then(|mv| view.place(node, mv));
            let Some(proof) = edge.and_then(|edge| view.edges(node)[edge].proof()) else { continue };
            values[number] = proved_value(proof);
            if let Some(proofs) = &mut proofs {
                proofs[number] = Some(proof);
            }
        }
        Ok(place)
    }
}

/// The place of a greatest value, each as likely as the others.
pub(crate) fn best_of(values: &[f32], rng: &mut (impl Rng + ?Sized)) -> usize {
    let (mut best, mut equal) = (0, 0);
    for (place, value) in values.iter().enumerate() {
        if equal == 0 || *value > values[best] {
            (best, equal) = (place, 1);
        } else if *value == values[best] {
            equal += 1;
            if below(rng, equal) == 0 {
                best = place;
            }
        }
    }
    best
}
