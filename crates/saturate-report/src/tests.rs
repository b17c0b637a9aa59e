//! The page holds what it must, and nothing in a program can break out of it.

use super::dot::dot;
use super::svg::svg;
use super::{Entry, Page};
use saturate::diag::Source;
use saturate::ir::print::print;
use saturate::picture::flow::Line;
use saturate::pipeline::Options;
use saturate::rules::syntax;
use saturate::sym::Sym;
use saturate_driver::Job;
use saturate_embedded::Embedded;
use serde_json::Value;

const RULES: &str = "@rules r begin
    ~x::Int64 + 0 --> ~x
    ~x::Int64 + ~y::Int64 --> ~y + ~x
    (~x::Int64 + ~y::Int64) + ~z::Int64 --> ~x + (~y + ~z)
end";

fn entry(source: &str, rules: &str, types: &str, options: Options) -> Entry {
    let mut host = Embedded::new();
    assert!(host.load(Source::new("f.jl", source)).is_empty());
    let rules = match syntax::read(Source::new("r.jl", rules), &mut host) {
        Ok(rules) => rules,
        Err(problems) => panic!("{}", problems[0].message),
    };
    let types = host.signature_from_text(types).unwrap();
    let options = Options {
        explain: true,
        picture: true,
        ..options
    };
    let name = Sym::new("f");
    let job = Job { name, types, rules };
    let done = job.optimize(&mut host, &options).unwrap();
    let optimized = done.optimized;
    let picture = optimized.picture.expect("it was asked for");
    Entry {
        name: "f".into(),
        before: print(&picture.function, &mut host),
        through: optimized.through.lines(&mut host),
        after: print(&optimized.function, &mut host),
        julia: None,
        outcome: optimized.outcome,
        explanation: optimized.explanation,
        variants: optimized.variants,
        picture,
    }
}

fn page(file: &str, source: &str, entry: Entry) -> String {
    let page = Page {
        file,
        source,
        read: 1,
        entries: vec![entry],
    };
    page.html().unwrap()
}

/// The data of a page, as a browser would read it: up to the first end tag.
fn data(html: &str) -> Value {
    let (_, rest) = html
        .split_once("<script type=\"application/json\" id=\"data\">")
        .expect("the page has data");
    let (json, _) = rest.split_once("</script").expect("the data ends");
    serde_json::from_str(json).expect("the data is JSON")
}

const SUM: &str = "f(a, b) = (a + 0) + (b + 0)";
const SUM_RULES: &str = "@rules r begin
    ~x::Int64 + 0 --> ~x
    ~x::Int64 + ~y::Int64 --> ~y + ~x
end";

const GROUPING: &str = "@rules r begin
    (~a::Matrix{Float64} * ~b::Matrix{Float64}) * ~c::Matrix{Float64} == ~a * (~b * ~c)
    @cost *(A::Matrix, B::Matrix) 2 * size(A, 1) * size(A, 2) * size(B, 2)
end";

#[test]
fn costs_are_drawn_over_sizes_where_sizes_decide() {
    let source = "f(a, b, c) = (a * b) * c";
    let types = "Matrix{Float64}, Matrix{Float64}, Matrix{Float64}";
    let variants = entry(source, GROUPING, types, Options::default()).variants;
    assert_eq!(variants.list.len(), 2);
    let sizes: Vec<Option<&str>> = (variants.curves.iter())
        .map(|curve| curve.size.as_deref())
        .collect();
    let [rows, inner, columns, last] =
        ["size(a, 1)", "size(a, 2)", "size(b, 2)", "size(c, 2)"].map(Some);
    assert_eq!(sizes, [None, rows, inner, columns, last]);
    let all = &variants.curves[0];
    for (position, &n) in all.at.iter().enumerate() {
        assert_eq!(all.costs[0][position], 4.0 * n * n * n);
        assert_eq!(all.costs[1][position], 4.0 * n * n * n);
    }
    // A thin factor at the end: `a * (b * c)` is the cheaper one, whichever of the two it is.
    let thin = &variants.curves[4];
    let costs = [thin.costs[0][0], thin.costs[1][0]];
    assert_eq!(thin.at[0], 2.0);
    assert_eq!(costs.iter().copied().fold(f64::INFINITY, f64::min), 8e4);
    assert_eq!(costs.iter().copied().fold(0.0, f64::max), 2e6 + 4e4);
}

#[test]
fn one_program_has_no_curves() {
    let entry = entry(SUM, SUM_RULES, "Int64, Int64", Options::default());
    assert!(entry.variants.curves.is_empty());
}

#[test]
fn the_data_is_complete() {
    let html = page(
        "f.jl",
        SUM,
        entry(SUM, SUM_RULES, "Int64, Int64", Options::default()),
    );
    let data = data(&html);
    assert_eq!(data["source"], SUM);
    let entry = &data["entries"][0];
    assert!(entry["before"].as_str().unwrap().contains("+(%1, 0)"));
    assert!(!entry["after"].as_str().unwrap().contains("0)"));
    let outcome = &entry["outcome"];
    assert_eq!(
        (
            outcome["cost_before"].as_f64(),
            outcome["cost_after"].as_f64()
        ),
        (Some(3.0), Some(1.0))
    );
    assert_eq!(outcome["bound"], 1.0);
    assert_eq!(outcome["saturation"]["stop"], "saturated");

    let picture = &entry["picture"];
    let rules: Vec<&str> = picture["rules"]
        .as_array()
        .unwrap()
        .iter()
        .map(|rule| rule["name"].as_str().unwrap())
        .collect();
    assert_eq!(rules, ["r.1", "r.2"]);
    let classes = picture["classes"].as_array().unwrap();
    let nodes: Vec<&Value> = classes
        .iter()
        .flat_map(|class| class["nodes"].as_array().unwrap())
        .collect();
    assert_eq!(
        nodes.len() as u64,
        outcome["saturation"]["nodes"].as_u64().unwrap()
    );
    assert_eq!(picture["left_out"], 0);
    for child in nodes
        .iter()
        .flat_map(|node| node["children"].as_array().unwrap())
    {
        assert!((child.as_u64().unwrap() as usize) < classes.len());
    }
    // a, b and one sum of them.
    let chosen: Vec<&&Value> = nodes.iter().filter(|node| node["chosen"] == true).collect();
    assert_eq!(chosen.len(), 3);
    assert_eq!(chosen.iter().filter(|node| node["op"] == "+").count(), 1);
    // Turned sums are made by the second rule, in some iteration; the three of the source were there before.
    assert!(nodes
        .iter()
        .any(|node| node["rule"] == 1 && node["born"].as_u64() >= Some(1)));
    assert_eq!(
        nodes.iter().filter(|node| !node["value"].is_null()).count(),
        3
    );
    assert!(nodes
        .iter()
        .filter(|node| !node["value"].is_null())
        .all(|node| node["born"] == 0));

    let iterations = outcome["saturation"]["iterations"].as_array().unwrap();
    for iteration in iterations {
        let sum = |what: &str| -> u64 {
            let turns = iteration["rules"].as_array().unwrap();
            turns.iter().map(|turn| turn[what].as_u64().unwrap()).sum()
        };
        assert_eq!(sum("matches"), iteration["matches"].as_u64().unwrap());
        assert_eq!(sum("applied"), iteration["applied"].as_u64().unwrap());
    }
    let fates: Vec<&str> = picture["flow"]["statements"]
        .as_array()
        .unwrap()
        .iter()
        .map(|statement| statement["fate"].as_str().unwrap())
        .collect();
    assert_eq!(fates.len(), 3);
    assert!(entry["explanation"]["changes"]
        .as_array()
        .is_some_and(|changes| !changes.is_empty()));
}

#[test]
fn numbers_are_those_of_the_text_before_also_where_a_call_stands_for_a_loop() {
    let source = "twice!(y, x, r) = for i in r; y[i] = 2.0 * x[i]; end
        function f(y, x)
            for i in 1:length(x)
                y[i] = 2.0 * x[i]
            end
            return y[1] / 2.0
        end";
    let rules = "for ~i in ~r
            (~y)[~i] = 2.0 * (~x)[~i]
        end --> twice!(~y, ~x, ~r)
        ~x::Float64 / 2.0 --> ~x * 0.5
        @cost (/) 10";
    let types = "Vector{Float64}, Vector{Float64}";
    let entry = entry(source, rules, types, Options::default());
    assert_eq!(entry.through, ["in place of a loop: r.1 (line 4)"]);
    let changes = &entry.explanation.as_ref().unwrap().changes;
    let shown = |value: u32| {
        let start = format!("%{value} = ");
        let mut lines = entry.before.lines().map(str::trim);
        lines.find(|line| line.starts_with(&start)).unwrap_or("")
    };
    let shown: Vec<&str> = changes.iter().map(|change| shown(change.value)).collect();
    assert_eq!(shown.len(), 2, "{changes:?}");
    assert!(shown[0].contains("twice!("), "{shown:?}");
    assert!(shown[1].contains("/("), "{shown:?}");
}

/// The line of the result that holds a text, with its number in front.
fn line(entry: &Entry, text: &str) -> Line {
    let lines: Vec<&str> = entry.after.lines().filter(|l| l.contains(text)).collect();
    let [line] = lines[..] else {
        panic!("{text} is not once in\n{}", entry.after)
    };
    let number = line.trim().trim_start_matches('%').split(' ').next();
    let number: u32 = number.unwrap().parse().unwrap();
    let mut lines = entry.picture.flow.result.iter();
    lines.find(|line| line.value == number).unwrap().clone()
}

#[test]
fn the_skeleton_says_where_everything_went() {
    let source = "function f(a, b, n)
        s = 0
        i = 0
        while i < n
            s += (a * b) * 2
            i += 1
        end
        return s
    end";
    let rules = "@rules r begin
        ~x::Int64 * 2 --> ~x << 1
        @cost *(::Int64, ::Int64) 3
    end";
    let entry = entry(source, rules, "Int64, Int64, Int64", Options::default());
    let flow = &entry.picture.flow;
    assert_eq!(flow.blocks.iter().map(|block| block.depth).max(), Some(1));
    let back: Vec<u32> = flow
        .blocks
        .iter()
        .flat_map(|block| &block.edges)
        .filter(|edge| edge.back)
        .map(|edge| edge.to)
        .collect();
    assert_eq!(back.len(), 1);
    assert_eq!(flow.blocks[back[0] as usize].depth, 1);
    assert_eq!(flow.blocks[0].edges[0].to, back[0]);

    // What does not change in the loop runs before it.
    let product = line(&entry, "*(%1, %2)");
    assert_eq!(product.block, 0);
    assert!(product.how.unwrap().starts_with("hoisted from b"));
    let fate = |value: Option<u32>| {
        let mut all = flow.statements.iter();
        let fate = all.find(|fate| Some(fate.value) == value);
        fate.unwrap().fate.clone().unwrap()
    };
    assert_eq!(fate(product.from), "hoisted to b0");
    let shifted = line(&entry, "<<(");
    assert_eq!((shifted.block, shifted.how.as_deref()), (0, Some("new")));
    let (class, node) = shifted.node.unwrap();
    let node = &entry.picture.classes[class as usize].nodes[node as usize];
    assert_eq!((&*node.op, node.rule), ("<<", Some(0)));
    assert_eq!(node.blocks, ["b0"]);
    // The test of the loop stays in it.
    let test = line(&entry, "= <(");
    assert_eq!((test.how, fate(test.from)), (None, "stays".to_owned()));
    assert!(test.block > 0);
}

#[test]
fn a_decided_branch_is_not_live() {
    let source = "f(x) = x > 0 ? x : -x";
    let rules = "@rules r begin\n    ~x::Int64 > 0 --> true\nend";
    let entry = entry(source, rules, "Int64", Options::default());
    let flow = &entry.picture.flow;
    let edges: Vec<bool> = flow.blocks[0].edges.iter().map(|edge| edge.live).collect();
    assert_eq!(edges, [true, false]);
    assert_eq!(flow.blocks.iter().filter(|block| !block.live).count(), 1);
    let minus = flow.statements.last().unwrap();
    assert_eq!(minus.fate.as_deref(), Some("dropped"));
}

#[test]
fn constants_are_shown_by_their_names() {
    let source = "struct P end\nconst ORIGIN = P()\ng(x, p) = x\nf(x) = g(g(x, ORIGIN), π)";
    let rules = "@rules r begin\n    ~x + 0 --> ~x\nend";
    let entry = entry(source, rules, "Float64", Options::default());
    assert!(entry.before.contains("ORIGIN)"), "{}", entry.before);
    assert!(entry.before.contains(", π)"), "{}", entry.before);
    let nodes = entry.picture.classes.iter().flat_map(|class| &class.nodes);
    let leaves: Vec<&str> = nodes.filter(|n| n.leaf).map(|n| &*n.op).collect();
    assert!(
        leaves.contains(&"π") && leaves.contains(&"ORIGIN"),
        "{leaves:?}"
    );
}

#[test]
fn a_program_cannot_leave_its_script_element() {
    let source = "# </script><script>alert(1)</script> <!-- & \u{2028}\nf(x) = x * \"</script><img src=x>\" * \"{{data}}\"";
    let html = page(
        "<b>\"&.jl",
        source,
        entry(
            source,
            "@rules r begin\n    ~x + 0 --> ~x\nend",
            "String",
            Options::default(),
        ),
    );
    assert_eq!(html.matches("</script").count(), 3);
    assert_eq!(html.matches("<script").count(), 3);
    assert_eq!(html.matches("<!--").count(), 0);
    assert!(!html.contains("<img"));
    assert!(html.contains("<title>Saturate: &lt;b&gt;&quot;&amp;.jl</title>"));
    let data = data(&html);
    assert_eq!(data["source"], source);
    assert_eq!(data["file"], "<b>\"&.jl");
    assert!(data["entries"][0]["before"]
        .as_str()
        .unwrap()
        .contains("</script><img src=x>"));
}

#[test]
fn a_page_asks_for_nothing() {
    let html = page(
        "f.jl",
        SUM,
        entry(SUM, SUM_RULES, "Int64, Int64", Options::default()),
    );
    assert!(html.contains("default-src 'none'"));
    // The name of a namespace is no address, and a part of the page itself is not asked for.
    let html = html
        .replace("http://www.w3.org/2000/svg", "")
        .replace("url(#arrow)", "");
    for what in ["http:", "https:", "src=", "@import", "url("] {
        assert!(!html.contains(what), "{what}");
    }
}

#[test]
fn a_thousand_nodes_are_less_than_two_megabytes() {
    let source = "f(a, b, c, d, e, g, h, i) = ((((((a + b) + c) + d) + e) + g) + h) + i";
    let mut options = Options::default();
    options.limits.nodes = 2_500;
    let types = ["Int64"; 8].join(", ");
    let entry = entry(source, RULES, &types, options);
    assert!(entry.outcome.saturation.nodes >= 1_000);
    let html = page("f.jl", source, entry);
    assert!(html.len() < 2_000_000, "{}", html.len());
    data(&html);
}

#[cfg(not(feature = "highs"))]
#[test]
fn nothing_is_chosen_where_the_original_is_kept() {
    let options = Options {
        strategy: saturate::pipeline::Strategy::Ilp(std::time::Duration::from_secs(1)),
        ..Options::default()
    };
    let entry = entry(SUM, SUM_RULES, "Int64, Int64", options);
    assert!(entry.outcome.kept.is_some());
    let mut nodes = entry.picture.classes.iter().flat_map(|class| &class.nodes);
    assert!(nodes.all(|node| !node.chosen));
    let flow = &entry.picture.flow;
    assert!(flow.statements.iter().all(|s| s.fate.is_none()));
    assert!(flow.result.is_empty() && !flow.blocks.is_empty());
}

#[test]
fn dot_quotes_what_it_must() {
    let source = "f(x) = x * \"a\\\\\\\"b\\n\"";
    let entry = entry(
        source,
        "@rules r begin\n    ~x + 0 --> ~x\nend",
        "String",
        Options::default(),
    );
    let text = dot(&entry.picture);
    assert!(text.starts_with("digraph egraph {") && text.ends_with("}\n"));
    for line in text.lines() {
        let plain = line.replace("\\\\", "").replace("\\\"", "");
        assert_eq!(plain.matches('"').count() % 2, 0, "{line}");
    }
    assert_eq!(
        text.matches("subgraph").count(),
        entry.picture.classes.len()
    );
}

#[test]
fn svg_draws_each_class_that_has_calls() {
    let entry = entry(SUM, SUM_RULES, "Int64, Int64", Options::default());
    let text = svg(&entry.picture);
    let classes = entry.picture.classes.iter();
    let with_calls = classes.filter(|class| class.nodes.iter().any(|node| !node.leaf));
    assert_eq!(
        text.matches("stroke=\"#15803d\"").count() + text.matches("stroke=\"#98a2b3\"").count(),
        with_calls.count()
    );
    assert_eq!(text.matches("<g").count(), text.matches("</g>").count());
    assert!(!text.contains("not drawn"));
}

#[test]
fn svg_escapes_text() {
    let source = "f(x) = x * \"</text><script>\"";
    let rules = "@rules r begin\n    ~x + 0 --> ~x\nend";
    let text = svg(&entry(source, rules, "String", Options::default()).picture);
    assert!(text.contains("&lt;/text&gt;"));
    assert!(!text.contains("<script"));
}
