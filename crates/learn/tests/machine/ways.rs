//! A game that is a graph written out node by node: with loops, repeated movers and payoffs where a test wants them.

use plywood_rules::{Depict, Game, NoHints, Notation, Outcome, Playable, Player, Symmetric, TextError, Turn};

/// The game. Its moves are called by the nodes they lead to.
pub struct Ways {
    name: &'static str,
    nodes: Vec<Node>,
    greatest: f64,
}

struct Node {
    name: &'static str,
    turn: Turn,
    next: Vec<u16>,
}

impl Ways {
    /// `s 1: t win2; t 2: s draw` is a game in which the first player decides at `s`, where it begins, and the second
    /// at `t`. Ends are `win1`, `win2`, `draw`, and numbers: points that the second player pays the first.
    pub fn new(text: &'static str) -> Ways {
        Ways::named(text, text)
    }

    /// The same by another name, which may promise other rules.
    pub fn named(name: &'static str, text: &'static str) -> Ways {
        let mut ways = Ways { name, nodes: Vec::new(), greatest: 1.0 };
        let lines = || text.split(';').map(|line| line.split_once(':').expect("name player: moves"));
        for (head, _) in lines() {
            let (name, player) = head.trim().split_once(' ').expect("a name and who decides");
            let player = if player == "1" { Player::First } else { Player::Second };
            ways.nodes.push(Node { name, turn: Turn::Decision(player), next: Vec::new() });
        }
        for (node, (_, moves)) in lines().enumerate() {
            let next = moves.split_whitespace().map(|name| ways.place(name)).collect();
            ways.nodes[node].next = next;
        }
        ways
    }

    fn place(&mut self, name: &'static str) -> u16 {
        let place = self.nodes.iter().position(|node| node.name == name).unwrap_or_else(|| {
            let outcome = match name {
                "win1" => Outcome::Win(Player::First),
                "win2" => Outcome::Win(Player::Second),
                "draw" => Outcome::Draw,
                points => Outcome::Payoff(points.parse().expect("a node, an end or a number of points")),
            };
            if let Outcome::Payoff(points) = outcome {
                self.greatest = self.greatest.max(points.abs());
            }
            self.nodes.push(Node { name, turn: Turn::Over(outcome), next: Vec::new() });
            self.nodes.len() - 1
        });
        place as u16
    }
}

impl Game for Ways {
    type State = u16;
    type Move = u16;

    fn initial(&self) -> u16 {
        0
    }

    fn turn(&self, &node: &u16) -> Turn {
        self.nodes[usize::from(node)].turn
    }

    fn legal_moves(&self, &node: &u16, moves: &mut Vec<u16>) {
        moves.extend(&self.nodes[usize::from(node)].next);
    }

    fn play(&self, node: &mut u16, mv: u16) {
        *node = mv;
    }

    fn greatest_payoff(&self) -> f64 {
        self.greatest
    }
}

impl Notation for Ways {
    fn move_text(&self, _: &u16, mv: u16) -> String {
        self.nodes[usize::from(mv)].name.to_string()
    }

    fn state_text(&self, &node: &u16) -> String {
        self.nodes[usize::from(node)].name.to_string()
    }

    fn parse_state(&self, text: &str) -> Result<u16, TextError> {
        let place = self.nodes.iter().position(|node| node.name == text);
        place.map(|place| place as u16).ok_or_else(|| TextError::new(format!("there is no node '{text}'")))
    }
}

impl Symmetric for Ways {}
impl NoHints for Ways {}
impl Depict for Ways {}

impl Playable for Ways {
    fn name(&self) -> String {
        format!("ways:{}", self.name)
    }
}
