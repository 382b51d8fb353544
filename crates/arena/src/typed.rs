//! The two sides of a match and its games, for one type of game: all of a match that is compiled for each.

use std::any::Any;
use std::time::Duration;

use plywood_rules::ending::Ending;
use plywood_rules::random::{below, chance_outcome};
use plywood_rules::student::tell;
use plywood_rules::{
    Bot, Clock, Game, Notation, Player, Position, Proved, Stop, TextError, Turn, Value, is_threefold,
    moves_or_outcomes,
};
use rand_chacha::ChaCha8Rng;

use crate::openings::Openings;
use crate::table::{BotFault, MatchGame, NextTurn, Opinion};

/// One of the two sides of a match: a name, and a way to make a fresh bot for every game.
pub struct Contestant<'a, G> {
    /// Its name in error messages.
    pub name: String,
    /// Makes a bot.
    pub build: Box<dyn Fn() -> Box<dyn Bot<G>> + Sync + 'a>,
}

impl<'a, G> Contestant<'a, G> {
    /// The contestant called `name` whose bots `build` makes.
    pub fn new(
        name: impl Into<String>,
        build: impl Fn() -> Box<dyn Bot<G>> + Sync + 'a,
    ) -> Contestant<'a, G> {
        Contestant { name: name.into(), build: Box::new(build) }
    }
}

/// Says how a position with a player to move ends under best play, if it knows: the winner, or `None` for a draw.
pub type Judge<'a, G> = Box<dyn Fn(&<G as Game>::State) -> Option<Option<Player>> + Sync + 'a>;

/// A game of one type.
pub(crate) struct TypedMatchGame<'a, G: Notation> {
    game: &'a G,
    start: &'a G::State,
    contestants: &'a [Contestant<'a, G>; 2],
    openings: &'a Openings<G::Move>,
    judge: Option<&'a Judge<'a, G>>,
    /// True if bots are asked for their opinions.
    opinions: bool,
    bots: [Option<Box<dyn Bot<G>>>; 2],
    state: G::State,
    /// The states before it, and the moves between them.
    history: Vec<G::State>,
    moves: Vec<G::Move>,
    /// The moves of the player to move.
    legal: Vec<G::Move>,
    chosen: Option<G::Move>,
    outcomes: Vec<(G::Move, f64)>,
    /// The moves of the games that are finished.
    finished: Vec<G::Move>,
}

impl<'a, G: Notation> TypedMatchGame<'a, G> {
    pub fn new(
        game: &'a G,
        start: &'a G::State,
        contestants: &'a [Contestant<'a, G>; 2],
        openings: &'a Openings<G::Move>,
    ) -> TypedMatchGame<'a, G> {
        TypedMatchGame {
            game,
            start,
            contestants,
            openings,
            judge: None,
            opinions: false,
            bots: [None, None],
            state: start.clone(),
            history: Vec::new(),
            moves: Vec::new(),
            legal: Vec::new(),
            chosen: None,
            outcomes: Vec::new(),
            finished: Vec::new(),
        }
    }

    /// The same with this judge, if there is one, and with bots that are asked for their opinions if `opinions` is true.
    pub fn refereed(self, judge: Option<&'a Judge<'a, G>>, opinions: bool) -> TypedMatchGame<'a, G> {
        TypedMatchGame { judge, opinions, ..self }
    }

    /// The legal answer of the bot of the player to move.
    #[inline(always)]
    fn answer(
        &mut self,
        player: Player,
        clock: Option<Clock>,
        rng: &mut ChaCha8Rng,
        stop: &Stop,
    ) -> Result<G::Move, BotFault> {
        let bot = self.bots[player.index()].as_mut().expect("a bot was seated");
        let position = Position { state: &self.state, history: &self.history, clock };
        let mv = bot.choose_move(self.game, position, &self.legal, rng, stop);
        self.checked(player, mv)
    }

    /// The same, with its opinion.
    fn explained_answer(
        &mut self,
        player: Player,
        clock: Option<Clock>,
        rng: &mut ChaCha8Rng,
        stop: &Stop,
    ) -> Result<(G::Move, Option<Opinion>), BotFault> {
        let bot = self.bots[player.index()].as_mut().expect("a bot was seated");
        let position = Position { state: &self.state, history: &self.history, clock };
        let report = bot.choose(self.game, position, rng, stop);
        let lead = bot.winning_lead(self.game);
        let opinion = report.value.map(|value| match value {
            Value::Proved(Proved::Draw) => Opinion::Drawn,
            value => Opinion::Chance(value.chance(report.win_worth, lead)),
        });
        Ok((self.checked(player, report.best)?, opinion))
    }

    /// The answer of a bot, if it is legal and the bot was not in trouble.
    #[inline(always)]
    fn checked(&mut self, player: Player, mv: G::Move) -> Result<G::Move, BotFault> {
        let trouble = self.bots[player.index()].as_mut().and_then(|bot| bot.trouble());
        match trouble {
            Some(reason) => Err(BotFault::Trouble(reason)),
            None if self.legal.contains(&mv) => Ok(mv),
            None => Err(BotFault::IllegalMove(format!("{mv:?}"))),
        }
    }

    /// Plays a move.
    #[inline(always)]
    fn advance(&mut self, mv: G::Move) -> NextTurn {
        self.history.push(self.state.clone());
        self.game.play(&mut self.state, mv);
        self.moves.push(mv);
        self.next()
    }

    #[inline(always)]
    fn next(&mut self) -> NextTurn {
        let turn = self.game.turn(&self.state);
        if let Turn::Decision(_) = turn {
            self.legal.clear();
            self.game.legal_moves(&self.state, &mut self.legal);
        }
        let goes_on = turn.outcome().is_some() || !is_threefold(self.game, &self.history, &self.state);
        goes_on.then_some(turn)
    }
}

impl<G: Notation<Move: 'static>> MatchGame for TypedMatchGame<'_, G> {
    fn seat(&mut self, player: Player, contestant: usize) -> bool {
        let bot = (self.contestants[contestant].build)();
        self.bots[player.index()].insert(bot).is_instant()
    }

    fn restart(&mut self) -> NextTurn {
        self.state.clone_from(self.start);
        self.history.clear();
        self.moves.clear();
        self.next()
    }

    fn choose_listed(&mut self, at: u64, ply: usize) -> Option<bool> {
        let Openings::List(list) = self.openings else { return None };
        let &mv = list[(at % list.len() as u64) as usize].get(ply)?;
        self.chosen = Some(mv);
        Some(moves_or_outcomes(self.game, &self.state).contains(&mv))
    }

    fn choose_any(&mut self, rng: &mut ChaCha8Rng) {
        self.chosen = Some(self.legal[below(rng, self.legal.len())]);
    }

    fn roll(&mut self, rng: &mut ChaCha8Rng) {
        self.chosen = Some(chance_outcome(self.game, &self.state, &mut self.outcomes, rng));
    }

    fn is_outside(&self, player: Player) -> bool {
        self.bots[player.index()].as_ref().is_some_and(|bot| bot.is_outside())
    }

    fn known_winner(&mut self, next: NextTurn) -> Option<Option<Player>> {
        let judge = self.judge?;
        matches!(next, Some(Turn::Decision(_))).then(|| judge(&self.state)).flatten()
    }

    fn prepare(
        &mut self,
        player: Player,
        clock: Option<Clock>,
        rng: &mut ChaCha8Rng,
        stop: &Stop,
    ) -> Duration {
        let bot = self.bots[player.index()].as_mut().expect("a bot was seated");
        bot.prepare(self.game, Position { state: &self.state, history: &self.history, clock }, rng, stop)
    }

    fn ask(
        &mut self,
        player: Player,
        clock: Option<Clock>,
        rng: &mut ChaCha8Rng,
        stop: &Stop,
    ) -> Result<Option<Opinion>, BotFault> {
        let (mv, opinion) = match self.opinions {
            true => self.explained_answer(player, clock, rng, stop)?,
            false => (self.answer(player, clock, rng, stop)?, None),
        };
        self.chosen = Some(mv);
        Ok(opinion)
    }

    fn play(&mut self) -> NextTurn {
        self.advance(self.chosen.expect("a move was chosen"))
    }

    fn play_on(
        &mut self,
        player: &mut Player,
        most: u32,
        rngs: &mut [ChaCha8Rng; 2],
        stop: &Stop,
        counts: &mut [u64; 2],
    ) -> Result<NextTurn, BotFault> {
        for _ in 0..most {
            let mv = self.answer(*player, None, &mut rngs[player.index()], stop)?;
            counts[player.index()] += 1;
            match self.advance(mv) {
                Some(Turn::Decision(next)) => *player = next,
                next => return Ok(next),
            }
        }
        Ok(Some(Turn::Decision(*player)))
    }

    fn position(&self) -> String {
        self.game.state_text(&self.state)
    }

    fn finish(&mut self, opening: usize, ending: Ending) -> Result<(), (Player, TextError)> {
        let students = std::mem::take(&mut self.bots).map(|bot| {
            let mut bot = bot?;
            bot.game_over(ending);
            bot.student()
        });
        self.history.push(self.state.clone());
        // No bot chose the opening, so none has to learn it.
        tell(self.game, &self.history[opening..], &self.moves[opening..], ending.into(), students)?;
        self.finished.extend_from_slice(&self.moves);
        Ok(())
    }

    fn hand_over(&mut self) -> Box<dyn Any + Send> {
        // The next games will be about as long.
        let next = Vec::with_capacity(self.finished.len());
        Box::new(std::mem::replace(&mut self.finished, next))
    }
}
