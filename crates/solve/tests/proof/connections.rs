//! Wins of Hex by connections: proved as enumeration says, refused with planted errors, and played.

use std::collections::HashSet;

use plywood_games::hex::{Hex, State};
use plywood_rules::hints::connecting::ConnectionStep;
use plywood_rules::random::below;
use plywood_rules::{Bot, Game, Notation, Player, Position, Run, Specialized, Stop, Turn, moves_or_outcomes};
use plywood_solve::proof::{ProofProgress, ProofResult, prove, write};
use plywood_verify::{Checked, ProofIndex, ProofPlayer, Refusal, check};
use rand_chacha::ChaCha8Rng;
use rand_core::SeedableRng;

fn run() -> Run<'static, ProofProgress> {
    Run { memory: 1 << 20, ..Run::default() }
}

/// The rules in a few bits: a set of cells for each player.
struct Plain {
    side: usize,
    /// For each position and player to move: 1 if that player loses, 2 if that player wins.
    known: Vec<u8>,
}

impl Plain {
    fn new(side: usize) -> Plain {
        Plain { side, known: vec![0; 2 * 3usize.pow((side * side) as u32)] }
    }

    /// The first or last rank, or file.
    fn edge(&self, is_file: bool, last: bool) -> u32 {
        let [along, first] = if is_file { [self.side, 1] } else { [1, self.side] };
        let from = if last { (self.side - 1) * first } else { 0 };
        (0..self.side).fold(0, |set, at| set | 1 << (from + at * along))
    }

    /// True if the first player joins bottom and top, or the second left and right.
    fn joins(&self, own: u32, player: usize) -> bool {
        let (left, right) = (self.edge(true, false), self.edge(true, true));
        let [start, end] = [false, true].map(|last| self.edge(player == 1, last));
        let (mut reached, mut before) = (own & start, 0);
        while reached != before {
            before = reached;
            let (low, high) = (reached & !left, reached & !right);
            let beside = high << 1 | low >> 1 | reached << self.side | reached >> self.side;
            reached |= (beside | low << (self.side - 1) | high >> (self.side - 1)) & own;
        }
        reached & end != 0
    }

    /// True if `mover` wins.
    fn wins(&mut self, stones: [u32; 2], mover: usize) -> bool {
        let digit = |cell: usize| (stones[0] >> cell & 1) as usize + 2 * (stones[1] >> cell & 1) as usize;
        let cells = self.side * self.side;
        let key = 2 * (0..cells).fold(0, |key, cell| 3 * key + digit(cell)) + mover;
        if self.known[key] == 0 {
            let wins = !self.joins(stones[1 - mover], 1 - mover)
                && (0..cells).any(|place| {
                    // The middle first.
                    let half = place.div_ceil(2);
                    let cell = if place % 2 == 0 { cells / 2 + half } else { cells / 2 - half } % cells;
                    let mut after = stones;
                    after[mover] |= 1 << cell;
                    (stones[0] | stones[1]) >> cell & 1 == 0 && !self.wins(after, 1 - mover)
                });
            self.known[key] = 1 + u8::from(wins);
        }
        self.known[key] == 2
    }
}

fn file_of(game: &Hex, state: &State) -> (ProofResult, Vec<u8>) {
    let proved = prove(game, state, true, None, &run()).unwrap();
    let file = write::file(game, state, proved.merge, &proved.parts);
    (proved, file)
}

fn proves(game: &Hex, state: &State, winner: Player) -> Checked {
    let (proved, file) = file_of(game, state);
    let at = game.state_text(state);
    let checked = check(game, &file, &Run::default()).unwrap_or_else(|refusal| panic!("{at}: {refusal}"));
    assert_eq!(proved.outcome(), Some(Some(winner)), "{at}");
    assert!(checked.to_string().starts_with(&format!("The {winner} player wins")), "{at}");
    checked
}

#[test]
fn openings_are_proved_as_enumeration_says() {
    for (side, most) in [(2, 20), (3, 60), (4, 200)] {
        let game = Hex::new(side).unwrap();
        let mut plain = Plain::new(side);
        for (cell, opening) in moves_or_outcomes(&game, &game.initial()).into_iter().enumerate() {
            let state = game.child(&game.initial(), opening);
            // Half a turn changes nothing.
            let same = cell.min(side * side - 1 - cell);
            let winner = Player::BOTH[usize::from(plain.wins([1 << same, 0], 1))];
            let checked = proves(&game, &state, winner);
            assert!(checked.positions <= 2 && checked.connections < most, "{checked:?}");
        }
    }
}

#[test]
fn the_middle_of_5x5_takes_few_connections() {
    let game = Hex::new(5).unwrap();
    let state = game.parse_state("5/5/2x2/5/5 o").unwrap();
    let checked = proves(&game, &state, Player::First);
    assert!(checked.positions == 1 && checked.connections < 100, "{checked:?}");
}

/// With the swap each opening has its own connections, and none begin before the choice.
#[test]
fn the_second_player_wins_by_the_swap() {
    let game = Hex::new(3).unwrap().with_swap();
    let checked = proves(&game, &game.initial(), Player::Second);
    assert!(checked.positions > 9, "{checked:?}");
}

/// Connections by which the player who does not decide wins this position.
fn connections(game: &Hex, state: &State) -> Vec<ConnectionStep> {
    let solver = (game.specialists().connecting.unwrap().prover)(game, 1 << 20).unwrap();
    solver.connections(state, &Run::default()).unwrap()
}

fn holds(game: &Hex, state: &State, player: Player, steps: &[ConnectionStep]) -> bool {
    (game.specialists().connecting.unwrap().holds)(game, state, (player, steps))
}

#[test]
fn planted_errors_are_refused() {
    let game = Hex::new(5).unwrap();
    let state = game.parse_state("5/5/5/1x3/5 o").unwrap();
    let steps = connections(&game, &state);
    assert!(holds(&game, &state, Player::First, &steps));
    assert!(!holds(&game, &state, Player::Second, &steps));
    assert!(steps.iter().any(|step| matches!(step, ConnectionStep::Capture { .. })));
    let last = steps.len() - 1;
    let [mut refused, mut held] = [0, 0];
    for (at, step) in steps.iter().enumerate() {
        let mut changed = Vec::new();
        match step {
            ConnectionStep::Touch(ends) => changed.push(ConnectionStep::Touch([ends[0], (ends[1] + 7) % 27])),
            ConnectionStep::And([a, b]) => changed.push(ConnectionStep::And([*a, (*b + 1) % at])),
            ConnectionStep::Or(all) => {
                for place in 0..all.len() {
                    // A branch is missing, and a reply is another one.
                    let mut fewer = all.clone();
                    fewer.remove(place);
                    changed.push(ConnectionStep::Or(fewer));
                    let mut other = all.clone();
                    other[place].0 = (other[place].0 + 5) % 25;
                    changed.push(ConnectionStep::Or(other));
                }
            }
            ConnectionStep::Capture { cells: [a, b], of, stones } => {
                for cells in [[*a, *a], [*a, (*b + 5) % 25]] {
                    changed.push(ConnectionStep::Capture { cells, of: *of, stones: stones.clone() });
                }
            }
        }
        for step in changed {
            let mut wrong = steps.clone();
            wrong[at] = step;
            // A step may be more than is needed; all of the last one is.
            let holds = holds(&game, &state, Player::First, &wrong);
            assert!(!holds || at < last, "{:?} for {:?}", wrong[at], steps[at]);
            *if holds { &mut held } else { &mut refused } += 1;
        }
    }
    assert!(refused > 30 && held * 5 < refused, "{refused} {held}");
    for wrong in [&steps[..last], &[]] {
        assert!(!holds(&game, &state, Player::First, wrong));
    }
    // A stone of the opponent's in the carrier, and one's own stone missing.
    let owned = (Player::First, &steps[..]);
    for intrusion in (game.specialists().connecting.unwrap().intrusions)(&game, &state, owned) {
        assert!(!holds(&game, &game.child(&state, intrusion), Player::First, &steps), "{intrusion:?}");
    }
    for text in ["5/5/5/1o3/5 x", "5/5/5/5/5 x"] {
        assert!(!holds(&game, &game.parse_state(text).unwrap(), Player::First, &steps), "{text}");
    }
    // Who may swap is not connected yet.
    let swap = Hex::new(5).unwrap().with_swap();
    assert!(!holds(&swap, &swap.parse_state("5/5/5/1x3/5 o").unwrap(), Player::First, &steps));
}

/// Plays all intrusions into these connections, each with its answer, to the end.
fn intrude(game: &Hex, state: &State, steps: &[ConnectionStep], seen: &mut HashSet<State>) {
    let connecting = game.specialists().connecting.unwrap();
    let owned = (Player::First, steps);
    for intrusion in (connecting.intrusions)(game, state, owned) {
        let child = game.child(state, intrusion);
        let next = game.child(&child, (connecting.answer)(game, &child, owned).unwrap());
        match game.turn(&next) {
            Turn::Over(outcome) => assert_eq!(outcome.winner(), Some(Player::First)),
            _ if seen.insert(next) => intrude(game, &next, steps, seen),
            _ => {}
        }
    }
}

#[test]
fn all_intrusions_fail() {
    let game = Hex::new(5).unwrap();
    let state = game.parse_state("5/3o1/5/1x1x1/5 o").unwrap();
    let steps = connections(&game, &state);
    assert!(steps.iter().any(|step| matches!(step, ConnectionStep::Capture { .. })));
    let mut seen = HashSet::new();
    intrude(&game, &state, &steps, &mut seen);
    assert!(seen.len() > 100, "{}", seen.len());
}

/// The position of 3x3 with these owners of its cells, 0 for the second player and 2 for nobody, in bits and as one of the game's;
/// the second player decides.
fn position(game: &Hex, owners: &[usize]) -> Option<([u32; 2], State)> {
    let rank = |rank: usize| (0..3).map(|file| ["o", "x", "."][owners[3 * rank + file]]).collect::<String>();
    let state = game.parse_state(&format!("{}/{}/{} o", rank(2), rank(1), rank(0))).ok()?;
    let of =
        |player: usize| (0..9).filter(|&cell| owners[cell] == player).fold(0, |set, cell| set | 1u32 << cell);
    game.turn(&state).outcome().is_none().then_some(([of(1), of(0)], state))
}

/// One at random, and its owners.
fn random_position(game: &Hex, rng: &mut ChaCha8Rng) -> ([u32; 2], State, Vec<usize>) {
    loop {
        let owners: Vec<usize> = (0..9).map(|_| [0, 1, 1, 2, 2, 2, 2][below(rng, 7)]).collect();
        if let Some((stones, state)) = position(game, &owners) {
            return (stones, state, owners);
        }
    }
}

/// Two stones of a won position count as captured only where it is won without them.
#[test]
fn what_is_captured_is_not_needed() {
    let mut rng = ChaCha8Rng::seed_from_u64(3);
    let (game, mut plain) = (Hex::new(3).unwrap(), Plain::new(3));
    let [mut held, mut refused, mut lost] = [0; 3];
    for _ in 0..3000 {
        let (stones, state, mut owners) = random_position(&game, &mut rng);
        let own: Vec<usize> = (0..9).filter(|&cell| owners[cell] == 1).collect();
        if own.len() < 2 || plain.wins(stones, 1) {
            continue;
        }
        let mut steps = connections(&game, &state);
        let first = below(&mut rng, own.len() - 1);
        let cells = [own[first], own[first + 1]];
        let rest = own.into_iter().filter(|cell| !cells.contains(cell)).collect();
        steps.push(ConnectionStep::Capture { cells, of: steps.len() - 1, stones: rest });
        cells.iter().for_each(|&cell| owners[cell] = 2);
        let (stones, state) = position(&game, &owners).expect("fewer stones join no more");
        let wins = plain.wins(stones, 1);
        let holds = holds(&game, &state, Player::First, &steps);
        assert!(!holds || !wins, "{}: {steps:?}", game.state_text(&state));
        *if holds { &mut held } else { &mut refused } += 1;
        lost += usize::from(wins);
    }
    assert!(held > 50 && lost > 50, "{held} {refused} {lost}");
}

/// Steps with errors, and steps of other positions, hold only where the player wins.
#[test]
fn whatever_holds_is_true() {
    let mut rng = ChaCha8Rng::seed_from_u64(1);
    let (game, mut plain) = (Hex::new(3).unwrap(), Plain::new(3));
    let [mut held, mut refused] = [0, 0];
    for _ in 0..40 {
        let (stones, state, _) = random_position(&game, &mut rng);
        if plain.wins(stones, 1) {
            continue;
        }
        let steps = connections(&game, &state);
        for _ in 0..60 {
            let mut changed = steps.clone();
            let at = below(&mut rng, changed.len());
            let mut any = |below_it: usize| below(&mut rng, below_it);
            match &mut changed[at] {
                ConnectionStep::Touch(ends) => ends[any(2)] = any(11),
                ConnectionStep::And(two) => two[any(2)] = any(at),
                ConnectionStep::Or(all) => {
                    let place = any(all.len());
                    all[place] = (any(9), any(at));
                }
                ConnectionStep::Capture { cells, .. } => cells[any(2)] = any(9),
            }
            let (stones, state, _) = random_position(&game, &mut rng);
            for steps in [&steps, &changed] {
                if holds(&game, &state, Player::First, steps) {
                    held += 1;
                    assert!(!plain.wins(stones, 1), "{}: {steps:?}", game.state_text(&state));
                } else {
                    refused += 1;
                }
            }
        }
    }
    assert!(held > 20 && refused > 1000, "{held} {refused}");
}

/// The same file as one of version 1 is refused, and so is a later one.
#[test]
fn connections_need_their_version() {
    let game = Hex::new(3).unwrap();
    let (_, file) = file_of(&game, &game.initial());
    assert!(file.starts_with(b"plywood proof 3\n"));
    let of_version = |version: u8| {
        let mut other = file.clone();
        other["plywood proof ".len()] = version;
        check(&game, &other, &Run::default())
    };
    assert!(matches!(of_version(b'1'), Err(Refusal::Unproved { .. })));
    assert!(matches!(of_version(b'4'), Err(Refusal::Version(_))));
    assert!(of_version(b'3').is_ok());
}

/// The bot that plays by a proof wins against every reply, most of them at random.
#[test]
fn play_by_connections_wins() {
    let mut rng = ChaCha8Rng::seed_from_u64(2);
    for (side, games) in [(3, 40), (4, 40), (5, 20)] {
        let game = Hex::new(side).unwrap();
        let (_, file) = file_of(&game, &game.initial());
        let index = std::sync::Arc::new(ProofIndex::read(&game, &file, &Run::default()).unwrap());
        for _ in 0..games {
            let mut bot = ProofPlayer::new(index.clone());
            let (mut state, mut history) = (game.initial(), Vec::new());
            while let Turn::Decision(player) = game.turn(&state) {
                let mv = if player == Player::First {
                    let position = Position { state: &state, history: &history, clock: None };
                    let report = bot.choose(&game, position, &mut rng, &Stop::never());
                    assert!(report.value.is_some(), "{}", game.state_text(&state));
                    report.best
                } else {
                    let moves = moves_or_outcomes(&game, &state);
                    moves[below(&mut rng, moves.len())]
                };
                history.push(state);
                state = game.child(&state, mv);
            }
            assert_eq!(game.turn(&state).outcome().unwrap().winner(), Some(Player::First));
        }
    }
}
