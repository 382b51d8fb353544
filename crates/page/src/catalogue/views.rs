//! Games and opponents as the page shows them.

use std::sync::Arc;
use std::time::Duration;

use plywood_erased::BotInfo;
use plywood_rules::Player;
use plywood_rules::options::{Kind, Parameter};
use plywood_workshop::{AnyGame, Card, LEVELS, Level, Puzzles};

use super::{Catalogue, HOUSE_BRAIN, can_learn};
use crate::problem::Problem;
use crate::protocol::{
    BotView, CatalogueView, ChampionView, FamilyView, GameCard, GameView, LevelView, OpponentView, PROTOCOL,
    ParameterView, PuzzlesView, ValuesView,
};
use crate::view;

/// Plies after which the picture of a game from outside begins.
const EARLY: u32 = 4;

impl Catalogue {
    /// The games of the lobby that have a shared brain, by their full names.
    pub fn shared_brains(&self) -> Vec<String> {
        let games = self.cards().into_iter().filter_map(|card| self.game(card.game).ok());
        games.filter(|game| self.games_learnt(game, HOUSE_BRAIN).is_some()).map(|game| game.name()).collect()
    }

    /// The key of the words of a game that has a card.
    pub fn key_of(&self, game: &str) -> Option<&'static str> {
        let named = |card: &Card| self.game(card.game).is_ok_and(|card| card.name() == game);
        self.cards().into_iter().find(named).map(|card| card.key)
    }

    /// The games of the lobby. One from outside has the usual card of its family.
    fn cards(&self) -> Vec<Card> {
        let families = self.workshop.families().iter();
        let mut cards: Vec<Card> = families
            .flat_map(|family| match family.cards {
                [] => vec![Card::new(family.name, family.name, EARLY)],
                cards => cards.to_vec(),
            })
            .collect();
        cards.sort_by_key(|card| card.place);
        cards
    }

    /// The files of puzzles.
    fn puzzles(&self) -> Vec<PuzzlesView> {
        let families = self.workshop.families().iter();
        let mut files: Vec<Puzzles> = families.filter_map(|family| family.puzzles).collect();
        files.sort_by_key(|file| file.place);
        let view = |file: Puzzles| PuzzlesView {
            file: file.file.to_string(),
            game: file.game.to_string(),
            count: file.count,
        };
        files.into_iter().map(view).collect()
    }

    /// The lobby: games, bots and levels.
    pub fn house(&self, think: Duration) -> CatalogueView {
        // A game from outside may need options.
        let cards = self.cards().into_iter().filter_map(|card| {
            let game = self.game(card.game).ok()?;
            Some(self.card(card, &game))
        });
        CatalogueView {
            protocol: PROTOCOL,
            version: env!("CARGO_PKG_VERSION").to_string(),
            games: cards.collect(),
            puzzles: self.puzzles(),
            families: self
                .workshop
                .families()
                .iter()
                .map(|family| FamilyView {
                    name: family.name.to_string(),
                    about: family.about.to_string(),
                    parameters: parameters(family.parameters),
                    aliases: family.aliases.iter().map(|(a, b)| (a.to_string(), b.to_string())).collect(),
                })
                .collect(),
            bots: self
                .workshop
                .bots()
                .filter(|info| info.name != "human")
                .map(|info| bot_view(&info))
                .collect(),
            levels: LEVELS.map(|level| LevelView { nodes: level.nodes, blunder: level.blunder }).to_vec(),
            think_seconds: think.as_secs_f64(),
        }
    }

    fn card(&self, card: Card, game: &Arc<dyn AnyGame>) -> GameCard {
        let family = self.family(&game.name());
        let about = self.workshop.families().iter().find(|info| info.name == family);
        let (opponents, middling) = self.opponents(game);
        GameCard {
            key: card.key.to_string(),
            game: game.name(),
            family,
            about: about.map_or(String::new(), |info| info.about.to_string()),
            opponents,
            middling,
            learns: can_learn(game),
            begins: card.begins,
            champion: card.first_wins.then(|| self.champion(&game.name())),
        }
    }

    /// The bot that plays first in a game that the first player wins: by a proof if there is one, else as well as it can.
    fn champion(&self, game: &str) -> ChampionView {
        match self.proofs.winning(game, Player::First).and_then(|proof| self.prover(game, &proof).ok()) {
            Some(prover) => ChampionView { bot: prover.name, proved: true },
            None => ChampionView { bot: LEVELS[LEVELS.len() - 1].name(), proved: false },
        }
    }

    /// The opponents to offer, the levels from weak to strong and then other kinds, with the index of the level that keeps a series even.
    fn opponents(&self, game: &Arc<dyn AnyGame>) -> (Vec<OpponentView>, usize) {
        let mut names = vec!["random".to_string()];
        names.extend(LEVELS.map(Level::name));
        // The one that finds the level of a person.
        let middling = names.len();
        names.extend(Level::of(Level::MIDDLING).map(Level::even));
        let details = game.details();
        names.push(
            if details.has_chance { "expectiminimax:time=1s" } else { "engine:time=3s,tie=random" }
                .to_string(),
        );
        if details.is_race {
            names.extend(["hold", "perfect"].map(str::to_string));
        }
        names.extend(self.provers(&game.name()).into_iter().map(|prover| prover.name));
        names.extend(self.workshop.programs_for(&**game).map(str::to_string));
        if can_learn(game) {
            names.push(format!("learner:brain={HOUSE_BRAIN},learn=on,beyond=2"));
        }
        let opponents = names
            .into_iter()
            .map(|bot| {
                let games =
                    bot.starts_with("learner").then(|| self.games_learnt(game, HOUSE_BRAIN).unwrap_or(0));
                OpponentView { bot, games }
            })
            .collect();
        (opponents, middling)
    }

    /// A game of any options.
    pub fn describe(&self, name: &str) -> Result<GameView, Problem> {
        let game = self.game(name)?;
        let details = game.details();
        let opening = game.begin(None, "", 0).map_err(Problem::options)?;
        let (opponents, middling) = self.opponents(&game);
        Ok(GameView {
            game: game.name(),
            family: self.family(&game.name()),
            players: details.players.map(str::to_string),
            how_to_play: details.how_to_play,
            opponents,
            middling,
            own_bots: details.own_bots.iter().map(bot_view).collect(),
            evaluations: details
                .evaluations
                .iter()
                .map(|evaluation| (evaluation.name.to_string(), evaluation.about.to_string()))
                .collect(),
            learns: can_learn(&game),
            brains: self.brains(&game),
            networks: self.workshop.networks_for(&game.name()).map(|(name, _)| name.to_string()).collect(),
            proofs: self.proofs.views(&game.name()),
            board: view::board(&*opening),
            step: view::step(&*opening),
        })
    }
}

fn bot_view(info: &BotInfo) -> BotView {
    BotView {
        name: info.name.to_string(),
        about: info.about.to_string(),
        parameters: parameters(info.parameters),
    }
}

fn parameters(parameters: &[Parameter]) -> Vec<ParameterView> {
    let words = |words: &[&str]| words.iter().map(|word| word.to_string()).collect();
    parameters
        .iter()
        .map(|parameter| ParameterView {
            key: parameter.key.to_string(),
            values: match parameter.kind {
                Kind::Integer { min, max } => ValuesView::Integer { min, max, words: Vec::new() },
                Kind::IntegerOr { min, max, words: any } => {
                    ValuesView::Integer { min, max, words: words(any) }
                }
                Kind::Number { min, max } => ValuesView::Number { min, max },
                Kind::Choice(any) => ValuesView::Choice { words: words(any) },
                Kind::Time => ValuesView::Time {},
                // A file from outside is a short name here.
                Kind::Name | Kind::Evaluation | Kind::File => ValuesView::Name {},
            },
            default: parameter.default.to_string(),
            about: parameter.about.to_string(),
        })
        .collect()
}
