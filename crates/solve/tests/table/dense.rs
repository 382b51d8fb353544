//! Tables by rank against tables by key and plain solvers.

use std::collections::HashSet;
use std::ops::Range;

use plywood_rules::{
    Game, Notation, Playable, Player, Ranked, Ranking, Run, Specialized, Spot, Stop, Turn, moves_or_outcomes,
};
use plywood_solve::table::dense::{self, DenseTable};
use plywood_solve::table::{Phase, SolveError};

use super::{plain, solved, winner};
use crate::common::{graph::Graph, pikk_pakk, reported};

fn dense<G: Playable>(
    ranking: &dyn Ranking<G>,
    start: &G::State,
    merged: bool,
    threads: usize,
) -> DenseTable {
    dense::solve(ranking, start, merged, &Run { threads, ..Run::default() }).unwrap()
}

/// Numbers for the positions of a graph, by what can be reached from them: a stage is what can be reached from each other.
struct Numbers {
    graph: Graph,
    order: Vec<usize>,
    stages: Vec<Range<u64>>,
}

impl Numbers {
    fn of(graph: &Graph) -> Numbers {
        let size = graph.turns.len();
        let onward = |at: usize| match graph.turns[at] {
            Turn::Over(_) => &[][..],
            _ => &graph.children[at][..],
        };
        let reached: Vec<Vec<bool>> = (0..size)
            .map(|from| {
                let (mut reached, mut open) = (vec![false; size], vec![from]);
                while let Some(at) = open.pop() {
                    if !std::mem::replace(&mut reached[at], true) {
                        open.extend(onward(at));
                    }
                }
                reached
            })
            .collect();
        let mut order: Vec<usize> = (0..size).collect();
        order.sort_by_key(|&at| (reached[at].iter().filter(|&&it| it).count(), reached[at].clone()));
        let mut stages: Vec<Range<u64>> = Vec::new();
        for (rank, &at) in (0..).zip(&order) {
            match stages.last_mut() {
                Some(stage) if reached[order[stage.start as usize]] == reached[at] => stage.end = rank + 1,
                _ => stages.push(rank..rank + 1),
            }
        }
        Numbers { graph: graph.clone(), order, stages }
    }
}

impl Ranking<Graph> for Numbers {
    fn stages(&self) -> Vec<Range<u64>> {
        self.stages.clone()
    }

    fn images(&self) -> usize {
        1
    }

    fn compose(&self, _: usize, _: usize) -> usize {
        0
    }

    fn exchanges(&self, _: usize) -> bool {
        false
    }

    fn place(&self, state: &usize) -> Option<Ranked> {
        let rank = self.order.iter().position(|at| at == state)?;
        Some(Ranked { rank: rank as u64, image: 0 })
    }

    fn state(&self, rank: u64) -> Option<usize> {
        self.order.get(rank as usize).copied()
    }

    fn mover(&self, rank: u64) -> Player {
        self.graph.turns[self.order[rank as usize]].player().unwrap_or(Player::First)
    }

    fn moves(&self, rank: u64, children: &mut Vec<Ranked>) -> Option<Spot> {
        let at = self.state(rank)?;
        let turn = self.graph.turns[at];
        if turn.player().is_some() {
            children.extend(self.graph.children[at].iter().filter_map(|child| self.place(child)));
        }
        Some(Spot { turn, fixed: 1 })
    }

    fn before(&self, rank: u64, parents: &mut Vec<Ranked>) {
        let at = self.order[rank as usize];
        for from in 0..self.order.len() {
            if self.graph.turns[from].player().is_some() && self.graph.children[from].contains(&at) {
                parents.extend(self.place(&from));
            }
        }
    }
}

#[test]
fn cycles_of_every_kind_are_valued_as_by_keys() {
    let mut kinds = HashSet::new();
    for seed in 0..2000 {
        let graph = Graph::random(seed);
        let numbers = Numbers::of(&graph);
        let found = dense(&numbers, &0, false, 2);
        let by_keys = solved(&graph, &0, false);
        let values = plain(&graph, &0);
        for at in 0..graph.turns.len() {
            let value = values.get(&at);
            let exact = found.lookup(&numbers, &at);
            assert_eq!(exact.map(winner).as_ref(), value, "seed {seed} at {at}: {graph:?}");
            if value.is_some() && graph.turns[at].outcome().is_none() {
                assert_eq!(Ok(exact), by_keys.lookup(&graph, &at), "seed {seed} at {at}: {graph:?}");
                kinds.insert(std::mem::discriminant(&exact.unwrap()));
            }
        }
        let (counts, of_keys) = (found.counts, by_keys.counts());
        let drawn = [counts.draws, counts.endless, counts.finished, counts.longest.into()];
        assert_eq!(drawn, [of_keys.draws, of_keys.endless, of_keys.finished, of_keys.longest.into()]);
        assert_eq!(
            (counts.positions, counts.wins + counts.losses),
            (of_keys.positions, of_keys.wins + of_keys.losses)
        );
    }
    assert_eq!(kinds.len(), 3);
}

/// A game from a position, by ranks and by keys: every position, and all counts.
fn check<G: Playable>(game: &G, start: &str, merged: bool) -> u64 {
    let start = if start.is_empty() { game.initial() } else { game.parse_state(start).unwrap() };
    let ranking = (game.specialists().ranking.unwrap())(game, &start).unwrap();
    let found = dense(&*ranking, &start, merged, 2);
    let by_keys = solved(game, &start, merged);
    assert_eq!(found.counts, by_keys.counts(), "{} from '{}'", game.name(), game.state_text(&start));
    let (mut seen, mut open) = (HashSet::from([start.clone()]), vec![start]);
    while let Some(state) = open.pop() {
        let exact = found.lookup(&*ranking, &state);
        assert_eq!(Ok(exact), by_keys.lookup(game, &state), "{}", game.state_text(&state));
        assert!(exact.is_some());
        for mv in moves_or_outcomes(game, &state) {
            let child = game.child(&state, mv);
            if seen.insert(child.clone()) {
                open.push(child);
            }
        }
    }
    if !merged {
        assert_eq!(seen.len() as u64, found.counts.positions);
    }
    found.counts.positions
}

#[test]
fn ranks_and_keys_come_to_the_same() {
    let check = |game: &str, start, merged| check(&pikk_pakk(game), start, merged);
    assert_eq!(check("pikkpakk:size=3,variant=rolling", "", false), 1260);
    assert_eq!(check("pikkpakk:size=3,variant=rolling", "", true), 1260);
    let capture = "pikkpakk:size=3,variant=capture";
    let few = "5/1w3/2w1b/3t1/5 w";
    assert!(check(capture, few, false) > 100_000);
    check(capture, few, true);
    // The same from all four sides.
    check(capture, "5/5/1wtw1/5/5 w", true);
    check(capture, "5/5/2t1b/2w2/5 b", false);
}

/// The result is the same for any workers in any order.
#[test]
fn the_number_of_threads_does_not_matter() {
    let game = pikk_pakk("pikkpakk:size=3,variant=capture");
    let start = game.parse_state("5/1w1b1/2w1b/3t1/5 w").unwrap();
    let ranking = (game.specialists().ranking.unwrap())(&game, &start).unwrap();
    let one = dense(&*ranking, &start, false, 1);
    let ranks = ranking.stages().last().unwrap().end;
    assert!(ranks > 1 << 18, "too few to be shared");
    let states: Vec<_> = (0..ranks).filter_map(|rank| ranking.state(rank)).collect();
    for threads in [2, 5] {
        let more = dense(&*ranking, &start, false, threads);
        assert_eq!(one.counts, more.counts);
        assert!(states.iter().all(|it| one.lookup(&*ranking, it) == more.lookup(&*ranking, it)));
    }
}

#[test]
fn it_is_watched() {
    let game = pikk_pakk("pikkpakk:size=3,variant=capture");
    let start = game.parse_state("5/1w3/2w1b/3t1/5 w").unwrap();
    let ranking = (game.specialists().ranking.unwrap())(&game, &start).unwrap();
    let solve = |run: &Run<'_, _>| dense::solve(&*ranking, &start, true, run);
    let (table, looks) = reported(&Run::default(), usize::MAX, solve);
    let (table, last) = (table.unwrap(), looks.last().unwrap());
    assert_eq!((last.phase, last.found), (Phase::Value, last.valued));
    assert!(last.found > 10_000 && last.found < table.counts.up_to_symmetry);
    // Stopped at any moment.
    let run = Run { threads: 2, ..Run::default() };
    for at in [1, 2, 3, looks.len() / 2, looks.len()] {
        let run = Run { stop: Stop::never(), ..run.clone() };
        assert_eq!(reported(&run, at, solve).0.unwrap_err(), SolveError::Stopped);
    }
    // The memory needed is known before the work begins.
    let all = (game.specialists().ranking.unwrap())(&game, &game.initial()).unwrap();
    let halt =
        dense::solve(&*all, &game.initial(), false, &Run { memory: 1 << 30, ..Run::default() }).unwrap_err();
    assert!(matches!(halt, SolveError::Memory { limit: 1024, needs } if needs > 2000), "{halt}");
    // A position with more balls has no rank among those with fewer.
    let halt = dense::solve(&*ranking, &game.initial(), false, &Run::default()).unwrap_err();
    assert!(matches!(halt, SolveError::Unfit(_)), "{halt}");
}
