//! A Julia process that answers questions: found, asked, and stopped when it hangs.
//!
//! A Julia whose stack overflows inside the allocator waits for ever. A test that waits for ever tells nobody
//! anything, so a run has a limit; a run that reaches it is stopped and tried once more (where the stack ends differs
//! from run to run), and the second one fails with a message.

use std::io::{self, Read, Write};
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

/// Far above what any of the tests needs on a busy machine.
const LIMIT: Duration = Duration::from_secs(300);

/// A Julia that runs: `SATURATE_JULIA`, then `julia` on the path, then the private one in `target/julia`.
pub fn julia() -> Option<PathBuf> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    let named = std::env::var_os("SATURATE_JULIA").filter(|path| !path.is_empty());
    let private = root.join("target/julia/bin/julia");
    let candidates = named
        .map(PathBuf::from)
        .into_iter()
        .chain(["julia".into(), private]);
    candidates.into_iter().find(|path| {
        let version = Command::new(path).arg("--version").output();
        version.is_ok_and(|output| output.status.success())
    })
}

/// What `script` prints when it is given `args` and, as its input, `input`.
pub fn ask(julia: &Path, script: &Path, args: &[&Path], input: &str) -> io::Result<String> {
    let attempt = || {
        let mut command = Command::new(julia);
        command.arg("--startup-file=no").arg(script).args(args);
        answer(&mut command, input, LIMIT)
    };
    match attempt() {
        Err(error) if error.kind() == io::ErrorKind::TimedOut => {
            eprintln!("{}: {error}; once more", script.display());
            attempt()
        }
        result => result,
    }
}

/// The output of a command that ends well within `limit`; the command is killed when it does not.
fn answer(command: &mut Command, input: &str, limit: Duration) -> io::Result<String> {
    let start = Instant::now();
    let mut child = command
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()?;
    let pipes = (child.stdin.take(), child.stdout.take(), child.stderr.take());
    let (Some(mut stdin), Some(stdout), Some(stderr)) = pipes else {
        return Err(io::ErrorKind::BrokenPipe.into());
    };
    std::thread::scope(|scope| {
        // A process that fails at once does not read: its own message is the better one.
        scope.spawn(move || drop(stdin.write_all(input.as_bytes())));
        let printed = scope.spawn(move || all_of(stdout));
        let message = scope.spawn(move || all_of(stderr));
        let status = loop {
            if let Some(status) = child.try_wait()? {
                break Some(status);
            }
            if start.elapsed() > limit {
                child.kill()?;
                child.wait()?;
                break None;
            }
            std::thread::sleep(Duration::from_millis(20));
        };
        let joined = |thread: std::thread::ScopedJoinHandle<'_, io::Result<String>>| {
            thread.join().map_err(|_| io::ErrorKind::Other)?
        };
        let (printed, message) = (joined(printed)?, joined(message)?);
        match status {
            Some(status) if status.success() => Ok(printed),
            Some(status) => Err(io::Error::other(format!("{status}\n{message}"))),
            None => Err(io::Error::new(
                io::ErrorKind::TimedOut,
                format!("no end after {} s\n{message}", limit.as_secs()),
            )),
        }
    })
}

fn all_of(mut pipe: impl Read) -> io::Result<String> {
    let mut bytes = Vec::new();
    pipe.read_to_end(&mut bytes)?;
    Ok(String::from_utf8_lossy(&bytes).into_owned())
}
