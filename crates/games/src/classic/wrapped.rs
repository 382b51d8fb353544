//! Evaluations, cells, ranks and specialists of one of the games, passed on to a type of many games.
//!
//! Clippy checks that each method is passed on: the default of one that is left out would run silently.

use std::ops::Range;

use plywood_rules::evaluate::{ReplyEvaluator, Tunable};
use plywood_rules::hints::connecting::{Connecting, ConnectionStep};
use plywood_rules::hints::race::{DiceRace, Meeting, RaceProgress, SolveRace, SolvedRace};
use plywood_rules::hints::solver::{ExactSolver, ExactValue, NewSolver};
use plywood_rules::hints::{EndgameTable, LastMoves, NewRanking, NewRootMoves};
use plywood_rules::playable::NamedEvaluation;
use plywood_rules::scene::Place;
use plywood_rules::{
    Cells, Evaluate, Game, Interrupted, MoveNumber, Playable, Player, Ranked, Ranking, Run, Specialists,
    Spot, Value,
};

/// A game that is part of a type of many, `W`: it takes its own rules and states out of those of the whole.
pub(super) trait Part<W: Game<Move = MoveNumber>>: Playable<Move = MoveNumber> {
    fn rules(game: &W) -> &Self;
    fn state(state: &W::State) -> &Self::State;
    fn whole(state: Self::State) -> W::State;
    fn game(self) -> W;
}

/// An evaluation of one of the games.
struct EvaluationOf<G>(Box<dyn Evaluate<G>>);

pub(super) fn evaluation_of<W: Game<Move = MoveNumber>, G: Part<W>>(
    named: NamedEvaluation<G>,
) -> NamedEvaluation<W> {
    let NamedEvaluation { name, about, evaluation } = named;
    NamedEvaluation { name, about, evaluation: Box::new(EvaluationOf(evaluation)) }
}

pub(super) fn tunable_of<W: Game<Move = MoveNumber>, G: Part<W>>(tunable: Tunable<G>) -> Tunable<W> {
    let Tunable { name, weights, build } = tunable;
    let build = move |game: &W, values: &[i32]| -> Box<dyn Evaluate<W>> {
        Box::new(EvaluationOf(build(G::rules(game), values)))
    };
    Tunable { name, weights, build: Box::new(build) }
}

#[deny(clippy::missing_trait_methods)]
impl<W: Game<Move = MoveNumber>, G: Part<W>> Evaluate<W> for EvaluationOf<G> {
    fn evaluate(&self, game: &W, state: &W::State) -> f64 {
        self.0.evaluate(G::rules(game), G::state(state))
    }

    fn winning_lead(&self, game: &W) -> Option<f64> {
        self.0.winning_lead(G::rules(game))
    }

    fn win_worth(&self, game: &W) -> f64 {
        self.0.win_worth(G::rules(game))
    }

    fn accumulator(&self, game: &W, state: &W::State) -> i64 {
        self.0.accumulator(G::rules(game), G::state(state))
    }

    fn accumulator_after(
        &self,
        game: &W,
        before: &W::State,
        accumulator: i64,
        mv: MoveNumber,
        after: &W::State,
    ) -> i64 {
        self.0.accumulator_after(G::rules(game), G::state(before), accumulator, mv, G::state(after))
    }

    fn evaluate_accumulated(&self, game: &W, state: &W::State, accumulator: i64) -> f64 {
        self.0.evaluate_accumulated(G::rules(game), G::state(state), accumulator)
    }

    fn reply_evaluator(&self, game: &W) -> Option<Box<dyn ReplyEvaluator<W> + Send>> {
        Some(Box::new(RepliesOf(self.0.reply_evaluator(G::rules(game))?)))
    }

    fn ordering_score(&self, game: &W, state: &W::State, mv: MoveNumber) -> i32 {
        self.0.ordering_score(G::rules(game), G::state(state), mv)
    }
}

/// The evaluation of all replies in one of the games.
struct RepliesOf<G>(Box<dyn ReplyEvaluator<G> + Send>);

#[deny(clippy::missing_trait_methods)]
impl<W: Game<Move = MoveNumber>, G: Part<W>> ReplyEvaluator<W> for RepliesOf<G> {
    fn best(
        &mut self,
        game: &W,
        state: &W::State,
        accumulator: i64,
        moves: &[MoveNumber],
        enough: f64,
    ) -> Option<(f64, usize)> {
        self.0.best(G::rules(game), G::state(state), accumulator, moves, enough)
    }

    fn ordering_scores(&mut self, game: &W, state: &W::State, moves: &[MoveNumber], scores: &mut Vec<i32>) {
        self.0.ordering_scores(G::rules(game), G::state(state), moves, scores);
    }
}

/// The cells of one of the games.
struct CellsOf<G>(Box<dyn Cells<G>>);

pub(super) fn cells_of<W: Game<Move = MoveNumber>, G: Part<W>>(
    cells: Box<dyn Cells<G>>,
) -> Box<dyn Cells<W>> {
    Box::new(CellsOf(cells))
}

#[deny(clippy::missing_trait_methods)]
impl<W: Game<Move = MoveNumber>, G: Part<W>> Cells<W> for CellsOf<G> {
    fn contents(&self) -> &[u16] {
        self.0.contents()
    }

    fn places(&self) -> &[Option<Place>] {
        self.0.places()
    }

    fn are_columns(&self) -> bool {
        self.0.are_columns()
    }

    fn read(&self, game: &W, state: &W::State, view: Player, cells: &mut [u8]) {
        self.0.read(G::rules(game), G::state(state), view, cells);
    }
}

/// The solver of one of the games.
struct SolverOf<G>(Box<dyn ExactSolver<G>>);

#[deny(clippy::missing_trait_methods)]
impl<W: Game<Move = MoveNumber>, G: Part<W>> ExactSolver<W> for SolverOf<G> {
    fn counts_points(&self) -> bool {
        self.0.counts_points()
    }

    fn solve(&self, state: &W::State, run: &Run<'_, ExactValue>) -> ExactValue {
        self.0.solve(G::state(state), run)
    }

    fn is_at_most(
        &self,
        state: &W::State,
        value: Value,
        most: u64,
        run: &Run<'_, u64>,
    ) -> (Option<bool>, u64) {
        self.0.is_at_most(G::state(state), value, most, run)
    }

    fn has_distance(&self, state: &W::State) -> bool {
        self.0.has_distance(G::state(state))
    }

    fn winning_move(&self, state: &W::State, run: &Run<'_, u64>) -> Option<MoveNumber> {
        self.0.winning_move(G::state(state), run)
    }

    fn connections(&self, state: &W::State, run: &Run<'_, u64>) -> Option<Vec<ConnectionStep>> {
        self.0.connections(G::state(state), run)
    }

    fn cost(&self) -> u64 {
        self.0.cost()
    }
}

/// The ranks of the positions of one of the games.
struct RankingOf<G>(Box<dyn Ranking<G>>);

/// The specialists of one of the games. Each function asks the game again for its own: a pointer to a function keeps nothing.
pub(super) fn specialists_of<W: Game<Move = MoveNumber>, G: Part<W>>(game: &G) -> Specialists<W> {
    const HAS: &str = "it was there before";
    // All that there are, so that none is forgotten; boards of lines are no part of the common type.
    let Specialists {
        solver,
        race,
        forcing: None,
        defences: None,
        unpaired: None,
        holding: None,
        connecting,
        ranking,
        endgames,
        root_moves,
        last_moves,
    } = game.specialists()
    else {
        unreachable!("specialists that are not passed on")
    };
    Specialists {
        solver: solver.map(|_| -> NewSolver<W> {
            |game, bytes, threads| {
                let game = G::rules(game);
                Box::new(SolverOf((game.specialists().solver.expect(HAS))(game, bytes, threads)))
            }
        }),
        race: race.map(|DiceRace { points, .. }| {
            let solve: SolveRace<W> = |game, run| {
                let game = G::rules(game);
                Ok(Box::new(SolvedRaceOf((game.specialists().race.expect(HAS).solve)(game, run)?)))
            };
            DiceRace { points, solve }
        }),
        connecting: connecting.map(|_| Connecting {
            holds: |game, state, connections| {
                let game = G::rules(game);
                (game.specialists().connecting.expect(HAS).holds)(game, G::state(state), connections)
            },
            answer: |game, state, connections| {
                let game = G::rules(game);
                (game.specialists().connecting?.answer)(game, G::state(state), connections)
            },
            intrusions: |game, state, connections| {
                let game = G::rules(game);
                (game.specialists().connecting.expect(HAS).intrusions)(game, G::state(state), connections)
            },
            prover: |game, bytes| {
                let game = G::rules(game);
                Some(Box::new(SolverOf((game.specialists().connecting?.prover)(game, bytes)?)))
            },
        }),
        ranking: ranking.map(|_| -> NewRanking<W> {
            |game, start| {
                let game = G::rules(game);
                let ranking = (game.specialists().ranking?)(game, G::state(start))?;
                Some(Box::new(RankingOf(ranking)))
            }
        }),
        endgames: endgames.map(|_| EndgameTable {
            pays: |game, start| {
                let game = G::rules(game);
                (game.specialists().endgames.expect(HAS).pays)(game, G::state(start))
            },
            make: |game, stop| {
                let game = G::rules(game);
                let made = (game.specialists().endgames?.make)(game, stop)?;
                Some(Box::new(G::game(*made)))
            },
        }),
        root_moves: root_moves.map(|_| -> NewRootMoves<W> {
            |game, state, work, stop| {
                let game = G::rules(game);
                (game.specialists().root_moves?)(game, G::state(state), work, stop)
            }
        }),
        last_moves: last_moves.map(|_| LastMoves {
            bound: |game, state, level| {
                let game = G::rules(game);
                (game.specialists().last_moves?.bound)(game, G::state(state), level)
            },
            scores: |game, state, moves, scores| {
                let game = G::rules(game);
                (game.specialists().last_moves.expect(HAS).scores)(game, G::state(state), moves, scores)
            },
        }),
        ..Specialists::default()
    }
}

/// The solution of one of the games, if that is a race.
struct SolvedRaceOf<G>(Box<dyn SolvedRace<G>>);

#[deny(clippy::missing_trait_methods)]
impl<W: Game<Move = MoveNumber>, G: Part<W>> SolvedRace<W> for SolvedRaceOf<G> {
    fn moves(&self, state: &W::State) -> Vec<(MoveNumber, f64)> {
        self.0.moves(G::state(state))
    }

    fn error(&self) -> f64 {
        self.0.error()
    }

    fn turns(&self) -> u64 {
        self.0.turns()
    }

    fn holds(&self, state: &W::State) -> Vec<(u16, u16)> {
        self.0.holds(G::state(state))
    }

    fn first_holds(&self) -> Vec<Vec<u16>> {
        self.0.first_holds()
    }

    fn against_hold(&self, at: u16, run: &Run<'_, RaceProgress>) -> Result<[Meeting; 3], Interrupted> {
        self.0.against_hold(at, run)
    }
}

#[deny(clippy::missing_trait_methods)]
impl<W: Game<Move = MoveNumber>, G: Part<W>> Ranking<W> for RankingOf<G> {
    fn stages(&self) -> Vec<Range<u64>> {
        self.0.stages()
    }

    fn images(&self) -> usize {
        self.0.images()
    }

    fn compose(&self, outer: usize, inner: usize) -> usize {
        self.0.compose(outer, inner)
    }

    fn exchanges(&self, image: usize) -> bool {
        self.0.exchanges(image)
    }

    fn place(&self, state: &W::State) -> Option<Ranked> {
        self.0.place(G::state(state))
    }

    fn state(&self, rank: u64) -> Option<W::State> {
        self.0.state(rank).map(G::whole)
    }

    fn mover(&self, rank: u64) -> Player {
        self.0.mover(rank)
    }

    fn moves(&self, rank: u64, children: &mut Vec<Ranked>) -> Option<Spot> {
        self.0.moves(rank, children)
    }

    fn before(&self, rank: u64, parents: &mut Vec<Ranked>) {
        self.0.before(rank, parents);
    }
}

#[cfg(test)]
mod tests {
    use plywood_rules::Notation;

    use super::*;
    use crate::classic::{Classic, State};
    use crate::nim::{Nim, State as Heaps};

    /// Answers each question with a number of its own, made of all that it was asked.
    struct Telling;

    fn told(state: &Heaps) -> i64 {
        Nim::new(&[5, 7]).unwrap().state_text(state).bytes().fold(0, |sum, byte| 3 * sum + i64::from(byte))
    }

    #[deny(clippy::missing_trait_methods)]
    impl Evaluate<Nim> for Telling {
        fn evaluate(&self, _: &Nim, state: &Heaps) -> f64 {
            told(state) as f64
        }

        fn win_worth(&self, _: &Nim) -> f64 {
            2.0
        }

        fn winning_lead(&self, _: &Nim) -> Option<f64> {
            Some(3.0)
        }

        fn accumulator(&self, _: &Nim, state: &Heaps) -> i64 {
            4 * told(state)
        }

        fn accumulator_after(
            &self,
            _: &Nim,
            before: &Heaps,
            accumulator: i64,
            mv: MoveNumber,
            after: &Heaps,
        ) -> i64 {
            5 * told(before) + 7 * told(after) + accumulator + mv.index() as i64
        }

        fn evaluate_accumulated(&self, _: &Nim, state: &Heaps, accumulator: i64) -> f64 {
            (8 * told(state) + accumulator) as f64
        }

        fn reply_evaluator(&self, _: &Nim) -> Option<Box<dyn ReplyEvaluator<Nim> + Send>> {
            Some(Box::new(Telling))
        }

        fn ordering_score(&self, _: &Nim, state: &Heaps, mv: MoveNumber) -> i32 {
            9 * told(state) as i32 + mv.index() as i32
        }
    }

    impl ReplyEvaluator<Nim> for Telling {
        fn best(
            &mut self,
            _: &Nim,
            state: &Heaps,
            accumulator: i64,
            moves: &[MoveNumber],
            enough: f64,
        ) -> Option<(f64, usize)> {
            Some((enough + (told(state) + accumulator) as f64, moves.len()))
        }

        fn ordering_scores(&mut self, _: &Nim, state: &Heaps, moves: &[MoveNumber], scores: &mut Vec<i32>) {
            scores.extend(moves.iter().map(|mv| told(state) as i32 - mv.index() as i32));
        }
    }

    #[test]
    fn every_method_of_an_evaluation_is_passed_on() {
        let nim = Nim::new(&[5, 7]).unwrap();
        let game = Classic::Nim(nim);
        let of_game = evaluation_of(NamedEvaluation::new("telling", "", Telling)).evaluation;
        let mut moves = Vec::new();
        nim.legal_moves(&nim.initial(), &mut moves);
        let (before, mv) = (nim.initial(), moves[3]);
        let after = nim.child(&before, mv);
        let [state, next] = [before, after].map(State::Nim);
        assert_eq!(of_game.evaluate(&game, &next), Telling.evaluate(&nim, &after));
        assert_eq!(of_game.win_worth(&game), 2.0);
        assert_eq!(of_game.winning_lead(&game), Some(3.0));
        assert_eq!(of_game.accumulator(&game, &next), Telling.accumulator(&nim, &after));
        let accumulated = Telling.accumulator_after(&nim, &before, 11, mv, &after);
        assert_eq!(of_game.accumulator_after(&game, &state, 11, mv, &next), accumulated);
        let known = Telling.evaluate_accumulated(&nim, &after, 12);
        assert_eq!(of_game.evaluate_accumulated(&game, &next, 12), known);
        assert_eq!(of_game.ordering_score(&game, &state, mv), Telling.ordering_score(&nim, &before, mv));
        let mut replies = of_game.reply_evaluator(&game).expect("the evaluation has one");
        let best = Telling.best(&nim, &before, 13, &moves, 0.5);
        assert_eq!(replies.best(&game, &state, 13, &moves, 0.5), best);
        let [mut scores, mut expected] = [Vec::new(), Vec::new()];
        replies.ordering_scores(&game, &state, &moves, &mut scores);
        Telling.ordering_scores(&nim, &before, &moves, &mut expected);
        assert_eq!(scores, expected);
    }
}
