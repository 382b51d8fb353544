//! The fixed positions on which searches are measured.

use plywood_games::classic;
use plywood_rules::Stop;
use plywood_workshop::{Benchmark, Workshop};

#[test]
fn every_search_of_the_list_can_be_made_and_no_two_are_the_same() {
    let workshop = Workshop::standard().without_files();
    let all = Benchmark::all();
    for (place, benchmark) in all.iter().enumerate() {
        let game = workshop.open(benchmark.game).expect("its game is listed");
        game.check_bot(benchmark.bot).unwrap_or_else(|error| panic!("{}: {error}", benchmark.bot));
        let session = game.session(None, benchmark.moves, 1).expect("its moves are legal");
        assert!(session.turn().player().is_some(), "no player is to move: {benchmark:?}");
        assert!(!all[..place].contains(benchmark), "twice: {benchmark:?}");
    }
    // A new row changes the signature, so the games that share one type are not measured here.
    let is_measured = |name: &str| classic::FAMILIES.iter().all(|classic| classic.name != name);
    for family in workshop.families().iter().filter(|family| is_measured(family.name)) {
        let here = |b: &&Benchmark| {
            b.family() == family.name || family.aliases.iter().any(|(alias, _)| b.family() == *alias)
        };
        assert!(all.iter().any(|b| here(&b)), "{} is not measured", family.name);
        assert!(all.iter().filter(here).any(|b| b.quick), "{} is not tested", family.name);
    }
}

/// Nothing is carried over from one search to the next in one process.
#[test]
fn the_same_search_visits_the_same_positions_again() {
    let workshop = Workshop::standard();
    let stop = Stop::never();
    for benchmark in Benchmark::all().iter().filter(|benchmark| benchmark.quick) {
        let [first, second] = [(); 2].map(|()| benchmark.run(&workshop, &stop).expect("it is of the list"));
        assert_eq!(
            (first.nodes, &first.best, first.value),
            (second.nodes, &second.best, second.value),
            "{benchmark:?}"
        );
    }
}
