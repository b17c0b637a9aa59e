//! Progress on a terminal: one line on standard error that is drawn over and removed at the end.
//!
//! ```text
//! ██████████████░░░░░░░░░░░░░░░░ 4,210 of 9,000 files
//! ```
//!
//! Silent where standard error is not a terminal, and in text tests. A bar is drawn ten times a second at most, whoever calls.

use indicatif::{HumanCount, ProgressBar, ProgressDrawTarget, ProgressStyle};
use saturate::{Limits, Progress};
use std::sync::mpsc::{channel, RecvTimeoutError, Sender};
use std::sync::Mutex;
use std::thread::JoinHandle;
use std::time::Duration;

/// Drawings in a second, at most.
const RATE: u8 = 10;
/// Between two drawings of a clock.
const PAUSE: Duration = Duration::from_millis(1000 / RATE as u64);
/// A run that takes less is not worth a bar.
const SHORT: Duration = Duration::from_millis(500);

/// A bar that is not drawn yet; `{…}` of the template are indicatif's.
fn hidden(all: u64, template: &str) -> ProgressBar {
    let bar = ProgressBar::with_draw_target(Some(all), ProgressDrawTarget::hidden());
    let style =
        ProgressStyle::with_template(template).unwrap_or_else(|_| ProgressStyle::default_bar());
    bar.set_style(style.progress_chars("█░"));
    bar
}

fn draw(bar: &ProgressBar) {
    bar.set_draw_target(ProgressDrawTarget::stderr_with_hz(RATE));
}

/// A bar over things that are counted.
pub struct Bar(ProgressBar);

impl Bar {
    /// A bar over `all` things of a name, where `may_draw` and standard error is a terminal.
    pub fn new(all: u64, things: &str, may_draw: bool) -> Bar {
        let template = format!("{{bar:30}} {{human_pos}} of {{human_len}} {things}{{msg}}");
        let bar = hidden(all, &template);
        if may_draw {
            draw(&bar);
        }
        Bar(bar)
    }

    /// So many are done; `text` is what else there is to say.
    pub fn show(&self, done: u64, text: impl FnOnce() -> String) {
        if !self.0.is_hidden() {
            self.0.set_message(text());
            self.0.set_position(done);
        }
    }
}

impl Drop for Bar {
    fn drop(&mut self) {
        self.0.finish_and_clear();
    }
}

/// The bar of the run that is being watched.
static WATCHED: Mutex<Option<ProgressBar>> = Mutex::new(None);

/// Takes note of how far the optimiser has come, for [`Watch`].
pub fn note(progress: Progress) {
    let Ok(watched) = WATCHED.lock() else {
        return;
    };
    let Some(bar) = &*watched else {
        return;
    };
    match progress {
        Progress::Saturating { iteration, nodes } => {
            let nodes = HumanCount(nodes as u64);
            bar.set_message(format!("iteration {iteration}, {nodes} e-nodes"));
            bar.set_position(iteration as u64);
        }
        Progress::Choosing => {
            bar.set_message("choosing the program");
            bar.set_position(bar.length().unwrap_or_default());
        }
    }
}

/// Shows how far one run of the optimiser has come, once it takes long; until it is dropped.
pub struct Watch(Option<(ProgressBar, Sender<()>, JoinHandle<()>)>);

impl Watch {
    /// Watches a run that tells [`note`].
    pub fn start(name: &str, limits: &Limits, may_draw: bool) -> Watch {
        if !may_draw {
            return Watch(None);
        }
        let bar = hidden(
            limits.iterations as u64,
            "{bar:30} {prefix}: {msg}, {elapsed}",
        );
        bar.set_prefix(name.to_owned());
        bar.set_message("iteration 0");
        if let Ok(mut watched) = WATCHED.lock() {
            *watched = Some(bar.clone());
        }
        let (stop, stopped) = channel();
        let late = bar.clone();
        let thread = std::thread::spawn(move || {
            if stopped.recv_timeout(SHORT) == Err(RecvTimeoutError::Timeout) {
                draw(&late);
                late.enable_steady_tick(PAUSE);
            }
        });
        Watch(Some((bar, stop, thread)))
    }
}

impl Drop for Watch {
    fn drop(&mut self) {
        if let Some((bar, stop, thread)) = self.0.take() {
            drop(stop);
            let _ = thread.join();
            bar.finish_and_clear();
            if let Ok(mut watched) = WATCHED.lock() {
                *watched = None;
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn templates_are_right() {
        for template in [
            "{bar:30} {human_pos} of {human_len} files{msg}",
            "{bar:30} {prefix}: {msg}, {elapsed}",
        ] {
            assert!(ProgressStyle::with_template(template).is_ok(), "{template}");
        }
    }

    #[test]
    fn nothing_is_drawn_where_nobody_looks() {
        let bar = Bar::new(10, "files", false);
        bar.show(3, || panic!("nobody asks for the text"));
        let watch = Watch::start("f", &Limits::default(), false);
        note(Progress::Choosing);
        drop(watch);
    }
}
