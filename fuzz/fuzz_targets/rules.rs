//! See `saturate_fuzz::targets::rules`.
#![no_main]

use libfuzzer_sys::fuzz_target;
use saturate_fuzz::targets::{rules, Reused};
use std::cell::RefCell;

thread_local! {
    static HOST: RefCell<Reused> = RefCell::default();
}

fuzz_target!(|text: &str| {
    HOST.with(|host| {
        rules(host.borrow_mut().host(), text);
    });
});
