//! See `saturate_fuzz::targets::loading`.
#![no_main]

use libfuzzer_sys::fuzz_target;
use saturate_fuzz::targets::{loading, Reused};
use std::cell::RefCell;

thread_local! {
    static HOST: RefCell<Reused> = RefCell::default();
}

fuzz_target!(|text: &str| {
    HOST.with(|host| {
        loading(host.borrow_mut().host(), text);
    });
});
