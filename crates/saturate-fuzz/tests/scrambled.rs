//! That a scrambled function is the same function in another shape, and that the shapes are worth the name.

use saturate::diag::Source;
use saturate::ir::cfg::Cfg;
use saturate::ir::dominance::Dominators;
use saturate::ir::verify::verify;
use saturate::ir::Function;
use saturate::sym::Sym;
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
