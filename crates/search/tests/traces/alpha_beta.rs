//! Alpha-beta with chance, from the definitions: everything from the first player's view, nothing turned round.

use plywood_rules::tree::{Written, WrittenTree};
use plywood_rules::{Evaluate, MoveNumber, Outcome, Player, Proved};
use plywood_search::{AlphaBeta, ChancePruning, Limits, Settings, Tie};

use super::*;

/// A sure win, however long it takes.
const WIN: f64 = 1e200;

/// A visited node.
struct Seen {
    node: Expected,
    score: f64,
    /// True if a guess, and if chance, is somewhere below.
    guessed: bool,
    chance: bool,
    /// Plies of a sure win or loss.
    plies: u32,
    /// True if the score is of use.
    counts: bool,
}

/// A search as it is in the books.
struct Plain<'a> {
    tree: &'a WrittenTree,
    pruning: ChancePruning,
    worth: f64,
    visits: u64,
}

fn points(score: f64, worth: f64) -> f64 {
    if score.abs() >= WIN { worth.copysign(score) } else { score }
}

fn span(alpha: f64, beta: f64) -> Option<Span> {
    let side = |score: f64| match score {
        s if s.abs() == f64::INFINITY => None,
        s if s >= WIN => Some(Value::Proved(Proved::Win { plies: 0 })),
        s if s <= -WIN => Some(Value::Proved(Proved::Loss { plies: 0 })),
        s => Some(Value::Exact(s + 0.0)),
    };
    Some(Span { alpha: side(alpha), beta: side(beta) })
}

impl Plain<'_> {
    /// A node that is entered now.
    fn enter(&mut self, state: NodeId, depth: u32, alpha: f64, beta: f64) -> Expected {
        self.visits += 1;
        Expected {
            state,
            mv: None,
            probability: None,
            order: Some(self.visits),
            depth: Some(depth),
            window: span(alpha, beta),
            after: span(alpha, beta),
            value: None,
            bound: Bound::Exact,
            end: End::Searched,
            below: Vec::new(),
        }
    }

    fn visit(&mut self, state: NodeId, depth: u32, alpha: f64, beta: f64) -> Seen {
        let mut node = self.enter(state, depth, alpha, beta);
        match self.tree.turn(&state) {
            Turn::Over(outcome) => {
                node.end = End::Over;
                let (score, value) = match outcome {
                    Outcome::Win(player) => (WIN * player.sign(), None),
                    Outcome::Draw | Outcome::Payoff(0.0) => (0.0, Some(Value::Proved(Proved::Draw))),
                    Outcome::Payoff(points) => (points, Some(Value::Exact(points))),
                };
                let proof = if score > 0.0 { Proved::Win { plies: 0 } } else { Proved::Loss { plies: 0 } };
                node.value = value.or(Some(Value::Proved(proof)));
                Seen { node, score, guessed: false, chance: false, plies: 0, counts: true }
            }
            _ if depth == 0 => {
                node.end = End::Horizon;
                let score = self.tree.written_value(state).unwrap_or(0.0);
                node.value = Some(Value::Estimated(score + 0.0));
                Seen { node, score, guessed: true, chance: false, plies: 0, counts: true }
            }
            Turn::Decision(player) => self.decide(node, player, depth, alpha, beta, Vec::new()),
            Turn::Chance => self.chance(node, depth, alpha, beta),
        }
    }

    /// The moves one after the other, those in `seen` without looking at them again.
    fn decide(
        &mut self,
        node: Expected,
        player: Player,
        depth: u32,
        mut alpha: f64,
        mut beta: f64,
        mut seen: Vec<Seen>,
    ) -> Seen {
        let moves = branches(self.tree, &node.state);
        let mut looked = 0;
        while looked < moves.len() && alpha < beta {
            let (mv, _, child) = moves[looked];
            if looked >= seen.len() {
                let mut child = self.visit(child, depth - 1, alpha, beta);
                child.node.mv = Some(mv);
                seen.push(child);
            }
            match player {
                Player::First => alpha = alpha.max(seen[looked].score),
                Player::Second => beta = beta.min(seen[looked].score),
            }
            looked += 1;
        }
        let left = moves[looked..].iter().map(|&(mv, _, child)| Expected::skipped(child, mv, None)).collect();
        judge(Expected { after: span(alpha, beta), ..node }, player, seen, left)
    }

    fn chance(&mut self, node: Expected, depth: u32, alpha: f64, beta: f64) -> Seen {
        let outcomes = branches(self.tree, &node.state);
        let worth = self.worth;
        let count = outcomes.len();
        let mut seen: Vec<Option<Seen>> = (0..count).map(|_| None).collect();
        let (mut score, mut cut) = (0.0, None);
        if self.pruning == ChancePruning::Off {
            for at in 0..count {
                let (_, p, child) = outcomes[at];
                let child = self.visit(child, depth - 1, f64::NEG_INFINITY, f64::INFINITY);
                score += p.unwrap() * points(child.score, worth);
                seen[at] = Some(child);
            }
        } else {
            (score, cut) = self.star(&outcomes, depth, alpha, beta, &mut seen);
        }
        let all = seen.iter().flatten().collect::<Vec<_>>();
        let mut guessed = all.iter().any(|child| child.guessed);
        let wins = cut.is_none() && all.iter().all(|child| child.score >= WIN);
        let losses = cut.is_none() && all.iter().all(|child| child.score <= -WIN);
        let mut plies = 0;
        if wins || losses {
            score = if wins { WIN } else { -WIN };
            plies = 1 + all.iter().map(|child| child.plies).max().unwrap();
        }
        // A sure win rests on no guess, and not on chance.
        guessed &= score.abs() < WIN;
        let chance = score.abs() < WIN;
        // Rounding may leave an outcome that is known from one side only with a score inside its window.
        let bound = match (all.iter().all(|child| at_least(child)), all.iter().all(|child| at_most(child))) {
            (true, false) => Bound::Lower,
            (false, true) => Bound::Upper,
            _ => Bound::Exact,
        };
        let below = outcomes.iter().zip(seen).map(|(&(mv, probability, child), seen)| match seen {
            Some(seen) => Expected { mv: Some(mv), probability, ..seen.node },
            None => Expected::skipped(child, mv, probability),
        });
        let node = Expected {
            value: Some(value(score, guessed, true, plies)),
            bound: cut.unwrap_or(bound),
            end: if cut.is_some() { End::Chance } else { End::Searched },
            below: below.collect(),
            ..node
        };
        Seen { node, score, guessed, chance, plies, counts: true }
    }

    /// Star1 and Star2: the mean, or a bound if it is outside the window.
    fn star(
        &mut self,
        outcomes: &[(MoveNumber, Option<f64>, NodeId)],
        depth: u32,
        alpha: f64,
        beta: f64,
        seen: &mut [Option<Seen>],
    ) -> (f64, Option<Bound>) {
        let worth = self.worth;
        let (low, high) = (alpha - 1e-9 * worth, beta + 1e-9 * worth);
        // What the outcomes that are not known yet can add at least, and at most.
        let (mut least, mut most) = (0.0, 0.0);
        for &(_, p, _) in outcomes {
            least += p.unwrap() * -worth;
            most += p.unwrap() * worth;
        }
        let share = |sum: f64, least: f64, most: f64, p: f64| {
            let (low, high) = ((low - sum - most) / p, (high - sum - least) / p);
            let low = if low < -worth { f64::NEG_INFINITY } else { low };
            (low, if high > worth { f64::INFINITY } else { high })
        };
        let mut ranges = vec![(-worth, worth); outcomes.len()];
        if self.pruning == ChancePruning::Star2 && depth >= 2 {
            for (at, &(_, p, child)) in outcomes.iter().enumerate() {
                let p = p.unwrap();
                least -= p * -worth;
                most -= p * worth;
                let (from, to) = share(0.0, least, most, p);
                match self.tree.turn(&child) {
                    Turn::Decision(Player::First) if high <= worth => {
                        let probed = self.probe(child, Player::First, depth - 1, from, to);
                        let first = probed.score;
                        ranges[at].0 = if first > from { points(first, worth) } else { -worth };
                        seen[at] = Some(probed);
                    }
                    Turn::Decision(Player::Second) if low >= -worth => {
                        let probed = self.probe(child, Player::Second, depth - 1, from, to);
                        let first = probed.score;
                        ranges[at].1 = if first < to { points(first, worth) } else { worth };
                        seen[at] = Some(probed);
                    }
                    _ => {}
                }
                least += p * ranges[at].0;
                most += p * ranges[at].1;
                if least >= high {
                    return (beta, Some(Bound::Lower));
                }
                if most <= low {
                    return (alpha, Some(Bound::Upper));
                }
            }
        }
        let mut sum = 0.0;
        for (at, &(_, p, child)) in outcomes.iter().enumerate() {
            let p = p.unwrap();
            least -= p * ranges[at].0;
            most -= p * ranges[at].1;
            let (from, to) = share(sum, least, most, p);
            let now = match seen[at].take() {
                Some(probed) => self.go_on(probed, depth - 1, from, to),
                None => self.visit(child, depth - 1, from, to),
            };
            let score = now.score;
            seen[at] = Some(now);
            if score <= from {
                return (alpha, Some(Bound::Upper));
            }
            if score >= to {
                return (beta, Some(Bound::Lower));
            }
            sum += p * points(score, worth);
        }
        (sum, None)
    }

    /// The first move of an outcome alone.
    fn probe(&mut self, state: NodeId, player: Player, depth: u32, alpha: f64, beta: f64) -> Seen {
        let node = self.enter(state, depth, alpha, beta);
        let moves = branches(self.tree, &state);
        let mut first = self.visit(moves[0].2, depth - 1, alpha, beta);
        first.node.mv = Some(moves[0].0);
        let left: Vec<_> =
            moves[1..].iter().map(|&(mv, _, child)| Expected::skipped(child, mv, None)).collect();
        let end = if left.is_empty() { End::Searched } else { End::Chance };
        let mut seen = judge(node, player, vec![first], left);
        seen.node.end = end;
        seen
    }

    /// Searches all moves of an outcome whose first move was probed.
    fn go_on(&mut self, probed: Seen, depth: u32, alpha: f64, beta: f64) -> Seen {
        let Turn::Decision(player) = self.tree.turn(&probed.node.state) else { unreachable!() };
        let mut node = Expected { window: span(alpha, beta), end: End::Searched, ..probed.node };
        let first = node.below.swap_remove(0);
        node.below.clear();
        // What is known of the first move follows from its node.
        let score = match first.value {
            Some(Value::Proved(Proved::Win { .. })) => WIN,
            Some(Value::Proved(Proved::Loss { .. })) => -WIN,
            _ => probed.score,
        };
        let plies = first.value.and_then(Value::proved).and_then(Proved::plies).unwrap_or(0);
        let counts = first.value.is_some();
        let (guessed, chance) = (probed.guessed, probed.chance);
        let first = Seen { node: first, score, guessed, chance, plies, counts };
        self.decide(node, player, depth, alpha, beta, vec![first])
    }
}

fn value(score: f64, guessed: bool, chance: bool, plies: u32) -> Value {
    match score {
        s if s >= WIN => Value::Proved(Proved::Win { plies }),
        s if s <= -WIN => Value::Proved(Proved::Loss { plies }),
        s if guessed => Value::Estimated(s + 0.0),
        0.0 if !chance => Value::Proved(Proved::Draw),
        s => Value::Exact(s + 0.0),
    }
}

/// True if it is worth at least its score, and if at most.
fn at_least(child: &Seen) -> bool {
    child.counts && child.node.bound != Bound::Upper
}

fn at_most(child: &Seen) -> bool {
    child.counts && child.node.bound != Bound::Lower
}

/// The value of a decision from the moves that were visited, and from those that are left.
fn judge(node: Expected, player: Player, seen: Vec<Seen>, left: Vec<Expected>) -> Seen {
    let scores = seen.iter().map(|child| child.score);
    let score = match player {
        Player::First => scores.fold(f64::NEG_INFINITY, f64::max),
        Player::Second => scores.fold(f64::INFINITY, f64::min),
    };
    // At least this much: one move is worth it, or all of them are. At most: the other way round.
    let best = |child: &&Seen| child.score == score;
    let (lower, upper) = match player {
        Player::First => {
            (seen.iter().filter(best).any(at_least), left.is_empty() && seen.iter().all(at_most))
        }
        Player::Second => {
            (left.is_empty() && seen.iter().all(at_least), seen.iter().filter(best).any(at_most))
        }
    };
    let guessed = score.abs() < WIN && seen.iter().any(|child| child.guessed);
    let chance = score.abs() < WIN && seen.iter().any(|child| child.chance);
    // At most a win, and at least a loss, is always true and says nothing of plies.
    let plies = if score.abs() < WIN || score >= WIN && !lower || score <= -WIN && !upper {
        0
    } else {
        let won = if score > 0.0 { Player::First } else { Player::Second };
        let sure = |child: &&Seen| if won == Player::First { at_least(child) } else { at_most(child) };
        let plies = seen.iter().filter(best).filter(sure).map(|child| child.plies);
        1 + if won == player { plies.min() } else { plies.max() }.unwrap()
    };
    let counts = lower || upper;
    let node = Expected {
        value: counts.then(|| value(score, guessed, chance, plies)),
        bound: match (lower, upper) {
            (true, false) => Bound::Lower,
            (false, true) => Bound::Upper,
            _ => Bound::Exact,
        },
        end: if left.is_empty() { End::Searched } else { End::Cut },
        below: seen.into_iter().map(|child| child.node).chain(left).collect(),
        ..node
    };
    Seen { node, score, guessed, chance, plies, counts }
}

/// The root: the moves one after the other, each asked whether it is better than the best so far (or as good, where any of
/// the best may be chosen), and none any more after a sure win.
fn expect_root(plain: &mut Plain<'_>, state: NodeId, depth: u32, settings: Settings) -> Expected {
    let (no, yes) = (f64::NEG_INFINITY, f64::INFINITY);
    let mut root = plain.enter(state, depth, no, yes);
    let player = plain.tree.turn(&state).player().unwrap();
    let sign = player.sign();
    // From the point of view of the side to move.
    let mut best = no;
    for (mv, _, child) in branches(plain.tree, &state) {
        if best >= WIN && !settings.all {
            root.end = End::Cut;
            root.below.push(Expected::skipped(child, mv, None));
            continue;
        }
        let above = match settings.tie {
            _ if settings.all => no,
            Tie::Random => best.next_down(),
            _ => best,
        };
        let (alpha, beta) = if player == Player::First { (above, yes) } else { (no, -above) };
        let mut seen = plain.visit(child, depth - 1, alpha, beta);
        seen.node.mv = Some(mv);
        best = best.max(sign * seen.score);
        root.below.push(seen.node);
    }
    root.after = if player == Player::First { span(best, yes) } else { span(no, -best) };
    root
}

/// The result of a search without cuts.
fn truth(tree: &WrittenTree, state: NodeId, depth: u32, worth: f64) -> f64 {
    let turn = tree.turn(&state);
    if let Turn::Over(outcome) = turn {
        return match outcome {
            Outcome::Win(player) => WIN * player.sign(),
            Outcome::Draw => 0.0,
            Outcome::Payoff(points) => points,
        };
    }
    if depth == 0 {
        return tree.written_value(state).unwrap_or(0.0);
    }
    let below = branches(tree, &state);
    let values: Vec<f64> = below.iter().map(|&(_, _, child)| truth(tree, child, depth - 1, worth)).collect();
    match turn {
        Turn::Decision(Player::First) => values.into_iter().fold(f64::NEG_INFINITY, f64::max),
        Turn::Decision(Player::Second) => values.into_iter().fold(f64::INFINITY, f64::min),
        _ if values.iter().all(|&value| value >= WIN) => WIN,
        _ if values.iter().all(|&value| value <= -WIN) => -WIN,
        _ => below.iter().zip(values).map(|((_, p, _), value)| p.unwrap() * points(value, worth)).sum(),
    }
}

/// Returns true if `player` can force a win within this number of plies, whatever chance does.
fn can_win(tree: &WrittenTree, state: NodeId, player: Player, plies: u32) -> bool {
    let mut below = branches(tree, &state).into_iter();
    match tree.turn(&state) {
        Turn::Over(outcome) => outcome == Outcome::Win(player),
        _ if plies == 0 => false,
        Turn::Decision(decider) if decider == player => {
            below.any(|(_, _, s)| can_win(tree, s, player, plies - 1))
        }
        _ => below.all(|(_, _, s)| can_win(tree, s, player, plies - 1)),
    }
}

/// Every value and bound is true.
fn check_truth(tree: &WrittenTree, node: &Expected, worth: f64, context: &str) {
    let context = &format!("{context}: {:?}", node.state);
    if let (Some(value), Some(depth)) = (node.value, node.depth) {
        let score = match value {
            Value::Proved(Proved::Win { .. }) => WIN,
            Value::Proved(Proved::Loss { .. }) => -WIN,
            number => number.points(worth),
        };
        // A value without a guess is true at any depth.
        let deeper = if matches!(value, Value::Estimated(_)) { depth } else { 20 };
        for depth in [depth, deeper] {
            let truth = truth(tree, node.state, depth, worth);
            let near = score == truth || (score - truth).abs() < 1e-9;
            match node.bound {
                Bound::Exact => assert!(near, "{context}: {score} is {truth}"),
                Bound::Lower => assert!(near || truth > score, "{context}: at least {score} is {truth}"),
                Bound::Upper => assert!(near || truth < score, "{context}: at most {score} is {truth}"),
            }
        }
        match value {
            Value::Proved(Proved::Win { plies }) if node.bound != Bound::Upper => {
                assert!(can_win(tree, node.state, Player::First, plies), "{context}: {value}");
            }
            Value::Proved(Proved::Loss { plies }) if node.bound != Bound::Lower => {
                assert!(can_win(tree, node.state, Player::Second, plies), "{context}: {value}");
            }
            _ => {}
        }
    }
    node.below.iter().for_each(|child| check_truth(tree, child, worth, context));
}

/// Counts the reasons to stop.
fn count_ends(node: &Expected, ends: &mut [u32; 3]) {
    match node.end {
        End::Cut => ends[0] += 1,
        End::Chance => ends[1] += 1,
        End::Skipped => ends[2] += 1,
        _ => {}
    }
    node.below.iter().for_each(|child| count_ends(child, ends));
}

#[test]
fn orders_windows_values_bounds_and_cuts() {
    let (mut trees, mut ends) = (0, [0; 3]);
    for seed in 0..1200 {
        let Some((tree, state)) = random_tree(seed) else { continue };
        trees += 1;
        let depth = 1 + (seed / 11 % 6) as u32;
        let worth = Written.win_worth(&tree);
        for chance_pruning in [ChancePruning::Off, ChancePruning::Star1, ChancePruning::Star2] {
            let tie = if seed.is_multiple_of(3) { Tie::Random } else { Tie::First };
            let all = seed.is_multiple_of(7);
            let limits = Limits::depth(depth);
            let settings = Settings { limits, tie, all, chance_pruning, ..Settings::default() };
            let context = format!("seed {seed}, {settings:?}: {tree}");
            let make = || Box::new(AlphaBeta::new(Box::new(Written), settings)) as Box<dyn Bot<WrittenTree>>;
            let (report, trace) = traced(make, &tree, &state, seed, &context);
            let mut plain = Plain { tree: &tree, pruning: chance_pruning, worth, visits: 0 };
            let mut expected = expect_root(&mut plain, state, depth, settings);
            let for_first = |value: Value| match tree.turn(&state) {
                Turn::Decision(Player::First) => value,
                _ => value.reversed(),
            };
            expected.value = report.value.map(for_first);
            compare(&tree, &trace, &expected, &context);
            check_truth(&tree, &expected, worth, &context);
            count_ends(&expected, &mut ends);
            // Nothing else had to be searched.
            let asks = trace.nodes().iter().any(|node| node.end == End::Horizon) || all;
            match report.value {
                Some(Value::Exact(points)) if !asks && points != 0.0 => {
                    assert_eq!(visited(&trace), report.nodes, "{context}");
                }
                _ => assert!(visited(&trace) <= report.nodes, "{context}"),
            }
            let line = principal(&trace);
            assert_eq!(line, report.pv[..line.len()], "{context}");
            assert!(!line.is_empty(), "{context}");
        }
    }
    assert!(trees > 1000 && ends.iter().all(|&n| n > 500), "{trees} {ends:?}");
}

/// Deepening, orders and limits change the nodes visited, not the values; and a trace changes nothing.
#[test]
fn with_limits_and_other_orders() {
    for seed in 0..400 {
        let Some((tree, state)) = random_tree(seed) else { continue };
        for limits in [Limits::nodes(3 + seed % 60), Limits { depth: Some(3), ..Limits::nodes(10_000) }] {
            let order = plywood_search::Order::Promising;
            let settings = Settings { limits, order, tie: Tie::Random, ..Settings::default() };
            let context = format!("seed {seed}, {settings:?}: {tree}");
            let make = || Box::new(AlphaBeta::new(Box::new(Written), settings)) as Box<dyn Bot<WrittenTree>>;
            let (report, trace) = traced(make, &tree, &state, seed, &context);
            assert!(visited(&trace) <= report.nodes, "{context}");
            if let Some(depth) = report.depth {
                assert!(trace.nodes()[0].depth >= Some(depth), "{context}");
                assert!(
                    trace
                        .nodes()
                        .iter()
                        .all(|node| node.order.is_none() || node.value.is_some() || node.end == End::Chance),
                    "{context}"
                );
            }
        }
    }
}
