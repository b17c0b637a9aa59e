//! The reader of extraction problems.
#![no_main]

libfuzzer_sys::fuzz_target!(|text: &str| {
    saturate_fuzz::targets::egraph_json(text);
});
