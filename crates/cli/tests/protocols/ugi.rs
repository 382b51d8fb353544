//! `ugi` under a manager.

use std::time::{Duration, Instant};

use crate::common::{Scratch, json, plywood};
use crate::protocols::talk::Talk;

/// The moves of the only game of a match, from its record.
pub fn game_of_match(name: &str, game: &str, bots: [&str; 2]) -> Vec<String> {
    let file = Scratch::new(name).file("game.txt");
    let run = plywood(&["match", game, bots[0], bots[1], "--games", "1", "--save", &file]);
    assert_eq!(run.code, 0, "{}", run.stderr);
    let shown = json(&format!("show --record {file}"));
    shown["played"]
        .as_array()
        .expect("moves")
        .iter()
        .map(|mv| mv.as_str().expect("text").to_string())
        .collect()
}

/// A manager: asks both engines in turn until both say that the game is over, as they agree on everything.
fn managed(game: &str, bots: [&str; 2]) -> Vec<String> {
    let mut engines = bots.map(|bot| {
        let mut engine = Talk::with(&format!("ugi {game} --bot {bot}"));
        engine.send("ugi");
        engine.until("ugiok");
        assert_eq!(engine.ask("isready"), "readyok");
        engine.send("uginewgame");
        engine
    });
    let mut moves: Vec<String> = Vec::new();
    loop {
        let position = match moves.is_empty() {
            true => "position startpos".to_string(),
            false => format!("position startpos moves {}", moves.join(" ")),
        };
        let [one, other] = ["query gameover", "query p1turn", "query result"]
            .map(|query| {
                engines.each_mut().map(|engine| {
                    engine.send(&position);
                    engine.ask(query)
                })
            })
            .into_iter()
            .fold([Vec::new(), Vec::new()], |mut answers, [one, other]| {
                answers[0].push(one);
                answers[1].push(other);
                answers
            });
        assert_eq!(one, other, "they agree after {moves:?}");
        if one[0] == "response true" {
            assert_ne!(one[2], "response none");
            break;
        }
        let mover = usize::from(one[1] == "response false");
        moves.push(engines[mover].best_move("go"));
    }
    engines.into_iter().for_each(|engine| drop(engine.end()));
    moves
}

#[test]
fn two_engines_under_a_manager_play_the_game_of_a_match() {
    let bots = ["engine:depth=4", "rules:depth=2,tie=first"];
    for (number, game) in ["connect4", "pikkpakk:size=3", "kalah"].into_iter().enumerate() {
        let expected = game_of_match(&format!("ugi-{number}"), game, bots);
        assert!(expected.len() > 6, "{game}");
        assert_eq!(managed(game, bots), expected, "{game}");
    }
}

#[test]
fn stop_is_answered_at_once_and_readiness_during_a_search() {
    let mut engine = Talk::with("ugi gomoku");
    let took = |engine: &mut Talk| {
        engine.send("go infinite");
        engine.until("info ");
        engine.send("isready");
        engine.until("readyok");
        let sent = Instant::now();
        engine.best_move("stop");
        sent.elapsed()
    };
    // The machine may be busy at one moment, not at each.
    let quickest = (0..5).map(|_| took(&mut engine)).min().expect("five times");
    assert!(quickest < Duration::from_millis(100), "{quickest:?}");
    // A search without an end waits to be stopped, if there is nothing left to find as well.
    engine.send("setoption name Game value tictactoe");
    engine.send("go infinite");
    engine.until("info string draw");
    let sent = Instant::now();
    engine.send("quit");
    engine.end();
    assert!(sent.elapsed() < Duration::from_secs(10));
}

#[test]
fn limits_are_kept() {
    let mut engine = Talk::with("ugi connect4");
    engine.send("go nodes 2000");
    let (_, lines) = engine.until("bestmove ");
    let nodes = |line: &String| line.split(" nodes ").nth(1)?.split(' ').next()?.parse::<u64>().ok();
    let most = lines.iter().filter_map(nodes).max().expect("it says so");
    assert!((1000..=2000).contains(&most), "{most}");
    engine.send("go depth 3");
    let (_, lines) = engine.until("bestmove ");
    assert!(lines.last().is_some_and(|line| line.starts_with("info depth 3 score cp ")), "{lines:?}");
    for go in ["go movetime 150", "go p1time 150 p2time 1 p1inc 0 p2inc 0"] {
        let took = (0..5).map(|_| {
            let sent = Instant::now();
            engine.best_move(go);
            sent.elapsed()
        });
        let quickest = took.min().expect("five times");
        assert!(quickest < Duration::from_millis(150), "{go}: {quickest:?}");
    }
    for wrong in ["go depth 0", "go depth", "go movetime soon"] {
        engine.send(wrong);
        let (line, before) = engine.until("bestmove ");
        assert_eq!((line.as_str(), before.len()), ("bestmove none", 1), "{before:?}");
    }
    engine.end();
}

#[test]
fn every_game_is_an_option() {
    let mut engine = Talk::with("ugi tictactoe");
    let games = json("games");
    for game in games["games"].as_array().expect("games").iter().filter(|game| game["name"] != "tree") {
        let game = game["name"].as_str().expect("a name");
        engine.send(&format!("setoption name Game value {game}"));
        let legal = engine.ask("query legalmoves");
        let best = engine.best_move("go movetime 20");
        if best == "none" {
            // The first thing is a roll of the dice.
            assert_eq!(game, "einstein");
            continue;
        }
        assert!(legal.split(' ').skip(1).any(|mv| mv == best), "{game}: {best} in {legal}");
    }
    engine.end();
}

#[test]
fn what_is_wrong_is_named_and_changes_nothing() {
    let mut engine = Talk::with("ugi tictactoe --bot engine:depth=3");
    engine.send("position startpos moves b2 a1");
    for (wrong, expected) in [
        ("position startpos moves b2 b2", "move 2 ('b2')"),
        ("position fen xxx", "position 'xxx'"),
        ("position", "startpos or fen"),
        ("setoption name Game value chess", "unknown game 'chess'"),
        ("setoption name Bot value deepblue", "unknown bot 'deepblue'"),
        ("setoption name Bot value human", "person"),
        ("setoption name Hash value 0", "it has to be 1 to 65536"),
        ("setoption name Seed value x", "'x' is no seed"),
        ("setoption name Colour value x", "unknown option 'Colour'"),
        ("setoption", "name NAME value VALUE"),
        ("query weather", "'weather'"),
    ] {
        let answer = engine.ask(wrong);
        assert!(answer.starts_with("info string ") && answer.contains(expected), "{wrong}: {answer}");
    }
    assert_eq!(engine.ask("query legalmoves"), "response a3 b3 c3 a2 c2 b1 c1");
    engine.send("setoption name Hash value 16");
    engine.send("ugi");
    let (_, lines) = engine.until("ugiok");
    assert!(
        lines.iter().any(|line| line.ends_with("Bot type string default engine:depth=3,table=16")),
        "{lines:?}"
    );
    engine.end();
    for (args, expected) in [
        (["ugi", "chess"], "unknown game 'chess'"),
        (["ugi", "tictactoe:m=0"], "'m'"),
        (["gtp", "pig"], "for hex and k in a row"),
        (["gomocup", "--bot=deepblue"], "unknown bot 'deepblue'"),
    ] {
        let run = plywood(&args);
        assert_eq!((run.code, run.stdout.as_str()), (2, ""), "{args:?}");
        assert!(run.stderr.contains(expected), "{args:?}: {}", run.stderr);
    }
}
