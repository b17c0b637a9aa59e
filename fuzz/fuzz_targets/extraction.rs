//! Every extractor against brute force.
#![no_main]

#[path = "../../crates/saturate/tests/extract_random.rs"]
mod extract_random;

use saturate::extract::dag::Shape;
use saturate::random::Random;

libfuzzer_sys::fuzz_target!(|input: (u64, u8)| {
    let (seed, shape) = input;
    let shape = Shape {
        classes: 2 + usize::from(shape % 11),
        members: 3,
        cycles: shape & 64 != 0,
        negative: shape & 128 != 0,
    };
    extract_random::compare(shape, &mut Random::new(seed), 0, &format!("{input:?}"));
});
