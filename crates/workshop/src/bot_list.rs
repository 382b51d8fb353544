//! The bots that play any game: their names and options.

use plywood_erased::BotInfo;
use plywood_learn::{LearnSettings, Loops, MemoryKind as Memory};
use plywood_rules::options::{Kind, Parameter};
use plywood_search::Limits;

use crate::levels;

const DEPTH: Parameter = Parameter {
    key: "depth",
    kind: Kind::Integer { min: 1, max: Limits::DEEPEST },
    default: "",
    about: "plies to search; default: the game's own depth, unless nodes or time is set",
};
const NODES: Parameter = Parameter {
    key: "nodes",
    kind: Kind::Integer { min: 1, max: u32::MAX },
    default: "",
    about: "the most positions to visit, by iterative deepening",
};
const TIME: Parameter =
    Parameter { key: "time", kind: Kind::Time, default: "", about: "time per move, by iterative deepening" };
pub(crate) const EVAL: Parameter = Parameter {
    key: "eval",
    kind: Kind::Evaluation,
    default: "",
    about: "static evaluation, with changed weights after an @; ntuple@FILE: the network of a brain; onnx@FILE: one of another \
            program; default: the game's own",
};
const TIE: Parameter = Parameter {
    key: "tie",
    kind: Kind::Choice(&["first", "random", "any"]),
    default: "",
    about: "the move to play among equally good ones; any: the one found first. Default: any if the search is selective, \
            else first",
};
const TIE_OF_SEARCH: Parameter =
    Parameter { about: "the move to play among equally good ones; any: the one found first", ..TIE };
const TIE_OF_EQUALS: Parameter = Parameter {
    kind: Kind::Choice(&["first", "random"]),
    default: "first",
    about: "the move to play among equally good ones",
    ..TIE
};
const ORDER: Parameter = Parameter {
    key: "order",
    kind: Kind::Choice(&["natural", "promising"]),
    default: "",
    about: "the order of the moves: the game's, or the most promising first by the evaluation",
};
const SELECTIVE: Parameter = Parameter {
    key: "selective",
    kind: Kind::Choice(&["auto", "off", "on"]),
    default: "auto",
    about: "search deeper, at the risk of overlooking a move; auto: with a limit of time or nodes, or deeper than 7 plies. \
            off finds exactly what minimax finds",
};
const THREADS: Parameter = Parameter {
    key: "threads",
    kind: Kind::Integer { min: 1, max: 64 },
    default: "1",
    about: "threads to search with; only 1 gives the same result every time",
};
const TABLE: Parameter = Parameter {
    key: "table",
    kind: Kind::Integer { min: 1, max: 65_536 },
    default: "64",
    about: "the most memory for the transposition table, in MiB",
};
const DISABLE: Parameter = Parameter {
    key: "disable",
    kind: Kind::Name,
    default: "",
    about: "techniques to disable, joined by -: table, merging, pvs, aspiration, tactics, bounds, killers, history, promise, \
            sequences, reductions, extensions, repetition",
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

const PLAYOUTS: Parameter = Parameter {
    key: "playouts",
    kind: Kind::Integer { min: 1, max: u32::MAX },
    default: "",
    about: "random games per move; default: 20000, unless nodes or time is set",
};
const TREE: Parameter = Parameter {
    key: "tree",
    kind: Kind::Integer { min: 1, max: 4096 },
    default: "128",
    about: "MiB of memory for the tree, which is kept between moves",
};
const LEAF: Parameter = Parameter {
    key: "leaf",
    kind: Kind::Choice(&["playout", "eval"]),
    default: "playout",
    about: "the value of a new position: a random game to its end, or the static evaluation as a share of a win's points",
};

const BRAIN: Parameter = Parameter {
    key: "brain",
    kind: Kind::File,
    default: "",
    about: "the brain file; with learn=on it is created if missing",
};
const TABLE_FILE: Parameter = Parameter {
    key: "table",
    kind: Kind::File,
    default: "",
    about: "a table written by 'plywood solve GAME --method enumerate', or the folder of its parts; without it, small games are solved at once",
};
pub(crate) const PROOF_FILE: Parameter = Parameter {
    key: "proof",
    kind: Kind::File,
    default: "",
    about: "a proof file, checked first; plays the proved side by the proof, without a table",
};
const LEARN: Parameter = Parameter {
    key: "learn",
    kind: Kind::Choice(&["off", "on"]),
    default: "off",
    about: "learn from the game when it is over",
};
const AIM: Parameter = Parameter {
    key: "aim",
    kind: Kind::Choice(&["value", "results"]),
    default: "value",
    about: "the criterion: the value of a move, or its results in practice, which takes risks",
};
const BEYOND: Parameter = Parameter {
    key: "beyond",
    kind: Kind::Integer { min: 1, max: Limits::DEEPEST },
    default: "",
    about: "plies to search in unknown positions; without it, it plays any move there",
};

const ALPHA: Parameter = Parameter {
    key: "alpha",
    kind: Kind::Number { min: 0.0, max: 1.0 },
    default: "",
    about: "the learning rate, above 0, of a new brain; default 1. An existing brain keeps its settings, and refuses others",
};
const GAMMA: Parameter = Parameter {
    key: "gamma",
    kind: Kind::Number { min: 0.0, max: 1.0 },
    default: "",
    about: "the discount of a value for each ply, above 0, of a new brain; default 0.99, with dice 1",
};
const PROVE: Parameter = Parameter {
    key: "prove",
    kind: Kind::Integer { min: 0, max: LearnSettings::DEEPEST },
    default: "",
    about: "plies within which a new brain searches for forced wins, 0 for never; default 1",
};
const SYMMETRY: Parameter = Parameter {
    key: "symmetry",
    kind: Kind::Choice(&["on", "off"]),
    default: "",
    about: "in a new brain, positions that are the same up to symmetry share one node; default on",
};

const KIND: Parameter = Parameter {
    key: "kind",
    kind: Kind::Choice(&Memory::NAMES),
    default: "",
    about: "the memory of a new brain: graph remembers positions, ntuple estimates them by patterns, both; default graph, \
            with dice ntuple",
};
const RATE: Parameter = Parameter {
    key: "rate",
    kind: Kind::Number { min: 0.0, max: 1.0 },
    default: "",
    about: "the part of an error that a new network removes at first, above 0; default 1, with dice 0.5",
};
const LAMBDA: Parameter = Parameter {
    key: "lambda",
    kind: Kind::Number { min: 0.0, max: 1.0 },
    default: "",
    about: "the decay of eligibility traces of a new network; default 0.8, with dice 0",
};
const LOOPS: Parameter = Parameter {
    key: "loops",
    kind: Kind::Choice(&Loops::NAMES),
    default: "",
    about: "the moment at which a new brain learns the moves of a loop: after the game's other moves, or at once; default after",
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
        about: "The alpha-beta of the textbook, exact to its depth: one search, in which no win is better than another. It deepens \
                only with nodes, time or a clock.",
        parameters: &[
            DEPTH,
            NODES,
            TIME,
            EVAL,
            Parameter { default: "any", ..TIE_OF_SEARCH },
            ORDER,
            BLUNDER,
        ],
    },
    BotInfo {
        name: "engine",
        about: "Alpha-beta with every technique: strong at a limit of time, exact to a depth of up to 7 plies.",
        parameters: &[DEPTH, NODES, TIME, EVAL, TIE, SELECTIVE, THREADS, TABLE, DISABLE, BLUNDER],
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
            Parameter { default: "3", about: "plies to search if neither is possible", ..DEPTH },
            EVAL,
            Parameter { default: "random", ..TIE_OF_SEARCH },
            BLUNDER,
        ],
    },
    BotInfo {
        name: "mcts",
        about: "Monte Carlo tree search: random games show which moves are worth searching; proves what it can.",
        parameters: &[
            PLAYOUTS,
            Parameter { about: "the most positions in the tree", ..NODES },
            Parameter { about: "time per move", ..TIME },
            TREE,
            LEAF,
            Parameter {
                about: "static evaluation, whose points are the unit of values; onnx@FILE: a network that guides the search, \
                        in the place of random games",
                ..EVAL
            },
            TIE,
            BLUNDER,
        ],
    },
    BotInfo {
        name: "bestfirst",
        about: "Best-first minimax: goes deeper where play looks best, at any depth, and proves what it can.",
        parameters: &[
            Parameter {
                about: "the most positions in the tree; default: 100000, unless time is set",
                ..NODES
            },
            Parameter { about: "time per move", ..TIME },
            TREE,
            EVAL,
            TIE_OF_EQUALS,
            BLUNDER,
        ],
    },
    BotInfo {
        name: levels::NAME,
        about: "A level for people: searches a stated number of positions and plays a stated share of moves at random.",
        parameters: &[levels::NUMBER, levels::EVEN],
    },
    BotInfo {
        name: "perfect",
        about: "Plays a best move by exact values: dice races, connect four, small games, and those with a table; or plays \
                as a proof says.",
        parameters: &[TABLE_FILE, PROOF_FILE, TIE_OF_EQUALS],
    },
    BotInfo {
        name: "learner",
        about: "Plays from its experience, kept in a file, its brain.",
        parameters: &[
            BRAIN, LEARN, AIM, BEYOND, BLUNDER, KIND, ALPHA, GAMMA, PROVE, SYMMETRY, LOOPS, RATE, LAMBDA,
        ],
    },
];
