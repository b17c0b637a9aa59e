//! The C interface with a session that answers nonsense, and damaged requests.
#![no_main]

#[path = "../../crates/saturate-capi/tests/hostile.rs"]
mod hostile;

libfuzzer_sys::fuzz_target!(|seed: u64| {
    hostile::hostile_session(seed);
    hostile::damaged_request(seed);
});
