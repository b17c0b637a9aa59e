//! The C interface with a session, a request and rules that the bytes make up.
#![no_main]

#[allow(dead_code)] // Its tests.
#[path = "../../crates/saturate-capi/tests/hostile.rs"]
mod hostile;

use saturate_fuzz::random::Random;

libfuzzer_sys::fuzz_target!(|choices: &[u8]| {
    hostile::anything(Random::of_choices(choices));
});
