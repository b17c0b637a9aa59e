//! Every extractor against brute force, on the problem that the bytes make up.
#![no_main]

#[allow(dead_code)] // Its tests.
#[path = "../../crates/saturate/tests/extract_random.rs"]
mod extract_random;

use saturate::dag::Shape;
use saturate_fuzz::random::Random;

libfuzzer_sys::fuzz_target!(|choices: &[u8]| {
    let mut random = Random::of_choices(choices);
    let shape = Shape {
        classes: 2 + random.below(11),
        members: 3,
        cycles: random.one_in(2),
        negative: random.one_in(2),
    };
    let case = random.below(256);
    extract_random::compare(shape, &mut random, case, "the bytes");
});
