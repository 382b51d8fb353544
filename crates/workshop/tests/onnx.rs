//! Networks of other programs, as files in the ONNX format that are written here by hand.

use std::fs;
use std::path::PathBuf;

use plywood_rules::Stop;
use plywood_workshop::{
    NamedProgram, NetworkOpinion, ProcessLimits, Program, Programs, ReasonCell, Session, Workshop,
};
use tempfile::TempDir;

/// A message of the format: fields with their numbers.
#[derive(Default)]
struct Message(Vec<u8>);

impl Message {
    fn varint(mut self, field: u8, mut value: u64) -> Message {
        self.0.push(field << 3);
        while value >= 0x80 {
            self.0.push(value as u8 | 0x80);
            value >>= 7;
        }
        self.0.push(value as u8);
        self
    }

    fn bytes(mut self, field: u8, bytes: &[u8]) -> Message {
        let length = Message::default().varint(0, bytes.len() as u64);
        self.0.push(field << 3 | 2);
        self.0.extend_from_slice(&length.0[1..]);
        self.0.extend_from_slice(bytes);
        self
    }

    fn text(self, field: u8, text: &str) -> Message {
        self.bytes(field, text.as_bytes())
    }

    fn message(self, field: u8, message: Message) -> Message {
        self.bytes(field, &message.0)
    }
}

/// A tensor of decimal numbers with a name.
fn tensor(name: &str, shape: &[usize], numbers: &[f32]) -> Message {
    let dims = shape.iter().fold(Message::default(), |tensor, &size| tensor.varint(1, size as u64));
    let raw: Vec<u8> = numbers.iter().flat_map(|number| number.to_le_bytes()).collect();
    dims.varint(2, 1).text(8, name).bytes(9, &raw)
}

/// A place where decimal numbers go in or out. `None` is any size.
fn place(name: &str, shape: &[Option<usize>]) -> Message {
    let dims = shape.iter().fold(Message::default(), |all, size| {
        let size = match size {
            Some(size) => Message::default().varint(1, *size as u64),
            None => Message::default().text(2, "any"),
        };
        all.message(1, size)
    });
    let kind = Message::default().varint(1, 1).message(2, dims);
    Message::default().text(1, name).message(2, Message::default().message(1, kind))
}

fn node(operation: &str, inputs: &[&str], output: &str) -> Message {
    let node = inputs.iter().fold(Message::default(), |node, input| node.text(1, input));
    node.text(2, output).text(4, operation)
}

/// A network of one layer: the tangent of weighed observations is the value, and other weights of them are the policy.
struct Layer {
    input: Vec<Option<usize>>,
    numbers: usize,
    /// Weights of some of the numbers; the others have none.
    weights: Vec<(usize, f32)>,
    value: f32,
    /// For each action its logit, whatever is on the board; empty for no policy.
    policy: Vec<f32>,
    value_name: &'static str,
}

impl Layer {
    fn bytes(&self) -> Vec<u8> {
        let Layer { numbers, policy, .. } = self;
        let mut weights = vec![0.0; *numbers];
        self.weights.iter().for_each(|&(number, weight)| weights[number] = weight);
        let mut graph = Message::default()
            .message(1, node("Flatten", &["seen"], "row"))
            .message(1, node("MatMul", &["row", "weights"], "weighed"))
            .message(1, node("Add", &["weighed", "bias"], "sum"))
            .message(1, node("Tanh", &["sum"], self.value_name))
            .text(2, "layer")
            .message(5, tensor("weights", &[*numbers, 1], &weights))
            .message(5, tensor("bias", &[1], &[self.value]))
            .message(11, place("seen", &self.input))
            .message(12, place(self.value_name, &[None, Some(1)]));
        if !policy.is_empty() {
            let zeros = vec![0.0; numbers * policy.len()];
            graph = graph
                .message(1, node("MatMul", &["row", "zeros"], "nothing"))
                .message(1, node("Add", &["nothing", "logits"], "policy"))
                .message(5, tensor("zeros", &[*numbers, policy.len()], &zeros))
                .message(5, tensor("logits", &[policy.len()], policy))
                .message(12, place("policy", &[None, Some(policy.len())]));
        }
        let version = Message::default().text(1, "").varint(2, 17);
        Message::default().varint(1, 8).message(7, graph).message(8, version).0
    }
}

/// The numbers of an observation of tic-tac-toe, and its actions.
const SEEN: usize = 3 * 9;
const ACTIONS: usize = 9;

/// A network of tic-tac-toe that likes the middle, and is sure of nothing.
fn network() -> Layer {
    let mut policy = vec![0.0; ACTIONS];
    policy[4] = 4.0;
    let (input, weights) = (vec![None, Some(SEEN)], Vec::new());
    Layer { input, numbers: SEEN, weights, value: 0.5, policy, value_name: "value" }
}

struct Folder(TempDir);

impl Folder {
    fn new() -> Folder {
        Folder(TempDir::new().unwrap())
    }

    fn file(&self, name: &str, bytes: &[u8]) -> PathBuf {
        let file = self.0.path().join(name);
        fs::write(&file, bytes).unwrap();
        file
    }

    fn bot(&self, kind: &str, layer: &Layer) -> String {
        let name = format!("{}.onnx", fs::read_dir(self.0.path()).unwrap().count());
        format!("{kind}eval=onnx@{}", self.file(&name, &layer.bytes()).display())
    }
}

fn session(game: &str, moves: &str) -> Box<dyn Session> {
    Workshop::standard().open(game).unwrap().session(None, moves, 1).unwrap()
}

fn best(game: &str, moves: &str, bot: &str) -> String {
    session(game, moves).analyse(bot, true, 1, &Stop::never()).unwrap().best
}

fn refusal(bot: &str) -> String {
    session("tictactoe", "").analyse(bot, false, 1, &Stop::never()).unwrap_err().to_string()
}

#[test]
fn values_are_those_of_the_player_to_move() {
    let folder = Folder::new();
    for input in [
        vec![None, Some(SEEN)],
        vec![Some(1), Some(SEEN)],
        vec![Some(4), Some(SEEN)],
        vec![None, Some(3), Some(3), Some(3)],
        vec![None, None, None, None],
    ] {
        let file = folder.file("a.onnx", &Layer { input, ..network() }.bytes());
        let name = format!("onnx@{}", file.display());
        for moves in ["", "b2"] {
            let found = session("tictactoe", moves).evaluate(Some(&name)).unwrap();
            assert_eq!(found.evaluation, "onnx");
            // The tangent of a half, for the player to move.
            let (value, child) = (found.value, found.children[0].1);
            assert!((value - 0.462).abs() < 1e-3, "{moves}: {value}");
            assert!((value + child).abs() < 1e-6, "{moves}: {value} {child}");
        }
    }
}

#[test]
fn a_policy_guides_the_search_and_the_search_sees_more() {
    let folder = Folder::new();
    let guided = folder.bot("mcts:playouts=60,", &network());
    assert_eq!(best("tictactoe", "", &guided), "b2", "the policy likes the middle");
    // Without a policy all moves are as likely as each other.
    let even = folder.bot("mcts:playouts=400,", &Layer { policy: Vec::new(), value: 0.0, ..network() });
    let guided = folder.bot("mcts:playouts=400,", &network());
    for bot in [guided, even, folder.bot("mcts:playouts=1,", &network())] {
        assert_eq!(best("tictactoe", "a3 b2 b3", &bot), "c3", "{bot}: a row is blocked");
        assert_eq!(best("tictactoe", "a3 a1 b3 b1", &bot), "c3", "{bot}: a row is won");
    }
    // Every move has a value, and the same seed gives the same answer.
    let bot = folder.bot("mcts:playouts=40,tie=random,", &network());
    let answers = [1, 2].map(|_| session("tictactoe", "b2").analyse(&bot, true, 7, &Stop::never()).unwrap());
    assert!(answers[0].moves.iter().all(|of| of.value.is_some()), "{:?}", answers[0]);
    assert_eq!(answers[0].best, answers[1].best);
}

#[test]
fn searches_use_it_as_their_evaluation() {
    let folder = Folder::new();
    for kind in ["engine:depth=3,", "alphabeta:depth=2,", "bestfirst:nodes=200,", "rules:"] {
        let bot = folder.bot(kind, &network());
        assert_eq!(best("tictactoe", "a3 b2 b3", &bot), "c3", "{bot}");
    }
}

#[test]
fn dice_are_no_hindrance() {
    let folder = Folder::new();
    let pig = || session("pig:target=20", "");
    let wrong = pig().evaluate(Some(&folder.bot("", &network())["eval=".len()..])).unwrap_err().to_string();
    let numbers = wrong.rsplit(' ').next().unwrap().trim_end_matches(')').parse().unwrap();
    let layer = Layer { input: vec![None, Some(numbers)], numbers, policy: Vec::new(), ..network() };
    for kind in ["mcts:playouts=200,", "expectiminimax:depth=3,"] {
        let found = pig().analyse(&folder.bot(kind, &layer), true, 1, &Stop::never()).unwrap();
        assert!(found.moves.iter().all(|of| of.value.is_some()), "{found:?}");
    }
}

#[test]
fn it_plays_whole_games_with_clocks_and_stops_in_time() {
    let folder = Folder::new();
    let bot = folder.bot("mcts:time=20ms,", &network());
    let game = Workshop::standard().open("tictactoe").unwrap();
    crate::sessions::played_by_bots(&game, [bot.as_str(), "random"], "", 20);
    let stop = Stop::never().within(std::time::Duration::from_millis(30));
    let started = std::time::Instant::now();
    let endless = folder.bot("mcts:time=100s,", &network());
    session("tictactoe", "").analyse(&endless, false, 1, &stop).unwrap();
    assert!(started.elapsed().as_secs() < 10);
}

#[test]
fn wrong_files_are_named_with_their_fault() {
    let folder = Folder::new();
    let good = network().bytes();
    let of = |bytes: &[u8]| refusal(&format!("mcts:eval=onnx@{}", folder.file("b.onnx", bytes).display()));
    assert!(refusal("mcts:eval=onnx@/nowhere/a.onnx").contains("cannot be read"));
    for bytes in [&b""[..], b"plywood brain", &good[..good.len() / 2]] {
        assert!(of(bytes).contains("is none in the ONNX format"), "{}", of(bytes));
    }
    for (layer, why) in [
        (
            Layer { input: vec![None, Some(42)], numbers: 42, ..network() },
            "takes (any, 42), and observations of this game are (positions, 3, 3, 3) or (positions, 27)",
        ),
        (
            Layer { policy: vec![0.0; 7], ..network() },
            "has an output with 7 numbers a position, and the policy of this game has 9",
        ),
        (Layer { value: f32::NAN, ..network() }, "has the value NaN"),
    ] {
        let text = of(&layer.bytes());
        assert!(text.contains(why), "{text}");
    }
    // Wherever a file is cut off or changed, there is an answer.
    for at in (0..good.len().min(400)).step_by(7) {
        let mut changed = good.clone();
        changed[at] ^= 1 << (at % 8);
        for bytes in [&good[..at], &changed] {
            let file = folder.file("c.onnx", bytes);
            let name = format!("onnx@{}", file.display());
            if let Err(error) = session("tictactoe", "").evaluate(Some(&name)) {
                assert!(error.to_string().contains("the network"), "{error}");
            }
        }
    }
}

/// The attention of a network: each square counts as much as its weights say.
#[test]
fn a_network_says_what_each_square_counts() {
    let folder = Folder::new();
    // The first row of the observation is the third of the board: own pieces are in the first plane, the opponent's in the second.
    let [own_a3, other_b2, own_c1] = [0, 9 + 4, 8];
    let weights = vec![(own_a3, 0.25), (other_b2, -1.0), (own_c1, 2.0)];
    let game = Workshop::standard().open("tictactoe").unwrap();
    for input in [vec![None, Some(SEEN)], vec![Some(2), None, None, None]] {
        let layer = Layer { input, weights: weights.clone(), ..network() };
        let asked = game.open_network(&folder.file("a.onnx", &layer.bytes())).unwrap();
        let found = asked.ask(None, "a3 b2 b1 c3").unwrap();
        let known = found.explanation.unwrap();
        let near = |a: f64, b: f32| assert!((a - f64::from(b)).abs() < 1e-5, "{a} and {b}");
        near(known.value, (0.5_f32 + 0.25 - 1.0).tanh());
        let shares: Vec<(&str, f64)> = known
            .reasons
            .iter()
            .map(|reason| match &reason.cells[..] {
                [ReasonCell::Square { name, .. }] => (name.as_str(), reason.share),
                other => panic!("{other:?}"),
            })
            .collect();
        let [("b2", b2), ("a3", a3), ("b1" | "c3", 0.0), ("b1" | "c3", 0.0)] = shares[..] else {
            panic!("{shares:?}")
        };
        let without = |sum: f32| (0.5_f32 + 0.25 - 1.0).tanh() - sum.tanh();
        near(b2, without(0.5 + 0.25));
        near(a3, without(0.5 - 1.0));
        // The middle is taken, and the other moves are as likely as each other.
        assert_eq!(found.moves.len(), 5);
        found.moves.iter().for_each(|(_, probability)| near(probability.unwrap(), 0.2));
    }
    let open = |layer: &Layer| game.open_network(&folder.file("b.onnx", &layer.bytes())).unwrap();
    let start = open(&network()).ask(None, "").unwrap();
    let middle = start.moves.iter().find(|(mv, _)| mv == "b2").unwrap().1.unwrap();
    assert!((middle - 4.0_f64.exp() / (4.0_f64.exp() + 8.0)).abs() < 1e-6, "{middle}");
    assert_eq!(start.explanation.unwrap().reasons, []);
    let silent = open(&Layer { policy: Vec::new(), ..network() });
    assert!(silent.ask(None, "").unwrap().moves.iter().all(|(_, probability)| probability.is_none()));
    assert_eq!(silent.ask(None, "a1 a2 b1 b2 c1").unwrap(), NetworkOpinion::default(), "it is over");
    assert!(silent.ask(None, "a1 a1").is_err());
}

/// A program with a network is asked in the games that it is listed for.
#[test]
fn networks_of_listed_programs_are_found_by_game() {
    let folder = Folder::new();
    let command = std::env::current_exe().unwrap();
    let listed = |games: &[&str]| NamedProgram {
        name: "ada".to_string(),
        about: String::new(),
        program: Program::named(&format!("exec:'{}'", command.display())).unwrap(),
        games: games.iter().map(|game| game.to_string()).collect(),
        network: Some(folder.file("a.onnx", &network().bytes())),
    };
    let with = |games: &[&str]| {
        let programs = Programs::new(ProcessLimits::default());
        Workshop::standard().with_listed_programs(programs, vec![listed(games)])
    };
    let workshop = with(&["tictactoe"]).unwrap();
    let of = |game: &str| workshop.networks_for(&workshop.open(game).unwrap().name()).count();
    assert_eq!(["tictactoe", "connect4"].map(of), [1, 0]);
    let (name, asked) = workshop.networks_for("mnk:m=3,n=3,k=3").next().unwrap();
    assert_eq!((name, asked.ask(None, "b2").unwrap().moves.len()), ("ada", 8));
    for (games, why) in [(&[][..], "no games"), (&["tictactoe", "connect4"], "takes (any, 27)")] {
        let refused = with(games).err().unwrap().to_string();
        assert!(refused.contains(why), "{refused}");
    }
}
