//! Mutable memory: a cell that knows when it was made, and tells the watch of every access.
//!
//! Every mutable thing of the interpreter is in such a cell (elements and length of an array, fields of a mutable object,
//! the table of a dictionary, the bytes of a buffer), so no native can read or write past the watch.

use super::watch::{self, Event};
use std::cell::{Cell, Ref, RefCell, RefMut};

/// A value that may change. Its birth is a time of the watch's clock.
#[derive(Debug)]
pub struct Memory<T> {
    birth: u64,
    /// Whether a global variable or constant leads to it, as far as is known.
    global: Cell<bool>,
    /// Whether it was ever of two arrays.
    shared: Cell<bool>,
    cell: RefCell<T>,
}

impl<T> Memory<T> {
    /// New memory, made now.
    pub fn new(value: T) -> Memory<T> {
        Memory {
            birth: watch::now(),
            global: Cell::new(false),
            shared: Cell::new(false),
            cell: RefCell::new(value),
        }
    }

    /// When it was made.
    pub fn birth(&self) -> u64 {
        self.birth
    }

    /// Its address, which no other memory has while it lives.
    pub fn address(&self) -> usize {
        self as *const Memory<T> as *const () as usize
    }

    /// A global variable or constant leads to it.
    pub fn mark_global(&self) {
        self.global.set(true);
    }

    /// Whether it is known that a global variable or constant leads to it.
    pub fn is_global(&self) -> bool {
        self.global.get()
    }

    /// A second array is made of it.
    pub fn mark_shared(&self) {
        self.shared.set(true);
    }

    /// Whether it was ever of two arrays, the other of which may be gone.
    pub fn is_shared(&self) -> bool {
        self.shared.get()
    }

    #[inline]
    fn touch(&self, event: Event) {
        watch::touch(event, self.birth);
        if self.global.get() {
            watch::touch_global(self.birth, self.address());
        }
    }

    /// Reads.
    #[inline]
    pub fn borrow(&self) -> Ref<'_, T> {
        self.touch(Event::Read);
        self.cell.borrow()
    }

    /// Looks at the length of a vector.
    pub fn borrow_for_length(&self) -> Ref<'_, T> {
        self.touch(Event::Length);
        self.cell.borrow()
    }

    /// Writes, and may read.
    #[inline]
    pub fn borrow_mut(&self) -> RefMut<'_, T> {
        self.touch(Event::Write);
        watch::touch_elsewhere(self.birth, self.address());
        self.cell.borrow_mut()
    }

    /// Looks at what never changes (how many dimensions an array has), or at what is no part of the program's run.
    pub fn quietly(&self) -> Ref<'_, T> {
        self.cell.borrow()
    }

    /// [`Memory::quietly`], where somebody may be writing: `None` then.
    pub fn peek(&self) -> Option<Ref<'_, T>> {
        self.cell.try_borrow().ok()
    }

    /// The value, where nobody else can see it.
    pub fn get_mut(&mut self) -> &mut T {
        self.cell.get_mut()
    }
}

impl<T: Default> Default for Memory<T> {
    fn default() -> Memory<T> {
        Memory::new(T::default())
    }
}
