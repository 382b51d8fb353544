//! The values of many positions are those of each alone.

use plywood_rules::random::below;
use plywood_rules::{Run, Turn};
use plywood_workshop::{AnyGame, Question, Solve, Workshop, Worth};
use rand_chacha::ChaCha8Rng;
use rand_core::SeedableRng;

/// Positions after some moves at random, those of finished games too.
fn positions(game: &dyn AnyGame, count: usize, least: usize) -> Vec<String> {
    let mut rng = ChaCha8Rng::seed_from_u64(1);
    let mut found = Vec::new();
    while found.len() < count {
        let mut session = game.session(None, "", found.len() as u64).unwrap();
        let plies = least + below(&mut rng, 6);
        while !matches!(session.turn(), Turn::Over(_)) && session.played().len() < plies {
            let moves = session.moves();
            let mv = moves[below(&mut rng, moves.len())].clone();
            session.playthrough_mut().play(&mv).unwrap();
        }
        found.push(session.position());
    }
    found
}

fn alone(game: &dyn AnyGame, position: &str, question: &Solve) -> Worth {
    question.ask(&*game.session(Some(position), "", 1).unwrap(), &Run::default()).unwrap().worth
}

#[test]
fn many_positions_have_the_values_of_each_alone() {
    let workshop = Workshop::standard();
    let plain = Solve::default();
    let iterate = Solve { method: Some("iterate".parse().unwrap()), ..Solve::default() };
    let shallow = Solve { depth: Some(2.try_into().unwrap()), ..Solve::default() };
    let games = [
        ("connect4", 26, &plain),
        ("connect4:m=5,n=4", 2, &plain),
        ("tictactoe", 0, &plain),
        ("nim:heaps=1-2-3", 0, &plain),
        ("dotsandboxes:m=2,n=2", 2, &plain),
        ("pig:target=8", 0, &plain),
        ("pig:target=8", 0, &iterate),
        ("othello:size=4", 2, &shallow),
    ];
    for (name, least, question) in games {
        let game = workshop.open(name).unwrap();
        let positions = positions(&*game, 30, least);
        let expected: Vec<Worth> = positions.iter().map(|at| alone(&*game, at, question)).collect();
        // The second time the solver knows them.
        for threads in [1, 2] {
            let run = Run { threads, ..Run::default() };
            let found = game.position_values(question, &positions, &run).unwrap();
            for (number, (found, expected)) in found.iter().zip(&expected).enumerate() {
                // Of a win in a long game a search may find another distance.
                let plies = |worth: &Worth| worth.plies.filter(|_| worth.exact_plies == Some(true));
                assert_eq!(
                    (found.value, found.proved, found.win_probability),
                    (expected.value, expected.proved, expected.win_probability),
                    "{name} {}",
                    positions[number]
                );
                if plies(found).is_some() && plies(expected).is_some() {
                    assert_eq!(plies(found), plies(expected), "{name} {}", positions[number]);
                }
            }
        }
    }
}

#[test]
fn a_wrong_position_is_named_by_its_number() {
    let game = Workshop::standard().open("connect4").unwrap();
    let positions = ["7/7/7/7/7/7 x".to_string(), "nonsense".to_string()];
    let stopped = Run::default();
    let (number, error) = game.position_values(&Solve::default(), &positions[1..], &stopped).unwrap_err();
    assert_eq!(number, Some(0), "{error}");
    let enumerate = Some("enumerate".parse().unwrap());
    let with_file = Solve { method: enumerate, out: Some("file".into()), ..Solve::default() };
    let (number, error) = game.position_values(&with_file, &positions, &stopped).unwrap_err();
    assert!(number.is_none() && error.to_string().contains("one position"), "{error}");
    let stop = plywood_rules::Stop::never();
    stop.raise();
    let found = game.position_values(&Solve::default(), &positions, &Run::until(&stop)).unwrap();
    assert_eq!(found, vec![Worth::default(); 2]);
}
