//! The exported functions.
//!
//! ```c
//! int32_t saturate_version(void);
//! int32_t saturate_optimize(const saturate_request *, const saturate_callbacks *, saturate_result *);
//! void    saturate_free(saturate_result *);
//! int32_t saturate_rules_read(const saturate_rules_request *, const saturate_callbacks *, saturate_result *);
//! void    saturate_rules_free(saturate_rules *);
//! ```
//!
//! A rule set is an opaque handle: `saturate_rules_read` makes one, requests borrow it, its owner frees it once. Several
//! requests may use one at the same time. Its types and constants are numbers of the session that read it: a request with
//! rules needs tables that begin with those.
//!
//! `saturate_optimize` fills the result whatever happens; its status is also returned. The caller frees a filled
//! result once; freeing an empty one (all pointers null) does nothing. The request is borrowed for the call.
#![allow(unsafe_code)]
#![deny(clippy::undocumented_unsafe_blocks)]

use crate::host::{FixedTypes, Reply, Session};
use crate::pipeline::{run, Failure, Job};
use crate::rules;
use crate::wire::{self, status};
use saturate::calls::Calls;
use saturate::dag;
use saturate::rules::RuleSet;
use saturate::{Limits, Options, Strategy};
use std::ffi::c_void;
use std::panic::{catch_unwind, AssertUnwindSafe};
use std::time::Duration;

/// A rule set, of which the session only has the address.
pub struct Rules(RuleSet);

// Requests from several threads borrow one rule set at the same time.
const _: () = {
    const fn shared<T: Send + Sync>() {}
    shared::<Rules>();
};

/// How to optimise. Where a number is [`DEFAULT`], the library's own limit holds.
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct COptions {
    /// 0 the proven optimum, 1 greedy, 2 a random valid choice; 3 the proven optimum by an ILP solver, 4 the paper's formulation, both
    /// where the library was built with the feature `highs`.
    pub extractor: u64,
    /// Seed of the random choice.
    pub seed: u64,
    /// Iterations of saturation.
    pub iterations: u64,
    /// E-nodes.
    pub nodes: u64,
    /// Nodes that the search looks at.
    pub work: u64,
    /// Milliseconds of saturation.
    pub time_ms: u64,
    /// Work of extraction.
    pub extraction_work: u64,
    /// Milliseconds of the ILP solver.
    pub solver_ms: u64,
    /// [`STRICT`], [`TEXT`], [`EXPLAIN`], [`PAGE`].
    pub flags: u64,
    /// How deep calls are looked into; 0 for not at all.
    pub calls: u64,
    /// The sizes of array arguments, for costs that depend on sizes; [`DEFAULT`] ends them.
    pub sizes: [u64; MAX_SIZES],
}

/// The most sizes that a caller can give.
pub const MAX_SIZES: usize = 16;

/// A flag of [`COptions`]: a call that may throw is dropped only where a rule covers it.
pub const STRICT: u64 = 1;
/// A flag of [`COptions`]: the response is wanted as text, too.
pub const TEXT: u64 = 2;
/// A flag of [`COptions`]: an explanation is wanted.
pub const EXPLAIN: u64 = 4;
/// A flag of [`COptions`]: an HTML page that shows what was done is wanted.
pub const PAGE: u64 = 8;

/// "The library's own" in [`COptions`].
pub const DEFAULT: u64 = u64::MAX;

/// What an ILP solver may take.
const SOLVER_TIME: Duration = Duration::from_secs(10);

impl COptions {
    fn options(&self) -> Options {
        let mut limits = Limits::default();
        let mut extraction = dag::Limits::default();
        let set = |from: u64, to: &mut dyn FnMut(u64)| {
            if from != DEFAULT {
                to(from);
            }
        };
        let size = |number: u64| usize::try_from(number).unwrap_or(usize::MAX);
        set(self.iterations, &mut |n| limits.iterations = size(n));
        set(self.nodes, &mut |n| limits.nodes = size(n));
        set(self.work, &mut |n| limits.work = n);
        set(self.time_ms, &mut |n| {
            limits.time = Some(Duration::from_millis(n));
        });
        set(self.extraction_work, &mut |n| extraction.work = n);
        let mut solver = SOLVER_TIME;
        set(self.solver_ms, &mut |n| solver = Duration::from_millis(n));
        let mut calls = Calls::default();
        set(self.calls, &mut |n| {
            calls.depth = u32::try_from(n).unwrap_or(u32::MAX);
        });
        Options {
            limits,
            extraction,
            calls,
            strict: self.flags & STRICT != 0,
            explain: self.flags & (EXPLAIN | PAGE) != 0,
            picture: self.flags & PAGE != 0,
            sizes: match self.sizes.split(|&size| size == DEFAULT).next() {
                None | Some([]) => None,
                Some(sizes) => Some(sizes.to_vec()),
            },
            strategy: match self.extractor {
                1 => Strategy::Greedy,
                2 => Strategy::Chaos(self.seed),
                3 => Strategy::Ilp(solver),
                4 => Strategy::Paper(solver),
                _ => Strategy::Exact,
            },
            ..Options::default()
        }
    }
}

/// A request: see [`wire`].
#[repr(C)]
pub struct Request {
    /// The words.
    pub words: *const i32,
    /// How many.
    pub words_len: usize,
    /// The names.
    pub names: *const u8,
    /// How many bytes.
    pub names_len: usize,
    /// Types that every session has.
    pub fixed: FixedTypes,
    /// The rules, or null: then nothing is optimised.
    pub rules: *const Rules,
    /// How to optimise.
    pub options: COptions,
}

/// Rules to read.
#[repr(C)]
pub struct RulesRequest {
    /// Name of the file.
    pub name: *const u8,
    /// How many bytes.
    pub name_len: usize,
    /// The text, with the lines of the file.
    pub text: *const u8,
    /// How many bytes.
    pub text_len: usize,
    /// Rules that this session has read before and that the new ones are added to, or null.
    pub base: *const Rules,
    /// Types that every session has.
    pub fixed: FixedTypes,
}

/// What the callback fills in. The memory belongs to the session and is read before the next question.
#[repr(C)]
pub struct Answer {
    /// The words.
    pub words: *const i32,
    /// How many.
    pub words_len: usize,
    /// The text: a name, or the reason of a failure.
    pub text: *const u8,
    /// How many bytes.
    pub text_len: usize,
}

/// Asks the session: context, question, words, how many, text, how many bytes, where the answer goes. Returns
/// [`status::OK`], [`status::NO_ANSWER`] or [`status::FAILED`]. It must not unwind.
pub type Ask =
    unsafe extern "C" fn(*mut c_void, i32, *const i32, usize, *const u8, usize, *mut Answer) -> i32;

/// How to reach the session.
#[repr(C)]
pub struct Callbacks {
    /// Given back with every question.
    pub context: *mut c_void,
    /// The callback.
    pub ask: Option<Ask>,
}

/// A buffer that the library allocated.
#[repr(C)]
pub struct Buffer<T> {
    /// First element, or null.
    pub data: *mut T,
    /// How many elements.
    pub len: usize,
}

impl<T> Buffer<T> {
    fn empty() -> Buffer<T> {
        Buffer {
            data: std::ptr::null_mut(),
            len: 0,
        }
    }

    fn new(data: Vec<T>) -> Buffer<T> {
        if data.is_empty() {
            return Buffer::empty();
        }
        let slice = Box::leak(data.into_boxed_slice());
        Buffer {
            data: slice.as_mut_ptr(),
            len: slice.len(),
        }
    }

    /// Gives the memory back and empties the buffer, so that a second call does nothing.
    ///
    /// # Safety
    /// The buffer must be empty or come from [`Buffer::new`].
    unsafe fn free(&mut self) {
        if !self.data.is_null() {
            let slice = std::ptr::slice_from_raw_parts_mut(self.data, self.len);
            // SAFETY: `new` leaked a box of exactly this slice, and `free` runs once per leak: it nulls the pointer.
            drop(unsafe { Box::from_raw(slice) });
            *self = Buffer::empty();
        }
    }
}

/// The outcome of a request.
#[repr(C)]
pub struct Outcome {
    /// One of [`status`].
    pub status: i32,
    /// The response, where the status is [`status::OK`].
    pub words: Buffer<i32>,
    /// The names of the response.
    pub names: Buffer<u8>,
    /// The reason, where it is not.
    pub message: Buffer<u8>,
    /// What the optimiser did: see [`crate::report`].
    pub report: Buffer<u8>,
    /// The function in the text form of the IR, if it was wanted.
    pub text: Buffer<u8>,
    /// Why the result is what it is, if that was wanted.
    pub explanation: Buffer<u8>,
    /// What was done as an HTML page, if that was wanted.
    pub page: Buffer<u8>,
    /// The rules that were read, or null. The caller frees them with [`saturate_rules_free`].
    pub rules: *mut Rules,
}

impl Outcome {
    fn new(status: i32) -> Outcome {
        Outcome {
            status,
            words: Buffer::empty(),
            names: Buffer::empty(),
            message: Buffer::empty(),
            report: Buffer::empty(),
            text: Buffer::empty(),
            explanation: Buffer::empty(),
            page: Buffer::empty(),
            rules: std::ptr::null_mut(),
        }
    }

    fn failed(failure: Failure) -> Outcome {
        Outcome {
            message: Buffer::new(failure.message.into_bytes()),
            ..Outcome::new(failure.status)
        }
    }
}

/// Number of the interface: of the functions here and of the words they take.
#[no_mangle]
pub extern "C" fn saturate_version() -> i32 {
    wire::VERSION
}

/// Runs one request and fills `outcome`; returns its status.
///
/// # Safety
/// `request`, `callbacks` and `outcome` must be null or point to values of their types; the lengths in the request
/// must be those of readable memory; the callback must follow [`Ask`].
#[no_mangle]
pub unsafe extern "C" fn saturate_optimize(
    request: *const Request,
    callbacks: *const Callbacks,
    outcome: *mut Outcome,
) -> i32 {
    // SAFETY: the caller vouches for the pointers if they are not null, and for the lengths.
    unsafe {
        let request = request.as_ref();
        answer(request, callbacks, outcome, |request, session| {
            let words = slice(request.words, request.words_len);
            let names = slice(request.names, request.names_len);
            let job = request.rules.as_ref().map(|rules| Job {
                rules: &rules.0,
                options: request.options.options(),
                text: request.options.flags & TEXT != 0,
                page: request.options.flags & PAGE != 0,
            });
            let done = run(words, names, request.fixed, job.as_ref(), session)?;
            Ok(Outcome {
                words: Buffer::new(done.response.words),
                names: Buffer::new(done.response.names),
                report: Buffer::new(done.report.into_bytes()),
                text: Buffer::new(done.text.into_bytes()),
                explanation: Buffer::new(done.explanation.into_bytes()),
                page: Buffer::new(done.page.into_bytes()),
                ..Outcome::new(status::OK)
            })
        })
    }
}

/// Reads rules and fills `outcome`, whose `rules` the caller owns; returns its status.
///
/// # Safety
/// As for [`saturate_optimize`]; `base` must be null or a rule set that was not freed.
#[no_mangle]
pub unsafe extern "C" fn saturate_rules_read(
    request: *const RulesRequest,
    callbacks: *const Callbacks,
    outcome: *mut Outcome,
) -> i32 {
    // SAFETY: the caller vouches for the pointers if they are not null, and for the lengths.
    unsafe {
        let request = request.as_ref();
        answer(request, callbacks, outcome, |request, session| {
            let name = slice(request.name, request.name_len);
            let text = slice(request.text, request.text_len);
            let base = request.base.as_ref().map(|rules| &rules.0);
            let set = rules::read(name, text, base, request.fixed, session)?;
            Ok(Outcome {
                rules: Box::into_raw(Box::new(Rules(set))),
                ..Outcome::new(status::OK)
            })
        })
    }
}

/// Frees a rule set.
///
/// # Safety
/// `rules` must be null, or come from [`saturate_rules_read`], not have been freed, and be used by no request.
#[no_mangle]
pub unsafe extern "C" fn saturate_rules_free(rules: *mut Rules) {
    if !rules.is_null() {
        // SAFETY: `saturate_rules_read` leaked exactly this box, and the caller vouches that this is its only end.
        drop(unsafe { Box::from_raw(rules) });
    }
}

/// Runs `work` so that whatever happens fills the outcome.
///
/// # Safety
/// `callbacks` and `outcome` must be null or point to values of their types; the callback must follow [`Ask`].
unsafe fn answer<R>(
    request: Option<&R>,
    callbacks: *const Callbacks,
    outcome: *mut Outcome,
    work: impl FnOnce(&R, &mut dyn Session) -> Result<Outcome, Failure>,
) -> i32 {
    if outcome.is_null() {
        return status::BAD_REQUEST;
    }
    // SAFETY: the caller vouches for the pointer if it is not null.
    let result = match (request, unsafe { callbacks.as_ref() }) {
        (
            Some(request),
            Some(&Callbacks {
                context,
                ask: Some(ask),
            }),
        ) => {
            let mut session = CallbackSession { context, ask };
            // Nothing outlives a panic: the host and what is under construction are dropped by it.
            catch_unwind(AssertUnwindSafe(|| work(request, &mut session)))
                .unwrap_or_else(|panic| Err(Failure::new(status::INTERNAL, panic_message(&*panic))))
        }
        _ => Err(Failure::new(
            status::BAD_REQUEST,
            "the request or the callback is null",
        )),
    };
    let filled = result.unwrap_or_else(Outcome::failed);
    let status = filled.status;
    // SAFETY: not null, and the caller vouches that it is writable. What was there is not dropped: it may be
    // uninitialised memory.
    unsafe { outcome.write(filled) };
    status
}

/// Frees what [`saturate_optimize`] or [`saturate_rules_read`] filled in, and empties it; not the rules.
///
/// # Safety
/// `outcome` must be null, or have been filled by [`saturate_optimize`] and not been changed since.
#[no_mangle]
pub unsafe extern "C" fn saturate_free(outcome: *mut Outcome) {
    // SAFETY: the caller vouches for the pointer if it is not null, and for where its buffers come from.
    unsafe {
        if let Some(outcome) = outcome.as_mut() {
            outcome.words.free();
            outcome.names.free();
            outcome.message.free();
            outcome.report.free();
            outcome.text.free();
            outcome.explanation.free();
            outcome.page.free();
        }
    }
}

/// A slice from a pointer that may be null where the length is 0.
///
/// # Safety
/// `data` must be null, or point to `len` readable elements that nobody writes while the slice lives.
unsafe fn slice<'a, T>(data: *const T, len: usize) -> &'a [T] {
    if data.is_null() || len == 0 {
        &[]
    } else {
        // SAFETY: not null, and the caller vouches for the rest.
        unsafe { std::slice::from_raw_parts(data, len) }
    }
}

fn panic_message(panic: &(dyn std::any::Any + Send)) -> String {
    let text = panic
        .downcast_ref::<&str>()
        .copied()
        .or_else(|| panic.downcast_ref::<String>().map(String::as_str))
        .unwrap_or("no message");
    format!("internal error: {text}")
}

struct CallbackSession {
    context: *mut c_void,
    ask: Ask,
}

impl Session for CallbackSession {
    fn ask(&mut self, question: i32, words: &[i32], text: &[u8]) -> Reply {
        let mut answer = Answer {
            words: std::ptr::null(),
            words_len: 0,
            text: std::ptr::null(),
            text_len: 0,
        };
        // SAFETY: the slices are valid for the call, the answer is ours, and the callback follows `Ask`.
        let status = unsafe {
            (self.ask)(
                self.context,
                question,
                words.as_ptr(),
                words.len(),
                text.as_ptr(),
                text.len(),
                &mut answer,
            )
        };
        // SAFETY: the callback filled the answer, or left it empty; the memory is valid until the next question.
        let (words, text) = unsafe {
            (
                slice(answer.words, answer.words_len).to_vec(),
                slice(answer.text, answer.text_len).to_vec(),
            )
        };
        match status {
            status::OK => Reply::Answer(words, text),
            status::NO_ANSWER => Reply::NoAnswer,
            _ => Reply::Failed(String::from_utf8_lossy(&text).into_owned()),
        }
    }
}
