use plywood_games::pikk_pakk::{FieldSize, Opening, PikkPakk, Variant};
use plywood_rules::tree::{self, Leaves, RandomTree, WrittenTree};
use plywood_rules::{
    Depict, Game, NoHints, Notation, Outcome, Playable, Player, Run, Symmetric, TextError, Turn,
};
use plywood_solve::proof::cycles::settle;
use plywood_solve::proof::falling::Falling;
use plywood_solve::proof::least_fixpoint::FixpointSearch;
use plywood_solve::proof::within;
use plywood_solve::proof::write::{ClaimProof, write};
use plywood_solve::proof::{ProofClaim, ProofError, ProofGoal};

use rand_chacha::ChaCha8Rng;
use rand_core::SeedableRng;

use super::settled;
use super::walk::check;
use crate::common::plain::plain;
use crate::common::{graph::Graph, reported};

/// The result of a search for a closed set, and its proof.
fn closed<G: Playable>(game: &G, start: &G::State, attacker: Player, merge: u32) -> ClaimProof {
    let mut search = FixpointSearch::new(game, attacker, start).unwrap();
    // In small pieces, so that it is interrupted and continued.
    while search.run(3, 1 << 28).unwrap().is_none() {}
    let claim = search.claim().unwrap();
    write(game, start, claim, merge, &mut search, &Run::default()).unwrap()
}

/// Checks that all results from `start` on are those of the plain solver.
fn compare<G: Playable>(game: &G, start: &G::State, merge: u32, what: &str) -> Option<Player> {
    let value = plain(game, start)[start];
    let winner = value.map(|(winner, _)| winner);
    for attacker in Player::BOTH {
        let part = closed(game, start, attacker, merge);
        let expected = if winner == Some(attacker) {
            ProofClaim { player: attacker, goal: ProofGoal::Wins }
        } else {
            ProofClaim { player: attacker.other(), goal: ProofGoal::Holds }
        };
        assert_eq!(part.claim, expected, "{what}");
        check(game, start, merge, &part).unwrap_or_else(|wrong| panic!("{what}: {wrong}"));

        let plies = value.filter(|(winner, _)| *winner == attacker).map(|(_, plies)| plies);
        let mut short = within::BoundedSearch::new(game, attacker, 0);
        let run = Run::default();
        // A number of plies that is too small, the right one, and one with room to go round.
        let right = plies.unwrap_or(4);
        for within in [right.saturating_sub(1), right, right + 3] {
            let mut answer = None;
            for times in 1.. {
                answer = short.run(start, within, 4 << times, &run).unwrap();
                if answer.is_some() {
                    break;
                }
            }
            let expected_within = plies.is_some_and(|plies| plies <= within);
            assert_eq!(answer, Some(expected_within), "{within} plies, {what}");
            if expected_within {
                let mut strategy = Falling::new(&mut short, start, within, &run).unwrap();
                let part = write(game, start, expected, merge, &mut strategy, &run).unwrap();
                check(game, start, merge, &part).unwrap_or_else(|wrong| panic!("{what}: {wrong}"));
            }
        }
    }
    winner
}

#[test]
fn random_graphs_are_settled_as_a_plain_solver_does() {
    let mut kinds = [0; 3];
    for seed in 0..4000 {
        let graph = Graph::random(seed);
        let winner = compare(&graph, &0, 0, &format!("seed {seed}: {graph:?}"));
        kinds[winner.map_or(2, Player::index)] += 1;
    }
    assert!(kinds.iter().all(|&n| n > 300), "{kinds:?}");
}

/// A payoff counts as a win of the player who gets it, as it does in claims.
#[test]
fn written_trees_are_settled() {
    let mut kinds = [0; 3];
    for seed in 0..500 {
        let mut rng = ChaCha8Rng::seed_from_u64(seed);
        let leaves = Leaves::Mixed { size: 1 };
        let shape = RandomTree { depth: 6, width: 4, repeat_movers: true, leaves, ..RandomTree::default() };
        let tree = tree::random(&mut rng, shape);
        let winner = compare(&tree, &tree.initial(), 0, &format!("seed {seed}"));
        assert_eq!(settled(&tree, &tree.initial()).outcome(), Some(winner), "seed {seed}");
        kinds[winner.map_or(2, Player::index)] += 1;
    }
    assert!(kinds.iter().all(|&n| n > 50), "{kinds:?}");
}

#[test]
fn luck_is_left_alone() {
    let tree = WrittenTree::parse("(W {1/2 W 1/2 L})").unwrap();
    let run = Run { memory: 1 << 28, ..Run::default() };
    assert!(matches!(settle(&tree, &tree.initial(), &run), Err(ProofError::Chance)));
    let lucky = WrittenTree::parse("({1/2 W 1/2 +(W L)} L)").unwrap();
    let mut search = within::BoundedSearch::new(&lucky, Player::First, 0);
    assert_eq!(search.run(&lucky.initial(), 3, u64::MAX, &Run::default()), Ok(Some(true)));
    let unlucky = WrittenTree::parse("({1/2 W 1/2 +(= L)} L)").unwrap();
    let mut search = within::BoundedSearch::new(&unlucky, Player::First, 0);
    assert_eq!(search.run(&unlucky.initial(), 3, u64::MAX, &Run::default()), Ok(Some(false)));
}

/// A graph and its mirror image: a move leads to the image of where it led, on the same side or on the other one.
#[derive(Clone, Debug)]
struct Mirrored {
    graph: Graph,
    seed: u64,
}

impl Game for Mirrored {
    /// A position of the graph, and on which side.
    type State = (usize, bool);
    type Move = usize;

    fn initial(&self) -> (usize, bool) {
        (0, false)
    }

    fn turn(&self, state: &(usize, bool)) -> Turn {
        self.graph.turn(&state.0)
    }

    fn legal_moves(&self, state: &(usize, bool), moves: &mut Vec<usize>) {
        self.graph.legal_moves(&state.0, moves);
    }

    fn play(&self, state: &mut (usize, bool), mv: usize) {
        state.1 ^= plywood_rules::random::mix(self.seed ^ (state.0 * 64 + mv) as u64) & 1 != 0;
        self.graph.play(&mut state.0, mv);
    }
}

impl Notation for Mirrored {
    fn move_text(&self, _: &(usize, bool), mv: usize) -> String {
        mv.to_string()
    }

    fn state_text(&self, state: &(usize, bool)) -> String {
        format!("{}{}", state.0, if state.1 { "'" } else { "" })
    }

    fn parse_state(&self, text: &str) -> Result<(usize, bool), TextError> {
        let number = text.trim_end_matches('\'');
        Ok((number.parse().map_err(|_| TextError::new("no number"))?, number.len() < text.len()))
    }
}

impl Symmetric for Mirrored {
    fn symmetries(&self) -> usize {
        2
    }

    fn map_state(&self, state: &(usize, bool), map: usize) -> (usize, bool) {
        (state.0, state.1 ^ (map == 1))
    }

    fn map_move(&self, mv: usize, _: usize) -> usize {
        mv
    }
}

impl NoHints for Mirrored {}

impl Depict for Mirrored {}

impl Playable for Mirrored {
    fn name(&self) -> String {
        "mirrored".to_string()
    }
}

#[test]
fn a_strategy_knows_images_of_its_positions() {
    for seed in 0..1000 {
        let graph = Mirrored { graph: Graph::random(seed), seed };
        for merge in [0, 2, u32::MAX] {
            compare(&graph, &(0, false), merge, &format!("seed {seed}, merge {merge}: {graph:?}"));
        }
    }
}

const FIRST: Turn = Turn::Decision(Player::First);
const SECOND: Turn = Turn::Decision(Player::Second);
const WIN: Turn = Turn::Over(Outcome::Win(Player::First));
const LOSS: Turn = Turn::Over(Outcome::Win(Player::Second));
const DRAW: Turn = Turn::Over(Outcome::Draw);

#[track_caller]
fn settles(positions: &[(Turn, &[usize])], expected: Option<Player>) {
    let turns = positions.iter().map(|&(turn, _)| turn).collect();
    let children = positions.iter().map(|&(_, children)| children.to_vec()).collect();
    let graph = Graph { turns, children };
    assert_eq!(compare(&graph, &0, 0, "written"), expected);
    let settled = settled(&graph, &0);
    assert_eq!(settled.outcome(), Some(expected));
    assert_eq!(settled.parts.len(), if expected.is_some() { 1 } else { 2 });
}

/// A search that calls a repetition a draw, and then remembers the result below it, takes position 3 for no
/// win: it was visited first below 1, to which it leads back. Reached by way of 2 it wins, by the move to 1
/// and from there to the end.
#[test]
fn what_was_found_on_one_path_holds_on_another() {
    settles(
        &[
            (SECOND, &[1, 2]),
            (FIRST, &[3, 4]),
            (SECOND, &[3]),
            (SECOND, &[1]),
            (SECOND, &[5, 6]),
            (WIN, &[]),
            (FIRST, &[5, 1]),
        ],
        Some(Player::First),
    );
}

/// The second player repeats for ever, and loses by every way out.
#[test]
fn going_round_holds() {
    settles(&[(FIRST, &[1, 3]), (SECOND, &[2, 4]), (FIRST, &[1, 0]), (SECOND, &[0, 4]), (WIN, &[])], None);
}

/// Going round is of no use to a player whom the other one can stop at every turn.
#[test]
fn a_circle_with_a_way_out_for_the_winner_is_no_shelter() {
    settles(&[(SECOND, &[1]), (FIRST, &[0, 2]), (SECOND, &[0, 3]), (WIN, &[])], None);
    settles(&[(SECOND, &[1]), (FIRST, &[0, 2]), (SECOND, &[3, 3]), (WIN, &[])], Some(Player::First));
}

/// A win leads twice through the same region, so that a strategy by position alone has to know which way out to take.
#[test]
fn a_winner_takes_the_way_out() {
    settles(
        &[
            (FIRST, &[1]),
            (FIRST, &[2, 0]),
            (FIRST, &[0, 1, 3]),
            (SECOND, &[4, 5]),
            (FIRST, &[2, 6]),
            (WIN, &[]),
            (WIN, &[]),
        ],
        Some(Player::First),
    );
    settles(&[(SECOND, &[1, 0]), (SECOND, &[0, 2]), (FIRST, &[3, 1]), (LOSS, &[])], None);
    settles(&[(FIRST, &[1]), (SECOND, &[2]), (FIRST, &[3]), (LOSS, &[])], Some(Player::Second));
    settles(&[(DRAW, &[])], None);
    settles(&[(WIN, &[])], Some(Player::First));
}

#[test]
fn memory_and_patience_end() {
    let graph = (0..).map(Graph::random).find(|graph| plain(graph, &0).len() > 25).unwrap();
    let game = PikkPakk::new(FieldSize::Three, Variant::Capture, Opening::Spiral);
    let start = game.initial();
    let run = Run { memory: 1 << 28, ..Run::default() };
    let (stopped, _) = reported(&run, 1, |run| settle(&game, &start, run).unwrap());
    assert!(stopped.interrupted);
    let mut search = FixpointSearch::new(&graph, Player::First, &0).unwrap();
    assert!(matches!(search.run(1, 0), Err(ProofError::TooLarge { found: 1 })));
}
