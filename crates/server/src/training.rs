//! Training in idle time: the shared brains play themselves and the levels, and learn from that.
//!
//! One thread plays a move after the other. It begins none while a search of a player runs or waits or the server is late, and the
//! search of a level is held back as soon as one is asked for. After each step the thread rests for so long that steps take
//! at most the stated share of the time.
//!
//! Finished games are learnt together every two seconds, in one write. A kill loses those of the last two seconds, of which no one
//! was told.

use std::collections::HashMap;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::{Arc, Mutex};
use std::thread::JoinHandle;
use std::time::{Duration, Instant};

use plywood_erased::{Call, Ending};
use plywood_page::catalogue::{HOUSE_BRAIN, can_learn};
use plywood_page::problem::{Problem, RefusalCode};
use plywood_rules::threads::lock;
use plywood_rules::{Player, Stop};
use plywood_workshop::{AnyGame, CurvePoint, Level, PlayedGame, SeatedBots};

use crate::ids;
use crate::pool::{STACK, processor_time, step_back};
use crate::protocol::{BrainQuery, RecordView, SeatView, TrainingGameView, TrainingView};
use crate::services::Services;

/// The newest records that are looked through for games that people played lately.
const LATELY: usize = 30;
/// The time for one game before the next has its turn.
const SESSION: Duration = Duration::from_secs(30);
/// The wait where there is nothing to train, or after an error.
const PAUSE: Duration = Duration::from_secs(2);
/// The time between two writes of what was learnt.
const WRITES: Duration = Duration::from_secs(2);
/// Games learnt in one write, at most.
const BATCH: usize = 200;
/// Rests shorter than this are saved up.
const SHORTEST_REST: Duration = Duration::from_millis(5);
/// The longest sleep before it looks whether the server stops.
const NAP: Duration = Duration::from_millis(50);
/// Plies after which a game is called off.
const LONGEST: usize = 400;
/// Positions of a brain beyond which it is not trained: a file of about 100 MB.
const MOST_POSITIONS: u64 = 1_000_000;
/// The share of the learner's moves that are any legal move, as nothing is learnt from games that are all alike.
const EXPLORE: f64 = 0.1;
/// The strongest level to play against: those above search too long.
const STRONGEST: u32 = 6;
/// The opponents of the learning curve, and games against each.
const MEASURED: [&str; 2] = ["random", "level:n=4"];
const MEASURED_GAMES: u64 = 40;
/// The least number of games between two points of the curve.
const UNMEASURED: u64 = 100;

/// The training of a server.
pub struct ServerTraining {
    begun: Instant,
    /// As the page sees it, with the seconds of a processor in place of their share.
    shown: Arc<Mutex<TrainingView>>,
    stop: Stop,
    thread: Mutex<Option<JoinHandle<()>>>,
}

impl ServerTraining {
    /// Starts to train, if the settings say so.
    ///
    /// # Errors
    /// If its thread cannot be started.
    pub fn start(services: &Arc<Services>) -> std::io::Result<ServerTraining> {
        let share = services.settings.train;
        let view = TrainingView { share, used: 0.0, played: 0, game: None };
        let (shown, stop) = (Arc::new(Mutex::new(view)), Stop::never());
        let thread = share.map(|share| {
            let trainer = Trainer {
                services: Arc::clone(services),
                shown: Arc::clone(&shown),
                stop: stop.behind(services.pool.idle()),
                share,
                rested: Instant::now(),
                held: Duration::ZERO,
                owed: Duration::ZERO,
                levels: HashMap::new(),
            };
            let thread = std::thread::Builder::new().name("training".to_string()).stack_size(STACK);
            thread.spawn(move || trainer.run())
        });
        Ok(ServerTraining { begun: Instant::now(), shown, stop, thread: Mutex::new(thread.transpose()?) })
    }

    /// The state of the training.
    pub fn view(&self) -> TrainingView {
        let view = lock(&self.shown).clone();
        TrainingView { used: view.used / self.begun.elapsed().as_secs_f64(), ..view }
    }

    /// Begins to stop: the move under way is cancelled, and finished games are learnt.
    pub fn close(&self) {
        self.stop.raise();
    }

    /// Waits until it has stopped, after [`ServerTraining::close`].
    pub fn join(&self) {
        if let Some(thread) = lock(&self.thread).take() {
            let _ = thread.join();
        }
    }
}

/// The thread that plays.
struct Trainer {
    services: Arc<Services>,
    shown: Arc<Mutex<TrainingView>>,
    /// Waits while a player needs the processor.
    stop: Stop,
    share: f64,
    /// When the last rest ended, and how long it had waited at `stop` by then.
    rested: Instant,
    held: Duration,
    /// The time that it still has to rest.
    owed: Duration,
    /// The level that it plays against next, by game.
    levels: HashMap<String, u32>,
}

/// The seats of a game, made once and used for many games.
type Seats = HashMap<[String; 2], Box<dyn SeatedBots>>;

impl Trainer {
    fn run(mut self) {
        step_back();
        // A full disk is logged once.
        let mut last = Problem::new(RefusalCode::Bot, "");
        while !self.stop.is_cancelled() {
            let mut trained = false;
            for name in self.games() {
                let session = catch_unwind(AssertUnwindSafe(|| self.session(&name)));
                let failed = |_| Err(Problem::new(RefusalCode::Bot, "a bot failed"));
                match session.unwrap_or_else(failed) {
                    Ok(some) => trained |= some,
                    Err(problem) if problem == last => {}
                    Err(problem) => {
                        tracing::warn!(game = name, reason = problem.text, "a game is not trained");
                        last = problem;
                    }
                }
            }
            if !trained {
                self.owed = PAUSE;
                self.rest();
            }
        }
    }

    /// The games to train: those that people played lately, and those of the lobby that have a shared brain.
    fn games(&self) -> Vec<String> {
        let catalogue = &self.services.catalogue;
        let is_person = |seat: &SeatView| matches!(seat, SeatView::Person { .. });
        let lately = self.services.store.records(u64::MAX, None, LATELY).unwrap_or_default();
        let by_people =
            lately.into_iter().filter(|record: &RecordView| record.line.players.iter().any(is_person));
        let mut games: Vec<String> = Vec::new();
        for name in by_people.map(|record| record.line.game).chain(catalogue.shared_brains()) {
            // A tree that someone wrote is not worth a brain of its own.
            let is_tree = catalogue.family(&name) == "tree";
            if !is_tree && !games.contains(&name) && catalogue.game(&name).is_ok_and(|it| can_learn(&it)) {
                games.push(name);
            }
        }
        games
    }

    /// Trains the shared brain of a game for a while. False if it knows enough.
    fn session(&mut self, name: &str) -> Result<bool, Problem> {
        let services = Arc::clone(&self.services);
        let catalogue = &services.catalogue;
        let game = catalogue.game(name)?;
        let learner = format!("learner:brain={HOUSE_BRAIN},learn=on,blunder={EXPLORE}");
        let learner = catalogue.opponent(&game, &learner)?.name;
        // As long as there are seats, the brain stays open.
        let mut seats = Seats::new();
        self.seat(&game, &mut seats, [&learner, &learner])?;
        if catalogue.counters(&game, HOUSE_BRAIN)?.nodes >= MOST_POSITIONS {
            return Ok(false);
        }
        let mut level = self.levels.get(name).copied().unwrap_or(1);
        let until = Instant::now() + SESSION;
        // The first game is learnt at once: a disk that is full shows before more is played.
        let mut writes = Instant::now();
        let mut learnt: Vec<PlayedGame> = Vec::new();
        for number in 0_u64.. {
            // One game against itself, one against a level, sides swapped every time.
            let own = if number % 2 == 0 { [true, true] } else { [number % 4 == 1, number % 4 == 3] };
            let opponent = Level::of(level).map_or_else(|| learner.clone(), Level::name);
            let players = own.map(|own| if own { &*learner } else { &*opponent });
            let Some((moves, ending)) = self.play(&game, &mut seats, players, false)? else { break };
            if own != [true, true] {
                let side = if own[0] { Player::First } else { Player::Second };
                level = level.saturating_add_signed(i32::from(ending.utility(side))).clamp(1, STRONGEST);
            }
            learnt.push(PlayedGame { moves, ending, own });
            let over = Instant::now() >= until;
            if over || Instant::now() >= writes || learnt.len() >= BATCH {
                let known = self.learn(&game, &mut learnt)?;
                self.measure(&game)?;
                if over || known >= MOST_POSITIONS {
                    break;
                }
                writes = Instant::now() + WRITES;
            }
        }
        self.levels.insert(name.to_string(), level);
        if !learnt.is_empty() {
            self.learn(&game, &mut learnt)?;
        }
        Ok(true)
    }

    /// Learns the games, and returns the number of positions that the brain knows now.
    fn learn(&mut self, game: &Arc<dyn AnyGame>, games: &mut Vec<PlayedGame>) -> Result<u64, Problem> {
        let services = Arc::clone(&self.services);
        let counters = services.catalogue.learn(game, HOUSE_BRAIN, games)?;
        lock(&self.shown).played += games.len() as u64;
        games.clear();
        self.rest();
        Ok(counters.nodes)
    }

    /// Measures the brain against fixed opponents, without learning, once it has learnt a quarter more games than the last time.
    fn measure(&mut self, game: &Arc<dyn AnyGame>) -> Result<(), Problem> {
        let services = Arc::clone(&self.services);
        let asked = BrainQuery { game: game.name(), brain: HOUSE_BRAIN.to_string() };
        let curve = services.catalogue.curve(&asked)?;
        let last = curve.points.iter().map(|point| point.games).max();
        if last.is_some_and(|last| curve.games < last + (last / 4).max(UNMEASURED)) {
            return Ok(());
        }
        let machine = services.catalogue.opponent(game, &format!("learner:brain={HOUSE_BRAIN}"))?.name;
        let (mut seats, mut points) = (Seats::new(), Vec::new());
        for opponent in MEASURED {
            let (mut wins, mut draws, mut losses) = (0, 0, 0);
            for number in 0..MEASURED_GAMES {
                let (players, own) = match number % 2 {
                    0 => ([&*machine, opponent], Player::First),
                    _ => ([opponent, &*machine], Player::Second),
                };
                let Some((_, ending)) = self.play(game, &mut seats, players, true)? else { return Ok(()) };
                match ending.utility(own) {
                    1 => wins += 1,
                    0 => draws += 1,
                    _ => losses += 1,
                }
            }
            points.push(CurvePoint {
                games: curve.games,
                opponent: opponent.to_string(),
                wins,
                draws,
                losses,
            });
        }
        services.catalogue.add_to_curve(game, HOUSE_BRAIN, &points)
    }

    /// The seats of these bots, made if there are none.
    fn seat<'a>(
        &self,
        game: &Arc<dyn AnyGame>,
        seats: &'a mut Seats,
        players: [&str; 2],
    ) -> Result<&'a mut Box<dyn SeatedBots>, Problem> {
        let key = players.map(str::to_string);
        if !seats.contains_key(&key) {
            let catalogue = &self.services.catalogue;
            let [first, second] =
                [catalogue.opponent(game, players[0])?, catalogue.opponent(game, players[1])?];
            let names = [Some(&*first.made_by), Some(&*second.made_by)];
            let made = game.seat_bots(names, None, ids::new_seed()).map_err(Problem::of_bot)?;
            seats.insert(key.clone(), made);
        }
        Ok(seats.get_mut(&key).expect("they were made"))
    }

    /// Plays a game from the opening: its moves and its end, or `None` if the server stops.
    fn play(
        &mut self,
        game: &Arc<dyn AnyGame>,
        seats: &mut Seats,
        players: [&str; 2],
        measures: bool,
    ) -> Result<Option<(Vec<String>, Ending)>, Problem> {
        let services = Arc::clone(&self.services);
        let seats = self.seat(game, seats, players)?;
        let mut live = game.begin(None, "", 0).map_err(Problem::options)?;
        lock(&self.shown).game = Some(TrainingGameView {
            game: game.name(),
            players: players.map(str::to_string),
            moves: Vec::new(),
            measures,
        });
        seats.follow(0, &[]).map_err(Problem::of_bot)?;
        let most = services.settings.think;
        loop {
            if let Some(ending) = live.ending() {
                return Ok(Some((live.played().to_vec(), ending)));
            }
            if live.played().len() >= LONGEST {
                live.call(Call::PlyLimit).map_err(Problem::options)?;
                continue;
            }
            // Waits until nobody needs the processor.
            if self.stop.is_raised() {
                return Ok(None);
            }
            let chosen = seats.search(None, Arc::new(|_| ()), &self.stop.within(most));
            self.rest();
            if self.stop.is_cancelled() {
                return Ok(None);
            }
            let best = chosen.map_err(Problem::of_bot)?.best;
            live.play(&best).map_err(Problem::options)?;
            seats.follow(live.played().len() - 1, std::slice::from_ref(&best)).map_err(Problem::of_bot)?;
            if let Some(game) = &mut lock(&self.shown).game {
                game.moves.push(best);
            }
        }
    }

    /// Rests after a step, and shows the time that was used.
    fn rest(&mut self) {
        let held = self.stop.held();
        // Waiting for the disk counts, so that it has its rests too; waiting for players does not.
        let took = self.rested.elapsed().saturating_sub(held - self.held);
        self.owed += took.mul_f64(1.0 / self.share - 1.0);
        while self.owed >= SHORTEST_REST && !self.stop.is_cancelled() {
            let begun = Instant::now();
            std::thread::sleep(self.owed.min(NAP));
            self.owed = self.owed.saturating_sub(begun.elapsed());
        }
        (self.rested, self.held) = (Instant::now(), held);
        if let Some(worked) = processor_time() {
            lock(&self.shown).used = worked;
        }
    }
}
