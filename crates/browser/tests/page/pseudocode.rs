//! The lab's pseudocode: its lines, and the values of its variables, against searches written down here from the textbook.

use std::collections::HashMap;

use plywood_browser::page::Page;
use plywood_rules::tree::{self, RandomTree, WrittenTree};
use plywood_rules::{Game, Notation, Outcome, Playable, Player, Turn, moves_or_outcomes};
use rand_chacha::ChaCha8Rng;
use rand_core::SeedableRng;
use serde_json::{Value, json};

use crate::lab::{node, tree as tree_of};
use crate::shared::Stage;

const TREES: u64 = 50;

/// The margin of pruning at chance nodes, so that results do not depend on rounding; in shares of the greatest value.
const SLACK: f64 = 1e-9;

/// A step of the page: the line, the moves to the node, and the variables.
type Shown = (String, String, Vec<(String, String)>);

/// Asks the page for the trees of searches, and for all that its panel would show step by step. Answers with both.
const ALL_STEPS: &str = "
    const at = (path) => import(new URL(path, document.baseURI));
    return (async () => {
      const [{ tree }, { Grown }, { happenings, knownAt }, { moment, programOf }] =
        await Promise.all(['app/house.js', 'lab/data.js', 'lab/walk.js', 'lab/pseudocode.js'].map(at));
      const answers = [];
      for (const [game, bot] of arguments[0]) {
        const told = await tree({ game, position: null, moves: '', view: 'trace', bot, seed: 7, depth: null, merge: false, best: null,
          along: null, most: 3000, player: null, proof: null }, AbortSignal.timeout(10000));
        const grown = new Grown(told);
        const list = happenings(grown);
        const program = programOf(grown);
        const text = (key) => program.lines.find((line) => line.key === key).text;
        const steps = list.map((_, index) => {
          const { now, ran, node, values } = moment(grown, knownAt(grown, list, index + 1));
          [...ran].forEach(text);
          return [text(now), grown.path(node).join(' '), values];
        });
        answers.push([steps, told.playouts ?? [], told.nodes.map(({ parent, end, turn }) => [parent, end, turn])]);
      }
      return answers;
    })();";

/// The page's steps for these searches, each with its playouts and nodes.
fn steps(page: &Page, searches: &[(String, &str)]) -> Vec<(Vec<Shown>, Value, Value)> {
    let answers = page.session.run(ALL_STEPS, &[json!(searches)]);
    let answers: Vec<(Vec<Shown>, Value, Value)> = serde_json::from_value(answers).unwrap();
    assert_eq!(answers.len(), searches.len());
    answers
}

fn number(points: f64) -> String {
    if points.is_infinite() {
        return if points < 0.0 { "−∞".to_string() } else { "+∞".to_string() };
    }
    let text = format!("{points:.3}");
    let text = text.trim_end_matches('0').trim_end_matches('.').replace('-', "−");
    if text == "−0" { "0".to_string() } else { text }
}

/// The searches of the textbook, which write down every step.
struct Textbook<'a> {
    tree: &'a WrittenTree,
    windows: bool,
    /// The greatest value of an outcome.
    most: f64,
    steps: Vec<Shown>,
}

impl Textbook<'_> {
    fn step(&mut self, line: &str, path: &[String], window: (f64, f64), values: &[(&str, f64)]) {
        let sides = [("α", window.0), ("β", window.1)];
        let sides: &[(&str, f64)] = if self.windows { &sides } else { &[] };
        let values = sides.iter().chain(values).map(|&(name, value)| (name.to_string(), number(value)));
        self.steps.push((line.to_string(), path.join(" "), values.collect()));
    }

    /// The value of a node with this window.
    fn search(
        &mut self,
        state: &<WrittenTree as Game>::State,
        path: &mut Vec<String>,
        window: (f64, f64),
    ) -> f64 {
        match self.tree.turn(state) {
            Turn::Over(outcome) => {
                let Outcome::Payoff(points) = outcome else { panic!("these trees end with numbers") };
                self.step("if node is a leaf: return value(node)", path, window, &[("value", points)]);
                points
            }
            Turn::Decision(player) => self.decide(state, path, player == Player::First, window),
            Turn::Chance => self.chance(state, path, window),
        }
    }

    fn decide(
        &mut self,
        state: &<WrittenTree as Game>::State,
        path: &mut Vec<String>,
        is_max: bool,
        (mut alpha, mut beta): (f64, f64),
    ) -> f64 {
        let mut best = if is_max { f64::NEG_INFINITY } else { f64::INFINITY };
        let begin = if is_max { "best ← −∞" } else { "best ← +∞" };
        self.step(begin, path, (alpha, beta), &[("best", best)]);
        let moves = moves_or_outcomes(self.tree, state);
        for (at, &mv) in moves.iter().enumerate() {
            path.push(self.tree.move_text(state, mv));
            let v = self.search(&self.tree.child(state, mv), path, (alpha, beta));
            path.pop();
            let mut line = if is_max { "best ← max(best, v)" } else { "best ← min(best, v)" };
            if is_max && v > best || !is_max && v < best {
                best = v;
            }
            if self.windows && is_max && best > alpha {
                (alpha, line) = (best, "α ← max(α, best)");
            }
            if self.windows && !is_max && best < beta {
                (beta, line) = (best, "β ← min(β, best)");
            }
            let cut = self.windows && alpha >= beta;
            if cut {
                line = if is_max { "if α ≥ β: break" } else { "if β ≤ α: break" };
            } else if at + 1 == moves.len() {
                line = "return best";
            }
            self.step(line, path, (alpha, beta), &[("v", v), ("best", best)]);
            if cut {
                break;
            }
        }
        if path.is_empty() {
            self.step("return best", path, (alpha, beta), &[("best", best)]);
        }
        best
    }

    fn chance(
        &mut self,
        state: &<WrittenTree as Game>::State,
        path: &mut Vec<String>,
        (alpha, beta): (f64, f64),
    ) -> f64 {
        let mut outcomes = Vec::new();
        self.tree.chance_outcomes(state, &mut outcomes);
        self.step("mean ← 0", path, (alpha, beta), &[("mean", 0.0)]);
        let (mut mean, mut rest) = (0.0, 1.0);
        for (at, &(mv, p)) in outcomes.iter().enumerate() {
            rest -= p;
            // Star1: what the outcomes after this one can add is known.
            let low = (alpha - SLACK * self.most - mean - rest * self.most) / p;
            let high = (beta + SLACK * self.most - mean + rest * self.most) / p;
            // What no value can reach is no bound.
            let low = if !self.windows || low < -self.most { f64::NEG_INFINITY } else { low };
            let high = if !self.windows || high > self.most { f64::INFINITY } else { high };
            path.push(self.tree.move_text(state, mv));
            let v = self.search(&self.tree.child(state, mv), path, (low, high));
            path.pop();
            let share = [("α′", low), ("β′", high), ("v", v)];
            let share = if self.windows { &share[..] } else { &share[2..] };
            for (is_beyond, line, side) in
                [(v <= low, "if v ≤ α′: return α", alpha), (v >= high, "if v ≥ β′: return β", beta)]
            {
                if is_beyond {
                    self.step(line, path, (alpha, beta), share);
                    return side;
                }
            }
            mean += p * v;
            let line =
                if at + 1 == outcomes.len() { "return mean" } else { "mean ← mean + P(outcome) · v" };
            self.step(line, path, (alpha, beta), &[share, &[("mean", mean)]].concat());
        }
        mean
    }
}

/// A seeded tree that begins with a decision, and its name as a game.
fn random_tree(seed: u64, chance: bool) -> (WrittenTree, String) {
    let mut rng = ChaCha8Rng::seed_from_u64(seed);
    let shape = RandomTree { chance, repeat_movers: seed.is_multiple_of(3), ..RandomTree::default() };
    let tree = loop {
        let tree = tree::random(&mut rng, shape);
        if matches!(tree.turn(&tree.initial()), Turn::Decision(_)) && (8..120).contains(&tree.node_count()) {
            break tree;
        }
    };
    let name = tree.name();
    (tree, name)
}

/// Compares what the page shows of this search with the textbook.
fn compare(page: &Page, bot: &'static str, windows: bool, chance: bool) {
    let trees: Vec<_> = (0..TREES).map(|seed| random_tree(seed, chance)).collect();
    let searches: Vec<_> = trees.iter().map(|(_, name)| (name.clone(), bot)).collect();
    let (mut compared, mut cuts) = (0, 0);
    for ((tree, name), (shown, ..)) in trees.iter().zip(steps(page, &searches)) {
        let values = tree.states().filter_map(|state| match tree.turn(&state) {
            Turn::Over(Outcome::Payoff(points)) => Some(points.abs()),
            _ => None,
        });
        let most = values.fold(1.0, f64::max);
        let mut textbook = Textbook { tree, windows, most, steps: Vec::new() };
        textbook.search(&tree.initial(), &mut Vec::new(), (f64::NEG_INFINITY, f64::INFINITY));
        for (at, (shown, expected)) in shown.iter().zip(&textbook.steps).enumerate() {
            assert_eq!(shown, expected, "{bot}, step {}: {name}", at + 1);
        }
        assert_eq!(shown.len(), textbook.steps.len(), "{bot}: {name}");
        compared += shown.len();
        cuts += textbook
            .steps
            .iter()
            .filter(|(line, ..)| line.starts_with("if ") && !line.contains("leaf"))
            .count();
    }
    println!("{bot}: {compared} steps of {TREES} trees agree, {cuts} cut-offs");
    assert_eq!(cuts > 0, windows, "{bot}");
}

#[test]
fn lines_and_values_are_those_of_the_textbook() {
    let Some(stage) = Stage::open() else { return };
    let page = stage.page();
    page.open("about");
    compare(&page, "minimax", false, false);
    compare(&page, "alphabeta:plain=on", true, false);
    compare(&page, "minimax", false, true);
    compare(&page, "expectiminimax:prune=off", false, true);
    compare(&page, "expectiminimax", true, true);
    page.clean(&[]);
}

/// Visits and means are counted again from the results of the playouts.
#[test]
fn playouts_are_counted_as_the_lines_say() {
    let Some(stage) = Stage::open() else { return };
    let page = stage.page();
    page.open("about");
    let searches: Vec<_> =
        (0..TREES).map(|seed| (random_tree(seed, seed.is_multiple_of(2)).1, "mcts:playouts=40")).collect();
    // Small shares have a decimal.
    let percent = |mean: f64| {
        let share = 50.0 + 50.0 * mean;
        let scale = if share < 10.0 { 10.0 } else { 1.0 };
        format!("{}%", (share * scale).round() / scale)
    };
    let (mut plain, mut proved) = (0, 0);
    for ((name, _), (shown, playouts, nodes)) in searches.iter().zip(steps(&page, &searches)) {
        let mut shown = shown.into_iter();
        let mut tallies: HashMap<u64, (u64, f64)> = HashMap::new();
        let mut expanded = vec![0];
        for playout in playouts.as_array().unwrap() {
            let numbers = |key: &str| playout[key].as_array().unwrap().clone();
            let path: Vec<u64> = numbers("path").iter().map(|id| id.as_u64().unwrap()).collect();
            let results: Vec<f64> =
                numbers("results").iter().map(|result| result.as_f64().unwrap()).collect();
            assert!(
                path.windows(2).all(|pair| nodes[pair[1] as usize][0] == pair[0]),
                "{name}: {path:?} is no path"
            );
            assert_eq!(path[0], 0);
            let (line, ..) = shown.next().unwrap();
            assert_eq!(line, "node ← child of greatest mean + C·√(ln N / n)");
            if let Some(place) = playout["expanded"].as_u64() {
                let (line, ..) = shown.next().unwrap();
                assert_eq!(line, "if node was visited: add its children, node ← one of them");
                let at = path[place as usize];
                assert!(at == 0 || !expanded.contains(&at), "{name}: {at} has its children already");
                expanded.push(at);
            }
            let (line, _, values) = shown.next().unwrap();
            assert_eq!(line, "r ← value of node if known, else result of a random game");
            let result = percent(*results.last().unwrap());
            assert_eq!(values[0], ("r".to_string(), result.clone()), "{name}");
            for ((&id, &result), told) in path.iter().zip(&results).zip(numbers("tallies")) {
                let (visits, mean) = tallies.entry(id).or_default();
                *visits += 1;
                *mean += (result - *mean) / *visits as f64;
                assert_eq!(told[0], *visits, "{name}");
                let told = told[1].as_f64().unwrap();
                if (told - *mean).abs() < 1e-9 {
                    plain += 1;
                    continue;
                }
                // A proved value is the mean from then on, and that of a chance node is the mean of its outcomes.
                let node = &nodes[id as usize];
                assert!(node[1] != "searched" || node[2] == "chance", "{name}: {told}, not {mean}: {node}");
                proved += 1;
                *mean = told;
            }
            let (line, _, values) = shown.next().unwrap();
            assert_eq!(line, "mean ← mean + (r − mean) / n");
            let (visits, mean) = tallies[path.last().unwrap()];
            let expected = [("r", result), ("n", visits.to_string()), ("mean", percent(mean))];
            assert_eq!(values, expected.map(|(name, value)| (name.to_string(), value)), "{name}");
        }
        assert_eq!(shown.next().unwrap().0, "return child of the root with the greatest n");
        assert_eq!(shown.next(), None);
    }
    println!("{plain} means are plain, {proved} are proved or of chance");
    assert!(plain > 1000, "{plain}");
    page.clean(&[]);
}

/// The contents of the panel: the line that is lit and the variables, as `name = value`.
fn panel(page: &Page) -> (Value, Value) {
    let now = "return document.querySelector('.lab-lines [aria-current=step] code')?.textContent ?? null";
    let values = "return [...document.querySelectorAll('.lab-values:not([hidden]) > div')].map((pair) => `${pair.firstChild.textContent} = ${pair.lastChild.textContent}`)";
    (page.session.run(now, &[]), page.session.run(values, &[]))
}

#[test]
fn the_panel_goes_with_the_tree() {
    let Some(stage) = Stage::open() else { return };
    let page = stage.page();
    let at = |step: usize| {
        let script = "const e = document.querySelector('#lab-step'); e.value = arguments[0]; e.dispatchEvent(new Event('input'))";
        page.session.run(script, &[json!(step)]);
        panel(&page)
    };
    page.open("tree");
    tree_of(&page, 13);
    assert_eq!(at(0), (Value::Null, json!([])));
    assert_eq!(at(1), (json!("best ← −∞"), json!(["node = the root", "α = −∞", "β = +∞", "best = −∞"])));
    let leaf = json!(["node = b1", "α = −∞", "β = +∞", "value = 3"]);
    assert_eq!(at(3), (json!("if node is a leaf: return value(node)"), leaf));
    let raised = json!(["node = a", "α = −∞", "β = 3", "v = 3", "best = 3"]);
    assert_eq!(at(4), (json!("β ← min(β, best)"), raised));
    let cut = json!(["node = b", "α = 3", "β = 2", "v = 2", "best = 2"]);
    assert_eq!(at(12), (json!("if β ≤ α: break"), cut));
    page.pictures("lab-code");
    // The lines that ran in a step are lit as well.
    let lit = "return [...document.querySelectorAll('.lab-lines .ran code')].map((line) => line.textContent)";
    let lines = [
        "v ← alphabeta(child, α, β)",
        "best ← min(best, v)",
        "β ← min(β, best)",
        "if β ≤ α: break",
        "return best",
    ];
    assert_eq!(page.session.run(lit, &[]), json!(lines));
    assert_eq!(at(22).0, "return best");
    // It stays folded.
    page.click(".lab-code summary");
    page.goes(".lab-code[open]");
    page.reload();
    tree_of(&page, 13);
    assert!(!page.has(".lab-code[open]"));
    page.click(".lab-code summary");
    page.appears(".lab-code[open] .now");
    // Dice.
    page.click("[data-preset=dice]");
    page.appears(".lab-node.chance");
    page.wait("the code has dice", "return document.querySelector('[data-line=chance]')", &[]);
    page.press(&["Home", ".", ".", ".", "."]);
    let chance = panel(&page);
    assert_eq!(chance.0, "mean ← 0");
    // A quiz would be told the answer, and other searches are not those of the textbook.
    page.click("[data-preset=quiz]");
    page.appears(".lab-quiz:not([hidden])");
    page.goes(".lab-code:not([hidden])");
    page.open("tree?game=connect4&view=trace&bot=mcts:playouts%3D60&most=80");
    page.appears(&node("d"));
    page.press(&["Home", "."]);
    assert_eq!(panel(&page).0, "node ← child of greatest mean + C·√(ln N / n)");
    page.press(&[".", "."]);
    page.pictures("lab-code-playouts");
    page.open("tree?game=tictactoe&view=trace&bot=alphabeta:depth%3D3,plain%3Doff");
    page.appears(".lab-code:not([hidden]) > p:not([hidden])");
    page.clean(&[]);
}
