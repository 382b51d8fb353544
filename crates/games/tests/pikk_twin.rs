//! Pikk Pakk against a slow twin: the rules once more, cell by cell on a table of letters, compared position by
//! position along random games of every variant, size and opening.

use plywood_games::pikk_pakk::{Colour, FieldSize, Opening, PikkPakk, Variant};
use plywood_rules::random::below;
use plywood_rules::{Game, Notation, Outcome, Playable, Turn, moves_or_outcomes};
use rand_chacha::ChaCha8Rng;
use rand_core::SeedableRng;

/// The game as a player would write it down.
#[derive(Clone)]
struct Twin {
    n: usize,
    variant: Variant,
    /// `cells[rank][file]`, from 0; '.' is empty.
    cells: Vec<Vec<char>>,
    mover: char,
    placing: bool,
}

/// A line: its name, whether it is a file, and its cells.
type Line = (String, bool, Vec<(usize, usize)>);

/// A push: a line, cell by cell, and where in it the run begins and ends.
struct Push {
    text: String,
    line: Vec<(usize, usize)>,
    begin: usize,
    end: usize,
    raises: bool,
}

fn opponent(colour: char) -> char {
    if colour == 'w' { 'b' } else { 'w' }
}

impl Twin {
    fn new(n: usize, variant: Variant, opening: Opening) -> Twin {
        let side = if matches!(variant, Variant::Rolling | Variant::RollingTieWin) { n } else { n + 2 };
        let mut cells = vec![vec!['.'; side]; side];
        let placing = opening == Opening::Placement;
        let mut twin =
            Twin { n, variant, cells: cells.clone(), mover: if placing { 'b' } else { 'w' }, placing };
        cells[side / 2][side / 2] = 't';
        if !placing {
            let corner = (side - n) / 2;
            for (i, row) in spiral(n).iter().enumerate() {
                for (j, letter) in row.chars().enumerate() {
                    cells[corner + n - 1 - i][corner + j] = letter;
                }
            }
        }
        twin.cells = cells;
        twin
    }

    fn side(&self) -> usize {
        self.cells.len()
    }

    fn rolls(&self) -> bool {
        matches!(self.variant, Variant::Rolling | Variant::RollingTieWin)
    }

    fn text(&self) -> String {
        let ranks: Vec<String> = self
            .cells
            .iter()
            .rev()
            .map(|rank| {
                let mut text: String = rank.iter().collect();
                for length in (1..=self.side()).rev() {
                    text = text.replace(&".".repeat(length), &format!("{length}"));
                }
                text
            })
            .collect();
        format!("{} {}{}", ranks.join("/"), self.mover, if self.placing { " place" } else { "" })
    }

    fn encloser(&self) -> Option<char> {
        for rank in 1..self.side() - 1 {
            for file in 1..self.side() - 1 {
                if self.cells[rank][file] == 't' {
                    let around = [
                        self.cells[rank - 1][file],
                        self.cells[rank + 1][file],
                        self.cells[rank][file - 1],
                        self.cells[rank][file + 1],
                    ];
                    return ['w', 'b'].into_iter().find(|&colour| around == [colour; 4]);
                }
            }
        }
        None
    }

    /// The cells of every line, files first, with its name.
    fn lines(&self) -> Vec<Line> {
        let side = self.side();
        let files = (0..side).map(|file| {
            let name = ["a", "b", "c", "d", "e", "f", "g", "h", "i", "j", "k"][file];
            (name.to_string(), true, (0..side).map(|rank| (rank, file)).collect())
        });
        let ranks = (0..side)
            .map(|rank| (format!("{}", rank + 1), false, (0..side).map(|file| (rank, file)).collect()));
        files.chain(ranks).collect()
    }

    fn letters(&self, line: &[(usize, usize)]) -> Vec<char> {
        line.iter().map(|&(rank, file)| self.cells[rank][file]).collect()
    }

    fn pushes(&self) -> Vec<Push> {
        let mut pushes = Vec::new();
        for (name, is_file, line) in self.lines() {
            let letters = self.letters(&line);
            let is_ball = |place: usize| place < line.len() && letters[place] != '.';
            let begins: Vec<usize> =
                (0..line.len()).filter(|&i| is_ball(i) && (i == 0 || !is_ball(i - 1))).collect();
            for &begin in &begins {
                let end = (begin..).find(|&i| !is_ball(i)).expect("a line ends");
                for raises in [false, true] {
                    let mut text = format!("{name}{}", if raises { '+' } else { '-' });
                    if self.variant == Variant::Capture && begins.len() > 1 {
                        let start = if is_file { format!("{}", begin + 1) } else { letter(begin) };
                        text += &format!("@{start}");
                    }
                    let push = Push { text, line: line.clone(), begin, end, raises };
                    if self.is_legal(&push) {
                        pushes.push(push);
                    }
                }
            }
        }
        pushes
    }

    fn is_legal(&self, push: &Push) -> bool {
        let letters = self.letters(&push.line);
        let run = &letters[push.begin..push.end];
        let count = |colour| run.iter().filter(|&&letter| letter == colour).count();
        let (own, other) = (count(self.mover), count(opponent(self.mover)));
        let at_edge = if push.raises { push.end == letters.len() } else { push.begin == 0 };
        let foremost = if push.raises { run[run.len() - 1] } else { run[0] };
        match self.variant {
            Variant::Capture => own > other && !(at_edge && foremost == 't'),
            _ if run.len() != self.n => false,
            _ if at_edge && !self.rolls() => false,
            Variant::Basic | Variant::Rolling => 2 * own > self.n,
            Variant::TieWin | Variant::RollingTieWin => {
                2 * own > self.n || (own == other && self.pushed(push).encloser() == Some(self.mover))
            }
        }
    }

    fn pushed(&self, push: &Push) -> Twin {
        let mut letters = self.letters(&push.line);
        if self.rolls() {
            if push.raises { letters.rotate_right(1) } else { letters.rotate_left(1) }
        } else {
            // With a cell beyond either end for what leaves the field.
            letters.insert(0, '.');
            letters.push('.');
            let (begin, end) = (push.begin + 1, push.end + 1);
            if push.raises {
                letters[begin..=end].rotate_right(1);
            } else {
                letters[begin - 1..end].rotate_left(1);
            }
            letters.pop();
            letters.remove(0);
        }
        let mut after = self.clone();
        for (&(rank, file), letter) in push.line.iter().zip(letters) {
            after.cells[rank][file] = letter;
        }
        after.mover = opponent(self.mover);
        after
    }

    fn middle_is_full(&self) -> bool {
        self.cells.iter().flatten().filter(|&&letter| letter != '.').count() == self.n * self.n
    }

    /// The names of all moves and the positions they lead to; none when the game is over.
    fn children(&self) -> Vec<(String, Twin)> {
        if self.encloser().is_some() {
            return Vec::new();
        }
        if !self.placing {
            return self.pushes().into_iter().map(|push| (push.text.clone(), self.pushed(&push))).collect();
        }
        let margin = (self.side() - self.n) / 2;
        let mut children = Vec::new();
        for rank in margin..margin + self.n {
            for file in margin..margin + self.n {
                if self.cells[rank][file] == '.' {
                    let mut after = self.clone();
                    after.cells[rank][file] = self.mover;
                    after.placing = !after.middle_is_full();
                    after.mover = if after.placing { opponent(self.mover) } else { 'w' };
                    children.push((format!("{}{}", letter(file), rank + 1), after));
                }
            }
        }
        children
    }

    fn winner(&self) -> Option<char> {
        let stuck = !self.placing && self.pushes().is_empty();
        self.encloser().or_else(|| stuck.then_some(opponent(self.mover)))
    }

    fn perft(&self, depth: u32) -> u64 {
        match depth {
            0 => 1,
            _ => self.children().iter().map(|(_, child)| child.perft(depth - 1)).sum(),
        }
    }
}

fn letter(file: usize) -> String {
    "abcdefghijk"[file..=file].to_string()
}

/// The openings as drawn by hand, ranks from the top.
fn spiral(n: usize) -> Vec<&'static str> {
    match n {
        3 => vec!["wbb", "wtw", "bbw"],
        5 => vec!["bwwww", "bwbbb", "bwtwb", "bbbwb", "wwwwb"],
        7 => vec!["wbbbbbb", "wbwwwww", "wbwbbbw", "wbwtwbw", "wbbbwbw", "wwwwwbw", "bbbbbbw"],
        _ => vec![
            "bwwwwwwww",
            "bwbbbbbbb",
            "bwbwwwwwb",
            "bwbwbbbwb",
            "bwbwtwbwb",
            "bwbbbwbwb",
            "bwwwwwbwb",
            "bbbbbbbwb",
            "wwwwwwwwb",
        ],
    }
}

const SIZES: [FieldSize; 4] = [FieldSize::Three, FieldSize::Five, FieldSize::Seven, FieldSize::Nine];
const VARIANTS: [Variant; 5] =
    [Variant::Basic, Variant::TieWin, Variant::Capture, Variant::Rolling, Variant::RollingTieWin];

/// Compares turn, moves and all children of a position, and returns whether the game is over.
fn compare(game: &PikkPakk, state: &<PikkPakk as Game>::State, twin: &Twin) -> bool {
    let name = game.name();
    assert_eq!(game.state_text(state), twin.text(), "{name}");
    let at = format!("{name} at '{}'", twin.text());
    let colour = |letter| if letter == 'w' { Colour::Light } else { Colour::Dark };
    let expected = match twin.winner() {
        Some(winner) => Turn::Over(Outcome::Win(game.player(colour(winner)))),
        None => Turn::Decision(game.player(colour(twin.mover))),
    };
    assert_eq!(game.turn(state), expected, "{at}");
    let mut children: Vec<(String, String)> = moves_or_outcomes(game, state)
        .into_iter()
        .map(|mv| (game.move_text(state, mv), game.state_text(&game.child(state, mv))))
        .collect();
    children.sort();
    let mut expected: Vec<(String, String)> =
        twin.children().into_iter().map(|(mv, child)| (mv, child.text())).collect();
    expected.sort();
    assert_eq!(children, expected, "{at}");
    children.is_empty()
}

#[test]
fn every_game_agrees_with_its_twin() {
    let mut rng = ChaCha8Rng::seed_from_u64(7);
    let mut ends = 0;
    for variant in VARIANTS {
        for size in SIZES {
            for opening in [Opening::Spiral, Opening::Placement] {
                let game = PikkPakk::new(size, variant, opening);
                for _ in 0..6 {
                    let mut state = game.initial();
                    let mut twin = Twin::new(size as usize, variant, opening);
                    for _ in 0..150 {
                        if compare(&game, &state, &twin) {
                            ends += 1;
                            break;
                        }
                        let children = twin.children();
                        let (mv, child) = &children[below(&mut rng, children.len())];
                        let mv = game.parse_move(&state, mv).expect("a move of the twin");
                        game.play(&mut state, mv);
                        twin = child.clone();
                    }
                }
            }
        }
    }
    assert!(ends > 120, "only {ends} of 240 games were played to their end");
}

/// Positions that play seldom or never reaches: balls anywhere on the field, either side to move.
#[test]
fn scattered_balls_agree_with_the_twin() {
    let mut rng = ChaCha8Rng::seed_from_u64(8);
    let mut with_moves = 0;
    for variant in VARIANTS {
        for size in SIZES {
            let game = PikkPakk::new(size, variant, Opening::Spiral);
            for round in 0..120 {
                let mut twin = Twin::new(size as usize, variant, Opening::Spiral);
                let side = twin.side();
                // A few exchanges of cells in the first rounds, a full shuffle in the last.
                for _ in 0..round {
                    let mut cell = || (below(&mut rng, side), below(&mut rng, side));
                    let (a, b) = (cell(), cell());
                    let letter = twin.cells[a.0][a.1];
                    twin.cells[a.0][a.1] = twin.cells[b.0][b.1];
                    twin.cells[b.0][b.1] = letter;
                }
                if round % 2 == 1 {
                    twin.mover = 'b';
                }
                let state = game.parse_state(&twin.text()).expect("a position of the twin");
                with_moves += u32::from(!compare(&game, &state, &twin));
            }
        }
    }
    assert!(with_moves > 1200, "only {with_moves} of 2400 positions had moves");
}

/// Lines of `perft/pikkpakk.txt`: game;depth;count. The twin recounts those that take a reasonable time.
#[test]
fn perft_counts_are_those_of_the_file() {
    let mut checked = (0, 0);
    for line in include_str!("perft/pikkpakk.txt").lines().filter(|line| !line.starts_with('#')) {
        let [name, depth, count] = line.split(';').collect::<Vec<_>>()[..] else { panic!("'{line}'") };
        let (depth, count): (u32, u64) = (depth.parse().expect(line), count.parse().expect(line));
        let (game, twin) = both(name);
        assert_eq!(plywood_rules::perft::perft(&game, &game.initial(), depth), count, "{line}");
        checked.0 += 1;
        if count <= 4000 {
            assert_eq!(twin.perft(depth), count, "{line}");
            checked.1 += 1;
        }
    }
    assert!(checked.0 > 60 && checked.1 > 40, "{checked:?}");
}

/// The game of that name and its twin.
fn both(name: &str) -> (PikkPakk, Twin) {
    for variant in VARIANTS {
        for size in SIZES {
            for opening in [Opening::Spiral, Opening::Placement] {
                let game = PikkPakk::new(size, variant, opening);
                if game.name() == name {
                    return (game, Twin::new(size as usize, variant, opening));
                }
            }
        }
    }
    panic!("there is no game '{name}'")
}
