use plywood_erased::Learnt;
use plywood_workshop::{SeatedBots, Workshop};

use super::*;
use crate::play::Request;

/// A host that notes what it is told to do. One connection plays against the bot `first`.
struct Notes {
    game: GameDriver,
    bots: Box<dyn SeatedBots>,
    known: Moment,
    notes: Vec<String>,
    disk_is_full: bool,
}

const ME: ConnectionId = 7;

impl Notes {
    fn new() -> Notes {
        let rules = Workshop::standard().open("tictactoe").unwrap();
        let bots = rules.seat_bots([None, Some("first")], None, 1).unwrap();
        let me = Seat::Person { name: String::new(), token: "me".to_string() };
        let snapshot = GameSnapshot::new("id".into(), rules.name(), [me, Seat::Bot("first".to_string())]);
        let live = LiveGame::new(
            rules.begin(None, "", 1).unwrap(),
            snapshot,
            LiveConditions { learns: true, ..LiveConditions::default() },
            Now::default(),
        );
        let (live, family, brains, catalogue) = (live.unwrap(), "mnk".to_string(), Vec::new(), None);
        let game = GameDriver { live, rules, family, brains, catalogue, gone: false };
        let mut host = Notes { game, bots, known: Moment::default(), notes: Vec::new(), disk_is_full: false };
        let token = Some("me".to_string());
        at_once(give(&mut host, GameCommand::Join { connection: ME, token })).unwrap();
        host
    }

    fn ask(&mut self, request: Request) -> Result<(), Problem> {
        at_once(give(self, GameCommand::Ask(ME, request)))
    }

    fn play(&mut self, text: &str) -> Result<(), Problem> {
        let moment = self.game.live.moment();
        self.ask(Request::Move { moment, text: text.to_string() })
    }

    fn taken(&mut self) -> String {
        std::mem::take(&mut self.notes).join(", ")
    }
}

impl Host for Notes {
    fn game(&mut self) -> &mut GameDriver {
        &mut self.game
    }

    fn now(&self) -> Now {
        Now::default()
    }

    fn random(&self) -> Box<dyn Fn() -> RandomBytes> {
        Box::new(|| [3; 16])
    }

    async fn write(&mut self, finished: bool) -> Result<(), Problem> {
        if self.disk_is_full {
            return Err(Problem::new(RefusalCode::Store, "the disk is full"));
        }
        let moves = self.game.live.snapshot().moves.join(" ");
        self.notes.push(format!("write {moves}{}", if finished { " and a record" } else { "" }));
        Ok(())
    }

    async fn begin(&mut self, rematch: GameSnapshot) -> Result<(), Problem> {
        self.notes.push(format!("begin {}", rematch.id));
        Ok(())
    }

    async fn remove(&mut self) -> bool {
        true
    }

    fn search(&mut self, BotSearch { moment, .. }: BotSearch) -> Option<GameCommand> {
        let new = self.game.live.moves_since(self.known);
        self.bots.follow(new.ply, &new.moves).unwrap();
        self.known = new.moment;
        self.notes.push(format!("search after {} new", new.moves.len()));
        let chosen = self.bots.search(None, Arc::new(|_| ()), &plywood_rules::Stop::never());
        Some(GameCommand::Chosen { moment, result: chosen.map_err(|error| error.to_string()) })
    }

    fn teach(&mut self, ending: Ending) -> Option<GameCommand> {
        self.notes.push(format!("teach {}", ending.result()));
        Some(GameCommand::Taught(Ok(Vec::<Learnt>::new())))
    }

    fn send(&mut self, _: To, message: &ServerMessage) {
        match message {
            ServerMessage::Welcome { .. } => self.notes.push("welcome".to_string()),
            ServerMessage::State(state) => self.notes.push(format!("show {}", state.played.join(" "))),
            ServerMessage::Rematch { table, .. } => self.notes.push(format!("invite to {table}")),
            _ => {}
        }
    }

    fn answer(&mut self, _: ConnectionId, _: AskedPosition, _: GameQuestion) -> Result<(), Problem> {
        Ok(())
    }
}

#[test]
fn a_change_is_written_and_then_shown() {
    let mut host = Notes::new();
    assert_eq!(host.taken(), "show , welcome");
    host.play("b2").unwrap();
    assert_eq!(host.taken(), "write b2, show b2, search after 1 new, write b2 a3, show b2 a3");
    host.play("a1").unwrap();
    assert!(host.taken().contains("search after 2 new"), "the bot's own move and the answer to it");
    host.ask(Request::Undo).unwrap();
    host.play("c3").unwrap();
    assert!(host.taken().contains("search after 3 new"), "all of them after a takeback");
}

#[test]
fn a_change_that_cannot_be_written_is_not_seen() {
    let mut host = Notes::new();
    host.taken();
    host.disk_is_full = true;
    assert_eq!(host.play("b2").unwrap_err().code, RefusalCode::Store);
    assert_eq!((host.taken().as_str(), host.game.live.game().played().len()), ("", 0));
    host.disk_is_full = false;
    host.play("b2").unwrap();
    assert!(host.taken().starts_with("write b2, show b2"));
}

#[test]
fn a_finished_game_is_learnt_once_and_leads_to_a_rematch() {
    let mut host = Notes::new();
    host.play("b2").unwrap();
    host.taken();
    host.ask(Request::Resign).unwrap();
    let ended = host.taken();
    assert_eq!(ended, "write b2 a3 and a record, teach second, write b2 a3, show b2 a3");
    host.ask(Request::Rematch).unwrap();
    let rematch = host.taken();
    let next = ids::id([3; 16]);
    assert!(rematch.starts_with(&format!("begin {next}, write")), "{rematch}");
    assert!(rematch.contains(&format!("invite to {next}")) && !rematch.contains("teach"), "{rematch}");
}
