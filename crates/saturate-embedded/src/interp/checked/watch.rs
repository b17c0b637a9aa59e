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

use super::super::array::Storage;
use super::super::egal::egal;
use super::super::value::{Fields, Value};
use super::Subject;
use crate::effects::Effects;
use rustc_hash::FxHashSet;
use smallvec::SmallVec;
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
    /// A read or write of memory that a global variable or constant leads to, and no argument.
    Global,
}

/// What calls are watched for, in the order of [`Event`]: the effects of which a call must be said to have one, and what it does
/// in words.
pub const WATCHED: [(Event, Effects, &str); 8] = [
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
    (
        Event::Global,
        Effects::GLOBAL.union(Effects::OTHER),
        "reads or writes global memory that no argument leads to",
    ),
];

/// The birth of what is as old as the program: global variables, output.
pub const ALWAYS: u64 = 0;

/// The number of one more limit, that of writes elsewhere: the start of the innermost call that writes to its first argument only.
const ELSEWHERE: usize = WATCHED.len();

const LIMIT_COUNT: usize = WATCHED.len() + 1;

type Limits = [u64; LIMIT_COUNT];

/// A call that runs.
struct Frame {
    start: u64,
    /// Steps that were left then.
    fuel: u64,
    effects: Effects,
    /// The limits outside of it.
    outer: Limits,
    subject: Subject,
    /// What it was called with, as far as that leads to memory; empty if it may reach global memory.
    roots: Roots,
    /// Addresses of global memory to which its own arguments lead, and those of every call around it.
    reached: Vec<usize>,
    /// Its first argument, where it is said to write to nothing else.
    first: Option<Value>,
    /// Addresses of memory to which that leads.
    of_first: Vec<usize>,
}

/// Values that lead to memory.
pub type Roots = SmallVec<[Value; 2]>;

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
    static LIMITS: [Cell<u64>; LIMIT_COUNT] = const { [const { Cell::new(0) }; LIMIT_COUNT] };
    static FRAMES: RefCell<Vec<Frame>> = const { RefCell::new(Vec::new()) };
    static THROWN: RefCell<Option<Value>> = const { RefCell::new(None) };
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
pub fn touch(event: Event, birth: u64) {
    let limit = LIMITS.with(|limits| limits[event as usize].get());
    if birth < limit {
        blame(event, birth);
    }
}

/// Memory is read or written that a global variable or constant leads to; the variable itself has the address 0.
pub fn touch_global(birth: u64, address: usize) {
    let limit = LIMITS.with(|limits| limits[Event::Global as usize].get());
    if birth < limit {
        blame_global(birth, address);
    }
}

/// Looks for a call that must not reach global memory, and whose arguments do not lead to this.
#[cold]
fn blame_global(birth: u64, address: usize) {
    let (_, effect, did) = WATCHED[Event::Global as usize];
    FRAMES.with_borrow_mut(|frames| {
        let watching = frames
            .iter_mut()
            .rev()
            .filter(|frame| frame.start > birth && !frame.effects.intersects(effect));
        for frame in watching {
            if frame.reached.contains(&address) {
                return;
            }
            if !reaches(&frame.roots, address) {
                fail(Failure {
                    subject: frame.subject.clone(),
                    effects: frame.effects,
                    did: did.into(),
                });
                return;
            }
            frame.reached.push(address);
        }
    });
}

/// Memory is written.
#[inline]
pub fn touch_elsewhere(birth: u64, address: usize) {
    let limit = LIMITS.with(|limits| limits[ELSEWHERE].get());
    if birth < limit {
        blame_elsewhere(birth, address);
    }
}

/// Looks for a call that must not write to anything but its first argument, to which this does not belong.
#[cold]
fn blame_elsewhere(birth: u64, address: usize) {
    FRAMES.with_borrow_mut(|frames| {
        for frame in frames.iter_mut().rev().filter(|frame| frame.start > birth) {
            let Some(first) = &frame.first else {
                continue;
            };
            if frame.of_first.contains(&address) {
                continue;
            }
            if !reaches(std::slice::from_ref(first), address) {
                fail(Failure {
                    subject: frame.subject.clone(),
                    effects: frame.effects,
                    did: "writes to more than its first argument".into(),
                });
                return;
            }
            frame.of_first.push(address);
        }
    });
}

/// More values than this are not looked at when memory is searched for; it then counts as found.
const MAX_SEARCHED: usize = 100_000;

/// Whether values lead to the memory at an address.
fn reaches(roots: &[Value], address: usize) -> bool {
    let mut found = false;
    let complete = walk(roots, MAX_SEARCHED, &mut |memory| {
        found |= memory == address;
        !found
    });
    found || !complete
}

/// All memory that a value leads to is global.
pub fn mark_global(value: &Value) {
    let mut seen: FxHashSet<*const ()> = FxHashSet::default();
    let mut work = vec![value.clone()];
    while let Some(value) = work.pop() {
        if seen.len() > MAX_SEARCHED {
            return;
        }
        let is_new = match &value {
            Value::Array(array) => seen.insert(Rc::as_ptr(array).cast()),
            Value::Object(object) => seen.insert(Rc::as_ptr(object).cast()),
            _ => true,
        };
        if !is_new {
            continue;
        }
        match &value {
            Value::Array(array) => array.mark_global(),
            Value::Object(object) => match &object.fields {
                Fields::Fixed(_) => {}
                Fields::Mutable(fields) => fields.mark_global(),
                Fields::Table(table) => table.mark_global(),
                Fields::Buffer(bytes) => bytes.mark_global(),
            },
            _ => {}
        }
        inside(&value, &mut work);
    }
}

/// Visits the addresses of all memory that values lead to, until told to stop; whether all of it was seen.
fn walk(roots: &[Value], most: usize, visit: &mut dyn FnMut(usize) -> bool) -> bool {
    let mut seen: FxHashSet<*const ()> = FxHashSet::default();
    let mut work: Vec<Value> = roots.to_vec();
    let mut complete = true;
    while let Some(value) = work.pop() {
        if seen.len() > most {
            return false;
        }
        let more = match &value {
            Value::Array(array) => {
                if !seen.insert(Rc::as_ptr(array).cast()) {
                    continue;
                }
                let [shape, data] = array.addresses();
                visit(shape) && visit(data)
            }
            Value::Object(object) => {
                if !seen.insert(Rc::as_ptr(object).cast()) {
                    continue;
                }
                match &object.fields {
                    Fields::Fixed(_) => true,
                    Fields::Mutable(fields) => visit(fields.address()),
                    Fields::Table(table) => visit(table.address()),
                    Fields::Buffer(bytes) => visit(bytes.address()),
                }
            }
            _ => true,
        };
        if !more {
            return true;
        }
        complete &= inside(&value, &mut work);
    }
    complete
}

/// Adds what is directly inside a value; whether it could be seen.
fn inside(value: &Value, work: &mut Vec<Value>) -> bool {
    let keep = |item: &&Value| nests(item);
    match value {
        Value::Tuple(items) => work.extend(items.iter().filter(keep).cloned()),
        Value::Array(array) => match array.peek() {
            Some(data) => {
                if let Storage::Values(values) = &*data {
                    work.extend(values.iter().flatten().filter(keep).cloned());
                }
            }
            None => return false,
        },
        Value::Object(object) => match &object.fields {
            Fields::Fixed(fields) => work.extend(fields.iter().filter(keep).cloned()),
            Fields::Mutable(fields) => match fields.peek() {
                Some(fields) => work.extend(fields.iter().flatten().filter(keep).cloned()),
                None => return false,
            },
            Fields::Table(table) => match table.peek() {
                Some(table) => {
                    for (key, value) in table.entries() {
                        work.extend([key, value].iter().filter(keep).cloned());
                    }
                }
                None => return false,
            },
            Fields::Buffer(_) => {}
        },
        _ => {}
    }
    true
}

/// The values of these that lead to memory.
pub fn roots<'a>(values: impl IntoIterator<Item = &'a Value>) -> Roots {
    values
        .into_iter()
        .filter(|value| nests(value))
        .cloned()
        .collect()
}

/// What was thrown last by `throw`, so that what natives raise is told apart from it.
pub fn threw(value: &Value) {
    THROWN.with_borrow_mut(|thrown| *thrown = Some(value.clone()));
}

/// Whether an exception was thrown by `throw`.
pub fn was_thrown(value: &Value) -> bool {
    THROWN.with_borrow(|thrown| thrown.as_ref().is_some_and(|thrown| egal(thrown, value)))
}

/// Whether two values are one object is asked of objects that are as old as `birth` or older.
pub fn compared(a: &Value, b: &Value) {
    // Values of two types are never one object.
    if a.immediate_type() != b.immediate_type() {
        return;
    }
    if let (Some(a), Some(b)) = (birth_of(a), birth_of(b)) {
        touch(Event::Identity, a.max(b));
    }
}

/// When a mutable object was made; of an immutable one, the first mutable object in it. The identity of global objects is
/// nobody's secret: `identity` is about objects that a call is given.
fn birth_of(value: &Value) -> Option<u64> {
    match value {
        Value::Array(array) => (!array.is_global()).then(|| array.birth()),
        Value::Object(object) => match &object.fields {
            Fields::Fixed(fields) => fields.iter().find_map(birth_of),
            Fields::Mutable(fields) => (!fields.is_global()).then(|| fields.birth()),
            Fields::Table(table) => (!table.is_global()).then(|| table.birth()),
            Fields::Buffer(bytes) => (!bytes.is_global()).then(|| bytes.birth()),
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

/// A call with these effects starts, with so many steps left. It writes to `first` only, if that is given.
pub fn enter(
    effects: Effects,
    subject: Subject,
    fuel: u64,
    first: Option<Value>,
    roots: impl FnOnce() -> Roots,
) {
    let start = CLOCK.get() + 1;
    CLOCK.set(start);
    let outer = LIMITS.with(|limits| {
        std::array::from_fn(|at| {
            let outer = limits[at].get();
            let is_watched = match WATCHED.get(at) {
                Some((_, effect, _)) => !effects.intersects(*effect),
                None => first.is_some(),
            };
            if is_watched {
                limits[at].set(start);
            }
            outer
        })
    });
    // What reads and writes nothing older at all needs no arguments to tell global memory by.
    let looks = effects.intersects(Effects::READS | Effects::WRITES)
        && !effects.intersects(WATCHED[Event::Global as usize].1);
    let roots = if looks { roots() } else { Roots::new() };
    FRAMES.with_borrow_mut(|frames| {
        frames.push(Frame {
            start,
            fuel,
            effects,
            outer,
            subject,
            roots,
            reached: Vec::new(),
            first,
            of_first: Vec::new(),
        })
    });
}

/// The first argument of the innermost call, where it is said to write to nothing else.
pub fn first() -> Option<Value> {
    FRAMES.with_borrow(|frames| frames.last().and_then(|frame| frame.first.clone()))
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

/// Forgets the calls on the stack and what was found: for who has caught a panic, which left nothing.
pub fn reset() {
    leave_until(0);
    THROWN.with(|thrown| thrown.take());
    take_failure();
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
    /// To mutable memory made before to which no global leads: somebody has given it to the call.
    pub given: bool,
}

impl Leads {
    fn found_old(&mut self, is_global: bool) {
        self.old = true;
        self.given |= !is_global;
    }
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
        if visited > MAX_VISITED || (leads.new && leads.given) {
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
                if array.data_birth() < start {
                    leads.found_old(array.is_global());
                }
                if array.birth() < start {
                    leads.found_old(array.is_global());
                    continue;
                }
                leads.new = true;
                if let Some(data) = array.peek() {
                    if let Storage::Values(values) = &*data {
                        let nested = values.iter().flatten().filter(|item| nests(item));
                        work.extend(nested.take(MAX_VISITED).cloned());
                    }
                }
            }
            Value::Object(object) => {
                let (birth, is_global) = match &object.fields {
                    Fields::Fixed(fields) => {
                        work.extend(fields.iter().filter(|item| nests(item)).cloned());
                        continue;
                    }
                    Fields::Mutable(fields) => (fields.birth(), fields.is_global()),
                    Fields::Table(table) => (table.birth(), table.is_global()),
                    Fields::Buffer(bytes) => (bytes.birth(), bytes.is_global()),
                };
                let at = Rc::as_ptr(object).cast();
                if seen.contains(&at) {
                    continue;
                }
                seen.push(at);
                if birth < start {
                    leads.found_old(is_global);
                    continue;
                }
                leads.new = true;
                inside(&value, &mut work);
            }
            _ => {}
        }
    }
    leads
}

fn nests(value: &Value) -> bool {
    matches!(value, Value::Tuple(_) | Value::Object(_) | Value::Array(_))
}

#[cfg(test)]
mod tests {
    use super::super::Memory;
    use super::*;

    /// What fails when a call that is given `first` writes memory that it was not given.
    fn written(first: Option<Value>) -> Option<String> {
        let other = Memory::new(0);
        let subject = Subject::Call(Value::Nothing, Rc::from([]));
        enter(Effects::WRITES, subject, 0, first, Roots::new);
        let own = Memory::new(0);
        *own.borrow_mut() = 1;
        assert!(!has_failed(), "what a call has made is its own");
        *other.borrow_mut() = 1;
        leave();
        take_failure().map(|failure| failure.did)
    }

    #[test]
    fn a_write_beside_the_first_argument_is_noticed() {
        assert_eq!(written(None), None);
        let did = written(Some(Value::Nothing));
        assert_eq!(
            did.as_deref(),
            Some("writes to more than its first argument")
        );
    }
}
