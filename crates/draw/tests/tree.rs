//! Trees of any form are laid out tidily, and their pictures are well-formed.

use crate::xml;
use plywood_draw::{Fill, Node, NodeShape, TreePicture, board_elements, board_picture};
use plywood_rules::Scene;
use plywood_rules::scene::{Board, Cell, Grid, Outline, Piece, Place, Square, Track};
use proptest::prelude::*;
use proptest::test_runner::RngSeed;

/// A tree of these parents, each taken among the nodes before it, with what `dress` makes of each node.
fn tree(parents: &[usize], dress: impl Fn(usize) -> Node) -> TreePicture {
    let mut tree = TreePicture::new("A tree");
    tree.push(None, dress(0));
    for (at, &parent) in parents.iter().enumerate() {
        tree.push(Some(parent % (at + 1)), dress(at + 1));
    }
    tree
}

fn plain(value: &str) -> Node {
    Node { value: value.into(), shape: NodeShape::Max, ..Node::default() }
}

const SLACK: f64 = 1e-6;

/// Checks that nodes do not overlap, parents are centred over their children, children are in their order, and
/// lines run through no node.
fn is_tidy(tree: &TreePicture) {
    let boxes = tree.boxes();
    let centre = |node: usize| boxes[node][0] + boxes[node][2] / 2.0;
    let mut children = vec![Vec::new(); boxes.len()];
    for node in 1..boxes.len() {
        children[tree.parent(node).expect("it is below the root")].push(node);
    }
    for (node, children) in children.iter().enumerate() {
        let Some((first, last)) = children.first().zip(children.last()) else { continue };
        let middle = (centre(*first) + centre(*last)) / 2.0;
        assert!((centre(node) - middle).abs() < 1e-3, "{node} is at {}, not {middle}", centre(node));
        assert!(children.windows(2).all(|pair| centre(pair[0]) < centre(pair[1])), "{children:?}");
        assert!(children.iter().all(|&child| boxes[child][1] > boxes[node][1] + boxes[node][3]));
    }
    is_clear(tree);
}

/// Nodes do not overlap, and lines run through none.
fn is_clear(tree: &TreePicture) {
    let boxes = tree.boxes();
    let edges = tree.edges();
    let centre = |node: usize| boxes[node][0] + boxes[node][2] / 2.0;
    // By lines of the picture, so that not all have to be compared with all.
    let mut order: Vec<usize> = (0..boxes.len()).collect();
    order.sort_by(|&a, &b| boxes[a][0].total_cmp(&boxes[b][0]));
    for (place, &a) in order.iter().enumerate() {
        let [left, top, width, height] = boxes[a];
        assert!(left >= 0.0 && top >= 0.0 && width > 0.0);
        for &b in order[place + 1..].iter().take_while(|&&b| boxes[b][0] < left + width - SLACK) {
            let apart = top + height <= boxes[b][1] + SLACK || boxes[b][1] + boxes[b][3] <= top + SLACK;
            assert!(apart, "{a} {:?} and {b} {:?} overlap", boxes[a], boxes[b]);
        }
    }
    for (node, edge) in edges.iter().enumerate() {
        let parent = tree.parent(node);
        assert_eq!(edge.is_empty(), parent.is_none());
        let Some(&(first, last)) = edge.first().zip(edge.last()).as_ref() else { continue };
        let parent = parent.expect("it has a line");
        assert!((first.0 - centre(parent)).abs() < SLACK && (last.0 - centre(node)).abs() < SLACK);
        for line in edge.windows(2) {
            for (other, place) in
                boxes.iter().enumerate().filter(|&(other, _)| other != node && other != parent)
            {
                assert!(!meets(line[0], line[1], *place), "the line to {node} runs through {other}");
            }
        }
    }
}

/// Returns true if a line runs through the inside of a box.
fn meets(a: (f64, f64), b: (f64, f64), [left, top, width, height]: [f64; 4]) -> bool {
    // Liang and Barsky: the stretch of the line that is within each pair of sides.
    let (mut from, mut to) = (0.0_f64, 1.0_f64);
    let (dx, dy) = (b.0 - a.0, b.1 - a.1);
    let sides = [
        (-dx, a.0 - left - SLACK),
        (dx, left + width - SLACK - a.0),
        (-dy, a.1 - top - SLACK),
        (dy, top + height - SLACK - a.1),
    ];
    for (p, q) in sides {
        if p == 0.0 {
            if q < 0.0 {
                return false;
            }
        } else if p < 0.0 {
            from = from.max(q / p);
        } else {
            to = to.min(q / p);
        }
    }
    from < to
}

/// Reads the picture and checks what holds for all of them.
fn checked(tree: &TreePicture) -> Vec<xml::Element> {
    let svg = tree.svg();
    let elements = xml::read(&svg).unwrap_or_else(|error| panic!("{error}\n{svg}"));
    let root = &elements[0];
    assert_eq!((root.name.as_str(), root.get("role")), ("svg", Some("img")));
    assert_eq!((elements[1].name.as_str(), elements[2].name.as_str()), ("title", "desc"));
    let number = |text: &str| text.parse::<f64>().ok().filter(|n| n.is_finite());
    let size = ["width", "height"].map(|name| number(root.get(name).unwrap()).expect("a size"));
    let known = ["svg", "title", "desc", "rect", "path", "g", "text", "circle"];
    for element in &elements {
        assert!(known.contains(&element.name.as_str()), "{}", element.name);
        assert!(element.get("id").is_none());
        for name in ["x", "y", "width", "height", "cx", "cy", "r", "rx", "font-size", "stroke-width"] {
            assert!(element.get(name).is_none_or(|text| number(text).is_some()), "{name} of {element:?}");
        }
        if let Some(path) = element.get("d") {
            let mut parts = path.split(|c: char| " MLmlhvz".contains(c)).filter(|part| !part.is_empty());
            assert!(parts.all(|part| part.split_inclusive('-').all(|_| number(part).is_some())), "{path}");
        }
    }
    for text in elements.iter().filter(|element| element.name == "text") {
        let [x, y] = ["x", "y"].map(|name| number(text.get(name).unwrap()).unwrap());
        assert!((0.0..=size[0]).contains(&x) && (0.0..=size[1]).contains(&y), "{text:?}");
    }
    assert_eq!(svg, tree.svg());
    elements
}

#[test]
fn a_small_tree_says_what_it_shows() {
    let mut tree = TreePicture::new("A <small> tree");
    tree.about = "Three nodes & no more".into();
    tree.notes.push("12 left out".into());
    let root =
        Node { shape: NodeShape::Max, value: "3".into(), order: Some(1), principal: true, ..Node::default() };
    tree.push(None, root);
    let left = Node {
        shape: NodeShape::Min,
        label: "a".into(),
        value: "3".into(),
        order: Some(2),
        windows: vec!["[−∞, +∞]".into()],
        principal: true,
        ..Node::default()
    };
    tree.push(Some(0), left);
    let right = Node { label: "b".into(), skipped: true, cut: "cut".into(), hidden: 7, ..Node::default() };
    tree.push(Some(0), right);
    let elements = checked(&tree);
    let texts: Vec<&str> = elements
        .iter()
        .filter(|element| element.name == "text")
        .map(|element| element.text.as_str())
        .collect();
    for expected in
        ["A <small> tree", "a", "b", "3", "2", "[−∞, +∞]", "cut", "⋮ 7", "12 left out", "never visited"]
    {
        assert!(texts.contains(&expected), "{expected} in {texts:?}");
    }
    let description = &elements[2].text;
    for expected in
        ["Three nodes & no more.", "The root is worth 3.", "The principal variation is a.", "12 left out"]
    {
        assert!(description.contains(expected), "{expected} in {description}");
    }
    assert_eq!(tree.text(), "(1) max 3\n├─* a: (2) min 3 [−∞, +∞]\n└─  b: cut [7 below]\n");
    let dot = tree.dot();
    assert!(dot.starts_with("digraph \"A <small> tree\" {\n") && dot.ends_with("}\n"));
    for expected in
        ["n0 -> n1 [label=\"a\", penwidth=3];", "n0 -> n2 [label=\"b\", style=dashed", "shape=ellipse"]
    {
        assert!(dot.contains(expected), "{expected} in {dot}");
    }
}

#[test]
fn a_tree_without_nodes_is_an_empty_picture() {
    checked(&TreePicture::default());
    assert_eq!(TreePicture::default().text(), "");
    assert!(TreePicture::default().dot().ends_with("}\n"));
}

#[test]
fn what_has_no_parent_that_is_there_hangs_on_the_root() {
    let mut tree = TreePicture::default();
    for parent in [Some(9), Some(1), Some(7), None] {
        tree.push(parent, plain("x"));
    }
    assert_eq!((0..4).map(|node| tree.parent(node)).collect::<Vec<_>>(), [None, Some(0), Some(0), Some(0)]);
    is_tidy(&tree);
}

/// The tree of the paper by Walker, and others that lead simpler ways of drawing astray.
#[test]
fn known_difficult_trees_are_tidy() {
    // Deep subtrees on both sides of small ones, which are spread between them.
    let mut parents = vec![0, 0, 0, 0, 0];
    for (from, depth) in [(1, 6), (5, 6), (3, 2)] {
        let mut below = from;
        for _ in 0..depth {
            parents.extend([below; 3]);
            below = parents.len() - 1;
        }
    }
    let tree = tree(&parents, |at| plain(&"m".repeat(at % 4)));
    is_tidy(&tree);
    let boxes = tree.boxes();
    let centre = |node: usize| boxes[node][0] + boxes[node][2] / 2.0;
    let steps: Vec<f64> = (1..5).map(|child| centre(child + 1) - centre(child)).collect();
    assert!(steps.iter().all(|step| *step > 20.0), "{steps:?}");
    // A chain is a straight line, however long.
    let chain: Vec<usize> = (0..3000).collect();
    let mut long = TreePicture::new("chain");
    long.push(None, plain("1"));
    chain.iter().for_each(|&parent| {
        long.push(Some(parent), plain("1"));
    });
    let boxes = long.boxes();
    assert!(boxes.iter().all(|place| (place[0] - boxes[0][0]).abs() < 1e-6));
    assert_eq!(long.text().lines().count(), 3001);
}

#[test]
fn siblings_that_are_alike_are_equally_far_apart() {
    let tree = tree(&[0, 0, 0, 1, 1, 2, 2, 3, 3], |_| plain("5"));
    is_tidy(&tree);
    let boxes = tree.boxes();
    let steps = [boxes[2][0] - boxes[1][0], boxes[3][0] - boxes[2][0]];
    assert!((steps[0] - steps[1]).abs() < 1e-6, "{steps:?}");
}

fn a_scene(side: usize) -> Scene {
    let square = |at: usize| match at % 6 {
        0 => Square::Free,
        1 => Square::Taken(Piece::First, 'x'),
        2 => Square::Taken(Piece::Second, 'o'),
        3 => Square::Taken(Piece::Neutral, 't'),
        4 => Square::Counted(Piece::First, at as u32),
        _ => Square::Hole,
    };
    let squares =
        (0..side).map(|row| (0..side).map(|column| square(row * side + column)).collect()).collect();
    let names = |count: usize| (0..count).map(|at| at.to_string()).collect();
    let grid = Grid {
        title: String::new(),
        columns: names(side),
        rows: names(side),
        squares,
        highlights: vec![(0, 0)],
        ends: Vec::new(),
    };
    let track = Track { owner: Piece::First, label: "first".into(), reached: 20, at_stake: 4, goal: 100 };
    Scene {
        grids: vec![grid; side % 4],
        across: side % 3,
        active: (0..side % 4).step_by(2).collect(),
        decided: (0..side % 4)
            .skip(1)
            .step_by(2)
            .map(|grid| (grid, [Piece::First, Piece::Neutral][side % 2]))
            .collect(),
        tracks: vec![track; side % 3],
        ..Scene::default()
    }
}

/// This many cells in a row, `step` apart, their outlines in turn.
fn a_board(cells: usize, step: f64) -> Board {
    let outline = |at: usize| match at % 4 {
        0 => Outline::Polygon(vec![[-0.1, -0.4], [0.1, -0.4], [0.1, 0.4], [-0.1, 0.4]]),
        1 => Outline::Hexagon(1.0),
        2 => Outline::Circle(0.9),
        _ => Outline::Square(0.8),
    };
    let place = |column: usize| Place { grid: 0, row: 0, column };
    let cell = |at: usize| Cell { place: place(at), centre: [step * at as f64, 0.0], outline: outline(at) };
    Board { cells: (0..cells).map(cell).collect(), ..Board::default() }
}

#[test]
fn cells_are_drawn_at_their_centres() {
    let picture = |cells, step| {
        let mut tree = TreePicture::new("");
        tree.board = a_board(cells, step);
        tree.push(None, Node { scene: Some(a_scene(5)), ..Node::default() });
        checked(&tree);
        tree.svg()
    };
    let squares = picture(0, 1.0);
    let cells = picture(4, 1.0);
    assert!(cells != squares && cells.contains("r=\"7.2\""), "{cells}");
    // Six corners of the hexagon.
    assert!(cells.lines().any(|line| line.matches('L').count() == 5), "{cells}");
    // Places that the scene does not have, and cells too far apart.
    for wrong in [picture(9, 1.0), picture(4, 1e9), picture(4, f64::MAX), picture(4, f64::NAN)] {
        assert_eq!(wrong, squares);
    }
}

fn any_node() -> impl Strategy<Value = Node> {
    let text = prop_oneof![
        3 => Just(String::new()),
        5 => "[a-z0-9+-]{1,6}",
        1 => "[<>&\"' a−∞日🎲]{0,60}",
        1 => prop::collection::vec(any::<char>(), 0..9).prop_map(String::from_iter)
    ];
    let shape =
        prop::sample::select(vec![NodeShape::Max, NodeShape::Min, NodeShape::Chance, NodeShape::Leaf]);
    let fill = prop::sample::select(vec![Fill::Plain, Fill::Black, Fill::White, Fill::Grey, Fill::Unknown]);
    let texts = (text.clone(), text.clone(), text.clone(), text.clone(), text);
    let numbers =
        (prop::option::of(0..10_000u64), prop_oneof![3 => Just(0u64), 1 => any::<u64>()], 0..9usize);
    (texts, shape, fill, any::<(bool, bool)>(), numbers).prop_map(
        |((label, weight, value, cut, about), shape, fill, (principal, skipped), (order, hidden, side))| {
            Node {
                shape,
                fill,
                label: label.clone(),
                weight,
                value,
                order,
                windows: if about.is_empty() { Vec::new() } else { vec![about.clone(), label] },
                notes: vec![cut.clone(); side % 3],
                cut,
                principal,
                skipped,
                hidden,
                hidden_more: skipped,
                also: vec![side, side + 3],
                scene: (side > 5).then(|| a_scene(side - 2)),
                about,
            }
        },
    )
}

/// Trees of many forms: bushes, chains and arbitrary ones.
fn any_parents(most: usize) -> impl Strategy<Value = Vec<usize>> {
    let near = prop::collection::vec(0..4usize, 0..most)
        .prop_map(|steps| steps.iter().enumerate().map(|(at, step)| at - (*step).min(at)).collect());
    let far = prop::collection::vec(any::<u16>().prop_map(usize::from), 0..most);
    let few = prop::collection::vec(0..9usize, 0..most);
    prop_oneof![near, far, few]
}

/// A board alone is a picture of the wanted size; a position without a board is none.
#[test]
fn a_board_alone_fills_its_picture() {
    let grid = Grid {
        columns: vec!["a".into(), "b".into()],
        squares: vec![vec![Square::Taken(Piece::First, 'x'), Square::Free]],
        ..Grid::default()
    };
    let scene = Scene { grids: vec![grid], ..Scene::default() };
    let svg = board_picture(&scene, &Board::default(), (600.0, 315.0)).expect("there is a board");
    xml::read(&svg).expect("it is well-formed");
    assert!(svg.contains("<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"600\" height=\"315\""), "{svg}");
    assert!(svg.contains("l8.06 8.06m0 -8.06"), "the cross is drawn: {svg}");
    // Its parts are elements of their own, in the same order.
    let elements = board_elements(&scene, &Board::default());
    assert!(elements.len() == 2 && svg.contains(&elements.join("\n")), "{elements:?}");
    for element in &elements {
        xml::read(element).expect("each is well-formed");
    }
    assert_eq!(board_picture(&Scene::default(), &Board::default(), (600.0, 315.0)), None);
    assert!(board_elements(&Scene::default(), &Board::default()).is_empty());
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 120, rng_seed: RngSeed::Fixed(7), ..ProptestConfig::default() })]

    #[test]
    fn any_tree_is_tidy(parents in any_parents(120), nodes in prop::collection::vec(any_node(), 1..40)) {
        let mut tree = tree(&parents, |at| nodes[at % nodes.len()].clone());
        tree.board = a_board(parents.len() % 12, 1.0);
        is_tidy(&tree);
        checked(&tree);
        prop_assert_eq!(tree.text().lines().count(), tree.nodes().len());
        prop_assert!(tree.dot().lines().count() > tree.nodes().len());
    }
}

/// In a packed tree parents are only near their children, but nothing overlaps.
#[test]
fn packed_trees_are_narrow_and_clear() {
    let parents: Vec<usize> = (0..400).map(|at| at / 3).collect();
    let also = |at: usize| vec![at / 4, at / 5, at, 1000];
    let mut tree = tree(&parents, |at| Node { also: also(at), ..Node::default() });
    let wide = |tree: &TreePicture| tree.boxes().iter().map(|place| place[0] + place[2]).fold(0.0, f64::max);
    let before = wide(&tree);
    tree.packed = true;
    assert!(wide(&tree) < before, "{} and {before}", wide(&tree));
    is_clear(&tree);
    checked(&tree);
    let mut empty = TreePicture::new("");
    empty.packed = true;
    checked(&empty);
    empty.push(None, plain("1"));
    is_clear(&empty);
}

/// No time is tested, because machines differ.
#[test]
fn two_thousand_nodes_are_tidy() {
    let mut state = 1u64;
    let mut next = || {
        state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (state >> 33) as usize
    };
    let parents: Vec<usize> = (0..1999).map(|at| at - next() % (at + 1).min(60)).collect();
    let tree = tree(&parents, |at| plain(&"9".repeat(at % 5)));
    assert_eq!(tree.nodes().len(), 2000);
    is_tidy(&tree);
}
