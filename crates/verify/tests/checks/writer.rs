//! Writes proof files from any strategy, right or wrong.

use std::collections::HashSet;

use plywood_rules::{Playable, Player, Turn, fingerprint, moves_or_outcomes};

/// The techniques that a writer uses.
#[derive(Clone, Copy, Debug, Default)]
pub struct Means {
    pub merge: u32,
    pub lines: bool,
    pub pairs: bool,
}

/// A claim and its part of the file.
pub struct Part {
    pub claim: String,
    pub bytes: Vec<u8>,
}

/// The whole file.
pub fn file<G: Playable>(game: &G, start: &G::State, merge: u32, parts: &[Part]) -> Vec<u8> {
    let body: Vec<u8> = parts.iter().flat_map(|part| part.bytes.clone()).collect();
    let claims: String =
        parts.iter().map(|part| format!("claim: {}, {}\n", part.claim, part.bytes.len())).collect();
    let head = format!(
        "plywood proof 1\ngame: {}\nrules: {:016x}\nposition: {}\nmerge: {merge}\n{claims}sum: {:016x}\n\n",
        game.name(),
        fingerprint(game),
        game.state_text(start),
        sum(&body)
    );
    [head.as_bytes(), &body].concat()
}

/// FNV-1a, by its definition.
pub fn sum(bytes: &[u8]) -> u64 {
    let mut sum = 14_695_981_039_346_656_037u64;
    for &byte in bytes {
        sum ^= u64::from(byte);
        sum = sum.wrapping_mul(1_099_511_628_211);
    }
    sum
}

pub fn number(mut number: u32, bytes: &mut Vec<u8>) {
    while number >= 128 {
        bytes.push(number as u8 | 128);
        number >>= 7;
    }
    bytes.push(number as u8);
}

/// Writes the part of a claim: `strategy` says the place of the prover's move.
pub fn part<G: Playable>(
    game: &G,
    start: &G::State,
    (player, wins): (Player, bool),
    means: Means,
    strategy: &(impl Fn(&G::State) -> usize + Sync),
) -> Part {
    let mut writer = Writer { game, player, wins, means, strategy, known: HashSet::new(), bytes: Vec::new() };
    // Play may be long, and this is plain recursion.
    std::thread::scope(|scope| {
        let run = || {
            if game.turn(start) == Turn::Decision(player.other()) {
                let way = writer.way(start, 0);
                number(way, &mut writer.bytes);
                writer.visit(start, 0, way);
            } else {
                writer.visit(start, 0, 0);
            }
        };
        let thread = std::thread::Builder::new().stack_size(1 << 30).spawn_scoped(scope, run);
        thread.expect("there is a thread").join().expect("the writer does not panic");
    });
    let goal = if wins { "wins" } else { "holds" };
    Part { claim: format!("{player} {goal}"), bytes: writer.bytes }
}

struct Writer<'a, G: Playable, S> {
    game: &'a G,
    player: Player,
    wins: bool,
    means: Means,
    strategy: &'a S,
    known: HashSet<G::State>,
    bytes: Vec<u8>,
}

/// Codes of moves and threats, then the last move.
type Line = (Vec<(usize, usize)>, usize);

impl<G: Playable, S: Fn(&G::State) -> usize> Writer<'_, G, S> {
    fn key(&self, state: &G::State, ply: u32) -> G::State {
        if self.means.merge > 0 && ply <= self.means.merge {
            self.game.canonical(state).state
        } else {
            state.clone()
        }
    }

    /// The way to answer the replies in `state`.
    fn way(&self, state: &G::State, ply: u32) -> u32 {
        let game = self.game;
        let opponents = game.turn(state) == Turn::Decision(self.player.other());
        if !opponents || self.known.contains(&self.key(state, ply)) {
            0
        } else if self.means.pairs && !self.wins && game.pairing(state, self.player).is_some() {
            2
        } else {
            u32::from(self.means.lines && !self.groups(state).is_empty())
        }
    }

    fn visit(&mut self, state: &G::State, ply: u32, way: u32) {
        let game = self.game;
        if game.turn(state).outcome().is_some() || !self.known.insert(self.key(state, ply)) {
            return;
        }
        let moves = moves_or_outcomes(game, state);
        let pairs = || game.pairing(state, self.player).filter(|_| self.means.pairs && !self.wins);
        if game.turn(state) == Turn::Decision(self.player) {
            if let Some(pairs) = pairs() {
                number(0, &mut self.bytes);
                self.write_pairs(&pairs);
                return;
            }
            let place = (self.strategy)(state);
            let child = game.child(state, moves[place]);
            let way = self.way(&child, ply + 1);
            number(1 + 3 * place as u32 + way, &mut self.bytes);
            self.visit(&child, ply + 1, way);
            return;
        }
        if way == 2 {
            let pairs = pairs().expect("they were seen before");
            self.write_pairs(&pairs);
            return;
        }
        let mut answered = vec![false; moves.len()];
        if way == 1 {
            let groups = self.groups(state);
            number(groups.len() as u32, &mut self.bytes);
            for ((steps, last), places) in groups {
                self.write_group(&steps, last, &places, &answered);
                places.iter().for_each(|&place| answered[place] = true);
            }
        }
        for (place, &mv) in moves.iter().enumerate() {
            if !answered[place] {
                self.visit(&game.child(state, mv), ply + 1, 0);
            }
        }
    }

    fn write_pairs(&mut self, pairs: &[(G::Move, G::Move)]) {
        number(pairs.len() as u32, &mut self.bytes);
        for &(a, b) in pairs {
            number(self.game.move_code(a) as u32, &mut self.bytes);
            number(self.game.move_code(b) as u32, &mut self.bytes);
        }
    }

    /// By the shorter of the two lists.
    fn write_group(&mut self, steps: &[(usize, usize)], last: usize, places: &[usize], answered: &[bool]) {
        number(steps.len() as u32 + 1, &mut self.bytes);
        for &(mv, threat) in steps {
            number(mv as u32, &mut self.bytes);
            number(threat as u32, &mut self.bytes);
        }
        number(last as u32, &mut self.bytes);
        let others: Vec<usize> =
            (0..answered.len()).filter(|place| !answered[*place] && !places.contains(place)).collect();
        let (list, odd) = if others.len() < places.len() { (&others[..], 0) } else { (places, 1) };
        number(2 * list.len() as u32 + odd, &mut self.bytes);
        let mut after = 0;
        for &place in list {
            number((place - after) as u32, &mut self.bytes);
            after = place + 1;
        }
    }

    /// Lines of one or two steps, each with the replies that it answers.
    fn groups(&self, state: &G::State) -> Vec<(Line, Vec<usize>)> {
        let game = self.game;
        let children: Vec<G::State> =
            moves_or_outcomes(game, state).into_iter().map(|mv| game.child(state, mv)).collect();
        let mut open: Vec<usize> = (0..children.len()).collect();
        let mut groups = Vec::new();
        for number in 0..children.len() {
            if !open.contains(&number) {
                continue;
            }
            let Some(line) = self.line(&children[number]) else { continue };
            let (won, rest): (Vec<usize>, Vec<usize>) =
                open.iter().partition(|&&place| self.wins_by(&children[place], &line.0, line.1));
            assert!(won.contains(&number));
            open = rest;
            groups.push((line, won));
        }
        groups
    }

    fn line(&self, state: &G::State) -> Option<Line> {
        let game = self.game;
        if game.turn(state) != Turn::Decision(self.player) {
            return None;
        }
        let moves = moves_or_outcomes(game, state);
        let codes = |moves: &[G::Move]| moves.iter().map(|&mv| game.move_code(mv)).collect::<Vec<_>>();
        if let Some(&last) = codes(&moves).iter().find(|&&code| self.wins_by(state, &[], code)) {
            return Some((Vec::new(), last));
        }
        for &mv in &moves {
            let child = game.child(state, mv);
            for threat in codes(&moves) {
                let replies =
                    moves_or_outcomes(game, &child).into_iter().map(|reply| game.child(&child, reply));
                let held: Vec<G::State> =
                    replies.filter(|after| !self.wins_by(after, &[], threat)).take(2).collect();
                let [after] = &held[..] else { continue };
                let step = (game.move_code(mv), threat);
                let last = codes(&moves_or_outcomes(game, after))
                    .into_iter()
                    .find(|&last| self.wins_by(state, &[step], last));
                if let Some(last) = last {
                    return Some((vec![step], last));
                }
            }
        }
        None
    }

    /// Returns true if a line wins by its definition.
    fn wins_by(&self, state: &G::State, steps: &[(usize, usize)], last: usize) -> bool {
        let game = self.game;
        if game.turn(state) != Turn::Decision(self.player) {
            return false;
        }
        let find = |state: &G::State, code: usize| {
            moves_or_outcomes(game, state).into_iter().find(|&mv| game.move_code(mv) == code)
        };
        let won = |state: &G::State| {
            game.turn(state).outcome().is_some_and(|outcome| outcome.utility(self.player) == 1)
        };
        let first = steps.first().map_or(last, |step| step.0);
        let Some(mv) = find(state, first) else { return false };
        let child = game.child(state, mv);
        let Some(((_, threat), rest)) = steps.split_first() else { return won(&child) };
        won(&child)
            || game.turn(&child) == Turn::Decision(self.player.other())
                && moves_or_outcomes(game, &child).into_iter().all(|reply| {
                    let after = game.child(&child, reply);
                    let threatened = (game.turn(&after) == Turn::Decision(self.player))
                        .then(|| find(&after, *threat))
                        .flatten()
                        .is_some_and(|mv| won(&game.child(&after, mv)));
                    threatened || self.wins_by(&after, rest, last)
                })
    }
}
