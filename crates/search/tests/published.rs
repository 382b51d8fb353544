//! Published truths about tic-tac-toe: the value, and how many positions each search visits to find it.

use crate::common::{ManyLines, Marks, TicTacToe, ask};
use plywood_rules::evaluate::Nothing;
use plywood_rules::{Evaluate, Game, NoHints, Proved, Report, Tactics, Turn, Value};
use plywood_search::{AlphaBeta, Minimax, Order, Settings};

const DRAW: Option<Value> = Some(Value::Proved(Proved::Draw));

/// Tic-tac-toe with the cells listed in another order.
struct Listed([u8; 9]);

impl NoHints for Listed {}

impl Game for Listed {
    type State = Marks;
    type Move = u8;

    fn initial(&self) -> Marks {
        TicTacToe.initial()
    }

    fn turn(&self, state: &Marks) -> Turn {
        TicTacToe.turn(state)
    }

    fn legal_moves(&self, state: &Marks, moves: &mut Vec<u8>) {
        let mut free = Vec::new();
        TicTacToe.legal_moves(state, &mut free);
        moves.extend(self.0.iter().filter(|cell| free.contains(cell)));
    }

    fn play(&self, state: &mut Marks, cell: u8) {
        TicTacToe.play(state, cell);
    }
}

fn alpha_beta<G: Tactics>(game: &G, evaluation: impl Evaluate<G> + 'static, order: Order) -> Report<G::Move> {
    let settings = Settings { order, ..Settings::default() };
    ask(&mut AlphaBeta::new(Box::new(evaluation), settings), game, &game.initial(), 0)
}

#[test]
fn the_whole_tree_has_549946_positions() {
    let mut bot = Minimax::new(Box::new(Nothing), Settings::default());
    let report = ask(&mut bot, &TicTacToe, &TicTacToe.initial(), 0);
    assert_eq!((report.value, report.nodes, report.depth), (DRAW, 549_946, Some(9)));
    assert!(report.moves.iter().all(|opening| opening.value == DRAW), "every opening draws");
}

/// The published counts are those of a search with values -1, 0 and 1 that cuts where alpha reaches beta.
#[test]
fn alpha_beta_visits_what_was_published() {
    let report = alpha_beta(&TicTacToe, Nothing, Order::Natural);
    assert_eq!((report.value, report.nodes, report.best, report.depth), (DRAW, 18_297, 0, Some(9)));
    let centre_corners_edges = Listed([4, 0, 2, 6, 8, 1, 3, 5, 7]);
    let report = alpha_beta(&centre_corners_edges, Nothing, Order::Natural);
    assert_eq!((report.value, report.nodes, report.best), (DRAW, 7_275, 4));
}

/// The same order by promise. All openings draw and the first of them is to be chosen, so that the search has to
/// find that it draws, too, and not only that it is no better than the centre: a little more work (counted here,
/// not published).
#[test]
fn promise_sorts_the_cells() {
    let report = alpha_beta(&TicTacToe, ManyLines, Order::Promising);
    assert_eq!((report.value, report.best, report.nodes), (DRAW, 0, 8_163));
}

#[test]
fn alternatives_have_their_own_values() {
    let loss = |plies| Some(Value::Proved(Proved::Loss { plies }));
    // x took a corner: only the centre draws.
    let state = Marks::read("x........");
    let settings = Settings { all: true, ..Settings::default() };
    let report = ask(&mut AlphaBeta::new(Box::new(Nothing), settings), &TicTacToe, &state, 0);
    assert_eq!((report.best, report.value), (4, DRAW));
    let expected = ask(&mut Minimax::new(Box::new(Nothing), settings), &TicTacToe, &state, 0);
    assert_eq!(report.moves, expected.moves);
    for opening in &report.moves {
        assert!(
            if opening.mv == 4 { opening.value == DRAW } else { opening.value == loss(6) },
            "{opening:?}"
        );
    }
    // Without `all`, only moves that draw are reported as draws.
    let report = ask(&mut AlphaBeta::new(Box::new(Nothing), Settings::default()), &TicTacToe, &state, 0);
    assert!(report.moves.iter().all(|reply| reply.mv == 4 || reply.value != DRAW));
}
