//! See `saturate_fuzz::targets::text_ir`.
#![no_main]

use libfuzzer_sys::fuzz_target;
use saturate::host::embedded::Embedded;
use std::cell::RefCell;

thread_local! {
    static HOST: RefCell<Embedded> = RefCell::new(Embedded::new());
}

fuzz_target!(|text: &str| {
    HOST.with(|host| {
        saturate_fuzz::targets::text_ir(&mut host.borrow_mut(), text);
    });
});
