//! Kalah against a plain second writing of its rules, published values, and the laws.

use std::collections::HashMap;

use plywood_games::kalah::{Kalah, State};
use plywood_rules::laws;
use plywood_rules::random::below;
use plywood_rules::scene::{Effect, Place};
use plywood_rules::{
    Depict, Game, Motion, Notation, OrderingHints, Outcome, Player, Specialized, Stop, Turn,
    moves_or_outcomes,
};
use proptest::prelude::*;
use rand_chacha::ChaCha8Rng;
use rand_core::SeedableRng;

use crate::twin::{Twin, beats_random, laws_hold, perft_holds, plays_alike, reads_moves, refusal, refuses};

#[test]
fn the_laws_hold() {
    for (text, name, games) in [
        ("kalah", "kalah", 15),
        ("kalah:houses=6,seeds=4", "kalah", 1),
        ("kalah:houses=1,seeds=1", "kalah:houses=1,seeds=1", 2),
        ("kalah:houses=1,seeds=10", "kalah:houses=1,seeds=10", 5),
        ("kalah:houses=2,seeds=9", "kalah:houses=2,seeds=9", 20),
        ("kalah:houses=3", "kalah:houses=3", 20),
        ("kalah:seeds=10", "kalah:seeds=10", 5),
        ("kalah:houses=8,seeds=10", "kalah:houses=8,seeds=10", 3),
    ] {
        laws_hold(text, name, games);
    }
}

#[test]
fn options_that_do_not_fit_are_refused() {
    for (text, part) in [
        ("kalah:houses=0", "'houses' of game 'kalah' cannot be '0'; it has to be 1 to 8"),
        ("kalah:houses=9", "it has to be 1 to 8"),
        ("kalah:seeds=11", "'seeds' of game 'kalah' cannot be '11'; it has to be 1 to 10"),
        ("kalah:pits=6", "it takes houses, seeds"),
    ] {
        let error = refusal(text);
        assert!(error.contains(part), "{text}: {error}");
    }
    assert!(Kalah::new(9, 4).unwrap_err().to_string().contains("cannot be 9 houses"));
    assert!(Kalah::new(6, 0).unwrap_err().to_string().contains("cannot begin with 0 seeds"));
}

/// Pits by name, `A1` to `A6` and `A*` for the first player, `B1` and so on for the second, sown by hand.
#[derive(Clone, Debug)]
struct Pits {
    seeds: HashMap<String, u32>,
    houses: usize,
    mover: char,
}

impl Pits {
    fn new(houses: usize, seeds: u32) -> Pits {
        let pit = |side: char| (1..=houses).map(move |house| (format!("{side}{house}"), seeds));
        let stores = ["A*", "B*"].map(|store| (store.to_string(), 0));
        Pits { seeds: pit('A').chain(pit('B')).chain(stores).collect(), houses, mover: 'A' }
    }

    fn named(name: &str) -> Pits {
        let value = |key: &str, default| {
            let rest = name.split([':', ',']).find_map(|part| part.strip_prefix(key));
            rest.map_or(default, |value| value.parse().unwrap())
        };
        Pits::new(value("houses=", 6), value("seeds=", 4) as u32)
    }

    fn row(&self, side: char) -> Vec<u32> {
        (1..=self.houses).map(|house| self.seeds[&format!("{side}{house}")]).collect()
    }

    fn is_over(&self) -> bool {
        "AB".chars().any(|side| self.row(side).iter().all(|&seeds| seeds == 0))
    }

    fn give(&mut self, pit: &str, seeds: u32) {
        *self.seeds.get_mut(pit).unwrap() += seeds;
    }

    fn take(&mut self, pit: &str) -> u32 {
        std::mem::take(self.seeds.get_mut(pit).unwrap())
    }
}

fn opponent(side: char) -> char {
    if side == 'A' { 'B' } else { 'A' }
}

impl Twin for Pits {
    fn text(&self) -> String {
        let side = |side: char| {
            let row: Vec<String> = self.row(side).iter().map(u32::to_string).collect();
            format!("{} {}", row.join("-"), self.seeds[&format!("{side}*")])
        };
        format!("{} {} {}", side('A'), side('B'), if self.mover == 'A' { "first" } else { "second" })
    }

    fn turn(&self) -> Turn {
        match (self.is_over(), self.mover) {
            (true, _) => {
                Turn::Over(Outcome::Payoff(f64::from(self.seeds["A*"]) - f64::from(self.seeds["B*"])))
            }
            (false, 'A') => Turn::Decision(Player::First),
            (false, _) => Turn::Decision(Player::Second),
        }
    }

    fn moves(&self) -> Vec<String> {
        let filled = |house: &usize| !self.is_over() && self.row(self.mover)[house - 1] > 0;
        (1..=self.houses).filter(filled).map(|house| house.to_string()).collect()
    }

    fn after(&self, mv: &str) -> Pits {
        let mut after = self.clone();
        let (own, other) = (self.mover, opponent(self.mover));
        let mut pit = format!("{own}{mv}");
        let mut hand = after.take(&pit);
        while hand > 0 {
            let (side, place) = (pit.chars().next().unwrap(), &pit[1..]);
            pit = match place.parse::<usize>() {
                Err(_) => format!("{}1", opponent(side)),
                Ok(house) if house < self.houses => format!("{side}{}", house + 1),
                Ok(_) if side == own => format!("{own}*"),
                Ok(_) => format!("{own}1"),
            };
            after.give(&pit, 1);
            hand -= 1;
        }
        if pit == format!("{own}*") {
            after.mover = own;
        } else {
            after.mover = other;
            if pit.starts_with(own) && after.seeds[&pit] == 1 {
                let opposite = format!("{other}{}", self.houses + 1 - pit[1..].parse::<usize>().unwrap());
                if after.seeds[&opposite] > 0 {
                    let captured = after.take(&opposite) + after.take(&pit);
                    after.give(&format!("{own}*"), captured);
                }
            }
        }
        if after.is_over() {
            for side in ['A', 'B'] {
                for house in 1..=self.houses {
                    let left = after.take(&format!("{side}{house}"));
                    after.give(&format!("{side}*"), left);
                }
            }
        }
        after
    }
}

#[test]
fn play_agrees_with_a_plain_twin() {
    for (houses, seeds, positions) in
        [(6, 4, 45_000), (1, 10, 500), (2, 7, 10_000), (3, 10, 20_000), (5, 3, 20_000), (8, 10, 30_000)]
    {
        let game = Kalah::new(houses, seeds).unwrap();
        plays_alike(&game, || Pits::new(houses as usize, seeds), positions, 1);
    }
}

#[test]
fn perft_counts_are_those_of_the_file() {
    perft_holds(include_str!("perft/kalah.txt"), Pits::named, 5000);
}

/// The difference that the side to move still gains, by trying everything. It depends on the houses alone, which
/// are all but two of the bytes of a position.
pub(crate) fn gains(game: &Kalah, state: &State, known: &mut HashMap<Vec<u8>, i32>) -> i32 {
    let lead = |state: &State| i32::from(state.store(Player::First)) - i32::from(state.store(Player::Second));
    let side = |player: Player| player.sign() as i32;
    let Turn::Decision(mover) = game.turn(state) else { return 0 };
    let mut houses = Vec::new();
    game.pack(state, &mut houses);
    houses.remove(houses.len() - 2);
    if let Some(&gains) = known.get(&houses) {
        return gains;
    }
    let value = |mv| {
        let child = game.child(state, mv);
        let gained = (lead(&child) - lead(state)) * side(mover);
        let later = gains(game, &child, known);
        gained + if game.side_to_move(&child) == mover { later } else { -later }
    };
    let best = moves_or_outcomes(game, state).into_iter().map(value).max().expect("a move");
    known.insert(houses, best);
    best
}

/// Games that are too large for the solver have a table for the search of any game.
#[test]
fn endgames_have_the_values_of_trying_everything() {
    let mut rng = ChaCha8Rng::seed_from_u64(1);
    let game = Kalah::new(4, 8).unwrap();
    let endgames = game.specialists().endgames.unwrap();
    let with = (endgames.make)(&game, &Stop::never()).unwrap();
    assert!(matches!(with.turn(&game.initial()), Turn::Decision(_)), "the start is to be solved");
    let (mut known, mut compared) = (HashMap::new(), 0);
    for _ in 0..200 {
        let mut state = game.initial();
        while let Turn::Decision(mover) = game.turn(&state) {
            let stores = [Player::First, Player::Second].map(|player| state.store(player));
            if stores.iter().sum::<u8>() >= 54 {
                let lead = f64::from(stores[0]) - f64::from(stores[1]);
                let gains = mover.sign() * f64::from(gains(&game, &state, &mut known));
                let over = Turn::Over(Outcome::Payoff(lead + gains));
                assert_eq!(with.turn(&state), over, "{}", game.state_text(&state));
                compared += 1;
            }
            let moves = game.count_moves(&state);
            state = game.child(&state, game.nth_move(&state, below(&mut rng, moves)));
        }
    }
    assert!(compared > 500, "{compared}");
    let late = game.parse_state("1-1-1-1 30 1-1-1-1 26 first").unwrap();
    assert!((endgames.pays)(&game, &game.initial()) && !(endgames.pays)(&game, &late), "a search is quicker");
    assert!(Kalah::new(6, 4).unwrap().specialists().endgames.is_none(), "the solver has its own");
}

#[test]
fn a_look_ahead_beats_random_moves() {
    beats_random(&Kalah::new(6, 4).unwrap(), 3, 100, 0);
    beats_random(&Kalah::new(8, 10).unwrap(), 2, 20, 0);
}

#[test]
fn extra_moves_come_first_and_captures_next() {
    let game = Kalah::new(6, 4).unwrap();
    let ordered = |text: &str| {
        let state = game.parse_state(text).unwrap();
        let mut moves = moves_or_outcomes(&game, &state);
        moves.sort_by_key(|&mv| -game.ordering_score(&state, mv));
        moves.iter().map(|&mv| game.move_text(&state, mv)).collect::<Vec<_>>().join(" ")
    };
    assert_eq!(ordered("4-4-4-4-4-4 0 4-4-4-4-4-4 0 first"), "3 6 5 4 2 1");
    assert_eq!(ordered("1-0-4-0-3-1 12 0-3-2-9-2-1 10 first"), "6 3 1 5");
}

#[test]
fn positions_that_cannot_be_are_refused() {
    let game = Kalah::new(6, 4).unwrap();
    refuses(
        &game,
        &[
            ("", "it takes the houses and the store of the first player"),
            ("4-4-4-4-4-4 4-4-4-4-4-4 first", "like 4-4-4-4-4-4 0 4-4-4-4-4-4 0 first"),
            ("4-4-4-4-4 4 4-4-4-4-4-4 0 first", "the first player has 5 houses instead of 6"),
            ("4-4-4-4-4-4 0 4-4-4-4-4-4-0 0 first", "the second player has 7 houses instead of 6"),
            ("4-4-4-4-4-3 0 4-4-4-4-4-4 0 first", "there are 47 seeds instead of 48"),
            ("48-48-48-48-48-48 48 4-4-4-4-4-4 0 first", "there are 360 seeds instead of 48"),
            ("4-4-4-4-4-x 0 4-4-4-4-4-4 0 first", "a house cannot have 'x' seeds"),
            (
                "4-4-4-4-4-4 49 4-4-4-4-4-4 0 first",
                "a store cannot have '49' seeds; it has to be a number from 0 to 48",
            ),
            (
                "4-4-4-4-4-4 0 4-4-4-4-4-4 0 black",
                "the side to move cannot be 'black'; it is first or second",
            ),
            (
                "0-0-0-0-0-0 24 4-4-4-4-4-3 1 second",
                "all houses of the first player are empty, so the game is over; it is written '0-0-0-0-0-0 24 0-0-0-0-0-0 24 second'",
            ),
            ("1-0-0-0-0-0 24 0-0-0-0-0-0 23 first", "all houses of the second player are empty"),
        ],
    );
    let read = game.parse_state(" 04-4-4-4-4-4 0\t4-4-4-4-4-4  0 FIRST").unwrap();
    assert_eq!(read, game.initial());
}

#[test]
fn moves_that_cannot_be_are_refused() {
    let game = Kalah::new(6, 4).unwrap();
    let state = game.parse_state("4-0-5-5-5-5 0 4-4-4-4-4-4 0 second").unwrap();
    let cases = [
        ("0", "'0' is not a move; it is the number of a house from your left, 1 to 6"),
        ("7", "1 to 6"),
        ("+1", "1 to 6"),
        ("", "1 to 6"),
    ];
    reads_moves(&game, &game.state_text(&state), &cases.map(|(text, reason)| (text, Err(reason))));
    assert!(game.parse_move(&state, "2").is_ok());
    let first = game.parse_state("4-0-5-5-5-5 0 4-4-4-4-4-4 0 first").unwrap();
    assert!(game.parse_move(&first, "2").unwrap_err().to_string().contains("that house is empty"));
    let over = game.parse_state("0-0-0-0-0-0 20 0-0-0-0-0-0 28 first").unwrap();
    assert_eq!(game.turn(&over), Turn::Over(Outcome::Payoff(-8.0)));
    assert!(game.parse_move(&over, "1").unwrap_err().to_string().ends_with("the game is over"));
}

/// Sowing goes round past the own store; a capture and the end follow it.
#[test]
fn seeds_are_sown_one_by_one() {
    let game = Kalah::new(2, 2).unwrap();
    let slides = |text: &str, mv: &str| {
        let state = game.parse_state(text).unwrap();
        let Motion::Steps(steps) = game.motion(&state, game.parse_move(&state, mv).unwrap()) else {
            panic!("sowing is done in steps")
        };
        let at = |Place { grid, column, .. }: Place| format!("{}{column}", ["s", "f"][grid]);
        let slide = |effect: &Effect| match *effect {
            Effect::Slide(from, to) => format!("{}>{}", at(from), at(to)),
            _ => panic!("{effect:?} in a sowing"),
        };
        steps.effects.iter().map(slide).collect::<Vec<_>>().join(" ")
    };
    assert_eq!(slides("2-2 0 2-2 0 first", "2"), "f1>f2 f1>s2");
    assert_eq!(slides("2-2 0 2-2 0 second", "1"), "s2>s1 s2>s0");
    assert_eq!(slides("1-0 2 2-3 0 first", "1"), "f0>f1 f1>f2 s2>f2 s2>f2 s1>s0 s1>s0 s1>s0");
}

proptest! {
    #[test]
    fn no_text_breaks_the_notation(
        text in "[0-9 a-z+-]{0,30}|[0-4]-[0-4] [0-8] [0-4]-[0-4] [0-8] (first|second)|[0-9]{1,2}"
    ) {
        for game in [Kalah::new(2, 2).unwrap(), Kalah::new(6, 4).unwrap()] {
            laws::parse_holds(&game, &text);
            if let Ok(mv) = game.parse_move(&game.initial(), &text) {
                prop_assert_eq!(game.move_text(&game.initial(), mv), text.clone());
            }
        }
    }
}
