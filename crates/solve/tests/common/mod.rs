//! Helpers of several tests.

pub mod graph;
pub mod plain;

use std::any::Any;
use std::marker::PhantomData;
use std::sync::Mutex;

use plywood_games::classic::Classic;
use plywood_games::line::LineGame;
use plywood_games::{Visitor, open};
use plywood_rules::{Playable, Run};

/// The game of this name, which is of type `G`.
pub fn game<G: Playable>(name: &str) -> G {
    struct Typed<G>(PhantomData<G>);
    impl<G: Playable> Visitor for Typed<G> {
        type Output = Option<Box<G>>;
        fn visit<H: Playable>(self, game: H) -> Option<Box<G>> {
            (Box::new(game) as Box<dyn Any>).downcast().ok()
        }
    }
    *open(name, Typed(PhantomData)).unwrap().expect("a game of this type")
}

/// A board of at most 64 cells.
pub fn line(name: &str) -> LineGame {
    game(name)
}

pub fn pikk_pakk(name: &str) -> Classic {
    game(name)
}

/// Does work that is stopped at this report; returns its result, and its reports.
pub fn reported<P: Copy + Send, T>(
    run: &Run<'_, P>,
    last: usize,
    work: impl FnOnce(&Run<'_, P>) -> T,
) -> (T, Vec<P>) {
    let reports = Mutex::new(Vec::new());
    let progress = |report| {
        let mut reports = reports.lock().unwrap();
        reports.push(report);
        if reports.len() == last {
            run.stop.raise();
        }
    };
    let result = work(&run.with(&progress));
    (result, reports.into_inner().unwrap())
}
