//! Random chains of matrices, optimised without knowing sizes, against dynamic programming at 1,000 sizes each; and how long that takes.
//!
//!     cargo bench -p saturate-fuzz --bench sizes [-- CHAINS]
//!
//! `saturate fuzz --chains N` prints the same. The numbers are in docs/sizes.md.

use saturate_fuzz::chains::report;

/// Chains for each number of factors.
const CHAINS: usize = 20;

fn main() {
    // `cargo test --benches` runs this, too: nothing to test here.
    if std::env::args().any(|arg| arg == "--test") {
        return;
    }
    let given = std::env::args().skip(1).find_map(|arg| arg.parse().ok());
    if let Err(error) = report(0, given.unwrap_or(CHAINS), &mut std::io::stdout()) {
        eprintln!("{error:?}");
        std::process::exit(1);
    }
}
