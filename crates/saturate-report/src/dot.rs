//! The e-graph for Graphviz: a cluster per class, an edge per operand.
//!
//! ```text
//! digraph egraph {
//!   subgraph cluster_4 { label="c4  Float64"; n4_0 [label="real", style=filled, …]; }
//!   n4_0 -> n9_0 [lhead=cluster_9];
//! }
//! ```

use saturate::picture::Picture;
use std::fmt::Write;

/// The picture as DOT.
pub fn dot(picture: &Picture) -> String {
    let mut out = String::from(
        "digraph egraph {\n  compound=true; rankdir=LR; node [shape=box, fontname=monospace];\n",
    );
    for (index, class) in picture.classes.iter().enumerate() {
        let label = quote(&format!("c{}  {}", class.id, class.ty));
        let _ = writeln!(out, "  subgraph cluster_{index} {{\n    label={label};");
        for (number, node) in class.nodes.iter().enumerate() {
            let style = if node.chosen {
                ", style=filled, fillcolor=\"#dcfce7\""
            } else {
                ""
            };
            let label = quote(&node.op);
            let _ = writeln!(out, "    n{index}_{number} [label={label}{style}];");
        }
        out.push_str("  }\n");
    }
    for (index, class) in picture.classes.iter().enumerate() {
        for (number, node) in class.nodes.iter().enumerate() {
            for child in node.children.iter().flatten() {
                let _ = writeln!(
                    out,
                    "  n{index}_{number} -> n{child}_0 [lhead=cluster_{child}];"
                );
            }
        }
    }
    out.push_str("}\n");
    out
}

/// A string as DOT reads it.
fn quote(text: &str) -> String {
    let text = text.replace('\\', "\\\\").replace('"', "\\\"");
    format!("\"{}\"", text.replace('\n', " "))
}
