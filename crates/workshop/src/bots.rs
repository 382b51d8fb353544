//! The list of bots, and how a name becomes one.

use std::path::Path;
use std::sync::Arc;

use plywood_erased::{BotInfo, Details, TypedRules};
use plywood_games::{Family, Visitor, families, short_name};
use plywood_learn::{Access, Aim, Learner, MemoryLimits, WantedSettings};
use plywood_rules::bot::{FirstMove, Random};
use plywood_rules::options::{Kind, Options, Parameter, alternatives, split_name};
use plywood_rules::{Bot, Evaluate, Playable, Run, TextError};
use plywood_search::{
    AlphaBeta, ChancePruning, Engine, EngineSettings, Limits, Mcts, MctsSettings, Minimax, Order, RuleBased,
    Selective, Settings, Techniques, Tie, TreeGrowth,
};
use plywood_solve::perfect::Perfect;
use plywood_verify::ProofPlayer;

use crate::bot_guess::guess;
use crate::bot_list::{BOTS, EVAL, PROOF_FILE};
use crate::bot_names::current_name;
use crate::knowledge;
use crate::levels::{self, Level};
use crate::networks::NamedNetwork;
use crate::programs::Program;
use crate::shared::{Opened, SharedCaches};
use crate::text_bot::TypedBot;
use crate::trouble::{COMPLETE, LEFT_OUT, Trouble};
use crate::wrappers::{Blundering, Valuing};

/// A bot that was named and is not made yet: there is one of this name, and its options fit.
#[derive(Clone, Debug)]
pub struct NamedBot {
    info: BotInfo,
    options: Options,
    /// The program that it is, if it is one from outside.
    program: Option<Arc<Program>>,
}

impl NamedBot {
    /// The description of bots of this name.
    pub fn info(&self) -> &BotInfo {
        &self.info
    }

    /// Its options.
    pub fn options(&self) -> &Options {
        &self.options
    }

    /// The scale of its estimates, in a game of this description.
    pub fn values<'a>(&'a self, game: &'a Details) -> Scale<'a> {
        let searches =
            self.info.name == levels::NAME || self.info.parameters.iter().any(|it| it.key == EVAL.key);
        let named = self.options.text(EVAL.key);
        match named.or_else(|| game.evaluations.first().map(|evaluation| evaluation.name)) {
            Some(evaluation) if searches => Scale::Points(evaluation),
            _ => Scale::Own,
        }
    }

    /// The proof that it plays by, if it plays by one.
    pub(crate) fn proof(&self) -> Option<&Path> {
        let is_file = |it: &&Parameter| it.key == PROOF_FILE.key && it.kind == Kind::File;
        let parameter = self.info.parameters.iter().find(is_file)?;
        self.options.text(parameter.key).map(Path::new)
    }
}

/// The scale of the values that a bot estimates.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Scale<'a> {
    /// Points of the evaluation of this name.
    Points(&'a str),
    /// One of its own, on which a win has the worth that the analysis says.
    Own,
}

/// The purpose of a bot.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum BotPurpose {
    /// To choose moves.
    Move,
    /// To value every move.
    AllValues,
}

/// The search of the game that is drawn where none is named: to the game's own depth.
pub fn default_search(has_chance: bool) -> &'static str {
    if has_chance { "expectiminimax" } else { "engine:tie=random" }
}

/// The bot that answers programs where none is named: it plays the same every time, but for a game that does not come with Plywood,
/// where only a limit of time makes an answer sure.
pub fn default_bot(game: &Details) -> &'static str {
    match (is_foreign(game), game.has_chance) {
        (true, true) => "expectiminimax:time=1s",
        (true, false) => "engine:time=1s",
        (false, true) => "expectiminimax",
        (false, false) => "engine",
    }
}

/// The bot that answers people where none is named: the default search, or in a game without an evaluation, where only what is over has a
/// value, a search that goes as deep as it comes in a second or so; in a game that does not come with Plywood one of a second.
pub fn adviser(game: &Details) -> &'static str {
    let has_none = game.evaluations.first().is_none_or(|evaluation| evaluation.name == "none");
    match has_none && !game.has_chance {
        _ if is_foreign(game) => default_bot(game),
        true => "engine:nodes=1000000",
        false => default_search(game.has_chance),
    }
}

/// True for a game that does not come with Plywood.
fn is_foreign(game: &Details) -> bool {
    let (family, _) = split_name(&game.name);
    family != "tree" && families().all(|known| known.name != family)
}

/// The bots of a workshop that play any game.
pub(crate) fn all(shared: &SharedCaches) -> impl Iterator<Item = BotInfo> {
    BOTS.iter().copied().chain(shared.programs.bots()).chain(shared.added.iter().map(|added| added.info))
}

/// Makes bots of one kind, a fresh one a game.
pub(crate) type Factory<G> = Box<dyn Fn() -> Box<dyn Bot<G>> + Send + Sync>;

/// Makes the bot that `text` names.
pub(crate) fn build<G: Playable>(
    game: &Opened<G>,
    text: &str,
    asked: BotPurpose,
) -> Result<Box<dyn Bot<G>>, Trouble> {
    Ok(factory(game, text, asked)?())
}

/// Makes the factory of the bots that `text` names.
pub(crate) fn factory<G: Playable>(
    game: &Opened<G>,
    text: &str,
    asked: BotPurpose,
) -> Result<Factory<G>, Trouble> {
    factory_of(game, &read(game, text)?, asked)
}

/// Reads the name of a bot that plays `game` and its options. Whether it can be made is another matter.
pub(crate) fn read<G: Playable>(opened: &Opened<G>, text: &str) -> Result<NamedBot, Trouble> {
    let text = current_name(text);
    let (name, given) = split_name(&text);
    let own = opened.rules.own_bots().into_iter().find(|own| own.name == name);
    let own = own.map(|own| BotInfo { name: own.name, about: own.about, parameters: own.parameters });
    if own.is_none()
        && let Some((info, program)) = opened.shared.programs.read(&opened.rules.name(), name, given)?
    {
        let options = Options::read(&format!("bot '{name}'"), &[], None)?;
        return Ok(NamedBot { info, options, program: Some(program) });
    }
    let for_all = || all(&opened.shared).find(|info| info.name == name);
    let Some(info) = own.or_else(for_all) else { return Err(unknown(opened, name)) };
    let options = Options::read(&format!("bot '{name}'"), info.parameters, given)?;
    Ok(NamedBot { info, options, program: None })
}

fn unknown<G: Playable>(opened: &Opened<G>, name: &str) -> Trouble {
    let game = &opened.rules;
    let own: Vec<_> = game.own_bots().iter().map(|own| own.name).collect();
    let names: Vec<_> = all(&opened.shared).map(|info| info.name).chain(own).collect();
    let plays = |family: &&Family| plywood_games::open(family.name, HasBot(name)).is_ok_and(|has| has);
    let parameters =
        |bot: &str| all(&opened.shared).find(|info| info.name == bot).map(|info| info.parameters);
    let hint = match families().find(plays) {
        Some(family) => TextError::new(format!("it plays {} only", family.name)),
        None => match guess(name, &names, parameters).filter(|text| read(opened, text).is_ok()) {
            Some(text) => TextError::meant(text),
            None => alternatives(name, names, &format!("{} is played by", short_name(&game.name()))),
        },
    };
    hint.after(format!("unknown bot '{name}'; ")).into()
}

/// Asks a game if it has a bot of its own with this name.
struct HasBot<'a>(&'a str);

impl Visitor for HasBot<'_> {
    type Output = bool;

    fn visit<G: Playable>(self, game: G) -> bool {
        game.own_bots().iter().any(|own| own.name == self.0)
    }
}

/// Makes the factory of a bot whose name was parsed; all other errors are found here.
pub(crate) fn factory_of<G: Playable>(
    opened: &Opened<G>,
    bot: &NamedBot,
    asked: BotPurpose,
) -> Result<Factory<G>, Trouble> {
    let NamedBot { info, options, program } = bot.clone();
    let (name, game) = (info.name, Arc::clone(&opened.rules));
    const ONCE: &str = "it was made once already";
    if let Some(program) = program {
        let make = opened.shared.programs.factory(&program, &TypedRules(Arc::clone(&game)))?;
        return Ok(Box::new(move || Box::new(TypedBot::new(Arc::clone(&game), make()))));
    }
    if let Some(own) = game.own_bots().into_iter().find(|own| own.name == name) {
        (own.build)(&game, &options)?;
        return Ok(Box::new(move || (own.build)(&game, &options).expect(ONCE)));
    }
    if let Some(at) = opened.shared.added.iter().position(|added| added.info.name == name) {
        let shared = Arc::clone(&opened.shared);
        let build = move || (shared.added[at].build)(&options);
        build()?;
        return Ok(Box::new(move || Box::new(TypedBot::new(Arc::clone(&game), build().expect(ONCE)))));
    }
    if BOTS.iter().all(|info| info.name != name) {
        // It was parsed for another game, as a bot of that game's own.
        return Err(unknown(opened, name));
    }
    if name == levels::NAME {
        let number = options.integer(levels::NUMBER.key).expect("it has a default");
        let level = Level::of(number).expect("the option has its bounds from the list");
        return factory(opened, &level.bot(game.has_chance()), asked);
    }
    let blunders = options.number("blunder").filter(|&rate| rate > 0.0);
    let make: Factory<G> = if name == "learner" {
        learner(opened, &options)?
    } else if name == "perfect" {
        perfect(opened, &options)?
    } else {
        // Read once: a bot is made for every game.
        let network = opened.network(options.text(EVAL.key))?;
        searcher(&game, name, &options, asked, network.as_ref())?;
        Box::new(move || searcher(&game, name, &options, asked, network.as_ref()).expect(ONCE))
    };
    Ok(match blunders {
        Some(rate) => Box::new(move || Box::new(Blundering { rate, bot: make() })),
        None => make,
    })
}

/// A bot that needs nothing but the rules.
fn searcher<G: Playable>(
    game: &Arc<G>,
    name: &'static str,
    options: &Options,
    asked: BotPurpose,
    network: Option<&NamedNetwork<G>>,
) -> Result<Box<dyn Bot<G>>, TextError> {
    #[cfg(feature = "onnx")]
    if let ("mcts", Some(NamedNetwork::Onnx(network))) = (name, network) {
        return crate::guided::bot(game, network, options, asked == BotPurpose::AllValues);
    }
    let game = &**game;
    let evaluation = || evaluation(game, options, network);
    let settings = || settings(game, options, asked);
    Ok(match name {
        "human" => return Err(TextError::new("a bot is needed here, and 'human' is a person")),
        "random" => Box::new(Random),
        "first" => Box::new(FirstMove),
        "minimax" => Box::new(Minimax::new(evaluation()?, settings())),
        "alphabeta" => Box::new(AlphaBeta::textbook(evaluation()?, settings())),
        "engine" => {
            let engine = engine_settings(game, options)?;
            let settings = Settings { limits: given_limits(options), ..settings() };
            Box::new(Engine::new(evaluation()?, settings, engine))
        }
        "expectiminimax" if options.is("prune", "off") => Box::new(Minimax::new(evaluation()?, settings())),
        "expectiminimax" => Box::new(AlphaBeta::new(evaluation()?, settings())),
        "rules" => {
            let settings = settings();
            let depth = settings.limits.depth.expect("it has a default");
            Box::new(RuleBased::new(evaluation()?, depth, settings.tie))
        }
        "mcts" | "bestfirst" => {
            let search = |asked| -> Result<Box<dyn Bot<G>>, TextError> {
                Ok(Box::new(Mcts::new(evaluation()?, mcts_settings(name, options, asked))))
            };
            match asked {
                BotPurpose::Move => search(BotPurpose::Move)?,
                BotPurpose::AllValues => Box::new(Valuing {
                    chooser: search(BotPurpose::Move)?,
                    valuer: search(BotPurpose::AllValues)?,
                }),
            }
        }
        name => unreachable!("'{name}' is listed without being made here"),
    })
}

/// Builds the bot that plays from a table, from a game solved at once, or by a proof.
fn perfect<G: Playable>(game: &Opened<G>, options: &Options) -> Result<Factory<G>, Trouble> {
    let table = options.text("table").map(Path::new);
    let random = options.is("tie", "random");
    let Some(path) = options.text("proof").map(Path::new) else {
        let knowledge = knowledge::of_game(game, table)?;
        return Ok(Box::new(move || Box::new(Perfect::new(knowledge(), random))));
    };
    if table.is_some() || random {
        return Err(TextError::new(
            "bot 'perfect' plays as its proof says: with proof=FILE it has neither a table nor a choice (tie=random)",
        )
        .into());
    }
    if !COMPLETE {
        return Err(Trouble::failed(LEFT_OUT));
    }
    let opened = game.shared.proofs.open(&*game.rules, path, &Run::default());
    let guide = opened.map_err(|error| error.at(path))?;
    Ok(Box::new(move || Box::new(ProofPlayer::new(Arc::clone(&guide)))))
}

/// The learning machine. All bots of one factory share one brain, and so do those of others with the same file.
fn learner<G: Playable>(opened: &Opened<G>, options: &Options) -> Result<Factory<G>, Trouble> {
    let game = Arc::clone(&opened.rules);
    let Some(path) = options.text("brain").map(Path::new) else {
        return Err(TextError::new("bot 'learner' needs a brain: learner:brain=FILE").into());
    };
    let learns = options.is("learn", "on");
    let number = |key| options.number(key).map(|value| value as f32);
    let wanted = WantedSettings {
        alpha: number("alpha"),
        gamma: number("gamma"),
        prove: options.integer("prove"),
        symmetry: options.text("symmetry").map(|word| word == "on"),
        kind: options.text("kind").and_then(|word| word.parse().ok()),
        rate: number("rate"),
        lambda: number("lambda"),
        loops: options.text("loops").and_then(|word| word.parse().ok()),
    };
    let (brains, limits) = (&opened.shared.brains, MemoryLimits::default());
    let brain = if learns {
        brains.open_or_create(&game, path, wanted, limits)?
    } else {
        let brain = brains.open(&game, path, Access::Read, limits)?;
        brain.check_settings(wanted)?;
        brain
    };
    let aim = if options.is("aim", "results") { Aim::Results } else { Aim::Value };
    let beyond = options.integer("beyond");
    Ok(Box::new(move || {
        let beyond = beyond.map(|depth| {
            let evaluation = game.evaluation(None).expect("every game has a default").evaluation;
            let limits = Limits { depth: Some(depth), ..Limits::default() };
            let settings = Settings { limits, tie: Tie::Random, ..Settings::default() };
            Box::new(AlphaBeta::new(evaluation, settings)) as Box<dyn Bot<G>>
        });
        Box::new(Learner::new(Arc::clone(&brain), aim, learns, beyond))
    }))
}

fn evaluation<G: Playable>(
    game: &G,
    options: &Options,
    network: Option<&NamedNetwork<G>>,
) -> Result<Box<dyn Evaluate<G>>, TextError> {
    match network {
        Some(network) => Ok(network.evaluation()),
        None => Ok(game.evaluation(options.text("eval"))?.evaluation),
    }
}

fn given_limits(options: &Options) -> Limits {
    Limits {
        depth: options.integer("depth"),
        nodes: options.integer("nodes").map(u64::from),
        time: options.time("time"),
    }
}

/// The options that only the engine has.
fn engine_settings<G: Playable>(game: &G, options: &Options) -> Result<EngineSettings, TextError> {
    let mut techniques = Techniques::ALL;
    for name in options.text("disable").into_iter().flat_map(|names| names.split('-')) {
        let Some(switch) = techniques.switch(name) else {
            let known = Techniques::NAMES.join(", ");
            return Err(TextError::new(format!(
                "there is no technique '{name}' to disable; there are {known}"
            )));
        };
        *switch = false;
    }
    let default = EngineSettings::default();
    Ok(EngineSettings {
        techniques,
        selective: match options.text("selective") {
            Some("on") => Selective::On,
            Some("off") => Selective::Off,
            _ => Selective::Auto,
        },
        threads: options.integer("threads").map_or(default.threads, |threads| threads as usize),
        table: options.integer("table").map_or(default.table, |mib| (mib as usize) << 20),
        default_depth: game.default_depth(),
        ..default
    })
}

fn settings<G: Playable>(game: &G, options: &Options, asked: BotPurpose) -> Settings {
    let mut limits = given_limits(options);
    if limits == Limits::default() {
        limits.depth = game.default_depth();
    }
    Settings {
        limits,
        tie: match options.text("tie") {
            Some("random") => Tie::Random,
            Some("first") => Tie::First,
            Some("any") => Tie::Any,
            _ => Tie::Default,
        },
        order: if options.is("order", "promising") { Order::Promising } else { Order::Natural },
        chance_pruning: match options.text("prune") {
            Some("star1") => ChancePruning::Star1,
            Some("star2") => ChancePruning::Star2,
            _ => ChancePruning::Off,
        },
        all: asked == BotPurpose::AllValues,
    }
}

/// The default number of playouts a move: well below a second in the games here.
const DEFAULT_PLAYOUTS: u64 = 20_000;

/// The default number of positions of best-first minimax: about as long.
const DEFAULT_POSITIONS: u64 = 100_000;

fn mcts_settings(name: &str, options: &Options, asked: BotPurpose) -> MctsSettings {
    let default = MctsSettings::of(match name {
        "bestfirst" => TreeGrowth::BestFirst,
        _ if options.is("leaf", "eval") => TreeGrowth::Evaluations,
        _ => TreeGrowth::Playouts,
    });
    let mut settings = MctsSettings {
        playouts: options.integer("playouts").map(u64::from),
        nodes: options.integer("nodes").map(u64::from),
        time: options.time("time"),
        tree: options.integer("tree").unwrap_or(default.tree),
        tie: if options.is("tie", "random") { Tie::Random } else { Tie::First },
        all: asked == BotPurpose::AllValues,
        ..default
    };
    if (settings.playouts, settings.nodes, settings.time) == (None, None, None) {
        match settings.growth {
            TreeGrowth::BestFirst => settings.nodes = Some(DEFAULT_POSITIONS),
            TreeGrowth::Playouts | TreeGrowth::Evaluations => settings.playouts = Some(DEFAULT_PLAYOUTS),
        }
    }
    settings
}
