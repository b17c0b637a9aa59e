//! Progress on a terminal: one line on standard error that is drawn over and removed at the end.
//!
//! ```text
//! ██████████████░░░░░░░░░░░░░░░░ 4,210 of 9,000 files
//! ```
//!
//! Silent where standard error is not a terminal, and in text tests. A bar is drawn ten times a second at most, whoever calls.

use console::Term;
use saturate::egraph::{Limits, Progress};
use std::io::{IsTerminal, Write};
use std::sync::atomic::{AtomicBool, AtomicU64, AtomicUsize, Ordering};
use std::sync::mpsc::{channel, RecvTimeoutError, Sender};
use std::thread::JoinHandle;
use std::time::{Duration, Instant};
use unicode_width::UnicodeWidthChar;

/// Columns of a bar, on a terminal that is wide enough.
const WIDTH: usize = 30;
/// Between two drawings.
const PAUSE: Duration = Duration::from_millis(100);
/// A run that takes less is not worth a bar.
const SHORT: Duration = Duration::from_millis(500);

/// A bar.
pub struct Bar {
    is_shown: bool,
    start: Instant,
    /// Milliseconds from the start to the next drawing.
    next: AtomicU64,
}

impl Bar {
    /// A bar, where `may_draw` and standard error is a terminal.
    pub fn new(may_draw: bool) -> Bar {
        Bar {
            is_shown: may_draw && std::io::stderr().is_terminal(),
            start: Instant::now(),
            next: AtomicU64::new(0),
        }
    }

    /// Draws how much is done, and a text that says of what.
    pub fn show(&self, done: u64, all: u64, text: impl FnOnce() -> String) {
        if !self.is_shown {
            return;
        }
        let now = self.start.elapsed().as_millis() as u64;
        let next = self.next.load(Ordering::Relaxed);
        let after = now + PAUSE.as_millis() as u64;
        // Of several threads, one draws.
        let mine = self
            .next
            .compare_exchange(next, after, Ordering::Relaxed, Ordering::Relaxed);
        if now >= next && mine.is_ok() {
            let columns = (columns() / 4).min(WIDTH);
            draw(&format!("{} {}", bar(done, all, columns), text()));
        }
    }
}

impl Drop for Bar {
    fn drop(&mut self) {
        if self.is_shown {
            draw("");
        }
    }
}

/// How wide the terminal is.
fn columns() -> usize {
    let size = Term::stderr().size_checked();
    size.map_or(80, |(_, width)| usize::from(width))
}

/// Replaces the line.
fn draw(text: &str) {
    let width = columns();
    let mut line = String::from("\r\x1b[2K");
    let mut column = 0;
    for c in text.chars() {
        column += c.width().unwrap_or(0);
        if column >= width {
            break;
        }
        line.push(c);
    }
    let mut out = std::io::stderr().lock();
    let _ = out.write_all(line.as_bytes()).and_then(|()| out.flush());
}

fn bar(done: u64, all: u64, columns: usize) -> String {
    let filled = (done.min(all) * columns as u64 / all.max(1)) as usize;
    "█".repeat(filled) + &"░".repeat(columns - filled)
}

/// A number with its thousands set apart.
pub fn number(value: u64) -> String {
    let digits = value.to_string();
    let mut out = String::new();
    for (at, digit) in digits.chars().enumerate() {
        if at > 0 && (digits.len() - at) % 3 == 0 {
            out.push(',');
        }
        out.push(digit);
    }
    out
}

static ITERATION: AtomicUsize = AtomicUsize::new(0);
static NODES: AtomicUsize = AtomicUsize::new(0);
static IS_CHOOSING: AtomicBool = AtomicBool::new(false);

/// Takes note of how far the optimiser has come, for [`Watch`].
pub fn note(progress: Progress) {
    match progress {
        Progress::Saturating { iteration, nodes } => {
            ITERATION.store(iteration, Ordering::Relaxed);
            NODES.store(nodes, Ordering::Relaxed);
        }
        Progress::Choosing => IS_CHOOSING.store(true, Ordering::Relaxed),
    }
}

/// Shows how far one run of the optimiser has come, once it takes long; until it is dropped.
pub struct Watch(Option<(Sender<()>, JoinHandle<()>)>);

impl Watch {
    /// Watches a run that tells [`note`].
    pub fn start(name: &str, limits: &Limits, may_draw: bool) -> Watch {
        if !may_draw || !std::io::stderr().is_terminal() {
            return Watch(None);
        }
        ITERATION.store(0, Ordering::Relaxed);
        NODES.store(0, Ordering::Relaxed);
        IS_CHOOSING.store(false, Ordering::Relaxed);
        let (name, most) = (name.to_owned(), limits.iterations);
        let (stop, stopped) = channel();
        let thread = std::thread::spawn(move || {
            if stopped.recv_timeout(SHORT) != Err(RecvTimeoutError::Timeout) {
                return;
            }
            let start = Instant::now();
            let bar = Bar::new(true);
            while stopped.recv_timeout(PAUSE) == Err(RecvTimeoutError::Timeout) {
                let seconds = (start.elapsed() + SHORT).as_secs_f64();
                let done = ITERATION.load(Ordering::Relaxed);
                let (part, text) = if IS_CHOOSING.load(Ordering::Relaxed) {
                    (most, "choosing the program".to_owned())
                } else {
                    let nodes = number(NODES.load(Ordering::Relaxed) as u64);
                    (done, format!("iteration {done}, {nodes} e-nodes"))
                };
                bar.show(part as u64, most as u64, || {
                    format!("{name}: {text}, {seconds:.1} s")
                });
            }
        });
        Watch(Some((stop, thread)))
    }
}

impl Drop for Watch {
    fn drop(&mut self) {
        if let Some((stop, thread)) = self.0.take() {
            drop(stop);
            let _ = thread.join();
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bars_fill_up() {
        assert_eq!(bar(0, 10, 4), "░░░░");
        assert_eq!(bar(5, 10, 4), "██░░");
        assert_eq!(bar(10, 10, 4), "████");
        // Never more than full, and nothing of nothing.
        assert_eq!(bar(11, 10, 4), "████");
        assert_eq!(bar(0, 0, 4), "░░░░");
    }

    #[test]
    fn numbers_are_readable() {
        let shown: Vec<String> = [0, 999, 1_000, 1_234_567].map(number).into();
        assert_eq!(shown, ["0", "999", "1,000", "1,234,567"]);
    }
}
