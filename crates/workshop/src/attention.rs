//! The attention of a network of another program: how its value changes without what stands on a square.

use std::sync::Arc;

use plywood_erased::position_after;
use plywood_rules::scene::{Place, Scene};
use plywood_rules::{Playable, observation};

use crate::explanation::{Explanation, Reason, ReasonCell};
use crate::guided::priors;
use crate::networks::{AnyNetwork, NetworkOpinion};
use crate::onnx::{OnnxNetwork, Opinions};
use crate::trouble::Trouble;

/// A network with its game.
pub(crate) struct TypedNetwork<G: Playable> {
    pub game: Arc<G>,
    pub network: Arc<OnnxNetwork>,
}

impl<G: Playable> AnyNetwork for TypedNetwork<G> {
    fn ask(&self, position: Option<&str>, moves: &str) -> Result<NetworkOpinion, Trouble> {
        let TypedNetwork { game, network } = self;
        let state = position_after(&**game, position, moves)?;
        let Some(player) = game.turn(&state).player() else { return Ok(NetworkOpinion::default()) };
        let scene = game.scene(&state);
        let shape = game.observation_shape();
        let mut seen = vec![0.0; shape.iter().product()];
        game.observe(&state, player, &mut seen);
        // The position itself comes first, then one for each square on which something stands.
        let mut asked = seen.clone();
        let mut taken = Vec::new();
        for place in places(&scene) {
            let mut without = seen.clone();
            if observation::take_away(place, scene.grids.len(), shape, &mut without) {
                asked.extend(without);
                taken.push(place);
            }
        }
        let Opinions { values, policy } = network.ask(&asked)?;
        let value = f64::from(values[0]);
        let reason = |(&place, &without): (&Place, &f32)| Reason {
            cells: vec![ReasonCell::square(&scene, place)],
            share: value - f64::from(without),
        };
        let mut reasons: Vec<Reason> = taken.iter().zip(&values[1..]).map(reason).collect();
        reasons.sort_by(|a, b| b.share.abs().total_cmp(&a.share.abs()));
        Ok(NetworkOpinion {
            explanation: Some(Explanation { value, occlusion: true, reasons }),
            moves: self.moves(&state, policy.as_deref()),
        })
    }
}

impl<G: Playable> TypedNetwork<G> {
    /// The legal moves with their probabilities by the policy, whose first row is of this state.
    fn moves(&self, state: &G::State, policy: Option<&[f32]>) -> Vec<(String, Option<f64>)> {
        let (game, actions) = (&*self.game, self.game.actions());
        let mut legal = Vec::new();
        game.legal_moves(state, &mut legal);
        let policy = policy.filter(|_| actions > 0).map(|logits| {
            let mut mask = vec![false; actions];
            legal.iter().for_each(|&mv| mask[game.action(mv)] = true);
            let weights = priors(&logits[..actions], &mask, 1);
            // Moves of one action share its probability.
            let sum: f32 = legal.iter().map(|&mv| weights[game.action(mv)]).sum();
            (weights, f64::from(sum))
        });
        let probability = |mv| {
            let (weights, sum) = policy.as_ref()?;
            (*sum > 0.0).then(|| f64::from(weights[game.action(mv)]) / sum)
        };
        legal.iter().map(|&mv| (game.move_text(state, mv), probability(mv))).collect()
    }
}

/// All squares of a scene.
fn places(scene: &Scene) -> impl Iterator<Item = Place> + '_ {
    scene.grids.iter().enumerate().flat_map(|(grid, squares)| {
        let [rows, columns] = [squares.rows.len(), squares.columns.len()];
        (0..rows).flat_map(move |row| (0..columns).map(move |column| Place { grid, row, column }))
    })
}
