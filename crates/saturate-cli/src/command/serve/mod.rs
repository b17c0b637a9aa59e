//! `saturate serve [DIR]`: the report, live. An editor for a program and rules on the left, the report on the right.
//!
//! ```text
//! browser ── GET  /, /explorer.js, …      assets, embedded
//!         ── GET  /api/menu               examples, and the Julia files of DIR
//!         ── GET  /api/open?example=…     one of them: program and rules
//!         ── POST /api/explore            program and rules in, the data of a report or diagnostics out
//!                      └─► a process of its own per computation: `saturate explore`
//! ```
//!
//! | file | what |
//! |---|---|
//! | [`http`] | routes, and what is refused |
//! | [`folder`] | the Julia files of DIR, and nothing else |
//! | [`jobs`] | computations: a newer one of the same page ends the older one |
//! | [`explore`] | one computation |
//! | [`examples`] | the bundled programs |
//!
//! Each computation is a process, so that ending it ends all of it at once, whatever it is doing, and whatever it
//! does (memory, a crash) happens to it alone. The server listens on the loopback interface only, and answers nobody but the pages that it
//! has served itself.

pub mod examples;
pub mod explore;
mod folder;
mod http;
mod jobs;

use crate::args::ServeArgs;
use crate::command::{Context, Failure, Outcome};
use folder::Folder;
use jobs::Jobs;
use saturate::diag::Diagnostic;
use std::net::Ipv4Addr;
use std::sync::Arc;
use std::time::Duration;
use tokio::net::TcpListener;
use tokio::signal;
use tokio::sync::watch;

/// How long answers that are under way may take after a signal.
const FAREWELL: Duration = Duration::from_secs(2);

/// Serves until a signal.
pub fn execute(args: &ServeArgs, context: &mut Context) -> Outcome {
    let folder = match &args.dir {
        Some(dir) => Some(Folder::open(dir).map_err(|error| {
            Diagnostic::new(format!("cannot serve {}: {error}", dir.display()))
                .help("name a folder that can be read")
        })?),
        None => None,
    };
    let runtime = tokio::runtime::Builder::new_current_thread()
        .enable_all()
        .build()
        .map_err(|error| Diagnostic::new(format!("cannot start the server: {error}")))?;
    let outcome = runtime.block_on(serve(args.port, folder, context));
    // A file that is being read does not hold the end up.
    runtime.shutdown_background();
    outcome.map(|()| Vec::new())
}

async fn serve(
    port: u16,
    folder: Option<Folder>,
    context: &mut Context<'_>,
) -> Result<(), Failure> {
    let cannot_start = |error: std::io::Error| {
        Diagnostic::new(format!("cannot listen on 127.0.0.1:{port}: {error}"))
            .help("choose another port with --port")
    };
    let listener = TcpListener::bind((Ipv4Addr::LOCALHOST, port))
        .await
        .map_err(cannot_start)?;
    let port = listener.local_addr().map_err(cannot_start)?.port();
    let program = std::env::current_exe()
        .map_err(|error| Diagnostic::new(format!("cannot find this program: {error}")))?;
    let jobs = Arc::new(Jobs::new(program));
    let stop = stop_signal()?;
    writeln!(context.out, "http://127.0.0.1:{port}/  (Ctrl-C stops)")?;
    context.out.flush()?;

    let router = http::router(port, folder, jobs.clone());
    let mut stopped = stop.clone();
    let server = axum::serve(listener, router).with_graceful_shutdown(async move {
        let _ = stopped.changed().await;
        jobs.end_all();
    });
    let mut stopped = stop;
    tokio::select! {
        served = async { server.await } => served?,
        () = async {
            let _ = stopped.changed().await;
            tokio::time::sleep(FAREWELL).await;
        } => {}
    }
    writeln!(context.out, "stopped")?;
    Ok(())
}

/// Tells when Ctrl-C is pressed or the process is asked to end.
fn stop_signal() -> Result<watch::Receiver<bool>, Diagnostic> {
    let (sender, receiver) = watch::channel(false);
    #[cfg(unix)]
    let mut terminate = signal::unix::signal(signal::unix::SignalKind::terminate())
        .map_err(|error| Diagnostic::new(format!("cannot listen for signals: {error}")))?;
    tokio::spawn(async move {
        #[cfg(unix)]
        tokio::select! {
            _ = signal::ctrl_c() => {}
            _ = terminate.recv() => {}
        }
        #[cfg(not(unix))]
        let _ = signal::ctrl_c().await;
        let _ = sender.send(true);
    });
    Ok(receiver)
}
