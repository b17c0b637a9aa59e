//! The watch: a stack of calls, each with what it may do, and one comparison for each access to memory.
//!
//! A clock ticks at the start of each watched call. Memory that is older than a call has a birth before the call's start; what the
//! call has made itself is born at its start or later. A call that must not read forbids reads of everything
//! that is older than it, and the innermost such call forbids the most, since it started last. So one number decides
//! an access, the *limit* of its kind: the start of the innermost call that forbids it.
//!
//! ```text
//! clock   calls                     limit of reads        an array born at 4
//!   3     f    reads                0                     -
//!   5     └ g  pure                 5                     a read in g or h: 4 < 5, g is said to be pure
//!   6       └ h  reads              5
//! ```
//!
//! The state belongs to the thread, like the interpreter's values. Nothing is watched while no call is on the stack: all limits are 0.

use super::super::value::{Fields, Value};
use super::Subject;
use crate::effects::Effects;
use std::cell::{Cell, RefCell};
use std::rc::Rc;

/// What is watched while a call runs.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Event {
    /// A read of mutable memory.
    Read,
    /// A look at the length of a vector, which what writes it must take to see whether the place is there.
    Length,
    /// A write.
    Write,
    /// A question which object something is.
    Identity,
    /// Output.
    Output,
    /// A draw from the generator of random numbers: no two draws are equal.
    Random,
    /// The same draw, as a change of the generator: the next draw is another one.
    Draw,
}

/// What calls are watched for, in the order of [`Event`]: the effects of which a call must be said to have one, and what it does
/// in words.
pub const WATCHED: [(Event, Effects, &str); 7] = [
    (
        Event::Read,
        Effects::READS,
        "reads memory that is older than it",
    ),
    (
        Event::Length,
        Effects::READS.union(Effects::WRITES),
        "reads the length of a vector that is older than it",
    ),
    (
        Event::Write,
        Effects::WRITES,
        "writes memory that is older than it",
    ),
    (
        Event::Identity,
        Effects::IDENTITY,
        "asks which object something older than it is",
    ),
    (Event::Output, Effects::OTHER, "prints"),
    (
        Event::Random,
        Effects::INCONSISTENT,
        "draws a random number",
    ),
    (
        Event::Draw,
        Effects::OTHER,
        "takes a number from the generator of random numbers",
    ),
];

/// The birth of what is as old as the program: global variables, output.
pub const ALWAYS: u64 = 0;

type Limits = [u64; WATCHED.len()];

/// A call that runs.
struct Frame {
    start: u64,
    /// Steps that were left then.
    fuel: u64,
    effects: Effects,
    /// The limits outside of it.
    outer: Limits,
    subject: Subject,
}

/// A claim that did not hold.
#[derive(Clone)]
pub struct Failure {
    /// Of what it was claimed.
    pub subject: Subject,
    /// What it was claimed to do at most.
    pub effects: Effects,
    /// What it did: "writes memory that is older than it".
    pub did: String,
}

thread_local! {
    static CLOCK: Cell<u64> = const { Cell::new(1) };
    static LIMITS: [Cell<u64>; WATCHED.len()] = const { [const { Cell::new(0) }; WATCHED.len()] };
    static FRAMES: RefCell<Vec<Frame>> = const { RefCell::new(Vec::new()) };
    static FAILED: Cell<bool> = const { Cell::new(false) };
    static FAILURE: RefCell<Option<Failure>> = const { RefCell::new(None) };
}

/// The time: what is made now has this birth.
#[inline]
pub fn now() -> u64 {
    CLOCK.get()
}

/// Something is read, written, compared by identity, printed or drawn.
#[inline]
pub fn touch(event: Event, birth: u64, _address: usize) {
    let limit = LIMITS.with(|limits| limits[event as usize].get());
    if birth < limit {
        blame(event, birth);
    }
}

/// Whether two values are one object is asked of objects that are as old as `birth` or older.
pub fn compared(a: &Value, b: &Value) {
    if let (Some(a), Some(b)) = (birth_of(a), birth_of(b)) {
        touch(Event::Identity, a.max(b), 0);
    }
}

/// When a mutable object was made; of an immutable one, the first mutable object directly in it.
fn birth_of(value: &Value) -> Option<u64> {
    match value {
        Value::Array(array) => Some(array.birth()),
        Value::Object(object) => match &object.fields {
            Fields::Fixed(fields) => fields.iter().find_map(birth_of),
            Fields::Mutable(fields) => Some(fields.birth()),
            Fields::Table(table) => Some(table.birth()),
            Fields::Buffer(bytes) => Some(bytes.birth()),
        },
        Value::Tuple(items) => items.iter().find_map(birth_of),
        _ => None,
    }
}

#[cold]
fn blame(event: Event, birth: u64) {
    let (_, effect, did) = WATCHED[event as usize];
    FRAMES.with_borrow(|frames| {
        let guilty = frames
            .iter()
            .rev()
            .find(|frame| frame.start > birth && !frame.effects.intersects(effect));
        if let Some(frame) = guilty {
            fail(Failure {
                subject: frame.subject.clone(),
                effects: frame.effects,
                did: did.into(),
            });
        }
    });
}

/// Remembers the first claim that failed.
pub fn fail(failure: Failure) {
    FAILURE.with_borrow_mut(|known| {
        known.get_or_insert(failure);
    });
    FAILED.set(true);
}

/// Whether a claim has failed.
#[inline]
pub fn has_failed() -> bool {
    FAILED.get()
}

/// The claim that has failed, once.
pub fn take_failure() -> Option<Failure> {
    FAILED.set(false);
    FAILURE.with_borrow_mut(Option::take)
}

/// A call with these effects starts, with so many steps left.
pub fn enter(effects: Effects, subject: Subject, fuel: u64) {
    let start = CLOCK.get() + 1;
    CLOCK.set(start);
    let outer = LIMITS.with(|limits| {
        std::array::from_fn(|at| {
            let outer = limits[at].get();
            if !effects.intersects(WATCHED[at].1) {
                limits[at].set(start);
            }
            outer
        })
    });
    FRAMES.with_borrow_mut(|frames| {
        frames.push(Frame {
            start,
            fuel,
            effects,
            outer,
            subject,
        })
    });
}

/// The innermost call ends; when it started, and how many steps were left then.
pub fn leave() -> (u64, u64) {
    let Some(frame) = FRAMES.with_borrow_mut(Vec::pop) else {
        return (ALWAYS, 0);
    };
    set_limits(frame.outer);
    (frame.start, frame.fuel)
}

fn set_limits(to: Limits) {
    LIMITS.with(|limits| {
        for (limit, to) in limits.iter().zip(to) {
            limit.set(to);
        }
    });
}

/// How many calls are watched.
pub fn depth() -> usize {
    FRAMES.with_borrow(Vec::len)
}

/// Ends calls until as many are left.
pub fn leave_until(depth: usize) {
    while self::depth() > depth {
        leave();
    }
}

/// The watch of a run that is interrupted by another one.
pub struct Suspended {
    frames: Vec<Frame>,
    limits: Limits,
}

/// A run starts that is no part of the one at hand: a fold, a call from outside.
pub fn suspend() -> Suspended {
    let frames = FRAMES.take();
    let limits = LIMITS.with(|limits| std::array::from_fn(|at| limits[at].replace(0)));
    Suspended { frames, limits }
}

/// Goes on with the interrupted run.
pub fn resume(suspended: Suspended) {
    FRAMES.set(suspended.frames);
    set_limits(suspended.limits);
}

/// More values than this are not looked at in what a call returns or throws.
const MAX_VISITED: usize = 256;

/// What a value leads to.
#[derive(Clone, Copy, Default, Debug)]
pub struct Leads {
    /// To mutable memory made at `start` or later.
    pub new: bool,
    /// To mutable memory made before.
    pub old: bool,
}

/// Whether a value leads to memory made before `start`, and to memory made since. Of an old object the contents are not looked at:
/// what is in it was there before, or was written to it.
pub fn leads_to(value: &Value, start: u64) -> Leads {
    let mut leads = Leads::default();
    let mut visited = 0;
    let mut seen: Vec<*const ()> = Vec::new();
    let mut work = vec![value.clone()];
    while let Some(value) = work.pop() {
        visited += 1;
        if visited > MAX_VISITED || (leads.new && leads.old) {
            break;
        }
        match &value {
            Value::Tuple(items) => work.extend(items.iter().filter(|item| nests(item)).cloned()),
            Value::Array(array) => {
                let at = Rc::as_ptr(array).cast();
                if seen.contains(&at) {
                    continue;
                }
                seen.push(at);
                leads.old |= array.data_birth() < start;
                if array.birth() < start {
                    leads.old = true;
                    continue;
                }
                leads.new = true;
                if let super::super::array::Storage::Values(values) = &*array.quietly() {
                    let nested = values.iter().flatten().filter(|item| nests(item));
                    work.extend(nested.take(MAX_VISITED).cloned());
                }
            }
            Value::Object(object) => {
                let birth = match &object.fields {
                    Fields::Fixed(fields) => {
                        work.extend(fields.iter().filter(|item| nests(item)).cloned());
                        continue;
                    }
                    Fields::Mutable(fields) => fields.birth(),
                    Fields::Table(table) => table.birth(),
                    Fields::Buffer(bytes) => bytes.birth(),
                };
                let at = Rc::as_ptr(object).cast();
                if seen.contains(&at) {
                    continue;
                }
                seen.push(at);
                if birth < start {
                    leads.old = true;
                    continue;
                }
                leads.new = true;
                if let Fields::Mutable(fields) = &object.fields {
                    let fields = fields.quietly();
                    work.extend(fields.iter().flatten().filter(|item| nests(item)).cloned());
                }
            }
            _ => {}
        }
    }
    leads
}

fn nests(value: &Value) -> bool {
    matches!(value, Value::Tuple(_) | Value::Object(_) | Value::Array(_))
}
