//! Original against optimised, for the case that the input names.
#![no_main]

use libfuzzer_sys::fuzz_target;
use saturate_fuzz::config::Config;
use saturate_fuzz::session::Session;
use std::cell::RefCell;

thread_local! {
    static SESSION: RefCell<Session> = RefCell::new(Session::new(&Config::default()));
}

fuzz_target!(|input: (u64, u64)| {
    SESSION.with(|session| {
        saturate_fuzz::targets::differential(&mut session.borrow_mut(), input.0, input.1)
    });
});
