//! The tree as a moving SVG, or as one picture a step: nodes appear in the order of their visits, and get their value when the search leaves them. A program that
//! shows no motion shows the last step.

use std::fmt::Write;

use super::model::{Node, TreePicture};
use super::node::MeasuredNode;
use super::svg::TreeDrawing;

/// The seconds of a step.
const SECONDS: f64 = 0.8;
/// The steps for which the end stays, before everything begins again.
const PAUSE: usize = 5;

/// The steps at which a search enters and leaves each node.
pub struct VisitSteps {
    enter: Vec<usize>,
    leave: Vec<usize>,
    /// The step after the last one: the principal variation appears.
    end: usize,
}

impl VisitSteps {
    pub fn of(tree: &TreePicture) -> VisitSteps {
        let count = tree.nodes.len();
        let mut steps = VisitSteps { enter: vec![0; count], leave: vec![0; count], end: 0 };
        let mut visited: Vec<usize> = (0..count).filter(|&node| tree.nodes[node].order.is_some()).collect();
        visited.sort_by_key(|&node| tree.nodes[node].order);
        let mut path: Vec<usize> = Vec::new();
        for node in visited {
            if let Some(parent) = path.iter().position(|&above| Some(above) == tree.parents[node]) {
                steps.leave_all(tree, path.drain(parent + 1..).rev());
            }
            (steps.enter[node], steps.leave[node]) = (steps.end, steps.end);
            steps.end += 1;
            path.push(node);
        }
        steps.leave_all(tree, path.into_iter().rev());
        // Nodes that were never visited appear when their parent is left.
        for node in (1..count).filter(|&node| tree.nodes[node].order.is_none()) {
            let step = tree.parents[node].map_or(0, |parent| steps.leave[parent]);
            (steps.enter[node], steps.leave[node]) = (step, step);
        }
        steps
    }

    /// Leaves these nodes. A leaf has its value at once.
    fn leave_all(&mut self, tree: &TreePicture, nodes: impl Iterator<Item = usize>) {
        for node in nodes.filter(|&node| tree.parents.contains(&Some(node))) {
            self.leave[node] = self.end;
            self.end += 1;
        }
    }

    /// The number of steps, the last one included.
    pub fn count(&self) -> usize {
        self.end + 1
    }

    /// Paints edges and nodes, each as it is from one step to another; if `still` is a step, only what is there then.
    pub fn draw(
        &self,
        svg: &mut String,
        drawing: &TreeDrawing<'_>,
        tree: &TreePicture,
        still: Option<usize>,
    ) {
        let group = |svg: &mut String, (from, until): (usize, usize), paint: &dyn Fn(&mut String)| match still
        {
            Some(step) if (from..until).contains(&step) => paint(svg),
            Some(_) => {}
            None => self.group(svg, (from, until), paint),
        };
        for (at, node) in tree.nodes.iter().enumerate() {
            let thick = if node.principal { self.end } else { self.enter[at] };
            group(svg, (self.enter[at], thick), &|svg| drawing.draw_edge(svg, at, false));
            group(svg, (thick, usize::MAX), &|svg| drawing.draw_edge(svg, at, node.principal));
        }
        for (at, node) in tree.nodes.iter().enumerate() {
            let windows = node.windows.iter().take(1).cloned().collect();
            let left = Node { principal: false, ..node.clone() };
            let (value, cut, notes) = Default::default();
            let entered = Node { value, cut, notes, windows, ..left.clone() };
            let (enter, leave) = (self.enter[at], self.leave[at]);
            let last = if node.principal { self.end } else { leave };
            for (node, steps) in
                [(&entered, (enter, leave)), (&left, (leave, last)), (node, (last, usize::MAX))]
            {
                group(svg, steps, &|svg| drawing.draw_node(svg, at, &MeasuredNode::new(node, &tree.board)));
            }
        }
    }

    /// Paints what is there from one step until another; `usize::MAX` for what stays.
    fn group(&self, svg: &mut String, (from, until): (usize, usize), paint: &dyn Fn(&mut String)) {
        if from >= until {
            return;
        }
        let all = (self.end + PAUSE) as f64;
        let (mut values, mut times) = (String::from(if from == 0 { "1" } else { "0" }), String::from("0"));
        for (step, value) in [(from, 1), (until, 0)] {
            if step > 0 && step < usize::MAX {
                let _ = write!(values, ";{value}");
                let _ = write!(times, ";{:.4}", step as f64 / all);
            }
        }
        // The opacity holds where nothing moves.
        let still = if until == usize::MAX { "" } else { " opacity=\"0\"" };
        let _ = writeln!(
            svg,
            "<g{still}><animate attributeName=\"opacity\" calcMode=\"discrete\" dur=\"{:.1}s\" repeatCount=\"indefinite\" \
             values=\"{values}\" keyTimes=\"{times}\"/>",
            all * SECONDS
        );
        paint(svg);
        svg.push_str("</g>\n");
    }
}
