//! The state machine of a live game, driven without I/O: time passes and disks fail as the tests say.

use std::collections::VecDeque;
use std::sync::Arc;
use std::time::Duration;

use plywood_erased::{Analysis, AnyRules, TypedRules};
use plywood_page::play::{
    BotSearch, GameCommand, GameEffect, GameSnapshot, LiveConditions, LiveGame, Now, Offer, Pace,
    RefusalCode, RefusedCommand, Request, Seat, TimeControl,
};
use plywood_rules::ending::{Call, Ending};
use plywood_rules::tree::WrittenTree;
use plywood_rules::{Player, Value};

/// Two moves each, and dice after the move `d`.
const TREE: &str =
    "(a:(e:(1 2) f:(3 4)) b:(g:(5 6) h:(W L)) d:{ 1/2 x:(k:1 l:2) 1/2 y:{ 1/2 (m:3 n:=) 1/2 (o:4 p:5) } })";
const FIRST: u64 = 1;
const SECOND: u64 = 2;
const SPECTATOR: u64 = 3;

fn person(name: &str) -> Seat {
    Seat::Person { name: name.to_string(), token: format!("token of {name}") }
}

/// No bot changes in a series.
fn same(bot: &str, _: i8) -> String {
    bot.to_string()
}

fn rules() -> TypedRules<WrittenTree> {
    TypedRules(Arc::new(WrittenTree::parse(TREE).unwrap()))
}

/// A driver that writes to memory.
struct Driver {
    live: LiveGame,
    now: Now,
    disk: GameSnapshot,
    disk_is_full: bool,
    writes: usize,
    records: usize,
    /// Versions and moves of the states that were sent.
    shown: Vec<(u64, Vec<String>)>,
    search: Option<BotSearch>,
    /// All other effects.
    others: Vec<GameEffect>,
    removed: bool,
}

impl Driver {
    fn of(snapshot: GameSnapshot) -> Driver {
        let seconds = Duration::from_secs;
        let setup = LiveConditions {
            visit: seconds(120),
            comeback: seconds(600),
            retry: seconds(1),
            learns: false,
            visited: false,
            version: 0,
        };
        let game = rules().begin(None, &snapshot.moves.join(" "), snapshot.seed).unwrap();
        let live = LiveGame::new(game, snapshot.clone(), setup, Now::default()).unwrap();
        let mut driver = Driver {
            live,
            now: Now::default(),
            disk: snapshot,
            disk_is_full: false,
            writes: 0,
            records: 0,
            shown: Vec::new(),
            search: None,
            others: Vec::new(),
            removed: false,
        };
        let effects = driver.live.start(driver.now);
        driver.run(effects).unwrap();
        driver
    }

    /// A game between these players, with everybody connected.
    fn between(seats: [Seat; 2], change: impl FnOnce(&mut GameSnapshot)) -> Driver {
        let mut snapshot = GameSnapshot::new("id".into(), "tree".into(), seats);
        snapshot.away = 3600;
        snapshot.seed = 7;
        change(&mut snapshot);
        let tokens = snapshot.seats.each_ref().map(|seat| match seat {
            Seat::Person { token, .. } => Some(token.clone()),
            _ => None,
        });
        let mut driver = Driver::of(snapshot);
        for (connection, token) in [FIRST, SECOND].into_iter().zip(tokens) {
            driver.give(GameCommand::Join { connection, token }).unwrap();
        }
        driver
    }

    fn two_people() -> Driver {
        Driver::between([person("A"), person("B")], |_| {})
    }

    fn give(&mut self, command: GameCommand) -> Result<(), RefusedCommand> {
        let effects = self.live.handle(command, self.now)?;
        self.run(effects)
    }

    fn run(&mut self, effects: Vec<GameEffect>) -> Result<(), RefusedCommand> {
        let mut effects = VecDeque::from(effects);
        let mut held = Vec::new();
        while let Some(effect) = effects.pop_front() {
            match effect {
                GameEffect::Show | GameEffect::Welcome(_) => {
                    held.push((self.live.version(), self.live.game().played().to_vec()));
                }
                GameEffect::Persist { .. } if self.disk_is_full => {
                    held.clear();
                    effects.extend(self.live.not_written("the disk is full", self.now));
                }
                GameEffect::Persist { finished } => {
                    self.disk = self.live.snapshot().clone();
                    self.writes += 1;
                    self.records += usize::from(finished);
                    self.shown.append(&mut held);
                    effects.extend(self.live.written(self.now));
                }
                GameEffect::Roll => effects.extend(self.live.handle(GameCommand::Roll, self.now)?),
                GameEffect::StartSearch(search) => self.search = Some(search),
                GameEffect::CancelSearch => self.search = None,
                GameEffect::Remove => self.removed = true,
                other => self.others.push(other),
            }
        }
        self.shown.append(&mut held);
        Ok(())
    }

    fn ask(&mut self, connection: u64, request: Request) -> Result<(), RefusedCommand> {
        self.give(GameCommand::Ask(connection, request))
    }

    fn play(&mut self, connection: u64, text: &str) -> Result<(), RefusedCommand> {
        let moment = self.live.moment();
        self.ask(connection, Request::Move { moment, text: text.to_string() })
    }

    /// Lets time pass, with all alarms on the way.
    fn wait(&mut self, seconds: u64) {
        let until = self.now.elapsed + Duration::from_secs(seconds);
        while let Some(alarm) = self.live.alarm().filter(|&alarm| alarm <= until && !self.removed) {
            self.now.elapsed = self.now.elapsed.max(alarm);
            self.give(GameCommand::Alarm).unwrap();
            assert!(self.removed || self.live.alarm() != Some(alarm), "an alarm that rings for ever");
        }
        self.now.elapsed = until;
    }

    /// The bot answers its search with this move and value.
    fn answer(&mut self, best: &str, points: f64) {
        let search = self.search.take().expect("a search runs");
        let analysis = Analysis {
            best: best.to_string(),
            random: false,
            value: Some(Value::Estimated(points)),
            exact_plies: false,
            win_worth: 10.0,
            winning_lead: None,
            pv: Vec::new(),
            moves: Vec::new(),
            depth: None,
            nodes: 1,
            seconds: 0.0,
        };
        self.give(GameCommand::Chosen { moment: search.moment, result: Ok(analysis) }).unwrap();
    }

    fn ending(&self) -> Option<Ending> {
        self.live.game().ending()
    }
}

fn reason(result: Result<(), RefusedCommand>) -> RefusalCode {
    result.unwrap_err().code
}

#[test]
fn a_move_is_written_before_it_is_shown_and_else_taken_back() {
    let mut driver = Driver::two_people();
    assert_eq!(reason(driver.play(SECOND, "a")), RefusalCode::NotYourTurn);
    assert_eq!(reason(driver.play(FIRST, "z")), RefusalCode::Illegal);
    driver.disk_is_full = true;
    let (before, shown) = (driver.live.snapshot().clone(), driver.shown.len());
    driver.play(FIRST, "a").unwrap();
    assert_eq!((driver.live.snapshot(), driver.live.game().played().len()), (&before, 0));
    assert_eq!(driver.shown.len(), shown);
    driver.disk_is_full = false;
    driver.play(FIRST, "a").unwrap();
    assert_eq!(driver.disk.moves, ["a"]);
    assert_eq!(driver.shown.last().unwrap().1, ["a"]);
    // The same move once more is answered, and not played.
    let late = Request::Move { moment: plywood_page::play::Moment { revision: 0, ply: 0 }, text: "a".into() };
    driver.ask(FIRST, late).unwrap();
    assert!(matches!(driver.others.last(), Some(GameEffect::Resend(FIRST))));
}

/// A move and the dice after it are one change, of which every step is shown.
#[test]
fn dice_belong_to_the_move_before_them() {
    let mut driver = Driver::two_people();
    let (writes, shown) = (driver.writes, driver.shown.len());
    driver.disk_is_full = true;
    driver.play(FIRST, "d").unwrap();
    assert!(driver.live.game().played().is_empty() && driver.shown.len() == shown);
    driver.disk_is_full = false;
    driver.play(FIRST, "d").unwrap();
    let plies = driver.live.game().played().len();
    assert!((2..=3).contains(&plies));
    assert_eq!((driver.writes, driver.shown.len()), (writes + 1, shown + plies));
    assert!(driver.shown.is_sorted_by(|a, b| a.0 < b.0));
}

#[test]
fn offers_and_takebacks() {
    let mut driver = Driver::two_people();
    assert_eq!(reason(driver.ask(FIRST, Request::Undo)), RefusalCode::NothingToUndo);
    driver.play(FIRST, "a").unwrap();
    driver.ask(FIRST, Request::Undo).unwrap();
    assert_eq!(driver.disk.offers.undo, Some(Player::First));
    driver.ask(SECOND, Request::Decline(Offer::Undo)).unwrap();
    assert_eq!(driver.disk.offers.undo, None);
    driver.ask(FIRST, Request::Undo).unwrap();
    driver.disk_is_full = true;
    driver.ask(SECOND, Request::Undo).unwrap();
    assert_eq!((driver.live.game().played().len(), driver.live.snapshot().revision), (1, 0));
    driver.disk_is_full = false;
    driver.ask(SECOND, Request::Undo).unwrap();
    assert_eq!((driver.disk.moves.len(), driver.disk.revision), (0, 1));
    driver.disk_is_full = true;
    driver.ask(FIRST, Request::Redo).unwrap();
    assert!(driver.live.game().played().is_empty());
    driver.disk_is_full = false;
    driver.ask(FIRST, Request::Redo).unwrap();
    assert_eq!(driver.disk.moves, ["a"]);
    assert_eq!(reason(driver.ask(FIRST, Request::Redo)), RefusalCode::NothingToUndo);
    driver.ask(SECOND, Request::Draw).unwrap();
    driver.ask(FIRST, Request::Draw).unwrap();
    assert_eq!(driver.ending(), Some(Ending::Called(Call::Agreed)));
    assert_eq!(driver.records, 1);
    assert_eq!(reason(driver.ask(FIRST, Request::Resign)), RefusalCode::Over);
    driver.ask(FIRST, Request::Rematch).unwrap();
    driver.ask(SECOND, Request::Rematch).unwrap();
    assert!(matches!(driver.others.last(), Some(GameEffect::Rematch)));
    let (next, invitation) = driver.live.rematch("next".into(), || "secret".into(), same, 1, 2);
    // Half a point each.
    assert_eq!((driver.disk.score, driver.live.score(), next.score), ([0, 0], [1, 1], [1, 1]));
    driver.give(GameCommand::RematchBegun(invitation)).unwrap();
    assert_eq!(next.seat_of("secret"), Ok((Some(Player::First), false)));
    assert_eq!(
        driver.live.invitation(SECOND),
        Some(("next".into(), Some(Player::First), Some("secret".into())))
    );
}

#[test]
fn a_clock_that_has_run_out_ends_the_game() {
    let mut driver = Driver::between([person("A"), person("B")], |snapshot| {
        snapshot.set_clock(Some(TimeControl { seconds: 10, increment: 0 }));
    });
    driver.wait(100);
    driver.play(FIRST, "a").unwrap();
    driver.wait(9);
    assert_eq!(driver.ending(), None);
    driver.disk_is_full = true;
    driver.wait(5);
    assert_eq!(driver.ending(), None);
    driver.disk_is_full = false;
    driver.wait(1);
    assert_eq!(driver.ending(), Some(Ending::Called(Call::OutOfTime(Player::Second))));
    assert_eq!((driver.disk.left, driver.records), ([10_000, 0], 1));
}

#[test]
fn no_clock_runs_while_a_program_starts() {
    let mut driver = Driver::between([person("A"), Seat::Bot("slow".into())], |snapshot| {
        snapshot.set_clock(Some(TimeControl { seconds: 10, increment: 0 }));
    });
    driver.play(FIRST, "a").unwrap();
    let moment = driver.search.expect("a search runs").moment;
    driver.wait(1);
    driver.give(GameCommand::Starts { moment, done: false }).unwrap();
    driver.wait(60);
    driver.give(GameCommand::Starts { moment, done: true }).unwrap();
    driver.wait(8);
    assert_eq!((driver.ending(), driver.live.clock().left(driver.now.elapsed)), (None, [10_000, 1_000]));
    driver.wait(1);
    assert_eq!(driver.ending(), Some(Ending::Called(Call::OutOfTime(Player::Second))));
    // A moment that has passed changes nothing.
    driver.give(GameCommand::Starts { moment, done: true }).unwrap();
    assert_eq!(driver.live.clock().runs_out(), None);
}

#[test]
fn absence_loses_and_abandoned_games_go() {
    let mut driver = Driver::two_people();
    driver.give(GameCommand::Leave(SECOND)).unwrap();
    driver.wait(3599);
    assert_eq!(driver.ending(), None);
    driver.wait(1);
    assert_eq!(driver.ending(), Some(Ending::Called(Call::Left(Player::Second))));
    driver.give(GameCommand::Evict).unwrap();
    assert!(!driver.removed);
    driver.give(GameCommand::Leave(FIRST)).unwrap();
    driver.wait(600);
    assert!(driver.removed);
    // A game that no one ever joins is removed sooner.
    let mut driver = Driver::of(GameSnapshot::new("id".into(), "tree".into(), [person("A"), Seat::Open]));
    driver.wait(119);
    assert!(!driver.removed);
    driver.wait(1);
    assert!(driver.removed);
}

#[test]
fn bots_search_when_it_is_their_turn_and_somebody_is_there() {
    let mut driver = Driver::between([person("A"), Seat::Bot("bot".into())], |_| {});
    assert!(driver.search.is_none());
    assert_eq!(reason(driver.ask(FIRST, Request::Draw)), RefusalCode::Declined);
    driver.play(FIRST, "b").unwrap();
    driver.disk_is_full = true;
    driver.answer("g", 2.0);
    assert_eq!((driver.live.game().played().len(), driver.live.trouble()), (1, Some("the disk is full")));
    assert!(driver.search.is_none());
    driver.disk_is_full = false;
    driver.wait(1);
    driver.answer("g", 2.0);
    assert!(matches!(driver.others.last(), Some(GameEffect::Explain(_, Player::Second, _))));
    assert_eq!(reason(driver.ask(FIRST, Request::Draw)), RefusalCode::Declined);
    // A takeback cancels the search; its answer comes too late.
    driver.ask(FIRST, Request::Undo).unwrap();
    driver.play(FIRST, "b").unwrap();
    let old = driver.search.unwrap();
    driver.ask(FIRST, Request::Undo).unwrap();
    assert!(driver.search.is_none());
    driver.give(GameCommand::Chosen { moment: old.moment, result: Err("late".into()) }).unwrap();
    assert_eq!(driver.live.trouble(), None);
    // Bots wait while no one is connected.
    driver.give(GameCommand::Leave(FIRST)).unwrap();
    driver.wait(61);
    driver.give(GameCommand::Join { connection: FIRST, token: Some("token of A".into()) }).unwrap();
    driver.play(FIRST, "b").unwrap();
    driver.answer("h", 0.0);
    driver.ask(FIRST, Request::Draw).unwrap();
    assert_eq!(driver.ending(), Some(Ending::Called(Call::Agreed)));
}

#[test]
fn two_bots_go_at_the_pace_of_their_host() {
    let bots = || Seat::Bot("bot".into());
    let mut driver = Driver::between([bots(), bots()], |snapshot| {
        snapshot.host = Some("host".into());
        snapshot.pace = Some(Pace { paused: false, millis: 2000 });
    });
    driver.give(GameCommand::Join { connection: SPECTATOR, token: Some("host".into()) }).unwrap();
    driver.answer("a", 0.0);
    assert!(driver.search.is_none());
    driver.wait(2);
    let slow = Pace { paused: true, millis: 0 };
    assert_eq!(reason(driver.ask(FIRST, Request::Pace(slow))), RefusalCode::NoSeat);
    driver.ask(SPECTATOR, Request::Pace(slow)).unwrap();
    assert!(driver.search.is_none());
    driver.ask(SPECTATOR, Request::Pace(Pace { paused: false, millis: 0 })).unwrap();
    driver.wait(0);
    driver.answer("e", 0.0);
    assert_eq!(driver.disk.moves, ["a", "e"]);
}

/// Any commands at any time, with a disk that is full now and then: everything shown is on disk, and every
/// game on disk can be continued.
#[test]
fn any_commands_leave_disk_memory_and_pages_in_agreement() {
    for seed in 0..300 {
        let mut driver = Driver::between([person("A"), person("B")], |snapshot| {
            snapshot.seed = seed;
            snapshot.set_clock((seed % 2 == 0).then_some(TimeControl { seconds: 30, increment: 1 }));
        });
        let mut random = seed;
        let mut below = |n: u64| {
            random = plywood_rules::random::part_seed(random, 1);
            (random >> 16) % n
        };
        for _ in 0..60 {
            driver.disk_is_full = below(4) == 0;
            let connection = [FIRST, SECOND, SPECTATOR][below(3) as usize];
            let token = ["token of A", "token of B", ""][connection as usize - 1];
            let moves = driver.live.game().moves();
            let _ = match below(12) {
                0 => driver.give(GameCommand::Leave(connection)),
                1 => driver.give(GameCommand::Join {
                    connection,
                    token: Some(token.to_string()).filter(|it| !it.is_empty()),
                }),
                2 => driver.ask(connection, Request::Undo),
                3 => driver.ask(connection, Request::Draw),
                4 => driver.ask(connection, Request::Decline(Offer::Undo)),
                7 => driver.ask(connection, Request::Redo),
                5 if below(5) == 0 => driver.ask(connection, Request::Resign),
                6 => {
                    driver.now.elapsed += Duration::from_secs(below(20));
                    driver.give(GameCommand::Alarm)
                }
                _ if moves.is_empty() => driver.ask(connection, Request::Rematch),
                _ => driver.play(connection, &moves[below(moves.len() as u64) as usize]),
            };
            let (live, disk) = (&driver.live, &mut driver.disk);
            disk.left = live.snapshot().left;
            assert_eq!(disk, live.snapshot(), "seed {seed}");
            assert_eq!(live.game().played(), disk.moves, "seed {seed}");
            assert_eq!(live.game().ending().is_some(), disk.ended.is_some(), "seed {seed}");
            assert!(driver.shown.is_sorted_by(|a, b| a.0 < b.0), "seed {seed}");
            let again = rules().begin(None, &disk.moves.join(" "), disk.seed).unwrap();
            assert_eq!(again.position(), live.game().position(), "seed {seed}");
        }
        assert!(driver.records <= 1);
    }
}

/// The score of a series goes from game to game, by seats, which change.
#[test]
fn a_series_has_a_score() {
    let mut driver = Driver::between([person("A"), person("B")], |snapshot| snapshot.score = [3, 1]);
    assert_eq!(driver.live.score(), [3, 1]);
    driver.ask(SECOND, Request::Resign).unwrap();
    assert_eq!(driver.live.score(), [5, 1]);
    let (next, _) = driver.live.rematch("next".into(), || "secret".into(), same, 1, 2);
    assert_eq!(next.score, [1, 5]);
    let read = GameSnapshot::from_bytes(&next.to_bytes(), str::to_string).unwrap();
    assert_eq!(read.score, [1, 5]);
}

/// A bot may become another one in the next game, by its result in this one.
#[test]
fn a_bot_may_change_in_a_series() {
    for (bot, other) in [(Player::First, SECOND), (Player::Second, FIRST)] {
        let mut seats = [person("A"), person("A")];
        seats[bot.index()] = Seat::Bot("level".into());
        let mut driver = Driver::between(seats, |_| ());
        driver.ask(other, Request::Resign).unwrap();
        let named = |name: &str, result: i8| format!("{name} {result}");
        let (next, _) = driver.live.rematch("next".into(), || "secret".into(), named, 1, 2);
        assert_eq!(next.seats[bot.other().index()], Seat::Bot("level 1".into()));
        assert_eq!(next.score[bot.other().index()], 2);
        assert_eq!(GameSnapshot::from_bytes(&next.to_bytes(), str::to_string), Ok(next));
    }
}

/// Two people at one screen: one connection moves for both, and takes back without asking.
#[test]
fn one_screen_has_both_seats() {
    let shared = || Seat::Person { name: String::new(), token: "host".into() };
    let mut driver = Driver::between([shared(), shared()], |snapshot| snapshot.host = Some("host".into()));
    driver.give(GameCommand::Leave(SECOND)).unwrap();
    driver.give(GameCommand::Join { connection: SPECTATOR, token: None }).unwrap();
    assert_eq!((driver.live.is_here(Player::First), driver.live.is_here(Player::Second)), (true, true));
    assert_eq!(driver.live.watching(), 1);
    driver.play(FIRST, "a").unwrap();
    assert_eq!(reason(driver.play(SPECTATOR, "e")), RefusalCode::NoSeat);
    driver.play(FIRST, "e").unwrap();
    // The last move goes back, whose ever it was; so does the one before.
    driver.ask(FIRST, Request::Undo).unwrap();
    assert_eq!(driver.disk.moves, ["a"]);
    driver.ask(FIRST, Request::Undo).unwrap();
    assert_eq!(driver.disk.moves, [""; 0]);
    assert_eq!(reason(driver.ask(FIRST, Request::Undo)), RefusalCode::NothingToUndo);
    driver.play(FIRST, "b").unwrap();
    assert!(driver.live.moves_before(1).is_ok(), "hints help both");
    // The side to move resigns.
    driver.ask(FIRST, Request::Resign).unwrap();
    assert_eq!(driver.ending(), Some(Ending::Called(Call::Resigned(Player::Second))));
    driver.ask(FIRST, Request::Rematch).unwrap();
    assert!(matches!(driver.others.last(), Some(GameEffect::Rematch)), "{:?}", driver.others.last());
    let (next, invited) = driver.live.rematch("next".into(), || "again".into(), same, 1, 2);
    assert!(next.is_at_one_screen());
    assert_eq!(next.seat_of("again"), Ok((None, true)));
    driver.give(GameCommand::RematchBegun(invited)).unwrap();
    assert_eq!(driver.live.invitation(FIRST), Some(("next".into(), None, Some("again".into()))));
    assert_eq!(driver.live.invitation(SPECTATOR), Some(("next".into(), None, None)));

    let mut driver = Driver::between([shared(), shared()], |snapshot| snapshot.host = Some("host".into()));
    driver.play(FIRST, "a").unwrap();
    driver.ask(FIRST, Request::Draw).unwrap();
    assert_eq!(driver.ending(), Some(Ending::Called(Call::Agreed)));
}
