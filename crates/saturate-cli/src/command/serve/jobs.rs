//! Computations, each in a process of its own.
//!
//! Invariants: a page has at most one computation; a newer one ends the older. A computation ends when nobody waits for its
//! answer any more, at the latest after [`TIME`]. No more than [`AT_ONCE`] run at the same time; the others wait.

use std::collections::BTreeMap;
use std::path::PathBuf;
use std::process::Stdio;
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::Duration;
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::process::Command;
use tokio::sync::{oneshot, Semaphore};

/// How long a computation may take. Saturation has its own, tighter limits; this is for what they do not cover.
const TIME: Duration = Duration::from_secs(30);
/// Computations at the same time.
const AT_ONCE: usize = 2;
/// Bytes of an answer.
const MAX_ANSWER: u64 = 64 << 20;

/// Why there is no answer.
#[derive(Debug, PartialEq, Eq)]
pub enum Ended {
    /// A newer computation of the same page has taken its place, or the server stops.
    Superseded,
    /// It took too long.
    Late,
    /// It could not be started, or did not come to its end; in words.
    Failed(String),
}

/// The computations of a server.
pub struct Jobs {
    program: PathBuf,
    permits: Semaphore,
    /// By page, the current computation: its number, and what ends it when it is dropped.
    current: Mutex<BTreeMap<String, (u64, oneshot::Sender<()>)>>,
    next: Mutex<u64>,
}

/// The entry of a computation among the current ones, while somebody waits for it.
struct Entry<'j> {
    jobs: &'j Jobs,
    page: String,
    number: u64,
}

impl Drop for Entry<'_> {
    fn drop(&mut self) {
        let mut current = lock(&self.jobs.current);
        if current
            .get(&self.page)
            .is_some_and(|(number, _)| *number == self.number)
        {
            current.remove(&self.page);
        }
    }
}

impl Jobs {
    /// Computations by this program.
    pub fn new(program: PathBuf) -> Jobs {
        Jobs {
            program,
            permits: Semaphore::new(AT_ONCE),
            current: Mutex::default(),
            next: Mutex::default(),
        }
    }

    /// Ends all computations.
    pub fn end_all(&self) {
        lock(&self.current).clear();
    }

    /// Computes for a page. The answer is what the process writes.
    pub async fn run(&self, page: &str, request: &[u8]) -> Result<Vec<u8>, Ended> {
        let (end, ended) = oneshot::channel();
        let number = {
            let mut next = lock(&self.next);
            *next += 1;
            *next
        };
        lock(&self.current).insert(page.to_owned(), (number, end));
        let _entry = Entry {
            jobs: self,
            page: page.to_owned(),
            number,
        };
        tokio::select! {
            biased;
            _ = ended => Err(Ended::Superseded),
            answer = self.compute(request) => answer,
        }
    }

    async fn compute(&self, request: &[u8]) -> Result<Vec<u8>, Ended> {
        let _permit = self
            .permits
            .acquire()
            .await
            .map_err(|_| Ended::Superseded)?;
        let failed = |error: std::io::Error| Ended::Failed(error.to_string());
        let mut child = Command::new(&self.program)
            .arg("explore")
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .kill_on_drop(true)
            .spawn()
            .map_err(failed)?;
        let (Some(mut input), Some(output)) = (child.stdin.take(), child.stdout.take()) else {
            return Err(Ended::Failed("no pipes".into()));
        };
        let work = async {
            let write = async {
                // One that ends before it has read everything says so by its status.
                let _ = input.write_all(request).await;
                drop(input);
            };
            let mut answer = Vec::new();
            let mut limited = output.take(MAX_ANSWER);
            let (read, ()) = tokio::join!(limited.read_to_end(&mut answer), write);
            read.map_err(failed)?;
            let status = child.wait().await.map_err(failed)?;
            match status.success() {
                true => Ok(answer),
                false => Err(Ended::Failed(status.to_string())),
            }
        };
        tokio::time::timeout(TIME, work)
            .await
            .unwrap_or(Err(Ended::Late))
    }
}

fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}
