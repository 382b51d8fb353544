//! Neural networks of other programs, from files in the ONNX format (<https://onnx.ai>).
//!
//! A network takes observations ([`plywood_rules::observation`]) by the player to move, for several positions at once: as planes
//! (positions, planes, rows, columns) or as a row of numbers each. One of its outputs has one number a position, the value from -1
//! (lost) to 1 (won) for the player to move. Another one, if it is there, has a number for each action, the greater the better the move
//! seems (logits): the policy.

use std::fs;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use plywood_rules::{Evaluate, Playable, Player, TextError};
use rten::{Dimension, Model, NodeId, RunOptions, ThreadPool, Value};

/// A network.
pub(crate) struct OnnxNetwork {
    file: PathBuf,
    model: Model,
    input: NodeId,
    outputs: Vec<NodeId>,
    /// The shape of the input without the number of positions.
    shape: Vec<usize>,
    /// The number of positions that it takes, if it takes no other.
    batch: Option<usize>,
    /// The places of the value and of the policy among the outputs.
    value: usize,
    policy: Option<usize>,
    observation: usize,
    actions: usize,
    run: RunOptions,
}

/// The opinions of a network on some positions.
pub(crate) struct Opinions {
    /// The value of each for the player to move, from -1 to 1.
    pub values: Vec<f32>,
    /// The logit of each action in each, if the network has a policy.
    pub policy: Option<Vec<f32>>,
}

/// The positions of which a network is asked on trial.
const TRIAL: usize = 2;

impl OnnxNetwork {
    /// Opens the network of a game with observations of this shape and so many actions. It is asked once, so that it answers later.
    pub fn open(file: &Path, observation: [usize; 3], actions: usize) -> Result<OnnxNetwork, TextError> {
        let wrong = |why: String| TextError::with_file("the network ", file, &format!(" {why}"));
        let bytes = fs::read(file).map_err(|error| wrong(format!("cannot be read: {error}")))?;
        let model = Model::load(bytes)
            .map_err(|error| wrong(format!("is none in the ONNX format that can be run here: {error}")))?;
        let &[input] = model.input_ids() else {
            return Err(wrong(format!(
                "has {} inputs, and not one of observations",
                model.input_ids().len()
            )));
        };
        let given = model.node_info(input).and_then(|about| about.shape());
        let (batch, shape) = input_shape(given.as_deref(), observation).map_err(wrong)?;
        let run = RunOptions::default().with_thread_pool(Some(Arc::new(ThreadPool::with_num_threads(1))));
        let outputs = model.output_ids().to_vec();
        let numbers = observation.iter().product();
        let file = file.to_path_buf();
        let mut network = OnnxNetwork {
            file,
            model,
            input,
            outputs,
            shape,
            batch,
            value: 0,
            policy: None,
            observation: numbers,
            actions,
            run,
        };
        network.try_out()?;
        Ok(network)
    }

    /// Finds the value and the policy among the outputs.
    fn try_out(&mut self) -> Result<(), TextError> {
        let positions = self.batch.unwrap_or(TRIAL);
        let found = self.outputs(vec![0.0; positions * self.observation], positions)?;
        let each: Vec<usize> = found.iter().map(|numbers| numbers.len() / positions).collect();
        let Some(value) = self.place("value", 1, &each, None) else {
            return Err(self.wrong("has no output with one number a position, the value"));
        };
        self.value = value;
        self.policy = self.place("policy", self.actions, &each, Some(value));
        let other = each.iter().enumerate().find(|&(place, _)| place != value).map(|(_, &numbers)| numbers);
        match (self.policy, other) {
            (None, Some(numbers)) => Err(self.wrong(&format!(
                "has an output with {numbers} numbers a position, and the policy of this game has {}, one for each action",
                self.actions
            ))),
            _ => Ok(()),
        }
    }

    /// The place of an output with so many numbers a position: the one of this name, if there is one.
    fn place(&self, name: &str, numbers: usize, each: &[usize], taken: Option<usize>) -> Option<usize> {
        let named = |&place: &usize| {
            self.model.node_info(self.outputs[place]).and_then(|about| about.name()) == Some(name)
        };
        let fits = |&place: &usize| each[place] == numbers && Some(place) != taken;
        let mut fitting = (0..each.len()).filter(fits);
        fitting.clone().find(named).or_else(|| fitting.next())
    }

    fn wrong(&self, why: &str) -> TextError {
        TextError::with_file("the network ", &self.file, &format!(" {why}"))
    }

    /// All outputs for so many positions, which are as many as it takes at once.
    fn outputs(&self, observations: Vec<f32>, positions: usize) -> Result<Vec<Vec<f32>>, TextError> {
        let shape = [&[positions], &self.shape[..]].concat();
        let input = Value::from_shape(&shape[..], observations)
            .map_err(|error| self.wrong(&format!("cannot be asked: {error}")))?;
        let run = Some(self.run.clone());
        let found = self.model.run(vec![(self.input, input.into())], &self.outputs, run);
        let found = found.map_err(|error| self.wrong(&format!("has no answer: {error}")))?;
        let numbers = |value: Value| {
            let tensor = value.into_tensor::<f32>().map(|tensor| tensor.into_data());
            tensor.filter(|numbers| numbers.len() % positions == 0).ok_or_else(|| {
                self.wrong(
                    "has an output that is not of the same number of decimal numbers for each position",
                )
            })
        };
        found.into_iter().map(numbers).collect()
    }

    /// Asks about positions by their observations.
    pub fn ask(&self, observations: &[f32]) -> Result<Opinions, TextError> {
        let mut opinions = Opinions { values: Vec::new(), policy: self.policy.map(|_| Vec::new()) };
        let at_once = self.batch.map_or(observations.len(), |batch| batch * self.observation).max(1);
        for part in observations.chunks(at_once) {
            let positions = part.len() / self.observation;
            let most = self.batch.unwrap_or(positions);
            let mut asked = part.to_vec();
            asked.resize(most * self.observation, 0.0);
            let mut found = self.outputs(asked, most)?;
            let values = &found[self.value][..positions];
            if let Some(value) = values.iter().find(|value| value.is_nan()) {
                return Err(self.wrong(&format!("has the value {value} for a position")));
            }
            opinions.values.extend(values.iter().map(|value| value.clamp(-1.0, 1.0)));
            if let (Some(all), Some(place)) = (&mut opinions.policy, self.policy) {
                found[place].truncate(positions * self.actions);
                all.append(&mut found[place]);
            }
        }
        Ok(opinions)
    }
}

/// The number of positions that an input takes, if it is fixed, and the shape of each.
fn input_shape(
    given: Option<&[Dimension]>,
    observation: [usize; 3],
) -> Result<(Option<usize>, Vec<usize>), String> {
    let fits = |given: &[Dimension], wanted: &[usize]| {
        let same = |(given, wanted): (&Dimension, &usize)| match given {
            Dimension::Fixed(size) => size == wanted,
            Dimension::Symbolic(_) => true,
        };
        given.len() == wanted.len() && given.iter().zip(wanted).all(same)
    };
    let Some(given) = given else { return Ok((None, observation.to_vec())) };
    let row = [observation.iter().product()];
    let shapes = [&observation[..], &row];
    let wanted = given.split_first().and_then(|(batch, each)| {
        let shape = shapes.into_iter().find(|shape| fits(each, shape))?;
        let batch = match batch {
            Dimension::Fixed(size) => Some(*size).filter(|&size| size > 0),
            Dimension::Symbolic(_) => None,
        };
        Some((batch, shape.to_vec()))
    });
    wanted.ok_or_else(|| {
        let words: Vec<String> = given
            .iter()
            .map(|size| match size {
                Dimension::Fixed(size) => size.to_string(),
                Dimension::Symbolic(name) => name.clone(),
            })
            .collect();
        let ([planes, rows, columns], [numbers]) = (observation, row);
        format!(
            "takes ({}), and observations of this game are (positions, {planes}, {rows}, {columns}) or (positions, {numbers})",
            words.join(", ")
        )
    })
}

/// A network as a static evaluation, which is asked about one position at a time.
pub(crate) struct OnnxEvaluation(pub Arc<OnnxNetwork>);

/// An estimate is less than a win.
const MOST: f64 = 0.999;

impl<G: Playable> Evaluate<G> for OnnxEvaluation {
    fn evaluate(&self, game: &G, state: &G::State) -> f64 {
        let player = game.turn(state).player().unwrap_or(Player::First);
        let mut seen = vec![0.0; self.0.observation];
        game.observe(state, player, &mut seen);
        // It has answered on trial. What it makes of this position may be no number.
        let value = self.0.ask(&seen).map_or(0.0, |found| f64::from(found.values[0]));
        player.sign() * value * MOST * game.greatest_payoff()
    }
}
