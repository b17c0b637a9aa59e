//! That a scrambled function is the same function in another shape, and that the shapes are worth the name.

use saturate::diag::Source;
use saturate::ir::cfg::Cfg;
use saturate::ir::dominance::Dominators;
use saturate::ir::verify::verify;
use saturate::ir::Function;
use saturate::rules::read;
use saturate::sym::Sym;
use saturate::{optimize, Options};
use saturate_embedded::interp::Value;
use saturate_embedded::{Embedded, Output, Run};
use saturate_fuzz::random::Random;
use saturate_fuzz::scramble::scramble;

const PROGRAM: &str = "
function f(x::Int64, n::Int64)
    r = 1
    y = x > 3 ? 1.5 : x
    while n > 0
        if isodd(n)
            r *= x
            println(r)
        else
            r += n
        end
        n -= 1
    end
    return (r, y)
end";

/// Whether some loop can be entered at two places.
fn is_irreducible(function: &Function) -> bool {
    let cfg = Cfg::new(function);
    let dominators = Dominators::new(function, &cfg);
    cfg.order.iter().any(|&block| {
        let targets = function.blocks[block].term.targets();
        targets.into_iter().any(|target| {
            cfg.position(target.block) <= cfg.position(block)
                && !dominators.dominates(target.block, block)
        })
    })
}

#[test]
fn scrambling_changes_nothing_but_the_shape() {
    let mut host = Embedded::new();
    let diagnostics = host.load(Source::new("f.jl", PROGRAM));
    assert!(diagnostics.is_empty(), "{diagnostics:?}");
    let types = host
        .signature_from_text("Int64, Int64")
        .expect("a signature");
    let special = host.typed(Sym::new("f"), &types).expect("f has a type");
    let seen = |function: &Function, host: &mut Embedded| -> Vec<String> {
        let inputs = [[2, 5], [7, 4], [3, 0]].map(|input| input.map(Value::Int64));
        let runs = inputs.iter().map(|input| {
            host.run = Run::new(Output::Captured(String::new()), 10_000);
            let result = host.run_function(function, input);
            let Output::Captured(output) = &host.run.output else {
                panic!("output goes elsewhere")
            };
            format!("{result:?} {output}")
        });
        runs.collect()
    };
    let wanted = seen(&special.function, &mut host);
    let (mut irreducible, mut longer) = (0, 0);
    for seed in 0..300 {
        let (function, _) = scramble(&special.function, &mut Random::new(seed), &mut host);
        if let Err(error) = verify(&function) {
            panic!("seed {seed}: {}", error.diagnostic(&function));
        }
        assert_eq!(seen(&function, &mut host), wanted, "seed {seed}");
        irreducible += usize::from(is_irreducible(&function));
        longer += usize::from(function.layout.len() > special.function.layout.len());
    }
    assert!(!is_irreducible(&special.function));
    assert!(irreducible > 50, "{irreducible} with two entries");
    assert!(longer > 150, "{longer} of other length");
}

/// A `for` that goes on elsewhere without elements than behind the last one is none that a rule speaks of: in shapes of its own, the two ways pass
/// different numbers of arguments.
#[test]
fn loops_with_two_ways_on_stay_loops() {
    let text = format!(
        "{}{}",
        "all!(y, x, r) = for i in r; y[i] = x[i]; end\n",
        "function f(y::Vector{Int64}, x::Vector{Int64}, n::Int64)
            for i in 1:n
                y[i] = x[i]
            end
            k = n
            while k > 0
                k -= 1
                println(k)
            end
            return y
        end"
    );
    let mut host = Embedded::new();
    assert!(host.load(Source::new("f.jl", text)).is_empty());
    let rule = "for ~i in ~r\n (~y)[~i] = (~x)[~i]\nend --> all!(~y, ~x, ~r)";
    let rules = read(Source::new("r.jl", rule), &mut host).expect("the rule is right");
    let types = host.signature_from_text("Vector{Int64}, Vector{Int64}, Int64");
    let types = types.expect("a signature");
    let special = host.typed(Sym::new("f"), &types).expect("f has a type");
    let mut raised = 0;
    for seed in 0..500 {
        let mut random = Random::new(seed);
        let (function, inferred) = scramble(&special.function, &mut random, &mut host);
        let result = optimize(&function, &inferred, &rules, &mut host, &Options::default());
        assert!(verify(&result.function).is_ok());
        raised += usize::from(!result.through.raised.is_empty());
    }
    assert!(raised > 0 && raised < 500, "{raised} of 500");
}
