//! Random chains of matrices, optimised without knowing sizes, against dynamic programming at 1,000 sizes each.
//!
//!     cargo bench --bench sizes [-- CHAINS]
//!
//! `saturate fuzz --chains N` prints the same.

use saturate_fuzz::chains::{measure, Measure, Spread, HEADING};

/// Chains for each number of factors.
const CHAINS: usize = 20;

fn main() {
    // `cargo test --benches` runs this, too: nothing to test here.
    if std::env::args().any(|arg| arg == "--test") {
        return;
    }
    let given = std::env::args().skip(1).find_map(|arg| arg.parse().ok());
    for (variants, spread) in [
        (None, Spread::Even),
        (None, Spread::Magnitudes),
        (Some(4), Spread::Even),
        (Some(4), Spread::Magnitudes),
    ] {
        println!("at most {variants:?} variants, sizes {spread:?}\n\n{HEADING}");
        for factors in 3..=8 {
            let what = Measure {
                seed: 0,
                chains: given.unwrap_or(CHAINS),
                vectors: 1000,
                variants,
                spread,
            };
            match measure(factors, &what) {
                Ok(distribution) => println!("| {factors} {distribution}"),
                Err(message) => panic!("{message}"),
            }
        }
        println!();
    }
}
