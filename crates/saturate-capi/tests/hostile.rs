//! A session that answers nonsense, and requests that are damaged: the library must say so, not crash.
//!
//! Answers are random: wrong handles, wrong lengths, wrong statuses, errors, text that is not UTF-8, and requests from
//! inside an answer. Seeds are fixed. The same tests run under valgrind (`scripts/valgrind.sh`).
#![allow(unsafe_code)]

use saturate_capi::abi::*;
use saturate_capi::host::FixedTypes;
use saturate_capi::wire::{self, operand, stmt};
use std::ffi::c_void;

const OPTIONS: COptions = COptions {
    extractor: 0,
    seed: 0,
    iterations: DEFAULT,
    nodes: DEFAULT,
    work: DEFAULT,
    time_ms: DEFAULT,
    extraction_work: DEFAULT,
    flags: 0,
};

/// SplitMix64.
struct Random(u64);

impl Random {
    fn bits(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        z ^ (z >> 31)
    }

    fn below(&mut self, n: usize) -> usize {
        (self.bits() % n as u64) as usize
    }

    /// A word: mostly small, sometimes anything.
    fn word(&mut self) -> i32 {
        match self.below(10) {
            0 => self.bits() as i32,
            1 => -1,
            2 => i32::MAX,
            3 => i32::MIN,
            _ => self.below(9) as i32,
        }
    }
}

struct Hostile {
    random: Random,
    words: Vec<i32>,
    text: Vec<u8>,
    depth: u32,
    asked: u32,
}

unsafe extern "C" fn answer(
    context: *mut c_void,
    _question: i32,
    _words: *const i32,
    _words_len: usize,
    _text: *const u8,
    _text_len: usize,
    out: *mut Answer,
) -> i32 {
    // SAFETY: `optimize` below passes a `Hostile`.
    let hostile = unsafe { &mut *context.cast::<Hostile>() };
    hostile.asked += 1;
    if hostile.depth == 0 && hostile.random.below(50) == 0 {
        let seed = hostile.random.bits();
        optimize(&request(), seed, 1);
    }
    let len = hostile.random.below(5);
    hostile.words = (0..len).map(|_| hostile.random.word()).collect();
    let len = hostile.random.below(6);
    hostile.text = (0..len).map(|_| hostile.random.bits() as u8).collect();
    let answer = Answer {
        words: hostile.words.as_ptr(),
        words_len: hostile.words.len(),
        text: hostile.text.as_ptr(),
        text_len: hostile.text.len(),
    };
    // SAFETY: the library passes a place for the answer.
    unsafe { out.write(answer) };
    match hostile.random.below(8) {
        0 => wire::status::FAILED,
        1 => wire::status::NO_ANSWER,
        2 => hostile.random.word(),
        _ => wire::status::OK,
    }
}

/// `f(x) = x + x` with a branch, as the Julia side would send it.
fn request() -> Vec<i32> {
    let call = [
        stmt::CALL,
        3,
        -1,
        0,
        operand::CONST,
        3,
        2,
        operand::SLOT,
        1,
        operand::SLOT,
        1,
    ];
    let stmts: [&[i32]; 3] = [
        &call,
        &[stmt::GOTO_IF_NOT, -1, -1, 0, operand::STMT, 0, 2],
        &[stmt::RETURN, -1, -1, 0, operand::STMT, 0],
    ];
    let mut words = vec![wire::MAGIC, wire::VERSION, 3, 7, 5];
    words.extend([0, 0, 2, 2, 0, stmts.len() as i32, 0]);
    words.extend([5, 3, 2, 5, 1, 3]);
    for stmt in stmts {
        words.push(stmt.len() as i32 + 1);
        words.extend_from_slice(stmt);
    }
    words
}

/// Runs a request against a hostile session; its status and how many questions were asked.
fn optimize(words: &[i32], seed: u64, depth: u32) -> (i32, u32) {
    let names: &[u8] = b"f\0x\0#self#\0";
    let mut hostile = Hostile {
        random: Random(seed),
        words: Vec::new(),
        text: Vec::new(),
        depth,
        asked: 0,
    };
    let request = Request {
        words: words.as_ptr(),
        words_len: words.len(),
        names: names.as_ptr(),
        names_len: names.len(),
        fixed: FixedTypes {
            any: 0,
            bottom: 1,
            bool: 2,
        },
        rules: std::ptr::null(),
        options: OPTIONS,
    };
    let callbacks = Callbacks {
        context: (&mut hostile as *mut Hostile).cast(),
        ask: Some(answer),
    };
    let mut outcome = std::mem::MaybeUninit::uninit();
    // SAFETY: all pointers are of live values; the outcome is filled by the call, read, and freed once.
    unsafe {
        let status = saturate_optimize(&request, &callbacks, outcome.as_mut_ptr());
        let mut outcome = outcome.assume_init();
        assert_eq!(outcome.status, status);
        saturate_free(&mut outcome);
        (status, hostile.asked)
    }
}

/// A session that answers nonsense; how many questions it was asked.
pub fn hostile_session(seed: u64) -> u32 {
    optimize(&request(), seed, 0).1
}

/// A damaged request to such a session; whether it was refused.
pub fn damaged_request(seed: u64) -> bool {
    let mut random = Random(seed);
    let mut words = request();
    for _ in 0..1 + random.below(3) {
        if words.is_empty() {
            break;
        }
        let at = random.below(words.len());
        match random.below(4) {
            0 => {
                words.remove(at);
            }
            1 => words.truncate(at + 1),
            2 => words.insert(at, random.word()),
            _ => words[at] = random.word(),
        }
    }
    optimize(&words, seed, 0).0 != wire::status::OK
}

#[test]
fn hostile_answers() {
    let asked: u32 = (0..4_000).map(hostile_session).sum();
    assert!(asked > 4_000, "the session is asked: {asked}");
}

#[test]
fn damaged_requests() {
    let refused = (0..4_000).filter(|&seed| damaged_request(seed)).count();
    assert!(refused > 100, "damage is noticed: {refused}");
}
