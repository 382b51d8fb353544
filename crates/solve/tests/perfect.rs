//! Players who know everything, against everybody.

use std::sync::Arc;

use plywood_games::pig::{Die, Hold, Pig};
use plywood_rules::bot::Random;
use plywood_rules::hints::race::SolvedRace;
use plywood_rules::random::below;
use plywood_rules::{
    Bot, Game, Outcome, Playable, Player, Position, Proved, Run, Specialized, Stop, Turn, Value,
};
use plywood_solve::perfect::{Perfect, PerfectKnowledge};
use plywood_solve::table::{self, Tablebase};
use rand_chacha::ChaCha8Rng;
use rand_core::SeedableRng;

use crate::common::{line, pikk_pakk};

/// Plays a game out and says who won.
fn play<G: Playable>(
    game: &G,
    bots: [&mut dyn Bot<G>; 2],
    rng: &mut ChaCha8Rng,
    most: u32,
) -> Option<Player> {
    let mut state = game.initial();
    for _ in 0..most {
        match game.turn(&state) {
            Turn::Over(outcome) => return outcome.winner(),
            Turn::Decision(player) => {
                let report = bots[player.index()].choose(game, Position::new(&state), rng, &Stop::never());
                state = game.child(&state, report.best);
            }
            Turn::Chance => {
                let mut outcomes = Vec::new();
                game.chance_outcomes(&state, &mut outcomes);
                state = game.child(&state, outcomes[below(rng, outcomes.len())].0);
            }
        }
    }
    None
}

fn knows<G: Playable>(game: &G) -> PerfectKnowledge<G> {
    PerfectKnowledge::Tablebase(Arc::new(
        table::solve_packed(game, &game.initial(), false, &Run::default()).unwrap(),
    ))
}

#[test]
fn who_knows_never_loses_what_is_not_lost_and_wins_as_quickly_as_can_be() {
    fn plays<G: Playable>(game: &G) {
        let knowledge = knows(game);
        let mut rng = ChaCha8Rng::seed_from_u64(1);
        for number in 0..400 {
            let mut perfect = Perfect::new(knowledge.clone(), number % 4 < 2);
            let mut state = game.initial();
            let mut promised: Option<Proved> = None;
            let own = Player::BOTH[number % 2];
            while let Turn::Decision(player) = game.turn(&state) {
                let report = perfect.choose(game, Position::new(&state), &mut rng, &Stop::never());
                let Some(Value::Proved(value)) = report.value else { panic!("it knows every position") };
                assert!(report.exact_plies && report.moves.iter().all(|mv| mv.value.is_some()));
                if let (Some(plies), true) = (value.plies(), number < 40) {
                    // The line ends the game after as many plies as promised.
                    let end = report.pv.iter().fold(state.clone(), |state, &mv| game.child(&state, mv));
                    assert_eq!(report.pv.len(), plies as usize);
                    assert!(game.turn(&end).outcome().is_some());
                }
                if value == Proved::Draw && number < 4 {
                    // As long as neither player wins, the line keeps the draw.
                    let mut state = state.clone();
                    assert!((1..=8).contains(&report.pv.len()));
                    for &mv in &report.pv {
                        let report = perfect.choose(game, Position::new(&state), &mut rng, &Stop::never());
                        assert_eq!(report.value, Some(Value::Proved(Proved::Draw)));
                        state = game.child(&state, mv);
                    }
                    let over = game.turn(&state).outcome();
                    assert!(report.pv.len() == 8 || over == Some(Outcome::Draw));
                }
                let (mv, value) = if player == own {
                    (report.best, value)
                } else {
                    let mv = Random.choose(game, Position::new(&state), &mut rng, &Stop::never()).best;
                    (mv, value.reversed())
                };
                // For the perfect player values only improve, and a win comes nearer.
                let left = |value: Proved| match value {
                    Proved::Win { plies } => (1, -i64::from(plies)),
                    Proved::Draw => (0, 0),
                    Proved::Loss { plies } => (-1, i64::from(plies)),
                };
                if let Some(promised) = promised {
                    let after = match promised {
                        Proved::Win { plies } => Proved::Win { plies: plies - 1 },
                        Proved::Loss { plies } => Proved::Loss { plies: plies - 1 },
                        draw => draw,
                    };
                    assert!(left(value) >= left(after), "{value:?} after {promised:?}");
                }
                promised = Some(value);
                state = game.child(&state, mv);
                if game.stage(&state).is_none() && rng_says_enough(&mut rng) {
                    break;
                }
            }
        }
    }
    for name in ["tictactoe", "mnk:m=4,n=3,k=3", "mnk:m=4,n=4,k=4,gravity=on"] {
        plays(&line(name));
    }
    plays(&pikk_pakk("pikkpakk:size=3"));
}

/// Damage is never guessed over: all it says of a position or a move is true, and if it cannot name the best move it says why.
#[test]
fn who_cannot_read_everything_says_so_and_plays_on() {
    fn damaged<G: Playable>(game: &G) {
        let PerfectKnowledge::Tablebase(whole) = knows(game) else { unreachable!("it is no race") };
        let mut bytes = Vec::new();
        whole.write(&mut bytes).unwrap();
        // Some of the blocks, the last of which ends the file.
        let length = bytes.len();
        (0..length / 30_000).for_each(|number| bytes[length - 1 - 30_000 * number] ^= 1);
        let damaged = Arc::new(Tablebase::open(game, Box::new(bytes), 1 << 20).unwrap());
        let mut knowing = Perfect::new(PerfectKnowledge::Tablebase(whole), false);
        let mut perfect = Perfect::new(PerfectKnowledge::Tablebase(damaged), false);
        let mut rng = ChaCha8Rng::seed_from_u64(1);
        let (mut state, mut troubled, mut well) = (game.initial(), 0, 0);
        while troubled < 100 || well < 100 {
            if game.turn(&state).player().is_none() {
                state = game.initial();
            }
            let ask = |bot: &mut Perfect<G>| {
                bot.choose(game, Position::new(&state), &mut ChaCha8Rng::seed_from_u64(0), &Stop::never())
            };
            let (right, report) = (ask(&mut knowing), ask(&mut perfect));
            assert_eq!(Bot::<G>::trouble(&mut knowing), None);
            assert!(report.moves.iter().zip(&right.moves).all(|(own, right)| {
                own.mv == right.mv && (own.value.is_none() || own.value == right.value)
            }));
            assert!(report.value.is_none() || (report.best, report.value) == (right.best, right.value));
            assert!(report.value.is_none() || right.pv.starts_with(&report.pv));
            match Bot::<G>::trouble(&mut perfect) {
                Some(why) => {
                    assert!(why.to_string().starts_with("this table is damaged: block "), "{why}");
                    troubled += 1;
                }
                None => {
                    assert_eq!(report, right);
                    well += 1;
                }
            }
            // Trouble is reported once.
            assert_eq!(Bot::<G>::trouble(&mut perfect), None);
            let mv = right.moves[below(&mut rng, right.moves.len())].mv;
            state = game.child(&state, mv);
        }
    }
    damaged(&pikk_pakk("pikkpakk:size=3"));
}

/// Ends games that could continue for ever.
fn rng_says_enough(rng: &mut ChaCha8Rng) -> bool {
    below(rng, 100) == 0
}

fn solved(game: &Pig) -> Arc<Box<dyn SolvedRace<Pig>>> {
    let race = game.specialists().race.unwrap();
    Arc::new((race.solve)(game, &Run::default()).unwrap())
}

/// The computed value of two plans is the one seen when they play.
#[test]
fn played_games_agree_with_what_is_computed() {
    const GAMES: u32 = 20_000;
    let game = Pig::new(100, Die::with_faces(6));
    let solution = solved(&game);
    let [optimal, ..] = solution.against_hold(20, &Run::default()).unwrap();
    let expected = optimal.score;
    let mut rng = ChaCha8Rng::seed_from_u64(7);
    let mut wins = 0;
    for number in 0..GAMES {
        let mut perfect = Perfect::new(PerfectKnowledge::Race(Arc::clone(&solution)), false);
        let mut other = Hold::at(20);
        let (own, bots): (Player, [&mut dyn Bot<Pig>; 2]) = match number % 2 {
            0 => (Player::First, [&mut perfect, &mut other]),
            _ => (Player::Second, [&mut other, &mut perfect]),
        };
        wins += u32::from(play(&game, bots, &mut rng, u32::MAX) == Some(own));
    }
    let share = f64::from(wins) / f64::from(GAMES);
    let deviation = (0.25 / f64::from(GAMES)).sqrt();
    assert!((share - expected).abs() < 4.0 * deviation, "{share}, not {expected}");
}

#[test]
fn the_values_of_a_race_are_probabilities() {
    let game = Pig::new(100, Die::with_faces(6));
    let solution = solved(&game);
    let mut perfect = Perfect::new(PerfectKnowledge::Race(Arc::clone(&solution)), false);
    let mut rng = ChaCha8Rng::seed_from_u64(7);
    let report = perfect.choose(&game, Position::new(&game.initial()), &mut rng, &Stop::never());
    let Some(Value::Exact(value)) = report.value else { panic!("{report:?}") };
    assert!(((value + 1.0) / 2.0 - solution.moves(&game.initial())[0].1).abs() < 1e-12);
}
