//! What one request does: decode, build SSA, verify, optimise, encode.
//!
//! Without rules there is nothing to optimise: the function comes back as it is in SSA form.

use crate::constants::use_constants;
use crate::decode::decode;
use crate::encode::{encode, Response};
use crate::host::{FixedTypes, Session, SessionHost};
use crate::narrow::narrow_parameters;
use crate::report;
use crate::verbatim::{keep_verbatim, Doubt};
use crate::wire::status;
use crate::words::Words;
use saturate::calls;
use saturate::diag::Source;
use saturate::effects::analysis;
use saturate::ir::print::print;
use saturate::ir::{julia, ssa, verify, Function};
use saturate::pipeline::{Optimized, Options};
use saturate::rules::RuleSet;
use saturate_report::{Entry, Page};

/// Why a request has no response.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Failure {
    /// One of [`status`].
    pub status: i32,
    /// What to tell the user.
    pub message: String,
}

impl Failure {
    /// A failure with its status.
    pub fn new(status: i32, message: impl ToString) -> Failure {
        Failure {
            status,
            message: message.to_string(),
        }
    }
}

/// What to optimise with.
pub struct Job<'a> {
    /// The rules; their handles are of the session's tables.
    pub rules: &'a RuleSet,
    /// Limits and choices.
    pub options: Options,
    /// Whether the result is wanted as text, too.
    pub text: bool,
    /// Whether a page that shows what was done is wanted.
    pub page: bool,
}

/// What comes of a request.
#[derive(Debug, Default)]
pub struct Done {
    /// The function.
    pub response: Response,
    /// What the optimiser did, if it had a job.
    pub report: String,
    /// The function as text, if that was wanted.
    pub text: String,
    /// Why it is what it is, if that was wanted.
    pub explanation: String,
    /// What was done as an HTML page, if that was wanted.
    pub page: String,
}

/// Runs one request.
pub fn run(
    words: &[i32],
    names: &[u8],
    fixed: FixedTypes,
    job: Option<&Job<'_>>,
    session: &mut dyn Session,
) -> Result<Done, Failure> {
    fixed.check()?;
    if let Some(job) = job {
        let made = job.options.strategy.make();
        made.map_err(|error| Failure::new(status::FAILED, error))?;
    }
    let mut request =
        decode(words, names).map_err(|error| Failure::new(status::BAD_REQUEST, error))?;
    let mut host = SessionHost::new(session, fixed);
    let source = match job {
        Some(job) if job.options.explain || job.page => host.source(),
        _ => None,
    };
    if let Some(source) = &source {
        for (data, &line) in request.code.stmts.values_mut().zip(&request.lines) {
            data.span = source.line(line).unwrap_or_default();
        }
    }
    let built = ssa::construct(
        &request.code,
        &request.argument_types,
        &request.static_params,
        &mut host,
    );
    // A session that failed explains whatever went wrong after it.
    let checked = built
        .map_err(|error| error.to_string())
        .and_then(|mut function| {
            function.ret = request.ret;
            function.source = source.clone();
            if job.is_some() {
                narrow_parameters(&mut function, &mut host);
                use_constants(&mut function, &mut host);
            }
            match verify::verify(&function) {
                Ok(()) => Ok(function),
                Err(error) => Err(error.to_string()),
            }
        });
    let mut done = Done::default();
    let optimized = checked.map(|function| {
        let Some(job) = job else {
            return function;
        };
        job.rules.declare(&mut host);
        let mut function = function;
        keep_verbatim(&mut function, &mut host, Doubt::Contradictions);
        let mut optimized = optimize_once(&function, job, &mut host);
        // Calls kept verbatim are lost to rules: only where the program cannot be put together with them.
        let mut fewer = function.clone();
        if optimized.outcome.kept.is_some()
            && keep_verbatim(&mut fewer, &mut host, Doubt::Unconfirmed)
        {
            let again = optimize_once(&fewer, job, &mut host);
            if again.outcome.kept.is_none() {
                optimized = again;
            }
        }
        if job.page {
            done.page = page(&function, &mut optimized, source.as_ref(), &mut host);
        }
        done.report = report::lines(&optimized, &mut host);
        if let Some(explanation) = &optimized.explanation {
            done.explanation = explanation.to_string();
        }
        if job.text {
            done.text = print(&optimized.function, &mut host);
            for version in &optimized.through.versions {
                done.text += &format!("\n{}", print(&version.function, &mut host));
            }
        }
        optimized.function
    });
    host.finish()
        .map_err(|message| Failure::new(status::FAILED, message))?;
    let function = optimized.map_err(|message| Failure::new(status::BAD_CODE, message))?;
    done.response = encode(&function);
    Ok(done)
}

fn optimize_once(function: &Function, job: &Job<'_>, host: &mut SessionHost<'_>) -> Optimized {
    let inferred = analysis::of_statements(function, host);
    calls::optimize(function, &inferred, None, job.rules, host, &job.options)
}

/// The page of one function; empty where nothing was drawn.
fn page(
    before: &Function,
    optimized: &mut Optimized,
    source: Option<&Source>,
    host: &mut SessionHost<'_>,
) -> String {
    let Some(picture) = optimized.picture.take() else {
        return String::new();
    };
    let head = julia::Head {
        name: before.name,
        object: None,
        passes: None,
    };
    let entry = Entry {
        name: before.name.to_string(),
        before: print(&picture.function, host),
        through: optimized.through.lines(host),
        after: print(&optimized.function, host),
        julia: julia::source(&optimized.function, &head, &mut Words(host)).ok(),
        outcome: optimized.outcome.clone(),
        explanation: optimized.explanation.clone(),
        variants: optimized.variants.clone(),
        picture,
    };
    let page = Page {
        file: source.map_or("a function without a file", Source::name),
        source: source.map_or("", Source::text),
        read: 0,
        entries: vec![entry],
    };
    page.html().unwrap_or_default()
}
