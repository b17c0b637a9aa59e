//! Original against optimised, for the case that the bytes make up.
#![no_main]

use libfuzzer_sys::fuzz_target;
use saturate_fuzz::config::Config;
use saturate_fuzz::session::Session;
use std::cell::RefCell;

thread_local! {
    static SESSION: RefCell<Session> = RefCell::new(Session::new(&Config::default()));
}

fuzz_target!(|choices: &[u8]| {
    SESSION
        .with(|session| saturate_fuzz::targets::differential(&mut session.borrow_mut(), choices));
});
