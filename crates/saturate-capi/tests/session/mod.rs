//! The C interface as a session uses it: what the tests of this folder share.
//!
//! A test plays the session by [`Session::answer`]; the calls, the callback and what has to be freed are here. Buffers of the
//! library are read and freed, twice where that is allowed, so that Miri and valgrind see whatever is wrong with them.
#![allow(dead_code)] // Not every test needs all of it.

use saturate_capi::abi::*;
use saturate_capi::host::FixedTypes;
use saturate_capi::wire;
use std::ffi::c_void;
use std::mem::MaybeUninit;
use std::ptr::null;

/// `Any`, `Union{}` and `Bool` of every session here.
pub const FIXED: FixedTypes = FixedTypes {
    any: 0,
    bottom: 1,
    bool: 2,
};
/// The library's own limits.
pub const OPTIONS: COptions = COptions {
    extractor: 0,
    seed: 0,
    iterations: DEFAULT,
    nodes: DEFAULT,
    work: DEFAULT,
    time_ms: DEFAULT,
    extraction_work: DEFAULT,
    solver_ms: DEFAULT,
    flags: 0,
    calls: DEFAULT,
    sizes: [DEFAULT; MAX_SIZES],
};
/// The names of a request: the function, its argument, the function object.
pub const NAMES: &[u8] = b"f\0x\0#self#\0";
/// Types and constants that the tables of a session announce.
pub const TYPES: i32 = 7;
/// See [`TYPES`].
pub const CONSTANTS: i32 = 5;

/// What a session says, and what the library may look at until its next question.
#[derive(Default)]
pub struct Given {
    /// The words.
    pub words: Vec<i32>,
    /// The text.
    pub text: Vec<u8>,
}

/// A session.
pub trait Session {
    /// Answers a question into `given`, which is empty; returns a status.
    fn answer(&mut self, question: i32, words: &[i32], text: &[u8], given: &mut Given) -> i32;
}

/// What the callback gets as its context.
struct Player<'a> {
    session: &'a mut dyn Session,
    given: Given,
}

unsafe extern "C" fn ask(
    context: *mut c_void,
    question: i32,
    words: *const i32,
    words_len: usize,
    text: *const u8,
    text_len: usize,
    out: *mut Answer,
) -> i32 {
    // SAFETY: `with_callbacks` passes a `Player`, and the library its own words, text and answer.
    let (player, words, text) = unsafe {
        (
            &mut *context.cast::<Player<'_>>(),
            std::slice::from_raw_parts(words, words_len),
            std::slice::from_raw_parts(text, text_len),
        )
    };
    // New buffers for every answer: a library that looks at the last ones is caught.
    player.given = Given::default();
    let status = player
        .session
        .answer(question, words, text, &mut player.given);
    let answer = Answer {
        words: player.given.words.as_ptr(),
        words_len: player.given.words.len(),
        text: player.given.text.as_ptr(),
        text_len: player.given.text.len(),
    };
    // SAFETY: the library passes a place for the answer.
    unsafe { out.write(answer) };
    status
}

fn with_callbacks<R>(session: &mut dyn Session, call: impl FnOnce(&Callbacks) -> R) -> R {
    let mut player = Player {
        session,
        given: Given::default(),
    };
    call(&Callbacks {
        context: (&raw mut player).cast(),
        ask: Some(ask),
    })
}

/// What came of a request.
#[derive(Debug, Default, PartialEq, Eq)]
pub struct Response {
    pub status: i32,
    pub words: Vec<i32>,
    pub names: String,
    pub message: String,
    pub report: String,
    pub text: String,
    pub explanation: String,
    pub page: String,
}

/// A rule set, freed once.
pub struct OwnedRules(*mut Rules);

impl Drop for OwnedRules {
    fn drop(&mut self) {
        // SAFETY: it comes from `saturate_rules_read`, and nobody else frees it.
        unsafe { saturate_rules_free(self.0) };
    }
}

/// A copy of a buffer.
///
/// # Safety
/// The library must have filled it, and nobody have freed it.
unsafe fn copy<T: Clone>(buffer: &Buffer<T>) -> Vec<T> {
    match buffer.data.is_null() {
        true => Vec::new(),
        // SAFETY: as above.
        false => unsafe { std::slice::from_raw_parts(buffer.data, buffer.len) }.to_vec(),
    }
}

/// Calls the library, copies what it has filled in, and frees that.
fn call(
    session: &mut dyn Session,
    function: impl FnOnce(*const Callbacks, *mut Outcome) -> i32,
) -> (Response, Option<OwnedRules>) {
    let mut outcome = MaybeUninit::uninit();
    let status = with_callbacks(session, |callbacks| {
        function(callbacks, outcome.as_mut_ptr())
    });
    // SAFETY: the call fills the outcome whatever happens; it is read, and freed once. The second time, it is empty.
    unsafe {
        let mut outcome = outcome.assume_init();
        assert_eq!(outcome.status, status);
        let text = |buffer: &Buffer<u8>| String::from_utf8(copy(buffer)).expect("texts are UTF-8");
        let response = Response {
            status,
            words: copy(&outcome.words),
            names: text(&outcome.names),
            message: text(&outcome.message),
            report: text(&outcome.report),
            text: text(&outcome.text),
            explanation: text(&outcome.explanation),
            page: text(&outcome.page),
        };
        let rules = (!outcome.rules.is_null()).then_some(OwnedRules(outcome.rules));
        saturate_free(&mut outcome);
        saturate_free(&mut outcome);
        (response, rules)
    }
}

/// Optimises a request.
pub fn optimize(
    words: &[i32],
    names: &[u8],
    rules: Option<&OwnedRules>,
    options: COptions,
    session: &mut dyn Session,
) -> Response {
    let request = Request {
        words: words.as_ptr(),
        words_len: words.len(),
        names: names.as_ptr(),
        names_len: names.len(),
        fixed: FIXED,
        rules: rules.map_or(null(), |rules| rules.0.cast_const()),
        options,
    };
    let (response, rules) = call(session, |callbacks, outcome| {
        // SAFETY: all pointers are of live values with their own lengths.
        unsafe { saturate_optimize(&request, callbacks, outcome) }
    });
    assert!(rules.is_none());
    response
}

/// Reads rules, and adds them to others.
pub fn read_rules(
    text: &[u8],
    base: Option<&OwnedRules>,
    session: &mut dyn Session,
) -> (Response, Option<OwnedRules>) {
    let name = b"rules.jl";
    let request = RulesRequest {
        name: name.as_ptr(),
        name_len: name.len(),
        text: text.as_ptr(),
        text_len: text.len(),
        base: base.map_or(null(), |rules| rules.0.cast_const()),
        fixed: FIXED,
    };
    let (response, rules) = call(session, |callbacks, outcome| {
        // SAFETY: all pointers are of live values with their own lengths.
        unsafe { saturate_rules_read(&request, callbacks, outcome) }
    });
    assert_eq!(rules.is_some(), response.status == wire::status::OK);
    (response, rules)
}

/// The words of a function with one argument `x` of type `argument`, and the statements, each without its length.
pub fn request<S: AsRef<[i32]>>(argument: i32, stmts: &[S]) -> Vec<i32> {
    let mut words = vec![wire::MAGIC, wire::VERSION, 3, TYPES, CONSTANTS];
    words.extend([0, 0, 2, 2, 0, stmts.len() as i32, 0]);
    words.extend([5, argument, 2, 5, 1, argument]);
    for stmt in stmts {
        let stmt = stmt.as_ref();
        words.push(stmt.len() as i32 + 1);
        words.extend_from_slice(stmt);
    }
    words
}
