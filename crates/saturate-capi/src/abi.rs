//! The exported functions.
//!
//! ```c
//! int32_t saturate_version(void);
//! int32_t saturate_optimize(const saturate_request *, const saturate_callbacks *, saturate_result *);
//! void    saturate_free(saturate_result *);
//! ```
//!
//! `saturate_optimize` fills the result whatever happens; its status is also returned. The caller frees a filled
//! result once; freeing an empty one (all pointers null) does nothing. The request is borrowed for the call.
#![allow(unsafe_code)]

use crate::host::{FixedTypes, Reply, Session};
use crate::pipeline::{run, Failure};
use crate::wire::{self, status};
use std::ffi::c_void;
use std::panic::{catch_unwind, AssertUnwindSafe};

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
    if outcome.is_null() {
        return status::BAD_REQUEST;
    }
    // SAFETY: the caller vouches for both pointers if they are not null.
    let (request, callbacks) = unsafe { (request.as_ref(), callbacks.as_ref()) };
    let result = match (request, callbacks) {
        (
            Some(request),
            Some(&Callbacks {
                context,
                ask: Some(ask),
            }),
        ) => {
            let mut session = CallbackSession { context, ask };
            // Nothing outlives a panic: the host and the function under construction are dropped by it.
            catch_unwind(AssertUnwindSafe(|| {
                // SAFETY: the caller vouches for pointers and lengths.
                let (words, names) = unsafe {
                    (
                        slice(request.words, request.words_len),
                        slice(request.names, request.names_len),
                    )
                };
                run(words, names, request.fixed, &mut session)
            }))
            .unwrap_or_else(|panic| Err(Failure::new(status::INTERNAL, panic_message(&*panic))))
        }
        _ => Err(Failure::new(
            status::BAD_REQUEST,
            "the request or the callback is null",
        )),
    };
    let filled = match result {
        Ok(response) => Outcome {
            status: status::OK,
            words: Buffer::new(response.words),
            names: Buffer::new(response.names),
            message: Buffer::empty(),
        },
        Err(failure) => Outcome {
            status: failure.status,
            words: Buffer::empty(),
            names: Buffer::empty(),
            message: Buffer::new(failure.message.into_bytes()),
        },
    };
    let status = filled.status;
    // SAFETY: not null, and the caller vouches that it is writable. What was there is not dropped: it may be
    // uninitialised memory.
    unsafe { outcome.write(filled) };
    status
}

/// Frees what [`saturate_optimize`] filled in, and empties it.
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
