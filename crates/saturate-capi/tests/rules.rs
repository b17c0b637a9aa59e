//! Rule sets through the C interface: reading, errors, ownership.
//!
//! The session knows no names, so that only what needs none can be read: declarations of nothing, and errors.
#![allow(unsafe_code)]

mod session;

use saturate_capi::abi::*;
use saturate_capi::wire::{ask, status};
use session::Given;
use std::ptr::{null, null_mut};

/// A session in which every name is unknown, or that throws when it is asked this question.
struct Nobody {
    fails_at: i32,
}

impl session::Session for Nobody {
    fn answer(&mut self, question: i32, _words: &[i32], _text: &[u8], _given: &mut Given) -> i32 {
        if question == self.fails_at {
            status::FAILED
        } else {
            status::NO_ANSWER
        }
    }
}

/// Status, message, and whether there is a rule set, which is freed.
fn read(text: &[u8], fails_at: i32) -> (i32, String, bool) {
    let (response, rules) = session::read_rules(text, None, &mut Nobody { fails_at });
    (response.status, response.message, rules.is_some())
}

#[test]
fn an_empty_set_is_a_set() {
    assert_eq!(read(b"", -1), (status::OK, String::new(), true));
    assert_eq!(
        read(b"\n\n  @rules a begin\n end", -1),
        (status::OK, String::new(), true)
    );
}

#[test]
fn errors_have_the_place_of_the_file() {
    let (status, message, has_rules) =
        read(b"\n\n@rules a begin\n    ~x --> 1\n    1 + 1\nend", -1);
    assert_eq!((status, has_rules), (status::BAD_RULES, false));
    let lines: Vec<&str> = message.lines().collect();
    assert_eq!(lines.len(), 2, "{message}");
    assert!(lines[0].starts_with("rules.jl:4:5: the left side is a bare variable"));
    assert!(lines[1].starts_with("rules.jl:5:5: not a rule"));
}

#[test]
fn a_session_without_an_answer_is_an_error_of_the_rule() {
    let (status, message, _) = read(b"f(~x) --> 1", -1);
    assert_eq!(status, status::BAD_RULES);
    assert!(message.starts_with("rules.jl:1:1: "), "{message}");
}

#[test]
fn a_session_that_throws_ends_the_reading() {
    let (status, _, has_rules) = read(b"f(~x) --> 1", ask::LOWER);
    assert_eq!((status, has_rules), (status::FAILED, false));
}

#[test]
fn what_is_no_text_is_refused() {
    let (status, message, _) = read(b"\xff\xfe", -1);
    assert_eq!(status, status::BAD_REQUEST);
    assert!(message.contains("UTF-8"), "{message}");
}

#[test]
fn null_pointers_are_refused() {
    // SAFETY: null is allowed for every pointer.
    unsafe {
        assert_eq!(
            saturate_rules_read(null(), null(), null_mut()),
            status::BAD_REQUEST
        );
        saturate_rules_free(null_mut());
    }
}
