//! Rule sets through the C interface: reading, errors, ownership.
//!
//! The session knows no names, so that only what needs none can be read: declarations of nothing, and errors.
#![allow(unsafe_code)]

use saturate_capi::abi::*;
use saturate_capi::host::FixedTypes;
use saturate_capi::wire::{ask, status};
use std::ffi::c_void;
use std::ptr::{null, null_mut};

/// A session in which every name is unknown, or that throws when it is asked this question.
unsafe extern "C" fn ask_nobody(
    context: *mut c_void,
    question: i32,
    _words: *const i32,
    _words_len: usize,
    _text: *const u8,
    _text_len: usize,
    _out: *mut Answer,
) -> i32 {
    // SAFETY: `read` below passes an `i32`.
    let fails_at = unsafe { *context.cast::<i32>() };
    if question == fails_at {
        status::FAILED
    } else {
        status::NO_ANSWER
    }
}

/// Status, message, and whether there is a rule set, which is freed.
fn read(text: &[u8], fails_at: i32) -> (i32, String, bool) {
    let name = b"rules.jl";
    let request = RulesRequest {
        name: name.as_ptr(),
        name_len: name.len(),
        text: text.as_ptr(),
        text_len: text.len(),
        base: null(),
        fixed: FixedTypes {
            any: 0,
            bottom: 1,
            bool: 2,
        },
    };
    let mut context = fails_at;
    let callbacks = Callbacks {
        context: (&raw mut context).cast(),
        ask: Some(ask_nobody),
    };
    let mut outcome = std::mem::MaybeUninit::uninit();
    // SAFETY: all pointers are of live values; the outcome is filled by the call, read, and freed once.
    unsafe {
        let status = saturate_rules_read(&request, &callbacks, outcome.as_mut_ptr());
        let mut outcome = outcome.assume_init();
        assert_eq!(outcome.status, status);
        let message = match outcome.message.data.is_null() {
            true => Vec::new(),
            false => std::slice::from_raw_parts(outcome.message.data, outcome.message.len).to_vec(),
        };
        let has_rules = !outcome.rules.is_null();
        saturate_rules_free(outcome.rules);
        saturate_free(&mut outcome);
        (status, String::from_utf8(message).unwrap(), has_rules)
    }
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
