//! Games by name, and the shared data of opened games.

use std::fs::File;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use plywood_erased::{BotInfo, TextBot};
use plywood_games::classic::Classic;
use plywood_games::{Card, Puzzles, Visitor, families};
use plywood_rules::options::{Options, Parameter, alternatives, nearest, split_name};
use plywood_rules::text;
use plywood_rules::tree::WrittenTree;
use plywood_rules::{Playable, TextError};

use crate::any_game::{AnyGame, TypedGame};
use crate::bots;
use crate::networks::AnyNetwork;
#[cfg(not(target_family = "wasm"))]
use crate::programs::{AllowedPrograms, ListedProgram};
use crate::shared::SharedCaches;
use crate::text_bot::AddedBot;

/// The reason why a game could not be opened.
#[derive(Debug, thiserror::Error)]
pub enum OpenError {
    /// The name or its options are wrong.
    #[error(transparent)]
    Name(#[from] TextError),
    /// The file of a written tree cannot be read.
    #[error("cannot read the tree file '{}': {error}", path.display())]
    File {
        /// The path of the file.
        path: PathBuf,
        /// The system's error.
        error: std::io::Error,
    },
    /// The text of a written tree is wrong.
    #[error("{place}: {message}")]
    Tree {
        /// The file, or `tree` for one given inline.
        place: String,
        /// The error, with line and column.
        message: String,
    },
}

impl OpenError {
    /// Returns true if a file does not exist.
    pub fn is_missing_file(&self) -> bool {
        matches!(self, OpenError::File { error, .. } if error.kind() == std::io::ErrorKind::NotFound)
    }
}

/// A description of a family of games, available without opening one.
#[derive(Clone, Debug, PartialEq)]
pub struct FamilyInfo {
    /// The name of the family.
    pub name: &'static str,
    /// The name as it stands in a sentence.
    pub title: &'static str,
    /// A description of the game in one sentence.
    pub about: &'static str,
    /// The options it takes.
    pub parameters: &'static [Parameter],
    /// Short names for some of its games, with their options.
    pub aliases: Vec<(&'static str, &'static str)>,
    /// Its games in the lobby.
    pub cards: &'static [Card],
    /// Small games of it.
    pub samples: &'static [&'static str],
    /// The puzzles of the page for one of its games.
    pub puzzles: Option<Puzzles>,
}

/// A program from outside that plays under a name.
#[cfg(not(target_family = "wasm"))]
#[derive(Clone, Debug)]
pub struct NamedProgram {
    /// Its name as a bot.
    pub name: String,
    /// A sentence that describes it.
    pub about: String,
    /// The program.
    pub program: plywood_outside::Program,
    /// The names of the games that it plays; empty for all.
    pub games: Vec<String>,
    /// The file of the network that it plays by, in the ONNX format, if it may be asked about positions.
    pub network: Option<PathBuf>,
}

type Opener = Box<dyn Fn(&Options, &Arc<SharedCaches>) -> Result<Arc<dyn AnyGame>, TextError> + Send + Sync>;

/// All games that can be opened by name, with the open brains and proofs and the solved games. A process may
/// have several workshops; they share nothing.
pub struct Workshop {
    families: Vec<FamilyInfo>,
    added: Vec<(&'static str, Opener)>,
    files: bool,
    shared: Arc<SharedCaches>,
}

/// The largest file that is read as a written tree, in bytes.
const LARGEST_TREE_FILE: u64 = 64 << 20;

const TREE: FamilyInfo = FamilyInfo {
    name: "tree",
    title: "a written tree",
    about: "A game tree in text: tree:FILE reads it from a file, tree:(a:3 b:(c:1 d:5)) gives it directly.",
    parameters: &[],
    aliases: Vec::new(),
    cards: &[Card::new("tree", "tree:(a:(b1:3,b2:12,b3:8),b:(c1:2,c2:4,c3:6),c:(d1:14,d2:5,d3:2))", 1).at(11)],
    samples: &["tree:(a:3 b:(c:1 d:5))"],
    puzzles: None,
};

impl Workshop {
    /// The games that Plywood comes with.
    pub fn standard() -> Workshop {
        let mut families: Vec<FamilyInfo> = families()
            .map(|family| FamilyInfo {
                name: family.name,
                title: family.title,
                about: family.about,
                parameters: family.parameters,
                aliases: family.aliases.iter().map(|alias| (alias.name, alias.options)).collect(),
                cards: family.cards,
                samples: family.samples,
                puzzles: family.puzzles,
            })
            .collect();
        families.push(TREE);
        Workshop { families, added: Vec::new(), files: true, shared: Arc::default() }
    }

    /// The same, but no name makes it read a file: written trees are accepted only inline.
    pub fn without_files(mut self) -> Workshop {
        self.files = false;
        self
    }

    /// Adds your own game under `name`; `open` makes it from its options.
    ///
    /// # Panics
    /// If the name is taken.
    pub fn with<G: Playable>(
        mut self,
        name: &'static str,
        about: &'static str,
        parameters: &'static [Parameter],
        open: impl Fn(&Options) -> Result<G, TextError> + Send + Sync + 'static,
    ) -> Workshop {
        assert!(!self.names().any(|taken| taken == name), "there is a game '{name}' already");
        self.families.push(FamilyInfo {
            name,
            title: name,
            about,
            parameters,
            aliases: Vec::new(),
            cards: &[],
            samples: &[],
            puzzles: None,
        });
        let opener: Opener =
            Box::new(move |options, shared| Ok(Arc::new(TypedGame::new(open(options)?, shared))));
        self.added.push((name, opener));
        self
    }

    /// Adds a bot of your own that plays every game; `build` makes it from its options.
    ///
    /// ```
    /// use plywood_erased::Playthrough;
    /// use plywood_rules::Stop;
    /// use plywood_workshop::{TextBot, Workshop};
    /// use rand_core::Rng;
    ///
    /// /// Plays the last legal move.
    /// struct Last;
    ///
    /// impl TextBot for Last {
    ///     fn choose(&mut self, position: &dyn Playthrough, _: &mut dyn Rng, _: &Stop) -> String {
    ///         position.moves().pop().expect("a decision has moves")
    ///     }
    /// }
    ///
    /// let workshop = Workshop::standard().with_bot("last", "Plays the last move.", &[], |_| Ok(Box::new(Last)));
    /// assert!(workshop.open("connect4").unwrap().check_bot("last").is_ok());
    /// ```
    ///
    /// # Panics
    /// If the name is taken, or a game was opened already.
    pub fn with_bot(
        mut self,
        name: &'static str,
        about: &'static str,
        parameters: &'static [Parameter],
        build: impl Fn(&Options) -> Result<Box<dyn TextBot>, TextError> + Send + Sync + 'static,
    ) -> Workshop {
        assert!(self.bots().all(|taken| taken.name != name), "there is a bot '{name}' already");
        let info = BotInfo { name, about, parameters };
        let shared = Arc::get_mut(&mut self.shared).expect("bots are added before games are opened");
        shared.added.push(AddedBot { info, build: Box::new(build) });
        self
    }

    /// The same, and bots may be programs from outside: `exec:COMMAND` and its like are accepted where a bot is named. Never do so
    /// for names that come over a network.
    ///
    /// # Panics
    /// If a game was opened already.
    #[cfg(not(target_family = "wasm"))]
    pub fn with_programs(mut self, programs: plywood_outside::Programs) -> Workshop {
        let shared = Arc::get_mut(&mut self.shared).expect("programs are allowed before games are opened");
        shared.programs.running = Some(Arc::new(programs));
        shared.programs.any = true;
        self
    }

    /// The same, and these programs from outside may play, and no others: each under a name that does not tell its command.
    ///
    /// # Errors
    /// If a name is taken or cannot be the name of a bot, a program cannot be started, or a game cannot be opened.
    ///
    /// # Panics
    /// If a game was opened already.
    #[cfg(not(target_family = "wasm"))]
    pub fn with_listed_programs(
        mut self,
        programs: plywood_outside::Programs,
        list: Vec<NamedProgram>,
    ) -> Result<Workshop, OpenError> {
        let mut listed = Vec::new();
        for NamedProgram { name, about, program, games, network } in list {
            let fits = name.chars().all(|c| c.is_ascii_lowercase() || c.is_ascii_digit() || "-_".contains(c));
            if name.is_empty() || name.len() > 40 || !fits {
                let message = format!(
                    "'{name}' cannot be the name of a bot; write up to 40 small letters, digits, dashes and underscores"
                );
                return Err(TextError::new(message).into());
            }
            let is_listed = listed.iter().any(|it: &ListedProgram| it.info.name == name);
            if is_listed || self.bots().any(|bot| bot.name == name) {
                return Err(
                    TextError::new(format!("there is a bot '{name}' already; write another name")).into()
                );
            }
            let games = games.iter().map(|game| self.open(game)).collect::<Result<Vec<_>, OpenError>>()?;
            games.iter().try_for_each(|game| program.check(game.rules()))?;
            if network.is_some() && games.is_empty() {
                let message = format!(
                    "bot '{name}' has a network, and no games; write the games that the network is of"
                );
                return Err(TextError::new(message).into());
            }
            let networks = network.iter().flat_map(|file| games.iter().map(|game| game.open_network(file)));
            let networks = networks.collect::<Result<_, TextError>>()?;
            let games = games.iter().map(|game| game.name()).collect();
            // Names of bots live as long as the program.
            let info = BotInfo { name: name.leak(), about: about.leak(), parameters: &[] };
            listed.push(ListedProgram { info, program: Arc::new(program), games, networks });
        }
        let shared = Arc::get_mut(&mut self.shared).expect("programs are listed before games are opened");
        shared.programs = AllowedPrograms { running: Some(Arc::new(programs)), any: false, listed };
        Ok(self)
    }

    /// The names of the listed programs that can play a game.
    pub fn programs_for<'a>(&'a self, game: &'a dyn AnyGame) -> impl Iterator<Item = &'static str> + 'a {
        let names = self.shared.programs.listed.iter().map(|listed| listed.info.name);
        names.filter(|name| game.check_bot(name).is_ok())
    }

    /// The networks of the listed programs for a game of this full name, each with the name of its program.
    pub fn networks_for(&self, game: &str) -> impl Iterator<Item = (&'static str, &Arc<dyn AnyNetwork>)> {
        self.shared.programs.listed.iter().filter_map(move |listed| {
            let place = listed.games.iter().position(|played| played == game)?;
            Some((listed.info.name, listed.networks.get(place)?))
        })
    }

    /// The bots that play any game.
    pub fn bots(&self) -> impl Iterator<Item = BotInfo> {
        bots::all(&self.shared)
    }

    /// The families that can be opened, in the order of the list.
    pub fn families(&self) -> &[FamilyInfo] {
        &self.families
    }

    /// All names and aliases.
    pub fn names(&self) -> impl Iterator<Item = &'static str> {
        self.families.iter().flat_map(|family| {
            [family.name].into_iter().chain(family.aliases.iter().map(|alias| alias.0)).collect::<Vec<_>>()
        })
    }

    /// The family of the game that `text` names.
    pub fn family(&self, text: &str) -> Option<&FamilyInfo> {
        let (name, _) = split_name(text);
        self.families
            .iter()
            .find(|family| family.name == name || family.aliases.iter().any(|(alias, _)| *alias == name))
    }

    /// Returns true if `text` names a game that was added, which does not come with Plywood.
    pub fn is_added(&self, text: &str) -> bool {
        self.added.iter().any(|(added, _)| *added == split_name(text).0)
    }

    /// Opens the game that `text` names: `name`, `name:key=value,...` or `tree:FILE`.
    ///
    /// # Errors
    /// If there is no such game, its options do not fit, or its file cannot be read.
    pub fn open(&self, text: &str) -> Result<Arc<dyn AnyGame>, OpenError> {
        let (name, rest) = split_name(text);
        if name == TREE.name {
            return self.open_tree(rest.unwrap_or_default());
        }
        if let Some((_, open)) = self.added.iter().find(|(added, _)| *added == name) {
            let parameters = self.family(name).expect("added together").parameters;
            let options = Options::read(&format!("game '{name}'"), parameters, rest)?;
            return Ok(open(&options, &self.shared)?);
        }
        if !self.names().any(|known| known == name) {
            let error = match text.starts_with(['(', '{', '[', 'E']) && text.contains(['(', '{', '['])
                || [".txt", ".efg"].iter().any(|end| text.ends_with(end))
            {
                true => TextError::meant(format!("tree:{text}")).after(format!("unknown game '{text}'; ")),
                false => self.like(name, rest).after(format!("unknown game '{name}'; ")),
            };
            return Err(error.into());
        }
        Ok(plywood_games::open(text, Erase(&self.shared))?)
    }

    /// The end of an error about an unknown game: the one that is meant, or all.
    fn like(&self, name: &str, rest: Option<&str>) -> TextError {
        let (before, after) = name.split_once([',', '=', ' ']).unwrap_or((name, ""));
        // Options that follow without a colon.
        let joined = [after, rest.unwrap_or_default()].into_iter().filter(|part| !part.is_empty());
        let joined = format!("{before}:{}", joined.collect::<Vec<_>>().join(",").replace(' ', ","));
        if before != name && self.names().any(|known| known == before) && self.open(&joined).is_ok() {
            return TextError::meant(joined);
        }
        let elsewhere = || families().flat_map(|family| family.elsewhere);
        let other = nearest(name, elsewhere().map(|(other, _)| *other));
        match elsewhere().find(|(known, _)| Some(*known) == other) {
            Some((_, game)) if nearest(name, self.names()).is_none() => TextError::meant(*game),
            _ => alternatives(name, self.names(), "there are"),
        }
    }

    fn open_tree(&self, source: &str) -> Result<Arc<dyn AnyGame>, OpenError> {
        if source.is_empty() {
            let message = "game 'tree' needs a file or a tree: tree:FILE or tree:(a:3 b:(c:1 d:5))";
            return Err(TextError::new(message).into());
        }
        let open = |tree| Arc::new(TypedGame::new(Classic::Tree(tree), &self.shared));
        if self.files && (!source.contains(['(', '{', '[']) || Path::new(source).is_file()) {
            let text = read_tree_file(source)?;
            let tree = WrittenTree::parse(&text)
                .map_err(|error| OpenError::Tree { place: source.to_string(), message: error.to_string() })?;
            return Ok(open(tree.named(format!("tree:{source}"))));
        }
        let tree = WrittenTree::parse(source)
            .map_err(|error| OpenError::Tree { place: "tree".to_string(), message: error.to_string() })?;
        Ok(open(tree))
    }
}

/// Turns a game of any type into one that speaks text.
struct Erase<'a>(&'a Arc<SharedCaches>);

impl Visitor for Erase<'_> {
    type Output = Arc<dyn AnyGame>;
    fn visit<G: Playable>(self, game: G) -> Arc<dyn AnyGame> {
        Arc::new(TypedGame::new(game, self.0))
    }
}

fn read_tree_file(source: &str) -> Result<String, OpenError> {
    let path = PathBuf::from(source);
    let read = || {
        let size = std::fs::metadata(&path)?.len();
        if size > LARGEST_TREE_FILE {
            return Err(std::io::Error::other(format!("it is larger than {LARGEST_TREE_FILE} bytes")));
        }
        text::read(File::open(&path)?)
    };
    read().map_err(|error| OpenError::File { path: path.clone(), error })
}
