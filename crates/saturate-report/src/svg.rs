//! The e-graph as an SVG drawing, for papers and slides: what [the page](super) shows first.
//!
//! Results are on the left, what they use is right of them: a class stands one column behind its last user, edges that
//! close a cycle aside. Within a column, classes are ordered by the mean position of their neighbours. Classes of nothing
//! but constants and arguments are written where they are used. Of a large graph, only the classes that the source or the result
//! has are drawn, and a line says how many are not.

use super::escape_text;
use saturate::picture::{Node, Picture};
use std::fmt::Write;

/// Up to so many classes are all drawn.
const ALL_CLASSES: usize = 40;
/// How often the columns are ordered anew.
const SWEEPS: usize = 8;
/// Sizes in pixels.
const ROW: f64 = 20.0;
const CHARACTER: f64 = 7.3;
const GAP: (f64, f64) = (48.0, 16.0);
const MARGIN: f64 = 10.0;
/// The longest label, in characters.
const MAX_LABEL: usize = 46;

/// The picture as SVG.
pub fn svg(picture: &Picture) -> String {
    let inline: Vec<bool> = picture
        .classes
        .iter()
        .map(|class| class.nodes.iter().all(|node| node.leaf))
        .collect();
    let all: Vec<usize> = (0..inline.len()).filter(|&class| !inline[class]).collect();
    let mut shown = all.clone();
    if all.len() > ALL_CLASSES {
        shown.retain(|&class| {
            let mut nodes = picture.classes[class].nodes.iter();
            nodes.any(|node| node.chosen || node.value.is_some())
        });
    }
    let mut boxes: Vec<Box> = shown
        .iter()
        .map(|&class| Box::new(picture, &inline, class))
        .collect();
    let mut at = vec![None; inline.len()];
    for (number, &class) in shown.iter().enumerate() {
        at[class] = Some(number);
    }
    let edges: Vec<(usize, usize, usize)> = shown
        .iter()
        .enumerate()
        .flat_map(|(from, &class)| {
            let rows = picture.classes[class].nodes.iter().enumerate();
            let at = &at;
            rows.flat_map(move |(row, node)| {
                let to = node.children.iter().flatten();
                to.filter_map(move |&to| Some((from, row, at[to as usize]?)))
            })
        })
        .filter(|&(from, _, to)| from != to)
        .collect();
    arrange(&mut boxes, &edges);

    let width = boxes.iter().map(|b| b.x + b.width).fold(0.0, f64::max) + 2.0 * MARGIN;
    let height = boxes.iter().map(|b| b.y + b.height).fold(0.0, f64::max) + 2.0 * MARGIN + ROW;
    let mut out = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{width}\" height=\"{height}\" \
         font-family=\"monospace\" font-size=\"12\">\n<g transform=\"translate({MARGIN},{MARGIN})\">\n"
    );
    for &(from, row, to) in &edges {
        let (from, to) = (&boxes[from], &boxes[to]);
        let (x1, y1) = (from.x + from.width, from.y + (row as f64 + 1.5) * ROW);
        let (x2, y2) = (to.x, to.y + ROW / 2.0);
        let bend = ((x2 - x1).abs() / 2.0).max(30.0);
        let style = if x2 > x1 {
            ""
        } else {
            " stroke-dasharray=\"4 3\""
        };
        let _ = writeln!(
            out,
            "<path d=\"M{x1},{y1} C{},{y1} {},{y2} {x2},{y2}\" fill=\"none\" stroke=\"#b6bdc9\"{style}/>",
            x1 + bend,
            x2 - bend
        );
    }
    for (drawn, &class) in boxes.iter().zip(&shown) {
        drawn.write(&picture.classes[class].nodes, &mut out);
    }
    let missing = all.len() - shown.len();
    if missing > 0 || picture.left_out > 0 {
        let y = height - 2.0 * MARGIN;
        let left_out = picture.left_out;
        let _ = writeln!(
            out,
            "<text y=\"{y}\" fill=\"#667085\">not drawn: {missing} classes, and {left_out} nodes of others</text>"
        );
    }
    out.push_str("</g>\n</svg>\n");
    out
}

/// A class as it is drawn.
struct Box {
    x: f64,
    y: f64,
    width: f64,
    height: f64,
    head: String,
    labels: Vec<String>,
}

impl Box {
    fn new(picture: &Picture, inline: &[bool], class: usize) -> Box {
        let data = &picture.classes[class];
        let cost = data.cost.map_or("–".into(), |cost| cost.to_string());
        let head = format!("c{}  {}  cost {cost}", data.id, cut(&data.ty, 20));
        let label = |node: &Node| {
            if node.leaf {
                return cut(&node.op, MAX_LABEL);
            }
            let args = node.children.iter().map(|child| match child {
                Some(child) if inline[*child as usize] => {
                    cut(&picture.classes[*child as usize].nodes[0].op, 18)
                }
                Some(child) => format!("c{}", picture.classes[*child as usize].id),
                None => "…".into(),
            });
            let args: Vec<String> = args.collect();
            cut(&format!("{}({})", node.op, args.join(", ")), MAX_LABEL)
        };
        let labels: Vec<String> = data.nodes.iter().map(label).collect();
        let longest = labels
            .iter()
            .chain([&head])
            .map(|text| text.chars().count());
        Box {
            x: 0.0,
            y: 0.0,
            width: longest.max().unwrap_or(0) as f64 * CHARACTER + 16.0,
            height: (labels.len() + 1) as f64 * ROW + 4.0,
            head,
            labels,
        }
    }

    fn write(&self, nodes: &[Node], out: &mut String) {
        let (x, y, width, height) = (self.x, self.y, self.width, self.height);
        let is_chosen = nodes.iter().any(|node| node.chosen);
        let stroke = if is_chosen { "#15803d" } else { "#98a2b3" };
        let _ = writeln!(
            out,
            "<g transform=\"translate({x},{y})\"><rect width=\"{width}\" height=\"{height}\" rx=\"5\" fill=\"#fff\" \
             stroke=\"{stroke}\"/><text x=\"8\" y=\"14\" fill=\"#667085\">{}</text>",
            escape_text(&self.head)
        );
        for (row, (label, node)) in self.labels.iter().zip(nodes).enumerate() {
            let top = (row + 1) as f64 * ROW;
            if node.chosen {
                let inner = width - 4.0;
                let _ = writeln!(out, "<rect x=\"2\" y=\"{top}\" width=\"{inner}\" height=\"19\" rx=\"3\" fill=\"#dcfce7\"/>");
            }
            let _ = writeln!(
                out,
                "<text x=\"8\" y=\"{}\">{}</text>",
                top + 14.0,
                escape_text(label)
            );
        }
        out.push_str("</g>\n");
    }
}

/// A text of at most so many characters.
fn cut(text: &str, most: usize) -> String {
    if text.chars().count() <= most {
        return text.to_owned();
    }
    let start: String = text.chars().take(most - 1).collect();
    start + "…"
}

/// Gives each box a column and a position in it. Edges are (from, row, to).
fn arrange(boxes: &mut [Box], edges: &[(usize, usize, usize)]) {
    let (forward, back, order) = without_cycles(boxes.len(), edges);
    let mut layer = vec![0; boxes.len()];
    for &at in &order {
        for &next in &forward[at] {
            layer[next] = layer[next].max(layer[at] + 1);
        }
    }
    let mut columns = vec![Vec::new(); layer.iter().max().map_or(0, |last| last + 1)];
    for &at in &order {
        columns[layer[at]].push(at);
    }
    let height = |column: &Vec<usize>| column.iter().map(|&at| boxes[at].height + GAP.1).sum();
    let heights: Vec<f64> = columns.iter().map(height).collect();
    let most = heights.iter().copied().fold(0.0, f64::max);
    for sweep in 0..=SWEEPS {
        let near = if sweep % 2 == 0 { &back } else { &forward };
        for (number, column) in columns.iter_mut().enumerate() {
            let wish = |at: usize| {
                let middle = |at: usize| boxes[at].y + boxes[at].height / 2.0;
                match near[at].len() {
                    0 => middle(at),
                    count => near[at].iter().map(|&n| middle(n)).sum::<f64>() / count as f64,
                }
            };
            if sweep > 0 {
                column.sort_by(|&a, &b| wish(a).total_cmp(&wish(b)));
            }
            let mut y = (most - heights[number]) / 2.0;
            for &at in column.iter() {
                boxes[at].y = y;
                y += boxes[at].height + GAP.1;
            }
        }
    }
    let mut x = 0.0;
    for column in &columns {
        let width = column.iter().map(|&at| boxes[at].width).fold(0.0, f64::max);
        column.iter().for_each(|&at| boxes[at].x = x);
        x += width + GAP.0;
    }
}

/// Successors and predecessors without the edges that close a cycle, and a topological order.
#[allow(clippy::type_complexity)]
fn without_cycles(
    count: usize,
    edges: &[(usize, usize, usize)],
) -> (Vec<Vec<usize>>, Vec<Vec<usize>>, Vec<usize>) {
    let mut out = vec![Vec::new(); count];
    let mut used = vec![false; count];
    for &(from, _, to) in edges {
        out[from].push(to);
        used[to] = true;
    }
    let (mut forward, mut back) = (vec![Vec::new(); count], vec![Vec::new(); count]);
    let (mut seen, mut done) = (vec![false; count], vec![false; count]);
    let mut order = Vec::new();
    let mut starts: Vec<usize> = (0..count).collect();
    starts.sort_by_key(|&at| used[at]);
    for start in starts {
        if std::mem::replace(&mut seen[start], true) {
            continue;
        }
        let mut stack = vec![(start, 0)];
        while let Some((at, edge)) = stack.pop() {
            let Some(&next) = out[at].get(edge) else {
                done[at] = true;
                order.push(at);
                continue;
            };
            stack.push((at, edge + 1));
            if done[next] || !seen[next] {
                forward[at].push(next);
                back[next].push(at);
            }
            if !std::mem::replace(&mut seen[next], true) {
                stack.push((next, 0));
            }
        }
    }
    order.reverse();
    (forward, back, order)
}
