//! The list of bots, and how a name becomes one.

use plywood_rules::bot::{First, Random};
use plywood_rules::options::{Kind, Options, Parameter, split_name};
use plywood_rules::random::{below, unit};
use plywood_rules::{Bot, Evaluate, Game, Playable, Position, Report, Stop, TextError};
use plywood_search::{AlphaBeta, ChancePruning, Limits, Minimax, Order, RuleBased, Settings, Tie};
use rand_core::Rng;

/// A bot of the list.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct BotInfo {
    /// Its name.
    pub name: &'static str,
    /// How it plays, in one sentence.
    pub about: &'static str,
    /// The options it takes.
    pub parameters: &'static [Parameter],
}

const DEPTH: Parameter = Parameter {
    key: "depth",
    kind: Kind::Integer { min: 1, max: Limits::DEEPEST },
    default: "",
    about: "plies to look ahead; without it and without nodes and time, the game's own default",
};
const NODES: Parameter = Parameter {
    key: "nodes",
    kind: Kind::Integer { min: 1, max: u32::MAX },
    default: "",
    about: "positions to visit at most, deepening a ply at a time",
};
const TIME: Parameter =
    Parameter { key: "time", kind: Kind::Time, default: "", about: "time a move, deepening a ply at a time" };
const EVAL: Parameter = Parameter {
    key: "eval",
    kind: Kind::Name,
    default: "",
    about: "static evaluation; without it the game's own default",
};
const TIE: Parameter = Parameter {
    key: "tie",
    kind: Kind::Choice(&["first", "random"]),
    default: "first",
    about: "which of the moves that are equally good",
};
const ORDER: Parameter = Parameter {
    key: "order",
    kind: Kind::Choice(&["natural", "promising"]),
    default: "natural",
    about: "which moves to try first: in the game's order, or by how promising the evaluation finds them",
};
const PRUNE: Parameter = Parameter {
    key: "prune",
    kind: Kind::Choice(&["off", "star1", "star2"]),
    default: "star1",
    about: "pruning at chance nodes; off searches everything, the plain reference",
};
const BLUNDER: Parameter = Parameter {
    key: "blunder",
    kind: Kind::Number { min: 0.0, max: 1.0 },
    default: "",
    about: "probability of playing a random move instead",
};

/// The bots that play any game.
pub const BOTS: &[BotInfo] = &[
    BotInfo { name: "human", about: "A person at the terminal.", parameters: &[] },
    BotInfo { name: "random", about: "Plays any legal move, each as likely as the others.", parameters: &[] },
    BotInfo { name: "first", about: "Plays the first legal move.", parameters: &[] },
    BotInfo {
        name: "minimax",
        about: "Searches every line to a depth: the plain reference.",
        parameters: &[DEPTH, NODES, TIME, EVAL, TIE, BLUNDER],
    },
    BotInfo {
        name: "alphabeta",
        about: "Minimax that skips what cannot matter: same values, fewer positions.",
        parameters: &[DEPTH, NODES, TIME, EVAL, TIE, ORDER, BLUNDER],
    },
    BotInfo {
        name: "expectiminimax",
        about: "Minimax for games of chance: weighs the outcomes of the dice by their probabilities.",
        parameters: &[DEPTH, NODES, TIME, EVAL, TIE, ORDER, PRUNE, BLUNDER],
    },
    BotInfo {
        name: "rules",
        about: "Wins at once if it can, else blocks an immediate win, else searches to a small depth.",
        parameters: &[
            Parameter { default: "3", about: "plies to look ahead if neither is possible", ..DEPTH },
            EVAL,
            TIE,
            BLUNDER,
        ],
    },
];

/// What a bot is built for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Asked {
    /// To choose moves.
    Move,
    /// To tell the value of every move.
    AllValues,
}

/// A bot that suits the game where nobody says which: it thinks about a second at most and varies its play.
pub fn default_opponent(has_chance: bool) -> &'static str {
    if has_chance { "expectiminimax" } else { "alphabeta:order=promising,tie=random" }
}

/// Makes the bot that `text` names.
pub(crate) fn build<G: Playable>(game: &G, text: &str, asked: Asked) -> Result<Box<dyn Bot<G>>, TextError> {
    let (name, given) = split_name(text);
    let owner = format!("bot '{name}'");
    if let Some(own) = game.own_bots().into_iter().find(|own| own.name == name) {
        return (own.build)(game, &Options::read(&owner, own.parameters, given)?);
    }
    let Some(info) = BOTS.iter().find(|info| info.name == name) else {
        let own: Vec<_> = game.own_bots().iter().map(|own| own.name).collect();
        let names: Vec<_> = BOTS.iter().map(|info| info.name).chain(own).collect();
        return Err(TextError::new(format!(
            "unknown bot '{name}'; {} is played by {}",
            game.name(),
            names.join(", ")
        )));
    };
    let options = Options::read(&owner, info.parameters, given)?;
    let bot: Box<dyn Bot<G>> = match name {
        "human" => return Err(TextError::new("a bot is needed here, and 'human' is a person")),
        "random" => Box::new(Random),
        "first" => Box::new(First),
        "minimax" => Box::new(Minimax::new(evaluation(game, &options)?, settings(game, &options, asked))),
        "alphabeta" | "expectiminimax" if !options.is("prune", "off") => {
            Box::new(AlphaBeta::new(evaluation(game, &options)?, settings(game, &options, asked)))
        }
        "expectiminimax" => {
            Box::new(Minimax::new(evaluation(game, &options)?, settings(game, &options, asked)))
        }
        "rules" => {
            let settings = settings(game, &options, asked);
            let depth = settings.limits.depth.expect("it has a default");
            Box::new(RuleBased::new(evaluation(game, &options)?, depth, settings.tie))
        }
        name => unreachable!("'{name}' is listed without being built here"),
    };
    Ok(match options.number("blunder") {
        Some(rate) if rate > 0.0 => Box::new(Blundering { rate, bot }),
        _ => bot,
    })
}

fn evaluation<G: Playable>(game: &G, options: &Options) -> Result<Box<dyn Evaluate<G>>, TextError> {
    Ok(game.evaluation(options.text("eval"))?.evaluation)
}

fn settings<G: Playable>(game: &G, options: &Options, asked: Asked) -> Settings {
    let mut limits = Limits {
        depth: options.integer("depth"),
        nodes: options.integer("nodes").map(u64::from),
        time: options.time("time"),
    };
    if limits == Limits::default() {
        limits.depth = game.default_depth();
    }
    Settings {
        limits,
        tie: if options.is("tie", "random") { Tie::Random } else { Tie::First },
        order: if options.is("order", "promising") { Order::Promising } else { Order::Natural },
        chance_pruning: match options.text("prune") {
            Some("star1") => ChancePruning::Star1,
            Some("star2") => ChancePruning::Star2,
            _ => ChancePruning::Off,
        },
        all: asked == Asked::AllValues,
    }
}

/// A bot that plays a random move now and then: a weaker level, honestly stated.
struct Blundering<G: Game> {
    rate: f64,
    bot: Box<dyn Bot<G>>,
}

impl<G: Game> Bot<G> for Blundering<G> {
    fn choose(
        &mut self,
        game: &G,
        position: Position<'_, G>,
        rng: &mut dyn Rng,
        stop: &Stop,
    ) -> Report<G::Move> {
        if unit(rng) >= self.rate {
            return self.bot.choose(game, position, rng, stop);
        }
        let mut moves = Vec::new();
        game.legal_moves(position.state, &mut moves);
        Report::without_value(moves[below(rng, moves.len())], moves)
    }
}
