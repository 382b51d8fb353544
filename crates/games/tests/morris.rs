//! Morris against a plain twin on names of points, its laws, and published numbers.

use std::collections::{BTreeMap, HashSet, VecDeque};

use plywood_games::morris::Morris;
use plywood_rules::{Game, Notation, Outcome, Playable, Player, Specialized, Symmetric, Turn, laws};
use proptest::prelude::*;

use crate::twin::{Twin, beats_random, laws_hold, perft_holds, plays_alike, reads_moves, refusal, refuses};

/// Lines of points in the order in which a man walks along them; of three points each is a mill.
const THREE: &[&str] =
    &["a1 b1 c1", "a2 b2 c2", "a3 b3 c3", "a1 a2 a3", "b1 b2 b3", "c1 c2 c3", "a1 b2 c3", "a3 b2 c1"];
const SIX: &[&str] = &[
    "a1 c1 e1", "b2 c2 d2", "b4 c4 d4", "a5 c5 e5", "a1 a3 a5", "b2 b3 b4", "d2 d3 d4", "e1 e3 e5", "a3 b3",
    "d3 e3", "c1 c2", "c4 c5",
];
const NINE: &[&str] = &[
    "a1 d1 g1", "b2 d2 f2", "c3 d3 e3", "c5 d5 e5", "b6 d6 f6", "a7 d7 g7", "a1 a4 a7", "b2 b4 b6",
    "c3 c4 c5", "e3 e4 e5", "f2 f4 f6", "g1 g4 g7", "a4 b4 c4", "e4 f4 g4", "d1 d2 d3", "d5 d6 d7",
];
const CORNERS: &[&str] = &["a1 b2 c3", "a7 b6 c5", "e5 f6 g7", "e3 f2 g1"];

/// The men by the names of their points.
#[derive(Clone)]
struct Men {
    count: usize,
    flying: bool,
    lines: Vec<Vec<&'static str>>,
    at: BTreeMap<&'static str, char>,
    hands: [usize; 2],
    mover: char,
}

impl Men {
    fn new(count: usize, flying: bool) -> Men {
        let lines: Vec<&str> = match count {
            3 => THREE.to_vec(),
            4..=6 => SIX.to_vec(),
            9 => NINE.to_vec(),
            _ => [NINE, CORNERS].concat(),
        };
        let lines = lines.into_iter().map(|line| line.split(' ').collect()).collect();
        Men { count, flying, lines, at: BTreeMap::new(), hands: [count; 2], mover: 'w' }
    }

    fn points(&self) -> Vec<&'static str> {
        let all: HashSet<&str> = self.lines.iter().flatten().copied().collect();
        let mut all: Vec<_> = all.into_iter().collect();
        all.sort_unstable();
        all
    }

    fn other(&self) -> char {
        if self.mover == 'w' { 'b' } else { 'w' }
    }

    fn in_hand(&self) -> usize {
        self.hands[usize::from(self.mover == 'b')]
    }

    fn of(&self, letter: char) -> Vec<&'static str> {
        self.at.iter().filter(|(_, man)| **man == letter).map(|(point, _)| *point).collect()
    }

    fn is_mill(&self, point: &str) -> bool {
        let man = self.at[point];
        let full = |line: &&Vec<&'static str>| line.iter().all(|at| self.at.get(at) == Some(&man));
        self.lines.iter().filter(|line| line.len() == 3 && line.contains(&point)).any(|line| full(&line))
    }

    fn beside(&self, one: &str, other: &str) -> bool {
        let mut pairs = self.lines.iter().flat_map(|line| line.windows(2));
        pairs.any(|pair| pair == [one, other] || pair == [other, one])
    }

    /// Moves with the positions after them.
    fn all(&self) -> Vec<(String, Men)> {
        let mut all = Vec::new();
        let own = self.of(self.mover);
        let free: Vec<_> = self.points().into_iter().filter(|point| !self.at.contains_key(point)).collect();
        let mut ways: Vec<(Option<&'static str>, &'static str)> = Vec::new();
        if self.in_hand() > 0 {
            ways.extend(free.iter().map(|to| (None, *to)));
        } else {
            let flies = self.flying && own.len() == 3;
            for &from in &own {
                ways.extend(
                    free.iter().filter(|to| flies || self.beside(from, to)).map(|to| (Some(from), *to)),
                );
            }
        }
        for (from, to) in ways {
            let mut after = self.clone();
            match from {
                Some(from) => drop(after.at.remove(from)),
                None => after.hands[usize::from(self.mover == 'b')] -= 1,
            }
            after.at.insert(to, self.mover);
            after.mover = self.other();
            let text = from.map_or(to.to_string(), |from| format!("{from}-{to}"));
            let enemies = self.of(self.other());
            let outside: Vec<_> = enemies.iter().copied().filter(|point| !self.is_mill(point)).collect();
            let taken = if outside.is_empty() { enemies } else { outside };
            if self.count == 3 || !after.is_mill(to) || taken.is_empty() {
                all.push((text, after));
                continue;
            }
            for man in taken {
                let mut after = after.clone();
                after.at.remove(man);
                all.push((format!("{text}x{man}"), after));
            }
        }
        all
    }
}

impl Twin for Men {
    fn text(&self) -> String {
        let side = self.points().iter().map(|point| point.as_bytes()[1] - b'0').max().unwrap();
        let mut ranks = Vec::new();
        for rank in (1..=side).rev() {
            let name = |file: u8| format!("{}{rank}", char::from(b'a' + file));
            let mut text: String =
                (0..side).map(|file| self.at.get(&*name(file)).copied().unwrap_or(' ')).collect();
            for run in (1..=7).rev() {
                text = text.replace(&" ".repeat(run), &run.to_string());
            }
            ranks.push(text);
        }
        format!("{} {}-{} {}", ranks.join("/"), self.hands[0], self.hands[1], self.mover)
    }

    fn turn(&self) -> Turn {
        let player = |letter| if letter == 'w' { Player::First } else { Player::Second };
        let few = self.of(self.mover).len() + self.in_hand() < 3;
        let mill = self.count == 3 && self.of(self.other()).iter().any(|point| self.is_mill(point));
        if few || mill || self.all().is_empty() {
            return Turn::Over(Outcome::Win(player(self.other())));
        }
        Turn::Decision(player(self.mover))
    }

    fn moves(&self) -> Vec<String> {
        match self.turn() {
            Turn::Over(_) => Vec::new(),
            _ => self.all().into_iter().map(|it| it.0).collect(),
        }
    }

    fn after(&self, mv: &str) -> Men {
        self.all().into_iter().find(|(text, _)| text == mv).expect("it is a move").1
    }
}

fn game(men: u8) -> Morris {
    Morris::new(men).unwrap()
}

#[test]
fn the_laws_hold() {
    for (text, name, games) in [
        ("morris", "morris", 3),
        ("morris:men=6,flying=on", "morris:flying=on", 2),
        ("morris:men=3", "morris:men=3", 20),
        ("morris:men=3,flying=on", "morris:men=3,flying=on", 10),
        ("morris:men=4,flying=off", "morris:men=4", 4),
        ("morris:men=5,flying=on", "morris:men=5,flying=on", 2),
        ("morris:men=9", "morris:men=9", 1),
        ("mill", "morris:men=9,flying=on", 1),
        ("morris:men=12", "morris:men=12", 1),
    ] {
        laws_hold(text, name, games);
    }
}

#[test]
fn all_numbers_of_men_agree_with_the_twin() {
    for men in [3, 4, 5, 6, 9, 12] {
        plays_alike(&game(men), || Men::new(men.into(), false), 2000, men.into());
        plays_alike(&game(men).with_flying(), || Men::new(men.into(), true), 2000, men.into());
    }
}

#[test]
fn perft_counts_are_those_of_the_file() {
    let twin = |name: &str| {
        let options = name.split([':', ',']).skip(1);
        let men = options.clone().find_map(|option| option.strip_prefix("men=")).unwrap_or("6");
        Men::new(men.parse().unwrap(), options.clone().any(|option| option == "flying=on"))
    };
    perft_holds(include_str!("perft/morris.txt"), twin, 8_000);
}

#[test]
fn one_ply_more_beats_random_play() {
    beats_random(&game(6), 2, 100, 0);
}

#[test]
fn boards_have_their_points_mills_and_maps() {
    for (men, points, lines, maps) in [(3, 9, 8, 8), (6, 16, 8, 16), (9, 24, 16, 16), (12, 24, 20, 16)] {
        let (game, twin) = (game(men), Men::new(men.into(), false));
        assert_eq!(twin.points().len(), points);
        assert_eq!(twin.lines.iter().filter(|line| line.len() == 3).count(), lines);
        assert_eq!((game.symmetries(), game.cells().contents().len()), (maps, points + 2));
    }
}

/// Three men's morris, solved here by going through its positions again and again: the first player wins.
#[test]
fn three_mens_morris_is_a_win_for_the_first_player() {
    let game = game(3);
    let ranking =
        (game.specialists().ranking.expect("it is small"))(&game, &game.initial()).expect("it is small");
    let (mut seen, mut queue) = (HashSet::new(), VecDeque::from([game.initial()]));
    seen.insert(game.initial());
    while let Some(state) = queue.pop_front() {
        assert!(ranking.place(&state).is_some());
        let mut moves = Vec::new();
        if game.turn(&state).player().is_some() {
            game.legal_moves(&state, &mut moves);
        }
        queue.extend(moves.iter().map(|&mv| game.child(&state, mv)).filter(|child| seen.insert(*child)));
    }
    let mut winner = BTreeMap::new();
    loop {
        let before = winner.len();
        for state in &seen {
            let mut moves = Vec::new();
            let won = match game.turn(state) {
                Turn::Over(outcome) => outcome.winner(),
                Turn::Decision(player) => {
                    game.legal_moves(state, &mut moves);
                    let of: Vec<_> =
                        moves.iter().map(|&mv| winner.get(&game.child(state, mv)).copied()).collect();
                    if of.contains(&Some(player)) {
                        Some(player)
                    } else {
                        of.iter().all(|one| *one == Some(player.other())).then_some(player.other())
                    }
                }
                Turn::Chance => None,
            };
            if let Some(player) = won {
                winner.insert(*state, player);
            }
        }
        if winner.len() == before {
            break;
        }
    }
    assert_eq!(winner.get(&game.initial()), Some(&Player::First));
}

#[test]
fn positions_that_cannot_be_are_refused() {
    assert!(refusal("morris:men=7").contains("it has to be 3 or 4 or 5 or 6 or 9 or 12"));
    assert!(Morris::new(7).unwrap_err().to_string().ends_with("there are 3, 4, 5, 6, 9 or 12"));
    refuses(
        &game(6),
        &[
            ("", "takes the board, the men in the hands and the side to move, like 5/5/5/5/5 6-6 w"),
            ("5/5/5/5/5 6-6 t", "the side to move cannot be 't'; it has to be w or b"),
            ("5/5/5/5/5 6-7 w", "cannot be '6-7'; they are two numbers up to 6, like 5-5"),
            ("5/5/5/5/5 6 w", "cannot be '6'"),
            ("5/5/5/5/5 6-6 b w", "takes the board"),
            ("5/5/2w2/5/5 5-6 b", "there is no point at c3"),
            ("5/5/5/5/5 6-5 b", "the players place their men in turn"),
            ("w1w1w/5/5/5/5 4-4 w", "w has 7 men, but the game begins with 6"),
            ("w1w1w/5/5/5/b1b2 0-0 w", "b has lost already: two men are left"),
        ],
    );
    refuses(
        &game(3),
        &[
            ("www/3/3 0-0 b", "b has 0 men, but the game begins with 3"),
            ("www/bb1/b2 0-0 w", "w has won already, so that b would be to move"),
        ],
    );
    let over = game(6).parse_state("w1w1w/5/5/5/b1b2 0-0 b").unwrap();
    assert_eq!(game(6).turn(&over), Turn::Over(Outcome::Win(Player::First)));
}

#[test]
fn moves_are_read_as_people_type_them() {
    reads_moves(
        &game(6),
        "w1w2/5/b4/5/b4 4-4 w",
        &[
            ("e3", Ok("e3")),
            ("E3", Ok("e3")),
            ("a1", Err("there is a man on a1 already")),
            ("c3", Err("'c3' is not a point of this board, which has a1, c1, e1")),
        ],
    );
    reads_moves(
        &game(6),
        "w1w2/1b1b1/b4/5/5 3-3 w",
        &[
            ("e5", Err("it closes a mill: write the man that it takes too, like e5xa3")),
            ("e5xb4", Ok("e5xb4")),
            ("E5Xa3", Ok("e5xa3")),
            ("e5xc5", Err("there is no man of the opponent on c5")),
            ("e1xa1", Err("it closes no mill, so it takes no man")),
            ("a5-c5", Err("there are 3 men to place first")),
        ],
    );
    reads_moves(
        &game(6),
        "w1w2/1b1b1/b3w/5/b4 0-0 w",
        &[
            ("e3-e5xa1", Ok("e3-e5xa1")),
            ("e3e5xa1", Ok("e3-e5xa1")),
            ("c5c4", Ok("c5-c4")),
            ("e3", Err("all men are placed: write both points")),
            ("a1-c1", Err("you have no man on a1")),
            ("c5-c1", Err("a man moves along a line to the next point")),
            ("c5-", Err("'c5-' is not a point")),
        ],
    );
    reads_moves(&game(6), "b1b1b/1w1w1/w4/5/5 3-3 b", &[("e3xa3", Err("it closes no mill"))]);
    // A man in a mill is safe while there are others.
    reads_moves(
        &game(6),
        "w1w1b/1bbb1/w4/5/2w2 2-2 w",
        &[("a1xb4", Err("the man on b4 is in a mill, and others are not")), ("a1xe5", Ok("a1xe5"))],
    );
}

proptest! {
    #[test]
    fn no_text_breaks_the_notation(text in "[0-9wb/ -]{0,30}|([wb0-5]{1,5}/){4}[wb0-5]{1,5} [0-6]-[0-6] [wb]|([wb.]{3}/){2}[wb.]{3} [0-3]-[0-3] [wb]") {
        laws::parse_holds(&game(6), &text);
        laws::parse_holds(&game(3), &text);
        let _ = game(6).parse_move(&game(6).initial(), &text);
    }
}
