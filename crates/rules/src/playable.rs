//! A game with all its capabilities, ready to be listed beside the others.

use rand_core::Rng;

use crate::cells::{Cells, ObservedCells};
use crate::evaluate::{NothingUpTo, Tunable, Weight};
use crate::options::{Options, Parameter, alternatives};
use crate::random::playout;
use crate::{Bot, Depict, Evaluate, Game, Symmetric, Tactics, TextError, Turn};

/// An evaluation and its name.
pub struct NamedEvaluation<G: ?Sized> {
    /// Its name: `lines`.
    pub name: &'static str,
    /// A description of what it measures, in one sentence.
    pub about: &'static str,
    /// The evaluation itself.
    pub evaluation: Box<dyn Evaluate<G>>,
}

impl<G: Game> NamedEvaluation<G> {
    /// This evaluation, with its name and a sentence about it.
    pub fn new(
        name: &'static str,
        about: &'static str,
        evaluation: impl Evaluate<G> + 'static,
    ) -> NamedEvaluation<G> {
        NamedEvaluation { name, about, evaluation: Box::new(evaluation) }
    }
}

/// A bot of a game's own list: the way to ask for your bot by name.
///
/// ```
/// use plywood_rules::bot::Random;
/// use plywood_rules::playable::OwnBot;
/// use plywood_rules::tree::WrittenTree;
///
/// let careless: OwnBot<WrittenTree> = OwnBot {
///     name: "careless",
///     about: "Plays any legal move.",
///     parameters: &[],
///     build: |_game, _options| Ok(Box::new(Random)),
/// };
/// ```
pub struct OwnBot<G: ?Sized> {
    /// Its name: `hold`.
    pub name: &'static str,
    /// Its style of play, in one sentence.
    pub about: &'static str,
    /// The options it takes.
    pub parameters: &'static [Parameter],
    /// Makes one from its options.
    #[allow(clippy::type_complexity)]
    pub build: fn(&G, &Options) -> Result<Box<dyn Bot<G>>, TextError>,
}

/// A game that can be listed: played in the terminal, searched, matched and checked. Implement the
/// capabilities (their defaults do for a start) and give it a name.
pub trait Playable: Symmetric + Tactics + Depict + Send + Sync + Sized + 'static {
    /// The full name that opens this game with its options; all that differ from the defaults are spelled
    /// out: `mnk:m=7,n=6,k=4,gravity=on`.
    fn name(&self) -> String;

    /// The name of this game in files of earlier versions, if it was another one.
    fn former_name(&self) -> Option<String> {
        None
    }

    /// The present name of the game that this game's name meant in files of earlier versions, if its payoffs have changed since.
    fn formerly(&self) -> Option<String> {
        None
    }

    /// The rules for a person who is about to play, as short sentences, one a line: the moves, the goal, and
    /// how moves are written. May be empty.
    fn how_to_play(&self) -> String {
        String::new()
    }

    /// The static evaluations this game has, the one to use by default first. There is always `none` besides.
    fn evaluations(&self) -> Vec<NamedEvaluation<Self>> {
        Vec::new()
    }

    /// Those of [`Playable::evaluations`] whose weights can be tuned, under the same names.
    fn tunable_evaluations(&self) -> Vec<Tunable<Self>> {
        Vec::new()
    }

    /// The game's positions as cells, for value functions over tuples of them. The default reads [observations](crate::observation);
    /// a game that reads cells off its state is faster, and may show more.
    fn cells(&self) -> Box<dyn Cells<Self>> {
        Box::new(ObservedCells::new(self))
    }

    /// The number of actions: each move of a player has a number below it, for programs that learn and choose moves by number. 0
    /// if moves have none. The default takes the [codes](crate::OrderingHints::move_code) of searches.
    fn actions(&self) -> usize {
        if self.move_codes() > 1 { self.move_codes() } else { 0 }
    }

    /// The number of a player's move; the moves of one position have different ones.
    fn action(&self, mv: Self::Move) -> usize {
        self.move_code(mv)
    }

    /// The default search depth in plies: `None` for to the end of the game. Chosen so that a move takes at
    /// most about a second.
    fn default_depth(&self) -> Option<u32> {
        Some(4)
    }

    /// Plays one random game from `state` to its end, or for `max_plies` plies, and returns the last turn and the plies played. Moves
    /// are uniform, chance outcomes follow their probabilities, both but for a relative error below `2^-40`. The default is
    /// [`playout`]; a game that needs fewer steps overrides it.
    fn playout<R: Rng + ?Sized>(&self, state: &Self::State, max_plies: u32, rng: &mut R) -> (Turn, u32) {
        playout(self, state, max_plies, rng)
    }

    /// Bots that only make sense for this game.
    fn own_bots(&self) -> Vec<OwnBot<Self>> {
        Vec::new()
    }

    /// True if the game has chance events.
    fn has_chance(&self) -> bool {
        false
    }

    /// A reason why people may not want these options, in one sentence: `no line fits on the board`.
    fn warning(&self) -> Option<String> {
        None
    }

    /// The reason why a position that is not over has its value, in a sentence, if the game has a theory that says so:
    /// `the exclusive or of the heaps is 0, ...`.
    fn explanation(&self, _state: &Self::State) -> Option<String> {
        None
    }

    /// [`Playable::evaluations`] and `none`, which values every position at 0.
    fn all_evaluations(&self) -> Vec<NamedEvaluation<Self>> {
        let mut all = self.evaluations();
        all.push(NamedEvaluation {
            name: "none",
            about: "No evaluation: 0 everywhere.",
            evaluation: Box::new(NothingUpTo(self.greatest_payoff())),
        });
        all
    }

    /// The evaluation of this name, or the default one if no name is given. The name of a tunable one may be
    /// followed by weights that differ from the built-in ones: `lines@two=20+three=-5`.
    ///
    /// # Errors
    /// If there is no such evaluation: lists the names. If it has no such weights, or their values are out of
    /// bounds.
    fn evaluation(&self, name: Option<&str>) -> Result<NamedEvaluation<Self>, TextError> {
        if let Some((name, weights)) = name.and_then(|name| name.split_once('@')) {
            let named = self.evaluation(Some(name))?;
            let Some(tunable) = self.tunable_evaluations().into_iter().find(|tunable| tunable.name == name)
            else {
                return Err(TextError::new(format!("evaluation '{name}' of {} has no weights", self.name())));
            };
            let values = Weight::read(&tunable.weights, weights)
                .map_err(|error| TextError::new(format!("evaluation '{name}': {error}")))?;
            return Ok(NamedEvaluation { evaluation: (tunable.build)(self, &values), ..named });
        }
        let mut all = self.all_evaluations();
        let place = match name {
            None => Some(0),
            Some(name) => all.iter().position(|evaluation| evaluation.name == name),
        };
        match place {
            Some(place) => Ok(all.swap_remove(place)),
            None => {
                let (name, names) = (name.unwrap_or_default(), all.iter().map(|evaluation| evaluation.name));
                let known = alternatives(name, names, "it has");
                Err(TextError::new(format!("unknown evaluation '{name}' of {}; {known}", self.name())))
            }
        }
    }
}
