//! See `saturate_fuzz::targets::text_ir`.
#![no_main]

use libfuzzer_sys::fuzz_target;
use saturate_fuzz::targets::{text_ir, Reused};
use std::cell::RefCell;

thread_local! {
    static HOST: RefCell<Reused> = RefCell::default();
}

fuzz_target!(|text: &str| {
    HOST.with(|host| {
        text_ir(host.borrow_mut().host(), text);
    });
});
