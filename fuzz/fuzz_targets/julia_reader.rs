//! The Julia reader.
#![no_main]

libfuzzer_sys::fuzz_target!(|text: &str| saturate_fuzz::targets::julia_reader(text));
