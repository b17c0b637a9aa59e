//! Requests through the C interface, with a session that a few lines of Rust play.
//!
//! Types: 0 `Any`, 1 `Union{}`, 2 `Bool`, 3 `Int64`, 4 `Nothing`, 5 `typeof(f)`, 6 `Union{Int64, Nothing}`.
//! Constants: 0 `f`, 1 `isa`, 2 the type `Int64`, 3 `+`, 4 `nothing`.
#![allow(unsafe_code)]

mod session;

use saturate_capi::abi::*;
use saturate_capi::wire::{self, ask, inst, operand, status, stmt, term};
use session::{request, Given, NAMES, OPTIONS, TYPES};
use std::ptr::null_mut;

/// A session that knows a few answers, or fails at one question; what it was asked.
#[derive(Default)]
struct Fake {
    fail_at: Option<i32>,
    asked: Vec<Vec<i32>>,
}

impl session::Session for Fake {
    fn answer(&mut self, question: i32, words: &[i32], _text: &[u8], given: &mut Given) -> i32 {
        self.asked.push([&[question], words].concat());
        if self.fail_at == Some(question) {
            given.text.extend_from_slice(b"the session threw");
            return status::FAILED;
        }
        let answer = match (question, words) {
            (ask::SINGLETON, [5]) => 0,
            (ask::TYPE_OF, [0]) => 5,
            (ask::TYPE_OF, [4]) => 4,
            (ask::TYPE_OF, _) => 0,
            (ask::LITERAL, [wire::literal::NOTHING]) => 4,
            (ask::AS_TYPE, [2]) => 3,
            (ask::BUILTIN, [1]) => wire::builtin::ISA,
            (ask::NARROW, [6, 1, 3]) => 3,
            (ask::NARROW, [6, 0, 3]) => 4,
            _ => return status::NO_ANSWER,
        };
        given.words.push(answer);
        status::OK
    }
}

/// Status, words, names and message of a request without rules.
fn optimize(words: &[i32], names: &[u8], fake: &mut Fake) -> (i32, Vec<i32>, String, String) {
    let response = session::optimize(words, names, None, OPTIONS, fake);
    (
        response.status,
        response.words,
        response.names,
        response.message,
    )
}

fn identity() -> Vec<i32> {
    request(3, &[&[stmt::RETURN, -1, -1, 0, operand::SLOT, 1]])
}

#[test]
fn version_is_that_of_the_format() {
    assert_eq!(saturate_version(), wire::VERSION);
}

#[test]
fn identity_comes_back() {
    let mut fake = Fake::default();
    let (status, words, names, message) = optimize(&identity(), NAMES, &mut fake);
    assert_eq!((status, message.as_str()), (status::OK, ""));
    assert_eq!(names, "x\0");
    // One block with one parameter: the function object is a constant.
    let header = [wire::MAGIC, wire::VERSION, 0, 0, 0, 1, 1];
    assert_eq!(words[..7], header);
    let rest = [1, 0, 3, -1, 0, 0, term::RETURN, 0];
    assert_eq!(words[7..], rest);
}

#[test]
fn a_line_beside_the_flags_changes_nothing_else() {
    let line = 1234 << wire::STATEMENT_LINE;
    let words = request(3, &[&[stmt::RETURN, -1, -1, line, operand::SLOT, 1]]);
    let plain = optimize(&identity(), NAMES, &mut Fake::default());
    assert_eq!(optimize(&words, NAMES, &mut Fake::default()), plain);
    // Bits between the flags and the line are unknown flags.
    let words = request(3, &[&[stmt::RETURN, -1, -1, line | 2, operand::SLOT, 1]]);
    let (status, _, _, message) = optimize(&words, NAMES, &mut Fake::default());
    assert_eq!(status, status::BAD_REQUEST);
    assert!(message.contains("flags"), "{message}");
}

#[test]
fn a_test_narrows_the_value_below_it() {
    let stmts: [&[i32]; 5] = [
        &[
            stmt::CALL,
            2,
            -1,
            0,
            operand::CONST,
            1,
            2,
            operand::SLOT,
            1,
            operand::CONST,
            2,
        ],
        &[stmt::GOTO_IF_NOT, -1, -1, 0, operand::STMT, 0, 4],
        &[
            stmt::CALL,
            3,
            -1,
            1,
            operand::CONST,
            3,
            2,
            operand::SLOT,
            1,
            operand::SLOT,
            1,
        ],
        &[stmt::RETURN, -1, -1, 0, operand::STMT, 2],
        &[stmt::RETURN, -1, -1, 0, operand::CONST, 4],
    ];
    let mut fake = Fake::default();
    let (status, words, _, message) = optimize(&request(6, &stmts), NAMES, &mut fake);
    assert_eq!((status, message.as_str()), (status::OK, ""));
    // π(x, Int64), then +(π, π), inbounds; constants are negative: `+` is handle 3.
    let pi = [inst::PI, 2, 3, -1, 0, 0, 0, 1, 3];
    let plus = [
        inst::CALL,
        3,
        3,
        -1,
        wire::STATEMENT_INBOUNDS,
        -1,
        -4,
        2,
        2,
        2,
    ];
    assert!(words.windows(pi.len()).any(|part| part == pi), "{words:?}");
    assert!(
        words.windows(plus.len()).any(|part| part == plus),
        "{words:?}"
    );
    // The same question is asked once.
    let count = fake.asked.len();
    fake.asked.sort_unstable();
    fake.asked.dedup();
    assert_eq!(fake.asked.len(), count);
}

#[test]
fn a_session_that_throws_ends_the_request() {
    for question in [ask::SINGLETON, ask::TYPE_OF, ask::BUILTIN] {
        let mut fake = Fake {
            fail_at: Some(question),
            ..Fake::default()
        };
        let stmts: [&[i32]; 2] = [
            &[
                stmt::CALL,
                2,
                -1,
                0,
                operand::CONST,
                1,
                2,
                operand::SLOT,
                1,
                operand::CONST,
                2,
            ],
            &[stmt::RETURN, -1, -1, 0, operand::STMT, 0],
        ];
        let (status, words, _, message) = optimize(&request(6, &stmts), NAMES, &mut fake);
        assert_eq!(status, status::FAILED);
        assert_eq!(message, "the session threw");
        assert!(words.is_empty());
        // It is not asked again after it failed.
        assert_eq!(fake.asked.last().map(|words| words[0]), Some(question));
    }
}

#[test]
fn code_without_ssa_form_is_refused_with_a_reason() {
    let cases: [&[&[i32]]; 3] = [
        // Runs off its end.
        &[&[stmt::VALUE, -1, -1, 0, operand::SLOT, 1]],
        // Uses a statement that comes later.
        &[
            &[stmt::RETURN, -1, -1, 0, operand::STMT, 1],
            &[stmt::RETURN, -1, -1, 0, operand::SLOT, 1],
        ],
        // Leaves a region that it is not in.
        &[
            &[stmt::LEAVE, -1, -1, 0, 1],
            &[stmt::RETURN, -1, -1, 0, operand::SLOT, 1],
        ],
    ];
    for stmts in cases {
        let (status, _, _, message) = optimize(&request(3, stmts), NAMES, &mut Fake::default());
        assert_eq!(status, status::BAD_CODE, "{message}");
        assert!(!message.is_empty());
    }
}

#[test]
fn malformed_requests_are_refused_with_the_word() {
    let good = identity();
    let change = |at: usize, word: i32| {
        let mut words = good.clone();
        words[at] = word;
        words
    };
    let last = good.len() - 1;
    let cases = [
        (Vec::new(), "word 0: the buffer ends too early"),
        (change(0, 7), "word 0: the first word is 7"),
        (change(1, 99), "word 1: the version is 99, not 10"),
        (change(2, 2), "2 names announced, 3 sent"),
        (change(5, 3), "there is no name 3"),
        (change(6, 8), "unknown flags 0x8"),
        (change(7, 3), "3 arguments in 2 slots"),
        (change(10, i32::MAX), "no possible number of statements"),
        (change(12, TYPES), "there is no type 7"),
        (change(12, -2), "there is no type -2"),
        (change(last - 6, 40), "says that it has 40"),
        (change(last - 5, 12), "there is no kind 12 of statements"),
        (change(last - 1, 9), "there is no kind 9 of operands"),
        (change(last, 2), "there is no slot 2"),
        (
            [good.clone(), vec![0]].concat(),
            "goes on behind the last statement",
        ),
    ];
    for (words, wanted) in cases {
        let (status, _, _, message) = optimize(&words, NAMES, &mut Fake::default());
        assert_eq!(status, status::BAD_REQUEST, "{message}");
        assert!(message.contains(wanted), "{message:?} lacks {wanted:?}");
    }
    for names in [&b"f\0x\0#self#"[..], b"f\0\xff\0#self#\0"] {
        let (status, ..) = optimize(&good, names, &mut Fake::default());
        assert_eq!(status, status::BAD_REQUEST);
    }
}

/// Every truncation, and many changes of one word, end in a status, never in a crash.
#[test]
fn no_input_crashes() {
    let stmts: [&[i32]; 6] = [
        &[stmt::OPAQUE, 0, -1, 0, 0, -1, 0],
        &[stmt::ENTER, -1, -1, 0, 4],
        &[stmt::LEAVE, -1, -1, 0, 1],
        &[stmt::RETURN, -1, -1, 0, operand::SLOT, 1],
        &[stmt::LEAVE, -1, -1, 0, 1],
        &[stmt::RETURN, -1, -1, 0, operand::CONST, 4],
    ];
    let good = request(3, &stmts);
    let (status, ..) = optimize(&good, NAMES, &mut Fake::default());
    assert_eq!(status, status::OK);
    // Miri takes a tenth of a second for one request.
    let step = if cfg!(miri) { 7 } else { 1 };
    for len in (0..good.len()).step_by(step) {
        let (status, ..) = optimize(&good[..len], NAMES, &mut Fake::default());
        assert_eq!(status, status::BAD_REQUEST);
    }
    for at in (0..good.len()).step_by(step) {
        for word in [-2, -1, 0, 1, 2, 3, 4, 5, 8, 11, 1 << 20, i32::MAX, i32::MIN] {
            let mut words = good.clone();
            words[at] = word;
            let (status, _, _, message) = optimize(&words, NAMES, &mut Fake::default());
            assert_ne!(status, status::INTERNAL, "word {at} = {word}: {message}");
        }
    }
}

#[test]
fn null_pointers_are_refused() {
    // SAFETY: null is allowed everywhere.
    unsafe {
        assert_eq!(
            saturate_optimize(null_mut(), null_mut(), null_mut()),
            status::BAD_REQUEST
        );
        let mut outcome = std::mem::MaybeUninit::<Outcome>::uninit();
        let status = saturate_optimize(null_mut(), null_mut(), outcome.as_mut_ptr());
        assert_eq!(status, status::BAD_REQUEST);
        saturate_free(outcome.as_mut_ptr());
        saturate_free(null_mut());
    }
}
